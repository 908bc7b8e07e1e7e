//! Whoever attacks must see to it that every enemy in its zone is attacked in the same segment: before, now or later.
//! Soissons 16 and 16.1 with the example of 16.1 (T15), reading 50.

use crate::played::{holds, over, random};
use crate::table::{has, items, lock, offered};
use wgr_tests::harness::{Transcript, must};

const SOISSONS: &str = include_str!("../../suite/shapes/06_attack_obligation.ir");

fn rules() -> String {
    items(
        SOISSONS,
        &[
            "query may_attack",
            "query may_join",
            "effect declared",
            "procedure complete_somehow",
            "procedure plan",
            "query may_begin",
            "procedure declare",
            "procedure attacks",
        ],
    )
}

/// Y stands next to A and B, X to A alone.
#[test]
fn t15_y_and_b() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.say("X does not attack: Y must take A and B at once; what is the only thing to do is not asked.");
    t.pick("example alone").dice("1..6", &[3]).why_at_first("may_begin", &["X"]);
    assert_eq!(offered(&t.engine, "with"), ["Y"]);
    t.pick("with Y").cells(&["struck", "owed"]).ask();
    assert_eq!(holds(&t, "struck"), "A yes, B yes");
    let log = t.engine.log().len();
    assert_eq!(log, 3, "two answers and one die: one combat");
    let mut u = Transcript::new(&game);
    u.say("\nX attacks later: Y takes B alone; then X has no choice, and nobody may pass.");
    u.pick("example two").dice("1..6", &[3, 4]).pick("with Y");
    assert_eq!(offered(&u.engine, "on"), ["A", "B"]);
    u.why_at_first("may_aim", &["B"]).pick("on B").cells(&["struck", "owed", "marked"]).ask();
    assert_eq!(holds(&u, "struck"), "A yes, B yes");
    assert_eq!(u.engine.log().iter().filter(|entry| !entry.is_answer()).count(), 2, "two combats");
    let mut v = Transcript::new(&game);
    v.say("\nX has attacked before: Y takes B alone, or nobody does.");
    v.pick("example two").dice("1..6", &[3, 4]).pick("with X").cells(&["struck", "owed"]);
    assert_eq!(holds(&v, "struck"), "A yes");
    assert!(has(&v.engine, "pass") && has(&v.engine, "with Y"));
    v.pick("with Y").cells(&["struck", "owed"]).ask();
    assert!(over(&v));
    let mut w = Transcript::new(&game);
    w.say("\nY begins with A: then B as well, for nobody else could take it.")
        .pick("example two")
        .dice("1..6", &[3])
        .pick("with Y");
    w.pick("on A").cells(&["struck", "marked"]).ask();
    assert_eq!((holds(&w, "struck").as_str(), holds(&w, "marked").as_str()), ("A yes, B yes", "X yes"));
    for more in [u, v, w] {
        t.say(more.text());
    }
    let example = "T15 (16.1), first part: Y attacks B alone only if A was or will be attacked by X; if X does not attack, Y attacks A and B at once";
    lock("06_t15_y_and_b", example, &rules(), &t);
}

/// X and Y together on A: only if somebody else takes B.
#[test]
fn t15_x_and_y() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.say("Without a third there is no way: X attacks A alone, without a question.")
        .pick("example two")
        .dice("1..6", &[3]);
    t.pick("with X").cells(&["struck", "marked"]);
    assert_eq!(holds(&t, "marked"), "Y yes", "Y was not allowed to join");
    let mut u = Transcript::new(&game);
    u.say("\nWith Z next to B: now they may, and Z must.").pick("example three").dice("1..6", &[3, 4]).pick("with X");
    assert!(has(&u.engine, "also_with Y") && has(&u.engine, "fight"));
    u.why_at_first("may_add_attacker", &["Y"]).pick("also_with Y").cells(&["struck", "marked"]).ask();
    assert_eq!((holds(&u, "struck").as_str(), holds(&u, "marked").as_str()), ("A yes, B yes", "-"));
    let mut v = Transcript::new(&game);
    v.say("\nOr Z has been at B before.")
        .pick("example three")
        .dice("1..6", &[3, 4])
        .pick("with Z")
        .cells(&["struck", "owed"]);
    assert!(has(&v.engine, "pass"));
    v.pick("with X").pick("also_with Y").cells(&["struck", "owed"]).ask();
    assert!(over(&v));
    for more in [u, v] {
        t.say(more.text());
    }
    let example =
        "T15 (16.1), second part: X and Y attack A together only if B was or will be attacked by another unit";
    lock("06_t15_x_and_y", example, &items(SOISSONS, &["query may_add_attacker"]), &t);
}

/// Several hexes against one, or one against several, never several against several.
#[test]
fn the_form_of_a_combat() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.say("X, Y in one hex, Z in another.").pick("example stacked").dice("1..6", &[3]);
    t.pick("with X").pick("on A").ask();
    assert_eq!(offered(&t.engine, "also_with"), ["Y"], "Z is not next to A");
    t.pick("also_on B").why_at_first("may_join", &["Z"]).why_at_first("may_join", &["Y"]).ask();
    assert_eq!(offered(&t.engine, "also_with"), ["Y"], "Z is next to B, but in another hex");
    t.pick("also_with Y").cells(&["struck", "marked"]).ask();
    assert_eq!(holds(&t, "marked"), "Z yes");
    let mut u = Transcript::new(&game);
    u.say("\nSeveral against one: then no second target.").pick("example stacked").dice("1..6", &[3, 3]);
    u.pick("with Y").pick("on B").why_at_first("may_add_attacker", &["Z"]).ask();
    assert!(!has(&u.engine, "also_on A"), "in their order");
    t.say(u.text());
    let example = "16.c, 16.d: units of one or more hexes against one hex, or of one hex against several";
    lock("06_the_form_of_a_combat", example, &items(SOISSONS, &["query may_join", "query may_widen"]), &t);
}

/// A plan that later events spoil: the debt lapses, and one may pass.
#[test]
fn a_spoilt_plan() {
    let game = must(SOISSONS);
    let mut t = Transcript::new(&game);
    t.pick("example two").dice("1..6", &[1]).pick("with Y").pick("on B").cells(&["struck", "owed", "marked"]).ask();
    assert!(over(&t));
    assert_eq!((holds(&t, "struck").as_str(), holds(&t, "owed").as_str()), ("B yes", "-"));
    let example = "Reading 50: Y attacks B because X can attack A; X loses its marker; A need not be attacked any more";
    lock("06_a_spoilt_plan", example, &items(SOISSONS, &["procedure let_lapse", "procedure resolve"]), &t);
}

#[test]
fn at_random() {
    random(&must(SOISSONS), 200);
}
