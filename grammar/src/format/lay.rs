//! The layout of a whole text. In: a text, and the places in it that cannot be read. Out: the text laid out.

use super::WIDTH;
use super::columns::{Cell, column};
use super::grid::{Drawn, places};
use super::long::broken_before;
use super::physical::{Line, Word, lines};
use super::row::{Row, clauses, row};
use crate::line::{self, Lines, Nodes};
use crate::shell::{Shell, cut};
use crate::source::Source;
use crate::span::Span;
use crate::token::TokenKind;
use std::collections::{BTreeMap, BTreeSet};

const STEP: usize = 4;
/// Blanks between a case and its title, a title and what it says ..
const GAP: usize = 2;
/// .. and before `when` and its like.
const CLAUSE_GAP: usize = 3;
/// How much more room than the narrowest a title, a verdict and a condition may make for themselves: cells that need
/// more stand behind their neighbours, out of their column.
const REACHES: [usize; 3] = [7, 36, 24];

/// A line and what becomes of it.
struct Laid<'t> {
    line: Line<'t>,
    /// How far it will be indented.
    indent: usize,
    /// The brace in which it stands.
    block: Option<usize>,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// As it is: it cannot be read, or nothing is known of it.
    Kept,
    /// The first of a logical line, or a comment, or a closing brace.
    Starts(Option<Lines>),
    /// It goes on with the line before it.
    GoesOn(Option<Lines>),
    /// A line of an order, a table, a map: of the item that begins at this token.
    Drawn(usize),
}

pub(super) fn lay(text: &str, unread: &[Span]) -> String {
    let source = Source::new(text);
    let mut faults = Vec::new();
    let shells = cut(&source, &mut faults);
    let mut laid = joined(indented(&source, &shells, unread));
    if laid.iter().all(|one| one.how == How::Kept) {
        return text.to_owned();
    }
    counters(&source, &mut laid);
    let placed = grids(&laid);
    let columns = rows(&mut laid);
    under(&mut laid, &columns);
    let mut out = String::with_capacity(text.len());
    let mut empty = 1;
    for (at, one) in laid.iter().enumerate() {
        if one.line.words.is_empty() {
            empty += 1;
            continue;
        }
        // One empty line is a pause, more are none.
        if empty > 0 && !out.is_empty() {
            out.push('\n');
        }
        empty = 0;
        written(one, placed.get(&at), columns.get(&at), &mut out);
    }
    out
}

/// What is known of an item's lines.
struct Known {
    /// Where logical lines begin, and what kind of line that is.
    starts: BTreeMap<usize, Lines>,
    /// Items whose lines are drawn.
    drawn: bool,
    kept: bool,
}

fn known(source: &Source<'_>, shell: &Shell) -> Known {
    let mut faults = Vec::new();
    let keyword = shell.keyword.unwrap_or_default();
    let how = match keyword {
        "value" | "fact" | "permit" | "zone" | "course" | "path" | "victory" | "also" | "errata" => Lines::Rows,
        "action" | "procedure" | "rule" | "sequence" | "purchase" | "limit" => Lines::Statements,
        "example" => Lines::Steps,
        _ => Lines::Fields,
    };
    let mut starts = BTreeMap::new();
    if let Some(nodes) = line::lines(source, shell, how, &mut faults) {
        begin(source, &nodes, how, &mut starts);
    }
    let kept = shell.keyword.is_none() || !shell.strays.is_empty() || !shell.closes.is_empty() || !faults.is_empty();
    Known { starts, drawn: matches!(keyword, "order" | "table" | "map"), kept: kept || !closed(source, shell) }
}

fn closed(source: &Source<'_>, shell: &Shell) -> bool {
    shell.open.is_none() || source.kind(shell.close) == Some(TokenKind::CloseBrace)
}

/// The first tokens of logical lines, however deep.
fn begin(source: &Source<'_>, nodes: &Nodes, how: Lines, starts: &mut BTreeMap<usize, Lines>) {
    for node in &nodes.nodes {
        let first = source.tokens.partition_point(|token| token.span.start < node.span.start);
        starts.insert(first, how);
        node.parts.iter().filter_map(|part| part.block.as_ref()).for_each(|block| begin(source, block, how, starts));
    }
}

/// Every line with its new indentation.
fn indented<'t>(source: &Source<'t>, shells: &[Shell], unread: &[Span]) -> Vec<Laid<'t>> {
    let known: Vec<Known> = shells.iter().map(|shell| known(source, shell)).collect();
    let mut found: Vec<Laid<'t>> = Vec::new();
    // Each open brace: its token, and how far the line is indented in which it stands.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let (mut shift, mut item) = (0_isize, None);
    for line in lines(source) {
        let Some(first) = line.first() else {
            found.push(Laid { line, indent: 0, block: None, how: How::Kept });
            continue;
        };
        let inside = shells.partition_point(|shell| shell.tokens.start <= first).checked_sub(1);
        if inside != item {
            (item, shift) = (inside, 0);
            open.clear();
        }
        let shell = inside.and_then(|at| Some((shells.get(at)?, known.get(at)?)));
        let within = shell.filter(|(shell, _)| first < shell.tokens.end);
        let closes = line.words[0].kind == TokenKind::CloseBrace;
        let block = open.last().map(|(brace, _)| *brace);
        let deep = open.last().map_or(0, |(_, indent)| indent + STEP);
        let (how, indent) = match within {
            None if line.is_comment() => (How::Starts(None), 0),
            None => (How::Kept, line.indent()),
            Some((_, known)) if known.kept || is_unread(source, &line, unread) => (How::Kept, line.indent()),
            Some((shell, _)) if first == shell.tokens.start => (How::Starts(None), 0),
            Some(_) if closes => (How::Starts(None), open.last().map_or(0, |(_, indent)| *indent)),
            Some((shell, known)) if known.drawn && !open.is_empty() => (How::Drawn(shell.tokens.start), line.indent()),
            Some(_) if line.is_comment() => (How::Starts(None), deep),
            Some((_, known)) => match known.starts.get(&first) {
                Some(lines) => (How::Starts(Some(*lines)), deep),
                None => {
                    let how = known.starts.range(..first).next_back().map(|(_, lines)| *lines);
                    let how = how.filter(|_| !open.is_empty());
                    let moved = (line.indent() as isize + shift).max(0) as usize;
                    let least = if line.words[0].kind == TokenKind::Word { deep + STEP } else { deep };
                    (How::GoesOn(how), moved.max(least))
                }
            },
        };
        if !matches!(how, How::GoesOn(_)) && !line.is_comment() {
            shift = indent as isize - line.indent() as isize;
        }
        // What goes on with a line opens its braces where the line begins.
        let base = if matches!(how, How::GoesOn(_)) { open.last().map_or(0, |_| deep) } else { indent };
        braces(&line, base, &mut open);
        found.push(Laid { line, indent, block, how });
    }
    found
}

fn braces(line: &Line<'_>, indent: usize, open: &mut Vec<(usize, usize)>) {
    for word in &line.words {
        match word.kind {
            TokenKind::OpenBrace => open.push((word.at, indent)),
            TokenKind::CloseBrace => {
                open.pop();
            }
            _ => {}
        }
    }
}

fn is_unread(source: &Source<'_>, line: &Line<'_>, unread: &[Span]) -> bool {
    let place = |word: Option<&Word<'_>>| word.and_then(|word| source.token(word.at)).map(|token| token.span);
    let (Some(first), Some(last)) = (place(line.words.first()), place(line.words.last())) else { return false };
    unread.iter().any(|span| span.start <= last.end && span.end >= first.start)
}

/// `where C`, `as x` and `otherwise { }` say nothing alone: where there is room they stand in the line before them.
fn joined(laid: Vec<Laid<'_>>) -> Vec<Laid<'_>> {
    let mut found: Vec<Laid<'_>> = Vec::with_capacity(laid.len());
    for mut one in laid {
        match found.last_mut().filter(|last| one.is_tail() && last.has_room_for(&one)) {
            Some(last) => {
                let column = last.line.end() + 1;
                let first = one.line.indent();
                for (nth, word) in one.line.words.iter_mut().enumerate() {
                    word.column = word.column - first + column;
                    word.gap = if nth == 0 { 1 } else { word.gap };
                }
                last.line.words.append(&mut one.line.words);
            }
            None => found.push(one),
        }
    }
    found
}

impl Laid<'_> {
    /// Which of them, whom the statement is about, and what happens where there is nobody.
    fn is_tail(&self) -> bool {
        let first = self.line.words.first().map_or("", |word| word.text);
        self.how == How::GoesOn(Some(Lines::Statements)) && matches!(first, "as" | "otherwise" | "where" | "among")
    }

    fn has_room_for(&self, tail: &Laid<'_>) -> bool {
        let goes_on = matches!(self.how, How::Starts(Some(Lines::Statements)) | How::GoesOn(Some(Lines::Statements)));
        let open = self.line.words.last().is_some_and(|word| word.kind != TokenKind::Comment);
        goes_on && open && self.line.end() + 1 + tail.line.width() <= WIDTH
    }
}

/// Those for which there is no room stand under what the statement says, or one step within it where they are too long.
fn under(laid: &mut [Laid<'_>], columns: &BTreeMap<usize, Vec<(usize, usize)>>) {
    let mut said = None;
    for (at, one) in laid.iter_mut().enumerate() {
        match one.how {
            How::GoesOn(_) => {
                if let Some((verdict, indent)) = said.filter(|_| one.is_tail()) {
                    let fits = verdict + one.line.width() <= WIDTH;
                    one.indent = if fits { verdict } else { indent + 2 * STEP };
                }
            }
            How::Starts(Some(Lines::Statements)) => {
                let verdict = row(&one.line.words).and_then(|row| row.verdict);
                let placed = columns.get(&at).map_or(&[][..], |placed| placed);
                let column = verdict.and_then(|verdict| columns_of(one, placed).get(verdict).copied());
                said = Some((column.unwrap_or(one.indent + STEP), one.indent));
            }
            How::Starts(_) | How::Kept | How::Drawn(_) if one.line.is_comment() => {}
            How::Starts(_) | How::Kept | How::Drawn(_) => said = None,
        }
    }
}

/// The lines of an order: a piece with the names of its columns one step in, its counters two.
fn counters(source: &Source<'_>, laid: &mut [Laid<'_>]) {
    let items: BTreeSet<usize> = laid.iter().filter_map(drawn_of).collect();
    for item in items.into_iter().filter(|item| source.word(*item) == "order") {
        let of = |one: &&mut Laid<'_>| drawn_of(one) == Some(item);
        let first = laid.iter_mut().find(of).map_or(0, |one| one.indent);
        for one in laid.iter_mut().filter(of) {
            one.indent = if one.indent > first { 2 * STEP } else { STEP };
        }
    }
}

/// The places of words in orders, tables and maps, by line.
fn grids(laid: &[Laid<'_>]) -> BTreeMap<usize, Vec<(usize, usize)>> {
    let mut found = BTreeMap::new();
    let items: BTreeSet<usize> = laid.iter().filter_map(drawn_of).collect();
    for item in items {
        let of: Vec<usize> = (0..laid.len()).filter(|at| drawn_of(&laid[*at]) == Some(item)).collect();
        let lines: Vec<Drawn<'_, '_>> =
            of.iter().map(|at| Drawn { line: &laid[*at].line, indent: laid[*at].indent }).collect();
        found.extend(of.iter().copied().zip(places(&lines)));
    }
    found
}

fn drawn_of(one: &Laid<'_>) -> Option<usize> {
    match one.how {
        How::Drawn(item) => Some(item),
        How::Kept | How::Starts(_) | How::GoesOn(_) => None,
    }
}

/// Where titles, verdicts and conditions go: (number of the word, column), by line.
fn rows(laid: &mut [Laid<'_>]) -> BTreeMap<usize, Vec<(usize, usize)>> {
    let mut blocks: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, one) in laid.iter().enumerate() {
        if let (How::Starts(Some(_)), Some(block)) = (one.how, one.block) {
            blocks.entry(block).or_default().push(at);
        }
    }
    let mut found: BTreeMap<usize, Vec<(usize, usize)>> = BTreeMap::new();
    for lines in blocks.values() {
        for (nth, reach) in REACHES.into_iter().enumerate() {
            let cells: Vec<(usize, usize, Cell)> = lines
                .iter()
                .filter_map(|&at| cell(&laid[at], nth, found.get(&at)).map(|(word, cell)| (at, word, cell)))
                .collect();
            let place = column(&cells.iter().map(|(_, _, cell)| *cell).collect::<Vec<Cell>>(), reach);
            for (at, word, cell) in cells {
                found.entry(at).or_default().push((word, cell.placed(place)));
            }
        }
    }
    found
}

/// The title, the verdict or the condition of a line: its word, and where it may stand.
fn cell(one: &Laid<'_>, nth: usize, placed: Option<&Vec<(usize, usize)>>) -> Option<(usize, Cell)> {
    let words = &one.line.words;
    let How::Starts(Some(how @ (Lines::Rows | Lines::Statements))) = one.how else { return None };
    let row = row(words)?;
    let (word, gap) = match nth {
        // A title without a case stands where its line does.
        0 => (Some(row.title).filter(|title| *title > 0)?, GAP),
        1 => (row.verdict?, GAP),
        _ if how == Lines::Rows => (row.clause?, CLAUSE_GAP),
        _ => return None,
    };
    Some((word, Cell { drawn: words[word].column, free: end_before(one, word, placed) + gap }))
}

fn end_before(one: &Laid<'_>, word: usize, placed: Option<&Vec<(usize, usize)>>) -> usize {
    let columns = columns_of(one, placed.map_or(&[][..], |placed| placed));
    columns[word - 1] + one.line.words[word - 1].width()
}

/// Where each word of a line will stand.
fn columns_of(one: &Laid<'_>, placed: &[(usize, usize)]) -> Vec<usize> {
    let words = &one.line.words;
    let later: Vec<usize> = match one.how {
        How::Starts(Some(Lines::Rows)) => {
            row(words).and_then(|row| row.clause).map(|clause| clauses(words, clause).collect()).unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let mut found: Vec<usize> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let own = placed.iter().find(|(word, _)| *word == at).map(|(_, column)| *column);
        let column = match (own, at.checked_sub(1)) {
            (Some(own), _) => own,
            (None, None) => one.indent,
            (None, Some(before)) => {
                let gap =
                    if later.contains(&at) && word.gap > 1 { CLAUSE_GAP } else { gap(one.how, &words[before], word) };
                found[before] + words[before].width() + gap
            }
        };
        found.push(column);
    }
    found
}

/// The blanks between two words that stand in no column.
fn gap(how: How, before: &Word<'_>, word: &Word<'_>) -> usize {
    if matches!(how, How::Drawn(_) | How::Kept) {
        return word.gap;
    }
    match (before.kind, word.kind) {
        (TokenKind::OpenBrace, _) | (_, TokenKind::CloseBrace | TokenKind::OpenBrace) => word.gap.max(1),
        (TokenKind::Open | TokenKind::OpenList, _) => 0,
        (_, TokenKind::Close | TokenKind::CloseList | TokenKind::Comma | TokenKind::Semicolon) => 0,
        (TokenKind::Comma | TokenKind::Semicolon, _) => word.gap.max(1),
        (_, TokenKind::Comment) => word.gap.max(1),
        _ => word.gap,
    }
}

fn written(
    one: &Laid<'_>,
    grid: Option<&Vec<(usize, usize)>>,
    columns: Option<&Vec<(usize, usize)>>,
    out: &mut String,
) {
    let how = match one.how {
        How::Kept => {
            out.push_str(one.line.text);
            out.push('\n');
            return;
        }
        How::Drawn(_) => {
            let placed = grid.map_or(&[][..], |grid| grid);
            let columns = columns_of(one, placed).into_iter();
            let words: Vec<(usize, Word<'_>)> = columns.zip(one.line.words.iter().cloned()).collect();
            return put_words(&words, out);
        }
        How::Starts(how) | How::GoesOn(how) => how,
    };
    let placed = columns.map_or(&[][..], |columns| columns);
    let columns = columns_of(one, placed);
    let found = row(&one.line.words).filter(|_| matches!(one.how, How::Starts(Some(Lines::Rows | Lines::Statements))));
    let (mut from, deep) = match found {
        Some(Row { title, verdict, .. }) => (verdict.unwrap_or(title), columns[title].max(one.indent + STEP)),
        None if matches!(one.how, How::GoesOn(_)) => (0, one.indent),
        None => (0, one.indent + STEP),
    };
    let mut words: Vec<(usize, Word<'_>)> = columns.into_iter().zip(one.line.words.iter().cloned()).collect();
    while let Some(at) = broken_before(&words, from, how) {
        let rest = words.split_off(at);
        // Behind the end of a line there is nothing to part.
        let parted = words.pop_if(|(_, word)| word.kind == TokenKind::Semicolon).is_some();
        let deep = if parted { one.indent } else { deep };
        put_words(&words, out);
        let back = rest.first().map_or(0, |(column, _)| column.saturating_sub(deep));
        words = rest.into_iter().map(|(column, word)| (column - back, word)).collect();
        from = 0;
    }
    put_words(&words, out);
}
/// One line, each word where it belongs.
fn put_words(words: &[(usize, Word<'_>)], out: &mut String) {
    let mut column = 0;
    for (place, word) in words {
        out.extend(std::iter::repeat_n(' ', place.saturating_sub(column)));
        out.push_str(word.text);
        column = (*place).max(column) + word.width();
    }
    out.push('\n');
}
