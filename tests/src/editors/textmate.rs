//! The colours of Visual Studio Code, and of whatever else reads grammars of TextMate. In: the word list. Out: JSON.
//!
//! Every word is taken whole, also one that has no colour, so that no number is seen inside a name. The patterns are the
//! lexer's, in the order in which it prefers them.

use super::{Shade, words};
use wgr_grammar::WordClass;

/// A letter of a name, and what may stand behind the first: the nearest that these patterns have to `XID_Start` and `XID_Continue`.
const FIRST: &str = r"[\p{L}\p{Nl}_]";
const NEXT: &str = r"[\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]";

/// The lines of the ledger in a case.
const CASE_LINES: &str = r"#[a-z]+(?:\.(?:[a-z]+|[0-9]+))*(?:,[a-z]+(?:\.(?:[a-z]+|[0-9]+))*)*";

/// Items whose first line has no name directly behind the keyword.
const WITHOUT_NAME: [&str; 12] =
    ["game", "hole", "series", "victory", "limit", "rule", "sequence", "map", "look", "example", "never", "errata"];

/// One of `patterns`.
struct Pattern {
    /// Empty: it has no colour of its own.
    name: String,
    found: String,
    /// What its parts are called, by their number; or, as number 0, what is looked for inside it.
    parts: Vec<(u8, String)>,
}

impl Pattern {
    fn new(name: &str, found: &str) -> Pattern {
        Pattern { name: name.to_owned(), found: found.to_owned(), parts: Vec::new() }
    }

    fn with(mut self, part: u8, name: &str) -> Pattern {
        self.parts.push((part, format!("{{ \"name\": {} }}", quoted(name))));
        self
    }

    fn inside(mut self, name: &str, found: &str) -> Pattern {
        let inner = format!("{{ \"patterns\": [{{ \"name\": {}, \"match\": {} }}] }}", quoted(name), quoted(found));
        self.parts.push((0, inner));
        self
    }

    fn written(&self) -> String {
        let mut lines = Vec::new();
        if !self.name.is_empty() {
            lines.push(format!("      \"name\": {}", quoted(&self.name)));
        }
        lines.push(format!("      \"match\": {}", quoted(&self.found)));
        if !self.parts.is_empty() {
            let parts = self.parts.iter().map(|(at, part)| format!("        \"{at}\": {part}"));
            lines.push(format!("      \"captures\": {{\n{}\n      }}", parts.collect::<Vec<String>>().join(",\n")));
        }
        format!("    {{\n{}\n    }}", lines.join(",\n"))
    }
}

/// A text of JSON; patterns hold no signs but these two that it would mind.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

fn scope(shade: Shade, more: &str) -> String {
    format!("{}{more}.wgr", shade.scope())
}

/// These words, each to its end.
fn whole(words: &[&str]) -> String {
    format!("(?:{})(?!{NEXT})", words.join("|"))
}

/// The words of items in the first column, with the name that follows.
fn items() -> [Pattern; 2] {
    let item = scope(Shade::Word(WordClass::Item), "");
    let (plain, named): (Vec<&str>, Vec<&str>) =
        words(WordClass::Item).into_iter().partition(|word| WITHOUT_NAME.contains(word));
    let reserved: Vec<&str> = wgr_grammar::RESERVED.iter().map(|entry| entry.text).collect();
    let name = format!(r"^({})(?:[ \t]+(?!{})({FIRST}{NEXT}*))?", whole(&named), whole(&reserved));
    [
        Pattern::new("", &name).with(1, &item).with(2, "entity.name.function.wgr"),
        Pattern::new(&item, &format!("^{}", whole(&plain))),
    ]
}

fn patterns() -> Vec<Pattern> {
    let string = scope(Shade::String, "");
    let unclosed = format!("{string} invalid.illegal.unclosed.wgr");
    let escape = ("constant.character.escape.wgr", r"\\.");
    let number = scope(Shade::Number, "");
    let case = scope(Shade::Number, ".case");
    let mut found = vec![
        Pattern::new(&scope(Shade::Comment, ".documentation"), "///(?!/).*$"),
        Pattern::new(&scope(Shade::Comment, ".double-slash"), "//.*$"),
        Pattern::new(&string, r#""(?:[^"\\]|\\.)*""#).inside(escape.0, escape.1),
        Pattern::new(&unclosed, r#""(?:[^"\\]|\\.)*\\?$"#).inside(escape.0, escape.1),
    ];
    found.extend(items());
    let classes =
        [WordClass::Operator, WordClass::Counting, WordClass::Literal, WordClass::Clause, WordClass::Statement];
    found.extend(classes.map(|class| Pattern::new(&scope(Shade::Word(class), ""), &whole(&words(class)))));
    found.extend([
        Pattern::new(&case, &format!(r"[A-Z]+[0-9]*(?:\.[0-9]+)+(?:{CASE_LINES})?")),
        Pattern::new("", &format!("{FIRST}{NEXT}*")),
        Pattern::new(&scope(Shade::Number, ".dice"), "[0-9]+d[0-9]+"),
        Pattern::new(&case, &format!(r"[0-9]+(?:\.[0-9]+)+(?:{CASE_LINES})?")),
        Pattern::new(&case, &format!("[0-9]*{CASE_LINES}")),
        Pattern::new(&number, "[0-9]+"),
        Pattern::new("keyword.operator.wgr", r"<=|>=|\.\.|[-+*/=<>?]"),
    ]);
    found
}

/// `editors/vscode/syntaxes/wgr.tmLanguage.json`.
pub fn grammar() -> String {
    let patterns: Vec<String> = patterns().iter().map(Pattern::written).collect();
    format!(
        "{{\n  \"information_for_contributors\": \"Written by: cargo run -p wgr-tests --example textmate\",\n  \"name\": \"wgr\",\n  \
         \"scopeName\": \"source.wgr\",\n  \"fileTypes\": [\"wgr\"],\n  \"patterns\": [\n{}\n  ]\n}}\n",
        patterns.join(",\n")
    )
}
