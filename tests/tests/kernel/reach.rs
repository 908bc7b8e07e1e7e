//! Reach: against all moments of all walks; the table against driving by hand; misuse.

use super::ways::Told;
use super::*;
use wgr_runtime::kernel::Ways;

/// What a reach tells.
#[derive(Debug, PartialEq, Eq)]
struct Reach {
    costs: Vec<(u16, u32)>,
    through: BTreeSet<u16>,
    first: BTreeSet<u16>,
}

fn told(search: &mut Search, board: &Neighbours) -> Reach {
    let costs: Vec<_> = (0..board.len() as u16).filter_map(|hex| search.cost_to(hex).map(|cost| (hex, cost))).collect();
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
            let Some(offer) = (there != OFF_MAP).then(|| judge(here, dir, carried)).flatten() else {
                continue;
            };
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

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

    /// Asked for the first steps alone, it gives the same ones, and judges no step that it would not have judged.
    #[test]
    fn first_steps_alone_are_the_first_steps(
        board in boards(), plan in plans(), judge in judges(), seed in any::<u64>()
    ) {
        let from = starts(&board, seed, 2);
        let of = |edge: &Edge| judge.of(edge.here, edge.dir, edge.carried);
        let (mut whole, mut alone) = (Search::new(), Search::new());
        whole.begin(&board, plan, &words(&from), None);
        let all = drive(&mut whole, &board, of);
        alone.begin(&board, Plan { first_only: true, ..plan }, &words(&from), None);
        let asked = drive(&mut alone, &board, of);
        prop_assert_eq!(told(&mut alone, &board).first, told(&mut whole, &board).first);
        prop_assert!(all.starts_with(&asked));
        let decides = |edge: &Edge| of(edge).is_none_or(|step| step.stop || !step.pass && !from.contains(&edge.there));
        let decided = all.iter().filter(|edge| edge.steps == 0).all(decides);
        prop_assert!(!decided || asked.iter().all(|edge| edge.steps == 0));
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
            (cost != 255).then(|| Offer { counts: [cost.into(), 0, 0],
                carry: edge.carried, ..Offer::default() })
        });
        let mut by_table = Search::new();
        by_table.run_costs(&board, plan, &from, &costs);
        prop_assert_eq!(told(&mut by_table, &board), told(&mut by_hand, &board));
    }

    /// The plain reach is the general one where nothing is carried and no steps are counted; its buffers are used again.
    #[test]
    fn a_plain_reach_is_the_general_one(
        boards in [boards(), boards()], judge in judges(), seed in any::<u64>(), dear in 1_u32..400,
        budgets in [0_u32..2_500, 0_u32..12], (at_least_one, cannot_fault) in any::<(bool, bool)>(), stopped in 0_usize..40
    ) {
        let mut plain = Search::new();
        let of = |here, dir| judge.of(here, dir, 0).map(|offer| Offer {
            counts: [offer.counts[0] * dear, 0, 0], carry: 0, blocked: false, ..offer });
        for (turn, (board, budget)) in boards.iter().zip(budgets).enumerate() {
            let from = words(&starts(board, seed, 2));
            let plan = Plan { budget: Some(budget), at_least_one, ..Plan::default() };
            let mut general = Search::new();
            general.begin(board, plan, &from, None);
            drive(&mut general, board, |edge| of(edge.here, edge.dir));
            // The first run may be broken off: what it leaves must not show in the second.
            let most = if turn == 0 { stopped } else { usize::MAX };
            plain.begin_plain(board, Plain { budget, at_least_one, cannot_fault }, &from);
            let mut asked = 0;
            while let Some(step) = plain.next_plain(board) {
                if let Some(offer) = of(step.here, step.dir) {
                    plain.offer_plain(offer.counts[0], offer.stop, offer.pass);
                }
                asked += 1;
                if asked >= most {
                    break;
                }
            }
            if asked < most {
                let costs = |search: &Search| (0..board.len() as u16).map(|hex| search.cost_to(hex)).collect::<Vec<_>>();
                prop_assert_eq!(costs(&plain), costs(&general));
                prop_assert_eq!(set(|out| plain.ends(out)), set(|out| general.ends(out)));
            }
        }
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
        prop_assert_eq!(Told::of(&used, Ways::Open), Told::of(&fresh, Ways::Open));
    }
}

/// What a client may do wrong ends in an answer, not in a panic.
#[test]
fn a_search_misused_is_still_a_search() {
    let mut search = Search::new();
    search.offer(Offer::default());
    assert_eq!(search.next(&[]), None);
    assert_eq!(search.cost_to(9), None);
    let board = vec![[7_u16; 6], [0, 1, 2, 3, 4, 5]];
    search.begin(&board, Plan { carried: 255, ..Plan::default() }, &[u64::MAX, u64::MAX, 1], None);
    drive(&mut search, &board, |_| Some(Offer { counts: [u32::MAX; 3], carry: 255, ..Offer::default() }));
    assert_eq!(search.next(&[]), None);
    let short: &mut [u64] = &mut [];
    search.through(short);
    search.run_costs(&board, Plan::default(), &[1], &[]);
    search.run_costs(&board, Plan::default(), &[2], &[[1; 6]; 2]);
    assert_eq!(search.cost_to(0), Some(1));
}
