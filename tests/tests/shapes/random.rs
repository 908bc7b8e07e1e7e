//! Every program of the shapes, and games of hard rules, under random play: no fault, no dead end, an end. And at every
//! ask of a few games: saves, undo, forks, giving up and replays lead to the same words.
//!
//! Whatever stands in `suite/shapes` is played; a new file needs no line here.

use std::path::Path;
use wgr_compiler::Starts;
use wgr_runtime::engine::{Engine, Game, Refused, Seat, Sight, Status, View, load, replay};
use wgr_tests::harness::must;
use wgr_tests::rules::playable;
use wgr_tests::shipped::shipped;

/// Games a program has to bear.
const GAMES: u64 = 200;
/// Of these so many are looked at, ask by ask.
const WATCHED: u64 = 3;
/// More answers than any of these small games takes.
const MOST_ANSWERS: usize = 5_000;
/// Of a game of hard rules so many asks are looked at.
const MOST_WATCHED: usize = 40;
/// How far a game that was taken up again is played on from each ask, if it is a long one.
const FAR: usize = 10;

/// SplitMix64, for picks; the game has its own for dice.
#[derive(Clone)]
struct Luck(u64);

impl Luck {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }
}

/// Games whose actions ask again and again, fall back in the midst of a move, replace, draw and hide.
const HARD_RULES: [&str; 6] = [
    "02_hit_conversion",
    "06_command_paths",
    "08_emergency_fallback",
    "10_obligations",
    "13_replacement_meuse_argonne",
    "16_cup_and_fog",
];

fn hard_rules() -> Vec<(String, Game)> {
    let made = |name: &str| shipped(&format!("hard-rules/{name}")).check(Starts::Scenarios).compiled;
    HARD_RULES.iter().map(|name| ((*name).to_owned(), playable(&made(name).expect("it checks")))).collect()
}

/// Name and text of every program.
#[expect(clippy::disallowed_methods, reason = "the suite is what lies in the folder")]
fn programs() -> Vec<(String, Game)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suite/shapes");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "ir"));
    let mut programs: Vec<(String, Game)> = paths
        .map(|path| {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            (name, must(&std::fs::read_to_string(&path).unwrap()))
        })
        .collect();
    programs.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(!programs.is_empty());
    programs
}

/// One answer at random; no if the game asks nothing.
fn step(engine: &mut Engine, luck: &mut Luck, place: &str) -> bool {
    let Some(prompt) = engine.prompt() else { return false };
    assert!(prompt.count() > 0, "{place}: an ask without options");
    let names: Vec<&str> = prompt.options().iter().map(|offered| offered.name.as_str()).collect();
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    assert_eq!(different.len(), names.len(), "{place}: two options of one name: {names:?}");
    let option = luck.below(names.len());
    let pick = names[option].to_owned();
    match engine.answer(option) {
        Ok(None) => true,
        Ok(Some(fault)) => {
            let func = &engine.game().program().func(fault.func).name;
            panic!("{place}: `{pick}` faults: {} in {func}", fault.code.name())
        }
        Err(refused) => panic!("{place}: `{pick}` is offered and refused: {refused}"),
    }
}

/// To the end, or `most` answers further.
fn play_on(engine: &mut Engine, luck: &mut Luck, most: usize, place: &str) {
    for _ in 0..most {
        if !step(engine, luck, place) {
            break;
        }
    }
}

fn is_over(engine: &Engine) -> bool {
    matches!(engine.status(), Status::Over(_))
}

fn answers(engine: &Engine) -> usize {
    engine.log().iter().filter(|entry| entry.is_answer()).count()
}

#[test]
fn every_program_plays_to_its_end_whatever_is_picked() {
    for (name, game) in programs() {
        let (mut most, mut all) = (0, 0);
        for seed in 0..GAMES {
            let place = format!("{name}, game {seed}");
            let mut engine = Engine::new(&game, seed);
            play_on(&mut engine, &mut Luck(seed), MOST_ANSWERS, &place);
            assert!(is_over(&engine), "{place}: {:?} after {} answers", engine.status(), answers(&engine));
            most = most.max(answers(&engine));
            all += answers(&engine);
            if seed < 20 {
                replays(&game, &engine, &place);
            }
        }
        println!("{name}: at most {most} answers, {} on the average", all / GAMES as usize);
    }
}

/// The engine's save is this one; if not, the first line that differs is told.
#[track_caller]
fn same(engine: &Engine, save: &str, place: &str) {
    let own = engine.save().unwrap();
    if own != save {
        let lines = own.lines().zip(save.lines()).find(|(a, b)| a != b);
        panic!("{place}: the saves differ: {lines:?}");
    }
}

fn replays(game: &Game, engine: &Engine, place: &str) {
    let again = replay(game, &engine.replay().unwrap()).unwrap_or_else(|error| panic!("{place}: {error}"));
    assert_eq!(again.state().hash(), engine.state().hash(), "{place}");
    assert_eq!(again.state(), engine.state(), "{place}");
    assert_eq!(again.log(), engine.log(), "{place}");
}

#[test]
fn at_every_ask_saves_undo_forks_and_giving_up_keep_their_word() {
    for (name, game) in programs() {
        for seed in 0..WATCHED {
            Watched::new(&game, format!("{name}, game {seed}"), seed).play(usize::MAX);
        }
    }
    for (name, game) in hard_rules() {
        Watched::new(&game, format!("{name}, game 1"), 1).play(MOST_WATCHED);
    }
}

/// A game that is looked at from all sides wherever it asks.
struct Watched {
    game: Game,
    name: String,
    engine: Engine,
    luck: Luck,
    /// The state's words by the number of answers given.
    passed: Vec<u64>,
}

impl Watched {
    fn new(game: &Game, name: String, seed: u64) -> Watched {
        Watched { game: game.clone(), name, engine: Engine::new(game, seed), luck: Luck(seed), passed: vec![] }
    }

    fn play(&mut self, most: usize) {
        let mut once = self.engine.fork();
        play_on(&mut once, &mut self.luck.clone(), MOST_ANSWERS, &self.name);
        let far = if answers(&once) <= 6 * FAR { MOST_ANSWERS } else { FAR };
        for _ in 0..most {
            let place = format!("{}, after {} answers", self.name, answers(&self.engine));
            self.passed.truncate(answers(&self.engine));
            self.passed.push(self.engine.state().hash());
            self.saved(far, &place);
            self.undone(&place);
            self.forked(&place);
            self.given_up(far, &place);
            self.viewed(&place);
            if !step(&mut self.engine, &mut self.luck, &place) {
                break;
            }
        }
        play_on(&mut self.engine, &mut self.luck, MOST_ANSWERS, &self.name);
        same(&self.engine, &once.save().unwrap(), &format!("{}: looking changed the game", self.name));
        replays(&self.game, &self.engine, &self.name);
    }

    /// Taken up again it is the same game, now and later.
    fn saved(&self, far: usize, place: &str) {
        let save = self.engine.save().unwrap();
        let mut loaded = load(&self.game, &save).unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(loaded.state().hash(), self.engine.state().hash(), "{place}");
        assert_eq!(loaded.status(), self.engine.status(), "{place}");
        same(&loaded, &save, place);
        let mut original = self.engine.fork();
        play_on(&mut loaded, &mut self.luck.clone(), far, place);
        play_on(&mut original, &mut self.luck.clone(), far, place);
        assert_eq!(loaded.state().hash(), original.state().hash(), "{place}");
        same(&loaded, &original.save().unwrap(), &format!("{place}: playing on"));
    }

    /// Back by any number of answers and forward by the same ones.
    fn undone(&self, place: &str) {
        let save = self.engine.save().unwrap();
        let picks: Vec<String> = self
            .engine
            .log()
            .iter()
            .filter(|entry| entry.is_answer())
            .map(|entry| entry.to_string().split_once(": ").map(|(_, pick)| pick.to_owned()).unwrap_or_default())
            .collect();
        let most = match self.engine.fork().undo(usize::MAX) {
            Err(Refused::NothingToUndo { possible, .. }) => possible,
            other => panic!("{place}: {other:?}"),
        };
        for count in [0, 1, 2, most] {
            if count > most {
                continue;
            }
            let mut back = self.engine.fork();
            assert_eq!(back.undo(count), Ok(()), "{place}, {count} back");
            let at = picks.len() - count;
            assert_eq!(answers(&back), at, "{place}, {count} back");
            assert_eq!(back.state().hash(), self.passed[at], "{place}, {count} back");
            for pick in &picks[at..] {
                assert_eq!(back.pick(pick), Ok(None), "{place}, {count} back");
            }
            same(&back, &save, &format!("{place}, {count} back and forward"));
        }
    }

    fn forked(&self, place: &str) {
        let save = self.engine.save().unwrap();
        let mut fork = self.engine.fork();
        same(&fork, &save, place);
        play_on(&mut fork, &mut Luck(7), 3, place);
        same(&self.engine, &save, &format!("{place}: a fork changed what it was forked from"));
    }

    /// What was given up is not offered, and the game still has its end.
    fn given_up(&self, far: usize, place: &str) {
        let mut fork = self.engine.fork();
        let before = fork.save().unwrap();
        let Ok(()) = fork.abandon() else {
            same(&fork, &before, &format!("{place}: refused and changed"));
            return;
        };
        assert_eq!(fork.state().hash(), self.passed[answers(&fork)], "{place}: given up");
        let save = fork.save().unwrap();
        let mut loaded = load(&self.game, &save).unwrap_or_else(|error| panic!("{place}, given up: {error}"));
        assert_eq!(loaded.status(), fork.status(), "{place}: what was given up is offered again");
        play_on(&mut fork, &mut self.luck.clone(), far, place);
        play_on(&mut loaded, &mut self.luck.clone(), far, place);
        same(&loaded, &fork.save().unwrap(), &format!("{place}: given up and played on"));
    }

    /// A view of a view shows no more and no less.
    fn viewed(&self, place: &str) {
        let sides = self.game.program().sides.map_or(0, |sides| self.game.program().domain(sides).size);
        for side in 0..i64::from(sides) {
            let seen = View::of(&self.game, self.engine.state(), Seat::Side(side));
            let again = View::of(&self.game, seen.state(), Seat::Side(side));
            assert_eq!(again, seen, "{place}: side {side}");
        }
    }
}
