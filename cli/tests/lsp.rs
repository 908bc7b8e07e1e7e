//! Conversations with `wgr lsp`: what is said in `tests/lsp/NAME.talk`, and both sides of it as a snapshot.
//!
//! A line of a talk is a message, without `jsonrpc`; `$GAME` is the name of the folder of a new game, `$TEXT(FILE)` the
//! text of a file in it. `disk FILE TEXT` writes a file (`\xff` is no text). `raw` sends bytes as they stand, `gone` closes the line, `#` is a comment. Behind each message
//! that asks nothing a request of the test's own waits until the server is at rest.

#![expect(clippy::disallowed_methods, reason = "cli is where IO lives")]

#[path = "lsp/line.rs"]
mod line;
mod run;

use line::Line;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

fn talk(name: &str) {
    let folder = run::folder(&format!("lsp_{name}")).join("valley");
    let shown = folder.display().to_string();
    run::fine(&["new", &shown]);
    let script = run::held(&format!("{}/tests/lsp/{name}.talk", env!("CARGO_MANIFEST_DIR")));
    let mut line = Line::open(&[]);
    let mut heard = String::new();
    for said in script.lines().filter(|said| !said.is_empty()) {
        heard.push_str(&format!("{}{said}\n", if said.starts_with('#') { "\n" } else { "-> " }));
        match said.split_once(' ') {
            Some(("#", _)) => continue,
            Some(("disk", what)) => {
                let (name, text) = what.split_once(' ').unwrap();
                let no_text = text == "\\xff";
                run::file(&folder, name, if no_text { b"\xff".to_vec() } else { format!("{text}\n").into_bytes() });
            }
            Some(("raw", bytes)) => line.raw(bytes.replace("\\r\\n", "\r\n").as_bytes()),
            _ if said == "gone" => line.hang_up(),
            _ => line.say(&message(said, &folder)),
        }
        for answer in line.until_rest() {
            let answer = answer.to_string().replace(&format!("file://{shown}"), "$GAME").replace(&shown, "$GAME");
            heard.push_str(&format!("<- {answer}\n"));
        }
    }
    let ran = line.ended();
    heard.push_str(&format!("\nexit {}\n{}", ran.code, ran.err));
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("lsp");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, heard));
}

/// A message with the texts that it names.
fn message(said: &str, folder: &Path) -> Value {
    let mut said = said.replace("$GAME", &format!("file://{}", folder.display()));
    while let Some((before, rest)) = said.split_once("$TEXT(") {
        let (name, after) = rest.split_once(')').unwrap();
        let text = run::held(&folder.join(name).display().to_string());
        let text = json!(text).to_string();
        said = format!("{before}{}{after}", text.trim_matches('"'));
    }
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"))
}

#[test]
fn the_verb_takes_no_game() {
    run::refused(&["lsp", "game"], 2, "unexpected argument");
    Line::open(&["--stdio"]).hang_up();
}

/// A line on which a file of the first whole game is open, its name and its text.
fn opened(file: &str) -> (Line, String, String) {
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/fleur-au-fusil").canonicalize().unwrap();
    let path = game.join(file).display().to_string();
    let (uri, text) = (format!("file://{path}"), run::held(&path));
    let mut line = Line::open(&[]);
    line.say(&json!({ "id": 1, "method": "initialize", "params": { "capabilities": {} } }));
    line.until_rest();
    let document = json!({ "uri": uri, "languageId": "wgr", "version": 1, "text": text });
    line.say(&json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } }));
    line.until_rest();
    (line, uri, text)
}

/// `cargo test --release --workspace --test lsp -- --ignored --nocapture` tells it.
#[test]
#[ignore = "it measures and judges nothing"]
fn how_long_messages_take_behind_a_key() {
    const KEYS: usize = 200;
    let (mut line, uri, text) = opened("rules/06_movement.wgr");
    // A letter is typed into every line in turn, and taken away again.
    let lines: Vec<usize> = (0..text.lines().count()).filter(|at| text.lines().nth(*at).unwrap().len() > 20).collect();
    let mut took: Vec<Duration> = Vec::new();
    for key in 0..KEYS {
        let (row, column) = (lines[key / 2 % lines.len()], 6 + key / 2 % 14);
        let (typed, end) = if key % 2 == 0 { ("x", column) } else { ("", column + 1) };
        let range = json!({ "start": { "line": row, "character": column }, "end": { "line": row, "character": end } });
        let params = json!({
            "textDocument": { "uri": uri, "version": key + 2 },
            "contentChanges": [{ "range": range, "text": typed }],
        });
        let begun = Instant::now();
        line.say(&json!({ "method": "textDocument/didChange", "params": params }));
        assert!(!line.until_rest().is_empty());
        took.push(begun.elapsed());
    }
    took.sort();
    println!("{KEYS} keys: median {:?}, 95 of 100 within {:?}", took[KEYS / 2], took[KEYS * 95 / 100]);
}

/// `cargo test --release --workspace --test lsp -- --ignored --nocapture` tells it.
#[test]
#[ignore = "it measures and judges nothing"]
fn how_long_what_is_asked_of_a_name_takes() {
    const ASKED: usize = 200;
    let (mut line, uri, text) = opened("rules/07_combat.wgr");
    let lines: Vec<(usize, &str)> = text.lines().enumerate().filter(|(_, text)| text.len() > 60).collect();
    let methods = ["hover", "completion", "definition", "documentHighlight", "references", "prepareRename"];
    for method in methods {
        let mut took: Vec<Duration> = Vec::new();
        for asked in 0..ASKED {
            let (row, said) = lines[asked % lines.len()];
            let column = 13 + asked * 7 % (said.len() - 13);
            let position = json!({ "line": row, "character": column });
            let mut params = json!({ "textDocument": { "uri": uri }, "position": position });
            if method == "references" {
                params["context"] = json!({ "includeDeclaration": true });
            }
            let begun = Instant::now();
            line.say(&json!({ "id": asked + 2, "method": format!("textDocument/{method}"), "params": params }));
            assert!(!line.until_rest().is_empty());
            took.push(begun.elapsed());
        }
        took.sort();
        println!("{method}: median {:?}, 95 of 100 within {:?}", took[ASKED / 2], took[ASKED * 95 / 100]);
    }
}

macro_rules! talks {
    ($($name:ident)+) => { $(#[test] fn $name() { talk(stringify!($name)); })+ };
}

talks! { begin_and_end messages_follow_edits bytes_or_units quick_fixes laid_out outline what_comes_next gone no_message }
talks! { hover where_it_is_declared another_name hints what_fits on_the_disk }
