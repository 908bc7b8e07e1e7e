//! Which op a machine is at, for whoever wants to know where the time goes. It stands where native code would stand, and
//! never runs: so the interpreter has no code for it.

use super::host::{Host, Native};
use super::op::Op;
use super::rules::Rules;
use crate::bug;
use crate::ir::{FuncId, Pos};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The machine stands still.
const NOWHERE: u32 = u32::MAX;

/// What the machines of some rules did.
pub struct Watched {
    at: AtomicU32,
    /// How often each op was run.
    times: Vec<AtomicU64>,
}

impl Watched {
    /// The op that is run now; none where none is.
    pub fn at(&self) -> Option<u32> {
        Some(self.at.load(Ordering::Relaxed)).filter(|at| *at != NOWHERE)
    }

    /// By op: how often it was run.
    pub fn times(&self) -> Vec<u64> {
        self.times.iter().map(|times| times.load(Ordering::Relaxed)).collect()
    }
}

/// What was done to find ways.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Searched {
    pub searches: u64,
    pub steps: u64,
}

impl Native for Watched {
    fn enters(&self, op: u32) -> bool {
        self.at.store(op, Ordering::Relaxed);
        if let Some(times) = self.times.get(op as usize) {
            // One machine runs at a time: nothing is lost between.
            times.store(times.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
        }
        false
    }

    fn run(&self, _host: &mut Host<'_>, op: u32) {
        bug!("op {op} is watched, and was entered");
    }

    fn size(&self) -> (usize, usize) {
        (0, 0)
    }

    fn stopped(&self) {
        self.at.store(NOWHERE, Ordering::Relaxed);
    }
}

impl Rules {
    /// From now on it is seen what machines run, one at a time. No native code runs them.
    pub fn watch(&self) -> Arc<Watched> {
        let times = self.code.ops.iter().map(|_| AtomicU64::new(0)).collect();
        let watched = Arc::new(Watched { at: AtomicU32::new(NOWHERE), times });
        if !self.set_native(Arc::clone(&watched) as Arc<dyn Native>) {
            bug!("what native code runs cannot be watched");
        }
        watched
    }

    /// How many searches these runs of ops were, and how many steps were judged for them. `times`: by op.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the other ops are of no search")]
    pub fn searched(&self, times: &[u64]) -> Searched {
        let code = &self.code;
        let is_judged = |m: u16| code.searches[usize::from(m)].table.is_none();
        let (mut searches, mut begun, mut steps) = (0, 0, 0);
        for (op, times) in code.ops.iter().zip(times) {
            match op {
                Op::SearchEnd { .. } => searches += times,
                Op::SearchBegin { m } if is_judged(*m) => begun += times,
                Op::PlainBegin { .. } | Op::HomewardBegin { .. } => begun += times,
                Op::SearchNext { .. } | Op::PlainNext { .. } => steps += times,
                _ => {}
            }
        }
        // Each asks once more than there are steps.
        Searched { searches, steps: steps.saturating_sub(begun) }
    }

    /// By op: in the text of which function it stands, and where.
    pub fn origins(&self) -> impl Iterator<Item = (FuncId, Pos)> + '_ {
        self.code.whose.iter().copied().zip(self.code.at.iter().copied())
    }
}
