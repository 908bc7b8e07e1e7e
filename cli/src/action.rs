//! Why an action may begin, or may not, and why a hex is offered to it: what its rules say of those whom it is about, and
//! what is asked where it is begun. It is begun in a game apart; where that would show what is hidden, or something
//! would fall, it is left.

use crate::why::{Length, sample};
use std::collections::BTreeSet;
use std::rc::Rc;
use wgr_runtime::board::Dir;
use wgr_runtime::engine::{Engine, Prompt, Seat, Why};
use wgr_runtime::ir::{FuncId, HEX, Type};

/// Beyond so many hexes tried nobody waits for a way.
const MOST: usize = 150;
/// Questions told at most against one hex.
const TOLD: usize = 3;

/// The answer for an action, whom it is about, and, behind `to`, where it is to lead.
pub(crate) fn told(
    engine: &Engine,
    seat: Seat,
    (name, offered, head): (&str, FuncId, &str),
    args: &[&str],
    length: Length,
) -> Result<Vec<String>, String> {
    let game = engine.game();
    let func = game.program().func(offered);
    let params = func.params as usize;
    let (given, to) = match args.iter().position(|word| *word == "to") {
        Some(at) => (&args[..at], &args[at + 1..]),
        None => args.split_at(args.len().min(params)),
    };
    if given.len() != params {
        let samples = func.param_types().map(|ty| match ty {
            Type::Scalar(scalar) => sample(game, scalar),
            Type::Set(_) => "..".to_owned(),
        });
        let samples: String = samples.map(|sample| format!(" {sample}")).collect();
        return Err(format!(
            "`{name}` is an action, {name}{head}: say all that it is about, like `why {name}{samples}`"
        ));
    }
    let values = game.args_named(offered, given)?;
    let said = [&[name], given].concat().join(" ");
    let mut why = engine.from_seat(seat).why(offered, &values);
    why.question = format!("{said}{}", why.called.asks);
    let mut lines = length.lines(&why);
    match why.answer.as_deref() {
        Some("no") if why.against().is_empty() => {
            lines.push(format!(
                "'- no row says no; what is not so stands at its head, or its first choice finds nobody: {name}{head}"
            ));
        }
        Some("yes") => {
            // Who asks for a hex knows that it may begin.
            lines.truncate(if to.is_empty() { lines.len() } else { 1 });
            lines.extend(here(engine, seat, (name, given), to, length));
        }
        Some(_) | None => {}
    }
    Ok(lines)
}

/// Is it offered where the game stands, and does it lead there?
fn here(engine: &Engine, seat: Seat, (name, given): (&str, &[&str]), to: &[&str], length: Length) -> Vec<String> {
    let (game, seated) = (engine.game(), engine.from_seat(seat));
    let Some(prompt) = seated.prompt() else { return vec!["nobody is asked here who could begin it".to_owned()] };
    let whole = [&[name], given].concat().join(" ");
    // Of several that it is about the first may be offered with it, and the others behind it.
    let first = given.first().map(|first| format!("{name} {first}"));
    let ways = [(whole, given.len()), (first.unwrap_or_default(), 1), (name.to_owned(), 0)];
    let begins = ways.iter().find_map(|(option, used)| {
        let at = prompt.options().iter().position(|offered| offered.name == *option)?;
        Some((at, &given[(*used).min(given.len())..]))
    });
    let Some((option, rest)) = begins else {
        let (who, rule) = (game.side_name(prompt.side), game.rule_name(prompt.site));
        return vec![format!("it is not offered here: {who} is asked {rule}")];
    };
    let Some((goal, through)) = to.split_last() else { return vec!["it is offered here".to_owned()] };
    if let Some(no_hex) = to.iter().find(|hex| game.board().is_some() && game.member_named(HEX, hex).is_none()) {
        return vec![format!("the map has no hex {no_hex}")];
    }
    if let Err(rests) = seated.may_count() {
        return vec![rests.told(game)];
    }
    let names: Vec<&str> = rest.iter().chain(through).copied().collect();
    match way(engine, seat, option, &names, goal) {
        Way::Offered(by) if by.is_empty() => vec![format!("{goal} is offered to it")],
        Way::Offered(by) => vec![format!("{goal} is offered to it by way of {}", by.join(", "))],
        Way::NotOffered(name, against) if against.is_empty() => {
            vec![format!("{name} is not offered to it, and no rule speaks against it: it is too far away for it")]
        }
        Way::NotOffered(name, against) => {
            let mut lines = vec![format!("{name} is not offered to it: {}", barred_by(&against))];
            lines.extend(against.iter().take(TOLD).flat_map(|why| indented(why, length)));
            lines
        }
        Way::Barred { reached, at, against } => {
            let by = barred_by(&against);
            let mut lines =
                vec![format!("{goal} is not offered to it: it comes as near as {reached}, and {at} behind it is {by}")];
            lines.extend(against.iter().take(TOLD).flat_map(|why| indented(why, length)));
            lines
        }
        Way::Open => vec![format!("whether {goal} is offered to it depends on what falls, or on another side")],
    }
}

fn indented(why: &Why, length: Length) -> Vec<String> {
    length.lines(why).into_iter().map(|line| format!("  {line}")).collect()
}

/// `barred by 4.1#a "The enemy holds it"`
pub(crate) fn barred_by(against: &[Why]) -> String {
    let mut rows: Vec<String> = Vec::new();
    for row in against.iter().flat_map(Why::against) {
        let name = row.name();
        if rows.len() < TOLD && !rows.contains(&name) {
            rows.push(name);
        }
    }
    format!("barred by {}", rows.join(", "))
}

pub(crate) enum Way {
    /// Through these hexes.
    Offered(Vec<String>),
    /// What is not offered, and what is said against it.
    NotOffered(String, Vec<Why>),
    /// The nearest hex to which it comes, one behind it, and what is said against that.
    Barred {
        reached: String,
        at: String,
        against: Vec<Why>,
    },
    Open,
}

/// A way from an answer through names to a goal: nearer hexes are tried first.
fn way(engine: &Engine, seat: Seat, option: usize, names: &[&str], goal: &str) -> Way {
    let Some(mut begun) = after(engine, option) else { return Way::Open };
    for name in names {
        let next = begun.prompt().map(|prompt| prompt.called(name));
        match next {
            Some(Ok(option)) => match after(&begun, option) {
                Some(next) => begun = next,
                None => return Way::Open,
            },
            Some(Err(_)) => return Way::NotOffered((*name).to_owned(), against(&begun, seat, name)),
            None => return Way::Open,
        }
    }
    towards(begun, seat, goal)
}

/// A way to a goal from where this game stands.
pub(crate) fn towards(begun: Engine, seat: Seat, goal: &str) -> Way {
    let mut said = against(&begun, seat, goal);
    let mut known = BTreeSet::from([begun.state().hash()]);
    let mut reached: Option<Step> = None;
    let mut open = vec![Step { game: Rc::new(begun), through: vec![], away: usize::MAX }];
    for _ in 0..MOST {
        let nearest = (0..open.len()).min_by_key(|at| (open[*at].away, open[*at].through.len()));
        let Some(step) = nearest.map(|at| open.swap_remove(at)) else { break };
        let Some(prompt) = step.game.prompt().filter(|prompt| !prompt.start) else { continue };
        if prompt.called(goal).is_ok() {
            return Way::Offered(step.through);
        }
        if step.away <= 1 && said.is_empty() {
            said = against(&step.game, seat, goal);
        }
        if step.away < reached.as_ref().map_or(usize::MAX, |nearest| nearest.away) {
            reached = Some(Step { game: Rc::clone(&step.game), through: step.through.clone(), away: step.away });
        }
        for (option, hex, away) in nearer(&step.game, prompt, goal) {
            let Some(next) = after(&step.game, option).filter(|next| known.insert(next.state().hash())) else {
                continue;
            };
            let through = step.through.iter().cloned().chain([hex]).collect();
            open.push(Step { game: Rc::new(next), through, away });
        }
    }
    if let Some(Step { game, through, .. }) = reached.filter(|_| said.is_empty())
        && let Some(reached) = through.last()
        && let Some((at, against)) = barred(&game, seat, reached, goal)
    {
        return Way::Barred { reached: reached.clone(), at, against };
    }
    Way::NotOffered(goal.to_owned(), said)
}

struct Step {
    game: Rc<Engine>,
    through: Vec<String>,
    /// Hexes to the goal.
    away: usize,
}

/// The hexes that are offered, with how far each is from the goal.
fn nearer(engine: &Engine, prompt: &Prompt, goal: &str) -> Vec<(usize, String, usize)> {
    let Some(board) = engine.game().board() else { return vec![] };
    let Some(goal) = board.by_name(goal) else { return vec![] };
    let hexes = prompt.options().iter().enumerate().filter_map(|(option, offered)| {
        let name = offered.member().unwrap_or(&offered.name);
        engine.game().member_named(HEX, name)?;
        Some((option, name.to_owned(), usize::from(board.distance(board.by_name(name)?, goal))))
    });
    hexes.collect()
}

/// The game apart, behind this answer; nothing where something falls or another side is asked.
fn after(engine: &Engine, option: usize) -> Option<Engine> {
    let (side, logged) = (engine.prompt()?.side, engine.logged());
    let mut next = engine.fork();
    let went = matches!(next.answer(option), Ok(None));
    let falls = next.log().iter().skip(logged).any(|entry| !entry.is_answer());
    (went && !falls && next.prompt().is_some_and(|prompt| prompt.side == side)).then_some(next)
}

/// What is said against this name where it is asked about; each question once, the ones that say no alone.
fn against(engine: &Engine, seat: Seat, name: &str) -> Vec<Why> {
    let asked = engine.from_seat(seat).why_ask_about(name);
    asked.into_iter().filter(|why| why.answer.as_deref() == Some("no") && !why.against().is_empty()).collect()
}

/// Behind the nearest hex to which it comes, the first on towards the goal against which something is said.
fn barred(engine: &Engine, seat: Seat, reached: &str, goal: &str) -> Option<(String, Vec<Why>)> {
    let board = engine.game().board()?;
    let (from, to) = (board.by_name(reached)?, board.by_name(goal)?);
    let beside = Dir::ALL.into_iter().filter_map(|dir| board.neighbour(from, dir));
    let nearer = beside.filter(|hex| board.distance(*hex, to) < board.distance(from, to));
    let said = nearer.map(|hex| (board.name(hex), against(engine, seat, &board.name(hex))));
    said.into_iter().find(|(_, said)| !said.is_empty())
}
