//! Register code as blocks: what native code is made from. In: code, and the layout that it was compiled for. Out: for each
//! function its blocks, each op as the few plain instructions that it stands for, with the registers that are read and
//! written. An op that is not plain is run by the machine itself (`host.rs`), or native code leaves before it and the
//! interpreter goes on there.
//!
//! It promises: whoever leaves at an op leaves before it. Nothing of the op has happened, and every register that is read
//! again is among those that its step calls live. So a fault is found, told and placed by the interpreter alone.

mod access;
mod check;
mod live;
mod of;
mod print;
mod range;
mod ranges;

use super::code::Code;
use crate::state::Layout;
use std::collections::BTreeMap;

/// A register of the function's window; those from [`FIRST_TEMP`] on are not in the window.
pub type Reg = u32;
/// A word of the function's window of set words.
pub type Word = u32;
pub type BlockId = usize;

/// Registers that stand in no window begin here.
pub const FIRST_TEMP: Reg = 1 << 16;

pub struct Blocks {
    /// By function; those without code of their own have none.
    pub bodies: Vec<Option<Body>>,
}

pub struct Body {
    pub func: u32,
    /// Its own registers and set words; those of who is called begin behind them.
    pub regs: u32,
    pub words: u32,
    pub blocks: Vec<Block>,
    /// Where it may be entered: the op, and the block that begins there. The first is its beginning.
    pub entries: Vec<(u32, BlockId)>,
    /// Its last op, which returns.
    pub last: u32,
    /// It walks rays: whoever returns out of one leaves it.
    pub has_rays: bool,
    /// What blocks that may be entered take for granted of the registers that are live there: whoever enters looks first.
    pub granted: BTreeMap<BlockId, Vec<(Reg, Range)>>,
}

impl Body {
    /// It is run from its beginning to its end: it never stands still, and nothing in it is left to the interpreter.
    pub fn is_plain(&self) -> bool {
        self.entries.len() == 1
    }
}

pub struct Block {
    pub steps: Vec<Step>,
    pub end: End,
}

/// One op.
pub struct Step {
    pub op: u32,
    pub insts: Vec<Inst>,
    /// The registers of the window that are read from this op on, if it may be left here.
    pub live: Vec<Reg>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Reg(Reg),
    Const(i64),
}

/// From the least to the most that a number may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub lo: i64,
    pub hi: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bin {
    Add,
    Sub,
    Mul,
    Min,
    Max,
    DivDown,
    DivUp,
    Mod,
    Eq,
    Ne,
    Lt,
    Le,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Of {
    Union,
    Inter,
    Minus,
}

/// One element of a packed cell in the state's words: `bit + (at - first) * width`, of so many elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub bit: u32,
    pub width: u32,
    pub lo: i64,
    pub key: u64,
    pub count: u32,
    pub at: Option<(Reg, i64)>,
    /// The index leads to one of them, and is not looked at.
    pub sure: bool,
}

/// An element of a table: `data[base + a * stride + b]`. The table has so many, from there on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub base: i64,
    pub stride: i64,
    pub a: Reg,
    pub b: Option<Reg>,
    pub from: i64,
    pub count: u32,
    /// It is one of them, and that is not looked at.
    pub sure: bool,
}

/// What an instruction may leave for, it tells before it writes anything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Inst {
    /// So much work, or leave where no more than that is left.
    Work {
        cost: u32,
    },
    Move {
        d: Reg,
        a: Operand,
    },
    Bin {
        how: Bin,
        d: Reg,
        a: Operand,
        b: Operand,
        /// What the two may be.
        within: [Range; 2],
    },
    /// Leave unless within these; what is sure is not looked at.
    Check {
        a: Reg,
        lo: i64,
        hi: i64,
        named: Option<Reg>,
        sure: bool,
    },
    /// Leave if zero.
    CheckZero {
        a: Reg,
        sure: bool,
    },
    Table {
        d: Reg,
        of: Entry,
    },
    /// `d := d + table[..] (+ table[..])`
    TableAdd {
        d: Reg,
        one: Entry,
        two: Option<Entry>,
    },
    /// `d := (a - first) * span + d - second`
    Element {
        d: Reg,
        a: Reg,
        first: i64,
        span: i64,
        second: i64,
    },
    Get {
        d: Reg,
        of: Field,
    },
    /// With `watched` the machine is to know where another value is written.
    Put {
        of: Field,
        a: Reg,
        watched: bool,
    },
    /// Into a register of the one who is called, and its answer out of its first one.
    Arg {
        slot: u32,
        a: Reg,
    },
    Result {
        d: Reg,
        slot: u32,
    },
    /// The words of a set.
    Fill {
        d: Word,
        words: Vec<u64>,
    },
    Copy {
        d: Word,
        a: Word,
        words: u32,
    },
    Sets {
        how: Of,
        d: Word,
        a: Word,
        b: Word,
        words: u32,
    },
    /// A set cell's element: its words begin at `word + at * words`.
    GetSet {
        d: Word,
        word: u32,
        words: u32,
        count: u32,
        at: Reg,
        sure: bool,
    },
    /// A member is put into a set, or taken out.
    Add {
        s: Word,
        a: Reg,
        is: bool,
    },
    Has {
        d: Reg,
        s: Word,
        a: Reg,
    },
    Size {
        d: Reg,
        s: Word,
        words: u32,
    },
    Low {
        d: Reg,
        s: Word,
        words: u32,
    },
    High {
        d: Reg,
        s: Word,
        words: u32,
    },
    Same {
        d: Reg,
        a: Word,
        b: Word,
        words: u32,
    },
    /// Of the members of a set those whose entry in the table is the value, or those whose is another; of two indices the
    /// first stands in a register.
    Among {
        s: Word,
        words: u32,
        table: u16,
        first: Option<Reg>,
        a: Reg,
        is: bool,
    },
    /// The same by what a cell holds of the member.
    AmongCell {
        s: Word,
        words: u32,
        cell: u16,
        a: Reg,
        is: bool,
    },
    /// Of the members of a set those for which a cell holds a neighbour of the hex. Where it may hold none for one of them, that is
    /// the interpreter's to tell.
    AmongBeside {
        s: Word,
        words: u32,
        cell: u16,
        a: Reg,
        held: bool,
    },
    /// From one hex to another as the crow flies.
    Distance {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// The neighbour or the hexside of a hex in a direction.
    Near {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Side {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// The hexside between two hexes.
    Between {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// A die; the machine may stop there, and then these stand in its frame.
    Roll {
        d: Reg,
        die: u16,
        lo: i64,
        hi: i64,
        kept: Vec<Reg>,
    },
    /// What a plain reach is told of a step.
    OfferPlain {
        cost: Reg,
        stop: Option<Reg>,
        pass: Option<Reg>,
    },
    /// What a search is told of a step; of a group's the machine is told.
    Offer {
        counts: [Option<Reg>; 3],
        carry: Reg,
        stop: Option<Reg>,
        pass: Option<Reg>,
        blocked: Option<Reg>,
    },
    /// An option of this arm, about the member or about none.
    Option {
        arm: u16,
        a: Option<Reg>,
    },
    /// The machine runs the op; it may stop there.
    Host {
        reads: Vec<Reg>,
        writes: Vec<Reg>,
    },
    /// The answer of a query, which stands where the one who was called leaves it, is kept; not while it is passed over.
    Keep {
        query: u16,
    },
    /// A plain function, with its arguments handed over.
    Call {
        f: u32,
        price: u32,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    Jump(BlockId),
    If {
        how: Bin,
        a: Operand,
        b: Operand,
        then: BlockId,
        other: BlockId,
        /// It always comes out so.
        always: Option<bool>,
    },
    /// The lowest member out of the set, or on to `none`.
    Next {
        d: Reg,
        s: Word,
        words: u32,
        on: BlockId,
        none: BlockId,
    },
    /// The next step of a search: here, there, dir, spent, steps, carried; of a plain reach the first four. One unit of work.
    Step {
        step: Vec<Reg>,
        plain: bool,
        on: BlockId,
        done: BlockId,
    },
    /// The machine runs the op, which goes on or jumps; it may stop there.
    Host {
        reads: Vec<Reg>,
        writes: Vec<Reg>,
        on: BlockId,
        jump: BlockId,
    },
    /// Whether an answer of the query is kept, to what stands where its arguments are handed over; then it stands where the one who
    /// was called would leave it. While it is passed over, none is. The question's number is the sum of the arguments, each
    /// less its least and times its stride.
    Recall {
        query: u16,
        args: Vec<(i64, u64)>,
        found: BlockId,
        on: BlockId,
    },
    Return {
        value: Option<Reg>,
        set: Option<(Word, u32)>,
    },
    /// The interpreter goes on with this op.
    Leave {
        reads: Vec<Reg>,
        on: Vec<BlockId>,
    },
}

impl Blocks {
    pub fn of(code: &Code, layout: &Layout) -> Blocks {
        of::blocks(code, layout)
    }
}

pub use check::Wrong;
