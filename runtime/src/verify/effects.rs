//! What functions read, write and do, calls included; what suppositions may do; whether handlers commute.
//! What a supposition writes is forgotten with it and counts as no write; what it reads is read.
//!
//! A `settle` does what all triggers do, and what they do may lead to a `settle` again, which does nothing there.
//! So there are two rounds: first what functions do where no `settle` does anything, from which follows what a
//! `settle` does; then what they do with it.

use super::cells::Cells;
use super::memory::{Known, Own, Round};
use super::messages::{self as say, Said};
use super::report::Report;
use super::waiting::{self, Waiting, Watched};
use crate::ir::walk::{Node, expr_parts, node_calls, stmt_blocks, stmt_parts};
use crate::ir::{
    Block, CellId, DomainId, Expr, ExprId, Func, FuncId, Look, Pieces, Program, Quantifier, Role, Scalar, Stmt,
    StmtKind, Suppose, Trigger, Type, What,
};
use std::sync::Arc;

/// What a function may do besides reading and writing; bits of [`Facts::acts`].
const ASKS: u8 = 1;
const ROLLS: u8 = 2;
const DRAWS: u8 = 4;
const REVEALS: u8 = 8;
const ENDS: u8 = 16;
const SEALS: u8 = 32;
/// A `settle` has a side say which of several triggers comes first.
const ORDERS: u8 = 64;
/// Ends the game, unless it is supposed.
const OVER: u8 = 128;

/// So many suppositions, each inside the one before it. Each level multiplies the ways that are tried and is a copy of
/// the state that the machine keeps.
const DEEPEST: u8 = 4;

/// What a call may do, whatever it calls.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Facts {
    /// Cells that it may read; also in suppositions.
    pub reads: Cells,
    /// Cells that it may have written when it is done; what a supposition writes is forgotten.
    pub writes: Cells,
    acts: u8,
    /// How many suppositions it leads to, each inside the one before it.
    supposes: u8,
}

impl Facts {
    /// Does it end the game?
    pub(super) fn ends(&self) -> bool {
        self.acts & (ENDS | OVER) != 0
    }

    /// Does it do something whose order with others is seen from outside?
    pub(super) fn acts_in_order(&self) -> bool {
        self.acts & (ASKS | ROLLS | DRAWS | REVEALS | ENDS | OVER) != 0
    }

    fn include(&mut self, other: &Facts) {
        self.reads.include(&other.reads);
        self.writes.include(&other.writes);
        self.acts |= other.acts;
        self.supposes = self.supposes.max(other.supposes);
    }
}

pub(super) struct Found {
    /// By function.
    pub(super) facts: Arc<[Arc<Facts>]>,
    /// What a `settle` does.
    pub(super) settled: Facts,
    pub(super) waiting: Waiting,
    pub(super) watched: Watched,
    /// What was found on the way, for the next program.
    pub(super) rounds: Vec<Round>,
}

/// What is known of a program's functions: callees first, what each calls, the types of all expressions.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) order: &'a [FuncId],
    pub(super) own: &'a Pieces<Arc<Own>>,
    pub(super) types: &'a Pieces<Arc<[Type]>>,
    pub(super) has_settle: bool,
}

pub(super) fn check(program: &Program, seen: Seen<'_>, known: &Known<'_>, report: &mut Report) -> Found {
    let nothing = Facts::default();
    let none = Settled { all: &nothing, looked: &nothing, at_once: &nothing };
    let mut rounds = Vec::new();
    let mut calm = gather(program, seen, (known, &mut rounds), none, &mut Report::default());
    // What is at once is done wherever something is changed, in the middle of what triggers do as well.
    let mut at_once = Facts::default();
    if program.triggers.iter().any(|trigger| trigger.at_once) {
        at_once = done_at_once(program, &calm);
        let looking = Settled { at_once: &at_once, ..none };
        calm = gather(program, seen, (known, &mut rounds), looking, &mut Report::default());
    }
    let (waiting, watched) = waiting::find(program, seen, &calm, known);
    let settled = if seen.has_settle { settled(program, &calm, waiting.order_matters()) } else { nothing.clone() };
    let looked = if seen.has_settle { looked(program, &calm) } else { nothing };
    let all = Settled { all: &settled, looked: &looked, at_once: &at_once };
    let facts = gather(program, seen, (known, &mut rounds), all, report);
    hidden_cells_are_told_openly(program, &facts, report);
    Found { facts, settled, waiting, watched, rounds }
}

/// What every function does. `earlier`: what they did in the round before, where a `settle` did something else.
fn gather(
    program: &Program,
    seen: Seen<'_>,
    (known, rounds): (&Known<'_>, &mut Vec<Round>),
    settled: Settled<'_>,
    report: &mut Report,
) -> Arc<[Arc<Facts>]> {
    let all = [settled.all, settled.looked, settled.at_once];
    let before = known.round(rounds.len(), all);
    let each = Each { program, seen, settled };
    let facts = match before.filter(|before| each.new_ones_do_what_they_did(before, known, report)) {
        Some(before) => Arc::clone(&before.facts),
        None => each.all((before, rounds.last()), known, report),
    };
    let reveals = match before.filter(|before| Arc::ptr_eq(&before.facts, &facts)) {
        Some(before) => before.reveals.clone(),
        None => (0..facts.len()).filter(|at| facts[*at].acts & REVEALS != 0).map(FuncId::new).collect(),
    };
    rounds.push(Round { settled: all.map(Facts::clone), facts: Arc::clone(&facts), reveals });
    facts
}

/// What functions do where a `settle` does this.
#[derive(Clone, Copy)]
struct Each<'a> {
    program: &'a Program,
    seen: Seen<'a>,
    settled: Settled<'a>,
}

impl Each<'_> {
    fn one(self, id: FuncId, done: &[Arc<Facts>], report: &mut Report) -> Facts {
        report.of(id);
        let Each { program, seen, settled } = self;
        let (func, types) = (program.func(id), &seen.types[id.index()]);
        let mut gather = Gather { program, func, types, done, settled, report };
        let mut found = Facts::default();
        gather.body(&mut found);
        found
    }

    /// Does nobody do anything else than in this round of the program before? Only functions that are new are looked at, and those
    /// that reveal: a reveal leads to who sees it, which is no call.
    fn new_ones_do_what_they_did(self, before: &Round, known: &Known<'_>, report: &mut Report) -> bool {
        let mut told = Report::default();
        let reveal = before.reveals.iter().filter(|id| known.is_alike(**id));
        let same = before.facts.len() == self.program.funcs.len()
            && known
                .new_ones()
                .iter()
                .chain(reveal)
                .all(|id| self.one(*id, &before.facts, &mut told) == *before.facts[id.index()]);
        if same {
            report.take_in(told);
        }
        same
    }

    /// Whoever is as it was, and whose callees do what they did, does what it did; and whoever comes to no `settle` does what it
    /// did in the round before.
    fn all(
        self,
        (before, earlier): (Option<&Round>, Option<&Round>),
        known: &Known<'_>,
        report: &mut Report,
    ) -> Arc<[Arc<Facts>]> {
        let Each { program, seen, .. } = self;
        let nothing = Arc::new(Facts::default());
        let mut facts = vec![nothing; program.funcs.len()];
        let (mut as_before, mut as_earlier) = (vec![false; program.funcs.len()], vec![false; program.funcs.len()]);
        for id in seen.order {
            let at = id.index();
            let own = &seen.own[at];
            let callees = |alike: &[bool]| own.callees.iter().all(|callee| alike[callee.index()]);
            let was = before.and_then(|before| before.facts.get(at));
            let did = earlier.and_then(|earlier| earlier.facts.get(at));
            let stands = was.filter(|was| known.is_alike(*id) && was.acts & REVEALS == 0 && callees(&as_before));
            // What is wrong with suppositions is told by the last round.
            let calm =
                did.filter(|did| !own.settles && !own.supposes && did.acts & REVEALS == 0 && callees(&as_earlier));
            facts[at] = stands.or(calm).cloned().unwrap_or_else(|| Arc::new(self.one(*id, &facts, report)));
            let same = |other: Option<&Arc<Facts>>| {
                other.is_some_and(|other| Arc::ptr_eq(other, &facts[at]) || *other == facts[at])
            };
            (as_before[at], as_earlier[at]) = (same(was), same(did));
        }
        facts.into()
    }
}

/// All that triggers watch and do, and what is kept for them.
fn settled(program: &Program, calm: &[Arc<Facts>], order_matters: bool) -> Facts {
    let mut all = Facts::default();
    for part in program.triggers.iter().flat_map(|trigger| trigger.funcs()) {
        all.include(&calm[part.index()]);
    }
    if order_matters {
        all.acts |= ORDERS;
    }
    all.include(&remembered(program));
    all
}

/// What triggers do that are at once, and what they watch.
fn done_at_once(program: &Program, calm: &[Arc<Facts>]) -> Facts {
    let mut all = remembered(program);
    for part in program.triggers.iter().filter(|trigger| trigger.at_once).flat_map(Trigger::funcs) {
        all.include(&calm[part.index()]);
    }
    // Whoever brings about what ends the game is no ending itself.
    all.acts &= !(ENDS | OVER);
    all
}

/// What a look does: it asks all that is watched, and remembers.
fn looked(program: &Program, calm: &[Arc<Facts>]) -> Facts {
    let mut all = remembered(program);
    for trigger in &program.triggers {
        all.include(&calm[trigger.watch.index()]);
        trigger.only.iter().for_each(|only| all.include(&calm[only.index()]));
    }
    all
}

/// What is due, what was so when it was looked at last, and who has arrived since.
fn remembered(program: &Program) -> Facts {
    let mut all = Facts::default();
    let cells = program.cells.iter().enumerate();
    let own = cells.filter(|(_, cell)| matches!(cell.role, Role::Pending | Role::Truth)).map(|(at, _)| CellId::new(at));
    let arrivals = program.triggers.iter().flat_map(|trigger| trigger.on).flat_map(|on| [on.who, on.from]);
    for cell in own.chain(arrivals) {
        all.reads.insert(cell);
        all.writes.insert(cell);
    }
    all
}

/// What a `settle` does, and what a look does.
#[derive(Clone, Copy)]
struct Settled<'a> {
    all: &'a Facts,
    looked: &'a Facts,
    at_once: &'a Facts,
}

fn hidden_cells_are_told_openly(program: &Program, facts: &[Arc<Facts>], report: &mut Report) {
    for cell in &program.cells {
        let Some(hidden) = cell.hidden else { continue };
        let reads = &facts[hidden.sees.index()].reads;
        if let Some(read) = reads.iter().find(|read| program.cell(*read).hidden.is_some()) {
            let sees = program.func(hidden.sees);
            report.say(sees.at, say::sees_reads_hidden(&cell.name, &sees.name, &program.cell(read).name));
        }
    }
}

struct Gather<'a> {
    program: &'a Program,
    func: &'a Func,
    types: &'a [Type],
    done: &'a [Arc<Facts>],
    settled: Settled<'a>,
    report: &'a mut Report,
}

impl<'a> Gather<'a> {
    fn body(&mut self, facts: &mut Facts) {
        let func = self.func;
        if let Some(block) = func.body.code() {
            self.block(block, facts);
        }
        crate::ir::walk::body_parts(&func.body, &mut |part| self.expr(part, facts));
    }

    fn block(&mut self, block: &'a Block, facts: &mut Facts) {
        for stmt in &block.0 {
            self.stmt(stmt, facts);
            stmt_parts(&stmt.kind, &mut |part| self.expr(part, facts));
            stmt_blocks(&stmt.kind, &mut |inner| self.block(inner, facts));
        }
    }

    fn include(&self, callee: FuncId, facts: &mut Facts) {
        facts.include(&self.done[callee.index()]);
    }

    fn stmt(&mut self, stmt: &'a Stmt, facts: &mut Facts) {
        node_calls(self.program, Node::Stmt(stmt), &mut |callee| self.include(callee, facts));
        match &stmt.kind {
            StmtKind::Set(write) => {
                facts.writes.insert(write.cell);
            }
            StmtKind::Together(writes) => facts.writes.extend(writes.iter().map(|write| write.cell)),
            StmtKind::Ask(_) => facts.acts |= ASKS,
            StmtKind::Roll { .. } => facts.acts |= ROLLS,
            StmtKind::Draw { cup, .. } => {
                facts.acts |= DRAWS;
                facts.reads.insert(*cup);
                facts.writes.insert(*cup);
            }
            StmtKind::Reveal { cell, .. } => self.reveal(*cell, facts),
            StmtKind::Seal => facts.acts |= SEALS,
            StmtKind::Settle { .. } => facts.include(self.settled.all),
            StmtKind::Look(Look::AtOnce) => facts.include(self.settled.at_once),
            StmtKind::Look(Look::Known | Look::Endings) => facts.include(self.settled.looked),
            StmtKind::End(_) => facts.acts |= ENDS,
            StmtKind::Over(_) => facts.acts |= OVER,
            StmtKind::Erase(member) => self.touch(*member, facts, |domain, cell| holds(cell, domain)),
            StmtKind::Swap { old, .. } => {
                self.touch(*old, facts, |domain, cell| cell.value == Type::Set(domain));
            }
            StmtKind::Let { .. }
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Break
            | StmtKind::Fail { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return(_)
            | StmtKind::Search(_)
            | StmtKind::Ray { .. }
            | StmtKind::Offer(_)
            | StmtKind::Mark { .. } => {}
        }
    }

    fn reveal(&self, cell: CellId, facts: &mut Facts) {
        facts.acts |= REVEALS;
        if let Some(hidden) = self.program.cell(cell).hidden {
            // It seals only if the viewer did not see before.
            self.include(hidden.sees, facts);
            facts.reads.insert(hidden.shown);
            facts.writes.insert(hidden.shown);
        }
    }

    /// All cells that have to do with the domain of this member.
    fn touch(&self, member: ExprId, facts: &mut Facts, with: impl Fn(DomainId, &crate::ir::Cell) -> bool) {
        let Some(Scalar { what: What::Id(domain), .. }) = self.types[member.index()].scalar() else { return };
        let cells = self.program.cells.iter().enumerate();
        for (index, _) in cells.filter(|(_, cell)| with(domain, cell)) {
            facts.reads.insert(CellId::new(index));
            facts.writes.insert(CellId::new(index));
        }
    }

    fn expr(&mut self, id: ExprId, facts: &mut Facts) {
        let func = self.func;
        let expr = func.expr(id);
        node_calls(self.program, Node::Expr(id, expr), &mut |callee| self.include(callee, facts));
        if let Expr::Cell(cell, _) | Expr::Peek { cell, .. } = expr {
            facts.reads.insert(*cell);
        }
        if let Expr::Peek { cell, .. } = expr {
            facts.reads.extend(self.program.cell(*cell).hidden.map(|hidden| hidden.shown));
        }
        if let Expr::Suppose(suppose) = expr {
            self.suppose(id, suppose, facts);
        } else {
            expr_parts(expr, &mut |part| self.expr(part, facts));
        }
    }

    fn suppose(&mut self, id: ExprId, suppose: &'a Suppose, facts: &mut Facts) {
        let mut inside = Facts::default();
        self.block(&suppose.body, &mut inside);
        self.expr(suppose.value, &mut inside);
        let at = self.func.exprs[id.index()].at;
        for what in supposed_faults(suppose.how, &inside) {
            self.report.say_in(self.func, at, what);
        }
        facts.reads.include(&inside.reads);
        // Told where it is exceeded, and not again by whatever leads there.
        let levels = if inside.supposes < DEEPEST { inside.supposes + 1 } else { 0 };
        facts.supposes = facts.supposes.max(levels);
    }
}

fn supposed_faults(how: Quantifier, inside: &Facts) -> Vec<Said> {
    let (mut faults, acts) = (Vec::new(), inside.acts);
    if inside.supposes >= DEEPEST {
        faults.push(say::suppose_nests(DEEPEST));
    }
    if acts & ENDS != 0 {
        faults.push(say::suppose_does("end"));
    }
    if acts & SEALS != 0 {
        faults.push(say::suppose_does("seal"));
    }
    match how {
        Quantifier::Plain if acts & (ASKS | ROLLS | DRAWS) != 0 => faults.push(say::suppose_plain_asks()),
        Quantifier::Plain if acts & ORDERS != 0 => faults.push(say::suppose_plain_orders()),
        Quantifier::Every { budget: 0, .. } | Quantifier::Some { budget: 0, .. } => {
            faults.push(say::suppose_no_way());
        }
        Quantifier::Plain | Quantifier::Every { .. } | Quantifier::Some { .. } => {}
    }
    faults
}

/// Is the cell indexed by members of the domain, or does it hold them?
fn holds(cell: &crate::ir::Cell, domain: DomainId) -> bool {
    let is = |scalar: &Scalar| scalar.what == What::Id(domain);
    let value = match &cell.value {
        Type::Scalar(scalar) => is(scalar),
        Type::Set(of) => *of == domain,
    };
    value || cell.index.iter().any(is)
}
