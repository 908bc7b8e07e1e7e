//! Programs from text to a game.
use wgr_runtime::engine::Game;
use wgr_runtime::ir::TextError;
use wgr_runtime::text::read;

/// Read, lower, make ready; every error with its place.
pub fn game(text: &str) -> Result<Game, Vec<TextError>> {
    Game::new(read(text)?)
}
