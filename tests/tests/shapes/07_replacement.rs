//! Soissons 1918, 5.5 and 16.4.11: a unit is replaced while losses are being allotted.

use crate::played::{holds, lock, options, over, random};
use wgr_runtime::engine::Game;
use wgr_tests::harness::{Transcript, must};

const SOURCE: &str = include_str!("../../suite/shapes/07_replacement.ir");
const RULE: &[&str] = &["may_take", "become_remnant", "take_loss", "allot"];
const CELLS: &[&str] = &["place", "hurt", "level", "retreated", "prepared", "last_losses", "last_number"];

fn game() -> Game {
    must(SOURCE)
}

#[test]
fn a_regiment_in_good_order_becomes_a_disorganised_remnant() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("good_order").why("disrupted", &["0", "1"]).pick("keep").cells(CELLS).ask();
    assert!(over(&t));
    assert_eq!((holds(&t, "place"), holds(&t, "level")), ("m1 1112, e1 1111".into(), "m1 2".into()));
    assert_eq!((holds(&t, "hurt"), holds(&t, "last_number")), ("-".into(), "-".into()));
    lock("07_T20", "T20: 3 SP in good order, 2D, no conversion: a disorganised remnant", SOURCE, RULE, &t);
}

#[test]
fn a_disorganised_regiment_becomes_a_shocked_remnant() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("disorganised").why("disrupted", &["2", "1"]).pick("keep").cells(CELLS).ask();
    assert!(over(&t));
    assert_eq!((holds(&t, "place"), holds(&t, "level")), ("m1 1112, e1 1111".into(), "m1 3".into()));
    lock("07_T21", "T21: 3 SP disorganised, 2D: shocked once, then a remnant shocked once", SOURCE, RULE, &t);
}

#[test]
fn the_second_loss_becomes_a_hex() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["with_remnant", "keep"]);
    // East along row 11 or beside it; the nearest is beside both it and the hex left.
    assert_eq!(options(&t)[..6], ["to 1012", "to 1013", "to 1014", "to 1015", "to 1016", "to 1113"]);
    assert!(!options(&t).contains(&"to 1011".to_owned()));
    assert_eq!((holds(&t, "number"), holds(&t, "hurt")), ("1".into(), "-".into()));
    t.why("may_retreat", &["m1", "1011"]).picks(&["to 1113", "to 1113"]).cells(CELLS).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "m1 1113, m2 1113, e1 1111");
    assert_eq!((holds(&t, "last_losses"), holds(&t, "last_number")), ("German 2".into(), "1".into()));
    lock("07_T22", "T22: 2 SP regiment and a remnant, 2 losses: a remnant, then 1 hex for both", SOURCE, RULE, &t);

    // One loss converted: the same.
    let mut again = Transcript::new(&game);
    again.picks(&["with_remnant", "convert", "to 1113", "to 1113"]);
    assert_eq!(holds(&again, "last_losses"), "German 1");
    for cell in ["place", "hurt", "level", "retreated", "last_number"] {
        assert_eq!(holds(&again, cell), holds(&t, cell), "{cell}");
    }
}

#[test]
fn what_x_comes_to() {
    let game = game();
    for (pick, x, losses) in [("one_loss", "1", "German 2, Entente 2"), ("two_losses", "2", "German 3, Entente 3")] {
        let mut t = Transcript::new(&game);
        t.picks(&["twelve_against_six", "lead e1", "lead r1"]).pick(pick);
        t.why("loss_number", &["German", x]).pick("keep");
        while !options(&t).is_empty() {
            let next = options(&t)[0].clone();
            t.pick(&next);
        }
        t.cells(CELLS).ask();
        assert_eq!(holds(&t, "last_losses"), losses);
        lock(&format!("07_T18_{pick}"), "T18: 12 against 6, X/X: 2/2 or 3/3", SOURCE, &["loss_number"], &t);
    }
    for (pick, x, losses) in [("one_loss", "1", "German 1"), ("two_losses", "2", "German 2, Entente 1")] {
        let mut t = Transcript::new(&game);
        t.picks(&["remnants_only", pick]).why("loss_number", &["Entente", x]).pick("keep");
        let next = options(&t)[0].clone();
        t.pick(&next).cells(CELLS).ask();
        assert_eq!(holds(&t, "last_losses"), losses);
        lock(&format!("07_T19_{pick}"), "T19: remnants only, X/X: 0/1 or 1/2", SOURCE, &["loss_number"], &t);
    }
}

#[test]
fn every_set_that_held_the_regiment_holds_the_remnant() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["spread", "lead r1", "keep"]);
    // 3 and one more for twelve against six. The lead's first loss makes a remnant of it, shocked twice as it was.
    assert_eq!(holds(&t, "losses"), "German 3");
    assert_eq!(holds(&t, "lead"), "German {m1}, Entente {e1}");
    assert_eq!(holds(&t, "units"), "German {r2 d1 m1}, Entente {e1}");
    assert_eq!((holds(&t, "retreated"), holds(&t, "prepared")), ("{m1}".into(), "{r2}".into()));
    assert_eq!(holds(&t, "level"), "m1 4");
    assert_eq!(options(&t), ["lose r2", "lose d1"]);
    t.cells(&["lead", "units", "spared", "retreated", "prepared"]).pick("lose r2");
    // The division has taken none yet, so it is next, unasked; then either.
    assert_eq!(holds(&t, "hurt"), "r2 1, d1 1, e1 2");
    assert_eq!(options(&t), ["lose r2", "lose d1"]);
    t.pick("lose r2").picks(&["to 1113", "to 1113", "to 1114"]).cells(CELLS).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "d1 1113, m1 1113, m2 1114, e1 1111");
    // m1 had retreated before: one level more.
    assert_eq!(holds(&t, "level"), "m1 5, m2 2");
    assert_eq!(holds(&t, "prepared"), "-");
    lock("07_spread", "16.4.11#h, #j, 5.5#b: 4 losses on a lead regiment, a regiment, a division", SOURCE, RULE, &t);
}

#[test]
fn attackers_who_are_all_remnants_lose_no_more() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["germans_attack", "lead r1", "keep"]).cells(CELLS).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "m1 1112, m2 1112, e1 1111");
    assert_eq!((holds(&t, "last_losses"), holds(&t, "last_number")), ("German 3, Entente 1".into(), "-".into()));
    lock("07_Q47", "Q-47: two regiments of 2 SP attack and lose 3: the third is forgotten", SOURCE, RULE, &t);
}

#[test]
fn random_combats_end() {
    random(&game(), 200);
}
