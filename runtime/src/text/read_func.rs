//! Functions: their heads, where their bodies stand, blocks and scopes, limits and goods.

use super::lexer::Tok;
use super::names;
use super::read::{Global, Parse, Reader};
use crate::ir::{Block, Body, Expr, ExprId, Func, FuncId, FuncKind, Goods, Limit, Limits, LocalId, Pos, Rows, Type};

/// Where the body of a function begins; its brace is known to be closed.
pub(super) struct BodyAt<'a> {
    func: FuncId,
    start: usize,
    form: Form,
    params: Vec<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Code,
    Rows,
    Limits,
    Goods,
}

/// What is known while one function is read.
pub(super) struct Work<'a> {
    pub(super) func: Func,
    pub(super) scope: Vec<(&'a str, LocalId)>,
    /// For each expression, how many stand on top of one another in it.
    pub(super) heights: Vec<u32>,
    /// The greatest of them since the last time somebody asked.
    pub(super) tallest: u32,
    /// How many arms of `else if` chains are open.
    pub(super) chained: u32,
    /// Names that were not known here.
    pub(super) poisoned: Vec<&'a str>,
}

impl Default for Work<'_> {
    fn default() -> Self {
        Work {
            func: blank(String::new(), FuncKind::Query, Body::Code(Block::default()), Pos::default()),
            scope: Vec::new(),
            heights: Vec::new(),
            tallest: 0,
            chained: 0,
            poisoned: Vec::new(),
        }
    }
}

fn blank(name: String, kind: FuncKind, body: Body, at: Pos) -> Func {
    Func { name, kind, params: 0, ret: None, locals: Vec::new(), exprs: Vec::new(), body, at }
}

impl<'a> Reader<'a> {
    pub(super) fn func_item(&mut self, at: Pos, word: &str) -> Parse<()> {
        let (form, kind, like) = match word {
            "limits" => (Form::Limits, FuncKind::Query, "limits force(h: hex) for u: Unit { limit 1..3 }"),
            "goods" => (Form::Goods, FuncKind::Query, "goods losses(h: hex) for u: Unit { price 1 up to steps[u] }"),
            "query" => (Form::Code, FuncKind::Query, "query shift(u: Unit) -> int -3..3 { return 0 }"),
            "effect" => (Form::Code, FuncKind::Effect, "effect remove(u: Unit) { erase u }"),
            _ => (Form::Code, FuncKind::Procedure, "procedure play() -> int 0..1 { return 0 }"),
        };
        let named = self.pos();
        let name = self.name("a function", like)?;
        if names::CALLED.contains(&name) {
            self.fault(named, format!("`{name}(..)` is built in; give this function another name"));
        }
        let id = FuncId::new(self.program.funcs.len());
        let body = match form {
            Form::Code | Form::Rows => Body::Code(Block::default()),
            Form::Limits => Body::Limits(Limits { it: LocalId::new(0), limits: Vec::new(), alike: None }),
            Form::Goods => {
                let none = ExprId::new(0);
                Body::Goods(Goods { it: LocalId::new(0), price: none, up_to: none })
            }
        };
        self.program.funcs.push(blank(name.to_owned(), kind, body, at));
        self.declare(name, Global::Func(id), named)?;
        self.head(id, form, like)
    }

    /// What follows the name, up to the body, which is skipped.
    fn head(&mut self, id: FuncId, mut form: Form, like: &str) -> Parse<()> {
        self.expect_sign("(", like)?;
        let mut params = self.params(id, like)?;
        if matches!(form, Form::Limits | Form::Goods) {
            self.expect_word("for", like)?;
            params.push(self.param(id, like)?);
        } else if self.eat_sign("->") {
            let ret = self.ty()?;
            self.program.funcs[id.index()].ret = Some(ret);
        }
        if form == Form::Code && self.is_word("rows") {
            let at = self.pos();
            self.advance();
            form = Form::Rows;
            let func = &mut self.program.funcs[id.index()];
            func.body = Body::Rows(Rows::default());
            if func.kind != FuncKind::Query || func.ret.is_none() {
                let what =
                    "only a query with a result is answered by `rows`, like `query shift() -> int 0..3 rows { }`";
                self.fault(at, what);
            }
        }
        let start = self.next;
        self.skip_braces(like)?;
        self.bodies.push(BodyAt { func: id, start, form, params });
        Ok(())
    }

    /// The parameters, the `(` being read.
    fn params(&mut self, id: FuncId, like: &str) -> Parse<Vec<&'a str>> {
        let mut names = Vec::new();
        if !self.eat_sign(")") {
            loop {
                names.push(self.param(id, like)?);
                if self.eat_sign(")") {
                    break;
                }
                if !self.eat_sign(",") {
                    return Err(self.expected("`,` or `)`", like));
                }
            }
        }
        let func = &mut self.program.funcs[id.index()];
        func.params = u32::try_from(names.len()).unwrap_or(u32::MAX);
        Ok(names)
    }

    fn param(&mut self, id: FuncId, like: &str) -> Parse<&'a str> {
        let at = self.pos();
        let name = self.name("a parameter", like)?;
        let ty = self.typed(like)?;
        let func = &mut self.program.funcs[id.index()];
        let twice = func.locals.iter().any(|local| local.name == name);
        func.add_local(name, ty, false);
        if twice {
            self.fault(at, format!("two parameters are called `{name}`; give one of the two another name"));
        }
        Ok(name)
    }

    fn skip_braces(&mut self, like: &str) -> Parse<()> {
        let open = self.pos();
        self.expect_sign("{", like)?;
        let mut depth = 1_u32;
        while depth > 0 {
            match self.tok() {
                Tok::End => return Err(self.never_closed(open)),
                Tok::Word(_) if self.is_head() => return Err(self.never_closed(open)),
                Tok::Sign("{") => depth += 1,
                Tok::Sign("}") => depth -= 1,
                Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) => {}
            }
            self.advance();
        }
        Ok(())
    }

    fn never_closed(&mut self, open: Pos) -> super::read::Stop {
        let found = self.found();
        self.fault(open, format!("a `{{` is not closed between here and {found}; a `}}` is missing"))
    }

    pub(super) fn read_bodies(&mut self) {
        for body in std::mem::take(&mut self.bodies) {
            self.next = body.start;
            self.nested = 0;
            let slot = &mut self.program.funcs[body.func.index()];
            let empty = blank(slot.name.clone(), slot.kind, Body::Code(Block::default()), slot.at);
            self.work = Work { func: std::mem::replace(slot, empty), ..Work::default() };
            for (index, name) in body.params.into_iter().enumerate() {
                self.open(name, LocalId::new(index));
            }
            // A fault is recorded, and the next body has its own place.
            if let Ok(read) = self.body(body.form) {
                self.work.func.body = read;
            }
            let work = std::mem::take(&mut self.work);
            for name in work.poisoned {
                self.broken.remove(name);
            }
            self.program.funcs[body.func.index()] = work.func;
        }
    }

    fn body(&mut self, form: Form) -> Parse<Body> {
        Ok(match form {
            Form::Code => Body::Code(self.block()?),
            Form::Rows => Body::Rows(self.rows()?),
            Form::Limits => Body::Limits(self.limits()?),
            Form::Goods => Body::Goods(self.goods()?),
        })
    }

    /// `{ .. }`; what it declares is not known behind it.
    pub(super) fn block(&mut self) -> Parse<Block> {
        let open = self.work.scope.len();
        let block = self.open_block()?;
        self.work.scope.truncate(open);
        Ok(block)
    }

    /// `{ .. }`; what it declares stays known.
    pub(super) fn open_block(&mut self) -> Parse<Block> {
        self.nested(|reader| {
            reader.expect_sign("{", "if steps[u] = 0 { erase u }")?;
            let mut block = Block::default();
            while !reader.eat_sign("}") {
                block.0.push(reader.stmt()?);
            }
            Ok(block)
        })
    }

    fn limits(&mut self) -> Parse<Limits> {
        let like = "limit 1..3 of size_of[u]";
        let it = self.last_param();
        self.expect_sign("{", like)?;
        let mut limits = Vec::new();
        while self.eat_word("limit") {
            let lo = if self.is_sign("..") { None } else { Some(self.expr()?) };
            self.expect_sign("..", like)?;
            let ends = self.is_sign("}") || self.is_word("limit") || self.is_word("alike") || self.is_word("of");
            let hi = if ends { None } else { Some(self.expr()?) };
            let weight = if self.eat_word("of") { Some(self.expr()?) } else { None };
            limits.push(Limit { lo, hi, weight });
        }
        let alike = if self.eat_word("alike") { Some(self.expr()?) } else { None };
        if !self.eat_sign("}") {
            return Err(self.expected("`limit`, `alike` or `}`", like));
        }
        Ok(Limits { it, limits, alike })
    }

    fn goods(&mut self) -> Parse<Goods> {
        let like = "{ price 1 up to steps[u] }";
        let it = self.last_param();
        self.expect_sign("{", like)?;
        self.expect_word("price", like)?;
        let price = self.expr()?;
        self.expect_word("up", like)?;
        self.expect_word("to", like)?;
        let up_to = self.expr()?;
        self.expect_sign("}", like)?;
        Ok(Goods { it, price, up_to })
    }

    /// The one behind `for` in the head of limits and goods.
    fn last_param(&self) -> LocalId {
        LocalId::new(self.work.func.params as usize)
    }

    /// `(ARGS)`
    pub(super) fn args(&mut self, like: &str) -> Parse<Vec<ExprId>> {
        self.expect_sign("(", like)?;
        self.list(")", like)
    }

    /// Expressions up to a closing sign.
    pub(super) fn list(&mut self, close: &'static str, like: &str) -> Parse<Vec<ExprId>> {
        let mut all = Vec::new();
        if self.eat_sign(close) {
            return Ok(all);
        }
        loop {
            all.push(self.expr()?);
            if self.eat_sign(close) {
                return Ok(all);
            }
            if !self.eat_sign(",") {
                return Err(self.expected(&format!("`,` or `{close}`"), like));
            }
        }
    }

    /// A new expression on top of others.
    pub(super) fn put(&mut self, expr: Expr, at: Pos, below: &[ExprId]) -> Parse<ExprId> {
        let tall = below.iter().filter_map(|id| self.work.heights.get(id.index())).max().copied().unwrap_or(0);
        self.put_on(expr, at, tall)
    }

    pub(super) fn put_on(&mut self, expr: Expr, at: Pos, tall: u32) -> Parse<ExprId> {
        if tall >= super::MOST_HEIGHT {
            let most = super::MOST_HEIGHT;
            let what =
                format!("this expression has more than {most} operations on top of one another; split it with `let`");
            return Err(self.fault(at, what));
        }
        self.work.heights.push(tall + 1);
        self.work.tallest = self.work.tallest.max(tall + 1);
        Ok(self.work.func.add_expr(expr, at))
    }

    /// The hidden local that belongs to the loop just opened.
    pub(super) fn hidden(&mut self, ty: Type) -> LocalId {
        self.add_local("", ty, true)
    }
}
