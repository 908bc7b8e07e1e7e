//! Winners and their amounts: for each row, in each binding where it wins, the amount, the marks, and where
//! the amount goes.

use wgr_runtime::ir::{BinaryOp, Expr, LocalId, MarkWhat, RowIx, SiteId, Stmt, TextError, Type, What};

use super::Lowering;
use super::judge::{Flag, Pass, Sets, Verdict};
use super::sink::{Amount, Sink};

impl Lowering<'_> {
    /// `only_if`: a yes/no without which the row does not win (`otherwise`).
    pub(super) fn pay(
        &mut self,
        row: RowIx,
        sink: &mut Sink,
        only_if: Option<LocalId>,
        out: &mut Vec<Stmt>,
    ) -> Result<(), TextError> {
        self.emit.at = self.at(row);
        let ty = self.amount_type(row)?;
        sink.prepare(&mut self.emit, ty, out);
        match self.verdicts[row.index()] {
            Some(Verdict::Plain { here, applies }) => self.pay_plain(row, (here, applies), sink, only_if, out),
            Some(Verdict::Sets { sets, .. }) => {
                let pass: Pass = self.verdicts.iter().map(|v| v.and_then(Verdict::sets)).collect();
                self.pay_sets(row, sets, &pass, sink, only_if, out)
            }
            Some(Verdict::Some(_)) | None => {
                let mut body = Vec::new();
                let outer = self.outer_loops(row)?;
                let pass = self.judge_kin(row, true, &mut body)?;
                if let Some(sets) = pass[row.index()] {
                    self.pay_sets(row, sets, &pass, sink, only_if, &mut body)?;
                }
                out.extend(self.inside(outer, body));
                Ok(())
            }
        }
    }

    pub(super) fn amount_type(&self, row: RowIx) -> Result<Type, TextError> {
        let value = self.row(row).value.ok_or_else(|| self.error(row, "an amount is missing"))?;
        self.types
            .get(value.index())
            .copied()
            .ok_or_else(|| self.error(row, "its amount has no type yet: verify first"))
    }

    /// In how many bindings at most the row can win.
    pub(super) fn times(&self, row: RowIx) -> u64 {
        let members = |var: &LocalId| {
            let ty = self.emit.func.locals.get(var.index()).and_then(|l| l.ty.scalar());
            ty.map_or(1, |s| match s.what {
                What::Id(domain) => {
                    s.span().min(self.program.domains.get(domain.index()).map_or(1, |d| u64::from(d.size)))
                }
                What::Int { .. } | What::Bool => s.span(),
            })
        };
        self.binders(row).iter().map(|(var, _)| members(var)).fold(1, u64::saturating_mul)
    }

    fn pay_plain(
        &mut self,
        row: RowIx,
        (here, applies): (Flag, Flag),
        sink: &Sink,
        only_if: Option<LocalId>,
        out: &mut Vec<Stmt>,
    ) -> Result<(), TextError> {
        let beaters: Vec<RowIx> =
            self.families.beaters(row).into_iter().chain(self.families.even_beaters(row)).collect();
        let mut wins = self.unless(applies, &beaters, &self.name("wins", row), out);
        if let Some(open) = only_if {
            let (open, rest) = (self.emit.get(open), self.flag(wins));
            let value = self.emit.binary(BinaryOp::And, open, rest);
            wins = self.keep(&self.name("wins", row), Some(value), out);
        }
        let mut won = Vec::new();
        self.pay_binding(row, sink, &mut won)?;
        let Flag::Kept(wins) = wins else {
            out.extend(won);
            return Ok(());
        };
        let mut lost = Vec::new();
        let site = self.row(row).site;
        for (what, flag) in [(MarkWhat::Here, here), (MarkWhat::Applies, applies)] {
            let value = self.flag(flag);
            lost.push(self.emit.mark(site, what, value));
        }
        self.mark_wins(row, false, &mut lost);
        let wins = self.emit.get(wins);
        out.push(self.emit.when(wins, won, lost));
        Ok(())
    }

    fn pay_sets(
        &mut self,
        row: RowIx,
        sets: Sets,
        pass: &Pass,
        sink: &Sink,
        only_if: Option<LocalId>,
        out: &mut Vec<Stmt>,
    ) -> Result<(), TextError> {
        let Some((var, _)) = self.binders(row).last().copied() else { return Ok(()) };
        let mut wins = self.winning(row, sets, pass, out);
        if let Some(open) = only_if {
            let (open, kept) = (self.emit.get(open), self.emit.get(wins));
            let empty = self.emit.expr(Expr::Empty(sets.domain));
            let value = self.emit.expr(Expr::If(open, kept, empty));
            wins = self.emit.declare(out, &self.name("wins", row), Type::Set(sets.domain), value);
        }
        if wins != sets.all {
            let (all, won) = (self.emit.get(sets.all), self.emit.get(wins));
            let losers = self.emit.binary(BinaryOp::Minus, all, won);
            let mut lost = Vec::new();
            let var = self.bind(var);
            self.mark_binding(row, Some(sets), &mut lost);
            self.mark_wins(row, false, &mut lost);
            out.push(self.emit.each(var, sets.domain, losers, lost));
        }
        let mut won = Vec::new();
        let var = self.bind(var);
        self.pay_binding(row, sink, &mut won)?;
        let winners = self.emit.get(wins);
        out.push(self.emit.each(var, sets.domain, winners, won));
        Ok(())
    }

    /// One binding in which the row wins.
    fn pay_binding(&mut self, row: RowIx, sink: &Sink, out: &mut Vec<Stmt>) -> Result<(), TextError> {
        let (local, site) = self.tell(row, out)?;
        out.extend(sink.take(&mut self.emit, Amount { local, site }));
        Ok(())
    }

    /// The marks of a row that wins, and where its amount is.
    pub(super) fn tell(&mut self, row: RowIx, out: &mut Vec<Stmt>) -> Result<(LocalId, SiteId), TextError> {
        let ty = self.amount_type(row)?;
        let (site, value) = (self.row(row).site, self.row(row).value);
        let value = value.ok_or_else(|| self.error(row, "an amount is missing"))?;
        let value = if self.binders(row).is_empty() { value } else { self.emit.copy(value, &mut self.renames) };
        let local = self.emit.declare(out, &self.name("amount", row), ty, value);
        self.mark_binding(row, None, out);
        self.mark_wins(row, true, out);
        let amount = self.emit.get(local);
        out.push(self.emit.mark(site, MarkWhat::Amount, amount));
        Ok((local, site))
    }

    fn mark_wins(&mut self, row: RowIx, wins: bool, out: &mut Vec<Stmt>) {
        let value = self.emit.truth(wins);
        out.push(self.emit.mark(self.row(row).site, MarkWhat::Wins, value));
    }
}
