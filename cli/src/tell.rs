//! How things are called: prompts, faults, results.

use crate::playable::Playable;
use crate::table::rule;
use std::path::{Path, PathBuf};
use wgr_compiler::diag::Place;
use wgr_compiler::{ErrataHead, Sources, Unsettled};
use wgr_runtime::engine::{Broken, Game, Prompt, Telling};
use wgr_runtime::exec::{Fault, FaultCode};
use wgr_runtime::ir::Func;
use wgr_runtime::script::meaning;

/// More options than these are not all named.
const NAMED: usize = 12;

/// `1 byte`, `2 bytes`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// `PATH:LINE:COLUMN`
pub(crate) fn where_it_is(sources: &Sources, at: Place) -> String {
    let (line, column) = sources.line_column(at.file, at.span.start);
    format!("{}:{line}:{column}", sources.path(at.file))
}

/// `Blue: Which unit leads? (7.7)`
pub(crate) fn asked(game: &Game, prompt: &Prompt) -> String {
    let site = game.program().site(prompt.site);
    format!("{}: {}", game.side_name(prompt.side), rule(&site.cases, &site.title))
}

/// Who is asked by which rule, and what is offered.
pub(crate) fn prompt(game: &Game, prompt: &Prompt) -> String {
    let named: Vec<&str> = prompt.options().iter().take(NAMED).map(|option| option.name.as_str()).collect();
    let more = match prompt.count() - named.len() {
        0 => String::new(),
        more => format!(" | .. {more} more"),
    };
    format!("{}: {}{more}", asked(game, prompt), named.join(" | "))
}

/// What went wrong, in which function, by which rule, at which place.
pub(crate) fn fault(playable: &Playable, fault: &Fault) -> String {
    told(playable, fault, Telling::Whole)
}

/// The same of all faults of this sort at this place.
pub(crate) fn fault_alike(playable: &Playable, fault: &Fault) -> String {
    told(playable, fault, Telling::Alike)
}

fn told(playable: &Playable, fault: &Fault, telling: Telling) -> String {
    let game = &playable.game;
    // That no row answers is a matter of none of them.
    let site = fault.site.filter(|_| fault.code != FaultCode::Gap);
    let rule = site.map_or(String::new(), |id| format!(" by {}", game.rule_name(id)));
    let called = |func: &Func| playable.sources.called(&func.name, func.at).to_owned();
    let func = called(game.program().func(fault.func));
    let place = playable.place(fault.at).map_or(String::new(), |place| format!(" at {place}"));
    let what = game.unfit(fault, telling, &called).unwrap_or_else(|| meaning(fault.code));
    // Where a hole was written, its place comes first.
    if fault.code == FaultCode::Hole {
        format!("{} in {func}{rule}{place}: {what}", fault.code.name())
    } else {
        format!("{what}, in {func}{rule}{place}")
    }
}

/// That it went wrong: a rule faults, or the game comes to where the rules say nothing.
pub(crate) fn went_wrong(playable: &Playable, wrong: &Fault) -> String {
    let told = fault(playable, wrong);
    if wrong.code == FaultCode::Hole {
        format!("the game comes to a hole: {told}")
    } else {
        format!("a rule faults: {told}")
    }
}

/// What the rules take for granted and is not so, for whom, and where that stands.
pub(crate) fn broken(playable: &Playable, broken: &Broken) -> String {
    let game = &playable.game;
    let at = game.nevers().get(broken.never).map(|never| game.program().func(never.both[0]).at);
    let place = at.and_then(|at| playable.place(at)).map_or(String::new(), |place| format!(" (never at {place})"));
    format!("{}{place}", broken.told(game))
}

/// As what follows the game in a hint: ` --with mud --with rain`.
pub(crate) fn with(errata: &[PathBuf]) -> String {
    errata.iter().map(|one| format!(" --with {}", one.display())).collect()
}

/// As what follows the title of a game: `, with "Mud" and "May 2015" (correction)`.
pub(crate) fn under(playable: &Playable) -> String {
    let told = |head: &ErrataHead| {
        let kind = head.kind.map_or_else(String::new, |kind| format!(" ({kind})"));
        format!("\"{}\"{kind}", head.title)
    };
    let titles: Vec<String> = playable.errata.iter().map(told).collect();
    if titles.is_empty() { String::new() } else { format!(", with {}", titles.join(" and ")) }
}

/// What a game is played with that its rulebook does not say: items by their names, rows and statements by how many they are.
pub(crate) fn provisional(playable: &Playable, game: &Path) -> Option<String> {
    let those = playable.unsettled.iter().filter(|one| !one.hole && !one.what.starts_with("scene "));
    let (whole, parts): (Vec<&Unsettled>, Vec<&Unsettled>) = those.partition(|one| one.whole);
    let whole = whole.iter().map(|one| one.what.clone());
    let parts = Some(counted(parts.len(), "rule")).filter(|_| !parts.is_empty());
    let all: Vec<String> = whole.chain(parts).collect();
    if all.is_empty() {
        return None;
    }
    let with = with(&playable.with);
    Some(format!("provisional: {} (`wgr rulings {}{with}` says why)", all.join(", "), game.display()))
}
