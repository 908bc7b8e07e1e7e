//! From a file to a game: read, verify, lower, make ready.

use crate::exit::Failure;
use crate::{files, size};
use std::path::Path;
use wgr_compiler::lower;
use wgr_runtime::engine::Game;
use wgr_runtime::ir::TextError;
use wgr_runtime::text;
use wgr_runtime::verify::verify;

/// A game and what was written of it.
pub(crate) struct Ready {
    pub(crate) game: Game,
    /// Functions before the lowering added its own.
    pub(crate) functions: usize,
}

pub(crate) fn ready(path: &Path) -> Result<Ready, Failure> {
    let text = files::read(path, "program")?;
    // Some editors begin a text with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    made(text).map_err(|errors| Failure::placed(errors.iter().map(|error| placed(path, error)).collect()))
}

fn made(text: &str) -> Result<Ready, Vec<TextError>> {
    let program = text::read(text)?;
    let verified = verify(&program)?;
    let lowered = lower(&program, &verified)?;
    size::fits(&lowered)?;
    let game = Game::new(lowered)?;
    Ok(Ready { game, functions: program.funcs.len() })
}

/// `FILE:LINE:COLUMN: what`; without line and column where the error has no place.
pub(crate) fn placed(path: &Path, error: &TextError) -> String {
    let gap = if error.at.line == 0 { " " } else { "" };
    format!("{}:{gap}{error}", path.display())
}
