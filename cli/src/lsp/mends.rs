//! The fixes of messages as quick fixes. In: a game as it was checked last, a file, a range. Out: what may be done there;
//! what can only be meant one way is preferred.

use super::games::Game;
use super::messages::{Sheets, told};
use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit, Uri, WorkspaceEdit};
use std::collections::BTreeMap;
use std::path::Path;
use wgr_compiler::{FileId, diag};

pub(crate) fn mends(game: &Game, sheets: &Sheets<'_>, path: &Path, range: Range) -> Vec<CodeAction> {
    let there = |message: &&diag::Diagnostic| {
        sheets
            .main(message)
            .is_some_and(|(sheet, at)| sheet.path == path && at.start <= range.end && range.start <= at.end)
    };
    let there = game.said.iter().filter(there);
    there.flat_map(|message| message.fixes.iter().filter_map(|fix| mend(sheets, message, fix))).collect()
}

fn mend(sheets: &Sheets<'_>, message: &diag::Diagnostic, fix: &diag::Fix) -> Option<CodeAction> {
    let mut edits: BTreeMap<FileId, (Uri, Vec<TextEdit>)> = BTreeMap::new();
    for (at, text) in &fix.edits {
        let sheet = sheets.get(at.file)?;
        let edit = TextEdit { range: sheet.lines.range(at.span), new_text: text.clone() };
        edits.entry(at.file).or_insert_with(|| (sheet.uri.clone(), Vec::new())).1.push(edit);
    }
    Some(CodeAction {
        title: fix.what.clone(),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: told(sheets, message).map(|(_, message)| vec![message]),
        edit: Some(WorkspaceEdit { changes: Some(edits.into_values().collect()), ..WorkspaceEdit::default() }),
        is_preferred: Some(fix.certain),
        ..CodeAction::default()
    })
}
