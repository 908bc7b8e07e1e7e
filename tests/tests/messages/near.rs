//! Near names.

use wgr_compiler::diag::{did_you_mean, nearest};

const TERRAINS: [&str; 8] = ["plain", "hill", "forest", "village", "swamp", "marsh", "rough", "river"];

#[test]
fn a_slip_of_the_pen_is_near() {
    assert_eq!(nearest("swmap", TERRAINS), ["swamp"]);
    assert_eq!(nearest("forrest", TERRAINS), ["forest"]);
    assert_eq!(nearest("Village", TERRAINS), ["village"]);
    assert_eq!(nearest("can-move", ["can_move", "can_attack"]), ["can_move"]);
}

#[test]
fn a_far_guess_is_no_guess() {
    assert!(nearest("sea", TERRAINS).is_empty());
    assert!(nearest("desert", TERRAINS).is_empty());
    assert!(nearest("x", ["y", "z"]).is_empty());
    assert_eq!(did_you_mean("desert", "terrain", TERRAINS), None);
}

#[test]
fn several_are_offered_only_when_equally_near() {
    assert_eq!(nearest("IR23", ["IR23a", "IR23b", "IR23c", "IR23d", "BCP9"]), ["IR23a", "IR23b", "IR23c"]);
    assert_eq!(nearest("allowence", ["allowance", "allowances", "alliance"]), ["allowance", "allowances"]);
}

#[test]
fn few_are_all_listed() {
    let listed = did_you_mean("desert", "terrain", ["plain", "hill"]);
    assert_eq!(listed.unwrap(), "write `plain` or `hill`");
    assert_eq!(did_you_mean("x", "side", ["Red"]).unwrap(), "the only side here is `Red`");
    assert_eq!(did_you_mean("hil", "terrain", ["plain", "hill"]).unwrap(), "did you mean `hill`?");
    assert_eq!(did_you_mean("x", "side", []), None);
}
