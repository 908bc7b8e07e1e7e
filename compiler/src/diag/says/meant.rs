//! Names that are known, and stand where they say nothing; things of another sort than is wanted.

use crate::diag::{Code, Diagnostic, Place, listed};

/// `named`: the names that are known there, with what they are.
pub(crate) fn it_alone(named: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownName, "`it` stands for each of a set, and here is no set")
        .at(at, "each of what?")
        .help("write the name of what is meant; `it` stands behind `where`: `regiments where it.steps > 1`");
    told.maybe_help((!named.is_empty()).then(|| format!("names that are known here: {}", named.join(", "))))
}

/// `when enemy at target`
pub(crate) fn enemy_alone(pieces: Option<&str>, at: Place) -> Diagnostic {
    let noun = pieces.unwrap_or("units");
    Diagnostic::wrong(Code::UnknownName, "`enemy` says whose, and not who")
        .at(at, "enemy what?")
        .help(format!("write `any enemy {noun} of phasing at ..`; the other side is `enemy of phasing`"))
}

/// `owners`: names of pieces that have it; `becomes`: the piece of `lead becomes fought`.
pub(crate) fn field_alone(field: &str, owners: &[&str], becomes: Option<&str>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::UnknownName, format!("`{field}` is said of a piece, and none stands before it"))
        .at(at, "whose?");
    if let Some(piece) = becomes {
        return told.help(format!("write `{piece}.{field} becomes yes`"));
    }
    match owners {
        [] => told.help(format!("write the name of the piece and a dot before it, like `u.{field}`")),
        several => {
            let ways: Vec<String> = several.iter().map(|owner| format!("`{owner}.{field}`")).collect();
            told.help(format!("write {}", super::or_list(&ways)))
        }
    }
}

/// `expect R2 is removed`
pub(crate) fn out_of_play(word: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("nothing is called `{word}`"))
        .at(at, "no name")
        .help("who is out of play stands in no hex: write `R2.hex is none`")
}

/// `white is odd`
pub(crate) fn odd_or_even(word: &str, at: Place) -> Diagnostic {
    let numbers = if word == "odd" { "1, 3, 5" } else { "2, 4, 6" };
    Diagnostic::wrong(Code::UnknownName, format!("no number is asked whether it is `{word}`"))
        .at(at, "no value")
        .help(format!("name the numbers: `in [{numbers}]`"))
}

/// `phasing picks 1 regiment .. as lead`, and `lead` is read elsewhere. `near`: what the action keeps by nearly that name.
pub(crate) fn picked_and_not_kept(
    name: &str,
    (action, near): (&str, Option<&str>),
    kind: Option<&str>,
    at: Place,
) -> Diagnostic {
    let keeps = format!("write below the head of `action {action}`: `keeps {name}: {}`", kind.unwrap_or(".."));
    let help = match near {
        Some(near) => format!("{keeps}; or `{name}` in the place of `{near}` there, if that is it"),
        None => keeps,
    };
    Diagnostic::wrong(
        Code::UnknownName,
        format!("`{name}` is picked in `{action}` and not kept, so it is not known here"),
    )
    .at(at, "not known here")
    .help(help)
}

/// `u goes to hexes`; `one`: the name of a hex that is known.
pub(crate) fn hexes_for_one(one: Option<&str>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, "`hexes` are all hexes of the map, and one is wanted here");
    let told = told.at(at, "which one?");
    match one {
        Some(one) => told.help(format!("write `{one}`")),
        None => told.help("name one, `0304`, or have it picked: `phasing picks 1 hex where .. as h`"),
    }
}

/// `keeps mem: set of Unit`, and `men` is picked.
pub(crate) fn kept_and_not_picked((kept, at): (&str, Place), picked: &str, action: &str) -> Diagnostic {
    Diagnostic::wrong(
        Code::UnknownName,
        format!("`{action}` keeps `{kept}`, which it never picks, and picks `{picked}`, which it does not keep"),
    )
    .at(at, "never picked")
    .help(format!("write `{picked}` here, or `as {kept}` where it is picked"))
    .fix(format!("write `{picked}`"), false, vec![(at, picked.to_owned())])
}

/// `regiments of phasing of enemy`
pub(crate) fn side_of_a_side(side: &str, of: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{side}` is a side, and belongs to nobody"))
        .at(at, format!("of {of}?"))
        .help(format!("the other side is `enemy of {side}`"))
}

/// `terrain of target`
pub(crate) fn asked_with_of(name: &str, of: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "what is asked about stands in brackets")
        .at(at, "asked with `of`")
        .help(format!("write `{name}({of})`"))
}

/// `target is wood`
pub(crate) fn value_of_a_hex(feature: &str, hex: &str, value: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{hex}` is a hex, and `{value}` says what it is like"))
        .at(at, format!("of which hexes have one each: `{feature}`"))
        .help(format!("write `{feature}({hex}) is {value}`"))
}

/// `any regiments of Red in Village`
pub(crate) fn in_a_hex(hex: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{hex}` is one hex, and behind `in` stands a set"))
        .at(at, "one hex")
        .help(format!("who stands there is asked with `at`: `any units at {hex}`"))
}

/// `in 1-3`
pub(crate) fn range_as_difference(right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a range is written with two dots; this is one number less another")
        .at(at, "a difference")
        .help(format!("write `{right}`"))
        .meant(&[right], false, at)
}

/// `u.fought gains yes`
pub(crate) fn yes_gained(text: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{text}` is yes or no, and counts nothing"))
        .at(at, "neither a number nor a set")
        .help(format!("write `{text} becomes yes`, or `becomes no`"))
}

/// `expect R2 is none`
pub(crate) fn counter_never_none(counter: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{counter}` is a counter, and never none"))
        .at(at, "a counter")
        .help(format!("who is out of play stands in no hex: write `{counter}.hex is none`"))
}

/// `works(h) is not none`; `list`: one of its members it always is.
pub(crate) fn never_none(what: &str, list: &str, members: &[String], at: Place) -> Diagnostic {
    const NOTHING: [&str; 4] = ["nothing", "nobody", "neither", "empty"];
    let meant = members.iter().find(|member| NOTHING.contains(&member.as_str()));
    let help = match meant {
        Some(member) => format!("write `{member}` in the place of `none`, a member of {list}"),
        None => format!("ask for a member of {list}: {}; or take this condition away", super::or_list(members)),
    };
    Diagnostic::wrong(Code::WrongType, format!("`{what}` is always one of {list}, and never none"))
        .at(at, "never none")
        .help(help)
}

/// `state event: Event = none`
pub(crate) fn none_of_a_list(list: &str, members: &[String], at: Place) -> Diagnostic {
    let write = if members.len() > 8 { format!("a member of {list}") } else { super::or_list(members) };
    Diagnostic::wrong(Code::WrongType, format!("`none` is no member of {list}"))
        .at(at, format!("{list} is wanted here"))
        .help(format!("write {write}; if there may be none, say so where it is declared: `: {list} or none`"))
}

/// `= none` in `victory`
pub(crate) fn none_has_won(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a game that nobody wins is a draw, and not `none`")
        .at(at, "nobody")
        .help("write `= draw`")
        .fix("write `draw`", false, vec![(at, "draw".to_owned())])
}

/// `1/2 battery`, where `battery` is a value.
pub(crate) fn part_of_a_value(part: &str, value: &str, at: Place) -> Diagnostic {
    let (above, below) = part.split_once('/').unwrap_or((part, "1"));
    let times = if above == "1" { String::new() } else { format!(" * {above}") };
    let over = if below == "1" { String::new() } else { format!(" / {below}") };
    Diagnostic::wrong(Code::UnknownName, format!("`{value}` is no measure, and a part of it is reckoned"))
        .at(at, "a value")
        .help(format!("write `{value}{times}{over}`, and behind it how it is rounded: `rounded down`"))
}

/// `perform attack`, an action.
pub(crate) fn action_performed(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` is an action, and no procedure"))
        .at(at, "an action")
        .help(format!("a phase offers it: `any number of {name}`, `1 of {name}`; what is done as well elsewhere is a procedure that both perform"))
}

/// `any number of wake`, a procedure.
pub(crate) fn procedure_offered(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` is a procedure, and no action that a side could choose"))
        .at(at, "a procedure")
        .help(format!("write `perform {name}`; what a side chooses is an `action`"))
}

/// `phasing picks a regiment`
pub(crate) fn how_many_in_words(word: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, format!("`{word}` does not fit here: how many are picked is a number"))
        .at(at, "how many?")
        .help("write `1`")
        .fix("write `1`", false, vec![(at, "1".to_owned())])
}

/// `picks 1 regiment of phasing as lead where ..`
pub(crate) fn where_behind_as(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "`where` belongs to what is picked from, and stands before `as`")
        .at(at, "the name stands last")
        .help("write `picks 1 regiment where .. as lead`")
}

/// `cost + 1 MP` in a value
pub(crate) fn cost_in_a_value(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, "`cost` stands in the rows of a course: this item answers without it")
        .at(at, "no course")
        .help("take `cost` away; what a step costs is said in a `course`")
}

/// `when Blue attacks 0303`
pub(crate) fn side_before_action(side: &str, action: &str, rest: &str, at: Place) -> Diagnostic {
    let about = if rest.is_empty() { String::new() } else { format!(" {rest}") };
    Diagnostic::wrong(Code::Example, "what is done stands first, and who does it at the end")
        .at(at, "a side")
        .help(format!("write `when {action}{about} by {side}`"))
}

/// `Regiment of phasing`
pub(crate) fn sort_and_not_pieces(kind: &str, plural: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{kind}` is a sort of piece; all of them are `{plural}`"))
        .at(at, "a sort")
        .help(format!("write `{plural}`"))
        .fix(format!("write `{plural}`"), false, vec![(at, plural.to_owned())])
}

/// `value odds within march` that reads what `attack` keeps.
pub(crate) fn kept_by_another(name: &str, action: &str, own: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` is what `{action}` keeps, and this item is within `{own}`"))
        .at(at, format!("a name of `{action}`"))
        .help(format!("if it is of `{own}`, declare it below the head of `action {own}`: by `roles` a side, by `keeps` what is remembered"))
        .help(format!("else write `within {action}` in the head of the item that asks"))
}

/// Two files of one text.
pub(crate) fn file_copied([copy, of]: [&str; 2], at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{copy}` says the same as `{of}`"))
        .at(at, "the same text")
        .at(first, "here already")
        .help("take one of the two files away: all files of the folder belong to the game")
}

/// `road(here, there)`, where `road` is drawn in hexes.
pub(crate) fn drawn_in_hexes(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, format!("`{name}` is drawn in hexes, and asked here of what lies between two"))
        .at(at, "two hexes")
        .help(format!(
            "ask it of one, `{name}(there)`; what leads from hex to hex is drawn so: `hexsides {name}: 0101-0102-0202`"
        ))
}

/// `action attack(..) in combat`
pub(crate) fn in_a_phase(phase: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::UnknownName,
        format!("`{phase}` is a phase, and behind `in` stands a scenario or an option"),
    )
    .at(at, "a phase")
    .help(format!("write `during {phase}`"))
}

/// `when attack on 0303 by Blue`
pub(crate) fn little_word(word: &str, action: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::Example,
        format!("`{word}` is no word of a step: behind `{action}` stands what it is about"),
    )
    .at(at, "one word too many")
    .help(format!("leave `{word}` out"))
    .fix(format!("take `{word}` away"), false, vec![(at, String::new())])
}

/// `RACC3a (move)`, where `move` is a value of `face`.
pub(crate) fn value_without_field(value: &str, field: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{value}` is what `{field}` may be, and `{field}` is not said"))
        .at(at, format!("a value of `{field}`"))
        .help(format!("write `({field} {value})`"))
}

/// `also go { .. }`, where `go` is an action.
pub(crate) fn also_of_an_action(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{name}` is an action, and `also` brings rows"))
        .at(at, "an action has no rows")
        .help(format!("when it may be taken is said in its head, `action {name}(u: Unit of phasing where may_{name}(it))`, and that permit takes rows by `also`"))
}

/// `terrain(h) is town`, `u.status is in_command`; `is`: what it is, if the game has something of that name; `alone`: a condition
/// of its own.
pub(crate) fn no_member(
    (name, is): (&str, Option<&str>),
    list: &str,
    (near, known): (&[&str], &[String]),
    alone: Option<&str>,
    at: Place,
) -> Diagnostic {
    let title = match is {
        Some(is) => format!("`{name}` is {is}, and no value of {list}"),
        None => format!("`{name}` is no value of {list}"),
    };
    let told = Diagnostic::wrong(Code::UnknownName, title).at(at, format!("one of {list} is wanted here"));
    let told = match near {
        [] => told.help(format!("{list} has {}", known.join(", "))),
        near => told.help(format!("did you mean {}?", listed(near, "or"))).meant(near, false, at),
    };
    told.maybe_help(alone.map(|alone| format!("`{alone}` is a condition by itself: take what stands before it away")))
}

/// `units of phasing`, where no pieces are called so.
pub(crate) fn no_such_pieces(noun: &str, known: &[String], at: Place) -> Diagnostic {
    const FEW: usize = 6;
    let told =
        Diagnostic::wrong(Code::UnknownName, format!("no pieces are called `{noun}`")).at(at, "nothing is called so");
    match known {
        [] => told.help("write the plural of a piece or a kind, as it is declared"),
        [one] => told.help(format!("write `{one}`")).meant(&[one], false, at),
        several => {
            let some: Vec<&str> = several.iter().take(FEW).map(String::as_str).collect();
            let more = if several.len() > FEW { ", .." } else { "" };
            told.help(format!("write {}{more}", listed(&some, "or")))
        }
    }
}

/// `u.class in [colonial, light]`, where `arm` has such values.
pub(crate) fn field_beside(field: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("there is no field `{field}` with such values"))
        .at(at, "no field")
        .help(format!("write `{right}`"))
        .meant(&[right], false, at)
}

/// `ground(h) is wood`, where `terrain` has such values.
pub(crate) fn feature_beside(name: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("nothing is called `{name}`"))
        .at(at, "what has such values?")
        .help(format!("write `{right}`"))
        .meant(&[right], false, at)
}

/// `gone is O`
pub(crate) fn letter_for_digit(letter: &str, digit: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{letter}` is a letter, and a number is wanted here"))
        .at(at, "a letter")
        .help(format!("did you mean the digit `{digit}`?"))
        .meant(&[digit], false, at)
}

/// `men is empty`
pub(crate) fn empty_set(word: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("there is no name `{word}`"))
        .at(at, "nothing is called so")
        .help("ask whether there are any: `no S` or `any S`; or count them: `number of S is 0`")
}

/// `control(enemy)`, `u.fell_in is empty`
pub(crate) fn written_otherwise(word: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("there is no name `{word}`"))
        .at(at, "nothing is called so")
        .help(format!("write `{right}`"))
        .meant(&[right], false, at)
}

/// `German. French`; `right`: `German, French`.
pub(crate) fn point_for_comma(right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "a point stands here in the place of a comma")
        .at(at, "a point")
        .help(format!("write `{right}`"))
        .fix("write `,`", false, vec![(at, ",".to_owned())])
}

/// `to any hex where ..`; `word`: what stands before it and goes, too.
pub(crate) fn one_hex(word: Option<&str>, at: Place) -> Diagnostic {
    let title = match word {
        Some(word) => format!("hexes are named by `hexes` alone, without `{word}`"),
        None => "hexes are named by `hexes`, also one of them".to_owned(),
    };
    let told = Diagnostic::wrong(Code::UnknownName, title).at(at, "which hexes?");
    told.help("write `hexes`").fix("write `hexes`", false, vec![(at, "hexes".to_owned())])
}

/// `terrain(h).wood`
pub(crate) fn value_behind_a_dot(of: &str, member: &str, list: &str, at: Place) -> Diagnostic {
    let right = format!("{of} is {member}");
    Diagnostic::wrong(Code::WrongKind, format!("`{member}` is a value of {list}, and no field"))
        .at(at, "compared by `is`")
        .help(format!("write `{right}`"))
        .meant(&[&right], false, at)
}

/// `wood(there)`; `right`: `terrain(there) is wood`.
pub(crate) fn member_called(member: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("`{member}` is a value, and asks nothing"))
        .at(at, "of what?")
        .help(format!("write `{right}`"))
        .meant(&[right], false, at)
}

/// `twice per phase`, `1 time per phase`; `right`: `2 per phase`.
pub(crate) fn how_often(word: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("how often it may be done is not said by `{word}`"))
        .at(at, "")
        .help(format!("write `{right}`"))
}

/// `row(h) in [1, 82]`
pub(crate) fn not_on_the_map(what: &str, value: i64, [least, most]: [i64; 2], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, format!("the map has no {what} {value}"))
        .at(at, format!("no {what}"))
        .help(format!("its {what}s are {least} to {most}"))
}

/// `column(h) <= 0`
pub(crate) fn never_on_the_map(what: &str, [least, most]: [i64; 2], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NeverApplies, format!("this is never so: the {what}s of the map are {least} to {most}"))
        .at(at, "never so")
        .help(format!("compare it with one of {least}..{most}"))
}

/// `column(h) <= 6`, where the last column is 6.
pub(crate) fn always_on_the_map(what: &str, [least, most]: [i64; 2], at: Place) -> Diagnostic {
    Diagnostic::note(Code::AlwaysSo, format!("this is always so: the {what}s of the map are {least} to {most}"))
        .at(at, "decides nothing")
        .help("look for a slip in the number; if it is meant so, take the comparison away")
}

/// `any u in Germans`
pub(crate) fn pieces_of_a_side(text: &str, right: &str, at: Place) -> Diagnostic {
    let help = format!("write `{right}`");
    let told =
        Diagnostic::wrong(Code::UnknownName, format!("there is no name `{text}`")).at(at, "nothing is called so");
    told.help(&help).fix(help, false, vec![(at, right.to_owned())])
}

/// `gone is 0`, of a name that nothing gave; `course`: along which nobody moves.
pub(crate) fn number_not_given(text: &str, course: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("no line above gives `{text}` its number"))
        .at(at, "nothing is called so")
        .help(format!(
            "how far somebody went is named where he moves: `u.side moves u along {course}(u), 1 hex as {text}`"
        ))
}
