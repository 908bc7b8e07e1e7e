//! Numbers: every expression that gives a scalar, into a register.

use super::compare::Comparison;
use super::{Aim, FuncCompiler, NO_REG, Op, Reg, Result};
use crate::exec::code::{Home, SupposeCode};
use crate::ir::{
    BinaryOp, BoardOp, CellId, Expr, ExprId, Fold, FoldOp, FuncId, NONE, Quantifier, Scalar, Suppose, TableId, Type,
    UnaryOp, What,
};

impl FuncCompiler<'_> {
    /// The register that holds the value; a local's own where it is one.
    pub(super) fn reg(&mut self, expr: ExprId) -> Result<Reg> {
        if let Expr::Local(local) = self.func.expr(expr)
            && self.constant_of(*local).is_none()
        {
            return match self.in_place_of(*local) {
                Some(value) => self.reg(value),
                None => self.reg_of(*local),
            };
        }
        if let Some(d) = self.found_once(expr) {
            return Ok(d);
        }
        let d = self.temp();
        self.into(expr, d)?;
        Ok(d)
    }

    /// The value brought into a place's range.
    pub(super) fn reg_for(&mut self, expr: ExprId, place: Scalar) -> Result<Reg> {
        self.reg_into(expr, place, Aim::Nowhere)
    }

    /// The same where it is known for what.
    pub(super) fn reg_into(&mut self, expr: ExprId, place: Scalar, aim: Aim) -> Result<Reg> {
        let from = self.scalar(expr)?;
        let reg = self.reg(expr)?;
        self.narrow(reg, from, place, aim)
    }

    /// Where it stands if it was found once for all members of what is walked.
    pub(super) fn found_once(&self, expr: ExprId) -> Option<Reg> {
        self.once.iter().find(|(once, _)| *once == expr).map(|(_, d)| *d)
    }

    /// Compute into `d`. Nothing that the expression reads may stand in `d`.
    pub(super) fn into(&mut self, expr: ExprId, d: Reg) -> Result<()> {
        if let Some(a) = self.found_once(expr) {
            self.emit(Op::Move { d, a });
            return Ok(());
        }
        let mark = self.mark();
        let old = (self.at, self.origin);
        (self.at, self.origin) = (self.func.exprs[expr.index()].at, self.origins[expr.index()]);
        self.number(expr, d)?;
        (self.at, self.origin) = old;
        self.release(mark);
        Ok(())
    }

    fn number(&mut self, expr: ExprId, d: Reg) -> Result<()> {
        let func = self.func;
        match func.expr(expr) {
            Expr::Literal { value, .. } => self.constant(d, *value),
            Expr::None(_) => self.constant(d, NONE),
            Expr::Local(local) => match self.constant_of(*local) {
                Some(value) => self.constant(d, value),
                None => {
                    let a = self.reg(expr)?;
                    self.emit(Op::Move { d, a });
                }
            },
            Expr::Cell(cell, index) => self.read_cell(*cell, index, d)?,
            Expr::Peek { cell, index, viewer, other } => self.peek(*cell, index, *viewer, *other, d)?,
            Expr::Table(table, index) => self.look_up(*table, index, d)?,
            Expr::Unary(op, a) => self.unary(*op, *a, d)?,
            Expr::Binary(op, a, b) => self.binary(expr, *op, *a, *b, d)?,
            Expr::If(cond, a, b) => self.choice(expr, *cond, *a, *b, d)?,
            Expr::Call(callee, args) => {
                if !self.inlined(*callee, args, Home::Reg(d))? {
                    self.call(*callee, args, None)?;
                    self.emit(Op::Result { d });
                }
            }
            Expr::Fold(fold) => self.fold(expr, fold, d)?,
            Expr::Board(op, args) => self.board(*op, args, d)?,
            Expr::Complete { limits, args, chosen } => self.complete(*limits, args, *chosen, d)?,
            Expr::Spendable { goods, args, pool, from } => self.spendable(*goods, args, *pool, *from, d)?,
            Expr::Suppose(suppose) => self.suppose(suppose, Home::Reg(d))?,
            Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Extend { .. } | Expr::Buyable { .. } => {
                return self.refuse("uses a set as a number");
            }
        }
        Ok(())
    }

    /// The registers of indices, each checked against its range.
    pub(super) fn indices(&mut self, index: &[ExprId], ranges: &[Scalar]) -> Result<Vec<Reg>> {
        index.iter().zip(ranges).map(|(&expr, &range)| self.reg_for(expr, range)).collect()
    }

    /// The same of a look-up.
    pub(super) fn looked_up(&mut self, table: TableId, index: &[ExprId]) -> Result<Vec<Reg>> {
        let each = index.iter().zip(&self.program.table(table).index).enumerate();
        each.map(|(at, (&expr, &range))| self.reg_into(expr, range, Aim::Index(table, at))).collect()
    }

    /// Which element of a cell these indices name, in a register.
    pub(super) fn element(&mut self, cell: CellId, index: &[ExprId]) -> Result<Reg> {
        let regs = self.indices(index, &self.program.cell(cell).index)?;
        let c = cell.0 as u16;
        let d = self.temp();
        match regs.as_slice() {
            [] => self.constant(d, 0),
            [a] => {
                self.emit(Op::Element1 { d, c, a: *a });
            }
            [a, b, ..] => {
                self.emit(Op::Move { d, a: *b });
                self.emit(Op::Element2 { d, c, a: *a });
            }
        }
        Ok(d)
    }

    /// Does marked code look whether this may be seen, before it reads it?
    pub(super) fn is_looked_at(&self, cell: CellId) -> bool {
        self.code.explains && self.program.may_be_unseen(cell)
    }

    fn read_cell(&mut self, cell: CellId, index: &[ExprId], d: Reg) -> Result<()> {
        let c = cell.0 as u16;
        if self.is_looked_at(cell) {
            let at = self.element(cell, index)?;
            self.emit(Op::Look { c, at });
            self.emit(Op::GetAt { d, c, at });
            return Ok(());
        }
        let packed = self.code.cells[cell.index()].packed;
        match index {
            [] if packed => {
                self.emit(Op::Get0 { d, c });
            }
            [_] if packed => {
                let regs = self.indices(index, &self.program.cell(cell).index)?;
                self.emit(Op::Get1 { d, c, a: regs[0] });
            }
            _ => {
                let at = self.element(cell, index)?;
                self.emit(Op::GetAt { d, c, at });
            }
        }
        Ok(())
    }

    /// What the viewer sees: the cell if `sees` or `shown` says so.
    fn peek(&mut self, cell: CellId, index: &[ExprId], viewer: ExprId, other: ExprId, d: Reg) -> Result<()> {
        let Some(hidden) = self.program.cell(cell).hidden else {
            return self.read_cell(cell, index, d);
        };
        let mut args = index.to_vec();
        args.push(viewer);
        self.call(hidden.sees, &args, None)?;
        let seen = self.temp();
        self.emit(Op::Result { d: seen });
        let sees = super::Patch(self.emit(Op::JumpIf { a: seen, to: 0 }));
        self.read_cell(hidden.shown, &args, seen)?;
        let shown = super::Patch(self.emit(Op::JumpIf { a: seen, to: 0 }));
        let hull = self.scalar_of_cell(cell)?;
        let reg = self.reg(other)?;
        let reg = self.bring_to(reg, self.scalar(other)?, hull.what)?.0;
        self.emit(Op::Move { d, a: reg });
        let end = self.jump();
        self.patch(sees)?;
        self.patch(shown)?;
        self.read_cell(cell, index, d)?;
        self.patch(end)
    }

    fn scalar_of_cell(&self, cell: CellId) -> Result<Scalar> {
        match self.program.cell(cell).value.scalar() {
            Some(scalar) => Ok(scalar),
            None => self.refuse("uses a set cell as a number"),
        }
    }

    fn look_up(&mut self, table: crate::ir::TableId, index: &[ExprId], d: Reg) -> Result<()> {
        let regs = self.looked_up(table, index)?;
        if self.code.explains
            && let [a, rest @ ..] = regs.as_slice()
        {
            self.emit(Op::Looks { t: table.0 as u16, a: *a, b: rest.first().copied().unwrap_or(NO_REG) });
        }
        match (regs.as_slice(), u8::try_from(table.0)) {
            ([a], _) => {
                self.emit(Op::Table1 { d, t: table.0 as u16, a: *a });
            }
            ([a, b, ..], Ok(t)) => {
                self.emit(Op::Table2 { t, d, a: *a, b: *b });
            }
            ([a, b, ..], Err(_)) => {
                let at = self.temp();
                self.times(at, *a, self.code.tables[table.index()].stride);
                self.emit(Op::Add { d: at, a: at, b: *b });
                self.emit(Op::Table1 { d, t: table.0 as u16, a: at });
            }
            ([], _) => return self.refuse("looks a table up without an index"),
        }
        Ok(())
    }

    fn unary(&mut self, op: UnaryOp, a: ExprId, d: Reg) -> Result<()> {
        match op {
            UnaryOp::Not => {
                let a = self.reg(a)?;
                self.emit(Op::Not { d, a });
            }
            UnaryOp::Neg => {
                let a = self.reg(a)?;
                self.emit(Op::Neg { d, a });
            }
            UnaryOp::Down | UnaryOp::Up => self.round(op, a, d)?,
            UnaryOp::Size | UnaryOp::Lowest | UnaryOp::Highest => {
                let w = Self::w(self.domain_of(a)?);
                let s = self.set(a)?;
                self.emit(match op {
                    UnaryOp::Size => Op::SetSize { w, d, s },
                    UnaryOp::Lowest => Op::SetLow { w, d, s },
                    UnaryOp::Highest
                    | UnaryOp::Not
                    | UnaryOp::Neg
                    | UnaryOp::Down
                    | UnaryOp::Up
                    | UnaryOp::Single
                    | UnaryOp::The => Op::SetHigh { w, d, s },
                });
            }
            UnaryOp::The => {
                let from = self.scalar(a)?;
                let place = Scalar { lo: from.lo.max(0), ..from };
                self.into(a, d)?;
                self.narrow(d, from, place, Aim::Nowhere)?;
            }
            UnaryOp::Single => return self.refuse("uses a set as a number"),
        }
        Ok(())
    }

    /// To whole numbers: rounding up is rounding the opposite down.
    fn round(&mut self, op: UnaryOp, a: ExprId, d: Reg) -> Result<()> {
        let What::Int { den } = self.scalar(a)?.what else { return self.refuse("rounds what is no number") };
        let reg = self.reg(a)?;
        if den == 1 {
            self.emit(Op::Move { d, a: reg });
            return Ok(());
        }
        let up = op == UnaryOp::Up;
        let mut from = reg;
        if up {
            from = self.temp();
            self.emit(Op::Neg { d: from, a: reg });
        }
        match i16::try_from(den) {
            Ok(i) => {
                self.emit(Op::DivI { d, a: from, i });
            }
            Err(_) => {
                let b = self.temp();
                self.constant(b, i64::from(den));
                self.emit(Op::DivDown { d, a: from, b });
            }
        }
        if up {
            self.emit(Op::Neg { d, a: d });
        }
        Ok(())
    }

    fn binary(&mut self, expr: ExprId, op: BinaryOp, a: ExprId, b: ExprId, d: Reg) -> Result<()> {
        if let Some(comparison) = Comparison::of(op) {
            let (a, b) = self.same_parts(a, b)?;
            self.emit(comparison.value(d, a, b));
            return Ok(());
        }
        match op {
            BinaryOp::And | BinaryOp::Or => self.as_value(expr, d),
            BinaryOp::In if self.listed(b, &mut vec![]) => self.as_value(expr, d),
            BinaryOp::In => {
                let a = self.reg(a)?;
                let s = self.set(b)?;
                self.emit(Op::SetHas { d, s, a });
                Ok(())
            }
            BinaryOp::Add | BinaryOp::Sub => self.sum(op, a, b, d),
            BinaryOp::Min | BinaryOp::Max => self.bound(op, a, b, d),
            BinaryOp::Mul => {
                let (a, b) = if self.whole(a).is_some() { (b, a) } else { (a, b) };
                if self.whole(b) == Some(1) {
                    return self.into(a, d);
                }
                if let Some(i) = self.whole(b) {
                    let a = self.reg(a)?;
                    self.emit(Op::MulI { d, a, i });
                } else {
                    let (a, b) = (self.reg(a)?, self.reg(b)?);
                    self.emit(Op::Mul { d, a, b });
                }
                Ok(())
            }
            BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod => self.divide(op, a, b, d),
            BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::Union
            | BinaryOp::Inter
            | BinaryOp::Minus => self.refuse("uses a set as a number"),
        }
    }

    /// The raw value of a small literal.
    fn whole(&self, expr: ExprId) -> Option<i16> {
        if let Expr::Literal { value, .. } = self.func.expr(expr) { i16::try_from(*value).ok() } else { None }
    }

    /// A constant goes to the right, where the op may hold it.
    fn constant_right(&self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        if self.small(a, b).is_some() { (b, a) } else { (a, b) }
    }

    fn sum(&mut self, op: BinaryOp, a: ExprId, b: ExprId, d: Reg) -> Result<()> {
        let (a, b) = if op == BinaryOp::Add { self.constant_right(a, b) } else { (a, b) };
        if let Some(i) = self.small(b, a) {
            let i = if op == BinaryOp::Add { Some(i) } else { i.checked_neg() };
            if let Some(i) = i {
                let a = self.reg(a)?;
                self.emit(Op::AddI { d, a, i });
                return Ok(());
            }
        }
        if op == BinaryOp::Add && self.adds_table(a, b, d)? {
            return Ok(());
        }
        let (a, b) = self.same_parts(a, b)?;
        self.emit(if op == BinaryOp::Add { Op::Add { d, a, b } } else { Op::Sub { d, a, b } });
        Ok(())
    }

    /// `x + table[i]` in one op, where both count in the same parts.
    fn adds_table(&mut self, a: ExprId, b: ExprId, d: Reg) -> Result<bool> {
        let Expr::Table(table, index) = self.func.expr(b) else { return Ok(false) };
        let (table, index) = (*table, index.clone());
        if index.len() != 1 || self.scalar(a)?.what != self.scalar(b)?.what {
            return Ok(false);
        }
        // The sum grows in `d`; `assign` sees to it that the index does not read `d`.
        let (left, twin) = match self.twin_table(a, &index) {
            Some((left, twin)) => (left, Some(twin)),
            None => (a, None),
        };
        self.into(left, d)?;
        let regs = self.looked_up(table, &index)?;
        let (t, a) = (table.0 as u16, regs[0]);
        match twin {
            Some(u) => self.emit(Op::TableAdd2 { u, d, t, a }),
            None => self.emit(Op::TableAdd { d, t, a }),
        };
        Ok(true)
    }

    /// `left + other[i]` beside `+ table[i]` with the same local `i`: both look-ups in one op.
    fn twin_table(&self, a: ExprId, index: &[ExprId]) -> Option<(ExprId, u8)> {
        let Expr::Binary(BinaryOp::Add, left, right) = self.func.expr(a) else { return None };
        let Expr::Table(other, other_index) = self.func.expr(*right) else { return None };
        let (&[i], &[k]) = (index, other_index.as_slice()) else { return None };
        let (Expr::Local(i), Expr::Local(k)) = (self.func.expr(i), self.func.expr(k)) else { return None };
        let place = self.program.table(*other).index[0];
        let fits = self.func.local(*k).ty.scalar().is_some_and(|ty| ty.fits(place));
        let same = self.scalar(*left).ok()?.what == self.scalar(*right).ok()?.what;
        (i == k && fits && same && other.0 <= 255).then_some((*left, other.0 as u8))
    }

    /// `min(hi, max(lo, x))` in one op.
    fn clamped(&mut self, op: BinaryOp, a: ExprId, outer: i16, d: Reg) -> Result<bool> {
        let Expr::Binary(inner, x, y) = self.func.expr(a) else { return Ok(false) };
        let (inner, (x, y)) = (*inner, self.constant_right(*x, *y));
        let Some(bound) = self.small(y, x) else { return Ok(false) };
        let (lo, hi) = match (op, inner) {
            (BinaryOp::Min, BinaryOp::Max) => (bound, outer),
            (BinaryOp::Max, BinaryOp::Min) => (outer, bound),
            (_, _) => return Ok(false),
        };
        if lo > hi {
            return Ok(false);
        }
        let k = self.range(i64::from(lo), i64::from(hi))?;
        let a = self.reg(x)?;
        self.emit(Op::Clamp { d, a, k });
        Ok(true)
    }

    fn bound(&mut self, op: BinaryOp, a: ExprId, b: ExprId, d: Reg) -> Result<()> {
        let (a, b) = self.constant_right(a, b);
        if let Some(i) = self.small(b, a) {
            if self.clamped(op, a, i, d)? {
                return Ok(());
            }
            let a = self.reg(a)?;
            self.emit(if op == BinaryOp::Min { Op::MinI { d, a, i } } else { Op::MaxI { d, a, i } });
            return Ok(());
        }
        let (a, b) = self.same_parts(a, b)?;
        self.emit(if op == BinaryOp::Min { Op::Min { d, a, b } } else { Op::Max { d, a, b } });
        Ok(())
    }

    fn divide(&mut self, op: BinaryOp, a: ExprId, b: ExprId, d: Reg) -> Result<()> {
        let divisor = self.scalar(b)?;
        if let (Some(i), BinaryOp::DivDown | BinaryOp::Mod) = (self.small(b, a).filter(|i| *i > 0), op) {
            let a = self.reg(a)?;
            self.emit(if op == BinaryOp::Mod { Op::ModI { d, a, i } } else { Op::DivI { d, a, i } });
            return Ok(());
        }
        let (a, b) = self.same_parts(a, b)?;
        if divisor.contains(0) {
            self.emit(Op::CheckZero { a: b });
        }
        self.emit(match op {
            BinaryOp::DivUp => Op::DivUp { d, a, b },
            BinaryOp::Mod => Op::Mod { d, a, b },
            BinaryOp::DivDown
            | BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Min
            | BinaryOp::Max
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::In
            | BinaryOp::Union
            | BinaryOp::Inter
            | BinaryOp::Minus => Op::DivDown { d, a, b },
        });
        Ok(())
    }

    /// A condition as 0 or 1.
    fn as_value(&mut self, cond: ExprId, d: Reg) -> Result<()> {
        let no = self.unless(cond)?;
        self.constant(d, 1);
        let end = self.jump();
        self.patch_all(no)?;
        self.constant(d, 0);
        self.patch(end)
    }

    fn choice(&mut self, expr: ExprId, cond: ExprId, a: ExprId, b: ExprId, d: Reg) -> Result<()> {
        let what = self.scalar(expr)?.what;
        let other = self.unless(cond)?;
        self.compute_in_parts(a, what, d)?;
        let end = self.jump();
        self.patch_all(other)?;
        self.compute_in_parts(b, what, d)?;
        self.patch(end)
    }

    /// Compute into `d`, counted in the parts of `what`.
    pub(super) fn compute_in_parts(&mut self, expr: ExprId, what: What, d: Reg) -> Result<()> {
        let from = self.scalar(expr)?;
        if from.what == what {
            return self.into(expr, d);
        }
        let mark = self.mark();
        let reg = self.reg(expr)?;
        let (reg, _) = self.bring_to(reg, from, what)?;
        self.emit(Op::Move { d, a: reg });
        self.release(mark);
        Ok(())
    }

    fn fold(&mut self, expr: ExprId, fold: &Fold, d: Reg) -> Result<()> {
        let what = self.scalar(expr)?.what;
        if fold.op == FoldOp::Count && self.counted_alone(fold, d)? {
            return Ok(());
        }
        match fold.op {
            FoldOp::Sum | FoldOp::Count | FoldOp::Any => self.constant(d, 0),
            FoldOp::Every => self.constant(d, 1),
            FoldOp::Least | FoldOp::Most => {}
            FoldOp::Filter | FoldOp::Gather => return self.refuse("uses a set as a number"),
        }
        let found = self.temp();
        let picks = matches!(fold.op, FoldOp::Least | FoldOp::Most);
        if picks {
            self.constant(found, 0);
        }
        let mut done = Vec::new();
        self.each_member(fold, |this| {
            match (fold.op, fold.value) {
                (FoldOp::Count, _) => {
                    this.emit(Op::AddI { d, a: d, i: 1 });
                }
                (FoldOp::Sum, Some(value)) => {
                    let reg = this.temp();
                    this.compute_in_parts(value, what, reg)?;
                    this.emit(Op::Add { d, a: d, b: reg });
                }
                (FoldOp::Any, Some(value)) => {
                    let no = this.unless(value)?;
                    this.constant(d, 1);
                    done.push(this.jump());
                    this.patch_all(no)?;
                }
                (FoldOp::Every, Some(value)) => {
                    let yes = this.branch(value, true)?;
                    this.constant(d, 0);
                    done.push(this.jump());
                    this.patch_all(yes)?;
                }
                (FoldOp::Least | FoldOp::Most, Some(value)) => {
                    let reg = this.temp();
                    this.compute_in_parts(value, what, reg)?;
                    let first = super::Patch(this.emit(Op::JumpUnless { a: found, to: 0 }));
                    let least = fold.op == FoldOp::Least;
                    this.emit(if least { Op::Min { d, a: d, b: reg } } else { Op::Max { d, a: d, b: reg } });
                    let on = this.jump();
                    this.patch(first)?;
                    this.emit(Op::Move { d, a: reg });
                    this.constant(found, 1);
                    this.patch(on)?;
                }
                (FoldOp::Sum | FoldOp::Any | FoldOp::Every | FoldOp::Least | FoldOp::Most, None)
                | (FoldOp::Filter | FoldOp::Gather, _) => return this.refuse("folds nothing"),
            }
            Ok(())
        })?;
        if let (true, Some(other)) = (picks, fold.other) {
            let some = super::Patch(self.emit(Op::JumpIf { a: found, to: 0 }));
            self.compute_in_parts(other, what, d)?;
            self.patch(some)?;
        }
        self.patch_all(done)
    }

    /// How many pass, where nobody need be walked to.
    fn counted_alone(&mut self, fold: &Fold, d: Reg) -> Result<bool> {
        let mark = self.mark();
        let domain = self.domain_of(fold.over)?;
        let s = self.temp_set(domain);
        let done = self.filtered_alone(fold, s)?;
        if done {
            self.emit(Op::SetSize { w: Self::w(domain), d, s });
        }
        self.release(mark);
        Ok(done)
    }

    fn board(&mut self, op: BoardOp, args: &[ExprId], d: Reg) -> Result<()> {
        let regs: Vec<Reg> = args.iter().map(|&arg| self.member_reg(arg)).collect::<Result<_>>()?;
        match (op, regs.as_slice()) {
            (BoardOp::Opposite | BoardOp::Column | BoardOp::Row | BoardOp::EdgeLow | BoardOp::EdgeHigh, [a]) => {
                self.emit(Op::Board1 { op: op as u8, d, a: *a });
            }
            (BoardOp::Neighbour, [a, b]) => {
                self.emit(Op::Near { d, a: *a, b: *b });
            }
            (BoardOp::Edge, [a, b]) => {
                self.emit(Op::Side { d, a: *a, b: *b });
            }
            (BoardOp::Between, [a, b]) => {
                self.emit(Op::Between { d, a: *a, b: *b });
            }
            (BoardOp::Distance, [a, b]) => {
                self.emit(Op::Distance { d, a: *a, b: *b });
            }
            (BoardOp::Toward, [a, b]) => {
                self.emit(Op::Board2 { op: op as u8, d, a: *a, b: *b });
            }
            (
                BoardOp::Neighbour
                | BoardOp::Edge
                | BoardOp::Between
                | BoardOp::Toward
                | BoardOp::Opposite
                | BoardOp::Distance
                | BoardOp::Ring
                | BoardOp::Disc
                | BoardOp::Line
                | BoardOp::Column
                | BoardOp::Row
                | BoardOp::EdgeLow
                | BoardOp::EdgeHigh,
                _,
            ) => return self.refuse("asks the board with the wrong number of things"),
        }
        Ok(())
    }

    /// An argument of a board question: surely a member.
    pub(super) fn member_reg(&mut self, expr: ExprId) -> Result<Reg> {
        let from = self.scalar(expr)?;
        let place = if from.is_opt() { Scalar { lo: 0, ..from } } else { from };
        self.reg_for(expr, place)
    }

    /// Evaluate the arguments, hand them over, call. With `pc` the caller may stand still inside.
    pub(super) fn call(&mut self, callee: FuncId, args: &[ExprId], pc: Option<u16>) -> Result<()> {
        let mark = self.mark();
        let target = self.program.func(callee);
        let mut handed = Vec::new();
        let (mut next_reg, mut next_word) = (0_u16, 0_u16);
        for (at, (&arg, ty)) in args.iter().zip(target.param_types()).enumerate() {
            match ty {
                Type::Scalar(place) => {
                    let a = self.reg_into(arg, place, Aim::Param(callee, at))?;
                    handed.push(Op::Arg { i: next_reg, a });
                    next_reg += 1;
                }
                Type::Set(domain) => {
                    let s = self.set(arg)?;
                    handed.push(Op::ArgSet { w: Self::w(domain), i: next_word, s });
                    next_word += self.words_of(domain) as u16;
                }
            }
        }
        for op in handed {
            self.emit(op);
        }
        let f = callee.0 as u16;
        match (pc, self.code.recalled[callee.index()]) {
            (Some(pc), _) => {
                self.emit(Op::CallAt { f, pc });
            }
            (None, Some(m)) => {
                self.emit(Op::Recall { m });
                self.emit(Op::Call { f });
                self.emit(Op::Keep { m });
            }
            (None, None) => {
                self.emit(Op::Call { f });
            }
        }
        self.release(mark);
        Ok(())
    }

    pub(super) fn suppose(&mut self, suppose: &Suppose, out: Home) -> Result<()> {
        let m = self.code.supposes.len() as u16;
        let d = match out {
            Home::Reg(d) => d,
            Home::Set { .. } => self.temp(),
        };
        self.code.supposes.push(SupposeCode { how: suppose.how, d, body: 0, end: 0 });
        self.emit(Op::SupposeBegin);
        self.code.supposes[m as usize].body = self.here();
        let around = std::mem::replace(&mut self.supposing, true);
        // What holds where the query begins may be otherwise here.
        let given = std::mem::take(&mut self.given);
        let mark = self.mark();
        self.open_block(&suppose.body)?;
        self.supposing = around;
        let a = match (suppose.how, out) {
            (Quantifier::Plain, Home::Reg(d)) => {
                self.into(suppose.value, d)?;
                d
            }
            (Quantifier::Plain, Home::Set { at, .. }) => {
                self.set_into(suppose.value, at)?;
                d
            }
            (Quantifier::Every { .. } | Quantifier::Some { .. }, Home::Reg(_) | Home::Set { .. }) => {
                self.reg(suppose.value)?
            }
        };
        self.given = given;
        self.emit(Op::SupposeEnd { m, a });
        self.release(mark);
        self.code.supposes[m as usize].end = self.here();
        Ok(())
    }
}
