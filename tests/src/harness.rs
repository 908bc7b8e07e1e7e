//! Programs from text to a game.

use wgr_compiler::lower;
use wgr_runtime::engine::Game;
use wgr_runtime::ir::TextError;
use wgr_runtime::text::read;
use wgr_runtime::verify::verify;

/// Read, verify, lower, make ready; every error with its place.
pub fn game(text: &str) -> Result<Game, Vec<TextError>> {
    let program = read(text)?;
    let verified = verify(&program)?;
    Game::new(lower(&program, &verified)?)
}
