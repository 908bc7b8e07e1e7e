//! Row queries: stages in order, in each the rows without a group, then the groups.

use super::print::{Printer, quoted};
use super::words::{GROUPS, STAGES, bind, binding_rows};
use crate::ir::{Row, RowIx, RowKind, Rows, StageIx, StageOp};

impl Printer<'_> {
    pub(super) fn rows(&mut self, rows: &Rows) {
        self.put(" rows {");
        self.indent += 1;
        for index in 0..rows.stages.len() {
            self.line();
            self.stage(rows, StageIx::new(index));
        }
        for ruling in &rows.rulings {
            self.line();
            let (over, under) = (label(rows, ruling.over), label(rows, ruling.under));
            self.put(&format!("ruling {} {over} over {under}", self.world.site(ruling.site)));
        }
        self.close();
    }

    fn stage(&mut self, rows: &Rows, id: StageIx) {
        let stage = &rows.stages[id.index()];
        let rows_of_it = rows.rows.iter().any(|row| row.stage == id);
        let word = match stage.op {
            StageOp::RoundDown if !rows_of_it => return self.put("round down"),
            StageOp::RoundUp if !rows_of_it => return self.put("round up"),
            StageOp::RoundDown => "round down",
            StageOp::RoundUp => "round up",
            StageOp::Answer
            | StageOp::Sum
            | StageOp::Product
            | StageOp::Largest
            | StageOp::Smallest
            | StageOp::All
            | StageOp::Any => STAGES.iter().find(|(_, of)| *of == stage.op).map_or("?", |(word, _)| word),
        };
        self.put(word);
        if let Some(name) = &stage.name {
            self.put(&format!(" {}", quoted(name)));
        }
        self.put(" {");
        self.indent += 1;
        self.rows_of(rows, id, None);
        for (index, group) in stage.groups.iter().enumerate() {
            self.line();
            let word = GROUPS.iter().find(|(_, of)| *of == group.op).map_or("?", |(word, _)| word);
            self.put(&format!("group {word} {} {{", quoted(&group.name)));
            self.indent += 1;
            self.rows_of(rows, id, u32::try_from(index).ok());
            self.close();
        }
        self.close();
    }

    fn rows_of(&mut self, rows: &Rows, stage: StageIx, group: Option<u32>) {
        for (index, row) in rows.rows.iter().enumerate() {
            if row.stage == stage && row.group == group {
                self.line();
                self.row(rows, index, row);
            }
        }
    }

    fn row(&mut self, rows: &Rows, index: usize, row: &Row) {
        self.put(&format!("row {} {}", row.label, self.world.site(row.site)));
        let form = form(rows, row);
        self.put(&form);
        let open = self.scope.len();
        for (index, (var, over)) in row.binders.iter().enumerate() {
            self.put(if index > 0 { ", for " } else { " for " });
            self.declaration(*var);
            self.put(" in ");
            // A comparison would swallow the `=` of the row.
            self.expr_at(*over, bind::ADD);
            self.open(*var);
        }
        self.scope.truncate(open);
        self.open_binders(rows, index);
        self.clause(" = ", row.value);
        self.clause(" when ", row.guard);
        self.scope.truncate(open);
    }

    /// The names that the reader knows in this row.
    fn open_binders(&mut self, rows: &Rows, index: usize) {
        let known = binding_rows(index, rows.rows.len(), |row| match rows.rows.get(row).map(|row| &row.kind) {
            Some(RowKind::Over { parents, even: false }) => Some(parents),
            Some(RowKind::Over { even: true, .. } | RowKind::Base | RowKind::Otherwise | RowKind::Waive(_)) | None => {
                None
            }
        });
        for row in known.into_iter().rev().filter_map(|row| rows.rows.get(row)) {
            self.scope.extend(row.binders.iter().map(|(var, _)| *var));
        }
    }
}

fn form(rows: &Rows, row: &Row) -> String {
    match &row.kind {
        RowKind::Base => String::new(),
        RowKind::Otherwise => " otherwise".to_owned(),
        RowKind::Over { parents, even } => {
            format!(" {}over {}", if *even { "even " } else { "" }, labels(rows, parents))
        }
        RowKind::Waive(of) => format!(" waives {}", labels(rows, of)),
    }
}

fn labels(rows: &Rows, of: &[RowIx]) -> String {
    of.iter().map(|row| label(rows, *row)).collect::<Vec<_>>().join(", ")
}

fn label(rows: &Rows, row: RowIx) -> &str {
    rows.rows.get(row.index()).map_or("?", |row| &row.label)
}
