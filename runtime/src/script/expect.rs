//! What must hold, and the rows that must be behind it.

use super::report::{Event, Failure};
use super::step::Part;
use super::walk::{Walk, Walked};
use crate::engine::{Why, WhyRow, members, why};
use crate::ir::FuncId;

pub(super) fn expect(
    walk: &mut Walk<'_>,
    query: FuncId,
    shown: &[(String, FuncId)],
    why_of: Option<FuncId>,
    parts: Option<&[Part]>,
) -> Walked {
    let (game, state) = (walk.game, walk.engine.state());
    // Of a set the reasons are the same whoever is asked about.
    let anybody = |query: FuncId| vec![0; game.program().func(query).params as usize];
    let tree = why_of.map(|query| called(why(game, state, query, &anybody(query))));
    let answer = why(game, state, query, &[]).answer.unwrap_or_default();
    if let Some(tree) = &tree {
        walk.note(Event::Why(tree.clone()));
    }
    if answer != "yes" {
        let help = "mend what is expected, or the rule behind it";
        let mut failure = match answer.as_str() {
            "no" => Failure::new("this is not so", help),
            fault => Failure::new(format!("this cannot be answered: {fault}"), help),
        };
        let state = walk.engine.state();
        for (text, value) in shown {
            // A query of one more member speaks of a set.
            let found = match game.program().func(*value).params {
                0 => why(game, state, *value, &[]).answer,
                _ => members(game, state, *value, &[]),
            };
            let found = found.unwrap_or_else(|| "not to be said".to_owned());
            failure = failure.found(format!("{text} is {found}"));
        }
        return Err(with_tree(failure, tree.as_ref()));
    }
    match (&tree, parts) {
        (Some(tree), Some(parts)) => same_rows(tree, parts),
        (Some(_) | None, _) => Ok(()),
    }
}

/// The question that a query without parameters asks: itself where rows answer it, else the last one in it.
fn called(tree: Why) -> Why {
    if !tree.rows.is_empty() || tree.because.is_empty() {
        return tree;
    }
    let last = tree.because.len() - 1;
    tree.because.into_iter().nth(last).unwrap_or_else(Why::nothing)
}

/// Exactly these rows count. A row that adds nothing need not be named; bindings of one row may be named one by one or
/// by their sum.
fn same_rows(tree: &Why, parts: &[Part]) -> Walked {
    let winners: Vec<&WhyRow> = tree.rows.iter().filter(|row| row.wins).collect();
    let mut titles: Vec<&str> = winners.iter().map(|row| row.title.as_str()).collect();
    titles.extend(parts.iter().map(|part| part.title.as_str()));
    titles.sort_unstable();
    titles.dedup();
    let mut wrong = Vec::new();
    for title in titles {
        let found: Vec<&str> =
            winners.iter().filter(|row| row.title == title).map(|row| row.amount.as_deref().unwrap_or("")).collect();
        let wanted: Vec<Option<&str>> =
            parts.iter().filter(|part| part.title == title).map(|part| part.amount.as_deref()).collect();
        if !agree(&found, &wanted) {
            let found =
                if found.is_empty() { "does not count".to_owned() } else { format!("counts {}", found.join(", ")) };
            wrong.push(match wanted.as_slice() {
                [] => format!("\"{title}\" {found}, and is not named"),
                _ => format!("\"{title}\" {found}"),
            });
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let counts: Vec<String> =
        winners.iter().filter(|row| !idle(row.amount.as_deref())).map(|row| part_of(row)).collect();
    let help = format!("if the rules are right, write `from {}`", counts.join(", "));
    let wanted: Vec<String> =
        parts.iter().map(|part| format!("\"{}\" {}", part.title, part.amount.as_deref().unwrap_or("(any)"))).collect();
    let mut failure =
        Failure::new(format!("{} comes from other rows", tree.question), help).expected(wanted.join(", "));
    for line in wrong {
        failure = failure.found(line);
    }
    Err(with_tree(failure, Some(tree)))
}

/// What an author writes for a row: `"Artillery" +1`.
fn part_of(row: &WhyRow) -> String {
    let amount = row.amount.as_deref().unwrap_or_default();
    let sign = if amount.starts_with(|first: char| first.is_ascii_digit()) { "+" } else { "" };
    format!("\"{}\" {sign}{amount}", row.title)
}

fn agree(found: &[&str], wanted: &[Option<&str>]) -> bool {
    if wanted.is_empty() {
        return found.iter().all(|amount| idle(Some(amount)));
    }
    let Some(wanted) = wanted.iter().copied().collect::<Option<Vec<&str>>>() else {
        // Named without an amount: it counts, however much.
        return !found.is_empty();
    };
    if let [one] = wanted.as_slice()
        && let (Some(one), Some(sum)) = (exact(one), sum(found))
    {
        return !found.is_empty() && one == sum;
    }
    let sorted = |amounts: &[&str]| {
        let mut all: Vec<(Option<Exact>, String)> =
            amounts.iter().map(|text| (exact(text), bare(text).to_owned())).collect();
        all.iter_mut().filter(|(number, _)| number.is_some()).for_each(|(_, text)| text.clear());
        all.sort();
        all
    };
    sorted(found) == sorted(&wanted)
}

/// A row that adds nothing.
fn idle(amount: Option<&str>) -> bool {
    amount.and_then(exact).is_some_and(|exact| exact.num == 0)
}

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Exact {
    num: i64,
    den: i64,
}

fn bare(text: &str) -> &str {
    text.trim().trim_start_matches(['+', '=', '*', ' '])
}

/// `3`, `+1`, `- 2`, `1/2`, `3 1/2`, `-3 1/2`
fn exact(text: &str) -> Option<Exact> {
    let text = bare(text);
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest.trim_start()));
    let (whole, fraction) = match text.split_once(' ') {
        Some((whole, fraction)) => (whole.parse::<i32>().ok()?, fraction),
        None if text.contains('/') => (0, text),
        None => (text.parse::<i32>().ok()?, "0/1"),
    };
    let (num, den) = fraction.split_once('/')?;
    let (num, den) = (num.parse::<i32>().ok()?, den.parse::<i32>().ok()?);
    if den <= 0 || num < 0 || whole < 0 {
        return None;
    }
    let num = i64::from(whole).checked_mul(i64::from(den))?.checked_add(i64::from(num))?;
    Some(lowest(if negative { -num } else { num }, i64::from(den)))
}

fn lowest(num: i64, den: i64) -> Exact {
    let (mut a, mut b) = (num.abs(), den);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let by = a.max(1);
    Exact { num: num / by, den: den / by }
}

fn sum(amounts: &[&str]) -> Option<Exact> {
    amounts.iter().try_fold(Exact { num: 0, den: 1 }, |sum, amount| {
        let exact = exact(amount)?;
        let den = sum.den.checked_mul(exact.den)?;
        let num = sum.num.checked_mul(exact.den)?.checked_add(exact.num.checked_mul(sum.den)?)?;
        Some(lowest(num, den))
    })
}

fn with_tree(failure: Failure, tree: Option<&Why>) -> Failure {
    let Some(tree) = tree else { return failure };
    tree.brief().in_short().into_iter().fold(failure, |failure, line| failure.found(line))
}
