//! Printed facts: which members of a domain cannot be told apart by the look-ups, bounds and names that matter. Asked
//! once for each list of features; a program's tables do not change.

use super::eval::Room;
use super::finding::{Assumption, held, ranges};
use super::inline::Printed;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wgr_runtime::board::Board;
use wgr_runtime::ir::{CellId, DomainId, HEX, Program, Table, TableId};

/// What tells members of one domain apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Feature {
    /// Each from every other.
    Every,
    /// Those below this one from the others.
    Below(i64),
    /// What a table has for them in this index.
    Printed(TableId, u32),
    /// The printed column or row of a hex.
    Column,
    Row,
}

/// Members in classes; those of one class are alike in all features.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Classes {
    /// For each class its members, ascending; classes by their first members.
    pub(super) members: Vec<Vec<u32>>,
    /// For each member its class.
    pub(super) of: Vec<u32>,
}

pub(super) struct Facts<'p> {
    pub(super) program: &'p Program,
    board: OnceCell<Option<Board>>,
    classes: BTreeMap<(DomainId, BTreeSet<Feature>), Rc<Classes>>,
    printed: BTreeMap<(TableId, u32), Rc<Vec<u32>>>,
    values: BTreeMap<TableId, Rc<Vec<i64>>>,
    /// By table, by its indices, by place: what is printed everywhere there, if that is one thing.
    alike: Vec<OnceCell<Vec<Vec<Line>>>>,
    /// From the least number in each table to the greatest.
    pub(super) spans: Printed,
    /// Cells of which a range is taken for granted.
    pub(super) within: BTreeMap<CellId, (i64, i64)>,
    /// Cells that are held to their range.
    pub(super) held: BTreeSet<CellId>,
    /// What searches reckon in, one after the other.
    pub(super) room: Room,
    divider: Divider,
}

impl<'p> Facts<'p> {
    pub(super) fn new(program: &'p Program, assumptions: &[Assumption]) -> Self {
        Facts {
            program,
            board: OnceCell::new(),
            classes: BTreeMap::new(),
            printed: BTreeMap::new(),
            values: BTreeMap::new(),
            alike: program.tables.iter().map(|_| OnceCell::new()).collect(),
            spans: Printed::default(),
            within: ranges(assumptions),
            held: held(assumptions),
            room: Room::default(),
            divider: Divider::default(),
        }
    }

    /// Built where it is asked first. A board that is none is told by the reader and the verifier; here nothing is
    /// known of it.
    pub(super) fn board(&self) -> Option<&Board> {
        self.board.get_or_init(|| self.program.board.as_ref().and_then(|spec| Board::new(spec).ok())).as_ref()
    }

    pub(super) fn classes(&mut self, domain: DomainId, features: &BTreeSet<Feature>) -> Rc<Classes> {
        let key = (domain, features.clone());
        if let Some(known) = self.classes.get(&key) {
            return known.clone();
        }
        let found = Rc::new(self.divide(domain, features));
        self.classes.insert(key, found.clone());
        found
    }

    /// The different values of a table, ascending.
    pub(super) fn values(&mut self, table: TableId) -> Rc<Vec<i64>> {
        let of = self.program.table(table);
        let values = || {
            let mut values = of.data.clone();
            values.sort_unstable();
            values.dedup();
            Rc::new(values)
        };
        self.values.entry(table).or_insert_with(values).clone()
    }

    /// What is printed everywhere in this place of an index, if that is one thing.
    pub(super) fn all_alike(&self, table: TableId, index: usize, place: i64) -> Option<i64> {
        let of = self.program.table(table);
        let lines = self.alike.get(table.index())?.get_or_init(|| alike(of)).get(index)?;
        let place = place.checked_sub(of.index.get(index)?.lo)?;
        match lines.get(usize::try_from(place).ok()?)? {
            Line::Alike(value) => Some(*value),
            Line::Empty | Line::Mixed => None,
        }
    }

    fn divide(&mut self, domain: DomainId, features: &BTreeSet<Feature>) -> Classes {
        let mut divider = std::mem::take(&mut self.divider);
        let size = self.program.domain(domain).size;
        let mut of: Vec<u32> = vec![0; size as usize];
        let bounds: Vec<i64> = features
            .iter()
            .filter_map(|feature| if let Feature::Below(bound) = feature { Some(*bound) } else { None })
            .collect();
        for feature in features {
            match feature {
                Feature::Every => of = (0..size).collect(),
                Feature::Below(_) => {}
                Feature::Printed(table, index) => {
                    let printed = self.printed(*table, *index);
                    let low = self.program.table(*table).index.get(*index as usize).map_or(0, |range| range.lo);
                    let at = |member: u32| i64::from(member) - low;
                    divider.divide(&mut of, |member| {
                        usize::try_from(at(member)).ok().and_then(|at| printed.get(at)).map_or(0, |class| class + 1)
                    });
                }
                Feature::Column | Feature::Row => self.divide_by_map((domain, *feature), &mut of, &mut divider),
            }
        }
        if !bounds.is_empty() {
            divider.divide(&mut of, |member| bounds.partition_point(|bound| *bound <= i64::from(member)) as u32);
        }
        self.divider = divider;
        let mut members: Vec<Vec<u32>> = Vec::new();
        for (member, class) in of.iter().enumerate() {
            if *class as usize >= members.len() {
                members.resize(*class as usize + 1, Vec::new());
            }
            members[*class as usize].push(member as u32);
        }
        Classes { members, of }
    }

    fn divide_by_map(&self, (domain, feature): (DomainId, Feature), of: &mut [u32], divider: &mut Divider) {
        let Some(board) = self.board().filter(|_| domain == HEX) else { return };
        divider.divide(of, |member| {
            let hex = u16::try_from(member).ok().and_then(|id| board.hex(id));
            hex.map_or(0, |hex| u32::from(if feature == Feature::Column { board.column(hex) } else { board.row(hex) }))
        });
    }

    /// For each place of one index, what stands there, numbered.
    fn printed(&mut self, table: TableId, index: u32) -> Rc<Vec<u32>> {
        if let Some(known) = self.printed.get(&(table, index)) {
            return known.clone();
        }
        let of = self.program.table(table);
        let spans: Vec<usize> = of.index.iter().map(|range| range.span() as usize).collect();
        let (rows, columns) = (spans.first().copied().unwrap_or(1), spans.get(1).copied().unwrap_or(1));
        // A line of the table for each place of the first index, a column of it for each of the second.
        let turned = || (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
        let (data, count, wide): (Cow<'_, [i64]>, usize, usize) = match index {
            0 => (Cow::Borrowed(&of.data), rows, columns),
            _ => (turned().filter_map(|place| of.data.get(place)).copied().collect(), columns, rows),
        };
        let mut seen: BTreeMap<&[i64], u32> = BTreeMap::new();
        let mut classes = Vec::new();
        for at in 0..count {
            let [from, to] = [at, at + 1].map(|at| (at * wide).min(data.len()));
            let next = seen.len() as u32;
            classes.push(*seen.entry(&data[from..to]).or_insert(next));
        }
        let classes = Rc::new(classes);
        self.printed.insert((table, index), classes.clone());
        classes
    }
}

/// What is printed in one place of an index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Empty,
    Alike(i64),
    Mixed,
}

/// By index, by place.
fn alike(of: &Table) -> Vec<Vec<Line>> {
    let spans: Vec<usize> = of.index.iter().map(|range| range.span() as usize).collect();
    let mut lines: Vec<Vec<Line>> = spans.iter().map(|span| vec![Line::Empty; *span]).collect();
    for (at, value) in of.data.iter().enumerate() {
        let mut rest = at;
        // The last index changes first.
        for (span, lines) in spans.iter().zip(&mut lines).rev() {
            let line = &mut lines[rest % span];
            rest /= span;
            *line = match *line {
                Line::Empty => Line::Alike(*value),
                Line::Alike(known) if known == *value => *line,
                Line::Alike(_) | Line::Mixed => Line::Mixed,
            };
        }
    }
    lines
}

/// Pairs of a class and what a member has: up to so many have a place each in a list.
const LISTED: usize = 1 << 14;

/// What a division reckons in; it is of use for the next one.
#[derive(Default)]
struct Divider {
    /// What each member has, then the pair of that and its class.
    pairs: Vec<u64>,
    /// The pairs that there are, where they are too many to be listed.
    met: Vec<u64>,
    /// By pair the number of its class, from 1; none yet is 0.
    numbers: Vec<u32>,
}

impl Divider {
    /// Divides each class by what the members have. Classes are numbered by their first members, before and after.
    fn divide(&mut self, of: &mut [u32], has: impl Fn(u32) -> u32) {
        // Where each member is a class of its own there is nothing to divide.
        if of.last().is_some_and(|last| *last as usize + 1 == of.len()) {
            return;
        }
        let Divider { pairs, met, numbers } = self;
        pairs.clear();
        pairs.extend((0..of.len() as u32).map(|member| u64::from(has(member))));
        let wide = pairs.iter().max().map_or(1, |most| most + 1);
        pairs.iter_mut().zip(of.iter()).for_each(|(pair, class)| *pair += u64::from(*class) * wide);
        let room = pairs.iter().max().map_or(1, |most| *most as usize + 1);
        let listed = room <= LISTED;
        if !listed {
            met.clone_from(pairs);
            met.sort_unstable();
            met.dedup();
        }
        numbers.clear();
        numbers.resize(if listed { room } else { met.len() }, 0);
        let mut last = 0;
        for (class, pair) in of.iter_mut().zip(pairs) {
            let at = if listed { *pair as usize } else { met.partition_point(|other| other < pair) };
            if numbers[at] == 0 {
                last += 1;
                numbers[at] = last;
            }
            *class = numbers[at] - 1;
        }
    }
}
