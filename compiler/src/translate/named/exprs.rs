//! Names in expressions: what was noted of them while they were read, and what their words say where nothing was.

use super::book::Key;
use super::{LANGUAGE, Meant, Namer, Way};
use crate::diag::Place;
use crate::names::Sort;
use crate::translate::arguments::NAMED_FROM;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::Entry;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind};

impl<'a> Namer<'_, 'a> {
    /// What was noted of a place; several where it was read in several ways.
    fn noted(&self, at: Place) -> &[(Place, Meant)] {
        let first = self.meant.partition_point(|(known, _)| *known < at);
        let count = self.meant.get(first..).unwrap_or_default().iter().take_while(|(known, _)| *known == at).count();
        self.meant.get(first..first + count).unwrap_or_default()
    }

    /// A name that was read; was anything noted?
    fn read(&mut self, span: Span, text: &str) -> bool {
        let at = self.place(span);
        let keys: Vec<Key<'a>> = self.noted(at).iter().filter_map(|(_, meant)| self.key(*meant, text)).collect();
        for key in &keys {
            match key {
                Key::Word(word) => self.book.word(*key, Sort::Word, word),
                Key::Hex(_) => self.book.word(*key, Sort::Hex, text),
                Key::At(_) | Key::Field(_) | Key::Part(..) | Key::Case(_) => {}
            }
            self.mark(span, *key);
        }
        !keys.is_empty()
    }

    fn key(&self, meant: Meant, text: &str) -> Option<Key<'a>> {
        match meant {
            Meant::Item => self.counter_key(text).or_else(|| self.global(text)),
            Meant::Member(list, member) => self.member_at(list, member),
            Meant::Field(field) if text == "print" && self.builder.world.prints.is_some() => {
                let own = self.builder.world.fields.get(field).is_some_and(|def| def.name == "print");
                if own { Some(Key::Word("print")) } else { Some(Key::Field(field)) }
            }
            Meant::Field(field) => Some(Key::Field(field)),
            Meant::Part(notation, part) => Some(Key::Part(notation, part)),
            Meant::Hex(hex) => Some(Key::Hex(hex)),
            Meant::Word => LANGUAGE.iter().find(|word| **word == text).map(|word| Key::Word(word)),
            Meant::Local(given) => {
                let here = self.scope.iter().rev().chain(self.seen.iter().rev());
                let own = here.clone().find(|known| known.name == text && known.key == Key::At(given));
                let own = own.or_else(|| self.scope.iter().rev().find(|known| known.name == text));
                match own {
                    Some(known) => Some(known.key),
                    // What a die shows goes by its name.
                    None if matches!(self.builder.world.entry(text), Some(Entry::Die(_))) => self.global(text),
                    None if self.builder.sources.text(given) == text => Some(Key::At(given)),
                    None => LANGUAGE.iter().find(|word| **word == text).map(|word| Key::Word(word)),
                }
            }
        }
    }

    fn word_of(&mut self, name: &'a ast::Name) {
        if self.read(name.span, &name.text) {
            return;
        }
        let own = self.scope.iter().chain(&self.seen).any(|given| given.name == name.text);
        if !own && LANGUAGE.contains(&name.text.as_str()) && self.global(&name.text).is_none() {
            return self.given_by_the_language(name.span, &name.text);
        }
        if let Some(key) = self.counter_key(&name.text).filter(|_| !own) {
            return self.mark(name.span, key);
        }
        self.unknown(name);
    }

    /// What is asked about something: rows of the game, or what every map answers, whatever a measure is called.
    fn called(&mut self, name: &'a ast::Name) {
        match self.builder.world.entry(&name.text) {
            _ if self.read(name.span, &name.text) => {}
            Some(Entry::Rows(_)) => self.item_name(name),
            Some(Entry::Measure(_)) if LANGUAGE.contains(&name.text.as_str()) => {
                self.given_by_the_language(name.span, &name.text);
            }
            _ => self.word_of(name),
        }
    }

    /// An expression where something of this type is wanted.
    pub(super) fn wanted(&mut self, expr: &'a ast::Expr, ty: Option<Ty>) {
        match (&expr.kind, ty.and_then(Ty::noun)) {
            (ExprKind::Name(name), Some(noun)) if !self.read(name.span, &name.text) => {
                let own = self.scope.iter().any(|given| given.name == name.text);
                if own || !self.noun_named(noun, name.span, &name.text) {
                    self.word_of(name);
                }
            }
            (ExprKind::Number(text), Some(Noun::Hex)) => self.number(expr.span, text, true),
            (ExprKind::List(items), Some(_)) => items.iter().for_each(|item| self.wanted(item, ty)),
            (ExprKind::Name(_), Some(_)) => {}
            _ => self.expr(expr),
        }
    }

    /// A number may be a hex.
    fn number(&mut self, span: Span, text: &'a str, hex: bool) {
        if !self.read(span, text)
            && hex
            && let Some(id) = self.hex_of(text)
        {
            self.book.word(Key::Hex(id), Sort::Hex, text);
            self.mark(span, Key::Hex(id));
        }
    }

    /// What an example says: counters, hexes, members.
    pub(super) fn answer(&mut self, expr: &'a ast::Expr, to: Option<&ast::Asked>) {
        match &expr.kind {
            ExprKind::Number(text) => self.number(expr.span, text, true),
            ExprKind::Name(name) => {
                if LANGUAGE.contains(&name.text.as_str()) && self.global(&name.text).is_none() {
                    self.given_by_the_language(name.span, &name.text);
                } else if !self.way(name, to) {
                    self.counter(name);
                }
            }
            _ => self.expr(expr),
        }
    }

    /// The words of a title, where a way is chosen.
    fn way(&mut self, name: &'a ast::Name, to: Option<&ast::Asked>) -> bool {
        let asks = |way: &&Way<'a>| match to {
            Some(ast::Asked::Cases(asked)) => {
                asked.iter().all(|asked| way.cases.iter().any(|case| case.text == asked.text))
            }
            Some(ast::Asked::Title(asked)) => way.title.is_some_and(|title| title.text == asked.text),
            None => false,
        };
        let found: Vec<Place> =
            self.ways.get(&name.text).into_iter().flatten().filter(asks).map(|way| way.at).collect();
        match found.as_slice() {
            [] => false,
            [at] => {
                self.mark(name.span, Key::At(*at));
                true
            }
            [at, ..] => {
                self.guess(name.span, Key::At(*at));
                true
            }
        }
    }

    pub(super) fn expr(&mut self, expr: &'a ast::Expr) {
        match &expr.kind {
            ExprKind::Number(text) => self.number(expr.span, text, false),
            ExprKind::Unit(inner, measure) => {
                self.expr(inner);
                self.measure(measure);
            }
            ExprKind::Yes | ExprKind::No | ExprKind::None | ExprKind::Broken => {}
            ExprKind::Name(name) => self.word_of(name),
            ExprKind::Field(of, name) => {
                self.expr(of);
                self.field_read(of, name);
            }
            ExprKind::Call(name, args) | ExprKind::Lookup(name, args) => {
                self.called(name);
                self.arguments(name, args);
            }
            // Read with what is called.
            ExprKind::Given(_, value) => self.expr(value),
            ExprKind::Phrase(phrase) => {
                self.word_of(&phrase.noun);
                let parts = [&phrase.of, &phrase.at, &phrase.among, &phrase.other_than, &phrase.such];
                parts.into_iter().flatten().for_each(|part| self.expr(part));
            }
            ExprKind::List(items) => items.iter().for_each(|item| self.expr(item)),
            ExprKind::Not(inner)
            | ExprKind::Negative(inner)
            | ExprKind::Rounded(inner, _)
            | ExprKind::NumberOf(inner)
            | ExprKind::Exists { set: inner, .. } => self.expr(inner),
            ExprKind::Range(one, other)
            | ExprKind::And(one, other)
            | ExprKind::Or(one, other)
            | ExprKind::Compare(_, one, other)
            | ExprKind::In { member: one, set: other, .. }
            | ExprKind::Arithmetic(_, one, other)
            | ExprKind::Against(one, other)
            | ExprKind::Hexes { distance: one, centre: other, .. } => {
                self.expr(one);
                self.expr(other);
            }
            ExprKind::Quantified { var, set, cond, .. } => {
                self.expr(set);
                self.within_scope(|reader| {
                    reader.give(var, Sort::Local);
                    reader.expr(cond);
                });
            }
            ExprKind::Total { value, var, set, otherwise, .. } => {
                self.expr(set);
                self.within_scope(|reader| {
                    reader.give(var, Sort::Local);
                    reader.expr(value);
                });
                otherwise.iter().for_each(|other| self.expr(other));
            }
            ExprKind::Applies(title) => self.title(title, self.rows),
            ExprKind::Supposing(supposing) => {
                supposing.what.iter().for_each(|stmt| self.stmt(stmt));
                self.expr(&supposing.cond);
            }
        }
    }

    /// What something is called with: a name before a colon is that of its parameter.
    pub(super) fn arguments(&mut self, called: &ast::Name, args: &'a [ast::Expr]) {
        let world = &self.builder.world;
        let params = world.entry(&called.text).map_or(&[][..], |entry| world.params_of(entry));
        let params: Vec<(String, Place)> = params.iter().map(|param| (param.name.clone(), param.at)).collect();
        for (nth, arg) in args.iter().enumerate() {
            if let ExprKind::Given(name, given) = &arg.kind
                && let Some((_, at)) = params.iter().find(|(param, _)| *param == name.text)
            {
                self.mark(name.span, Key::At(*at));
                if let ExprKind::Name(argument) = &given.kind {
                    let (label, argument) = (self.place(name.span), self.place(argument.span));
                    self.book.given(Some(label), Key::At(*at), argument);
                }
            }
            if let (ExprKind::Name(argument), Some((param, at))) = (&arg.kind, params.get(nth))
                && args.len() >= NAMED_FROM
                && *param == argument.text
            {
                let argument = self.place(argument.span);
                self.book.given(None, Key::At(*at), argument);
            }
            self.expr(arg);
        }
    }

    fn field_read(&mut self, of: &'a ast::Expr, name: &'a ast::Name) {
        if self.read(name.span, &name.text) {
            return;
        }
        if matches!(name.text.as_str(), "hex" | "side" | "covered" | "print" | "box") {
            return self.given_by_the_language(name.span, &name.text);
        }
        let world = &self.builder.world;
        // What is known of the name before the dot, where it is a plain one.
        let kinds: Option<Kinds> = match &of.kind {
            ExprKind::Name(known) => self.kinds_of(&known.text),
            _ => None,
        };
        let fields = world.fields.iter().enumerate().filter(|(_, field)| field.name == name.text);
        let fits = |kinds_of: Kinds| kinds.is_none_or(|kinds| !kinds.and(kinds_of).is_empty());
        let mut found: Vec<Key<'a>> =
            fields.filter(|(_, def)| fits(def.pieces)).map(|(at, _)| Key::Field(at)).collect();
        for (at, notation) in world.notations.iter().enumerate() {
            let part = notation.fields.iter().position(|(field, ..)| *field == name.text);
            found.extend(part.filter(|_| kinds.is_none()).map(|part| Key::Part(at, part)));
        }
        match found.as_slice() {
            [] => {}
            [one] => self.mark(name.span, *one),
            [first, ..] => self.guess(name.span, *first),
        }
    }

    /// The kinds of what a plain name stands for.
    fn kinds_of(&self, text: &str) -> Option<Kinds> {
        let given = self.scope.iter().rev().chain(self.seen.iter().rev()).find(|given| given.name == text);
        let ty = match given {
            Some(given) => match given.key {
                Key::At(at) => self.given.get(&at).copied(),
                _ => None,
            },
            None => match self.builder.world.entry(text) {
                Some(Entry::Counter(at)) => {
                    self.builder.world.counters.get(at).map(|def| Ty::One(Noun::Piece(Kinds::of(def.piece))))
                }
                _ => None,
            },
        };
        ty.and_then(Ty::kinds)
    }
}
