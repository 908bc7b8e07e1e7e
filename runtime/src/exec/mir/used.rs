//! Which of its parameters a query goes by. In: the program as it is played. Out: for each function yes or no by parameter.
//!
//! What judges a step is handed all that the search was asked of, and goes by a side and a hex. A parameter that is never read,
//! or handed to nobody who reads it, makes no difference to the answer, to its work or to what faults: a kept answer is one for
//! all its values (`recall.rs`), and a search that goes by it no more than that is the same search (`fields.rs`).

use crate::ir::walk;
use crate::ir::{Block, Expr, ExprId, Func, FuncKind, LocalId, Program, StmtKind, Type};
use crate::verify::Verified;

pub(in crate::exec) struct Used {
    /// By function and parameter.
    params: Vec<Vec<bool>>,
}

impl Used {
    /// Where everything is told, all of them are used: what is told names them.
    pub(in crate::exec) fn of(program: &Program, verified: &Verified, explains: bool) -> Used {
        let all = |func: &Func| vec![true; func.params as usize];
        let mut used = Used { params: program.funcs.iter().map(all).collect() };
        for &id in verified.order.iter().filter(|_| !explains) {
            let func = program.func(id);
            let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query) else { continue };
            let mut params = vec![false; func.params as usize];
            let mut note = |local: LocalId| params.get_mut(local.index()).into_iter().for_each(|used| *used = true);
            used.read_in(program, func, block, &mut note);
            used.params[id.index()] = params;
        }
        used
    }

    /// By parameter of this function.
    pub(in crate::exec) fn params(&self, func: crate::ir::FuncId) -> &[bool] {
        &self.params[func.index()]
    }

    /// Tells of each name that the block goes by or writes, whether it is its own or not.
    pub(in crate::exec) fn read_in(
        &self,
        program: &Program,
        func: &Func,
        block: &Block,
        tell: &mut dyn FnMut(LocalId),
    ) {
        for stmt in walk::all_stmts(block) {
            walk::binds(stmt).into_iter().for_each(&mut *tell);
            if !matches!(stmt.kind, StmtKind::Mark { .. }) {
                walk::stmt_parts(&stmt.kind, &mut |part| self.read_by(program, func, part, tell));
            }
        }
    }

    /// The same of an expression.
    pub(in crate::exec) fn read_by(&self, program: &Program, func: &Func, id: ExprId, tell: &mut dyn FnMut(LocalId)) {
        let expr = func.expr(id);
        if let Expr::Local(local) = expr {
            tell(*local);
        }
        if let Expr::Call(callee, args) = expr {
            let callee_params = program.func(*callee).param_types().zip(self.params(*callee));
            for (arg, (place, used)) in args.iter().zip(callee_params) {
                if *used || !is_handed_over(func, *arg, place) {
                    self.read_by(program, func, *arg, tell);
                }
            }
            return;
        }
        if let Some(block) = walk::expr_block(expr) {
            self.read_in(program, func, block, tell);
        }
        walk::expr_parts(expr, &mut |part| self.read_by(program, func, part, tell));
    }
}

/// A name as it stands, of which nothing is checked.
fn is_handed_over(func: &Func, arg: ExprId, place: Type) -> bool {
    let Expr::Local(local) = func.expr(arg) else { return false };
    match (func.local(*local).ty, place) {
        (Type::Scalar(from), Type::Scalar(place)) => from.fits(place),
        (from, place) => from == place,
    }
}
