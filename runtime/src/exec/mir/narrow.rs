//! Candidates narrowed before they are asked one by one. `hexes where may_be_fired_into(it)` asks every hex of the map, though
//! only those where an enemy stands can pass: that set is found first, and they alone are asked.
//!
//! Of a guard is found, as a set of members, for whom it may say yes and for whom it may fault. Both sets may hold too many, never
//! too few; who is in neither would be asked for nothing. What is too hard to see through counts as everybody. Queries are
//! looked into, for there the conditions stand: rows, one after the other. Where nothing can fault and all is understood, those who
//! are left are asked only what no set could tell.

use super::Mir;
use super::asked::Asked;
use super::known::Known;
use super::safe::{Safe, Text, There};
use super::sieve::{May, Sieve};
use super::through::Env;
use crate::exec::code::Code;
use crate::ir::{
    BinaryOp, DomainId, Expr, ExprId, ExprNode, Fold, FoldOp, FuncId, Local, LocalId, Program, Scalar, Stmt, StmtKind,
    Type, UnaryOp, What, walk,
};
use std::collections::BTreeMap;

/// Smaller domains are asked as fast.
const FEW_MEMBERS: u32 = 16;
/// So many parts are looked at for one guard.
const MOST_STEPS: u32 = 4_000;

/// By guard: who is asked in the place of those that stand there, and what.
pub(in crate::exec) type Narrowed = BTreeMap<ExprId, Narrow>;

/// The set whose members are asked, and what they are asked; nothing: all of them pass.
#[derive(Clone, Copy)]
pub(in crate::exec) struct Narrow {
    pub(in crate::exec) over: ExprId,
    pub(in crate::exec) guard: Option<ExprId>,
}

/// What is decided of all functions before, and the code as far as it is made.
#[derive(Clone, Copy)]
pub(in crate::exec) struct Before<'a> {
    pub(in crate::exec) program: &'a Program,
    pub(in crate::exec) code: &'a Code,
    pub(in crate::exec) safe: &'a [Safe],
    pub(in crate::exec) known: &'a [Known],
}

/// By function, of those that are compiled. The sets are put into the functions' lists of expressions.
pub(in crate::exec) fn plan(before: Before<'_>, mir: &mut Mir<'_>, those: impl Fn(FuncId) -> bool) -> Vec<Narrowed> {
    let all = (0..before.program.funcs.len()).map(FuncId::new);
    all.map(|id| if those(id) { of_function(before, mir, id) } else { Narrowed::new() }).collect()
}

/// A member of a set, and what it must pass.
type Guarded = (LocalId, ExprId, ExprId);

fn of_function(before: Before<'_>, mir: &mut Mir<'_>, id: FuncId) -> Narrowed {
    let func = &mir.funcs[id.index()];
    let Some(block) = func.body.code() else { return Narrowed::new() };
    let mut asked: Vec<(Guarded, bool)> = Vec::new();
    walk::walk_block(func, block, &mut |node| match node {
        walk::Node::Expr(_, Expr::Fold(fold)) => {
            let asks_all = !matches!(fold.op, FoldOp::Any | FoldOp::Every);
            asked.extend(fold.guard.map(|guard| ((fold.var, fold.over, guard), asks_all)));
        }
        walk::Node::Stmt(Stmt { kind: StmtKind::Ask(ask), .. }) => {
            let arms = ask.arms.iter().filter_map(|arm| arm.each.zip(arm.guard));
            asked.extend(arms.map(|((var, over), guard)| ((var, over, guard), true)));
        }
        walk::Node::Expr(..) | walk::Node::Stmt(_) => {}
    });
    let found = asked.into_iter().filter_map(|(guarded, asks_all)| {
        let set = narrowed(before, mir, id, guarded, asks_all)?;
        Some((guarded.2, set))
    });
    found.collect()
}

fn narrowed(
    before: Before<'_>,
    mir: &mut Mir<'_>,
    caller: FuncId,
    (var, over, guard): Guarded,
    asks_all: bool,
) -> Option<Narrow> {
    let program = before.program;
    let Type::Set(domain) = mir.types[caller.index()][over.index()] else { return None };
    let holds_all = mir.funcs[caller.index()].local(var).ty.scalar()?;
    if program.domain(domain).size < FEW_MEMBERS || !program.member(domain).fits(holds_all) {
        return None;
    }
    let (first, left) = Asked::of(before, mir, caller).split(var, guard);
    if left.is_empty() {
        return None;
    }
    let there = before.text(mir, caller).there(var, over, &first);
    let made = mir.funcs[caller.index()].exprs.len();
    let mut narrowing = Narrowing {
        before,
        mir,
        caller,
        var,
        domain,
        asks_all,
        there,
        same: vec![],
        names: vec![],
        first: made,
        steps: MOST_STEPS,
    };
    first.iter().for_each(|condition| narrowing.learn(*condition));
    let env = Env::of(caller);
    // As long as all is understood and cannot fault, and from there on.
    let (mut seen_through, mut kept, mut as_written) = (Sieve::All, May::surely(true), Vec::new());
    for condition in left {
        let may = narrowing.may(&env, condition);
        if as_written.is_empty() && may.exact && may.fault == Sieve::Nothing {
            seen_through = seen_through.and(may.yes);
        } else {
            // Nobody wants to know of whom it says no.
            kept = May { no: Sieve::Nothing, ..kept.and(may) }.bounded();
            as_written.push(condition);
        }
    }
    narrowing.found((seen_through, kept), (over, guard), (&first, &as_written))
}

pub(in crate::exec) struct Narrowing<'a, 'b, 'p> {
    pub(in crate::exec) before: Before<'a>,
    pub(in crate::exec) mir: &'b mut Mir<'p>,
    pub(in crate::exec) caller: FuncId,
    /// The member that is asked about.
    pub(in crate::exec) var: LocalId,
    pub(in crate::exec) domain: DomainId,
    /// Nobody stops at the first who passes.
    pub(in crate::exec) asks_all: bool,
    /// What is known of the member.
    pub(in crate::exec) there: There,
    /// What is known to be the same: of each pair the second stands for both.
    pub(in crate::exec) same: Vec<(ExprId, ExprId)>,
    /// Names for members of other sets, by type and by how many stand around them.
    pub(in crate::exec) names: Vec<(Type, usize, LocalId)>,
    /// The caller's first expression that was made here.
    pub(in crate::exec) first: usize,
    pub(in crate::exec) steps: u32,
}

impl Narrowing<'_, '_, '_> {
    /// Who is asked in the place of the members of `over`, and what. Of the guard's conditions the `first` are put to all at once
    /// anyway, and of those `as_written` just too many are known to pass.
    fn found(
        mut self,
        (seen_through, kept): (Sieve, May),
        (over, guard): (ExprId, ExprId),
        (first, as_written): (&[ExprId], &[ExprId]),
    ) -> Option<Narrow> {
        let passes = seen_through.widened().and(kept.yes.widened().or(kept.fault.widened()));
        let asks = seen_through.asks();
        let once = asks.iter().enumerate().all(|(at, ask)| !asks[..at].contains(ask));
        let left = if once { self.left_to_ask(&seen_through) } else { None };
        let Some(left) = left else {
            let over = (passes != Sieve::All).then(|| self.set(&passes, over))?;
            return Some(Narrow { over, guard: Some(guard) });
        };
        let over = self.set(&passes, over);
        let mut guard = None;
        for condition in first.iter().copied().chain(left).chain(as_written.iter().copied()) {
            guard = Some(self.with(guard, condition));
        }
        Some(Narrow { over, guard })
    }

    /// What is still to be asked of those who are in its sets; nothing, if that cannot be told.
    fn left_to_ask(&mut self, sieve: &Sieve) -> Option<Vec<ExprId>> {
        if sieve.asks().is_empty() {
            return Some(vec![]);
        }
        match sieve {
            Sieve::Both(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.left_to_ask(part)?);
                }
                Some(all)
            }
            Sieve::Either(ways) => {
                let (first, others): (Vec<&Sieve>, Vec<&Sieve>) = ways.iter().partition(|way| self.is_the_same(way));
                let mut told: Vec<ExprId> = first.into_iter().map(|way| self.told(way)).collect();
                match others.as_slice() {
                    // Where none of the others holds, whoever is left is in its sets.
                    [way] => {
                        let left = self.left_to_ask(way)?.into_iter();
                        told.extend(left.reduce(|a, b| self.with(Some(a), b)));
                    }
                    // A set would be found anew for each member.
                    ways if ways.iter().any(|way| way.has_sets()) => return None,
                    ways => told.extend(ways.iter().map(|way| self.told(way))),
                }
                let all = told.into_iter().reduce(|a, b| self.put(Expr::Binary(BinaryOp::Or, a, b), yes_or_no()));
                Some(all.into_iter().collect())
            }
            Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Among(..) | Sieve::Each(..) => {
                Some(vec![self.told(sieve)])
            }
        }
    }

    /// The sieve as a condition.
    fn told(&mut self, sieve: &Sieve) -> ExprId {
        let yes = |value| Expr::Literal { value, ty: Scalar { what: What::Bool, lo: value, hi: value } };
        match sieve {
            Sieve::All => self.put(yes(1), yes_or_no()),
            Sieve::Nothing => self.put(yes(0), yes_or_no()),
            Sieve::Is(condition, is) | Sieve::Each(condition, is) => self.sensed(*condition, *is),
            Sieve::Among(set, is) => {
                let ty = self.mir.funcs[self.caller.index()].local(self.var).ty;
                let member = self.put(Expr::Local(self.var), ty);
                let among = self.put(Expr::Binary(BinaryOp::In, member, *set), yes_or_no());
                self.sensed(among, *is)
            }
            Sieve::Both(parts) | Sieve::Either(parts) => {
                let op = if matches!(sieve, Sieve::Both(_)) { BinaryOp::And } else { BinaryOp::Or };
                let told: Vec<ExprId> = parts.iter().map(|part| self.told(part)).collect();
                let all = told.into_iter().reduce(|a, b| self.put(Expr::Binary(op, a, b), yes_or_no()));
                all.unwrap_or_else(|| crate::bug!("a sieve of no parts"))
            }
        }
    }

    /// One more condition.
    pub(in crate::exec) fn with(&mut self, before: Option<ExprId>, condition: ExprId) -> ExprId {
        match before {
            Some(before) => self.put(Expr::Binary(BinaryOp::And, before, condition), yes_or_no()),
            None => condition,
        }
    }

    /// The members that the sieve lets through, of those in `base`.
    fn set(&mut self, sieve: &Sieve, base: ExprId) -> ExprId {
        let ty = Type::Set(self.domain);
        match sieve {
            Sieve::All => base,
            Sieve::Nothing => self.put(Expr::Empty(self.domain), ty),
            Sieve::Is(condition, is) if self.mentions(*condition, self.var) => {
                let guard = Some(self.sensed(*condition, *is));
                let fold = Fold { op: FoldOp::Filter, var: self.var, over: base, guard, value: None, other: None };
                self.put(Expr::Fold(fold), ty)
            }
            same if self.is_the_same(same) => {
                let (condition, nobody) = (self.told(same), self.put(Expr::Empty(self.domain), ty));
                self.put(Expr::If(condition, base, nobody), ty)
            }
            Sieve::Is(..) => crate::bug!("a condition says something of the member and nothing"),
            Sieve::Among(set, true) if matches!(self.own(base), Expr::All(_)) => *set,
            Sieve::Among(set, true) => self.put(Expr::Binary(BinaryOp::Inter, base, *set), ty),
            Sieve::Among(set, false) => self.put(Expr::Binary(BinaryOp::Minus, base, *set), ty),
            Sieve::Each(..) => crate::bug!("a condition that each is asked is no set"),
            Sieve::Both(parts) => {
                // What says nothing of the member comes last, so that it stands outermost: where it does not hold, nothing else is
                // looked for.
                let (last, first): (Vec<&Sieve>, Vec<&Sieve>) = parts.iter().partition(|part| self.is_the_same(part));
                // What asks members one by one asks those whom the others leave.
                let (asking, first): (Vec<&Sieve>, Vec<&Sieve>) =
                    first.into_iter().partition(|part| self.is_swept(part));
                first.into_iter().chain(asking).chain(last).fold(base, |base, part| self.set(part, base))
            }
            Sieve::Either(parts) => {
                let all = self.put(Expr::All(self.domain), ty);
                // What says nothing of the member is asked first: where it holds, nothing else is looked for.
                let (first, others): (Vec<&Sieve>, Vec<&Sieve>) = parts.iter().partition(|part| self.is_the_same(part));
                let mut whole = None;
                for part in others {
                    let set = self.set(part, all);
                    whole = Some(match whole {
                        Some(before) => self.put(Expr::Binary(BinaryOp::Union, before, set), ty),
                        None => set,
                    });
                }
                let mut whole = whole.unwrap_or_else(|| self.put(Expr::Empty(self.domain), ty));
                for part in first {
                    let condition = self.told(part);
                    whole = self.put(Expr::If(condition, all, whole), ty);
                }
                if matches!(self.own(base), Expr::All(_)) {
                    whole
                } else {
                    self.put(Expr::Binary(BinaryOp::Inter, base, whole), ty)
                }
            }
        }
    }

    /// The same for all members, by what is asked at once.
    fn is_the_same(&self, sieve: &Sieve) -> bool {
        match sieve {
            Sieve::Is(condition, _) => !self.mentions(*condition, self.var),
            Sieve::Both(parts) | Sieve::Either(parts) => parts.iter().all(|part| self.is_the_same(part)),
            Sieve::All | Sieve::Nothing | Sieve::Among(..) | Sieve::Each(..) => false,
        }
    }

    /// Does finding its sets take asking members one by one?
    fn is_swept(&self, sieve: &Sieve) -> bool {
        match sieve {
            Sieve::Among(set, _) => {
                let Expr::Fold(Fold { op: FoldOp::Gather, value: Some(value), .. }) = self.own(*set) else {
                    return false;
                };
                matches!(self.own(*value), Expr::Fold(Fold { op: FoldOp::Filter, .. }))
            }
            Sieve::Both(parts) | Sieve::Either(parts) => parts.iter().any(|part| self.is_swept(part)),
            Sieve::All | Sieve::Nothing | Sieve::Is(..) | Sieve::Each(..) => false,
        }
    }

    pub(in crate::exec) fn sensed(&mut self, condition: ExprId, is: bool) -> ExprId {
        if is { condition } else { self.put(Expr::Unary(UnaryOp::Not, condition), yes_or_no()) }
    }

    pub(in crate::exec) fn own(&self, id: ExprId) -> &Expr {
        self.mir.funcs[self.caller.index()].expr(id)
    }

    /// A value that says nothing of the member and cannot fault.
    pub(in crate::exec) fn says_nothing(&self, id: ExprId) -> bool {
        !self.mentions(id, self.var) && self.is_ready(id)
    }

    pub(in crate::exec) fn own_ty(&self, id: ExprId) -> Type {
        self.mir.types[self.caller.index()][id.index()]
    }

    pub(in crate::exec) fn mentions(&self, id: ExprId, local: LocalId) -> bool {
        walk::free_locals(&self.mir.funcs[self.caller.index()], id).contains(&local)
    }

    pub(super) fn sieve_mentions(&self, sieve: &Sieve, local: LocalId) -> bool {
        match sieve {
            Sieve::All | Sieve::Nothing => false,
            Sieve::Is(id, _) | Sieve::Among(id, _) | Sieve::Each(id, _) => self.mentions(*id, local),
            Sieve::Both(parts) | Sieve::Either(parts) => parts.iter().any(|part| self.sieve_mentions(part, local)),
        }
    }

    /// An expression of the caller; what was made here before is not made twice.
    pub(in crate::exec) fn put(&mut self, expr: Expr, ty: Type) -> ExprId {
        let at = self.caller.index();
        let (func, types) = (&self.mir.funcs[at], &self.mir.types[at]);
        let same = |made: usize| func.exprs[made].expr == expr && types[made] == ty;
        if let Some(made) = (self.first..func.exprs.len()).find(|made| same(*made)) {
            return ExprId::new(made);
        }
        let place = func.at;
        self.mir.push(self.caller, ExprNode { expr, at: place }, ty, self.caller)
    }

    /// A name for a member of this type with so many around it.
    pub(in crate::exec) fn name(&mut self, ty: Type, around: usize) -> LocalId {
        if let Some((.., name)) = self.names.iter().find(|(of, depth, _)| (*of, *depth) == (ty, around)) {
            return *name;
        }
        let name = self.mir.declare(self.caller, Local { name: "each".to_string(), ty, hidden: true });
        self.names.push((ty, around, name));
        name
    }
}

pub(in crate::exec) fn yes_or_no() -> Type {
    Type::Scalar(Scalar { what: What::Bool, lo: 0, hi: 1 })
}

impl Before<'_> {
    pub(in crate::exec) fn text<'s>(&'s self, mir: &'s Mir<'_>, id: FuncId) -> Text<'s> {
        let at = id.index();
        Text::of(self.program, (&mir.funcs[at], &mir.types[at]), self.safe, &self.known[at])
    }
}
