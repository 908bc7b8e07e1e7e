//! From texts to everything that is wrong with them.
//!
//! In: the files of a game and, where there is one, its ledger. Out: [`Checked`]: every mistake once, by place.

use crate::diag::{Diagnostic, Place, says, syntax, tidy};
use crate::ledger::Ledger;
use crate::source::Sources;
use wgr_grammar::Span;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a game.
pub fn check(sources: &Sources, _ledger: Option<&Ledger>) -> Checked {
    let mut diagnostics = Vec::new();
    for (file, source) in sources.iter() {
        if source.text.trim().is_empty() {
            diagnostics.push(says::empty(Place::new(file, Span::default())));
        }
        let parsed = wgr_grammar::parse(&source.text);
        diagnostics.extend(parsed.faults.iter().map(|fault| syntax(file, &source.text, fault)));
    }
    tidy(&mut diagnostics);
    Checked { diagnostics }
}
