//! Names for everything that is printed.
//!
//! A slot says what a printed thing belongs to and which one of its things it is, as errata name it: `losses 7.1
//! "Always"`, `losses 7.1 "Always" verdict`, `attack during`, `crt[6, 3:1]`, `r45.attack`, `terrain[0703]`. It is made of
//! names, cases, titles and labels alone. Promises: what is written elsewhere changes no slot, nor do comments, the order
//! of lines or of files; nor whether a row stands in its item or comes `also`.

use std::fmt;
use wgr_grammar::ast::{Case, Row, Text};

/// The name of something printed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot {
    /// What it belongs to: `losses`, `r45`, `rule 7.2 "Routed"`.
    of: String,
    which: Which,
    /// Which part of it: `verdict`, `when`, `during`.
    part: Option<&'static str>,
    /// Several things of one name are told apart by what they say.
    twin: Option<String>,
}

/// Which thing of an item.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Which {
    /// The item itself.
    Whole,
    /// A row or a statement, by its cases and its title.
    Label(Vec<String>, Option<String>),
}

impl Slot {
    /// A row of the item of this name.
    pub(super) fn row(of: &str, row: &Row) -> Slot {
        Slot::labelled(of, &row.cases, row.title.as_ref())
    }

    fn labelled(of: &str, cases: &[Case], title: Option<&Text>) -> Slot {
        let cases = cases.iter().map(|case| case.text.clone()).collect();
        let which = Which::Label(cases, title.map(|title| title.text.clone()));
        Slot { of: of.to_owned(), which, part: None, twin: None }
    }

    /// What it belongs to.
    pub fn of(&self) -> &str {
        &self.of
    }

    /// Is it this title, with these cases among its own?
    pub(super) fn is_called(&self, cases: &[Case], title: &Text) -> bool {
        match &self.which {
            Which::Label(own, Some(called)) => {
                *called == title.text && cases.iter().all(|case| own.contains(&case.text))
            }
            Which::Label(_, None) | Which::Whole => false,
        }
    }

    /// Its cases and its title, as errata name it.
    pub(super) fn called(&self) -> String {
        match &self.which {
            Which::Whole => String::new(),
            Which::Label(cases, title) => called(cases, title.as_deref()),
        }
    }
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
            Which::Label(..) => write!(f, " {}", self.called())?,
        }
        if let Some(part) = self.part {
            write!(f, " {part}")?;
        }
        if let Some(twin) = &self.twin {
            write!(f, " ~{twin}")?;
        }
        Ok(())
    }
}
