//! What there is to draw of a game: what its map shows, what its counters are, where they may lie. No rule depends on it.
//!
//! In: names and titles as authors wrote them, and where the program keeps each thing. Out: data for whoever draws.

pub mod words;

use std::collections::BTreeMap;
use wgr_runtime::engine::HeldAt;
use wgr_runtime::ir::{CellId, DomainId, FuncId, TableId};
use words::{Style, style, words_of};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Looks {
    /// In their order, as the sides are numbered.
    pub sides: Vec<Named>,
    pub map: Option<Sheet>,
    /// What sorts of counters there are.
    pub sorts: Vec<Sort>,
    /// By number.
    pub counters: Vec<Counter>,
    pub prints: Option<Prints>,
    /// Of each counter the hex where it stands, where the game has counters and a map.
    pub place: Option<CellId>,
    /// How many of its side lie on each counter, where rules ask it.
    pub above: Option<CellId>,
    /// In which box each counter lies.
    pub lies: Option<CellId>,
    pub boxes: Vec<Box>,
    pub now: Option<Now>,
    /// States of a hex, and of a hexside.
    pub of_hexes: Vec<Field>,
    pub of_hexsides: Vec<Field>,
    /// How many dice are read as one number, by their name.
    pub dice: BTreeMap<String, usize>,
    /// What members of lists are called that are printed with a title: by the list, and the member's name.
    pub titles: BTreeMap<(DomainId, String), String>,
    /// Who has won, where that is not said as the game ends.
    pub victory: Option<FuncId>,
    /// States that go by themselves, with a phase, a turn or whatever they last for.
    pub lasting: Vec<CellId>,
    /// What the victory is made of.
    pub score: Vec<Score>,
    /// What an author says that things look like: words, by name.
    pub said: BTreeMap<String, Vec<String>>,
}

/// A name as rules say it, and what players read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Named {
    pub name: String,
    pub title: Option<String>,
}

/// The map as it lies on the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    pub title: Option<String>,
    /// What each hex is, one of several; the first is the ground, what comes behind it is drawn over it.
    pub grounds: Vec<Ground>,
    /// A yes or no of hexes.
    pub areas: Vec<Feature>,
    /// A yes or no of hexsides.
    pub sides: Vec<Feature>,
    /// The same from one hex to its neighbour.
    pub steps: Vec<Feature>,
    pub places: Vec<(String, i64)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ground {
    pub named: Named,
    pub table: TableId,
    pub members: Vec<Named>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    pub named: Named,
    pub table: TableId,
    /// Its hexes are listed in an order that counts.
    pub in_order: bool,
}

/// A piece of the rules: all counters of one sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sort {
    pub named: Named,
    /// What is printed on it, in the order in which it is declared.
    pub printed: Vec<Field>,
    /// What changes, and the markers that are laid on it.
    pub states: Vec<Field>,
    /// What stands where on it, as far as its author says so.
    pub spots: Vec<(Spot, Vec<Field>)>,
}

/// A place on a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Spot {
    /// Under the box of its branch, one after the other.
    Below,
    /// Beside it.
    Left,
    Right,
    /// A dot for each.
    Dots,
}

impl Spot {
    pub const ALL: [Spot; 4] = [Spot::Below, Spot::Left, Spot::Right, Spot::Dots];

    pub fn word(self) -> &'static str {
        match self {
            Spot::Below => "below",
            Spot::Left => "left",
            Spot::Right => "right",
            Spot::Dots => "dots",
        }
    }

    pub fn named(word: &str) -> Option<Spot> {
        Spot::ALL.into_iter().find(|spot| spot.word() == word)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub named: Named,
    pub at: HeldAt,
    pub holds: Holds,
    /// It goes by itself with what it lasts for: `until end of turn`.
    pub lasts: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Holds {
    Number,
    YesNo,
    /// One of these, or none.
    Member(Vec<Named>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    pub name: String,
    pub sort: usize,
    /// Of one that is drawn, its side is that of its print.
    pub side: usize,
}

/// What counters of unseen boxes show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prints {
    /// By counter: its print, or none.
    pub cell: CellId,
    /// Which sorts are drawn.
    pub sorts: Vec<usize>,
    pub lines: Vec<Counter>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Box {
    pub named: Named,
    pub holds: Held,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// Who lies there lies open: its number among those boxes.
    Open(i64),
    /// How many of each print; nobody sees which.
    Unseen(CellId),
}

/// A number that the victory is decided by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    pub field: Field,
    /// Each side has one.
    pub by_side: bool,
}

/// What says how far the game is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Now {
    pub turn: CellId,
    pub runs: Vec<Run>,
    pub phase: CellId,
    pub phasing: CellId,
    /// Who acts, where sides act in turn.
    pub acting: Option<CellId>,
    /// The phases that are of no side, for they stand outside of player turns.
    pub of_nobody: Vec<i64>,
}

/// What comes several times in a turn: `operation 2`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    pub named: Named,
    pub cell: CellId,
    /// The phases that stand in it and nowhere else.
    pub phases: Vec<i64>,
}

impl Now {
    /// What says where in its sequence a game is.
    pub fn cells(&self) -> impl Iterator<Item = CellId> + '_ {
        let runs = self.runs.iter().map(|run| run.cell);
        [self.turn, self.phase, self.phasing].into_iter().chain(runs)
    }
}

impl Looks {
    /// As its author says; else as the words of its name and its title say.
    pub fn style(&self, named: &Named) -> Style {
        if let Some(said) = self.said(&named.name) {
            return said;
        }
        let words = [Some(&named.name), named.title.as_ref()].into_iter().flatten().flat_map(|name| words_of(name));
        let words: Vec<String> = words.collect();
        style(words.iter().map(String::as_str))
    }
}

impl Looks {
    /// What its author says that it looks like.
    pub fn said(&self, name: &str) -> Option<Style> {
        self.said.get(name).filter(|words| !words.is_empty()).map(|words| style(words.iter().map(String::as_str)))
    }
}

impl Named {
    /// As it is read: `prepared position` for `prepared_position`, where it has no title.
    pub fn read(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.name.replace('_', " "))
    }
}
