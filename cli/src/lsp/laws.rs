//! Laws over random edits: whatever was typed, an editor has been told what a fresh check of the same texts tells.
//!
//! The server is the one that runs, without its streams; the fresh check reads the texts from a folder, as `wgr check` does.

use super::documents::Documents;
use super::games::Told;
use super::messages::{Sheets, told};
use super::positions::Encoding;
use super::server::Server;
use crate::check::found;
use crate::load::load;
use lsp_server::{Message, Notification, Request, RequestId, Response};
use lsp_types::PublishDiagnosticsParams;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wgr_compiler::check;

/// The game, with letters of one to four bytes.
const FILES: [(&str, &str); 3] = [
    ("game.wgr", include_str!("../../template/game.wgr")),
    ("map.wgr", include_str!("../../template/map.wgr")),
    ("rules/3_combat.wgr", include_str!("../../template/rules/3_combat.wgr")),
];
const ROUNDS: usize = 60;
/// What is typed.
const TYPED: [&str; 12] = [
    "",
    "x",
    "é",
    "𝄞",
    "\n",
    "\r\n",
    "}",
    "{",
    "\"",
    " when no",
    "\n    3.2 \"It is too far away\" no\n",
    "value é: 0..3 { }\n",
];

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// An editor: its texts, and what it was told.
struct Editor {
    server: Server,
    folder: PathBuf,
    texts: BTreeMap<&'static str, String>,
    told: Told,
    version: i32,
}

impl Editor {
    fn open(folder: &Path, encoding: Encoding) -> Editor {
        let server = Server::new(None);
        let texts = FILES.map(|(name, text)| (name, text.to_owned()));
        let mut editor =
            Editor { server, folder: folder.to_owned(), texts: texts.into(), told: Told::new(), version: 1 };
        let capabilities = json!({ "general": { "positionEncodings": [encoding.kind()] } });
        editor.ask("initialize", json!({ "capabilities": capabilities }));
        for (name, text) in editor.texts.clone() {
            let document = json!({ "uri": editor.uri(name), "languageId": "wgr", "version": 1, "text": text });
            editor.note("textDocument/didOpen", json!({ "textDocument": document }));
        }
        editor
    }

    fn uri(&self, name: &str) -> String {
        super::uri::of(&self.folder.join(name)).unwrap().to_string()
    }

    fn note(&mut self, method: &str, params: Value) {
        self.server.hear(Notification::new(method.to_owned(), params).into());
    }

    fn ask(&mut self, method: &str, params: Value) {
        self.server.hear(Request::new(RequestId::from(1), method.to_owned(), params).into());
    }

    /// Puts a text in the place of some letters, and tells so, as an editor counts.
    fn edit(&mut self, dice: &mut Dice, encoding: Encoding) {
        let names: Vec<&str> = self.texts.keys().copied().collect();
        let name = names[dice.below(names.len())];
        if dice.below(7) == 0 {
            // Taken back as a whole.
            let text = FILES.iter().find(|(known, _)| *known == name).unwrap().1.to_owned();
            self.change(name, json!([{ "text": text }]));
            self.texts.insert(name, text);
            return;
        }
        let text = self.texts[name].clone();
        let letters: Vec<char> = text.chars().collect();
        let start = dice.below(letters.len() + 1);
        let end = (start + dice.below(6)).min(letters.len());
        let typed = TYPED[dice.below(TYPED.len())];
        let range = json!({ "start": place(&letters[..start], encoding), "end": place(&letters[..end], encoding) });
        let rest: String = letters[end..].iter().collect();
        let edited = letters[..start].iter().collect::<String>() + typed + &rest;
        self.change(name, json!([{ "range": range, "text": typed }]));
        self.texts.insert(name, edited);
    }

    fn change(&mut self, name: &str, changes: Value) {
        self.version += 1;
        let document = json!({ "uri": self.uri(name), "version": self.version });
        self.note("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// Lets the server work until it is at rest, and reads what it says.
    fn listen(&mut self) -> Vec<Response> {
        while self.server.work() {}
        let mut answers = Vec::new();
        for said in self.server.take_said() {
            match said {
                Message::Notification(note) => {
                    let told: PublishDiagnosticsParams = serde_json::from_value(note.params).unwrap();
                    self.told.insert(super::uri::path(&told.uri).unwrap(), told.diagnostics);
                }
                Message::Response(response) => answers.push(response),
                Message::Request(request) => panic!("nothing is asked: {request:?}"),
            }
        }
        self.told.retain(|_, messages| !messages.is_empty());
        answers
    }
}

/// A line ends with `\n`, `\r\n` or `\r`.
fn place(before: &[char], encoding: Encoding) -> Value {
    let (mut line, mut units) = (0, 0);
    for (at, letter) in before.iter().enumerate() {
        let ends = *letter == '\n' || *letter == '\r' && before.get(at + 1) != Some(&'\n');
        (line, units) = match (ends, encoding) {
            (true, _) => (line + 1, 0),
            (false, Encoding::Utf8) => (line, units + letter.len_utf8()),
            (false, Encoding::Utf16) => (line, units + letter.len_utf16()),
        };
    }
    json!({ "line": line, "character": units })
}

/// What a fresh check of these texts tells, read from the disk.
fn fresh(folder: &Path, texts: &BTreeMap<&str, String>, encoding: Encoding) -> Told {
    for (name, text) in texts {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let loaded = load(folder, &[], None).unwrap();
    let found = found(&loaded, check(&loaded.sources, loaded.ledger.as_ref()));
    let none = Documents::default();
    let sheets = Sheets::new(&loaded, &none, encoding);
    let mut all = Told::new();
    for message in found.told.iter().chain(&found.open) {
        let (path, message) = told(&sheets, message).unwrap();
        all.entry(path).or_default().push(message);
    }
    all
}

#[test]
fn after_any_edits_what_was_told_is_what_a_fresh_check_tells() {
    for (encoding, seed) in [(Encoding::Utf16, 7), (Encoding::Utf8, 11)] {
        let disk = tempfile::tempdir().unwrap();
        // The rest of the game lies on the disk for both.
        let folder = disk.path().join("game");
        std::fs::create_dir_all(folder.join("rules")).unwrap();
        std::fs::write(folder.join("rules/1_sequence.wgr"), include_str!("../../template/rules/1_sequence.wgr"))
            .unwrap();
        let (mut editor, mut dice) = (Editor::open(&folder, encoding), Dice(seed));
        editor.listen();
        let mut wrong = 0;
        for round in 0..ROUNDS {
            // Sometimes several at once.
            for _ in 0..=dice.below(3) {
                editor.edit(&mut dice, encoding);
            }
            editor.listen();
            let fresh = fresh(&folder, &editor.texts, encoding);
            wrong += fresh.len();
            assert_eq!(editor.told, fresh, "after edit {round}: {:?}", editor.texts);
        }
        assert!(wrong > ROUNDS, "{wrong} files with messages are none to speak of");
    }
}

#[test]
fn whatever_is_asked_of_whatever_text_is_answered_once() {
    let disk = tempfile::tempdir().unwrap();
    let (mut editor, mut dice) = (Editor::open(disk.path(), Encoding::Utf16), Dice(3));
    editor.listen();
    for _ in 0..ROUNDS {
        editor.edit(&mut dice, Encoding::Utf16);
        let uri = editor.uri(FILES[dice.below(FILES.len())].0);
        let at = json!({ "line": dice.below(40), "character": dice.below(90) });
        let document = json!({ "uri": uri });
        let range = json!({ "start": at, "end": { "line": 99, "character": 0 } });
        let context = json!({ "diagnostics": [] });
        let asked = [
            ("textDocument/completion", json!({ "textDocument": document, "position": at })),
            ("textDocument/codeAction", json!({ "textDocument": document, "range": range, "context": context })),
            ("textDocument/documentSymbol", json!({ "textDocument": document })),
            ("textDocument/foldingRange", json!({ "textDocument": document })),
            ("textDocument/semanticTokens/full", json!({ "textDocument": document })),
            (
                "textDocument/formatting",
                json!({ "textDocument": document, "options": { "tabSize": 4, "insertSpaces": true } }),
            ),
            ("workspace/symbol", json!({ "query": "a" })),
            ("textDocument/rename", json!({})),
            ("textDocument/hover", json!({ "textDocument": document, "position": at })),
            ("textDocument/definition", json!({ "textDocument": document, "position": at })),
            ("textDocument/typeDefinition", json!({ "textDocument": document, "position": at })),
            ("textDocument/signatureHelp", json!({ "textDocument": document, "position": at })),
            ("textDocument/documentHighlight", json!({ "textDocument": document, "position": at })),
            ("textDocument/prepareRename", json!({ "textDocument": document, "position": at })),
            ("textDocument/rename", json!({ "textDocument": document, "position": at, "newName": "é_2" })),
            ("textDocument/inlayHint", json!({ "textDocument": document, "range": range })),
            (
                "textDocument/references",
                json!({ "textDocument": document, "position": at, "context": { "includeDeclaration": true } }),
            ),
        ];
        let count = asked.len();
        for (method, params) in asked {
            editor.ask(method, params);
        }
        assert_eq!(editor.listen().len(), count);
    }
}

#[test]
fn what_is_called_off_before_it_is_begun_is_answered_as_that() {
    let mut editor = Editor::open(Path::new("/nowhere"), Encoding::Utf16);
    editor.listen();
    let asked = |id| Request::new(RequestId::from(id), "workspace/symbol".to_owned(), json!({ "query": "march" }));
    editor.server.hear(asked(7).into());
    editor.server.hear(asked(8).into());
    editor.note("$/cancelRequest", json!({ "id": 7 }));
    editor.note("$/cancelRequest", json!({ "id": "seven" }));
    editor.note("$/cancelRequest", json!({ "id": [] }));
    let answers = editor.listen();
    let codes: Vec<(RequestId, Option<i32>)> =
        answers.into_iter().map(|answer| (answer.id, answer.response_result.err().map(|error| error.code))).collect();
    assert_eq!(codes, [(RequestId::from(7), Some(-32800)), (RequestId::from(8), None)]);
}
