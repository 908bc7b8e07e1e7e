//! Rows that can never be what fails need nothing to tell it by. Rows that say *it is so much* are held against each other, and in
//! the end it is asked whether one of them answered. Where it is known that no two ever clash and that one always answers
//! (`safe.rs`), each that wins gives its answer, and that is all:
//!
//! ```text
//! if wins { if any { if answer <> amount { fail clash } } else { answer := amount; any := yes } }    if wins { answer := amount }
//! if not any { fail gap }
//! ```
//!
//! What it leaves is shorter, and often short enough to be compiled in the place of its calls (`inline.rs`).

use super::Mir;
use super::given::blocks_of;
use super::known::Known;
use super::safe::{Safe, Text};
use crate::ir::{BinaryOp, Block, Body, Expr, ExprId, Func, Program, Stmt, StmtKind, walk};

/// In all queries whose rows never fail.
pub(super) fn shorten(
    program: &Program,
    mir: &mut Mir<'_>,
    known: &mut [Known],
    (safe, unfailing): (&[Safe], &[bool]),
) {
    for at in (0..unfailing.len()).filter(|at| unfailing[*at]) {
        let (func, types) = (&*mir.funcs[at], &*mir.types[at]);
        // Where it ends by failing, that is what says that nothing comes behind.
        let ends = |block: &&Block| matches!(block.0.last().map(|last| &last.kind), Some(StmtKind::Return(_)));
        let Some(block) = func.body.code().filter(ends) else { continue };
        let text = Text::of(program, (func, types), safe, &known[at]);
        let block = text.read_alone(text.without_failures(&block.0));
        mir.funcs[at].to_mut().body = Body::Code(block);
        known[at] = Known::of(&mir.funcs[at], false);
    }
}

impl Text<'_> {
    /// The statements without those that fail, that only tell, and of which nothing else is left.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other statement stays")]
    fn without_failures(&self, stmts: &[Stmt]) -> Vec<Stmt> {
        let mut left = Vec::new();
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Fail { .. } | StmtKind::Mark { .. } => {}
                StmtKind::If { cond, then, other } => {
                    let (again, others) = (gives_again(self.func, *cond, then, other), self.without_failures(&other.0));
                    if again {
                        left.extend(others);
                        continue;
                    }
                    let then = self.without_failures(&then.0);
                    if !then.is_empty() || !others.is_empty() || !self.expr(*cond) {
                        let kind = StmtKind::If { cond: *cond, then: Block(then), other: Block(others) };
                        left.push(Stmt { kind, at: stmt.at });
                    }
                }
                StmtKind::For { var, rest, over, body } => {
                    let body = Block(self.without_failures(&body.0));
                    let kind = StmtKind::For { var: *var, rest: *rest, over: *over, body };
                    left.push(Stmt { kind, at: stmt.at });
                }
                _ => left.push(stmt.clone()),
            }
        }
        left
    }

    /// Without names that nobody reads, where their values cannot fault.
    pub(super) fn read_alone(&self, mut stmts: Vec<Stmt>) -> Block {
        loop {
            let block = Block(stmts);
            let count = walk::all_stmts(&block).len();
            let left = Block(self.without(&self.idle(&block), block.0));
            if walk::all_stmts(&left).len() == count {
                return left;
            }
            stmts = left.0;
        }
    }

    /// By local: is it given values, and by nothing but statements that cannot fault, and never read?
    fn idle(&self, block: &Block) -> Vec<bool> {
        let count = self.func.locals.len();
        let (mut read, mut given, mut written) = (vec![false; count], vec![0; count], vec![0; count]);
        walk::walk_block(self.func, block, &mut |node| match node {
            walk::Node::Expr(_, Expr::Local(local)) => read[local.index()] = true,
            walk::Node::Expr(..) => {}
            walk::Node::Stmt(stmt) => walk::binds(stmt).iter().for_each(|local| written[local.index()] += 1),
        });
        for stmt in walk::all_stmts(block) {
            if let StmtKind::Let { local, .. } = stmt.kind
                && self.stmts(std::slice::from_ref(stmt))
            {
                given[local.index()] += 1;
            }
        }
        let is_idle = |local: usize| !read[local] && given[local] > 0 && given[local] == written[local];
        (0..count).map(is_idle).collect()
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of every other statement the blocks are looked through")]
    fn without(&self, idle: &[bool], stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut left = Vec::new();
        for Stmt { kind, at } in stmts {
            let kind = match kind {
                StmtKind::Let { local, .. } if idle[local.index()] => continue,
                StmtKind::If { cond, then, other } => {
                    let (then, other) = (Block(self.without(idle, then.0)), Block(self.without(idle, other.0)));
                    if then.0.is_empty() && other.0.is_empty() && self.expr(cond) {
                        continue;
                    }
                    StmtKind::If { cond, then, other }
                }
                mut kind => {
                    for block in blocks_of(&mut kind) {
                        *block = Block(self.without(idle, std::mem::take(&mut block.0)));
                    }
                    kind
                }
            };
            left.push(Stmt { kind, at });
        }
        left
    }
}

/// `if any { if answer <> amount { fail } } else { answer := amount; .. }`: if it never fails, the answer is the amount either way.
fn gives_again(func: &Func, cond: ExprId, then: &Block, other: &Block) -> bool {
    let [held, ..] = then.0.as_slice() else { return false };
    let StmtKind::If { cond: differs, then: fails, other: agrees } = &held.kind else { return false };
    let Expr::Binary(BinaryOp::Ne, answer, amount) = func.expr(*differs) else { return false };
    let (Some(any), Some(answer), Some(amount)) = (func.name_of(cond), func.name_of(*answer), func.name_of(*amount))
    else {
        return false;
    };
    let only_fails = then.0.len() == 1
        && agrees.0.is_empty()
        && matches!(fails.0.as_slice(), [stmt] if matches!(stmt.kind, StmtKind::Fail { .. }));
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other statement does something else")]
    let gives = |stmt: &Stmt| match stmt.kind {
        StmtKind::Let { local, value, fresh: false } if local == answer => func.name_of(value) == Some(amount),
        StmtKind::Let { local, value, fresh: false } if local == any => {
            matches!(func.expr(value), Expr::Literal { value: 1, .. })
        }
        _ => false,
    };
    only_fails && other.0.iter().all(gives)
}
