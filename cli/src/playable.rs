//! From a path to something that can be played: a game, its examples and its scenarios. A program of the IR is read,
//! verified, lowered and made ready; examples for it stand beside it (`game.ir`: `game.examples.json`).

use crate::exit::Failure;
use crate::files;
use crate::load::{self, Loaded};
use crate::out::look;
use crate::scenario;
use std::path::{Path, PathBuf};
use wgr_compiler::{Compiled, Format, Scenario, Sources, Starts, check_from, lower, render};
use wgr_runtime::engine::{Engine, Game, load};
use wgr_runtime::ir::{Pos, TextError};
use wgr_runtime::script::{Script, read_scripts};
use wgr_runtime::text;
use wgr_runtime::verify::verify;

/// A game and what was written of it.
pub(crate) struct Playable {
    pub(crate) game: Game,
    pub(crate) scripts: Vec<Script>,
    /// What players may begin with; empty for a program of the IR.
    pub(crate) scenarios: Vec<Scenario>,
    /// The folder of the texts; sources of examples and places of faults are named from here.
    pub(crate) folder: PathBuf,
    /// What places in the program and in examples speak of.
    pub(crate) texts: Texts,
    /// Where accepted traces lie.
    pub(crate) snap: PathBuf,
    /// Functions before the lowering added its own.
    pub(crate) functions: usize,
}

/// The texts in which places are.
pub(crate) enum Texts {
    /// A program of the IR.
    One(PathBuf),
    /// The rules of a game.
    Rules(Sources),
}

impl Playable {
    /// `FILE:LINE:COLUMN`, where the place is known.
    pub(crate) fn place(&self, at: Pos) -> Option<String> {
        if at.line == 0 {
            return None;
        }
        match &self.texts {
            Texts::One(path) => Some(format!("{}:{}:{}", path.display(), at.line, at.column)),
            Texts::Rules(sources) => sources.place(at).map(|place| {
                let (line, column) = sources.line_column(place.file, place.span.start);
                format!("{}:{line}:{column}", sources.path(place.file))
            }),
        }
    }
}

/// What a game is loaded for: examples begin at scenes that players are not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Play,
    Test,
}

/// A folder or file of rules, or a program of the IR.
pub(crate) fn load_game(
    path: &Path,
    purpose: Purpose,
    errata: &[PathBuf],
    root: Option<&Path>,
) -> Result<Playable, Failure> {
    if path.extension().is_none_or(|ending| ending != "ir") {
        return rules(path, purpose, errata, root);
    }
    let mut playable = program(path)?;
    if purpose == Purpose::Test {
        playable.scripts = beside(path, &playable.game)?;
    }
    Ok(playable)
}

/// The texts of a game and what they mean; whatever is wrong with them is told as `wgr check` tells it.
pub(crate) fn compiled(
    path: &Path,
    purpose: Purpose,
    errata: &[PathBuf],
    root: Option<&Path>,
) -> Result<(Loaded, Compiled), Failure> {
    let loaded = load::load(path, errata, root)?;
    let starts = match purpose {
        Purpose::Play => Starts::Scenarios,
        Purpose::Test => Starts::ScenesToo,
    };
    let checked = check_from(&loaded.sources, loaded.ledger.as_ref(), starts);
    if let Some(compiled) = checked.compiled {
        return Ok((loaded, compiled));
    }
    let drawn = render(&loaded.sources, &checked.diagnostics, Format::Short, look());
    let mut lines: Vec<String> = drawn.lines().map(str::to_owned).collect();
    lines.push(format!("wgr: the rules are refused: `wgr check {}` tells more", path.display()));
    Err(Failure::placed(lines))
}

/// A game from its rules; whatever is wrong with them is told as `wgr check` tells it.
fn rules(path: &Path, purpose: Purpose, errata: &[PathBuf], root: Option<&Path>) -> Result<Playable, Failure> {
    let (loaded, compiled) = compiled(path, purpose, errata, root)?;
    let refused = |errors: Vec<TextError>| {
        Failure::placed(errors.iter().map(|error| format!("wgr: the machine refuses the game: {error}")).collect())
    };
    let functions = compiled.program.funcs.len();
    let game = compiled.game().map_err(refused)?;
    let folder = if path.is_dir() { path.to_owned() } else { path.parent().unwrap_or(Path::new("")).to_owned() };
    Ok(Playable {
        game,
        scripts: compiled.scripts,
        scenarios: compiled.scenarios,
        snap: folder.join("snap"),
        folder,
        texts: Texts::Rules(loaded.sources),
        functions,
    })
}

/// A game from a program of the IR.
pub(crate) fn program(path: &Path) -> Result<Playable, Failure> {
    let text = files::read(path, "program")?;
    // Some editors begin a text with a mark of its encoding.
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (game, functions) =
        made(text).map_err(|errors| Failure::placed(errors.iter().map(|error| placed(path, error)).collect()))?;
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let snap = folder.join("snap").join(path.file_stem().unwrap_or_default());
    Ok(Playable {
        game,
        scripts: vec![],
        scenarios: vec![],
        snap,
        folder,
        texts: Texts::One(path.to_owned()),
        functions,
    })
}

fn made(text: &str) -> Result<(Game, usize), Vec<TextError>> {
    let program = text::read(text)?;
    let verified = verify(&program)?;
    let lowered = lower(&program, &verified)?;
    Ok((Game::new(lowered)?, program.funcs.len()))
}

/// The examples that stand beside a program; none if there is no such file.
fn beside(path: &Path, game: &Game) -> Result<Vec<Script>, Failure> {
    let examples = path.with_extension("examples.json");
    if !examples.exists() {
        return Ok(vec![]);
    }
    let text = files::read(&examples, "file of examples")?;
    let source = examples.file_name().unwrap_or_default().to_string_lossy();
    read_scripts(game, &source, &text).map_err(|error| Failure::placed(vec![placed(&examples, &error)]))
}

/// A game at its beginning, in its scenario if one is named, or as a save left it.
pub(crate) fn begun(
    playable: &Playable,
    seed: u64,
    scenario: Option<&str>,
    save: Option<&Path>,
) -> Result<Engine, Failure> {
    match save {
        Some(path) => loaded(path, &playable.game),
        None => {
            let mut engine = Engine::new(&playable.game, seed);
            if let Some(typed) = scenario {
                scenario::take(&mut engine, playable, typed)?;
            }
            Ok(engine)
        }
    }
}

fn loaded(path: &Path, game: &Game) -> Result<Engine, Failure> {
    let text = files::read(path, "save")?;
    load(game, &text).map_err(|error| Failure::bad_use(placed(path, &error)))
}

/// `FILE:LINE:COLUMN: what`; without line and column where the error has no place.
pub(crate) fn placed(path: &Path, error: &TextError) -> String {
    let gap = if error.at.line == 0 { " " } else { "" };
    format!("{}:{gap}{error}", path.display())
}
