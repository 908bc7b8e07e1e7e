//! Where a search may lead: a corridor beside which no way of as few steps as are allowed lies, and how far it is to the goals.

use super::words;
use crate::board::{Board, Hex};
use crate::kernel::{Group, Search};

/// A search, and where it may lead.
#[derive(Default)]
pub(super) struct Searching {
    pub(super) search: Search,
    /// It goes from the goals outward: where what it found is kept.
    pub(super) homeward: Option<usize>,
    pub(super) corridor: Corridor,
    pub(super) goals: Goals,
    pub(super) group: Group,
}

/// A corridor between more hexes than this costs more than it spares.
const FEW: usize = 4;

/// Of a search for ways of so many steps between few hexes: where such a way may lie, as the crow flies.
#[derive(Default)]
pub(super) struct Corridor {
    pub(super) is_narrow: bool,
    within: u16,
    from: Vec<Hex>,
    to: Vec<Hex>,
}

impl Corridor {
    pub(super) fn lay(&mut self, board: Option<&Board>, within: Option<u16>, from: &[u64], to: &[u64]) {
        self.is_narrow = false;
        let Some((board, within)) = board.zip(within) else { return };
        self.within = within;
        for (ends, set) in [(&mut self.from, from), (&mut self.to, to)] {
            ends.clear();
            let hexes = words::members(set).filter_map(|hex| board.hex(u16::try_from(hex).ok()?));
            ends.extend(hexes.take(FEW + 1));
        }
        self.is_narrow = self.from.len() <= FEW && self.to.len() <= FEW;
    }

    pub(super) fn holds(&self, board: &Board, hex: u16) -> bool {
        let Some(hex) = board.hex(hex) else { return false };
        if let ([from], [to]) = (self.from.as_slice(), self.to.as_slice()) {
            return board.distance(hex, *from).saturating_add(board.distance(hex, *to)) <= self.within;
        }
        let apart = |ends: &[Hex]| ends.iter().map(|end| board.distance(hex, *end)).min();
        apart(&self.from).zip(apart(&self.to)).is_some_and(|(there, on)| there.saturating_add(on) <= self.within)
    }
}

/// So many sets of goals are known again, and how far each hex is from them.
const KNOWN: usize = 8;

/// Of a straight search: how far each hex is from its goals, as the crow flies from a few, as one walks from more.
#[derive(Default)]
pub(super) struct Goals {
    few: Vec<Hex>,
    fields: Vec<Field>,
    /// The one of this search, if its goals are many.
    field: Option<usize>,
    searches: u64,
    /// Ring by ring, while one is made.
    rings: Vec<u16>,
}

/// How far each hex is from a set of goals.
#[derive(Default)]
struct Field {
    to: Vec<u64>,
    apart: Vec<u16>,
    /// The search that asked for it last.
    asked: u64,
}

impl Goals {
    pub(super) fn lay(&mut self, board: Option<&Board>, to: &[u64]) {
        self.few.clear();
        self.field = None;
        self.searches += 1;
        let Some(board) = board else { return };
        if words::members(to).nth(FEW).is_none() {
            self.few.extend(words::members(to).filter_map(|hex| board.hex(u16::try_from(hex).ok()?)));
            return;
        }
        let known = self.fields.iter().position(|field| field.to == to);
        let at = known.unwrap_or_else(|| self.room());
        let field = &mut self.fields[at];
        field.asked = self.searches;
        // It is made for the first search, too: a machine that remembers none judges the same steps.
        if known.is_none() {
            field.measure(to, board.neighbours(), &mut self.rings);
        }
        self.field = Some(at);
    }

    /// Room for another set: where the one was that was asked for longest ago.
    fn room(&mut self) -> usize {
        if self.fields.len() < KNOWN {
            self.fields.push(Field::default());
            return self.fields.len() - 1;
        }
        let oldest = self.fields.iter().enumerate().min_by_key(|(_, field)| field.asked);
        oldest.map_or(0, |(at, _)| at)
    }

    /// How many steps it is from the hex to the nearest of them at the least.
    #[inline]
    pub(super) fn apart(&self, board: Option<&Board>, hex: u16) -> u16 {
        if let Some(field) = self.field {
            return self.fields[field].apart.get(usize::from(hex)).copied().unwrap_or(0);
        }
        let Some((board, hex)) = board.and_then(|board| Some((board, board.hex(hex)?))) else { return 0 };
        self.few.iter().map(|goal| board.distance(hex, *goal)).min().unwrap_or(0)
    }
}

impl Field {
    /// Ring by ring from the goals.
    fn measure(&mut self, to: &[u64], neighbours: &[[u16; 6]], ring: &mut Vec<u16>) {
        self.to.clear();
        self.to.extend_from_slice(to);
        self.apart.clear();
        self.apart.resize(neighbours.len(), u16::MAX);
        ring.clear();
        ring.extend(words::members(&self.to).filter_map(|hex| u16::try_from(hex).ok()));
        ring.retain(|hex| usize::from(*hex) < neighbours.len());
        ring.iter().for_each(|hex| self.apart[usize::from(*hex)] = 0);
        let (mut at, mut far) = (0, 0);
        while at < ring.len() {
            far += 1;
            let end = ring.len();
            for next in at..end {
                for there in neighbours[usize::from(ring[next])] {
                    if self.apart.get(usize::from(there)).is_some_and(|apart| *apart == u16::MAX) {
                        self.apart[usize::from(there)] = far;
                        ring.push(there);
                    }
                }
            }
            at = end;
        }
    }
}
