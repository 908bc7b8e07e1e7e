//! Rows: their titles, verdicts, stages, conditions.

use crate::diag::{Code, Diagnostic, Mark, Place};
use wgr_grammar::ast::{Duty, RowsKind};

/// `pips - 3`, of a value without stages.
pub(crate) fn no_stages(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("this item has no stage `{name}`"))
        .at(at, "a stage stands before a sign")
        .help(format!("if `{name}` is part of the answer, write `=` before it: `= {name} ..`; else take it away"))
}

pub(crate) fn rows_in_circle(titles: &[String], at: Place) -> Diagnostic {
    let named: Vec<String> = titles.iter().map(|title| format!("\"{title}\"")).collect();
    if let [title] = titles {
        return Diagnostic::wrong(Code::Circular, format!("\"{title}\" is an exception to itself"))
            .at(at, "names itself")
            .help("name the row that does not count where this one does");
    }
    Diagnostic::wrong(Code::Circular, "these rows are each an exception to the other")
        .at(at, named.join(" and "))
        .help("say which one holds where both apply, and name only the other in it")
}

pub(crate) fn verdict_misplaced(kind: RowsKind, at: Place) -> Diagnostic {
    let (item, like) = match kind {
        RowsKind::Value => ("a value", "`= 3`, `+ 1`, `- 1`, `* 2`, `rounded up`, `at least 0` or `at most 2`"),
        RowsKind::Victory => ("a victory", "`= French` or `= draw`, with `victory: Grade` one of the grades"),
        RowsKind::Fact => ("a fact", "`yes`, or `no` with `exception to`"),
        RowsKind::Knowledge => ("a knowledge", "`no`, or `yes` with `exception to`"),
        RowsKind::Permit => ("a permit", "`no`, `needs u.ready`, or `yes` with `exception to`"),
        RowsKind::Zone => ("a zone", "`from S to hexes at 1` or `off`"),
        RowsKind::Obligation => ("an obligation", "`owed`, `met`, `possible` or `forgiven`"),
        RowsKind::Course => {
            ("a course", "`cost = 2`, `cost + 1`, `no`, `needs u.ready`, `stop`, `pass` or `remembers off_road`")
        }
        RowsKind::Path => ("a path", "`avoid`, `blocked`, `stop` or `best fewest hexes`"),
    };
    Diagnostic::wrong(Code::Syntax, format!("rows of {item} do not answer like this"))
        .at(at, "not a verdict of this item")
        .help(format!("write {like}"))
}

/// `= no` in a permit: `at` is its sign.
pub(crate) fn answer_with_a_sign(word: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("`{word}` answers without `=`"))
        .at(at, "")
        .help(format!("take `=` away: write `{word}`"))
        .fix("take it away", true, vec![(at, String::new())])
}

/// `turned`: rows answer what would then hold anyway.
pub(crate) fn otherwise_turned(fact: bool, turned: bool, at: Place) -> Diagnostic {
    let (item, right) = if fact { ("fact", "no") } else { ("permit", "yes") };
    Diagnostic::wrong(Code::Syntax, format!("a {item} that no row speaks about is {right}"))
        .at(at, "the other way round")
        .help(match turned {
            true => format!("write `otherwise {right}`"),
            false => format!("write `otherwise {right}`, or make it a {}", if fact { "permit" } else { "fact" }),
        })
}

/// `cost`: of what a step costs.
pub(crate) fn mixed_arithmetic(cost: bool, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Syntax, "adding and multiplying: which comes first?")
        .at(at, "the order changes the result");
    if cost {
        return told.help(
            "say what is added then: `cost + 2 MP when ..`; or reckon all of it in a `value`, which has stages, and answer \
             with that: `cost = price(u, there)`",
        );
    }
    told.help("if one thing alone is halved or doubled, reckon that in a `value` of its own, and add it here: `+ power(u)`")
        .help(
            "if all of it is, name the stages in the head, in the book's order: `value fire(..): .. stages rally, double { .. }`; \
             each row then names its stage: `double * 2`",
        )
}

pub(crate) fn no_change_in_a_stage(stage: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("a row of the stage `{stage}` changes what was reached before it"))
        .at(at, "this answers, and changes nothing")
        .help(format!(
            "leave `{stage}` out where the row answers; else write `{stage} + 1`, `{stage} - 1`, `{stage} * 2`, \
             `{stage} at least 1` or `{stage} at most 6`"
        ))
}

pub(crate) fn stage_not_named(stages: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "this item names its stages, and this row names none")
        .at(at, "in which stage?")
        .help(format!("write the stage before the amount: {}", super::or_list(stages)))
}

pub(crate) fn zone_without_source(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownRow, "there is no source that could be off")
        .at(at, "switches off nothing")
        .help("a zone has a row that says where it comes from: `3.1 \"Round units\" from units of s to hexes at 1`")
}

pub(crate) fn zone_of_pieces(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a zone comes from pieces")
        .at(at, "no pieces")
        .help("name pieces: `from units of s to hexes at 1`")
}

pub(crate) fn otherwise_twice(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Clash, "two rows are for all else")
        .at(at, "this one, too")
        .at(first, "this one answers where no other row does")
        .help("one `otherwise` is enough; two scenarios may have one each: `also points in day { .. }`, `also points in night { .. }`")
}

/// `+ 1 waives "Woods"`
pub(crate) fn answers_and_waives(answer: Place, waives: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a row answers or waives, and this one does both")
        .at(waives, "and waives another")
        .at(answer, "it answers here")
        .help("make two rows of it; one that takes the place of the other says `exception to` for `waives`")
}

/// `even when` in a row that is no exception.
pub(crate) fn even_of_no_exception(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "`even when` belongs to an exception, and this row is none")
        .at(at, "an exception to which row?")
        .help("write `when`; or name the row whose place it takes before it: `exception to \"Title\" even when ..`")
}

pub(crate) fn waives_nothing(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownRow, "this row waives nothing")
        .at(at, "no row is named")
        .help("name the row that it switches off: `waives \"Woods\"`")
}

pub(crate) fn value_without_type(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "what kind of value is it?")
        .at(at, "no type")
        .help("write its range behind a colon: `value steps(u: Unit): 0..3 steps { .. }`")
}

pub(crate) fn course_without_points(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "how far may one go along this course?")
        .at(at, "no points to spend")
        .help("write what is spent: `course march(u: Unit) spends allowance(u) { .. }`")
}

/// `course diving(u: Unit) like can_dive`, where `can_dive` is a fact.
pub(crate) fn like_of_no_course(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is no course, so its rows judge no step"))
        .at(at, "no course")
        .help(format!("name a course; a fact can be asked in a row: `\"Deep\" no when {name}(u)`"))
}

/// `victory { }`
pub(crate) fn victory_without_rows(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Gap, "no row of `victory` says who has won").at(at, "nothing answers").help(
        "write a row for each end: `9.1 \"Many losses\" = Blue when lost >= 5`, and `9.2 \"Else\" = draw otherwise`",
    )
}

/// `course forced(u: Unit) like forced`
pub(crate) fn like_itself(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("`{name}` is like itself"))
        .at(at, "this course")
        .help("name the course whose rows these are, or take `like` away")
}

/// `course c(u: Unit) like b`, where `b` is like `a`.
pub(crate) fn like_of_like(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("`{name}` is like another course itself"))
        .at(at, "like this one")
        .at(first, "has rows of another")
        .help("name the course whose rows these are")
}

/// `course forced(w: Walker) like marching`
pub(crate) fn like_of_others(other: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("the rows of `{other}` speak of something else than this course has"))
        .at(at, "has other parameters")
        .at(first, "its parameters are named in its rows")
        .help(format!("give this course the same parameters as `{other}`, with the same names"))
}

/// A course outside of an attack that is like one within it.
pub(crate) fn like_within(other: &str, action: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("the rows of `{other}` speak of what `{action}` keeps"))
        .at(at, format!("not within `{action}`"))
        .at(first, format!("within `{action}`"))
        .help(format!("write `within {action}` in the head of this course too"))
}

pub(crate) fn path_without_ends(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownRow, "a path leads from somewhere to somewhere")
        .at(at, "it has no ends")
        .help("begin it with a line like `from u.hex to base(u.side) within 10 hexes`")
}

pub(crate) fn too_many_counts(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a path counts its hexes and two other things at most")
        .at(at, "one too many")
        .help("join two of them in one sum")
}

/// Which of two rows counts first would be told by their order.
pub(crate) fn best_twice(again: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Clash, "two rows say which ways are the best")
        .at(again, "which of the two counts first?")
        .at(first, "the other")
        .help("write it in one row, what counts first before the rest: `best fewest zones(there), then fewest hexes`")
}

/// `best fewest hexes when turn > 5`
pub(crate) fn best_always(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "which ways are the best is said for the whole path, whatever else is so")
        .at(at, "no condition stands behind it, and no other row")
        .help("let what is counted depend on it: `best fewest toll(there)`, where the rows of `value toll(h: Hex): 0..9` say when")
}

pub(crate) fn best_of_a_ray(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a straight line has no best ways: there is only one")
        .at(at, "this path is `by ray`")
        .help("take this row away, or `by ray` if the path goes hex by hex")
}

pub(crate) fn stop_on_a_ray(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a straight line has no steps, so none of them can end it")
        .at(at, "this path is `by ray`")
        .help("write `blocked` for a hex that it may not cross")
}

pub(crate) fn applies_outside(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownRow, "`applies` asks about a row of the same item")
        .at(at, "no rows here")
        .help("write it in the condition of a row, like `unless \"Woods\" applies`")
}

pub(crate) fn applies_for_each(title: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("\"{title}\" applies for each of several"))
        .at(at, "for which of them?")
        .help("write the condition itself here")
}

/// Two rows that always count, `at least 5` and `at most 3`.
pub(crate) fn no_number_between(item: &str, least: (i64, Place), most: (i64, Place)) -> Diagnostic {
    Diagnostic::wrong(Code::Clash, format!("no number is at least {} and at most {}", least.0, most.0))
        .at(least.1, format!("`{item}` is at least {}", least.0))
        .at(most.1, format!("and at most {}", most.0))
        .help("look for a slip in one of the two numbers; if one of them counts at times only, give it its condition: `when ..`")
}

pub(crate) fn rounded_twice(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "what is rounded already is rounded once more")
        .at(at, "another row of this stage rounds, too")
        .help("leave one of the two; where the book rounds twice, name stages in the head and round each: `double rounded up`")
}

pub(crate) fn nothing_to_round(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("nothing can be rounded in {found}"))
        .at(at, "a number can be rounded")
        .help("take the row out")
}

pub(crate) fn no_least_and_most(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("in {found} there is no least and no most"))
        .at(at, "numbers, steps of a scale and members of an enum in order have one")
        .help("say what it is in a row of its own: `= ..  exception to \"..\"  when ..`")
}

pub(crate) fn rounds_under_a_condition(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a row that rounds always rounds")
        .at(at, "it stands under a condition, in a group, in a scenario or beside another row")
        .help("leave only its case, its title and `rounded up` or `rounded down`; where one row alone is rounded, write it there: `= u.strength / 2 rounded up`")
}

pub(crate) fn rounded_factor(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "this rounds the factor, not what it makes")
        .at(at, "a factor is exact")
        .help("write `* 1/2` in this row, and a row of its own behind it: `6.2 \"Rounded up\" rounded up`")
}

pub(crate) fn fraction_for_each(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "nobody knows how often this is multiplied by a fraction")
        .at(at, "once for each member")
        .help("write one row for each factor, like `* 1/2 when any ..`; whole factors may count for each")
}

/// What the rows make, in parts of `parts`, where the answer is counted in parts of `wanted`.
pub(crate) fn falls_between(
    measure: Option<&str>,
    wanted: u32,
    parts: u64,
    rows: &[(Place, u32)],
    at: Place,
) -> Diagnostic {
    let counted = match wanted {
        1 => "whole".to_owned(),
        more => format!("in {}", in_parts(u64::from(more))),
    };
    let what = measure.unwrap_or("numbers");
    let title = format!("this may come out in {}, and {what} are counted {counted} here", in_parts(parts));
    let told = rows
        .iter()
        .fold(Diagnostic::wrong(Code::WrongType, title).at(at, "what its rows make together"), |told, (at, den)| {
            told.at(*at, format!("counts in {}", in_parts(u64::from(*den))))
        })
        .marked(Mark::InParts);
    let round =
        "add a row that says how it is rounded, `rounded down` or `rounded up`, with the case where the book says so";
    told.help(match (measure, parts) {
        (Some(_), 2..=4) if parts.is_multiple_of(u64::from(wanted)) => {
            format!("{round}; or count exactly, where the measure is declared: `in {}`", in_parts(parts))
        }
        _ => round.to_owned(),
    })
}

fn in_parts(parts: u64) -> String {
    match parts {
        2 => "halves".to_owned(),
        3 => "thirds".to_owned(),
        4 => "quarters".to_owned(),
        more => format!("parts of {more}"),
    }
}

/// `obligation answered` without a parameter, or with two, or of a number.
pub(crate) fn obligation_of_whom(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("whom does `{name}` bind?"))
        .at(at, "an obligation is about each piece of a kind, or each hex")
        .help(format!("write one parameter: `obligation {name}(u: Infantry) during combat {{ .. }}`"))
}

/// `obligation answered(u: Unit)`
pub(crate) fn obligation_when(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("in which phase is `{name}` owed?"))
        .at(at, "no phase")
        .help(format!("name the phases: `obligation {name}(u: Infantry) during combat {{ .. }}`"))
}

pub(crate) fn obligation_lacks(name: &str, duty: Duty, at: Place) -> Diagnostic {
    let (asks, row) = match duty {
        Duty::Owed => ("when is", "\"Beside the enemy\" owed when beside_him(u)"),
        Duty::Met => ("what would meet", "\"It has attacked\" met when u.attacked"),
        Duty::Possible => ("when can somebody still meet", "\"It can attack\" possible when can_attack(u)"),
        Duty::Forgiven => ("what becomes of one who cannot meet", "\"Who cannot need not\" forgiven ruling Q-1"),
    };
    let verb = if duty == Duty::Owed { " owed" } else { "" };
    Diagnostic::wrong(Code::Syntax, format!("{asks} `{name}`{verb}?"))
        .at(at, "no row says it")
        .help(format!("write a row: `{row}`"))
}

/// `"It was attacked" yes`: `missing` are the answers that no row gives.
pub(crate) fn no_duty(missing: &[Duty], at: Place) -> Diagnostic {
    let words = missing.iter().map(|duty| match duty {
        Duty::Owed => "owed",
        Duty::Met => "met",
        Duty::Possible => "possible",
        Duty::Forgiven => "forgiven",
    });
    let words: Vec<&str> = words.collect();
    Diagnostic::wrong(Code::Syntax, "an obligation answers `owed`, `met`, `possible` or `forgiven`")
        .at(at, "not a verdict of this item")
        .help(format!("write {}", crate::diag::listed(&words, "or")))
}

/// `forgiven otherwise`
pub(crate) fn otherwise_of_a_duty(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a row of an obligation that has no condition always counts")
        .at(at, "`otherwise` says nothing here")
        .help("take `otherwise` away: `\"Who cannot need not\" forgiven`")
}

/// During a phase that has no list of actions.
pub(crate) fn obligation_in_silence(name: &str, phase: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Sequence, format!("nobody is asked what to do in `{phase}`, so nobody can meet `{name}` there"))
        .at(at, "a phase without a list of actions")
        .help(format!("put a list there: `phase {phase} {{ any number of attack }}`; or name the phase in which the actions are offered"))
}

pub(crate) fn obligation_of_what_is_hidden(name: &str, state: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{name}` rests on `{state}`, which may be hidden"))
        .at(at, "that a side may not pass would tell what it does not see")
        .help("let its rows ask for what both sides see")
}

/// `remembers off`, where the head says `, remembers off_road`
pub(crate) fn remembers_unknown(name: &str, known: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownName, format!("the course does not remember `{name}`"))
        .at(at, "its head does not name it");
    match known {
        [] => told.help(format!("name it in the head: `spends allowance(u), remembers {name}`")),
        known => told.help(format!("it remembers {}", super::or_list(known))),
    }
}

pub(crate) fn remembers_too_much(most: usize, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("a course remembers {most} things at most"))
        .at(at, "one too many")
        .help("put two of them together, or move in two parts")
}

pub(crate) fn remembers_nothing(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("no row makes `{name}` so"))
        .at(at, "it is no for ever")
        .help(format!("write a row: `\"Off the road\" remembers {name} when not road(here, there)`"))
}

/// `enters at S, remembers x`
pub(crate) fn remembers_from_off_the_map(at: Place, enters: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a course by which pieces come in from off the map remembers nothing")
        .at(at, "remembered")
        .at(enters, "comes in here")
        .help("let them come in by one course, and go on by another")
}

/// `phasing moves men along column`
pub(crate) fn group_remembers_nothing(course: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("several cannot move together along `{course}`, which remembers something"))
        .at(at, "each would remember something else")
        .help("let them move one by one")
}
