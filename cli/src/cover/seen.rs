//! The lines that rows, asks and dice touch; and what games of bots touch. In: trees of reasons, names of rules. Out:
//! cases of the ledger.

use crate::args::{BotName, Cover, MOST};
use crate::bots::Bots;
use crate::exit::Failure;
use crate::out::Progress;
use crate::playable::{Purpose, begun, load_game};
use crate::told::{Told, on};
use std::collections::BTreeSet;
use std::path::Path;
use wgr_compiler::Ledger;
use wgr_runtime::engine::{Why, why_ask};

pub(super) struct Touched<'l> {
    ledger: &'l Ledger,
    pub(super) lines: BTreeSet<String>,
}

impl Touched<'_> {
    pub(super) fn new(ledger: &Ledger) -> Touched<'_> {
        Touched { ledger, lines: BTreeSet::new() }
    }

    /// The line that a case says.
    pub(super) fn case(&mut self, case: &str) {
        self.lines.extend(self.ledger.said(case.trim()).map(|line| line.case.clone()));
    }

    /// `7.2#a,7.2#b`
    pub(super) fn cases(&mut self, cases: &str) {
        cases.split(',').for_each(|case| self.case(case));
    }

    /// `7.7#a "Who leads?"`
    pub(super) fn rule(&mut self, name: &str) {
        self.cases(name.split('"').next().unwrap_or_default());
    }

    /// The rows that won, and those that called others off, here and in all that was asked for it.
    pub(super) fn tree(&mut self, tree: &Why) {
        for row in tree.rows.iter().filter(|row| row.wins || row.waiver && row.applies) {
            self.cases(&row.cases);
        }
        tree.because.iter().for_each(|tree| self.tree(tree));
    }
}

/// What so many games of random bots touch: at every ask the rows behind its options, and who asks.
pub(super) fn by_bots(args: &Cover, ledger: &Ledger, root: Option<&Path>) -> Result<BTreeSet<String>, Failure> {
    let mut touched = Touched::new(ledger);
    if args.games == 0 {
        return Ok(touched.lines);
    }
    let playable = load_game(&args.looked.game, Purpose::Play, &args.looked.errata, root)?;
    let game = &playable.game;
    let mut progress = Progress::new("game", args.games);
    for nth in 0..args.games {
        let seed = args.seed.wrapping_add(nth);
        let mut engine = begun(&playable, seed, None, None)?;
        let mut bots = Bots::new(&[BotName::Random], seed, &engine);
        on(&mut bots, MOST, &mut engine, &mut |told| match told {
            Told::Ask { engine, .. } => {
                engine.prompt().iter().for_each(|prompt| touched.rule(&game.rule_name(prompt.site)));
                why_ask(game, engine.state()).iter().for_each(|tree| touched.tree(tree));
            }
            Told::Fell { logged, engine } => {
                for entry in engine.log().get(logged..).unwrap_or_default() {
                    let text = entry.to_string();
                    let at = text.strip_prefix("rolled ").and_then(|rest| rest.split_once(" at "));
                    at.and_then(|(_, rest)| rest.split(':').next()).iter().for_each(|at| touched.cases(at));
                }
            }
        });
        progress.done(nth + 1);
    }
    Ok(touched.lines)
}
