//! Numbers that nobody can foresee, from the system: the seeds of real games.

use crate::exit::Failure;

/// A number that was never told to anybody.
pub(crate) fn fresh() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| {
        Failure::bad_use(format!(
            "the system gives no dice ({error}): `--seed N` plays a trial whose dice can be foreseen"
        ))
    })
}
