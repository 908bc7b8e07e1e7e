//! Where a game stands that is asked something: a scene or scenario, an example or one of its steps, a file that wgr wrote.
//!
//! In: what was typed behind `--at`. Out: the game there, and how it began. Promises: names of scenarios go before scenes,
//! scenes before titles of examples; a file of wgr's goes before all of them; who is not understood is told what there is.

use crate::args::{Options, Where};
use crate::chair::seat_named;
use crate::exit::Failure;
use crate::playable::{Playable, Purpose, begun, load_game, placed};
use crate::{files, option, scenario};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wgr_compiler::diag::{listed, nearest};
use wgr_runtime::engine::{Engine, Entry, Game, Head, Position, Seat, Sort, load, replay, take_up};
use wgr_runtime::script::{Failure as Wrong, after_steps};

/// Titles named at most.
const TITLES: usize = 12;

/// Decides what falls in a set-up.
const TRIAL: u64 = 1;
/// Names told at most where none fits.
const TOLD: usize = 12;

/// A game that stands somewhere.
pub(crate) struct Stands {
    pub(crate) playable: Rc<Playable>,
    pub(crate) engine: Engine,
    /// The scenario or scene with which it began; none before that is answered.
    pub(crate) start: Option<String>,
    /// It came from a file, in which the whole of a game lies.
    from_file: bool,
}

impl Stands {
    /// As `--side` says; of a game that hides something a file is told to somebody.
    pub(crate) fn seat(&self, typed: Option<&str>) -> Result<Seat, Failure> {
        seat_named(typed, self.from_file, &self.playable.game)
    }

    /// What to type where no scenario is chosen: before that nobody stands anywhere.
    pub(crate) fn nowhere(&self) -> Option<String> {
        scenario::choice(&self.engine, &self.playable)?;
        let at: Vec<String> =
            self.playable.scenarios.iter().take(TOLD).map(|scenario| format!("--at {}", scenario.name)).collect();
        let at: Vec<&str> = at.iter().map(String::as_str).collect();
        let nowhere = "no scenario is chosen, so nobody stands anywhere and no state is set up";
        Some(format!("{nowhere}: {} asks there", listed(&at, "or")))
    }

    /// Before its first question.
    pub(crate) fn at_first(playable: Rc<Playable>, falls: Falls) -> Stands {
        let engine = match falls {
            Falls::Seed(seed) => Engine::new(&playable.game, seed),
            Falls::ByHand => Engine::without_dice(&playable.game),
        };
        let only = playable.scenarios.first().filter(|_| playable.scenarios.len() == 1);
        let start = only.map(|scenario| scenario.name.clone());
        Stands { playable, engine, start, from_file: false }
    }

    /// What it is as a position, for a seat.
    pub(crate) fn position(&self, seat: Seat) -> Result<Position, String> {
        let asked = || "no scenario is chosen yet, so nothing stands anywhere: answer that first".to_owned();
        let start = self.start.as_ref().or(self.begun());
        Ok(Position::of(&self.engine, seat, start.ok_or_else(asked)?))
    }

    /// The scenario that was answered since.
    fn begun(&self) -> Option<&String> {
        let Some(Entry::Answer { pick, .. }) = self.engine.log().first() else { return None };
        self.playable.scenarios.iter().map(|scenario| &scenario.name).find(|name| *name == pick)
    }
}

/// How dice fall from there on: as a seed decides; by nobody, so that the game stands before each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Falls {
    Seed(u64),
    ByHand,
}

impl Falls {
    pub(crate) fn seed(self) -> Option<u64> {
        match self {
            Falls::Seed(seed) => Some(seed),
            Falls::ByHand => None,
        }
    }
}

/// The texts of a game, read once for each purpose.
pub(crate) struct Texts<'t> {
    game: &'t Path,
    errata: &'t [PathBuf],
    root: Option<&'t Path>,
    play: OnceCell<Rc<Playable>>,
    test: OnceCell<Rc<Playable>>,
}

impl<'t> Texts<'t> {
    pub(crate) fn new(asked: &'t Where, root: Option<&'t Path>) -> Texts<'t> {
        let (play, test) = (OnceCell::new(), OnceCell::new());
        Texts { game: &asked.game, errata: &asked.errata, root, play, test }
    }

    pub(crate) fn load(&self, purpose: Purpose) -> Result<Rc<Playable>, Failure> {
        let kept = match purpose {
            Purpose::Play => &self.play,
            Purpose::Test => &self.test,
        };
        if let Some(playable) = kept.get() {
            return Ok(Rc::clone(playable));
        }
        let playable = Rc::new(load_game(self.game, purpose, self.errata, self.root)?);
        Ok(Rc::clone(kept.get_or_init(|| playable)))
    }
}

/// Where a verb looks that only asks: in an example also before what can be answered in one way only, if no `falls` says how it
/// is led on.
pub(crate) fn stands(asked: &Where, root: Option<&Path>, falls: Option<Falls>) -> Result<Stands, Failure> {
    stands_in(&Texts::new(asked, root), asked, falls)
}

/// The same, with texts that may be read already.
pub(crate) fn stands_in(texts: &Texts<'_>, asked: &Where, falls: Option<Falls>) -> Result<Stands, Failure> {
    match &asked.at {
        Some(at) => at_named(texts, at, &asked.options, falls),
        None => {
            let mut stands = Stands::at_first(texts.load(Purpose::Play)?, falls.unwrap_or(Falls::Seed(TRIAL)));
            let asks = scenario::choice(&stands.engine, &stands.playable).is_some();
            if !asks || asked.options.are_named() {
                option::take(&mut stands.engine, &stands.playable, &asked.options)?;
            }
            Ok(stands)
        }
    }
}

/// At what was typed. With `falls` the game can be led on from there; without, it stands as the example left it.
pub(crate) fn at_named(
    texts: &Texts<'_>,
    at: &str,
    options: &Options,
    falls: Option<Falls>,
) -> Result<Stands, Failure> {
    if let Some(sort) = sort_of(Path::new(at)) {
        no_options(options, "a file has them")?;
        return at_file(texts, Path::new(at), sort, falls);
    }
    let playable = texts.load(Purpose::Play)?;
    if let Some(start) = scenario::named(&playable, at)? {
        let seed = falls.and_then(Falls::seed).unwrap_or(TRIAL);
        let mut engine = begun(&playable, seed, Some(&start), None)?;
        option::take(&mut engine, &playable, options)?;
        return settled(Stands { playable, engine, start: Some(start), from_file: false }, falls);
    }
    no_options(options, "options are taken in with a scenario")?;
    let playable = texts.load(Purpose::Test)?;
    let scenes = starts(&playable.game);
    if scenes.iter().any(|scene| scene == at) {
        return from_start(playable, at.to_owned(), &[], falls.and_then(Falls::seed));
    }
    let (title, step) = match at.rsplit_once(':').map(|(title, step)| (title, step.parse::<usize>())) {
        Some((title, Ok(step))) => (title, Some(step)),
        Some((_, Err(_))) | None => (at, None),
    };
    let example = example(&playable, title).map_err(|what| {
        let begin = few(&scenes);
        Failure::bad_use(format!(
            "`{at}` is no scene, scenario, example or file of this game: {what}; it begins at {begin}"
        ))
    })?;
    at_example(playable, example, step, falls)
}

/// Behind so many steps of an example, or behind all of them.
fn at_example(playable: Rc<Playable>, at: usize, step: Option<usize>, falls: Option<Falls>) -> Result<Stands, Failure> {
    let script = &playable.scripts[at];
    let all = script.steps.len();
    if let Some(step) = step.filter(|step| *step > all) {
        let what = format!("\"{}\" has {all} lines, and there is no {step}: write `:0` to `:{all}`", script.title);
        return Err(Failure::bad_use(what));
    }
    let engine = after_steps(&playable.game, &playable.scripts, at, step.unwrap_or(all))
        .map_err(|wrong| Failure::wrong(failed(&script.title, &wrong)))?;
    let mut first = script;
    while let Some(before) = first.after.and_then(|before| playable.scripts.get(before)) {
        first = before;
    }
    let start = Some(first.start.clone());
    settled(Stands { start, engine, playable, from_file: false }, falls)
}

fn settled(stands: Stands, falls: Option<Falls>) -> Result<Stands, Failure> {
    match falls {
        Some(falls) => led_on(stands, falls),
        None => Ok(stands),
    }
}

/// What is wrong with an example, in one line.
pub(crate) fn failed(title: &str, wrong: &Wrong) -> String {
    let found: String = wrong.found.iter().map(|line| format!(": {line}")).collect();
    format!("\"{title}\": {}{found}: {}", wrong.what, wrong.help)
}

/// The same game, to be led on: dice fall so, and what can be answered in one way only is answered.
fn led_on(stands: Stands, falls: Falls) -> Result<Stands, Failure> {
    let Stands { playable, engine, start: Some(start), from_file } = stands else { return Ok(stands) };
    let stands = from_start(playable, start.clone(), behind_start(&engine, &start), falls.seed())?;
    Ok(Stands { from_file, ..stands })
}

/// The log without the answer that says which start.
fn behind_start<'e>(engine: &'e Engine, start: &str) -> &'e [Entry] {
    let begins = matches!(engine.log().first(), Some(Entry::Answer { pick, .. }) if pick == start);
    &engine.log()[usize::from(begins)..]
}

fn from_start(playable: Rc<Playable>, start: String, log: &[Entry], seed: Option<u64>) -> Result<Stands, Failure> {
    let engine = take_up(&playable.game, &start, log, seed).map_err(|error| Failure::wrong(error.to_string()))?;
    Ok(Stands { playable, engine, start: Some(start), from_file: false })
}

/// Scenes and scenarios, where the game was loaded for its examples.
pub(crate) fn starts(game: &Game) -> Vec<String> {
    let engine = Engine::by_hand(game);
    let prompt = engine.prompt();
    prompt.map_or_else(Vec::new, |prompt| prompt.options().iter().map(|offered| offered.name.clone()).collect())
}

/// What wgr wrote there, if it did; a position may have been written by anybody.
fn sort_of(path: &Path) -> Option<Sort> {
    if !path.is_file() {
        return None;
    }
    let text = files::read(path, "save").ok()?;
    let of_json = text.trim_start().starts_with('{').then_some(Sort::Position);
    Head::of(&text).map(|head| head.sort).or(of_json)
}

fn at_file(texts: &Texts<'_>, path: &Path, sort: Sort, falls: Option<Falls>) -> Result<Stands, Failure> {
    let text = files::read(path, sort.word())?;
    let unreadable = |error| Failure::bad_use(placed(path, &error));
    if sort == Sort::Position {
        let position = Position::read(&text).map_err(unreadable)?;
        let stands = at_position(texts, &position, falls)?;
        return stands.map_err(|what| Failure::bad_use(format!("{}: {what}", path.display())));
    }
    let playable = texts.load(Purpose::Play)?;
    let engine = match sort {
        Sort::Replay => {
            replay(&playable.game, &text).map_err(|error| Failure::wrong(format!("{}: {error}", path.display())))?
        }
        Sort::Save | Sort::Notebook | Sort::Trace | Sort::Position | Sort::Picture => {
            load(&playable.game, &text).map_err(unreadable)?
        }
    };
    let named = |name: &String| matches!(engine.log().first(), Some(Entry::Answer { pick, .. }) if pick == name);
    let names: Vec<String> = playable.scenarios.iter().map(|scenario| scenario.name.clone()).collect();
    let start = names.iter().find(|name| named(name)).or(names.first().filter(|_| names.len() == 1)).cloned();
    let stands = Stands { playable, engine, start, from_file: true };
    match falls {
        Some(falls @ Falls::ByHand) => led_on(stands, falls),
        // The dice to come are in the save.
        Some(Falls::Seed(_)) | None => Ok(stands),
    }
}

/// Where a position stands; what is wrong with it apart from what is wrong with the game.
pub(crate) fn at_position(
    texts: &Texts<'_>,
    position: &Position,
    falls: Option<Falls>,
) -> Result<Result<Stands, String>, Failure> {
    let playable = texts.load(Purpose::Test)?;
    let starts = starts(&playable.game);
    if !starts.contains(&position.start) {
        let what = format!("`start`: no scene or scenario is called `{}`; there are {}", position.start, few(&starts));
        return Ok(Err(what));
    }
    Ok(match position.engine(&playable.game, falls.and_then(Falls::seed)) {
        Ok(engine) => Ok(Stands { start: Some(position.start.clone()), engine, playable, from_file: true }),
        Err(misplaced) => Err(misplaced.to_string()),
    })
}

fn no_options(options: &Options, why: &str) -> Result<(), Failure> {
    if options.are_named() {
        return Err(Failure::bad_use(format!("leave `--option` and `--without` out: {why}")));
    }
    Ok(())
}

fn few(names: &[String]) -> String {
    let more = if names.len() > TOLD { ", .." } else { "" };
    format!("{}{more}", names[..names.len().min(TOLD)].join(", "))
}

/// The example of this title, or the only one whose title holds it.
pub(crate) fn example(playable: &Playable, typed: &str) -> Result<usize, String> {
    let titles: Vec<&str> = playable.scripts.iter().map(|script| script.title.as_str()).collect();
    if let Some(at) = titles.iter().position(|title| *title == typed) {
        return Ok(at);
    }
    let word = typed.to_lowercase();
    let found: Vec<usize> = (0..titles.len()).filter(|&at| titles[at].to_lowercase().contains(&word)).collect();
    let named = |found: &[usize]| {
        let more = if found.len() > TITLES { ", .." } else { "" };
        let named = found.iter().take(TITLES).map(|&at| format!("\"{}\"", titles[at]));
        format!("{}{more}", named.collect::<Vec<String>>().join(", "))
    };
    match found.as_slice() {
        [one] => Ok(*one),
        [] if titles.is_empty() => Err("the game has no examples".to_owned()),
        [] if near(typed, &titles).is_some() => Err(format!(
            "no example is called `{typed}`: did you mean \"{}\"?",
            near(typed, &titles).unwrap_or_default()
        )),
        [] => {
            let all: Vec<usize> = (0..titles.len()).collect();
            Err(format!("no example is called `{typed}`: there are {}", named(&all)))
        }
        several => Err(format!("`{typed}` may be any of {}: write more of it", named(several))),
    }
}

/// The title in which a word stands that differs least from what was typed, where it is not far.
fn near<'t>(typed: &str, titles: &[&'t str]) -> Option<&'t str> {
    let words = |title: &'t str| title.split(|sign: char| !sign.is_alphanumeric()).filter(|word| word.len() > 2);
    let meant = nearest(typed, titles.iter().flat_map(|title| words(title))).first().copied()?;
    titles.iter().copied().find(|title| words(title).any(|word| word == meant))
}
