//! Where everything stands in the state. In: a lowered, verified program and what each procedure keeps
//! across its asks. Out: the offset of every cell, frame and slot. This is the only file that computes an
//! offset.
//!
//! The block is `[header | game | pieces | hexes | cups | frames | pending | truth]`, in words. A field is as
//! wide as its range asks (rounded to a power of two), fields of one section stand widest first, so nothing
//! straddles a word; unused bits are zero for ever. A field holds `(value - lo) ^ (zero - lo)`: an all-zero block
//! is the state in which every cell is its zero.

use super::frames::{Frames, frames};
use super::pack::width_for;
use crate::ir::{Cell, CellId, DIR, EDGE, HEX, Program, Role, Scalar, Type, What, set_words};

pub struct Layout {
    pub words: usize,
    pub places: Vec<Place>,
    pub frames: Frames,
    /// First word of each section, in the order of [`SECTIONS`], and the end.
    pub sections: [usize; 9],
}

pub const SECTIONS: [&str; 8] = ["header", "game", "pieces", "hexes", "cups", "frames", "pending", "truth"];

/// Header fields: one bit "over", and the result in the second word.
pub(crate) const OVER_BIT: u32 = 0;
pub(crate) const RESULT_BIT: u32 = 64;
const HEADER_WORDS: usize = 2;

/// Where a cell's elements stand and how an index becomes an element.
#[derive(Clone, Debug)]
pub struct Place {
    pub form: Form,
    /// Bounds of each index, first index slowest.
    pub index: Vec<(i64, i64)>,
    pub count: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Element k at `bit + k * width`.
    Packed { bit: u32, width: u32, code: Coded },
    /// Element k at `word + k * words`.
    Sets { word: u32, words: u32, size: u32 },
    /// `room` words from `word` on: `(element + 1) << 32 | value as coded`, ascending, then zeros.
    Sparse { word: u32, room: u32, code: Coded },
}

/// How a number of a range is written in bits, so that its zero is all zeros.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coded {
    pub lo: i64,
    pub hi: i64,
    /// `zero - lo`
    pub key: u64,
}

impl Coded {
    pub fn of(scalar: Scalar) -> Coded {
        Coded { lo: scalar.lo, hi: scalar.hi, key: scalar.zero().abs_diff(scalar.lo) }
    }

    #[inline]
    pub fn bits(self, value: i64) -> u64 {
        (value - self.lo) as u64 ^ self.key
    }

    #[inline]
    pub fn value(self, bits: u64) -> i64 {
        (bits ^ self.key) as i64 + self.lo
    }

    /// Do these bits stand for a value of the range?
    pub fn holds(self, bits: u64) -> bool {
        bits ^ self.key <= self.hi.abs_diff(self.lo)
    }
}

impl Layout {
    pub fn new(program: &Program) -> Layout {
        let mut build = Builder { next: HEADER_WORDS, places: vec![None; program.cells.len()] };
        let mut sections = [0; 9];
        sections[1] = build.next;
        for (section, wanted) in [Section::Game, Section::Pieces, Section::Hexes, Section::Cups].into_iter().enumerate()
        {
            build.section(program, wanted);
            sections[section + 2] = build.next;
        }
        build.section(program, Section::Kept);
        let frames = frames(program, build.next);
        build.next = frames.end;
        sections[6] = build.next;
        build.section(program, Section::Pending);
        sections[7] = build.next;
        build.section(program, Section::Truth);
        sections[8] = build.next;
        let places = build.places.into_iter().flatten().collect();
        Layout { words: build.next, places, frames, sections }
    }

    pub fn place(&self, cell: CellId) -> &Place {
        &self.places[cell.index()]
    }
}

impl Place {
    /// The element for these indices, if they are in range.
    pub fn element(&self, index: &[i64]) -> Option<u32> {
        if index.len() != self.index.len() {
            return None;
        }
        let mut element = 0;
        for (&i, &(lo, hi)) in index.iter().zip(&self.index) {
            if i < lo || i > hi {
                return None;
            }
            element = element * (hi - lo + 1) + (i - lo);
        }
        u32::try_from(element).ok()
    }

    /// The indices of an element.
    pub fn index_of(&self, element: u32) -> Vec<i64> {
        let mut rest = i64::from(element);
        let mut index: Vec<i64> = self
            .index
            .iter()
            .rev()
            .map(|&(lo, hi)| {
                let span = hi - lo + 1;
                let at = rest % span + lo;
                rest /= span;
                at
            })
            .collect();
        index.reverse();
        index
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Game,
    Pieces,
    Hexes,
    Cups,
    Kept,
    Pending,
    Truth,
}

fn section_of(cell: &Cell) -> Section {
    match cell.role {
        Role::Keep(_) => Section::Kept,
        Role::Cup => Section::Cups,
        Role::Pending => Section::Pending,
        Role::Truth => Section::Truth,
        Role::Game => match cell.index.first().map(|i| i.what) {
            None | Some(What::Int { .. } | What::Bool) => Section::Game,
            Some(What::Id(HEX | DIR | EDGE)) => Section::Hexes,
            Some(What::Id(_)) => Section::Pieces,
        },
    }
}

struct Builder {
    next: usize,
    places: Vec<Option<Place>>,
}

impl Builder {
    /// Place one section's cells: whole words first, then fields by falling width.
    fn section(&mut self, program: &Program, wanted: Section) {
        let ids: Vec<CellId> =
            (0..program.cells.len()).map(CellId::new).filter(|&id| section_of(program.cell(id)) == wanted).collect();
        let mut fields: Vec<(u32, CellId, Scalar)> = Vec::new();
        for id in ids {
            let cell = program.cell(id);
            match (cell.value, cell.sparse) {
                (Type::Set(domain), _) => {
                    let size = program.domain(domain).size;
                    let words = set_words(size as usize) as u32;
                    self.whole(id, cell, |word| Form::Sets { word, words, size }, words * elements(cell));
                }
                (Type::Scalar(value), Some(room)) => {
                    self.whole(id, cell, |word| Form::Sparse { word, room, code: Coded::of(value) }, room);
                }
                (Type::Scalar(value), None) => fields.push((width_for(value.span()), id, value)),
            }
        }
        fields.sort_by_key(|&(width, id, _)| (std::cmp::Reverse(width), id));
        let mut bit = (self.next * 64) as u32;
        for (width, id, value) in fields {
            let cell = program.cell(id);
            let form = Form::Packed { bit, width, code: Coded::of(value) };
            self.places[id.index()] = Some(place(cell, form));
            bit += width * elements(cell);
        }
        self.next = bit.div_ceil(64) as usize;
    }

    fn whole(&mut self, id: CellId, cell: &Cell, form: impl Fn(u32) -> Form, words: u32) {
        self.places[id.index()] = Some(place(cell, form(self.next as u32)));
        self.next += words as usize;
    }
}

fn place(cell: &Cell, form: Form) -> Place {
    Place { form, index: cell.index.iter().map(|i| (i.lo, i.hi)).collect(), count: elements(cell) }
}

fn elements(cell: &Cell) -> u32 {
    cell.index.iter().map(|i| i.span() as u32).product()
}
