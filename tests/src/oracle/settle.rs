//! Settling, by its definition: find what became true, run one handler, begin again until nothing is due.

use super::value::{Frame, Val, Value};
use super::{Code, Machine, Res, bad, fault};
use std::collections::BTreeSet;
use wgr_runtime::ir::{Arrivals, CellId, ExprId, Scalar, Site, SiteId, Type, What};

/// A trigger's place in the program, and the member it is about.
type Due = (usize, Option<i64>);

impl<'p> Machine<'p> {
    pub(super) fn settle(&mut self, frame: &mut Frame<'p>, by: ExprId) -> Res<()> {
        let by = i64::from(self.eval(frame, by)?.surely()?.1);
        if self.settling {
            return Ok(());
        }
        self.settling = true;
        let mut runs = vec![0; self.program.triggers.len()];
        let mut came = BTreeSet::new();
        loop {
            self.at_once()?;
            self.look(false, false)?;
            self.look_for_endings()?;
            self.nobody_is_new(&mut came);
            let due: Vec<Due> = self.world.pending.iter().copied().collect();
            if due.is_empty() {
                self.forget_from(&came);
                break;
            }
            let next = self.next(&due, by)?;
            self.handle(next, &mut runs)?;
        }
        self.settling = false;
        Ok(())
    }

    /// An ending first; then the first that nothing else that waits could disturb; else a side says which.
    fn next(&mut self, due: &[Due], by: i64) -> Res<Due> {
        self.contradict(due)?;
        if let Some(ending) = due.iter().find(|(at, _)| self.waiting.ends(*at)) {
            return Ok(*ending);
        }
        let alone = |one: &Due| !due.iter().any(|other| other != one && self.waiting.clash(one.0, other.0));
        match due.iter().find(|one| alone(one)) {
            Some(one) => Ok(*one),
            None => self.choose(due, by),
        }
    }

    fn contradict(&self, due: &[Due]) -> Res<()> {
        let waits = |trigger: usize| due.iter().any(|(at, _)| *at == trigger);
        for (nth, (i, j)) in self.waiting.contradictions.iter().enumerate() {
            if waits(*i) && waits(*j) {
                return fault(Code::Clash, Some(self.site_of_rivals(nth)?));
            }
        }
        Ok(())
    }

    pub(super) fn known(&mut self) -> Res<()> {
        for at_once in [false, true] {
            self.look(at_once, false)?;
            self.look(at_once, true)?;
        }
        self.world.pending.clear();
        let mut came = BTreeSet::new();
        self.nobody_is_new(&mut came);
        self.forget_from(&came);
        Ok(())
    }

    /// While one is due, no other ending is looked for.
    pub(super) fn look_for_endings(&mut self) -> Res<()> {
        self.endings(false)
    }

    fn endings(&mut self, at_once: bool) -> Res<()> {
        let ends = |at: usize| self.waiting.ends(at) && self.program.triggers[at].at_once == at_once;
        if self.world.pending.iter().any(|(at, _)| ends(*at)) {
            return Ok(());
        }
        self.look(at_once, true)
    }

    /// What is at once, in the order of the book; an ending before all else. Within it nothing is looked at.
    pub(super) fn at_once(&mut self) -> Res<()> {
        if std::mem::replace(&mut self.done_at_once, true) {
            return Ok(());
        }
        let mut runs = vec![0; self.program.triggers.len()];
        loop {
            self.look(true, false)?;
            self.endings(true)?;
            let due = self.world.pending.iter().copied();
            let due: Vec<Due> = due.filter(|(at, _)| self.program.triggers[*at].at_once).collect();
            let Some(first) = due.first() else { break };
            self.contradict(&due)?;
            let next = *due.iter().find(|(at, _)| self.waiting.ends(*at)).unwrap_or(first);
            self.handle(next, &mut runs)?;
        }
        self.done_at_once = false;
        Ok(())
    }

    /// What is true now, and what became so since the last look: of endings, or of all else.
    fn look(&mut self, at_once: bool, endings: bool) -> Res<()> {
        for (at, trigger) in self.program.triggers.iter().enumerate() {
            if trigger.at_once != at_once || self.waiting.ends(at) != endings {
                continue;
            }
            for member in self.about(at)? {
                if let Some(on) = trigger.on {
                    let new = member
                        .and_then(|raw| u32::try_from(raw).ok())
                        .is_some_and(|raw| self.who_came(on).contains(&raw));
                    if new && self.ask_query(trigger.watch, self.tuple(at, member)?)? {
                        self.world.pending.insert((at, member));
                    }
                    continue;
                }
                let now = self.ask_query(trigger.watch, self.tuple(at, member)?)?;
                let before = self.world.truth.contains(&(at, member));
                let due = match trigger.only {
                    Some(only) if now && !before => self.ask_query(only, self.tuple(at, member)?)?,
                    Some(_) | None => now && !before,
                };
                if due {
                    self.world.pending.insert((at, member));
                }
                if now {
                    self.world.truth.insert((at, member));
                } else {
                    self.world.truth.remove(&(at, member));
                }
            }
        }
        Ok(())
    }

    /// Who has arrived since it settled last.
    fn who_came(&self, on: Arrivals) -> BTreeSet<u32> {
        match self.world.cells.get(&(on.who, Vec::new())) {
            Some(Value::Set(members)) => members.clone(),
            Some(Value::Int(_)) | None => BTreeSet::new(),
        }
    }

    /// Whoever has arrived was looked at, by all triggers.
    fn nobody_is_new(&mut self, came: &mut BTreeSet<(CellId, u32)>) {
        for on in self.program.triggers.iter().filter_map(|trigger| trigger.on) {
            came.extend(self.who_came(on).into_iter().map(|member| (on.from, member)));
        }
        for on in self.program.triggers.iter().filter_map(|trigger| trigger.on) {
            self.world.clear(on.who);
        }
    }

    fn forget_from(&mut self, came: &BTreeSet<(CellId, u32)>) {
        for (from, member) in came {
            self.world.cells.remove(&(*from, vec![i64::from(*member)]));
        }
    }

    fn param(&self, at: usize) -> Res<Option<Scalar>> {
        let types: Vec<Type> = self.func(self.program.triggers[at].watch)?.param_types().collect();
        match types.as_slice() {
            [] => Ok(None),
            [Type::Scalar(scalar)] => Ok(Some(*scalar)),
            _ => bad("a trigger about more than one member"),
        }
    }

    /// The members that a trigger is about, ascending; one empty tuple if it has no parameter.
    fn about(&self, at: usize) -> Res<Vec<Option<i64>>> {
        Ok(match self.param(at)? {
            None => vec![None],
            Some(scalar) => (scalar.lo..=scalar.hi).map(Some).collect(),
        })
    }

    fn tuple(&self, at: usize, member: Option<i64>) -> Res<Vec<Val>> {
        match (self.param(at)?.map(|scalar| scalar.what), member) {
            (None, None) => Ok(Vec::new()),
            (Some(What::Id(domain)), Some(raw)) => Ok(vec![Val::id(domain, raw)]),
            (None | Some(What::Int { .. } | What::Bool | What::Id(_)), _) => bad("a trigger about no member"),
        }
    }

    /// The side that all handlers name picks, otherwise the side that settles.
    fn choose(&mut self, due: &[Due], by: i64) -> Res<Due> {
        let mut named = Vec::new();
        for (at, member) in due {
            let side = self.plain_call(self.program.triggers[*at].by, self.tuple(*at, *member)?)?;
            named.push(i64::from(side.surely()?.1));
        }
        let chooser = if named.iter().all(|side| *side == named[0]) { named[0] } else { by };
        let options = due.iter().map(|(at, member)| (self.program.triggers[*at].name.clone(), *member)).collect();
        let site = self.site_of_order()?;
        Ok(due[self.answer(options, chooser, site, false)?])
    }

    /// The only trigger's site; with several, the site of all their cases.
    fn site_of_order(&self) -> Res<SiteId> {
        if let [trigger] = self.program.triggers.as_slice() {
            return Ok(trigger.site);
        }
        let mut cases: Vec<String> = Vec::new();
        for trigger in &self.program.triggers {
            let Some(site) = self.program.sites.get(trigger.site.index()) else { return bad("no such site") };
            for case in &site.cases {
                if !cases.contains(case) {
                    cases.push(case.clone());
                }
            }
        }
        let site = Site { cases, title: "What is due at once".to_owned() };
        // The lowered program appends the site if it is new; so does this.
        let known = self.program.sites.iter().position(|other| *other == site);
        Ok(SiteId::new(known.unwrap_or(self.program.sites.len())))
    }

    /// Where two endings contradict each other: the site of both. New ones are appended behind that of the question.
    fn site_of_rivals(&self, nth: usize) -> Res<SiteId> {
        let mut sites = self.program.sites.clone();
        let asked = self.site_of_order()?;
        if asked.index() == sites.len() {
            sites.push(Site { cases: Vec::new(), title: String::new() });
        }
        let mut found = asked;
        for (i, j) in self.waiting.contradictions.iter().take(nth + 1) {
            let of = |at: &usize| self.program.sites.get(self.program.triggers[*at].site.index());
            let (Some(a), Some(b)) = (of(i), of(j)) else { return bad("no such site") };
            let mut cases = a.cases.clone();
            cases.extend(b.cases.iter().cloned());
            cases.dedup();
            let site = Site { cases, title: format!("{} / {}", a.title, b.title) };
            let known = sites.iter().position(|other| *other == site);
            found = SiteId::new(known.unwrap_or(sites.len()));
            if known.is_none() {
                sites.push(site);
            }
        }
        Ok(found)
    }

    fn handle(&mut self, (at, member): Due, runs: &mut [u32]) -> Res<()> {
        let trigger = &self.program.triggers[at];
        self.world.pending.remove(&(at, member));
        runs[at] += 1;
        if runs[at] > trigger.most {
            return fault(Code::Rule, Some(trigger.site));
        }
        let args = self.fit_args(trigger.run, self.tuple(at, member)?)?;
        self.call(trigger.run, args)?;
        Ok(())
    }
}
