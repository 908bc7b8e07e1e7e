//! Expressions, with no more parentheses than the reader needs.

use super::print::{MOST_DEPTH, Printer};
use super::words::{BINARY_CALLS, BOARD_OPS, FOLDS, OPERATORS, UNARY_CALLS, bind};
use crate::ir::{BinaryOp, Expr, ExprId, Fold, Quantifier, Scalar, Suppose, UnaryOp, What};

impl Printer<'_> {
    pub(super) fn expr(&mut self, id: ExprId) {
        self.expr_at(id, bind::LOOSEST);
    }

    /// `word EXPR`, if there is one.
    pub(super) fn clause(&mut self, word: &str, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.put(word);
            self.expr(expr);
        }
    }

    /// An expression where one stands that binds at least so tightly.
    pub(super) fn expr_at(&mut self, id: ExprId, least: u8) {
        let Some(node) = self.func.exprs.get(id.index()) else { return self.put("?") };
        if self.left == 0 || self.depth >= MOST_DEPTH {
            return self.put("..");
        }
        self.left -= 1;
        self.depth += 1;
        let wrapped = binds(&node.expr) < least;
        if wrapped {
            self.put("(");
        }
        self.bare(&node.expr);
        if wrapped {
            self.put(")");
        }
        self.depth -= 1;
    }

    fn bare(&mut self, expr: &Expr) {
        match expr {
            Expr::Literal { value, ty } => self.literal(*value, *ty),
            Expr::None(domain) => self.of_domain("none", *domain),
            Expr::Empty(domain) => self.of_domain("empty", *domain),
            Expr::All(domain) => self.of_domain("all", *domain),
            Expr::Kind(kind) => self.global(self.world.kind_name(*kind)),
            Expr::Local(local) => self.local(*local),
            Expr::Cell(cell, index) => self.indexed(self.world.cell_name(*cell), index),
            Expr::Table(table, index) => self.indexed(self.world.table_name(*table), index),
            Expr::Peek { cell, index, viewer, other } => {
                self.put("peek ");
                self.place(*cell, index);
                self.clause(" by ", Some(*viewer));
                self.clause(" else ", Some(*other));
            }
            Expr::Unary(op, value) => self.unary(*op, *value),
            Expr::Binary(op, left, right) => self.binary(*op, *left, *right),
            Expr::If(cond, then, other) => {
                self.clause("if ", Some(*cond));
                self.clause(" then ", Some(*then));
                self.clause(" else ", Some(*other));
            }
            Expr::Call(func, args) => self.call(self.world.func_name(*func), args),
            Expr::Fold(fold) => self.fold(fold),
            Expr::Board(op, args) => {
                let name = BOARD_OPS.iter().find(|(_, of, _)| of == op).map_or("?", |(name, _, _)| name);
                self.call(name, args);
            }
            Expr::Extend { limits, args, chosen, from } => {
                self.put("extend ");
                self.call(self.world.func_name(*limits), args);
                self.clause(" chosen ", Some(*chosen));
                self.clause(" from ", Some(*from));
            }
            Expr::Complete { limits, args, chosen } => {
                self.put("complete ");
                self.call(self.world.func_name(*limits), args);
                self.clause(" chosen ", Some(*chosen));
            }
            Expr::Buyable { goods, args, pool, from, last } => {
                self.put("buyable ");
                self.call(self.world.func_name(*goods), args);
                self.clause(" pool ", Some(*pool));
                self.clause(" from ", Some(*from));
                self.clause(" last ", *last);
            }
            Expr::Spendable { goods, args, pool, from } => {
                self.put("spendable ");
                self.call(self.world.func_name(*goods), args);
                self.clause(" pool ", Some(*pool));
                self.clause(" from ", Some(*from));
            }
            Expr::Suppose(suppose) => self.suppose(suppose),
        }
    }

    fn literal(&mut self, value: i64, ty: Scalar) {
        let text = match ty.what {
            What::Bool => if value == 0 { "no" } else { "yes" }.to_owned(),
            What::Int { den: 1 } => value.to_string(),
            What::Int { den } => format!("{value}/{den}"),
            What::Id(domain) => self.world.member(domain, value, false),
        };
        self.put(&text);
    }

    fn of_domain(&mut self, word: &str, domain: crate::ir::DomainId) {
        self.put(word);
        self.put(" ");
        self.put(self.world.domain_name(domain));
    }

    fn indexed(&mut self, name: &str, index: &[ExprId]) {
        if index.is_empty() && !name.contains('.') {
            return self.global(name);
        }
        self.put(name);
        self.index(index);
    }

    pub(super) fn index(&mut self, index: &[ExprId]) {
        if !index.is_empty() {
            self.put("[");
            self.list(index);
            self.put("]");
        }
    }

    pub(super) fn place(&mut self, cell: crate::ir::CellId, index: &[ExprId]) {
        self.put(self.world.cell_name(cell));
        self.index(index);
    }

    fn list(&mut self, all: &[ExprId]) {
        for (index, expr) in all.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            self.expr(*expr);
        }
    }

    pub(super) fn call(&mut self, name: &str, args: &[ExprId]) {
        self.put(name);
        self.put("(");
        self.list(args);
        self.put(")");
    }

    fn unary(&mut self, op: UnaryOp, value: ExprId) {
        match op {
            UnaryOp::Not => {
                self.put("not ");
                self.expr_at(value, bind::NOT);
            }
            UnaryOp::Neg => self.negated(value),
            UnaryOp::The => {
                self.expr_at(value, bind::POSTFIX);
                self.put("!");
            }
            UnaryOp::Down | UnaryOp::Up | UnaryOp::Size | UnaryOp::Lowest | UnaryOp::Highest | UnaryOp::Single => {
                let name = UNARY_CALLS.iter().find(|(_, of)| *of == op).map_or("?", |(name, _)| name);
                self.call(name, &[value]);
            }
        }
    }

    /// A sign before digits would belong to the number.
    fn negated(&mut self, value: ExprId) {
        self.put("-");
        let start = self.out.len();
        self.expr_at(value, bind::SIGN);
        let digits = self.out.get(start..).is_some_and(|text| text.starts_with(|c: char| c.is_ascii_digit()));
        if digits {
            self.out.insert(start, '(');
            self.out.push(')');
        }
    }

    fn binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) {
        let Some(&(sign, _, binds)) = OPERATORS.iter().find(|(_, of, _)| *of == op) else {
            let name = BINARY_CALLS.iter().find(|(_, of)| *of == op).map_or("?", |(name, _)| name);
            return self.call(name, &[left, right]);
        };
        let loosest = if binds == bind::COMPARE { bind::ADD } else { binds };
        self.expr_at(left, loosest);
        self.put(&format!(" {sign} "));
        self.expr_at(right, binds + 1);
    }

    fn fold(&mut self, fold: &Fold) {
        let name = FOLDS.iter().find(|(_, of)| *of == fold.op).map_or("?", |(name, _)| name);
        self.put(name);
        self.put("(");
        self.declaration(fold.var);
        self.clause(" in ", Some(fold.over));
        let open = self.scope.len();
        self.open(fold.var);
        self.clause(" when ", fold.guard);
        self.clause(": ", fold.value);
        self.scope.truncate(open);
        self.clause(" else ", fold.other);
        self.put(")");
    }

    fn suppose(&mut self, suppose: &Suppose) {
        let word = |over: bool| if over { "yes" } else { "no" };
        let how = match suppose.how {
            Quantifier::Plain => "suppose ".to_owned(),
            Quantifier::Every { budget, over } => format!("suppose every at most {budget} else {} ", word(over)),
            Quantifier::Some { budget, over } => format!("suppose some at most {budget} else {} ", word(over)),
        };
        self.put(&how);
        let open = self.scope.len();
        self.open_block(&suppose.body);
        self.clause(" yields ", Some(suppose.value));
        self.scope.truncate(open);
    }
}

fn binds(expr: &Expr) -> u8 {
    match expr {
        Expr::Literal { .. }
        | Expr::None(_)
        | Expr::Empty(_)
        | Expr::All(_)
        | Expr::Kind(_)
        | Expr::Local(_)
        | Expr::Cell(..)
        | Expr::Table(..)
        | Expr::Call(..)
        | Expr::Fold(_)
        | Expr::Board(..) => bind::ATOM,
        Expr::Unary(UnaryOp::Not, _) => bind::NOT,
        Expr::Unary(UnaryOp::Neg, _) => bind::SIGN,
        Expr::Unary(UnaryOp::The, _) => bind::POSTFIX,
        Expr::Unary(
            UnaryOp::Down | UnaryOp::Up | UnaryOp::Size | UnaryOp::Lowest | UnaryOp::Highest | UnaryOp::Single,
            _,
        ) => bind::ATOM,
        Expr::Binary(op, ..) => OPERATORS.iter().find(|(_, of, _)| of == op).map_or(bind::ATOM, |(_, _, binds)| *binds),
        // These end in an expression that takes all it can get.
        Expr::If(..)
        | Expr::Peek { .. }
        | Expr::Extend { .. }
        | Expr::Complete { .. }
        | Expr::Buyable { .. }
        | Expr::Spendable { .. }
        | Expr::Suppose(_) => bind::LOOSEST,
    }
}
