//! The map: features of hexes and hexsides become tables of the board, places get names.

use super::counters::member;
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{Axis, Entry, FeatureDef, Of, TableDef};
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{self, ItemKind, MapLine};
use wgr_runtime::board::{Board, Dir, Hex};
use wgr_runtime::ir::{Scalar, Type};

/// A feature while its lines are read.
struct Open {
    name: ast::Name,
    file: FileId,
    ty: Ty,
    of: Of,
    data: Vec<i64>,
    value: Scalar,
    /// Of a list that keeps its order: the hexes as they are listed.
    listed: Option<Vec<Hex>>,
}

pub(super) fn declare(builder: &mut Builder<'_>) {
    let mut open: BTreeMap<String, Open> = BTreeMap::new();
    for (file, item) in builder.items() {
        let ItemKind::Map(map) = &item.kind else { continue };
        if builder.board.is_none() {
            if !builder.board_refused {
                builder.tell(says::map_without_board(Place::new(file, item.head)));
            }
            return;
        }
        // A line that is refused is told; the others still count.
        for line in &map.lines {
            let _ = self::line(builder, file, line, &mut open);
        }
    }
    for feature in open.into_values() {
        let index = feature.of.index().iter().map(|noun| builder.member(*noun)).collect();
        let table = builder.table(&feature.name.text, index, feature.value, feature.data);
        let in_order = feature.listed.as_ref().map(|hexes| listed(builder, &feature.name.text, hexes));
        let (name, ty, of) = (feature.name.text.clone(), feature.ty, feature.of);
        builder.world.features.push(FeatureDef { name, ty, of, table, in_order });
        builder.name(feature.file, &feature.name, Entry::Feature(builder.world.features.len() - 1));
    }
}

/// The hexes of a list by their place in it, counted from one: where it stands among the tables.
fn listed(builder: &mut Builder<'_>, name: &str, hexes: &[Hex]) -> usize {
    let last = hexes.len() as i64;
    let (index, value) = (Scalar::int(1, last.max(1)), builder.member(Noun::Hex));
    // A list whose hexes were all refused was told.
    let ids = if hexes.is_empty() { vec![0] } else { hexes.iter().map(|hex| i64::from(hex.id())).collect() };
    let table = builder.table(&format!("{name}_listed"), vec![index], value, ids);
    let down = Axis { ty: Ty::COUNT, labels: Vec::new(), lo: 1, hi: last, open_low: false, open_high: false };
    let (name, gives) = (name.to_owned(), Ty::One(Noun::Hex));
    builder.world.tables.push(TableDef { name, axes: vec![down], gives, table, heads: None });
    builder.world.tables.len() - 1
}

fn line(builder: &mut Builder<'_>, file: FileId, line: &MapLine, open: &mut BTreeMap<String, Open>) -> Made<()> {
    match line {
        MapLine::Grid(grid) => {
            let made = self::grid(builder, file, grid, open);
            if made.is_err() {
                builder.name(file, &grid.feature, Entry::Broken);
            }
            made
        }
        MapLine::Hexes { feature, in_order, runs, .. } => {
            // What is refused has been told; the others still count.
            let runs: Vec<(Place, Vec<Hex>)> = runs
                .iter()
                .filter_map(|names| Some((place_of(file, names)?, run(builder, file, names).ok()?)))
                .collect();
            let known = flag(builder, file, feature, (Of::Hexes, *in_order), open)?;
            let mut again = Vec::new();
            for (at, hexes) in runs {
                for (nth, hex) in hexes.into_iter().enumerate() {
                    // A run may begin where the one before it ends.
                    let goes_on = nth == 0 && known.listed.as_ref().is_some_and(|listed| listed.last() == Some(&hex));
                    let Some(slot) = known.data.get_mut(usize::from(hex.id())) else { continue };
                    match &mut known.listed {
                        Some(_) if *slot == 1 && !goes_on => again.push((hex, at)),
                        Some(listed) if !goes_on => listed.push(hex),
                        Some(_) | None => {}
                    }
                    *slot = 1;
                }
            }
            for (hex, at) in again {
                let name = builder.board.as_ref().map(|board| board.name(hex)).unwrap_or_default();
                builder.tell(says::listed_again(&feature.text, &name, at));
            }
            Ok(())
        }
        MapLine::Hexsides { feature, directed, chains, .. } => {
            let of = if *directed { Of::Steps } else { Of::Hexsides };
            let mut sides = Vec::new();
            for chain in chains {
                if let [alone] = chain.as_slice() {
                    builder.tell(says::one_end_alone(&alone.text, Place::new(file, alone.span)));
                }
                let turns = turned_off(builder, file, chain);
                for pair in chain.windows(2) {
                    if let [a, b] = pair
                        && !turns.iter().any(|turn| std::ptr::eq(*turn, a) || std::ptr::eq(*turn, b))
                        && let Ok(side) = side(builder, file, (a, b), of)
                    {
                        sides.push(side);
                    }
                }
            }
            let data = &mut flag(builder, file, feature, (of, false), open)?.data;
            for side in sides {
                if let Some(slot) = data.get_mut(side) {
                    *slot = 1;
                }
            }
            Ok(())
        }
        MapLine::Place { name, hex: number, .. } => {
            let hex = hex(builder, file, number)?;
            builder.name(file, name, Entry::Spot(i64::from(hex.id())));
            Ok(())
        }
        MapLine::Broken(_) => Err(ErrorReported),
    }
}

fn hex(builder: &mut Builder<'_>, file: FileId, name: &ast::Name) -> Made<Hex> {
    let found = builder.board.as_ref().and_then(|board| board.by_name(&name.text));
    let spot = || member(builder, Noun::Hex, &name.text).and_then(|id| u16::try_from(id).ok());
    let found = found.or_else(|| builder.board.as_ref().and_then(|board| board.hex(spot()?)));
    found.ok_or_else(|| builder.tell_no_hex(&name.text, Place::new(file, name.span)))
}

fn place_of(file: FileId, names: &[ast::Name]) -> Option<Place> {
    let (first, last) = (names.first()?, names.last()?);
    Some(Place::new(file, first.span.to(last.span)))
}

/// `0101..0105`: from one hex straight to the next, all between them too.
fn run(builder: &mut Builder<'_>, file: FileId, names: &[ast::Name]) -> Made<Vec<Hex>> {
    if let [alone] = names
        && let Some((first, last)) = alone.text.split_once('.').filter(|ends| are_hexes(builder, *ends))
    {
        return Err(builder.tell(says::run_with_one_dot([first, last], Place::new(file, alone.span))));
    }
    let mut found = match names {
        [first, ..] => vec![hex(builder, file, first)?],
        [] => Vec::new(),
    };
    for pair in names.windows(2) {
        let [a, b] = pair else { continue };
        let (from, to) = (hex(builder, file, a)?, hex(builder, file, b)?);
        let Some(board) = &builder.board else { return Err(ErrorReported) };
        let Some(between) = straight(board, from, to) else {
            let end = nearest_end(board, from, to).map(|hex| board.name(hex));
            let at = Place::new(file, a.span.to(b.span));
            return Err(builder.tell(says::no_straight_run(&a.text, &b.text, end.as_deref(), at)));
        };
        found.extend(between);
    }
    Ok(found)
}

/// A number that is printed on a hex.
type Printed = fn(&Board, Hex) -> u16;

/// Those of one number, by the other one.
const COLUMN: (Printed, Printed) = (Board::column, Board::row);
const ROW: (Printed, Printed) = (Board::row, Board::column);

/// From a hex along its printed column, its printed row and the six directions to the edge of the map, itself not among them.
fn ways(board: &Board, from: Hex) -> impl Iterator<Item = Vec<Hex>> {
    let printed = [COLUMN, ROW].into_iter().flat_map(move |alike| along(board, from, alike));
    printed.chain(Dir::ALL.into_iter().map(move |dir| board.line(from, dir).collect()))
}

/// Both ways along the hexes that bear the same number as this one.
fn along(board: &Board, from: Hex, (of, number): (Printed, Printed)) -> [Vec<Hex>; 2] {
    let mut all: Vec<Hex> = board.hexes().filter(|hex| of(board, *hex) == of(board, from)).collect();
    all.sort_by_key(|hex| number(board, *hex));
    let (before, behind) = all.split_at(all.iter().position(|hex| *hex == from).unwrap_or(0));
    [before.iter().rev().copied().collect(), behind.iter().skip(1).copied().collect()]
}

/// The hexes of the first of its ways that leads from one hex to another. Only where both bear the same number a printed line does.
fn straight(board: &Board, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let alike = [COLUMN, ROW].into_iter().filter(|(of, _)| of(board, from) == of(board, to));
    let mut printed = alike.flat_map(|alike| along(board, from, alike));
    printed
        .find_map(|way| up_to(way, to))
        .or_else(|| Dir::ALL.into_iter().find_map(|dir| up_to(board.line(from, dir).collect(), to)))
}

/// The hexes of a way up to this one; none where it does not lie on it. A hex alone is a way to itself.
fn up_to(way: Vec<Hex>, to: Hex) -> Option<Vec<Hex>> {
    let end = way.iter().position(|hex| *hex == to)?;
    Some(way.into_iter().take(end + 1).collect())
}

/// The hex next to the one that was meant to which a run leads.
fn nearest_end(board: &Board, from: Hex, to: Hex) -> Option<Hex> {
    ways(board, from).flatten().min_by_key(|hex| (board.distance(*hex, to), hex.id()))
}

/// Hexes of a chain that lie beside neither the one before nor the one behind: the slip is there, and told once.
fn turned_off<'c>(builder: &mut Builder<'_>, file: FileId, chain: &'c [ast::Name]) -> Vec<&'c ast::Name> {
    let mut told = Vec::new();
    let Some(board) = &builder.board else { return Vec::new() };
    for (at, turn) in chain.windows(3).enumerate() {
        let [one, off, other] = turn else { continue };
        let [Some(a), Some(b), Some(c)] = [one, off, other].map(|name| board.by_name(&name.text)) else { continue };
        let apart = |one: Hex, other: Hex| board.distance(one, other) != 1;
        // Two in a row may both be wrong.
        let alone = chain.get(at + 3).and_then(|name| board.by_name(&name.text)).is_none_or(|next| !apart(c, next));
        if apart(a, b) && apart(b, c) && alone {
            let meant = board.hexes().filter(|hex| !apart(*hex, a) && !apart(*hex, c)).map(|hex| board.name(hex));
            let at = Place::new(file, off.span);
            told.push((off, says::beside_neither(&off.text, [&one.text, &other.text], &meant.collect::<Vec<_>>(), at)));
        }
    }
    told.into_iter()
        .map(|(off, what)| {
            builder.tell(what);
            off
        })
        .collect()
}

/// Where a hexside stands among the data; of one with a direction, where the step over it does.
fn side(builder: &mut Builder<'_>, file: FileId, (a, b): (&ast::Name, &ast::Name), of: Of) -> Made<usize> {
    let (from, to) = (hex(builder, file, a)?, hex(builder, file, b)?);
    let way = builder.board.as_ref().and_then(|board| Some((board.dir_to(from, to)?, board.side_between(from, to)?)));
    let slot = way.map(|(way, side)| match of {
        Of::Steps => usize::from(from.id()) * Dir::ALL.len() + way.index(),
        Of::Hexes | Of::Hexsides => usize::from(side.id()),
    });
    slot.ok_or_else(|| {
        let at = Place::new(file, a.span.to(b.span));
        builder.tell(says::no_neighbours(&a.text, &b.text, at))
    })
}

/// The yes/no feature of this name, made at its first line.
fn flag<'o>(
    builder: &mut Builder<'_>,
    file: FileId,
    name: &ast::Name,
    (of, in_order): (Of, bool),
    open: &'o mut BTreeMap<String, Open>,
) -> Made<&'o mut Open> {
    let size = || of.index().iter().map(|noun| builder.member(*noun).span() as usize).product();
    let fresh = || {
        let (data, value, listed) = (vec![0; size()], Scalar::BOOL, in_order.then(Vec::new));
        Open { name: name.clone(), file, ty: Ty::YesNo, of, data, value, listed }
    };
    let known = open.entry(name.text.clone()).or_insert_with(fresh);
    if known.ty != Ty::YesNo || known.of != of || known.listed.is_some() != in_order {
        let (at, first) = (Place::new(file, name.span), Place::new(known.file, known.name.span));
        return Err(builder.tell(says::twice_named(&name.text, at, first)));
    }
    Ok(known)
}

/// A feature drawn as a grid of letters.
fn grid(builder: &mut Builder<'_>, file: FileId, grid: &ast::Grid, open: &mut BTreeMap<String, Open>) -> Made<()> {
    let ty = builder.named(file, &grid.ty)?;
    let (Ty::One(noun @ Noun::Enum(_)), Type::Scalar(value)) = (ty, builder.ir_type(ty)) else {
        return Err(builder.tell(says::no_type(&grid.ty.text, Place::new(file, grid.ty.span))));
    };
    let mut key: BTreeMap<&str, i64> = BTreeMap::new();
    let mut explained: BTreeMap<&str, Place> = BTreeMap::new();
    let mut twice = false;
    for entry in &grid.key {
        let at = Place::new(file, entry.letter.span);
        if let Some(first) = explained.insert(entry.letter.text.as_str(), at) {
            builder.tell(says::letter_twice(&entry.letter.text, at, first));
            twice = true;
        }
        match member(builder, noun, &entry.member.text) {
            Some(value) => {
                key.insert(entry.letter.text.as_str(), value);
            }
            None => {
                let at = Place::new(file, entry.member.span);
                let Noun::Enum(of) = noun else { continue };
                let members = builder.world.enums.get(of).map(|def| def.members.clone()).unwrap_or_default();
                let what = says::no_such_value(&entry.member.text, &grid.ty.text, &members, at);
                builder.tell(what);
            }
        }
    }
    if twice {
        return Err(ErrorReported);
    }
    numbered_otherwise(builder, file, grid)?;
    out_of_order(builder, file, grid);
    let size = builder.member(Noun::Hex).span() as usize;
    let mut data: Vec<Option<i64>> = vec![None; size];
    // Without the numbers of the columns, which was told, nobody knows which hex a letter is for.
    let numbered = !grid.columns.is_empty() || grid.rows.is_empty();
    let numbered = numbered && !heads_do_not_fit(builder, file, grid);
    for row in grid.rows.iter().filter(|_| numbered) {
        grid_row(builder, file, grid, row, &key, &mut data);
    }
    let missing: Vec<usize> = data.iter().enumerate().filter(|(_, value)| value.is_none()).map(|(at, _)| at).collect();
    // A row that could not be read was told; its hexes are not missing besides.
    let read = numbered
        && grid.rows.iter().all(|row| {
            let known = row.letters.iter().all(|letter| key.contains_key(letter.text.as_str()));
            known && row.letters.len() == grid.columns.len()
        });
    if read && let Some(told) = lines_missing(builder, grid, &missing, Place::new(file, grid.span)) {
        builder.tell(told);
    } else if let Some(first) = missing.first().filter(|_| read) {
        let board = builder.board.as_ref();
        let first = board.and_then(|board| Some(board.name(board.hex(u16::try_from(*first).ok()?)?)));
        let what = says::hexes_not_drawn(missing.len(), &first.unwrap_or_default(), Place::new(file, grid.span));
        builder.tell(what);
    }
    let data = data.into_iter().map(Option::unwrap_or_default).collect();
    let made = Open { name: grid.feature.clone(), file, ty, of: Of::Hexes, data, value, listed: None };
    if let Some(known) = open.insert(grid.feature.text.clone(), made) {
        let first = Place::new(known.file, known.name.span);
        let what = says::twice_named(&grid.feature.text, Place::new(file, grid.feature.span), first);
        builder.tell(what);
    }
    Ok(())
}

/// Whole rows or columns that are not drawn.
fn lines_missing(builder: &Builder<'_>, grid: &ast::Grid, missing: &[usize], at: Place) -> Option<Diagnostic> {
    let board = builder.board.as_ref()?;
    let hexes: Option<Vec<Hex>> = missing.iter().map(|hex| board.hex(u16::try_from(*hex).ok()?)).collect();
    let hexes = hexes.filter(|hexes| !hexes.is_empty())?;
    let columns: Vec<Option<u16>> = grid.columns.iter().map(|column| column.text.parse().ok()).collect();
    let rows: Vec<Option<u16>> = grid.rows.iter().map(|row| row.number.text.parse().ok()).collect();
    let lacks = |drawn: &[Option<u16>], of: fn(&Board, Hex) -> u16| {
        let numbers: BTreeSet<u16> = hexes.iter().map(|hex| of(board, *hex)).collect();
        let undrawn = numbers.iter().all(|number| !drawn.contains(&Some(*number)));
        undrawn.then(|| numbers.iter().map(|number| format!("{number:02}")).collect::<Vec<String>>())
    };
    let told = |what, missing: &Vec<String>| says::lines_not_drawn(what, missing, at);
    let row = lacks(&rows, Board::row).map(|missing| told("row", &missing));
    row.or_else(|| lacks(&columns, Board::column).map(|missing| told("column", &missing)))
}

/// Columns or rows: the word, their numbers as they are drawn, and that of a hex.
type Numbered<'a> = (&'static str, Vec<&'a ast::Name>, fn(&Board, Hex) -> u16);

/// `1 2 3` above, or at the left, where the hexes are called `0101`, `0201`, ..
fn numbered_otherwise(builder: &Builder<'_>, file: FileId, grid: &ast::Grid) -> Made<()> {
    let Some(board) = &builder.board else { return Ok(()) };
    let mut hexes = board.hexes().map(|hex| board.name(hex));
    let Some(first) = hexes.next() else { return Ok(()) };
    let last = hexes.next_back().unwrap_or_else(|| first.clone());
    let printed = first.bytes().filter(u8::is_ascii_digit).count() / 2;
    let sorts: [Numbered<'_>; 2] = [
        ("column", grid.columns.iter().collect(), Board::column),
        ("row", grid.rows.iter().map(|row| &row.number).collect(), Board::row),
    ];
    for (what, names, of) in sorts {
        let digits = |name: &ast::Name| name.text.bytes().all(|sign| sign.is_ascii_digit());
        let short = names.iter().all(|name| digits(name)) && names.iter().any(|name| name.text.len() < printed);
        let number = names.first().and_then(|name| Some((name, name.text.parse::<u16>().ok()?)));
        if let Some((name, number)) = number.filter(|_| short)
            && board.hexes().any(|hex| of(board, hex) == number)
        {
            let at = Place::new(file, name.span);
            let right = format!("{number:0printed$}");
            let ends = (printed > 2).then_some([first.as_str(), last.as_str()]);
            return Err(builder.tell(says::drawn_by_other_numbers(what, [&name.text, &right], ends, at)));
        }
    }
    Ok(())
}

/// Columns and rows are drawn one beside the other: their numbers rise, or fall where the map is numbered so.
fn out_of_order(builder: &mut Builder<'_>, file: FileId, grid: &ast::Grid) {
    let columns: Vec<&ast::Name> = grid.columns.iter().collect();
    let rows: Vec<&ast::Name> = grid.rows.iter().map(|row| &row.number).collect();
    for (what, names) in [("columns", columns), ("rows", rows)] {
        let numbers: Vec<Option<u32>> = names.iter().map(|name| name.text.parse().ok()).collect();
        let falls = matches!(numbers.as_slice(), [Some(first), .., Some(last)] if last < first);
        let out = numbers.windows(2).position(|pair| match pair {
            [Some(one), Some(next)] => (next < one) != falls || next == one,
            _ => false,
        });
        if let Some((name, before)) = out.and_then(|at| names.get(at + 1).zip(names.get(at))) {
            let at = Place::new(file, name.span);
            if name.text == before.text {
                let first = Place::new(file, before.span);
                builder.tell(says::drawn_twice(what.trim_end_matches('s'), &name.text, at, first));
                continue;
            }
            builder.tell(says::drawn_out_of_order(what, &name.text, &before.text, at));
        }
    }
}

/// Every row has as many letters, and the line above has other columns: it is that line which is wrong.
fn heads_do_not_fit(builder: &Builder<'_>, file: FileId, grid: &ast::Grid) -> bool {
    let letters = grid.rows.first().map_or(0, |row| row.letters.len());
    let alike = grid.rows.len() > 2 && grid.rows.iter().all(|row| row.letters.len() == letters);
    let (Some(first), Some(last)) = (grid.columns.first(), grid.columns.last()) else { return false };
    if !alike || letters < 2 || letters == grid.columns.len() {
        return false;
    }
    let numbers: Vec<i64> = grid.columns.iter().filter_map(|name| name.text.parse().ok()).collect();
    let gap = numbers.windows(2).find_map(|pair| match pair {
        [one, next] if next - one == 2 => Some(one + 1),
        _ => None,
    });
    let missing = gap.or_else(|| numbers.last().map(|last| last + 1));
    let missing = missing.filter(|_| letters == grid.columns.len() + 1 && numbers.len() == grid.columns.len());
    let missing = missing.map(|number| format!("{number:0width$}", width = last.text.len()));
    let at = Place::new(file, first.span.to(last.span));
    builder.tell(says::heads_of_a_drawing(grid.columns.len(), letters, missing.as_deref(), at));
    true
}

fn grid_row(
    builder: &mut Builder<'_>,
    file: FileId,
    grid: &ast::Grid,
    row: &ast::GridRow,
    key: &BTreeMap<&str, i64>,
    data: &mut [Option<i64>],
) {
    if row.letters.len() != grid.columns.len() {
        let at = Place::new(file, row.span);
        let close = match row.letters.as_slice() {
            [all] if all.text.chars().count() == grid.columns.len() => Some(all.text.as_str()),
            _ => None,
        };
        let what = says::grid_row(row.letters.len(), grid.columns.len(), close, at);
        builder.tell(what);
        return;
    }
    let spec = builder.program.board.clone();
    for (column, letter) in grid.columns.iter().zip(&row.letters) {
        let number = spec.as_ref().map(|spec| {
            let dot = if spec.dot { "." } else { "" };
            match spec.order {
                wgr_runtime::board::Order::ColumnRow => format!("{}{dot}{}", column.text, row.number.text),
                wgr_runtime::board::Order::RowColumn => format!("{}{dot}{}", row.number.text, column.text),
            }
        });
        let name = ast::Name { text: number.unwrap_or_default(), span: row.number.span };
        let Ok(hex) = hex(builder, file, &name) else { return };
        match key.get(letter.text.as_str()) {
            Some(value) => {
                if let Some(slot) = data.get_mut(usize::from(hex.id())) {
                    *slot = Some(*value);
                }
            }
            None => {
                let letters: Vec<String> = key.keys().map(|letter| (*letter).to_owned()).collect();
                let at = Place::new(file, letter.span);
                let what = says::unexplained_letter(&letter.text, &letters, at);
                builder.tell(what);
                if let Some(slot) = data.get_mut(usize::from(hex.id())) {
                    *slot = Some(0);
                }
            }
        }
    }
}

/// `3300.1900`: is each of both a hex?
fn are_hexes(builder: &Builder<'_>, (first, last): (&str, &str)) -> bool {
    let known = |hex: &str| builder.board.as_ref().is_some_and(|board| board.by_name(hex).is_some());
    known(first) && known(last)
}
