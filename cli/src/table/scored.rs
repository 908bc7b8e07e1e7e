//! The score, and why it is another. In: a game as somebody sees it. Out: each number that the victory is made of; and where one is
//! other than it was told last, the rows that made it so.
//!
//! Promises: a number that a state holds has no reason here: it is told as it is written, by which rule.

use super::events::{asked, counted};
use serde_json::Value;
use wgr_compiler::looks::{Looks, Score};
use wgr_runtime::engine::{Game, HeldAt, Plain, Questions, View, Why, WhyRow, why};

/// The numbers as they were told last.
#[derive(Default)]
pub(super) struct Scored {
    told: Vec<Number>,
}

struct Number {
    /// Which of the score, and of which side.
    score: usize,
    side: Option<i64>,
    told: String,
    /// Why it is so much, where rows say it.
    why: Option<Why>,
}

impl Number {
    fn is_of(&self, other: &Number) -> bool {
        (self.score, self.side) == (other.score, other.side)
    }
}

impl Scored {
    /// What is told of it, `points: French 7, German 4`; and of each number that is another by which rows:
    /// `points(French) 7 (1 before): "Villages" +6 (1118)`.
    pub(super) fn anew(&mut self, game: &Game, looks: &Looks, view: &View) -> (Vec<String>, Vec<String>) {
        let mut now = numbers(game, looks, view);
        let mut moved = Vec::new();
        for number in &mut now {
            let Some(score) = looks.score.get(number.score) else { continue };
            let before = self.told.iter_mut().find(|before| before.is_of(number));
            let args: Vec<i64> = number.side.into_iter().collect();
            let ask = || match score.field.at {
                HeldAt::Drawn(query) => Some(why(game, view, query, &args)),
                HeldAt::Cell(_) | HeldAt::Table(_) => None,
            };
            match before {
                Some(before) if before.told == number.told => number.why = before.why.take(),
                Some(before) => {
                    number.why = ask();
                    moved.extend(by_what(game, score, (before, number)));
                }
                None => number.why = ask(),
            }
        }
        self.told = now;
        (self.in_a_heading(looks), moved)
    }

    fn in_a_heading(&self, looks: &Looks) -> Vec<String> {
        let told = looks.score.iter().enumerate().filter_map(|(at, score)| {
            let name = score.field.named.read();
            let each: Vec<String> = self
                .told
                .iter()
                .filter(|number| number.score == at)
                .map(|number| {
                    let side = number.side.and_then(|side| looks.sides.get(usize::try_from(side).ok()?));
                    side.map_or_else(|| number.told.clone(), |side| format!("{} {}", side.read(), number.told))
                })
                .collect();
            match (each.is_empty(), score.by_side) {
                (true, _) => None,
                (false, true) => Some(format!("{name}: {}", each.join(", "))),
                (false, false) => Some(format!("{name} {}", each.concat())),
            }
        });
        told.collect()
    }
}

fn numbers(game: &Game, looks: &Looks, view: &View) -> Vec<Number> {
    let mut questions = Questions::new(game, view);
    let mut all = Vec::new();
    for (at, score) in looks.score.iter().enumerate() {
        let sides = (0_i64..).zip(&looks.sides).map(|(side, _)| Some(side));
        let sides: Vec<Option<i64>> = if score.by_side { sides.collect() } else { vec![None] };
        for side in sides {
            let args: Vec<i64> = side.into_iter().collect();
            let told = match questions.held(score.field.at, &args) {
                Some(Plain::Value(Value::Number(number))) => number.to_string(),
                Some(Plain::Hidden) => "?".to_owned(),
                Some(Plain::Value(_) | Plain::Fault(_)) | None => continue,
            };
            all.push(Number { score: at, side, told, why: None });
        }
    }
    all
}

/// `french lead 5 (-1 before): points(French) "Villages" +6 (1118)`; nothing of a number that nobody reckons.
fn by_what(game: &Game, score: &Score, (before, now): (&Number, &Number)) -> Option<String> {
    let (was, is) = (before.why.as_ref()?, now.why.as_ref()?);
    let moved = moved(was, is).join(", ");
    let by = if moved.is_empty() { String::new() } else { format!(": {moved}") };
    let of = now.side.map_or_else(String::new, |side| format!("({})", game.side_name(side)));
    Some(format!("{}{of} {} ({} before){by}", score.field.named.read(), now.told, before.told))
}

/// The rows that came and went; where they are the same, what changed behind them; else what they come to now.
fn moved<'w>(was: &'w Why, is: &'w Why) -> Vec<String> {
    let (were, are) = (rows(was), rows(is));
    let is_same = |one: &WhyRow, other: &WhyRow| (&one.title, &one.binding) == (&other.title, &other.binding);
    let alone = |those: &[&'w WhyRow], others: &[&WhyRow]| -> Vec<&'w WhyRow> {
        those.iter().copied().filter(|row| !others.iter().any(|other| is_same(row, other))).collect()
    };
    let (come, gone) = (alone(&are, &were), alone(&were, &are));
    let come = (!come.is_empty()).then(|| counted(&come));
    let gone = (!gone.is_empty()).then(|| format!("no more {}", counted(&gone)));
    let before = |row: &&'w WhyRow| were.iter().copied().find(|other| is_same(row, other));
    let other = are.iter().filter_map(|row| {
        let before = before(row).filter(|before| before.amount != row.amount)?;
        Some(format!("{} ({} before)", counted(&[*row]), before.counted().unwrap_or_default()))
    });
    let is_otherwise = come.is_some() || gone.is_some();
    let rows: Vec<String> = come.into_iter().chain(gone).chain(other).collect();
    if is_otherwise {
        return rows;
    }
    let behind = is.because.iter().filter_map(|is| {
        let was = was.because.iter().find(|was| was.question == is.question && was.answer != is.answer)?;
        let moved = moved(was, is);
        if moved.is_empty() { None } else { Some(format!("{} {}", asked(&is.question), moved.join(", "))) }
    });
    let behind: Vec<String> = behind.collect();
    if behind.is_empty() { rows } else { behind }
}

fn rows(why: &Why) -> Vec<&WhyRow> {
    why.rows.iter().filter(|row| row.wins && row.amount.is_some()).collect()
}
