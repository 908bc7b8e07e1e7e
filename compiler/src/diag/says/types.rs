//! Types: what fits where, measures, kinds that are certain.

use crate::diag::{Code, Diagnostic, Mark, Place, nearest};
use crate::limits::MOST_NUMBER;
use wgr_grammar::Span;
use wgr_runtime::ir::{Scalar, What};

pub(crate) fn wrong_type(found: &str, wanted: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("{wanted} is wanted here, and this is {found}"))
        .at(at, format!("this is {found}"))
        .help(match (wanted, found.strip_prefix("a set of ")) {
            ("yes or no", Some("hex" | "Hex" | "hexes")) => "ask whether a hex is one of them: `there in ..`, `u.hex in ..`".to_owned(),
            ("yes or no", Some(_)) => {
                "ask whether there is any: `any units at h`; where one piece stands: `u.hex is h`".to_owned()
            }
            ("yes or no", None) => {
                "write a condition; `and` and `or` join whole ones: say all of it again, or ask for one of several: `result in [DE, EX]`".to_owned()
            }
            (wanted, Some(one)) if one == wanted => {
                "these may be several: declare it as a set, like `keeps men: set of Unit`, or pick one".to_owned()
            }
            ("Hex", _) if !found.contains("number") => "the hex where a piece stands is `u.hex`".to_owned(),
            _ => format!("write something that is {wanted}"),
        })
}

/// `turn is 1 or 2`
pub(crate) fn one_of_several(subject: &str, values: &[&str], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "`or` joins conditions, and this is none")
        .at(at, "no condition")
        .help(format!("ask for one of several: `{subject} in [{}]`", values.join(", ")))
}

/// `x is 6 or more`
pub(crate) fn or_more(subject: &str, [sign, value, word]: [&str; 3], at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`or {word}` does not fit here: numbers are compared by signs"))
        .at(at, "")
        .help(format!("write `{subject} {sign} {value}`"))
}

/// `depending on turn`, where turns have names.
pub(crate) fn depending_on_members(text: &str, of: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("a number is wanted here, and this is {of}"))
        .at(at, format!("this is {of}"))
        .help(format!("`depending on` goes by numbers; go by members with `if {text} is .. {{ .. }} else {{ .. }}`"))
}

/// `turn in night..dawn`, where turns have names.
pub(crate) fn range_of_members([text, from, to]: [&str; 3], of: &str, ordered: bool, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, format!("`{from}..{to}` is for numbers, and this is {of}"))
        .at(at, format!("this is {of}"));
    if ordered {
        return told.help(format!(
            "write `{text} >= {from} and {text} <= {to}`, or list them all: `{text} in [{from}, {to}]`"
        ));
    }
    told.help(format!("list the members that are meant: `{text} in [{from}, {to}]`"))
}

/// What each is, and as it is written.
pub(crate) fn cannot_compare(
    (a, a_text, a_at): (&str, &str, Place),
    (b, b_text, b_at): (&str, &str, Place),
) -> Diagnostic {
    let long = |text: &str| text.chars().count() > MOST_QUOTED || text.contains('\n');
    let title = if long(a_text) || long(b_text) || a == b {
        format!("{a} and {b} cannot be compared")
    } else {
        format!("`{a_text}` is {a}, and `{b_text}` is {b}: these two cannot be compared")
    };
    Diagnostic::wrong(Code::WrongType, title).at(b_at, format!("this is {b}")).at(a_at, format!("this is {a}")).help(
        match (a.starts_with("a set of"), b_text) {
            (true, "none") => format!("ask whether there are any: `no {a_text}`, `any {a_text}`"),
            _ => "compare two things of one kind: two numbers of one measure, two members of one list, two hexes"
                .to_owned(),
        },
    )
}

/// What is declared is taken for something else wherever it is named.
pub(crate) fn declared_otherwise(name: &str, (is, wanted): (&str, &str), at: Place, uses: &[Place]) -> Diagnostic {
    let count = uses.len();
    // The head of a table says no name but the type of its lines.
    let title = if name == is {
        format!("the head says {is}, and {count} lines of this table are of {wanted}")
    } else {
        format!("`{name}` is {is}, and taken for {wanted} in {count} places")
    };
    let told = Diagnostic::wrong(Code::WrongType, title).at(at, format!("declared as {is}"));
    let told = match uses {
        [] => told,
        [first, rest @ ..] => {
            let told = told.at(*first, format!("taken for {wanted}"));
            rest.iter().fold(told, |told, at| told.same(*at, ""))
        }
    };
    told.help(format!(
        "if {wanted} is meant, declare it so; if {is} is meant, mend the places that take it for {wanted}"
    ))
}

/// More letters of the author's are not said again in a title.
const MOST_QUOTED: usize = 32;

/// `any units at 0402 and 0504`
pub(crate) fn hex_as_condition(hex: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`and` and `or` join conditions, and {hex} is a hex"))
        .at(at, "what is asked of it?")
        .help(format!(
            "say the whole again: `any units at 0101 and any units at {hex}`; one of several hexes: `at [0101, {hex}]`"
        ))
}

/// `ratio is 3-1`
pub(crate) fn odds_with_dash(right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "odds are written with a stroke; this is a difference")
        .at(at, "one number less another")
        .help(format!("write `{right}`"))
        .fix(format!("write `{right}`"), false, vec![(at, right.to_owned())])
}

pub(crate) fn wrong_measure(a: &str, b: &str, a_at: Place, b_at: Place) -> Diagnostic {
    match (a, b) {
        (NO_MEASURE, measure) => return without_measure(measure, a_at, b_at),
        (measure, NO_MEASURE) => return without_measure(measure, b_at, a_at),
        _ => {}
    }
    let told = Diagnostic::wrong(Code::WrongMeasure, format!("{a} and {b} are different measures"));
    let told = if a_at == b_at {
        told.at(a_at, format!("{a} where {b} are wanted"))
    } else {
        told.at(a_at, format!("counted in {a}")).at(b_at, format!("counted in {b}"))
    };
    told.help("count both in one measure; a number without a measure takes on the measure of what it stands beside")
}

/// `= u.points` where no MP count; `fits`: fields of the same piece that do.
pub(crate) fn field_of_another_measure(text: &str, [own, wanted]: [&str; 2], fits: &[String], at: Place) -> Diagnostic {
    let title = match (own, wanted) {
        (NO_MEASURE, wanted) => format!("`{text}` has no measure, and {wanted} are wanted here"),
        (own, NO_MEASURE) => format!("`{text}` counts {own}, and a number without a measure is wanted here"),
        (own, wanted) => format!("`{text}` counts {own}, and {wanted} are wanted here"),
    };
    Diagnostic::wrong(Code::WrongMeasure, title)
        .at(at, "another measure")
        .help(format!("did you mean {}?", super::or_list(fits)))
}

/// How a number is called that counts nothing in particular.
const NO_MEASURE: &str = "a number";

fn without_measure(measure: &str, bare: Place, measured: Place) -> Diagnostic {
    let told =
        Diagnostic::wrong(Code::WrongMeasure, format!("a number without a measure stands where {measure} count"));
    let told = if bare == measured {
        told.at(bare, format!("one of the two counts {measure}, the other no measure"))
    } else {
        told.at(bare, "it is not said what this counts").at(measured, format!("counted in {measure}"))
    };
    told.help(format!("say what it counts, like `(..) {measure}`, or let it be declared so, like `0..6 {measure}`"))
}

pub(crate) fn product_of_measures(a: &str, b: &str, a_at: Place, b_at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongMeasure, format!("{a} times {b} counts nothing"))
        .at(a_at, format!("counted in {a}"))
        .at(b_at, format!("counted in {b}"))
        .help("one of the two must be a plain number")
}

pub(crate) fn needs_rounding(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a fraction cannot stand where a whole number is wanted")
        .at(at, "this may be a fraction")
        .help("say how it is rounded: `(..) rounded down` or `(..) rounded up`; in a value a row of its own may say so: `6.2 \"Rounded down\" rounded down`")
}

/// `points(French) - points(French)`
pub(crate) fn minus_itself(what: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Effect, format!("`{what}` is taken from itself"))
        .at(at, "always 0")
        .help("write in one of the two places what is meant there; a 0 is written `0`")
}

pub(crate) fn ratio_alone(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a ratio of two values is no number yet")
        .at(at, "a ratio")
        .help("round it: `(a / b) rounded down`; or compare it: `a / b >= 3/1`; a divisor of 1 to 60 written as a number gives an exact fraction")
}

/// `(a against b rounded down) is 3/2`, where no scale says which ratios there are, or several do.
pub(crate) fn odds_of_no_scale(text: &str, scales: &[String], at: Place) -> Diagnostic {
    let text = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
    let told =
        Diagnostic::wrong(Code::WrongType, "a ratio is rounded to a step of a scale, and which scale is not said here");
    match scales {
        [] => told.at(at, "this game has no scale").help(
            "declare the ratios that the table prints: `measure column` and `scale odds by column { 1/2, 1/1, 3/2, 2/1 }`; or leave the rounding out",
        ),
        [first, ..] => told.at(at, format!("the game has {}", super::and_list(scales))).help(format!(
            "let a value say it, and compare that: `value column(..): {first} {{ 5.1 \"Attack against defence\" = {text} }}`, its parameters in its head"
        )),
    }
}

/// `turns`: `turn 3..4`, with what is to be written for it.
pub(crate) fn range_alone(turns: Option<String>, at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongType, "a range stands only behind `in`").at(at, "a range");
    told.help(turns.map_or_else(|| "write `x in 3..5`".to_owned(), |turns| format!("write `{turns}`")))
}

pub(crate) fn wrong_kind(text: &str, wanted: &str, may: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{text}` may be another piece than {wanted}"))
        .at(at, format!("may be {may}"))
        .help(format!("test for it first, like `when {text} is ..`, or let the head of the item say a narrower kind"))
}

/// `kind Unit = Infantry or Cavalry`, where artillery is taken for a unit in all these places.
pub(crate) fn left_out_of_its_kind(
    (piece, title): (&str, &str),
    kind: &str,
    at: Place,
    places: &[Place],
) -> Diagnostic {
    let told = Diagnostic::wrong(
        Code::WrongKind,
        format!("`{piece}` is of no kind, and {} places take {title} for what `{kind}` is", places.len()),
    );
    let told = told.at(at, format!("no {title} is one"));
    let told = match places.first() {
        Some(first) => told.at(*first, "such a place"),
        None => told,
    };
    told.help(format!("write `.. or {piece}` here, if it is one; else mend those places"))
}

/// No piece is of both kinds.
pub(crate) fn another_kind(text: &str, wanted: &str, is: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("{wanted} is wanted here, and `{text}` is {is}"))
        .at(at, format!("never {wanted}"))
        .help(format!("name a piece that is {wanted}; or, if {is} is meant, let the head of what is asked say so"))
}

/// `head`: the head of the item says what it is.
pub(crate) fn field_of_wrong_kind(
    (field, subject): (&str, &str),
    (has, test): (&str, Option<&str>),
    lacks: &str,
    head: bool,
    at: Place,
) -> Diagnostic {
    let test = test.unwrap_or("..");
    let told = Diagnostic::wrong(Code::WrongKind, format!("only {has} has the field `{field}`"))
        .at(at, format!("`{subject}` may be {lacks}"))
        .marked(Mark::NoField(field.to_owned()))
        .help(format!(
            "make sure of the kind first: a row that answers with it ends with `when {subject} is {test}`; in a condition \
             write `{subject} is {test} and {subject}.{field} ..`"
        ));
    if head {
        told.help(format!("or let the head say so, if all of it is about {has} alone: `{subject}: {test}`"))
    } else {
        told
    }
}

/// `m.range` of a marker, which has none; `own`: what it has.
pub(crate) fn field_of_another_kind(
    (field, subject): (&str, &str),
    (has, is): (&str, &str),
    own: &[String],
    at: Place,
) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongKind, format!("`{subject}` is {is}, which has no field `{field}`"))
        .at(at, format!("a field of {has}"))
        .marked(Mark::NoField(field.to_owned()));
    if own.is_empty() {
        return told.help(format!("name a piece that has it: {has}"));
    }
    told.help(format!("its own fields are {}", super::and_list(own)))
}

/// `fire(u)`
pub(crate) fn field_called(field: &str, of: &str, at: Place) -> Diagnostic {
    let right = format!("{of}.{field}");
    Diagnostic::wrong(Code::WrongType, format!("`{field}` belongs to pieces, and stands behind a dot"))
        .at(at, "a field")
        .help(format!("write `{right}`"))
}

/// `declared`: which pieces have it, and where it is declared for them.
pub(crate) fn field_differs(field: &str, declared: &[(String, Place)], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongKind, format!("`{field}` is not declared alike on all these pieces"))
        .at(at, "which of them is meant?")
        .help("declare it in the same words everywhere, with the widest range: then it is one field of them all");
    declared.iter().fold(told, |told, (pieces, place)| told.at(*place, format!("of {pieces}")))
}

/// `white.value`
pub(crate) fn number_with_field(text: &str, field: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{text}` is a number, and has no field `{field}`"))
        .at(at, "a number is read as it is")
        .help(format!("write `{text}`"))
}

/// `target.hex`, of a hex; `dot`: the dot and the field.
pub(crate) fn is_it_already(text: &str, found: &str, field: &str, dot: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("`{text}` is a {field} already"))
        .at(dot, format!("{found} has no field `{field}`"))
        .help(format!("write `{text}`"))
        .fix(format!("write `{text}`"), false, vec![(dot, String::new())])
}

/// `target.strong`; `asked`: what is asked of a hex.
pub(crate) fn no_field_of_a_hex(field: &str, hex: &str, asked: &[String], at: Place) -> Diagnostic {
    let told = Diagnostic::wrong(Code::WrongKind, format!("`{hex}` is a hex, and has no field `{field}`"))
        .at(at, "fields belong to pieces");
    let near = nearest(field, asked.iter().map(String::as_str));
    let asked = if near.is_empty() { asked.iter().map(String::as_str).take(6).collect() } else { near };
    let asked: Vec<String> = asked.iter().map(|name| format!("`{name}({hex})`")).collect();
    let told = if asked.is_empty() {
        told
    } else {
        told.help(format!("what is asked of a hex stands before it: {}", super::or_list(&asked)))
    };
    told.help(format!("a field is asked of who stands there: `every u in (units at {hex}): u.{field} ..`"))
}

/// `foe.power`, of a value; `right`: `power(foe)`.
pub(crate) fn asked_and_no_field(name: &str, right: &str, at: Place) -> Diagnostic {
    let title = match right.split_once('(') {
        Some((asked, _)) if asked == name => format!("`{name}` is asked with brackets, and is no field"),
        _ => format!("there is no field `{name}`"),
    };
    Diagnostic::wrong(Code::UnknownName, title).at(at, "no field").help(format!("write `{right}`")).fix(
        format!("write `{right}`"),
        false,
        vec![(at, right.to_owned())],
    )
}

pub(crate) fn no_fields(found: &str, field: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("{found} has no field `{field}`"))
        .at(at, "fields belong to one piece")
        .help(format!("name one piece: `every u in S: u.{field} ..`, `total of u.{field} for each u in S`"))
}

/// `target.terrain`
pub(crate) fn asked_of_a_hex(name: &str, hex: &str, at: Place) -> Diagnostic {
    let right = format!("{name}({hex})");
    Diagnostic::wrong(Code::WrongKind, format!("`{name}` is asked of a hex, and no field of it"))
        .at(at, "fields belong to pieces")
        .help(format!("write `{right}`"))
        .fix(format!("write `{right}`"), false, vec![(at, right)])
}

pub(crate) fn never_of_kind(is: &str, kind: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongKind, format!("this is {is}, and never {kind}")).at(at, "never so").help(
        "if it may be either, name a kind that has both where it gets its name: `(u: Unit)`; else take the test away",
    )
}

pub(crate) fn not_in_order(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("the members of {name} have no order"))
        .at(at, "which one is less?")
        .help(format!("if they are listed from the least to the greatest, say so: `enum {name} in order {{ .. }}`"))
}

pub(crate) fn no_set(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("a set is wanted here, and this is {found}"))
        .at(at, format!("this is {found}"))
        .help("name a set: `units of phasing`, `hexes at 1 from h`, a name kept as a set")
}

pub(crate) fn no_set_of(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("there are no sets of {found}"))
        .at(at, format!("this is {found}"))
        .help("sets hold pieces, hexes or members of a list")
}

pub(crate) fn no_type(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is no type"))
        .at(at, "a type is wanted here")
        .help("a type is a range like `0..3 steps`, `yes/no`, an enum, a piece or kind, Side or Hex")
}

pub(crate) fn range_upside_down(lo: i64, hi: i64, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OutOfRange, "a range begins with its lesser number")
        .at(at, "nothing lies in it")
        .help(format!("write `{hi}..{lo}`"))
}

pub(crate) fn out_of_range(value: i64, range: Scalar, at: Place) -> Diagnostic {
    let show = |raw: i64| match range.what {
        What::Int { den } if den > 1 && raw % i64::from(den) != 0 => format!("{raw}/{den}"),
        What::Int { den } => (raw / i64::from(den)).to_string(),
        What::Bool | What::Id(_) => raw.to_string(),
    };
    Diagnostic::wrong(Code::OutOfRange, format!("{} is outside of {}..{}", show(value), show(range.lo), show(range.hi)))
        .at(at, "outside of the declared range")
        .help("write a number within the range, or widen the range where it is declared")
        .marked(Mark::OutsideOf(format!("{}..{}", show(range.lo), show(range.hi))))
}

pub(crate) fn no_constant(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a number in digits is wanted here")
        .at(at, "no number in digits")
        .help("write a number, like `3`")
}

/// `default`, among the lines of `depending on`.
pub(crate) fn line_without_numbers(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "each line begins with its numbers")
        .at(at, "no number in digits")
        .help("write them in digits: `7`, `5..7`; for all the rest at one end `7 or more` or `1 or less`")
}

/// `- column`
pub(crate) fn measure_alone(measure: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("how many? `{measure}` is a measure"))
        .at(at, "no number before it")
        .help(format!("write the number before it: `1 {measure}`"))
}

/// `* 3 strength`
pub(crate) fn factor_with_measure(number: &str, measure: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongMeasure, format!("a factor counts nothing, and this one counts {measure}"))
        .at(at, "how many times")
        .help(format!("write `* {number}`"))
}

/// `price[..]`, of a table that says `gives 1..2`, where MP count.
pub(crate) fn table_without_measure(table: &str, range: &str, measure: &str, at: Place) -> Diagnostic {
    let right = format!("{range} {measure}");
    Diagnostic::wrong(
        Code::WrongMeasure,
        format!("`{table}` counts no measure, and it is looked up where {measure} count"),
    )
    .at(at, "what is counted is not said")
    .help(format!("write `gives {right}`"))
    .fix(format!("write `{right}`"), false, vec![(at, right)])
}

/// `spends u.strength`, where the rows cost MP; `fitting`: fields that count these.
pub(crate) fn spends_another_measure(
    course: &str,
    field: &str,
    measure: &str,
    fitting: &[String],
    at: Place,
) -> Diagnostic {
    let told = Diagnostic::wrong(
        Code::WrongMeasure,
        format!("the rows of `{course}` cost {measure}, and `{field}` counts none"),
    )
    .at(at, "what is spent has another measure");
    match fitting {
        [] => told.help(format!("spend what counts {measure}, or let `{field}` be declared so, like `0..6 {measure}`")),
        [one] => told.help(format!("did you mean `{one}`?")).meant(&[one], false, at),
        several => told.help(format!("what counts {measure}: {}", super::and_list(several))),
    }
}

/// `number of units at h >= 0`
pub(crate) fn never_less_than_none(counted: &str, sign: &str, at: Place) -> Diagnostic {
    let (so, code) = if sign == "<" { ("never", Code::NeverApplies) } else { ("always", Code::AlwaysSo) };
    Diagnostic::wrong(code, format!("this is {so} so: nothing is counted less than 0 times"))
        .at(at, format!("{so} so"))
        .help(format!("compare it with the number that is meant; whether there is any: `{counted} > 0`"))
}

/// `3 points`, where MP count.
pub(crate) fn other_measure(written: &str, (measure, wanted): (&str, &str), at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::UnknownName, format!("there is no measure `{measure}`"))
        .at(at, "nothing is called so")
        .help(format!("{wanted} count here: write `{written} {wanted}`"))
}

/// `1/3 MP` where MP are counted in halves.
pub(crate) fn too_fine(den: u32, measure: Option<&str>, at: Place) -> Diagnostic {
    let what = measure.unwrap_or("numbers");
    let (title, like) = match den {
        1 => (format!("{what} are counted whole here"), "`3`".to_owned()),
        2 => (format!("{what} are counted in halves here"), "`3` or `1/2`".to_owned()),
        3 => (format!("{what} are counted in thirds here"), "`3` or `1/3`".to_owned()),
        4 => (format!("{what} are counted in quarters here"), "`3` or `1/4`".to_owned()),
        more => (format!("{what} are counted in parts of {more} here"), format!("`3` or `1/{more}`")),
    };
    Diagnostic::wrong(Code::WrongType, title)
        .at(at, "this falls between two of them")
        .help(format!("write a number like {like}, or let the measure be counted finer where it is declared"))
}

pub(crate) fn no_number(text: &str, at: Place) -> Diagnostic {
    if text.bytes().all(|digit| digit.is_ascii_digit()) {
        return Diagnostic::wrong(Code::OutOfRange, format!("`{text}` is too large"))
            .at(at, "too large")
            .help(format!("write a smaller number: an amount is {MOST_NUMBER} at most"));
    }
    Diagnostic::wrong(Code::WrongType, format!("`{text}` is no number"))
        .at(at, "a number is wanted here")
        .help("there are no decimals: write an exact fraction, like `1/2`")
        .marked(Mark::Decimal)
}

/// `ratio is 1.0`, `ratio is 0.5`
pub(crate) fn odds_as_decimal(text: &str, at: Place) -> Diagnostic {
    let Some(ratio) = crate::diag::fraction(text) else { return no_number(text, at) };
    let odds = if ratio.contains('/') { ratio.replace('/', ":") } else { format!("{ratio}:1") };
    let help = format!("write `{odds}`");
    Diagnostic::wrong(Code::WrongType, format!("odds are two numbers, and `{text}` is one"))
        .at(at, "odds are wanted here")
        .help(&help)
        .fix(&help, false, vec![(at, odds)])
        .marked(Mark::Decimal)
}

pub(crate) fn none_of_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "none of what?")
        .at(at, "nothing here says what could be none")
        .help("compare it with something that may be none: `x is none`")
}

/// `state morale(s: Side): 0..10 = none`
pub(crate) fn number_is_never_none(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a number is never none")
        .at(at, "a number is wanted here")
        .help("write a number, like `0`")
}

pub(crate) fn no_arithmetic(found: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("nothing can be added to {found}"))
        .at(at, "an amount")
        .help("rows of this item answer with `=`")
}

fn stands(count: usize) -> String {
    if count == 1 { "stands 1".to_owned() } else { format!("stand {count}") }
}

fn so_many(count: usize) -> String {
    if count == 1 { "1 argument".to_owned() } else { format!("{count} arguments") }
}

/// What a call with another number of arguments was to be.
pub(crate) enum Miscount {
    /// One is missing: what it is, and the calls that could be meant.
    Missing { what: String, calls: Vec<String> },
    /// These are too many, and so it is called without them.
    Over { which: Vec<String>, call: String },
}

/// `params` are those of its head, each with what is handed over there.
pub(crate) fn wrong_count_by_head(
    name: &str,
    params: &[(&str, &str)],
    (found, meant): (usize, Option<Miscount>),
    at: Place,
) -> Diagnostic {
    let heads = || params.iter().map(|(param, ty)| format!("{param}: {ty}")).collect::<Vec<_>>().join(", ");
    let wanted = so_many(params.len());
    let (label, help) = match (meant, params) {
        (Some(Miscount::Missing { what, calls }), _) if !calls.is_empty() => {
            (format!("the {what} is missing"), format!("write `{}`", calls.join("` or `")))
        }
        (Some(Miscount::Missing { what, .. }), _) => {
            (format!("the {what} is missing"), format!("its head says what stands where: `{name}({})`", heads()))
        }
        (Some(Miscount::Over { which, call }), _) => {
            let which = which.join("`, `");
            (format!("`{which}` too many"), format!("take `{which}` away: write `{call}`"))
        }
        (None, []) => (format!("{wanted} wanted"), format!("write `{name}` alone")),
        (None, [_]) => (format!("{wanted} wanted"), format!("its head asks for `{name}({})`", heads())),
        (None, [_, _, ..]) => {
            (format!("{wanted} wanted"), format!("its head asks for `{name}({})`, in this order", heads()))
        }
    };
    let told = miscount(name, params.len(), found).at(at, label).help(help);
    if params.is_empty() { told.marked(Mark::AsksForNothing(name.to_owned())) } else { told }
}

/// `zoc(there, enemy of u.side)`
pub(crate) fn zone_asked_of_a_hex(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, format!("`{name}` is a set of hexes, and asks for no hex"))
        .at(at, "an argument too many")
        .help(format!("ask whether a hex is in it: `there in {name}(..)`"))
}

/// `wants`: what each of them is.
pub(crate) fn wrong_count_of(name: &str, wants: &[String], found: usize, at: Place) -> Diagnostic {
    let told = wrong_count(name, wants.len(), found, at);
    let help = vec![format!("write {} between the brackets: {}", so_many(wants.len()), wants.join(", then "))];
    Diagnostic { help, ..told }
}

/// Of what the language or a print gives.
pub(crate) fn wrong_count(name: &str, wanted: usize, found: usize, at: Place) -> Diagnostic {
    let told = miscount(name, wanted, found);
    let wanted = so_many(wanted);
    told.at(at, format!("{wanted} wanted")).help(format!("write {wanted} between the brackets"))
}

fn miscount(name: &str, wanted: usize, found: usize) -> Diagnostic {
    Diagnostic::wrong(Code::WrongCount, format!("`{name}` takes {}, and here {}", so_many(wanted), stands(found)))
}

/// Arguments that want their names: where each stands, and its parameter.
pub(crate) fn nameless(name: &str, params: &[&str], which: &[(Place, &str)], at: Place) -> Diagnostic {
    let title = match params.len() {
        2 => format!("`yes` or `no` alone says little: in `{name}` it bears its name"),
        count => format!("`{name}` takes {count} arguments, so each bears its name"),
    };
    let all: Vec<String> = which.iter().map(|(_, param)| format!("`{param}: ..`")).collect();
    let edits = which
        .iter()
        .map(|(at, param)| (Place { span: Span { end: at.span.start, ..at.span }, ..*at }, format!("{param}: ")));
    let told = Diagnostic::wrong(Code::ArgumentName, title).at(at, "without a name").help(format!(
        "write {}; its head says `{name}({})`",
        all.join(", "),
        params.join(", ")
    ));
    told.fix("write the names", true, edits.collect())
}

/// One argument or two stand as the head has them.
pub(crate) fn named_for_few(name: &str, given: &str, value: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ArgumentName, format!("the arguments of `{name}` stand without names"))
        .at(at, format!("`{value}` alone"))
        .help(format!(
            "leave `{given}:` out: from three arguments on each bears its name, and beside another a bare `yes` or `no`"
        ))
        .fix(format!("write `{value}`"), true, vec![(at, value.to_owned())])
}

pub(crate) fn named_otherwise(name: &str, params: &[&str], (given, wanted): (&str, &str), at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ArgumentName, format!("`{name}` is given `{given}` where it wants `{wanted}`"))
        .at(at, format!("`{wanted}` belongs here"))
        .help(format!("keep to the order of its head: `{name}({})`", params.join(", ")))
}

/// `here: here`
pub(crate) fn named_twice(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ArgumentName, format!("`{name}` alone says it"))
        .at(at, "the same word twice")
        .help(format!("write `{name}`: what is called as the argument is, needs no other name"))
        .fix(format!("write `{name}`"), true, vec![(at, name.to_owned())])
}

/// What the language, the map or a table gives has no names for its arguments.
pub(crate) fn named_for_nothing(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::ArgumentName, format!("nothing here has an argument called `{name}`"))
        .at(at, "no such argument")
        .help(format!("leave `{name}:` out: what the language and the map give takes its arguments in their order"))
}

/// A step of an example: `when assault 0303 by Grey`.
pub(crate) fn wrong_count_of_step(name: &str, wanted: &[String], found: usize, at: Place) -> Diagnostic {
    let told = wrong_count(name, wanted.len(), found, at);
    let args = wanted.join(", ").to_uppercase();
    let help = match wanted {
        [] => format!("write `{name}` alone"),
        _ => format!("write behind it whom or what it is about: `{name} {args}`"),
    };
    Diagnostic { help: vec![help], ..told }
}

pub(crate) fn extreme_of_nothing(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Gap, "there may be nobody here")
        .at(at, "the least and the greatest of nothing is nothing")
        .help("say what holds then: `greatest of .. for each u in S otherwise 0`")
}

pub(crate) fn table_called(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is a table"))
        .at(at, "a table is looked up")
        .help(format!("write square brackets: `{name}[..]`"))
}

/// `turn >= arrival`
pub(crate) fn table_alone(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is a table, and no line of it is named"))
        .at(at, "which entry?")
        .help(format!("write what it is looked up by in square brackets: `{name}[..]`"))
}

pub(crate) fn course_called(name: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, format!("`{name}` is a course, not a value"))
        .at(at, "a course is moved along")
        .help(format!("write `moves u along {name}(u)`; `{name}(u, here, there)` is what that step costs"))
}

/// `hexes of x`, `first hexes of x`
pub(crate) fn ways_of_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "only a path has ways, and hexes on them")
        .at(at, "no path")
        .help("write `hexes of supply(u)` or `first hexes of supply(u)`, where `path supply(u: Unit)` is declared; all hexes of the map are `hexes`, some of them `hexes where ..`")
}

pub(crate) fn hexes_of_nobody(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "hexes belong to no side")
        .at(at, "whose hexes are these?")
        .help("say which they are: `hexes where ..`, `hexes of supply(u)`")
}

/// `first units of s`
pub(crate) fn first_of_what(noun: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "only the ways of a path enter some hexes first")
        .at(at, format!("`first {noun}` means nothing"))
        .help(
            "write `first hexes of supply(u)`; the one with the most of something is `units where it.strength is most`",
        )
}

pub(crate) fn ways_of_a_ray(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "a straight line has no best ways: there is only one")
        .at(at, "this path is `by ray`")
        .help("ask whether it is open, or for its length; hexes are asked of a path that goes hex by hex")
}

pub(crate) fn length_of_what(at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::WrongType, "only a path has a length")
        .at(at, "no path")
        .help("write `length of supply(u)`, where `path supply(u: Unit)` is declared")
}

/// `value allowance(u: Regiment): 1..9 {`, whose rows count MP.
pub(crate) fn range_without_measure(name: &str, range: &str, measure: &str, at: Place) -> Diagnostic {
    let right = format!("{range} {measure}");
    Diagnostic::wrong(Code::WrongMeasure, format!("`{name}` counts no measure, and its rows count {measure}"))
        .at(at, "what is counted is not said")
        .help(format!("write `{right}`"))
        .fix(format!("write `{right}`"), false, vec![(at, right)])
}
