//! What is said of a rule that faults while an example is played: in words, with what to do about it.
//!
//! In: the game, the fault, and where it can be asked again what was asked. Out: what is wrong, the help, and which cause
//! it is: many examples may fail for one.

use super::report::{Failure, Ground};
use crate::engine::{Game, Telling, Why};
use crate::exec::{Fault, FaultCode, MOST_OPTIONS};
use crate::ir::{NONE, Pos, What};

/// `asked`: what was asked, where the rows behind it are known.
pub(super) fn failure(game: &Game, fault: &Fault, asked: Option<&Why>) -> Failure {
    let rule = fault.site.map(|site| game.rule_name(site));
    let named = name(game, fault);
    let here = rule.clone().unwrap_or_else(|| named.clone());
    let mut failure = match fault.code {
        FaultCode::Clash => {
            let rows = asked.map(clashing).unwrap_or_default();
            let what = match (rows.as_slice(), &rule) {
                ([one, other, ..], _) => format!("{one} and {other} answer differently, and nothing says which counts"),
                (_, Some(rule)) => format!("rows of {named} answer differently, {rule} among them"),
                (_, None) => format!("rows of {named} answer differently"),
            };
            let help = "look for a slip in their conditions; or say which one counts: end it with `exception to ..`";
            Failure::new(what, help)
        }
        FaultCode::Gap => {
            let help = "look for a slip in the conditions of its rows; or write a row for this, or one for all the rest \
                        with `otherwise`";
            Failure::new(format!("no row of {named} answers here"), help)
        }
        FaultCode::Range => {
            let unfit = game.unfit(fault, Telling::Open, &|func| called(&func.name));
            let what = unfit.unwrap_or_else(|| format!("a value does not fit where it goes, in {here}"));
            let none =
                fault.unfit.as_ref().is_some_and(|unfit| unfit.value == NONE && matches!(unfit.what, What::Id(_)));
            let beyond = fault.unfit.as_ref().and_then(|unfit| game.to_go_on(unfit));
            let help = match (beyond, none) {
                (Some(beyond), _) => beyond,
                (None, true) => {
                    format!("look who is not there: a piece out of play stands on no hex; or mend the rule {here}")
                }
                (None, false) => format!("mend the rule {here}, or widen the range where it is declared"),
            };
            Failure::new(what, help)
        }
        FaultCode::Hole => {
            let help = "end the example before it, or fill the hole";
            Failure::new(format!("the rules leave open what happens here: {}", rule.unwrap_or_default()), help)
        }
        FaultCode::Zero
        | FaultCode::Bound
        | FaultCode::Twice
        | FaultCode::Options
        | FaultCode::Room
        | FaultCode::Kernel
        | FaultCode::Work
        | FaultCode::Unseen
        | FaultCode::Rule => Failure::new(
            format!("a rule cannot be carried out: {}, in {here}", meaning(fault.code)),
            format!("mend the rule: {here}"),
        ),
    };
    failure.ground = Some(Ground::Fault(fault.code, fault.func));
    failure
}

/// What a fault means, in words.
pub fn meaning(code: FaultCode) -> String {
    let what = match code {
        FaultCode::Range => "a value does not fit where it goes",
        FaultCode::Zero => "something is divided by zero",
        FaultCode::Gap => "no row answers",
        FaultCode::Clash => "rows that count answer differently",
        FaultCode::Bound => "something is repeated more often than it may be",
        FaultCode::Twice => "one place would get two different values at once",
        FaultCode::Options => return format!("somebody is asked with more than {MOST_OPTIONS} options"),
        FaultCode::Room => "more pieces lie in one place than there is room for",
        FaultCode::Kernel => "a search, a choice or a payment goes beyond its limits",
        FaultCode::Work => "too much work between two questions",
        FaultCode::Unseen => "it rests on what the one who asks may not see",
        FaultCode::Hole => "the rules leave open what happens here, so play stops there",
        FaultCode::Rule => "a rule says that this may not be, or something happened too often",
    };
    what.to_owned()
}

/// The item in which it happens, as its author calls it.
fn name(game: &Game, fault: &Fault) -> String {
    let func = game.program().func(fault.func);
    match game.called_by_its_author(fault.func) {
        Some(own) => format!("`{own}`"),
        // What no text says stands at no place of one: it is what the machine does when rules act of themselves.
        None if func.at == Pos::default() && !game.vocabulary_is_empty() => "what rules do by themselves".to_owned(),
        None => format!("`{}`", called(&func.name)),
    }
}

/// A name that is a word of the machine, too, has a dash behind it there.
fn called(name: &str) -> String {
    name.trim_end_matches('_').to_owned()
}

/// The rows that count where an answer is missing, each with what it says, if they do not say the same.
fn clashing(asked: &Why) -> Vec<String> {
    let inner = asked.because.iter().map(clashing).find(|rows| !rows.is_empty());
    if let Some(rows) = inner {
        return rows;
    }
    let faults = asked.answer.as_ref().is_none_or(|answer| answer.starts_with("fault "));
    let rows: Vec<_> = asked.rows.iter().filter(|row| row.wins && faults && row.amount.is_some()).collect();
    let differ = rows.iter().any(|row| Some(&row.amount) != rows.first().map(|first| &first.amount));
    let told = rows.iter().filter(|_| differ).map(|row| {
        let (cases, amount) = (row.cases.as_str(), row.amount.as_deref().unwrap_or_default());
        let blank = if cases.is_empty() { "" } else { " " };
        format!("{cases}{blank}\"{}\" ({amount})", row.title)
    });
    told.collect()
}
