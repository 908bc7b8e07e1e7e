//! What an edited line costs: each line of a game's texts is changed once and put back, in a workspace that knows the
//! game. `cargo bench -p wgr-tests --bench lines`
//!
//! `-- --game NAME` takes another game than La fleur, `--every N` each Nth line alone, `--within WORD` only lines of items that
//! begin with this word (`example`, `fact`). Three ways of editing: another
//! number (the game stays whole), a letter more in a word (something is wrong), a comment behind the line. Of each what
//! an editor waits for: its messages, and what names stand for, which is looked for behind them; and the messages by what
//! the line stands in, for what is remembered goes by that. Processor time, where the system tells it.

#![expect(clippy::disallowed_methods, reason = "benches measure time")]
#![expect(clippy::float_arithmetic, reason = "figures for people")]

use std::collections::BTreeMap;
use std::time::Instant;
use wgr_compiler::{Ledger, Sources, Starts, Workspace};
use wgr_tests::shipped::{SLICE, Shipped, shipped};

/// As it is shipped.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    // `cargo test` runs benches once, without asking for figures.
    if std::env::args().any(|arg| arg == "--test") {
        return;
    }
    let game = asked("--game").unwrap_or_else(|| SLICE.to_owned());
    let every = asked("--every").and_then(|number| number.parse().ok()).unwrap_or(1).max(1);
    let texts = shipped(&game);
    let ledger = texts.sources().1;
    if asked("--within").is_none() {
        cold(&texts);
    }
    println!("{:<26} {:>6} {:>9} {:>9} {:>9}  worst line", "ms", "lines", "median", "95 %", "worst");
    for (what, edit) in [("another number", number as Edit), ("a letter more", letter), ("a comment", comment)] {
        let took = each_line(&texts, ledger.as_ref(), every, edit);
        told(what, took.iter().map(|(took, at, _)| (took.messages, at)).collect());
        told(&format!("{what}, names"), took.iter().map(|(took, at, _)| (took.names, at)).collect());
        let mut by_item: BTreeMap<&str, Vec<(f64, &String)>> = BTreeMap::new();
        for (took, at, head) in &took {
            by_item.entry(head).or_default().push((took.messages, at));
        }
        by_item.into_iter().for_each(|(head, took)| told(&format!("  {head}"), took));
    }
}

/// Until messages were known, and until names were, in milliseconds.
#[derive(Clone, Copy)]
struct Took {
    messages: f64,
    names: f64,
}

/// A line as it is edited; nothing where there is nothing of the kind in it.
type Edit = fn(&str) -> Option<String>;

fn number(line: &str) -> Option<String> {
    let at = line.rfind(|c: char| c.is_ascii_digit())?;
    let digit = if line[at..].starts_with('3') { "4" } else { "3" };
    Some(format!("{}{digit}{}", &line[..at], &line[at + 1..]))
}

fn letter(line: &str) -> Option<String> {
    let at = line.rfind(|c: char| c.is_ascii_lowercase())?;
    Some(format!("{}x{}", &line[..=at], &line[at + 1..]))
}

fn comment(line: &str) -> Option<String> {
    (!line.trim().is_empty() && !line.contains("//")).then(|| format!("{line} // so it is"))
}

/// The word behind this one on the command line.
fn asked(word: &str) -> Option<String> {
    let mut args = std::env::args().skip_while(|arg| arg != word);
    args.nth(1)
}

/// Of a workspace that knows nothing.
fn cold(texts: &Shipped) {
    let (sources, ledger) = texts.sources();
    let took = (0..9).map(|_| timed(&mut Workspace::default(), &sources, ledger.as_ref()).messages);
    let mut took: Vec<f64> = took.collect();
    took.sort_by(f64::total_cmp);
    println!("cold, median of {}: {:.1} ms", took.len(), took[took.len() / 2]);
}

fn timed(workspace: &mut Workspace, sources: &Sources, ledger: Option<&Ledger>) -> Took {
    let begun = (Instant::now(), busy());
    let since = || match (begun.1, busy()) {
        (Some(before), Some(now)) => (now - before) as f64 / 1e6,
        _ => begun.0.elapsed().as_secs_f64() * 1e3,
    };
    drop(workspace.check(sources, ledger, Starts::ScenesToo));
    let messages = since();
    drop(workspace.names());
    Took { messages, names: since() }
}

/// So long this thread was at work, in nanoseconds, where the system tells it: others may be busy beside it.
fn busy() -> Option<u64> {
    // The system counts where a thread gives way.
    std::thread::yield_now();
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

/// What each edited line took, where it stands, and in what.
fn each_line(texts: &Shipped, ledger: Option<&Ledger>, every: usize, edit: Edit) -> Vec<(Took, String, String)> {
    let mut workspace = Workspace::default();
    let whole = texts.sources().0;
    drop(workspace.check(&whole, ledger, Starts::ScenesToo));
    let within = asked("--within");
    let mut took = Vec::new();
    for (file, (path, text)) in texts.files.iter().enumerate() {
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines.iter().enumerate().step_by(every) {
            let Some(edited) = edit(line) else { continue };
            let head = lines[..=at].iter().rev().find(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
            let head = head.and_then(|head| head.split(' ').next()).unwrap_or("remarks").to_owned();
            if within.as_ref().is_some_and(|within| *within != head) {
                continue;
            }
            let mut now = lines.clone();
            now[at] = &edited;
            let now = now.join("\n") + "\n";
            let mut sources = Sources::new();
            for (other, (path, text)) in texts.files.iter().enumerate() {
                sources.add(path.clone(), if other == file { now.clone() } else { text.clone() });
            }
            texts.beside.iter().for_each(|(title, called)| sources.lies_beside(title, called));
            let at = format!("{path}:{}", at + 1);
            took.push((timed(&mut workspace, &sources, ledger), at.clone(), head.clone()));
            took.push((timed(&mut workspace, &whole, ledger), format!("{at} put back"), head));
        }
    }
    took
}

fn told(what: &str, mut took: Vec<(f64, &String)>) {
    took.sort_by(|a, b| a.0.total_cmp(&b.0));
    let at = |hundredths: usize| took.get((took.len() * hundredths / 100).min(took.len().saturating_sub(1)));
    if let (Some(median), Some(most), Some(worst)) = (at(50), at(95), at(100)) {
        let lines = took.len() / 2;
        println!("{what:<26} {lines:>6} {:>9.2} {:>9.2} {:>9.2}  {}", median.0, most.0, worst.0, worst.1);
    }
}
