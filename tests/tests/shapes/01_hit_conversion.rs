//! Marne 1918, 12.2.8 with 15.3 and 15.4: hit points become steps and disorder. Every figure of the book's examples.

use crate::played::{holds, lock, options, over, random};
use wgr_runtime::engine::Game;
use wgr_tests::harness::{Transcript, must};

const SOURCE: &str = include_str!("../../suite/shapes/01_hit_conversion.ir");
const RULE: &[&str] = &["convert", "pay_steps", "pay_orders"];

fn game() -> Game {
    must(SOURCE)
}

#[test]
fn the_lead_pays_first_then_the_division() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["reduced_regiment_and_division"]).why("step_price", &["fr22"]).why("step_count", &["fr10"]);
    t.pick("lead fr22").cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    // 2 + 3 + 1, one point unused: the regiment is gone, the division reduced and disorganised.
    assert_eq!(holds(&t, "place"), "de6 26.14, fr10 26.15");
    assert_eq!(holds(&t, "lost"), "fr10 1");
    assert_eq!(holds(&t, "order"), "fr10 disorganised");
    assert_eq!(holds(&t, "idle"), "Allied 1");
    lock(
        "01_T18",
        "T18: 7 points on a reduced regiment that leads and a division: 2 + 3 + 1, 1 unused",
        SOURCE,
        RULE,
        &t,
    );
}

#[test]
fn points_that_do_not_reach_the_lead_pass_on() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["two_points", "lead fr10"]).cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "lost"), "fr22 1");
    assert_eq!((holds(&t, "order"), holds(&t, "idle")), ("-".into(), "-".into()));
    lock("01_T19", "T19: 2 points, the division leads: it needs 3, so the regiment is reduced", SOURCE, RULE, &t);
}

#[test]
fn the_lead_loses_a_step_and_then_its_order() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["three_points", "lead fr22"]).cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "lost"), "fr22 1");
    assert_eq!((holds(&t, "order"), holds(&t, "idle")), ("fr22 disorganised".into(), "-".into()));
    lock("01_T20", "T20: 3 points, the regiment leads: reduced (2) and disorganised (1)", SOURCE, RULE, &t);
}

#[test]
fn what_is_left_after_the_lead_must_go_into_a_step() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["four_points", "lead fr22"]).cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "de50 27.15, fr10 26.15");
    assert_eq!((holds(&t, "lost"), holds(&t, "order")), ("-".into(), "-".into()));
    lock("01_T21", "T21: 4 points, the regiment leads: 2 + 2, the regiment is removed", SOURCE, RULE, &t);
}

#[test]
fn an_attacking_tank_pays_when_its_protection_is_reached() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("tank_six").cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "de50 27.15, fr22 26.15");
    assert_eq!((holds(&t, "lost"), holds(&t, "order")), ("fr22 1".into(), "fr22 disorganised".into()));
    lock("01_T22", "T22: A6, tank with protection 3: 3 + 2 + 1", SOURCE, RULE, &t);

    let mut t = Transcript::new(&game);
    t.pick("tank_two").why("step_price", &["gii"]).cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "de50 27.15, fr22 26.15, gii 26.15");
    assert_eq!((holds(&t, "lost"), holds(&t, "order")), ("fr22 1".into(), "-".into()));
    lock("01_T23", "T23: A2: the tank is unaffected, the regiment reduced", SOURCE, RULE, &t);
}

#[test]
fn a_defending_tank_pays_last() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("tank_defends").cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    // 2 + 2 for the regiment, 3 for the tank, 1 lost.
    assert_eq!((holds(&t, "place"), holds(&t, "idle")), ("de6 26.14".into(), "Allied 1".into()));
    lock("01_tank_defends", "15.4.1#n: 8 points on a regiment and a tank: 2 + 2 + 3, 1 unused", SOURCE, RULE, &t);
}

#[test]
fn the_german_tank_takes_one_point_and_leaves() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["german_tank", "lead de6"]);
    // 4 - 1 leaves 3: the Stosstruppen could take 2 of them.
    assert_eq!(options(&t), ["spend storm1", "spend storm2", "keep"]);
    t.pick("keep").cells(&["place", "lost", "order", "idle"]).ask();
    assert_eq!(holds(&t, "lost"), "de6 1");
    assert!(!holds(&t, "place").contains("a7v"));
    lock("01_german_tank", "15.4.2: A4: the tank takes 1, the leading division 3, the tank is gone", SOURCE, RULE, &t);
}

#[test]
fn soissons() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("soissons");
    // T28: four points of bombardment: one step (3) and disorder (1).
    assert_eq!((holds(&t, "lost"), holds(&t, "order")), ("fr10 1".into(), "fr10 disorganised".into()));
    t.cells(&["lost", "order"]).pick("lead de1");
    // T34 is done: the division was removed for 3 of the 8, 5 unused. T35: a step of the lead or Stosstruppen.
    assert_eq!(holds(&t, "idle"), "Allied 5");
    assert!(!holds(&t, "place").contains("fr10"));
    assert_eq!(options(&t), ["spend storm1", "spend storm2", "keep"]);
    t.why("may_stand_in", &["storm3"]).why("lead_pays", &["German"]);
    t.pick("spend storm1").cells(&["place", "lost", "order", "idle", "with"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "de1 26.14, de2 26.14, de24 27.14, de6 27.14, storm2 26.14");
    assert_eq!((holds(&t, "lost"), holds(&t, "order")), ("-".into(), "-".into()));
    lock("01_T28_T34_T35", "T28, T34, T35: the comprehensive example, steps 5 and 10", SOURCE, RULE, &t);

    let mut t = Transcript::new(&game);
    t.picks(&["soissons", "lead de1", "keep"]);
    assert_eq!(holds(&t, "lost"), "de1 1");
}

#[test]
fn nine_points_and_an_asterisk() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["soissons_asterisk", "lead de6", "remove storm1"]);
    // The asterisk does not use up the one that may stand in, nor the lead's duty.
    assert_eq!(options(&t), ["spend storm2", "keep"]);
    t.pick("keep");
    // 9 - 3 leaves 6: any purchase that spends all 6, told in ascending order, so none begins with de24.
    assert_eq!(options(&t), ["step de1", "step de2", "step de6"]);
    t.pick("step de1");
    // 4 left: not the division, whose 3 would leave a point that no step takes.
    assert_eq!(options(&t), ["step de1", "step de2", "step de24"]);
    t.picks(&["step de2", "step de24"]).cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "lost"), "de1 1, de2 1, de24 1, de6 1");
    assert_eq!((holds(&t, "order"), holds(&t, "idle")), ("-".into(), "-".into()));
    lock(
        "01_asterisk",
        "12.2.8#z, #aa, #q: the asterisk is extra; every purchase of all points, none other",
        SOURCE,
        RULE,
        &t,
    );
}

#[test]
fn shelled_away_before_the_fight() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("all_shelled").cells(&["place", "lost", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "de1 26.14, de2 26.14, de24 27.14, de6 27.14, storm1 26.14, storm2 26.14");
    lock("01_Q26", "Q-26: 6 points of bombardment remove the division: no result is rolled", SOURCE, &["fight"], &t);
}

#[test]
fn a_lead_that_fell_to_an_order_leaves_no_lead() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.picks(&["sacrifice", "lead fr22"]).cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    // The one step of the regiment goes first; then the 3 points go to the division, of free choice.
    assert_eq!(holds(&t, "place"), "de6 26.14, fr10 26.15");
    assert_eq!(holds(&t, "lost"), "de6 1, fr10 1");
    lock(
        "01_Q20_Q23",
        "Q-20, Q-23: the additional step is the lead's; dead, it leads no more",
        SOURCE,
        &["extra_step"],
        &t,
    );
}

#[test]
fn american_steps_cost_three() {
    let game = game();
    let mut t = Transcript::new(&game);
    t.pick("americans").why("step_price", &["us23"]).why("step_count", &["us26"]).why("may_disorder", &["us26"]);
    t.pick("lead us26");
    assert_eq!(options(&t), ["step fr131", "step us23", "step us26"]);
    t.picks(&["step us23", "step us26"]);
    // 11 - 9 leaves 2. The lead has no order left to lose, so both points go to the others.
    t.cells(&["place", "lost", "order", "idle"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "lost"), "us23 1, us26 2");
    assert_eq!(holds(&t, "order"), "fr131 disorganised, us23 disorganised, us26 disorganised");
    lock("01_americans", "12.2.8#c, #d, #e, Q-22: 3 points a step, three steps a division", SOURCE, RULE, &t);
}

#[test]
fn random_fights_end() {
    random(&game(), 200);
}
