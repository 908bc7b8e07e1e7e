//! Counters: the pieces that the orders of battle list, ordered by side and piece, with what is printed on them.

use super::boxes;
use super::misprinted;
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{CounterDef, Entry, FieldDef, PrintDef, SIDE, Stored, World};
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::ir::{NONE, Role, Scalar, Type};

/// Copies of one counter are told apart by letters.
const MOST_COPIES: u32 = 26;

/// `B1 x2` and `B1` would both be called `B1` in a set-up. Two that are both single are told as names.
fn listed_once(builder: &mut Builder<'_>) {
    let mut listed: BTreeMap<&str, (Place, bool)> = BTreeMap::new();
    for (file, item) in builder.items() {
        let ItemKind::Order(order) = &item.kind else { continue };
        for counter in order.groups.iter().flat_map(|group| &group.counters) {
            let at = Place::new(file, counter.name.span);
            let several = counter.copies.is_some();
            let before = listed.insert(counter.name.text.as_str(), (at, several));
            if let Some((first, _)) = before.filter(|(_, before)| *before != several) {
                builder.tell(says::listed_twice(&counter.name.text, at, first));
            }
        }
    }
}

pub(super) fn declare(builder: &mut Builder<'_>) {
    listed_once(builder);
    let mut found: Vec<CounterDef> = Vec::new();
    let mut prints: Vec<PrintDef> = Vec::new();
    let drawn = boxes::named(builder);
    for (file, item) in builder.items() {
        let ItemKind::Order(order) = &item.kind else { continue };
        let Some(side) = side_named(builder, file, &order.side) else { continue };
        for group in &order.groups {
            let Some(piece) = piece_named(builder, file, &group.piece) else {
                unread(builder, file, group);
                continue;
            };
            if Kinds::of(piece).within(drawn) {
                prints
                    .extend(group.counters.iter().map(|counter| boxes::print_of(builder, file, counter, piece, side)));
                continue;
            }
            for counter in &group.counters {
                copies(builder, file, counter, |name, at| {
                    let line = counter.name.text.clone();
                    found.push(CounterDef { name, piece, side, line, at });
                });
            }
        }
    }
    found.extend(boxes::bodies(builder, &prints));
    found.sort_by_key(|counter| (counter.side, counter.piece));
    let mut at = 0;
    found.retain(|counter| {
        let name = ast::Name { text: counter.name.clone(), span: counter.at.span };
        let fresh = builder.world.entry(&name.text).is_none();
        builder.name(counter.at.file, &name, Entry::Counter(at));
        at += usize::from(fresh);
        fresh
    });
    if builder.world.pieces.is_empty() {
        return;
    }
    // Without an order of battle there is nothing to play with, but everything to check.
    if found.is_empty() {
        let at = Place::new(FileId(0), wgr_grammar::Span::new(0, 0));
        let name = "nobody".to_owned();
        found.push(CounterDef { line: name.clone(), name, piece: 0, side: 0, at });
    }
    let names = found.iter().map(|counter| counter.name.clone()).collect();
    builder.counters = builder.domain("Counter", names);
    for (at, counter) in found.iter().enumerate() {
        let mut names = vec![&counter.name];
        names.extend(Some(&counter.line).filter(|line| **line != counter.name));
        names.into_iter().for_each(|name| builder.world.called.entry(name.clone()).or_default().push(at));
    }
    builder.world.counters = found;
    basics(builder);
    boxes::declare(builder, drawn, prints);
}

/// Counters of which nobody knows what they are: that is told where their piece should stand. Its line may be a counter's.
fn unread(builder: &mut Builder<'_>, file: FileId, group: &ast::CounterGroup) {
    for counter in &group.counters {
        let at = Place::new(file, counter.name.span);
        broken(builder, (&counter.name.text, counter.copies.unwrap_or(0).min(MOST_COPIES)), at);
    }
    // A line of columns names what is printed on a piece.
    let printed = |word: &ast::Name| {
        builder.items().any(|(_, item)| match &item.kind {
            ItemKind::Piece(piece) => piece.fields.iter().any(|field| field.name.text == word.text),
            _ => false,
        })
    };
    if group.columns.iter().any(printed) {
        return;
    }
    broken(builder, (&group.piece.text, MOST_COPIES), Place::new(file, group.piece.span));
}

/// A counter and its copies, of which nothing is known.
fn broken(builder: &mut Builder<'_>, (name, copies): (&str, u32), at: Place) {
    let letters = (b'a'..=b'z').take(copies as usize).map(|letter| char::from(letter).to_string());
    for name in letters.chain([String::new()]).map(|letter| format!("{name}{letter}")) {
        if builder.world.entry(&name).is_none() {
            builder.name(at.file, &ast::Name { text: name, span: at.span }, Entry::Broken);
        }
    }
}

fn copies(builder: &mut Builder<'_>, file: FileId, counter: &ast::Counter, mut each: impl FnMut(String, Place)) {
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
            builder.tell(what);
        }
    }
}

pub(crate) fn side_named(builder: &mut Builder<'_>, file: FileId, name: &ast::Name) -> Option<usize> {
    let sides = builder.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
    let found = sides.iter().position(|side| *side == name.text);
    if found.is_none() {
        let what = says::unknown_name("side", &name.text, &sides, Place::new(file, name.span));
        builder.tell(what);
    }
    found
}

pub(super) fn piece_named(builder: &mut Builder<'_>, file: FileId, name: &ast::Name) -> Option<usize> {
    let pieces: Vec<String> = builder.world.pieces.iter().map(|piece| piece.name.clone()).collect();
    let found = pieces.iter().position(|piece| *piece == name.text);
    if found.is_none() {
        let what = says::unknown_name("piece", &name.text, &pieces, Place::new(file, name.span));
        builder.tell(
            what.help("above its counters stands a line with the piece and what is printed on it: `Unit  arm  attack`"),
        );
    }
    found
}

/// Whose a counter is, of what kinds, and where it stands.
fn basics(builder: &mut Builder<'_>) {
    let index = vec![builder.member(Noun::Piece(Kinds::default()))];
    let side = builder.member(Noun::Enum(SIDE));
    let sides: Vec<i64> = builder.world.counters.iter().map(|counter| counter.side as i64).collect();
    builder.side_of = builder.table("side_of", index.clone(), side, sides);
    for at in 0..builder.world.kinds.len() {
        let Some(kind) = builder.world.kinds.get(at) else { continue };
        let (name, kinds) = (kind.name.clone(), kind.kinds);
        let belongs = |counter: &CounterDef| i64::from(Kinds::of(counter.piece).within(kinds));
        let data = builder.world.counters.iter().map(belongs).collect();
        let table = builder.table(&format!("is_{name}"), index.clone(), Scalar::BOOL, data);
        if let Some(kind) = builder.world.kinds.get_mut(at) {
            kind.table = table;
        }
    }
    if builder.board.is_some() {
        let place = builder.ir_type(Ty::Maybe(Noun::Hex));
        builder.place = builder.cell("place", index, place, Role::Game);
    }
}

/// What is printed on the counters, into the tables of their fields.
pub(super) fn print(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Order(order) = &item.kind else { continue };
        for group in &order.groups {
            let Some(piece) = builder.world.pieces.iter().position(|piece| piece.name == group.piece.text) else {
                continue;
            };
            let tables = columns(builder, file, piece, group);
            if let Some(told) = exchanged(builder, file, group, &tables) {
                builder.tell(told);
                continue;
            }
            for counter in &group.counters {
                line(builder, file, group, counter, &tables);
            }
        }
    }
    least(builder);
}

/// What is printed on a counter that nobody has drawn counts as the least of its kind.
fn least(builder: &mut Builder<'_>) {
    let Some(prints) = &builder.world.prints else { return };
    let fields = builder.world.fields.iter().filter_map(|field| match (field.stored, field.drawn) {
        (Stored::Table(table), Some(drawn)) => Some((table, drawn.table)),
        _ => None,
    });
    for (table, by_print) in fields {
        let shown = builder.program.tables.get(by_print.index()).map(|table| table.data.clone()).unwrap_or_default();
        let Some(table) = builder.program.tables.get_mut(table.index()) else { continue };
        for (slot, counter) in table.data.iter_mut().zip(&builder.world.counters) {
            let own = prints.lines.iter().zip(&shown).filter(|(print, _)| print.piece == counter.piece);
            if let Some(value) = own.map(|(_, value)| *value).min() {
                *slot = value;
            }
        }
    }
}

/// The fields that a piece prints.
fn prints<'w>(world: &'w World<'_>, piece: usize) -> impl Iterator<Item = (usize, &'w str)> {
    let own = move |field: &FieldDef| Kinds::of(piece).within(field.pieces) && matches!(field.stored, Stored::Table(_));
    let fields = world.fields.iter().enumerate();
    fields.filter(move |(_, field)| own(field)).map(|(at, field)| (at, field.name.as_str()))
}

/// For each column its field; every printed field needs one.
fn columns(builder: &mut Builder<'_>, file: FileId, piece: usize, group: &ast::CounterGroup) -> Vec<Option<usize>> {
    let printed: Vec<(usize, String)> = prints(&builder.world, piece).map(|(at, name)| (at, name.to_owned())).collect();
    let names: Vec<String> = printed.iter().map(|(_, name)| name.clone()).collect();
    let mut found = Vec::new();
    for column in &group.columns {
        let field = printed.iter().find(|(_, name)| *name == column.text).map(|(at, _)| *at);
        if field.is_none() && !builder.world.is_broken(Kinds::of(piece)) {
            let what = says::unknown_name("printed field", &column.text, &names, Place::new(file, column.span));
            builder.tell(what);
        }
        found.push(field);
    }
    let missing: Vec<&String> = names.iter().filter(|name| !group.columns.iter().any(|c| c.text == **name)).collect();
    if !missing.is_empty() && group.columns.len() == found.iter().flatten().count() {
        // The same columns as of another piece: the head may name the wrong one.
        let world = &builder.world;
        let columns: BTreeSet<&str> = group.columns.iter().map(|column| column.text.as_str()).collect();
        let same = |at: &usize| prints(world, *at).map(|(_, name)| name).collect::<BTreeSet<_>>() == columns;
        let other = (0..world.pieces.len()).filter(|at| *at != piece).filter(same);
        let other: Vec<&str> = other.filter_map(|at| Some(world.pieces.get(at)?.name.as_str())).collect();
        let head = Place::new(file, group.piece.span);
        let what = says::column_missing(&group.piece.text, &missing, &other, Place::new(file, group.span), head);
        builder.tell(what);
    }
    found
}

/// `B1 (2)  4`, or the line of two counters.
fn several_on_a_line(file: FileId, group: &ast::CounterGroup, counter: &ast::Counter) -> Option<Diagnostic> {
    let (found, wanted) = (counter.words.len(), group.columns.len());
    let first = counter.words.first()?;
    let many = first.text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if let Some(many) = many.filter(|many| found == wanted + 1 && many.parse::<u32>().is_ok()) {
        return Some(says::copies_in_brackets(&counter.name.text, many, Place::new(file, first.span)));
    }
    let second = counter.words.get(wanted).filter(|_| found == 2 * wanted + 1)?;
    let named = second.text.starts_with(char::is_uppercase);
    named.then(|| says::counters_on_a_line(&second.text, Place::new(file, second.span)))
}

/// Two columns of which each fits the values of the other, and not its own.
fn exchanged(
    builder: &Builder<'_>,
    file: FileId,
    group: &ast::CounterGroup,
    fields: &[Option<usize>],
) -> Option<Diagnostic> {
    let whole = group.counters.iter().all(|counter| counter.words.len() == group.columns.len());
    let fits = |values: usize, column: usize| {
        let field = fields.get(column).copied().flatten().and_then(|at| builder.world.fields.get(at));
        field.is_some_and(|field| {
            let word = |counter: &'_ ast::Counter| {
                let word = counter.words.get(values)?;
                value_of(builder, &word.text, field.ty)
            };
            group.counters.iter().all(|counter| word(counter).is_some())
        })
    };
    let wrong: Vec<usize> = (0..group.columns.len()).filter(|at| whole && !fits(*at, *at)).collect();
    let [one, other] = wrong.as_slice() else { return None };
    let (first, second) = group.columns.get(*one).zip(group.columns.get(*other))?;
    (fits(*one, *other) && fits(*other, *one))
        .then(|| says::columns_exchanged([&first.text, &second.text], Place::new(file, first.span)))
}

fn line(
    builder: &mut Builder<'_>,
    file: FileId,
    group: &ast::CounterGroup,
    counter: &ast::Counter,
    fields: &[Option<usize>],
) {
    let name = counter.name.text.as_str();
    let copies = name.strip_suffix('x').is_some_and(|many| many.parse::<u32>().is_ok());
    if let Some(first) = counter.words.first().filter(|_| copies) {
        builder.tell(says::copies_before(&first.text, name, Place::new(file, counter.name.span)));
        return;
    }
    if let Some(bare) = name.strip_suffix(',') {
        builder.tell(says::comma_behind_counter(bare, Place::new(file, counter.name.span)));
        return;
    }
    if let Some(bare) = name.strip_suffix(':') {
        builder.tell(says::colon_behind_counter(bare, Place::new(file, counter.name.span)));
        return;
    }
    if let Some(told) = several_on_a_line(file, group, counter) {
        builder.tell(told);
        return;
    }
    if counter.words.len() != group.columns.len()
        && let [x, many, ..] = counter.words.as_slice()
        && (x.text == "x" && many.text.bytes().all(|digit| digit.is_ascii_digit()))
    {
        builder.tell(says::copies_apart(name, &many.text, Place::new(file, x.span.to(many.span))));
        return;
    }
    let types: Vec<Option<Ty>> =
        fields.iter().map(|field| field.and_then(|at| builder.world.fields.get(at)).map(|field| field.ty)).collect();
    if let Some(told) = misprinted::words_of_a_counter(builder, file, group, counter, &types) {
        builder.tell(told);
        return;
    }
    if counter.words.len() != group.columns.len() {
        let at = Place::new(file, counter.span);
        let number = |field: &Option<usize>| {
            field.and_then(|at| builder.world.fields.get(at)).is_some_and(|field| field.ty.is_number())
        };
        let dash = types.iter().any(|ty| ty.is_some_and(|ty| value_of(builder, "-", ty).is_some()));
        let of_0 = |field: &Option<usize>| {
            let field = field.and_then(|at| builder.world.fields.get(at));
            field.and_then(|field| field.ir.scalar()).is_some_and(|scalar| scalar.contains(0))
        };
        let zero = fields.iter().all(of_0);
        let columns: Vec<String> = group.columns.iter().map(|column| column.text.clone()).collect();
        let what = says::counter_line(counter.words.len(), &columns, (fields.iter().all(number), dash, zero), at);
        builder.tell(what);
        return;
    }
    let of_this_line =
        |at: &usize| builder.world.counters.get(*at).is_some_and(|def| def.at == Place::new(file, counter.name.span));
    let called = builder.world.counters_called(name).iter().copied();
    let own: Vec<usize> = called.filter(of_this_line).collect();
    let lines = builder.world.prints.iter().flat_map(|prints| &prints.lines);
    let print = lines.clone().position(|print| print.at == Place::new(file, counter.name.span));
    for (word, field) in counter.words.iter().zip(fields) {
        let Some(field) = field.and_then(|at| builder.world.fields.get(at)) else { continue };
        let (Stored::Table(table), drawn, ty, ir) = (field.stored, field.drawn, field.ty, field.ir) else { continue };
        let table = if print.is_some() { drawn.map_or(table, |drawn| drawn.table) } else { table };
        let declared = field.at;
        let Ok(value) = printed_value(builder, file, word, ty, ir) else {
            builder.against(declared, Place::new(file, word.span));
            continue;
        };
        for at in own.iter().chain(&print) {
            if let Some(slot) = builder.program.tables.get_mut(table.index()).and_then(|table| table.data.get_mut(*at))
            {
                *slot = value;
            }
        }
    }
}

/// A value as it is printed on a counter or in a table: a number, a member's name, yes, no, `-` for none or no.
pub(crate) fn printed_value(
    builder: &mut Builder<'_>,
    file: FileId,
    word: &ast::Name,
    ty: Ty,
    ir: Type,
) -> crate::translate::builder::Made<i64> {
    let at = Place::new(file, word.span);
    let Type::Scalar(scalar) = ir else { return Err(builder.tell(says::no_printed_set(at))) };
    let text = word.text.as_str();
    let told = match value_of(builder, text, ty) {
        Some(value) if scalar.contains(value) => return Ok(value),
        Some(value) => return Err(builder.tell(says::out_of_range(value, scalar, at))),
        None if matches!(ty, Ty::Number { .. }) => says::not_a_number(text, at),
        None => says::no_such_value(text, &builder.world.ty_name(ty), &valid_words(builder, ty), at),
    };
    let lists = builder.world.members.get(text).map_or(&[][..], Vec::as_slice);
    Err(builder.tell(match lists {
        [(list, _)] => {
            let list = builder.world.ty_name(Ty::One(Noun::Enum(*list)));
            told.mismatch(at, list, builder.world.ty_name(ty))
        }
        [] | [_, _, ..] => told,
    }))
}

/// What it stands for where this type is wanted.
pub(super) fn value_of(builder: &Builder<'_>, text: &str, ty: Ty) -> Option<i64> {
    match (ty, text) {
        (Ty::YesNo, "yes") => Some(1),
        (Ty::YesNo, "no" | "-") => Some(0),
        (Ty::Maybe(_), "-" | "none") => Some(NONE),
        (Ty::Number { den, .. }, _) => number(text, den),
        (Ty::One(noun) | Ty::Maybe(noun), _) => member(builder, noun, text).or_else(|| printed_as(builder, noun, text)),
        _ => None,
    }
}

/// The one member that is printed so: `NE "-"`.
fn printed_as(builder: &Builder<'_>, noun: Noun, text: &str) -> Option<i64> {
    let Noun::Enum(index) = noun else { return None };
    let name = &builder.world.enums.get(index)?.name;
    let list = builder.items().find_map(|(_, item)| match &item.kind {
        ast::ItemKind::Enum(list) if list.name.text == *name => Some(list),
        _ => None,
    });
    let so = |member: &ast::Member| member.title.as_ref().is_some_and(|title| title.text == text);
    let mut found = list?.members.iter().enumerate().filter(|(_, member)| so(member));
    let first = found.next()?;
    found.next().is_none().then_some(first.0 as i64)
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

pub(crate) fn member(builder: &Builder<'_>, noun: Noun, text: &str) -> Option<i64> {
    match noun {
        Noun::Enum(index) => {
            let def = builder.world.enums.get(index)?;
            def.members.iter().position(|member| member == text).map(|at| at as i64)
        }
        Noun::Hex => {
            let board = builder.board.as_ref()?;
            let hex = board.by_name(text).map(|hex| i64::from(hex.id()));
            hex.or_else(|| match builder.world.entry(text) {
                Some(Entry::Spot(hex)) => Some(hex),
                _ => None,
            })
        }
        Noun::Piece(_) => match builder.world.entry(text) {
            Some(Entry::Counter(at)) => Some(at as i64),
            _ => None,
        },
        Noun::Hexside => {
            let side = builder.board.as_ref()?.side_by_words(text)?;
            Some(i64::from(side.id()))
        }
        Noun::Direction => {
            let way = builder.board.as_ref()?.dir_by_word(text)?;
            Some(i64::from(way.number()))
        }
    }
}

fn valid_words(builder: &Builder<'_>, ty: Ty) -> Vec<String> {
    match ty {
        Ty::YesNo => vec!["yes".to_owned(), "no".to_owned()],
        Ty::One(Noun::Enum(index)) | Ty::Maybe(Noun::Enum(index)) => {
            builder.world.enums.get(index).map(|def| def.members.clone()).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}
