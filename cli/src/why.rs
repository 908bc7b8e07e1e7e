//! `wgr why`: the rows behind the answer to one question, and the same where a game is played. What is asked about is what
//! authors name: a value, fact or permit, a step of a course, a state, an action with those that it is about.

use crate::action::{self, barred_by};
use crate::args::Why as Args;
use crate::at;
use crate::exit::{Exit, Failure};
use crate::out::{Out, tell_error};
use std::path::Path;
use wgr_compiler::diag::nearest;
use wgr_runtime::engine::{self, Engine, Game, Held, HeldAt, Named, Seat, Sight, Why};
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{CellId, DomainId, FuncId, HEX, Role, Scalar, Type};

/// Names told at most where none fits.
const TOLD: usize = 12;
/// In short, questions that stand no further behind the first than so many others ..
const BEHIND: usize = 2;
/// .. and so many lines of each question.
const LINES: usize = 24;
/// Questions told at most about one option, each with what stands behind it; a way over many hexes asks about each often.
const FIRST: usize = 4;

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// With what to type for all of it.
    Short(&'static str),
    Whole,
}

impl Length {
    /// The lines of a question and what stands behind it.
    pub(crate) fn lines(self, why: &Why) -> Vec<String> {
        let of = |why: &Why| why.to_string().lines().map(str::to_owned).collect::<Vec<String>>();
        let whole = of(why);
        let Length::Short(how) = self else { return whole };
        let mut lines = of(&why.brief().shallow(BEHIND));
        lines.truncate(LINES);
        let more = whole.len() - lines.len().min(whole.len());
        if more > 0 {
            lines.push(format!(".. {more} more lines stand behind it: {how} tells them"));
        }
        lines
    }
}

pub(crate) fn why(args: &Args, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let stands = at::stands(&args.stands, root, None)?;
    let seat = stands.seat(args.stands.side.as_deref())?;
    let typed = std::iter::once(&args.query).chain(&args.args);
    let words: Vec<&str> = typed.flat_map(|typed| words(typed)).collect();
    let length = if args.whole { Length::Whole } else { Length::Short("`--whole`") };
    let lines = told(&stands.engine, seat, &words, length).map_err(Failure::bad_use)?;
    stands.nowhere().iter().for_each(|line| tell_error(&format!("wgr: {line}")));
    lines.iter().for_each(|line| out.line(line));
    Ok(Exit::Fine)
}

/// What was typed, word by word.
pub(crate) fn words(typed: &str) -> Vec<&str> {
    typed.split([' ', ',', '(', ')', '[', ']', '\t']).filter(|word| !word.is_empty()).collect()
}

/// Why, or why not: of a name of the rules with what it is about, or of an option here.
pub(crate) fn told(engine: &Engine, seat: Seat, words: &[&str], length: Length) -> Result<Vec<String>, String> {
    let game = engine.game();
    let is_named = |words: &[&str]| words.first().is_some_and(|first| game.named(first).is_some());
    let mut words = words;
    // Whoever types `why` once more means it once.
    while let ["why", rest @ ..] = words
        && !rest.is_empty()
        && !is_named(words)
    {
        words = rest;
    }
    match words {
        ["not", words @ ..] if !is_named(words) || words.len() == 1 => why_not(engine, seat, words, length),
        ["not", words @ ..] => reasons(engine, seat, words, length),
        words => {
            let about = if is_named(words) { vec![] } else { about_option(engine, seat, words) };
            if about.is_empty() { reasons(engine, seat, words, length) } else { Ok(first(&about, length)) }
        }
    }
}

/// The questions that were asked about an option, or about somebody that could be one.
fn about_option(engine: &Engine, seat: Seat, words: &[&str]) -> Vec<Why> {
    let whole = words.join(" ");
    let is_offered = || engine.from_seat(seat).prompt().is_some_and(|prompt| prompt.called(&whole).is_ok());
    if words.len() == 1 || is_offered() { about(engine, seat, &whole) } else { vec![] }
}

fn about(engine: &Engine, seat: Seat, name: &str) -> Vec<Why> {
    // An option may be called by its arm too: what counts is the member.
    let member = name.rsplit(' ').next().unwrap_or(name);
    engine.from_seat(seat).why_ask_about(member)
}

/// What is said against what is not offered here.
fn why_not(engine: &Engine, seat: Seat, words: &[&str], length: Length) -> Result<Vec<String>, String> {
    let name = words.join(" ");
    if name.is_empty() {
        return Err("say what is not offered: `why not NAME`".to_owned());
    }
    let Some(prompt) = engine.from_seat(seat).prompt() else {
        return Ok(vec!["nothing is offered here, or to another side".to_owned()]);
    };
    if let Ok(option) = prompt.called(&name) {
        return Ok(vec![format!("`{}` is offered", prompt.options()[option].name)]);
    }
    // A question that nothing spoke to is answered no as well; that refuses nothing.
    let refuses = |why: &Why| why.answer.as_deref() == Some("no") && why.rows.iter().any(|row| row.wins);
    let asked = about(engine, seat, &name);
    let against: Vec<Why> = asked.iter().filter(|why| refuses(why)).cloned().collect();
    if asked.is_empty() {
        return Ok(vec![format!(
            "no rule was asked about `{name}` here: what may be picked was found before, or it is none of those who come into \
             question; ask a rule about it, like `why NAME {name}`"
        )]);
    }
    if against.is_empty() {
        return Ok(vec![format!("no rule speaks against `{name}` here; a hex is then too far away")]);
    }
    let is_barred = against.iter().any(|why| !why.against().is_empty());
    let head = is_barred.then(|| format!("`{name}` is not offered: {}", barred_by(&against)));
    Ok(head.into_iter().chain(first(&against, length)).collect())
}

/// The first questions, each with what stands behind it.
pub(crate) fn first(all: &[Why], length: Length) -> Vec<String> {
    let most = if length == Length::Whole { all.len() } else { FIRST };
    let told = all.iter().take(most).flat_map(|why| length.lines(why)).map(|line| format!("  {line}"));
    let left = all.len().saturating_sub(most);
    let more = (left > 0).then(|| format!("{left} more questions were asked about it, later on the way"));
    told.chain(more).collect()
}

/// The answer and its rows, a line each, to a name and what it is asked about.
fn reasons(engine: &Engine, seat: Seat, words: &[&str], length: Length) -> Result<Vec<String>, String> {
    let game = engine.game();
    let Some((name, args)) = words.split_first() else { return Err(no_such(game, "")) };
    match game.named(name) {
        Some(Named::Query(id)) => Ok(length.lines(&of_query(engine, seat, name, id, args)?)),
        Some(Named::Course { questions, beside }) => {
            let told = of_step(game, &engine.from_seat(seat).view(), (name, &questions, beside), args)?;
            Ok(told.iter().flat_map(|why| length.lines(why)).collect())
        }
        Some(Named::Action { offered, head }) => action::told(engine, seat, (name, offered, &head), args, length),
        Some(Named::Held(all)) => {
            let (why, what) = of_held(game, &engine.from_seat(seat).view(), name, &all, args)?;
            Ok(vec![why.to_string(), format!("'- {what}")])
        }
        None => Err(no_such(game, name)),
    }
}

fn of_query(engine: &Engine, seat: Seat, name: &str, id: FuncId, args: &[&str]) -> Result<Why, String> {
    let game = engine.game();
    let values = game.args_named(id, args)?;
    runs_for(engine, name, id)?;
    Ok(engine.from_seat(seat).why(id, &values))
}

/// What rests on the names of an action is asked while that runs.
pub(crate) fn runs_for(engine: &Engine, name: &str, id: FuncId) -> Result<(), String> {
    outside_of(engine, id).map_or(Ok(()), |action| {
        Err(format!(
            "`{name}` is asked within `{action}`: ask it while that runs, `--at` a step of an example or a save"
        ))
    })
}

/// Of a course: all about one step, from a hex to the next.
fn of_step(
    game: &Game,
    sight: &impl Sight,
    (course, ids, beside): (&str, &[FuncId], usize),
    args: &[&str],
) -> Result<Vec<Why>, String> {
    let named = step_names(game, (course, ids, beside), args)?;
    are_beside(game, course, args)?;
    let asked = args.join(" ");
    let mut told = Vec::new();
    for id in ids {
        let values = game.args_named(*id, &named)?;
        let mut why = engine::why(game, sight, *id, &values);
        why.question = format!("{course} {asked}{}", why.called.asks);
        let barred = ids.first() == Some(id) && why.answer.as_deref() == Some("no");
        told.push(why);
        if barred {
            break;
        }
    }
    Ok(told)
}

/// All that the questions of a course are asked about, of one step from hex to hex; where the move began may be left out.
pub(crate) fn step_names<'n>(
    game: &Game,
    (course, ids, beside): (&str, &[FuncId], usize),
    args: &[&'n str],
) -> Result<Vec<&'n str>, String> {
    let Some(first) = ids.first() else { return Err(no_such(game, course)) };
    let params = game.program().func(*first).params as usize - beside;
    let mut named = args.to_vec();
    if named.len() + 1 == params && named.len() >= 2 {
        named.insert(named.len() - 2, named[named.len() - 2]);
    }
    if named.len() != params {
        return Err(format!(
            "`{course}` is a course: ask about one step of it, from a hex to the next, like `{course} B1 0101 0102`"
        ));
    }
    named.extend(std::iter::repeat_n("no", beside));
    Ok(named)
}

/// A step leads from a hex to one beside it.
pub(crate) fn are_beside(game: &Game, course: &str, args: &[&str]) -> Result<(), String> {
    let ([.., here, there], Some(board)) = (args, game.board()) else { return Ok(()) };
    let hex = |name: &str| board.hex(u16::try_from(game.member_named(HEX, name)?).ok()?);
    match (hex(here), hex(there)) {
        (Some(from), Some(to)) if board.distance(from, to) != 1 => Err(format!(
            "{there} is not beside {here}: `{course}` is asked about one step, from a hex to one beside it"
        )),
        _ => Ok(()),
    }
}

/// What a state is held for, or a printed value of, and what it is.
pub(crate) fn index_of(game: &Game, held: &Held) -> (Vec<Scalar>, &'static str) {
    match held.at {
        HeldAt::Cell(cell) => (game.program().cell(cell).index.clone(), "a state, as play has left it"),
        HeldAt::Table(table) => (game.program().table(table).index.clone(), "printed"),
        HeldAt::Drawn(query) => {
            let params = game.program().func(query).param_types();
            (params.filter_map(Type::scalar).collect(), "printed on what was drawn")
        }
    }
}

/// What a state holds, or what is printed.
fn of_held(
    game: &Game,
    sight: &impl Sight,
    name: &str,
    all: &[Held],
    args: &[&str],
) -> Result<(Why, &'static str), String> {
    for held in all {
        let (index, what) = index_of(game, held);
        if index.len() != args.len() {
            let of = index.iter().map(|of| sample(game, *of)).collect::<Vec<String>>().join(" ");
            let gap = if of.is_empty() { "" } else { " " };
            return Err(format!("`{name}` is {what}: ask for it like `why {name}{gap}{of}`"));
        }
        let given = index.iter().zip(args).enumerate();
        let given = given.map(|(at, (of, arg))| game.index_named(held.at, at, *of, arg));
        let values = given.collect::<Result<Vec<i64>, String>>()?;
        if let (Some(members), Some(first)) = (&held.members, values.first())
            && !members.contains(first)
        {
            continue;
        }
        if let Some(why) = engine::held(game, sight, name, held.at, &values) {
            return Ok((why, what));
        }
    }
    if all.iter().any(|held| matches!(held.at, HeldAt::Table(_)) && held.members.is_none()) {
        let ends = "what counts beyond its ends is said in its head";
        return Err(format!("`{name}` has no cell for {}: {ends}", args.join(", ")));
    }
    Err(format!("`{}` has no `{name}`", args.join(" ")))
}

/// Some member, to be named in a help.
pub(crate) fn sample(game: &Game, of: Scalar) -> String {
    game.value_name(of.what, of.lo.max(0))
}

/// The action whose names this rests on, if it does not run: they hold nothing then.
fn outside_of(engine: &Engine, id: FuncId) -> Option<&str> {
    let game = engine.game();
    // An obligation is looked at between actions, too.
    let asked = |func| calls(game.program(), game.program().func(func));
    if game.program().obligations.is_some_and(|owed| !asked(owed.broken).is_disjoint(&asked(id))) {
        return None;
    }
    let reads = game.verified().reads(id);
    let kept = reads.iter().filter_map(|cell| match game.program().cell(cell).role {
        Role::Keep(action) => Some((cell, action)),
        Role::Game | Role::Cup | Role::Pending | Role::Truth => None,
    });
    let kept: Vec<(CellId, FuncId)> = kept.collect();
    let (first, _) = *kept.first()?;
    let runs = kept.iter().any(|(_, action)| engine.runs(*action));
    game.kept_by(first).filter(|_| !runs)
}

pub(crate) fn no_such(game: &Game, name: &str) -> String {
    let names = game.names();
    if (0..game.program().domains.len()).any(|of| game.member_named(DomainId::new(of), name).is_some()) {
        return format!("no rule was asked about `{name}` here: ask one, like `why NAME {name}`");
    }
    if game.is_table(name) {
        return format!("`{name}` is a table whose columns have several heads: rules alone can ask it");
    }
    let begins = |member: &&str| name.len() > 1 && member.len() > name.len() && member.starts_with(name);
    let members = game.program().domains.iter().flat_map(|domain| &domain.members).map(String::as_str);
    let parts: Vec<&str> = members.filter(begins).take(TOLD).collect();
    if !parts.is_empty() && !names.iter().any(|known| known.starts_with(name)) {
        let more = if parts.len() == TOLD { ", .." } else { "" };
        return format!("nothing is called `{name}`; there are {}{more}", parts.join(", "));
    }
    let near: Vec<&str> = names.iter().copied().filter(|known| known.contains(name) || name.contains(known)).collect();
    if near.is_empty()
        && let Some(meant) = nearest(name, names.iter().copied()).first()
    {
        return format!("nothing is called `{name}`: did you mean `{meant}`?");
    }
    let named = if near.is_empty() { &names } else { &near };
    let more = if named.len() > TOLD { ", .." } else { "" };
    format!("nothing is called `{name}`; there are {}{more}", named[..named.len().min(TOLD)].join(", "))
}
