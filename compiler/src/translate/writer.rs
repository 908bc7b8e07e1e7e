//! One function of the IR while its expressions and statements are written: names in scope, what is known of their
//! kinds, and short words for adding nodes. Every expression is used once, as the verifier wants it.

use super::builder::{Builder, Made};
use super::rows::RowsAt;
use super::ty::{Kinds, Noun, Ty};
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use std::collections::BTreeSet;
use wgr_grammar::{Span, ast};
use wgr_runtime::ir::{
    BinaryOp, Block, BoardOp, Body, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncId, FuncKind, LocalId, Pos, Scalar,
    Stmt, StmtKind, TableId, Type, UnaryOp, What,
};

/// An expression and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) id: ExprId,
    pub(crate) ty: Ty,
}

/// A name in scope.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) name: String,
    pub(crate) local: LocalId,
    pub(crate) ty: Ty,
    pub(crate) at: Place,
}

/// What a narrowing is about: a local, or a kept name's cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum About {
    Local(LocalId),
    Cell(CellId),
}

/// It is surely one of these kinds.
pub(crate) type Narrow = (About, Kinds);

/// A condition of a statement: where it stands, and what `allow` silences it by.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) func: FuncId,
    pub(crate) cond: ExprId,
    pub(crate) at: Place,
    pub(crate) about: String,
}

/// A loop around what is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Round {
    Repeat,
    /// With the name that says whether it was left for the sake of a repeat around it.
    Other(Option<LocalId>),
}

pub(crate) struct Writer<'m, 'a> {
    pub(crate) m: &'m mut Builder<'a>,
    pub(crate) file: FileId,
    pub(crate) func: Func,
    id: FuncId,
    /// Innermost last.
    pub(crate) scope: Vec<Bound>,
    pub(crate) narrowed: Vec<Narrow>,
    /// The action whose names may be read.
    pub(crate) within: Option<usize>,
    /// The rows that are being written, for `"Title" applies`.
    pub(crate) rows: Option<RowsAt>,
    /// The action that `end NAME` leaves.
    pub(crate) ends: Option<String>,
    /// The loops around what is written, innermost last.
    pub(crate) rounds: Vec<Round>,
    /// Which part of the sequence this is; none outside of it.
    pub(crate) stage: Option<super::play::Stage>,
    /// Picks that cannot be empty, because the action is not offered where they are.
    pub(crate) guarded: BTreeSet<Span>,
    /// Names that a refused statement would have given: whoever reads them has been told already.
    pub(crate) refused: BTreeSet<String>,
    /// Names that a pick gave to pieces out of play.
    pub(crate) absent: BTreeSet<String>,
    at: Pos,
}

impl<'m, 'a> Writer<'m, 'a> {
    /// Take a declared function out of the program to write its body; [`Writer::done`] puts it back.
    pub(crate) fn open(m: &'m mut Builder<'a>, file: FileId, id: FuncId, params: &[(String, Ty)], at: Place) -> Self {
        let func = m.program.func(id).clone();
        Writer::of(m, file, (id, func), params, at)
    }

    /// A function that is written only to find something out, and never kept.
    pub(crate) fn scratch(m: &'m mut Builder<'a>, file: FileId, at: Place) -> Self {
        let (locals, exprs, body) = (Vec::new(), Vec::new(), Body::Code(Block::default()));
        let (name, kind, pos) = (String::new(), FuncKind::Query, m.sources.pos(at));
        let func = Func { name, kind, params: 0, ret: None, locals, exprs, body, at: pos };
        Writer::of(m, file, (FuncId(0), func), &[], at)
    }

    fn of(
        m: &'m mut Builder<'a>,
        file: FileId,
        (id, func): (FuncId, Func),
        params: &[(String, Ty)],
        at: Place,
    ) -> Self {
        let pos = m.sources.pos(at);
        let bound = |(index, (name, ty)): (usize, &(String, Ty))| Bound {
            name: name.clone(),
            local: LocalId::new(index),
            ty: *ty,
            at,
        };
        let scope = params.iter().enumerate().map(bound).collect();
        Writer {
            m,
            file,
            func,
            id,
            scope,
            narrowed: Vec::new(),
            within: None,
            rows: None,
            ends: None,
            rounds: Vec::new(),
            stage: None,
            guarded: BTreeSet::new(),
            absent: BTreeSet::new(),
            refused: BTreeSet::new(),
            at: pos,
        }
    }

    pub(crate) fn done(mut self, body: Body) -> FuncId {
        self.func.body = body;
        if let Some(slot) = self.m.program.funcs.get_mut(self.id.index()) {
            *slot = self.func;
        }
        self.id
    }

    pub(crate) fn tell(&mut self, what: Diagnostic) -> super::builder::ErrorReported {
        self.m.tell(what)
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        Place::new(self.file, span)
    }

    /// This condition of a statement is meant to decide something.
    pub(crate) fn decides(&mut self, cond: ExprId, span: Span, title: Option<&ast::Text>) {
        let at = self.place(span);
        let about = title.map_or_else(|| self.m.sources.text(at), |title| title.text.as_str()).to_owned();
        self.m.branches.push(Branch { func: self.id, cond, at, about });
    }

    /// What is added from here on stands at this place.
    pub(crate) fn stand(&mut self, span: Span) {
        self.at = self.m.sources.pos(Place::new(self.file, span));
    }

    pub(crate) fn stand_at(&mut self, at: Place) {
        self.at = self.m.sources.pos(at);
    }

    /// The function that is written.
    pub(crate) fn id(&self) -> FuncId {
        self.id
    }

    pub(crate) fn pos(&self) -> Pos {
        self.at
    }

    // Nodes.

    pub(crate) fn add(&mut self, expr: Expr) -> ExprId {
        self.func.add_expr(expr, self.at)
    }

    pub(crate) fn number(&mut self, value: i64, den: u32) -> ExprId {
        self.add(Expr::Literal { value, ty: Scalar { what: What::Int { den }, lo: value, hi: value } })
    }

    pub(crate) fn truth(&mut self, value: bool) -> ExprId {
        let value = i64::from(value);
        self.add(Expr::Literal { value, ty: Scalar { what: What::Bool, lo: value, hi: value } })
    }

    pub(crate) fn member(&mut self, noun: Noun, member: i64) -> ExprId {
        let what = What::Id(self.m.domain_of(noun));
        self.add(Expr::Literal { value: member, ty: Scalar { what, lo: member, hi: member } })
    }

    pub(crate) fn get(&mut self, local: LocalId) -> ExprId {
        self.add(Expr::Local(local))
    }

    pub(crate) fn read(&mut self, cell: CellId, index: Vec<ExprId>) -> ExprId {
        self.add(Expr::Cell(cell, index))
    }

    pub(crate) fn look(&mut self, table: TableId, index: Vec<ExprId>) -> ExprId {
        self.add(Expr::Table(table, index))
    }

    pub(crate) fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        self.add(Expr::Unary(op, a))
    }

    pub(crate) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.add(Expr::Binary(op, a, b))
    }

    pub(crate) fn ask_board(&mut self, op: BoardOp, args: Vec<ExprId>) -> ExprId {
        self.add(Expr::Board(op, args))
    }

    pub(crate) fn call(&mut self, func: FuncId, args: Vec<ExprId>) -> ExprId {
        self.add(Expr::Call(func, args))
    }

    pub(crate) fn fold(&mut self, op: FoldOp, source: Source, value: Option<ExprId>, other: Option<ExprId>) -> ExprId {
        let Source { var, over, guard, .. } = source;
        self.add(Expr::Fold(Fold { op, var, over, guard, value, other }))
    }

    /// All of these, or yes for none of them.
    pub(crate) fn all_of(&mut self, conds: Vec<ExprId>) -> Option<ExprId> {
        conds.into_iter().reduce(|a, b| self.binary(BinaryOp::And, a, b))
    }

    /// Where a piece stands.
    pub(crate) fn stands(&mut self, piece: ExprId) -> ExprId {
        let place = self.m.place;
        self.read(place, vec![piece])
    }

    pub(crate) fn nowhere(&mut self) -> ExprId {
        self.add(Expr::None(wgr_runtime::ir::HEX))
    }

    pub(crate) fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, at: self.at }
    }

    // Names.

    /// A new local in scope.
    pub(crate) fn bind(&mut self, name: &str, ty: Ty, ir: Type, at: Place, hidden: bool) -> LocalId {
        let local = self.local(name, ir, hidden);
        self.scope.push(Bound { name: name.to_owned(), local, ty, at });
        local
    }

    /// A local that rules cannot name.
    pub(crate) fn local(&mut self, name: &str, ir: Type, hidden: bool) -> LocalId {
        self.func.add_local(name, ir, hidden)
    }

    pub(crate) fn bound(&self, name: &str) -> Option<&Bound> {
        self.scope.iter().rev().find(|bound| bound.name == name)
    }

    /// A name that rules give to something; what it would hide is told.
    pub(crate) fn fresh_name(&mut self, name: &ast::Name) -> Made<Place> {
        let at = self.place(name.span);
        if let Some(bound) = self.bound(&name.text) {
            let first = bound.at;
            return Err(self.tell(says::twice_named(&name.text, at, first)));
        }
        Ok(at)
    }

    /// Do something with names and narrowings that end with it.
    pub(crate) fn within_scope<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        let (names, narrowed) = (self.scope.len(), self.narrowed.len());
        let done = what(self);
        self.scope.truncate(names);
        self.narrowed.truncate(narrowed);
        done
    }

    /// The kinds that are known of something, as narrow as can be.
    pub(crate) fn known(&self, about: About, kinds: Kinds) -> Kinds {
        self.narrowed.iter().filter(|(of, _)| *of == about).fold(kinds, |all, (_, kinds)| all.and(*kinds))
    }
}

/// What a fold goes over: the members of `over` that pass `guard`, each in turn in `var`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) var: LocalId,
    pub(crate) over: ExprId,
    pub(crate) guard: Option<ExprId>,
}

/// Statements in the order in which they are written.
#[derive(Default)]
pub(crate) struct Lines(pub(crate) Vec<Stmt>);

impl Lines {
    pub(crate) fn block(self) -> Block {
        Block(self.0)
    }
}
