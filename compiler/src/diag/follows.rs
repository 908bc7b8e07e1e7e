//! One slip, one message: what only follows from a slip that is told somewhere else.
//!
//! In: what was said, and the items of the texts. Out: the same without what each slip below brings along. Promises: the
//! slip itself stays; each rule has its ground in its own words.

mod hangs;

use super::cause::{Items, is_unread, line_of, words};
use super::{Code, Diagnostic, Mark, Place, Severity, nearest, says};
use crate::source::{FileId, Sources};
use std::collections::BTreeSet;
use wgr_grammar::Span;

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
    told.brackets_of_two_sorts();
    told.a_title_not_closed();
    told.limits_not_read();
    told.a_rounding_not_read();
    told.one_condition_twice();
    told.prints_not_read();
    told.without_the_rest();
    told.a_head_not_opened();
    told.turns_that_are_not();
    told.a_head_that_asks_for_nothing();
    told.seen_to_happen();
    told.rows_of_a_slip();
    told.within_a_block_not_read();
    told.behind_a_slip();
    told.hangs();
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
        let unknown = |told: &Diagnostic| told.code == Code::TwiceNamed || told.is(&Mark::NoPiece);
        if self.any(|told| unknown(told) && self.word(told) == "order") {
            self.all.retain(|told| !told.is(&Mark::NoCounter));
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
        let unknown =
            |told: &Diagnostic| (told.is(&Mark::NoScene) || told.is(&Mark::NoAction)) && self.word(told) == "example";
        let of = self.items(unknown);
        self.drop_in(&of, |told| told.is(&Mark::AskedOutside) || told.is(&Mark::BelongsToAnother));
    }

    /// A row that leads out of the range is why the whole can.
    fn an_answer_out_of_its_range(&mut self) {
        let of = self.items(|told| told.is(&Mark::LeadsOut));
        self.drop_in(&of, |told| told.is(&Mark::CanLeaveRange));
    }

    /// Values without a column.
    fn columns_of_an_order(&mut self) {
        let of = self.items(|told| told.is(&Mark::NoColumn));
        self.drop_in(&of, |told| told.is(&Mark::ValuesOfACounter));
    }

    /// What is missed may be what stood in it.
    fn an_empty_file(&mut self) {
        if self.any(|told| told.is(&Mark::EmptyFile)) {
            self.all.retain(|told| told.code != Code::UnknownName);
        }
    }

    /// A line that goes on in the first column: the rest of it is no line of its own.
    fn a_line_cut_in_two(&mut self) {
        let cut = self.lines(|told| told.is(&Mark::StopsTooSoon));
        let next: BTreeSet<Line> = cut.iter().map(|(file, line)| (*file, line + 1)).collect();
        let sources = self.sources;
        let first = |at: Place| sources.line_column(at.file, at.span.start).1 == 1;
        self.drop_on(&next, |told| {
            (is_unread(told) || told.code == Code::TwiceNamed) && told.place().is_some_and(first)
        });
    }

    /// Who they are is not known where their line, or the word before it, was not read.
    fn sides_of_a_game(&mut self) {
        let of = self.items(|told| is_unread(told) && !told.is(&Mark::Sides) && !told.is(&Mark::NoSides));
        self.drop_in(&of, |told| told.is(&Mark::NoSides));
        if self.any(|told| told.is(&Mark::Sides)) {
            self.all.retain(|told| !told.is(&Mark::NoSide));
        }
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
        if self.any(|told| told.is(&Mark::NumberedOtherwise)) {
            let hex = Mark::NoValue("Hex".to_owned());
            self.all.retain(|told| !told.is(&Mark::NoHex) && !told.is(&hex));
        }
    }

    /// `turns 1..4` without `{`: its `}` closes nothing.
    fn a_block_never_opened(&mut self) {
        let open = |told: &&Diagnostic| told.is(&Mark::NoBlock);
        let files: BTreeSet<FileId> =
            self.all.iter().filter(open).filter_map(Diagnostic::place).map(|at| at.file).collect();
        self.all.retain(|told| !told.is(&Mark::StrayBrace) || told.place().is_none_or(|at| !files.contains(&at.file)));
    }

    /// What an item without `within` goes through is not known, so neither is the name that each has there.
    fn within_nothing(&mut self) {
        let lines = self.lines(|told| told.is(&Mark::BelongsToAnother));
        self.drop_on(&lines, |told| told.is(&Mark::NoName));
    }

    /// Its turns are those of no game.
    fn a_second_sequence(&mut self) {
        let of = self.items(|told| told.is(&Mark::TwoSequences));
        self.drop_in(&of, |told| told.code == Code::Sequence);
    }

    /// The rows below it carry a case that is not there.
    fn a_case_of_the_book(&mut self) {
        let of = |told: &&Diagnostic| told.is(&Mark::CaseOfTheBook);
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
            let Some(Mark::NoValue(list)) = &told.mark else { return None };
            let (at, meant) = told.fixes.first()?.edits.first()?;
            let written = self.sources.text(*at);
            (written != meant && written.to_lowercase() == meant.to_lowercase()).then(|| list.clone())
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
        if self.any(|told| told.is(&Mark::MapWithoutHexes)) {
            self.all.retain(|told| is_unread(told) || told.is(&Mark::MapWithoutHexes));
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
        let nameless = [Mark::DoesNotFit, Mark::NothingBehindTitle, Mark::NoBlock, Mark::TwoStatements];
        let nameless = |told: &Diagnostic| nameless.iter().any(|mark| told.is(mark));
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

    /// The text of a line, and where it begins.
    fn text_of(&self, (file, line): Line) -> (&'t str, usize) {
        let source = self.sources.get(file);
        let text = source.and_then(|source| source.line(line)).unwrap_or_default();
        (text, source.map_or(0, |source| source.line_start(line)))
    }

    /// Does the next line stand further in?
    fn has_lines_below(&self, (file, line): Line) -> bool {
        let indent = |line: &str| line.len() - line.trim_start().len();
        let (this, next) = (self.text_of((file, line)).0, self.text_of((file, line + 1)).0);
        !next.trim().is_empty() && indent(next) > indent(this)
    }

    /// `(here, there}`: one is opened and another closed, and each is missed.
    fn brackets_of_two_sorts(&mut self) {
        let lines = self.lines(|told| told.code == Code::Unclosed);
        let mut slips: Vec<(Line, bool, Diagnostic)> = Vec::new();
        for line in lines {
            let (text, start) = self.text_of(line);
            let at = |offset: usize| Place::new(line.0, Span::new(start + offset, start + offset + 1));
            if let Some(([open, close], [one, other])) = brackets::of_two_sorts(text) {
                let told = says::closed_by_another([open, close], brackets::closing(open), [at(one), at(other)]);
                slips.push((line, open == '{' || close == '}', told));
            } else if let Some((offset, open)) =
                brackets::opened_at_the_end(text).filter(|_| self.has_lines_below(line))
            {
                slips.push((line, true, says::block_in_brackets(open, at(offset))));
            }
        }
        for ((file, line), braces, told) in slips {
            let next = (file, line + 1);
            let out = self.all.iter().map(|other| {
                let at = self.line(other);
                at == Some((file, line)) && is_unread(other)
                    || at == Some(next) && is_unread(other)
                    || braces && other.code == Code::Unclosed && other.place().is_some_and(|at| at.file == file)
            });
            self.drop_these(out.collect());
            self.all.push(told);
        }
    }

    /// `"Wood   cost = 2 MP   exception to "Open ground"`: the quotation mark that is missing stands behind the first title.
    fn a_title_not_closed(&mut self) {
        for at in 0..self.all.len() {
            let Some(told) = self.all.get(at) else { continue };
            let Some(line) = self.line(told).filter(|_| told.is(&Mark::OpenText)) else {
                continue;
            };
            let (text, start) = self.text_of(line);
            let marks: Vec<usize> = text.match_indices('"').map(|(mark, _)| mark).collect();
            let title = marks.chunks_exact(2).find_map(|pair| {
                let [open, close] = pair else { return None };
                let inside = text.get(open + 1..*close)?;
                let words = inside.split("  ").next().filter(|words| words.len() < inside.trim_end().len())?;
                Some((*open, words.trim_end()))
            });
            let Some((open, words)) = title else { continue };
            let place = Place::new(line.0, Span::new(start + open, start + open + 1 + words.len()));
            let other = says::title_not_closed(words, place);
            if let Some(told) = self.all.get_mut(at) {
                *told = other;
            }
        }
    }

    /// How often an action may be taken is not known where that was not read.
    fn limits_not_read(&mut self) {
        let limit = |told: &Diagnostic| told.severity == Severity::Wrong && self.word(told) == "limit";
        let mut named: BTreeSet<&str> = BTreeSet::new();
        for told in self.all.iter().filter(|told| is_unread(told) && self.word(told) == "action") {
            let item = self.item(told).and_then(|at| self.items.get(at));
            named.extend(item.and_then(|item| words(item.text).nth(1)));
        }
        let none = self.any(limit);
        self.all.retain(|told| {
            let Some(Mark::ForEver(name)) = &told.mark else { return true };
            !none && !named.contains(name.as_str())
        });
    }

    /// `round up`: the row by which a value is rounded.
    fn a_rounding_not_read(&mut self) {
        let rounds = |told: &Diagnostic| {
            let line = self.line(told).map_or("", |line| self.text_of(line).0);
            is_unread(told) && line.contains("round")
        };
        let of = self.items(rounds);
        self.drop_in(&of, |told| told.is(&Mark::InParts));
    }

    /// Two rows with one condition are why another one is missing.
    fn one_condition_twice(&mut self) {
        let of = self.items(|told| told.is(&Mark::OneCondition));
        self.drop_in(&of, |told| told.code == Code::Gap);
    }

    /// What a row is an exception to counts elsewhere: that nothing answers there is why the exception never can.
    fn without_the_rest(&mut self) {
        let of = self.items(|told| told.severity == Severity::Wrong && told.code == Code::Gap);
        self.drop_in(&of, |told| told.code == Code::NeverApplies);
    }

    /// `action march(..) during movement`, with no `{`: its lines are not understood either.
    fn a_head_not_opened(&mut self) {
        let of = self.items(|told| told.is(&Mark::NoOpening));
        self.drop_in(&of, |told| is_unread(told) && !told.is(&Mark::NoOpening));
    }

    /// `zone zoc 3.1` without `(s: Side)`: its rows name `s`, and whoever asks it hands one over.
    fn a_head_that_asks_for_nothing(&mut self) {
        let asked = |told: &Diagnostic| match &told.mark {
            Some(Mark::AsksForNothing(name)) => Some(name.clone()),
            Some(_) | None => None,
        };
        let names: BTreeSet<String> = self.all.iter().filter_map(asked).collect();
        if names.is_empty() {
            return;
        }
        let missing = |told: &Diagnostic| {
            let item = self.item(told).and_then(|at| self.items.get(at))?;
            let name = item.text.split_whitespace().nth(1)?;
            let unknown = told.is(&Mark::NoSide) || told.is(&Mark::NoName);
            names.get(name.split('(').next()?).filter(|_| unknown).cloned()
        };
        let of: Vec<(usize, String)> =
            self.all.iter().enumerate().filter_map(|(at, told)| Some((at, missing(told)?))).collect();
        let heads: BTreeSet<&String> = of.iter().map(|(_, name)| name).collect();
        let out = self.all.iter().map(|told| asked(told).is_some_and(|name| heads.contains(&name))).collect();
        for (at, name) in &of {
            let Some(told) = self.all.get_mut(*at) else { continue };
            let text = told.place().map_or("", |at| self.sources.text(at));
            let is = if told.is(&Mark::NoSide) { "Side" } else { ".." };
            told.help = vec![format!("name it in the head: `{name}({text}: {is})`; elsewhere one is handed over")];
        }
        self.drop_these(out);
    }

    /// A game that was cut short: one message for all turns that are gone.
    fn turns_that_are_not(&mut self) {
        let gone = |told: &Diagnostic| told.is(&Mark::NoTurn);
        let Some(first) = self.all.iter().position(gone) else { return };
        let more = self.all.iter().skip(first + 1).filter(|told| gone(told));
        let mut more: BTreeSet<Place> = more.filter_map(Diagnostic::place).collect();
        let mut at = 0;
        self.all.retain(|told| {
            at += 1;
            at - 1 <= first || !gone(told)
        });
        if let Some(told) = self.all.get_mut(first) {
            // A line may be read several times.
            told.place().iter().for_each(|at| _ = more.remove(at));
            told.same.extend(more.into_iter().map(|at| (at, String::new())));
        }
    }

    /// That two rows may answer at once, or none, is no news beside a situation in which it is so.
    fn seen_to_happen(&mut self) {
        let wrong =
            |told: &Diagnostic| told.severity == Severity::Wrong && matches!(told.code, Code::Clash | Code::Gap);
        let of = self.items(wrong);
        self.drop_in(&of, |told| told.severity == Severity::Note && matches!(told.code, Code::Clash | Code::Gap));
    }

    /// A row that an example names may have another title in an item in which something is wrong.
    fn rows_of_a_slip(&mut self) {
        let wrong = |told: &Diagnostic| told.severity == Severity::Wrong && self.word(told) != "example";
        let named = self.items(wrong).into_iter().filter_map(|at| {
            let item = self.items.get(at)?;
            words(item.text).nth(if item.word() == "victory" { 0 } else { 1 })
        });
        let named: BTreeSet<&str> = named.collect();
        self.all.retain(|told| {
            let Some(Mark::NoRow(item)) = &told.mark else { return true };
            !named.contains(item.as_str())
        });
    }

    /// What is printed on pieces is not known where a line of one was not read.
    fn prints_not_read(&mut self) {
        let of = ["piece", "kind", "enum", "map"];
        if self.any(|told| is_unread(told) && of.contains(&self.word(told))) {
            self.all.retain(|told| !told.is(&Mark::NothingDrawn));
        }
    }

    /// `depnding on white {`: what stands in a block is not understood without the line that opens it.
    fn within_a_block_not_read(&mut self) {
        let mut within: BTreeSet<Line> = BTreeSet::new();
        for told in self.all.iter().filter(|told| is_unread(told)) {
            let Some((file, line)) = self.line(told) else { continue };
            let (text, _) = self.text_of((file, line));
            let deep = |text: &str| text.len() - text.trim_start().len();
            if !text.trim_end().ends_with('{') || deep(text) == 0 {
                continue;
            }
            let more = (line + 1..).map(|next| (next, self.text_of((file, next)).0));
            let more = more.take_while(|(_, next)| !next.trim().is_empty() && deep(next) > deep(text));
            within.extend(more.map(|(next, _)| (file, next)));
        }
        self.drop_on(&within, is_unread);
    }
}

/// What stands between brackets on one line.
mod brackets {
    /// The sign that closes it.
    pub(super) fn closing(open: char) -> char {
        match open {
            '(' => ')',
            '[' => ']',
            _ => '}',
        }
    }

    /// Brackets and where they stand, without those of titles and remarks.
    fn all(line: &str) -> Vec<(usize, char)> {
        let (mut quoted, mut found) = (false, Vec::new());
        for (at, sign) in line.char_indices() {
            quoted ^= sign == '"';
            if !quoted && line.get(at..).is_some_and(|rest| rest.starts_with("//")) {
                break;
            }
            if !quoted && "()[]{}".contains(sign) {
                found.push((at, sign));
            }
        }
        found
    }

    /// One that is opened and the other one that closes it, and where both stand.
    pub(super) fn of_two_sorts(line: &str) -> Option<([char; 2], [usize; 2])> {
        let mut open: Vec<(usize, char)> = Vec::new();
        for (at, sign) in all(line) {
            if "([{".contains(sign) {
                open.push((at, sign));
                continue;
            }
            let Some((first, opened)) = open.pop() else { continue };
            if closing(opened) != sign {
                return Some(([opened, sign], [first, at]));
            }
        }
        None
    }

    /// Behind these something that stands in brackets goes on.
    const GOES_ON: [&str; 12] =
        ["and", "or", "not", "when", "unless", "where", "is", "in", "of", "than", "supposing", "against"];

    /// `zone control(s: Side) (`: the last sign of a line, where a block begins. What is asked touches its bracket.
    pub(super) fn opened_at_the_end(line: &str) -> Option<(usize, char)> {
        let (at, sign) = all(line).pop()?;
        let before = line.get(..at)?;
        let apart = before.ends_with(char::is_whitespace);
        let last = before.split_whitespace().next_back()?;
        let head =
            last.ends_with(|last: char| last.is_alphanumeric() || ")\"".contains(last)) && !GOES_ON.contains(&last);
        (matches!(sign, '(' | '[') && apart && head && line.get(at + 1..)?.trim().is_empty()).then_some((at, sign))
    }
}
