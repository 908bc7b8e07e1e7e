//! What is declared as one thing and taken for another wherever it is named: told where it is declared.
//!
//! In: all that was told, and what names stood for. Out: the same; several messages about uses of one declaration that all
//! want the same are one message at it, which names their places. Promises: a declaration that most of its uses agree with
//! is left alone, and so are those of its uses that do not.

use super::builder::Builder;
use super::noted::Meant;
use super::ty::Kinds;
use super::world::Stored;
use crate::diag::{Code, Diagnostic, Place, says};
use std::collections::{BTreeMap, BTreeSet};

/// A use that does not go with its declaration.
struct Use {
    /// Which message tells it.
    told: usize,
    is: String,
    wanted: String,
    /// What stands at the call is handed to it.
    handed: bool,
}

pub(super) fn at_their_cause(builder: &Builder<'_>, mut told: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // Two that are called alike: that has been told.
    told.retain(|told| !told.mismatches.iter().any(|one| one.is == one.wanted));
    left_out_of_its_kind(builder, &mut told);
    if told.iter().filter(|told| !told.mismatches.is_empty()).nth(1).is_none() {
        return told;
    }
    let names = Names::of(builder);
    let mut uses: BTreeMap<Place, Vec<Use>> = BTreeMap::new();
    for (at, one) in told.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for mismatch in &one.mismatches {
            let handed = mismatch.declared;
            let declared = if handed { Some(mismatch.at) } else { names.declared(mismatch.at) };
            let Some(declared) = declared.filter(|declared| seen.insert(*declared)) else { continue };
            let (is, wanted) = (mismatch.is.clone(), mismatch.wanted.clone());
            uses.entry(declared).or_default().push(Use { told: at, is, wanted, handed });
        }
    }
    let mut blamed: Vec<(Place, Vec<Use>)> =
        uses.into_iter().filter(|(declared, uses)| names.is_at_fault(*declared, uses)).collect();
    // Of two declarations that do not go together the one with more against it.
    blamed.sort_by_key(|(declared, uses)| (usize::MAX - uses.len(), *declared));
    let mut causes: Vec<Option<Diagnostic>> = told.iter().map(|_| None).collect();
    let mut gone: BTreeSet<usize> = BTreeSet::new();
    for (declared, mut uses) in blamed {
        uses.retain(|one| !gone.contains(&one.told));
        if let [first, _, ..] = uses.as_slice() {
            gone.extend(uses.iter().map(|one| one.told));
            let places: Vec<Place> = uses.iter().filter_map(|one| told.get(one.told)?.place()).collect();
            // A field is declared with its type behind its name.
            let name = builder.sources.text(declared).split(':').next().unwrap_or_default().trim();
            let cause = says::declared_otherwise(name, (&first.is, &first.wanted), declared, &places);
            if let Some(slot) = causes.get_mut(first.told) {
                *slot = Some(cause);
            }
        }
    }
    let both = told.into_iter().zip(causes).enumerate();
    both.filter_map(|(at, (told, cause))| cause.or_else(|| (!gone.contains(&at)).then_some(told))).collect()
}

/// So many messages about one piece are no slips of their own.
const MANY: usize = 6;

/// One piece is of no kind, and is taken for one wherever it comes: it was left out where the kind is declared.
fn left_out_of_its_kind(builder: &Builder<'_>, told: &mut Vec<Diagnostic>) {
    let world = &builder.world;
    let is_of_kind = |told: &Diagnostic| told.code == Code::WrongKind;
    if told.iter().filter(|told| is_of_kind(told)).count() < MANY {
        return;
    }
    let several = || world.kinds.iter().filter(|kind| kind.kinds.each().nth(1).is_some());
    let mut alone = (0..world.pieces.len()).filter(|piece| several().all(|kind| !Kinds::of(*piece).within(kind.kinds)));
    let (Some(piece), None) = (alone.next().and_then(|piece| world.pieces.get(piece)), alone.next()) else { return };
    let Some(kind) = several().max_by_key(|kind| kind.kinds.each().count()) else { return };
    let Some((_, declared)) = world.names.get(&kind.name) else { return };
    let about = |told: &Diagnostic| {
        told.title.contains(&piece.title) || told.labels.iter().any(|label| label.text.contains(&piece.title))
    };
    let places: Vec<Place> =
        told.iter().filter(|told| is_of_kind(told) && about(told)).filter_map(Diagnostic::place).collect();
    if places.len() * 2 > told.iter().filter(|told| is_of_kind(told)).count() {
        told.retain(|told| !is_of_kind(told));
        told.push(says::left_out_of_its_kind((&piece.name, &piece.title), &kind.name, *declared, &places));
    }
}

/// What the names of a game stand for, wherever they stand.
struct Names<'b, 'a> {
    builder: &'b Builder<'a>,
    /// By where a name ends: where what it stands for is declared.
    by_end: BTreeMap<(u32, u32), Place>,
    /// By where it begins.
    by_start: BTreeMap<(u32, u32), Place>,
    /// By where something is declared: how often it is named.
    uses: BTreeMap<Place, usize>,
    /// Of each parameter: where the item is declared that has it.
    params: BTreeMap<Place, Place>,
    /// Fields, states, values, and heads of tables.
    declared: BTreeSet<Place>,
}

impl<'b, 'a> Names<'b, 'a> {
    fn of(builder: &'b Builder<'a>) -> Self {
        let world = &builder.world;
        let item = |name: &str| world.names.get(name).map(|(_, at)| *at);
        let rows = world.rows.iter().map(|def| (&def.name, &def.params));
        let procedures = world.procedures.iter().map(|def| (&def.name, &def.params));
        let states = world.states.iter().map(|def| (&def.name, &def.params));
        let heads = rows.chain(procedures).chain(states);
        let params =
            heads.flat_map(|(name, params)| params.iter().filter_map(move |param| Some((param.at, item(name)?))));
        let params: BTreeMap<Place, Place> = params.collect();
        let values = world.rows.iter().filter_map(|def| item(&def.name));
        let states = world.states.iter().filter_map(|def| item(&def.name));
        let declared = world.fields.iter().map(|field| field.at).chain(values).chain(states).collect();
        let mut names = Names {
            builder,
            by_end: BTreeMap::new(),
            by_start: BTreeMap::new(),
            uses: BTreeMap::new(),
            params,
            declared,
        };
        for (at, meant) in &builder.said().noted.meant {
            let stands_for = match meant {
                Meant::Local(given) => Some(*given),
                Meant::Field(field) => world.fields.get(*field).map(|field| field.at),
                Meant::Item => item(builder.sources.text(*at)),
                Meant::Member(..) | Meant::Part(..) | Meant::Hex(_) | Meant::Word => None,
            };
            let Some(declared) = stands_for else { continue };
            names.by_end.insert((at.file.0, at.span.end), declared);
            names.by_start.insert((at.file.0, at.span.start), declared);
            *names.uses.entry(declared).or_default() += 1;
        }
        names
    }

    /// Where the name is declared that an expression ends with, or that it calls.
    fn declared(&self, at: Place) -> Option<Place> {
        let text = self.builder.sources.text(at);
        let name = |text: &str| text.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        let found = if text.split('.').all(name) {
            self.by_end.get(&(at.file.0, at.span.end))
        } else if let Some((called, rest)) = text.split_once('(')
            && name(called)
            && rest.find(')') == Some(rest.len() - 1)
        {
            self.by_start.get(&(at.file.0, at.span.start))
        } else {
            None
        };
        found.copied().filter(|at| self.params.contains_key(at) || self.declared.contains(at))
    }

    /// Do all that are told want the same of it, and are they most of its uses?
    fn is_at_fault(&self, declared: Place, uses: &[Use]) -> bool {
        let Some(first) = uses.first() else { return false };
        let same = uses.iter().all(|one| (&one.is, &one.wanted) == (&first.is, &first.wanted));
        if uses.len() < 2 || !same {
            return false;
        }
        let named = |at: &Place| self.uses.get(at).copied().unwrap_or(0);
        match self.params.get(&declared) {
            // Whoever calls it hands it something else.
            Some(item) => {
                let handed = uses.iter().filter(|one| one.handed).count();
                handed > 0 && handed == named(item)
            }
            None => uses.len() * 2 > named(&declared) + self.printed(declared),
        }
    }

    /// How many lines of orders say what is printed there.
    fn printed(&self, declared: Place) -> usize {
        let world = &self.builder.world;
        let field = world.fields.iter().find(|field| field.at == declared);
        let Some(field) = field.filter(|field| matches!(field.stored, Stored::Table(_))) else { return 0 };
        let has = world.counters.iter().filter(|counter| Kinds::of(counter.piece).within(field.pieces));
        has.map(|counter| counter.at).collect::<BTreeSet<Place>>().len()
    }
}
