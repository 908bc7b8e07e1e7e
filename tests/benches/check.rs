//! How long a check takes: of a whole game that was never read, with its examples; what of that is reading, and what
//! the verifier; after an edit of one line; and what making it ready to be played takes. Of La fleur, and of the biggest game that
//! there is. `cargo bench -p wgr-tests --bench check`

use divan::Bencher;
use wgr_compiler::{Ledger, Sources, Starts, Workspace, check};
use wgr_runtime::verify::verify;
use wgr_tests::shipped::{SLICE, shipped};

fn main() {
    divan::main();
}

/// The biggest game that is shipped.
const BIG: &str = "marne-1918";

/// A line that is edited: of which file, how it begins, and how it does afterwards.
type Line = (&'static str, &'static str, &'static str);

/// One number in the rows of movement.
const NUMBER: Line = ("06_movement.wgr", "= 9 MP", "= 10 MP");
const NUMBER_OF_BIG: Line = ("11_movement.wgr", "= allowance(u) + 2 MP", "= allowance(u) + 1 MP");
/// A row more.
const ROW_OF_BIG: Line = (
    "11_bridges.wgr",
    "    11.2.4#g    \"A minor river\"",
    "    11.2.4#g    \"By night\"   + 1   when turn > 3\n    11.2.4#g    \"A minor river\"",
);

/// The game as it is, or with a line changed.
fn sources(game: &str, edited: Option<Line>) -> (Sources, Option<Ledger>) {
    let mut game = shipped(game);
    if let Some((file, was, is)) = edited {
        let text = game.files.iter_mut().find(|(path, text)| path.ends_with(file) && text.contains(was));
        let (_, text) = text.expect("the line that is edited is there");
        *text = text.replacen(was, is, 1);
    }
    game.sources()
}

#[divan::bench]
fn cold(bencher: Bencher<'_, '_>) {
    let (sources, ledger) = sources(SLICE, None);
    bencher.bench_local(|| check(&sources, ledger.as_ref()).diagnostics.len());
}

#[divan::bench]
fn big_cold(bencher: Bencher<'_, '_>) {
    let (sources, ledger) = sources(BIG, None);
    bencher.bench_local(|| check(&sources, ledger.as_ref()).diagnostics.len());
}

/// Of [`cold`], from the texts to the trees.
#[divan::bench]
fn cold_reading(bencher: Bencher<'_, '_>) {
    let (sources, _) = sources(SLICE, None);
    let read = || sources.iter().map(|(_, source)| wgr_grammar::parse(&source.text).file.items.len()).sum::<usize>();
    bencher.bench_local(read);
}

/// Of [`cold`], the types, ranges, orders and effects of what was translated.
#[divan::bench]
fn cold_verifying(bencher: Bencher<'_, '_>) {
    let (sources, ledger) = sources(SLICE, None);
    let compiled = check(&sources, ledger.as_ref()).compiled.expect("the game that is shipped checks");
    bencher.bench_local(|| verify(&compiled.program).is_ok());
}

/// Behind a check: lowered, verified once more, compiled.
#[divan::bench]
fn made_ready(bencher: Bencher<'_, '_>) {
    let compiled = shipped(SLICE).check(Starts::Scenarios).compiled.expect("the game that is shipped checks");
    bencher.bench_local(|| compiled.game().is_ok());
}

/// The line changes back and forth, so that every round has one new line; what it was is still remembered.
fn back_and_forth(bencher: Bencher<'_, '_>, game: &str, line: Line, starts: Starts) {
    let texts = [sources(game, None), sources(game, Some(line))];
    let mut workspace = Workspace::default();
    let mut round = 0;
    bencher.bench_local(|| {
        round += 1;
        let (sources, ledger) = &texts[round % 2];
        workspace.check(sources, ledger.as_ref(), starts).diagnostics.len()
    });
}

#[divan::bench]
fn one_line_edited(bencher: Bencher<'_, '_>) {
    back_and_forth(bencher, SLICE, NUMBER, Starts::Scenarios);
}

#[divan::bench]
fn big_one_line_edited(bencher: Bencher<'_, '_>) {
    back_and_forth(bencher, BIG, NUMBER_OF_BIG, Starts::Scenarios);
}

/// As editors check, with scenes and examples.
#[divan::bench]
fn one_line_edited_as_in_editors(bencher: Bencher<'_, '_>) {
    back_and_forth(bencher, SLICE, NUMBER, Starts::ScenesToo);
}

#[divan::bench]
fn big_one_line_edited_as_in_editors(bencher: Bencher<'_, '_>) {
    back_and_forth(bencher, BIG, NUMBER_OF_BIG, Starts::ScenesToo);
}

/// All that is read is read again.
#[divan::bench]
fn big_one_row_more(bencher: Bencher<'_, '_>) {
    back_and_forth(bencher, BIG, ROW_OF_BIG, Starts::Scenarios);
}

/// Every round the line says something that was never said: nothing of what it leads to is remembered.
#[divan::bench]
fn one_line_new(bencher: Bencher<'_, '_>) {
    let game = shipped(SLICE);
    let mut workspace = Workspace::default();
    let mut round = 0;
    bencher
        .with_inputs(|| {
            round += 1;
            let mut sources = Sources::new();
            for (path, text) in &game.files {
                let here = path.ends_with("12_victory.wgr");
                let line = format!("value round_{round}: 0..9 {{\n    99.1 \"Always\" = {}\n}}\n", round % 10);
                sources.add(path.clone(), if here { format!("{text}{line}") } else { text.clone() });
            }
            sources
        })
        .bench_local_values(|sources| workspace.check(&sources, None, Starts::Scenarios).diagnostics.len());
}
