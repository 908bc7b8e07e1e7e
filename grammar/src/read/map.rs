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
        let numbered = |cx: &Cx<'_, '_>, tokens: &Range<usize>| cx.source.kind(tokens.start) == Some(TokenKind::Number);
        while let Some(tokens) = lines.next_if(|tokens| numbered(cx, tokens)) {
            let place = cx.source.span(&tokens);
            grid.span = grid.span.to(place);
            if grid.columns.is_empty() {
                grid.columns = rest(cx, Words::new(tokens, HERE));
            } else {
                grid.rows.extend(row(cx, tokens, place));
            }
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

fn row(cx: &Cx<'_, '_>, tokens: Range<usize>, span: Span) -> Option<GridRow> {
    let mut words = Words::new(tokens, HERE);
    let number = words.word(cx)?;
    Some(GridRow { span, number, letters: rest(cx, words) })
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
