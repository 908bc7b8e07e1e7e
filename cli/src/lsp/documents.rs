//! What is open in the editor: texts, and by which names and versions the editor knows them.

use super::positions::{Encoding, Lines};
use super::uri;
use crate::root::Open;
use lsp_types::{TextDocumentContentChangeEvent, Uri};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(crate) struct Documents {
    pub(crate) texts: Open,
    known: BTreeMap<PathBuf, Known>,
}

struct Known {
    uri: Uri,
    version: i32,
}

/// The path by which a document is kept. What is no file goes by its whole name, and no folder holds it.
pub(crate) fn key(uri: &Uri) -> PathBuf {
    uri::path(uri).unwrap_or_else(|| PathBuf::from(uri.as_str()))
}

impl Documents {
    pub(crate) fn open(&mut self, uri: Uri, version: i32, text: String) -> PathBuf {
        let path = key(&uri);
        self.texts.insert(path.clone(), text);
        self.known.insert(path.clone(), Known { uri, version });
        path
    }

    /// Makes edits one after the other; none where nothing of that name is open.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) -> Option<PathBuf> {
        let path = key(uri);
        let text = self.texts.get_mut(&path)?;
        for change in changes {
            let Some(range) = change.range else {
                *text = change.text;
                continue;
            };
            let lines = Lines::new(text, encoding);
            let (start, end) = (lines.offset(range.start), lines.offset(range.end));
            text.replace_range(start.min(end)..end.max(start), &change.text);
        }
        if let Some(known) = self.known.get_mut(&path) {
            known.version = version;
        }
        Some(path)
    }

    pub(crate) fn close(&mut self, uri: &Uri) -> PathBuf {
        let path = key(uri);
        self.texts.remove(&path);
        self.known.remove(&path);
        path
    }

    pub(crate) fn text(&self, uri: &Uri) -> Option<&str> {
        self.texts.get(&key(uri)).map(String::as_str)
    }

    pub(crate) fn version(&self, path: &Path) -> Option<i32> {
        self.known.get(path).map(|known| known.version)
    }

    /// As the editor calls it, or as it would.
    pub(crate) fn uri(&self, path: &Path) -> Option<Uri> {
        self.known.get(path).map_or_else(|| uri::of(path), |known| Some(known.uri.clone()))
    }
}
