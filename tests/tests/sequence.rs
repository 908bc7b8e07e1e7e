//! The sequence of play: the games of `suite/sequence` are played from each beginning, and every ask is noted: turn, phase,
//! whose turn it is, who is asked, what is offered. And the table of what stands within what is tried, place by place.

use wgr_compiler::{Compiled, Format, Look, render};
use wgr_runtime::engine::{Engine, Game, Status};
use wgr_runtime::ir::{CellId, Type};
use wgr_tests::rules::{checked, is_to_be_mended, names, playable, suite, text};

/// So many asks of each beginning.
const ASKS: usize = 24;

#[test]
fn whoever_is_to_be_asked_is_asked_when_it_is_to_be_asked() {
    let folder = suite("sequence");
    let all = names(&folder);
    for name in &all {
        let source = text(&folder.join(format!("{name}.wgr"))).unwrap();
        let mut checked = checked(&format!("suite/sequence/{name}.wgr"), &source, None);
        checked.messages.retain(is_to_be_mended);
        let wrong = render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN);
        let compiled = checked.compiled.unwrap_or_else(|| panic!("{wrong}"));
        assert_eq!(wrong, "");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snap/sequence");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), format!("{source}\n{}", played(&compiled))));
    }
    assert!(!all.is_empty());
}

/// How each column of the table is written around a part; how each line is written; in its order.
const COLUMNS: [&str; 9] = [
    "sequence { @ }",
    "sequence { turns 1..2 { @ } }",
    "sequence { turns 1..2 { run outer_run in 1..2 { @ } } }",
    "sequence { turns 1..2 { player turns Red, Blue { @ } } }",
    "sequence { phase outer { @ } }",
    "sequence { ( if number of men > 0 { @ } else { } ) }",
    "sequence { ( repeat at most 2 { @ } ) }",
    "sequence { ( for each h in hexes where it is 0101 { @ } ) }",
    "sequence { turns 1..2 { player turns Red, Blue { phase outer { perform inner } } } } procedure inner { @ }",
];
const LINES: [(&str, &str); 6] = [
    ("`turns`", "turns 1..2 { player turns Red, Blue { phase p { any number of go } } }"),
    ("`run`", "run round in 1..2 { phase p { any number of go } }"),
    ("`player turns`", "player turns Red, Blue { phase p { any number of go } }"),
    ("`phase`", "phase p { any number of go }"),
    ("`any number of`", "any number of go"),
    ("all other statements", "n gains 1"),
];

#[test]
fn what_stands_within_what_is_as_the_table_says() {
    let page = text(&suite("../../docs/language").join("sequence.md")).unwrap();
    let mut tried = 0;
    for (line, part) in LINES {
        let of = page.lines().find(|row| row.starts_with(&format!("| {line} |"))).unwrap_or_else(|| panic!("{line}"));
        let cells: Vec<&str> = of.trim_matches('|').split('|').skip(1).map(str::trim).collect();
        assert_eq!(cells.len(), COLUMNS.len(), "{of}");
        for (around, cell) in COLUMNS.iter().zip(cells) {
            // In `if`, `repeat` and `for each` an offer stands in its phase, all else where it may stand at all.
            let (open, close) = if line == "`any number of`" { ("phase outer {", "}") } else { ("", "") };
            let placed = around.replace(" ( ", &format!(" {open} ")).replace(" ) ", &format!(" {close} "));
            let rules = game_of(&placed.replace('@', part));
            let checked = checked("nested.wgr", &rules, None);
            let wrong: Vec<&str> =
                checked.messages.iter().filter(|told| is_to_be_mended(told)).map(|told| told.title.as_str()).collect();
            assert_eq!(wrong.is_empty(), cell == "yes", "{line} in {around}: the page says {cell}: {wrong:?}\n{rules}");
            if let Some(compiled) = checked.compiled {
                let played = played(&compiled);
                let asked = played.contains("go | pass");
                assert_eq!(asked, line != "all other statements", "{line} in {around} plays nothing:\n{played}");
            }
            tried += 1;
        }
    }
    assert_eq!(tried, LINES.len() * COLUMNS.len());
}

/// A game of this sequence, in which Blue may go once a phase.
fn game_of(sequence: &str) -> String {
    let lines = sequence.replace(" procedure", "\nprocedure");
    format!(
        "game \"Nested\" {{\n    sides Red, Blue\n    hexes CCRR flat, odd columns half a hex south, columns 1..2, rows 1..2\n}}\n\
         piece Man \"man\" plural men {{ flags moved }}\norder Red {{\n    Man\n        R1\n}}\n\
         state n: 0..99 = 0\naction go by Blue {{\n    once per phase\n    n gains 1\n}}\n{lines}\n\
         scenario s \"S\" {{\n    0101: R1\n}}\n"
    )
}

/// Each beginning, played with whatever is offered first.
fn played(compiled: &Compiled) -> String {
    let game = playable(compiled);
    let first = Engine::new(&game, 1);
    let mut lines = Vec::new();
    let which = match first.status() {
        Status::Ask(which) if !which.start => which,
        // Where there is one beginning only, the game has begun.
        Status::Ask(_) | Status::Over(_) | Status::Stopped(_) | Status::AwaitingChance { .. } => {
            lines.push("the only beginning:".to_owned());
            lines.extend(asks(&game, first));
            return lines.join("\n");
        }
    };
    for option in which.options() {
        lines.push(format!("{}:", option.name));
        let mut engine = Engine::new(&game, 1);
        engine.pick(&option.name).unwrap();
        lines.extend(asks(&game, engine));
    }
    lines.join("\n")
}

fn asks(game: &Game, mut engine: Engine) -> Vec<String> {
    let mut lines = Vec::new();
    for _ in 0..ASKS {
        match engine.status() {
            Status::Ask(prompt) => {
                let [turn, phase, phasing] = ["turn", "phase", "phasing"].map(|cell| stored(game, &engine, cell));
                let offered: Vec<&str> = prompt.options().iter().map(|option| option.name.as_str()).collect();
                let (by, offered) = (game.side_name(prompt.side), offered.join(" | "));
                lines.push(format!("    turn {turn}, {phase}, {phasing}'s turn: {by} is asked: {offered}"));
            }
            Status::Over(result) => {
                lines.push(format!("    over: {}", game.result_name(*result)));
                return lines;
            }
            Status::Stopped(fault) => panic!("a rule faults: {fault:?}"),
            Status::AwaitingChance { .. } => panic!("nobody rolls"),
        }
        assert!(engine.answer(0).unwrap().is_none(), "a rule faults");
    }
    lines.push("    ..".to_owned());
    lines
}

/// What stands in a cell of the game.
fn stored(game: &Game, engine: &Engine, name: &str) -> String {
    let program = game.program();
    let at = program.cells.iter().position(|cell| cell.name == name).unwrap();
    let Type::Scalar(scalar) = program.cells[at].value else { panic!("{name} is one value") };
    let place = game.layout().place(CellId::new(at));
    game.value_name(scalar.what, engine.state().get(place, 0))
}
