//! The verbs that look at a game, or begin one, and never play it for its own sake.

use super::EXITS;
use clap::{Args, ValueEnum};
use clap_complete::Shell;
use std::path::PathBuf;

/// How what a program may read is printed.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Print {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Which game is looked at, and how what is seen is printed.
#[derive(Args, Debug)]
pub(crate) struct Looked {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// How it is printed
    #[arg(long, value_enum, default_value_t = Print::Text)]
    pub(crate) format: Print,
}

/// Lay out files of rules as the house writes them.
///
/// Four blanks a brace; titles, verdicts and conditions of the rows of one block in columns, and the cells of orders,
/// tables and maps; lines beyond 120 letters broken where they may be. A column that most rows keep to already stays
/// where it is. Comments are kept, and what the rules say stays what they say. A line that cannot be read stays as it
/// is, and is told.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Fmt {
    /// Files of rules, or folders with all that lies in them
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,

    /// Write nothing: name the files that would change, and exit with 1 if there is one
    #[arg(long)]
    pub(crate) check: bool,

    /// First write what an earlier wgr said otherwise as it is said now, where there is one way; name the rest.
    /// Each PATH is a game then
    #[arg(long, conflicts_with = "check")]
    pub(crate) upgrade: bool,

    /// How the files are named
    #[arg(long, value_enum, default_value_t = Print::Text)]
    pub(crate) format: Print,
}

/// Hold the game against its ledger: what is encoded, set aside, exercised, missing.
///
/// A line of the ledger is *encoded* when a row, a statement or an item carries its case, and *claimed* when what
/// carries it says `by construction`. It is *set aside* when the ledger gives a reason. It is *exercised* when, in an
/// example that comes out as it says, a row of it wins or calls off another in what is expected or picked, or is
/// expected not to apply; when it is asked, rolled or refused there; or, for what has no rows that could win, when the
/// example is `of` that case. What only games of
/// bots touch is *seen*, and listed apart.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Cover {
    #[command(flatten)]
    pub(crate) looked: Looked,

    /// List these lines by case, and nothing else
    #[arg(long, value_enum, value_name = "WHICH")]
    pub(crate) list: Option<Which>,

    /// Tell by chapter how many mutants examples notice, by this report of `wgr mutate GAME --format json`
    #[arg(long, value_name = "FILE")]
    pub(crate) mutants: Option<PathBuf>,

    /// Let bots play so many games too, and tell what they see; slow, for every answer is asked for its reasons
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) games: u64,

    /// The first of the seeds of these games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Which {
    /// Neither encoded nor set aside, nor is their section cited
    Missing,
    /// Their section is cited, and nothing cites them
    Section,
    /// Encoded, but in no example
    Unexercised,
    /// Set aside, with the reasons
    Aside,
}

/// Tell what errata and house rules change: what is printed otherwise, who reads it, which examples come out otherwise.
///
/// The game is read without them and with them and held against itself, so whatever they say, it is told here: rows, cells of
/// tables, counters, whatever is printed. Of an example that comes out otherwise both derivations are told, `-` without
/// them and `+` with them.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Diff {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE", required = true)]
    pub(crate) errata: Vec<PathBuf>,

    /// Only what is printed otherwise, to be laid into the box: no places, no examples, no odds
    #[arg(long)]
    pub(crate) sheet: bool,

    /// How it is printed
    #[arg(long, value_enum, default_value_t = SheetForm::Text)]
    pub(crate) format: SheetForm,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SheetForm {
    /// Lines
    Text,
    /// Markdown
    Md,
    /// A page to read or to print
    Html,
    /// For programs
    Json,
}

/// Tell where each part of a rule comes from: the book's rules, errata, a house rule; and who goes over whom.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Who {
    #[command(flatten)]
    pub(crate) looked: Looked,

    /// The case, like `7.5#a`, or `7.5` with all its lines
    pub(crate) case: String,
}

/// Write a game with its errata in it, as plain files.
///
/// Each text stands there as the errata leave it, comments and all. What else the files of errata hold, scenes and examples,
/// comes in files of their names; cases of house rules come into the ledger. Examples that do not hold are left out.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Bake {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE", required = true)]
    pub(crate) errata: Vec<PathBuf>,

    /// Into this folder, which must not be there yet
    #[arg(short = 'o', long = "into", value_name = "DIR")]
    pub(crate) into: PathBuf,
}

/// List what is not from the rulebook: rulings and who carries them, provisional things, holes.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Rulings {
    #[command(flatten)]
    pub(crate) looked: Looked,
}

/// Tell where the bytes of a game's state go.
///
/// A state is what a save holds and what bots copy: the smaller, the faster.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Sizes {
    #[command(flatten)]
    pub(crate) looked: Looked,
}

/// Begin a game: a folder with a small one that checks, tests and plays. Or begin house rules beside a game.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct New {
    /// The folder; its last part is the game's name. It must not be there yet. With --errata: what the file is called
    #[arg(required_unless_present = "errata")]
    pub(crate) name: Option<PathBuf>,

    /// Begin a file of errata or house rules in the folder `house/` of this game; it checks as it is
    #[arg(long, value_name = "GAME")]
    pub(crate) errata: Option<PathBuf>,
}

/// Put a game with its errata and house rules into one file to send.
///
/// Only a game that checks and whose examples hold is packed: its rules and those of its series, its ledger, its pages, its
/// traces, and the errata that are named, each with its checksum.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Pack {
    /// The folder of the game
    pub(crate) game: PathBuf,

    /// Errata or house rules that go with it, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// The pack; what is there already stays as it is
    #[arg(short = 'o', long = "to", value_name = "PATH")]
    pub(crate) to: PathBuf,
}

/// Take a game out of a pack, into a new folder.
///
/// Each file is held against its checksum first. Nothing is written outside of the new folder.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Unpack {
    /// The pack
    pub(crate) pack: PathBuf,

    /// The folder; it must not be there yet
    pub(crate) folder: PathBuf,
}

/// Serve an editor: messages as you type, quick fixes, layout, outline, colours, completion.
///
/// Speaks the Language Server Protocol on the standard input and output; editors start it, people do not. The game of an
/// open file is its folder, or the nearest above that holds `game.wgr`. What is open stands in the place of what lies on
/// the disk.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Lsp {
    /// Some editors add this; the standard input and output are used anyway
    #[arg(long, hide = true)]
    pub(crate) stdio: bool,
}

/// Print what a shell needs to complete `wgr` and its words.
///
/// For bash: `wgr completions bash > ~/.local/share/bash-completion/completions/wgr`; for zsh: a file `_wgr` in a folder
/// of `$fpath`; for fish: `~/.config/fish/completions/wgr.fish`.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}

/// Print the manual as one page: `wgr man | man -l -`.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Man {}

/// Say one thing of the rules otherwise, and see whether any example notices; then the next.
///
/// Every row, statement and cell of a table is left out or said otherwise once: numbers, comparisons, most and least, signs,
/// sides, yes and no, the order of statements, who answers. Only the examples that come to what changed are played. What no
/// example notices by failing is listed: an `expect` there is missing. How to read it: docs/mutants.md.
#[derive(Args, Debug)]
#[command(after_help = EXITS)]
pub(crate) struct Mutate {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// Only of this case (`7.5`, `7.5#a`) or item (`drm`)
    #[arg(long, value_name = "CASE|ITEM")]
    pub(crate) of: Option<String>,

    /// How it is told
    #[arg(long, value_enum, default_value_t = Report::Text)]
    pub(crate) format: Report,

    /// End with exit code 1 if examples that fail notice fewer of a hundred
    #[arg(long, value_name = "PERCENT")]
    pub(crate) least: Option<u8>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Report {
    /// The sums, and what no example notices by failing
    Text,
    /// Each mutant as an object a line, then the sums
    Json,
    /// A page with each mutant
    Html,
}
