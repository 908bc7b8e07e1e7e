//! Names: unknown, declared twice, used for what they are not; cases that the ledger lacks.

use crate::diag::foreign::{Spot, foreign};
use crate::diag::syntax::foreign_word;
use crate::diag::{Code, Diagnostic, Mark, Place, did_you_mean, nearest};

/// What a row goes on with behind a number.
const GOES_ON: [&str; 9] =
    ["when", "unless", "exception", "otherwise", "provisional", "ruling", "waives", "rounded up", "rounded down"];
/// Few enough to be listed.
const FEW: usize = 6;
const MOST_FIELDS: usize = 16;

/// What to write in the place of a word of another language, and with what it is mended.
fn of_another_language(name: &str, spot: Spot) -> Option<(&'static str, Option<&'static str>)> {
    foreign(name, spot).or_else(|| foreign(&name.to_lowercase(), spot))
}

/// Is the name a word of another language? Then what to write instead is said, and nothing else helps.
pub(crate) fn is_of_another_language(name: &str) -> bool {
    of_another_language(name, Spot::Row).is_some()
}

/// Does it stand for somebody who has a name of his own here?
pub(crate) fn is_of_somebody(name: &str) -> bool {
    matches!(name, "attacker" | "defender" | "self" | "me" | "he" | "she" | "they" | "him" | "them" | "this")
}

pub(crate) fn unknown_name(what: &str, name: &str, known: &[String], at: Place) -> Diagnostic {
    let told = not_known(what, name, known, at);
    match what {
        "name" => told.marked(Mark::NoName),
        "piece" => told.marked(Mark::NoPiece),
        "counter" => told.marked(Mark::NoCounter),
        "scene" => told.marked(Mark::NoScene),
        "action" => told.marked(Mark::NoAction),
        "side" => told.marked(Mark::NoSide),
        "field" => told.marked(Mark::NoField(name.to_owned())),
        "printed field" => told.marked(Mark::NoColumnOf(name.to_owned())),
        _ => told,
    }
}

/// What players read of a piece, in place of the words of the rules.
pub(crate) fn title_of_a_piece((text, title): (&str, &str), (piece, several): (&str, &str), at: Place) -> Diagnostic {
    let title = format!("rules call these `{several}`, and \"{title}\" is what players read");
    Diagnostic::wrong(Code::UnknownName, title)
        .at(at, "nothing is called so")
        .help(format!("write `{several}`; or let rules say `{text}`: `plural {text}` in the head of `piece {piece}`"))
        .marked(Mark::NoName)
}

/// `RIC2x3` in the order of battle, where `RIC2` or `RIC2a` is named: it was to be three.
pub(crate) fn copies_in_the_name(listed: &str, name: &str, at: Place) -> Option<Diagnostic> {
    let (base, count) = listed.rsplit_once('x')?;
    let is_one = name.strip_prefix(base)?.chars().all(|letter| letter.is_ascii_lowercase());
    if !is_one || count.is_empty() || !count.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let right = format!("{base} x{count}");
    let title = format!("`{listed}` is one counter, and none is called `{name}`");
    let told = Diagnostic::wrong(Code::UnknownName, title)
        .at(at, "one counter of this name")
        .help(format!("write `{right}`: these are {count} that are alike, told apart by letters"))
        .fix(format!("write `{right}`"), false, vec![(at, right)]);
    Some(told.marked(Mark::NoCounter))
}

/// What stands for something in every game.
const OWN_NAMES: [&str; 6] = ["enemy", "phasing", "acting", "phase", "turn", "none"];

fn not_known(what: &str, name: &str, known: &[String], at: Place) -> Diagnostic {
    let near = did_you_mean(name, what, known.iter().map(String::as_str));
    let spot = if what == "type" { Spot::Type } else { Spot::Row };
    let nothing_near = nearest(name, known.iter().map(String::as_str)).is_empty();
    if what == "field" && nothing_near {
        let right = match name {
            "location" | "position" | "pos" | "place" | "where" | "at" => Some("the hex of a piece is `u.hex`"),
            "type" | "kind" | "class" => Some("what sort of piece it is, is asked by `is`: `u is Headquarters`"),
            "owner" | "player" | "nation" => Some("whose it is, is `u.side`"),
            _ => None,
        };
        if let Some(right) = right {
            return Diagnostic::wrong(Code::UnknownName, format!("there is no field `{name}`"))
                .at(at, "nothing is called so")
                .help(right);
        }
    }
    if what == "counter" && name.bytes().all(|sign| sign.is_ascii_digit()) {
        return Diagnostic::wrong(Code::UnknownName, format!("`{name}` is no counter"))
            .at(at, "a hex, where a counter is wanted")
            .help(format!("the hex stands first, then who lies there: `{name}: B1, B2`"));
    }
    // Behind a number stands its measure, or what goes on with the row; and some names are the language's own.
    let own: &[&str] = match what {
        "measure" => &GOES_ON,
        "name" => &OWN_NAMES,
        _ => &[],
    };
    let clause = nearest(name, own.iter().copied()).first().copied();
    if what == "measure" && nothing_near && clause.is_none() {
        return Diagnostic::wrong(Code::UnknownName, format!("there is no measure `{name}`"))
            .at(at, "nothing is called so")
            .help(format!("leave `{name}` out, if this counts no measure; or declare one: `measure {name}`"));
    }
    // A die has the name that the author gave it, a column that of a field, and periods are turns and phases.
    let foreign = of_another_language(name, spot).filter(|_| !["die", "printed field", "period"].contains(&what));
    // A letter that is wrong or missing is a slip; a name of a few letters more is another one, and so is one of three letters.
    let slip = |known: &String| {
        name.len() > 3 && known.len().abs_diff(name.len()) <= 1 && !nearest(name, [known.as_str()]).is_empty()
    };
    if let Some((help, with)) = foreign.filter(|_| !known.iter().any(slip)) {
        return foreign_word(name, at, help, with).of(Code::UnknownName);
    }
    if what == "state" && matches!(name, "turn" | "phase" | "phasing" | "acting") {
        return Diagnostic::wrong(Code::UnknownName, format!("nothing sets `{name}`"))
            .at(at, "it goes on by itself")
            .help("turns and phases follow one another as the `sequence` says");
    }
    if what == "phase" && known.is_empty() {
        return Diagnostic::wrong(
            Code::UnknownName,
            format!("there is no phase `{name}`, for the game has no `sequence`"),
        )
        .at(at, "no phase")
        .help("write one, like `sequence 1.1 { turns 1..6 { phase movement { any number of march } } }`");
    }
    if let Some(clause) = clause.filter(|_| nothing_near) {
        let told = Diagnostic::wrong(Code::UnknownName, format!("there is no {what} `{name}`"));
        return told.at(at, "nothing is called so").help(format!("did you mean `{clause}`?")).meant(
            &[clause],
            false,
            at,
        );
    }
    let listed = near.is_none() && !known.is_empty() && known.len() <= FEW;
    let told = Diagnostic::wrong(Code::UnknownName, format!("there is no {what} `{name}`"))
        .at(at, "nothing is called so")
        .maybe_help(near.clone())
        .meant(&nearest(name, known.iter().map(String::as_str)), false, at);
    match (listed, near) {
        (true, _) => told.help(format!("there is {}", super::or_list(known))),
        // Who has fields, has few.
        (false, None) if what.ends_with("field") && !known.is_empty() => {
            let some: Vec<&str> = known.iter().map(String::as_str).take(MOST_FIELDS).collect();
            let more = if known.len() > MOST_FIELDS { ", .." } else { "" };
            told.help(format!("its fields are {}{more}", some.join(", ")))
        }
        (false, None) => told.help(declared(what, name)),
        // Those that there are were listed.
        (false, Some(_)) if nothing_near => {
            told.maybe_help(declaration(what, name).map(|like| format!("or declare it: {like}")))
        }
        (false, Some(_)) => told,
    }
}

/// `declared` is named nowhere else, and others ask for `others`: it may be the declaration that is odd.
pub(crate) fn misnamed(what: &str, declared: &str, others: &str, at: Place) -> Diagnostic {
    let title = format!("nothing names the {what} `{declared}`, and no {what} is called `{others}`");
    Diagnostic::wrong(Code::UnknownName, title)
        .at(at, format!("everything else says `{others}`"))
        .help(format!("write `{others}` here, or `{declared}` wherever `{others}` is named"))
        .fix(format!("write `{others}`"), false, vec![(at, others.to_owned())])
}

/// `add to odds`, where the game has no such value; `sums`: the values to which something is added.
pub(crate) fn unknown_rows(name: &str, (known, sums): (&[String], &[String]), at: Place) -> Diagnostic {
    let told = unknown_name("value, fact or permit", name, known, at);
    if told.help.iter().any(|help| help.starts_with("did you mean")) || known.len() <= FEW || sums.is_empty() {
        return told;
    }
    let some: Vec<&str> = sums.iter().map(String::as_str).take(MOST_FIELDS).collect();
    let more = if sums.len() > MOST_FIELDS { ", .." } else { "" };
    Diagnostic { help: vec![format!("values to which rows add: {}{more}", some.join(", "))], ..told }
}

/// What to type where no name is near.
fn declared(what: &str, name: &str) -> String {
    match what {
        "name" if matches!(name, "here" | "there") => {
            "a step of a course or a path leads from `here` to `there`; in a zone the hex that is asked about is called `hex`, elsewhere the head gives it a name".to_owned()
        }
        "name" if matches!(name, "hex" | "source") => {
            "in a zone the hex that is asked about is called `hex` and whoever it reaches out from `source`; in a course or a path a step leads from `here` to `there`; the hex of a unit is `u.hex`".to_owned()
        }
        "name" if name.chars().count() == 1 => {
            format!(
                "behind `where` each is called `it`; elsewhere `{name}` is there only behind `for each {name} in ..` or in the head"
            )
        }
        "value or fact" if matches!(name, "side" | "hex") => {
            format!("what belongs to a piece stands behind a dot: write `u.{name}`")
        }
        "die" => format!("write it in the head of the game: `dice {name} d6`"),
        "name" if matches!(name, "west" | "east" | "north" | "south") => {
            "an edge is named behind the hex, where one is asked for: `at_edge(h, west)`".to_owned()
        }
        "counter" => "write a counter as its order of battle names it, or add a line for it there".to_owned(),
        _ => match declaration(what, name) {
            Some(like) => format!("write the name as it is declared, or declare it: {like}"),
            None => format!("write the name as it is declared; if `{name}` is new, declare it first"),
        },
    }
}

/// How such a thing is declared.
fn declaration(what: &str, name: &str) -> Option<String> {
    Some(match what {
        "value or fact" => format!("`fact {name}(..) otherwise no {{ .. }}`"),
        "procedure" => format!("`procedure {name}(..) {{ .. }}`"),
        "action" => format!("`action {name}(..) during .. {{ .. }}`"),
        "field" => format!("`printed {name}: ..` or `state {name}: ..` in its piece"),
        "printed field" => format!("`printed {name}: ..` in its piece"),
        "ruling" => format!("`ruling {name} on CASES \"Question?\" by \"who\" because \"why\"`"),
        "scene" => format!("`scene {name} \"Title\" in PHASE of SIDE {{ .. }}`"),
        "measure" => format!("`measure {name}`"),
        _ => return None,
    })
}

/// Two things of different sorts under one name; each is said what it is.
pub(crate) fn taken(name: &str, (what, at): (&str, Place), (first_what, first): (&str, Place)) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` is the name of {first_what} already"))
        .at(at, format!("here it is to be {what}"))
        .at(first, first_what.to_owned())
        .help("take one of the two away, or rename it: a name stands for one thing in the whole game")
}

pub(crate) fn kept_hides_noun(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` means all such pieces, and cannot be what an action keeps"))
        .at(at, "would hide them here")
        .at(first, "gives pieces this name")
        .help("take another name for what is kept, or give the pieces another `plural`")
}

pub(crate) fn twice_named(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` is declared twice"))
        .at(at, "here again")
        .at(first, "first declared here")
        .marked(Mark::DeclaredTwice)
        .help("take one of the two away, or rename it: a name stands for one thing in the whole game")
}

/// All counters of an order of battle are those of another one.
pub(crate) fn counters_twice(name: &str, count: usize, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("{count} counters are declared twice, `{name}` among them"))
        .at(at, "here again, and others below it")
        .at(first, "first declared here")
        .help("take one of the two away; or, if these are other counters, give them names of their own")
}

/// The line that declares what stands in these columns is not there.
pub(crate) fn no_printed_fields(names: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("there are no printed fields {}", super::and_list(names)))
        .at(at, "nothing is called so, nor are those behind it")
        .help("write the names as they are declared; if they are new, declare them in the piece, like `printed strength: 1..9`")
}

/// `state turn: 0..9 = 0`
pub(crate) fn word_of_the_game(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` has a meaning in every game"))
        .at(at, "would mean something else here")
        .help("take another name")
}

/// `value distance(a: Hex, b: Hex): ..`
pub(crate) fn question_of_the_board(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("every map answers `{name}(..)` already"))
        .at(at, "would never be asked")
        .help("take another name")
}

/// `phasing picks 1 hex as Blue`
pub(crate) fn name_of_a_side(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` is a side"))
        .at(at, "would mean something else here")
        .help("take another name")
}

pub(crate) fn twice_titled(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two rows of one item are called \"{title}\""))
        .at(at, "here again")
        .at(first, "first here")
        .help("give one of them another title: other rows name a row by its title")
}

pub(crate) fn two_examples(title: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("two examples are called \"{title}\""))
        .at(at, "here again")
        .at(first, "first here")
        .help("give one of them another title: others go on from an example by its title")
}

pub(crate) fn unknown_row(title: &str, known: &[String], at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::UnknownRow, format!("there is no row \"{title}\" in this item")).at(at, "names no row");
    let (told, near) = near_rows(told, title, known, at);
    if near {
        return told;
    }
    told.help(its_rows(known))
}

/// `from "Attacker"` of an example; `known`: the rows of what is asked.
pub(crate) fn no_row_of(item: &str, title: &str, known: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownRow, format!("`{item}` has no row \"{title}\"")).at(at, "names no row");
    let told = told.marked(Mark::NoRow(item.to_owned()));
    let (told, near) = near_rows(told, title, known, at);
    if near {
        return told;
    }
    told.help(its_rows(known))
}

/// `from "Base" * 4`, where that row does not multiply. `right`: what may stand there.
pub(crate) fn no_factor(title: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("\"{title}\" does not multiply"))
        .at(at, "only behind the title of a row that says `* ..`")
        .help(format!("write `\"{title}\"{right}`"))
}

/// Some of the titles that there are.
fn its_rows(known: &[String]) -> String {
    let some: Vec<String> = known.iter().take(FEW).map(|known| format!("\"{known}\"")).collect();
    let more = if known.len() > FEW { ", .." } else { "" };
    format!("its rows are {}{more}", some.join(", "))
}

/// With the titles that are near, if there are some.
fn near_rows(told: Diagnostic, title: &str, known: &[String], at: Place) -> (Diagnostic, bool) {
    let mut near = nearest(title, known.iter().map(String::as_str));
    if near.is_empty() {
        // A title of which some words were left out.
        let has =
            |known: &&str| title.split(' ').all(|word| known.split(' ').any(|other| other.eq_ignore_ascii_case(word)));
        near = known.iter().map(String::as_str).filter(has).collect();
    }
    let told = match near.as_slice() {
        [] => return (told, false),
        [one] => told.help(format!("did you mean \"{one}\"?")),
        several => told.help(format!("did you mean {}?", crate::diag::names::listed(several, "or"))),
    };
    (told.meant(&near, true, at), true)
}

pub(crate) fn member_of_several(name: &str, enums: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` may mean several things"))
        .at(at, format!("a member of {}", enums.join(" and ")))
        .help("compare it with a value whose type says which one is meant, or rename one of them")
}

/// `plural`: how all of its pieces are called.
pub(crate) fn kind_alone(name: &str, plural: Option<&str>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, format!("`{name}` is a kind, not a value"))
        .at(at, "a kind stands behind `is`")
        .help(format!("test for it with `u is {name}`"));
    told.maybe_help(plural.map(|plural| format!("all of them that are in play are `{plural}`")))
}

/// `u is Cavalry or Headquarters`; `right`: all of it, written out.
pub(crate) fn kinds_joined(name: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`or` joins conditions, and `{name}` is a kind"))
        .at(at, "no condition")
        .help(format!("say the whole again: `{right}`"))
}

pub(crate) fn enum_alone(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is a list of words, not a value"))
        .at(at, "a type")
        .help("write one of its members here")
}

/// `for each h in wood`, a feature of the map.
pub(crate) fn feature_alone(name: &str, of_hexes: bool, at: Place) -> Diagnostic {
    let (what, help) = if of_hexes {
        ("of a hex", format!("ask it of a hex, `{name}(h)`; all that it is drawn in are `hexes where {name}(it)`"))
    } else {
        ("of a hexside", format!("ask it of a hexside, or of two hexes: `{name}(b)`, `{name}(here, there)`"))
    };
    Diagnostic::wrong(Code::WrongType, format!("the map says {what} whether it is `{name}`"))
        .at(at, "of which one?")
        .help(help)
}

/// A die is read where it was not rolled before.
pub(crate) fn die_not_fallen(die: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnwrittenName, format!("the die `{die}` has not fallen here"))
        .at(at, "nothing to read yet")
        .help(format!(
            "write `roll {die}` before this, in the same action or procedure; what another one rolled is handed over: \
             `procedure p(pips: 1..6)` and `perform p({die})`"
        ))
}

pub(crate) fn not_a_value(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` has no value that could be read here"))
        .at(at, "this is something else")
        .help("a value, fact, state, map feature, counter or member can stand here")
}

/// Does a word like this go on with a row, typed wrong?
pub(crate) fn goes_on(name: &str) -> bool {
    !nearest(name, GOES_ON).is_empty()
}

pub(crate) fn unknown_case(case: &str, near: &[String], at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::UnknownCase, format!("the ledger has no case {case}")).at(at, "not in ledger.tsv");
    // A case of one's own is no case of the book with another letter.
    let letter = |case: &str| case.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let near: Vec<String> = near.iter().filter(|known| letter(known) == letter(case)).cloned().collect();
    let near = near.as_slice();
    if near.is_empty() {
        return told.help("write the case as the ledger has it, or add the rule to ledger.tsv");
    }
    let names: Vec<&str> = near.iter().map(String::as_str).collect();
    let told = told.help(format!(
        "did you mean {}? If the book has {case}, its line is missing in ledger.tsv",
        super::or_list(near)
    ));
    told.meant(&names, false, at)
}

/// `from`: the action in which it is asked, if it is one.
pub(crate) fn asked_outside(name: &str, action: &str, from: Option<&str>, at: Place) -> Diagnostic {
    if let Some(from) = from {
        return Diagnostic::wrong(
            Code::UnwrittenName,
            format!("`{name}` is asked in {from}, and reads what {action} keeps"),
        )
        .at(at, format!("a question of {action}"))
        .help(format!(
            "ask it in `action {action}`; what both ask gets what it reads handed over, as an argument in its head"
        ));
    }
    Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` is asked outside of {action}"))
        .at(at, format!("it reads what {action} keeps"))
        .help(format!("write `within {action}` in the head of the item that asks"))
        .marked(Mark::AskedOutside)
}

/// `actions`: those that keep something of this name.
pub(crate) fn name_of_an_action(actions: &[String], at: Place) -> Diagnostic {
    let several = super::or_list(actions);
    Diagnostic::wrong(Code::UnknownName, format!("this belongs to {several}, and is asked outside of it"))
        .at(at, format!("a name of {several}"))
        .marked(Mark::BelongsToAnother)
        .help(format!("write `within {}` in the head of this item", actions.first().map_or("", String::as_str)))
        .help("or let it be handed over: an argument of its own in the head")
}

pub(crate) fn kept_for_each_side(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is kept for each side"))
        .at(at, "whose?")
        .help(format!("say whose: `{name} of attacker`"))
}

pub(crate) fn kept_once(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is kept once, not for each side"))
        .at(at, "`of` says too much")
        .help(format!("write `{name}`, or keep it with `keeps each side {name}: ..`"))
}

pub(crate) fn enemy_of_whom(noun: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "whose enemies, whose friends?")
        .at(at, "no side is named")
        .help(format!("say whose: `enemy {noun} of phasing`, `friendly {noun} of u.side`"))
}

pub(crate) fn read_before_written(name: &str, at: Place, kept: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` is read before it is written"))
        .at(at, "some way leads here on which nothing is written to it")
        .at(kept, "kept here")
        .help(format!("write it before: `.. picks 1 .. as {name}`, or `{name} becomes ..`"))
        .help(format!("where `{name}` is picked and there may be nobody, say how it goes on: `otherwise {{ .. }}`"))
}

/// `near`: names like it that the action picks without keeping them.
pub(crate) fn never_written(name: &str, near: &[&str], kept: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` is read, and nothing is ever written to it"))
        .at(kept, "kept here");
    match near.first() {
        Some(other) => {
            told.help(format!("`{other}` is picked and not kept: write `as {name}` there, if that is meant"))
        }
        None => {
            told.help(format!("write to it: `.. picks 1 or more .. as {name}`, `{name} becomes ..`, `{name} gains ..`"))
        }
    }
}

/// `at` asks or performs what reads it at `read`, perhaps in the row `title`.
pub(crate) fn read_through_calls(name: &str, at: Place, read: Place, title: Option<&str>) -> Diagnostic {
    let by = title.map_or_else(|| "it is read here".to_owned(), |title| format!("\"{title}\" reads it"));
    Diagnostic::wrong(Code::UnwrittenName, format!("`{name}` is read before it is written"))
        .at(at, format!("this needs `{name}`, and some way leads here on which nothing is written to it"))
        .at(read, by)
        .help(format!("write it before: `{name} becomes ..`, or `.. picks 1 .. as {name}`"))
        .help(format!("where `{name}` is picked and there may be nobody, say how it goes on: `otherwise {{ .. }}`"))
}

/// `what`: "asks the value", "performs the procedure".
pub(crate) fn unused(what: &str, name: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Unused, format!("nothing {what} `{name}`"))
        .at(at, "declared here, and written nowhere else")
        .help(format!("use it or take it away; if it is meant so: `allow {name} \"why\"`"))
        .about(name)
}

/// A name of an `any`, `every` or `no`.
pub(crate) fn unread_name(name: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Unused, format!("what follows the `:` does not read `{name}`"))
        .at(at, "given here")
        .help(format!(
            "say something of `{name}`, or leave it out: `any S`, `no S`; all that follows a `:` belongs to it"
        ))
        .about(name)
}

pub(crate) fn idle_allow(what: &str, at: Place) -> Diagnostic {
    Diagnostic::note(Code::Unused, format!("this `allow` silences nothing about `{what}`"))
        .at(at, "no note is about it")
        .help("take it away, or write the name or the title that the note is about")
}
