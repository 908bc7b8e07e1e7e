//! What stands at a place: where it is declared, where else it is named. In: a game as it was read last, and a place in an
//! open file. Out: places. A case is declared in the ledger.

use super::documents::key;
use super::games::{Game, Which};
use super::messages::Sheets;
use super::server::Server;
use crate::known::Known;
use crate::load::{Loaded, load_with, overlays_in};
use crate::mistake::survived;
use lsp_types::{DocumentHighlight, DocumentHighlightKind, Location, Position, Range, TextDocumentPositionParams, Uri};
use std::path::Path;
use wgr_compiler::diag::Place;
use wgr_compiler::{FileId, LedgerLine, Mark, Names, Sort, Symbol, names};
use wgr_grammar::Span;

/// Texts with what their names stand for.
pub(crate) struct Read<'s> {
    pub(crate) loaded: &'s Loaded,
    pub(crate) names: &'s Names,
    pub(crate) sheets: Sheets<'s>,
}

impl<'s> Read<'s> {
    pub(crate) fn of(server: &'s Server, game: &'s Game) -> Option<Read<'s>> {
        let loaded = game.loaded.as_ref()?;
        Some(Read { loaded, names: game.names(), sheets: Sheets::new(loaded, &server.documents, server.encoding) })
    }

    /// The file of an open document, and the byte at a position in it.
    pub(crate) fn offset(&self, uri: &Uri, at: Position) -> Option<(FileId, u32)> {
        let path = key(uri);
        let (file, _) = self.loaded.paths.iter().find(|(_, known)| *known == path)?;
        Some((*file, self.sheets.get(*file)?.lines.offset(at) as u32))
    }

    pub(crate) fn mark(&self, at: &TextDocumentPositionParams) -> Option<Mark> {
        let (file, offset) = self.offset(&at.text_document.uri, at.position)?;
        self.names.at(file, offset).copied()
    }

    pub(crate) fn symbol(&self, mark: Mark) -> Option<&'s Symbol> {
        self.names.symbol(mark.symbol)
    }

    pub(crate) fn location(&self, at: Place) -> Option<Location> {
        let sheet = self.sheets.get(at.file)?;
        Some(Location { uri: sheet.uri.clone(), range: sheet.lines.range(at.span) })
    }

    fn declared(&self, symbol: &Symbol) -> Vec<Location> {
        if symbol.sort == Sort::Case {
            return self.ledger_lines(&symbol.name);
        }
        symbol.declared.iter().filter_map(|at| self.location(*at)).collect()
    }

    /// The lines of the ledger that a case stands for.
    fn ledger_lines(&self, case: &str) -> Vec<Location> {
        let Some(ledger) = &self.loaded.ledger else { return Vec::new() };
        let place = |line: &LedgerLine| {
            let sheet = self.sheets.get(line.file)?;
            let start = Position { line: line.line.saturating_sub(1), character: 0 };
            let end = sheet.lines.offset(Position { character: u32::MAX, ..start });
            let span = Span { start: sheet.lines.offset(start) as u32, end: end as u32 };
            Some(Location { uri: sheet.uri.clone(), range: sheet.lines.range(span) })
        };
        ledger.cited(case).into_iter().filter_map(place).collect()
    }
}

pub(crate) fn declarations(server: &Server, game: &Game, at: &TextDocumentPositionParams) -> Vec<Location> {
    let found = Read::of(server, game).and_then(|read| {
        let symbol = read.symbol(read.mark(at)?)?;
        Some(read.declared(symbol))
    });
    found.unwrap_or_default()
}

/// Where the list or the pieces are declared of which something is one.
pub(crate) fn types(server: &Server, game: &Game, at: &TextDocumentPositionParams) -> Vec<Location> {
    let found = Read::of(server, game).and_then(|read| {
        let typed = &read.symbol(read.mark(at)?)?.typed;
        let is_kind = |symbol: &&Symbol| symbol.sort == Sort::Kind && symbol.typed.pieces == typed.pieces;
        let list = typed.of.and_then(|list| read.names.symbol(list));
        let kind = || read.names.symbols().map(|(_, symbol)| symbol).find(is_kind);
        let of = if typed.pieces == 0 { list } else { kind() };
        Some(of.map(|of| read.declared(of)).unwrap_or_default())
    });
    found.unwrap_or_default()
}

/// Everywhere in the game, errata and house rules among it.
pub(crate) fn references(
    server: &Server,
    (which, game): (&Which, &Game),
    at: &TextDocumentPositionParams,
    with_declaration: bool,
) -> Vec<Location> {
    // What was checked is all there is, where nothing is laid over it.
    let overlaid = !overlays_in(&which.at, &server.documents.texts).is_empty();
    let whole = if overlaid { Whole::load(server, which).ok() } else { None };
    let read = match &whole {
        Some(whole) => Some(whole.read(server)),
        None => Read::of(server, game),
    };
    let found = read.and_then(|read| {
        let mark = read.mark(at)?;
        let marks = read.names.marks_of(mark.symbol).filter(|mark| with_declaration || !mark.declares);
        let mut found: Vec<Location> = marks.filter_map(|mark| read.location(mark.at)).collect();
        let symbol = read.symbol(mark)?;
        if with_declaration && symbol.sort == Sort::Case {
            found.extend(read.declared(symbol));
        }
        Some(found)
    });
    found.unwrap_or_default()
}

/// The same name in this file; where it is declared it is written.
pub(crate) fn highlights(server: &Server, game: &Game, at: &TextDocumentPositionParams) -> Vec<DocumentHighlight> {
    let found = Read::of(server, game).and_then(|read| {
        let mark = read.mark(at)?;
        let sheet = read.sheets.get(mark.at.file)?;
        let here = read.names.marks_of(mark.symbol).filter(|other| other.at.file == mark.at.file);
        let one = |mark: &Mark| {
            let kind = if mark.declares { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
            DocumentHighlight { range: sheet.lines.range(mark.at.span), kind: Some(kind) }
        };
        Some(here.map(one).collect())
    });
    found.unwrap_or_default()
}

/// A game with all errata and house rules that lie in it.
pub(crate) struct Whole {
    pub(crate) loaded: Loaded,
    names: Names,
}

impl Whole {
    pub(crate) fn load(server: &Server, which: &Which) -> Result<Whole, String> {
        let overlays = overlays_in(&which.at, &server.documents.texts);
        let loaded = load_with(&which.at, &overlays, server.root(), &server.documents.texts, &mut Known::default());
        let mut loaded = loaded.map_err(|failure| failure.to_string())?;
        loaded.straighten();
        let names = survived(|| names(&loaded.sources, loaded.ledger.as_ref())).map_err(|lines| lines.join("\n"))?;
        Ok(Whole { loaded, names })
    }

    pub(crate) fn read<'s>(&'s self, server: &'s Server) -> Read<'s> {
        let sheets = Sheets::new(&self.loaded, &server.documents, server.encoding);
        Read { loaded: &self.loaded, names: &self.names, sheets }
    }
}

/// Where it lies, as people see it: from the game's folder.
pub(crate) fn shown(which: &Which, path: &Path) -> String {
    path.strip_prefix(&which.at).unwrap_or(path).display().to_string()
}

/// What an editor marks of a name: a title without its quotes.
pub(crate) fn inner(read: &Read<'_>, mark: Mark) -> Option<Range> {
    let text = read.loaded.sources.text(mark.at);
    let span = mark.at.span;
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    let span = if quoted { Span { start: span.start + 1, end: span.end - 1 } } else { span };
    Some(read.sheets.get(mark.at.file)?.lines.range(span))
}
