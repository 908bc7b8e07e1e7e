//! Tables as printed: lines and columns with their labels, entries in numbers, words or a notation.

use super::counters::printed_value;
use super::misprinted;
use crate::diag::{Diagnostic, Place, nearest, says};
use crate::limits::MOST_ENTRIES;
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::ty::{Noun, Ty};
use crate::translate::types::is_open;
use crate::translate::world::{Axis, Entry, ScaleDef, TableDef};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Edge, ItemKind, TypeRef};
use wgr_runtime::ir::{Scalar, TableId, Type, What};

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
    let at = Place::new(file, table.name.span);
    if let (Some(of), []) = (&table.heads_of, table.heads.as_slice()) {
        return Err(builder.tell(says::table_without_heads(&table.name.text, Place::new(file, of.span))));
    }
    let width = table.heads.first().map_or(1, |head| head.labels.len());
    if let Some(joined) = joined_heads(table, width) {
        let labels: Vec<&str> = joined.labels.iter().map(|label| label.text.as_str()).collect();
        return Err(builder.tell(says::commas_between_heads(&labels, Place::new(file, joined.span))));
    }
    if let Some(told) = bar_or_heading(file, table) {
        return Err(builder.tell(told));
    }
    if let Some(told) = misprinted::heads_and_entries(builder, file, table, width) {
        return Err(builder.tell(told));
    }
    if let Some((word, sign)) = signs_between(table, width) {
        return Err(builder.tell(says::sign_between_entries(&word.text, sign, Place::new(file, word.span))));
    }
    let mut whole = Ok(());
    let (mut labels, mut entries): (Vec<Vec<&ast::Name>>, Vec<&[ast::Name]>) = (Vec::new(), Vec::new());
    let cited = table.heads.iter().map(|head| &head.cases).chain(table.lines.iter().map(|line| &line.cases));
    cited.flatten().for_each(|case| builder.cite(file, case));
    for line in &table.lines {
        let Some(at) = line.words.len().checked_sub(width).filter(|at| *at > 0) else {
            whole = Err(builder.tell(says::table_line(line.words.len(), width, Place::new(file, line.span))));
            continue;
        };
        if let Some(second) = several_entries(line, width) {
            let first: Vec<&str> = line.words.iter().take(width + 1).map(|word| word.text.as_str()).collect();
            whole = Err(builder.tell(says::entries_on_a_line(&first.join(" "), Place::new(file, second.span))));
            continue;
        }
        let (label, entry) = line.words.split_at(at);
        if let Some(told) = misprinted::case_for_a_label(builder, file, &table.down, label) {
            whole = Err(builder.tell(told));
            continue;
        }
        labels.push(label.iter().collect());
        entries.push(entry);
    }
    if whole.is_ok() && labels.is_empty() || table.across.is_some() && width == 0 {
        return Err(builder.tell(says::table_empty(at)));
    }
    // Whatever is wrong in it is told, each at its place; one that is not whole is none.
    let beside = self::beside(builder, file, table);
    let down = axis(builder, (file, table), &table.down, &labels, ends(table, Edge::Top, Edge::Bottom));
    let (gives, ir, measured) = self::gives(builder, file, &table.gives)?;
    let values = self::entries(builder, file, &entries, gives, ir);
    let (down, values, beside) = (down?, values?, beside?);
    whole?;
    let wide = beside.across.map_or(1, |across| across.hi - across.lo + 1);
    let all = down.hi.saturating_sub(down.lo).saturating_add(1).saturating_mul(wide);
    if all > MOST_ENTRIES {
        return Err(builder.tell(says::table_too_big(&table.name.text, all, MOST_ENTRIES, at)));
    }
    let Type::Scalar(value) = ir else {
        return Err(builder.tell(says::no_printed_set(Place::new(file, table.gives.span))));
    };
    let mut data: Vec<Option<i64>> = vec![None; usize::try_from(all).unwrap_or_default()];
    for ((_, line), values) in down.labels.iter().zip(&values) {
        for (value, places) in values.iter().zip(&beside.columns) {
            for (row, column) in line.iter().flat_map(|row| places.iter().map(move |column| (row, column))) {
                let slot = usize::try_from((row - down.lo) * wide + column).ok();
                if let Some(slot) = slot.and_then(|slot| data.get_mut(slot)) {
                    *slot = Some(*value);
                }
            }
        }
    }
    if let Some(hole) = data.iter().position(Option::is_none) {
        let (row, column) = (hole as i64 / wide, hole as i64 % wide);
        let has_line = down.labels.iter().any(|(_, values)| values.contains(&(row + down.lo)));
        let (what, axis, place) = match beside.axes.last().filter(|_| has_line) {
            Some(across) => ("column", across, column + across.lo),
            None => ("line", &down, row + down.lo),
        };
        let before = axis.labels.iter().find(|(_, values)| values.iter().any(|value| value + 1 == place));
        let (name, lacks) = (&table.name.text, label(builder, axis.ty, place));
        // On a scale a label is soon another place of it.
        let told = match before.filter(|_| matches!(axis.ty, Ty::Step(_))) {
            Some((before, _)) => says::table_lacks_step(name, what, &lacks, *before),
            None => says::table_lacks(name, what, &lacks, at),
        };
        return Err(builder.tell(told));
    }
    let index: Vec<Scalar> = [Some(scalar(builder, &down)), beside.across].into_iter().flatten().collect();
    let data: Vec<i64> = data.into_iter().flatten().collect();
    let value = match (measured, data.iter().min(), data.iter().max()) {
        (true, Some(lo), Some(hi)) => Scalar { lo: *lo, hi: *hi, ..value },
        _ => value,
    };
    let made = builder.table(&table.name.text, index, value, data);
    let axes = std::iter::once(down).chain(beside.axes).collect();
    Ok(TableDef { name: table.name.text.clone(), axes, gives, table: made, heads: beside.heads })
}

/// The heads of columns with commas between them, if the lines have a column for each.
fn joined_heads(table: &ast::Table, width: usize) -> Option<&ast::TableHead> {
    let head = table.heads.first().filter(|_| table.heads_of.is_none())?;
    let apart: usize =
        head.labels.iter().map(|label| label.text.split(',').filter(|part| !part.is_empty()).count()).sum();
    let fits =
        |columns: usize| !table.lines.is_empty() && table.lines.iter().all(|line| line.words.len() == columns + 1);
    (apart != width && fits(apart)).then_some(head)
}

/// `1 am    2 pm    3 night`: where the second label stands.
fn several_entries(line: &ast::TableLine, width: usize) -> Option<&ast::Name> {
    let number = |word: &ast::Name| word.text.starts_with(|sign: char| sign.is_ascii_digit());
    let parts: Vec<&[ast::Name]> = line.words.chunks(width + 1).collect();
    let alike = parts
        .iter()
        .all(|part| part.len() == width + 1 && part.first().is_some_and(number) && !part.iter().skip(1).any(number));
    (parts.len() > 1 && alike).then(|| parts.get(1)?.first()).flatten()
}

/// Bars between the entries; a heading above the labels.
fn bar_or_heading(file: FileId, table: &ast::Table) -> Option<Diagnostic> {
    let head = table.heads.first();
    let words = head.iter().flat_map(|head| &head.labels).chain(table.lines.iter().flat_map(|line| &line.words));
    if let Some(bar) = words.clone().find(|word| word.text == "|") {
        return Some(says::bars_between(Place::new(file, bar.span)));
    }
    let head = head.filter(|_| table.heads_of.is_none() && table.across.is_some())?;
    let (first, rest) = head.labels.split_first()?;
    let apart = !table.lines.is_empty() && table.lines.iter().all(|line| line.words.len() == head.labels.len());
    let word = first.text.starts_with(char::is_alphabetic) && !rest.is_empty();
    (apart && word).then(|| says::heading_above_labels(&first.text, Place::new(file, first.span)))
}

/// The first label with a colon or entry with a comma behind it.
fn signs_between(table: &ast::Table, width: usize) -> Option<(&ast::Name, char)> {
    table.lines.iter().find_map(|line| {
        let (label, entries) = line.words.split_at_checked(line.words.len().checked_sub(width)?)?;
        let ends = |words: &'_ [ast::Name], sign: char| {
            words.iter().position(|word| word.text.len() > 1 && word.text.ends_with(sign))
        };
        let colon = ends(label, ':').and_then(|at| label.get(at)).map(|word| (word, ':'));
        colon.or_else(|| ends(entries, ',').and_then(|at| entries.get(at)).map(|word| (word, ',')))
    })
}

/// What a table has beside its lines.
struct Beside {
    axes: Vec<Axis>,
    heads: Option<TableId>,
    /// What its second index is.
    across: Option<Scalar>,
    /// By column: its places within a line.
    columns: Vec<Vec<i64>>,
}

fn beside(builder: &mut Builder<'_>, file: FileId, table: &ast::Table) -> Made<Beside> {
    let Some(across) = &table.across else {
        return Ok(Beside { axes: Vec::new(), heads: None, across: None, columns: vec![vec![0]] });
    };
    if let Some(of) = &table.heads_of {
        return heads_of_members(builder, file, table, (across, of));
    }
    let Some(head) = table.heads.first() else {
        return Err(builder.tell(says::table_empty(Place::new(file, table.name.span))));
    };
    let labels: Vec<Vec<&ast::Name>> = head.labels.iter().map(|word| vec![word]).collect();
    let axis = axis(builder, (file, table), across, &labels, ends(table, Edge::Left, Edge::Right))?;
    let from_first = |values: &[i64]| values.iter().map(|value| value - axis.lo).collect();
    let columns = axis.labels.iter().map(|(_, values)| from_first(values)).collect();
    Ok(Beside { across: Some(scalar(builder, &axis)), axes: vec![axis], heads: None, columns })
}

/// `by -4..6 of Line`: for each member the columns are labelled in a line of its own; `-` where it has none.
fn heads_of_members(
    builder: &mut Builder<'_>,
    file: FileId,
    table: &ast::Table,
    (across, of): (&TypeRef, &TypeRef),
) -> Made<Beside> {
    let at = Place::new(file, of.span);
    let members: Vec<Vec<&ast::Name>> = table.heads.iter().map(|head| head.of.iter().collect()).collect();
    let whose = axis(builder, (file, table), of, &members, Ends { low: None, high: None })?;
    let Ty::One(Noun::Enum(index)) = whose.ty else {
        let found = builder.world.ty_name(whose.ty);
        return Err(builder.tell(says::heads_of_no_members(&found, at)));
    };
    let Some(all) = builder.world.enums.get(index).map(|def| def.members.clone()) else { return Err(ErrorReported) };
    let lacks = |at: &usize| !whose.labels.iter().any(|(_, values)| values.contains(&(*at as i64)));
    if let Some(name) = (0..all.len()).find(lacks).and_then(|at| all.get(at)) {
        return Err(builder.tell(says::member_without_head(&table.name.text, name, at)));
    }
    let width = table.heads.first().map_or(0, |head| head.labels.len());
    let mut heads: Vec<(Vec<usize>, Axis)> = Vec::new();
    for head in &table.heads {
        if head.labels.len() != width {
            return Err(builder.tell(says::table_line(head.labels.len() + 1, width, Place::new(file, head.span))));
        }
        let used: Vec<usize> =
            (0..width).filter(|at| head.labels.get(*at).is_some_and(|word| word.text != "-")).collect();
        let labels: Vec<Vec<&ast::Name>> =
            used.iter().filter_map(|at| head.labels.get(*at)).map(|word| vec![word]).collect();
        if labels.is_empty() {
            return Err(builder.tell(says::head_without_columns(Place::new(file, head.span))));
        }
        heads.push((used, axis(builder, (file, table), across, &labels, ends(table, Edge::Left, Edge::Right))?));
    }
    let (Some(lo), Some(hi), Some((_, first))) =
        (heads.iter().map(|(_, axis)| axis.lo).min(), heads.iter().map(|(_, axis)| axis.hi).max(), heads.first())
    else {
        return Err(ErrorReported);
    };
    let places = hi.saturating_sub(lo).saturating_add(1);
    if places > MOST_ENTRIES {
        return Err(builder.tell(says::too_many_labels(MOST_ENTRIES, Place::new(file, across.span))));
    }
    let mut data = vec![None; all.len().saturating_mul(usize::try_from(places).unwrap_or_default())];
    for ((used, own), (_, members)) in heads.iter().zip(&whose.labels) {
        for (column, (_, values)) in used.iter().zip(&own.labels) {
            // What lies beyond an open end of this head, as far as another goes.
            let below = (lo..own.lo).filter(|_| own.open_low && values.contains(&own.lo));
            let above = (own.hi + 1..=hi).filter(|_| own.open_high && values.contains(&own.hi));
            let all: Vec<i64> = below.chain(values.iter().copied()).chain(above).collect();
            for place in members.iter().flat_map(|member| all.iter().map(move |value| member * places + value - lo)) {
                if let Some(slot) = usize::try_from(place).ok().and_then(|place| data.get_mut(place)) {
                    *slot = Some(*column as i64);
                }
            }
        }
    }
    if let Some(lacks) = data.iter().position(Option::is_none) {
        let (member, value) = (lacks as i64 / places, lacks as i64 % places + lo);
        let head = whose.labels.iter().find(|(_, members)| members.contains(&member));
        let at = head.map_or(at, |(at, _)| *at);
        return Err(builder.tell(says::head_lacks(value, at)));
    }
    let data = data.into_iter().flatten().collect();
    let open = |high: bool| heads.iter().all(|(_, axis)| if high { axis.open_high } else { axis.open_low });
    let (ty, open_low, open_high) = (first.ty, open(false), open(true));
    let labels = heads.iter().flat_map(|(_, axis)| axis.labels.iter().cloned()).collect();
    let axes = vec![whose, Axis { ty, labels, lo, hi, open_low, open_high }];
    let column = Scalar::int(0, width as i64 - 1);
    let index = axes.iter().map(|axis| scalar(builder, axis)).collect();
    let heads = builder.table(&format!("{}_heads", table.name.text), index, column, data);
    let columns = (0..width as i64).map(|column| vec![column]).collect();
    Ok(Beside { axes, heads: Some(heads), across: Some(column), columns })
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
        None => {
            let near = nearest(&word.text, members.iter().map(String::as_str));
            let like = members.iter().filter(|_| near.is_empty()).map(String::as_str).take(3);
            let like: Vec<String> = near.iter().copied().take(3).chain(like).map(|one| format!("`{one}`")).collect();
            Err(builder.tell(says::not_in_notation(&word.text, &name, &like, Place::new(file, word.span))))
        }
    }
}

/// The values that each label stands for, from the least to the greatest.
fn axis(
    builder: &mut Builder<'_>,
    (file, table): (FileId, &ast::Table),
    ty: &TypeRef,
    labels: &[Vec<&ast::Name>],
    ends: Ends<'_>,
) -> Made<Axis> {
    if is_open(ty) {
        return Err(builder.tell(says::counts_without_end(Place::new(file, ty.span))));
    }
    let head = Place::new(file, ty.span);
    let (ty, ir) = builder.type_ref(file, ty)?;
    let counts = matches!(ty, Ty::Number { .. } | Ty::Step(_));
    let mut opened: Vec<(bool, i64, Place)> = Vec::new();
    let (mut places, mut whole): (Vec<Vec<i64>>, Made<()>) = (Vec::new(), Ok(()));
    let mut together = 0;
    for label in labels {
        let parts = label.iter().flat_map(|word| word.text.split(',').map(|part| (part.trim(), word.span)));
        let parts = parts.filter(|(part, _)| !part.is_empty());
        let values = all(parts.map(|(part, span)| {
            let (bare, up) = open_end(part).filter(|_| counts).map_or((part, None), |(bare, up)| (bare, Some(up)));
            let part = ast::Name { text: bare.to_owned(), span };
            let values = label_values(builder, file, &part, ty, ir);
            if values.is_err() {
                builder.against(head, Place::new(file, span));
            }
            let values = values?;
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
    let stands = |label: &Vec<&ast::Name>| {
        let span = |name: Option<&&ast::Name>| name.map_or(table.body, |name| name.span);
        Place::new(file, span(label.first()).to(span(label.last())))
    };
    let labels: Vec<(Place, Vec<i64>)> = labels.iter().map(stands).zip(places).collect();
    if let Some((at, first)) = twice(&labels) {
        let missing = (lo..=hi).filter(|value| labels.iter().all(|(_, values)| !values.contains(value)));
        let named = |value: i64| match ty {
            Ty::One(Noun::Enum(list)) => {
                let def = builder.world.enums.get(list)?;
                def.members.get(usize::try_from(value).ok()?).cloned()
            }
            _ => Some(value.to_string()),
        };
        let missing: Vec<String> = missing.take(3).filter_map(named).collect();
        let of = |place: Place| labels.iter().find(|(at, _)| *at == place).map_or(&[][..], |(_, values)| values);
        let both: Vec<String> =
            of(first).iter().filter(|value| of(at).contains(value)).copied().filter_map(named).collect();
        let texts = [at, first].map(|at| builder.sources.text(at));
        let told = says::table_twice(&table.name.text, (texts, &both), &missing, at, first);
        return Err(builder.tell(told));
    }
    if let Some((at, index)) = out_of_order(&labels).filter(|_| counts) {
        let shown = |index: usize| {
            labels.get(index).and_then(|(_, values)| values.first()).map(|value| label(builder, ty, *value))
        };
        let told =
            says::labels_out_of_order(&shown(index).unwrap_or_default(), &shown(index - 1).unwrap_or_default(), at);
        return Err(builder.tell(told));
    }
    Ok(Axis { ty, labels, lo, hi, open_low, open_high })
}

/// How a value stands at the edge of a table.
fn label(builder: &Builder<'_>, ty: Ty, value: i64) -> String {
    let at = usize::try_from(value).ok();
    let named = match ty {
        Ty::Step(scale) => {
            let steps = builder.world.scales.get(scale).map(|def| &def.steps);
            steps.zip(at).and_then(|(steps, at)| steps.get(at)).map(|(num, den)| format!("{num}/{den}"))
        }
        Ty::One(Noun::Enum(index)) => {
            let members = builder.world.enums.get(index).map(|def| &def.members);
            members.zip(at).and_then(|(members, at)| members.get(at)).cloned()
        }
        _ => None,
    };
    named.unwrap_or_else(|| value.to_string())
}

/// The first of labels that neither rise nor fall from one to the next; labels of several parts are in no order.
fn out_of_order(labels: &[(Place, Vec<i64>)]) -> Option<(Place, usize)> {
    let whole = |values: &[i64]| values.windows(2).all(|pair| matches!(pair, [a, b] if a + 1 == *b));
    let firsts: Option<Vec<i64>> =
        labels.iter().map(|(_, values)| values.first().copied().filter(|_| whole(values))).collect();
    let firsts = firsts?;
    let falls = firsts.windows(2).all(|pair| matches!(pair, [a, b] if a > b));
    let at = (1..firsts.len()).find(|at| firsts.get(*at) < firsts.get(at - 1)).filter(|_| !falls)?;
    labels.get(at).map(|(place, _)| (*place, at))
}

/// What the head says of what lies beyond the labels.
struct Ends<'a> {
    low: Option<&'a ast::Beyond>,
    high: Option<&'a ast::Beyond>,
}

fn ends(table: &ast::Table, low: Edge, high: Edge) -> Ends<'_> {
    let beyond = |edge| table.beyond.iter().find(|beyond| beyond.edge == edge);
    Ends { low: beyond(low), high: beyond(high) }
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
                None => {
                    let steps = def.map(ScaleDef::spelled).unwrap_or_default();
                    Err(builder.tell(says::no_such_step(&word.text, &steps, at)))
                }
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
            None if let Some((from, to)) = word.text.split_once('-')
                && [from, to].iter().all(|end| !end.is_empty() && end.bytes().all(|sign| sign.is_ascii_digit())) =>
            {
                Err(builder.tell(says::label_with_dash(&format!("{from}..{to}"), at)))
            }
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
