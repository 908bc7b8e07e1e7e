//! Looks for what is at once stand behind each statement of an author. Those that can find nothing new are taken out: behind
//! statements that write nothing that such a rule watches.

use wgr_runtime::ir::walk::{callee, stmt_blocks, stmt_writes};
use wgr_runtime::ir::{Look, Program, Stmt, StmtKind};
use wgr_runtime::verify::{Cells, Verified};

use crate::lower::walk::each_block;

pub(super) fn look_where_it_matters(program: &mut Program, verified: &Verified) {
    let watches = program.triggers.iter().filter(|trigger| trigger.at_once).map(|trigger| trigger.watch);
    let watched: Vec<&Cells> = watches.map(|watch| verified.reads(watch)).collect();
    let found = Found { watched, verified };
    for func in &mut program.funcs {
        each_block(func, |block| {
            let mut changed = false;
            block.retain(|stmt| {
                if is_look(stmt) {
                    return std::mem::take(&mut changed);
                }
                changed |= found.changes(stmt);
                true
            });
        });
    }
}

fn is_look(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Look(Look::AtOnce))
}

struct Found<'a> {
    watched: Vec<&'a Cells>,
    verified: &'a Verified,
}

impl Found<'_> {
    /// May something that is watched be another behind it?
    fn changes(&self, stmt: &Stmt) -> bool {
        let writes = stmt_writes(&stmt.kind).iter();
        let mut changes = writes.clone().any(|write| self.watched.iter().any(|watched| watched.holds(write.cell)));
        changes |= matches!(
            stmt.kind,
            StmtKind::Erase(_) | StmtKind::Swap { .. } | StmtKind::Draw { .. } | StmtKind::Settle { .. }
        );
        let called = callee(stmt).map(|func| self.verified.writes(func));
        changes |= called.is_some_and(|called| self.watched.iter().any(|watched| watched.meets(called)));
        stmt_blocks(&stmt.kind, &mut |block| changes |= block.0.iter().any(|stmt| self.changes(stmt)));
        changes
    }
}
