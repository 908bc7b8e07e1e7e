//! Rows: first every row's head, then amounts and guards, for a row may stand before the one it is over, and
//! reads the names of that row's binders.

use super::Reader;
use super::lexer::Tok;
use wgr_runtime::ir::{ExprId, Group, LocalId, Row, RowIx, RowKind, Rows, Ruling, Stage, StageIx, StageOp};
use wgr_runtime::text::words::{GROUPS, STAGES, binding_rows};

/// A row whose amount and guard are still to be read, and whose names are not looked up.
struct Head<'a> {
    row: Row,
    /// Where `=` or `when` stands.
    rest: usize,
    names: Vec<(&'a str, LocalId)>,
    /// The rows that it is over or waives.
    of: Vec<&'a str>,
}

impl<'a> Reader<'a> {
    pub(super) fn rows(&mut self) -> Rows {
        self.expect_sign("{");
        let (mut stages, mut heads) = (Vec::new(), Vec::new());
        loop {
            if self.eat_word("round") {
                let op = self.one_of(&[("down", StageOp::RoundDown), ("up", StageOp::RoundUp)]);
                let rows = matches!(self.tok(), Tok::Sign("{"));
                let bare = || Stage { name: None, op, groups: Vec::new() };
                let stage = if rows { self.stage(op, StageIx::new(stages.len()), &mut heads) } else { bare() };
                stages.push(stage);
            } else if let Some(op) = self.eat_one_of(&STAGES) {
                let stage = self.stage(op, StageIx::new(stages.len()), &mut heads);
                stages.push(stage);
            } else {
                break;
            }
        }
        let mut rulings = Vec::new();
        while self.eat_word("ruling") {
            let site = self.site();
            let over = row_named(&heads, self.word());
            self.expect_words("over");
            rulings.push(Ruling { site, over, under: row_named(&heads, self.word()) });
        }
        self.expect_sign("}");
        Rows { stages, rows: self.rows_of(heads), rulings }
    }

    fn stage(&mut self, op: StageOp, stage: StageIx, heads: &mut Vec<Head<'a>>) -> Stage {
        let name = matches!(self.tok(), Tok::Text(_)).then(|| self.string());
        let mut groups = Vec::new();
        self.expect_sign("{");
        while self.eat_word("row") {
            heads.push(self.head_of_row(stage, None));
        }
        while self.eat_word("group") {
            let op = self.one_of(&GROUPS);
            let name = self.string();
            self.expect_sign("{");
            while self.eat_word("row") {
                heads.push(self.head_of_row(stage, Some(groups.len() as u32)));
            }
            self.expect_sign("}");
            groups.push(Group { name, op });
        }
        self.expect_sign("}");
        Stage { name, op, groups }
    }

    fn head_of_row(&mut self, stage: StageIx, group: Option<u32>) -> Head<'a> {
        let label = self.word().to_owned();
        let site = self.site();
        let (kind, of) = self.form();
        let (mut names, mut binders) = (Vec::new(), Vec::new());
        if self.is_word("for") {
            self.inside(&[], |reader| {
                loop {
                    reader.expect_words("for");
                    let (name, local, _) = reader.declare_local();
                    reader.expect_words("in");
                    binders.push((local, reader.sum_expr()));
                    reader.open(name, local);
                    names.push((name, local));
                    if !reader.eat_sign(",") {
                        break;
                    }
                }
            });
        }
        let rest = self.next;
        self.skip_rest();
        Head { row: Row { label, site, stage, group, kind, binders, guard: None, value: None }, rest, names, of }
    }

    fn form(&mut self) -> (RowKind, Vec<&'a str>) {
        if self.eat_word("otherwise") {
            return (RowKind::Otherwise, Vec::new());
        }
        if self.eat_word("waives") {
            return (RowKind::Waive(Vec::new()), self.labels());
        }
        let even = self.eat_word("even");
        if self.eat_word("over") {
            return (RowKind::Over { parents: Vec::new(), even }, self.labels());
        }
        (RowKind::Base, Vec::new())
    }

    fn labels(&mut self) -> Vec<&'a str> {
        let mut labels = vec![self.word()];
        while self.eat_sign(",") {
            labels.push(self.word());
        }
        labels
    }

    /// To the next row, group or end; braces are balanced in a body.
    fn skip_rest(&mut self) {
        let mut depth = 0_u32;
        loop {
            match self.tok() {
                Tok::Word("row" | "group") | Tok::Sign("}") if depth == 0 => return,
                Tok::Sign("{") => depth += 1,
                Tok::Sign("}") => depth -= 1,
                Tok::End => self.expected("`}`"),
                Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) => {}
            }
            self.advance();
        }
    }

    /// Reads what was skipped, and stands again where it stood.
    fn rows_of(&mut self, mut heads: Vec<Head<'a>>) -> Vec<Row> {
        for index in 0..heads.len() {
            let of = heads[index].of.iter().map(|label| row_named(&heads, label)).collect();
            match &mut heads[index].row.kind {
                RowKind::Base | RowKind::Otherwise => {}
                RowKind::Over { parents: rows, .. } | RowKind::Waive(rows) => *rows = of,
            }
        }
        let end = self.next;
        for index in 0..heads.len() {
            self.next = heads[index].rest;
            let (value, guard) = self.inside(&names_in(&heads, index), |reader| reader.rest_of_row());
            (heads[index].row.value, heads[index].row.guard) = (value, guard);
        }
        self.next = end;
        heads.into_iter().map(|head| head.row).collect()
    }

    fn rest_of_row(&mut self) -> (Option<ExprId>, Option<ExprId>) {
        let value = self.eat_sign("=").then(|| self.expr());
        let guard = self.clause("when");
        if !(self.is_word("row") || self.is_word("group") || self.is_sign("}")) {
            self.expected("the next row");
        }
        (value, guard)
    }
}

fn row_named(heads: &[Head<'_>], label: &str) -> RowIx {
    let found = heads.iter().position(|head| head.row.label == label);
    RowIx::new(found.unwrap_or_else(|| panic!("there is no row `{label}`")))
}

/// The binders that a row reads: its own; and those of the rows that it is over, if it is judged in each of
/// their bindings. The nearest row's name wins.
fn names_in<'a>(heads: &[Head<'a>], index: usize) -> Vec<(&'a str, LocalId)> {
    let rows = binding_rows(index, heads.len(), |row| match &heads[row].row.kind {
        RowKind::Over { parents, even: false } => Some(parents),
        RowKind::Over { even: true, .. } | RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => None,
    });
    let mut names: Vec<(&str, LocalId)> = rows.iter().flat_map(|row| heads[*row].names.iter().rev().copied()).collect();
    names.reverse();
    names
}
