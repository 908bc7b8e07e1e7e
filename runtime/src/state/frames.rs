//! Frames: what each procedure keeps in the state while it stands still. No procedure calls itself, so every
//! frame has one fixed place: behind the longest chain of callers. Frames of procedures that never stand
//! still at once share their words.

use super::State;
use super::layout::Coded;
use super::live::{Point, points};
use super::pack::{self, width_for};
use crate::ir::{FuncId, LocalId, Program, StmtKind, Type, set_words, walk};
use std::collections::{BTreeMap, BTreeSet};

pub struct Frames {
    /// For each function; those that never stand still have no points.
    pub funcs: Vec<Frame>,
    pub start: usize,
    pub end: usize,
}

impl Frames {
    /// Is nothing remembered but where everything stands, and the how-manieth round it is?
    pub(crate) fn hold_nothing(&self, state: &State, main: FuncId) -> bool {
        let mut next = Some(main);
        while let Some(frame) = next.and_then(|id| self.funcs.get(id.index())).filter(|frame| !frame.points.is_empty())
        {
            let stands = (pack::get(&state.words, frame.pc_bit, PC_WIDTH) as usize).checked_sub(1);
            let Some(point) = stands.and_then(|at| frame.points.get(at)) else { return true };
            if point.remembers {
                return false;
            }
            next = point.call;
        }
        true
    }

    /// Does this function stand somewhere?
    pub(crate) fn runs(&self, state: &State, id: FuncId) -> bool {
        let frame = self.funcs.get(id.index()).filter(|frame| !frame.points.is_empty());
        frame.is_some_and(|frame| pack::get(&state.words, frame.pc_bit, PC_WIDTH) != 0)
    }
}

pub struct Frame {
    /// Where the number of the point stands (0: not running).
    pub pc_bit: u32,
    pub slots: BTreeMap<LocalId, Slot>,
    pub points: Vec<FramePoint>,
    /// Words of this frame.
    pub words: std::ops::Range<usize>,
}

pub struct FramePoint {
    pub call: Option<FuncId>,
    pub live: Vec<LocalId>,
    /// One of them is something else than the number of rounds.
    pub remembers: bool,
    /// Where each of them stands.
    pub slots: Vec<Slot>,
}

/// Where a kept local stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    Packed { bit: u32, width: u32, code: Coded },
    Set { word: u32, words: u32, size: u32 },
}

pub(crate) const PC_WIDTH: u32 = 16;

/// Which functions contain a point, directly or through calls.
pub(crate) fn suspending(program: &Program) -> Vec<bool> {
    let mut suspends = vec![false; program.funcs.len()];
    // The call graph has no cycle, so as many rounds as functions are enough; usually two or three are.
    loop {
        let before = suspends.clone();
        for (index, func) in program.funcs.iter().enumerate() {
            let Some(block) = func.body.code() else { continue };
            suspends[index] |= walk::all_stmts(block).iter().any(|stmt| super::live::is_point(stmt, &before));
        }
        if suspends == before {
            return suspends;
        }
    }
}

pub(super) fn frames(program: &Program, start: usize) -> Frames {
    let suspends = suspending(program);
    let all: Vec<Vec<Point>> = program.funcs.iter().map(|func| points(func, &suspends)).collect();
    let sizes: Vec<usize> = (0..all.len()).map(|f| frame_words(program, f, &all[f])).collect();
    let starts = starts(&all, &sizes, start);
    let end = starts.iter().zip(&sizes).map(|(s, n)| s + n).max().unwrap_or(start);
    let funcs = all.into_iter().enumerate().map(|(f, points)| frame(program, f, points, starts[f], sizes[f])).collect();
    Frames { funcs, start, end }
}

/// Each frame begins behind all frames of its callers.
fn starts(all: &[Vec<Point>], sizes: &[usize], start: usize) -> Vec<usize> {
    let mut starts = vec![start; all.len()];
    loop {
        let mut changed = false;
        for (caller, points) in all.iter().enumerate() {
            for callee in points.iter().filter_map(|p| p.call) {
                let least = starts[caller] + sizes[caller];
                if starts[callee.index()] < least {
                    starts[callee.index()] = least;
                    changed = true;
                }
            }
        }
        if !changed {
            return starts;
        }
    }
}

fn kept(points: &[Point]) -> BTreeSet<LocalId> {
    points.iter().flat_map(|p| p.live.iter().copied()).collect()
}

fn frame_words(program: &Program, func: usize, points: &[Point]) -> usize {
    if points.is_empty() {
        return 0;
    }
    let (mut bits, mut words) = (PC_WIDTH, 0);
    let mut widths: Vec<u32> = Vec::new();
    for local in kept(points) {
        match program.funcs[func].local(local).ty {
            Type::Set(domain) => words += set_words(program.domain(domain).size as usize),
            Type::Scalar(scalar) => widths.push(width_for(scalar.span())),
        }
    }
    widths.sort_unstable_by(|a, b| b.cmp(a));
    let before: u32 = widths.iter().filter(|w| **w >= PC_WIDTH).sum();
    bits += before + widths.iter().filter(|w| **w < PC_WIDTH).sum::<u32>();
    words + bits.div_ceil(64) as usize
}

/// Sets first, then fields by falling width, the point's number among those of its width.
fn frame(program: &Program, func: usize, points: Vec<Point>, start: usize, size: usize) -> Frame {
    let mut slots = BTreeMap::new();
    let mut word = start;
    let mut fields = Vec::new();
    for local in kept(&points) {
        match program.funcs[func].local(local).ty {
            Type::Set(domain) => {
                let size = program.domain(domain).size;
                let words = set_words(size as usize) as u32;
                slots.insert(local, Slot::Set { word: word as u32, words, size });
                word += words as usize;
            }
            Type::Scalar(scalar) => fields.push((width_for(scalar.span()), Some((local, scalar)))),
        }
    }
    fields.push((PC_WIDTH, None));
    fields.sort_by_key(|(width, field)| (std::cmp::Reverse(*width), field.map(|(local, _)| local)));
    let mut bit = (word * 64) as u32;
    let mut pc_bit = bit;
    for (width, field) in fields {
        match field {
            Some((local, scalar)) => {
                slots.insert(local, Slot::Packed { bit, width, code: Coded::of(scalar) });
            }
            None => pc_bit = bit,
        }
        bit += width;
    }
    let stmts = program.funcs[func].body.code().map(walk::all_stmts).unwrap_or_default();
    let counts_rounds =
        |local: &LocalId| stmts.iter().any(|stmt| matches!(&stmt.kind, StmtKind::Loop { count, .. } if count == local));
    let point = |p: Point| {
        let live: Vec<LocalId> = p.live.into_iter().collect();
        let remembers = live.iter().any(|local| !counts_rounds(local));
        FramePoint { call: p.call, slots: live.iter().map(|local| slots[local]).collect(), live, remembers }
    };
    let points = points.into_iter().map(point).collect();
    Frame { pc_bit, slots, points, words: start..start + size }
}
