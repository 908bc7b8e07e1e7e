//! Expressions for members, sets and yes/no, and the door to all of them: a value for a type.

use super::build::{Maker, is_bool, is_member, is_opt, is_set};
use wgr_runtime::ir::{
    BinaryOp, BoardOp, CellId, DIR, DomainId, EDGE, Expr, ExprId, Fold, FoldOp, HEX, KindId, Type, UnaryOp, What,
};

impl Maker {
    /// A value for a place of this type.
    pub(super) fn value(&mut self, ty: Type, depth: u32) -> ExprId {
        match ty {
            Type::Set(domain) => self.set(domain, depth),
            Type::Scalar(scalar) => match scalar.what {
                What::Int { .. } => self.number_for(scalar, depth),
                What::Bool => self.yes(depth),
                What::Id(domain) if scalar.is_opt() => self.maybe(domain, depth),
                What::Id(domain) => self.plain(domain, depth),
            },
        }
    }

    /// A domain to ask something about.
    pub(super) fn domain(&mut self) -> DomainId {
        match self.rng.below(4) {
            0 if self.world.board => HEX,
            1 => self.world.side(),
            2 => self.world.third.unwrap_or(self.world.unit()),
            _ => self.world.unit(),
        }
    }

    /// What a cell holds, at a place that is easily told.
    pub(super) fn read(&mut self, cell: CellId) -> ExprId {
        let index = self.place(cell);
        self.add(Expr::Cell(cell, index))
    }

    pub(super) fn place(&mut self, cell: CellId) -> Vec<ExprId> {
        let index = self.program.cell(cell).index.clone();
        index.iter().map(|range| self.value(Type::Scalar(*range), 0)).collect()
    }

    /// A call of a query that is complete, if one gives what will do.
    pub(super) fn call(&mut self, will_do: impl Fn(Type) -> bool, depth: u32) -> Option<(ExprId, Type)> {
        if self.is_careful() {
            return None;
        }
        let found: Vec<_> =
            self.queries.iter().copied().filter(|q| self.program.func(*q).ret.is_some_and(&will_do)).collect();
        let query = self.rng.pick(&found)?;
        let ret = self.program.func(query).ret?;
        let types: Vec<Type> = self.program.func(query).param_types().collect();
        let args = types.into_iter().map(|ty| self.value(ty, depth.min(1))).collect();
        Some((self.add(Expr::Call(query, args)), ret))
    }

    // Members.

    /// A member that is surely there, but for some carelessness.
    pub(super) fn plain(&mut self, domain: DomainId, depth: u32) -> ExprId {
        if self.rng.chance(70)
            && let Some(local) = self.known(|ty| is_member(ty, domain))
        {
            return self.local(local);
        }
        match self.rng.below(6) {
            0 if depth > 0 => {
                // The lowest of a set that holds one at least.
                let (set, one) = (self.set(domain, depth - 1), self.one_of(domain));
                let one = self.unary(UnaryOp::Single, one);
                let both = self.binary(BinaryOp::Union, set, one);
                let found = self.unary(UnaryOp::Lowest, both);
                self.unary(UnaryOp::The, found)
            }
            1 if depth > 0 => {
                let cond = self.yes(depth - 1);
                let (a, b) = (self.plain(domain, depth - 1), self.plain(domain, depth - 1));
                self.add(Expr::If(cond, a, b))
            }
            2 => match self.cell(|ty| is_member(ty, domain)) {
                Some(cell) => self.read(cell),
                None => self.one_of(domain),
            },
            3 => self.of_opt_cell(domain),
            4 if self.world.board && domain == DIR && depth > 0 => {
                let dir = self.plain(DIR, depth - 1);
                self.add(Expr::Board(BoardOp::Opposite, vec![dir]))
            }
            _ => self.one_of(domain),
        }
    }

    /// `if c[i] = none then LITERAL else c[i]!`, with an index that is easily said twice.
    fn of_opt_cell(&mut self, domain: DomainId) -> ExprId {
        let Some(cell) = self.cell(|ty| is_opt(ty, domain)) else { return self.one_of(domain) };
        let range = self.program.cell(cell).index.first().copied();
        let local = self.known(|ty| range.is_some_and(|range| ty == Type::Scalar(range)));
        let fixed = range.map_or(0, |range| self.rng.between(range.lo, range.hi));
        let read = |maker: &mut Maker| {
            let index = match (range.map(|range| range.what), local) {
                (None, _) => Vec::new(),
                (Some(_), Some(local)) => vec![maker.local(local)],
                (Some(What::Id(of)), None) => vec![maker.exactly(of, fixed)],
                (Some(What::Int { .. } | What::Bool), None) => vec![maker.int(fixed)],
            };
            maker.add(Expr::Cell(cell, index))
        };
        let (asked, taken) = (read(self), read(self));
        let taken = self.unary(UnaryOp::The, taken);
        if self.careless() {
            return taken;
        }
        let none = self.add(Expr::None(domain));
        let cond = self.binary(BinaryOp::Eq, asked, none);
        let other = self.one_of(domain);
        self.add(Expr::If(cond, other, taken))
    }

    /// A member or none.
    pub(super) fn maybe(&mut self, domain: DomainId, depth: u32) -> ExprId {
        match self.rng.below(6) {
            0 => self.add(Expr::None(domain)),
            1 => match self.known(|ty| is_opt(ty, domain)) {
                Some(local) => self.local(local),
                None => self.plain(domain, depth),
            },
            2 => match self.cell(|ty| is_opt(ty, domain)) {
                Some(cell) => self.read(cell),
                None => self.plain(domain, depth),
            },
            3 if depth > 0 => {
                let set = self.set(domain, depth - 1);
                let op = if self.rng_even() { UnaryOp::Lowest } else { UnaryOp::Highest };
                self.unary(op, set)
            }
            4 if depth > 0 && self.world.board && domain == HEX => {
                let (h, d) = (self.plain(HEX, depth - 1), self.plain(DIR, 0));
                self.add(Expr::Board(BoardOp::Neighbour, vec![h, d]))
            }
            _ => self.plain(domain, depth),
        }
    }

    fn rng_even(&mut self) -> bool {
        self.rng.chance(50)
    }

    // Sets.

    pub(super) fn set(&mut self, domain: DomainId, depth: u32) -> ExprId {
        if depth == 0 {
            return self.small_set(domain);
        }
        let depth = depth - 1;
        match self.rng.below(8) {
            0 => {
                let member = self.maybe(domain, depth);
                self.unary(UnaryOp::Single, member)
            }
            1 => {
                let (a, b) = (self.set(domain, depth), self.set(domain, depth));
                let op = [BinaryOp::Union, BinaryOp::Inter, BinaryOp::Minus][self.rng.below(3)];
                self.binary(op, a, b)
            }
            2 | 3 => self.filter(domain, depth),
            4 => self.gather(domain, depth),
            5 if self.world.board && domain == HEX => self.board_set(depth),
            6 => match self.call(|ty| is_set(ty, domain), depth) {
                Some((expr, _)) => expr,
                None => self.small_set(domain),
            },
            _ => self.small_set(domain),
        }
    }

    fn small_set(&mut self, domain: DomainId) -> ExprId {
        match self.rng.below(6) {
            0 if self.rng.chance(40) => self.add(Expr::Empty(domain)),
            1 if domain == self.world.unit() => self.add(Expr::Kind(KindId(0))),
            2 | 3 => match self.cell(|ty| is_set(ty, domain)) {
                Some(cell) => self.read(cell),
                None => self.add(Expr::All(domain)),
            },
            4 => match self.known(|ty| is_set(ty, domain)) {
                Some(local) => self.local(local),
                None => self.add(Expr::All(domain)),
            },
            _ => self.add(Expr::All(domain)),
        }
    }

    fn filter(&mut self, domain: DomainId, depth: u32) -> ExprId {
        let over = self.set(domain, depth.min(1));
        let var = self.declare(self.member(domain), false);
        self.inside(|maker| {
            maker.scope.push(var);
            let guard = Some(maker.yes(depth));
            maker.add(Expr::Fold(Fold { op: FoldOp::Filter, var, over, guard, value: None, other: None }))
        })
    }

    fn gather(&mut self, domain: DomainId, depth: u32) -> ExprId {
        let of = self.domain();
        let over = self.set(of, depth.min(1));
        let var = self.declare(self.member(of), false);
        self.inside(|maker| {
            maker.scope.push(var);
            let guard = if maker.rng.chance(40) { Some(maker.yes(0)) } else { None };
            let value = Some(maker.set(domain, depth));
            maker.add(Expr::Fold(Fold { op: FoldOp::Gather, var, over, guard, value, other: None }))
        })
    }

    fn board_set(&mut self, depth: u32) -> ExprId {
        let h = self.plain(HEX, depth);
        let (op, with) = match self.rng.below(3) {
            0 => (BoardOp::Ring, self.number_for(wgr_runtime::ir::Scalar::int(0, 3), 0)),
            1 => (BoardOp::Disc, self.number_for(wgr_runtime::ir::Scalar::int(0, 3), 0)),
            _ => (BoardOp::Line, self.plain(DIR, 0)),
        };
        self.add(Expr::Board(op, vec![h, with]))
    }

    // Yes and no.

    pub(super) fn yes(&mut self, depth: u32) -> ExprId {
        if depth == 0 {
            return self.small_yes();
        }
        let depth = depth - 1;
        match self.rng.below(9) {
            0 => {
                let a = self.yes(depth);
                self.unary(UnaryOp::Not, a)
            }
            1 | 2 => {
                let (a, b) = (self.yes(depth), self.yes(depth));
                let op = if self.rng_even() { BinaryOp::And } else { BinaryOp::Or };
                self.binary(op, a, b)
            }
            3 | 4 => self.comparison(depth),
            5 => {
                let domain = self.domain();
                let (a, b) = (self.maybe(domain, depth), self.set(domain, depth));
                self.binary(BinaryOp::In, a, b)
            }
            6 => self.any_or_every(depth),
            7 => match self.call(is_bool, depth) {
                Some((expr, _)) => expr,
                None => self.comparison(depth),
            },
            _ => self.small_yes(),
        }
    }

    fn small_yes(&mut self) -> ExprId {
        match self.rng.below(6) {
            0 if self.rng.chance(30) => {
                let yes = self.rng_even();
                self.truth(yes)
            }
            1 => match self.known(is_bool) {
                Some(local) => self.local(local),
                None => self.comparison(0),
            },
            2 => match self.cell(is_bool) {
                Some(cell) => self.read(cell),
                None => self.comparison(0),
            },
            _ => self.comparison(0),
        }
    }

    fn comparison(&mut self, depth: u32) -> ExprId {
        if self.rng.chance(35) {
            let domain = self.domain();
            let (a, b) = (self.maybe(domain, depth), self.maybe(domain, depth));
            let op = if self.rng_even() { BinaryOp::Eq } else { BinaryOp::Ne };
            return self.binary(op, a, b);
        }
        if self.rng.chance(8) && self.world.board {
            return self.adjacent(depth);
        }
        let (a, b) = (self.number(depth).0, self.number(depth).0);
        let ops = [BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge, BinaryOp::Eq, BinaryOp::Ne];
        let op = ops[self.rng.below(ops.len())];
        self.binary(op, a, b)
    }

    /// `between(h, k) <> none edge`, and the like.
    fn adjacent(&mut self, depth: u32) -> ExprId {
        let (h, k) = (self.plain(HEX, depth), self.plain(HEX, depth));
        let (op, domain) = if self.rng_even() { (BoardOp::Between, EDGE) } else { (BoardOp::Toward, DIR) };
        let found = self.add(Expr::Board(op, vec![h, k]));
        let none = self.add(Expr::None(domain));
        self.binary(BinaryOp::Ne, found, none)
    }

    fn any_or_every(&mut self, depth: u32) -> ExprId {
        let domain = self.domain();
        let over = self.set(domain, depth.min(1));
        let var = self.declare(self.member(domain), false);
        self.inside(|maker| {
            maker.scope.push(var);
            let guard = if maker.rng.chance(30) { Some(maker.yes(0)) } else { None };
            let value = Some(maker.yes(depth));
            let op = if maker.rng_even() { FoldOp::Any } else { FoldOp::Every };
            maker.add(Expr::Fold(Fold { op, var, over, guard, value, other: None }))
        })
    }
}
