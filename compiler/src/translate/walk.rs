//! Every statement of an item, blocks within blocks, and every expression within one, in the order in which they are
//! written.

use wgr_grammar::ast::{Block, Expr, ExprKind, Item, ItemKind, Stmt, StmtKind};

/// Shows each statement of an item; items without blocks have none.
pub(crate) fn statements<'a>(item: &'a Item, see: &mut dyn FnMut(&'a Stmt)) {
    outermost(item, &mut |of| block(of, see));
}

/// Shows the block of an item, where it has one.
pub(crate) fn outermost<'a>(item: &'a Item, see: &mut dyn FnMut(&'a Block)) {
    match &item.kind {
        ItemKind::Purchase(purchase) => see(&purchase.body),
        ItemKind::Action(action) => see(&action.body),
        ItemKind::Procedure(procedure) => see(&procedure.body),
        ItemKind::Whenever(rule) => see(&rule.body),
        ItemKind::Sequence(sequence) => see(&sequence.body),
        ItemKind::Enum(list) => list.members.iter().filter_map(|member| member.body.as_ref()).for_each(see),
        ItemKind::Game(_)
        | ItemKind::Measure(_)
        | ItemKind::Scale(_)
        | ItemKind::Piece(_)
        | ItemKind::Marker(_)
        | ItemKind::Kind(_)
        | ItemKind::State(_)
        | ItemKind::Series(_)
        | ItemKind::Hole(_)
        | ItemKind::Box(_)
        | ItemKind::Option(_)
        | ItemKind::Rows(_)
        | ItemKind::Also(_)
        | ItemKind::Table(_)
        | ItemKind::Notation(_)
        | ItemKind::Limit(_)
        | ItemKind::Map(_)
        | ItemKind::Look(_)
        | ItemKind::Order(_)
        | ItemKind::Scene(_)
        | ItemKind::Example(_)
        | ItemKind::Ruling(_)
        | ItemKind::Never(_)
        | ItemKind::Allow(_)
        | ItemKind::Errata(_)
        | ItemKind::Broken { .. } => {}
    }
}

/// Shows each statement of a block, and of the blocks within it.
pub(crate) fn block<'a>(of: &'a Block, see: &mut dyn FnMut(&'a Stmt)) {
    for stmt in &of.stmts {
        see(stmt);
        blocks(&stmt.kind, &mut |inner| block(inner, see));
    }
}

/// The blocks that stand in a statement.
pub(crate) fn blocks<'a>(kind: &'a StmtKind, visit: &mut dyn FnMut(&'a Block)) {
    match kind {
        StmtKind::Picks(picks) => picks.otherwise.iter().for_each(visit),
        StmtKind::Places(places) => places.otherwise.iter().for_each(visit),
        StmtKind::Replace { otherwise, .. }
        | StmtKind::Goes { otherwise, .. }
        | StmtKind::PicksNumber { otherwise, .. } => otherwise.iter().for_each(visit),
        StmtKind::May { block, other, .. }
        | StmtKind::Draw { block, other, .. }
        | StmtKind::If { then: block, other, .. } => {
            visit(block);
            other.iter().for_each(visit);
        }
        StmtKind::Chooses(choose) => {
            choose.arms.iter().for_each(|arm| visit(&arm.block));
            choose.otherwise.iter().for_each(visit);
        }
        StmtKind::Spend(spend) => spend.then.iter().for_each(visit),
        StmtKind::Moves(moves) => moves.each_hex.iter().for_each(visit),
        StmtKind::Depending { arms, .. } => arms.iter().for_each(|arm| visit(&arm.block)),
        StmtKind::Order { block, .. }
        | StmtKind::ForEach { block, .. }
        | StmtKind::Repeat { block, .. }
        | StmtKind::Step(block)
        | StmtKind::Phase { block, .. }
        | StmtKind::Turns { block, .. }
        | StmtKind::Run { block, .. }
        | StmtKind::InTurn { block, .. }
        | StmtKind::PlayerTurns { block, .. } => visit(block),
        StmtKind::Becomes { .. }
        | StmtKind::Gains { .. }
        | StmtKind::Loses { .. }
        | StmtKind::Remove(_)
        | StmtKind::Roll(_)
        | StmtKind::Perform { .. }
        | StmtKind::Answer(_)
        | StmtKind::End(_)
        | StmtKind::GameOver(_)
        | StmtKind::Settles
        | StmtKind::Offers { .. }
        | StmtKind::ByConstruction
        | StmtKind::Hole(_)
        | StmtKind::Broken => {}
    }
}

/// Shows an expression and all within it; what stands in a supposition is not shown, for it does not happen.
pub(crate) fn expressions<'a>(expr: &'a Expr, see: &mut dyn FnMut(&'a Expr)) {
    see(expr);
    match &expr.kind {
        ExprKind::Number(_)
        | ExprKind::Yes
        | ExprKind::No
        | ExprKind::None
        | ExprKind::Name(_)
        | ExprKind::Applies(_)
        | ExprKind::Supposing(_)
        | ExprKind::Broken => {}
        ExprKind::Unit(inner, _)
        | ExprKind::Given(_, inner)
        | ExprKind::Field(inner, _)
        | ExprKind::Not(inner)
        | ExprKind::Negative(inner)
        | ExprKind::Rounded(inner, _)
        | ExprKind::NumberOf(inner)
        | ExprKind::Exists { set: inner, .. } => expressions(inner, see),
        ExprKind::Call(_, parts) | ExprKind::Lookup(_, parts) | ExprKind::List(parts) => {
            parts.iter().for_each(|part| expressions(part, see));
        }
        ExprKind::Phrase(phrase) => {
            let parts = [&phrase.of, &phrase.at, &phrase.among, &phrase.other_than, &phrase.such];
            parts.into_iter().flatten().for_each(|part| expressions(part, see));
        }
        ExprKind::Range(one, other)
        | ExprKind::And(one, other)
        | ExprKind::Or(one, other)
        | ExprKind::Compare(_, one, other)
        | ExprKind::In { member: one, set: other, .. }
        | ExprKind::Arithmetic(_, one, other)
        | ExprKind::Against(one, other)
        | ExprKind::Quantified { set: one, cond: other, .. }
        | ExprKind::Hexes { distance: one, centre: other, .. } => {
            expressions(one, see);
            expressions(other, see);
        }
        ExprKind::Total { value, set, otherwise, .. } => {
            expressions(set, see);
            expressions(value, see);
            otherwise.iter().for_each(|other| expressions(other, see));
        }
    }
}
