//! Rows: first every row's head, then amounts and guards, for a row may stand before the one it is over, and
//! reads the names of that row's binders.

use super::lexer::Tok;
use super::names::did_you_mean;
use super::read::{Parse, Reader};
use crate::ir::{ExprId, Group, GroupOp, LocalId, Pos, Row, RowIx, RowKind, Rows, Ruling, Stage, StageIx, StageOp};

pub(super) const STAGES: [(&str, StageOp); 7] = [
    ("answer", StageOp::Answer),
    ("sum", StageOp::Sum),
    ("product", StageOp::Product),
    ("largest", StageOp::Largest),
    ("smallest", StageOp::Smallest),
    ("all", StageOp::All),
    ("any", StageOp::Any),
];

pub(super) const GROUPS: [(&str, GroupOp); 4] =
    [("sum", GroupOp::Sum), ("largest", GroupOp::Largest), ("smallest", GroupOp::Smallest), ("once", GroupOp::Once)];

const ROWS: &str = "sum { row woods @7.5 \"Woods\" = 1 }";
const ROW: &str = "row woods @7.5 \"Woods\" for u: Unit in all Unit = 1 when steps[u] > 1";

/// A row whose amount and guard are still to be read, and whose names are not looked up.
struct Head<'a> {
    row: Row,
    at: Pos,
    /// Where `=` or `when` stands.
    rest: usize,
    names: Vec<(&'a str, LocalId)>,
    /// The rows that it is over or waives.
    of: Vec<(&'a str, Pos)>,
}

#[derive(Default)]
struct Heads<'a> {
    all: Vec<Head<'a>>,
    stages: Vec<Stage>,
}

type Label<'a> = (&'a str, Pos);

impl<'a> Reader<'a> {
    pub(super) fn rows(&mut self) -> Parse<Rows> {
        self.expect_sign("{", ROWS)?;
        let mut heads = Heads::default();
        let words: Vec<&'static str> = STAGES.iter().map(|(word, _)| *word).collect();
        loop {
            if self.eat_word("round") {
                let down = self.expect_one_of(&["down", "up"], "round down")? == "down";
                let op = if down { StageOp::RoundDown } else { StageOp::RoundUp };
                heads.stages.push(Stage { name: None, op, groups: Vec::new() });
            } else if let Some(word) = self.eat_one_of(&words) {
                let op = STAGES.iter().find(|(name, _)| *name == word).map_or(StageOp::Answer, |&(_, op)| op);
                self.stage(op, &mut heads)?;
            } else {
                break;
            }
        }
        let rulings = self.rulings()?;
        let end = self.next;
        if !self.is_sign("}") {
            return Err(self.expected("a stage, `round`, `ruling` or `}`", ROWS));
        }
        let rows = self.finish(heads, rulings)?;
        self.next = end;
        self.advance();
        Ok(rows)
    }

    fn stage(&mut self, op: StageOp, heads: &mut Heads<'a>) -> Parse<()> {
        let name = if matches!(self.tok(), Tok::Text(_)) { Some(self.string("a name", ROWS)?) } else { None };
        let stage = StageIx::new(heads.stages.len());
        heads.stages.push(Stage { name, op, groups: Vec::new() });
        self.expect_sign("{", ROWS)?;
        while self.is_word("row") {
            heads.all.push(self.head_of_row(stage, None)?);
        }
        while self.eat_word("group") {
            let word = self.expect_one_of(&GROUPS.map(|(word, _)| word), "group largest \"Terrain\" { }")?;
            let op = GROUPS.iter().find(|(name, _)| *name == word).map_or(GroupOp::Sum, |&(_, op)| op);
            let name = self.string("the group's name", "group largest \"Terrain\" { }")?;
            let groups = &mut heads.stages[stage.index()].groups;
            let group = u32::try_from(groups.len()).unwrap_or(u32::MAX);
            groups.push(Group { name, op });
            self.expect_sign("{", ROWS)?;
            while self.is_word("row") {
                heads.all.push(self.head_of_row(stage, Some(group))?);
            }
            if !self.eat_sign("}") {
                return Err(self.expected("`row` or `}`", ROW));
            }
        }
        if self.is_word("row") {
            return Err(self.expected("`group` or `}`, for rows without a group come first", ROW));
        }
        if !self.eat_sign("}") {
            return Err(self.expected("`row`, `group` or `}`", ROW));
        }
        Ok(())
    }

    fn head_of_row(&mut self, stage: StageIx, group: Option<u32>) -> Parse<Head<'a>> {
        self.advance();
        let at = self.pos();
        let label = self.word("the row's label", ROW)?.to_owned();
        let site = self.site(ROW)?;
        let (kind, of) = self.form()?;
        let open = self.work.scope.len();
        let mut names = Vec::new();
        let mut binders = Vec::new();
        if self.eat_word("for") {
            loop {
                let (name, local, _) = self.declare_local(ROW)?;
                self.expect_word("in", ROW)?;
                binders.push((local, self.sum_expr()?));
                self.open(name, local);
                names.push((name, local));
                if !self.eat_sign(",") {
                    break;
                }
                self.expect_word("for", ROW)?;
            }
        }
        self.work.scope.truncate(open);
        let rest = self.next;
        self.skip_rest()?;
        let row = Row { label, site, stage, group, kind, binders, guard: None, value: None };
        Ok(Head { row, at, rest, names, of })
    }

    fn form(&mut self) -> Parse<(RowKind, Vec<Label<'a>>)> {
        if self.eat_word("otherwise") {
            return Ok((RowKind::Otherwise, Vec::new()));
        }
        if self.eat_word("waives") {
            return Ok((RowKind::Waive(Vec::new()), self.labels()?));
        }
        let even = self.eat_word("even");
        if even && !self.is_word("over") {
            return Err(self.expected("`over`", "row bridge @6.9 \"Bridge\" even over river = 1"));
        }
        if self.eat_word("over") {
            return Ok((RowKind::Over { parents: Vec::new(), even }, self.labels()?));
        }
        Ok((RowKind::Base, Vec::new()))
    }

    fn labels(&mut self) -> Parse<Vec<Label<'a>>> {
        let mut labels = vec![self.label()?];
        while self.eat_sign(",") {
            labels.push(self.label()?);
        }
        Ok(labels)
    }

    fn label(&mut self) -> Parse<Label<'a>> {
        let at = self.pos();
        Ok((self.word("a row's label", "row bridge @6.9 \"Bridge\" over river = 1")?, at))
    }

    /// To the next row, group or end; braces are balanced in a body.
    fn skip_rest(&mut self) -> Parse<()> {
        let mut depth = 0_u32;
        loop {
            match self.tok() {
                Tok::Word("row" | "group") if depth == 0 => return Ok(()),
                Tok::Sign("}") if depth == 0 => return Ok(()),
                Tok::Sign("{") => depth += 1,
                Tok::Sign("}") => depth -= 1,
                Tok::End => return Err(self.expected("`}`", ROWS)),
                Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) => {}
            }
            self.advance();
        }
    }

    fn rulings(&mut self) -> Parse<Vec<(crate::ir::SiteId, Label<'a>, Label<'a>)>> {
        let like = "ruling @Q.1 \"Guns\" frost over guns";
        let mut all = Vec::new();
        while self.eat_word("ruling") {
            let site = self.site(like)?;
            let over = self.label()?;
            self.expect_word("over", like)?;
            all.push((site, over, self.label()?));
        }
        Ok(all)
    }

    fn finish(&mut self, heads: Heads<'a>, rulings: Vec<(crate::ir::SiteId, Label<'a>, Label<'a>)>) -> Parse<Rows> {
        let Heads { mut all, stages } = heads;
        self.check_labels(&all);
        for index in 0..all.len() {
            let of = std::mem::take(&mut all[index].of);
            let found: Vec<RowIx> = of.into_iter().filter_map(|label| self.row_named(&all, label)).collect();
            match &mut all[index].row.kind {
                RowKind::Base | RowKind::Otherwise => {}
                RowKind::Over { parents, .. } => *parents = found,
                RowKind::Waive(rows) => *rows = found,
            }
        }
        for index in 0..all.len() {
            self.next = all[index].rest;
            let names = names_in(&all, index);
            let waives = matches!(all[index].row.kind, RowKind::Waive(_));
            let (value, guard) = self.inside(&names, |reader| reader.rest_of_row(waives))?;
            (all[index].row.value, all[index].row.guard) = (value, guard);
        }
        let mut ruled = Vec::new();
        for (site, over, under) in rulings {
            if let (Some(over), Some(under)) = (self.row_named(&all, over), self.row_named(&all, under)) {
                ruled.push(Ruling { site, over, under });
            }
        }
        Ok(Rows { stages, rows: all.into_iter().map(|head| head.row).collect(), rulings: ruled })
    }

    fn rest_of_row(&mut self, waives: bool) -> Parse<(Option<ExprId>, Option<ExprId>)> {
        let place = self.pos();
        let value = if self.eat_sign("=") { Some(self.expr()?) } else { None };
        if value.is_some() && waives {
            self.fault(place, "a row that waives has no amount; delete `= ..`");
        }
        if value.is_none() && !waives {
            return Err(self.expected("`=` and the row's amount", ROW));
        }
        let guard = self.when()?;
        if !(self.is_word("row") || self.is_word("group") || self.is_sign("}")) {
            return Err(self.expected("`when`, the next `row`, `group` or `}`", ROW));
        }
        Ok((value, guard))
    }

    fn check_labels(&mut self, all: &[Head<'a>]) {
        let mut known = std::collections::BTreeSet::new();
        for head in all {
            if !known.insert(head.row.label.as_str()) {
                let what = format!("two rows are labelled `{}`; give one of the two another label", head.row.label);
                self.fault(head.at, what);
            }
        }
    }

    fn row_named(&mut self, all: &[Head<'a>], (label, at): Label<'a>) -> Option<RowIx> {
        let found = all.iter().position(|head| head.row.label == label);
        if found.is_none() {
            let near = did_you_mean(label, all.iter().map(|head| head.row.label.as_str()));
            let few = if all.len() <= 8 {
                let labels: Vec<&str> = all.iter().map(|head| head.row.label.as_str()).collect();
                format!("; its rows are {}", labels.join(", "))
            } else {
                String::new()
            };
            self.fault(at, format!("this query has no row `{label}`{near}{few}"));
        }
        found.map(RowIx::new)
    }
}

/// The binders that a row reads: its own; and those of the rows that it is over, if it is judged in each of
/// their bindings. The nearest row's name wins.
fn names_in<'a>(all: &[Head<'a>], index: usize) -> Vec<(&'a str, LocalId)> {
    let mut names = Vec::new();
    for row in binding_rows(index, all.len(), |row| match &all[row].row.kind {
        RowKind::Over { parents, even: false } => Some(parents),
        RowKind::Over { even: true, .. } | RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => None,
    }) {
        names.extend(all[row].names.iter().rev());
    }
    names.reverse();
    names
}

/// A row and the rows in whose bindings it is judged, nearest first, each once.
pub(super) fn binding_rows<'r>(
    row: usize,
    rows: usize,
    parents: impl Fn(usize) -> Option<&'r Vec<RowIx>>,
) -> Vec<usize> {
    let mut found = vec![row];
    let mut seen = vec![false; rows];
    let mut next = 0;
    if let Some(seen) = seen.get_mut(row) {
        *seen = true;
    }
    while let Some(&row) = found.get(next) {
        next += 1;
        for parent in parents(row).into_iter().flatten() {
            if let Some(seen @ false) = seen.get_mut(parent.index()) {
                *seen = true;
                found.push(parent.index());
            }
        }
    }
    found
}
