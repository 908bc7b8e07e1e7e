//! `wgr ir --check`: one line for a program that is fine.

use crate::out::Out;
use crate::playable::Playable;
use crate::tell::counted;
use std::path::Path;
use wgr_runtime::state::SECTIONS;

const BYTES_PER_WORD: usize = 8;

pub(crate) fn told(path: &Path, playable: &Playable, out: &mut Out) {
    let layout = playable.game.layout();
    let sections = SECTIONS.iter().zip(layout.sections.windows(2));
    let sizes: Vec<String> =
        sections.map(|(name, ends)| format!("{name} {}", (ends[1] - ends[0]) * BYTES_PER_WORD)).collect();
    out.line(&format!(
        "{}: fine: {}, state of {} ({})",
        path.display(),
        counted(playable.functions, "function"),
        counted(layout.words * BYTES_PER_WORD, "byte"),
        sizes.join(", ")
    ));
}
