//! Types as editors show them, and what may stay unwritten.

use super::Namer;
use super::book::Key;
use crate::diag::Place;
use crate::names::{Hint, Sort, Typed};
use crate::translate::noted::Noted;
use crate::translate::ty::{Kinds, Noun, Ty, Unit};
use crate::translate::world::SIDE;
use wgr_grammar::ast::{ItemKind, TypeKind};
use wgr_runtime::ir::What;

impl<'a> Namer<'_, 'a> {
    pub(super) fn typed(&self, ty: Ty) -> Typed {
        let world = &self.builder.world;
        let list = |at: usize| {
            let name = &world.enums.get(at)?.name;
            self.global(name).and_then(|key| self.book.id(key))
        };
        let notation = match ty {
            Ty::Notation(at) => {
                let name = world.notations.get(at).map_or("", |def| def.name.as_str());
                self.global(name).and_then(|key| self.book.id(key))
            }
            _ => None,
        };
        let noun = ty.noun();
        let called = |noun: Noun| match noun {
            Noun::Piece(kinds) => self.kinds_called(kinds),
            _ => world.noun_name(noun),
        };
        Typed {
            text: match ty {
                Ty::Number { unit: Unit::Of(at), .. } => {
                    world.measures.get(at).map_or_else(String::new, |measure| measure.many())
                }
                Ty::Set(noun) => format!("set of {}", called(noun)),
                Ty::One(noun) => called(noun),
                Ty::Maybe(noun) => format!("{} or none", called(noun)),
                Ty::YesNo => "yes/no".to_owned(),
                Ty::Step(at) => world.scales.get(at).map_or_else(String::new, |scale| scale.name.clone()),
                Ty::Notation(at) => world.notations.get(at).map_or_else(String::new, |def| def.name.clone()),
                // There is nothing to be said of a plain number.
                Ty::Number { .. } | Ty::Nothing => String::new(),
            },
            pieces: match ty {
                Ty::One(Noun::Piece(kinds)) | Ty::Maybe(Noun::Piece(kinds)) => kinds.0,
                _ => 0,
            },
            notation,
            of: match noun {
                Some(Noun::Enum(at)) => list(at),
                _ => None,
            },
            side: noun == Some(Noun::Enum(SIDE)),
            hex: noun == Some(Noun::Hex),
        }
    }

    /// Kinds by the names that authors gave them.
    pub(super) fn kinds_called(&self, kinds: Kinds) -> String {
        let world = &self.builder.world;
        if let Some(kind) = world.kind_of(kinds) {
            return kind.name.clone();
        }
        let names = kinds.each().filter_map(|piece| world.pieces.get(piece)).map(|piece| piece.name.as_str());
        names.collect::<Vec<_>>().join(" or ")
    }

    /// The measure of a number that is written without one, the range of a table that gives a measure alone, and what a
    /// name without a type stands for.
    pub(super) fn hints(&self, noted: &Noted) -> Vec<Hint> {
        let mut found: Vec<Hint> = Vec::new();
        for (at, unit) in &noted.measured {
            if let Unit::Of(measure) = unit
                && let Some(measure) = self.builder.world.measures.get(*measure)
            {
                let one = self.builder.sources.text(*at) == "1";
                let text = if one { measure.name.clone() } else { measure.many() };
                found.push(Hint { at: *at, text });
            }
        }
        for (file, item) in self.builder.written() {
            let ItemKind::Table(table) = &item.kind else { continue };
            let TypeKind::Named(name) = &table.gives.kind else { continue };
            let Some(def) = self.builder.world.tables.iter().find(|def| def.name == table.name.text) else { continue };
            let value = self.builder.program.tables.get(def.table.index()).map(|made| made.value);
            if let (Ty::Number { den, .. }, Some(value)) = (def.gives, value)
                && matches!(value.what, What::Int { .. })
            {
                let text = format!("{}..{}", part(value.lo, den), part(value.hi, den));
                found.push(Hint { at: Place::new(file, name.span), text });
            }
        }
        for (at, ty) in &self.given {
            let called = self.typed(*ty).text;
            if self.book.sort(Key::At(*at)) == Some(Sort::Local) && !called.is_empty() {
                found.push(Hint { at: *at, text: format!(": {called}") });
            }
        }
        found
    }
}

/// `3/2`, in its parts.
fn part(value: i64, den: u32) -> String {
    let den = i64::from(den.max(1));
    if value % den == 0 { (value / den).to_string() } else { format!("{value}/{den}") }
}
