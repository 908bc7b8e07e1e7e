//! What the leaves of a goal may be: of members one of each class that the goal can tell apart, of numbers one of each
//! interval between the numbers that they are compared with.

use super::facts::{Classes, Facts, Feature};
use super::term::{Op, Term, TermId, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use wgr_runtime::ir::{BoardOp, CellId, DomainId, HEX, NONE, Scalar, What};

/// Whose values they are: all places of a cell share theirs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Leaf {
    Var(u32),
    Cell(CellId),
    Other(TermId),
}

/// Numbers that a leaf may be; not `whole` if others could matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) values: Vec<i64>,
    pub(super) whole: bool,
}

#[derive(Default)]
struct Use {
    /// Where an interval begins.
    starts: BTreeSet<i64>,
    /// It is calculated with, or compared with something else than a number.
    freely: bool,
}

pub(super) struct Space {
    pub(super) classes: BTreeMap<DomainId, Rc<Classes>>,
    numbers: BTreeMap<Leaf, Numbers>,
    /// Everything in the goal, children first.
    pub(super) terms: Vec<TermId>,
}

/// Ranges of at most as many numbers are tried as a whole.
const SPAN: u64 = 200;
/// Printed members of one table that are told apart by name; of more, every member is.
const NAMED: usize = 48;

pub(super) fn leaf(terms: &Terms, id: TermId) -> Option<Leaf> {
    match terms.get(id) {
        Term::Var(var) => Some(Leaf::Var(*var)),
        Term::Cell(cell, _) => Some(Leaf::Cell(*cell)),
        Term::Board(..) | Term::Unknown(_) => Some(Leaf::Other(id)),
        Term::Const(_)
        | Term::Holds(..)
        | Term::Table(..)
        | Term::Not(_)
        | Term::Neg(_)
        | Term::Round(..)
        | Term::Binary(..)
        | Term::If(..)
        | Term::Narrow(_)
        | Term::Within(..)
        | Term::Fail => None,
    }
}

impl Space {
    pub(super) fn new(terms: &Terms, facts: &mut Facts<'_>, roots: &[TermId]) -> Space {
        let mut found = Collector { terms, facts, features: BTreeMap::new(), uses: BTreeMap::new() };
        let below = terms.below(roots);
        for id in &below {
            found.term(*id);
        }
        let Collector { features, uses, .. } = found;
        let classes = features.iter().map(|(domain, features)| (*domain, facts.classes(*domain, features))).collect();
        let mut numbers = BTreeMap::new();
        for id in &below {
            let ty = terms.ty(*id);
            if let (Some(leaf), What::Int { .. }) = (leaf(terms, *id), ty.what) {
                let values =
                    uses.get(&leaf).map_or(Numbers { values: vec![ty.lo], whole: true }, |used| tried(used, ty));
                numbers.insert(leaf, values);
            }
        }
        Space { classes, numbers, terms: below }
    }

    pub(super) fn numbers(&self, leaf: Leaf) -> Option<&Numbers> {
        self.numbers.get(&leaf)
    }

    /// How many values of this leaf can be told apart.
    pub(super) fn count(&self, terms: &Terms, id: TermId) -> u64 {
        let ty = terms.ty(id);
        match ty.what {
            What::Bool => 2,
            What::Int { .. } => {
                leaf(terms, id).and_then(|leaf| self.numbers(leaf)).map_or(1, |numbers| numbers.values.len() as u64)
            }
            What::Id(domain) => {
                let none = u64::from(ty.lo == NONE);
                let among = |class: &&Vec<u32>| class.iter().any(|member| ty.contains(i64::from(*member)));
                self.classes.get(&domain).map_or(1, |classes| classes.members.iter().filter(among).count() as u64)
                    + none
            }
        }
    }
}

/// The operator with its sides exchanged.
fn turned(op: Op) -> Op {
    match op {
        Op::Lt => Op::Gt,
        Op::Le => Op::Ge,
        Op::Gt => Op::Lt,
        Op::Ge => Op::Le,
        Op::Add
        | Op::Sub
        | Op::Mul
        | Op::DivDown
        | Op::DivUp
        | Op::Mod
        | Op::Min
        | Op::Max
        | Op::Eq
        | Op::Ne
        | Op::And
        | Op::Or => op,
    }
}

fn tried(used: &Use, ty: Scalar) -> Numbers {
    if used.freely && ty.span() <= SPAN {
        return Numbers { values: (ty.lo..=ty.hi).collect(), whole: true };
    }
    let mut values: BTreeSet<i64> = used.starts.iter().copied().filter(|start| ty.contains(*start)).collect();
    values.insert(ty.lo);
    if used.freely {
        values.extend([ty.hi, ty.zero()]);
        let next: Vec<i64> = values.iter().flat_map(|v| [v - 1, v + 1]).filter(|v| ty.contains(*v)).collect();
        values.extend(next);
    }
    Numbers { values: values.into_iter().collect(), whole: !used.freely }
}

struct Collector<'a, 'f, 'p> {
    terms: &'a Terms,
    facts: &'f mut Facts<'p>,
    features: BTreeMap<DomainId, BTreeSet<Feature>>,
    uses: BTreeMap<Leaf, Use>,
}

impl Collector<'_, '_, '_> {
    fn term(&mut self, id: TermId) {
        let ty = self.terms.ty(id);
        if leaf(self.terms, id).is_some() || matches!(self.terms.get(id), Term::Narrow(_)) {
            self.range(ty);
        }
        match self.terms.get(id) {
            Term::Const(value) => self.member(ty, *value),
            Term::Var(_) | Term::Unknown(_) | Term::Fail => {}
            Term::Cell(cell, index) => {
                let places = self.facts.program.cell(*cell).index.clone();
                index.iter().zip(places).for_each(|(id, place)| self.index(*id, place));
            }
            Term::Holds(cell, index, member) => {
                let places = self.facts.program.cell(*cell).index.clone();
                index.iter().zip(places).for_each(|(id, place)| self.index(*id, place));
                self.range(self.terms.ty(*member));
            }
            Term::Table(table, index) => {
                let of = self.facts.program.table(*table);
                for (at, (id, place)) in index.iter().zip(of.index.clone()).enumerate() {
                    if let What::Id(domain) = place.what {
                        self.feature(domain, Feature::Printed(*table, at as u32));
                    }
                    self.index(*id, place);
                }
                if let What::Id(domain) = of.value.what {
                    let printed = self.facts.values(*table);
                    if printed.len() > NAMED {
                        self.feature(domain, Feature::Every);
                    } else {
                        printed.iter().for_each(|member| self.member(of.value, *member));
                    }
                }
            }
            Term::Board(op, args) => {
                match op {
                    BoardOp::Column => self.feature(HEX, Feature::Column),
                    BoardOp::Row => self.feature(HEX, Feature::Row),
                    BoardOp::Neighbour
                    | BoardOp::Edge
                    | BoardOp::Between
                    | BoardOp::Toward
                    | BoardOp::Opposite
                    | BoardOp::Distance
                    | BoardOp::Ring
                    | BoardOp::Disc
                    | BoardOp::Line
                    | BoardOp::EdgeLow
                    | BoardOp::EdgeHigh => {}
                }
                args.clone().into_iter().for_each(|arg| self.freely(arg));
            }
            Term::Not(_) => {}
            Term::Neg(a) | Term::Round(a, _) => self.freely(*a),
            Term::Within(a, lo, hi) => self.range(Scalar { lo: *lo, hi: *hi, ..self.terms.ty(*a) }),
            Term::Narrow(a) => self.narrow(*a, ty),
            Term::If(_, a, b) => [*a, *b].into_iter().for_each(|part| self.freely(part)),
            Term::Binary(op, a, b) => self.binary(*op, *a, *b),
        }
    }

    fn binary(&mut self, op: Op, a: TermId, b: TermId) {
        if !op.compares() {
            self.freely(a);
            self.freely(b);
            return;
        }
        if let (What::Id(domain), Op::Lt | Op::Le | Op::Gt | Op::Ge) = (self.terms.ty(a).what, op) {
            self.feature(domain, Feature::Every);
        }
        match (self.terms.constant(a), self.terms.constant(b)) {
            (None, Some(value)) => self.cut(op, a, value, self.terms.den(b)),
            (Some(value), None) => self.cut(turned(op), b, value, self.terms.den(a)),
            (Some(_), Some(_)) => {}
            (None, None) => {
                self.freely(a);
                self.freely(b);
            }
        }
    }

    fn feature(&mut self, domain: DomainId, feature: Feature) {
        self.features.entry(domain).or_default().insert(feature);
    }

    /// A member that is named.
    fn member(&mut self, ty: Scalar, value: i64) {
        if let What::Id(domain) = ty.what {
            self.feature(domain, Feature::Below(value));
            self.feature(domain, Feature::Below(value + 1));
        }
    }

    /// Members in a range and others.
    fn range(&mut self, ty: Scalar) {
        if let What::Id(domain) = ty.what {
            self.feature(domain, Feature::Below(ty.lo));
            self.feature(domain, Feature::Below(ty.hi + 1));
        }
    }

    /// The leaf below places of the same units.
    fn under(&self, id: TermId) -> Option<(Leaf, TermId)> {
        let mut at = id;
        while let Term::Narrow(inner) = self.terms.get(at) {
            if self.terms.ty(*inner).what != self.terms.ty(at).what {
                return None;
            }
            at = *inner;
        }
        leaf(self.terms, at).map(|leaf| (leaf, at))
    }

    /// Calculated with.
    fn freely(&mut self, id: TermId) {
        if let Some((leaf, _)) = self.under(id) {
            self.uses.entry(leaf).or_default().freely = true;
        }
    }

    /// Compared with `value / den`: where an interval begins for this operator.
    fn cut(&mut self, op: Op, id: TermId, value: i64, den: i128) {
        let Some((leaf, at)) = self.under(id) else { return };
        let (exact, den) = (i128::from(value) * self.terms.den(at), den.max(1));
        let (Ok(least), Ok(more)) =
            (i64::try_from(-(-exact).div_euclid(den)), i64::try_from(exact.div_euclid(den) + 1))
        else {
            return;
        };
        let starts = &mut self.uses.entry(leaf).or_default().starts;
        if !matches!(op, Op::Le | Op::Gt) {
            starts.insert(least);
        }
        if !matches!(op, Op::Lt | Op::Ge) {
            starts.insert(more);
        }
    }

    fn index(&mut self, id: TermId, place: Scalar) {
        self.range(place);
        if matches!(place.what, What::Int { .. }) {
            self.freely(id);
            self.narrow(id, place);
        }
    }

    fn narrow(&mut self, id: TermId, place: Scalar) {
        let Some((leaf, at)) = self.under(id) else {
            return;
        };
        self.range(self.terms.ty(at));
        if self.terms.ty(at).what != place.what {
            // Other units: whoever calculates with them wants every number.
            self.freely(at);
        } else if matches!(place.what, What::Int { .. }) {
            let used = self.uses.entry(leaf).or_default();
            used.starts.extend([place.lo, place.hi.saturating_add(1)]);
            // As an index every number of the place counts.
            if place.span() <= SPAN && used.freely {
                used.starts.extend(place.lo..=place.hi);
            }
        }
    }
}
