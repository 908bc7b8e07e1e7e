//! Which handler runs next: an ending before all others, then what commutes with all that is due, the first of it; then an
//! ask to the side that `by` names for all that is due, or to the side that the `settle` names.

use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, DomainId, Expr, ExprId, FaultText, LocalId, NONE, Scalar, SiteId, Stmt, StmtKind, Type,
    UnaryOp, What,
};

use super::driver::{Driver, Due, Locals};

impl Driver<'_> {
    /// Picks what runs next.
    pub(super) fn next(&mut self, all: &[(&Due, Locals)], site: Option<SiteId>, out: &mut Vec<Stmt>) {
        self.fail_where_they_contradict(all, out);
        let no = self.emit.truth(false);
        let found = self.emit.declare(out, "found", Type::BOOL, no);
        let (ends, others): (Vec<_>, Vec<_>) = all.iter().copied().partition(|(due, _)| self.waiting.ends(due.at));
        for (due, locals) in ends {
            let waits = self.is_waiting(due, locals);
            self.pick_first((due, locals), waits, found, out);
        }
        for (due, locals) in &others {
            let waits = self.is_waiting(due, *locals);
            let cond = match self.disputed((due, *locals), &others) {
                Some(disputed) => {
                    let alone = self.emit.not(disputed);
                    self.emit.binary(BinaryOp::And, waits, alone)
                }
                None => waits,
            };
            self.pick_first((due, *locals), cond, found, out);
        }
        let (Some(site), true) = (site, self.waiting.order_matters()) else { return };
        let mut asked = Vec::new();
        let by = self.chooser(&others, &mut asked);
        let arms = others.iter().map(|(d, l)| self.arm(d, *l)).collect();
        // Something is due, so there is an option.
        let otherwise = Some(Block(vec![self.emit.fail(site, FaultText::Rule)]));
        asked.push(self.emit.stmt(StmtKind::Ask(Ask { by, site, start: false, order: true, arms, otherwise })));
        let open = self.not_found(found);
        out.push(self.emit.when(open, asked, Vec::new()));
    }

    /// Does something else wait with which the order makes a difference? Nothing to ask where nothing ever can.
    fn disputed(&mut self, (due, locals): (&Due, Locals), all: &[(&Due, Locals)]) -> Option<ExprId> {
        let mut conds = Vec::new();
        for (other, others) in all {
            if !self.waiting.clash(due.at, other.at) {
                continue;
            }
            if other.at == due.at && due.members.is_none() {
                continue;
            }
            conds.push(if other.at == due.at {
                let waiting = self.emit.get(locals.waiting);
                let (size, one) = (self.emit.unary(UnaryOp::Size, waiting), self.emit.number(1));
                self.emit.binary(BinaryOp::Gt, size, one)
            } else {
                self.is_waiting(other, *others)
            });
        }
        self.emit.chain(BinaryOp::Or, conds)
    }

    /// The first member, where the condition holds and nothing was picked before.
    fn pick_first(&mut self, (due, locals): (&Due, Locals), cond: ExprId, found: LocalId, out: &mut Vec<Stmt>) {
        self.emit.at = due.trigger.at;
        let open = self.not_found(found);
        let cond = self.emit.binary(BinaryOp::And, open, cond);
        let value = match due.members {
            Some(_) => {
                let waiting = self.emit.get(locals.waiting);
                self.emit.unary(UnaryOp::Lowest, waiting)
            }
            None => self.emit.truth(true),
        };
        let yes = self.emit.truth(true);
        let then = vec![self.emit.assign(locals.pick, value), self.emit.assign(found, yes)];
        out.push(self.emit.when(cond, then, Vec::new()));
    }

    fn arm(&mut self, due: &Due, locals: Locals) -> Arm {
        let waiting = self.emit.get(locals.waiting);
        let (each, guard, value) = match due.members {
            Some(m) => {
                let var = self.emit.local(&self.name("each", due), Type::Scalar(m.param));
                (Some((var, waiting)), None, self.emit.get(var))
            }
            None => (None, Some(waiting), self.emit.truth(true)),
        };
        let body = Block(vec![self.emit.assign(locals.pick, value)]);
        Arm { name: due.trigger.name.clone(), each, guard, body }
    }

    /// The side that `by` names for all that is due, else the one that the `settle` named.
    pub(super) fn chooser(&mut self, all: &[(&Due, Locals)], out: &mut Vec<Stmt>) -> ExprId {
        let What::Id(sides) = self.side.what else { return self.emit.get(self.picker) };
        let none = self.emit.expr(Expr::None(sides));
        let opt = Type::Scalar(Scalar { lo: NONE, ..self.side });
        let agreed = self.emit.declare(out, "agreed", opt, none);
        let no = self.emit.truth(false);
        let differ = self.emit.declare(out, "differ", Type::BOOL, no);
        for (due, locals) in all {
            self.emit.at = due.trigger.at;
            let member = due.members.map(|m| self.emit.local(&self.name("each", due), Type::Scalar(m.param)));
            let args = self.index(member);
            let by = self.emit.expr(Expr::Call(due.trigger.by, args));
            let mut body = Vec::new();
            let owner = self.emit.declare(&mut body, &self.name("owner", due), Type::Scalar(self.side), by);
            let stmts = self.compare(agreed, differ, owner, sides);
            body.extend(stmts);
            let waiting = self.emit.get(locals.waiting);
            out.push(match (due.members, member) {
                (Some(m), Some(member)) => self.emit.each(member, m.domain, waiting, body),
                (Some(_) | None, _) => self.emit.when(waiting, body, Vec::new()),
            });
        }
        let (cond, picker, agreed) = (self.emit.get(differ), self.emit.get(self.picker), self.emit.get(agreed));
        let agreed = self.emit.unary(UnaryOp::The, agreed);
        self.emit.expr(Expr::If(cond, picker, agreed))
    }

    fn compare(&mut self, agreed: LocalId, differ: LocalId, owner: LocalId, sides: DomainId) -> Vec<Stmt> {
        let (old, none) = (self.emit.get(agreed), self.emit.expr(Expr::None(sides)));
        let first = self.emit.binary(BinaryOp::Eq, old, none);
        let value = self.emit.get(owner);
        let take = self.emit.assign(agreed, value);
        let (old, new) = (self.emit.get(agreed), self.emit.get(owner));
        let other = self.emit.binary(BinaryOp::Ne, old, new);
        let yes = self.emit.truth(true);
        let differs = self.emit.assign(differ, yes);
        let again = self.emit.when(other, vec![differs], Vec::new());
        vec![self.emit.when(first, vec![take], vec![again])]
    }
}
