//! The syntax tree of a file: what the author wrote, with the place of everything, and nothing resolved.
//!
//! What could not be read stays as `Broken` where it stood, with the name it had, so that nothing else complains about
//! it.

mod errata;
mod example;
mod expr;
mod item;
mod meaning;
mod row;
mod rule;
mod scene;
mod shift;
mod stmt;
mod words;

pub use errata::{Beside, Edit, EditKind, Errata, ErrataKind, ErrataSort, Passage, Thing, Which};
pub use example::{Asked, Example, ExampleKind, ExampleStep, Expect, ExpectPart, UnderErrata};
pub use expr::{Compare, Expr, ExprKind, Operator, Phrase, Quantifier, Relation, Rounding, Supposing, TotalOf};
pub use item::{
    Action, Allow, Also, Beyond, BoxItem, By, Counter, CounterGroup, Die, Edge, EnumItem, Field, FieldKind, ForEachOne,
    Game, Grid, GridRow, Group, GroupOp, HexFormat, Hole, HoleKind, HowOften, Item, ItemKind, Keep, Key, KindItem,
    Layer, Leaves, Limit, Look, LookLine, LookPlace, Map, MapLine, Marker, Measure, Member, Never, Notation,
    NotationPart, OptionItem, Order, Param, PathFrom, PieceItem, Procedure, Purchase, Role, Rows, RowsKind, RulingItem,
    Scale, Sequence, Series, State, Table, TableHead, TableLine, TypeKind, TypeRef, Until, Used,
};
pub use meaning::Meaning;
pub use row::{Clause, Duty, Row, StageRef, Verdict, VerdictKind};
pub use rule::{Entry, Moment, Occasion, SpanOf, Whenever};
pub use scene::{Scene, SceneLine, SceneUnit};
pub(crate) use shift::{Far, Shift};
pub use stmt::{
    Arm, Block, Choose, Count, Moves, Passing, Picks, Places, Spend, Stmt, StmtKind, SuchThat, Tier, Values,
};
pub use words::{Word, WordKey, Words, word_key};

use crate::span::Span;

/// A word of the author's: a name, a label, a feature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

/// Text between quotes, without them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Text {
    pub text: String,
    /// With the quotes.
    pub span: Span,
}

/// A printed case as written: `12.2.4`, `12.2.4#m`, `CT#a`. `12.2.4#m,n` is read as two.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Case {
    pub text: String,
    pub span: Span,
}

/// One file.
#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct File {
    pub items: Vec<Item>,
}
