//! A move that cuts an enemy unit off is interrupted: it falls back at once, which may cut off another; then the move
//! goes on with what points it has left. Soissons B.6, 11.2.2, 13.2 to 13.5, readings 9, 11, 12, 34, 59.

use crate::played::{holds, random};
use crate::table::{has, held, items, lock, offered};
use wgr_tests::harness::{Transcript, must};

const SOISSONS: &str = include_str!("../../suite/shapes/04_emergency_fallback.ir");

fn rules() -> String {
    items(
        SOISSONS,
        &[
            "query supplied",
            "query direction",
            "query may_end",
            "procedure fall_back",
            "procedure escape",
            "procedure disengage",
            "trigger emergency",
            "procedure maneuver",
        ],
    )
}

#[test]
fn cascade() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example cascade").pick("with Y").why_at_first("supplied", &["B"]);
    t.pick("to 0505").why_at_first("supplied", &["B"]);
    let ends = "0501 0502 0601 0602 0603 0701 0702 0703 0704 0705 0801 0802 0803 0901 0902 0903";
    assert_eq!(offered(&t.engine, "to").join(" "), ends, "B is asked in the midst of the move of Y");
    t.why_at_first("may_end", &["B", "0504"]).why_at_first("may_end", &["B", "0605"]);
    t.pick("to 0501");
    assert_eq!(offered(&t.engine, "emergency"), ["C", "D"], "both need the zone of B");
    t.pick("emergency D");
    assert_eq!(offered(&t.engine, "to").join(" "), ends.replace("0501 ", "").replace("0603 ", "0603 0607 "));
    t.pick("to 0607");
    assert_eq!(held(&t, "place", "C"), "0807", "its line is open again: it stays (reading 59)");
    t.say("\nThe move goes on with the five points that are left; D falls back a second time, C a first.");
    assert_eq!(holds(&t, "points"), "5");
    t.cells(&["points", "retreating", "disrupted"]);
    t.pick("to 0506");
    assert_eq!(offered(&t.engine, "emergency"), ["C", "D"]);
    t.pick("emergency D").why_at_first("disruption_of", &["D"]).pick("to 0603").pick("to 0701");
    t.cells(&["place", "points", "retreating", "disrupted"]);
    assert_eq!(holds(&t, "points"), "4");
    assert_eq!((held(&t, "disrupted", "D"), held(&t, "disrupted", "C")), ("1".to_owned(), "-".to_owned()));
    assert_eq!(held(&t, "place", "C"), "0701");
    t.picks(&["stop", "pass", "pass"]).ask();
    let example = "B.6.k..n: Y cuts off B; its fallback cuts off C and D; D first, to 0607, which opens the line of C; Y goes on with 5 points and cuts both off again";
    lock("04_cascade", example, &rules(), &t);
}

/// Two at once: the owner orders them, and the order decides whether the second must go.
#[test]
fn several() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example several").pick("with Y").pick("to 0505");
    assert_eq!(offered(&t.engine, "emergency"), ["A", "C"]);
    t.pick("emergency A").pick("to 0305").cells(&["place", "retreating"]);
    assert_eq!((held(&t, "place", "A"), held(&t, "place", "C")), ("0305".to_owned(), "0207".to_owned()));
    assert!(has(&t.engine, "stop"), "the move has gone on");
    let mut u = Transcript::new(&game);
    u.say("\nThe other order: C first, to where it is of no use to A.");
    u.pick("example several").pick("with Y").pick("to 0505").pick("emergency C").pick("to 0101");
    assert!(offered(&u.engine, "to").contains(&"0305".to_owned()), "now A must go as well");
    u.pick("to 0305").cells(&["place", "retreating"]).ask();
    t.say(u.text());
    let example =
        "Reading 59: A and C are cut off at once; A to 0305 leaves C supplied; C first, to 0101, and both must go";
    lock("04_several_at_once", example, &items(SOISSONS, &["procedure escape", "trigger emergency"]), &t);
}

/// Contact with a lone headquarters is another trigger; what was cut off before the segment owes nothing.
#[test]
fn headquarters() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example headquarters")
        .say("\nD is cut off, but by nobody's movement (reading 11).")
        .why_at_first("supplied", &["D"]);
    t.pick("with Y").picks(&["to 0507", "to 0506"]);
    let ends = "0301 0302 0303 0401 0402 0403 0501 0502 0503 0601 0602 0603 0701 0702 0703";
    assert_eq!(offered(&t.engine, "to").join(" "), ends);
    t.why_at_first("may_end", &["HQ", "0404"]).pick("to 0503").cells(&["place", "points", "retreating"]).ask();
    assert_eq!(held(&t, "place", "D"), "0909");
    assert_eq!(holds(&t, "points"), "4", "headquarters make no zone: Y goes on");
    let example = "B.6.m, 7.f: Y comes next to the lone headquarters, which leaves by three hexes at least; D, cut off from the start, stays";
    lock("04_headquarters", example, &items(SOISSONS, &["query contacted", "query length", "trigger emergency"]), &t);
}

#[test]
fn nowhere() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example nowhere").pick("with Y").cell("place").pick("to 0303");
    t.say("A has nowhere to go.").cell("place").ask();
    assert_eq!(held(&t, "place", "A"), "-");
    assert_eq!(held(&t, "place", "B"), "0503");
    let example = "13.3.h: A, cut off by Y in 0303, can end its fallback nowhere and is eliminated; the move goes on";
    lock("04_nowhere", example, &items(SOISSONS, &["procedure fall_back"]), &t);
}

#[test]
fn at_random() {
    random(&must(SOISSONS), 200);
}
