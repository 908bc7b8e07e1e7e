//! A mistake of our own, told as one: `bug!` and whatever else should never happen. In: a verb. Out: what it gave, or the
//! lines that say where wgr broke off and what to report. Builds for those who work on it tell more: there the hook stays.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};
use std::sync::{Mutex, PoisonError};

/// Where it happened, and what was said of it.
static LAST: Mutex<Option<(String, String)>> = Mutex::new(None);

/// Runs a verb; its own mistakes come back as lines for the standard error.
pub(crate) fn caught<T>(verb: impl FnOnce() -> T) -> Result<T, [String; 2]> {
    let before = take_hook();
    if cfg!(debug_assertions) {
        set_hook(Box::new(move |info| {
            keep(info);
            before(info);
        }));
    } else {
        set_hook(Box::new(keep));
    }
    let done = survived(verb);
    // The hook goes with the verb.
    drop(take_hook());
    done
}

/// The same for a part of a verb, after which the rest goes on.
pub(crate) fn survived<T>(part: impl FnOnce() -> T) -> Result<T, [String; 2]> {
    catch_unwind(AssertUnwindSafe(part)).map_err(|_| {
        let last = LAST.lock().unwrap_or_else(PoisonError::into_inner).take();
        let (number, what) = last.unwrap_or_else(|| ("unknown".to_owned(), "nothing more is known".to_owned()));
        [
            format!("wgr: this is a mistake of wgr, not of your rules. Its number is {number}: {what}"),
            "wgr: please report that line, the command, and the files it was given; what was saved before stands"
                .to_owned(),
        ]
    })
}

fn keep(info: &PanicHookInfo<'_>) {
    let place = info.location().map_or_else(|| "unknown".to_owned(), |at| number(at.file(), at.line()));
    let said = info.payload().downcast_ref::<&str>().map(|said| (*said).to_owned());
    let said = said.or_else(|| info.payload().downcast_ref::<String>().cloned());
    let what = said.unwrap_or_else(|| "it broke off".to_owned());
    *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some((place, what));
}

/// `emit-264`: the file and the line, of which nobody else has to know where it was built.
fn number(file: &str, line: u32) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    format!("{}-{line}", name.trim_end_matches(".rs"))
}

#[cfg(test)]
mod tests {
    use super::caught;

    #[test]
    fn a_mistake_of_ours_is_told_as_ours() {
        let told = caught(|| -> u32 { wgr_runtime::bug!("{} steps and no {}", 3, "scale") }).unwrap_err();
        assert!(
            told[0].starts_with("wgr: this is a mistake of wgr, not of your rules. Its number is mistake-"),
            "{told:?}"
        );
        assert!(told[0].ends_with(": 3 steps and no scale"), "{told:?}");
        assert_eq!(caught(|| 7), Ok(7));
    }
}
