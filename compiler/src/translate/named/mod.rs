//! From the trees and what was noted while they were read to every name's meaning.
//!
//! In: the world of names, the trees, and what expressions stood for. Out: [`Names`]. Names whose place alone says what
//! they are (what an item declares, the procedure behind `perform`, a title behind `waives`) are read here; names in
//! expressions mean what was noted of them. What was not read, because something before it could not be, or because
//! errata took its place, is looked up by its word: first what its own item gives names to, then the game's names.

mod book;
mod declare;
mod exprs;
mod items;
mod rows;
mod shown;
mod stmts;

use super::again::Moved;
use super::builder::Builder;
use super::noted::Meant;
use super::ty::{Noun, Ty};
use super::world::{Entry, OUTCOME, PHASE, SCENARIO, SIDE};
use crate::diag::Place;
use crate::names::{Names, Sort};
use crate::source::FileId;
use book::{Book, Key};
use std::collections::BTreeMap;
use wgr_grammar::Span;
use wgr_grammar::ast;

/// Every name of the game.
///
/// What errata put in stands in the texts that they changed, and is told where it is written. `replaced`: items as they
/// are printed where errata changed them; what stands there no more is looked up by its word.
/// `moved`: where places are now.
pub(crate) fn names<'a>((builder, moved): (&Builder<'a>, &Moved), replaced: &[(FileId, &'a ast::Item)]) -> Names {
    let mut noted = builder.said().noted.clone();
    // They come nearly in order.
    noted.meant.sort_by(|(at, meant), (other_at, other)| {
        at.in_order().cmp(&other_at.in_order()).then_with(|| meant.cmp(other))
    });
    noted.meant.dedup();
    let given: BTreeMap<Place, Ty> = noted.given.iter().copied().collect();
    let mut by_name = BTreeMap::new();
    for (file, item) in builder.written() {
        if let ast::ItemKind::Rows(rows) = &item.kind {
            by_name.entry(rows.name.text.as_str()).or_insert((file, rows));
        }
    }
    let mut reader = Namer {
        builder,
        meant: &noted.meant,
        given,
        book: Book::new(builder.sources, moved),
        file: FileId(0),
        scope: Vec::new(),
        seen: Vec::new(),
        within: None,
        item: String::new(),
        rows: None,
        by_name,
        titles: BTreeMap::new(),
        lists: Vec::new(),
        printings: BTreeMap::new(),
        begun: BTreeMap::new(),
        spots: BTreeMap::new(),
        plurals: BTreeMap::new(),
        ways: BTreeMap::new(),
    };
    reader.declare(replaced);
    let is_errata = |item: &ast::Item| matches!(item.kind, ast::ItemKind::Errata(_));
    for (file, item) in builder.written().filter(|(_, item)| !is_errata(item)) {
        reader.file = file;
        reader.item(item);
    }
    let errata = builder.written().filter(|(_, item)| is_errata(item));
    let late: Vec<(FileId, &ast::Item)> = replaced.iter().copied().chain(errata).collect();
    if !late.is_empty() {
        reader.book.late();
    }
    for (file, item) in late {
        reader.file = file;
        reader.item(item);
    }
    let hints = reader.hints(&noted);
    reader.book.finish(hints)
}

/// A name in scope.
#[derive(Clone)]
struct Given<'a> {
    name: &'a str,
    key: Key<'a>,
}

/// What has a title, and the rows item in which it stands.
#[derive(Clone, Copy)]
struct Titled<'a> {
    at: Place,
    rows: Option<&'a str>,
    cases: &'a [ast::Case],
}

struct Namer<'b, 'a> {
    builder: &'b Builder<'a>,
    /// By place.
    meant: &'b [(Place, Meant)],
    given: BTreeMap<Place, Ty>,
    book: Book<'b, 'a>,
    file: FileId,
    /// Names in scope, innermost last; and all that the item gave so far.
    scope: Vec<Given<'a>>,
    seen: Vec<Given<'a>>,
    /// The action whose names may be read.
    within: Option<usize>,
    /// The item that is read, as people call it.
    item: String,
    /// The name of the rows that are read.
    rows: Option<&'a str>,
    /// The items of rows; of two of one name the first.
    by_name: BTreeMap<&'a str, (FileId, &'a ast::Rows)>,
    titles: BTreeMap<&'a str, Vec<Titled<'a>>>,
    /// By list, then member: where it is declared.
    lists: Vec<BTreeMap<&'a str, Place>>,
    /// Where a phase first stands under a title.
    printings: BTreeMap<(&'a str, &'a str), Place>,
    /// By example: the action that it began last.
    begun: BTreeMap<&'a str, Option<usize>>,
    /// The place that gives a hex its name.
    spots: BTreeMap<i64, Place>,
    /// The places that give kinds a plural of their own.
    plurals: BTreeMap<&'a str, Place>,
    /// What is typed for a title.
    ways: BTreeMap<String, Vec<Way<'a>>>,
}

/// One way of a choice, or a rule that is due, as an answer names it.
#[derive(Clone, Copy)]
struct Way<'a> {
    at: Place,
    /// Of the question.
    cases: &'a [ast::Case],
    title: Option<&'a ast::Text>,
}

impl<'a> Namer<'_, 'a> {
    fn place(&self, span: Span) -> Place {
        Place::new(self.file, span)
    }

    // Marks.

    fn mark(&mut self, span: Span, key: Key<'a>) {
        let at = self.place(self.without_number(span, key));
        self.book.mark(at, key, false, true);
    }

    /// `D` of `D2`, where the result `D` is printed with a number.
    fn without_number(&self, span: Span, key: Key<'a>) -> Span {
        let Key::At(declared) = key else { return span };
        let (name, here) = (self.builder.sources.text(declared), self.builder.sources.text(self.place(span)));
        let number = here.strip_prefix(name).unwrap_or_default();
        if number.is_empty() || !number.bytes().all(|sign| sign.is_ascii_digit()) {
            return span;
        }
        Span { end: span.start + name.len() as u32, ..span }
    }

    fn guess(&mut self, span: Span, key: Key<'a>) {
        let at = self.place(span);
        self.book.mark(at, key, false, false);
    }

    /// A name is given here to something that is declared.
    fn declares(&mut self, span: Span, key: Key<'a>) {
        let at = self.place(span);
        self.book.mark(at, key, true, true);
    }

    fn case(&mut self, case: &'a ast::Case) {
        self.book.word(Key::Case(&case.text), Sort::Case, &case.text);
        self.mark(case.span, Key::Case(&case.text));
    }

    fn cases(&mut self, cases: &'a [ast::Case]) {
        cases.iter().for_each(|case| self.case(case));
    }

    // What words stand for.

    /// What the game declares under a word.
    fn global(&self, text: &str) -> Option<Key<'a>> {
        let (entry, at) = self.builder.world.names.get(text)?;
        Some(match entry {
            // The prints of all unseen boxes are one list that nobody wrote.
            Entry::Enum(_) if text == "Print" => Key::Word("Print"),
            Entry::Phase(_) => self.member(PHASE, text).unwrap_or(Key::At(*at)),
            Entry::Pieces(_) => Key::At(self.plurals.get(text).copied().unwrap_or(*at)),
            Entry::Spot(hex) if self.spots.get(hex) == Some(at) => Key::Hex(*hex),
            _ => Key::At(*at),
        })
    }

    /// A member of a list.
    fn member(&self, list: usize, text: &str) -> Option<Key<'a>> {
        let members = self.lists.get(list);
        // A result that is printed with a number is declared without it.
        let plain = || members?.get(text.trim_end_matches(|sign: char| sign.is_ascii_digit()));
        let found = members.and_then(|members| members.get(text)).or_else(plain).copied();
        match found {
            Some(at) => Some(Key::At(at)),
            None if list == OUTCOME && text == "draw" => Some(Key::Word("draw")),
            None => None,
        }
    }

    fn member_at(&self, list: usize, member: i64) -> Option<Key<'a>> {
        let members = &self.builder.world.enums.get(list)?.members;
        self.member(list, members.get(usize::try_from(member).ok()?)?)
    }

    /// A hex by its number or its name.
    fn hex_named(&mut self, name: &'a ast::Name) {
        match super::declare::member_named(self.builder, Noun::Hex, &name.text) {
            Some(hex) => {
                let key = Key::Hex(hex);
                self.book.word(key, Sort::Hex, &name.text);
                self.mark(name.span, key);
            }
            None => self.unknown(name),
        }
    }

    fn noun_named(&mut self, noun: Noun, span: Span, text: &'a str) -> bool {
        let key = match noun {
            Noun::Enum(list) => self.member(list, text),
            Noun::Hex => super::declare::member_named(self.builder, noun, text).map(Key::Hex),
            Noun::Piece(_) => self.global(text),
            Noun::Hexside | Noun::Direction => None,
        };
        if let (Some(key @ Key::Hex(_)), true) = (key, noun == Noun::Hex) {
            self.book.word(key, Sort::Hex, text);
        }
        if let Some(key) = key {
            self.mark(span, key);
        }
        key.is_some()
    }

    /// A word that names one of these members: a side, a phase.
    fn of_list(&mut self, list: usize, name: &'a ast::Name) {
        match self.member(list, &name.text) {
            Some(key) => self.mark(name.span, key),
            None => self.unknown(name),
        }
    }

    fn layer(&mut self, layer: Option<&'a ast::Layer>) {
        layer.into_iter().flat_map(|layer| &layer.any).for_each(|name| self.scenario_or_option(name));
    }

    fn scenario_or_option(&mut self, name: &'a ast::Name) {
        match self.member(SCENARIO, &name.text) {
            Some(key) => self.mark(name.span, key),
            None => self.item_name(name),
        }
    }

    fn side(&mut self, name: &'a ast::Name) {
        self.of_list(SIDE, name);
    }

    fn phase(&mut self, name: &'a ast::Name) {
        if ["turn", "player_turn"].contains(&name.text.as_str()) {
            return self.given_by_the_language(name.span, &name.text);
        }
        let entry = self.builder.world.entry(&name.text);
        if matches!(entry, Some(Entry::Run(_) | Entry::Action(_) | Entry::Procedure(_))) {
            return self.item_name(name);
        }
        self.of_list(PHASE, name);
    }

    /// A phase, and which of several of that name: its title.
    fn phase_titled(&mut self, phase: &'a ast::Name, printing: Option<&'a ast::Text>) {
        self.phase(phase);
        let Some(title) = printing else { return };
        if let Some(at) = self.printings.get(&(phase.text.as_str(), title.text.as_str())).copied() {
            self.mark(title.span, Key::At(at));
        }
    }

    /// A word whose place says that it is the name of something the game declares.
    fn item_name(&mut self, name: &'a ast::Name) {
        match self.global(&name.text) {
            Some(key) => self.mark(name.span, key),
            None => self.unknown(name),
        }
    }

    /// Nobody knows what it means, as far as could be read.
    fn unknown(&mut self, name: &'a ast::Name) {
        let here = self.scope.iter().rev().find(|given| given.name == name.text).map(|given| given.key);
        if let Some(key) = here.or_else(|| self.kept(&name.text)) {
            return self.mark(name.span, key);
        }
        let found = self.guessed(&name.text);
        match found.as_slice() {
            [one] => self.mark(name.span, *one),
            [first, ..] => self.guess(name.span, *first),
            [] => {}
        }
    }

    /// All that a word may mean, the likeliest first.
    fn guessed(&self, text: &str) -> Vec<Key<'a>> {
        let mut found: Vec<Key<'a>> = Vec::new();
        let mut add = |key: Option<Key<'a>>| {
            if let Some(key) = key.filter(|key| !found.contains(key)) {
                found.push(key);
            }
        };
        let given = |all: &[Given<'a>]| all.iter().rev().find(|given| given.name == text).map(|given| given.key);
        add(given(&self.scope));
        add(self.kept(text));
        add(given(&self.seen));
        add(self.global(text));
        for (list, _) in self.builder.world.members.get(text).into_iter().flatten() {
            add(self.member(*list, text));
        }
        add(LANGUAGE.iter().find(|word| **word == text).map(|word| Key::Word(word)));
        found
    }

    fn kept(&self, text: &str) -> Option<Key<'a>> {
        let action = self.builder.world.actions.get(self.within?)?;
        action.kept.iter().find(|kept| kept.name == text).map(|kept| Key::At(kept.at))
    }

    /// What some action keeps.
    fn kept_anywhere(&self, text: &str) -> Option<Key<'a>> {
        let mut kept = self.builder.world.actions.iter().flat_map(|action| &action.kept);
        kept.find(|kept| kept.name == text).map(|kept| Key::At(kept.at))
    }

    fn given_by_the_language(&mut self, span: Span, text: &str) {
        if let Some(word) = LANGUAGE.iter().find(|word| **word == text) {
            self.book.word(Key::Word(word), Sort::Word, word);
            self.mark(span, Key::Word(word));
        }
    }

    // Scopes.

    /// A name is given to something.
    fn give(&mut self, name: &'a ast::Name, sort: Sort) {
        self.give_shown(name, sort, name.span);
    }

    fn give_shown(&mut self, name: &'a ast::Name, sort: Sort, shown: Span) {
        let at = self.place(name.span);
        let ty = self.given.get(&at).copied();
        let key = Key::At(at);
        let typed = ty.map(|ty| self.typed(ty)).unwrap_or_default();
        let of = self.item.clone();
        let shown = self.place(shown);
        self.book.declare(key, sort, &name.text, of, shown, typed);
        let action = self.within.and_then(|at| self.builder.world.actions.get(at));
        let action = action.and_then(|def| self.global(&def.name)).and_then(|key| self.book.id(key));
        if let Some(symbol) = self.book.symbol(key) {
            symbol.within = action;
        }
        self.declares(name.span, key);
        self.bring(&name.text, key);
    }

    /// A name is given together with its type.
    fn give_typed(&mut self, name: &'a ast::Name, sort: Sort, ty: &ast::TypeRef) {
        let at = self.place(name.span);
        if let Some(ty) = self.ty_of(ty) {
            self.given.insert(at, ty);
        }
        self.give_shown(name, sort, name.span.to(ty.span));
    }

    /// A name is in scope from here on.
    fn bring(&mut self, name: &'a str, key: Key<'a>) {
        self.scope.push(Given { name, key });
        self.seen.push(Given { name, key });
    }

    fn within_scope(&mut self, read: impl FnOnce(&mut Self)) {
        let before = self.scope.len();
        read(self);
        self.scope.truncate(before);
    }

    fn param(&mut self, param: &'a ast::Param, sort: Sort) {
        self.type_ref(&param.ty);
        if let Some(of) = &param.of {
            self.expr(of);
        }
        if let Some(such) = &param.such {
            self.expr(such);
        }
        self.give_typed(&param.name, sort, &param.ty);
    }

    fn params(&mut self, params: &'a [ast::Param]) {
        params.iter().for_each(|param| self.param(param, Sort::Parameter));
    }

    /// What another item gives names to is in scope: the rows of `also` read the parameters of their target.
    fn bring_params(&mut self, params: &'a [ast::Param], file: FileId) {
        for param in params {
            self.bring(&param.name.text, Key::At(Place::new(file, param.name.span)));
        }
    }

    fn type_ref(&mut self, ty: &'a ast::TypeRef) {
        match &ty.kind {
            ast::TypeKind::Range { from, to, measure } => {
                self.expr(from);
                to.iter().for_each(|to| self.expr(to));
                if let Some(measure) = measure {
                    self.measure(measure);
                }
            }
            ast::TypeKind::Named(name) | ast::TypeKind::Set(name) | ast::TypeKind::Maybe(name) => {
                self.type_name(name);
            }
            ast::TypeKind::YesNo | ast::TypeKind::Broken => {}
        }
    }

    fn type_name(&mut self, name: &'a ast::Name) {
        if super::types::BUILT_IN.contains(&name.text.as_str()) {
            return self.given_by_the_language(name.span, &name.text);
        }
        let measure = self.builder.world.measures.iter().any(|measure| measure.name == name.text);
        if measure { self.measure(name) } else { self.item_name(name) }
    }

    /// With or without an `s` at its end.
    fn measure(&mut self, name: &'a ast::Name) {
        let text = name.text.as_str();
        let singular = |word: &str| self.builder.world.measures.iter().any(|measure| measure.name == word);
        let ends = [Some(text), text.strip_suffix('s'), text.strip_suffix("es")];
        match ends.into_iter().flatten().find(|word| singular(word)) {
            Some("hex") => self.given_by_the_language(name.span, "hexes"),
            Some(word) => {
                if let Some(key) = self.global(word) {
                    self.mark(name.span, key);
                }
            }
            None => self.unknown(name),
        }
    }

    /// The title of something, in these rows if one of them has it.
    fn title(&mut self, title: &'a ast::Text, rows: Option<&str>) {
        let all = self.titles.get(title.text.as_str()).map_or(&[][..], Vec::as_slice);
        let own = rows.and_then(|rows| all.iter().find(|titled| titled.rows == Some(rows)));
        match (own, all) {
            (Some(titled), _) | (None, [titled]) => {
                let at = titled.at;
                self.mark(title.span, Key::At(at));
            }
            (None, [first, ..]) => {
                let at = first.at;
                self.guess(title.span, Key::At(at));
            }
            (None, []) => {}
        }
    }

    /// Titled rows, statements and items declare what others name by it.
    fn titled(&mut self, title: &'a ast::Text, sort: Sort, shown: Span) {
        let at = self.place(title.span);
        let key = Key::At(at);
        let of =
            if matches!(sort, Sort::Row | Sort::Statement | Sort::Group) { self.item.clone() } else { String::new() };
        self.book.declare(key, sort, &title.text, of, self.place(shown), Default::default());
        self.declares(title.span, key);
    }
}

/// Words that the language gives a meaning to where a name may stand.
pub(super) const LANGUAGE: [&str; 56] = [
    "turn",
    "player_turn",
    "phasing",
    "acting",
    "phase",
    "scenario",
    "hexes",
    "hex",
    "side",
    "covered",
    "print",
    "box",
    "enemy",
    "length",
    "here",
    "there",
    "came_from",
    "arriving",
    "start",
    "source",
    "it",
    "distance",
    "adjacent",
    "beyond",
    "column",
    "row",
    "entering_map",
    "leaving_map",
    "hex_toward",
    "at_edge",
    "north_of",
    "east_of",
    "south_of",
    "west_of",
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
    "hexside",
    "hexsides",
    "ends",
    "Side",
    "Hex",
    "Hexside",
    "Direction",
    "Phase",
    "Print",
    "draw",
    "pass",
    "done",
    "stop",
    "game",
];
