//! The verbs that ask a game where it stands.

use super::{EXITS, Options};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

const PLACES: &str = "\
Where (--at):
  SCENE            a scene or a scenario, by name; a scenario also by its case, its title or its number in the list
  EXAMPLE          where an example ends, by its title or a part of it
  EXAMPLE:STEP     behind so many of its lines: `\"Seven steps go back:2\"`; `:0` is where it begins
  FILE             a save, a replay, or a position that `wgr ask --position` wrote

";

/// Where a game stands, and for whom it is told.
#[derive(Args, Debug)]
pub(crate) struct Where {
    /// The game
    pub(crate) game: PathBuf,

    /// Errata or house rules that count, by path or as they are called in `errata/` and `house/`
    #[arg(long = "with", value_name = "FILE")]
    pub(crate) errata: Vec<PathBuf>,

    /// A scene, a scenario, an example, one of its steps, or a file; without it, the first question of the game
    #[arg(long, value_name = "WHERE")]
    pub(crate) at: Option<String>,

    #[command(flatten)]
    pub(crate) options: Options,

    /// What this side alone may know; or `referee`, who sees everything, as without it
    #[arg(long, value_name = "SIDE")]
    pub(crate) side: Option<String>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Told {
    /// Lines
    Text,
    /// One JSON object a line, for programs: docs/driving.md
    Json,
}

/// Who is asked what at a scene, in an example or in a save, and what is offered.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{PLACES}{EXITS}"))]
pub(crate) struct Ask {
    #[command(flatten)]
    pub(crate) stands: Where,

    /// How it is told
    #[arg(long, value_enum, default_value_t = Told::Text)]
    pub(crate) format: Told,

    /// Where everything stands, as JSON that can be changed and that `--at` takes; what the side does not see is not in it
    #[arg(long, conflicts_with = "format")]
    pub(crate) position: bool,
}

/// Why a value is what it is, why somebody may do something or may not.
///
/// QUERY is a value, fact, permit, zone, path, course, state or action with what it is about; `ACTION .. to HEX`, whether it
/// leads there; `not OPTION`, what is said against an option that is not offered; or an option that is.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{PLACES}{EXITS}"))]
pub(crate) struct Why {
    #[command(flatten)]
    pub(crate) stands: Where,

    /// A value, fact, permit, course, state or action of the game, or an option
    pub(crate) query: String,

    /// What it is asked about: units, hexes, numbers, `yes` and `no`; behind an action `to` and where it is to lead
    #[arg(allow_negative_numbers = true)]
    pub(crate) args: Vec<String>,

    /// Everything that stands behind it, to the last question
    #[arg(long)]
    pub(crate) whole: bool,
}

/// Many questions about one position, and their plain values.
///
/// QUERY is a name of the rules with what it is about, `reaches(F1, 1617)` or `reaches F1 1617`; a `*` stands for each that
/// fits there: `zoc(*, German)`. Without any, each line of the standard input is one.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{PLACES}{EXITS}"))]
pub(crate) struct Eval {
    #[command(flatten)]
    pub(crate) stands: Where,

    /// Values, facts, permits, courses, states, actions, each with what it is about
    pub(crate) query: Vec<String>,

    /// How it is told
    #[arg(long, value_enum, default_value_t = Told::Text)]
    pub(crate) format: Told,

    /// The rows behind each value, too
    #[arg(long)]
    pub(crate) why: bool,
}

/// Draw the map as a picture, with `--at` the counters as they stand there, too.
///
/// What each thing looks like is guessed by its name: docs/pictures.md. Without `--at`: the printed map alone.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{PLACES}{EXITS}"))]
pub(crate) struct Picture {
    #[command(flatten)]
    pub(crate) stands: Where,

    /// The file: SVG, which browsers and drawing programs show
    #[arg(short = 'o', long = "out", value_name = "FILE")]
    pub(crate) to: PathBuf,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dice {
    /// By themselves, as the seed decides
    Seed,
    /// Never by themselves: the game stands before each, and is told how it falls
    Hand,
}

/// Play a game from another program: JSON lines in, JSON lines out.
///
/// A line that comes in is an object with one of `answer`, `roll`, `draw`, `undo`, `abandon`, `eval`, `why`, `position`,
/// `ask` and `begin`; each gets one line back. What they hold: docs/driving.md. Begins with the first question of the game,
/// or where `--at` says. With `--side` a bot answers for the others.
#[derive(Args, Debug)]
#[command(after_help = EXITS, after_long_help = format!("{PLACES}{EXITS}"))]
pub(crate) struct Drive {
    #[command(flatten)]
    pub(crate) stands: Where,

    /// Decides the dice, and what bots pick
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    pub(crate) seed: u64,

    /// How dice fall and what is drawn
    #[arg(long, value_enum, default_value_t = Dice::Seed)]
    pub(crate) dice: Dice,
}
