//! Rules of pest: read into a tree, freed from what only the machine needs, and written in one line or several.

use std::collections::BTreeMap;

pub(super) struct Rule {
    name: String,
    note: Vec<String>,
    body: Node,
}

#[derive(Clone, PartialEq)]
enum Node {
    Word(String),
    Name(String),
    All(Vec<Node>),
    One(Vec<Node>),
    /// With `?`, `*` or `+`.
    Times(Box<Node>, char),
    Nothing,
}

/// A line of the page is at most so wide.
const WIDE: usize = 120;

/// Rules that are told in words, or that only say how a file is read.
const UNTOLD: [&str; 19] = [
    "string",
    "WHITESPACE",
    "SOI",
    "EOI",
    "letter",
    "word_char",
    "skipped",
    "reserved",
    "binds",
    "one_expr",
    "in_parts",
    "soft",
    "opener",
    "ANY",
    "row_label",
    "stage_name",
    "verb",
    "whoever",
    "word_alone",
];

pub(super) fn rules(text: &str) -> Vec<Rule> {
    let mut found = Vec::new();
    let mut note: Vec<String> = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(comment) = line.strip_prefix("//") {
            note.push(comment.trim().to_owned());
            continue;
        }
        let Some((name, first)) = line.split_once(" = ") else {
            note.clear();
            continue;
        };
        let mut body = first.to_owned();
        while !balanced(&body) {
            let Some(more) = lines.next() else { break };
            body.push(' ');
            body.push_str(more.split("//").next().unwrap_or_default().trim());
        }
        let body = body.trim_start_matches(['_', '@', '$', '!']).trim();
        let body = body.strip_prefix('{').and_then(|body| body.strip_suffix('}')).unwrap_or(body);
        found.push(Rule { name: name.to_owned(), note: std::mem::take(&mut note), body: Reader::new(body).choice() });
    }
    found
}

/// Outside of quotes every brace is closed.
fn balanced(text: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for letter in text.chars() {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}

/// Rules that are just a word or a mark, or another name for one: what is written.
pub(super) fn literals<'r>(rules: impl Iterator<Item = &'r Rule> + Clone) -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    loop {
        let before = found.len();
        for rule in rules.clone() {
            let word = match &rule.body {
                Node::Word(word) => Some(word.clone()),
                Node::Name(name) => found.get(name).cloned(),
                Node::All(_) | Node::One(_) | Node::Times(..) | Node::Nothing => None,
            };
            found.extend(word.map(|word| (rule.name.clone(), word)));
        }
        if found.len() == before {
            return found;
        }
    }
}

impl Rule {
    /// As the page shows it; rules that are words are not shown.
    pub(super) fn shown(&self, words: &BTreeMap<String, String>) -> Option<String> {
        let told = !words.contains_key(&self.name) && !UNTOLD.contains(&self.name.as_str());
        if !told || self.body == Node::Nothing {
            return None;
        }
        let notes: String = self.note.iter().map(|note| format!("// {note}\n")).collect();
        let ways = if let Node::One(ways) = &self.body {
            ways.iter().map(|way| way.text(words, false)).collect()
        } else {
            vec![self.body.text(words, false)]
        };
        Some(format!("{notes}{}\n", wrapped(&self.name, &ways)))
    }
}

fn wrapped(name: &str, ways: &[String]) -> String {
    let line = format!("{name} = {}", ways.join(" | "));
    if line.len() <= WIDE {
        return line;
    }
    let mut text = format!("{name} =");
    let mut width = WIDE;
    for (at, way) in ways.iter().enumerate() {
        let way = if at == 0 { way.clone() } else { format!("| {way}") };
        if width + way.len() + 1 > WIDE {
            text.push_str("\n    ");
            width = 4;
        } else {
            text.push(' ');
            width += 1;
        }
        width += way.len();
        text.push_str(&way);
    }
    text
}

impl Node {
    fn text(&self, words: &BTreeMap<String, String>, tight: bool) -> String {
        let several = |parts: &[Node], between: &str| {
            let parts: Vec<String> = parts.iter().map(|part| part.text(words, true)).collect();
            if tight { format!("({})", parts.join(between)) } else { parts.join(between) }
        };
        match self {
            Node::Word(word) => format!("\"{word}\""),
            Node::Name(name) => match words.get(name) {
                Some(word) => format!("\"{word}\""),
                None => name.clone(),
            },
            Node::All(parts) => several(parts, " "),
            Node::One(parts) => several(parts, " | "),
            Node::Times(node, sign) => format!("{}{sign}", node.text(words, true)),
            Node::Nothing => String::new(),
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn new(rest: &'t str) -> Reader<'t> {
        Reader { rest: rest.trim() }
    }

    fn take(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    fn choice(&mut self) -> Node {
        self.take('|');
        let mut ways = vec![self.sequence()];
        while self.take('|') {
            ways.push(self.sequence());
        }
        several(ways, Node::One)
    }

    fn sequence(&mut self) -> Node {
        let mut parts = vec![self.part()];
        while self.take('~') {
            parts.push(self.part());
        }
        several(parts, Node::All)
    }

    /// One thing; what only looks ahead is nothing.
    fn part(&mut self) -> Node {
        if self.take('!') || self.take('&') {
            self.part();
            return Node::Nothing;
        }
        let mut node = if self.take('(') {
            let inner = self.choice();
            self.take(')');
            inner
        } else if self.rest.starts_with('"') {
            self.word()
        } else if self.rest.starts_with('\'') {
            // A range of letters is only ever looked ahead at.
            let end = self.rest.find(|letter: char| letter.is_whitespace()).unwrap_or(self.rest.len());
            self.rest = self.rest[end..].trim_start();
            Node::Nothing
        } else {
            self.name()
        };
        while let Some(sign) = ['?', '*', '+'].into_iter().find(|sign| self.rest.starts_with(*sign)) {
            self.take(sign);
            node = if node == Node::Nothing { node } else { Node::Times(Box::new(node), sign) };
        }
        node
    }

    fn word(&mut self) -> Node {
        let mut word = String::new();
        let mut escaped = false;
        for (at, letter) in self.rest.char_indices().skip(1) {
            match letter {
                _ if escaped => {
                    word.push(letter);
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.rest = self.rest[at + 1..].trim_start();
                    return Node::Word(word);
                }
                other => word.push(other),
            }
        }
        self.rest = "";
        Node::Word(word)
    }

    fn name(&mut self) -> Node {
        let end = self.rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(self.rest.len());
        let name = self.rest[..end].to_owned();
        self.rest = self.rest[end.max(1).min(self.rest.len())..].trim_start();
        match name.as_str() {
            "" | "SOI" | "EOI" | "WHITESPACE" | "skipped" => Node::Nothing,
            "word_char" => Node::Name("letter_or_digit".to_owned()),
            "ASCII_DIGIT" => Node::Name("digit".to_owned()),
            "ASCII_ALPHA_UPPER" => Node::Name("capital".to_owned()),
            "ASCII_ALPHA_LOWER" => Node::Name("small_letter".to_owned()),
            _ => Node::Name(name),
        }
    }
}

/// One thing stands for itself; nothing is left out.
fn several(parts: Vec<Node>, of: impl Fn(Vec<Node>) -> Node) -> Node {
    let mut parts: Vec<Node> = parts.into_iter().filter(|part| *part != Node::Nothing).collect();
    match parts.len() {
        0 => Node::Nothing,
        1 => parts.remove(0),
        _ => of(parts),
    }
}
