//! Looking without running anything, and endings: of those that became due the first counts.

use wgr_runtime::bug;
use wgr_runtime::ir::{BinaryOp, Expr, ExprId, FaultText, LocalId, Look, Stmt, Type};

use super::arrived::arrived;
use super::driver::{Driver, Due, Locals};

impl Driver<'_> {
    pub(super) fn name_of(look: Look) -> &'static str {
        match look {
            Look::Known => "settle_known",
            Look::Endings => "settle_endings",
            Look::AtOnce => "settle_at_once",
        }
    }

    pub(super) fn look(&mut self, look: Look, due: &[Due]) -> Vec<Stmt> {
        let mut out = Vec::new();
        match look {
            Look::Known => {
                due.iter().for_each(|d| self.take_as_known(d, &mut out));
                arrived(due).into_iter().for_each(|on| self.forget_arrived(on, &mut out));
            }
            Look::Endings => {
                let later: Vec<&Due> = due.iter().filter(|due| !due.trigger.at_once).collect();
                self.refresh_endings(&later, &mut out);
            }
            Look::AtOnce => bug!("what is at once is done, not looked at"),
        }
        out
    }

    /// What is so is known, and nothing is due.
    fn take_as_known(&mut self, due: &Due, out: &mut Vec<Stmt>) {
        self.emit.at = due.trigger.at;
        let member = due.members.map(|m| self.emit.local(&self.name("each", due), Type::Scalar(m.param)));
        let no = self.emit.truth(false);
        let mut body = vec![self.set(due.pending, member, no)];
        if let Some(truth) = due.truth {
            let args = self.index(member);
            let now = self.emit.expr(Expr::Call(due.trigger.watch, args));
            body.push(self.set(truth, member, now));
        }
        match (due.members, member) {
            (Some(m), Some(member)) => {
                let over = self.members(m);
                out.push(self.emit.each(member, m.domain, over, body));
            }
            (Some(_) | None, _) => out.extend(body),
        }
    }

    /// Endings become due only while none is: what happened first counts.
    pub(super) fn refresh_endings(&mut self, due: &[&Due], out: &mut Vec<Stmt>) {
        let endings: Vec<&Due> = due.iter().copied().filter(|d| self.waiting.ends(d.at)).collect();
        if endings.is_empty() {
            return;
        }
        let yes = self.emit.truth(true);
        let idle = self.emit.declare(out, "idle", Type::BOOL, yes);
        for due in &endings {
            self.emit.at = due.trigger.at;
            let member = due.members.map(|m| self.emit.local(&self.name("each", due), Type::Scalar(m.param)));
            let index = self.index(member);
            let pending = self.emit.expr(Expr::Cell(due.pending, index));
            let no = self.emit.truth(false);
            let busy = vec![self.emit.assign(idle, no)];
            let stop = self.emit.when(pending, busy, Vec::new());
            match (due.members, member) {
                (Some(m), Some(member)) => {
                    let over = self.members(m);
                    out.push(self.emit.each(member, m.domain, over, vec![stop]));
                }
                (Some(_) | None, _) => out.push(stop),
            }
        }
        let mut body = Vec::new();
        endings.iter().for_each(|d| self.refresh(d, &mut body));
        let idle = self.emit.get(idle);
        out.push(self.emit.when(idle, body, Vec::new()));
    }

    /// Two endings that contradict each other are due at once: nobody may say which.
    pub(super) fn fail_where_they_contradict(&mut self, all: &[(&Due, Locals)], out: &mut Vec<Stmt>) {
        for (i, j, site) in self.rivals.clone() {
            let at = |at: usize| all.iter().find(|(due, _)| due.at == at);
            let Some(((a, a_locals), (b, b_locals))) = at(i).zip(at(j)) else { continue };
            let sides: [ExprId; 2] = [self.is_waiting(a, *a_locals), self.is_waiting(b, *b_locals)];
            let both = self.emit.binary(BinaryOp::And, sides[0], sides[1]);
            let fail = vec![self.emit.fail(site, FaultText::Clash)];
            out.push(self.emit.when(both, fail, Vec::new()));
        }
    }

    /// `found` is yes where a handler was picked.
    pub(super) fn not_found(&mut self, found: LocalId) -> ExprId {
        let found = self.emit.get(found);
        self.emit.not(found)
    }
}
