//! What operators bind: literals, names, calls, folds and the forms with words of their own.

use super::lexer::Tok;
use super::read::{Global, Parse, Reader};
use super::read_names::VALUE;
use crate::ir::{
    BinaryOp, BoardOp, CellId, DomainId, Expr, ExprId, Fold, FoldOp, Pos, Quantifier, Suppose, UnaryOp, What,
};

pub(super) const FOLDS: [(&str, FoldOp); 8] = [
    ("sum", FoldOp::Sum),
    ("count", FoldOp::Count),
    ("any", FoldOp::Any),
    ("every", FoldOp::Every),
    ("least", FoldOp::Least),
    ("most", FoldOp::Most),
    ("filter", FoldOp::Filter),
    ("gather", FoldOp::Gather),
];

/// Name and number of arguments.
pub(super) const BOARD_OPS: [(&str, BoardOp, usize); 13] = [
    ("neighbour", BoardOp::Neighbour, 2),
    ("edge", BoardOp::Edge, 2),
    ("between", BoardOp::Between, 2),
    ("toward", BoardOp::Toward, 2),
    ("opposite", BoardOp::Opposite, 1),
    ("distance", BoardOp::Distance, 2),
    ("ring", BoardOp::Ring, 2),
    ("disc", BoardOp::Disc, 2),
    ("line", BoardOp::Line, 2),
    ("column", BoardOp::Column, 1),
    ("row_of", BoardOp::Row, 1),
    ("edge_low", BoardOp::EdgeLow, 1),
    ("edge_high", BoardOp::EdgeHigh, 1),
];

pub(super) const UNARY_CALLS: [(&str, UnaryOp); 6] = [
    ("down", UnaryOp::Down),
    ("up", UnaryOp::Up),
    ("size", UnaryOp::Size),
    ("lowest", UnaryOp::Lowest),
    ("highest", UnaryOp::Highest),
    ("single", UnaryOp::Single),
];

pub(super) const BINARY_CALLS: [(&str, BinaryOp); 2] = [("min", BinaryOp::Min), ("max", BinaryOp::Max)];

const EXPR: &str = "steps[u] + 1";

impl<'a> Reader<'a> {
    pub(super) fn atom(&mut self) -> Parse<ExprId> {
        match *self.tok() {
            Tok::Number(_) | Tok::Sign("-") => self.number(),
            Tok::Sign("(") => {
                self.advance();
                let inner = self.expr()?;
                self.expect_sign(")", "2 * (a + b)")?;
                Ok(inner)
            }
            Tok::Word(word) => self.word_atom(word),
            Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => Err(self.expected("an expression", EXPR)),
        }
    }

    fn word_atom(&mut self, word: &'a str) -> Parse<ExprId> {
        let at = self.pos();
        match word {
            "yes" | "no" => {
                self.advance();
                self.literal(i64::from(word == "yes"), What::Bool, at)
            }
            "none" => self.of_domain(at, "none Unit", Expr::None),
            "empty" => self.of_domain(at, "empty Unit", Expr::Empty),
            "all" => self.of_domain(at, "all Unit", Expr::All),
            "peek" => self.peek(at),
            "extend" | "complete" => self.choosing(at, word),
            "buyable" | "spendable" => self.buying(at, word),
            "suppose" => self.suppose(at),
            _ if self.is_sign_at(1, "(") => self.call_like(at, word),
            _ if matches!(self.tok_at(1), Tok::Text(_)) => self.printed(at),
            _ => self.named(at),
        }
    }

    fn of_domain(&mut self, at: Pos, like: &str, make: fn(DomainId) -> Expr) -> Parse<ExprId> {
        self.advance();
        let domain = self.domain(like)?.unwrap_or(DomainId::new(0));
        self.put(make(domain), at, &[])
    }

    /// `hex"06.15"`
    fn printed(&mut self, at: Pos) -> Parse<ExprId> {
        let domain = self.domain("hex\"06.15\"")?;
        let place = self.pos();
        let text = self.string("a printed name", "hex\"06.15\"")?;
        let Some(domain) = domain else { return self.poison(at) };
        let value = self.printed_member(domain, &text, place);
        self.literal(value.unwrap_or(0), What::Id(domain), at)
    }

    /// `name(..)`
    fn call_like(&mut self, at: Pos, word: &'a str) -> Parse<ExprId> {
        if let Some(&(_, op)) = FOLDS.iter().find(|(name, _)| *name == word) {
            return self.fold(at, op);
        }
        if let Some(&(name, op, wanted)) = BOARD_OPS.iter().find(|(name, _, _)| *name == word) {
            let args = self.given(name, wanted)?;
            return self.put(Expr::Board(op, args.clone()), at, &args);
        }
        if let Some(&(name, op)) = UNARY_CALLS.iter().find(|(name, _)| *name == word) {
            let args = self.given(name, 1)?;
            return self.put(Expr::Unary(op, args[0]), at, &args);
        }
        if let Some(&(name, op)) = BINARY_CALLS.iter().find(|(name, _)| *name == word) {
            let args = self.given(name, 2)?;
            return self.put(Expr::Binary(op, args[0], args[1]), at, &args);
        }
        let func = self.func("shift(u)")?;
        let args = self.args("shift(u)")?;
        self.put(Expr::Call(func, args.clone()), at, &args)
    }

    /// The arguments of something built in.
    fn given(&mut self, name: &str, wanted: usize) -> Parse<Vec<ExprId>> {
        let at = self.pos();
        self.advance();
        let args = self.args(&format!("{name}(a, b)"))?;
        if args.len() == wanted {
            return Ok(args);
        }
        let like = if wanted == 1 { "(a)" } else { "(a, b)" };
        let found = args.len();
        Err(self
            .fault(at, format!("`{name}` takes {wanted} arguments and is given {found}; write it like `{name}{like}`")))
    }

    fn named(&mut self, at: Pos) -> Parse<ExprId> {
        let name = self.name("an expression", EXPR)?;
        let local = self.local(name);
        if self.is_sign(".") {
            return self.dotted(at, name);
        }
        let indexed = self.is_sign("[");
        if let (Some(local), false) = (local, indexed) {
            return self.put(Expr::Local(local), at, &[]);
        }
        let index = self.index_if_any()?;
        match self.global(name) {
            Some(Global::Cell(cell)) => self.put(Expr::Cell(cell, index.clone()), at, &index),
            Some(Global::Table(table)) => self.put(Expr::Table(table, index.clone()), at, &index),
            Some(Global::Kind(kind)) if !indexed => self.put(Expr::Kind(kind), at, &[]),
            found => {
                self.no_value(name, at, found);
                self.poison(at)
            }
        }
    }

    fn no_value(&mut self, name: &'a str, at: Pos, found: Option<Global>) {
        match found {
            Some(Global::Domain(_)) => {
                let what =
                    format!("`{name}` is a domain; write `all {name}` for its members, or one like `{name}.member`");
                self.fault(at, what);
            }
            Some(Global::Func(_)) => {
                self.fault(at, format!("`{name}` is a function; write its arguments in parentheses, like `{name}()`"));
            }
            None if self.is_member(name) && !self.broken.contains(name) => {
                let of =
                    self.program.domains.iter().filter(|domain| domain.members.iter().any(|member| member == name));
                let all: Vec<String> = of.map(|domain| format!("`{}.{name}`", domain.name)).collect();
                self.fault(at, format!("a member is written with its domain: {}", all.join(" or ")));
            }
            Some(Global::Kind(_) | Global::Table(_) | Global::Cell(_)) | None => {
                let known = |global| matches!(global, Global::Kind(_) | Global::Table(_) | Global::Cell(_));
                self.unknown(name, at, VALUE, known);
            }
        }
    }

    fn is_member(&self, name: &str) -> bool {
        self.program.domains.iter().any(|domain| domain.members.iter().any(|member| member == name))
    }

    /// `Domain.member`, or `cell.shown[..]`
    fn dotted(&mut self, at: Pos, name: &'a str) -> Parse<ExprId> {
        if let Some(Global::Cell(_)) = self.global(name) {
            let cell = self.shown(name, at)?;
            let index = self.index_if_any()?;
            return self.put(Expr::Cell(cell, index.clone()), at, &index);
        }
        self.advance();
        let place = self.pos();
        let member = self.member_word("Side.German")?;
        if let Some(Global::Domain(domain)) = self.global(name) {
            let value = self.member_named(domain, &member, place);
            return self.literal(value.unwrap_or(0), What::Id(domain), at);
        }
        self.unknown_domain(name, at, "a domain");
        self.poison(at)
    }

    /// The cell that keeps who was shown this one; `.` is next.
    pub(super) fn shown(&mut self, name: &str, at: Pos) -> Parse<CellId> {
        self.advance();
        self.expect_word("shown", "card.shown[u, Side.German]")?;
        match self.global(&format!("{name}.shown")) {
            Some(Global::Cell(cell)) => Ok(cell),
            _ => {
                self.fault(at, format!("`{name}` is not hidden; `{name}.shown` is there only with `seen by`"));
                Ok(CellId::new(0))
            }
        }
    }

    pub(super) fn index_if_any(&mut self) -> Parse<Vec<ExprId>> {
        if self.eat_sign("[") { self.list("]", "quality[u]") } else { Ok(Vec::new()) }
    }

    /// Stands where something was wrong that is told already.
    pub(super) fn poison(&mut self, at: Pos) -> Parse<ExprId> {
        self.literal(0, What::Int { den: 1 }, at)
    }

    fn fold(&mut self, at: Pos, op: FoldOp) -> Parse<ExprId> {
        let like = match op {
            FoldOp::Sum | FoldOp::Any | FoldOp::Every | FoldOp::Gather => "sum(u: Unit in all Unit: steps[u])",
            FoldOp::Count | FoldOp::Filter => "count(u: Unit in all Unit when steps[u] > 1)",
            FoldOp::Least | FoldOp::Most => "least(u: Unit in all Unit: steps[u] else 0)",
        };
        self.advance();
        self.advance();
        let name = self.name("a name", like)?;
        let ty = self.typed(like)?;
        let var = self.add_local(name, ty, false);
        self.expect_word("in", like)?;
        let over = self.expr()?;
        let open = self.work.scope.len();
        self.open(name, var);
        let guard = if self.eat_word("when") { Some(self.expr()?) } else { None };
        let bare = matches!(op, FoldOp::Count | FoldOp::Filter);
        let value = if !bare && self.eat_sign(":") { Some(self.expr()?) } else { None };
        if !bare && value.is_none() {
            return Err(self.expected("`:` and the value of each", like));
        }
        self.work.scope.truncate(open);
        let other = match op {
            FoldOp::Least | FoldOp::Most => {
                self.expect_word("else", like)?;
                Some(self.expr()?)
            }
            FoldOp::Sum | FoldOp::Count | FoldOp::Any | FoldOp::Every | FoldOp::Filter | FoldOp::Gather => None,
        };
        self.expect_sign(")", like)?;
        let below: Vec<ExprId> = [Some(over), guard, value, other].into_iter().flatten().collect();
        self.put(Expr::Fold(Fold { op, var, over, guard, value, other }), at, &below)
    }

    fn peek(&mut self, at: Pos) -> Parse<ExprId> {
        let like = "peek card[u] by s else 0";
        self.advance();
        let (cell, index) = self.place(like)?;
        self.expect_word("by", like)?;
        let viewer = self.expr()?;
        self.expect_word("else", like)?;
        let other = self.expr()?;
        let below: Vec<ExprId> = index.iter().copied().chain([viewer, other]).collect();
        self.put(Expr::Peek { cell, index, viewer, other }, at, &below)
    }

    /// `c[i, j]`
    pub(super) fn place(&mut self, like: &str) -> Parse<(CellId, Vec<ExprId>)> {
        let at = self.pos();
        let name = self.name("a cell", like)?;
        let cell = self.cell_named(name, at)?;
        Ok((cell, self.index_if_any()?))
    }

    /// The cell of this name that was read just now, or its `.shown`.
    pub(super) fn cell_named(&mut self, name: &'a str, at: Pos) -> Parse<CellId> {
        match self.global(name) {
            Some(Global::Cell(_)) if self.is_sign(".") => self.shown(name, at),
            Some(Global::Cell(cell)) => Ok(cell),
            _ => {
                self.unknown(name, at, "a cell", |global| matches!(global, Global::Cell(_)));
                Ok(CellId::new(0))
            }
        }
    }

    fn choosing(&mut self, at: Pos, word: &str) -> Parse<ExprId> {
        let like = if word == "extend" {
            "extend force(h) chosen picked from all Unit"
        } else {
            "complete force(h) chosen picked"
        };
        self.advance();
        let limits = self.func(like)?;
        let args = self.args(like)?;
        self.expect_word("chosen", like)?;
        let chosen = self.expr()?;
        let mut below: Vec<ExprId> = args.iter().copied().chain([chosen]).collect();
        if word == "complete" {
            return self.put(Expr::Complete { limits, args, chosen }, at, &below);
        }
        self.expect_word("from", like)?;
        let from = self.expr()?;
        below.push(from);
        self.put(Expr::Extend { limits, args, chosen, from }, at, &below)
    }

    fn buying(&mut self, at: Pos, word: &str) -> Parse<ExprId> {
        let like = if word == "buyable" {
            "buyable losses(h) pool 3 from all Unit last none Unit"
        } else {
            "spendable losses(h) pool 3 from all Unit"
        };
        self.advance();
        let goods = self.func(like)?;
        let args = self.args(like)?;
        self.expect_word("pool", like)?;
        let pool = self.expr()?;
        self.expect_word("from", like)?;
        let from = self.expr()?;
        let mut below: Vec<ExprId> = args.iter().copied().chain([pool, from]).collect();
        if word == "spendable" {
            return self.put(Expr::Spendable { goods, args, pool, from }, at, &below);
        }
        self.expect_word("last", like)?;
        let last = self.expr()?;
        below.push(last);
        self.put(Expr::Buyable { goods, args, pool, from, last }, at, &below)
    }

    fn suppose(&mut self, at: Pos) -> Parse<ExprId> {
        let like = "suppose every at most 100 else no { call move(u) } yields steps[u] > 0";
        self.advance();
        let how = match self.eat_one_of(&["every", "some"]) {
            None => Quantifier::Plain,
            Some(word) => {
                self.expect_word("at", like)?;
                self.expect_word("most", like)?;
                let budget = self.count("the most ways", u64::from(u32::MAX), like)?;
                self.expect_word("else", like)?;
                let over = self.expect_one_of(&["yes", "no"], like)? == "yes";
                if word == "every" { Quantifier::Every { budget, over } } else { Quantifier::Some { budget, over } }
            }
        };
        // What the body declares can be read in the value, which is evaluated there.
        let open = self.work.scope.len();
        let tallest = std::mem::take(&mut self.work.tallest);
        let body = self.open_block()?;
        self.expect_word("yields", like)?;
        let value = self.expr()?;
        let tall = self.work.tallest;
        self.work.tallest = tallest.max(tall);
        self.work.scope.truncate(open);
        self.put_on(Expr::Suppose(Suppose { how, body, value }), at, tall)
    }
}
