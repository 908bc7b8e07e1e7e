//! Dice in play: those to be dealt again first, then the generator; everything that falls is logged.

use super::game::Game;
use super::log::{Entry, Kept, Log, die_name};
use crate::exec::{Chance, Die, Drawing, Fair};
use std::collections::VecDeque;

/// What fell before a fault and is dealt again, so that nobody re-rolls by provoking one; or what a replay says.
pub(super) type Dealt = VecDeque<Entry>;

pub(super) struct PlayDice<'a> {
    pub(super) game: &'a Game,
    pub(super) fair: &'a mut Fair,
    pub(super) dealt: &'a mut Dealt,
    pub(super) log: &'a mut Log,
    /// Follow `dealt` to the letter and stop where it ends or says something else.
    pub(super) strict: bool,
    /// The die before which it stopped.
    pub(super) unrolled: &'a mut Option<Die>,
}

impl PlayDice<'_> {
    /// The next dealt value that fits, taken out.
    fn again<T>(&mut self, fits: impl Fn(&Entry) -> Option<T>) -> Option<T> {
        if self.dealt.is_empty() {
            return None;
        }
        let at = if self.strict { Some(0) } else { self.dealt.iter().position(|entry| fits(entry).is_some()) };
        let value = fits(self.dealt.get(at?)?)?;
        self.dealt.remove(at?);
        Some(value)
    }
}

impl Chance for PlayDice<'_> {
    fn roll(&mut self, rolled: Die) -> Option<i64> {
        let Die { lo, hi, .. } = rolled;
        let dealt = self.again(|entry| match entry {
            Entry::Roll { die, fell, .. } if (lo..=hi).contains(fell) && *die == die_name(lo, hi) => Some(*fell),
            Entry::Roll { .. } | Entry::Draw { .. } | Entry::Answer { .. } => None,
        });
        let fell = match dealt {
            Some(fell) => fell,
            None if self.strict => {
                *self.unrolled = Some(rolled);
                return None;
            }
            None => self.fair.roll(rolled)?,
        };
        self.log.push(self.game, Kept::Roll { die: rolled, fell });
        Some(fell)
    }

    fn draw(&mut self, drawing: Drawing, weights: &[(i64, i64)]) -> Option<i64> {
        let (game, domain) = (self.game, drawing.domain);
        let dealt = self.again(|entry| match entry {
            Entry::Draw { drew } => {
                let member = game.member_named(domain, drew)?;
                weights.iter().any(|(held, _)| *held == member).then_some(member)
            }
            Entry::Roll { .. } | Entry::Answer { .. } => None,
        });
        let drawn = match dealt {
            Some(drawn) => drawn,
            None if self.strict => return None,
            None => self.fair.draw(drawing, weights)?,
        };
        self.log.push(game, Kept::Draw { domain, drew: drawn });
        Some(drawn)
    }
}
