//! What an author may leave out: the measure of a number, the range of a table, what a name stands for. In: a game as it
//! was read last, and a part of a file. Out: words behind places.

use super::games::Game;
use super::meant::Read;
use super::server::Server;
use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams};

pub(crate) fn hints(server: &Server, game: &Game, asked: &InlayHintParams) -> Vec<InlayHint> {
    let found = Read::of(server, game).and_then(|read| {
        let (file, start) = read.offset(&asked.text_document.uri, asked.range.start)?;
        let (_, end) = read.offset(&asked.text_document.uri, asked.range.end)?;
        let sheet = read.sheets.get(file)?;
        let within = read.names.hints_in(file).filter(|hint| start <= hint.at.span.end && hint.at.span.end <= end);
        let one = |hint: &wgr_compiler::Hint| InlayHint {
            position: sheet.lines.position(hint.at.span.end),
            label: InlayHintLabel::String(hint.text.clone()),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: None,
            padding_left: Some(!hint.text.starts_with(':')),
            padding_right: None,
            data: None,
        };
        Some(within.map(one).collect())
    });
    found.unwrap_or_default()
}
