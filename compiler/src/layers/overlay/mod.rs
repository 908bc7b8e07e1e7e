//! Errata are edits of texts: what is printed in a place gives way to what they say, and the texts are read again.
//!
//! In: the texts of a game with their trees, errata among them. Out: an [`Overlay`]: the texts as they count, with where
//! each part of them is written; what was changed, for `why` and for messages; what is wrong. Promises: a line that finds
//! nothing to change, or something else than it says was there, changes nothing and is told; the order of files and of the
//! words that name them means nothing; of two lines about one thing one says that it goes over the other, or both say the
//! same; what no line touches is read as it was.
//!
//! What is new is put in first, so that what errata add others may change.

mod add;
mod cells;
mod find;
mod part;
pub(super) mod text;

use super::aside;
use super::errata::{Errata, Line};
use super::heads;
use super::{Amended, Aside, Slot, same_verdict};
use crate::diag::{Declared, Diagnostic, Place, nearest, read_as_meant, says, syntax};
use crate::source::{FileId, Sources};
use add::{Added, Side};
use find::{Target, Texts};
use std::sync::Arc;
use text::{TextEdit, amended, same_words, taken_out};
use wgr_grammar::ast::{self, Clause, EditKind, ItemKind, Row, Verdict, VerdictKind};
use wgr_grammar::{Parsed, Span};

/// The texts of a game as they count.
#[derive(Default)]
pub(crate) struct Overlay<'a> {
    /// With the texts that errata changed behind all others.
    sources: Option<Sources>,
    /// Which file each of these is of, and what was read.
    read: Vec<(FileId, FileId, Parsed)>,
    /// In the order in which they were changed.
    pub(crate) amended: Vec<Amended>,
    /// Examples that are not played.
    pub(crate) aside: Vec<Aside>,
    pub(crate) told: Vec<Diagnostic>,
    pub(crate) touched: Vec<Touched>,
    /// Items as they were before errata changed them.
    pub(crate) replaced: Vec<(FileId, &'a ast::Item)>,
}

/// Something printed that a line of errata changed.
pub(crate) struct Touched {
    /// Where it is written.
    pub(crate) at: Place,
    /// What it belongs to.
    pub(crate) of: String,
    pub(crate) errata: String,
    pub(crate) line: Place,
}

impl<'a> Overlay<'a> {
    pub(crate) fn sources<'s>(&'s self, written: &'s Sources) -> &'s Sources {
        self.sources.as_ref().unwrap_or(written)
    }

    /// The files as they count, in the order in which they are written.
    pub(crate) fn files<'s>(&'s self, written: &[(FileId, &'s ast::File)]) -> Vec<(FileId, &'s ast::File)> {
        now(written, &self.read)
    }

    /// Their trees, shared.
    pub(crate) fn trees<'p>(
        &self,
        written: impl Iterator<Item = (FileId, &'p Arc<ast::File>)>,
    ) -> Vec<(FileId, Arc<ast::File>)> {
        let one = |(file, tree): (FileId, &Arc<ast::File>)| {
            let amended = self.read.iter().find(|(of, _, _)| *of == file);
            amended.map_or((file, Arc::clone(tree)), |(_, now, parsed)| (*now, Arc::clone(&parsed.file)))
        };
        written.map(one).collect()
    }

    /// The lines of those texts that are read as they are meant.
    pub(crate) fn read_as_meant(&self) -> Vec<Place> {
        let of_file = |(_, now, parsed): &(FileId, FileId, Parsed)| {
            let text = self.sources.as_ref().and_then(|sources| sources.get(*now)).map_or("", |now| now.text.as_str());
            read_as_meant(text, &parsed.faults).into_iter().map(|line| Place::new(*now, line)).collect::<Vec<_>>()
        };
        self.read.iter().flat_map(of_file).collect()
    }

    /// What could not be read in the texts that errata changed.
    pub(crate) fn faults(&self, written: &Sources) -> Vec<Diagnostic> {
        let sources = self.sources(written);
        let unread = self.read.iter().any(|(_, _, parsed)| !parsed.faults.is_empty());
        let texts = sources.iter().filter(|_| unread).map(|(_, source)| source.text.as_str());
        let declared = Declared::of(texts);
        let of_file = |(_, now, parsed): &(FileId, FileId, Parsed)| {
            let text = sources.get(*now).map_or("", |source| source.text.as_str());
            parsed.faults.iter().map(|fault| syntax(*now, text, &declared, fault)).collect::<Vec<_>>()
        };
        self.read.iter().flat_map(of_file).collect()
    }
}

/// Lays the errata of a game over its texts. `read` reads a text again: the first or the second time, of this path.
pub(crate) fn over<'a>(
    sources: &'a Sources,
    files: &'a [(FileId, &'a ast::File)],
    read: &mut dyn FnMut(usize, &str, &str) -> Parsed,
) -> Overlay<'a> {
    let mut errata =
        Errata { sources, files, titles: Vec::new(), heads: Vec::new(), aside: Vec::new(), told: Vec::new() };
    if !errata.written().any(|(_, item)| matches!(item.kind, ItemKind::Errata(_) | ItemKind::Example(_))) {
        return Overlay::default();
    }
    let mut lines = errata.lines();
    lines.sort_by_key(|line| (&line.errata.text, line.nth));
    aside::lay(&mut errata, &lines);
    let all_heads = std::mem::take(&mut errata.heads);
    let quiet = heads::hold(&mut errata, &all_heads);
    let Errata { aside, told: mut of_heads, .. } = errata;
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut changed = Changed::default();

    let mut texts = Texts { sources, files: files.to_vec(), told: Vec::new() };
    let edits = added(&mut texts, &lines, &mut changed);
    told.append(&mut texts.told);
    let first = again(sources, edits, &mut |path, text| read(0, path, text));
    let sources_then = first.as_ref().map_or(sources, |(sources, _)| sources);
    let read_then = first.as_ref().map_or(&[][..], |(_, read)| read);

    let mut texts = Texts { sources: sources_then, files: now(files, read_then), told: Vec::new() };
    let edits = amended_and_removed(&mut texts, &lines, &mut changed);
    told.append(&mut texts.told);
    let second = again(sources_then, edits, &mut |path, text| read(1, path, text));
    told.retain(|told| !quiet.iter().any(|quiet| quiet.covers(told)));
    told.append(&mut of_heads);

    let touched = |file: FileId, item: &ast::Item| {
        changed.places.iter().map(|at| sources_then.written(*at)).any(|at| Place::new(file, item.span).holds(at))
    };
    let all = files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item)));
    let replaced = all.filter(|(file, item)| touched(*file, item)).collect();
    let (sources, read) = match (first, second) {
        (None, None) => (None, Vec::new()),
        (Some((sources, read)), None) => (Some(sources), read),
        (None, Some((sources, read))) => (Some(sources), read),
        (Some((_, before)), Some((sources, mut read))) => {
            // What was read a second time is of the file that it was of before.
            for (of, _, _) in &mut read {
                *of = before.iter().find(|(_, then, _)| then == of).map_or(*of, |(first, _, _)| *first);
            }
            let kept = before.into_iter().filter(|(first, _, _)| !read.iter().any(|(of, _, _)| of == first));
            let kept: Vec<_> = kept.collect();
            read.extend(kept);
            (Some(sources), read)
        }
    };
    Overlay { sources, read, amended: changed.amended, aside, told, touched: changed.touched, replaced }
}

type Read = Vec<(FileId, FileId, Parsed)>;

fn now<'s>(files: &[(FileId, &'s ast::File)], read: &'s [(FileId, FileId, Parsed)]) -> Vec<(FileId, &'s ast::File)> {
    let one = |(file, tree): &(FileId, &'s ast::File)| {
        let amended = read.iter().find(|(of, _, _)| of == file);
        amended.map_or((*file, *tree), |(_, now, parsed)| (*now, &parsed.file))
    };
    files.iter().map(one).collect()
}

/// The texts with these edits in them; none where there are no edits.
fn again(
    sources: &Sources,
    mut edits: Vec<(FileId, TextEdit)>,
    read: &mut dyn FnMut(&str, &str) -> Parsed,
) -> Option<(Sources, Read)> {
    if edits.is_empty() {
        return None;
    }
    let (mut with, mut found) = (sources.clone(), Vec::new());
    edits.sort_by_key(|(file, _)| *file);
    while let Some((file, _)) = edits.first() {
        let file = *file;
        let behind = edits.partition_point(|(other, _)| *other == file);
        let rest = edits.split_off(behind);
        let own = std::mem::replace(&mut edits, rest).into_iter().map(|(_, edit)| edit).collect();
        let Some(source) = sources.get(file) else { continue };
        let (text, pieces) = amended(file, &source.text, own);
        let parsed = read(&source.path, &text);
        found.push((file, with.add_amended(file, text, pieces), parsed));
    }
    Some((with, found))
}

/// What was done so far.
#[derive(Default)]
struct Changed {
    amended: Vec<Amended>,
    /// Where something gave way.
    places: Vec<Place>,
    touched: Vec<Touched>,
}

impl Changed {
    fn touch(&mut self, line: Line<'_>, slot: &Slot, at: Place) {
        let (errata, line) = (line.errata.text.clone(), line.at(line.edit.span));
        self.touched.push(Touched { at, of: slot.of().to_owned(), errata, line });
    }

    /// Did the errata of this title put in what is written here?
    fn wrote(&self, title: &str, at: Place) -> bool {
        self.amended
            .iter()
            .filter(|one| one.errata == title && one.was.is_none() && !one.gone)
            .any(|one| one.at.holds(at))
    }
}

/// What is new.
fn added(texts: &mut Texts<'_>, lines: &[Line<'_>], changed: &mut Changed) -> Vec<(FileId, TextEdit)> {
    let mut edits: Vec<(FileId, TextEdit)> = Vec::new();
    let mut known: Vec<(Place, String, Line<'_>)> = Vec::new();
    for line in lines {
        let Some(Added { file, item, what, beside, slot }) = texts.place_to_add(*line) else { continue };
        let Some(text) = texts.sources.get(file).map(|source| source.text.as_str()) else { continue };
        let words = (texts.sources.text(what).to_owned(), what);
        let said = texts.sources.said(what);
        let (span, parts) = match beside {
            Side::End => match text::at_the_end(text, item.span, words) {
                Some(edit) => edit,
                None => {
                    texts.told.push(says::errata_no_lines(&slot.to_string(), what, Place::new(file, item.head)));
                    continue;
                }
            },
            Side::Within(row) => {
                let end = Span { start: row.end, end: row.end };
                (end, vec![(" ".to_owned(), None), (words.0, Some(words.1))])
            }
            Side::Of(span, after) => text::beside(text, span, after, words),
            Side::List(end) => {
                let end = Span { start: end, end };
                (end, vec![(", ".to_owned(), None), (words.0, Some(words.1))])
            }
        };
        // Two that add the same add it once.
        let at = Place::new(file, span);
        if let Some((_, _, first)) = known.iter().find(|(place, known, _)| *place == at && *known == said) {
            if first.errata.text == line.errata.text {
                let [again, first] = [line, first].map(|line| line.at(line.edit.span));
                texts.told.push(says::errata_line_twice(&line.errata.text, again, first));
            }
            continue;
        }
        known.push((at, said, *line));
        let (cases, title) = match &line.edit.kind {
            EditKind::Add { to: _, row } => {
                let title = row.title.as_ref().map_or_else(String::new, |title| title.text.clone());
                (super::slot::texts(&row.cases), title)
            }
            _ => (Vec::new(), slot.to_string()),
        };
        changed.touch(*line, &slot, at);
        let (errata, at) = (line.errata.text.clone(), line.at(line.edit.span));
        changed.amended.push(Amended { slot, cases, title, errata, was: None, gone: false, at });
        edits.push((file, TextEdit { span, parts, order: (line.errata.text.clone(), line.nth) }));
    }
    edits
}

/// A thing that was changed, and what stands there now.
struct Done<'l, 't> {
    line: Line<'l>,
    target: Target<'t>,
    /// Nothing where it is gone.
    now: Option<(String, Place)>,
    verdict: Option<&'l Verdict>,
}

impl Done<'_, '_> {
    fn meets(&self, at: Place) -> bool {
        let own = self.target.at;
        own.file == at.file && own.span.start < at.span.end && at.span.start < own.span.end
    }

    fn holds(&self, at: Place) -> bool {
        self.target.at.holds(at)
    }
}

/// What gives way to something else, or to nothing.
fn amended_and_removed(texts: &mut Texts<'_>, lines: &[Line<'_>], changed: &mut Changed) -> Vec<(FileId, TextEdit)> {
    let mut waiting: Vec<(Line<'_>, Target<'_>)> = Vec::new();
    for line in lines {
        waiting.extend(texts.target(*line).map(|target| (*line, target)));
    }
    let done = in_order(texts, waiting, changed);
    let mut edits: Vec<(FileId, TextEdit)> = Vec::new();
    for Done { line, target, now, .. } in &done {
        changed.places.push(target.at);
        if target.link.is_some() {
            continue;
        }
        let text = texts.sources.get(target.at.file).map_or("", |source| source.text.as_str());
        let order = (line.errata.text.clone(), line.nth);
        let edit = match now {
            Some(_) if let Some(places) = &target.phases => {
                let parts = places.iter().map(|at| (texts.sources.text(*at).to_owned(), Some(*at))).collect();
                TextEdit { span: target.at.span, parts, order }
            }
            Some((words, at)) => TextEdit { span: target.at.span, parts: vec![(words.clone(), Some(*at))], order },
            None => TextEdit { span: taken_out(text, target.at.span), parts: Vec::new(), order },
        };
        edits.push((target.at.file, edit));
    }
    edits.extend(chains(texts, &done));
    edits.extend(fallen(texts, &done, changed));
    edits
}

/// Chains of hexsides without those that are gone or others: what stays of each is one chain or several, and what is new stands
/// between them.
fn chains(texts: &Texts<'_>, done: &[Done<'_, '_>]) -> Vec<(FileId, TextEdit)> {
    let mut edits: Vec<(FileId, TextEdit)> = Vec::new();
    for (at, one) in done.iter().enumerate() {
        let Some(link) = &one.target.link else { continue };
        let of_chain = |other: &&Done<'_, '_>| {
            let same = other.target.link.as_ref().is_some_and(|other| other.hexes == link.hexes);
            same && other.target.at.file == one.target.at.file
        };
        if done.iter().take(at).any(|before| of_chain(&before)) {
            continue;
        }
        let (file, (Some(first), Some(last))) = (one.target.at.file, (link.hexes.first(), link.hexes.last())) else {
            continue;
        };
        let mut pieces: Vec<(String, Place)> = Vec::new();
        let mut from = None;
        for (nth, pair) in link.hexes.array_windows::<2>().enumerate() {
            let its =
                done.iter().filter(of_chain).find(|done| done.target.link.as_ref().is_some_and(|link| link.nth == nth));
            let Some(its) = its else {
                let start = *from.get_or_insert(pair[0].start);
                let kept = Place::new(file, Span { start, end: pair[1].end });
                if start != pair[0].start {
                    pieces.pop();
                }
                pieces.push((texts.sources.text(kept).to_owned(), kept));
                continue;
            };
            from = None;
            pieces.extend(its.now.clone());
        }
        let text = texts.sources.get(file).map_or("", |source| source.text.as_str());
        let whole = first.to(*last);
        let span = if pieces.is_empty() { taken_out(text, whole) } else { whole };
        let between = |nth: usize| (nth > 0).then(|| (", ".to_owned(), None));
        let parts = pieces.into_iter().enumerate();
        let parts = parts.flat_map(|(nth, (words, at))| between(nth).into_iter().chain([(words, Some(at))])).collect();
        edits.push((file, TextEdit { span, parts, order: (one.line.errata.text.clone(), one.line.nth) }));
    }
    edits
}

/// What a line changes was taken out by another, or replaced as a whole.
fn no_more(line: Line<'_>, target: &Target<'_>, by: &Done<'_, '_>) -> Diagnostic {
    let (at, gone) = (line.at(line.edit.span), by.line.at(by.line.edit.span));
    says::errata_gone(&target.called, &by.line.errata.text, by.now.is_none(), at, gone)
}

/// Those first that go over no other; then each over the one it names.
fn in_order<'l, 't>(
    texts: &mut Texts<'t>,
    mut waiting: Vec<(Line<'l>, Target<'t>)>,
    changed: &mut Changed,
) -> Vec<Done<'l, 't>> {
    let mut done: Vec<Done<'l, 't>> = Vec::new();
    loop {
        let before = waiting.len();
        let mut later = Vec::new();
        for (line, target) in waiting {
            let last = done.iter().rev().find(|known| known.meets(target.at));
            match (&line.edit.over, last) {
                (None, None) => edit(texts, line, target, &mut done, changed),
                (Some(over), Some(last)) if over.text == last.line.errata.text => {
                    edit(texts, line, target, &mut done, changed);
                }
                (None, Some(last)) if last.target.at == target.at && same_edit(texts, line, last) => {
                    // Two errata may say the same.
                    if last.line.errata.text == line.errata.text && last.line.nth != line.nth {
                        let [at, first] = [line, last.line].map(|line| line.at(line.edit.span));
                        texts.told.push(says::errata_line_twice(&line.errata.text, at, first));
                    }
                }
                (None, Some(last)) if last.now.is_none() || last.target.at != target.at && last.holds(target.at) => {
                    texts.told.push(no_more(line, &target, last));
                }
                (None, Some(last)) => {
                    let (called, at) = (target.called, line.at(line.edit.span));
                    let first = (last.line.errata.text.as_str(), last.line.at(last.line.edit.span));
                    let was = last.now.as_ref().filter(|_| last.target.at == target.at);
                    let was = was.filter(|_| was_and_now(line.edit).0.is_some()).map(|(words, _)| words.as_str());
                    texts.told.push(says::errata_both(&called, (&line.errata.text, at), first, was));
                }
                (Some(over), None) if changed.wrote(&over.text, texts.sources.written(target.at)) => {
                    edit(texts, line, target, &mut done, changed);
                }
                (Some(_), _) => later.push((line, target)),
            }
        }
        waiting = later;
        if waiting.len() == before || waiting.is_empty() {
            break;
        }
    }
    in_vain(texts, &waiting, &done);
    done
}

/// Lines that go over something that is not there, or over each other in a circle. What goes over one of those is not told.
fn in_vain(texts: &mut Texts<'_>, waiting: &[(Line<'_>, Target<'_>)], done: &[Done<'_, '_>]) {
    let mut known: Vec<usize> = Vec::new();
    for (at, (line, target)) in waiting.iter().enumerate() {
        let Some(over) = &line.edit.over else { continue };
        let circle = circle(waiting, at);
        if let Some(circle) = circle {
            if !circle.iter().any(|at| known.contains(at)) {
                let goes = |at: &usize| {
                    let (line, _) = waiting.get(*at)?;
                    line.edit.over.as_ref().map(|over| (line.at(over.span), over.text.clone()))
                };
                let places: Vec<(Place, String)> = circle.iter().filter_map(goes).collect();
                texts.told.push(says::errata_over_each_other(&target.called, &places));
            }
            known.extend(circle);
        } else if goes_over(waiting, at).is_none() {
            let changes = done.iter().filter(|known| known.meets(target.at));
            let others: Vec<String> = changes.map(|known| known.line.errata.text.clone()).collect();
            if let Some(told) = texts.does_not_count(over, &line.errata.text, line.at(over.span)) {
                texts.told.push(told);
                continue;
            }
            texts.told.push(says::errata_over_nothing(&target.called, &over.text, &others, line.at(over.span)));
        }
    }
}

/// Of lines that wait, which one this goes over.
fn goes_over(waiting: &[(Line<'_>, Target<'_>)], at: usize) -> Option<usize> {
    let (line, target) = waiting.get(at)?;
    let over = line.edit.over.as_ref()?;
    let meets = |other: Place| {
        let own = target.at;
        own.file == other.file && own.span.start < other.span.end && other.span.start < own.span.end
    };
    waiting.iter().position(|(other, its)| other.errata.text == over.text && meets(its.at))
}

/// The lines that go over each other round to this one, this one first.
fn circle(waiting: &[(Line<'_>, Target<'_>)], from: usize) -> Option<Vec<usize>> {
    let mut way = vec![from];
    while let Some(next) = way.last().and_then(|at| goes_over(waiting, *at)) {
        if next == from {
            return Some(way);
        }
        if way.contains(&next) {
            return None;
        }
        way.push(next);
    }
    None
}

/// What a line finds and what it puts there, as it is written.
fn was_and_now(edit: &ast::Edit) -> (Option<Span>, Option<Span>) {
    match &edit.kind {
        EditKind::Amend { was, now, .. } => (Some(was.span), Some(now.span)),
        EditKind::AmendWord { was, now, .. } => (Some(was.span), Some(now.span)),
        EditKind::AmendPart { was, now, .. } => (Some(was.span), Some(now.span)),
        _ => (None, None),
    }
}

/// Two that say the same of one thing are one.
fn same_edit(texts: &Texts<'_>, line: Line<'_>, last: &Done<'_, '_>) -> bool {
    let said = |line: Line<'_>, span: Option<Span>| span.map(|span| texts.sources.text(line.at(span)));
    let ((was, now), (last_was, last_now)) = (was_and_now(line.edit), was_and_now(last.line.edit));
    let same = |one: Option<&str>, other: Option<&str>| match (one, other) {
        (Some(one), Some(other)) => same_words(one, other),
        (None, None) => true,
        _ => false,
    };
    same(said(line, was), said(last.line, last_was)) && same(said(line, now), said(last.line, last_now))
}

/// One line is done. What was there is compared first.
fn edit<'l, 't>(
    texts: &mut Texts<'t>,
    line: Line<'l>,
    target: Target<'t>,
    done: &mut Vec<Done<'l, 't>>,
    changed: &mut Changed,
) {
    let over = done.iter().rposition(|known| known.meets(target.at));
    let before = over.and_then(|at| done.get(at));
    if let Some(known) = before.filter(|known| known.target.at != target.at && known.holds(target.at)) {
        texts.told.push(no_more(line, &target, known));
        return;
    }
    let before = before.filter(|known| known.target.at == target.at);
    let (stands, stands_at) = match before {
        Some(Done { now: Some((words, at)), .. }) => (words.clone(), *at),
        Some(known @ Done { now: None, .. }) => {
            texts.told.push(no_more(line, &target, known));
            return;
        }
        None => {
            (target.printed.clone().unwrap_or_else(|| texts.sources.text(target.at).trim().to_owned()), target.shown())
        }
    };
    let (was, now) = was_and_now(line.edit);
    let verdicts = match &line.edit.kind {
        EditKind::Amend { was, now, .. } => Some((was, now)),
        _ => None,
    };
    let there = before.map_or(target.verdict, |known| known.verdict);
    if let Some(was) = was {
        let said = texts.sources.text(line.at(was));
        let letter =
            |word: &str| target.letters.iter().find(|(member, _)| member == word).map(|(_, letter)| letter.as_str());
        let broken = |verdict: &Verdict| matches!(verdict.kind, VerdictKind::Broken);
        let alike = match verdicts.zip(there) {
            // What could not be read was told, and nothing is known of it.
            Some(((was, _), there)) => broken(there) || broken(was) || same_verdict(there, was),
            None => false,
        };
        let turned = said.split_once('-').filter(|_| target.either_way).map(|(one, other)| format!("{other}-{one}"));
        let alike = alike || turned.is_some_and(|turned| same_words(&stands, &turned));
        if !alike && !same_words(&stands, letter(said).unwrap_or(said)) {
            let by = before.map(|known| known.line.errata.text.as_str());
            let member = target.letters.iter().find(|(_, letter)| *letter == stands).map(|(member, _)| member.clone());
            let mended = now.is_some_and(|now| same_words(texts.sources.text(line.at(now)), &stands));
            let stands = member.unwrap_or(stands);
            let there = (stands.as_str(), stands_at);
            texts.told.push(if mended {
                says::errata_mended(&target.called, (said, line.at(was)), there)
            } else {
                says::errata_stale(&target.called, (said, line.at(was)), there, by)
            });
            return;
        }
    }
    if let Some((was, now)) = was.zip(now)
        && same_words(texts.sources.text(line.at(was)), texts.sources.text(line.at(now)))
    {
        texts.told.push(says::errata_same(&target.called, line.at(line.edit.span), line.at(now)));
        return;
    }
    if let EditKind::AmendPart { part, now, .. } = &line.edit.kind
        && says_more(&part.text, texts.sources.text(line.at(now.span)))
    {
        texts.told.push(says::errata_says_more(&part.text, line.at(now.span)));
        return;
    }
    let now = match now.map(|now| line.at(now)) {
        Some(at) => {
            let said = texts.sources.text(at);
            let letter = target.letters.iter().find(|(member, _)| member == said);
            let known = target.letters.is_empty() || target.letters.iter().any(|(_, letter)| letter == said);
            if letter.is_none() && !known {
                let members: Vec<String> = target.letters.iter().map(|(member, _)| member.clone()).collect();
                let feature = target.slot.of();
                let drawn = texts.drawn(feature, said);
                let taken = |letter: char| target.letters.iter().any(|(_, taken)| taken.starts_with(letter));
                let free = said.chars().chain('a'..='z').find(|letter| letter.is_alphanumeric() && !taken(*letter));
                let told = says::errata_no_letter(said, feature, &members, at);
                let near = !nearest(said, members.iter().map(String::as_str)).is_empty();
                texts.told.push(match (drawn, free) {
                    (Some((list, known)), Some(letter)) if !near => {
                        says::errata_new_letter(told, said, feature, letter, (!known).then_some(list.as_str()))
                    }
                    _ => told,
                });
                return;
            }
            Some((letter.map_or_else(|| said.to_owned(), |(_, letter)| letter.clone()), at))
        }
        None => None,
    };
    changed.touch(line, &target.slot, texts.sources.written(target.at));
    changed.amended.push(Amended {
        slot: target.slot.clone(),
        cases: target.cases.clone(),
        title: target.title.clone(),
        errata: line.errata.text.clone(),
        was: Some(stands),
        gone: now.is_none(),
        at: line.at(line.edit.span),
    });
    done.retain(|known| !known.meets(target.at));
    done.push(Done { line, target, now, verdict: verdicts.map(|(_, now)| now) });
}

/// Is it more than this part of a row?
fn says_more(part: &str, now: &str) -> bool {
    match part {
        "title" | "because" => wgr_grammar::tokens(now).len() != 1 || !now.starts_with('"'),
        "when" | "unless" | "even when" => {
            let row = format!("value x: 0..9 {{\n    1 \"x\" = 0 when {now}\n}}\n");
            let items = wgr_grammar::parse(&row).into_items();
            let rows = items.iter().filter_map(|item| match &item.kind {
                ItemKind::Rows(rows) => Some(&rows.rows),
                _ => None,
            });
            rows.flatten().any(|row| row.clauses.len() > 1)
        }
        _ => false,
    }
}

/// Exceptions to rows that are gone fall with them; a row that did nothing but waive such a row is gone, too.
fn fallen(texts: &Texts<'_>, done: &[Done<'_, '_>], changed: &mut Changed) -> Vec<(FileId, TextEdit)> {
    let gone: Vec<&(String, String)> = done.iter().filter_map(|done| done.target.row.as_ref()).collect();
    if gone.is_empty() {
        return Vec::new();
    }
    let mut edits = Vec::new();
    let like: Vec<(String, String)> = texts
        .files
        .iter()
        .flat_map(|(_, tree)| &tree.items)
        .filter_map(|item| match &item.kind {
            ItemKind::Rows(rows) => Some((rows.name.text.clone(), rows.like.as_ref()?.text.clone())),
            _ => None,
        })
        .collect();
    for (file, slot, row) in texts.all_rows() {
        let own = |of: &str| slot.of() == of || like.iter().any(|(name, other)| name == slot.of() && other == of);
        let titles: Vec<&str> = gone.iter().filter(|(of, _)| own(of)).map(|(_, title)| title.as_str()).collect();
        let place = Place::new(file, row.span);
        if titles.is_empty() || done.iter().any(|done| done.holds(place)) {
            continue;
        }
        let Some(text) = texts.sources.get(file).map(|source| source.text.as_str()) else { continue };
        let mut own = no_exception_to(&titles, row, text);
        own.retain(|edit| !done.iter().any(|done| done.meets(Place::new(file, edit.span))));
        changed.places.extend(own.iter().map(|edit| Place::new(file, edit.span)));
        edits.extend(own.into_iter().map(|edit| (file, edit)));
    }
    edits
}

/// Rows of these titles are no more: what was said against them falls, and an exception to nothing else is none.
fn no_exception_to(titles: &[&str], row: &Row, text: &str) -> Vec<TextEdit> {
    let order = (String::new(), 0);
    let mut edits: Vec<TextEdit> = Vec::new();
    let mut fell = false;
    for clause in &row.clauses {
        let (Clause::ExceptionTo(named, span) | Clause::Waives(named, span)) = clause else { continue };
        let left: Vec<&str> =
            named.iter().map(|title| title.text.as_str()).filter(|title| !titles.contains(title)).collect();
        if left.len() == named.len() {
            continue;
        }
        if !left.is_empty() {
            let falls = named.iter().filter(|title| titles.contains(&title.text.as_str()));
            edits.extend(falls.map(|title| TextEdit {
                span: taken_out(text, title.span),
                parts: Vec::new(),
                order: order.clone(),
            }));
            continue;
        }
        if matches!(clause, Clause::Waives(..)) && matches!(row.verdict.kind, VerdictKind::Waives) {
            return vec![TextEdit { span: taken_out(text, row.span), parts: Vec::new(), order }];
        }
        fell = true;
        edits.push(TextEdit { span: *span, parts: Vec::new(), order: order.clone() });
    }
    if fell {
        let even = row.clauses.iter().filter_map(|clause| match clause {
            Clause::EvenWhen(span, _) => Some(*span),
            _ => None,
        });
        // `even when` says no more than `when` then.
        edits.extend(even.filter(|span| span.of(text).starts_with("even")).map(|span| {
            let words = span.of(text);
            let when = words.find("when").map_or(0, |at| at as u32);
            let span = Span { start: span.start, end: span.start + when };
            TextEdit { span, parts: Vec::new(), order: order.clone() }
        }));
    }
    edits
}
