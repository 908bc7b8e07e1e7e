//! What is reckoned of one look-up is a look-up: a table has it for each of its lines.
//!
//! ```text
//! min(3, hits[sum, column] div 3)                       is  reckoned[sum, column]
//! first[b] + second[b] + (if river[b] then 1 else 0)    is  reckoned[b]
//! ```
//!
//! Tables that are asked for the same thing count as one look-up. Only what comes to a number is reckoned beforehand: rows that
//! compare one thing with its values decide each other by that (`apart.rs`). What would fault for some line stays, and so does a
//! look-up that may miss its table.

use crate::ir::{BinaryOp, Expr, ExprId, Func, Program, Scalar, Table, TableId, Type, UnaryOp, What, walk};
use crate::verify::{Verified, arithmetic, level, negate, round, same};

/// No table has more lines than this, nor have all of them together more than that.
const MOST_LINES: u64 = 1 << 12;
const MOST_TOGETHER: usize = 1 << 16;

/// Every expression of this kind as a look-up; the tables are the program's last.
pub(in crate::exec) fn look_up(program: &mut Program, verified: &Verified) {
    let mut made: Vec<Table> = Vec::new();
    let mut together = 0;
    for at in 0..program.funcs.len() {
        let reckoner = Reckoner { program, func: &program.funcs[at], types: &verified.types[at] };
        let mut found = Vec::new();
        for (id, key) in reckoner.all() {
            let Some(table) = reckoner.table(id, key) else { continue };
            let known = made.iter().position(|other| is_alike(other, &table));
            if known.is_none() && together + table.data.len() > MOST_TOGETHER {
                continue;
            }
            let nth = known.unwrap_or_else(|| {
                together += table.data.len();
                made.push(Table { name: format!("reckoned_{}", made.len()), ..table });
                made.len() - 1
            });
            found.push((id, key, TableId::new(program.tables.len() + nth)));
        }
        let func = &mut program.funcs[at];
        for (id, key, table) in found {
            if let Expr::Table(_, asked) = func.expr(key) {
                func.exprs[id.index()].expr = Expr::Table(table, asked.clone());
            }
        }
    }
    program.tables.append(&mut made);
}

fn is_alike(one: &Table, other: &Table) -> bool {
    (&one.index, one.value, &one.data) == (&other.index, other.value, &other.data)
}

/// What a value is reckoned of.
#[derive(Clone, Copy)]
enum Of {
    /// Of what is written there alone.
    Literals,
    /// Of tables that are asked for the same as this look-up.
    LookUp(ExprId),
}

/// One function.
struct Reckoner<'a> {
    program: &'a Program,
    func: &'a Func,
    types: &'a [Type],
}

impl Reckoner<'_> {
    /// What a look-up can stand for, as much of it as there is, each with a look-up that is asked for the same.
    fn all(&self) -> Vec<(ExprId, ExprId)> {
        let mut found = Vec::new();
        walk::walk_func_as_far(self.func, &mut |node| self.goes_on(node, &mut found));
        // What a table is asked for may be reckoned of others.
        let mut next = 0;
        while let Some((_, key)) = found.get(next).copied() {
            walk::expr_parts(self.func.expr(key), &mut |part| {
                walk::walk_expr_as_far(self.func, part, &mut |node| self.goes_on(node, &mut found));
            });
            next += 1;
        }
        found
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else comes to a number that was reckoned")]
    fn goes_on(&self, node: walk::Node<'_>, found: &mut Vec<(ExprId, ExprId)>) -> bool {
        let walk::Node::Expr(id, expr) = node else { return true };
        let is_number = match expr {
            Expr::Binary(..) | Expr::Unary(..) | Expr::If(..) => {
                self.types[id.index()].scalar().is_some_and(|ty| matches!(ty.what, What::Int { .. }))
            }
            _ => false,
        };
        match Some(id).filter(|_| is_number).and_then(|id| self.of(id)) {
            Some(Of::LookUp(key)) => {
                found.push((id, key));
                false
            }
            Some(Of::Literals) | None => true,
        }
    }

    /// Nothing where it is reckoned of anything else.
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else is not reckoned of look-ups alone")]
    fn of(&self, id: ExprId) -> Option<Of> {
        match self.func.expr(id) {
            Expr::Literal { .. } => Some(Of::Literals),
            Expr::Table(table, asked) => {
                let index = &self.program.table(*table).index;
                let is_there = |(asked, index): (&ExprId, &Scalar)| {
                    self.types[asked.index()].scalar().is_some_and(|ty| ty.fits(*index))
                };
                asked.iter().zip(index).all(is_there).then_some(Of::LookUp(id))
            }
            Expr::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Down | UnaryOp::Up, a) => self.of(*a),
            Expr::Binary(_, a, b) => self.both(self.of(*a)?, self.of(*b)?),
            Expr::If(a, b, c) => self.both(self.both(self.of(*a)?, self.of(*b)?)?, self.of(*c)?),
            _ => None,
        }
    }

    fn both(&self, a: Of, b: Of) -> Option<Of> {
        let (Of::LookUp(one), Of::LookUp(other)) = (a, b) else {
            return Some(if let Of::Literals = a { b } else { a });
        };
        let (Expr::Table(table, asked), Expr::Table(twin, too)) = (self.func.expr(one), self.func.expr(other)) else {
            return None;
        };
        let is_one_thing = self.program.table(*table).index == self.program.table(*twin).index
            && asked.iter().zip(too).all(|(a, b)| same(self.func, *a, *b));
        is_one_thing.then_some(a)
    }

    /// What it comes to on each line; nothing if there are too many, or it faults on one.
    fn table(&self, id: ExprId, key: ExprId) -> Option<Table> {
        let (Type::Scalar(value), Expr::Table(like, _)) = (self.types[id.index()], self.func.expr(key)) else {
            return None;
        };
        let like = self.program.table(*like);
        let lines = like.data.len();
        if lines as u64 > MOST_LINES {
            return None;
        }
        let is_so = |line| self.value(id, line).filter(|reckoned| reckoned.fits(value)).map(|reckoned| reckoned.lo);
        let data = (0..lines).map(is_so).collect::<Option<_>>()?;
        Some(Table { name: String::new(), index: like.index.clone(), value, data })
    }

    /// What it comes to on this line, as a range of one number: the verifier knows what is reckoned of ranges.
    #[expect(clippy::wildcard_enum_match_arm, reason = "`of` lets nothing else through")]
    fn value(&self, id: ExprId, line: usize) -> Option<Scalar> {
        let value = |id: ExprId| self.value(id, line);
        let is_so = |yes: bool| Scalar { what: What::Bool, lo: yes.into(), hi: yes.into() };
        let reckoned = match self.func.expr(id) {
            Expr::Literal { value, ty } => Scalar { what: ty.what, lo: *value, hi: *value },
            Expr::Table(table, _) => {
                let table = self.program.table(*table);
                let held = *table.data.get(line)?;
                Scalar { what: table.value.what, lo: held, hi: held }
            }
            Expr::Unary(UnaryOp::Not, a) => is_so(value(*a)?.lo == 0),
            Expr::Unary(UnaryOp::Neg, a) => negate(value(*a)?).ok()?,
            Expr::Unary(op @ (UnaryOp::Down | UnaryOp::Up), a) => round(value(*a)?, *op == UnaryOp::Up).ok()?,
            Expr::If(a, b, c) => value(if value(*a)?.lo == 0 { *c } else { *b })?,
            Expr::Binary(BinaryOp::And, a, b) => is_so(value(*a)?.lo != 0 && value(*b)?.lo != 0),
            Expr::Binary(BinaryOp::Or, a, b) => is_so(value(*a)?.lo != 0 || value(*b)?.lo != 0),
            Expr::Binary(op, a, b) => {
                let (a, b) = (value(*a)?, value(*b)?);
                let compared =
                    |holds: fn(&i64, &i64) -> bool| level(a, b).ok().map(|(a, b)| is_so(holds(&a.lo, &b.lo)));
                match op {
                    BinaryOp::Eq => compared(i64::eq)?,
                    BinaryOp::Ne => compared(i64::ne)?,
                    BinaryOp::Lt => compared(|a, b| a < b)?,
                    BinaryOp::Le => compared(|a, b| a <= b)?,
                    BinaryOp::Gt => compared(|a, b| a > b)?,
                    BinaryOp::Ge => compared(|a, b| a >= b)?,
                    _ => arithmetic(*op, a, b).ok()?,
                }
            }
            _ => return None,
        };
        (reckoned.lo == reckoned.hi).then_some(reckoned)
    }
}
