//! What every name in a game's texts stands for.
//!
//! In: what was met while the texts were read (`translate/named`). Out: symbols, each with what it is, where it is
//! declared and what may stand behind it, and all places where one is named, in the order of the texts. Promises: a place
//! that names something is here whether or not the texts are whole; where it had to be guessed what it means, it says so.

use crate::diag::Place;
use crate::source::FileId;
use std::collections::BTreeSet;

/// Which symbol, in one [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub u32);

/// What a name may stand for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sort {
    Game,
    Series,
    Side,
    Measure,
    Scale,
    Enum,
    Member,
    /// A base piece or a kind, and the nouns for its counters.
    Kind,
    /// A plural of its own: `plural infantry`.
    Noun,
    Field,
    Marker,
    Counter,
    State,
    Box,
    Value,
    Fact,
    Permit,
    Zone,
    Course,
    Path,
    Knowledge,
    Obligation,
    Table,
    Notation,
    /// A part of what is written in a notation.
    Part,
    Purchase,
    Action,
    Role,
    Kept,
    Procedure,
    Scenario,
    Option,
    Scene,
    Feature,
    /// A hex with a name of its own; its number means it too.
    Spot,
    Hex,
    Phase,
    Run,
    Die,
    Chart,
    Hole,
    Parameter,
    /// What a statement, a row or a condition gives a name to.
    Local,
    Stage,
    /// Titles.
    Group,
    Row,
    Statement,
    Limit,
    Rule,
    Example,
    Errata,
    Ruling,
    /// A printed case.
    Case,
    /// What the language itself gives: `turn`, `Hex`, `distance`.
    Word,
    /// Declared where nothing could be read.
    Broken,
}

impl Sort {
    /// How messages call it, and the page of the language that explains it.
    fn facts(self) -> (&'static str, &'static str) {
        match self {
            Sort::Game => ("game", "README"),
            Sort::Series => ("series", "series"),
            Sort::Side => ("side", "map-and-order"),
            Sort::Measure => ("measure", "measures"),
            Sort::Scale => ("scale", "measures"),
            Sort::Enum => ("enum", "values-facts-permits"),
            Sort::Member => ("member", "values-facts-permits"),
            Sort::Kind => ("piece or kind", "kinds"),
            Sort::Noun => ("plural of a piece or kind", "kinds"),
            Sort::Field => ("field", "pieces"),
            Sort::Marker => ("marker", "pieces"),
            Sort::Counter => ("counter", "map-and-order"),
            Sort::State => ("state", "pieces"),
            Sort::Box => ("box", "boxes"),
            Sort::Value => ("value", "values-facts-permits"),
            Sort::Fact => ("fact", "values-facts-permits"),
            Sort::Permit => ("permit", "values-facts-permits"),
            Sort::Zone => ("zone", "zones"),
            Sort::Course => ("course", "courses"),
            Sort::Path => ("path", "paths"),
            Sort::Knowledge => ("knowledge", "boxes"),
            Sort::Obligation => ("obligation", "obligations"),
            Sort::Table => ("table", "tables"),
            Sort::Notation => ("notation", "tables"),
            Sort::Part => ("part of a notation", "tables"),
            Sort::Purchase => ("purchase", "paying"),
            Sort::Action => ("action", "actions"),
            Sort::Role => ("role", "actions"),
            Sort::Kept => ("kept name", "actions"),
            Sort::Procedure => ("procedure", "actions"),
            Sort::Scenario => ("scenario", "scenes-and-examples"),
            Sort::Option => ("option", "options"),
            Sort::Scene => ("scene", "scenes-and-examples"),
            Sort::Feature => ("feature of the map", "map-and-order"),
            Sort::Spot => ("place on the map", "map-and-order"),
            Sort::Hex => ("hex", "map-and-order"),
            Sort::Phase => ("phase", "sequence"),
            Sort::Run => ("run", "runs"),
            Sort::Die => ("die", "asks"),
            Sort::Chart => ("chart", "../ledger"),
            Sort::Hole => ("hole of the series", "series"),
            Sort::Parameter => ("parameter", "values-facts-permits"),
            Sort::Local => ("name", "asks"),
            Sort::Stage => ("stage", "rows"),
            Sort::Group => ("group of rows", "rows"),
            Sort::Row => ("row", "rows"),
            Sort::Statement => ("statement", "asks"),
            Sort::Limit => ("limit", "actions"),
            Sort::Rule => ("rule", "whenever-and-supposing"),
            Sort::Example => ("example", "scenes-and-examples"),
            Sort::Errata => ("errata", "errata"),
            Sort::Ruling => ("ruling", "rulings"),
            Sort::Case => ("case", "../ledger"),
            Sort::Word => ("word of the language", "README"),
            Sort::Broken => ("something that could not be read", "README"),
        }
    }

    pub fn called(self) -> &'static str {
        self.facts().0
    }

    /// The page that explains it, from the folder of the language's pages.
    pub fn page(self) -> &'static str {
        self.facts().1
    }

    /// It stands between quotes.
    pub fn is_title(self) -> bool {
        matches!(
            self,
            Sort::Game
                | Sort::Series
                | Sort::Group
                | Sort::Row
                | Sort::Statement
                | Sort::Limit
                | Sort::Rule
                | Sort::Example
                | Sort::Errata
        )
    }
}

/// What it is or answers, as far as it says what may stand behind or beside it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Typed {
    /// As messages call it; empty where nothing is known.
    pub text: String,
    /// A piece of these sorts, one bit each.
    pub pieces: u64,
    /// What is written in this notation.
    pub notation: Option<SymbolId>,
    /// A member of this list.
    pub of: Option<SymbolId>,
    /// A side.
    pub side: bool,
    pub hex: bool,
}

/// Something that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub sort: Sort,
    pub name: String,
    /// The item to which it belongs, as people call it: `value drm`; empty for what belongs to the game.
    pub of: String,
    /// Where its name is declared; nowhere for cases, numbers of hexes and words of the language.
    pub declared: Vec<Place>,
    /// The text that declares it.
    pub shown: Option<Place>,
    pub typed: Typed,
    /// Of a field: the pieces that have it. Of an enum, its list: nothing.
    pub on: u64,
    /// Of a member, a part of a notation: what it is of. Of a name that is given in an item: the action that it reads.
    pub within: Option<SymbolId>,
}

/// A place that names something.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    pub at: Place,
    pub symbol: SymbolId,
    pub declares: bool,
    /// It was read so; otherwise it was guessed from its word, for nothing could be read there.
    pub sure: bool,
}

/// An argument that is a name alone: behind the name of its parameter, or without it where the two are one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    pub(crate) label: Option<Place>,
    pub(crate) param: SymbolId,
    pub(crate) argument: Place,
}

/// What an author may leave out and an editor shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hint {
    /// It belongs behind this.
    pub at: Place,
    pub text: String,
}

/// All symbols of a game and where they are named.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    symbols: Vec<Symbol>,
    /// By place.
    marks: Vec<Mark>,
    hints: Vec<Hint>,
    /// Arguments of calls in which each bears its name.
    pub(crate) given: Vec<Given>,
    /// What bears one name because something is said once of all: the parameters that a limit on several actions counts.
    pub(crate) alike: Vec<Vec<SymbolId>>,
    /// How much was wrong where they were read.
    pub(crate) wrong: usize,
}

impl Names {
    pub(crate) fn new(symbols: Vec<Symbol>, mut marks: Vec<Mark>, mut hints: Vec<Hint>) -> Names {
        // What was read counts more than what was guessed. They come nearly in order.
        marks.sort_by_key(|mark| {
            let (at, end) = mark.at.in_order();
            (at, u64::from(end) << 32 | u64::from(mark.symbol.0), !mark.declares, !mark.sure)
        });
        marks.dedup_by_key(|mark| (mark.at, mark.symbol));
        hints.sort();
        hints.dedup();
        Names { symbols, marks, hints, given: Vec::new(), alike: Vec::new(), wrong: 0 }
    }

    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(at, symbol)| (SymbolId(at as u32), symbol))
    }

    pub fn symbol(&self, id: SymbolId) -> Option<&Symbol> {
        self.symbols.get(id.0 as usize)
    }

    /// By place.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Those of one file.
    pub fn marks_in(&self, file: FileId) -> &[Mark] {
        let first = self.marks.partition_point(|mark| mark.at.file < file);
        let end = self.marks.partition_point(|mark| mark.at.file <= file);
        self.marks.get(first..end).unwrap_or_default()
    }

    /// What is named at a byte of a file, or just before it: the shortest that there is, for lists are told apart.
    pub fn at(&self, file: FileId, offset: u32) -> Option<&Mark> {
        let end = self.marks.partition_point(|mark| (mark.at.file, mark.at.span.start) <= (file, offset));
        let before = self.marks.get(..end).unwrap_or_default().iter().rev();
        let near = before.take_while(|mark| mark.at.file == file && mark.at.span.start + LONGEST >= offset);
        near.filter(|mark| offset <= mark.at.span.end).min_by_key(|mark| {
            let span = mark.at.span;
            (offset == span.end, span.end - span.start)
        })
    }

    /// Everywhere it is named, by place.
    pub fn marks_of(&self, id: SymbolId) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(move |mark| mark.symbol == id)
    }

    /// This, and all that has to bear its name.
    pub(crate) fn together(&self, id: SymbolId) -> BTreeSet<SymbolId> {
        let mut all = BTreeSet::from([id]);
        loop {
            let before = all.len();
            for named in &self.alike {
                if named.iter().any(|one| all.contains(one)) {
                    all.extend(named);
                }
            }
            if all.len() == before {
                return all;
            }
        }
    }

    /// The fields of what a name stands for.
    pub fn fields(&self, of: &Typed) -> impl Iterator<Item = &Symbol> {
        let fits = move |symbol: &&Symbol| {
            let field = matches!(symbol.sort, Sort::Field | Sort::Marker);
            let part = symbol.sort == Sort::Part && of.notation.is_some() && symbol.within == of.notation;
            part || field && of.pieces != 0 && of.pieces & !symbol.on == 0
        };
        self.symbols.iter().filter(fits)
    }

    /// The members of a list.
    pub fn members(&self, of: SymbolId) -> impl Iterator<Item = &Symbol> {
        self.symbols.iter().filter(move |symbol| symbol.sort == Sort::Member && symbol.within == Some(of))
    }

    pub fn hints_in(&self, file: FileId) -> impl Iterator<Item = &Hint> {
        self.hints.iter().filter(move |hint| hint.at.file == file)
    }
}

/// No name is longer; titles are.
const LONGEST: u32 = 400;
