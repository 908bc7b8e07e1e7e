//! What indexes lead to: tables, cells of the state, the board. Every index is checked before it is followed.

use crate::translate::{Translator, trusted};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Type, Value, types};
use wgr_runtime::exec::blocks::{Bin, Entry, Field, Reg, Step};

/// Where a field stands: in a word of its own width at an address, or as bits of a word of 64.
enum Stands {
    Alone { at: Value, offset: i64, ty: Type },
    Among { at: Value, offset: i64, shift: Value },
}

impl Translator<'_> {
    pub(crate) fn entry(&mut self, of: &Entry, step: &Step) -> Value {
        let mut index = self.get(of.a);
        index = self.by_number(Bin::Mul, index, of.stride);
        if let Some(b) = of.b {
            let b = self.get(b);
            index = self.build.ins().iadd(index, b);
        }
        index = self.by_number(Bin::Add, index, of.base - of.from);
        self.look(of.sure, step, |this| this.compare(IntCC::UnsignedLessThan, index, i64::from(of.count)));
        let from = self.rules.data().as_ptr() as i64 + of.from * 8;
        let (from, behind) = (self.number(from), self.by_number(Bin::Mul, index, 8));
        let at = self.build.ins().iadd(from, behind);
        self.load(types::I64, at, 0)
    }

    fn stands(&mut self, of: &Field, step: &Step) -> Stands {
        let little = cfg!(target_endian = "little");
        let ty = match of.width {
            8 => Some(types::I8),
            16 => Some(types::I16),
            32 => Some(types::I32),
            64 => Some(types::I64),
            _ => None,
        };
        let ty = ty.filter(|_| little && of.bit.is_multiple_of(of.width));
        let Some((reg, first)) = of.at else {
            return match ty {
                Some(ty) => Stands::Alone { at: self.words, offset: i64::from(of.bit / 8), ty },
                None => {
                    let shift = self.number(i64::from(of.bit % 64));
                    Stands::Among { at: self.words, offset: i64::from(of.bit / 64) * 8, shift }
                }
            };
        };
        let index = self.get(reg);
        let index = self.by_number(Bin::Sub, index, first);
        self.look(of.sure, step, |this| this.compare(IntCC::UnsignedLessThan, index, i64::from(of.count)));
        match ty {
            Some(ty) => {
                let behind = self.by_number(Bin::Mul, index, i64::from(of.width / 8));
                let at = self.build.ins().iadd(self.words, behind);
                Stands::Alone { at, offset: i64::from(of.bit / 8), ty }
            }
            None => {
                let behind = self.by_number(Bin::Mul, index, i64::from(of.width));
                let bit = self.by_number(Bin::Add, behind, i64::from(of.bit));
                let word = self.by_number(Bin::DivDown, bit, 64);
                let behind = self.by_number(Bin::Mul, word, 8);
                let at = self.build.ins().iadd(self.words, behind);
                let shift = self.by_number(Bin::Mod, bit, 64);
                Stands::Among { at, offset: 0, shift }
            }
        }
    }

    /// The bits that stand there.
    fn bits(&mut self, stands: &Stands, width: u32) -> Value {
        match *stands {
            Stands::Alone { at, offset, ty } => {
                let value = self.load(ty, at, offset);
                if ty == types::I64 { value } else { self.build.ins().uextend(types::I64, value) }
            }
            Stands::Among { at, offset, shift } => {
                let word = self.load(types::I64, at, offset);
                let moved = self.build.ins().ushr(word, shift);
                let mask = self.number(mask(width));
                self.build.ins().band(moved, mask)
            }
        }
    }

    pub(crate) fn field(&mut self, of: &Field, step: &Step) -> Value {
        let stands = self.stands(of, step);
        let bits = self.bits(&stands, of.width);
        let key = self.number(of.key as i64);
        let bits = if of.key == 0 { bits } else { self.build.ins().bxor(bits, key) };
        self.by_number(Bin::Add, bits, of.lo)
    }

    pub(crate) fn put(&mut self, of: &Field, a: Reg, watched: bool, step: &Step) {
        let stands = self.stands(of, step);
        let value = self.get(a);
        let bits = self.by_number(Bin::Sub, value, of.lo);
        let key = self.number(of.key as i64);
        let bits = self.build.ins().bxor(bits, key);
        if watched {
            let old = self.bits(&stands, of.width);
            let differs = self.build.ins().icmp(IntCC::NotEqual, old, bits);
            let (then, done) = self.fork_open(differs);
            self.build.switch_to_block(then);
            let reads: Vec<Reg> = of.at.map(|(reg, _)| reg).into_iter().chain([a]).collect();
            self.host(&reads, step);
            self.build.ins().jump(done, &[]);
            self.build.seal_block(done);
            self.build.switch_to_block(done);
            return;
        }
        match stands {
            Stands::Alone { at, offset, ty } => {
                let bits = if ty == types::I64 { bits } else { self.build.ins().ireduce(ty, bits) };
                self.store(bits, at, offset);
            }
            Stands::Among { at, offset, shift } => {
                let word = self.load(types::I64, at, offset);
                let mask = self.number(mask(of.width));
                let hole = self.build.ins().ishl(mask, shift);
                let rest = self.build.ins().band_not(word, hole);
                let moved = self.build.ins().ishl(bits, shift);
                let word = self.build.ins().bor(rest, moved);
                self.store(word, at, offset);
            }
        }
    }

    fn store(&mut self, value: Value, at: Value, offset: i64) {
        let (at, offset) = match i32::try_from(offset) {
            Ok(offset) => (at, offset),
            Err(_) => {
                let offset = self.number(offset);
                (self.build.ins().iadd(at, offset), 0)
            }
        };
        self.build.ins().store(trusted(), value, at, offset);
    }

    /// From hex `a` to hex `b` as the crow flies; -1 where one of them is none.
    pub(crate) fn distance(&mut self, d: Reg, (a, b): (Reg, Reg)) {
        let points = self.rules.board().map_or(&[][..], |board| board.points());
        let (one, two) = (self.get(a), self.get(b));
        let is_one = self.compare(IntCC::UnsignedLessThan, one, points.len() as i64);
        let is_two = self.compare(IntCC::UnsignedLessThan, two, points.len() as i64);
        let holds = self.build.ins().band(is_one, is_two);
        let (then, other) = self.fork(holds);
        let done = self.build.create_block();
        let result = self.build.append_block_param(done, types::I64);
        self.build.switch_to_block(then);
        let from = self.number(points.as_ptr() as i64);
        let mut apart = |offset: i64| {
            let [one, two] = [one, two].map(|hex| {
                let behind = self.by_number(Bin::Mul, hex, 8);
                let at = self.build.ins().iadd(from, behind);
                let found = self.load(types::I32, at, offset);
                self.build.ins().sextend(types::I64, found)
            });
            let way = self.build.ins().isub(one, two);
            let back = self.build.ins().ineg(way);
            self.by(Bin::Max, way, back)
        };
        let (lanes, halves) = (apart(0), apart(4));
        // A step to another lane also gains half a hex along it; what is left costs two halves a step.
        let left = self.build.ins().isub(halves, lanes);
        let zero = self.number(0);
        let left = self.by(Bin::Max, left, zero);
        let steps = self.by_number(Bin::DivDown, left, 2);
        let far = self.build.ins().iadd(lanes, steps);
        self.build.ins().jump(done, &[far.into()]);
        self.else_none(other, done);
        self.set(d, result);
    }

    /// The neighbour or hexside of hex `a` in direction `b`; -1 off the map, as the table says.
    pub(crate) fn beside(&mut self, table: &[[u16; 6]], d: Reg, (a, b): (Reg, Reg)) {
        let (hex, dir) = (self.get(a), self.get(b));
        let is_hex = self.compare(IntCC::UnsignedLessThan, hex, table.len() as i64);
        let is_dir = self.compare(IntCC::UnsignedLessThan, dir, 6);
        let holds = self.build.ins().band(is_hex, is_dir);
        let (then, other) = self.fork(holds);
        let done = self.build.create_block();
        let result = self.build.append_block_param(done, types::I64);
        self.build.switch_to_block(then);
        let (row, column) = (self.by_number(Bin::Mul, hex, 12), self.by_number(Bin::Mul, dir, 2));
        let behind = self.build.ins().iadd(row, column);
        let from = self.number(table.as_ptr() as i64);
        let at = self.build.ins().iadd(from, behind);
        let found = self.load(types::I16, at, 0);
        let found = self.build.ins().uextend(types::I64, found);
        let is_off = self.compare(IntCC::Equal, found, i64::from(u16::MAX));
        let none = self.number(-1);
        let value = self.build.ins().select(is_off, none, found);
        self.build.ins().jump(done, &[value.into()]);
        self.else_none(other, done);
        self.set(d, result);
    }

    /// The hexside between two hexes; -1 where they are no neighbours.
    pub(crate) fn between(&mut self, d: Reg, (a, b): (Reg, Reg)) {
        let board = self.rules.board();
        let (near, sides) = board.map_or((&[][..], &[][..]), |board| (board.neighbours(), board.sides()));
        let (one, two) = (self.get(a), self.get(b));
        let is_hex = self.compare(IntCC::UnsignedLessThan, one, near.len() as i64);
        let (then, other) = self.fork(is_hex);
        let done = self.build.create_block();
        let result = self.build.append_block_param(done, types::I64);
        self.build.switch_to_block(then);
        let behind = self.by_number(Bin::Mul, one, 12);
        let [near, sides] = [near, sides].map(|table| {
            let from = self.number(table.as_ptr() as i64);
            self.build.ins().iadd(from, behind)
        });
        // A number of no hex is none of the six, and what leads off the map has no hexside.
        let mut found = self.number(-1);
        for dir in (0..6).rev() {
            let [hex, side] = [near, sides].map(|row| {
                let held = self.load(types::I16, row, dir * 2);
                self.build.ins().uextend(types::I64, held)
            });
            let is_there = self.build.ins().icmp(IntCC::Equal, hex, two);
            found = self.build.ins().select(is_there, side, found);
        }
        let is_off = self.compare(IntCC::Equal, found, i64::from(u16::MAX));
        let none = self.number(-1);
        let found = self.build.ins().select(is_off, none, found);
        self.build.ins().jump(done, &[found.into()]);
        self.else_none(other, done);
        self.set(d, result);
    }

    /// What is nothing otherwise: -1 goes into the block that both ways lead to, and it goes on there.
    fn else_none(&mut self, other: Block, done: Block) {
        self.build.switch_to_block(other);
        let none = self.number(-1);
        self.build.ins().jump(done, &[none.into()]);
        self.build.seal_block(done);
        self.build.switch_to_block(done);
    }
}

fn mask(width: u32) -> i64 {
    (u64::MAX >> (64 - width)) as i64
}
