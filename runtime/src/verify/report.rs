//! Collects what is wrong; past a hundred messages nothing more is kept.

use super::memory::Known;
use super::messages::Said;
use crate::ir::{ExprId, Func, FuncId, Pos, Program, TextError};

/// Gut feeling: nobody reads more at once.
const MOST: usize = 100;

#[derive(Default)]
pub(super) struct Report {
    errors: Vec<TextError>,
    of: Option<FuncId>,
}

impl Report {
    pub(super) fn say(&mut self, at: Pos, said: impl Into<Said>) {
        self.keep(at, None, said.into());
    }

    fn keep(&mut self, at: Pos, func: Option<FuncId>, Said { what, breach }: Said) {
        if self.errors.len() < MOST {
            self.errors.push(TextError { at, what, func, breach });
        }
    }

    /// Shows each function that is not as it was; what is said of a function meanwhile is said of that one.
    pub(super) fn each_new<'p>(
        &mut self,
        program: &'p Program,
        known: &Known<'_>,
        mut look: impl FnMut(&'p Func, &mut Report),
    ) {
        for id in known.new_ones() {
            self.of(*id);
            look(program.func(*id), self);
        }
        self.of = None;
    }

    /// What was said elsewhere is said here.
    pub(super) fn take_in(&mut self, other: Report) {
        let left = MOST.saturating_sub(self.errors.len());
        self.errors.extend(other.errors.into_iter().take(left));
    }

    /// What is said next of a function is said of this one.
    pub(super) fn of(&mut self, func: FuncId) {
        self.of = Some(func);
    }

    /// Something inside a function, which may have no position: then its name has to do.
    pub(super) fn say_in(&mut self, func: &Func, at: Pos, said: impl Into<Said>) {
        let at = if at == Pos::default() { func.at } else { at };
        let Said { what, breach } = said.into();
        self.keep(at, self.of, Said { what: format!("in `{}`: {what}", func.name), breach });
    }

    pub(super) fn say_expr(&mut self, func: &Func, id: ExprId, said: impl Into<Said>) {
        let at = func.exprs.get(id.index()).map_or(func.at, |node| node.at);
        self.say_in(func, at, said);
    }

    pub(super) fn is_clean(&self) -> bool {
        self.errors.is_empty()
    }

    pub(super) fn into_errors(mut self) -> Vec<TextError> {
        self.errors.sort_by_key(|error| error.at);
        self.errors
    }
}
