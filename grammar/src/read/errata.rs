//! `errata`: edits to what was printed.

use super::cx::Cx;
use super::expr::any;
use super::names::{case, cases, title};
use super::pairs::{Kids, Part, Rule};
use super::row::{Home, first_of, said, verdict};
use crate::ast::{Edit, EditKind, Errata, ItemKind, Name, Row, Verdict, VerdictKind, Which};
use crate::fault::{Context, FaultKind};
use crate::line::{Lines, Node};
use crate::shell::{Shell, doc_text};
use crate::span::Span;

pub(crate) fn errata(cx: &mut Cx<'_, '_>, shell: &Shell) -> Option<ItemKind> {
    let head = cx.head(shell, Rule::head_errata);
    let nodes = cx.body(shell, Lines::Rows);
    let edits = nodes.nodes.iter().map(|node| edit(cx, node)).collect();
    let mut kids = head?.kids();
    let title = kids.one(Rule::title).and_then(title)?;
    let to = kids.one(Rule::string)?.string();
    let (mut language, mut source) = (None, None);
    for part in kids {
        let language_is = part.rule() == Rule::language;
        let Some(part) = part.kids().next() else { continue };
        if language_is {
            language = Some(any(cx, part));
        } else {
            source = Some(part.string());
        }
    }
    Some(ItemKind::Errata(Errata { title, to, language, source, edits }))
}

fn edit(cx: &mut Cx<'_, '_>, node: &Node) -> Edit {
    let mut edit = Edit { span: node.span, kind: EditKind::Broken, over: None };
    let Some(piece) = node.parts.first() else { return edit };
    let Some(part) = cx.read(Rule::edit_line, &piece.tokens, Context::Edit) else { return edit };
    if let Some(block) = &piece.block {
        cx.fault(first_of(block.span), FaultKind::UnwantedBlock);
        return edit;
    }
    let mut kids = part.kids();
    if let Some(part) = kids.next() {
        let rule = part.rule();
        let span = part.span();
        let mut inner = part.kids();
        edit.kind = match rule {
            Rule::amend => amend(cx, inner, span),
            Rule::amend_word => amend_word(inner).unwrap_or(EditKind::Broken),
            Rule::take_out => {
                let cases = inner.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
                let title = inner.one(Rule::title).and_then(title);
                title.map_or(EditKind::Broken, |title| EditKind::Remove { cases, title })
            }
            Rule::house_case => {
                let mut cases = Vec::new();
                inner.one(Rule::case).iter().for_each(|part| case(cx, part, &mut cases));
                let says = inner.one(Rule::string).map(|part| part.string());
                says.map_or(EditKind::Broken, |says| EditKind::Case { cases, says })
            }
            Rule::set_aside => {
                let (title, because) = (inner.one(Rule::string), inner.one(Rule::string));
                let both = title.zip(because).map(|(title, because)| (title.string(), because.string()));
                both.map_or(EditKind::Broken, |(title, because)| EditKind::SetAside { title, because })
            }
            _ => add(cx, inner, node),
        };
    }
    edit.over = kids.one(Rule::over_other).and_then(|part: Part<'_>| part.kids().next()).map(|part| part.string());
    edit
}

/// `amend 6.5 "Marsh" was = 2 now = 3`
fn amend(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, span: Span) -> EditKind {
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    let Some(title) = kids.one(Rule::title).and_then(title) else { return EditKind::Broken };
    let broken = Verdict { span, kind: VerdictKind::Broken };
    let was = kids.one(Rule::verdict).map_or_else(|| broken.clone(), |part| verdict(cx, part));
    let now = kids.one(Rule::verdict).map_or(broken, |part| verdict(cx, part));
    EditKind::Amend { cases, title, was, now }
}

/// `amend crt[6, 3:1] was DR now DR2`, `amend r45.attack was 6 now 7`
fn amend_word(mut kids: Kids<'_>) -> Option<EditKind> {
    let of = kids.one(Rule::name)?.name();
    let which = match kids.one(Rule::field) {
        Some(field) => Which::Field(field.kids().last()?.name()),
        None => Which::Cell(Vec::new()),
    };
    let mut words: Vec<Name> = kids.map(|part| part.name()).collect();
    let now = words.pop()?;
    let was = words.pop()?;
    let which = if let Which::Cell(_) = which { Which::Cell(words) } else { which };
    Some(EditKind::AmendWord { of, which, was, now })
}

/// `add to drm ROW`
fn add(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, node: &Node) -> EditKind {
    let Some(to) = kids.one(Rule::name).map(|part| part.name()) else { return EditKind::Broken };
    let doc = node.doc.iter().map(|span| doc_text(cx.source.text, *span)).collect();
    let verdict = Verdict { span: node.span, kind: VerdictKind::Broken };
    let mut row = Row {
        span: Span { start: to.span.end, end: node.span.end },
        cases: Vec::new(),
        title: None,
        stage: None,
        verdict,
        clauses: Vec::new(),
        group: None,
        doc,
    };
    said(cx, kids, Home { kind: None, context: Context::Edit }, &mut row);
    EditKind::Add { to, row: Box::new(row) }
}
