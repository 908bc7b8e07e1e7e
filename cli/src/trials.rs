//! `wgr odds --trials N`: a battle that is too big to be reckoned, tried so many times from the same state, each time with dice
//! of its own. What came of it is counted, and so is what any query answers then.
//!
//! In: where an example stands before its first die. Out: each outcome with its count, its share and how sure that is; of each
//! figure how often it came to what. Promises: trial N of a seed is the same on every machine and any number of threads; a rule
//! that faults is told with the trial in which it does.

use crate::args::{Odds, PolicyName};
use crate::bots::Bots;
use crate::eval::Asker;
use crate::exit::{Exit, Failure};
use crate::helpers::{in_order, processors};
use crate::odds::Outcomes;
use crate::out::{Out, Progress};
use crate::playable::Playable;
use crate::share::Share;
use crate::tell::{counted, went_wrong};
use serde_json::Value;
use std::collections::BTreeMap;
use wgr_runtime::engine::{Engine, Seat, Status, View};

/// So many answers are no battle any more.
const MOST_ANSWERS: usize = 10_000;

/// An odd number, so that each seed has trials of its own.
const APART: u64 = 0x9e37_79b9_7f4a_7c15;

/// What came of one trial.
struct Tried {
    what: Result<String, String>,
    /// Of each figure, what it came to.
    figures: Vec<Came>,
}

/// How often each came about.
#[derive(Default)]
struct Sums {
    outcomes: BTreeMap<String, u64>,
    figures: Vec<BTreeMap<Came, u64>>,
}

/// What a figure came to: numbers in their order, before all else.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Came {
    Number(i64),
    Text(String),
}

pub(crate) fn trials(
    args: &Odds,
    playable: &Playable,
    (from, title): (&Engine, &str),
    trials: u64,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let outcomes = Outcomes::of(playable, from.state());
    // Trials of two seeds have nothing in common.
    let seed = |nth: u64| args.seed.wrapping_mul(APART).wrapping_add(nth);
    let one = |nth| one(args, playable, from, &outcomes, seed(nth));
    let threads = args.threads.map_or_else(processors, usize::from).min(usize::try_from(trials).unwrap_or(usize::MAX));
    let mut sums = Sums { figures: args.figure.iter().map(|_| BTreeMap::new()).collect(), ..Sums::default() };
    let mut progress = Progress::new("trial", trials);
    in_order(trials, threads, one, |nth, tried: Result<Tried, Failure>| {
        let Tried { what, figures } = tried?;
        let what = what.map_err(|what| Failure::wrong(format!("trial {} of seed {}: {what}", nth + 1, args.seed)))?;
        *sums.outcomes.entry(what).or_default() += 1;
        for (figure, came) in sums.figures.iter_mut().zip(figures) {
            *figure.entry(came).or_default() += 1;
        }
        progress.done(nth + 1);
        Ok(())
    })?;
    let policy = match args.policy {
        None => "",
        Some(PolicyName::First) => ", the first option wherever somebody is asked",
        Some(PolicyName::Random) => ", any option wherever somebody is asked",
    };
    let game = &playable.game.program().title;
    let tried = counted(usize::try_from(trials).unwrap_or(usize::MAX), "trial");
    out.line(&format!("{game}: \"{title}\", before its first die, {tried} from seed {}{policy}", args.seed));
    let mut rows: Vec<(&String, &u64)> = sums.outcomes.iter().collect();
    rows.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    tell(rows.into_iter().map(|(what, count)| (*count, what.clone())), trials, out);
    for (figure, came) in args.figure.iter().zip(&sums.figures) {
        out.line(&format!("{figure}{}", mean(came, trials)));
        let rows = came.iter().map(|(came, count)| {
            let came = match came {
                Came::Number(number) => number.to_string(),
                Came::Text(text) => text.clone(),
            };
            (*count, came)
        });
        tell(rows, trials, out);
    }
    Ok(Exit::Fine)
}

/// One trial, up to the next ask that begins an action, or the end of the game.
fn one(args: &Odds, playable: &Playable, from: &Engine, outcomes: &Outcomes<'_>, seed: u64) -> Result<Tried, Failure> {
    let mut engine = from.trial(seed);
    let mut bots = Bots::behind(&[crate::args::BotName::Random], seed, 0);
    for _ in 0..MOST_ANSWERS {
        let over = match engine.status() {
            Status::Over(result) => Some(*result),
            Status::Stopped(fault) => return Ok(Tried { what: Err(went_wrong(playable, fault)), figures: vec![] }),
            Status::AwaitingChance { wants } => {
                return Err(Failure::wrong(format!("the game needs {wants}, and nobody says how it falls")));
            }
            Status::Ask(prompt) if !prompt.start => {
                let option = match args.policy {
                    _ if prompt.count() == 1 => 0,
                    Some(PolicyName::First) => 0,
                    Some(PolicyName::Random) => bots.pick(prompt),
                    None => return Err(crate::odds::unanswered(&playable.game, prompt.side, prompt.site)),
                };
                match engine.answer(option) {
                    Ok(None) => continue,
                    Ok(Some(fault)) => return Ok(Tried { what: Err(went_wrong(playable, &fault)), figures: vec![] }),
                    Err(refused) => return Ok(Tried { what: Err(refused.to_string()), figures: vec![] }),
                }
            }
            Status::Ask(_) => None,
        };
        let view = View::of(&playable.game, engine.state(), Seat::Referee);
        let mut asker = Asker::new(playable, &engine, (Seat::Referee, &view), None);
        let figures = args.figure.iter().map(|figure| asked(&mut asker, figure)).collect::<Result<_, _>>()?;
        return Ok(Tried { what: Ok(outcomes.what(engine.state(), over)), figures });
    }
    Ok(Tried { what: Err(format!("it was not over after {MOST_ANSWERS} answers")), figures: vec![] })
}

/// What a query answers there, in a word.
fn asked(asker: &mut Asker<'_>, figure: &str) -> Result<Came, Failure> {
    let told = asker.answer(figure);
    if let Some(Value::String(wrong)) = told.get("error") {
        return Err(Failure::bad_use(format!("--figure {figure}: {wrong}")));
    }
    Ok(match told.get("value") {
        Some(Value::String(text)) => Came::Text(text.clone()),
        Some(Value::Bool(yes)) => Came::Text(if *yes { "yes" } else { "no" }.to_owned()),
        Some(Value::Null) => Came::Text("none".to_owned()),
        Some(Value::Object(_)) => Came::Text("cannot be answered".to_owned()),
        Some(value) => value.as_i64().map_or_else(|| Came::Text(value.to_string()), Came::Number),
        None => return Err(Failure::bad_use(format!("--figure {figure}: name one thing, and no star"))),
    })
}

/// `  512   5.1% (4.7% to 5.6%)  F1: steps 1`
fn tell(rows: impl Iterator<Item = (u64, String)>, trials: u64, out: &mut Out) {
    let rows: Vec<(u64, String)> = rows.collect();
    let wide = rows.iter().map(|(count, _)| count.to_string().len()).max().unwrap_or(0);
    for (count, what) in rows {
        out.line(&format!("  {count:>wide$}  {}  {what}", Share::of(count, trials)));
    }
}

/// `: 2.34 on average`, where all of it are numbers.
fn mean(came: &BTreeMap<Came, u64>, trials: u64) -> String {
    let mut sum: i128 = 0;
    for (came, count) in came {
        let Came::Number(number) = came else { return String::new() };
        sum += i128::from(*number) * i128::from(*count);
    }
    let hundredths = (sum * 100 + i128::from(trials / 2) * sum.signum()) / i128::from(trials.max(1));
    let sign = if hundredths < 0 { "-" } else { "" };
    format!(": {sign}{}.{:02} on average", (hundredths / 100).abs(), (hundredths % 100).abs())
}
