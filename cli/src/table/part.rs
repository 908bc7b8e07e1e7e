//! The parts in which a story is told: from a heading, a die or an answer that gave itself to the next.

use super::events::{Teller, by_rule, text, words};
use super::line::Line;
use serde_json::Value;
use wgr_runtime::engine::{Changed, Entry, Heard, Reckoned};
use wgr_runtime::ir::SiteId;

/// What an action keeps: `  German: hits 3`; where it was used up or added to, `  German: hits 3 (5 before)`
pub(super) fn figure(kept: &Kept) -> String {
    let change = &kept.change;
    let (name, to) = (words(&change.cell), text(&change.to));
    let (was, by) = kept.was().map_or_else(Default::default, |was| (format!(" ({was} before)"), kept.by.as_str()));
    match change.of.is_empty() {
        true => format!("  {name}: {to}{was}{by}"),
        false => format!("  {}: {name} {to}{was}{by}", change.of.join(", ")),
    }
}

/// When and by which rule something came to what it is.
#[derive(Clone, Default)]
pub(super) struct When {
    pub(super) part: usize,
    pub(super) moment: usize,
    /// As it stands behind what is told: ` (12.3)`
    pub(super) by: String,
    /// The same where somebody leaves the map, or is another than he was: `: A step for an enemy zone (12.3)`
    pub(super) because: String,
    /// A phase or a turn ended with it.
    pub(super) is_end: bool,
    /// What lasts so long is as it began, and no printed statement says so.
    pub(super) is_reset: bool,
}

/// A die, and what the rule that rolls it calls it.
pub(super) struct Fell<'s> {
    pub(super) heard: &'s Heard,
    pub(super) die: String,
    pub(super) site: Option<SiteId>,
    /// The piece for which it falls.
    pub(super) of: Option<String>,
}

impl Fell<'_> {
    fn fell(&self) -> Option<i64> {
        if let Heard::Told(Entry::Roll { fell, .. }) = self.heard { Some(*fell) } else { None }
    }
}

pub(super) fn rule_of(heard: &Heard) -> Option<&str> {
    if let Heard::Told(Entry::Roll { at, .. }) = heard { Some(at) } else { None }
}

/// From a heading, a die or an answer that gave itself to the next.
#[derive(Default)]
pub(super) struct Part<'s> {
    pub(super) first: Vec<Line>,
    /// When its first die fell.
    pub(super) moment: usize,
    pub(super) dice: Vec<Fell<'s>>,
    /// What was reckoned with its dice: on the way to each, and behind it.
    pub(super) reckoned: Vec<Vec<Reckoned>>,
    /// So much had happened when the game went on to another phase: what was reckoned from then on is not of these dice.
    pub(super) until: Option<usize>,
    /// What an action keeps: as it was last by each rule, also where it was used up.
    pub(super) kept: Vec<Kept>,
    /// What is printed beside the numbers that came out.
    pub(super) ways: Vec<Way>,
    pub(super) is_draw: bool,
    /// Something came of it, told or not.
    pub(super) is_something: bool,
}

/// A printed condition of which it is told whether it holds.
pub(super) struct Way {
    /// Its title and cases.
    pub(super) rule: String,
    pub(super) is_so: bool,
    pub(super) told: String,
    /// What it ended has been left.
    pub(super) is_left: bool,
}

/// What an action keeps, and by which rule it came to that.
pub(super) struct Kept {
    pub(super) change: Changed,
    pub(super) moment: usize,
    pub(super) by: String,
}

impl Kept {
    /// How much was there before it was used up or added to.
    pub(super) fn was(&self) -> Option<i64> {
        let from = self.change.from.as_ref().filter(|from| **from != self.change.to)?;
        from.as_i64().filter(|from| *from != 0)
    }
}

/// One change of what is told each time.
pub(super) struct Each {
    pub(super) change: Changed,
    pub(super) when: When,
    /// Where it was between.
    pub(super) by_way_of: Vec<Value>,
}

/// `white 4, green 2 rolled: Both dice (7.1)`; dice that are read as one number as their sum: `3 + 4 = 7 rolled: Two dice`
pub(super) fn dice(teller: &Teller<'_>, dice: &[Fell<'_>]) -> Option<String> {
    let alike = dice.iter().all(|die| dice.first().is_some_and(|first| first.die == die.die));
    let named = dice.chunk_by(|one, next| one.die == next.die).flat_map(|same| {
        let die = same.first().map_or("", |first| first.die.as_str());
        let as_one = teller.looks.dice.get(die).map_or(1, |count| (*count).max(1));
        same.chunks(as_one).map(move |those| {
            let fell: Vec<i64> = those.iter().filter_map(|one| one.fell()).collect();
            let each = fell.iter().map(i64::to_string).collect::<Vec<String>>().join(" + ");
            let sum = if fell.len() > 1 { format!(" = {}", fell.iter().sum::<i64>()) } else { String::new() };
            if alike { format!("{each}{sum}") } else { format!("{die} {each}{sum}") }
        })
    });
    let named: Vec<String> = named.collect();
    let first = dice.first()?;
    let of = first.of.as_ref().map_or(String::new(), |of| format!(" for {of}"));
    let fell = format!("{} rolled{of}", named.join(", "));
    Some(match first.site {
        Some(site) => by_rule(fell, teller.game.program().site(site)),
        None => teller.rolled(&fell, rule_of(first.heard)?),
    })
}
