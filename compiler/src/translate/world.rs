//! What a game's items declare, by list and by name: measures, enums, pieces, fields, counters, states, values,
//! actions, procedures. In: the syntax trees. Every other file of `translate` looks names up here and adds none.

use super::ty::{Kinds, Noun, Ty};
use crate::diag::Place;
use crate::layers::does;
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_grammar::ast::{self, Duty};
use wgr_runtime::engine::Grade;
use wgr_runtime::ir::{CellId, DomainId, FuncId, TableId, Type};

#[derive(Debug)]
pub(crate) struct MeasureDef {
    pub(crate) name: String,
    pub(crate) den: u32,
}

impl MeasureDef {
    /// `steps`, `hexes`, `MP`
    pub(crate) fn many(&self) -> String {
        let name = &self.name;
        match name.chars().last() {
            // `points` is many already.
            Some('s') if !name.ends_with("ss") => name.clone(),
            Some('x' | 's') => format!("{name}es"),
            Some(last) if last.is_uppercase() => name.clone(),
            Some(_) | None => format!("{name}s"),
        }
    }
}

#[derive(Debug)]
pub(crate) struct ScaleDef {
    pub(crate) name: String,
    pub(crate) measure: usize,
    /// Each step as a ratio, ascending.
    pub(crate) steps: Vec<(i64, i64)>,
    /// `...` before the first and behind the last step: `against` may reach what is not printed there.
    pub(crate) below: bool,
    pub(crate) above: bool,
    /// A look-up that only nought fits: where an end is closed, how far beyond it a ratio lies is asked there.
    pub(crate) ends: TableId,
}

impl ScaleDef {
    /// The place of a step: printed ones from nought, those beyond an end by whole numbers: `4/1`, `5/1`.
    pub(crate) fn step(&self, wanted: (i64, i64)) -> Option<i64> {
        if let Some(at) = self.steps.iter().position(|step| *step == wanted) {
            return Some(at as i64);
        }
        let (last, first) = (self.steps.last()?, self.steps.first()?);
        match wanted {
            (num, 1) if last.1 == 1 && num > last.0 => Some(self.steps.len() as i64 - 1 + num - last.0),
            (1, den) if first.0 == 1 && den > first.1 => Some(first.1 - den),
            _ => None,
        }
    }

    /// Its steps as they are written.
    pub(crate) fn spelled(&self) -> Vec<String> {
        self.steps.iter().map(|(num, den)| format!("{num}/{den}")).collect()
    }

    /// Is this step printed, or beyond an end with `...`?
    pub(crate) fn is_open(&self, step: i64) -> bool {
        (step >= 0 || self.below) && (step < self.steps.len() as i64 || self.above)
    }
}

#[derive(Debug)]
pub(crate) struct EnumDef {
    pub(crate) name: String,
    pub(crate) ordered: bool,
    pub(crate) members: Vec<String>,
    pub(crate) domain: DomainId,
}

/// Where pieces lie that are not on the map.
#[derive(Debug)]
pub(crate) struct BoxDef<'a> {
    pub(crate) name: String,
    pub(crate) ast: &'a ast::BoxItem,
    pub(crate) kinds: Kinds,
    pub(crate) holds: Holds,
    pub(crate) at: Place,
}

impl BoxDef<'_> {
    /// How players call it.
    pub(crate) fn title(&self) -> &str {
        self.ast.title.as_ref().map_or(&self.name, |title| &title.text)
    }
}

/// How it is kept what lies in a box.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Holds {
    /// It lies open: its number among those that do, and the effect that puts a piece into it.
    Open { member: i64, into: FuncId },
    /// Nobody sees it: how many there are of each print of a piece.
    Unseen { piece: usize, cell: CellId },
}

/// What all boxes that lie open have in common.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct OpenBoxes {
    /// The enum of them.
    pub(crate) noun: usize,
    /// In which of them each counter lies.
    pub(crate) cell: CellId,
    /// A counter comes out of its box.
    pub(crate) comes: FuncId,
    /// Those of which one is drawn at random, while it is.
    pub(crate) hand: Option<CellId>,
}

/// What some counters of an unseen box show.
#[derive(Debug)]
pub(crate) struct PrintDef {
    pub(crate) name: String,
    pub(crate) piece: usize,
    pub(crate) side: usize,
    pub(crate) count: u32,
    pub(crate) at: Place,
}

/// All prints of a game with unseen boxes.
#[derive(Debug)]
pub(crate) struct Prints {
    /// The enum of them.
    pub(crate) noun: usize,
    /// Which one each counter bears; none while nobody has drawn it.
    pub(crate) cell: CellId,
    pub(crate) side_of: TableId,
    /// The pieces that are drawn.
    pub(crate) kinds: Kinds,
    pub(crate) lines: Vec<PrintDef>,
}

/// A printed field of a piece that is drawn: by print, and the query that looks which print it is.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct Drawn {
    pub(crate) table: TableId,
    pub(crate) func: FuncId,
}

/// One base piece.
#[derive(Debug)]
pub(crate) struct PieceDef {
    pub(crate) name: String,
    /// How messages call it.
    pub(crate) title: String,
    pub(crate) at: Place,
    /// It may have fields that could not be read.
    pub(crate) broken: bool,
}

/// A kind, base pieces included.
#[derive(Debug)]
pub(crate) struct KindDef {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) kinds: Kinds,
    /// Who belongs to it, by counter.
    pub(crate) table: TableId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Stored {
    Table(TableId),
    Cell(CellId),
}

/// A field of one or several base pieces, or a marker on them.
#[derive(Debug)]
pub(crate) struct FieldDef<'a> {
    pub(crate) name: String,
    pub(crate) pieces: Kinds,
    pub(crate) ty: Ty,
    pub(crate) ir: Type,
    pub(crate) stored: Stored,
    pub(crate) drawn: Option<Drawn>,
    /// As it is at the start; pieces of different sorts may begin differently.
    pub(crate) starts: Vec<(Kinds, Option<&'a ast::Expr>, FileId)>,
    pub(crate) until: Option<&'a ast::Until>,
    pub(crate) marker: Option<&'a ast::Marker>,
    /// It is whom the piece goes with: is it the only one that does?
    pub(crate) with: Option<bool>,
    pub(crate) at: Place,
}

/// A printed counter.
#[derive(Debug)]
pub(crate) struct CounterDef {
    pub(crate) name: String,
    pub(crate) piece: usize,
    pub(crate) side: usize,
    /// As its line of the order of battle is called: `B1` of `B1 x3`.
    pub(crate) line: String,
    pub(crate) at: Place,
}

#[derive(Clone, Debug)]
pub(crate) struct ParamDef<'a> {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) ir: Type,
    /// Of an action: whose piece, and over `it`.
    pub(crate) of: Option<&'a ast::Expr>,
    pub(crate) such: Option<&'a ast::Expr>,
    pub(crate) at: Place,
}

/// Rules that players may take in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OptionDef<'a> {
    pub(crate) ast: &'a ast::OptionItem,
    pub(crate) file: FileId,
    /// Is it in?
    pub(crate) cell: CellId,
}

/// A row with the file it stands in: `also` brings rows of other files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowDef<'a> {
    pub(crate) file: FileId,
    /// The scenarios and options that it belongs to.
    pub(crate) layer: Option<&'a ast::Layer>,
    pub(crate) row: &'a ast::Row,
}

impl RowDef<'_> {
    pub(crate) fn verdict_at(&self) -> Place {
        Place::new(self.file, self.row.verdict.span)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct GroupDef {
    pub(crate) group: ast::Group,
}

/// In rows of a law of the hex: the piece would stay there.
pub(crate) const ARRIVING: &str = "arriving";

/// Does this step come from off the map, or lead there?
pub(crate) const ENTERING: &str = "entering_map";
pub(crate) const LEAVING: &str = "leaving_map";

/// What the rows of a course may ask of a step beside its hexes: whether it leads over the edge of the map, and what the
/// move remembers.
pub(crate) fn beside_its_hexes(rows: &ast::Rows) -> impl Iterator<Item = &str> {
    let enters = rows.enters.iter().map(|_| ENTERING);
    enters.chain(rows.leaves.iter().map(|_| LEAVING)).chain(rows.remembers.iter().map(|name| name.text.as_str()))
}

/// What a course asks of a step.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct StepFuncs {
    pub(crate) bar: FuncId,
    pub(crate) cost: FuncId,
    pub(crate) stop: FuncId,
    pub(crate) pass: FuncId,
}

/// What a path asks of a step, or of a hex that a ray crosses; and how long it is.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct WayFuncs {
    pub(crate) avoid: FuncId,
    pub(crate) blocked: FuncId,
    /// Where a row says that the way ends.
    pub(crate) stop: Option<FuncId>,
    /// -1 where there is no way.
    pub(crate) length: FuncId,
}

/// What an obligation asks of a member.
#[derive(Clone, Copy, Hash, Debug)]
pub(crate) struct DutyFuncs {
    pub(crate) owed: FuncId,
    pub(crate) met: FuncId,
    pub(crate) possible: FuncId,
    pub(crate) forgiven: FuncId,
}

impl DutyFuncs {
    pub(crate) fn all(&self) -> [(Duty, FuncId); 4] {
        [
            (Duty::Owed, self.owed),
            (Duty::Met, self.met),
            (Duty::Possible, self.possible),
            (Duty::Forgiven, self.forgiven),
        ]
    }
}

/// `value`, `fact`, `permit`, `zone`, `course`, `path`, `victory`, `obligation`.
#[derive(Debug)]
pub(crate) struct RowsDef<'a> {
    pub(crate) name: String,
    pub(crate) ast: &'a ast::Rows,
    pub(crate) file: FileId,
    pub(crate) params: Vec<ParamDef<'a>>,
    pub(crate) within: Option<usize>,
    pub(crate) result: Ty,
    /// The query that answers; of a path whether it is open; of a course the cost of a step.
    pub(crate) func: FuncId,
    /// Of a course.
    pub(crate) step: Option<StepFuncs>,
    /// Of a path.
    pub(crate) way: Option<WayFuncs>,
    pub(crate) duty: Option<DutyFuncs>,
    /// Of a course: by what it remembers, whether a step makes it so.
    pub(crate) memory: Vec<FuncId>,
    pub(crate) rows: Arc<[RowDef<'a>]>,
    pub(crate) groups: Vec<GroupDef>,
    /// What is said of rows that are not there may be said of rows of another course.
    pub(crate) lacks_rows: bool,
    /// Something in it could not be translated: gaps in it mean nothing.
    pub(crate) damaged: bool,
}

impl RowsDef<'_> {
    /// The action in which alone it may be asked. An obligation is looked at between actions too.
    pub(crate) fn asked_within(&self) -> Option<usize> {
        self.within.filter(|_| self.duty.is_none())
    }
}

#[derive(Debug)]
pub(crate) struct TableDef {
    pub(crate) name: String,
    /// Its lines, then whose heads its columns have, then its columns.
    pub(crate) axes: Vec<Axis>,
    pub(crate) gives: Ty,
    pub(crate) table: TableId,
    /// Where its columns have several heads: which column it is, by whose heads and by the number.
    pub(crate) heads: Option<TableId>,
}

/// What labels the lines or columns of a table.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) ty: Ty,
    /// Where each label stands, and the values that it is for.
    pub(crate) labels: Vec<(Place, Vec<i64>)>,
    pub(crate) lo: i64,
    pub(crate) hi: i64,
    /// Beyond the first (last) label, that label counts.
    pub(crate) open_low: bool,
    pub(crate) open_high: bool,
}

impl Axis {
    /// The ends beyond which the last label counts.
    pub(crate) fn open_ends(&self) -> (Option<i64>, Option<i64>) {
        (self.open_low.then_some(self.lo), self.open_high.then_some(self.hi))
    }
}

#[derive(Debug)]
pub(crate) struct NotationDef {
    pub(crate) name: String,
    /// Its entries as they are printed are the members.
    pub(crate) domain: DomainId,
    pub(crate) fields: Vec<(String, Ty, TableId)>,
}

/// A global state: one value, or one for each hex, counter, member.
#[derive(Debug)]
pub(crate) struct StateDef<'a> {
    pub(crate) name: String,
    pub(crate) params: Vec<ParamDef<'a>>,
    pub(crate) ty: Ty,
    pub(crate) ir: Type,
    pub(crate) cell: CellId,
    /// When it is taken; none: rules write it.
    pub(crate) taken: &'a [ast::Name],
    pub(crate) start: Option<&'a ast::Expr>,
    pub(crate) until: Option<&'a ast::Until>,
    pub(crate) file: FileId,
    pub(crate) at: Place,
}

/// A name that belongs to an action while it runs.
#[derive(Debug)]
pub(crate) struct KeptDef {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) cell: CellId,
    pub(crate) each_side: bool,
    /// A parameter or a role: written when the action begins.
    pub(crate) given: bool,
    pub(crate) at: Place,
}

#[derive(Debug)]
pub(crate) struct ActionDef<'a> {
    pub(crate) name: String,
    pub(crate) ast: &'a ast::Action,
    pub(crate) file: FileId,
    pub(crate) params: Vec<ParamDef<'a>>,
    pub(crate) kept: Vec<KeptDef>,
    pub(crate) func: FuncId,
}

/// How often something may be done: a count in the state, forgotten at an end.
#[derive(Clone, Debug)]
pub(crate) struct LimitDef<'a> {
    pub(crate) file: FileId,
    pub(crate) at: Place,
    /// What it is laid upon, for players.
    pub(crate) name: String,
    /// Its own, or those of what it is laid upon.
    pub(crate) cases: Vec<ast::Case>,
    /// Without one it goes by its words.
    pub(crate) title: String,
    /// Only this side is held to it.
    pub(crate) by: Option<&'a ast::Expr>,
    pub(crate) often: &'a ast::HowOften,
    pub(crate) on: Vec<Use>,
    /// Of what each has a count of its own, and by which name the bound may ask for it.
    pub(crate) each: Option<(String, Ty)>,
    /// Each side has a count of its own.
    pub(crate) by_side: bool,
    /// The action that the bound may ask about.
    pub(crate) within: Option<usize>,
    pub(crate) cell: CellId,
    pub(crate) funcs: LimitFuncs,
}

impl LimitDef<'_> {
    /// What its functions are given: who does it, where each side has a count, and of what each has one.
    pub(crate) fn params(by_side: bool, each: Option<&(String, Ty)>) -> Vec<(String, Ty)> {
        let side = by_side.then(|| (" side".to_owned(), Ty::One(Noun::Enum(SIDE))));
        side.into_iter().chain(each.cloned()).collect()
    }
}

/// What counts as a use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Use {
    /// It is started; with the parameter for which it counts.
    Action(usize, Option<usize>),
    /// Something is picked into this kept name.
    Kept(CellId),
    /// The question that stands here is answered with yes.
    Question(Place),
}

/// Their parameters are the side, where it matters who does it, and what each has a count of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LimitFuncs {
    /// May it be done once more?
    pub(crate) within_limits: FuncId,
    pub(crate) most: FuncId,
    /// The count, as players are told.
    pub(crate) used: FuncId,
    /// Counts one use.
    pub(crate) counts: FuncId,
}

#[derive(Debug)]
pub(crate) struct ProcedureDef<'a> {
    pub(crate) name: String,
    pub(crate) ast: &'a ast::Procedure,
    pub(crate) file: FileId,
    pub(crate) params: Vec<ParamDef<'a>>,
    /// What it answers.
    pub(crate) result: Option<(Ty, Type)>,
    pub(crate) within: Option<usize>,
    pub(crate) func: FuncId,
}

#[derive(Debug)]
pub(crate) struct PurchaseDef<'a> {
    pub(crate) name: String,
    pub(crate) ast: &'a ast::Purchase,
    pub(crate) file: FileId,
    pub(crate) params: Vec<ParamDef<'a>>,
    pub(crate) goods: FuncId,
    pub(crate) effect: FuncId,
}

/// What something is drawn on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Of {
    Hexes,
    Hexsides,
    /// Hexsides with a direction: from one hex to its neighbour.
    Steps,
}

impl Of {
    /// What its table is looked up by.
    pub(crate) fn index(self) -> &'static [Noun] {
        match self {
            Of::Hexes => &[Noun::Hex],
            Of::Hexsides => &[Noun::Hexside],
            Of::Steps => &[Noun::Hex, Noun::Direction],
        }
    }
}

/// Parts of a turn that come one after the other: `run operation in 1..3 { }`.
#[derive(Debug)]
pub(crate) struct RunDef<'a> {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) first: i64,
    /// The last that there may ever be.
    pub(crate) hi: i64,
    /// Which one runs.
    pub(crate) cell: CellId,
    /// Has a rule ended them? Where one may.
    pub(crate) over: Option<CellId>,
    /// What one is, once it is written.
    pub(crate) func: Option<FuncId>,
    pub(crate) block: &'a ast::Block,
    pub(crate) at: Place,
}

/// No turn has more runs of one name.
pub(crate) const MOST_RUNS: i64 = 99;

/// Something printed on the map.
#[derive(Debug)]
pub(crate) struct FeatureDef {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) of: Of,
    pub(crate) table: TableId,
    /// Of hexes that keep their order: the table of them by their place, among the world's.
    pub(crate) in_order: Option<usize>,
}

/// What a name stands for; numbers are indices into the world's lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Entry {
    Measure(usize),
    Scale(usize),
    Enum(usize),
    Kind(usize),
    /// Singular or plural of a kind: all such pieces in play.
    Pieces(usize),
    State(usize),
    Box(usize),
    Rows(usize),
    Table(usize),
    Notation(usize),
    Purchase(usize),
    Action(usize),
    Procedure(usize),
    Scene(usize),
    Option(usize),
    Feature(usize),
    /// A place on the map, by its hex.
    Spot(i64),
    Phase(usize),
    Run(usize),
    /// A die of the game head, by its index.
    Die(usize),
    Counter(usize),
    /// Declared in a broken item: nothing is known, and nothing more is said.
    Broken,
}

impl Entry {
    /// How messages call what stands behind a name.
    pub(crate) fn what(self) -> &'static str {
        match self {
            Entry::Measure(_) => "a measure",
            Entry::Scale(_) => "a scale",
            Entry::Enum(_) => "an enum",
            Entry::Kind(_) => "a piece or kind",
            Entry::Pieces(_) => "the noun of pieces",
            Entry::State(_) => "a state",
            Entry::Box(_) => "a box",
            Entry::Rows(_) => "a value, fact, permit, zone, course, path or knowledge",
            Entry::Table(_) => "a table",
            Entry::Notation(_) => "a notation",
            Entry::Purchase(_) => "a purchase",
            Entry::Action(_) => "an action",
            Entry::Procedure(_) => "a procedure",
            Entry::Scene(_) => "a scene or scenario",
            Entry::Option(_) => "an option",
            Entry::Feature(_) => "a feature of the map",
            Entry::Spot(_) => "a place on the map",
            Entry::Phase(_) => "a phase",
            Entry::Run(_) => "a run",
            Entry::Die(_) => "a die",
            Entry::Counter(_) => "a counter",
            Entry::Broken => "something that could not be read",
        }
    }
}

/// So many markers lie at a time.
#[derive(Clone, Debug)]
pub(crate) struct AtATime<'a> {
    pub(crate) file: FileId,
    pub(crate) ast: &'a ast::Limit,
    pub(crate) marker: &'a ast::Marker,
    /// The pieces on which it lies, and on which of them.
    pub(crate) kinds: Kinds,
    pub(crate) cell: CellId,
    /// The side whose pieces are held to it; each side is where none is said.
    pub(crate) by: Option<i64>,
    /// Of the piece on which one would be laid: may it be, how many its side has, how many of these lie.
    pub(crate) within_limits: FuncId,
    pub(crate) most: FuncId,
    pub(crate) lie: FuncId,
    pub(crate) at: Place,
}

#[derive(Default, Debug)]
pub(crate) struct World<'a> {
    pub(crate) measures: Vec<MeasureDef>,
    pub(crate) scales: Vec<ScaleDef>,
    pub(crate) enums: Vec<EnumDef>,
    pub(crate) pieces: Vec<PieceDef>,
    pub(crate) kinds: Vec<KindDef>,
    pub(crate) fields: Vec<FieldDef<'a>>,
    pub(crate) counters: Vec<CounterDef>,
    /// By name, and by the name of the line that made them.
    pub(crate) called: BTreeMap<String, Vec<usize>>,
    pub(crate) features: Vec<FeatureDef>,
    pub(crate) boxes: Vec<BoxDef<'a>>,
    pub(crate) open_boxes: Option<OpenBoxes>,
    pub(crate) prints: Option<Prints>,
    pub(crate) states: Vec<StateDef<'a>>,
    pub(crate) runs: Vec<RunDef<'a>>,
    /// Phases that are printed under several titles: each with its title.
    pub(crate) printings: Vec<(&'a str, Option<&'a str>)>,
    pub(crate) rows: Vec<RowsDef<'a>>,
    pub(crate) tables: Vec<TableDef>,
    pub(crate) notations: Vec<NotationDef>,
    pub(crate) actions: Vec<ActionDef<'a>>,
    pub(crate) limits: Vec<LimitDef<'a>>,
    pub(crate) at_a_time: Vec<AtATime<'a>>,
    pub(crate) procedures: Vec<ProcedureDef<'a>>,
    pub(crate) purchases: Vec<PurchaseDef<'a>>,
    pub(crate) scenes: Vec<(FileId, &'a ast::Scene)>,
    pub(crate) options: Vec<OptionDef<'a>>,
    pub(crate) dice: Vec<&'a ast::Die>,
    /// Names of items, phases, places, counters, dice, and where each was declared.
    pub(crate) names: BTreeMap<String, (Entry, Place)>,
    /// Members of enums by name; one word may be a member of several.
    pub(crate) members: BTreeMap<String, Vec<(usize, u32)>>,
    /// Names that something would have, if what says so had a meaning: that has been told, and nobody misses them.
    pub(crate) lost: BTreeSet<String>,
    /// The same of fields, which a counter is asked for.
    pub(crate) lost_fields: BTreeSet<String>,
    /// The enum of how a game may end: the language's own, or the one that `victory` names.
    pub(crate) outcome: usize,
    /// By member of the enum that `victory` names: how it is printed, and who has won.
    pub(crate) grades: Vec<Grade>,
}

/// Enums that every game has, in this order.
/// What every game has: nothing else is called so.
pub(crate) const GAME: [&str; 5] = ["turn", "phasing", "acting", "phase", "scenario"];

pub(crate) const SIDE: usize = 0;
pub(crate) const PHASE: usize = 1;
pub(crate) const SCENARIO: usize = 2;
/// The sides, and a draw.
pub(crate) const OUTCOME: usize = 3;

impl World<'_> {
    /// What the game ends with.
    pub(crate) fn ending(&self) -> Ty {
        Ty::One(Noun::Enum(self.outcome))
    }

    /// The number of a member of an enum.
    pub(crate) fn member_of(&self, index: usize, name: &str) -> Option<i64> {
        let members = self.members.get(name)?;
        members.iter().find(|(of, _)| *of == index).map(|(_, member)| i64::from(*member))
    }

    /// Of a phase that is printed under several titles: which one this is, from 1.
    pub(crate) fn printing(&self, phase: &str, title: Option<&str>) -> Option<i64> {
        self.printings.iter().position(|one| *one == (phase, title)).map(|at| at as i64 + 1)
    }

    /// The counters of a name: one, or all that a line of the order of battle made.
    pub(crate) fn counters_called(&self, name: &str) -> &[usize] {
        self.called.get(name).map_or(&[], Vec::as_slice)
    }

    /// What `perform NAME` performs, in an action or what is within it: the procedure of this name, or the one that does what a
    /// result says, where the name is a table, a value or a kept name of results.
    pub(crate) fn performed(&self, name: &str, action: Option<&ActionDef<'_>>) -> Option<usize> {
        if let Some(Entry::Procedure(index)) = self.entry(name) {
            return Some(index);
        }
        let kept = action.and_then(|action| action.kept.iter().find(|kept| kept.name == name));
        let ty = kept.map(|kept| kept.ty).or_else(|| match self.entry(name)? {
            Entry::Table(index) => self.tables.get(index).map(|def| def.gives),
            Entry::Rows(index) => self.rows.get(index).map(|def| def.result),
            Entry::State(index) => self.states.get(index).map(|def| def.ty),
            _ => None,
        });
        self.done_by(ty?)
    }

    /// The procedures that stand in the place of this one.
    pub(crate) fn procedures_instead(&self, name: &str) -> impl Iterator<Item = usize> {
        let all = self.procedures.iter().enumerate();
        all.filter(move |(_, def)| def.ast.in_place.as_ref().is_some_and(|of| of.text == name)).map(|(at, _)| at)
    }

    /// The procedure that does what a result of this type says.
    pub(crate) fn done_by(&self, ty: Ty) -> Option<usize> {
        let Ty::One(Noun::Enum(index)) = ty else { return None };
        match self.entry(&does(&self.enums.get(index)?.name)) {
            Some(Entry::Procedure(index)) => Some(index),
            Some(_) | None => None,
        }
    }

    pub(crate) fn entry(&self, name: &str) -> Option<Entry> {
        self.names.get(name).map(|(entry, _)| *entry)
    }

    /// Where an item or a feature of the map has this name, that rules may read.
    pub(crate) fn declared(&self, name: &str) -> Option<Place> {
        self.names.get(name).filter(|(entry, _)| !matches!(entry, Entry::Scene(_))).map(|(_, at)| *at)
    }

    /// The same, or where a piece has a field of this name.
    pub(crate) fn declared_or_printed(&self, name: &str) -> Option<Place> {
        let field = || self.fields.iter().find(|field| field.name == name).map(|field| field.at);
        self.declared(name).or_else(field)
    }

    /// A kind by its set of base pieces, where one has exactly these.
    pub(crate) fn kind_of(&self, kinds: Kinds) -> Option<&KindDef> {
        self.kinds.iter().find(|kind| kind.kinds == kinds)
    }

    /// May one of these have fields that could not be read?
    pub(crate) fn is_broken(&self, kinds: Kinds) -> bool {
        kinds.each().filter_map(|piece| self.pieces.get(piece)).any(|piece| piece.broken)
    }

    /// All base pieces.
    pub(crate) fn all_pieces(&self) -> Kinds {
        (0..self.pieces.len()).fold(Kinds::default(), |all, piece| all.or(Kinds::of(piece)))
    }

    /// `Infantry or Cavalry`, or the title of the kind that is just these.
    pub(crate) fn kinds_name(&self, kinds: Kinds) -> String {
        match self.kind_of(kinds) {
            Some(kind) => kind.title.clone(),
            None => {
                let names: Vec<&str> =
                    kinds.each().filter_map(|piece| self.pieces.get(piece)).map(|piece| piece.title.as_str()).collect();
                names.join(" or ")
            }
        }
    }

    /// How messages call a type.
    pub(crate) fn ty_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Number { unit: super::ty::Unit::Of(unit), .. } => {
                self.measures.get(unit).map_or_else(|| "a number".to_owned(), MeasureDef::many)
            }
            Ty::Number { .. } => "a number".to_owned(),
            Ty::YesNo => "yes or no".to_owned(),
            Ty::One(noun) => self.noun_name(noun),
            Ty::Maybe(noun) => format!("{} or none", self.noun_name(noun)),
            Ty::Set(noun) => format!("a set of {}", self.noun_name(noun)),
            Ty::Step(scale) => self.scales.get(scale).map_or_else(String::new, |scale| scale.name.clone()),
            Ty::Notation(notation) => self.notations.get(notation).map_or_else(String::new, |def| def.name.clone()),
            Ty::Nothing => "none".to_owned(),
        }
    }

    pub(crate) fn noun_name(&self, noun: Noun) -> String {
        match noun {
            Noun::Enum(index) => self.enums.get(index).map_or_else(String::new, |def| def.name.clone()),
            Noun::Piece(kinds) => self.kinds_name(kinds),
            Noun::Hex => "Hex".to_owned(),
            Noun::Hexside => "Hexside".to_owned(),
            Noun::Direction => "Direction".to_owned(),
        }
    }
}
