//! What `docs/ir.md` says of corners that few programs come to, played by the oracle from text.

use wgr_runtime::ir::Program;
use wgr_runtime::verify::verify;
use wgr_tests::agree::{Agreement, compare};
use wgr_tests::ir_text::read;
use wgr_tests::oracle::{Code, Outcome, Run, run};

const HEAD: &str = "wgr-ir 1 program \"Corners\"
    board flat column-row columns 1..4 rows 1..4 numbers east south shifted odd
    enum Side { Red, Blue } sides Side
    cell seen: int 0..99 cell low: int 3..9 cell wide: int -3..3 cell notes[Side]: int 2..4 keep main
    cell nowhere: opt hex
    main main ";

fn program(text: &str) -> Program {
    let program = read(&format!("{HEAD}{text}"));
    assert_eq!(verify(&program).err(), None);
    program
}

/// What the game of this text says.
fn play(text: &str) -> Run {
    let program = program(text);
    run(&program, &verify(&program).map(|found| found.waiting).unwrap_or_default(), &[])
}

fn over(text: &str) -> i64 {
    let outcome = play(text).outcome;
    let Outcome::Over(result) = outcome else { panic!("{outcome:?}") };
    result
}

/// Two dice of two faces: four ways, in the order 11 12 21 22. `fails` is a way that must not be tried.
fn supposed(how: &str, yields: &str, fails: &str) -> String {
    format!(
        "procedure main() -> int 0..1 {{
            let got: bool = suppose {how} {{
                roll a: int 1..2
                roll b: int 1..2
                if {fails} {{ fail @1 \"Tried\" }}
            }} yields {yields}
            return if got then 1 else 0
        }}"
    )
}

#[test]
fn the_first_way_that_decides_ends_a_supposition() {
    let past = "a = 2 or b = 2 and a = 1";
    assert_eq!(over(&supposed("some at most 9 else no", "a = 1", past)), 1);
    assert_eq!(over(&supposed("every at most 9 else yes", "a = 2", past)), 0);
    // It decides before the budget counts.
    assert_eq!(over(&supposed("some at most 1 else no", "a = 1", past)), 1);
}

/// Three faces around three faces; `held` is the outer one's when the inner one begins, and again when it has ended.
fn nested(outer: &str, inner: &str, yields: &str) -> String {
    format!(
        "query further() -> bool {{
            return suppose {inner} {{ call throw() }} yields seen = 6
        }}
        procedure throw() {{ roll d: int 1..3  seen := seen + d }}
        procedure main() -> int 0..99 {{
            let got: bool = suppose {outer} {{ call throw() }} yields {yields}
            return (if got then 10 else 0) + seen
        }}"
    )
}

#[test]
fn suppositions_nest() {
    // With three the inner one comes to six; with one and two it does not, and leaves behind what it found.
    let after = "further() and seen = 3 or not further() and seen < 3";
    let text = nested("every at most 9 else no", "some at most 9 else no", after);
    assert_eq!(over(&text), 10);
    assert_eq!(over(&nested("some at most 9 else no", "some at most 9 else no", "further() and seen < 3")), 0);
    // Each has a budget of its own: what the inner one gives up, the outer one does not notice.
    assert_eq!(over(&nested("some at most 3 else yes", "some at most 2 else no", "further()")), 0);
    assert_eq!(over(&nested("some at most 2 else no", "some at most 3 else no", "further()")), 0);
    assert_eq!(over(&nested("some at most 3 else no", "some at most 3 else no", "further()")), 10);
    for way in 0..2 {
        let same = compare(&program(&text), way, 9);
        assert_eq!(same, Ok(Agreement::Over { labels: 0 }));
    }
}

#[test]
fn ways_beyond_the_budget_are_not_tried() {
    for (answer, word) in [(0, "no"), (1, "yes")] {
        assert_eq!(over(&supposed(&format!("some at most 3 else {word}"), "a + b = 4", "a + b = 4")), answer);
        assert_eq!(over(&supposed(&format!("every at most 3 else {word}"), "a + b < 4", "a + b = 4")), answer);
    }
    // All four were tried: nothing is beyond.
    assert_eq!(over(&supposed("some at most 4 else yes", "a + b = 5", "no")), 0);
    assert_eq!(over(&supposed("every at most 4 else no", "a + b < 5", "no")), 1);
}

#[test]
fn folds_stop_at_the_first_member_that_decides() {
    let fold = |op: &str, value: &str| {
        format!("procedure main() -> int 0..1 {{ return if {op}(s: Side in all Side : {value}) then 1 else 0 }}")
    };
    // Blue would divide by zero.
    let broken = "6 div (if s = Side.Blue then seen else 1)";
    assert_eq!(over(&fold("any", &format!("{broken} = 6"))), 1);
    assert_eq!(over(&fold("every", &format!("{broken} = 5"))), 0);
    let run = play(&fold("any", &format!("{broken} = 5")));
    assert_eq!(run.outcome, Outcome::Fault { code: Code::Zero, site: None });
}

#[test]
fn when_the_game_is_over_nothing_is_kept() {
    let run = play(
        "procedure main() -> int 0..9 { notes[Side.Red] := 4 seen := 7 call finish() return 1 }
         procedure finish() { end 5 }",
    );
    assert_eq!(run.outcome, Outcome::Over(5));
    assert_eq!(run.world.cells.len(), 1);
}

#[test]
fn a_place_begins_at_nought_where_its_range_has_it() {
    assert_eq!(over("procedure main() -> int -99..99 { return 10 * low + wide }"), 30);
    assert_eq!(over("procedure main() -> int -99..99 { return notes[Side.Red] }"), 2);
}

#[test]
fn none_is_no_argument_of_a_question_to_the_board() {
    for question in ["distance(nowhere, hex\"0101\")", "column(nowhere)", "size(disc(nowhere, 1))"] {
        let run = play(&format!("procedure main() -> int 0..99 {{ return {question} }}"));
        assert!(matches!(run.outcome, Outcome::Fault { code: Code::Range, .. }), "{question}: {:?}", run.outcome);
    }
}

/// `even` and `odd` make each other true; what they run settles, which does nothing there.
#[test]
fn handlers_may_settle_and_a_settle_that_runs_over_is_a_rule() {
    let text = |most: u32| {
        format!(
            "trigger even @4.2 \"Even\" watch is_even run bump by red at most {most}
             trigger odd @4.3 \"Odd\" watch is_odd run bump by red at most 99
             query is_even() -> bool {{ return seen mod 2 = 0 and seen < 7 }}
             query is_odd() -> bool {{ return seen mod 2 = 1 and seen < 7 }}
             query red() -> Side {{ return Side.Red }}
             procedure bump() {{ call again() seen := seen + 1 }}
             procedure again() {{ settle by Side.Red seen := seen + 0 }}
             procedure main() -> int 0..99 {{ settle by Side.Red return seen }}"
        )
    };
    assert_eq!(over(&text(4)), 7);
    let site = program(&text(3)).triggers[0].site;
    assert_eq!(play(&text(3)).outcome, Outcome::Fault { code: Code::Rule, site: Some(site) });
}
