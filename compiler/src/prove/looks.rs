//! Look-ups that may leave their table. Where the range of an index is wider than the table's, the way to the look-up
//! is followed, with what was asked on it, and a situation is sought in which the index is outside.
//!
//! A number outside is told; a member that may be none is left open, for only play knows who stands where. Loops,
//! and whatever comes after something was written, asked or rolled, are not followed.

use super::check::Checker;
use super::finding::FindingKind;
use super::inline::{Bound, Closure, Inliner, Scope};
use super::rows::Formulas;
use super::search::Found;
use super::term::{Op, TermId};
use std::rc::Rc;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, Expr, ExprId, Fold, Func, FuncId, LocalId, Program, RowKind, Rows, Scalar, Stmt, StmtKind,
    TableId, Type, What, walk,
};
use wgr_runtime::verify::Verified;

/// A look-up whose index does not always fit.
#[derive(Clone, Copy)]
struct Look {
    table: TableId,
    expr: ExprId,
    /// It is not only that a member may be none.
    numbers: bool,
}

/// An expression that is looked for, and where it does not fit.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) expr: ExprId,
    pub(super) place: Place,
}

#[derive(Clone, Copy)]
pub(super) enum Place {
    /// A look-up, with its own table.
    Table,
    /// A division by this.
    Zero(ExprId),
    /// A number that is to be in this range.
    Range(Scalar),
    /// A call that is handed this, which is to be in this range.
    Handed(ExprId, Scalar),
}

/// What is known of the way to a look-up.
pub(super) enum Way {
    /// It is outside exactly where this holds.
    Outside(TermId),
    /// It does not lie on this way.
    Elsewhere,
    /// Nobody followed it to there.
    Lost,
}

fn looks(program: &Program, verified: &Verified, id: FuncId) -> Vec<Look> {
    let mut found = Vec::new();
    let types = verified.types.get(id.index()).map_or(&[][..], |types| &**types);
    walk::walk_func(program.func(id), &mut |node| {
        if let walk::Node::Expr(expr, Expr::Table(table, index)) = node {
            let places = index.iter().zip(&program.table(*table).index);
            let wide: Vec<Scalar> = places
                .filter_map(|(id, place)| {
                    let have = types.get(id.index())?.scalar()?;
                    (!fits(have, *place)).then_some(*place)
                })
                .collect();
            if !wide.is_empty() {
                let numbers = wide.iter().any(|place| matches!(place.what, What::Int { .. }));
                found.push(Look { table: *table, expr, numbers });
            }
        }
    });
    found
}

/// Numbers of other units are brought to the place's before they are compared.
pub(super) fn fits(have: Scalar, place: Scalar) -> bool {
    match (have.what, place.what) {
        (What::Int { den: from }, What::Int { den: to }) => {
            let times = |raw: i64, by: u32| i128::from(raw) * i128::from(by);
            times(place.lo, from) <= times(have.lo, to) && times(have.hi, to) <= times(place.hi, from)
        }
        (What::Int { .. } | What::Bool | What::Id(_), What::Int { .. } | What::Bool | What::Id(_)) => have.fits(place),
    }
}

impl<'p> Checker<'_, 'p> {
    pub(super) fn looks(&mut self, func: FuncId) {
        let body = self.terms.program.func(func);
        for look in looks(self.terms.program, self.terms.verified, func) {
            let scope = self.params(func);
            let params = scope.clone();
            let way = self.follow(scope, body, Target { expr: look.expr, place: Place::Table });
            self.say(look, &params, way);
        }
    }

    /// The way to what is looked for.
    pub(super) fn follow(&mut self, scope: Scope, body: &'p Func, target: Target) -> Way {
        let mut follow = Follow { terms: &mut self.terms, target };
        match &body.body {
            Body::Code(block) => follow.code(scope, block),
            Body::Rows(rows) => follow.rows(&scope, rows),
            Body::Limits(limits) => follow.about(scope, limits.it, &body.body),
            Body::Goods(goods) => follow.about(scope, goods.it, &body.body),
        }
    }

    fn say(&mut self, look: Look, params: &Scope, way: Way) {
        let Look { table, expr, numbers } = look;
        // The place is filled in by whoever knows the function.
        let at = Default::default();
        let open = FindingKind::OpenLook { table, expr, at, none: !numbers };
        let Way::Outside(goal) = way else {
            self.result.kinds.push(open);
            return;
        };
        match self.look(goal) {
            Found::Never => self.proved(),
            Found::Surely { said, matching, of } if numbers => {
                let witness = self.witness(params, goal, &said, (matching, of));
                self.result.kinds.push(FindingKind::TableHole { table, expr, at, witness });
            }
            Found::Surely { .. } | Found::Maybe { .. } | Found::TooMany => self.result.kinds.push(open),
        }
    }
}

pub(super) struct Follow<'a, 'p> {
    pub(super) terms: &'a mut Inliner<'p>,
    pub(super) target: Target,
}

impl<'p> Follow<'_, 'p> {
    pub(super) fn either(&mut self, a: Way, b: Way) -> Way {
        match (a, b) {
            (Way::Outside(a), Way::Outside(b)) => Way::Outside(self.terms.terms.or(a, b)),
            (Way::Lost, _) | (_, Way::Lost) => Way::Lost,
            (Way::Elsewhere, way) | (way, Way::Elsewhere) => way,
        }
    }

    /// The way holds only where the condition does.
    fn only(&mut self, cond: TermId, way: Way) -> Way {
        match way {
            Way::Outside(outside) => Way::Outside(self.terms.terms.and(cond, outside)),
            Way::Elsewhere | Way::Lost => way,
        }
    }

    fn code(&mut self, scope: Scope, block: &'p Block) -> Way {
        let stmts: Vec<&Stmt> = block.0.iter().collect();
        self.block(scope, &stmts)
    }

    fn block(&mut self, mut scope: Scope, stmts: &[&'p Stmt]) -> Way {
        let Some((first, rest)) = stmts.split_first() else { return Way::Elsewhere };
        let mut way = Way::Elsewhere;
        walk::stmt_parts(&first.kind, &mut |part| {
            let one = self.expr(&scope, part);
            way = self.either(std::mem::replace(&mut way, Way::Elsewhere), one);
        });
        if !matches!(way, Way::Elsewhere) {
            return way;
        }
        match &first.kind {
            StmtKind::Return(_) | StmtKind::End(_) | StmtKind::Fail { .. } => Way::Elsewhere,
            StmtKind::Let { local, value, fresh: _ } => {
                let bound = match self.terms.func(&scope).local(*local).ty {
                    Type::Scalar(place) => Bound::Term(self.terms.value_in(&scope, *value, place)),
                    Type::Set(_) => Bound::Set(Rc::new(Closure { scope: scope.clone(), set: *value })),
                };
                scope.names.insert(*local, bound);
                self.further(scope, rest)
            }
            StmtKind::If { cond, then, other } => {
                let yes = self.terms.value(&scope, *cond);
                let no = self.terms.terms.not(yes);
                let then: Vec<&Stmt> = then.0.iter().chain(rest.iter().copied()).collect();
                let other: Vec<&Stmt> = other.0.iter().chain(rest.iter().copied()).collect();
                let then = self.further(scope.clone(), &then);
                let other = self.further(scope, &other);
                let (then, other) = (self.only(yes, then), self.only(no, other));
                self.either(then, other)
            }
            StmtKind::Mark { .. } | StmtKind::Seal | StmtKind::Over(_) => self.further(scope, rest),
            StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::For { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Break
            | StmtKind::Ask(_)
            | StmtKind::Roll { .. }
            | StmtKind::Draw { .. }
            | StmtKind::Reveal { .. }
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::Call { .. }
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Search(_)
            | StmtKind::Ray { .. }
            | StmtKind::Offer(_) => Way::Lost,
        }
    }

    fn further(&mut self, scope: Scope, stmts: &[&'p Stmt]) -> Way {
        let mut way = Way::Lost;
        let target = self.target;
        self.terms.deeper(|terms| way = Follow { terms, target }.block(scope, stmts));
        way
    }

    /// Reaching the look-up in this expression, with an index outside.
    pub(super) fn expr(&mut self, scope: &Scope, id: ExprId) -> Way {
        let expr = self.terms.func(scope).expr(id);
        if id == self.target.expr {
            match (self.target.place, expr) {
                (Place::Table, Expr::Table(table, index)) => return self.outside(scope, *table, index),
                (Place::Zero(by), _) => {
                    let by = self.terms.value(scope, by);
                    let zero = self.terms.terms.number(0, Scalar::int(0, 0));
                    return Way::Outside(self.terms.terms.compare(Op::Eq, by, zero));
                }
                (Place::Range(place), _) | (Place::Handed(_, place), _) => {
                    let number = if let Place::Handed(arg, _) = self.target.place { arg } else { id };
                    let number = self.terms.value(scope, number);
                    return Way::Outside(self.terms.beyond(number, place));
                }
                (Place::Table, _) => {}
            }
        }
        match expr {
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (first, second) = (self.expr(scope, *a), self.expr(scope, *b));
                if matches!(second, Way::Elsewhere) {
                    return first;
                }
                let left = self.terms.value(scope, *a);
                let asked = if *op == BinaryOp::And { left } else { self.terms.terms.not(left) };
                let second = self.only(asked, second);
                self.either(first, second)
            }
            Expr::If(cond, then, other) => {
                let first = self.expr(scope, *cond);
                let (then, other) = (self.expr(scope, *then), self.expr(scope, *other));
                let yes = self.terms.value(scope, *cond);
                let no = self.terms.terms.not(yes);
                let (then, other) = (self.only(yes, then), self.only(no, other));
                let branches = self.either(then, other);
                self.either(first, branches)
            }
            Expr::Fold(fold) => self.fold(scope, fold),
            Expr::Suppose(_) => {
                let mut inside = false;
                walk::walk_expr(self.terms.func(scope), id, &mut |node| {
                    inside |= matches!(node, walk::Node::Expr(id, _) if id == self.target.expr);
                });
                if inside { Way::Lost } else { Way::Elsewhere }
            }
            Expr::Literal { .. }
            | Expr::None(_)
            | Expr::Empty(_)
            | Expr::All(_)
            | Expr::Kind(_)
            | Expr::Local(_)
            | Expr::Cell(..)
            | Expr::Peek { .. }
            | Expr::Table(..)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Call(..)
            | Expr::Board(..)
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. } => {
                let mut way = Way::Elsewhere;
                walk::expr_parts(expr, &mut |part| {
                    let one = self.expr(scope, part);
                    way = self.either(std::mem::replace(&mut way, Way::Elsewhere), one);
                });
                way
            }
        }
    }

    /// Of some member, which may be any.
    fn fold(&mut self, scope: &Scope, fold: &'p Fold) -> Way {
        let over = self.expr(scope, fold.over);
        let other = fold.other.map_or(Way::Elsewhere, |other| self.expr(scope, other));
        let first = self.either(over, other);
        let declared = self.terms.func(scope).local(fold.var);
        let Some(ty) = declared.ty.scalar() else { return Way::Lost };
        let mut inner = scope.clone();
        let var = self.terms.terms.new_var(declared.name.clone(), ty);
        inner.names.insert(fold.var, Bound::Term(var));
        let guard = fold.guard.map_or(Way::Elsewhere, |guard| self.expr(&inner, guard));
        let mut value = fold.value.map_or(Way::Elsewhere, |value| self.expr(&inner, value));
        if let Some(cond) = fold.guard
            && matches!(value, Way::Outside(_))
        {
            let cond = self.terms.value(&inner, cond);
            value = self.only(cond, value);
        }
        let mut each = self.either(guard, value);
        if matches!(each, Way::Outside(_)) {
            let within = self.terms.member(scope, fold.over, var);
            each = self.only(within, each);
        }
        self.either(first, each)
    }

    fn outside(&mut self, scope: &Scope, table: TableId, index: &[ExprId]) -> Way {
        let places = &self.terms.program.table(table).index;
        let mut outside = self.terms.terms.truth(false);
        for (id, place) in index.iter().zip(places) {
            let term = self.terms.value(scope, *id);
            for (op, end) in [(Op::Lt, place.lo), (Op::Gt, place.hi)] {
                if !fits(self.terms.terms.ty(term), *place) {
                    let beyond = match place.what {
                        What::Int { .. } => {
                            let end = self.terms.terms.number(end, *place);
                            self.terms.terms.compare(op, term, end)
                        }
                        What::Bool | What::Id(_) => self.terms.not_within(term, *place),
                    };
                    outside = self.terms.terms.or(outside, beyond);
                }
            }
        }
        Way::Outside(outside)
    }

    // Rows, limits and goods.

    fn rows(&mut self, scope: &Scope, rows: &'p Rows) -> Way {
        let mut formulas = Formulas::new(self.terms, rows, scope);
        for (r, row) in rows.rows.iter().enumerate() {
            if !row.binders.is_empty() {
                formulas.bind(self.terms, r, "");
            }
        }
        let mut way = Way::Elsewhere;
        for (r, row) in rows.rows.iter().enumerate() {
            let owner = formulas.owner(r);
            let Some(c) = formulas.contexts.iter().position(|context| context.owner == owner) else { continue };
            let context = formulas.contexts[c].clone();
            for (_, set) in &row.binders {
                let binder = self.expr(&context.scope, *set);
                way = self.either(way, binder);
            }
            if let Some(guard) = row.guard.map(|guard| self.expr(&context.scope, guard)) {
                let asked = match &row.kind {
                    RowKind::Over { parents, even: false } => self.some_applies(&mut formulas, parents, c),
                    RowKind::Base | RowKind::Otherwise | RowKind::Over { even: true, .. } | RowKind::Waive(_) => {
                        context.valid
                    }
                };
                let asked = self.terms.terms.and(context.valid, asked);
                let guard = self.only(asked, guard);
                way = self.either(way, guard);
            }
            let amount = row.value.map_or(Way::Elsewhere, |value| self.expr(&context.scope, value));
            if matches!(amount, Way::Outside(_)) {
                let wins = formulas.wins(self.terms, r, c);
                let wins = self.terms.terms.and(context.valid, wins);
                let amount = self.only(wins, amount);
                way = self.either(way, amount);
            } else {
                way = self.either(way, amount);
            }
        }
        way
    }

    fn some_applies(&mut self, formulas: &mut Formulas<'p>, of: &[wgr_runtime::ir::RowIx], c: usize) -> TermId {
        let mut some = self.terms.terms.truth(false);
        for row in of {
            let applies = formulas.applies(self.terms, row.index(), c);
            some = self.terms.terms.or(some, applies);
        }
        some
    }

    /// Each expression on its own, about any member.
    fn about(&mut self, mut scope: Scope, it: LocalId, body: &Body) -> Way {
        let declared = self.terms.func(&scope).local(it);
        if let Some(ty) = declared.ty.scalar() {
            let var = self.terms.terms.new_var(declared.name.clone(), ty);
            scope.names.insert(it, Bound::Term(var));
        }
        let mut way = Way::Elsewhere;
        walk::body_parts(body, &mut |part| {
            let one = self.expr(&scope, part);
            way = self.either(std::mem::replace(&mut way, Way::Elsewhere), one);
        });
        way
    }
}
