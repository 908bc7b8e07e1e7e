//! Rows that go by one number: a number between theirs that none of them names, or that two of them name.
//!
//! In: items whose rows answer with `=`, each where something is compared with numbers. Out: notes, by the words of the text
//! alone: whether that number ever comes, nobody knows here.

use super::builder::Builder;
use super::idle_rows::row_name;
use super::types::ratio;
use super::walk;
use super::world::{RowDef, RowsDef};
use crate::diag::{Diagnostic, Place, says};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Clause, Compare, ExprKind, RowsKind, VerdictKind};

pub(super) fn notes(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let answers = |def: &&RowsDef<'_>| {
        matches!(def.ast.kind, RowsKind::Victory | RowsKind::Value)
            && def.ast.stages.is_empty()
            && def.groups.is_empty()
            && !def.lacks_rows
            && !def.damaged
    };
    let mut told = Vec::new();
    for def in builder.world.rows.iter().filter(answers) {
        let layer = |row: &RowDef<'_>| -> Vec<String> {
            row.layer.iter().flat_map(|layer| &layer.any).map(|name| name.text.clone()).collect()
        };
        let layers: BTreeSet<Vec<String>> = def.rows.iter().map(layer).collect();
        let of_all = |layer: &Vec<String>| layer.is_empty();
        for one in layers.iter().filter(|one| !of_all(one) || layers.len() == 1) {
            let rows = def.rows.iter().filter(|row| of_all(&layer(row)) || layer(row) == *one);
            told.extend(notes_of(builder, def, &rows.collect::<Vec<_>>()));
        }
    }
    told
}

/// The only condition of a row; nothing where it says more.
fn condition_of<'r>(row: &'r RowDef<'_>) -> Option<&'r ast::Expr> {
    let mut own = None;
    for clause in &row.row.clauses {
        match clause {
            Clause::When(condition) if own.is_none() => own = Some(condition),
            Clause::Ruling(_) | Clause::Provisional(_) => {}
            Clause::When(_)
            | Clause::Unless(_)
            | Clause::EvenWhen(..)
            | Clause::ForEach(..)
            | Clause::ExceptionTo(..)
            | Clause::Waives(..)
            | Clause::Otherwise(_) => return None,
        }
    }
    own
}

fn notes_of(builder: &Builder<'_>, def: &RowsDef<'_>, rows: &[&RowDef<'_>]) -> Option<Diagnostic> {
    let lifts = |row: &RowDef<'_>| row.row.clauses.iter().any(|clause| matches!(clause, Clause::ExceptionTo(..)));
    // What is an exception answers only where another row does.
    let rows: Vec<&RowDef<'_>> = rows.iter().copied().filter(|row| !lifts(row)).collect();
    let mut conditions: Vec<(&RowDef<'_>, &ast::Expr)> = Vec::new();
    let (mut about, mut numbers): (BTreeSet<String>, BTreeSet<i64>) = (BTreeSet::new(), BTreeSet::new());
    let mut ranged = false;
    let mut rest = def.ast.otherwise.is_some();
    for row in rows {
        if row.row.clauses.iter().any(|clause| matches!(clause, Clause::Otherwise(_))) {
            rest = true;
            continue;
        }
        let condition = condition_of(row)?;
        if !matches!(row.row.verdict.kind, VerdictKind::Equals(_)) {
            return None;
        }
        holds_for(condition, 0, &mut |subject, number| {
            about.insert(builder.sources.text(Place::new(row.file, subject.span)).to_owned());
            numbers.insert(number);
        })?;
        walk::expressions(condition, &mut |expr| {
            ranged |= matches!(expr.kind, ExprKind::In { .. })
                || matches!(&expr.kind, ExprKind::Compare(how, ..) if !matches!(how, Compare::Is | Compare::IsNot));
        });
        conditions.push((row, condition));
    }
    // Who asks for single numbers alone may know that no other ever comes.
    let subject = about.first().filter(|_| about.len() == 1 && conditions.len() > 1 && ranged)?;
    let so = |condition: &ast::Expr, value: i64| holds_for(condition, value, &mut |_, _| {}) == Some(true);
    let near: BTreeSet<i64> = numbers.iter().flat_map(|number| [number - 1, *number, number + 1]).collect();
    for value in &near {
        let mut both = conditions.iter().filter(|(_, condition)| so(condition, *value)).map(|(row, _)| *row);
        let (Some(one), Some(other)) = (both.next(), both.next()) else { continue };
        let answer = |row: &RowDef<'_>| builder.sources.text(row.verdict_at()).to_owned();
        if answer(one) != answer(other) {
            return Some(says::both_answer(&def.name, subject, *value, [&row_name(one), &row_name(other)]));
        }
    }
    if rest {
        return None;
    }
    // Between the numbers that are named: how far it goes beyond them nobody says.
    let (least, most) = (numbers.first().copied()?, numbers.last().copied()?);
    let mut between = near.into_iter().filter(|number| (least..=most).contains(number));
    let left_out = between.find(|value| !conditions.iter().any(|(_, condition)| so(condition, *value)))?;
    let first = conditions.first().map_or(def.file, |(row, _)| row.file);
    let at = if first == def.file && conditions.iter().all(|(row, _)| row.layer.is_none()) {
        Place::new(def.file, def.ast.name.span)
    } else {
        conditions.first()?.0.verdict_at()
    };
    Some(says::number_left_out(&def.name, subject, left_out, at))
}

/// Is the condition so where all that it compares with numbers is this one? Shows what is compared, and with what.
fn holds_for<'a>(condition: &'a ast::Expr, value: i64, see: &mut dyn FnMut(&'a ast::Expr, i64)) -> Option<bool> {
    let whole = |number: &ast::Expr| ratio(number).filter(|(_, den)| *den == 1).map(|(number, _)| number);
    match &condition.kind {
        ExprKind::And(a, b) => {
            let (a, b) = (holds_for(a, value, see)?, holds_for(b, value, see)?);
            Some(a && b)
        }
        ExprKind::Or(a, b) => {
            let (a, b) = (holds_for(a, value, see)?, holds_for(b, value, see)?);
            Some(a || b)
        }
        ExprKind::Not(inner) => holds_for(inner, value, see).map(|so| !so),
        ExprKind::In { member, set, negated } => {
            let ExprKind::Range(from, to) = &set.kind else { return None };
            let (from, to) = (whole(from)?, whole(to)?);
            see(member, from);
            see(member, to);
            Some((from..=to).contains(&value) != *negated)
        }
        ExprKind::Compare(how, subject, number) => {
            let number = whole(number)?;
            if ratio(subject).is_some() {
                return None;
            }
            see(subject, number);
            Some(match how {
                Compare::Is => value == number,
                Compare::IsNot => value != number,
                Compare::Less => value < number,
                Compare::AtMost => value <= number,
                Compare::More => value > number,
                Compare::AtLeast => value >= number,
            })
        }
        _ => None,
    }
}
