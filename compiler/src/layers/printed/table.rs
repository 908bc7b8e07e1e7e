//! Of tables: their heads, lines and cells, each named by what it is labelled with.

use super::Lister;
use crate::layers::slot::{CELL, Slot, Which};
use wgr_grammar::Span;
use wgr_grammar::ast::{Name, Table, TableHead, TableLine};

impl<'t> Lister<'t, '_> {
    pub(super) fn table(&mut self, span: Span, it: &'t Table) {
        let Table { name, cases, down, across, heads_of, gives, beyond, provisional, heads, lines, body: _ } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.cases(&of, cases);
        self.put(of.part("range"), down.span, down);
        self.maybe(of.part("by"), across.as_ref().map_or(span, |ty| ty.span), across.as_ref());
        self.maybe(of.part("of"), heads_of.as_ref().map_or(span, |ty| ty.span), heads_of.as_ref());
        self.put(of.part("gives"), gives.span, gives);
        for edge in beyond {
            self.put(of.part("beyond"), edge.span, edge);
        }
        self.provisional(&of, provisional.as_ref());
        for TableHead { span, cases, of: members, labels } in heads {
            let member = members.first();
            let of_head = labelled(&name.text, "", member, None);
            if member.is_some() {
                self.put(of_head.clone(), *span, members);
            }
            self.cases(&of_head, cases);
            for column in labels {
                self.put(labelled(&name.text, "", member, Some(column)), column.span, column);
            }
        }
        for line in lines {
            self.table_line(&name.text, line, heads.first());
        }
    }

    /// The last words of a line are its cells, those before them its label. Where columns have several heads, the first names them.
    fn table_line(&mut self, of: &str, line: &'t TableLine, head: Option<&'t TableHead>) {
        let TableLine { span, cases, words } = line;
        let columns = head.map_or(&[][..], |head| &head.labels);
        let label = words.len().saturating_sub(columns.len().max(1));
        let (label, cells) = words.split_at(label);
        let label = label.iter().map(|word| word.text.as_str()).collect::<Vec<&str>>().join(" ");
        let of_line = Slot::new(of, Which::At(vec![label.clone()], None));
        self.put(of_line.clone(), *span, line);
        self.cases(&of_line, cases);
        for (at, cell) in cells.iter().enumerate() {
            let slot = match columns.get(at) {
                Some(column) => labelled(of, &label, head.and_then(|head| head.of.first()), Some(column)),
                None => of_line.part(CELL),
            };
            self.put(slot, cell.span, cell);
        }
    }
}

/// A place in a table: its line, whose head it is where columns have several, its column.
fn labelled(of: &str, line: &str, member: Option<&Name>, column: Option<&Name>) -> Slot {
    let beside = [member, column].into_iter().flatten().map(|word| word.text.clone());
    Slot::new(of, Which::At(std::iter::once(line.to_owned()).chain(beside).collect(), None))
}
