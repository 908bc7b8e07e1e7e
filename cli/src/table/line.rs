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
pub(super) enum Pick {
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
    /// The rule by which it came about, as it stands behind it: ` (12.3)`
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
    /// `named`: what was picked, where that may be told.
    pub(crate) fn new(question: String, named: Option<String>) -> Answer {
        let pick = named.map_or(Pick::Unseen, Pick::Named);
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

/// The same with its title: `: The rest is lost (12.2.8)`
pub(super) fn titled(title: &str, by: &str) -> String {
    if title.is_empty() { in_brackets(by) } else { format!(": {title}{}", in_brackets(by)) }
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
        write!(to, "{} from {} to {}{}{}", self.who, self.from, self.to, on_the_way(&self.by_way_of), self.by)
    }
}

impl Display for So {
    fn fmt(&self, to: &mut Formatter<'_>) -> fmt::Result {
        let who: Vec<&str> = self.who.iter().map(String::as_str).collect();
        write!(to, "{}: {}{}", listed(&who), self.is, self.by)
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
    /// Of a phase in which nothing has happened yet.
    heading: Option<Line>,
    /// An answer and what came of it; and the answer behind it, as far as it has been told.
    last: Vec<Line>,
    now: Vec<Line>,
}

impl InOne {
    /// What is known to stand by itself.
    pub(crate) fn tell(&mut self, line: Line) -> Vec<Line> {
        match line {
            Line::Answer(_) => {
                let mut told = self.ends();
                told.extend(self.heading.take());
                self.now.push(line);
                told
            }
            Line::Went(_) | Line::So(_) | Line::Event(_) if !self.now.is_empty() => {
                self.now.push(line);
                Vec::new()
            }
            // A phase in which nothing happened is not told.
            Line::Heading(_) => {
                self.heading.take_if(|_| self.now.is_empty() && self.last.is_empty());
                let told = self.rest();
                self.heading = Some(line);
                told
            }
            Line::Went(_) | Line::So(_) | Line::Event(_) => {
                let mut told = self.rest();
                told.push(line);
                told
            }
        }
    }

    /// What has not been told yet.
    pub(crate) fn rest(&mut self) -> Vec<Line> {
        let mut told: Vec<Line> = self.heading.take().into_iter().collect();
        told.extend(self.ends());
        told.append(&mut self.last);
        told
    }

    /// The same where nothing more is told.
    pub(crate) fn done(mut self) -> Vec<Line> {
        self.heading = None;
        self.rest()
    }

    /// All of them.
    pub(crate) fn of(lines: Vec<Line>) -> Vec<Line> {
        let mut in_one = InOne::default();
        let mut told: Vec<Line> = lines.into_iter().flat_map(|line| in_one.tell(line)).collect();
        told.extend(in_one.done());
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
    let is_plain = came.iter().all(|line| matches!(line, Line::Went(_) | Line::So(_)));
    let goes_on = comes.len() >= came.len() || comes.is_empty() && is_plain;
    if (&first.question, first.is_only) != (&next.question, next.is_only) || !goes_on {
        return None;
    }
    let numbers = first.numbers.zip(next.numbers).map(|((first, _), (_, last))| (first, last));
    let picks = first.picks.iter().chain(&next.picks).cloned().collect();
    let mut lines = vec![Line::Answer(Answer { numbers, question: first.question.clone(), picks, ..*first })];
    // Nothing comes of it: a way ends there.
    if comes.is_empty() {
        lines.extend(came.iter().cloned());
        return Some(lines);
    }
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

#[cfg(test)]
mod tests {
    use super::{Answer, InOne, Line, So, Went};

    fn answer(number: usize, question: &str, pick: &str) -> Line {
        Line::Answer(Answer::new(question.to_owned(), Some(pick.to_owned())).numbered(number))
    }

    fn unseen(number: usize) -> Line {
        Line::Answer(Answer::new("Blue: Where to?".to_owned(), None).numbered(number))
    }

    fn went(who: &str, from: &str, to: &str) -> Line {
        let (who, from, to) = (format!("{who} goes"), from.to_owned(), to.to_owned());
        Line::Went(Went { who, from, by_way_of: Vec::new(), to, by: String::new() })
    }

    fn so(who: &str, is: &str) -> Line {
        Line::So(So { who: vec![who.to_owned()], is: is.to_owned(), by: " (7.1)".to_owned() })
    }

    fn told(lines: Vec<Line>) -> Vec<String> {
        InOne::of(lines).iter().map(|line| line.told().trim().to_owned()).collect()
    }

    #[test]
    fn steps_of_a_way_are_one_line() {
        let lines = vec![
            answer(1, "Blue: As far as it will", "to 0102"),
            went("B1", "0101", "0102"),
            answer(2, "Blue: As far as it will", "to 0103"),
            went("B1", "0102", "0103"),
            so("B1", "tired"),
            answer(3, "Blue: As far as it will", "to 0104"),
            went("B1", "0103", "0104"),
        ];
        let whole = ["1-2. Blue: As far as it will > to 0102, 0103", "B1 goes from 0101 to 0103 by way of 0102"];
        let on = ["B1: tired (7.1)", "3. Blue: As far as it will > to 0104", "B1 goes from 0103 to 0104"];
        assert_eq!(told(lines), [&whole[..], &on].concat());
    }

    #[test]
    fn a_way_ends_on_its_line() {
        let lines = vec![
            answer(1, "Blue: As far as it will", "to 0102"),
            went("B1", "0101", "0102"),
            answer(2, "Blue: As far as it will", "stop"),
            answer(3, "Blue: What next?", "pass"),
        ];
        let whole = ["1-2. Blue: As far as it will > to 0102, stop", "B1 goes from 0101 to 0102"];
        assert_eq!(told(lines), [&whole[..], &["3. Blue: What next? > pass"]].concat());
    }

    #[test]
    fn two_who_go_are_two_lines() {
        let lines = vec![
            answer(1, "Blue: Which way?", "to 0102"),
            went("B1", "0101", "0102"),
            answer(2, "Blue: Which way?", "to 0103"),
            went("B2", "0102", "0103"),
        ];
        assert_eq!(told(lines).len(), 4);
    }

    #[test]
    fn the_same_of_several_is_one_line_and_another_question_ends_it() {
        let lines = vec![
            answer(1, "Blue: Who rests?", "rest B1"),
            so("B1", "resting"),
            answer(2, "Blue: Who rests?", "rest B2"),
            so("B2", "resting"),
            answer(3, "Red: Who rests?", "rest R1"),
            so("R1", "resting"),
        ];
        let blue = ["1-2. Blue: Who rests? > rest B1, B2", "B1, B2: resting (7.1)"];
        assert_eq!(told(lines), [&blue[..], &["3. Red: Who rests? > rest R1", "R1: resting (7.1)"]].concat());
    }

    #[test]
    fn a_heading_ends_it() {
        let lines = vec![
            answer(1, "Blue: Who?", "pick B1"),
            Line::Heading("== turn 2 ==".to_owned()),
            answer(2, "Blue: Who?", "pick B2"),
        ];
        assert_eq!(told(lines), ["1. Blue: Who? > pick B1", "== turn 2 ==", "2. Blue: Who? > pick B2"]);
    }

    #[test]
    fn unseen_answers_are_counted() {
        assert_eq!(told(vec![unseen(1), unseen(2), unseen(3)]), ["1-3. Blue: Where to? > has answered 3 times"]);
    }
}
