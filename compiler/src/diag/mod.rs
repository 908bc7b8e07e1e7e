//! What is said about rules: data, and nothing of how it looks.
//!
//! In: what a check found out. Out: a [`Diagnostic`]: code, headline, places with labels, reasons, help, a fix. The
//! headline stands alone and holds no fix; `help` says what to type. Promises of [`tidy()`]: order by place, nothing
//! said twice, the same mistake in many places is one message that names the others. `render.rs` draws them.

pub(crate) mod cause;
mod codes;
mod follows;
pub(crate) mod foreign;
mod mark;
mod names;
pub(crate) mod says;
mod syntax;
mod tidy;

pub use codes::Code;
pub(crate) use mark::Mark;
pub use names::listed;
pub use names::{did_you_mean, nearest};
pub use syntax::{Declared, Sample, samples, syntax};
pub(crate) use syntax::{divided, fraction, read_as_meant};
pub use tidy::tidy;

use crate::source::{FileId, Sources};
use wgr_grammar::Span;

/// A span of one file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub file: FileId,
    pub span: Span,
}

impl Place {
    pub fn new(file: FileId, span: Span) -> Place {
        Place { file, span }
    }

    /// Numbers in the order of places: its file and beginning, then its end.
    pub(crate) fn in_order(self) -> (u64, u32) {
        (u64::from(self.file.0) << 32 | u64::from(self.span.start), self.span.end)
    }

    /// Does the other one lie within it?
    pub fn holds(self, other: Place) -> bool {
        self.file == other.file && self.span.holds(other.span)
    }
}

/// Which of the four answers that a check gives this is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// It holds in every situation; told only where it rests on something.
    Proved,
    /// Certainly wrong: the game cannot be played so.
    Wrong,
    /// Neither certain nor excluded: it is watched in play, which stops there if it happens.
    NotProved,
    /// Nothing is wrong: something is unused, or never placed.
    Note,
}

impl Severity {
    pub const ALL: [Severity; 4] = [Severity::Proved, Severity::Wrong, Severity::NotProved, Severity::Note];

    /// As printed.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Proved => "proved",
            Severity::Wrong => "wrong",
            Severity::NotProved => "not proved",
            Severity::Note => "note",
        }
    }
}

/// A place and what is to be said there, in few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    pub at: Place,
    pub text: String,
}

/// What to type instead. Each edit puts a text where a span is; an empty span is a place between two letters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fix {
    /// "write `is`"
    pub what: String,
    /// May be done without asking.
    pub certain: bool,
    pub edits: Vec<(Place, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub code: Code,
    pub severity: Severity,
    /// The headline, without code and full stop.
    pub title: String,
    /// The first is the main place.
    pub labels: Vec<Label>,
    /// What proves it: "for example: a horse-drawn gun enters marsh in frost".
    pub why: Vec<String>,
    pub help: Vec<String>,
    /// What may be typed instead, the likeliest first.
    pub fixes: Vec<Fix>,
    /// Where else the same is wrong, and how that place is called, "6.6"; an empty name is its file and line.
    pub same: Vec<(Place, String)>,
    /// Of a note: the name or title that `allow` silences it by.
    pub about: Option<String>,
    /// Parts of the story in other files, each with a headline of its own.
    pub related: Vec<Diagnostic>,
    /// It was the right way to say something once, and another form says it now: `wgr fmt --upgrade`.
    pub former: bool,
    /// How much has to be right before this can be: 0 is a cause ([`cause`]).
    pub(crate) depth: u8,
    /// Which message it is, where others may follow from it or it from others.
    pub(crate) mark: Option<Mark>,
    /// Which two types do not go together, seen from each side.
    pub(crate) mismatches: Vec<Mismatch>,
}

/// What stands at a place is one thing, and would have to be another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mismatch {
    pub(crate) at: Place,
    pub(crate) is: String,
    pub(crate) wanted: String,
    /// It is declared there.
    pub(crate) declared: bool,
}

impl Diagnostic {
    pub fn new(code: Code, severity: Severity, title: impl Into<String>) -> Diagnostic {
        let (labels, why, help, same, related) = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (title, fixes) = (title.into(), Vec::new());
        Diagnostic {
            code,
            severity,
            title,
            labels,
            why,
            help,
            fixes,
            same,
            about: None,
            related,
            former: false,
            depth: 0,
            mark: None,
            mismatches: Vec::new(),
        }
    }

    pub fn wrong(code: Code, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Wrong, title)
    }

    pub fn not_proved(code: Code, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::NotProved, title)
    }

    pub fn note(code: Code, title: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Severity::Note, title)
    }

    /// One more place; the first is the main one.
    pub fn at(mut self, at: Place, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { at, text: text.into() });
        self
    }

    pub fn why(mut self, line: impl Into<String>) -> Diagnostic {
        self.why.push(line.into());
        self
    }

    /// One more reason, if there is one.
    pub fn maybe_why(mut self, line: Option<String>) -> Diagnostic {
        self.why.extend(line);
        self
    }

    pub fn help(mut self, line: impl Into<String>) -> Diagnostic {
        self.help.push(line.into());
        self
    }

    /// One more line of help, if there is one.
    pub fn maybe_help(mut self, line: Option<String>) -> Diagnostic {
        self.help.extend(line);
        self
    }

    pub fn fix(mut self, what: impl Into<String>, certain: bool, edits: Vec<(Place, String)>) -> Diagnostic {
        self.fixes.push(Fix { what: what.into(), certain, edits });
        self
    }

    /// One of these may be meant, in the place of what stands there. `quoted`: it is a title.
    pub fn meant(mut self, near: &[&str], quoted: bool, at: Place) -> Diagnostic {
        for name in near {
            let text = if quoted { format!("\"{name}\"") } else { (*name).to_owned() };
            self = self.fix(format!("write `{name}`"), false, vec![(at, text)]);
        }
        self
    }

    /// What is told of a text with errata in it is told where it is written.
    pub(crate) fn written(&mut self, sources: &Sources) {
        self.fixes.retain(|fix| fix.edits.iter().all(|(at, _)| sources.is_one_piece(*at)));
        if let (Some(Mark::OutsideOf(range)), Some(at)) = (&self.mark, self.place())
            && sources.written(at).file != at.file
        {
            self.help = vec![format!(
                "write a number within {range}; or amend the range, too, by a line `amend NAME range was {range} now ..` with the name of the value"
            )];
        }
        self.own_places().for_each(|at| *at = sources.written(*at));
        self.related.iter_mut().for_each(|told| told.written(sources));
    }

    /// Every place that it names, those of what is related too.
    pub(crate) fn each_place(&mut self, see: &mut dyn FnMut(&mut Place)) {
        self.own_places().for_each(&mut *see);
        self.related.iter_mut().for_each(|told| told.each_place(see));
    }

    fn own_places(&mut self) -> impl Iterator<Item = &mut Place> {
        let labels = self.labels.iter_mut().map(|label| &mut label.at);
        let fixes = self.fixes.iter_mut().flat_map(|fix| &mut fix.edits).map(|(at, _)| at);
        let mismatches = self.mismatches.iter_mut().map(|mismatch| &mut mismatch.at);
        labels.chain(fixes).chain(self.same.iter_mut().map(|(at, _)| at)).chain(mismatches)
    }

    pub(crate) fn mismatch(mut self, at: Place, is: impl Into<String>, wanted: impl Into<String>) -> Diagnostic {
        self.mismatches.push(Mismatch { at, is: is.into(), wanted: wanted.into(), declared: false });
        self
    }

    /// What can only be meant one way.
    pub fn certain(&self) -> Option<&Fix> {
        self.fixes.iter().find(|fix| fix.certain)
    }

    pub fn same(mut self, at: Place, called: impl Into<String>) -> Diagnostic {
        self.same.push((at, called.into()));
        self
    }

    /// Of another kind than it began as.
    pub(crate) fn of(mut self, code: Code) -> Diagnostic {
        self.code = code;
        self
    }

    /// Said in a form that another one has replaced.
    pub(crate) fn former(mut self) -> Diagnostic {
        self.former = true;
        self
    }

    /// What `allow` silences it by.
    pub fn about(mut self, name: &str) -> Diagnostic {
        self.about = (!name.is_empty()).then(|| name.to_owned());
        self
    }

    pub fn related(mut self, part: Diagnostic) -> Diagnostic {
        self.related.push(part);
        self
    }

    /// The main place.
    pub fn place(&self) -> Option<Place> {
        self.labels.first().map(|label| label.at)
    }
}
