//! Many games, and only how they ended: each result with its count and its share, each fault with a seed that shows it,
//! what must hold of every game, and a fingerprint of all last states. The same games give the same lines, unless the
//! clock is asked too.

use crate::args::Print;
use crate::bots::{Bots, answers};
use crate::exit::{Exit, Failure};
use crate::helpers::{in_order, processors};
use crate::out::{Out, Progress, tell_error};
use crate::playable::begun;
use crate::profile::Profiler;
use crate::run::{Runs, after, again};
use crate::share::Share;
use crate::tell;
use crate::told::{Came, Told, on};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use wgr_runtime::engine::{Engine, Refused};

/// How often, and the first seed.
struct Seen {
    count: u64,
    first: u64,
}

/// A line of the table; results stand before everything else.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Over(i64),
    Unfinished,
    /// Somebody is asked and nothing is offered.
    DeadEnd,
    /// A rule faults, or what is taken for granted does not hold.
    Fault(String),
}

/// What can be taken back is looked at after each so many answers, and at the end.
const UNDO_EACH: usize = 16;

/// And in earnest after each so many, and at the end.
const IN_EARNEST_EACH: usize = 256;

/// So many answers are judged for it in earnest at most, where what stands anyway shows that it cannot go too far.
const FEW_PUT_OFF: usize = 4;

/// Whether taking back ever went too far.
#[derive(Default)]
struct Undone {
    looked: u64,
    /// The first seed with which it went past a die, a draw or an answer of another side.
    crossed: Option<u64>,
    /// How long it was looked at: no part of what a game takes.
    took: Duration,
}

impl Undone {
    /// Look at what would be gone if all were taken back that can be. The engine says how far that goes; it is taken back where
    /// answers of which it is put off to judge them may be too many, and `in_earnest` also where few are put off.
    fn look(&mut self, engine: &Engine, seed: u64, in_earnest: bool) {
        let began = Instant::now();
        self.looked += 1;
        // No more than this can be taken back, and just this where nothing is put off.
        let (most, put_off) = (engine.crosses(engine.surely_stands()), engine.put_off());
        let is_known = put_off == 0 && !in_earnest;
        let is_tried = most || in_earnest && put_off <= FEW_PUT_OFF;
        let is_too_far = if is_known { most } else { is_tried && takes_back_too_far(engine) };
        if is_too_far {
            self.crossed = Some(self.crossed.map_or(seed, |first| first.min(seed)));
        }
        self.took += began.elapsed();
    }
}

/// Take back all that can be taken back, and look at what is gone.
fn takes_back_too_far(engine: &Engine) -> bool {
    let mut fork = engine.fork();
    // All at once: to take them back one by one would play what is left of them again each time.
    if let Err(Refused::NothingToUndo { possible, .. }) = fork.undo(usize::MAX) {
        let _ = fork.undo(possible);
    }
    engine.crosses(fork.logged())
}

/// What is told of all games together.
#[derive(Default)]
struct Sums {
    table: BTreeMap<Kind, Seen>,
    /// The last states, in the order of the seeds.
    states: Fold,
    asks: u64,
    least: Option<u64>,
    most: u64,
    undone: Undone,
}

/// A fingerprint of numbers in their order (FNV-1a over their bytes).
struct Fold(u64);

impl Default for Fold {
    fn default() -> Fold {
        Fold(0xcbf2_9ce4_8422_2325)
    }
}

impl Fold {
    fn take(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

pub(crate) fn play(runs: &Runs<'_>, games: u64, out: &mut Out) -> Result<Exit, Failure> {
    let playing = runs.playing;
    let began = Instant::now();
    let threads = if playing.profile { 1 } else { threads(playing.threads, games) };
    let profiler = playing.profile.then(|| Profiler::begin(runs.playable));
    let sums = all(runs, games, threads)?;
    let profile = profiler.map(|profiler| profiler.end(runs.playable));
    // What was looked at beside the games was looked at by all at once.
    let beside = sums.undone.took / u32::try_from(threads).unwrap_or(u32::MAX);
    let millis = began.elapsed().saturating_sub(beside).as_millis().max(1);
    let time = playing.time.then(|| a_second(games, millis));
    match playing.format {
        Print::Text => {
            tell(runs, &sums, games, time.as_deref(), out);
            profile.iter().for_each(|profile| profile.tell(out));
        }
        Print::Json => {
            let mut told = as_json(runs, &sums, games, time.as_deref());
            if let (Some(told), Some(profile)) = (told.as_object_mut(), &profile) {
                told.insert("profile".to_owned(), profile.as_json());
            }
            out.line(&told.to_string());
        }
    }
    Ok(judged(runs, &sums))
}

/// `0.76`, `12.30`: a big game is played in more than a second.
fn a_second(games: u64, millis: u128) -> String {
    let hundredths = u128::from(games) * 100_000 / millis;
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// So many as were asked for, or as the machine has cores; never more than games.
fn threads(wanted: Option<u16>, games: u64) -> usize {
    let most = usize::try_from(games).unwrap_or(usize::MAX);
    wanted.map_or_else(processors, usize::from).min(most)
}

/// So many games at once; they are taken in the order of their seeds, so that what is told hangs on no thread.
fn all(runs: &Runs<'_>, games: u64, threads: usize) -> Result<Sums, Failure> {
    // Seeds are a circle: any of them can be the first of any number of games.
    let seed = |nth| runs.playing.seed.wrapping_add(nth);
    let (mut sums, mut progress) = (Sums::default(), Progress::new("game", games));
    in_order(
        games,
        threads,
        |nth| one(runs, seed(nth)),
        |nth, game| {
            sums.take(seed(nth), game?);
            progress.done(nth + 1);
            Ok(())
        },
    )?;
    Ok(sums)
}

/// How one game went.
struct One {
    kind: Kind,
    state: u64,
    asks: u64,
    undone: Undone,
}

fn one(runs: &Runs<'_>, seed: u64) -> Result<One, Failure> {
    let playing = runs.playing;
    let mut engine = begun(runs.playable, seed, playing.scenario.as_deref(), Some(&playing.options))?;
    let mut bots = Bots::new(&playing.bots, seed, &engine);
    let mut undone = Undone::default();
    let came = on(&mut bots, playing.most, &mut engine, &mut |told| {
        if let Told::Ask { number, engine, .. } = told
            && number.is_multiple_of(UNDO_EACH)
            && !playing.profile
        {
            undone.look(engine, seed, number.is_multiple_of(IN_EARNEST_EACH));
        }
    });
    undone.look(&engine, seed, true);
    let kind = match came {
        Came::Over(value) => Kind::Over(value),
        Came::Unfinished => Kind::Unfinished,
        Came::DeadEnd => Kind::DeadEnd,
        Came::Fault(fault) => Kind::Fault(format!("FAULT {}", tell::fault_alike(runs.playable, &fault))),
        Came::Broken(broken) => Kind::Fault(format!("BROKEN {}", tell::broken(runs.playable, &broken))),
    };
    Ok(One { kind, state: engine.state().hash(), asks: answers(&engine) as u64, undone })
}

impl Sums {
    fn take(&mut self, seed: u64, One { kind, state, asks, undone }: One) {
        self.table.entry(kind).or_insert(Seen { count: 0, first: seed }).count += 1;
        self.states.take(state);
        self.asks = self.asks.saturating_add(asks);
        self.least = Some(self.least.map_or(asks, |least| least.min(asks)));
        self.most = self.most.max(asks);
        self.undone.looked += undone.looked;
        self.undone.took += undone.took;
        let crossed = [self.undone.crossed, undone.crossed];
        self.undone.crossed = crossed.into_iter().flatten().min();
    }

    /// How many games ended so, and the first seed of them.
    fn of(&self, is: impl Fn(&Kind) -> bool) -> (u64, Option<u64>) {
        let those = || self.table.iter().filter(|(kind, _)| is(kind));
        (those().map(|(_, seen)| seen.count).sum(), those().map(|(_, seen)| seen.first).min())
    }

    fn faults(&self, word: &str) -> (u64, Option<u64>) {
        self.of(|kind| matches!(kind, Kind::Fault(told) if told.starts_with(word)))
    }
}

fn tell(runs: &Runs<'_>, sums: &Sums, games: u64, time: Option<&str>, out: &mut Out) {
    let (playing, game) = (runs.playing, &runs.playable.game);
    let last = playing.seed.wrapping_add(games - 1);
    let called = format!("{}{}", game.program().title, tell::under(runs.playable));
    out.line(&format!("{called}, games with seeds {} to {last}: {games}", playing.seed));
    ended(runs, sums, out);
    let tenths = sums.asks.saturating_mul(10) / games;
    let (mean, least) = (format!("{}.{}", tenths / 10, tenths % 10), sums.least.unwrap_or(0));
    out.line(&format!("answers a game: {mean} ({least} to {})", sums.most));
    let shares: Vec<String> = sums
        .table
        .iter()
        .filter_map(|(kind, seen)| match kind {
            Kind::Over(value) => Some(format!("{} {}", game.result_name(*value), Share::of(seen.count, games))),
            Kind::Unfinished | Kind::DeadEnd | Kind::Fault(_) => None,
        })
        .collect();
    if !shares.is_empty() {
        out.line(&format!("shares, with 95% intervals: {}", shares.join(", ")));
    }
    invariants(sums).iter().for_each(|line| out.line(line));
    out.line(&format!("last states: {:016x}", sums.states.0));
    if let Some(speed) = time {
        out.line(&format!("games a second: {speed}"));
    }
}

/// What must hold of every game, and whether it did.
fn invariants(sums: &Sums) -> [String; 4] {
    let held = |what: &str, wrong: (u64, Option<u64>), how: &str| match wrong {
        (_, None) => format!("{what}: yes"),
        (count, Some(seed)) => format!("{what}: NO, {count} {how} (first: seed {seed})"),
    };
    let faults = sums.of(|kind| matches!(kind, Kind::Fault(_)));
    let crossed = (u64::from(sums.undone.crossed.is_some()), sums.undone.crossed);
    [
        held("no fault", faults, "did"),
        held("no dead end", sums.of(|kind| *kind == Kind::DeadEnd), "came to one"),
        held("all end", sums.of(|kind| *kind == Kind::Unfinished), "did not"),
        held(&format!("undo stops at dice and answers of others ({} tried)", sums.undone.looked), crossed, "game"),
    ]
}

/// The exit code; what is wrong is told on the standard error, with a game that shows it.
fn judged(runs: &Runs<'_>, sums: &Sums) -> Exit {
    let wrong = [
        ("a rule faults", sums.faults("FAULT").1),
        ("what the rules take for granted does not hold", sums.faults("BROKEN").1),
        ("somebody is asked and nothing is offered", sums.of(|kind| *kind == Kind::DeadEnd).1),
        ("undo goes too far", sums.undone.crossed),
    ];
    match wrong.into_iter().find_map(|(what, seed)| seed.map(|seed| (what, seed))) {
        None => Exit::Fine,
        Some((what, seed)) => {
            tell_error(&format!("wgr: {what}: {} shows how", again(runs, seed)));
            Exit::Wrong
        }
    }
}

/// The table of ends.
fn ended(runs: &Runs<'_>, sums: &Sums, out: &mut Out) {
    let wide = sums.table.values().map(|seen| seen.count.to_string().len()).max().unwrap_or(0);
    for (kind, seen) in &sums.table {
        let what = match kind {
            Kind::Over(value) => format!("over: {}", runs.playable.game.result_told(*value)),
            Kind::Unfinished => format!("not over {} (first: seed {})", after(runs.playing.most), seen.first),
            Kind::DeadEnd => format!("a dead end (first: seed {})", seen.first),
            Kind::Fault(told) => format!("{told} (first: seed {})", seen.first),
        };
        out.line(&format!("{:>wide$}  {what}", seen.count));
    }
}

fn as_json(runs: &Runs<'_>, sums: &Sums, games: u64, time: Option<&str>) -> Value {
    let game = &runs.playable.game;
    let mut results = Vec::new();
    let mut wrong = Vec::new();
    for (kind, seen) in &sums.table {
        let told = match kind {
            Kind::Over(value) => {
                let share = Share::of(seen.count, games);
                results.push(json!({ "result": game.result_name(*value), "games": seen.count,
                    "thousandths": share.found, "least": share.least, "most": share.most }));
                continue;
            }
            Kind::Unfinished => "not over",
            Kind::DeadEnd => "a dead end",
            Kind::Fault(told) => told,
        };
        wrong.push(json!({ "what": told, "games": seen.count, "first": seen.first }));
    }
    json!({
        "title": game.program().title, "games": games, "seed": runs.playing.seed, "results": results, "wrong": wrong,
        "answers": { "all": sums.asks, "least": sums.least, "most": sums.most },
        "undo": { "tried": sums.undone.looked, "crossed": sums.undone.crossed },
        "last_states": format!("{:016x}", sums.states.0), "games_a_second": time.and_then(|speed| speed.parse::<Value>().ok()),
    })
}
