//! `"Title" applies`: whether another row of the same item does, written out as its condition.

use crate::diag::{Place, says};
use crate::hir::{Expr, Kind};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::world::RowDef;
use std::sync::Arc;
use wgr_grammar::ast::{Clause, Text};

/// The rows of the item that is being written, and those whose conditions are being written out.
#[derive(Clone)]
pub(crate) struct RowsAt<'a> {
    all: Arc<[RowDef<'a>]>,
    /// There are more, and which ones could not be told.
    lacks_rows: bool,
    open: Vec<String>,
}

impl<'a> RowsAt<'a> {
    pub(crate) fn new(all: Arc<[RowDef<'a>]>, lacks_rows: bool) -> RowsAt<'a> {
        RowsAt { all, lacks_rows, open: Vec::new() }
    }
}

impl Reader<'_, '_> {
    /// applies(r): its condition holds, an exception's parent applies, and nothing that applies waives it.
    pub(crate) fn applies(&mut self, title: &Text) -> Made<Expr> {
        let at = self.place(title.span);
        let Some(rows) = self.rows.clone() else { return Err(self.tell(says::applies_outside(at))) };
        let known: Vec<String> = rows.all.iter().filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect();
        let def = rows.all.iter().find(|def| def.row.title.as_ref().is_some_and(|known| known.text == title.text));
        let Some(def) = def else {
            let unknown = says::unknown_row(&title.text, &known, at);
            return Err(if rows.lacks_rows { ErrorReported } else { self.tell(unknown) });
        };
        if rows.open.contains(&title.text) {
            return Err(self.tell(says::rows_in_circle(&rows.open, at)));
        }
        if def.row.clauses.iter().any(|clause| matches!(clause, Clause::ForEach(..))) {
            return Err(self.tell(says::applies_for_each(&title.text, at)));
        }
        let file = self.file;
        if let Some(rows) = &mut self.rows {
            rows.open.push(title.text.clone());
        }
        self.file = def.file;
        let made = self.within_scope(|reader| reader.condition_of(def, &rows.all, at));
        self.file = file;
        self.rows = Some(rows);
        made
    }

    fn condition_of(&mut self, def: &RowDef<'_>, all: &[RowDef<'_>], at: Place) -> Made<Expr> {
        let new = |kind| Expr::new(kind, Ty::YesNo, at);
        let not = |inner| new(Kind::Not(Box::new(inner)));
        let mut guards = Vec::new();
        if let Some(layer) = &def.layer {
            guards.push(self.in_layer(layer, def.file)?);
        }
        for clause in &def.row.clauses {
            match clause {
                Clause::When(cond) | Clause::EvenWhen(_, cond) => guards.push(self.read_cond(cond)?.expr),
                Clause::Unless(cond) => guards.push(not(self.read_cond(cond)?.expr)),
                Clause::ExceptionTo(parents, _) => {
                    let even = def.row.clauses.iter().any(|clause| matches!(clause, Clause::EvenWhen(..)));
                    if !even {
                        let any = parents.iter().map(|parent| self.applies(parent)).collect::<Made<Vec<Expr>>>()?;
                        let any = any.into_iter().reduce(|a, b| new(Kind::Or(Box::new([a, b]))));
                        guards.push(any.ok_or(ErrorReported)?);
                    }
                }
                Clause::ForEach(..)
                | Clause::Waives(..)
                | Clause::Otherwise(_)
                | Clause::Ruling(_)
                | Clause::Provisional(_) => {}
            }
        }
        let own = def.row.title.as_ref().map(|title| title.text.as_str());
        for waiver in all {
            let waives = waiver.row.clauses.iter().any(|clause| match clause {
                Clause::Waives(titles, _) => titles.iter().any(|title| Some(title.text.as_str()) == own),
                _ => false,
            });
            if let (true, Some(title)) = (waives, &waiver.row.title) {
                guards.push(not(self.applies(title)?));
            }
        }
        let all = guards.into_iter().reduce(|a, b| new(Kind::And(Box::new([a, b]))));
        Ok(all.unwrap_or_else(|| new(Kind::Truth(true))))
    }
}
