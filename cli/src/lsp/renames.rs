//! Another name for what stands at a place. In: a place in an open file, and the new name. Out: what is written in which
//! file, or why nothing is. What other games read too is left alone.

use super::games::{Game, Which};
use super::meant::{Read, Whole, inner, shown};
use super::server::{Refused, Server};
use crate::mistake::survived;
use lsp_server::ErrorCode;
use lsp_types::{TextDocumentPositionParams, TextEdit, Uri, WorkspaceEdit};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wgr_compiler::{FileId, fixed, rename};

fn refused(what: String) -> Refused {
    Refused { code: ErrorCode::RequestFailed, what }
}

fn nothing() -> Refused {
    refused("no name stands here".to_owned())
}

/// What would be renamed, and its name.
pub(crate) fn prepare(server: &Server, game: &Game, at: &TextDocumentPositionParams) -> Result<Value, Refused> {
    let read = Read::of(server, game).ok_or_else(nothing)?;
    let mark = read.mark(at).ok_or_else(nothing)?;
    let symbol = read.symbol(mark).ok_or_else(nothing)?;
    if let Some(why) = fixed(symbol) {
        return Err(refused(why));
    }
    let range = inner(&read, mark).ok_or_else(nothing)?;
    Ok(json!({ "range": range, "placeholder": symbol.name }))
}

pub(crate) fn rewritten(
    server: &Server,
    which: &Which,
    at: &TextDocumentPositionParams,
    new: &str,
) -> Result<WorkspaceEdit, Refused> {
    let whole = Whole::load(server, which).map_err(refused)?;
    let read = whole.read(server);
    let mark = read.mark(at).ok_or_else(nothing)?;
    let (sources, ledger) = (&read.loaded.sources, read.loaded.ledger.as_ref());
    // Files go by their names in the game's folder.
    let near = |what: String| refused(what.replace(&format!("{}/", which.at.display()), ""));
    let tried = survived(|| rename(sources, ledger, read.names, mark.symbol, new));
    let rewrites = tried.map_err(|lines| refused(lines.join("\n")))?.map_err(near)?;
    let mut edits: BTreeMap<FileId, (Uri, Vec<TextEdit>)> = BTreeMap::new();
    for (at, text) in rewrites {
        let sheet = read.sheets.get(at.file).ok_or_else(nothing)?;
        if !which.holds(&sheet.path) && which.at != sheet.path {
            let path = shown(which, &sheet.path);
            return Err(refused(format!("it also stands in {path}, which other games read: write it there by hand")));
        }
        let edit = TextEdit { range: sheet.lines.range(at.span), new_text: text };
        edits.entry(at.file).or_insert_with(|| (sheet.uri.clone(), Vec::new())).1.push(edit);
    }
    Ok(WorkspaceEdit { changes: Some(edits.into_values().collect()), ..WorkspaceEdit::default() })
}
