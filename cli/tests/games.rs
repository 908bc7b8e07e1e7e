//! Games tried, played and reckoned with: the binary, its streams and its exit code.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "games/asking.rs"]
mod asking;
#[path = "games/bots.rs"]
mod bots;
#[path = "games/diff.rs"]
mod diff;
#[path = "games/driving.rs"]
mod driving;
#[path = "games/errata.rs"]
mod errata;
#[path = "games/mutate.rs"]
mod mutate;
#[path = "games/never.rs"]
mod never;
#[path = "games/odds.rs"]
mod odds;
#[path = "games/pictures.rs"]
mod pictures;
#[path = "games/play.rs"]
mod play;
#[path = "games/reasons.rs"]
mod reasons;
mod run;
#[path = "games/scenario.rs"]
mod scenario;
#[path = "games/seats.rs"]
mod seats;
#[path = "games/slow.rs"]
mod slow;
#[path = "run/small.rs"]
mod small;
#[path = "games/stopped.rs"]
mod stopped;
#[path = "games/test.rs"]
mod test;
#[path = "run/typed.rs"]
mod typed;
#[path = "games/why.rs"]
mod why;

use std::path::Path;

const SKIRMISH: &str = include_str!("../../tests/suite/script/skirmish.wgr");

/// The game of the suite with its examples, in a folder of the test's own.
fn skirmish(folder: &Path) -> String {
    run::file(folder, "skirmish.wgr", SKIRMISH)
}

/// A game of one gun that may rest once, without scenarios; `rest` is what comes to it.
fn one_gun(rest: &str) -> String {
    const GAME: &str = r#"game "Small" {
    sides Blue, Red
    hexes CCRR flat, odd columns half a hex south, columns 1..3, rows 1..3
}
piece Gun "gun" { state rested: yes/no = no }
order Blue {
    Gun
        B1
}
permit may_rest(u: Gun) otherwise yes { 5.1 "Only once" no when u.rested }
action rest(u: Gun of phasing where may_rest(it)) 5.1 during movement { u.rested becomes yes }
sequence 2.0 { turns 1..1 { player turns Blue { phase movement { any number of rest } } } }
"#;
    format!("{GAME}{rest}")
}
