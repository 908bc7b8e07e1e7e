//! Walking a set: what is put to all members at once, what is asked once for all of them, and what is asked of each.

use super::bulk::Sifted;
use super::{Aim, FuncCompiler, Op, Pass, Patch, Reg, Result, SetReg};
use crate::ir::{BinaryOp, DomainId, Expr, ExprId, Fold, LocalId, Type, UnaryOp, walk};

/// More look-ups are not made for nothing.
const MOST_LOOKS: usize = 4;

impl FuncCompiler<'_> {
    /// Run `body` for each member that passes the guard, ascending. Members of a whole domain or kind are
    /// counted; those of any other set are taken out of a copy.
    pub(super) fn each_member(&mut self, fold: &Fold, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.each_member_of(fold, None, body)
    }

    /// The same for those that are in `base`, too, if that is given.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other set is walked by its words")]
    pub(super) fn each_member_of(
        &mut self,
        fold: &Fold,
        base: Option<SetReg>,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let mark = self.mark();
        // The name may stand for somebody else around it.
        let home = self.homes[fold.var.index()];
        let fold = &self.narrowed(fold);
        let run = match self.func.expr(fold.over) {
            Expr::All(domain) => Some((0, i64::from(self.program.domain(*domain).size))),
            Expr::Kind(kind) => {
                let kind = self.program.kind(*kind);
                Some((i64::from(kind.first), i64::from(kind.last) + 1))
            }
            _ => None,
        };
        let sifted = self.sifted(fold);
        let domain = self.domain_of(fold.over)?;
        // A member that the name cannot hold faults before anything is asked of it.
        let fits = run.is_some() || self.holds_members(fold.var, domain);
        let bulk = (!sifted.bulk.is_empty() || base.is_some()) && fits;
        match run {
            Some(_) | None if bulk => self.filtered(fold, (sifted, base), domain, body)?,
            Some(_) | None if base.is_some() => crate::bug!("a name is too narrow for what it walks"),
            Some((first, end)) => self.counted(fold, first, end, body)?,
            None => self.taken(fold, body)?,
        }
        if home.is_some() {
            self.homes[fold.var.index()] = home;
        }
        self.release(mark);
        Ok(())
    }

    fn counted(&mut self, fold: &Fold, first: i64, end: i64, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let var = self.declare_reg(fold.var)?;
        let limit = self.temp();
        self.constant(limit, end);
        self.constant(var, first);
        let exit = Patch(self.emit(Op::CountTo { a: var, b: limit, off: 0 }));
        let (once, found) = (self.once_for_all(fold.var, fold.guard.as_slice()), self.once.len());
        self.find_once(once)?;
        let head = self.here();
        self.guarded(fold.guard.as_slice(), body)?;
        self.once.truncate(found);
        let again = Patch(self.emit(Op::CountNext { a: var, b: limit, off: 0 }));
        self.patch_to(again, head)?;
        self.patch(exit)
    }

    /// Of all members at once those are kept that pass the first conditions; the rest of the guard is put to them.
    fn filtered(
        &mut self,
        fold: &Fold,
        (sifted, base): (Sifted, Option<SetReg>),
        domain: DomainId,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let rest = self.temp_set(domain);
        match base {
            Some(base) => self.set_within(fold.over, base, rest)?,
            None => self.set_into(fold.over, rest)?,
        }
        for filter in sifted.bulk {
            self.put_filter(filter, domain, rest)?;
        }
        let (same, other) = self.same_for_all(fold.var, &sifted.rest);
        let mut none = Vec::new();
        for condition in same {
            none.extend(self.unless(condition)?);
        }
        let var = self.declare_reg(fold.var)?;
        let exits = self.take_each((fold.var, var), (domain, rest), &other, body)?;
        self.patch_all(none)?;
        self.patch_all(exits)
    }

    /// Take the members out of the set, ascending, and run `body` for each that passes the conditions. Gives what jumps where no
    /// member is left.
    pub(super) fn take_each(
        &mut self,
        (name, d): (LocalId, Reg),
        (domain, rest): (DomainId, SetReg),
        conditions: &[ExprId],
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<Vec<Patch>> {
        let next = Op::Next { w: Self::w(domain), d, s: rest, off: 0 };
        let (once, found) = (self.once_for_all(name, conditions), self.once.len());
        let mut head = self.here();
        let mut exits = vec![Patch(self.emit(next))];
        if !once.is_empty() {
            self.find_once(once)?;
            let first = self.jump();
            head = self.here();
            exits.push(Patch(self.emit(next)));
            self.patch(first)?;
        }
        self.check_member(name, d, domain)?;
        self.guarded(conditions, body)?;
        self.emit(Op::Back { to: head });
        self.once.truncate(found);
        Ok(exits)
    }

    fn find_once(&mut self, parts: Vec<ExprId>) -> Result<()> {
        for part in parts {
            let d = self.temp();
            self.into(part, d)?;
            self.once.push((part, d));
        }
        Ok(())
    }

    /// What the conditions ask again and again though it is the same for all members: found once, with the first of them.
    fn once_for_all(&self, var: LocalId, conditions: &[ExprId]) -> Vec<ExprId> {
        if !self.plans.passes.has(Pass::Same) {
            return vec![];
        }
        let mut once = conditions.first().map_or(vec![], |first| self.lasting(var, *first));
        conditions.iter().for_each(|condition| self.plain_parts(var, *condition, &mut once));
        once
    }

    /// Parts that are short: what the state holds of something that is the same for all. To find them for nothing costs little, so
    /// they need not be asked of every member.
    fn plain_parts(&self, var: LocalId, part: ExprId, once: &mut Vec<ExprId>) {
        if once.contains(&part) {
            return;
        }
        if self.is_plain(part) && self.is_once_for_all(var, part) {
            once.push(part);
            return;
        }
        for part in walk::parts_asked_once(self.func.expr(part)) {
            self.plain_parts(var, part, once);
        }
    }

    /// Made of look-ups, few of them, and of numbers alone.
    fn is_plain(&self, part: ExprId) -> bool {
        let (mut looks, mut plain) = (0, true);
        walk::walk_expr(self.func, part, &mut |node| {
            let walk::Node::Expr(id, expr) = node else { return };
            looks += usize::from(matches!(expr, Expr::Cell(..) | Expr::Table(..)));
            let is_short = matches!(
                expr,
                Expr::Literal { .. }
                    | Expr::None(_)
                    | Expr::Local(_)
                    | Expr::Cell(..)
                    | Expr::Table(..)
                    | Expr::Unary(..)
                    | Expr::Binary(..)
                    | Expr::If(..)
            );
            plain &= is_short && matches!(self.ty(id), Type::Scalar(_));
        });
        plain && (1..=MOST_LOOKS).contains(&looks)
    }

    fn is_once_for_all(&self, var: LocalId, part: ExprId) -> bool {
        !walk::free_locals(self.func, part).contains(&var) && self.text().expr(part)
    }

    /// What a condition compares and what takes long: it is asked of the first member anyway, and cannot fault.
    fn lasting(&self, var: LocalId, condition: ExprId) -> Vec<ExprId> {
        let condition =
            if let Expr::Unary(UnaryOp::Not, inner) = self.func.expr(condition) { *inner } else { condition };
        let Expr::Binary(op, a, b) = self.func.expr(condition) else { return vec![] };
        let compares =
            matches!(op, BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
        let is_lasting = |part: &ExprId| {
            let is_number = matches!(self.ty(*part), Type::Scalar(_));
            let takes_long = matches!(self.func.expr(*part), Expr::Call(..) | Expr::Fold(_) | Expr::Peek { .. });
            is_number && takes_long && self.is_once_for_all(var, *part)
        };
        [*a, *b].into_iter().filter(|part| compares && is_lasting(part)).collect()
    }

    /// The conditions that are the same for all members and that are asked once, where they may be asked at all; and the
    /// others, in their order.
    pub(super) fn same_for_all(&self, var: LocalId, conditions: &[ExprId]) -> (Vec<ExprId>, Vec<ExprId>) {
        let safe = conditions.iter().take_while(|condition| self.text().expr(**condition)).count();
        let is_same = |condition: &ExprId| !walk::free_locals(self.func, *condition).contains(&var);
        let (same, mut other): (Vec<ExprId>, Vec<ExprId>) = conditions[..safe].iter().partition(|it| is_same(it));
        other.extend(&conditions[safe..]);
        (same, other)
    }

    fn taken(&mut self, fold: &Fold, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let domain = self.domain_of(fold.over)?;
        let rest = self.temp_set(domain);
        self.set_into(fold.over, rest)?;
        let var = self.declare_reg(fold.var)?;
        let exits = self.take_each((fold.var, var), (domain, rest), fold.guard.as_slice(), body)?;
        self.patch_all(exits)
    }

    /// A set may hold members outside the kind that the variable is declared with.
    pub(super) fn check_member(&mut self, var: LocalId, reg: Reg, domain: DomainId) -> Result<()> {
        let Type::Scalar(place) = self.func.local(var).ty else { return self.refuse("walks a set with a set") };
        self.narrow(reg, self.program.member(domain), place, Aim::Nowhere)?;
        Ok(())
    }

    fn guarded(&mut self, conditions: &[ExprId], body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let mark = self.mark();
        let mut no = Vec::new();
        for condition in conditions {
            no.extend(self.unless(*condition)?);
        }
        body(self)?;
        self.patch_all(no)?;
        self.release(mark);
        Ok(())
    }
}
