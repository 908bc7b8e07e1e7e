//! The server without its streams. In: messages, heard as they come. Out: messages to be sent. Promises: one answer to
//! each request, in the order in which they came; what was called off before it was begun is answered as that; messages
//! about rules are sent when nothing else is left to do, and before whatever rests on them.

use super::answers;
use super::documents::{Documents, key};
use super::games::{Game, Told, Which};
use super::positions::Encoding;
use crate::exit::Exit;
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    CancelParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams, NumberOrString, PublishDiagnosticsParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

/// Where in a conversation it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Before,
    Talking,
    /// `shutdown` was asked; `exit` is all that may come.
    Closing,
    Over(Exit),
}

/// Why a request gets no answer.
pub(crate) struct Refused {
    pub(crate) code: ErrorCode,
    pub(crate) what: String,
}

pub(crate) struct Server {
    stage: Stage,
    pub(crate) encoding: Encoding,
    root: Option<PathBuf>,
    heard: VecDeque<Message>,
    said: Vec<Message>,
    pub(crate) documents: Documents,
    pub(crate) games: BTreeMap<Which, Game>,
    /// Games that may not be what they were.
    stale: BTreeSet<Which>,
    /// Files whose places the editor has moved by itself.
    touched: BTreeSet<PathBuf>,
    /// What is said of each game.
    told: BTreeMap<Which, Told>,
    /// What the editor was told last.
    published: Told,
    /// Takes what is said while something is still being worked at.
    out: Option<Box<dyn FnMut(Message)>>,
    /// The editor tells of files that change on the disk where it is asked to.
    watches: bool,
}

impl Server {
    pub(crate) fn new(root: Option<&Path>) -> Server {
        Server {
            stage: Stage::Before,
            encoding: Encoding::Utf16,
            root: root.map(Path::to_owned),
            heard: VecDeque::new(),
            said: Vec::new(),
            documents: Documents::default(),
            games: BTreeMap::new(),
            stale: BTreeSet::new(),
            touched: BTreeSet::new(),
            told: BTreeMap::new(),
            published: Told::new(),
            out: None,
            watches: false,
        }
    }

    /// With somebody who takes messages at once: they wait for nothing that is still worked at.
    pub(crate) fn saying(self, out: impl FnMut(Message) + 'static) -> Server {
        Server { out: Some(Box::new(out)), ..self }
    }

    /// What came last is done last, but what is called off is called off at once.
    pub(crate) fn hear(&mut self, message: Message) {
        if let Message::Notification(note) = &message
            && note.method == "$/cancelRequest"
        {
            if let Ok(asked) = serde_json::from_value::<CancelParams>(note.params.clone()) {
                self.call_off(asked.id);
            }
            return;
        }
        self.heard.push_back(message);
    }

    fn call_off(&mut self, id: NumberOrString) {
        let id = match id {
            NumberOrString::Number(id) => RequestId::from(id),
            NumberOrString::String(id) => RequestId::from(id),
        };
        let waits = |message: &Message| matches!(message, Message::Request(request) if request.id == id);
        if let Some(at) = self.heard.iter().position(waits) {
            self.heard.remove(at);
            self.refuse(id, Refused { code: ErrorCode::RequestCanceled, what: "called off".to_owned() });
        }
    }

    /// The editor is gone.
    pub(crate) fn left(&mut self) {
        self.heard.push_back(Message::Notification(Notification::new("exit".to_owned(), Value::Null)));
    }

    /// How it ended, if it did.
    pub(crate) fn ended(&self) -> Option<Exit> {
        match self.stage {
            Stage::Over(exit) => Some(exit),
            Stage::Before | Stage::Talking | Stage::Closing => None,
        }
    }

    /// What is to be sent.
    pub(crate) fn take_said(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.said)
    }

    /// Does one thing; was there anything to do?
    pub(crate) fn work(&mut self) -> bool {
        match self.heard.pop_front() {
            Some(Message::Request(request)) => self.asked(request),
            Some(Message::Notification(note)) => self.noted(note),
            // Nothing is asked of editors that would need an answer.
            Some(Message::Response(_)) => {}
            None if !self.stale.is_empty() => self.settle(),
            // Nobody waits: what is asked next is looked for.
            None => match self.games.values().find(|game| game.is_unnamed()) {
                Some(game) => _ = game.names(),
                None => return false,
            },
        }
        true
    }

    fn asked(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.stage, method.as_str()) {
            (Stage::Before, "initialize") => self.begin(params),
            (Stage::Before, _) => {
                Err(Refused { code: ErrorCode::ServerNotInitialized, what: "`initialize` comes first".to_owned() })
            }
            (Stage::Talking, "shutdown") => {
                self.stage = Stage::Closing;
                Ok(Value::Null)
            }
            (Stage::Talking, "initialize") | (Stage::Closing | Stage::Over(_), _) => {
                Err(Refused { code: ErrorCode::InvalidRequest, what: format!("`{method}` has no place here") })
            }
            (Stage::Talking, _) => answers::answer(self, &method, params),
        };
        match answer {
            Ok(result) => self.said.push(Response::new_ok(id, result).into()),
            Err(refused) => self.refuse(id, refused),
        }
    }

    fn refuse(&mut self, id: RequestId, refused: Refused) {
        self.said.push(Response::new_err(id, refused.code as i32, refused.what).into());
    }

    fn begin(&mut self, params: Value) -> Result<Value, Refused> {
        let params: InitializeParams = read(params)?;
        self.encoding = Encoding::offered(&params.capabilities);
        let watched = params.capabilities.workspace.and_then(|workspace| workspace.did_change_watched_files);
        self.watches = watched.and_then(|watched| watched.dynamic_registration).unwrap_or_default();
        self.stage = Stage::Talking;
        Ok(answers::abilities(self.encoding))
    }

    fn noted(&mut self, note: Notification) {
        let Notification { method, params } = note;
        if method == "exit" {
            let fine = self.stage == Stage::Closing;
            self.stage = Stage::Over(if fine { Exit::Fine } else { Exit::Wrong });
        }
        if self.stage != Stage::Talking {
            return;
        }
        // A note that cannot be read has nobody to be told to.
        let _ = self.follow(&method, params);
    }

    fn follow(&mut self, method: &str, params: Value) -> Result<(), Refused> {
        match method {
            "initialized" if self.watches => self.said.push(watch()),
            "textDocument/didOpen" => {
                let opened = read::<DidOpenTextDocumentParams>(params)?.text_document;
                let path = self.documents.open(opened.uri, opened.version, opened.text);
                self.touch(&path);
            }
            "textDocument/didChange" => {
                let changed: DidChangeTextDocumentParams = read(params)?;
                let (document, changes) = (changed.text_document, changed.content_changes);
                if let Some(path) = self.documents.change(&document.uri, document.version, changes, self.encoding) {
                    self.touch(&path);
                }
            }
            "textDocument/didClose" => {
                let closed: DidCloseTextDocumentParams = read(params)?;
                let path = self.documents.close(&closed.text_document.uri);
                self.touch(&path);
            }
            "textDocument/didSave" => {
                let saved: DidSaveTextDocumentParams = read(params)?;
                self.touch(&key(&saved.text_document.uri));
                self.read_again();
            }
            "workspace/didChangeWatchedFiles" => {
                let _: DidChangeWatchedFilesParams = read(params)?;
                // A folder may have become a game, or be one no more.
                self.stale.extend(self.edited());
                self.stale.extend(self.games.keys().cloned());
                self.read_again();
            }
            _ => {}
        }
        Ok(())
    }

    /// The games of which something is open.
    fn edited(&self) -> BTreeSet<Which> {
        let (root, texts) = (self.root.as_deref(), &self.documents.texts);
        texts.keys().filter_map(|path| Which::of(path, root, texts)).collect()
    }

    /// Something is another file now, whatever it says of its length and time.
    fn read_again(&mut self) {
        let stale = self.games.iter_mut().filter(|(which, _)| self.stale.contains(which));
        stale.for_each(|(_, game)| game.read_again());
    }

    /// A document is another one now, and so may be every game that reads it.
    fn touch(&mut self, path: &Path) {
        self.touched.insert(path.to_owned());
        let edited = self.edited();
        let reads = |which: &Which, game: &Game| {
            which.holds(path) || game.loaded.as_ref().is_none_or(|loaded| loaded.reads(path))
        };
        self.stale.extend(self.games.iter().filter(|(which, game)| reads(which, game)).map(|(which, _)| which.clone()));
        self.stale.extend(self.which(path));
        self.stale.extend(edited.iter().filter(|which| !self.games.contains_key(which)).cloned());
        self.stale.extend(self.games.keys().filter(|which| !edited.contains(which)).cloned());
    }

    /// Checks what may be another one, and tells what is new.
    pub(crate) fn settle(&mut self) {
        let stale = std::mem::take(&mut self.stale);
        if stale.is_empty() {
            return;
        }
        let edited = self.edited();
        // A game of which nothing is open is left alone.
        self.games.retain(|which, _| edited.contains(which));
        self.told.retain(|which, _| edited.contains(which));
        let checked: Vec<Which> = stale.into_iter().filter(|which| edited.contains(which)).collect();
        for which in &checked {
            let mut game = self.games.remove(which).unwrap_or_default();
            let told = game.check(which, (self.root.as_deref(), &self.documents, self.encoding));
            self.told.insert(which.clone(), told);
            self.games.insert(which.clone(), game);
        }
        self.publish();
    }

    /// Says what is new of all games.
    fn publish(&mut self) {
        let documents = &self.documents;
        let mut now = Told::new();
        for (path, messages) in self.told.values().flatten() {
            let there = now.entry(path.clone()).or_default();
            for message in messages {
                // A series is read by each of its games.
                if !there.contains(message) {
                    there.push(message.clone());
                }
            }
        }
        let touched = std::mem::take(&mut self.touched);
        let before = std::mem::replace(&mut self.published, now);
        let paths: BTreeSet<&PathBuf> = before.keys().chain(self.published.keys()).chain(&touched).collect();
        for path in paths {
            let (was, is) = (before.get(path), self.published.get(path));
            let moved = touched.contains(path) && documents.texts.contains_key(path);
            if was == is && !moved {
                continue;
            }
            let Some(uri) = documents.uri(path) else { continue };
            let diagnostics = is.cloned().unwrap_or_default();
            let params = PublishDiagnosticsParams { uri, diagnostics, version: documents.version(path) };
            let note = Notification::new("textDocument/publishDiagnostics".to_owned(), params);
            self.said.push(note.into());
        }
        if let Some(out) = &mut self.out {
            std::mem::take(&mut self.said).into_iter().for_each(out);
        }
    }

    pub(crate) fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// The game of a document.
    pub(crate) fn which(&self, path: &Path) -> Option<Which> {
        Which::of(path, self.root.as_deref(), &self.documents.texts)
    }
}

pub(crate) fn read<P: DeserializeOwned>(params: Value) -> Result<P, Refused> {
    serde_json::from_value(params).map_err(|error| Refused { code: ErrorCode::InvalidParams, what: error.to_string() })
}

/// Asks to be told what changes on the disk.
fn watch() -> Message {
    let watchers = ["**/*.wgr", "**/ledger.tsv", "**/wgr.root"].map(|files| json!({ "globPattern": files }));
    let registration = json!({
        "id": "files",
        "method": "workspace/didChangeWatchedFiles",
        "registerOptions": { "watchers": watchers },
    });
    let params = json!({ "registrations": [registration] });
    Request::new(RequestId::from(1), "client/registerCapability".to_owned(), params).into()
}
