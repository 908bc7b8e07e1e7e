//! A part of something printed, by what it is called: a condition, a step, a result, the order of phases.
//!
//! In: a line of errata, and what it names. Out: where that part stands, or what is wrong with the line.

use super::super::errata::Line;
use super::find::{Found, Target, Texts, behind_colon, known_parts};
use super::text::{same_words, says as said_by, trimmed};
use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::{blocks, outermost, statements};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, StmtKind, Thing};

impl<'t> Texts<'t> {
    /// Something that has a part of this name, which says what the line says.
    pub(super) fn part(&mut self, line: Line<'_>, what: &Thing, part: &ast::Name, was: Place) -> Option<Target<'t>> {
        let all = self.things(line, what);
        let (was, was_at) = (self.text(was), was);
        let mut spans: Vec<(usize, Span)> = Vec::new();
        for (at, found) in all.iter().enumerate() {
            let here = |span: Span| self.text(Place::new(found.file, span));
            match part.text.as_str() {
                "step" => spans.extend(self.steps(found, was).into_iter().map(|span| (at, span))),
                "line" => {
                    spans.extend(map_line(found).map(|line| (at, behind_colon(here(line), line))));
                    spans.extend(found.part("line").map(|line| (at, trimmed(self.whole_text(found.file), line))));
                }
                "result" => {
                    let text = self.whole_text(found.file);
                    spans.extend(results(found).into_iter().map(|arm| (at, values_of(arm, text))));
                }
                "even when" => {
                    let own = found.part("even when").map(|span| {
                        let words = here(span).strip_prefix("even").map_or("", str::trim_start);
                        let words = words.strip_prefix("when").map_or("", str::trim_start);
                        Span { start: span.end - words.len() as u32, end: span.end }
                    });
                    spans.extend(own.map(|span| (at, span)));
                }
                other => spans.extend(found.part(other).map(|span| (at, span))),
            }
        }
        let said =
            |(at, span): &(usize, Span)| all.get(*at).map_or("", |found| self.text(Place::new(found.file, *span)));
        let exact: Vec<(usize, Span)> = spans.iter().copied().filter(|one| same_words(said(one), was)).collect();
        let chosen = match (exact.as_slice(), spans.as_slice()) {
            ([one], _) => *one,
            ([], [_, _, ..]) if part.text == "result" => {
                let ways: Vec<String> = spans.iter().map(|one| said(one).to_owned()).collect();
                let called = all.first().map_or_else(String::new, |found| found.slot.called());
                self.told.push(says::errata_which_way(&called, &ways, was_at));
                return None;
            }
            ([], [first, ..]) => *first,
            ([], []) => {
                if let Some(found) = all.first() {
                    let at = line.at(part.span);
                    if part.text == "step" && known_parts(found).iter().any(|known| known == "step") {
                        let text = self.whole_text(found.file);
                        let mut ways = results(found).into_iter().map(|arm| values_of(arm, text).of(text));
                        let result = ways.any(|values| same_words(values, was));
                        let printed = found.span.of(text);
                        let limit = printed.lines().any(|line| same_words(line.trim(), was));
                        let called = found.slot.called();
                        self.told.push(if limit && was.contains(" per ") {
                            says::errata_limit_without_title(&called, was, was_at)
                        } else {
                            says::errata_no_step(&called, was, result, was_at)
                        });
                        return None;
                    }
                    self.told.push(says::errata_no_part(&found.slot.called(), &part.text, &known_parts(found), at));
                }
                return None;
            }
            (several, _) => {
                let places = several.iter().filter_map(|(at, span)| {
                    let found = all.get(*at)?;
                    Some((Place::new(found.file, *span), found.slot.of().to_owned()))
                });
                let places: Vec<(Place, String)> = places.collect();
                let (called, at) = (self.text_of(line, what), line.at(what.span));
                self.told.push(says::errata_several(&called, &part.text, &places, at));
                return None;
            }
        };
        if part.text == "step" && self.braces_twice(line, all.get(chosen.0)?.file, chosen.1) {
            return None;
        }
        let found = all.get(chosen.0)?;
        let mut target = self.whole(found, None);
        target.row = None;
        target.title = what.title.as_ref().map_or(target.title, |title| title.text.clone());
        if let Some((part, _)) = found.parts.iter().find(|(known, _)| *known == part.text) {
            target.slot = found.slot.part(part);
        }
        target.called = format!("{} {}", found.slot.called(), part.text);
        target.at.span = chosen.1;
        Some(target)
    }

    /// Does the line give braces to a statement that keeps its own? Told then.
    fn braces_twice(&mut self, line: Line<'_>, file: FileId, head: Span) -> bool {
        let ast::EditKind::AmendPart { now, .. } = &line.edit.kind else { return false };
        let behind = self.whole_text(file).get(head.end as usize..).unwrap_or_default();
        let kept = behind.trim_start().starts_with('{');
        let brace = now.words.iter().find(|word| word.text == "{");
        let Some(brace) = brace.filter(|_| kept) else { return false };
        let own = head.end + (behind.len() - behind.trim_start().len()) as u32;
        let own = Place::new(file, Span { start: own, end: own + 1 });
        self.told.push(says::errata_braces_twice(line.at(brace.span), own));
        true
    }

    /// The statements in it that say this, whole or up to their blocks; where none does, what it says itself.
    fn steps(&self, found: &Found<'t>, was: &str) -> Vec<Span> {
        let text = self.whole_text(found.file);
        let (mut same, mut own) = (Vec::new(), None);
        statements(found.item, &mut |stmt| {
            if !found.span.holds(stmt.span) {
                return;
            }
            let label = stmt.title.as_ref().map(|title| title.span).or(stmt.cases.last().map(|case| case.span));
            let (head, whole) = said_by(text, stmt.span, label.map_or(stmt.span.start, |label| label.end));
            same.extend([whole, head].into_iter().find(|span| same_words(span.of(text), was)));
            if stmt.span == found.span {
                own = Some(head);
            }
        });
        if let ItemKind::Limit(limit) = &found.item.kind
            && found.span == found.item.span
        {
            own = Some(limit.often.span);
        }
        // A limit of an action, a clause of a choice: what stands behind its title.
        if same.is_empty() && own.is_none() && found.span != found.item.span {
            let words = found.span.of(text);
            let label = words.rfind('"').map_or(0, |quote| quote as u32 + 1);
            own = Some(said_by(text, found.span, found.span.start + label).0);
        }
        if same.is_empty() { own.into_iter().collect() } else { same }
    }

    /// Phases that stand beside each other, in another order.
    pub(super) fn phases(
        &mut self,
        line: Line<'_>,
        what: &Thing,
        part: &ast::Name,
        (was, now): (&ast::Passage, &ast::Passage),
    ) -> Option<Target<'t>> {
        let all = self.things(line, what);
        let found = all.first()?;
        let names = |of: &ast::Passage| {
            let words = of.words.iter().filter(|word| word.text != ",").map(|word| word.text.clone());
            words.collect::<Vec<String>>()
        };
        let (names_was, names_now) = (names(was), names(now));
        let mut beside: Vec<Vec<(&str, Span)>> = Vec::new();
        outermost(found.item, &mut |block| phases_of(block, &mut beside));
        let Some(phases) = beside.iter().find(|all| names_of(all) == names_was) else {
            let stands = beside.iter().map(|all| names_of(all).join(", ")).collect::<Vec<String>>().join("; ");
            let (said, at) = (self.text(line.at(was.span)), line.at(was.span));
            let place = Place::new(found.file, found.item.head);
            if beside.is_empty() {
                let known = known_parts(found);
                self.told.push(says::errata_no_part(&found.slot.called(), &part.text, &known, line.at(part.span)));
            } else {
                self.told.push(says::errata_stale(&found.slot.called(), (said, at), (&stands, place), None));
            }
            return None;
        };
        let (mut sorted_was, mut sorted_now) = (names_was.clone(), names_now.clone());
        sorted_was.sort();
        sorted_now.sort();
        if sorted_was != sorted_now {
            self.told.push(says::errata_other_phases(&names_was.join(", "), line.at(now.span)));
            return None;
        }
        let mut left: Vec<&(&str, Span)> = phases.iter().collect();
        let mut places = Vec::new();
        for (nth, name) in names_now.iter().enumerate() {
            let at = left.iter().position(|(known, _)| known == name)?;
            places.push(Place::new(found.file, left.remove(at).1));
            if let (Some((_, before)), Some((_, next))) = (phases.get(nth), phases.get(nth + 1)) {
                places.push(Place::new(found.file, Span { start: before.end, end: next.start }));
            }
        }
        let (first, last) = phases.first().zip(phases.last())?;
        let mut target = self.whole(found, None);
        target.called = format!("{} order", found.slot.called());
        target.at.span = first.1.to(last.1);
        target.printed = Some(names_was.join(", "));
        target.phases = Some(places);
        Some(target)
    }
}

/// Of hexes or hexsides that a map lists: their line.
fn map_line(found: &Found<'_>) -> Option<Span> {
    let ItemKind::Map(map) = &found.item.kind else { return None };
    let lines = map.lines.iter().filter_map(|line| match line {
        ast::MapLine::Hexes { span, .. } | ast::MapLine::Hexsides { span, .. } => Some(*span),
        _ => None,
    });
    lines.into_iter().find(|span| *span == found.span)
}

fn names_of<'t>(phases: &[(&'t str, Span)]) -> Vec<&'t str> {
    phases.iter().map(|(name, _)| *name).collect()
}

/// Phases beside each other, by block.
fn phases_of<'t>(block: &'t ast::Block, found: &mut Vec<Vec<(&'t str, Span)>>) {
    let own = block.stmts.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Phase { name, .. } => Some((name.text.as_str(), stmt.span)),
        _ => None,
    });
    let own: Vec<(&str, Span)> = own.collect();
    if !own.is_empty() {
        found.push(own);
    }
    for stmt in &block.stmts {
        blocks(&stmt.kind, &mut |inner| phases_of(inner, found));
    }
}

/// The ways that a line may mean: the one that bears this title; the ways of a `depending on` in what is named; the way in
/// which a statement stands.
pub(super) fn results<'t>(found: &Found<'t>) -> Vec<&'t ast::Arm> {
    let (mut own, mut inside, mut around) = (None, Vec::new(), None);
    statements(found.item, &mut |stmt| {
        let StmtKind::Depending { arms, .. } = &stmt.kind else { return };
        own = own.or(arms.iter().find(|arm| arm.span == found.span));
        if found.span.holds(stmt.span) {
            inside.extend(arms);
        }
        around = arms.iter().find(|arm| arm.block.stmts.iter().any(|stmt| stmt.span == found.span)).or(around);
    });
    match own {
        Some(own) => vec![own],
        None if inside.is_empty() => around.into_iter().collect(),
        None => inside,
    }
}

/// `8, 9`: what stands before its cases, its title or its braces.
fn values_of(arm: &ast::Arm, text: &str) -> Span {
    let label = arm.cases.first().map(|case| case.span).or(arm.title.as_ref().map(|title| title.span));
    let end = label.map_or(arm.span.end, |label| label.start);
    let head = Span { start: arm.span.start, end };
    said_by(text, head, head.start).0
}
