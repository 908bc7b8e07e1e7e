//! What was found out about rows before anything is played: clashes, gaps, rows without effect, look-ups.

use crate::diag::{Code, Diagnostic, Mark, Place, Severity};
use wgr_runtime::ir::Scalar;

/// A row as messages call it, `6.7 "Frost"`; its title alone; where it stands.
#[derive(Clone, Debug)]
pub(crate) struct RowName {
    pub(crate) called: String,
    pub(crate) title: String,
    pub(crate) at: Place,
    /// Where its answer stands, behind its title.
    pub(crate) answers_at: Place,
    pub(crate) said: RowSaid,
}

/// What a row says, as far as messages speak of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowSaid {
    /// `= French`: one word or number.
    pub(crate) answer: Option<String>,
    /// `needs u.ready`
    pub(crate) needs: bool,
    /// `- 2`, `cost - 2`
    pub(crate) takes_away: bool,
    /// What stands behind `when` or `even when`.
    pub(crate) when: Option<String>,
    /// It has a condition of its own, whatever the rows say to which it is an exception.
    pub(crate) even: bool,
    /// `"Open ground", "Wood"`, to which it is an exception.
    pub(crate) lifts: Option<String>,
    /// It counts wherever it is asked, and once.
    pub(crate) always: bool,
}

impl RowName {
    /// What to write for it to win over the other.
    fn over(&self, other: &RowName) -> String {
        match &self.said.lifts {
            Some(titles) => format!("end {} with `exception to {titles}, \"{}\"`", self.called, other.title),
            None => format!("end {} with `exception to \"{}\"`", self.called, other.title),
        }
    }
}

/// Two rows with one condition, of which each says something else.
pub(crate) fn one_condition(a: &RowName, b: &RowName) -> Option<Diagnostic> {
    let same = a.said.when.is_some() && a.said.when == b.said.when;
    let plain = a.said.lifts.is_none() && b.said.lifts.is_none();
    (same && plain && a.at != b.at).then(|| {
        Diagnostic::wrong(
            Code::Clash,
            format!("{} and {} have one condition, and answer differently", a.called, b.called),
        )
        .marked(Mark::OneCondition)
        .at(b.at, "the same condition")
        .at(a.at, "here already")
        .help("look for a slip in one of the two conditions")
    })
}

pub(crate) fn clash(a: &RowName, b: &RowName, amounts: (&str, &str), example: &str, ruling: &str) -> Diagnostic {
    if a.at == b.at {
        return Diagnostic::wrong(Code::Clash, format!("{} can answer twice, and not the same", a.called))
            .at(a.at, format!("once it says {}, once {}", amounts.0, amounts.1))
            .why(example)
            .help("let its condition leave one of them, or take the least, the greatest or the total of them");
    }
    if let Some(told) = one_condition(a, b) {
        return told.why(example);
    }
    let (first, second) = (&a.called, &b.called);
    let told =
        Diagnostic::wrong(Code::Clash, format!("{first} and {second} can both apply, and nothing says which one wins"))
            .at(a.at, format!("{first} says {}", amounts.0))
            .at(b.at, format!("{second} says {}", amounts.1))
            .why(example);
    if a.title.is_empty() || b.title.is_empty() {
        return told
            .help("give both a title, and end the one that wins with `exception to` and the title of the other");
    }
    // A row that counts always would leave nothing of the other one.
    let told = told.help(match (a.said.always, b.said.always) {
        (true, false) => b.over(a),
        (false, true) => a.over(b),
        (true, true) | (false, false) => format!("say which: {}; or {}", b.over(a), a.over(b)),
    });
    let cases = cases(&a.called, &b.called);
    if cases.is_empty() {
        return told;
    }
    told.help(format!(
        "if the book leaves it open: `ruling {ruling} on {cases} \"{}\" over \"{}\" by \"who\" because \"why\"`",
        a.title, b.title
    ))
}

/// The cases of two rows, each once; a ruling is on a case.
fn cases(a: &str, b: &str) -> String {
    let of = |called: &str| called.split('"').next().unwrap_or_default().trim().to_owned();
    let (a, b) = (of(a), of(b));
    match (a.is_empty(), b.is_empty()) {
        (_, true) => a,
        (true, false) => b,
        (false, false) if a == b => a,
        (false, false) => format!("{a}, {b}"),
    }
}

pub(crate) fn gap(item: &str, example: &str, typed: &str, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Gap, format!("there are situations in which no row of `{item}` answers"))
        .at(at, "not always answered")
        .why(example);
    let told =
        if typed.is_empty() { told } else { told.help(format!("write a row for them, like `= .. when {typed}`")) };
    told.help("if all the rest is alike, end with a row `otherwise`; if the book does not say, write `hole \"why\"`")
}

/// `waiver` takes away the only row that answers always; `added`: rows that add to it.
pub(crate) fn nothing_left(item: &str, row: &RowName, waiver: &RowName, added: &[String]) -> Diagnostic {
    let told = Diagnostic::wrong(
        Code::Gap,
        format!("where {} waives {}, no row of `{item}` answers", waiver.called, row.called),
    );
    let told = told.at(waiver.at, "waives the answer itself").at(row.at, "waived");
    let added: Vec<String> = added.iter().map(|title| format!("`waives \"{title}\"`")).collect();
    match added.is_empty() {
        true => told.help("let it answer itself, and end with `exception to` and that title"),
        false => told.help(format!("waive what is added to it: {}", super::or_list(&added))),
    }
}

/// A row of a course onto the map that asks for `here`.
pub(crate) fn from_no_hex(item: &str, row: &RowName) -> Diagnostic {
    let title = format!("of a step onto the map no row of `{item}` answers: {} asks for `here`", row.called);
    Diagnostic::wrong(Code::Gap, title)
        .at(row.at, "who enters the map comes from no hex")
        .help("write `there`, the hex to which the step leads; or a row for it, `.. when entering_map`")
}

pub(crate) fn same_rule_twice(row: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::SameRuleTwice, format!("{row} is written twice"))
        .at(at, "again here")
        .at(first, "first here")
        .help("delete one of the two; if the book prints two rules that are alike, give each its own case and title")
}

/// `both`: what it says of one thing that it is two; `known`: "`turn` goes from 1 to 4".
pub(crate) fn never_applies(row: &RowName, both: Option<&str>, known: Option<&str>) -> Diagnostic {
    let slip = known.map_or_else(
        || "look for a slip in its condition".to_owned(),
        |known| format!("{known}: look for a slip in the number"),
    );
    Diagnostic::wrong(Code::NeverApplies, format!("{} can never apply", row.called))
        .at(row.at, "its condition is never so")
        .maybe_help(both.map(str::to_owned))
        .help(format!("{slip}; if it is meant so, take the row away"))
}

/// An exception that never applies, where its condition alone could be so.
pub(crate) fn never_applies_there(row: &RowName, lifts: &str) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, format!("{} can never apply", row.called))
        .at(row.at, format!("its condition is never so where {lifts} counts"))
        .help("look for a slip in its condition; one that is to count elsewhere too says `even when`")
}

/// A row that another one waives, and that never applies with it.
pub(crate) fn always_waived(row: &RowName, other: &RowName) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, format!("{} can never apply beside {}", row.called, other.called))
        .at(row.at, "waived, or its condition is not so")
        .at(other.at, "waives it")
        .help("look for a slip in the condition of either; if it is meant so, take both away")
}

/// A row `otherwise` where the others answer always.
pub(crate) fn never_needed(row: &RowName) -> Diagnostic {
    Diagnostic::note(Code::NeverApplies, format!("{} is never needed", row.called))
        .at(row.at, "some other row answers in every situation")
        .help("take it away; if it should count somewhere, look for a slip in the conditions of the others")
        .about(&row.title)
}

pub(crate) fn always_so(row: &RowName) -> Diagnostic {
    Diagnostic::note(Code::AlwaysSo, format!("{} counts in every situation", row.called))
        .at(row.at, "its condition decides nothing")
        .help("look for a slip in it: an `or` for an `and`, or something needed that is never so; if the row counts always, take the condition away")
        .about(&row.title)
}

/// `needs turn > 5` of four turns; `known`: "`turn` goes from 1 to 4".
pub(crate) fn needs_the_impossible(row: &RowName, known: Option<&str>) -> Diagnostic {
    let slip = known.map_or_else(
        || "look for a slip in what it needs, an `and` for an `or`".to_owned(),
        |known| format!("{known}: look for a slip in the number"),
    );
    Diagnostic::note(Code::AlwaysSo, format!("what {} needs is never so: it forbids in every situation", row.called))
        .at(row.at, "never so")
        .help(format!("{slip}; if all is forbidden, write `no`"))
        .about(&row.title)
}

/// `needs turn < 5` of four turns.
pub(crate) fn needs_nothing(row: &RowName, known: Option<&str>) -> Diagnostic {
    let slip = known.map_or_else(
        || "look for a slip in what it needs, an `or` for an `and`".to_owned(),
        |known| format!("{known}: look for a slip in the number"),
    );
    Diagnostic::wrong(Code::NeverApplies, format!("what {} needs is always so: it forbids nothing", row.called))
        .at(row.at, "always so")
        .help(format!("{slip}; if it is meant so, take the row away"))
}

/// The condition of an `if`, of a `repeat .. while`.
pub(crate) fn branch_never(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, "what stands behind this condition is never done")
        .at(at, "never so here")
        .help("look for a slip in the condition; if it is meant so, take the statement away")
}

pub(crate) fn branch_never_here(about: &str, at: Place) -> Diagnostic {
    Diagnostic::note(
        Code::NeverApplies,
        "what stands behind this condition is never done with these counters, tables and maps",
    )
    .at(at, "nothing printed makes it so")
    .help(format!("if counters or hexes are still to come, nothing is wrong: say so with `allow \"{about}\" \"why\"`"))
    .about(about)
}

pub(crate) fn branch_always(about: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::AlwaysSo, "this condition is always so")
        .at(at, "it decides nothing")
        .help("look for a slip in it, an `or` for an `and`; if it counts always, take the condition away")
        .about(about)
}

/// A game that begins against what it takes for granted.
pub(crate) fn laid_out_against(set_up: &str, why: &str, whom: &str, at: Place, never: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::Scene, format!("the {set_up} is laid out against a `never`"))
        .at(at, "laid out here")
        .at(never, "never so");
    let whom = if whom.is_empty() { String::new() } else { format!(": {whom}") };
    told.why(format!("\"{why}\" does not hold{whom}"))
        .help("lay it out in another way; if the book allows it, take the `never` back")
}

/// Rules each of which may make the condition of another true.
pub(crate) fn wake_each_other(rules: &[(String, Place)]) -> Diagnostic {
    let named: Vec<&str> = rules.iter().map(|(name, _)| name.as_str()).collect();
    let named = match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => named.join(", "),
    };
    let told = Diagnostic::not_proved(Code::Endless, format!("{named} may wake each other"));
    let told = rules.iter().fold(told, |told, (_, at)| told.at(*at, "woken by another of them"));
    told.why("each `at most` is held to in play, which stops there")
        .help("let a condition of one of them say why it does not happen again")
}

pub(crate) fn never_applies_here(row: &RowName) -> Diagnostic {
    Diagnostic::note(Code::NeverApplies, format!("{} never applies with these counters, tables and maps", row.called))
        .at(row.at, "nothing printed makes it so")
        .help(format!(
            "look for a slip in its condition; if counters or hexes are still to come, say so: `allow \"{}\" \"why\"`",
            row.title
        ))
        .about(&row.title)
}

pub(crate) fn table_hole(table: &str, example: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableHole, format!("a look-up in `{table}` can leave the table"))
        .at(at, "beyond its lines or columns")
        .why(example)
        .help(beyond_it(table))
        .help("if it cannot happen, let a condition or a narrower range say so")
}

fn beyond_it(table: &str) -> String {
    format!(
        "if the last line or column counts then, say so in the head of `{table}`: `beyond bottom: last line`, \
         `beyond right: last column`"
    )
}

pub(crate) fn scale_hole(scale: &str, example: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::TableHole,
        format!("what is set against each other here can lie beyond the ends of `{scale}`"),
    )
    .at(at, "no printed step for it")
    .why(example)
    .help(format!(
        "if `{scale}` goes on in the same way, say so in it: `... 1/3, 1/2, 1/1, 2/1, 3/1 ...`; a table by \
             `{scale}` then says what counts there: `beyond right: last column`"
    ))
    .help("if it cannot happen, let a condition or a narrower range say so")
}

// What is not proved: the headline says what may happen.

pub(crate) fn open_clash(a: &RowName, b: &RowName, amounts: &(String, String), reason: &str) -> Diagnostic {
    if a.at == b.at {
        let title = format!("{} may answer twice, and not the same", a.called);
        return not_proved(Code::Clash, title, reason, a.at);
    }
    let title = format!("{} and {} may answer differently at once", a.called, b.called);
    beside(not_proved(Code::Clash, title, reason, a.at), b, amounts)
}

/// Of many pairs of rows the first stands for all.
pub(crate) fn open_clashes(
    item: &str,
    pairs: usize,
    (a, b): (&RowName, &RowName),
    amounts: &(String, String),
    reason: &str,
) -> Diagnostic {
    let title = format!("rows of `{item}` may answer differently at once: {} and {}, for one", a.called, b.called);
    let told = not_proved(Code::Clash, title, reason, a.at);
    let told = if a.at == b.at { told } else { beside(told, b, amounts) };
    told.why(format!("the same of {pairs} pairs of its rows"))
}

/// The other row, and what each says where that is known.
fn beside(told: Diagnostic, b: &RowName, (x, y): &(String, String)) -> Diagnostic {
    match (x.is_empty(), y.is_empty()) {
        (false, false) => told.at(b.at, format!("{y} here, {x} there")),
        (true, _) | (_, true) => told.at(b.at, "and this one"),
    }
}

/// Proved, but only because of what the rules take for granted.
pub(crate) fn relies(item: &str, nevers: &[&str], at: Place) -> Diagnostic {
    let named: Vec<String> = nevers.iter().map(|why| format!("\"{why}\"")).collect();
    let of = if nevers.len() == 1 { "that `never`" } else { "those `never`s" };
    Diagnostic::new(Code::ReliesOnNever, Severity::Proved, format!("`{item}` is proved, relying on {of}"))
        .at(at, "proved")
        .why(format!("taken for granted: {}", named.join(", ")))
        .why("play holds to it wherever an action may start, and when the game is over")
}

pub(crate) fn open_gap(item: &str, reason: &str, at: Place) -> Diagnostic {
    not_proved(Code::Gap, format!("there may be situations in which no row of `{item}` answers"), reason, at)
}

pub(crate) fn open_look(table: &str, none: bool, at: Place, more: &[Place]) -> Diagnostic {
    let title = if none {
        format!("what is asked for its `{table}` may be none")
    } else {
        format!("this look-up may leave `{table}`")
    };
    let told = not_proved(Code::TableHole, title, "", at);
    let told = if none { told } else { told.help(beyond_it(table)) };
    more.iter().fold(told, |told, at| told.same(*at, ""))
}

pub(crate) fn beyond(title: &str, example: &str, at: Place) -> Diagnostic {
    let help = "widen the range where it is declared, or keep the number within it: `at least 0`, `at most 9`";
    Diagnostic::wrong(Code::OutOfRange, title).at(at, "here").why(example).help(help)
}

const NEVER_NOUGHT: &str = "if it cannot happen, let a condition or a narrower range say so: `1..3` in place of `0..3`";

pub(crate) fn divides_by_nought(title: &str, example: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, title).at(at, "this can be 0").why(example).help(NEVER_NOUGHT)
}

/// Of the left side of `a against b` along a scale.
pub(crate) const NOTHING_AGAINST: &str = "this can be 0, and 0 against anything has no step of a scale";

pub(crate) fn nothing_against(example: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, NOTHING_AGAINST)
        .at(at, "the left side")
        .why(example)
        .help(NEVER_NOUGHT)
        .help("if it can, let a row of its own say which step counts then, as an exception to this one: `= 1/3   exception to \"..\"   when .. is 0`")
}

/// `u.steps loses 2`: what it comes to, and what it may be.
pub(crate) fn changed_beyond(what: &str, changes: &str, [found, wanted]: [Scalar; 2], at: Place) -> Diagnostic {
    let (found, wanted) = (super::reached(found), super::span(wanted));
    Diagnostic::wrong(Code::OutOfRange, format!("`{what}` would come to {found} here, and it is {wanted}"))
        .at(at, format!("{changes} too much"))
        .help(format!("write a number that keeps it within {wanted}, or widen its range where it is declared"))
}

/// `= -2` of a value that is `-1..1`.
pub(crate) fn answer_beyond(row: &RowName, item: &str, range: Scalar) -> Diagnostic {
    let (number, range) = (row.said.answer.as_deref().unwrap_or_default(), super::span(range));
    Diagnostic::wrong(Code::OutOfRange, format!("{} says {number}, and `{item}` is {range}", row.called))
        .at(row.answers_at, format!("beyond {range}"))
        .help(format!("write a number of {range}, or widen the range in the head of `{item}`"))
}

/// `rows`: those that take some of the costs away.
pub(crate) fn cost_below_zero(title: &str, example: &str, course: Place, rows: &[Place]) -> Diagnostic {
    let told = Diagnostic::wrong(Code::OutOfRange, title).why(example);
    let told = match rows {
        [] => told.at(course, "here"),
        rows => rows.iter().fold(told, |told, row| told.at(*row, "takes some of it away")),
    };
    told.help("where a step costs more, write `cost + ..`; a row may take away only what others have added")
}

pub(crate) fn open_beyond(title: &str, at: Place, more: &[Place]) -> Diagnostic {
    let told = not_proved(Code::OutOfRange, title.to_owned(), "", at);
    more.iter().fold(told, |told, at| told.same(*at, ""))
}

/// Play stops where it happens.
fn not_proved(code: Code, title: String, reason: &str, at: Place) -> Diagnostic {
    let told = Diagnostic::not_proved(code, title).at(at, "watched in play");
    if reason.is_empty() { told } else { told.why(reason) }
}

// What the machine refuses although every line was read.

pub(crate) fn asked_in_circle(names: &[String], at: Place) -> Diagnostic {
    let named: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let title = match named.as_slice() {
        [one] => format!("{one} asks itself"),
        several => format!("{} ask each other in a circle", several.join(", ")),
    };
    Diagnostic::wrong(Code::Circular, title)
        .at(at, "comes back to itself")
        .help("let one of them say what it needs without asking the other")
}

pub(crate) fn refused(code: Code, title: &str, help: &str, at: Option<Place>) -> Diagnostic {
    let told = Diagnostic::wrong(code, title).help(help);
    match at {
        Some(at) => told.at(at, "here"),
        None => told,
    }
}

// What nothing in the rules can change.

/// `no`: it is yes or no, and begins as no. `of`: the piece that has it.
pub(crate) fn never_changes(name: &str, no: bool, of: Option<&str>, at: Place) -> Diagnostic {
    let written = of.map_or_else(|| name.to_owned(), |_| format!("u.{name}"));
    let whose = of.map(|piece| format!(", of a {piece} `u`")).unwrap_or_default();
    let (title, help) = if no {
        (
            format!("`{name}` is asked, and nothing ever makes it yes"),
            format!("write where it becomes so, like `{written} becomes yes`{whose}"),
        )
    } else {
        (
            format!("`{name}` is asked, and nothing ever changes it"),
            format!("write where it changes, like `{written} becomes ..`{whose}"),
        )
    };
    Diagnostic::note(Code::Unused, title)
        .at(at, "as it begins it stays")
        .help(format!("{help}; or take it away; if it is meant so: `allow {name} \"why\"`"))
        .about(name)
}

/// `lead.fought becomes yes`, and no row `no when u.fought`.
pub(crate) fn never_asked(name: &str, of: Option<&str>, at: Place, set: Option<Place>) -> Diagnostic {
    let whose = of.map(|piece| format!(", of a {piece} `u`")).unwrap_or_default();
    let owner = of.map_or("", |_| "u.");
    let told = Diagnostic::note(Code::Unused, format!("`{name}` is set, and no rule ever asks for it"));
    let told = told.at(at, "decides nothing").about(name);
    let told = set.into_iter().fold(told, |told, at| told.at(at, "set here"));
    told.help(format!(
        "write the row that asks for it, like `no when {owner}{name}`{whose}; or take it away; if it is meant so: `allow {name} \"why\"`"
    ))
}

/// `roll white`, and nothing that asks for `white`.
pub(crate) fn rolled_for_nothing(die: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Unused, format!("`{die}` is rolled, and no rule asks what fell"))
        .at(at, "so nothing comes of the roll")
        .help(format!("write below it what comes of it, like `if {die} >= 5 {{ .. }}`; or take the roll away"))
        .about(die)
}

/// `phasing picks 1 regiment of phasing as lead`, and nothing behind it.
pub(crate) fn picked_for_nothing(name: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Unused, format!("`{name}` is picked here, and nothing reads it"))
        .at(at, "so nothing comes of the pick")
        .help(format!("write below it what happens with `{name}`, in the same block; or take the pick away"))
        .about(name)
}

/// `rules`: "permit" or "fact"; `answer`: what it is anyway.
pub(crate) fn same_anyway(row: &RowName, item: &str, answer: &str, at: Place) -> Diagnostic {
    let other = if answer == "yes" { "no" } else { "yes" };
    Diagnostic::note(Code::NeverApplies, format!("{} changes nothing: `{item}` is {answer} anyway", row.called))
        .at(at, "the same answer as without it")
        .help(format!(
            "write `{other}`, if that is meant; what lifts another row ends with `exception to` and its title"
        ))
        .about(&row.title)
}

/// Two rows of one answer under one condition, word by word.
pub(crate) fn said_twice(row: &RowName, before: &RowName, adds: bool, at: Place) -> Diagnostic {
    let (title, label, help) = match adds {
        true => (
            format!("{} adds the same amount as {}, under the same condition", row.called, before.called),
            "both count, one beside the other",
            "take one of the two away, if the book counts this once; if it is meant twice, write one row with both cases and the whole amount",
        ),
        false => (
            format!("{} says what {} says already", row.called, before.called),
            "the same answer under the same condition",
            "write the condition that is meant, or take one of them away and let the other name both cases",
        ),
    };
    Diagnostic::note(Code::NeverApplies, title)
        .at(at, label)
        .at(before.at, "the other one")
        .help(help)
        .about(&row.title)
}

/// `yes exception to` a row that says yes.
pub(crate) fn lifts_its_like(row: &RowName, lifted: &[String], answer: &str, at: Place) -> Diagnostic {
    let says = if lifted.len() == 1 { "says" } else { "say" };
    Diagnostic::note(
        Code::NeverApplies,
        format!(
            "{} changes nothing: it takes the place of {}, which {says} `{answer}` as well",
            row.called,
            lifted.join(" and ")
        ),
    )
    .at(at, "the same answer")
    .help("write the other answer, if that is meant; or take the row away")
    .about(&row.title)
}

/// `= Prussian` without a condition, beside a row that has one.
pub(crate) fn always_wins(row: &RowName, other: &RowName, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Clash, format!("{} always counts, even where {} does", row.called, other.called))
        .at(at, "no condition")
        .at(other.at, "where this counts, both answer, and the game would stop")
        .help("write `otherwise` behind it, if it is for all the rest; or say when")
        .about(&row.title)
}

/// Every row of `victory` that names a side names the same one.
pub(crate) fn can_never_win(side: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::NeverApplies, format!("{side} can never win: no row of `victory` says so"))
        .at(at, "of the other side alone")
        .help(format!("look whether one of the rows is to say `= {side}`; if it is meant so: `allow {side} \"why\"`"))
        .about(side)
}

/// A row `pass` that asks for `here` alone.
pub(crate) fn passes_of_here(row: &RowName) -> Diagnostic {
    Diagnostic::note(
        Code::NeverApplies,
        format!("{} says where a move may not end, and asks where it comes from", row.called),
    )
    .at(row.at, "of `here`, and not of `there`")
    .help("write `there`, the hex to which the step leads, in the place of `here`")
    .about(&row.title)
}

/// Its title begins with one side, and its condition names another.
pub(crate) fn titled_for_another(row: &RowName, own: &str, other: &str) -> Diagnostic {
    Diagnostic::note(Code::NeverApplies, format!("{} is titled for {own}, and asks for {other}", row.called))
        .at(row.at, format!("nothing of {own}"))
        .help(format!("write `{own}` in its condition, or give it another title"))
        .about(&row.title)
}

/// Rows of one victory, of which each says `= German`.
pub(crate) fn all_say_the_same(who: &str, at: Place) -> Diagnostic {
    let title = format!("every row of this `victory` says {who}: their conditions decide nothing");
    Diagnostic::note(Code::NeverApplies, title)
        .at(at, "the same as the others")
        .help("look for a slip in what one of them says: the other side, or `draw`")
        .about(who)
}

/// The label of a row that counts outside of the range of its value: what the value is then is told with it.
const LEADS_OUT: &str = "leads out of the range";

/// The row counts, and the answer is outside: whatever the other rows say.
pub(crate) fn leads_out(row: &RowName, item: &str, [answer, range]: [&str; 2], at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::OutOfRange,
        format!("where {} counts, `{item}` is {answer}, and that is outside of {range}", row.called),
    )
    .at(at, LEADS_OUT)
    .marked(Mark::LeadsOut)
    .help("write a smaller amount, widen the range where it is declared, or bound it by a row `at least ..`")
}

/// A bound that lies outside of the range that it is to keep; `least`: of `at least`.
pub(crate) fn bounds_out(
    (row, least): (&RowName, bool),
    item: &str,
    [bound, range]: [&str; 2],
    at: Place,
) -> Diagnostic {
    let most = if least { "at least" } else { "at most" };
    let title = format!("where {} counts, `{item}` is {most} {bound}, and that is outside of {range}", row.called);
    Diagnostic::wrong(Code::OutOfRange, title).at(at, LEADS_OUT).marked(Mark::LeadsOut).help(format!(
        "write a bound within {range}: `at least` keeps `{item}` from being less, `at most` from being more; or widen \
         the range where it is declared"
    ))
}

/// `crt[white, ..]`, where the die has more faces than the table lines.
pub(crate) fn die_beyond(table: &str, die: &str, what: &str, face: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableHole, format!("`{table}` has no {what} for {face}, and the die `{die}` can fall so"))
        .at(at, format!("{face} is looked up here"))
        .help(format!("write a {what} for {face} into `{table}`; if the last one counts beyond it, say so in its head: `beyond {}: last {what}`", if what == "line" { "bottom" } else { "right" }))
}

/// `remove lead; lead.fought becomes yes`; `goes`: what is said of it is where it goes.
pub(crate) fn used_when_gone(name: &str, goes: bool, at: Place, removed: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{name}` is removed before this, and is none here"))
        .at(at, "none here")
        .at(removed, "removed here")
        .help(if goes {
            format!("take `remove {name}` away: `{name} goes to ..` takes it from where it stands")
        } else {
            format!("write this before `remove {name}`")
        })
}

/// `crt[u.strength, ..]`, where counters may be printed with more.
pub(crate) fn print_beyond(table: &str, field: &str, what: &str, [number, range]: [&str; 2], at: Place) -> Diagnostic {
    Diagnostic::note(
        Code::TableHole,
        format!("`{table}` has no {what} for {number}, and `{field}` is printed as {range}"),
    )
    .at(at, "may go beyond it")
    .help(format!("write a {what} for {number} into `{table}`, or let `{field}` be printed in a narrower range"))
    .about(table)
}
