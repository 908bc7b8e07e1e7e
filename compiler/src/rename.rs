//! Another name for something, everywhere.
//!
//! In: a game's texts with their names, what is renamed, the new name. Out: what is written where, or why not. Promises:
//! with all of it written every other name means what it meant, and nothing is wrong that was not wrong before; what
//! cannot keep that is refused.

#![expect(clippy::wildcard_enum_match_arm, reason = "most of what has a name is renamed alike")]

use crate::check;
use crate::diag::Place;
use crate::ledger::Ledger;
use crate::names::{Mark, Names, Sort, Symbol, SymbolId};
use crate::source::Sources;
use crate::translate::option_name;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::{Span, TokenKind, free_name, is_reserved, parse, tokens};

/// A place and what is written there.
pub type Rewrite = (Place, String);

/// Why a name stays what it is; nothing where it can be another.
pub fn fixed(symbol: &Symbol) -> Option<String> {
    let name = &symbol.name;
    match symbol.sort {
        Sort::Word => Some(format!("`{name}` is a word of the language")),
        Sort::Case => Some(format!("{name} is a case of the book: its number is printed there")),
        Sort::Hex => Some(format!("{name} is the number of a hex: the head of the game says how hexes are numbered")),
        Sort::Broken => Some(format!("what `{name}` is could not be read: mend that first")),
        _ if symbol.declared.is_empty() => Some(format!("`{name}` is declared nowhere")),
        _ => None,
    }
}

/// Everything that is written where this gets another name.
pub fn rename(
    sources: &Sources,
    ledger: Option<&Ledger>,
    names: &Names,
    id: SymbolId,
    new: &str,
) -> Result<Vec<Rewrite>, String> {
    let Some(symbol) = names.symbol(id) else { return Err("there is no such name".to_owned()) };
    if let Some(why) = fixed(symbol) {
        return Err(why);
    }
    match symbol.sort {
        sort if sort.is_title() => is_title(new)?,
        // As they are printed.
        Sort::Counter | Sort::Ruling => {}
        _ => is_name(new)?,
    }
    if new == symbol.name {
        return Ok(Vec::new());
    }
    let all = names.together(id);
    for (id, symbol) in names.symbols().filter(|(id, _)| all.contains(id)) {
        free(sources, names, id, symbol, new)?;
    }
    let mut rewrites = Vec::new();
    for mark in all.iter().flat_map(|id| names.marks_of(*id)) {
        let at = said(sources, mark.at);
        if !mark.sure {
            return Err(format!(
                "at {at} nobody can tell whether `{}` is meant: mend what is wrong there first",
                symbol.name
            ));
        }
        let written = sources.text(mark.at);
        match respelled(symbol, written, new) {
            Some(text) if text != written => rewrites.push((mark.at, text)),
            Some(_) => {}
            None if symbol.sort == Sort::Kind => {
                return Err(format!("`{new}` wants a capital: `{written}` at {at} are its counters, in small letters"));
            }
            None => return Err(format!("at {at} `{written}` stands for it: write that in another way first")),
        }
    }
    named_arguments(sources, names, &all, new, &mut rewrites);
    unread(sources, names, symbol)?;
    keeps_all_else(sources, ledger, names, symbol, new, &rewrites)?;
    Ok(rewrites)
}

/// Where an argument bears its name: `here` alone becomes `there: here`, and `there: here` becomes `here` alone, as the
/// two words come apart or become one.
fn named_arguments(sources: &Sources, names: &Names, all: &BTreeSet<SymbolId>, new: &str, rewrites: &mut Vec<Rewrite>) {
    for given in &names.given {
        let of_argument = names.at(given.argument.file, given.argument.span.start).map(|mark| mark.symbol);
        let (old_name, old_argument) = match names.symbol(given.param) {
            Some(param) => (param.name.as_str(), sources.text(given.argument)),
            None => continue,
        };
        let name = if all.contains(&given.param) { new } else { old_name };
        let argument = if of_argument.is_some_and(|id| all.contains(&id)) { new } else { old_argument };
        let before = |end: u32, start: u32| Place::new(given.argument.file, Span { start, end });
        let start = given.argument.span.start;
        match given.label {
            None if name != argument => rewrites.push((before(start, start), format!("{name}: "))),
            Some(label) if name == argument => {
                rewrites.retain(|(at, _)| *at != label);
                rewrites.push((before(start, label.span.start), String::new()));
            }
            Some(_) | None => {}
        }
    }
}

fn said(sources: &Sources, at: Place) -> String {
    let (line, _) = sources.line_column(at.file, at.span.start);
    format!("{}:{line}", sources.path(at.file))
}

fn is_name(new: &str) -> Result<(), String> {
    let word = matches!(tokens(new).as_slice(), [one] if one.kind == TokenKind::Word);
    match word {
        false => {
            Err(format!("`{new}` is no name: a name is a word of letters, digits and `_`, and begins with a letter"))
        }
        true if is_reserved(new) => Err(format!("`{new}` is a word of the language: `{}` is free", free_name(new))),
        true => Ok(()),
    }
}

fn is_title(new: &str) -> Result<(), String> {
    if new.trim().is_empty() {
        return Err("a title has a word at least".to_owned());
    }
    if new.contains(['"', '\\', '\n', '\r']) {
        return Err("a title stands on one line, without quotes and backslashes in it".to_owned());
    }
    Ok(())
}

fn taken(sources: &Sources, new: &str, known: &Symbol) -> String {
    let at = known.declared.first().map(|at| said(sources, *at)).unwrap_or_default();
    format!("`{new}` is taken: a {} of that name is declared at {at}", known.sort.called())
}

/// What is given a name within an item hides nothing that could be read there.
fn free(sources: &Sources, names: &Names, id: SymbolId, symbol: &Symbol, new: &str) -> Result<(), String> {
    let inner = |sort: Sort| matches!(sort, Sort::Local | Sort::Parameter | Sort::Role | Sort::Kept | Sort::Stage);
    if !inner(symbol.sort) {
        return Ok(());
    }
    let reads = |known: &Symbol| match known.sort {
        // One after the other may go by the same name.
        Sort::Local => false,
        Sort::Role | Sort::Kept => known.within == symbol.within,
        sort if inner(sort) => known.of == symbol.of,
        // A field stands behind a dot, and whoever wants a member finds it.
        Sort::Field | Sort::Marker | Sort::Part | Sort::Member | Sort::Ruling | Sort::Chart => false,
        // What is declared nowhere is a word that authors may take; scenes are named by examples alone.
        Sort::Case | Sort::Hex | Sort::Word | Sort::Scene => false,
        sort => !sort.is_title(),
    };
    let hidden = names.symbols().find(|(other, known)| *other != id && known.name == new && reads(known));
    hidden.map_or(Ok(()), |(_, known)| Err(taken(sources, new, known)))
}

/// How something is written under its new name, where it is written so now.
fn respelled(symbol: &Symbol, written: &str, new: &str) -> Option<String> {
    let name = symbol.name.as_str();
    if symbol.sort.is_title() {
        return Some(match written.starts_with('"') {
            true => format!("\"{new}\""),
            // What is typed for it.
            false => option_name(new, 0),
        });
    }
    if written == name {
        return Some(new.to_owned());
    }
    let lower = |text: &str| text.to_lowercase();
    match symbol.sort {
        Sort::Measure => {
            let plural = [format!("{name}s"), format!("{name}es")];
            plural.iter().any(|plural| plural == written).then(|| many(new))
        }
        // A place goes by the number of its hex, too.
        Sort::Spot => Some(written.to_owned()),
        // Copies of a counter are told apart by a letter.
        Sort::Counter => {
            let letter = written.strip_prefix(name)?;
            let one = letter.len() == 1 && letter.starts_with(|letter: char| letter.is_ascii_lowercase());
            one.then(|| format!("{new}{letter}"))
        }
        Sort::Kind => {
            let rest = written.strip_prefix(lower(name).as_str())?;
            let number = |rest: &str| !rest.is_empty() && rest.chars().all(|sign| sign.is_ascii_digit());
            let apart = lower(new) != new;
            let known = apart && rest.is_empty() || rest == "s" || rest.strip_prefix('_').is_some_and(number);
            known.then(|| format!("{}{rest}", lower(new)))
        }
        _ => None,
    }
}

/// Several of a measure.
fn many(name: &str) -> String {
    match name.chars().last() {
        Some('x' | 's') => format!("{name}es"),
        Some(_) | None => format!("{name}s"),
    }
}

/// In an item with a line that could not be read the name may stand where nobody knows what it means.
fn unread(sources: &Sources, names: &Names, symbol: &Symbol) -> Result<(), String> {
    if symbol.sort.is_title() {
        return Ok(());
    }
    for (file, source) in sources.iter() {
        let parsed = parse(&source.text);
        let broken = |span: Span| {
            let item = parsed.file.items.iter().find(|item| item.span.holds(span));
            let inside = |fault: Span| match item {
                Some(item) => item.span.start <= fault.start && fault.start <= item.span.end,
                None => true,
            };
            parsed.faults.iter().any(|fault| inside(fault.span))
        };
        if parsed.faults.is_empty() {
            continue;
        }
        for token in tokens(&source.text) {
            let is_it = token.kind == TokenKind::Word && token.span.of(&source.text) == symbol.name;
            let known = || names.at(file, token.span.start).is_some_and(|mark| mark.at.span.holds(token.span));
            if is_it && !known() && broken(token.span) {
                let at = said(sources, Place::new(file, token.span));
                return Err(format!(
                    "`{}` also stands at {at}, in something that cannot be read: mend that first",
                    symbol.name
                ));
            }
        }
    }
    Ok(())
}

/// Reads the texts as they would be: every name means what it meant, and no more is wrong.
fn keeps_all_else(
    sources: &Sources,
    ledger: Option<&Ledger>,
    names: &Names,
    symbol: &Symbol,
    new: &str,
    rewrites: &[Rewrite],
) -> Result<(), String> {
    let moved = Moved::new(rewrites);
    let other = sources.with_texts(|file, text| moved.text(file, text));
    let is = check::names(&other, ledger);
    let mut there: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
    let mut back: BTreeMap<SymbolId, SymbolId> = BTreeMap::new();
    let mut same = |one: &Mark, now: &Mark| {
        let fits = moved.place(one.at) == now.at && one.declares == now.declares && one.sure == now.sure;
        fits && *there.entry(one.symbol).or_insert(now.symbol) == now.symbol
            && *back.entry(now.symbol).or_insert(one.symbol) == one.symbol
    };
    let (before, after) = (unlabelled(names), unlabelled(&is));
    let pairs = before.iter().zip(&after);
    let differs = pairs.into_iter().find(|(one, now)| !same(one, now)).map(|(one, _)| *one);
    if differs.is_none() && before.len() == after.len() && is.wrong <= names.wrong {
        return Ok(());
    }
    let own: Vec<Place> = symbol.declared.clone();
    let other_of_it = names.symbols().find(|(_, known)| {
        known.name == new
            && known.declared.iter().any(|at| !own.contains(at))
            && known.sort.is_title() == symbol.sort.is_title()
    });
    Err(match (other_of_it, differs) {
        (Some((_, known)), _) => taken(sources, new, known),
        (None, Some(mark)) => {
            let (written, at) = (sources.text(mark.at), said(sources, mark.at));
            format!("with `{new}` in its place, `{written}` at {at} would mean something else")
        }
        (None, None) => format!("`{new}` cannot stand everywhere where `{}` stands", symbol.name),
    })
}

/// All marks but the names before arguments that are names, which come and go with what they say.
fn unlabelled(names: &Names) -> Vec<&Mark> {
    let labels: BTreeSet<Place> = names.given.iter().filter_map(|given| given.label).collect();
    names.marks().iter().filter(|mark| !labels.contains(&mark.at)).collect()
}

/// Texts with something else written in them.
struct Moved<'r> {
    rewrites: Vec<&'r Rewrite>,
}

impl<'r> Moved<'r> {
    fn new(rewrites: &'r [Rewrite]) -> Moved<'r> {
        let mut rewrites: Vec<&Rewrite> = rewrites.iter().collect();
        rewrites.sort_by_key(|(at, _)| *at);
        rewrites.dedup_by_key(|(at, _)| *at);
        Moved { rewrites }
    }

    fn text(&self, file: crate::source::FileId, text: &str) -> String {
        let mut text = text.to_owned();
        for (at, new) in self.rewrites.iter().rev().filter(|(at, _)| at.file == file) {
            text.replace_range(at.span.start as usize..at.span.end as usize, new);
        }
        text
    }

    /// Where a place of the old texts lies in the new ones.
    fn place(&self, at: Place) -> Place {
        let before = |offset: u32| {
            let passed = self.rewrites.iter().filter(|(known, _)| known.file == at.file && known.span.end <= offset);
            passed.map(|(known, new)| new.len() as i64 - i64::from(known.span.end - known.span.start)).sum::<i64>()
        };
        let start = i64::from(at.span.start) + before(at.span.start);
        let end = i64::from(at.span.end) + before(at.span.end);
        Place::new(at.file, Span { start: start as u32, end: end as u32 })
    }
}
