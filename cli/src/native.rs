//! Which engine runs the rules: the interpreter, or native code, which does the same faster once it is made.

use crate::args::EngineName;
use crate::exit::Failure;
use wgr_runtime::engine::Game;

/// From now on the game is run so. Nothing waits for native code unless it is asked for by name.
pub(crate) fn engine(game: &Game, wanted: EngineName) -> Result<(), Failure> {
    match wanted {
        EngineName::Interp => Ok(()),
        EngineName::Native => code::now(game),
        EngineName::Auto => {
            code::beside(game);
            Ok(())
        }
    }
}

#[cfg(feature = "native")]
mod code {
    use super::{Failure, Game};
    use crate::out::tell_error;
    use std::sync::Arc;
    use std::time::Duration;
    use wgr_native::{NotMade, Wishes, make};
    use wgr_runtime::exec::Rules;

    /// What is over sooner does not earn back what making it takes.
    const EARNED_AFTER: Duration = Duration::from_millis(100);

    #[expect(clippy::unnecessary_wraps, reason = "without native code it fails")]
    pub(super) fn now(game: &Game) -> Result<(), Failure> {
        if let Err(NotMade(why)) = given(game.rules()) {
            tell_error(&format!("wgr: no native code, the interpreter runs the rules: {why}"));
        }
        Ok(())
    }

    /// On another thread, once the game has been played for a while; machines take it up as soon as it is there.
    pub(super) fn beside(game: &Game) {
        let rules = game.rules().clone();
        // Without another thread the interpreter does everything, and so it does where there is no native code.
        let _ = std::thread::Builder::new().name("native".to_owned()).spawn(move || {
            std::thread::sleep(EARNED_AFTER);
            let _ = given(&rules);
        });
    }

    fn given(rules: &Rules) -> Result<(), NotMade> {
        rules.set_native(Arc::new(make(rules, Wishes::default())?));
        Ok(())
    }
}

#[cfg(not(feature = "native"))]
mod code {
    use super::{Failure, Game};

    pub(super) fn now(_game: &Game) -> Result<(), Failure> {
        Err(Failure::bad_use("this wgr was built without native code: leave --engine out".to_owned()))
    }

    pub(super) fn beside(_game: &Game) {}
}
