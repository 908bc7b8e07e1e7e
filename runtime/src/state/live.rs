//! What a procedure needs again after each point where it may stand still. In: a function and which functions
//! may suspend. Out: its points (asks, rolls, draws, calls) in order of the text, numbered from 1, each with the
//! locals that are live there. Backward over the structure; loops until nothing changes.

use crate::ir::{Block, ExprId, Func, FuncId, Judge, LocalId, SearchOut, Stmt, StmtKind, walk};
use std::collections::BTreeSet;

pub(crate) struct Point {
    /// The function called, for a point that is a call.
    pub call: Option<FuncId>,
    /// Live when the point is taken up again: before an ask, roll or draw, after a call.
    pub live: BTreeSet<LocalId>,
}

type Live = BTreeSet<LocalId>;

/// The points of `func`, given which functions have points of their own.
pub(crate) fn points(func: &Func, suspends: &[bool]) -> Vec<Point> {
    let Some(block) = func.body.code() else { return Vec::new() };
    let mut pass = Pass { func, suspends, points: Vec::new(), next: 0, breaks: Vec::new() };
    pass.number(block);
    pass.next = pass.points.len();
    pass.block(block, Live::new());
    pass.points
}

/// Is this statement a point?
pub(crate) fn is_point(stmt: &Stmt, suspends: &[bool]) -> bool {
    matches!(stmt.kind, StmtKind::Ask(_) | StmtKind::Roll { .. } | StmtKind::Draw { .. })
        || walk::callee(stmt).is_some_and(|func| suspends[func.index()])
}

struct Pass<'a> {
    func: &'a Func,
    suspends: &'a [bool],
    points: Vec<Point>,
    /// Points are met last to first: the number of the one met last.
    next: usize,
    /// What is live after each enclosing loop.
    breaks: Vec<Live>,
}

impl Pass<'_> {
    fn number(&mut self, block: &Block) {
        for stmt in walk::all_stmts(block) {
            if is_point(stmt, self.suspends) {
                self.points.push(Point { call: walk::callee(stmt), live: Live::new() });
            }
        }
    }

    fn block(&mut self, block: &Block, mut live: Live) -> Live {
        for stmt in block.0.iter().rev() {
            live = self.stmt(stmt, live);
        }
        live
    }

    /// Run `round` (which walks a loop's body once) until what is live at its head stays the same.
    fn fixpoint(&mut self, after: &Live, mut round: impl FnMut(&mut Self, &Live) -> Live) -> Live {
        let end = self.next;
        let mut head = after.clone();
        loop {
            self.next = end;
            self.breaks.push(after.clone());
            let mut again = round(self, &head);
            self.breaks.pop();
            again.extend(head.iter().copied());
            if again == head {
                return head;
            }
            head = again;
        }
    }

    fn stmt(&mut self, stmt: &Stmt, mut live: Live) -> Live {
        match &stmt.kind {
            StmtKind::Let { local, value, .. } => {
                live.remove(local);
                self.uses(*value, &mut live);
            }
            StmtKind::If { cond, then, other } => {
                // Met from the end of the text to its start: the else branch first.
                let mut joined = self.block(other, live.clone());
                joined.extend(self.block(then, live));
                live = joined;
                self.uses(*cond, &mut live);
            }
            StmtKind::For { var, rest, over, body } => {
                live.insert(*rest);
                let after = live;
                live = self.fixpoint(&after, |pass, head| {
                    let mut inside = pass.block(body, head.clone());
                    inside.remove(var);
                    inside
                });
                live.remove(rest);
                self.uses(*over, &mut live);
            }
            StmtKind::Repeat { var, until, times, body } => {
                live.extend([*var, *until]);
                let after = live;
                live = self.fixpoint(&after, |pass, head| pass.block(body, head.clone()));
                live.remove(var);
                live.remove(until);
                self.uses(*times, &mut live);
            }
            StmtKind::Loop { count, body, .. } => {
                live.insert(*count);
                let after = live;
                live = self.fixpoint(&after, |pass, head| pass.block(body, head.clone()));
                live.remove(count);
            }
            StmtKind::Break => live = self.breaks.last().cloned().unwrap_or_default(),
            StmtKind::Ask(ask) => {
                let mut joined = match &ask.otherwise {
                    Some(block) => self.block(block, live.clone()),
                    None => Live::new(),
                };
                for arm in ask.arms.iter().rev() {
                    let mut inside = self.block(&arm.body, live.clone());
                    if let Some(guard) = arm.guard {
                        self.uses(guard, &mut inside);
                    }
                    if let Some((var, set)) = arm.each {
                        inside.remove(&var);
                        self.uses(set, &mut inside);
                    }
                    joined.extend(inside);
                }
                live = joined;
                self.uses(ask.by, &mut live);
                self.point(&live);
            }
            StmtKind::Roll { into, .. } => {
                live.remove(into);
                self.point(&live);
            }
            StmtKind::Draw { into, otherwise, .. } => {
                live.remove(into);
                let inside = self.block(otherwise, live.clone());
                live.extend(inside);
                self.point(&live);
            }
            StmtKind::Call { into, args, .. } => {
                if let Some(local) = into {
                    live.remove(local);
                }
                if is_point(stmt, self.suspends) {
                    self.point(&live);
                }
                for arg in args {
                    self.uses(*arg, &mut live);
                }
            }
            StmtKind::Return(_) | StmtKind::End(_) | StmtKind::Fail { .. } => {
                live = Live::new();
                walk::stmt_parts(&stmt.kind, &mut |expr| self.uses(expr, &mut live));
            }
            StmtKind::Search(search) => {
                for (out, local) in &search.outs {
                    live.remove(local);
                    if let SearchOut::CostTo(hex) = out {
                        self.uses(*hex, &mut live);
                    }
                }
                if let Judge::Body { body, .. } = &search.judge {
                    let after = live;
                    live = self.fixpoint(&after, |pass, head| pass.block(body, head.clone()));
                }
                walk::stmt_parts(&stmt.kind, &mut |expr| self.uses(expr, &mut live));
            }
            StmtKind::Ray { body, .. } => {
                let after = live;
                live = self.fixpoint(&after, |pass, head| pass.block(body, head.clone()));
                walk::stmt_parts(&stmt.kind, &mut |expr| self.uses(expr, &mut live));
            }
            StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::Reveal { .. }
            | StmtKind::Over(_)
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Offer(_)
            | StmtKind::Mark { .. } => {
                walk::stmt_parts(&stmt.kind, &mut |expr| self.uses(expr, &mut live));
            }
        }
        live
    }

    fn point(&mut self, live: &Live) {
        self.next -= 1;
        self.points[self.next].live.extend(live.iter().copied());
    }

    fn uses(&self, expr: ExprId, live: &mut Live) {
        live.extend(walk::free_locals(self.func, expr));
    }
}
