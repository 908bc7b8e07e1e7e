//! What happened in an example, step by step, and the first thing that was not as its author says.

use crate::engine::Why;
use crate::exec::FaultCode;
use crate::ir::{FuncId, Pos};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub title: String,
    pub cases: Vec<String>,
    pub source: String,
    /// The first is where it begins; one for each step of the script follows, up to the one that failed.
    pub steps: Vec<StepReport>,
    pub failure: Option<Failure>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepReport {
    pub at: Pos,
    pub text: String,
    pub events: Vec<Event>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Somebody is asked: by which rule, and what is offered.
    Asked {
        who: String,
        rule: String,
        offered: String,
    },
    Picked {
        name: String,
    },
    /// Nothing else could be answered.
    Only {
        who: String,
        rule: String,
        name: String,
    },
    Fell(String),
    Changed(String),
    /// Where everything stands at the beginning.
    Stands(String),
    /// The rows behind a value whose rows are named, and the questions behind them; a trace tells the rows alone.
    Why(Why),
    /// The questions behind what was expected, or picked where reports are in full. Nobody named their rows: they are not
    /// told, and were acted out.
    Behind(Vec<Why>),
    /// The rows that refuse what is refused.
    RefusedBy(Vec<String>),
    Over(String),
}

/// What was expected, what was found, and what to type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub at: Pos,
    /// What is wrong, in one sentence.
    pub what: String,
    pub expected: Vec<String>,
    pub found: Vec<String>,
    pub help: String,
    pub ground: Option<Ground>,
}

/// What it is about beside the step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// An assumption that does not hold stands there.
    Assumed(Pos),
    /// A rule that faults: the same for all examples that fail because of it.
    Fault(FaultCode, FuncId),
}

impl Failure {
    pub(super) fn new(what: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure {
            at: Pos::default(),
            what: what.into(),
            expected: vec![],
            found: vec![],
            help: help.into(),
            ground: None,
        }
    }

    pub(super) fn expected(mut self, line: impl Into<String>) -> Failure {
        self.expected.push(line.into());
        self
    }

    pub(super) fn found(mut self, line: impl Into<String>) -> Failure {
        self.found.push(line.into());
        self
    }

    /// What is to be done first of all.
    pub(super) fn first(mut self, help: &str) -> Failure {
        self.help = format!("{help}; else {}", self.help);
        self
    }

    pub(super) fn at(mut self, at: Pos) -> Failure {
        self.at = at;
        self
    }
}
