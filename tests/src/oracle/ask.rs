//! Asks, rolls and draws: what the world outside may say, and what it said.

use super::exec::Flow;
use super::value::{Frame, Val, Value, zero};
use super::{Code, Label, MOST_OPTIONS, Machine, Outcome, Res, bad, fault};
use wgr_runtime::ir::{Arm, Ask, Block, CellId, LocalId, SiteId, Type, What};

impl<'p> Machine<'p> {
    pub(super) fn ask(&mut self, frame: &mut Frame<'p>, ask: &'p Ask) -> Res<Flow> {
        let side = self.eval(frame, ask.by)?.surely()?.1;
        let mut options: Vec<(&'p Arm, Option<Val>)> = Vec::new();
        for arm in &ask.arms {
            self.options(frame, arm, &mut options)?;
            if options.len() > MOST_OPTIONS {
                return fault(Code::Options, Some(ask.site));
            }
        }
        if options.is_empty() {
            return match &ask.otherwise {
                Some(block) => self.block(frame, block),
                None => bad("an ask without options"),
            };
        }
        let names = options.iter().map(|(arm, member)| (arm.name.clone(), member.as_ref().and_then(raw))).collect();
        let taken = self.answer(names, i64::from(side), ask.site, ask.start)?;
        let (arm, member) = &options[taken];
        if let (Some((local, _)), Some(member)) = (&arm.each, member) {
            frame.set(*local, member.clone())?;
        }
        self.block(frame, &arm.body)
    }

    fn options(&mut self, frame: &mut Frame<'p>, arm: &'p Arm, options: &mut Vec<(&'p Arm, Option<Val>)>) -> Res<()> {
        let Some((local, over)) = arm.each else {
            if self.holds(frame, arm.guard)? {
                options.push((arm, None));
            }
            return Ok(());
        };
        let (domain, members) = self.members(frame, over)?;
        for member in members {
            let member = Val::id(domain, i64::from(member));
            frame.set(local, member.clone())?;
            if self.holds(frame, arm.guard)? {
                options.push((arm, Some(member)));
            }
        }
        Ok(())
    }

    /// Which of the options (there is one at least) is taken; the only one is taken without asking.
    pub(super) fn answer(
        &mut self,
        options: Vec<(String, Option<i64>)>,
        side: i64,
        site: SiteId,
        start: bool,
    ) -> Res<usize> {
        if options.len() > MOST_OPTIONS {
            return fault(Code::Options, Some(site));
        }
        if options.len() == 1 {
            return Ok(0);
        }
        let offered = self.foreseen(&options, side, start)?;
        if let [only] = offered.as_slice() {
            self.plain.push(Label::Answer(*only));
            return Ok(*only);
        }
        match self.next_label() {
            Some(Label::Answer(taken)) if taken < offered.len() => {
                let taken = offered[taken];
                if self.supposing == 0
                    && let Some(last) = self.plain.last_mut()
                {
                    *last = Label::Answer(taken);
                }
                Ok(taken)
            }
            None => {
                let options = offered.iter().map(|option| options[*option].clone()).collect();
                Err(Box::new(Outcome::Ask { side, site, options, start }))
            }
            Some(Label::Answer(_) | Label::Roll(_) | Label::Draw(_)) => bad("a label that answers no ask"),
        }
    }

    pub(super) fn roll(&mut self, frame: &mut Frame<'p>, into: LocalId) -> Res<()> {
        let Some(Type::Scalar(faces)) = frame.func.locals.get(into.index()).map(|local| local.ty) else {
            return bad("a die without faces");
        };
        match self.next_label() {
            Some(Label::Roll(raw)) if faces.contains(raw) => {
                frame.set(into, super::value::typed(Type::Scalar(faces), Value::Int(raw))?)
            }
            None => Err(Box::new(Outcome::Roll { lo: faces.lo, hi: faces.hi })),
            Some(Label::Answer(_) | Label::Roll(_) | Label::Draw(_)) => bad("a label that is no face"),
        }
    }

    pub(super) fn draw(
        &mut self,
        frame: &mut Frame<'p>,
        into: LocalId,
        cup: CellId,
        otherwise: &'p Block,
    ) -> Res<Flow> {
        let weights = self.weights(cup)?;
        if weights.is_empty() {
            let Some(name) = frame.func.locals.get(into.index()) else { return bad("no such name") };
            frame.set(into, super::value::typed(name.ty, zero(name.ty))?)?;
            return self.block(frame, otherwise);
        }
        let drawn = match self.next_label() {
            Some(Label::Draw(member)) => member,
            None => return Err(Box::new(Outcome::Draw { weights })),
            Some(Label::Answer(_) | Label::Roll(_)) => return bad("a label that is no draw"),
        };
        let Some((_, weight)) = weights.iter().find(|(member, _)| *member == drawn) else {
            return bad("a label that draws what the cup does not hold");
        };
        let cell = self.cell(cup)?;
        let domain = match cell.index.first().map(|range| range.what) {
            Some(What::Id(domain)) => domain,
            Some(What::Int { .. } | What::Bool) | None => return bad("a cup of nothing"),
        };
        self.world.put(cup, cell, &[drawn], Value::Int(weight - 1))?;
        frame.set(into, Val::id(domain, drawn))?;
        Ok(Flow::On)
    }

    /// What a cup holds: members with how many of each.
    fn weights(&self, cup: CellId) -> Res<Vec<(i64, i64)>> {
        let cell = self.cell(cup)?;
        let [range] = cell.index.as_slice() else { return bad("a cup has one index") };
        let mut weights = Vec::new();
        for member in range.lo..=range.hi {
            match self.world.get(cup, cell, &[member]) {
                Value::Int(weight) if weight > 0 => weights.push((member, weight)),
                Value::Int(_) => {}
                Value::Set(_) => return bad("a cup of sets"),
            }
        }
        Ok(weights)
    }
}

fn raw(value: &Val) -> Option<i64> {
    match value {
        Val::Num(num) => Some(num.raw),
        Val::Set(..) => None,
    }
}
