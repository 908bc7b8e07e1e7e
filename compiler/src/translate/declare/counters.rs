//! Counters: the pieces that the orders of battle list, ordered by side and piece, with what is printed on them.

use super::cups;
use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::maker::Maker;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{CounterDef, Entry, PrintDef, SIDE, Stored};
use std::collections::BTreeMap;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::ir::{NONE, Role, Scalar, Type};

/// Copies of one counter are told apart by letters.
const MOST_COPIES: u32 = 26;

/// `B1 x2` and `B1` would both be called `B1` in a set-up. Two that are both single are told as names.
fn listed_once(maker: &mut Maker<'_>) {
    let mut listed: BTreeMap<&str, (Place, bool)> = BTreeMap::new();
    for (file, item) in maker.items() {
        let ItemKind::Order(order) = &item.kind else { continue };
        for counter in order.groups.iter().flat_map(|group| &group.counters) {
            let at = Place::new(file, counter.name.span);
            let several = counter.copies.is_some();
            let before = listed.insert(counter.name.text.as_str(), (at, several));
            if let Some((first, _)) = before.filter(|(_, before)| *before != several) {
                maker.tell(says::listed_twice(&counter.name.text, at, first));
            }
        }
    }
}

pub(super) fn declare(maker: &mut Maker<'_>) {
    listed_once(maker);
    let mut found: Vec<CounterDef> = Vec::new();
    let mut prints: Vec<PrintDef> = Vec::new();
    let drawn = cups::drawn(maker);
    for (file, item) in maker.items() {
        let ItemKind::Order(order) = &item.kind else { continue };
        let Some(side) = side_named(maker, file, &order.side) else { continue };
        for group in &order.groups {
            let Some(piece) = piece_named(maker, file, &group.piece) else { continue };
            if Kinds::of(piece).within(drawn) {
                prints.extend(group.counters.iter().map(|counter| cups::print_of(maker, file, counter, piece, side)));
                continue;
            }
            for counter in &group.counters {
                copies(maker, file, counter, |name, at| found.push(CounterDef { name, piece, side, at }));
            }
        }
    }
    found.extend(cups::bodies(maker, &prints));
    found.sort_by_key(|counter| (counter.side, counter.piece));
    let mut at = 0;
    found.retain(|counter| {
        let name = ast::Name { text: counter.name.clone(), span: counter.at.span };
        let fresh = maker.world.entry(&name.text).is_none();
        maker.name(counter.at.file, &name, Entry::Counter(at));
        at += usize::from(fresh);
        fresh
    });
    if maker.world.pieces.is_empty() {
        return;
    }
    // Without an order of battle there is nothing to play with, but everything to check.
    if found.is_empty() {
        let at = Place::new(FileId(0), wgr_grammar::Span::new(0, 0));
        found.push(CounterDef { name: "nobody".to_owned(), piece: 0, side: 0, at });
    }
    let names = found.iter().map(|counter| counter.name.clone()).collect();
    maker.counters = maker.domain("Counter", names);
    maker.world.counters = found;
    basics(maker);
    cups::declare(maker, drawn, prints);
}

fn copies(maker: &mut Maker<'_>, file: FileId, counter: &ast::Counter, mut each: impl FnMut(String, Place)) {
    let at = Place::new(file, counter.name.span);
    match counter.copies {
        None => each(counter.name.text.clone(), at),
        Some(count) if (1..=MOST_COPIES).contains(&count) => {
            for letter in (b'a'..=b'z').take(count as usize) {
                each(format!("{}{}", counter.name.text, char::from(letter)), at);
            }
        }
        Some(count) => {
            let what = says::copies(count, MOST_COPIES, Place::new(file, counter.span));
            maker.tell(what);
        }
    }
}

pub(crate) fn side_named(maker: &mut Maker<'_>, file: FileId, name: &ast::Name) -> Option<usize> {
    let sides = maker.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
    let found = sides.iter().position(|side| *side == name.text);
    if found.is_none() {
        let what = says::unknown_name("side", &name.text, &sides, Place::new(file, name.span));
        maker.tell(what);
    }
    found
}

pub(super) fn piece_named(maker: &mut Maker<'_>, file: FileId, name: &ast::Name) -> Option<usize> {
    let pieces: Vec<String> = maker.world.pieces.iter().map(|piece| piece.name.clone()).collect();
    let found = pieces.iter().position(|piece| *piece == name.text);
    if found.is_none() {
        let what = says::unknown_name("piece", &name.text, &pieces, Place::new(file, name.span));
        maker.tell(what);
    }
    found
}

/// Whose a counter is, of what kinds, and where it stands.
fn basics(maker: &mut Maker<'_>) {
    let index = vec![maker.member(Noun::Piece(Kinds::default()))];
    let side = maker.member(Noun::Enum(SIDE));
    let sides: Vec<i64> = maker.world.counters.iter().map(|counter| counter.side as i64).collect();
    maker.side_of = maker.table("side_of", index.clone(), side, sides);
    for at in 0..maker.world.kinds.len() {
        let Some(kind) = maker.world.kinds.get(at) else { continue };
        let (name, kinds) = (kind.name.clone(), kind.kinds);
        let belongs = |counter: &CounterDef| i64::from(Kinds::of(counter.piece).within(kinds));
        let data = maker.world.counters.iter().map(belongs).collect();
        let table = maker.table(&format!("is_{name}"), index.clone(), Scalar::BOOL, data);
        if let Some(kind) = maker.world.kinds.get_mut(at) {
            kind.table = table;
        }
    }
    if maker.board.is_some() {
        let place = maker.ir_type(Ty::Maybe(Noun::Hex));
        maker.place = maker.cell("place", index, place, Role::Game);
    }
}

/// What is printed on the counters, into the tables of their fields.
pub(super) fn print(maker: &mut Maker<'_>) {
    for (file, item) in maker.items() {
        let ItemKind::Order(order) = &item.kind else { continue };
        for group in &order.groups {
            let Some(piece) = maker.world.pieces.iter().position(|piece| piece.name == group.piece.text) else {
                continue;
            };
            let tables = columns(maker, file, piece, group);
            for counter in &group.counters {
                line(maker, file, group, counter, &tables);
            }
        }
    }
    least(maker);
}

/// What is printed on a counter that nobody has drawn counts as the least of its kind.
fn least(maker: &mut Maker<'_>) {
    let Some(prints) = &maker.world.prints else { return };
    let fields = maker.world.fields.iter().filter_map(|field| match (field.stored, field.drawn) {
        (Stored::Table(table), Some(drawn)) => Some((table, drawn.table)),
        _ => None,
    });
    for (table, by_print) in fields {
        let shown = maker.program.tables.get(by_print.index()).map(|table| table.data.clone()).unwrap_or_default();
        let Some(table) = maker.program.tables.get_mut(table.index()) else { continue };
        for (slot, counter) in table.data.iter_mut().zip(&maker.world.counters) {
            let own = prints.lines.iter().zip(&shown).filter(|(print, _)| print.piece == counter.piece);
            if let Some(value) = own.map(|(_, value)| *value).min() {
                *slot = value;
            }
        }
    }
}

/// For each column its field; every printed field needs one.
fn columns(maker: &mut Maker<'_>, file: FileId, piece: usize, group: &ast::CounterGroup) -> Vec<Option<usize>> {
    let printed: Vec<(usize, String)> = maker
        .world
        .fields
        .iter()
        .enumerate()
        .filter(|(_, field)| Kinds::of(piece).within(field.pieces) && matches!(field.stored, Stored::Table(_)))
        .map(|(at, field)| (at, field.name.clone()))
        .collect();
    let names: Vec<String> = printed.iter().map(|(_, name)| name.clone()).collect();
    let mut found = Vec::new();
    for column in &group.columns {
        let field = printed.iter().find(|(_, name)| *name == column.text).map(|(at, _)| *at);
        if field.is_none() && !maker.world.is_broken(Kinds::of(piece)) {
            let what = says::unknown_name("printed field", &column.text, &names, Place::new(file, column.span));
            maker.tell(what);
        }
        found.push(field);
    }
    let missing: Vec<&String> = names.iter().filter(|name| !group.columns.iter().any(|c| c.text == **name)).collect();
    if !missing.is_empty() && group.columns.len() == found.iter().flatten().count() {
        let what = says::column_missing(&group.piece.text, &missing, Place::new(file, group.span));
        maker.tell(what);
    }
    found
}

fn line(
    maker: &mut Maker<'_>,
    file: FileId,
    group: &ast::CounterGroup,
    counter: &ast::Counter,
    fields: &[Option<usize>],
) {
    if counter.words.len() != group.columns.len() {
        let at = Place::new(file, counter.span);
        let what = says::counter_line(counter.words.len(), group.columns.len(), at);
        maker.tell(what);
        return;
    }
    let own: Vec<usize> = maker
        .world
        .counters
        .iter()
        .enumerate()
        .filter(|(_, def)| def.at == Place::new(file, counter.name.span))
        .map(|(at, _)| at)
        .collect();
    let lines = maker.world.prints.iter().flat_map(|prints| &prints.lines);
    let print = lines.clone().position(|print| print.at == Place::new(file, counter.name.span));
    for (word, field) in counter.words.iter().zip(fields) {
        let Some(field) = field.and_then(|at| maker.world.fields.get(at)) else { continue };
        let (Stored::Table(table), drawn, ty, ir) = (field.stored, field.drawn, field.ty, field.ir) else { continue };
        let table = if print.is_some() { drawn.map_or(table, |drawn| drawn.table) } else { table };
        let Ok(value) = printed_value(maker, file, word, ty, ir) else { continue };
        for at in own.iter().chain(&print) {
            if let Some(slot) = maker.program.tables.get_mut(table.index()).and_then(|table| table.data.get_mut(*at)) {
                *slot = value;
            }
        }
    }
}

/// A value as it is printed on a counter or in a table: a number, a member's name, yes, no, `-` for none or no.
pub(crate) fn printed_value(
    maker: &mut Maker<'_>,
    file: FileId,
    word: &ast::Name,
    ty: Ty,
    ir: Type,
) -> crate::translate::maker::Made<i64> {
    let at = Place::new(file, word.span);
    let Type::Scalar(scalar) = ir else { return Err(maker.tell(says::no_printed_set(at))) };
    let text = word.text.as_str();
    let value = match (ty, text) {
        (Ty::YesNo, "yes") => Some(1),
        (Ty::YesNo, "no" | "-") => Some(0),
        (Ty::Maybe(_), "-" | "none") => Some(NONE),
        (Ty::Number { den, .. }, _) => number(text, den),
        (Ty::One(noun) | Ty::Maybe(noun), _) => member(maker, noun, text),
        _ => None,
    };
    match value {
        Some(value) if scalar.contains(value) => Ok(value),
        Some(value) => Err(maker.tell(says::out_of_range(value, scalar, at))),
        None => {
            let valid = valid_words(maker, ty);
            Err(maker.tell(says::no_such_value(text, &maker.world.ty_name(ty), &valid, at)))
        }
    }
}

fn number(text: &str, den: u32) -> Option<i64> {
    let text = text.strip_prefix('+').unwrap_or(text);
    let (num, of) = match text.split_once('/') {
        Some((num, of)) => (num.parse::<i64>().ok()?, of.parse::<i64>().ok()?),
        None => (text.parse::<i64>().ok()?, 1),
    };
    let raw = num.checked_mul(i64::from(den))?;
    (of > 0 && raw % of == 0).then(|| raw / of)
}

pub(crate) fn member(maker: &Maker<'_>, noun: Noun, text: &str) -> Option<i64> {
    match noun {
        Noun::Enum(index) => {
            let def = maker.world.enums.get(index)?;
            def.members.iter().position(|member| member == text).map(|at| at as i64)
        }
        Noun::Hex => {
            let board = maker.board.as_ref()?;
            let hex = board.by_name(text).map(|hex| i64::from(hex.id()));
            hex.or_else(|| match maker.world.entry(text) {
                Some(Entry::Spot(hex)) => Some(hex),
                _ => None,
            })
        }
        Noun::Piece(_) => match maker.world.entry(text) {
            Some(Entry::Counter(at)) => Some(at as i64),
            _ => None,
        },
        Noun::Hexside | Noun::Direction => None,
    }
}

fn valid_words(maker: &Maker<'_>, ty: Ty) -> Vec<String> {
    match ty {
        Ty::YesNo => vec!["yes".to_owned(), "no".to_owned()],
        Ty::One(Noun::Enum(index)) | Ty::Maybe(Noun::Enum(index)) => {
            maker.world.enums.get(index).map(|def| def.members.clone()).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}
