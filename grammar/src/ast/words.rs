//! The words of an item, each once: who asks whether a name stands anywhere need not walk through its tree.

use crate::span::Span;
use std::hash::{DefaultHasher, Hash, Hasher};

/// By the alphabet; what stands in quotes or in comments is not among them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Words {
    pub(super) words: Vec<Word>,
    /// A bit for each sort of words that there are, by their numbers: most words that are looked for in an item are not there, and
    /// that is known without comparing any.
    sorts: [u64; SORTS / 64],
}

const SORTS: usize = 256;

/// The word and the bit in it that tell of words of this number.
fn sort(number: u64) -> (usize, u64) {
    let sort = number as usize % SORTS;
    (sort / 64, 1 << (sort % 64))
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    pub text: String,
    /// By the text alone: words of other numbers are others.
    number: u64,
    /// In the order of the text.
    pub at: Vec<Span>,
    /// It stands behind a dot somewhere.
    pub field: bool,
}

impl Word {
    /// What to look for it by: sooner compared than its text.
    pub fn key(&self) -> WordKey<'_> {
        (self.number, &self.text)
    }
}

/// The number of a word, and its text, for words of one number may still be several.
pub type WordKey<'t> = (u64, &'t str);

/// What to look for a text by.
pub fn word_key(text: &str) -> WordKey<'_> {
    (numbered(text), text)
}

fn numbered(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Its first letters as a number, which goes before others as the letters do.
fn beginning(text: &str) -> u64 {
    let mut first = [0; 8];
    first.iter_mut().zip(text.bytes()).for_each(|(slot, byte)| *slot = byte);
    u64::from_be_bytes(first)
}

/// The tree says all that its words say.
impl Hash for Words {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Words {
    /// Of words in the order of the text, each with whether a dot stands before it.
    pub(crate) fn new<'t>(said: impl Iterator<Item = (&'t str, Span, bool)>) -> Words {
        let mut said: Vec<(u64, &str, Span, bool)> =
            said.map(|(text, span, field)| (beginning(text), text, span, field)).collect();
        said.sort_unstable_by_key(|(begins, text, span, _)| (*begins, *text, *span));
        let mut words: Vec<Word> = Vec::new();
        for (_, text, span, field) in said {
            match words.last_mut().filter(|word| word.text == text) {
                Some(word) => {
                    word.at.push(span);
                    word.field |= field;
                }
                None => words.push(Word { text: text.to_owned(), number: numbered(text), at: vec![span], field }),
            }
        }
        let mut sorts = [0; SORTS / 64];
        for word in &words {
            let (at, bit) = sort(word.number);
            sorts.iter_mut().skip(at).take(1).for_each(|sorts| *sorts |= bit);
        }
        Words { words, sorts }
    }

    pub fn get(&self, text: &str) -> Option<&Word> {
        let (at, bit) = sort(numbered(text));
        if self.sorts.get(at).is_none_or(|sorts| sorts & bit == 0) {
            return None;
        }
        let at = self.words.binary_search_by(|word| word.text.as_str().cmp(text)).ok()?;
        self.words.get(at)
    }

    pub fn has(&self, text: &str) -> bool {
        self.get(text).is_some()
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Word> {
        self.words.iter()
    }

    /// Do these words follow each other somewhere?
    pub fn has_in_a_row(&self, row: &[&str]) -> bool {
        if !row.iter().all(|word| self.has(word)) {
            return false;
        }
        self.in_order().windows(row.len()).any(|said| said.iter().zip(row).all(|((_, word), wanted)| word == wanted))
    }

    /// Does this word stand somewhere, and not right behind that one?
    pub fn has_not_behind(&self, word: &str, before: &str) -> bool {
        if !self.has(word) {
            return false;
        }
        let mut last = "";
        self.in_order().into_iter().any(|(_, said)| {
            let behind = std::mem::replace(&mut last, said);
            said == word && behind != before
        })
    }

    /// As they follow each other in the text.
    fn in_order(&self) -> Vec<(Span, &str)> {
        let mut all: Vec<(Span, &str)> =
            self.iter().flat_map(|word| word.at.iter().map(|at| (*at, word.text.as_str()))).collect();
        all.sort_unstable();
        all
    }
}
