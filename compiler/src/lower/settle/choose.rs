//! Which handler runs next where several are due and the order matters: an ask to the side that `by` names for
//! all of them, or to the side that the `settle` names.

use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, DomainId, Expr, ExprId, FaultText, LocalId, NONE, Scalar, SiteId, Stmt, StmtKind, Type,
    UnaryOp, What,
};

use super::driver::{Driver, Due, Locals};

impl Driver<'_> {
    /// With more than one handler due, a side picks.
    pub(super) fn choose(&mut self, all: &[(&Due, Locals)], site: SiteId, out: &mut Vec<Stmt>) {
        let counts: Vec<ExprId> = all
            .iter()
            .map(|(due, locals)| {
                let waiting = self.emit.get(locals.waiting);
                match due.members {
                    Some(_) => self.emit.unary(UnaryOp::Size, waiting),
                    None => {
                        let (one, none) = (self.emit.number(1), self.emit.number(0));
                        self.emit.expr(Expr::If(waiting, one, none))
                    }
                }
            })
            .collect();
        let Some(count) = self.emit.chain(BinaryOp::Add, counts) else { return };
        let one = self.emit.number(1);
        let several = self.emit.binary(BinaryOp::Gt, count, one);
        let mut asked = Vec::new();
        let by = self.chooser(all, &mut asked);
        let arms = all.iter().map(|(d, l)| self.arm(d, *l)).collect();
        // Something is due, so there is an option.
        let otherwise = Some(Block(vec![self.emit.fail(site, FaultText::Rule)]));
        asked.push(self.emit.stmt(StmtKind::Ask(Ask { by, site, start: false, arms, otherwise })));
        let mut alone = Vec::new();
        self.first(all, &mut alone);
        out.push(self.emit.when(several, asked, alone));
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
