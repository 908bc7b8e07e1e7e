//! A game as it lies in its folder.
//!
//! In: a folder or one `.wgr` file, and the errata that count. Out: its texts in the order of their paths, and its
//! ledger. Promises: `errata/` and `house/` count only where named; folders whose names begin with a dot are passed by;
//! everything that cannot be read is told at once; nothing is read beyond the game's root (`root.rs`).

use crate::exit::Failure;
use crate::files;
use crate::known::Known;
use crate::root::{Open, Root, Text};
use std::collections::BTreeSet;
use std::fs::{canonicalize, metadata, read_dir};
use std::path::{Path, PathBuf};
use wgr_compiler::diag::{Diagnostic, did_you_mean};
use wgr_compiler::{FileId, Ledger, Sources, series_of};

const ENDING: &str = "wgr";
/// What the files hold.
const KIND: &str = "file of rules";
const LEDGER: &str = "ledger.tsv";
/// Their files count only where they are named.
const OVERLAYS: [&str; 2] = ["errata", "house"];
/// Folders within folders; deeper ones are no game of ours.
const DEEPEST: usize = 16;

/// The texts of a game.
pub(crate) struct Loaded {
    pub(crate) sources: Sources,
    pub(crate) ledger: Option<Ledger>,
    /// What is wrong with the ledger itself.
    pub(crate) told: Vec<Diagnostic>,
    /// Where each file of rules lies.
    pub(crate) paths: Vec<(FileId, PathBuf)>,
    /// Where the ledger lies.
    pub(crate) ledger_at: Option<(FileId, PathBuf)>,
    /// Where the errata and house rules lie that were named.
    pub(crate) overlays: Vec<PathBuf>,
    /// The folder of its series.
    pub(crate) series: Option<PathBuf>,
}

impl Loaded {
    /// Does the game read this file, or would it where that is new?
    pub(crate) fn reads(&self, path: &Path) -> bool {
        let known = self.paths.iter().chain(&self.ledger_at).any(|(_, known)| known == path);
        known || self.series.as_ref().is_some_and(|folder| path.starts_with(folder))
    }

    /// A series is named from its game; its files go by their own paths.
    pub(crate) fn straighten(&mut self) {
        let paths = self.paths.iter_mut().map(|(_, path)| path);
        paths.chain(&mut self.series).for_each(|path| *path = files::straight(path));
    }
}

pub(crate) fn load(path: &Path, errata: &[PathBuf], root: Option<&Path>) -> Result<Loaded, Failure> {
    load_with(path, errata, root, &Open::new(), &mut Known::default())
}

/// The same, with texts in the place of what lies on the disk, and what is known of it.
pub(crate) fn load_with(
    path: &Path,
    errata: &[PathBuf],
    root: Option<&Path>,
    open: &Open,
    known: &mut Known,
) -> Result<Loaded, Failure> {
    let is_folder = !open.contains_key(path) && is_folder(path)?;
    let mut root = Root::of(path, root, open)?;
    let mut found = if is_folder { rules_of(path)? } else { vec![single(path)?] };
    if is_folder {
        found.extend(open.keys().filter(|open| unwritten(path, open)).cloned());
        found.sort();
    }
    let mut named: Vec<PathBuf> = Vec::new();
    for one in errata {
        let overlay = if open.contains_key(one) { one.clone() } else { overlay(path, one)? };
        if !found.iter().chain(&named).any(|known| files::same(known, &overlay)) {
            named.push(overlay);
        }
    }
    let (told, paths, overlays) = (Vec::new(), Vec::new(), named.clone());
    let sources = Sources::new();
    let mut loaded = Loaded { sources, ledger: None, told, paths, ledger_at: None, overlays, series: None };
    let mut failed: Option<Failure> = None;
    // What the command line names may lie anywhere; what lies in the game's folder may not lead out of it.
    let read = if is_folder { Root::read } else { Root::read_named };
    add(&mut loaded, found, &mut failed, known, &mut |path, known| read(&mut root, path, KIND, known));
    add(&mut loaded, named, &mut failed, known, &mut |path, known| root.read_named(path, KIND, known));
    if is_folder {
        beside(path, &mut loaded, &mut root, known);
    }
    let series = series(path, &mut loaded, &root)?;
    add(&mut loaded, series, &mut failed, known, &mut |path, known| root.read(path, KIND, known));
    if let Err(more) = ledger(path, &mut loaded, &mut root, known) {
        failed = Some(and(failed, more));
    }
    known.forget_others(loaded.paths.iter().chain(&loaded.ledger_at).map(|(_, path)| path.as_path()));
    failed.map_or(Ok(loaded), Err)
}

/// The texts of these files; all that cannot be read is told.
fn add(
    loaded: &mut Loaded,
    paths: Vec<PathBuf>,
    failed: &mut Option<Failure>,
    known: &mut Known,
    read: &mut dyn FnMut(&Path, &mut Known) -> Result<Text, Failure>,
) {
    for path in paths {
        match read(&path, known) {
            Ok(text) => {
                let file = match text {
                    Text::New(text) => loaded.sources.add(shown(&path), text),
                    Text::Known(source) => loaded.sources.add_known(&source),
                };
                known.keep(&path, loaded.sources.shared(file));
                loaded.paths.push((file, path));
            }
            Err(more) => *failed = Some(and(failed.take(), more)),
        }
    }
}

/// Errata and house rules that lie in the game and do not count: examples may name them. Whether they can be read is no
/// matter of the game's.
fn beside(game: &Path, loaded: &mut Loaded, root: &mut Root<'_>, known: &mut Known) {
    // What counts and lies where others do not was named.
    let counts = |path: &PathBuf| loaded.overlays.iter().any(|known| files::same(known, path));
    let others: Vec<PathBuf> = overlays_in(game, root.open()).into_iter().filter(|path| !counts(path)).collect();
    for path in &others {
        let Ok(text) = root.read(path, KIND, known) else { continue };
        let called = path.file_stem().unwrap_or_default().to_string_lossy();
        known.titles(path, text.as_str()).iter().for_each(|title| loaded.sources.lies_beside(title, called.as_ref()));
    }
}

/// The files of the series that the game is of; its folder is named from the game's.
fn series(game: &Path, loaded: &mut Loaded, root: &Root<'_>) -> Result<Vec<PathBuf>, Failure> {
    let Some(named) = loaded.sources.iter().find_map(|(_, source)| series_of(&source.text)) else {
        return Ok(Vec::new());
    };
    let folder = if game.is_dir() { game } else { game.parent().unwrap_or(game) }.join(&named);
    root.series(&named, &folder)?;
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(Failure::bad_use(format!(
            "{folder}: there is no such folder of a series: mend `series .. at \"{named}\"` in the head of the game"
        )));
    }
    // A folder of a series may lie around the game.
    let own: BTreeSet<PathBuf> = loaded.paths.iter().filter_map(|(_, path)| canonicalize(path).ok()).collect();
    let is_own = |path: &PathBuf| canonicalize(path).is_ok_and(|path| own.contains(&path));
    let of_series = rules_of(&folder)?.into_iter().filter(|path| !is_own(path)).collect();
    loaded.series = Some(folder);
    Ok(of_series)
}

/// Both, where something failed before.
pub(crate) fn and(failed: Option<Failure>, more: Failure) -> Failure {
    match failed {
        Some(failed) => failed.and(more),
        None => more,
    }
}

/// As people see paths, on every machine.
fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

fn is_folder(path: &Path) -> Result<bool, Failure> {
    match metadata(path) {
        Ok(metadata) => Ok(metadata.is_dir()),
        // Reading says why not.
        Err(_) => files::read(path, "game").map(|_| false),
    }
}

fn ends_right(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// One file is a game too.
fn single(path: &Path) -> Result<PathBuf, Failure> {
    if ends_right(path) {
        return Ok(path.to_owned());
    }
    let shown = path.display();
    Err(Failure::bad_use(format!("{shown}: this is no file of rules: name a `.wgr` file, or the folder of a game")))
}

/// All files of rules, overlays left out.
fn rules_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut found = Vec::new();
    walk(folder, 0, &OVERLAYS, &mut found)?;
    found.sort();
    if found.is_empty() {
        let folder = folder.display();
        return Err(Failure::bad_use(format!(
            "{folder}: no file of rules is in this folder: name the folder of a game, or begin one with `game.wgr`"
        )));
    }
    Ok(found)
}

/// Files of rules as texts, with what lies in `errata/` and `house/`: one file, or all of a folder.
pub(crate) fn texts_of(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !is_folder(path)? {
        return Ok(vec![single(path)?]);
    }
    let mut found = Vec::new();
    walk(path, 0, &[], &mut found)?;
    found.sort();
    if found.is_empty() {
        let path = path.display();
        return Err(Failure::bad_use(format!("{path}: no file of rules is in this folder: name another")));
    }
    Ok(found)
}

fn walk(folder: &Path, depth: usize, passed: &[&str], found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let told = |error: std::io::Error| {
        let folder = folder.display();
        Failure::bad_use(format!("{folder}: this folder cannot be read ({error}): give yourself the right to read it"))
    };
    for entry in read_dir(folder).map_err(told)? {
        let entry = entry.map_err(told)?;
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let kind = entry.file_type().map_err(told)?;
        let passed_by = name.starts_with('.') || depth == 0 && passed.contains(&name.as_ref());
        // A link to a folder could lead round in a circle, or anywhere.
        if kind.is_symlink() && !passed_by && path.is_dir() {
            let path = path.display();
            return Err(Failure::bad_use(format!("{path}: this folder is a link: put the folder itself there")));
        }
        if kind.is_dir() {
            if !passed_by && depth >= DEEPEST {
                let path = path.display();
                return Err(Failure::bad_use(format!(
                    "{path}: this folder lies more than {DEEPEST} folders deep: put its files higher"
                )));
            }
            if !passed_by {
                walk(&path, depth + 1, passed, found)?;
            }
        } else if ends_right(&path) && !name.starts_with('.') && !(kind.is_symlink() && path.is_dir()) {
            found.push(path);
        }
    }
    Ok(())
}

/// Does a text count in a game whose folder does not hold it yet?
fn unwritten(game: &Path, open: &Path) -> bool {
    let Ok(inside) = open.strip_prefix(game) else { return false };
    let hidden = inside.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
    ends_right(open) && !hidden && !is_overlay(game, open) && !open.exists()
}

/// Does it lie where files count only when they are named?
pub(crate) fn is_overlay(game: &Path, path: &Path) -> bool {
    let first = path.strip_prefix(game).ok().and_then(|inside| inside.components().next());
    first.is_some_and(|first| OVERLAYS.iter().any(|overlay| first.as_os_str() == *overlay))
}

/// A file of errata as named: a path, or a file of the game's `errata/` or `house/`, with or without its ending.
fn overlay(game: &Path, named: &Path) -> Result<PathBuf, Failure> {
    if named.is_file() {
        return Ok(named.to_owned());
    }
    let places = OVERLAYS.iter().map(|folder| game.join(folder).join(named)).chain([game.join(named)]);
    let with_endings = places.flat_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        [path.clone(), path.with_file_name(format!("{name}.{ENDING}"))]
    });
    if let Some(found) = with_endings.into_iter().find(|path| path.is_file()) {
        return Ok(found);
    }
    let known = overlays_of(game);
    let near = did_you_mean(&named.to_string_lossy(), "errata", known.iter().map(String::as_str));
    let named = named.display();
    let near = near.unwrap_or_else(|| "name a file".to_owned());
    Err(Failure::bad_use(format!(
        "{named}: there are no such errata: {near}; an option of the game is chosen by `--option {named}`"
    )))
}

/// All overlays of a game, those that are open and not written yet among them.
pub(crate) fn overlays_in(game: &Path, open: &Open) -> Vec<PathBuf> {
    let folders = OVERLAYS.iter().filter_map(|folder| read_dir(game.join(folder)).ok());
    let paths = folders.flat_map(|entries| entries.filter_map(Result::ok)).map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths.filter(|path| ends_right(path) && path.is_file()).collect();
    found.extend(open.keys().filter(|path| is_overlay(game, path) && ends_right(path)).cloned());
    found.sort();
    found.dedup();
    found
}

/// How the overlays of a game are called.
fn overlays_of(game: &Path) -> Vec<String> {
    let folders = OVERLAYS.iter().filter_map(|folder| read_dir(game.join(folder)).ok());
    let paths = folders.flat_map(|entries| entries.filter_map(Result::ok)).map(|entry| entry.path());
    let rules = paths.filter(|path| ends_right(path));
    let mut names: Vec<String> =
        rules.filter_map(|path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

/// The ledger of a folder, if it has one.
fn ledger(game: &Path, loaded: &mut Loaded, root: &mut Root<'_>, known: &mut Known) -> Result<(), Failure> {
    let path = game.join(LEDGER);
    if !path.exists() {
        return Ok(());
    }
    let file = match root.read(&path, "ledger", known)? {
        Text::New(text) => loaded.sources.add_beside(shown(&path), text),
        Text::Known(source) => loaded.sources.add_known(&source),
    };
    known.keep(&path, loaded.sources.shared(file));
    let read = || Ledger::read(&loaded.sources, file);
    let (mut ledger, mut told) = match loaded.sources.shared(file) {
        Some(source) => known.ledger((file, source), read),
        None => read(),
    };
    told.extend(ledger.take_in(&loaded.sources));
    loaded.ledger = Some(ledger).filter(Ledger::counts);
    (loaded.told, loaded.ledger_at) = (told, Some((file, path)));
    Ok(())
}
