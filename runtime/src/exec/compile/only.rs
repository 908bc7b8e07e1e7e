//! Queries that have one answer only: which row wins where there is one row. Whoever asks them is given the answer in the place of
//! the call, so that what hangs on it is known, too.

use super::known::Known;
use super::safe::{Only, Safe};
use super::splice::Spliced;
use crate::ir::{Expr, ExprId, FuncId, Program, Scalar, Type};

/// In all functions. What is asked of must be found at once: a name, or a value that is written out.
pub(super) fn answer(
    program: &Program,
    spliced: &mut Spliced<'_>,
    known: &mut [Known],
    (safe, only): (&[Safe], &[Only]),
) {
    for id in (0..program.funcs.len()).map(FuncId::new) {
        let func = &spliced.funcs[id.index()];
        let types = &spliced.types[id.index()];
        let answered = |id: &ExprId| {
            let Expr::Call(callee, args) = func.expr(*id) else { return None };
            let answer = only[callee.index()].filter(|_| safe[callee.index()].as_ref().is_some_and(Vec::is_empty))?;
            let is_plain = |arg: &ExprId| matches!(func.expr(*arg), Expr::Local(_) | Expr::Literal { .. });
            let fits = args.iter().zip(program.func(*callee).param_types()).all(|(arg, place)| match place {
                Type::Scalar(place) => {
                    types[arg.index()].scalar().is_some_and(|ty| ty.what == place.what && ty.fits(place))
                }
                Type::Set(_) => true,
            });
            let ty = types[id.index()].scalar().filter(|_| fits && args.iter().all(is_plain))?;
            Some((*id, Scalar { lo: answer, hi: answer, ..ty }))
        };
        let found: Vec<_> = (0..func.exprs.len()).map(ExprId::new).filter_map(|id| answered(&id)).collect();
        if found.is_empty() {
            continue;
        }
        for (at, ty) in found {
            spliced.funcs[id.index()].to_mut().exprs[at.index()].expr = Expr::Literal { value: ty.lo, ty };
            spliced.types[id.index()].to_mut()[at.index()] = Type::Scalar(ty);
        }
        known[id.index()] = Known::of(&spliced.funcs[id.index()], false);
    }
}
