//! Items: the header, and the heads of everything that the program declares. Bodies are skipped here.

use super::lexer::Tok;
use super::{Global, Reader};
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
use wgr_runtime::ir::{Arrivals, CellId, Domain, DomainId, FuncId, FuncKind, Hidden, Kind, KindId, Role, Trigger};
use wgr_runtime::text::BOARD_DOMAINS;

/// Where a function belongs that is named before it is declared.
pub(super) enum Later {
    Main,
    Keep(CellId),
    Sees { cell: CellId, shown: CellId },
    Watch(usize),
    Only(usize),
    Run(usize),
    By(usize),
}

impl Reader<'_> {
    pub(super) fn items(&mut self) {
        self.expect_words("wgr");
        self.expect_sign("-");
        self.expect_words("ir");
        assert_eq!(self.count::<u32>(), 1, "another version of the text");
        self.expect_words("program");
        self.program.title = self.string();
        while *self.tok() != Tok::End {
            self.item();
        }
    }

    fn item(&mut self) {
        let at = self.pos();
        match self.word() {
            "board" => self.board_item(),
            "enum" => self.enum_item(),
            "sides" => self.program.sides = Some(self.domain()),
            "kind" => self.kind_item(),
            "table" => self.table_item(),
            "cell" => self.cell_item(),
            "trigger" => self.trigger_item(),
            "main" => self.func_later(Later::Main),
            "query" => self.func_item(FuncKind::Query, at),
            "effect" => self.func_item(FuncKind::Effect, at),
            "procedure" => self.func_item(FuncKind::Procedure, at),
            "limits" => self.limits_item(at),
            "goods" => self.goods_item(at),
            other => panic!("{at:?}: no item begins with `{other}`"),
        }
    }

    fn board_item(&mut self) {
        let spec = self.board_spec();
        let board = Board::new(&spec).unwrap_or_else(|error| panic!("{:?}: {error}", self.pos()));
        let sizes = [u32::from(board.count()), 6, u32::from(board.side_count())];
        for ((name, domain), size) in BOARD_DOMAINS.into_iter().zip(sizes) {
            self.program.domains.push(Domain { name: name.to_owned(), members: Vec::new(), size });
            self.declare(name, Global::Domain(domain));
        }
        (self.program.board, self.board) = (Some(spec), Some(board));
    }

    fn board_spec(&mut self) -> BoardSpec {
        let top = self.one_of(&[("flat", Top::Flat), ("pointy", Top::Pointy)]);
        let (order, then) =
            self.one_of(&[("column", (Order::ColumnRow, "row")), ("row", (Order::RowColumn, "column"))]);
        self.expect_sign("-");
        self.expect_words(then);
        let dot = self.eat_word("dot");
        self.expect_words("columns");
        let columns = self.count()..={
            self.expect_sign("..");
            self.count()
        };
        self.expect_words("rows");
        let rows = self.count()..={
            self.expect_sign("..");
            self.count()
        };
        self.expect_words("numbers");
        let columns_run = self.one_of(&[("east", ColumnsRun::East), ("west", ColumnsRun::West)]);
        let rows_run = self.one_of(&[("south", RowsRun::South), ("north", RowsRun::North)]);
        self.expect_words("shifted");
        let shifted = self.one_of(&[("even", Parity::Even), ("odd", Parity::Odd)]);
        let without = if self.eat_word("without") { self.without() } else { Vec::new() };
        BoardSpec { top, columns, rows, order, dot, columns_run, rows_run, shifted, without }
    }

    /// Printed numbers: `0615`, `06.15`, or any in quotes.
    fn without(&mut self) -> Vec<String> {
        self.expect_sign("{");
        let mut names = Vec::new();
        while !self.eat_sign("}") {
            let Tok::Number(first) = *self.tok() else {
                names.push(self.string());
                continue;
            };
            self.advance();
            let second = if self.eat_sign(".") { format!(".{}", self.digits()) } else { String::new() };
            names.push(format!("{first}{second}"));
        }
        names
    }

    fn digits(&mut self) -> String {
        let Tok::Number(digits) = *self.tok() else { self.expected("digits") };
        self.advance();
        digits.to_owned()
    }

    fn enum_item(&mut self) {
        let name = self.name();
        self.expect_sign("{");
        let members = self.list("}", Self::word_or_text);
        let domain = DomainId::new(self.program.domains.len());
        let size = members.len() as u32;
        self.program.domains.push(Domain { name: name.to_owned(), members, size });
        self.declare(name, Global::Domain(domain));
    }

    fn kind_item(&mut self) {
        let name = self.name();
        self.expect_words("of");
        let domain = self.domain();
        let first = self.member(domain) as u32;
        self.expect_sign("..");
        let last = self.member(domain) as u32;
        let kind = KindId::new(self.program.kinds.len());
        self.program.kinds.push(Kind { name: name.to_owned(), domain, first, last });
        self.declare(name, Global::Kind(kind));
    }

    fn trigger_item(&mut self) {
        let at = self.pos();
        let name = self.name().to_owned();
        let site = self.site();
        let index = self.program.triggers.len();
        self.expect_words("watch");
        self.func_later(Later::Watch(index));
        let on = self.eat_word("on").then(|| {
            let who = self.cell();
            self.expect_words("from");
            Arrivals { who, from: self.cell() }
        });
        let only = self.eat_word("only").then(|| {
            self.func_later(Later::Only(index));
            FuncId::new(0)
        });
        for (word, place) in [("run", Later::Run(index)), ("by", Later::By(index))] {
            self.expect_words(word);
            self.func_later(place);
        }
        self.expect_words("at most");
        let (none, most) = (FuncId::new(0), self.count());
        let at_once = self.eat_word("at");
        if at_once {
            self.expect_words("once");
        }
        self.program.triggers.push(Trigger {
            name,
            site,
            watch: none,
            on,
            only,
            run: none,
            by: none,
            at_once,
            most,
            at,
        });
    }

    pub(super) fn func_later(&mut self, place: Later) {
        let name = self.name();
        self.later.push((name, place));
    }

    pub(super) fn put_later(&mut self) {
        for (name, place) in std::mem::take(&mut self.later) {
            let func = self.func_named(name);
            let program = &mut self.program;
            match place {
                Later::Main => program.main = Some(func),
                Later::Keep(cell) => program.cells[cell.index()].role = Role::Keep(func),
                Later::Sees { cell, shown } => program.cells[cell.index()].hidden = Some(Hidden { sees: func, shown }),
                Later::Watch(index) => program.triggers[index].watch = func,
                Later::Only(index) => program.triggers[index].only = Some(func),
                Later::Run(index) => program.triggers[index].run = func,
                Later::By(index) => program.triggers[index].by = func,
            }
        }
    }
}
