//! Symbols and marks while they are gathered. A symbol goes by the place at which it is declared; what is declared nowhere
//! by what it is.

use super::LANGUAGE;
use crate::diag::Place;
use crate::names::{Given, Hint, Mark, Names, Sort, Symbol, SymbolId, Typed};
use crate::source::Sources;
use crate::translate::Moved;
use std::collections::{BTreeMap, BTreeSet};

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

pub(super) struct Book<'s, 'a> {
    /// Everything is kept at the place where it is written, and where that is now.
    sources: &'s Sources,
    moved: &'s Moved,
    symbols: Vec<Symbol>,
    ids: BTreeMap<Key<'a>, SymbolId>,
    marks: Vec<(Place, Key<'a>, bool, bool)>,
    given: Vec<(Option<Place>, Key<'a>, Place)>,
    alike: Vec<Vec<Key<'a>>>,
    /// From here on only what was not marked before is: what it was marked as counts.
    known: Option<BTreeSet<Place>>,
}

impl<'s, 'a> Book<'s, 'a> {
    pub(super) fn new(sources: &'s Sources, moved: &'s Moved) -> Book<'s, 'a> {
        let (symbols, marks, given, alike) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Book { sources, moved, symbols, ids: BTreeMap::new(), marks, given, alike, known: None }
    }

    fn written(&self, at: Place) -> Place {
        self.moved.near(self.sources.written(at))
    }

    pub(super) fn late(&mut self) {
        self.known = Some(self.marks.iter().map(|(at, ..)| *at).collect());
    }

    fn key(&self, key: Key<'a>) -> Key<'a> {
        match key {
            Key::At(at) => Key::At(self.written(at)),
            key => key,
        }
    }

    pub(super) fn mark(&mut self, at: Place, key: Key<'a>, declares: bool, sure: bool) {
        let at = self.written(at);
        if self.known.as_ref().is_none_or(|known| !known.contains(&at)) {
            self.marks.push((at, self.key(key), declares, sure));
        }
    }

    pub(super) fn given(&mut self, label: Option<Place>, param: Key<'a>, argument: Place) {
        let label = label.map(|label| self.written(label));
        if self.known.is_none() {
            self.given.push((label, self.key(param), self.written(argument)));
        }
    }

    /// What is said once of all of these by their one name.
    pub(super) fn alike(&mut self, named: Vec<Key<'a>>) {
        let named: Vec<Key<'a>> = named.into_iter().map(|key| self.key(key)).collect();
        if named.len() > 1 {
            self.alike.push(named);
        }
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
        let key = self.key(key);
        if let Some(known) = self.ids.get(&key) {
            return *known;
        }
        let id = SymbolId(self.symbols.len() as u32);
        let shown = Some(self.written(shown));
        let name = name.to_owned();
        self.symbols.push(Symbol { sort, name, of, declared: Vec::new(), shown, typed, on: 0, within: None });
        self.ids.insert(key, id);
        id
    }

    /// Something that is declared nowhere.
    pub(super) fn word(&mut self, key: Key<'a>, sort: Sort, name: &str) {
        let key = self.key(key);
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
        self.ids.get(&self.key(key)).copied()
    }

    pub(super) fn sort(&self, key: Key<'a>) -> Option<Sort> {
        let id = self.ids.get(&self.key(key))?;
        self.symbols.get(id.0 as usize).map(|symbol| symbol.sort)
    }

    pub(super) fn symbol(&mut self, key: Key<'a>) -> Option<&mut Symbol> {
        let id = self.ids.get(&self.key(key))?;
        self.symbols.get_mut(id.0 as usize)
    }

    /// What is marked but was never declared is left out.
    pub(super) fn finish(mut self, mut hints: Vec<Hint>) -> Names {
        hints.iter_mut().for_each(|hint| hint.at = self.written(hint.at));
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
        let ids = |named: &Vec<Key<'a>>| named.iter().filter_map(|key| self.ids.get(key).copied()).collect();
        let alike = self.alike.iter().map(ids).collect();
        let mut names = Names::new(self.symbols, marks, hints);
        names.given = given;
        names.alike = alike;
        names
    }
}
