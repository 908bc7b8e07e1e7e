//! The two streams. One thread reads; the other hears all that has come, then does one thing after the other. So what was
//! called off meanwhile is not done, and of ten edits at once only the last text is checked.

use super::server::Server;
use crate::args::Lsp;
use crate::exit::{Exit, Failure};
use lsp_server::Message;
use std::io::{BufRead, Read, stdin, stdout};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

/// No line of a head is longer.
const MOST_HEAD: u64 = 1 << 12;
/// No message is longer: more than all texts of a game.
const MOST_BYTES: u64 = 64 << 20;

/// What came: a message, the end, or something else and what is wrong with it.
type Came = Result<Option<Message>, String>;

pub(crate) fn run(_: &Lsp, root: Option<&Path>) -> Result<Exit, Failure> {
    let (sender, inbox) = channel();
    thread::spawn(move || {
        let mut input = stdin().lock();
        loop {
            let came = read(&mut input);
            let last = !matches!(came, Ok(Some(_)));
            if sender.send(came).is_err() || last {
                return;
            }
        }
    });
    // Where nobody reads any more, the next that is said ends it.
    let now = |message: Message| _ = message.write(&mut stdout().lock());
    converse(&inbox, &mut Server::new(root).saying(now))
}

fn converse(inbox: &Receiver<Came>, server: &mut Server) -> Result<Exit, Failure> {
    loop {
        while let Ok(came) = inbox.try_recv() {
            hear(came, server)?;
        }
        let worked = server.work();
        for message in server.take_said() {
            if message.write(&mut stdout().lock()).is_err() {
                // Nobody reads any more.
                return Ok(Exit::Wrong);
            }
        }
        if let Some(exit) = server.ended() {
            return Ok(exit);
        }
        if !worked {
            match inbox.recv() {
                Ok(came) => hear(came, server)?,
                Err(_) => return Ok(Exit::Wrong),
            }
        }
    }
}

fn hear(came: Came, server: &mut Server) -> Result<(), Failure> {
    match came {
        Ok(Some(message)) => server.hear(message),
        Ok(None) => server.left(),
        Err(what) => return Err(Failure::bad_use(format!("the editor sent what is no message: {what}"))),
    }
    Ok(())
}

/// One message; none at the end of the input.
fn read(input: &mut impl BufRead) -> Came {
    let mut length: Option<u64> = None;
    loop {
        let mut line = Vec::new();
        input.take(MOST_HEAD).read_until(b'\n', &mut line).map_err(|error| error.to_string())?;
        if line.is_empty() {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') {
            return Err("a head without an end".to_owned());
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            let value = value.trim();
            length = Some(value.parse().map_err(|_| format!("`{value}` is no length"))?);
        }
    }
    let length = length.ok_or("a head without `Content-Length`")?;
    if length > MOST_BYTES {
        return Err(format!("{length} bytes, {MOST_BYTES} at most"));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body).map_err(|error| error.to_string())?;
    if (body.len() as u64) < length {
        return Err(format!("it ends after {} of {length} bytes", body.len()));
    }
    serde_json::from_slice(&body).map(Some).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::read;

    fn came(bytes: &[u8]) -> String {
        match read(&mut &*bytes) {
            Ok(Some(message)) => serde_json::to_string(&message).unwrap(),
            Ok(None) => "the end".to_owned(),
            Err(what) => what,
        }
    }

    #[test]
    fn what_is_no_message_is_told_as_that() {
        assert_eq!(came(b""), "the end");
        assert_eq!(came(b"Content-Length: 21\r\n\r\n{\"id\":1,\"method\":\"m\"}"), "{\"id\":1,\"method\":\"m\"}");
        assert_eq!(came(b"content-length:21\nX: y\n\n{\"id\":1,\"method\":\"m\"}"), "{\"id\":1,\"method\":\"m\"}");
        assert_eq!(came(b"Content-Length: 9\r\n\r\n{}"), "it ends after 2 of 9 bytes");
        assert_eq!(came(b"Content-Length: 99999999999\r\n\r\n{}"), "99999999999 bytes, 67108864 at most");
        assert_eq!(came(b"Content-Length: -1\r\n\r\n{}"), "`-1` is no length");
        assert_eq!(came(b"Host: a\r\n\r\n{}"), "a head without `Content-Length`");
        assert_eq!(came(&[b'x'; 5000]), "a head without an end");
        assert!(came(b"Content-Length: 2\r\n\r\n[]").contains("did not match any variant"));
        let deep = "[".repeat(100_000);
        let deep = format!("Content-Length: {}\r\n\r\n{deep}", deep.len());
        assert!(came(deep.as_bytes()).contains("recursion limit"), "{}", came(deep.as_bytes()));
    }
}
