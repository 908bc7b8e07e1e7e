//! Small words for writing plain code into a function: fresh names, expressions, statements. Everything
//! appended gets the place `at`, so that a fault in it points at the rule it came from.

use std::collections::BTreeSet;

use wgr_runtime::ir::{
    BinaryOp, Block, DomainId, Expr, ExprId, FaultText, Fold, FoldOp, Func, FuncId, LocalId, MarkWhat, Pos, Scalar,
    SiteId, Stmt, StmtKind, Type, UnaryOp, What, Write,
};

pub(super) struct Emit<'a> {
    pub(super) func: Func,
    pub(super) at: Pos,
    taken: &'a BTreeSet<String>,
    own: BTreeSet<String>,
}

/// A name that is not taken: the wanted one, or with the first number that makes it new. What is not a
/// letter, digit or underscore becomes an underscore.
pub(super) fn fresh_name(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    let plain: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !taken(&plain) {
        return plain;
    }
    (2u64..).map(|n| format!("{plain}_{n}")).find(|name| !taken(name)).unwrap_or(plain)
}

impl<'a> Emit<'a> {
    pub(super) fn new(func: Func, taken: &'a BTreeSet<String>) -> Self {
        let own = func.locals.iter().map(|l| l.name.clone()).collect();
        let at = func.at;
        Emit { func, at, taken, own }
    }

    pub(super) fn local(&mut self, wanted: &str, ty: Type) -> LocalId {
        self.new_local(wanted, ty, false)
    }

    pub(super) fn new_local(&mut self, wanted: &str, ty: Type, hidden: bool) -> LocalId {
        let name = fresh_name(wanted, |n| self.taken.contains(n) || self.own.contains(n));
        self.own.insert(name.clone());
        self.func.add_local(name, ty, hidden)
    }

    pub(super) fn expr(&mut self, expr: Expr) -> ExprId {
        self.func.add_expr(expr, self.at)
    }

    pub(super) fn get(&mut self, local: LocalId) -> ExprId {
        self.expr(Expr::Local(local))
    }

    pub(super) fn literal(&mut self, value: i64, what: What) -> ExprId {
        self.expr(Expr::Literal { value, ty: Scalar { what, lo: value, hi: value } })
    }

    pub(super) fn truth(&mut self, value: bool) -> ExprId {
        self.literal(i64::from(value), What::Bool)
    }

    pub(super) fn number(&mut self, value: i64) -> ExprId {
        self.literal(value, What::Int { den: 1 })
    }

    pub(super) fn unary(&mut self, op: UnaryOp, a: ExprId) -> ExprId {
        self.expr(Expr::Unary(op, a))
    }

    pub(super) fn not(&mut self, a: ExprId) -> ExprId {
        self.unary(UnaryOp::Not, a)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        self.expr(Expr::Binary(op, a, b))
    }

    /// `a op b op c ..`, evaluated from the left; nothing for no operand. Nested as little as can be, because
    /// nesting has a bound and rows may have many parents.
    pub(super) fn chain(&mut self, op: BinaryOp, all: impl IntoIterator<Item = ExprId>) -> Option<ExprId> {
        let mut all: Vec<ExprId> = all.into_iter().collect();
        while all.len() > 1 {
            let pair = |p: &[ExprId]| match *p {
                [a, b] => self.binary(op, a, b),
                [a, ..] => a,
                [] => ExprId::new(0),
            };
            all = all.chunks(2).map(pair).collect();
        }
        all.first().copied()
    }

    pub(super) fn not_empty(&mut self, set: LocalId) -> ExprId {
        let set = self.get(set);
        let size = self.unary(UnaryOp::Size, set);
        let none = self.number(0);
        self.binary(BinaryOp::Gt, size, none)
    }

    pub(super) fn filter(&mut self, var: LocalId, over: ExprId, guard: ExprId) -> ExprId {
        let fold = Fold { op: FoldOp::Filter, var, over, guard: Some(guard), value: None, other: None };
        self.expr(Expr::Fold(fold))
    }

    pub(super) fn stmt(&self, kind: StmtKind) -> Stmt {
        Stmt { kind, at: self.at }
    }

    /// Declares a local: `let name: ty = value`.
    pub(super) fn declare(&mut self, out: &mut Vec<Stmt>, wanted: &str, ty: Type, value: ExprId) -> LocalId {
        let local = self.local(wanted, ty);
        out.push(self.stmt(StmtKind::Let { local, value, fresh: true }));
        local
    }

    pub(super) fn assign(&self, local: LocalId, value: ExprId) -> Stmt {
        self.stmt(StmtKind::Let { local, value, fresh: false })
    }

    pub(super) fn write(&self, write: Write) -> Stmt {
        self.stmt(StmtKind::Set(write))
    }

    pub(super) fn when(&self, cond: ExprId, then: Vec<Stmt>, other: Vec<Stmt>) -> Stmt {
        self.stmt(StmtKind::If { cond, then: Block(then), other: Block(other) })
    }

    pub(super) fn each(&mut self, var: LocalId, domain: DomainId, over: ExprId, body: Vec<Stmt>) -> Stmt {
        let rest = self.new_local("rest", Type::Set(domain), true);
        self.stmt(StmtKind::For { var, rest, over, body: Block(body) })
    }

    pub(super) fn rounds(&mut self, most: u32, body: Vec<Stmt>) -> Stmt {
        let count = self.new_local("count", Type::int(0, i64::from(most)), true);
        self.stmt(StmtKind::Loop { most, count, body: Block(body) })
    }

    pub(super) fn fail(&self, site: SiteId, text: FaultText) -> Stmt {
        self.stmt(StmtKind::Fail { site, text })
    }

    pub(super) fn call(&self, func: FuncId, args: Vec<ExprId>) -> Stmt {
        self.stmt(StmtKind::Call { into: None, fresh: false, func, args })
    }

    pub(super) fn mark(&self, site: SiteId, what: MarkWhat, value: ExprId) -> Stmt {
        self.stmt(StmtKind::Mark { site, what, value })
    }
}
