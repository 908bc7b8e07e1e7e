//! Statements. Queries use those that touch only locals; effects write the state; procedures may ask,
//! roll, draw, reveal and settle as well.

use super::ids::{CellId, ExprId, FuncId, LocalId, SiteId, TableId};
use super::place::Pos;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Block(pub Vec<Stmt>);

#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub at: Pos,
}

#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// Write a local. `fresh` where the text declares it (`let x: T = e`), else `x := e`.
    Let {
        local: LocalId,
        value: ExprId,
        fresh: bool,
    },
    /// Write one place; out of its range is a fault.
    Set(Write),
    /// All right sides (and indices) first, then all writes; two different values for one place: fault.
    Together(Vec<Write>),
    If {
        cond: ExprId,
        then: Block,
        other: Block,
    },
    /// Each member of the set as it was at the start, ascending. `rest` is hidden: what is still to come.
    For {
        var: LocalId,
        rest: LocalId,
        over: ExprId,
        body: Block,
    },
    /// `var` counts from 0 to `times` - 1; `times` is evaluated once. `until` is hidden: the count to reach.
    Repeat {
        var: LocalId,
        until: LocalId,
        times: ExprId,
        body: Block,
    },
    /// At most `most` rounds, left by `break` or `return`; a round too many is a fault. `count` is hidden.
    Loop {
        most: u32,
        count: LocalId,
        body: Block,
    },
    /// Leave the innermost for, repeat, loop or ray.
    Break,
    Ask(Ask),
    /// A die whose faces are the range of the local.
    Roll {
        into: LocalId,
        site: Option<SiteId>,
    },
    /// One member by the weights that the cup holds, which then holds one less.
    Draw {
        into: LocalId,
        cup: CellId,
        site: Option<SiteId>,
        otherwise: Block,
    },
    /// From now on `to` sees this hidden place; seals if it did not before.
    Reveal {
        cell: CellId,
        index: Vec<ExprId>,
        to: ExprId,
    },
    /// Nothing before this can be taken back.
    Seal,
    /// Find what became true, run its handlers until nothing is pending; `by` orders handlers of several owners.
    Settle {
        by: ExprId,
    },
    /// Look at what is watched; nothing is run but what is at once.
    Look(Look),
    /// The game is over with this result.
    End(ExprId),
    /// The same, unless this is supposed: then it goes on.
    Over(ExprId),
    /// A rule says that this cannot be.
    Fail {
        site: SiteId,
        text: FaultText,
    },
    Call {
        into: Option<LocalId>,
        fresh: bool,
        func: FuncId,
        args: Vec<ExprId>,
    },
    Return(Option<ExprId>),
    /// Every place of this member becomes its zero, every set forgets it, every `opt` that names it is none.
    Erase(ExprId),
    /// In every set of the state that holds `old`, the members of `new` stand instead.
    Swap {
        old: ExprId,
        new: ExprId,
    },
    Search(Search),
    /// The exact line from centre to centre, both ends included. On a hexside `tie` is yes and both faces
    /// are given (none: off the map); otherwise `one` is the hex and `two` is none.
    Ray {
        from: ExprId,
        to: ExprId,
        one: LocalId,
        two: LocalId,
        tie: LocalId,
        rest: LocalId,
        body: Block,
    },
    /// Judges the step of the innermost search; without an offer the step is barred.
    Offer(Offer),
    /// Recorded in explain runs, absent in ordinary ones.
    Mark {
        site: SiteId,
        what: MarkWhat,
        value: ExprId,
    },
}

/// Why a `fail` fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultText {
    /// No row answers.
    Gap,
    /// Two rows answer differently and nothing says which one wins.
    Clash,
    /// The rule's own title says it.
    Rule,
    /// The rules leave open what is so here: a `hole`. The title says what.
    Hole,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Write {
    pub cell: CellId,
    pub index: Vec<ExprId>,
    pub value: ExprId,
}

/// One side picks one option. Options stand in the order of the arms, members ascending.
#[derive(Clone, PartialEq, Debug)]
pub struct Ask {
    pub by: ExprId,
    pub site: SiteId,
    /// The answer starts an action: the state here is what abandoning goes back to.
    pub start: bool,
    /// Which of several that are due comes first: nobody is asked where any order leads to the same.
    pub order: bool,
    pub arms: Vec<Arm>,
    /// Run when there is no option. Obligatory unless one arm always stands open.
    pub otherwise: Option<Block>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The name by which answers and replays call it.
    pub name: String,
    /// One option for each member, or one option.
    pub each: Option<(LocalId, ExprId)>,
    pub guard: Option<ExprId>,
    pub body: Block,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Search {
    pub mode: SearchMode,
    pub from: ExprId,
    /// Goals of `Paths`.
    pub to: Option<ExprId>,
    /// Points of `Reach`.
    pub budget: Option<ExprId>,
    /// The most steps.
    pub within: Option<ExprId>,
    /// The first step may be made whatever it costs, and then ends the points.
    pub at_least_one: bool,
    /// Reach only: who goes. A step is judged for each of these, and is open if it is open to all.
    pub each: Option<(LocalId, ExprId)>,
    pub judge: Judge,
    pub outs: Vec<(SearchOut, LocalId)>,
}

impl Search {
    /// A reach whose steps a body judges, asked for nothing but how one may begin: where each step out of the start may
    /// be an end or leads nowhere, nothing beyond it is judged.
    pub fn asks_first_only(&self) -> bool {
        self.mode == SearchMode::Reach
            && matches!(self.judge, Judge::Body { .. })
            && self.outs.iter().all(|(out, _)| matches!(out, SearchOut::First))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchMode {
    /// Where one can get to with so many points.
    Reach,
    /// The best ways by up to three counts.
    Paths,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Judge {
    /// The body judges the step `here -> there` by an `offer`.
    Body { here: LocalId, there: LocalId, dir: LocalId, spent: LocalId, steps: LocalId, carried: LocalId, body: Block },
    /// Costs by hex and direction from a table; a cost of 255 bars the step.
    Table(TableId),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Offer {
    /// One for `Reach`, one to three for `Paths`; none is below zero.
    pub counts: Vec<ExprId>,
    /// Of a group: the most that this member's counts may come to with it; the budget, where nothing is said.
    pub most: Option<ExprId>,
    /// Path-state bits from here on (0..15).
    pub carry: Option<ExprId>,
    /// Nothing goes on from there.
    pub stop: Option<ExprId>,
    /// One may not end there.
    pub pass: Option<ExprId>,
    /// A best way that takes this step is no open way.
    pub blocked: Option<ExprId>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum SearchOut {
    /// set hex: where one may end; the goals that open ways reach
    Ends,
    /// set hex: first steps from which an end can be reached
    First,
    /// set hex: all hexes on such ways
    Through,
    /// bool: is there an open way?
    Open,
    /// As `First` and `Through`, of the best ways before `blocked` cuts them.
    BestFirst,
    BestThrough,
    /// opt-like int, -1 if none: the k-th count of the best ways (0..=2)
    Least(u8),
    /// int, -1 if it cannot be reached: the points to get to this hex
    CostTo(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MarkWhat {
    /// A binder's member in this binding.
    Bind,
    Here,
    Applies,
    Wins,
    Amount,
    /// Of several ways to go on that are printed side by side, that one is taken; of a condition, whether it is so.
    Way,
    /// What the condition behind it was about.
    InAll,
    /// A printed condition holds, and what it stands in is left when all is done that it says.
    Leads,
}

/// What a look does with what it finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// What is so now counts as known: it has not become so, and nothing is due.
    Known,
    /// A handler that ends the game and has become due is due from now on. While one is, no other is looked for: what
    /// happened first counts.
    Endings,
    /// What is at once and has become so is done, until nothing of the sort is due.
    AtOnce,
}
