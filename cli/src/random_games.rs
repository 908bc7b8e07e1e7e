//! The random games behind the examples of `wgr test`: up to so many of each scenario, within a time for all of them.
//!
//! In: a game. Out: how many were played, and the first fault of each scenario with the seed that shows it. Promises:
//! the seeds are 1, 2, 3 and so on, every scenario in turn, so that a short time still tries them all; a game that the time
//! cuts short counts as not played.

use crate::args::{BotName, Form, MOST, Test};
use crate::bots::{Bots, answers};
use crate::exit::Failure;
use crate::out::Out;
use crate::playable::{Playable, begun};
use crate::tell::{self, counted};
use crate::told::{Came, on};
use serde_json::json;
use std::time::{Duration, Instant};
use wgr_runtime::engine::Engine;

/// Answers between two looks at the clock.
const LOOK_EACH: usize = 64;

/// What was played, and what went wrong.
pub(crate) struct Games {
    played: u64,
    wanted: u64,
    scenarios: usize,
    most: u64,
    pub(crate) wrong: Vec<Wrong>,
}

/// A game in which a rule faults, an assumption does not hold, or nothing is offered.
pub(crate) struct Wrong {
    scenario: String,
    seed: u64,
    what: String,
}

/// Play them; none where no scenario is there, or none is wanted.
pub(crate) fn play(args: &Test, playable: &Playable) -> Result<Option<Games>, Failure> {
    if args.games == 0 || args.filter.is_some() || args.accept || playable.scenarios.is_empty() {
        return Ok(None);
    }
    let until = Instant::now() + Duration::from_secs(args.seconds);
    let scenarios = playable.scenarios.len();
    let mut games = Games {
        played: 0,
        wanted: args.games.saturating_mul(scenarios as u64),
        scenarios,
        most: args.games,
        wrong: vec![],
    };
    for seed in 1..=args.games {
        for scenario in &playable.scenarios {
            if games.wrong.iter().any(|wrong| wrong.scenario == scenario.name) {
                continue;
            }
            let Some(came) = one(playable, &scenario.name, seed, until)? else { return Ok(Some(games)) };
            games.played += 1;
            games.wrong.extend(came.map(|what| Wrong { scenario: scenario.name.clone(), seed, what }));
        }
    }
    Ok(Some(games))
}

/// One game: what went wrong, if anything did; nothing if the time is over before it is.
fn one(playable: &Playable, scenario: &str, seed: u64, until: Instant) -> Result<Option<Option<String>>, Failure> {
    let mut engine = begun(playable, seed, Some(scenario), None)?;
    let mut bots = Bots::behind(&[BotName::Random], seed, asked_by_run(playable, &engine));
    for _ in 0..MOST / LOOK_EACH {
        if Instant::now() >= until {
            return Ok(None);
        }
        match on(&mut bots, LOOK_EACH, &mut engine, &mut |_| {}) {
            Came::Over(_) => return Ok(Some(None)),
            Came::Unfinished => {}
            Came::DeadEnd => return Ok(Some(Some("somebody is asked and nothing is offered".to_owned()))),
            Came::Fault(fault) => return Ok(Some(Some(tell::went_wrong(playable, &fault)))),
            Came::Broken(broken) => return Ok(Some(Some(tell::broken(playable, &broken)))),
        }
    }
    // So many answers are more than a game of the table takes; that it goes on is no fault.
    Ok(Some(None))
}

/// So many answers stand behind the beginning of the same game in `wgr run`, where no scene can be chosen: with one scenario
/// nobody is asked which it is.
fn asked_by_run(playable: &Playable, engine: &Engine) -> u64 {
    let asked = answers(engine) as u64;
    if playable.scenarios.len() == 1 { asked.saturating_sub(1) } else { asked }
}

impl Games {
    /// Each fault as a failed test, then how many games were played.
    pub(crate) fn tell(&self, args: &Test, out: &mut Out) {
        let again = |wrong: &Wrong| {
            format!("wgr run {} --scenario {} --seed {}", args.game.display(), wrong.scenario, wrong.seed)
        };
        match args.format {
            Form::Full | Form::Narrated => {
                for wrong in &self.wrong {
                    out.line(&format!("FAILS   a random game of {}, seed {}", wrong.scenario, wrong.seed));
                    out.line(&format!("  {}", wrong.what));
                    out.line(&format!("    help: `{}` plays it again: then mend the rules there", again(wrong)));
                }
                out.line(&self.sum());
            }
            Form::Short => {
                for wrong in &self.wrong {
                    out.line(&format!("a random game of {}, seed {}: {}", wrong.scenario, wrong.seed, wrong.what));
                }
            }
            Form::Json => {
                let wrong: Vec<serde_json::Value> = self
                    .wrong
                    .iter()
                    .map(|wrong| json!({ "scenario": wrong.scenario, "seed": wrong.seed, "what": wrong.what }))
                    .collect();
                let games = json!({ "played": self.played, "wanted": self.wanted, "wrong": wrong });
                out.line(&json!({ "games": games }).to_string());
            }
        }
    }

    /// `40 random games fine: 2 scenarios, seeds 1 to 20`
    fn sum(&self) -> String {
        let failed = self.wrong.len() as u64;
        let of = if self.played == self.wanted || !self.wrong.is_empty() {
            String::new()
        } else {
            format!(" of {}, as the time allowed (`--seconds`)", self.wanted)
        };
        let (played, scenarios) = (counted(self.played as usize, "random game"), counted(self.scenarios, "scenario"));
        let came_out = match self.played.saturating_sub(failed) {
            _ if failed == 0 => " fine".to_owned(),
            fine => format!(", {fine} fine, {failed} failed"),
        };
        let seeds = match self.played < self.wanted && failed > 0 {
            true => "each left at its first failure".to_owned(),
            false => format!("seeds 1 to {}", self.most),
        };
        format!("{played}{came_out}{of}: {scenarios}, {seeds}")
    }
}
