//! Threads for whoever has jobs that can be done side by side. In: how many jobs, and the work that takes one after the
//! other. Out: nothing; all is done. Promises: no more threads than processors; a panic of one is a panic of all.

use std::panic::resume_unwind;
use std::sync::OnceLock;
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

/// How many there are; the system is asked once, for it reads files to say so.
pub(crate) fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| available_parallelism().map_or(1, usize::from))
}

#[cfg(test)]
mod tests {
    use super::help;
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
