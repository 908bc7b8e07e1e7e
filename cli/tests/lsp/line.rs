//! A line to a server that runs: what is said, what is heard, how it ended.

use crate::run::{Ran, wgr};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

pub(crate) struct Line {
    server: Child,
    /// None once the line is closed.
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    /// The request that was made last, where nobody has answered it yet.
    asked: Option<Value>,
}

/// What the test asks to know when the server is at rest.
const REST: &str = "at rest?";

impl Line {
    pub(crate) fn open(more: &[&str]) -> Line {
        let mut command = wgr(&["lsp"]);
        command.args(more).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let (to, from) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        Line { server, to, from, asked: None }
    }

    pub(crate) fn raw(&mut self, bytes: &[u8]) {
        let to = self.to.as_mut().unwrap();
        // A server that has ended does not read; what it says of that is what counts.
        let _ = to.write_all(bytes).and_then(|()| to.flush());
    }

    pub(crate) fn say(&mut self, message: &Value) {
        let mut message = message.clone();
        message["jsonrpc"] = json!("2.0");
        self.asked = message.get("method").and(message.get("id")).cloned();
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub(crate) fn hang_up(&mut self) {
        self.to = None;
    }

    /// All that is heard until the server has nothing more to say, or has ended.
    pub(crate) fn until_rest(&mut self) -> Vec<Value> {
        let waits = self.asked.take();
        if waits.is_none() && self.to.is_some() {
            let nothing = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } });
            let params = json!({ "textDocument": { "uri": "untitled:none" }, "range": nothing, "context": { "diagnostics": [] } });
            self.say(&json!({ "id": REST, "method": "textDocument/codeAction", "params": params }));
            self.asked = None;
        }
        let mut heard = Vec::new();
        while let Some(mut message) = self.hear() {
            let answered = message.get("method").is_none().then(|| message["id"].clone());
            if answered == Some(json!(REST)) {
                break;
            }
            message.as_object_mut().unwrap().remove("jsonrpc");
            heard.push(message);
            if waits.is_some() && answered == waits {
                break;
            }
        }
        heard
    }

    fn hear(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut head = String::new();
            if self.from.read_line(&mut head).unwrap() == 0 {
                return None;
            }
            match head.trim().split_once(": ") {
                Some((_, bytes)) => length = bytes.parse().unwrap(),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        Some(serde_json::from_slice(&body).unwrap())
    }

    /// How the server ended.
    pub(crate) fn ended(mut self) -> Ran {
        self.to = None;
        self.server.wait_with_output().unwrap().into()
    }
}
