//! A game that checks: its program, and what its texts say beside it.

use crate::lower::lower;
use crate::translate::{Amended, Translated, Unsettled};
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::engine::{Beside, Contents, Game, Kept, Never, Scales, Vocabulary};
use wgr_runtime::ir::{CellId, Program, TextError};
use wgr_runtime::script::Script;
use wgr_runtime::verify::Verified;

/// What was found out without anything being wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Questions about rows and look-ups that are proved.
    pub proved: u32,
    pub open: u32,
    /// Situations that were tried for it.
    pub situations: u64,
}

/// A set-up that players may choose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    pub name: String,
    pub title: Option<String>,
    pub cases: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Compiled {
    /// Its row queries are still rows.
    pub program: Program,
    pub verified: Verified,
    /// What errata changed, in the order in which they did.
    pub amended: Vec<Amended>,
    /// What is provisional or missing, by place.
    pub unsettled: Vec<Unsettled>,
    /// Names of rulings.
    pub rulings: Vec<String>,
    /// Cases that items, rows and statements carry.
    pub claimed: BTreeSet<String>,
    /// Its examples, where it was compiled to be tested.
    pub scripts: Vec<Script>,
    /// In the order in which they are offered.
    pub scenarios: Vec<Scenario>,
    /// What it takes for granted, to be held to while it is played.
    pub nevers: Vec<Never>,
    /// What is shown as steps of scales.
    pub scales: Scales,
    /// What actions keep, by the cells that hold it.
    pub kept: BTreeMap<CellId, Kept>,
    /// What is told of its questions, and what may be asked by name.
    pub vocabulary: Vocabulary,
    /// Hexes that have a name of their own.
    pub places: BTreeMap<String, i64>,
    /// The parts of its rules, for saves.
    pub contents: Contents,
}

impl Compiled {
    pub(crate) fn new(made: Translated, verified: Verified, contents: Contents) -> Compiled {
        let Translated {
            program,
            amended,
            unsettled,
            rulings,
            claimed,
            scripts,
            scenarios,
            nevers,
            scales,
            kept,
            vocabulary,
            places,
            ..
        } = made;
        let rulings = rulings.into_iter().map(|(name, _)| name).collect();
        Compiled {
            program,
            verified,
            amended,
            unsettled,
            rulings,
            claimed,
            scripts,
            scenarios,
            nevers,
            scales,
            kept,
            vocabulary,
            places,
            contents,
        }
    }

    /// The program as executors take it.
    pub fn lowered(&self) -> Result<Program, Vec<TextError>> {
        lower(&self.program, &self.verified)
    }

    /// The game that is played.
    pub fn game(&self) -> Result<Game, Vec<TextError>> {
        Game::told(self.lowered()?, self.beside())
    }

    /// What its texts say beside the program.
    pub fn beside(&self) -> Beside {
        Beside {
            nevers: self.nevers.clone(),
            scales: self.scales.clone(),
            kept: self.kept.clone(),
            vocabulary: self.vocabulary.clone(),
            places: self.places.clone(),
            contents: Some(self.contents.clone()),
        }
    }

    /// What an erratum put in the place of a row's verdict, if one did.
    pub fn amended(&self, cases: &[String], title: &str) -> Option<&Amended> {
        self.amended.iter().rev().find(|row| row.title == title && row.cases == cases)
    }
}
