//! The harness: programs from text to a game, and games played by script.

mod says;
mod transcript;

pub use says::{holds, says};
pub use transcript::Transcript;

use crate::ir_text::read;
use wgr_compiler::lower;
use wgr_runtime::engine::Game;
use wgr_runtime::ir::{Program, TextError};
use wgr_runtime::verify::{Verified, verify};

/// Read, verify, lower, make ready.
///
/// # Errors
/// Everything that is wrong, with its place.
pub fn game(text: &str) -> Result<Game, Vec<TextError>> {
    let program = read(text);
    let verified = verify(&program)?;
    made_of(&program, &verified)
}

/// A verified program lowered and made ready.
///
/// # Errors
/// What the lowering cannot do, with its place.
pub fn made_of(program: &Program, verified: &Verified) -> Result<Game, Vec<TextError>> {
    Game::new(lower(program, verified)?)
}

/// A game that must be one; says what is wrong where it is not.
///
/// # Panics
/// If the text is no game: that is the test's failure.
pub fn must(text: &str) -> Game {
    game(text).unwrap_or_else(|errors| {
        let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
        panic!("the program is refused:\n{}", lines.join("\n"))
    })
}
