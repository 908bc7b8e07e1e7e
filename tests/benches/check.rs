//! How long a check takes: of a whole game that was never read, and after an edit of one line.

use divan::Bencher;
use std::path::Path;
use wgr_compiler::{Ledger, Sources, Starts, Workspace, check};

fn main() {
    divan::main();
}

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/fleur-au-fusil");

/// All files of rules of the slice, by path, and its ledger.
struct Game {
    files: Vec<(String, String)>,
    ledger: String,
}

#[expect(clippy::disallowed_methods, reason = "a game is data")]
fn game() -> Game {
    let mut files = Vec::new();
    let mut folders = vec![Path::new(GAME).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() && !path.ends_with("errata") && !path.ends_with("house") {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "wgr") {
                files.push((path.display().to_string(), std::fs::read_to_string(&path).unwrap_or_default()));
            }
        }
    }
    files.sort();
    let ledger = std::fs::read_to_string(Path::new(GAME).join("ledger.tsv")).unwrap_or_default();
    Game { files, ledger }
}

/// The game with one number changed in its rows of movement, or as it is.
fn sources(game: &Game, edited: bool) -> (Sources, Option<Ledger>) {
    let mut sources = Sources::new();
    for (path, text) in &game.files {
        let here = edited && path.ends_with("06_movement.wgr");
        sources.add(path.clone(), if here { text.replacen("= 3", "= 4", 1) } else { text.clone() });
    }
    let file = sources.add_beside("ledger.tsv", game.ledger.clone());
    let ledger = Ledger::read(&sources, file).0;
    (sources, Some(ledger))
}

#[divan::bench]
fn cold(bencher: Bencher<'_, '_>) {
    let (sources, ledger) = sources(&game(), false);
    bencher.bench_local(|| check(&sources, ledger.as_ref()).diagnostics.len());
}

/// The line changes back and forth, so that every round has one new line; what it was is still remembered.
#[divan::bench]
fn one_line_edited(bencher: Bencher<'_, '_>) {
    let game = game();
    let texts = [sources(&game, false), sources(&game, true)];
    let mut workspace = Workspace::new();
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
    let game = game();
    let mut workspace = Workspace::new();
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
