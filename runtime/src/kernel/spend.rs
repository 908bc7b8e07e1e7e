//! Spending a pool of points on goods so that as much as possible is spent.
//!
//! In: a pool of at most 127 points, goods by ascending id with a price and how many may be bought. Out: the most that
//! can be spent exactly, and which good may be bought next so that this most is still attainable. A purchase is told
//! in ascending ids, repeats together, so that each purchase is told in one way only; or in any order.
//! A good is bought with `buy`; the pool, `most` and the offers are then those of what remains.

use super::{Refusal, bits};

const MOST_POINTS: u32 = 127;

#[derive(Clone, Copy)]
struct Good {
    id: u32,
    price: u32,
    left: u32,
    /// Bit n: exactly n points can be spent on the goods after this one.
    later: u128,
}

#[derive(Default)]
pub struct Spend {
    pool: u32,
    goods: Vec<Good>,
    /// Bit n: exactly n points can be spent.
    sums: u128,
}

impl Spend {
    /// Forgets the last question.
    pub fn begin(&mut self, pool: u32) -> Result<(), Refusal> {
        self.goods.clear();
        self.pool = pool.min(MOST_POINTS);
        self.sums = 1;
        if pool > MOST_POINTS {
            return Err(Refusal::Pool { points: pool, most: MOST_POINTS });
        }
        Ok(())
    }

    /// A good that may be bought up to `up_to` times. Ids ascend.
    pub fn push(&mut self, id: u32, price: u32, up_to: u32) -> Result<(), Refusal> {
        if price == 0 {
            return Err(Refusal::FreeOfCharge { id });
        }
        if let Some(last) = self.goods.last()
            && last.id >= id
        {
            return Err(Refusal::Order { id, after: last.id });
        }
        self.goods.push(Good { id, price, left: up_to, later: 0 });
        Ok(())
    }

    /// Works out what can be spent. To be called after the last `push` and before any question.
    pub fn ready(&mut self) {
        let mut sums = 1;
        for good in self.goods.iter_mut().rev() {
            good.later = sums;
            for times in 1..=good.left.min(MOST_POINTS / good.price) {
                sums |= good.later << (times * good.price);
            }
        }
        self.sums = sums & (u128::MAX >> (MOST_POINTS - self.pool));
    }

    /// The most points of the pool that can be spent.
    pub fn most(&self) -> u32 {
        self.sums.checked_ilog2().unwrap_or(0)
    }

    /// The goods, from `last` on, of which one may be bought now such that the most is still attainable.
    pub fn offered(&self, last: Option<u32>, out: &mut [u64]) {
        out.fill(0);
        let most = self.most();
        for good in self.goods.iter().filter(|good| last.is_none_or(|last| good.id >= last)) {
            let mut times = 1..=good.left.min(most / good.price);
            if times.any(|times| good.later >> (most - times * good.price) & 1 == 1) {
                bits::insert(out, good.id as usize);
            }
        }
    }

    /// The goods of which one may be bought now such that the most is still attainable, whatever was bought before.
    pub fn offered_in_any_order(&self, out: &mut [u64]) {
        out.fill(0);
        let most = self.most();
        // Bit n: exactly n points can be spent on the goods before this one.
        let mut before: u128 = 1;
        for good in &self.goods {
            let affordable = good.left.min(MOST_POINTS / good.price);
            let rest = (0..=most).any(|others| {
                let rest = most - others;
                let bought = rest > 0 && rest.is_multiple_of(good.price) && rest / good.price <= affordable;
                bought && (0..=others).any(|n| before >> n & 1 == 1 && good.later >> (others - n) & 1 == 1)
            });
            if rest {
                bits::insert(out, good.id as usize);
            }
            let alone = before;
            for times in 1..=affordable {
                before |= alone << (times * good.price);
            }
        }
    }
}
