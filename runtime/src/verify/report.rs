//! Collects what is wrong; past a hundred messages nothing more is kept.

use crate::ir::{ExprId, Func, Pos, TextError};

/// Gut feeling: nobody reads more at once.
const MOST: usize = 100;

#[derive(Default)]
pub(super) struct Report {
    errors: Vec<TextError>,
}

impl Report {
    pub(super) fn say(&mut self, at: Pos, what: String) {
        if self.errors.len() < MOST {
            self.errors.push(TextError { at, what });
        }
    }

    /// Something inside a function, which may have no position: then its name has to do.
    pub(super) fn say_in(&mut self, func: &Func, at: Pos, what: String) {
        let at = if at == Pos::default() { func.at } else { at };
        self.say(at, format!("in `{}`: {what}", func.name));
    }

    pub(super) fn say_expr(&mut self, func: &Func, id: ExprId, what: String) {
        let at = func.exprs.get(id.index()).map_or(func.at, |node| node.at);
        self.say_in(func, at, what);
    }

    pub(super) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    pub(super) fn into_errors(mut self) -> Vec<TextError> {
        self.errors.sort_by_key(|error| error.at);
        self.errors
    }
}
