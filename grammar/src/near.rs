//! Names that may be meant. In: what was written and the names that would have been right there. Out: the near ones, nearest
//! first. Promises: a far guess is no guess; equal distances stand in the order of the alphabet.

/// More near names than these are not offered.
const MOST_OFFERED: usize = 3;

/// The near names, nearest first, each once.
pub fn nearest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let small = written.to_lowercase();
    let mut near: Vec<(usize, &str)> = Vec::new();
    let all: Vec<&str> = known.into_iter().collect();
    for name in all.iter().copied() {
        let distance = distance(&small, &name.to_lowercase());
        if name != written && distance <= bearable(written, name) && parts_are_near(written, name) {
            near.push((distance, name));
        }
    }
    if near.is_empty() {
        // `supplied` for `supply`
        let begins = |name: &str| {
            let same = small.chars().zip(name.to_lowercase().chars()).take_while(|(one, other)| one == other).count();
            let long = written.chars().count().max(name.chars().count());
            same >= 5 && long <= same + 3
        };
        near.extend(all.iter().filter(|name| **name != written && begins(name)).map(|name| (0, *name)));
    }
    if near.is_empty() && small.contains(' ') {
        // Half a title: `As printed` for `As printed, depleted or not`.
        near.extend(
            all.iter()
                .filter(|name| **name != written && name.to_lowercase().starts_with(&small))
                .map(|name| (0, *name)),
        );
    }
    near.sort();
    near.dedup();
    // Beside one that is clearly nearer, the others are noise.
    let least = near.first().map_or(0, |first| first.0);
    near.retain(|(distance, _)| *distance <= least + 1);
    near.truncate(MOST_OFFERED);
    near.into_iter().map(|(_, name)| name).collect()
}

/// `no_American_unit` and `no_German_unit` have much in common, and not what they say.
fn parts_are_near(written: &str, name: &str) -> bool {
    let parts = |name: &str| name.to_lowercase().split('_').map(str::to_owned).collect::<Vec<_>>();
    let (written, name) = (parts(written), parts(name));
    let near = |(one, other): (&String, &String)| distance(one, other) <= bearable(one, other).max(1);
    written.len() == 1 || written.len() != name.len() || written.iter().zip(&name).all(near)
}

/// Two letters that changed places are one slip; `-`, `_` and nothing between words are the same.
fn distance(one: &str, other: &str) -> usize {
    let bare = |name: &str| name.replace(['_', '-', ' '], "");
    match (bare(one), bare(other)) {
        (one, other) if one == other => 0,
        (..) => strsim::osa_distance(one, other),
    }
}

/// A third of the letters may be wrong, but never all: of one letter none, of two to five one.
fn bearable(written: &str, name: &str) -> usize {
    let letters = written.chars().count().min(name.chars().count());
    match letters {
        0 | 1 => 0,
        2..=5 => 1,
        more => more / 3,
    }
}
