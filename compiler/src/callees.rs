//! Whom each function of a program calls, looked for once: after an edit most functions are those that they were.
//!
//! In: a program. Out: of each function that is asked for, whom it calls directly. Promises: what is said of a function is
//! what [`calls`] finds, for it is kept only as long as the very same function stands there, and who sees each cell is the same.

use std::sync::Arc;
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{FuncId, Funcs, Program};

#[derive(Default)]
pub(crate) struct Callees {
    funcs: Funcs,
    /// By cell: the query that says who sees it, for a glance at the cell asks that.
    sees: Vec<Option<FuncId>>,
    of: Vec<Option<Arc<[FuncId]>>>,
}

impl Callees {
    /// From here on this program is asked about.
    pub(crate) fn are_of(&mut self, program: &Program) {
        let sees: Vec<Option<FuncId>> =
            program.cells.iter().map(|cell| cell.hidden.as_ref().map(|hidden| hidden.sees)).collect();
        let Callees { funcs, sees: seen, of } = self;
        if sees != *seen {
            of.clear();
        }
        let others = funcs.apart(&program.funcs);
        others.for_each(|at| of.get_mut(at).into_iter().for_each(|known| *known = None));
        of.resize(program.funcs.len(), None);
        *seen = sees;
        funcs.clone_from(&program.funcs);
    }

    pub(crate) fn of(&mut self, program: &Program, func: FuncId) -> Arc<[FuncId]> {
        let find = || calls(program, program.func(func)).into_iter().collect();
        match self.of.get_mut(func.index()) {
            Some(known) => known.get_or_insert_with(find).clone(),
            None => find(),
        }
    }
}
