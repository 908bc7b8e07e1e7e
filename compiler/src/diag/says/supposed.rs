//! What cannot be supposed.

use crate::diag::{Code, Diagnostic, Place};

/// `at`: what ends the game. `behind`: the statement behind which rules act that lead there.
pub(crate) fn supposes_an_end(here: Place, at: Option<Place>, behind: Option<Place>) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Effect, "what is supposed here may end the game, and that cannot be taken back");
    led(told, here, at.map(|at| (at, "this ends it")), behind)
        .help("let a rule end it that acts at once: `rule .. at once whenever .. becomes yes, at most 1 times { game over: .. }`; within a supposition such a rule ends nothing")
        .help("or suppose less: a condition on the board that leads there by no such way")
}

/// `at`: who is asked, or what falls.
pub(crate) fn supposes_a_choice(here: Place, at: Option<Place>, behind: Option<Place>) -> Diagnostic {
    let told = Diagnostic::wrong(
        Code::Effect,
        "a choice is made or a die falls in what is supposed here, and of which cases it must be so is not said",
    );
    led(told, here, at.map(|at| (at, "this has several cases")), behind).help(EITHER)
}

/// Rules that lie in wait act, and a side may be asked which is first.
pub(crate) fn supposes_an_order(here: Place, at: Option<Place>) -> Diagnostic {
    let told = Diagnostic::wrong(
        Code::Effect,
        "a side may be asked here which rule acts first, and of which cases it must be so is not said",
    );
    led(told, here, None, at).help(EITHER)
}

const EITHER: &str =
    "write it behind the condition: `in every case (up to 200 cases, beyond that: no)`, or `in some case (..)`";

fn led(told: Diagnostic, here: Place, at: Option<(Place, &str)>, behind: Option<Place>) -> Diagnostic {
    let told = told.at(here, "supposed here");
    let told = at.into_iter().fold(told, |told, (at, what)| told.at(at, what));
    behind.into_iter().fold(told, |told, at| told.at(at, "behind this, rules act that lie in wait"))
}
