//! Symbols and marks while they are gathered. A symbol goes by the place at which it is declared; what is declared nowhere
//! by what it is.

use super::LANGUAGE;
use crate::diag::Place;
use crate::names::{Given, Hint, Mark, Names, Sort, Symbol, SymbolId, Typed};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key<'a> {
    At(Place),
    /// Indices into the world's lists.
    Field(usize),
    Part(usize, usize),
    Hex(i64),
    Case(&'a str),
    Word(&'static str),
}

#[derive(Default)]
pub(super) struct Book<'a> {
    symbols: Vec<Symbol>,
    ids: BTreeMap<Key<'a>, SymbolId>,
    marks: Vec<(Place, Key<'a>, bool, bool)>,
    given: Vec<(Option<Place>, Key<'a>, Place)>,
}

impl<'a> Book<'a> {
    pub(super) fn mark(&mut self, at: Place, key: Key<'a>, declares: bool, sure: bool) {
        self.marks.push((at, key, declares, sure));
    }

    pub(super) fn given(&mut self, label: Option<Place>, param: Key<'a>, argument: Place) {
        self.given.push((label, param, argument));
    }

    /// Something that is declared; the first declaration of a key counts.
    pub(super) fn declare(
        &mut self,
        key: Key<'a>,
        sort: Sort,
        name: &str,
        of: String,
        shown: Place,
        typed: Typed,
    ) -> SymbolId {
        if let Some(known) = self.ids.get(&key) {
            return *known;
        }
        let id = SymbolId(self.symbols.len() as u32);
        let shown = Some(shown);
        let name = name.to_owned();
        self.symbols.push(Symbol { sort, name, of, declared: Vec::new(), shown, typed, on: 0, within: None });
        self.ids.insert(key, id);
        id
    }

    /// Something that is declared nowhere.
    pub(super) fn word(&mut self, key: Key<'a>, sort: Sort, name: &str) {
        if !self.ids.contains_key(&key) {
            self.ids.insert(key, SymbolId(self.symbols.len() as u32));
            self.symbols.push(Symbol {
                sort,
                name: name.to_owned(),
                of: String::new(),
                declared: Vec::new(),
                shown: None,
                typed: Typed::default(),
                on: 0,
                within: None,
            });
        }
    }

    pub(super) fn id(&self, key: Key<'a>) -> Option<SymbolId> {
        self.ids.get(&key).copied()
    }

    pub(super) fn sort(&self, key: Key<'a>) -> Option<Sort> {
        let id = self.ids.get(&key)?;
        self.symbols.get(id.0 as usize).map(|symbol| symbol.sort)
    }

    pub(super) fn symbol(&mut self, key: Key<'a>) -> Option<&mut Symbol> {
        let id = self.ids.get(&key)?;
        self.symbols.get_mut(id.0 as usize)
    }

    /// What is marked but was never declared is left out.
    pub(super) fn finish(mut self, hints: Vec<Hint>) -> Names {
        for key in LANGUAGE {
            self.word(Key::Word(key), Sort::Word, key);
        }
        let mut marks = Vec::with_capacity(self.marks.len());
        for (at, key, declares, sure) in &self.marks {
            let Some(symbol) = self.ids.get(key).copied() else { continue };
            marks.push(Mark { at: *at, symbol, declares: *declares, sure: *sure });
            if *declares
                && let Some(symbol) = self.symbols.get_mut(symbol.0 as usize)
                && !symbol.declared.contains(at)
            {
                symbol.declared.push(*at);
            }
        }
        let given = self.given.iter().filter_map(|(label, param, argument)| {
            let param = self.ids.get(param).copied()?;
            Some(Given { label: *label, param, argument: *argument })
        });
        let given = given.collect();
        let mut names = Names::new(self.symbols, marks, hints);
        names.given = given;
        names
    }
}
