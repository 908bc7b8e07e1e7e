//! The type of every expression, with its range. An expression that is wrong is reported where it stands
//! and has no type; whatever holds it stays silent, so that one mistake is one message.

use super::messages::{self as say, Said};
use super::ranges::{self, Trouble, den};
use super::report::Report;
use crate::ir::{
    BinaryOp, Breach, CellId, DomainId, Expr, ExprId, Fold, FoldOp, Func, NONE, Pos, Program, Quantifier, Scalar,
    Suppose, TableId, Type, UnaryOp, What,
};
use std::fmt::Display;

pub(super) struct Typing<'a> {
    pub(super) program: &'a Program,
    pub(super) func: &'a Func,
    pub(super) report: &'a mut Report,
    types: Vec<Option<Type>>,
}

/// Types of all expressions of one function; everything in it is checked on the way.
pub(super) fn check(program: &Program, func: &Func, report: &mut Report) -> Vec<Type> {
    let mut typing = Typing { program, func, report, types: vec![None; func.exprs.len()] };
    typing.body();
    typing.types.into_iter().map(|ty| ty.unwrap_or(Type::BOOL)).collect()
}

impl<'a> Typing<'a> {
    // -- reporting

    pub(super) fn at(&self, id: ExprId) -> Pos {
        self.func.exprs[id.index()].at
    }

    pub(super) fn say(&mut self, at: Pos, what: impl Into<Said>) {
        self.report.say_in(self.func, at, what);
    }

    /// The message, and no type.
    pub(super) fn wrong<T>(&mut self, id: ExprId, what: impl Into<Said>) -> Option<T> {
        self.report.say_expr(self.func, id, what);
        None
    }

    fn ranged(&mut self, id: ExprId, result: Result<Scalar, Trouble>) -> Option<Type> {
        match result {
            Ok(scalar) => Some(Type::Scalar(scalar)),
            Err(trouble) => self.wrong(id, trouble_text(trouble)),
        }
    }

    pub(super) fn shown(&self, ty: Type) -> String {
        say::type_text(self.program, ty)
    }

    // -- what is wanted of an expression

    pub(super) fn ty(&mut self, id: ExprId) -> Option<Type> {
        let ty = self.infer(id);
        self.types[id.index()] = ty;
        ty
    }

    fn wanted<T>(&mut self, id: ExprId, wanted: &str, part: impl Fn(Type) -> Option<T>) -> Option<T> {
        let ty = self.ty(id)?;
        match part(ty) {
            Some(found) => Some(found),
            None => {
                let got = self.shown(ty);
                self.wrong(id, say::wanted(wanted, &got))
            }
        }
    }

    pub(super) fn scalar(&mut self, id: ExprId) -> Option<Scalar> {
        self.wanted(id, "a number, yes/no or a member", Type::scalar)
    }

    pub(super) fn number(&mut self, id: ExprId) -> Option<Scalar> {
        self.wanted(id, "a number", |ty| ty.scalar().filter(|s| den(*s).is_some()))
    }

    pub(super) fn whole(&mut self, id: ExprId) -> Option<Scalar> {
        let scalar = self.number(id)?;
        if den(scalar) == Some(1) { Some(scalar) } else { self.wrong(id, say::not_whole()) }
    }

    pub(super) fn yes_no(&mut self, id: ExprId) -> Option<Scalar> {
        self.wanted(id, "yes or no", |ty| ty.scalar().filter(|s| s.what == What::Bool))
    }

    pub(super) fn set(&mut self, id: ExprId) -> Option<DomainId> {
        self.wanted(id, "a set", |ty| if let Type::Set(domain) = ty { Some(domain) } else { None })
    }

    pub(super) fn member(&mut self, id: ExprId) -> Option<(DomainId, Scalar)> {
        self.wanted(id, "a member of a domain", |ty| {
            let scalar = ty.scalar()?;
            if let What::Id(domain) = scalar.what { Some((domain, scalar)) } else { None }
        })
    }

    pub(super) fn set_of(&mut self, id: ExprId, domain: DomainId) {
        self.fit(id, Type::Set(domain), "here");
    }

    /// A value goes into a place: the kind must agree and some value must fit; the rest is checked at run time.
    pub(super) fn fit(&mut self, id: ExprId, place: Type, what: impl Display) {
        if let Some(value) = self.ty(id) {
            self.fit_type(self.at(id), value, place, what);
        }
    }

    pub(super) fn fit_type(&mut self, at: Pos, value: Type, place: Type, what: impl Display) {
        let how = fits(value, place);
        if let Fits::Yes = how {
            return;
        }
        let (got, wanted, what) = (self.shown(value), self.shown(place), what.to_string());
        let said = match how {
            Fits::Yes | Fits::Kind => say::wrong_kind(&what, &wanted, &got).into(),
            Fits::Fraction => say::wrong_fraction(&what, &wanted, &got),
            Fits::Never => say::never_fits(&what, (&wanted, &got), Breach::NeverFits { wanted: place, found: value }),
        };
        self.say(at, said);
    }

    /// A member of the sides, as askers and viewers are.
    pub(super) fn side(&mut self, id: ExprId, what: &str) {
        match self.program.sides {
            Some(sides) => self.fit(id, Type::Scalar(self.program.member(sides)), what),
            None => {
                self.ty(id);
                self.say(self.at(id), say::no_sides(what));
            }
        }
    }

    pub(super) fn indices(&mut self, name: &str, index: &[Scalar], given: &[ExprId]) {
        for (place, id) in index.iter().zip(given) {
            self.fit(*id, Type::Scalar(*place), format_args!("the index of `{name}`"));
        }
    }

    pub(super) fn arguments(&mut self, callee: &Func, args: &[ExprId]) {
        for (local, id) in callee.locals.iter().take(callee.params as usize).zip(args) {
            self.fit(*id, local.ty, format_args!("`{}` of `{}`", local.name, callee.name));
        }
    }

    // -- inference

    fn infer(&mut self, id: ExprId) -> Option<Type> {
        let func = self.func;
        match func.expr(id) {
            Expr::Literal { value: _, ty } => Some(Type::Scalar(*ty)),
            Expr::None(domain) => Some(Type::Scalar(Scalar { what: What::Id(*domain), lo: NONE, hi: NONE })),
            Expr::Empty(domain) | Expr::All(domain) => Some(Type::Set(*domain)),
            Expr::Kind(kind) => Some(Type::Set(self.program.kind(*kind).domain)),
            Expr::Local(local) => Some(func.local(*local).ty),
            Expr::Cell(cell, index) => Some(self.cell(*cell, index)),
            Expr::Peek { cell, index, viewer, other } => self.peek(id, *cell, index, *viewer, *other),
            Expr::Table(table, index) => Some(self.table(*table, index)),
            Expr::Unary(op, a) => self.unary(id, *op, *a),
            Expr::Binary(op, a, b) => self.binary(id, *op, *a, *b),
            Expr::If(c, a, b) => {
                self.yes_no(*c);
                let (a, b) = (self.ty(*a), self.ty(*b));
                self.either(id, a?, b?)
            }
            Expr::Call(callee, args) => {
                let callee = self.program.func(*callee);
                self.arguments(callee, args);
                callee.ret
            }
            Expr::Fold(fold) => self.fold(id, fold),
            Expr::Board(op, args) => self.board(id, *op, args),
            Expr::Extend { limits, args, chosen, from } => self.extend(id, *limits, args, *chosen, Some(*from)),
            Expr::Complete { limits, args, chosen } => self.extend(id, *limits, args, *chosen, None),
            Expr::Buyable { goods, args, pool, from, last } => self.buyable(id, *goods, args, (*pool, *from), *last),
            Expr::Spendable { goods, args, pool, from } => self.spendable(id, *goods, args, (*pool, *from)),
            Expr::Suppose(suppose) => self.suppose(suppose),
        }
    }

    fn cell(&mut self, cell: CellId, index: &[ExprId]) -> Type {
        let cell = self.program.cell(cell);
        self.indices(&cell.name, &cell.index, index);
        cell.value
    }

    fn peek(&mut self, id: ExprId, cell: CellId, index: &[ExprId], viewer: ExprId, other: ExprId) -> Option<Type> {
        if self.program.cell(cell).hidden.is_none() {
            self.say(self.at(id), say::not_hidden_cell("peek", &self.program.cell(cell).name));
        }
        let seen = self.cell(cell, index);
        self.side(viewer, "the viewer");
        let other = self.ty(other)?;
        self.either(id, seen, other)
    }

    fn table(&mut self, table: TableId, index: &[ExprId]) -> Type {
        let table = self.program.table(table);
        self.indices(&table.name, &table.index, index);
        Type::Scalar(table.value)
    }

    /// One of two values.
    fn either(&mut self, id: ExprId, a: Type, b: Type) -> Option<Type> {
        match (a, b) {
            (Type::Scalar(a), Type::Scalar(b)) => self.ranged(id, ranges::hull(a, b)),
            (Type::Set(x), Type::Set(y)) if x == y => Some(a),
            (Type::Set(_), Type::Set(_)) | (Type::Scalar(_), Type::Set(_)) | (Type::Set(_), Type::Scalar(_)) => {
                let (a, b) = (self.shown(a), self.shown(b));
                self.wrong(id, say::unlike(&a, &b))
            }
        }
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, a: ExprId) -> Option<Type> {
        match op {
            UnaryOp::Not => self.yes_no(a).map(|_| Type::BOOL),
            UnaryOp::Neg => {
                let a = self.number(a)?;
                self.ranged(id, ranges::negate(a))
            }
            UnaryOp::Down | UnaryOp::Up => {
                let a = self.number(a)?;
                self.ranged(id, ranges::round(a, op == UnaryOp::Up))
            }
            UnaryOp::Size => self.set(a).map(|domain| Type::int(0, i64::from(self.program.domain(domain).size))),
            UnaryOp::Lowest | UnaryOp::Highest => self.set(a).map(|domain| self.opt(domain)),
            UnaryOp::Single => self.member(a).map(|(domain, _)| Type::Set(domain)),
            UnaryOp::The => {
                let (_, member) = self.member(a)?;
                if member.hi < 0 {
                    return self.wrong(id, say::always_none());
                }
                Some(Type::Scalar(Scalar { lo: member.lo.max(0), ..member }))
            }
        }
    }

    /// Any member of the domain, or none.
    pub(super) fn opt(&self, domain: DomainId) -> Type {
        Type::Scalar(Scalar { lo: NONE, ..self.program.member(domain) })
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, a: ExprId, b: ExprId) -> Option<Type> {
        match op {
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod => {
                let (a, b) = (self.number(a), self.number(b));
                self.ranged(id, ranges::arithmetic(op, a?, b?))
            }
            BinaryOp::Min | BinaryOp::Max => {
                let (a, b) = (self.scalar(a), self.scalar(b));
                self.ranged(id, ranges::arithmetic(op, a?, b?))
            }
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let (a, b) = (self.ty(a), self.ty(b));
                match (a?, b?) {
                    (Type::Scalar(a), Type::Scalar(b)) => self.ranged(id, ranges::hull(a, b)).map(|_| Type::BOOL),
                    (Type::Set(_), _) | (_, Type::Set(_)) => self.wrong(id, say::sets_compared()),
                }
            }
            BinaryOp::And | BinaryOp::Or => {
                let (a, b) = (self.yes_no(a), self.yes_no(b));
                a.and(b).map(|_| Type::BOOL)
            }
            BinaryOp::In => {
                let (a, b) = (self.member(a), self.set(b));
                self.one_domain(id, a?.0, b?).map(|_| Type::BOOL)
            }
            BinaryOp::Union | BinaryOp::Inter | BinaryOp::Minus => {
                let (a, b) = (self.set(a), self.set(b));
                self.one_domain(id, a?, b?).map(Type::Set)
            }
        }
    }

    fn one_domain(&mut self, id: ExprId, a: DomainId, b: DomainId) -> Option<DomainId> {
        if a == b {
            return Some(a);
        }
        let name = |d: DomainId| format!("`{}`", self.program.domain(d).name);
        let text = say::unlike(&name(a), &name(b));
        self.wrong(id, text)
    }

    fn fold(&mut self, id: ExprId, fold: &Fold) -> Option<Type> {
        let over = self.set(fold.over);
        if let Some(domain) = over {
            let member = Type::Scalar(self.program.member(domain));
            let local = self.func.local(fold.var);
            self.fit_type(self.at(id), member, local.ty, format_args!("`{}`", local.name));
        }
        fold.guard.iter().for_each(|guard| {
            self.yes_no(*guard);
        });
        let size = over.map(|domain| self.program.domain(domain).size);
        match fold.op {
            FoldOp::Count => Some(Type::int(0, i64::from(size?))),
            FoldOp::Filter => over.map(Type::Set),
            FoldOp::Any | FoldOp::Every => self.yes_no(fold.value?).map(|_| Type::BOOL),
            FoldOp::Gather => self.set(fold.value?).map(Type::Set),
            FoldOp::Sum => {
                let value = self.number(fold.value?)?;
                self.ranged(id, ranges::total(value, u64::from(size?)))
            }
            FoldOp::Least | FoldOp::Most => {
                let (value, other) = (self.scalar(fold.value?), self.scalar(fold.other?));
                self.ranged(id, ranges::hull(value?, other?))
            }
        }
    }

    fn suppose(&mut self, suppose: &'a Suppose) -> Option<Type> {
        self.block(&suppose.body);
        match suppose.how {
            Quantifier::Plain => self.ty(suppose.value),
            Quantifier::Every { .. } | Quantifier::Some { .. } => self.yes_no(suppose.value).map(|_| Type::BOOL),
        }
    }
}

enum Fits {
    Yes,
    Kind,
    Fraction,
    Never,
}

fn fits(value: Type, place: Type) -> Fits {
    match (value, place) {
        (Type::Set(a), Type::Set(b)) if a == b => Fits::Yes,
        (Type::Scalar(a), Type::Scalar(b)) => scalar_fits(a, b),
        (Type::Set(_), Type::Set(_)) | (Type::Scalar(_), Type::Set(_)) | (Type::Set(_), Type::Scalar(_)) => Fits::Kind,
    }
}

fn scalar_fits(value: Scalar, place: Scalar) -> Fits {
    let times = match (den(value), den(place)) {
        (Some(v), Some(p)) if p % v.max(1) == 0 => p / v.max(1),
        (Some(_), Some(_)) => return Fits::Fraction,
        (None, None) if value.what == place.what => 1,
        (None, None) | (Some(_), None) | (None, Some(_)) => return Fits::Kind,
    };
    let (lo, hi) = (i128::from(value.lo) * i128::from(times), i128::from(value.hi) * i128::from(times));
    if hi < i128::from(place.lo) || lo > i128::from(place.hi) { Fits::Never } else { Fits::Yes }
}

pub(super) fn trouble_text(trouble: Trouble) -> Said {
    match trouble {
        Trouble::Kinds => say::unlike_kinds().into(),
        Trouble::Huge => say::range_too_big(),
        Trouble::Zero => say::divided_by_zero(),
        Trouble::NotWhole => say::not_whole(),
    }
}
