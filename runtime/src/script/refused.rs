//! What is refused, and by which row. In: an action with its arguments. Out: the rows that refuse it; a failure where
//! it is offered, or refused by other rows than the script says. Promises: a row refuses where it counts and says no; one
//! that only counts on the way to an answer does not.

use super::report::{Event, Failure};
use super::step::{Arg, Course, Permit};
use super::walk::{PASS, Walk, Walked, beginning, said};
use crate::engine::{AllAsked, Asked, CLOSING, Game, Search, WhyRow, answer, look_behind};
use crate::ir::{FuncId, HEX};
use crate::state::State;
use std::sync::Arc;

/// What to do where a line says that something is refused, and it is not.
const NOT_REFUSED: &str = "take it out if the rules are right, or mend the rule that should refuse it";
/// What a query says of whom nothing bars.
const YES: &str = "yes";
/// Rows told at most where others refuse than was said.
const TOLD: usize = 6;

pub(super) fn refused(walk: &mut Walk, action: &str, args: &[Arg], by_case: &str, permit: Option<&Permit>) -> Walked {
    let game = &walk.game.clone();
    let names: Vec<String> = args.iter().map(|arg| game.value_name(arg.what, arg.value)).collect();
    let (begun, goes_to) = match (permit.and_then(|permit| permit.course.as_ref()), names.split_last()) {
        (Some(_), Some((hex, names))) => (said(action, names), Some(hex)),
        (_, _) => (said(action, &names), None),
    };
    let said = goes_to.map_or_else(|| begun.clone(), |hex| format!("{begun} to {hex}"));
    let (state, missing) = ask_that_lacks_it(walk, action, &names, &said, &begun)?;
    let course = permit.and_then(|permit| permit.course.as_ref());
    let entered = course.zip(args.last()).map(|(course, hex)| Entered { hex: hex.value, course });
    let asked = permit.is_none().then(|| match state.words() == walk.engine.state().words() {
        true => walk.all_asked_here(),
        false => Arc::new(AllAsked::behind_ask(game, &state)),
    });
    let refusing = |search: Search| {
        let mut refusing = Vec::new();
        let mut look = |asked: &Asked<'_>| rows(asked, entered.as_ref(), &mut refusing);
        match permit {
            Some(Permit { query, args, .. }) => look_behind(game, &state, *query, args, &mut look),
            None => asked.iter().for_each(|asked| asked.look(game, (&missing, search), &mut look)),
        }
        refusing
    };
    let result = by_rows(walk, &said, &missing, by_case, &refusing);
    // What reaches it may go there: no row is missing, the line is wrong.
    let may = |permit: &Permit| {
        let yes = |query| answer(game, &state, query, &permit.args).is_some_and(|said| said == YES);
        // Some steps away a row may still say that nobody ends there.
        let reached = || permit.course.as_ref().is_some_and(|course| yes(course.reach));
        yes(permit.query) || refusing(Search::Anywhere).is_empty() && reached()
    };
    if result.is_err() && goes_to == Some(&missing) && permit.is_some_and(may) {
        return Err(Failure::new(format!("`{said}` is not refused"), NOT_REFUSED).found(walk.stands()));
    }
    result
}

/// An answer that is not offered where an action asks.
pub(super) fn withheld(walk: &mut Walk, picked: &str, by_case: &str) -> Walked {
    let game = &walk.game.clone();
    let Some(prompt) = walk.engine.prompt().filter(|prompt| !prompt.start || picked == PASS) else {
        return Err(walk.not_here(&format!("nobody is asked for `{picked}`")));
    };
    if prompt.called(picked).is_ok() {
        return Err(Failure::new(format!("`{picked}` is offered"), NOT_REFUSED).found(walk.stands()));
    }
    let is_hex = |name: &str| game.board().is_some() && game.member_named(HEX, name).is_some();
    let members = || prompt.options().iter().filter_map(|offered| offered.member());
    if is_hex(picked) && members().next().is_some() && !members().any(is_hex) {
        return Err(walk.not_here(&format!("nobody is asked for a hex like `{picked}`")));
    }
    let (state, side, site) = (walk.engine.state().clone(), prompt.side, game.program().site(prompt.site));
    let (here, on_the_way) = (walk.all_asked_here(), walk.all_asked_on_the_way());
    let asked = |search: Search| {
        let mut refusing = Vec::new();
        let mut look = |asked: &Asked<'_>| rows(asked, None, &mut refusing);
        here.look(game, (picked, search), &mut look);
        // What was asked of it on the way to something else was not asked for this.
        on_the_way.look(game, (picked, Search::AskedOfIt), &mut look);
        owed(game, &state, side, &mut refusing);
        refusing
    };
    // Of whom nothing is asked is none of those of whom the rule speaks.
    let is_foreign = picked != PASS && !CLOSING.contains(&picked) && asked(Search::AskedOfIt).is_empty();
    let of_rule = is_foreign.then(|| WhyRow::of_rule(site));
    let refusing = |search: Search| asked(search).into_iter().chain(of_rule.clone()).collect();
    by_rows(walk, picked, picked, by_case, &refusing)
}

/// What the side owes, by the rows that say so.
fn owed(game: &Game, state: &State, side: i64, out: &mut Vec<WhyRow>) {
    let Some(obligations) = game.program().obligations else { return };
    look_behind(game, state, obligations.broken, &[side], &mut |asked| {
        out.extend(asked.rows_that_say(true));
        // What those rows ask says nothing of what is owed.
        asked.query() == obligations.broken
    });
}

/// One of the rows that say no is of this case. What is told of others is said of it where it is picked, if anything is: that
/// a neighbour could not go there, either, is no remedy.
fn by_rows(
    walk: &mut Walk,
    said: &str,
    missing: &str,
    by_case: &str,
    refusing: &dyn Fn(Search) -> Vec<WhyRow>,
) -> Walked {
    let all = refusing(Search::Anywhere);
    let of_case: Vec<String> =
        all.iter().filter(|row| row.cases.split(',').any(|case| case == by_case)).map(|row| row.to_string()).collect();
    if of_case.is_empty() {
        let near = refusing(Search::AskedOfIt);
        let refusing = if near.iter().any(|row| !row.cases.is_empty()) { near } else { all };
        let mut failure = Failure::new(
            format!("`{said}` is refused, but not by {by_case}"),
            match refusing.iter().find(|row| !row.cases.is_empty()) {
                Some(row) => format!(
                    "if the rules are right, write `by {}`; else mend the row that should refuse it",
                    row.cases.split(',').next().unwrap_or_default()
                ),
                None => format!("name a case whose row speaks about `{missing}` here"),
            },
        )
        .expected(format!("a row of {by_case}"));
        for row in distinct(&refusing) {
            failure = failure.found(row);
        }
        return Err(failure);
    }
    walk.note(Event::RefusedBy(of_case.into_iter().fold(vec![], |mut all, row| {
        if !all.contains(&row) {
            all.push(row);
        }
        all
    })));
    Ok(())
}

/// The state of the ask that does not offer it, and what is missing there. The game itself stays where it is.
/// `begun`: the action with the arguments that begin it.
fn ask_that_lacks_it(
    walk: &Walk,
    action: &str,
    names: &[String],
    said: &str,
    begun: &str,
) -> Result<(State, String), Failure> {
    let here = walk.engine.state().clone();
    let Some(prompt) = walk.engine.prompt().filter(|prompt| prompt.start) else {
        return Err(walk.not_here(&format!("`{said}` could not begin here anyway")));
    };
    let Some((option, used)) = beginning(prompt, action, names) else {
        return Ok((here, names.first().cloned().unwrap_or_else(|| action.to_owned())));
    };
    let mut steps = vec![format!("when {begun} by {}", walk.game.side_name(prompt.side))];
    let mut probe = walk.fork();
    let mut rest = &names[used..];
    let Ok(None) = probe.engine.answer(option) else { return Ok((here, action.to_owned())) };
    while let Some(name) = rest.first() {
        let Some(prompt) = probe.engine.prompt().filter(|prompt| !prompt.start) else {
            // Something else was the only thing to do.
            return Ok((here, name.clone()));
        };
        let Ok(option) = prompt.called(name) else {
            if prompt.count() == 1 && matches!(probe.engine.answer(0), Ok(None)) {
                continue;
            }
            return Ok((probe.engine.state().clone(), name.clone()));
        };
        rest = &rest[1..];
        if rest.is_empty() && begun != said {
            steps.push(probe.step_of(prompt, prompt.options().get(option)));
        }
        if !rest.is_empty() && !matches!(probe.engine.answer(option), Ok(None)) {
            break;
        }
    }
    Err(Failure::new(
        format!("`{said}` is offered"),
        format!("write `{}` if the rules are right, or mend the rule that should refuse it", steps.join("` and `")),
    )
    .found(walk.stands()))
}

/// The rows that count against this name where the game is asked.
pub(super) fn against(walk: &Walk, name: &str) -> Vec<String> {
    let mut refusing = Vec::new();
    let mut look = |asked: &Asked<'_>| rows(asked, None, &mut refusing);
    walk.all_asked_here().look(&walk.game, (name, Search::Anywhere), &mut look);
    distinct(&refusing)
}

/// The hex that a move is refused, and what its course is asked about each step.
struct Entered<'n> {
    hex: i64,
    course: &'n Course,
}

impl Entered<'_> {
    /// A step into another hex, somewhere on the ways that the move could take.
    fn is_elsewhere(&self, asked: &Asked<'_>) -> bool {
        let about =
            |asks: &[FuncId], beside: usize| asks.contains(&asked.query()) && asked.entered(beside) != Some(self.hex);
        about(&self.course.asks, self.course.beside) || about(&self.course.laws, 0)
    }
}

/// The rows that count and say no in this answer; false where those behind it do not matter. Of a move only what is said
/// of the step into that hex; whether it may not end there is asked the other way round: a yes is the no.
fn rows(asked: &Asked<'_>, entered: Option<&Entered<'_>>, out: &mut Vec<WhyRow>) -> bool {
    if entered.is_some_and(|entered| entered.is_elsewhere(asked)) {
        return false;
    }
    out.extend(asked.rows_that_say(entered.is_some_and(|entered| asked.query() == entered.course.no_end)));
    true
}

fn distinct(rows: &[WhyRow]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for row in rows {
        let line = row.name();
        if lines.len() < TOLD && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}
