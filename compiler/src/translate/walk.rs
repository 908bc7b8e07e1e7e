//! Every statement of an item, blocks within blocks, in the order in which they are written.

use wgr_grammar::ast::{Block, Item, ItemKind, Stmt, StmtKind};

/// Shows each statement of an item; items without blocks have none.
pub(crate) fn statements<'a>(item: &'a Item, see: &mut dyn FnMut(&'a Stmt)) {
    match &item.kind {
        ItemKind::Purchase(purchase) => block(&purchase.body, see),
        ItemKind::Action(action) => block(&action.body, see),
        ItemKind::Procedure(procedure) => block(&procedure.body, see),
        ItemKind::Whenever(rule) => block(&rule.body, see),
        ItemKind::Sequence(sequence) => block(&sequence.body, see),
        ItemKind::Game(_)
        | ItemKind::Measure(_)
        | ItemKind::Scale(_)
        | ItemKind::Enum(_)
        | ItemKind::Piece(_)
        | ItemKind::Marker(_)
        | ItemKind::Kind(_)
        | ItemKind::State(_)
        | ItemKind::Rows(_)
        | ItemKind::Also(_)
        | ItemKind::Table(_)
        | ItemKind::Notation(_)
        | ItemKind::Limit(_)
        | ItemKind::Map(_)
        | ItemKind::Order(_)
        | ItemKind::Scene(_)
        | ItemKind::Example(_)
        | ItemKind::Ruling(_)
        | ItemKind::Never(_)
        | ItemKind::Errata(_)
        | ItemKind::Broken { .. } => {}
    }
}

fn block<'a>(of: &'a Block, see: &mut dyn FnMut(&'a Stmt)) {
    for stmt in &of.stmts {
        see(stmt);
        blocks(&stmt.kind, &mut |inner| block(inner, see));
    }
}

/// The blocks that stand in a statement.
fn blocks<'a>(kind: &'a StmtKind, visit: &mut dyn FnMut(&'a Block)) {
    match kind {
        StmtKind::Picks(picks) => picks.otherwise.iter().for_each(visit),
        StmtKind::May { block, other, .. } | StmtKind::If { then: block, other, .. } => {
            visit(block);
            other.iter().for_each(visit);
        }
        StmtKind::Chooses(choose) => {
            choose.arms.iter().for_each(|arm| visit(&arm.block));
            choose.otherwise.iter().for_each(visit);
        }
        StmtKind::Spend(spend) => spend.then.iter().for_each(visit),
        StmtKind::Moves { each_hex, .. } => each_hex.iter().for_each(visit),
        StmtKind::Depending { arms, .. } => arms.iter().for_each(|arm| visit(&arm.block)),
        StmtKind::Order { block, .. }
        | StmtKind::ForEach { block, .. }
        | StmtKind::Repeat { block, .. }
        | StmtKind::Step(block)
        | StmtKind::Phase { block, .. }
        | StmtKind::Turns { block, .. }
        | StmtKind::PlayerTurns { block, .. } => visit(block),
        StmtKind::Becomes { .. }
        | StmtKind::Gains { .. }
        | StmtKind::Loses { .. }
        | StmtKind::Goes { .. }
        | StmtKind::Remove(_)
        | StmtKind::Replace { .. }
        | StmtKind::Roll(_)
        | StmtKind::Perform { .. }
        | StmtKind::End(_)
        | StmtKind::GameOver(_)
        | StmtKind::Settles
        | StmtKind::AnyNumberOf(_)
        | StmtKind::ByConstruction
        | StmtKind::Hole(_)
        | StmtKind::Broken => {}
    }
}
