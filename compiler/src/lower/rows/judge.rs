//! Here, applies, wins. A row without bindings keeps its verdict in yes/no locals; one with a single binder in
//! sets of the members for which it holds; of several binders the last is such a set inside loops over the
//! others, and is judged anew in each pass.

use wgr_runtime::ir::{
    BinaryOp, DomainId, Expr, ExprId, LocalId, MarkWhat, Pos, Row, RowIx, RowKind, Stmt, TextError, Type, What,
};

use super::Lowering;

/// A yes/no that is known, or kept in a local.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Flag {
    Yes,
    Kept(LocalId),
}

/// What is kept of a row once it is judged.
#[derive(Clone, Copy, Debug)]
pub(super) enum Verdict {
    Plain {
        here: Flag,
        applies: Flag,
    },
    /// `some`: does it apply in some binding? Kept if another row asks.
    Sets {
        sets: Sets,
        some: Option<LocalId>,
    },
    /// Several binders: only this is kept.
    Some(LocalId),
}

/// Members of the (last) binder: all, those where the row is here, and where it applies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sets {
    pub(super) domain: DomainId,
    pub(super) all: LocalId,
    pub(super) here: LocalId,
    pub(super) applies: LocalId,
}

/// A loop over one of several binders.
pub(super) struct Outer {
    var: LocalId,
    domain: DomainId,
    over: ExprId,
}

/// How rows of one binding family stand, in one pass: by row.
pub(super) type Pass = Vec<Option<Sets>>;

impl Lowering<'_> {
    pub(super) fn row(&self, row: RowIx) -> &Row {
        &self.rows.rows[row.index()]
    }

    /// The place of the row's own text, as near as there is one.
    pub(super) fn at(&self, row: RowIx) -> Pos {
        let row = self.row(row);
        let first = row.guard.or(row.value).or(row.binders.first().map(|b| b.1));
        first.and_then(|e| self.emit.func.exprs.get(e.index())).map_or(self.emit.func.at, |node| node.at)
    }

    /// Binders that the row is judged in, outermost first.
    pub(super) fn binders(&self, row: RowIx) -> Vec<(LocalId, ExprId)> {
        self.families.owner[row.index()].map_or_else(Vec::new, |owner| self.row(owner).binders.clone())
    }

    pub(super) fn error(&self, row: RowIx, what: &str) -> TextError {
        TextError::new(self.at(row), format!("row `{}`: {what}", self.row(row).label))
    }

    pub(super) fn judge_all(&mut self, out: &mut Vec<Stmt>) -> Result<(), TextError> {
        for row in self.families.order.clone() {
            self.emit.at = self.at(row);
            let verdict = match self.binders(row).len() {
                0 => Some(self.judge_plain(row, out)),
                1 => Some(self.judge_single(row, out)?),
                _ => self.judge_several(row, out)?,
            };
            self.verdicts[row.index()] = verdict;
            if self.is_waiver(row) && verdict.is_some() {
                self.mark_waiver(row, out);
            }
        }
        Ok(())
    }

    pub(super) fn is_waiver(&self, row: RowIx) -> bool {
        matches!(self.row(row).kind, RowKind::Waive(_))
    }

    pub(super) fn name(&self, what: &str, row: RowIx) -> String {
        format!("{what}_{}", self.row(row).label)
    }

    pub(super) fn flag(&mut self, flag: Flag) -> ExprId {
        match flag {
            Flag::Yes => self.emit.truth(true),
            Flag::Kept(local) => self.emit.get(local),
        }
    }

    /// Keeps a yes/no; no expression: yes.
    pub(super) fn keep(&mut self, name: &str, value: Option<ExprId>, out: &mut Vec<Stmt>) -> Flag {
        value.map_or(Flag::Yes, |value| Flag::Kept(self.emit.declare(out, name, Type::BOOL, value)))
    }

    fn judge_plain(&mut self, row: RowIx, out: &mut Vec<Stmt>) -> Verdict {
        let parents = self.families.parents[row.index()].clone();
        let parents = self.any_applies(&parents);
        let conditions: Vec<ExprId> = parents.into_iter().chain(self.row(row).guard).collect();
        let here = self.emit.chain(BinaryOp::And, conditions);
        let here = self.keep(&self.name("here", row), here, out);
        let waivers = self.families.waivers[row.index()].clone();
        let applies = self.unless(here, &waivers, &self.name("applies", row), out);
        Verdict::Plain { here, applies }
    }

    /// `flag`, unless one of these applies in some binding.
    pub(super) fn unless(&mut self, flag: Flag, rows: &[RowIx], name: &str, out: &mut Vec<Stmt>) -> Flag {
        let Some(any) = self.any_applies(rows) else { return flag };
        let not = self.emit.not(any);
        let value = match flag {
            Flag::Yes => not,
            Flag::Kept(local) => {
                let get = self.emit.get(local);
                self.emit.binary(BinaryOp::And, get, not)
            }
        };
        self.keep(name, Some(value), out)
    }

    /// Does one of these apply in some binding? Nothing for no rows.
    pub(super) fn any_applies(&mut self, rows: &[RowIx]) -> Option<ExprId> {
        let all: Vec<ExprId> = rows.iter().map(|r| self.some_binding(*r)).collect();
        self.emit.chain(BinaryOp::Or, all)
    }

    fn some_binding(&mut self, row: RowIx) -> ExprId {
        match self.verdicts[row.index()] {
            Some(Verdict::Plain { applies, .. }) => self.flag(applies),
            Some(Verdict::Sets { some: Some(some), .. } | Verdict::Some(some)) => self.emit.get(some),
            Some(Verdict::Sets { sets, some: None }) => self.emit.not_empty(sets.applies),
            // A row is judged after all that it asks about: `Families::order`.
            None => self.emit.truth(false),
        }
    }

    fn judge_single(&mut self, row: RowIx, out: &mut Vec<Stmt>) -> Result<Verdict, TextError> {
        let pass: Pass = self.verdicts.iter().map(|v| v.and_then(Verdict::sets)).collect();
        let sets = self.judge_sets(row, &pass, out)?;
        let some = self.families.asked[row.index()].then(|| {
            let value = self.emit.not_empty(sets.applies);
            self.emit.declare(out, &self.name("some", row), Type::BOOL, value)
        });
        Ok(Verdict::Sets { sets, some })
    }

    /// A pass over the outer binders, if another row asks whether this one applies at all (or it is a waiver,
    /// whose marks are made here).
    fn judge_several(&mut self, row: RowIx, out: &mut Vec<Stmt>) -> Result<Option<Verdict>, TextError> {
        if !self.families.asked[row.index()] && !self.is_waiver(row) {
            return Ok(None);
        }
        let no = self.emit.truth(false);
        let some = self.emit.declare(out, &self.name("some", row), Type::BOOL, no);
        let mut body = Vec::new();
        let outer = self.outer_loops(row)?;
        let pass = self.judge_kin(row, false, &mut body)?;
        if let Some(sets) = pass[row.index()] {
            let found = self.emit.not_empty(sets.applies);
            let yes = self.emit.truth(true);
            let assign = self.emit.assign(some, yes);
            body.push(self.emit.when(found, vec![assign], Vec::new()));
            if self.is_waiver(row) {
                self.mark_sets(row, sets, &mut body);
            }
        }
        out.extend(self.inside(outer, body));
        Ok(Some(Verdict::Some(some)))
    }

    /// Judges the row and its kin for one binding of the outer binders.
    pub(super) fn judge_kin(&mut self, row: RowIx, beaten: bool, out: &mut Vec<Stmt>) -> Result<Pass, TextError> {
        let mut pass: Pass = vec![None; self.rows.rows.len()];
        for kin in self.families.kin(row, beaten) {
            self.emit.at = self.at(kin);
            pass[kin.index()] = Some(self.judge_sets(kin, &pass, out)?);
        }
        self.emit.at = self.at(row);
        Ok(pass)
    }

    /// Names the outer binders anew, for one pass.
    pub(super) fn outer_loops(&mut self, row: RowIx) -> Result<Vec<Outer>, TextError> {
        let mut binders = self.binders(row);
        binders.pop();
        let mut loops = Vec::new();
        for (var, over) in binders {
            let domain = self.domain(row, var)?;
            let over = self.emit.copy(over, &mut self.renames);
            loops.push(Outer { var: self.bind(var), domain, over });
        }
        Ok(loops)
    }

    pub(super) fn inside(&mut self, outer: Vec<Outer>, body: Vec<Stmt>) -> Vec<Stmt> {
        outer.into_iter().rev().fold(body, |body, o| vec![self.emit.each(o.var, o.domain, o.over, body)])
    }

    /// A new local for a binder: each loop and each filter declares its own.
    pub(super) fn bind(&mut self, binder: LocalId) -> LocalId {
        self.emit.rename(binder, &mut self.renames)
    }

    /// The local in which a binder's member is at hand.
    fn bound(&self, binder: LocalId) -> LocalId {
        self.renames.get(&binder).copied().unwrap_or(binder)
    }

    pub(super) fn domain(&self, row: RowIx, binder: LocalId) -> Result<DomainId, TextError> {
        let what = self.emit.func.locals.get(binder.index()).and_then(|l| l.ty.scalar()).map(|s| s.what);
        match what {
            Some(What::Id(domain)) => Ok(domain),
            Some(What::Int { .. } | What::Bool) | None => Err(self.error(row, "a binder runs over members")),
        }
    }

    /// Judges a row for all members of its last binder at once.
    fn judge_sets(&mut self, row: RowIx, pass: &Pass, out: &mut Vec<Stmt>) -> Result<Sets, TextError> {
        let Some((var, over)) = self.binders(row).last().copied() else {
            return Err(self.error(row, "no binder"));
        };
        let domain = self.domain(row, var)?;
        let set = Type::Set(domain);
        let parents: Vec<Sets> = self.families.parents[row.index()].iter().filter_map(|p| pass[p.index()]).collect();
        let all = match parents.first() {
            Some(parent) => parent.all,
            None => {
                let over = self.emit.copy(over, &mut self.renames);
                self.emit.declare(out, &self.name("all", row), set, over)
            }
        };
        let among: Vec<ExprId> = parents.iter().map(|p| self.emit.get(p.applies)).collect();
        let among = match self.emit.chain(BinaryOp::Union, among) {
            Some(union) => union,
            None => self.emit.get(all),
        };
        let here = match (self.row(row).guard, &parents[..]) {
            (Some(guard), _) => {
                let var = self.bind(var);
                let guard = self.emit.copy(guard, &mut self.renames);
                let value = self.emit.filter(var, among, guard);
                self.emit.declare(out, &self.name("here", row), set, value)
            }
            (None, []) => all,
            (None, [parent]) => parent.applies,
            (None, _) => self.emit.declare(out, &self.name("here", row), set, among),
        };
        let waivers = self.families.waivers[row.index()].clone();
        let applies = self.none_if(here, domain, &waivers, &self.name("applies", row), out);
        Ok(Sets { domain, all, here, applies })
    }

    /// The set, or the empty one if one of the rows applies in some binding.
    fn none_if(&mut self, set: LocalId, domain: DomainId, rows: &[RowIx], name: &str, out: &mut Vec<Stmt>) -> LocalId {
        let Some(any) = self.any_applies(rows) else { return set };
        let (empty, kept) = (self.emit.expr(Expr::Empty(domain)), self.emit.get(set));
        let value = self.emit.expr(Expr::If(any, empty, kept));
        self.emit.declare(out, name, Type::Set(domain), value)
    }

    /// Where the row wins: where it applies and no descendant does; nowhere if an even one applies at all.
    pub(super) fn winning(&mut self, row: RowIx, sets: Sets, pass: &Pass, out: &mut Vec<Stmt>) -> LocalId {
        let name = self.name("wins", row);
        let mut wins = sets.applies;
        let beaters: Vec<Sets> = self.families.beaters(row).iter().filter_map(|b| pass[b.index()]).collect();
        if !beaters.is_empty() {
            let others: Vec<ExprId> = beaters.iter().map(|b| self.emit.get(b.applies)).collect();
            let mut value = self.emit.get(wins);
            if let Some(others) = self.emit.chain(BinaryOp::Union, others) {
                value = self.emit.binary(BinaryOp::Minus, value, others);
            }
            wins = self.emit.declare(out, &name, Type::Set(sets.domain), value);
        }
        let even = self.families.even_beaters(row);
        self.none_if(wins, sets.domain, &even, &name, out)
    }

    fn mark_waiver(&mut self, row: RowIx, out: &mut Vec<Stmt>) {
        let site = self.row(row).site;
        match self.verdicts[row.index()] {
            Some(Verdict::Plain { here, applies }) => {
                for (what, flag) in [(MarkWhat::Here, here), (MarkWhat::Applies, applies)] {
                    let value = self.flag(flag);
                    out.push(self.emit.mark(site, what, value));
                }
            }
            Some(Verdict::Sets { sets, .. }) => self.mark_sets(row, sets, out),
            Some(Verdict::Some(_)) | None => {}
        }
    }

    fn mark_sets(&mut self, row: RowIx, sets: Sets, out: &mut Vec<Stmt>) {
        let Some((var, _)) = self.binders(row).last().copied() else { return };
        let mut body = Vec::new();
        let var = self.bind(var);
        self.mark_binding(row, Some(sets), &mut body);
        let all = self.emit.get(sets.all);
        out.push(self.emit.each(var, sets.domain, all, body));
    }

    /// Bind, here and applies of the binding at hand; without sets: of one that wins.
    pub(super) fn mark_binding(&mut self, row: RowIx, sets: Option<Sets>, out: &mut Vec<Stmt>) {
        let site = self.row(row).site;
        let binders = self.binders(row);
        for (var, _) in &binders {
            let member = self.emit.get(self.bound(*var));
            out.push(self.emit.mark(site, MarkWhat::Bind, member));
        }
        let places = [(MarkWhat::Here, sets.map(|s| s.here)), (MarkWhat::Applies, sets.map(|s| s.applies))];
        for (what, place) in places {
            let value = match (place, binders.last()) {
                (Some(place), Some((var, _))) => {
                    let (member, place) = (self.emit.get(self.bound(*var)), self.emit.get(place));
                    self.emit.binary(BinaryOp::In, member, place)
                }
                (Some(_) | None, _) => self.emit.truth(true),
            };
            out.push(self.emit.mark(site, what, value));
        }
    }
}

impl Verdict {
    pub(super) fn sets(self) -> Option<Sets> {
        match self {
            Verdict::Sets { sets, .. } => Some(sets),
            Verdict::Plain { .. } | Verdict::Some(_) => None,
        }
    }
}
