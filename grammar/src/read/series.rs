//! `series` and `hole`: rules that several games share, and what they leave to each of them.

use super::cx::Cx;
use super::names::{declared, declared_names, title};
use super::no_braces;
use super::pairs::Rule;
use super::types::{parameters, ty};
use crate::ast::{Hole, HoleKind, ItemKind, Series};
use crate::fault::Context;
use crate::shell::Shell;

pub(crate) fn series(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_series);
    let mut edition = None;
    let lines = if shell.open.is_some() {
        cx.field_lines(shell, Rule::series_line, Context::Line("series"))
    } else {
        Vec::new()
    };
    for part in lines.into_iter().flat_map(|line| line.kids()) {
        if part.rule() == Rule::edition {
            edition = part.kids().one(Rule::string).map(|part| part.string());
        }
    }
    let title = head?.kids().one(Rule::title).and_then(title)?;
    Some(ItemKind::Series(Series { title, edition }))
}

pub(crate) fn hole(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_hole)?;
    let mut kids = head.kids();
    let first = kids.next()?;
    let kind = match (first.rule(), first.text()) {
        (Rule::hole_enum, _) => HoleKind::Enum,
        (_, "value") => HoleKind::Value,
        (_, "fact") => HoleKind::Fact,
        _ => HoleKind::Permit,
    };
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let result = kids.one(Rule::result).and_then(|part| part.kids().next()).map(|part| ty(cx, part));
    let why = kids.one(Rule::title).and_then(title)?;
    let mut members = Vec::new();
    if kind == HoleKind::Enum {
        for line in cx.field_lines(shell, Rule::hole_line, Context::Line("enum")) {
            members.extend(declared_names(cx, &mut line.kids()));
        }
    } else {
        no_braces(cx, shell);
    }
    Some(ItemKind::Hole(Hole { kind, name, params, result, members, why }))
}
