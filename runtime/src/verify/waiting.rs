//! Handlers that wait at the same time: whose order makes a difference, and which end the game.
//!
//! Two handlers commute if neither writes what the other reads or writes, nor what the other one's condition reads. Two of
//! one trigger, about different members, commute even so if all that they write is theirs alone: places of the member
//! that each is about. Whoever can wake a third one answers for it. A handler that ends the game comes before all others;
//! two of them that say different things clash, and nobody is asked.

use super::cells::Cells;
use super::effects::{Facts, Seen};
use super::memory::Known;
use crate::ir::walk::{Node, calls, node_calls, walk_func};
use crate::ir::{Expr, ExprId, Func, FuncId, LocalId, Program, StmtKind, Trigger};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the order of handlers that wait together means. Numbers are those of the triggers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waiting {
    /// Pairs whose order makes a difference, the lower one first; with itself: of two members. No endings are among them.
    pub clashes: BTreeSet<(usize, usize)>,
    /// By trigger: does it end the game?
    pub endings: Vec<bool>,
    /// Endings with different results, the lower one first.
    pub contradictions: BTreeSet<(usize, usize)>,
}

impl Waiting {
    /// May a side have to say which of several comes first?
    pub fn order_matters(&self) -> bool {
        !self.clashes.is_empty()
    }

    pub fn ends(&self, trigger: usize) -> bool {
        self.endings.get(trigger).copied().unwrap_or(false)
    }

    /// Does the order of these two make a difference?
    pub fn clash(&self, a: usize, b: usize) -> bool {
        self.clashes.contains(&(a.min(b), a.max(b)))
    }
}

/// What was looked at: what functions do where no `settle` does anything, and those that triggers come to.
#[derive(Clone)]
pub(super) struct Watched {
    calm: Arc<[Arc<Facts>]>,
    come_to: Arc<[bool]>,
}

/// `calm`: what functions do where no `settle` does anything, by function.
pub(super) fn find(
    program: &Program,
    seen: Seen<'_>,
    calm: &Arc<[Arc<Facts>]>,
    known: &Known<'_>,
) -> (Waiting, Watched) {
    let as_it_was = known.last().filter(|last| {
        let Watched { calm: before, come_to } = &last.watched;
        let is_looked_at = |id: &FuncId| come_to.get(id.index()) != Some(&false);
        Arc::ptr_eq(before, calm)
            && last.program.triggers == program.triggers
            && !known.new_ones().iter().any(is_looked_at)
    });
    if let Some(last) = as_it_was {
        return (last.verified.waiting.clone(), last.watched.clone());
    }
    let come_to = come_to(program, seen);
    let elsewhere = elsewhere(program, seen, (calm, &come_to));
    (together(program, calm, elsewhere), Watched { calm: Arc::clone(calm), come_to: come_to.into() })
}

fn together(program: &Program, calm: &[Arc<Facts>], elsewhere: Vec<Cells>) -> Waiting {
    let pairs = Pairs { program, calm, elsewhere };
    let endings: Vec<bool> = program.triggers.iter().map(|t| pairs.facts(t.run).ends()).collect();
    let mut found = Waiting { endings, ..Waiting::default() };
    let wakes: Vec<BTreeSet<usize>> = (0..program.triggers.len()).map(|at| pairs.wakes(at)).collect();
    for j in 0..program.triggers.len() {
        for i in 0..=j {
            // What is at once is done before all else, in the order of the book.
            let [one, other] = [i, j].map(|at| program.triggers[at].at_once);
            if one != other || one && !(found.ends(i) && found.ends(j)) {
                continue;
            }
            if found.ends(i) || found.ends(j) {
                if pairs.clash(i, j) {
                    found.contradictions.insert((i, j));
                }
            } else if i == j && pairs.clash(i, j)
                || i != j && wakes[i].iter().any(|i| wakes[j].iter().any(|j| pairs.clash(*i, *j)))
            {
                found.clashes.insert((i, j));
            }
        }
    }
    found
}

struct Pairs<'a> {
    program: &'a Program,
    calm: &'a [Arc<Facts>],
    elsewhere: Vec<Cells>,
}

impl Pairs<'_> {
    fn facts(&self, func: FuncId) -> &Facts {
        &self.calm[func.index()]
    }

    /// Itself, and all that may become due by what it does, and by what those do.
    fn wakes(&self, at: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::from([at]);
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let writes = &self.facts(self.program.triggers[at].run).writes;
            for (other, trigger) in self.program.triggers.iter().enumerate() {
                if self.looks_at(trigger, writes) && found.insert(other) {
                    open.push(other);
                }
            }
        }
        found
    }

    /// Does one of these places decide whether it becomes due?
    fn looks_at(&self, trigger: &Trigger, written: &Cells) -> bool {
        let asks = |func: FuncId| written.meets(&self.facts(func).reads);
        let watched = trigger.on.map_or_else(|| asks(trigger.watch), |on| written.holds(on.who));
        watched || trigger.only.is_some_and(asks)
    }

    fn clash(&self, i: usize, j: usize) -> bool {
        let (a, b) = (&self.program.triggers[i], &self.program.triggers[j]);
        // Whatever waits beside an ending is not done any more.
        match (self.facts(a.run).ends(), self.facts(b.run).ends()) {
            (true, true) => {
                let results = result(self.program, a).zip(result(self.program, b));
                return i != j && results.is_none_or(|(a, b)| a != b);
            }
            (true, false) | (false, true) => return false,
            (false, false) => {}
        }
        if i == j {
            // Without a parameter a trigger is due once, so it has nobody of its own to wait for.
            return self.program.func(a.run).params > 0 && self.clash_with_itself(a);
        }
        let touches = |a: &Trigger, b: &Trigger| {
            let writes = &self.facts(a.run).writes;
            let run = self.facts(b.run);
            writes.meets(&run.reads) || writes.meets(&run.writes) || self.looks_at(b, writes)
        };
        let acts = |t: &Trigger| self.facts(t.run).acts_in_order();
        acts(a) || acts(b) || touches(a, b) || touches(b, a)
    }

    /// Do two members of one trigger meet anywhere?
    fn clash_with_itself(&self, t: &Trigger) -> bool {
        let run = self.facts(t.run);
        let meet = |func: FuncId| run.writes.meets(&self.elsewhere[func.index()]);
        let watched = t.on.map_or_else(|| meet(t.watch), |on| run.writes.holds(on.who));
        run.acts_in_order() || meet(t.run) || watched
    }
}

/// By function: do triggers come to it?
fn come_to(program: &Program, seen: Seen<'_>) -> Vec<bool> {
    let mut found = vec![false; program.funcs.len()];
    let mut open: Vec<FuncId> = program.triggers.iter().flat_map(|trigger| [trigger.watch, trigger.run]).collect();
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut found[id.index()], true) {
            open.extend(&seen.own[id.index()].callees);
        }
    }
    found
}

/// By function, of those that triggers come to: cells that it may touch at another place than that of its first parameter.
fn elsewhere(program: &Program, seen: Seen<'_>, (calm, come_to): (&[Arc<Facts>], &[bool])) -> Vec<Cells> {
    let mut found = vec![Cells::default(); program.funcs.len()];
    for id in seen.order.iter().filter(|id| come_to[id.index()]) {
        let func = program.func(*id);
        let facts = &calm[id.index()];
        let all = || {
            let mut all = facts.reads.clone();
            all.include(&facts.writes);
            all
        };
        found[id.index()] = if func.params == 0 || !stays(func) || reaches_wide(func) {
            all()
        } else {
            touched_elsewhere(program, func, &found, calm)
        };
    }
    found
}

/// Is the first parameter never written?
fn stays(func: &Func) -> bool {
    let mut stays = true;
    walk_func(func, &mut |node| {
        if let Node::Stmt(stmt) = node {
            stays &= !matches!(stmt.kind, StmtKind::Let { local: LocalId(0), .. });
        }
    });
    stays
}

/// Does it do something that touches more than single places?
fn reaches_wide(func: &Func) -> bool {
    let mut wide = false;
    walk_func(func, &mut |node| {
        if let Node::Stmt(stmt) = node {
            wide |= matches!(
                stmt.kind,
                StmtKind::Erase(_)
                    | StmtKind::Swap { .. }
                    | StmtKind::Settle { .. }
                    | StmtKind::Look(_)
                    | StmtKind::Draw { .. }
                    | StmtKind::Reveal { .. }
            );
        }
    });
    wide
}

fn touched_elsewhere(program: &Program, func: &Func, done: &[Cells], calm: &[Arc<Facts>]) -> Cells {
    let mut found = Cells::default();
    let own =
        |index: &[ExprId]| index.first().is_some_and(|first| matches!(func.expr(*first), Expr::Local(LocalId(0))));
    walk_func(func, &mut |node| {
        let (place, args) = match node {
            Node::Expr(_, Expr::Cell(cell, index) | Expr::Peek { cell, index, .. }) => (vec![(*cell, index)], None),
            Node::Expr(_, Expr::Call(_, args)) => (Vec::new(), Some(args)),
            Node::Expr(..) => (Vec::new(), None),
            Node::Stmt(stmt) => {
                // What reaches further was looked for before (`reaches_wide`).
                if let StmtKind::Set(write) = &stmt.kind {
                    (vec![(write.cell, &write.index)], None)
                } else if let StmtKind::Together(writes) = &stmt.kind {
                    (writes.iter().map(|write| (write.cell, &write.index)).collect(), None)
                } else if let StmtKind::Call { args, .. } = &stmt.kind {
                    (Vec::new(), Some(args))
                } else {
                    (Vec::new(), None)
                }
            }
        };
        found.extend(place.into_iter().filter(|(_, index)| !own(index)).map(|(cell, _)| cell));
        node_calls(program, node, &mut |callee| {
            if args.is_some_and(|args| own(args)) {
                found.include(&done[callee.index()]);
            } else {
                let facts = &calm[callee.index()];
                found.include(&facts.reads);
                found.include(&facts.writes);
            }
        });
    });
    found
}

/// What the game ends with, where the handler itself says one thing only.
fn result(program: &Program, trigger: &Trigger) -> Option<i64> {
    let func = program.func(trigger.run);
    if !calls(program, func).is_empty() {
        return None;
    }
    let mut said: Vec<Option<i64>> = Vec::new();
    walk_func(func, &mut |node| {
        if let Node::Stmt(stmt) = node
            && let StmtKind::End(value) | StmtKind::Over(value) = &stmt.kind
        {
            said.push(if let Expr::Literal { value, .. } = func.expr(*value) { Some(*value) } else { None });
        }
    });
    match said.as_slice() {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => *first,
        _ => None,
    }
}
