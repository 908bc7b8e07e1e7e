//! Functions: their heads, where their bodies stand, blocks, limits and goods.

use super::lexer::Tok;
use super::{Global, Reader};
use crate::generate::build::blank;
use wgr_runtime::ir::{Block, Body, Expr, ExprId, Func, FuncId, FuncKind, Goods, Limit, Limits, LocalId, Pos, Type};

/// Where the body of a function begins.
pub(super) struct BodyAt<'a> {
    func: FuncId,
    start: usize,
    form: Form,
    params: Vec<&'a str>,
}

#[derive(Clone, Copy)]
enum Form {
    Code,
    Rows,
    /// Of whom it is asked one by one.
    Limits(LocalId),
    Goods(LocalId),
}

impl<'a> Reader<'a> {
    pub(super) fn func_item(&mut self, kind: FuncKind, at: Pos) {
        let (mut func, params) = self.head(kind, at);
        if self.eat_sign("->") {
            func.ret = Some(self.ty());
        }
        let form = if self.eat_word("rows") { Form::Rows } else { Form::Code };
        self.body_later(func, form, params);
    }

    pub(super) fn limits_item(&mut self, at: Pos) {
        let (mut func, mut params) = self.head(FuncKind::Query, at);
        let (name, it) = self.for_each(&mut func);
        params.push(name);
        self.body_later(func, Form::Limits(it), params);
    }

    pub(super) fn goods_item(&mut self, at: Pos) {
        let (mut func, mut params) = self.head(FuncKind::Query, at);
        let (name, it) = self.for_each(&mut func);
        params.push(name);
        self.body_later(func, Form::Goods(it), params);
    }

    /// Name and parameters.
    fn head(&mut self, kind: FuncKind, at: Pos) -> (Func, Vec<&'a str>) {
        let name = self.name();
        let mut func = Func { name: name.to_owned(), kind, at, ..blank() };
        self.expect_sign("(");
        let params = self.list(")", |reader| {
            let name = reader.name();
            let ty = reader.typed();
            func.add_local(name, ty, false);
            name
        });
        func.params = params.len() as u32;
        (func, params)
    }

    fn for_each(&mut self, func: &mut Func) -> (&'a str, LocalId) {
        self.expect_words("for");
        let name = self.name();
        let ty = self.typed();
        (name, func.add_local(name, ty, false))
    }

    /// Declares it, and passes over what stands between its braces.
    fn body_later(&mut self, func: Func, form: Form, params: Vec<&'a str>) {
        let id = FuncId::new(self.program.funcs.len());
        self.declare(&func.name, Global::Func(id));
        self.program.funcs.push(func);
        self.bodies.push(BodyAt { func: id, start: self.next, form, params });
        self.skip_braces();
    }

    fn skip_braces(&mut self) {
        self.expect_sign("{");
        let mut depth = 1_u32;
        while depth > 0 {
            match self.tok() {
                Tok::End => self.expected("`}`"),
                Tok::Sign("{") => depth += 1,
                Tok::Sign("}") => depth -= 1,
                Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) => {}
            }
            self.advance();
        }
    }

    pub(super) fn read_bodies(&mut self) {
        for BodyAt { func, start, form, params } in std::mem::take(&mut self.bodies) {
            self.next = start;
            self.func = self.program.funcs[func.index()].clone();
            self.scope = params.into_iter().enumerate().map(|(at, name)| (name, LocalId::new(at))).collect();
            self.func.body = match form {
                Form::Code => Body::Code(self.block()),
                Form::Rows => Body::Rows(self.rows()),
                Form::Limits(it) => Body::Limits(self.limits(it)),
                Form::Goods(it) => Body::Goods(self.goods(it)),
            };
            self.program.funcs[func.index()] = std::mem::replace(&mut self.func, blank());
        }
    }

    /// `{ .. }`; what it declares is not known behind it.
    pub(super) fn block(&mut self) -> Block {
        self.inside(&[], Self::open_block)
    }

    /// `{ .. }`; what it declares stays known.
    pub(super) fn open_block(&mut self) -> Block {
        self.expect_sign("{");
        let mut block = Block::default();
        while !self.eat_sign("}") {
            block.0.push(self.stmt());
        }
        block
    }

    fn limits(&mut self, it: LocalId) -> Limits {
        self.expect_sign("{");
        let mut limits = Vec::new();
        while self.eat_word("limit") {
            let lo = if self.is_sign("..") { None } else { Some(self.expr()) };
            self.expect_sign("..");
            let ends = self.is_sign("}") || ["limit", "alike", "of"].iter().any(|word| self.is_word(word));
            let hi = if ends { None } else { Some(self.expr()) };
            limits.push(Limit { lo, hi, weight: self.clause("of") });
        }
        let alike = self.clause("alike");
        self.expect_sign("}");
        Limits { it, limits, alike }
    }

    fn goods(&mut self, it: LocalId) -> Goods {
        self.expect_sign("{");
        self.expect_words("price");
        let price = self.expr();
        self.expect_words("up to");
        let up_to = self.expr();
        self.expect_sign("}");
        Goods { it, price, up_to }
    }

    /// `(ARGS)`
    pub(super) fn args(&mut self) -> Vec<ExprId> {
        self.expect_sign("(");
        self.list(")", Self::expr)
    }

    /// An expression behind a word, if the word stands here.
    pub(super) fn clause(&mut self, word: &str) -> Option<ExprId> {
        self.eat_word(word).then(|| self.expr())
    }

    pub(super) fn put(&mut self, expr: Expr, at: Pos) -> ExprId {
        self.func.add_expr(expr, at)
    }

    /// `x: T`; the name is to be opened where it is known.
    pub(super) fn declare_local(&mut self) -> (&'a str, LocalId, Type) {
        let name = self.name();
        let ty = self.typed();
        (name, self.add_local(name, ty), ty)
    }
}
