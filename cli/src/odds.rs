//! `wgr odds`: every outcome of the dice before which an example leads, with its exact odds. An outcome is the next ask
//! that begins an action, or the end of the game; outcomes in which the same has changed are one.

use crate::args::{Odds, PolicyName};
use crate::at::example;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::picture::now;
use crate::playable::{Playable, Purpose, load_game};
use crate::table::Teller;
use crate::trials;
use std::collections::BTreeMap;
use std::path::Path;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Game, Outcome, Policy, Seat, Uncounted, View, Weight, count};
use wgr_runtime::ir::SiteId;
use wgr_runtime::script::before_the_dice;
use wgr_runtime::state::State;

pub(crate) fn odds(args: &Odds, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let playable = load_game(&args.game, Purpose::Test, &args.errata, root)?;
    let at = example(&playable, &args.example).map_err(Failure::bad_use)?;
    let game = &playable.game;
    let engine = before_the_dice(game, &playable.scripts, at).map_err(|wrong| {
        let found: String = wrong.found.iter().map(|line| format!(": {line}")).collect();
        Failure::wrong(format!("\"{}\": {}{found}: {}", playable.scripts[at].title, wrong.what, wrong.help))
    })?;
    if let Some(trials) = args.trials {
        return trials::trials(args, &playable, (&engine, &playable.scripts[at].title), trials, out);
    }
    if args.policy == Some(PolicyName::Random) {
        let what = "exact odds want one answer wherever somebody is asked";
        return Err(Failure::bad_use(format!("{what}: `--policy first`, or `--trials 10000 --policy random`")));
    }
    let mut asked_nobody: Option<(i64, SiteId)> = None;
    let outcomes = count(game, engine.state(), args.most, |_, asked, _| match args.policy {
        _ if asked.start => Policy::Stop,
        Some(PolicyName::First | PolicyName::Random) => Policy::Pick(0),
        None => {
            asked_nobody.get_or_insert((asked.side, asked.site));
            Policy::Stop
        }
    });
    let outcomes = outcomes.map_err(|error| {
        Failure::wrong(match error {
            Uncounted::TooMany { .. } => format!("{error}: --most allows more, and `--trials 10000` tries it so often"),
            Uncounted::Fault(_) | Uncounted::Weights => error.to_string(),
        })
    })?;
    if let Some((side, site)) = asked_nobody {
        return Err(unanswered(game, side, site));
    }
    let table = by_change(game, &playable.looks, engine.state(), outcomes).map_err(Failure::wrong)?;
    tell(args, &playable, at, &table, out);
    Ok(Exit::Fine)
}

/// Somebody is asked on the way, and it was not said what he answers.
pub(crate) fn unanswered(game: &Game, side: i64, site: SiteId) -> Failure {
    Failure::wrong(format!(
        "{} asks {} on the way, and nobody answers: `--policy first` takes the first option wherever somebody is asked",
        game.rule_name(site),
        game.side_name(side)
    ))
}

/// What becomes of a state, in words: what is otherwise, whose turn it is then, and how the game ends if it does.
pub(crate) struct Outcomes<'g> {
    game: &'g Game,
    looks: &'g Looks,
    teller: Teller<'g>,
    before: &'g State,
    stood: String,
}

impl<'g> Outcomes<'g> {
    pub(crate) fn of(playable: &'g Playable, before: &'g State) -> Outcomes<'g> {
        Outcomes::from(&playable.game, &playable.looks, before)
    }

    fn from(game: &'g Game, looks: &'g Looks, before: &'g State) -> Outcomes<'g> {
        Outcomes { game, looks, teller: Teller::new(game, looks), before, stood: stands(game, looks, before) }
    }

    pub(crate) fn what(&self, state: &State, over: Option<i64>) -> String {
        let mut changed = self.teller.changes(self.before, state);
        let then = stands(self.game, self.looks, state);
        match over {
            Some(result) => changed.push(format!("the game is over: {}", self.game.result_told(result))),
            None if then != self.stood && !then.is_empty() => changed.push(format!("then {then}")),
            None => {}
        }
        if changed.is_empty() { "nothing changes".to_owned() } else { changed.join(", ") }
    }
}

/// Turn, phase and side.
fn stands(game: &Game, looks: &Looks, state: &State) -> String {
    now(game, looks, &View::of(game, state, Seat::Referee)).join(", ").replace('_', " ")
}

/// Outcomes by what changes in them, whose turn it is then, and how the game ends if it does.
pub(crate) fn by_change(
    game: &Game,
    looks: &Looks,
    before: &State,
    outcomes: Vec<Outcome>,
) -> Result<BTreeMap<String, Weight>, String> {
    let mut table: BTreeMap<String, Weight> = BTreeMap::new();
    let told = Outcomes::from(game, looks, before);
    for Outcome { state, over, weight } in outcomes {
        let what = told.what(&state, over);
        let sum = match table.get(&what) {
            None => Some(weight),
            Some(other) => other.plus(weight),
        };
        table.insert(what, sum.ok_or_else(|| Uncounted::Weights.to_string())?);
    }
    Ok(table)
}

/// What may come of this answer before anybody is asked again: a line each, the likeliest first.
pub(crate) fn after_answer(
    playable: &Playable,
    state: &State,
    option: usize,
    most: usize,
) -> Result<Vec<String>, String> {
    let mut answered = false;
    let outcomes = count(&playable.game, state, most, |_, _, _| {
        // The first ask is the one that stands open.
        if std::mem::replace(&mut answered, true) { Policy::Stop } else { Policy::Pick(option) }
    });
    let table = by_change(&playable.game, &playable.looks, state, outcomes.map_err(|error| error.to_string())?)?;
    Ok(lines(&table))
}

fn tell(args: &Odds, playable: &Playable, at: usize, table: &BTreeMap<String, Weight>, out: &mut Out) {
    let policy = match args.policy {
        None => String::new(),
        Some(PolicyName::First | PolicyName::Random) => ", the first option wherever somebody is asked".to_owned(),
    };
    out.line(&format!(
        "{}: \"{}\", before its first die{policy}",
        playable.game.program().title,
        playable.scripts[at].title
    ));
    lines(table).iter().for_each(|line| out.line(line));
}

/// The likeliest first; equally likely ones in the order of their words.
fn lines(table: &BTreeMap<String, Weight>) -> Vec<String> {
    let mut rows: Vec<(&String, &Weight)> = table.iter().collect();
    rows.sort_by_key(|(_, weight)| std::cmp::Reverse(millionths(weight)));
    let odds: Vec<String> = rows.iter().map(|(_, weight)| format!("{}/{}", weight.num, weight.den)).collect();
    let wide = odds.iter().map(String::len).max().unwrap_or(0);
    rows.iter().zip(&odds).map(|((what, weight), odds)| format!("{odds:>wide$}  {}  {what}", percent(weight))).collect()
}

fn millionths(weight: &Weight) -> u128 {
    // Beyond 128 bits the numbers are so large that their last digits do not matter.
    weight
        .num
        .checked_mul(1_000_000)
        .map_or_else(|| weight.num / (weight.den / 1_000_000).max(1), |num| num / weight.den)
}

/// ` 16.67%`, rounded to the nearest.
pub(crate) fn percent(weight: &Weight) -> String {
    let hundredths = (millionths(weight) + 50) / 100;
    format!("{:>3}.{:02}%", hundredths / 100, hundredths % 100)
}
