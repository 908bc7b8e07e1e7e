//! What the fuzz targets do with their bytes; the ordinary tests call the same functions on the kept inputs and on a
//! few that chance makes. Each takes any bytes, and the only wrong answer is a panic: an error must have a message, and
//! what is accepted must be playable.

mod check;
mod edits;
mod files;
mod fleur;
mod programs;

pub use check::check;
pub use files::{drill, drilled, fleur_replay, fleur_save, play_on, replayed, save};
pub use fleur::fleur;
pub use programs::programs;

/// Work between two stops that a fuzzed program may do; games may do far more.
const WORK: u64 = 200_000;
/// Texts beyond this say nothing new.
const LONGEST: usize = 1 << 16;

/// A target and the folder of its kept inputs, `tests/fuzz/corpus/NAME`.
pub struct Target {
    pub name: &'static str,
    pub body: fn(&[u8]),
}

/// Every target there is; `tests/fuzz/fuzz_targets` holds a file for each.
pub const TARGETS: [Target; 7] = [
    Target { name: "check", body: check },
    Target { name: "fleur", body: fleur },
    Target { name: "fleur_replay", body: fleur_replay },
    Target { name: "fleur_save", body: fleur_save },
    Target { name: "programs", body: programs },
    Target { name: "replay", body: replayed },
    Target { name: "save", body: save },
];

/// Bytes taken one after the other; where they are used up there are none.
struct Bytes<'b>(&'b [u8]);

impl<'b> Bytes<'b> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    /// One of `count` things, each as likely as the next one; the first where bytes are used up or there is none.
    fn below(&mut self, count: usize) -> usize {
        let high = usize::from(self.byte().unwrap_or(0));
        // One byte tells apart as many things as it can; more take a second one.
        let (number, of) = match count {
            0..=256 => (high, 1 << 8),
            _ => (high << 8 | usize::from(self.byte().unwrap_or(0)), 1 << 16),
        };
        number * count / of
    }

    /// As many of what is left as there are, up to `most`.
    fn up_to(&mut self, most: usize) -> &'b [u8] {
        let (taken, rest) = self.0.split_at(most.min(self.0.len()));
        self.0 = rest;
        taken
    }
}
