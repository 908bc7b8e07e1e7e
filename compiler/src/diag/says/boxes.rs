//! Boxes, what goes into them and what is drawn.

use crate::diag::{Code, Diagnostic, Place};

pub(crate) fn in_two_unseen(piece: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{piece}` lies unseen in two boxes"))
        .at(at, "here again")
        .at(first, "first here")
        .help(
            "all counters of a piece begin in its unseen box: make two pieces of it, or let one of the boxes lie open",
        )
}

pub(crate) fn removed_unseen(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{name}` is unseen, and for the removed"))
        .at(at, "what is removed here lay open")
        .help(format!("say where it goes: `u goes to {name}`; or make a box of its own for the removed"))
}

pub(crate) fn two_for_the_removed(names: (&str, &str), both: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{}` and `{}` are both for the removed", names.0, names.1))
        .at(at, format!("into which of the two does {both} go?"))
        .at(first, "first here")
        .help("leave `for the removed` out of one of them")
}

pub(crate) fn box_may_hold_fewer(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::DeadEnd, format!("`{name}` may hold fewer")).at(at, "there may be fewer left to draw").help(
        "say what happens then: `otherwise { .. }` behind the block; or draw as many as there are: `draw up to 3`",
    )
}

pub(crate) fn as_many_as_there_are(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, "`up to` draws as many as there are")
        .at(at, "there are never too few")
        .help("leave `otherwise` out; or leave `up to` out, if something happens where there are fewer")
}

pub(crate) fn drawn_for_nothing(name: &str, of: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("nothing is done with `{name}`"))
        .at(at, format!("drawn from {of}, and left where it was"))
        .help(format!("say where it goes: `{name} goes to h`"))
}

pub(crate) fn remove_instead(who: &str, name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{name}` is for the removed"))
        .at(at, "nothing goes there by itself")
        .help(format!("write `remove {who}`"))
}

pub(crate) fn not_of_this_box(who: &str, found: &str, (name, held): (&str, &str), at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{who}` may be {found}"))
        .at(at, format!("in `{name}` lies {held} alone"))
        .help(format!("say first what it is: `if {who} is {held} {{ .. }}`; or let the box be of a kind that has both"))
}

pub(crate) fn always_room(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, "a box has room for all").at(at, "this never happens").help("leave `otherwise` out")
}

pub(crate) fn goes_nowhere(who: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, "`none` is no place to go to")
        .at(at, "neither a hex nor a box")
        .help(format!("write `remove {who}`; or name the box in which it lies from then on"))
}

pub(crate) fn unseen_inside(name: &str, noun: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("nobody sees what lies in `{name}`"))
        .at(at, "it is unseen")
        .help(format!(
            "ask how many there are: `number of {noun} at {name}`, `no {noun} at {name}`; or draw: `draw 1 from {name} as u {{ .. }} otherwise {{ .. }}`"
        ))
}

pub(crate) fn laid_in_an_unseen_box(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("`{name}` is full at the start"))
        .at(at, "all that a set-up does not lay elsewhere are in it")
        .help("take the line out")
}

pub(crate) fn box_is_no_set(name: &str, noun: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is a place, and no set"))
        .at(at, "a box")
        .help(format!("say whom you mean: `{noun} at {name}`"))
}

pub(crate) fn a_field_called_box(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, "`box` says in which box a piece lies")
        .at(at, "a field of the same name")
        .help("call the field something else")
}

/// `first goes to first.hex`; `hexes`: what may be meant.
pub(crate) fn goes_where_it_is(who: &str, hexes: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Effect, format!("`{who}` stands there already, and goes nowhere"));
    let told = told.at(at, format!("where `{who}` is"));
    match hexes {
        [] => told.help("write the hex to which it goes"),
        hexes => {
            let hexes: Vec<String> = hexes.iter().map(|hex| format!("`{who} goes to {hex}`")).collect();
            told.help(format!("write {}", super::or_list(&hexes)))
        }
    }
}
