//! What editors are told of the language: how each token is coloured. In: the word list and the lexer of the grammar.
//! Out: the colours of Visual Studio Code and of Neovim as files, and the lexer's own answer to hold a colouring to.
//!
//! A `Shade` is what can be told apart by its colour. All three outputs are made from it, so that they cannot differ.

mod textmate;
mod tokens;
mod vim;

pub use textmate::grammar;
pub use tokens::tokens_of_all;
pub use vim::syntax;

use std::path::{Path, PathBuf};
use wgr_grammar::{ITEMS, RESERVED, WordClass};

/// What is coloured alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shade {
    Comment,
    String,
    /// Numbers, dice, printed cases.
    Number,
    Word(WordClass),
}

/// All of them, words last.
const SHADES: [Shade; 9] = [
    Shade::Comment,
    Shade::String,
    Shade::Number,
    Shade::Word(WordClass::Item),
    Shade::Word(WordClass::Operator),
    Shade::Word(WordClass::Counting),
    Shade::Word(WordClass::Literal),
    Shade::Word(WordClass::Clause),
    Shade::Word(WordClass::Statement),
];

impl Shade {
    /// The scope that themes of Visual Studio Code know; whatever begins with it and a dot is of this shade, too.
    fn scope(self) -> &'static str {
        match self {
            Shade::Comment => "comment.line",
            Shade::String => "string.quoted.double",
            Shade::Number => "constant.numeric",
            Shade::Word(WordClass::Item) => "storage.type",
            Shade::Word(WordClass::Operator) => "keyword.operator.wordlike",
            Shade::Word(WordClass::Counting) => "keyword.other.counting",
            Shade::Word(WordClass::Literal) => "constant.language",
            Shade::Word(WordClass::Clause) => "keyword.other.clause",
            Shade::Word(WordClass::Statement) => "keyword.control",
        }
    }

    /// The group of the syntax file, and the group of every colour scheme that it takes its colour from.
    fn group(self) -> (&'static str, &'static str) {
        match self {
            Shade::Comment => ("wgrComment", "Comment"),
            Shade::String => ("wgrString", "String"),
            Shade::Number => ("wgrNumber", "Number"),
            Shade::Word(WordClass::Item) => ("wgrItem", "Structure"),
            Shade::Word(WordClass::Operator) => ("wgrOperator", "Operator"),
            Shade::Word(WordClass::Counting) => ("wgrCounting", "Keyword"),
            Shade::Word(WordClass::Literal) => ("wgrLiteral", "Constant"),
            Shade::Word(WordClass::Clause) => ("wgrClause", "Label"),
            Shade::Word(WordClass::Statement) => ("wgrStatement", "Statement"),
        }
    }
}

/// The words of a class; a word stands in one class only, but the words of items are free elsewhere.
fn words(class: WordClass) -> Vec<&'static str> {
    RESERVED.iter().chain(&ITEMS).filter(|entry| entry.class == class).map(|entry| entry.text).collect()
}

/// The root of this tree.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
