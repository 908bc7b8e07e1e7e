//! La fleur au fusil, 7.9 and 4.3: one hex back, straight if that is free, and who makes room for those who come.

use crate::played::{holds, lock, options, over, random};
use wgr_runtime::engine::Game;
use wgr_tests::harness::{Transcript, must};

const SOURCE: &str = include_str!("../../suite/shapes/02_retreat_displacement.ir");
const BACK: &[&str] = &["may_fall_back", "free", "fall_back"];
const ROOM: &[&str] = &["can_make_room", "can_leave", "room_somehow", "make_room"];

fn game() -> Game {
    must(SOURCE)
}

fn play(game: &Game, which: &str, die: i64) -> Transcript {
    let mut t = Transcript::new(game);
    t.dice("1..6", &[die]).pick(which);
    t
}

#[test]
fn straight_back_where_that_is_free() {
    let game = game();
    let mut t = play(&game, "straight", 5);
    t.cells(&["place", "lost"]).pick("advance g1").ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "f1 1225, f2 1225, g1 1224");
    assert_eq!(holds(&t, "lost"), "-");
    lock(
        "02_straight",
        "7.9#b: the hex directly opposite is free, so nothing is asked; then the advance",
        SOURCE,
        BACK,
        &t,
    );
}

#[test]
fn another_hex_where_straight_back_costs_a_loss() {
    let game = game();
    let mut t = play(&game, "zone_behind", 5);
    assert_eq!(options(&t), ["to 1123", "to 1124", "to 1225", "to 1323", "to 1324"]);
    t.why("free", &["French", "1224", "1225"]).why("zone", &["German", "1226"]);
    let mut to_side = Transcript::new(&game);
    to_side.dice("1..6", &[5]).picks(&["zone_behind", "to 1124", "halt"]);
    assert_eq!(
        (holds(&to_side, "place"), holds(&to_side, "lost")),
        ("f1 1124, f2 1124, g1 1223, g2 1325".into(), "-".into())
    );
    // A loss-free hex is not forced; the attacker says who bears the step.
    t.pick("to 1225");
    assert_eq!(options(&t), ["lose f1", "lose f2"]);
    t.picks(&["lose f2", "halt"]).cells(&["place", "lost"]).ask();
    assert_eq!((holds(&t, "place"), holds(&t, "lost")), ("f1 1225, f2 1225, g1 1223, g2 1325".into(), "f2 1".into()));
    lock("02_Q27", "Q-26, Q-27: straight back costs a step, so any hex that can be entered", SOURCE, BACK, &t);
}

#[test]
fn a_friend_waives_the_zone() {
    let game = game();
    let mut t = play(&game, "friend_behind", 5);
    t.why("toll", &["French", "1224", "1225"]).pick("halt").cells(&["place", "lost"]).ask();
    assert_eq!(
        (holds(&t, "place"), holds(&t, "lost")),
        ("f1 1225, f2 1225, f3 1225, g1 1223, g2 1325".into(), "-".into())
    );
    lock("02_Q28", "Q-28: a friend behind waives the zone's step: straight back, no loss", SOURCE, &["toll"], &t);
}

#[test]
fn river_and_zone_add_up() {
    let game = game();
    let mut t = play(&game, "river_and_zone", 5);
    t.why("toll", &["French", "1224", "1324"]).pick("to 1324").cells(&["place", "lost"]).pick("halt").ask();
    assert_eq!((holds(&t, "place"), holds(&t, "lost")), ("fl 1324, g1 1123, g2 1425".into(), "fl 2".into()));
    lock(
        "02_LF_T14",
        "LF-T14, Q-29: over an unbridged river into an enemy zone: 2 further steps",
        SOURCE,
        &["toll"],
        &t,
    );

    let mut t = play(&game, "headquarters_over_river", 5);
    t.pick("to 1324").cells(&["place", "lost"]).pick("halt").ask();
    assert_eq!((holds(&t, "place"), holds(&t, "lost")), ("g1 1123, g2 1425".into(), "-".into()));
    lock("02_LF_T14_hq", "LF-T14: a headquarters is eliminated by it", SOURCE, &["toll"], &t);
}

#[test]
fn cavalry_holds_what_has_a_staff_with_it() {
    let game = game();
    let mut t = play(&game, "cavalry", 4);
    t.cells(&["place", "lost"]).ask();
    assert!(over(&t));
    assert_eq!((holds(&t, "place"), holds(&t, "lost")), ("f1 1224, fh 1224, gc 1223".into(), "f1 1".into()));
    lock(
        "02_LF_T13_5",
        "LF-T13: result 5: no retreat, the battalion is down to 1 step",
        SOURCE,
        &["held_fast", "fall_back"],
        &t,
    );

    let mut t = play(&game, "cavalry", 6);
    assert_eq!(holds(&t, "place"), "fh 1224, gc 1223");
    assert_eq!(options(&t), ["advance gc", "halt"]);
    t.why("held_fast", &["French", "1224"])
        .why("may_advance", &["gc"])
        .pick("advance gc")
        .cells(&["place", "lost"])
        .ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "gc 1224");
    lock(
        "02_LF_T13_7",
        "LF-T13: result 7: two steps, the battalion is gone, the headquarters ridden down",
        SOURCE,
        &["held_fast", "may_advance"],
        &t,
    );
}

#[test]
fn those_who_were_there_make_room() {
    let game = game();
    let mut t = play(&game, "makes_room", 5);
    assert_eq!(options(&t), ["displace f3", "displace f4"]);
    t.pick("displace f3");
    // Not back to 1224, which was just given up; 1325 lies in the zone of g2.
    assert_eq!(options(&t), ["to 1124", "to 1125", "to 1226", "to 1324", "to 1325"]);
    t.why("may_make_room", &["f3", "1225", "1224", "1224"]).why("toll", &["French", "1225", "1325"]);
    t.pick("to 1325").cells(&["place", "lost"]).pick("halt").ask();
    assert_eq!(holds(&t, "place"), "f1 1225, f2 1225, f3 1325, f4 1225, g1 1223, g2 1326");
    assert_eq!(holds(&t, "lost"), "f3 1");
    lock(
        "02_4_3",
        "4.3: 8 steps in a hex: the owner displaces one battalion, which pays like any retreat",
        SOURCE,
        ROOM,
        &t,
    );
}

#[test]
fn only_those_are_offered_who_can_go() {
    let game = game();
    let mut t = play(&game, "only_one_can", 5);
    // 1124 has room for one step: the horsemen go, nothing is asked.
    assert_eq!(
        holds(&t, "place"),
        "f1 1225, f2 1225, f3 1225, f4 1124, fl 1124, fc 1124, g1 1223, g2 1324, g3 1325, g4 1226, g5 1125"
    );
    t.cells(&["place", "lost"]).pick("halt").ask();
    lock("02_4_3_only", "4.3#c: who cannot go without overstacking again is not offered", SOURCE, ROOM, &t);
}

#[test]
fn where_no_room_can_be_made_the_stack_is_lost() {
    let game = game();
    let mut t = play(&game, "no_room", 5);
    assert!(holds(&t, "place").starts_with("f3 1225, f4 1225, g1"), "{}", holds(&t, "place"));
    t.cells(&["place", "lost"]).pick("halt").ask();
    lock(
        "02_4_3_none",
        "4.3#c: those behind cannot make room: the stack that fell back is eliminated, they stay",
        SOURCE,
        ROOM,
        &t,
    );
}

#[test]
fn no_way_back() {
    let game = game();
    let mut t = play(&game, "surrounded", 5);
    assert!(!holds(&t, "place").contains("f1"));
    t.cells(&["place", "lost"]).pick("halt").ask();
    lock("02_surrounded", "7.9#h: surrounded: eliminated", SOURCE, &["fall_back"], &t);

    let mut t = play(&game, "gun_at_the_river", 5);
    t.why("may_enter", &["fg", "1224", "1324"]).cells(&["place", "lost"]).pick("halt").ask();
    // The infantry fords for a step, the gun is lost.
    assert!(holds(&t, "place").starts_with("fl 1324, g1"), "{}", holds(&t, "place"));
    assert_eq!(holds(&t, "lost"), "fl 2");
    lock(
        "02_Q32",
        "Q-32: a gun whose only way back is an unbridged river is eliminated",
        SOURCE,
        &["may_enter", "fall_back"],
        &t,
    );
}

#[test]
fn attackers_go_straight_away_from_the_target() {
    let game = game();
    let mut t = play(&game, "two_sides", 2);
    // g1 went straight away, unasked; behind g2 stands f5, so it may choose.
    assert_eq!(holds(&t, "place"), "f1 1224, f2 1224, f5 1425, g1 1222, g2 1324");
    assert_eq!(options(&t), ["to 1225", "to 1323", "to 1325", "to 1424"]);
    t.pick("to 1424").cells(&["place", "lost"]).ask();
    assert!(over(&t));
    assert_eq!(holds(&t, "place"), "f1 1224, f2 1224, f5 1425, g1 1222, g2 1424");
    // 1424 is a village: no zone reaches into it, and there is no river on the way.
    assert_eq!(holds(&t, "lost"), "-");
    lock(
        "02_Q73",
        "Q-73, 7.7#i: all attackers fall back, each directly away from the target",
        SOURCE,
        &["attackers_fall_back"],
        &t,
    );
}

#[test]
fn random_fights_end() {
    random(&game(), 200);
}
