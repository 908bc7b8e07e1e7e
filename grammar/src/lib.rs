//! The text of rules, as text: tokens, shells, lines, the syntax tree. Nothing here knows what a rule means.

pub mod ast;
mod fault;
mod format;
mod line;
mod memory;
mod mended;
mod near;
mod placeless;
mod read;
mod shell;
mod source;
mod span;
mod token;
mod words;

pub use fault::{Context, FaultKind, MOST_NESTED, SyntaxFault};
pub use format::{WIDTH, format};
pub use memory::{Memory, parse_again};
pub use mended::{How, Mend, Put};
pub use near::nearest;
pub use placeless::placeless;
pub use read::is_case;
pub use shell::{Shell, shells};
pub use span::Span;
pub use token::{Token, TokenKind, tokens};
pub use words::{
    BEGIN_STATEMENTS, ITEMS, PLACED, RESERVED, WordClass, WordEntry, free_name, is_reserved, item_word, meaning,
};

use source::Source;
use std::sync::Arc;

/// A file and what is wrong with it. Whatever could be read is in the file, broken things by the name they had.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Parsed {
    /// Shared with whoever keeps it while the text is read again.
    pub file: Arc<ast::File>,
    /// In the order in which they stand in the text.
    pub faults: Vec<SyntaxFault>,
}

impl Parsed {
    /// The items of a file that nobody else keeps.
    pub fn into_items(self) -> Vec<ast::Item> {
        Arc::unwrap_or_clone(self.file).items
    }
}

/// Reads one file. Never fails: faults are data.
pub fn parse(text: &str) -> Parsed {
    let source = Source::new(text);
    let mut faults = Vec::new();
    let shells = shell::cut(&source, &mut faults);
    let items = shells.iter().map(|shell| read::item(&source, shell, &mut faults)).collect();
    faults.sort_by_key(|fault| fault.span);
    Parsed { file: Arc::new(ast::File { items }), faults }
}
