//! Who is in play. A piece that stands nowhere is out of play: no ask offers it, unless its rule asks for those that are
//! (`at none`, `where it.hex is none`).
//!
//! A set is taken once, before the first of its members is picked or paid with; what leaves play after that is not
//! offered again. What is gone through without being asked for (`for each`) passes over those that left on the way.

use super::builder::Builder;
use super::reader::Reader;
use super::ty::Noun;
use super::walk::{block as statements_in, expressions, statements};
use super::world::Entry;
use crate::hir::{Expr, Offered};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Compare, ExprKind, ItemKind, Phrase, StmtKind as Said};

impl Reader<'_, '_> {
    /// What an ask offers of a set that was taken just now.
    pub(crate) fn offered(&mut self, said: &ast::Expr, set: Expr, noun: Noun) -> Offered {
        let only_in_play = !self.only_in_play(said) && !self.absent_meant(said);
        Offered { set, noun, only_in_play }
    }

    /// What an ask offers of a set that was taken some time ago.
    pub(crate) fn still_offered(&mut self, said: &ast::Expr, set: Expr, noun: Noun) -> Offered {
        let only_in_play = !self.absent_meant(said);
        Offered { set, noun, only_in_play }
    }

    /// Does the rule ask for those out of play, here or where the name was given?
    pub(crate) fn absent_meant(&self, said: &ast::Expr) -> bool {
        let name = match &said.kind {
            ExprKind::Name(name) => Some(name),
            ExprKind::Phrase(phrase) => match &phrase.among {
                Some(among) => return asks_for_none(said) || self.absent_meant(among),
                None => Some(&phrase.noun),
            },
            _ => None,
        };
        asks_for_none(said) || name.is_some_and(|name| self.holds_absent(&name.text))
    }

    fn holds_absent(&self, name: &str) -> bool {
        let action = self.within.and_then(|index| self.m.world.actions.get(index)).map(|def| def.name.clone());
        let kept = action.is_some_and(|action| self.m.taken_absent.contains(&(action, name.to_owned())));
        kept || self.absent.contains(name)
    }

    /// `regiments of Blue`: the name of a kind alone says that they are in play.
    pub(crate) fn only_in_play(&self, said: &ast::Expr) -> bool {
        let noun = match &said.kind {
            ExprKind::Name(noun) => noun,
            ExprKind::Phrase(phrase) if phrase.among.is_none() && phrase.at.is_none() => &phrase.noun,
            _ => return false,
        };
        let own = self.bound(&noun.text).is_some() || self.kept(&noun.text).is_some();
        !own && matches!(self.m.world.entry(&noun.text), Some(Entry::Pieces(_)))
    }
}

/// The names that actions keep and fill with pieces out of play, in their own words or in a procedure of theirs.
pub(crate) fn kept_absent(builder: &Builder<'_>) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (_, item) in builder.items() {
        let action = match &item.kind {
            ItemKind::Action(action) => Some(&action.name),
            ItemKind::Procedure(procedure) => procedure.within.as_ref(),
            _ => None,
        };
        let Some(action) = action else { continue };
        statements(item, &mut |stmt| {
            let name = match &stmt.kind {
                Said::Picks(picks) if picks.tiers.iter().any(|tier| asks_for_none(&tier.set)) => named(&picks.into),
                Said::Becomes { place, value } | Said::Gains { place, amount: value } if asks_for_none(value) => {
                    named(place)
                }
                _ => None,
            };
            found.extend(name.map(|name| (action.text.clone(), name.to_owned())));
        });
    }
    found
}

/// The name that a pick or a change fills.
pub(crate) fn named(place: &ast::Expr) -> Option<&str> {
    match &place.kind {
        ExprKind::Name(name) => Some(&name.text),
        ExprKind::Phrase(phrase) => Some(&phrase.noun.text),
        _ => None,
    }
}

/// `.. at none`, `.. where it.hex is none`: who is out of play is meant.
pub(crate) fn asks_for_none(said: &ast::Expr) -> bool {
    let ExprKind::Phrase(phrase) = &said.kind else { return false };
    let Phrase { at, such, .. } = &**phrase;
    at.as_ref().is_some_and(|at| matches!(at.kind, ExprKind::None)) || such.as_ref().is_some_and(where_none)
}

/// `where it.hex is none`
pub(crate) fn where_none(such: &ast::Expr) -> bool {
    let mut asks = false;
    expressions(such, &mut |part| {
        if let ExprKind::Compare(Compare::Is, a, b) = &part.kind
            && matches!(b.kind, ExprKind::None)
            && let ExprKind::Field(of, field) = &a.kind
            && field.text == "hex"
            && let ExprKind::Name(it) = &of.kind
        {
            asks |= it.text == "it";
        }
    });
    asks
}

/// May a block take another piece out of play than the one that it is about?
pub(crate) fn may_remove_others(block: &ast::Block, own: &str) -> bool {
    let mut may = false;
    statements_in(block, &mut |stmt| {
        may |= match &stmt.kind {
            Said::Remove(who) => !matches!(&who.kind, ExprKind::Name(name) if name.text == own),
            Said::Replace { .. } | Said::GiveBack { .. } | Said::Perform { .. } | Said::Spend(_) => true,
            Said::Moves(_) | Said::Step(_) | Said::Settles => true,
            _ => false,
        };
    });
    may
}
