//! The texts of a game, and every way of saying where something stands in them.
//!
//! In: paths and texts, in the order in which they are read. Out: a [`FileId`] each, lines and columns for people
//! (both from 1, columns in characters), and *global lines*: the files laid behind each other, with room between them, so
//! that the one [`Pos`] of an IR names a place in any of them. Promises: no place is out of bounds; what names no place gives `None` or the
//! nearest place there is. Nothing is read here: the texts come from cli or a test.

use crate::diag::Place;
use std::sync::Arc;
use wgr_grammar::{Span, TokenKind};
use wgr_runtime::ir::Pos;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// One file: its path as people know it, its text, and where its lines begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    pub path: String,
    pub text: String,
    /// The byte with which each line begins; the first is 0.
    starts: Vec<u32>,
    /// Each letter is one byte: columns are counted by subtracting.
    plain: bool,
    /// The global line before its first.
    base: u32,
    /// It holds rules; if not, it is here so that messages can show it.
    rules: bool,
    /// Of a text with errata in it: where each part of it is written.
    pieces: Vec<Piece>,
}

/// A part of an amended text, up to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub(crate) start: u32,
    /// Where it is written; blanks that nobody wrote stand at the end of what is before them.
    pub(crate) at: Place,
}

impl Piece {
    fn written(self, offset: u32) -> u32 {
        (self.at.span.start + offset.saturating_sub(self.start)).min(self.at.span.end)
    }
}

impl Source {
    /// The same place in the world with another text of the same length and lines.
    pub(crate) fn shown_as(&self, text: String) -> Source {
        let (path, starts, pieces) = (self.path.clone(), self.starts.clone(), self.pieces.clone());
        let plain = text.is_ascii();
        Source { path, text, starts, plain, base: self.base, rules: self.rules, pieces }
    }

    /// How many lines; one more than line ends.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Line and column from 1. A byte behind the end stands at the end, one within a letter at that letter.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start as usize <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default() as usize;
        let letters = |before: &str| before.chars().count();
        let column = if self.plain { offset - start } else { self.text.get(start..offset).map_or(0, letters) };
        (line as u32 + 1, column as u32 + 1)
    }

    /// The byte of a line and column from 1; none where there is no such line or it is shorter.
    pub fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let text = self.line(line)?;
        let start = *self.starts.get(line.checked_sub(1)? as usize)?;
        let at = column.checked_sub(1)? as usize;
        let ends = text.char_indices().map(|(byte, _)| byte).chain([text.len()]);
        ends.into_iter().nth(at).map(|byte| start + byte as u32)
    }

    /// The byte with which a line from 1 begins; the end of the text behind the last line.
    pub(crate) fn line_start(&self, line: u32) -> usize {
        let at = line.checked_sub(1).map_or(0, |at| at as usize);
        self.starts.get(at).map_or(self.text.len(), |start| *start as usize)
    }

    /// The text of a line from 1, without its end.
    pub fn line(&self, line: u32) -> Option<&str> {
        let at = line.checked_sub(1)? as usize;
        let start = *self.starts.get(at)? as usize;
        let end = self.starts.get(at + 1).map_or(self.text.len(), |next| *next as usize);
        self.text.get(start..end).map(|line| line.trim_end_matches(['\n', '\r']))
    }
}

/// Each file has room for so many global lines, or several times as many: one line more in it moves no other file.
const ROOM: u32 = 1024;

/// All files of a game, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    files: Vec<Arc<Source>>,
    /// Texts that files have had since: no files of their own.
    versions: Vec<Arc<Source>>,
    /// Titles of errata and house rules that lie beside the game and do not count.
    lie_beside: Vec<(String, String)>,
}

impl Sources {
    pub fn new() -> Sources {
        Sources::default()
    }

    /// A file of rules. A mark of encoding at the beginning of a text is no part of it.
    pub fn add(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        self.keep(path.into(), text.into(), true)
    }

    /// The folder that a file is in.
    pub(crate) fn folder(&self, file: FileId) -> &str {
        let path = self.get(file).map_or("", |source| source.path.as_str());
        path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The same file as among other sources, with all that is known of it.
    pub fn add_known(&mut self, source: &Arc<Source>) -> FileId {
        let base = self.next_base();
        let same =
            if source.base == base { Arc::clone(source) } else { Arc::new(Source { base, ..(**source).clone() }) };
        self.files.push(same);
        FileId(self.files.len() as u32 - 1)
    }

    /// A file that others may have, too.
    pub fn shared(&self, id: FileId) -> Option<&Arc<Source>> {
        self.files.get(id.0 as usize)
    }

    /// A file that holds no rules, like the ledger; places in it can be shown.
    pub fn add_beside(&mut self, path: impl Into<String>, text: impl Into<String>) -> FileId {
        self.keep(path.into(), text.into(), false)
    }

    /// Errata or house rules of this title lie beside the game and do not count: examples and other errata may name them.
    /// `called`: as they are named where they are to count.
    pub fn lies_beside(&mut self, title: impl Into<String>, called: impl Into<String>) {
        self.lie_beside.push((title.into(), called.into()));
    }

    pub(crate) fn lie_beside(&self) -> &[(String, String)] {
        &self.lie_beside
    }

    /// The same files with other texts in them, and all else as it is.
    pub(crate) fn with_texts(&self, mut written: impl FnMut(FileId, &str) -> String) -> Sources {
        let mut other = Sources {
            files: Vec::with_capacity(self.files.len()),
            versions: Vec::new(),
            lie_beside: self.lie_beside.clone(),
        };
        for (at, source) in self.files.iter().enumerate() {
            other.keep(source.path.clone(), written(FileId(at as u32), &source.text), source.rules);
        }
        other
    }

    fn keep(&mut self, path: String, mut text: String, rules: bool) -> FileId {
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        let starts: Vec<u32> = [0].into_iter().chain(ends).collect();
        let base = self.next_base();
        let id = FileId(self.files.len() as u32);
        let plain = text.is_ascii();
        self.files.push(Arc::new(Source { path, text, starts, plain, base, rules, pieces: Vec::new() }));
        id
    }

    /// The global line before the first one of the next file.
    fn next_base(&self) -> u32 {
        self.files.last().map_or(0, |last| last.base.saturating_add((last.lines() / ROOM + 1) * ROOM))
    }

    /// The text of a file with errata in it: no file of its own, so what is said of it is said where it is written.
    pub(crate) fn add_amended(&mut self, of: FileId, text: String, pieces: Vec<Piece>) -> FileId {
        let id = self.keep(self.path(of).to_owned(), text, false);
        if let Some(source) = self.files.get_mut(id.0 as usize) {
            Arc::make_mut(source).pieces = pieces;
        }
        id
    }

    /// The text of a file as it is now, its lines where they were. No file can be added behind it.
    pub(crate) fn add_version(&mut self, of: FileId, now: &Source) -> FileId {
        let base = self.get(of).map_or(0, |source| source.base);
        self.versions.push(Arc::new(Source { base, rules: false, ..now.clone() }));
        FileId((self.files.len() + self.versions.len()) as u32 - 1)
    }

    /// How many later texts there are.
    pub(crate) fn versions(&self) -> usize {
        self.versions.len()
    }

    /// From here on texts are versions of others.
    pub(crate) fn first_version(&self) -> Option<FileId> {
        (!self.versions.is_empty()).then_some(FileId(self.files.len() as u32))
    }

    /// Is it a text that errata changed?
    pub(crate) fn is_amended(&self, file: FileId) -> bool {
        self.get(file).is_some_and(|source| !source.pieces.is_empty())
    }

    /// Where it is written: of what was amended in part, the part that it begins with.
    pub(crate) fn written(&self, at: Place) -> Place {
        let mut at = at;
        while let Some(source) = self.get(at.file).filter(|source| !source.pieces.is_empty()) {
            let piece = |offset: u32| {
                let behind = source.pieces.partition_point(|piece| piece.start <= offset);
                source.pieces.get(behind.saturating_sub(1)).copied()
            };
            let last = at.span.end.saturating_sub(1).max(at.span.start);
            let Some((first, last)) = piece(at.span.start).zip(piece(last)) else { return at };
            let start = first.written(at.span.start);
            let goes_on = first.at.file == last.at.file && first.at.span.start <= last.at.span.start;
            let end = if first == last || goes_on && self.path(at.file) == self.path(first.at.file) {
                last.written(at.span.end)
            } else {
                let part = Span { start, end: first.at.span.end };
                start + self.text(Place::new(first.at.file, part)).trim_end().len() as u32
            };
            at = Place::new(first.at.file, Span { start, end: end.max(start) });
        }
        at
    }

    /// Does all of it stand in one place?
    pub(crate) fn is_one_piece(&self, at: Place) -> bool {
        let Some(source) = self.get(at.file) else { return true };
        let first = source.pieces.partition_point(|piece| piece.start <= at.span.start);
        source.pieces.get(first).is_none_or(|next| at.span.end <= next.start)
    }

    /// The same with another text in the place of one.
    #[must_use]
    pub fn with(&self, file: FileId, text: String) -> Sources {
        let mut text = Some(text);
        self.with_texts(|at, written| text.take_if(|_| at == file).unwrap_or_else(|| written.to_owned()))
    }

    pub fn get(&self, id: FileId) -> Option<&Source> {
        let at = id.0 as usize;
        let version = || self.versions.get(at.checked_sub(self.files.len())?);
        self.files.get(at).or_else(version).map(|source| &**source)
    }

    /// The files of rules, in order.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &Source)> {
        let all = self.files.iter().enumerate().map(|(at, source)| (FileId(at as u32), &**source));
        all.filter(|(_, source)| source.rules)
    }

    /// The path of a file; empty for one that is not here.
    pub fn path(&self, id: FileId) -> &str {
        self.get(id).map_or("", |source| source.path.as_str())
    }

    /// The text of a place; empty where there is none.
    pub fn text(&self, at: Place) -> &str {
        self.get(at.file).map_or("", |source| at.span.of(&source.text))
    }

    /// The words of a place, as they are said: without comments, and laid out on one line.
    pub(crate) fn said(&self, at: Place) -> String {
        let text = self.text(at);
        if is_laid_out(text) {
            return text.to_owned();
        }
        let mut said = String::with_capacity(text.len());
        let mut apart = false;
        for token in wgr_grammar::tokens(text) {
            if matches!(token.kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment) {
                apart = !said.is_empty();
                continue;
            }
            if std::mem::take(&mut apart) {
                said.push(' ');
            }
            said.push_str(token.span.of(text));
        }
        said
    }

    /// Line and column from 1; 1 and 1 for a file that is not here.
    pub fn line_column(&self, file: FileId, offset: u32) -> (u32, u32) {
        self.get(file).map_or((1, 1), |source| source.line_column(offset))
    }

    /// The place as one line among the lines of all files.
    pub fn pos(&self, at: Place) -> Pos {
        let at = self.written(at);
        let Some(source) = self.get(at.file) else { return Pos::default() };
        let (line, column) = source.line_column(at.span.start);
        Pos { line: source.base.saturating_add(line), column }
    }

    /// What is made of an item, as its author calls it: where two things are called alike, the program has `steps` and `steps_2`.
    pub fn called<'s>(&'s self, name: &'s str, at: Pos) -> &'s str {
        let written = self.place(at).map_or("", |place| self.text(place));
        let number = name.strip_prefix(written).and_then(|rest| rest.strip_prefix('_'));
        let numbered = number.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|sign| sign.is_ascii_digit()));
        if numbered && written.starts_with(char::is_alphabetic) { written } else { name }
    }

    /// What [`Sources::pos`] made, back again: the word, number, string or mark that begins there.
    pub fn place(&self, pos: Pos) -> Option<Place> {
        let after = self.files.partition_point(|source| source.base < pos.line);
        let at = after.checked_sub(1)?;
        let source = self.files.get(at)?;
        let start = source.offset(pos.line - source.base, pos.column)?;
        let rest = source.text.get(start as usize..)?;
        let end = start + token(rest) as u32;
        Some(Place { file: FileId(at as u32), span: Span { start, end } })
    }
}

/// Are there no comments in it, and nowhere more between two words than one blank? Most of what authors write is so.
fn is_laid_out(text: &str) -> bool {
    let plain = text.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    let mut pairs = text.as_bytes().windows(2);
    plain && !text.starts_with(' ') && !text.ends_with(' ') && pairs.all(|pair| pair != b"  " && pair != b"//")
}

/// How many bytes the first token has: none at the end of a line.
fn token(rest: &str) -> usize {
    let mut letters = rest.chars();
    let Some(first) = letters.next() else { return 0 };
    let wordlike = |letter: char| letter.is_alphanumeric() || letter == '_';
    if wordlike(first) {
        return rest.find(|letter: char| !wordlike(letter)).unwrap_or(rest.len());
    }
    if first == '"' {
        let line = rest.split('\n').next().unwrap_or_default();
        return line.get(1..).and_then(|inner| inner.find('"')).map_or(line.trim_end().len(), |at| at + 2);
    }
    if first.is_whitespace() { 0 } else { first.len_utf8() }
}
