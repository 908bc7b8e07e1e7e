//! Choosing a set under limits, one member at a time, never into a dead end.
//!
//! In: limits on totals, candidates by ascending id with a weight for each limit and a class. Out: which candidate may
//! be added next such that the set can still be completed by later ones, and whether it is complete as it stands.
//! A set is told in ascending ids, so that each set is told in one way only.
//!
//! Exact: for each candidate and each running total, whether those after it can bring the total within every limit.
//! Totals are kept no finer than they matter. Let N be the sum of all negative weights and P that of all positive
//! ones, so that every total lies in N..=P. A bound that N..=P meets anyway is none. A total above `hi - N` or below
//! `lo - P` is lost; without `hi`, all totals from `lo - N` on are one (they stay enough); without `lo`, all totals up
//! to `hi - P` are one. What then remains may be 65,536 totals at most, all limits taken together.

use super::{Refusal, bits};

const MOST_TOTALS: usize = 65_536;
const NONE: usize = usize::MAX;

/// One limit, and the band of totals that are told apart.
#[derive(Clone, Copy)]
struct Limit {
    asked: (i64, i64),
    /// The bounds that matter.
    lo: Option<i128>,
    hi: Option<i128>,
    falls: i128,
    rises: i128,
    low: i128,
    size: usize,
    stride: usize,
}

#[derive(Clone, Copy)]
struct Candidate {
    id: u32,
    class: i64,
    /// The next candidate that may stand with this one, if any: with `alike` the next of its class.
    after: usize,
}

#[derive(Default)]
pub struct Choose {
    alike: bool,
    limits: Vec<Limit>,
    candidates: Vec<Candidate>,
    /// Candidate by candidate, a weight for each limit.
    weights: Vec<i64>,
    totals: usize,
    /// Row by candidate, then one row for nobody: whether from this total on the limits can be met.
    rows: Vec<bool>,
    moves: Vec<usize>,
    start: Vec<i128>,
}

impl Choose {
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the last question. A limit is `(lo, hi)`; `i64::MIN` and `i64::MAX` mean none. With `alike`, all
    /// members must be of one class.
    pub fn begin(&mut self, limits: &[(i64, i64)], alike: bool) {
        self.alike = alike;
        self.candidates.clear();
        self.weights.clear();
        self.limits.clear();
        self.totals = 0;
        let limit = |&(lo, hi): &(i64, i64)| Limit {
            asked: (lo, hi),
            lo: None,
            hi: None,
            falls: 0,
            rises: 0,
            low: 0,
            size: 1,
            stride: 1,
        };
        self.limits.extend(limits.iter().map(limit));
    }

    /// A candidate with a weight for each limit. Ids ascend; `class` matters with `alike` only.
    pub fn push(&mut self, id: u32, weights: &[i64], class: i64) -> Result<(), Refusal> {
        if weights.len() != self.limits.len() {
            return Err(Refusal::Weights {
                id,
                limits: self.limits.len(),
                weights: weights.len(),
            });
        }
        if let Some(last) = self.candidates.last()
            && last.id >= id
        {
            return Err(Refusal::Order { id, after: last.id });
        }
        for (limit, &weight) in self.limits.iter_mut().zip(weights) {
            limit.falls += i128::from(weight.min(0));
            limit.rises += i128::from(weight.max(0));
        }
        self.weights.extend_from_slice(weights);
        self.candidates.push(Candidate {
            id,
            class,
            after: NONE,
        });
        Ok(())
    }

    /// Works out the completions. To be called after the last `push`; before it, and if it refuses, nothing is offered.
    pub fn ready(&mut self) -> Result<(), Refusal> {
        self.totals = 0;
        let totals = self.lay_out()?;
        self.totals = totals;
        self.link();
        self.fill_rows();
        Ok(())
    }

    fn lay_out(&mut self) -> Result<usize, Refusal> {
        let mut totals = 1_usize;
        // Backwards, so that the last limit lies densest.
        for limit in self.limits.iter_mut().rev() {
            limit.bound();
            limit.stride = totals;
            totals = totals.saturating_mul(limit.size);
            if totals > MOST_TOTALS {
                return Err(Refusal::TooManyTotals {
                    most: MOST_TOTALS as u32,
                });
            }
        }
        Ok(totals)
    }

    fn link(&mut self) {
        for at in 0..self.candidates.len() {
            let class = self.candidates[at].class;
            let mut rest = (at + 1)..self.candidates.len();
            let after = rest.find(|&other| !self.alike || self.candidates[other].class == class);
            self.candidates[at].after = after.unwrap_or(NONE);
        }
    }

    fn fill_rows(&mut self) {
        let (people, totals) = (self.candidates.len(), self.totals);
        self.rows.clear();
        self.rows.resize((people + 1) * totals + 1, false);
        // The cell past the rows is true: what a set leads to that is complete and gets nobody else.
        let end = (people + 1) * totals;
        self.rows[end] = true;
        self.find_moves(None);
        self.add_moves(0, 0, end, people * totals);
        for at in (0..people).rev() {
            let after = self.candidates[at].after.min(people) * totals;
            self.rows.copy_within(after..after + totals, at * totals);
            self.find_moves(Some(at));
            self.add_moves(0, 0, after, at * totals);
        }
    }

    /// Limit by limit, where each total goes with this member; for nobody, whether it will do.
    fn find_moves(&mut self, member: Option<usize>) {
        self.moves.clear();
        for (depth, limit) in self.limits.iter().enumerate() {
            for total in (limit.low..).take(limit.size) {
                let place = match member {
                    Some(at) => limit
                        .place(total + i128::from(self.weights[at * self.limits.len() + depth])),
                    None => limit.met(total).then_some(0),
                };
                self.moves
                    .push(place.map_or(NONE, |place| place * limit.stride));
            }
        }
    }

    /// Adds to the row at `to` what these moves make possible, given the row at `from`.
    fn add_moves(&mut self, depth: usize, first: usize, from: usize, to: usize) {
        let Some(&limit) = self.limits.get(depth) else {
            self.rows[to] |= self.rows[from];
            return;
        };
        let dense = depth + 1 == self.limits.len();
        for step in 0..limit.size {
            let onward = self.moves[first + step];
            if onward == NONE {
                continue;
            }
            let to = to + step * limit.stride;
            if dense {
                self.rows[to] |= self.rows[from + onward];
            } else {
                self.add_moves(depth + 1, first + limit.size, from + onward, to);
            }
        }
    }

    /// The candidates above every chosen one with which the chosen can still be completed, by candidates above them.
    pub fn offered(&mut self, chosen: &[u64], out: &mut [u64]) {
        out.fill(0);
        let Some((class, from)) = self.take(chosen) else {
            return;
        };
        for at in from..self.candidates.len() {
            let candidate = self.candidates[at];
            if class.is_none_or(|class| class == candidate.class) && self.completes(at) {
                bits::insert(out, candidate.id as usize);
            }
        }
    }

    /// Whether the chosen, and nobody else, meet every limit.
    pub fn complete(&mut self, chosen: &[u64]) -> bool {
        let met = |(limit, &total): (&Limit, &i128)| limit.met(total);
        self.take(chosen).is_some() && self.limits.iter().zip(&self.start).all(met)
    }

    /// Sums the chosen into `start`: the class they bind to, and the first candidate after them. None if they are
    /// not all candidates, or not alike though they must be.
    fn take(&mut self, chosen: &[u64]) -> Option<(Option<i64>, usize)> {
        self.start.clear();
        self.start.resize(self.limits.len(), 0);
        if self.totals == 0 {
            return None;
        }
        let (mut class, mut from, mut found) = (None, 0, 0);
        for (at, candidate) in self.candidates.iter().enumerate() {
            if !bits::has(chosen, candidate.id as usize) {
                continue;
            }
            if self.alike && *class.get_or_insert(candidate.class) != candidate.class {
                return None;
            }
            let weights = &self.weights[at * self.limits.len()..];
            self.start
                .iter_mut()
                .zip(weights)
                .for_each(|(total, &weight)| *total += i128::from(weight));
            from = at + 1;
            found += 1;
        }
        let all = chosen.iter().map(|word| word.count_ones()).sum::<u32>();
        (all == found).then_some((class, from))
    }

    fn completes(&self, at: usize) -> bool {
        let after = self.candidates[at].after.min(self.candidates.len());
        let mut place = after * self.totals;
        for (depth, limit) in self.limits.iter().enumerate() {
            let weight = self.weights[at * self.limits.len() + depth];
            match limit.place(self.start[depth] + i128::from(weight)) {
                Some(step) => place += step * limit.stride,
                None => return false,
            }
        }
        self.rows[place]
    }
}

impl Limit {
    /// Finds the band, once all weights are known.
    fn bound(&mut self) {
        // A bound that always holds would only split totals that are alike.
        let (lo, hi) = self.asked;
        self.lo = (lo != i64::MIN)
            .then_some(i128::from(lo))
            .filter(|&lo| lo > self.falls);
        self.hi = (hi != i64::MAX)
            .then_some(i128::from(hi))
            .filter(|&hi| hi < self.rises);
        (self.low, self.size) = (0, 1);
        let (low, high) = match (self.lo, self.hi) {
            (None, None) => (0, 0),
            (Some(lo), None) => (lo - self.rises, lo - self.falls),
            (None, Some(hi)) => (hi - self.rises, hi - self.falls),
            (Some(lo), Some(hi)) => (lo - self.rises, hi - self.falls),
        };
        if (self.lo, self.hi) != (None, None) {
            self.low = low.max(self.falls);
            let size = high.min(self.rises) - self.low + 1;
            // A band of nothing keeps one total, which meets nothing.
            self.size = size.clamp(1, MOST_TOTALS as i128 + 1) as usize;
        }
    }

    /// Where a total is kept; none if it is lost.
    fn place(&self, total: i128) -> Option<usize> {
        let high = self.low + self.size as i128 - 1;
        let kept = match (self.lo, self.hi) {
            (None, None) => self.low,
            (Some(_), None) => total.min(high),
            (None, Some(_)) => total.max(self.low),
            (Some(_), Some(_)) => total,
        };
        (self.low..=high)
            .contains(&kept)
            .then(|| (kept - self.low) as usize)
    }

    fn met(&self, total: i128) -> bool {
        self.lo.is_none_or(|lo| total >= lo) && self.hi.is_none_or(|hi| total <= hi)
    }
}
