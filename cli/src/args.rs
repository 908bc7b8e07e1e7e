//! The command line, and the help that explains it.

#![allow(rustdoc::broken_intra_doc_links, reason = "these comments are the text of `--help`")]

mod asking;
mod tools;

pub(crate) use asking::{Ask, Dice, Drive, Eval, Picture, Told, Where, Why};
pub(crate) use tools::{
    Bake, Completions, Cover, Diff, Fmt, Lsp, Man, Mutate, New, Pack, Print, Report, Rulings, SheetForm, Sizes, Unpack,
    Which, Who,
};

use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use std::path::PathBuf;
use wgr_compiler::limits::MOST_STATES;

/// Answers to a game unless told otherwise: more than a game of the table takes, so that each run has an end.
pub(crate) const MOST: usize = 10_000;

const EXITS: &str = "\
Exit codes:
  0  done; a game that is not over when its answers are used up is no error
  1  rules are refused, a rule faults, what the rules take for granted does not hold, an example fails, a
     replay does not lead where it says, or a file is not laid out (`fmt --check`)
  2  usage error, or a file cannot be read, written or resumed
  3  a mistake of wgr itself";

const EXAMPLES: &str = "\
Examples:
  wgr run GAME --seed 3                    play one game with random picks, told as it goes
  wgr run GAME --games 1000                play seeds 1 to 1000: how they end, how often, and whether all held
  wgr run GAME --games 9 --bots random,first   a bot for each side
  wgr run GAME --most 20 --save s.json     stop after 20 answers and keep the game
  wgr run GAME --load s.json               go on from there
  wgr run GAME --log r.json                keep what was answered and what fell
  wgr run GAME --replay r.json             play that again

";

/// The machine for hex-and-counter wargames: checks rules, tries their examples and plays them.
#[derive(Parser, Debug)]
#[command(name = "wgr", version, arg_required_else_help = true, after_help = EXITS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Nothing of a game is read beyond this folder; without it: the nearest above that holds a file `wgr.root`
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Verb {
    New(New),
    Check(Check),
    Fmt(Fmt),
    Test(Test),
    Play(Play),
    Run(Run),
    Ask(Ask),
    Why(Why),
    Eval(Eval),
    Drive(Drive),
    Map(Picture),
    Odds(Odds),
    Diff(Diff),
    Who(Who),
    Pack(Pack),
    Unpack(Unpack),
    Cover(Cover),
    Bake(Bake),
    Mutate(Mutate),
    Rulings(Rulings),
    Sizes(Sizes),
    Explain(Explain),
    Lsp(Lsp),
    Completions(Completions),
    Man(Man),
}

/// Look for everything that is wrong with the rules of a game.
///
/// A game is a folder with all its `.wgr` files and its `ledger.tsv`, or a single `.wgr` file. What lies in `errata/` and
/// `house/` counts only where `--with` names it.
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

    /// Draw every message: on a terminal the first ten are drawn otherwise, and the rest counted
    #[arg(long)]
    pub(crate) all: bool,

    /// List what could not be proved either way, and where the book's answer is still missing
    #[arg(long)]
    pub(crate) open: bool,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE", num_args = 1..)]
    pub(crate) errata: Vec<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// The lines of the file, with what is wrong drawn into them
    Full,
    /// PATH:LINE:COLUMN: wrong[CODE]: what, a line each
    Short,
    /// An object a line, for programs
    Json,
    /// Whole sentences, for those who listen to a screen
    Narrated,
}

/// What a message, a word of the language or a case of the book means.
///
/// Without a word: all codes that messages have, a line each. With a case and a game: what the ledger says there, and
/// everything in the rules that carries it.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Explain {
    /// The code of a message, like `clash`, a word of the language, like `unless`, or a case, like `7.5#a` or `7.5`
    #[arg(value_name = "CODE|CASE|WORD")]
    pub(crate) what: Option<String>,

    /// The game whose case it is; without one, the game in the folder where you are
    pub(crate) game: Option<PathBuf>,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,
}

/// Let bots play.
///
/// Plays one game unless told otherwise: who is asked by which case, what is offered, what is picked, what falls, and
/// the result. The same game, bots and seed give the same play, always and everywhere.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{EXAMPLES}{EXITS}"))]
pub(crate) struct Run {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) playing: Playing,
}

/// Which options are in: those that are not named are so as usual; where none is named, they are asked for.
#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Options of the game that are in, by name
    #[arg(long, value_name = "OPTION", value_delimiter = ',')]
    pub(crate) option: Vec<String>,

    /// Options of the game that are left out, by name
    #[arg(long, value_name = "OPTION", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
}

/// How bots play.
#[derive(Args, Debug)]
pub(crate) struct Playing {
    /// The scenario, by its name, its case (`12.1`) or its number in the list; without it, the bots take one
    #[arg(long, value_name = "SCENARIO", conflicts_with = "load")]
    pub(crate) scenario: Option<String>,

    #[command(flatten)]
    pub(crate) options: Options,

    /// Decides the dice and the picks; with --load only the picks, for a save holds its dice
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// Who plays: one bot for all sides, or one for each in their order
    #[arg(long, value_name = "BOT", value_delimiter = ',', default_value = "random")]
    pub(crate) bots: Vec<BotName>,

    /// Stop a game after so many answers
    #[arg(long, value_name = "ANSWERS", default_value_t = MOST, allow_negative_numbers = true)]
    pub(crate) most: usize,

    /// Play so many games, with seeds from --seed upward, and print only how they ended
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), allow_negative_numbers = true,
        conflicts_with_all = ["save", "load", "log", "replay"])]
    pub(crate) games: Option<u64>,

    /// With --games: how it is printed
    #[arg(long, value_enum, default_value_t = Print::Text, requires = "games")]
    pub(crate) format: Print,

    /// With --games: so many at once; without it, as many as the machine has cores. What is printed stays the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024), requires = "games")]
    pub(crate) threads: Option<u16>,

    /// With --games: how many games a second, too; looking at what can be taken back is left out
    #[arg(long, requires = "games")]
    pub(crate) time: bool,

    /// With --games: where the time goes, in the names of the rules: by item and by row. The interpreter runs them, on one
    /// thread, and what can be taken back is looked at only at the end of each game
    #[arg(long, requires = "games", conflicts_with_all = ["engine", "threads", "time"])]
    pub(crate) profile: bool,

    /// What runs the rules; whatever does, the play is the same
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,

    /// Tell what this side may know, and nothing else; or `referee`, who sees everything, as without it
    #[arg(long, value_name = "SIDE", conflicts_with = "games")]
    pub(crate) side: Option<String>,

    /// Write the game as it stands at the end to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) save: Option<PathBuf>,

    /// Go on from this save
    #[arg(long, value_name = "PATH", conflicts_with_all = ["option", "without"])]
    pub(crate) load: Option<PathBuf>,

    /// Write what was answered and what fell, from the game's beginning, to this file
    #[arg(long, value_name = "PATH")]
    pub(crate) log: Option<PathBuf>,

    /// Play a file that --log wrote, and say whether it ends where it says
    #[arg(long, value_name = "PATH", conflicts_with_all = ["scenario", "option", "without", "seed", "bots", "most", "save", "load", "log"])]
    pub(crate) replay: Option<PathBuf>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineName {
    /// The interpreter at once, native code when there is some time to be won
    Auto,
    /// The interpreter alone
    Interp,
    /// Native code from the beginning
    Native,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BotName {
    /// Any option, each as likely
    Random,
    /// Always the first option
    First,
}

/// Play at the terminal, for all sides or against bots.
///
/// Reads answers and commands line by line from the standard input; `help` tells them. The map is drawn where something
/// has moved, and on `map`. Where nobody types anything, because the input is empty, bots play to the end.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Play {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// The scenario, by its name, its case (`12.1`) or its number in the list; without it, it is asked for
    #[arg(long, value_name = "SCENARIO", conflicts_with = "load")]
    pub(crate) scenario: Option<String>,

    #[command(flatten)]
    pub(crate) options: Options,

    /// Play a trial: decides the dice, and what bots pick. Without it the system rolls, and nobody can foresee how
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// What runs the rules; whatever does, the play is the same
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,

    /// Whose eyes you have: a side, or `random` for one that is drawn, and a bot answers for the others; or `referee`
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,

    /// Go on from this save
    #[arg(long, value_name = "PATH", conflicts_with_all = ["option", "without"])]
    pub(crate) load: Option<PathBuf>,
}

/// Play the examples and hold what they do against the traces that were accepted.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Test {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// Only the examples whose title or case holds this
    #[arg(long, value_name = "WORD")]
    pub(crate) filter: Option<String>,

    /// Accept every trace as it is now
    #[arg(long)]
    pub(crate) accept: bool,

    /// Show each trace that is new or another one, with what changed, and ask what becomes of it
    ///
    /// `a` accepts it, `r` rejects it, `s` leaves it as it is, `A` accepts all that are left, `q` leaves them. Where nobody
    /// can be asked, because the input is no terminal, what is pending is listed, and nothing is written.
    #[arg(long, conflicts_with_all = ["accept", "format"])]
    pub(crate) review: bool,

    /// How much to tell: all of a failure, or a line
    #[arg(long, value_enum, default_value_t = Form::Full)]
    pub(crate) format: Form,

    /// Random games of each scenario behind the examples; none with `--filter`, `--accept` or `--review`
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) games: u64,

    /// How long these games may take in all
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) seconds: u64,

    /// What runs the rules; whatever does, the play is the same
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
}

/// Exact odds of the next die roll of an example: every outcome; or what so many trials of it come to.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Odds {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// The example, by its title or a part of it; it is played up to its first die
    pub(crate) example: String,

    /// What is answered where somebody is asked before the outcome is reached
    #[arg(long, value_name = "POLICY")]
    pub(crate) policy: Option<PolicyName>,

    /// Give up beyond so many different states
    #[arg(long, value_name = "STATES", default_value_t = MOST_STATES)]
    pub(crate) most: usize,

    /// Try it so many times, where it is too big to be reckoned: each outcome with its share, and how sure that is
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=MOST_TRIALS))]
    pub(crate) trials: Option<u64>,

    /// With --trials: what this comes to, as a query: `--figure "steps(B1)"`; may be given several times
    #[arg(long, value_name = "QUERY", requires = "trials")]
    pub(crate) figure: Vec<String>,

    /// With --trials: the dice of the first trial; those behind it have the seeds behind it
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// With --trials: so many at once; without it, as many as the machine has cores. What is printed stays the same
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024), requires = "trials")]
    pub(crate) threads: Option<u16>,
}

/// More trials make no share surer than it is printed.
const MOST_TRIALS: u64 = 10_000_000;

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PolicyName {
    /// The first option
    First,
    /// Any option; with --trials alone
    Random,
}
