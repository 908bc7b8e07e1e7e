//! Answers of queries, kept while the cells that they read stay as they are.
//!
//! A question is a number, an answer a word. Each query has a *moment*: a number that it never had
//! before as soon as a cell that the query reads becomes another. An answer holds as long as its query's moment is that at
//! which it was found. After a supposition the state is what it was before, and so are the moments.
//! A query whose kept answers save less work than looking for them takes is passed over for a while: it is neither looked for
//! nor kept. An answer from here costs the work that it cost when it was found: whether the machine remembers or not, the
//! bound on work is met at the same place.

use super::fields::Fields;
use super::homeward::Homes;
use crate::exec::code::{Code, RecallCode};

/// How many answers are kept; a newer one takes the place of another.
const ROOM_BITS: u32 = 13;
/// A question is a query, above these bits, and the question to it.
const KEY_BITS: u32 = 48;
const KEY: u64 = (1 << KEY_BITS) - 1;
/// No question has this number.
const NONE: u64 = 0;

#[derive(Clone, Copy, Default)]
struct Answer {
    /// Query and question; [`NONE`]: nothing is kept here.
    question: u64,
    moment: u64,
    value: u64,
    work: u64,
}

/// What a query answered: a number, or the set that stands there.
struct Found {
    place: usize,
    value: u64,
    /// The work that is left.
    left: u64,
}

/// How often a query was asked lately, and how much work that saved; for how many rounds it is still passed over, and how
/// many those were the last time.
#[derive(Clone, Copy, Default)]
struct Worth {
    asked: u64,
    saved: u64,
    rounds: u32,
    passed: u32,
}

/// So many stops are a round: then queries are judged.
const ROUND: u32 = 16;
/// So often a query was asked at the least where it is judged, and so much work an ask must have saved then: to look for an
/// answer and to keep one takes as long as that.
const JUDGED: u64 = 1 << 10;
const LEAST_SAVED: u64 = 3;
/// For so many rounds it is passed over before it is tried again: twice as long each time.
const FEW_ROUNDS: u32 = 1 << 6;
const MOST_ROUNDS: u32 = 1 << 10;

impl Worth {
    /// A round has ended: is the query passed over in the next one?
    fn is_passed(&mut self) -> bool {
        if self.rounds > 0 {
            self.rounds -= 1;
        } else if self.asked >= JUDGED {
            let is_worth = self.saved >= LEAST_SAVED * self.asked;
            self.passed = if is_worth { 0 } else { (self.passed * 2).clamp(FEW_ROUNDS, MOST_ROUNDS) };
            (self.asked, self.saved, self.rounds) = (0, 0, self.passed);
        }
        self.rounds > 0
    }
}

/// A query that is being answered.
struct Open {
    question: u64,
    moment: u64,
    /// The work that was left when it began.
    work: u64,
}

#[derive(Default)]
pub(super) struct Recall {
    answers: Vec<Answer>,
    /// Beside each answer that is a set: its words, as many for each as the longest has.
    words: Vec<u64>,
    /// By query.
    moments: Vec<u64>,
    /// By how many suppositions run around it: what the moments were before a supposition.
    before: Vec<Vec<u64>>,
    last: u64,
    open: Vec<Open>,
    /// What searches have found for all goals.
    pub(super) fields: Fields,
    /// The same from the goals outward.
    pub(super) homes: Homes,
    worth: Vec<Worth>,
    /// By query: is it passed over? The same from one stop to the next. Native code reads it.
    passes: Vec<bool>,
    /// How many stops there were in this round.
    stops: u32,
}

impl Recall {
    /// Nothing holds any more.
    pub(super) fn forget(&mut self, watchers: usize) {
        self.open.clear();
        self.fields.forget();
        self.moments.resize(watchers, 0);
        self.worth.resize(watchers, Worth::default());
        self.passes.resize(watchers, false);
        self.all_changed();
    }

    /// The machine goes on from a stop: no query is being answered.
    pub(super) fn goes_on(&mut self) {
        self.homes.goes_on();
        self.stops += 1;
        if self.stops == ROUND {
            self.stops = 0;
            let all = self.worth.iter_mut().zip(&mut self.passes);
            all.for_each(|(worth, passes)| *passes = worth.is_passed());
        }
    }

    /// Is the query passed over?
    #[inline]
    pub(super) fn passes(&self, query: u16) -> bool {
        self.passes[usize::from(query)]
    }

    /// What is asked now is acted out, and its answer is not kept.
    pub(super) fn is_acted_out(&mut self) {
        self.open.push(Open { question: NONE, moment: 0, work: 0 });
    }

    /// By query: is it passed over?
    pub(super) fn all_passes(&self) -> &[bool] {
        &self.passes
    }

    /// Any cell may have become another.
    pub(super) fn all_changed(&mut self) {
        self.last += 1;
        self.moments.fill(self.last);
    }

    /// A cell became another: what these queries said holds no more.
    pub(super) fn changed(&mut self, watchers: &[u16]) {
        self.last += 1;
        for &query in watchers {
            self.moments[usize::from(query)] = self.last;
        }
    }

    /// The moment of all places that matter near steps.
    pub(super) fn near_moment(&self, code: &Code) -> u64 {
        code.near_watcher.map_or(0, |watcher| self.moment(watcher))
    }

    /// The moment of whoever watches under this number.
    pub(super) fn moment(&self, watcher: u16) -> u64 {
        self.moments[usize::from(watcher)]
    }

    /// The same before the supposition began that so many run around.
    pub(super) fn moment_before(&self, around: usize, watcher: u16) -> u64 {
        self.before[around][usize::from(watcher)]
    }

    /// By watcher. There are as many as long as a machine runs.
    pub(super) fn all_moments(&self) -> &[u64] {
        &self.moments
    }

    /// A supposition begins, with so many running around it.
    pub(super) fn suppose(&mut self, code: &Code, around: usize) {
        if self.before.len() <= around {
            self.before.resize_with(around + 1, Vec::new);
        }
        self.before[around].clone_from(&self.moments);
        if code.near_watcher.is_some() {
            self.homes.suppose(around, self.near_moment(code));
        }
    }

    /// One of its ways has ended, the state is what it was.
    pub(super) fn supposed(&mut self, code: &Code, around: usize) {
        if let Some(watcher) = code.near_watcher {
            self.homes.supposed(around, [self.moment(watcher), self.moment_before(around, watcher)]);
        }
        self.moments.clone_from(&self.before[around]);
    }

    /// The answer to the question that stands in these registers, put there or in these words, and the work that is left then;
    /// nothing if the query is to be answered now.
    #[inline]
    pub(super) fn answered(
        &mut self,
        code: &Code,
        query: u16,
        (regs, sets): (&mut [i64], &mut [u64]),
        left: u64,
    ) -> Option<u64> {
        let question = (query, key(&code.recalls[usize::from(query)], regs));
        self.answer(code, question, (regs, sets), left)
    }

    /// The same to the question of this number.
    #[inline]
    pub(super) fn answer(
        &mut self,
        code: &Code,
        (query, key): (u16, u64),
        (regs, sets): (&mut [i64], &mut [u64]),
        left: u64,
    ) -> Option<u64> {
        let of = &code.recalls[usize::from(query)];
        let Some(found) = self.find((query, key), left) else {
            self.is_asked((query, key), left);
            return None;
        };
        match of.words {
            Some(words) => sets[..words].copy_from_slice(&self.words[found.place * code.recall_words..][..words]),
            None => regs[0] = found.value as i64,
        }
        Some(found.left)
    }

    /// The answer of a query that answers numbers, and the work that is left then; nothing if it `is_asked` now.
    #[inline]
    pub(super) fn number(&mut self, question: (u16, u64), left: u64) -> Option<(i64, u64)> {
        self.find(question, left).map(|found| (found.value as i64, found.left))
    }

    /// The query was answered, there.
    #[inline]
    pub(super) fn was_answered(&mut self, code: &Code, query: u16, (regs, sets): (&[i64], &[u64]), left: u64) {
        let words = code.recalls[usize::from(query)].words.unwrap_or(0);
        let Some(place) = self.keep(regs[0], code.recall_words, left) else { return };
        if words > 0 {
            self.words[place * code.recall_words..][..words].copy_from_slice(&sets[..words]);
        }
    }

    /// The answer, if one is kept that holds and `left` is more than its work. Else the query `is_asked`, answered, and what it
    /// answers is told to `keep`.
    #[inline]
    fn find(&mut self, (query, key): (u16, u64), left: u64) -> Option<Found> {
        let question = number_of(query, key);
        let (worth, moment) = (self.worth.get_mut(usize::from(query))?, self.moments.get(usize::from(query))?);
        worth.asked += 1;
        let place = place(question);
        let kept = self.answers.get(place)?;
        if kept.question != question || kept.moment != *moment || kept.work >= left {
            return None;
        }
        worth.saved += kept.work;
        Some(Found { place, value: kept.value, left: left - kept.work })
    }

    /// The query is being answered from now on.
    #[inline]
    pub(super) fn is_asked(&mut self, (query, key): (u16, u64), left: u64) {
        let moment = self.moments[usize::from(query)];
        self.open.push(Open { question: number_of(query, key), moment, work: left });
    }

    #[cold]
    fn make_room(&mut self, longest: usize) {
        self.answers = vec![Answer::default(); 1 << ROOM_BITS];
        self.words = vec![0; longest << ROOM_BITS];
    }

    /// The query that was begun last has been answered: by a number, or by a set, which is put at this place. `longest`: of how
    /// many words an answer may be.
    #[inline]
    pub(super) fn keep(&mut self, value: i64, longest: usize, left: u64) -> Option<usize> {
        let Open { question, moment, work } = self.open.pop().filter(|open| open.question != NONE)?;
        if self.answers.is_empty() {
            self.make_room(longest);
        }
        let place = place(question);
        *self.answers.get_mut(place)? = Answer { question, moment, value: value as u64, work: work - left };
        Some(place)
    }
}

/// The number of a query and a question to it.
fn number_of(query: u16, key: u64) -> u64 {
    (u64::from(query) + 1) << KEY_BITS | key
}

/// Neighbouring questions to a query lie side by side, for they are asked together; queries stand apart (Fibonacci hashing, Knuth,
/// TAOCP 6.4), and so do questions that are far from each other.
fn place(question: u64) -> usize {
    let apart = |number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - ROOM_BITS);
    let key = question & KEY;
    ((apart(question >> KEY_BITS | (key >> ROOM_BITS) << 16) + key) & ((1 << ROOM_BITS) - 1)) as usize
}

/// The number of a question: its arguments, each counted from its least.
fn key(recall: &RecallCode, args: &[i64]) -> u64 {
    recall.params.iter().zip(args).map(|((lo, stride), arg)| arg.abs_diff(*lo) * stride).sum()
}
