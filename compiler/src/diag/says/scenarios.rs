//! What belongs to a scenario.

use crate::diag::{Code, Diagnostic, Place};

pub(crate) fn scenario_is_no_value(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "no rule asks which scenario is played")
        .at(at, "this is no value")
        .help("what holds in one scenario stands in it: `also points in wachenfeld { .. }`; a rule or an action may be `in wachenfeld`, too")
        .former()
}

pub(crate) fn scenario_twice(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` is named twice"))
        .at(at, "it stands here again")
        .at(first, "the first stands here")
        .help("name each once")
}

/// `scene s in p of Blue with dusk, night`
pub(crate) fn two_scenarios_played(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, "a scene belongs to one scenario")
        .at(at, "the second")
        .at(first, "the first")
        .help("name one scenario, and behind it the options that are in: `with night, air`")
}

/// `when air`
pub(crate) fn option_is_no_value(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "no rule asks which options are in")
        .at(at, format!("`{name}` is an option"))
        .help(format!("what holds with it stands in it: `also losses in {name} {{ .. }}`; a rule or an action may be `in {name}`, too"))
}

pub(crate) fn in_every_scenario(at: Place) -> Diagnostic {
    Diagnostic::note(Code::AlwaysSo, "this holds in every scenario")
        .at(at, "all of them are named")
        .help("leave `in ..` out: what stands in no scenario holds in each")
}

pub(crate) fn in_no_scenario_alone(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, "this holds for a whole move, so it belongs to no scenario alone")
        .at(at, "it has no condition")
        .help("write it in the item itself, where it holds in each scenario")
}

/// `scenario a like b` and `scenario b like a`
pub(crate) fn set_up_like_itself(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{name}` is like itself"))
        .at(at, "this set-up")
        .help("name one that is not like this one, or take `like` away")
}

/// `procedure aimed in air` in the place of nothing.
pub(crate) fn procedure_of_a_layer(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("`{name}` is performed where it is named, in every game"))
        .at(at, "in these alone")
        .help("say in the place of which procedure it is done there: `in place of NAME`; or take the `in` away")
}

/// `what`: an action or a procedure; `is`: what it names.
pub(crate) fn in_place_of_what(what: &str, is: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("there is no other {what} of this name to stand in the place of"))
        .at(at, format!("this is {is}"))
        .help(format!("name another {what} here; a row stands in the place of another by `exception to`"))
}

pub(crate) fn two_in_one_place(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two stand in the place of `{name}`, and may in one game"))
        .at(at, "in its place")
        .at(first, "in its place, too")
        .help(format!("let one hold in scenarios where the other does not, `in NAME in place of {name}`; or let one stand in the place of the other"))
}

pub(crate) fn in_place_of_others(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is told something else, or answers something else"))
        .at(at, "in its place")
        .at(first, "this is what is told and answered")
        .help(format!("write the brackets, and the answer, as in the head of `{name}`: same names, same types"))
}

pub(crate) fn in_place_of_another_action(name: &str, action: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` may be performed outside of {action}"))
        .at(at, format!("what is done in its place reads what {action} keeps"))
        .at(first, format!("not within {action}"))
        .help(format!("write `within {action}` in the head of `{name}`, or take it away here"))
}

/// `turn: 3`
pub(crate) fn colon_of_a_state(name: &str, value: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{name}` is no hex, and a colon stands behind hexes alone"))
        .at(at, "no place for a counter")
        .help(format!("write `{name} {value}`, without the colon"))
}
