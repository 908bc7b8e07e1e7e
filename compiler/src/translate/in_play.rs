//! Who is in play. A piece that stands on no hex is out of play: no ask offers it, unless its rule asks for those that are
//! (`at none`, `at lost` of a box, `where it.hex is none`, `where it.box is lost`).
//!
//! A set is taken once, before the first of its members is picked or paid with; what leaves play after that is not
//! offered again. What is gone through without being asked for (`for each`) passes over those that left on the way.

use super::builder::Builder;
use super::reader::Reader;
use super::ty::Noun;
use super::walk::{block as statements_in, expressions, statements};
use super::world::{Entry, World};
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
                Some(among) => return asks_for_absent(&self.m.world, said) || self.absent_meant(among),
                None => Some(&phrase.noun),
            },
            _ => None,
        };
        asks_for_absent(&self.m.world, said) || name.is_some_and(|name| self.holds_absent(&name.text))
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
    let world = &builder.world;
    for (_, item) in builder.items() {
        let action = match &item.kind {
            ItemKind::Action(action) => Some(&action.name),
            ItemKind::Procedure(procedure) => procedure.within.as_ref(),
            _ => None,
        };
        let Some(action) = action else { continue };
        statements(item, &mut |stmt| {
            let name = match &stmt.kind {
                Said::Picks(picks) if picks.tiers.iter().any(|tier| asks_for_absent(world, &tier.set)) => {
                    named(&picks.into)
                }
                Said::Becomes { place, value } | Said::Gains { place, amount: value }
                    if asks_for_absent(world, value) =>
                {
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

/// `.. at none`, `.. at lost`, `.. where it.hex is none`: who is out of play is meant.
pub(crate) fn asks_for_absent(world: &World<'_>, said: &ast::Expr) -> bool {
    let ExprKind::Phrase(phrase) = &said.kind else { return false };
    let Phrase { at, such, .. } = &**phrase;
    at.as_ref().is_some_and(|at| is_off_the_map(world, at))
        || such.as_ref().is_some_and(|such| where_absent(world, such))
}

/// `none`, a box, several boxes.
fn is_off_the_map(world: &World<'_>, at: &ast::Expr) -> bool {
    match &at.kind {
        ExprKind::None => true,
        ExprKind::Name(name) => matches!(world.entry(&name.text), Some(Entry::Box(_))),
        ExprKind::List(all) => all.iter().any(|one| is_off_the_map(world, one)),
        _ => false,
    }
}

/// `where it.hex is none`, `where it.box is lost`
pub(crate) fn where_absent(world: &World<'_>, such: &ast::Expr) -> bool {
    let of_it = |expr: &ast::Expr, name: &str| {
        matches!(&expr.kind, ExprKind::Field(of, field)
            if field.text == name && matches!(&of.kind, ExprKind::Name(it) if it.text == "it"))
    };
    let mut asks = false;
    expressions(such, &mut |part| {
        asks |= match &part.kind {
            ExprKind::Compare(Compare::Is, a, b) => matches!(b.kind, ExprKind::None) && of_it(a, "hex"),
            _ => world.open_boxes.is_some() && of_it(part, "box"),
        };
    });
    asks
}

/// May a block take another piece out of play than the one that it is about?
pub(crate) fn may_remove_others(world: &World<'_>, block: &ast::Block, own: &str) -> bool {
    let mut may = false;
    statements_in(block, &mut |stmt| {
        may |= match &stmt.kind {
            Said::Goes { to, .. } if !is_off_the_map(world, to) => false,
            Said::Remove(who) | Said::Goes { who, .. } => {
                !matches!(&who.kind, ExprKind::Name(name) if name.text == own)
            }
            Said::Replace { .. } | Said::Perform { .. } | Said::Spend(_) => true,
            Said::Moves(_) | Said::Step(_) | Said::Settles => true,
            _ => false,
        };
    });
    may
}
