//! `from "Title"` of an example: rows of what is asked.

use super::builder::{Builder, ErrorReported, Made};
use crate::diag::{Place, says};
use crate::source::FileId;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::ir::FuncId;

/// Each title is that of a row of what this query answers. Under errata rows may be gone that an example still names: it
/// is played, and set aside; and what was not read may be one of them.
pub(super) fn known(
    builder: &mut Builder<'_>,
    file: FileId,
    from: &[ast::ExpectPart],
    query: Option<FuncId>,
) -> Made<()> {
    let def = query.and_then(|query| builder.world.rows.iter().find(|def| def.func == query));
    let Some(def) = def.filter(|def| !def.lacks_rows && !def.damaged) else { return Ok(()) };
    if builder.written().any(|(_, item)| matches!(item.kind, ItemKind::Errata(_) | ItemKind::Broken { .. })) {
        return Ok(());
    }
    let titles = def.rows.iter().filter_map(|row| Some(row.row.title.as_ref()?.text.clone()));
    let known: Vec<String> = titles.chain(def.ast.groups.iter().map(|group| group.name.text.clone())).collect();
    let name = def.name.clone();
    let mut told = Ok(());
    for part in from.iter().filter(|part| !known.contains(&part.title.text)) {
        let what = says::no_row_of(&name, &part.title.text, &known, Place::new(file, part.title.span));
        told = Err::<(), ErrorReported>(builder.tell(what));
    }
    told
}
