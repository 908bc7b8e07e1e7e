//! Messages about the head of a game: what the rest of the texts disagrees with as a whole. In: how often, and one place of
//! them. Out: one message at the head.

use crate::diag::{Code, Diagnostic, Place};

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
