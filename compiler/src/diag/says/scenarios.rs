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
