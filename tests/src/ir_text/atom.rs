//! What operators bind: literals, names, calls, folds and the forms with words of their own.

use super::lexer::Tok;
use super::{Global, Reader};
use wgr_runtime::ir::{Expr, ExprId, Fold, FoldOp, Pos, Quantifier, Suppose, What};
use wgr_runtime::text::words::{BINARY_CALLS, BOARD_OPS, FOLDS, UNARY_CALLS};

impl Reader<'_> {
    pub(super) fn atom(&mut self) -> ExprId {
        let at = self.pos();
        if matches!(self.tok(), Tok::Number(_) | Tok::Sign("-")) {
            return self.number();
        }
        if self.eat_sign("(") {
            let inner = self.expr();
            self.expect_sign(")");
            return inner;
        }
        let Tok::Word(word) = *self.tok() else { self.expected("an expression") };
        if self.is_sign_at(1, "(") {
            return self.call_like(at, word);
        }
        if matches!(self.tok_at(1), Tok::Text(_)) {
            // `hex"06.15"`
            let Some(Global::Domain(domain)) = self.is_global(word) else { self.expected("a domain") };
            let value = self.member(domain);
            return self.literal(value, What::Id(domain), at);
        }
        match word {
            "yes" | "no" => {
                self.advance();
                self.literal(i64::from(word == "yes"), What::Bool, at)
            }
            "none" | "empty" | "all" => {
                self.advance();
                let domain = self.domain();
                let expr = match word {
                    "none" => Expr::None(domain),
                    "empty" => Expr::Empty(domain),
                    _ => Expr::All(domain),
                };
                self.put(expr, at)
            }
            "peek" => self.peek(at),
            "extend" => self.extend(at),
            "complete" => self.complete(at),
            "buyable" => self.buyable(at),
            "spendable" => self.spendable(at),
            "suppose" => self.suppose(at),
            _ => self.named(at, word),
        }
    }

    /// `name(..)`
    fn call_like(&mut self, at: Pos, word: &str) -> ExprId {
        if let Some(op) = self.eat_one_of(&FOLDS) {
            return self.fold(at, op);
        }
        if let Some(&(_, op, wanted)) = BOARD_OPS.iter().find(|(name, _, _)| *name == word) {
            let args = self.given(wanted);
            return self.put(Expr::Board(op, args), at);
        }
        if let Some(&(_, op)) = UNARY_CALLS.iter().find(|(name, _)| *name == word) {
            let args = self.given(1);
            return self.put(Expr::Unary(op, args[0]), at);
        }
        if let Some(&(_, op)) = BINARY_CALLS.iter().find(|(name, _)| *name == word) {
            let args = self.given(2);
            return self.put(Expr::Binary(op, args[0], args[1]), at);
        }
        let (func, args) = (self.called(), self.args());
        self.put(Expr::Call(func, args), at)
    }

    /// The arguments of something built in.
    fn given(&mut self, wanted: usize) -> Vec<ExprId> {
        let at = self.pos();
        self.advance();
        let args = self.args();
        assert_eq!(args.len(), wanted, "{at:?}: arguments");
        args
    }

    fn named(&mut self, at: Pos, word: &str) -> ExprId {
        if let Some(Global::Domain(domain)) = self.is_global(word)
            && self.is_sign_at(1, ".")
        {
            self.advance();
            self.advance();
            let value = self.member(domain);
            return self.literal(value, What::Id(domain), at);
        }
        if let Some(local) = self.local(word)
            && !self.is_sign_at(1, "[")
        {
            self.advance();
            return self.put(Expr::Local(local), at);
        }
        match self.is_global(word) {
            Some(Global::Kind(kind)) => {
                self.advance();
                self.put(Expr::Kind(kind), at)
            }
            Some(Global::Table(_)) => {
                let (table, index) = (self.table(), self.index_if_any());
                self.put(Expr::Table(table, index), at)
            }
            Some(Global::Cell(_)) => {
                let (cell, index) = (self.cell(), self.index_if_any());
                self.put(Expr::Cell(cell, index), at)
            }
            Some(Global::Domain(_) | Global::Func(_)) | None => self.expected("a value"),
        }
    }

    pub(super) fn index_if_any(&mut self) -> Vec<ExprId> {
        if self.eat_sign("[") { self.list("]", Self::expr) } else { Vec::new() }
    }

    /// The word being read.
    fn fold(&mut self, at: Pos, op: FoldOp) -> ExprId {
        self.expect_sign("(");
        let (name, var, _) = self.declare_local();
        self.expect_words("in");
        let over = self.expr();
        let bare = matches!(op, FoldOp::Count | FoldOp::Filter);
        let (guard, value) = self.inside(&[(name, var)], |reader| {
            let guard = reader.clause("when");
            if bare {
                return (guard, None);
            }
            reader.expect_sign(":");
            (guard, Some(reader.expr()))
        });
        let other = matches!(op, FoldOp::Least | FoldOp::Most).then(|| {
            self.expect_words("else");
            self.expr()
        });
        self.expect_sign(")");
        self.put(Expr::Fold(Fold { op, var, over, guard, value, other }), at)
    }

    fn peek(&mut self, at: Pos) -> ExprId {
        self.advance();
        let (cell, index) = (self.cell(), self.index_if_any());
        let viewer = self.behind("by");
        let other = self.behind("else");
        self.put(Expr::Peek { cell, index, viewer, other }, at)
    }

    /// An expression behind these words, which must stand here.
    pub(super) fn behind(&mut self, words: &str) -> ExprId {
        self.expect_words(words);
        self.expr()
    }

    fn extend(&mut self, at: Pos) -> ExprId {
        self.advance();
        let (limits, args) = (self.called(), self.args());
        let chosen = self.behind("chosen");
        let from = self.behind("from");
        self.put(Expr::Extend { limits, args, chosen, from }, at)
    }

    fn complete(&mut self, at: Pos) -> ExprId {
        self.advance();
        let (limits, args) = (self.called(), self.args());
        let chosen = self.behind("chosen");
        self.put(Expr::Complete { limits, args, chosen }, at)
    }

    fn buyable(&mut self, at: Pos) -> ExprId {
        self.advance();
        let (goods, args) = (self.called(), self.args());
        let pool = self.behind("pool");
        let from = self.behind("from");
        let last = self.clause("last");
        self.put(Expr::Buyable { goods, args, pool, from, last }, at)
    }

    fn spendable(&mut self, at: Pos) -> ExprId {
        self.advance();
        let (goods, args) = (self.called(), self.args());
        let pool = self.behind("pool");
        let from = self.behind("from");
        self.put(Expr::Spendable { goods, args, pool, from }, at)
    }

    fn suppose(&mut self, at: Pos) -> ExprId {
        self.advance();
        let how = match self.eat_one_of(&[("every", true), ("some", false)]) {
            None => Quantifier::Plain,
            Some(every) => {
                self.expect_words("at most");
                let budget = self.count();
                self.expect_words("else");
                let over = self.one_of(&[("yes", true), ("no", false)]);
                if every { Quantifier::Every { budget, over } } else { Quantifier::Some { budget, over } }
            }
        };
        // What the body declares can be read in the value, which is evaluated there.
        let (body, value) = self.inside(&[], |reader| (reader.open_block(), reader.behind("yields")));
        self.put(Expr::Suppose(Suppose { how, body, value }), at)
    }
}
