//! The law of trivia: comments, blank lines and layout change no byte of a program, no slot, and nothing of what is told.
//!
//! In: every game that is shipped, whole. Its lines get comments, stand apart, and begin elsewhere.

use wgr_compiler::{Checked, Starts, slots};
use wgr_grammar::{TokenKind, tokens};
use wgr_runtime::text::print;
use wgr_tests::shipped::{Shipped, all, shipped};

/// Words that would mean something outside of a comment.
const COMMENTS: [&str; 3] = ["// see u.covered", "// 9.9 \"Odd\" = 1 }", "// {"];

/// Each line ends with a comment, and lines of comments and empty ones stand between them.
fn commented(text: &str) -> String {
    let (mut out, mut nth) = (String::new(), 0);
    for token in tokens(text) {
        if token.kind == TokenKind::Newline {
            let comment = COMMENTS[nth % COMMENTS.len()];
            nth += 1;
            out.push_str(&format!("  {comment}\n"));
            if nth % 5 == 0 {
                out.push_str(&format!("\n    {comment}\n\n"));
            }
        } else {
            out.push_str(token.span.of(text));
        }
    }
    out
}

/// All that stands apart stands wider apart, but for what begins a line: that says what it belongs to.
fn wider(text: &str) -> String {
    let mut out = String::new();
    for token in tokens(text) {
        let begins = out.is_empty() || out.ends_with('\n');
        let spaces = if token.kind == TokenKind::Space && !begins { "   " } else { token.span.of(text) };
        out.push_str(spaces);
    }
    out
}

/// The game with each text changed, and how many came out otherwise.
fn changed(name: &str, change: fn(&str) -> String) -> (Shipped, usize) {
    let game = shipped(name);
    let texts: Vec<(String, String)> = game.files.iter().map(|(path, text)| (path.clone(), change(text))).collect();
    let changed = texts.iter().zip(&game.files).filter(|(one, other)| one != other).count();
    (game.with_texts(texts), changed)
}

fn check(name: &str, change: fn(&str) -> String) -> (Checked, usize) {
    let (game, changed) = changed(name, change);
    (game.check(Starts::ScenesToo), changed)
}

/// What is told, without where it stands.
fn told(checked: &Checked) -> Vec<String> {
    let all = checked.diagnostics.iter().chain(&checked.open);
    let mut told: Vec<String> = all.map(|told| format!("{:?}: {}", told.code, told.title)).collect();
    told.sort();
    told
}

#[test]
fn comments_and_layout_change_no_byte_of_a_program() {
    for name in all() {
        let (plain, _) = check(&name, str::to_owned);
        let program = print(&plain.compiled.as_ref().unwrap_or_else(|| panic!("{name} checks")).program);
        for (how, change) in [("commented", commented as fn(&str) -> String), ("wider", wider)] {
            let (other, changed) = check(&name, change);
            assert!(changed > 0, "{name}, {how}: nothing was changed");
            let compiled = other.compiled.as_ref().unwrap_or_else(|| panic!("{name}, {how}: {:#?}", other.diagnostics));
            assert!(print(&compiled.program) == program, "{name}, {how}: another program");
            assert_eq!(told(&other), told(&plain), "{name}, {how}");
        }
    }
}

#[test]
fn comments_and_layout_change_no_slot() {
    for name in all() {
        let printed = |change: fn(&str) -> String| -> Vec<String> {
            slots(&changed(&name, change).0.sources().0).iter().map(|(slot, _)| slot.to_string()).collect()
        };
        let plain = printed(str::to_owned);
        assert_eq!(printed(commented), plain, "{name}");
        assert_eq!(printed(wider), plain, "{name}");
    }
}
