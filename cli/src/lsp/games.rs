//! The games of what is open. In: open documents. Out: for each game what a check says, by file. Promises: a game is
//! the nearest folder at or above a file that holds `game.wgr`, or the file alone; what lies in `errata/` or `house/` is
//! checked as laid over its game, and told alone; what a game was found to be before is remembered.

use super::documents::Documents;
use super::messages::{Sheets, told};
use super::positions::Encoding;
use crate::check::found;
use crate::files;
use crate::known::Known;
use crate::load::{Loaded, is_overlay, load_with};
use crate::mistake::survived;
use crate::root::{MARKER, Open};
use lsp_types::{Diagnostic, DiagnosticSeverity};
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wgr_compiler::{Names, Outline, Starts, Workspace, diag};

/// How the head of a game is called.
const HEAD: &str = "game.wgr";

/// The messages of each file.
pub(crate) type Told = BTreeMap<PathBuf, Vec<Diagnostic>>;

/// Which game: its folder or single file, and the errata that are laid over it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Which {
    pub(crate) at: PathBuf,
    errata: Option<PathBuf>,
}

impl Which {
    /// The game of a file; none for what is no file of rules.
    pub(crate) fn of(path: &Path, root: Option<&Path>, open: &Open) -> Option<Which> {
        if !path.is_absolute() || path.extension().is_none_or(|ending| ending != "wgr") {
            return None;
        }
        let at = home(path, root, open);
        let errata = is_overlay(&at, path).then(|| path.to_owned());
        Some(Which { at, errata })
    }

    /// Does a file lie in its folder?
    pub(crate) fn holds(&self, path: &Path) -> bool {
        path.starts_with(&self.at)
    }
}

fn home(path: &Path, root: Option<&Path>, open: &Open) -> PathBuf {
    for folder in path.ancestors().skip(1) {
        let head = folder.join(HEAD);
        if open.contains_key(&head) || head.is_file() {
            return folder.to_owned();
        }
        // Beyond this nothing of a game is read.
        if folder.join(MARKER).is_file() || root.is_some_and(|root| files::same(root, folder)) {
            break;
        }
    }
    path.to_owned()
}

/// One game, and what is known of it.
#[derive(Default)]
pub(crate) struct Game {
    workspace: Workspace,
    /// Its texts, as they were read last.
    read: Known,
    /// As it was when it was checked last.
    pub(crate) loaded: Option<Loaded>,
    /// What its names stand for, once that was asked.
    names: OnceCell<Names>,
    /// What is in it, once that was asked.
    pub(crate) outline: Option<Outline>,
    /// All that was said of it then.
    pub(crate) said: Vec<diag::Diagnostic>,
}

impl Game {
    /// Looks at it as it is now: its messages. A mistake of wgr is told in the place of what it would have said.
    pub(crate) fn check(
        &mut self,
        which: &Which,
        (root, documents, encoding): (Option<&Path>, &Documents, Encoding),
    ) -> Told {
        let errata: Vec<PathBuf> = which.errata.iter().cloned().collect();
        let loaded = load_with(&which.at, &errata, root, &documents.texts, &mut self.read);
        let loaded = loaded.map_err(|failure| failure.to_string());
        let checked = loaded.and_then(|loaded| {
            survived(|| self.look(loaded, which, (documents, encoding))).map_err(|lines| lines.join("\n"))
        });
        checked.unwrap_or_else(|what| {
            let head = which.at.join(HEAD);
            let at = if head.is_file() { head } else { which.at.clone() };
            // Nothing half done is remembered.
            *self = Game::default();
            Told::from([(at, vec![failed(&what)])])
        })
    }

    fn look(&mut self, mut loaded: Loaded, which: &Which, (documents, encoding): (&Documents, Encoding)) -> Told {
        loaded.straighten();
        let checked = self.workspace.check(&loaded.sources, loaded.ledger.as_ref(), Starts::ScenesToo);
        let found = found(&loaded, checked);
        self.said = found.told.into_iter().chain(found.open).collect();
        let sheets = Sheets::new(&loaded, documents, encoding);
        let mut all = Told::new();
        for message in &self.said {
            let Some((path, message)) = told(&sheets, message) else { continue };
            if which.errata.as_ref().is_none_or(|alone| *alone == path) {
                all.entry(path).or_default().push(message);
            }
        }
        (self.names, self.outline, self.loaded) = (OnceCell::new(), None, Some(loaded));
        all
    }

    /// No text is taken to be as it was.
    pub(crate) fn read_again(&mut self) {
        self.read = Known::default();
    }

    /// What its names stand for. They take their time: whoever waits for messages does not wait for them.
    pub(crate) fn names(&self) -> &Names {
        self.names.get_or_init(|| survived(|| self.workspace.names()).unwrap_or_default())
    }

    /// Has nobody asked yet what its names stand for?
    pub(crate) fn is_unnamed(&self) -> bool {
        self.names.get().is_none()
    }
}

/// Why nothing can be said of a game.
fn failed(what: &str) -> Diagnostic {
    let lines: Vec<&str> = what.lines().map(|line| line.trim_start_matches("wgr: ")).collect();
    Diagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        source: Some("wgr".to_owned()),
        message: lines.join("\n"),
        ..Diagnostic::default()
    }
}

impl Game {
    /// What is in it, as it was checked last.
    pub(crate) fn outline(&mut self) -> &Outline {
        let (loaded, workspace) = (self.loaded.as_ref(), &mut self.workspace);
        self.outline.get_or_insert_with(|| match loaded {
            Some(loaded) => workspace.outline(&loaded.sources),
            None => Outline::default(),
        })
    }
}
