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
pub fn check(sources: &Sources, ledger: Option<&Ledger>) -> Checked {
    let mut diagnostics = Vec::new();
    let mut trees = Vec::new();
    for (file, source) in sources.iter() {
        if source.text.trim().is_empty() {
            diagnostics.push(says::empty(Place::new(file, Span::default())));
        }
        let parsed = wgr_grammar::parse(&source.text);
        diagnostics.extend(parsed.faults.iter().map(|fault| syntax(file, &source.text, fault)));
        trees.push((file, parsed.file));
    }
    let files: Vec<_> = trees.iter().map(|(file, tree)| (*file, tree)).collect();
    let made = crate::translate::translate(sources, &files, ledger, crate::translate::Starts::Scenarios);
    diagnostics.extend(made.told);
    if diagnostics.is_empty()
        && let Err(errors) = wgr_runtime::verify::verify(&made.program)
    {
        for error in errors {
            let mut what = Diagnostic::error(crate::diag::Code::Effect, error.what.clone());
            if let Some(place) = sources.place(error.at) {
                what = what.at(place, "here");
            }
            diagnostics.push(what);
        }
    }
    tidy(&mut diagnostics);
    Checked { diagnostics }
}
