//! Items that are little more than their head: measure, scale, enum, look, kind, state, notation, limit,
//! ruling, never.

use super::cx::Cx;
use super::expr::{any, next, only};
use super::names::{cases, declared, label, names, title};
use super::no_braces;
use super::pairs::{Kids, Part, Rule};
use super::stmt::block;
use super::types::{parameters, ty};
use crate::ast::{
    Allow, BoxItem, By, EnumItem, ForEachOne, HowOften, ItemKind, KindItem, Limit, Look, LookLine, LookPlace, Measure,
    Member, Name, Never, Notation, NotationPart, OptionItem, RulingItem, Scale, State, Text, Until, Used,
};
use crate::fault::{Context, FaultKind};
use crate::line::{Lines, Node};
use crate::shell::Shell;

pub(crate) fn measure(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_measure)?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let title = kids.one(Rule::title).and_then(title);
    let den = match kids.peek() {
        Some(Rule::halves) => 2,
        Some(Rule::thirds) => 3,
        Some(Rule::quarters) => 4,
        _ => 1,
    };
    Some(ItemKind::Measure(Measure { name, title, den }))
}

pub(crate) fn scale(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_scale);
    let (mut steps, mut below, mut above) = (Vec::new(), false, false);
    for line in cx.field_lines(shell, Rule::scale_line, Context::Line("scale")) {
        for part in line.kids() {
            match part.rule() {
                Rule::goes_below => below = steps.is_empty(),
                Rule::goes_above => above = true,
                _ => steps.push(any(cx, part)),
            }
        }
    }
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let measure = kids.one(Rule::name)?.name();
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    Some(ItemKind::Scale(Scale { name, measure, cases, steps, below, above }))
}

pub(crate) fn enum_item(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_enum);
    let members = cx.body(shell, Lines::Statements).nodes.iter().flat_map(|node| members(cx, node)).collect();
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let mut item = EnumItem { name, title: None, ordered: false, within: None, cases: Vec::new(), members };
    for part in kids {
        match part.rule() {
            Rule::in_order => item.ordered = true,
            Rule::within_action => item.within = part.kids().one(Rule::name).map(|part| part.name()),
            Rule::title => item.title = title(part),
            _ => item.cases.extend(cases(cx, part)),
        }
    }
    Some(ItemKind::Enum(item))
}

/// Of a line: several without braces, or one and what it does.
fn members(cx: &mut Cx<'_, '_>, node: &Node) -> Vec<Member> {
    let Some((piece, rest)) = node.parts.split_first() else { return Vec::new() };
    let context = Context::Line("enum");
    let Some(nodes) = &piece.block else {
        let part = cx.read(Rule::enum_line, &piece.tokens, context);
        return part.into_iter().flat_map(Part::kids).filter_map(|part| member(cx, part)).collect();
    };
    let part = cx.read(Rule::result_line, &piece.tokens, context);
    let body = block(cx, nodes);
    rest.iter().filter_map(|piece| piece.block.as_ref()).for_each(|nodes| drop(block(cx, nodes)));
    let Some(mut one) = part.and_then(|part| member(cx, part)) else { return Vec::new() };
    if let Some(behind) = rest.first() {
        let found = cx.source.word(behind.tokens.start).to_owned();
        cx.fault(behind.head, FaultKind::Unexpected { context, expected: vec!["a new line".to_owned()], found });
    }
    (one.span, one.body) = (node.span, Some(body));
    vec![one]
}

fn member(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<Member> {
    let span = part.span();
    let mut kids = part.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let title = kids.one(Rule::title).and_then(title);
    let cases = kids.one(Rule::cited).map_or_else(Vec::new, |part| cases(cx, part));
    let of = kids.one(Rule::of_side).and_then(|part| part.kids().one(Rule::name)).map(|part| part.name());
    Some(Member { span, name, params, title, cases, of, body: None })
}

/// The printed name, the plural and the cases, in any order.
pub(crate) fn called(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>) -> (Option<Text>, Option<Name>, Vec<crate::ast::Case>) {
    let (mut printed, mut plural, mut found) = (None, None, Vec::new());
    while let Some(rule) = kids.peek() {
        match rule {
            Rule::title => printed = kids.next().and_then(title),
            Rule::plural => {
                let part = kids.next().and_then(|part| part.kids().one(Rule::new_name));
                plural = part.map(|part| declared(cx, &part));
            }
            Rule::cases => found.extend(kids.next().map_or_else(Vec::new, |part| cases(cx, part))),
            _ => break,
        }
    }
    (printed, plural, found)
}

pub(crate) fn look(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_look);
    let lines = cx.field_lines(shell, Rule::look_line, Context::Line("look"));
    let lines = lines.into_iter().filter_map(look_line).collect();
    head.map(|_| ItemKind::Look(Look { lines }))
}

/// `Battalion infantry battalion, below: attack defence, left: steps`
fn look_line(part: Part<'_>) -> Option<LookLine> {
    let span = part.span();
    let mut kids = part.kids();
    let name = kids.one(Rule::name)?.name();
    let words = kids.one(Rule::look_words).map_or_else(Vec::new, |part| names(&mut part.kids(), Rule::name));
    let place = |part: Part<'_>| {
        let mut kids = part.kids();
        let at = kids.one(Rule::name)?.name();
        Some(LookPlace { at, fields: names(&mut kids, Rule::name) })
    };
    Some(LookLine { span, name, words, places: kids.filter_map(place).collect() })
}

pub(crate) fn kind(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_kind)?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let (title, plural, cases) = called(cx, &mut kids);
    let of = names(&mut kids, Rule::name);
    Some(ItemKind::Kind(KindItem { name, title, plural, cases, of }))
}

pub(crate) fn box_item(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_box)?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let (title, _, cases) = called(cx, &mut kids);
    let of = kids.one(Rule::name)?.name();
    let (mut unseen, mut removed) = (false, false);
    for part in kids {
        match part.rule() {
            Rule::unseen => unseen = true,
            _ => removed = true,
        }
    }
    Some(ItemKind::Box(BoxItem { name, title, cases, of, unseen, removed }))
}

pub(crate) fn state(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_state)?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let ty = ty(cx, kids.one(Rule::type_of)?);
    let mut state = State { name, params, ty, taken: Vec::new(), start: None, until: None, cases: Vec::new() };
    for part in kids {
        match part.rule() {
            Rule::start => {
                let (at, start) = (part.span(), only(cx, part));
                if state.start.replace(start).is_some() {
                    cx.fault(at, FaultKind::Twice { what: "=".to_owned() });
                }
            }
            Rule::taken_at => state.taken = names(&mut part.kids(), Rule::name),
            Rule::until_end => state.until = until(part),
            _ => state.cases.extend(cases(cx, part)),
        }
    }
    Some(ItemKind::State(state))
}

/// `until end of exploitation`
pub(crate) fn until(part: Part<'_>) -> Option<Until> {
    let phases = names(&mut part.kids(), Rule::name);
    (!phases.is_empty()).then_some(Until { phases })
}

pub(crate) fn notation(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_notation)?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let parts = kids.filter_map(notation_part).collect();
    Some(ItemKind::Notation(Notation { name, parts }))
}

fn notation_part(part: Part<'_>) -> Option<NotationPart> {
    let (rule, optional) = (part.rule(), part.text().ends_with('?'));
    let mut kids = part.kids();
    if rule == Rule::part {
        let letters = kids.one(Rule::string).map(|part| part.string());
        let (field, measure) = (kids.one(Rule::name)?.name(), kids.one(Rule::name)?.name());
        return Some(NotationPart::Number { letters, field, measure, optional });
    }
    Some(NotationPart::Mark { field: kids.one(Rule::name)?.name(), letters: kids.one(Rule::string)?.string() })
}

/// `option air "Air" 17.0#a, usual`
pub(crate) fn option(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_option)?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let mut item = OptionItem { name, title: None, cases: Vec::new(), usual: false };
    for part in kids {
        match part.rule() {
            Rule::title => item.title = title(part),
            Rule::usual => item.usual = true,
            _ => item.cases.extend(cases(cx, part)),
        }
    }
    Some(ItemKind::Option(item))
}

pub(crate) fn limit(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_limit)?.kids();
    let (mut cases, mut title) = (Vec::new(), None);
    label(cx, &mut kids, &mut cases, &mut title);
    let (mut on, mut by, mut often) = (Vec::new(), None, None);
    for part in kids {
        match part.rule() {
            Rule::used => on.extend(used(part)),
            Rule::by_whom => by = Some(By { span: part.span(), side: only(cx, part) }),
            _ => often = how_often(cx, part),
        }
    }
    Some(ItemKind::Limit(Limit { span: shell.span, cases, title, on, by, often: often? }))
}

/// `guns of attack`
fn used(part: Part<'_>) -> Option<Used> {
    let mut kids = part.kids();
    let name = kids.one(Rule::name)?.name();
    Some(Used { name, of: kids.one(Rule::name).map(|part| part.name()) })
}

/// `4 per phase for each u`
pub(crate) fn how_often(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<HowOften> {
    let span = part.span();
    let mut kids = part.kids();
    let first = kids.next()?;
    let most = if first.rule() == Rule::once {
        super::expr::new(first.span(), crate::ast::ExprKind::Number("1".to_owned()))
    } else {
        any(cx, first)
    };
    // `player turn` is one name of two words.
    let per = kids.next().map(|per| {
        let text = per.text().split_whitespace().collect::<Vec<_>>().join(" ");
        Name { text, span: per.span() }
    });
    let each = kids.one(Rule::for_each_one);
    let each = each.map(|part| ForEachOne { span: part.span(), name: part.kids().next().map(|part| part.name()) });
    Some(HowOften { span, most, per, each })
}

pub(crate) fn ruling(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_ruling)?.kids();
    let name = kids.one(Rule::ruling_name)?.name();
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    let string = |kids: &mut Kids<'_>| kids.one(Rule::string).map(|part| part.string());
    let question = kids.one(Rule::asked).and_then(|part| string(&mut part.kids()));
    let over = kids.one(Rule::decided).and_then(|part| {
        let mut kids = part.kids();
        string(&mut kids).zip(string(&mut kids))
    });
    let by = string(&mut kids)?;
    Some(ItemKind::Ruling(RulingItem { name, cases, question, over, by, because: string(&mut kids)? }))
}

pub(crate) fn never(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_never)?.kids();
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let what = next(cx, &mut kids, shell.head);
    let with = kids.one(Rule::expr).map(|part| any(cx, part));
    let why = kids.one(Rule::title).and_then(title)?;
    Some(ItemKind::Never(Never { params, what, with, why }))
}

pub(crate) fn allow(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    no_braces(cx, shell);
    let mut kids = cx.head(shell, Rule::head_allow)?.kids();
    let part = kids.next()?;
    let at = part.span();
    let what = if part.rule() == Rule::title { title(part)?.text } else { part.text().to_owned() };
    let why = kids.one(Rule::title).and_then(title)?;
    Some(ItemKind::Allow(Allow { what, at, why }))
}
