//! `piece` and `marker`.

use super::cx::Cx;
use super::expr::only;
use super::names::{cases, declared, names};
use super::pairs::{Part, Rule};
use super::simple::{called, until};
use super::types::ty;
use crate::ast::{Field, FieldKind, ItemKind, Marker, PieceItem, TypeKind, TypeRef};
use crate::fault::{Context, FaultKind};
use crate::shell::Shell;

pub(crate) fn piece(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_piece);
    let mut fields = Vec::new();
    let told = cx.faults.len();
    for line in cx.field_lines(shell, Rule::field_line, Context::Line("piece")) {
        for part in line.kids() {
            let kind = match part.rule() {
                Rule::printed => FieldKind::Printed,
                Rule::state => FieldKind::State,
                Rule::with_bearer => {
                    fields.extend(bearer(cx, part));
                    continue;
                }
                _ => FieldKind::Flag,
            };
            fields.extend(part.kids().filter_map(|part| field(cx, part, kind)));
        }
    }
    let broken = cx.faults.len() > told;
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let (title, plural, cases) = called(cx, &mut kids);
    Some(ItemKind::Piece(PieceItem { name, title, plural, cases, fields, broken }))
}

fn field(cx: &mut Cx<'_, '_>, part: Part<'_>, kind: FieldKind) -> Option<Field> {
    let span = part.span();
    let mut kids = part.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let ty = match kids.one(Rule::type_of) {
        Some(part) => ty(cx, part),
        None => TypeRef { span: name.span, kind: TypeKind::YesNo },
    };
    let start = kids.one(Rule::start).map(|part| only(cx, part));
    let until = kids.one(Rule::until_end).and_then(until);
    Some(Field { span, kind, name, ty, start, until, cases: Vec::new() })
}

/// `with bearer: Division, one each 5.4#h`
fn bearer(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<Field> {
    let span = part.span();
    let mut kids = part.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let whom = kids.one(Rule::name)?.name();
    let ty = TypeRef { span: whom.span, kind: TypeKind::Maybe(whom) };
    let kind = FieldKind::With { one_each: kids.has(Rule::one_each) };
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    Some(Field { span, kind, name, ty, start: None, until: None, cases })
}

pub(crate) fn marker(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_marker);
    let lines = cx.field_lines(shell, Rule::marker_line, Context::Line("marker"));
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let (title, _, cases) = called(cx, &mut kids);
    let mut marker = Marker { name, title, cases, on: Vec::new(), until: None, provisional: None };
    for part in lines.into_iter().flat_map(Part::kids) {
        let (rule, span) = (part.rule(), part.span());
        let word = part.text().split_whitespace().next().unwrap_or_default();
        let mut kids = part.clone().kids();
        let again = match rule {
            Rule::on_kinds => !std::mem::replace(&mut marker.on, names(&mut kids, Rule::name)).is_empty(),
            Rule::until_end => std::mem::replace(&mut marker.until, until(part)).is_some(),
            _ => {
                let text = kids.one(Rule::string).map(|part| part.string());
                std::mem::replace(&mut marker.provisional, text).is_some()
            }
        };
        if again {
            cx.fault(span, FaultKind::Twice { what: word.to_owned() });
        }
    }
    Some(ItemKind::Marker(marker))
}
