//! A march by its destination: the hexes on the way to one that is not offered at once.

use crate::action::{Way, towards};
use wgr_runtime::engine::{Engine, Seat};
use wgr_runtime::ir::HEX;

/// The names to pick one after the other, where the last of these words is a hex that what is asked here, or what the words
/// before it begin, leads to: no die on the way, and nobody else is asked. None where it does not, or that may not be tried.
pub(crate) fn along(engine: &Engine, seat: Seat, words: &[&str]) -> Option<Vec<String>> {
    let (goal, begins) = words.split_last()?;
    engine.game().board()?;
    engine.game().member_named(HEX, goal)?;
    engine.from_seat(seat).may_count().ok()?;
    let begins = begins.strip_suffix(&["to"]).unwrap_or(begins);
    let side = engine.prompt()?.side;
    let mut begun = engine.fork();
    if !begins.is_empty() {
        let logged = begun.log().len();
        begun.pick_all(begins).ok().filter(Option::is_none)?;
        let fell = begun.log().iter().skip(logged).any(|entry| !entry.is_answer());
        if fell || begun.prompt().is_none_or(|prompt| prompt.side != side || prompt.start) {
            return None;
        }
    }
    match towards(begun, seat, goal) {
        Way::Offered(through) => {
            let first = begins.iter().map(|word| (*word).to_owned());
            Some(first.chain(through).chain([(*goal).to_owned()]).collect())
        }
        Way::NotOffered(..) | Way::Barred { .. } | Way::Open => None,
    }
}
