//! How long a check takes: of a whole game that was never read, with its examples; what of that is reading, and what
//! the verifier; after an edit of one line; and what making it ready to be played takes. `cargo bench -p wgr-tests --bench check`

use divan::Bencher;
use wgr_compiler::{Ledger, Sources, Starts, Workspace, check};
use wgr_runtime::verify::verify;
use wgr_tests::shipped::{SLICE, shipped};

fn main() {
    divan::main();
}

/// The game with one number changed in its rows of movement, or as it is.
fn sources(edited: bool) -> (Sources, Option<Ledger>) {
    let mut game = shipped(SLICE);
    for (path, text) in game.files.iter_mut().filter(|_| edited) {
        if path.ends_with("06_movement.wgr") {
            *text = text.replacen("= 9 MP", "= 10 MP", 1);
        }
    }
    game.sources()
}

#[divan::bench]
fn cold(bencher: Bencher<'_, '_>) {
    let (sources, ledger) = sources(false);
    bencher.bench_local(|| check(&sources, ledger.as_ref()).diagnostics.len());
}

/// Of [`cold`], from the texts to the trees.
#[divan::bench]
fn cold_reading(bencher: Bencher<'_, '_>) {
    let (sources, _) = sources(false);
    let read = || sources.iter().map(|(_, source)| wgr_grammar::parse(&source.text).file.items.len()).sum::<usize>();
    bencher.bench_local(read);
}

/// Of [`cold`], the types, ranges, orders and effects of what was translated.
#[divan::bench]
fn cold_verifying(bencher: Bencher<'_, '_>) {
    let (sources, ledger) = sources(false);
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
#[divan::bench]
fn one_line_edited(bencher: Bencher<'_, '_>) {
    let texts = [sources(false), sources(true)];
    let mut workspace = Workspace::default();
    let mut round = 0;
    bencher.bench_local(|| {
        round += 1;
        let (sources, ledger) = &texts[round % 2];
        workspace.check(sources, ledger.as_ref(), Starts::Scenarios).diagnostics.len()
    });
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
