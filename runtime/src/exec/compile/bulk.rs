//! Folds that pick by what is printed or held: `side_of[u] <> s and place[u] = h` is put to all members in two ops, and
//! only what is left of them is walked.
//!
//! Only the first conditions of a guard are put so, those that cannot fault and that compare a table or a cell of the
//! member with something that is the same for all members and cannot fault either. So nothing is computed of a member
//! that would not have been computed, and nothing that faulted is passed over.

use super::{FuncCompiler, Op, Pass, Reg, Result, SetReg};
use crate::exec::mir::asked::{self, Asked, BulkFilter, Held, Of, Value};
use crate::ir::{BinaryOp, BoardOp, DomainId, Expr, ExprId, Fold, FoldOp, LocalId, Type, UnaryOp};

/// A guard's first conditions as bulk filters, and the others, in their order.
#[derive(Default)]
pub(super) struct Sifted {
    pub(super) bulk: Vec<BulkFilter>,
    pub(super) rest: Vec<ExprId>,
}

/// Who stands beside the hex surely stands somewhere.
fn is_placed(filter: &BulkFilter) -> bool {
    matches!(filter.of, Of::Beside(_, Held::Surely))
}

impl FuncCompiler<'_> {
    fn asked(&self) -> Asked<'_> {
        Asked::new(self.program, (self.func, self.types), self.code)
    }

    /// The guard of a fold.
    pub(super) fn sifted(&self, fold: &Fold) -> Sifted {
        self.sifted_by(fold.var, fold.guard, matches!(fold.op, FoldOp::Filter | FoldOp::Count))
    }

    /// `is_all`: of a member that passes nothing more is asked that could fault.
    pub(super) fn sifted_by(&self, var: LocalId, guard: Option<ExprId>, is_all: bool) -> Sifted {
        let mut sifted = Sifted::default();
        let mut conditions = Vec::new();
        guard.iter().for_each(|guard| asked::conditions(self.func, *guard, &mut conditions));
        if !self.plans.passes.has(Pass::Bulk) {
            return Sifted { bulk: vec![], rest: conditions };
        }
        let last = conditions.last().copied();
        for condition in conditions {
            let mut filter = self.asked().filter(var, condition);
            if filter.is_none() {
                // It faults where the cell holds none: of another member nothing that could fault may stand behind it.
                let is_last = last == Some(condition) && is_all;
                filter = self.beside((var, &sifted.bulk), condition).filter(|beside| is_last || is_placed(beside));
            }
            match filter.filter(|_| sifted.rest.is_empty()) {
                // Whoever stands beside a hex stands somewhere, and they are few: then nobody else is asked anything.
                Some(filter) if is_placed(&filter) => {
                    sifted.bulk.retain(|other| !self.is_held(other, &filter));
                    sifted.bulk.insert(0, filter);
                }
                Some(filter) => sifted.bulk.push(filter),
                None => sifted.rest.push(condition),
            }
        }
        sifted
    }

    /// The members that pass into `d`, where the bulk filters are all there is to ask; else nothing is done.
    pub(super) fn filtered_alone(&mut self, fold: &Fold, d: SetReg) -> Result<bool> {
        let fold = &self.narrowed(fold);
        let (sifted, domain) = (self.sifted(fold), self.domain_of(fold.over)?);
        let all_fit = matches!(self.func.expr(fold.over), Expr::All(_) | Expr::Kind(_));
        if !sifted.rest.is_empty() || !(all_fit || self.holds_members(fold.var, domain)) {
            return Ok(false);
        }
        self.set_into(fold.over, d)?;
        for filter in sifted.bulk {
            self.put_filter(filter, domain, d)?;
        }
        Ok(true)
    }

    /// `distance(place[u]!, h) = 1`, also where it is left unsaid that the cell holds something. `bulk`: what was asked before.
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else is an end as it stands")]
    fn beside(&self, (var, bulk): (LocalId, &[BulkFilter]), condition: ExprId) -> Option<BulkFilter> {
        let Expr::Binary(BinaryOp::Eq, distance, one) = self.func.expr(condition) else { return None };
        let Expr::Board(BoardOp::Distance, ends) = self.func.expr(*distance) else { return None };
        let [a, b] = ends.as_slice() else { return None };
        let (end, hex) = if self.asked().is_invariant(var, *b) { (*a, *b) } else { (*b, *a) };
        // Where the fault stands, if the cell holds none.
        let (held, surely) = match self.func.expr(end) {
            Expr::Unary(UnaryOp::The, held) => (*held, end),
            _ => (end, *distance),
        };
        let held = self.of_who_is_left(bulk, held);
        let Some(Of::Cell(cell)) = self.asked().asked_of(var, held) else { return None };
        let fits = self.small(*one, *distance) == Some(1)
            && self.asked().is_invariant(var, hex)
            && !self.ty(hex).scalar()?.is_opt();
        let filter = BulkFilter { of: Of::Beside(cell, Held::Unless(surely)), value: Value::Expr(hex), is: true };
        let is_held = bulk.iter().any(|other| self.is_held(other, &filter));
        let of = if is_held { Of::Beside(cell, Held::Surely) } else { filter.of };
        fits.then_some(BulkFilter { of, ..filter })
    }

    /// `if u in others then none hex else place[u]` is the place of everybody who is left, where the others were taken out before.
    fn of_who_is_left(&self, bulk: &[BulkFilter], held: ExprId) -> ExprId {
        let Expr::If(among, nowhere, stands) = self.func.expr(held) else { return held };
        let (Expr::Binary(BinaryOp::In, who, others), Expr::None(_)) =
            (self.func.expr(*among), self.func.expr(*nowhere))
        else {
            return held;
        };
        let is_local = |at: ExprId, of: ExprId| matches!((self.func.expr(at), self.func.expr(of)), (Expr::Local(a), Expr::Local(b)) if a == b);
        let is_out =
            bulk.iter().any(|filter| matches!(filter.of, Of::Among(set) if !filter.is && is_local(set, *others)));
        let is_his = self.asked().one_index(*stands).is_some_and(|(_, index, _)| is_local(index, *who));
        if is_out && is_his { *stands } else { held }
    }

    /// Does it leave those alone for whom the cell holds something, of which this asks what is beside it?
    fn is_held(&self, filter: &BulkFilter, beside: &BulkFilter) -> bool {
        let Of::Beside(cell, _) = beside.of else { return false };
        let of_cell = matches!(filter.of, Of::Cell(other) if other == cell);
        let none = matches!(filter.value, Value::Expr(value) if matches!(self.func.expr(value), Expr::None(_)));
        of_cell && none && !filter.is
    }

    /// Take out of `s` whoever does not pass.
    pub(super) fn put_filter(&mut self, filter: BulkFilter, domain: DomainId, s: SetReg) -> Result<()> {
        let mark = self.mark();
        let w = Self::w(domain);
        let a = match filter.of {
            Of::Row(_, first) => self.side_by_side(filter.value, first)?,
            Of::Table(_) | Of::Cell(_) | Of::Beside(..) | Of::Other => self.filter_value(filter.value)?,
            Of::Among(set) => {
                let b = self.set(set)?;
                self.emit(match filter.is {
                    true => Op::SetInter { w, d: s, a: s, b },
                    false => Op::SetMinus { w, d: s, a: s, b },
                });
                self.release(mark);
                return Ok(());
            }
        };
        let old = (self.at, self.origin);
        if let Of::Beside(_, Held::Unless(surely)) = filter.of {
            (self.at, self.origin) = (self.func.exprs[surely.index()].at, self.origins[surely.index()]);
        }
        if let Of::Cell(cell) | Of::Beside(cell, _) = filter.of {
            self.code.invert(self.program, cell);
            if let (Of::Beside(..), Some(number)) = (filter.of, self.code.cells[cell.index()].inverted) {
                self.code.inverted[usize::from(number)].is_beside = true;
            }
        }
        self.emit(match (filter.of, filter.is) {
            (Of::Beside(c, Held::Unless(_)), _) => Op::FilterBeside { w, s, c: c.0 as u16, a },
            (Of::Beside(c, Held::Surely), _) => Op::FilterNear { w, s, c: c.0 as u16, a },
            (Of::Row(t, _), true) => Op::FilterRow { w, s, t: t.0 as u16, a },
            (Of::Row(t, _), false) => Op::FilterRowNot { w, s, t: t.0 as u16, a },
            (Of::Table(t), true) => Op::FilterTable { w, s, t: t.0 as u16, a },
            (Of::Table(t), false) => Op::FilterTableNot { w, s, t: t.0 as u16, a },
            (Of::Cell(c), true) => Op::FilterCell { w, s, c: c.0 as u16, a },
            (Of::Cell(c), false) => Op::FilterCellNot { w, s, c: c.0 as u16, a },
            (Of::Other, _) => Op::SetDrop { d: s, a },
            (Of::Among(_), _) => crate::bug!("a set says nothing of a field"),
        });
        (self.at, self.origin) = old;
        self.release(mark);
        Ok(())
    }

    /// The value in one register, the first index in the next.
    fn side_by_side(&mut self, value: Value, first: ExprId) -> Result<Reg> {
        let (d, next) = (self.temp(), self.temp());
        let a = self.filter_value(value)?;
        self.emit(Op::Move { d, a });
        self.into(first, next)?;
        Ok(d)
    }

    fn filter_value(&mut self, value: Value) -> Result<Reg> {
        match value {
            Value::Expr(expr) => self.reg(expr),
            Value::Yes => {
                let d = self.temp();
                self.constant(d, 1);
                Ok(d)
            }
        }
    }

    /// Can the name hold whatever the set may hold?
    pub(super) fn holds_members(&self, var: LocalId, domain: DomainId) -> bool {
        matches!(self.func.local(var).ty, Type::Scalar(place) if self.program.member(domain).fits(place))
    }

    /// The members of a set that is written out: `single(a) | single(b)`, where they are small constants.
    pub(super) fn listed(&self, set: ExprId, out: &mut Vec<i16>) -> bool {
        #[expect(clippy::wildcard_enum_match_arm, reason = "no other set is written out")]
        match self.func.expr(set) {
            Expr::Empty(_) => true,
            Expr::Unary(UnaryOp::Single, one) => match self.func.expr(*one) {
                Expr::Literal { value, .. } => i16::try_from(*value).is_ok_and(|value| {
                    out.push(value);
                    value >= 0
                }),
                _ => false,
            },
            Expr::Binary(BinaryOp::Union, a, b) => self.listed(*a, out) && self.listed(*b, out),
            _ => false,
        }
    }
}
