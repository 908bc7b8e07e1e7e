//! A game that checks: its program, and what its texts say beside it.

use crate::contents::contents;
use crate::layers::{Amended, Aside};
use crate::looks::Looks;
use crate::lower::lower;
use crate::translate::{Translated, Unsettled};
use std::sync::Arc;
use wgr_grammar::ast;
use wgr_runtime::engine::{Beside, Game};
use wgr_runtime::ir::{Program, TextError};
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

/// Rules that players may take in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayOption {
    pub name: String,
    pub title: Option<String>,
    /// In unless they leave it out.
    pub usual: bool,
}

#[derive(Clone, Debug)]
pub struct Compiled {
    /// Its row queries are still rows.
    pub program: Arc<Program>,
    pub verified: Arc<Verified>,
    /// What errata changed, in the order in which they did.
    pub amended: Vec<Amended>,
    /// What is provisional or missing, by place.
    pub unsettled: Vec<Unsettled>,
    /// Its examples, where it was compiled to be tested.
    pub scripts: Arc<[Script]>,
    /// Those that are not played.
    pub aside: Vec<Aside>,
    /// In the order in which they are offered.
    pub scenarios: Vec<Scenario>,
    /// Asked for behind the scenario, in this order.
    pub options: Vec<PlayOption>,
    /// What there is to draw.
    pub looks: Arc<Looks>,
    /// What the machine is told beside the program, but for what its texts hold.
    told: Beside,
    trees: Vec<Arc<ast::File>>,
}

impl Compiled {
    pub(crate) fn new(
        program: Arc<Program>,
        made: Translated,
        verified: Arc<Verified>,
        trees: Vec<Arc<ast::File>>,
    ) -> Compiled {
        let Translated { amended, unsettled, scripts, aside, scenarios, options, looks, beside: told, .. } = made;
        Compiled { program, verified, amended, unsettled, scripts, aside, scenarios, options, looks, told, trees }
    }

    /// What the machine is told beside the program.
    pub fn beside(&self) -> Beside {
        Beside { contents: contents(&self.trees, &self.scenarios), ..self.told.clone() }
    }

    /// The program as executors take it.
    pub fn lowered(&self) -> Result<Program, Vec<TextError>> {
        lower(&self.program, &self.verified)
    }

    /// The game that is played.
    pub fn game(&self) -> Result<Game, Vec<TextError>> {
        Game::told(self.lowered()?, self.beside())
    }

    /// What an erratum put in the place of a row's verdict, if one did.
    pub fn amended(&self, cases: &[String], title: &str) -> Option<&Amended> {
        self.amended.iter().rev().find(|row| row.title == title && row.cases == cases)
    }
}
