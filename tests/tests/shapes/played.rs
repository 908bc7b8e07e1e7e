//! What the shapes share: source and result locked together, figures read out for plain assertions, random play.

use wgr_runtime::engine::{Engine, Game, Status};
use wgr_tests::harness::Transcript;

/// The named items of a program's text, as they stand there: from the head to the brace in the first column.
fn excerpt(source: &str, names: &[&str]) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let heads = ["query ", "effect ", "procedure ", "limits ", "goods ", "trigger "];
    let mut out = String::new();
    for name in names {
        let is_head = |line: &&str| {
            heads.iter().any(|head| line.strip_prefix(head).is_some_and(|rest| rest.starts_with(&format!("{name}("))))
        };
        let from = lines.iter().position(is_head).unwrap_or_else(|| panic!("no item `{name}`"));
        let closed = |line: &str| line.starts_with('}') || (line.ends_with('}') && !line.starts_with(' '));
        let to = lines[from..].iter().position(|line| closed(line)).map_or(lines.len(), |length| from + length + 1);
        lines[from..to].iter().for_each(|line| {
            out.push_str(line);
            out.push('\n');
        });
    }
    out
}

/// Lock a played example: `what` is the worked example and what it expects.
pub(crate) fn lock(name: &str, what: &str, source: &str, items: &[&str], t: &Transcript) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snap/shapes");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(what);
    let text = format!("{}\n{}", excerpt(source, items), t.text());
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// What a cell holds, as text.
pub(crate) fn holds(t: &Transcript, cell: &str) -> String {
    let game = t.engine.game();
    let id = game.program().cell_named(cell).unwrap_or_else(|| panic!("no cell `{cell}`"));
    game.cell_text(t.engine.state(), id)
}

/// What is offered now.
pub(crate) fn options(t: &Transcript) -> Vec<String> {
    t.engine.prompt().map_or(vec![], |prompt| prompt.options().iter().map(|o| o.name.clone()).collect())
}

pub(crate) fn over(t: &Transcript) -> bool {
    matches!(t.engine.status(), Status::Over(_))
}

/// Games to their end, always an option picked by a small generator: no fault, no endless game.
pub(crate) fn random(game: &Game, games: u64) {
    for seed in 1..=games {
        let mut engine = Engine::new(game, seed);
        let mut dice = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut asks = 0;
        while let Some(prompt) = engine.prompt() {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            let option = (dice >> 33) as usize % prompt.count();
            let fault = engine.answer(option).expect("an offered option");
            assert!(fault.is_none(), "seed {seed}: {fault:?} after {:?}", engine.log());
            asks += 1;
            assert!(asks < 2_000, "seed {seed} goes on and on");
        }
        assert!(matches!(engine.status(), Status::Over(_)), "seed {seed}: {:?}", engine.log());
    }
}
