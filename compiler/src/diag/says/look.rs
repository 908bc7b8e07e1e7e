//! The `look` item.

use crate::diag::{Code, Diagnostic, Mark, Place, did_you_mean, nearest};
use crate::looks::Spot;

pub(crate) fn second_look(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, "there are two `look` items")
        .at(at, "here again")
        .at(first, "first here")
        .help("write its lines into the first one; in errata `add to look ..`")
}

pub(crate) fn looks_twice(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("it is said twice how `{name}` looks"))
        .at(at, "here again")
        .at(first, "first here")
        .help("keep one of the lines")
}

/// `amend look.forest was woods now hills`
pub(crate) fn look_is_amended_by_line(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Syntax, "what a thing looks like is amended as a whole line")
        .at(at, "a part of it")
        .help(format!("write `amend look.{name} line was .. now ..`, with all that stands behind `{name}`"))
}

pub(crate) fn look_says_nothing(name: &str, samples: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("this does not say how `{name}` looks"))
        .at(at, "nothing stands behind it")
        .help(format!("say it behind the name: {samples}; or leave the line out"))
}

pub(crate) fn unknown_look(word: &str, known: &[&str], samples: &str, at: Place) -> Diagnostic {
    let near = nearest(word, known.iter().copied());
    let help = did_you_mean(word, "look", known.iter().copied());
    Diagnostic::wrong(Code::UnknownName, format!("nothing looks like `{word}`"))
        .at(at, "no word for how things look")
        .help(help.unwrap_or_else(|| format!("say {samples}; `wgr explain look` lists all words")))
        .meant(&near, false, at)
}

pub(crate) fn look_does_not_fit(
    word: &str,
    sort: &str,
    (name, what, samples): (&str, &str, &str),
    at: Place,
) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{name}` cannot look like `{word}`"))
        .at(at, format!("{sort}, and `{name}` is {what}"))
        .help(format!("say {samples}"))
}

pub(crate) fn draws_nobody(name: &str, known: &[String], at: Place) -> Diagnostic {
    let near = nearest(name, known.iter().map(String::as_str));
    let help = if near.is_empty() { LOOKS.to_owned() } else { format!("did you mean {}?", listed(&near)) };
    Diagnostic::wrong(Code::UnknownName, format!("nothing that is drawn is called `{name}`"))
        .at(at, "nothing is called so")
        .marked(Mark::NothingDrawn)
        .help(help)
        .meant(&near, false, at)
}

fn listed(names: &[&str]) -> String {
    super::or_list(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<String>>())
}

/// What a line may begin with.
const LOOKS: &str = "a line begins with a side, with what a hex or a hexside is, a piece, a kind, a counter, what is printed \
    on one, a state, what an action keeps, a value, or a table";

pub(crate) fn draws_nothing(name: &str, what: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{name}` has no look")).at(at, what).help(LOOKS)
}

/// `hexes terrain: Terrain drawn ..` looks as its members do.
pub(crate) fn draws_members(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{name}` itself is not drawn"))
        .at(at, "it says of each hex what it is")
        .help("say it of what the hexes are: a line for each member, like `forest dark green woods`")
}

pub(crate) fn no_places_there(name: &str, what: &str, one: bool, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongKind, format!("nothing stands on `{name}`"));
    if one {
        told.at(at, "what stands where is said of a whole piece").help("write it behind the name of the piece")
    } else {
        told.at(at, format!("a place on a counter, and `{name}` is {what}")).help("leave it out")
    }
}

pub(crate) fn no_such_spot(word: &str, at: Place) -> Diagnostic {
    let words: Vec<&str> = Spot::ALL.into_iter().map(Spot::word).collect();
    let near = nearest(word, words.iter().copied());
    Diagnostic::wrong(Code::UnknownName, format!("a counter has no place `{word}`"))
        .at(at, "no place on a counter")
        .help("there are `below` the box, `left` and `right` of it, and `dots`: `below: attack defence, dots: steps`")
        .meant(&near, false, at)
}

pub(crate) fn spot_twice(word: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{word}` stands twice in this line"))
        .at(at, "here again")
        .help(format!("write all that stands there behind one: `{word}: attack defence`"))
}

pub(crate) fn dots_of_one(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, "dots are of one number")
        .at(at, "a second one")
        .help("put it elsewhere: `dots: steps, right: morale`")
}

pub(crate) fn not_for_a_counter(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{name}` does not fit on a counter"))
        .at(at, "no number, no member and no yes or no of one piece alone")
        .help("name what is printed on the piece, a state of it, or a value about one piece: `value strength(u: Unit)`")
}
