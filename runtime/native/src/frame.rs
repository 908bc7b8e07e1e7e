//! What native code and Rust share while it runs: one record, whose address native code gets, and the functions that native
//! code calls.

use std::any::Any;
use std::mem::{MaybeUninit, offset_of};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice::from_raw_parts_mut;
use wgr_runtime::exec::{Done, Host, Inside};
use wgr_runtime::kernel::Offer;

/// So many calls of native code run inside each other: the machine's blocks bound how deep calls may go.
pub(crate) const MOST_INSIDE: usize = 512;

/// A call that native code left inside.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Left {
    pub(crate) func: u32,
    pub(crate) back: u32,
    /// Below zero: as many as when its caller began.
    pub(crate) rays: i64,
}

impl Left {
    pub(crate) fn inside(self) -> Inside {
        Inside { func: self.func, back: self.back, rays: u32::try_from(self.rays).ok() }
    }
}

/// What native code reads and writes by its place: the order is that of [`at`].
#[repr(C)]
pub(crate) struct Frame<'h, 'm> {
    host: &'h mut Host<'m>,
    words: *mut u64,
    regs: *mut i64,
    sets: *mut u64,
    /// Of each kept query whether it is passed over.
    passes: *const bool,
    /// Of each inverted cell the moment at which its sets are good, and their address; by watcher, the moment now.
    turned: *const [u64; 2],
    moments: *const u64,
    /// Where it left, and with how much work.
    pub(crate) op: u64,
    pub(crate) work: u64,
    /// How many ops it ran, if it counts them.
    pub(crate) count: u64,
    /// How many of them the machine ran for it.
    pub(crate) helped: u64,
    pub(crate) depth: u64,
    /// A mistake of ours in what native code called: it cannot go through native code, so it waits here.
    pub(crate) broke: Option<Box<dyn Any + Send>>,
    /// The generator's number; whether it is what the next die comes of; and whether it ever is.
    dice: u64,
    known: u64,
    bare: bool,
    /// The step of a search that was just found.
    step: [u32; 6],
    /// The first `depth` of them are written.
    inside: [MaybeUninit<Left>; MOST_INSIDE],
}

/// Where its parts stand.
pub(crate) mod at {
    use super::{Frame, Left, offset_of};

    pub(crate) const WORDS: i32 = offset_of!(Frame<'_, '_>, words) as i32;
    pub(crate) const PASSES: i32 = offset_of!(Frame<'_, '_>, passes) as i32;
    pub(crate) const TURNED: i32 = offset_of!(Frame<'_, '_>, turned) as i32;
    pub(crate) const MOMENTS: i32 = offset_of!(Frame<'_, '_>, moments) as i32;
    pub(crate) const OP: i32 = offset_of!(Frame<'_, '_>, op) as i32;
    pub(crate) const WORK: i32 = offset_of!(Frame<'_, '_>, work) as i32;
    pub(crate) const COUNT: i32 = offset_of!(Frame<'_, '_>, count) as i32;
    pub(crate) const DICE: i32 = offset_of!(Frame<'_, '_>, dice) as i32;
    pub(crate) const KNOWN: i32 = offset_of!(Frame<'_, '_>, known) as i32;
    pub(crate) const STEP: i32 = offset_of!(Frame<'_, '_>, step) as i32;
    pub(crate) const DEPTH: i32 = offset_of!(Frame<'_, '_>, depth) as i32;
    pub(crate) const INSIDE: i32 = offset_of!(Frame<'_, '_>, inside) as i32;
    pub(crate) const LEFT_SIZE: i64 = size_of::<Left>() as i64;
    pub(crate) const LEFT_BACK: i32 = offset_of!(Left, back) as i32;
    pub(crate) const LEFT_RAYS: i32 = offset_of!(Left, rays) as i32;
}

impl<'h, 'm> Frame<'h, 'm> {
    pub(crate) fn new(host: &'h mut Host<'m>) -> Frame<'h, 'm> {
        let bare = host.is_bare();
        let dice = if bare { host.dice() } else { None };
        let (turned, moments) = host.turned_over();
        let (turned, moments) = (turned.as_ptr(), moments.as_ptr());
        let (regs, sets, words, passes) = host.memory();
        let passes = passes.as_ptr();
        let (regs, sets, words) = (regs.as_mut_ptr(), sets.as_mut_ptr(), words.as_mut_ptr());
        Frame {
            host,
            words,
            regs,
            sets,
            passes,
            turned,
            moments,
            op: 0,
            work: 0,
            count: 0,
            helped: 0,
            depth: 0,
            broke: None,
            dice: dice.unwrap_or(0),
            known: u64::from(dice.is_some()),
            bare,
            step: [0; 6],
            inside: [const { MaybeUninit::uninit() }; MOST_INSIDE],
        }
    }

    /// The windows with which native code begins.
    pub(crate) fn windows(&self) -> (*mut i64, *mut u64) {
        (self.regs, self.sets)
    }

    /// How far windows begin behind the first ones.
    fn behind(&self, regs: *mut i64, sets: *mut u64) -> (usize, usize) {
        let behind = |to: usize, from: usize| to.wrapping_sub(from) / size_of::<u64>();
        (behind(regs as usize, self.regs as usize), behind(sets as usize, self.sets as usize))
    }

    /// The host does what may ask for dice: it is given the generator, which native code has the number of, and back.
    #[inline]
    fn with_dice<T>(&mut self, does: impl FnOnce(&mut Host<'m>) -> T) -> T {
        if !self.bare {
            return does(self.host);
        }
        self.give_dice();
        let done = does(self.host);
        let dice = self.host.dice();
        (self.dice, self.known) = (dice.unwrap_or(0), u64::from(dice.is_some()));
        done
    }

    fn give_dice(&mut self) {
        if self.known != 0 {
            self.host.dice_fell(self.dice);
        }
    }

    /// Tells the host that native code has left.
    pub(crate) fn tell(&mut self) {
        self.give_dice();
        let depth = (self.depth as usize).min(MOST_INSIDE);
        // SAFETY: native code writes a record before it counts it.
        let inside = self.inside[..depth].iter().map(|left| unsafe { left.assume_init() }.inside());
        self.host.leave(self.op as u32, self.work, inside);
    }
}

/// What native code called does this; where it breaks off, it gives the other.
fn called<T>(frame: *mut Frame<'_, '_>, otherwise: T, does: impl FnOnce(&mut Frame<'_, '_>) -> T) -> T {
    // SAFETY: native code hands on the frame with which it was begun. That lies on the stack of `Made::run`, which does not
    // touch it before native code is back, and native code calls one function at a time: nobody else holds it.
    let frame = unsafe { &mut *frame };
    match catch_unwind(AssertUnwindSafe(|| does(frame))) {
        Ok(done) => done,
        Err(what) => {
            frame.broke.get_or_insert(what);
            otherwise
        }
    }
}

/// One op by the machine: `which` is the function and the op. Gives the work that is left; below zero, it jumps; zero, it
/// stopped.
pub(crate) extern "C" fn op(frame: *mut Frame<'_, '_>, which: u64, regs: *mut i64, sets: *mut u64, work: u64) -> i64 {
    called(frame, 0, |frame| {
        frame.helped += 1;
        let windows = frame.behind(regs, sets);
        match frame.with_dice(|host| host.op((which >> 32) as u32, which as u32, windows, work)) {
            Done::On(work) => work as i64,
            Done::Jump(work) => -(work as i64),
            Done::Stop => 0,
        }
    })
}

/// The answer of a query to the question of this number, put where the one who was called would leave it: the work that is left
/// then; zero where none is kept.
pub(crate) extern "C" fn recall(
    frame: *mut Frame<'_, '_>,
    query: u64,
    key: u64,
    regs: *mut i64,
    sets: *mut u64,
    work: u64,
) -> u64 {
    called(frame, 0, |frame| {
        let at = frame.behind(regs, sets);
        frame.host.recalled(query as u16, key, at, work).unwrap_or(0)
    })
}

/// The same of a query that answers numbers.
pub(crate) extern "C" fn recall_number(
    frame: *mut Frame<'_, '_>,
    query: u64,
    key: u64,
    regs: *mut i64,
    work: u64,
) -> u64 {
    called(frame, 0, |frame| match frame.host.recalled_number(query as u16, key, work) {
        Some((value, left)) => {
            // SAFETY: native code hands over the window of whom it would call, which lies in the machine's registers, and where
            // that one would leave the number; nothing else reads or writes it meanwhile.
            unsafe { *regs = value };
            left
        }
        None => {
            frame.host.is_asked(query as u16, key, work);
            0
        }
    })
}

/// This number was answered.
pub(crate) extern "C" fn keep_number(frame: *mut Frame<'_, '_>, value: i64, work: u64) {
    called(frame, (), |frame| frame.host.keep_number(value, work));
}

/// It was answered, there.
pub(crate) extern "C" fn keep(frame: *mut Frame<'_, '_>, query: u64, regs: *mut i64, sets: *mut u64, work: u64) {
    called(frame, (), |frame| {
        let at = frame.behind(regs, sets);
        frame.host.keep(query as u16, at, work);
    });
}

/// No value of a die: the machine stops.
pub(crate) const NO_DIE: i64 = i64::MIN;

/// What was sure was not so.
pub(crate) extern "C" fn wrong(frame: *mut Frame<'_, '_>, op: u64) {
    called(frame, (), |_| panic!("op {op} of native code: what was sure is not so"));
}

/// The die of this op.
pub(crate) extern "C" fn roll(frame: *mut Frame<'_, '_>, op: u64, die: u64) -> i64 {
    called(frame, NO_DIE, |frame| frame.with_dice(|host| host.roll(op as u32, die as u16)).unwrap_or(NO_DIE))
}

/// `which`: the cell in the low 16 bits, then whether it must hold the value, then how many words there are.
pub(crate) extern "C" fn filter_cell(frame: *mut Frame<'_, '_>, which: u64, set: *mut u64, value: i64) {
    called(frame, (), |frame| {
        let from = (set as usize).wrapping_sub(frame.sets as usize) / size_of::<u64>();
        let words = (which >> 17) as usize;
        frame.host.filter_cell(which as u16, (from, words), value, which >> 16 & 1 == 1);
    });
}

/// The same by neighbours of a hex.
pub(crate) extern "C" fn filter_near(frame: *mut Frame<'_, '_>, which: u64, set: *mut u64, hex: i64) {
    called(frame, (), |frame| {
        let from = (set as usize).wrapping_sub(frame.sets as usize) / size_of::<u64>();
        let words = (which >> 17) as usize;
        frame.host.filter_near(which as u16, (from, words), hex);
    });
}

/// Whether the cell holds something for each of the members.
pub(crate) extern "C" fn all_hold(frame: *mut Frame<'_, '_>, which: u64, set: *mut u64) -> u64 {
    called(frame, 0, |frame| {
        let from = (set as usize).wrapping_sub(frame.sets as usize) / size_of::<u64>();
        let words = (which >> 17) as usize;
        u64::from(frame.host.all_hold(which as u16, (from, words)))
    })
}

/// Whether there is a next step of a plain reach; it stands in the frame.
pub(crate) extern "C" fn plain_next(frame: *mut Frame<'_, '_>) -> u64 {
    called(frame, 0, |frame| u64::from(frame.host.plain_next(&mut frame.step)))
}

/// The same of another search.
pub(crate) extern "C" fn search_next(frame: *mut Frame<'_, '_>) -> u64 {
    called(frame, 0, |frame| u64::from(frame.host.search_next(&mut frame.step)))
}

/// What stands in the flags of an offer, from this bit on; below is what is carried.
pub(crate) const STOP: i64 = 8;
pub(crate) const PASS: i64 = 9;
pub(crate) const BLOCKED: i64 = 10;

/// What a search is told of a step.
pub(crate) extern "C" fn search_offer(frame: *mut Frame<'_, '_>, first: i64, second: i64, third: i64, flags: i64) {
    called(frame, (), |frame| {
        let has = |bit: i64| flags >> bit & 1 == 1;
        let counts = [first as u32, second as u32, third as u32];
        let (stop, pass, blocked) = (has(STOP), has(PASS), has(BLOCKED));
        frame.host.search_offer(Offer { counts, carry: flags as u8, stop, pass, blocked });
    });
}

/// What a plain reach is told of it.
pub(crate) extern "C" fn plain_offer(frame: *mut Frame<'_, '_>, cost: i64, stop: i64, pass: i64) {
    called(frame, (), |frame| frame.host.plain_offer(cost as u32, stop != 0, pass != 0));
}

/// An option of this arm, about the member.
pub(crate) extern "C" fn option(frame: *mut Frame<'_, '_>, arm: u64, member: i64) {
    called(frame, (), |frame| frame.host.option(arm as u16, member));
}

/// How many rays are being walked.
pub(crate) extern "C" fn rays(frame: *mut Frame<'_, '_>) -> u64 {
    called(frame, 0, |frame| u64::from(frame.host.rays()))
}

pub(crate) extern "C" fn leave_rays(frame: *mut Frame<'_, '_>, rays: u64) {
    called(frame, (), |frame| frame.host.leave_rays(rays as u32));
}

/// Division that rounds down, for what the short ways do not take. Nothing is divided by zero: that was checked.
pub(crate) extern "C" fn divide(a: i64, b: i64) -> i64 {
    if b == 0 {
        return 0;
    }
    let quotient = a.wrapping_div(b);
    let rest = a.wrapping_rem(b);
    if rest != 0 && ((a < 0) != (b < 0)) { quotient - 1 } else { quotient }
}

// Sets of many words: a call takes less than so much code of their own would.

/// The two sets may be one with the first, or apart from it: word by word it comes to the same.
fn join(d: *mut u64, (a, b): (*const u64, *const u64), words: u64, how: impl Fn(u64, u64) -> u64) {
    for at in 0..words as usize {
        // SAFETY: native code hands over addresses in the machine's window of set words, which holds all words of the function's
        // sets, those of a set side by side; nothing else reads or writes it meanwhile.
        unsafe { *d.add(at) = how(*a.add(at), *b.add(at)) };
    }
}

pub(crate) extern "C" fn unite(d: *mut u64, a: *const u64, b: *const u64, words: u64) {
    join(d, (a, b), words, |a, b| a | b);
}

pub(crate) extern "C" fn intersect(d: *mut u64, a: *const u64, b: *const u64, words: u64) {
    join(d, (a, b), words, |a, b| a & b);
}

pub(crate) extern "C" fn take_out(d: *mut u64, a: *const u64, b: *const u64, words: u64) {
    join(d, (a, b), words, |a, b| a & !b);
}

/// They may overlap.
pub(crate) extern "C" fn copy_words(d: *mut u64, a: *const u64, words: u64) {
    // SAFETY: as in `join`; `a` may also be words of the state or of a table, which are as many.
    unsafe { std::ptr::copy(a, d, words as usize) };
}

/// The lowest member, which is taken out; -1 if there is none.
pub(crate) extern "C" fn take_lowest(s: *mut u64, words: u64) -> i64 {
    // SAFETY: as in `join`.
    wgr_runtime::exec::take_lowest(unsafe { from_raw_parts_mut(s, words as usize) }).unwrap_or(-1)
}
