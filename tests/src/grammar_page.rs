//! The grammar as people read it. In: the pest files. Out: the page `docs/language/grammar.md`, so that what is read and
//! what is written down are the same.
//!
//! What only the machine needs is left out: looking ahead, ends of words, beginnings and ends of lines. A rule that is
//! one word or mark stands where it is used, in quotes.

mod notation;

use crate::rules::text;
use notation::{Rule, rules};
use std::collections::BTreeMap;
use std::path::Path;

/// The pest files as parts of the page: their file, their heading.
const PARTS: [(&str, &str); 7] = [
    ("head", "First lines of items"),
    ("line", "Lines inside items"),
    ("row", "Rows"),
    ("stmt", "Statements"),
    ("expr", "Expressions"),
    ("type", "Types"),
    ("lex", "Words, numbers, cases"),
];

/// What stands between an item's braces: its words, its head, its lines.
const ITEMS: [(&str, &str, &str); 34] = [
    ("game", "head_game", "a `game_line` each"),
    ("series", "head_series", "`series_line`s"),
    ("hole", "head_hole", "of an enum: `hole_line`s"),
    ("measure", "head_measure", ""),
    ("scale", "head_scale", "`scale_line`s"),
    ("enum", "head_enum", "`enum_line`s; `result_line`s, each with its `statement`s"),
    ("piece", "head_piece", "`field_line`s"),
    ("marker", "head_marker", "`marker_line`s"),
    ("kind", "head_kind", ""),
    ("state", "head_state", ""),
    ("box", "head_box", ""),
    ("value fact permit zone path knowledge", "head_rows", "`row`s and groups; a path begins with `path_from`"),
    ("course", "head_course", "`row`s and groups"),
    ("obligation", "head_obligation", "`row`s and groups"),
    ("victory", "head_victory", "`row`s"),
    ("also", "head_also", "`row`s and groups"),
    ("table", "head_table", "as printed: the labels of the columns, then a line for each label at the left"),
    ("notation", "head_notation", ""),
    ("purchase", "head_purchase", "`statement`s"),
    ("limit", "head_limit", ""),
    ("option", "head_option", ""),
    ("action", "head_action", "`limit_line`s, `roles_line`, `keeps_line`, then `statement`s"),
    ("procedure", "head_procedure", "`statement`s"),
    ("rule", "head_rule", "`statement`s"),
    ("sequence", "head_sequence", "`statement`s"),
    ("map", "head_map", "as drawn: see [map and order](map-and-order.md)"),
    ("look", "head_look", "`look_line`s"),
    ("order", "head_order", "as listed: see [map and order](map-and-order.md)"),
    ("scene scenario", "head_scene head_scenario", "as laid out: see [scenes and examples](scenes-and-examples.md)"),
    ("example", "head_example", "`step_line`s"),
    ("ruling", "head_ruling", ""),
    ("never", "head_never", ""),
    ("allow", "head_allow", ""),
    ("errata", "head_errata", "`edit_line`s"),
];

const INTRODUCTION: &str = "# The grammar

Made from the files that read the language (`grammar/src/pest`), so it says what is read and nothing else.

`\"word\"` is a word or a mark as it is written; a name alone is a rule of this page. `a b` is one after the other, `a | b` one of
the two, `a?` perhaps, `a*` any number of times, `a+` at least once. Words are separated by blanks; how lines end and go on is told
[here](README.md#how-a-line-is-read).
";

const BINDING: &str = "
What binds most loosely comes first: `or`; `and`; `not`; `is`, `is not`, `in`, `not in`, `<`, `<=`, `>`, `>=`; `..`; `against`; `rounded`; `+`, `-`;
`*`, `/`; a `-` before a number.
";

const LETTERS: &str = "
A `string` is text between quotation marks; inside it `\\\"` is a quotation mark. A `letter` is one of any alphabet, or `_`. Between the parts of
these there are no blanks, but around a `,`.
";

/// The words of the items in this table, to be held against the language's own list.
pub fn item_words() -> Vec<&'static str> {
    ITEMS.iter().flat_map(|(words, ..)| words.split(' ')).collect()
}

/// The page of this tree.
pub fn written() -> String {
    let pest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammar/src/pest");
    page(|file| text(&pest.join(format!("{file}.pest"))).unwrap_or_default())
}

/// The page; `read` gives the text of a pest file by its name.
pub fn page(read: impl Fn(&str) -> String) -> String {
    let parts: Vec<(&str, Vec<Rule>)> = PARTS.iter().map(|(file, title)| (*title, rules(&read(file)))).collect();
    let words = rules(&read("words"));
    let words: BTreeMap<String, String> =
        notation::literals(words.iter().chain(parts.iter().flat_map(|(_, rules)| rules)));
    let mut page = INTRODUCTION.to_owned();
    page.push_str("\n## Items\n\n| an item begins with | and goes on with | between its braces |\n|---|---|---|\n");
    for (names, head, lines) in ITEMS {
        let names: Vec<String> = names.split(' ').map(|name| format!("`{name}`")).collect();
        let heads: Vec<String> = head.split(' ').map(|head| format!("`{head}`")).collect();
        page.push_str(&format!("| {} | {} | {lines} |\n", names.join(", "), heads.join(", ")));
    }
    for (title, rules) in &parts {
        let shown: Vec<String> = rules.iter().filter_map(|rule| rule.shown(&words)).collect();
        let note = match *title {
            "Expressions" => BINDING,
            "Words, numbers, cases" => LETTERS,
            _ => "",
        };
        page.push_str(&format!("\n## {title}\n{note}\n```text\n{}```\n", shown.concat()));
    }
    page
}
