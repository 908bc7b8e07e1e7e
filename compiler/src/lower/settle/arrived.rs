//! Triggers on arrivals: they are due for those alone that have arrived, and looked at once. Then nobody is new any more;
//! where each was before is forgotten when nothing is due any more.

use wgr_runtime::ir::{
    Arrivals, BinaryOp, CellId, DomainId, Expr, ExprId, LocalId, Program, Scalar, Stmt, Type, What, Write,
};

use super::driver::{Driver, Due};

/// Where arrivals are noted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Arrived {
    who: CellId,
    from: CellId,
    /// Of whom.
    member: Scalar,
    domain: DomainId,
    /// Where they may have been.
    places: DomainId,
}

impl Arrived {
    pub(super) fn of(program: &Program, on: Arrivals, domain: DomainId) -> Arrived {
        let places = match program.cell(on.from).value.scalar().map(|place| place.what) {
            Some(What::Id(places)) => places,
            Some(What::Int { .. } | What::Bool) | None => domain,
        };
        Arrived { who: on.who, from: on.from, member: program.member(domain), domain, places }
    }
}

/// All that triggers are on, each once.
pub(super) fn arrived(due: &[Due]) -> Vec<Arrived> {
    let mut found = Vec::new();
    for on in due.iter().filter_map(|due| due.on) {
        if !found.contains(&on) {
            found.push(on);
        }
    }
    found
}

impl Driver<'_> {
    /// This for each of its members that has arrived.
    pub(super) fn each_arrived(&mut self, due: &Due, member: Option<LocalId>, what: Stmt) -> Option<Stmt> {
        let (on, members, member) = (due.on?, due.members?, member?);
        let (all, who) = (self.members(members), self.emit.expr(Expr::Cell(on.who, Vec::new())));
        let over = self.emit.binary(BinaryOp::Inter, all, who);
        Some(self.emit.each(member, members.domain, over, vec![what]))
    }

    /// Those who come while this settles: nobody yet.
    pub(super) fn nobody_came(&mut self, on: Arrived, out: &mut Vec<Stmt>) -> LocalId {
        let nobody = self.emit.expr(Expr::Empty(on.domain));
        self.emit.declare(out, "came", Type::Set(on.domain), nobody)
    }

    /// They have been looked at.
    pub(super) fn note_arrived(&mut self, on: Arrived, came: LocalId, out: &mut Vec<Stmt>) {
        let (before, who) = (self.emit.get(came), self.emit.expr(Expr::Cell(on.who, Vec::new())));
        let all = self.emit.binary(BinaryOp::Union, before, who);
        out.push(self.emit.assign(came, all));
        out.push(self.nobody_is_new(on));
    }

    fn nobody_is_new(&mut self, on: Arrived) -> Stmt {
        let value = self.emit.expr(Expr::Empty(on.domain));
        self.emit.write(Write { cell: on.who, index: Vec::new(), value })
    }

    /// Where these were before.
    pub(super) fn forget_from(&mut self, on: Arrived, who: ExprId) -> Stmt {
        let var = self.emit.local("one_came", Type::Scalar(on.member));
        let (one, value) = (self.emit.get(var), self.emit.expr(Expr::None(on.places)));
        let forget = self.emit.write(Write { cell: on.from, index: vec![one], value });
        self.emit.each(var, on.domain, who, vec![forget])
    }

    /// Whoever was laid out has not arrived.
    pub(super) fn forget_arrived(&mut self, on: Arrived, out: &mut Vec<Stmt>) {
        let who = self.emit.expr(Expr::Cell(on.who, Vec::new()));
        out.push(self.forget_from(on, who));
        out.push(self.nobody_is_new(on));
    }
}
