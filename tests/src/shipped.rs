//! The games that are shipped: `games/fleur-au-fusil`, `games/hard-rules/*`. Every folder below `games` that holds a
//! `game.wgr` is one.

use crate::rules::text;
use std::path::{Path, PathBuf};
use wgr_compiler::diag::Diagnostic;
use wgr_compiler::{Checked, Ledger, Sources, Starts, check_from, errata_of, series_of};

/// A game's texts as they lie in its folder; of errata and house rules only the titles, for examples may name them.
#[derive(Clone, Default)]
pub struct Shipped {
    /// Of each file its path from the game's folder.
    pub files: Vec<(String, String)>,
    pub ledger: Option<String>,
    /// The titles of errata and house rules that lie beside the game, each with the name of its file.
    pub beside: Vec<(String, String)>,
}

/// The first whole game; most tests that need one take it.
pub const SLICE: &str = "fleur-au-fusil";

/// The game in this folder below `games`.
pub fn shipped(folder: &str) -> Shipped {
    let overlays = errata(folder);
    let beside = overlays.iter().flat_map(|(path, text)| {
        let called = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        errata_of(text).into_iter().map(move |head| (head.title, called.clone()))
    });
    let beside = beside.collect();
    let folder = games_folder().join(folder);
    let mut paths = Vec::new();
    rules_below(&folder, &mut paths);
    let name = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).display().to_string();
    let mut files: Vec<(String, String)> =
        paths.iter().map(|path| (name(path), text(path).unwrap_or_default())).collect();
    files.sort();
    // The rules of its series lie in a folder of their own.
    let series = files.iter().find_map(|(_, text)| series_of(text)).map(|at| folder.join(at));
    let mut shared = Vec::new();
    series.iter().for_each(|folder| rules_below(folder, &mut shared));
    shared.sort();
    let shown = |path: &Path| format!("series/{}", path.file_name().unwrap_or_default().to_string_lossy());
    files.extend(shared.iter().map(|path| (shown(path), text(path).unwrap_or_default())));
    Shipped { files, ledger: text(&folder.join("ledger.tsv")), beside }
}

impl Shipped {
    pub fn sources(&self) -> (Sources, Option<Ledger>) {
        let (sources, ledger, _) = self.read();
        (sources, ledger)
    }

    /// With what is wrong with the ledger.
    pub fn read(&self) -> (Sources, Option<Ledger>, Vec<Diagnostic>) {
        let mut sources = Sources::new();
        for (path, text) in &self.files {
            sources.add(path, text);
        }
        self.beside.iter().for_each(|(title, called)| sources.lies_beside(title, called));
        let ledger = self.ledger.as_ref().map(|text| {
            let file = sources.add_beside("ledger.tsv", text);
            Ledger::read(&sources, file)
        });
        let (ledger, told) = ledger.map_or_else(Default::default, |(ledger, told)| (Some(ledger), told));
        (sources, ledger, told)
    }

    /// The same game with other texts in its files.
    pub fn with_texts(&self, files: Vec<(String, String)>) -> Shipped {
        Shipped { files, ..self.clone() }
    }

    pub fn check(&self, starts: Starts) -> Checked {
        let (sources, ledger) = self.sources();
        check_from(&sources, ledger.as_ref(), starts)
    }
}

/// The errata and house rules of the game in this folder, by path, in order.
pub fn errata(folder: &str) -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for beside in ["errata", "house"] {
        rules_below(&games_folder().join(folder).join(beside), &mut paths);
    }
    paths.sort();
    let name = |path: &Path| format!("errata/{}", path.file_name().unwrap_or_default().to_string_lossy());
    paths.iter().map(|path| (name(path), text(path).unwrap_or_default())).collect()
}

/// The folders of all games, from `games`, in order.
pub fn all() -> Vec<String> {
    let mut found = Vec::new();
    games_below(&games_folder(), &mut found);
    found.sort();
    found
}

fn games_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../games")
}

fn inside(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path())
}

fn rules_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in inside(folder) {
        if path.is_dir() && !path.ends_with("errata") && !path.ends_with("house") {
            rules_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "wgr") {
            found.push(path);
        }
    }
}

fn games_below(folder: &Path, found: &mut Vec<String>) {
    for path in inside(folder).filter(|path| path.is_dir()) {
        if path.join("game.wgr").is_file() {
            let name = path.strip_prefix(games_folder()).unwrap_or(&path);
            found.push(name.display().to_string());
        } else {
            games_below(&path, found);
        }
    }
}
