//! The tree as s-expressions. In: a file's tree. Out: text that is the same whenever the tree is, spans apart.
//!
//! What is absent is not printed. With spans, each item, row, statement and expression begins with its place.

mod expr;
mod item;
mod row;
mod stmt;

use wgr_grammar::Span;
use wgr_grammar::ast::{Case, File, Name, Text};

/// Lines are broken where they would be longer.
const WIDTH: usize = 110;

/// The tree without places.
pub fn dump(file: &File) -> String {
    written(file, false)
}

/// The same with places, in bytes.
pub fn dump_with_spans(file: &File) -> String {
    written(file, true)
}

fn written(file: &File, spans: bool) -> String {
    let dumper = Dumper { spans };
    let mut out = String::new();
    for item in &file.items {
        dumper.item(item).write(&mut out, 0);
        out.push('\n');
    }
    out
}

struct Dumper {
    spans: bool,
}

/// One s-expression.
enum Tree {
    /// Nothing, also no blank.
    Absent,
    Word(String),
    List(Vec<Tree>),
}

impl Tree {
    fn is_absent(&self) -> bool {
        matches!(self, Tree::Absent)
    }

    /// On one line.
    fn flat(&self, out: &mut String) {
        match self {
            Tree::Absent => {}
            Tree::Word(word) => out.push_str(word),
            Tree::List(parts) => {
                out.push('(');
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        out.push(' ');
                    }
                    part.flat(out);
                }
                out.push(')');
            }
        }
    }

    /// How wide it is on one line, counted no further than needed.
    fn width(&self, most: usize) -> usize {
        match self {
            Tree::Absent => 0,
            Tree::Word(word) => word.chars().count(),
            Tree::List(parts) => {
                let mut width = 1 + parts.len();
                for part in parts {
                    if width > most {
                        break;
                    }
                    width += part.width(most);
                }
                width
            }
        }
    }

    fn write(&self, out: &mut String, indent: usize) {
        let Tree::List(parts) = self else { return self.flat(out) };
        if indent + self.width(WIDTH) <= WIDTH {
            return self.flat(out);
        }
        out.push('(');
        // Words stay with the head; what has parts of its own goes on lines of its own.
        let mut broken = false;
        for (at, part) in parts.iter().enumerate() {
            broken |= at > 0 && matches!(part, Tree::List(_));
            if broken {
                out.push('\n');
                out.extend(std::iter::repeat_n(' ', indent + 2));
                part.write(out, indent + 2);
            } else {
                if at > 0 {
                    out.push(' ');
                }
                part.flat(out);
            }
        }
        out.push(')');
    }
}

/// `(head part part)`, without what is absent.
fn list<const N: usize>(head: &str, parts: [Tree; N]) -> Tree {
    many(head, parts)
}

fn many(head: &str, parts: impl IntoIterator<Item = Tree>) -> Tree {
    let mut all = vec![word(head)];
    all.extend(parts.into_iter().filter(|part| !part.is_absent()));
    Tree::List(all)
}

/// `(head part part)`, nothing where there are no parts.
fn some(head: &str, parts: impl IntoIterator<Item = Tree>) -> Tree {
    let mut parts = parts.into_iter().filter(|part| !part.is_absent()).peekable();
    if parts.peek().is_none() {
        return Tree::Absent;
    }
    many(head, parts)
}

fn word(text: &str) -> Tree {
    Tree::Word(text.to_owned())
}

fn flag(text: &str, is: bool) -> Tree {
    if is { word(text) } else { Tree::Absent }
}

fn name(name: &Name) -> Tree {
    word(&name.text)
}

fn names(head: &str, all: &[Name]) -> Tree {
    some(head, all.iter().map(name))
}

fn named(head: &str, one: Option<&Name>) -> Tree {
    some(head, one.map(name))
}

fn text(text: &Text) -> Tree {
    Tree::Word(quoted(&text.text))
}

fn texts(head: &str, one: Option<&Text>) -> Tree {
    some(head, one.map(text))
}

fn title(title: Option<&Text>) -> Tree {
    title.map_or(Tree::Absent, text)
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for character in text.chars() {
        if matches!(character, '"' | '\\') {
            out.push('\\');
        }
        out.push(character);
    }
    out.push('"');
    out
}

fn cases(all: &[Case]) -> Tree {
    some("cases", all.iter().map(|case| word(&case.text)))
}

fn doc(lines: &[String]) -> Tree {
    some("doc", lines.iter().map(|line| Tree::Word(quoted(line))))
}

impl Dumper {
    /// Its place before its parts, where places are wanted.
    fn placed(&self, span: Span, tree: Tree) -> Tree {
        if !self.spans {
            return tree;
        }
        let place = Tree::Word(format!("@{}..{}", span.start, span.end));
        match tree {
            Tree::List(mut parts) => {
                parts.insert(0, place);
                Tree::List(parts)
            }
            Tree::Word(_) | Tree::Absent => Tree::List(vec![place, tree]),
        }
    }
}
