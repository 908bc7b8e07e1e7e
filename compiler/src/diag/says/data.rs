//! The game's head, boards, maps, counters, tables, scales.

use crate::diag::{Code, Diagnostic, Mark, Place};
use wgr_grammar::Span;

pub(crate) fn no_game(at: Option<Place>) -> Diagnostic {
    let told = Diagnostic::wrong(Code::NoGame, "no item says which game these rules are of")
        .help("write one, like `game \"My game\" { sides Red, Blue }`");
    match at {
        Some(at) => told.at(at, "no `game` in any file"),
        None => told,
    }
}

pub(crate) fn second_game(at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, "there are two games here")
        .at(at, "here again")
        .at(first, "first here")
        .help("keep one `game` item")
}

pub(crate) fn unknown_language(known: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "there is no such version of the language")
        .at(at, "not known")
        .help(format!("write `language {known}`; rules of a later version need a later wgr"))
}

pub(crate) fn no_die(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "one die or more is rolled, and a die has two sides or more")
        .at(at, "nothing to roll")
        .help("write it like `white d6` or `green 2d6`")
}

pub(crate) fn drawn_out_of_order(what: &str, number: &str, before: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, format!("the {what} of this drawing are out of order"))
        .at(at, format!("{number} comes behind {before}"))
        .help("write them in the order in which they lie on the map")
}

pub(crate) fn listed_twice(name: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("`{name}` stands twice in the order of battle"))
        .at(at, "here again")
        .at(first, "first here")
        .help(format!("give one of them another name; several that are alike are `{name} x2`"))
}

pub(crate) fn no_board(what: &str, at: Place) -> Diagnostic {
    if what.contains("the first number is the higher one") {
        let sort = if what.starts_with("rows") { "rows" } else { "columns" };
        return Diagnostic::wrong(Code::MapShape, format!("the {sort} begin with the higher number"))
            .at(at, "the wrong way round")
            .help(format!("write the lower number first: `{sort} 1..6`; that they are counted from the other edge says `numbers west` or `numbers north`"));
    }
    Diagnostic::wrong(Code::MapShape, "hexes cannot be numbered like this")
        .at(at, "these numbers")
        .why(what)
        .help("write them like `hexes CCRR flat, odd columns half a hex south, columns 1..8, rows 1..8`")
}

pub(crate) fn needs_board(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, "this needs hexes, and the game has none")
        .at(at, "hexes are meant here")
        .help("say in the game's head how they are numbered: `hexes CCRR flat, odd columns half a hex south, columns 1..8, rows 1..8`")
}

pub(crate) fn map_without_board(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, "a map needs hexes, and the game's head numbers none")
        .at(at, "this map")
        .help("write `hexes CCRR flat, odd columns half a hex south, columns 1..8, rows 1..8` in the game's head")
        .marked(Mark::MapWithoutHexes)
}

/// `first` and `last` are the hexes in two corners of the map.
/// `boxes`: those of the game, in which counters may lie, too.
/// `meant`: what surely is to stand there, or where the slip is.
/// `spots`: the places of the map that have a name.
pub(crate) fn no_hex(
    text: &str,
    [first, last]: [&str; 2],
    [spots, boxes]: [&[String]; 2],
    meant: Option<String>,
    at: Place,
) -> Diagnostic {
    if meant.is_none() && !text.contains(|sign: char| sign.is_ascii_digit()) {
        return no_spot(text, first, [spots, boxes], at);
    }
    let told = Diagnostic::wrong(Code::UnknownName, format!("there is no hex {text} on the map"));
    let told = told.at(at, "not on the map").marked(Mark::NoHex);
    if let Some(meant) = meant {
        return told.help(meant);
    }
    if text.bytes().all(|digit| digit.is_ascii_digit()) {
        return told.help(format!("hexes are numbered from {first} to {last}, as the head of the game says"));
    }
    let told = told
        .help(format!("write a number like {first}, or a name that a line `place {text} {first}` of the map gives"));
    told.maybe_help((!boxes.is_empty()).then(|| format!("boxes here: {}", boxes.join(", "))))
}

/// `3300.1900`
pub(crate) fn run_with_one_dot([first, last]: [&str; 2], at: Place) -> Diagnostic {
    let start = at.span.start + first.len() as u32;
    let dot = Place { span: Span { start, end: start + 1 }, ..at };
    let help = format!("write `{first}..{last}`");
    Diagnostic::wrong(Code::Syntax, "a run of hexes is written with two dots").at(dot, "").help(&help).fix(
        &help,
        true,
        vec![(dot, "..".to_owned())],
    )
}

/// `arriving: F4`, where nothing has this name.
fn no_spot(text: &str, first: &str, [spots, boxes]: [&[String]; 2], at: Place) -> Diagnostic {
    let none = if boxes.is_empty() { "no hex and no place" } else { "no hex, no place and no box" };
    let told =
        Diagnostic::wrong(Code::UnknownName, format!("{none} is called `{text}`")).at(at, "nothing is called so");
    let known = spots.iter().chain(boxes).map(String::as_str);
    let near = crate::diag::nearest(text, known);
    if !near.is_empty() {
        return told.help(format!("did you mean {}?", crate::diag::listed(&near, "or"))).meant(&near, false, at);
    }
    let told = told.maybe_help(match boxes {
        [] => None,
        [one] => Some(format!("the box is called `{one}`")),
        several => Some(format!("boxes are {}", super::and_list(several))),
    });
    let told = told.maybe_help(match spots {
        [] => None,
        few if few.len() <= MOST_NAMED => Some(format!("places are {}", super::and_list(few))),
        many => Some(format!("places are {}, ..", many.get(..MOST_NAMED).unwrap_or_default().join(", "))),
    });
    told.help(format!("else write a number like {first}, or give the hex its name in the map: `place {text} {first}`"))
}

/// More names than these are no help.
const MOST_NAMED: usize = 8;

/// A row or a column of the drawing that the head of the game does not know.
pub(crate) fn drawn_beyond([first, last]: [&str; 2]) -> String {
    format!(
        "the head of the game numbers hexes from {first} to {last}: widen its `columns` or `rows`, or take this out of the drawing"
    )
}

pub(crate) fn no_neighbours(a: &str, b: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, format!("{a} and {b} are no neighbours"))
        .at(at, "no hexside between them")
        .help("name two neighbouring hexes for each hexside; a chain goes from neighbour to neighbour")
        .marked(Mark::NoNeighbours)
}

/// `0112-0110-0212`. `meant`: the hexes beside both.
pub(crate) fn beside_neither(hex: &str, [one, other]: [&str; 2], meant: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::MapShape, format!("{hex} lies beside neither {one} nor {other}"))
        .at(at, "no hexside on either side of it")
        .marked(Mark::NoNeighbours);
    match meant {
        [] => told.help("a chain goes from neighbour to neighbour; a comma begins another one"),
        meant => told.help(format!("beside both lies {}", super::or_list(meant))),
    }
}

/// `hexsides river: 0202, 0302`
pub(crate) fn one_end_alone(hex: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, "a hexside lies between two hexes")
        .at(at, format!("{hex} stands here alone"))
        .help("join neighbours by a dash, `0202-0302`; a comma stands between one hexside and the next")
}

pub(crate) fn no_straight_run(a: &str, b: &str, end: Option<&str>, at: Place) -> Diagnostic {
    let nearest =
        end.map_or_else(String::new, |end| format!("the nearest end of a run from {a} is {end}: `{a}..{end}`; or "));
    Diagnostic::wrong(Code::MapShape, format!("no row, column or direction of hexes leads from {a} to {b}"))
        .at(at, "no run")
        .help(format!("{nearest}write the two alone with a comma, `{a}, {b}`, or name each hex where the run turns"))
}

pub(crate) fn no_hexside(a: &str, b: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, format!("{a} and {b} are no neighbours"))
        .at(at, "no hexside between them")
        .help("a hexside is named by the two hexes that share it, in either order")
        .marked(Mark::NoNeighbours)
}

/// `asked`: of what it is the only argument.
pub(crate) fn hexside_wanted((text, is): (&str, &str), asked: Option<&str>, at: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::WrongType, format!("a hexside is wanted here, and this is {is}")).at(at, "no hexside");
    if let (Some(asked), "here" | "there") = (asked, text) {
        return told.help(format!("name both of its hexes: `{asked}(here, there)`"));
    }
    told.help("name it by its two hexes, `0101-0102` (behind `of` in brackets), or `hexside(h, k)`; what lies on hexsides is asked of two hexes: `road(here, there)`")
}

pub(crate) fn hexsides_of(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "hexsides belong to nobody")
        .at(at, "of this?")
        .help("say which are meant: `hexsides where h in ends of it`")
}

pub(crate) fn from_where_to_where(feature: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, format!("`{feature}` is drawn from one hex to its neighbour"))
        .at(at, "from which hex to which?")
        .help(format!("name both: `{feature}(here, there)`; the same hexside may be so one way and not the other"))
}

pub(crate) fn no_edge(word: &str, at: Place) -> Diagnostic {
    let what =
        if word.is_empty() { "this is no edge of the map".to_owned() } else { format!("the map has no edge `{word}`") };
    Diagnostic::wrong(Code::UnknownName, what)
        .at(at, "no edge")
        .help("name one of the four edges: `at_edge(h, north)`, `east`, `south`, `west`; two of them are `at_edge(h, west) or at_edge(h, south)`")
}

/// `lines`: those that are drawn, and met by every row or column.
pub(crate) fn no_line(asked: &str, text: &str, lines: &[String], at: Place) -> Diagnostic {
    let title = format!("`{asked}` asks on which side of a line of hexes one lies, and `{text}` is none");
    let told = Diagnostic::wrong(Code::WrongType, title).at(at, "no line of hexes");
    let known = || lines.iter().map(String::as_str);
    let near = crate::diag::nearest(text, known());
    let begin: Vec<&str> = known().filter(|line| line.starts_with(text)).collect();
    let near = if begin.is_empty() { near } else { begin };
    if !near.is_empty() {
        return told.help(format!("did you mean {}?", crate::diag::listed(&near, "or"))).meant(&near, false, at);
    }
    if !lines.is_empty() && lines.len() <= MOST_NAMED {
        return told.help(format!("lines that are drawn: {}", lines.join(", ")));
    }
    told.help(format!("draw the line in the map, `hexes front in order: 0105..0405`, and ask `{asked}(h, front)`"))
}

pub(crate) fn line_with_a_gap(line: &str, what: &str, number: u16, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, format!("`{line}` does not meet {what} {number:02}"))
        .at(at, "which side is meant there?")
        .help(format!("draw the line from edge to edge, so that it meets every {what} of the map"))
}

pub(crate) fn no_direction(word: &str, known: &[&str], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("no hex of this map has a neighbour straight `{word}`"))
        .at(at, "no direction here")
        .help(format!("the six directions of this map are {}", known.join(", ")))
}

pub(crate) fn listed_again(list: &str, hex: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("{hex} stands in `{list}` already"))
        .at(at, "here again")
        .help("a list in order names each hex once; only a run may begin where the one before it ends")
}

pub(crate) fn hexes_not_drawn(count: usize, first: &str, at: Place) -> Diagnostic {
    let hexes = if count == 1 { "1 hex is".to_owned() } else { format!("{count} hexes are") };
    Diagnostic::wrong(Code::MapShape, format!("{hexes} not drawn"))
        .at(at, format!("{first} is missing"))
        .help("draw a letter for every hex of the map")
}

/// Two rows or columns of one number.
pub(crate) fn drawn_twice(what: &str, number: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, format!("{what} {number} is drawn twice"))
        .at(at, "here again")
        .at(first, "first here")
        .help(format!("number the {what}s as they lie on the map, each once"))
}

/// Whole rows or columns: their numbers, from the least to the greatest.
pub(crate) fn lines_not_drawn(what: &str, missing: &[String], at: Place) -> Diagnostic {
    let (title, label) = match missing {
        [first, .., last] => {
            (format!("the map has no {what}s {first} to {last}"), format!("{} {what}s are missing", missing.len()))
        }
        few => (format!("the map has no {what} {}", few.concat()), "one is missing".to_owned()),
    };
    Diagnostic::wrong(Code::MapShape, title)
        .at(at, label)
        .help(format!("draw it, or mend the `{what}s` in the head of the game"))
}

/// `1 2 3` above a map whose hexes are `0101`, `0201`, ..
/// `ends`: the first and the last hex, where the head of the game is so large that numbers have three digits.
pub(crate) fn drawn_by_other_numbers(
    what: &str,
    [found, right]: [&str; 2],
    ends: Option<[&str; 2]>,
    at: Place,
) -> Diagnostic {
    let told = Diagnostic::wrong(Code::MapShape, format!("the {what}s of a drawing are numbered as the hexes are"))
        .at(at, format!("no hex has the {what} `{found}`"))
        .marked(Mark::NumberedOtherwise);
    match ends {
        Some([first, last]) => told.help(format!(
            "the head of the game numbers hexes from {first} to {last}: mend its `columns` and `rows`, or write `{right}` for `{found}`, and the others so"
        )),
        None => told.help(format!("write `{right}` for `{found}`, and the others so")),
    }
}

/// `drawn w wood, w village`
pub(crate) fn letter_twice(letter: &str, at: Place, first: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TwiceNamed, format!("the letter `{letter}` of the map is explained twice"))
        .at(at, "here again")
        .at(first, "first here")
        .help("give one of them a letter of its own, and draw it so")
}

/// `close`: the letters of a row that has no blanks between them.
pub(crate) fn grid_row(found: usize, wanted: usize, close: Option<&str>, at: Place) -> Diagnostic {
    if let Some(close) = close {
        let apart: Vec<String> = close.chars().map(String::from).collect();
        return Diagnostic::wrong(Code::MapShape, "there are no blanks between the letters of this row")
            .at(at, format!("read as one letter, and there are {wanted} columns"))
            .help(format!("write `{}`", apart.join("  ")));
    }
    Diagnostic::wrong(Code::MapShape, format!("this row has {found} letters, and there are {wanted} columns"))
        .at(at, format!("{found} letters"))
        .help("write one letter for each column number above")
}

/// `letters`: as many as every row has; `missing`: the one column that has no number.
pub(crate) fn heads_of_a_drawing(columns: usize, letters: usize, missing: Option<&str>, at: Place) -> Diagnostic {
    let title = format!("{columns} columns are numbered here, and every row below has {letters} letters");
    let told = Diagnostic::wrong(Code::MapShape, title).at(at, "the numbers of the columns");
    match missing {
        Some(missing) => told.help(format!("write `{missing}` above its column")),
        None if columns < letters => told.help("write the number of each column above its letters"),
        None => told.help("take the numbers away under which no letter stands, or draw these columns in every row"),
    }
}

pub(crate) fn unexplained_letter(letter: &str, known: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::MapShape, format!("the map does not explain its letter `{letter}`"))
        .at(at, "what stands in this hex?")
        .help(format!("draw {}, or explain it behind `drawn`: `drawn .., {letter} NAME`", super::or_list(known)))
}

pub(crate) fn too_many_pieces(most: usize, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("a game has at most {most} pieces"))
        .at(at, "one too many")
        .help("make them one piece with a printed field that tells them apart")
}

pub(crate) fn no_printed_set(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a set cannot be printed")
        .at(at, "a set")
        .help("print one value, or make it a state")
}

pub(crate) fn copies(count: u32, most: u32, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, format!("{count} copies of one counter"))
        .at(at, "copies are told apart by letters")
        .help(format!("write x1 to x{most}"))
}

/// `other`: pieces that print just what the columns say.
pub(crate) fn column_missing(piece: &str, missing: &[&String], other: &[&str], at: Place, head: Place) -> Diagnostic {
    let names: Vec<String> = missing.iter().map(|name| (*name).clone()).collect();
    if !other.is_empty() {
        let other: Vec<String> = other.iter().map(|other| format!("`{other}`")).collect();
        let title = format!("these are the columns of {}, and the head says `{piece}`", super::or_list(&other));
        return Diagnostic::wrong(Code::OrderShape, title)
            .at(head, format!("prints {}, too", names.join(" and ")))
            .help(format!("write {}, if these are such counters", super::or_list(&other)))
            .help(format!("or add a column: `{piece} .. {}`", names.join(" ")))
            .marked(Mark::NoColumn);
    }
    Diagnostic::wrong(Code::OrderShape, format!("nothing says the {} of these counters", names.join(" and ")))
        .at(at, "printed fields without a column")
        .help(format!("add a column: `{piece} .. {}`", names.join(" ")))
        .marked(Mark::NoColumn)
}

/// `2x B1`
pub(crate) fn copies_before(name: &str, copies: &str, at: Place) -> Diagnostic {
    let many = copies.trim_end_matches('x');
    Diagnostic::wrong(Code::OrderShape, "how many there are of a counter stands behind its name")
        .at(at, "a number before the name")
        .help(format!("write `{name} x{many}`, then its values"))
}

/// `B1, 4`
pub(crate) fn comma_behind_counter(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, "blanks alone stand between a counter and its values")
        .at(at, "a comma behind the name")
        .help(format!("write `{name}`, without the comma, here and in the whole order"))
        .fix(format!("write `{name}`"), false, vec![(at, name.to_owned())])
}

/// `B2:  4`
pub(crate) fn colon_behind_counter(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, "no colon stands behind the name of a counter")
        .at(at, "a colon behind the name")
        .help(format!("write `{name}`, then its values"))
        .fix(format!("write `{name}`"), false, vec![(at, name.to_owned())])
}

/// `B1 (2)  4`
pub(crate) fn copies_in_brackets(name: &str, many: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, "how many there are of a counter is written with an `x`")
        .at(at, "brackets")
        .help(format!("write `{name} x{many}`, then its values"))
}

/// `B2  2   B3  2`
pub(crate) fn counters_on_a_line(second: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, "each counter has a line of its own")
        .at(at, "a second counter")
        .help(format!("begin a new line before `{second}`"))
}

/// The values of two columns are those of the other.
pub(crate) fn columns_exchanged([one, other]: [&str; 2], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, format!("the columns `{one}` and `{other}` stand the wrong way round"))
        .at(at, format!("what is below is the {other}"))
        .help(format!("write `{other}` here and `{one}` there, or exchange the values below"))
}

/// `| plain | wood |`
pub(crate) fn bars_between(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "blanks alone stand between the entries of a table")
        .at(at, "a bar")
        .help("take all `|` away")
}

/// `die plain wood village` above lines of a label and three entries.
pub(crate) fn heading_above_labels(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "above the labels of the lines stands nothing")
        .at(at, "no column")
        .help(format!("take `{found}` away: the first line names the columns alone"))
}

/// `1-2` at the left of a table.
pub(crate) fn label_with_dash(right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "a range is written with two dots")
        .at(at, "a dash")
        .help(format!("write `{right}`"))
        .fix(format!("write `{right}`"), false, vec![(at, right.to_owned())])
}

/// `R1 x 2`
pub(crate) fn copies_apart(name: &str, many: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, "how many there are of a counter is one word")
        .at(at, "two words")
        .help(format!("write `{name} x{many}`"))
        .fix(format!("write `x{many}`"), false, vec![(at, format!("x{many}"))])
}

pub(crate) fn no_such_value(text: &str, of: &str, valid: &[String], at: Place) -> Diagnostic {
    let near = crate::diag::did_you_mean(text, "value", valid.iter().map(String::as_str));
    let meant = crate::diag::nearest(text, valid.iter().map(String::as_str));
    let named = text.starts_with(char::is_alphabetic) && of.starts_with(char::is_uppercase);
    let could_be_added = named && meant.is_empty() && !valid.is_empty();
    // Pieces are no list: each is a counter of the order of battle.
    let (title, mark) = match of.starts_with(char::is_lowercase) {
        true => (format!("there is no counter `{text}`: a {of} is wanted here"), Mark::NoCounter),
        false => (format!("`{text}` is no value of {of}"), Mark::NoValue(of.to_owned())),
    };
    let told = Diagnostic::wrong(Code::UnknownName, title)
        .marked(mark)
        .at(at, format!("{of} is wanted here"))
        .maybe_help(near.clone())
        .maybe_help(could_be_added.then(|| format!("if `{text}` is new, add it to `{of}`, where that is declared")))
        .meant(&meant, false, at);
    match (near, valid.is_empty()) {
        (Some(_), _) => told,
        (None, false) => told.help(format!("write {}", super::or_list(valid))),
        (None, true) => told.help(format!("write {of} here")),
    }
}

/// `both`: what both labels say; `missing`: of what nothing is said, some of it.
pub(crate) fn table_twice(
    table: &str,
    ([label, other], both): ([&str; 2], &[String]),
    missing: &[String],
    at: Place,
    first: Place,
) -> Diagnostic {
    let of = match both {
        [one] => one.clone(),
        [from, .., to] if label.contains("..") || other.contains("..") => format!("{from} to {to}"),
        several => super::and_list(several),
    };
    let told = Diagnostic::wrong(Code::TableShape, format!("`{table}` says two things of {of}"))
        .at(at, if label == other { "here again".to_owned() } else { format!("`{label}` holds it") })
        .at(first, if label == other { "first here".to_owned() } else { format!("and `{other}`") });
    // `-4..3` for `-4..-3`
    let minus = [label, other].into_iter().find_map(|label| {
        let (from, to) = label.split_once("..")?;
        let least = from.strip_prefix('-')?.parse::<u32>().ok()?;
        to.parse::<u32>()
            .ok()
            .filter(|most| *most > 0 && *most <= least)
            .map(|most| (label, format!("{from}..-{most}")))
    });
    if let Some((label, right)) = minus {
        return told.help(format!("if a minus was left out of `{label}`, write `{right}`"));
    }
    match missing {
        [] if label == other => told.help("take one of them away"),
        [] => told.help(format!("`{other}` and `{label}` overlap: let one end before the other begins")),
        [one] => told.help(format!("of {one} nothing is said: is one of these two {one}?")),
        several => told.help(format!("of {} nothing is said: is one of these two of them?", super::or_list(several))),
    }
}

pub(crate) fn table_without_heads(table: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("no line of `{table}` says what its columns are"))
        .at(at, "each of these has heads of its own")
        .help("write its heads above the lines, the name with a colon, `-` for a column that it does not have: `wood:  -2-  -1  0+`")
}

pub(crate) fn heads_of_no_members(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::TableShape,
        format!("heads of their own are for the members of an enum, and this is {found}"),
    )
    .at(at, "whose heads these are")
    .help("name an enum: `by -4..6 of Terrain`")
}

pub(crate) fn member_without_head(table: &str, member: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("`{table}` has no heads for {member}"))
        .at(at, "each of its members needs some")
        .help(format!("write a line for it above the others: `{member}:  ..`; several of one line stand before one colon: `wood, village:  ..`"))
}

pub(crate) fn head_lacks(value: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("under no head of this line stands {value}"))
        .at(at, "its heads leave a hole, or end before those of another line")
        .help("write each head with all that it is for: `-3-  -2..-1  0..1  2+`; `-` goes on below, `+` above")
}

pub(crate) fn head_without_columns(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "this line of heads has no column")
        .at(at, "nothing is ever looked up in it")
        .help("give it the columns that it has in the book; `-` stands only where it has none")
}

/// `right`: its steps from the least to the greatest, each once.
pub(crate) fn scale_not_rising(right: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "a scale rises from step to step")
        .at(at, "no more than the step before it")
        .help(format!("write them from the least to the greatest: `{}`", right.join(", ")))
}

pub(crate) fn scale_of_no_steps(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "a scale has two steps or more, each a ratio")
        .at(at, "some of its steps are none")
        .help("list its ratios from the least to the greatest: `1/3, 1/2, 1/1, 2/1`")
}

pub(crate) fn scale_cannot_go_on(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "`...` cannot tell how this scale goes on")
        .at(at, "its last step is not so many to 1, or its first not 1 to so many")
        .help("let `...` stand before a step like `1/3` and behind one like `5/1`: 1/4 and 6/1 come next")
}

pub(crate) fn table_empty(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "this table has no lines")
        .at(at, "nothing in it")
        .help("write the columns' labels in its first line, then a line for each label at the left")
}

pub(crate) fn table_line(found: usize, columns: usize, at: Place) -> Diagnostic {
    let entries = |count: usize| if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") };
    let wanted = if columns == 1 { "there is 1 column".to_owned() } else { format!("there are {columns} columns") };
    Diagnostic::wrong(Code::TableShape, format!("this line has {}, and {wanted}", entries(found.saturating_sub(1))))
        .at(at, "the line does not fit the columns")
        .help(format!("write its label, then {}", entries(columns)))
}

/// `what`: "line" or "column".
pub(crate) fn table_lacks(name: &str, what: &str, label: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("`{name}` has no {what} for {label}"))
        .at(at, format!("every place needs its entry, and there is none for {label}"))
        .help(format!("write a {what} for {label}, or take {label} into the label of another: `3..5`, `1,2`"))
}

/// `before`: the label behind which it is missing.
pub(crate) fn table_lacks_step(name: &str, what: &str, label: &str, before: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("`{name}` has no {what} for {label}"))
        .at(before, format!("behind this comes {label}"))
        .help(format!("write a {what} for {label} there, or let one beside it be {label}"))
}

pub(crate) fn labels_out_of_order(label: &str, before: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "the labels of this table are out of order")
        .at(at, format!("{label} comes behind {before}"))
        .help("write them from the least to the greatest, or from the greatest to the least")
}

/// `1: AE  AR`, `1  AE,  AR`
pub(crate) fn sign_between_entries(word: &str, sign: char, at: Place) -> Diagnostic {
    let bare = word.trim_end_matches(sign);
    Diagnostic::wrong(Code::TableShape, "blanks alone stand between the entries of a table")
        .at(at, format!("`{sign}` behind an entry"))
        .help(format!("write `{bare}`, here and in the whole table"))
        .fix(format!("write `{bare}`"), false, vec![(at, bare.to_owned())])
}

/// `1/2, 1/1, 2/1`: one label for one column.
pub(crate) fn commas_between_heads(labels: &[&str], at: Place) -> Diagnostic {
    let apart: Vec<&str> = labels.iter().flat_map(|label| label.split(',')).filter(|part| !part.is_empty()).collect();
    let apart = apart.join("  ");
    Diagnostic::wrong(Code::TableShape, "commas join labels to one column, and each of these has its own")
        .at(at, "commas between the columns")
        .help(format!("leave the commas out: `{apart}`"))
        .fix("leave the commas out", false, vec![(at, apart)])
}

pub(crate) fn not_a_number(text: &str, at: Place) -> Diagnostic {
    if text.split_once('.').is_some_and(|(whole, part)| {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
        digits(whole) && digits(part)
    }) {
        // `2.5` is a half, and `2.6` the slip of a range.
        let ends =
            text.split_once('.').and_then(|(low, high)| Some((low.parse::<i64>().ok()?, high.parse::<i64>().ok()?)));
        if ends.is_some_and(|(low, high)| 0 < low && low < high && high != 5) {
            let range = text.replace('.', "..");
            return Diagnostic::wrong(Code::UnknownName, format!("`{text}` is no whole number"))
                .at(at, "one dot")
                .help(format!("a range has two dots: write `{range}`"))
                .fix(format!("write `{range}`"), false, vec![(at, range)]);
        }
        return Diagnostic::wrong(Code::UnknownName, format!("`{text}` is no whole number")).at(at, "a decimal").help(
            "write a whole number; halves are counted by a measure: `measure step \"step\" in halves`, and then `5/2`",
        );
    }
    if text == "-" {
        return Diagnostic::wrong(Code::UnknownName, "a number is wanted here, and `-` says that there is none")
            .at(at, "no number")
            .help(
                "write the number, `0` where it counts nothing; that something is not allowed says a row `no when ..`",
            );
    }
    Diagnostic::wrong(Code::UnknownName, format!("`{text}` is no number"))
        .at(at, "a number is wanted here")
        .help("write a number, such as `2`; what is not allowed is no number: a row `no when ..` says so")
}

/// `1 am    2 pm`
pub(crate) fn entries_on_a_line(first: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "several labels with their entries stand on one line")
        .at(at, "the second of them")
        .help(format!("write each on a line of its own, like `{first}`"))
}

/// `steps`: those of the scale.
pub(crate) fn no_such_step(text: &str, steps: &[String], at: Place) -> Diagnostic {
    let meant = text.replace(['-', ':'], "/");
    let near: Vec<&str> = steps.iter().map(String::as_str).filter(|step| *step == meant).collect();
    if !near.is_empty() {
        let told = Diagnostic::wrong(Code::UnknownName, "the steps of a scale are written with a stroke");
        return told.at(at, "no step").help(format!("write {}", super::or_list(steps)));
    }
    Diagnostic::wrong(Code::UnknownName, format!("`{text}` is no step of this scale"))
        .at(at, "a step of the scale is wanted here")
        .help(format!("write {}", super::or_list(steps)))
}

/// `like`: some that are.
pub(crate) fn not_in_notation(text: &str, notation: &str, like: &[String], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("`{text}` is not written as {notation} is"))
        .at(at, "not in this notation")
        .help(format!("write it as `notation {notation}` says, like {}", super::or_list(like)))
}

pub(crate) fn no_label(of: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("lines and columns cannot be labelled with {of}"))
        .at(at, "a label")
        .help("label them with numbers, members of a list, or steps of a scale")
}

pub(crate) fn no_index(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("a state cannot be kept for each {name}"))
        .at(at, "of this type")
        .help("keep it for each piece, hex, member, or number of a range")
}

pub(crate) fn too_many_indices(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, "a state is kept for two things at most")
        .at(at, "three or more")
        .help("leave one of them out")
}

pub(crate) fn one_parameter(item: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, format!("a {item} is of one thing"))
        .at(at, "one parameter is wanted")
        .help(format!("write `{item} a_step(u: Unit) costs 1 up to 2 {{ .. }}`"))
}

pub(crate) fn series_missing(title: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NoGame, format!("the series \"{title}\" is not there"))
        .at(at, "no file of it was read")
        .help("say where its folder lies, from that of the game: `series \"Fire & Movement\" at \"../fire-and-movement\"`")
}

pub(crate) fn other_series(title: &str, found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NoGame, format!("the series in that folder is \"{found}\""))
        .at(at, "another title")
        .help(format!("write `series \"{found}\" at ..`, or name the folder of \"{title}\""))
}

pub(crate) fn series_alone(title: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::NoGame, format!("\"{title}\" is a series, and no game of it is here"))
        .at(at, "rules that games share")
        .help("name the folder of a game, whose head says `series \"..\" at \"..\"`")
}

pub(crate) fn hole_unfilled(signature: &str, why: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Hole, format!("the series leaves this to the game: {why}"))
        .at(at, "not filled")
        .help(format!("write it in the game: `{signature} {{ .. }}`"))
}

pub(crate) fn filled_otherwise(signature: &str, at: Place, hole: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "the series asks for something else here")
        .at(at, "filled otherwise")
        .at(hole, "what the series leaves open")
        .help(format!("write `{signature}`"))
}

pub(crate) fn hole_lacks_member(name: &str, member: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("the game's `{name}` has no `{member}`"))
        .at(at, "the series speaks of it")
        .help(format!("add `{member}` to `enum {name}` of the game"))
}

pub(crate) fn table_too_big(name: &str, entries: i64, most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::OutOfRange,
        format!("the table `{name}` would hold {entries} entries, and the most are {most}"),
    )
    .at(at, "too many entries")
    .help("narrow its lines and columns, or split the table (`wgr explain limits`)")
}

pub(crate) fn too_many_labels(most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("the labels of this table stand for more than {most} numbers"))
        .at(at, "one number too many")
        .help("write narrower ranges (`wgr explain limits`)")
}

pub(crate) fn label_outside(text: &str, lo: i64, hi: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("the label `{text}` is not within {lo}..{hi}"))
        .at(at, "outside of what the head of the table names")
        .help(format!("write numbers from {lo} to {hi}, or a wider range in the table's head"))
}

pub(crate) fn too_many_dice(dice: u32, faces: u32, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("at most {dice} dice of at most {faces} faces are rolled at once"))
        .at(at, "too many")
        .help("roll fewer, like `2d6` (`wgr explain limits`)")
}

pub(crate) fn too_big(most: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("numbers go from -{most} to {most}"))
        .at(at, "this number is beyond that")
        .help("write a smaller one (`wgr explain limits`)")
}

pub(crate) fn too_many_cases(most: u32, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("at most {most} cases are tried"))
        .at(at, "more cases than that")
        .help("write a smaller number (`wgr explain limits`)")
}

pub(crate) fn too_many_rows(rows: usize, most: usize, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, format!("{rows} rows stand in one item, and the most are {most}"))
        .at(at, "this item")
        .help("make a table of what is printed, or split the item (`wgr explain limits`)")
}

pub(crate) fn nothing_beyond_an_open_end(up: bool, at: Place) -> Diagnostic {
    let (sign, which) = if up { ("+", "the greatest") } else { ("-", "the least") };
    Diagnostic::wrong(Code::TableShape, format!("`{sign}` stands behind {which} label alone"))
        .at(at, "another label lies beyond this one")
        .help(format!("take the `{sign}` away, or write it behind the last label"))
}

pub(crate) fn end_said_twice(label: Place, head: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, "what lies beyond this label is said twice")
        .at(label, "here it goes on")
        .at(head, "and here the head says so")
        .help("leave `beyond ..` out of the head: the label says what the book prints")
}

pub(crate) fn counts_without_end(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "one place for each of these numbers would have no end")
        .at(at, "so many lines or places must be known")
        .help("write the greatest number that may be asked for, like `0..20`; in a table the last label may be open: `7+`")
}
