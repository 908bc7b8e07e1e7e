//! What can never fault: no look-up beyond its range, no missing member, no division by nought, no gap or clash. Of
//! such things it does not matter when they are found, or whether: so they may be put off, found once for all, or left
//! out once the answer stands.
//!
//! Statements are followed along every path that their yes and no allow, so that rows which call each other off are seen
//! never to clash. A cell is known to hold something where that was asked before (`place[u] <> none and ..`), of the
//! members of a set that was sifted by it, and where it is supposed. A search never faults if no step of it does and its counts
//! stay below what the kernel keeps, even on a way through all hexes.

use super::Mir;
use super::apart::Apart;
use super::known::Known;
use super::ranges::Values;
use crate::ir::{
    BinaryOp, Block, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncKind, HEX, Judge, LocalId, Offer, Program,
    Quantifier, Scalar, Search, SearchOut, Stmt, StmtKind, Suppose, TableId, Type, UnaryOp, What, Write, walk,
};
use crate::verify::{Verified, same};
use std::cell::RefCell;

/// Paths of one function; with more, it counts as one that may fault.
const MOST_PATHS: u32 = 64;
/// A search keeps counts up to this.
const MOST_COUNT: i64 = 0xf_ffff;
/// Sets made of sets are looked through so far.
const DEEPEST: usize = 6;

/// A query never faults where these cells hold something, each of one of its parameters; nothing: it may fault.
pub(in crate::exec) type Safe = Option<Vec<(CellId, LocalId)>>;

/// What a query answers, if it answers nothing else.
pub(in crate::exec) type Only = Option<i64>;

/// What is known of each function.
pub(in crate::exec) struct Plan {
    /// Whether it never faults, whatever else it is asked.
    pub(in crate::exec) safe: Vec<Safe>,
    /// Whether it has one answer only.
    pub(in crate::exec) only: Vec<Only>,
}

/// Of all functions, callees first.
pub(in crate::exec) fn plan(program: &Program, verified: &Verified, mir: &Mir<'_>, known: &[Known]) -> Plan {
    let mut safe: Vec<Safe> = vec![None; program.funcs.len()];
    let mut only = vec![None; program.funcs.len()];
    for &id in verified.order.iter() {
        let (func, at) = (&mir.funcs[id.index()], id.index());
        let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query) else { continue };
        // Without gap and clash it makes no difference which paths there are.
        let told = if fails(block) { Apart::of(program, (func, &mir.types[at]), &known[at]) } else { Apart::default() };
        let told = Told { apart: &told, only: &only };
        let text = Text { told: Some(told), ..Text::of(program, (func, &mir.types[at]), &safe, &known[at]) };
        let found = if text.stmts(&block.0) { Some(vec![]) } else { text.stmts_assuming(block) };
        safe[at] = found;
        only[at] = only_answer(func, &mir.types[at]).filter(|_| safe[at].is_some());
    }
    Plan { safe, only }
}

/// In which queries no row can be what fails, though the text says what would: no two clash, and one always answers.
pub(super) fn unfailing(program: &Program, mir: &Mir<'_>, known: &[Known], only: &[Only]) -> Vec<bool> {
    let safe = vec![None; program.funcs.len()];
    let of_function = |(at, func): (usize, &std::borrow::Cow<'_, Func>)| {
        let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query) else { return false };
        if !fails(block) {
            return false;
        }
        let apart = Apart::of(program, (func, &mir.types[at]), &known[at]);
        let told = Some(Told { apart: &apart, only });
        let text = Text::of(program, (func, &mir.types[at]), &safe, &known[at]);
        Text { told, granted: true, ..text }.stmts(&block.0)
    };
    mir.funcs.iter().enumerate().map(of_function).collect()
}

fn fails(block: &Block) -> bool {
    walk::all_stmts(block).iter().any(|stmt| matches!(stmt.kind, StmtKind::Fail { .. }))
}

/// What it answers, if it is the same wherever it returns.
fn only_answer(func: &Func, types: &[Type]) -> Only {
    let stmts = walk::all_stmts(func.body.code()?);
    let mut answers = stmts.iter().filter_map(|stmt| {
        let StmtKind::Return(Some(value)) = stmt.kind else { return None };
        let counted = func.ret?.scalar()?.what;
        Some(types[value.index()].scalar().filter(|ty| ty.lo == ty.hi && ty.what == counted))
    });
    let first = answers.next()??;
    answers.all(|answer| answer.is_some_and(|answer| answer.lo == first.lo)).then_some(first.lo)
}

/// What tells which paths there are.
#[derive(Clone, Copy)]
struct Told<'a> {
    apart: &'a Apart,
    /// By function: what it answers, if it answers nothing else.
    only: &'a [Only],
}

/// One function's text, and what is known of those that it calls.
pub(in crate::exec) struct Text<'a> {
    pub(in crate::exec) program: &'a Program,
    pub(in crate::exec) func: &'a Func,
    pub(in crate::exec) types: &'a [Type],
    pub(in crate::exec) safe: &'a [Safe],
    pub(in crate::exec) known: &'a Known,
    /// What is known of parameters from the beginning.
    given: &'a [(CellId, LocalId)],
    /// What is taken for granted of parameters is noted here, where anything may be.
    assumed: Option<&'a RefCell<Vec<(CellId, LocalId)>>>,
    /// Known where whole functions are followed.
    told: Option<Told<'a>>,
    /// Whatever is no failure of a row is taken for granted: is any of them ever reached?
    granted: bool,
}

/// What is known of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::exec) enum Fact {
    Holds(Held),
    /// It stands for one of these.
    Within(LocalId, i64, i64),
}

/// What is known to hold something: a name, a cell of whom it stands for, or what somebody sees in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::exec) enum Held {
    Name(LocalId),
    Cell(CellId, LocalId),
    Peek(CellId, LocalId, LocalId),
    /// What the board says of names: `between(here, there)`.
    Board(ExprId),
}

pub(in crate::exec) type There = Vec<Fact>;

impl<'a> Text<'a> {
    pub(in crate::exec) fn of(
        program: &'a Program,
        (func, types): (&'a Func, &'a [Type]),
        safe: &'a [Safe],
        known: &'a Known,
    ) -> Text<'a> {
        Text { program, func, types, safe, known, given: &[], assumed: None, told: None, granted: false }
    }

    /// The same where these cells of parameters hold something.
    pub(in crate::exec) fn given(self, given: &'a [(CellId, LocalId)]) -> Text<'a> {
        Text { given, ..self }
    }

    pub(in crate::exec) fn expr(&self, id: ExprId) -> bool {
        self.asked(id, &mut There::new())
    }

    /// The same, where this is known.
    pub(in crate::exec) fn expr_given(&self, id: ExprId, there: &There) -> bool {
        self.asked(id, &mut there.clone())
    }

    /// What is known of a member of the set that passes these conditions.
    pub(in crate::exec) fn there(&self, var: LocalId, over: ExprId, conditions: &[ExprId]) -> There {
        let sifted = self.sifted_by(over, DEEPEST);
        let mut there: There = sifted.into_iter().map(|cell| Fact::Holds(Held::Cell(cell, var))).collect();
        conditions.iter().for_each(|condition| self.note(*condition, &mut there));
        there
    }

    /// What must be known of the parameters so that these statements never fault.
    fn stmts_assuming(&self, block: &Block) -> Safe {
        let assumed = RefCell::new(Vec::new());
        let text = Text { assumed: Some(&assumed), ..*self };
        text.stmts(&block.0).then(|| assumed.into_inner())
    }

    /// These statements, whatever stands before them.
    pub(in crate::exec) fn stmts(&self, stmts: &[Stmt]) -> bool {
        let todo = stmts.iter().rev().collect();
        self.follow(todo, Values::of_nothing(self.func), &mut { MOST_PATHS })
    }

    /// Along one path, and every one that branches off it. `todo`: the next statement is the last.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn follow(&self, mut todo: Vec<&Stmt>, mut values: Values, paths: &mut u32) -> bool {
        while let Some(stmt) = todo.pop() {
            match &stmt.kind {
                StmtKind::Mark { .. } => {}
                StmtKind::Let { local, value, .. } => {
                    let place = self.func.local(*local).ty;
                    let range = self.range(*value, &values, DEEPEST);
                    let is_within = range.zip(place.scalar()).is_some_and(|(range, place)| range.fits(place));
                    let fits =
                        |there: &mut There| self.fits(*value, place, there) || is_within && self.asked(*value, there);
                    if !self.granted && !fits(&mut There::new()) {
                        return false;
                    }
                    let alike = range.zip(place.scalar()).is_some_and(|(range, place)| range.what == place.what);
                    values.known[local.index()] = self.value(*value, &values, DEEPEST).filter(|_| alike);
                    values.ranges[local.index()] = range.filter(|_| alike);
                }
                StmtKind::If { cond, then, other } => {
                    if !self.granted && !self.expr(*cond) {
                        return false;
                    }
                    let on = |holds: bool, todo: &mut Vec<_>, values: &mut Values| {
                        todo.extend((if holds { then } else { other }).0.iter().rev());
                        self.learn(*cond, holds, values, DEEPEST);
                    };
                    if let Some(value) = self.value(*cond, &values, DEEPEST) {
                        on(value == 1, &mut todo, &mut values);
                        continue;
                    }
                    let (mut other_todo, mut other_values) = (todo.clone(), values.clone());
                    on(true, &mut other_todo, &mut other_values);
                    *paths = paths.saturating_sub(1);
                    if *paths == 0 || !self.follow(other_todo, other_values, paths) {
                        return false;
                    }
                    on(false, &mut todo, &mut values);
                }
                StmtKind::For { var, over, body, .. } => {
                    let begins = self.granted || self.expr(*over) && self.holds(*var, *over);
                    if !begins || !self.rounds(stmt, body, &mut values, paths) {
                        return false;
                    }
                }
                StmtKind::Ray { from, to, body, .. } => {
                    let ends = [*from, *to];
                    let begins = self.granted || ends.iter().all(|end| self.somewhere(*end, &mut There::new()));
                    if !begins || !self.rounds(stmt, body, &mut values, paths) {
                        return false;
                    }
                }
                StmtKind::Search(search) => {
                    if !self.search(stmt, search, &mut values, paths) {
                        return false;
                    }
                }
                StmtKind::Return(Some(value)) => {
                    return self.granted || self.func.ret.is_some_and(|ret| self.fits(*value, ret, &mut There::new()));
                }
                StmtKind::Offer(_) if self.granted => {}
                StmtKind::Offer(offer) => {
                    let Offer { counts, most, carry, stop, pass, blocked } = offer;
                    let flags = [stop, pass, blocked].into_iter().flatten();
                    let number = Type::Scalar(Scalar::int(0, MOST_COUNT));
                    let counts = counts.iter().all(|count| self.fits(*count, number, &mut There::new()));
                    if !counts || most.is_some() || carry.is_some() || !flags.copied().all(|flag| self.expr(flag)) {
                        return false;
                    }
                }
                StmtKind::Break => return true,
                _ => return false,
            }
        }
        true
    }

    fn search(&self, stmt: &Stmt, search: &Search, values: &mut Values, paths: &mut u32) -> bool {
        let Judge::Body { body, .. } = &search.judge else { return false };
        let asked = [Some(search.from), search.to, search.budget, search.within].into_iter().flatten();
        let tells = |(out, _): &(SearchOut, LocalId)| match out {
            SearchOut::CostTo(hex) => self.somewhere(*hex, &mut There::new()),
            SearchOut::Ends
            | SearchOut::First
            | SearchOut::Through
            | SearchOut::Open
            | SearchOut::BestFirst
            | SearchOut::BestThrough
            | SearchOut::Least(_) => true,
        };
        let ends = || {
            search.each.is_none()
                && asked.into_iter().all(|part| self.expr(part))
                && search.outs.iter().all(tells)
                && self.counts_stay_small(body)
        };
        (self.granted || ends()) && self.rounds(stmt, body, values, paths)
    }

    /// Can no step fault, and no count grow too big, of all steps that there are?
    pub(in crate::exec) fn is_small_and_safe(&self, search: &Search) -> bool {
        let Judge::Body { body, .. } = &search.judge else { return false };
        self.counts_stay_small(body) && self.stmts(&body.0)
    }

    /// Whatever the way, a step into each hex and one more come to no more than the kernel keeps.
    fn counts_stay_small(&self, body: &Block) -> bool {
        let steps = i64::from(self.program.domain(HEX).size) + 1;
        let most = |count: &ExprId| self.types[count.index()].scalar().map_or(i64::MAX, |count| count.hi);
        walk::all_stmts(body).into_iter().all(|stmt| {
            let StmtKind::Offer(offer) = &stmt.kind else { return true };
            offer.counts.iter().all(|count| most(count).checked_mul(steps).is_some_and(|most| most <= MOST_COUNT))
        })
    }

    /// Any round of a loop: what it writes may hold anything in it and behind it.
    fn rounds(&self, stmt: &Stmt, body: &Block, values: &mut Values, paths: &mut u32) -> bool {
        let mut bound = walk::binds(stmt);
        walk::all_stmts(body).into_iter().for_each(|stmt| bound.extend(walk::binds(stmt)));
        bound.iter().for_each(|local| values.forget(*local));
        self.follow(body.0.iter().rev().collect(), values.clone(), paths)
    }

    /// An end of a line or a distance: surely a member.
    fn somewhere(&self, end: ExprId, there: &mut There) -> bool {
        let some = self.types[end.index()].scalar().is_some_and(|ty| !ty.is_opt());
        (some || self.is_there(end, there)) && self.asked(end, there)
    }

    /// Can the name stand for every member of the set?
    fn holds(&self, var: LocalId, over: ExprId) -> bool {
        let Type::Set(domain) = self.types[over.index()] else { return false };
        let whole = matches!(self.func.expr(over), Expr::All(_) | Expr::Kind(_));
        self.func.local(var).ty.scalar().is_some_and(|place| whole || self.program.member(domain).fits(place))
    }

    /// A yes or no, or a name's value, as far as this path tells.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn value(&self, id: ExprId, values: &Values, depth: usize) -> Option<i64> {
        let depth = depth.checked_sub(1)?;
        match self.func.expr(id) {
            Expr::Literal { value, .. } => Some(*value),
            Expr::Local(local) => {
                let is_so = |value: &ExprId| self.is_yes_no(*local) && self.stays(*value);
                let let_so = || self.known.lets[local.index()].filter(is_so);
                let told = || self.told?.apart.value(*local, &values.known);
                values.known[local.index()].or_else(|| self.value(let_so()?, values, depth)).or_else(told)
            }
            Expr::Unary(UnaryOp::Not, a) => self.value(*a, values, depth).map(|value| 1 - value),
            Expr::Binary(BinaryOp::And, a, b) => match (self.value(*a, values, depth), self.value(*b, values, depth)) {
                (Some(0), _) | (_, Some(0)) => Some(0),
                (Some(_), Some(_)) => Some(1),
                (_, _) => None,
            },
            Expr::Binary(BinaryOp::Or, a, b) => match (self.value(*a, values, depth), self.value(*b, values, depth)) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (Some(_), Some(_)) => Some(0),
                (_, _) => None,
            },
            // Numbers are counted in unlike parts.
            Expr::Binary(BinaryOp::Eq, a, b) if !self.are_alike(*a, *b) => None,
            Expr::Binary(BinaryOp::Eq, a, b) => {
                let (a, b) = (self.value(*a, values, depth)?, self.value(*b, values, depth)?);
                Some(i64::from(a == b))
            }
            Expr::Table(table, _) => {
                let data = &self.program.table(*table).data;
                data.first().copied().filter(|first| data.iter().all(|entry| entry == first))
            }
            Expr::Call(callee, _) => {
                let only = || self.told?.only.get(callee.index()).copied().flatten();
                self.asked_before(id, values).or_else(only)
            }
            _ => None,
        }
    }

    fn is_yes_no(&self, local: LocalId) -> bool {
        self.func.local(local).ty.scalar().is_some_and(|ty| ty.what == What::Bool)
    }

    /// The same question has a name, and its answer is known on this path. What it is asked of must be the same still.
    fn asked_before(&self, question: ExprId, values: &Values) -> Option<i64> {
        let named = self.known.lets.iter().zip(&values.known);
        let mut answers = named.filter_map(|(value, answer)| value.zip(*answer));
        let (_, answer) = answers.find(|(value, _)| same(self.func, *value, question))?;
        self.stays(question).then_some(answer)
    }

    /// Its names are never written again, so it stays what it was.
    fn stays(&self, value: ExprId) -> bool {
        walk::free_locals(self.func, value).iter().all(|local| self.known.writes[local.index()] == 1)
    }

    /// The condition holds or not: so does what it is made of, as far as that follows.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn learn(&self, cond: ExprId, holds: bool, values: &mut Values, depth: usize) {
        let Some(depth) = depth.checked_sub(1) else { return };
        match self.func.expr(cond) {
            Expr::Local(local) => {
                values.known[local.index()] = Some(i64::from(holds));
                if let Some(value) = self.known.lets[local.index()].filter(|value| self.stays(*value)) {
                    self.learn(value, holds, values, depth);
                }
            }
            Expr::Unary(UnaryOp::Not, a) => self.learn(*a, !holds, values, depth),
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) if holds == (*op == BinaryOp::And) => {
                self.learn(*a, holds, values, depth);
                self.learn(*b, holds, values, depth);
            }
            _ => {}
        }
    }

    /// Safe, and surely a value of this place.
    fn fits(&self, value: ExprId, place: Type, there: &mut There) -> bool {
        let fits = match (self.types[value.index()], place) {
            (Type::Scalar(from), Type::Scalar(place)) => {
                let from = self.known_range(value, from, there);
                from.fits(place)
                    || self.counted(value, from).is_some_and(|from| from.fits(place))
                    || Scalar { lo: from.lo.max(0), ..from }.fits(place) && self.is_there(value, there)
            }
            (Type::Set(from), Type::Set(place)) => from == place,
            (Type::Scalar(_), Type::Set(_)) | (Type::Set(_), Type::Scalar(_)) => false,
        };
        fits && self.asked(value, there)
    }

    /// What a name can be that a search tells how far it is. A least way leaves no hex twice, so it has a step fewer than there are
    /// hexes, at the most.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else tells how far it is")]
    fn counted(&self, value: ExprId, from: Scalar) -> Option<Scalar> {
        let Expr::Local(local) = self.func.expr(value) else { return None };
        let stmts = walk::all_stmts(self.func.body.code().filter(|_| self.known.writes[local.index()] == 1)?);
        let (nth, body) = stmts.into_iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Search(Search { judge: Judge::Body { body, .. }, outs, .. }) => {
                let nth = outs.iter().find_map(|(out, of)| match out {
                    SearchOut::Least(nth) if of == local => Some(usize::from(*nth)),
                    _ => None,
                });
                nth.zip(Some(body))
            }
            _ => None,
        })?;
        let mut most = 0;
        for stmt in walk::all_stmts(body) {
            let StmtKind::Offer(offer) = &stmt.kind else { continue };
            if offer.pass.is_some() || offer.carry.is_some() {
                return None;
            }
            most = most.max(self.types[offer.counts.get(nth)?.index()].scalar()?.hi);
        }
        Some(Scalar { hi: most.checked_mul(i64::from(self.program.domain(HEX).size) - 1)?, ..from })
    }

    /// What a name can be where all this is known.
    fn known_range(&self, value: ExprId, from: Scalar, there: &There) -> Scalar {
        let Expr::Local(local) = self.func.expr(value) else { return from };
        there.iter().fold(from, |from, fact| match fact {
            Fact::Within(of, lo, hi) if of == local => Scalar { lo: from.lo.max(*lo), hi: from.hi.min(*hi), ..from },
            Fact::Within(..) | Fact::Holds(_) => from,
        })
    }

    fn all_fit(&self, values: &[ExprId], places: impl Iterator<Item = Scalar>, there: &mut There) -> bool {
        values.iter().zip(places).all(|(value, place)| self.fits(*value, Type::Scalar(place), there))
    }

    /// Known to hold something.
    fn is_there(&self, value: ExprId, there: &There) -> bool {
        self.held(value).is_some_and(|held| self.holds_something(held, there))
    }

    fn are_alike(&self, a: ExprId, b: ExprId) -> bool {
        let what = |id: ExprId| self.types[id.index()].scalar().map(|ty| ty.what);
        what(a).is_some() && what(a) == what(b)
    }

    fn holds_something(&self, held: Held, there: &There) -> bool {
        let is_given = |cell, local| self.given.contains(&(cell, local)) || self.assumes(cell, local);
        there.contains(&Fact::Holds(held))
            || match held {
                Held::Cell(cell, local) => is_given(cell, local),
                Held::Board(asked) => there.iter().any(|fact| match fact {
                    Fact::Holds(Held::Board(before)) => same(self.func, *before, asked),
                    Fact::Holds(_) | Fact::Within(..) => false,
                }),
                Held::Name(_) | Held::Peek(..) => false,
            }
    }

    /// Takes it for granted, where that may be: of a parameter that is never written.
    fn assumes(&self, cell: CellId, local: LocalId) -> bool {
        let Some(assumed) =
            self.assumed.filter(|_| local.0 < self.func.params && self.known.writes[local.index()] == 1)
        else {
            return false;
        };
        let mut assumed = assumed.borrow_mut();
        if !assumed.contains(&(cell, local)) {
            assumed.push((cell, local));
        }
        true
    }

    /// What may be known to hold something.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn held(&self, value: ExprId) -> Option<Held> {
        let name = |id: ExprId| self.func.name_of(id);
        match self.func.expr(value) {
            Expr::Local(local) => Some(Held::Name(*local)),
            Expr::Board(_, args) => args.iter().all(|arg| name(*arg).is_some()).then_some(Held::Board(value)),
            Expr::Cell(cell, index) => match index.as_slice() {
                [index] => Some(Held::Cell(*cell, name(*index)?)),
                _ => None,
            },
            Expr::Peek { cell, index, viewer, other } => match (index.as_slice(), self.func.expr(*other)) {
                ([index], Expr::None(_)) => Some(Held::Peek(*cell, name(*index)?, name(*viewer)?)),
                (_, _) => None,
            },
            _ => None,
        }
    }

    /// Is known of what is handed over whatever the query must know?
    fn meets(&self, needs: &[(CellId, LocalId)], args: &[ExprId], there: &There) -> bool {
        needs.iter().all(|(cell, param)| {
            let name = args.get(param.index()).map(|arg| self.func.expr(*arg));
            matches!(name, Some(Expr::Local(local)) if self.holds_something(Held::Cell(*cell, *local), there))
        })
    }

    fn asked(&self, id: ExprId, there: &mut There) -> bool {
        match self.func.expr(id) {
            Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) | Expr::Local(_) => {
                true
            }
            Expr::Cell(cell, index) => self.all_fit(index, self.program.cell(*cell).index.iter().copied(), there),
            Expr::Table(table, index) => self.all_fit(index, self.program.table(*table).index.iter().copied(), there),
            Expr::Unary(UnaryOp::The, a) => self.somewhere(*a, there),
            Expr::Unary(_, a) => self.asked(*a, there),
            Expr::Binary(BinaryOp::DivDown | BinaryOp::DivUp | BinaryOp::Mod, ..) => false,
            Expr::Binary(BinaryOp::And, a, b) => self.asked(*a, there) && self.behind(Some(*a), &[*b], there),
            Expr::Binary(BinaryOp::Or, a, b) => self.asked(*a, there) && self.where_not(*a, *b, there),
            Expr::Binary(_, a, b) => self.asked(*a, there) && self.asked(*b, there),
            Expr::If(cond, a, b) => {
                self.asked(*cond, there) && self.behind(Some(*cond), &[*a], there) && self.where_not(*cond, *b, there)
            }
            Expr::Call(callee, args) => {
                let places = self.program.func(*callee).param_types();
                let meets = self.safe[callee.index()].as_ref().is_some_and(|needs| self.meets(needs, args, there));
                meets && args.iter().zip(places).all(|(arg, place)| self.fits(*arg, place, there))
            }
            Expr::Fold(fold) => self.fold(fold, there),
            Expr::Board(_, args) => args.iter().all(|arg| self.somewhere(*arg, there)),
            Expr::Peek { cell, index, viewer, other } => {
                let sees = self.program.cell(*cell).hidden.map(|hidden| hidden.sees);
                let (Some(sees), Some(held)) = (sees, self.program.cell(*cell).value.scalar()) else { return false };
                let Some(eyes) = self.program.func(sees).param_types().last() else { return false };
                let alike = self.types[other.index()].scalar().is_some_and(|other| other.what == held.what);
                alike
                    && self.safe[sees.index()].as_ref().is_some_and(|needs| self.meets(needs, index, there))
                    && self.all_fit(index, self.program.cell(*cell).index.iter().copied(), there)
                    && self.fits(*viewer, eyes, there)
                    && self.asked(*other, there)
            }
            Expr::Suppose(suppose) => self.supposed(suppose, there),
            Expr::Extend { .. } | Expr::Complete { .. } | Expr::Buyable { .. } | Expr::Spendable { .. } => false,
        }
    }

    /// A supposition that only writes, and tries no ways. What was known of the cells that it writes holds no more in it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else it does may fault")]
    fn supposed(&self, suppose: &Suppose, there: &There) -> bool {
        // What is taken for granted is so where the query begins, and may be otherwise here.
        let text = Text { given: &[], assumed: None, ..*self };
        let mut there: There = there.clone();
        suppose.how == Quantifier::Plain
            && suppose.body.0.iter().all(|stmt| match &stmt.kind {
                StmtKind::Mark { .. } => true,
                StmtKind::Set(write) => text.writes(write, &mut there),
                _ => false,
            })
            && text.asked(suppose.value, &mut there)
    }

    /// A write that never faults; what it leaves is known behind it.
    fn writes(&self, Write { cell, index, value }: &Write, there: &mut There) -> bool {
        let place = self.program.cell(*cell);
        if !self.all_fit(index, place.index.iter().copied(), there) || !self.fits(*value, place.value, there) {
            return false;
        }
        let is_some = self.types[value.index()].scalar().is_some_and(|ty| !ty.is_opt()) || self.is_there(*value, there);
        there.retain(|fact| match fact {
            Fact::Holds(Held::Cell(of, _)) => of != cell,
            // Who sees what may hang on any cell.
            Fact::Holds(Held::Peek(..)) => false,
            Fact::Holds(Held::Name(_) | Held::Board(_)) | Fact::Within(..) => true,
        });
        if let ([index], true) = (index.as_slice(), is_some)
            && let Expr::Local(local) = self.func.expr(*index)
        {
            there.push(Fact::Holds(Held::Cell(*cell, *local)));
        }
        true
    }

    /// A yes or no that is printed of a name's member says which members it may be.
    fn one_of_kind(&self, table: TableId, index: &[ExprId]) -> Option<Fact> {
        let table = self.program.table(table);
        let ([member], [members]) = (index, table.index.as_slice()) else { return None };
        let Expr::Local(local) = self.func.expr(*member) else { return None };
        let first = table.data.iter().position(|says| *says == 1).filter(|_| table.value.what == What::Bool)?;
        let last = table.data.iter().rposition(|says| *says == 1)?;
        Some(Fact::Within(*local, members.lo + first as i64, members.lo + last as i64))
    }

    /// What is asked only where a condition holds.
    fn behind(&self, cond: Option<ExprId>, parts: &[ExprId], there: &mut There) -> bool {
        let before = there.len();
        cond.into_iter().for_each(|cond| self.note(cond, there));
        let safe = parts.iter().all(|part| self.asked(*part, there));
        there.truncate(before);
        safe
    }

    /// What is asked only where a condition does not hold.
    fn where_not(&self, cond: ExprId, part: ExprId, there: &mut There) -> bool {
        let before = there.len();
        self.note_no(cond, there);
        let safe = self.asked(part, there);
        there.truncate(before);
        safe
    }

    fn fold(&self, fold: &Fold, there: &mut There) -> bool {
        if !self.asked(fold.over, there) || !self.holds(fold.var, fold.over) {
            return false;
        }
        let before = there.len();
        there
            .extend(self.sifted_by(fold.over, DEEPEST).into_iter().map(|cell| Fact::Holds(Held::Cell(cell, fold.var))));
        let guard = fold.guard.is_none_or(|guard| self.asked(guard, there));
        let parts: Vec<ExprId> = [fold.value, fold.other].into_iter().flatten().collect();
        let safe = guard && self.behind(fold.guard, &parts, there);
        there.truncate(before);
        safe
    }

    /// What is known where the condition holds.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn note(&self, cond: ExprId, there: &mut There) {
        match self.func.expr(cond) {
            Expr::Binary(BinaryOp::And, a, b) => {
                self.note(*a, there);
                self.note(*b, there);
            }
            Expr::Binary(BinaryOp::Ne, a, b) => {
                let none = |id: ExprId| matches!(self.func.expr(id), Expr::None(_));
                let cell = if none(*b) { Some(*a) } else { none(*a).then_some(*b) };
                there.extend(cell.and_then(|cell| self.held(cell)).map(Fact::Holds));
            }
            Expr::Unary(UnaryOp::Not, a) => self.note_no(*a, there),
            Expr::Table(table, index) => there.extend(self.one_of_kind(*table, index)),
            _ => {}
        }
    }

    /// The same of a condition that does not hold.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn note_no(&self, cond: ExprId, there: &mut There) {
        match self.func.expr(cond) {
            Expr::Binary(BinaryOp::Or, a, b) => {
                self.note_no(*a, there);
                self.note_no(*b, there);
            }
            Expr::Binary(BinaryOp::Eq, a, b) => {
                let none = |id: ExprId| matches!(self.func.expr(id), Expr::None(_));
                let cell = if none(*b) { Some(*a) } else { none(*a).then_some(*b) };
                there.extend(cell.and_then(|cell| self.held(cell)).map(Fact::Holds));
            }
            Expr::Unary(UnaryOp::Not, a) => self.note(*a, there),
            _ => {}
        }
    }

    /// Cells that hold something for every member of the set.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn sifted_by(&self, set: ExprId, depth: usize) -> Vec<CellId> {
        let Some(depth) = depth.checked_sub(1) else { return vec![] };
        match self.func.expr(set) {
            Expr::Local(local) => {
                self.known.lets[local.index()].map(|value| self.sifted_by(value, depth)).unwrap_or_default()
            }
            Expr::Binary(BinaryOp::Minus | BinaryOp::Inter, a, _) => self.sifted_by(*a, depth),
            Expr::Fold(Fold { op: FoldOp::Filter, var, over, guard: Some(guard), .. }) => {
                let mut there = There::new();
                self.note(*guard, &mut there);
                let own = there.into_iter().filter_map(|fact| match fact {
                    Fact::Holds(Held::Cell(cell, local)) if local == *var => Some(cell),
                    Fact::Holds(_) | Fact::Within(..) => None,
                });
                own.chain(self.sifted_by(*over, depth)).collect()
            }
            _ => vec![],
        }
    }
}
