//! Orders, tables and maps: lines of words in columns. In: the lines between the braces. Out: where each of their words
//! goes; a line that has not the words that the columns ask for keeps its blanks.

use super::columns::{Cell, column};
use super::physical::{Line, Word};
use crate::token::TokenKind;

/// A cell that needs more room than this beyond the narrowest stands out of its column.
const REACH: usize = 44;

/// A line of such an item and how far its first word is indented from now on.
pub(super) struct Drawn<'l, 't> {
    pub(super) line: &'l Line<'t>,
    pub(super) indent: usize,
}

/// One word of the columns: what stands together without blanks.
#[derive(Clone, Copy)]
struct Chunk {
    /// The first of its words.
    at: usize,
    drawn: usize,
    width: usize,
}

/// The words of a line that are no comment, as they hang together.
fn chunks(words: &[Word<'_>]) -> Vec<Chunk> {
    let mut found: Vec<Chunk> = Vec::new();
    for (at, word) in words.iter().enumerate().take_while(|(_, word)| word.kind != TokenKind::Comment) {
        match found.last_mut() {
            Some(last) if word.gap == 0 => last.width += word.width(),
            _ => found.push(Chunk { at, drawn: word.column, width: word.width() }),
        }
    }
    found
}

/// For each line the words with a place of their own: (number of the word, column).
pub(super) fn places(lines: &[Drawn<'_, '_>]) -> Vec<Vec<(usize, usize)>> {
    let mut places: Vec<Vec<(usize, usize)>> = lines.iter().map(|_| Vec::new()).collect();
    let mut at = 0;
    while at < lines.len() {
        let header = chunks(&lines[at].line.words);
        let end = (at + 1..lines.len()).find(|next| is_header(lines, *next)).unwrap_or(lines.len());
        columns(&lines[at..end], &header, &mut places[at..end]);
        at = end;
    }
    places
}

/// A line indented less than the one below it, as `Infantry  formation  arm` over its counters, or a word of the map.
fn is_header(lines: &[Drawn<'_, '_>], at: usize) -> bool {
    let word = lines[at].line.words.first().map_or("", |word| word.text);
    let drawn = lines.get(at + 1).is_some_and(|next| next.line.indent() > lines[at].line.indent());
    matches!(word, "hexes" | "hexsides" | "place") || drawn
}

/// The lines of one header: the last words of each stand below those of the header.
fn columns(lines: &[Drawn<'_, '_>], header: &[Chunk], places: &mut [Vec<(usize, usize)>]) {
    // The header of an order begins with the piece, which the counters stand below.
    let own =
        usize::from(header.first().is_some_and(|first| {
            lines.iter().skip(1).all(|row| row.line.is_comment() || row.line.indent() > first.drawn)
        }));
    let behind_colon = behind_colon(&lines[0], header);
    let wide = behind_colon.unwrap_or(header.len().saturating_sub(own));
    let first = usize::from(behind_colon.is_none());
    let rows: Vec<(usize, Vec<Chunk>)> = (first..lines.len())
        .map(|at| (at, chunks(&lines[at].line.words)))
        .filter(|(_, row)| row.len() > wide)
        .collect();
    let mut ends: Vec<usize> = rows.iter().map(|(at, row)| named_up_to(&lines[*at], row, wide)).collect();
    for nth in 0..wide {
        let cells: Vec<(Chunk, Cell)> = rows
            .iter()
            .zip(&ends)
            .map(|((_, row), end)| (row[row.len() - wide + nth], *end))
            .map(|(chunk, end)| (chunk, Cell { drawn: chunk.drawn, free: end + 1 }))
            .collect();
        let place = column(&cells.iter().map(|(_, cell)| *cell).collect::<Vec<Cell>>(), REACH);
        for (((at, _), end), (chunk, cell)) in rows.iter().zip(&mut ends).zip(&cells) {
            places[*at].push((chunk.at, cell.placed(place)));
            *end = cell.placed(place) + chunk.width;
        }
    }
}

/// `clear:  -4-  -3  0+`: how many columns such a line of a table has; it stands in columns with those below it.
fn behind_colon(line: &Drawn<'_, '_>, header: &[Chunk]) -> Option<usize> {
    let colon = line.line.words.iter().position(|word| word.kind == TokenKind::Colon)?;
    let of_map = matches!(line.line.words.first()?.text, "hexes" | "hexsides" | "place");
    (!of_map).then(|| header.iter().filter(|chunk| chunk.at > colon).count()).filter(|count| *count > 0)
}

/// Where the words before the columns end.
fn named_up_to(line: &Drawn<'_, '_>, row: &[Chunk], wide: usize) -> usize {
    let last = &row[row.len() - wide - 1];
    (last.drawn + line.indent + last.width).saturating_sub(line.line.indent())
}
