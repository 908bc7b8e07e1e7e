//! A guard that supposes asks of its own: the ask around it keeps the options it has collected so far, also where the
//! one around it is imagined itself. And what `why` tells of what was asked there.

use crate::played::options;
use wgr_tests::harness::{Transcript, must};

const SOURCE: &str = r#"wgr-ir 1
program "A guard that asks"
enum Side { German, Allied }
enum Unit { a, b, c, d }
sides Side
cell taken[Unit]: bool
procedure take_two() {
    repeat i: int 0..1 times 2 {
        ask Side.Allied @1.1 "Take one" {
            each u: Unit in all Unit when not taken[u] as take { taken[u] := yes }
            one none_of_them { }
        }
    }
}
procedure main() -> int 0..4 {
    ask Side.German @1.2 "Which" {
        one first { }
        each u: Unit in all Unit when suppose some at most 99 else no { call take_two() } yields taken[u] and u <> Unit.c as pick { }
        one last { }
    }
    return count(u: Unit in all Unit when taken[u])
}
main main
"#;

#[test]
fn an_ask_keeps_its_options_over_a_supposed_ask() {
    let game = must(SOURCE);
    let mut t = Transcript::new(&game);
    assert_eq!(options(&t), ["first", "pick a", "pick b", "pick d", "last"]);
    assert_eq!(t.engine.prompt().map(|prompt| prompt.side), Some(0), "the side that was asked, not the supposed one");
    t.pick("pick d").ask();
    assert_eq!(t.text(), "German, 1.2 \"Which\": first | pick a | pick b | pick d | last\n    > pick d\nover: 0\n");
}

const TWICE: &str = r#"wgr-ir 1
program "A guard in a guard that asks"
enum Side { German, Allied }
enum Unit { a, b, c, d }
sides Side
cell taken[Unit]: bool
cell struck[Unit]: bool
cell held: int 0..3
query can(u: Unit) -> bool rows { any { row ahead @3.1 "One step ahead" = yes when suppose { call hold() } yields near(u) } }
query near(u: Unit) -> bool rows { any { row further @3.2 "Two steps ahead" = yes when suppose { call hold() } yields last(u) } }
query last(u: Unit) -> bool rows { any { row there @3.3 "Held twice" = yes when held = 2 and u <> Unit.c } }
effect hold() { held := held + 1 }
procedure strike(u: Unit) {
    ask Side.German @1.3 "Strike it" {
        one spare { }
        one strike { struck[u] := yes }
    }
}
procedure take_one() {
    ask Side.Allied @1.1 "Take one" {
        one nobody { }
        each u: Unit in all Unit when suppose some at most 9 else no { call strike(u) } yields struck[u] and can(u) as take {
            taken[u] := yes
        }
        one nobody_at_all { }
    }
}
procedure main() -> int 0..9 {
    ask Side.German @1.2 "Which" {
        one first { }
        each u: Unit in all Unit when suppose some at most 99 else no { call take_one() } yields taken[u] as pick { }
        one last { }
    }
    return held + count(u: Unit in all Unit when taken[u] or struck[u])
}
main main
"#;

#[test]
fn an_imagined_ask_keeps_its_options_over_another() {
    let game = must(TWICE);
    let mut t = Transcript::new(&game);
    assert_eq!(options(&t), ["first", "pick a", "pick b", "pick d", "last"]);
    assert_eq!(t.engine.prompt().map(|prompt| prompt.side), Some(0), "the side that was asked, not the supposed one");
    t.pick("pick d").ask();
    assert!(t.text().ends_with("over: 0\n"), "{}", t.text());
    for seed in 0..4 {
        let program = wgr_tests::ir_text::read(TWICE);
        let same = wgr_tests::agree::compare(&program, seed, 9);
        assert_eq!(same, Ok(wgr_tests::agree::Agreement::Over { labels: 1 }));
    }
}

/// Rows asked in a supposition are told, and rows asked in one inside it as their reasons.
#[test]
fn why_tells_what_was_asked_further_in() {
    let game = must(TWICE);
    let mut t = Transcript::new(&game);
    t.why("can", &["b"]);
    let told = t.text().to_owned();
    let at = |what: &str| told.find(what).unwrap_or_else(|| panic!("{what} is not told:\n{told}"));
    assert!(at("One step ahead") < at("near(b)") && at("Two steps ahead") < at("last(b)"), "{told}");
    assert!(at("last(b)") < at("Held twice"), "{told}");
}
