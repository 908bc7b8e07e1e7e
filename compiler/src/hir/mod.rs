//! What the author's words mean, before anything is made of it: every name is an id, every part has its type and its place.
//!
//! `translate` reads a syntax tree into it and tells what is wrong there; `translate/emit` makes the program's code of it,
//! and has nothing to tell. Names of a body are numbers of that body: a tree knows nothing of the function it is written in.

mod rows;

pub(crate) use rows::{Along, Path, PathOut, Row, Rows, Ruling};

use crate::diag::Place;
use crate::translate::{Kinds, Noun, Ty};
use std::sync::Arc;
use wgr_grammar::ast::{Compare, Rounding, TotalOf};
use wgr_runtime::ir::{CellId, FuncId, Quantifier, TableId, Type};

/// A function of the program, as it was read. Nothing is written of it before all of the game is read.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) func: FuncId,
    pub(crate) at: Place,
    pub(crate) binders: Vec<Binder>,
    pub(crate) body: Body,
}

#[derive(Debug)]
pub(crate) enum Body {
    /// Statements, one after the other.
    Code(Block),
    /// One expression.
    Answer(Expr),
    Rows(Rows),
    /// A value that is a set: by the row that `which` says answers, its set. With its name.
    SetByRow {
        which: FuncId,
        name: String,
        sets: Vec<(i64, Expr)>,
    },
    Path(Arc<Path>, PathOut),
    /// What something costs, and up to how much may be spent on it.
    Goods {
        it: Local,
        price: Expr,
        up_to: Expr,
    },
    Phase(Phase),
    /// Counts one use; of this side alone, where one is named, which is the first parameter then.
    Counts {
        cell: CellId,
        by: Option<Expr>,
    },
    /// An action or procedure; the rule that acts at its end, which speaks of so many of its parameters; and what lasts until
    /// then becomes what it was at the start.
    WithItsEnd {
        itself: FuncId,
        name: String,
        rule: Option<(FuncId, usize)>,
    },
    /// What a rule does for a piece that has entered a hex: it is told which, and from where.
    Entered {
        itself: FuncId,
    },
    /// Does a move reach this hex?
    InReach(Arc<Course>, Local),
    /// The rows of a step to this hex, and what `reach` says of the whole way.
    StepAsked {
        course: Arc<Course>,
        goal: Local,
        reach: FuncId,
    },
}

/// A name that a body gives, or what it keeps without one: its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Local(pub(crate) usize);

/// What a body keeps under a number.
#[derive(Clone, Debug)]
pub(crate) struct Binder {
    pub(crate) name: String,
    pub(crate) ir: Type,
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) ty: Ty,
    pub(crate) at: Place,
}

/// An edge of the map, and the side of a line that lies toward it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Compass {
    North,
    East,
    South,
    West,
}

#[derive(Debug)]
pub(crate) enum Kind {
    /// In `den`-ths.
    Number {
        value: i64,
        den: u32,
    },
    Truth(bool),
    /// A member of an enum, a counter, a hex.
    Member(Noun, i64),
    /// `none`, of what is wanted.
    None(Noun),
    /// `[]`, of what is wanted.
    Empty(Noun),
    /// A name in scope.
    Local(Local),
    /// A name that an action keeps, one of the game's own (`turn`), a state.
    Stored(CellId, Vec<Expr>),
    /// A value, fact, permit or path: what its rows answer.
    Asked(FuncId, Vec<Expr>),
    /// Hexes of the best ways of a path: by its place among the rows.
    Ways {
        item: usize,
        out: PathOut,
        args: Vec<Expr>,
    },
    /// All hexes of a zone.
    Zone {
        func: FuncId,
        args: Vec<Expr>,
        hex: Local,
    },
    /// `terrain(h)`, a printed number.
    Printed(TableId, Vec<Expr>),
    /// A look-up: by the table.
    LookedUp(usize, Vec<Expr>),
    /// `road(here, there)`: by the feature.
    Hexside(usize, Vec<Expr>),
    Distance(Box<[Expr; 2]>),
    Adjacent(Box<[Expr; 2]>),
    Beyond(Box<[Expr; 2]>),
    /// So many hexes from one in a direction; none beyond the edge.
    Toward(Box<[Expr; 3]>),
    AtEdge(Compass, Box<Expr>),
    /// On which side of a line of the map, by its feature.
    BesideLine {
        way: Compass,
        line: usize,
        hex: Box<Expr>,
    },
    /// The hexside between two hexes; none where they are no neighbours.
    Between(Box<[Expr; 2]>),
    /// The hexes on both faces of a hexside.
    EndsOf(Box<Expr>),
    /// It lies between two hexes of the map.
    Inner(Box<Expr>),
    Column(Box<Expr>),
    Row(Box<Expr>),
    /// Where a piece stands.
    HexOf(Box<Expr>),
    /// Another counter lies on it.
    Covered(Box<Expr>),
    SideOf(Box<Expr>),
    /// `enemy of s`
    OtherSide(Box<Expr>),
    /// A side, as the end of the game.
    HasWon(Box<Expr>),
    Negative(Box<Expr>),
    Plus(Box<[Expr; 2]>),
    Minus(Box<[Expr; 2]>),
    Times(Box<[Expr; 2]>),
    /// Divided by a whole number, exactly.
    Part(Box<Expr>, u32),
    Rounded(Box<Expr>, Rounding),
    /// A ratio, rounded to a whole number.
    Quotient(Box<[Expr; 2]>, Rounding),
    /// A ratio, as the step of a scale.
    OnScale(usize, Rounding, Box<[Expr; 2]>),
    /// One of these: a set of one.
    Single(Box<Expr>),
    /// What may be none, taken to be there.
    Surely(Box<Expr>),
    Union(Box<[Expr; 2]>),
    /// The first without the members of the second.
    Without(Box<[Expr; 2]>),
    Set(Box<Source>),
    /// How many a set has.
    Size(Box<Source>),
    /// How many lie in an unseen box.
    LeftIn(usize),
    Total {
        which: TotalOf,
        over: Box<Source>,
        value: Box<Expr>,
        otherwise: Option<Box<Expr>>,
    },
    /// All hexes so far from another, or all up to there.
    Hexes {
        within: bool,
        centre: Box<Expr>,
        distance: Box<Expr>,
    },
    Not(Box<Expr>),
    And(Box<[Expr; 2]>),
    Or(Box<[Expr; 2]>),
    Compare(Compare, Box<[Expr; 2]>),
    /// The member, the set.
    In(Box<[Expr; 2]>),
    /// Is there one that is so, or are all? Without a condition: is there one?
    Any(Box<Source>, Option<Box<Expr>>),
    Every(Box<Source>, Box<Expr>),
    Supposing(Box<Supposing>),
    /// All of these, each asked whatever the others say.
    EveryOne(Vec<Expr>),
    /// What the book does not say: to ask for it is a fault that says so.
    Hole(Site),
}

/// What is gone through: the members of `over` that pass every guard, each in turn in `var`.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) var: Local,
    pub(crate) over: Over,
    pub(crate) guards: Vec<Expr>,
    pub(crate) noun: Noun,
    pub(crate) at: Place,
}

#[derive(Debug)]
pub(crate) enum Over {
    /// Every counter.
    Counters,
    /// Every hex of the map.
    Hexes,
    /// Every hexside, those at its border too.
    Hexsides,
    Set(Expr),
}

/// `supposing .., COND`: what is done in a copy, and what is asked there.
#[derive(Debug)]
pub(crate) struct Supposing {
    pub(crate) how: Quantifier,
    pub(crate) what: Block,
    pub(crate) cond: Expr,
}

impl Expr {
    pub(crate) fn new(kind: Kind, ty: Ty, at: Place) -> Expr {
        Expr { kind, ty, at }
    }

    /// The same value where something that it may be asks for another type.
    pub(crate) fn of(self, ty: Ty) -> Expr {
        Expr { ty, ..self }
    }
}

pub(crate) type Block = Vec<Stmt>;

#[derive(Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: StmtKind,
    pub(crate) at: Place,
}

/// Where a statement is printed, as players are told.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub(crate) cases: Vec<String>,
    pub(crate) title: String,
}

/// A place that can be written, and its type.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) cell: CellId,
    pub(crate) index: Vec<Expr>,
    pub(crate) ty: Ty,
    pub(crate) at: Place,
}

/// What a condition of a statement is told by: its place, and what `allow` silences it by.
#[derive(Clone, Debug)]
pub(crate) struct Decides {
    pub(crate) at: Place,
    pub(crate) about: String,
}

/// Where a scene can begin: a phase, and the sides that have it in player turns; none: it belongs to no side.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    pub(crate) phase: i64,
    /// Of a phase that is printed under several titles: which one.
    pub(crate) printing: Option<i64>,
    pub(crate) sides: Option<Vec<i64>>,
}

#[derive(Debug)]
pub(crate) enum StmtKind {
    /// `becomes`, `gains`, `loses`: what the place holds from here on. Where markers lie, none may be beyond what there are.
    Set {
        to: Target,
        value: Expr,
        beyond: Vec<(Site, Expr)>,
        /// `becomes`: whoever paid from what it was has paid nothing of what it is.
        anew: bool,
    },
    /// One piece, or every one of a set.
    Goes {
        who: Expr,
        to: Expr,
        /// What is done where there is no such hex.
        otherwise: Option<Block>,
    },
    Remove(Expr),
    Replace {
        old: Expr,
        new: Expr,
        /// Who comes, as a set; and what is done where nobody does.
        otherwise: Option<(Expr, Block)>,
    },
    Roll {
        site: Site,
        dice: Vec<Die>,
    },
    Draw(Box<Draw>),
    /// Into a box.
    PutIn {
        who: Expr,
        into: usize,
    },
    /// With the name that is given to its answer.
    Perform(FuncId, Vec<Expr>, Option<Local>),

    If {
        told: Option<Decided>,
        cond: Expr,
        then: Block,
        other: Block,
        decides: Decides,
        /// Where scenes that have not begun come by: the goals behind it.
        leads_to: Option<Vec<Goal>>,
    },
    /// While a condition holds: before the first round, and behind each.
    Repeat {
        most: u32,
        begins: Expr,
        body: Block,
        goes_on: Expr,
        decides: Decides,
    },
    /// So often.
    Times {
        times: Expr,
        body: Block,
    },
    /// Leaves a repeat; each of the loops between is told by its name that it is left.
    EndRepeat(Vec<Local>),
    /// Leaves the action.
    End,
    GameOver(Expr),
    Depending {
        value: Expr,
        den: u32,
        range: (i64, i64),
        arms: Vec<Values>,
    },
    ForEach(Box<ForEach>),
    Picks(Box<Picks>),
    PicksNumber(Box<PicksNumber>),
    /// Each of these is offered by its name: `may`, `chooses`.
    Choose {
        site: Site,
        by: Expr,
        ways: Vec<Way>,
        /// Nobody is asked unless this is so: the last way is taken.
        asked_when: Option<Expr>,
        otherwise: Option<Block>,
    },
    Spend(Box<Spend>),
    Moves(Box<Moves>),
    Order(Box<Order>),
    /// A step of a procedure: its names are known behind it.
    Step {
        body: Block,
        on_the_way: bool,
    },
    Turns {
        which: Turns,
        body: Block,
    },
    Run(Box<Run>),
    PlayerTurns(Box<PlayerTurns>),
    /// Ends a run, and whatever stands in it around this.
    EndRun(CellId),
    /// A phase, and the runs around it that may be ended in it: then what stands around it ends too.
    Phase(FuncId, Vec<CellId>),
    Offers(Box<Offers>),
    InTurn(Box<InTurn>),
    /// Whoever is asked passes.
    Passes(Local),
    Settles,
    Hole(Site),
    /// What an action keeps when it begins, and what a set-up says: no rule looks on.
    Keep(Target, Expr),
    /// A set-up lays a counter.
    Lay {
        piece: Expr,
        hex: Expr,
    },
    /// A set-up takes a counter that bears this print.
    Take {
        print: usize,
        counter: Local,
    },
    /// A name for a value.
    Name(Local, Expr),
    /// What a query answers.
    Answer(Expr),
    /// In these no scene begins: they are passed over until it has. What they name is known behind them.
    PassedOver {
        stmts: Block,
        names: Vec<Local>,
    },
    /// A scene that begins at one of these goals, and has not begun, never does.
    Missed(Vec<Goal>),
    /// Scenes begin here.
    Begins {
        goals: Vec<Goal>,
        stmt: Box<Stmt>,
    },
}

/// A condition that is told by its title.
#[derive(Debug)]
pub(crate) struct Decided {
    pub(crate) site: Site,
    pub(crate) how: How,
}

/// A die decides it: told whether it is so, and what is compared, where that is more than the die. Or it ends what it stands in,
/// behind all else that it does: told where it is so.
#[derive(Debug)]
pub(crate) enum How {
    ByADie { in_all: Option<Expr> },
    Leads,
}

/// Dice that are rolled together, as their sum.
#[derive(Debug)]
pub(crate) struct Die {
    pub(crate) sum: Local,
    /// It fell in a block around this one before, and its name stands for what falls now, there too.
    pub(crate) again: bool,
    pub(crate) name: String,
    pub(crate) count: i64,
    pub(crate) faces: i64,
}

#[derive(Debug)]
pub(crate) struct Draw {
    pub(crate) site: Site,
    /// The box.
    pub(crate) from: usize,
    /// How many; one where nothing is said.
    pub(crate) times: Option<Expr>,
    pub(crate) drawn: Local,
    pub(crate) round: Round,
    /// What is done where there are fewer.
    pub(crate) fewer: Block,
}

/// An arm of `depending on`: the ranges of its values, open ends left out.
#[derive(Debug)]
pub(crate) struct Values {
    /// Where it has a title.
    pub(crate) site: Option<Site>,
    pub(crate) ranges: Vec<(Option<i64>, Option<i64>)>,
    pub(crate) block: Block,
    pub(crate) at: Place,
}

/// A loop that is no repeat: what is done in it, and the name by which `end repeat` leaves it too.
#[derive(Debug)]
pub(crate) struct Round {
    pub(crate) body: Block,
    pub(crate) left: Option<Local>,
}

#[derive(Debug)]
pub(crate) struct ForEach {
    pub(crate) var: Local,
    pub(crate) noun: Noun,
    pub(crate) over: Through,
    pub(crate) at: Place,
    pub(crate) round: Round,
    /// Those who have left play on the way are passed over.
    pub(crate) only_in_play: bool,
}

/// What is gone through, in which order.
#[derive(Debug)]
pub(crate) enum Through {
    /// In its own.
    Set(Expr),
    /// As the list is written; with the name by which `end repeat` leaves it.
    List(Vec<Expr>, Option<Local>),
    /// Those of a set that stand in a printed list, by the table of it; with the name by which `end repeat` leaves it.
    Printed { table: usize, set: Expr, left: Option<Local> },
}

/// What an ask offers of a set.
#[derive(Debug)]
pub(crate) struct Offered {
    pub(crate) set: Expr,
    pub(crate) noun: Noun,
    /// Those out of play are left out.
    pub(crate) only_in_play: bool,
}

/// How many a pick gives: it decides what the name behind `as` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Picked {
    One,
    /// `0 or 1`: one, or none.
    OneOrNone,
    Many,
}

/// Where the answer of a pick goes.
#[derive(Debug)]
pub(crate) enum Into {
    /// A place; cleared before the pick, where it can be.
    Place(Target, bool),
    /// A name that the pick gives.
    Name(Local),
}

#[derive(Debug)]
pub(crate) struct Picks {
    pub(crate) site: Site,
    pub(crate) by: Expr,
    /// The first that has any is offered.
    pub(crate) tiers: Vec<Offered>,
    pub(crate) noun: Noun,
    pub(crate) picked: Picked,
    pub(crate) into: Into,
    pub(crate) otherwise: Option<Round>,
    /// Of a pick of several.
    pub(crate) limits: Option<Limits>,
    /// Where a limit is laid upon what is picked here.
    pub(crate) limited: Option<Limited>,
    /// Whether none was picked, where that is a pass.
    pub(crate) passed: Option<Local>,
}

/// Which may be picked once more, and what counts each that was.
#[derive(Debug)]
pub(crate) struct Limited {
    pub(crate) it: Local,
    pub(crate) allowed: Vec<Expr>,
    pub(crate) counts: Block,
}

/// How many may be picked, and what they have to have: a body of its own, with the names in scope as parameters.
#[derive(Debug)]
pub(crate) struct Limits {
    pub(crate) captured: Vec<Local>,
    pub(crate) binders: Vec<Binder>,
    pub(crate) it: Local,
    pub(crate) limits: Vec<Limit>,
    pub(crate) alike: Option<Expr>,
    pub(crate) at: Place,
}

#[derive(Debug)]
pub(crate) struct Limit {
    pub(crate) least: Option<Expr>,
    pub(crate) most: Option<Expr>,
    pub(crate) weight: Option<Expr>,
}

#[derive(Debug)]
pub(crate) struct Way {
    pub(crate) name: String,
    pub(crate) when: Option<Expr>,
    pub(crate) block: Block,
}

/// One of the numbers from `least` to `most` that lies between the bounds.
#[derive(Debug)]
pub(crate) struct PicksNumber {
    pub(crate) site: Site,
    pub(crate) by: Expr,
    pub(crate) least: i64,
    pub(crate) most: i64,
    /// Absent where they are written: all of them are offered then.
    pub(crate) bounds: Option<[Expr; 2]>,
    pub(crate) into: Into,
    pub(crate) otherwise: Option<Block>,
}

#[derive(Debug)]
pub(crate) struct Spend {
    pub(crate) site: Site,
    pub(crate) by: Expr,
    /// The first is what is owed; each other may be bought in its place.
    pub(crate) on: Vec<Goods>,
    pub(crate) pool: Target,
    /// What is in the pool.
    pub(crate) points: Expr,
    pub(crate) then: Option<Round>,
    pub(crate) once: bool,
    pub(crate) must: bool,
    /// Nobody twice before all have once.
    pub(crate) fairly: bool,
}

/// What is bought, of whom, for how much.
#[derive(Debug)]
pub(crate) struct Goods {
    /// The purchase, as it is called.
    pub(crate) name: String,
    pub(crate) goods: FuncId,
    pub(crate) effect: FuncId,
    pub(crate) from: Offered,
    pub(crate) bought: Local,
    pub(crate) price: Expr,
}

/// What a move is made of: the course's arguments, who moves, with how many points.
#[derive(Debug)]
pub(crate) struct Course {
    /// By its place among the rows.
    pub(crate) course: usize,
    /// None: who moves, where several do, each in turn.
    pub(crate) args: Vec<(Local, Option<Expr>)>,
    /// Who moves: one, or a set.
    pub(crate) piece: Expr,
    pub(crate) points: Expr,
    /// How a point is counted.
    pub(crate) den: u32,
    /// The first hex is always allowed.
    pub(crate) at_least_one: bool,
    /// Where a piece that is off the map begins.
    pub(crate) enters: Option<Expr>,
    /// From where it may leave the map, and what is done then.
    pub(crate) leaves: Option<(Expr, Block)>,
}

#[derive(Debug)]
pub(crate) struct Moves {
    pub(crate) site: Site,
    pub(crate) by: Expr,
    pub(crate) course: Course,
    /// How many hexes are entered, at least and at most.
    pub(crate) hexes: Option<Hexes>,
    /// Where it is kept how many were, and so far while they are.
    pub(crate) gone: Option<Into>,
    pub(crate) each_hex: Option<Round>,
    /// The hexes of the last step, as `each hex` names them.
    pub(crate) step: [Local; 2],
}

/// `0..3 hexes`, `2 or more hexes`
#[derive(Debug)]
pub(crate) struct Hexes {
    pub(crate) least: Expr,
    pub(crate) most: Option<Expr>,
}

/// A side goes through a set in the order that it chooses.
#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) site: Site,
    pub(crate) by: Expr,
    pub(crate) var: Local,
    /// Those who are still to come.
    pub(crate) rest: Option<Local>,
    pub(crate) from: Offered,
    pub(crate) round: Round,
}

/// Which turns a block plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turns {
    /// From one to another, or without end.
    Numbered(i64, Option<i64>),
    /// All of an enum.
    Named(Noun),
}

/// Parts of a turn, one after the other: each is a body of its own.
#[derive(Debug)]
pub(crate) struct Run {
    /// By its place among the runs.
    pub(crate) run: usize,
    /// The last that is played; none: all of an enum.
    pub(crate) to: Option<Expr>,
    pub(crate) body: Block,
    pub(crate) binders: Vec<Binder>,
    /// Where scenes begin in it.
    pub(crate) goals: Vec<Goal>,
    /// The runs around it that may be ended here.
    pub(crate) ends: Vec<CellId>,
    pub(crate) at: Place,
}

/// The turns of several sides: a body of its own.
#[derive(Debug)]
pub(crate) struct PlayerTurns {
    pub(crate) body: Block,
    pub(crate) binders: Vec<Binder>,
    /// Each with the goals of its turn.
    pub(crate) sides: Vec<(Expr, Vec<Goal>)>,
    /// The runs around them that may be ended here.
    pub(crate) ends: Vec<CellId>,
    pub(crate) at: Place,
}

/// Sides that act in turn, each asked by the same block.
#[derive(Debug)]
pub(crate) struct InTurn {
    pub(crate) sides: Vec<Expr>,
    pub(crate) passing: Option<Passing>,
    /// Each time: has the side passed?
    pub(crate) passed: Local,
    pub(crate) body: Block,
    /// A repeat around it may be left from here.
    pub(crate) left: Option<Local>,
}

/// How sides that act in turn come to an end.
#[derive(Debug)]
pub(crate) enum Passing {
    /// Who has passed is asked no more.
    Both,
    /// Both, one behind the other.
    InARow,
    /// Who passed first is kept under this name.
    One(Local),
}

/// A list of actions: so many of them are started by whoever is asked.
#[derive(Debug)]
pub(crate) struct Offers {
    pub(crate) site: Site,
    pub(crate) by: Expr,
    pub(crate) least: Option<Expr>,
    pub(crate) most: Option<Expr>,
    pub(crate) offers: Vec<Offer>,
    /// Told where nothing is started.
    pub(crate) passed: Option<Local>,
    pub(crate) owing: Option<Owing>,
}

/// What the side may owe that is asked.
#[derive(Debug)]
pub(crate) struct Owing {
    /// So while the list runs.
    pub(crate) on: CellId,
    /// Nobody may pass while this is so.
    pub(crate) due: Expr,
    /// Where this is so when no more is started, a rule was broken.
    pub(crate) broken: Vec<(Expr, Site)>,
}

#[derive(Debug)]
pub(crate) struct Offer {
    /// By its place among the actions.
    pub(crate) action: usize,
    pub(crate) name: String,
}

/// What something is at the start: of a counter of these kinds, or of a state at every index.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) kinds: Kinds,
    /// The counter, or what the index goes through.
    pub(crate) of: Vec<Local>,
    /// Nothing where nothing is said: the least.
    pub(crate) value: Option<Expr>,
    pub(crate) binders: Vec<Binder>,
}

/// What everything is at the start, by number of a field and of a state. What was refused is left out.
#[derive(Debug, Default)]
pub(crate) struct Starts {
    pub(crate) fields: Vec<Vec<Start>>,
    pub(crate) states: Vec<Option<Start>>,
}

/// A phase: a body of its own.
#[derive(Debug)]
pub(crate) struct Phase {
    pub(crate) name: String,
    pub(crate) member: i64,
    /// Of one that is printed under several titles: which one.
    pub(crate) printing: Option<i64>,
    pub(crate) body: Block,
}
