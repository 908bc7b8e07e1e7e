//! The table of `wgr cover`: a line a chapter, then the totals and what is missing.

use super::noticed::{Noticed, Report as Mutants};
use super::{Line, Stands};
use crate::args::{Cover, Which};
use crate::out::Out;
use crate::playable::Playable;
use crate::tell::counted;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Cases named at most before `--list` names all.
const NAMED: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Totals {
    lines: usize,
    encoded: usize,
    claimed: usize,
    aside: usize,
    section: usize,
    missing: usize,
    /// Of the encoded ones.
    exercised: usize,
    /// Of the encoded ones that are not exercised.
    seen: usize,
}

impl Totals {
    fn add(&mut self, line: &Line<'_>) {
        self.lines += 1;
        let encoded = line.stands == Stands::Encoded;
        match line.stands {
            Stands::Encoded => self.encoded += 1,
            Stands::Claimed => self.claimed += 1,
            Stands::Aside => self.aside += 1,
            Stands::Section => self.section += 1,
            Stands::Missing => self.missing += 1,
        }
        self.exercised += usize::from(encoded && line.exercised);
        self.seen += usize::from(encoded && !line.exercised && line.seen);
    }

    pub(super) fn as_json(self) -> Value {
        json!({
            "lines": self.lines, "encoded": self.encoded, "claimed": self.claimed, "aside": self.aside,
            "section": self.section, "missing": self.missing, "exercised": self.exercised, "seen": self.seen,
        })
    }

    fn row(self, name: &str, games: u64, mutants: Option<Noticed>) -> String {
        let Totals { lines, encoded, claimed, aside, section, missing, exercised, seen } = self;
        let seen = if games > 0 { format!("{seen:>6}") } else { String::new() };
        let mutants =
            mutants.map_or(String::new(), |all| format!("{:>13}", format!("{} of {}", all.noticed, all.games)));
        format!(
            "{name:>8}{lines:>7}{encoded:>9}{claimed:>9}{aside:>7}{section:>9}{missing:>9}{exercised:>11}{seen}{mutants}"
        )
    }
}

pub(super) fn totals(lines: &[Line<'_>]) -> Totals {
    let mut totals = Totals::default();
    lines.iter().for_each(|line| totals.add(line));
    totals
}

pub(super) fn all(playable: &Playable, lines: &[Line<'_>], args: &Cover, mutants: Option<&Mutants>, out: &mut Out) {
    let program = playable.game.program();
    out.line(&format!("{}: {} in the ledger", program.title, counted(lines.len(), "line")));
    let seen = if args.games > 0 { "  seen" } else { "" };
    let noticed = if mutants.is_some() { "      mutants" } else { "" };
    out.line(&format!(" chapter  lines  encoded  claimed  aside  section  missing  exercised{seen}{noticed}"));
    // Chapters in the order of the book.
    let mut order: Vec<&str> = Vec::new();
    let mut chapters: BTreeMap<&str, Totals> = BTreeMap::new();
    for line in lines {
        let chapter = line.line.section.split('.').next().unwrap_or_default();
        if !order.contains(&chapter) {
            order.push(chapter);
        }
        chapters.entry(chapter).or_default().add(line);
    }
    for chapter in order {
        let own = mutants.map(|mutants| mutants.by_chapter.get(chapter).copied().unwrap_or_default());
        out.line(&chapters[chapter].row(chapter, args.games, own));
    }
    let totals = totals(lines);
    out.line(&totals.row("total", args.games, mutants.map(|mutants| mutants.all)));
    out.line("");
    let accounted = totals.lines - totals.missing - totals.section;
    out.line(&format!("{accounted} of {} accounted for", totals.lines));
    let thousandths = (totals.exercised * 1000).checked_div(totals.encoded).unwrap_or(1000);
    let (whole, tenths) = (thousandths / 10, thousandths % 10);
    out.line(&format!("{} of {} encoded are exercised ({whole}.{tenths}%)", totals.exercised, totals.encoded));
    if let Some(Noticed { games, noticed }) = mutants.map(|mutants| mutants.all) {
        out.line(&format!("{noticed} of {games} mutants are noticed by an example that fails"));
    }
    cases("missing", lines, Which::Missing, out);
    cases("by their section only", lines, Which::Section, out);
    cases("not exercised", lines, Which::Unexercised, out);
    if args.games > 0 {
        let seen: Vec<&Line<'_>> = lines.iter().filter(|line| line.is(Which::Unexercised) && line.seen).collect();
        named("not exercised, but seen in games of bots", &seen, None, out);
    }
}

fn cases(what: &str, lines: &[Line<'_>], which: Which, out: &mut Out) {
    let those: Vec<&Line<'_>> = lines.iter().filter(|line| line.is(which)).collect();
    let word = match which {
        Which::Missing => "missing",
        Which::Section => "section",
        Which::Unexercised => "unexercised",
        Which::Aside => "aside",
    };
    named(what, &those, Some(word), out);
}

fn named(what: &str, those: &[&Line<'_>], list: Option<&str>, out: &mut Out) {
    if those.is_empty() {
        return;
    }
    let names: Vec<&str> = those.iter().take(NAMED).map(|line| line.line.case.as_str()).collect();
    let more = match (those.len() > NAMED, list) {
        (false, _) => String::new(),
        (true, None) => ", ..".to_owned(),
        (true, Some(word)) => format!(", .. (`--list {word}` names all)"),
    };
    out.line(&format!("{what} ({}): {}{more}", those.len(), names.join(", ")));
}

/// A line of the ledger by its case.
pub(super) fn line(one: &Line<'_>, out: &mut Out) {
    let aside = one.line.aside.as_ref().filter(|_| one.stands == Stands::Aside);
    let reason = aside.map_or(String::new(), |(what, reason)| format!("  [{what}: {reason}]"));
    let seen = if one.seen { "  (seen in games of bots)" } else { "" };
    out.line(&format!("{:<10} {}{reason}{seen}", one.line.case, one.line.statement));
}
