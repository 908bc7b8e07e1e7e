//! Machine against oracle: the same program, the same labels, and at every stop the same asks, faults and
//! contents of every cell. The oracle runs the program as written, from the start each time; the machine runs
//! it lowered, and is thrown away and taken up from the state's words at every stop.

use crate::harness;
use crate::oracle::{Code, Label, Outcome, Value, World, run};
use wgr_runtime::engine::Game;
use wgr_runtime::exec::{Fair, Generator};
use wgr_runtime::exec::{FaultCode, Machine, Step, Stop};
use wgr_runtime::ir::{CellId, Program, SiteId, Type, What};
use wgr_runtime::state::State;
use wgr_runtime::verify::verify;

/// How a comparison ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Refused by the verifier: nothing to compare.
    Refused,
    Over {
        labels: usize,
    },
    Fault {
        labels: usize,
    },
    /// Still going after the most labels.
    Long,
    /// The oracle, which walks every way and tries every order, could not go on after so many labels; up to there they agree.
    BeyondTheOracle {
        labels: usize,
    },
}

/// Play one program by pseudo-random labels on both.
///
/// # Errors
/// With what differs, and after which labels.
pub fn compare(program: &Program, seed: u64, most: usize) -> Result<Agreement, String> {
    let Ok(verified) = verify(program) else { return Ok(Agreement::Refused) };
    let game = match harness::made_of(program, &verified) {
        Ok(game) => game,
        Err(errors) => return Err(format!("lowered program refused: {}", errors[0])),
    };
    let mut labels = Vec::new();
    let mut dice = Fair(seed);
    let mut state = State::zero(game.layout());
    let mut machine = Machine::new(game.rules());
    let mut step = machine.run(&mut state, game.main(), &mut Stop);
    loop {
        let oracle = run(program, &verified.waiting, &labels);
        let tell = |what: String| format!("{what}\nafter {labels:?}");
        if let Outcome::Bad(what) = &oracle.outcome {
            return Err(tell(format!("the oracle gave up: {what}")));
        }
        if matches!(oracle.outcome, Outcome::Fault { code: Code::Work, .. }) && !matches!(step, Step::Fault(_)) {
            return Ok(Agreement::BeyondTheOracle { labels: labels.len() });
        }
        same_step(&game, &machine, &step, &oracle.outcome).map_err(tell)?;
        match &step {
            Step::Fault(_) => return Ok(Agreement::Fault { labels: labels.len() }),
            Step::Over(_) => {
                same_cells(program, &game, &state, &oracle.world).map_err(tell)?;
                return Ok(Agreement::Over { labels: labels.len() });
            }
            Step::Ask(_) | Step::Roll { .. } | Step::Draw => {
                same_cells(program, &game, &state, &oracle.world).map_err(tell)?;
            }
        }
        if labels.len() == most {
            return Ok(Agreement::Long);
        }
        // A state's words are all that is needed to go on.
        let words = state.words().to_vec();
        let again = State::from_words(game.program(), game.layout(), words);
        state = again.map_err(|what| tell(format!("the state is refused: {what}")))?;
        machine = Machine::new(game.rules());
        let main = game.main();
        match machine.run(&mut state, main, &mut Stop) {
            Step::Ask(_) => {
                let pick = dice.below(machine.options().len() as u64) as usize;
                labels.push(Label::Answer(pick));
                step = machine.answer(&mut state, main, pick, &mut Stop);
            }
            Step::Roll { lo, hi } => {
                let value = lo + dice.below(hi.abs_diff(lo) + 1) as i64;
                labels.push(Label::Roll(value));
                step = machine.deal(&mut state, main, value, &mut Stop);
            }
            Step::Draw => {
                let weights = machine.weights();
                let value = weights[dice.below(weights.len() as u64) as usize].0;
                labels.push(Label::Draw(value));
                step = machine.deal(&mut state, main, value, &mut Stop);
            }
            other @ (Step::Over(_) | Step::Fault(_)) => return Err(tell(format!("taken up, it is {other:?}"))),
        }
    }
}

fn same_step(game: &Game, machine: &Machine, step: &Step, outcome: &Outcome) -> Result<(), String> {
    let same = match (step, outcome) {
        (Step::Ask(asked), Outcome::Ask { side, site, options, start }) => {
            let own: Vec<(String, Option<i64>)> = machine
                .options()
                .iter()
                .map(|choice| {
                    let (arm, domain) = machine.arm(asked.ask, *choice);
                    (arm.to_owned(), domain.map(|_| choice.member))
                })
                .collect();
            asked.side == *side
                && same_site(game, Some(asked.site), Some(*site))
                && asked.start == *start
                && own == *options
        }
        (Step::Roll { lo, hi }, Outcome::Roll { lo: a, hi: b }) => lo == a && hi == b,
        (Step::Draw, Outcome::Draw { weights }) => machine.weights() == weights,
        (Step::Over(a), Outcome::Over(b)) => a == b,
        (Step::Fault(fault), Outcome::Fault { code, site }) => {
            fault.code == code_of(*code) && same_site(game, fault.site, *site)
        }
        (
            Step::Ask(_) | Step::Roll { .. } | Step::Draw | Step::Over(_) | Step::Fault(_),
            Outcome::Ask { .. }
            | Outcome::Roll { .. }
            | Outcome::Draw { .. }
            | Outcome::Over(_)
            | Outcome::Fault { .. }
            | Outcome::Bad(_),
        ) => false,
    };
    if same { Ok(()) } else { Err(format!("the machine: {step:?} {:?}\nthe oracle: {outcome:?}", machine.options())) }
}

/// Sites keep their numbers; the oracle's own site for several triggers stands behind them.
fn same_site(game: &Game, machine: Option<SiteId>, oracle: Option<SiteId>) -> bool {
    machine == oracle
        || machine.is_some_and(|site| oracle.is_some_and(|o| o.index() >= game.program().sites.len().min(site.index())))
}

fn code_of(code: Code) -> FaultCode {
    match code {
        Code::Range => FaultCode::Range,
        Code::Zero => FaultCode::Zero,
        Code::Gap => FaultCode::Gap,
        Code::Clash => FaultCode::Clash,
        Code::Bound => FaultCode::Bound,
        Code::Twice => FaultCode::Twice,
        Code::Options => FaultCode::Options,
        Code::Room => FaultCode::Room,
        Code::Rule => FaultCode::Rule,
        Code::Hole => FaultCode::Hole,
        Code::Work => FaultCode::Work,
    }
}

/// Every cell of the program as written holds the same.
fn same_cells(program: &Program, game: &Game, state: &State, world: &World) -> Result<(), String> {
    for (at, cell) in program.cells.iter().enumerate() {
        let id = CellId::new(at);
        let place = game.layout().place(id);
        for element in 0..place.count {
            let index = place.index_of(element);
            let theirs = world.cells.get(&(id, index.clone()));
            let (own, other) = match cell.value {
                Type::Scalar(scalar) => {
                    let zero = scalar.zero();
                    let other = match theirs {
                        Some(Value::Int(value)) => *value,
                        Some(Value::Set(_)) => return Err(format!("cell `{}` holds a set", cell.name)),
                        None => zero,
                    };
                    (state.get(place, element).to_string(), other.to_string())
                }
                Type::Set(_) => {
                    let members = state.members(place, element);
                    let own: Vec<u32> = (0..members.len() as u32 * 64)
                        .filter(|m| members[(m / 64) as usize] >> (m % 64) & 1 == 1)
                        .collect();
                    let other: Vec<u32> = match theirs {
                        Some(Value::Set(set)) => set.iter().copied().collect(),
                        Some(Value::Int(_)) => return Err(format!("cell `{}` holds a number", cell.name)),
                        None => vec![],
                    };
                    (format!("{own:?}"), format!("{other:?}"))
                }
            };
            if own != other {
                let index: Vec<String> = index.iter().zip(&cell.index).map(|(i, of)| name(game, of.what, *i)).collect();
                return Err(format!(
                    "cell `{}[{}]`: the machine has {own}, the oracle {other}",
                    cell.name,
                    index.join(", ")
                ));
            }
        }
    }
    Ok(())
}

fn name(game: &Game, what: What, value: i64) -> String {
    game.value_name(what, value)
}
