//! What is said of limits.

use crate::diag::{Code, Diagnostic, Place};

/// `at most 0 times` of a rule.
pub(crate) fn rule_of_none(most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "this rule never acts")
        .at(at, format!("at most {most} times"))
        .help("write how often it may act at most, like `at most 1 times`; if it never does, take the rule away")
}

pub(crate) fn limit_of_none(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("`{name}` could never be used")).at(at, "not even once").help(
        "write 1 or more, like `once per phase`; what is offered in some turns only has a condition: `where turn > 2`",
    )
}

pub(crate) fn limit_of_too_many(name: &str, most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("uses of `{name}` are counted up to {most}"))
        .at(at, "more than that")
        .help("write a smaller number, or leave the limit away: nobody does anything so often")
}

pub(crate) fn limit_on_procedure(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::Sequence,
        format!("nobody starts `{name}`: it is a procedure, and a limit counts actions, questions and what is picked"),
    )
    .at(at, "no action")
    .help(format!(
        "lay the limit upon the action that performs `{name}`, upon what is picked in it, `limit on far of march: 3 times per turn`, or upon the question before it: `phasing may 3 times per turn {{ perform {name} }}`"
    ))
}

/// `limit on guns: ..`, a name that an action keeps.
pub(crate) fn limit_on_kept(name: &str, action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` is no action: `{action}` keeps it"))
        .at(at, "whose?")
        .help(format!("say of which action it is: `limit on {name} of {action}: ..`"))
}

/// A role, a parameter, a number.
pub(crate) fn limit_on_what_is_not_picked(name: &str, action: &str, given: bool, at: Place) -> Diagnostic {
    let why = if given { "it is given when the action is started" } else { "it is a number or a yes or no" };
    Diagnostic::wrong(Code::WrongType, format!("nothing is picked into `{name}` of `{action}`: {why}"))
        .at(at, "nobody picks it")
        .help(format!(
            "count how often the action is started, `limit on {action}: ..`, or lay the limit upon a name behind `as`"
        ))
}

/// `for each` without a name, of an action.
pub(crate) fn limit_for_each_of_what(action: &str, first: Option<&str>, at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::UnknownName, format!("for each what? A use of `{action}` is that it is started"));
    match first {
        Some(first) => told.at(at, "each of what?").help(format!("name what it is about: `for each {first}`")),
        None => {
            told.at(at, "it is about nothing").help("leave `for each` away: the action has nothing in its brackets")
        }
    }
}

/// `may once per turn for each`
pub(crate) fn question_for_each_of_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "for each what? A question is counted for the side that is asked")
        .at(at, "each of what?")
        .help("name the piece that it is about, `for each u`, or leave it away")
}

pub(crate) fn question_for_each_of_these(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a question is counted for the side that is asked, or for each piece")
        .at(at, format!("this is {found}"))
        .help("name a piece, or count it yourself: `state asked(h: Hex): yes/no = no`")
}

/// A pick under a limit, without `otherwise`.
pub(crate) fn limited_pick_of_nobody(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, format!("there may be nobody to pick: `{name}` has a limit"))
        .at(at, "what the limit leaves may be nobody")
        .help(format!("say what happens then: `.. as {name} otherwise {{ }}`"))
}

pub(crate) fn limit_of_two_sorts(first: &str, other: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("this limit would count for each {first} and for each {other}"))
        .at(at, "another sort of thing")
        .help("write a limit for each sort")
}

pub(crate) fn limited_twice(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::TwiceNamed,
        format!("`{name}` is limited twice in the same way: one of the two says nothing"),
    )
    .at(at, "the second")
    .at(first, "the first")
    .help("leave one of them away; what differs from case to case is a value: `uses(it) per phase`")
}

/// A name that a limit counts is written by something else than a pick.
pub(crate) fn limited_name_not_picked(name: &str, at: Place, limit: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::WrongType,
        format!("`{name}` has a limit, and a limit can only keep back what somebody picks"),
    )
    .at(at, "nobody is asked here")
    .at(limit, "the limit")
    .help(format!("let a side pick, `phasing picks .. as {name}`, or keep those here under a name of their own"))
}

/// `6 at a time` of something that is started or asked.
pub(crate) fn nothing_lies(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, "so many at a time counts markers that lie on pieces")
        .at(at, "nothing lies here")
        .help("say within what it is counted: `6 per phase`; of a marker: `limit on prepare: 6 at a time`")
}

pub(crate) fn marker_in_a_period(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` is a marker: it is laid, and lies"))
        .at(at, "nobody starts it")
        .help(format!(
            "say how many there are: `limit on {name}: 6 at a time`; or lay the limit upon the action that lays it"
        ))
}

pub(crate) fn at_a_time_of_no_marker(name: &str, known: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownName, format!("there is no marker `{name}`")).at(at, "no marker");
    match known {
        [] => told.help("so many at a time counts markers: `marker prepare \"Prepare\" { on Division }`"),
        known => told.help(format!("so many at a time counts markers: {}", super::or_list(known))),
    }
}

pub(crate) fn one_marker_each(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, "each marker has counters of its own")
        .at(at, "a second marker")
        .help(format!("write a limit for each: `limit on {name}: 6 at a time`"))
}

pub(crate) fn markers_of_a_side(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a side by its name is wanted here")
        .at(at, "whose markers?")
        .help("write `by German`; without `by` each side has so many")
}
