//! Numbers: no instruction here can trap. Division goes by multiplication where both numbers are small, and else by a call.

use crate::translate::{Translator, condition};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use wgr_runtime::exec::blocks::{Bin, Range};

/// Divisors up to this one have their reciprocal in a table.
const MOST_DIVISOR: usize = 1024;
const QUICK_DIVISOR: Range = Range { lo: 1, hi: MOST_DIVISOR as i64 };
/// Dividends below this, so that dividing by multiplying is exact: `a * b < 2^32`.
const MOST_DIVIDEND: i64 = 1 << 20;

/// `2^32 / b + 1`: for a below 2^20, `a * this >> 32` is `a / b` rounded down.
pub(crate) static RECIPROCALS: [u64; MOST_DIVISOR + 1] = {
    let mut table = [0; MOST_DIVISOR + 1];
    let mut at = 1;
    while at <= MOST_DIVISOR {
        table[at] = (1 << 32) / at as u64 + 1;
        at += 1;
    }
    table
};

/// For dividends below 2^31: by what is multiplied, and how far is shifted. Exact, for `factor * by - 2^shift <= by <=
/// 2^(shift - 31)`.
fn reciprocal(by: u32) -> (u64, u32) {
    let shift = 31 + by.next_power_of_two().trailing_zeros();
    ((1 << shift) / u64::from(by) + 1, shift)
}

impl Translator<'_> {
    pub(crate) fn by(&mut self, how: Bin, a: Value, b: Value) -> Value {
        match how {
            Bin::Add => self.build.ins().iadd(a, b),
            Bin::Sub => self.build.ins().isub(a, b),
            Bin::Mul => self.build.ins().imul(a, b),
            Bin::Min | Bin::Max => {
                let less = self.build.ins().icmp(IntCC::SignedLessThan, a, b);
                if how == Bin::Min { self.build.ins().select(less, a, b) } else { self.build.ins().select(less, b, a) }
            }
            Bin::DivDown => self.divide(a, b),
            Bin::DivUp => {
                let turned = self.build.ins().ineg(a);
                let quotient = self.divide(turned, b);
                self.build.ins().ineg(quotient)
            }
            Bin::Mod => {
                let quotient = self.divide(a, b);
                let whole = self.build.ins().imul(quotient, b);
                self.build.ins().isub(a, whole)
            }
            Bin::Eq | Bin::Ne | Bin::Lt | Bin::Le => {
                let holds = self.build.ins().icmp(condition(how), a, b);
                self.build.ins().uextend(types::I64, holds)
            }
        }
    }

    /// The same, where it is known what the two may be.
    pub(crate) fn by_within(&mut self, how: Bin, (a, of_a): (Value, Range), (b, of_b): (Value, Range)) -> Value {
        let small = Range { lo: 0, hi: MOST_DIVIDEND - 1 };
        let is_quick = |dividend: Range| dividend.is_within(small) && of_b.is_within(QUICK_DIVISOR);
        match how {
            Bin::Min if of_a.hi <= of_b.lo => a,
            Bin::Min if of_b.hi <= of_a.lo => b,
            Bin::Max if of_a.lo >= of_b.hi => a,
            Bin::Max if of_b.lo >= of_a.hi => b,
            Bin::DivDown if is_quick(of_a) => self.quick_quotient(a, b),
            Bin::DivUp if is_quick(Range { lo: of_a.lo, hi: of_a.hi.saturating_add(MOST_DIVISOR as i64) }) => {
                let more = self.by_number(Bin::Sub, b, 1);
                let a = self.build.ins().iadd(a, more);
                self.quick_quotient(a, b)
            }
            Bin::Mod if is_quick(of_a) => {
                let quotient = self.quick_quotient(a, b);
                let whole = self.build.ins().imul(quotient, b);
                self.build.ins().isub(a, whole)
            }
            Bin::Add
            | Bin::Sub
            | Bin::Mul
            | Bin::Min
            | Bin::Max
            | Bin::DivDown
            | Bin::DivUp
            | Bin::Mod
            | Bin::Eq
            | Bin::Ne
            | Bin::Lt
            | Bin::Le => self.by(how, a, b),
        }
    }

    pub(crate) fn by_number_within(&mut self, how: Bin, (a, of_a): (Value, Range), b: i64) -> Value {
        let by = u32::try_from(b).ok().filter(|by| (1..1 << 15).contains(by) && !by.is_power_of_two());
        let is_short = of_a.is_within(Range { lo: 0, hi: (1 << 31) - 1 });
        match (how, by) {
            (Bin::Min, _) if of_a.hi <= b => a,
            (Bin::Max, _) if of_a.lo >= b => a,
            (Bin::Mod, _) if of_a.lo >= 0 && of_a.hi < b => a,
            (Bin::DivDown, Some(by)) if is_short => self.multiplied(a, reciprocal(by)),
            (Bin::Mod, Some(by)) if is_short => {
                let quotient = self.multiplied(a, reciprocal(by));
                let whole = self.by_number(Bin::Mul, quotient, b);
                self.build.ins().isub(a, whole)
            }
            _ => self.by_number(how, a, b),
        }
    }

    fn multiplied(&mut self, a: Value, (factor, shift): (u64, u32)) -> Value {
        let (factor, shift) = (self.number(factor as i64), self.number(i64::from(shift)));
        let product = self.build.ins().imul(a, factor);
        self.build.ins().ushr(product, shift)
    }

    /// A small number by one that has its reciprocal in the table.
    fn quick_quotient(&mut self, a: Value, b: Value) -> Value {
        let table = self.number(self.names.reciprocals);
        let behind = self.by_number(Bin::Mul, b, 8);
        let at = self.build.ins().iadd(table, behind);
        let (factor, shift) = (self.load(types::I64, at, 0), self.number(32));
        let product = self.build.ins().imul(a, factor);
        self.build.ins().ushr(product, shift)
    }

    pub(crate) fn by_number(&mut self, how: Bin, a: Value, b: i64) -> Value {
        let small = u32::try_from(b).ok().filter(|by| (1..1 << 15).contains(by));
        match (how, small) {
            (Bin::DivDown, Some(by)) if by.is_power_of_two() => {
                let shift = self.number(i64::from(by.trailing_zeros()));
                self.build.ins().sshr(a, shift)
            }
            (Bin::Mod, Some(by)) if by.is_power_of_two() => {
                let mask = self.number(b - 1);
                self.build.ins().band(a, mask)
            }
            (Bin::DivDown, Some(by)) => {
                let holds = self.compare(IntCC::UnsignedLessThan, a, 1 << 31);
                let (factor, shift) = reciprocal(by);
                let b = self.number(b);
                self.quotient(holds, (a, b), |this| (this.number(factor as i64), this.number(i64::from(shift))))
            }
            (Bin::Mod, Some(_)) => {
                let quotient = self.by_number(Bin::DivDown, a, b);
                let whole = self.by_number(Bin::Mul, quotient, b);
                self.build.ins().isub(a, whole)
            }
            _ => {
                let b = self.number(b);
                self.by(how, a, b)
            }
        }
    }

    fn divide(&mut self, a: Value, b: Value) -> Value {
        let small = self.compare(IntCC::UnsignedLessThan, a, MOST_DIVIDEND);
        let less = self.by_number(Bin::Sub, b, 1);
        let fits = self.compare(IntCC::UnsignedLessThan, less, MOST_DIVISOR as i64);
        let holds = self.build.ins().band(small, fits);
        self.quotient(holds, (a, b), |this| {
            let table = this.number(this.names.reciprocals);
            let behind = this.by_number(Bin::Mul, b, 8);
            let at = this.build.ins().iadd(table, behind);
            (this.load(types::I64, at, 0), this.number(32))
        })
    }

    /// By multiplying where that holds, else by a call.
    fn quotient(
        &mut self,
        holds: Value,
        (a, b): (Value, Value),
        by: impl FnOnce(&mut Self) -> (Value, Value),
    ) -> Value {
        let (then, other) = self.fork(holds);
        let done = self.build.create_block();
        let result = self.build.append_block_param(done, types::I64);
        self.build.switch_to_block(then);
        let (factor, shift) = by(self);
        let product = self.build.ins().imul(a, factor);
        let quotient = self.build.ins().ushr(product, shift);
        self.build.ins().jump(done, &[quotient.into()]);
        self.by_call(other, (a, b), done);
        result
    }

    fn by_call(
        &mut self,
        block: cranelift_codegen::ir::Block,
        (a, b): (Value, Value),
        done: cranelift_codegen::ir::Block,
    ) {
        self.build.set_cold_block(block);
        self.build.switch_to_block(block);
        let quotient = self.call(self.names.divide, &[a, b])[0];
        self.build.ins().jump(done, &[quotient.into()]);
        self.build.seal_block(done);
        self.build.switch_to_block(done);
    }

    /// Does it lie between these two?
    pub(crate) fn within(&mut self, value: Value, lo: i64, hi: i64) -> Value {
        // One comparison: what lies below the least wraps around to a large number.
        let behind = self.by_number(Bin::Sub, value, lo);
        self.compare(IntCC::UnsignedLessThanOrEqual, behind, hi.wrapping_sub(lo))
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_DIVIDEND, RECIPROCALS, reciprocal};

    #[test]
    fn dividing_by_multiplying_is_exact() {
        for by in 1..RECIPROCALS.len() as u64 {
            for at in 0..64 {
                let edges = [at * by, at * by + by - 1, MOST_DIVIDEND as u64 - 1 - at];
                for a in edges {
                    assert_eq!((a * RECIPROCALS[by as usize]) >> 32, a / by, "{a} / {by}");
                }
            }
        }
        for by in (1..1_u32 << 15).filter(|by| !by.is_power_of_two()) {
            let (factor, shift) = reciprocal(by);
            let most = (1_u64 << 31) - 1;
            let last = most / u64::from(by) * u64::from(by);
            for a in [0, 1, u64::from(by) - 1, u64::from(by), last, last - 1, most] {
                assert_eq!((a * factor) >> shift, a / u64::from(by), "{a} / {by}");
            }
        }
    }
}
