//! Tables with their printed data, and cells.

use super::lexer::Tok;
use super::read::{Global, Parse, Reader};
use crate::ir::{Cell, CellId, Pos, Role, Scalar, Table, TableId, Type, What};

const TABLE: &str = "table quality[Unit]: int -1..1 = { 0 0 1 }";
const CELL: &str = "cell place[Unit]: opt hex";

impl Reader<'_> {
    pub(super) fn table_item(&mut self) -> Parse<()> {
        let at = self.pos();
        let name = self.name("a table", TABLE)?;
        let table = TableId::new(self.program.tables.len());
        // Declared first: a broken table keeps its name.
        self.program.tables.push(Table {
            name: name.to_owned(),
            index: Vec::new(),
            value: Scalar::BOOL,
            data: Vec::new(),
        });
        self.declare(name, Global::Table(table), at)?;
        self.expect_sign("[", TABLE)?;
        let index = self.indices("[Unit, int 0..7]")?;
        self.expect_sign(":", TABLE)?;
        let value = self.scalar()?;
        self.expect_sign("=", TABLE)?;
        self.expect_sign("{", TABLE)?;
        let mut data = Vec::new();
        while !self.is_sign("}") {
            data.push(self.value(value)?);
        }
        let end = self.pos();
        self.advance();
        self.check_size(name, &index, data.len(), end);
        let declared = &mut self.program.tables[table.index()];
        (declared.index, declared.value, declared.data) = (index, value, data);
        Ok(())
    }

    fn check_size(&mut self, name: &str, index: &[Scalar], values: usize, at: Pos) {
        let known = |scalar: &Scalar| match scalar.what {
            // An unknown type may stand for a domain that is nowhere.
            What::Id(domain) => {
                let found = self.program.domains.get(domain.index());
                found.is_some_and(|domain| !self.broken.contains(domain.name.as_str()))
            }
            What::Int { .. } | What::Bool => true,
        };
        if !self.errors.is_empty() && !index.iter().all(known) {
            return;
        }
        let places = index.iter().fold(1_u64, |all, scalar| all.saturating_mul(scalar.span()));
        let values = values as u64;
        let off = places.abs_diff(values);
        if off == 0 {
            return;
        }
        let verb = if off == 1 { "is" } else { "are" };
        let off = format!("{off} {verb} {}", if values < places { "missing" } else { "too many" });
        self.fault(at, format!("the table `{name}` has {places} places and {values} values: {off}"));
    }

    /// One printed value.
    fn value(&mut self, ty: Scalar) -> Parse<i64> {
        let at = self.pos();
        let value = match ty.what {
            What::Bool => i64::from(self.expect_one_of(&["yes", "no"], "{ yes no no }")? == "yes"),
            What::Int { den } => self.printed_number(den)?,
            What::Id(_) if ty.is_opt() && self.eat_word("none") => return Ok(crate::ir::NONE),
            What::Id(domain) => match self.member_value(domain)? {
                Some(value) => value,
                // Told already.
                None => return Ok(ty.lo),
            },
        };
        if !ty.contains(value) {
            let shown = super::print_type::scalar(&self.program, ty);
            self.fault(at, format!("this value does not fit `{shown}`; change it, or the table's type"));
        }
        Ok(value)
    }

    fn member_value(&mut self, domain: crate::ir::DomainId) -> Parse<Option<i64>> {
        let like =
            if domain == crate::ir::HEX && self.board.is_some() { "{ hex\"06.15\" }" } else { "{ German Allied }" };
        match self.tok() {
            Tok::Word("yes" | "no" | "none") => Err(self.expected("a member's name", like)),
            Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => {
                self.member_here(Some(domain), like)
            }
        }
    }

    /// `3` counts parts of the type; `3/2` says which.
    fn printed_number(&mut self, den: u32) -> Parse<i64> {
        let at = self.pos();
        let raw = self.int("a number", "{ 0 -1 1/2 }")?;
        if !self.eat_sign("/") {
            return Ok(raw);
        }
        let parts: u32 = self.count("the denominator", u64::from(u32::MAX), "1/2")?;
        let whole = i64::from(den).checked_rem(i64::from(parts)) == Some(0);
        match raw.checked_mul(i64::from(den / parts.max(1))) {
            Some(value) if whole => Ok(value),
            _ => {
                self.fault(
                    at,
                    format!(
                        "`{raw}/{parts}` cannot be counted in 1/{den}, as the table's type does; write it over {den}"
                    ),
                );
                Ok(0)
            }
        }
    }

    pub(super) fn cell_item(&mut self) -> Parse<()> {
        let at = self.pos();
        let name = self.name("a cell", CELL)?;
        let cell = CellId::new(self.program.cells.len());
        let blank = |name: &str| Cell {
            name: name.to_owned(),
            index: Vec::new(),
            value: Type::BOOL,
            role: Role::Game,
            sparse: None,
            hidden: None,
        };
        self.program.cells.push(blank(name));
        self.declare(name, Global::Cell(cell), at)?;
        if self.eat_sign("[") {
            self.program.cells[cell.index()].index = self.indices("[Unit, int 0..7]")?;
        }
        let ty = self.typed(CELL)?;
        self.program.cells[cell.index()].value = ty;
        self.cell_flags(cell)
    }

    fn cell_flags(&mut self, cell: CellId) -> Parse<()> {
        let mut said: Vec<&str> = Vec::new();
        loop {
            let at = self.pos();
            let Some(flag) = self.eat_one_of(&["sparse", "keep", "cup", "pending", "truth", "seen"]) else {
                return Ok(());
            };
            let role = |flag: &str| !matches!(flag, "sparse" | "seen");
            if said.iter().any(|other| *other == flag || (role(other) && role(flag))) {
                self.fault(at, format!("`{flag}` cannot be said here once more; a cell has one role"));
            }
            said.push(flag);
            self.cell_flag(cell, flag)?;
        }
    }

    fn cell_flag(&mut self, cell: CellId, flag: &str) -> Parse<()> {
        let declared = &mut self.program.cells[cell.index()];
        match flag {
            "sparse" => {
                let most = self.count("the most entries", u64::from(u32::MAX), "cell fire[hex]: bool sparse 12")?;
                self.program.cells[cell.index()].sparse = Some(most);
            }
            "keep" => self.keep_later(cell, "cell moved[Unit]: bool keep move_phase")?,
            "cup" => declared.role = Role::Cup,
            "pending" => declared.role = Role::Pending,
            "truth" => declared.role = Role::Truth,
            _ => self.seen_by(cell)?,
        }
        Ok(())
    }

    /// `seen by q` also declares who was shown it.
    fn seen_by(&mut self, cell: CellId) -> Parse<()> {
        let like = "cell card[Unit]: bool seen by sees_card";
        let at = self.pos();
        self.expect_word("by", like)?;
        let Some(sides) = self.program.sides else {
            return Err(self.fault(at, "`seen by` needs sides; declare them before, like `sides Side`"));
        };
        let declared = self.program.cell(cell);
        let mut index = declared.index.clone();
        index.push(self.program.member(sides));
        let shown = Cell {
            name: format!("{}.shown", declared.name),
            index,
            value: Type::BOOL,
            role: Role::Game,
            sparse: None,
            hidden: None,
        };
        let id = CellId::new(self.program.cells.len());
        self.globals.insert(shown.name.clone(), (Global::Cell(id), at));
        self.program.cells.push(shown);
        self.sees_later(cell, id, like)
    }
}
