//! A document laid out as `wgr fmt` lays it out. In: a text. Out: the edit that does it, of no more than what changes;
//! or why not. A text with lines that cannot be read stays as it is.

use super::positions::{Encoding, Lines};
use crate::tell::counted;
use lsp_types::TextEdit;
use wgr_grammar::Span;

pub(crate) fn layout(text: &str, encoding: Encoding) -> Result<Vec<TextEdit>, String> {
    let unread = wgr_grammar::parse(text).faults.len();
    if unread > 0 {
        return Err(format!("{} in lines that cannot be read: mend them first", counted(unread, "mistake")));
    }
    let laid = wgr_grammar::format(text);
    if laid == text {
        return Ok(Vec::new());
    }
    let same = |(one, other): &(char, char)| one == other;
    let width = |(letter, _): (char, char)| letter.len_utf8();
    let front: usize = text.chars().zip(laid.chars()).take_while(same).map(width).sum();
    let (rest, laid) = (text.get(front..).unwrap_or_default(), laid.get(front..).unwrap_or_default());
    let back: usize = rest.chars().rev().zip(laid.chars().rev()).take_while(same).map(width).sum();
    let span = Span::new(front, text.len() - back);
    let new_text = laid.get(..laid.len() - back).unwrap_or_default().to_owned();
    Ok(vec![TextEdit { range: Lines::new(text, encoding).range(span), new_text }])
}
