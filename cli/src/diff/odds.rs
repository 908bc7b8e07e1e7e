//! Odds that errata change: the dice of each example, counted out in the game without them and with them.
//!
//! In: an example in both games. Out: for each of its battles the outcomes that are likelier or less likely now. Promises: odds
//! are exact, or it is said that they were not counted; so many states are looked at and no more.

use crate::odds::{by_change, percent};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wgr_compiler::limits::MOST_STATES_IN_DIFF;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Game, Uncounted, Weight};
use wgr_runtime::exec::FaultCode;
use wgr_runtime::script::{Battle, Outcomes, Script, battles};

/// A battle whose odds change, or could not be counted.
pub(super) struct Odds {
    pub(super) title: String,
    pub(super) cases: Vec<String>,
    /// The step of the example at which dice fall: `roll 6`.
    at: String,
    /// What was answered where somebody was asked on the way.
    answered: Option<&'static str>,
    found: Result<Table, String>,
}

struct Table {
    /// What comes of it, and how likely that was and is, the likeliest now first.
    others: Vec<(String, Option<Weight>, Option<Weight>)>,
    /// How many outcomes are as likely as before.
    same: usize,
}

/// An example as one game plays it.
#[derive(Clone, Copy)]
pub(super) struct Played<'p> {
    pub(super) game: &'p Game,
    pub(super) looks: &'p Looks,
    pub(super) scripts: &'p [Script],
    pub(super) at: usize,
}

impl Played<'_> {
    fn battles(self) -> Vec<Battle> {
        battles(self.game, self.scripts, self.at)
    }

    fn counted(self, battle: &Battle) -> Result<(Likely, Answered), String> {
        let outcomes = battle.outcomes(self.game, MOST_STATES_IN_DIFF).map_err(|error| match error {
            Uncounted::Fault(fault) if fault.code == FaultCode::Hole => {
                "the rules leave open what happens on the way".to_owned()
            }
            Uncounted::Fault(_) | Uncounted::TooMany { .. } | Uncounted::Weights => error.to_string(),
        })?;
        let Outcomes { all, by_example, by_first } = outcomes;
        Ok((by_change(self.game, self.looks, &battle.before, all)?, Answered { by_example, by_first }))
    }
}

/// The battles of an example whose odds are others.
pub(super) fn changed(was: Played<'_>, now: Played<'_>) -> Vec<Odds> {
    let Some(script) = now.scripts.get(now.at) else { return Vec::new() };
    let later = now.battles();
    let pairs = was.battles().into_iter().filter_map(|before| {
        let after = later.iter().find(|after| after.step == before.step)?;
        Some((before, after))
    });
    let odds = pairs.filter_map(|(before, after)| {
        let (answered, found) = match was.counted(&before).and_then(|was| Ok((was, now.counted(after)?))) {
            Err(why) => (None, Err(why)),
            Ok(((was, how), (now, how_now))) => {
                let table = Table::of(&was, &now);
                if table.others.is_empty() {
                    return None;
                }
                (how.and(how_now), Ok(table))
            }
        };
        let (title, cases) = (script.title.clone(), script.cases.clone());
        Some(Odds { title, cases, at: before.text, answered: answered.told(), found })
    });
    odds.collect()
}

/// Who answered on the way.
#[derive(Clone, Copy)]
struct Answered {
    by_example: bool,
    by_first: bool,
}

impl Answered {
    fn and(self, other: Answered) -> Option<Answered> {
        let both =
            Answered { by_example: self.by_example || other.by_example, by_first: self.by_first || other.by_first };
        (both.by_example || both.by_first).then_some(both)
    }
}

trait Told {
    fn told(self) -> Option<&'static str>;
}

impl Told for Option<Answered> {
    fn told(self) -> Option<&'static str> {
        let answered = self?;
        Some(match (answered.by_example, answered.by_first) {
            (true, true) => "with the answers of the example, and the first option where it has none that is offered",
            (true, false) => "with the answers of the example",
            (false, _) => "with the first option wherever somebody is asked",
        })
    }
}

type Likely = BTreeMap<String, Weight>;

impl Table {
    fn of(was: &Likely, now: &Likely) -> Table {
        let mut words: Vec<&String> = was.keys().chain(now.keys()).collect();
        words.sort();
        words.dedup();
        let all = words.into_iter().map(|what| (what.clone(), was.get(what).copied(), now.get(what).copied()));
        let (same, mut others): (Vec<_>, Vec<_>) = all.partition(|(_, was, now)| was == now);
        others.sort_by_key(|(_, was, now)| std::cmp::Reverse((likely(*now), likely(*was))));
        Table { others, same: same.len() }
    }
}

fn likely(weight: Option<Weight>) -> String {
    weight.map_or_else(String::new, |weight| percent(&weight))
}

fn part(weight: Option<Weight>) -> String {
    weight.map_or_else(|| "0".to_owned(), |weight| format!("{}/{}", weight.num, weight.den))
}

fn in_hundred(weight: Option<Weight>) -> String {
    weight.map_or_else(|| "0%".to_owned(), |weight| percent(&weight).trim().to_owned())
}

impl Odds {
    /// Behind the title of the example: `, before "roll 6"`.
    pub(super) fn place(&self) -> String {
        format!(", before `{}`", self.at)
    }

    /// Why they could not be counted, where they could not.
    pub(super) fn uncounted(&self) -> Option<&str> {
        self.found.as_ref().err().map(String::as_str)
    }

    /// How they were counted; then a line for each outcome that is likelier or less likely now.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.answered.iter().map(|how| format!("  {how}")).collect();
        let table = match &self.found {
            Ok(table) => table,
            Err(_) => return lines,
        };
        let parts: Vec<[String; 4]> = table
            .others
            .iter()
            .map(|(_, was, now)| [part(*was), part(*now), in_hundred(*was), in_hundred(*now)])
            .collect();
        let wide = |nth: usize| parts.iter().map(|part| part[nth].len()).max().unwrap_or(0);
        let wide: [usize; 4] = std::array::from_fn(wide);
        for ((what, _, _), [was, now, of_was, of_now]) in table.others.iter().zip(&parts) {
            let odds = format!("{was:>0$} -> {now:<1$}", wide[0], wide[1]);
            let hundred = format!("{of_was:>0$} -> {of_now:>1$}", wide[2], wide[3]);
            lines.push(format!("  {odds}  {hundred}  {what}"));
        }
        match table.same {
            0 => {}
            1 => lines.push("  1 outcome as likely as before".to_owned()),
            same => lines.push(format!("  {same} outcomes as likely as before")),
        }
        lines
    }

    pub(super) fn json(&self) -> Value {
        let outcomes = self.found.iter().flat_map(|table| &table.others);
        let outcomes = outcomes.map(|(what, was, now)| json!({ "what": what, "was": part(*was), "now": part(*now) }));
        json!({
            "example": self.title, "cases": self.cases, "before": self.at, "answered": self.answered,
            "outcomes": outcomes.collect::<Vec<Value>>(),
            "as_before": self.found.as_ref().ok().map(|table| table.same), "not_counted": self.found.as_ref().err(),
        })
    }
}
