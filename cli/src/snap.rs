//! Traces that were accepted, a file each, in insta's format: a head between two lines `---`, then the text. A trace
//! that is another one is written beside it as `.snap.new`, to be looked at and accepted or not. Where errata count, the
//! traces that they change lie beside them, and the others are those of the game without them.

use crate::diff::lines;
use crate::exit::Failure;
use crate::{files, keep};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wgr_runtime::engine::{Head, Sort};

/// What an accepted trace says of the one at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    Same,
    /// None was accepted yet.
    New,
    /// The first line that differs: its number in the text, what it was, what it is. All that matters of what differs.
    Changed {
        line: usize,
        was: String,
        is: String,
        told: Vec<String>,
    },
}

/// Where the accepted traces of a game lie. With errata, those that are the same without them are those of the game
/// itself, and only those that differ lie beside the errata: what these change is what lies there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) folder: PathBuf,
    /// The folder of the game itself, where errata count.
    plain: Option<PathBuf>,
}

impl Place {
    /// `overlays`: where the errata lie that count. Traces that several change lie beside the first of them by name.
    pub(crate) fn new(folder: PathBuf, overlays: &[PathBuf]) -> Place {
        let mut named: Vec<(String, &Path)> = overlays
            .iter()
            .filter_map(|path| Some((path.file_stem()?.to_string_lossy().into_owned(), path.parent()?)))
            .collect();
        named.sort();
        let Some((_, beside)) = named.first() else { return Place { folder, plain: None } };
        let snap = beside.join("snap");
        // Each a part of a name: what is called `a-b` is not what `a` and `b` are together.
        let own: Vec<String> = named.into_iter().map(|(name, _)| name).collect();
        Place { folder: snap.join(own.join("+")), plain: Some(folder) }
    }
}

/// A trace to be held against what was accepted.
pub(crate) struct Snap {
    path: PathBuf,
    /// That of the game without errata, where errata count.
    plain: Option<PathBuf>,
    source: String,
    expression: String,
    text: String,
}

impl Snap {
    pub(crate) fn new(place: &Place, name: &str, source: &str, title: &str, text: &str) -> Snap {
        let file = format!("{name}.snap");
        Snap {
            path: place.folder.join(&file),
            plain: place.plain.as_ref().map(|plain| plain.join(&file)),
            source: source.to_owned(),
            expression: format!("example \"{title}\""),
            text: text.to_owned(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where it lies until it is accepted.
    pub(crate) fn pending(&self) -> PathBuf {
        self.path.with_extension("snap.new")
    }

    /// Hold it against the accepted one.
    pub(crate) fn hold(&self) -> Result<Held, Failure> {
        // The game's own is held where there is none beside the errata.
        if !self.path.exists() && self.is_plain()? {
            return Ok(Held::Same);
        }
        Ok(match self.accepted()? {
            None => Held::New,
            Some(accepted) => difference(&accepted, &self.text),
        })
    }

    /// What is not the accepted one is written beside it, to be looked at; what was written there before is gone.
    pub(crate) fn pend(&self, held: &Held) -> Result<(), Failure> {
        match held {
            Held::Same => gone(&self.pending()),
            Held::New | Held::Changed { .. } => self.write(&self.pending()),
        }
    }

    /// It is right as it is.
    pub(crate) fn accept(&self, held: &Held) -> Result<(), Failure> {
        if self.is_plain()? {
            gone(&self.path)?;
        } else if *held != Held::Same {
            self.write(&self.path)?;
        }
        gone(&self.pending())
    }

    /// It is wrong, and nothing is kept of it.
    pub(crate) fn reject(&self) -> Result<(), Failure> {
        gone(&self.pending())
    }

    /// What errata make another one than it is without them.
    pub(crate) fn is_amended(&self) -> Result<bool, Failure> {
        Ok(self.plain.is_some() && !self.is_plain()?)
    }

    /// What changed from the accepted one, line by line.
    pub(crate) fn changes(&self) -> Result<Vec<String>, Failure> {
        Ok(lines::changed(&self.accepted()?.unwrap_or_default(), &self.text))
    }

    /// Is it what the game does without errata? Which rows did not apply is all the same: errata may have more of them.
    fn is_plain(&self) -> Result<bool, Failure> {
        let Some(plain) = &self.plain else { return Ok(false) };
        Ok(body(plain)?.is_some_and(|plain| lines::of_trace(&plain, &self.text).is_empty()))
    }

    fn accepted(&self) -> Result<Option<String>, Failure> {
        match (body(&self.path)?, &self.plain) {
            (None, Some(plain)) => body(plain),
            (own, _) => Ok(own),
        }
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        if let Some(folder) = path.parent() {
            files::make_folder(folder)?;
        }
        // The head is YAML, and a text in JSON's quotes is one in YAML's too.
        let (own, source, title) = (Sort::Trace.head(), quoted(&self.source), quoted(&self.expression));
        let head = format!("---\nwgr: {own}\nsource: {source}\nexpression: {title}\n---\n");
        keep::own(path, Sort::Trace, &format!("{head}{}\n", self.text.trim_end()))
    }
}

/// The text of a trace that lies there.
fn body(path: &Path) -> Result<Option<String>, Failure> {
    if !path.exists() {
        return Ok(None);
    }
    let text = files::read(path, "trace")?;
    Ok(Some(parts(&text).map_or(String::new(), |(_, body)| body)))
}

/// Accepted traces of examples that are no longer there.
pub(crate) fn left_over(place: &Place, names: &[String]) -> Result<Vec<PathBuf>, Failure> {
    let known: BTreeSet<PathBuf> = names.iter().map(|name| place.folder.join(format!("{name}.snap"))).collect();
    let mut found = Vec::new();
    for path in files::listed(&place.folder)? {
        let ours = path.extension().is_some_and(|ending| ending == "snap") && !known.contains(&path);
        if ours && is_trace(&path)? {
            found.push(path);
        }
    }
    Ok(found)
}

fn is_trace(path: &Path) -> Result<bool, Failure> {
    let text = files::read(path, "trace")?;
    Ok(Head::of(&text).is_some_and(|head| head.sort == Sort::Trace))
}

pub(crate) fn gone(path: &Path) -> Result<(), Failure> {
    if path.exists() { files::remove(path) } else { Ok(()) }
}

/// Head and text of a file in insta's format.
fn parts(text: &str) -> Option<(String, String)> {
    let text = text.replace("\r\n", "\n");
    let (head, body) = text.strip_prefix("---\n")?.split_once("\n---\n")?;
    Some((head.to_owned(), body.to_owned()))
}

fn quoted(text: &str) -> String {
    let plain = text.starts_with(char::is_alphanumeric)
        && text.chars().all(|letter| letter.is_alphanumeric() || "._-/".contains(letter));
    if plain { text.to_owned() } else { serde_json::Value::from(text).to_string() }
}

fn difference(was: &str, is: &str) -> Held {
    let told = lines::of_trace(was, is);
    let (was, is): (Vec<&str>, Vec<&str>) = (was.trim_end().lines().collect(), is.trim_end().lines().collect());
    let end = was.len().max(is.len());
    let line = |lines: &[&str], at: usize| lines.get(at).map_or("(nothing)", |line| line.trim()).to_owned();
    match (0..end).find(|&at| was.get(at) != is.get(at)) {
        None => Held::Same,
        Some(at) => Held::Changed { line: at + 1, was: line(&was, at), is: line(&is, at), told },
    }
}

/// File names for titles: `Two against a wood` is `two_against_a_wood`. Titles that give the same name are numbered, and
/// one that is too long for a file name ends in a number made of all of it.
pub(crate) fn names<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for title in titles {
        let mut name = String::new();
        for letter in title.chars().flat_map(char::to_lowercase) {
            if letter.is_alphanumeric() {
                name.push(letter);
            } else if !name.is_empty() && !name.ends_with('_') {
                name.push('_');
            }
        }
        let name = match name.trim_end_matches('_') {
            "" => "example",
            name => name,
        };
        let name = short(name);
        let numbered = (2..).map(|nth: u32| format!("{name}_{nth}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !taken.contains(name)).unwrap_or_default();
        taken.insert(free.clone());
        names.push(free);
    }
    names
}

/// Letters of a name; a few file systems take no more than 143 bytes with the ending.
const LONGEST_NAME: usize = 100;

/// A name that every file system takes: a long one is cut, and the number behind it is made of the whole name.
fn short(name: &str) -> String {
    if name.len() <= LONGEST_NAME {
        return name.to_owned();
    }
    let mut whole: u32 = 0x811c_9dc5;
    for byte in name.bytes() {
        whole = (whole ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    let cut = name.char_indices().map(|(at, _)| at).take_while(|at| *at <= LONGEST_NAME).last().unwrap_or(0);
    format!("{}_{whole:08x}", name[..cut].trim_end_matches('_'))
}
