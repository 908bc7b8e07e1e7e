//! Messages about the head of a game: its sides, and what the rest of the texts disagrees with as a whole. In: how often, and one place of
//! them. Out: one message at the head.

use crate::diag::{Code, Diagnostic, Mark, Place};

/// Many hexes are not on the map that the head of the game says.
pub(crate) fn hexes_missed(text: &str, count: usize, head: Place, at: Place, same: Vec<(Place, String)>) -> Diagnostic {
    let mut told = Diagnostic::wrong(Code::UnknownName, format!("{count} hexes are not on the map, {text} among them"))
        .at(head, "so large it is, and so its hexes are written")
        .at(at, "not on the map")
        .help("say in the head how the map numbers its hexes, and from which to which; or write them as the head says");
    told.same = same;
    told
}

/// Many hexes that the map joins are no neighbours as its head has it.
pub(crate) fn neighbours_missed(
    text: &str,
    count: usize,
    head: Place,
    at: Place,
    same: Vec<(Place, String)>,
) -> Diagnostic {
    let title = format!("hexes that are joined are no neighbours in {count} places, {text} among them");
    let mut told = Diagnostic::wrong(Code::MapShape, title)
        .at(head, "so the columns and rows lie")
        .at(at, "no hexside between them")
        .help("look at the printed map which columns (or rows) lie half a hex farther: `odd` or `even`, and which way");
    told.same = same;
    told
}

/// `one`: the only side that is named.
pub(crate) fn sides_missing(one: Option<(&str, Place)>, head: Place) -> Diagnostic {
    match one {
        Some((side, at)) => Diagnostic::wrong(Code::Syntax, "a game has two sides, and here is only one")
            .at(at, "the only side")
            .help(format!("name the other behind a comma: `sides {side}, ..`"))
            .marked(Mark::Sides),
        None => Diagnostic::wrong(Code::Syntax, "a game has two sides, and here is none")
            .at(head, "no two sides")
            .help("name them: `sides French, German`")
            .marked(Mark::NoSides),
    }
}

pub(crate) fn too_many_sides(count: usize, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("a game has two sides, and here are {count}"))
        .at(at, "a third")
        .help("name two sides; nations that fight together are an `enum Nation` that is printed on their counters")
        .marked(Mark::Sides)
}
