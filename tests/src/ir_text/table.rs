//! Tables with their printed data, and cells.

use super::items::Later;
use super::{Global, Reader};
use wgr_runtime::ir::{Cell, CellId, NONE, Role, Scalar, Table, TableId, Type, What};

impl Reader<'_> {
    pub(super) fn table_item(&mut self) {
        let name = self.name();
        self.expect_sign("[");
        let index = self.list("]", Self::scalar);
        self.expect_sign(":");
        let value = self.scalar();
        self.expect_sign("=");
        self.expect_sign("{");
        let mut data = Vec::new();
        while !self.eat_sign("}") {
            data.push(self.printed(value));
        }
        let places: u64 = index.iter().map(|scalar| scalar.span()).product();
        assert_eq!(places, data.len() as u64, "{:?}: places and values of the table `{name}`", self.pos());
        let table = TableId::new(self.program.tables.len());
        self.program.tables.push(Table { name: name.to_owned(), index, value, data });
        self.declare(name, Global::Table(table));
    }

    /// One printed value. `3` counts parts of the type; `3/2` says which.
    fn printed(&mut self, ty: Scalar) -> i64 {
        match ty.what {
            What::Bool => self.one_of(&[("yes", 1), ("no", 0)]),
            What::Int { den } => {
                let raw = self.int();
                raw * self.parts().map_or(1, |parts| i64::from(den / parts))
            }
            What::Id(_) if ty.is_opt() && self.eat_word("none") => NONE,
            What::Id(domain) => self.member(domain),
        }
    }

    pub(super) fn cell_item(&mut self) {
        let name = self.name();
        let index = if self.eat_sign("[") { self.list("]", Self::scalar) } else { Vec::new() };
        let value = self.typed();
        let cell = self.add_cell(name.to_owned(), index, value);
        loop {
            if self.eat_word("sparse") {
                let most = self.count();
                self.program.cells[cell.index()].sparse = Some(most);
            } else if self.eat_word("keep") {
                self.func_later(Later::Keep(cell));
            } else if self.eat_word("seen") {
                self.seen_by(cell);
            } else if let Some(role) =
                self.eat_one_of(&[("cup", Role::Cup), ("pending", Role::Pending), ("truth", Role::Truth)])
            {
                self.program.cells[cell.index()].role = role;
            } else {
                return;
            }
        }
    }

    fn add_cell(&mut self, name: String, index: Vec<Scalar>, value: Type) -> CellId {
        let cell = CellId::new(self.program.cells.len());
        self.declare(&name, Global::Cell(cell));
        self.program.cells.push(Cell { name, index, value, role: Role::Game, sparse: None, hidden: None });
        cell
    }

    /// `seen by q` also declares who was shown it.
    fn seen_by(&mut self, cell: CellId) {
        self.expect_words("by");
        let sides = self.program.sides.unwrap_or_else(|| panic!("{:?}: `seen by` needs `sides` before", self.pos()));
        let hidden = self.program.cell(cell);
        let (name, mut index) = (format!("{}.shown", hidden.name), hidden.index.clone());
        index.push(self.program.member(sides));
        let shown = self.add_cell(name, index, Type::BOOL);
        self.func_later(Later::Sees { cell, shown });
    }
}
