//! Where amounts go: the running result of a stage or a group, in locals.

use wgr_runtime::ir::{BinaryOp, Expr, ExprId, FaultText, LocalId, Scalar, SiteId, Stmt, Type, What};

use super::number::Range;
use crate::lower::build::Emit;

pub(super) enum Sink {
    /// All amounts are equal, else a clash: an answer, and a group that counts once.
    Agree {
        value: LocalId,
        any: LocalId,
    },
    Sum {
        total: LocalId,
        any: Option<LocalId>,
    },
    /// `whole` is what the stage can come to in the end. Each fraction makes the denominator finer: `before`
    /// is the product without the amount that comes next.
    Product {
        before: LocalId,
        total: LocalId,
        den: u32,
        whole: Range,
    },
    /// The greater or lesser; with `any`, the first amount starts it.
    Extreme {
        op: BinaryOp,
        best: LocalId,
        any: Option<LocalId>,
    },
    /// Each amount that is `turns` makes the result so: a permit that one veto ends, a fact that one proof makes.
    Truth {
        result: LocalId,
        turns: bool,
    },
}

/// An amount that was computed.
#[derive(Clone, Copy)]
pub(super) struct Amount {
    pub(super) local: LocalId,
    /// Whose it is, if it clashes.
    pub(super) site: SiteId,
}

impl Sink {
    /// What must be declared before an amount of this type comes, because it will be written inside of an `if`:
    /// the product in a finer denominator.
    pub(super) fn prepare(&mut self, emit: &mut Emit<'_>, amount: Type, out: &mut Vec<Stmt>) {
        let Sink::Product { before, total, den, whole } = self else { return };
        *before = *total;
        let fraction = Range::of(amount).map_or(1, |r| r.den);
        // `whole` was computed from the same amounts, so its denominator is a multiple and this does not overflow.
        let finer = den.saturating_mul(fraction);
        if finer != *den {
            let value = emit.get(*total);
            *total = emit.declare(out, "product", whole.counted_in(finer).ty(), value);
            *den = finer;
        }
    }

    /// Works the amount in. Places and operators bring numbers of different denominators to one.
    pub(super) fn take(&self, emit: &mut Emit<'_>, amount: Amount) -> Vec<Stmt> {
        match *self {
            Sink::Agree { value, any } => {
                let differs = operate(emit, BinaryOp::Ne, value, amount);
                let clash = vec![emit.fail(amount.site, FaultText::Clash)];
                let again = vec![emit.when(differs, clash, Vec::new())];
                first_or(emit, any, value, amount, again)
            }
            Sink::Sum { total, any } => {
                let sum = operate(emit, BinaryOp::Add, total, amount);
                let mut done = vec![emit.assign(total, sum)];
                done.extend(any.map(|any| set_yes(emit, any)));
                done
            }
            Sink::Product { before, total, .. } => {
                let product = operate(emit, BinaryOp::Mul, before, amount);
                vec![emit.assign(total, product)]
            }
            Sink::Extreme { op, best, any } => {
                let better = operate(emit, op, best, amount);
                let next = vec![emit.assign(best, better)];
                match any {
                    Some(any) => first_or(emit, any, best, amount, next),
                    None => next,
                }
            }
            Sink::Truth { result, turns } => {
                let turned = emit.truth(turns);
                let turned = emit.assign(result, turned);
                let value = emit.get(amount.local);
                let cond = if turns { value } else { emit.not(value) };
                vec![emit.when(cond, vec![turned], Vec::new())]
            }
        }
    }
}

fn operate(emit: &mut Emit<'_>, op: BinaryOp, so_far: LocalId, amount: Amount) -> ExprId {
    let (a, b) = (emit.get(so_far), emit.get(amount.local));
    emit.binary(op, a, b)
}

fn set_yes(emit: &mut Emit<'_>, any: LocalId) -> Stmt {
    let yes = emit.truth(true);
    emit.assign(any, yes)
}

/// The first amount is taken as it is.
fn first_or(emit: &mut Emit<'_>, any: LocalId, place: LocalId, amount: Amount, next: Vec<Stmt>) -> Vec<Stmt> {
    let value = emit.get(amount.local);
    let first = vec![emit.assign(place, value), set_yes(emit, any)];
    let any = emit.get(any);
    vec![emit.when(any, next, first)]
}

/// Some value of the type, nothing if it has it.
pub(super) fn start_value(emit: &mut Emit<'_>, ty: Type) -> ExprId {
    match ty {
        Type::Set(domain) => emit.expr(Expr::Empty(domain)),
        Type::Scalar(Scalar { what: What::Id(domain), lo, .. }) if lo < 0 => emit.expr(Expr::None(domain)),
        Type::Scalar(Scalar { what, lo, hi }) => emit.literal(0.max(lo).min(hi), what),
    }
}
