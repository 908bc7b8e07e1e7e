//! Dice. Where nobody keeps a log of them, and the generator is the one of games, native code rolls for itself: the generator's
//! number stands in a register of the function that rolls, and in the frame wherever somebody else may ask for it. Otherwise, and for
//! a number that is thrown away, the machine is asked.

use crate::frame::{NO_DIE, at};
use crate::translate::{Translator, trusted};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use wgr_runtime::exec::blocks::{Bin, Body, Inst, Reg, Step};
use wgr_runtime::exec::chance::{MIX, MIX_LAST, STRIDE, last_even};

/// Does it roll dice itself?
pub(crate) fn rolls(body: &Body) -> bool {
    let mut insts = body.blocks.iter().flat_map(|block| &block.steps).flat_map(|step| &step.insts);
    insts.any(|inst| matches!(inst, Inst::Roll { .. }))
}

/// A number times `factor` in 128 bits, the upper 64 of them (with the number itself once more, if it is `added`: by halves, so
/// that nothing is lost), moved down: that is the number divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Quotient {
    factor: u64,
    added: bool,
    down: u32,
}

impl Quotient {
    /// By a number from 2 on. Granlund and Montgomery 1994.
    fn by(divisor: u64) -> Quotient {
        let bits = (divisor - 1).ilog2() + 1;
        let wide = u128::from(divisor);
        // Rounded up it is exact if it is not too much by more than this.
        let fits = |shift: u32| {
            let factor = (1_u128 << (64 + shift)).div_ceil(wide);
            let more = factor * wide - (1_u128 << (64 + shift));
            (more <= 1 << shift).then_some(factor).and_then(|factor| u64::try_from(factor).ok())
        };
        let short = (0..bits).find_map(|down| Some(Quotient { factor: fits(down)?, added: false, down }));
        short.unwrap_or_else(|| {
            let over = ((1_u128 << bits) - wide) << 64;
            Quotient { factor: (over / wide + 1) as u64, added: true, down: bits - 1 }
        })
    }
}

impl Translator<'_> {
    pub(crate) fn fetch_dice(&mut self) {
        if let Some(dice) = self.dice {
            let number = self.build.ins().load(types::I64, trusted(), self.frame, at::DICE);
            self.build.def_var(dice, number);
        }
    }

    pub(crate) fn keep_dice(&mut self) {
        if let Some(dice) = self.dice {
            let number = self.build.use_var(dice);
            self.build.ins().store(trusted(), number, self.frame, at::DICE);
        }
    }

    pub(crate) fn roll(&mut self, d: Reg, die: u16, (lo, hi): (i64, i64), step: &Step) {
        let Some(dice) = self.dice else { return };
        let (own, asked, done) = (self.build.create_block(), self.build.create_block(), self.build.create_block());
        let result = self.build.append_block_param(done, types::I64);
        let known = self.build.ins().load(types::I64, trusted(), self.frame, at::KNOWN);
        self.build.ins().brif(known, own, &[], asked, &[]);
        self.build.seal_block(own);
        self.build.switch_to_block(own);
        let before = self.build.use_var(dice);
        let number = self.by_number(Bin::Add, before, STRIDE as i64);
        self.build.def_var(dice, number);
        let mixed = self.mixed(number);
        let faces = hi.abs_diff(lo).saturating_add(1);
        let fell = self.below(mixed, faces);
        let fell = self.by_number(Bin::Add, fell, lo);
        match last_even(faces) {
            u64::MAX => {
                self.build.ins().jump(done, &[fell.into()]);
            }
            last => {
                let counts = self.compare(IntCC::UnsignedLessThanOrEqual, mixed, last as i64);
                self.build.ins().brif(counts, done, &[fell.into()], asked, &[]);
            }
        }
        self.build.seal_block(asked);
        self.build.set_cold_block(asked);
        self.build.switch_to_block(asked);
        self.keep_dice();
        let (op, die) = (self.number(i64::from(step.op)), self.number(i64::from(die)));
        let value = self.call(self.names.roll, &[self.frame, op, die])[0];
        self.fetch_dice();
        let holds = self.compare(IntCC::NotEqual, value, NO_DIE);
        self.unless_leave(holds, step);
        self.build.ins().jump(done, &[value.into()]);
        self.build.seal_block(done);
        self.build.switch_to_block(done);
        self.set(d, result);
    }

    fn mixed(&mut self, mut number: Value) -> Value {
        for (down, by) in MIX {
            number = self.folded(number, down);
            number = self.by_number(Bin::Mul, number, by as i64);
        }
        self.folded(number, MIX_LAST)
    }

    fn folded(&mut self, number: Value, down: u32) -> Value {
        let down = self.number(i64::from(down));
        let moved = self.build.ins().ushr(number, down);
        self.build.ins().bxor(number, moved)
    }

    /// What is left of a number without a sign, divided by so many.
    fn below(&mut self, number: Value, bound: u64) -> Value {
        if bound.is_power_of_two() {
            let mask = self.number((bound - 1) as i64);
            return self.build.ins().band(number, mask);
        }
        let Quotient { factor, added, down } = Quotient::by(bound);
        let factor = self.number(factor as i64);
        let mut upper = self.build.ins().umulhi(number, factor);
        if added {
            let rest = self.build.ins().isub(number, upper);
            let one = self.number(1);
            let half = self.build.ins().ushr(rest, one);
            upper = self.build.ins().iadd(upper, half);
        }
        let down = self.number(i64::from(down));
        let quotient = self.build.ins().ushr(upper, down);
        let whole = self.by_number(Bin::Mul, quotient, bound as i64);
        self.build.ins().isub(number, whole)
    }
}

#[cfg(test)]
mod tests {
    use super::Quotient;

    /// As native code does it.
    fn divided(number: u64, by: u64) -> u64 {
        let Quotient { factor, added, down } = Quotient::by(by);
        let mut upper = ((u128::from(number) * u128::from(factor)) >> 64) as u64;
        if added {
            upper += number.wrapping_sub(upper) >> 1;
        }
        upper >> down
    }

    #[test]
    fn dividing_what_was_mixed_is_exact() {
        let odd = [1000, 1 << 20, (1 << 32) + 1, (1 << 63) + 1, u64::MAX / 3, u64::MAX - 1, u64::MAX];
        for by in (2..300).chain(odd).filter(|by: &u64| !by.is_power_of_two()) {
            let (most, whole) = (u64::MAX, u64::MAX / by * by);
            let near =
                [0, 1, by - 1, by, by.saturating_add(1), whole - 1, whole, most - 1, most, most / 2, most / 2 + 1];
            for number in near.into_iter().chain((0..64).map(|bit| 1 << bit)) {
                assert_eq!(divided(number, by), number / by, "{number} / {by}");
            }
        }
    }
}
