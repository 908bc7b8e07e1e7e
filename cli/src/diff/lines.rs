//! Two texts held against each other, line by line.
//!
//! In: the lines of what was and of what is. Out: each line that is kept, gone or new, in order, with a few that are kept
//! around those that are not. Promises: as many lines are kept as can be.

use super::NOT_APPLIED;

/// Lines that are kept shown before and after one that is not.
const AROUND: usize = 3;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Kept,
    Gone,
    New,
}

/// What changed: `- gone`, `+ new`, `  kept`; `..` stands for kept lines that are left out.
pub(crate) fn changed(was: &str, is: &str) -> Vec<String> {
    let (was, is): (Vec<&str>, Vec<&str>) = (was.trim_end().lines().collect(), is.trim_end().lines().collect());
    let lines = compared(&was, &is);
    let near = |at: usize| {
        let around = at.saturating_sub(AROUND)..(at + AROUND + 1).min(lines.len());
        lines[around].iter().any(|(sort, _)| *sort != Sort::Kept)
    };
    let mut told: Vec<String> = Vec::new();
    for (at, (sort, line)) in lines.iter().enumerate() {
        if near(at) {
            let mark = match sort {
                Sort::Kept => ' ',
                Sort::Gone => '-',
                Sort::New => '+',
            };
            told.push(format!("{mark} {line}").trim_end().to_owned());
        } else if told.last().is_none_or(|last| last != "..") {
            told.push("..".to_owned());
        }
    }
    told
}

/// What changed in the trace of an example, each under its step. Which rows did not apply changes nothing; of an ask what
/// is offered no more and what is offered now.
pub(crate) fn of_trace(was: &str, is: &str) -> Vec<String> {
    let plain = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.is_empty() && !line.contains(NOT_APPLIED));
        lines.map(|line| line.replacen("'- ", "|- ", 1)).collect()
    };
    let (was, is) = (plain(was), plain(is));
    let (was, is): (Vec<&str>, Vec<&str>) =
        (was.iter().map(String::as_str).collect(), is.iter().map(String::as_str).collect());
    let (mut told, mut head): (Vec<String>, Option<&str>) = (Vec::new(), None);
    let lines = compared(&was, &is);
    let mut at = 0;
    while let Some((sort, line)) = lines.get(at) {
        at += 1;
        if *sort == Sort::Kept {
            if !line.starts_with(' ') {
                head = Some(line);
            }
            continue;
        }
        told.extend(head.take().map(|head| format!("  {head}")));
        match lines.get(at) {
            Some((Sort::New, now)) if *sort == Sort::Gone && offered(line, now).is_some() => {
                told.extend(offered(line, now).into_iter().flatten());
                at += 1;
            }
            _ => told.push(format!("{} {line}", if *sort == Sort::Gone { '-' } else { '+' })),
        }
    }
    told
}

/// Of two asks that are the same but for what they offer.
fn offered(was: &str, is: &str) -> Option<Vec<String>> {
    let ((ask, was), (same, is)) = (was.split_once("\": ")?, is.split_once("\": ")?);
    // `pick A, B | done`: each member behind its kind.
    let options = |text: &str| -> Vec<(String, String)> {
        let kinds = text.split(" | ").map(|kind| kind.split_once(' ').unwrap_or((kind, "")));
        kinds.flat_map(|(kind, all)| all.split(", ").map(|one| (kind.to_owned(), one.to_owned()))).collect()
    };
    let (was, is) = (options(was), options(is));
    let only = |these: &[(String, String)], others: &[(String, String)]| {
        let only: Vec<&(String, String)> = these.iter().filter(|one| !others.contains(one)).collect();
        let kinds = only.chunk_by(|one, next| one.0 == next.0).map(|kind| {
            let members: Vec<&str> = kind.iter().map(|(_, member)| member.as_str()).collect();
            format!("{} {}", kind[0].0, members.join(", ")).trim_end().to_owned()
        });
        kinds.collect::<Vec<String>>().join(" | ")
    };
    let told = |mark: char, options: String| (!options.is_empty()).then(|| format!("{mark} {ask}\" offers {options}"));
    let (gone, new) = (only(&was, &is), only(&is, &was));
    (ask == same && !(gone.is_empty() && new.is_empty()))
        .then(|| [told('-', gone), told('+', new)].into_iter().flatten().collect())
}

fn compared<'t>(was: &[&'t str], is: &[&'t str]) -> Vec<(Sort, &'t str)> {
    let kept = most_kept(was, is);
    let (mut at, mut to) = (0, 0);
    let mut lines = Vec::new();
    while at < was.len() || to < is.len() {
        let (gone, new) = (at < was.len(), to < is.len());
        if gone && new && was[at] == is[to] {
            lines.push((Sort::Kept, was[at]));
            (at, to) = (at + 1, to + 1);
        } else if gone && (!new || kept[at + 1][to] >= kept[at][to + 1]) {
            lines.push((Sort::Gone, was[at]));
            at += 1;
        } else {
            lines.push((Sort::New, is[to]));
            to += 1;
        }
    }
    lines
}

/// How many lines can be kept at most from these two on.
fn most_kept(was: &[&str], is: &[&str]) -> Vec<Vec<u32>> {
    let mut kept = vec![vec![0; is.len() + 1]; was.len() + 1];
    for at in (0..was.len()).rev() {
        for to in (0..is.len()).rev() {
            kept[at][to] =
                if was[at] == is[to] { kept[at + 1][to + 1] + 1 } else { kept[at + 1][to].max(kept[at][to + 1]) };
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{changed, of_trace};

    #[test]
    fn what_changed_in_a_trace_stands_under_its_step() {
        let was = "at x\n  one\n\nexpect a is 1\n  |- r 1\n  '- did not apply: z\n\nexpect b\n  Red, 4.1 \"Who?\": pick A, B | done\n";
        let is = "at x\n  one\n\nexpect a is 1\n  |- r 2\n  '- q\n\nexpect b\n  Red, 4.1 \"Who?\": pick A, C | wait | done\n";
        let offers = ["-   Red, 4.1 \"Who?\" offers pick B", "+   Red, 4.1 \"Who?\" offers pick C | wait"];
        let rows = ["  expect a is 1", "-   |- r 1", "+   |- r 2", "+   |- q", "  expect b"];
        assert_eq!(of_trace(was, is), [&rows[..], &offers].concat());
        assert_eq!(of_trace(was, &was.replace("did not apply: z", "did not apply: y . z")), [""; 0]);
    }

    #[test]
    fn as_many_lines_are_kept_as_can_be() {
        assert_eq!(changed("a\nb\nc\n", "a\nx\nc\nd\n"), ["  a", "- b", "+ x", "  c", "+ d"]);
        assert_eq!(changed("", "a\n"), ["+ a"]);
        assert_eq!(changed("a\na\nb\n", "a\nb\n"), ["  a", "- a", "  b"]);
        let was = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        assert_eq!(
            changed(was, &was.replace('5', "five")),
            ["..", "  2", "  3", "  4", "- 5", "+ five", "  6", "  7", "  8", ".."]
        );
    }
}
