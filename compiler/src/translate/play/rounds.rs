//! `end repeat` where other loops stand between it and the repeat: each of them is left in turn.

use crate::diag::says;
use crate::translate::builder::Made;
use crate::translate::writer::{Lines, Round, Writer};
use wgr_grammar::Span;
use wgr_runtime::ir::{Block, LocalId, StmtKind, Type};

impl Writer<'_, '_> {
    /// The block of a repeat.
    pub(super) fn repeated<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> T {
        self.rounds.push(Round::Repeat);
        let done = write(self);
        self.rounds.pop();
        done
    }

    /// A block in a loop that is no repeat; with the name that says whether `end repeat` left it, where it may.
    pub(super) fn looped<T>(&mut self, write: impl FnOnce(&mut Self) -> T) -> (T, Option<LocalId>) {
        self.rounds.push(Round::Other(None));
        let done = write(self);
        let left = match self.rounds.pop() {
            Some(Round::Other(left)) => left,
            Some(Round::Repeat) | None => None,
        };
        (done, left)
    }

    /// The loop itself, and behind it the way out of what it stands in.
    pub(super) fn push_loop(&mut self, round: StmtKind, left: Option<LocalId>, lines: &mut Lines) {
        let Some(left) = left else {
            lines.0.push(self.stmt(round));
            return;
        };
        let no = self.truth(false);
        self.set_local(left, no, true, lines);
        lines.0.push(self.stmt(round));
        let cond = self.get(left);
        let leave = self.stmt(StmtKind::Break);
        lines.0.push(self.stmt(StmtKind::If { cond, then: Block(vec![leave]), other: Block::default() }));
    }

    pub(super) fn end_repeat(&mut self, span: Span, lines: &mut Lines) -> Made<()> {
        let Some(outermost) = self.rounds.iter().rposition(|round| *round == Round::Repeat) else {
            let at = self.place(span);
            return Err(self.tell(says::no_repeat_to_end(at)));
        };
        for at in outermost + 1..self.rounds.len() {
            let left = match self.rounds.get(at) {
                Some(Round::Other(Some(left))) => *left,
                Some(Round::Other(None) | Round::Repeat) | None => self.local(" left", Type::BOOL, false),
            };
            if let Some(round) = self.rounds.get_mut(at) {
                *round = Round::Other(Some(left));
            }
            let yes = self.truth(true);
            self.set_local(left, yes, false, lines);
        }
        lines.0.push(self.stmt(StmtKind::Break));
        Ok(())
    }
}
