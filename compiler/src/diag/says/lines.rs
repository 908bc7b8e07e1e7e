//! Lines of orders and tables in which one word is odd.

use crate::diag::{Code, Diagnostic, Mark, Place};

/// `B1 2x  4`
pub(crate) fn copies_turned(name: &str, many: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, format!("`{many}x` is no value: how many there are is written `x{many}`"))
        .at(at, "the number stands behind the `x`")
        .help(format!("write `{name} x{many}`, then its values"))
        .fix(format!("write `x{many}`"), false, vec![(at, format!("x{many}"))])
}

/// `4 MP` in a line of an order.
pub(crate) fn measure_on_a_counter(column: &str, number: &str, measure: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(
        Code::OrderShape,
        format!("`{measure}` is no value: the column `{column}` has its measure already"),
    )
    .at(at, "a word too many")
    .help(format!("write `{number}` alone"))
}

/// One word that fits no column.
pub(crate) fn word_too_many(word: &str, columns: usize, at: Place) -> Diagnostic {
    let columns = if columns == 1 { "there is 1 column".to_owned() } else { format!("there are {columns} columns") };
    Diagnostic::wrong(Code::OrderShape, format!("`{word}` is one word too many: {columns}"))
        .at(at, "fits no column")
        .help(format!("take `{word}` away; if it is printed on the counter, give it a column"))
        .marked(Mark::ValuesOfACounter)
}

/// More than these are no help.
const MOST_COLUMNS: usize = 6;

/// `numbers`: nothing else is printed; `dash`: some column may have no value; `zero`: each may have 0.
pub(crate) fn counter_line(
    found: usize,
    columns: &[String],
    (numbers, dash, zero): (bool, bool, bool),
    at: Place,
) -> Diagnostic {
    let wanted = columns.len();
    let values = if found == 1 { "1 value".to_owned() } else { format!("{found} values") };
    let many = if wanted == 1 { "there is 1 column".to_owned() } else { format!("there are {wanted} columns") };
    let told = Diagnostic::wrong(Code::OrderShape, format!("this counter has {values}, and {many}"));
    let above = match columns {
        _ if wanted > MOST_COLUMNS => "for each column above".to_owned(),
        columns => format!("under each of {}", super::and_list(columns)),
    };
    let value = if numbers { "number" } else { "value" };
    let none = match (dash, zero) {
        (true, _) => "; `-` where there is none",
        (false, true) if numbers => "; `0` where it counts nothing",
        (false, true | false) => "",
    };
    told.marked(Mark::ValuesOfACounter).at(at, "").help(format!("write one {value} {above}{none}"))
}

/// A line with one value too few, where only one column can have none.
pub(crate) fn column_without_value(column: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, format!("this counter has no value for `{column}`"))
        .at(at, "a value is missing")
        .help(format!("write what is printed under `{column}`"))
}

/// Two values of one counter.
pub(crate) fn values_turned_round([one, other]: [&str; 2], heads: [&str; 2], [at, second]: [Place; 2]) -> Diagnostic {
    Diagnostic::wrong(Code::OrderShape, format!("`{one}` and `{other}` stand the wrong way round"))
        .at(at, format!("`{}` stands above it", heads[0]))
        .at(second, format!("`{}` stands above it", heads[1]))
        .help(format!("write `{other}` under `{}` and `{one}` under `{}`", heads[0], heads[1]))
        .fix("turn them round", false, vec![(at, other.to_owned()), (second, one.to_owned())])
}

/// So many heads, and in every line so many entries.
pub(crate) fn heads_and_entries(table: &str, [heads, entries]: [usize; 2], at: Place) -> Diagnostic {
    let count = |many: usize, one: &str, several: &str| {
        if many == 1 { format!("1 {one}") } else { format!("{many} {several}") }
    };
    let (above, below) = (count(heads, "head", "heads"), count(entries, "entry", "entries"));
    let told = Diagnostic::wrong(Code::TableShape, format!("`{table}` has {above}, and {below} in every line"))
        .at(at, format!("{above} here"));
    told.help(if heads < entries {
        "write the head that is missing, so that each column has its own"
    } else {
        "take the head away that is too many, or write what is missing in every line"
    })
}

/// `10.3c`, where a case stands before the label of a line.
pub(crate) fn case_without_its_sign(case: &str, right: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::TableShape, format!("`{case}` is no label: a case has a `#` before its letter"))
        .at(at, "a case without `#`")
        .help(format!("write `{right}`"))
        .fix(format!("write `{right}`"), false, vec![(at, right.to_owned())])
}

/// `(here, there}`
pub(crate) fn closed_by_another([open, close]: [char; 2], right: char, [at, end]: [Place; 2]) -> Diagnostic {
    let other = match close {
        ')' => '(',
        ']' => '[',
        _ => '{',
    };
    Diagnostic::wrong(Code::Unclosed, format!("`{open}` is closed by `{close}`"))
        .at(end, "closes it")
        .at(at, "opened here")
        .help(format!("write `{right}` where it is closed, or `{other}` where it is opened"))
}

/// `zone control(s: Side) (`
pub(crate) fn block_in_brackets(open: char, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Unclosed, format!("a block stands between braces, and `{open}` is none"))
        .at(at, "the lines below belong to it")
        .help("write `{` here, and `}` where it ends")
        .fix("write `{`", false, vec![(at, "{".to_owned())])
}

/// `"Wood   cost = 2 MP   exception to "Open ground"`
pub(crate) fn title_not_closed(words: &str, at: Place) -> Diagnostic {
    Diagnostic::wrong(Code::Unclosed, "the title that begins here has no quotation mark at its end")
        .at(at, "begins here")
        .help(format!("write `\"{words}\"`"))
}
