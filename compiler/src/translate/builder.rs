//! What is being made: the program as far as it stands, the world of names, and everything told so far.
//!
//! Errors never stop the whole: what cannot be translated is told once and left out, as `Err(ErrorReported)`, and the rest
//! goes on. So one check finds the mistakes of every line.

use super::call::BOARD;
use super::examples;
use super::helpers::Helper;
use super::noted::Noted;
use super::play::{AtEnd, Taken, Turns, Waits};
use super::ty::{Noun, Ty, Unit};
use super::world::{Entry, GAME, World};
use crate::diag::{Code, Diagnostic, Mark, Mismatch, Place, says};
use crate::hir::{self, Binder, Starts};
use crate::layers::ItemAt;
use crate::ledger::Ledger;
use crate::source::{FileId, Sources};
use std::cell::{RefCell, RefMut};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_grammar::ast;
use wgr_runtime::board::{Board, Order};
use wgr_runtime::engine::{Called, Counted};
use wgr_runtime::ir::{
    Block, Body, Cell, CellId, DIR, Domain, DomainId, EDGE, ExprId, Func, FuncId, FuncKind, HEX, Local, NONE, Program,
    Role, Scalar, Site, SiteId, Table, TableId, Type, What,
};

/// It has been told; say no more about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ErrorReported;

pub(crate) type Made<T> = Result<T, ErrorReported>;

/// What reading tells beside the trees.
#[derive(Clone, Default)]
pub(crate) struct Said {
    pub(crate) told: Vec<Diagnostic>,
    /// What names stood for where they were read.
    pub(crate) noted: Noted,
    /// Cases that rows, statements and items carry.
    pub(crate) claimed: BTreeSet<String>,
    /// What is not there at all, and why.
    pub(crate) holes: Vec<(Place, String)>,
    /// Rulings that a row carries or that settle something.
    pub(crate) used_rulings: BTreeSet<String>,
    /// Each look-up: in which table, and how far it can go, down and across.
    pub(crate) looked: Vec<(usize, Vec<(i64, i64)>)>,
    /// Pools and purchases of which nobody pays twice before all have once, and who pays.
    pub(crate) fairly: BTreeMap<(CellId, FuncId), (String, Noun)>,
    /// Of lines that no value comes to.
    pub(crate) notes: Vec<Diagnostic>,
    /// Phases in which somebody is asked which action to start.
    pub(crate) lists: BTreeSet<String>,
    /// What is not proved, and watched in play.
    pub(crate) doubts: Vec<Diagnostic>,
}

/// Every item as it is written, with its file.
type Written<'a> = Arc<[(FileId, &'a ast::Item)]>;

pub(crate) struct Builder<'a> {
    pub(crate) sources: &'a Sources,
    /// Every item as it is written.
    pub(crate) written: Written<'a>,
    /// Every item as it counts.
    pub(crate) items: Arc<[ItemAt<'a>]>,
    pub(crate) ledger: Option<&'a Ledger>,
    pub(crate) program: Program,
    pub(crate) board: Option<Board>,
    /// Its hexes could not be numbered, which has been told.
    pub(crate) board_refused: bool,
    pub(crate) world: World<'a>,
    /// Whoever reads may tell something, and changes nothing else here.
    pub(crate) said: RefCell<Said>,
    /// The domain of all counters, where the game has pieces.
    pub(crate) counters: DomainId,
    /// Puts a counter as it is at the start, where there are counters.
    /// Which moment it is, if any rule waits for one.
    pub(crate) moment: Option<CellId>,
    /// Rules that act where an action or procedure ends.
    pub(crate) at_ends: Vec<AtEnd>,
    /// Rules that act where a phase, a turn or a run begins or ends.
    pub(crate) waits: Vec<Waits>,
    /// Where it is asked which of a run it is, and the function that asks.
    pub(crate) runs_read: Vec<(FuncId, CellId, Place)>,
    /// States that are taken as something begins; what one is taken from stands before it.
    pub(crate) taken_states: Vec<Taken<'a>>,
    pub(crate) begin_piece: Option<FuncId>,
    /// What everything is at the start, as it was read.
    pub(crate) starts: Arc<Starts>,
    /// Where each counter stands, and whose it is.
    pub(crate) place: CellId,
    pub(crate) side_of: TableId,
    pub(crate) phasing: CellId,
    /// Where sides act in turn: whoever is at it.
    pub(crate) acting: Option<CellId>,
    pub(crate) turn: CellId,
    pub(crate) turns: Turns,
    /// The last that the scenario plays, where one plays fewer.
    pub(crate) last_turn: Option<CellId>,
    /// Is the turn that `turns` begins the one that the game begins with?
    pub(crate) first_turn: CellId,
    pub(crate) phase: CellId,
    pub(crate) scenario: CellId,
    /// Where a scene begins, until it has begun.
    pub(crate) from_phase: CellId,
    pub(crate) from_side: CellId,
    /// What was read, in order, to be written when all of it is.
    pub(crate) read: Vec<hir::Function>,
    /// Where rows stand, by query.
    pub(crate) origins: Vec<super::rows::Origin>,
    /// The procedures that lay out scenes and scenarios, in their order.
    pub(crate) setups: Vec<FuncId>,
    pub(crate) has_triggers: bool,
    /// How many `whenever` rules end the game.
    pub(crate) endings: usize,
    /// Names that an action keeps and fills with pieces out of play, by action.
    pub(crate) taken_absent: BTreeSet<(String, String)>,
    /// Where some rule asks what lies on what.
    pub(crate) stack: Option<super::play::Stack>,
    /// What is asked wherever a piece comes to a hex.
    pub(crate) law: Option<super::play::Law>,
    /// What rules do that act at once.
    pub(crate) at_once: BTreeSet<FuncId>,
    /// Does some rule?
    pub(crate) is_at_once: bool,
    /// Where some rule acts as pieces enter hexes.
    pub(crate) arrivals: Option<super::play::Arrivals>,
    /// Where pieces go with others.
    pub(crate) bearers: Option<super::play::Bearers>,
    /// What sides owe, as lists of actions ask for it.
    pub(crate) duties: super::obligations::Duties,
    /// Of each action the query that says whether it is offered.
    pub(crate) can: BTreeMap<usize, FuncId>,
    /// By action of several parameters: may the first be this one at all?
    pub(crate) begins: BTreeMap<usize, FuncId>,
    /// Small queries that several rules share.
    pub(crate) helpers: BTreeMap<Helper, FuncId>,
    /// Of each course that something moves along, by its place among the rows, the query for the next steps; and
    /// whether that counts hexes; and whether its first step is always allowed.
    pub(crate) steps: BTreeMap<(usize, bool, bool), FuncId>,
    /// Of each path, by its place among the rows, what was read of it with its binders; and its queries for hexes.
    pub(crate) paths: BTreeMap<usize, (Arc<hir::Path>, Vec<Binder>)>,
    pub(crate) ways: BTreeMap<(usize, hir::PathOut), FuncId>,
    /// Questions about a step of somebody who goes with others, by function: the others are an argument too many as yet.
    pub(crate) apart: Vec<(FuncId, ExprId)>,
    /// Parts of the sequence that stand where they have no meaning: they have been told.
    pub(crate) misplaced: BTreeSet<Place>,
    /// Of each phase its procedure.
    pub(crate) phases: BTreeMap<String, FuncId>,
    /// By place of its name in the sequence.
    pub(crate) printed_phases: BTreeMap<Place, FuncId>,
    /// Which printing of a phase is on, by its place among all of them and one more; and where a scene begins.
    pub(crate) printing: Option<(CellId, CellId)>,
    /// Which rows and expectations count along which scale; what is declared is known by its type.
    pub(crate) along: BTreeMap<Counted, usize>,
    /// Where it is noted who has paid, of each pool and purchase of which some rule says that all pay once before any twice.
    pub(crate) paid: BTreeMap<(CellId, FuncId), CellId>,
    /// What rows that round say in the place of an amount.
    pub(crate) rounding: BTreeMap<Counted, Vec<String>>,
    /// By row, of those that belong to some scenarios alone: to which.
    pub(crate) elsewhere: BTreeMap<(FuncId, SiteId), Vec<(CellId, i64)>>,
    /// Conditions of statements, each wherever it was written.
    pub(crate) branches: Vec<super::writer::Branch>,
    /// Queries that say which row of a value answers that is a set.
    pub(crate) by_row: BTreeMap<FuncId, String>,
    /// Queries with rows of their own that no author named, and how they are told.
    pub(crate) told_as: BTreeMap<FuncId, Called>,
    /// Of each course that enters the map, and whether it counts hexes, the query for where it may.
    pub(crate) entries: BTreeMap<(usize, bool), FuncId>,
    /// By line of the map and side of it: who lies there.
    pub(crate) beside: BTreeMap<(usize, hir::Compass), TableId>,
    /// Names of the IR, and the number that a second thing of that name would get.
    taken: Arc<BTreeMap<String, u32>>,
    /// The sites of the program, to be found.
    sites: Arc<BTreeMap<Site, SiteId>>,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(
        sources: &'a Sources,
        (written, items): (Written<'a>, Arc<[ItemAt<'a>]>),
        ledger: Option<&'a Ledger>,
    ) -> Self {
        Builder {
            sources,
            written,
            items,
            ledger,
            program: Program::default(),
            board: None,
            board_refused: false,
            world: World::default(),
            said: RefCell::default(),
            counters: DomainId(0),
            moment: None,
            at_ends: Vec::new(),
            waits: Vec::new(),
            runs_read: Vec::new(),
            taken_states: Vec::new(),
            begin_piece: None,
            starts: Arc::default(),
            place: CellId(0),
            side_of: TableId(0),
            phasing: CellId(0),
            acting: None,
            turn: CellId(0),
            turns: Turns::UNTOLD,
            last_turn: None,
            first_turn: CellId(0),
            phase: CellId(0),
            scenario: CellId(0),
            from_phase: CellId(0),
            from_side: CellId(0),
            setups: Vec::new(),
            read: Vec::new(),
            origins: Vec::new(),
            endings: 0,
            taken_absent: BTreeSet::new(),
            has_triggers: false,
            stack: None,
            law: None,
            at_once: BTreeSet::new(),
            is_at_once: false,
            arrivals: None,
            bearers: None,
            duties: super::obligations::Duties::default(),
            can: BTreeMap::new(),
            begins: BTreeMap::new(),
            helpers: BTreeMap::new(),
            beside: BTreeMap::new(),
            entries: BTreeMap::new(),
            steps: BTreeMap::new(),
            paths: BTreeMap::new(),
            ways: BTreeMap::new(),
            apart: Vec::new(),
            misplaced: BTreeSet::new(),
            phases: BTreeMap::new(),
            printed_phases: BTreeMap::new(),
            printing: None,
            along: BTreeMap::new(),
            paid: BTreeMap::new(),
            rounding: BTreeMap::new(),
            elsewhere: BTreeMap::new(),
            branches: Vec::new(),
            by_row: BTreeMap::new(),
            told_as: BTreeMap::new(),
            taken: Arc::default(),
            sites: Arc::default(),
        }
    }

    /// For as long as one thing is said.
    pub(crate) fn said(&self) -> RefMut<'_, Said> {
        self.said.borrow_mut()
    }

    pub(crate) fn tell(&self, what: Diagnostic) -> ErrorReported {
        if !self.hangs_on_another(&what) {
            self.said().told.push(what);
        }
        ErrorReported
    }

    /// What was told last came of what is declared there: it may be wrong itself.
    pub(crate) fn against(&self, declared: Place, at: Place) {
        let mut said = self.said();
        let Some(told) =
            said.told.last_mut().filter(|told| told.mismatches.first().is_some_and(|mismatch| mismatch.at == at))
        else {
            return;
        };
        let turned = told.mismatches.first().map(|mismatch| (mismatch.wanted.clone(), mismatch.is.clone()));
        told.mismatches.extend(turned.map(|(is, wanted)| Mismatch { at: declared, is, wanted, declared: true }));
    }

    /// Only a name is missed here whose own declaration has been told.
    fn hangs_on_another(&self, what: &Diagnostic) -> bool {
        let World { lost, lost_fields, .. } = &self.world;
        let missed = matches!(what.code, Code::UnknownName | Code::Effect) && !lost.is_empty();
        let named = || what.place().map_or("", |at| self.sources.text(at));
        let field = |mark: &Mark| matches!(mark, Mark::NoField(field) if lost_fields.contains(field));
        what.mark.as_ref().is_some_and(field) || missed && lost.contains(named())
    }

    /// Hexes are meant, and there are none.
    pub(crate) fn tell_no_board(&self, at: Place) -> ErrorReported {
        if self.board_refused { ErrorReported } else { self.tell(says::needs_board(at)) }
    }

    /// A hex that the map does not have.
    pub(crate) fn tell_no_hex(&self, text: &str, at: Place) -> ErrorReported {
        let corners = self.board.as_ref().and_then(|board| {
            let mut hexes = board.hexes().map(|hex| board.name(hex));
            let first = hexes.next()?;
            Some((hexes.next_back().unwrap_or_else(|| first.clone()), first))
        });
        match corners {
            Some((last, first)) => {
                let boxes: Vec<String> = self.world.boxes.iter().map(|lies| lies.name.clone()).collect();
                let spots = self.world.names.iter().filter(|(_, (entry, _))| matches!(entry, Entry::Spot(_)));
                let spots: Vec<String> = spots.map(|(name, _)| name.clone()).collect();
                // The drawing says its own order: there is nothing to turn round.
                let drawn = self.sources.text(at) != text;
                let meant = if drawn { Some(says::drawn_beyond([&first, &last])) } else { self.hex_meant(text) };
                self.tell(says::no_hex(text, [&first, &last], [&spots, &boxes], meant, at))
            }
            None => self.tell_no_board(at),
        }
    }

    /// What stands where no hex has this number: a number of the map that was not written as it is printed.
    fn hex_meant(&self, text: &str) -> Option<String> {
        let board = self.board.as_ref()?;
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let read: String = text.chars().map(as_a_digit).collect();
        if read != text && board.by_name(&read).is_some() {
            return Some(format!("a letter stands for a digit here: write `{read}`"));
        }
        let of_digits = text.chars().all(|sign| sign.is_ascii_digit() || ".-_/ ".contains(sign));
        if digits.is_empty() || !of_digits {
            return None;
        }
        if digits.bytes().all(|digit| digit == b'0') {
            return Some("who is out of play stands in no hex: write `none`".to_owned());
        }
        let whole = format!("{digits:0>4}");
        if whole != text && board.by_name(&whole).is_some() {
            return Some(format!("write `{whole}`, as it is printed"));
        }
        let (one, other) = text.split_at_checked(2).filter(|_| text.len() == 4 && digits == text)?;
        let turned = format!("{other}{one}");
        let order = match self.program.board.as_ref()?.order {
            Order::ColumnRow => ["CCRR", "column", "RRCC"],
            Order::RowColumn => ["RRCC", "row", "CCRR"],
        };
        board.by_name(&turned).filter(|_| turned != text).map(|_| {
            format!(
                "the head of the game says `hexes {}`, the {} first: write `{turned}`, or `hexes {}` there",
                order[0], order[1], order[2]
            )
        })
    }

    /// Every item as it counts, with its file.
    pub(crate) fn items(&self) -> impl Iterator<Item = (FileId, &'a ast::Item)> + use<'a> {
        let items = Arc::clone(&self.items);
        (0..items.len()).filter_map(move |at| items.get(at).map(|one| (one.file, one.item)))
    }

    /// Every item as it is written, with its file.
    pub(crate) fn written(&self) -> impl Iterator<Item = (FileId, &'a ast::Item)> + use<'a> {
        let items = Arc::clone(&self.written);
        (0..items.len()).filter_map(move |at| items.get(at).copied())
    }

    /// A name that nothing in the IR has yet, as near to the wanted one as can be.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        if self.is_taken(wanted) {
            return self.another(wanted);
        }
        let plain: String = wanted.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let starts_well = plain.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let plain = if starts_well && wgr_runtime::text::is_name(&plain) { plain } else { format!("{plain}_") };
        let plain = if starts_well { plain } else { format!("n_{plain}") };
        let known = self.is_taken(&plain);
        if !known && !self.numbered(&plain) {
            Arc::make_mut(&mut self.taken).insert(plain.clone(), 2);
            return plain;
        }
        if !known {
            Arc::make_mut(&mut self.taken).insert(plain.clone(), 2);
        }
        self.another(&plain)
    }

    /// Has something this name? Queries of examples bear the number of their place, and are not kept beside the others.
    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains_key(name)
            || examples::number_of_query(name)
                .and_then(|at| self.program.funcs.get(at))
                .is_some_and(|func| func.name == name)
    }

    /// What has these names goes: they may be given again.
    pub(crate) fn gives_up<'n>(&mut self, names: impl Iterator<Item = &'n str>) {
        let taken = Arc::make_mut(&mut self.taken);
        names.for_each(|name| _ = taken.remove(name));
    }

    /// How much there is of what functions add while they are written, for others to use.
    pub(crate) fn shared(&self) -> [usize; 14] {
        let program = &self.program;
        [
            program.domains.len(),
            program.kinds.len(),
            program.tables.len(),
            program.cells.len(),
            program.funcs.len(),
            program.triggers.len(),
            self.entries.len(),
            self.steps.len(),
            self.ways.len(),
            self.apart.len(),
            self.told_as.len(),
            self.by_row.len(),
            self.branches.len(),
            self.read.len(),
        ]
    }

    /// How much there is of what a function notes of itself while it is written, or of its rows.
    pub(crate) fn of_functions(&self) -> [usize; 5] {
        let sites = self.program.sites.len();
        [sites, self.along.len(), self.rounding.len(), self.elsewhere.len(), self.runs_read.len()]
    }

    /// The name with a number that nothing has yet. What was tried before is not tried again: many things are called alike.
    fn another(&mut self, plain: &str) -> String {
        let mut number = self.taken.get(plain).copied().unwrap_or(2);
        let name = loop {
            let name = format!("{plain}_{number}");
            number += 1;
            if !self.is_taken(&name) {
                break name;
            }
        };
        if let Some(next) = Arc::make_mut(&mut self.taken).get_mut(plain) {
            *next = number;
        }
        name
    }

    /// Was this name given to a second thing of another name? `fire_2` to a second `fire`.
    fn numbered(&self, name: &str) -> bool {
        let Some((plain, digits)) = name.rsplit_once('_') else { return false };
        let (Some(next), Ok(number)) = (self.taken.get(plain), digits.parse::<u32>()) else { return false };
        (2..*next).contains(&number) && number.to_string() == digits
    }

    /// Give a name to something. A second thing of this name is told, and the first keeps it; of two that can
    /// be asked or done nobody knows which is meant, and whoever names them is told no more.
    pub(crate) fn name(&mut self, file: FileId, name: &ast::Name, entry: Entry) {
        let at = Place::new(file, name.span);
        let _ = self.no_word_of_the_game(&name.text, at);
        self.no_question_of_the_board(&name.text, entry, at);
        if let Some((first, first_at)) = self.world.names.get_mut(&name.text) {
            let told = *first == Entry::Broken;
            let (was, is) = (first.what(), entry.what());
            let called = matches!(first, Entry::Rows(_) | Entry::State(_) | Entry::Procedure(_) | Entry::Action(_));
            if called {
                *first = Entry::Broken;
            }
            let first_at = *first_at;
            if !told {
                // Things are declared sort by sort; who reads the text meets the later one second.
                let later = (first_at.file, first_at.span.start) > (at.file, at.span.start);
                let what = match (was == is, later) {
                    (true, _) => says::twice_named(&name.text, at, first_at),
                    (false, true) => says::taken(&name.text, (was, first_at), (is, at)),
                    (false, false) => says::taken(&name.text, (is, at), (was, first_at)),
                };
                self.tell(what);
            }
            return;
        }
        self.world.names.insert(name.text.clone(), (entry, at));
    }

    /// What is asked as `distance(h, k)` is has none of the names by which a board is asked; told if it has.
    fn no_question_of_the_board(&self, name: &str, entry: Entry, at: Place) {
        let asked = matches!(entry, Entry::Rows(_) | Entry::State(_) | Entry::Feature(_));
        if asked && self.board.is_some() && BOARD.iter().any(|(known, _)| *known == name) {
            self.tell(says::question_of_the_board(name, at));
        }
        if self.board.is_some() && ["hexes", "hexsides"].contains(&name) {
            self.tell(says::word_of_the_game(name, at));
        }
    }

    /// A name that is given to something is none that every game has; told if it is.
    pub(crate) fn no_word_of_the_game(&self, name: &str, at: Place) -> Made<()> {
        if GAME.contains(&name) { Err(self.tell(says::word_of_the_game(name, at))) } else { Ok(()) }
    }

    pub(crate) fn domain(&mut self, name: &str, members: Vec<String>) -> DomainId {
        let size = members.len() as u32;
        let name = self.fresh(name);
        self.program.domains.push(Domain { name, members, size });
        DomainId::new(self.program.domains.len() - 1)
    }

    pub(crate) fn table(&mut self, name: &str, index: Vec<Scalar>, value: Scalar, data: Vec<i64>) -> TableId {
        let name = self.fresh(name);
        self.program.tables.push(Table { name, index, value, data });
        TableId::new(self.program.tables.len() - 1)
    }

    pub(crate) fn cell(&mut self, name: &str, index: Vec<Scalar>, value: Type, role: Role) -> CellId {
        let name = self.fresh(name);
        self.program.cells.push(Cell { name, index, value, role, sparse: None, hidden: None });
        CellId::new(self.program.cells.len() - 1)
    }

    /// A function without a body yet; its parameters are its first locals.
    pub(crate) fn declare(
        &mut self,
        name: &str,
        kind: FuncKind,
        params: Vec<(String, Type)>,
        ret: Option<Type>,
        at: Place,
    ) -> FuncId {
        // Questions to the board are written like calls in the IR.
        let like_a_call = wgr_runtime::text::is_called(name);
        let name = if like_a_call { self.fresh(&format!("{name}_")) } else { self.fresh(name) };
        self.declare_as(name, kind, params, ret, at)
    }

    /// A query of an example: it bears the number of its place, so what it is called rests on no other.
    pub(crate) fn declare_query(&mut self, name: &str, params: Vec<(String, Type)>, ret: Type, at: Place) -> FuncId {
        let wanted = examples::by_number(name, self.program.funcs.len());
        let other = self.taken.contains_key(&wanted) || self.numbered(&wanted);
        let name = if other { self.fresh(&wanted) } else { wanted };
        self.declare_as(name, FuncKind::Query, params, Some(ret), at)
    }

    fn declare_as(
        &mut self,
        name: String,
        kind: FuncKind,
        params: Vec<(String, Type)>,
        ret: Option<Type>,
        at: Place,
    ) -> FuncId {
        let count = params.len() as u32;
        let locals = params.into_iter().map(|(name, ty)| Local { name, ty, hidden: false }).collect();
        let at = self.sources.pos(at);
        let body = Body::Code(Block::default());
        self.program.funcs.push(Func { name, kind, params: count, ret, locals, exprs: Vec::new(), body, at });
        FuncId::new(self.program.funcs.len() - 1)
    }

    /// A body is read: what it says is written when all is read.
    pub(crate) fn has_read(&mut self, func: FuncId, binders: Vec<Binder>, body: hir::Body, at: Place) {
        self.read.push(hir::Function { func, at, binders, body });
    }

    /// The site of a row or statement, its cases checked against the ledger.
    pub(crate) fn site(&mut self, file: FileId, cases: &[ast::Case], title: &str) -> SiteId {
        for case in cases {
            self.cite(file, case);
        }
        let cases: Vec<String> = cases.iter().map(|case| case.text.clone()).collect();
        self.intern_site(Site { cases, title: title.to_owned() })
    }

    /// The site with these cases and this title, made if it is new.
    pub(crate) fn intern_site(&mut self, site: Site) -> SiteId {
        if let Some(known) = self.sites.get(&site) {
            return *known;
        }
        let id = SiteId::new(self.program.sites.len());
        self.program.sites.push(site.clone());
        Arc::make_mut(&mut self.sites).insert(site, id);
        id
    }

    /// A case that the ledger lacks is told.
    pub(crate) fn cite(&self, file: FileId, case: &ast::Case) {
        let is_new = !self.said().claimed.contains(&case.text);
        if is_new {
            self.said().claimed.insert(case.text.clone());
        }
        if let Some(ledger) = self.ledger
            && !ledger.has(&case.text)
        {
            let what = {
                let near: Vec<String> = ledger.near(&case.text);
                says::unknown_case(&case.text, &near, Place::new(file, case.span))
            };
            self.tell(what);
        }
    }

    /// The scalar of one member of a noun.
    pub(crate) fn member(&self, noun: Noun) -> Scalar {
        self.member_of_domain(self.domain_of(noun))
    }

    pub(crate) fn member_of_domain(&self, domain: DomainId) -> Scalar {
        let size = self.program.domains.get(domain.index()).map_or(1, |domain| domain.size);
        Scalar { what: What::Id(domain), lo: 0, hi: i64::from(size) - 1 }
    }

    pub(crate) fn domain_of(&self, noun: Noun) -> DomainId {
        match noun {
            Noun::Enum(index) => self.world.enums.get(index).map_or(DomainId(0), |def| def.domain),
            Noun::Piece(_) => self.counters,
            Noun::Hex => HEX,
            Noun::Hexside => EDGE,
            Noun::Direction => DIR,
        }
    }

    /// How the IR stores a type that is no number; numbers carry their ranges.
    pub(crate) fn ir_type(&self, ty: Ty) -> Type {
        match ty {
            Ty::YesNo | Ty::Nothing => Type::BOOL,
            Ty::Notation(notation) => {
                let domain = self.world.notations.get(notation).map_or(DomainId(0), |def| def.domain);
                Type::Scalar(self.member_of_domain(domain))
            }
            Ty::One(noun) => Type::Scalar(self.member(noun)),
            Ty::Maybe(noun) => Type::Scalar(Scalar { lo: NONE, ..self.member(noun) }),
            Ty::Set(noun) => Type::Set(self.domain_of(noun)),
            Ty::Number { den, .. } => {
                Type::Scalar(Scalar { what: What::Int { den }, lo: -SOME_NUMBER, hi: SOME_NUMBER })
            }
            Ty::Step(_) => Type::int(-SOME_NUMBER, SOME_NUMBER),
        }
    }

    pub(crate) fn den(&self, unit: Unit) -> u32 {
        match unit {
            Unit::Of(measure) => self.world.measures.get(measure).map_or(1, |measure| measure.den),
            Unit::Any | Unit::Plain => 1,
        }
    }
}

/// The range of a number of which nothing is said: more than any game counts to.
const SOME_NUMBER: i64 = 1 << 20;

/// `O` for a nought, `l` for a one.
fn as_a_digit(sign: char) -> char {
    match sign {
        'O' | 'o' => '0',
        'l' | 'I' => '1',
        other => other,
    }
}
