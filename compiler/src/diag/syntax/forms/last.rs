//! Forms that are asked when nothing else is known: half a line, two things in the wrong order.

use super::around::LAID;
use super::within::{ASKED, STATEMENT};
use super::{At, Behind, Form, Found, Line, form};

/// The same, of any line.
pub(super) const LAST: &[Form] = &[
    form(
        ASKED,
        Line::Holds("total of ", " for each "),
        Behind::Name,
        Found::Words(&[")"]),
        [
            "this total does not say what it runs over",
            "write `for each` and a name of your own: `total of steps(u) for each u in {word}`",
        ],
        None,
    ),
    form(
        STATEMENT,
        Line::Has(" picks hexes "),
        Behind::Name,
        Found::Words(&["where"]),
        [
            "how many are picked is not said",
            "write it before `{word}`: `picks 1 {word} where ..`, `picks any number of {word} where ..`",
        ],
        None,
    ),
    form(
        &[At::RowOf("course")],
        Line::Holds("(", ")"),
        Behind::Any,
        Found::Words(&["from", "to"]),
        ["the two hexes of a step are called `here` and `there`", "write `road(here, there)`"],
        None,
    ),
    form(
        &[At::RowOf("course")],
        Line::Any,
        Behind::Any,
        Found::Phrase(&["cost stop", "cost no", "cost pass"]),
        ["what ends or bars a move is no cost", "take `cost` away: `stop`, `no` and `pass` stand alone"],
        None,
    ),
    form(
        &[At::RowOf("path")],
        Line::Any,
        Behind::Nothing,
        Found::Words(&["to"]),
        [
            "a path begins with `from`",
            "write `from` and its hex first: `from u.hex to hexes where depot(u.side, it) within 5 hexes`",
        ],
        None,
    ),
    form(
        STATEMENT,
        Line::Has("perform "),
        Behind::Any,
        Found::Phrase(&["for:"]),
        [
            "`for` is a word of the language, and no parameter is called so",
            "write the name as it stands in the head of the procedure",
        ],
        None,
    ),
    form(
        STATEMENT,
        Line::Has("turns "),
        Behind::Capital,
        Found::Words(&[","]),
        ["turns of sides that follow one another are `player turns`", "write `player turns {word}, .. { .. }`"],
        None,
    ),
    form(
        STATEMENT,
        Line::Has("phase "),
        Behind::Title,
        Found::Words(&["any", "may", "each", "once", "one", "in", "perform", "at"]),
        ["what happens in a phase stands between braces", "write `{` before it, and `}` where it ends"],
        None,
    ),
    form(
        &[At::RowOf("victory")],
        Line::Holds("", " when "),
        Behind::Any,
        Found::Words(&["any", "every", "no", "not"]),
        ["a condition has no `when` before it", "write `when {found} ..`"],
        Some("when {found}"),
    ),
    form(
        &[At::Head("scenario")],
        Line::Any,
        Behind::Words(&["scenario"]),
        Found::Quoted,
        ["the name stands before the title", "write a name, then {found}: `scenario small \"The small battle\"`"],
        None,
    ),
    form(
        LAID,
        Line::Holds("(", ")"),
        Behind::Any,
        Found::End,
        ["a `(` is never closed", "write `)` behind what belongs to that counter"],
        None,
    ),
    form(
        &[At::Head("limit")],
        Line::Has(": per"),
        Behind::Words(&["per"]),
        Found::Name,
        ["how often is not said", "write a number before `per`: `1 per {found}`"],
        None,
    ),
    form(
        &[At::Head("never")],
        Line::Has(" of "),
        Behind::Capital,
        Found::Capital,
        ["where they are is said by `at`", "write `at {found}`, if it is a place"],
        None,
    ),
    form(
        &[At::Line("game")],
        Line::Begins("hexes"),
        Behind::Capital,
        Found::Words(&[","]),
        [
            "how the hexes lie is not said",
            "write `flat` or `pointy` behind `{word}`: `{word} flat, odd columns half a hex south`",
        ],
        None,
    ),
    form(
        &[At::Line("map")],
        Line::Begins("place"),
        Behind::Name,
        Found::End,
        ["which hex is called so is not said", "write its number behind the name: `place {word} 0304`"],
        None,
    ),
    form(
        &[At::Head("permit"), At::Head("fact")],
        Line::Any,
        Behind::Words(&["otherwise"]),
        Found::Any,
        ["what holds otherwise is not said", "write `otherwise yes` or `otherwise no`"],
        None,
    ),
];
