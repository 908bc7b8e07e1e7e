//! A line of what is told of a game, in parts, so that lines that go on from answer to answer can be told as one.

use super::events::listed;
use std::fmt::{self, Display, Formatter};

/// What is told.
#[derive(Clone)]
pub(crate) enum Line {
    /// The game goes on to another phase.
    Heading(String),
    Answer(Answer),
    Went(Went),
    So(So),
    Event(String),
}

/// Answers to one question, one after the other.
#[derive(Clone)]
pub(crate) struct Answer {
    /// The first and the last of a game that is told again.
    pub(super) numbers: Option<(usize, usize)>,
    /// Who is asked, and by which rule.
    pub(super) question: String,
    pub(super) picks: Vec<Pick>,
    /// There was no choice.
    pub(super) is_only: bool,
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Pick {
    Named(String),
    /// By somebody who tells nobody what.
    Unseen,
}

/// Somebody on a way over the map.
#[derive(Clone)]
pub(crate) struct Went {
    /// `G4Gb, Std go`
    pub(super) who: String,
    pub(super) from: String,
    pub(super) by_way_of: Vec<String>,
    pub(super) to: String,
    pub(super) by: String,
}

/// What is so of pieces.
#[derive(Clone)]
pub(crate) struct So {
    pub(super) who: Vec<String>,
    pub(super) is: String,
    pub(super) by: String,
}

impl Answer {
    pub(crate) fn new(question: String, pick: Pick) -> Answer {
        Answer { numbers: None, question, picks: vec![pick], is_only: false }
    }

    pub(crate) fn numbered(self, number: usize) -> Answer {
        Answer { numbers: Some((number, number)), ..self }
    }
}

/// In brackets, where there is something: the rule by which something came about.
pub(super) fn in_brackets(by: &str) -> String {
    if by.is_empty() { String::new() } else { format!(" ({by})") }
}

/// ` by way of 0404, 0405`
pub(super) fn on_the_way(hexes: &[String]) -> String {
    if hexes.is_empty() { String::new() } else { format!(" by way of {}", hexes.join(", ")) }
}

impl Display for Answer {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        match self.numbers {
            Some((first, last)) if first == last => write!(to, "{first}. ")?,
            Some((first, last)) => write!(to, "{first}-{last}. ")?,
            None => {}
        }
        let sign = if self.is_only { ": only" } else { " >" };
        write!(to, "{}{sign} {}", self.question, picked(&self.picks))
    }
}

/// `pick F18, F69, done`: the word before a name once, where the names that follow have it, too.
fn picked(picks: &[Pick]) -> String {
    let mut before = None;
    let told = picks.chunk_by(|one, other| *one == Pick::Unseen && one == other).map(|those| match those {
        [Pick::Named(name)] => {
            let (word, rest) = name.split_once(' ').unwrap_or((name, ""));
            let is_again = before.replace(word) == Some(word);
            if is_again && !rest.is_empty() { rest.to_owned() } else { name.clone() }
        }
        [_] => "has answered".to_owned(),
        those => format!("has answered {} times", those.len()),
    });
    told.collect::<Vec<String>>().join(", ")
}

impl Display for Went {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let (way, by) = (on_the_way(&self.by_way_of), in_brackets(&self.by));
        write!(to, "{} from {} to {}{way}{by}", self.who, self.from, self.to)
    }
}

impl Display for So {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let who: Vec<&str> = self.who.iter().map(String::as_str).collect();
        write!(to, "{}: {}{}", listed(&who), self.is, in_brackets(&self.by))
    }
}

impl Line {
    /// As it stands below its heading, or in the first column.
    pub(crate) fn told(&self) -> String {
        match self {
            Line::Heading(line) => line.clone(),
            Line::Answer(answer) if answer.is_only => format!("      {answer}"),
            Line::Answer(answer) => answer.to_string(),
            Line::Went(went) => format!("      {went}"),
            Line::So(so) => format!("      {so}"),
            Line::Event(line) => format!("      {line}"),
        }
    }
}

/// Lines in their order; several answers to one question are told as one, as long as nothing comes of them, or somebody goes on
/// his way, or the same becomes so of others.
#[derive(Default)]
pub(crate) struct InOne {
    /// An answer and what came of it; and the answer behind it, as far as it has been told.
    last: Vec<Line>,
    now: Vec<Line>,
}

impl InOne {
    /// What is known to stand by itself.
    pub(crate) fn tell(&mut self, line: Line) -> Vec<Line> {
        match line {
            Line::Answer(_) => {
                let told = self.ends();
                self.now.push(line);
                told
            }
            Line::Went(_) | Line::So(_) | Line::Event(_) if !self.now.is_empty() => {
                self.now.push(line);
                Vec::new()
            }
            Line::Heading(_) | Line::Went(_) | Line::So(_) | Line::Event(_) => {
                let mut told = self.rest();
                told.push(line);
                told
            }
        }
    }

    /// What has not been told yet.
    pub(crate) fn rest(&mut self) -> Vec<Line> {
        let mut told = self.ends();
        told.append(&mut self.last);
        told
    }

    /// All of them.
    pub(crate) fn of(lines: Vec<Line>) -> Vec<Line> {
        let mut in_one = InOne::default();
        let mut told: Vec<Line> = lines.into_iter().flat_map(|line| in_one.tell(line)).collect();
        told.extend(in_one.rest());
        told
    }

    fn ends(&mut self) -> Vec<Line> {
        let now = std::mem::take(&mut self.now);
        match joined(&self.last, &now) {
            Some(joined) => {
                self.last = joined;
                Vec::new()
            }
            None if now.is_empty() => now,
            None => std::mem::replace(&mut self.last, now),
        }
    }
}

/// Two answers with what came of each as one, where they go on from each other.
fn joined(last: &[Line], now: &[Line]) -> Option<Vec<Line>> {
    let ([Line::Answer(first), came @ ..], [Line::Answer(next), comes @ ..]) = (last, now) else { return None };
    if (&first.question, first.is_only) != (&next.question, next.is_only) || comes.len() < came.len() {
        return None;
    }
    let numbers = first.numbers.zip(next.numbers).map(|((first, _), (_, last))| (first, last));
    let picks = first.picks.iter().chain(&next.picks).cloned().collect();
    let mut lines = vec![Line::Answer(Answer { numbers, question: first.question.clone(), picks, ..*first })];
    for (line, goes_on) in came.iter().zip(comes) {
        lines.push(match (line, goes_on) {
            (Line::Went(went), Line::Went(on)) if (&went.who, &went.to, &went.by) == (&on.who, &on.from, &on.by) => {
                let between = went.by_way_of.iter().chain([&went.to]).chain(&on.by_way_of);
                Line::Went(Went { by_way_of: between.cloned().collect(), to: on.to.clone(), ..went.clone() })
            }
            (Line::So(so), Line::So(also)) if (&so.is, &so.by) == (&also.is, &also.by) => {
                Line::So(So { who: so.who.iter().chain(&also.who).cloned().collect(), ..so.clone() })
            }
            _ => return None,
        });
    }
    lines.extend(comes.iter().skip(came.len()).cloned());
    Some(lines)
}
