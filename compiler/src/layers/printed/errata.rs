//! What errata print: a slot for each of their lines.

use super::super::slot::{Slot, Which, called, texts};
use super::Lister;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Edit, EditKind, Errata, Thing};

impl<'t> Lister<'t, '_> {
    pub(super) fn errata(&mut self, span: Span, it: &'t Errata) {
        let Errata { title, to, language, kind, source, date, requires, excludes, edits } = it;
        let of = Slot::whole(&format!("errata \"{}\"", title.text));
        self.put(of.clone(), span, it);
        self.title(&of, Some(title));
        self.put(of.part("to"), to.span, to);
        self.maybe(of.part("language"), language.as_ref().map_or(span, |expr| expr.span), language.as_ref());
        self.maybe(of.part("source"), source.as_ref().map_or(span, |text| text.span), source.as_ref());
        self.maybe(of.part("kind"), kind.as_ref().map_or(span, |kind| kind.span), kind.as_ref());
        self.maybe(of.part("date"), date.as_ref().map_or(span, |text| text.span), date.as_ref());
        for (part, titles) in [("requires", requires), ("excludes", excludes)] {
            if let (Some(first), Some(last)) = (titles.first(), titles.last()) {
                self.put(of.part(part), first.span.to(last.span), titles);
            }
        }
        for edit in edits {
            let Edit { span, kind, over: _ } = edit;
            let (cases, title) = match kind {
                EditKind::Amend { cases, title, was: _, now: _ } | EditKind::Remove { cases, title } => {
                    (cases, Some(title))
                }
                EditKind::Add { to: _, row } => (&row.cases, row.title.as_ref()),
                EditKind::AmendWord { of: name, which: ast::Which::Field(field), was: _, now: _ } => {
                    let word = format!("{}.{}", name.text, field.text);
                    self.put(Slot::word(of.of(), &word), *span, edit);
                    continue;
                }
                EditKind::AmendWord { of: name, which: ast::Which::Cell(labels), was: _, now: _ } => {
                    let labels = labels.iter().map(|label| label.text.clone()).collect();
                    self.put(Slot::new(of.of(), Which::At(labels, Some(name.text.clone()))), *span, edit);
                    continue;
                }
                EditKind::AmendWord { of: name, which: ast::Which::Who(hex, who), was: _, now: _ } => {
                    let word = format!("{}[{}].{}", name.text, hex.text, who.text);
                    self.put(Slot::word(of.of(), &word), *span, edit);
                    continue;
                }
                EditKind::AmendPart { what, part, was: _, now: _ } => {
                    self.put(Slot::word(of.of(), &format!("{} {}", thing(what), part.text)), *span, edit);
                    continue;
                }
                EditKind::RemoveThing { what, part } => {
                    let part = part.as_ref().map_or_else(String::new, |part| format!(" {}", part.text));
                    self.put(Slot::word(of.of(), &format!("no {}{part}", thing(what))), *span, edit);
                    continue;
                }
                EditKind::AddLine { to, beside: _, line: _ } => {
                    self.put(Slot::word(of.of(), &format!("to {}", thing(to))), *span, edit);
                    continue;
                }
                EditKind::Case { cases, says: _ } => (cases, None),
                EditKind::SetAside { title, because: _ } => {
                    let example = format!("example \"{}\"", title.text);
                    self.put(Slot::word(of.of(), &example), *span, edit);
                    continue;
                }
                EditKind::Broken => continue,
            };
            self.put(Slot::labelled(of.of(), cases, title), *span, edit);
        }
    }
}

/// As errata name it.
fn thing(of: &Thing) -> String {
    let Thing { span: _, cases, title, of, labels, field } = of;
    let mut text = of
        .as_ref()
        .map_or_else(|| called(&texts(cases), title.as_ref().map(|title| title.text.as_str())), |of| of.text.clone());
    if !labels.is_empty() {
        let labels: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
        text.push_str(&format!("[{}]", labels.join(", ")));
    }
    field.iter().for_each(|field| text.push_str(&format!(".{}", field.text)));
    text
}
