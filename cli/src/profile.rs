//! Where a game's time goes, in the names of its rules. In: games that are played while another thread looks which op the
//! interpreter is at. Out: each item, and each row or statement that carries a case, with its share of the looks and how
//! often it was run. Shares differ a little from run to run; how often does not.

use crate::out::Out;
use crate::playable::Playable;
use crate::tell::where_it_is;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{JoinHandle, sleep, spawn};
use std::time::Duration;
use wgr_compiler::diag::Place;
use wgr_compiler::outline;
use wgr_runtime::exec::{Searched, Watched};
use wgr_runtime::ir::{FuncId, Pos};

/// Between two looks.
const EACH: Duration = Duration::from_micros(200);

/// So many lines of each table are told to people.
const TOLD: usize = 25;

/// Looks at a game while it is played.
pub(crate) struct Profiler {
    watched: Arc<Watched>,
    over: Arc<AtomicBool>,
    looking: JoinHandle<Looks>,
}

/// By op how often it was found running, and how often nothing of the rules was.
#[derive(Default)]
struct Looks {
    at: BTreeMap<u32, u64>,
    elsewhere: u64,
}

/// What was found.
pub(crate) struct Profile {
    looks: u64,
    elsewhere: u64,
    searched: Searched,
    items: Vec<Line>,
    rows: Vec<Line>,
}

/// One thing of the rules.
#[derive(Default)]
struct Line {
    /// The item in which it stands.
    item: String,
    /// Its cases and its title, where it is no whole item.
    row: Option<String>,
    place: Option<String>,
    looks: u64,
    /// How often the part of it that was run most was run.
    times: u64,
}

impl Profiler {
    /// From now on, with the interpreter.
    pub(crate) fn begin(playable: &Playable) -> Profiler {
        let watched = playable.game.rules().watch();
        let over = Arc::new(AtomicBool::new(false));
        let (seen, stop) = (Arc::clone(&watched), Arc::clone(&over));
        let looking = spawn(move || {
            let mut looks = Looks::default();
            while !stop.load(Ordering::Relaxed) {
                match seen.at() {
                    Some(op) => *looks.at.entry(op).or_default() += 1,
                    None => looks.elsewhere += 1,
                }
                sleep(EACH);
            }
            looks
        });
        Profiler { watched, over, looking }
    }

    /// Until here.
    pub(crate) fn end(self, playable: &Playable) -> Profile {
        self.over.store(true, Ordering::Relaxed);
        let looks = self.looking.join().unwrap_or_else(|what| std::panic::resume_unwind(what));
        let names = Names::of(playable);
        let (mut items, mut rows) = (BTreeMap::new(), BTreeMap::new());
        let (rules, times) = (playable.game.rules(), self.watched.times());
        let searched = rules.searched(&times);
        for (op, ((func, at), times)) in (0..).zip(rules.origins().zip(times)) {
            let found = looks.at.get(&op).copied().unwrap_or(0);
            if times > 0 {
                let (item, row) = names.line(playable, func, at);
                for (line, all) in [(item, &mut items), (row, &mut rows)] {
                    let key = (line.item.clone(), line.row.clone(), line.place.clone());
                    let line = all.entry(key).or_insert(line);
                    line.looks += found;
                    line.times = line.times.max(times);
                }
            }
        }
        let sorted = |all: BTreeMap<_, Line>| {
            let mut lines: Vec<Line> = all.into_values().collect();
            lines.sort_by_key(|line| std::cmp::Reverse((line.looks, line.times)));
            lines
        };
        let in_rules: u64 = looks.at.values().sum();
        Profile {
            looks: in_rules + looks.elsewhere,
            elsewhere: looks.elsewhere,
            searched,
            items: sorted(items),
            rows: sorted(rows),
        }
    }
}

/// Where each item, and what carries cases, begins.
struct Names {
    items: BTreeMap<Place, String>,
    rows: BTreeMap<Place, String>,
}

impl Names {
    fn of(playable: &Playable) -> Names {
        let outline = outline(&playable.sources);
        let rows = outline.carriers.into_iter().filter(|carrier| carrier.title != carrier.item);
        Names {
            items: outline.headings.into_iter().map(|heading| (heading.at, heading.called)).collect(),
            rows: rows.map(|row| (row.at, format!("{} \"{}\"", row.cases.join(","), row.title))).collect(),
        }
    }

    /// What stands there: the item, and what in it.
    fn line(&self, playable: &Playable, func: FuncId, at: Pos) -> (Line, Line) {
        let before = |all: &BTreeMap<Place, String>, at: Place| {
            let (place, name) = all.range(..=at).next_back()?;
            (place.file == at.file).then(|| (*place, name.clone()))
        };
        let place = playable.sources.place(at);
        let Some((begins, item)) = place.and_then(|place| before(&self.items, place)) else {
            // What no text says: the order of things, what is due.
            let line = || Line { item: playable.game.program().func(func).name.clone(), ..Line::default() };
            return (line(), line());
        };
        let told = |place: Place| Some(where_it_is(&playable.sources, place));
        let row = place.and_then(|place| before(&self.rows, place)).filter(|(row, _)| *row > begins);
        let whole = Line { item: item.clone(), place: told(begins), ..Line::default() };
        let part = match row {
            Some((place, row)) => Line { item, row: Some(row), place: told(place), ..Line::default() },
            None => Line { item, place: told(begins), ..Line::default() },
        };
        (whole, part)
    }
}

impl Profile {
    /// For people: the longest first.
    pub(crate) fn tell(&self, out: &mut Out) {
        let outside = self.share(self.elsewhere);
        out.line(&format!("where the time goes, {} looks: outside the rules {outside}", self.looks));
        let Searched { searches, steps } = self.searched;
        if searches > 0 {
            out.line(&format!("ways were looked for {searches} times, {steps} steps were judged for that"));
        }
        for (what, lines) in [("item", &self.items), ("row", &self.rows)] {
            let told = lines.iter().filter(|line| line.looks > 0).take(TOLD);
            out.line(&format!("{:>7}  {:>12}  by {what}", "share", "times"));
            for line in told {
                let row = line.row.as_ref().map_or_else(String::new, |row| format!(", {row}"));
                let place = line.place.as_ref().map_or_else(String::new, |place| format!("  {place}"));
                out.line(&format!("{:>7}  {:>12}  {}{row}{place}", self.share(line.looks), line.times, line.item));
            }
        }
    }

    /// For programs: all of them.
    pub(crate) fn as_json(&self) -> Value {
        let listed = |lines: &[Line]| -> Vec<Value> {
            let line = |line: &Line| json!({ "item": line.item, "row": line.row, "at": line.place, "looks": line.looks, "times": line.times });
            lines.iter().map(line).collect()
        };
        let Searched { searches, steps } = self.searched;
        json!({ "looks": self.looks, "outside": self.elsewhere, "searches": searches, "steps": steps, "items": listed(&self.items), "rows": listed(&self.rows) })
    }

    /// `12.3%`
    fn share(&self, looks: u64) -> String {
        let thousandths = looks * 1000 / self.looks.max(1);
        format!("{}.{}%", thousandths / 10, thousandths % 10)
    }
}
