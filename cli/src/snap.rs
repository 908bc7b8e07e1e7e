//! Traces that were accepted, a file each, in insta's format: a head between two lines `---`, then the text. A trace
//! that is another one is written beside it as `.snap.new`, to be looked at and accepted or not.

use crate::exit::Failure;
use crate::files;
use std::path::{Path, PathBuf};

/// What an accepted trace says of the one at hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Held {
    Same,
    /// None was accepted yet.
    New,
    /// The first line that differs: its number in the text, what it was, what it is.
    Changed {
        line: usize,
        was: String,
        is: String,
    },
}

/// A trace to be held against what was accepted.
pub(crate) struct Snap {
    path: PathBuf,
    source: String,
    expression: String,
    text: String,
}

/// The heads of our own files begin so: other texts may lie in the same folder.
const EXPRESSION: &str = "example ";

impl Snap {
    pub(crate) fn new(folder: &Path, name: &str, source: &str, title: &str, text: &str) -> Snap {
        Snap {
            path: folder.join(format!("{name}.snap")),
            source: source.to_owned(),
            expression: format!("{EXPRESSION}\"{title}\""),
            text: text.to_owned(),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn new_path(&self) -> PathBuf {
        self.path.with_extension("snap.new")
    }

    /// Hold it against the accepted one; what differs is written beside it.
    pub(crate) fn hold(&self) -> Result<Held, Failure> {
        let held = match self.accepted()? {
            None => Held::New,
            Some(accepted) => first_difference(&accepted, &self.text),
        };
        match held {
            Held::Same => gone(&self.new_path())?,
            Held::New | Held::Changed { .. } => self.write(&self.new_path())?,
        }
        Ok(held)
    }

    /// It is right as it is.
    pub(crate) fn accept(&self) -> Result<Held, Failure> {
        let held = match self.accepted()? {
            None => Held::New,
            Some(accepted) => first_difference(&accepted, &self.text),
        };
        if held != Held::Same {
            self.write(&self.path)?;
        }
        gone(&self.new_path())?;
        Ok(held)
    }

    fn accepted(&self) -> Result<Option<String>, Failure> {
        if !self.path.exists() {
            return Ok(None);
        }
        let text = files::read(&self.path, "trace")?;
        Ok(Some(parts(&text).map_or(String::new(), |(_, body)| body)))
    }

    fn write(&self, path: &Path) -> Result<(), Failure> {
        if let Some(folder) = path.parent() {
            files::make_folder(folder)?;
        }
        // The head is YAML, and a text in JSON's quotes is one in YAML's too.
        let head = format!("---\nsource: {}\nexpression: {}\n---\n", quoted(&self.source), quoted(&self.expression));
        files::keep(path, "trace", &format!("{head}{}\n", self.text.trim_end()))
    }
}

/// Accepted traces of examples that are no longer there.
pub(crate) fn left_over(folder: &Path, snaps: &[Snap]) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    for path in files::listed(folder)? {
        let ours =
            path.extension().is_some_and(|ending| ending == "snap") && snaps.iter().all(|snap| snap.path != path);
        if ours && is_trace(&path)? {
            found.push(path);
        }
    }
    Ok(found)
}

fn is_trace(path: &Path) -> Result<bool, Failure> {
    let text = files::read(path, "trace")?;
    let head = parts(&text).map(|(head, _)| head).unwrap_or_default();
    let expression = head.lines().find_map(|line| line.strip_prefix("expression: "));
    Ok(expression.is_some_and(|expression| expression.trim_start_matches('"').starts_with(EXPRESSION)))
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

fn first_difference(was: &str, is: &str) -> Held {
    let (was, is): (Vec<&str>, Vec<&str>) = (was.trim_end().lines().collect(), is.trim_end().lines().collect());
    let end = was.len().max(is.len());
    let line = |lines: &[&str], at: usize| lines.get(at).map_or("(nothing)", |line| line.trim()).to_owned();
    match (0..end).find(|&at| was.get(at) != is.get(at)) {
        None => Held::Same,
        Some(at) => Held::Changed { line: at + 1, was: line(&was, at), is: line(&is, at) },
    }
}

/// File names for titles: `Two against a wood` is `two_against_a_wood`. Titles that give the same name are numbered.
pub(crate) fn names<'t>(titles: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
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
        let taken = |name: &str| names.iter().any(|other| other == name);
        let numbered = (2..).map(|nth: u32| format!("{name}_{nth}"));
        let free = std::iter::once(name.to_owned()).chain(numbered).find(|name| !taken(name));
        names.push(free.unwrap_or_default());
    }
    names
}
