//! One function of the IR while its expressions and statements are written: where it keeps what was read, and short words
//! for adding nodes. Every expression is used once, as the verifier wants it.

use super::builder::{Builder, Made};
use super::cond::Cond;
use super::reader::{Given, Reader};
use super::ty::{Noun, Ty};
use crate::diag::Place;
use crate::hir::{self, Binder, Local};
use crate::source::FileId;
use std::ops::{Deref, DerefMut};
use wgr_grammar::{Span, ast};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    BinaryOp, Block, BoardOp, Body, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncId, LocalId, Pos, Scalar, Stmt,
    StmtKind, TableId, Type, UnaryOp, What,
};

/// An expression and its type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) id: ExprId,
    pub(crate) ty: Ty,
}

/// A condition of a statement: where it stands, and what `allow` silences it by.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) func: FuncId,
    pub(crate) cond: ExprId,
    pub(crate) at: Place,
    pub(crate) about: String,
}

/// Reads and writes: what stands in one place of the program is read and emitted in one go.
pub(crate) struct Writer<'m, 'a> {
    reader: Reader<'m, 'a>,
    pub(crate) func: Func,
    id: FuncId,
    /// By number of a binder: where the function keeps it.
    slots: Vec<Option<LocalId>>,
    at: Pos,
}

impl<'m, 'a> Deref for Writer<'m, 'a> {
    type Target = Reader<'m, 'a>;

    fn deref(&self) -> &Reader<'m, 'a> {
        &self.reader
    }
}

impl DerefMut for Writer<'_, '_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.reader
    }
}

impl<'m, 'a> Writer<'m, 'a> {
    /// Take a declared function out of the program to write its body; [`Writer::done`] puts it back.
    pub(crate) fn open(m: &'m mut Builder<'a>, file: FileId, id: FuncId, params: &[(String, Ty)], at: Place) -> Self {
        let func = m.program.func(id).clone();
        let own = func.locals.iter().take(func.params as usize).enumerate();
        let given = own.map(|(index, local)| match params.get(index) {
            Some((name, ty)) => Given { name: name.clone(), ty: Some(*ty), ir: local.ty },
            None => Given { name: local.name.clone(), ty: None, ir: local.ty },
        });
        let given = given.collect();
        let slots = (0..func.params as usize).map(|index| Some(LocalId::new(index))).collect();
        let pos = m.sources.pos(at);
        Writer { reader: Reader::new(m, file, given, at), func, id, slots, at: pos }
    }

    /// For what a body of its own was read with; its parameters come first.
    pub(crate) fn of_body(m: &'m mut Builder<'a>, id: FuncId, binders: Vec<Binder>, at: Place) -> Self {
        let mut writer = Writer::open(m, at.file, id, &[], at);
        writer.reader.binders = binders;
        writer
    }

    pub(crate) fn done(mut self, body: Body) -> FuncId {
        self.func.body = body;
        if let Some(slot) = self.reader.m.program.funcs.get_mut(self.id.index()) {
            *slot = self.func;
        }
        self.id
    }

    // Binders.

    /// Where the function keeps it.
    pub(crate) fn slot(&mut self, local: Local) -> LocalId {
        match self.slots.get(local.0).copied().flatten() {
            Some(slot) => slot,
            None => self.new_slot(local),
        }
    }

    /// Where the function keeps it from here on. What is emitted twice keeps its own in two places.
    pub(crate) fn new_slot(&mut self, local: Local) -> LocalId {
        let Some(Binder { name, ir }) = self.reader.binders.get(local.0) else { bug!("no binder {}", local.0) };
        let slot = self.func.add_local(name, *ir, false);
        self.is_kept_in(local, slot);
        slot
    }

    /// What was bound by a reader is kept where the function keeps this already.
    pub(crate) fn is_kept_in(&mut self, local: Local, slot: LocalId) {
        if self.slots.len() <= local.0 {
            self.slots.resize(local.0 + 1, None);
        }
        if let Some(place) = self.slots.get_mut(local.0) {
            *place = Some(slot);
        }
    }

    // Read and emitted.

    /// An expression and its type.
    pub(crate) fn expr(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Made<Term> {
        let read = self.read_expr(expr, want)?;
        Ok(self.term(&read))
    }

    /// An expression that must fit a place of this type.
    pub(crate) fn expr_as(&mut self, expr: &ast::Expr, want: Ty) -> Made<ExprId> {
        let read = self.read_as(expr, want)?;
        Ok(self.emit(&read))
    }

    pub(crate) fn cond(&mut self, expr: &ast::Expr) -> Made<Cond<ExprId>> {
        let Cond { expr, yes, no } = self.read_cond(expr)?;
        Ok(Cond { expr: self.emit(&expr), yes, no })
    }

    /// A set as a value.
    pub(crate) fn set(&mut self, expr: &ast::Expr) -> Made<Term> {
        let read = self.read_set(expr)?;
        Ok(self.term(&read))
    }

    /// The side that is asked.
    pub(crate) fn asker(&mut self, by: &ast::Expr) -> Made<ExprId> {
        let read = self.read_asker(by)?;
        Ok(self.emit(&read))
    }

    /// A block with names of its own.
    pub(crate) fn block(&mut self, block: &ast::Block) -> Made<Block> {
        let read = self.read_block(block)?;
        Ok(self.emit_block(&read))
    }

    /// Each statement in turn; what was read is written even where another statement is refused.
    pub(crate) fn lines(&mut self, block: &ast::Block, lines: &mut Lines) -> Made<()> {
        let mut read = hir::Block::new();
        let done = self.read_lines(block, &mut read);
        self.emit_lines(&read, lines);
        done
    }

    /// This condition of a statement is meant to decide something.
    pub(crate) fn decides(&mut self, cond: ExprId, decides: &hir::Decides) {
        let hir::Decides { at, about } = decides.clone();
        let func = self.id;
        self.m.branches.push(Branch { func, cond, at, about });
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

    /// A local that rules cannot name.
    pub(crate) fn local(&mut self, name: &str, ir: Type, hidden: bool) -> LocalId {
        self.func.add_local(name, ir, hidden)
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
