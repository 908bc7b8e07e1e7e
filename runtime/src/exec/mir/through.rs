//! Queries that are looked into: of a condition, for whom it may say yes, no, or fault. Rows are followed one after the other: a
//! yes or no that is named is a sieve of its own, and where branches meet again both count.

use super::asked::{self, Asked};
use super::narrow::{Narrowing, yes_or_no};
use super::sieve::{May, Sieve};
use super::splice::remade;
use crate::board::WIDEST;
use crate::ir::{
    BinaryOp, Block, BoardOp, Expr, ExprId, Fold, FoldOp, FuncId, FuncKind, LocalId, Scalar, Stmt, StmtKind, Type,
    UnaryOp, What, walk,
};

/// Queries are looked into so deep.
const DEEPEST: usize = 6;
/// A wider ring round every piece costs more than it saves.
const WIDEST_RING: i64 = 3;

/// What a name of a function that is looked into stands for.
#[derive(Clone, PartialEq)]
pub(super) enum Sub {
    /// The caller's expression.
    Is(ExprId),
    /// A yes or no.
    May(May),
    Unknown,
}

/// A function that is looked into, and its names; at depth 0 the caller, whose names stand for themselves.
#[derive(Clone)]
pub(super) struct Env {
    func: FuncId,
    depth: usize,
    /// How many names of other members stand around.
    around: usize,
    subs: Vec<Sub>,
}

/// How a block has gone so far: for whom it still runs, and what it has answered.
struct Course {
    runs: Sieve,
    so_far: May,
    /// It has answered for some.
    left: bool,
}

impl Narrowing<'_, '_, '_> {
    fn expr(&self, env: &Env, id: ExprId) -> &Expr {
        self.mir.funcs[env.func.index()].expr(id)
    }

    fn ty(&self, env: &Env, id: ExprId) -> Type {
        self.mir.types[env.func.index()][id.index()]
    }

    /// `side_of[u] = s` of the member: from here on the one stands for the other.
    pub(super) fn learn(&mut self, condition: ExprId) {
        self.learn_of(&Env::of(self.caller), condition, self.var);
    }

    /// The same of a member with this name.
    fn learn_of(&mut self, env: &Env, condition: ExprId, name: LocalId) {
        let Expr::Binary(BinaryOp::Eq, a, b) = *self.expr(env, condition) else { return };
        let (Some(a), Some(b)) = (self.copied(env, a), self.copied(env, b)) else { return };
        match (self.mentions(a, name), self.mentions(b, name)) {
            (true, false) => self.same.push((a, b)),
            (false, true) => self.same.push((b, a)),
            (_, _) => {}
        }
    }

    /// Can it never fault, of a member that is asked about?
    fn is_safe(&mut self, env: &Env, id: ExprId) -> bool {
        match self.copied(env, id) {
            Some(new) => self.is_ready(new),
            None => self.before.text(self.mir, env.func).expr(id),
        }
    }

    /// The same of the caller's expression.
    pub(super) fn is_ready(&self, id: ExprId) -> bool {
        self.before.text(self.mir, self.caller).expr_given(id, &self.there)
    }

    /// For whom may it say yes, no, or fault?
    pub(super) fn may(&mut self, env: &Env, id: ExprId) -> May {
        let Some(left) = self.steps.checked_sub(1) else { return May::anything() };
        self.steps = left;
        let may = self.by_parts(env, id).bounded();
        if may.fault == Sieve::Nothing && may.exact {
            return may;
        }
        match self.copied(env, id).filter(|new| self.is_ready(*new)) {
            Some(_) if may.exact => May { fault: Sieve::Nothing, ..may },
            // What is not seen through is asked as it stands.
            Some(new) => May::of(may.yes.and(Sieve::Each(new, true)), may.no.and(Sieve::Each(new, false))),
            None => may,
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else its parts say nothing")]
    fn by_parts(&mut self, env: &Env, id: ExprId) -> May {
        match self.expr(env, id).clone() {
            Expr::Literal { value, .. } => May::surely(value == 1),
            Expr::Local(local) => match self.sub(env, local) {
                Sub::May(may) => May { fault: Sieve::Nothing, ..may },
                Sub::Is(_) | Sub::Unknown => self.condition(env, id).unwrap_or_else(May::anything),
            },
            Expr::Unary(UnaryOp::Not, a) => self.may(env, a).negated(),
            Expr::Binary(BinaryOp::And, a, b) => self.both(env, (a, b), May::negated_if::<false>),
            Expr::Binary(BinaryOp::Or, a, b) => self.both(env, (a, b), May::negated_if::<true>),
            Expr::If(cond, a, b) => {
                let (cond, a, b) = (self.may(env, cond), self.may(env, a), self.may(env, b));
                cond.either(a, b)
            }
            Expr::Fold(fold) if fold.op == FoldOp::Any => match self.condition(env, id) {
                Some(may) => may,
                None => self.any(env, &fold).unwrap_or_else(May::anything),
            },
            Expr::Call(callee, args) => match self.condition(env, id) {
                Some(may) => may,
                None => self.call(env, callee, &args),
            },
            _ => self.condition(env, id).unwrap_or_else(May::anything),
        }
    }

    /// `a and b`, or with both negated and the whole, too: `a or b`.
    fn both(&mut self, env: &Env, (a, b): (ExprId, ExprId), turned: fn(May) -> May) -> May {
        let a = turned(self.may(env, a));
        // The other is never asked.
        let both = if a.yes == Sieve::Nothing { a } else { a.and(turned(self.may(env, b))) };
        turned(both)
    }

    /// A condition that is put to all members at once, or that is the same for all of them.
    fn condition(&mut self, env: &Env, id: ExprId) -> Option<May> {
        let new = self.copied(env, id)?;
        if !self.mentions(new, self.var) {
            return self.is_ready(new).then(|| May::of(Sieve::Is(new, true), Sieve::Is(new, false)));
        }
        if Asked::of(self.before, self.mir, self.caller).is_asked(self.var, new) {
            return Some(May::of(Sieve::Is(new, true), Sieve::Is(new, false)));
        }
        let (among, is) = self.link(new)?;
        let fault = if self.is_ready(new) { Sieve::Nothing } else { Sieve::All };
        Some(May { fault, ..May::of(Sieve::Among(among, is), Sieve::Among(among, !is)) })
    }

    /// `place[u] = h` and `distance(place[u], h) <= 2`, asked of a hex: the set in which it must be, or must not be.
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other comparison is made a set")]
    fn link(&mut self, id: ExprId) -> Option<(ExprId, bool)> {
        let Expr::Binary(op, a, b) = *self.own(id) else { return None };
        let is_member = |this: &Self, id: ExprId| matches!(this.own(id), Expr::Local(local) if *local == this.var);
        let set = Type::Set(self.domain);
        if op == BinaryOp::Eq && (is_member(self, a) || is_member(self, b)) {
            let other = if is_member(self, a) { b } else { a };
            return self.says_nothing(other).then(|| (self.put(Expr::Unary(UnaryOp::Single, other), set), true));
        }
        let &Expr::Board(BoardOp::Distance, ref ends) = self.own(a) else { return None };
        let [one, two] = *ends.as_slice() else { return None };
        let from = if is_member(self, one) { two } else { one };
        // A ring or a disc, whether the hex is in it, and how much narrower than the number it is.
        let (how, is, less) = match op {
            BinaryOp::Eq => (BoardOp::Ring, true, 0),
            BinaryOp::Le => (BoardOp::Disc, true, 0),
            BinaryOp::Lt => (BoardOp::Disc, true, 1),
            BinaryOp::Gt => (BoardOp::Disc, false, 0),
            BinaryOp::Ge => (BoardOp::Disc, false, 1),
            _ => return None,
        };
        let far = self.radius(b, how, less)?;
        let fits = (is_member(self, one) || is_member(self, two)) && self.says_nothing(from);
        let Type::Scalar(place) = self.own_ty(from) else { return None };
        if !fits {
            return None;
        }
        let round = self.put(Expr::Board(how, vec![from, far]), set);
        if !place.is_opt() {
            return Some((round, is));
        }
        let none = self.put(Expr::None(self.domain), Type::Scalar(place));
        let there = self.put(Expr::Binary(BinaryOp::Ne, from, none), yes_or_no());
        let empty = self.put(Expr::Empty(self.domain), set);
        Some((self.put(Expr::If(there, round, empty), set), is))
    }

    /// How far it is to the edge of a ring or a disc that is this wide, or by one less: none too wide.
    fn radius(&mut self, wide: ExprId, how: BoardOp, less: i64) -> Option<ExprId> {
        let widest = if how == BoardOp::Disc { i64::from(WIDEST) } else { WIDEST_RING };
        let ty = self.own_ty(wide).scalar().filter(|ty| ty.what == What::Int { den: 1 })?;
        if ty.lo < less || ty.hi - less > widest || !self.says_nothing(wide) {
            return None;
        }
        let (lo, hi) = (ty.lo - less, ty.hi - less);
        let ty = |lo, hi| Scalar { lo, hi, ..ty };
        let mut number =
            |value| self.put(Expr::Literal { value, ty: ty(value, value) }, Type::Scalar(ty(value, value)));
        if lo == hi {
            return Some(number(lo));
        }
        Some(match less {
            0 => wide,
            _ => {
                let less = number(less);
                self.put(Expr::Binary(BinaryOp::Sub, wide, less), Type::Scalar(ty(lo, hi)))
            }
        })
    }

    /// For whom one of the fold's members may pass: gathered from them.
    fn any(&mut self, env: &Env, fold: &Fold) -> Option<May> {
        let over = self.copied(env, fold.over).filter(|over| self.is_ready(*over))?;
        if self.mentions(over, self.var) {
            return None;
        }
        let ty = self.mir.funcs[env.func.index()].local(fold.var).ty;
        let name = self.name(ty, env.around);
        let same = self.put(Expr::Local(name), ty);
        let inner = env.within(fold.var, same);
        let mut conditions = Vec::new();
        for part in [fold.guard, fold.value].into_iter().flatten() {
            asked::conditions(&self.mir.funcs[env.func.index()], part, &mut conditions);
        }
        let (mut passes, learnt, there) = (May::surely(true), self.same.len(), self.there.len());
        self.there.extend(self.before.text(self.mir, self.caller).there(name, over, &[]));
        for condition in conditions {
            passes = passes.and(self.may(&inner, condition));
            self.learn_of(&inner, condition, name);
            let told = self.copied(&inner, condition);
            let told = told.map(|told| self.before.text(self.mir, self.caller).there(name, over, &[told]));
            self.there.extend(told.into_iter().flatten());
        }
        self.same.truncate(learnt);
        self.there.truncate(there);
        self.exists(name, over, passes)
    }

    /// There is a member of `over` with this name, so that the sieve lets through.
    fn exists(&mut self, name: LocalId, over: ExprId, passes: May) -> Option<May> {
        let (mut hoisted, mut guard, mut gathered, mut exact) = (Sieve::All, None, None, passes.exact);
        // What must be asked of each of the two.
        let mut pairs = Vec::new();
        for part in passes.yes.parts() {
            if !self.sieve_mentions(&part, name) {
                hoisted = hoisted.and(part);
                continue;
            }
            match part {
                Sieve::Is(condition, is) | Sieve::Each(condition, is) if !self.mentions(condition, self.var) => {
                    let condition = self.sensed(condition, is);
                    guard = Some(self.with(guard, condition));
                }
                Sieve::Is(condition, is) | Sieve::Each(condition, is) => pairs.push(self.sensed(condition, is)),
                Sieve::Among(set, true) => {
                    gathered = Some(match gathered {
                        Some(before) => self.put(Expr::Binary(BinaryOp::Inter, before, set), Type::Set(self.domain)),
                        None => set,
                    });
                }
                // Left out: then too many pass.
                Sieve::All | Sieve::Nothing | Sieve::Among(_, false) | Sieve::Both(_) | Sieve::Either(_) => {
                    exact = false;
                }
            }
        }
        let fold = |over, guard, value| Fold { op: FoldOp::Gather, var: name, over, guard, value, other: None };
        let mut set = None;
        if exact && self.asks_all && !pairs.is_empty() {
            let swept = self.swept(gathered, &pairs);
            let all = self.put(Expr::Fold(fold(over, guard, Some(swept))), Type::Set(self.domain));
            // It is asked of others than those of whom something is known.
            set = Some(all).filter(|all| self.before.text(self.mir, self.caller).expr(*all));
        }
        exact &= pairs.is_empty() || set.is_some();
        let set = match set {
            Some(set) => self.named_alike(set, name),
            None => {
                let set = self.put(Expr::Fold(fold(over, guard, Some(gathered?))), Type::Set(self.domain));
                self.named_alike(set, name)
            }
        };
        // Where what is hoisted fails there may be nobody at all, but that is one more way to be no.
        let no = if exact { hoisted.negated().or(Sieve::Among(set, false)) } else { Sieve::All };
        Some(May { yes: hoisted.and(Sieve::Among(set, true)), no, fault: Sieve::All, exact })
    }

    /// The same set with the first of the names that stand for such members in the place of this one, if it mentions no other:
    /// it will be found outside of them, and what is found twice is seen to be.
    fn named_alike(&mut self, set: ExprId, name: LocalId) -> ExprId {
        let ty = self.mir.funcs[self.caller.index()].local(name).ty;
        let first = self.name(ty, 0);
        let mut told = false;
        walk::walk_expr(&self.mir.funcs[self.caller.index()], set, &mut |node| {
            let of = match node {
                walk::Node::Expr(_, Expr::Local(local)) => Some(*local),
                walk::Node::Expr(_, Expr::Fold(fold)) => Some(fold.var),
                walk::Node::Expr(..) | walk::Node::Stmt(_) => None,
            };
            told |= of == Some(first);
        });
        let others = walk::free_locals(&self.mir.funcs[self.caller.index()], set);
        let alone = self.names.iter().all(|(.., other)| !others.contains(other));
        if told || !alone {
            return set;
        }
        self.renamed(set, name, first).unwrap_or(set)
    }

    fn renamed(&mut self, id: ExprId, from: LocalId, to: LocalId) -> Option<ExprId> {
        let ty = self.own_ty(id);
        let expr = self.own(id).clone();
        let mut name = |name| if name == from { to } else { name };
        let expr = remade(&expr, &mut |part| self.renamed(part, from, to), &mut name)?;
        Some(self.put(expr, ty))
    }

    /// The members of the set, or of all, that pass these conditions.
    fn swept(&mut self, among: Option<ExprId>, conditions: &[ExprId]) -> ExprId {
        let set = Type::Set(self.domain);
        let over = among.unwrap_or_else(|| self.put(Expr::All(self.domain), set));
        let guard = conditions.iter().copied().reduce(|a, b| self.with(Some(a), b));
        let fold = Fold { op: FoldOp::Filter, var: self.var, over, guard, value: None, other: None };
        self.put(Expr::Fold(fold), set)
    }

    fn call(&mut self, env: &Env, callee: FuncId, args: &[ExprId]) -> May {
        let program = self.before.program;
        let func = program.func(callee);
        let mut safe_args = true;
        for arg in args {
            safe_args &= self.is_safe(env, *arg);
        }
        let fits = args.iter().zip(func.param_types()).all(|(arg, place)| match (self.ty(env, *arg), place) {
            (Type::Scalar(from), Type::Scalar(place)) => from.fits(place),
            (from, place) => from == place,
        });
        let is_query =
            func.kind == FuncKind::Query && func.ret.and_then(Type::scalar).is_some_and(|ret| ret.what == What::Bool);
        if !safe_args || !fits || !is_query || env.depth >= DEEPEST {
            return May::anything();
        }
        let count = self.mir.funcs[callee.index()].locals.len();
        let mut inner = Env { func: callee, depth: env.depth + 1, around: env.around, subs: vec![Sub::Unknown; count] };
        for (at, arg) in args.iter().enumerate() {
            inner.subs[at] = self.handed(env, *arg);
        }
        let body = self.mir.funcs[callee.index()].body.clone();
        let Some(block) = body.code() else { return May::anything() };
        let mut course = Course::of(Sieve::All);
        if !self.block(&mut inner, block, &mut course) {
            return May::anything();
        }
        course.so_far
    }

    /// What is handed over for a parameter, or named.
    fn handed(&mut self, env: &Env, value: ExprId) -> Sub {
        self.copied(env, value).map_or(Sub::Unknown, Sub::Is)
    }

    /// Follow the statements; no, where they cannot be followed.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of every other statement is asked whether it can fault")]
    fn block(&mut self, env: &mut Env, block: &Block, course: &mut Course) -> bool {
        for stmt in &block.0 {
            match &stmt.kind {
                StmtKind::Mark { .. } => {}
                StmtKind::Let { local, value, .. } => self.named(env, (*local, *value), course),
                StmtKind::If { cond, then, other } => {
                    let cond = self.may(env, *cond);
                    course.faults(&cond);
                    let mut other_env = env.clone();
                    let mut on = Course::of(course.runs.clone().and(cond.yes.clone()));
                    let mut off = Course::of(course.runs.clone().and(cond.no.clone()));
                    if !self.block(env, then, &mut on) || !self.block(&mut other_env, other, &mut off) {
                        return false;
                    }
                    env.joined(other_env, &cond);
                    // Where neither leaves, it goes on for whom it went before.
                    if on.left || off.left {
                        course.runs = on.runs.or(off.runs);
                        course.left = true;
                    }
                    course.answers(on.so_far.or_else(off.so_far));
                }
                StmtKind::Return(Some(value)) => {
                    let value = self.may(env, *value);
                    course.faults(&value);
                    let runs = std::mem::replace(&mut course.runs, Sieve::Nothing);
                    course.left = true;
                    let (yes, no) = (runs.clone().and(value.yes), runs.and(value.no));
                    course.answers(May { yes, no, ..May::never() });
                }
                _ if self.leaves(stmt) => return false,
                _ => {
                    if !self.before.text(self.mir, env.func).stmts(std::slice::from_ref(stmt)) {
                        course.faults(&May::anything());
                    }
                    let inner = Block(vec![stmt.clone()]);
                    let all = walk::all_stmts(&inner);
                    all.into_iter().flat_map(walk::binds).for_each(|local| env.set(local, Sub::Unknown));
                }
            }
        }
        true
    }

    /// Does it, or one inside it, lead out of the block?
    fn leaves(&self, stmt: &Stmt) -> bool {
        let block = Block(vec![stmt.clone()]);
        walk::all_stmts(&block).iter().any(|stmt| matches!(stmt.kind, StmtKind::Return(_) | StmtKind::Break))
    }

    fn named(&mut self, env: &mut Env, (local, value): (LocalId, ExprId), course: &mut Course) {
        let func = &self.mir.funcs[env.func.index()];
        let ty = func.local(local).ty;
        let is_yes_no = ty.scalar().is_some_and(|ty| ty.what == What::Bool);
        if is_yes_no {
            let value = self.may(env, value);
            course.faults(&value);
            env.set(local, Sub::May(value));
            return;
        }
        let fits = match (self.ty(env, value), ty) {
            (Type::Scalar(from), Type::Scalar(place)) => from.fits(place),
            (from, place) => from == place,
        };
        if fits && self.is_safe(env, value) {
            let sub = self.handed(env, value);
            env.set(local, sub);
            return;
        }
        // A cell that is known to hold something.
        let sub = match self.copied(env, value).map(|held| self.put(Expr::Unary(UnaryOp::The, held), ty)) {
            Some(there)
                if ty.scalar().is_some_and(|ty| self.is_but_none_short(env, value, ty)) && self.is_ready(there) =>
            {
                Sub::Is(there)
            }
            Some(_) | None => {
                course.faults(&May { exact: true, ..May::anything() });
                if fits { self.handed(env, value) } else { Sub::Unknown }
            }
        };
        env.set(local, sub);
    }

    /// Does the value fit the place, but that it may be none?
    fn is_but_none_short(&self, env: &Env, value: ExprId, place: Scalar) -> bool {
        let from = self.ty(env, value).scalar();
        from.is_some_and(|from| from.is_opt() && !place.is_opt() && Scalar { lo: from.lo.max(0), ..from }.fits(place))
    }

    fn sub(&mut self, env: &Env, local: LocalId) -> Sub {
        if let Some(sub) = env.subs.get(local.index())
            && (env.depth > 0 || *sub != Sub::Unknown)
        {
            return sub.clone();
        }
        if env.depth > 0 {
            return Sub::Unknown;
        }
        if local != self.var && !self.may_read(local) {
            return Sub::Unknown;
        }
        let ty = self.mir.funcs[self.caller.index()].local(local).ty;
        Sub::Is(self.put(Expr::Local(local), ty))
    }

    /// May a name of the caller be read where it is not written? Not one that is written late, or never.
    fn may_read(&self, local: LocalId) -> bool {
        let func = &self.mir.funcs[self.caller.index()];
        let known = &self.before.known[self.caller.index()];
        let at = local.index();
        if func.kind != FuncKind::Query {
            return true;
        }
        match known.lets.get(at).copied().flatten() {
            Some(value) => {
                let is_yes_no = func.local(local).ty.scalar().is_some_and(|ty| ty.what == What::Bool);
                !is_yes_no && !matches!(func.expr(value), Expr::Literal { .. })
            }
            None => known.writes.get(at).is_none_or(|writes| *writes <= 1),
        }
    }

    /// The same among the caller's expressions, of what the names stand for; nothing of what has statements or kernels in it, or
    /// of a name of which too little is known.
    fn copied(&mut self, env: &Env, id: ExprId) -> Option<ExprId> {
        let left = self.steps.checked_sub(1)?;
        self.steps = left;
        let ty = self.ty(env, id);
        let expr = self.expr(env, id).clone();
        let within;
        #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else binds a name")]
        let (inner, name) = match &expr {
            Expr::Local(local) => {
                return match self.sub(env, *local) {
                    Sub::Is(same) => Some(same),
                    Sub::May(_) | Sub::Unknown => None,
                };
            }
            Expr::Fold(fold) => {
                let member = self.mir.funcs[env.func.index()].local(fold.var).ty;
                let name = self.name(member, env.around);
                let same = self.put(Expr::Local(name), member);
                within = env.within(fold.var, same);
                (&within, name)
            }
            _ => (env, self.var),
        };
        let expr = remade(&expr, &mut |part| self.copied(inner, part), &mut |_| name)?;
        let new = self.put(expr, ty);
        Some(self.same.iter().find(|(one, _)| *one == new).map_or(new, |(_, other)| *other))
    }
}

impl Course {
    fn of(runs: Sieve) -> Course {
        Course { runs, so_far: May::never(), left: false }
    }

    /// This is asked where it still runs.
    fn faults(&mut self, asked: &May) {
        let fault = std::mem::replace(&mut self.so_far.fault, Sieve::Nothing);
        self.so_far.fault = fault.or(self.runs.clone().and(asked.fault.clone()));
        self.so_far.exact &= asked.exact;
    }

    fn answers(&mut self, answer: May) {
        let before = std::mem::replace(&mut self.so_far, May::never());
        self.so_far = before.or_else(answer);
    }
}

impl Env {
    pub(super) fn of(caller: FuncId) -> Env {
        Env { func: caller, depth: 0, around: 0, subs: vec![] }
    }

    fn set(&mut self, local: LocalId, sub: Sub) {
        if self.subs.len() <= local.index() {
            self.subs.resize(local.index() + 1, Sub::Unknown);
        }
        self.subs[local.index()] = sub;
    }

    /// The same, with one more name around: this one is `same`.
    fn within(&self, name: LocalId, same: ExprId) -> Env {
        let mut inner = self.clone();
        inner.around += 1;
        inner.set(name, Sub::Is(same));
        inner
    }

    /// Names behind two branches: this was the one where the condition holds.
    fn joined(&mut self, other: Env, cond: &May) {
        for (sub, other) in self.subs.iter_mut().zip(other.subs) {
            if *sub == other {
                continue;
            }
            *sub = match (std::mem::replace(sub, Sub::Unknown), other) {
                (Sub::May(on), Sub::May(off)) => Sub::May(cond.clone().either(on, off).bounded()),
                (_, _) => Sub::Unknown,
            };
        }
    }
}
