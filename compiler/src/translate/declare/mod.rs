//! The first look at a game: every name it declares, with its type and its place in the IR, before any rule is read.
//! In: the trees of all files. Out: the maker's world; tables and cells are there, functions are there without bodies.

mod callable;
mod counters;
mod cups;
mod head;
mod map;
mod pieces;
mod printed;
mod series;

pub(crate) use counters::{member as member_named, side_named};
pub(crate) use cups::MOST_ALIKE;

use super::maker::Maker;

/// In an order in which each part needs only what came before.
pub(crate) fn declare(maker: &mut Maker<'_>) {
    head::declare(maker);
    pieces::declare(maker);
    counters::declare(maker);
    map::declare(maker);
    pieces::fields(maker);
    counters::print(maker);
    printed::declare(maker);
    super::play::declare_stack(maker);
    callable::declare(maker);
    series::check(maker);
    broken(maker);
}

/// Names of items that could not be read: nobody shall call them unknown.
fn broken(maker: &mut Maker<'_>) {
    use super::world::Entry;
    for (file, item) in maker.items() {
        if let wgr_grammar::ast::ItemKind::Broken { name: Some(name), .. } = &item.kind
            && maker.world.entry(&name.text).is_none()
        {
            maker.name(file, name, Entry::Broken);
        }
    }
}
