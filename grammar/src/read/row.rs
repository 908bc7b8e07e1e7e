//! Rows and the groups they stand in. In: the lines of a body. Out: rows; a broken one keeps its cases and its title.

use super::cx::Cx;
use super::expr::{any, for_each, is_decimal, next, only, rounding};
use super::names::label;
use super::pairs::{Kids, Part, Rule};
use crate::ast::{Clause, Duty, Expr, Group, GroupOp, Name, Row, RowsKind, StageRef, Text, Verdict, VerdictKind};
use crate::fault::{Context, FaultKind};
use crate::line::{Node, Nodes, Piece};
use crate::shell::doc_text;
use crate::span::Span;

/// Rows with their groups, as they come.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) groups: Vec<Group>,
    pub(crate) rows: Vec<Row>,
}

/// What kind of item they stand in.
#[derive(Clone, Copy)]
pub(crate) struct Home {
    /// Absent behind `also`.
    pub(crate) kind: Option<RowsKind>,
    pub(crate) context: Context,
}

/// All rows of a body.
pub(crate) fn rows(cx: &mut Cx<'_, '_>, nodes: &Nodes, home: Home) -> Found {
    let mut found = Found::default();
    for node in &nodes.nodes {
        match node.parts.as_slice() {
            [piece] if piece.block.is_none() => {
                let row = row(cx, node, piece, home, None);
                found.rows.push(row);
            }
            [piece] => group(cx, node, piece, home, &mut found),
            parts => unwanted(cx, parts, home),
        }
    }
    found
}

/// `largest of "terrain" { rows }`
fn group(cx: &mut Cx<'_, '_>, node: &Node, piece: &Piece, home: Home, found: &mut Found) {
    let Some(block) = &piece.block else { return };
    let Some(group) = group_head(cx, piece) else { return unwanted(cx, &node.parts, home) };
    let at = u32::try_from(found.groups.len()).ok();
    found.groups.push(group);
    for node in &block.nodes {
        match node.parts.as_slice() {
            [piece] if piece.block.is_none() => {
                let row = row(cx, node, piece, home, at);
                found.rows.push(row);
            }
            parts => unwanted(cx, parts, home),
        }
    }
}

fn group_head(cx: &mut Cx<'_, '_>, piece: &Piece) -> Option<Group> {
    let part = cx.try_read(Rule::group_head, &piece.tokens)?;
    let mut kids = part.kids();
    let stage = kids.one(Rule::stage_name).and_then(|part| part.kids().next()).map(|part| part.name());
    let mut op = GroupOp::Once;
    let mut name = None;
    for part in kids {
        match part.rule() {
            Rule::largest => op = GroupOp::Largest,
            Rule::smallest => op = GroupOp::Smallest,
            Rule::sum_of => op = GroupOp::Sum,
            _ => name = Some(part.string()),
        }
    }
    Some(Group { name: name?, op, stage })
}

/// A row with braces: either its words are wrong, or its braces are.
fn unwanted(cx: &mut Cx<'_, '_>, parts: &[Piece], home: Home) {
    let Some(piece) = parts.first() else { return };
    let brace = piece.block.as_ref().map_or(piece.head, |block| first_of(block.span));
    if piece.tokens.is_empty() || cx.try_read(Rule::row, &piece.tokens).is_some() {
        cx.fault(brace, FaultKind::UnwantedBlock);
    } else {
        cx.read(Rule::row, &piece.tokens, home.context);
    }
}

/// The brace that opens a block.
pub(crate) fn first_of(span: Span) -> Span {
    Span { start: span.start, end: span.start + 1 }
}

fn row(cx: &mut Cx<'_, '_>, node: &Node, piece: &Piece, home: Home, group: Option<u32>) -> Row {
    let doc = node.doc.iter().map(|span| doc_text(cx.source.text, *span)).collect();
    let broken = Verdict { span: node.span, kind: VerdictKind::Broken };
    let mut row = Row {
        span: node.span,
        cases: Vec::new(),
        title: None,
        stage: None,
        verdict: broken,
        clauses: Vec::new(),
        group,
        doc,
    };
    match cx.read(Rule::row, &piece.tokens, home.context) {
        Some(part) => said(cx, part.kids(), home, &mut row),
        None => named_at_least(cx, piece, &mut row.cases, &mut row.title),
    }
    row
}

/// The cases and the title of a line that could not be read; nothing more is told of it.
pub(crate) fn named_at_least(
    cx: &mut Cx<'_, '_>,
    piece: &Piece,
    cases: &mut Vec<crate::ast::Case>,
    title: &mut Option<Text>,
) {
    let before = cx.faults.len();
    if let Ok(part) = super::pairs::parse(Rule::row_label, cx.source.plain(), piece.head) {
        label(cx, &mut part.kids(), cases, title);
    }
    cx.faults.truncate(before);
}

/// Everything behind the beginning of a row.
pub(crate) fn said(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, home: Home, row: &mut Row) {
    label(cx, &mut kids, &mut row.cases, &mut row.title);
    if let Some(name) = kids.one(Rule::stage).and_then(|part| part.kids().next()) {
        // What a course answers is called its cost: no stage.
        let course = name.text() == "cost" && matches!(home.kind, Some(RowsKind::Course) | None);
        // `6.5 Marsh = 3`: a stage is never written large, a title always.
        if row.title.is_none() && name.text().starts_with(char::is_uppercase) {
            cx.fault(name.span(), FaultKind::TitleWithoutQuotes { words: name.text().to_owned() });
            return;
        }
        row.stage = (!course).then(|| StageRef { name: name.name() });
    }
    if let Some(part) = kids.one(Rule::verdict) {
        row.verdict = verdict(cx, part);
    }
    row.clauses = clauses(cx, kids);
}

pub(crate) fn verdict(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Verdict {
    let span = part.span();
    let text = part.text();
    let mut kids = part.kids();
    let kind = match kids.next() {
        Some(part) => answer(cx, part, span),
        None if text.starts_with("stop") => VerdictKind::Stop,
        None if text.starts_with("pass") => VerdictKind::Pass,
        None if text.starts_with("off") => VerdictKind::Off,
        None if text.starts_with("avoid") => VerdictKind::Avoid,
        None if text.starts_with("blocked") => VerdictKind::Blocked,
        None if text.starts_with("owed") => VerdictKind::Duty(Duty::Owed),
        None if text.starts_with("met") => VerdictKind::Duty(Duty::Met),
        None if text.starts_with("possible") => VerdictKind::Duty(Duty::Possible),
        None if text.starts_with("forgiven") => VerdictKind::Duty(Duty::Forgiven),
        None => VerdictKind::Broken,
    };
    Verdict { span, kind }
}

fn answer(cx: &mut Cx<'_, '_>, part: Part<'_>, span: Span) -> VerdictKind {
    let rule = part.rule();
    match rule {
        Rule::yes => VerdictKind::Yes,
        Rule::no => VerdictKind::No,
        Rule::v_open => VerdictKind::Open,
        Rule::by_construction => VerdictKind::ByConstruction,
        Rule::v_waives => VerdictKind::Waives,
        Rule::rounded => VerdictKind::Rounded(rounding(part)),
        Rule::hole => hole(part).map_or(VerdictKind::Broken, VerdictKind::Hole),
        Rule::v_from => from(cx, part, span),
        Rule::v_equals => VerdictKind::Equals(only(cx, part)),
        Rule::v_best => VerdictKind::Best(part.kids().map(|count| any(cx, count)).collect()),
        Rule::v_needs => VerdictKind::Needs(only(cx, part)),
        Rule::v_remembers => part.kids().next().map_or(VerdictKind::Broken, |name| VerdictKind::Remembers(name.name())),
        _ => amount(cx, part),
    }
}

fn amount(cx: &mut Cx<'_, '_>, part: Part<'_>) -> VerdictKind {
    let rule = part.rule();
    let mut kids = part.kids();
    // The sign itself.
    let _ = kids.has(Rule::plus) || kids.has(Rule::minus) || kids.has(Rule::times);
    let expr = next(cx, &mut kids, Span::default());
    if is_decimal(cx, &expr) {
        return VerdictKind::Broken;
    }
    match rule {
        Rule::v_plus => VerdictKind::Plus(expr),
        Rule::v_minus => VerdictKind::Minus(expr),
        Rule::v_times => VerdictKind::Times(expr),
        Rule::v_at_least => VerdictKind::AtLeast(expr),
        _ => VerdictKind::AtMost(expr),
    }
}

pub(crate) fn hole(part: Part<'_>) -> Option<Text> {
    part.kids().one(Rule::string).map(|part| part.string())
}

/// `from units of s to hexes at 1`
fn from(cx: &mut Cx<'_, '_>, part: Part<'_>, span: Span) -> VerdictKind {
    let mut kids = part.kids();
    let source = next(cx, &mut kids, span);
    let Some(reach) = kids.one(Rule::reach) else { return VerdictKind::Broken };
    let within = reach.text().split_whitespace().nth(1) == Some("within");
    let distance = only(cx, reach);
    VerdictKind::From { source, within, distance }
}

pub(crate) fn clauses(cx: &mut Cx<'_, '_>, kids: Kids<'_>) -> Vec<Clause> {
    let mut found: Vec<Clause> = Vec::new();
    let mut seen: Vec<Rule> = Vec::new();
    for part in kids {
        let (rule, span) = (part.rule(), part.span());
        if once_only(rule) && seen.contains(&rule) {
            let word = part.text().split_whitespace().next().unwrap_or_default();
            cx.fault(span, FaultKind::Twice { what: word.to_owned() });
        }
        seen.push(rule);
        found.extend(clause(cx, part, rule, span));
    }
    found
}

fn once_only(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::when
            | Rule::unless
            | Rule::otherwise
            | Rule::exception
            | Rule::waives
            | Rule::with_ruling
            | Rule::provisional
    )
}

fn clause(cx: &mut Cx<'_, '_>, part: Part<'_>, rule: Rule, span: Span) -> Option<Clause> {
    Some(match rule {
        Rule::when => Clause::When(only(cx, part)),
        Rule::unless => Clause::Unless(only(cx, part)),
        Rule::even_when => Clause::EvenWhen(span, only(cx, part)),
        Rule::for_each => for_each(cx, part).map(|(name, set): (Name, Expr)| Clause::ForEach(name, set))?,
        Rule::exception => Clause::ExceptionTo(strings(part), span),
        Rule::waives => Clause::Waives(strings(part), span),
        Rule::otherwise => Clause::Otherwise(span),
        Rule::with_ruling => Clause::Ruling(part.kids().one(Rule::ruling_name)?.name()),
        Rule::provisional => Clause::Provisional(part.kids().one(Rule::string)?.string()),
        _ => return None,
    })
}

fn strings(part: Part<'_>) -> Vec<Text> {
    part.kids().filter(|part| part.rule() == Rule::string).map(|part| part.string()).collect()
}
