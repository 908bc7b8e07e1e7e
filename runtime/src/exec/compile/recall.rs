//! Which queries' answers are kept while the cells that they read stay as they are. In: the program and what the
//! verifier knows of each function. Out: a [`RecallCode`] for each such query, and which of them a cell matters to.
//!
//! A query writes nothing, asks nothing and rolls nothing: its answer is decided by its arguments and by the cells that
//! it reads. It is worth keeping where it walks through something; a short one is answered faster than found.

use super::Used;
use crate::exec::code::{Code, InvertedCode, MOST_WORDS, RecallCode};
use crate::ir::walk::{Node, node_calls, walk_func};
use crate::ir::{CellId, Expr, FuncId, FuncKind, Program, Scalar, StmtKind, Type, What, set_words};
use crate::verify::Verified;

/// More arguments than this are not told apart: one question is one number of so many bits.
const KEY_BITS: u32 = 48;
/// Fewer members are walked as fast; more values take more room than they are worth.
const FEW_MEMBERS: i64 = 4;
const MOST_VALUES: u64 = 1 << 12;

impl Code {
    /// Which queries are kept, known before any code that calls them is compiled.
    pub(super) fn plan_recalls(&mut self, program: &Program, verified: &Verified, used: &Used) {
        self.recalled = vec![None; program.funcs.len()];
        // Those that walk and are not kept: whoever calls them walks.
        let mut walkers = vec![false; program.funcs.len()];
        for &id in verified.order.iter() {
            if !walks(program, id, &walkers) {
                continue;
            }
            let number = u16::try_from(self.recalls.len()).ok();
            let Some((recall, number)) = recall_code(program, id, used.params(id)).zip(number) else {
                walkers[id.index()] = true;
                continue;
            };
            self.recalled[id.index()] = Some(number);
            self.recall_words = self.recall_words.max(recall.words.unwrap_or(0));
            self.recalls.push(recall);
            for cell in verified.reads(id).iter() {
                self.cells[cell.index()].watchers.push(number);
            }
        }
        self.watchers = self.recalls.len();
    }

    /// From now on the cell is inverted, if it is worth it and may be.
    pub(super) fn invert(&mut self, program: &Program, id: CellId) {
        let Ok(number) = u16::try_from(self.inverted.len()) else { return };
        let cell = &self.cells[id.index()];
        let [Scalar { what: What::Id(domain), lo, hi, .. }] = program.cell(id).index.as_slice() else { return };
        let values = cell.code.hi.abs_diff(cell.code.lo).saturating_add(1);
        if cell.inverted.is_some() || hi - lo < FEW_MEMBERS || values > MOST_VALUES {
            return;
        }
        let Some(watcher) = self.next_watcher() else { return };
        let words = set_words(program.domain(*domain).size as usize);
        self.inverted.push(InvertedCode {
            watcher,
            members: hi - lo + 1,
            words,
            values: values as usize,
            is_beside: false,
            hexes: 0,
            near: vec![],
        });
        let cell = &mut self.cells[id.index()];
        cell.inverted = Some(number);
        cell.watchers.push(watcher);
    }

    /// Under which number whoever comes next watches cells.
    pub(super) fn next_watcher(&mut self) -> Option<u16> {
        let number = u16::try_from(self.watchers).ok()?;
        self.watchers += 1;
        Some(number)
    }
}

/// Does the function walk through something, itself or by what it calls?
fn walks(program: &Program, id: FuncId, walkers: &[bool]) -> bool {
    let mut found = false;
    walk_func(program.func(id), &mut |node| {
        found |= is_walk(node);
        node_calls(program, node, &mut |callee| found |= walkers[callee.index()]);
    });
    found
}

pub(super) fn is_walk(node: Node<'_>) -> bool {
    match node {
        Node::Expr(_, expr) => matches!(
            expr,
            Expr::Fold(_) | Expr::Suppose(_) | Expr::Extend { .. } | Expr::Complete { .. } | Expr::Buyable { .. }
        ),
        Node::Stmt(stmt) => matches!(
            stmt.kind,
            StmtKind::For { .. }
                | StmtKind::Repeat { .. }
                | StmtKind::Loop { .. }
                | StmtKind::Search(_)
                | StmtKind::Ray { .. }
        ),
    }
}

/// How a question to this query becomes one number; nothing if it does not, or if its answer is not one word.
fn recall_code(program: &Program, id: FuncId, used: &[bool]) -> Option<RecallCode> {
    let func = program.func(id);
    if func.kind != FuncKind::Query || func.body.code().is_none() {
        return None;
    }
    let mut params = Vec::new();
    let mut span = 1_u64;
    for (ty, used) in func.param_types().zip(used) {
        let scalar = ty.scalar()?;
        // The answer is one whatever this one is.
        if !used {
            params.push((scalar.lo, 0));
            continue;
        }
        params.push((scalar.lo, span));
        span = span.checked_mul(scalar.hi.abs_diff(scalar.lo).checked_add(1)?)?;
    }
    if span > 1 << KEY_BITS {
        return None;
    }
    match func.ret? {
        Type::Scalar(_) => Some(RecallCode { func: id, params, words: None }),
        Type::Set(domain) => {
            let words = set_words(program.domain(domain).size as usize);
            (words <= MOST_WORDS).then_some(RecallCode { func: id, params, words: Some(words) })
        }
    }
}
