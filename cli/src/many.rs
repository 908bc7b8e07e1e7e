//! Many games, and only how they ended: each result with its count, each fault with a seed that shows it.

use crate::args::Ir;
use crate::exit::Exit;
use crate::ir::{after, again};
use crate::out::{Out, tell_error};
use crate::play::{Came, on};
use crate::tell;
use std::collections::BTreeMap;
use wgr_runtime::engine::{Engine, Game};

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
    Fault(String),
}

pub(crate) fn play(args: &Ir, game: &Game, games: u64, out: &mut Out) -> Exit {
    let mut table: BTreeMap<Kind, Seen> = BTreeMap::new();
    for nth in 0..games {
        // Seeds are a circle: any of them can be the first of any number of games.
        let seed = args.seed.wrapping_add(nth);
        let kind = match on(seed, args.most, &mut Engine::new(game, seed), &mut |_| {}) {
            Came::Over(value) => Kind::Over(value),
            Came::Unfinished => Kind::Unfinished,
            Came::Fault(fault) => Kind::Fault(tell::fault(&args.file, game, &fault)),
        };
        table.entry(kind).or_insert(Seen { count: 0, first: seed }).count += 1;
    }
    let last = args.seed.wrapping_add(games - 1);
    out.line(&format!("{}, games with seeds {} to {last}: {games}", game.program().title, args.seed));
    let wide = table.values().map(|seen| seen.count.to_string().len()).max().unwrap_or(0);
    let mut fault = None;
    for (kind, seen) in &table {
        let what = match kind {
            Kind::Over(value) => format!("over: {}", tell::result(game, *value)),
            Kind::Unfinished => format!("not over {} (first: seed {})", after(args.most), seen.first),
            Kind::Fault(told) => {
                fault = Some(fault.map_or(seen.first, |first: u64| first.min(seen.first)));
                format!("FAULT {told} (first: seed {})", seen.first)
            }
        };
        out.line(&format!("{:>wide$}  {what}", seen.count));
    }
    match fault {
        None => Exit::Fine,
        Some(seed) => {
            tell_error(&format!("wgr: a rule faults: {} shows how", again(args, seed)));
            Exit::Wrong
        }
    }
}
