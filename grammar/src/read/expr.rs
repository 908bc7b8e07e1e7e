//! Expressions. In: pest's flat run of operands and signs. Out: the tree that the precedences make of it.

use super::cx::Cx;
use super::names::declared;
use super::pairs::{Kids, Part, Rule};
use super::supposing::supposing;
use crate::ast::{Compare, Expr, ExprKind, Name, Operator, Phrase, Quantifier, Relation, Rounding, TotalOf};
use crate::fault::FaultKind;
use crate::span::Span;

pub(crate) fn new(span: Span, kind: ExprKind) -> Expr {
    Expr { span, kind }
}

pub(crate) fn broken(span: Span) -> Expr {
    new(span, ExprKind::Broken)
}

/// An `expr`.
pub(crate) fn expr(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let span = part.span();
    let mut kids = part.kids();
    climb(cx, &mut kids, 0, span)
}

/// The next part, which the grammar says is an expression of any sort.
pub(crate) fn next(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>, around: Span) -> Expr {
    match kids.next() {
        Some(part) => any(cx, part),
        None => broken(around),
    }
}

/// The expression of a part that holds just one.
pub(crate) fn only(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let span = part.span();
    next(cx, &mut part.kids(), span)
}

/// Whatever stands for an expression: `expr`, `operand`, `tight`, `counted`, `bound` and what they are made of.
pub(crate) fn any(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    match part.rule() {
        Rule::expr | Rule::hexside => expr(cx, part),
        Rule::number => new(part.span(), ExprKind::Number(part.text().to_owned())),
        Rule::odds => fraction(cx, part),
        Rule::argument => argument(cx, part),
        Rule::name => new(part.span(), ExprKind::Name(part.name())),
        Rule::yes => new(part.span(), ExprKind::Yes),
        Rule::no => new(part.span(), ExprKind::No),
        _ => operand(cx, part),
    }
}

/// `h`, or `here: h` by its name.
fn argument(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let span = part.span();
    let mut kids = part.kids();
    let name = kids.one(Rule::name).map(|part| part.name());
    let value = next(cx, &mut kids, span);
    match name {
        Some(name) => new(span, ExprKind::Given(name, Box::new(value))),
        None => value,
    }
}

/// What binds how tightly, loosest first.
fn strength(rule: Rule) -> u8 {
    match rule {
        Rule::or => 1,
        Rule::and => 2,
        // `not` is 3.
        Rule::is | Rule::is_not | Rule::less_sign | Rule::more_sign | Rule::at_most_sign | Rule::at_least_sign => 4,
        Rule::within_set | Rule::not_in => 4,
        Rule::range_to => 5,
        Rule::against => 6,
        Rule::rounded => 7,
        Rule::plus | Rule::minus => 8,
        Rule::times | Rule::over => 9,
        _ => 0,
    }
}

const NOT: u8 = 3;
const COMPARES: u8 = 4;
const NEGATIVE: u8 = 10;

fn climb(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>, least: u8, around: Span) -> Expr {
    let Some(first) = kids.next() else { return broken(around) };
    let start = first.span();
    let mut left = match first.rule() {
        Rule::not => {
            let inner = climb(cx, kids, NOT, around);
            new(start.to(inner.span), ExprKind::Not(Box::new(inner)))
        }
        Rule::negative => {
            minus_twice(cx, start);
            let inner = climb(cx, kids, NEGATIVE, around);
            new(start.to(inner.span), ExprKind::Negative(Box::new(inner)))
        }
        _ => operand(cx, first),
    };
    while let Some(rule) = kids.peek() {
        let binds = strength(rule);
        if binds < least.max(1) {
            break;
        }
        let Some(sign) = kids.next() else { break };
        if rule == Rule::rounded {
            let span = left.span.to(sign.span());
            left = new(span, ExprKind::Rounded(Box::new(left), rounding(sign)));
            continue;
        }
        if is_flat(rule) {
            let mut terms = vec![left, climb(cx, kids, binds + 1, around)];
            while kids.peek() == Some(rule) && kids.next().is_some() {
                terms.push(climb(cx, kids, binds + 1, around));
            }
            left = side_by_side(cx, rule, terms);
            continue;
        }
        let right = climb(cx, kids, binds + 1, around);
        if binds == COMPARES && is_comparison(&left) {
            cx.fault(sign.span(), FaultKind::ChainedComparison);
            left = broken(left.span.to(right.span));
            continue;
        }
        left = joined(cx, rule, left, right);
    }
    left
}

pub(crate) fn rounding(part: Part<'_>) -> Rounding {
    if part.text().ends_with("down") { Rounding::Down } else { Rounding::Up }
}

/// Many of these stand side by side, not in each other.
fn is_flat(rule: Rule) -> bool {
    matches!(rule, Rule::or | Rule::and | Rule::plus | Rule::times)
}

/// So many are joined one after the other; of more the halves are, so that a long sum is no deep tree.
const IN_A_ROW: usize = 16;

fn side_by_side(cx: &mut Cx<'_, '_>, rule: Rule, mut terms: Vec<Expr>) -> Expr {
    if terms.len() > IN_A_ROW {
        let second = terms.split_off(terms.len() / 2);
        let (first, second) = (side_by_side(cx, rule, terms), side_by_side(cx, rule, second));
        return joined(cx, rule, first, second);
    }
    let around = terms.first().map_or(Span::new(0, 0), |term| term.span);
    let all = terms.into_iter().reduce(|left, right| joined(cx, rule, left, right));
    all.unwrap_or_else(|| broken(around))
}

/// Compared already, and not in brackets: brackets make the span of what is in them wider.
fn is_comparison(left: &Expr) -> bool {
    match &left.kind {
        ExprKind::Compare(_, a, b) => left.span == a.span.to(b.span),
        ExprKind::In { member, set, .. } => left.span == member.span.to(set.span),
        _ => false,
    }
}

fn joined(cx: &mut Cx<'_, '_>, rule: Rule, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    let compare = |how| move |a, b| ExprKind::Compare(how, a, b);
    let arithmetic = matches!(rule, Rule::plus | Rule::minus | Rule::times | Rule::over);
    let measures =
        arithmetic || matches!(rule, Rule::less_sign | Rule::more_sign | Rule::at_most_sign | Rule::at_least_sign);
    // `21.20-22.20` is a hexside.
    let dotted = |of: &Expr| matches!(&of.kind, ExprKind::Number(text) if text.contains('.'));
    let hexside = rule == Rule::minus && dotted(&left) && dotted(&right);
    if measures && !hexside && (is_decimal(cx, &left) || is_decimal(cx, &right)) {
        return broken(span);
    }
    let (a, b) = (Box::new(left), Box::new(right));
    let kind = match rule {
        Rule::or => ExprKind::Or(a, b),
        Rule::and => ExprKind::And(a, b),
        Rule::is => compare(Compare::Is)(a, b),
        Rule::is_not => compare(Compare::IsNot)(a, b),
        Rule::less_sign => compare(Compare::Less)(a, b),
        Rule::more_sign => compare(Compare::More)(a, b),
        Rule::at_most_sign => compare(Compare::AtMost)(a, b),
        Rule::at_least_sign => compare(Compare::AtLeast)(a, b),
        Rule::within_set => ExprKind::In { member: a, set: b, negated: false },
        Rule::not_in => ExprKind::In { member: a, set: b, negated: true },
        Rule::range_to => ExprKind::Range(a, b),
        Rule::against => ExprKind::Against(a, b),
        Rule::plus => ExprKind::Arithmetic(Operator::Plus, a, b),
        Rule::minus => ExprKind::Arithmetic(Operator::Minus, a, b),
        Rule::times => ExprKind::Arithmetic(Operator::Times, a, b),
        Rule::over => ExprKind::Arithmetic(Operator::Over, a, b),
        _ => ExprKind::Broken,
    };
    new(span, kind)
}

/// `1.5` where only numbers make sense; told.
pub(crate) fn is_decimal(cx: &mut Cx<'_, '_>, expr: &Expr) -> bool {
    if let ExprKind::Number(text) = &expr.kind
        && text.contains('.')
    {
        cx.fault(expr.span, FaultKind::DecimalNumber { text: text.clone() });
        return true;
    }
    false
}

/// `- -1 column`: whoever writes two of them seldom means to add.
fn minus_twice(cx: &mut Cx<'_, '_>, minus: Span) {
    let before = cx.source.text.get(..minus.start as usize).unwrap_or_default();
    if before.trim_end_matches([' ', '\t']).ends_with('-') {
        let minus = Span { start: minus.start, end: minus.start + 1 };
        cx.fault(minus, FaultKind::MinusTwice);
    }
}

/// One thing between signs.
fn operand(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let span = part.span();
    let mut kids = part.kids();
    let Some(first) = kids.next() else { return broken(span) };
    let kind = match first.rule() {
        Rule::relation => return named(cx, first, kids, span),
        Rule::quantity => return quantity(cx, first),
        Rule::number => ExprKind::Number(first.text().to_owned()),
        Rule::name => return named(cx, first, kids, span),
        Rule::negative => {
            minus_twice(cx, span);
            let inner = next(cx, &mut kids, span);
            ExprKind::Negative(Box::new(inner))
        }
        Rule::group => {
            let around = first.span();
            let inner = next(cx, &mut first.kids(), around);
            let inner = fields(&mut kids, Expr { span: around, ..inner });
            match kids.one(Rule::unit) {
                Some(unit) => ExprKind::Unit(Box::new(inner), unit_name(unit)),
                None => return inner,
            }
        }
        Rule::list => ExprKind::List(all(cx, first.kids())),
        Rule::literal => literal(first),
        Rule::string => ExprKind::Applies(first.string()),
        Rule::every => quantified(cx, Quantifier::Every, first.kids(), span),
        Rule::any_of => quantified(cx, Quantifier::Any, first.kids(), span),
        Rule::none_of => {
            let mut kids = first.kids();
            kids.has(Rule::no);
            quantified(cx, Quantifier::No, kids, span)
        }
        Rule::number_of => ExprKind::NumberOf(Box::new(next(cx, &mut first.kids(), span))),
        Rule::total_of => total(cx, first.kids(), span),
        Rule::hexes_at => {
            let place = first.span();
            let base = hexes(cx, first, place);
            let Some(such) = kids.one(Rule::such) else { return new(place, base) };
            let (such_place, noun) = (such.span(), Name { text: "hexes".to_owned(), span: place });
            let such = Some(next(cx, &mut such.kids(), such_place));
            let among = Some(new(place, base));
            let phrase = Phrase { relation: None, noun, of: None, at: None, among, other_than: None, such };
            ExprKind::Phrase(Box::new(phrase))
        }
        Rule::supposing => supposing(cx, first.kids(), span),
        _ => return any(cx, first),
    };
    new(span, kind)
}

/// Expressions side by side.
pub(crate) fn all(cx: &mut Cx<'_, '_>, kids: Kids<'_>) -> Vec<Expr> {
    kids.map(|part| any(cx, part)).collect()
}

fn literal(part: Part<'_>) -> ExprKind {
    match part.text() {
        "yes" => ExprKind::Yes,
        "no" => ExprKind::No,
        "none" => ExprKind::None,
        _ => ExprKind::Name(part.name()),
    }
}

fn unit_name(part: Part<'_>) -> Name {
    let whole = part.name();
    part.kids().one(Rule::unit_name).map_or(whole, |part| part.name())
}

/// `3`, `3 columns`, `3:1`, `1/2 MP`, `1 1/2 MP`
fn quantity(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let span = part.span();
    let mut kids = part.kids();
    let Some(first) = kids.next() else { return broken(span) };
    let number = |text: &str, span| new(span, ExprKind::Number(text.to_owned()));
    let amount = match first.rule() {
        Rule::ratio => {
            let whole = first.span();
            let (left, right) = first.text().split_once(':').unwrap_or_default();
            let middle = whole.start + left.len() as u32;
            let a = number(left, Span { start: whole.start, end: middle });
            over(a, number(right, Span { start: middle + 1, end: whole.end }), whole)
        }
        Rule::fraction => fraction(cx, first),
        Rule::mixed => mixed(cx, first),
        _ => any(cx, first),
    };
    match kids.one(Rule::unit) {
        Some(unit) if is_decimal(cx, &amount) => broken(amount.span.to(unit.span())),
        Some(unit) => {
            let name = unit_name(unit);
            new(amount.span.to(name.span), ExprKind::Unit(Box::new(amount), name))
        }
        None => amount,
    }
}

fn fields(kids: &mut Kids<'_>, mut expr: Expr) -> Expr {
    while let Some(field) = kids.one(Rule::field) {
        let mut inner = field.kids();
        inner.has(Rule::dot);
        if let Some(name) = inner.one(Rule::name) {
            expr = new(expr.span.to(name.span()), ExprKind::Field(Box::new(expr), name.name()));
        }
    }
    expr
}

/// What begins with a name: the name itself, a call, a look-up, a field, a phrase.
fn named(cx: &mut Cx<'_, '_>, first: Part<'_>, mut kids: Kids<'_>, span: Span) -> Expr {
    let relation = (first.rule() == Rule::relation).then(|| match first.text().split_whitespace().next() {
        Some("enemy") => Relation::Enemy,
        Some("first") => Relation::First,
        _ => Relation::Friendly,
    });
    let noun = if relation.is_some() { kids.one(Rule::name) } else { Some(first) };
    let Some(noun) = noun else { return broken(span) };
    let name = noun.name();
    let mut expr = match kids.peek() {
        Some(Rule::arguments) => {
            let arguments = kids.next().map_or_else(Vec::new, |part| all(cx, part.kids()));
            new(span, ExprKind::Call(name, arguments))
        }
        Some(Rule::lookup) => {
            let keys = kids.next().map_or_else(Vec::new, |part| all(cx, part.kids()));
            new(span, ExprKind::Lookup(name, keys))
        }
        Some(Rule::of | Rule::at | Rule::among | Rule::other_than | Rule::such) => {
            return phrase(cx, relation, name, kids, span);
        }
        _ if relation.is_some() => return phrase(cx, relation, name, kids, span),
        _ => new(name.span, ExprKind::Name(name)),
    };
    if kids.peek() == Some(Rule::field) && !matches!(expr.kind, ExprKind::Name(_)) {
        // The call alone ends where its bracket does.
        let end = kids.clone().next().map_or(span.end, |field| field.span().start);
        expr.span = Span { start: span.start, end };
    }
    fields(&mut kids, expr)
}

fn phrase(cx: &mut Cx<'_, '_>, relation: Option<Relation>, noun: Name, kids: Kids<'_>, span: Span) -> Expr {
    let mut phrase = Phrase { relation, noun, of: None, at: None, among: None, other_than: None, such: None };
    for part in kids {
        let place = part.span();
        let (slot, what) = match part.rule() {
            Rule::of => (&mut phrase.of, "of"),
            Rule::at => (&mut phrase.at, "at"),
            Rule::among => (&mut phrase.among, "among"),
            Rule::other_than => (&mut phrase.other_than, "other than"),
            _ => (&mut phrase.such, "where"),
        };
        let value = next(cx, &mut part.kids(), place);
        if slot.is_some() {
            cx.fault(place, FaultKind::Twice { what: what.to_owned() });
        }
        *slot = Some(value);
    }
    new(span, ExprKind::Phrase(Box::new(phrase)))
}

fn quantified(cx: &mut Cx<'_, '_>, which: Quantifier, mut kids: Kids<'_>, span: Span) -> ExprKind {
    match kids.one(Rule::name) {
        Some(var) => {
            let var = declared(cx, &var);
            let set = Box::new(next(cx, &mut kids, span));
            let cond = Box::new(next(cx, &mut kids, span));
            ExprKind::Quantified { which, var, set, cond }
        }
        None => ExprKind::Exists { which, set: Box::new(next(cx, &mut kids, span)) },
    }
}

fn total(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, span: Span) -> ExprKind {
    let which = match kids.next().map_or("", |part| part.text()) {
        "least" => TotalOf::Least,
        "greatest" => TotalOf::Greatest,
        _ => TotalOf::Total,
    };
    let value = Box::new(next(cx, &mut kids, span));
    let Some((var, set)) = kids.one(Rule::for_each).and_then(|part| for_each(cx, part)) else {
        return ExprKind::Broken;
    };
    let otherwise = kids.next().map(|part| Box::new(any(cx, part)));
    ExprKind::Total { which, value, var, set: Box::new(set), otherwise }
}

/// `for each u in S`
pub(crate) fn for_each(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<(Name, Expr)> {
    let span = part.span();
    let mut kids = part.kids();
    let var = kids.one(Rule::new_name)?;
    let var = declared(cx, &var);
    Some((var, next(cx, &mut kids, span)))
}

fn hexes(cx: &mut Cx<'_, '_>, part: Part<'_>, span: Span) -> ExprKind {
    let within = part.text().split_whitespace().nth(1) == Some("within");
    let mut kids = part.kids();
    let distance = Box::new(next(cx, &mut kids, span));
    let centre = Box::new(next(cx, &mut kids, span));
    ExprKind::Hexes { within, distance, centre }
}

fn over(a: Expr, b: Expr, span: Span) -> Expr {
    new(span, ExprKind::Arithmetic(Operator::Over, Box::new(a), Box::new(b)))
}

/// `1 1/2` is `3/2`.
fn mixed(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let span = part.span();
    let mut kids = part.kids();
    let whole = next(cx, &mut kids, span);
    let Some(part) = kids.one(Rule::fraction).map(|part| part.kids()) else { return broken(span) };
    let (above, below) = parts(cx, part, span);
    let figure = |expr: &Expr| match &expr.kind {
        ExprKind::Number(text) => text.parse::<u64>().ok(),
        _ => None,
    };
    let in_parts = || figure(&whole)?.checked_mul(figure(&below)?)?.checked_add(figure(&above)?);
    match in_parts() {
        Some(all) => over(new(whole.span.to(above.span), ExprKind::Number(all.to_string())), below, span),
        // A figure that is no number, or too large a one, is told with the sum.
        None => {
            let part = over(above, below, span);
            new(span, ExprKind::Arithmetic(Operator::Plus, Box::new(whole), Box::new(part)))
        }
    }
}

/// `3/1`
fn fraction(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Expr {
    let whole = part.span();
    let (above, below) = parts(cx, part.kids(), whole);
    over(above, below, whole)
}

fn parts(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, whole: Span) -> (Expr, Expr) {
    let above = next(cx, &mut kids, whole);
    (above, next(cx, &mut kids, whole))
}
