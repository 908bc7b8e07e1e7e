//! The reader: first the heads of all items, so that everything has a number and a name, then the bodies.
//!
//! A fault of the grammar ends its item, and reading goes on at the next item; a name that is not known
//! ends nothing. A broken item keeps its name, so that nobody else complains about it.

use super::lexer::{self, Token};
use super::read_func::{BodyAt, Work};
use super::read_items::Fix;
use crate::board::Board;
use crate::ir::{CellId, DomainId, FuncId, KindId, Pos, Program, TableId, TextError};
use std::collections::{BTreeMap, BTreeSet};

/// The fault is recorded already.
#[derive(Debug)]
pub(super) struct Stop;

pub(super) type Parse<T> = Result<T, Stop>;

/// What a name outside functions stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Global {
    Domain(DomainId),
    Kind(KindId),
    Table(TableId),
    Cell(CellId),
    Func(FuncId),
}

pub(super) struct Reader<'a> {
    pub(super) tokens: Vec<Token<'a>>,
    pub(super) next: usize,
    pub(super) nested: u32,
    pub(super) errors: Vec<TextError>,
    pub(super) program: Program,
    pub(super) board: Option<Board>,
    pub(super) globals: BTreeMap<String, (Global, Pos)>,
    /// Names of items that could not be read.
    pub(super) broken: BTreeSet<&'a str>,
    /// Functions are named before they are declared: put in when all heads are read.
    pub(super) fixes: Vec<Fix<'a>>,
    pub(super) bodies: Vec<BodyAt<'a>>,
    /// The function whose body is being read.
    pub(super) work: Work<'a>,
}

/// More would help nobody.
pub(super) const MOST_ERRORS: usize = 100;

pub(super) fn read(text: &str) -> Result<Program, Vec<TextError>> {
    let (tokens, errors) = lexer::lex(text);
    let mut reader = Reader {
        tokens,
        next: 0,
        nested: 0,
        errors,
        program: Program::default(),
        board: None,
        globals: BTreeMap::new(),
        broken: BTreeSet::new(),
        fixes: Vec::new(),
        bodies: Vec::new(),
        work: Work::default(),
    };
    reader.items();
    reader.put_fixes();
    reader.read_bodies();
    let Reader { mut errors, program, .. } = reader;
    if errors.is_empty() {
        return Ok(program);
    }
    errors.sort_by(|a, b| (a.at, &a.what).cmp(&(b.at, &b.what)));
    errors.dedup();
    errors.truncate(MOST_ERRORS);
    Err(errors)
}
