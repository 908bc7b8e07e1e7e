//! One slip, one message: what only follows from a slip that is told somewhere else.
//!
//! In: what was said, and the items of the texts. Out: the same without what each slip below brings along. Promises: the
//! slip itself stays; each rule has its ground in its own words.

use super::cause::{Items, is_unread, line_of};
use super::{Code, Diagnostic, Place, nearest, says};
use crate::source::{FileId, Sources};
use std::collections::BTreeSet;

type Line = (FileId, u32);

/// What is said, read by rules that look for a slip and for what follows from it.
pub(super) struct Told<'a, 't> {
    sources: &'t Sources,
    items: &'a Items<'t>,
    all: &'a mut Vec<Diagnostic>,
}

pub(super) fn leave_out<'t>(sources: &'t Sources, items: &Items<'t>, all: &mut Vec<Diagnostic>) {
    let mut told = Told { sources, items, all };
    told.a_counter_twice();
    told.examples();
    told.columns_of_an_order();
    told.an_empty_file();
    told.a_line_cut_in_two();
    told.sides_of_a_game();
    told.numbers_of_a_drawing();
    told.a_block_never_opened();
    told.within_nothing();
    told.a_second_sequence();
    told.a_case_of_the_book();
    told.one_list_in_other_letters();
    told.a_game_without_hexes();
    told.a_series_of_no_name();
    told.an_answer_out_of_its_range();
    told.behind_a_slip();
}

impl<'t> Told<'_, 't> {
    fn item(&self, told: &Diagnostic) -> Option<usize> {
        self.items.at(told.place()?)
    }

    fn word(&self, told: &Diagnostic) -> &'t str {
        self.item(told).and_then(|at| self.items.get(at)).map_or("", |item| item.word())
    }

    fn line(&self, told: &Diagnostic) -> Option<Line> {
        told.place().map(|at| self.line_at(at))
    }

    fn line_at(&self, at: Place) -> Line {
        (at.file, self.sources.line_column(at.file, at.span.start).0)
    }

    fn lines(&self, is: impl Fn(&Diagnostic) -> bool) -> BTreeSet<Line> {
        self.all.iter().filter(|told| is(told)).filter_map(|told| self.line(told)).collect()
    }

    fn items(&self, is: impl Fn(&Diagnostic) -> bool) -> BTreeSet<usize> {
        self.all.iter().filter(|told| is(told)).filter_map(|told| self.item(told)).collect()
    }

    fn any(&self, is: impl Fn(&Diagnostic) -> bool) -> bool {
        self.all.iter().any(is)
    }

    /// Leaves out what stands in one of these items and is so.
    fn drop_in(&mut self, of: &BTreeSet<usize>, is: impl Fn(&Diagnostic) -> bool) {
        let out = self.all.iter().map(|told| is(told) && self.item(told).is_some_and(|item| of.contains(&item)));
        self.drop_these(out.collect());
    }

    fn drop_on(&mut self, lines: &BTreeSet<Line>, is: impl Fn(&Diagnostic) -> bool) {
        let out = self.all.iter().map(|told| is(told) && self.line(told).is_some_and(|line| lines.contains(&line)));
        self.drop_these(out.collect());
    }

    /// One answer for each that is said, in their order.
    fn drop_these(&mut self, out: Vec<bool>) {
        let mut out = out.into_iter();
        self.all.retain(|_| !out.next().unwrap_or(false));
    }

    /// One of the two is another counter, which is missed wherever it is named; so are those of which nobody knows what they are.
    fn a_counter_twice(&mut self) {
        let unknown = |told: &Diagnostic| told.code == Code::TwiceNamed || told.title.starts_with("there is no piece ");
        if self.any(|told| unknown(told) && self.word(told) == "order") {
            self.all.retain(|told| !told.title.starts_with("there is no counter"));
        }
        // `B1 x2` stands for two: each of them is there twice.
        let twice =
            |told: &Diagnostic| told.place().filter(|_| told.code == Code::TwiceNamed && self.word(told) == "order");
        let places: Vec<Option<Place>> = self.all.iter().map(twice).collect();
        let again = |(at, place): (usize, &Option<Place>)| {
            place.is_some() && places.get(..at).is_some_and(|before| before.contains(place))
        };
        self.drop_these(places.iter().enumerate().map(again).collect());
    }

    /// In an example whose scene or action nobody knows, nobody knows what runs.
    fn examples(&mut self) {
        let unknown = |told: &Diagnostic| {
            ["there is no scene", "there is no action"].iter().any(|words| told.title.starts_with(words))
                && self.word(told) == "example"
        };
        let of = self.items(unknown);
        self.drop_in(&of, |told| told.title.contains(" is asked outside of "));
    }

    /// A row that leads out of the range is why the whole can.
    fn an_answer_out_of_its_range(&mut self) {
        let row = |told: &Diagnostic| told.labels.first().is_some_and(|label| label.text == says::LEADS_OUT);
        let of = self.items(row);
        self.drop_in(&of, |told| told.code == Code::OutOfRange && told.title.contains(" can come out beyond "));
    }

    /// Values without a column.
    fn columns_of_an_order(&mut self) {
        let of = self.items(|told| told.code == Code::OrderShape && told.title.starts_with("nothing says the "));
        self.drop_in(&of, |told| told.code == Code::OrderShape && told.title.starts_with("this counter has "));
    }

    /// What is missed may be what stood in it.
    fn an_empty_file(&mut self) {
        if self.any(|told| told.title == "there is nothing in this file") {
            self.all.retain(|told| told.code != Code::UnknownName);
        }
    }

    /// A line that goes on in the first column: the rest of it is no line of its own.
    fn a_line_cut_in_two(&mut self) {
        let cut = self.lines(|told| is_unread(told) && told.title.ends_with(" stops too soon"));
        let next: BTreeSet<Line> = cut.iter().map(|(file, line)| (*file, line + 1)).collect();
        let sources = self.sources;
        let first = |at: Place| sources.line_column(at.file, at.span.start).1 == 1;
        self.drop_on(&next, |told| {
            (is_unread(told) || told.code == Code::TwiceNamed) && told.place().is_some_and(first)
        });
    }

    /// Who they are is not known where their line, or the word before it, was not read.
    fn sides_of_a_game(&mut self) {
        let of = self.items(|told| is_unread(told) && !told.title.starts_with("a game has two sides"));
        self.drop_in(&of, |told| told.title == "a game has two sides, and here is none");
        let on_sides = |told: &Diagnostic| {
            let line = self.item(told).and_then(|at| self.items.get(at)).zip(told.place());
            is_unread(told)
                && self.word(told) == "game"
                && line.is_some_and(|(item, at)| line_of(item, at).0.trim_start().starts_with("side"))
        };
        if self.any(on_sides) {
            self.all.retain(|told| !matches!(told.code, Code::NeverApplies | Code::AlwaysSo));
        }
    }

    /// Hexes are missed wherever they are named as the drawing numbers them.
    fn numbers_of_a_drawing(&mut self) {
        if self.any(|told| told.code == Code::MapShape && told.title.ends_with(" numbered as the hexes are")) {
            self.all.retain(|told| {
                !told.title.starts_with("there is no hex ") && !told.title.ends_with(" is no value of Hex")
            });
        }
    }

    /// `turns 1..4` without `{`: its `}` closes nothing.
    fn a_block_never_opened(&mut self) {
        let open = |told: &&Diagnostic| told.title.ends_with(" has nothing between braces behind it");
        let files: BTreeSet<FileId> =
            self.all.iter().filter(open).filter_map(Diagnostic::place).map(|at| at.file).collect();
        self.all.retain(|told| {
            told.title != "this `}` closes nothing" || told.place().is_none_or(|at| !files.contains(&at.file))
        });
    }

    /// What an item without `within` goes through is not known, so neither is the name that each has there.
    fn within_nothing(&mut self) {
        let lines = self.lines(|told| {
            told.title.starts_with("this belongs to ") && told.title.ends_with(", and is asked outside of it")
        });
        self.drop_on(&lines, |told| told.title.starts_with("there is no name "));
    }

    /// Its turns are those of no game.
    fn a_second_sequence(&mut self) {
        let of = self.items(|told| told.title == "there are two sequences of play");
        self.drop_in(&of, |told| told.code == Code::Sequence);
    }

    /// The rows below it carry a case that is not there.
    fn a_case_of_the_book(&mut self) {
        let of = |told: &&Diagnostic| told.code == Code::TwiceNamed && told.title.contains(" is no case of your own");
        let files: BTreeSet<FileId> =
            self.all.iter().filter(of).filter_map(Diagnostic::place).map(|at| at.file).collect();
        let rests = |told: &Diagnostic| {
            told.code == Code::UnknownCase && told.place().is_some_and(|at| files.contains(&at.file))
        };
        self.all.retain(|told| !rests(told));
    }

    /// `Plain Wood` for `plain wood`: members of one list, each with a great letter or a small one.
    fn one_list_in_other_letters(&mut self) {
        let slip = |told: &Diagnostic| {
            let (_, list) = told.title.split_once(" is no value of ").filter(|_| told.code == Code::UnknownName)?;
            let (at, meant) = told.fixes.first()?.edits.first()?;
            let written = self.sources.text(*at);
            (written != meant && written.to_lowercase() == meant.to_lowercase()).then(|| list.to_owned())
        };
        let lists: Vec<Option<String>> = self.all.iter().map(slip).collect();
        let mut first: Vec<(String, usize)> = Vec::new();
        let mut into: Vec<Option<usize>> = Vec::new();
        for (at, list) in lists.into_iter().enumerate() {
            let Some(list) = list else {
                into.push(None);
                continue;
            };
            let known = first.iter().find(|(known, _)| *known == list).map(|(_, at)| *at);
            if known.is_none() {
                first.push((list, at));
            }
            into.push(known);
        }
        for (at, first) in into.iter().enumerate().filter_map(|(at, first)| Some((at, (*first)?))) {
            let Some(more) = self.all.get(at).cloned() else { continue };
            let Some(one) = self.all.get_mut(first) else { continue };
            let written = more.place().map_or("", |at| self.sources.text(at));
            let called = format!("`{written}`");
            let again = one.same.iter().any(|(_, known)| *known == called)
                || one.place().is_some_and(|at| self.sources.text(at) == written);
            one.same.extend(more.place().filter(|_| !again).map(|at| (at, called)));
            for (fix, more) in one.fixes.iter_mut().zip(more.fixes) {
                fix.edits.extend(more.edits);
            }
        }
        self.drop_these(into.iter().map(Option::is_some).collect());
    }

    /// Without them nothing is known of what lies on them.
    fn a_game_without_hexes(&mut self) {
        let none = |told: &Diagnostic| told.title == "a map needs hexes, and the game's head numbers none";
        if self.any(none) {
            self.all.retain(|told| is_unread(told) || none(told));
        }
        if self.is_misspelt_in_the_head("hexes") {
            self.all.retain(is_unread);
        }
    }

    /// What it declares is not known.
    fn a_series_of_no_name(&mut self) {
        if self.is_misspelt_in_the_head("series") {
            self.all.retain(is_unread);
        }
    }

    /// Does a line of the game's head, that could not be read, begin with nearly this word?
    fn is_misspelt_in_the_head(&self, word: &str) -> bool {
        self.any(|told| {
            let item = self.item(told).and_then(|at| self.items.get(at)).zip(told.place());
            let first = item.and_then(|(item, at)| line_of(item, at).0.split_whitespace().next());
            let near = |first: &str| first != word && nearest(first, [word]) == [word];
            is_unread(told) && self.word(told) == "game" && first.is_some_and(near)
        })
    }

    /// On one line what is not understood behind a slip is not understood because of it.
    fn behind_a_slip(&mut self) {
        let unread = |told: &&Diagnostic| is_unread(told);
        let places: Vec<Place> = self.all.iter().filter(unread).filter_map(Diagnostic::place).collect();
        let mut out = Vec::new();
        // What names its own slip is one of its own.
        let nameless = |told: &Diagnostic| {
            ["does not fit here in ", " says nothing behind its title", " has nothing between braces behind it"]
                .iter()
                .any(|words| told.title.contains(words))
                || told.title.starts_with("two statements on one line")
        };
        for told in &*self.all {
            let behind = is_unread(told)
                && nameless(told)
                && told.place().is_some_and(|at| {
                    places.iter().any(|first| *first < at && self.line_at(*first) == self.line_at(at))
                });
            out.push(behind);
        }
        self.drop_these(out);
    }
}
