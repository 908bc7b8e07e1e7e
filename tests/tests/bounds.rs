//! Texts that ask for too much: each is answered within the limits of `docs/limits.md`, by a message or by less proved.

use wgr_compiler::{Format, Look, limits, render};
use wgr_runtime::exec::{FaultCode, Machine, Step, Stop};
use wgr_runtime::script::{Because, Event, Report, run_each};
use wgr_runtime::state::State;
use wgr_tests::agree::{Agreement, compare};
use wgr_tests::rules::{Checked, checked, names, playable, suite, text};

/// Letters of one message; of hundreds alike the first ones tell enough.
const SHOWN: usize = 6_000;

fn of_suite(name: &str) -> Checked {
    let path = suite("bounds").join(format!("{name}.wgr"));
    checked(&format!("suite/bounds/{name}.wgr"), &text(&path).unwrap(), None)
}

#[test]
fn every_text_that_asks_for_too_much_is_answered() {
    let names = names(&suite("bounds"));
    assert!(!names.is_empty());
    for name in names {
        let checked = of_suite(&name);
        let told = render(&checked.sources, &checked.messages, Format::Short, Look::PLAIN);
        let (shown, rest) = told.split_at(told.char_indices().map(|(at, _)| at).nth(SHOWN).unwrap_or(told.len()));
        let rest =
            if rest.is_empty() { String::new() } else { format!("\n.. {} messages in all", told.lines().count()) };
        let taken = if checked.compiled.is_some() { "it can be played" } else { "it is refused" };
        insta::with_settings!({ snapshot_path => "../snap/bounds", prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, format!("{taken}\n{shown}{rest}"));
        });
    }
}

#[test]
fn calls_are_work_in_the_machine_and_in_the_oracle() {
    let checked = of_suite("calls_without_end");
    let compiled = checked.compiled.unwrap();
    assert_eq!(compare(&compiled.program, 1, 9), Ok(Agreement::Fault { labels: 0 }));
    let game = playable(&compiled);
    let mut machine = Machine::new(game.rules());
    let mut state = State::zero(game.layout());
    let step = machine.run(&mut state, game.main(), &mut Stop);
    assert!(matches!(&step, Step::Fault(fault) if fault.code == FaultCode::Work), "{step:?}");
}

const EXPECTS: &str = r#"game "Small" { edition "s" language 1
    sides Blue, Red
    hexes CCRR flat, odd columns half a hex south, columns 1..9, rows 1..9
}
piece Gun "gun" { printed size: 1..9 }
order Blue {
    Gun  size
        B1 1
}
path way(a: Hex, b: Hex) 4.1 {
    from a to b
    4.1  "Not over the gun"   avoid   when any guns at there
}
fact open_way(a: Hex, b: Hex) otherwise no { 4.2  "There is a way"   yes   when way(a, b) }
action rest(u: Gun of phasing) 6.1 during movement { once per player turn }
sequence 2.0 { turns 1..1 { player turns Blue, Red { phase movement { any number of rest } } } }
scene s "S" in movement of Blue { 0505: B1 }
example "A way" of 4.2 at s { expect open_way(0101, 0909) }
example "And its rows" of 4.2 at s { expect open_way(0101, 0909) from "There is a way" }
"#;

#[test]
fn reasons_are_made_where_they_are_told_and_nowhere_else() {
    let checked = checked("small.wgr", EXPECTS, None);
    let compiled = checked.compiled.unwrap_or_else(|| panic!("{:?}", checked.messages));
    let game = playable(&compiled);
    let kept = |because: Because| {
        let mut kept = Vec::new();
        run_each(&game, &compiled.scripts, because, &|_| true, &mut |_, report: Report| {
            assert_eq!(report.failure, None);
            let events = report.steps.iter().flat_map(|step| &step.events);
            kept.push(events.filter(|event| matches!(event, Event::Why(_) | Event::Behind(_))).count());
        });
        kept
    };
    assert_eq!(kept(Because::Named), [0, 1]);
    assert_eq!(kept(Because::All), [1, 1]);
}

#[test]
fn only_what_is_asked_for_is_played() {
    let checked = checked("small.wgr", EXPECTS, None);
    let compiled = checked.compiled.unwrap();
    let mut done = Vec::new();
    run_each(&playable(&compiled), &compiled.scripts, Because::Named, &|at| at == 1, &mut |at, report| {
        done.push((at, report.title));
    });
    assert_eq!(done, [(1, "And its rows".to_owned())]);
}

#[test]
fn the_page_of_limits_tells_the_numbers_that_are_held_to() {
    let said = [
        limits::MOST_ENTRIES,
        limits::MOST_NUMBER,
        limits::MOST_OPEN,
        i64::from(limits::MOST_DICE),
        i64::from(limits::MOST_FACES),
        i64::from(limits::MOST_CASES),
        i64::from(limits::MOST_ROUNDS),
        limits::MOST_ROWS as i64,
        limits::MOST_QUOTED as i64,
        limits::MOST_PIECES as i64,
        limits::MOST_STATES_IN_PLAY as i64,
        limits::MOST_STATES_IN_DIFF as i64,
        limits::MOST_STATES as i64,
        wgr_runtime::exec::WORK as i64,
        wgr_runtime::exec::MOST_OPTIONS as i64,
    ];
    for number in said {
        let told = grouped(number);
        assert!(limits::PAGE.contains(&told), "docs/limits.md does not tell {told}");
    }
}

/// `65,536`
fn grouped(number: i64) -> String {
    let digits = number.to_string();
    let mut told = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            told.push(',');
        }
        told.push(digit);
    }
    told
}
