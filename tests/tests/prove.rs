//! The prover: what it says of small programs, each with what it is to say at its head, and whether that is true.

#[path = "prove/make.rs"]
mod make;
#[path = "prove/memory.rs"]
mod memory;
#[path = "prove/sound.rs"]
mod sound;

use wgr_compiler::{Assumption, FindingKind, Memory, OpenWhat, Proof, Witness};
use wgr_runtime::ir::{Body, FuncId, LocalId, Program, RowIx};
use wgr_runtime::verify::{Verified, verify};
use wgr_tests::ir_text::read;

/// Lines that begin with this say what is found.
const SAYS: &str = "//= ";

#[track_caller]
fn check(text: &str) {
    check_given(text, |_| Vec::new());
}

#[track_caller]
fn check_given(text: &str, assumed: impl Fn(&dyn Fn(&str) -> FuncId) -> Vec<Assumption>) {
    let (program, verified) = sound_program(text);
    let named = |name: &str| program.func_named(name).unwrap();
    let proof = Memory::default().prove(&program, &verified, &assumed(&named));
    let said: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(SAYS)).collect();
    let got = told(&program, &proof);
    let lines = |list: &[String]| list.iter().map(|line| format!("{SAYS}{line}\n")).collect::<String>();
    assert_eq!(said, got, "\n{}\n", lines(&got));
}

fn sound_program(text: &str) -> (Program, Verified) {
    let program = read(text);
    let verified = verify(&program).unwrap_or_else(|errors| panic!("{errors:?}"));
    (program, verified)
}

fn told(program: &Program, proof: &Proof) -> Vec<String> {
    let mut lines = vec![format!("proved: {}", proof.proved)];
    for finding in &proof.findings {
        let func = program.func(finding.func);
        let label = |row: &RowIx| match &func.body {
            Body::Rows(rows) => rows.rows[row.index()].label.clone(),
            Body::Code(_) | Body::Limits(_) | Body::Goods(_) => String::new(),
        };
        let text = match &finding.kind {
            FindingKind::Clash { a, b, witness, amounts: (x, y) } => {
                format!("clash of {} ({x}) and {} ({y}): {}", label(a), label(b), situation(witness))
            }
            FindingKind::Gap { witness } => format!("gap: {}", situation(witness)),
            FindingKind::Open { what: OpenWhat::Clash { a, b, .. }, why, .. } => {
                format!("open: {} and {}: {why}", label(a), label(b))
            }
            FindingKind::Open { what: OpenWhat::Gap, why, .. } => format!("open: is there always an answer? {why}"),
            FindingKind::Always { row } => format!("always: {}", label(row)),
            FindingKind::Decided { so, printed, .. } => {
                let printed = if *printed { " as printed" } else { "" };
                format!("a condition is {}{printed}", if *so { "always so" } else { "never so" })
            }
            FindingKind::Beyond { what, witness, .. } => format!("beyond {what:?}: {}", situation(witness)),
            FindingKind::OpenBeyond { what, .. } => format!("open: beyond {what:?}?"),
            FindingKind::Relies { never } => format!("relies on the never {never}"),
            FindingKind::Same { a, b } => format!("the same twice: {} and {}", label(a), label(b)),
            FindingKind::Idle { row, printed } => {
                format!("never applies{}: {}", if *printed { " as printed" } else { "" }, label(row))
            }
            FindingKind::TableHole { table, witness, .. } => {
                format!("leaves {}: {}", program.table(*table).name, situation(witness))
            }
            FindingKind::OpenLook { table, none, .. } => {
                let asked = if *none { "is nothing none that is asked for" } else { "does it leave" };
                format!("open: {asked} {}?", program.table(*table).name)
            }
        };
        lines.push(format!("{}: {text}", func.name));
    }
    lines
}

fn situation(witness: &Witness) -> String {
    let facts: Vec<String> = witness.facts.iter().map(|(name, value)| format!("{name} is {value}")).collect();
    format!("{} ({} of {})", facts.join(", "), witness.matching, witness.of)
}

#[test]
fn what_is_proved() {
    check(include_str!("../suite/prove/proved.ir"));
}

#[test]
fn clashes_name_a_situation() {
    check(include_str!("../suite/prove/clash.ir"));
}

#[test]
fn gaps_name_a_situation() {
    check(include_str!("../suite/prove/gap.ir"));
}

#[test]
fn what_depends_on_the_unknown_stays_open() {
    check(include_str!("../suite/prove/open.ir"));
}

#[test]
fn hexes_and_hexsides_are_those_of_the_map() {
    check(include_str!("../suite/prove/board.ir"));
}

#[test]
fn rows_that_never_apply_and_rows_said_twice() {
    check(include_str!("../suite/prove/lint.ir"));
}

#[test]
fn look_ups_that_leave_their_table() {
    check(include_str!("../suite/prove/looks.ir"));
}

#[test]
fn what_never_goes_together_clashes_nowhere() {
    check_given(include_str!("../suite/prove/never.ir"), |named| {
        vec![
            Assumption::Never { a: named("is_tired"), b: named("is_rich") },
            Assumption::Never { a: named("is_tired"), b: named("is_gun") },
        ]
    });
}

#[test]
fn what_is_given_of_parameters_is_counted_on() {
    check_given(include_str!("../suite/prove/given.ir"), |named| {
        vec![
            Assumption::Among { func: named("by_kind"), param: LocalId(0), members: vec![0, 2].into() },
            Assumption::Given { func: named("in_play"), holds: named("stands") },
        ]
    });
}
