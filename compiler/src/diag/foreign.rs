//! Words of plain English and of other languages, where the rules have a word of their own.
//!
//! In: a word that nothing here is called by, and where it stands. Out: what to write in its place. Promises: no word of
//! the rules is in the list; what is found by name is asked only once the game has nothing of that name.

/// Where a word stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// In the first column.
    Item,
    /// Where a statement begins, or goes on.
    Statement,
    /// In a row, a condition, a sum.
    Row,
    /// Where a type is wanted.
    Type,
}

use Spot::{Item, Row, Statement, Type};

/// Words, where they stand, what to write, and the word that may be put in their place.
struct Foreign(&'static [&'static str], &'static [Spot], &'static str, Option<&'static str>);

const ANYWHERE: &[Spot] = &[Statement, Row];

const ALL: [Foreign; 67] = [
    Foreign(&["then", "do", "begin"], ANYWHERE, "what is done stands between braces: `if turn is 4 { .. }`", None),
    Foreign(&["elif", "elseif", "elsif"], ANYWHERE, "write `else if`", Some("else if")),
    Foreign(&["endif", "fi", "done"], ANYWHERE, "what is done ends with its `}`", None),
    Foreign(
        &["true", "True", "TRUE"],
        ANYWHERE,
        "write `yes`; a condition is asked as it is: `when u.moved`",
        Some("yes"),
    ),
    Foreign(
        &["false", "False", "FALSE"],
        ANYWHERE,
        "write `no`; a condition is turned round by `not`: `when not u.moved`",
        Some("no"),
    ),
    Foreign(&["null", "nil", "None", "NULL", "undefined", "nothing"], ANYWHERE, "write `none`", Some("none")),
    Foreign(&["max", "maximum"], ANYWHERE, "a bound is a row of its own: `at least 2`", None),
    Foreign(&["min", "minimum"], ANYWHERE, "a bound is a row of its own: `at most 2`", None),
    Foreign(
        &["half", "halve", "halved"],
        ANYWHERE,
        "a row that halves is `* 1/2`; in a sum write `.. / 2 rounded down` or `.. / 2 rounded up`",
        None,
    ),
    Foreign(&["double", "twice", "doubled"], ANYWHERE, "write `* 2`", None),
    Foreign(&["mod", "modulo", "remainder"], ANYWHERE, "there are no remainders: write a table by the number", None),
    Foreign(
        &["abs", "floor", "ceil", "ceiling", "round", "roundup", "rounddown", "trunc", "sqrt"],
        ANYWHERE,
        "write `rounded down` or `rounded up` behind a division; a distance is `distance(a, b)`",
        None,
    ),
    Foreign(&["count", "len", "length", "size"], ANYWHERE, "write `number of`, like `number of units at h`", None),
    Foreign(&["sum"], ANYWHERE, "write a row that adds for each: `+ u.strength for each u in men`", None),
    Foreign(&["average", "mean"], ANYWHERE, "divide a sum by a number: `x / number of men rounded down`", None),
    Foreign(
        &["has", "have", "having", "with"],
        &[Row],
        "what a piece has stands behind a dot: `u.moved`, `u.steps > 1`",
        None,
    ),
    Foreign(
        &["on", "inside"],
        &[Row],
        "write `at`: `any units at h`; terrain is asked by its name: `terrain(h) is wood`",
        Some("at"),
    ),
    Foreign(&["equals", "equal", "are", "was", "be", "being"], ANYWHERE, "write `is`", Some("is")),
    Foreign(&["isnt", "aint", "arent", "wasnt"], ANYWHERE, "write `is not`", Some("is not")),
    Foreign(
        &["isn", "aren", "wasn", "doesn", "don", "hasn"],
        ANYWHERE,
        "write `is not`, or `not` before a condition",
        None,
    ),
    Foreign(&["some", "exists", "exist", "theres"], ANYWHERE, "write `any`", Some("any")),
    Foreign(&["all", "each"], &[Row], "write `every u in S: ..`, or count: `for each u in S`", None),
    Foreign(
        &["xor", "either", "neither", "nor", "nand"],
        &[Row],
        "conditions are joined by `and`, `or` and `not`",
        None,
    ),
    Foreign(
        &["owner", "player", "opponent", "self", "me", "controller"],
        ANYWHERE,
        "write which side: `phasing`, `u.side`, `enemy of phasing`, or one by its name; a unit by the name that the head gives it",
        None,
    ),
    Foreign(
        &["attacker", "defender"],
        ANYWHERE,
        "a role is declared below the head of its action: `roles attacker = phasing, defender = enemy of phasing`; elsewhere write which side: `phasing`, `u.side`, `enemy of phasing`, or one by its name",
        None,
    ),
    Foreign(
        &["active_player", "current_player", "active", "current", "phasing_player", "moving_player", "active_side"],
        ANYWHERE,
        "the side whose turn it is is called `phasing`",
        Some("phasing"),
    ),
    Foreign(
        &["he", "she", "they", "him", "them", "this"],
        &[Row],
        "behind `where` each of a set is called `it`; elsewhere write the name of what is meant",
        None,
    ),
    Foreign(&["plus"], &[Row], "write `+`", Some("+")),
    Foreign(&["minus"], &[Row], "write `-`", Some("-")),
    Foreign(&["times"], &[Row], "write `*`", Some("*")),
    Foreign(
        &["adjacent", "next", "beside", "near"],
        &[Row],
        "of two hexes write `adjacent(a, b)`; who stands beside a hex: `any units of Red at (hexes at 1 from h)`",
        None,
    ),
    Foreign(
        &["except", "besides"],
        &[Row],
        "write `unless ..` for a condition, or `exception to \"Title\"` for another row",
        None,
    ),
    Foreign(
        &["but", "yet"],
        &[Row],
        "of two conditions that are both so write `and`; who is left out of a set stands behind `other than`",
        None,
    ),
    Foreign(&["if", "provided", "while"], &[Row], "write `when` before the condition of a row", Some("when")),
    Foreign(&["greater", "more", "larger"], &[Row], "write `>`, or `>=` for `at least`", None),
    Foreign(&["less", "fewer", "smaller"], &[Row], "write `<`, or `<=` for `at most`", None),
    Foreign(&["one"], ANYWHERE, "numbers are written in digits: `1`", Some("1")),
    Foreign(&["two"], ANYWHERE, "numbers are written in digits: `2`", Some("2")),
    Foreign(&["three"], ANYWHERE, "numbers are written in digits: `3`", Some("3")),
    Foreign(
        &["four", "five", "six", "seven", "eight", "nine", "ten", "zero"],
        ANYWHERE,
        "numbers are written in digits: `4`",
        None,
    ),
    Foreign(
        &["random", "rand", "randint", "dice", "d6", "d10"],
        ANYWHERE,
        "a die has a name in the head of the game, `dice white d6`; `roll white`, and then read `white`",
        None,
    ),
    Foreign(&["while", "loop", "until"], &[Statement], "write `repeat at most 10 while .. { .. }`", None),
    Foreign(&["for", "foreach", "each", "every"], &[Statement], "write `for each u in S { .. }`", None),
    Foreign(&["when", "unless"], &[Statement], "write `if .. { .. }`: a row has `when`, a statement `if`", Some("if")),
    Foreign(
        &["switch", "case", "match", "select"],
        &[Statement],
        "write one `if .. { } else if .. { }` behind the other, or a `value` with a row for each case",
        None,
    ),
    Foreign(
        &["let", "var", "set", "assign", "local"],
        &[Statement],
        "write `x becomes ..`; what an action remembers is a line `keeps x: TYPE` of it",
        None,
    ),
    Foreign(
        &["add", "increase", "increment", "inc"],
        &[Statement],
        "write `x gains 1`; a counter comes by `u goes to h`, and is one of an `order`",
        None,
    ),
    Foreign(&["subtract", "decrease", "decrement", "dec", "reduce"], &[Statement], "write `x loses 1`", None),
    Foreign(
        &["move", "go", "place", "put", "deploy"],
        &[Statement],
        "write `u goes to h`; a move of a side is `phasing moves u along COURSE(u)`",
        None,
    ),
    Foreign(
        &["eliminate", "delete", "destroy", "kill", "discard"],
        &[Statement],
        "write `remove`, like `remove u`",
        Some("remove"),
    ),
    Foreign(&["call", "run", "execute", "invoke", "goto"], &[Statement], "write `perform NAME(..)`", Some("perform")),
    Foreign(
        &["return", "yield"],
        &[Statement],
        "a procedure ends with its last statement, or with `end NAME`; what answers is a `value` or a `fact`, whose rows say the answer",
        None,
    ),
    Foreign(
        &["break", "exit", "quit"],
        &[Statement],
        "write `end repeat`, or `end NAME` for an action or a procedure",
        None,
    ),
    Foreign(
        &["stop", "continue", "skip", "pass"],
        &[Statement],
        "write nothing at all, an empty `{ }`, or `end NAME` for an action or a procedure",
        None,
    ),
    Foreign(
        &["print", "say", "echo", "log", "show", "tell", "display"],
        &[Statement],
        "nothing is printed: players read the titles of statements, `3.1 \"It burns\" remove u`",
        None,
    ),
    Foreign(
        &["choose", "ask", "pick"],
        &[Statement],
        "say who: `phasing picks 1 unit where .. as u`, `phasing chooses { .. }`, `US may { .. }`",
        None,
    ),
    Foreign(&["throw"], &[Statement], "write `roll white`", Some("roll")),
    Foreign(&["fase", "segment"], &[Statement], "write `phase`", Some("phase")),
    Foreign(
        &["function", "def", "func", "fn", "sub", "method"],
        &[Item],
        "write `value` for what is reckoned, `fact` for what is asked, `procedure` for what is done",
        None,
    ),
    Foreign(
        &["class", "struct", "type", "unit", "counter", "token"],
        &[Item],
        "write `piece` for a sort of counter",
        Some("piece"),
    ),
    Foreign(
        &["const", "constant", "let", "var", "define"],
        &[Item],
        "write `value NAME: 0..9 { = 3 }` for a number of the rules, `state NAME: 0..9 = 0` for what changes in play",
        None,
    ),
    Foreign(
        &["import", "include", "use", "require"],
        &[Item],
        "nothing is included: all `.wgr` files of the game's folder belong to it",
        None,
    ),
    Foreign(
        &["phase", "turns", "player", "repeat"],
        &[Item],
        "phases and turns stand in the braces of `sequence`: `sequence { turns 1..8 { player turns French, German { phase .. } } }`",
        None,
    ),
    Foreign(&["test", "assert"], &[Item], "write `example \"Title\" of 3.1 at SCENE {`", Some("example")),
    Foreign(
        &["int", "integer", "number", "float", "double", "num", "uint"],
        &[Type],
        "numbers are written as a range: `0..20`",
        None,
    ),
    Foreign(&["bool", "boolean", "flag"], &[Type], "write `yes/no`", Some("yes/no")),
    Foreign(
        &["string", "text", "str", "list", "array", "map"],
        &[Type],
        "write the name of an `enum` or a piece, `set of Unit`, or a range like `0..9`",
        None,
    ),
];

/// What to write for a word of another language, and what may be put in its place.
pub(crate) fn foreign(word: &str, spot: Spot) -> Option<(&'static str, Option<&'static str>)> {
    let found = ALL.iter().find(|Foreign(words, spots, ..)| words.contains(&word) && spots.contains(&spot))?;
    Some((found.2, found.3))
}

#[cfg(test)]
mod tests {
    use super::{ALL, Foreign};
    use wgr_grammar::ITEMS;

    #[test]
    fn each_word_is_told_once_for_a_spot() {
        for (at, Foreign(words, spots, ..)) in ALL.iter().enumerate() {
            for Foreign(others, other_spots, ..) in &ALL[..at] {
                let both = words.iter().find(|word| others.contains(word));
                let shared = spots.iter().any(|spot| other_spots.contains(spot));
                assert!(!(both.is_some() && shared), "{both:?} stands twice");
            }
        }
    }

    #[test]
    fn no_item_begins_with_one_of_them() {
        for Foreign(words, spots, ..) in &ALL {
            for item in ITEMS.iter().filter(|_| spots.contains(&super::Spot::Item)) {
                assert!(!words.contains(&item.text), "{}", item.text);
            }
        }
    }
}
