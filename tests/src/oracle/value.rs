//! Values, the state, and the names inside a running function.
//!
//! A value at run time says what it stands for (halves, yes/no, a member of which domain), so that nothing has to be
//! derived from the program's types; numbers are exact ratios. What a cell holds is bare: the cell knows its type.

use super::{Code, Res, bad, fault};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::ir::{Cell, CellId, DomainId, Func, LocalId, NONE, Scalar, Type, What};

/// What a cell holds: raw units of the cell's type, or members.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Value {
    Int(i64),
    Set(BTreeSet<u32>),
}

/// A number, yes/no or member: `raw` counts `den`-ths, is 0 or 1, or is an index (-1: none).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Num {
    pub(super) raw: i64,
    pub(super) what: What,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Val {
    Num(Num),
    Set(DomainId, BTreeSet<u32>),
}

/// No verified range leaves these bounds.
const FAR: i128 = 1 << 53;

impl Val {
    pub(super) fn int(raw: i64) -> Val {
        Val::Num(Num { raw, what: What::Int { den: 1 } })
    }

    pub(super) fn bool(yes: bool) -> Val {
        Val::Num(Num { raw: i64::from(yes), what: What::Bool })
    }

    pub(super) fn id(domain: DomainId, member: i64) -> Val {
        Val::Num(Num { raw: member, what: What::Id(domain) })
    }

    /// `top / bottom` in `den`-ths, where that is exact.
    pub(super) fn ratio(raw: i128, den: i128) -> Res<Val> {
        if raw.abs() > FAR || !(1..=FAR >> 22).contains(&den) {
            return bad("a number beyond every range");
        }
        Ok(Val::Num(Num { raw: raw as i64, what: What::Int { den: den as u32 } }))
    }

    pub(super) fn num(&self) -> Res<Num> {
        match self {
            Val::Num(num) => Ok(*num),
            Val::Set(..) => bad("a set where a number or member should stand"),
        }
    }

    pub(super) fn truth(&self) -> Res<bool> {
        match self.num()? {
            Num { raw, what: What::Bool } => Ok(raw == 1),
            Num { what: What::Int { .. } | What::Id(_), .. } => bad("not yes or no"),
        }
    }

    /// A number as (raw, den).
    pub(super) fn number(&self) -> Res<(i128, i128)> {
        match self.num()? {
            Num { raw, what: What::Int { den } } => Ok((i128::from(raw), i128::from(den))),
            Num { what: What::Bool | What::Id(_), .. } => bad("not a number"),
        }
    }

    /// A number without fraction.
    pub(super) fn whole(&self) -> Res<i64> {
        match self.number()? {
            (raw, den) if raw % den == 0 => Ok((raw / den) as i64),
            _ => bad("a fraction where a whole number should stand"),
        }
    }

    pub(super) fn member(&self) -> Res<(DomainId, i64)> {
        match self.num()? {
            Num { raw, what: What::Id(domain) } => Ok((domain, raw)),
            Num { what: What::Int { .. } | What::Bool, .. } => bad("not a member"),
        }
    }

    /// A member that is there; none is the fault RANGE.
    pub(super) fn surely(&self) -> Res<(DomainId, u32)> {
        match self.member()? {
            (_, NONE) => fault(Code::Range, None),
            (domain, member) => Ok((domain, member as u32)),
        }
    }

    pub(super) fn set(&self) -> Res<(DomainId, &BTreeSet<u32>)> {
        match self {
            Val::Set(domain, members) => Ok((*domain, members)),
            Val::Num(_) => bad("a number or member where a set should stand"),
        }
    }

    /// The value in the units of the place; outside its range: RANGE.
    pub(super) fn narrow(self, place: Type) -> Res<Val> {
        match (self, place) {
            (Val::Set(have, members), Type::Set(want)) if have == want => Ok(Val::Set(have, members)),
            (Val::Num(num), Type::Scalar(scalar)) => Ok(Val::Num(narrow(num, scalar)?)),
            (Val::Set(..) | Val::Num(_), Type::Set(_) | Type::Scalar(_)) => bad("a value in a place of another type"),
        }
    }

    pub(super) fn bare(self) -> Value {
        match self {
            Val::Num(num) => Value::Int(num.raw),
            Val::Set(_, members) => Value::Set(members),
        }
    }
}

fn narrow(num: Num, place: Scalar) -> Res<Num> {
    let raw = match (num.what, place.what) {
        (What::Int { den: have }, What::Int { den: want }) => {
            let scaled = i128::from(num.raw) * i128::from(want);
            if scaled % i128::from(have) != 0 {
                return bad("a fraction that the place cannot hold");
            }
            scaled / i128::from(have)
        }
        (have, want) if have == want => i128::from(num.raw),
        _ => return bad("a number or member in a place of another kind"),
    };
    if raw < i128::from(place.lo) || i128::from(place.hi) < raw {
        return fault(Code::Range, None);
    }
    Ok(Num { raw: raw as i64, what: place.what })
}

/// Reads what a place of this type holds.
pub(super) fn typed(ty: Type, value: Value) -> Res<Val> {
    match (ty, value) {
        (Type::Scalar(scalar), Value::Int(raw)) => Ok(Val::Num(Num { raw, what: scalar.what })),
        (Type::Set(domain), Value::Set(members)) => Ok(Val::Set(domain, members)),
        (Type::Scalar(_) | Type::Set(_), Value::Int(_) | Value::Set(_)) => bad("a cell with a value of another type"),
    }
}

/// What a place holds before anything is written.
pub(super) fn zero(ty: Type) -> Value {
    match ty {
        Type::Scalar(scalar) => Value::Int(scalar.zero()),
        Type::Set(_) => Value::Set(BTreeSet::new()),
    }
}

/// The state: every place that is not zero, and what the triggers remember.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct World {
    pub cells: BTreeMap<(CellId, Vec<i64>), Value>,
    /// Trigger and member (none for a trigger without one): what was true at the last settle.
    pub truth: BTreeSet<(usize, Option<i64>)>,
    /// What became true and has not run.
    pub pending: BTreeSet<(usize, Option<i64>)>,
}

impl World {
    pub(super) fn get(&self, id: CellId, cell: &Cell, index: &[i64]) -> Value {
        self.cells.get(&(id, index.to_vec())).cloned().unwrap_or_else(|| zero(cell.value))
    }

    pub(super) fn put(&mut self, id: CellId, cell: &Cell, index: &[i64], value: Value) -> Res<()> {
        let key = (id, index.to_vec());
        if value == zero(cell.value) {
            self.cells.remove(&key);
            return Ok(());
        }
        self.cells.insert(key, value);
        let entries = self.cells.keys().filter(|(of, _)| *of == id).count();
        match cell.sparse {
            Some(most) if entries > most as usize => fault(Code::Room, None),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn clear(&mut self, id: CellId) {
        self.cells.retain(|(of, _), _| *of != id);
    }
}

/// A running function and its names.
pub(super) struct Frame<'p> {
    pub(super) func: &'p Func,
    locals: Vec<Option<Val>>,
}

impl<'p> Frame<'p> {
    pub(super) fn new(func: &'p Func, args: Vec<Val>) -> Res<Frame<'p>> {
        if args.len() > func.locals.len() {
            return bad("more arguments than names");
        }
        let mut locals: Vec<Option<Val>> = args.into_iter().map(Some).collect();
        locals.resize(func.locals.len(), None);
        Ok(Frame { func, locals })
    }

    pub(super) fn get(&self, local: LocalId) -> Res<Val> {
        match self.locals.get(local.index()) {
            Some(Some(value)) => Ok(value.clone()),
            Some(None) | None => bad("a name without a value"),
        }
    }

    /// Gives a name its value; outside the range of the name: RANGE.
    pub(super) fn set(&mut self, local: LocalId, value: Val) -> Res<()> {
        let Some(place) = self.func.locals.get(local.index()) else { return bad("no such name") };
        self.locals[local.index()] = Some(value.narrow(place.ty)?);
        Ok(())
    }

    pub(super) fn names(&self) -> Vec<Option<Val>> {
        self.locals.clone()
    }

    pub(super) fn restore(&mut self, names: Vec<Option<Val>>) {
        self.locals = names;
    }
}
