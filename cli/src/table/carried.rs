//! Under which rule something in the texts stands. In: a game's texts. Out: for a statement that was carried out, the cases of
//! the innermost statement or item round it that has some; in a procedure, of the statement, action or rule that performed it,
//! where that has some.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use wgr_compiler::diag::Place;
use wgr_compiler::{Outline, Sources, outline};
use wgr_runtime::ir::Pos;

pub(crate) struct Carried<'s> {
    sources: &'s Sources,
    /// Found when somebody first asks.
    found: OnceCell<Found>,
}

struct Found {
    /// Items, and what carries cases inside them.
    items: BTreeMap<Place, Item>,
    parts: BTreeMap<Place, Part>,
    /// Phases that are printed with a title; and their titles by their names, where one has always the same.
    phases: BTreeMap<Place, String>,
    titles: BTreeMap<String, String>,
}

/// A row, a statement, a head: what it carries, and its title.
#[derive(Default)]
struct Part {
    cases: Vec<String>,
    title: String,
}

struct Item {
    /// `attack`
    name: String,
    /// What its head carries.
    head: Part,
    is: Is,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Is {
    /// Others perform it: what comes of that is theirs.
    Procedure,
    /// An action, or a rule that acts of itself.
    Acts,
    Sequence,
    /// What pieces there are, and where they lie.
    Declares,
    /// With which options and from where the game begins: no reason for anything.
    Begins,
    Other,
}

/// What stands round a place.
struct Round<'f> {
    item: &'f Item,
    cases: &'f [String],
    /// What carries them is called so.
    title: &'f str,
    /// They are of a statement in it, and not of its head.
    own: bool,
}

impl Round<'_> {
    /// May it be why a procedure is performed?
    fn performs(&self) -> bool {
        let acts = match self.item.is {
            Is::Procedure | Is::Acts => true,
            Is::Sequence => self.own,
            Is::Declares | Is::Begins | Is::Other => false,
        };
        acts && !self.cases.is_empty()
    }
}

/// What made something so.
#[derive(Default)]
pub(super) struct Cause<'f> {
    pub(super) cases: &'f [String],
    /// The title of what made it so, and its cases: of the same, where that is no question.
    pub(super) reason: (&'f str, &'f [String]),
    /// Of the statement itself, and its cases.
    pub(super) own: (&'f str, &'f [String]),
    /// The statement itself carries a case.
    pub(super) is_printed: bool,
    /// A phase or a turn ended, and with it what lasts so long.
    pub(super) is_end: bool,
    /// It is done where something is declared, as what lasts for a while begins anew.
    pub(super) is_declared: bool,
}

impl<'s> Carried<'s> {
    pub(crate) fn of(sources: &'s Sources) -> Carried<'s> {
        Carried { sources, found: OnceCell::new() }
    }

    /// The rule by which a statement was carried out: its own, and of a procedure that of the statement that performed it.
    pub(super) fn cause(&self, places: &[Pos]) -> Cause<'_> {
        let found = self.found.get_or_init(|| Found::of(self.sources));
        let rounds: Vec<Round<'_>> = places
            .iter()
            .filter_map(|at| found.round(self.sources.place(*at)?))
            .filter(|round| round.item.is != Is::Begins)
            .collect();
        // What becomes of a piece is said where it is declared; why, where it is done.
        let declared = rounds.iter().take_while(|round| round.item.is == Is::Declares).count();
        let rounds = if declared == rounds.len() { &rounds[..] } else { &rounds[declared..] };
        let Some(own) = rounds.first() else { return Cause::default() };
        // The sequence says when something is done: what does it has its own rule. That there is a turn, or a phase, is no reason
        // for what an action does in it.
        let acts = rounds.iter().any(|round| round.item.is == Is::Acts);
        let round = rounds.iter().take_while(|round| !acts || round.item.is != Is::Sequence);
        // Who performs it says why where a statement of his carries a case, or the head of a rule that has a title.
        let is_titled = |by: &Round<'_>| by.own || !by.title.is_empty();
        let says_why = |by: &&Round<'_>| own.cases.is_empty() || is_titled(by) && by.item.is != Is::Sequence;
        let performs = || round.clone().skip(1).filter(|by| own.item.is == Is::Procedure && by.performs());
        let does = |round: &&Round<'_>| own.item.is == Is::Sequence || round.item.is != Is::Sequence;
        // What goes with its phase or its turn has no other reason.
        let ends = own.item.is == Is::Sequence && !own.own;
        let named = || rounds.iter().take_while(does).find(|round| !round.cases.is_empty()).filter(|_| !ends);
        let because = performs().find(says_why).or_else(named);
        let cases = because.map_or(&[][..], |round| round.cases);
        // What was asked is no reason: whoever asked has one.
        let is_reason = |round: &&Round<'_>| !round.title.is_empty() && !round.title.ends_with('?');
        let asked_for = |by: &&Round<'_>| by.own && is_reason(by) && by.item.is != Is::Sequence;
        let reason = because.filter(is_reason).or_else(|| because.and_then(|_| performs().find(asked_for)));
        let reason = reason.map_or(("", &[][..]), |round| (round.title, round.cases));
        let is_end = own.item.is == Is::Sequence;
        Cause { cases, reason, own: (own.title, own.cases), is_printed: own.own, is_end, is_declared: declared > 0 }
    }

    /// How the phase of this name is printed, where that is always the same.
    pub(super) fn title(&self, phase: &str) -> Option<&String> {
        self.found.get_or_init(|| Found::of(self.sources)).titles.get(phase)
    }

    /// How a phase is printed that begins there; empty where it has no title.
    pub(super) fn phase(&self, places: &[Pos]) -> &str {
        let found = self.found.get_or_init(|| Found::of(self.sources));
        let at = places.first().and_then(|at| self.sources.place(*at));
        let innermost = |at: Place| found.phases.range(..=up_to(at)).rev().find(|(phase, _)| is_within(at, **phase));
        at.and_then(innermost).map_or("", |(_, title)| title.as_str())
    }

    /// By which rule an action or a procedure was left: what that is called, the cases and the title of the statement in which the
    /// end stands.
    pub(super) fn left(&self, places: &[Pos]) -> Option<Left<'_>> {
        let found = self.found.get_or_init(|| Found::of(self.sources));
        let round = found.round(self.sources.place(*places.first()?)?)?;
        let is_told = round.own && !round.title.is_empty() && round.item.is != Is::Sequence;
        // What a procedure is called, only its author knows.
        let what = if round.item.is == Is::Procedure { "it" } else { round.item.name.trim_matches('"') };
        is_told.then_some(Left { what, cases: round.cases, title: round.title })
    }

    /// By which rule the game is over: the innermost that has a title, of the statement in which the end stands or of its item.
    pub(super) fn over(&self, places: &[Pos]) -> Option<(&[String], &str)> {
        let found = self.found.get_or_init(|| Found::of(self.sources));
        let rounds = places.iter().filter_map(|at| found.round(self.sources.place(*at)?));
        let is_phase = |title: &str| found.phases.values().any(|phase| phase == title);
        let is_reason = |title: &str| !title.is_empty() && !title.ends_with('?') && !is_phase(title);
        rounds.map(|round| (round.cases, round.title)).find(|(_, title)| is_reason(title))
    }
}

/// What ended something early.
pub(super) struct Left<'f> {
    /// `attack`, or `it`
    pub(super) what: &'f str,
    pub(super) cases: &'f [String],
    pub(super) title: &'f str,
}

impl Found {
    fn of(sources: &Sources) -> Found {
        let Outline { carriers, headings, phases, .. } = outline(sources);
        let mut parts: BTreeMap<Place, Part> = BTreeMap::new();
        carriers.into_iter().for_each(|carrier| {
            let part = parts.entry(carrier.at).or_default();
            part.cases.extend(carrier.cases);
            part.title = if carrier.title == carrier.item { String::new() } else { carrier.title };
        });
        let items = headings.into_iter().map(|heading| {
            let head = parts.remove(&heading.head).unwrap_or_default();
            let is = match heading.called.split(' ').next() {
                Some("procedure" | "purchase") => Is::Procedure,
                Some("action" | "rule") => Is::Acts,
                Some("sequence") => Is::Sequence,
                Some("piece" | "kind" | "marker" | "box" | "state") => Is::Declares,
                Some("option" | "scenario") => Is::Begins,
                Some(_) | None => Is::Other,
            };
            let name = heading.called.split_once(' ').map_or(String::new(), |(_, name)| name.to_owned());
            (heading.at, Item { name, head, is })
        });
        let items = items.collect();
        let mut titles: BTreeMap<String, Option<String>> = BTreeMap::new();
        for phase in &phases {
            let title = titles.entry(phase.name.clone()).or_insert_with(|| Some(phase.title.clone()));
            title.take_if(|title| *title != phase.title);
        }
        let titles = titles.into_iter().filter_map(|(name, title)| Some((name, title?))).collect();
        let phases = phases.into_iter().map(|phase| (phase.at, phase.title)).collect();
        Found { items, parts, phases, titles }
    }

    fn round(&self, at: Place) -> Option<Round<'_>> {
        let (begins, item) = self.items.range(..=up_to(at)).next_back().filter(|(item, _)| is_within(at, **item))?;
        let mut inside = self.parts.range(*begins..=up_to(at)).rev();
        let part = inside.find(|(at_part, part)| is_within(at, **at_part) && !part.cases.is_empty());
        let part = part.map(|(_, part)| part);
        let Part { cases, title } = part.unwrap_or(&item.head);
        Some(Round { item, cases, title, own: part.is_some() })
    }
}

/// The last of all places that begin where this begins.
fn up_to(mut at: Place) -> Place {
    at.span.end = u32::MAX;
    at
}

fn is_within(at: Place, of: Place) -> bool {
    at.file == of.file && (of.span.start..of.span.end).contains(&at.span.start)
}
