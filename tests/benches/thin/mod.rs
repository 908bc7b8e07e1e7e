//! The game that is shipped with fewer counters: lines of the order of battle are left out, spread evenly over both
//! sides, and whoever stands there no longer is taken out of the set-ups. Rules and map stay as they are.

use std::collections::BTreeSet;
use wgr_tests::shipped::Shipped;

/// Nobody is left out.
pub(crate) const ALL: usize = usize::MAX;

/// Leaves this many lines of infantry, cavalry, guns and staffs a side; how many counters those are.
pub(crate) fn thin(game: &mut Shipped, most: usize) -> usize {
    // Nothing is asked of examples here, and most of them name somebody who is gone.
    game.files.retain(|(path, _)| !path.starts_with("examples/"));
    let (mut counters, mut kept) = (0, BTreeSet::new());
    for (_, text) in game.files.iter_mut().filter(|(path, _)| path.starts_with("order/")) {
        *text = order(text, most, &mut counters, &mut kept);
    }
    for (_, text) in game.files.iter_mut().filter(|(path, _)| path.starts_with("scenarios/")) {
        *text = text.lines().filter_map(|line| set_up(line, &kept)).map(|line| line + "\n").collect();
    }
    counters
}

/// A name and how many bear it, `RIC1 x3`, where the line is one of counters.
fn counter(line: &str) -> Option<(&str, usize)> {
    let mut words = line.strip_prefix("        ")?.split_whitespace();
    let name = words.next()?;
    let count = words.next().and_then(|word| word.strip_prefix('x')).and_then(|count| count.parse().ok());
    Some((name, count.unwrap_or(1)))
}

fn order(text: &str, most: usize, counters: &mut usize, kept: &mut BTreeSet<String>) -> String {
    let all = text.lines().filter(|line| counter(line).is_some()).count();
    let most = most.min(all);
    let (mut at, mut out, mut head) = (0, String::new(), None);
    for line in text.lines() {
        let Some((name, count)) = counter(line) else {
            // The head of a table is written with its first line; the brace behind the last one stands alone.
            match line.starts_with("    ") {
                true => head = Some(line),
                false => out.extend([line, "\n"]),
            }
            continue;
        };
        at += 1;
        // Spread evenly: the lines at which a share of `most` in `all` grows by a whole one.
        if at * most / all > (at - 1) * most / all {
            out.extend(head.take().into_iter().chain([line]).flat_map(|line| [line, "\n"]));
            *counters += count;
            kept.insert(name.to_owned());
            let each = ('a'..='z').take(count).map(|letter| format!("{name}{letter}"));
            kept.extend(each.filter(|_| count > 1));
        }
    }
    out
}

/// A line of a set-up without those who are not kept; none where nobody is left.
fn set_up(line: &str, kept: &BTreeSet<String>) -> Option<String> {
    let place = |word: &str| word.len() == 4 && word.bytes().all(|letter| letter.is_ascii_digit());
    let Some((hex, who)) = line.split_once(": ").filter(|(hex, _)| place(hex.trim())) else {
        return Some(line.to_owned());
    };
    let there = who.split(", ").filter(|one| one.split(' ').next().is_some_and(|name| kept.contains(name)));
    let there: Vec<&str> = there.collect();
    (!there.is_empty()).then(|| format!("{hex}: {}", there.join(", ")))
}
