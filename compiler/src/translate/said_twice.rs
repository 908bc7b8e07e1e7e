//! Rows that say what another row says already. In: a game in which nothing is wrong. Out: notes. Promises: each is certain by the
//! words of the text alone: the same answer under the same words, or an exception that answers as what it lifts.

use super::builder::Builder;
use super::idle_rows::{named_elsewhere, row_name};
use super::rows::titles_named;
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
    items.flat_map(|def| twice(sources, def, ruled).into_iter().chain(lifts_its_like(def, ruled))).collect()
}

/// What a row answers and when, as it is written; nothing where it lifts others, or has no condition.
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

/// Two rows that answer the same under the same words. One that another row or a ruling names may count where its like does not.
fn twice(sources: &Sources, def: &RowsDef<'_>, ruled: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let counts_once = |row: &&RowDef<'_>| {
        matches!(
            row.row.verdict.kind,
            VerdictKind::Yes | VerdictKind::No | VerdictKind::Plus(_) | VerdictKind::Minus(_)
        )
    };
    let said: Vec<(&RowDef<'_>, Said<'_>)> =
        def.rows.iter().filter(counts_once).filter_map(|row| Some((row, Said::of(sources, row)?))).collect();
    let pairs = said.iter().enumerate().filter_map(|(at, (row, words))| {
        let alike = |(other, said): &&(&RowDef<'_>, Said<'_>)| said == words && belongs(other) == belongs(row);
        Some((*row, said.get(..at)?.iter().find(alike)?.0))
    });
    let found = pairs.filter_map(|(row, before)| {
        let named = named_elsewhere(def)?;
        let free = |row: &RowDef<'_>| {
            let named = |title: &Text| named.contains(title.text.as_str()) || ruled.contains(title.text.as_str());
            !row.row.title.as_ref().is_some_and(named)
        };
        let adds = matches!(row.row.verdict.kind, VerdictKind::Plus(_) | VerdictKind::Minus(_));
        let told = || says::said_twice(&row_name(row), &row_name(before), adds, row.verdict_at());
        (free(row) && free(before)).then(told)
    });
    found.collect()
}

/// The scenarios and options of a row.
fn belongs<'r>(row: &'r RowDef<'_>) -> Option<Vec<&'r str>> {
    row.layer.map(|layer| layer.any.iter().map(|name| name.text.as_str()).collect())
}

/// An exception that says yes or no as every row that it lifts. (A number may be said again for the sake of its case.)
fn lifts_its_like(def: &RowsDef<'_>, ruled: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let answer = |row: &RowDef<'_>| match row.row.verdict.kind {
        VerdictKind::Yes => Some("yes"),
        VerdictKind::No => Some("no"),
        _ => None,
    };
    let is_called = |row: &&RowDef<'_>, title: &Text| row.row.title.as_ref().is_some_and(|own| own.text == title.text);
    let times_named = |title: &Text| {
        let all = def.rows.iter().flat_map(|row| titles_named(row.row));
        all.filter(|named| named.text == title.text).count() + usize::from(ruled.contains(title.text.as_str()))
    };
    let found = def.rows.iter().filter_map(|row| {
        let mut lifting = row.row.clauses.iter().filter_map(|clause| match clause {
            Clause::ExceptionTo(titles, _) => Some(titles),
            _ => None,
        });
        let (titles, own) = (lifting.next().filter(|_| lifting.next().is_none())?, answer(row)?);
        let brings_its_own = row.row.clauses.iter().any(|clause| matches!(clause, Clause::EvenWhen(..)));
        let is_alike = |title: &Text| {
            let mut those = def.rows.iter().filter(|row| is_called(row, title));
            those.next().is_some_and(|row| answer(row) == Some(own)) && those.next().is_none()
        };
        // Whoever else names one of them may say more about it than this row does.
        let alone = titles.iter().all(|title| is_alike(title) && times_named(title) == 1)
            && row.row.title.as_ref().is_none_or(|title| times_named(title) == 0);
        let lifted = || titles.iter().map(|title| format!("\"{}\"", title.text)).collect::<Vec<String>>();
        let told = || says::lifts_its_like(&row_name(row), &lifted(), own, row.verdict_at());
        (alone && !brings_its_own).then(told)
    });
    found.collect()
}
