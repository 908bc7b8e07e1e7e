//! A game ready to be played. In: a verified program without rows and settles. Out: board, layout and code
//! beside it, and the names of everything that a person may say or read.

use super::contents::Contents;
use super::names::plain;
use super::never::Never;
use super::secret::{Secrets, secrets};
use super::shown::{Counted, Counts, Kept, LookedUp, Scales};
use super::vocabulary::HeldAt;
use super::vocabulary::Vocabulary;
use crate::board::Board;
use crate::exec::{Code, Passes, Rules};
use crate::ir::{
    CellId, DIR, DomainId, EDGE, Expr, FuncId, HEX, LocalId, MarkWhat, NONE, Program, Role, Scalar, Site, SiteId,
    StmtKind, TableId, TextError, Type, What, walk,
};
use crate::state::{Layout, State};
use crate::text::print;
use crate::verify::{Again, Memory, Verified, verify};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// So many of those whose names begin alike are named.
const MOST_NAMED: usize = 6;

/// A handle: whoever plays, looks or asks holds one of the same game, on any thread.
#[derive(Clone)]
pub struct Game(Arc<Whole>);

struct Whole {
    program: Arc<Program>,
    verified: Arc<Verified>,
    rules: Rules,
    /// The same with marks, for explaining.
    marked: Rules,
    main: FuncId,
    hides: bool,
    /// Found when somebody saves or loads.
    fingerprint: OnceLock<u64>,
    beside: Beside,
    /// Found when somebody first looks.
    secrets: OnceLock<Secrets>,
}

/// What the texts say beside the program. It is no part of what is saved.
#[derive(Clone, Debug, Default)]
pub struct Beside {
    /// What the game is held to while it is played.
    pub nevers: Vec<Never>,
    /// What is shown as steps of scales.
    pub scales: Scales,
    /// What actions keep, as their authors call it.
    pub kept: BTreeMap<CellId, Kept>,
    /// How its questions are told, and what may be asked by name.
    pub vocabulary: Vocabulary,
    /// Hexes that have a name of their own.
    pub places: BTreeMap<String, i64>,
    /// Of rows that belong to some scenarios or options alone, what is held where they count: one of these.
    pub elsewhere: BTreeMap<(FuncId, SiteId), Vec<(CellId, i64)>>,
    /// By result: how it is printed, and who has won; empty where the results are the sides and a draw.
    pub grades: Vec<Grade>,
    /// The parts of its rules, as their authors call them.
    pub contents: Contents,
}

/// A grade of victory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grade {
    pub title: Option<String>,
    /// None: a draw.
    pub winner: Option<i64>,
}

impl Game {
    /// Take a lowered program; everything that could be wrong with it is told by place.
    pub fn new(program: Program) -> Result<Game, Vec<TextError>> {
        Game::told(program, Beside::default())
    }

    /// The same, with what its texts say beside it.
    pub fn told(program: Program, beside: Beside) -> Result<Game, Vec<TextError>> {
        let verified = verify(&program)?;
        Game::made(Arc::new(program), Arc::new(verified), beside, true)
    }

    /// The same, played by plain code alone: made sooner, and slower to play. What is known of the last such program is not
    /// verified again.
    pub fn played_plainly(known: &mut Memory, program: Program, beside: Beside) -> Result<Game, Vec<TextError>> {
        let Again { program, verified, .. } = known.verify(program).map_err(|(_, errors)| errors)?;
        Game::made(program, verified, beside, false)
    }

    /// The same game, played by code that takes time to make.
    pub fn played_fast(&self) -> Result<Game, Vec<TextError>> {
        self.made_by(Passes::ALL)
    }

    /// The same game, played by code that these passes made; each way of leaving some of them out plays the same, slower.
    pub fn made_by(&self, passes: Passes) -> Result<Game, Vec<TextError>> {
        let Whole { program, verified, marked, .. } = &*self.0;
        let rules = fast(program, verified, (&marked.layout, marked.board.as_ref()), passes)?;
        Ok(self.played_by(rules, marked.clone()))
    }

    /// The tree of which code is made, as a program: what these passes leave of the game's.
    pub fn tree(&self, passes: Passes) -> Result<Program, TextError> {
        let Whole { program, verified, marked, .. } = &*self.0;
        Code::tree(program, verified, &marked.layout, marked.board.as_ref(), passes)
    }

    fn played_by(&self, rules: Rules, marked: Rules) -> Game {
        let whole = &self.0;
        Game(Arc::new(Whole {
            rules,
            marked,
            program: Arc::clone(&whole.program),
            verified: Arc::clone(&whole.verified),
            main: whole.main,
            hides: whole.hides,
            fingerprint: OnceLock::new(),
            beside: whole.beside.clone(),
            secrets: OnceLock::new(),
        }))
    }

    fn made(
        program: Arc<Program>,
        verified: Arc<Verified>,
        beside: Beside,
        is_fast: bool,
    ) -> Result<Game, Vec<TextError>> {
        let one = |what: &str| vec![TextError::new(Default::default(), what)];
        let main = program
            .main
            .ok_or_else(|| one("the program has no `main`: add `main NAME` for the procedure that is the game"))?;
        if verified.has_rows || verified.has_settle {
            return Err(one("the program still has rows or settles: lower it before it is played"));
        }
        let board = match &program.board {
            Some(spec) => Some(Arc::new(Board::new(spec).map_err(|error| one(&error.what))?)),
            None => None,
        };
        let (layout, board) = (Arc::new(Layout::new(&program)), board.as_ref());
        let marked = Code::explaining(&program, &verified, &layout).map_err(|error| vec![error])?;
        let marked = Rules::new(marked, &layout, board);
        let rules = match is_fast {
            true => fast(&program, &verified, (&layout, board), Passes::ALL)?,
            false => marked.untold(),
        };
        let hides = program.hides();
        Ok(Game(Arc::new(Whole {
            rules,
            marked,
            program,
            verified,
            main,
            hides,
            fingerprint: OnceLock::new(),
            beside,
            secrets: OnceLock::new(),
        })))
    }

    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.0.beside.vocabulary
    }

    /// The same, played by plain code that notes which functions are entered ([`Game::take_entered`]); slow.
    #[must_use]
    pub fn noting(&self) -> Game {
        let noting = self.0.marked.noting();
        self.played_by(noting.untold(), noting)
    }

    /// The functions that were entered since this was last asked.
    pub fn take_entered(&self) -> Vec<FuncId> {
        self.0.rules.take_entered()
    }

    /// The parts of its rules.
    pub(super) fn contents(&self) -> &Contents {
        &self.0.beside.contents
    }

    /// What it takes for granted.
    pub fn nevers(&self) -> &[Never] {
        &self.0.beside.nevers
    }

    /// Is there anything that some side may not see?
    pub fn hides(&self) -> bool {
        self.0.hides
    }

    /// Which answers, dice and draws are told to nobody, for they decide what is hidden.
    pub(super) fn secrets(&self) -> &Secrets {
        self.0.secrets.get_or_init(|| secrets(&self.0.program, &self.0.verified))
    }

    pub fn program(&self) -> &Program {
        &self.0.program
    }
    pub fn verified(&self) -> &Verified {
        &self.0.verified
    }
    pub fn board(&self) -> Option<&Board> {
        self.0.rules.board()
    }
    pub fn layout(&self) -> &Layout {
        &self.0.rules.layout
    }
    pub fn code(&self) -> &Code {
        &self.0.rules.code
    }
    /// What machines run.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }
    pub(super) fn marked(&self) -> &Rules {
        &self.0.marked
    }
    pub fn main(&self) -> FuncId {
        self.0.main
    }

    /// The same for two programs only if they say the same: saves and replays carry it.
    pub fn fingerprint(&self) -> u64 {
        *self.0.fingerprint.get_or_init(|| fingerprint(&print(&self.0.program)))
    }

    /// What a member is called; "none" for none.
    pub fn member_name(&self, domain: DomainId, member: i64) -> String {
        if member == NONE {
            return "none".to_owned();
        }
        let name = match (self.board(), domain) {
            (Some(board), HEX) => number(member).and_then(|id| board.hex(id)).map(|hex| board.name(hex)),
            (Some(board), EDGE) => number(member).and_then(|id| board.side_at(id)).map(|side| board.side_words(side)),
            (Some(board), DIR) => {
                u8::try_from(member).ok().and_then(crate::board::Dir::new).map(|dir| board.dir_word(dir).to_owned())
            }
            (Some(_) | None, _) => {
                usize::try_from(member).ok().and_then(|at| self.0.program.domain(domain).members.get(at).cloned())
            }
        };
        name.unwrap_or_else(|| member.to_string())
    }

    /// The member called so.
    pub fn member_named(&self, domain: DomainId, name: &str) -> Option<i64> {
        match (self.board(), domain) {
            (Some(board), HEX) => {
                let numbered = board.by_name(name).map(|hex| i64::from(hex.id()));
                numbered.or_else(|| self.0.beside.places.get(name).copied())
            }
            (Some(board), EDGE) => board.side_by_words(name).map(|side| i64::from(side.id())),
            (Some(board), DIR) => board.dir_by_word(name).map(|dir| i64::from(dir.number())),
            (Some(_) | None, _) => {
                self.0.program.domain(domain).members.iter().position(|member| member == name).map(|at| at as i64)
            }
        }
    }

    /// The number of a hex that has a name of its own.
    pub fn hex_of_place(&self, place: &str) -> Option<String> {
        self.0.beside.places.get(place).map(|hex| self.member_name(HEX, *hex))
    }

    /// A raw value as a reader writes it: a fraction, yes or no, a member's name.
    pub fn value_name(&self, what: What, value: i64) -> String {
        match what {
            What::Int { den } => plain(value, den),
            What::Bool => if value == 1 { "yes" } else { "no" }.to_owned(),
            What::Id(domain) => self.member_name(domain, value),
        }
    }

    /// The same of something that may count along a scale: `3/1`.
    pub(super) fn shown(&self, of: Counted, what: What, value: i64) -> String {
        self.0.beside.scales.name(of, value).unwrap_or_else(|| self.value_name(what, value))
    }

    pub(super) fn how_counts(&self, func: FuncId, row: SiteId) -> Option<Counts> {
        self.0.beside.scales.counts.get(&(func, row)).copied()
    }

    /// Back from [`Game::shown`], where that is no plain name of the value.
    pub(super) fn value_shown(&self, of: Counted, name: &str) -> Option<i64> {
        self.0.beside.scales.value(of, name)
    }

    /// The action that keeps this, as its author calls it.
    pub fn kept_by(&self, id: CellId) -> Option<&str> {
        let Role::Keep(action) = self.0.program.cell(id).role else { return None };
        let own = self.0.beside.kept.get(&id).map(|kept| kept.action.as_str());
        Some(own.unwrap_or(&self.0.program.func(action).name))
    }

    /// How a cell is called among these: as its author does, and with the action where another of them is called so too.
    pub(super) fn called_among(&self, id: CellId, told: &[CellId]) -> String {
        let index = |id: CellId| &self.0.program.cell(id).index;
        let word = |id: CellId| self.0.beside.kept.get(&id).map_or(&self.0.program.cell(id).name, |kept| &kept.name);
        let alike = |other: CellId| other != id && word(other) == word(id) && index(other) == index(id);
        match self.0.beside.kept.get(&id).filter(|_| told.iter().any(|other| alike(*other))) {
            Some(kept) => format!("{} ({})", kept.name, kept.action),
            None => word(id).clone(),
        }
    }

    /// The look-up as its author wrote it, if one did.
    pub(super) fn looked_up(&self, table: TableId) -> Option<&LookedUp> {
        self.0.beside.scales.looked_up.get(&table)
    }

    /// What says in which box a piece lies that is not on the map.
    pub(super) fn boxes(&self) -> Option<CellId> {
        self.0.beside.scales.boxes
    }

    /// Does this count along a scale?
    pub(super) fn counts(&self, what: Counted) -> bool {
        self.0.beside.scales.of.contains_key(&what)
    }

    /// The value that is a set, of the query that says which of its rows answers.
    pub(super) fn set_of(&self, by_row: FuncId) -> Option<&str> {
        self.0.beside.scales.sets.get(&by_row).map(String::as_str)
    }

    /// The value called so; it fits the type.
    pub fn value_named(&self, ty: Type, name: &str) -> Result<i64, String> {
        let Type::Scalar(scalar) = ty else { return Err("a set cannot be given".to_owned()) };
        let value = match scalar.what {
            What::Id(_) if name == "none" && scalar.is_opt() => Some(NONE),
            What::Id(domain) => self.member_named(domain, name),
            What::Bool => ["no", "yes"].iter().position(|word| *word == name).map(|at| at as i64),
            What::Int { den } => raw(name, den),
        };
        let value = value.filter(|value| scalar.contains(*value));
        value.ok_or_else(|| match self.that_begin_with(scalar, name).as_slice() {
            [] => format!("`{name}` is no {}", self.type_name(scalar)),
            several => {
                let more = if several.len() == MOST_NAMED { ", .." } else { "" };
                format!("nothing is called `{name}` here; there are {}{more}", several.join(", "))
            }
        })
    }

    /// Some whose names begin so.
    fn that_begin_with(&self, scalar: Scalar, name: &str) -> Vec<&str> {
        let What::Id(domain) = scalar.what else { return Vec::new() };
        let members = self.0.program.domain(domain).members.iter().map(String::as_str);
        members.filter(|member| name.len() > 1 && member.starts_with(name)).take(MOST_NAMED).collect()
    }

    /// How its author calls a table.
    pub(super) fn table_name(&self, table: TableId) -> Option<&str> {
        match self.0.beside.scales.looked_up.get(&table)? {
            LookedUp::Table(name) => Some(name),
            LookedUp::Scale(_) => None,
        }
    }

    /// Did an author call a table so?
    pub fn is_table(&self, name: &str) -> bool {
        let tables = self.0.beside.scales.looked_up.values();
        tables.into_iter().any(|table| matches!(table, LookedUp::Table(known) if known == name))
    }

    /// What stands in a place of what is held, by its name: as a member is called, or a step of the scale that counts there.
    pub fn index_named(&self, of: HeldAt, at: usize, scalar: Scalar, name: &str) -> Result<i64, String> {
        let step = |counted: Counted| self.value_shown(counted, name);
        let shown = match of {
            HeldAt::Table(table) => step(Counted::Index(table, at)),
            HeldAt::Cell(_) | HeldAt::Drawn(_) => None,
        };
        shown.map_or_else(|| self.value_named(Type::Scalar(scalar), name), Ok)
    }

    /// What a query is asked about, by names.
    pub fn args_named(&self, query: FuncId, names: &[impl AsRef<str>]) -> Result<Vec<i64>, String> {
        let func = self.0.program.func(query);
        if names.len() != func.params as usize {
            let things = if func.params == 1 { "1 thing".to_owned() } else { format!("{} things", func.params) };
            let called = self.called(query).map_or_else(|| func.name.clone(), |called| called.name);
            return Err(format!("`{called}` is asked about {things}, not {}", names.len()));
        }
        let step = |at: usize, name: &str| self.value_shown(Counted::Param(query, at), name);
        let given = func.param_types().zip(names).enumerate();
        given
            .map(|(at, (ty, name))| step(at, name.as_ref()).map_or_else(|| self.value_named(ty, name.as_ref()), Ok))
            .collect()
    }

    fn type_name(&self, scalar: Scalar) -> String {
        match scalar.what {
            What::Id(domain) => format!("member of `{}`", self.0.program.domain(domain).name),
            What::Bool => "`yes` or `no`".to_owned(),
            What::Int { den } => format!("number from {} to {}", plain(scalar.lo, den), plain(scalar.hi, den)),
        }
    }

    /// What a cell holds, element by element where it is not zero: `ir23a 06.15, ir23b 07.15`.
    pub fn cell_text(&self, state: &State, id: CellId) -> String {
        self.cell_text_of(state, id, state.nonzero(self.layout().place(id)), |_| true)
    }

    /// The same of those elements, as far as they are told.
    pub(super) fn cell_text_of(
        &self,
        state: &State,
        id: CellId,
        elements: impl Iterator<Item = u32>,
        told: impl Fn(&[i64]) -> bool,
    ) -> String {
        let (cell, place) = (self.0.program.cell(id), self.layout().place(id));
        let indices = elements.map(|element| (element, place.index_of(element)));
        let items = indices.filter(|(_, index)| told(index)).map(|(element, index)| {
            let names = index.iter().zip(&cell.index).map(|(&i, of)| self.value_name(of.what, i));
            let held = match cell.value {
                Type::Scalar(scalar) => self.shown(Counted::Held(id), scalar.what, state.get(place, element)),
                Type::Set(domain) => self.set_text(domain, state.members(place, element)),
            };
            let names: Vec<String> = names.collect();
            if names.is_empty() { held } else { format!("{} {held}", names.join(" ")) }
        });
        let items: Vec<String> = items.collect();
        if items.is_empty() { "-".to_owned() } else { items.join(", ") }
    }

    pub(super) fn set_text(&self, domain: DomainId, words: &[u64]) -> String {
        format!("{{{}}}", self.member_names(domain, words).join(" "))
    }

    /// What main returns, as a reader writes it.
    pub fn result_name(&self, value: i64) -> String {
        match self.0.program.func(self.0.main).ret {
            Some(Type::Scalar(scalar)) => self.value_name(scalar.what, value),
            Some(Type::Set(_)) | None => value.to_string(),
        }
    }

    /// The same as players are told: `tactical "German tactical victory", German has won`.
    pub fn result_told(&self, value: i64) -> String {
        let name = self.result_name(value);
        let Some(grade) = self.grade(value) else { return name };
        let title = grade.title.as_ref().map(|title| format!(" \"{title}\"")).unwrap_or_default();
        let winner = grade.winner.map_or_else(|| "nobody".to_owned(), |side| self.side_name(side));
        format!("{name}{title}, {winner} has won")
    }

    /// How a result is printed and who has won by it, where the results are not the sides and a draw.
    pub fn grade(&self, result: i64) -> Option<&Grade> {
        usize::try_from(result).ok().and_then(|at| self.0.beside.grades.get(at))
    }

    /// Does a row belong to the scenario that is played, or to an option that is in?
    pub(super) fn is_laid(&self, state: &State, query: FuncId, row: SiteId) -> bool {
        let holds = |(cell, value): &(CellId, i64)| state.get(self.layout().place(*cell), 0) == *value;
        self.0.beside.elsewhere.get(&(query, row)).is_none_or(|layer| layer.iter().any(holds))
    }

    /// The row of a query that says this, where among those that belong to what is played no other can: then it is why, and
    /// nobody need ask again.
    pub fn only_row(&self, state: &State, query: FuncId, answer: i64) -> Option<&Site> {
        let func = self.0.program.func(query);
        let mut said: BTreeMap<LocalId, i64> = BTreeMap::new();
        let mut rows: Vec<(SiteId, Option<i64>)> = Vec::new();
        walk::walk_func(func, &mut |node| {
            let walk::Node::Stmt(stmt) = node else { return };
            if let StmtKind::Let { local, value, .. } = &stmt.kind
                && let Expr::Literal { value, .. } = func.expr(*value)
            {
                said.insert(*local, *value);
            }
            if let StmtKind::Mark { site, what: MarkWhat::Amount, value } = &stmt.kind {
                let held = if let Expr::Local(local) = func.expr(*value) { said.get(local) } else { None };
                rows.push((*site, held.copied()));
            }
        });
        rows.retain(|(row, amount)| amount.is_none_or(|amount| amount == answer) && self.is_laid(state, query, *row));
        let (row, _) =
            rows.first().filter(|(row, amount)| amount.is_some() && rows.iter().all(|(one, _)| one == row))?;
        Some(self.0.program.site(*row))
    }

    /// `7.1 "Who attacks"`, `"Who attacks"` where no case is printed.
    pub fn rule_name(&self, site: SiteId) -> String {
        self.0.program.site(site).name()
    }

    pub fn side_name(&self, side: i64) -> String {
        match self.0.program.sides {
            Some(sides) => self.member_name(sides, side),
            None => side.to_string(),
        }
    }

    /// Is it called so?
    pub(super) fn is_side(&self, side: i64, name: &str) -> bool {
        let members = self.0.program.sides.map(|sides| &self.0.program.domain(sides).members);
        match members.and_then(|members| members.get(usize::try_from(side).ok()?)) {
            Some(member) => member == name,
            None => self.side_name(side) == name,
        }
    }
}

/// `3`, `-3`, `1/2`, in raw units.
fn raw(text: &str, den: u32) -> Option<i64> {
    let (num, under) = text.split_once('/').unwrap_or((text, "1"));
    let (num, under) = (num.parse::<i64>().ok()?, under.parse::<i64>().ok()?);
    let whole = num.checked_mul(i64::from(den))?;
    (under > 0 && whole % under == 0).then(|| whole / under)
}

fn number(member: i64) -> Option<u16> {
    u16::try_from(member).ok()
}

fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// What plays it where nobody asks why.
fn fast(
    program: &Program,
    verified: &Verified,
    (layout, board): (&Arc<Layout>, Option<&Arc<Board>>),
    passes: Passes,
) -> Result<Rules, Vec<TextError>> {
    let code = Code::compile(program, verified, layout, board, passes).map_err(|error| vec![error])?;
    Ok(Rules::new(code, layout, board))
}
