//! Many games, and only how they ended: each result with its count, each fault with a seed that shows it, and a
//! fingerprint of all last states. The same games give the same lines, unless the clock is asked too.

use crate::bots::{Bots, answers};
use crate::exit::{Exit, Failure};
use crate::out::{Out, tell_error};
use crate::playable::begun;
use crate::run::{Runs, after, again};
use crate::tell;
use crate::told::{Came, on};
use std::collections::BTreeMap;
use std::time::Instant;

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
    /// A rule faults, or what is taken for granted does not hold.
    Fault(String),
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
    let (playing, game) = (runs.playing, &runs.playable.game);
    let began = Instant::now();
    let mut sums = Sums::default();
    for nth in 0..games {
        // Seeds are a circle: any of them can be the first of any number of games.
        let seed = playing.seed.wrapping_add(nth);
        let mut engine = begun(runs.playable, seed, playing.scenario.as_deref(), None)?;
        let mut bots = Bots::new(&playing.bots, seed, &engine);
        let kind = match on(&mut bots, playing.most, &mut engine, &mut |_| {}) {
            Came::Over(value) => Kind::Over(value),
            Came::Unfinished => Kind::Unfinished,
            Came::Fault(fault) => Kind::Fault(format!("FAULT {}", tell::fault(runs.playable, &fault))),
            Came::Broken(broken) => Kind::Fault(format!("BROKEN {}", tell::broken(runs.playable, &broken))),
        };
        sums.table.entry(kind).or_insert(Seen { count: 0, first: seed }).count += 1;
        sums.states.take(engine.state().hash());
        let asks = answers(&engine) as u64;
        sums.asks = sums.asks.saturating_add(asks);
        sums.least = Some(sums.least.map_or(asks, |least| least.min(asks)));
        sums.most = sums.most.max(asks);
    }
    let millis = began.elapsed().as_millis().max(1);
    let last = playing.seed.wrapping_add(games - 1);
    out.line(&format!("{}, games with seeds {} to {last}: {games}", game.program().title, playing.seed));
    let fault = ended(runs, &sums, out);
    let tenths = sums.asks.saturating_mul(10) / games;
    let (mean, least) = (format!("{}.{}", tenths / 10, tenths % 10), sums.least.unwrap_or(0));
    out.line(&format!("answers a game: {mean} ({least} to {})", sums.most));
    out.line(&format!("last states: {:016x}", sums.states.0));
    if playing.time {
        out.line(&format!("games a second: {}", u128::from(games) * 1000 / millis));
    }
    match fault {
        None => Ok(Exit::Fine),
        Some(seed) => {
            let faults = sums.table.keys().any(|kind| matches!(kind, Kind::Fault(told) if told.starts_with("FAULT")));
            let what = if faults { "a rule faults" } else { "what the rules take for granted does not hold" };
            tell_error(&format!("wgr: {what}: {} shows how", again(runs, seed)));
            Ok(Exit::Wrong)
        }
    }
}

/// The table of ends; the first seed that faults.
fn ended(runs: &Runs<'_>, sums: &Sums, out: &mut Out) -> Option<u64> {
    let wide = sums.table.values().map(|seen| seen.count.to_string().len()).max().unwrap_or(0);
    let mut fault = None;
    for (kind, seen) in &sums.table {
        let what = match kind {
            Kind::Over(value) => format!("over: {}", runs.playable.game.result_name(*value)),
            Kind::Unfinished => format!("not over {} (first: seed {})", after(runs.playing.most), seen.first),
            Kind::Fault(told) => {
                fault = Some(fault.map_or(seen.first, |first: u64| first.min(seen.first)));
                format!("{told} (first: seed {})", seen.first)
            }
        };
        out.line(&format!("{:>wide$}  {what}", seen.count));
    }
    fault
}
