//! The printer: items in the order of their numbers, each in the form that the reader gives back.

use super::boards;
use super::print_names::Names;
use crate::board::Board;
use crate::ir::{Func, LocalId, Program};
use std::collections::BTreeSet;

/// What hangs deeper is cut. No program that the verifier takes is so deep (its invariant 4),
/// and printing so much takes less than 1 MiB of stack even in an unoptimised build.
pub(super) const MOST_DEPTH: u32 = 500;
/// How often an expression may be printed on average: shared expressions would make texts of any length.
const MOST_SHARED: usize = 4;

/// What is known of the whole program.
pub(super) struct World<'p> {
    pub(super) program: &'p Program,
    pub(super) board: Option<Board>,
    /// What is called by its name alone, as a local is.
    names: BTreeSet<&'p str>,
}

impl<'p> World<'p> {
    fn new(program: &'p Program) -> World<'p> {
        let board = program.board.as_ref().and_then(|spec| Board::new(spec).ok());
        let cells = program.cells.iter().map(|cell| &cell.name);
        let tables = program.tables.iter().map(|table| &table.name);
        let kinds = program.kinds.iter().map(|kind| &kind.name);
        World { program, board, names: cells.chain(tables).chain(kinds).map(String::as_str).collect() }
    }
}

/// Prints one function.
pub(super) struct Printer<'p> {
    pub(super) world: &'p World<'p>,
    pub(super) func: &'p Func,
    pub(super) out: String,
    pub(super) indent: usize,
    pub(super) depth: u32,
    /// How many more expressions may be printed.
    pub(super) left: usize,
    pub(super) scope: Vec<LocalId>,
    pub(super) names: Names,
    /// Locals that would hide a name that is meant.
    pub(super) hiding: BTreeSet<LocalId>,
    /// Locals that are used where their declaration does not reach: declared at the top.
    pub(super) lifted: BTreeSet<LocalId>,
}

pub(super) fn print(program: &Program) -> String {
    let world = World::new(program);
    let mut out = world.items();
    for func in &program.funcs {
        out.push('\n');
        out.push_str(&print_func(&world, func));
    }
    out.push_str(&world.ending());
    out
}

/// Each function by its name, and all else.
pub(super) fn parts(program: &Program) -> (Vec<(String, String)>, String) {
    let world = World::new(program);
    let funcs = program.funcs.iter().map(|func| (func.name.clone(), print_func(&world, func))).collect();
    (funcs, format!("{}{}", world.items(), world.ending()))
}

/// Once more where the first run finds out that locals need another name, or another place.
fn print_func<'p>(world: &'p World<'p>, func: &'p Func) -> String {
    let first = Printer::new(world, func, Names::plain(func)).run(BTreeSet::new());
    let names = Names::apart(&world.names, func, &first.hiding, &first.lifted);
    if names == first.names && first.lifted.is_empty() {
        return first.out;
    }
    Printer::new(world, func, names).run(first.lifted).out
}

impl<'p> Printer<'p> {
    fn new(world: &'p World<'p>, func: &'p Func, names: Names) -> Self {
        Printer {
            world,
            func,
            out: String::new(),
            indent: 0,
            depth: 0,
            left: func.exprs.len().saturating_mul(MOST_SHARED).saturating_add(1_000),
            scope: Vec::new(),
            names,
            hiding: BTreeSet::new(),
            lifted: BTreeSet::new(),
        }
    }

    fn run(mut self, lifted: BTreeSet<LocalId>) -> Self {
        self.lifted = lifted;
        self.function();
        self
    }

    pub(super) fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Begins a line.
    pub(super) fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    /// Lines inside braces; the `{` is printed.
    pub(super) fn braces<T>(&mut self, all: &[T], mut print: impl FnMut(&mut Self, &T)) {
        self.indent += 1;
        for one in all {
            self.line();
            print(self, one);
        }
        self.close();
    }

    /// Ends an indented part: `}` on a line of its own, or behind its `{` if nothing stands between.
    pub(super) fn close(&mut self) {
        self.indent -= 1;
        if self.out.ends_with('{') {
            self.put(" }");
        } else {
            self.line();
            self.put("}");
        }
    }
}

/// A string as the lexer reads it back; it has no way to say a line break.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push(' '),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A member's name as it is written: in quotes where it is no word.
pub(super) fn member_text(name: &str) -> String {
    if super::names::is_bare_member(name) { name.to_owned() } else { quoted(name) }
}

impl World<'_> {
    /// `Side.German`, `hex"06.15"`
    pub(super) fn member(&self, domain: crate::ir::DomainId, member: i64, bare: bool) -> String {
        let Some(declared) = self.program.domains.get(domain.index()) else { return "?".to_owned() };
        if member == crate::ir::NONE {
            return if bare { "none".to_owned() } else { format!("none {}", declared.name) };
        }
        let on_board = self.program.board.is_some() && boards::BOARD_DOMAINS.iter().any(|&(_, of)| of == domain);
        if on_board {
            let name = self.board.as_ref().and_then(|board| boards::member_name(board, domain, member));
            return format!("{}{}", declared.name, quoted(&name.unwrap_or_else(|| format!("?{member}"))));
        }
        let name = usize::try_from(member).ok().and_then(|index| declared.members.get(index));
        let name = name.map_or_else(|| format!("?{member}"), |name| member_text(name));
        if bare { name } else { format!("{}.{name}", declared.name) }
    }

    pub(super) fn site(&self, site: crate::ir::SiteId) -> String {
        self.program
            .sites
            .get(site.index())
            .map_or_else(|| "@?".to_owned(), |site| format!("@{} {}", site.cases.join(","), quoted(&site.title)))
    }

    pub(super) fn func_name(&self, func: crate::ir::FuncId) -> &str {
        self.program.funcs.get(func.index()).map_or("?", |func| &func.name)
    }

    pub(super) fn cell_name(&self, cell: crate::ir::CellId) -> &str {
        self.program.cells.get(cell.index()).map_or("?", |cell| &cell.name)
    }

    pub(super) fn table_name(&self, table: crate::ir::TableId) -> &str {
        self.program.tables.get(table.index()).map_or("?", |table| &table.name)
    }

    pub(super) fn kind_name(&self, kind: crate::ir::KindId) -> &str {
        self.program.kinds.get(kind.index()).map_or("?", |kind| &kind.name)
    }

    pub(super) fn domain_name(&self, domain: crate::ir::DomainId) -> &str {
        super::print_type::domain_name(self.program, domain)
    }
}
