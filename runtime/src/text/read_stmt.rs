//! Statements; those of searches, rays and marks stand in [`read_kernel`](super::read_kernel).

use super::lexer::Tok;
use super::names::did_you_mean;
use super::read::{Global, Parse, Reader};
use super::read_names::VALUE;
use crate::ir::{
    Arm, Ask, Block, CellId, ExprId, FaultText, LocalId, Look, Pos, Scalar, Stmt, StmtKind, Type, What, Write,
};

/// Words that begin a statement.
const STATEMENTS: [&str; 24] = [
    "let", "together", "if", "for", "repeat", "loop", "break", "ask", "roll", "draw", "reveal", "seal", "settle",
    "call", "return", "end", "fail", "erase", "swap", "search", "offer", "ray", "mark", "suppose",
];

impl<'a> Reader<'a> {
    pub(super) fn stmt(&mut self) -> Parse<Stmt> {
        let at = self.pos();
        let Tok::Word(word) = *self.tok() else {
            return Err(self.expected("a statement or `}`", "x := x + 1"));
        };
        let kind = if STATEMENTS.contains(&word) {
            self.advance();
            self.worded(word, at)?
        } else {
            self.assign(word, at)?
        };
        Ok(Stmt { kind, at })
    }

    fn worded(&mut self, word: &str, at: Pos) -> Parse<StmtKind> {
        match word {
            "let" => self.let_stmt(),
            "together" => self.together(),
            "if" => self.if_stmt(),
            "for" => self.for_stmt(),
            "repeat" => self.repeat_stmt(),
            "loop" => self.loop_stmt(),
            "break" => Ok(StmtKind::Break),
            "ask" => self.ask_stmt(),
            "roll" => self.roll_stmt(),
            "draw" => self.draw_stmt(),
            "reveal" => self.reveal_stmt(),
            "seal" => Ok(StmtKind::Seal),
            "settle" => {
                for (word, look) in [("known", Look::Known), ("endings", Look::Endings)] {
                    if self.eat_word(word) {
                        return Ok(StmtKind::Look(look));
                    }
                }
                self.expect_word("by", "settle by Side.German")?;
                Ok(StmtKind::Settle { by: self.expr()? })
            }
            "call" => self.call_stmt(),
            "return" => Ok(StmtKind::Return(if self.returns_value() { Some(self.expr()?) } else { None })),
            "end" => Ok(StmtKind::End(self.expr()?)),
            "fail" => self.fail_stmt(),
            "erase" => Ok(StmtKind::Erase(self.expr()?)),
            "swap" => {
                let old = self.expr()?;
                self.expect_word("for", "swap u for single(v)")?;
                Ok(StmtKind::Swap { old, new: self.expr()? })
            }
            "search" => self.search_stmt(at),
            "offer" => self.offer_stmt(),
            "ray" => self.ray_stmt(at),
            "mark" => self.mark_stmt(),
            _ => Err(self.fault(at, format!("`{word}` is an expression; write it like `let x: bool = {word} ..`"))),
        }
    }

    /// `x := e`, `c[i] := e`
    fn assign(&mut self, word: &'a str, at: Pos) -> Parse<StmtKind> {
        let like = "x := x + 1";
        if self.is_sign_at(1, ":=") && self.local(word).is_some() {
            let name = self.name("a local", like)?;
            self.advance();
            let value = self.expr()?;
            let local = self.local(name).unwrap_or(LocalId::new(0));
            return Ok(StmtKind::Let { local, value, fresh: false });
        }
        if !(self.is_sign_at(1, ":=") || self.is_sign_at(1, "[") || self.is_sign_at(1, ".")) {
            let found = self.found();
            let near = did_you_mean(word, STATEMENTS.into_iter());
            let what = match self.global(word) {
                Some(Global::Func(_)) => format!("a function is called like `call {word}()`"),
                _ => format!("no statement begins with {found}{near}; a write looks like `x := 1` or `steps[u] := 1`"),
            };
            return Err(self.fault(at, what));
        }
        Ok(StmtKind::Set(self.write()?))
    }

    /// `c[i] := e`
    fn write(&mut self) -> Parse<Write> {
        let like = "steps[u] := steps[u] - 1";
        let at = self.pos();
        let name = self.name("a cell", like)?;
        let cell = match self.global(name) {
            None if self.is_sign(":=") => {
                let cells = |global| matches!(global, Global::Cell(_));
                self.unknown(name, at, VALUE, cells);
                CellId::new(0)
            }
            _ => self.cell_named(name, at)?,
        };
        let index = self.index_if_any()?;
        self.expect_sign(":=", like)?;
        Ok(Write { cell, index, value: self.expr()? })
    }

    fn together(&mut self) -> Parse<StmtKind> {
        self.expect_sign("{", "together { a := b  b := a }")?;
        let mut writes = Vec::new();
        while !self.eat_sign("}") {
            writes.push(self.write()?);
        }
        Ok(StmtKind::Together(writes))
    }

    /// `x: T`; the name is to be opened where it is known.
    pub(super) fn declare_local(&mut self, like: &str) -> Parse<(&'a str, LocalId, Type)> {
        let name = self.name("a name", like)?;
        let ty = self.typed(like)?;
        Ok((name, self.add_local(name, ty, false), ty))
    }

    fn let_stmt(&mut self) -> Parse<StmtKind> {
        let like = "let x: int 0..6 = 3";
        let (name, local, _) = self.declare_local(like)?;
        self.expect_sign("=", like)?;
        let value = self.expr()?;
        self.open(name, local);
        Ok(StmtKind::Let { local, value, fresh: true })
    }

    /// The arms of a chain are read one after another and put into one another from the last.
    fn if_stmt(&mut self) -> Parse<StmtKind> {
        let chained = self.work.chained;
        let mut arms = Vec::new();
        let mut other = Block::default();
        let mut place = self.pos();
        loop {
            let cond = self.expr()?;
            arms.push((place, cond, self.block()?));
            if !self.eat_word("else") {
                break;
            }
            if !self.is_word("if") {
                other = self.block()?;
                break;
            }
            place = self.pos();
            self.advance();
            self.work.chained += 1;
            if self.work.chained > super::MOST_HEIGHT {
                let what =
                    format!("more than {} arms of `else if` stand in one another; split them", super::MOST_HEIGHT);
                return Err(self.fault(place, what));
            }
        }
        self.work.chained = chained;
        let mut last = None;
        while let Some((at, cond, then)) = arms.pop() {
            let below = last.take().map_or_else(|| std::mem::take(&mut other), |stmt| Block(vec![stmt]));
            last = Some(Stmt { kind: StmtKind::If { cond, then, other: below }, at });
        }
        // There is at least one arm.
        last.map(|stmt| stmt.kind).ok_or(super::read::Stop)
    }

    fn for_stmt(&mut self) -> Parse<StmtKind> {
        let like = "for u: Unit in all Unit { erase u }";
        let at = self.pos();
        let (name, var, ty) = self.declare_local(like)?;
        let domain = self.members_of(ty, at, like);
        let rest = self.hidden(Type::Set(domain));
        self.expect_word("in", like)?;
        let over = self.expr()?;
        let body = self.inside(&[(name, var)], Self::block)?;
        Ok(StmtKind::For { var, rest, over, body })
    }

    fn repeat_stmt(&mut self) -> Parse<StmtKind> {
        let like = "repeat i: int 0..9 times 10 { call step(i) }";
        let at = self.pos();
        let (name, var, ty) = self.declare_local(like)?;
        let most = match ty {
            Type::Scalar(Scalar { what: What::Int { den: 1 }, hi, .. }) => hi,
            Type::Scalar(Scalar { what: What::Int { .. } | What::Bool | What::Id(_), .. }) | Type::Set(_) => {
                self.fault(at, format!("`repeat` counts in whole numbers; write it like `{like}`"));
                0
            }
        };
        let until = self.hidden(Type::int(0, most.saturating_add(1).max(0)));
        self.expect_word("times", like)?;
        let times = self.expr()?;
        let body = self.inside(&[(name, var)], Self::block)?;
        Ok(StmtKind::Repeat { var, until, times, body })
    }

    fn loop_stmt(&mut self) -> Parse<StmtKind> {
        let like = "loop at most 100 { break }";
        self.expect_word("at", like)?;
        self.expect_word("most", like)?;
        let most: u32 = self.count("the most rounds", u64::from(u32::MAX), like)?;
        let count = self.hidden(Type::int(0, i64::from(most)));
        Ok(StmtKind::Loop { most, count, body: self.block()? })
    }

    /// Reads something in which these names are known.
    pub(super) fn inside<T>(
        &mut self,
        names: &[(&'a str, LocalId)],
        read: impl FnOnce(&mut Self) -> Parse<T>,
    ) -> Parse<T> {
        let open = self.work.scope.len();
        for &(name, local) in names {
            self.open(name, local);
        }
        let found = read(self)?;
        self.work.scope.truncate(open);
        Ok(found)
    }

    fn ask_stmt(&mut self) -> Parse<StmtKind> {
        let like = "ask s @7.1 \"Who moves\" { each u: Unit in all Unit as move { call move(u) } one done { } }";
        let by = self.expr()?;
        let site = self.site(like)?;
        let start = self.eat_word("start");
        self.expect_sign("{", like)?;
        let mut arms = Vec::new();
        loop {
            match self.eat_one_of(&["each", "one"]) {
                Some("each") => arms.push(self.each_arm(like)?),
                Some(_) => {
                    let name = self.word("the arm's name", like)?.to_owned();
                    let guard = self.when()?;
                    arms.push(Arm { name, each: None, guard, body: self.block()? });
                }
                None => break,
            }
        }
        let otherwise = if self.eat_word("otherwise") { Some(self.block()?) } else { None };
        if !self.eat_sign("}") {
            return Err(self.expected("`each`, `one`, `otherwise` or `}`", like));
        }
        Ok(StmtKind::Ask(Ask { by, site, start, arms, otherwise }))
    }

    fn each_arm(&mut self, like: &str) -> Parse<Arm> {
        let (name, var, _) = self.declare_local(like)?;
        self.expect_word("in", like)?;
        let over = self.expr()?;
        self.inside(&[(name, var)], |reader| {
            let guard = reader.when()?;
            reader.expect_word("as", like)?;
            let name = reader.word("the arm's name", like)?.to_owned();
            Ok(Arm { name, each: Some((var, over)), guard, body: reader.block()? })
        })
    }

    pub(super) fn when(&mut self) -> Parse<Option<ExprId>> {
        if self.eat_word("when") { self.expr().map(Some) } else { Ok(None) }
    }

    fn roll_stmt(&mut self) -> Parse<StmtKind> {
        let like = "roll d: int 1..6 @7.3 \"Die roll\"";
        let (name, into, _) = self.declare_local(like)?;
        let site = self.site_if_any(like)?;
        self.open(name, into);
        Ok(StmtKind::Roll { into, site })
    }

    fn draw_stmt(&mut self) -> Parse<StmtKind> {
        let like = "draw c: Chit from cup @8.1 \"Chits\" otherwise { break }";
        let (name, into, _) = self.declare_local(like)?;
        self.expect_word("from", like)?;
        let at = self.pos();
        let cup = self.name("a cup", like)?;
        let cup = self.cell_named(cup, at)?;
        let site = self.site_if_any(like)?;
        self.open(name, into);
        let otherwise = if self.eat_word("otherwise") { self.block()? } else { Block::default() };
        Ok(StmtKind::Draw { into, cup, site, otherwise })
    }

    fn reveal_stmt(&mut self) -> Parse<StmtKind> {
        let like = "reveal card[u] to Side.German";
        let (cell, index) = self.place(like)?;
        self.expect_word("to", like)?;
        Ok(StmtKind::Reveal { cell, index, to: self.expr()? })
    }

    fn call_stmt(&mut self) -> Parse<StmtKind> {
        let like = "call x: int 0..6 = losses(u)";
        if self.is_sign_at(1, ":") {
            let (name, into, _) = self.declare_local(like)?;
            self.expect_sign("=", like)?;
            let func = self.func(like)?;
            let args = self.args(like)?;
            self.open(name, into);
            return Ok(StmtKind::Call { into: Some(into), fresh: true, func, args });
        }
        let mut into = None;
        if self.is_sign_at(1, ":=") {
            let at = self.pos();
            let name = self.name("a local", like)?;
            self.advance();
            into = self.local(name);
            if into.is_none() {
                self.unknown(name, at, VALUE, |_| false);
            }
        }
        let func = self.func(like)?;
        Ok(StmtKind::Call { into, fresh: false, func, args: self.args(like)? })
    }

    fn fail_stmt(&mut self) -> Parse<StmtKind> {
        let text = match self.eat_one_of(&["gap", "clash", "hole"]) {
            Some("gap") => FaultText::Gap,
            Some("hole") => FaultText::Hole,
            Some(_) => FaultText::Clash,
            None => FaultText::Rule,
        };
        Ok(StmtKind::Fail { site: self.site("fail @7.1 \"Who attacks\"")?, text })
    }

    /// A `return` may stand before a statement that never runs: is the next thing a value?
    fn returns_value(&self) -> bool {
        match *self.tok() {
            Tok::Sign("}") => false,
            // Of all words, `if` and `suppose` may begin either.
            Tok::Word("if" | "suppose") => self.work.func.ret.is_some(),
            Tok::Word(word) => !STATEMENTS.contains(&word) && !self.is_assignment(),
            Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => true,
        }
    }

    /// `name :=` or `name[..] :=`
    fn is_assignment(&self) -> bool {
        let mut ahead = if self.is_sign_at(1, ".") { 3 } else { 1 };
        if self.is_sign_at(ahead, "[") {
            let mut depth = 0_u32;
            loop {
                match self.tok_at(ahead) {
                    Tok::Sign("[") => depth += 1,
                    Tok::Sign("]") => depth = depth.saturating_sub(1),
                    Tok::End => return false,
                    Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) => {}
                }
                ahead += 1;
                if depth == 0 {
                    break;
                }
            }
        }
        self.is_sign_at(ahead, ":=")
    }
}
