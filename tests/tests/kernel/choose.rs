//! Choices: against the list of all subsets.

use super::*;
use wgr_runtime::kernel::{Choose, Refusal};

#[derive(Clone, Debug)]
struct Choice {
    limits: Vec<(i64, i64)>,
    alike: bool,
    weights: Vec<Vec<i64>>,
    classes: Vec<i64>,
}

impl Choice {
    fn meets(&self, members: u64) -> bool {
        let members = ids(members);
        let total = |limit: usize| members.iter().map(|&id| self.weights[id as usize][limit]).sum::<i64>();
        let classes: BTreeSet<i64> = members.iter().map(|&id| self.classes[id as usize]).collect();
        let within = |(limit, &(lo, hi)): (usize, &(i64, i64))| (lo..=hi).contains(&total(limit));
        (!self.alike || classes.len() <= 1) && self.limits.iter().enumerate().all(within)
    }

    /// By listing every subset.
    fn offered(&self, chosen: u64) -> BTreeSet<u32> {
        let many = self.weights.len() as u32;
        let completes = |id: u32| {
            let fixed = chosen | 1 << id;
            (0..1_u64 << many).any(|set| set & fixed == fixed && self.meets(set))
        };
        (0..many).filter(|&id| chosen >> id & 1 == 0 && completes(id)).collect()
    }
}

fn limits() -> impl Strategy<Value = (i64, i64)> {
    prop_oneof![
        (-6_i64..12).prop_map(|lo| (lo, i64::MAX)),
        (-6_i64..12).prop_map(|hi| (i64::MIN, hi)),
        (-6_i64..12, 0_i64..5).prop_map(|(lo, more)| (lo, lo + more)),
        Just((i64::MIN, i64::MAX)),
        Just((3, 2)),
    ]
}

fn choices() -> impl Strategy<Value = Choice> {
    (0_usize..5, 0_usize..9, any::<bool>()).prop_flat_map(|(limits_count, many, alike)| {
        let weight = prop_oneof![0_i64..2, 0_i64..7, -4_i64..5];
        let weights = prop::collection::vec(prop::collection::vec(weight, limits_count), many);
        let classes = prop::collection::vec(0_i64..3, many);
        (prop::collection::vec(limits(), limits_count), Just(alike), weights, classes)
            .prop_map(|(limits, alike, weights, classes)| Choice { limits, alike, weights, classes })
    })
}

fn choose(choice: &Choice, choose: &mut Choose) -> Result<(), Refusal> {
    choose.begin(&choice.limits, choice.alike);
    for (id, weights) in choice.weights.iter().enumerate() {
        choose.push(id as u32, weights, choice.classes[id])?;
    }
    choose.ready()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_choice_is_offered_what_some_subset_completes(choice in choices(), other in choices(), bits in any::<u64>()) {
        let mut kernel = Choose::default();
        // What the buffers held before must not matter; four wide limits at once may be refused.
        let _ = choose(&other, &mut kernel);
        if choose(&choice, &mut kernel).is_err() {
            prop_assert!(choice.limits.len() > 2);
            return Ok(());
        }
        let everyone = (1_u64 << choice.weights.len()) - 1;
        for chosen in [0, bits & everyone, bits & everyone >> (choice.weights.len() / 2)] {
            let mut out = [u64::MAX];
            kernel.offered(&[chosen], &mut out);
            let fits = Choice { limits: vec![], ..choice.clone() }.meets(chosen);
            prop_assert_eq!(ids(out[0]), if fits { choice.offered(chosen) } else { BTreeSet::new() });
            prop_assert_eq!(kernel.complete(&[chosen]), choice.meets(chosen));
        }
    }
}

#[test]
fn limits_that_need_too_many_totals_are_refused_in_words() {
    let mut choose = Choose::default();
    choose.begin(&[(200, i64::MAX), (i64::MIN, 200)], false);
    assert_eq!(choose.push(0, &[1], 0), Err(Refusal::Weights { id: 0, limits: 2, weights: 1 }));
    for id in 0..64 {
        choose.push(id, &[60, i64::MAX], 0).unwrap();
    }
    assert!(choose.ready().is_ok(), "beyond 200 there is nothing to tell apart");
    choose.begin(&[(300, i64::MAX), (300, 400)], false);
    (0..64).for_each(|id| choose.push(id, &[60, 60], 0).unwrap());
    let refused = choose.ready().unwrap_err();
    assert_eq!(
        refused.to_string(),
        "these limits together need more than 65536 different totals to be told apart; use smaller limits or fewer of them"
    );
    assert!(!choose.complete(&[0]));
}

/// Totals that are enough whatever comes stay so, also where they were counted as one with smaller ones. All four must
/// be taken, or a set could stop where it is and would not show it.
#[test]
fn a_bound_that_always_holds_loses_nobody() {
    let mut kernel = Choose::default();
    for (lo, hi) in [(-5, i64::MAX), (-3, i64::MAX), (i64::MIN, 5), (i64::MIN, 2), (-5, 5)] {
        kernel.begin(&[(lo, hi), (4, 4)], false);
        for (id, weight) in [(0, -1), (1, -2), (2, 1), (3, 1)] {
            kernel.push(id, &[weight, 1], 0).unwrap();
        }
        kernel.ready().unwrap();
        let mut out = [0];
        kernel.offered(&[0], &mut out);
        assert_eq!(out, [0b1111], "{lo} to {hi}");
        kernel.offered(&[0b100], &mut out);
        assert_eq!(out, [0b1011], "{lo} to {hi}");
        kernel.offered(&[0b111], &mut out);
        assert_eq!(out, [0b1000], "{lo} to {hi}");
        assert!(kernel.complete(&[0b1111]));
    }
}
