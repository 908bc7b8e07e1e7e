//! A term in a situation that is known in part: its value, or what has to be known first, or a failure.

use super::facts::Facts;
use super::term::{Op, Term, TermId, Terms};
use wgr_runtime::board::{Board, Dir, Hex};
use wgr_runtime::ir::{BoardOp, CellId, NONE, Scalar, TableId};

/// What a situation says of: one variable, one place, one member of one place, one unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Atom {
    Var(u32),
    Cell(CellId, [i64; 2]),
    Holds(CellId, [i64; 2], i64),
    Unknown(TermId),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Out {
    Is(i64),
    /// Not known before this is; the term tells its type.
    Need(Atom, TermId),
    Fails,
}

/// One thing that a situation says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Said {
    pub(super) atom: Atom,
    pub(super) term: TermId,
    pub(super) value: i64,
}

pub(super) struct Eval<'a, 'p> {
    pub(super) terms: &'a Terms,
    pub(super) facts: &'a Facts<'p>,
    /// Questions to the board are answered, not unknown.
    pub(super) on_map: bool,
    said: Vec<Said>,
    /// Terms that were looked at.
    pub(super) steps: u64,
    /// How many terms had been found out when each thing was said.
    before: Vec<usize>,
    /// On which things that were said it rests what was looked at since this was asked last.
    rests: Said64,
    room: Room,
}

/// Some of the things that a situation says, each by its place: no situation says more than 64.
pub(super) type Said64 = u64;

/// Each of them.
pub(super) const ALL: Said64 = u64::MAX;

/// The one at this place.
pub(super) fn said_at(place: usize) -> Said64 {
    1_u64.checked_shl(place as u32).unwrap_or(ALL)
}

/// Room to reckon in, for one search after another.
#[derive(Default)]
pub(super) struct Room {
    /// By term.
    known: Vec<Known>,
    round: u32,
    /// The terms that were found out, in their order.
    settled: Vec<TermId>,
}

/// In no round; the rounds themselves begin with the next one.
const NEVER: u32 = 0;
/// Behind this one a search begins with a new room: no search has half as many rounds.
const LAST: u32 = u32::MAX / 2;
/// In every round.
const EVER: u32 = u32::MAX;

/// What a term is, in which round that was found out, and on which things said it rests. What it is stays so while more is
/// said.
#[derive(Clone, Copy)]
struct Known {
    round: u32,
    out: Out,
    rests: Said64,
}

impl Known {
    const NOTHING: Known = Known { round: NEVER, out: Out::Fails, rests: 0 };
}

impl Room {
    /// For so many terms, of which nothing is known.
    fn empty(mut self, terms: usize) -> Room {
        self.forget(0);
        if self.round >= LAST {
            self = Room::default();
        }
        self.known.resize(terms.max(self.known.len()), Known::NOTHING);
        self.round += 1;
        self
    }

    /// What was found out behind these is not known any more.
    fn forget(&mut self, behind: usize) {
        for id in self.settled.drain(behind..) {
            self.known[id.index()].round = NEVER;
        }
    }
}

impl<'a, 'p> Eval<'a, 'p> {
    pub(super) fn new(terms: &'a Terms, facts: &'a Facts<'p>, on_map: bool, room: Room) -> Self {
        let room = room.empty(terms.count());
        Eval { terms, facts, on_map, said: Vec::new(), steps: 0, before: Vec::new(), rests: 0, room }
    }

    /// The room, for whoever reckons next.
    pub(super) fn room(self) -> Room {
        self.room
    }

    pub(super) fn said(&self) -> &[Said] {
        &self.said
    }

    pub(super) fn say(&mut self, said: Said) {
        self.said.push(said);
        self.before.push(self.room.settled.len());
        self.room.round += 1;
    }

    /// Takes back what was said last, and what followed from it.
    pub(super) fn unsay(&mut self) {
        self.said.pop();
        self.room.round += 1;
        if let Some(before) = self.before.pop() {
            self.room.forget(before);
        }
    }

    /// The things said on which everything rests that was asked since the last time.
    pub(super) fn rests(&mut self) -> Said64 {
        std::mem::take(&mut self.rests)
    }

    pub(super) fn eval(&mut self, id: TermId) -> Out {
        let Known { round, out, rests } = self.room.known[id.index()];
        if round == EVER || round == self.room.round {
            self.rests |= rests;
            return out;
        }
        self.steps += 1;
        let before = self.rests();
        let out = self.fresh(id);
        let settled = matches!(out, Out::Is(_) | Out::Fails);
        let round = if settled { EVER } else { self.room.round };
        self.room.known[id.index()] = Known { round, out, rests: self.rests };
        self.rests |= before;
        if settled {
            self.room.settled.push(id);
        }
        out
    }

    fn atom(&mut self, atom: Atom, id: TermId) -> Out {
        match self.said.iter().position(|said| said.atom == atom) {
            Some(place) => {
                self.rests |= said_at(place);
                self.said.get(place).map_or(Out::Fails, |said| Out::Is(said.value))
            }
            None => Out::Need(atom, id),
        }
    }

    fn fresh(&mut self, id: TermId) -> Out {
        let terms = self.terms;
        match terms.get(id) {
            Term::Const(value) => Out::Is(*value),
            Term::Var(var) => self.atom(Atom::Var(*var), id),
            Term::Unknown(_) => self.atom(Atom::Unknown(id), id),
            Term::Fail => Out::Fails,
            Term::Cell(cell, index) => match self.list(index) {
                Ok(place) => self.atom(Atom::Cell(*cell, place), id),
                Err(out) => out,
            },
            Term::Holds(cell, index, member) => match (self.list(index), self.eval(*member)) {
                (Err(out), _) | (Ok(_), out @ (Out::Need(..) | Out::Fails)) => out,
                (Ok(_), Out::Is(NONE)) => Out::Is(0),
                (Ok(place), Out::Is(member)) => self.atom(Atom::Holds(*cell, place, member), id),
            },
            Term::Table(table, index) => match self.list(index) {
                Ok(place) => self.printed(*table, place),
                Err(out) => out,
            },
            Term::Board(op, args) => self.board(id, *op, args),
            Term::Not(a) => then(self.eval(*a), |a| Out::Is(i64::from(a == 0))),
            Term::Neg(a) => then(self.eval(*a), |a| Out::Is(a.saturating_neg())),
            Term::Round(a, up) => {
                let den = terms.den(*a) as i64;
                then(self.eval(*a), |a| Out::Is(if *up { -(-a).div_euclid(den) } else { a.div_euclid(den) }))
            }
            Term::Within(a, lo, hi) => then(self.eval(*a), |a| Out::Is(i64::from(*lo <= a && a <= *hi))),
            Term::Narrow(a) => {
                let (from, to, ty) = (terms.den(*a), terms.den(id), terms.ty(id));
                then(self.eval(*a), |a| narrow(a, from, to, ty))
            }
            Term::If(cond, yes, no) => self.pick(*cond, *yes, *no),
            Term::Binary(Op::And, a, b) => self.both(*a, *b, 0),
            Term::Binary(Op::Or, a, b) => self.both(*a, *b, 1),
            Term::Binary(op, a, b) => {
                let (left, right) = (self.eval(*a), self.eval(*b));
                match (left, right) {
                    (Out::Is(x), Out::Is(y)) => {
                        let number = |raw: i64, of: TermId| (i128::from(raw), terms.den(of));
                        calculate(*op, number(x, *a), number(y, *b), terms.den(id))
                    }
                    (Out::Fails, _) => Out::Fails,
                    (Out::Is(_), other) => other,
                    (need @ Out::Need(..), other) => self.sooner(need, other),
                }
            }
        }
    }

    /// The one that is no unknown, if there is one: unknowns come last.
    pub(super) fn sooner(&self, a: Out, b: Out) -> Out {
        if let (Out::Need(Atom::Unknown(_), _), Out::Need(Atom::Var(_) | Atom::Cell(..) | Atom::Holds(..), _)) = (a, b)
        {
            b
        } else {
            a
        }
    }

    /// `and` is decided by a no (0), `or` by a yes (1), also from the right where the left side cannot fail.
    fn both(&mut self, a: TermId, b: TermId, decides: i64) -> Out {
        let before = self.rests();
        let left = self.eval(a);
        if left == Out::Is(decides) || left == Out::Fails {
            self.rests |= before;
            return left;
        }
        let of_left = self.rests();
        let right = self.eval(b);
        // Then it is so whatever is said of the left side.
        if right != Out::Is(decides) || self.terms.fails(a) {
            self.rests |= of_left;
        }
        self.rests |= before;
        match (left, right) {
            (Out::Is(_) | Out::Fails, right) => right,
            (Out::Need(..), Out::Is(value)) if value == decides && !self.terms.fails(a) => right,
            (need @ Out::Need(..), Out::Is(_) | Out::Fails) => need,
            (need @ Out::Need(..), other @ Out::Need(..)) => self.sooner(need, other),
        }
    }

    fn pick(&mut self, cond: TermId, yes: TermId, no: TermId) -> Out {
        match self.eval(cond) {
            Out::Is(0) => self.eval(no),
            Out::Is(_) => self.eval(yes),
            Out::Fails => Out::Fails,
            need @ Out::Need(..) => {
                let (yes, no) = (self.eval(yes), self.eval(no));
                match (yes, no) {
                    (Out::Is(a), Out::Is(b)) if a == b && !self.terms.fails(cond) => Out::Is(a),
                    (Out::Need(..), _) => self.sooner(need, yes),
                    (_, Out::Need(..)) => self.sooner(need, no),
                    (Out::Is(_) | Out::Fails, Out::Is(_) | Out::Fails) => need,
                }
            }
        }
    }

    /// Up to two indices; already in their places.
    fn list(&mut self, index: &[TermId]) -> Result<[i64; 2], Out> {
        let mut place = [0; 2];
        let mut need = None;
        for (at, id) in index.iter().enumerate() {
            match (self.eval(*id), place.get_mut(at)) {
                (Out::Is(value), Some(place)) => *place = value,
                (Out::Is(_), None) => return Err(Out::Fails),
                (Out::Fails, _) if need.is_none() => return Err(Out::Fails),
                (Out::Fails, _) => break,
                (out @ Out::Need(..), _) => need = need.or(Some(out)),
            }
        }
        need.map_or(Ok(place), Err)
    }

    fn printed(&self, table: TableId, place: [i64; 2]) -> Out {
        let table = self.facts.program.table(table);
        let mut at: u64 = 0;
        for (range, value) in table.index.iter().zip(place) {
            if !range.contains(value) {
                return Out::Fails;
            }
            at = at * range.span() + value.abs_diff(range.lo);
        }
        table.data.get(at as usize).map_or(Out::Fails, |value| Out::Is(*value))
    }

    fn board(&mut self, id: TermId, op: BoardOp, args: &[TermId]) -> Out {
        let (facts, printed) = (self.facts, matches!(op, BoardOp::Column | BoardOp::Row));
        let Some(board) = facts.board().filter(|_| self.on_map || printed) else {
            return self.atom(Atom::Unknown(id), id);
        };
        match self.list(args) {
            Ok([a, b]) => match answer(board, op, a, b) {
                Some(value) => Out::Is(value),
                None => self.atom(Atom::Unknown(id), id),
            },
            Err(out) => out,
        }
    }
}

fn then(out: Out, next: impl FnOnce(i64) -> Out) -> Out {
    match out {
        Out::Is(value) => next(value),
        Out::Need(..) | Out::Fails => out,
    }
}

fn narrow(value: i64, from: i128, to: i128, ty: Scalar) -> Out {
    let scaled = i128::from(value) * to;
    if scaled % from != 0 {
        return Out::Fails;
    }
    match i64::try_from(scaled / from) {
        Ok(value) if ty.contains(value) => Out::Is(value),
        Ok(_) | Err(_) => Out::Fails,
    }
}

/// Numbers are `raw / den`; the result is in `den`-ths.
fn calculate(op: Op, (x, dx): (i128, i128), (y, dy): (i128, i128), den: i128) -> Out {
    let (left, right) = (x * dy, y * dx);
    let to = |raw: i128, of: i128| if (raw * den) % of == 0 { raw * den / of } else { i128::MAX };
    let number = |value: i128| i64::try_from(value).map_or(Out::Fails, Out::Is);
    let truth = |yes: bool| Out::Is(i64::from(yes));
    let over = |up: bool| {
        let (top, bottom) = if right < 0 { (-left, -right) } else { (left, right) };
        if bottom == 0 {
            Out::Fails
        } else {
            number(if up { -(-top).div_euclid(bottom) } else { top.div_euclid(bottom) })
        }
    };
    match op {
        Op::Add => number(to(left + right, dx * dy)),
        Op::Sub => number(to(left - right, dx * dy)),
        Op::Mul => number(to(x * y, dx * dy)),
        Op::DivDown => over(false),
        Op::DivUp => over(true),
        Op::Mod if y == 0 => Out::Fails,
        Op::Mod => {
            let (top, bottom) = if y < 0 { (-x, -y) } else { (x, y) };
            number(x - y * top.div_euclid(bottom))
        }
        Op::Min => number(if left <= right { to(x, dx) } else { to(y, dy) }),
        Op::Max => number(if left >= right { to(x, dx) } else { to(y, dy) }),
        Op::Eq => truth(left == right),
        Op::Ne => truth(left != right),
        Op::Lt => truth(left < right),
        Op::Le => truth(left <= right),
        Op::Gt => truth(left > right),
        Op::Ge => truth(left >= right),
        Op::And => truth(left != 0 && right != 0),
        Op::Or => truth(left != 0 || right != 0),
    }
}

/// What the board says; none for sets and for what is no place on it.
fn answer(board: &Board, op: BoardOp, a: i64, b: i64) -> Option<i64> {
    let hex = |id: i64| u16::try_from(id).ok().and_then(|id| board.hex(id));
    let dir = |id: i64| u8::try_from(id).ok().and_then(Dir::new);
    let side = |id: i64| u16::try_from(id).ok().and_then(|id| board.side_at(id));
    let or_none = |id: Option<i64>| id.unwrap_or(NONE);
    let at = |h: Option<Hex>| or_none(h.map(|h| i64::from(h.id())));
    Some(match op {
        BoardOp::Neighbour => at(board.neighbour(hex(a)?, dir(b)?)),
        BoardOp::Edge => or_none(board.side(hex(a)?, dir(b)?).map(|side| i64::from(side.id()))),
        BoardOp::Between => or_none(board.side_between(hex(a)?, hex(b)?).map(|side| i64::from(side.id()))),
        BoardOp::Toward => or_none(board.dir_to(hex(a)?, hex(b)?).map(|dir| i64::from(dir.number()))),
        BoardOp::Opposite => i64::from(dir(a)?.opposite().number()),
        BoardOp::Distance => i64::from(board.distance(hex(a)?, hex(b)?)),
        BoardOp::Column => i64::from(board.column(hex(a)?)),
        BoardOp::Row => i64::from(board.row(hex(a)?)),
        BoardOp::EdgeLow => at(Some(board.side_hexes(side(a)?).0)),
        BoardOp::EdgeHigh => at(board.side_hexes(side(a)?).1),
        BoardOp::Ring | BoardOp::Disc | BoardOp::Line => return None,
    })
}
