//! Text to the same text, laid out as the house writes it. In: any text. Out: the same words in the same order, with
//! every comment; only blanks and the ends of lines are others.
//!
//! What it does: four blanks a brace; titles, verdicts and conditions of the rows of one block in columns; the cells of
//! orders, tables and maps in columns; lines beyond [`WIDTH`] broken before a word that goes on. A column that most of
//! its rows keep to already stays where the author drew it. Promises: laid out twice is laid out once; it reads as
//! before; a line that cannot be read, and an item whose braces do not balance, stay as they are.
#![expect(clippy::wildcard_enum_match_arm, reason = "few of the tokens matter to the layout")]

mod columns;
mod grid;
mod lay;
mod long;
mod physical;
mod row;

use crate::span::Span;
use crate::{parse, placeless};
use lay::lay;

/// Lines beyond this are broken where they can be.
pub const WIDTH: usize = 120;

/// A broken line frees a column for the others; more rounds than these are a text that never comes to rest.
const MOST_ROUNDS: usize = 8;

/// The text laid out.
pub fn format(text: &str) -> String {
    let before = parse(text);
    let (mut laid, mut after, mut rests) = (text.to_owned(), before.clone(), false);
    for _ in 0..MOST_ROUNDS {
        let unread: Vec<Span> = after.faults.iter().map(|fault| fault.span).collect();
        let next = lay(&laid, &unread);
        rests = next == laid;
        if rests {
            break;
        }
        after = parse(&next);
        laid = next;
    }
    // Blanks mean nothing but for the few places where an indentation speaks; a text that leans on one stays as it is.
    let same = after.faults.len() == before.faults.len() && placeless(&after.file) == placeless(&before.file);
    if rests && same { laid } else { text.to_owned() }
}
