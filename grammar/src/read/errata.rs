//! `errata`: edits to what was printed.

use super::cx::Cx;
use super::expr::any;
use super::names::{case, cases, names, title};
use super::pairs::{Kids, Part, Rule};
use super::row::{Home, first_of, said, verdict};
use crate::ast::{
    Beside, Edit, EditKind, Errata, ErrataKind, ErrataSort, ItemKind, Name, Passage, Row, Thing, Verdict, VerdictKind,
    Which,
};
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
    let (language, kind, source, date) = (None, None, None, None);
    let mut errata = Errata { title, to, language, kind, source, date, requires: vec![], excludes: vec![], edits };
    while let Some(part) = kids.next() {
        if said_before(cx, &mut errata, &part, &mut kids) {
            cx.fault(part.span(), FaultKind::Twice { what: part.text().to_owned() });
        }
    }
    Some(ItemKind::Errata(errata))
}

/// Takes in a part of the head. Was it there already?
fn said_before(cx: &mut Cx<'_, '_>, errata: &mut Errata, part: &Part<'_>, kids: &mut Kids<'_>) -> bool {
    let (rule, span) = (part.rule(), part.span());
    let mut sort = |sort| errata.kind.replace(ErrataKind { span, sort }).is_some();
    match rule {
        Rule::correction => sort(ErrataSort::Correction),
        Rule::clarification => sort(ErrataSort::Clarification),
        Rule::addition => sort(ErrataSort::Addition),
        Rule::language => {
            let language = part.clone().kids().next().map(|part| any(cx, part));
            std::mem::replace(&mut errata.language, language).is_some()
        }
        Rule::by_source | Rule::dated => {
            let said = kids.one(Rule::string).map(|part| part.string());
            let place = if rule == Rule::dated { &mut errata.date } else { &mut errata.source };
            std::mem::replace(place, said).is_some()
        }
        _ => {
            let all = if rule == Rule::requires { &mut errata.requires } else { &mut errata.excludes };
            let before = !all.is_empty();
            while let Some(part) = kids.one(Rule::string) {
                all.push(part.string());
            }
            before
        }
    }
}

fn edit(cx: &mut Cx<'_, '_>, node: &Node) -> Edit {
    let mut edit = Edit { span: node.span, kind: EditKind::Broken, over: None };
    let Some(part) = line(cx, node) else { return edit };
    let mut kids = part.kids();
    if let Some(part) = kids.next() {
        let rule = part.rule();
        let span = part.span();
        let mut inner = part.kids();
        edit.kind = match rule {
            Rule::amend => amend(cx, inner, span),
            Rule::amend_word => amend_word(inner).unwrap_or(EditKind::Broken),
            Rule::amend_part => amend_part(cx, inner).unwrap_or(EditKind::Broken),
            Rule::add_line => add_line(cx, inner).unwrap_or(EditKind::Broken),
            Rule::take_out => {
                let what = inner.one(Rule::thing).map(|part| thing(cx, part));
                let part = inner.one(Rule::part_of).map(|part| part_of(&part));
                what.map_or(EditKind::Broken, |what| taken_out(what, part))
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
            _ => add(cx, inner, span, node),
        };
    }
    edit.over = kids.one(Rule::over_other).and_then(|part: Part<'_>| part.kids().next()).map(|part| part.string());
    edit
}

/// What is added, and what stands in the place of a statement, may have blocks; nothing else has.
fn line<'s>(cx: &mut Cx<'s, '_>, node: &Node) -> Option<Part<'s>> {
    let piece = node.parts.first()?;
    let Some(block) = &piece.block else { return cx.read(Rule::edit_line, &piece.tokens, Context::Edit) };
    let end = cx.source.tokens.partition_point(|token| token.span.end <= node.span.end);
    if let Some(part) = cx.try_read(Rule::edit_line, &(piece.tokens.start..end)) {
        return Some(part);
    }
    if cx.read(Rule::edit_line, &piece.tokens, Context::Edit).is_some() {
        cx.fault(first_of(block.span), FaultKind::UnwantedBlock);
    }
    None
}

/// `amend 6.5 "Marsh" when was u.moved now u.tired`
fn amend_part(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>) -> Option<EditKind> {
    let what = thing(cx, kids.one(Rule::thing)?);
    let part = part_of(&kids.one(Rule::part_of)?);
    let was = passage(cx, &kids.one(Rule::passage)?);
    let now = passage(cx, &kids.one(Rule::passage)?);
    Some(EditKind::AmendPart { what, part, was, now })
}

/// `add to Terrain swamp "swamp"`
fn add_line(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>) -> Option<EditKind> {
    let to = thing(cx, kids.one(Rule::thing)?);
    let after = kids.has(Rule::behind);
    let beside = (after || kids.has(Rule::before)).then(|| kids.one(Rule::thing)).flatten();
    let beside = beside.map(|part| Beside { after, what: thing(cx, part) });
    let line = passage(cx, &kids.one(Rule::passage)?);
    Some(EditKind::AddLine { to, beside, line })
}

/// What has a title goes by it.
fn taken_out(what: Thing, part: Option<Name>) -> EditKind {
    match (what, part) {
        (Thing { title: Some(title), cases, .. }, None) => EditKind::Remove { cases, title },
        (what, part) => EditKind::RemoveThing { what, part },
    }
}

fn thing(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Thing {
    let span = part.span();
    let mut kids = part.kids();
    let cases = kids.one(Rule::cases).map_or_else(Vec::new, |part| cases(cx, part));
    let title = kids.one(Rule::title).and_then(title);
    let ruling = kids.one(Rule::ruling_name).map(|part| Name { text: format!("ruling {}", part.text()), span });
    let of = ruling.or_else(|| kids.one(Rule::name).map(|part| part.name()));
    let labels = names(&mut kids, Rule::label_word);
    let field = kids.one(Rule::field).and_then(|part| part.kids().last()).map(|part| part.name());
    Thing { span, cases, title, of, labels, field }
}

/// As it is called: one blank between two words.
fn part_of(part: &Part<'_>) -> Name {
    let text = part.text().split_whitespace().collect::<Vec<&str>>().join(" ");
    Name { text, span: part.span() }
}

fn passage(cx: &Cx<'_, '_>, part: &Part<'_>) -> Passage {
    let span = part.span();
    let first = cx.source.tokens.partition_point(|token| token.span.start < span.start);
    let within = cx.source.tokens.iter().skip(first).take_while(|token| token.span.end <= span.end);
    let words = within.filter(|token| !token.is_blank());
    let words = words.map(|token| Name { text: token.span.of(cx.source.text).to_owned(), span: token.span });
    Passage { span, words: words.collect() }
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
    let labels = names(&mut kids, Rule::label_word);
    let field = kids.one(Rule::field).and_then(|field| field.kids().last()).map(|part| part.name());
    let which = match (field, <[Name; 1]>::try_from(labels)) {
        (None, Ok(label)) => Which::Cell(label.into()),
        (None, Err(labels)) => Which::Cell(labels),
        (Some(field), Ok([hex])) => Which::Who(hex, field),
        (Some(field), Err(labels)) if labels.is_empty() => Which::Field(field),
        // A cell of a table has no fields.
        (Some(_), Err(_)) => return None,
    };
    let (was, now) = (kids.one(Rule::printed_word)?.name(), kids.one(Rule::printed_word)?.name());
    Some(EditKind::AmendWord { of, which, was, now })
}

/// `add to drm ROW`
fn add(cx: &mut Cx<'_, '_>, mut kids: Kids<'_>, span: Span, node: &Node) -> EditKind {
    let Some(to) = kids.one(Rule::name).map(|part| part.name()) else { return EditKind::Broken };
    let doc = node.doc.iter().map(|span| doc_text(cx.source.text, *span)).collect();
    let verdict = Verdict { span: node.span, kind: VerdictKind::Broken };
    let all = span.of(cx.source.plain());
    let behind = (to.span.end - span.start) as usize;
    let blanks = all.get(behind..).map_or(0, |rest| rest.len() - rest.trim_start().len());
    let mut row = Row {
        span: Span { start: to.span.end + blanks as u32, end: span.end },
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
