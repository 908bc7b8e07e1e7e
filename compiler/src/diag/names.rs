//! "Did you mean": near names, few, and only when near.
//!
//! In: what was written and the names that would have been right there. Out: the near ones, nearest first, and the
//! sentence that offers them. Promises: a far guess is no guess; equal distances stand in the order of the alphabet.

pub use wgr_grammar::nearest;

/// So few valid names are all listed.
const FEW: usize = 6;

/// "did you mean `swamp`?", or all that would be right where they are few, or nothing. `what` calls them: "terrain",
/// "action".
pub fn did_you_mean<'n>(written: &str, what: &str, known: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let known: Vec<&str> = known.into_iter().collect();
    let near = nearest(written, known.iter().copied());
    if !near.is_empty() {
        return Some(format!("did you mean {}?", listed(&near, "or")));
    }
    if known.is_empty() || known.len() > FEW {
        return None;
    }
    Some(match known.as_slice() {
        [only] => format!("the only {what} here is `{only}`"),
        several => format!("write {}", listed(several, "or")),
    })
}

/// `a`, `b` or `c`
pub fn listed(names: &[&str], last: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, rest)) => format!("{} {last} {end}", rest.join(", ")),
        None => String::new(),
    }
}
