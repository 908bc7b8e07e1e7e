//! The board's answers as numbers; -1 is "none".

use super::words;
use crate::board::{Board, Dir, Hex, Side};
use crate::ir::{BoardOp, NONE};
use crate::kernel::OFF_MAP;

fn hex(board: &Board, id: i64) -> Option<Hex> {
    board.hex(u16::try_from(id).ok()?)
}

fn dir(id: i64) -> Option<Dir> {
    Dir::new(u8::try_from(id).ok()?)
}

fn opt(id: Option<u16>) -> i64 {
    id.map_or(NONE, i64::from)
}

pub(super) fn one(board: &Board, op: BoardOp, a: i64) -> i64 {
    let edge = |id: i64| board.side_at(u16::try_from(id).ok()?).map(|side| board.side_hexes(side));
    match op {
        BoardOp::Opposite => dir(a).map_or(NONE, |d| i64::from(d.opposite().number())),
        BoardOp::Column => opt(hex(board, a).map(|h| board.column(h))),
        BoardOp::Row => opt(hex(board, a).map(|h| board.row(h))),
        BoardOp::EdgeLow => opt(edge(a).map(|(low, _)| low.id())),
        BoardOp::EdgeHigh => opt(edge(a).and_then(|(_, high)| high).map(Hex::id)),
        BoardOp::Neighbour
        | BoardOp::Edge
        | BoardOp::Between
        | BoardOp::Toward
        | BoardOp::Distance
        | BoardOp::Ring
        | BoardOp::Disc
        | BoardOp::Line => NONE,
    }
}

pub(super) fn two(board: &Board, op: BoardOp, a: i64, b: i64) -> i64 {
    let Some(here) = hex(board, a) else { return NONE };
    match op {
        BoardOp::Neighbour => opt(dir(b).and_then(|d| board.neighbour(here, d)).map(Hex::id)),
        BoardOp::Edge => opt(dir(b).and_then(|d| board.side(here, d)).map(Side::id)),
        BoardOp::Toward => {
            hex(board, b).and_then(|there| board.dir_to(here, there)).map_or(NONE, |d| i64::from(d.number()))
        }
        BoardOp::Opposite
        | BoardOp::Between
        | BoardOp::Distance
        | BoardOp::Ring
        | BoardOp::Disc
        | BoardOp::Line
        | BoardOp::Column
        | BoardOp::Row
        | BoardOp::EdgeLow
        | BoardOp::EdgeHigh => NONE,
    }
}

#[inline]
pub(super) fn distance(board: &Board, a: i64, b: i64) -> i64 {
    hex(board, a).zip(hex(board, b)).map_or(NONE, |(a, b)| i64::from(board.distance(a, b)))
}

/// Fill `out` with the hexes of a ring, disc or line.
pub(super) fn set(board: &Board, op: BoardOp, a: i64, b: i64, out: &mut [u64]) {
    out.fill(0);
    let Some(here) = hex(board, a) else { return };
    let radius = u16::try_from(b.max(0)).unwrap_or(u16::MAX);
    let mut put = |h: Hex| words::add(out, i64::from(h.id()));
    match op {
        // The nearest are looked up.
        BoardOp::Ring | BoardOp::Disc if b == 1 => {
            if op == BoardOp::Disc {
                put(here);
            }
            board.neighbours()[usize::from(here.id())].iter().filter(|hex| **hex != OFF_MAP).for_each(|hex| {
                words::add(out, i64::from(*hex));
            });
        }
        BoardOp::Ring if b >= 0 => board.ring(here, radius).for_each(&mut put),
        BoardOp::Disc if b >= 0 => match board.disc_set(here, radius) {
            Some(disc) => out.iter_mut().zip(disc).for_each(|(out, word)| *out = *word),
            None => board.disc(here, radius).for_each(&mut put),
        },
        BoardOp::Line => {
            if let Some(dir) = dir(b) {
                board.line(here, dir).for_each(&mut put);
            }
        }
        BoardOp::Ring
        | BoardOp::Disc
        | BoardOp::Neighbour
        | BoardOp::Edge
        | BoardOp::Between
        | BoardOp::Toward
        | BoardOp::Opposite
        | BoardOp::Distance
        | BoardOp::Column
        | BoardOp::Row
        | BoardOp::EdgeLow
        | BoardOp::EdgeHigh => {}
    }
}

/// The op behind its number in the code.
pub(super) fn op(number: u8) -> BoardOp {
    const OPS: [BoardOp; 13] = [
        BoardOp::Neighbour,
        BoardOp::Edge,
        BoardOp::Between,
        BoardOp::Toward,
        BoardOp::Opposite,
        BoardOp::Distance,
        BoardOp::Ring,
        BoardOp::Disc,
        BoardOp::Line,
        BoardOp::Column,
        BoardOp::Row,
        BoardOp::EdgeLow,
        BoardOp::EdgeHigh,
    ];
    OPS[usize::from(number).min(OPS.len() - 1)]
}
