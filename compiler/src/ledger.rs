//! The ledger of a book: its rules one by one in our own words, by case.
//!
//! In: the text of `ledger.tsv`: a line each, fields between tabs, the first line names them; `id`, `section` and
//! `statement` are needed, `kind`, `aside` and `reason` mean something, others may be there. Line `7.8.g` of section `7.8` is the case `7.8#g`, line `B.4.c.2` of
//! `B.4` is `B.4#c.2`; the bare case `7.8` means all its lines. Out: whether a case is there, its lines, near ones.
//! Errata and house rules may bring cases of their own ([`Ledger::take_in`]): `case H.1 "Guns stick in the mud"`.
//! Promises: a line that cannot be read is told with its place, and the others still count.

use crate::diag::{Code, Diagnostic, Mark, Place, nearest};
use crate::source::{FileId, Sources};
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{Case, EditKind, ItemKind, Text};
use wgr_grammar::{Span, is_case};

/// One rule of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerLine {
    /// As rules cite it: `7.8#g`.
    pub case: String,
    /// `7.8`, `MT`
    pub section: String,
    /// "combat", "component", "errata": what sort of rule it is.
    pub kind: String,
    /// What it says, in our words.
    pub statement: String,
    /// Why no rule says it: what it is instead ("component", "flavour", "etiquette", "repeats 7.1"), and the reason.
    pub aside: Option<(String, String)>,
    /// Where it stands: in the ledger, or in errata.
    pub file: FileId,
    /// The number of its line in that file, from 1.
    pub line: u32,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    /// In the order of the book.
    lines: Vec<LedgerLine>,
    by_case: BTreeMap<String, usize>,
    by_section: BTreeMap<String, Vec<usize>>,
    /// Nobody knows what its columns are, so nothing is held against it.
    headless: bool,
}

/// Where the columns stand.
struct Columns {
    id: usize,
    section: usize,
    kind: Option<usize>,
    statement: usize,
    aside: Option<usize>,
    reason: Option<usize>,
}

impl Ledger {
    /// Reads the file; the second part is what is wrong with it.
    pub fn read(sources: &Sources, file: FileId) -> (Ledger, Vec<Diagnostic>) {
        let mut ledger = Ledger::default();
        let mut told = Vec::new();
        let Some(source) = sources.get(file) else { return (ledger, told) };
        let place = |line: u32| whole_line(sources, file, line);
        let Some(columns) = columns(source.line(1).unwrap_or_default()) else {
            told.push(headless(place(1)));
            ledger.headless = true;
            return (ledger, told);
        };
        for line in 2..=source.lines() {
            let text = source.line(line).unwrap_or_default();
            if text.trim().is_empty() {
                continue;
            }
            match entry(text, &columns, (file, line)) {
                Some(entry) => {
                    if let Some(first) = ledger.add(entry) {
                        told.push(twice(text, place(line), place(first.line)));
                    }
                }
                None => told.push(unreadable(text, place(line))),
            }
        }
        (ledger, told)
    }

    /// The cases that errata and house rules bring with them, a line each behind those of the book; what is wrong with
    /// them.
    pub fn take_in(&mut self, sources: &Sources) -> Vec<Diagnostic> {
        let mut told = Vec::new();
        let mut of_house: Vec<(FileId, Case, Text)> = Vec::new();
        for (file, source) in sources.iter().filter(|(_, source)| source.text.contains("errata")) {
            for item in wgr_grammar::parse(&source.text).into_items() {
                let ItemKind::Errata(errata) = item.kind else { continue };
                for edit in errata.edits {
                    if let EditKind::Case { cases, says } = edit.kind {
                        of_house.extend(cases.into_iter().map(|case| (file, case, says.clone())));
                    }
                }
            }
        }
        let book: BTreeSet<String> = self.by_section.keys().cloned().collect();
        for (file, case, says) in of_house {
            let at = Place::new(file, case.span);
            let section = case.text.split('#').next().unwrap_or(&case.text);
            let below = format!("{section}.");
            if let Some(first) = book.iter().find(|known| *known == section || known.starts_with(&below)) {
                let first = self.cited(first).first().map(|line| whole_line(sources, line.file, line.line));
                told.push(case_of_the_book(&case.text, at, first));
                continue;
            }
            let line = sources.line_column(file, case.span.start).0;
            let (section, kind) = (section.to_owned(), "house rule".to_owned());
            let entry =
                LedgerLine { case: case.text.clone(), section, kind, statement: says.text, aside: None, file, line };
            if let Some(first) = self.add(entry) {
                let first = whole_line(sources, first.file, first.line);
                told.push(case_twice(&case.text, at, first));
            }
        }
        told
    }

    /// Keeps the first of two lines with one case; then the first.
    fn add(&mut self, entry: LedgerLine) -> Option<&LedgerLine> {
        if let Some(at) = self.by_case.get(&entry.case) {
            return self.lines.get(*at);
        }
        let at = self.lines.len();
        self.by_case.insert(entry.case.clone(), at);
        self.by_section.entry(entry.section.clone()).or_default().push(at);
        self.lines.push(entry);
        None
    }

    /// Can cases be held against it? Else its first line has been told.
    pub fn counts(&self) -> bool {
        !self.headless
    }

    pub fn lines(&self) -> &[LedgerLine] {
        &self.lines
    }

    /// The line of a case: `7.8#g`.
    pub fn line(&self, case: &str) -> Option<&LedgerLine> {
        self.by_case.get(case).and_then(|at| self.lines.get(*at))
    }

    /// All lines that a case as cited stands for: one of `7.8#g`, the lines of the section `7.8`; none of what the
    /// ledger does not have.
    pub fn cited(&self, case: &str) -> Vec<&LedgerLine> {
        let section = self.by_section.get(case).map_or(&[][..], Vec::as_slice);
        let one = self.by_case.get(case);
        let others = section.iter().filter(|at| Some(*at) != one);
        one.into_iter().chain(others).filter_map(|at| self.lines.get(*at)).collect()
    }

    /// The one line that a case says, and no other: a line by its own case, a section by the only line that it has.
    pub fn said(&self, case: &str) -> Option<&LedgerLine> {
        let section = self.by_section.get(case).filter(|lines| lines.len() == 1);
        self.line(case).or_else(|| self.lines.get(*section?.first()?))
    }

    /// Is there such a case, with its line or bare?
    pub fn has(&self, case: &str) -> bool {
        // `7` stands for its sections too, where it has no lines of its own.
        let has_lines = self.by_case.contains_key(case) || self.by_section.contains_key(case);
        has_lines || (!case.contains('#') && self.below(case).next().is_some())
    }

    /// The sections below a bare case: `7.1`, `7.2` of `7`.
    fn below<'l>(&'l self, case: &str) -> impl Iterator<Item = &'l str> + use<'l> {
        let start = format!("{case}.");
        self.by_section.keys().filter(move |section| section.starts_with(&start)).map(String::as_str)
    }

    /// Cases near to one that is not there: its letters with a comma between; else of its section if that is there, else like it in letters.
    pub fn near(&self, case: &str) -> Vec<String> {
        if let Some(several) = self.letters_run_together(case) {
            return vec![several];
        }
        self.like(case).into_iter().map(str::to_owned).collect()
    }

    /// `3.6#a,b` of `3.6#ab` and `3.6#a.b`, where it has both.
    fn letters_run_together(&self, case: &str) -> Option<String> {
        let (section, letters) = case.split_once('#')?;
        let plain = letters.chars().all(|sign| sign.is_ascii_lowercase() || sign == '.');
        let letters: Vec<String> = letters.chars().filter(|sign| *sign != '.').map(String::from).collect();
        let apart = letters.iter().zip(letters.iter().skip(1)).all(|(one, next)| one < next);
        let all = letters.iter().all(|letter| self.by_case.contains_key(&format!("{section}#{letter}")));
        (plain && letters.len() > 1 && apart && all).then(|| format!("{section}#{}", letters.join(",")))
    }

    fn like(&self, case: &str) -> Vec<&str> {
        let (section, letter) = case.split_once('#').unwrap_or((case, ""));
        let own = self.by_section.get(section).map_or(&[][..], Vec::as_slice);
        let own = own.iter().filter_map(|at| self.lines.get(*at)).map(|line| line.case.as_str());
        if !letter.is_empty() && self.by_section.contains_key(section) {
            // Its letters run on from a: the last ones say where they end.
            let own: Vec<&str> = own.collect();
            return own.get(own.len().saturating_sub(2)..).unwrap_or_default().to_vec();
        }
        let below: Vec<&str> = self.below(section).take(3).collect();
        if !below.is_empty() {
            return below;
        }
        // Of a section near in letters, the same letter.
        let sections = nearest(section, self.by_section.keys().map(String::as_str));
        let same = |near: &&str| self.by_case.get(&format!("{near}#{letter}")).and_then(|at| self.lines.get(*at));
        let lines: Vec<&str> = sections.iter().filter_map(same).map(|line| line.case.as_str()).collect();
        if lines.is_empty() { sections } else { lines }
    }
}

fn columns(head: &str) -> Option<Columns> {
    let names: Vec<&str> = head.split('\t').map(str::trim).collect();
    let named = |name: &str| names.iter().position(|column| *column == name);
    Some(Columns {
        id: named("id")?,
        section: named("section")?,
        kind: named("kind"),
        statement: named("statement")?,
        aside: named("aside"),
        reason: named("reason"),
    })
}

/// The place of a line from 1.
fn whole_line(sources: &Sources, file: FileId, line: u32) -> Place {
    let Some(source) = sources.get(file) else { return Place::new(file, Span::default()) };
    let start = source.line_start(line);
    Place::new(file, Span::new(start, start + source.line(line).map_or(0, str::len)))
}

fn entry(text: &str, columns: &Columns, (file, line): (FileId, u32)) -> Option<LedgerLine> {
    let fields: Vec<&str> = text.split('\t').map(str::trim).collect();
    let field = |at: usize| fields.get(at).copied().filter(|field| !field.is_empty());
    let (id, section) = (field(columns.id)?, field(columns.section)?);
    let rest = id.strip_prefix(section)?;
    let case = match rest.strip_prefix('.') {
        Some(line) => format!("{section}#{line}"),
        None if rest.is_empty() => section.to_owned(),
        None => return None,
    };
    if !is_case(&case) {
        return None;
    }
    // A dash stands for nothing.
    let said = |at: Option<usize>| at.and_then(field).filter(|text| *text != "-");
    let aside =
        said(columns.aside).map(|aside| (aside.to_owned(), said(columns.reason).unwrap_or_default().to_owned()));
    Some(LedgerLine {
        case,
        section: section.to_owned(),
        kind: columns.kind.and_then(field).unwrap_or_default().to_owned(),
        statement: field(columns.statement)?.to_owned(),
        aside,
        file,
        line,
    })
}

fn headless(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::File, "the ledger does not say what its columns are")
        .at(at, "its first line")
        .help("begin with the line `id`, `section`, `statement`, with tabs between; `aside` and `reason` may follow")
}

fn unreadable(text: &str, at: Place) -> Diagnostic {
    let id = text.split('\t').next().unwrap_or_default();
    Diagnostic::wrong(Code::File, format!("the ledger's line `{id}` cannot be read"))
        .at(at, "")
        .help("a line has an id, the section the id begins with, and a statement, like `7.8.g`, `7.8` and what it says")
        .help("a section is a number or a word in capitals, `7.8`, `B.4`, `S1`, `CRT`; a line is small letters, perhaps with points: `a`, `bb`, `c.2`")
}

fn twice(text: &str, at: Place, first: Place) -> Diagnostic {
    let id = text.split('\t').next().unwrap_or_default();
    Diagnostic::wrong(Code::TwiceNamed, format!("the ledger has two lines `{id}`"))
        .at(at, "again here")
        .at(first, "first here")
        .help("give one of them the next free letter of its section")
}

/// `first`: the line of the book that has it.
fn case_of_the_book(case: &str, at: Place, first: Option<Place>) -> Diagnostic {
    let section = case.split('#').next().unwrap_or(case);
    let told = Diagnostic::wrong(Code::TwiceNamed, format!("{case} is no case of your own: the book has {section}"))
        .at(at, "a case of the book")
        .marked(Mark::CaseOfTheBook);
    let told = first.into_iter().fold(told, |told, first| told.at(first, "first here"));
    told.help("give it a section of its own, with a letter that the book has none under: `case H.1 \"..\"`")
}

fn case_twice(case: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two house rules are called {case}"))
        .at(at, "again here")
        .at(first, "first here")
        .help("give one of them the next free number")
}
