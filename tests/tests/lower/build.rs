//! Programs by hand: one row query over one domain of pieces, with switches that a test sets.

use wgr_runtime::ir::*;

pub(crate) const UNIT: DomainId = DomainId(0);
pub(crate) const SIDE: DomainId = DomainId(1);

pub(crate) fn domain(name: &str, size: u32) -> Domain {
    Domain { name: name.into(), members: (0..size).map(|n| format!("{name}{n}")).collect(), size }
}

/// Pieces, sides, and the cell `on[int 0..99]` of switches.
pub(crate) fn program() -> Program {
    let mut program =
        Program { domains: vec![domain("Unit", 4), domain("Side", 2)], sides: Some(SIDE), ..Program::default() };
    for (name, index) in [("on", vec![Scalar::int(0, 99)]), ("flag", vec![program.member(UNIT), Scalar::int(0, 9)])] {
        program.cells.push(Cell {
            name: name.into(),
            index,
            value: Type::BOOL,
            role: Role::Game,
            sparse: None,
            hidden: None,
        });
    }
    program
}

pub(crate) fn func(name: &str, kind: FuncKind, ret: Option<Type>, body: Body) -> Func {
    Func { name: name.into(), kind, params: 0, ret, locals: vec![], exprs: vec![], body, at: Pos::default() }
}

pub(crate) fn site(program: &mut Program, case: &str) -> SiteId {
    program.intern_site(Site { cases: vec![case.into()], title: case.into() })
}

/// A row query in the making.
pub(crate) struct Query {
    pub(crate) program: Program,
    pub(crate) func: Func,
    pub(crate) rows: Rows,
}

impl Query {
    pub(crate) fn new(ret: Type, ops: &[StageOp]) -> Self {
        let stages = ops.iter().map(|op| Stage { name: None, op: *op, groups: vec![] }).collect();
        let func = func("q", FuncKind::Query, Some(ret), Body::Code(Block::default()));
        Query { program: program(), func, rows: Rows { stages, ..Rows::default() } }
    }

    pub(crate) fn expr(&mut self, expr: Expr) -> ExprId {
        self.func.add_expr(expr, Pos::default())
    }

    pub(crate) fn number(&mut self, value: i64, den: u32) -> ExprId {
        let ty = Scalar { what: What::Int { den }, lo: value, hi: value };
        self.expr(Expr::Literal { value, ty })
    }

    /// 0, with a type up to `hi`.
    pub(crate) fn ranged(&mut self, lo: i64, hi: i64) -> ExprId {
        self.expr(Expr::Literal { value: 0, ty: Scalar::int(lo, hi) })
    }

    /// Is switch `n` on?
    pub(crate) fn on(&mut self, n: i64) -> ExprId {
        let n = self.number(n, 1);
        self.expr(Expr::Cell(CellId(0), vec![n]))
    }

    /// Does the piece have flag `n`?
    pub(crate) fn flag(&mut self, unit: LocalId, n: i64) -> ExprId {
        let (unit, n) = (self.expr(Expr::Local(unit)), self.number(n, 1));
        self.expr(Expr::Cell(CellId(1), vec![unit, n]))
    }

    /// A row named `rN`, on with switch N, worth `value`.
    pub(crate) fn row(&mut self, stage: usize, kind: RowKind, value: Option<(i64, u32)>) -> RowIx {
        let n = self.rows.rows.len();
        let guard = Some(self.on(n as i64));
        let value = value.map(|(v, den)| self.number(v, den));
        self.push(stage, kind, vec![], guard, value)
    }

    pub(crate) fn push(
        &mut self,
        stage: usize,
        kind: RowKind,
        binders: Vec<(LocalId, ExprId)>,
        guard: Option<ExprId>,
        value: Option<ExprId>,
    ) -> RowIx {
        let n = self.rows.rows.len();
        let site = site(&mut self.program, &format!("r{n}"));
        let row =
            Row { label: format!("r{n}"), site, stage: StageIx::new(stage), group: None, kind, binders, guard, value };
        self.rows.rows.push(row);
        RowIx::new(n)
    }

    pub(crate) fn units(&mut self, name: &str) -> (LocalId, ExprId) {
        let ty = Type::Scalar(self.program.member(UNIT));
        (self.func.add_local(name, ty, false), self.expr(Expr::All(UNIT)))
    }

    /// A program with the query as its first function, and a game that does nothing.
    pub(crate) fn done(mut self) -> Program {
        self.func.body = Body::Rows(self.rows);
        let mut main = func("main", FuncKind::Procedure, Some(Type::int(0, 0)), Body::Code(Block::default()));
        let ty = Scalar::int(0, 0);
        let zero = main.add_expr(Expr::Literal { value: 0, ty }, Pos::default());
        let done = Stmt { kind: StmtKind::Return(Some(zero)), at: Pos::default() };
        main.body = Body::Code(Block(vec![done]));
        self.program.funcs = vec![self.func, main].into();
        self.program.main = Some(FuncId(1));
        self.program
    }
}

pub(crate) fn over(parents: &[RowIx]) -> RowKind {
    RowKind::Over { parents: parents.to_vec(), even: false }
}

pub(crate) fn even(parents: &[RowIx]) -> RowKind {
    RowKind::Over { parents: parents.to_vec(), even: true }
}
