//! Slips in the lines of an order or a table: the word that is odd is named, not how many there are.
//!
//! In: a line whose words do not fit its columns. Out: the message about the one word that makes it so, if there is one.

use super::counters::value_of;
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::types::is_open;
use wgr_grammar::ast::{self, TypeKind};

/// What is wrong with the words behind a counter; `types`: those of the columns, as far as they are known.
pub(super) fn words_of_a_counter(
    builder: &Builder<'_>,
    file: FileId,
    group: &ast::CounterGroup,
    counter: &ast::Counter,
    types: &[Option<Ty>],
) -> Option<Diagnostic> {
    let (words, columns) = (counter.words.as_slice(), group.columns.as_slice());
    if columns.is_empty() {
        return None;
    }
    let at = |word: &ast::Name| Place::new(file, word.span);
    let fits = |word: &ast::Name, ty: &Option<Ty>| ty.is_none_or(|ty| value_of(builder, &word.text, ty).is_some());
    if words.len() == columns.len() {
        return turned_round(file, columns, words, |word, column| types.get(column).is_some_and(|ty| fits(word, ty)));
    }
    if let Some(word) = words.first()
        && let Some(many) = word.text.strip_suffix('x').filter(|many| many.parse::<u32>().is_ok())
    {
        return Some(says::copies_turned(&counter.name.text, many, at(word)));
    }
    if words.len() == columns.len() + 1 {
        let without = |out: usize| {
            let rest = words.iter().enumerate().filter(|(index, _)| *index != out).map(|(_, word)| word);
            rest.zip(types).all(|(word, ty)| fits(word, ty))
        };
        let mut odd = (0..words.len()).filter(|out| without(*out));
        let (Some(out), None) = (odd.next(), odd.next()) else { return None };
        let (word, before) = (words.get(out)?, out.checked_sub(1));
        let unit = before.and_then(|before| types.get(before).copied().flatten());
        if let Some(Ty::Number { unit: Unit::Of(_), .. }) = unit
            && builder.is_measure(&word.text)
        {
            let column = before.and_then(|before| columns.get(before))?;
            let number = before.and_then(|before| words.get(before))?;
            return Some(says::measure_on_a_counter(&column.text, &number.text, &word.text, at(word)));
        }
        return Some(says::word_too_many(&word.text, columns.len(), at(word)));
    }
    if words.len() + 1 == columns.len() && types.iter().all(Option::is_some) {
        let without = |out: usize| {
            let rest = types.iter().enumerate().filter(|(index, _)| *index != out).map(|(_, ty)| ty);
            words.iter().zip(rest).all(|(word, ty)| fits(word, ty))
        };
        let mut odd = (0..columns.len()).filter(|out| without(*out));
        let (Some(out), None) = (odd.next(), odd.next()) else { return None };
        return Some(says::column_without_value(&columns.get(out)?.text, Place::new(file, counter.span)));
    }
    None
}

/// Two words of a line of which each fits the column of the other, and not its own.
fn turned_round(
    file: FileId,
    columns: &[ast::Name],
    words: &[ast::Name],
    fits: impl Fn(&ast::Name, usize) -> bool,
) -> Option<Diagnostic> {
    let wrong: Vec<(usize, &ast::Name)> = words.iter().enumerate().filter(|(at, word)| !fits(word, *at)).collect();
    let [(one, first), (other, second)] = wrong.as_slice() else { return None };
    let heads = [columns.get(*one)?.text.as_str(), columns.get(*other)?.text.as_str()];
    let places = [first, second].map(|word| Place::new(file, word.span));
    (fits(first, *other) && fits(second, *one))
        .then(|| says::values_turned_round([&first.text, &second.text], heads, places))
}

/// So many heads above entries of which each line has as many as the others, and more or fewer than there are heads.
pub(super) fn heads_and_entries(
    builder: &Builder<'_>,
    file: FileId,
    table: &ast::Table,
    width: usize,
) -> Option<Diagnostic> {
    let head = table.heads.first().filter(|_| table.heads_of.is_none() && table.across.is_some())?;
    let (first, rest) = table.lines.split_first()?;
    let entries = first.words.len().checked_sub(1).filter(|entries| *entries != width && *entries > 0)?;
    let alike = !rest.is_empty() && rest.iter().all(|line| line.words.len() == first.words.len());
    // Of several labels before a line each says something.
    let labels = |line: &ast::TableLine| {
        line.words
            .get(1..line.words.len().saturating_sub(width))
            .is_some_and(|more| more.iter().any(|word| could_be_label(builder, &table.down, word)))
    };
    let more = entries < width || !table.lines.iter().any(labels);
    (alike && more).then(|| says::heads_and_entries(&table.name.text, [width, entries], Place::new(file, head.span)))
}

/// Could it be a label of lines of this type?
fn could_be_label(builder: &Builder<'_>, down: &ast::TypeRef, word: &ast::Name) -> bool {
    match &down.kind {
        TypeKind::Named(name) => match builder.world.enums.iter().position(|list| list.name == name.text) {
            Some(list) => word.text.split(',').any(|part| value_of(builder, part, Ty::One(Noun::Enum(list))).is_some()),
            None => true,
        },
        _ if is_open(down) => true,
        _ => word.text.starts_with(|sign: char| sign.is_ascii_digit() || "-+<>".contains(sign)) && word.text != "-",
    }
}

/// `10.3c  surmelin`: a case before a label, without its `#`.
pub(super) fn case_for_a_label(
    builder: &Builder<'_>,
    file: FileId,
    down: &ast::TypeRef,
    label: &[ast::Name],
) -> Option<Diagnostic> {
    let [first, _, ..] = label else { return None };
    let letters = first.text.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
    let section = first.text.get(..first.text.len().checked_sub(letters.len())?)?.trim_end_matches('.');
    let case = !section.is_empty() && letters.len() <= 2 && !letters.is_empty();
    let case = case && letters.bytes().all(|sign| sign.is_ascii_lowercase());
    let known = builder.ledger.is_none_or(|ledger| ledger.has(section));
    let right = format!("{section}#{letters}");
    (case && known && !could_be_label(builder, down, first) || case && section.contains('.'))
        .then(|| says::case_without_its_sign(&first.text, &right, Place::new(file, first.span)))
}
