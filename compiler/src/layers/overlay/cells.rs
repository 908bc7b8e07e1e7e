//! Cells of tables as lines of errata name them.
//!
//! In: a table, and labels. Out: the same labels as the slot of the cell has them; of one label among several of a line, the
//! lines that change its cell alone. Promises: a column has several names where a table has several heads, and each of them names it.

use super::super::slot::words_of;
use wgr_grammar::ast::{Name, Table, TableLine};

/// Ways to read these labels: as they stand, and with the column as the first head names it.
pub(super) fn readings(table: &Table, labels: &[Name]) -> Vec<Vec<Name>> {
    let mut found = vec![labels.to_vec()];
    let Some(first) = table.heads.first() else { return found };
    for head in &table.heads {
        for (column, first_column) in head.labels.iter().zip(&first.labels) {
            let Some(rest) = without_end(labels, &column.text) else { continue };
            let members = rest.iter().rev().take_while(|label| head.of.iter().any(|of| of.text == label.text)).count();
            for few in 1..=members {
                let line = rest.get(..rest.len() - few).unwrap_or_default();
                found.push(line.iter().chain(first.of.first()).chain([first_column]).cloned().collect());
            }
        }
    }
    found
}

/// Cells that may be meant where a column holds what is named and is printed with more: of `crt[3, woods, 3]` the column `3..4`.
pub(super) fn near(table: &Table, labels: &[Name]) -> Vec<String> {
    let [line @ .., member, wanted] = labels else { return Vec::new() };
    let number = |text: &str| text.parse::<i64>().ok();
    let holds = |column: &str| {
        let range = column.split_once("..").and_then(|(low, high)| number(low).zip(number(high)));
        range.zip(number(&wanted.text)).is_some_and(|((low, high), at)| (low..=high).contains(&at))
    };
    let heads = table.heads.iter().filter(|head| head.of.iter().any(|of| of.text == member.text));
    let columns = heads.flat_map(|head| &head.labels).filter(|column| holds(&column.text));
    let named = |column: &Name| {
        let words = line.iter().chain([member, column]).map(|word| word.text.as_str());
        format!("{}[{}]", table.name.text, words.collect::<Vec<&str>>().join(", "))
    };
    columns.map(named).collect()
}

/// The labels before those that a column bears.
fn without_end<'l>(labels: &'l [Name], column: &str) -> Option<&'l [Name]> {
    let words: Vec<&str> = words_of(column).collect();
    let rest = labels.get(..labels.len().checked_sub(words.len())?)?;
    let end = labels.get(rest.len()..)?.iter().map(|label| label.text.as_str());
    end.eq(words).then_some(rest)
}

/// Lines of errata that change a cell for one label alone of those that its line bears.
pub(super) struct Split {
    /// `track[oct_2_3, oct_4_5]`
    pub(super) line: String,
    pub(super) to_type: Vec<String>,
}

/// Where the first label is one of several of a line: how its cell is amended without the others.
pub(super) fn split(table: &Table, labels: &[Name], now: &str) -> Option<Split> {
    let columns = table.heads.first().map_or(&[][..], |head| &head.labels);
    let cells = columns.len().max(1);
    table.lines.iter().find_map(|line| {
        let (label, own) = line.words.split_at(line.words.len().checked_sub(cells)?);
        let (wanted, beside) = labels.split_first()?;
        let bears: Vec<&str> = label.iter().flat_map(|word| words_of(&word.text)).collect();
        let others = others(&bears, &wanted.text)?;
        let at = match (columns, beside) {
            ([], []) => 0,
            (columns, beside) => columns.iter().position(|column| without_end(beside, &column.text).is_some())?,
        };
        let mut changed: Vec<&str> = own.iter().map(|cell| cell.text.as_str()).collect();
        let unchanged = changed.join("  ");
        *changed.get_mut(at)? = now;
        let (name, whole) = (&table.name.text, bears.join(", "));
        let cases = cases(line);
        let add =
            |labels: &str, cells: String| format!("add to {name} before {name}[{whole}] {cases}{labels}  {cells}");
        let (rest, alone) = (add(&others, unchanged), add(&wanted.text, changed.join("  ")));
        let number = |text: &str| text.split([',', '.']).next().and_then(|text| text.parse::<i64>().ok());
        // Lines of numbers stand in their order.
        let first = number(&wanted.text).zip(number(&others)).is_some_and(|(wanted, others)| wanted < others);
        let added = if first { [alone, rest] } else { [rest, alone] };
        Some(Split {
            line: format!("{name}[{whole}]"),
            to_type: [format!("remove {name}[{whole}]")].into_iter().chain(added).collect(),
        })
    })
}

fn cases(line: &TableLine) -> String {
    let cases: Vec<&str> = line.cases.iter().map(|case| case.text.as_str()).collect();
    if cases.is_empty() { String::new() } else { format!("{} ", cases.join(", ")) }
}

/// What is left of labels without this one; none where it is not among them, or alone.
fn others(bears: &[&str], wanted: &str) -> Option<String> {
    let mut left: Vec<String> = Vec::new();
    let mut found = false;
    for label in bears {
        let number = |text: &str| text.parse::<i64>().ok();
        let range = label.split_once("..").and_then(|(low, high)| number(low).zip(number(high)));
        match (range, number(wanted)) {
            _ if *label == wanted => found = true,
            (Some((low, high)), Some(at)) if (low..=high).contains(&at) => {
                found = true;
                let piece = |low: i64, high: i64| match low.cmp(&high) {
                    std::cmp::Ordering::Less => Some(format!("{low}..{high}")),
                    std::cmp::Ordering::Equal => Some(low.to_string()),
                    std::cmp::Ordering::Greater => None,
                };
                left.extend([piece(low, at - 1), piece(at + 1, high)].into_iter().flatten());
            }
            _ => left.push((*label).to_owned()),
        }
    }
    (found && !left.is_empty()).then(|| left.join(", "))
}
