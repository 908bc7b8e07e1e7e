//! How far a game may reach, and how much it may hold.
//!
//! In: a game's folder, and the folder that `--root` names. Out: the folder beyond which nothing of a game is read. It is
//! the one that `--root` names, else the nearest one at or above the game that holds a file `wgr.root`, else the game's
//! own. Promises: what is no ordinary file is not opened; what a link leads to beyond the root is not read, and nothing of
//! it is quoted; all files together stay within the limits.

use crate::exit::Failure;
use crate::files;
use crate::known::{Known, Stamp};
use std::collections::BTreeMap;
use std::fs::{canonicalize, symlink_metadata};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgr_compiler::Source;

/// Texts that stand in the place of what lies on the disk, by their paths: what is open in an editor.
pub(crate) type Open = BTreeMap<PathBuf, String>;

/// Marks the folder that holds games with the series that they are of.
pub(crate) const MARKER: &str = "wgr.root";
/// Files of rules of one game, its series and errata included, and their bytes.
pub(crate) const MOST_FILES: usize = 2_000;
pub(crate) const MOST_BYTES: u64 = 16 << 20;

/// A text of a game.
pub(crate) enum Text {
    New(String),
    /// As it was when it was read before.
    Known(Arc<Source>),
}

impl Text {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Text::New(text) => text,
            Text::Known(source) => &source.text,
        }
    }
}

/// The folder beyond which nothing is read, and what may still be read.
pub(crate) struct Root<'o> {
    folder: PathBuf,
    open: &'o Open,
    /// Folders that files lie in: within the root or not.
    folders: BTreeMap<PathBuf, bool>,
    files: usize,
    bytes: u64,
}

impl<'o> Root<'o> {
    /// Texts that stand in the place of what lies on the disk.
    pub(crate) fn open(&self) -> &'o Open {
        self.open
    }
}

impl Root<'_> {
    /// `named`: what `--root` names.
    pub(crate) fn of<'o>(game: &Path, named: Option<&Path>, open: &'o Open) -> Result<Root<'o>, Failure> {
        let told = |path: &Path, error: std::io::Error| {
            Failure::bad_use(format!("{}: this folder cannot be read ({error}): name another", path.display()))
        };
        let folder = if game.is_dir() { game } else { game.parent().unwrap_or(game) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let folder = canonicalize(folder).map_err(|error| told(folder, error))?;
        let root = match named {
            Some(named) => {
                let root = canonicalize(named).map_err(|error| told(named, error))?;
                if !folder.starts_with(&root) {
                    let (game, named) = (game.display(), named.display());
                    return Err(Failure::bad_use(format!(
                        "{game}: it does not lie in {named}: let `--root` name a folder above the game"
                    )));
                }
                root
            }
            None => folder.ancestors().find(|above| above.join(MARKER).is_file()).unwrap_or(&folder).to_owned(),
        };
        Ok(Root { folder: root, open, folders: BTreeMap::new(), files: MOST_FILES, bytes: MOST_BYTES })
    }

    /// Does this lie within the root? Links are followed first; what is not there is for whoever reads it to tell.
    pub(crate) fn holds(&self, path: &Path) -> bool {
        canonicalize(path).map_or(true, |path| path.starts_with(&self.folder))
    }

    /// The same of a file; what is no link lies where its folder lies.
    fn holds_file(&mut self, path: &Path) -> bool {
        let is_link = symlink_metadata(path).map_or(true, |there| there.is_symlink());
        match path.parent().filter(|folder| !is_link && !folder.as_os_str().is_empty()) {
            Some(folder) => match self.folders.get(folder) {
                Some(within) => *within,
                None => {
                    let within = self.holds(folder);
                    self.folders.insert(folder.to_owned(), within);
                    within
                }
            },
            None => self.holds(path),
        }
    }

    /// The text of a file that the game holds.
    pub(crate) fn read(&mut self, path: &Path, kind: &str, known: &mut Known) -> Result<Text, Failure> {
        if !self.holds_file(path) {
            return Err(Failure::bad_use(format!(
                "{}: this link leads out of {}: put the file itself there",
                path.display(),
                self.folder.display()
            )));
        }
        self.read_named(path, kind, known)
    }

    /// The same of a file that the command line names, wherever it lies.
    pub(crate) fn read_named(&mut self, path: &Path, kind: &str, known: &mut Known) -> Result<Text, Failure> {
        let open = self.open.get(&files::straight(path));
        // Where it cannot be looked at, reading says why not.
        let stamp = if open.is_none() { Stamp::of(path) } else { None };
        let length = open.map_or_else(|| stamp.map_or(0, Stamp::length), |text| text.len() as u64);
        self.files = self.files.checked_sub(1).ok_or_else(|| {
            Failure::bad_use(format!(
                "{}: the game has more than {MOST_FILES} files: put several into one (`wgr explain limits`)",
                path.display()
            ))
        })?;
        if length > self.bytes {
            return Err(too_long(path));
        }
        let text = match (known.text(path, open, stamp), open) {
            (Some(source), _) => Text::Known(source),
            (None, Some(text)) => Text::New(text.clone()),
            (None, None) => Text::New(files::read(path, kind)?),
        };
        self.bytes = self.bytes.checked_sub(text.as_str().len() as u64).ok_or_else(|| too_long(path))?;
        known.was_read(path, stamp);
        Ok(text)
    }

    /// The folder of a series, as the game names it.
    pub(crate) fn series(&self, named: &str, folder: &Path) -> Result<(), Failure> {
        if self.holds(folder) {
            return Ok(());
        }
        Err(Failure::bad_use(format!(
            "`series .. at \"{named}\"` leads out of {}: put an empty file `{MARKER}` into the folder that holds both \
             the game and its series, or name that folder with `--root`",
            self.folder.display()
        )))
    }
}

fn too_long(path: &Path) -> Failure {
    let most = MOST_BYTES >> 20;
    Failure::bad_use(format!(
        "{}: with this file the game has more than {most} MiB of rules: name the folder of a game (`wgr explain limits`)",
        path.display()
    ))
}
