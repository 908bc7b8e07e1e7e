//! What is checked of one row query: do its answers clash, is there always one, can each row apply, is one said twice?

use super::eval::Said;
use super::facts::Facts;
use super::finding::{Assumption, FindingKind, OpenWhat, Witness};
use super::inline::{Inliner, LONGEST, Scope};
use super::rows::Formulas;
use super::search::{Found, Goal, STEPS_A_ROUND, look};
use super::term::{Op, TermId};
use super::witness;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::ir::{FuncId, GroupOp, Program, Row, RowIx, RowKind, Rows, StageIx, StageOp};
use wgr_runtime::verify::Verified;

/// What is found of one function, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Result {
    pub(super) kinds: Vec<FindingKind>,
    pub(super) proved: u32,
    pub(super) tried: u64,
}

/// What may be spent on one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Budget {
    /// Rounds: situations tried, and terms looked at for them.
    pub(super) rounds: u64,
    /// Expressions that are put in the places of their names.
    pub(super) expressions: u32,
}

impl Budget {
    /// As long as the functions before it took no more than `TOTAL`.
    pub(super) const WHOLE: Budget = Budget { rounds: 50_000, expressions: LONGEST };
    /// What is left for each function behind that.
    pub(super) const LITTLE: Budget = Budget { rounds: 200, expressions: 1_000 };
}

/// Rounds for the functions of a program together, before the rest gets little.
pub(super) const TOTAL: u64 = 1_000_000;
/// Expressions for the price of one round.
const EXPRESSIONS_A_ROUND: u64 = 16;
/// Rounds for one question, so that one of them does not eat up all.
const ONCE: u64 = 12_000;
/// Whether something never holds is asked of row after row. Behind such a question that used up its rounds, the next one
/// of the same function has half of them, and no less than this: they ask much the same.
const LEAST: u64 = 1_000;
/// Pairs of rows in one function.
const PAIRS: usize = 20_000;

pub(super) struct Checker<'a, 'p> {
    pub(super) facts: &'a mut Facts<'p>,
    pub(super) terms: Inliner<'p>,
    pub(super) assumptions: &'a [Assumption],
    /// What always holds of the parameters of the function that is looked at.
    given: TermId,
    budget: Budget,
    left: u64,
    /// Rounds for the next question that only asks whether something never holds.
    once: u64,
    /// Assumptions that some proof rests on.
    relied: BTreeSet<u32>,
    pub(super) result: Result,
}

impl<'a, 'p> Checker<'a, 'p> {
    pub(super) fn new(
        facts: &'a mut Facts<'p>,
        (program, verified): (&'p Program, &'p Verified),
        assumptions: &'a [Assumption],
        budget: Budget,
    ) -> Self {
        let mut terms = Inliner::new(program, verified, (false, &facts.spans));
        terms.most = budget.expressions;
        terms.within.clone_from(&facts.within);
        let given = terms.terms.truth(true);
        Checker {
            facts,
            terms,
            assumptions,
            given,
            budget,
            left: budget.rounds,
            once: ONCE,
            relied: BTreeSet::new(),
            result: Result::default(),
        }
    }

    pub(super) fn done(mut self) -> Result {
        let relied = self.relied.iter().map(|never| FindingKind::Relies { never: *never });
        self.result.kinds.extend(relied);
        let put = u64::from(self.terms.work) / EXPRESSIONS_A_ROUND;
        Result { tried: self.budget.rounds - self.left + put, ..self.result }
    }

    /// The parameters as variables, of which what is given holds.
    pub(super) fn params(&mut self, func: FuncId) -> Scope {
        let scope = self.terms.params(func);
        self.given = self.terms.given(self.assumptions, &scope);
        scope
    }

    pub(super) fn rows(&mut self, func: FuncId, rows: &'p Rows) {
        self.clashes(func, rows);
        self.gaps(func, rows);
        self.idle(func, rows);
        self.always(func, rows);
        self.same(func, rows);
    }

    /// Looks for a situation in which the goal holds, within what may be spent on one question.
    pub(super) fn look(&mut self, goal: TermId) -> Found {
        self.look_for(goal, false)
    }

    /// Is it sure that the goal holds in no situation?
    pub(super) fn never(&mut self, goal: TermId) -> bool {
        self.look_for(goal, true) == Found::Never
    }

    /// Something is certain; what it rests on was noted where it was looked for.
    pub(super) fn proved(&mut self) {
        self.result.proved += 1;
    }

    fn look_for(&mut self, goal: TermId, only_never: bool) -> Found {
        let goal = self.terms.terms.and(self.given, goal);
        if self.left == 0 && self.terms.terms.constant(goal) != Some(0) {
            return Found::TooMany;
        }
        let (denied, steps) = self.terms.terms.denies_itself(goal);
        self.left = self.left.saturating_sub(steps / STEPS_A_ROUND);
        if denied {
            return Found::Never;
        }
        let never = self.terms.never(self.assumptions, &[goal]);
        let mut few = self.left.min(if only_never { self.once } else { ONCE });
        let before = few;
        let goal = Goal { terms: &self.terms.terms, goal, never: &never, only_never };
        let (found, relied) = look(self.facts, &goal, &mut few);
        self.left -= before - few;
        if only_never && few == 0 {
            self.once = (self.once / 2).max(LEAST);
        }
        if found == Found::Never {
            self.relied.extend(relied);
        }
        found
    }

    /// A situation that was met, in words and as numbers.
    pub(super) fn witness(&self, params: &Scope, goal: TermId, said: &[Said], counted: (u64, u64)) -> Witness {
        witness::witness((&self.terms.terms, &*self.facts, params), (goal, self.given), said, counted)
    }

    /// The situation that could not be excluded.
    pub(super) fn near(&self, params: &Scope, goal: TermId, said: &[Said]) -> Option<Witness> {
        (!said.is_empty()).then(|| self.witness(params, goal, said, (0, 0)))
    }

    /// What is found is looked for once more where no guard of any row fails: only then the rows are compared.
    pub(super) fn look_twice(&mut self, formulas: &mut Formulas<'p>, goal: TermId) -> Found {
        let found = self.look(goal);
        if !matches!(found, Found::Surely { .. }) {
            return found;
        }
        let fine = formulas.nothing_fails(&mut self.terms);
        if self.terms.terms.constant(fine) == Some(1) {
            return found;
        }
        let strict = self.terms.terms.and(goal, fine);
        match self.look(strict) {
            Found::Never => Found::Never,
            Found::Surely { said, .. } => match found {
                Found::Surely { matching, of, .. } => Found::Surely { said, matching, of },
                Found::Never | Found::Maybe { .. } | Found::TooMany => found,
            },
            Found::Maybe { .. } | Found::TooMany => found,
        }
    }

    fn why(&self, on: &[TermId]) -> String {
        format!("it depends on {}", witness::names(&self.terms.terms, self.facts, on))
    }

    // Clashes.

    fn clashes(&mut self, func: FuncId, rows: &'p Rows) {
        let sets = agreeing(rows);
        if sets.is_empty() {
            return;
        }
        let scope = self.params(func);
        let mut formulas = Formulas::new(&mut self.terms, rows, &scope);
        let owners: BTreeSet<usize> = sets.iter().flatten().filter_map(|r| formulas.owner(*r)).collect();
        let bound: Vec<(usize, [usize; 2])> = owners
            .into_iter()
            .map(|owner| (owner, ["", "other "].map(|suffix| formulas.bind(&mut self.terms, owner, suffix))))
            .collect();
        formulas.spell(&mut self.terms, false);
        let mut pairs = Vec::new();
        for (at, a) in sets.iter().flat_map(|set| set.iter().enumerate().map(move |(at, a)| (&set[at..], *a))) {
            pairs.extend(at.iter().map(|b| (a, *b)));
            if pairs.len() > PAIRS {
                // Of the rest nothing is known; one of them stands for all.
                let why = "there are too many rows to compare".to_owned();
                let (a, b) = pairs.iter().rev().find(|(a, b)| a != b).copied().unwrap_or((a, a));
                let what = clash_of(a, b);
                self.result.kinds.push(FindingKind::Open { what, why, near: None });
                break;
            }
        }
        for (a, b) in pairs {
            let of = |r: usize| bound.iter().find(|(owner, _)| formulas.owner(r) == Some(*owner)).map(|(_, two)| *two);
            let (first, second) = (of(a), of(b));
            if a == b && first.is_none() {
                continue;
            }
            let alike = formulas.owner(a) == formulas.owner(b);
            let first = first.map_or(0, |two| two[0]);
            let second = second.map_or(0, |two| if alike { two[1] } else { two[0] });
            self.pair(&mut formulas, (a, first), (b, second));
        }
    }

    fn pair(&mut self, formulas: &mut Formulas<'p>, (a, first): (usize, usize), (b, second): (usize, usize)) {
        if self.left == 0 {
            return self.too_many(clash_of(a, b));
        }
        let terms = &mut self.terms;
        let (Some(one), Some(other)) = (formulas.amount(terms, a, first), formulas.amount(terms, b, second)) else {
            return;
        };
        let differ = terms.terms.compare(Op::Ne, one, other);
        let same = one == other
            || matches!((terms.terms.constant(one), terms.terms.constant(other)), (Some(x), Some(y)) if i128::from(x) * terms.terms.den(other) == i128::from(y) * terms.terms.den(one));
        if same {
            self.proved();
            return;
        }
        // Most pairs exclude each other, whatever stands over them; that is asked first.
        let mut apart = terms.terms.and(formulas.contexts[first].valid, formulas.contexts[second].valid);
        let mut goal = apart;
        for (r, c) in [(a, first), (b, second)] {
            let (applies, wins) = (formulas.applies(terms, r, c), formulas.wins(terms, r, c));
            apart = terms.terms.and(apart, applies);
            goal = terms.terms.and(goal, wins);
        }
        let (denied, steps) = terms.terms.denies_itself(goal);
        self.left = self.left.saturating_sub(steps / STEPS_A_ROUND);
        if denied || (apart != goal && self.never(apart)) {
            self.proved();
            return;
        }
        let terms = &mut self.terms;
        goal = terms.terms.and(goal, differ);
        let (ix, iy) = (RowIx::new(a), RowIx::new(b));
        let params = formulas.contexts[0].scope.clone();
        let amounts = |this: &Self, said: &[Said]| {
            let [x, y] = [one, other].map(|id| witness::amount(&this.terms.terms, this.facts, id, said));
            (x, y)
        };
        match self.look_twice(formulas, goal) {
            Found::Never => self.proved(),
            Found::Surely { said, matching, of } => {
                let witness = self.witness(&params, goal, &said, (matching, of));
                let amounts = amounts(self, &said);
                self.result.kinds.push(FindingKind::Clash { a: ix, b: iy, witness, amounts });
            }
            Found::Maybe { on, said } => {
                let (near, amounts) = (self.near(&params, goal, &said), amounts(self, &said));
                self.open(OpenWhat::Clash { a: ix, b: iy, amounts }, &on, near);
            }
            Found::TooMany => self.too_many(clash_of(a, b)),
        }
    }

    fn open(&mut self, what: OpenWhat, on: &[TermId], near: Option<Witness>) {
        let why = self.why(on);
        self.result.kinds.push(FindingKind::Open { what, why, near });
    }

    fn too_many(&mut self, what: OpenWhat) {
        let why = "there are too many situations to try".to_owned();
        self.result.kinds.push(FindingKind::Open { what, why, near: None });
    }

    // Gaps.

    fn gaps(&mut self, func: FuncId, rows: &'p Rows) {
        if rows.stages.first().is_none_or(|stage| stage.op != StageOp::Answer) {
            return;
        }
        let scope = self.params(func);
        let mut formulas = Formulas::new(&mut self.terms, rows, &scope);
        formulas.spell(&mut self.terms, true);
        let stage = StageIx::new(0);
        if rows.rows.iter().all(|row| row.stage != stage) {
            return;
        }
        let answered = formulas.answered(&mut self.terms, stage);
        let goal = self.terms.terms.not(answered);
        match self.look_twice(&mut formulas, goal) {
            Found::Never => self.proved(),
            Found::Surely { said, matching, of } => {
                let witness = self.witness(&scope, goal, &said, (matching, of));
                self.result.kinds.push(FindingKind::Gap { witness });
            }
            Found::Maybe { on, said } => {
                let near = self.near(&scope, goal, &said);
                self.open(OpenWhat::Gap, &on, near);
            }
            Found::TooMany => self.too_many(OpenWhat::Gap),
        }
    }

    // Rows that never apply.

    fn idle(&mut self, func: FuncId, rows: &'p Rows) {
        let mut idle: BTreeSet<usize> = BTreeSet::new();
        let mut formulas = self.bound_once(func, rows);
        for (r, row) in rows.rows.iter().enumerate() {
            let depends = matches!(row.kind, RowKind::Over { even: false, .. } | RowKind::Otherwise);
            let never_asked = row.guard.is_none() && !depends;
            if never_asked && row.binders.is_empty() {
                continue;
            }
            // What stands over rows that never apply goes with them.
            if let RowKind::Over { parents, even: false } = &row.kind
                && parents.iter().all(|parent| idle.contains(&parent.index()))
            {
                idle.insert(r);
                continue;
            }
            if self.never_applies(&mut formulas, r) {
                idle.insert(r);
                let printed = !self.never_applies_blind(func, rows, r);
                self.result.kinds.push(FindingKind::Idle { row: RowIx::new(r), printed });
            }
        }
    }

    /// Rows without binders whose own condition is always so.
    fn always(&mut self, func: FuncId, rows: &'p Rows) {
        let mut formulas = self.bound_once(func, rows);
        // By its own words, not because of what is asked where.
        self.given = self.terms.terms.truth(true);
        for (r, row) in rows.rows.iter().enumerate() {
            if row.guard.is_none() || formulas.owner(r).is_some() || row.kind == RowKind::Otherwise {
                continue;
            }
            if self.always_so(&mut formulas, r) && self.blind(func, rows, |this, blind| this.always_so(blind, r)) {
                self.result.kinds.push(FindingKind::Always { row: RowIx::new(r) });
            }
        }
    }

    fn always_so(&mut self, formulas: &mut Formulas<'p>, r: usize) -> bool {
        let Some(guard) = formulas.guard(&mut self.terms, r, 0) else { return false };
        // Where it fails, play stops: it is no case in which it is not so.
        if let Some(so) = self.terms.terms.constant(guard) {
            return so == 1;
        }
        let not = self.terms.terms.not(guard);
        self.unrelied(|this| this.never(not))
    }

    /// What is no proof that anybody counts on.
    pub(super) fn unrelied(&mut self, part: impl FnOnce(&mut Self) -> bool) -> bool {
        let relied = self.relied.clone();
        let found = part(self);
        self.relied = relied;
        found
    }

    /// The formulas with one context for each row with binders.
    fn bound_once(&mut self, func: FuncId, rows: &'p Rows) -> Formulas<'p> {
        let scope = self.params(func);
        let mut formulas = Formulas::new(&mut self.terms, rows, &scope);
        for (r, row) in rows.rows.iter().enumerate() {
            if !row.binders.is_empty() {
                formulas.bind(&mut self.terms, r, "");
            }
        }
        formulas.spell(&mut self.terms, false);
        formulas
    }

    fn never_applies(&mut self, formulas: &mut Formulas<'p>, r: usize) -> bool {
        let owner = formulas.owner(r);
        let Some(c) = formulas.contexts.iter().position(|context| context.owner == owner) else { return false };
        let applies = formulas.needed(&mut self.terms, r, c);
        let goal = self.terms.terms.and(formulas.contexts[c].valid, applies);
        self.unrelied(|this| this.never(goal))
    }

    /// Never, whatever is printed.
    fn never_applies_blind(&mut self, func: FuncId, rows: &'p Rows, r: usize) -> bool {
        self.blind(func, rows, |this, formulas| this.never_applies(formulas, r))
    }

    /// The same question where look-ups are unknown.
    fn blind(&mut self, func: FuncId, rows: &'p Rows, part: impl FnOnce(&mut Self, &mut Formulas<'p>) -> bool) -> bool {
        // The rows are all looked at anew.
        self.left = self.left.saturating_sub(rows.rows.len() as u64 / EXPRESSIONS_A_ROUND);
        let mut blind = Inliner::new(self.terms.program, self.terms.verified, (true, &self.terms.printed));
        blind.most = self.budget.expressions;
        blind.within.clone_from(&self.terms.within);
        let seeing = std::mem::replace(&mut self.terms, blind);
        let given = self.given;
        let mut formulas = self.bound_once(func, rows);
        let found = part(self, &mut formulas);
        (self.terms, self.given) = (seeing, given);
        found
    }

    // The same rule twice.

    fn same(&mut self, func: FuncId, rows: &'p Rows) {
        let modifies = |row: &&Row| {
            let op = rows.stages[row.stage.index()].op;
            matches!(op, StageOp::Sum | StageOp::Product) && row.kind == RowKind::Base
        };
        let scope = self.params(func);
        let mut formulas = Formulas::new(&mut self.terms, rows, &scope);
        let mut seen: BTreeMap<(StageIx, Option<u32>, TermId, TermId), usize> = BTreeMap::new();
        let mut binding: Vec<usize> = Vec::new();
        for (r, row) in rows.rows.iter().enumerate().filter(|(_, row)| modifies(row)) {
            let mut c = 0;
            if !row.binders.is_empty() {
                c = match binding.iter().find(|other| same_binders(self, func, rows, **other, r)) {
                    Some(other) => formulas.bind_as(&mut self.terms, r, *other),
                    None => formulas.bind(&mut self.terms, r, ""),
                };
                binding.push(r);
            }
            let applies = formulas.applies(&mut self.terms, r, c);
            let condition = self.terms.terms.and(formulas.contexts[c].valid, applies);
            let Some(amount) = formulas.amount(&mut self.terms, r, c) else { continue };
            match seen.entry((row.stage, row.group, condition, amount)) {
                Entry::Vacant(new) => {
                    new.insert(r);
                }
                Entry::Occupied(twin) => {
                    let (a, b) = (RowIx::new(*twin.get()), RowIx::new(r));
                    self.result.kinds.push(FindingKind::Same { a, b });
                }
            }
        }
    }
}

/// Of these two rows nothing was tried, so it is not known what they say.
fn clash_of(a: usize, b: usize) -> OpenWhat {
    OpenWhat::Clash { a: RowIx::new(a), b: RowIx::new(b), amounts: Default::default() }
}

/// Have the binders of both rows the same domains?
fn same_binders(of: &Checker<'_, '_>, func: FuncId, rows: &Rows, a: usize, b: usize) -> bool {
    let body = of.terms.program.func(func);
    let types = |r: usize| rows.rows[r].binders.iter().map(|(local, _)| body.local(*local).ty).collect::<Vec<_>>();
    !rows.rows[a].binders.is_empty() && types(a) == types(b)
}

/// Rows whose winners have to agree: those of the answer, and those of each group that counts once.
fn agreeing(rows: &Rows) -> Vec<Vec<usize>> {
    let mut sets = Vec::new();
    let among = |fits: &dyn Fn(&Row) -> bool| {
        let answers = |row: &Row| !matches!(row.kind, RowKind::Waive(_) | RowKind::Otherwise);
        (0..rows.rows.len()).filter(|r| answers(&rows.rows[*r]) && fits(&rows.rows[*r])).collect::<Vec<usize>>()
    };
    for (at, stage) in rows.stages.iter().enumerate() {
        if stage.op == StageOp::Answer {
            sets.push(among(&|row| row.stage.index() == at));
        }
        for group in (0..stage.groups.len()).filter(|group| stage.groups[*group].op == GroupOp::Once) {
            sets.push(among(&|row| row.stage.index() == at && row.group == Some(group as u32)));
        }
    }
    sets.retain(|set| !set.is_empty());
    sets
}
