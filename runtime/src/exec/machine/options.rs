//! Options of an ask, weights of a draw.

use super::{AskId, Asked, Asking, Choice, MOST_OPTIONS, Machine, Stands};
use crate::ir::NONE;
use crate::state::State;

impl Machine {
    pub(super) fn begin_ask(&mut self, by: i64) {
        self.asking.options.clear();
        self.asking.by = by;
        self.asking.weighed = false;
    }

    /// Into a supposition and out of it: an ask imagined there leaves alone the one whose options are being found
    /// around it. `around`: how many suppositions run there.
    pub(super) fn swap_ask(&mut self, around: usize) {
        if self.set_aside.len() <= around {
            self.set_aside.resize_with(around + 1, Asking::default);
        }
        std::mem::swap(&mut self.asking, &mut self.set_aside[around]);
    }

    #[inline]
    pub(in crate::exec) fn option(&mut self, arm: u16, member: i64) {
        // One beyond the limit is kept, so that too many are noticed.
        if self.asking.options.len() <= MOST_OPTIONS {
            self.asking.options.push(Choice { arm, member });
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
    pub(super) fn only_option(&mut self, ask: u16, state: &State) {
        if self.suppositions.active() {
            return;
        }
        // Where it stood still before a single option, that has been answered now.
        if self.answer.take().is_none() && self.alone.len() < super::MOST_ALONE {
            let Some(only) = self.asking.options.first().copied() else { return };
            let asked = self.asked(ask);
            self.alone.push((asked, only));
            if let Some(chronicle) = &mut self.chronicle {
                chronicle.answered_itself(state, asked, only);
                self.reasons.comes_to(chronicle.moments());
            }
        }
    }

    /// Is a single option asked as well?
    pub(super) fn stands_before(&self, start: bool) -> bool {
        let wished = match self.stands {
            Stands::Choices => false,
            Stands::Actions => start,
            Stands::All => true,
        };
        wished && self.answer.is_none() && !self.suppositions.active()
    }

    pub(super) fn asked(&self, ask: u16) -> Asked {
        let code = &self.rules.code.asks[usize::from(ask)];
        Asked {
            ask: AskId(u32::from(ask)),
            side: self.asking.by,
            site: code.site,
            start: code.start,
            order: code.order,
        }
    }
}

/// An option that is about no member.
pub(super) const NO_MEMBER: i64 = NONE;
