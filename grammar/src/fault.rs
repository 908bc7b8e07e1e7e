//! What can be wrong with text as text. In: nothing. Out: kinds with the data that a message needs, never its words.
//!
//! One mistake is one fault: a line that could not be read has exactly one, and what follows it is read as if nothing
//! had happened.

use crate::mended::{How, Mend};
use crate::span::Span;

/// Brackets, blocks, `not`s and `and`s may stand in each other so deep and no deeper.
pub const MOST_NESTED: u32 = 64;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxFault {
    /// The smallest text that is wrong; empty at the end of a line where something is missing.
    pub span: Span,
    pub kind: FaultKind,
    /// Small changes after which the line reads, the surest first. Where one is sure, the item is read as if it were made.
    pub mends: Vec<Mend>,
}

impl SyntaxFault {
    pub fn new(span: Span, kind: FaultKind) -> SyntaxFault {
        SyntaxFault { span, kind, mends: Vec::new() }
    }

    /// The one change that it can be. What stands in the place of something else is too seldom what is meant.
    pub fn sure(&self) -> Option<&Mend> {
        match self.mends.as_slice() {
            [one] if one.how != How::Instead => Some(one),
            [] | [_, ..] => None,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The line cannot go on like this. `expected`: what could stand here, in plain words; `found`: what stands here,
    /// empty at the end of the line.
    Unexpected {
        context: Context,
        expected: Vec<String>,
        found: String,
    },
    /// The span is the brace that was never closed; the item is named by its first words.
    UnclosedBrace {
        item: String,
    },
    /// A `}` that closes nothing.
    StrayBrace,
    /// The span is the `(` or `[` that was never closed on its line.
    UnclosedBracket,
    /// A `)` or `]` that closes nothing.
    StrayBracket,
    /// The span is the text from its quote to the end of the line.
    UnclosedString,
    UnknownCharacter {
        character: char,
    },
    /// Text in column 0 that begins no item: its first word.
    UnknownItem {
        word: String,
    },
    /// A word of the language as a name; `free` is a name that could be used.
    ReservedName {
        word: String,
        free: String,
    },
    /// Nested deeper than `MOST_NESTED`; the span is where it goes too deep.
    TooDeep,
    /// One line that is too long to be read.
    TooLong,
    /// `1.5` in a sum: there are only fractions.
    DecimalNumber {
        text: String,
    },
    /// A sign of another language: `==`, `!=`, `&&`, and what to write for it (`is`, `is not`, `and`).
    WrongSign {
        found: String,
        right: &'static str,
    },
    /// `=` in a condition, where `is` compares.
    EqualsInCondition,
    /// `a < b < c`
    ChainedComparison,
    /// Words between case and verdict that are no title for want of quotes.
    TitleWithoutQuotes {
        words: String,
    },
    /// A title and no answer behind it.
    NoVerdict {
        context: Context,
    },
    /// `when`, `unless`, `if`, `where`, `while`, `whenever` and nothing behind it.
    NoCondition {
        word: String,
    },
    /// `else` with no `if` or `may` before it.
    ElseAlone,
    /// `6.d` where `6#d` is meant, `B.4.c.2` for `B.4#c.2`.
    CaseLetter {
        found: String,
        right: String,
    },
    /// A case that is printed twice in one list: `7.5#a, 7.5#a`.
    CaseTwice {
        case: String,
    },
    /// `12.2.4#abc`: letters of a case are one or two, and a blank stands between a comma and the next word.
    CaseLetters {
        found: String,
    },
    /// Said twice in one line or item: `of`, `edition`, `ruling`.
    Twice {
        what: String,
    },
    /// A statement or item that needs `{ .. }` has none; `after` is the word that asks for it.
    NoBlock {
        after: String,
    },
    /// `until end of fire and movement`: what ends with either phase says `or`.
    AndOfPhases,
    /// A second statement on one line, and no `;` before it; the span is its first word.
    NoSemicolon,
    /// `- -1`: the span is the second sign.
    MinusTwice,
    /// `{` behind something that takes no block.
    UnwantedBlock,
}

/// What the line was being read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Context {
    /// The first line of an item: its keyword.
    Head(&'static str),
    /// A line of `game { }`, `piece { }`, `marker { }`, `scale { }`, `enum { }`: the item's keyword.
    Line(&'static str),
    /// A row: the keyword of its item (`value`, `also`, ..).
    Row(&'static str),
    Statement,
    /// A line of `such that { }`
    SuchThat,
    /// A way of `chooses { }`
    Choice,
    /// A way of `depending on { }`
    Arm,
    /// A step of an example.
    Step,
    /// A line of an errata item.
    Edit,
}
