//! What is told to nobody but those who may see it. In: a program that hides something. Out: the asks, dice and draws that
//! decide what a hidden place holds, whatever locals, branches, calls and kept names that goes through; those kept names;
//! and the cups of which rules only ask how much is in them.
//!
//! What goes through a place that is not hidden is known to all. That a piece leaves its place is seen, so an `erase` tells
//! nothing more, unless all that is known of such a piece is hidden. That something is drawn is told to all, and only what it
//! is may be hidden: what merely decides whether a draw comes decides nothing hidden.

use crate::ir::walk::{Node, all_stmts, binds, calls, stmt_blocks, stmt_parts, walk_expr, walk_func};
use crate::ir::{
    Block, Cell, CellId, DomainId, Expr, ExprId, FoldOp, Func, FuncId, FuncKind, LocalId, Program, Role, Stmt,
    StmtKind, Type, What, Write,
};
use crate::verify::Verified;
use std::collections::BTreeSet;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Secrets {
    /// Asks, by what the log calls them.
    pub(super) asks: BTreeSet<String>,
    /// Dice, by the rule that rolls them and their faces.
    pub(super) dice: BTreeSet<(String, i64, i64)>,
    /// Draws, by what is drawn.
    pub(super) draws: BTreeSet<DomainId>,
    /// What an action keeps of a secret answer.
    pub(super) kept: BTreeSet<CellId>,
    /// Cups whose members no query looks at one by one.
    pub(super) counted: BTreeSet<CellId>,
}

pub(super) fn secrets(program: &Program, verified: &Verified) -> Secrets {
    let mut found = Secrets { counted: counted(program), ..Secrets::default() };
    if !program.hides() {
        return found;
    }
    let drawn = Drawn::of(program, verified);
    let callees: Vec<BTreeSet<FuncId>> = program.funcs.iter().map(|func| calls(program, func)).collect();
    for (at, func) in program.funcs.iter().enumerate() {
        let stmts = func.body.code().map_or_else(Vec::new, all_stmts);
        for stmt in stmts.into_iter().filter(|stmt| decides(stmt)) {
            if let Some(kept) = Flow::new((program, verified), (&drawn, &callees), stmt).leaks(FuncId::new(at)) {
                found.note(program, func, stmt);
                found.kept.extend(kept);
            }
        }
    }
    found
}

/// Is something decided here that nobody knew before?
fn decides(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Ask(_) | StmtKind::Roll { .. } | StmtKind::Draw { .. })
}

impl Secrets {
    fn note(&mut self, program: &Program, func: &Func, stmt: &Stmt) {
        if let StmtKind::Ask(ask) = &stmt.kind {
            self.asks.insert(program.site(ask.site).short());
        }
        if let StmtKind::Roll { into, site } = &stmt.kind
            && let Some(die) = func.local(*into).ty.scalar()
        {
            let site = site.map_or_else(String::new, |site| program.site(site).short());
            self.dice.insert((site, die.lo, die.hi));
        }
        if let StmtKind::Draw { into, .. } = &stmt.kind
            && let Some(What::Id(domain)) = func.local(*into).ty.scalar().map(|scalar| scalar.what)
        {
            self.draws.insert(domain);
        }
    }
}

/// Where what is decided by one statement goes.
struct Flow<'a> {
    program: &'a Program,
    verified: &'a Verified,
    drawn: &'a Drawn,
    /// By function: whom it calls.
    callees: &'a [BTreeSet<FuncId>],
    from: &'a Stmt,
    /// By function: the locals that depend on it.
    locals: Vec<BTreeSet<LocalId>>,
    /// Functions that run, or answer, as it says.
    under: BTreeSet<FuncId>,
    answers: BTreeSet<FuncId>,
    kept: BTreeSet<CellId>,
    /// Blocks of which it decides whether they are done to their end.
    decided: BTreeSet<*const Block>,
    leaks: bool,
    changed: bool,
}

impl<'a> Flow<'a> {
    fn new(
        (program, verified): (&'a Program, &'a Verified),
        (drawn, callees): (&'a Drawn, &'a [BTreeSet<FuncId>]),
        from: &'a Stmt,
    ) -> Flow<'a> {
        Flow {
            program,
            verified,
            drawn,
            callees,
            from,
            locals: vec![BTreeSet::new(); program.funcs.len()],
            under: BTreeSet::new(),
            answers: BTreeSet::new(),
            kept: BTreeSet::new(),
            decided: BTreeSet::new(),
            leaks: false,
            changed: false,
        }
    }

    /// The kept names that it goes through, if it comes to something hidden.
    fn leaks(&mut self, begins: FuncId) -> Option<BTreeSet<CellId>> {
        loop {
            self.changed = false;
            for at in 0..self.program.funcs.len() {
                let id = FuncId::new(at);
                if self.concerns(id, begins) {
                    self.func(id);
                }
            }
            if !self.changed {
                return self.leaks.then(|| std::mem::take(&mut self.kept));
            }
        }
    }

    /// Does it read a kept name that matters?
    fn goes_through(&self, id: FuncId) -> bool {
        self.verified.reads(id).iter().any(|cell| self.kept.contains(&cell))
    }

    fn concerns(&self, id: FuncId, begins: FuncId) -> bool {
        let func = self.program.func(id);
        id == begins
            || self.under.contains(&id)
            || !self.locals[id.index()].is_empty()
            || func.kind != FuncKind::Query && self.goes_through(id)
            || func.kind != FuncKind::Query && !self.answers.is_disjoint(&self.callees[id.index()])
    }

    fn func(&mut self, id: FuncId) {
        let func = self.program.func(id);
        let Some(block) = func.body.code() else { return };
        let under = self.under.contains(&id);
        self.block(id, func, block, (under, block));
    }

    fn grow(&mut self, id: FuncId, local: LocalId) {
        self.changed |= self.locals[id.index()].insert(local);
    }

    /// `under`: it decides whether this runs; `leaves`: the block that a `break` in here leaves.
    fn block(&mut self, id: FuncId, func: &'a Func, block: &'a Block, (under, leaves): (bool, &'a Block)) {
        let under = under || self.decided.contains(&std::ptr::from_ref(block));
        for stmt in &block.0 {
            if !self.drawn.restores.contains(&std::ptr::from_ref(stmt)) {
                self.stmt(id, func, stmt, (under, leaves));
            }
        }
    }

    /// Does this depend on it?
    fn depends(&self, id: FuncId, func: &Func, expr: ExprId) -> bool {
        let mut depends = false;
        walk_expr(func, expr, &mut |node| {
            if let Node::Expr(_, expr) = node {
                #[expect(clippy::wildcard_enum_match_arm, reason = "all else depends on its parts alone")]
                let here = match expr {
                    Expr::Local(local) => self.locals[id.index()].contains(local),
                    Expr::Cell(cell, _) => self.kept.contains(cell),
                    Expr::Call(callee, _) => self.goes_through(*callee),
                    _ => false,
                };
                depends |= here;
            }
        });
        depends
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is left passes nothing on but to its blocks")]
    fn stmt(&mut self, id: FuncId, func: &'a Func, stmt: &'a Stmt, (under, leaves): (bool, &'a Block)) {
        let begins = std::ptr::eq(stmt, self.from);
        let mut depends = under;
        stmt_parts(&stmt.kind, &mut |part| depends |= self.depends(id, func, part));
        match &stmt.kind {
            // Another name for what is drawn.
            StmtKind::Let { local, .. } if self.drawn.locals[id.index()].contains(local) => {
                let mut own = false;
                stmt_parts(&stmt.kind, &mut |part| own |= self.depends(id, func, part));
                if own {
                    self.grow(id, *local);
                }
            }
            StmtKind::Let { local, .. } if depends => self.grow(id, *local),
            StmtKind::Set(write) => self.write((id, func), write, under),
            StmtKind::Together(writes) => writes.iter().for_each(|write| self.write((id, func), write, under)),
            StmtKind::Erase(_) if depends => self.leaks |= self.erase_tells(func, stmt),
            StmtKind::Swap { .. } if depends => {
                let hidden = |cell: &Cell| cell.hidden.is_some() && matches!(cell.value, Type::Set(_));
                self.leaks |= self.program.cells.iter().any(hidden);
            }
            StmtKind::Ask(ask) => {
                depends |= begins;
                if depends {
                    ask.arms.iter().filter_map(|arm| arm.each).for_each(|(local, _)| self.grow(id, local));
                }
            }
            // Its face alone is not yet a branch.
            StmtKind::Roll { into, .. } => {
                if begins || depends {
                    self.grow(id, *into);
                }
                depends = under;
            }
            // A print is in the hands of chance, whatever leads to it. A piece that is drawn from an open box is known to all.
            StmtKind::Draw { into, .. } => {
                let print = self.drawn.locals[id.index()].contains(into);
                if begins || depends && !print {
                    self.grow(id, *into);
                }
                depends = under;
            }
            StmtKind::For { var, .. } | StmtKind::Repeat { var, .. } if depends => self.grow(id, *var),
            StmtKind::Search(_) | StmtKind::Ray { .. } if depends => {
                binds(stmt).into_iter().for_each(|local| self.grow(id, local));
            }
            StmtKind::Call { func: callee, args, into, .. } => {
                for (param, arg) in args.iter().enumerate() {
                    if under || self.depends(id, func, *arg) {
                        self.grow(*callee, LocalId(param as u32));
                    }
                }
                if under {
                    self.changed |= self.under.insert(*callee);
                }
                if let Some(into) = into
                    && (under || depends || self.answers.contains(callee))
                {
                    self.grow(id, *into);
                }
            }
            StmtKind::Return(_) if depends => self.changed |= self.answers.insert(id),
            _ => {}
        }
        let mut blocks = Vec::new();
        stmt_blocks(&stmt.kind, &mut |block| blocks.push(block));
        if let StmtKind::Loop { .. } | StmtKind::For { .. } | StmtKind::Repeat { .. } | StmtKind::Ray { .. } = stmt.kind
        {
            blocks.into_iter().for_each(|block| self.block(id, func, block, (depends, block)));
            return;
        }
        if depends {
            self.jumps((id, func), stmt, leaves);
        }
        blocks.into_iter().for_each(|block| self.block(id, func, block, (depends, leaves)));
    }

    /// An arm or branch that leaves a loop or the function decides what else is done there, too.
    fn jumps(&mut self, (id, func): (FuncId, &'a Func), stmt: &'a Stmt, leaves: &'a Block) {
        let mut arms: Vec<&'a Block> = Vec::new();
        if let StmtKind::Ask(ask) = &stmt.kind {
            arms.extend(ask.arms.iter().map(|arm| &arm.body));
        } else {
            stmt_blocks(&stmt.kind, &mut |block| arms.push(block));
        }
        let inside: Vec<&'a Stmt> = arms.into_iter().flat_map(all_stmts).collect();
        let whole = func.body.code().filter(|_| inside.iter().any(|stmt| matches!(stmt.kind, StmtKind::Return(_))));
        let left = Some(leaves).filter(|_| inside.iter().any(|stmt| matches!(stmt.kind, StmtKind::Break)));
        for block in [whole, left].into_iter().flatten() {
            if self.writes_hidden(id, block, &inside) {
                self.changed |= self.decided.insert(std::ptr::from_ref(block));
            }
        }
    }

    /// Does the block write something hidden but for these statements, or call what does?
    fn writes_hidden(&self, id: FuncId, block: &Block, but: &[&Stmt]) -> bool {
        let inner = all_stmts(block).into_iter().filter(|stmt| !but.iter().any(|one| std::ptr::eq(*one, *stmt)));
        self.drawn.write_another(self.program, id, inner)
    }

    fn write(&mut self, (id, func): (FuncId, &Func), write: &Write, under: bool) {
        let value = self.depends(id, func, write.value);
        let place = under || write.index.iter().any(|index| self.depends(id, func, *index));
        let another = self.drawn.hides((self.program, id), write);
        self.leaks |= is_hidden(self.program, write.cell) && (value || place && another);
        if (value || place) && matches!(self.program.cell(write.cell).role, Role::Keep(_)) {
            self.changed |= self.kept.insert(write.cell);
        }
    }

    /// Is nothing of such a piece seen by all?
    fn erase_tells(&self, func: &Func, stmt: &Stmt) -> bool {
        let mut domains: Vec<What> = Vec::new();
        stmt_parts(&stmt.kind, &mut |part| {
            if let Expr::Local(local) = func.expr(part)
                && let Some(scalar) = func.local(*local).ty.scalar()
            {
                domains.push(scalar.what);
            }
        });
        let of = |cell: &&Cell| cell.index.iter().any(|index| domains.contains(&index.what));
        let mut cells = self.program.cells.iter().filter(of).filter(|cell| cell.role == Role::Game).peekable();
        cells.peek().is_some() && cells.all(|cell| cell.hidden.is_some())
    }
}

/// What is drawn unseen is no piece, but what will be printed on one.
fn is_print(program: &Program, func: &Func, into: LocalId) -> bool {
    let of = func.local(into).ty.scalar().map(|scalar| scalar.what);
    let mut hidden = program.cells.iter().filter(|cell| cell.hidden.is_some());
    hidden.all(|cell| cell.index.iter().all(|index| Some(index.what) != of))
}

fn is_hidden(program: &Program, cell: CellId) -> bool {
    program.cell(cell).hidden.is_some()
}

/// Of a whole program: what is drawn, and what is put back.
struct Drawn {
    /// By function: the locals that hold a print that was drawn, and nothing else. It goes straight to the next counter that nobody
    /// has drawn, and all see that one: whoever hears that something was drawn hears no more.
    locals: Vec<BTreeSet<LocalId>>,
    /// Statements that leave a hidden place as it was: of what is erased and made as at the start, and of what is written as it was
    /// read.
    restores: BTreeSet<*const Stmt>,
    /// Functions that write something else into a hidden place, themselves or by what they call.
    others: BTreeSet<FuncId>,
}

impl Drawn {
    fn of(program: &Program, verified: &Verified) -> Drawn {
        let locals = vec![BTreeSet::new(); program.funcs.len()];
        let mut drawn = Drawn { locals, restores: BTreeSet::new(), others: BTreeSet::new() };
        for (at, func) in program.funcs.iter().enumerate() {
            let Some(block) = func.body.code() else { continue };
            let into = |stmt: &Stmt| if let StmtKind::Draw { into, .. } = &stmt.kind { Some(*into) } else { None };
            let is_print = |into: &LocalId| is_print(program, func, *into);
            drawn.locals[at].extend(all_stmts(block).into_iter().filter_map(into).filter(is_print));
            restores((program, verified), func, block, &mut drawn.restores);
        }
        while drawn.goes_on(program) {}
        loop {
            let before = drawn.others.len();
            for (at, func) in program.funcs.iter().enumerate() {
                let stmts = func.body.code().map_or_else(Vec::new, all_stmts);
                if drawn.write_another(program, FuncId::new(at), stmts.into_iter()) {
                    drawn.others.insert(FuncId::new(at));
                }
            }
            if drawn.others.len() == before {
                return drawn;
            }
        }
    }

    /// Locals and parameters that are given what was drawn, and nothing else, wherever they are given something.
    fn goes_on(&mut self, program: &Program) -> bool {
        let (mut given, mut other) = (BTreeSet::new(), BTreeSet::new());
        for (at, func) in program.funcs.iter().enumerate() {
            let is_drawn =
                |value: &ExprId| matches!(func.expr(*value), Expr::Local(local) if self.locals[at].contains(local));
            let mut gives = |to: (FuncId, LocalId), value: &ExprId| {
                let list = if is_drawn(value) { &mut given } else { &mut other };
                list.insert(to);
            };
            for stmt in func.body.code().map_or_else(Vec::new, all_stmts) {
                if let StmtKind::Let { local, value, .. } = &stmt.kind {
                    gives((FuncId::new(at), *local), value);
                }
                if let StmtKind::Call { func: callee, args, .. } = &stmt.kind {
                    args.iter().enumerate().for_each(|(param, arg)| gives((*callee, LocalId::new(param)), arg));
                }
            }
        }
        let mut more = false;
        for (func, local) in given.difference(&other) {
            more |= self.locals[func.index()].insert(*local);
        }
        more
    }

    /// Does this write something hidden that was not drawn for it?
    fn hides(&self, (program, id): (&Program, FuncId), write: &Write) -> bool {
        let value = program.func(id).expr(write.value);
        is_hidden(program, write.cell)
            && !matches!(value, Expr::Local(local) if self.locals[id.index()].contains(local))
    }

    fn write_another<'s>(&self, program: &Program, id: FuncId, mut stmts: impl Iterator<Item = &'s Stmt>) -> bool {
        stmts.any(|stmt| {
            #[expect(clippy::wildcard_enum_match_arm, reason = "nothing else writes a hidden place")]
            let writes = match &stmt.kind {
                StmtKind::Set(write) => self.hides((program, id), write),
                StmtKind::Together(writes) => writes.iter().any(|write| self.hides((program, id), write)),
                StmtKind::Call { func, .. } => self.others.contains(func),
                _ => false,
            };
            writes && !self.restores.contains(&std::ptr::from_ref(stmt))
        })
    }
}

/// Statements that leave a hidden place as it was.
fn restores((program, verified): (&Program, &Verified), func: &Func, block: &Block, found: &mut BTreeSet<*const Stmt>) {
    for stmt in &block.0 {
        stmt_blocks(&stmt.kind, &mut |block| restores((program, verified), func, block, found));
    }
    for (at, stmt) in block.0.iter().enumerate() {
        let StmtKind::Call { func: callee, args, into: None, .. } = &stmt.kind else { continue };
        let [piece] = args.as_slice() else { continue };
        let read = |stmt: &Stmt| {
            let StmtKind::Let { local, value, .. } = &stmt.kind else { return None };
            Some((*local, read_at(func, *value, *piece)?))
        };
        let read: Vec<(LocalId, CellId)> = block.0.iter().take(at).filter_map(read).collect();
        let back = |stmt: &'_ Stmt| {
            let StmtKind::Set(write) = &stmt.kind else { return None };
            let (Expr::Local(kept), [index]) = (func.expr(write.value), write.index.as_slice()) else { return None };
            (is_one(func, *index, *piece) && read.contains(&(*kept, write.cell))).then_some(write.cell)
        };
        let behind = block.0.iter().skip(at + 1).map_while(|stmt| Some((stmt, back(stmt)?)));
        let behind: Vec<(&Stmt, CellId)> = behind.collect();
        let gone = at.checked_sub(1).and_then(|before| block.0.get(before));
        let is_gone =
            gone.is_some_and(|gone| matches!(&gone.kind, StmtKind::Erase(gone) if is_one(func, *gone, *piece)));
        let writes: Vec<CellId> = verified.writes(*callee).iter().collect();
        let mut hidden = writes.iter().filter(|cell| is_hidden(program, **cell)).peekable();
        // What an action keeps of the piece goes on.
        let keeps = writes.iter().any(|cell| matches!(program.cell(*cell).role, Role::Keep(_)));
        let is_back = hidden.peek().is_some() && hidden.all(|cell| behind.iter().any(|(_, known)| known == cell));
        if !keeps && (is_gone || is_back) {
            found.insert(std::ptr::from_ref(stmt));
            found.extend(behind.iter().map(|(stmt, _)| std::ptr::from_ref(*stmt)));
        }
    }
}

/// The cell that is read of this piece.
fn read_at(func: &Func, value: ExprId, piece: ExprId) -> Option<CellId> {
    let Expr::Cell(cell, index) = func.expr(value) else { return None };
    matches!(index.as_slice(), [one] if is_one(func, *one, piece)).then_some(*cell)
}

fn is_one(func: &Func, one: ExprId, other: ExprId) -> bool {
    matches!((func.expr(one), func.expr(other)), (Expr::Local(one), Expr::Local(other)) if one == other)
}

/// Cups of which queries ask only for the sum over all their members.
fn counted(program: &Program) -> BTreeSet<CellId> {
    let mut cups: BTreeSet<CellId> = super::view::cups(program).collect();
    for func in program.funcs.iter().filter(|func| func.kind == FuncKind::Query) {
        let mut whole: BTreeSet<ExprId> = BTreeSet::new();
        walk_func(func, &mut |node| {
            if let Node::Expr(_, Expr::Fold(fold)) = node
                && fold.op == FoldOp::Sum
                && fold.guard.is_none()
                && matches!(func.expr(fold.over), Expr::All(_))
            {
                whole.extend(fold.value);
            }
        });
        walk_func(func, &mut |node| {
            if let Node::Expr(id, Expr::Cell(cell, _)) = node
                && !whole.contains(&id)
            {
                cups.remove(cell);
            }
        });
    }
    cups
}
