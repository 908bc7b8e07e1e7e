//! How a run ends: the exit codes, and a failure with its lines for the standard error.

use crate::out::tell_error;
use std::process::ExitCode;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Exit {
    Fine,
    /// Rules or a program are refused, a rule faults, or a replay does not lead where it says.
    Wrong,
    /// A command line that says nothing, a file that cannot be read or written.
    BadUse,
    /// wgr itself broke off.
    Mistake,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Fine => 0,
            Exit::Wrong => 1,
            Exit::BadUse => 2,
            Exit::Mistake => 3,
        })
    }
}

/// Why the run cannot go on.
#[derive(Debug)]
pub(crate) struct Failure {
    exit: Exit,
    lines: Vec<String>,
}

impl Failure {
    /// What can be mended at the command line or in the file system.
    pub(crate) fn bad_use(what: impl Into<String>) -> Failure {
        Failure { exit: Exit::BadUse, lines: vec![format!("wgr: {}", what.into())] }
    }

    /// What is wrong with the game, its program or its replay.
    pub(crate) fn wrong(what: impl Into<String>) -> Failure {
        Failure { exit: Exit::Wrong, lines: vec![format!("wgr: {}", what.into())] }
    }

    /// Lines that begin with their own places.
    pub(crate) fn placed(lines: Vec<String>) -> Failure {
        Failure { exit: Exit::Wrong, lines }
    }

    /// Both, the worse exit code.
    pub(crate) fn and(mut self, other: Failure) -> Failure {
        self.lines.extend(other.lines);
        Failure { exit: self.exit.max(other.exit), lines: self.lines }
    }

    /// What is wrong, for where nobody asks who says so.
    pub(crate) fn bare(&self) -> String {
        let lines = self.lines.iter().map(|line| line.strip_prefix("wgr: ").unwrap_or(line));
        lines.collect::<Vec<&str>>().join("; ")
    }

    pub(crate) fn told(&self) -> Exit {
        self.lines.iter().for_each(|line| tell_error(line));
        self.exit
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.lines.join("\n"))
    }
}
