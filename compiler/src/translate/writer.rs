//! One function of the IR while its expressions and statements are written: where it keeps what was read, and short words
//! for adding nodes. Every expression is used once, as the verifier wants it.

use super::builder::Builder;
use super::ty::Noun;
use crate::diag::Place;
use crate::hir::{self, Binder, Local};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    BinaryOp, Block, BoardOp, Body, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncId, Local as IrLocal, LocalId, Pos,
    Scalar, Stmt, StmtKind, TableId, Type, UnaryOp, What,
};

/// A condition of a statement: where it stands, and what `allow` silences it by.
#[derive(Clone, Debug)]
pub(crate) struct Branch {
    pub(crate) func: FuncId,
    pub(crate) cond: ExprId,
    pub(crate) at: Place,
    pub(crate) about: String,
}

pub(crate) struct Writer<'m, 'a> {
    pub(crate) m: &'m mut Builder<'a>,
    func: Func,
    id: FuncId,
    /// By number: what the body that was read gives a name to.
    binders: Vec<Binder>,
    /// By number of a binder: where the function keeps it.
    slots: Vec<Option<LocalId>>,
    at: Pos,
    /// What is done to each of several is one change.
    pub(crate) as_one: bool,
    /// What is written now is only supposed.
    pub(crate) supposed: bool,
}

impl<'m, 'a> Writer<'m, 'a> {
    /// Take a declared function out of the program to write its body; [`Writer::done`] puts it back.
    pub(crate) fn open(m: &'m mut Builder<'a>, id: FuncId, at: Place) -> Self {
        Writer::of_body(m, id, Vec::new(), at)
    }

    /// For a body that was read with these; its parameters come first.
    pub(crate) fn of_body(m: &'m mut Builder<'a>, id: FuncId, binders: Vec<Binder>, at: Place) -> Self {
        let func = m.program.func(id).clone();
        let slots = (0..func.params as usize).map(|index| Some(LocalId::new(index))).collect();
        let at = m.sources.pos(at);
        Writer { m, func, id, binders, slots, at, as_one: false, supposed: false }
    }

    /// Something that was read with binders of its own, in the midst of this.
    pub(crate) fn with_binders<T>(&mut self, binders: &[Binder], write: impl FnOnce(&mut Self) -> T) -> T {
        let own = (std::mem::replace(&mut self.binders, binders.to_vec()), std::mem::take(&mut self.slots));
        let done = write(self);
        (self.binders, self.slots) = own;
        done
    }

    /// Which function asks for which of a run is remembered: not all may.
    pub(crate) fn asks_for_a_run(&mut self, cell: CellId, at: Place) {
        if self.m.world.runs.iter().any(|run| run.cell == cell) {
            self.m.runs_read.push((self.id, cell, at));
        }
    }

    pub(crate) fn done(mut self, body: Body) -> FuncId {
        self.func.body = body;
        self.m.program.funcs.put(self.id.index(), self.func);
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
        let Some(Binder { name, ir }) = self.binders.get(local.0) else { bug!("no binder {}", local.0) };
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

    /// What the function keeps there.
    pub(crate) fn kept(&self, slot: LocalId) -> &IrLocal {
        self.func.local(slot)
    }

    /// Each parameter, read anew.
    pub(crate) fn params(&mut self) -> Vec<ExprId> {
        (0..self.func.params as usize).map(|index| self.get(LocalId::new(index))).collect()
    }

    /// This condition of a statement is meant to decide something.
    pub(crate) fn decides(&mut self, cond: ExprId, decides: &hir::Decides) {
        let hir::Decides { at, about } = decides.clone();
        let func = self.id;
        self.m.branches.push(Branch { func, cond, at, about });
    }

    /// What is added from here on stands at this place.
    pub(crate) fn stand_at(&mut self, at: Place) {
        self.at = self.m.sources.pos(at);
    }

    /// The function that is written.
    pub(crate) fn id(&self) -> FuncId {
        self.id
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
