//! The command line, and the help that explains it.

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use std::path::PathBuf;

/// Answers to a game unless told otherwise: more than a game of the table takes, so that each run has an end.
pub(crate) const MOST: usize = 10_000;

const EXITS: &str = "\
Exit codes:
  0  done; a game that is not over when its answers are used up is no error
  1  rules or a program are refused, a rule faults, or a replay does not lead where it says
  2  bad use, or a file that cannot be read, written or taken up";

const EXAMPLES: &str = "\
Examples:
  wgr ir game.ir --check                   is the program fine, and how big is its state?
  wgr ir game.ir --seed 3                  play one game with random picks, told as it goes
  wgr ir game.ir --games 1000              play seeds 1 to 1000 and count how they end
  wgr ir game.ir --most 20 --save s.json   stop after 20 answers and keep the game
  wgr ir game.ir --load s.json             go on from there
  wgr ir game.ir --log r.json              keep what was answered and what fell
  wgr ir game.ir --replay r.json           play that again

";

/// The machine for hex-and-counter wargames: checks programs of rules and plays them.
#[derive(Parser, Debug)]
#[command(name = "wgr", version, arg_required_else_help = true, after_help = EXITS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    Check(Check),
    Explain(Explain),
    Ir(Ir),
}

/// Look for everything that is wrong with the rules of a game.
///
/// A game is a folder with all its `.wgr` files and its `ledger.tsv`, or a single `.wgr` file. What lies in `errata/` and
/// `house/` counts only where `--errata` names it.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Check {
    /// The folder or file of a game; several are checked one after the other
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,

    /// How messages look
    #[arg(long, value_enum, default_value_t = Form::Full)]
    pub(crate) format: Form,

    /// Mend what can only be meant one way, and check again
    #[arg(long)]
    pub(crate) fix: bool,

    /// List what could not be proved either way, and where the book's answer is still missing
    #[arg(long)]
    pub(crate) open: bool,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) errata: Vec<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// The lines of the file, with what is wrong drawn into them
    Full,
    /// PATH:LINE:COLUMN: error[CODE]: what, a line each
    Short,
    /// An object a line, for programs
    Json,
    /// Whole sentences, for those who listen to a screen
    Narrated,
}

/// What a message or a word of the language means.
///
/// Without a word: all codes that messages have, a line each.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Explain {
    /// The code of a message, like `clash`, or a word of the language, like `unless`
    #[arg(value_name = "CODE|WORD")]
    pub(crate) what: Option<String>,
}

/// Check or play a program of the IR (docs/ir.md).
///
/// Plays one game with random picks unless told otherwise: who is asked by which case, what is offered, what is
/// picked, what falls, and the result. The same program and seed give the same game, always and everywhere.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{EXAMPLES}{EXITS}"))]
pub(crate) struct Ir {
    /// The program, a text that begins with `wgr-ir 1`
    pub(crate) file: PathBuf,

    /// Only check: one line with the size of the state, or every error as FILE:LINE:COLUMN: what
    #[arg(long, conflicts_with_all = ["seed", "most", "games", "save", "load", "log", "replay"])]
    pub(crate) check: bool,

    /// Decides the dice and the picks; with --load only the picks, for a save holds its dice
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Stop a game after so many answers
    #[arg(long, value_name = "ANSWERS", default_value_t = MOST, allow_negative_numbers = true)]
    pub(crate) most: usize,

    /// Play so many games, with seeds from --seed upward, and print only how they ended
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true,
        conflicts_with_all = ["save", "load", "log", "replay"])]
    pub(crate) games: Option<u64>,

    /// Write the game as it stands at the end to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) save: Option<PathBuf>,

    /// Go on from this save
    #[arg(long, value_name = "PATH")]
    pub(crate) load: Option<PathBuf>,

    /// Write what was answered and what fell, from the game's beginning, to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) log: Option<PathBuf>,

    /// Play a file that --log wrote, and say whether it ends where it says
    #[arg(long, value_name = "PATH", conflicts_with_all = ["seed", "most", "save", "load", "log"])]
    pub(crate) replay: Option<PathBuf>,
}
