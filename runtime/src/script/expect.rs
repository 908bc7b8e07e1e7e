//! What must hold, and the rows that must be behind it.

use super::faulted;
use super::report::{Event, Failure};
use super::step::{Part, Reasons};
use super::walk::{Because, Walk, Walked};
use crate::engine::{Behind, How, Why, WhyRow, answer, fault_of, members, rows_behind, why};
use crate::exec::{Fault, FaultCode};
use crate::ir::{FuncId, NONE};

pub(super) fn expect(walk: &mut Walk, query: FuncId, shown: &[(String, FuncId)], from: Option<&Reasons>) -> Walked {
    let game = &walk.game.clone();
    let state = &walk.engine.state().clone();
    // Of a set the reasons are the same whoever is asked about.
    let anybody = |query: FuncId| vec![0; game.program().func(query).params as usize];
    let behind = |from: &Reasons, much| {
        let tree = rows_behind(game, state, from.why_of, &anybody(from.why_of), much);
        if tree.query == Some(from.why_of) { written(tree, shown) } else { tree }
    };
    let tree = from.map(|from| behind(from, wanted(walk)));
    let said = match (&tree, walk.reasons) {
        (None, Because::All) => {
            let asked = why(game, state, query, &[]);
            walk.note(Event::Behind(asked.because));
            asked.answer
        }
        (tree, _) => {
            let answer = answer(game, state, query, &[]);
            tree.iter().for_each(|tree| walk.note(Event::Why(tree.clone())));
            answer
        }
    };
    let said = said.unwrap_or_default();
    if said != "yes" {
        // A query of one more member speaks of a set.
        let asked = |value: FuncId| match game.program().func(value).params {
            0 => answer(game, state, value, &[]),
            _ => members(game, state, value, &[]),
        };
        let found: Vec<(&str, Option<String>)> =
            shown.iter().map(|(text, value)| (text.as_str(), asked(*value))).collect();
        let open = walk.open_here();
        // The game stands still until this is said.
        let first = open.as_deref().filter(|first| !first.starts_with("when"));
        let is_so = |there: &Walk| answer(&there.game, there.engine.state(), query, &[]).as_deref() == Some("yes");
        let help = match walk.pass_first(is_so).filter(|_| walk.only_passes()) {
            Some(passes) => format!("{passes}: it is so behind that"),
            None => help(&found, first),
        };
        let fault = fault_of(game, state, query, &[]);
        // What is kept is none until it is picked, and a total of those who are picked is nothing.
        let awaited = |fault: &Fault| {
            fault.code == FaultCode::Zero || fault.unfit.as_ref().is_some_and(|unfit| unfit.value == NONE)
        };
        let asks = first.is_some_and(|first| first.starts_with("answer"));
        let (mut failure, faults) = match &fault {
            None => (Failure::new("this is not so", help), false),
            Some(fault) if asks && awaited(fault) => {
                (Failure::new("this cannot be asked yet: the game waits for an answer", help), false)
            }
            Some(fault) => {
                let asked = why(game, state, query, &[]);
                (faulted::failure(game, fault, Some(&asked)), true)
            }
        };
        for (text, found) in found {
            failure = failure.found(match found {
                Some(found) if found.starts_with("fault ") => format!("{text} cannot be answered"),
                Some(found) => format!("{text} is {found}"),
                None => format!("{text} is not to be said"),
            });
        }
        if open.is_some() && !faults {
            failure = failure.found(walk.stands());
        }
        let of_whole = || {
            let tree = rows_behind(game, state, query, &[], Behind::Short);
            (!faults && !tree.rows.is_empty()).then_some(tree)
        };
        let tree = from.map_or_else(of_whole, |from| Some(behind(from, Behind::Short)));
        return Err(with_tree(failure, tree));
    }
    match (&tree, from) {
        (Some(tree), Some(from @ Reasons { parts: Some(parts), bounds, .. })) => {
            same_rows(tree, parts, bounds).map_err(|failure| with_tree(failure, Some(behind(from, Behind::Short))))
        }
        (Some(_) | None, _) => Ok(()),
    }
}

/// `first`: what has to be said before anything else.
fn help(found: &[(&str, Option<String>)], first: Option<&str>) -> String {
    let mend = "mend what is expected, or the rule behind it";
    let is_answer = |found: &str| !found.starts_with("fault ");
    match (first, found) {
        (Some(first), [(text, Some(found))]) if is_answer(found) => format!(
            "if the rules are right, write `expect {text} is {found}`; if this is expected later, write `{first}` before it; \
             else mend the rule behind it"
        ),
        (Some(first), _) => format!("if that is to come first, write `{first}` before this line; else {mend}"),
        (None, [(text, Some(found))]) if is_answer(found) => {
            format!("if the rules are right, write `expect {text} is {found}`; else mend the rule behind it")
        }
        (None, _) => mend.to_owned(),
    }
}

/// Of what is as expected.
fn wanted(walk: &Walk) -> Behind {
    match walk.reasons {
        Because::Named => Behind::Rows,
        Because::All => Behind::All,
    }
}

/// What these rows answer is the result of the game.
pub(super) fn answered_so(walk: &mut Walk, result: &str, from: &Reasons) -> Walked {
    let (game, state) = (&walk.game.clone(), &walk.engine.state().clone());
    let tree = |much| rows_behind(game, state, from.why_of, &[], much);
    let behind = tree(wanted(walk));
    walk.note(Event::Why(behind.clone()));
    let checked = match &behind.answer {
        Some(answer) if answer == result => from.parts.as_ref().map(|parts| same_rows(&behind, parts, &from.bounds)),
        answer => {
            let answer = answer.as_deref().unwrap_or("nothing");
            let said = format!("the game did not end by these rows: they answer {answer}");
            Some(Err(Failure::new(said, "take `from` away: a statement says who has won")))
        }
    };
    checked.unwrap_or(Ok(())).map_err(|failure| with_tree(failure, Some(tree(Behind::Short))))
}

/// It goes by what is written.
fn written(tree: Why, shown: &[(String, FuncId)]) -> Why {
    let written = shown.iter().find(|(_, query)| Some(*query) == tree.query).map(|(text, _)| text.clone());
    Why { question: written.unwrap_or_else(|| tree.question.clone()), ..tree }
}

/// Exactly these rows count. A row that adds nothing need not be named, nor a bound that changes nothing, nor a waiver;
/// bindings of one row may be named one by one or by their sum.
fn same_rows(tree: &Why, parts: &[Part], bounds: &[String]) -> Walked {
    let idle = idle_rows(tree, bounds);
    let winners: Vec<&WhyRow> = tree.rows.iter().filter(|row| row.wins).collect();
    let mut titles: Vec<&str> = winners.iter().map(|row| row.title.as_str()).collect();
    titles.extend(parts.iter().map(|part| part.title.as_str()));
    titles.sort_unstable();
    titles.dedup();
    let mut wrong = Vec::new();
    for title in titles {
        let found: Vec<&WhyRow> = winners.iter().copied().filter(|row| row.title == title).collect();
        let wanted: Vec<Option<&str>> =
            parts.iter().filter(|part| part.title == title).map(|part| part.amount.as_deref()).collect();
        let fits = match wanted.as_slice() {
            [] => found.iter().all(|row| idle.contains(row)),
            [None] if found.is_empty() => tree.rows.iter().any(|row| row.title == title && waives(row)),
            wanted => agree(&amounts(&found), wanted),
        };
        if !fits {
            let found = match amounts(&found).as_slice() {
                [] => "does not count".to_owned(),
                found => format!("counts {}", found.join(", ")),
            };
            wrong.push(match wanted.as_slice() {
                [] => format!("\"{title}\" {found}, and is not named"),
                _ => format!("\"{title}\" {found}"),
            });
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let counts: Vec<String> = winners.iter().filter(|row| !idle.contains(row)).map(|row| part_of(row)).collect();
    let help = match counts.as_slice() {
        [] => "no row counts here: if the rules are right, take away `from` and what stands behind it".to_owned(),
        counts => format!("if the rules are right, write `from {}`", counts.join(", ")),
    };
    let wanted: Vec<String> =
        parts.iter().map(|part| format!("\"{}\" {}", part.title, part.amount.as_deref().unwrap_or("(any)"))).collect();
    let mut failure =
        Failure::new(format!("{} comes from other rows", tree.question), help).expected(wanted.join(", "));
    for line in wrong {
        failure = failure.found(line);
    }
    Err(failure)
}

/// It calls other rows off here.
fn waives(row: &WhyRow) -> bool {
    row.waiver && row.applies
}

fn amounts<'w>(rows: &[&'w WhyRow]) -> Vec<&'w str> {
    rows.iter().map(|row| row.amount.as_deref().unwrap_or_default()).collect()
}

/// Rows that count and change nothing: those that add nought, and bounds that are not the answer or are what it comes to
/// without them.
fn idle_rows<'w>(tree: &'w Why, bounds: &[String]) -> Vec<&'w WhyRow> {
    let winners = || tree.rows.iter().filter(|row| row.wins);
    let (limits, others): (Vec<&WhyRow>, Vec<&WhyRow>) = winners().partition(|row| bounds.contains(&row.title));
    let answer = tree.answer.as_deref().and_then(exact);
    let unbounded = sum(&amounts(&others));
    let bites =
        |row: &WhyRow| answer.is_none() || row.amount.as_deref().and_then(exact) == answer && unbounded != answer;
    let mut idle: Vec<&WhyRow> = others.into_iter().filter(|row| adds_nothing(row)).collect();
    idle.extend(limits.into_iter().filter(|row| !bites(row)));
    idle
}

/// What an author writes for a row: `"Artillery" +1`.
fn part_of(row: &WhyRow) -> String {
    // How it is rounded is no amount.
    let amount = row.amount.as_deref().filter(|amount| !amount.starts_with("rounded"));
    let Some(amount) = amount else { return format!("\"{}\"", row.title) };
    let is_bare = amount.starts_with(|first: char| first.is_ascii_digit());
    let sign = match row.counts.map(|counts| counts.how) {
        Some(How::Times) if is_bare => "* ",
        Some(How::Times | How::Is | How::Added | How::AtLeast | How::AtMost | How::Rounded) | None if is_bare => "+",
        Some(How::Times | How::Is | How::Added | How::AtLeast | How::AtMost | How::Rounded) | None => "",
    };
    format!("\"{}\" {sign}{amount}", row.title)
}

fn agree(found: &[&str], wanted: &[Option<&str>]) -> bool {
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

fn adds_nothing(row: &WhyRow) -> bool {
    row.amount.as_deref().and_then(exact).is_some_and(|exact| exact.num == 0)
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

/// `3`, `+1`, `- 2`, `1/2`, `3 1/2`, `-3 1/2`, odds as `3:1`
fn exact(text: &str) -> Option<Exact> {
    let odds = text.replace(':', "/");
    let text = bare(&odds);
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

/// With everything behind the value.
fn with_tree(failure: Failure, tree: Option<Why>) -> Failure {
    let Some(tree) = tree else { return failure };
    tree.brief().in_short().into_iter().fold(failure, |failure, line| failure.found(line))
}
