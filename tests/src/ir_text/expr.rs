//! Expressions: operators by how tightly they bind; [`atom`](super::atom) reads what they bind.

use super::Reader;
use super::lexer::Tok;
use wgr_runtime::ir::{BinaryOp, Expr, ExprId, Pos, Scalar, UnaryOp, What};
use wgr_runtime::text::words::{OPERATORS, bind};

impl Reader<'_> {
    pub(super) fn expr(&mut self) -> ExprId {
        let at = self.pos();
        if !self.eat_word("if") {
            return self.level(bind::OR);
        }
        let cond = self.expr();
        self.expect_words("then");
        let then = self.expr();
        self.expect_words("else");
        let other = self.expr();
        self.put(Expr::If(cond, then, other), at)
    }

    /// An expression without comparison: what stands before the `=` of a row.
    pub(super) fn sum_expr(&mut self) -> ExprId {
        self.level(bind::ADD)
    }

    fn operator(&self) -> Option<(BinaryOp, u8)> {
        let (Tok::Word(found) | Tok::Sign(found)) = *self.tok() else { return None };
        OPERATORS.iter().find(|(text, _, _)| *text == found).map(|&(_, op, binds)| (op, binds))
    }

    /// Operators that bind at least so tightly. Comparisons do not follow one another.
    fn level(&mut self, least: u8) -> ExprId {
        let mut left = self.prefix(least);
        let mut compared = false;
        while let Some((op, binds)) = self.operator() {
            if binds < least {
                break;
            }
            let at = self.pos();
            assert!(!compared || binds != bind::COMPARE, "{at:?}: a comparison behind another");
            compared = binds == bind::COMPARE;
            self.advance();
            let right = self.level(binds + 1);
            left = self.put(Expr::Binary(op, left, right), at);
        }
        left
    }

    fn prefix(&mut self, least: u8) -> ExprId {
        let at = self.pos();
        if least <= bind::NOT && self.eat_word("not") {
            let value = self.level(bind::NOT);
            return self.put(Expr::Unary(UnaryOp::Not, value), at);
        }
        if self.is_sign("-") && !matches!(self.tok_at(1), Tok::Number(_)) {
            self.advance();
            let value = self.prefix(bind::SIGN);
            return self.put(Expr::Unary(UnaryOp::Neg, value), at);
        }
        self.postfix()
    }

    fn postfix(&mut self) -> ExprId {
        let mut value = self.atom();
        loop {
            let at = self.pos();
            if !self.eat_sign("!") {
                return value;
            }
            value = self.put(Expr::Unary(UnaryOp::The, value), at);
        }
    }

    /// `3`, `-3`, `1/2`
    pub(super) fn number(&mut self) -> ExprId {
        let at = self.pos();
        let value = self.int();
        let den = self.parts().unwrap_or(1);
        self.literal(value, What::Int { den }, at)
    }

    pub(super) fn literal(&mut self, value: i64, what: What, at: Pos) -> ExprId {
        self.put(Expr::Literal { value, ty: Scalar { what, lo: value, hi: value } }, at)
    }
}
