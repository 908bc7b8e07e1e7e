//! Rows that say what another row says already. In: a game in which nothing is wrong. Out: notes. Promises: each is certain by the
//! words of the text alone: the same answer under the same words, or an exception that answers as what it lifts.

use super::builder::Builder;
use super::idle_rows::{named_elsewhere, row_name};
use super::world::{RowDef, RowsDef};
use crate::diag::{Diagnostic, says};
use crate::source::Sources;
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{Clause, RowsKind, Text, VerdictKind};

/// `ruled`: titles that rulings name.
pub(super) fn notes(builder: &Builder<'_>, ruled: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let sources = builder.sources;
    let items = builder.world.rows.iter().filter(|def| {
        matches!(def.ast.kind, RowsKind::Fact | RowsKind::Permit | RowsKind::Value) && !def.lacks_rows && !def.damaged
    });
    items
        .flat_map(|def| {
            // A row that another one names, or a ruling, may count where its like does not.
            let named = named_elsewhere(def).map(|named| named.into_iter().chain(ruled.iter().copied()).collect());
            let told = |named: BTreeSet<&str>| [twice(sources, def, &named), lifts_its_like(def, ruled)].concat();
            named.map(told).unwrap_or_default()
        })
        .collect()
}

/// What a row answers and when, as it is written; nothing where it lifts others, or counts for nobody else.
#[derive(PartialEq)]
struct Said<'s>(Vec<&'s str>);

impl<'s> Said<'s> {
    fn of(sources: &'s Sources, def: &RowDef<'_>) -> Option<Said<'s>> {
        // Of a group one counts, and a stage is another sum.
        if def.row.stage.is_some() || def.row.group.is_some() {
            return None;
        }
        let text = |span: Span| sources.get(def.file)?.text.get(span.start as usize..span.end as usize);
        let mut words: Vec<&str> = vec![text(def.row.verdict.span)?];
        let mut guarded = false;
        for clause in &def.row.clauses {
            let (word, expr) = match clause {
                Clause::When(expr) => ("when", expr),
                Clause::Unless(expr) => ("unless", expr),
                Clause::ForEach(_, expr) => ("for each", expr),
                Clause::Ruling(_) | Clause::Provisional(_) => continue,
                Clause::EvenWhen(..) | Clause::ExceptionTo(..) | Clause::Waives(..) | Clause::Otherwise(_) => {
                    return None;
                }
            };
            guarded |= word != "for each";
            words.push(word);
            if let Clause::ForEach(name, _) = clause {
                words.push(text(name.span)?);
            }
            words.push(text(expr.span)?);
        }
        guarded.then_some(Said(words))
    }
}

/// Two rows that answer the same under the same words.
fn twice(sources: &Sources, def: &RowsDef<'_>, named: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let said: Vec<(&RowDef<'_>, Said<'_>)> =
        def.rows.iter().filter_map(|row| Some((row, Said::of(sources, row)?))).collect();
    let counts_once = |row: &RowDef<'_>| {
        matches!(
            row.row.verdict.kind,
            VerdictKind::Yes | VerdictKind::No | VerdictKind::Plus(_) | VerdictKind::Minus(_)
        )
    };
    let found = said.iter().enumerate().filter(|(_, (row, _))| counts_once(row)).filter_map(|(at, (row, words))| {
        let alike = |(other, said): &&(&RowDef<'_>, Said<'_>)| said == words && belongs(other) == belongs(row);
        let (before, _) = said.get(..at)?.iter().find(alike)?;
        let title = |row: &RowDef<'_>| row.row.title.as_ref().is_some_and(|title| named.contains(title.text.as_str()));
        let named = title(row) || title(before);
        let adds = matches!(row.row.verdict.kind, VerdictKind::Plus(_) | VerdictKind::Minus(_));
        (!named).then(|| says::said_twice(&row_name(row), &row_name(before), adds, row.verdict_at()))
    });
    found.collect()
}

/// The scenarios and options of a row.
fn belongs<'r>(row: &'r RowDef<'_>) -> Option<Vec<&'r str>> {
    row.layer.map(|layer| layer.any.iter().map(|name| name.text.as_str()).collect())
}

/// An exception that says yes or no as every row that it lifts. (A number may be said again for the sake of its case.)
fn lifts_its_like(def: &RowsDef<'_>, ruled: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let names = |row: &RowDef<'_>| {
        let titles = row.row.clauses.iter().filter_map(|clause| match clause {
            Clause::ExceptionTo(titles, _) | Clause::Waives(titles, _) => Some(titles),
            _ => None,
        });
        titles.flatten().map(|title| title.text.clone()).collect::<Vec<String>>()
    };
    let all: Vec<String> = def.rows.iter().flat_map(names).collect();
    // Named once: by the exception itself.
    let once = |title: &Text| {
        all.iter().filter(|named| **named == title.text).count() == 1 && !ruled.contains(title.text.as_str())
    };
    let free = |row: &RowDef<'_>| {
        let brings_its_own = row.row.clauses.iter().any(|clause| matches!(clause, Clause::EvenWhen(..)));
        let is_named = row
            .row
            .title
            .as_ref()
            .is_some_and(|title| all.contains(&title.text) || ruled.contains(title.text.as_str()));
        !brings_its_own && !is_named
    };
    let answer = |row: &RowDef<'_>| match row.row.verdict.kind {
        VerdictKind::Yes => Some("yes"),
        VerdictKind::No => Some("no"),
        _ => None,
    };
    let found = def.rows.iter().filter_map(|row| {
        let mut lifted = row.row.clauses.iter().filter_map(|clause| match clause {
            Clause::ExceptionTo(titles, _) => Some(titles),
            _ => None,
        });
        let titles = lifted.next().filter(|_| lifted.next().is_none())?;
        let own = answer(row)?;
        let is_alike = |title: &Text| {
            let mut those = def.rows.iter().filter(|row| row.row.title.as_ref().is_some_and(|t| t.text == title.text));
            those.next().is_some_and(|row| answer(row) == Some(own)) && those.next().is_none()
        };
        let lifted = || titles.iter().map(|title| format!("\"{}\"", title.text)).collect::<Vec<String>>();
        (free(row) && titles.iter().all(|title| once(title) && is_alike(title)))
            .then(|| says::lifts_its_like(&row_name(row), &lifted(), own, row.verdict_at()))
    });
    found.collect()
}
