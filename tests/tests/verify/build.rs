//! A small sound program, and hands to build functions by.

use wgr_runtime::board::{BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
use wgr_runtime::ir::*;

pub(crate) const SIDE: DomainId = DomainId(3);
pub(crate) const UNIT: DomainId = DomainId(4);

pub(crate) const PLACE: CellId = CellId(0);
pub(crate) const STEPS: CellId = CellId(1);
pub(crate) const BRIDGED: CellId = CellId(2);
pub(crate) const POT: CellId = CellId(3);
pub(crate) const PLAN: CellId = CellId(4);
pub(crate) const SHOWN: CellId = CellId(5);
pub(crate) const TURN: CellId = CellId(6);
pub(crate) const STACK: CellId = CellId(7);
pub(crate) const HALVES: CellId = CellId(8);

pub(crate) const MAIN: FuncId = FuncId(0);
pub(crate) const SEES: FuncId = FuncId(1);
pub(crate) const PICKS: FuncId = FuncId(2);
pub(crate) const WARES: FuncId = FuncId(3);
pub(crate) const HURT: FuncId = FuncId(4);
pub(crate) const ATTACK: FuncId = FuncId(5);
pub(crate) const DEAD: FuncId = FuncId(6);
pub(crate) const OWNER: FuncId = FuncId(7);
/// The first function that a test adds.
pub(crate) const ADDED: FuncId = FuncId(8);

pub(crate) const QUALITY: TableId = TableId(0);
pub(crate) const COSTS: TableId = TableId(1);
pub(crate) const SITE: SiteId = SiteId(0);

fn board() -> BoardSpec {
    BoardSpec {
        top: Top::Flat,
        columns: 1..=2,
        rows: 1..=2,
        order: Order::ColumnRow,
        dot: false,
        columns_run: ColumnsRun::East,
        rows_run: RowsRun::South,
        shifted: Parity::Odd,
        without: vec![],
    }
}

pub(crate) fn id(domain: DomainId, size: i64) -> Scalar {
    Scalar { what: What::Id(domain), lo: 0, hi: size - 1 }
}

pub(crate) fn unit() -> Scalar {
    id(UNIT, 4)
}

pub(crate) fn side() -> Scalar {
    id(SIDE, 2)
}

pub(crate) fn hex() -> Type {
    Type::Scalar(id(HEX, 20))
}

pub(crate) fn opt(scalar: Scalar) -> Type {
    Type::Scalar(Scalar { lo: -1, ..scalar })
}

pub(crate) fn parts(lo: i64, hi: i64, den: u32) -> Type {
    Type::Scalar(Scalar { what: What::Int { den }, lo, hi })
}

fn domain(name: &str, size: u32, members: &[&str]) -> Domain {
    Domain { name: name.into(), members: members.iter().map(|m| (*m).into()).collect(), size }
}

fn cell(name: &str, index: &[Scalar], value: Type) -> Cell {
    Cell { name: name.into(), index: index.to_vec(), value, role: Role::Game, sparse: None, hidden: None }
}

/// A function under construction.
pub(crate) struct Build(pub(crate) Func);

impl Build {
    pub(crate) fn new(name: &str, kind: FuncKind, params: &[Type], ret: Option<Type>) -> Self {
        let mut build = Build(Func {
            name: name.into(),
            kind,
            params: params.len() as u32,
            ret,
            locals: vec![],
            exprs: vec![],
            body: Body::Code(Block(vec![])),
            at: Pos::default(),
        });
        for (index, ty) in params.iter().enumerate() {
            build.local(&format!("p{index}"), *ty);
        }
        build
    }

    pub(crate) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.0.add_local(name, ty, false)
    }

    pub(crate) fn hidden(&mut self, ty: Type) -> LocalId {
        self.0.add_local("hidden", ty, true)
    }

    pub(crate) fn e(&mut self, expr: Expr) -> ExprId {
        self.0.add_expr(expr, Pos::default())
    }

    pub(crate) fn num(&mut self, value: i64) -> ExprId {
        self.e(Expr::Literal { value, ty: Scalar::int(value, value) })
    }

    pub(crate) fn half(&mut self, value: i64) -> ExprId {
        self.e(Expr::Literal { value, ty: Scalar { what: What::Int { den: 2 }, lo: value, hi: value } })
    }

    pub(crate) fn yes(&mut self) -> ExprId {
        self.e(Expr::Literal { value: 1, ty: Scalar { what: What::Bool, lo: 1, hi: 1 } })
    }

    pub(crate) fn member(&mut self, domain: DomainId, value: i64) -> ExprId {
        self.e(Expr::Literal { value, ty: Scalar { what: What::Id(domain), lo: value, hi: value } })
    }

    pub(crate) fn var(&mut self, local: u32) -> ExprId {
        self.e(Expr::Local(LocalId(local)))
    }

    pub(crate) fn all(&mut self, domain: DomainId) -> ExprId {
        self.e(Expr::All(domain))
    }

    pub(crate) fn read(&mut self, cell: CellId, index: &[ExprId]) -> ExprId {
        self.e(Expr::Cell(cell, index.to_vec()))
    }

    pub(crate) fn bin(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.e(Expr::Binary(op, a, b))
    }

    pub(crate) fn un(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        self.e(Expr::Unary(op, a))
    }

    pub(crate) fn call(&mut self, func: FuncId, args: &[ExprId]) -> ExprId {
        self.e(Expr::Call(func, args.to_vec()))
    }

    /// Ends the function with this code.
    pub(crate) fn code(mut self, stmts: Vec<StmtKind>) -> Func {
        self.0.body = Body::Code(block(stmts));
        self.0
    }
}

pub(crate) fn block(stmts: Vec<StmtKind>) -> Block {
    Block(stmts.into_iter().map(|kind| Stmt { kind, at: Pos::default() }).collect())
}

pub(crate) fn ret(value: ExprId) -> StmtKind {
    StmtKind::Return(Some(value))
}

pub(crate) fn declare(local: LocalId, value: ExprId) -> StmtKind {
    StmtKind::Let { local, value, fresh: true }
}

pub(crate) fn set(cell: CellId, index: &[ExprId], value: ExprId) -> StmtKind {
    StmtKind::Set(Write { cell, index: index.to_vec(), value })
}

pub(crate) fn fail() -> StmtKind {
    StmtKind::Fail { site: SITE, text: FaultText::Rule }
}

pub(crate) fn arm(name: &str, each: Option<(LocalId, ExprId)>, guard: Option<ExprId>) -> Arm {
    Arm { name: name.into(), each, guard, body: block(vec![]) }
}

pub(crate) fn ask(by: ExprId, arms: Vec<Arm>) -> Ask {
    Ask { by, site: SITE, start: false, order: false, arms, otherwise: None }
}

/// A function of no parameters with a body that a closure builds.
pub(crate) fn func(kind: FuncKind, ret: Option<Type>, body: impl FnOnce(&mut Build) -> Vec<StmtKind>) -> Func {
    let mut build = Build::new("added", kind, &[], ret);
    let stmts = body(&mut build);
    build.code(stmts)
}

/// A query that answers one expression.
pub(crate) fn answer(ret_type: Type, value: impl FnOnce(&mut Build) -> ExprId) -> Func {
    func(FuncKind::Query, Some(ret_type), |b| {
        let value = value(b);
        vec![ret(value)]
    })
}

pub(crate) fn procedure(body: impl FnOnce(&mut Build) -> Vec<StmtKind>) -> Func {
    func(FuncKind::Procedure, None, body)
}

/// A row query.
pub(crate) fn rows(ret: Type, stages: &[StageOp], body: impl FnOnce(&mut Build) -> Vec<Row>) -> Func {
    let mut build = Build::new("table", FuncKind::Query, &[], Some(ret));
    let rows = body(&mut build);
    let stages = stages.iter().map(|op| Stage { name: None, op: *op, groups: vec![] }).collect();
    build.0.body = Body::Rows(Rows { stages, rows, rulings: vec![] });
    build.0
}

pub(crate) fn row(label: &str, kind: RowKind, value: Option<ExprId>) -> Row {
    Row { label: label.into(), site: SITE, stage: StageIx(0), group: None, kind, binders: vec![], guard: None, value }
}

pub(crate) fn the_rows(func: &mut Func) -> &mut Rows {
    match &mut func.body {
        Body::Rows(rows) => rows,
        Body::Code(_) | Body::Limits(_) | Body::Goods(_) => panic!("no rows"),
    }
}

pub(crate) fn trigger(run: FuncId) -> Trigger {
    Trigger {
        name: "death".into(),
        site: SITE,
        watch: DEAD,
        on: None,
        only: None,
        run,
        by: OWNER,
        at_once: false,
        most: 10,
        at: Pos::default(),
    }
}

/// A sound program: two sides, four units, a plan for each that only its owner sees.
pub(crate) fn world() -> Program {
    let mut p = Program { title: "World".into(), board: Some(board()), sides: Some(SIDE), ..Program::default() };
    p.domains = vec![
        domain("hex", 20, &[]),
        domain("dir", 6, &[]),
        domain("edge", 50, &[]),
        domain("Side", 2, &["German", "Allied"]),
        domain("Unit", 4, &["a", "b", "c", "d"]),
    ];
    p.kinds = vec![Kind { name: "Foot".into(), domain: UNIT, first: 0, last: 1 }];
    *p.sites = vec![Site { cases: vec!["7.1".into()], title: "Woods".into() }];
    *p.tables = vec![
        Table { name: "quality".into(), index: vec![unit()], value: Scalar::int(-1, 1), data: vec![0, 1, -1, 0] },
        Table {
            name: "costs".into(),
            index: vec![id(HEX, 20), id(DIR, 6)],
            value: Scalar::int(0, 255),
            data: vec![1; 120],
        },
    ];
    p.cells = vec![
        cell("place", &[unit()], opt(id(HEX, 20))),
        cell("steps", &[unit()], Type::int(0, 3)),
        cell("bridged", &[id(EDGE, 50)], Type::BOOL),
        cell("pot", &[unit()], Type::int(0, 4)),
        cell("plan", &[unit()], Type::int(0, 5)),
        cell("plan.shown", &[unit(), side()], Type::BOOL),
        cell("turn", &[], Type::int(0, 20)),
        cell("stack", &[], Type::Set(UNIT)),
        cell("halves", &[], parts(0, 6, 2)),
    ];
    p.cells[BRIDGED.index()].sparse = Some(12);
    p.cells[POT.index()].role = Role::Cup;
    p.cells[PLAN.index()].hidden = Some(Hidden { sees: SEES, shown: SHOWN });
    p.funcs = vec![main_func(), sees(), picks(), wares(), hurt(), attack(), dead(), owner()].into();
    p.main = Some(MAIN);
    p
}

fn main_func() -> Func {
    let mut b = Build::new("main", FuncKind::Procedure, &[], Some(Type::int(0, 1)));
    let unit = b.member(UNIT, 0);
    let zero = b.num(0);
    b.code(vec![StmtKind::Call { into: None, fresh: false, func: ATTACK, args: vec![unit] }, ret(zero)])
}

fn sees() -> Func {
    let mut b = Build::new("sees", FuncKind::Query, &[Type::Scalar(unit()), Type::Scalar(side())], Some(Type::BOOL));
    let yes = b.yes();
    b.code(vec![ret(yes)])
}

/// `limits picks(n) for it: Unit { limit 1 .. n  limit .. 6 of steps[it] }`
fn picks() -> Func {
    let mut b = Build::new("picks", FuncKind::Query, &[Type::int(0, 3)], None);
    let it = b.local("it", Type::Scalar(unit()));
    let (one, n, six, who) = (b.num(1), b.var(0), b.num(6), b.var(1));
    let weight = b.read(STEPS, &[who]);
    let limits = vec![
        Limit { lo: Some(one), hi: Some(n), weight: None },
        Limit { lo: None, hi: Some(six), weight: Some(weight) },
    ];
    b.0.body = Body::Limits(Limits { it, limits, alike: None });
    b.0
}

fn wares() -> Func {
    let mut b = Build::new("wares", FuncKind::Query, &[], None);
    let it = b.local("it", Type::Scalar(unit()));
    let (price, who) = (b.num(2), b.var(0));
    let up_to = b.read(STEPS, &[who]);
    b.0.body = Body::Goods(Goods { it, price, up_to });
    b.0
}

fn hurt() -> Func {
    let mut b = Build::new("hurt", FuncKind::Effect, &[Type::Scalar(unit())], None);
    let (at, who, one) = (b.var(0), b.var(0), b.num(1));
    let steps = b.read(STEPS, &[who]);
    let less = b.bin(BinaryOp::Sub, steps, one);
    b.code(vec![set(STEPS, &[at], less)])
}

fn attack() -> Func {
    let mut b = Build::new("attack", FuncKind::Procedure, &[Type::Scalar(unit())], None);
    let die = b.local("die", Type::int(1, 6));
    let (rolled, six, who) = (b.var(1), b.num(6), b.var(0));
    let hit = b.bin(BinaryOp::Eq, rolled, six);
    let call = StmtKind::Call { into: None, fresh: false, func: HURT, args: vec![who] };
    b.code(vec![
        StmtKind::Roll { into: die, site: Some(SITE) },
        StmtKind::If { cond: hit, then: block(vec![call]), other: block(vec![]) },
    ])
}

fn dead() -> Func {
    let mut b = Build::new("dead", FuncKind::Query, &[Type::Scalar(unit())], Some(Type::BOOL));
    let (who, zero) = (b.var(0), b.num(0));
    let steps = b.read(STEPS, &[who]);
    let gone = b.bin(BinaryOp::Eq, steps, zero);
    b.code(vec![ret(gone)])
}

fn owner() -> Func {
    let mut b = Build::new("owner", FuncKind::Query, &[Type::Scalar(unit())], Some(Type::Scalar(side())));
    let german = b.member(SIDE, 0);
    b.code(vec![ret(german)])
}
