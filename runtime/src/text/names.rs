//! Names: which words may be one.

/// Words that are never the name of a local, a cell, a table, a function, a domain or a kind: wherever a name
/// could begin or continue an expression or a statement, these say something else. All other words of the
/// grammar stand where no name can, and members, arms and labels may be any word. In order.
const RESERVED: [&str; 62] = [
    "alike",
    "all",
    "and",
    "as",
    "ask",
    "blocked",
    "bool",
    "break",
    "buyable",
    "by",
    "call",
    "carry",
    "complete",
    "div",
    "divup",
    "draw",
    "else",
    "empty",
    "end",
    "erase",
    "extend",
    "fail",
    "for",
    "group",
    "if",
    "in",
    "int",
    "let",
    "limit",
    "loop",
    "mark",
    "mod",
    "no",
    "none",
    "not",
    "of",
    "offer",
    "opt",
    "or",
    "otherwise",
    "pass",
    "peek",
    "ray",
    "repeat",
    "return",
    "reveal",
    "roll",
    "row",
    "ruling",
    "seal",
    "search",
    "set",
    "settle",
    "spendable",
    "stop",
    "suppose",
    "swap",
    "then",
    "together",
    "when",
    "yes",
    "yields",
];

/// Operations that are written like calls, so that no function can have their names. In order.
const CALLED: [&str; 29] = [
    "any",
    "between",
    "column",
    "count",
    "disc",
    "distance",
    "down",
    "edge",
    "edge_high",
    "edge_low",
    "every",
    "filter",
    "gather",
    "highest",
    "least",
    "line",
    "lowest",
    "max",
    "min",
    "most",
    "neighbour",
    "opposite",
    "ring",
    "row_of",
    "single",
    "size",
    "sum",
    "toward",
    "up",
];

/// Words of table data that no member of an enum can have.
const VALUES: [&str; 3] = ["yes", "no", "none"];

/// May a local, a cell, a table, a function, a domain or a kind have this name?
pub fn is_name(text: &str) -> bool {
    is_word(text) && !is_reserved(text)
}

/// May a function have this name?
pub fn is_func_name(text: &str) -> bool {
    is_name(text) && !is_called(text)
}

/// Is an operation written like a call of this name?
pub fn is_called(text: &str) -> bool {
    CALLED.binary_search(&text).is_ok()
}

/// May a member of an enum have this name? What is no word, like `A0D1*`, stands in quotes.
pub fn is_member_name(text: &str) -> bool {
    !text.is_empty() && is_title(text) && !VALUES.contains(&text)
}

/// Can a member of this name be written without quotes?
pub(super) fn is_bare_member(text: &str) -> bool {
    is_word(text) && !VALUES.contains(&text)
}

/// May an arm of an ask or a row have this name?
pub fn is_label(text: &str) -> bool {
    is_word(text)
}

/// Can this stand behind `@`?
pub fn is_case(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| in_case(c) && c != ',')
}

/// May this stand in a string?
pub fn is_title(text: &str) -> bool {
    !text.contains('\n')
}

/// Belongs to what stands behind `@`, commas included.
pub fn in_case(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '"' | '{' | '}')
}

fn is_reserved(text: &str) -> bool {
    RESERVED.binary_search(&text).is_ok()
}

/// A letter or `_` followed by letters, digits or `_`.
pub(super) fn is_word(text: &str) -> bool {
    text.chars().next().is_some_and(starts_word) && text.chars().all(in_word)
}

pub fn starts_word(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

pub fn in_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

#[cfg(test)]
mod tests {
    #[test]
    fn words_stand_in_the_order_in_which_they_are_looked_up() {
        assert!(super::RESERVED.is_sorted() && super::CALLED.is_sorted());
    }
}
