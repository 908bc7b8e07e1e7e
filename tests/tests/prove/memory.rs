//! With a memory the findings are the same, and only what was touched is proved again.

use super::{sound_program, told};
use wgr_compiler::{FindingKind, Memory};
use wgr_runtime::ir::Pos;

const TEXTS: [&str; 3] = [
    include_str!("../../suite/prove/proved.ir"),
    include_str!("../../suite/prove/clash.ir"),
    include_str!("../../suite/prove/looks.ir"),
];

/// How many functions are looked at again after these edits of a text.
#[track_caller]
fn again(text: &str, edits: &[(&str, &str)]) -> usize {
    let mut memory = Memory::default();
    let (program, verified) = sound_program(text);
    memory.prove(&program, &verified, &[]);
    assert_eq!(memory.fresh(), program.funcs.len());
    let mut edited = text.to_owned();
    for (from, to) in edits {
        assert!(edited.contains(from), "{from}");
        edited = edited.replace(from, to);
    }
    let (program, verified) = sound_program(&edited);
    let proof = memory.prove(&program, &verified, &[]);
    assert_eq!(proof, Memory::default().prove(&program, &verified, &[]));
    memory.fresh()
}

#[test]
fn nothing_is_proved_twice() {
    for text in TEXTS {
        assert_eq!(again(text, &[]), 0);
    }
}

#[test]
fn an_edited_row_concerns_its_query_only() {
    assert_eq!(again(TEXTS[0], &[("row forest @1.2 \"Forest\" = 2", "row forest @1.2 \"Forest\" = 4")]), 1);
    assert_eq!(again(TEXTS[1], &[("when points > 700", "when points > 701")]), 1);
}

#[test]
fn an_edited_definition_concerns_those_who_ask_it() {
    // Itself and `reach`.
    assert_eq!(again(TEXTS[0], &[("if q > 0 { return no }", "if q > 1 { return no }")]), 2);
}

#[test]
fn an_edited_table_concerns_those_who_look_there() {
    // All but `in_loop` and what stands somewhere look into it, and main into nothing.
    assert_eq!(again(TEXTS[2], &[("int 0..3 = { 0 1 3 }", "int 0..3 = { 0 1 2 }")]), 5);
}

#[test]
fn lines_and_definitions_in_between_concern_nobody() {
    let edits = [
        ("query held(", "\n\n\nquery extra() -> int 0..9 { return 3 }\nquery held("),
        ("table crt", "table added[Unit]: bool = { no no no yes }\ntable crt"),
    ];
    assert_eq!(again(TEXTS[2], &edits), 1);
}

#[test]
fn what_is_remembered_moves_with_its_text() {
    let (program, verified) = sound_program(TEXTS[2]);
    let mut memory = Memory::default();
    let before = memory.prove(&program, &verified, &[]);
    let below = TEXTS[2].replace("query held(", "\n\n\nquery held(");
    let (program, verified) = sound_program(&below);
    let after = memory.prove(&program, &verified, &[]);
    assert_eq!(memory.fresh(), 0);
    assert_eq!(told(&program, &before), told(&program, &after));
    let place = |kind: &FindingKind| match kind {
        FindingKind::TableHole { at, .. }
        | FindingKind::OpenLook { at, .. }
        | FindingKind::Beyond { at, .. }
        | FindingKind::OpenBeyond { at, .. } => *at,
        FindingKind::Clash { .. }
        | FindingKind::Gap { .. }
        | FindingKind::Open { .. }
        | FindingKind::Relies { .. }
        | FindingKind::Same { .. }
        | FindingKind::Idle { .. }
        | FindingKind::Decided { .. }
        | FindingKind::Always { .. } => Pos::default(),
    };
    for (old, new) in before.findings.iter().zip(&after.findings) {
        assert_eq!(place(&old.kind).line + 3, place(&new.kind).line);
    }
}
