//! Interpreter against native code: the same program, the same labels, and at every stop the same step, options, words and
//! work. Both machines go on from stop to stop, and now and then both are thrown away and taken up from the state's words.

use std::sync::Arc;
use wgr_native::{Made, Wishes, make};
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Chance, Die, Drawing, Fair, Generator, Machine, Native, Step, Stop, WORK};
use wgr_runtime::state::State;

/// One game, once for each engine.
pub struct Twins {
    interpreted: Game,
    native: Game,
    pub made: Arc<Made>,
}

/// How much of a game was played on both.
#[derive(Clone, Copy, Default, Debug)]
pub struct Abreast {
    pub labels: u64,
    pub over: bool,
    pub fault: bool,
    /// Ops that were interpreted beside native code.
    pub interpreted: u64,
}

/// Dice that fall, or that stop the machine, as it comes; those of a bare generator native code rolls itself.
struct Now<'a> {
    dice: &'a mut Fair,
    falls: bool,
    bare: bool,
}

impl Chance for Now<'_> {
    fn roll(&mut self, die: Die) -> Option<i64> {
        if self.falls { self.dice.roll(die) } else { None }
    }
    fn draw(&mut self, drawing: Drawing, weights: &[(i64, i64)]) -> Option<i64> {
        if self.falls { self.dice.draw(drawing, weights) } else { None }
    }
    fn bare(&mut self) -> Option<&mut Fair> {
        (self.falls && self.bare).then_some(&mut *self.dice)
    }
}

impl Twins {
    /// With `doubts` native code looks all the same at what it was told is sure.
    ///
    /// # Errors
    /// Where there is no native code of it.
    pub fn of(game: impl Fn() -> Game, doubts: bool) -> Result<Twins, String> {
        let (interpreted, native) = (game(), game());
        let made = make(native.rules(), Wishes { counts: true, doubts }).map_err(|why| why.to_string())?;
        let made = Arc::new(made);
        assert!(native.rules().set_native(Arc::clone(&made) as Arc<dyn Native>), "native code is given once");
        Ok(Twins { interpreted, native, made })
    }

    /// Play both by pseudo-random labels, with so much work between two stops.
    ///
    /// # Errors
    /// With what differs, and after how many labels.
    pub fn play(&self, seed: u64, most: u64, work: u64) -> Result<Abreast, String> {
        let mut dice = Fair(seed);
        let mut games = [Side::of(&self.interpreted, work), Side::of(&self.native, work)];
        let mut played = Abreast::default();
        let mut label = None;
        loop {
            // Every third time the dice are somebody's, who is asked for each.
            let (falls, bare, before) = (!seed.is_multiple_of(3), !seed.is_multiple_of(2), dice.clone());
            let [one, other] = &mut games;
            let mut again = before.clone();
            let step = one.step(label, &mut Now { dice: &mut dice, falls, bare });
            let twin = other.step(label, &mut Now { dice: &mut again, falls, bare });
            let tell = |what: &str| format!("{what}, after {} labels:\n{step:?}\n{twin:?}", played.labels);
            if step != twin {
                return Err(tell("the steps differ"));
            }
            if dice != again {
                return Err(tell("the dice differ"));
            }
            if one.state.words() != other.state.words() {
                return Err(tell("the states differ"));
            }
            if one.machine.options() != other.machine.options() || one.machine.weights() != other.machine.weights() {
                return Err(tell("the options differ"));
            }
            if one.machine.take_sealed() != other.machine.take_sealed() || one.machine.alone() != other.machine.alone()
            {
                return Err(tell("what was sealed, or asked on the way, differs"));
            }
            if one.machine.work_left() != other.machine.work_left() {
                return Err(tell("the work differs"));
            }
            played.interpreted = other.interpreted + other.machine.interpreted();
            label = match step {
                Step::Ask(_) => Some(Label::Pick(dice.below(one.machine.options().len() as u64) as usize)),
                Step::Roll { lo, hi } => Some(Label::Deal(lo + dice.below(hi.abs_diff(lo) + 1) as i64)),
                Step::Draw => {
                    let weights = one.machine.weights();
                    Some(Label::Deal(weights[dice.below(weights.len() as u64) as usize].0))
                }
                Step::Over(_) => return Ok(Abreast { over: true, ..played }),
                Step::Fault(_) => return Ok(Abreast { fault: true, ..played }),
            };
            played.labels += 1;
            if played.labels == most {
                return Ok(played);
            }
            if dice.below(8) == 0 {
                for game in &mut games {
                    game.take_up()?;
                }
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Label {
    Pick(usize),
    Deal(i64),
}

struct Side<'a> {
    game: &'a Game,
    machine: Machine,
    state: State,
    work: u64,
    interpreted: u64,
}

impl Side<'_> {
    fn of(game: &Game, work: u64) -> Side<'_> {
        let mut machine = Machine::new(game.rules());
        machine.set_work(work);
        Side { game, machine, state: State::zero(game.layout()), work, interpreted: 0 }
    }

    fn step(&mut self, label: Option<Label>, chance: &mut Now<'_>) -> Step {
        let (machine, state, main) = (&mut self.machine, &mut self.state, self.game.main());
        match label {
            None => machine.run(state, main, chance),
            Some(Label::Pick(option)) => machine.answer(state, main, option, chance),
            Some(Label::Deal(value)) => machine.deal(state, main, value, chance),
        }
    }

    /// A state's words are all that is needed to go on.
    fn take_up(&mut self) -> Result<(), String> {
        self.interpreted += self.machine.interpreted();
        self.machine = Machine::new(self.game.rules());
        self.machine.set_work(WORK);
        let stands = self.machine.run(&mut self.state, self.game.main(), &mut Stop);
        self.machine.set_work(self.work);
        match stands {
            Step::Ask(_) | Step::Roll { .. } | Step::Draw => Ok(()),
            Step::Over(_) | Step::Fault(_) => Err(format!("taken up, it is {stands:?}")),
        }
    }
}
