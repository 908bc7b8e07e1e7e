//! The two streams. Lines are written as they come; a reader that has gone (`| head`) is no error, and the game is
//! still played to where its save and its exit code are due. What is no letter is escaped: no file speaks to the
//! terminal.

use crate::exit::{Exit, Failure};
use crate::table::{Room, Sign, coloured, plain};
use std::env::{var, var_os};
use std::io::{Error, ErrorKind, IsTerminal, Write, stderr, stdout};
use std::time::{Duration, Instant};
use wgr_compiler::{Look, moves, quoted};

/// Lines longer than this are hard to read, however wide the screen.
const WIDEST: usize = 120;

pub(crate) struct Out {
    to: Box<dyn Write>,
    /// Somebody looks at it as it comes.
    terminal: bool,
    /// Nobody reads any more, or the first thing that went wrong.
    lost: Option<Error>,
}

impl Out {
    pub(crate) fn new() -> Out {
        Out { terminal: stdout().is_terminal(), to: Box::new(stdout().lock()), lost: None }
    }

    /// A terminal that is none: what would be said on one is written there.
    #[cfg(test)]
    pub(crate) fn terminal(to: impl Write + 'static) -> Out {
        Out { terminal: true, to: Box::new(to), lost: None }
    }

    pub(crate) fn line(&mut self, text: &str) {
        if self.lost.is_none() {
            self.lost = writeln!(self.to, "{}", one_line(text)).err();
        }
    }

    /// Each line of a text.
    pub(crate) fn lines(&mut self, text: &str) {
        text.lines().for_each(|line| self.line(line));
    }

    /// A line of the terminal's own drawing, in colours where it has some.
    pub(crate) fn signs(&mut self, signs: &[Sign]) {
        if self.terminal && look().colour {
            self.drawn(&format!("{}\n", coloured(signs)));
        } else {
            self.line(&plain(signs));
        }
    }

    /// Does somebody look at it as it comes?
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// What an answer is awaited behind; only people need it.
    pub(crate) fn wait(&mut self, text: &str) {
        if self.lost.is_none() && self.terminal {
            self.lost = write!(self.to, "{text}").and_then(|()| self.to.flush()).err();
        }
    }

    /// Whole lines that are safe for a terminal already: what `wgr_compiler::render` draws.
    pub(crate) fn drawn(&mut self, text: &str) {
        if self.lost.is_none() {
            self.lost = self.to.write_all(text.as_bytes()).err();
        }
    }

    /// The exit code, a worse one if what was said could not be written for another reason than a reader gone.
    pub(crate) fn finish(mut self, exit: Exit) -> Exit {
        let lost = self.lost.take().or_else(|| self.to.flush().err());
        match lost {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => {
                let what = format!("the standard output cannot be written ({error}): send it somewhere else");
                exit.max(Failure::bad_use(what).told())
            }
            Some(_) | None => exit,
        }
    }
}

/// What the reader can see: plain letters where no terminal listens; colours unless `NO_COLOR` is set.
pub(crate) fn look() -> Look {
    let terminal = stdout().is_terminal() && var("TERM").is_ok_and(|term| term != "dumb");
    let plain = var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let locale =
        ["LC_ALL", "LC_CTYPE", "LANG"].iter().filter_map(|name| var(name).ok()).find(|value| !value.is_empty());
    let unicode = locale.is_some_and(|locale| locale.to_uppercase().replace('-', "").ends_with("UTF8"));
    let columns = said("COLUMNS").or_else(|| room().map(|room| room.wide));
    let width = columns.map_or(Look::PLAIN.width, |columns| columns.clamp(Look::PLAIN.width / 2, WIDEST));
    Look { colour: terminal && !plain, unicode: terminal && unicode, width }
}

fn said(name: &str) -> Option<usize> {
    var(name).ok().and_then(|number| number.parse::<usize>().ok())
}

/// How much a terminal shows at once; nothing where none listens.
pub(crate) fn room() -> Option<Room> {
    if !stdout().is_terminal() {
        return None;
    }
    let (wide, high) = terminal_size::terminal_size().map_or((80, 24), |(wide, high)| (wide.0.into(), high.0.into()));
    Some(Room { wide: said("COLUMNS").unwrap_or(wide), high: said("LINES").unwrap_or(high) })
}

/// How far a long work has come, on the standard error where somebody looks at it; gone when it is done.
pub(crate) struct Progress {
    what: &'static str,
    all: u64,
    /// When it was told last; nothing where nobody looks.
    told: Option<Instant>,
}

impl Progress {
    const EACH: Duration = Duration::from_millis(100);
    const WIDE: u64 = 30;
    /// To the beginning of the line, and away with it.
    const GONE: &str = "\r\x1b[K";

    pub(crate) fn new(what: &'static str, all: u64) -> Progress {
        Progress { what, all, told: stderr().is_terminal().then(Instant::now) }
    }

    pub(crate) fn done(&mut self, done: u64) {
        if self.told.is_some_and(|told| told.elapsed() >= Progress::EACH) {
            let full = (Progress::WIDE * done / self.all.max(1)) as usize;
            let bar = format!("{}{}", "=".repeat(full), " ".repeat(Progress::WIDE as usize - full));
            let _ = write!(stderr(), "\r[{bar}] {} {done} of {}", self.what, self.all);
            self.told = Some(Instant::now());
        }
    }

    /// Something else is told where the bar stands, which comes again behind it.
    pub(crate) fn aside(&self, tell: impl FnOnce()) {
        if self.told.is_some() {
            let _ = write!(stderr(), "{}", Progress::GONE);
        }
        tell();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.told.is_some() {
            let _ = write!(stderr(), "{}", Progress::GONE);
        }
    }
}

/// One line for the standard error; if that is closed, nobody wants to know.
pub(crate) fn tell_error(line: &str) {
    let _ = writeln!(stderr(), "{}", one_line(&quoted(line)));
}

/// The same without anything that moves a cursor or turns the direction of reading. Whatever JSON leaves as it is becomes
/// an escape that JSON knows.
fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{7f}'.. if moves(letter) => line.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ if moves(letter) => line.extend(letter.escape_default()),
            _ => line.push(letter),
        }
    }
    line
}
