//! What was read of a game before, so that an editor's next key does not read all of it again.
//!
//! In: the texts of a game as they were read. Out: those that are as they were. Promises: a text is taken from here only where
//! its file has the length and the time of its last change that it had; of a file that was changed just now the time says nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fs::metadata;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use wgr_compiler::diag::Diagnostic;
use wgr_compiler::{FileId, Ledger, Source, errata_of};

/// Two changes within this time may bear the same time.
const JUST_NOW: Duration = Duration::from_secs(2);

/// What a file says about its text without being read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    length: u64,
    /// None where the system does not tell, or where it was just now.
    changed: Option<SystemTime>,
}

impl Stamp {
    pub(crate) fn of(path: &Path) -> Option<Stamp> {
        let there = metadata(path).ok()?;
        let long_ago = |at: &SystemTime| at.elapsed().is_ok_and(|since| since > JUST_NOW);
        Some(Stamp { length: there.len(), changed: there.modified().ok().filter(long_ago) })
    }

    pub(crate) fn length(self) -> u64 {
        self.length
    }
}

/// What was read.
#[derive(Default)]
pub(crate) struct Known {
    /// By path.
    texts: BTreeMap<OsString, Kept>,
    /// Of what lies beside the game: its text, and the titles of its errata.
    beside: BTreeMap<PathBuf, (String, Vec<String>)>,
    /// The ledger as it lies there, and what is wrong with it.
    ledger: Option<(FileId, Arc<Source>, Ledger, Vec<Diagnostic>)>,
}

#[derive(Default)]
struct Kept {
    source: Option<Arc<Source>>,
    stamp: Option<Stamp>,
}

impl Known {
    /// The text of a file, if it is as it was. `open`: what stands in its place.
    pub(crate) fn text(&self, path: &Path, open: Option<&String>, stamp: Option<Stamp>) -> Option<Arc<Source>> {
        let kept = self.texts.get(path.as_os_str())?;
        let source = kept.source.as_ref()?;
        let stands = match open {
            Some(text) => *text == source.text,
            None => stamp.is_some_and(|now| now.changed.is_some() && kept.stamp == Some(now)),
        };
        stands.then(|| Arc::clone(source))
    }

    /// It is about to be kept.
    pub(crate) fn was_read(&mut self, path: &Path, stamp: Option<Stamp>) {
        self.texts.entry(path.as_os_str().to_owned()).or_default().stamp = stamp;
    }

    /// Its text.
    pub(crate) fn keep(&mut self, path: &Path, source: Option<&Arc<Source>>) {
        if let Some(kept) = self.texts.get_mut(path.as_os_str()) {
            kept.source = source.cloned();
        }
    }

    /// What is not of the game any more.
    pub(crate) fn forget_others<'p>(&mut self, of_the_game: impl Iterator<Item = &'p Path>) {
        let of_the_game: BTreeSet<&OsStr> = of_the_game.map(Path::as_os_str).collect();
        self.texts.retain(|path, _| of_the_game.contains(path.as_os_str()));
    }

    /// The titles of the errata in a text that lies beside the game.
    pub(crate) fn titles(&mut self, path: &Path, text: &str) -> &[String] {
        let stands = self.beside.get(path).is_some_and(|(known, _)| known == text);
        if !stands {
            let titles = errata_of(text).into_iter().map(|head| head.title).collect();
            self.beside.insert(path.to_owned(), (text.to_owned(), titles));
        }
        self.beside.get(path).map_or(&[], |(_, titles)| titles)
    }

    /// The ledger in this text, and what is wrong with it.
    pub(crate) fn ledger(
        &mut self,
        (file, source): (FileId, &Arc<Source>),
        read: impl FnOnce() -> (Ledger, Vec<Diagnostic>),
    ) -> (Ledger, Vec<Diagnostic>) {
        let known = self.ledger.as_ref().filter(|(at, text, ..)| *at == file && Arc::ptr_eq(text, source));
        if let Some((_, _, ledger, told)) = known {
            return (ledger.clone(), told.clone());
        }
        let (ledger, told) = read();
        self.ledger = Some((file, Arc::clone(source), ledger.clone(), told.clone()));
        (ledger, told)
    }
}
