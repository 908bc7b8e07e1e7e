//! The sequence of play: what stands where it has no meaning, and who is asked when.

use crate::diag::{Code, Diagnostic, Place};

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
    Diagnostic::wrong(Code::Sequence, format!("`{action}` is no action of the phase `{phase}`"))
        .at(at, format!("offered in `{phase}`"))
        .at(said, format!("during {}", listed(during)))
        .help(format!(
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

pub(crate) fn pieces_of_phasing(param: &str, side: &str, at: Place, by: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("{side} is asked about the pieces of whoever is phasing"))
        .at(at, format!("`{param}` may be the other side's"))
        .at(by, format!("{side} is asked, whatever side is phasing"))
        .help(format!("write `of {side}` for pieces of {side}, or `by phasing` for the side whose turn it is"))
}

pub(crate) fn phase_of_others(phase: &str, side: &str, sides: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Scene, format!("{side} has no phase `{phase}`"))
        .at(at, "not in its player turns")
        .help(format!("write {}, or let the player turns of that phase list {side}", listed(sides)))
}
