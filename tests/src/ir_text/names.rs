//! What a name stands for: items by their names, locals by the block that declares them; and types.

use super::lexer::Tok;
use super::{Global, Reader};
use wgr_runtime::board::Board;
use wgr_runtime::ir::{CellId, DIR, DomainId, EDGE, FuncId, LocalId, NONE, Scalar, TableId, Type, What};
use wgr_runtime::text::BOARD_DOMAINS;

impl<'a> Reader<'a> {
    /// Every name outside functions is there once.
    pub(super) fn declare(&mut self, name: &str, global: Global) {
        let other = self.globals.insert(name.to_owned(), global);
        assert!(other.is_none(), "{:?}: `{name}` is declared twice", self.pos());
    }

    fn global(&self, name: &str) -> Global {
        let found = self.globals.get(name).copied();
        found.unwrap_or_else(|| panic!("{:?}: `{name}` is not declared before", self.pos()))
    }

    pub(super) fn is_global(&self, name: &str) -> Option<Global> {
        self.globals.get(name).copied()
    }

    pub(super) fn func_named(&self, name: &str) -> FuncId {
        let Global::Func(func) = self.global(name) else { panic!("{:?}: `{name}` is no function", self.pos()) };
        func
    }

    pub(super) fn called(&mut self) -> FuncId {
        let name = self.name();
        self.func_named(name)
    }

    pub(super) fn domain(&mut self) -> DomainId {
        let name = self.name();
        let Global::Domain(domain) = self.global(name) else { panic!("{:?}: `{name}` is no domain", self.pos()) };
        domain
    }

    pub(super) fn table(&mut self) -> TableId {
        let name = self.name();
        let Global::Table(table) = self.global(name) else { panic!("{:?}: `{name}` is no table", self.pos()) };
        table
    }

    /// A cell, or who was shown it: `card.shown`.
    pub(super) fn cell(&mut self) -> CellId {
        let mut name = self.name().to_owned();
        if self.eat_sign(".") {
            name = format!("{name}.{}", self.word());
        }
        let Global::Cell(cell) = self.global(&name) else { panic!("{:?}: `{name}` is no cell", self.pos()) };
        cell
    }

    /// A member by its bare name; of the board's domains as `hex"06.15"` or `"06.15"`.
    pub(super) fn member(&mut self, domain: DomainId) -> i64 {
        let on_board = self.program.board.is_some() && domain.index() < BOARD_DOMAINS.len();
        if on_board && matches!(self.tok_at(1), Tok::Text(_)) && matches!(self.tok(), Tok::Word(_)) {
            self.advance();
        }
        let at = self.pos();
        let name = self.word_or_text();
        let found = match &self.board {
            Some(board) if on_board => member_on_board(board, domain, &name),
            _ => {
                let members = &self.program.domains[domain.index()].members;
                members.iter().position(|member| *member == name).map(|at| at as i64)
            }
        };
        found.unwrap_or_else(|| panic!("{at:?}: there is no member `{name}`"))
    }

    /// A new local, not visible yet.
    pub(super) fn add_local(&mut self, name: &str, ty: Type) -> LocalId {
        self.func.add_local(name, ty, false)
    }

    /// The hidden local that belongs to the loop just opened.
    pub(super) fn hidden(&mut self, ty: Type) -> LocalId {
        self.func.add_local("", ty, true)
    }

    /// From here to the end of the block, the name is this local.
    pub(super) fn open(&mut self, name: &'a str, local: LocalId) {
        self.scope.push((name, local));
    }

    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        self.scope.iter().rev().find(|(known, _)| *known == name).map(|&(_, local)| local)
    }

    /// Reads something in which these names are known.
    pub(super) fn inside<T>(&mut self, names: &[(&'a str, LocalId)], read: impl FnOnce(&mut Self) -> T) -> T {
        let open = self.scope.len();
        self.scope.extend(names);
        let found = read(self);
        self.scope.truncate(open);
        found
    }

    /// `: T`
    pub(super) fn typed(&mut self) -> Type {
        self.expect_sign(":");
        self.ty()
    }

    pub(super) fn ty(&mut self) -> Type {
        if self.eat_word("set") { Type::Set(self.domain()) } else { Type::Scalar(self.scalar()) }
    }

    pub(super) fn scalar(&mut self) -> Scalar {
        if self.eat_word("bool") {
            return Scalar::BOOL;
        }
        if self.eat_word("int") {
            let lo = self.int();
            self.expect_sign("..");
            let hi = self.int();
            return Scalar { what: What::Int { den: self.parts().unwrap_or(1) }, lo, hi };
        }
        let opt = self.eat_word("opt");
        let name = self.name();
        let found = match self.global(name) {
            Global::Domain(domain) => self.program.member(domain),
            Global::Kind(kind) => {
                let kind = self.program.kind(kind);
                Scalar { what: What::Id(kind.domain), lo: i64::from(kind.first), hi: i64::from(kind.last) }
            }
            Global::Table(_) | Global::Cell(_) | Global::Func(_) => panic!("{:?}: `{name}` is no type", self.pos()),
        };
        if opt { Scalar { lo: NONE, ..found } } else { found }
    }
}

/// The member of one of the board's domains with this printed name.
fn member_on_board(board: &Board, domain: DomainId, name: &str) -> Option<i64> {
    match domain {
        DIR => board.dir_by_name(name).map(|dir| i64::from(dir.number())),
        EDGE => board.side_by_name(name).map(|side| i64::from(side.id())),
        _ => board.by_name(name).map(|hex| i64::from(hex.id())),
    }
}
