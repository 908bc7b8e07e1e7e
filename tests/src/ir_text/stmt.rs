//! Statements; those of searches, rays and marks stand in [`kernel`](super::kernel).

use super::Reader;
use super::lexer::Tok;
use wgr_runtime::ir::{Arm, Ask, Block, FaultText, Look, Scalar, Stmt, StmtKind, Type, What, Write};

/// Words that begin a statement and no expression.
const STATEMENTS: [&str; 22] = [
    "let", "together", "for", "repeat", "loop", "break", "ask", "roll", "draw", "reveal", "seal", "settle", "call",
    "return", "end", "fail", "erase", "swap", "search", "offer", "ray", "mark",
];

impl<'a> Reader<'a> {
    pub(super) fn stmt(&mut self) -> Stmt {
        let at = self.pos();
        let Tok::Word(word) = *self.tok() else { self.expected("a statement") };
        let kind = if word == "if" || STATEMENTS.contains(&word) {
            self.advance();
            self.worded(word)
        } else {
            self.assign(word)
        };
        Stmt { kind, at }
    }

    fn worded(&mut self, word: &str) -> StmtKind {
        match word {
            "let" => self.let_stmt(),
            "together" => self.together(),
            "if" => self.if_stmt(),
            "for" => self.for_stmt(),
            "repeat" => self.repeat_stmt(),
            "loop" => self.loop_stmt(),
            "break" => StmtKind::Break,
            "ask" => self.ask_stmt(),
            "roll" => self.roll_stmt(),
            "draw" => self.draw_stmt(),
            "reveal" => {
                let (cell, index) = (self.cell(), self.index_if_any());
                StmtKind::Reveal { cell, index, to: self.behind("to") }
            }
            "seal" => StmtKind::Seal,
            "settle" => {
                match self.eat_one_of(&[("known", Look::Known), ("endings", Look::Endings), ("once", Look::AtOnce)]) {
                    Some(look) => StmtKind::Look(look),
                    None => StmtKind::Settle { by: self.behind("by") },
                }
            }
            "call" => self.call_stmt(),
            "return" => StmtKind::Return(self.returns_value().then(|| self.expr())),
            "end" => StmtKind::End(self.expr()),
            "over" => StmtKind::Over(self.expr()),
            "fail" => {
                let texts = [("gap", FaultText::Gap), ("clash", FaultText::Clash), ("hole", FaultText::Hole)];
                let text = self.eat_one_of(&texts).unwrap_or(FaultText::Rule);
                StmtKind::Fail { site: self.site(), text }
            }
            "erase" => StmtKind::Erase(self.expr()),
            "swap" => StmtKind::Swap { old: self.expr(), new: self.behind("for") },
            "search" => self.search_stmt(),
            "offer" => self.offer_stmt(),
            "ray" => self.ray_stmt(),
            _ => self.mark_stmt(),
        }
    }

    /// `x := e`, `c[i] := e`
    fn assign(&mut self, word: &str) -> StmtKind {
        if let Some(local) = self.local(word)
            && self.is_sign_at(1, ":=")
        {
            self.advance();
            self.advance();
            return StmtKind::Let { local, value: self.expr(), fresh: false };
        }
        StmtKind::Set(self.write())
    }

    /// `c[i] := e`
    fn write(&mut self) -> Write {
        let (cell, index) = (self.cell(), self.index_if_any());
        self.expect_sign(":=");
        Write { cell, index, value: self.expr() }
    }

    fn together(&mut self) -> StmtKind {
        self.expect_sign("{");
        let mut writes = Vec::new();
        while !self.eat_sign("}") {
            writes.push(self.write());
        }
        StmtKind::Together(writes)
    }

    fn let_stmt(&mut self) -> StmtKind {
        let (name, local, _) = self.declare_local();
        self.expect_sign("=");
        let value = self.expr();
        self.open(name, local);
        StmtKind::Let { local, value, fresh: true }
    }

    /// `if` being read. `else if` is an `if` in the other block.
    fn if_stmt(&mut self) -> StmtKind {
        let (cond, then) = (self.expr(), self.block());
        let mut other = Block::default();
        if self.eat_word("else") {
            let at = self.pos();
            other = if self.eat_word("if") { Block(vec![Stmt { kind: self.if_stmt(), at }]) } else { self.block() };
        }
        StmtKind::If { cond, then, other }
    }

    fn for_stmt(&mut self) -> StmtKind {
        let (name, var, ty) = self.declare_local();
        let Type::Scalar(Scalar { what: What::Id(domain), .. }) = ty else { self.expected("members") };
        let rest = self.hidden(Type::Set(domain));
        let over = self.behind("in");
        StmtKind::For { var, rest, over, body: self.inside(&[(name, var)], Self::block) }
    }

    fn repeat_stmt(&mut self) -> StmtKind {
        let (name, var, ty) = self.declare_local();
        let Type::Scalar(Scalar { hi, .. }) = ty else { self.expected("whole numbers") };
        let until = self.hidden(Type::int(0, hi + 1));
        let times = self.behind("times");
        StmtKind::Repeat { var, until, times, body: self.inside(&[(name, var)], Self::block) }
    }

    fn loop_stmt(&mut self) -> StmtKind {
        self.expect_words("at most");
        let most: u32 = self.count();
        let count = self.hidden(Type::int(0, i64::from(most)));
        StmtKind::Loop { most, count, body: self.block() }
    }

    fn ask_stmt(&mut self) -> StmtKind {
        let (by, site) = (self.expr(), self.site());
        let (start, order) = (self.eat_word("start"), self.eat_word("order"));
        self.expect_sign("{");
        let mut arms = Vec::new();
        while let Some(each) = self.eat_one_of(&[("each", true), ("one", false)]) {
            arms.push(if each { self.each_arm() } else { self.one_arm() });
        }
        let otherwise = self.eat_word("otherwise").then(|| self.block());
        self.expect_sign("}");
        StmtKind::Ask(Ask { by, site, start, order, arms, otherwise })
    }

    fn one_arm(&mut self) -> Arm {
        let name = self.answer();
        Arm { name, each: None, guard: self.clause("when"), body: self.block() }
    }

    fn each_arm(&mut self) -> Arm {
        let (name, var, _) = self.declare_local();
        let over = self.behind("in");
        self.inside(&[(name, var)], |reader| {
            let guard = reader.clause("when");
            reader.expect_words("as");
            let name = reader.answer();
            Arm { name, each: Some((var, over)), guard, body: reader.block() }
        })
    }

    fn roll_stmt(&mut self) -> StmtKind {
        let (name, into, _) = self.declare_local();
        let site = self.site_if_any();
        self.open(name, into);
        StmtKind::Roll { into, site }
    }

    fn draw_stmt(&mut self) -> StmtKind {
        let (name, into, _) = self.declare_local();
        self.expect_words("from");
        let cup = self.cell();
        let site = self.site_if_any();
        self.open(name, into);
        let otherwise = if self.eat_word("otherwise") { self.block() } else { Block::default() };
        StmtKind::Draw { into, cup, site, otherwise }
    }

    /// `call x: T = f(..)`, `call x := f(..)`, `call f(..)`
    fn call_stmt(&mut self) -> StmtKind {
        if self.is_sign_at(1, ":") {
            let (name, into, _) = self.declare_local();
            self.expect_sign("=");
            let (func, args) = (self.called(), self.args());
            self.open(name, into);
            return StmtKind::Call { into: Some(into), fresh: true, func, args };
        }
        let mut into = None;
        if self.is_sign_at(1, ":=") {
            let name = self.name();
            self.advance();
            into = Some(self.local(name).unwrap_or_else(|| self.expected("a local")));
        }
        StmtKind::Call { into, fresh: false, func: self.called(), args: self.args() }
    }

    /// A `return` may stand before a statement that never runs: is the next thing a value?
    fn returns_value(&self) -> bool {
        match *self.tok() {
            Tok::Sign("}") => false,
            // Of all words, `if` may begin either.
            Tok::Word("if") => self.func.ret.is_some(),
            Tok::Word(word) => !STATEMENTS.contains(&word) && !self.is_assignment(),
            Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => true,
        }
    }

    /// `name :=` or `name[..] :=`
    fn is_assignment(&self) -> bool {
        let mut ahead = if self.is_sign_at(1, ".") { 3 } else { 1 };
        if self.is_sign_at(ahead, "[") {
            let closes = (ahead..self.tokens.len()).scan(0_i32, |depth, at| {
                *depth += i32::from(self.is_sign_at(at, "[")) - i32::from(self.is_sign_at(at, "]"));
                Some((at, *depth))
            });
            ahead = closes.skip_while(|(_, depth)| *depth > 0).map(|(at, _)| at + 1).next().unwrap_or(ahead);
        }
        self.is_sign_at(ahead, ":=")
    }
}
