//! The program that grows: small words for expressions, statements, names, sites and functions.

use super::rng::Rng;
use super::world::World;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, CellId, DomainId, Expr, ExprId, Func, FuncId, FuncKind, Local, LocalId, Pos, Program,
    Scalar, Site, SiteId, Stmt, StmtKind, Type, UnaryOp, What,
};

/// How often something is left to fail, of a thousand times.
const CARELESS: usize = 6;

/// The program so far, and the function that is being written.
pub(super) struct Maker {
    pub(super) rng: Rng,
    pub(super) program: Program,
    pub(super) world: World,
    /// Queries that may be called: they are complete.
    pub(super) queries: Vec<FuncId>,
    pub(super) effects: Vec<FuncId>,
    pub(super) procedures: Vec<FuncId>,
    func: Func,
    /// The names that may be read here.
    pub(super) scope: Vec<LocalId>,
    /// Those of them that may be written.
    pub(super) vars: Vec<LocalId>,
    sites: u32,
    /// Nothing may fail here.
    careful: bool,
}

impl Maker {
    pub(super) fn new(seed: u64) -> Maker {
        Maker {
            rng: Rng::new(seed),
            program: Program::default(),
            world: World::default(),
            queries: Vec::new(),
            effects: Vec::new(),
            procedures: Vec::new(),
            func: blank(),
            scope: Vec::new(),
            vars: Vec::new(),
            sites: 0,
            careful: false,
        }
    }

    pub(super) fn done(self) -> Program {
        self.program
    }

    // Functions.

    /// Begins a function with these parameters; they are in scope.
    pub(super) fn begin(&mut self, params: &[Type]) -> Vec<LocalId> {
        self.func = blank();
        self.scope.clear();
        self.vars.clear();
        self.func.params = params.len() as u32;
        params.iter().map(|ty| self.name(*ty)).collect()
    }

    pub(super) fn finish(&mut self, kind: FuncKind, ret: Option<Type>, body: Body) -> FuncId {
        let mut func = std::mem::replace(&mut self.func, blank());
        let letter = match kind {
            FuncKind::Query => "q",
            FuncKind::Effect => "e",
            FuncKind::Procedure => "p",
        };
        func.name = format!("{letter}{}", self.program.funcs.len());
        (func.kind, func.ret, func.body) = (kind, ret, body);
        self.program.funcs.push(func);
        FuncId::new(self.program.funcs.len() - 1)
    }

    /// Runs a part in which nothing that fails is written.
    pub(super) fn careful<T>(&mut self, part: impl FnOnce(&mut Maker) -> T) -> T {
        let before = std::mem::replace(&mut self.careful, true);
        let result = part(self);
        self.careful = before;
        result
    }

    pub(super) fn is_careful(&self) -> bool {
        self.careful
    }

    /// Shall this be left to fail, where it may?
    pub(super) fn careless(&mut self) -> bool {
        !self.careful && self.rng.below(1_000) < CARELESS
    }

    // Names.

    /// Declares a name; the caller says whether it is in scope.
    pub(super) fn declare(&mut self, ty: Type, hidden: bool) -> LocalId {
        let name = if hidden { String::new() } else { format!("v{}", self.func.locals.len()) };
        self.func.locals.push(Local { name, ty, hidden });
        LocalId::new(self.func.locals.len() - 1)
    }

    /// Declares a name and brings it into scope.
    pub(super) fn name(&mut self, ty: Type) -> LocalId {
        let local = self.declare(ty, false);
        self.scope.push(local);
        local
    }

    pub(super) fn type_of(&self, local: LocalId) -> Type {
        self.func.locals[local.index()].ty
    }

    /// Runs a part in which names are declared that end with it.
    pub(super) fn inside<T>(&mut self, part: impl FnOnce(&mut Maker) -> T) -> T {
        let (names, vars) = (self.scope.len(), self.vars.len());
        let result = part(self);
        self.scope.truncate(names);
        self.vars.truncate(vars);
        result
    }

    /// A name in scope of a type that will do.
    pub(super) fn known(&mut self, will_do: impl Fn(Type) -> bool) -> Option<LocalId> {
        let found: Vec<LocalId> = self.scope.iter().copied().filter(|local| will_do(self.type_of(*local))).collect();
        self.rng.pick(&found)
    }

    /// A name in scope that may be written.
    pub(super) fn known_var(&mut self, will_do: impl Fn(Type) -> bool) -> Option<LocalId> {
        let found: Vec<LocalId> = self.vars.iter().copied().filter(|local| will_do(self.type_of(*local))).collect();
        self.rng.pick(&found)
    }

    // Expressions.

    pub(super) fn add(&mut self, expr: Expr) -> ExprId {
        self.func.add_expr(expr, Pos::default())
    }

    pub(super) fn int(&mut self, value: i64) -> ExprId {
        self.add(Expr::Literal { value, ty: Scalar::int(value, value) })
    }

    /// `raw / den`, in lowest terms as the text would have it.
    pub(super) fn fraction(&mut self, raw: i64, den: u32) -> ExprId {
        let wide = i64::from(den);
        if raw % wide == 0 {
            return self.int(raw / wide);
        }
        self.add(Expr::Literal { value: raw, ty: Scalar { what: What::Int { den }, lo: raw, hi: raw } })
    }

    pub(super) fn truth(&mut self, yes: bool) -> ExprId {
        let value = i64::from(yes);
        self.add(Expr::Literal { value, ty: Scalar { what: What::Bool, lo: value, hi: value } })
    }

    pub(super) fn one_of(&mut self, domain: DomainId) -> ExprId {
        let size = self.program.domain(domain).size as usize;
        let value = self.rng.below(size) as i64;
        self.exactly(domain, value)
    }

    pub(super) fn exactly(&mut self, domain: DomainId, value: i64) -> ExprId {
        self.add(Expr::Literal { value, ty: Scalar { what: What::Id(domain), lo: value, hi: value } })
    }

    pub(super) fn local(&mut self, local: LocalId) -> ExprId {
        self.add(Expr::Local(local))
    }

    pub(super) fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        self.add(Expr::Unary(op, a))
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.add(Expr::Binary(op, a, b))
    }

    // The rest.

    pub(super) fn member(&self, domain: DomainId) -> Type {
        Type::Scalar(self.program.member(domain))
    }

    pub(super) fn opt(&self, domain: DomainId) -> Type {
        Type::Scalar(Scalar { lo: -1, ..self.program.member(domain) })
    }

    pub(super) fn site(&mut self) -> SiteId {
        self.sites += 1;
        let number = self.sites;
        let cases = if self.rng.chance(20) {
            vec![format!("{number}.1"), format!("{number}.2")]
        } else {
            vec![format!("{number}.1")]
        };
        self.program.intern_site(Site { cases, title: format!("Rule {number}") })
    }

    /// Cells that rules may read freely and that will do.
    pub(super) fn cell(&mut self, will_do: impl Fn(Type) -> bool) -> Option<CellId> {
        let found: Vec<CellId> =
            self.world.open_cells.iter().copied().filter(|cell| will_do(self.program.cell(*cell).value)).collect();
        self.rng.pick(&found)
    }
}

/// A function without anything in it.
pub(crate) fn blank() -> Func {
    Func {
        name: String::new(),
        kind: FuncKind::Query,
        params: 0,
        ret: None,
        locals: Vec::new(),
        exprs: Vec::new(),
        body: Body::Code(Block::default()),
        at: Pos::default(),
    }
}

pub(super) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, at: Pos::default() }
}

pub(super) fn is_int(ty: Type) -> bool {
    ty.scalar().is_some_and(|scalar| matches!(scalar.what, What::Int { .. }))
}

pub(super) fn is_bool(ty: Type) -> bool {
    ty == Type::BOOL
}

/// A member that is surely there.
pub(super) fn is_member(ty: Type, domain: DomainId) -> bool {
    ty.scalar().is_some_and(|scalar| scalar.what == What::Id(domain) && !scalar.is_opt())
}

pub(super) fn is_opt(ty: Type, domain: DomainId) -> bool {
    ty.scalar().is_some_and(|scalar| scalar.what == What::Id(domain) && scalar.is_opt())
}

pub(super) fn is_set(ty: Type, domain: DomainId) -> bool {
    ty == Type::Set(domain)
}
