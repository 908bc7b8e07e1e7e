//! Which message it is, for those who ask what follows from it.
//!
//! Promises: a message is known by its mark, never by its words; these may change, and nothing else changes with them.

use super::Diagnostic;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// Nothing is called so, where a name is wanted.
    NoName,
    NoPiece,
    NoCounter,
    NoScene,
    NoAction,
    NoSide,
    /// What is handed to something whose head asks for nothing.
    AsksForNothing(String),
    NoHex,
    /// They are to another game, and do not count.
    ErrataToOther,
    /// Nothing that lies over the game is called so.
    NoErrata,
    /// Two hexes that lie apart.
    NoNeighbours,
    /// What it is asked of has no such field.
    NoField(String),
    /// A column of an order of battle is of no field of this piece.
    NoColumnOf(String),
    /// No value of this list.
    NoValue(String),
    /// This item has no such row.
    NoRow(String),
    /// Nothing that is drawn is called so.
    NothingDrawn,
    /// There is no such turn.
    NoTurn,
    /// Asked where the action that keeps it does not run.
    AskedOutside,
    /// It belongs to an action, and this item is not within that one.
    BelongsToAnother,
    /// A written number is outside of this range.
    OutsideOf(String),
    /// A row leads out of the range of its value.
    LeadsOut,
    /// The whole value can leave its range.
    CanLeaveRange,
    /// No column says what is printed.
    NoColumn,
    /// So many values, and so many columns.
    ValuesOfACounter,
    EmptyFile,
    /// The line ends before all is said.
    StopsTooSoon,
    /// A word where the line cannot go on.
    DoesNotFit,
    /// Nothing is said behind a title.
    NothingBehindTitle,
    /// Nothing stands between braces.
    NoBlock,
    /// This head has no `{`.
    NoOpening,
    /// A brace that closes nothing.
    StrayBrace,
    TwoStatements,
    /// A text without its second quotation mark.
    OpenText,
    /// How many sides there are is wrong.
    Sides,
    /// There is none at all.
    NoSides,
    NumberedOtherwise,
    TwoSequences,
    /// The same name for the same sort of thing.
    DeclaredTwice,
    /// A case of one's own that is one of the book.
    CaseOfTheBook,
    MapWithoutHexes,
    /// This action could be taken for ever.
    ForEver(String),
    /// It comes out in parts.
    InParts,
    OneCondition,
    /// A number with a point in it.
    Decimal,
}

impl Diagnostic {
    pub(crate) fn marked(mut self, mark: Mark) -> Diagnostic {
        self.mark = Some(mark);
        self
    }

    pub(crate) fn is(&self, mark: &Mark) -> bool {
        self.mark.as_ref() == Some(mark)
    }
}
