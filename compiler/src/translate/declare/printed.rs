//! Tables as printed: lines and columns with their labels, entries in numbers, words or a notation.

use super::counters::printed_value;
use crate::diag::{Place, says};
use crate::limits::MOST_ENTRIES;
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::ty::{Noun, Ty};
use crate::translate::types::is_open;
use crate::translate::world::{Axis, Entry, TableDef};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Edge, ItemKind, TypeRef};
use wgr_runtime::ir::{Scalar, Type, What};

pub(super) fn declare(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Table(table) = &item.kind else { continue };
        for case in &table.cases {
            builder.cite(file, case);
        }
        match self::table(builder, file, table) {
            Ok(def) => {
                builder.world.tables.push(def);
                builder.name(file, &table.name, Entry::Table(builder.world.tables.len() - 1));
            }
            Err(ErrorReported) => builder.name(file, &table.name, Entry::Broken),
        }
    }
}

fn table(builder: &mut Builder<'_>, file: FileId, table: &ast::Table) -> Made<TableDef> {
    let ends = |low: Edge, high: Edge| Ends { low: beyond(table, low), high: beyond(table, high) };
    let mut lines = table.lines.iter();
    let across = match &table.across {
        Some(ty) => {
            let Some(head) = lines.next() else {
                return Err(builder.tell(says::table_empty(Place::new(file, table.name.span))));
            };
            let labels: Vec<Vec<&ast::Name>> = head.words.iter().map(|word| vec![word]).collect();
            Some(axis(builder, file, ty, &labels, ends(Edge::Left, Edge::Right))?)
        }
        None => None,
    };
    let columns = across.as_ref().map_or(1, |(_, places)| places.len());
    let mut whole = Ok(());
    let mut labels: Vec<Vec<&ast::Name>> = Vec::new();
    let mut entries: Vec<&[ast::Name]> = Vec::new();
    for line in lines {
        for case in &line.cases {
            builder.cite(file, case);
        }
        let Some(at) = line.words.len().checked_sub(columns).filter(|at| *at > 0) else {
            whole = Err(builder.tell(says::table_line(line.words.len(), columns, Place::new(file, line.span))));
            continue;
        };
        let (label, entry) = line.words.split_at(at);
        labels.push(label.iter().collect());
        entries.push(entry);
    }
    if whole.is_ok() && labels.is_empty() || across.as_ref().is_some_and(|(_, places)| places.is_empty()) {
        return Err(builder.tell(says::table_empty(Place::new(file, table.name.span))));
    }
    // Whatever is wrong in it is told, each at its place; one that is not whole is none.
    let down = axis(builder, file, &table.down, &labels, ends(Edge::Top, Edge::Bottom));
    let (gives, ir, measured) = self::gives(builder, file, &table.gives)?;
    let values = self::entries(builder, file, &entries, gives, ir);
    let ((down, rows), values) = (down?, values?);
    whole?;
    let places = |axis: &Axis| axis.hi.saturating_sub(axis.lo).saturating_add(1);
    let all = places(&down).saturating_mul(across.as_ref().map_or(1, |(axis, _)| places(axis)));
    if all > MOST_ENTRIES {
        return Err(builder.tell(says::table_too_big(
            &table.name.text,
            all,
            MOST_ENTRIES,
            Place::new(file, table.name.span),
        )));
    }
    let size = |axis: &Axis| usize::try_from(places(axis)).unwrap_or_default();
    let width = across.as_ref().map_or(1, |(axis, _)| size(axis));
    let Type::Scalar(value) = ir else {
        return Err(builder.tell(says::no_printed_set(Place::new(file, table.gives.span))));
    };
    let line_at = |label: &Vec<&ast::Name>| {
        let span = |name: Option<&&ast::Name>| name.map_or(table.body, |name| name.span);
        Place::new(file, span(label.first()).to(span(label.last())))
    };
    let column_at =
        table.lines.first().into_iter().flat_map(|head| &head.words).map(|word| Place::new(file, word.span));
    let columns = across.iter().flat_map(|(_, places)| places.iter().cloned());
    let labels: [Vec<(Place, Vec<i64>)>; 2] =
        [labels.iter().map(line_at).zip(rows.iter().cloned()).collect(), column_at.zip(columns).collect()];
    if let Some((at, first)) = labels.iter().find_map(|labels| twice(labels)) {
        return Err(builder.tell(says::table_twice(&table.name.text, at, first)));
    }
    let mut data: Vec<Option<i64>> = vec![None; size(&down) * width];
    for (line, values) in rows.iter().zip(&values) {
        for (at, value) in values.iter().enumerate() {
            let places: &[i64] = across.as_ref().and_then(|(_, places)| places.get(at)).map_or(&[0], Vec::as_slice);
            let first = across.as_ref().map_or(0, |(axis, _)| axis.lo);
            for row in line {
                for column in places {
                    let slot = (row - down.lo) as usize * width + (column - first) as usize;
                    if let Some(slot) = data.get_mut(slot) {
                        *slot = Some(*value);
                    }
                }
            }
        }
    }
    if data.iter().any(Option::is_none) {
        return Err(builder.tell(says::table_lacks(&table.name.text, Place::new(file, table.name.span))));
    }
    let index: Vec<Scalar> = [Some(&down), across.as_ref().map(|(axis, _)| axis)]
        .into_iter()
        .flatten()
        .map(|axis| scalar(builder, axis))
        .collect();
    let data: Vec<i64> = data.into_iter().flatten().collect();
    let value = match (measured, data.iter().min(), data.iter().max()) {
        (true, Some(lo), Some(hi)) => Scalar { lo: *lo, hi: *hi, ..value },
        _ => value,
    };
    let made = builder.table(&table.name.text, index, value, data);
    let name = table.name.text.clone();
    Ok(TableDef { name, down, across: across.map(|(axis, _)| axis), gives, table: made, labels })
}

/// Two lines, or two columns, for one value: the later and the first.
fn twice(labels: &[(Place, Vec<i64>)]) -> Option<(Place, Place)> {
    labels.iter().enumerate().find_map(|(index, (at, values))| {
        let before = labels.iter().take(index);
        let first = before.clone().find(|(_, known)| known.iter().any(|value| values.contains(value)));
        first.map(|(first, _)| (*at, *first))
    })
}

/// What a table gives: a type, or a measure alone; then its range is that of its entries.
fn gives(builder: &mut Builder<'_>, file: FileId, ty: &TypeRef) -> Made<(Ty, Type, bool)> {
    if let ast::TypeKind::Named(name) = &ty.kind
        && builder.world.measures.iter().any(|measure| measure.name == name.text)
    {
        let unit = builder.unit(file, name)?;
        let den = builder.den(unit);
        let any = Scalar { what: What::Int { den }, lo: -MOST_PRINTED, hi: MOST_PRINTED };
        return Ok((Ty::Number { unit, den }, Type::Scalar(any), true));
    }
    builder.type_ref(file, ty).map(|(ty, ir)| (ty, ir, false))
}

/// No printed entry is more.
const MOST_PRINTED: i64 = 1 << 20;

fn scalar(builder: &Builder<'_>, axis: &Axis) -> Scalar {
    match axis.ty {
        Ty::One(noun) => builder.member(noun),
        _ => Scalar { what: What::Int { den: 1 }, lo: axis.lo, hi: axis.hi },
    }
}

/// Every entry, line by line.
fn entries(
    builder: &mut Builder<'_>,
    file: FileId,
    lines: &[&[ast::Name]],
    gives: Ty,
    ir: Type,
) -> Made<Vec<Vec<i64>>> {
    let line = |line: &&[ast::Name]| all(line.iter().map(|word| entry(builder, file, word, gives, ir)));
    all(lines.iter().map(line))
}

/// Goes through all, so that each tells what is wrong with it.
fn all<T>(made: impl Iterator<Item = Made<T>>) -> Made<Vec<T>> {
    let made: Vec<Made<T>> = made.collect();
    made.into_iter().collect()
}

/// One entry: a number, a member, or what is written in a notation.
fn entry(builder: &mut Builder<'_>, file: FileId, word: &ast::Name, gives: Ty, ir: Type) -> Made<i64> {
    let Ty::Notation(at) = gives else { return printed_value(builder, file, word, gives, ir) };
    let Some(def) = builder.world.notations.get(at) else { return Err(ErrorReported) };
    let (domain, name) = (def.domain, def.name.clone());
    let members = &builder.program.domain(domain).members;
    match members.iter().position(|member| *member == word.text) {
        Some(member) => Ok(member as i64),
        None => Err(builder.tell(says::not_in_notation(&word.text, &name, Place::new(file, word.span)))),
    }
}

/// The values that each label stands for, and the axis from the least to the greatest.
fn axis(
    builder: &mut Builder<'_>,
    file: FileId,
    ty: &TypeRef,
    labels: &[Vec<&ast::Name>],
    ends: Ends<'_>,
) -> Made<(Axis, Vec<Vec<i64>>)> {
    if is_open(ty) {
        return Err(builder.tell(says::counts_without_end(Place::new(file, ty.span))));
    }
    let (ty, ir) = builder.type_ref(file, ty)?;
    let counts = matches!(ty, Ty::Number { .. } | Ty::Step(_));
    let mut opened: Vec<(bool, i64, Place)> = Vec::new();
    let (mut places, mut whole) = (Vec::new(), Ok(()));
    let mut together = 0;
    for label in labels {
        let parts = label.iter().flat_map(|word| word.text.split(',').map(|part| (part, word.span)));
        let parts = parts.filter(|(part, _)| !part.is_empty());
        let values = all(parts.map(|(part, span)| {
            let (bare, up) = open_end(part).filter(|_| counts).map_or((part, None), |(bare, up)| (bare, Some(up)));
            let part = ast::Name { text: bare.to_owned(), span };
            let values = label_values(builder, file, &part, ty, ir)?;
            if let (Some(up), [value]) = (up, values.as_slice()) {
                opened.push((up, *value, Place::new(file, span)));
            }
            Ok(values)
        }));
        match values {
            Ok(values) => places.push(values.concat()),
            Err(ErrorReported) => whole = Err(ErrorReported),
        }
        together += places.last().map_or(0, |values: &Vec<i64>| values.len() as i64);
        if together > MOST_ENTRIES {
            let at = label.first().map_or(Span::new(0, 0), |word| word.span);
            return Err(builder.tell(says::too_many_labels(MOST_ENTRIES, Place::new(file, at))));
        }
    }
    whole?;
    let all = || places.iter().flatten().copied();
    let (Some(lo), Some(hi)) = (all().min(), all().max()) else { return Err(ErrorReported) };
    let (lo, hi) = match ty {
        Ty::One(noun) => {
            let scalar = builder.member(noun);
            (scalar.lo, scalar.hi)
        }
        _ => (lo, hi),
    };
    for (up, value, at) in &opened {
        if *value != if *up { hi } else { lo } {
            return Err(builder.tell(says::nothing_beyond_an_open_end(*up, *at)));
        }
        if let Some(said) = if *up { ends.high } else { ends.low } {
            return Err(builder.tell(says::end_said_twice(*at, Place::new(file, said.span))));
        }
    }
    let open = |up: bool, said: Option<&ast::Beyond>| {
        said.is_some_and(|beyond| beyond.last) || opened.iter().any(|(other, ..)| *other == up)
    };
    let (open_low, open_high) = (open(false, ends.low), open(true, ends.high));
    Ok((Axis { ty, lo, hi, open_low, open_high }, places))
}

/// What the head says of what lies beyond the labels.
struct Ends<'a> {
    low: Option<&'a ast::Beyond>,
    high: Option<&'a ast::Beyond>,
}

fn beyond(table: &ast::Table, edge: Edge) -> Option<&ast::Beyond> {
    table.beyond.iter().find(|beyond| beyond.edge == edge)
}

/// `6+` and all above it, `0-` and all below it: the number, and whether it goes upwards.
fn open_end(label: &str) -> Option<(&str, bool)> {
    let bare = label.strip_suffix('+').map(|bare| (bare, true)).or_else(|| Some((label.strip_suffix('-')?, false)));
    bare.filter(|(bare, _)| bare.ends_with(|sign: char| sign.is_ascii_digit()))
}

/// `plain`, `3`, `6..8`, `-1`, `3/1` of a scale.
fn label_values(builder: &mut Builder<'_>, file: FileId, word: &ast::Name, ty: Ty, ir: Type) -> Made<Vec<i64>> {
    let at = Place::new(file, word.span);
    match ty {
        Ty::Step(scale) => {
            let text = word.text.replace(':', "/");
            let step = text.split_once('/').and_then(|(a, b)| Some((a.parse::<i64>().ok()?, b.parse::<i64>().ok()?)));
            let def = builder.world.scales.get(scale);
            let place = def.and_then(|def| def.step(step?).filter(|at| def.is_open(*at)));
            match place {
                Some(at) => Ok(vec![at]),
                None => Err(builder.tell(says::no_such_value(&word.text, "this scale", &[], at))),
            }
        }
        Ty::Number { .. } => match word.text.split_once("..") {
            Some((from, to)) => match (from.parse::<i64>(), to.parse::<i64>()) {
                (Ok(from), Ok(to)) if from <= to => {
                    within(builder, word, [from, to], ir, at)?;
                    if to.saturating_sub(from) >= MOST_ENTRIES {
                        return Err(builder.tell(says::too_many_labels(MOST_ENTRIES, at)));
                    }
                    Ok((from..=to).collect())
                }
                _ => Err(builder.tell(says::no_constant(at))),
            },
            None => {
                let value = printed_value(builder, file, word, ty, ir)?;
                within(builder, word, [value, value], ir, at)?;
                Ok(vec![value])
            }
        },
        Ty::One(Noun::Enum(_)) => Ok(vec![printed_value(builder, file, word, ty, ir)?]),
        _ => Err(builder.tell(says::no_label(&builder.world.ty_name(ty), at))),
    }
}

/// Labels are numbers that the head of the table names.
fn within(builder: &mut Builder<'_>, word: &ast::Name, ends: [i64; 2], ir: Type, at: Place) -> Made<()> {
    match ir {
        Type::Scalar(Scalar { what: What::Int { den: 1 }, lo, hi })
            if ends.iter().any(|end| *end < lo || hi < *end) =>
        {
            Err(builder.tell(says::label_outside(&word.text, lo, hi, at)))
        }
        Type::Scalar(_) | Type::Set(_) => Ok(()),
    }
}
