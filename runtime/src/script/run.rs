//! Scripts played one after the other, those that continue another after that one. In: a game and its scripts. Out: a
//! report for each, in their order. The same game and scripts give the same reports.

use super::expect::expect;
use super::refused::refused;
use super::report::{Failure, Report, StepReport};
use super::step::{Script, ScriptStep, StepKind};
use super::walk::{Walk, Walked};
use crate::engine::{Engine, Game, Status};
use crate::ir::Pos;

/// How one script went, and where it led if nothing was wrong.
struct Went<'g> {
    report: Report,
    walk: Option<Walk<'g>>,
}

/// Play and check every script.
pub fn run(game: &Game, scripts: &[Script]) -> Vec<Report> {
    all(game, scripts, false)
}

/// The same, with the questions behind everything that is picked; it takes twice as long.
pub fn run_in_full(game: &Game, scripts: &[Script]) -> Vec<Report> {
    all(game, scripts, true)
}

fn all(game: &Game, scripts: &[Script], in_full: bool) -> Vec<Report> {
    let mut went: Vec<Option<Went<'_>>> = scripts.iter().map(|_| None).collect();
    loop {
        let mut moved = false;
        for (at, script) in scripts.iter().enumerate() {
            if went[at].is_some() {
                continue;
            }
            let from = match script.after {
                None => Some(Ok(Walk::new(game, in_full))),
                Some(before) => continued(scripts, &went, before),
            };
            if let Some(from) = from {
                let continues = scripts.iter().any(|other| other.after == Some(at));
                went[at] = Some(play(scripts, script, from, continues));
                moved = true;
            }
        }
        if !moved {
            break;
        }
    }
    let circle = |script: &Script| {
        let failure = Failure::new(
            "it continues itself by way of others",
            "let one of them begin at a scene: `example .. at SCENE`",
        );
        Report { failure: Some(failure), ..begun(scripts, script) }
    };
    went.into_iter()
        .zip(scripts)
        .map(|(went, script)| went.map_or_else(|| circle(script), |went| went.report))
        .collect()
}

/// Where the script that is continued led; None if it is still to be played.
fn continued<'g>(scripts: &[Script], went: &[Option<Went<'g>>], before: usize) -> Option<Result<Walk<'g>, Failure>> {
    let Some(script) = scripts.get(before) else {
        let help = "name an example that is there after `after`";
        return Some(Err(Failure::new("it continues an example that is not there", help)));
    };
    let went = went.get(before)?.as_ref()?;
    Some(
        went.walk.as_ref().map(Walk::fork).ok_or_else(|| {
            Failure::new(format!("it continues \"{}\", which fails", script.title), "mend that one first")
        }),
    )
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

fn play<'g>(scripts: &[Script], script: &Script, from: Result<Walk<'g>, Failure>, continues: bool) -> Went<'g> {
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
fn lead(walk: &mut Walk<'_>, script: &Script, most: usize, continues: bool, report: &mut Report) -> Option<Failure> {
    if script.after.is_none() {
        let began = walk.begin(&script.start);
        if let Some(first) = report.steps.first_mut() {
            first.events = walk.take_events();
        }
        if let Err(failure) = began {
            return Some(failure.at(script.steps.first().map(|step| step.at).unwrap_or_default()));
        }
    }
    for (at, script_step) in script.steps.iter().enumerate().take(most) {
        let next = script.steps[at..].iter().map(|step| &step.kind).find(|kind| kind.acts());
        let went = closed(walk, next, continues).and_then(|()| step(walk, script_step));
        let events = walk.take_events();
        report.steps.push(StepReport { at: script_step.at, text: script_step.text.clone(), events });
        if let Err(failure) = went {
            return Some(failure.at(script_step.at));
        }
    }
    if most < script.steps.len() {
        return None;
    }
    let ended = closed(walk, None, continues).and_then(|()| if continues { Ok(()) } else { walk.end() });
    if let Some(last) = report.steps.last_mut() {
        last.events.extend(walk.take_events());
    }
    ended.err().map(|failure| failure.at(script.steps.last().map(|step| step.at).unwrap_or_default()))
}

/// Close a choice of several if what comes next shows that it is over. Nothing more in a script that is continued
/// shows nothing.
fn closed(walk: &mut Walk<'_>, next: Option<&StepKind>, continues: bool) -> Walked {
    if next.is_none() && continues {
        return Ok(());
    }
    walk.close(next)
}

fn step(walk: &mut Walk<'_>, step: &ScriptStep) -> Walked {
    match &step.kind {
        StepKind::Start { action, args } => walk.start(action, args),
        StepKind::Answer { case, title, names } => walk.answer(case, title.as_deref(), names),
        StepKind::Roll(faces) => faces.iter().try_for_each(|&fell| walk.roll(fell)),
        StepKind::Draw(members) => members.iter().try_for_each(|drew| walk.draw(drew)),
        StepKind::Expect { query, shown, from } => expect(walk, *query, shown, from.as_ref()),
        StepKind::Refused { action, args, by_case, permit } => refused(walk, action, args, by_case, permit.as_ref()),
    }
}

/// The game at the first die or draw of a script: what came before it is played, the script's own dice are not used.
///
/// # Errors
/// Something before it fails, or nothing falls there.
pub fn before_the_dice<'g>(game: &'g Game, scripts: &[Script], at: usize) -> Result<Engine<'g>, Failure> {
    let mut chain = Vec::new();
    let mut next = Some(at);
    while let Some(at) = next {
        let Some(script) = scripts.get(at) else { break };
        if chain.len() > scripts.len() {
            return Err(Failure::new("it continues itself by way of others", "let one of them begin at a scene"));
        }
        chain.push(script);
        next = script.after;
    }
    let mut walk = Walk::new(game, false);
    while let Some(script) = chain.pop() {
        let falls = |step: &ScriptStep| matches!(step.kind, StepKind::Roll(_) | StepKind::Draw(_));
        let own = chain.is_empty();
        let first = script.steps.iter().position(falls);
        let most = if own { first.unwrap_or(script.steps.len()) } else { script.steps.len() };
        // What is left open may be what is asked for here.
        let mut report = begun(scripts, script);
        if let Some(failure) = lead(&mut walk, script, most, true, &mut report) {
            return Err(failure);
        }
        if own {
            let next = script.steps.get(most).map(|step| &step.kind);
            walk.close(next)?;
        }
    }
    match walk.engine.status() {
        Status::Dieless { .. } => Ok(walk.engine),
        Status::Ask(_) | Status::Over(_) | Status::Stopped(_) => Err(Failure::new(
            "no die falls where this example leads",
            "name an example with a `roll`, or one that ends before a die",
        )
        .found(walk.stands())),
    }
}
