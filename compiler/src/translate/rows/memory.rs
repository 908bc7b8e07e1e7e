//! What a course remembers from step to step: a yes or no that begins no, and is yes behind the first step for which one of
//! its rows counts.

use super::{Part, damage, query};
use crate::diag::{Place, says};
use crate::translate::builder::Builder;
use crate::translate::ty::Ty;
use crate::translate::world::{ENTERING, LEAVING, RowDef};
use std::sync::Arc;
use wgr_grammar::ast::VerdictKind;

/// What every row of a course may ask of a step.
const OF_A_STEP: [&str; 5] = ["start", "here", "there", ENTERING, LEAVING];
/// So much a search carries.
const MOST: usize = 4;

/// One query a name.
pub(super) fn define(builder: &mut Builder<'_>, index: usize, params: &[(String, Ty)], rows: &Arc<[RowDef<'_>]>) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (ast, file, memory) = (def.ast, def.file, def.memory.clone());
    let mut told = Vec::new();
    for row in rows.iter() {
        let VerdictKind::Remembers(name) = &row.row.verdict.kind else { continue };
        if !ast.remembers.iter().any(|known| known.text == name.text) {
            let known: Vec<String> = ast.remembers.iter().map(|known| known.text.clone()).collect();
            told.push(says::remembers_unknown(&name.text, &known, Place::new(row.file, name.span)));
        }
    }
    let slips = !told.is_empty();
    // What the course that this one is like remembers was judged there.
    let model = ast.like.as_ref().and_then(|like| builder.world.rows.iter().find(|def| def.name == like.text));
    let of_model = |name: &str| model.is_some_and(|def| def.ast.remembers.iter().any(|known| known.text == name));
    for (nth, name) in ast.remembers.iter().enumerate() {
        let own = if of_model(&name.text) { ast.name.span } else { name.span };
        let at = Place::new(file, own);
        let of_name =
            |row: &&RowDef<'_>| matches!(&row.row.verdict.kind, VerdictKind::Remembers(of) if of.text == name.text);
        let first = ast.remembers.iter().take(nth).find(|first| first.text == name.text);
        if let Some(first) = first {
            told.push(says::twice_named(&name.text, at, Place::new(file, first.span)));
        } else if nth == MOST {
            told.push(says::remembers_too_much(MOST, at));
        } else if !of_model(&name.text) {
            let param = def.params.iter().find(|param| param.name == name.text).map(|param| param.at);
            told.extend(match param.or_else(|| builder.world.declared_or_printed(&name.text)) {
                Some(first) => Some(says::twice_named(&name.text, at, first)),
                None if OF_A_STEP.contains(&name.text.as_str()) => Some(says::word_of_the_game(&name.text, at)),
                None if slips || rows.iter().any(|row| of_name(&row)) => None,
                None => Some(says::remembers_nothing(&name.text, at)),
            });
        }
        if let (Some(enters), 0) = (&ast.enters, nth) {
            told.push(says::remembers_from_off_the_map(at, Place::new(file, enters.span)));
        }
    }
    let wrong = !told.is_empty();
    for what in told {
        builder.tell(what);
    }
    if wrong {
        return damage(builder, index);
    }
    for (name, func) in ast.remembers.iter().zip(memory) {
        let others =
            |row: &&RowDef<'_>| !matches!(&row.row.verdict.kind, VerdictKind::Remembers(of) if of.text != name.text);
        let own: Arc<[RowDef<'_>]> = rows.iter().filter(others).cloned().collect();
        query(builder, index, Part::Remembers, func, params, &own);
    }
}
