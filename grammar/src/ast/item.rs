//! Items: what stands in column 0.

use super::errata::Errata;
use super::example::Example;
use super::expr::Expr;
use super::row::Row;
use super::rule::Whenever;
use super::scene::Scene;
use super::stmt::Block;
use super::{Case, Meaning, Name, Text, Words};
use crate::span::Span;

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Item {
    /// From its keyword to its last brace.
    pub span: Span,
    /// Its first line up to the brace.
    pub head: Span,
    /// `///` lines above it.
    pub doc: Vec<String>,
    pub kind: ItemKind,
    pub words: Words,
    pub meaning: Meaning,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum ItemKind {
    Game(Game),
    /// `series "Fire & Movement" { .. }`: the head of rules that several games share.
    Series(Series),
    /// `hole value limit(h: Hex): 1..9 "why"`, `hole enum Terrain "why" { clear, wood }`: what a game of the series says.
    Hole(Hole),
    Measure(Measure),
    Scale(Scale),
    Enum(EnumItem),
    Piece(PieceItem),
    Marker(Marker),
    Kind(KindItem),
    State(State),
    /// `box lost "eliminated" 11.3 of Unit, for the removed`
    Box(BoxItem),
    /// `option air "Air" 17.0#a, usual`
    Option(OptionItem),
    /// `value`, `fact`, `permit`, `zone`, `course`, `path`, `knowledge`, `victory`: whatever is answered by rows.
    Rows(Rows),
    /// `also target { rows }`
    Also(Also),
    Table(Table),
    Notation(Notation),
    Purchase(Purchase),
    Limit(Limit),
    Action(Action),
    Procedure(Procedure),
    /// `rule CASES "Title" whenever ..`
    Whenever(Whenever),
    Sequence(Sequence),
    Map(Map),
    Look(Look),
    Order(Order),
    /// `scene` and `scenario`
    Scene(Scene),
    Example(Example),
    Ruling(RulingItem),
    Never(Never),
    Allow(Allow),
    Errata(Errata),
    /// Its head could not be read: the keyword, and the name it seems to have had.
    Broken {
        keyword: String,
        name: Option<Name>,
    },
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Series {
    pub title: Text,
    pub edition: Option<Text>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Hole {
    pub kind: HoleKind,
    pub name: Name,
    pub params: Vec<Param>,
    pub result: Option<TypeRef>,
    /// Of an enum: the members that the series itself speaks of.
    pub members: Vec<Name>,
    pub why: Text,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HoleKind {
    Enum,
    Value,
    Fact,
    Permit,
}

/// `game "Title" { .. }`, a line each.
#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct Game {
    pub title: Option<Text>,
    /// `series "Fire & Movement" at "../series"`: its title, and the folder from the game's.
    pub series: Option<(Text, Text)>,
    pub edition: Option<Text>,
    pub language: Option<Expr>,
    pub sides: Vec<Name>,
    pub dice: Vec<Die>,
    pub hexes: Option<HexFormat>,
    /// `chart MT "Movement costs"`
    pub charts: Vec<(Name, Text)>,
}

/// `white d6`, `green 2d6`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Die {
    pub name: Name,
    pub count: u32,
    pub faces: u32,
    pub span: Span,
    /// Where `2d6` stands.
    pub at: Span,
}

/// `hexes CCRR flat, odd columns half a hex south, columns 1..8, rows 1..8 [, numbers west] [, numbers north]`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct HexFormat {
    pub span: Span,
    /// Column before row in the number.
    pub column_first: bool,
    pub dotted: bool,
    /// Flat-topped hexes stand in columns, pointy-topped ones in rows.
    pub flat: bool,
    /// `odd columns half a hex south`: the odd ones are shifted (south, or east for rows).
    pub odd_shifted: bool,
    pub columns: (u32, u32),
    pub rows: (u32, u32),
    pub west: bool,
    pub north: bool,
}

/// `measure MP "movement point" in halves`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Measure {
    pub name: Name,
    pub title: Option<Text>,
    /// 2 for halves, 3 for thirds, 4 for quarters; 1 otherwise.
    pub den: u32,
}

/// `box container "the container" 3.5 of Storm, unseen`: where pieces of a kind lie that are not on the map.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct BoxItem {
    pub name: Name,
    pub title: Option<Text>,
    pub cases: Vec<Case>,
    pub of: Name,
    /// Nobody knows which of them lie in it.
    pub unseen: bool,
    /// `remove` puts them into it.
    pub removed: bool,
}

/// `scale odds by column 12.2.4 { ... 1/3, 1/2, 1/1, 2/1 ... }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Scale {
    pub name: Name,
    pub measure: Name,
    pub cases: Vec<Case>,
    pub steps: Vec<Expr>,
    /// `...` before the first step: it goes on below.
    pub below: bool,
    /// `...` behind the last one.
    pub above: bool,
}

/// `enum Result in order 12.2.6 "Coordination" { misunderstood, lacking }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct EnumItem {
    pub name: Name,
    pub title: Option<Text>,
    pub ordered: bool,
    /// The action whose names are read in what its members do.
    pub within: Option<Name>,
    pub cases: Vec<Case>,
    pub members: Vec<Member>,
}

/// `am "July 18, morning" 2.2#f`, `tactical "A tactical victory" S1#af of German`, `DR(back: 1..3) "Retreat" 6.6 { }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Member {
    pub span: Span,
    pub name: Name,
    /// The number that is printed behind it: `DR2`.
    pub params: Vec<Param>,
    pub title: Option<Text>,
    pub cases: Vec<Case>,
    /// Of a grade of victory: who has won.
    pub of: Option<Name>,
    /// Of a result: what it does.
    pub body: Option<Block>,
}

/// `piece Tank 15.4 { printed ..  state ..  flags .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct PieceItem {
    pub name: Name,
    /// `piece Infantry "infantry battalion"`, and `plural infantry` where adding `s` is wrong.
    pub title: Option<Text>,
    pub plural: Option<Name>,
    pub cases: Vec<Case>,
    pub fields: Vec<Field>,
    /// A line of it could not be read, which is told: it may have more fields.
    pub broken: bool,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Field {
    pub span: Span,
    pub kind: FieldKind,
    pub name: Name,
    /// Flags are `yes/no`.
    pub ty: TypeRef,
    /// `state order: Order = ordered`; over `it`.
    pub start: Option<Expr>,
    pub until: Option<Until>,
    /// Of `with`.
    pub cases: Vec<Case>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FieldKind {
    Printed,
    State,
    Flag,
    /// `with bearer: Division [, one each]`: whom it goes with, and stands with.
    With {
        one_each: bool,
    },
}

/// `until end of combat or exploitation`: the phases (or `turn`) at whose end it becomes its start value again.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Until {
    pub phases: Vec<Name>,
}

/// `marker out_of_command "Out of command" 9.2.b { on Unit until end of combat }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Marker {
    pub name: Name,
    pub title: Option<Text>,
    pub cases: Vec<Case>,
    pub on: Vec<Name>,
    pub until: Option<Until>,
    pub provisional: Option<Text>,
}

/// `kind Unit "unit" plural units = Combatant or Stosstruppen`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct KindItem {
    pub name: Name,
    pub title: Option<Text>,
    pub plural: Option<Name>,
    pub cases: Vec<Case>,
    pub of: Vec<Name>,
}

/// `state weather: Weather = mud [until end of turn]`, `state held(h: Hex): Side or none`,
/// `state began(u: Unit): Hex or none at start of movement = u.hex`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct State {
    pub name: Name,
    pub params: Vec<Param>,
    pub ty: TypeRef,
    /// The phases (or `turn`) at whose start it is taken; none: rules write it.
    pub taken: Vec<Name>,
    pub start: Option<Expr>,
    pub until: Option<Until>,
    pub cases: Vec<Case>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Param {
    pub name: Name,
    pub ty: TypeRef,
    /// Of an action: `u: Unit of phasing`.
    pub of: Option<Expr>,
    /// Of an action: over `it`.
    pub such: Option<Expr>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct TypeRef {
    pub span: Span,
    pub kind: TypeKind,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum TypeKind {
    /// `0..3 steps`, `-1..1`
    Range {
        from: Expr,
        /// Absent: `0 or more`, which has no end.
        to: Option<Expr>,
        measure: Option<Name>,
    },
    YesNo,
    /// An enum, `Side`, `Hex`, `Hexside`, `Direction`, a piece or kind, a scale, a notation.
    Named(Name),
    /// `set of Infantry`
    Set(Name),
    /// `Infantry or none`
    Maybe(Name),
    Broken,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RowsKind {
    Value,
    Fact,
    Permit,
    Zone,
    Course,
    Path,
    Knowledge,
    Victory,
    Obligation,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Rows {
    pub kind: RowsKind,
    /// `victory` where it has none.
    pub name: Name,
    pub params: Vec<Param>,
    /// `within attack`
    pub within: Option<Name>,
    /// Of a value; of `victory` the enum of its grades.
    pub result: Option<TypeRef>,
    /// Of `victory`: `in gneisenau`
    pub layer: Option<Layer>,
    pub cases: Vec<Case>,
    /// `stages rally, double`
    pub stages: Vec<Name>,
    /// `otherwise yes|no` of a fact or permit.
    pub otherwise: Option<Expr>,
    /// Of an obligation: who owes it, and in which phases.
    pub by: Option<Box<By>>,
    pub during: Vec<Name>,
    /// `always` of a permit: wherever a piece comes to a hex it is asked.
    pub always: Option<Span>,
    /// Of a course: `like marching`
    pub like: Option<Name>,
    /// Of a course: `spends allowance(u)`
    pub spends: Option<Expr>,
    /// `, remembers off_road`: yes or no, kept from step to step.
    pub remembers: Vec<Name>,
    /// `enters at hexes where entry(u, it)`: where a piece that is off the map begins its move.
    pub enters: Option<Box<Expr>>,
    pub leaves: Option<Box<Leaves>>,
    /// Of knowledge: `hides order, supply`; what is printed where nothing is said.
    pub hides: Vec<Name>,
    /// Of a path.
    pub from: Option<PathFrom>,
    pub groups: Vec<Group>,
    pub rows: Vec<Row>,
}

/// `leaves at hexes where exit(u, it), perform gone(u)`: from where a step leads off the map, and what is done then.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Leaves {
    pub span: Span,
    pub at: Expr,
    pub performs: Name,
    pub args: Vec<Expr>,
}

/// `from A to B [by ray [, inner hexes only]] [within E hexes]`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct PathFrom {
    pub span: Span,
    pub from: Expr,
    pub to: Expr,
    pub ray: bool,
    pub inner: bool,
    pub within: Option<Expr>,
}

/// `largest of "terrain" { rows }`, `once "name" { rows }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Group {
    pub name: Text,
    pub op: GroupOp,
    pub stage: Option<Name>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GroupOp {
    Sum,
    Largest,
    Smallest,
    Once,
}

/// `by enemy of phasing`: who may start an action.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct By {
    /// With the blank before it, so that it can be taken out.
    pub span: Span,
    pub side: Expr,
}

/// `in friedensturm, air`: what holds where one of these scenarios is played, or with one of these options.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Layer {
    pub span: Span,
    pub any: Vec<Name>,
}

/// `option air "Air" 17.0#a, usual`: rules that players may take in.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct OptionItem {
    pub name: Name,
    pub title: Option<Text>,
    pub cases: Vec<Case>,
    /// They count unless players leave them out.
    pub usual: bool,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Also {
    pub target: Name,
    /// `in friedensturm, foch_attacks`
    pub layer: Option<Layer>,
    pub groups: Vec<Group>,
    pub rows: Vec<Row>,
}

/// `table move 6.d : Terrain by Arm gives MP  beyond right: last column .. { lines as printed }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Table {
    pub name: Name,
    pub cases: Vec<Case>,
    /// What its lines are labelled with, then what its columns are.
    pub down: TypeRef,
    pub across: Option<TypeRef>,
    /// `of Line`: each member of it has a line of heads of its own.
    pub heads_of: Option<TypeRef>,
    pub gives: TypeRef,
    pub beyond: Vec<Beyond>,
    pub provisional: Option<Text>,
    pub heads: Vec<TableHead>,
    pub lines: Vec<TableLine>,
    /// From brace to brace.
    pub body: Span,
}

/// `beyond right: last column`, `beyond left: error`, `beyond top: last line`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Beyond {
    pub edge: Edge,
    /// `last ..`: what stands at the edge counts; else the look-up is an error.
    pub last: bool,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

/// The labels of the columns, or `clear: -3..-1 0 1+`, those that count for some members.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct TableHead {
    pub span: Span,
    pub cases: Vec<Case>,
    pub of: Vec<Name>,
    pub labels: Vec<Name>,
}

/// One printed line: cases if it has some, then its words.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct TableLine {
    pub span: Span,
    pub cases: Vec<Case>,
    pub words: Vec<Name>,
}

/// `notation Loss = "A" attacker: hit "D" defender: hit star: "*"?`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Notation {
    pub name: Name,
    pub parts: Vec<NotationPart>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum NotationPart {
    /// `"A" attacker: hit`: letters, if there are some, then a number; `"^" back: hex?` may be left out.
    Number { letters: Option<Text>, field: Name, measure: Name, optional: bool },
    /// `star: "*"?`: there or not.
    Mark { field: Name, letters: Text },
}

/// `purchase a_step(u: Unit) CASES costs E up to E { effect }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Purchase {
    pub name: Name,
    pub params: Vec<Param>,
    pub cases: Vec<Case>,
    pub costs: Expr,
    pub up_to: Expr,
    pub body: Block,
}

/// `limit CASES "Title" on march, guns of attack [by Blue]: 4 per phase [for each u]`; within an action
/// `once per phase [for each u]`.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Limit {
    pub span: Span,
    pub cases: Vec<Case>,
    pub title: Option<Text>,
    /// Empty within an action.
    pub on: Vec<Used>,
    pub by: Option<By>,
    pub often: HowOften,
}

/// `march`, `guns of attack`: an action, or what is picked into a name that an action keeps.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Used {
    pub name: Name,
    pub of: Option<Name>,
}

/// `once per phase`, `n(it) times per turn for each`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct HowOften {
    pub span: Span,
    pub most: Expr,
    /// `phase`, `turn`, `player turn`, `game`, a run; none where so many lie at a time.
    pub per: Option<Name>,
    pub each: Option<ForEachOne>,
}

impl HowOften {
    /// Within what it is counted; empty where so many lie at a time.
    pub fn within(&self) -> &str {
        self.per.as_ref().map_or("", |per| &per.text)
    }
}

/// `for each u`: a parameter of the action; without a name each that is picked.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct ForEachOne {
    pub span: Span,
    pub name: Option<Name>,
}

/// `action attack(target: Hex where ..) CASES by acting during combat { roles .. keeps .. step .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Action {
    pub name: Name,
    pub title: Option<Text>,
    pub params: Vec<Param>,
    pub cases: Vec<Case>,
    pub layer: Option<Layer>,
    /// The action that is not offered where this one may be.
    pub in_place: Option<Name>,
    pub by: Option<By>,
    pub during: Vec<Name>,
    pub limits: Vec<Limit>,
    pub roles: Vec<Role>,
    pub keeps: Vec<Keep>,
    pub body: Block,
}

/// `roles attacker = phasing, defender = enemy of phasing`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Role {
    pub name: Name,
    pub who: Expr,
}

/// `keeps each side units: set of Infantry` / `keeps lead: Infantry, hits: 0..9 = 0`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Keep {
    /// One for each role: `units of attacker`.
    pub each_side: bool,
    pub name: Name,
    pub ty: TypeRef,
    /// What it is when the action begins.
    pub start: Option<Expr>,
}

/// `procedure convert(who: Side) [: 0..6] [within attack] CASES { .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Procedure {
    pub name: Name,
    pub params: Vec<Param>,
    /// What it answers.
    pub result: Option<TypeRef>,
    pub within: Option<Name>,
    /// Where it is performed, and in the place of which one.
    pub layer: Option<Layer>,
    pub in_place: Option<Name>,
    pub cases: Vec<Case>,
    pub body: Block,
}

/// `sequence CASES { turns .. { player turns .. { phase .. } } }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Sequence {
    pub cases: Vec<Case>,
    pub body: Block,
}

/// `map "The small board" [provisional "ground"] { .. }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Map {
    pub title: Option<Text>,
    pub provisional: Option<Text>,
    pub lines: Vec<MapLine>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum MapLine {
    /// `hexes terrain: Terrain drawn . plain, h hill, f forest` and the grid below it.
    Grid(Grid),
    /// `hexes camp: 0101, 0305..0308`: a yes/no of hexes; two points are the run of hexes from one to the other.
    /// `hexes bank in order: ..` keeps the order in which they are listed.
    Hexes {
        span: Span,
        feature: Name,
        in_order: bool,
        runs: Vec<Vec<Name>>,
    },
    /// `hexsides river: 0101-0102-0203, 0405-0505`: a yes/no of the hexsides between neighbours.
    Hexsides {
        span: Span,
        feature: Name,
        /// `hexsides slope: 0101>0102`: from the first to the second, and not back.
        directed: bool,
        chains: Vec<Vec<Name>>,
    },
    /// `place Rossignol 0304`
    Place {
        span: Span,
        name: Name,
        hex: Name,
    },
    Broken(Span),
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Grid {
    pub span: Span,
    pub feature: Name,
    pub ty: Name,
    pub key: Vec<Key>,
    /// The numbers above the columns.
    pub columns: Vec<Name>,
    pub rows: Vec<GridRow>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Key {
    pub letter: Name,
    pub member: Name,
}

/// A row's number, then a letter for each column.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct GridRow {
    pub span: Span,
    pub number: Name,
    pub letters: Vec<Name>,
}

/// `order French [provisional ".."] { .. }`: a line that begins with a piece's name gives the columns of those below.
/// `look { forest dark green woods }`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Look {
    pub lines: Vec<LookLine>,
}

/// `Battalion infantry battalion, below: attack defence, left: steps`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct LookLine {
    pub span: Span,
    pub name: Name,
    /// What it looks like.
    pub words: Vec<Name>,
    pub places: Vec<LookPlace>,
}

/// `below: attack defence`: a place on a counter, and what stands there.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct LookPlace {
    pub at: Name,
    pub fields: Vec<Name>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Order {
    pub side: Name,
    pub provisional: Option<Text>,
    pub groups: Vec<CounterGroup>,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct CounterGroup {
    pub span: Span,
    pub piece: Name,
    pub columns: Vec<Name>,
    pub counters: Vec<Counter>,
}

/// `RIC1 x3 brigade1 colonial`: three counters RIC1a, RIC1b, RIC1c.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Counter {
    pub span: Span,
    pub name: Name,
    pub copies: Option<u32>,
    pub words: Vec<Name>,
}

/// `ruling Q-8 on 8.2 "Question?" ["A" over "B"] by "who" because "why"`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct RulingItem {
    pub name: Name,
    pub cases: Vec<Case>,
    pub question: Option<Text>,
    pub over: Option<(Text, Text)>,
    pub by: Text,
    pub because: Text,
}

/// `never (u: Unit) A with B "why"`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Never {
    pub params: Vec<Param>,
    pub what: Expr,
    pub with: Option<Expr>,
    pub why: Text,
}

/// `allow lonely "why"`, `allow "Title of a row" "why"`
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Allow {
    /// The name or the title.
    pub what: String,
    pub at: Span,
    pub why: Text,
}
