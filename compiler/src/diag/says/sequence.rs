//! The sequence of play: what stands where it has no meaning, and who is asked when.

use crate::diag::{Code, Diagnostic, Mark, Place, nearest};

/// "`a` or `b`"
fn listed(names: &[String]) -> String {
    super::or_list(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<String>>())
}

pub(crate) fn misplaced(part: &str, around: &str, help: &str, at: Place, first: Place) -> Diagnostic {
    let label = if part == around { "within these" } else { "within this" };
    Diagnostic::wrong(Code::Sequence, format!("{part} within {around}"))
        .at(at, "has no meaning here")
        .at(first, label)
        .help(help)
}

pub(crate) fn not_in_sequence(part: &str, help: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("{part} outside of the sequence of play"))
        .at(at, "would never be played")
        .help(help)
}

pub(crate) fn offered_without_phase(help: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "actions are offered outside of a phase").at(at, "in no phase").help(help)
}

pub(crate) fn offered_elsewhere(action: &str, during: &[String], phase: &str, at: Place, said: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Sequence, format!("`{action}` is no action of the phase `{phase}`"))
        .at(at, format!("offered in `{phase}`"))
        .at(said, format!("during {}", listed(during)));
    // Two names that are nearly one are one that was mistyped.
    let near = nearest(phase, during.iter().map(String::as_str));
    if let Some(meant) = near.first() {
        return told.help(format!("if this phase is `{meant}`, write its name so: `phase {meant}`"));
    }
    told.help(format!(
        "write `during {}, {phase}` in the head of `{action}`, or take it out of this list",
        during.join(", ")
    ))
}

pub(crate) fn nobody_is_phasing(action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("whom is `{action}` offered to? It is nobody's turn here"))
        .at(at, "outside of player turns")
        .help(format!(
            "put the phase into `player turns Blue, Red {{ .. }}`, or name a side in the head: `action {action} by Blue ..`"
        ))
}

pub(crate) fn phasing_is_nobody(phase: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("in `{phase}` it is nobody's turn, so nobody is phasing"))
        .at(at, "outside of player turns")
        .help(match phase {
            "turn" => "name a side, or a phase of player turns in the place of `turn`".to_owned(),
            _ => format!("name a side, or put `{phase}` into `player turns Blue, Red {{ .. }}`"),
        })
}

/// `action march by phasing`
pub(crate) fn by_phasing_said(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "this is for the phasing side anyhow, if the head says nothing else")
        .at(at, "says nothing")
        .fix("take `by phasing` away", true, vec![(at, String::new())])
        .former()
}

pub(crate) fn pieces_of_phasing(param: &str, side: &str, at: Place, by: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("{side} is asked about the pieces of whoever is phasing"))
        .at(at, format!("`{param}` may be the other side's"))
        .at(by, format!("{side} is asked, whatever side is phasing"))
        .help(format!("write `of {side}` for pieces of {side}, or leave `by {side}` out for the side whose turn it is"))
}

/// `scene s in night of Blue { turn 2 }`, where only `turns 4..6` have a night.
pub(crate) fn phase_of_other_turns(
    phase: &str,
    turn: i64,
    all: &[(i64, Option<i64>)],
    at: Place,
    line: Option<Place>,
) -> Diagnostic {
    let range = |(from, to): &(i64, Option<i64>)| match to {
        Some(to) => format!("{from} to {to}"),
        None => format!("{from} and later"),
    };
    let turns: Vec<String> = all.iter().map(range).collect();
    let told = Diagnostic::wrong(Code::Scene, format!("turn {turn} has no phase `{phase}`"))
        .at(at, format!("only in turns {}", turns.join(", ")));
    let told = match line {
        Some(line) => told.at(line, "the turn of this scene"),
        None => told.why("a scene that does not say its turn is in the first"),
    };
    told.help(format!(
        "write `turn {}` in the scene, or name another phase",
        all.first().map_or(turn, |(from, _)| *from)
    ))
}

pub(crate) fn phase_of_others(phase: &str, side: &str, sides: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("{side} has no phase `{phase}`"))
        .at(at, "not in its player turns")
        .help(format!("write {}, or let the player turns of that phase list {side}", listed(sides)))
}

pub(crate) fn no_turns(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "a game has one turn or more")
        .at(at, "no turn")
        .help("write the first turn and then the last: `turns 1..6`")
}

/// `turns noon..dawn` in a scenario.
pub(crate) fn turns_backwards([from, to]: [&str; 2], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "these turns run backwards")
        .at(at, format!("comes before {from}"))
        .help(format!("write the first turn and then the last: `turns {to}..{from}`"))
}

/// `turns 6`
pub(crate) fn last_turn_alone(last: i64, at: Place) -> Diagnostic {
    let said = Diagnostic::wrong(Code::Sequence, "which turns are played is written from the first to the last");
    let help = format!("write `turns 1..{last}`");
    said.at(at, "one number")
        .help(help)
        .fix(format!("write `1..{last}`"), true, vec![(at, format!("1..{last}"))])
        .former()
}

/// `turns last_turn`
pub(crate) fn turns_not_written(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "which turns are played is written out, by numbers or as an enum")
        .at(at, "neither numbers nor an enum")
        .help(
            "write `turns 1..6`, `turns 1 or more`, or an enum in order; a scenario with fewer has a line `turns 2..6`",
        )
        .former()
}

pub(crate) fn too_many_turns(most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("no game has more than {most} turns")).at(at, "too many")
}

/// `turns Date` of an enum without order.
pub(crate) fn turns_without_order(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("the members of {name} have no order, so none comes after another"))
        .at(at, "no order")
        .help(format!("write `enum {name} in order {{ .. }}`"))
}

/// `turns 1..3 { .. } turns 5..6 { .. }`
pub(crate) fn turns_out_of_order(last: i64, at: Place, before: Place) -> Diagnostic {
    let next = last.saturating_add(1);
    Diagnostic::wrong(Code::Sequence, format!("the turn behind turn {last} is turn {next}"))
        .at(at, "not the next one")
        .at(before, "up to here")
        .help(format!("begin with `turns {next}..`"))
}

/// Turns behind all turns.
pub(crate) fn turns_never_played(at: Place, before: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "these turns are never played")
        .at(at, "behind all turns")
        .at(before, "all turns are these")
        .help("turns stand in the sequence once, or by numbers: `turns 1..3 { .. } turns 4..6 { .. }`")
}

/// `turns 1 or more` in a game that nothing ends.
pub(crate) fn turns_without_end(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Endless, "this game never ends")
        .at(at, "turns without a last one")
        .help("write the last turn, `turns 1..6`, or let a rule end the game: `if lost > 3 { game over: Blue }`")
}

/// A part of the sequence with nothing in it.
pub(crate) fn plays_nothing(what: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("{what} is not written, so nothing is played"))
        .at(at, "nothing stands in its braces")
        .help("write the phases in it, like `phase movement { any number of march }`")
}

pub(crate) fn two_turns_of_a_side(side: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("{side} stands twice in one list of player turns"))
        .at(at, "here again")
        .at(first, "first here")
        .help(format!("name each side once; a second turn of {side} is written out: `player turns {side} {{ .. }}`"))
}

/// `any number of march, march`
pub(crate) fn offered_twice(action: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{action}` stands twice in one list"))
        .at(at, "here again")
        .at(first, "first here")
        .help(format!("take one of them away: `{action}` is offered until whoever is asked passes"))
}

/// `bound(u) becomes no`, of a state that is taken.
pub(crate) fn taken_is_not_written(state: &str, moment: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{state}` is taken at the start of `{moment}` and written by nobody"))
        .at(at, "is what was so then")
        .help("write another state or flag for what changes in between, and ask for both")
}

/// `state bound(u: Unit): yes/no at start of movement`
pub(crate) fn taken_of_what(state: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("what is `{state}` taken from?"))
        .at(at, "nothing says what it is then")
        .help("write it behind `=`, as in `= u.hex`")
}

/// `at start of movement until end of movement`
pub(crate) fn taken_until(state: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`{state}` is taken, so it does not end"))
        .at(at, "keeps until it is taken again")
        .help("take `until end of ..` away")
}

pub(crate) fn taken_from_itself(state: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`{state}` is taken from itself"))
        .at(at, "has to be known before it is taken")
        .help("take it from what is written in play, and let a rule write what is carried on")
}

/// `state x at start of march`
pub(crate) fn lasts_no_phase(action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`{action}` is an action: what an action remembers it keeps"))
        .at(at, "no phase")
        .help(format!("write `keeps ..` in `{action}`, or name a phase or `turn` here"))
}

/// `acting` where nobody acts.
pub(crate) fn acting_is_nobody(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "nobody acts in turn here, so `acting` is nobody")
        .at(at, "outside of `in turn`")
        .help("ask for it within `in turn A, B { .. }` and in an action `by acting`; rows are given the side by a parameter")
}

/// `any number of fly`, of an action `by acting`.
pub(crate) fn offered_to_nobody(action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`{action}` is for whoever acts, and here nobody acts in turn"))
        .at(at, "its head says `by acting`")
        .help(format!(
            "write `in turn phasing, enemy of phasing {{ any number of {action} }}`, or name a side in its head"
        ))
}

/// `in turn initiative, German { }`
pub(crate) fn may_be_one_side(line: &str, at: Place, first: Place) -> Diagnostic {
    let twice = if line == "in turn" { "be asked" } else { "have its turn" };
    Diagnostic::wrong(Code::Sequence, format!("both may be one side, which would then {twice} twice"))
        .at(at, "the second")
        .at(first, "the first")
        .help(format!("name a side and its enemy: `{line} initiative, enemy of initiative {{ .. }}`"))
}

/// `player turns phasing { }`
pub(crate) fn phasing_before_turns(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "nobody is phasing before these player turns begin")
        .at(at, "is who has the turn that runs")
        .help("name the sides, or a state or value that says who is first: `player turns initiative, enemy of initiative { .. }`")
}

/// `in turn Blue until both pass { }`
pub(crate) fn passes_alone(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "one side alone does not end this by passing")
        .at(at, "only one side acts here")
        .help("name both: `in turn Blue, Red until both pass { .. }`; or take `until ..` away")
}

/// A block that does not begin with a question.
pub(crate) fn nobody_passes(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "who passes is not to be seen: this does not begin with a question")
        .at(at, "what comes first")
        .help("begin with what may be answered by nothing: `0 or 1 of march`, `acting may { .. }`, or `acting picks 0 or 1 ..`")
}

/// `in turn Blue, Red until both pass { phasing may { .. } }`
pub(crate) fn another_is_asked(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::Sequence,
        "who passes is not to be seen: this may ask somebody else than the side that acts",
    )
    .at(at, "the first question")
    .at(first, "until the side that acts passes")
    .help("ask `acting`: `acting may { .. }`, or a list of actions `by acting`")
}

/// Actions of two sides in one list.
pub(crate) fn two_sides_offered(one: &str, other: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`{one}` and `{other}` are for different sides: who is asked first?"))
        .at(at, "for another side")
        .at(first, "for the side that its head names")
        .help("write a line for each side, in the order in which they are asked; or `in turn Blue, Red { any number of .. }` with actions `by acting`")
}

/// `0 of march`
pub(crate) fn starts_none(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "nothing would be started here")
        .at(at, "none")
        .help("write how many at most: `1 of march`, `0 or 1 of march`, `any number of march`")
}

/// `3..2 of march`
pub(crate) fn starts_of_no_number(least: i64, most: i64, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("no number is at least {least} and at most {most}"))
        .at(at, "at most")
        .at(first, "at least")
        .help(format!("write the smaller number first: `{most}..{least} of ..`"))
}

/// A statement behind the end.
pub(crate) fn never_done(game: bool, by: &str, at: Place, end: Place) -> Diagnostic {
    let help = if game {
        "let a condition say when the game ends, like `if lost > 3 { game over: Blue }`, or take away what stands behind it"
    } else {
        "let a condition stand round the `end`, or take away what stands behind it"
    };
    Diagnostic::wrong(Code::NeverApplies, "nothing ever comes to this").at(at, "never done").at(end, by).help(help)
}

pub(crate) fn no_such_turn(turn: i64, first: i64, last: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("there is no turn {turn}"))
        .at(at, format!("the sequence has turns {first}..{last}"))
        .help(format!("write a turn from {first} to {last}, or more turns in the `sequence`"))
        .marked(Mark::NoTurn)
}

/// `turn 2` in a scenario; the last turn is that of the sequence, where it says one.
pub(crate) fn turn_of_a_scenario(first: &str, last: Option<&str>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Scene, "a scenario says which turns are played, from the first to the last")
        .at(at, "one turn")
        .former();
    match last.map(|last| format!("turns {first}..{last}")) {
        Some(turns) => told.fix(format!("write `{turns}`"), true, vec![(at, turns)]),
        None => told.help(format!("write `turns {first}..` and the last turn behind it")),
    }
}

/// A scene begins in a turn that its scenario does not play.
pub(crate) fn turn_of_another_scenario(turn: i64, scenario: &str, (first, last): (i64, i64), at: Place) -> Diagnostic {
    let what = format!("`{scenario}`, to which this scene belongs, plays turns {first}..{last}, and not turn {turn}");
    Diagnostic::wrong(Code::Scene, what)
        .at(at, "not one of its turns")
        .help(format!("write a turn from {first} to {last}, or name the scenario that plays turn {turn} in the head of the scene: `with NAME`"))
}

/// `turns 2..7` in a scene.
pub(crate) fn turns_of_a_scene(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, "a scene begins in one turn; which turns are played, scenarios say")
        .at(at, "turns of a scene")
        .help("write `turn 2`")
}

/// `turns 2..7` of a scenario in a game without turns.
pub(crate) fn turns_of_no_sequence(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, "the sequence has no turns of which these could be some")
        .at(at, "no turns")
        .help("put `turns 1..6 { .. }` round the phases of the `sequence`")
}

/// The sequence alone calls it so.
pub(crate) fn phase_misnamed(phase: &str, others: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::UnknownName,
        format!("nothing but the sequence names a phase `{phase}`, and no phase is called `{others}`"),
    )
    .at(at, format!("everything else says `{others}`"))
    .help(format!("write `{others}` here, or `{phase}` wherever `{others}` is named"))
    .fix(format!("write `{others}`"), false, vec![(at, others.to_owned())])
}

/// The name of one phase stands where that of another is missing.
pub(crate) fn phase_twice(phase: &str, others: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{phase}` stands twice in the sequence, and `{others}` nowhere"))
        .at(at, "here again")
        .help(format!("write `{others}` here, if that is this phase: several rules name it"))
        .fix(format!("write `{others}`"), false, vec![(at, others.to_owned())])
}

/// `left`: actions of that phase that nothing offers.
pub(crate) fn phase_left_out(phase: &str, left: &[&str], at: Place) -> Diagnostic {
    let actions: Vec<String> = left.iter().map(|action| (*action).to_owned()).collect();
    let (names, is) = (super::and_list(&actions), if left.len() == 1 { "is" } else { "are" });
    Diagnostic::wrong(
        Code::UnknownName,
        format!("the sequence has no phase `{phase}`, and {names} {is} offered nowhere"),
    )
    .at(at, format!("`{phase}` stands nowhere in it"))
    .help(format!("write it where it is played: `phase {phase} {{ any number of {} }}`", actions.join(", ")))
}

pub(crate) fn flag_for_a_phase(name: &str, before: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` is a phase, and here a flag would be called so"))
        .at(at, "a flag of its own")
        .help(format!(
            "what ends with either phase is written `until end of {before} or {name}`; a flag needs another name"
        ))
}

pub(crate) fn never_offered(action: &str, phase: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::NeverOffered, format!("no phase offers `{action}`"))
        .at(at, "nobody can start it")
        .help(format!("offer it in the sequence, like `phase {phase} {{ any number of {action} }}`, or take it away"))
        .about(action)
}

/// `left`: actions of this phase that no phase offers.
pub(crate) fn nothing_happens(phase: &str, left: &[&str], at: Place) -> Diagnostic {
    let offers: Vec<String> = left.iter().map(|action| format!("`any number of {action}`")).collect();
    let told = Diagnostic::note(Code::NeverOffered, format!("nothing happens in the phase `{phase}`"))
        .at(at, "an empty phase")
        .about(phase);
    match offers.as_slice() {
        [] => told.help(
            "write what is done or offered there; if its rules are left out on purpose, write `by construction` in it",
        ),
        some => told.help(format!("offer what belongs there: {}", some.join(", "))),
    }
}

pub(crate) fn without_a_turn(side: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::NeverOffered, format!("{side} never has a turn"))
        .at(at, format!("without {side}"))
        .help(format!("list {side} here, or offer it an action of its own: `action .. by {side} ..`"))
        .about(side)
}

/// Scenes in a phase of a side that never has one; `listed`: the first side that does.
pub(crate) fn scenes_without_a_turn(side: &str, listed: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("{side} never has a turn, and scenes begin in a phase of {side}"))
        .at(at, format!("without {side}"))
        .help(format!("write `player turns {listed}, {side}`"))
}

pub(crate) fn no_scenario(at: Place) -> Diagnostic {
    Diagnostic::note(Code::NeverPlaced, "there is no scenario, so there is nothing to play")
        .at(at, "no set-up")
        .help("write where its counters stand at the start: `scenario start \"The start\" { 0101: A1 }`")
}

/// A few counters. `scenario`: the only one that there is; `boxed`: the box in which they may lie.
pub(crate) fn never_placed(
    names: &[String],
    (scenario, boxed): (Option<&str>, Option<&str>),
    at: &[Place],
) -> Option<Diagnostic> {
    let ((name, others), (first, more)) = (names.split_first()?, at.split_first()?);
    let (all, listed) = (super::plain_and(names), names.join(", "));
    let scenario = scenario.map_or_else(|| "a scenario".to_owned(), |scenario| format!("`scenario {scenario}`"));
    let one = others.is_empty();
    let (stand, them) = if one { ("stands", "it") } else { ("stand", "them") };
    let (they, s) = if one { ("it", "s") } else { ("they", "") };
    let (hexes, come) = if one { ("its hex", "it comes") } else { ("their hexes", "they come") };
    let title = format!("{all} {stand} in no scenario, and no rule brings {them}");
    let told = Diagnostic::note(Code::NeverPlaced, title).at(*first, "never in play").about(name);
    let told = more.iter().fold(told, |told, at| told.at(*at, "nor this one"));
    Some(match boxed {
        Some(boxed) => told.help(format!(
            "write {hexes} in {scenario}, as in `0101: {name}`; or the box where {they} wait{s}: `{boxed}: {listed}`"
        )),
        None => told.help(format!(
            "write {hexes} in {scenario}, as in `0101: {name}`; if {come} later, a rule brings {them}: `{name} goes to 0101`"
        )),
    })
}

pub(crate) fn many_never_placed(names: &[String], at: Place) -> Diagnostic {
    const SHOWN: usize = 5;
    let shown = names.get(..SHOWN).unwrap_or(names).join(", ");
    let more = names.len().saturating_sub(SHOWN);
    Diagnostic::note(
        Code::NeverPlaced,
        format!("{shown} and {more} more stand in no scenario, and no rule brings them"),
    )
    .at(at, "the first of them")
    .help("lay them out in a scenario; rules that speak of counters out of play say so: `guns at none`, `where it.hex is none`")
    .about(names.first().map_or("", String::as_str))
}

pub(crate) fn nobody_of_a_side(scenario: &str, side: &str, own: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::NeverPlaced, format!("`{scenario}` lays out no counter of {side}"))
        .at(at, format!("nobody of {side}"))
        .help(format!("write where the counters of {side} stand: `0101: {own}`"))
        .about(scenario)
}

/// A line of `depending on`.
pub(crate) fn no_value_comes(title: &str, range: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::NeverApplies, "no value ever comes to this line of `depending on`")
        .at(at, format!("what it depends on lies in {range}"))
        .help("look for a slip in its numbers; if the book prints it so, leave it, or take it away")
        .about(title)
}

/// Lines or columns of a table.
pub(crate) fn no_look_comes(table: &str, across: bool, range: &str, at: Place, more: &[Place]) -> Diagnostic {
    let what = if across { "column" } else { "line" };
    let told = Diagnostic::note(Code::NeverApplies, format!("no look-up in `{table}` comes to this {what}"))
        .at(at, format!("what is looked up lies in {range}"))
        .help(format!("look for a slip in its label; if the book prints it so: `allow {table} \"why\"`"))
        .about(table);
    more.iter().fold(told, |told, at| told.same(*at, ""))
}

/// `run operation in 1..most(u)`
pub(crate) fn run_to_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "how many runs there may ever be is not to be seen")
        .at(at, "the last of them")
        .help("write a number, or the name of a state or value without brackets whose range is declared: `value operations: 1..3 { .. }`, `run operation in 1..operations { .. }`")
}

/// `run operation in things`
pub(crate) fn run_in_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "a run goes from one number to another, or through an enum")
        .at(at, "neither of them")
        .help("write `run operation in 1..3 { .. }`, or `run daytime in Daytime { .. }` with `enum Daytime { am, pm }`")
}

pub(crate) fn runs_of_none(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "none of these is ever played")
        .at(at, "before the first, or the first is below 0")
        .help("write the first and then the last: `run operation in 1..3 { .. }`")
}

pub(crate) fn too_many_runs(most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("there are {most} runs of one name at most"))
        .at(at, "more than that")
        .help("count whatever is longer in a state, or in turns")
}

/// `end operation` in an action, or outside of the run.
pub(crate) fn end_of_no_run(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`end {name}` does not stand in the run that it leaves"))
        .at(at, "not within its braces")
        .at(first, "the run")
        .help(format!("write it within the braces of the run: `if broken_off {{ end {name} }}`; an action or procedure lets a state say so"))
}

/// Which one runs, asked for where none may run.
pub(crate) fn asked_outside_of_run(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("no `{name}` may be running where this is asked"))
        .at(at, "something outside of the run comes to this")
        .at(first, "it runs here alone")
        .help(format!("ask for `{name}` only in what nothing but the phases, player turns and rules of that run come to; what is asked elsewhere too keeps it in a state"))
}

/// `operation 2` in a scenario.
pub(crate) fn run_of_a_scenario(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("a scenario begins with its first turn, and no `{name}` runs yet"))
        .at(at, "only scenes begin in one")
        .help("take the line away, or write a scene: `scene later in movement of Blue { .. }`")
}

/// `operation 4` of three.
pub(crate) fn no_such_run(name: &str, wanted: i64, (first, last): (i64, i64), at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("there is no `{name} {wanted}`"))
        .at(at, format!("from {first} to {last}"))
        .help(format!("write a number from {first} to {last}"))
}

/// A scene that names a run in which its phase does not stand.
pub(crate) fn run_of_another_phase(name: &str, phase: &str, at: Place, phase_at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{phase}` does not stand in the run `{name}`"))
        .at(at, "no such run then")
        .at(phase_at, "where the scene begins")
        .help("take the line away, or name a phase of that run")
}

/// Two phases of one name that nobody can tell apart.
pub(crate) fn two_printings_alike(phase: &str, title: Option<&str>, at: Place, first: Place) -> Diagnostic {
    let called = match title {
        Some(title) => format!("two printings of `{phase}` for one side are called \"{title}\""),
        None => format!("`{phase}` is printed twice for one side, without a title"),
    };
    Diagnostic::wrong(Code::TwiceNamed, called)
        .at(at, "here again")
        .at(first, "first here")
        .help(format!("give each its own title: `phase {phase} \"Second\" {{ .. }}`; where rules speak of one of them alone, give it a name of its own; what comes several times in a row is a run"))
}

/// A scene, or a line of an example, in a phase that is printed several times.
pub(crate) fn which_printing(phase: &str, said: Option<&str>, known: &[&str], at: Place) -> Diagnostic {
    let titles: Vec<String> = known.iter().map(|title| format!("\"{title}\"")).collect();
    let what = match said {
        Some(said) => format!("no `{phase}` is called \"{said}\" there"),
        None => format!("`{phase}` is printed several times: which one is meant?"),
    };
    let help = match known.first() {
        Some(first) => format!("write the title behind the name: `{phase} \"{first}\"`"),
        None => "take the title away: it is printed once".to_owned(),
    };
    Diagnostic::wrong(Code::Scene, what).at(at, super::or_list(&titles)).help(help)
}
