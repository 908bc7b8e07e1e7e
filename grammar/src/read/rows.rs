//! Items that are answered by rows: `value`, `fact`, `permit`, `zone`, `course`, `path`, `victory`, and `also`.

use super::cx::Cx;
use super::expr::{any, next, only};
use super::names::{cases, declared, layer, names, of_layer};
use super::only_lines;
use super::pairs::{Part, Rule};
use super::row::{Home, rows};
use super::supposing::perform;
use super::types::{parameters, ty};
use crate::ast::{Also, By, Expr, ExprKind, ItemKind, Leaves, Name, PathFrom, Rows, RowsKind, StmtKind};
use crate::fault::{Context, FaultKind};
use crate::line::{Lines, Nodes};
use crate::shell::Shell;

pub(crate) fn rows_item(cx: &mut Cx<'_, '_>, shell: &Shell, keyword: &'static str) -> Option<ItemKind> {
    let kind = kind_of(keyword);
    let home = Home { kind: Some(kind), context: Context::Row(keyword) };
    let rule = match kind {
        RowsKind::Victory => Rule::head_victory,
        RowsKind::Course => Rule::head_course,
        RowsKind::Obligation => Rule::head_obligation,
        RowsKind::Value | RowsKind::Fact | RowsKind::Permit | RowsKind::Zone | RowsKind::Path | RowsKind::Knowledge => {
            Rule::head_rows
        }
    };
    let Some(head) = cx.head(shell, rule) else {
        if let Some(mut nodes) = only_lines(cx, shell, Lines::Rows) {
            path_from(cx, kind, &mut nodes);
            rows(cx, &nodes, home);
        }
        return None;
    };
    let mut item = said(cx, head, kind, shell)?;
    let mut nodes = cx.body(shell, Lines::Rows);
    item.from = path_from(cx, kind, &mut nodes);
    let found = rows(cx, &nodes, home);
    (item.groups, item.rows) = (found.groups, found.rows);
    Some(ItemKind::Rows(item))
}

fn kind_of(keyword: &str) -> RowsKind {
    match keyword {
        "value" => RowsKind::Value,
        "fact" => RowsKind::Fact,
        "permit" => RowsKind::Permit,
        "zone" => RowsKind::Zone,
        "course" => RowsKind::Course,
        "path" => RowsKind::Path,
        "knowledge" => RowsKind::Knowledge,
        "obligation" => RowsKind::Obligation,
        _ => RowsKind::Victory,
    }
}

fn said(cx: &mut Cx<'_, '_>, head: Part<'_>, kind: RowsKind, shell: &Shell) -> Option<Rows> {
    let mut kids = head.kids();
    let name = match kids.one(Rule::new_name) {
        Some(part) => declared(cx, &part),
        None => Name { text: "victory".to_owned(), span: shell.head },
    };
    let params = kids.one(Rule::parameters).map_or_else(Vec::new, |part| parameters(cx, part));
    let mut item = Rows {
        kind,
        name,
        params,
        within: None,
        result: None,
        layer: None,
        cases: Vec::new(),
        stages: Vec::new(),
        otherwise: None,
        by: None,
        during: Vec::new(),
        always: None,
        like: None,
        spends: None,
        remembers: Vec::new(),
        enters: None,
        leaves: None,
        hides: Vec::new(),
        from: None,
        groups: Vec::new(),
        rows: Vec::new(),
    };
    for part in kids {
        let (rule, span) = (part.rule(), part.span());
        let word = part.text().split_whitespace().next().unwrap_or_default();
        let mut inner = part.clone().kids();
        let again = match rule {
            Rule::result => inner.next().map(|part| ty(cx, part)).and_then(|ty| item.result.replace(ty)).is_some(),
            Rule::within_action => inner.next().and_then(|part| item.within.replace(part.name())).is_some(),
            Rule::otherwise_is => {
                inner.next().map(|part| any(cx, part)).and_then(|e| item.otherwise.replace(e)).is_some()
            }
            Rule::stages => !std::mem::replace(&mut item.stages, names(&mut inner, Rule::name)).is_empty(),
            Rule::of_layer => item.layer.replace(of_layer(part)).is_some(),
            Rule::by_whom => item.by.replace(Box::new(By { span, side: only(cx, part) })).is_some(),
            Rule::during => !std::mem::replace(&mut item.during, names(&mut inner, Rule::name)).is_empty(),
            // What no row of it forbids is allowed: there is no other way to say it.
            Rule::always => {
                let yes = Expr { kind: ExprKind::Yes, span };
                item.always.replace(span).is_some() || item.otherwise.replace(yes).is_some()
            }
            Rule::hides => !std::mem::replace(&mut item.hides, names(&mut inner, Rule::name)).is_empty(),
            Rule::remembers => {
                let named = inner.map(|part| declared(cx, &part)).collect();
                !std::mem::replace(&mut item.remembers, named).is_empty()
            }
            Rule::like => inner.next().and_then(|part| item.like.replace(part.name())).is_some(),
            Rule::spends_of => {
                let points = next(cx, &mut inner, span);
                item.enters = inner.one(Rule::enters).map(|part| Box::new(only(cx, part)));
                item.leaves = inner.one(Rule::leaves).and_then(|part| leaves(cx, part)).map(Box::new);
                item.spends.replace(points).is_some()
            }
            _ => {
                item.cases.extend(cases(cx, part));
                false
            }
        };
        if again {
            cx.fault(span, FaultKind::Twice { what: word.to_owned() });
        }
    }
    Some(item)
}

/// `leaves at hexes where exit(u, it), perform gone(u)`
fn leaves(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Option<Leaves> {
    let span = part.span();
    let mut kids = part.kids();
    let at = next(cx, &mut kids, span);
    let done = kids.one(Rule::perform)?;
    let done_at = done.span();
    let StmtKind::Perform { name, args, cell, into: None } = perform(cx, done) else { return None };
    if cell {
        let expected = vec!["the name of a procedure".to_owned()];
        cx.fault(done_at, FaultKind::Unexpected { context: Context::Head("course"), expected, found: name.text });
        return None;
    }
    Some(Leaves { span, at, performs: name, args })
}

/// `from A to B by ray, inner hexes only within E hexes`: the lines of a path that are no rows.
fn path_from(cx: &mut Cx<'_, '_>, kind: RowsKind, nodes: &mut Nodes) -> Option<PathFrom> {
    if kind != RowsKind::Path {
        return None;
    }
    let mut found = None;
    let source = cx.source;
    let is_from = |tokens: &std::ops::Range<usize>| source.word(tokens.start) == "from";
    for node in nodes.nodes.extract_if(.., |node| node.parts.first().is_some_and(|piece| is_from(&piece.tokens))) {
        let Some(piece) = node.parts.first() else { continue };
        let Some(part) = cx.read(Rule::path_from, &piece.tokens, Context::Line("path")) else { continue };
        if found.is_some() {
            cx.fault(node.span, FaultKind::Twice { what: "from".to_owned() });
        }
        let mut kids = part.kids();
        let from = next(cx, &mut kids, node.span);
        let to = next(cx, &mut kids, node.span);
        let mut path = PathFrom { span: node.span, from, to, ray: false, inner: false, within: None };
        for part in kids {
            if part.rule() == Rule::by_ray {
                path.ray = true;
                path.inner = part.kids().has(Rule::inner);
            } else {
                path.within = Some(only(cx, part));
            }
        }
        found = Some(path);
    }
    found
}

pub(crate) fn also(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_also);
    let nodes = cx.body(shell, Lines::Rows);
    let found = rows(cx, &nodes, Home { kind: None, context: Context::Row("also") });
    let mut kids = head?.kids();
    let target = kids.one(Rule::name)?.name();
    let layer = layer(&mut kids);
    Some(ItemKind::Also(Also { target, layer, groups: found.groups, rows: found.rows }))
}
