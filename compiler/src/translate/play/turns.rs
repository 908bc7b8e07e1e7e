//! How many turns there are, as far as it is written.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::types::ratio;
use crate::translate::walk;
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, ExprKind, ItemKind, StmtKind as Said};

/// Every `turns` of the sequence, in order.
fn all<'a>(builder: &Builder<'a>) -> Vec<(FileId, &'a ast::Expr)> {
    let mut found = Vec::new();
    for (file, item) in builder.items() {
        let ItemKind::Sequence(sequence) = &item.kind else { continue };
        walk::block(&sequence.body, &mut |stmt| {
            if let Said::Turns { count, .. } = &stmt.kind
                && !builder.misplaced.contains(&Place::new(file, stmt.span))
            {
                found.push((file, count));
            }
        });
    }
    found
}

/// The last turn, if it is written out.
fn written(count: &ast::Expr) -> Option<i64> {
    ratio(count).filter(|(_, den)| *den == 1).map(|(last, _)| last)
}

/// Turns without a turn, and turns that are over when they begin.
pub(super) fn counted(builder: &mut Builder<'_>) {
    let mut before: Option<(i64, Place)> = None;
    for (file, count) in all(builder) {
        let at = Place::new(file, count.span);
        let Some(last) = written(count) else { continue };
        if last < 1 {
            builder.tell(says::no_turns(at));
            continue;
        }
        if let Some((known, first)) = before
            && last <= known
            && !in_branches(builder)
        {
            builder.tell(says::turns_already_played(known, at, first));
        }
        before = Some((last, at));
    }
}

/// Of `if long { turns 10 { } } else { turns 6 { } }` only one is played.
fn in_branches(builder: &Builder<'_>) -> bool {
    let mut found = false;
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| {
            if let Said::If { then, other, .. } = &stmt.kind {
                for block in std::iter::once(then).chain(other) {
                    walk::block(block, &mut |inner| found |= matches!(inner.kind, Said::Turns { .. }));
                }
            }
        });
    }
    found
}

/// The last turn that any game can come to, where it is known: a number that is written, or the end of a value's range.
pub(super) fn last(builder: &Builder<'_>) -> Option<i64> {
    let mut most = None;
    for (_, count) in all(builder) {
        let own = written(count).or_else(|| range_end(builder, count))?;
        most = most.max(Some(own));
    }
    most.filter(|last| *last >= 1)
}

fn range_end(builder: &Builder<'_>, count: &ast::Expr) -> Option<i64> {
    let ExprKind::Name(name) = &count.kind else { return None };
    let Some(Entry::Rows(index)) = builder.world.entry(&name.text) else { return None };
    let func = builder.world.rows.get(index)?.func;
    builder.program.funcs.get(func.index())?.ret?.scalar().map(|scalar| scalar.hi)
}
