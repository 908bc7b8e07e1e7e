//! Programs written down as text, for tests that want what no rules text can say: programs that the verifier is to
//! refuse, corners of the machine. It reads what `wgr_runtime::text::print` writes (`docs/ir.md`). A text that is no
//! program is a mistake of its test: the reader panics with the place, at the first thing that it cannot read.
//! Nothing here checks types: that is the verifier's.
//!
//! First the heads of all items are read, so that everything has a number and a name, then the bodies.

mod atom;
mod cursor;
mod expr;
mod func;
mod items;
mod kernel;
mod lexer;
mod names;
mod rows;
mod stmt;
mod table;

use crate::generate::build::blank;
use func::BodyAt;
use items::Later;
use lexer::Token;
use std::collections::BTreeMap;
use wgr_runtime::board::Board;
use wgr_runtime::ir::{CellId, DomainId, Func, FuncId, KindId, LocalId, Program, TableId};

/// What a name outside functions stands for.
#[derive(Clone, Copy, Debug)]
enum Global {
    Domain(DomainId),
    Kind(KindId),
    Table(TableId),
    Cell(CellId),
    Func(FuncId),
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    program: Program,
    board: Option<Board>,
    globals: BTreeMap<String, Global>,
    /// Functions are named before they are declared: put in when all heads are read.
    later: Vec<(&'a str, Later)>,
    bodies: Vec<BodyAt<'a>>,
    /// The function whose body is being read, and what its names stand for here.
    func: Func,
    scope: Vec<(&'a str, LocalId)>,
}

/// The program that a text describes.
///
/// # Panics
/// If it describes none: that is the test's failure.
#[must_use]
pub fn read(text: &str) -> Program {
    let mut reader = Reader {
        tokens: lexer::lex(text),
        next: 0,
        program: Program::default(),
        board: None,
        globals: BTreeMap::new(),
        later: Vec::new(),
        bodies: Vec::new(),
        func: blank(),
        scope: Vec::new(),
    };
    reader.items();
    reader.put_later();
    reader.read_bodies();
    reader.program
}
