//! A unit may not move to where it is isolated, unless its move makes the enemy fall back and it is not any more.
//! Soissons 11.2.1 with its two examples (T8, T9), readings 9 to 12.

use crate::played::random;
use crate::table::{has, held, items, lock, offered};
use wgr_tests::harness::{Transcript, must};

const SOISSONS: &str = include_str!("../../suite/shapes/05_unless_it_triggers.ir");

fn rules() -> String {
    items(
        SOISSONS,
        &[
            "query cuts_supply",
            "query may_stay",
            "procedure fall_back",
            "trigger emergency",
            "procedure arrive",
            "query cut_off_there",
            "query may_enter",
        ],
    )
}

#[test]
fn t8_threats_that_join() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example town").pick("with A");
    assert!(has(&t.engine, "to 1612"), "A may enter 1612");
    t.why_at_first("may_enter", &["A", "1612"]);
    t.pick("to 1612")
        .say("\nIts own zone calls off the threat of W in 1712.")
        .why_at_first("threatened", &["1712", "German"]);
    assert!(!has(&t.engine, "to 1613"), "not the town behind it");
    t.why_at_first("may_enter", &["A", "1613"]).pick("stop");
    let mut u = Transcript::new(&game);
    u.say("\nA friend goes to 1711 first.").pick("example town").pick("with F").picks(&["to 1711", "stop"]);
    u.pick("with A").pick("to 1612");
    assert!(has(&u.engine, "to 1613"), "now it may");
    u.why_at_first("may_enter", &["A", "1613"]).pick("to 1613").why_at_first("supplied", &["A"]).cell("place");
    assert_eq!(held(&u, "place", "A"), "1613");
    u.picks(&["stop", "pass"]).ask();
    t.say(u.text());
    let example = "T8 (11.2.1, 1): A may enter 1612, not the town 1613 next to it, unless a friend went to 1711 first";
    lock("05_t8_threats_that_join", example, &rules(), &t);
}

#[test]
fn t9_the_enemy_must_go() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example counted_on").pick("with Y");
    assert!(has(&t.engine, "to 1811"), "legal: B has to fall back, wherever to");
    for unit in ["Y", "B"] {
        t.why_at_first("cut_off_there", &[unit, "Y", "1811"]);
    }
    t.why_at_first("may_enter", &["Y", "1811"]).pick("to 1811");
    t.why_at_first("supplied", &["Y"]);
    assert_eq!(offered(&t.engine, "to").join(" "), T9_ENDS);
    t.pick("to 1710").why_at_first("supplied", &["Y"]).cells(&["place", "retreating"]).ask();
    let example = "T9 (11.2.1, 2): Y enters 1811, where B in 1712 isolates it, because B is isolated as well and must go; with the third German in 1512";
    lock("05_t9_the_enemy_must_go", example, &rules(), &t);
}

/// The dossier's places for the third German: with him in 1511 or 1610, B is isolated while Y still stands in 1912,
/// which is not by this move; so Y may not count on it.
#[test]
fn t9_too_early() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example too_early").why_at_first("supplied", &["B"]).why_at_first("supplied", &["V"]).pick("with Y");
    assert!(!has(&t.engine, "to 1811"));
    t.why_at_first("may_enter", &["Y", "1811"]).ask();
    let example = "T9 as the dossier has it, with the third German in 1511: he and B are isolated before Y moves, so B need not go and Y may not enter 1811";
    lock("05_t9_too_early", example, "", &t);
}

#[test]
fn every_fallback_must_do() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example doubtful").pick("with Y");
    assert!(!has(&t.engine, "to 1510"), "B could go to 1711 and cut Y off from there (reading 9)");
    for unit in ["Y", "B"] {
        t.why_at_first("cut_off_there", &[unit, "Y", "1510"]);
    }
    t.why_at_first("may_enter", &["Y", "1510"]).ask();
    let example = "Reading 9: Y in 1510 and B in 1712 would isolate each other; B could fall back to 1711 and Y stay isolated, so Y may not";
    lock("05_every_fallback_must_do", example, "", &t);
}

#[test]
fn at_random() {
    random(&must(SOISSONS), 40);
}

/// All of them end the zone of B in 1812.
const T9_ENDS: &str = "1506 1507 1508 1509 1510 1606 1607 1608 1609 1610 1706 1707 1708 1709 1710 1806 1807 1808 1809 1906 1907 1908 1909";
