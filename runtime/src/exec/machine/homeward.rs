//! Ways home (`exec/compile/homeward.rs`): what a search from the goals outward has found is kept for all who are judged alike. Where
//! something changes near a step, that step is judged again before the next answer; what else its judgement rests on has a
//! moment, as answers have (`recall.rs`), and where that is another all steps are.
//!
//! What is noted in a supposition is noted once more at its end, for then it is undone. Where a place changes and nobody says near
//! which hex, a new *age* begins: what was found in another holds no more.
//!
//! An answer costs as much as there are hexes nearer to a goal than who asks, whatever was known before: whether the machine
//! remembers or not, the bound on work is met at the same place. Steps are judged at the expense of another account, as large as what
//! all else may take between two stops: no rules that end in a reasonable time come near its end.

use super::{Machine, WORK};
use crate::board::Board;
use crate::bug;
use crate::exec::code::{CellCode, Code, HomewardCode, NearCode};
use crate::ir::NONE;
use crate::kernel::{Edge, Homeward, Offer};

/// With more changes to be undone, all is judged anew.
const MOST_SUPPOSED: usize = 1 << 12;
/// Words of a set of hexes, of the largest board.
const WORDS: usize = 1 << 10;
/// What an answer costs beside the hexes that are nearer.
const ASKED: u64 = 4;

/// What a search has found for who is of one kind.
#[derive(Default)]
struct Kept {
    /// The moment of what it reads wherever that is, and the age.
    moment: u64,
    age: u64,
    homeward: Homeward,
}

/// Something that matters to a search changed near this hex.
#[derive(Clone, Copy)]
struct Touched {
    near: u16,
    hex: u16,
}

/// Where a supposition began that runs.
#[derive(Clone, Copy, Default)]
struct Level {
    /// How many changes are noted that are to be undone with those around it.
    noted: usize,
    age: u64,
}

#[derive(Default)]
pub(super) struct Homes {
    kept: Vec<Kept>,
    age: u64,
    /// The moment of places that matter near steps up to which all their changes are noted.
    seen: u64,
    /// Those since the last answer, each once, and which those are.
    touched: Vec<Touched>,
    is_touched: Vec<u64>,
    /// Those since the outermost supposition began; by how many run around it.
    supposed: Vec<Touched>,
    levels: Vec<Level>,
    running: usize,
    /// The work that judging steps may take until the next stop, and what was left of all other when the search began that is
    /// answered now.
    left: u64,
    left_before: u64,
}

impl Homes {
    /// Nothing is supposed any more, and what was is not undone.
    pub(super) fn leave_all(&mut self) {
        if self.running > 0 {
            self.begin_age();
        }
        self.running = 0;
        self.supposed.clear();
    }

    /// The machine goes on from a stop.
    pub(super) fn goes_on(&mut self) {
        self.left = WORK;
    }

    fn begin_age(&mut self) {
        self.age += 1;
    }

    /// All changes up to this moment are noted, or a new age begins.
    fn has_seen(&mut self, now: u64) {
        if self.seen != now {
            self.begin_age();
            self.seen = now;
        }
    }

    /// A supposition begins, with so many running around it.
    pub(super) fn suppose(&mut self, around: usize, now: u64) {
        self.has_seen(now);
        if self.levels.len() <= around {
            self.levels.resize(around + 1, Level::default());
        }
        self.levels[around] = Level { noted: self.supposed.len(), age: self.age };
        self.running = around + 1;
    }

    /// A way of it has ended, the state is what it was: the moments now and then.
    pub(super) fn supposed(&mut self, around: usize, [now, before]: [u64; 2]) {
        self.has_seen(now);
        let Level { noted, age } = self.levels[around];
        if age != self.age {
            self.begin_age();
        }
        for at in noted..self.supposed.len() {
            self.touch(self.supposed[at]);
        }
        self.supposed.truncate(noted);
        self.levels[around].age = self.age;
        self.seen = before;
    }

    /// The last way of it has ended.
    pub(super) fn leave(&mut self, around: usize) {
        self.running = around;
    }

    /// A place that matters near steps became another: whose it is, what it held and holds, and the moments before and after.
    pub(super) fn changed(
        &mut self,
        (code, cell): (&Code, &CellCode),
        (member, values): (i64, [i64; 2]),
        [before, after]: [u64; 2],
    ) {
        self.has_seen(before);
        self.seen = after;
        for &near in &cell.near {
            let hexes = if code.near[usize::from(near)].by_index { [member, NONE] } else { values };
            for hex in hexes.into_iter().filter_map(|hex| u16::try_from(hex).ok()) {
                let touched = Touched { near, hex };
                self.touch(touched);
                if self.running > 0 {
                    self.is_supposed(touched);
                }
            }
        }
    }

    fn is_supposed(&mut self, touched: Touched) {
        match self.supposed.len() < MOST_SUPPOSED {
            true => self.supposed.push(touched),
            false => self.begin_age(),
        }
    }

    fn touch(&mut self, touched: Touched) {
        let word = usize::from(touched.near) * WORDS + usize::from(touched.hex / 64);
        if self.is_touched.len() <= word {
            self.is_touched.resize((usize::from(touched.near) + 1) * WORDS, 0);
        }
        let bit = 1 << (touched.hex % 64);
        if self.is_touched[word] & bit == 0 {
            self.is_touched[word] |= bit;
            self.touched.push(touched);
        }
    }

    /// What was noted of changes is put to the searches.
    fn look_around(&mut self, code: &Code, board: Option<&Board>) {
        for Touched { near, hex } in self.touched.drain(..) {
            self.is_touched[usize::from(near) * WORDS + usize::from(hex / 64)] = 0;
            let near = &code.near[usize::from(near)];
            let HomewardCode { first, kinds, .. } = code.homeward(near.search);
            let of_search = self.kept.iter_mut().skip(usize::from(*first)).take(usize::from(*kinds));
            of_search.for_each(|kept| doubt(&mut kept.homeward, board, near, hex));
        }
    }

    pub(super) fn next(&mut self, at: usize, neighbours: &[[u16; 6]]) -> Option<Edge> {
        self.kept[at].homeward.next(neighbours)
    }

    pub(super) fn offer(&mut self, at: usize, offer: Offer) {
        self.kept[at].homeward.offer(offer);
    }
}

/// Steps near this hex are judged again.
fn doubt(homeward: &mut Homeward, board: Option<&Board>, near: &NearCode, hex: u16) {
    let Some((board, centre)) = board.and_then(|board| Some((board, board.hex(hex)?))) else { return };
    let [here, there] = near.reach;
    if let Some(far) = here {
        board.disc(centre, far.into()).for_each(|hex| homeward.doubt_out_of(hex.id()));
    }
    if let Some(far) = there {
        board.disc(centre, far.into()).for_each(|hex| homeward.doubt_into(hex.id(), board.neighbours()));
    }
}

impl Machine {
    /// A search from the goals outward begins: the work that judging its steps may take.
    pub(in crate::exec) fn homeward_begin(&mut self, m: u16, (base, word_base): (usize, usize), left: u64) -> u64 {
        let code = &self.rules.code;
        let (search, of, board) = (&code.searches[usize::from(m)], code.homeward(m), self.rules.board());
        let kind = of.key.iter().map(|(reg, lo, stride)| self.regs[base + usize::from(*reg)].abs_diff(*lo) * stride);
        let at = usize::from(of.first) + kind.sum::<u64>() as usize;
        let to = search.to.unwrap_or_else(|| bug!("a search without goals is to go from them outward"));
        let [from, to] = [search.from, to].map(|set| {
            let at = word_base + usize::from(set);
            at..at + usize::from(search.words)
        });
        let moment = self.recall.moment(of.watcher);
        let near = self.recall.near_moment(code);
        let homes = &mut self.recall.homes;
        homes.has_seen(near);
        homes.look_around(code, board);
        if homes.kept.len() <= at {
            homes.kept.resize_with(at + 1, Kept::default);
        }
        let kept = &mut homes.kept[at];
        if (kept.moment, kept.age) != (moment, homes.age) {
            kept.homeward.forget(board.map_or(0, |board| board.neighbours().len()));
            (kept.moment, kept.age) = (moment, homes.age);
        }
        kept.homeward.begin(&self.sets[from], &self.sets[to]);
        homes.left_before = left;
        self.searches.enter().homeward = Some(at);
        homes.left
    }

    /// How far it is is known: the work that is left. `left`: what judging steps may still take.
    pub(in crate::exec) fn homeward_end(&mut self, left: u64) -> u64 {
        let (homes, searching) = (&mut self.recall.homes, self.searches.top());
        homes.left = left;
        let at = searching.homeward.unwrap_or_else(|| bug!("a search ends that did not go from its goals outward"));
        let homeward = &homes.kept[at].homeward;
        searching.search.is_found(homeward.least());
        homes.left_before.saturating_sub(ASKED + u64::from(homeward.reached()))
    }
}
