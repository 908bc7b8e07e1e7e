//! Which rows share bindings, which rows beat which, and an order in which rows can be judged.
//!
//! A row with binders owns a family: itself and, transitively, the rows that are `over` a row of it without
//! `even`. Rows of no family have no bindings. Promises: parents, waivers and descendants of every row, found
//! without recursion; a shape that has no meaning is an error at the query.

use std::collections::BTreeSet;

use wgr_runtime::ir::{Func, RowIx, RowKind, Rows, TextError};

pub(super) struct Families {
    /// The row whose binders a row is judged in.
    pub(super) owner: Vec<Option<RowIx>>,
    /// Rows that must apply for this one to be here; only of `over` rows without `even`.
    pub(super) parents: Vec<Vec<RowIx>>,
    pub(super) waivers: Vec<Vec<RowIx>>,
    /// Rows over this one, over those, and so on.
    pub(super) descendants: Vec<BTreeSet<RowIx>>,
    /// Rows ruled over this one.
    pub(super) ruled: Vec<Vec<RowIx>>,
    /// Does any row ask whether this one applies in some binding?
    pub(super) asked: Vec<bool>,
    /// Parents and waivers first, else in source order.
    pub(super) order: Vec<RowIx>,
}

impl Families {
    pub(super) fn new(func: &Func, rows: &Rows) -> Result<Self, TextError> {
        let n = rows.rows.len();
        let mut all = Families {
            owner: vec![None; n],
            parents: vec![Vec::new(); n],
            waivers: vec![Vec::new(); n],
            descendants: vec![BTreeSet::new(); n],
            ruled: vec![Vec::new(); n],
            asked: vec![false; n],
            order: Vec::with_capacity(n),
        };
        check_names(func, rows)?;
        all.relate(rows);
        all.sort(func, rows)?;
        all.own(func, rows)?;
        all.ask();
        Ok(all)
    }

    fn relate(&mut self, rows: &Rows) {
        for (ix, row) in rows.rows.iter().enumerate() {
            let this = RowIx::new(ix);
            match &row.kind {
                RowKind::Base | RowKind::Otherwise => {}
                RowKind::Over { parents, even } => {
                    if !even {
                        self.parents[ix].clone_from(parents);
                    }
                    parents.iter().for_each(|p| {
                        self.descendants[p.index()].insert(this);
                    });
                }
                RowKind::Waive(targets) => targets.iter().for_each(|t| self.waivers[t.index()].push(this)),
            }
        }
        for ruling in &rows.rulings {
            self.ruled[ruling.under.index()].push(ruling.over);
        }
        self.descend();
    }

    /// From children to descendants.
    fn descend(&mut self) {
        for ix in 0..self.descendants.len() {
            let mut work: Vec<RowIx> = self.descendants[ix].iter().copied().collect();
            let mut found = BTreeSet::new();
            while let Some(row) = work.pop() {
                if found.insert(row) {
                    work.extend(&self.descendants[row.index()]);
                }
            }
            self.descendants[ix] = found;
        }
    }

    fn sort(&mut self, func: &Func, rows: &Rows) -> Result<(), TextError> {
        let n = rows.rows.len();
        let mut done = vec![false; n];
        while self.order.len() < n {
            let ready = |ix: &usize| {
                let needs = self.parents[*ix].iter().chain(&self.waivers[*ix]);
                !done[*ix] && needs.clone().all(|r| done[r.index()])
            };
            let Some(next) = (0..n).find(ready) else {
                let label = (0..n).find(|ix| !done[*ix]).map_or("", |ix| &rows.rows[ix].label);
                return Err(TextError::new(
                    func.at,
                    format!("row `{label}` waits for itself: `over` and `waives` run in a circle"),
                ));
            };
            done[next] = true;
            self.order.push(RowIx::new(next));
        }
        Ok(())
    }

    fn own(&mut self, func: &Func, rows: &Rows) -> Result<(), TextError> {
        for this in self.order.clone() {
            let ix = this.index();
            let row = &rows.rows[ix];
            let judged_in_parents = matches!(row.kind, RowKind::Over { even: false, .. });
            if !row.binders.is_empty() {
                if judged_in_parents {
                    let what = format!(
                        "row `{}` is judged in each binding of its parents: say `even over`, or drop its `for`",
                        row.label
                    );
                    return Err(TextError::new(func.at, what));
                }
                self.owner[ix] = Some(this);
            } else if judged_in_parents {
                let owners: BTreeSet<_> = self.parents[ix].iter().map(|p| self.owner[p.index()]).collect();
                if owners.len() > 1 {
                    let what = format!(
                        "row `{}` is over rows with different bindings: say `even over`, or split it",
                        row.label
                    );
                    return Err(TextError::new(func.at, what));
                }
                self.owner[ix] = owners.into_iter().next().flatten();
            }
        }
        Ok(())
    }

    fn ask(&mut self) {
        for ix in 0..self.owner.len() {
            let other = self.descendants[ix].iter().filter(|d| self.owner[d.index()] != self.owner[ix]);
            for row in self.waivers[ix].iter().chain(other).chain(&self.ruled[ix]) {
                self.asked[row.index()] = true;
            }
        }
    }

    /// The rows of the same family that must be judged to know this one's verdict, in order; with those that
    /// can beat it if `beaten`.
    pub(super) fn kin(&self, row: RowIx, beaten: bool) -> Vec<RowIx> {
        let mut work = vec![row];
        if beaten {
            work.extend(self.beaters(row));
        }
        let mut found = BTreeSet::new();
        while let Some(next) = work.pop() {
            if found.insert(next) {
                work.extend(&self.parents[next.index()]);
            }
        }
        self.order.iter().copied().filter(|r| found.contains(r)).collect()
    }

    /// Descendants judged in the same bindings.
    pub(super) fn beaters(&self, row: RowIx) -> Vec<RowIx> {
        let owner = self.owner[row.index()];
        self.descendants[row.index()].iter().copied().filter(|d| self.owner[d.index()] == owner).collect()
    }

    /// Rows that beat this one in all bindings if they apply in some.
    pub(super) fn even_beaters(&self, row: RowIx) -> Vec<RowIx> {
        let owner = self.owner[row.index()];
        let other = self.descendants[row.index()].iter().copied().filter(|d| self.owner[d.index()] != owner);
        other.chain(self.ruled[row.index()].iter().copied()).collect()
    }
}

/// Every row and stage that is named exists.
fn check_names(func: &Func, rows: &Rows) -> Result<(), TextError> {
    let n = rows.rows.len();
    let known = |r: &RowIx| r.index() < n;
    let fine = rows.rows.iter().all(|row| {
        let group_fits = rows
            .stages
            .get(row.stage.index())
            .is_some_and(|stage| row.group.is_none_or(|g| (g as usize) < stage.groups.len()));
        group_fits
            && match &row.kind {
                RowKind::Base | RowKind::Otherwise => true,
                RowKind::Over { parents, .. } => parents.iter().all(known),
                RowKind::Waive(targets) => targets.iter().all(known),
            }
    });
    if fine && rows.rulings.iter().all(|r| known(&r.over) && known(&r.under)) {
        return Ok(());
    }
    Err(TextError::new(func.at, "a row names a row, stage or group that is not there"))
}
