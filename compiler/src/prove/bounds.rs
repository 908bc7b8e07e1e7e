//! Numbers that may leave their place: what a query answers, what is written to a state, what is handed to a query or a
//! procedure, what is divided by. Where the range of the number is wider than that of its place, a situation is sought in which it is
//! outside.
//!
//! Of a query the whole way to the place is known, so that a situation can be told and set up. Of a procedure only the
//! conditions round it are, back to the last change, question or die: what they exclude is proved, the rest is open.

use super::check::Checker;
use super::eval::Said;
use super::finding::{Assumption, Beyond, FindingKind};
use super::inline::{Bound, Scope};
use super::looks::{Follow, Place, Target, Way};
use super::rows::Formulas;
use super::search::Found;
use super::term::{Op, TermId};
use std::collections::BTreeSet;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, Expr, ExprId, Func, FuncId, FuncKind, Program, RowKind, Rows, Scalar, StageOp, Stmt,
    StmtKind, Type, What, walk,
};
use wgr_runtime::verify::Verified;

/// A place that a number may leave.
struct Spot {
    target: Target,
    what: Beyond,
}

/// What stands in the text of one function and may be outside.
fn spots(program: &Program, verified: &Verified, held: &BTreeSet<CellId>, id: FuncId) -> Vec<Spot> {
    let types = verified.types.get(id.index()).map_or(&[][..], |types| &**types);
    let type_of = |expr: ExprId| types.get(expr.index()).and_then(|ty| ty.scalar());
    let number = |expr: ExprId| type_of(expr).filter(|ty| matches!(ty.what, What::Int { .. }));
    let leaves = |expr: ExprId, place: Scalar| number(expr).is_some_and(|have| !super::looks::fits(have, place));
    let mut found = Vec::new();
    walk::walk_func(program.func(id), &mut |node| match node {
        walk::Node::Expr(expr, Expr::Binary(BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod, _, by)) => {
            if number(*by).is_some_and(|ty| ty.contains(0)) {
                found.push(Spot { target: Target { expr, place: Place::Zero(*by) }, what: Beyond::Zero });
            }
        }
        walk::Node::Expr(expr, Expr::Call(func, args)) => {
            for (arg, place, what) in handed(program, *func, args) {
                if leaves(arg, place) {
                    found.push(Spot { target: Target { expr, place: Place::Handed(arg, place) }, what });
                }
            }
        }
        walk::Node::Stmt(Stmt { kind: StmtKind::Call { func, args, .. }, .. }) => {
            for (arg, place, what) in handed(program, *func, args) {
                if leaves(arg, place) {
                    found.push(Spot { target: Target { expr: arg, place: Place::Range(place) }, what });
                }
            }
        }
        walk::Node::Stmt(stmt) => {
            for write in walk::stmt_writes(&stmt.kind) {
                let cell = program.cell(write.cell);
                if let (Some(place), true) = (cell.value.scalar(), held.contains(&write.cell))
                    && leaves(write.value, place)
                {
                    let target = Target { expr: write.value, place: Place::Range(place) };
                    found.push(Spot { target, what: Beyond::State { cell: cell.name.clone(), range: place } });
                }
            }
        }
        walk::Node::Expr(..) => {}
    });
    found
}

/// What each parameter that holds one value is handed, and which values fit there.
fn handed(program: &Program, func: FuncId, args: &[ExprId]) -> Vec<(ExprId, Scalar, Beyond)> {
    let called = program.func(func);
    let each = called.locals.iter().zip(called.param_types()).zip(args).filter_map(|((local, ty), arg)| {
        let range = ty.scalar()?;
        let what = Beyond::Param { of: called.name.clone(), param: local.name.clone(), range };
        Some((*arg, range, what))
    });
    each.collect()
}

impl<'p> Checker<'_, 'p> {
    pub(super) fn bounds(&mut self, func: FuncId) {
        let body = self.terms.program.func(func);
        for spot in spots(self.terms.program, self.terms.verified, &self.facts.held, func) {
            let scope = self.params(func);
            let way = if body.kind == FuncKind::Query {
                self.follow(scope.clone(), body, spot.target)
            } else {
                self.climb(scope.clone(), body, spot.target)
            };
            self.say_beyond(&spot, &scope, way, body.kind == FuncKind::Query);
        }
        if let Body::Rows(rows) = &body.body {
            self.answers(func, rows);
        }
    }

    fn say_beyond(&mut self, spot: &Spot, params: &Scope, way: Way, whole: bool) {
        let goal = match way {
            Way::Outside(goal) => goal,
            Way::Elsewhere => return,
            Way::Lost => return self.beyond(spot.what.clone(), spot.target.expr, None),
        };
        match self.look(goal) {
            Found::Never => self.proved(),
            Found::Surely { said, matching, of } if whole => {
                let witness = self.witness(params, goal, &said, (matching, of));
                self.result.kinds.push(FindingKind::Beyond {
                    what: spot.what.clone(),
                    expr: Some(spot.target.expr),
                    at: Default::default(),
                    witness,
                });
            }
            Found::Surely { said, .. } | Found::Maybe { said, .. } => {
                self.beyond(spot.what.clone(), spot.target.expr, Some((params, goal, &said)));
            }
            Found::TooMany => self.beyond(spot.what.clone(), spot.target.expr, None),
        }
    }

    /// It is not known; perhaps in this situation.
    fn beyond(&mut self, what: Beyond, expr: ExprId, near: Option<(&Scope, TermId, &[Said])>) {
        let near = near.and_then(|(params, goal, said)| self.near(params, goal, said));
        let (expr, at) = (Some(expr), Default::default());
        self.result.kinds.push(FindingKind::OpenBeyond { what, expr, at, near });
    }

    // The answers of rows.

    fn answers(&mut self, func: FuncId, rows: &'p Rows) {
        let Some(ret) = self.terms.program.func(func).ret.and_then(Type::scalar) else { return };
        if !matches!(ret.what, What::Int { .. }) {
            return;
        }
        let least = self.assumptions.iter().find_map(|assumption| match assumption {
            Assumption::AtLeast { func: of, least } if *of == func => Some(*least),
            Assumption::AtLeast { .. }
            | Assumption::Decides { .. }
            | Assumption::Held { .. }
            | Assumption::Never { .. }
            | Assumption::Given { .. }
            | Assumption::Among { .. }
            | Assumption::Within { .. } => None,
        });
        let (place, what) = match least {
            Some(least) => (Scalar { lo: least, ..ret }, Beyond::Cost),
            None => (ret, Beyond::Answer { range: ret }),
        };
        let scope = self.params(func);
        let open = |near| FindingKind::OpenBeyond { what: what.clone(), expr: None, at: Default::default(), near };
        let amounts = || rows.rows.iter().filter_map(|row| self.terms.type_of(func, row.value?).scalar());
        if least == Some(0) && amounts().all(|amount| amount.lo >= 0) {
            return;
        }
        // What stands in no row is 0.
        if self.added_up(func, rows).is_some_and(|all| super::looks::fits(all, place)) {
            return;
        }
        let wide = Scalar { lo: i64::MIN / 4, hi: i64::MAX / 4, ..ret };
        let Some(term) = self.terms.rows_value(&scope, rows, wide) else {
            self.result.kinds.push(open(None));
            return;
        };
        if super::looks::fits(self.terms.terms.ty(term), place) {
            return self.proved();
        }
        let goal = self.terms.beyond(term, place);
        let mut formulas = Formulas::new(&mut self.terms, rows, &scope);
        match self.look_twice(&mut formulas, goal) {
            Found::Never => self.proved(),
            Found::Surely { said, matching, of } => {
                let witness = self.witness(&scope, goal, &said, (matching, of));
                let (expr, at) = (None, Default::default());
                self.result.kinds.push(FindingKind::Beyond { what, expr, at, witness });
            }
            Found::Maybe { said, .. } => {
                let near = self.near(&scope, goal, &said);
                self.result.kinds.push(open(near));
            }
            Found::TooMany => self.result.kinds.push(open(None)),
        }
    }

    /// The range of an answer, whatever its rows say of each other and however many members there are; none where
    /// their units differ.
    fn added_up(&self, func: FuncId, rows: &Rows) -> Option<Scalar> {
        let mut all: Option<Scalar> = None;
        for (at, stage) in rows.stages.iter().enumerate() {
            let those = rows.rows.iter().filter(|row| row.stage.index() == at);
            let those = those.filter(|row| !matches!(row.kind, RowKind::Waive(_)));
            let mut so_far = all;
            if stage.op == StageOp::Answer {
                so_far = None;
            } else if stage.op == StageOp::Sum && so_far.is_none() {
                so_far = Some(Scalar::int(0, 0));
            }
            let rounds = matches!(stage.op, StageOp::RoundDown | StageOp::RoundUp);
            for row in those.filter(|_| !rounds) {
                let amount = self.terms.type_of(func, row.value?).scalar()?;
                let before = level(so_far, amount)?;
                let times = row.binders.iter().try_fold(1_i64, |times, (_, set)| {
                    let Type::Set(domain) = self.terms.type_of(func, *set) else { return None };
                    times.checked_mul(i64::try_from(self.terms.program.member(domain).span()).ok()?)
                })?;
                so_far = Some(match (stage.op, before) {
                    (StageOp::Sum, Some(before)) => Scalar {
                        lo: before.lo.checked_add(amount.lo.checked_mul(times)?.min(0))?,
                        hi: before.hi.checked_add(amount.hi.checked_mul(times)?.max(0))?,
                        ..before
                    },
                    // At least and at most only bring it nearer to what the row says.
                    (StageOp::Answer | StageOp::Largest | StageOp::Smallest, Some(before)) => before.hull(amount),
                    (StageOp::Answer | StageOp::Largest | StageOp::Smallest, None) => amount,
                    (
                        StageOp::Sum
                        | StageOp::Product
                        | StageOp::All
                        | StageOp::Any
                        | StageOp::RoundDown
                        | StageOp::RoundUp,
                        _,
                    ) => return None,
                });
            }
            if let (true, Some(Scalar { what: What::Int { den }, .. })) = (rounds, so_far)
                && den != 1
            {
                return None;
            }
            all = so_far;
        }
        all
    }

    // Procedures.

    /// Whether the number is outside where the conditions round it hold.
    pub(super) fn climb(&mut self, scope: Scope, func: &'p Func, target: Target) -> Way {
        match &func.body {
            Body::Code(block) => self.climb_block(&scope, func, block, target).map_or(Way::Lost, |found| found.way),
            Body::Rows(_) | Body::Limits(_) | Body::Goods(_) => Way::Lost,
        }
    }

    fn climb_block(&mut self, scope: &Scope, func: &'p Func, block: &'p Block, target: Target) -> Option<Climbed> {
        let at = block.0.iter().position(|stmt| holds(func, stmt, target.expr))?;
        let (before, stmt) = (block.0.get(..at)?, block.0.get(at)?);
        let mut scope = scope.clone();
        let changed = before.iter().rposition(changes);
        if changed.is_some() {
            // What a name was given was read before.
            let params = func.params as usize;
            scope.names.retain(|local, _| local.index() < params);
        }
        let mut conds: Vec<TermId> = Vec::new();
        for stmt in before.iter().skip(changed.map_or(0, |at| at + 1)) {
            match &stmt.kind {
                StmtKind::Let { local, value, fresh: true } => {
                    if let Type::Scalar(place) = func.local(*local).ty {
                        let term = self.terms.value_in(&scope, *value, place);
                        scope.names.insert(*local, Bound::Term(term));
                    }
                }
                StmtKind::If { cond, then, other } => {
                    let yes = self.terms.value(&scope, *cond);
                    if leaves(then) {
                        conds.push(self.terms.terms.not(yes));
                    } else if leaves(other) {
                        conds.push(yes);
                    }
                }
                StmtKind::Let { .. }
                | StmtKind::Set(_)
                | StmtKind::Together(_)
                | StmtKind::For { .. }
                | StmtKind::Repeat { .. }
                | StmtKind::Loop { .. }
                | StmtKind::Break
                | StmtKind::Ask(_)
                | StmtKind::Roll { .. }
                | StmtKind::Draw { .. }
                | StmtKind::Reveal { .. }
                | StmtKind::Seal
                | StmtKind::Settle { .. }
                | StmtKind::Look(_)
                | StmtKind::End(_)
                | StmtKind::Over(_)
                | StmtKind::Fail { .. }
                | StmtKind::Call { .. }
                | StmtKind::Return(_)
                | StmtKind::Erase(_)
                | StmtKind::Swap { .. }
                | StmtKind::Search(_)
                | StmtKind::Ray { .. }
                | StmtKind::Offer(_)
                | StmtKind::Mark { .. } => {}
            }
        }
        let found = self.climb_stmt(&scope, func, stmt, target)?;
        let mut way = found.way;
        if !found.cut {
            way = conds.into_iter().fold(way, |way, cond| self.only_where(cond, way));
        }
        Some(Climbed { way, cut: found.cut || changed.is_some() })
    }

    fn climb_stmt(&mut self, scope: &Scope, func: &'p Func, stmt: &'p Stmt, target: Target) -> Option<Climbed> {
        if let StmtKind::If { cond, then, other } = &stmt.kind {
            for (block, yes) in [(then, true), (other, false)] {
                if let Some(found) = self.climb_block(scope, func, block, target) {
                    let cond = self.terms.value(scope, *cond);
                    let cond = if yes { cond } else { self.terms.terms.not(cond) };
                    let way = if found.cut { found.way } else { self.only_where(cond, found.way) };
                    return Some(Climbed { way, ..found });
                }
            }
        }
        let mut blocks: Vec<&'p Block> = Vec::new();
        walk::stmt_blocks(&stmt.kind, &mut |block| blocks.push(block));
        let mut bare = scope.clone();
        bare.names.retain(|local, _| local.index() < func.params as usize);
        for block in blocks {
            // What is done again and again, or behind a question or a die, knows nothing of what stood before.
            if let Some(found) = self.climb_block(&bare, func, block, target) {
                return Some(Climbed { cut: true, ..found });
            }
        }
        let mut way = Way::Elsewhere;
        let mut parts = Vec::new();
        walk::stmt_parts(&stmt.kind, &mut |part| parts.push(part));
        for part in parts {
            let mut follow = Follow { terms: &mut self.terms, target };
            let one = follow.expr(scope, part);
            way = follow.either(way, one);
        }
        Some(Climbed { way, cut: false })
    }

    fn only_where(&mut self, cond: TermId, way: Way) -> Way {
        match way {
            Way::Outside(outside) => Way::Outside(self.terms.terms.and(cond, outside)),
            Way::Elsewhere | Way::Lost => way,
        }
    }
}

/// A way to the place; `cut`: what stands further out says nothing of it any more.
struct Climbed {
    way: Way,
    cut: bool,
}

/// What was there before, in the units of what comes; the inner none where nothing was.
fn level(so_far: Option<Scalar>, one: Scalar) -> Option<Option<Scalar>> {
    match so_far {
        None => Some(None),
        Some(so_far) if so_far.what == one.what => Some(Some(so_far)),
        Some(Scalar { lo: 0, hi: 0, .. }) => Some(Some(Scalar { lo: 0, hi: 0, ..one })),
        Some(_) => None,
    }
}

/// Does this expression stand in this statement, at any depth?
fn holds(func: &Func, stmt: &Stmt, target: ExprId) -> bool {
    let mut found = false;
    walk::stmt_parts(&stmt.kind, &mut |part| {
        walk::walk_expr(func, part, &mut |node| found |= matches!(node, walk::Node::Expr(id, _) if id == target));
    });
    walk::stmt_blocks(&stmt.kind, &mut |block| {
        walk::walk_block(func, block, &mut |node| found |= matches!(node, walk::Node::Expr(id, _) if id == target));
    });
    found
}

/// Does nothing come behind this block?
fn leaves(block: &Block) -> bool {
    let last = block.0.last().map(|stmt| &stmt.kind);
    matches!(last, Some(StmtKind::Return(_) | StmtKind::End(_) | StmtKind::Fail { .. } | StmtKind::Break))
}

/// May something on the board, or what a name stands for, be another after this statement?
fn changes(stmt: &Stmt) -> bool {
    let itself = match &stmt.kind {
        StmtKind::Let { fresh, .. } => !fresh,
        StmtKind::If { .. }
        | StmtKind::Break
        | StmtKind::Return(_)
        | StmtKind::End(_)
        | StmtKind::Over(_)
        | StmtKind::Fail { .. }
        | StmtKind::Seal
        | StmtKind::Mark { .. } => false,
        StmtKind::Set(_)
        | StmtKind::Together(_)
        | StmtKind::For { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Loop { .. }
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
        | StmtKind::Offer(_) => true,
    };
    let mut inside = false;
    walk::stmt_blocks(&stmt.kind, &mut |block| {
        // Where a branch leaves, what it changed is not seen behind it.
        inside |= !leaves(block) && block.0.iter().any(changes);
    });
    itself || inside
}

/// A number outside of a range.
impl super::inline::Inliner<'_> {
    pub(super) fn beyond(&mut self, term: TermId, place: Scalar) -> TermId {
        let mut outside = self.terms.truth(false);
        for (op, end) in [(Op::Lt, place.lo), (Op::Gt, place.hi)] {
            let end = self.terms.number(end, place);
            let beyond = self.terms.compare(op, term, end);
            outside = self.terms.or(outside, beyond);
        }
        outside
    }
}
