//! Many examples may fail for one rule that faults: the first is told in full, the others are counted.

use super::Went;
use crate::args::Form;
use crate::out::Out;
use wgr_runtime::script::Ground;

/// More titles than these are not named.
const NAMED: usize = 3;

/// What was told of rules that fault.
#[derive(Default)]
pub(super) struct Causes {
    all: Vec<Cause>,
}

struct Cause {
    cause: Ground,
    what: String,
    /// Those that fail for it besides the first.
    more: Vec<String>,
}

impl Causes {
    /// Was one that fails for the same reason told before? Then this one is only counted.
    pub(super) fn is_told(&mut self, went: &Went) -> bool {
        let Some(wrong) = &went.report.failure else { return false };
        let Some(cause @ Ground::Fault(..)) = wrong.ground else { return false };
        match self.all.iter_mut().find(|known| known.cause == cause) {
            Some(known) => {
                known.more.push(went.report.title.clone());
                true
            }
            None => {
                self.all.push(Cause { cause, what: wrong.what.clone(), more: Vec::new() });
                false
            }
        }
    }

    /// How many more there are of each.
    pub(super) fn tell(&self, form: Form, out: &mut Out) {
        if form == Form::Json {
            return;
        }
        for cause in self.all.iter().filter(|cause| !cause.more.is_empty()) {
            let (count, titles) = (cause.more.len(), cause.more.get(..NAMED).unwrap_or(&cause.more));
            let (s, verb) = if count == 1 { ("", "fails") } else { ("s", "fail") };
            let titles: Vec<String> = titles.iter().map(|title| format!("\"{title}\"")).collect();
            let rest = if count > NAMED { ", .." } else { "" };
            out.line(&format!("FAILS   {count} more example{s} {verb} for the same rule: {}", cause.what));
            out.line(&format!("          {}{rest}", titles.join(", ")));
        }
    }
}
