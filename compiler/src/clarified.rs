//! Errata that call themselves a clarification: with them the game is played as without them.
//!
//! In: the texts of a game, and its errata. Out: what is wrong with clarifications. Promises: two programs are one where
//! they differ in nothing but cases, titles and what decides nothing in play; each clarification is looked at with those
//! errata alone that it rests on (`requires`, `over`), so that which others count means nothing. Nothing is looked at where no
//! errata call themselves so.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "items have many forms, and only errata and what never plays are of interest"
)]

use crate::diag::{Diagnostic, Place, says};
use crate::layers::over;
use crate::ledger::Ledger;
use crate::lower::lower;
use crate::source::{FileId, Sources};
use crate::translate::{GameTexts, Stands, Starts, translate};
use std::sync::Arc;
use wgr_grammar::ast::{self, ErrataSort, ItemKind};
use wgr_runtime::ir::{Program, Site};
use wgr_runtime::text::parts;
use wgr_runtime::verify::verify;

type Trees<'a> = &'a [(FileId, &'a ast::File)];

/// What is wrong with the clarifications among these errata.
pub(crate) fn wrong(sources: &Sources, files: Trees<'_>, ledger: Option<&Ledger>) -> Vec<Diagnostic> {
    let game = Game { sources, files, ledger };
    game.errata().filter_map(|(file, errata)| game.clarifies(file, errata)).collect()
}

#[derive(Clone, Copy)]
struct Game<'a> {
    sources: &'a Sources,
    files: Trees<'a>,
    ledger: Option<&'a Ledger>,
}

/// What play rests on, part by part.
#[derive(PartialEq, Eq)]
struct Played {
    funcs: Vec<(String, String)>,
    rest: String,
}

impl Played {
    fn of(mut program: Program) -> Played {
        let bare = Site { cases: Vec::new(), title: String::new() };
        program.sites.iter_mut().for_each(|site| *site = bare.clone());
        let (mut funcs, rest) = parts(&program);
        funcs.sort();
        Played { funcs, rest }
    }

    /// What is another, by name.
    fn other_than(&self, before: &Played) -> Vec<String> {
        let only = |these: &Played, others: &Played| {
            let only = these.funcs.iter().filter(|one| !others.funcs.contains(one));
            only.map(|(name, _)| name.clone()).collect::<Vec<String>>()
        };
        let mut names = [only(before, self), only(self, before)].concat();
        names.sort();
        names.dedup();
        names
    }
}

impl<'a> Game<'a> {
    fn errata(self) -> impl Iterator<Item = (FileId, &'a ast::Errata)> {
        let items = self.files.iter().flat_map(|(file, tree)| tree.items.iter().map(move |item| (*file, item)));
        items.filter_map(|(file, item)| match &item.kind {
            ItemKind::Errata(errata) => Some((file, errata)),
            _ => None,
        })
    }

    fn clarifies(self, file: FileId, errata: &ast::Errata) -> Option<Diagnostic> {
        let kind = errata.kind.filter(|kind| kind.sort == ErrataSort::Clarification)?;
        let (title, kind_at) = (errata.title.text.as_str(), Place::new(file, kind.span));
        if let Some(rule) = self.rule_beside(file) {
            return Some(says::errata_clarify_with_rules(title, rule, kind_at));
        }
        let needed = self.needed(errata);
        let of = |lines: usize| self.program(&needed, title, lines);
        // Without them the game is another matter: that is told where it is checked so.
        let without = of(0)?;
        let Some(with) = of(errata.edits.len()) else { return Some(says::errata_clarify_unseen(title, kind_at)) };
        let before = Played::of(without.clone());
        let lowered = |program: &Program| Some(Played::of(lower(program, &verify(program).ok()?).ok()?));
        let same = |program: &Program| {
            Played::of(program.clone()) == before || lowered(program).is_some_and(|now| Some(now) == lowered(&without))
        };
        if same(&with) {
            return None;
        }
        // Up to this line nothing is another; with it something is, or it cannot be read yet.
        let (mut fine, mut other) = (0, errata.edits.len());
        while other - fine > 1 {
            let middle = fine.midpoint(other);
            if of(middle).is_some_and(|program| same(&program)) { fine = middle } else { other = middle }
        }
        let at = errata.edits.get(fine).map_or(kind.span, |edit| edit.span);
        let called = |name: String| {
            let func = [&with, &without].into_iter().flat_map(|program| &program.funcs).find(|func| func.name == name);
            func.map_or(name, |func| self.sources.called(&func.name, func.at).to_owned())
        };
        let changed = Played::of(with.clone()).other_than(&before);
        let mut changed: Vec<String> = changed.into_iter().map(called).collect();
        changed.dedup();
        Some(says::errata_no_clarification(title, &changed, Place::new(file, at), kind_at))
    }

    /// A rule that stands beside a clarification in a file of its own.
    fn rule_beside(self, file: FileId) -> Option<Place> {
        let (_, tree) = self.files.iter().find(|(known, _)| *known == file)?;
        if tree.items.iter().any(|item| matches!(item.kind, ItemKind::Game(_))) {
            return None;
        }
        let plays = |kind: &ItemKind| match kind {
            ItemKind::Scene(scene) => scene.scenario,
            ItemKind::Errata(errata) => errata.kind.is_none_or(|kind| kind.sort != ErrataSort::Clarification),
            ItemKind::Example(_) | ItemKind::Ruling(_) | ItemKind::Allow(_) | ItemKind::Never(_) => false,
            _ => true,
        };
        // Beside other errata nobody can tell whose rule it is.
        let others = tree.items.iter().any(|item| matches!(item.kind, ItemKind::Errata(_)) && plays(&item.kind));
        let rule = tree.items.iter().find(|item| plays(&item.kind)).filter(|_| !others)?;
        Some(Place::new(file, rule.head))
    }

    /// The titles of those that these rest on, however far.
    fn needed(self, errata: &ast::Errata) -> Vec<String> {
        let rests_on = |errata: &ast::Errata| {
            let over = errata.edits.iter().filter_map(|edit| edit.over.as_ref());
            over.chain(&errata.requires).map(|title| title.text.clone()).collect::<Vec<String>>()
        };
        let mut needed: Vec<String> = Vec::new();
        let mut open = rests_on(errata);
        while let Some(title) = open.pop() {
            if title != errata.title.text && !needed.contains(&title) {
                let named = self.errata().filter(|(_, other)| other.title.text == title);
                open.extend(named.flat_map(|(_, other)| rests_on(other)));
                needed.push(title);
            }
        }
        needed
    }

    /// The game with those that are needed, and so many lines of these; none where something of it does not hold.
    fn program(self, needed: &[String], title: &str, lines: usize) -> Option<Program> {
        let of_file = |(file, tree): &(FileId, &'a ast::File)| {
            if !tree.items.iter().any(|item| matches!(item.kind, ItemKind::Errata(_))) {
                return (*file, Arc::new((*tree).clone()));
            }
            let mut tree = (*tree).clone();
            tree.items.retain_mut(|item| match &mut item.kind {
                ItemKind::Errata(errata) if errata.title.text == title => {
                    errata.edits.truncate(lines);
                    lines > 0
                }
                ItemKind::Errata(errata) => needed.contains(&errata.title.text),
                ItemKind::Example(_) => false,
                _ => true,
            });
            (*file, Arc::new(tree))
        };
        let trees: Vec<(FileId, Arc<ast::File>)> = self.files.iter().map(of_file).collect();
        let files: Vec<(FileId, &ast::File)> = trees.iter().map(|(file, tree)| (*file, &**tree)).collect();
        let overlay = over(self.sources, &files, &mut |_, _, text| wgr_grammar::parse(text));
        if !overlay.told.is_empty() || !overlay.faults(self.sources).is_empty() {
            return None;
        }
        let sources = overlay.sources(self.sources);
        let trees = overlay.trees(trees.iter().map(|(file, tree)| (*file, tree)));
        let starts = Starts::Scenarios;
        let game = GameTexts { sources, trees: &trees, overlay: &overlay, ledger: self.ledger, starts };
        let made = translate(game, &mut Stands::once());
        made.whole().then_some(made.program)
    }
}
