//! Jobs that ask nothing of each other, done at the same time where somebody helps.
//!
//! In: the jobs, and what is done with one. Out: what came of each, in the order of the jobs. Promises: the first are
//! begun first; what comes out is the same whoever helps. Threads belong to the outside: whoever has some says so once.

use crate::bug;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Does this work here, and at the same time elsewhere as often as so many jobs are worth; comes back when all is done.
pub type Helpers = fn(jobs: usize, work: &(dyn Fn() + Sync));

static HELPERS: OnceLock<Helpers> = OnceLock::new();

/// From now on these help; whoever came first stays.
pub fn work_with(helpers: Helpers) {
    HELPERS.get_or_init(|| helpers);
}

/// `own`: what a helper keeps for itself from job to job.
pub fn side_by_side<J: Send, S, T: Send>(
    jobs: Vec<J>,
    own: impl Fn() -> S + Sync,
    each: impl Fn(&mut S, J) -> T + Sync,
) -> Vec<T> {
    let count = jobs.len();
    let left = Mutex::new(jobs.into_iter().enumerate());
    let done = Mutex::new(Vec::with_capacity(count));
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let (mut own, mut mine) = (own(), Vec::new());
        while let Some((at, job)) = next() {
            mine.push((at, each(&mut own, job)));
        }
        done.lock().unwrap_or_else(PoisonError::into_inner).append(&mut mine);
    };
    match HELPERS.get() {
        Some(helpers) => helpers(count, &work),
        None => work(),
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, done)| done).collect()
}

/// Two jobs at the same time, if somebody helps.
pub fn both<A: Send, B: Send>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B + Send) -> (A, B) {
    let (mut first, mut second) = (None, None);
    let jobs: Vec<Box<dyn FnOnce() + Send + '_>> =
        vec![Box::new(|| first = Some(one())), Box::new(|| second = Some(other()))];
    side_by_side(jobs, || (), |(), job| job());
    match (first, second) {
        (Some(first), Some(second)) => (first, second),
        (Some(_) | None, Some(_) | None) => bug!("a job was not done"),
    }
}
