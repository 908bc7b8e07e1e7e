//! Scripts played one after the other, those that continue another after that one. In: a game and its scripts. Out: a
//! report for each that is asked for, in their order, handed over as soon as it is made. Nothing of a script is kept once
//! its report is handed over and nothing else continues it. The same game and scripts give the same reports.

use super::expect::{answered_so, expect};
use super::refused::{refused, withheld};
use super::report::{Failure, Report, StepReport};
use super::step::{Script, ScriptStep, StepKind};
use super::walk::{Because, Walk, Walked, stands};
use crate::engine::{Engine, Game, Status};
use crate::ir::Pos;
use std::ops::ControlFlow;

/// How one script went, and where it led if nothing was wrong.
struct Went {
    report: Report,
    walk: Option<Walk>,
}

/// Play and check every script.
pub fn run(game: &Game, scripts: &[Script]) -> Vec<Report> {
    let mut reports = Vec::new();
    run_each(game, scripts, Because::Named, &|_| true, &mut |_, report| reports.push(report));
    reports
}

/// Play and check the scripts that are asked for, and those that they continue. Each report is handed over with the
/// place of its script, in the order of the scripts.
pub fn run_each(
    game: &Game,
    scripts: &[Script],
    reasons: Because,
    asked_for: &dyn Fn(usize) -> bool,
    done: &mut dyn FnMut(usize, Report),
) {
    let order: Vec<usize> = (0..scripts.len()).filter(|at| asked_for(*at)).collect();
    run_in(game, scripts, reasons, &order, &mut |at, report| {
        done(at, report);
        ControlFlow::Continue(())
    });
}

/// The same in an order of one's own, until somebody has seen enough.
pub fn run_in(
    game: &Game,
    scripts: &[Script],
    reasons: Because,
    order: &[usize],
    done: &mut dyn FnMut(usize, Report) -> ControlFlow<()>,
) {
    let mut scenes = Scenes { game, scripts, reasons, left: vec![], went: scripts.iter().map(|_| None).collect() };
    scenes.left = scenes.uses(order);
    for &at in order {
        let Some(script) = scripts.get(at) else { continue };
        scenes.play(at);
        let report = match &mut scenes.went[at] {
            Some(went) => std::mem::replace(&mut went.report, begun(scripts, script)),
            None => circle(scripts, script),
        };
        scenes.let_go(at);
        if done(at, report).is_break() {
            return;
        }
    }
}

/// The scripts that are being played: what of them is still needed.
struct Scenes<'g, 's> {
    game: &'g Game,
    scripts: &'s [Script],
    reasons: Because,
    /// How often the end of each is still to be taken up: by its own report, and by those that continue it.
    left: Vec<usize>,
    went: Vec<Option<Went>>,
}

impl<'g> Scenes<'g, '_> {
    /// How often each is needed for those that are asked for.
    fn uses(&self, order: &[usize]) -> Vec<usize> {
        let mut uses = vec![0; self.scripts.len()];
        let mut todo: Vec<usize> = order.iter().copied().filter(|at| *at < uses.len()).collect();
        while let Some(at) = todo.pop() {
            uses[at] += 1;
            // The first time that it is needed it needs the one before it.
            let before = self.scripts[at].after.filter(|before| uses[at] == 1 && *before < self.scripts.len());
            todo.extend(before);
        }
        uses
    }

    /// Play this script, and before it those that it continues; nothing if they lead round in a circle.
    fn play(&mut self, at: usize) {
        let mut chain = vec![];
        let mut next = Some(at);
        while let Some(at) = next.filter(|at| self.went.get(*at).is_some_and(Option::is_none)) {
            if chain.contains(&at) {
                return;
            }
            chain.push(at);
            next = self.scripts[at].after;
        }
        while let Some(at) = chain.pop() {
            let script = &self.scripts[at];
            let from = match script.after {
                None => Ok(Walk::new(self.game, self.reasons)),
                Some(before) => self.continued(before),
            };
            let continues = self.scripts.iter().any(|other| other.after == Some(at));
            self.went[at] = Some(play(self.scripts, script, from, continues));
            if let Some(before) = script.after {
                self.let_go(before);
            }
        }
    }

    /// Where the script that is continued led.
    fn continued(&self, before: usize) -> Result<Walk, Failure> {
        let (Some(script), Some(Some(went))) = (self.scripts.get(before), self.went.get(before)) else {
            let help = "name an example that is there after `after`";
            return Err(Failure::new("it continues an example that is not there", help));
        };
        went.walk.as_ref().map(Walk::fork).ok_or_else(|| {
            Failure::new(format!("it continues \"{}\", which fails", script.title), "mend that one first")
        })
    }

    /// It was needed once; nothing is kept of it when it is needed no more.
    fn let_go(&mut self, at: usize) {
        let (Some(left), Some(went)) = (self.left.get_mut(at), self.went.get_mut(at)) else { return };
        *left = left.saturating_sub(1);
        if *left == 0 {
            *went = None;
        }
    }
}

fn circle(scripts: &[Script], script: &Script) -> Report {
    let failure =
        Failure::new("it continues itself by way of others", "let one of them begin at a scene: `example .. at SCENE`");
    Report { failure: Some(failure), ..begun(scripts, script) }
}

fn begun(scripts: &[Script], script: &Script) -> Report {
    let text = match script.after {
        None => format!("at {}", script.start),
        Some(before) => format!("after \"{}\"", scripts.get(before).map_or("", |before| &before.title)),
    };
    let steps = vec![StepReport { at: Pos::default(), text, events: vec![] }];
    Report {
        title: script.title.clone(),
        cases: script.cases.clone(),
        source: script.source.clone(),
        steps,
        failure: None,
    }
}

fn play(scripts: &[Script], script: &Script, from: Result<Walk, Failure>, continues: bool) -> Went {
    let mut report = begun(scripts, script);
    let first = script.steps.first().map(|step| step.at).unwrap_or_default();
    let mut walk = match from {
        Ok(walk) => walk,
        Err(failure) => return Went { report: Report { failure: Some(failure.at(first)), ..report }, walk: None },
    };
    let failure = lead(&mut walk, script, script.steps.len(), continues, &mut report);
    report.failure = failure;
    let walk = report.failure.is_none().then_some(walk);
    Went { report, walk }
}

/// The first steps of a script, all of them if `most` says so; what went wrong, if something did.
fn lead(walk: &mut Walk, script: &Script, most: usize, continues: bool, report: &mut Report) -> Option<Failure> {
    if script.after.is_none() {
        let began = walk.begin(&script.start);
        if let Some(first) = report.steps.first_mut() {
            first.events = walk.take_events();
        }
        if let Err(failure) = began {
            return Some(failure.at(script.steps.first().map(|step| step.at).unwrap_or_default()));
        }
    }
    for script_step in script.steps.iter().take(most) {
        let went = step(walk, script_step);
        let events = walk.take_events();
        report.steps.push(StepReport { at: script_step.at, text: script_step.text.clone(), events });
        if let Err(failure) = went {
            let failure = match &script.plays_on {
                Some(why) if wants_the_end(&script_step.kind) && !walk.is_over() => failure.first(why),
                Some(_) | None => failure,
            };
            return Some(failure.at(script_step.at));
        }
    }
    if most < script.steps.len() {
        return None;
    }
    let ended = if continues { Ok(()) } else { walk.end() };
    ended.err().map(|failure| failure.at(script.steps.last().map(|step| step.at).unwrap_or_default()))
}

/// Does this line want the game to be over?
fn wants_the_end(kind: &StepKind) -> bool {
    match kind {
        StepKind::Over { .. } => true,
        StepKind::OnTo { there, .. } => there.is_none(),
        StepKind::Start { .. }
        | StepKind::Answer { .. }
        | StepKind::Roll(_)
        | StepKind::Draw(_)
        | StepKind::Expect { .. }
        | StepKind::Refused { .. }
        | StepKind::Withheld { .. } => false,
    }
}

pub(super) fn step(walk: &mut Walk, step: &ScriptStep) -> Walked {
    match &step.kind {
        StepKind::Start { action, args, by } => walk.start(action, args, by),
        StepKind::Answer { rule, names, by } => walk.answer(rule, names, by),
        StepKind::OnTo { there, to } => walk.on_to(*there, to),
        StepKind::Over { result, from } => {
            walk.over(result)?;
            from.iter().try_for_each(|from| answered_so(walk, result, from))
        }
        StepKind::Roll(faces) => faces.iter().try_for_each(|&fell| walk.roll(fell)),
        StepKind::Draw(members) => members.iter().try_for_each(|drew| walk.draw(drew)),
        StepKind::Expect { query, shown, from, within } => {
            walk.still_within(within.as_ref())?;
            expect(walk, *query, shown, from.as_ref())
        }
        StepKind::Refused { action, args, by_case, permit } => refused(walk, action, args, by_case, permit.as_ref()),
        StepKind::Withheld { answer, by_case } => withheld(walk, answer, by_case),
    }
}

/// The game at the first die or draw of a script: what came before it is played, the script's own dice are not used.
///
/// # Errors
/// Something before it fails, or nothing falls there.
pub fn before_the_dice(game: &Game, scripts: &[Script], at: usize) -> Result<Engine, Failure> {
    let falls = |step: &ScriptStep| matches!(step.kind, StepKind::Roll(_) | StepKind::Draw(_));
    let steps = scripts.get(at).map_or(&[][..], |script| &script.steps);
    let engine = after_steps(game, scripts, at, steps.iter().position(falls).unwrap_or(steps.len()))?;
    match engine.status() {
        Status::AwaitingChance { .. } => Ok(engine),
        Status::Ask(_) | Status::Over(_) | Status::Stopped(_) => Err(Failure::new(
            "no die falls where this example leads",
            "name an example with a `roll`, or one that ends before a die",
        )
        .found(stands(&engine))),
    }
}

/// A script, and before it in the list those that it continues; none where they lead round in a circle.
pub(super) fn chain(scripts: &[Script], at: usize) -> Option<Vec<&Script>> {
    let mut chain = Vec::new();
    let mut next = Some(at);
    while let Some(script) = next.and_then(|at| scripts.get(at)) {
        if chain.len() > scripts.len() {
            return None;
        }
        chain.push(script);
        next = script.after;
    }
    Some(chain)
}

/// The game, led by hand, behind so many steps of a script, and before them those that it continues.
///
/// # Errors
/// Something on the way fails.
pub fn after_steps(game: &Game, scripts: &[Script], at: usize, steps: usize) -> Result<Engine, Failure> {
    let Some(mut chain) = chain(scripts, at) else {
        return Err(Failure::new("it continues itself by way of others", "let one of them begin at a scene"));
    };
    let mut walk = Walk::new(game, Because::Named);
    while let Some(script) = chain.pop() {
        let most = if chain.is_empty() { steps } else { script.steps.len() };
        let mut report = begun(scripts, script);
        if let Some(failure) = lead(&mut walk, script, most, true, &mut report) {
            return Err(failure);
        }
    }
    Ok(walk.engine)
}
