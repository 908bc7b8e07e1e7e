//! The text form of the IR, as `docs/ir.md` tells it.
//!
//! `read` takes any text and gives a program or every fault found in it, each with its place and what to
//! write instead; it never panics and its stack is bounded ([`MOST_NESTED`], [`MOST_HEIGHT`]). `print` takes
//! any program and gives a text, indented and with no more parentheses than needed; it never panics either.
//! For a program that was read, `read(print(p))` is `p` again but for its positions. Nothing here checks
//! types: that is the verifier's.

mod boards;
mod lexer;
mod names;
mod print;
mod print_expr;
mod print_items;
mod print_kernel;
mod print_names;
mod print_rows;
mod print_stmt;
mod print_type;
mod read;
mod read_atom;
mod read_cursor;
mod read_expr;
mod read_func;
mod read_items;
mod read_kernel;
mod read_names;
mod read_rows;
mod read_stmt;
mod read_table;
mod read_type;

pub use names::{is_case, is_func_name, is_label, is_member_name, is_name, is_title};

use crate::ir::{Program, TextError};

/// Blocks, parentheses and signs inside one another.
pub const MOST_NESTED: u32 = 64;
/// Operations on top of one another in one expression, and arms of one `else if` chain. A chain
/// `a + b + c ..` nests nothing in the text, but makes a tree that others walk.
pub const MOST_HEIGHT: u32 = 400;

/// The program that a text describes, or everything that is wrong with it, in the order of the text.
pub fn read(text: &str) -> Result<Program, Vec<TextError>> {
    read::read(text)
}

/// The text of a program; ends with a line break.
pub fn print(program: &Program) -> String {
    print::print(program)
}
