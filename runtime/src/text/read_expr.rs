//! Expressions: operators by how tightly they bind; [`read_atom`](super::read_atom) reads what they bind.

use super::lexer::Tok;
use super::read::{Parse, Reader};
use crate::ir::{BinaryOp, Expr, ExprId, Scalar, UnaryOp, What};

/// How tightly operators bind, loosest first. The printer uses the same numbers.
pub(super) mod bind {
    pub(in super::super) const LOOSEST: u8 = 0;
    pub(in super::super) const OR: u8 = 1;
    pub(in super::super) const AND: u8 = 2;
    pub(in super::super) const NOT: u8 = 3;
    pub(in super::super) const COMPARE: u8 = 4;
    pub(in super::super) const ADD: u8 = 5;
    pub(in super::super) const MUL: u8 = 6;
    pub(in super::super) const SIGN: u8 = 7;
    pub(in super::super) const POSTFIX: u8 = 8;
    pub(in super::super) const ATOM: u8 = 9;
}

/// Every operator that stands between two expressions, as it is written. `min` and `max` are calls.
pub(super) const OPERATORS: [(&str, BinaryOp, u8); 18] = [
    ("or", BinaryOp::Or, bind::OR),
    ("and", BinaryOp::And, bind::AND),
    ("=", BinaryOp::Eq, bind::COMPARE),
    ("<>", BinaryOp::Ne, bind::COMPARE),
    ("<", BinaryOp::Lt, bind::COMPARE),
    ("<=", BinaryOp::Le, bind::COMPARE),
    (">", BinaryOp::Gt, bind::COMPARE),
    (">=", BinaryOp::Ge, bind::COMPARE),
    ("in", BinaryOp::In, bind::COMPARE),
    ("+", BinaryOp::Add, bind::ADD),
    ("-", BinaryOp::Sub, bind::ADD),
    ("|", BinaryOp::Union, bind::ADD),
    ("\\", BinaryOp::Minus, bind::ADD),
    ("*", BinaryOp::Mul, bind::MUL),
    ("div", BinaryOp::DivDown, bind::MUL),
    ("divup", BinaryOp::DivUp, bind::MUL),
    ("mod", BinaryOp::Mod, bind::MUL),
    ("&", BinaryOp::Inter, bind::MUL),
];

impl Reader<'_> {
    pub(super) fn expr(&mut self) -> Parse<ExprId> {
        self.nested(|reader| if reader.is_word("if") { reader.choice() } else { reader.level(bind::OR) })
    }

    /// An expression without comparison: what stands before the `=` of a row.
    pub(super) fn sum_expr(&mut self) -> Parse<ExprId> {
        self.nested(|reader| reader.level(bind::ADD))
    }

    fn choice(&mut self) -> Parse<ExprId> {
        let (at, like) = (self.pos(), "if steps[u] > 1 then 2 else 0");
        self.advance();
        let cond = self.expr()?;
        self.expect_word("then", like)?;
        let then = self.expr()?;
        self.expect_word("else", like)?;
        let other = self.expr()?;
        self.put(Expr::If(cond, then, other), at, &[cond, then, other])
    }

    fn operator(&self) -> Option<(BinaryOp, u8)> {
        let (Tok::Word(found) | Tok::Sign(found)) = *self.tok() else { return None };
        OPERATORS.iter().find(|(text, _, _)| *text == found).map(|&(_, op, binds)| (op, binds))
    }

    /// Operators that bind at least so tightly.
    fn level(&mut self, least: u8) -> Parse<ExprId> {
        let mut left = self.prefix(least)?;
        let mut compared = false;
        while let Some((op, binds)) = self.operator() {
            if binds < least {
                break;
            }
            let at = self.pos();
            if compared && binds == bind::COMPARE {
                let what = "comparisons do not follow one another; write `a < b and b < c`, or use parentheses";
                return Err(self.fault(at, what));
            }
            compared = binds == bind::COMPARE;
            self.advance();
            let right = self.level(binds + 1)?;
            left = self.put(Expr::Binary(op, left, right), at, &[left, right])?;
        }
        Ok(left)
    }

    fn prefix(&mut self, least: u8) -> Parse<ExprId> {
        let at = self.pos();
        if self.is_word("not") && least <= bind::NOT {
            self.advance();
            let value = self.nested(|reader| reader.level(bind::NOT))?;
            return self.put(Expr::Unary(UnaryOp::Not, value), at, &[value]);
        }
        if self.is_word("not") || self.is_word("if") {
            let found = self.found();
            return Err(self.fault(at, format!("{found} needs parentheses here, as in `1 + (if a then 2 else 3)`")));
        }
        if self.is_sign("-") && !matches!(self.tok_at(1), Tok::Number(_)) {
            self.advance();
            let value = self.nested(|reader| reader.prefix(bind::SIGN))?;
            return self.put(Expr::Unary(UnaryOp::Neg, value), at, &[value]);
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Parse<ExprId> {
        let mut value = self.atom()?;
        while self.is_sign("!") {
            let at = self.pos();
            self.advance();
            value = self.put(Expr::Unary(UnaryOp::The, value), at, &[value])?;
        }
        Ok(value)
    }

    /// `3`, `-3`, `1/2`
    pub(super) fn number(&mut self) -> Parse<ExprId> {
        let at = self.pos();
        let value = self.int("a number", "3")?;
        let mut den = 1;
        if self.eat_sign("/") {
            let at = self.pos();
            den = self.count("the denominator", u64::from(u32::MAX), "1/2")?;
            if den == 0 {
                self.fault(at, "there is no fraction over 0; write `1/2`");
            }
        }
        self.literal(value, What::Int { den }, at)
    }

    pub(super) fn literal(&mut self, value: i64, what: What, at: crate::ir::Pos) -> Parse<ExprId> {
        self.put(Expr::Literal { value, ty: Scalar { what, lo: value, hi: value } }, at, &[])
    }
}
