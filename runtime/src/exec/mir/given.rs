//! Names of queries: each is given once, as far as that can be, and what only hands on is gone. Rows leave a name for each thing that
//! they say, and one for the answer that all of them write to:
//!
//! ```text
//! let answer = 0                       let amount_3 = 1                    return min(odds(b) + morale[b], 7)
//! let amount = odds(b)                 let best = total
//! answer := amount                     best := min(best, 7)
//! let total = answer                   return best            is
//! let amount_2 = morale[b]
//! total := total + amount_2
//! ```
//!
//! A name that is written anew is another name from there on. One that is read in one place alone, by the next statement, has its
//! value there. What may fault is found where it was found before, behind the same things.

use super::Mir;
use super::known::Known;
use super::safe::{Safe, Text};
use crate::ir::{
    Block, Body, Expr, ExprId, Func, FuncId, FuncKind, Judge, LocalId, Program, Scalar, Stmt, StmtKind, Type, UnaryOp,
    What, walk,
};
use std::borrow::Cow;

/// Values with more parts stay names.
const MOST_PARTS: usize = 64;

/// In all queries.
pub(super) fn once(program: &Program, mir: &mut Mir<'_>, safe: &[Safe]) {
    for id in (0..program.funcs.len()).map(FuncId::new) {
        if let Some(mut query) = Query::of(program, mir, id, safe) {
            query.shorten();
            query.stands_in(mir);
        }
    }
}

/// A query that is made shorter.
pub(super) struct Query<'a> {
    pub(super) id: FuncId,
    pub(super) program: &'a Program,
    pub(super) safe: &'a [Safe],
    pub(super) func: Func,
    pub(super) types: Vec<Type>,
    pub(super) origins: Vec<FuncId>,
}

impl<'a> Query<'a> {
    /// Of more than one statement.
    pub(super) fn of(program: &'a Program, mir: &Mir<'_>, id: FuncId, safe: &'a [Safe]) -> Option<Query<'a>> {
        let func = &*mir.funcs[id.index()];
        func.body.code().filter(|block| func.kind == FuncKind::Query && block.0.len() > 1)?;
        let (types, origins) = (mir.types[id.index()].to_vec(), mir.origins[id.index()].clone());
        Some(Query { id, program, safe, func: func.clone(), types, origins })
    }

    /// In the place of what it was.
    pub(super) fn stands_in(self, mir: &mut Mir<'_>) {
        mir.funcs[self.id.index()] = Cow::Owned(self.func);
        mir.types[self.id.index()] = self.types.into();
        mir.origins[self.id.index()] = self.origins;
    }

    pub(super) fn shorten(&mut self) {
        self.read_alone();
        self.name_anew();
        self.read_alone();
        let known = Known::of(&self.func, false);
        let stmts = self.stmts();
        let stmts = self.hand_on(&known, stmts);
        self.func.body = Body::Code(Block(stmts));
    }

    pub(super) fn stmts(&self) -> Vec<Stmt> {
        self.func.body.code().map_or_else(Vec::new, |block| block.0.clone())
    }

    /// Without what only tells, branches that are never taken, and names that nobody reads.
    pub(super) fn read_alone(&mut self) {
        let known = Known::of(&self.func, false);
        let text = Text::of(self.program, (&self.func, &self.types), self.safe, &known);
        let left = text.read_alone(taken(&self.func, &known, &self.stmts()));
        self.func.body = Body::Code(left);
    }

    /// A name that is written anew is another name from there on.
    fn name_anew(&mut self) {
        let mut places = Vec::new();
        walk::walk_func(&self.func, &mut |node| {
            if let walk::Node::Expr(id, Expr::Local(_)) = node {
                places.push(id);
            }
        });
        let count = places.len();
        places.sort_unstable();
        places.dedup();
        // A place that stands in two others would have two names.
        if places.len() == count {
            let known = Known::of(&self.func, false);
            let mut stmts = self.stmts();
            self.name_anew_in(&known, &mut stmts);
            self.func.body = Body::Code(Block(stmts));
        }
    }

    fn name_anew_in(&mut self, known: &Known, stmts: &mut [Stmt]) {
        for first in 0..stmts.len() {
            blocks_of(&mut stmts[first].kind).into_iter().for_each(|block| self.name_anew_in(known, &mut block.0));
            let StmtKind::Let { local: name, fresh: true, .. } = stmts[first].kind else { continue };
            let again = stmts[first + 1..].iter().any(|stmt| gives(stmt) == Some(name));
            // All that reads and writes it stands here, and it is written by statements that can tell another name.
            let stands_here = again && !self.func.local(name).hidden && {
                let (reads, writes) = stmts[first..].iter().fold((0, 0), |(reads, writes), stmt| {
                    (reads + self.reads(stmt, name).len(), writes + count_gives(stmt, name))
                });
                known.reads[name.index()] as usize == reads && known.writes[name.index()] as usize == writes
            };
            if !stands_here {
                continue;
            }
            let mut now = name;
            for stmt in &mut stmts[first + 1..] {
                for place in self.reads(stmt, name) {
                    self.func.exprs[place.index()].expr = Expr::Local(now);
                }
                if let StmtKind::Let { local, fresh, .. } = &mut stmt.kind
                    && *local == name
                {
                    self.func.locals.push(self.func.local(name).clone());
                    now = LocalId::new(self.func.locals.len() - 1);
                    (*local, *fresh) = (now, true);
                } else {
                    give_to(stmt, name, now);
                }
            }
        }
    }

    /// Where this statement and its blocks read the name.
    fn reads(&self, stmt: &Stmt, name: LocalId) -> Vec<ExprId> {
        let mut places = Vec::new();
        let mut look = |node: walk::Node<'_>| {
            if let walk::Node::Expr(id, Expr::Local(local)) = node
                && *local == name
            {
                places.push(id);
            }
        };
        walk::stmt_parts(&stmt.kind, &mut |part| walk::walk_expr(&self.func, part, &mut look));
        walk::stmt_blocks(&stmt.kind, &mut |block| walk::walk_block(&self.func, block, &mut look));
        places
    }

    /// What a name stands for takes its place, where the next statement is the only one to read it.
    fn hand_on(&mut self, known: &Known, stmts: Vec<Stmt>) -> Vec<Stmt> {
        let mut left: Vec<Stmt> = Vec::with_capacity(stmts.len());
        for mut stmt in stmts {
            for block in blocks_of(&mut stmt.kind) {
                block.0 = self.hand_on(known, std::mem::take(&mut block.0));
            }
            while let Some(last) = left.last()
                && self.takes_over(known, last.kind.clone(), &stmt.kind)
            {
                left.pop();
            }
            left.push(stmt);
        }
        left
    }

    /// Is it a name that this statement alone reads? Then it reads the value.
    fn takes_over(&mut self, known: &Known, last: StmtKind, stmt: &StmtKind) -> bool {
        let StmtKind::Let { local: name, value, fresh: true } = last else { return false };
        let (Some(reads), Some(writes)) = (known.reads.get(name.index()), known.writes.get(name.index())) else {
            return false;
        };
        let fits = match (self.types[value.index()], self.func.local(name).ty) {
            (Type::Scalar(from), Type::Scalar(place)) => from.fits(place),
            (from, place) => from == place,
        };
        let Some(asked) = asked_once(stmt).filter(|_| (*reads, *writes) == (1, 1) && fits) else { return false };
        let (mut place, mut parts) = (None, 0);
        walk::walk_expr(&self.func, asked, &mut |node| match node {
            walk::Node::Expr(id, Expr::Local(read)) if *read == name => place = Some(id),
            walk::Node::Expr(..) | walk::Node::Stmt(_) => {}
        });
        walk::walk_expr(&self.func, value, &mut |_| parts += 1);
        let Some(place) = place.filter(|_| parts <= MOST_PARTS) else { return false };
        let text = Text::of(self.program, (&self.func, &self.types), self.safe, known);
        if !self.is_asked_there(asked, place, text.expr(value)) {
            return false;
        }
        let (at, from) = (place.index(), value.index());
        (self.func.exprs[at], self.types[at], self.origins[at]) =
            (self.func.exprs[from].clone(), self.types[from], self.origins[from]);
        true
    }

    /// Is that place asked whenever the expression is, once, and before all that may fault? What cannot fault may also be asked
    /// behind other things, or not at all.
    fn is_asked_there(&self, whole: ExprId, place: ExprId, is_safe: bool) -> bool {
        if whole == place {
            return true;
        }
        let within = |part: ExprId| {
            let mut found = false;
            walk::walk_expr(&self.func, part, &mut |node| {
                found |= matches!(node, walk::Node::Expr(id, _) if id == place)
            });
            found
        };
        let parts = walk::parts_asked_once(self.func.expr(whole));
        let Some(at) = parts.iter().position(|part| within(*part)) else { return false };
        (at == 0 || is_safe) && self.is_asked_there(parts[at], place, is_safe)
    }
}

/// What a statement asks before it does anything, once.
#[expect(clippy::wildcard_enum_match_arm, reason = "what others ask is asked there")]
fn asked_once(stmt: &StmtKind) -> Option<ExprId> {
    match stmt {
        StmtKind::Let { value: asked, .. }
        | StmtKind::If { cond: asked, .. }
        | StmtKind::For { over: asked, .. }
        | StmtKind::Repeat { times: asked, .. }
        | StmtKind::Return(Some(asked)) => Some(*asked),
        _ => None,
    }
}

/// The blocks of a query's statement.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other statement of a query has blocks")]
pub(super) fn blocks_of(stmt: &mut StmtKind) -> Vec<&mut Block> {
    match stmt {
        StmtKind::If { then, other, .. } => vec![then, other],
        StmtKind::For { body, .. }
        | StmtKind::Repeat { body, .. }
        | StmtKind::Loop { body, .. }
        | StmtKind::Ray { body, .. } => vec![body],
        StmtKind::Search(search) => match &mut search.judge {
            Judge::Body { body, .. } => vec![body],
            Judge::Table(_) => vec![],
        },
        _ => vec![],
    }
}

/// The name that this statement writes, if it only does that.
fn gives(stmt: &Stmt) -> Option<LocalId> {
    if let StmtKind::Let { local, .. } = stmt.kind { Some(local) } else { None }
}

/// How often the statement and its branches write the name, loops not among them.
#[expect(clippy::wildcard_enum_match_arm, reason = "other statements write no such name")]
fn count_gives(stmt: &Stmt, name: LocalId) -> usize {
    match &stmt.kind {
        StmtKind::If { then, other, .. } => then.0.iter().chain(&other.0).map(|stmt| count_gives(stmt, name)).sum(),
        _ => usize::from(gives(stmt) == Some(name)),
    }
}

/// What its branches write to the one name they write to the other.
#[expect(clippy::wildcard_enum_match_arm, reason = "other statements write no such name")]
fn give_to(stmt: &mut Stmt, name: LocalId, other: LocalId) {
    match &mut stmt.kind {
        StmtKind::If { then, other: otherwise, .. } => {
            then.0.iter_mut().chain(&mut otherwise.0).for_each(|stmt| give_to(stmt, name, other));
        }
        StmtKind::Let { local, .. } if *local == name => *local = other,
        _ => {}
    }
}

/// The statements without what only tells, and with the branch that is taken in the place of those where that is written out.
#[expect(clippy::wildcard_enum_match_arm, reason = "of every other statement the blocks are looked through")]
fn taken(func: &Func, known: &Known, stmts: &[Stmt]) -> Vec<Stmt> {
    let mut left = Vec::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Mark { .. } => {}
            StmtKind::If { cond, then, other } => match decided(func, known, *cond) {
                Some(holds) => left.extend(taken(func, known, if holds { &then.0 } else { &other.0 })),
                None => {
                    let (then, other) = (Block(taken(func, known, &then.0)), Block(taken(func, known, &other.0)));
                    left.push(Stmt { kind: StmtKind::If { cond: *cond, then, other }, at: stmt.at });
                }
            },
            _ => {
                let mut stmt = stmt.clone();
                for block in blocks_of(&mut stmt.kind) {
                    *block = Block(taken(func, known, &block.0));
                }
                left.push(stmt);
            }
        }
    }
    left
}

#[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
fn decided(func: &Func, known: &Known, cond: ExprId) -> Option<bool> {
    match func.expr(cond) {
        Expr::Literal { value, .. } => Some(*value == 1),
        Expr::Local(local) => known.constant(*local).map(|value| value == 1),
        Expr::Unary(UnaryOp::Not, inner) => decided(func, known, *inner).map(|holds| !holds),
        _ => None,
    }
}

pub(super) fn yes_or_no(func: &Func, id: ExprId) -> Option<bool> {
    let Expr::Literal { value, ty: Scalar { what: What::Bool, .. } } = func.expr(id) else { return None };
    Some(*value == 1)
}
