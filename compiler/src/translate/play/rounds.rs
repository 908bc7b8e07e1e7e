//! `end repeat` where other loops stand between it and the repeat: each of them is left in turn.

use crate::diag::says;
use crate::hir::{Block, Local, Round, StmtKind};
use crate::translate::builder::Made;
use crate::translate::reader::{self, Reader};
use wgr_grammar::Span;
use wgr_runtime::ir::Type;

impl Reader<'_, '_> {
    /// The block of a repeat.
    pub(super) fn repeated<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        self.rounds.push(reader::Round::Repeat);
        let done = read(self);
        self.rounds.pop();
        done
    }

    /// A block in a loop that is no repeat.
    pub(super) fn looped(&mut self, read: impl FnOnce(&mut Self) -> Made<Block>) -> Made<Round> {
        let (done, left) = self.in_loop(read);
        Ok(Round { body: done?, left })
    }

    /// What is read in a loop that is no repeat; and the name that says whether `end repeat` left it, where it may.
    pub(super) fn in_loop<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> (T, Option<Local>) {
        self.rounds.push(reader::Round::Other(None));
        let done = read(self);
        let left = match self.rounds.pop() {
            Some(reader::Round::Other(left)) => left,
            Some(reader::Round::Repeat) | None => None,
        };
        (done, left)
    }

    pub(super) fn end_repeat(&mut self, span: Span) -> Made<StmtKind> {
        let Some(outermost) = self.rounds.iter().rposition(|round| *round == reader::Round::Repeat) else {
            let at = self.place(span);
            return Err(self.tell(says::no_repeat_to_end(at)));
        };
        let mut all = Vec::new();
        for at in outermost + 1..self.rounds.len() {
            let left = match self.rounds.get(at) {
                Some(reader::Round::Other(Some(left))) => *left,
                Some(reader::Round::Other(None) | reader::Round::Repeat) | None => self.binder(" left", Type::BOOL),
            };
            if let Some(round) = self.rounds.get_mut(at) {
                *round = reader::Round::Other(Some(left));
            }
            all.push(left);
        }
        Ok(StmtKind::EndRepeat(all))
    }
}
