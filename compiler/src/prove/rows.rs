//! The formulas of `runtime/src/ir/rows.rs` as terms.
//!
//! A row is judged in a context: the members of the binders of the row that owns it. Of rows without binders there is
//! one context; of a row with binders the prover looks at two at most, with free members. Whether such a row applies
//! in some other context is unknown.

use super::inline::{Bound, Inliner, Scope};
use super::term::{Op, Term, TermId};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::ir::{Row, RowKind, Rows, Scalar, Stage, StageIx, StageOp, What};

/// Members written out, and members spoken of, for one row.
const FEW: u32 = 8;
const SPOKEN: usize = 6;

/// The members of the binders of one row.
#[derive(Clone)]
pub(super) struct Context {
    /// The row with the binders; none where there are none.
    pub(super) owner: Option<usize>,
    pub(super) scope: Scope,
    /// Each member is in its set.
    pub(super) valid: TermId,
}

/// The formulas of one query, under what its parameters stand for.
pub(super) struct Formulas<'p> {
    rows: &'p Rows,
    pub(super) contexts: Vec<Context>,
    /// Rows with binders of which every context is among them.
    spelled: BTreeSet<usize>,
    /// Of each row the one whose binders it is judged under, if there are any.
    owners: Vec<Option<usize>>,
    overs: Vec<Vec<(usize, bool)>>,
    waivers: Vec<Vec<usize>>,
    known: BTreeMap<(u8, usize, usize), TermId>,
}

impl<'p> Formulas<'p> {
    /// Only the context without binders.
    pub(super) fn new(terms: &mut Inliner<'p>, rows: &'p Rows, scope: &Scope) -> Formulas<'p> {
        let valid = terms.terms.truth(true);
        let mut overs = vec![Vec::new(); rows.rows.len()];
        let mut waivers = vec![Vec::new(); rows.rows.len()];
        for (at, row) in rows.rows.iter().enumerate() {
            match &row.kind {
                RowKind::Over { parents, even } => parents.iter().for_each(|p| overs[p.index()].push((at, *even))),
                RowKind::Waive(named) => named.iter().for_each(|n| waivers[n.index()].push(at)),
                RowKind::Base | RowKind::Otherwise => {}
            }
        }
        let plain = Context { owner: None, scope: scope.clone(), valid };
        Formulas {
            rows,
            contexts: vec![plain],
            spelled: BTreeSet::new(),
            owners: owners(rows),
            overs,
            waivers,
            known: BTreeMap::new(),
        }
    }

    /// A new context of this row, with free members called by these names and `suffix`.
    pub(super) fn bind(&mut self, terms: &mut Inliner<'p>, owner: usize, suffix: &str) -> usize {
        let mut context = self.contexts[0].clone();
        context.owner = Some(owner);
        for (local, set) in &self.rows.rows[owner].binders {
            let declared = terms.func(&context.scope).local(*local);
            let Some(ty) = declared.ty.scalar() else { continue };
            let var = terms.terms.new_var(format!("{suffix}{}", declared.name), ty);
            let within = terms.member(&context.scope, *set, var);
            context.valid = terms.terms.and(context.valid, within);
            context.scope.names.insert(*local, Bound::Term(var));
        }
        self.contexts.push(context);
        self.contexts.len() - 1
    }

    /// A context of this row in which its members are those of another row's, binder by binder.
    pub(super) fn bind_as(&mut self, terms: &mut Inliner<'p>, owner: usize, other: usize) -> usize {
        let known = self.contexts.iter().find(|context| context.owner == Some(other));
        let theirs = self.rows.rows[other].binders.iter();
        let members: Option<Vec<TermId>> = theirs
            .map(|(local, _)| match known?.scope.names.get(local) {
                Some(Bound::Term(term)) => Some(*term),
                Some(Bound::Set(_)) | None => None,
            })
            .collect();
        match members {
            Some(members) => self.bind_to(terms, owner, &members),
            None => self.bind(terms, owner, ""),
        }
    }

    /// A context of this row with these members.
    fn bind_to(&mut self, terms: &mut Inliner<'p>, owner: usize, members: &[TermId]) -> usize {
        let mut context = self.contexts[0].clone();
        context.owner = Some(owner);
        for ((local, set), member) in self.rows.rows[owner].binders.iter().zip(members) {
            let within = terms.member(&context.scope, *set, *member);
            context.valid = terms.terms.and(context.valid, within);
            context.scope.names.insert(*local, Bound::Term(*member));
        }
        self.contexts.push(context);
        self.contexts.len() - 1
    }

    /// Contexts in which rows with one binder may apply "somewhere": with every member, if they are few, else with
    /// everybody whom the other contexts speak of. Rows of which nobody asks that are left out, unless `all` count.
    /// To be called once, before any formula is asked.
    pub(super) fn spell(&mut self, terms: &mut Inliner<'p>, all: bool) {
        let spoken: BTreeSet<TermId> = self.contexts.iter().flat_map(|context| context.scope.names.values()).fold(
            BTreeSet::new(),
            |mut all, bound| {
                if let Bound::Term(term) = bound {
                    all.insert(*term);
                }
                all
            },
        );
        let asked = self.asked_somewhere();
        for (owner, row) in self.rows.rows.iter().enumerate() {
            let [(local, _)] = row.binders.as_slice() else { continue };
            let Some(ty) = terms.program.func(self.contexts[0].scope.func).local(*local).ty.scalar() else { continue };
            if !all && !asked.contains(&owner) {
                continue;
            }
            if ty.span() <= u64::from(FEW) {
                for member in ty.lo..=ty.hi {
                    let member = terms.terms.number(member, ty);
                    self.bind_to(terms, owner, &[member]);
                }
                self.spelled.insert(owner);
            } else {
                let fits = spoken.iter().filter(|term| terms.terms.ty(**term).fits(ty)).take(SPOKEN);
                let fits: Vec<TermId> = fits.copied().collect();
                fits.into_iter().for_each(|term| {
                    self.bind_to(terms, owner, &[term]);
                });
            }
        }
    }

    /// The owners of rows that beat or waive others in all bindings.
    fn asked_somewhere(&self) -> BTreeSet<usize> {
        let far = |row: &Row| matches!(row.kind, RowKind::Waive(_) | RowKind::Over { even: true, .. });
        let rows = (0..self.rows.rows.len()).filter(|r| far(self.row(*r)));
        let ruled = self.rows.rulings.iter().map(|ruling| ruling.over.index());
        rows.chain(ruled).filter_map(|r| self.owner(r)).collect()
    }

    fn row(&self, r: usize) -> &'p Row {
        &self.rows.rows[r]
    }

    /// The row whose binders this one is judged under, if there are any.
    pub(super) fn owner(&self, r: usize) -> Option<usize> {
        self.owners[r]
    }

    fn remember(
        &mut self,
        terms: &mut Inliner<'p>,
        key: (u8, usize, usize),
        make: impl FnOnce(&mut Self, &mut Inliner<'p>) -> TermId,
    ) -> TermId {
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        // Too deep a family of rows is unknown.
        let mut made = None;
        terms.deeper(|terms| made = Some(make(self, terms)));
        let term = made.unwrap_or_else(|| {
            let (kind, r, c) = key;
            let at = self.contexts[0].scope.func.0;
            let key = vec![2, at, u32::from(kind), r as u32, c as u32];
            terms.unknown_by(key, "a long chain of exceptions".to_owned(), Scalar::BOOL)
        });
        self.known.insert(key, term);
        term
    }

    /// The guard holds, and a parent applies.
    fn here(&mut self, terms: &mut Inliner<'p>, r: usize, c: usize) -> TermId {
        let row = self.row(r);
        let mut asked = terms.terms.truth(true);
        if let RowKind::Over { parents, even: false } = &row.kind {
            asked = terms.terms.truth(false);
            for parent in parents {
                if self.owner(parent.index()) == self.contexts[c].owner {
                    let applies = self.applies(terms, parent.index(), c);
                    asked = terms.terms.or(asked, applies);
                }
            }
        }
        match self.guard(terms, r, c) {
            Some(guard) => terms.terms.and(asked, guard),
            None => asked,
        }
    }

    /// The row's own condition, if it has one.
    pub(super) fn guard(&mut self, terms: &mut Inliner<'p>, r: usize, c: usize) -> Option<TermId> {
        let guard = self.row(r).guard?;
        Some(self.remember(terms, (5, r, c), |this, terms| terms.value(&this.contexts[c].scope, guard)))
    }

    pub(super) fn applies(&mut self, terms: &mut Inliner<'p>, r: usize, c: usize) -> TermId {
        self.remember(terms, (0, r, c), |this, terms| {
            let mut applies = this.here(terms, r, c);
            for waiver in this.waivers[r].clone() {
                let waived = this.somewhere(terms, waiver);
                let not = terms.terms.not(waived);
                applies = terms.terms.and(applies, not);
            }
            applies
        })
    }

    /// Applies, and of a row for all else: nothing else of its stage does.
    pub(super) fn needed(&mut self, terms: &mut Inliner<'p>, r: usize, c: usize) -> TermId {
        let mut needed = self.applies(terms, r, c);
        if self.row(r).kind == RowKind::Otherwise {
            for other in self.answering(self.row(r).stage, false) {
                let applies = self.somewhere(terms, other);
                let not = terms.terms.not(applies);
                needed = terms.terms.and(needed, not);
            }
        }
        needed
    }

    /// Applies in some context: in one of those looked at, or, of a row with binders, in another.
    fn somewhere(&mut self, terms: &mut Inliner<'p>, r: usize) -> TermId {
        self.remember(terms, (1, r, 0), |this, terms| {
            let Some(owner) = this.owner(r) else { return this.applies(terms, r, 0) };
            let mut found = terms.terms.truth(false);
            for c in 0..this.contexts.len() {
                if this.contexts[c].owner == Some(owner) {
                    let (valid, applies) = (this.contexts[c].valid, this.applies(terms, r, c));
                    let there = terms.terms.and(valid, applies);
                    found = terms.terms.or(found, there);
                }
            }
            if this.spelled.contains(&owner) {
                return found;
            }
            let elsewhere = this.elsewhere(terms, 0, r);
            terms.terms.or(found, elsewhere)
        })
    }

    /// Unknown: does the row apply (0) or win (1) in a context that nobody looks at?
    pub(super) fn elsewhere(&self, terms: &mut Inliner<'p>, what: u32, r: usize) -> TermId {
        let scope = &self.contexts[0].scope;
        let mut key = vec![3, what, scope.func.0, r as u32, self.contexts.len() as u32];
        // Under other arguments it is another question.
        for bound in scope.names.values() {
            match bound {
                Bound::Term(term) => key.extend([1, term.0]),
                Bound::Set(closure) => terms.shape(&closure.scope, closure.set, &mut key),
            }
        }
        terms.unknown_by(key, format!("whether \"{}\" applies to any other", self.title(terms, r)), Scalar::BOOL)
    }

    fn title(&self, terms: &Inliner<'p>, r: usize) -> String {
        terms.program.site(self.row(r).site).title.clone()
    }

    /// Does a row over this one apply here, and so on?
    fn beaten(&mut self, terms: &mut Inliner<'p>, r: usize, c: usize) -> TermId {
        self.remember(terms, (2, r, c), |this, terms| {
            let mut beaten = terms.terms.truth(false);
            for (d, even) in this.overs[r].clone() {
                let by = if even {
                    this.beats_everywhere(terms, d)
                } else if this.owner(d) == this.contexts[c].owner {
                    let (applies, further) = (this.applies(terms, d, c), this.beaten(terms, d, c));
                    terms.terms.or(applies, further)
                } else {
                    continue;
                };
                beaten = terms.terms.or(beaten, by);
            }
            beaten
        })
    }

    fn beats_everywhere(&mut self, terms: &mut Inliner<'p>, r: usize) -> TermId {
        self.remember(terms, (3, r, 0), |this, terms| {
            let mut beats = this.somewhere(terms, r);
            for (d, _) in this.overs[r].clone() {
                let by = this.beats_everywhere(terms, d);
                beats = terms.terms.or(beats, by);
            }
            beats
        })
    }

    pub(super) fn wins(&mut self, terms: &mut Inliner<'p>, r: usize, c: usize) -> TermId {
        self.remember(terms, (4, r, c), |this, terms| {
            let (applies, beaten) = (this.applies(terms, r, c), this.beaten(terms, r, c));
            let not = terms.terms.not(beaten);
            let mut wins = terms.terms.and(applies, not);
            for ruling in this.rows.rulings.iter().filter(|ruling| ruling.under.index() == r) {
                let over = this.somewhere(terms, ruling.over.index());
                let not = terms.terms.not(over);
                wins = terms.terms.and(wins, not);
            }
            wins
        })
    }

    /// Yes where no guard fails that is judged in a context looked at; all guards are judged before rows are compared.
    pub(super) fn nothing_fails(&mut self, terms: &mut Inliner<'p>) -> TermId {
        let mut fine = terms.terms.truth(true);
        for r in 0..self.rows.rows.len() {
            let owner = self.owner(r);
            for c in 0..self.contexts.len() {
                if self.contexts[c].owner == owner {
                    let here = self.here(terms, r, c);
                    let asked = terms.terms.and(self.contexts[c].valid, here);
                    if terms.terms.fails(asked) {
                        let not = terms.terms.not(asked);
                        let known = terms.terms.or(asked, not);
                        fine = terms.terms.and(fine, known);
                    }
                }
            }
        }
        fine
    }

    pub(super) fn amount(&self, terms: &mut Inliner<'p>, r: usize, c: usize) -> Option<TermId> {
        let value = self.row(r).value?;
        Some(terms.value(&self.contexts[c].scope, value))
    }

    /// Does any row of the answer win? "Over" and rulings form no circle: of the rows that apply, one that nothing
    /// beats wins. A row over others applies only where one of them does. So it is enough that one of the rest
    /// applies; unless a row of another stage beats them, which answers nothing here.
    pub(super) fn answered(&mut self, terms: &mut Inliner<'p>, stage: StageIx) -> TermId {
        let beaten_from_afar = (0..self.rows.rows.len())
            .any(|r| self.row(r).stage == stage && self.overs[r].iter().any(|(d, _)| self.row(*d).stage != stage));
        let mut answered = terms.terms.truth(false);
        // The row for all else decides most often.
        for r in self.answering(stage, true).into_iter().chain(self.answering(stage, false)) {
            let one = if beaten_from_afar {
                self.wins_at_all(terms, r)
            } else if matches!(self.row(r).kind, RowKind::Over { even: false, .. }) {
                continue;
            } else {
                self.somewhere(terms, r)
            };
            answered = terms.terms.or(answered, one);
        }
        answered
    }

    /// Does the row win in some binding?
    fn wins_at_all(&mut self, terms: &mut Inliner<'p>, r: usize) -> TermId {
        let Some(owner) = self.owner(r) else { return self.wins(terms, r, 0) };
        if !self.spelled.contains(&owner) {
            return self.elsewhere(terms, 1, r);
        }
        let mut found = terms.terms.truth(false);
        for c in 0..self.contexts.len() {
            if self.contexts[c].owner == Some(owner) {
                let (valid, wins) = (self.contexts[c].valid, self.wins(terms, r, c));
                let there = terms.terms.and(valid, wins);
                found = terms.terms.or(found, there);
            }
        }
        found
    }

    /// The rows that answer in this stage; with the `otherwise` or without.
    pub(super) fn answering(&self, stage: StageIx, otherwise: bool) -> Vec<usize> {
        let fits = |row: &Row| {
            row.stage == stage
                && !matches!(row.kind, RowKind::Waive(_))
                && (row.kind == RowKind::Otherwise) == otherwise
        };
        (0..self.rows.rows.len()).filter(|r| fits(self.row(*r))).collect()
    }
}

impl<'p> Inliner<'p> {
    /// What a row query answers, as one term; none where a stage needs more than that.
    pub(super) fn rows_value(&mut self, scope: &Scope, rows: &'p Rows, ty: Scalar) -> Option<TermId> {
        let mut formulas = Formulas::new(self, rows, scope);
        let mut so_far = None;
        for (at, stage) in rows.stages.iter().enumerate() {
            so_far = Some(self.stage_value(&mut formulas, (StageIx::new(at), stage), so_far, ty)?);
        }
        so_far.map(|term| self.terms.convert(term, ty.what))
    }

    fn stage_value(
        &mut self,
        formulas: &mut Formulas<'p>,
        (at, stage): (StageIx, &Stage),
        so_far: Option<TermId>,
        ty: Scalar,
    ) -> Option<TermId> {
        if !stage.groups.is_empty() {
            return None;
        }
        match stage.op {
            StageOp::Answer => self.answer_value(formulas, at, ty),
            StageOp::All | StageOp::Any => self.said_value(formulas, at, stage.op == StageOp::Any),
            StageOp::RoundDown | StageOp::RoundUp => {
                let term = so_far?;
                let have = self.terms.ty(term);
                let What::Int { den } = have.what else { return None };
                let den = i64::from(den);
                let whole = Scalar::int(have.lo.div_euclid(den), have.hi.div_euclid(den) + 1);
                Some(if den == 1 {
                    term
                } else {
                    self.terms.add(Term::Round(term, stage.op == StageOp::RoundUp), whole)
                })
            }
            StageOp::Sum => self.folded_value(formulas, at, (Op::Add, 0), so_far),
            StageOp::Product => {
                let start = i64::from(at.index() == 0);
                self.folded_value(formulas, at, (Op::Mul, start), so_far)
            }
            StageOp::Largest => self.folded_value(formulas, at, (Op::Max, 0), Some(so_far?)),
            StageOp::Smallest => self.folded_value(formulas, at, (Op::Min, 0), Some(so_far?)),
        }
    }

    /// The first winner's amount: where two differ, something fails there.
    fn answer_value(&mut self, formulas: &mut Formulas<'p>, at: StageIx, ty: Scalar) -> Option<TermId> {
        let mut answer = self.terms.fail(ty);
        let (rest, first) = (formulas.answering(at, true), formulas.answering(at, false));
        for r in rest.into_iter().rev().chain(first.into_iter().rev()) {
            if formulas.owner(r).is_some() {
                return None;
            }
            let (wins, amount) = (formulas.wins(self, r, 0), formulas.amount(self, r, 0)?);
            // Its own units, so that no fraction is lost. Where no row answers, there is no number.
            let fails = matches!(self.terms.get(answer), Term::Fail);
            let ty = if fails { self.terms.ty(amount) } else { self.level(amount, answer)? };
            answer = self.terms.pick(wins, amount, answer, ty);
        }
        Some(answer)
    }

    fn said_value(&mut self, formulas: &mut Formulas<'p>, at: StageIx, any: bool) -> Option<TermId> {
        let mut said = self.terms.truth(false);
        for r in formulas.answering(at, false) {
            let one = if formulas.owner(r).is_some() {
                formulas.elsewhere(self, 2, r)
            } else {
                let (wins, amount) = (formulas.wins(self, r, 0), formulas.amount(self, r, 0)?);
                let amount = if any { amount } else { self.terms.not(amount) };
                self.terms.and(wins, amount)
            };
            said = self.terms.or(said, one);
        }
        Some(if any { said } else { self.terms.not(said) })
    }

    fn folded_value(
        &mut self,
        formulas: &mut Formulas<'p>,
        at: StageIx,
        (op, neutral): (Op, i64),
        so_far: Option<TermId>,
    ) -> Option<TermId> {
        let mut total = so_far.unwrap_or_else(|| self.terms.number(neutral, Scalar::int(0, 1)));
        for r in formulas.answering(at, false) {
            if formulas.owner(r).is_some() {
                return None;
            }
            let (wins, amount) = (formulas.wins(self, r, 0), formulas.amount(self, r, 0)?);
            let joined = self.joined_value(op, total, amount)?;
            let ty = self.level(joined, total)?;
            total = self.terms.pick(wins, joined, total, ty);
        }
        Some(total)
    }

    fn joined_value(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let both = self.level(a, b)?;
        let [x, y] = [a, b].map(|of| self.finer(of, both));
        let ty = match op {
            Op::Mul => {
                let (x, y) = (self.terms.ty(a), self.terms.ty(b));
                let den = u32::try_from(self.terms.den(a) * self.terms.den(b)).ok()?;
                let ends = [x.lo, x.hi].map(|p| [y.lo, y.hi].map(|q| p.saturating_mul(q)));
                let ends: Vec<i64> = ends.into_iter().flatten().collect();
                Scalar { what: What::Int { den }, lo: *ends.iter().min()?, hi: *ends.iter().max()? }
            }
            Op::Add => Scalar { lo: x.lo.saturating_add(y.lo), hi: x.hi.saturating_add(y.hi), ..both },
            Op::Min => Scalar { lo: x.lo.min(y.lo), hi: x.hi.min(y.hi), ..both },
            Op::Max => Scalar { lo: x.lo.max(y.lo), hi: x.hi.max(y.hi), ..both },
            Op::Sub
            | Op::DivDown
            | Op::DivUp
            | Op::Mod
            | Op::Eq
            | Op::Ne
            | Op::Lt
            | Op::Le
            | Op::Gt
            | Op::Ge
            | Op::And
            | Op::Or => both,
        };
        Some(self.terms.add(Term::Binary(op, a, b), ty))
    }

    /// The numbers that a term may be, in the units of this type, which are as fine or finer.
    fn finer(&self, term: TermId, units: Scalar) -> Scalar {
        let ty = self.terms.ty(term);
        let (What::Int { den: from }, What::Int { den: to }) = (ty.what, units.what) else { return ty };
        let times = i64::from(to / from.max(1));
        Scalar { lo: ty.lo.saturating_mul(times), hi: ty.hi.saturating_mul(times), ..units }
    }

    /// A type in whose units both can be told.
    fn level(&self, a: TermId, b: TermId) -> Option<Scalar> {
        let (x, y) = (self.terms.ty(a), self.terms.ty(b));
        let (What::Int { den: p }, What::Int { den: q }) = (x.what, y.what) else {
            return (x.what == y.what).then(|| x.hull(y));
        };
        let (mut m, mut n) = (p.max(1), q.max(1));
        while n != 0 {
            (m, n) = (n, m % n);
        }
        let den = (p / m).checked_mul(q)?;
        let units = Scalar { what: What::Int { den }, ..x };
        Some(self.finer(a, units).hull(self.finer(b, units)))
    }
}

/// Of each row the one at the head of its exceptions, if that one has binders.
fn owners(rows: &Rows) -> Vec<Option<usize>> {
    let mut heads: Vec<Option<usize>> = vec![None; rows.rows.len()];
    for r in 0..rows.rows.len() {
        let (mut at, mut chain) = (r, Vec::new());
        // Each step goes to a parent, and rows form no circle.
        let head = loop {
            if let Some(known) = heads[at] {
                break known;
            }
            chain.push(at);
            match &rows.rows[at].kind {
                RowKind::Over { parents, even: false } if chain.len() <= rows.rows.len() => match parents.first() {
                    Some(parent) => at = parent.index(),
                    None => break at,
                },
                RowKind::Base | RowKind::Otherwise | RowKind::Over { .. } | RowKind::Waive(_) => break at,
            }
        };
        chain.into_iter().for_each(|row| heads[row] = Some(head));
    }
    let bound = |head: usize| !rows.rows[head].binders.is_empty();
    heads.into_iter().map(|head| head.filter(|head| bound(*head))).collect()
}
