//! A program: what a game is made of once its text has been read.

use super::expr::Expr;
use super::funcs::Funcs;
use super::ids::{CellId, DomainId, ExprId, FuncId, KindId, LocalId, SiteId, TableId};
use super::place::Pos;
use super::rows::Rows;
use super::shared::Shared;
use super::stmt::Block;
use super::types::{Scalar, Type, What};
use crate::board::BoardSpec;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    pub title: String,
    /// With a board, the domains `hex`, `dir` and `edge` are the first three.
    pub board: Option<BoardSpec>,
    pub domains: Vec<Domain>,
    pub kinds: Vec<Kind>,
    /// The domain whose members answer asks and see or do not see.
    pub sides: Option<DomainId>,
    /// Shared by all who keep a program, as tables are: an edit leaves both as they were, for the most part.
    pub sites: Shared<Site>,
    pub tables: Shared<Table>,
    pub cells: Vec<Cell>,
    pub funcs: Funcs,
    pub triggers: Vec<Trigger>,
    /// What sides owe, where they owe anything.
    pub obligations: Option<Obligations>,
    /// The procedure that is the game; its result is the game's.
    pub main: Option<FuncId>,
}

/// What is asked before options are offered: queries of the side that answers. Of the options of an ask those alone are
/// offered that leave as few broken as may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Obligations {
    /// Does it owe anything now?
    pub binds: FuncId,
    /// How many of what it owes can no longer be met?
    pub broken: FuncId,
}

/// With a board these are its domains.
pub const HEX: DomainId = DomainId(0);
pub const DIR: DomainId = DomainId(1);
pub const EDGE: DomainId = DomainId(2);

#[derive(Clone, PartialEq, Debug)]
pub struct Domain {
    pub name: String,
    /// Empty for the board's domains, whose names are the board's.
    pub members: Vec<String>,
    pub size: u32,
}

/// A named run `first..=last` of a domain's members; its ids are the domain's.
#[derive(Clone, PartialEq, Debug)]
pub struct Kind {
    pub name: String,
    pub domain: DomainId,
    pub first: u32,
    pub last: u32,
}

/// Where a rule is printed: `@12.2.8#m,15.4.1#i "An attacking tank pays first"`. Equal sites are one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Site {
    pub cases: Vec<String>,
    pub title: String,
}

impl Site {
    /// `7.1,7.2 "Who attacks"`; the title alone where no case is printed.
    pub fn name(&self) -> String {
        named(&self.cases.join(","), &self.title)
    }

    /// The cases, or the title where there is none.
    pub fn short(&self) -> String {
        if self.cases.is_empty() { named("", &self.title) } else { self.cases.join(",") }
    }
}

/// Cases and a title, as readers know a rule.
pub(crate) fn named(cases: &str, title: &str) -> String {
    let gap = if cases.is_empty() { "" } else { " " };
    format!("{cases}{gap}\"{title}\"")
}

#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub name: String,
    /// One or two; a look-up is checked against these ranges.
    pub index: Vec<Scalar>,
    pub value: Scalar,
    /// Raw values, last index fastest.
    pub data: Vec<i64>,
}

/// A place in the state, or one for each index.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub name: String,
    /// Up to two.
    pub index: Vec<Scalar>,
    pub value: Type,
    pub role: Role,
    /// At most so many entries that are not zero; one index only.
    pub sparse: Option<u32>,
    pub hidden: Option<Hidden>,
}

/// Who sees a hidden place: `sees(index.., side)` says it, or a `reveal`, kept in the yes/no cell `shown[index.., side]`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hidden {
    pub sees: FuncId,
    pub shown: CellId,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Lives as long as the game.
    Game,
    /// Zero before and after this procedure runs.
    Keep(FuncId),
    /// How many of each index a cup holds.
    Cup,
    /// Triggers that are due, and what was true at the last settle.
    Pending,
    Truth,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Func {
    pub name: String,
    pub kind: FuncKind,
    /// The first locals.
    pub params: u32,
    pub ret: Option<Type>,
    pub locals: Vec<Local>,
    pub exprs: Vec<ExprNode>,
    pub body: Body,
    pub at: Pos,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FuncKind {
    /// Reads.
    Query,
    /// Reads and writes.
    Effect,
    /// May ask, roll, draw, reveal, settle and seal.
    Procedure,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Local {
    pub name: String,
    pub ty: Type,
    /// Belongs to a for, repeat, loop or ray; not printed.
    pub hidden: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ExprNode {
    pub expr: Expr,
    pub at: Pos,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Body {
    Code(Block),
    /// A query answered by rows; lowered to code before it runs.
    Rows(Rows),
    /// `limits name(params) for it: D { .. }`, used by `Extend` and `Complete`.
    Limits(Limits),
    /// `goods name(params) for it: D { price e up to e }`, used by `Buyable` and `Spendable`.
    Goods(Goods),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Limits {
    pub it: LocalId,
    pub limits: Vec<Limit>,
    /// All chosen members agree on this.
    pub alike: Option<ExprId>,
}

/// `lo <= total of weight(it) over the chosen <= hi`; `lo` and `hi` do not mention `it`.
#[derive(Clone, PartialEq, Debug)]
pub struct Limit {
    pub lo: Option<ExprId>,
    pub hi: Option<ExprId>,
    /// A number, or yes/no counted as one or nothing; absent: each counts one.
    pub weight: Option<ExprId>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Goods {
    pub it: LocalId,
    pub price: ExprId,
    pub up_to: ExprId,
}

/// When `watch(x)` becomes true, `run(x)` is queued and runs at the next settle.
#[derive(Clone, PartialEq, Debug)]
pub struct Trigger {
    pub name: String,
    pub site: SiteId,
    /// A query with no or one parameter (an id): yes or no.
    pub watch: FuncId,
    /// Watched for those alone that have just arrived somewhere; in the place of what becomes true.
    pub on: Option<Arrivals>,
    /// A query with the same parameters: what becomes true while it says no is never due.
    pub only: Option<FuncId>,
    /// A procedure or effect with the same parameters.
    pub run: FuncId,
    /// A query with the same parameters: the side that orders what is due at once.
    pub by: FuncId,
    /// Looked at by a `settle at once` and run there; a settle does that first.
    pub at_once: bool,
    /// More runs in one settle are a fault.
    pub most: u32,
    pub at: Pos,
}

/// Who has arrived since the last settle. A settle empties both places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrivals {
    /// A set of what triggers are watched for.
    pub who: CellId,
    /// By member: where it was before, or none.
    pub from: CellId,
}

impl Trigger {
    /// The functions that it names.
    pub fn funcs(&self) -> impl Iterator<Item = FuncId> + use<> {
        [self.watch, self.run, self.by].into_iter().chain(self.only)
    }
}

impl Program {
    pub fn domain(&self, id: DomainId) -> &Domain {
        &self.domains[id.index()]
    }
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.index()]
    }
    pub fn table(&self, id: TableId) -> &Table {
        &self.tables[id.index()]
    }
    /// Is there anything that some side may not see?
    pub fn hides(&self) -> bool {
        self.cells.iter().any(|cell| cell.hidden.is_some())
    }

    /// Might a side not see all of this? What is in a cup tells what was drawn, and what is kept may be a secret answer.
    pub(crate) fn may_be_unseen(&self, id: CellId) -> bool {
        let cell = self.cell(id);
        cell.hidden.is_some() || matches!(cell.role, Role::Cup | Role::Keep(_)) && self.hides()
    }

    /// All of these.
    pub(crate) fn cells_unseen(&self) -> impl Iterator<Item = CellId> + '_ {
        (0..self.cells.len()).map(CellId::new).filter(|cell| self.may_be_unseen(*cell))
    }

    pub fn cell(&self, id: CellId) -> &Cell {
        &self.cells[id.index()]
    }
    pub fn func(&self, id: FuncId) -> &Func {
        &self.funcs[id.index()]
    }
    pub fn site(&self, id: SiteId) -> &Site {
        &self.sites[id.index()]
    }

    /// The type of one member of a domain.
    pub fn member(&self, id: DomainId) -> Scalar {
        Scalar { what: What::Id(id), lo: 0, hi: i64::from(self.domain(id).size) - 1 }
    }

    pub fn func_named(&self, name: &str) -> Option<FuncId> {
        self.funcs.iter().position(|f| f.name == name).map(FuncId::new)
    }

    pub fn cell_named(&self, name: &str) -> Option<CellId> {
        self.cells.iter().position(|c| c.name == name).map(CellId::new)
    }

    /// The site with these cases and this title, made if it is new.
    pub fn intern_site(&mut self, site: Site) -> SiteId {
        let found = self.sites.iter().position(|s| *s == site);
        SiteId::new(found.unwrap_or_else(|| {
            self.sites.push(site);
            self.sites.len() - 1
        }))
    }
}

impl Func {
    pub fn expr(&self, id: ExprId) -> &Expr {
        &self.exprs[id.index()].expr
    }
    /// The name that the expression is, if it is nothing else.
    pub fn name_of(&self, id: ExprId) -> Option<LocalId> {
        if let Expr::Local(local) = self.expr(id) { Some(*local) } else { None }
    }
    pub fn local(&self, id: LocalId) -> &Local {
        &self.locals[id.index()]
    }

    pub fn add_expr(&mut self, expr: Expr, at: Pos) -> ExprId {
        self.exprs.push(ExprNode { expr, at });
        ExprId::new(self.exprs.len() - 1)
    }

    pub fn add_local(&mut self, name: impl Into<String>, ty: Type, hidden: bool) -> LocalId {
        self.locals.push(Local { name: name.into(), ty, hidden });
        LocalId::new(self.locals.len() - 1)
    }

    pub fn param_types(&self) -> impl Iterator<Item = Type> + '_ {
        self.locals.iter().take(self.params as usize).map(|l| l.ty)
    }
}

impl Body {
    pub fn code(&self) -> Option<&Block> {
        match self {
            Body::Code(block) => Some(block),
            Body::Rows(_) | Body::Limits(_) | Body::Goods(_) => None,
        }
    }
}
