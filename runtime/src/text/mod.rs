//! The text form of the IR, as `docs/ir.md` tells it: what a program says, for people and for its fingerprint.
//!
//! `print` takes any program and gives a text, indented and with no more parentheses than needed; it never panics.
//! Nothing here reads such a text: tests do (`tests/src/ir_text/mod.rs`), and hold the printer to it.

mod boards;
mod names;
mod print;
mod print_expr;
mod print_items;
mod print_kernel;
mod print_names;
mod print_rows;
mod print_stmt;
mod print_type;
pub mod words;

pub use boards::BOARD_DOMAINS;
pub use names::{
    in_case, in_word, is_called, is_case, is_func_name, is_label, is_member_name, is_name, is_title, starts_word,
};

use crate::ir::Program;

/// The text of a program; ends with a line break.
pub fn print(program: &Program) -> String {
    print::print(program)
}

/// Each function by its name as it is printed, and all else that is.
pub fn parts(program: &Program) -> (Vec<(String, String)>, String) {
    print::parts(program)
}
