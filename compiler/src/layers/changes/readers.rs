//! Who reads what is printed, and what rests on those in turn.

use super::is_rule;
use crate::check::names;
use crate::diag::Place;
use crate::layers::Slot;
use crate::layers::printed::printed;
use crate::ledger::Ledger;
use crate::names::{Names, Sort, SymbolId};
use crate::outline::called;
use crate::source::{FileId, Sources};
use std::collections::BTreeMap;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind};

/// What names something: a row or a statement with the item that it stands in, or the item alone.
struct Reader {
    at: Place,
    label: String,
    item: String,
}

pub(super) struct Readers {
    /// By place.
    all: Vec<Reader>,
    names: Names,
    marks: BTreeMap<SymbolId, Vec<Place>>,
    /// By item: what its name stands for.
    of_item: BTreeMap<String, Vec<SymbolId>>,
}

impl Readers {
    /// `sources`: the texts as they are written, and as they count.
    pub(super) fn new(
        (written, sources): (&Sources, &Sources),
        files: &[(FileId, &ast::File)],
        ledger: Option<&Ledger>,
    ) -> Readers {
        let names = names(written, ledger);
        let mut marks: BTreeMap<SymbolId, Vec<Place>> = BTreeMap::new();
        for mark in names.marks().iter().filter(|mark| !mark.declares) {
            marks.entry(mark.symbol).or_default().push(mark.at);
        }
        let mut readers = Readers { all: Vec::new(), names, marks, of_item: BTreeMap::new() };
        for (file, item) in files.iter().flat_map(|(file, tree)| tree.items.iter().map(|item| (*file, item))) {
            if !is_rule(&item.kind) {
                continue;
            }
            let name = named_for(item, files);
            let own = readers.symbols(item, &Slot::whole(""));
            readers.of_item.entry(name.clone()).or_default().extend(own);
            let place = |span: Span| sources.written(Place::new(file, span));
            readers.all.push(Reader { at: place(item.span), label: name.clone(), item: name.clone() });
            readers.all.extend(printed(item, None).into_iter().filter(|one| one.slot.is_label()).map(|one| Reader {
                at: place(one.span),
                label: format!("{} in {name}", one.slot.called()),
                item: name.clone(),
            }));
        }
        readers
    }

    /// Who names this, and the items that rest on them.
    pub(super) fn of(&self, item: &ast::Item, slot: &Slot) -> (Vec<String>, Vec<String>) {
        let own = called(item);
        let (mut direct, mut met): (Vec<String>, Vec<String>) = (Vec::new(), vec![own.clone()]);
        let mut behind: Vec<&str> = Vec::new();
        for reader in self.naming(&self.symbols(item, slot)).filter(|reader| reader.item != own) {
            if !direct.contains(&reader.label) {
                direct.push(reader.label.clone());
            }
            if !met.contains(&reader.item) {
                met.push(reader.item.clone());
                behind.push(&reader.item);
            }
        }
        let first = behind.len();
        let mut beyond = behind.clone();
        let mut at = 0;
        while let Some(item) = beyond.get(at).copied() {
            at += 1;
            let symbols = self.of_item.get(item).map_or(&[][..], Vec::as_slice);
            for reader in self.naming(symbols) {
                if !met.contains(&reader.item) {
                    met.push(reader.item.clone());
                    beyond.push(&reader.item);
                }
            }
        }
        (direct, beyond.into_iter().skip(first).map(str::to_owned).collect())
    }

    /// The smallest thing around each place that names one of these.
    fn naming<'r>(&'r self, symbols: &[SymbolId]) -> impl Iterator<Item = &'r Reader> {
        let marks: Vec<&Place> = symbols.iter().filter_map(|symbol| self.marks.get(symbol)).flatten().collect();
        marks.into_iter().filter_map(|mark| {
            let holds =
                |reader: &&Reader| reader.at.file == mark.file && reader.at.span.to(mark.span) == reader.at.span;
            self.all.iter().filter(holds).min_by_key(|reader| length(reader.at.span))
        })
    }

    /// What the name of something printed stands for.
    fn symbols(&self, item: &ast::Item, slot: &Slot) -> Vec<SymbolId> {
        let Some((name, sorts)) = named(item, slot) else { return Vec::new() };
        let fits = |sort: Sort| sorts.contains(&sort);
        let all = self.names.symbols().filter(|(_, symbol)| symbol.name == name && fits(symbol.sort));
        all.map(|(id, _)| id).collect()
    }
}

/// Rows of another chapter are of the item that they are to.
fn named_for(item: &ast::Item, files: &[(FileId, &ast::File)]) -> String {
    let ItemKind::Also(also) = &item.kind else { return called(item) };
    let mut items = files.iter().flat_map(|(_, tree)| &tree.items);
    let target = items.find(|item| matches!(&item.kind, ItemKind::Rows(rows) if rows.name.text == also.target.text));
    called(target.unwrap_or(item))
}

fn length(span: Span) -> u32 {
    span.end - span.start
}

/// By which name others speak of it.
fn named<'a>(item: &'a ast::Item, slot: &'a Slot) -> Option<(&'a str, &'static [Sort])> {
    const ROWS: &[Sort] = &[
        Sort::Value,
        Sort::Fact,
        Sort::Permit,
        Sort::Zone,
        Sort::Course,
        Sort::Path,
        Sort::Knowledge,
        Sort::Obligation,
    ];
    const FIELDS: &[Sort] = &[Sort::Field, Sort::Marker];
    let word = slot.word_of_it();
    Some(match &item.kind {
        ItemKind::Rows(rows) => (&rows.name.text, ROWS),
        ItemKind::Table(table) => (&table.name.text, &[Sort::Table]),
        ItemKind::Notation(notation) => (&notation.name.text, &[Sort::Notation]),
        ItemKind::Enum(list) => match word {
            Some(member) => (member, &[Sort::Member]),
            None => (&list.name.text, &[Sort::Enum]),
        },
        ItemKind::Piece(piece) => match word {
            Some(field) => (field, FIELDS),
            None => (&piece.name.text, &[Sort::Kind]),
        },
        ItemKind::Order(_) => match word {
            Some(field) => (field, FIELDS),
            None => (slot.of(), &[Sort::Counter]),
        },
        ItemKind::Map(_) => (slot.of(), &[Sort::Feature, Sort::Spot]),
        ItemKind::Measure(measure) => (&measure.name.text, &[Sort::Measure]),
        ItemKind::Scale(scale) => (&scale.name.text, &[Sort::Scale]),
        ItemKind::Marker(marker) => (&marker.name.text, &[Sort::Marker]),
        ItemKind::Kind(kind) => (&kind.name.text, &[Sort::Kind]),
        ItemKind::State(state) => (&state.name.text, &[Sort::State]),
        ItemKind::Box(it) => (&it.name.text, &[Sort::Box]),
        ItemKind::Option(option) => (&option.name.text, &[Sort::Option]),
        ItemKind::Purchase(purchase) => (&purchase.name.text, &[Sort::Purchase]),
        ItemKind::Action(action) => (&action.name.text, &[Sort::Action]),
        ItemKind::Procedure(procedure) => (&procedure.name.text, &[Sort::Procedure]),
        ItemKind::Scene(scene) => (&scene.name.text, &[Sort::Scenario]),
        ItemKind::Game(_)
        | ItemKind::Series(_)
        | ItemKind::Hole(_)
        | ItemKind::Also(_)
        | ItemKind::Limit(_)
        | ItemKind::Whenever(_)
        | ItemKind::Sequence(_)
        | ItemKind::Look(_)
        | ItemKind::Example(_)
        | ItemKind::Ruling(_)
        | ItemKind::Never(_)
        | ItemKind::Allow(_)
        | ItemKind::Errata(_)
        | ItemKind::Broken { .. } => return None,
    })
}
