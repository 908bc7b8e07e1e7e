//! A program in register code, with the data that its ops name by number.

use super::op::{Op, Reg, SetReg};
use crate::kernel::OFF_MAP;
use crate::state::{Coded, Frame, FramePoint, Slot, State, pack};
use std::collections::BTreeMap;

use crate::ir::{CellId, FaultText, FuncId, LocalId, MarkWhat, Pos, Quantifier, SearchMode, SiteId, TableId, What};

/// In: nothing but ops and numbers. `compile` makes it.
pub struct Code {
    pub(crate) ops: Vec<Op>,
    /// For each op, where it stands in the text.
    pub(crate) at: Vec<Pos>,
    /// For each op, the function in whose text that is.
    pub(crate) whose: Vec<FuncId>,
    pub(crate) funcs: Vec<FuncCode>,
    pub(crate) wide: Vec<i64>,
    pub(crate) ranges: Vec<(i64, i64)>,
    pub(crate) dice: Vec<super::chance::Die>,
    pub(crate) die_names: Vec<String>,
    /// In marked code, where each die's innermost round and what its function is about stand, inner ones first.
    pub(crate) die_about: Vec<Vec<(What, Reg)>>,
    pub(crate) tables: Vec<TableCode>,
    pub(crate) data: Vec<i64>,
    pub(crate) cells: Vec<CellCode>,
    pub(crate) domains: Vec<DomainCode>,
    pub(crate) asks: Vec<AskCode>,
    pub(crate) obligations: Option<crate::ir::Obligations>,
    pub(crate) draws: Vec<DrawCode>,
    pub(crate) searches: Vec<SearchCode>,
    /// Tables that serve a search as step costs, by hex and direction.
    pub(crate) costs: BTreeMap<u16, Vec<[u8; 6]>>,
    pub(crate) rays: Vec<RayCode>,
    pub(crate) chooses: Vec<ChooseCode>,
    pub(crate) spends: Vec<SpendCode>,
    pub(crate) supposes: Vec<SupposeCode>,
    pub(crate) marks: Vec<MarkCode>,
    /// The queries whose answers are kept, by function and in the order of their numbers.
    pub(crate) recalled: Vec<Option<u16>>,
    pub(crate) recalls: Vec<RecallCode>,
    /// Of how many words the longest answer of theirs is that is a set.
    pub(crate) recall_words: usize,
    /// Cells that are inverted: by value who holds it.
    pub(crate) inverted: Vec<InvertedCode>,
    /// How many watch cells: kept queries, cells inverted, searches from the goals outward.
    pub(crate) watchers: usize,
    /// For which searches a place matters near a step alone; and the number under which all such places are watched.
    pub(crate) near: Vec<NearCode>,
    /// How many kinds of who asks are told apart by all of them.
    pub(crate) homes: u16,
    pub(crate) near_watcher: Option<u16>,
    /// Does it record marks?
    pub(crate) explains: bool,
    /// By its op: where the value goes that it checks.
    pub(crate) checks: BTreeMap<u32, CheckCode>,
}

/// Where a value goes, for what is told when it does not fit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goes {
    Cell(CellId),
    /// A parameter, by its place.
    Param(FuncId, usize),
    Answer(FuncId),
    Local(String),
    /// An index of a look-up, by its place.
    Index(TableId, usize),
    /// What nobody has given a name: an index, a step on the way.
    Nowhere,
}

pub(crate) struct CheckCode {
    pub(crate) goes: Goes,
    pub(crate) what: What,
    pub(crate) of: Whose,
}

/// Which element of a cell a value goes to.
#[derive(Clone, Copy)]
pub(crate) enum Whose {
    Only,
    /// Of one index, which stands here.
    Index(Reg),
    /// The number of the element stands here.
    Element(Reg),
}

/// A value that does not fit where it goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    pub goes: Goes,
    /// The index of a cell.
    pub of: Vec<i64>,
    pub what: What,
    pub value: i64,
    pub lo: i64,
    pub hi: i64,
}

impl Whose {
    /// The register that tells it.
    pub(crate) fn register(self) -> Option<Reg> {
        match self {
            Whose::Only => None,
            Whose::Index(reg) | Whose::Element(reg) => Some(reg),
        }
    }
}

impl Code {
    /// What cells that are asked who stands beside a hex must know of the board.
    pub(crate) fn know_neighbours(&mut self, neighbours: &[[u16; 6]]) {
        for cell in &self.cells {
            let Some(number) = cell.inverted else { continue };
            let code = &mut self.inverted[usize::from(number)];
            if code.is_beside {
                let set = |hex: u16| match hex {
                    OFF_MAP => u32::MAX,
                    hex => (code.beside(hex.into()) * code.words) as u32,
                };
                let near = |value: i64| Some(neighbours.get(usize::try_from(value).ok()?)?.map(set));
                let all = (0..code.values as i64).map(|value| near(value + cell.code.lo).unwrap_or([u32::MAX; 6]));
                (code.near, code.hexes) = (all.collect(), neighbours.len());
            }
        }
    }

    /// Of a search that goes from the goals outward.
    pub(crate) fn homeward(&self, search: u16) -> &HomewardCode {
        let homeward = self.searches[usize::from(search)].homeward.as_ref();
        homeward.unwrap_or_else(|| crate::bug!("a search from its start is to go from the goals outward"))
    }

    /// Where somebody is asked something.
    pub(crate) fn asked_at(&self) -> impl Iterator<Item = SiteId> {
        self.asks.iter().map(|ask| ask.site)
    }

    /// What the program calls this die.
    pub(crate) fn die_name(&self, die: super::chance::Die) -> &str {
        self.die_names.get(usize::from(die.name)).map_or("a die", String::as_str)
    }
}

pub(crate) struct FuncCode {
    pub(crate) entry: u32,
    /// The work of calling it.
    pub(crate) price: u32,
    pub(crate) regs: u16,
    pub(crate) words: u16,
    /// Where each local stands; those never compiled stand nowhere.
    pub(crate) homes: Vec<Option<Home>>,
    /// For each point (numbered from 1): where to take it up again.
    pub(crate) resume: Vec<u32>,
    /// For each point what its frame holds of registers and sets; told by [`Rules::new`](super::Rules).
    pub(crate) saves: Vec<Vec<Saved>>,
    /// Cells that are zero before and after it runs.
    pub(crate) kept: Vec<CellId>,
    pub(crate) result: Returns,
    /// Parameter homes, in order.
    pub(crate) params: Vec<Home>,
    pub(crate) tells: Tells,
}

/// What a question tells of itself.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tells {
    /// It has marks that tell of rows.
    pub(crate) rows: bool,
    /// It looks for a way.
    pub(crate) way: bool,
}

/// What is written to a frame where the machine stands still, and read from it: where it stands here and there.
#[derive(Clone, Copy)]
pub(crate) enum Saved {
    Reg { reg: u16, bit: u32, width: u32, code: Coded },
    Set { at: u16, words: usize, word: usize },
}

impl FuncCode {
    /// What the frames of this function hold.
    pub(crate) fn saves(&self, frame: &Frame) -> Vec<Vec<Saved>> {
        let saved = |(local, slot): (&LocalId, &Slot)| match (*slot, *self.homes.get(local.index())?) {
            (Slot::Packed { bit, width, code }, Some(Home::Reg(reg))) => Some(Saved::Reg { reg, bit, width, code }),
            (Slot::Set { word, words, .. }, Some(Home::Set { at, .. })) => {
                Some(Saved::Set { at, words: words as usize, word: word as usize })
            }
            (Slot::Packed { .. } | Slot::Set { .. }, None | Some(_)) => None,
        };
        let point = |point: &FramePoint| point.live.iter().zip(&point.slots).filter_map(saved).collect();
        frame.points.iter().map(point).collect()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Returns {
    Nothing,
    Scalar { lo: i64 },
    Set { words: u16 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    Reg(Reg),
    Set { at: SetReg, words: u16 },
}

/// Element of a look-up: `base + a * stride + b`, bases chosen so that bounds need not be subtracted.
pub(crate) struct TableCode {
    pub(crate) base: i64,
    pub(crate) stride: i64,
    /// Where its entries begin, and how many they are.
    pub(crate) from: i64,
    pub(crate) count: u32,
    /// Which members have which value, where the last index is a domain and the values lie close.
    pub(crate) having: Option<Having>,
}

/// The members that have a value, as sets of so many words: from the least first index on, from the least value on.
pub struct Having {
    pub first: i64,
    pub least: i64,
    pub values: usize,
    pub words: usize,
    pub sets: Vec<u64>,
}

impl Having {
    /// The members that have this value beside this first index (of one index: its least); nothing for nobody.
    pub(crate) fn members(&self, first: i64, value: i64) -> Option<&[u64]> {
        let value = usize::try_from(value.checked_sub(self.least)?).ok().filter(|value| *value < self.values)?;
        let first = usize::try_from(first.checked_sub(self.first)?).ok()?;
        let from = first.checked_mul(self.values)?.checked_add(value)?.checked_mul(self.words)?;
        self.sets.get(from..from.checked_add(self.words)?)
    }
}

pub(crate) struct CellCode {
    pub(crate) bit: u32,
    pub(crate) width: u32,
    pub(crate) code: Coded,
    pub(crate) first: i64,
    pub(crate) second: i64,
    pub(crate) span: i64,
    pub(crate) packed: bool,
    /// The kept queries that read it, and the number under which it is inverted.
    pub(crate) watchers: Vec<u16>,
    pub(crate) inverted: Option<u16>,
    /// For which searches it matters near a step alone.
    pub(crate) near: Vec<u16>,
}

/// A cell that is inverted: its members and values, and under which number its changes are told.
pub(crate) struct InvertedCode {
    pub(crate) watcher: u16,
    pub(crate) members: i64,
    /// Words of a set of its members.
    pub(crate) words: usize,
    pub(crate) values: usize,
    /// Is it asked who holds a neighbour of a hex?
    pub(crate) is_beside: bool,
    /// Where that is asked: how many hexes there are, and by value where the sets of those begin who stand beside the neighbours of
    /// the hex that it is.
    pub(crate) hexes: usize,
    pub(crate) near: Vec<[u32; 6]>,
}

impl InvertedCode {
    /// Behind how many sets of a turned cell that of those stands who hold a neighbour of the hex.
    pub(crate) fn beside(&self, hex: usize) -> usize {
        self.values + 1 + hex
    }
}

impl CellCode {
    /// Is each change of one of its elements told to somebody by what it was and is?
    pub(crate) fn is_followed(&self) -> bool {
        self.inverted.is_some() || !self.near.is_empty()
    }

    /// What a packed cell with one index holds for this member.
    #[inline]
    pub(crate) fn of(&self, state: &State, member: i64) -> i64 {
        let bit = self.bit + (member - self.first) as u32 * self.width;
        self.code.value(pack::get(&state.words, bit, self.width))
    }

    /// For which of these members, told as bits from `base` on, it holds `value`; of others it may say anything.
    pub(crate) fn holding(&self, state: &State, base: i64, members: u64, value: i64) -> u64 {
        if members == 0 || value < self.code.lo || value > self.code.hi {
            return 0;
        }
        let (first, end) = (members.trailing_zeros(), 64 - members.leading_zeros());
        let bit = self.bit + (base + i64::from(first) - self.first) as u32 * self.width;
        pack::same(&state.words, bit, self.width, end - first, self.code.bits(value)) << first
    }
}

/// Sets of more words are not kept.
pub(crate) const MOST_WORDS: usize = 64;

/// A query whose answers are kept: how its arguments become one number, and what its answer is.
pub(crate) struct RecallCode {
    pub(crate) func: FuncId,
    /// Of each parameter the least value, and what one more of it counts.
    pub(crate) params: Vec<(i64, u64)>,
    /// Of how many words the answer is, if it is a set and not a number.
    pub(crate) words: Option<usize>,
}

pub(crate) struct DomainCode {
    pub(crate) words: u16,
    /// Cells with an index of this domain: (cell, which index).
    pub(crate) indexed: Vec<(CellId, usize)>,
    /// Scalar cells that may hold "none", and set cells.
    pub(crate) holds: Vec<CellId>,
    pub(crate) sets: Vec<CellId>,
}

pub(crate) struct AskCode {
    pub(crate) func: FuncId,
    pub(crate) pc: u16,
    pub(crate) site: SiteId,
    pub(crate) start: bool,
    pub(crate) order: bool,
    pub(crate) arms: Vec<ArmCode>,
    pub(crate) otherwise: Option<u32>,
}

pub(crate) struct ArmCode {
    pub(crate) name: String,
    pub(crate) member: Option<(Reg, crate::ir::DomainId)>,
    pub(crate) to: u32,
}

pub(crate) struct DrawCode {
    pub(crate) d: Reg,
    pub(crate) cup: CellId,
    pub(crate) drawing: super::Drawing,
    pub(crate) pc: u16,
}

pub(crate) struct SearchCode {
    pub(crate) mode: SearchMode,
    pub(crate) counts: u8,
    pub(crate) words: u16,
    pub(crate) from: SetReg,
    pub(crate) to: Option<SetReg>,
    pub(crate) budget: Option<Reg>,
    pub(crate) within: Option<Reg>,
    pub(crate) at_least_one: bool,
    /// here, there, dir, spent, steps, carried
    pub(crate) step: [Reg; 6],
    pub(crate) table: Option<u16>,
    /// Of a group: where its members are, in how many words, and the one who is asked.
    pub(crate) each: Option<(SetReg, u16, Reg)>,
    /// Nothing carried, no steps counted, only ends and costs asked.
    pub(crate) plain: bool,
    /// What judges a step cannot fault, and nobody is told of the steps: those that change nothing need not be judged.
    pub(crate) cannot_fault: bool,
    /// A reach of which only the first steps are asked.
    pub(crate) first_only: bool,
    pub(crate) open_only: bool,
    /// No step of it blocks or carries anything.
    pub(crate) least_only: bool,
    /// Only how few steps lead there is asked, and what judges a step cannot fault.
    pub(crate) straight: bool,
    /// It tells of all goals at once, so that the next one need not be searched for.
    pub(crate) field: Option<FieldCode>,
    /// It goes from the goals outward, and what it finds is kept.
    pub(crate) homeward: Option<HomewardCode>,
    /// The registers of an offer: counts, carry, stop, pass, blocked.
    pub(crate) offers: Vec<OfferCode>,
    pub(crate) outs: Vec<(OutCode, u16)>,
}

/// A search of a kept query that is the same for all goals: what tells it apart from others of that query, each register with its
/// least value and what one more counts.
pub(crate) struct FieldCode {
    pub(crate) query: u16,
    pub(crate) key: Vec<(Reg, i64, u64)>,
}

/// A search from the goals outward: what of who asks tells it apart from others, each register with its least value and what one
/// more counts; the number of the first of these kinds, and how many there are.
pub(crate) struct HomewardCode {
    pub(crate) key: Vec<(Reg, i64, u64)>,
    pub(crate) first: u16,
    pub(crate) kinds: u16,
    /// Who tells it that steps may count otherwise wherever they are.
    pub(crate) watcher: u16,
}

/// A place that matters to the steps of a search near a hex: the one that it holds, or the one that it is asked for.
pub(crate) struct NearCode {
    pub(crate) search: u16,
    pub(crate) by_index: bool,
    /// How far from it a step begins at the most, and how far it ends, to be judged by it.
    pub(crate) reach: [Option<u8>; 2],
}

pub(crate) struct OfferCode {
    pub(crate) counts: [Option<Reg>; 3],
    pub(crate) most: Option<Reg>,
    pub(crate) carry: Option<Reg>,
    pub(crate) stop: Option<Reg>,
    pub(crate) pass: Option<Reg>,
    pub(crate) blocked: Option<Reg>,
}

#[derive(Clone, Copy)]
pub(crate) enum OutCode {
    Ends,
    First,
    Through,
    Open,
    BestFirst,
    BestThrough,
    Least(u8),
    Cost(Reg),
}

pub(crate) struct RayCode {
    pub(crate) one: Reg,
    pub(crate) two: Reg,
    pub(crate) tie: Reg,
}

pub(crate) struct ChooseCode {
    /// Registers of each limit's bounds; absent: no bound.
    pub(crate) bounds: Vec<(Option<Reg>, Option<Reg>)>,
    /// Registers of each limit's weight for the member at hand; absent: one.
    pub(crate) weights: Vec<Option<Reg>>,
    pub(crate) has_alike: bool,
    pub(crate) alike: Option<Reg>,
    pub(crate) member: Reg,
    pub(crate) words: u16,
    pub(crate) chosen: SetReg,
    /// The set offered, or the register that says whether the choice is complete.
    pub(crate) out: ChooseOut,
}

pub(crate) enum ChooseOut {
    Offered(SetReg),
    Complete(Reg),
}

pub(crate) struct SpendCode {
    pub(crate) pool: Reg,
    pub(crate) member: Reg,
    pub(crate) price: Reg,
    pub(crate) up_to: Reg,
    pub(crate) words: u16,
    pub(crate) out: SpendOut,
}

pub(crate) enum SpendOut {
    /// Without a last one in any order.
    Offered {
        set: SetReg,
        last: Option<Reg>,
    },
    Most(Reg),
}

pub(crate) struct SupposeCode {
    pub(crate) how: Quantifier,
    pub(crate) d: Reg,
    pub(crate) body: u32,
    pub(crate) end: u32,
}

/// What a mark says, and what its value counts or names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkCode {
    pub what: MarkWhat,
    pub site: SiteId,
    pub of: What,
}

/// Fault codes, as the `Fault` op carries them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultCode {
    Range,
    Zero,
    Gap,
    Clash,
    Bound,
    Twice,
    Options,
    Room,
    Kernel,
    Work,
    Rule,
    /// The rules leave open what happens here.
    Hole,
    /// It rests on what the side that asks may not see ([`super::Elements`]); never while a game is played.
    Unseen,
}

impl FaultCode {
    pub const ALL: [FaultCode; 13] = [
        FaultCode::Range,
        FaultCode::Zero,
        FaultCode::Gap,
        FaultCode::Clash,
        FaultCode::Bound,
        FaultCode::Twice,
        FaultCode::Options,
        FaultCode::Room,
        FaultCode::Kernel,
        FaultCode::Work,
        FaultCode::Rule,
        FaultCode::Hole,
        FaultCode::Unseen,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FaultCode::Range => "RANGE",
            FaultCode::Zero => "ZERO",
            FaultCode::Gap => "GAP",
            FaultCode::Clash => "CLASH",
            FaultCode::Bound => "BOUND",
            FaultCode::Twice => "TWICE",
            FaultCode::Options => "OPTIONS",
            FaultCode::Room => "ROOM",
            FaultCode::Kernel => "KERNEL",
            FaultCode::Work => "WORK",
            FaultCode::Rule => "RULE",
            FaultCode::Hole => "HOLE",
            FaultCode::Unseen => "UNSEEN",
        }
    }

    pub(crate) fn of(text: FaultText) -> FaultCode {
        match text {
            FaultText::Gap => FaultCode::Gap,
            FaultText::Clash => FaultCode::Clash,
            FaultText::Rule => FaultCode::Rule,
            FaultText::Hole => FaultCode::Hole,
        }
    }
}

/// What went wrong while a program ran: which rule, where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub code: FaultCode,
    pub func: FuncId,
    pub site: Option<SiteId>,
    pub at: Pos,
    /// Of RANGE.
    pub unfit: Option<Box<Unfit>>,
}
