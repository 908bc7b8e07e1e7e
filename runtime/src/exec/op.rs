//! Register code: what the interpreter runs. An op is eight bytes; registers are numbered within the running
//! function's window, sets are word offsets in its window of set words. `off` is relative to the next op.

pub(crate) type Reg = u16;
/// Word offset of a set in the window of set words.
pub(crate) type SetReg = u16;
/// No register.
pub(crate) const NO_REG: Reg = u16::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move {
        d: Reg,
        a: Reg,
    },
    Const {
        d: Reg,
        v: i32,
    },
    /// A constant too wide for the op.
    Wide {
        d: Reg,
        k: u16,
    },
    Add {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Sub {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mul {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Min {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Max {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    AddI {
        d: Reg,
        a: Reg,
        i: i16,
    },
    MulI {
        d: Reg,
        a: Reg,
        i: i16,
    },
    MinI {
        d: Reg,
        a: Reg,
        i: i16,
    },
    MaxI {
        d: Reg,
        a: Reg,
        i: i16,
    },
    /// Divide by a constant above zero, rounding down.
    DivI {
        d: Reg,
        a: Reg,
        i: i16,
    },
    ModI {
        d: Reg,
        a: Reg,
        i: i16,
    },
    DivDown {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    DivUp {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Mod {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Neg {
        d: Reg,
        a: Reg,
    },
    Not {
        d: Reg,
        a: Reg,
    },
    Eq {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Lt {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Le {
        d: Reg,
        a: Reg,
        b: Reg,
    },

    Jump {
        to: u32,
    },
    /// A jump back: one unit of work.
    Back {
        to: u32,
    },
    JumpIf {
        a: Reg,
        to: u32,
    },
    JumpUnless {
        a: Reg,
        to: u32,
    },
    JumpLt {
        a: Reg,
        b: Reg,
        off: i16,
    },
    JumpLe {
        a: Reg,
        b: Reg,
        off: i16,
    },
    JumpEq {
        a: Reg,
        b: Reg,
        off: i16,
    },
    JumpNe {
        a: Reg,
        b: Reg,
        off: i16,
    },
    JumpLtI {
        a: Reg,
        i: i16,
        off: i16,
    },
    JumpGeI {
        a: Reg,
        i: i16,
        off: i16,
    },
    JumpEqI {
        a: Reg,
        i: i16,
        off: i16,
    },
    JumpNeI {
        a: Reg,
        i: i16,
        off: i16,
    },
    /// One more round of a counted loop: `a := a + 1`, and back if `a < b`. One unit of work.
    CountNext {
        a: Reg,
        b: Reg,
        off: i16,
    },
    /// `a < b`: go on; else jump. Counts as one unit of work, for counted loops.
    CountTo {
        a: Reg,
        b: Reg,
        off: i16,
    },

    /// `a` within range k, else RANGE.
    Check {
        a: Reg,
        k: u16,
    },
    /// `a` is not zero, else ZERO.
    CheckZero {
        a: Reg,
    },
    Fault {
        code: u8,
        site: u32,
    },

    Table1 {
        d: Reg,
        t: u16,
        a: Reg,
    },
    Table2 {
        t: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    /// `d := d + table[a]`
    TableAdd {
        d: Reg,
        t: u16,
        a: Reg,
    },

    /// `d := d + table t[a] + table u[a]`
    TableAdd2 {
        u: u8,
        d: Reg,
        t: u16,
        a: Reg,
    },
    /// Jump by what a yes/no table says.
    JumpTableIf {
        t: u8,
        a: Reg,
        off: i16,
    },
    JumpTableUnless {
        t: u8,
        a: Reg,
        off: i16,
    },
    /// `d := a`, brought between the bounds of range k.
    Clamp {
        d: Reg,
        a: Reg,
        k: u16,
    },

    /// `d := (a - lo of the first index) * span of the second + (d - lo of the second)`
    Element2 {
        d: Reg,
        c: u16,
        a: Reg,
    },
    /// `d := a - lo of the first index`
    Element1 {
        d: Reg,
        c: u16,
        a: Reg,
    },
    /// A packed cell without index, with one index, by element.
    Get0 {
        d: Reg,
        c: u16,
    },
    Get1 {
        d: Reg,
        c: u16,
        a: Reg,
    },
    GetAt {
        d: Reg,
        c: u16,
        at: Reg,
    },
    Set0 {
        c: u16,
        a: Reg,
    },
    Set1 {
        c: u16,
        i: Reg,
        a: Reg,
    },
    SetAt {
        c: u16,
        at: Reg,
        a: Reg,
    },
    /// Every element of a packed cell.
    FillCell {
        c: u16,
        a: Reg,
    },
    /// Whoever looks must see this element of the cell, else UNSEEN. Stands in marked code before each read of what may be
    /// hidden.
    Look {
        c: u16,
        at: Reg,
    },
    /// A set cell by element.
    GetSet {
        d: SetReg,
        c: u16,
        at: Reg,
    },
    PutSet {
        c: u16,
        at: Reg,
        s: SetReg,
    },

    SetEmpty {
        w: u8,
        d: SetReg,
    },
    /// The members from `k.lo` to `k.hi`.
    SetRange {
        w: u8,
        d: SetReg,
        k: u16,
    },
    SetCopy {
        w: u8,
        d: SetReg,
        a: SetReg,
    },
    SetUnion {
        w: u8,
        d: SetReg,
        a: SetReg,
        b: SetReg,
    },
    SetInter {
        w: u8,
        d: SetReg,
        a: SetReg,
        b: SetReg,
    },
    SetMinus {
        w: u8,
        d: SetReg,
        a: SetReg,
        b: SetReg,
    },
    /// Put member `a` in; "none" puts nothing in.
    SetAdd {
        d: SetReg,
        a: Reg,
    },
    /// Take member `a` out; "none" takes nobody out.
    SetDrop {
        d: SetReg,
        a: Reg,
    },
    SetHas {
        d: Reg,
        s: SetReg,
        a: Reg,
    },
    SetSize {
        w: u8,
        d: Reg,
        s: SetReg,
    },
    SetLow {
        w: u8,
        d: Reg,
        s: SetReg,
    },
    SetHigh {
        w: u8,
        d: Reg,
        s: SetReg,
    },
    SetEq {
        w: u8,
        d: Reg,
        a: SetReg,
        b: SetReg,
    },
    /// Of the members of `s` keep those of which the table or the cell says `a`, or does not.
    FilterTable {
        w: u8,
        s: SetReg,
        t: u16,
        a: Reg,
    },
    FilterTableNot {
        w: u8,
        s: SetReg,
        t: u16,
        a: Reg,
    },
    /// The same by a table with a first index: that stands in the register behind `a`.
    FilterRow {
        w: u8,
        s: SetReg,
        t: u16,
        a: Reg,
    },
    FilterRowNot {
        w: u8,
        s: SetReg,
        t: u16,
        a: Reg,
    },
    FilterCell {
        w: u8,
        s: SetReg,
        c: u16,
        a: Reg,
    },
    FilterCellNot {
        w: u8,
        s: SetReg,
        c: u16,
        a: Reg,
    },
    /// Of the members of `s` keep those for which the cell holds a neighbour of hex `a`; one for which it holds "none" is RANGE.
    FilterBeside {
        w: u8,
        s: SetReg,
        c: u16,
        a: Reg,
    },
    /// The same; none is no neighbour.
    FilterNear {
        w: u8,
        s: SetReg,
        c: u16,
        a: Reg,
    },
    /// Take the lowest member out of `s` into `d`; jump if there is none.
    Next {
        w: u8,
        d: Reg,
        s: SetReg,
        off: i16,
    },

    /// Hand over the i-th parameter register or set words of the function about to be called.
    Arg {
        i: Reg,
        a: Reg,
    },
    ArgSet {
        w: u8,
        i: SetReg,
        s: SetReg,
    },
    Call {
        f: u16,
    },
    /// A call that may stand still inside: the caller stands at point `pc`.
    CallAt {
        f: u16,
        pc: u16,
    },
    /// The arguments are handed over: if the answer of query `m` is kept, it is the result, and the call and `Keep` behind it
    /// are passed over.
    Recall {
        m: u16,
    },
    /// Keep the answer that query `m` just gave.
    Keep {
        m: u16,
    },
    Result {
        d: Reg,
    },
    ResultSet {
        w: u8,
        d: SetReg,
    },
    Return,
    ReturnValue {
        a: Reg,
    },
    ReturnSet {
        w: u8,
        s: SetReg,
    },
    ZeroKept {
        f: u16,
    },

    /// What an ask needs is found from here on.
    AskFrom,
    AskBegin {
        by: Reg,
    },
    Option {
        arm: u16,
    },
    OptionOf {
        arm: u16,
        a: Reg,
    },
    OptionSet {
        w: u8,
        arm: u16,
        s: SetReg,
    },
    AskEnd {
        ask: u16,
    },
    Roll {
        d: Reg,
        k: u16,
        pc: u16,
    },
    /// Jumps if the cup is empty.
    Draw {
        m: u16,
        off: i16,
    },
    Seal,
    End {
        a: Reg,
    },
    /// The same, unless something is supposed.
    Over {
        a: Reg,
    },
    Erase {
        w: u8,
        a: Reg,
    },
    Swap {
        w: u8,
        a: Reg,
        s: SetReg,
    },

    /// The neighbour and the hexside of hex `a` in direction `b`, -1 off the map.
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
    /// The hexside between two hexes, -1 if they are no neighbours; and how far they are apart.
    Between {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Distance {
        d: Reg,
        a: Reg,
        b: Reg,
    },
    Board1 {
        op: u8,
        d: Reg,
        a: Reg,
    },
    Board2 {
        op: u8,
        d: Reg,
        a: Reg,
        b: Reg,
    },
    BoardSet {
        op: u8,
        d: SetReg,
        a: Reg,
        b: Reg,
    },

    /// A plain reach: begin, the next step or on to `to`, and the judgement (`NO_REG`: no).
    PlainBegin {
        m: u16,
    },
    PlainNext {
        m: u16,
        to: u32,
    },
    OfferPlain {
        a: Reg,
        stop: Reg,
        pass: Reg,
    },
    SearchBegin {
        m: u16,
    },
    SearchNext {
        m: u16,
        to: u32,
    },
    /// A search that tells of all goals: to its end, if that is known already. And what it has found is kept there.
    FieldBegin {
        m: u16,
        to: u32,
    },
    FieldEnd {
        m: u16,
    },
    /// A search from the goals outward, and its end: its work is what it costs whoever asks first.
    HomewardBegin {
        m: u16,
    },
    HomewardEnd,
    Offer {
        m: u16,
        at: u16,
    },
    SearchEnd {
        m: u16,
    },
    RayBegin {
        a: Reg,
        b: Reg,
    },
    RayNext {
        m: u16,
        off: i16,
    },
    RayEnd,
    ChooseBegin {
        m: u16,
    },
    ChoosePush {
        m: u16,
    },
    ChooseEnd {
        m: u16,
    },
    SpendBegin {
        m: u16,
    },
    SpendPush {
        m: u16,
    },
    SpendEnd {
        m: u16,
    },
    SupposeBegin,
    SupposeEnd {
        m: u16,
        a: Reg,
    },

    Mark {
        m: u16,
        a: Reg,
    },
    Enter {
        f: u16,
    },
    /// A statement looks something up: right before it does. Stands in marked code alone; `b` is `NO_REG` where there is one index.
    Looks {
        t: u16,
        a: Reg,
        b: Reg,
    },
    /// A statement that writes has ended. Stands in marked code behind each.
    Wrote,
    /// What runs is about to be left before its end. Stands in marked code before each such statement.
    Leaves,
}

// An op grows only by decision: the loop's speed rests on it.
const _: () = assert!(std::mem::size_of::<Op>() == 8);
