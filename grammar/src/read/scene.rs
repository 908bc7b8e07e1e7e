//! `scene` and `scenario`: who stands where, line by line.

use super::cx::Cx;
use super::expr::{any, broken};
use super::names::{cases, declared, label, names, title};
use super::order::copies;
use super::pairs::Rule;
use super::words::Words;
use crate::ast::{Expr, ItemKind, Name, Scene, SceneLine, SceneUnit};
use crate::fault::Context;
use crate::line::physical;
use crate::shell::Shell;
use crate::span::Span;
use crate::token::TokenKind;
use std::ops::Range;

pub(crate) fn scene(cx: &mut Cx<'_, '_>, shell: &Shell, scenario: bool) -> Option<ItemKind> {
    let head = cx.head(shell, if scenario { Rule::head_scenario } else { Rule::head_scene });
    cx.has_braces(shell);
    let here = Context::Line(if scenario { "scenario" } else { "scene" });
    let lines = physical(cx.source, shell);
    let lines = lines.into_iter().map(|tokens| line(cx, tokens, here)).collect();
    let mut kids = head?.kids();
    let name = declared(cx, &kids.one(Rule::new_name)?);
    let mut scene = Scene {
        scenario,
        name,
        title: None,
        cases: Vec::new(),
        like: None,
        phase: None,
        printing: None,
        side: None,
        with: Vec::new(),
        without: Vec::new(),
        provisional: None,
        lines,
    };
    for part in kids {
        let rule = part.rule();
        let mut inner = part.clone().kids();
        match rule {
            Rule::title => scene.title = title(part),
            Rule::cases => scene.cases.extend(cases(cx, part)),
            Rule::like => scene.like = inner.one(Rule::name).map(|part| part.name()),
            Rule::with_layer => {
                let to = if inner.has(Rule::without) { &mut scene.without } else { &mut scene.with };
                to.extend(names(&mut inner, Rule::name));
            }
            Rule::provisional => scene.provisional = inner.one(Rule::string).map(|part| part.string()),
            _ => {
                scene.phase = inner.one(Rule::name).map(|part| part.name());
                scene.printing = inner.one(Rule::title).and_then(title);
                scene.side = inner.one(Rule::name).map(|part| part.name());
            }
        }
    }
    Some(ItemKind::Scene(scene))
}

fn line(cx: &mut Cx<'_, '_>, tokens: Range<usize>, here: Context) -> SceneLine {
    let span = cx.source.span(&tokens);
    let says_turns = |at: usize| cx.source.kind(at) == Some(TokenKind::Word) && cx.source.word(at) == "turns";
    let read = match cx.source.kind(tokens.start) {
        _ if tokens.clone().any(says_turns) => turns(cx, &tokens, span, here),
        Some(TokenKind::Number) => place(cx, Words::new(tokens, here), span, here),
        Some(TokenKind::Word) if is_place(cx, Words::new(tokens.clone(), here)) => {
            place(cx, Words::new(tokens, here), span, here)
        }
        Some(TokenKind::Word) => state(cx, Words::new(tokens, here), span, here),
        _ => {
            Words::new(tokens, here).wrong(cx, "the number of a hex, or the name of a state");
            None
        }
    };
    read.unwrap_or(SceneLine::Broken(span))
}

/// Does a name stand before a `:`?
fn is_place(cx: &Cx<'_, '_>, mut words: Words) -> bool {
    words.take(cx, TokenKind::Word).is_some() && words.peek(cx) == Some(TokenKind::Colon)
}

/// `0304: RIC1a, RIC1b (steps 1, face move)`, `Ford: RIC1a`
fn place(cx: &mut Cx<'_, '_>, mut words: Words, span: Span, here: Context) -> Option<SceneLine> {
    let hex = words.take(cx, TokenKind::Number).or_else(|| words.take(cx, TokenKind::Word))?;
    let colon = words.take(cx, TokenKind::Colon);
    words.must(cx, colon, "`:`")?;
    let mut units = Vec::new();
    loop {
        let from = words.rest().start;
        let name = words.until(cx, &[TokenKind::Comma, TokenKind::Open, TokenKind::Close]);
        let name = words.must(cx, name, "the name of a counter")?;
        let copies = copies(cx, &mut words);
        let with = with(cx, &mut words, here)?;
        let span = cx.source.span(&(from..words.rest().start));
        units.push(SceneUnit { span, name, copies, with });
        if words.take(cx, TokenKind::Comma).is_none() {
            break;
        }
    }
    words.end(cx)?;
    Some(SceneLine::Place { span, hex, units })
}

/// `(steps 1, face move)`
fn with(cx: &mut Cx<'_, '_>, words: &mut Words, here: Context) -> Option<Vec<(Name, Expr)>> {
    let mut found = Vec::new();
    if words.take(cx, TokenKind::Open).is_none() {
        return Some(found);
    }
    loop {
        let field = words.take(cx, TokenKind::Word);
        let field = words.must(cx, field, "the name of a field")?;
        let ends = [TokenKind::Comma, TokenKind::Close];
        // `moved` alone is `moved yes`.
        let value = if words.peek(cx).is_some_and(|kind| ends.contains(&kind)) {
            super::expr::new(field.span, crate::ast::ExprKind::Yes)
        } else {
            let range = words.up_to(cx, &ends);
            value(cx, &range, here)?
        };
        found.push((field, value));
        if words.take(cx, TokenKind::Comma).is_none() {
            let close = words.take(cx, TokenKind::Close);
            words.must(cx, close, "`)`")?;
            return Some(found);
        }
    }
}

fn value(cx: &mut Cx<'_, '_>, range: &Range<usize>, here: Context) -> Option<Expr> {
    let part = cx.read(Rule::one_expr, range, here)?;
    Some(part.kids().next().map_or_else(|| broken(cx.source.span(range)), |part| any(cx, part)))
}

/// `S3#a "The last three" turns 17..19`
fn turns(cx: &mut Cx<'_, '_>, tokens: &Range<usize>, span: Span, here: Context) -> Option<SceneLine> {
    let mut kids = cx.read(Rule::scene_turns, tokens, here)?.kids();
    let (mut cases, mut title) = (Vec::new(), None);
    label(cx, &mut kids, &mut cases, &mut title);
    let mut ends = kids.one(Rule::from_to)?.kids();
    let from = any(cx, ends.next()?);
    ends.has(Rule::range_to);
    Some(SceneLine::Turns { span, cases, title, from, to: any(cx, ends.next()?) })
}

/// `turn 3`, `weather mud`, `breached(0303) yes`
fn state(cx: &mut Cx<'_, '_>, mut words: Words, span: Span, here: Context) -> Option<SceneLine> {
    let name = words.take(cx, TokenKind::Word)?;
    let args = args(cx, &mut words, here)?;
    if words.is_empty() {
        words.wrong(cx, "its value");
        return None;
    }
    let value = value(cx, &words.rest(), here)?;
    Some(SceneLine::State { span, name, args, value })
}

/// `(0303, US)`
fn args(cx: &mut Cx<'_, '_>, words: &mut Words, here: Context) -> Option<Vec<Expr>> {
    let mut found = Vec::new();
    let mut open = words.take(cx, TokenKind::Open).is_some();
    while open {
        let range = words.up_to(cx, &[TokenKind::Comma, TokenKind::Close]);
        found.push(value(cx, &range, here)?);
        open = words.take(cx, TokenKind::Comma).is_some();
        if !open {
            let close = words.take(cx, TokenKind::Close);
            words.must(cx, close, "`)`")?;
        }
    }
    Some(found)
}
