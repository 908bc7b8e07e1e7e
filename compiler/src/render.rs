//! How messages look: the only file that names miette.
//!
//! In: the texts, what is to be said, a format, and what the reader's terminal can show. Out: text, every message
//! ending in a line end; nothing for no messages. Promises: the same messages give the same text; no letter of a file
//! moves a cursor, for whatever is no visible letter is shown as `?` or `\u{..}`; a place outside its file is drawn at
//! the file's end, never an error.
//!
//! - full: miette draws the author's own lines, we write headline, reasons and help around them.
//! - short: `PATH:LINE:COLUMN: wrong[CODE]: headline (for example: ..; help: ..)`, a line each.
//! - json: an object on a line each, with all there is ([`crate::wire`] says how).
//! - narrated: whole sentences, for those who listen to a screen.

use crate::diag::{Diagnostic, Fix, Label, Place, Severity};
use crate::limits::MOST_QUOTED;
use crate::source::{FileId, Source, Sources};
use crate::wire;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents};
use miette::{SourceCode, SourceSpan, SpanContents};
use std::borrow::Cow;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Full,
    Short,
    Json,
    Narrated,
}

/// What the reader's terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    pub colour: bool,
    pub unicode: bool,
    /// Letters in a line; long headlines are broken there, the author's own lines never.
    pub width: usize,
}

impl Look {
    /// As snapshots are drawn: unicode without colour, 80 wide.
    pub const PLAIN: Look = Look { colour: false, unicode: true, width: 80 };
}

/// Narrower than this nothing can be read.
const LEAST_WIDTH: usize = 40;

/// Draws messages one after the other; `full` and `narrated` leave an empty line between two.
pub fn render(sources: &Sources, messages: &[Diagnostic], format: Format, look: Look) -> String {
    let one = |message: &Diagnostic| match format {
        Format::Full => Drawing { sources, look }.message(message, true),
        Format::Short => short(sources, message),
        Format::Json => wire::object(sources, message),
        Format::Narrated => narrated(sources, message, true),
    };
    let between = match format {
        Format::Full | Format::Narrated => "\n",
        Format::Short | Format::Json => "",
    };
    messages.iter().map(one).collect::<Vec<String>>().join(between)
}

fn short(sources: &Sources, message: &Diagnostic) -> String {
    let place = message.place().map_or(String::new(), |at| format!("{}: ", located(sources, at)));
    let severity = message.severity.word();
    // The situation that proves it says more than any help.
    let example = message.why.iter().find(|why| why.starts_with("for example: "));
    let beside = example.into_iter().map(|why| visible(why));
    let help = message.help.first().map(|help| format!("help: {}", visible(help)));
    let beside: Vec<String> = beside.chain(help).collect();
    let help = if beside.is_empty() { String::new() } else { format!(" ({})", beside.join("; ")) };
    let same = same(sources, message).map_or(String::new(), |same| format!(" ({same})"));
    format!("{place}{severity}[{}]: {}{help}{same}\n", message.code.word(), visible(&message.title))
}

/// `rules/06_movement.wgr:12:5`
fn located(sources: &Sources, at: Place) -> String {
    let (line, column) = sources.line_column(at.file, at.span.start);
    format!("{}:{line}:{column}", visible(sources.path(at.file)))
}

/// "the same in 6.6, 6.7 and 6.9"
fn same(sources: &Sources, message: &Diagnostic) -> Option<String> {
    let called = |(at, called): &(Place, String)| {
        let (line, _) = sources.line_column(at.file, at.span.start);
        if !called.is_empty() {
            visible(called)
        } else if message.place().is_some_and(|main| main.file == at.file) {
            format!("line {line}")
        } else {
            format!("{}:{line}", visible(sources.path(at.file)))
        }
    };
    let mut places: Vec<String> = message.same.iter().map(called).collect();
    places.dedup();
    let last = places.pop()?;
    let first = if places.is_empty() { String::new() } else { format!("{} and ", places.join(", ")) };
    Some(format!("the same in {first}{last}"))
}

/// Everything below the author's lines: a word that says what it is, and the line.
fn below(sources: &Sources, message: &Diagnostic) -> Vec<(&'static str, String)> {
    const DOES_IT: &str = "(`wgr check --fix` does it)";
    let says = |line: &str, what: &str| line == what || line.ends_with(&format!(" {what}"));
    let mends = |line: &str| message.certain().is_some_and(|fix| says(line, &fix.what));
    let why = message.why.iter().map(|line| ("", visible(line)));
    let help = message.help.iter().map(|line| match mends(line) {
        true => ("help", format!("{} {DOES_IT}", visible(line))),
        false => ("help", visible(line)),
    });
    // What the help says already is not said again: "did you mean `fog` or `frost`?"
    let offers = |line: &str, fix: &Fix| {
        let name = fix.what.strip_prefix("write ").filter(|_| !fix.certain);
        says(line, &fix.what) || name.is_some_and(|name| line.contains(name.trim_matches('`')))
    };
    let new = message.fixes.iter().filter(|fix| !message.help.iter().any(|line| offers(line, fix)));
    let fixes = new.map(|fix| match fix.certain {
        true => ("fix", format!("{} {DOES_IT}", visible(&fix.what))),
        false => ("maybe", visible(&fix.what)),
    });
    why.chain(same(sources, message).map(|same| ("", same))).chain(help).chain(fixes).collect()
}

/// No author writes longer lines, and drawn they bury what is said of them.
const LONGEST_DRAWN: usize = 2000;

/// Would a line be drawn that nobody can read?
fn too_long(sources: &Sources, message: &Diagnostic) -> bool {
    message.labels.iter().any(|label| {
        let (line, _) = sources.line_column(label.at.file, label.at.span.start);
        let drawn = |line| sources.get(label.at.file).and_then(|source| source.line(line)).map_or(0, str::len);
        (line.saturating_sub(1)..=line.saturating_add(1)).any(|line| drawn(line) > LONGEST_DRAWN)
    })
}

struct Drawing<'s> {
    sources: &'s Sources,
    look: Look,
}

impl Drawing<'_> {
    /// A message, and with an indent what else belongs to it; those have no code of their own.
    fn message(&self, message: &Diagnostic, coded: bool) -> String {
        if too_long(self.sources, message) {
            return short(self.sources, message);
        }
        let desk = Desk::new(self.sources, message);
        let drawn = Drawn::new(message, &desk, coded);
        let mut out = String::new();
        // Writing to a string fails only where a handler gives up; then what it wrote so far stands.
        let _ = self.handler().render_report(&mut out, &drawn);
        let mut out = bare(&out);
        for (word, line) in below(self.sources, message) {
            out.push_str(&self.footer(word, &line));
        }
        for part in &message.related {
            let narrow = Look { width: self.width().saturating_sub(4), ..self.look };
            let inner = Drawing { sources: self.sources, look: narrow }.message(part, false);
            out.extend(inner.lines().map(|line| if line.is_empty() { "\n".into() } else { format!("    {line}\n") }));
        }
        out
    }

    fn width(&self) -> usize {
        self.look.width.max(LEAST_WIDTH)
    }

    fn handler(&self) -> GraphicalReportHandler {
        let mut theme = match (self.look.colour, self.look.unicode) {
            (true, true) => GraphicalTheme::unicode(),
            (true, false) => GraphicalTheme::ascii(),
            (false, true) => GraphicalTheme::unicode_nocolor(),
            (false, false) => GraphicalTheme::none(),
        };
        if !self.look.unicode {
            theme.characters.underline = '-';
        }
        GraphicalReportHandler::new_themed(theme)
            .with_width(self.width())
            .with_links(false)
            .with_context_lines(1)
            .without_cause_chain()
            .without_syntax_highlighting()
    }

    /// `  help: write ..`, broken at the width; later lines stand under the first letter.
    fn footer(&self, word: &str, line: &str) -> String {
        let head = if word.is_empty() { "  ".to_owned() } else { format!("  {word}: ") };
        let room = self.width().saturating_sub(head.len()).max(LEAST_WIDTH / 2);
        let indent = " ".repeat(head.len());
        let mut out = String::new();
        for (at, part) in broken(line, room).iter().enumerate() {
            match at {
                0 if self.look.colour && !word.is_empty() => out.push_str(&format!("  \u{1b}[36m{word}:\u{1b}[0m ")),
                0 => out.push_str(&head),
                _ => out.push_str(&indent),
            }
            out.push_str(part);
            out.push('\n');
        }
        out
    }
}

/// Without blanks at the ends of lines and without empty lines before and behind.
fn bare(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).skip_while(|line| line.is_empty()).collect();
    let mut out = lines.join("\n");
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Lines of at most `room` letters; a word is never broken, and neither is what stands between two backticks.
fn broken(line: &str, room: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in words(line) {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > room {
            lines.push(String::new());
            length = 0;
        }
        let Some(last) = lines.last_mut() else { continue };
        if length > 0 {
            last.push(' ');
            length += 1;
        }
        last.push_str(word);
        length += letters;
    }
    lines
}

/// Parts between blanks; a blank between backticks is no end.
fn words(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let ends = |letter: char| {
        quoted ^= letter == '`';
        letter == ' ' && !quoted
    };
    line.split(ends).filter(|word| !word.is_empty()).collect()
}

fn narrated(sources: &Sources, message: &Diagnostic, coded: bool) -> String {
    let (severity, title) = (message.severity.word(), visible(&message.title));
    let mut out = match coded {
        true => format!("{severity}, {}: {title}.\n", message.code.word()),
        false => format!("This belongs to it: {title}.\n"),
    };
    let mut read = None;
    for label in &message.labels {
        let (line, column) = sources.line_column(label.at.file, label.at.span.start);
        let said = if label.text.is_empty() { String::new() } else { format!(": {}", visible(&label.text)) };
        let path = visible(sources.path(label.at.file));
        out.push_str(&format!("File {path}, line {line}, column {column}{}{said}.\n", pointed(sources, label.at)));
        let text = sources.get(label.at.file).and_then(|source| source.line(line)).unwrap_or_default();
        // The same line is not read out twice in a row.
        if read.replace((label.at.file, line)) != Some((label.at.file, line)) {
            out.push_str(&format!("Line {line} reads: {}\n", printable(text.trim())));
        }
    }
    for (word, line) in below(sources, message) {
        let head = match word {
            "help" => "Help: ",
            "fix" => "Fix: ",
            "maybe" => "Maybe: ",
            _ => "",
        };
        out.push_str(&capital(format!("{head}{line}\n")));
    }
    message.related.iter().for_each(|part| out.push_str(&narrated(sources, part, false)));
    capital(out)
}

/// ", at `cost = 1 MP`"; nothing where it is empty or runs over several lines.
fn pointed(sources: &Sources, at: Place) -> String {
    let text = sources.text(at);
    if text.is_empty() || text.contains('\n') { String::new() } else { format!(", at `{}`", printable(text)) }
}

fn capital(mut text: String) -> String {
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// The texts of one message as miette reads them: all on one desk, the file of the main place first.
struct Desk {
    sheets: Vec<Sheet>,
}

struct Sheet {
    file: FileId,
    /// Where it begins on the desk.
    base: usize,
    path: String,
    /// As it is, apart from letters that are not visible.
    source: Source,
}

impl Desk {
    fn new(sources: &Sources, message: &Diagnostic) -> Desk {
        let mut sheets: Vec<Sheet> = Vec::new();
        for label in &message.labels {
            let Some(source) = sources.get(label.at.file) else { continue };
            if sheets.iter().any(|sheet| sheet.file == label.at.file) {
                continue;
            }
            // A byte between two texts, so that no span runs from one into the next.
            let base = sheets.last().map_or(0, |last| last.base + last.source.text.len() + 1);
            let source = source.shown_as(printable(&source.text));
            sheets.push(Sheet { file: label.at.file, base, path: visible(&source.path), source });
        }
        Desk { sheets }
    }

    /// A label where it lies on the desk.
    fn span(&self, label: &Label, main: bool) -> Option<LabeledSpan> {
        let sheet = self.sheets.iter().find(|sheet| sheet.file == label.at.file)?;
        let text = &sheet.source.text;
        let start = inside(text, label.at.span.start);
        let end = inside(text, label.at.span.end).max(start);
        let said = (!label.text.is_empty()).then(|| visible(&label.text));
        let span = (sheet.base + start, end - start);
        Some(if main { LabeledSpan::new_primary_with_span(said, span) } else { LabeledSpan::new_with_span(said, span) })
    }
}

/// The nearest byte of the text that begins a letter, from above.
fn inside(text: &str, at: u32) -> usize {
    let mut at = (at as usize).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl SourceCode for Desk {
    /// Whole lines, so that columns are counted in letters.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let sheet = self.sheets.iter().rfind(|sheet| sheet.base <= span.offset()).ok_or(MietteError::OutOfBounds)?;
        let source = &sheet.source;
        let start = span.offset() - sheet.base;
        let end = start + span.len();
        if end > source.text.len() {
            return Err(MietteError::OutOfBounds);
        }
        let (line, column) = source.line_column(start as u32);
        // A span that ends with a line does not reach into the next.
        let (last, _) = source.line_column(end.saturating_sub(1).max(start) as u32);
        let first = line.saturating_sub(before as u32).max(1);
        let last = last.saturating_add(after as u32).min(source.lines());
        let from = if before == 0 { start } else { source.line_start(first).min(start) };
        let to = source.line_start(last + 1).max(end);
        let data = source.text.as_bytes().get(from..to).ok_or(MietteError::OutOfBounds)?;
        let column = if before == 0 { column as usize - 1 } else { 0 };
        let count = (last - first) as usize + 1;
        let span = SourceSpan::from((sheet.base + from, data.len()));
        let contents = MietteSpanContents::new_named(sheet.path.clone(), data, span, first as usize - 1, column, count);
        Ok(Box::new(contents))
    }
}

/// A message as miette knows them.
struct Drawn<'d> {
    headline: String,
    severity: Severity,
    labels: Vec<LabeledSpan>,
    desk: &'d Desk,
}

impl<'d> Drawn<'d> {
    fn new(message: &Diagnostic, desk: &'d Desk, coded: bool) -> Drawn<'d> {
        let title = visible(&message.title);
        let headline = match coded {
            true => format!("{}[{}]: {title}", message.severity.word(), message.code.word()),
            false => title,
        };
        let spans = message.labels.iter().enumerate();
        let labels = spans.filter_map(|(at, label)| desk.span(label, at == 0)).collect();
        Drawn { headline, severity: message.severity, labels, desk }
    }
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)
    }
}

impl fmt::Debug for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline)
    }
}

impl std::error::Error for Drawn<'_> {}

impl miette::Diagnostic for Drawn<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Wrong => miette::Severity::Error,
            Severity::NotProved => miette::Severity::Warning,
            Severity::Note | Severity::Proved => miette::Severity::Advice,
        })
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.desk)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.labels.is_empty() { None } else { Some(Box::new(self.labels.iter().cloned())) }
    }
}

/// Whatever moves a cursor or turns the direction of writing.
pub fn moves(letter: char) -> bool {
    let turns =
        matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    letter.is_control() || turns || matches!(letter, '\u{2028}' | '\u{2029}')
}

/// The same without anything that moves a cursor, and without the middle of words that nobody can read.
pub(crate) fn visible(text: &str) -> String {
    let text = quoted(text);
    let mut line = String::with_capacity(text.len());
    for letter in text.chars() {
        if moves(letter) { line.extend(letter.escape_default()) } else { line.push(letter) }
    }
    line
}

/// The same with its longest words cut: of a name of many thousand letters the first and last ones stay.
pub fn quoted(text: &str) -> Cow<'_, str> {
    if text.len() <= MOST_QUOTED {
        return Cow::Borrowed(text);
    }
    let words = text.split(' ').map(|word| {
        let letters = word.chars().count();
        if letters <= MOST_QUOTED {
            return Cow::Borrowed(word);
        }
        let (first, last): (String, String) =
            (word.chars().take(MOST_QUOTED / 2).collect(), word.chars().skip(letters - MOST_QUOTED / 4).collect());
        Cow::Owned(format!("{first}..{last}"))
    });
    Cow::Owned(words.collect::<Vec<Cow<'_, str>>>().join(" "))
}

/// The same for an author's text: it keeps its lines, and every byte its place.
fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends_line = letter == '\r' && letters.peek() == Some(&'\n');
        if letter == '\n' || letter == '\t' || ends_line || !moves(letter) {
            shown.push(letter);
        } else {
            // As many bytes as it had.
            shown.push(match letter.len_utf8() {
                1 => '?',
                2 => '¿',
                _ => '\u{fffd}',
            });
        }
    }
    shown
}
