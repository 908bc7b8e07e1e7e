//! Threads for whoever has jobs that can be done side by side. In: how many jobs, and the work that takes one after the
//! other. Out: nothing; all is done. Promises: no more threads than processors; a panic of one is a panic of all.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::thread::{Builder, available_parallelism, scope};

/// Of each thread, in bytes: as much as that of a program's first.
const STACK: usize = 8 << 20;

/// What `wgr_runtime::side_by_side::work_with` is given.
pub(crate) fn help(jobs: usize, work: &(dyn Fn() + Sync)) {
    let others = processors().min(jobs).saturating_sub(1);
    scope(|scope| {
        // Where the system gives no more threads, fewer do it all.
        let start = |_| Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok();
        let started: Vec<_> = (0..others).map_while(start).collect();
        work();
        for other in started {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// So many jobs, each done once; taken in the order of their numbers, so that what comes of them hangs on no thread. Whoever takes
/// them may end it all.
pub(crate) fn in_order<T: Send, E>(
    jobs: u64,
    threads: usize,
    one: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(u64, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let (send, done) = channel();
    scope(|scope| {
        let working: Vec<_> = (0..threads)
            .map(|_| {
                let (send, next, one) = (send.clone(), &next, &one);
                scope.spawn(move || {
                    loop {
                        let nth = next.fetch_add(1, Ordering::Relaxed);
                        // Whoever asked for them has gone where one of them failed.
                        if nth >= jobs || send.send((nth, one(nth))).is_err() {
                            return;
                        }
                    }
                })
            })
            .collect();
        drop(send);
        let (mut early, mut taken) = (BTreeMap::new(), 0);
        for (nth, one) in done {
            early.insert(nth, one);
            while let Some(one) = early.remove(&taken) {
                take(taken, one)?;
                taken += 1;
            }
        }
        // A mistake of ours on another thread is told as it would be here.
        working.into_iter().try_for_each(|thread| thread.join()).unwrap_or_else(|what| resume_unwind(what));
        Ok(())
    })
}

/// How many there are; the system is asked once, for it reads files to say so.
pub(crate) fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use super::{help, in_order};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn each_job_is_done_once() {
        let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let work = || {
            while let Some(job) = Some(next.fetch_add(1, Ordering::SeqCst)).filter(|job| *job < 1_000) {
                sum.fetch_add(job, Ordering::SeqCst);
            }
        };
        help(1_000, &work);
        assert_eq!(sum.load(Ordering::SeqCst), 499_500);
    }

    #[test]
    fn jobs_are_taken_in_their_order() {
        for threads in [1, 2, 7] {
            let mut taken = Vec::new();
            let all = in_order(
                200,
                threads,
                |nth| nth * 3,
                |nth, three| {
                    taken.push((nth, three));
                    if nth == 150 { Err("enough") } else { Ok(()) }
                },
            );
            assert_eq!(all, Err("enough"));
            assert!(taken.iter().copied().eq((0..=150).map(|nth| (nth, nth * 3))), "{threads}: {taken:?}");
        }
    }

    #[test]
    #[should_panic(expected = "the ninth")]
    fn a_panic_of_one_is_heard() {
        let next = AtomicUsize::new(0);
        help(64, &|| {
            while next.load(Ordering::SeqCst) < 64 {
                assert!(next.fetch_add(1, Ordering::SeqCst) != 9, "the ninth");
            }
        });
    }
}
