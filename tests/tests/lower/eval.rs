//! A slow and obvious evaluator of what lowered programs are made of. In: a lowered program. Out: what a call
//! returns or how it fails, its marks, asks and calls. Other operations are not needed here and panic.
#![expect(clippy::wildcard_enum_match_arm, reason = "what these tests do not need is a failure of the test")]

use std::collections::{BTreeMap, BTreeSet};

use wgr_runtime::ir::*;

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Value {
    /// Counted in parts.
    Number(i64, u32),
    Set(BTreeSet<i64>),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Stop {
    Return(Option<Value>),
    Fault(String),
}

type Run<T> = Result<T, Stop>;

pub(crate) struct World<'a> {
    pub(crate) program: &'a Program,
    pub(crate) cells: BTreeMap<(CellId, Vec<i64>), i64>,
    pub(crate) marks: Vec<String>,
    /// Who was asked, what was offered; the last option is taken.
    pub(crate) asked: Vec<String>,
    pub(crate) called: Vec<String>,
}

impl<'a> World<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        World { program, cells: BTreeMap::new(), marks: vec![], asked: vec![], called: vec![] }
    }

    pub(crate) fn call(&mut self, id: FuncId, args: Vec<Value>) -> Run<Option<Value>> {
        let func = self.program.func(id);
        let shown = args.iter().map(|v| format!(" {}", v.raw())).collect::<String>();
        self.called.push(format!("{}{shown}", func.name));
        let mut frame = Frame { func, locals: args.into_iter().enumerate().collect() };
        let Body::Code(block) = &func.body else { panic!("{} is not code", func.name) };
        match self.block(&mut frame, block) {
            Ok(()) => Ok(None),
            Err(Stop::Return(value)) => Ok(value.map(|v| fit(v, func.ret.unwrap())).transpose()?),
            Err(stop) => Err(stop),
        }
    }

    fn block(&mut self, f: &mut Frame<'a>, block: &'a Block) -> Run<()> {
        block.0.iter().try_for_each(|s| self.stmt(f, &s.kind))
    }

    fn stmt(&mut self, f: &mut Frame<'a>, stmt: &'a StmtKind) -> Run<()> {
        match stmt {
            StmtKind::Let { local, value, .. } => {
                let value = self.expr(f, *value)?;
                f.set(*local, value)
            }
            StmtKind::Set(w) => {
                let (place, value) = (self.index(f, w.cell, &w.index)?, self.expr(f, w.value)?);
                self.cells.insert(place, value.raw());
                Ok(())
            }
            StmtKind::If { cond, then, other } => {
                let then = if self.yes(f, *cond)? { then } else { other };
                self.block(f, then)
            }
            StmtKind::For { var, over, body, .. } => {
                for member in self.set(f, *over)? {
                    f.set(*var, Value::Number(member, 1))?;
                    self.block(f, body)?;
                }
                Ok(())
            }
            StmtKind::Loop { most, body, .. } => {
                for _ in 0..*most {
                    self.block(f, body)?;
                }
                Err(Stop::Fault("bound".into()))
            }
            StmtKind::Ask(ask) => self.ask(f, ask),
            StmtKind::Fail { site, text } => {
                Err(Stop::Fault(format!("{text:?} {}", self.program.site(*site).cases.join(","))))
            }
            StmtKind::Call { func, args, .. } => {
                let args = args.iter().map(|a| self.expr(f, *a)).collect::<Run<_>>()?;
                self.call(*func, args).map(|_| ())
            }
            StmtKind::Return(value) => {
                let value = value.map(|v| self.expr(f, v)).transpose()?;
                Err(Stop::Return(value))
            }
            StmtKind::Mark { site, what, value } => {
                let value = self.expr(f, *value)?.raw();
                self.marks.push(format!("{} {what:?} {value}", self.program.site(*site).title));
                Ok(())
            }
            other => panic!("{other:?}"),
        }
    }

    fn ask(&mut self, f: &mut Frame<'a>, ask: &'a Ask) -> Run<()> {
        let by = self.expr(f, ask.by)?.raw();
        let mut options = vec![];
        for arm in &ask.arms {
            match arm.each {
                Some((_, over)) => options.extend(self.set(f, over)?.into_iter().map(|m| (arm, Some(m)))),
                None if arm.guard.is_none_or(|g| self.yes(f, g).unwrap()) => options.push((arm, None)),
                None => {}
            }
        }
        let shown: Vec<String> =
            options.iter().map(|(a, m)| format!("{}{}", a.name, m.map_or(String::new(), |m| m.to_string()))).collect();
        self.asked.push(format!("{by}: {}", shown.join(" ")));
        let (arm, member) = options.pop().unwrap();
        if let (Some((var, _)), Some(member)) = (arm.each, member) {
            f.set(var, Value::Number(member, 1))?;
        }
        self.block(f, &arm.body)
    }

    fn index(&mut self, f: &mut Frame<'a>, cell: CellId, index: &[ExprId]) -> Run<(CellId, Vec<i64>)> {
        Ok((cell, index.iter().map(|i| Ok(self.expr(f, *i)?.raw())).collect::<Run<_>>()?))
    }

    fn yes(&mut self, f: &mut Frame<'a>, e: ExprId) -> Run<bool> {
        Ok(self.expr(f, e)?.raw() != 0)
    }

    fn set(&mut self, f: &mut Frame<'a>, e: ExprId) -> Run<BTreeSet<i64>> {
        match self.expr(f, e)? {
            Value::Set(set) => Ok(set),
            Value::Number(..) => panic!("a set is wanted"),
        }
    }

    fn expr(&mut self, f: &mut Frame<'a>, id: ExprId) -> Run<Value> {
        let truth = |v: bool| Ok(Value::Number(i64::from(v), 1));
        match f.func.expr(id) {
            Expr::Literal { value, ty: Scalar { what: What::Int { den }, .. } } => Ok(Value::Number(*value, *den)),
            Expr::Literal { value, .. } => Ok(Value::Number(*value, 1)),
            Expr::None(_) => Ok(Value::Number(NONE, 1)),
            Expr::Empty(_) => Ok(Value::Set(BTreeSet::new())),
            Expr::All(d) => Ok(Value::Set((0..i64::from(self.program.domain(*d).size)).collect())),
            Expr::Kind(k) => {
                let kind = self.program.kind(*k);
                Ok(Value::Set((i64::from(kind.first)..=i64::from(kind.last)).collect()))
            }
            Expr::Local(l) => Ok(f.locals[&l.index()].clone()),
            Expr::Cell(cell, index) => {
                let place = self.index(f, *cell, index)?;
                Ok(Value::Number(self.cells.get(&place).copied().unwrap_or(0), 1))
            }
            Expr::Unary(op, a) => {
                let a = self.expr(f, *a)?;
                Ok(unary(*op, a))
            }
            Expr::Binary(BinaryOp::And, a, b) => truth(self.yes(f, *a)? && self.yes(f, *b)?),
            Expr::Binary(BinaryOp::Or, a, b) => truth(self.yes(f, *a)? || self.yes(f, *b)?),
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(f, *a)?, self.expr(f, *b)?);
                binary(*op, a, b)
            }
            Expr::If(c, a, b) => {
                let branch = if self.yes(f, *c)? { *a } else { *b };
                self.expr(f, branch)
            }
            Expr::Call(func, args) => {
                let args = args.iter().map(|a| self.expr(f, *a)).collect::<Run<_>>()?;
                Ok(self.call(*func, args)?.unwrap())
            }
            Expr::Fold(Fold { op: FoldOp::Filter, var, over, guard: Some(guard), .. }) => {
                let mut kept = BTreeSet::new();
                for member in self.set(f, *over)? {
                    f.set(*var, Value::Number(member, 1))?;
                    if self.yes(f, *guard)? {
                        kept.insert(member);
                    }
                }
                Ok(Value::Set(kept))
            }
            other => panic!("{other:?}"),
        }
    }
}

struct Frame<'a> {
    func: &'a Func,
    locals: BTreeMap<usize, Value>,
}

impl Frame<'_> {
    fn set(&mut self, local: LocalId, value: Value) -> Run<()> {
        let value = fit(value, self.func.local(local).ty)?;
        self.locals.insert(local.index(), value);
        Ok(())
    }
}

impl Value {
    pub(crate) fn raw(&self) -> i64 {
        match self {
            Value::Number(raw, _) => *raw,
            Value::Set(set) => panic!("{set:?} is no number"),
        }
    }
}

fn fit(value: Value, ty: Type) -> Run<Value> {
    let (Value::Number(raw, den), Type::Scalar(place)) = (&value, ty) else { return Ok(value) };
    let to = if let What::Int { den } = place.what { den } else { 1 };
    assert_eq!(to % den, 0, "{value:?} into {place:?}");
    let raw = raw * i64::from(to / den);
    if place.contains(raw) { Ok(Value::Number(raw, to)) } else { Err(Stop::Fault("range".into())) }
}

fn unary(op: UnaryOp, a: Value) -> Value {
    match (op, a) {
        (UnaryOp::Not, a) => Value::Number(1 - a.raw(), 1),
        (UnaryOp::Size, Value::Set(s)) => Value::Number(s.len() as i64, 1),
        (UnaryOp::Lowest, Value::Set(s)) => Value::Number(s.first().copied().unwrap_or(NONE), 1),
        (UnaryOp::The, a) => a,
        (UnaryOp::Single, a) => Value::Set([a.raw()].into_iter().filter(|m| *m != NONE).collect()),
        (UnaryOp::Down, Value::Number(a, den)) => Value::Number(a.div_euclid(i64::from(den)), 1),
        other => panic!("{other:?}"),
    }
}

fn binary(op: BinaryOp, a: Value, b: Value) -> Run<Value> {
    let truth = |v: bool| Ok(Value::Number(i64::from(v), 1));
    match (a, b) {
        (Value::Number(a, da), Value::Number(b, db)) => {
            if op == BinaryOp::Mul {
                return Ok(Value::Number(a * b, da * db));
            }
            // Small denominators: their product is a common one; the least is what places are typed with.
            let den = (da.max(db)..=da * db).find(|d| d % da == 0 && d % db == 0).unwrap();
            let (a, b) = (a * i64::from(den / da), b * i64::from(den / db));
            match op {
                BinaryOp::Add => Ok(Value::Number(a + b, den)),
                BinaryOp::Max => Ok(Value::Number(a.max(b), den)),
                BinaryOp::Min => Ok(Value::Number(a.min(b), den)),
                BinaryOp::Eq => truth(a == b),
                BinaryOp::Ne => truth(a != b),
                BinaryOp::Gt => truth(a > b),
                BinaryOp::Ge => truth(a >= b),
                BinaryOp::DivDown if b == 0 => Err(Stop::Fault("zero".into())),
                BinaryOp::DivDown => Ok(Value::Number(a.div_euclid(b), 1)),
                other => panic!("{other:?}"),
            }
        }
        (Value::Number(a, _), Value::Set(b)) => truth(b.contains(&a)),
        (Value::Set(a), Value::Set(b)) => Ok(Value::Set(match op {
            BinaryOp::Union => &a | &b,
            BinaryOp::Minus => &a - &b,
            other => panic!("{other:?}"),
        })),
        other => panic!("{other:?}"),
    }
}
