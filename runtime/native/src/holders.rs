//! Sets sifted by what a cell holds of their members. Where the cell is turned over (by value who holds it), its sets are read here;
//! else Rust is called, which turns it over when that has become worth it.

use crate::frame::at;
use crate::sets::AT_ONCE;
use crate::translate::{Translator, trusted};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, Value, types};
use wgr_runtime::exec::Turned;
use wgr_runtime::exec::blocks::{Bin, Reg, Step, Word};

impl Translator<'_> {
    /// Of the members those for which the cell holds the value, or those for which it does not.
    pub(crate) fn among_cell(&mut self, (s, words): (Word, u32), cell: u16, a: Reg, is: bool) {
        let value = self.get(a);
        let turned = self.rules.turned(cell).filter(|_| words <= AT_ONCE);
        let done = turned.map(|turned| {
            let index = self.by_number(Bin::Sub, value, turned.least);
            let fits = self.compare(IntCC::UnsignedLessThan, index, turned.values as i64);
            let (good, sets) = self.turned_over(&turned);
            let good = self.build.ins().band(good, fits);
            let done = self.where_turned(good);
            let holders = self.holders(&turned, sets, index);
            for at in 0..words {
                let (word, have) = (self.word(s + at), self.holding(&turned, holders, at));
                let kept = if is { self.build.ins().band(word, have) } else { self.build.ins().band_not(word, have) };
                self.put_word(s + at, kept);
            }
            self.or_else(done)
        });
        let which = i64::from(words) << 17 | i64::from(is) << 16 | i64::from(cell);
        let (which, set) = (self.number(which), self.set_at(self.sets, s));
        self.call(self.names.filter_cell, &[self.frame, which, set, value]);
        self.behind(done);
    }

    /// The same by neighbours of a hex. `step`: where the cell holds none for one of the members, that is for whoever runs this step.
    pub(crate) fn among_beside(&mut self, (s, words): (Word, u32), cell: u16, a: Reg, step: Option<&Step>) {
        let hex = self.get(a);
        let turned = self.rules.turned(cell).filter(|turned| words <= AT_ONCE && turned.hexes > 0);
        let done = turned.map(|turned| {
            let fits = self.compare(IntCC::UnsignedLessThan, hex, turned.hexes as i64);
            let (good, sets) = self.turned_over(&turned);
            let good = self.build.ins().band(good, fits);
            let done = self.where_turned(good);
            if let Some(step) = step {
                self.unless_nowhere(&turned, sets, (s, words), step);
            }
            let set = self.by_number(Bin::Add, hex, turned.beside() as i64);
            let holders = self.holders(&turned, sets, set);
            for at in 0..words {
                let (word, have) = (self.word(s + at), self.holding(&turned, holders, at));
                let kept = self.build.ins().band(word, have);
                self.put_word(s + at, kept);
            }
            self.or_else(done)
        });
        let which = i64::from(words) << 17 | i64::from(cell);
        let (which, set) = (self.number(which), self.set_at(self.sets, s));
        if let Some(step) = step {
            let hold = self.call(self.names.all_hold, &[self.frame, which, set])[0];
            self.unless_leave(hold, step);
        }
        self.call(self.names.filter_near, &[self.frame, which, set, hex]);
        self.behind(done);
    }

    /// Whether the cell's sets are good now, and where they begin.
    fn turned_over(&mut self, turned: &Turned) -> (Value, Value) {
        let ready = self.build.ins().load(types::I64, trusted(), self.frame, at::TURNED);
        let moments = self.build.ins().load(types::I64, trusted(), self.frame, at::MOMENTS);
        let now = self.load(types::I64, moments, i64::from(turned.watcher) * 8);
        let good = self.load(types::I64, ready, i64::from(turned.number) * 16);
        let sets = self.load(types::I64, ready, i64::from(turned.number) * 16 + 8);
        (self.build.ins().icmp(IntCC::Equal, good, now), sets)
    }

    /// Goes on where the cell is turned over; gives the block where it is not, and the one behind both.
    fn where_turned(&mut self, good: Value) -> (ir::Block, ir::Block) {
        let (then, other) = self.fork(good);
        let done = self.build.create_block();
        self.build.set_cold_block(other);
        self.build.switch_to_block(then);
        (other, done)
    }

    /// It is done; on where the cell is not turned over.
    fn or_else(&mut self, (other, done): (ir::Block, ir::Block)) -> ir::Block {
        self.build.ins().jump(done, &[]);
        self.build.switch_to_block(other);
        done
    }

    fn behind(&mut self, done: Option<ir::Block>) {
        let Some(done) = done else { return };
        self.build.ins().jump(done, &[]);
        self.build.seal_block(done);
        self.build.switch_to_block(done);
    }

    /// Where those stand who hold the value of this index.
    fn holders(&mut self, turned: &Turned, sets: Value, index: Value) -> Value {
        let behind = self.by_number(Bin::Mul, index, turned.words as i64 * 8);
        self.build.ins().iadd(sets, behind)
    }

    /// One word of them.
    fn holding(&mut self, turned: &Turned, holders: Value, at: u32) -> Value {
        match (at as usize) < turned.words {
            true => self.load(types::I64, holders, i64::from(at) * 8),
            false => self.number(0),
        }
    }

    /// Where the cell holds none for one of the members, that is the interpreter's to tell.
    fn unless_nowhere(&mut self, turned: &Turned, sets: Value, (s, words): (Word, u32), step: &Step) {
        let none = -1 - turned.least;
        if !(0..turned.values as i64).contains(&none) {
            return;
        }
        let index = self.number(none);
        let nowhere = self.holders(turned, sets, index);
        let mut any = self.number(0);
        for at in 0..words {
            let (word, have) = (self.word(s + at), self.holding(turned, nowhere, at));
            let both = self.build.ins().band(word, have);
            any = self.build.ins().bor(any, both);
        }
        let all_are_somewhere = self.compare(IntCC::Equal, any, 0);
        self.unless_leave(all_are_somewhere, step);
    }
}
