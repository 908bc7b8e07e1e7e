//! Jobs that ask nothing of each other, done at the same time where somebody helps.
//!
//! In: the jobs, and what is done with one. Out: what came of each, in the order of the jobs. Promises: the first are
//! begun first; what comes out is the same whoever helps. Threads belong to the outside: whoever has some says so once.

use crate::bug;
use std::cmp::Reverse;
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

/// So many things are worth a second thread.
pub const MANY: usize = 256;
/// Many light things are one job, and there are about so many jobs.
const JOBS: usize = 64;

/// The same for many things, of which some are far heavier than others: those are begun first, for whoever has the heaviest
/// should not be the last to be done.
pub fn by_weight<T: Copy + Send, U: Send>(
    things: &[T],
    weight: impl Fn(T) -> usize,
    each: impl Fn(T) -> U + Sync,
) -> Vec<U> {
    if things.len() < MANY {
        return things.iter().map(|thing| each(*thing)).collect();
    }
    let mut weighed: Vec<(usize, usize, T)> =
        things.iter().enumerate().map(|(at, thing)| (weight(*thing), at, *thing)).collect();
    weighed.sort_by_key(|(weight, _, _)| Reverse(*weight));
    let enough = weighed.iter().map(|(weight, _, _)| weight).sum::<usize>() / JOBS;
    let (mut jobs, mut light, mut so_far) = (Vec::new(), Vec::new(), 0);
    for (weight, at, thing) in weighed {
        light.push((at, thing));
        so_far += weight;
        if so_far >= enough {
            jobs.push(std::mem::take(&mut light));
            so_far = 0;
        }
    }
    jobs.push(light);
    let job = |job: Vec<(usize, T)>| job.into_iter().map(|(at, thing)| (at, each(thing))).collect::<Vec<_>>();
    let mut done: Vec<(usize, U)> = side_by_side(jobs, || (), |(), things| job(things)).into_iter().flatten().collect();
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

#[cfg(test)]
mod tests {
    use super::{MANY, by_weight};

    #[test]
    fn what_comes_out_stands_in_the_order_of_what_went_in() {
        for count in [0, 1, MANY, 5 * MANY + 3] {
            let things: Vec<usize> = (0..count).collect();
            let weights = [|_: usize| 0, |thing| thing, |thing| usize::from(thing == 7) * 1_000_000];
            for weight in weights {
                let done = by_weight(&things, weight, |thing| thing + 1);
                assert_eq!(done, (1..=count).collect::<Vec<_>>());
            }
        }
    }
}
