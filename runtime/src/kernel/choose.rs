//! Choosing a set under limits, one member at a time, never into a dead end.
//!
//! In: limits on totals, candidates by ascending id with a weight for each limit and a class. Out: which candidate may
//! be added next such that the set can still be completed, and whether it is complete as it stands. Whoever chooses
//! may name the members in any order.
//!
//! Exact: for each candidate, which totals those before it can lead to, and from which totals those after it can bring
//! the total within every limit.
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
}

#[derive(Default)]
pub struct Choose {
    alike: bool,
    limits: Vec<Limit>,
    candidates: Vec<Candidate>,
    /// Candidate by candidate, a weight for each limit.
    weights: Vec<i64>,
    totals: usize,
    /// Those who are not chosen and may be.
    free: Vec<usize>,
    /// Row by candidate, then one row for nobody: whether from this total on the limits can be met.
    rows: Vec<bool>,
    /// The totals that those before a candidate can lead to, and the same with that candidate.
    reached: Vec<bool>,
    with: Vec<bool>,
    /// For each total, where it goes.
    onward: Vec<usize>,
    with_limit: Vec<usize>,
    start: Vec<i128>,
}

impl Choose {
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
            return Err(Refusal::Weights { id, limits: self.limits.len(), weights: weights.len() });
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
        self.candidates.push(Candidate { id, class });
        Ok(())
    }

    /// Looks how many totals must be told apart. To be called after the last `push`; before it, and if it refuses,
    /// nothing is offered.
    pub fn ready(&mut self) -> Result<(), Refusal> {
        self.totals = 0;
        self.totals = self.lay_out()?;
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
                return Err(Refusal::TooManyTotals { most: MOST_TOTALS as u32 });
            }
        }
        Ok(totals)
    }

    /// Every candidate with whom the chosen can still be completed, by whomever else.
    pub fn offered(&mut self, chosen: &[u64], out: &mut [u64]) {
        out.fill(0);
        let Some(class) = self.take(chosen) else { return };
        let mut free = std::mem::take(&mut self.free);
        free.clear();
        free.extend((0..self.candidates.len()).filter(|&at| {
            let candidate = self.candidates[at];
            !bits::has(chosen, candidate.id as usize) && class.is_none_or(|class| class == candidate.class)
        }));
        let start = self
            .limits
            .iter()
            .zip(&self.start)
            .try_fold(0, |place, (limit, &total)| limit.place(total).map(|step| place + step * limit.stride));
        if let Some(start) = start {
            // Those of one class stand together or not at all.
            free.sort_by_key(|&at| if self.alike { self.candidates[at].class } else { 0 });
            let (alike, candidates) = (self.alike, std::mem::take(&mut self.candidates));
            for group in free.chunk_by(|&a, &b| !alike || candidates[a].class == candidates[b].class) {
                self.offer(group, start, &candidates, out);
            }
            self.candidates = candidates;
        }
        self.free = free;
    }

    /// Of these, whoever can be added where others of them complete the set: each stands between those before and those
    /// behind.
    fn offer(&mut self, group: &[usize], start: usize, candidates: &[Candidate], out: &mut [u64]) {
        let totals = self.totals;
        self.rows.clear();
        self.rows.resize((group.len() + 1) * totals, false);
        self.lay_onward(None);
        let last = group.len() * totals;
        for total in 0..totals {
            self.rows[last + total] = self.onward[total] != NONE;
        }
        for (row, &at) in group.iter().enumerate().rev() {
            self.lay_onward(Some(at));
            let (here, behind) = (row * totals, (row + 1) * totals);
            for total in 0..totals {
                self.rows[here + total] = self.rows[behind + total] || self.leads(total, behind);
            }
        }
        self.reached.clear();
        self.reached.resize(totals, false);
        self.reached[start] = true;
        for (row, &at) in group.iter().enumerate() {
            self.lay_onward(Some(at));
            let behind = (row + 1) * totals;
            if (0..totals).any(|total| self.reached[total] && self.leads(total, behind)) {
                bits::insert(out, candidates[at].id as usize);
            }
            // Each joins once: what is reached with this one is taken from what was reached without.
            self.with.clone_from(&self.reached);
            for total in (0..totals).filter(|&total| self.reached[total] && self.onward[total] != NONE) {
                self.with[self.onward[total]] = true;
            }
            std::mem::swap(&mut self.reached, &mut self.with);
        }
    }

    /// With the member whose moves are laid, does this total lead to one that those of the row complete?
    fn leads(&self, total: usize, row: usize) -> bool {
        let onward = self.onward[total];
        onward != NONE && self.rows[row + onward]
    }

    /// Where each total goes with this member; for nobody, whether it will do.
    fn lay_onward(&mut self, member: Option<usize>) {
        self.onward.clear();
        self.onward.push(0);
        for (depth, limit) in self.limits.iter().enumerate() {
            let weight = member.map(|at| i128::from(self.weights[at * self.limits.len() + depth]));
            self.with_limit.clear();
            for &before in &self.onward {
                for total in (limit.low..).take(limit.size) {
                    let place = match weight {
                        Some(weight) => limit.place(total + weight),
                        None => limit.met(total).then_some(0),
                    };
                    let whole = place.filter(|_| before != NONE).map(|place| before + place * limit.stride);
                    self.with_limit.push(whole.unwrap_or(NONE));
                }
            }
            std::mem::swap(&mut self.onward, &mut self.with_limit);
        }
    }

    /// Whether the chosen, and nobody else, meet every limit.
    pub fn complete(&mut self, chosen: &[u64]) -> bool {
        let met = |(limit, &total): (&Limit, &i128)| limit.met(total);
        self.take(chosen).is_some() && self.limits.iter().zip(&self.start).all(met)
    }

    /// Sums the chosen into `start`: the class that they bind to, if any. None if they are not all candidates, or not
    /// alike though they must be.
    fn take(&mut self, chosen: &[u64]) -> Option<Option<i64>> {
        self.start.clear();
        self.start.resize(self.limits.len(), 0);
        if self.totals == 0 {
            return None;
        }
        let (mut class, mut found) = (None, 0);
        for (at, candidate) in self.candidates.iter().enumerate() {
            if !bits::has(chosen, candidate.id as usize) {
                continue;
            }
            if self.alike && *class.get_or_insert(candidate.class) != candidate.class {
                return None;
            }
            let weights = &self.weights[at * self.limits.len()..];
            self.start.iter_mut().zip(weights).for_each(|(total, &weight)| *total += i128::from(weight));
            found += 1;
        }
        let all = chosen.iter().map(|word| word.count_ones()).sum::<u32>();
        (all == found).then_some(class)
    }
}

impl Limit {
    /// Finds the band, once all weights are known.
    fn bound(&mut self) {
        // A bound that always holds would only split totals that are alike.
        let (lo, hi) = self.asked;
        self.lo = (lo != i64::MIN).then_some(i128::from(lo)).filter(|&lo| lo > self.falls);
        self.hi = (hi != i64::MAX).then_some(i128::from(hi)).filter(|&hi| hi < self.rises);
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
        (self.low..=high).contains(&kept).then(|| (kept - self.low) as usize)
    }

    fn met(&self, total: i128) -> bool {
        self.lo.is_none_or(|lo| total >= lo) && self.hi.is_none_or(|hi| total <= hi)
    }
}
