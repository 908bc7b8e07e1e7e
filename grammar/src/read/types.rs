//! Types and parameters.

use super::cx::Cx;
use super::expr::{any, new, next, only};
use super::names::declared;
use super::pairs::{Part, Rule};
use crate::ast::{ExprKind, Name, Param, TypeKind, TypeRef};
use crate::span::Span;

pub(crate) fn broken(span: Span) -> TypeRef {
    TypeRef { span, kind: TypeKind::Broken }
}

/// A `type`.
pub(crate) fn ty(cx: &mut Cx<'_, '_>, part: Part<'_>) -> TypeRef {
    let span = part.span();
    let mut kids = part.kids();
    let Some(first) = kids.next() else { return broken(span) };
    let kind = match first.rule() {
        Rule::range => range(cx, first),
        Rule::yes_no => TypeKind::YesNo,
        Rule::set_of => first.kids().one(Rule::name).map_or(TypeKind::Broken, |part| TypeKind::Set(part.name())),
        Rule::dice => dice(&first),
        _ if kids.has(Rule::or_none) => TypeKind::Maybe(first.name()),
        _ => TypeKind::Named(first.name()),
    };
    TypeRef { span, kind }
}

fn range(cx: &mut Cx<'_, '_>, part: Part<'_>) -> TypeKind {
    let span = part.span();
    let mut kids = part.kids();
    let from = next(cx, &mut kids, span);
    kids.has(Rule::range_to);
    let to = (!kids.has(Rule::above)).then(|| next(cx, &mut kids, span));
    TypeKind::Range { from, to, measure: kids.one(Rule::unit).and_then(measure) }
}

fn measure(unit: Part<'_>) -> Option<Name> {
    unit.kids().one(Rule::unit_name).map(|part| part.name())
}

/// `2d6` is whatever its sum can be.
fn dice(part: &Part<'_>) -> TypeKind {
    let Some((count, faces)) = dice_of(part.text()) else { return TypeKind::Broken };
    let number = |value: u32| new(part.span(), ExprKind::Number(value.to_string()));
    TypeKind::Range { from: number(count), to: Some(number(count.saturating_mul(faces))), measure: None }
}

/// How many dice of how many faces.
pub(crate) fn dice_of(text: &str) -> Option<(u32, u32)> {
    let (count, faces) = text.split_once('d')?;
    // A number that is too big stays one; whoever knows the limits says so.
    let number = |text: &str| text.parse().unwrap_or(u32::MAX);
    Some((if count.is_empty() { 1 } else { number(count) }, number(faces)))
}

/// `(u: Unit of phasing where .., h: Hex)`
pub(crate) fn parameters(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Vec<Param> {
    part.kids().filter_map(|part| parameter(cx, part)).collect()
}

fn parameter(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<Param> {
    let span = part.span();
    let mut kids = part.kids();
    let name = kids.one(Rule::new_name)?;
    let name = declared(cx, &name);
    let ty = kids.one(Rule::type_of).map_or_else(|| broken(span), |part| ty(cx, part));
    let of = kids.one(Rule::of).map(|part| only(cx, part));
    let such = kids.one(Rule::such).and_then(|part| part.kids().next()).map(|part| any(cx, part));
    Some(Param { name, ty, of, such })
}
