//! Options of an ask, weights of a draw.

use super::{AskId, Asked, Choice, MOST_OPTIONS, Machine};
use crate::ir::NONE;

impl Machine<'_> {
    pub(super) fn begin_ask(&mut self, by: i64) {
        self.options.clear();
        self.asked_by = by;
    }

    /// Into a supposition and out of it: an ask imagined there leaves alone the one whose options are being found.
    pub(super) fn swap_ask(&mut self) {
        std::mem::swap(&mut self.options, &mut self.other_options);
        std::mem::swap(&mut self.asked_by, &mut self.other_asked_by);
        std::mem::swap(&mut self.ask_left, &mut self.other_ask_left);
    }

    pub(super) fn option(&mut self, arm: u16, member: i64) {
        // One beyond the limit is kept, so that too many are noticed.
        if self.options.len() <= MOST_OPTIONS {
            self.options.push(Choice { arm, member });
        }
    }

    pub(super) fn option_set(&mut self, arm: u16, from: usize, words: usize) {
        for at in 0..words {
            let mut word = self.sets[from + at];
            while word != 0 {
                let member = (at * 64) as i64 + i64::from(word.trailing_zeros());
                self.option(arm, member);
                word &= word - 1;
            }
        }
    }

    /// An ask is answered by its only option; what a supposition imagines is nobody's answer.
    pub(super) fn only_option(&mut self, ask: u16) {
        if self.supposition.active {
            return;
        }
        // Where it stood still before a single option, that has been answered now.
        self.answer = None;
        if self.only.is_none() {
            return;
        }
        let taken = (self.asked(ask), self.options[0]);
        if let Some(only) = &mut self.only {
            only.push(taken);
        }
    }

    /// Is a single option asked as well? Where an action may begin, if that was wished.
    pub(super) fn stands_before(&self, start: bool) -> bool {
        start && self.before_actions && self.answer.is_none() && !self.supposition.active
    }

    pub(super) fn asked(&self, ask: u16) -> Asked {
        let code = &self.code.asks[usize::from(ask)];
        Asked { ask: AskId(u32::from(ask)), side: self.asked_by, site: code.site, start: code.start }
    }
}

/// An option that is about no member.
pub(super) const NO_MEMBER: i64 = NONE;
