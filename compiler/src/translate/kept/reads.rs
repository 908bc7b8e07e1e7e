//! Which kept names an expression reads, itself or through the rows that it asks.
//!
//! In: an expression, where it stands, and the names that do not count there. Out: each name once, with the place where
//! it is read. An item of rows reads what its rows read and what those ask, without the names that one of its rows looks
//! at: a row that is waived, or answers only where no other does, may be guarded by the test of another.

use super::Within;
use super::known::{named, tested};
use crate::diag::Place;
use crate::source::FileId;
use crate::translate::walk::expressions;
use crate::translate::world::{Entry, RowDef, RowsDef, World};
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::Span;
use wgr_grammar::ast::{Clause, Expr, ExprKind, VerdictKind};

pub(super) type Names<'w> = BTreeSet<&'w str>;
/// Each name that is read, and its first reading.
pub(super) type Reads<'w> = BTreeMap<&'w str, Reading<'w>>;

/// What an item of rows does with the names.
#[derive(Clone, Default)]
pub(super) struct Asked<'w> {
    reads: Reads<'w>,
    /// Those that one of its rows looks at, itself or through what it asks: such a fact may be the test of another row.
    tested: Names<'w>,
}

#[derive(Clone, Copy)]
pub(super) struct Reading<'w> {
    /// What stands in this body or row: the name itself, or what is asked or performed.
    pub(super) at: Place,
    pub(super) through: Option<Through<'w>>,
}

/// Where the name itself stands, at the end of all calls.
#[derive(Clone, Copy)]
pub(super) struct Through<'w> {
    pub(super) at: Place,
    /// Of the row.
    pub(super) title: Option<&'w str>,
}

impl<'w> Reading<'w> {
    /// The same seen from a place that asks or performs.
    pub(super) fn from(self, at: Place) -> Reading<'w> {
        Reading { at, through: Some(self.through.unwrap_or(Through { at: self.at, title: None })) }
    }

    fn titled(self, title: Option<&'w str>) -> Reading<'w> {
        Reading { through: Some(self.through.unwrap_or(Through { at: self.at, title })), ..self }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Stand<'w, 'n> {
    pub(super) file: FileId,
    /// The action's names mean what the action keeps.
    pub(super) inside: bool,
    /// Parameters and names bound there, and names that a test guards.
    pub(super) hidden: &'n Names<'w>,
}

impl<'w> Within<'w> {
    pub(super) fn reads(&mut self, expr: &'w Expr, stand: Stand<'w, '_>) -> Reads<'w> {
        let mut hidden = tested(expr);
        hidden.extend(stand.hidden);
        let mut parts: Vec<(&'w str, Span)> = Vec::new();
        expressions(expr, &mut |part| match &part.kind {
            ExprKind::Name(name) => parts.push((&name.text, name.span)),
            ExprKind::Call(name, _) => parts.push((&name.text, part.span)),
            ExprKind::Phrase(phrase) => parts.push((&phrase.noun.text, phrase.noun.span)),
            ExprKind::Quantified { var, .. } | ExprKind::Total { var, .. } => {
                hidden.insert(&var.text);
            }
            _ => {}
        });
        let mut found = Reads::new();
        for (name, span) in parts {
            let at = Place::new(stand.file, span);
            if stand.inside && self.kept.contains_key(name) {
                found.entry(name).or_insert(Reading { at, through: None });
            } else if let Some(Entry::Rows(index)) = self.world.entry(name)
                && !hidden.contains(name)
            {
                let asked = self.rows(index);
                hidden.extend(asked.tested);
                asked.reads.into_iter().for_each(|(name, reading)| {
                    found.entry(name).or_insert(reading.from(at));
                });
            }
        }
        found.retain(|name, _| !hidden.contains(name));
        found
    }

    /// The names that the rows which an expression asks look at.
    pub(super) fn tested_by_rows(&mut self, expr: &'w Expr) -> Names<'w> {
        let mut items = Vec::new();
        expressions(expr, &mut |part| match &part.kind {
            ExprKind::Name(name) | ExprKind::Call(name, _) => items.push(name.text.as_str()),
            ExprKind::Phrase(phrase) => items.push(&phrase.noun.text),
            _ => {}
        });
        let world = self.world;
        let items = items.into_iter().filter_map(|name| match world.entry(name) {
            Some(Entry::Rows(index)) => Some(index),
            _ => None,
        });
        items.flat_map(|index| self.rows(index).tested).collect()
    }

    fn rows(&mut self, index: usize) -> Asked<'w> {
        if let Some(known) = self.rows.get(&index) {
            return known.clone();
        }
        // Rows that ask each other in a circle are told elsewhere.
        self.rows.insert(index, Asked::default());
        let world = self.world;
        let Some(def) = world.rows.get(index) else { return Asked::default() };
        let params: Names<'w> = def.params.iter().map(|param| param.name.as_str()).collect();
        let (mut reads, mut guarded) = (Reads::new(), Names::new());
        for (expr, file) in head(def) {
            let stand = Stand { file, inside: def.within == Some(self.action), hidden: &params };
            reads.extend(self.reads(expr, stand));
        }
        for row in def.rows.iter() {
            let parts = parts(row);
            for (expr, _) in &parts {
                guarded.extend(tested(expr));
                guarded.extend(self.tested_by_rows(expr));
            }
            let mut hidden = params.clone();
            for clause in &row.row.clauses {
                if let Clause::ForEach(var, set) = clause {
                    hidden.insert(&var.text);
                    guarded.extend(named(set));
                }
            }
            let title = row.row.title.as_ref().map(|title| title.text.as_str());
            for (expr, file) in parts {
                let stand = Stand { file, inside: def.within == Some(self.action), hidden: &hidden };
                for (name, reading) in self.reads(expr, stand) {
                    reads.entry(name).or_insert(reading.titled(title));
                }
            }
        }
        reads.retain(|name, _| !guarded.contains(name));
        let asked = Asked { reads, tested: guarded };
        self.rows.insert(index, asked.clone());
        asked
    }
}

/// The expressions of an item of rows that stand in no row.
fn head<'w>(def: &'w RowsDef<'_>) -> Vec<(&'w Expr, FileId)> {
    let from = def.ast.from.iter().flat_map(|from| [Some(&from.from), Some(&from.to), from.within.as_ref()]);
    let edges = def.ast.leaves.iter().flat_map(|leaves| std::iter::once(&leaves.at).chain(&leaves.args));
    let own = def.ast.spends.iter().chain(def.ast.enters.as_deref()).chain(edges);
    own.chain(from.flatten()).map(|expr| (expr, def.file)).collect()
}

impl World<'_> {
    /// Every word that an expression mentions, and the rows that it asks.
    pub(crate) fn read_by<'w>(&'w self, expr: &'w Expr, words: &mut BTreeSet<&'w str>) {
        expressions(expr, &mut |part| match &part.kind {
            ExprKind::Field(_, name) => {
                words.insert(&name.text);
            }
            ExprKind::Name(name) | ExprKind::Call(name, _) => {
                if words.insert(&name.text)
                    && let Some(Entry::Rows(index)) = self.entry(&name.text)
                    && let Some(def) = self.rows.get(index)
                {
                    def.rows.iter().flat_map(parts).for_each(|(expr, _)| self.read_by(expr, words));
                }
            }
            _ => {}
        });
    }
}

/// The expressions of a row, conditions first, each with its file.
pub(crate) fn parts<'a>(row: &RowDef<'a>) -> Vec<(&'a Expr, FileId)> {
    let clauses = row.row.clauses.iter().filter_map(|clause| match clause {
        Clause::When(expr) | Clause::Unless(expr) | Clause::EvenWhen(_, expr) | Clause::ForEach(_, expr) => Some(expr),
        Clause::ExceptionTo(..)
        | Clause::Waives(..)
        | Clause::Otherwise(_)
        | Clause::Ruling(_)
        | Clause::Provisional(_) => None,
    });
    let verdict: Vec<&Expr> = match &row.row.verdict.kind {
        VerdictKind::Equals(expr)
        | VerdictKind::Plus(expr)
        | VerdictKind::Minus(expr)
        | VerdictKind::Times(expr)
        | VerdictKind::AtLeast(expr)
        | VerdictKind::AtMost(expr)
        | VerdictKind::Needs(expr) => vec![expr],
        VerdictKind::Best(counts) => counts.iter().collect(),
        VerdictKind::From { source, distance, .. } => vec![source, distance],
        VerdictKind::Rounded(_)
        | VerdictKind::Yes
        | VerdictKind::No
        | VerdictKind::Stop
        | VerdictKind::Pass
        | VerdictKind::Off
        | VerdictKind::Avoid
        | VerdictKind::Blocked
        | VerdictKind::Duty(_)
        | VerdictKind::Remembers(_)
        | VerdictKind::Open
        | VerdictKind::Waives
        | VerdictKind::ByConstruction
        | VerdictKind::Hole(_)
        | VerdictKind::Broken => Vec::new(),
    };
    clauses.chain(verdict).map(|expr| (expr, row.file)).collect()
}
