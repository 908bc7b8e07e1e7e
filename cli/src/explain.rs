//! `wgr explain`: the page of a code, the meaning of a word.

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::out::Out;
use wgr_compiler::diag::{Code, did_you_mean};
use wgr_grammar::{ITEMS, RESERVED, WordClass, WordEntry, is_reserved};

pub(crate) fn run(args: &Explain, out: &mut Out) -> Result<Exit, Failure> {
    let Some(what) = &args.what else {
        list(out);
        return Ok(Exit::Fine);
    };
    let small = what.trim().to_lowercase();
    let code = Code::named(&small);
    if let Some(code) = code {
        code.page().lines().for_each(|line| out.line(line));
        return Ok(Exit::Fine);
    }
    let meanings = words().filter(|entry| entry.text == small);
    let lines: Vec<String> = meanings.map(|entry| format!("{}: {}", entry.text, told(entry))).collect();
    if !lines.is_empty() {
        lines.iter().for_each(|line| out.line(line));
        return Ok(Exit::Fine);
    }
    let known = Code::ALL.iter().map(|code| code.word()).chain(words().map(|entry| entry.text));
    let near = did_you_mean(&small, "code", known);
    let near = near.unwrap_or_else(|| "`wgr explain` alone lists all codes".to_owned());
    Err(Failure::bad_use(format!("no message and no word of the language is called `{what}`: {near}")))
}

/// Words that cannot be names, and those that open items; some are both.
fn words() -> impl Iterator<Item = &'static WordEntry> {
    RESERVED.iter().chain(&ITEMS)
}

/// What sort of word it is, what it means, whether it may be a name.
fn told(entry: &WordEntry) -> String {
    let sort = match entry.class {
        WordClass::Item => "opens an item in the first column",
        WordClass::Operator => "joins or binds what stands beside it",
        WordClass::Counting => "speaks of several at once",
        WordClass::Literal => "stands for itself",
        WordClass::Clause => "part of a row or of the first line of an item",
        WordClass::Statement => "the verb of a statement, or its beginning",
    };
    let name = if is_reserved(entry.text) { "; no name can be called so" } else { "" };
    format!("{} ({sort}{name})", entry.meaning)
}

fn list(out: &mut Out) {
    let widest = Code::ALL.iter().map(|code| code.word().len()).max().unwrap_or_default();
    for code in Code::ALL {
        out.line(&format!("{:widest$}  {}", code.word(), code.summary()));
    }
}
