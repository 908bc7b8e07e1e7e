//! Conditions that one value decides: `terrain[place[g]] = hill`, `is_Infantry[u]`, `formation[u] in {..}`; and any other beside its
//! opposite.
//!
//! In: a query's text. Out: of each name of a condition, what it hangs on and for which of its values it holds. So where
//! the answers of some are known, others are known, too: rows that tell the values of one thing apart never clash, and leave no
//! gap where they name all of them.

use super::known::Known;
use crate::ir::{BinaryOp, Expr, ExprId, Func, LocalId, NONE, Program, Scalar, Type, UnaryOp, What, walk};
use crate::verify::same;

/// Of what has more values nothing is told apart.
const MOST_VALUES: i64 = 1 << 11;

/// Of a function: what its conditions hang on.
#[derive(Default)]
pub(super) struct Apart {
    by_local: Vec<Option<Holds>>,
}

/// A condition by a value of the one thing that it hangs on: whether it holds. Values of which it is never asked are neither.
struct Holds {
    /// The same number for the same thing.
    of: usize,
    yes: Values,
    no: Values,
}

/// A set of values, counted from the least of them.
type Values = Vec<u64>;

/// What an expression comes to, by a value of the one thing that it hangs on; nothing where it has no value then.
struct Image {
    of: ExprId,
    values: Vec<Option<i64>>,
}

/// A condition by such a value.
type Answers = Image;

struct Reader<'a> {
    program: &'a Program,
    func: &'a Func,
    types: &'a [Type],
}

impl Apart {
    pub(super) fn of(program: &Program, (func, types): (&Func, &[Type]), known: &Known) -> Apart {
        let (reader, mut things, mut by_local) = (Reader { program, func, types }, Vec::new(), Vec::new());
        for (local, value) in known.lets.iter().enumerate() {
            let is_yes_no = func.locals[local].ty.scalar().is_some_and(|ty| ty.what == What::Bool);
            let answers = value.filter(|_| is_yes_no).and_then(|value| reader.condition(value));
            let answers = answers.filter(|answers| {
                walk::free_locals(func, answers.of).iter().all(|local| known.writes[local.index()] == 1)
            });
            by_local.push(answers.map(|answers| {
                let of = things.iter().position(|thing| reader.is_same(*thing, answers.of)).unwrap_or_else(|| {
                    things.push(answers.of);
                    things.len() - 1
                });
                Holds { of, yes: answers.those(1), no: answers.those(0) }
            }));
        }
        Apart { by_local }
    }

    /// The answer of this name, as far as those of others tell.
    pub(super) fn value(&self, local: LocalId, answers: &[Option<i64>]) -> Option<i64> {
        let own = self.by_local.get(local.index())?.as_ref()?;
        let mut left: Values = own.yes.iter().zip(&own.no).map(|(yes, no)| yes | no).collect();
        for (other, answer) in self.by_local.iter().zip(answers) {
            let Some((other, answer)) = other.as_ref().filter(|other| other.of == own.of).zip(*answer) else {
                continue;
            };
            let those = if answer == 1 { &other.yes } else { &other.no };
            left.iter_mut().zip(those).for_each(|(left, those)| *left &= those);
        }
        let meets = |those: &Values| left.iter().zip(those).any(|(left, those)| left & those != 0);
        match (meets(&own.yes), meets(&own.no)) {
            (true, true) => None,
            (yes, _) => Some(i64::from(yes)),
        }
    }
}

impl Image {
    /// Of which values it comes to this.
    fn those(&self, value: i64) -> Values {
        let mut those = vec![0; self.values.len().div_ceil(64)];
        for (at, of) in self.values.iter().enumerate() {
            those[at / 64] |= u64::from(*of == Some(value)) << (at % 64);
        }
        those
    }

    fn map(self, to: impl Fn(i64) -> Option<i64>) -> Image {
        Image { values: self.values.into_iter().map(|value| value.and_then(&to)).collect(), ..self }
    }
}

impl Reader<'_> {
    fn scalar(&self, id: ExprId) -> Option<Scalar> {
        self.types[id.index()].scalar()
    }

    /// What is printed of a thing hangs on the thing, everything else on itself.
    #[expect(clippy::wildcard_enum_match_arm, reason = "everything else hangs on itself")]
    fn image(&self, id: ExprId) -> Option<Image> {
        match self.func.expr(id) {
            Expr::Table(table, index) if index.len() == 1 => {
                let table = self.program.table(*table);
                let first = table.index.first()?.lo;
                let entry = |value: i64| table.data.get(usize::try_from(value.checked_sub(first)?).ok()?).copied();
                Some(self.image(*index.first()?)?.map(entry))
            }
            Expr::Unary(UnaryOp::The, a) => Some(self.image(*a)?.map(|value| (value != NONE).then_some(value))),
            Expr::Local(_) | Expr::Cell(..) => {
                let Scalar { lo, hi, .. } = self.scalar(id)?;
                let few = hi.checked_sub(lo).is_some_and(|span| span < MOST_VALUES);
                few.then(|| Image { of: id, values: (lo..=hi).map(Some).collect() })
            }
            _ => None,
        }
    }

    /// What is seen through no further hangs on itself: `not c` is apart from `c`.
    fn condition(&self, id: ExprId) -> Option<Answers> {
        let is_yes_no = self.scalar(id).is_some_and(|ty| ty.what == What::Bool);
        let itself = || Image { of: id, values: vec![Some(0), Some(1)] };
        self.seen_through(id).or_else(|| is_yes_no.then(itself))
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is told")]
    fn seen_through(&self, id: ExprId) -> Option<Answers> {
        match *self.func.expr(id) {
            Expr::Unary(UnaryOp::Not, a) => Some(self.condition(a)?.map(|answer| Some(1 - answer))),
            Expr::Binary(BinaryOp::And, a, b) if self.is_yes(a) => self.condition(b),
            Expr::Binary(BinaryOp::And, a, b) => self.both(a, b, 0),
            Expr::Binary(BinaryOp::Or, a, b) => self.both(a, b, 1),
            Expr::Binary(BinaryOp::In, a, set) => {
                let mut members = Vec::new();
                self.members(set, &mut members)?;
                Some(self.image(a)?.map(|value| Some(i64::from(members.contains(&value)))))
            }
            Expr::Binary(op, a, b) => {
                let (is, beside) = (compared(op)?, self.written(b)?);
                let alike = self.scalar(a)?.what == self.scalar(b)?.what;
                Some(self.image(a).filter(|_| alike)?.map(|value| Some(i64::from(is(value, beside)))))
            }
            Expr::Table(..) | Expr::Cell(..) => self.image(id),
            _ => None,
        }
    }

    /// Two that hang on the same thing; the second is asked where the first has not `decided`.
    fn both(&self, a: ExprId, b: ExprId, decided: i64) -> Option<Answers> {
        let (a, b) = (self.condition(a)?, self.condition(b)?);
        let both = a.values.into_iter().zip(b.values);
        let values = both.map(|(a, b)| if a? == decided { a } else { b }).collect();
        self.is_same(a.of, b.of).then_some(Image { of: a.of, values })
    }

    /// The same thing, with the same values.
    fn is_same(&self, a: ExprId, b: ExprId) -> bool {
        same(self.func, a, b) && self.scalar(a) == self.scalar(b)
    }

    fn is_yes(&self, id: ExprId) -> bool {
        matches!(self.func.expr(id), Expr::Literal { value: 1, .. })
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is written out")]
    fn written(&self, id: ExprId) -> Option<i64> {
        match self.func.expr(id) {
            Expr::Literal { value, .. } => Some(*value),
            Expr::None(_) => Some(NONE),
            _ => None,
        }
    }

    /// The members of a set that is written out.
    #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is written out")]
    fn members(&self, set: ExprId, into: &mut Vec<i64>) -> Option<()> {
        match *self.func.expr(set) {
            // Of none it is the empty set.
            Expr::Unary(UnaryOp::Single, member) => into.extend(Some(self.written(member)?).filter(|one| *one != NONE)),
            Expr::Binary(BinaryOp::Union, a, b) => {
                self.members(a, into)?;
                self.members(b, into)?;
            }
            _ => return None,
        }
        Some(())
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else compares")]
fn compared(op: BinaryOp) -> Option<fn(i64, i64) -> bool> {
    Some(match op {
        BinaryOp::Eq => |a, b| a == b,
        BinaryOp::Ne => |a, b| a != b,
        BinaryOp::Lt => |a, b| a < b,
        BinaryOp::Le => |a, b| a <= b,
        BinaryOp::Gt => |a, b| a > b,
        BinaryOp::Ge => |a, b| a >= b,
        _ => return None,
    })
}
