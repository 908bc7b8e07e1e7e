//! The kernels against the obvious: every way, every subset, every purchase, written out and filtered.
//!
//! Boards are small offset grids; what a step offers is drawn from a seed, so a failing case prints as a few numbers.

use proptest::prelude::*;
use std::collections::BTreeSet;
use wgr_runtime::kernel::{Choose, Edge, OFF_MAP, Offer, Plan, Refusal, Search, Spend, Ways};

type Neighbours = Vec<[u16; 6]>;

/// Rows of hexes, every other row shifted half a hex to the right.
fn grid(width: u16, height: u16) -> Neighbours {
    let hex = |column: i32, row: i32| {
        let inside = (0..i32::from(width)).contains(&column) && (0..i32::from(height)).contains(&row);
        if inside { row as u16 * width + column as u16 } else { OFF_MAP }
    };
    let around = |column: i32, row: i32| {
        let shift = row % 2;
        [(shift, -1), (1, 0), (shift, 1), (shift - 1, 1), (-1, 0), (shift - 1, -1)]
            .map(|(right, down)| hex(column + right, row + down))
    };
    (0..i32::from(width) * i32::from(height)).map(|at| around(at % i32::from(width), at / i32::from(width))).collect()
}

fn words(hexes: &[u16]) -> Vec<u64> {
    let mut words = vec![0; 4];
    hexes.iter().for_each(|&hex| words[usize::from(hex) / 64] |= 1 << (hex % 64));
    words
}

fn set(tell: impl FnOnce(&mut [u64])) -> BTreeSet<u16> {
    let mut words = vec![u64::MAX; 4];
    tell(&mut words);
    (0..256).filter(|hex| words[usize::from(hex / 64)] >> (hex % 64) & 1 == 1).collect()
}

/// Numbers from a seed: the same for the same place, whoever asks and when.
fn noise(seed: u64, place: u64) -> u64 {
    let mut x = seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    for _ in 0..3 {
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x ^= x >> 27;
    }
    x
}

/// A random rule: what each step offers in each state.
#[derive(Clone, Copy, Debug)]
struct Judge {
    seed: u64,
    dearest: u32,
    cheapest: u32,
    burdens: u8,
    barred: u64,
    passing: u64,
    stopping: u64,
    blocking: u64,
}

impl Judge {
    fn of(&self, here: u16, dir: u8, carried: u8) -> Option<Offer> {
        let place = (u64::from(here) * 6 + u64::from(dir)) * 16 + u64::from(carried);
        let draw = |what: u64, of: u64| noise(self.seed, place * 16 + what) % of;
        let count = |what| self.cheapest + draw(what, u64::from(self.dearest - self.cheapest) + 1) as u32;
        (draw(0, 10) >= self.barred).then(|| Offer {
            counts: [count(1), count(2), count(3)],
            carry: draw(4, u64::from(self.burdens)) as u8,
            stop: draw(5, 10) < self.stopping,
            pass: draw(6, 10) < self.passing,
            blocked: draw(7, 10) < self.blocking,
        })
    }
}

fn judges() -> impl Strategy<Value = Judge> {
    (any::<u64>(), 1_u32..4, 0_u32..2, 1_u8..3, 0_u64..5, 0_u64..7, 0_u64..4, 0_u64..5).prop_map(
        |(seed, dearest, cheapest, burdens, barred, passing, stopping, blocking)| Judge {
            seed,
            dearest,
            cheapest,
            burdens,
            barred,
            passing,
            stopping,
            blocking,
        },
    )
}

fn boards() -> impl Strategy<Value = Neighbours> {
    prop_oneof![Just((3, 3)), Just((2, 3)), Just((4, 2)), Just((1, 5))].prop_map(|(width, height)| grid(width, height))
}

/// Runs a search to its end, checks the order of its questions, and gives them.
fn drive(search: &mut Search, board: &Neighbours, judge: impl Fn(&Edge) -> Option<Offer>) -> Vec<Edge> {
    let mut asked = Vec::new();
    while let Some(edge) = search.next(board) {
        assert_eq!(board[usize::from(edge.here)][usize::from(edge.dir)], edge.there);
        asked.push(edge);
        if let Some(offer) = judge(&edge) {
            search.offer(offer);
        }
    }
    let states: BTreeSet<_> = asked.iter().map(|edge| (edge.here, edge.carried, edge.dir)).collect();
    assert_eq!(states.len(), asked.len(), "each step of each state is asked once");
    asked
}

/// What a reach tells.
#[derive(Debug, PartialEq, Eq)]
struct Reach {
    costs: Vec<(u16, u32)>,
    through: BTreeSet<u16>,
    first: BTreeSet<u16>,
}

fn told(search: &mut Search, board: &Neighbours) -> Reach {
    let costs: Vec<_> =
        (0..board.len() as u16).filter_map(|hex| search.cost_to(hex).map(|cost| (hex, cost))).collect();
    assert_eq!(set(|out| search.ends(out)), costs.iter().map(|end| end.0).collect());
    Reach { costs, through: set(|out| search.through(out)), first: set(|out| search.first(out)) }
}

/// A moment of a walk: hex, burden, spent, steps (with no limit on steps: 0 or 1).
type Moment = (u16, u8, u32, u16);

/// Every moment of every walk, stepped until nothing new appears; then the moments from which an end is met.
fn obvious_reach(board: &Neighbours, plan: Plan, from: &[u16], judge: &dyn Fn(u16, u8, u8) -> Option<Offer>) -> Reach {
    let budget = plan.budget.unwrap_or(150);
    let mut moments: BTreeSet<Moment> = from.iter().map(|&hex| (hex, plan.carried, 0, 0)).collect();
    let mut steps: BTreeSet<(Moment, u16, Option<Moment>, bool, u32)> = BTreeSet::new();
    let mut fresh: Vec<Moment> = moments.iter().copied().collect();
    while let Some(moment) = fresh.pop() {
        let (here, carried, spent, taken) = moment;
        for dir in 0..6_u8 {
            let there = board[usize::from(here)][usize::from(dir)];
            let Some(offer) = (there != OFF_MAP).then(|| judge(here, dir, carried)).flatten() else { continue };
            let forced = plan.at_least_one && taken == 0;
            let cost = if forced { offer.counts[0].min(budget) } else { offer.counts[0] };
            if spent + cost > budget || plan.within.is_some_and(|within| taken >= within) {
                continue;
            }
            let next_taken = if plan.within.is_some() { taken + 1 } else { 1 };
            let next = (!offer.stop).then_some((there, offer.carry, spent + cost, next_taken));
            let ends = !offer.pass && !from.contains(&there);
            steps.insert((moment, there, next, ends, spent + cost));
            if let Some(next) = next
                && moments.insert(next)
            {
                fresh.push(next);
            }
        }
    }
    let mut useful: BTreeSet<Moment> = BTreeSet::new();
    let good = |useful: &BTreeSet<Moment>, next: &Option<Moment>, ends: bool| {
        ends || next.is_some_and(|next| useful.contains(&next))
    };
    loop {
        let before = useful.len();
        for (moment, _, next, ends, _) in steps.iter().rev() {
            if good(&useful, next, *ends) {
                useful.insert(*moment);
            }
        }
        if useful.len() == before {
            break;
        }
    }
    let cost = |hex: u16| steps.iter().filter(|step| step.3 && step.1 == hex).map(|step| step.4).min();
    let on_the_way = || steps.iter().filter(|step| good(&useful, &step.2, step.3));
    Reach {
        costs: (0..board.len() as u16).filter_map(|hex| cost(hex).map(|cost| (hex, cost))).collect(),
        through: on_the_way().flat_map(|step| [step.0.0, step.1]).collect(),
        first: on_the_way().filter(|step| step.0.3 == 0).map(|step| step.1).collect(),
    }
}

fn plans() -> impl Strategy<Value = Plan> {
    let budget = proptest::option::weighted(0.8, 0_u32..8);
    let within = proptest::option::weighted(0.5, 0_u16..6);
    (budget, within, 1_u8..4, any::<bool>()).prop_map(|(budget, within, counts, at_least_one)| Plan {
        budget,
        within,
        counts,
        at_least_one,
        ..Plan::default()
    })
}

fn starts(board: &Neighbours, seed: u64, most: u64) -> Vec<u16> {
    let many = 1 + noise(seed, 1) % most;
    let hexes: BTreeSet<u16> = (0..many).map(|n| (noise(seed, 2 + n) % board.len() as u64) as u16).collect();
    hexes.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_reach_is_what_all_walks_reach(
        board in boards(), plan in plans(), judge in judges(), seed in any::<u64>()
    ) {
        let from = starts(&board, seed, 2);
        let mut search = Search::new();
        search.begin(&board, plan, &words(&from), None);
        drive(&mut search, &board, |edge| judge.of(edge.here, edge.dir, edge.carried));
        let obvious = obvious_reach(&board, plan, &from, &|here, dir, carried| judge.of(here, dir, carried));
        prop_assert_eq!(told(&mut search, &board), obvious);
    }

    #[test]
    fn a_table_of_costs_gives_what_driving_by_hand_gives(
        plan in plans(), judge in judges(), seed in any::<u64>(), many in 1_u64..3, wide in 1_u16..12
    ) {
        let board = grid(wide, 5);
        let from = words(&starts(&board, seed, many));
        let plan = Plan { budget: plan.budget.map(|budget| budget * 2), ..plan };
        let cost = |here: u16, dir: u8| judge.of(here, dir, 0).map_or(255, |offer| offer.counts[0] as u8);
        let costs: Vec<[u8; 6]> = (0..board.len() as u16).map(|here| [0, 1, 2, 3, 4, 5].map(|dir| cost(here, dir))).collect();
        let mut by_hand = Search::new();
        by_hand.begin(&board, plan, &from, None);
        drive(&mut by_hand, &board, |edge| {
            let cost = cost(edge.here, edge.dir);
            (cost != 255).then(|| Offer { counts: [cost.into(), 0, 0], ..Offer::default() })
        });
        let mut by_table = Search::new();
        by_table.run_costs(&board, plan, &from, &costs);
        prop_assert_eq!(told(&mut by_table, &board), told(&mut by_hand, &board));
    }

    #[test]
    fn old_runs_leave_no_trace(
        boards in [boards(), boards()], plans in [plans(), plans()], judges in [judges(), judges()], seed in any::<u64>(),
        goal in any::<bool>()
    ) {
        let mut used = Search::new();
        used.begin(&boards[0], Plan { goal: !goal, ..plans[0] }, &words(&[0]), Some(&words(&[3, 4])));
        drive(&mut used, &boards[0], |edge| judges[0].of(edge.here, edge.dir, edge.carried));
        let mut fresh = Search::new();
        let ask = |search: &mut Search| {
            let board = &boards[1];
            search.begin(board, Plan { goal, ..plans[1] }, &words(&starts(board, seed, 2)), Some(&words(&[1, 4])));
            drive(search, board, |edge| judges[1].of(edge.here, edge.dir, edge.carried))
        };
        prop_assert_eq!(ask(&mut used), ask(&mut fresh));
        prop_assert_eq!(told(&mut used, &boards[1]), told(&mut fresh, &boards[1]));
        prop_assert_eq!(Told::of(&used, Ways::Open, 9), Told::of(&fresh, Ways::Open, 9));
    }
}

/// What a search for ways tells.
#[derive(Debug, Default, PartialEq, Eq)]
struct Told {
    goals: BTreeSet<u16>,
    along: BTreeSet<u16>,
    first: BTreeSet<u16>,
    follows: BTreeSet<(u16, u16)>,
}

impl Told {
    fn of(search: &Search, ways: Ways, hexes: u16) -> Told {
        let follows = |hex| set(|out| search.next_along(ways, hex, out)).into_iter().map(move |next| (hex, next));
        Told {
            goals: set(|out| search.goals(ways, out)),
            along: set(|out| search.along(ways, out)),
            first: set(|out| search.first_along(ways, out)),
            follows: (0..hexes).flat_map(follows).collect(),
        }
    }

    fn listed<'a>(ways: impl Iterator<Item = &'a Way>) -> Told {
        let mut told = Told::default();
        for way in ways {
            told.goals.extend(way.hexes.last());
            told.along.extend(&way.hexes);
            told.first.extend(way.hexes.get(1));
            told.follows.extend(way.hexes.windows(2).map(|pair| (pair[0], pair[1])));
        }
        told
    }
}

#[derive(Clone, Debug, Default)]
struct Way {
    hexes: Vec<u16>,
    states: Vec<(u16, u8)>,
    counts: [u32; 3],
    blocked: bool,
    may_end: bool,
}

/// Every way in which no state comes twice.
fn list_ways(board: &Neighbours, plan: Plan, judge: &Judge, way: &Way, to: &[u16], found: &mut Vec<Way>) {
    let &(here, carried) = way.states.last().unwrap();
    if way.may_end && to.contains(&here) {
        found.push(way.clone());
    }
    if way.hexes.len() > usize::from(plan.within.unwrap_or(u16::MAX)) {
        return;
    }
    for dir in 0..6_u8 {
        let there = board[usize::from(here)][usize::from(dir)];
        let Some(offer) = (there != OFF_MAP).then(|| judge.of(here, dir, carried)).flatten() else { continue };
        let mut next = way.clone();
        (0..usize::from(plan.counts)).for_each(|n| next.counts[n] += offer.counts[n]);
        if way.states.contains(&(there, offer.carry)) || plan.budget.is_some_and(|budget| next.counts[0] > budget) {
            continue;
        }
        next.hexes.push(there);
        next.states.push((there, offer.carry));
        next.blocked |= offer.blocked;
        next.may_end = !offer.pass;
        if offer.stop {
            found.extend((next.may_end && to.contains(&there)).then_some(next));
        } else {
            list_ways(board, plan, judge, &next, to, found);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ways_are_the_least_of_all_ways(
        board in boards(), plan in plans(), mut judge in judges(), seed in any::<u64>()
    ) {
        // With burdens, the ways in which no state comes twice are too many on the bigger boards.
        judge.burdens = if board.len() > 6 { 1 } else { judge.burdens };
        let plan = Plan { goal: true, ..plan };
        let from = starts(&board, seed, 2);
        let to = starts(&board, seed ^ 77, 3);
        let mut search = Search::new();
        search.begin(&board, plan, &words(&from), Some(&words(&to)));
        drive(&mut search, &board, |edge| judge.of(edge.here, edge.dir, edge.carried));

        let mut all = Vec::new();
        for &hex in &from {
            let start = Way { hexes: vec![hex], states: vec![(hex, 0)], may_end: true, ..Way::default() };
            list_ways(&board, plan, &judge, &start, &to, &mut all);
        }
        let least = all.iter().map(|way| (way.counts, way.hexes.len())).min();
        let best = || all.iter().filter(|way| Some((way.counts, way.hexes.len())) == least);
        prop_assert_eq!(search.least(), least.map(|least| least.0));
        prop_assert_eq!(search.steps(), least.map(|least| least.1 as u16 - 1));
        prop_assert_eq!(search.open(), best().any(|way| !way.blocked));
        let hexes = board.len() as u16;
        prop_assert_eq!(Told::of(&search, Ways::Best, hexes), Told::listed(best()));
        prop_assert_eq!(Told::of(&search, Ways::Open, hexes), Told::listed(best().filter(|way| !way.blocked)));
    }
}
