//! Scripts as JSON, for programs that were not made from rules text: names of options, of members and of queries. In:
//! a text and the game it is for. Out: scripts; or the first thing that is wrong, with its line.
//!
//! ```text
//! { "examples": [ { "title": "T", "of": ["7.1"], "at": "wood", "steps": [
//!     { "when": "attack", "args": ["0404"], "by": "French" },
//!     { "answer": "7.7#a", "by": "French", "with": ["BCP9", "done"] },
//!     { "roll": [5] },
//!     { "expect": "drm_is_1", "shown": { "drm": "drm" }, "from": "drm", "rows": { "Artillery": "+1" } },
//!     { "refused": "attack", "args": ["0505"], "by": "7.1#c", "permit": ["may_attack", "BCP9", "0505"] } ] } ] }
//! ```
//!
//! `{ "on_to": "QUERY" }` goes on until the query says yes, `{ "on_to": "the end" }` to the end of the game, and
//! `{ "over": "French" }` says how that ended. An example that continues another says `"after": "TITLE"` instead of `"at"`.

use super::step::{Arg, Asks, Part, Permit, Reasons, Script, ScriptStep, StepKind};
use crate::engine::{CLOSING, Game, read_json};
use crate::ir::{DomainId, FuncId, Pos, TextError, Type, What};
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    examples: Vec<ExampleFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExampleFile {
    title: String,
    #[serde(default)]
    of: Vec<String>,
    at: Option<String>,
    after: Option<String>,
    steps: Vec<StepFile>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum StepFile {
    When {
        when: String,
        #[serde(default)]
        args: Vec<String>,
        by: String,
    },
    Answer {
        answer: String,
        by: String,
        #[serde(default)]
        with: Vec<String>,
    },
    OnTo {
        on_to: String,
    },
    Over {
        over: String,
    },
    Roll {
        roll: Vec<i64>,
    },
    Draw {
        draw: Vec<String>,
    },
    Expect {
        expect: String,
        #[serde(default)]
        shown: BTreeMap<String, String>,
        from: Option<String>,
        rows: Option<BTreeMap<String, Option<String>>>,
    },
    Refused {
        refused: String,
        #[serde(default)]
        args: Vec<String>,
        by: String,
        #[serde(default)]
        permit: Vec<String>,
    },
}

/// The scripts of a file for this game; `source` is what the file is called.
pub fn read_scripts(game: &Game, source: &str, text: &str) -> Result<Vec<Script>, TextError> {
    let file: File = read_json(text, "file of examples")?;
    let titles: Vec<String> = file.examples.iter().map(|example| example.title.clone()).collect();
    file.examples.into_iter().map(|example| script(game, source, &titles, example)).collect()
}

fn script(game: &Game, source: &str, titles: &[String], file: ExampleFile) -> Result<Script, TextError> {
    let title = file.title.clone();
    let told = |what: String| TextError::new(Pos::default(), format!("example \"{title}\": {what}"));
    let after = match &file.after {
        None => None,
        Some(before) => Some(
            titles
                .iter()
                .position(|title| title == before)
                .ok_or_else(|| told(format!("it continues \"{before}\", and there is no such example")))?,
        ),
    };
    if file.at.is_some() == after.is_some() {
        return Err(told("say where it begins: either `at` a scene or `after` another example".to_owned()));
    }
    let steps: Result<Vec<ScriptStep>, String> = file.steps.into_iter().map(|file| step(game, file)).collect();
    Ok(Script {
        title: file.title,
        cases: file.of,
        source: source.to_owned(),
        start: file.at.unwrap_or_default(),
        after,
        steps: steps.map_err(told)?,
    })
}

fn step(game: &Game, file: StepFile) -> Result<ScriptStep, String> {
    let (text, kind) = match file {
        StepFile::When { when, args, by } => {
            let text = format!("{} by {by}", words(&format!("when {when}"), &args, " "));
            (text, StepKind::Start { action: when, args: members(game, &args)?, by })
        }
        StepFile::Answer { answer, by, with } => {
            let said = match with.as_slice() {
                [one] if CLOSING.contains(&one.as_str()) => format!(" {one}"),
                [] => String::new(),
                with => format!(": {}", with.join(", ")),
            };
            let text = format!("answer {answer} by {by}{said}");
            (text, StepKind::Answer { rule: Asks::Case(answer), names: with, by })
        }
        StepFile::OnTo { on_to } => {
            let there = if on_to == "the end" { None } else { Some(plain(game, &on_to)?) };
            (format!("on to {on_to}"), StepKind::OnTo { there, to: on_to })
        }
        StepFile::Over { over } => (format!("expect game over: {over}"), StepKind::Over(over)),
        StepFile::Roll { roll } => {
            let faces: Vec<String> = roll.iter().map(ToString::to_string).collect();
            (words("roll", &faces, ", "), StepKind::Roll(roll))
        }
        StepFile::Draw { draw } => (words("draw", &draw, ", "), StepKind::Draw(draw)),
        StepFile::Expect { expect, shown, from, rows } => {
            let parts: Option<Vec<Part>> =
                rows.map(|rows| rows.into_iter().map(|(title, amount)| Part { title, amount }).collect());
            let mut text = format!("expect {expect}");
            if let Some(parts) = &parts {
                let rows =
                    parts.iter().map(|part| format!("\"{}\" {}", part.title, part.amount.as_deref().unwrap_or("")));
                let rows: Vec<String> = rows.map(|row| row.trim_end().to_owned()).collect();
                text = words(&format!("{text} from"), &rows, ", ");
            }
            let shown: Result<Vec<(String, FuncId)>, String> =
                shown.into_iter().map(|(text, name)| Ok((text, plain(game, &name)?))).collect();
            let why_of = from.map(|name| plain(game, &name)).transpose()?;
            let query = plain(game, &expect)?;
            if !matches!(game.program().func(query).ret, Some(Type::Scalar(scalar)) if scalar.what == What::Bool) {
                return Err(format!("`{expect}` does not answer yes or no"));
            }
            let from = why_of.map(|why_of| Reasons { why_of, parts, bounds: vec![] });
            (text, StepKind::Expect { query, shown: shown?, from, within: None })
        }
        StepFile::Refused { refused, args, by, permit } => {
            let text = words(&format!("refused {refused}"), &args, " ");
            let permit = match permit.split_first() {
                None => None,
                Some((name, args)) => {
                    let (query, args) = asked(game, name, args)?;
                    Some(Permit { query, args, course: None })
                }
            };
            let args = members(game, &args)?;
            (format!("{text} by {by}"), StepKind::Refused { action: refused, args, by_case: by, permit })
        }
    };
    Ok(ScriptStep { at: Pos::default(), text, kind })
}

fn words(first: &str, rest: &[String], between: &str) -> String {
    if rest.is_empty() { first.to_owned() } else { format!("{first} {}", rest.join(between)) }
}

fn query(game: &Game, name: &str) -> Result<FuncId, String> {
    let query = game.program().func_named(name).filter(|id| game.program().func(*id).ret.is_some());
    query.ok_or_else(|| format!("there is no query `{name}`"))
}

/// A query that takes nothing.
fn plain(game: &Game, name: &str) -> Result<FuncId, String> {
    let query = query(game, name)?;
    if game.program().func(query).params == 0 { Ok(query) } else { Err(format!("`{name}` takes arguments")) }
}

/// A query with its arguments by name.
fn asked(game: &Game, name: &str, args: &[String]) -> Result<(FuncId, Vec<i64>), String> {
    let query = query(game, name)?;
    game.args_named(query, args).map(|args| (query, args))
}

fn members(game: &Game, names: &[String]) -> Result<Vec<Arg>, String> {
    let domains = || (0..game.program().domains.len()).map(DomainId::new);
    let member = |name: &String| {
        let found = domains().find_map(|domain| game.member_named(domain, name).map(|value| (domain, value)));
        found
            .map(|(domain, value)| Arg { value, what: What::Id(domain) })
            .ok_or_else(|| format!("nothing is called `{name}`"))
    };
    names.iter().map(member).collect()
}
