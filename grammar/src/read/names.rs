//! Names, cases, titles, labels: what stands before and behind what is said.

use super::cx::Cx;
use super::pairs::{Kids, Part, Rule, parse};
use crate::ast::{Case, Layer, Name, Text};
use crate::fault::FaultKind;
use crate::span::Span;
use crate::words::{free_name, is_reserved};

/// A name that is declared here: a reserved word is told, and stays its name.
pub(crate) fn declared(cx: &mut Cx<'_, '_>, part: &Part<'_>) -> Name {
    let name = part.name();
    if is_reserved(&name.text) {
        let kind = FaultKind::ReservedName { word: name.text.clone(), free: free_name(&name.text) };
        cx.fault(name.span, kind);
    }
    name
}

/// All parts of one rule that follow each other, as names.
pub(crate) fn names(kids: &mut Kids<'_>, rule: Rule) -> Vec<Name> {
    std::iter::from_fn(|| kids.one(rule)).map(|part| part.name()).collect()
}

/// The same, declared.
pub(crate) fn declared_names(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>) -> Vec<Name> {
    std::iter::from_fn(|| kids.one(Rule::new_name)).map(|part| declared(cx, &part)).collect()
}

/// Is this one case as rules cite it, whole: `7`, `12.2.4#m`, `B.4#c.2`?
pub fn is_case(text: &str) -> bool {
    !text.contains(',') && is_all(Rule::case, text)
}

/// `G`, `CRT`, `S1`: a section of the book that does not begin with a number.
pub(crate) fn is_chapter(text: &str) -> bool {
    is_all(Rule::chapter, text)
}

fn is_all(rule: Rule, text: &str) -> bool {
    parse(rule, text, Span::new(0, text.len())).is_ok_and(|part| part.text() == text)
}

/// All cases of a `cases`.
pub(crate) fn cases(cx: &mut Cx<'_, '_>, part: Part<'_>) -> Vec<Case> {
    let mut found = Vec::new();
    for part in part.kids() {
        case(cx, &part, &mut found);
    }
    for (at, case) in found.iter().enumerate() {
        if found.iter().take(at).any(|before| before.text == case.text) {
            cx.fault(case.span, FaultKind::CaseTwice { case: case.text.clone() });
        }
    }
    found
}

/// One printed case; `12.2.4#m,n` is two.
pub(crate) fn case(cx: &mut Cx<'_, '_>, part: &Part<'_>, found: &mut Vec<Case>) {
    let span = part.span();
    let Some((section, lines)) = part.text().split_once('#') else {
        found.push(Case { text: part.text().to_owned(), span });
        return;
    };
    let mut place = span.start + section.len() as u32 + 1;
    for (at, line) in lines.split(',').enumerate() {
        if line.split('.').next().is_some_and(|letters| letters.len() > 2) {
            cx.fault(span, FaultKind::CaseLetters { found: part.text().to_owned() });
            return;
        }
        let start = if at == 0 { span.start } else { place };
        let end = place + line.len() as u32;
        found.push(Case { text: format!("{section}#{line}"), span: Span { start, end } });
        place = end + 1;
    }
}

/// The text of a `title`.
pub(crate) fn title(part: Part<'_>) -> Option<Text> {
    part.kids().one(Rule::string).map(|part| part.string())
}

/// Cases and a title, each of which may be missing; adds to what was said before.
pub(crate) fn label(cx: &mut Cx<'_, '_>, kids: &mut Kids<'_>, cases_: &mut Vec<Case>, title_: &mut Option<Text>) {
    if let Some(part) = kids.one(Rule::cases) {
        cases_.extend(cases(cx, part));
    }
    if let Some(part) = kids.one(Rule::title) {
        *title_ = title(part);
    }
}

/// `in friedensturm, foch_attacks`
pub(crate) fn of_layer(part: Part<'_>) -> Layer {
    let span = part.span();
    Layer { span, any: names(&mut part.kids(), Rule::name) }
}

pub(crate) fn layer(kids: &mut Kids<'_>) -> Option<Layer> {
    kids.one(Rule::of_layer).map(of_layer)
}
