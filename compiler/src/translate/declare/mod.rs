//! The first look at a game: every name it declares, with its type and its place in the IR, before any rule is read.
//! In: the trees of all files. Out: the builder's world; tables and cells are there, functions are there without bodies.

mod boxes;
mod callable;
mod counters;
mod head;
mod limits;
mod map;
mod misprinted;
mod pieces;
mod printed;
mod runs;
mod series;

pub(crate) use boxes::MOST_ALIKE;
pub(super) use callable::other_rows;
pub(crate) use counters::{member as member_named, side_named};

use super::builder::Builder;

/// In an order in which each part needs only what came before.
pub(crate) fn declare(builder: &mut Builder<'_>) {
    head::declare(builder);
    pieces::declare(builder);
    counters::declare(builder);
    map::declare(builder);
    pieces::fields(builder);
    counters::print(builder);
    printed::declare(builder);
    super::play::declare_stack(builder);
    super::play::declare_arrivals(builder);
    super::play::declare_bearers(builder);
    callable::declare(builder);
    runs::declare(builder);
    limits::declare(builder);
    series::check(builder);
    broken(builder);
}

/// Names of items that could not be read: nobody shall call them unknown.
fn broken(builder: &mut Builder<'_>) {
    use super::world::Entry;
    for (file, item) in builder.items() {
        if let wgr_grammar::ast::ItemKind::Broken { name: Some(name), .. } = &item.kind
            && builder.world.entry(&name.text).is_none()
        {
            builder.name(file, name, Entry::Broken);
        }
    }
}
