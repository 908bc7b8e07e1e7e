//! Sets: words in the machine's window, a few at a time.

use crate::translate::{Translator, trusted};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use wgr_runtime::exec::blocks::{Bin, Of, Reg, Step, Word};

/// So many words are read before the first of them is written; more words than that are not written out.
pub(crate) const AT_ONCE: u32 = 12;

impl Translator<'_> {
    pub(crate) fn word(&mut self, at: Word) -> Value {
        self.load(types::I64, self.sets, i64::from(at) * 8)
    }

    pub(crate) fn put_word(&mut self, at: Word, value: Value) {
        self.build.ins().store(trusted(), value, self.sets, at as i32 * 8);
    }

    pub(crate) fn fill(&mut self, d: Word, words: &[u64]) {
        for (at, word) in words.iter().enumerate() {
            let value = self.number(*word as i64);
            self.put_word(d + at as u32, value);
        }
    }

    /// The address of a set.
    pub(crate) fn set_at(&mut self, from: Value, at: Word) -> Value {
        self.by_number(Bin::Add, from, i64::from(at) * 8)
    }

    pub(crate) fn copy(&mut self, (from, a): (Value, Word), d: Word, words: u32) {
        if words > AT_ONCE {
            let (d, a, words) = (self.set_at(self.sets, d), self.set_at(from, a), self.number(i64::from(words)));
            self.call(self.names.copy_words, &[d, a, words]);
            return;
        }
        for first in (0..words).step_by(AT_ONCE as usize) {
            let these = first..words.min(first + AT_ONCE);
            let held: Vec<Value> = these.clone().map(|at| self.load(types::I64, from, i64::from(a + at) * 8)).collect();
            for (at, value) in these.zip(held) {
                self.put_word(d + at, value);
            }
        }
    }

    pub(crate) fn join(&mut self, how: Of, (d, a, b): (Word, Word, Word), words: u32) {
        if words > AT_ONCE {
            let names = self.names;
            let call = match how {
                Of::Union => names.unite,
                Of::Inter => names.intersect,
                Of::Minus => names.take_out,
            };
            let [d, a, b] = [d, a, b].map(|at| self.set_at(self.sets, at));
            let words = self.number(i64::from(words));
            self.call(call, &[d, a, b, words]);
            return;
        }
        // Word by word, as the machine does: the sets are the same, or apart.
        for at in 0..words {
            let (one, two) = (self.word(a + at), self.word(b + at));
            let value = match how {
                Of::Union => self.build.ins().bor(one, two),
                Of::Inter => self.build.ins().band(one, two),
                Of::Minus => self.build.ins().band_not(one, two),
            };
            self.put_word(d + at, value);
        }
    }

    pub(crate) fn get_set(
        &mut self,
        d: Word,
        (word, words, at): (u32, u32, Reg),
        (count, sure): (u32, bool),
        step: &Step,
    ) {
        let element = self.get(at);
        self.look(sure, step, |this| this.compare(IntCC::UnsignedLessThan, element, i64::from(count)));
        let behind = self.by_number(Bin::Mul, element, i64::from(words) * 8);
        let from = self.build.ins().iadd(self.words, behind);
        self.copy((from, word), d, words);
    }

    /// The address of a member's word and its bit; left to the interpreter where it is beyond the window.
    fn member(&mut self, s: Word, member: Value, window: u32, step: &Step) -> (Value, Value) {
        let most = i64::from(window.saturating_sub(s)) * 64;
        let holds = self.compare(IntCC::SignedLessThan, member, most);
        self.unless_leave(holds, step);
        let word = self.by_number(Bin::DivDown, member, 64);
        let behind = self.by_number(Bin::Mul, word, 8);
        let at = self.build.ins().iadd(self.sets, behind);
        let bit = self.by_number(Bin::Mod, member, 64);
        (at, bit)
    }

    pub(crate) fn add_member(&mut self, s: Word, (a, is): (Reg, bool), window: u32, step: &Step) {
        let member = self.get(a);
        let (at, bit) = self.member(s, member, window, step);
        // "None" is put nowhere, and taken out of nothing.
        let is_member = self.compare(IntCC::SignedGreaterThanOrEqual, member, 0);
        let (then, done) = self.fork_open(is_member);
        self.build.switch_to_block(then);
        let word = self.load(types::I64, at, i64::from(s) * 8);
        let one = self.number(1);
        let bit = self.build.ins().ishl(one, bit);
        let word = if is { self.build.ins().bor(word, bit) } else { self.build.ins().band_not(word, bit) };
        self.build.ins().store(trusted(), word, at, s as i32 * 8);
        self.build.ins().jump(done, &[]);
        self.build.seal_block(done);
        self.build.switch_to_block(done);
    }

    pub(crate) fn has_member(&mut self, d: Reg, (s, a): (Word, Reg), window: u32, step: &Step) {
        let member = self.get(a);
        let (at, bit) = self.member(s, member, window, step);
        let is_member = self.compare(IntCC::SignedGreaterThanOrEqual, member, 0);
        let (then, other) = self.fork(is_member);
        let done = self.build.create_block();
        let result = self.build.append_block_param(done, types::I64);
        self.build.switch_to_block(then);
        let word = self.load(types::I64, at, i64::from(s) * 8);
        let moved = self.build.ins().ushr(word, bit);
        let has = self.by_number(Bin::Mod, moved, 2);
        self.build.ins().jump(done, &[has.into()]);
        self.build.switch_to_block(other);
        let zero = self.number(0);
        self.build.ins().jump(done, &[zero.into()]);
        self.build.seal_block(done);
        self.build.switch_to_block(done);
        self.set(d, result);
    }

    pub(crate) fn size(&mut self, d: Reg, s: Word, words: u32) {
        let mut sum = self.number(0);
        for at in 0..words {
            let word = self.word(s + at);
            let count = self.build.ins().popcnt(word);
            sum = self.build.ins().iadd(sum, count);
        }
        self.set(d, sum);
    }

    pub(crate) fn lowest(&mut self, d: Reg, s: Word, words: u32) {
        let mut found = self.number(-1);
        for at in (0..words).rev() {
            let word = self.word(s + at);
            let bit = self.build.ins().ctz(word);
            let member = self.by_number(Bin::Add, bit, i64::from(at) * 64);
            found = self.build.ins().select(word, member, found);
        }
        self.set(d, found);
    }

    pub(crate) fn highest(&mut self, d: Reg, s: Word, words: u32) {
        let mut found = self.number(-1);
        for at in 0..words {
            let word = self.word(s + at);
            let zeros = self.build.ins().clz(word);
            let last = self.number(i64::from(at) * 64 + 63);
            let member = self.build.ins().isub(last, zeros);
            found = self.build.ins().select(word, member, found);
        }
        self.set(d, found);
    }

    pub(crate) fn same(&mut self, d: Reg, (a, b): (Word, Word), words: u32) {
        let mut differ = self.number(0);
        for at in 0..words {
            let (one, two) = (self.word(a + at), self.word(b + at));
            let other = self.build.ins().bxor(one, two);
            differ = self.build.ins().bor(differ, other);
        }
        let zero = self.number(0);
        let same = self.by(Bin::Eq, differ, zero);
        self.set(d, same);
    }

    /// Of the members those whose entry in the table is the value, or those whose is another. Where no entry is, nobody has it.
    pub(crate) fn among(&mut self, (s, words): (Word, u32), table: u16, (first, a): (Option<Reg>, Reg), is: bool) {
        let Some(having) = self.rules.having(table) else { return };
        let (sets, least, values) = (having.sets.as_ptr() as i64, having.least, having.values as i64);
        let (firsts, bytes) = (having.sets.len() / (having.values * having.words), having.words as i64 * 8);
        let first_of = having.first;
        let value = self.get(a);
        let mut index = self.by_number(Bin::Sub, value, least);
        let mut holds = self.compare(IntCC::UnsignedLessThan, index, values);
        if let Some(first) = first {
            let first = self.get(first);
            let first = self.by_number(Bin::Sub, first, first_of);
            let there = self.compare(IntCC::UnsignedLessThan, first, firsts as i64);
            holds = self.build.ins().band(holds, there);
            let before = self.by_number(Bin::Mul, first, values);
            index = self.build.ins().iadd(before, index);
        }
        let zero = self.number(0);
        let index = self.build.ins().select(holds, index, zero);
        let behind = self.by_number(Bin::Mul, index, bytes);
        let sets = self.number(sets);
        let from = self.build.ins().iadd(sets, behind);
        for at in 0..words {
            let have = self.load(types::I64, from, i64::from(at) * 8);
            let have = self.build.ins().select(holds, have, zero);
            let word = self.word(s + at);
            let kept = if is { self.build.ins().band(word, have) } else { self.build.ins().band_not(word, have) };
            self.put_word(s + at, kept);
        }
    }

    /// The lowest member out of the set.
    pub(crate) fn next(&mut self, d: Reg, (s, words): (Word, u32), on: Block, none: Block) {
        if words > AT_ONCE {
            let (set, words) = (self.set_at(self.sets, s), self.number(i64::from(words)));
            let member = self.call(self.names.take_lowest, &[set, words])[0];
            let is_member = self.compare(IntCC::SignedGreaterThanOrEqual, member, 0);
            let some = self.build.create_block();
            self.build.ins().brif(is_member, some, &[], none, &[]);
            self.build.seal_block(some);
            self.build.switch_to_block(some);
            self.set(d, member);
            self.build.ins().jump(on, &[]);
            return;
        }
        for at in 0..words {
            let word = self.word(s + at);
            let (some, other) = self.fork(word);
            self.build.switch_to_block(some);
            let bit = self.build.ins().ctz(word);
            let less = self.by_number(Bin::Sub, word, 1);
            let rest = self.build.ins().band(word, less);
            self.put_word(s + at, rest);
            let member = self.by_number(Bin::Add, bit, i64::from(at) * 64);
            self.set(d, member);
            self.build.ins().jump(on, &[]);
            self.build.switch_to_block(other);
        }
        self.build.ins().jump(none, &[]);
    }
}
