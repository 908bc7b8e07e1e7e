//! `course forced(u: Unit) like marching`: the rows of another course count as if they stood in this one.
//!
//! Promises: what `also` and errata do to the rows of the other course holds here too; rows of one's own come behind them.

use super::{LaidItem, Layers, RowAt, put_in};
use crate::diag::{Place, says};
use crate::source::FileId;
use wgr_grammar::ast::{self, RowsKind};
use wgr_grammar::placeless;

pub(super) fn lay(layers: &mut Layers<'_, '_>) {
    for at in 0..layers.items.len() {
        let Some(item) = layers.items.get(at) else { continue };
        let Some(like) = item.rows().and_then(|rows| rows.like.clone()) else { continue };
        let Some((other, their)) = other(layers, item.file, at, &like) else {
            if let Some(item) = layers.items.get_mut(at) {
                item.lacks_rows = true;
            }
            continue;
        };
        let Some((rows, places)) = layers.items.get_mut(at).and_then(LaidItem::rows_mut) else { continue };
        rows.enters = rows.enters.take().or(other.enters);
        rows.leaves = rows.leaves.take().or(other.leaves);
        let named = |name: &ast::Name| rows.remembers.iter().any(|own| own.text == name.text);
        let remembers: Vec<ast::Name> = other.remembers.into_iter().filter(|name| !named(name)).collect();
        rows.remembers.splice(0..0, remembers);
        let groups = std::mem::replace(&mut rows.groups, other.groups);
        let (own, own_places) = (std::mem::replace(&mut rows.rows, other.rows), std::mem::replace(places, their));
        put_in((rows, places), &groups, &own, own_places.into_iter());
    }
}

/// The course that it is like, with where its rows stand; told if there is none that it can be like.
fn other(layers: &mut Layers<'_, '_>, file: FileId, own: usize, like: &ast::Name) -> Option<(ast::Rows, Vec<RowAt>)> {
    let at = Place::new(file, like.span);
    let courses = || {
        let rows = layers.items.iter().filter_map(|item| Some((item, item.rows()?)));
        rows.filter(|(_, rows)| rows.kind == RowsKind::Course)
    };
    let mine = layers.items.get(own)?.rows()?;
    let told = if let Some((item, rows)) = courses().find(|(_, rows)| rows.name.text == like.text) {
        let name = Place::new(item.file, rows.name.span);
        if rows.name.text == mine.name.text {
            says::like_itself(&like.text, at)
        } else if rows.like.is_some() {
            says::like_of_like(&like.text, at, name)
        } else if !alike(&mine.params, &rows.params) {
            says::like_of_others(&like.text, Place::new(file, mine.name.span), name)
        } else if rows
            .within
            .as_ref()
            .is_some_and(|within| Some(&within.text) != mine.within.as_ref().map(|own| &own.text))
        {
            says::like_within(&like.text, rows.within.as_ref().map_or("", |within| &within.text), at, name)
        } else {
            return Some((rows.clone(), item.rows.clone()));
        }
    } else if let Some(rows) = layers.items.iter().filter_map(LaidItem::rows).find(|rows| rows.name.text == like.text) {
        says::like_of_no_course(&rows.name.text, at)
    } else if layers.is_broken(&like.text) {
        return None;
    } else {
        let known: Vec<String> =
            courses().map(|(_, rows)| rows.name.text.clone()).filter(|name| *name != mine.name.text).collect();
        says::unknown_name("course", &like.text, &known, at)
    };
    layers.told.push(told);
    None
}

/// The same names of the same types in the same order.
fn alike(own: &[ast::Param], other: &[ast::Param]) -> bool {
    own.len() == other.len()
        && own
            .iter()
            .zip(other)
            .all(|(own, other)| own.name.text == other.name.text && placeless(&own.ty) == placeless(&other.ty))
}
