//! What of the sequence is played at all, and which statements nothing comes to.
//!
//! Promises: told is only what is so whatever happens in play: a part with nothing in it, a side that stands twice in one
//! list, what stands behind the end of the game or of the action. Conditions are not read here.

use super::way::named_side;
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::walk;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, StmtKind as Said};

pub(super) fn held(builder: &mut Builder<'_>) {
    let mut told: Vec<Diagnostic> = Vec::new();
    for (file, item) in builder.items() {
        if let ItemKind::Sequence(sequence) = &item.kind
            && sequence.body.stmts.is_empty()
        {
            told.push(says::plays_nothing("the sequence of play", Place::new(file, item.head)));
        }
        walk::statements(item, &mut |stmt| {
            if builder.misplaced.contains(&Place::new(file, stmt.span)) {
                return;
            }
            match &stmt.kind {
                Said::Turns { block, .. } if does_nothing(block) => {
                    told.push(says::plays_nothing("what is done in these turns", head(file, stmt, block)));
                }
                Said::PlayerTurns { block, .. } if does_nothing(block) => {
                    told.push(says::plays_nothing("what is done in these player turns", head(file, stmt, block)));
                }
                _ => {}
            }
            if let Said::Run { block, .. } = &stmt.kind
                && does_nothing(block)
            {
                told.push(says::plays_nothing("what is done in this run", head(file, stmt, block)));
            }
            if let Said::PlayerTurns { sides, .. } = &stmt.kind {
                told.extend(twice(builder, file, sides));
            }
        });
        walk::outermost(item, &mut |block| behind(file, block, &mut told));
    }
    told.into_iter().for_each(|what| {
        builder.tell(what);
    });
}

fn head(file: FileId, stmt: &ast::Stmt, block: &ast::Block) -> Place {
    Place::new(file, Span { start: stmt.span.start, end: block.span.start.max(stmt.span.start) })
}

/// Nothing but empty braces, however deep. Parts of the sequence tell of themselves.
pub(crate) fn does_nothing(block: &ast::Block) -> bool {
    block.stmts.iter().all(|stmt| match &stmt.kind {
        Said::Step(block) | Said::ForEach { block, .. } | Said::Repeat { block, .. } => does_nothing(block),
        Said::If { then, other, .. } => does_nothing(then) && other.as_ref().is_none_or(does_nothing),
        _ => false,
    })
}

fn twice(builder: &Builder<'_>, file: FileId, sides: &[ast::Expr]) -> Option<Diagnostic> {
    let named = |side| named_side(&builder.world, side);
    sides.iter().enumerate().find_map(|(at, side)| {
        let (name, _) = named(side)?;
        let first = sides.iter().take(at).find(|first| named(first).is_some_and(|(first, _)| first == name))?;
        Some(says::two_turns_of_a_side(name, Place::new(file, side.span), Place::new(file, first.span)))
    })
}

/// What is done last of all: whoever comes behind it does nothing.
#[derive(Clone, Copy)]
enum Last<'a> {
    GameOver,
    End(&'a ast::Name),
}

/// The statement with which this one surely leaves.
fn leaves(stmt: &ast::Stmt) -> Option<(Last<'_>, Span)> {
    match &stmt.kind {
        Said::GameOver(_) => Some((Last::GameOver, stmt.span)),
        Said::End(what) => Some((Last::End(what), stmt.span)),
        Said::Step(block) | Said::Phase { block, .. } | Said::PlayerTurns { block, .. } => last_of(block),
        Said::If { then, other, .. } => last_of(then).filter(|_| other.as_ref().and_then(last_of).is_some()),
        _ => None,
    }
}

fn last_of(block: &ast::Block) -> Option<(Last<'_>, Span)> {
    block.stmts.iter().find_map(leaves)
}

/// Tells the first statement of a block that nothing comes to; what stands within it goes with it.
fn behind(file: FileId, block: &ast::Block, told: &mut Vec<Diagnostic>) {
    let mut left = None;
    for stmt in &block.stmts {
        if let Some((last, span)) = left {
            let by = match last {
                Last::GameOver => "the game is over here".to_owned(),
                Last::End(what) => format!("`end {}` leaves here", what.text),
            };
            let game = matches!(last, Last::GameOver);
            told.push(says::never_done(game, &by, Place::new(file, stmt.span), Place::new(file, span)));
            return;
        }
        walk::blocks(&stmt.kind, &mut |inner| behind(file, inner, told));
        left = leaves(stmt);
    }
}
