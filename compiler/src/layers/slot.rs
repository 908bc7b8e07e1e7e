//! Names for everything that is printed.
//!
//! A slot says what a printed thing belongs to and which one of its things it is, as errata name it: `losses 7.1
//! "Always"`, `losses 7.1 "Always" verdict`, `attack during`, `crt[6, 3:1]`, `r45.attack`, `terrain[0703]`. It is made of
//! names, cases, titles and labels alone. Promises: what is written elsewhere changes no slot, nor do comments, the order
//! of lines or of files; nor whether a row stands in its item or comes `also`.

use std::fmt;
use wgr_grammar::ast::{Case, Limit, Name, Row, Text, Used};

/// The name of something printed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// What it belongs to: `losses`, `r45`, `rule 7.2 "Routed"`.
    of: String,
    which: Which,
    /// Which part of it: `verdict`, `when`, `during`.
    part: Option<&'static str>,
    /// Several things of one name are told apart by what they say, and by a number if they say the same.
    twin: Option<(u32, usize)>,
}

/// Which thing of an item.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Which {
    /// The item itself.
    Whole,
    /// A row or a statement, by its cases and its title.
    Label(Vec<String>, Option<String>),
    /// A phase by its name, and by its title where it has one.
    Phase(String, Option<String>),
    /// The rows of a `largest of "terrain"`.
    Group(String),
    /// A field, a member, a role, a kept name.
    Word(String),
    /// A cell, a hex, a hexside, a line of a set-up, and who stands there.
    At(Vec<String>, Option<String>),
}

impl Slot {
    pub(super) fn new(of: &str, which: Which) -> Slot {
        Slot { of: of.to_owned(), which, part: None, twin: None }
    }

    pub(super) fn whole(of: &str) -> Slot {
        Slot::new(of, Which::Whole)
    }

    /// A row of the item of this name.
    pub(super) fn row(of: &str, row: &Row) -> Slot {
        Slot::labelled(of, &row.cases, row.title.as_ref())
    }

    pub(super) fn labelled(of: &str, cases: &[Case], title: Option<&Text>) -> Slot {
        let title = title.map(|title| title.text.clone());
        Slot::new(of, Which::Label(texts(cases), title))
    }

    pub(super) fn word(of: &str, word: &str) -> Slot {
        Slot::new(of, Which::Word(word.to_owned()))
    }

    /// A part of it.
    pub(super) fn part(&self, part: &'static str) -> Slot {
        Slot { part: Some(part), ..self.clone() }
    }

    /// One of several of this name.
    pub(super) fn twin(&self, says: u32, nth: usize) -> Slot {
        Slot { twin: Some((says, nth)), ..self.clone() }
    }

    /// What it belongs to.
    pub fn of(&self) -> &str {
        &self.of
    }

    /// Is it this title, with these cases among its own?
    pub(super) fn is_called(&self, cases: &[Case], title: &Text) -> bool {
        if self.part.is_some() {
            return false;
        }
        match &self.which {
            Which::Label(own, Some(called)) => {
                *called == title.text && cases.iter().all(|case| own.contains(&case.text))
            }
            Which::Phase(_, Some(called)) => *called == title.text,
            _ => false,
        }
    }

    /// Is it the thing itself that goes by this name: an item, a counter, a phase?
    pub(super) fn is_named(&self, name: &str) -> bool {
        let whole = matches!(self.which, Which::Whole) && self.of == name;
        let phase = matches!(&self.which, Which::Phase(phase, ..) if phase == name);
        self.part.is_none() && (whole || phase)
    }

    /// Is it this line, hex or hexside of it?
    pub(super) fn is_at(&self, labels: &[Name]) -> bool {
        match &self.which {
            Which::At(own, None) if self.part.is_none() => {
                own.iter().flat_map(|label| words_of(label)).eq(labels.iter().map(|label| label.text.as_str()))
            }
            _ => false,
        }
    }

    /// Is it this hexside, whichever of its hexes is named first? One that leads from a hex to another is written with `>`.
    pub(super) fn is_hexside(&self, labels: &[Name]) -> bool {
        let (Which::At(own, None), [label]) = (&self.which, labels) else { return false };
        let turned = label.text.split_once('-').map(|(one, other)| format!("{other}-{one}"));
        self.part.is_none() && own.len() == 1 && (own.first() == Some(&label.text) || own.first() == turned.as_ref())
    }

    /// Does this stand there?
    pub(super) fn is_who_at(&self, labels: &[Name], name: &str) -> bool {
        match &self.which {
            Which::At(own, Some(who)) => own.iter().eq(labels.iter().map(|label| &label.text)) && who == name,
            _ => false,
        }
    }

    /// Of a phase its name.
    pub(super) fn phase(&self) -> Option<&str> {
        match &self.which {
            Which::Phase(name, _) => Some(name),
            _ => None,
        }
    }

    /// The name or the title by which others know it.
    pub(super) fn goes_by(&self) -> Option<&str> {
        match (&self.which, self.part) {
            (_, Some(_)) => None,
            (Which::Whole, None) => Some(&self.of),
            (Which::Word(word), None) => Some(word),
            (Which::Label(_, title), None) => title.as_deref(),
            (Which::Phase(name, _), None) => Some(name),
            (Which::Group(name), None) => Some(name),
            (Which::At(..), None) => None,
        }
    }

    /// Is it a cell that somebody who writes these labels may mean: in another order, or one label of several that are printed
    /// together?
    pub(super) fn is_near_cell(&self, labels: &[Name]) -> bool {
        let Which::At(own, None) = &self.which else { return false };
        let wanted: Vec<&str> = labels.iter().map(|label| label.text.as_str()).collect();
        let turned = || {
            let (mut own, mut wanted) = (own.iter().map(String::as_str).collect::<Vec<&str>>(), wanted.clone());
            own.sort_unstable();
            wanted.sort_unstable();
            own == wanted
        };
        let holds = |own: &str, wanted: &str| {
            let number = |text: &str| text.parse::<i64>().ok();
            let between = own.split_once("..").and_then(|(low, high)| number(low).zip(number(high)));
            let inside = between.zip(number(wanted)).is_some_and(|((low, high), at)| (low..=high).contains(&at));
            inside || words_of(own).any(|one| one == wanted)
        };
        let within = || own.iter().zip(&wanted).all(|(own, wanted)| holds(own, wanted));
        self.is_some_cell() && own.len() == wanted.len() && (turned() || within())
    }

    /// A line, a hex or a hexside.
    pub(super) fn is_some_line(&self) -> bool {
        matches!(&self.which, Which::At(labels, None) if labels.len() == 1) && self.part.is_none()
    }

    /// Somebody who stands somewhere in a set-up.
    pub(super) fn is_somebody(&self) -> bool {
        matches!(self.which, Which::At(_, Some(_))) && self.part.is_none()
    }

    /// Which part of which thing it is.
    pub(super) fn part_of(&self, whole: &Slot) -> Option<&'static str> {
        (self.of == whole.of && self.which == whole.which).then_some(self.part).flatten()
    }

    /// Is it the cell of a table with these labels? Several of one line are written with commas or blanks between them.
    pub(super) fn is_cell(&self, labels: &[Name]) -> bool {
        let Which::At(own, None) = &self.which else { return false };
        let own = own.iter().flat_map(|label| words_of(label));
        self.is_some_cell() && own.eq(labels.iter().map(|label| label.text.as_str()))
    }

    /// A line and a column; of a table without columns what the line gives.
    pub(super) fn is_some_cell(&self) -> bool {
        let Which::At(labels, None) = &self.which else { return false };
        match labels.as_slice() {
            [_] => self.part == Some(CELL),
            [line, ..] => !line.is_empty() && self.part.is_none(),
            _ => false,
        }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.is_some_word() && matches!(&self.which, Which::Word(own) if own == word)
    }

    pub(super) fn is_some_word(&self) -> bool {
        matches!(self.which, Which::Word(_)) && self.part.is_none()
    }

    /// The same thing, or a part of it.
    pub(super) fn is_of(&self, other: &Slot) -> bool {
        self.of == other.of && self.which == other.which
    }

    pub(super) fn is_part_of(&self, other: &Slot) -> bool {
        self.is_of(other) && self.part.is_some() && other.part.is_none()
    }

    pub(super) fn is_verdict(&self) -> bool {
        self.part == Some(VERDICT)
    }

    /// A row or a statement, and no part of one.
    pub(super) fn is_label(&self) -> bool {
        matches!(self.which, Which::Label(..)) && self.part.is_none()
    }

    /// Of a row or a statement.
    pub(super) fn cases(&self) -> &[String] {
        match &self.which {
            Which::Label(cases, _) => cases,
            _ => &[],
        }
    }

    /// Its cases, its title: what it is called by.
    pub(super) fn is_name(&self) -> bool {
        matches!(self.part, Some("cases" | "title"))
    }

    /// A member, a field.
    pub(super) fn word_of_it(&self) -> Option<&str> {
        match &self.which {
            Which::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Which part it is; a verdict and a cell are read as what they are.
    pub(super) fn named_part(&self) -> Option<&'static str> {
        self.part.filter(|part| ![VERDICT, CELL].contains(part))
    }

    pub(super) fn is_no_part(&self) -> bool {
        self.part.is_none_or(|part| part == CELL)
    }

    pub(super) fn without_part(&self) -> Slot {
        Slot { part: None, ..self.clone() }
    }

    /// A limit goes by its label, or by the first that it is laid upon.
    pub(super) fn of_limit(limit: &Limit) -> Slot {
        let label = called(&texts(&limit.cases), limit.title.as_ref().map(|title| title.text.as_str()));
        match limit.on.first() {
            Some(Used { name, of: None }) if label.is_empty() => Slot::whole(&format!("limit on {}", name.text)),
            Some(Used { name, of: Some(of) }) if label.is_empty() => {
                Slot::whole(&format!("limit on {} of {}", name.text, of.text))
            }
            Some(_) | None => Slot::whole(&format!("limit {label}")),
        }
    }

    /// Its cases and its title, as errata name it.
    pub(super) fn called(&self) -> String {
        match &self.which {
            Which::Label(cases, title) => called(cases, title.as_deref()),
            _ if self.part == Some(CELL) => Slot { part: None, ..self.clone() }.to_string(),
            _ => self.to_string(),
        }
    }
}

/// The labels that are printed as one: `3, 4`.
pub(super) fn words_of(label: &str) -> impl Iterator<Item = &str> {
    label.split([',', ' ']).filter(|word| !word.is_empty())
}

/// What a row says.
pub(super) const VERDICT: &str = "verdict";

/// What a line of a table without columns gives.
pub(super) const CELL: &str = "cell";

pub(super) fn texts(cases: &[Case]) -> Vec<String> {
    cases.iter().map(|case| case.text.clone()).collect()
}

/// `6.5, 7.1 "Marsh"`
pub(super) fn called(cases: &[String], title: Option<&str>) -> String {
    let title = title.map_or_else(String::new, |title| format!("\"{title}\""));
    format!("{} {title}", cases.join(", ")).trim().to_owned()
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.of)?;
        match &self.which {
            Which::Whole => {}
            Which::Label(cases, title) => write!(f, " {}", called(cases, title.as_deref()))?,
            Which::Phase(name, None) => write!(f, " phase {name}")?,
            Which::Phase(name, Some(title)) => write!(f, " phase {name} \"{title}\"")?,
            Which::Group(name) => write!(f, " group \"{name}\"")?,
            Which::Word(word) => write!(f, ".{word}")?,
            Which::At(labels, None) => write!(f, "[{}]", labels.join(", "))?,
            Which::At(labels, Some(who)) => write!(f, "[{}].{who}", labels.join(", "))?,
        }
        if let Some(part) = self.part {
            write!(f, " {part}")?;
        }
        match self.twin {
            None => Ok(()),
            Some((says, 0)) => write!(f, " ~{says:08x}"),
            Some((says, nth)) => write!(f, " ~{says:08x}.{nth}"),
        }
    }
}
