//! What is owed: of the options of an ask those alone that leave as little broken as may be. Each way is played again from
//! the beginning of the game.

use super::value::Val;
use super::{Label, Machine, Outcome, Res};
use wgr_runtime::ir::{FuncId, Obligations};

/// So many ways are tried before one ask.
const MOST_WAYS: u32 = 2_000;

impl<'p> Machine<'p> {
    /// The options that are offered, by their place among all.
    pub(super) fn foreseen(&mut self, options: &[(String, Option<i64>)], side: i64, start: bool) -> Res<Vec<usize>> {
        let all: Vec<usize> = (0..options.len()).collect();
        let Some(Obligations { binds, broken }) = self.program.obligations else { return Ok(all) };
        if self.tries || self.supposing > 0 || self.owes(binds, side) != Some(1) {
            return Ok(all);
        }
        let mut ways = MOST_WAYS;
        let mut least = Vec::new();
        for option in &all {
            least.push(self.least(*option, (side, broken), &mut ways)?);
        }
        let pass = options.iter().rposition(|(name, _)| start && name == "pass");
        let most = match pass {
            Some(_) => self.owes(broken, side).unwrap_or(0),
            None => least.iter().copied().min().unwrap_or(0),
        };
        Ok(all.into_iter().filter(|option| pass == Some(*option) || least[*option] <= most).collect())
    }

    /// What a query says of the side; none where it faults.
    fn owes(&mut self, query: FuncId, side: i64) -> Option<i64> {
        let sides = self.program.sides?;
        match self.plain_call(query, vec![Val::id(sides, side)]).ok()? {
            Val::Num(value) => Some(value.raw),
            Val::Set(..) => None,
        }
    }

    /// How many are broken at the end of the best way that begins with this option.
    fn least(&self, option: usize, (side, broken): (i64, FuncId), ways: &mut u32) -> Res<i64> {
        let mut least = i64::MAX;
        let mut todo = vec![vec![Label::Answer(option)]];
        while let Some(way) = todo.pop() {
            let labels: Vec<Label> = self.plain.iter().copied().chain(way.iter().copied()).collect();
            let mut machine = Machine::new(self.program, &self.waiting, &labels);
            machine.tries = true;
            let outcome = machine.game().unwrap_or_else(|stop| *stop);
            let seen = machine.shown > self.shown;
            let left = match outcome {
                Outcome::Ask { side: asked, options, start: false, .. } if asked == side && !seen => {
                    for next in (0..options.len()).rev() {
                        let mut longer = way.clone();
                        longer.push(Label::Answer(next));
                        todo.push(longer);
                    }
                    continue;
                }
                Outcome::Over(_) | Outcome::Fault { .. } => 0,
                Outcome::Ask { .. } if seen => 0,
                Outcome::Ask { .. } | Outcome::Roll { .. } | Outcome::Draw { .. } => {
                    machine.owes(broken, side).unwrap_or(0)
                }
                Outcome::Bad(_) => return Err(Box::new(outcome)),
            };
            least = least.min(left);
            *ways = ways.saturating_sub(1);
            if least == 0 {
                break;
            }
            if *ways == 0 {
                return Ok(0);
            }
        }
        Ok(least)
    }
}
