//! Rows that say what another row says already. In: a game in which nothing is wrong. Out: notes. Promises: each is certain by the
//! words of the text alone: the same answer under the same words, or an exception that answers as what it lifts.

use super::builder::Builder;
use super::idle_rows::row_name;
use super::world::{RowDef, RowsDef};
use crate::diag::{Diagnostic, says};
use crate::source::Sources;
use wgr_grammar::Span;
use wgr_grammar::ast::{Clause, RowsKind, Text, VerdictKind};

pub(super) fn notes(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let sources = builder.sources;
    let items = builder.world.rows.iter().filter(|def| {
        matches!(def.ast.kind, RowsKind::Fact | RowsKind::Permit | RowsKind::Value) && !def.lacks_rows && !def.damaged
    });
    items.flat_map(|def| twice(sources, def).into_iter().chain(lifts_its_like(def))).collect()
}

/// What a row answers and when, as it is written; nothing where it lifts others, or counts for nobody else.
#[derive(PartialEq)]
struct Said<'s>(Vec<&'s str>);

impl<'s> Said<'s> {
    fn of(sources: &'s Sources, def: &RowDef<'_>) -> Option<Said<'s>> {
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
fn twice(sources: &Sources, def: &RowsDef<'_>) -> Vec<Diagnostic> {
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
        // One row may lift the one, and not the other.
        let named = [row, *before].into_iter().any(|row| is_named(def, row.row.title.as_ref()));
        let adds = matches!(row.row.verdict.kind, VerdictKind::Plus(_) | VerdictKind::Minus(_));
        (!named).then(|| says::said_twice(&row_name(row), &row_name(before), adds, row.verdict_at()))
    });
    found.collect()
}

/// The scenarios and options of a row.
fn belongs<'r>(row: &'r RowDef<'_>) -> Option<Vec<&'r str>> {
    row.layer.map(|layer| layer.any.iter().map(|name| name.text.as_str()).collect())
}

fn is_named(def: &RowsDef<'_>, title: Option<&Text>) -> bool {
    let Some(title) = title else { return false };
    let mut clauses = def.rows.iter().flat_map(|row| &row.row.clauses);
    clauses.any(|clause| {
        matches!(clause, Clause::ExceptionTo(titles, _) | Clause::Waives(titles, _)
            if titles.iter().any(|named| named.text == title.text))
    })
}

/// An exception that says yes or no as every row that it lifts. (A number may be said again for the sake of its case.)
fn lifts_its_like(def: &RowsDef<'_>) -> Vec<Diagnostic> {
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
        titles.iter().all(is_alike).then(|| says::lifts_its_like(&row_name(row), &lifted(), own, row.verdict_at()))
    });
    found.collect()
}
