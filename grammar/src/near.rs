//! Names that may be meant. In: what was written and the names that would have been right there. Out: the near ones, nearest
//! first. Promises: a far guess is no guess; equal distances stand in the order of the alphabet.
//!
//! A game may have thousands of names and as many that nobody knows, so what is far off is found by counting letters.

/// More near names than these are not offered.
const MOST_OFFERED: usize = 3;

/// The near names, nearest first, each once.
pub fn nearest<'n>(written: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let small = written.to_lowercase();
    let word = Word::of(written);
    let mut near: Vec<(usize, &str)> = Vec::new();
    let mut least = usize::MAX - 1;
    let all: Vec<&str> = known.into_iter().collect();
    for name in all.iter().copied() {
        let Some(distance) = word.within(name, bearable(written, name)).filter(|_| name != written) else { continue };
        // Beside one that is clearly nearer, the others are noise.
        if distance <= least + 1 && parts_are_near(written, name) {
            least = least.min(distance);
            near.push((distance, name));
        }
    }
    if near.is_empty() {
        // `supplied` for `supply`
        let long = written.chars().count();
        let begins = |name: &str| {
            let letters = name.chars().flat_map(char::to_lowercase);
            let same = small.chars().zip(letters).take_while(|(one, other)| one == other).count();
            same >= 5 && long.max(name.chars().count()) <= same + 3
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
    if near.is_empty() && !small.contains(' ') {
        let wanted: Vec<&str> = telling(&small).collect();
        let same = |name: &str| {
            let mut words = telling(name);
            let alike = wanted.iter().all(|wanted| words.next().is_some_and(|word| are_alike(word, wanted)));
            !wanted.is_empty() && alike && words.next().is_none()
        };
        near.extend(all.iter().filter(|name| **name != written && same(name)).map(|name| (0, *name)));
    }
    let least = near.iter().map(|(distance, _)| *distance).min().unwrap_or(0);
    near.retain(|(distance, _)| *distance <= least + 1);
    near.sort_unstable();
    near.dedup();
    near.truncate(MOST_OFFERED);
    near.into_iter().map(|(_, name)| name).collect()
}

/// Words of a name that say little by themselves.
const HELPERS: [&str; 10] = ["has", "have", "had", "is", "are", "was", "were", "be", "can", "may"];

/// The other words of a name: `can_rally` and `may_rally` have the same.
fn telling(name: &str) -> impl Iterator<Item = &str> {
    let says_little = |word: &str| word.is_empty() || HELPERS.iter().any(|helper| are_alike(word, helper));
    name.split(BETWEEN).filter(move |word| !says_little(word))
}

/// But for small and capital letters, and the second is in small ones.
fn are_alike(word: &str, small: &str) -> bool {
    if word.is_ascii() { word.eq_ignore_ascii_case(small) } else { word.to_lowercase() == small }
}

/// `no_American_unit` and `no_German_unit` have much in common, and not what they say.
fn parts_are_near(written: &str, name: &str) -> bool {
    let count = |name: &str| name.bytes().filter(|sign| *sign == b'_').count();
    if !written.contains('_') || count(written) != count(name) {
        return true;
    }
    let (written, name) = (written.to_lowercase(), name.to_lowercase());
    let near = |(one, other): (&str, &str)| Word::of(one).within(other, bearable(one, other).max(1)).is_some();
    written.split('_').zip(name.split('_')).all(near)
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

/// What is the same between words as nothing.
const BETWEEN: [char; 3] = ['_', '-', ' '];

/// Letters are counted in so many heaps: each small one has its own, digits share theirs.
const HEAPS: usize = 32;

/// No longer is a word of which letters are counted.
const LONG: usize = 100;

/// What was written, ready to be compared with many.
struct Word {
    small: String,
    /// Without what stands between its words.
    length: usize,
    /// How often each letter stands in it, some of them counted as one; none for a word that is long or not of plain letters.
    letters: Option<[i8; HEAPS]>,
}

impl Word {
    fn of(written: &str) -> Word {
        let small = written.to_lowercase();
        let letters = is_plain(&small).then(|| {
            let mut letters = [0; HEAPS];
            bare(small.bytes()).for_each(|letter| count(&mut letters, letter, 1));
            letters
        });
        Word { length: bare(small.bytes()).count(), small, letters }
    }

    /// How far the other one is from it, if that is no more than `most`. Two letters that changed places are one slip;
    /// `-`, `_` and nothing between words are the same.
    fn within(&self, other: &str, most: usize) -> Option<usize> {
        if let Some(mut left) = self.letters.filter(|_| is_plain(other)) {
            if self.length.abs_diff(bare(other.bytes()).count()) > most {
                return None;
            }
            // Each slip puts right one letter too many and one too few at most; two letters of one heap are told apart below.
            bare(other.bytes()).for_each(|letter| count(&mut left, letter, -1));
            let (mut more, mut less) = (0, 0);
            for left in left {
                more += usize::from(left.max(0).unsigned_abs());
                less += usize::from(left.min(0).unsigned_abs());
            }
            if more.max(less) > most {
                return None;
            }
        }
        Some(distance(&self.small, &other.to_lowercase())).filter(|distance| *distance <= most)
    }
}

/// Short enough to be counted in small numbers.
fn is_plain(word: &str) -> bool {
    word.len() <= LONG && word.is_ascii()
}

fn is_between(sign: u8) -> bool {
    BETWEEN.contains(&char::from(sign))
}

fn count(letters: &mut [i8; HEAPS], letter: u8, by: i8) {
    letters[usize::from(letter) % HEAPS] += by;
}

fn bare(word: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
    word.filter(|sign| !is_between(*sign)).map(|letter| letter.to_ascii_lowercase())
}

/// How many slips lie between them; none between `no_man` and `no-man`.
fn distance(one: &str, other: &str) -> usize {
    let bare = |name: &str| name.replace(BETWEEN, "");
    if bare(one) == bare(other) { 0 } else { strsim::osa_distance(one, other) }
}

#[cfg(test)]
mod tests {
    use super::{Word, distance};

    /// Words of few letters, so that many are near.
    fn words() -> Vec<String> {
        let mut state = 7_u32;
        let mut next = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let letters = ['a', 'b', 'C', 'd', '_', '-', 'é'];
        let mut word = || (0..next(9)).filter_map(|_| letters.get(next(7) as usize)).collect();
        (0..300).map(|_| word()).collect()
    }

    #[test]
    fn what_is_given_up_early_is_too_far() {
        let words = words();
        for one in &words {
            for other in &words {
                for most in 0..4 {
                    let far = distance(&one.to_lowercase(), &other.to_lowercase());
                    let found = Word::of(one).within(other, most);
                    assert_eq!(found, Some(far).filter(|far| *far <= most), "`{one}` and `{other}`, {most} at most");
                }
            }
        }
    }
}
