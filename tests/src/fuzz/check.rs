//! Bytes as rules: as a file of their own, and as changes to a game that checks, so that what stands deep in a game is
//! reached. Whatever they say is told, drawn in every format, mended where it can be, laid out; and what is taken is
//! played.

use super::edits::edited;
use super::programs::short_game;
use super::{Bytes, LONGEST};
use crate::rules::{names, playable, suite, text};
use crate::shipped::{SLICE, Shipped, all, shipped};
use std::sync::OnceLock;
use wgr_compiler::diag::Diagnostic;
use wgr_compiler::{Checked, Format, Ledger, Look, Sources, apply, render};
use wgr_grammar::format;

/// Hosts beyond this are too slow to be changed again and again, but for the one that has everything.
const SMALL: usize = 16_000;

/// Bytes as the one file of a game; then the first two of them say which file of which game the others change.
pub fn check(bytes: &[u8]) {
    let mut sources = Sources::new();
    sources.add("bytes.wgr", String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]));
    told(&sources, None);
    let mut bytes = Bytes(bytes);
    let hosts = hosts();
    let host = &hosts[bytes.below(hosts.len())];
    let changed = bytes.below(host.files.len());
    let mut game = host.clone();
    let (_, text) = &mut game.files[changed];
    *text = edited(text, &mut bytes);
    let (sources, ledger) = game.sources();
    told(&sources, ledger.as_ref());
}

/// The whole game, the small games that are shipped, and those of the suites, right and wrong ones.
fn hosts() -> &'static [Shipped] {
    static HOSTS: OnceLock<Vec<Shipped>> = OnceLock::new();
    HOSTS.get_or_init(|| {
        let games = all().into_iter().map(|name| (name.ends_with(SLICE), shipped(&name)));
        let size = |game: &Shipped| game.files.iter().map(|(_, text)| text.len()).sum::<usize>();
        let games = games.filter(|(whole, game)| *whole || size(game) <= SMALL).map(|(_, game)| game);
        games.chain(["play", "language"].into_iter().flat_map(of_suite)).collect()
    })
}

fn of_suite(folder: &str) -> Vec<Shipped> {
    let read = |name: String| {
        let file = format!("{name}.wgr");
        let text = text(&suite(folder).join(&file)).unwrap_or_default();
        Shipped { files: vec![(file, text)], ..Shipped::default() }
    };
    names(&suite(folder)).into_iter().map(read).collect()
}

fn told(sources: &Sources, ledger: Option<&Ledger>) {
    let checked = wgr_compiler::check(sources, ledger);
    drawn(sources, &checked);
    let mended = apply(sources, &checked.diagnostics);
    for text in sources.iter().map(|(_, source)| &source.text).chain(mended.iter().map(|(_, text)| text)) {
        let laid = format(text);
        assert_eq!(format(&laid), laid, "laid out twice it is another text");
    }
    if let Some(compiled) = checked.compiled {
        short_game(&playable(&compiled));
    }
}

fn drawn(sources: &Sources, checked: &Checked) {
    let said: Vec<Diagnostic> = checked.diagnostics.iter().chain(&checked.open).cloned().collect();
    assert!(said.iter().all(|told| !told.title.is_empty()), "no message");
    for format in [Format::Full, Format::Short, Format::Json, Format::Narrated] {
        assert_eq!(render(sources, &said, format, Look::PLAIN).is_empty(), said.is_empty(), "something is not drawn");
    }
}
