//! `wgr eval`: many questions about one position. In: names of the rules with what they are about, `*` for each that fits.
//! Out: plain values, a line each, and on request the rows behind them. A question that is not understood is told, and the
//! others are answered.

use crate::args::{Eval, Told};
use crate::at;
use crate::exit::{Exit, Failure};
use crate::out::{Out, tell_error};
use crate::playable::Playable;
use crate::shape;
use crate::tell::counted;
use crate::typed::line;
use crate::why::{self, Length};
use serde_json::{Map, Value, json};
use std::io::stdin;
use std::path::Path;
use wgr_runtime::engine::{Engine, Held, Named, Plain, Questions, Seat, View};
use wgr_runtime::ir::FuncId;

/// So many values at most of one question.
const MOST: usize = 100_000;

pub(crate) fn eval(args: &Eval, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let stands = at::stands(&args.stands, root, None)?;
    let seat = stands.seat(args.stands.side.as_deref())?;
    stands.nowhere().iter().for_each(|line| tell_error(&format!("wgr: {line}")));
    let view = stands.engine.from_seat(seat).view();
    let reasons = args.why.then_some(Length::Short("`wgr why --whole`"));
    let mut asker = Asker::new(&stands.playable, &stands.engine, (seat, &view), reasons);
    let mut exit = Exit::Fine;
    let mut one = |typed: &str| {
        let answer = asker.answer(typed);
        exit = exit.max(exit_of(&answer));
        match args.format {
            Told::Json => out.line(&answer.to_string()),
            Told::Text => lines(&answer).iter().for_each(|line| out.line(line)),
        }
    };
    if !args.query.is_empty() {
        args.query.iter().for_each(|typed| one(typed));
        return Ok(exit);
    }
    let mut input = stdin().lock();
    while let Some(typed) = line(&mut input) {
        if !typed.trim().is_empty() {
            one(typed.trim());
        }
    }
    Ok(exit)
}

/// A question that is not understood is bad use, a rule that faults is wrong.
fn exit_of(answer: &Value) -> Exit {
    if answer.get("error").is_some() {
        return Exit::BadUse;
    }
    let values = answer.get("values").and_then(Value::as_object).into_iter().flat_map(Map::values);
    let faulted = answer.get("value").into_iter().chain(values).any(|value| value.get("fault").is_some());
    if faulted { Exit::Wrong } else { Exit::Fine }
}

/// `drm(F1, 0404) = 2`, and what stands behind it.
fn lines(answer: &Value) -> Vec<String> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Null => "none".to_owned(),
        Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    };
    let query = answer["query"].as_str().unwrap_or_default();
    let behind =
        answer["why"].as_array().into_iter().flatten().filter_map(Value::as_str).map(|line| format!("  {line}"));
    let told: Vec<String> = match (answer.get("values").and_then(Value::as_object), answer.get("error")) {
        (_, Some(error)) => vec![format!("{query}: {}", text(error))],
        (Some(values), None) => {
            let each = values.iter().map(|(of, value)| format!("  {of}: {}", text(value)));
            std::iter::once(query.to_owned()).chain(each).collect()
        }
        (None, None) => vec![format!("{query} = {}", text(&answer["value"]))],
    };
    told.into_iter().chain(behind).collect()
}

/// A position that is asked.
pub(crate) struct Asker<'a> {
    playable: &'a Playable,
    engine: &'a Engine,
    seat: Seat,
    questions: Questions<'a, View>,
    reasons: Option<Length>,
}

/// What a name is asked by, and what may stand in each of its places.
struct Asks {
    of: Of,
    places: Vec<Vec<String>>,
}

enum Of {
    Query(FuncId),
    /// Its questions, and how many of their parameters stand beside its hexes.
    Course(Vec<FuncId>, usize),
    Held(Vec<Held>),
}

impl<'a> Asker<'a> {
    pub(crate) fn new(
        playable: &'a Playable,
        engine: &'a Engine,
        (seat, view): (Seat, &'a View),
        reasons: Option<Length>,
    ) -> Asker<'a> {
        Asker { playable, engine, seat, questions: Questions::new(&playable.game, view), reasons }
    }

    /// `{"query": .., "value": ..}`, or `values` by what the stars stand for, or `error`; `why` where it is wanted.
    pub(crate) fn answer(&mut self, typed: &str) -> Value {
        let mut told = Map::from_iter([("query".to_owned(), Value::from(typed))]);
        let words = why::words(typed);
        match self.values(&words) {
            Ok((key, value)) => {
                told.insert(key.to_owned(), value);
                if let Some(length) = self.reasons.filter(|_| !words.contains(&"*")) {
                    let lines = why::told(self.engine, self.seat, &words, length);
                    told.insert("why".to_owned(), Value::from(lines.unwrap_or_else(|what| vec![what])));
                }
            }
            Err(what) => {
                told.insert("error".to_owned(), Value::from(what));
            }
        }
        Value::Object(told)
    }

    fn values(&mut self, words: &[&str]) -> Result<(&'static str, Value), String> {
        let Some((name, args)) = words.split_first() else { return Err("say what is asked: `NAME(..)`".to_owned()) };
        let asks = self.asks(name, args)?;
        if args.len() != asks.places.len() {
            let samples: Vec<&str> = asks.places.iter().map(|all| all.first().map_or("..", String::as_str)).collect();
            let like = if samples.is_empty() { (*name).to_owned() } else { format!("{name}({})", samples.join(", ")) };
            let about = counted(samples.len(), "thing");
            return Err(format!("`{name}` is about {about}, not {}: ask like `{like}`", args.len()));
        }
        let is_course = matches!(asks.of, Of::Course(..));
        if !args.contains(&"*") {
            if is_course {
                why::are_beside(&self.playable.game, name, args)?;
            }
            let value = self.value(name, &asks.of, args)?;
            return Ok(("value", value.ok_or_else(|| format!("`{}` has no `{name}`", args.join(" ")))?));
        }
        let stars: Vec<usize> = (0..args.len()).filter(|at| args[*at] == "*").collect();
        let all = stars.iter().try_fold(1_usize, |all, at| all.checked_mul(asks.places[*at].len()));
        let Some(all) = all.filter(|all| *all <= MOST) else {
            return Err(format!("these are more than {MOST} values: name one of them"));
        };
        let mut values = Map::new();
        for number in 0..all {
            let (mut rest, mut given) = (number, args.to_vec());
            for at in stars.iter().rev() {
                let names = &asks.places[*at];
                given[*at] = &names[rest % names.len()];
                rest /= names.len();
            }
            if is_course && why::are_beside(&self.playable.game, name, &given).is_err() {
                continue;
            }
            let of: Vec<&str> = stars.iter().map(|at| given[*at]).collect();
            values.extend(self.value(name, &asks.of, &given)?.map(|value| (of.join(", "), value)));
        }
        Ok(("values", Value::Object(values)))
    }

    fn asks(&self, name: &str, args: &[&str]) -> Result<Asks, String> {
        let game = &self.playable.game;
        let params = |id: FuncId, beside: usize| -> Vec<Vec<String>> {
            (0..game.program().func(id).params as usize - beside).map(|at| game.askable(id, at)).collect()
        };
        Ok(match game.named(name) {
            Some(Named::Query(id)) => {
                why::runs_for(self.engine, name, id)?;
                Asks { of: Of::Query(id), places: params(id, 0) }
            }
            Some(Named::Action { offered, .. }) => Asks { of: Of::Query(offered), places: params(offered, 0) },
            Some(Named::Course { questions, beside }) => {
                let Some(first) = questions.first() else { return Err(why::no_such(game, name)) };
                let mut places = params(*first, beside);
                // Where the move began may be left out: it stands before the two hexes of the step.
                if args.len() + 1 == places.len() && args.len() >= 2 {
                    places.remove(args.len() - 2);
                }
                Asks { of: Of::Course(questions, beside), places }
            }
            Some(Named::Held(all)) => {
                let Some(first) = all.first() else { return Err(why::no_such(game, name)) };
                let (index, _) = why::index_of(game, first);
                let places = index.iter().map(|scalar| game.nameable(*scalar)).collect();
                Asks { of: Of::Held(all), places }
            }
            None => return Err(why::no_such(game, name)),
        })
    }

    /// None: of those for whom a star stands, this one has none.
    fn value(&mut self, name: &str, of: &Of, args: &[&str]) -> Result<Option<Value>, String> {
        let game = &self.playable.game;
        match of {
            Of::Query(id) => {
                let values = game.args_named(*id, args)?;
                Ok(Some(self.plain(name, *id, &values)?))
            }
            Of::Course(questions, beside) => {
                let names = why::step_names(game, (name, questions, *beside), args)?;
                let mut told = Map::new();
                for id in questions {
                    let values = game.args_named(*id, &names)?;
                    let value = self.plain(name, *id, &values)?;
                    let barred = told.is_empty() && value == Value::Bool(false);
                    told.insert(game.asks(*id), value);
                    if barred {
                        break;
                    }
                }
                Ok(Some(Value::Object(told)))
            }
            Of::Held(all) => {
                for held in all {
                    let (index, _) = why::index_of(game, held);
                    let given = index.iter().zip(args).enumerate();
                    let given = given.map(|(at, (of, arg))| game.index_named(held.at, at, *of, arg));
                    let values = given.collect::<Result<Vec<i64>, String>>()?;
                    let members = held.members.as_ref().zip(values.first());
                    let has_it = members.is_none_or(|(members, first)| members.contains(first));
                    if let Some(plain) = self.questions.held(held.at, &values).filter(|_| has_it) {
                        return Ok(Some(self.told(plain)));
                    }
                }
                Ok(None)
            }
        }
    }

    fn plain(&mut self, name: &str, id: FuncId, values: &[i64]) -> Result<Value, String> {
        let plain = self.questions.answer(id, values);
        plain.map(|plain| self.told(plain)).ok_or_else(|| format!("`{name}` has no single value: ask `wgr why`"))
    }

    fn told(&self, plain: Plain) -> Value {
        match plain {
            Plain::Value(value) => value,
            Plain::Hidden => json!({ "hidden": true }),
            Plain::Fault(fault) => json!({ "fault": shape::fault(self.playable, &fault) }),
        }
    }
}
