//! Mistakes planted in games, one at a time: each gets one message, at its line, that says what to type.
//!
//! In: the lists of `suite/planted` and the games as they stand: one that is shipped, two small ones of their own, and the whole
//! game of a page. A mistake is an edit: what stands there, exactly once, and
//! what is written instead. Out: a snapshot for each, the edit and what is said of it together. What the check takes is
//! played: then the message is that of the one example that does not come out as it says.

use std::ops::Range;
use std::path::PathBuf;
use wgr_compiler::diag::{Code, Diagnostic, Place, tidy};
use wgr_compiler::{Compiled, FileId, Format, Look, Sources, Starts, Workspace, render};
use wgr_runtime::script::Report;
use wgr_tests::rules::{failing, samples, suite, text};
use wgr_tests::shipped::{SLICE, Shipped, shipped};

/// One mistake.
struct Mistake {
    name: String,
    file: String,
    was: String,
    now: String,
    /// The edit as it is written.
    shown: String,
    /// The file and a text of the line at which the message is to stand, where it is not the marked line.
    at: Option<(String, String)>,
    /// Which line of what is written now is marked, from 0.
    marked: Option<usize>,
}

/// The mistakes of a list of `suite/planted`.
fn mistakes(list: &str) -> Vec<Mistake> {
    let all = text(&suite("planted").join(list)).unwrap();
    all.split("\n== ").skip(1).map(mistake).collect()
}

fn mistake(text: &str) -> Mistake {
    let mut lines = text.lines();
    let (name, file) = (lines.next().unwrap().to_owned(), lines.next().unwrap().to_owned());
    let (mut was, mut now, mut at, mut marked) = (Vec::new(), Vec::new(), None, None);
    let edit: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    for line in &edit {
        let (mark, rest) = line.split_at(2);
        match mark {
            "- " => was.push(rest),
            "+ " => now.push(rest),
            "> " => {
                marked = Some(now.len());
                now.push(rest);
            }
            "@ " => at = rest.split_once(' ').map(|(file, text)| (file.to_owned(), text.to_owned())),
            _ => panic!("{name}: a line begins with `- `, `+ `, `> ` or `@ `: {line}"),
        }
    }
    assert!(at.is_some() != marked.is_some(), "{name}: one line is marked, by `>` or by `@`");
    let shown = format!("{file}\n{}\n", edit.join("\n"));
    Mistake { name, file, was: was.join("\n"), now: now.join("\n"), shown, at, marked }
}

impl Mistake {
    /// Writes it into the files; the file and line at which its message is to stand.
    fn plant(&self, files: &mut [(String, String)]) {
        let (_, text) = files.iter_mut().find(|(path, _)| *path == self.file).expect(&self.name);
        let found = found(text, &self.was);
        assert_eq!(found.len(), 1, "{}: what it edits stands exactly once in {}", self.name, self.file);
        text.replace_range(found[0].clone(), &self.now);
    }

    /// `FILE:LINE` of its message.
    fn line(&self, files: &[(String, String)]) -> String {
        let text = |path: &str| &files.iter().find(|(known, _)| known == path).expect(path).1;
        match (&self.at, self.marked) {
            (Some((file, what)), _) => {
                let lines: Vec<usize> =
                    text(file).lines().enumerate().filter(|(_, line)| line.contains(what)).map(|(at, _)| at).collect();
                assert_eq!(lines.len(), 1, "{}: `{what}` stands in one line", self.name);
                format!("{file}:{}", lines[0] + 1)
            }
            (None, marked) => {
                let text = text(&self.file);
                let start = text.find(&self.now).expect(&self.name);
                format!("{}:{}", self.file, text[..start].matches('\n').count() + 1 + marked.unwrap_or(0))
            }
        }
    }
}

/// Where these words stand one behind the other, however far apart: the layout of the game is no part of a mistake.
fn found(text: &str, was: &str) -> Vec<Range<usize>> {
    let words: Vec<&str> = was.split_whitespace().collect();
    let (first, rest) = words.split_first().unwrap();
    // Blanks before the first word and behind the last belong to the edit as far as they are written in it.
    let before = was.len() - was.trim_start_matches(' ').len();
    let behind = was.len() - was.trim_end_matches(' ').len();
    let starts = text.match_indices(first).map(|(start, _)| start);
    let ends = starts.filter_map(|start| {
        let mut end = start + first.len();
        for word in rest {
            let next = text[end..].trim_start();
            end = text.len() - next.len();
            end += next.starts_with(word).then_some(word.len())?;
        }
        let start = start - blanks(text[..start].chars().rev()).min(before);
        Some(start..end + blanks(text[end..].chars()).min(behind))
    });
    ends.collect()
}

fn blanks(letters: impl Iterator<Item = char>) -> usize {
    letters.take_while(|letter| *letter == ' ').count()
}

/// What is said of a game: of its rules, or, where those are right, of its examples.
struct Said {
    /// `FILE:LINE` of each message.
    lines: Vec<String>,
    /// Each says what to type.
    helps: bool,
    drawn: String,
    titles: Vec<String>,
}

/// The game with edits, in a workspace that keeps what no edit touches.
fn said(workspace: &mut Workspace, game: &Shipped) -> Said {
    let (sources, ledger, mut messages) = game.read();
    let checked = workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo);
    messages.extend(checked.diagnostics);
    tidy(&mut messages);
    match (messages.is_empty(), &checked.compiled) {
        (true, Some(compiled)) => played(&sources, compiled),
        _ => checked_only(&sources, &messages),
    }
}

fn checked_only(sources: &Sources, messages: &[Diagnostic]) -> Said {
    let helps = messages.iter().all(|message| !message.help.is_empty() || !message.fixes.is_empty());
    Said {
        lines: messages.iter().map(|message| line_of(sources, message.place())).collect(),
        helps,
        drawn: render(sources, messages, Format::Full, Look::PLAIN),
        titles: messages.iter().map(|message| format!("{}: {}", message.code.word(), message.title)).collect(),
    }
}

fn line_of(sources: &Sources, place: Option<Place>) -> String {
    let of = |place: Place| {
        format!("{}:{}", path_of(sources, place.file), sources.line_column(place.file, place.span.start).0)
    };
    place.map_or_else(|| "nowhere".to_owned(), of)
}

fn path_of(sources: &Sources, file: FileId) -> &str {
    sources.path(file)
}

/// Examples that go on from one that fails are not told again.
fn played(sources: &Sources, compiled: &Compiled) -> Said {
    let reports = failing(compiled);
    let first = |report: &&Report| report.failure.as_ref().is_some_and(|failure| failure.at.line > 0);
    let told: Vec<&Report> = reports.iter().filter(first).collect();
    let mut said = Said { lines: Vec::new(), helps: true, drawn: String::new(), titles: Vec::new() };
    for report in told {
        let Some(failure) = &report.failure else { continue };
        let place = line_of(sources, sources.place(failure.at));
        said.helps &= !failure.help.is_empty();
        said.drawn.push_str(&format!("  x example \"{}\" does not come out as it says\n", report.title));
        said.drawn.push_str(&format!("    {place}: {}\n", failure.what));
        said.drawn.push_str(&format!("    | {}\n", report.steps.last().map_or("", |step| step.text.as_str())));
        failure.expected.iter().for_each(|line| said.drawn.push_str(&format!("    expected {line}\n")));
        failure.found.iter().for_each(|line| said.drawn.push_str(&format!("    found    {line}\n")));
        said.drawn.push_str(&format!("  help: {}\n", failure.help));
        said.titles.push(failure.what.clone());
        said.lines.push(place);
    }
    said
}

fn lock(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(PathBuf::from("../snap/planted"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name.replace(' ', "-"), text));
}

fn alone(rules: String) -> Shipped {
    Shipped { files: vec![("game.wgr".to_owned(), rules)], ..Shipped::default() }
}

#[test]
fn each_mistake_in_la_fleur_gets_one_message_at_its_line() {
    each_gets_one_message(&shipped(SLICE), "mistakes.txt", "");
}

#[test]
fn each_mistake_in_a_first_game_gets_one_message_at_its_line() {
    let rules = text(&suite("planted").join("sambre.wgr")).unwrap();
    each_gets_one_message(&alone(rules), "sambre.txt", "sambre-");
}

#[test]
fn each_form_half_remembered_in_the_valley_gets_one_message_at_its_line() {
    let rules = text(&suite("planted").join("valley.wgr")).unwrap();
    each_gets_one_message(&alone(rules), "valley.txt", "valley-");
}

#[test]
fn each_mistake_in_the_game_of_a_page_gets_one_message_at_its_line() {
    let page = include_str!("../../docs/language/whole-game.md");
    each_gets_one_message(&alone(samples(page).concat()), "whole-game.txt", "whole-game-");
}

fn each_gets_one_message(game: &Shipped, list: &str, prefix: &str) {
    let (mut workspace, mut wrong) = (Workspace::default(), Vec::new());
    assert_eq!(said(&mut workspace, game).drawn, "");
    let all = mistakes(list);
    assert!(all.len() >= 30);
    for mistake in &all {
        let mut files = game.files.clone();
        mistake.plant(&mut files);
        let planted = game.with_texts(files);
        let (said, files) = (said(&mut workspace, &planted), planted.files);
        let line = mistake.line(&files);
        if said.lines != [line.clone()] || !said.helps {
            wrong.push(format!("== {}: wanted at {line}, said at {:?}\n{}", mistake.name, said.lines, said.drawn));
            continue;
        }
        let inner = inner_names(&said.drawn, &files);
        if !inner.is_empty() {
            wrong.push(format!("== {}: no author knows {inner:?}\n{}", mistake.name, said.drawn));
        }
        lock(&format!("{prefix}{}", mistake.name), &format!("{}\n{}", mistake.shown, said.drawn));
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}

/// How names end that the compiler makes of an author's, and how those begin that it makes of nothing.
const MADE: [&str; 14] = [
    "_",
    "_watch",
    "_run",
    "_itself",
    "_by_row",
    "_entries",
    "_steps",
    "_begins",
    "_only",
    "_by_print",
    "_between",
    "_listed",
    "_seen",
    "_apart",
];
const MADE_UP: [&str; 2] = ["_", "settle_"];

/// Names of the compiler in what is said; what the texts themselves say is an author's.
fn inner_names(drawn: &str, files: &[(String, String)]) -> Vec<String> {
    let letter = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let made = |word: &&str| {
        let formed = MADE.iter().any(|end| word.ends_with(end)) || MADE_UP.iter().any(|begin| word.starts_with(begin));
        formed && word.contains(|sign: char| sign.is_ascii_alphabetic())
    };
    let written = |word: &&str| files.iter().any(|(_, text)| text.split(|sign| !letter(sign)).any(|own| own == *word));
    let words = drawn.split(|sign| !letter(sign)).filter(made).filter(|word| !written(word));
    words.map(str::to_owned).collect()
}

/// What is said to be idle.
const IDLE: [Code; 4] = [Code::NeverApplies, Code::AlwaysSo, Code::NeverOffered, Code::NeverPlaced];

#[test]
fn where_a_line_cannot_be_read_nothing_is_said_never_to_apply_or_to_happen() {
    let (mut workspace, mut wrong, mut lines) = (Workspace::default(), Vec::new(), 0);
    for name in ["sambre.wgr", "valley.wgr"] {
        let rules = text(&suite("planted").join(name)).unwrap();
        for (at, line) in rules.lines().enumerate().filter(|(_, line)| line.trim().len() > 1) {
            let slip = |(here, text): (usize, &str)| format!("{text}{}\n", if here == at { " ?" } else { "" });
            let (sources, ledger, mut messages) = alone(rules.lines().enumerate().map(slip).collect()).read();
            messages.extend(workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo).diagnostics);
            let idle = messages.iter().filter(|message| IDLE.contains(&message.code));
            wrong.extend(idle.map(|message| format!("{name}: {line}\n    {}", message.title)));
            lines += usize::from(!messages.is_empty());
        }
    }
    assert!(lines > 150, "{lines}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Of different sorts, in different files.
const AT_ONCE: [&str; 6] = [
    "a title without quotes",
    "an unknown member",
    "points for steps",
    "an exception to nothing",
    "a counter that is not there",
    "a value misspelt in an order of battle",
];

#[test]
fn six_at_once_get_the_six_messages() {
    let (fleur, mut workspace) = (shipped(SLICE), Workspace::default());
    let all = mistakes("mistakes.txt");
    let (mut together, mut alone) = (fleur.files.clone(), Vec::new());
    for name in AT_ONCE {
        let mistake = all.iter().find(|mistake| mistake.name == name).expect(name);
        let mut files = fleur.files.clone();
        mistake.plant(&mut files);
        let said = said(&mut workspace, &fleur.with_texts(files));
        alone.extend(said.lines.into_iter().zip(said.titles));
        mistake.plant(&mut together);
    }
    let said = said(&mut workspace, &fleur.with_texts(together));
    let together: Vec<(String, String)> = said.lines.into_iter().zip(said.titles).collect();
    alone.sort();
    assert_eq!(alone.len(), AT_ONCE.len());
    assert!(together.len() == alone.len() && alone.iter().all(|one| together.contains(one)), "{}", said.drawn);
}
