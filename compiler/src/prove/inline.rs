//! From expressions to terms: definitions are put in their places, down to printed tables, cells and comparisons.
//!
//! What cannot be put so (folds over big sets, searches, suppositions, what is chosen or seen) becomes an unknown of
//! its type. Two unknowns are one where the expressions are the same and their names stand for the same terms.
//! Work and depth are bounded: beyond that everything is unknown.

use super::shape::LONGEST as LONGEST_SHAPE;
use super::term::{Op, Term, TermId, Terms};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wgr_runtime::ir::{
    BinaryOp, BoardOp, Body, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncId, LocalId, NONE, Program, Scalar, Table,
    TableId, Type, UnaryOp, What,
};
use wgr_runtime::verify::Verified;

/// What a name stands for.
#[derive(Clone)]
pub(super) enum Bound {
    Term(TermId),
    Set(Rc<Closure>),
}

/// A set expression with the names that it is read under.
pub(super) struct Closure {
    pub(super) scope: Scope,
    pub(super) set: ExprId,
}

/// Where an expression stands, and what the names there stand for.
#[derive(Clone)]
pub(super) struct Scope {
    pub(super) func: FuncId,
    pub(super) names: BTreeMap<LocalId, Bound>,
}

/// What is asked of an expression at the end of a block.
pub(super) enum Wanted {
    Value(Scalar),
    /// Is this member in the set?
    Member(TermId),
}

/// What stands in each table that was asked.
pub(super) type Printed = Rc<RefCell<BTreeMap<TableId, Scalar>>>;

pub(super) struct Inliner<'p> {
    pub(super) program: &'p Program,
    pub(super) verified: &'p Verified,
    pub(super) terms: Terms,
    /// Look-ups and columns are unknown too, so that only words count.
    pub(super) blind: bool,
    /// What places hold wherever rules are asked, where that is less than they could.
    pub(super) within: BTreeMap<CellId, (i64, i64)>,
    unknowns: BTreeMap<Vec<u32>, TermId>,
    calls: BTreeMap<(FuncId, Vec<TermId>), TermId>,
    /// Shared by all that prove things of this program on one thread.
    pub(super) printed: Printed,
    depth: u32,
    /// Expressions looked at, and how many there may be.
    pub(super) work: u32,
    pub(super) most: u32,
}

/// Expressions, blocks and calls in each other.
const DEEPEST: u32 = 160;
/// Expressions looked at for one function.
pub(super) const LONGEST: u32 = 60_000;
/// Folds over as many members are written out.
const FEW: u32 = 8;

impl<'p> Inliner<'p> {
    pub(super) fn new(program: &'p Program, verified: &'p Verified, (blind, printed): (bool, &Printed)) -> Self {
        Inliner {
            program,
            verified,
            terms: Terms::default(),
            blind,
            within: BTreeMap::new(),
            unknowns: BTreeMap::new(),
            calls: BTreeMap::new(),
            printed: Rc::clone(printed),
            depth: 0,
            work: 0,
            most: LONGEST,
        }
    }

    pub(super) fn func(&self, scope: &Scope) -> &'p Func {
        self.program.func(scope.func)
    }

    /// The verified type of an expression.
    pub(super) fn type_of(&self, func: FuncId, id: ExprId) -> Type {
        let types = self.verified.types.get(func.index());
        types.and_then(|types| types.get(id.index())).copied().unwrap_or(Type::BOOL)
    }

    fn scalar_of(&self, func: FuncId, id: ExprId) -> Scalar {
        self.type_of(func, id).scalar().unwrap_or(Scalar::BOOL)
    }

    /// One level deeper, or nothing if that is too deep or there was too much already.
    pub(super) fn deeper<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.work += 1;
        if self.depth >= DEEPEST || self.work >= self.most {
            return None;
        }
        self.depth += 1;
        let result = part(self);
        self.depth -= 1;
        Some(result)
    }

    /// The parameters as variables.
    pub(super) fn params(&mut self, func: FuncId) -> Scope {
        let mut names = BTreeMap::new();
        let body = self.program.func(func);
        for at in 0..body.params {
            let local = LocalId(at);
            // A set that is handed in is unknown wherever it is asked.
            if let Some(ty) = body.local(local).ty.scalar() {
                names.insert(local, Bound::Term(self.terms.new_var(body.local(local).name.clone(), ty)));
            }
        }
        Scope { func, names }
    }

    // Values.

    pub(super) fn value(&mut self, scope: &Scope, id: ExprId) -> TermId {
        match self.deeper(|this| this.value_here(scope, id)) {
            Some(Some(term)) => term,
            Some(None) | None => self.unknown(scope, id),
        }
    }

    /// In a place of this type.
    pub(super) fn value_in(&mut self, scope: &Scope, id: ExprId, place: Scalar) -> TermId {
        let term = self.value(scope, id);
        self.terms.narrow(term, place)
    }

    fn value_here(&mut self, scope: &Scope, id: ExprId) -> Option<TermId> {
        let ty = self.type_of(scope.func, id).scalar()?;
        match self.func(scope).expr(id) {
            Expr::Literal { value, ty } => Some(self.terms.number(*value, *ty)),
            Expr::None(domain) => Some(self.none(self.program.member(*domain))),
            Expr::Local(local) => match scope.names.get(local) {
                Some(Bound::Term(term)) => Some(*term),
                Some(Bound::Set(_)) | None => None,
            },
            Expr::Cell(cell, index) => self.cell(scope, *cell, index),
            Expr::Table(table, index) => {
                let printed = self.program.table(*table);
                let index = self.indices(scope, index, &printed.index);
                let value = if self.blind { printed.value } else { self.printed(*table) };
                if self.blind { None } else { Some(self.terms.add(Term::Table(*table, index), value)) }
            }
            Expr::Unary(op, a) => self.unary(scope, *op, *a, ty),
            Expr::Binary(BinaryOp::In, a, set) => {
                let member = self.value(scope, *a);
                Some(self.member(scope, *set, member))
            }
            Expr::Binary(op, a, b) => self.binary(scope, *op, *a, *b, ty),
            Expr::If(cond, then, other) => {
                let cond = self.value(scope, *cond);
                let (then, other) = (self.value(scope, *then), self.value(scope, *other));
                Some(self.terms.pick(cond, then, other, ty))
            }
            Expr::Call(func, args) => self.call(scope, *func, args, Wanted::Value(ty)),
            Expr::Fold(fold) => self.fold(scope, fold, ty),
            Expr::Board(op, args) => self.board(scope, *op, args, ty),
            Expr::Empty(_)
            | Expr::All(_)
            | Expr::Kind(_)
            | Expr::Peek { .. }
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => None,
        }
    }

    fn none(&mut self, of: Scalar) -> TermId {
        self.terms.number(NONE, of)
    }

    fn indices(&mut self, scope: &Scope, index: &[ExprId], places: &[Scalar]) -> Vec<TermId> {
        index.iter().zip(places).map(|(id, place)| self.value_in(scope, *id, *place)).collect()
    }

    /// What a table gives: of numbers no more than those that stand in it.
    fn printed(&mut self, table: TableId) -> Scalar {
        let Table { value, data, .. } = self.program.table(table);
        let among = || match (value.what, data.iter().min(), data.iter().max()) {
            (What::Int { .. }, Some(least), Some(most)) => Scalar { lo: *least, hi: *most, ..*value },
            (What::Int { .. } | What::Bool | What::Id(_), _, _) => *value,
        };
        *self.printed.borrow_mut().entry(table).or_insert_with(among)
    }

    fn cell(&mut self, scope: &Scope, cell: CellId, index: &[ExprId]) -> Option<TermId> {
        let held = self.program.cell(cell);
        let ty = held.value.scalar()?;
        let ty = match self.within.get(&cell) {
            Some((lo, hi)) => Scalar { lo: ty.lo.max(*lo), hi: ty.hi.min(*hi), ..ty },
            None => ty,
        };
        let index = self.indices(scope, index, &held.index);
        Some(self.terms.add(Term::Cell(cell, index), ty))
    }

    fn unary(&mut self, scope: &Scope, op: UnaryOp, a: ExprId, ty: Scalar) -> Option<TermId> {
        match op {
            UnaryOp::Size | UnaryOp::Lowest | UnaryOp::Highest | UnaryOp::Single => return None,
            UnaryOp::Not | UnaryOp::Neg | UnaryOp::Down | UnaryOp::Up | UnaryOp::The => {}
        }
        let a = self.value(scope, a);
        Some(match op {
            UnaryOp::Not => self.terms.not(a),
            UnaryOp::Neg => self.terms.add(Term::Neg(a), ty),
            UnaryOp::Down | UnaryOp::Up if self.terms.den(a) == 1 => a,
            UnaryOp::Down | UnaryOp::Up => self.terms.add(Term::Round(a, op == UnaryOp::Up), ty),
            UnaryOp::The => {
                let have = self.terms.ty(a);
                self.terms.narrow(a, Scalar { lo: have.lo.max(0), ..have })
            }
            UnaryOp::Size | UnaryOp::Lowest | UnaryOp::Highest | UnaryOp::Single => return None,
        })
    }

    fn binary(&mut self, scope: &Scope, op: BinaryOp, a: ExprId, b: ExprId, ty: Scalar) -> Option<TermId> {
        let op = Op::of(op)?;
        let (a, b) = (self.value(scope, a), self.value(scope, b));
        Some(match op {
            Op::And => self.terms.and(a, b),
            Op::Or => self.terms.or(a, b),
            Op::Add
            | Op::Sub
            | Op::Mul
            | Op::DivDown
            | Op::DivUp
            | Op::Mod
            | Op::Min
            | Op::Max
            | Op::Eq
            | Op::Ne
            | Op::Lt
            | Op::Le
            | Op::Gt
            | Op::Ge => self.terms.add(Term::Binary(op, a, b), ty),
        })
    }

    fn board(&mut self, scope: &Scope, op: BoardOp, args: &[ExprId], ty: Scalar) -> Option<TermId> {
        match op {
            BoardOp::Ring | BoardOp::Disc | BoardOp::Line => return None,
            BoardOp::Column | BoardOp::Row if self.blind => return None,
            BoardOp::Neighbour
            | BoardOp::Edge
            | BoardOp::Between
            | BoardOp::Toward
            | BoardOp::Opposite
            | BoardOp::Distance
            | BoardOp::Column
            | BoardOp::Row
            | BoardOp::EdgeLow
            | BoardOp::EdgeHigh => {}
        }
        let mut terms = Vec::new();
        for arg in args {
            let term = self.value(scope, *arg);
            let have = self.terms.ty(term);
            // "None" is no place on the board.
            terms.push(self.terms.narrow(term, Scalar { lo: have.lo.max(0), ..have }));
        }
        // How far hexes may be apart is printed, and found where the map is asked.
        let ty = if op == BoardOp::Distance { Scalar { hi: i64::from(u16::MAX), ..ty } } else { ty };
        Some(self.terms.add(Term::Board(op, terms), ty))
    }

    // Calls.

    /// The answer of a definition, or whether a member is in the set that it answers.
    pub(super) fn call(&mut self, scope: &Scope, func: FuncId, args: &[ExprId], wanted: Wanted) -> Option<TermId> {
        let called = self.program.func(func);
        let mut inner = Scope { func, names: BTreeMap::new() };
        let mut key = Vec::new();
        for (at, (arg, ty)) in args.iter().zip(called.param_types()).enumerate() {
            let bound = match ty {
                Type::Scalar(place) => {
                    let term = self.value_in(scope, *arg, place);
                    key.push(term);
                    Bound::Term(term)
                }
                Type::Set(_) => Bound::Set(Rc::new(Closure { scope: scope.clone(), set: *arg })),
            };
            inner.names.insert(LocalId::new(at), bound);
        }
        let plain = key.len() == args.len();
        self.answer(inner, plain.then_some(key), wanted)
    }

    /// What a definition answers where its parameters stand for these; `key` are their terms, if all are terms.
    pub(super) fn answer(&mut self, inner: Scope, key: Option<Vec<TermId>>, wanted: Wanted) -> Option<TermId> {
        let func = inner.func;
        let called = self.program.func(func);
        let key = key.filter(|_| matches!(wanted, Wanted::Value(_)));
        if let Some(key) = &key
            && let Some(known) = self.calls.get(&(func, key.clone()))
        {
            return Some(*known);
        }
        let result = self.deeper(|this| this.body(&inner, called, &wanted)).flatten()?;
        let result = match (called.ret, wanted) {
            (Some(Type::Scalar(place)), Wanted::Value(_)) => self.terms.narrow(result, place),
            (Some(Type::Scalar(_) | Type::Set(_)) | None, Wanted::Value(_) | Wanted::Member(_)) => result,
        };
        if let Some(key) = key {
            self.calls.insert((func, key), result);
        }
        Some(result)
    }

    fn body(&mut self, scope: &Scope, func: &'p Func, wanted: &Wanted) -> Option<TermId> {
        match (&func.body, wanted) {
            (Body::Code(block), _) => {
                let stmts: Vec<_> = block.0.iter().collect();
                self.block(scope.clone(), &stmts, wanted)
            }
            (Body::Rows(rows), Wanted::Value(ty)) => self.rows_value(scope, rows, *ty),
            (Body::Rows(_), Wanted::Member(_)) | (Body::Limits(_) | Body::Goods(_), _) => None,
        }
    }

    // Folds over few members, written out.

    fn fold(&mut self, scope: &Scope, fold: &'p Fold, ty: Scalar) -> Option<TermId> {
        let Type::Set(domain) = self.type_of(scope.func, fold.over) else { return None };
        let place = self.program.member(domain);
        if place.span() > u64::from(FEW) {
            return None;
        }
        let start = match fold.op {
            FoldOp::Any => 0,
            FoldOp::Every => 1,
            FoldOp::Sum | FoldOp::Count => 0,
            FoldOp::Least | FoldOp::Most | FoldOp::Filter | FoldOp::Gather => return None,
        };
        let mut total = self.terms.number(start, ty);
        for member in place.lo..=place.hi {
            let member = self.terms.number(member, place);
            let within = self.member(scope, fold.over, member);
            let mut inner = scope.clone();
            inner.names.insert(fold.var, Bound::Term(member));
            let guard = fold.guard.map(|guard| self.value(&inner, guard));
            let counts = guard.map_or(within, |guard| self.terms.and(within, guard));
            if self.terms.constant(counts) == Some(0) {
                continue;
            }
            let value = fold.value.map(|value| self.value(&inner, value));
            total = self.folded(fold.op, total, counts, value, ty)?;
        }
        Some(total)
    }

    fn folded(
        &mut self,
        op: FoldOp,
        total: TermId,
        counts: TermId,
        value: Option<TermId>,
        ty: Scalar,
    ) -> Option<TermId> {
        match op {
            FoldOp::Any => {
                let said = self.terms.and(counts, value?);
                Some(self.terms.or(total, said))
            }
            FoldOp::Every => {
                let against = self.terms.not(value?);
                let against = self.terms.and(counts, against);
                let fine = self.terms.not(against);
                Some(self.terms.and(total, fine))
            }
            FoldOp::Sum | FoldOp::Count => {
                let value = value.unwrap_or_else(|| self.terms.number(1, Scalar::int(1, 1)));
                let zero = self.terms.number(0, ty);
                let part = self.terms.pick(counts, value, zero, ty);
                Some(self.terms.add(Term::Binary(Op::Add, total, part), ty))
            }
            FoldOp::Least | FoldOp::Most | FoldOp::Filter | FoldOp::Gather => None,
        }
    }

    // Unknowns.

    /// An unknown for an expression that has no term.
    pub(super) fn unknown(&mut self, scope: &Scope, id: ExprId) -> TermId {
        let ty = self.scalar_of(scope.func, id);
        let name = self.called(scope, id);
        let mut key = vec![0];
        self.shape(scope, id, &mut key);
        self.unknown_by(key, name, ty)
    }

    /// The unknown of this key.
    pub(super) fn unknown_by(&mut self, key: Vec<u32>, name: String, ty: Scalar) -> TermId {
        if key.len() >= LONGEST_SHAPE {
            return self.terms.new_unknown(name, ty);
        }
        if let Some(known) = self.unknowns.get(&key) {
            return *known;
        }
        let term = self.terms.new_unknown(name, ty);
        self.unknowns.insert(key, term);
        term
    }
}
