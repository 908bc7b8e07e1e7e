//! Games tried, played and reckoned with: the binary, its streams and its exit code.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "games/bots.rs"]
mod bots;
#[path = "games/errata.rs"]
mod errata;
#[path = "games/never.rs"]
mod never;
#[path = "games/odds.rs"]
mod odds;
#[path = "games/play.rs"]
mod play;
#[path = "ir/ran.rs"]
mod ran;
#[path = "games/reasons.rs"]
mod reasons;
mod run;
#[path = "games/scenario.rs"]
mod scenario;
#[path = "games/test.rs"]
mod test;
#[path = "games/why.rs"]
mod why;

use std::path::Path;

/// The game of the suite with its examples, in a folder of the test's own.
fn skirmish(folder: &Path) -> String {
    let game = include_str!("../../tests/suite/script/skirmish.ir");
    let examples = include_str!("../../tests/suite/script/skirmish.examples.json");
    ran::file(folder, "skirmish.examples.json", examples);
    ran::file(folder, "skirmish.ir", game)
}
