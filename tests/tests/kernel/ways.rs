//! Ways: against the list of all ways, and the cases the rulebooks turn on.

use super::*;
use std::collections::VecDeque;
use wgr_runtime::kernel::Ways;

/// What a search for ways tells.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    goals: BTreeSet<u16>,
    along: BTreeSet<u16>,
    first: BTreeSet<u16>,
}

impl Told {
    pub(crate) fn of(search: &Search, ways: Ways) -> Told {
        Told {
            goals: set(|out| search.goals(ways, out)),
            along: set(|out| search.along(ways, out)),
            first: set(|out| search.first_along(ways, out)),
        }
    }

    fn listed<'a>(ways: impl Iterator<Item = &'a Way>) -> Told {
        let mut told = Told::default();
        for way in ways {
            told.goals.extend(way.hexes.last());
            told.along.extend(&way.hexes);
            told.first.extend(way.hexes.get(1));
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

/// Every way in which no state is left twice.
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
        let Some(offer) = (there != OFF_MAP).then(|| judge.of(here, dir, carried)).flatten() else {
            continue;
        };
        let mut next = way.clone();
        (0..usize::from(plan.counts)).for_each(|n| next.counts[n] += offer.counts[n]);
        if plan.budget.is_some_and(|budget| next.counts[0] > budget) {
            continue;
        }
        // A hex that was passed may be come back to as the end; nothing else is worth a second visit.
        let ends_here = offer.stop || way.states.contains(&(there, offer.carry));
        next.hexes.push(there);
        next.states.push((there, offer.carry));
        next.blocked |= offer.blocked;
        next.may_end = !offer.pass;
        if ends_here {
            found.extend((next.may_end && to.contains(&there)).then_some(next));
        } else {
            list_ways(board, plan, judge, &next, to, found);
        }
    }
}

/// The hexes between the two, by way of neighbours, that so many steps may lead through.
fn lane(board: &Neighbours, from: &[u16], to: &[u16], within: u16) -> Vec<u16> {
    let (there, back) = (apart(board, from), apart(board, to));
    let steps = |hex: u16| there[usize::from(hex)].saturating_add(back[usize::from(hex)]);
    (0..board.len() as u16).filter(|hex| steps(*hex) <= within).collect()
}

/// By hex: how many steps it is from the nearest of these.
fn apart(board: &Neighbours, from: &[u16]) -> Vec<u16> {
    let mut apart = vec![u16::MAX; board.len()];
    let mut todo: VecDeque<(u16, u16)> = from.iter().map(|hex| (*hex, 0)).collect();
    while let Some((hex, steps)) = todo.pop_front() {
        if steps < apart[usize::from(hex)] {
            apart[usize::from(hex)] = steps;
            let next = board[usize::from(hex)].into_iter().filter(|hex| usize::from(*hex) < board.len());
            todo.extend(next.map(|hex| (hex, steps + 1)));
        }
    }
    apart
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn ways_are_the_least_of_all_ways(
        board in boards(), plan in plans(), mut judge in judges(), seed in any::<u64>()
    ) {
        // With burdens, the ways in which no state is left twice are too many on the bigger boards.
        judge.burdens = if board.len() > 6 { 1 } else { judge.burdens };
        let plan = Plan { goal: true, ..plan };
        let from = starts(&board, seed, 2);
        let to = starts(&board, seed ^ 77, 3);
        let mut search = Search::new();
        search.begin(&board, plan, &words(&from), Some(&words(&to)));
        let lane = plan.within.filter(|_| seed % 2 == 0).map(|within| lane(&board, &from, &to, within));
        let leads = |hex: u16| lane.as_ref().is_none_or(|lane| lane.contains(&hex));
        drive_within(&mut search, &board, leads, |edge| judge.of(edge.here, edge.dir, edge.carried));

        let mut all = Vec::new();
        for &hex in &from {
            let start = Way { hexes: vec![hex], states: vec![(hex, plan.carried)], may_end: true, ..Way::default() };
            list_ways(&board, plan, &judge, &start, &to, &mut all);
        }
        let least = all.iter().map(|way| (way.counts, way.hexes.len())).min();
        let best = || all.iter().filter(|way| Some((way.counts, way.hexes.len())) == least);
        prop_assert_eq!(search.least(), least.map(|least| least.0));
        prop_assert_eq!(search.steps(), least.map(|least| least.1 as u16 - 1));
        prop_assert_eq!(search.open(), best().any(|way| !way.blocked));
        // Who asks for no more is told the same.
        let mut alone = Search::new();
        alone.begin(&board, Plan { open_only: true, ..plan }, &words(&from), Some(&words(&to)));
        drive_within(&mut alone, &board, leads, |edge| judge.of(edge.here, edge.dir, edge.carried));
        prop_assert_eq!((alone.open(), alone.least()), (search.open(), search.least()));
        prop_assert_eq!(Told::of(&search, Ways::Best), Told::listed(best()));
        prop_assert_eq!(Told::of(&search, Ways::Open), Told::listed(best().filter(|way| !way.blocked)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whoever goes straight on finds the same, and judges each step of a state as one who goes round does: behind as many steps.
    #[test]
    fn straight_on_is_as_short(
        size in (1_u16..9, 1_u16..9), plan in plans(), judge in judges(), far in any::<bool>(), seed in any::<u64>()
    ) {
        let board = grid(size.0, size.1);
        let plan = Plan { goal: true, open_only: true, budget: None, counts: 1, ..plan };
        let (from, to) = (starts(&board, seed, 2), starts(&board, seed ^ 77, 3));
        let one_each = |edge: &Edge| {
            let offer = judge.of(edge.here, edge.dir, edge.carried)?;
            Some(Offer { counts: [1, 0, 0], blocked: false, carry: edge.carried, ..offer })
        };
        let (mut round, mut straight) = (Search::new(), Search::new());
        round.begin(&board, plan, &words(&from), Some(&words(&to)));
        let all = drive(&mut round, &board, one_each);
        straight.begin(&board, Plan { straight: true, ..plan }, &words(&from), Some(&words(&to)));
        let apart = if far { apart(&board, &to) } else { vec![0; board.len()] };
        let mut asked = BTreeSet::new();
        while let Some(edge) = straight.next_toward(&board, |hex| apart[usize::from(hex)]) {
            prop_assert!(asked.insert((edge.here, edge.dir, edge.carried)), "each step of each state is asked once");
            let other = all.iter().find(|it| (it.here, it.dir, it.carried) == (edge.here, edge.dir, edge.carried));
            prop_assert!(other.is_none_or(|other| other.steps == edge.steps));
            if let Some(offer) = one_each(&edge) {
                straight.offer(offer);
            }
        }
        prop_assert_eq!((straight.open(), straight.steps()), (round.open(), round.steps()));
        prop_assert_eq!(straight.least(), round.least());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    /// Who asks for the least way alone asks no more, in the same order, and is told the same; run after run.
    #[test]
    fn the_least_way_alone_is_the_same(
        size in (1_u16..9, 1_u16..9), plan in plans(), judges in (judges(), judges()), seed in any::<u64>()
    ) {
        let board = grid(size.0, size.1);
        let plan = Plan { goal: true, open_only: true, ..plan };
        let (mut all, mut alone) = (Search::new(), Search::new());
        for (judge, seed) in [(&judges.0, seed), (&judges.1, seed ^ 5)] {
            let (from, to) = (starts(&board, seed, 2), starts(&board, seed ^ 77, 3));
            let plain = |edge: &Edge| {
                let offer = judge.of(edge.here, edge.dir, edge.carried)?;
                Some(Offer { blocked: false, carry: edge.carried, ..offer })
            };
            all.begin(&board, plan, &words(&from), Some(&words(&to)));
            let asked = drive(&mut all, &board, plain);
            alone.begin(&board, Plan { least_only: true, ..plan }, &words(&from), Some(&words(&to)));
            let mut left = asked.iter();
            prop_assert!(drive(&mut alone, &board, plain).iter().all(|edge| left.any(|other| other == edge)));
            prop_assert_eq!((alone.open(), alone.steps()), (all.open(), all.steps()));
            prop_assert_eq!((alone.least(), alone.overflow()), (all.least(), all.overflow()));
        }
    }
}

/// A line of supply over open ground, hex 3 to hex 5 of a board of three rows, with an enemy zone on hex 4.
fn supply(search: &mut Search, in_zone: impl Fn(Offer) -> Option<Offer>) {
    let board = grid(3, 3);
    let plan = Plan { goal: true, counts: 1, ..Plan::default() };
    search.begin(&board, plan, &words(&[3]), Some(&words(&[5])));
    let step = Offer { counts: [1, 0, 0], ..Offer::default() };
    drive(search, &board, |edge| if edge.there == 4 { in_zone(step) } else { Some(step) });
}

/// Soissons 11.1: a line that must be the shortest is cut by a zone on it; a line that must avoid zones goes round.
#[test]
fn the_nearest_way_is_tested_or_another_is_found() {
    let mut search = Search::new();
    supply(&mut search, |step| Some(Offer { blocked: true, ..step }));
    assert!(!search.open());
    assert_eq!(search.steps(), Some(2));
    assert_eq!(set(|out| search.along(Ways::Best, out)), BTreeSet::from([3, 4, 5]));
    assert_eq!(set(|out| search.along(Ways::Open, out)), BTreeSet::new());

    supply(&mut search, |_| None);
    assert!(search.open());
    assert_eq!(search.steps(), Some(3));
    assert_eq!(set(|out| search.first_along(Ways::Open, out)), BTreeSet::from([1, 7]));
}

#[test]
fn a_start_that_is_a_goal_is_an_open_way_of_no_steps() {
    let board = grid(3, 3);
    let mut search = Search::new();
    search.begin(&board, Plan { goal: true, ..Plan::default() }, &words(&[0, 4]), Some(&words(&[4, 5])));
    assert_eq!(search.next(&board), None);
    assert!(search.open());
    assert_eq!((search.least(), search.steps()), (Some([0; 3]), Some(0)));
    assert_eq!(set(|out| search.goals(Ways::Open, out)), BTreeSet::from([4]));
    assert_eq!(set(|out| search.along(Ways::Best, out)), BTreeSet::from([4]));
}

/// A limit on steps below the cheapest way: the cheapest of the short ones counts.
#[test]
fn a_limit_on_steps_is_kept_before_the_counts_are_compared() {
    let board = grid(4, 2);
    let mut search = Search::new();
    // Along the upper row each step costs 5, by way of the lower one 1.
    let cost = |edge: &Edge| {
        if edge.there < 4 && edge.here < 4 { 5 } else { 1 }
    };
    for (within, least, steps) in [(None, 4, 4), (Some(4), 4, 4), (Some(3), 15, 3), (Some(2), 0, 0)] {
        let plan = Plan { goal: true, within, counts: 1, ..Plan::default() };
        search.begin(&board, plan, &words(&[0]), Some(&words(&[3])));
        drive(&mut search, &board, |edge| Some(Offer { counts: [cost(edge), 0, 0], ..Offer::default() }));
        assert_eq!(search.open(), steps > 0);
        assert_eq!(search.least(), (steps > 0).then_some([least, 0, 0]), "within {within:?}");
        assert_eq!(search.steps(), (steps > 0).then_some(steps));
    }
}

#[test]
fn counts_that_do_not_fit_are_told() {
    let board = grid(3, 1);
    let mut search = Search::new();
    let plan = Plan { goal: true, counts: 3, ..Plan::default() };
    for (second, least, overflow) in [(500_000, 1_000_000, false), (600_000, 1_048_575, true)] {
        search.begin(&board, plan, &words(&[0]), Some(&words(&[2])));
        drive(&mut search, &board, |_| Some(Offer { counts: [1, second, 7], ..Offer::default() }));
        assert_eq!(search.least(), Some([2, least, 14]));
        assert_eq!(search.overflow(), overflow);
    }
}
