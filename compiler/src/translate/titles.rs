//! `from "Title"` of an example: rows of what is asked.

use super::builder::{Builder, ErrorReported, Made};
use crate::diag::{Place, says};
use crate::source::FileId;
use wgr_grammar::ast::{self, ItemKind, VerdictKind};
use wgr_runtime::ir::FuncId;

/// Each title is that of a row of what this query answers. Under errata rows may be gone that an example still names: it
/// is played, and set aside; and what was not read may be one of them.
pub(super) fn known(builder: &Builder<'_>, file: FileId, from: &[ast::ExpectPart], query: Option<FuncId>) -> Made<()> {
    let def = query.and_then(|query| builder.world.rows.iter().find(|def| def.func == query));
    let Some(def) = def.filter(|def| !def.lacks_rows && !def.damaged) else { return Ok(()) };
    let titles = || {
        let of_rows = def.rows.iter().filter_map(|row| Some(row.row.title.as_ref()?.text.as_str()));
        of_rows.chain(def.ast.groups.iter().map(|group| group.name.text.as_str()))
    };
    for part in from {
        let titled = |row: &&ast::Row| row.title.as_ref().is_some_and(|title| title.text == part.title.text);
        let rows: Vec<&ast::Row> = def.rows.iter().map(|row| row.row).filter(titled).collect();
        let (Some(sign), Some(first)) = (part.times, rows.first()) else { continue };
        if rows.iter().any(|row| matches!(row.verdict.kind, VerdictKind::Times(_))) {
            continue;
        }
        let amount = part.amount.as_ref().map_or("", |amount| builder.sources.text(Place::new(file, amount.span)));
        let kind = &first.verdict.kind;
        let before = if matches!(kind, VerdictKind::Plus(_)) {
            " +"
        } else if matches!(kind, VerdictKind::Minus(_)) {
            " -"
        } else {
            " "
        };
        // How it is rounded is no amount.
        let right = if matches!(kind, VerdictKind::Rounded(_)) { String::new() } else { format!("{before}{amount}") };
        let what = says::no_factor(&part.title.text, &right, Place::new(file, sign));
        return Err(builder.tell(what));
    }
    let unknown: Vec<&ast::Text> =
        from.iter().map(|part| &part.title).filter(|title| titles().all(|known| known != title.text)).collect();
    let gone = |item: &ast::Item| matches!(item.kind, ItemKind::Errata(_) | ItemKind::Broken { .. });
    if unknown.is_empty() || builder.written().any(|(_, item)| gone(item)) {
        return Ok(());
    }
    let known: Vec<String> = titles().map(str::to_owned).collect();
    let mut told = Ok(());
    for title in unknown {
        let what = says::no_row_of(&def.name, &title.text, &known, Place::new(file, title.span));
        told = Err::<(), ErrorReported>(builder.tell(what));
    }
    told
}
