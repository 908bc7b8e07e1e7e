//! Two texts held against each other, line by line.
//!
//! In: the lines of what was and of what is. Out: each line that is kept, gone or new, in order, with a few that are kept
//! around those that are not. Promises: as many lines are kept as can be.

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
    use super::changed;

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
