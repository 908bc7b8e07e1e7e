//! Play: places that can be written, asks that need an answer, repeats that end, scenes.

use crate::diag::{Code, Diagnostic, Mark, Place, listed, nearest};
use crate::limits::MOST_ROUNDS;

pub(crate) fn no_place(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, "this cannot be changed")
        .at(at, "no state")
        .help("only a state changes: a field like `u.steps`, a name that the action keeps, a `state` of the game")
}

/// `moves each u in S to 3 hexes`
pub(crate) fn to_one_hex(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, "each of them goes to one hex")
        .at(at, "not one")
        .help("write `moves each u in S to 1 hex where ..`; how many may stand in a hex is a condition behind `where`")
}

/// `moves each u in S to 1 hex where C` without `otherwise`
pub(crate) fn no_room_left(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, "there may be no hex left for one of them")
        .at(at, "what is done then?")
        .help("say it behind: `otherwise { hole \"no room\" }`, or leave it where it is: `otherwise { }`")
}

/// `moves u along marching(u)` of a piece out of play
pub(crate) fn moves_from_nowhere(course: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, format!("who is off the map cannot move along `{course}`"))
        .at(at, "stands nowhere")
        .help(format!("say in the head of `{course}` where it comes in: `spends allowance(u), enters at hexes where entry(u, it)`; or let it go to a hex first"))
}

/// `when entering_map` in a course that has no such step
pub(crate) fn over_no_edge(word: &str, at: Place) -> Diagnostic {
    let (says, what) = if word == "entering_map" {
        ("enters at hexes where entry(u, it)", "comes in from off the map")
    } else {
        ("leaves at hexes where exit(u, it), perform gone(u)", "leads off the map")
    };
    Diagnostic::wrong(Code::UnknownName, format!("`{word}` is asked of a step that {what}, and there is none here"))
        .at(at, "no such step")
        .help(format!("only rows of a course ask it whose head says `{says}`"))
}

/// `m goes to hex_toward(m.hex, south, 2)`
pub(crate) fn off_the_map(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, "this hex may lie off the map")
        .at(at, "may be none")
        .help("say behind it what is done then: `otherwise { remove m }`")
}

/// `u goes to 0101 otherwise { }`
pub(crate) fn always_a_hex(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, "this is always a hex of the map")
        .at(at, "never none")
        .help("take `otherwise { }` out; it is for a hex that may be none, like `hex_toward(h, south, 2)`")
}

pub(crate) fn goes_instead(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, "a piece goes to a hex or into a box")
        .at(at, "where it is")
        .help("write `u goes to h`; `remove u` takes it out of play")
}

pub(crate) fn printed_stays(field: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{field}` is printed on the counter and does not change"))
        .at(at, "printed")
        .help(format!("declare it as a state where it changes in play: `state {field}: ..`"))
}

pub(crate) fn given_stays(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{name}` is what the action is about and does not change"))
        .at(at, "a parameter or role")
        .help("keep another name for what changes: `keeps other: ..`")
}

/// `rolls`: the dice alone decide how often.
pub(crate) fn never_left(rolls: bool, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Endless, "this repeat need not end");
    if rolls {
        return told.at(at, "the dice alone decide when its condition is no longer so").help(
            "leave it within, and take its condition away: `repeat at most 10 { roll die; if die < 6 { end repeat } }`",
        );
    }
    told.at(at, "changes nothing that its condition could see")
        .help("let it change what the condition asks, or leave it with `end repeat`")
}

pub(crate) fn rounds(most: u32, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Endless, format!("a repeat goes round 1 to {most} times"))
        .at(at, "not a bound")
        .help("write the most rounds that the rule can need: `repeat at most 10 while .. { .. }`")
}

pub(crate) fn nothing_to_end(what: &str, own: Option<&str>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownName, format!("there is no {what} to end here")).at(at, "not within it");
    match own {
        Some(own) => told.help(format!(
            "write `end {own}` to leave what stands here, `end repeat` to leave a repeat; to leave what performs it, too, \
             let it set a name that is read there"
        )),
        None => told.help("`end` stands in the action, procedure or repeat that it leaves; a procedure that answers is left with `answer ..`"),
    }
}

pub(crate) fn no_repeat_to_end(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "there is no repeat to end here")
        .at(at, "in no `repeat { }`")
        .help("`end repeat` stands within the braces of the repeat that it leaves; a procedure cannot leave the repeat that performs it")
}

pub(crate) fn pick_may_be_none(name: &str, ty: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is always a {ty}, and nobody may be left to pick"))
        .at(at, "may be none after this")
        .help(format!("declare it `{name}: {ty} or none`, and ask `if {name} is not none` before it is used"))
}

/// A name that a pick or an answer gave, where perhaps nobody was.
pub(crate) fn perhaps_none(name: &str, at: Place, picked: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` may be none here, and nobody has asked"))
        .at(at, "perhaps none")
        .at(picked, "from here on it is one, or none")
        .help(format!(
            "ask first: `if {name} is not none {{ .. }}`; or leave where nobody can be picked: `otherwise {{ end .. }}`"
        ))
}

/// `perform price[t]`; `list`: of an enum.
pub(crate) fn does_nothing(name: &str, ty: &str, list: Option<&str>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, format!("`{name}` is {ty}: nothing is done by it"));
    let told = told.at(at, "a procedure, or a result that says what it does");
    match list {
        Some(list) => told.help(format!(
            "write behind each member of `{list}` what it does: `enum {list} {{ AE \"Attackers eliminated\" {{ remove men }} .. }}`"
        )),
        None => told.help(format!("use it: `place becomes {name}..`, `if {name}.. is .. {{ .. }}`")),
    }
}

/// A member without braces among others that have some.
pub(crate) fn result_does_nothing_said(member: &str, list: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("what does `{member}` do?"))
        .at(at, format!("other members of `{list}` say what they do"))
        .help(format!(
            "write it behind the name, `{member} \"..\" {{ .. }}`; of a result that does nothing, `{member} {{ }}`"
        ))
}

/// `DR(who: Side)`, `DR(back: 1..n)`
pub(crate) fn printed_behind_a_result(member: &str, most: u32, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("which numbers are printed behind `{member}`?"))
        .at(at, "one range of written numbers")
        .help(format!("write the least and the greatest, like `{member}(back: 1..3)` for {member}1, {member}2 and {member}3; none is over {most}"))
}

/// `answer 3` where nothing answers.
pub(crate) fn answer_to_nobody(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "nobody asks for an answer here")
        .at(at, "an answer to nothing")
        .help("`answer` stands in a procedure whose head says what it answers: `procedure toll(u: Unit): 0..6 { .. }`")
}

pub(crate) fn answer_unheard(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` answers, and its answer is given no name"))
        .at(at, "what comes of it?")
        .help(format!("write `perform {name}(..) as lost`, and read `lost` behind it"))
}

pub(crate) fn answers_nothing(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` answers nothing"))
        .at(at, "no answer to be called so")
        .help(format!("let its head say what it answers, `procedure {name}(..): 0..6`, and its last line `answer ..`; or leave `as` out"))
}

pub(crate) fn perhaps_no_answer(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Gap, format!("`{name}` may come to its end without an answer"))
        .at(at, "its head promises one")
        .help("let each way through it end with `answer ..`: its last line, or the last of each way of an `if`, a `depending on`, a choice")
}

pub(crate) fn behind_an_answer(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, "nothing is done behind an answer")
        .at(at, "never done")
        .help("with `answer` the procedure is over: write this before it")
}

pub(crate) fn only_answers(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` does nothing but answer")).at(at, "a value").help(format!(
        "write a value, `value {name}(..): .. {{ .. }}`: rows say what applies, and can be asked anywhere"
    ))
}

pub(crate) fn arm_without_values(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "for which values does this hold?")
        .at(at, "no values")
        .help("begin it with its values, like `1 or less`, `3, 4`, `5..6` or `7 or more`")
}

/// `missing`: what no line names.
pub(crate) fn two_arms(value: &str, missing: Option<&str>, at: Place, first: Place) -> Diagnostic {
    let help = match missing {
        Some(missing) => format!("no line is for {missing}: is one of these two {missing}?"),
        None => "let each value stand in one line only".to_owned(),
    };
    Diagnostic::wrong(Code::Clash, format!("two results for {value}"))
        .at(at, format!("{value} is here"))
        .at(first, "and here")
        .help(help)
}

/// `gap`: all numbers about it that no line names.
pub(crate) fn no_arm(value: &str, gap: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Gap, format!("nothing says what happens at {gap}"))
        .at(at, format!("no result for {gap}"))
        .why(format!("for example: the value is {value}"))
        .help(format!("write a line for it, like `{gap} {{ }}`, or let another line name it, too"))
}

pub(crate) fn pick_of_nobody(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, "there may be nobody to pick")
        .at(at, "this pick may have no answer")
        .help("say what happens then: `.. as x otherwise { }`; at the beginning of an action a pick needs none, for the action is offered only where it has an answer")
}

pub(crate) fn replaced_by_nobody(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, "nobody may be left to come in its place")
        .at(at, "may be nobody")
        .help("say what happens then: `replace u with S otherwise { remove u }`; or name one that is surely there. Those out of play are `remnants at none`")
}

pub(crate) fn pick_asks_for_itself(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is being picked here and holds nobody yet"))
        .at(at, "not picked yet")
        .help("a line of `such that` counts or adds up what is picked: `at most 3 where it.guards`, `exactly 6 total of it.strength`, `all alike in it.hex`; to take all of a hex or none, pick the hex and take whoever stands there")
}

pub(crate) fn written_and_forgotten(piece: &str, at: Place, removed: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("what is written about `{piece}` here is forgotten when it is removed"))
        .at(at, "written")
        .at(removed, "and forgotten")
        .help(format!(
            "write it behind `remove {piece}` if it is to be remembered of a piece out of play; or take the line out"
        ))
}

pub(crate) fn two_rules_alike(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two rules are called \"{title}\", and no case tells them apart"))
        .at(at, "here again")
        .at(first, "first here")
        .help("players are offered rules that are due by their titles: give each its case, or another title")
}

pub(crate) fn choice_of_nothing(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, "there may be no way to choose")
        .at(at, "every way has a condition")
        .help("add a way without `when`, or `otherwise { .. }`")
}

pub(crate) fn alike_once(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a pick can be alike in one thing")
        .at(at, "the second")
        .help("join both in one value, or test one of them in `where`")
}

/// A pick whose parts ask for more and for fewer at once.
pub(crate) fn pick_of_no_number(least: i64, most: i64, at: Place, other: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::DeadEnd, format!("no pick is at least {least} and at most {most}"));
    let told = if at == other {
        told.at(at, "no number lies between them")
    } else {
        told.at(at, format!("at least {least}")).at(other, format!("at most {most}"))
    };
    told.help(
        "look for a slip in one of the two numbers: what is asked for is never there, so nobody can ever be picked",
    )
}

/// `near`: courses of nearly that name; `all`: every one, as it is asked.
pub(crate) fn along_what(said: Option<&str>, (near, all): (&[&str], &[String]), at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, "a move goes along a course").at(at, "no course");
    match (said, near) {
        (_, []) if (1..=3).contains(&all.len()) => {
            let ways: Vec<String> = all.iter().map(|course| format!("`along {course}`")).collect();
            told.help(format!("write {}", super::or_list(&ways)))
        }
        (Some(said), [first, ..]) => told.help(format!("no course is called `{said}`: did you mean `{first}`?")),
        (_, _) => told.help("write `moves u along march(u)`, where `course march(u: Unit)` is declared"),
    }
}

/// `3..1 hexes`, `0..0 hexes`, `2..2 hexes`
pub(crate) fn hexes_of_no_number(least: i64, most: i64, at: Place) -> Diagnostic {
    if least == most && most > 0 {
        let hexes = if most == 1 { "hex" } else { "hexes" };
        return Diagnostic::wrong(Code::Syntax, format!("from {least} to {most} is one number"))
            .at(at, format!("write `{most} {hexes}`"))
            .help("two numbers stand where fewer or more are allowed: `0..3 hexes`, `2 or more hexes`");
    }
    Diagnostic::wrong(Code::DeadEnd, format!("no move enters at least {least} and at most {most} hexes"))
        .at(at, "no number that is above 0 lies between them")
        .help("write the lesser number first: `0..3 hexes`; a move of none is no move")
}

/// `moves u along falling_back(u) as spot`
pub(crate) fn hexes_kept_in(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "how many hexes a move entered is a number")
        .at(at, format!("this holds a {found}"))
        .help("write a new name behind `as`, or one that is declared as a number: `keeps gone: 0..3`")
}

pub(crate) fn more_hexes_than_kept(held: &str, most: i64, counted: bool, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::OutOfRange, format!("this move may enter 0 to {most} hexes"))
        .at(at, format!("holds {held}"));
    if counted {
        told.help(format!("declare it `0..{most}`"))
    } else {
        told.help("say behind the course how many hexes there may be at most, as in `, 0..3 hexes`, or declare the name wider")
    }
}

/// `moves u along marching` of one piece
pub(crate) fn along_for_one(course: &str, who: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{course}` is asked about one piece here"))
        .at(at, "about whom?")
        .help(format!("write `along {course}({who})`; without brackets it is asked for each of a set"))
}

/// `moves men along marching(u)` of a set
pub(crate) fn along_for_each(course: &str, params: usize, at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::WrongType, format!("a set moves along `{course}`")).at(at, "asked for each of them");
    if params == 1 {
        told.help(format!("write `along {course}` without brackets: each is judged by its own"))
    } else {
        told.help(format!(
            "write all {params} arguments of `{course}`, and `it` where each of them is meant, as in `along {course}(it, ..)`"
        ))
    }
}

/// `refused march(B1) to 0401` of a group
pub(crate) fn refused_to_a_group(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Example, "a set moves here, not one piece")
        .at(at, "refused to whom?")
        .help("take this line away, and show with `answer` where they go: what is not offered cannot be answered")
}

/// `who`: what the action calls those who move, which it finds out itself.
pub(crate) fn refused_to_whom(who: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Example, format!("who moves as `{who}` is known only once the action runs"))
        .at(at, "refused to whom?")
        .help("take this line away, and show with `answer` where they go: what is not offered cannot be answered")
}

/// `with bearer: Tank` of what goes with others itself
pub(crate) fn bearer_is_borne(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{name}` may be a piece that goes with another itself"))
        .at(at, "who bears whom?")
        .help("name pieces that go by themselves: what is borne bears nobody")
}

/// `with colour: Side`
pub(crate) fn bearer_is_no_piece(name: &str, found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a piece goes with another piece").at(at, format!("`{name}` is a {found}")).help(
        format!("name the piece or kind that it goes with, or write `state {name}: ..` for what it only remembers"),
    )
}

/// `t goes to h` of what goes with another
pub(crate) fn goes_with_its_bearer(who: &str, bearer: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, "it stands where its bearer stands")
        .at(at, "is not moved by itself")
        .help(format!("change whom it goes with, as in `{who}.{bearer} becomes ..`, or move that one"))
}

pub(crate) fn may_go_with_its_bearer(who: &str, borne: &str, bearer: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{who}` may be {borne}, which stands where its `{bearer}` stands"))
        .at(at, "such a piece is not moved by itself")
        .help(format!("name the pieces that move by themselves where `{who}` is declared; what goes with them follows"))
}

/// `0101: Ta (bearer D1), Tb (bearer D1)`, one each
pub(crate) fn borne_by_one(field: &str, bearer: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{bearer}` is `{field}` of more than one"))
        .at(at, "one each")
        .help(format!("give each a `{field}` of its own"))
}

/// `0101: Ta (bearer D2)`, and `D2` elsewhere
pub(crate) fn laid_without_its_bearer(field: &str, bearer: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, "it stands where its bearer stands")
        .at(at, "not in this line")
        .help(format!("write it behind `{bearer}` in the line of its hex: `{bearer}, .. ({field} {bearer})`"))
}

/// `0101: Ta (bearer D2)`, and `D2` is of the other side
pub(crate) fn borne_by_the_other_side(bearer: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, "it stands where its bearer stands")
        .at(at, "not in this line, and of the other side")
        .help(format!("`{bearer}` is of the other side: name the one in this line whom it goes with"))
}

pub(crate) fn rule_without_bound(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Endless, "how often can this happen at once?")
        .at(at, "no bound")
        .help("write the most times before the brace: `.. becomes yes, for each u in units, at most 8 times { .. }`")
}

/// `at end of movement, at most 8 times`
pub(crate) fn happens_once(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "this happens once each time")
        .at(at, "bounds nothing")
        .help("take `at most .. times` away: only what may come to be so again needs a bound")
}

/// `rule "T" during combat at end of march(u)`
pub(crate) fn moment_during(phase: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "this rule says its moment already")
        .at(at, "a second time that it names")
        .help(format!("take `during {phase}` away: `during` is for what may come at any time, `whenever ..`"))
}

/// `rule .. at once whenever u in S enters h`
pub(crate) fn at_once_as_it_enters(at: Place, at_once: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "a rule on who enters a hex acts behind the step")
        .at(at, "whoever enters has entered then")
        .at(at_once, "not in the middle of it")
        .help("take `at once` away: each hex of a move is a step")
}

pub(crate) fn at_once_by(at: Place, at_once: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "nobody is asked which of several rules is first at once")
        .at(at, "would be asked nothing")
        .at(at_once, "they act in the order in which they are written")
        .help("take `by ..` away")
}

/// `rule .. at once whenever .. { defender picks .. }`
pub(crate) fn at_once_does(does: &str, at: Place, at_once: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "a rule at once asks nobody, rolls nothing, draws nothing and performs nothing")
        .at(at, does)
        .at(at_once, "in the middle of a loss, say")
        .help("take `at once` away: then it acts behind the step, and may do all that an action may")
}

/// `permit may_stand(u: Unit) always`
pub(crate) fn law_of_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a law of the hex is a permit of a piece and a hex")
        .at(at, "asked wherever a piece comes to a hex")
        .help(
            "write `permit may_stand(u: Unit, h: Hex) always { .. }`; any other permit is asked where a rule names it",
        )
}

pub(crate) fn second_law(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, "a game has one law of the hex")
        .at(at, "a second one")
        .at(first, "the first one")
        .help("write its rows into the first: `also NAME { .. }`")
}

/// `when arriving` in other rows
pub(crate) fn arriving_nowhere(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "who arrives is known to a law of the hex alone")
        .at(at, "nobody arrives here")
        .help("it is yes in the rows of `permit .. always` where the piece would stay in the hex")
}

/// `whenever u in units enters came_from`
pub(crate) fn name_of_the_hex_left(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` is the hex that the piece has left"))
        .at(at, "another name is wanted")
        .help("write any other name: `whenever u in units enters h`")
}

/// `whenever s in Side enters h`
pub(crate) fn enters_no_piece(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("pieces enter hexes, and this is {found}"))
        .at(at, "no pieces")
        .help("name a kind or a set of pieces: `whenever u in units of Blue enters h`")
}

/// `at end of movement or march`
pub(crate) fn moments_of_two_sorts(at: Place, rule: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "a rule at the end of phases and of actions")
        .at(at, "names both")
        .at(rule, "this rule")
        .help("write two rules, and what both do as a procedure")
}

/// `at end of movement(u)`
pub(crate) fn phase_is_about_nobody(phase: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("`{phase}` is about nobody"))
        .at(at, "a phase or turn, not an action")
        .help("take the brackets away, and write `, for each u in ..` behind it")
}

/// `at end of strength`
pub(crate) fn never_ends(name: &str, what: &str, phases: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, format!("`{name}` neither begins nor ends")).at(at, what);
    let near = nearest(name, phases.iter().map(String::as_str));
    if near.is_empty() {
        return told.help("name a phase, `turn`, `player_turn`, an action or a procedure");
    }
    told.help(format!("did you mean {}?", listed(&near, "or"))).meant(&near, false, at)
}

/// `at start of march(u)`
pub(crate) fn starts_by_its_first_line(action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("what comes first in `{action}` is its first line"))
        .at(at, "no phase")
        .help(format!(
            "write it into `{action}`; a rule may act at the start of a phase or turn, and at the end of anything"
        ))
}

/// `at end of march(u), by Blue`
pub(crate) fn one_rule_at_an_end(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "nobody is asked which rule is first here")
        .at(at, "one rule acts at the end of an action")
        .help("take `by ..` away")
}

pub(crate) fn two_rules_at_an_end(action: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two rules act at the end of `{action}`: which is first?"))
        .at(at, "here again")
        .at(first, "first here")
        .help("write both as one rule, in the order that is meant")
}

/// `at end of march(u) or bombard(h)`
pub(crate) fn ends_about_others(action: &str, at: Place, rule: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{action}` is about others than what stands before it"))
        .at(at, "other names or types")
        .at(rule, "this rule")
        .help("name the same things in each: `march(u) or exploit(u)`; else write two rules")
}

pub(crate) fn action_of_what(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("an action cannot be about {found}"))
        .at(at, "what is offered?")
        .help("its parameters are pieces, hexes, or members of a list")
}

pub(crate) fn uses_nothing_up(name: &str, at: Place, place: Place, so_already: Option<Place>) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Endless, format!("`{name}` could be taken for ever"))
        .marked(Mark::ForEver(name.to_owned()))
        .at(at, "any number of times")
        .at(place, "uses nothing up");
    let told = match so_already {
        Some(write) => told.at(write, "it begins only where this is so already"),
        None => told,
    };
    told.help("limit it, like `once per phase for each u`, or let it change something that it needs")
}

/// On some way through the action nothing is used up.
pub(crate) fn may_use_nothing_up(name: &str, at: Place) -> Diagnostic {
    Diagnostic::not_proved(Code::Endless, format!("`{name}` may be taken for ever"))
        .at(at, "there is a way through it on which nothing is used up")
        .why(format!("play stops where one list has offered {MOST_ROUNDS} actions"))
        .help("limit it, like `once per phase for each u`, or let it change what it needs on every way")
}

pub(crate) fn second_sequence(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, "there are two sequences of play")
        .at(at, "here again")
        .at(first, "first here")
        .help("keep one `sequence`")
        .marked(Mark::TwoSequences)
}

pub(crate) fn scene_without_phase(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, "this scene does not say when it begins")
        .at(at, "no phase and side")
        .help("write `scene wood in combat of French { .. }`")
}

/// `turn 3` and `turn 2` in one scene.
pub(crate) fn said_twice_in_a_scene(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{name}` is said twice"))
        .at(at, "here again")
        .at(first, "first here")
        .help("take one of them away: nobody knows which is meant")
}

/// `held(leader.hex) yes` in a scene.
pub(crate) fn state_of_what(state: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("whose `{state}` this is hangs on what else is laid out"))
        .at(at, "known only once the game has begun")
        .help(format!("name it: a hex, a counter, a member or a number, like `{state}(0303) ..`"))
}

pub(crate) fn laid_twice(counter: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{counter}` is laid out twice"))
        .at(at, "here again")
        .at(first, "first here")
        .help(format!("take `{counter}` out of one of the two lines: a counter lies in one place"))
}

pub(crate) fn supposing_without_bound(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Endless, "how many cases may be tried?")
        .at(at, "no bound")
        .help("write it behind: `in some case (up to 2000 cases, beyond that: no)`")
}

/// `what`: to go on from, to set aside.
pub(crate) fn unknown_example(title: &str, what: &str, known: &[&str], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Example, format!("there is no example \"{title}\" to {what}"));
    let near = nearest(title, known.iter().copied());
    match near.first() {
        Some(meant) => {
            told.at(at, "names no example").help(format!("did you mean \"{meant}\"?")).meant(&near, true, at)
        }
        None => told.at(at, "names no example").help("write the title of an example as it stands between its quotes"),
    }
}

pub(crate) fn example_of_nothing(at: Place) -> Diagnostic {
    Diagnostic::note(Code::Example, "this example shows nothing")
        .at(at, "no step stands in it")
        .help("say what is done and what must come of it: `when .. by SIDE`, `answer ..`, `expect ..`")
}

pub(crate) fn expected_outside(name: &str, action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` is asked outside of {action}"))
        .at(at, format!("it reads what {action} keeps"))
        .marked(Mark::AskedOutside)
        .help(format!("expect it while {action} runs: behind `when {action} .. by SIDE`, before the line that ends it"))
}

pub(crate) fn example_without_start(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Example, "this example does not say where it begins")
        .at(at, "at no scene, after no other example")
        .help("write `example \"..\" of 7.8 at SCENE { .. }` or `.. after \"Another example\" { .. }`")
}

/// What is asked, a case or a title in quotes, and what is said to it: `4.5: Ga`, `"Who bears it?" R1`.
fn asked_and_said(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = match text.strip_prefix('"').and_then(|title| title.find('"')) {
        Some(end) => end + 2,
        None => text.find(|sign: char| sign == ':' || sign.is_whitespace()).unwrap_or(text.len()),
    };
    let (rule, said) = text.split_at(end);
    (rule, said.trim_start_matches([':', ' ']))
}

pub(crate) fn step_without_side(text: &str, sides: &[String], at: Place) -> Diagnostic {
    let by = sides.first().map_or("SIDE", String::as_str);
    let right = match text.strip_prefix("answer ").map(asked_and_said) {
        Some((rule, said)) => match said {
            "" | "done" | "stop" => format!("answer {rule} by {by} {said}").trim_end().to_owned(),
            _ => format!("answer {rule} by {by}: {said}"),
        },
        None => format!("{text} by {by}"),
    };
    Diagnostic::wrong(Code::Example, "this step does not say whose it is")
        .at(at, "which side?")
        .help(format!("say who does it, as in `{right}`{}: it is held to who is asked", or_by(sides)))
}

/// `, or `by French``: the other sides.
fn or_by(sides: &[String]) -> String {
    sides.iter().skip(1).map(|side| format!(", or `by {side}`")).collect()
}

pub(crate) fn answer_without_colon(colon: bool, names: &[String], at: Place) -> Diagnostic {
    let (what, said) =
        if colon { ("no `:` belongs here", "nothing is named") } else { ("a `:` is missing", "what is answered?") };
    let help = match names {
        [one] if one == "done" || one == "stop" => format!("write `answer .. by SIDE {one}`"),
        [] => "write `answer .. by SIDE` alone to pass, or what is answered behind the `:`".to_owned(),
        names => format!("write `answer .. by SIDE: {}`", names.join(", ")),
    };
    Diagnostic::wrong(Code::Example, what).at(at, said).help(help)
}

pub(crate) fn from_of_nothing(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Example, "rows of what?")
        .at(at, "no value stands before `from`")
        .help("write the value first: `expect drm is 1 from \"Artillery\" +1`")
}

pub(crate) fn laid_too_often(print: &str, count: u32, at: Place) -> Diagnostic {
    let counters = if count == 1 { "counter".to_owned() } else { format!("{count} counters") };
    Diagnostic::wrong(Code::Scene, format!("there {} only {counters} `{print}`", if count == 1 { "is" } else { "are" }))
        .at(at, "one more than there are")
        .help(format!("take it out, or let the order of battle list more: `{print} x{}`", count + 1))
}

pub(crate) fn knowledge_of_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, "knowledge is of a piece and of the side that looks at it")
        .at(at, "not these two")
        .help("write `knowledge seen(u: Unit, eyes: Side) otherwise yes { .. }`")
}

pub(crate) fn nothing_to_hide(kind: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("what is printed on {kind} is known to all"))
        .at(at, "hides nothing")
        .help("draw the piece from a `box .., unseen`, or say which states it hides: `hides order, supplied`")
}

pub(crate) fn hides_printed(field: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{field}` is printed on the counter"))
        .at(at, "printed")
        .help("hide a state or a flag in its place: `hides fought`; what is printed is hidden alone of pieces that are drawn from a `box .., unseen`")
}

pub(crate) fn copies_laid(name: &str, first: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{name}` is no print of an unseen box"))
        .at(at, "counters with names of their own")
        .help(if name == first {
            format!("there is one `{name}`: write it alone; several alike are a line `{name} x2` of the order")
        } else {
            format!("write `{name}` alone for all of them, or the names of single counters, like `{first}`")
        })
}

pub(crate) fn once_is_no_round(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "`once` is one payment: nobody pays twice")
        .at(at, "this says nothing beside `once`")
        .help("leave `once` out, or this")
}

pub(crate) fn each_once_of_one_kind(at: Place, instead: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "who has paid once, where there are two ways to pay?")
        .at(at, "it counts one purchase alone")
        .at(instead, "another in its place")
        .help("write two lines, one with `or on` and `once`, one with `each once before any twice`")
}

pub(crate) fn there_is_always_a_number(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "there is always a number to pick here")
        .at(at, "both ends are written")
        .help("take `otherwise` and its block away")
}

pub(crate) fn perhaps_no_number(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, "there may be no number to pick")
        .at(at, "where the last is less than the first")
        .help("say what happens then: `.. as extra otherwise { .. }`")
}

pub(crate) fn number_without_a_place(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("how great may `{name}` be?"))
        .at(at, "the ends are not written as numbers")
        .help(format!("keep it in the action, with its range: `keeps {name}: 0..6`"))
}

pub(crate) fn number_beyond_its_place(picked: (i64, i64), held: (i64, i64), at: Place) -> Diagnostic {
    let title = format!("{}..{} does not fit where {}..{} is kept", picked.0, picked.1, held.0, held.1);
    Diagnostic::wrong(Code::WrongType, title)
        .at(at, "this cannot hold every number that may be picked")
        .help("make one of the two as wide as the other")
}

pub(crate) fn numbers_to_pick((least, greatest): (i64, i64), most: i64, at: Place) -> Diagnostic {
    let title = match greatest - least + 1 {
        ..1 => "there is no number to pick".to_owned(),
        _ if least < 0 => "a number below 0 cannot be picked".to_owned(),
        many => format!("{many} numbers to pick from, at most {most}"),
    };
    Diagnostic::wrong(Code::WrongType, title)
        .at(at, "one answer each")
        .help("write the least number first, then the greatest, like `a number in 1..2`")
}
