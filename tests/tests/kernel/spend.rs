//! Spending: against the list of all purchases.

use super::*;
use wgr_runtime::kernel::{Refusal, Spend};

/// Goods as (price, how many), by id.
type Goods = Vec<(u32, u32)>;

/// Every purchase: how many of each.
fn purchases(pool: u32, goods: &Goods) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for &(_, up_to) in goods {
        all = all.iter().flat_map(|bought| (0..=up_to).map(|many| [&bought[..], &[many]].concat())).collect();
    }
    all.retain(|bought| points(bought, goods) <= pool);
    all
}

fn points(bought: &[u32], goods: &Goods) -> u32 {
    bought.iter().zip(goods).map(|(many, good)| many * good.0).sum()
}

fn spend(pool: u32, goods: &Goods) -> Spend {
    let mut spend = Spend::default();
    spend.begin(pool).unwrap();
    for (id, &(price, up_to)) in goods.iter().enumerate() {
        spend.push(id as u32, price, up_to).unwrap();
    }
    spend.ready();
    spend
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn spending_offers_what_some_best_purchase_holds(
        pool in 0_u32..15, goods in prop::collection::vec((1_u32..6, 0_u32..4), 0..5)
    ) {
        let kernel = spend(pool, &goods);
        let all = purchases(pool, &goods);
        let most = all.iter().map(|bought| points(bought, &goods)).max().unwrap();
        prop_assert_eq!(kernel.most(), most);
        for last in 0..=goods.len() {
            let holds = |id: &usize| all.iter().any(|bought| {
                bought[..*id].iter().all(|&many| many == 0) && bought[*id] > 0 && points(bought, &goods) == most
            });
            let expected: BTreeSet<u32> = (last..goods.len()).filter(holds).map(|id| id as u32).collect();
            let mut out = [u64::MAX];
            kernel.offered((last > 0).then_some(last as u32), &mut out);
            prop_assert_eq!(ids(out[0]), expected);
        }
        let mut out = [u64::MAX];
        kernel.offered_in_any_order(&mut out);
        let some = |id: &usize| all.iter().any(|bought| bought[*id] > 0 && points(bought, &goods) == most);
        prop_assert_eq!(ids(out[0]), (0..goods.len()).filter(some).map(|id| id as u32).collect::<BTreeSet<u32>>());
        // Bought one at a time, always what is offered last, nothing is left that could have been spent.
        let (mut left, mut spent, mut last) = (goods.clone(), 0, None);
        loop {
            let mut out = [0];
            spend(pool - spent, &left).offered(last, &mut out);
            let Some(&id) = ids(out[0]).last() else { break };
            let (price, many) = &mut left[id as usize];
            prop_assert!(*many > 0 && *price <= pool - spent);
            *many -= 1;
            spent += *price;
            last = Some(id);
        }
        prop_assert_eq!(spent, most);
    }
}

/// Marne 12.2.8: four points, a regiment of two steps at 2 and a division of two steps at 3. As much as possible must
/// be spent, so both points go to the regiment.
#[test]
fn the_division_is_not_offered() {
    let spend = spend(4, &vec![(2, 2), (3, 2)]);
    let mut out = [0];
    assert_eq!(spend.most(), 4);
    spend.offered(None, &mut out);
    assert_eq!(ids(out[0]), BTreeSet::from([0]));
}

#[test]
fn goods_that_cannot_be_sold_are_refused() {
    let mut spend = Spend::default();
    assert_eq!(spend.begin(128), Err(Refusal::Pool { points: 128, most: 127 }));
    spend.begin(127).unwrap();
    assert_eq!(spend.push(4, 0, 1), Err(Refusal::FreeOfCharge { id: 4 }));
    spend.push(4, 127, u32::MAX).unwrap();
    assert_eq!(spend.push(4, 1, 1), Err(Refusal::Order { id: 4, after: 4 }));
    spend.ready();
    assert_eq!(spend.most(), 127);
}
