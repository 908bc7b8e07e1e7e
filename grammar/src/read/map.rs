//! `map`: hexes as drawn, line by line.

use super::cx::Cx;
use super::names::title;
use super::pairs::Rule;
use super::words::Words;
use crate::ast::{Grid, GridRow, ItemKind, Key, Map, MapLine, Name};
use crate::fault::Context;
use crate::line::physical;
use crate::shell::Shell;
use crate::span::Span;
use crate::token::TokenKind;
use std::ops::Range;

const HERE: Context = Context::Line("map");

pub(crate) fn map(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_map);
    cx.has_braces(shell);
    let lines = physical(cx.source, shell);
    let mut lines = lines.into_iter().peekable();
    let mut found = Vec::new();
    while let Some(tokens) = lines.next() {
        let span = cx.source.span(&tokens);
        let line = map_line(cx, tokens);
        let Some(MapLine::Grid(mut grid)) = line else {
            found.push(line.unwrap_or(MapLine::Broken(span)));
            continue;
        };
        // The numbers of the columns, then a row a line.
        while let Some(tokens) = lines.next_if(|tokens| is_drawn(cx, tokens, &grid)) {
            let place = cx.source.span(&tokens);
            grid.span = grid.span.to(place);
            let is_row = is_row(cx, &tokens, &grid);
            if grid.columns.is_empty() && !is_row {
                grid.columns = rest(cx, Words::new(tokens, HERE));
                continue;
            }
            if grid.columns.is_empty() && grid.rows.is_empty() {
                Words::new(tokens.clone(), HERE).wrong(cx, COLUMNS);
            }
            let row = row(cx, (tokens, place), &grid);
            grid.rows.extend(row);
        }
        found.push(MapLine::Grid(grid));
    }
    let mut kids = head?.kids();
    let title = kids.one(Rule::title).and_then(title);
    let provisional = kids.one(Rule::provisional).and_then(|part| part.kids().one(Rule::string));
    Some(ItemKind::Map(Map { title, provisional: provisional.map(|part| part.string()), lines: found }))
}

fn rest(cx: &Cx<'_, '_>, mut words: Words) -> Vec<Name> {
    std::iter::from_fn(|| words.word(cx)).collect()
}

/// What a drawing begins with.
const COLUMNS: &str = "the numbers of the columns, in a line above the rows";

/// A line that begins with a number, or with a letter as it is drawn.
fn is_drawn(cx: &Cx<'_, '_>, tokens: &Range<usize>, grid: &Grid) -> bool {
    cx.source.kind(tokens.start) == Some(TokenKind::Number) || starts_with_a_letter(cx, tokens, grid)
}

fn starts_with_a_letter(cx: &Cx<'_, '_>, tokens: &Range<usize>, grid: &Grid) -> bool {
    let first = Words::new(tokens.clone(), HERE).word(cx);
    first.is_some_and(|first| grid.key.iter().any(|key| key.letter.text == first.text))
}

/// A row, and no numbers of columns: its second word is no number.
fn is_row(cx: &Cx<'_, '_>, tokens: &Range<usize>, grid: &Grid) -> bool {
    let mut words = Words::new(tokens.clone(), HERE);
    words.word(cx);
    let second = words.word(cx);
    let is_number = |text: &str| text.bytes().all(|sign| sign.is_ascii_digit());
    second.is_some_and(|second| !is_number(&second.text) && grid.key.iter().any(|key| key.letter.text == second.text))
}

fn row(cx: &mut Cx<'_, '_>, (tokens, span): (Range<usize>, Span), grid: &Grid) -> Option<GridRow> {
    let mut words = Words::new(tokens.clone(), HERE);
    if !starts_with_a_letter(cx, &tokens, grid) || cx.source.kind(tokens.start) == Some(TokenKind::Number) {
        let number = words.word(cx)?;
        return Some(GridRow { span, number, letters: rest(cx, words) });
    }
    let number = next_number(grid);
    let what = if number.is_empty() {
        "the number of the row".to_owned()
    } else {
        format!("the number of the row, `{number}`")
    };
    Words::new(tokens, HERE).wrong(cx, &what);
    let number = Name { text: number, span: Span { start: span.start, end: span.start } };
    Some(GridRow { span, number, letters: rest(cx, words) })
}

/// The number behind that of the last row, as the rows run; nothing, where none says so.
fn next_number(grid: &Grid) -> String {
    let mut rows = grid.rows.iter().rev().map(|row| row.number.text.as_str());
    let (last, before) = (rows.next().unwrap_or_default(), rows.next().unwrap_or_default());
    let number = |text: &str| text.parse::<i64>().ok();
    let step = number(last).zip(number(before)).map_or(1, |(last, before)| (last - before).signum());
    match number(last).map(|last| last + step) {
        Some(next) if next >= 0 => format!("{next:0width$}", width = last.len()),
        Some(_) | None => String::new(),
    }
}

fn map_line(cx: &mut Cx<'_, '_>, tokens: Range<usize>) -> Option<MapLine> {
    let span = cx.source.span(&tokens);
    let mut words = Words::new(tokens, HERE);
    if words.says(cx, "place") {
        let name = words.take(cx, TokenKind::Word);
        let name = words.must(cx, name, "a name for the place")?;
        let hex = words.word(cx);
        let hex = words.must(cx, hex, "the number of its hex")?;
        words.end(cx)?;
        return Some(MapLine::Place { span, name, hex });
    }
    let sides = words.says(cx, "hexsides");
    if !sides && !words.says(cx, "hexes") {
        words.wrong(cx, "`hexes`, `hexsides` or `place`");
        return None;
    }
    let feature = words.take(cx, TokenKind::Word);
    let feature = words.must(cx, feature, "what is drawn")?;
    let in_order = !sides && words.says(cx, "in");
    if in_order && !words.says(cx, "order") {
        words.wrong(cx, "`order`");
        return None;
    }
    let colon = words.take(cx, TokenKind::Colon);
    words.must(cx, colon, "`:`")?;
    if sides {
        let directed = words.holds(cx, TokenKind::More);
        let sign = if directed { TokenKind::More } else { TokenKind::Minus };
        return Some(MapLine::Hexsides { span, feature, directed, chains: chains(cx, &mut words, sign)? });
    }
    if !in_order && words.peek(cx) == Some(TokenKind::Word) {
        return grid(cx, span, feature, words);
    }
    Some(MapLine::Hexes { span, feature, in_order, runs: chains(cx, &mut words, TokenKind::Dots)? })
}

/// `0101-0102-0203, 0405-0505`, `0101..0105, 0303`
fn chains(cx: &mut Cx<'_, '_>, words: &mut Words, sign: TokenKind) -> Option<Vec<Vec<Name>>> {
    let mut found = Vec::new();
    loop {
        let mut chain = Vec::new();
        loop {
            let hex = words.take(cx, TokenKind::Number);
            chain.push(words.must(cx, hex, "the number of a hex")?);
            if words.take(cx, sign).is_none() {
                break;
            }
        }
        found.push(chain);
        if sign == TokenKind::Dots && words.peek(cx) == Some(TokenKind::Minus) {
            words.wrong(cx, "`..` for all hexes from one to the other, or a comma");
            return None;
        }
        if words.take(cx, TokenKind::Comma).is_none() {
            words.end(cx)?;
            return Some(found);
        }
    }
}

/// `hexes terrain: Terrain drawn . plain, h hill, f forest`
fn grid(cx: &mut Cx<'_, '_>, span: Span, feature: Name, mut words: Words) -> Option<MapLine> {
    let ty = words.take(cx, TokenKind::Word);
    let ty = words.must(cx, ty, "what the hexes can be")?;
    if !words.says(cx, "drawn") {
        words.wrong(cx, "`drawn` and a letter for each");
        return None;
    }
    let mut key = Vec::new();
    loop {
        let letter = words.word(cx);
        let letter = words.must(cx, letter, "a letter as it is drawn")?;
        let member = words.take(cx, TokenKind::Word);
        let member = words.must(cx, member, "what the letter stands for")?;
        key.push(Key { letter, member });
        if words.take(cx, TokenKind::Comma).is_none() {
            break;
        }
    }
    words.end(cx)?;
    Some(MapLine::Grid(Grid { span, feature, ty, key, columns: Vec::new(), rows: Vec::new() }))
}
