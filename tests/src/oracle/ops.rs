//! Operators on values, without state: arithmetic on exact ratios, comparison, sets, the board.

use super::value::Val;
use super::{Code, Res, bad, fault};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use wgr_runtime::board::{Board, Dir, Hex};
use wgr_runtime::ir::{BinaryOp, BoardOp, DIR, DomainId, EDGE, HEX, NONE, UnaryOp, What};

pub(super) fn unary(op: UnaryOp, a: &Val) -> Res<Val> {
    match op {
        UnaryOp::Not => Ok(Val::bool(!a.truth()?)),
        UnaryOp::Neg => a.number().and_then(|(raw, den)| Val::ratio(-raw, den)),
        UnaryOp::Down => a.number().and_then(|(raw, den)| Val::ratio(floor(raw, den), 1)),
        UnaryOp::Up => a.number().and_then(|(raw, den)| Val::ratio(ceil(raw, den), 1)),
        UnaryOp::Size => Ok(Val::int(a.set()?.1.len() as i64)),
        UnaryOp::Lowest => a.set().map(|(domain, members)| member_or_none(domain, members.first())),
        UnaryOp::Highest => a.set().map(|(domain, members)| member_or_none(domain, members.last())),
        UnaryOp::Single => single(a),
        UnaryOp::The => a.surely().map(|(domain, member)| Val::id(domain, i64::from(member))),
    }
}

fn member_or_none(domain: DomainId, member: Option<&u32>) -> Val {
    Val::id(domain, member.map_or(NONE, |m| i64::from(*m)))
}

fn single(a: &Val) -> Res<Val> {
    let (domain, member) = a.member()?;
    Ok(Val::Set(domain, if member == NONE { BTreeSet::new() } else { BTreeSet::from([member as u32]) }))
}

/// Both sides are evaluated already; `and` and `or` are not asked here.
pub(super) fn binary(op: BinaryOp, a: &Val, b: &Val) -> Res<Val> {
    match op {
        BinaryOp::Add => together(a, b, |x, y, den| Val::ratio(x + y, den)),
        BinaryOp::Sub => together(a, b, |x, y, den| Val::ratio(x - y, den)),
        BinaryOp::Mul => {
            let ((x, dx), (y, dy)) = (a.number()?, b.number()?);
            Val::ratio(x * y, dx * dy)
        }
        BinaryOp::DivDown => divide(a, b, floor),
        BinaryOp::DivUp => divide(a, b, ceil),
        BinaryOp::Mod => remainder(a, b),
        BinaryOp::Min => pick(a, b, Ordering::Less),
        BinaryOp::Max => pick(a, b, Ordering::Greater),
        BinaryOp::Eq => Ok(Val::bool(equal(a, b)?)),
        BinaryOp::Ne => Ok(Val::bool(!equal(a, b)?)),
        BinaryOp::Lt => Ok(Val::bool(compare(a, b)?.is_lt())),
        BinaryOp::Le => Ok(Val::bool(compare(a, b)?.is_le())),
        BinaryOp::Gt => Ok(Val::bool(compare(a, b)?.is_gt())),
        BinaryOp::Ge => Ok(Val::bool(compare(a, b)?.is_ge())),
        BinaryOp::In => is_in(a, b),
        BinaryOp::Union => sets(a, b, |x, y| x | y),
        BinaryOp::Inter => sets(a, b, |x, y| x & y),
        BinaryOp::Minus => sets(a, b, |x, y| x - y),
        BinaryOp::And | BinaryOp::Or => bad("and, or are lazy"),
    }
}

/// Brings two numbers to one denominator.
fn together(a: &Val, b: &Val, then: impl Fn(i128, i128, i128) -> Res<Val>) -> Res<Val> {
    let ((x, dx), (y, dy)) = (a.number()?, b.number()?);
    let den = dx / gcd(dx, dy) * dy;
    then(x * (den / dx), y * (den / dy), den)
}

fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The ratio of `(x / dx) / (y / dy)`, rounded.
fn divide(a: &Val, b: &Val, round: fn(i128, i128) -> i128) -> Res<Val> {
    let ((x, dx), (y, dy)) = (a.number()?, b.number()?);
    if y == 0 {
        return fault(Code::Zero, None);
    }
    let (top, bottom) = (x * dy, dx * y);
    let (top, bottom) = if bottom < 0 { (-top, -bottom) } else { (top, bottom) };
    Val::ratio(round(top, bottom), 1)
}

fn remainder(a: &Val, b: &Val) -> Res<Val> {
    let (x, y) = (i128::from(a.whole()?), i128::from(b.whole()?));
    if y == 0 {
        return fault(Code::Zero, None);
    }
    let (top, bottom) = if y < 0 { (-x, -y) } else { (x, y) };
    Val::ratio(x - y * floor(top, bottom), 1)
}

/// Rounded down; `den` is above zero.
fn floor(raw: i128, den: i128) -> i128 {
    raw.div_euclid(den)
}

fn ceil(raw: i128, den: i128) -> i128 {
    -floor(-raw, den)
}

fn pick(a: &Val, b: &Val, wanted: Ordering) -> Res<Val> {
    Ok(if compare(a, b)? == wanted { a.clone() } else { b.clone() })
}

/// Numbers by their value, members of one domain by their index.
pub(super) fn compare(a: &Val, b: &Val) -> Res<Ordering> {
    match (a.num()?.what, b.num()?.what) {
        (What::Int { .. }, What::Int { .. }) => {
            let ((x, dx), (y, dy)) = (a.number()?, b.number()?);
            Ok((x * dy).cmp(&(y * dx)))
        }
        (one, other) if one == other => Ok(a.num()?.raw.cmp(&b.num()?.raw)),
        _ => bad("a comparison of two kinds"),
    }
}

pub(super) fn equal(a: &Val, b: &Val) -> Res<bool> {
    match (a, b) {
        (Val::Num(_), Val::Num(_)) => Ok(compare(a, b)?.is_eq()),
        (Val::Set(one, x), Val::Set(other, y)) if one == other => Ok(x == y),
        (Val::Num(_) | Val::Set(..), Val::Set(..) | Val::Num(_)) => bad("a comparison of two kinds"),
    }
}

fn is_in(a: &Val, b: &Val) -> Res<Val> {
    let ((domain, member), (of, members)) = (a.member()?, b.set()?);
    if domain != of {
        return bad("a member of another domain than the set's");
    }
    Ok(Val::bool(member != NONE && members.contains(&(member as u32))))
}

fn sets(a: &Val, b: &Val, join: impl Fn(&BTreeSet<u32>, &BTreeSet<u32>) -> BTreeSet<u32>) -> Res<Val> {
    let ((one, x), (other, y)) = (a.set()?, b.set()?);
    if one != other {
        return bad("two sets of different domains");
    }
    Ok(Val::Set(one, join(x, y)))
}

pub(super) fn hex(board: &Board, value: &Val) -> Res<Hex> {
    match value.surely()? {
        (HEX, id) => board.hex(id as u16).map_or_else(|| bad("no such hex"), Ok),
        _ => bad("not a hex"),
    }
}

fn dir(value: &Val) -> Res<Dir> {
    match value.surely()? {
        (DIR, id) => Dir::new(id as u8).map_or_else(|| bad("no such direction"), Ok),
        _ => bad("not a direction"),
    }
}

fn hex_or_none(found: Option<Hex>) -> Val {
    Val::id(HEX, found.map_or(NONE, |h| i64::from(h.id())))
}

pub(super) fn board_op(board: &Board, op: BoardOp, args: &[Val]) -> Res<Val> {
    match (op, args) {
        (BoardOp::Neighbour, [h, d]) => Ok(hex_or_none(board.neighbour(hex(board, h)?, dir(d)?))),
        (BoardOp::Edge, [h, d]) => Ok(edge_or_none(board.side(hex(board, h)?, dir(d)?))),
        (BoardOp::Between, [h, k]) => Ok(edge_or_none(board.side_between(hex(board, h)?, hex(board, k)?))),
        (BoardOp::Toward, [h, k]) => {
            let found = board.dir_to(hex(board, h)?, hex(board, k)?);
            Ok(Val::id(DIR, found.map_or(NONE, |d| i64::from(d.number()))))
        }
        (BoardOp::Opposite, [d]) => Ok(Val::id(DIR, i64::from(dir(d)?.opposite().number()))),
        (BoardOp::Distance, [h, k]) => Ok(Val::int(i64::from(board.distance(hex(board, h)?, hex(board, k)?)))),
        (BoardOp::Ring, [h, n]) => around(board, h, n, |far, n| far == n),
        (BoardOp::Disc, [h, n]) => around(board, h, n, |far, n| far <= n),
        (BoardOp::Line, [h, d]) => Ok(hexes(board.line(hex(board, h)?, dir(d)?))),
        (BoardOp::Column, [h]) => Ok(Val::int(i64::from(board.column(hex(board, h)?)))),
        (BoardOp::Row, [h]) => Ok(Val::int(i64::from(board.row(hex(board, h)?)))),
        (BoardOp::EdgeLow, [e]) => edge_hexes(board, e).map(|(low, _)| hex_or_none(Some(low))),
        (BoardOp::EdgeHigh, [e]) => edge_hexes(board, e).map(|(_, high)| hex_or_none(high)),
        (
            BoardOp::Neighbour
            | BoardOp::Edge
            | BoardOp::Between
            | BoardOp::Toward
            | BoardOp::Opposite
            | BoardOp::Distance
            | BoardOp::Ring
            | BoardOp::Disc
            | BoardOp::Line
            | BoardOp::Column
            | BoardOp::Row
            | BoardOp::EdgeLow
            | BoardOp::EdgeHigh,
            _,
        ) => bad("a question to the board with the wrong number of parts"),
    }
}

/// By distance alone, so that the board's own rings and discs are not taken on trust.
fn around(board: &Board, h: &Val, n: &Val, test: impl Fn(i64, i64) -> bool) -> Res<Val> {
    let (centre, n) = (hex(board, h)?, n.whole()?);
    Ok(hexes(board.hexes().filter(|&other| test(i64::from(board.distance(centre, other)), n))))
}

pub(super) fn hexes(found: impl Iterator<Item = Hex>) -> Val {
    Val::Set(HEX, found.map(|h| u32::from(h.id())).collect())
}

fn edge_or_none(found: Option<wgr_runtime::board::Side>) -> Val {
    Val::id(EDGE, found.map_or(NONE, |s| i64::from(s.id())))
}

fn edge_hexes(board: &Board, value: &Val) -> Res<(Hex, Option<Hex>)> {
    match value.surely()? {
        (EDGE, id) => {
            board.side_at(id as u16).map_or_else(|| bad("no such hexside"), |side| Ok(board.side_hexes(side)))
        }
        _ => bad("not a hexside"),
    }
}
