//! Terms: what guards and amounts come down to once definitions are put in their places. Equal terms are one term, so
//! that "the same" is a comparison of numbers. Terms are a graph without circles, children before parents, of bounded
//! height; what would be higher becomes an unknown of the same type.

use std::collections::BTreeMap;
use wgr_runtime::ir::{BinaryOp, BoardOp, CellId, Scalar, TableId, What};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct TermId(pub(super) u32);

impl TermId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A term's value is a raw number in the units of its type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Term {
    Const(i64),
    /// A parameter or a binder.
    Var(u32),
    /// What a place of the state holds.
    Cell(CellId, Vec<TermId>),
    /// Is the member (last) in the set that a place holds?
    Holds(CellId, Vec<TermId>, TermId),
    Table(TableId, Vec<TermId>),
    Board(BoardOp, Vec<TermId>),
    /// Anything else, by its number: free to be whatever its type allows.
    Unknown(u32),
    Not(TermId),
    Neg(TermId),
    /// To a whole number, up or down.
    Round(TermId, bool),
    Binary(Op, TermId, TermId),
    If(TermId, TermId, TermId),
    /// The value in a place of the term's type; outside of it is a fault.
    Narrow(TermId),
    /// A member between these two.
    Within(TermId, i64, i64),
    /// Something fails here.
    Fail,
}

/// The operators of two terms, in their order among `BinaryOp`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Op {
    Add,
    Sub,
    Mul,
    DivDown,
    DivUp,
    Mod,
    Min,
    Max,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

impl Op {
    /// None for the operators of sets.
    pub(super) fn of(op: BinaryOp) -> Option<Op> {
        Some(match op {
            BinaryOp::Add => Op::Add,
            BinaryOp::Sub => Op::Sub,
            BinaryOp::Mul => Op::Mul,
            BinaryOp::DivDown => Op::DivDown,
            BinaryOp::DivUp => Op::DivUp,
            BinaryOp::Mod => Op::Mod,
            BinaryOp::Min => Op::Min,
            BinaryOp::Max => Op::Max,
            BinaryOp::Eq => Op::Eq,
            BinaryOp::Ne => Op::Ne,
            BinaryOp::Lt => Op::Lt,
            BinaryOp::Le => Op::Le,
            BinaryOp::Gt => Op::Gt,
            BinaryOp::Ge => Op::Ge,
            BinaryOp::And => Op::And,
            BinaryOp::Or => Op::Or,
            BinaryOp::In | BinaryOp::Union | BinaryOp::Inter | BinaryOp::Minus => return None,
        })
    }

    pub(super) fn compares(self) -> bool {
        self.so().is_some()
    }

    /// Of a comparison: is it so where the left side is less, as much, more?
    pub(super) fn so(self) -> Option<[bool; 3]> {
        Some(match self {
            Op::Eq => [false, true, false],
            Op::Ne => [true, false, true],
            Op::Lt => [true, false, false],
            Op::Le => [true, true, false],
            Op::Gt => [false, false, true],
            Op::Ge => [false, true, true],
            Op::Add | Op::Sub | Op::Mul | Op::DivDown | Op::DivUp | Op::Mod | Op::Min | Op::Max | Op::And | Op::Or => {
                return None;
            }
        })
    }
}

/// A parameter or binder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Var {
    pub(super) name: String,
    pub(super) ty: Scalar,
}

struct Node {
    term: Term,
    ty: Scalar,
    height: u32,
    fails: bool,
}

/// Higher terms are cut.
const HIGHEST: u32 = 240;

#[derive(Default)]
pub(super) struct Terms {
    nodes: Vec<Node>,
    known: BTreeMap<(Term, Scalar), TermId>,
    vars: Vec<Var>,
    /// What each unknown is called.
    unknowns: Vec<String>,
}

impl Terms {
    pub(super) fn get(&self, id: TermId) -> &Term {
        &self.nodes[id.index()].term
    }

    pub(super) fn ty(&self, id: TermId) -> Scalar {
        self.nodes[id.index()].ty
    }

    pub(super) fn den(&self, id: TermId) -> i128 {
        match self.ty(id).what {
            What::Int { den } => i128::from(den),
            What::Bool | What::Id(_) => 1,
        }
    }

    /// May its evaluation fail, apart from what unknowns hide?
    pub(super) fn fails(&self, id: TermId) -> bool {
        self.nodes[id.index()].fails
    }

    /// How many terms stand in each other below it.
    pub(super) fn height(&self, id: TermId) -> u32 {
        self.nodes[id.index()].height
    }

    pub(super) fn count(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn var(&self, var: u32) -> &Var {
        &self.vars[var as usize]
    }

    pub(super) fn unknown_name(&self, unknown: u32) -> &str {
        &self.unknowns[unknown as usize]
    }

    pub(super) fn constant(&self, id: TermId) -> Option<i64> {
        if let Term::Const(value) = self.get(id) { Some(*value) } else { None }
    }

    pub(super) fn new_var(&mut self, name: String, ty: Scalar) -> TermId {
        self.vars.push(Var { name, ty });
        self.add(Term::Var(self.vars.len() as u32 - 1), ty)
    }

    pub(super) fn new_unknown(&mut self, name: String, ty: Scalar) -> TermId {
        self.unknowns.push(name);
        self.add(Term::Unknown(self.unknowns.len() as u32 - 1), ty)
    }

    pub(super) fn truth(&mut self, yes: bool) -> TermId {
        self.add(Term::Const(i64::from(yes)), Scalar::BOOL)
    }

    pub(super) fn number(&mut self, value: i64, ty: Scalar) -> TermId {
        self.add(Term::Const(value), Scalar { lo: value, hi: value, ..ty })
    }

    pub(super) fn fail(&mut self, ty: Scalar) -> TermId {
        self.add(Term::Fail, ty)
    }

    pub(super) fn not(&mut self, a: TermId) -> TermId {
        if let Term::Not(inner) = self.get(a) {
            return *inner;
        }
        match self.constant(a) {
            Some(value) => self.truth(value == 0),
            None => self.add(Term::Not(a), Scalar::BOOL),
        }
    }

    pub(super) fn and(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) | (_, Some(1)) => a,
            (Some(_), _) => b,
            _ if a == b => a,
            _ => self.add(Term::Binary(Op::And, a, b), Scalar::BOOL),
        }
    }

    pub(super) fn or(&mut self, a: TermId, b: TermId) -> TermId {
        match (self.constant(a), self.constant(b)) {
            (Some(0), _) => b,
            (Some(_), _) | (_, Some(0)) => a,
            _ if a == b => a,
            _ => self.add(Term::Binary(Op::Or, a, b), Scalar::BOOL),
        }
    }

    pub(super) fn compare(&mut self, op: Op, a: TermId, b: TermId) -> TermId {
        self.add(Term::Binary(op, a, b), Scalar::BOOL)
    }

    /// Both branches have the units of `ty`.
    pub(super) fn pick(&mut self, cond: TermId, then: TermId, other: TermId, ty: Scalar) -> TermId {
        let (then, other) = (self.convert(then, ty.what), self.convert(other, ty.what));
        match self.constant(cond) {
            Some(0) => other,
            Some(_) => then,
            None if then == other && !self.fails(cond) => then,
            None => self.add(Term::If(cond, then, other), ty),
        }
    }

    /// In a place of this type.
    pub(super) fn narrow(&mut self, a: TermId, place: Scalar) -> TermId {
        if self.ty(a).fits(place) { a } else { self.add(Term::Narrow(a), place) }
    }

    /// The same number in finer units.
    pub(super) fn convert(&mut self, a: TermId, what: What) -> TermId {
        let ty = self.ty(a);
        if ty.what == what {
            return a;
        }
        let far = 1 << 60;
        self.narrow(a, Scalar { what, lo: -far, hi: far })
    }

    pub(super) fn add(&mut self, term: Term, ty: Scalar) -> TermId {
        let key = (term, ty);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut height = 0;
        let mut fails = self.fails_itself(&key.0, ty);
        self.parts(&key.0, &mut |part| {
            height = height.max(self.nodes[part.index()].height + 1);
            fails |= self.fails(part);
        });
        if height > HIGHEST {
            let unknown = self.new_unknown("a long chain of definitions".to_owned(), ty);
            self.known.insert(key, unknown);
            return unknown;
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(Node { term: key.0.clone(), ty, height, fails });
        self.known.insert(key, id);
        id
    }

    /// Its places are checked where it is evaluated; what always fits is told apart by whoever asks for a narrow.
    fn fails_itself(&self, term: &Term, ty: Scalar) -> bool {
        match term {
            Term::Fail => true,
            Term::Narrow(a) => {
                let (have, to) = (self.ty(*a), self.den_of(ty));
                let times = to / self.den(*a).max(1);
                i128::from(have.lo) * times < i128::from(ty.lo) || i128::from(ty.hi) < i128::from(have.hi) * times
            }
            Term::Binary(Op::DivDown | Op::DivUp | Op::Mod, _, b) => self.ty(*b).contains(0),
            // Indices are narrowed by whoever makes the term.
            Term::Cell(..)
            | Term::Holds(..)
            | Term::Table(..)
            | Term::Board(..)
            | Term::Const(_)
            | Term::Var(_)
            | Term::Unknown(_)
            | Term::Not(_)
            | Term::Neg(_)
            | Term::Round(..)
            | Term::Binary(..)
            | Term::If(..)
            | Term::Within(..) => false,
        }
    }

    fn den_of(&self, ty: Scalar) -> i128 {
        if let What::Int { den } = ty.what { i128::from(den) } else { 1 }
    }

    /// The direct children.
    pub(super) fn parts(&self, term: &Term, part: &mut dyn FnMut(TermId)) {
        match term {
            Term::Const(_) | Term::Var(_) | Term::Unknown(_) | Term::Fail => {}
            Term::Cell(_, list) | Term::Table(_, list) | Term::Board(_, list) => list.iter().for_each(|t| part(*t)),
            Term::Holds(_, list, member) => {
                list.iter().for_each(|t| part(*t));
                part(*member);
            }
            Term::Not(a) | Term::Neg(a) | Term::Round(a, _) | Term::Narrow(a) | Term::Within(a, _, _) => part(*a),
            Term::Binary(_, a, b) => {
                part(*a);
                part(*b);
            }
            Term::If(a, b, c) => [a, b, c].into_iter().for_each(|t| part(*t)),
        }
    }

    /// The terms below these, themselves included, each once, children first.
    pub(super) fn below(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = vec![false; self.nodes.len()];
        let mut todo: Vec<TermId> = roots.to_vec();
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut seen[id.index()], true) {
                self.parts(self.get(id), &mut |part| todo.push(part));
            }
        }
        (0..self.nodes.len()).filter(|at| seen[*at]).map(|at| TermId(at as u32)).collect()
    }
}
