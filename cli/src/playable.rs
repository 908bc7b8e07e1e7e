//! From a path to something that can be played: a game, its examples and its scenarios.

use crate::args::Options;
use crate::exit::Failure;
use crate::files;
use crate::load::{self, Loaded};
use crate::option;
use crate::out::look;
use crate::scenario;
use crate::tell::{where_it_is, with};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wgr_compiler::looks::Looks;
use wgr_compiler::{
    Aside, Compiled, ErrataHead, Format, Ledger, PlayOption, Scenario, Sources, Starts, Unsettled, check_from,
    errata_of, render,
};
use wgr_runtime::engine::{Engine, Game, load};
use wgr_runtime::ir::{Pos, TextError};
use wgr_runtime::script::Script;

/// A game and what was written of it.
pub(crate) struct Playable {
    pub(crate) game: Game,
    pub(crate) scripts: Arc<[Script]>,
    /// Examples that are not played.
    pub(crate) aside: Vec<Aside>,
    /// What players may begin with.
    pub(crate) scenarios: Vec<Scenario>,
    /// What they may take in, in the order in which it is asked for.
    pub(crate) options: Vec<PlayOption>,
    /// What there is to draw.
    pub(crate) looks: Arc<Looks>,
    /// The folder of the texts; sources of examples and places of faults are named from here.
    pub(crate) folder: PathBuf,
    /// What places in the program and in examples speak of.
    pub(crate) sources: Sources,
    pub(crate) ledger: Option<Ledger>,
    /// The heads of the errata and house rules that count.
    pub(crate) errata: Vec<ErrataHead>,
    /// Where they lie.
    pub(crate) overlays: Vec<PathBuf>,
    /// The same as they were named on the command line.
    pub(crate) with: Vec<PathBuf>,
    /// What is provisional or missing.
    pub(crate) unsettled: Vec<Unsettled>,
    /// Where accepted traces lie.
    pub(crate) snap: PathBuf,
}

impl Playable {
    /// A path of a text as it is called in the game's folder.
    pub(crate) fn named<'p>(&self, path: &'p str) -> &'p str {
        let folder = self.folder.display().to_string().replace('\\', "/");
        let folder = folder.trim_end_matches('/');
        path.strip_prefix(folder).map_or(path, |inside| inside.strip_prefix('/').unwrap_or(path))
    }

    /// `FILE:LINE:COLUMN`, where the place is known.
    pub(crate) fn place(&self, at: Pos) -> Option<String> {
        self.sources.place(at).map(|place| where_it_is(&self.sources, place))
    }
}

/// What a game is loaded for: examples begin at scenes that players are not offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Play,
    Test,
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
    lines.push(format!("wgr: the rules are refused: `wgr check {}{}` tells more", path.display(), with(errata)));
    Err(Failure::placed(lines))
}

/// A game from its rules; whatever is wrong with them is told as `wgr check` tells it.
pub(crate) fn load_game(
    path: &Path,
    purpose: Purpose,
    errata: &[PathBuf],
    root: Option<&Path>,
) -> Result<Playable, Failure> {
    let (loaded, compiled) = compiled(path, purpose, errata, root)?;
    let refused = |errors: Vec<TextError>| {
        Failure::placed(errors.iter().map(|error| format!("wgr: the machine refuses the game: {error}")).collect())
    };
    let game = compiled.game().map_err(refused)?;
    let folder = if path.is_dir() { path.to_owned() } else { path.parent().unwrap_or(Path::new("")).to_owned() };
    let overlays = loaded.overlays;
    let named = loaded.paths.iter().filter(|(_, path)| overlays.contains(path));
    let texts = named.filter_map(|(file, _)| loaded.sources.get(*file));
    let heads = texts.flat_map(|source| errata_of(&source.text)).collect();
    Ok(Playable {
        game,
        errata: heads,
        with: errata.to_vec(),
        overlays,
        scripts: compiled.scripts,
        aside: compiled.aside,
        scenarios: compiled.scenarios,
        options: compiled.options,
        looks: compiled.looks,
        unsettled: compiled.unsettled,
        snap: folder.join("snap"),
        folder,
        sources: loaded.sources,
        ledger: loaded.ledger,
    })
}

/// A game at its beginning, in its scenario if one is named, with its options if some are.
pub(crate) fn begun(
    playable: &Playable,
    seed: u64,
    scenario: Option<&str>,
    options: Option<&Options>,
) -> Result<Engine, Failure> {
    let mut engine = Engine::new(&playable.game, seed);
    if let Some(typed) = scenario {
        scenario::take(&mut engine, playable, typed)?;
    }
    if let Some(options) = options.filter(|options| options.are_named()) {
        option::take(&mut engine, playable, options)?;
    }
    Ok(engine)
}

/// The same, or as a save left it.
pub(crate) fn begun_or_loaded(
    playable: &Playable,
    seed: u64,
    (scenario, options): (Option<&str>, &Options),
    save: Option<&Path>,
) -> Result<Engine, Failure> {
    match save {
        Some(path) => loaded(path, &playable.game),
        None => begun(playable, seed, scenario, Some(options)),
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
