//! Laws of chance, in whole numbers: what is published, exact ranges, and two tests of even spread.

use wgr_runtime::exec::{Chance, Counted, Die, Drawing, Fair, Generator};
use wgr_runtime::ir::DomainId;
use wgr_tests::kernels::Xorshift32;

#[test]
fn xorshift32_gives_the_published_numbers() {
    // Marsaglia 2003, with the seed printed there.
    let mut dice = Xorshift32(2_463_534_242);
    let numbers: Vec<u32> = (0..3)
        .map(|_| {
            dice.below(6);
            dice.0
        })
        .collect();
    assert_eq!(numbers, [723_471_715, 2_497_366_906, 2_064_144_800]);
}

#[test]
fn xorshift32_takes_its_upper_half_by_product() {
    let mut dice = Xorshift32(2_463_534_242);
    assert_eq!(dice.below(6), (u64::from(723_471_715_u32 >> 16) * 6) >> 16);
}

/// A bound that shows the numbers behind it: only 2^64 - 1 itself is thrown away.
fn raw(dice: &mut impl Generator) -> u64 {
    dice.below(u64::MAX)
}

#[test]
fn fair_dice_are_splitmix64_as_published() {
    let mut dice = Fair(1_234_567);
    let numbers: Vec<u64> = (0..5).map(|_| raw(&mut dice)).collect();
    let published = [
        6_457_827_717_110_365_317,
        3_203_168_211_198_807_973,
        9_817_491_932_198_370_423,
        4_593_380_528_125_082_431,
        16_408_922_859_458_223_821,
    ];
    assert_eq!(numbers, published);
}

#[test]
fn numbers_of_the_last_incomplete_run_are_thrown_away() {
    // Three quarters of all numbers: every fourth number or so must be thrown away, and the others stay as they are.
    let bound = 3 << 62;
    let (mut dice, mut behind, mut thrown) = (Fair(5), Fair(5), 0);
    for _ in 0..2_000 {
        let got = dice.below(bound);
        while raw(&mut behind) != got {
            thrown += 1;
        }
    }
    assert!((560..780).contains(&thrown), "{thrown}");
}

#[test]
fn counted_numbers_depend_on_stream_and_place_alone() {
    let mut whole = Counted { key: 9, count: 0 };
    let numbers: Vec<u64> = (0..50).map(|_| raw(&mut whole)).collect();
    for at in [49_usize, 0, 17] {
        assert_eq!(raw(&mut Counted { key: 9, count: at as u64 }), numbers[at]);
        assert_ne!(raw(&mut Counted { key: 10, count: at as u64 }), numbers[at]);
    }
}

/// A generator by its name: below a bound, the next number.
type Named = (&'static str, Box<dyn FnMut(u64) -> u64>);

/// The generators of games and of simulations, and streams of one number each.
fn generators() -> Vec<Named> {
    let (mut fair, mut counted, mut key) = (Fair(42), Counted { key: 42, count: 0 }, 0);
    vec![
        ("fair", Box::new(move |bound| fair.below(bound))),
        ("counted", Box::new(move |bound| counted.below(bound))),
        (
            "streams",
            Box::new(move |bound| {
                key += 1;
                Counted { key, count: 0 }.below(bound)
            }),
        ),
    ]
}

/// Chi-square times `n * k`, and `n * k`: sum of (k * seen - n)^2 over k classes of n numbers.
fn spread(seen: &[u64]) -> (u64, u64) {
    let (n, k) = (seen.iter().sum::<u64>(), seen.len() as u64);
    (seen.iter().map(|count| (k * count).abs_diff(n).pow(2)).sum(), n * k)
}

#[test]
fn every_face_falls_as_often_as_the_others() {
    // Bounds that chance passes once in ten thousand times, for as many classes less one.
    for (faces, most) in [(2, 15), (6, 26), (10, 34), (100, 162)] {
        for (name, mut dice) in generators() {
            let mut seen = vec![0; faces];
            for _ in 0..12_000 * faces {
                seen[dice(faces as u64) as usize] += 1;
            }
            let (sum, unit) = spread(&seen);
            assert!(sum < most * unit, "{name}, {faces} faces: {seen:?}");
            // Too even is no chance either.
            assert!(faces < 10 || sum * 20 > unit * faces as u64, "{name}, {faces} faces: {seen:?}");
        }
    }
}

#[test]
fn a_face_says_nothing_of_the_next() {
    for lag in 1..=3 {
        for (name, mut dice) in generators() {
            let faces: Vec<u64> = (0..60_000).map(|_| dice(6)).collect();
            let mut seen = vec![0; 36];
            // Pairs that share no number.
            for chunk in faces.chunks_exact(2 * lag) {
                for at in 0..lag {
                    seen[(chunk[at] * 6 + chunk[at + lag]) as usize] += 1;
                }
            }
            let (sum, unit) = spread(&seen);
            assert!(sum < 78 * unit, "{name}, lag {lag}: {seen:?}");
        }
    }
}

#[test]
fn a_die_shows_every_face_and_no_other() {
    for (lo, hi) in [(1, 6), (0, 1), (-3, 3), (7, 7), (0, 999)] {
        let mut dice = Fair(3);
        let mut seen = vec![false; (hi - lo + 1) as usize];
        for _ in 0..20 * seen.len() {
            let fell = dice.roll(Die::bare(lo, hi)).unwrap();
            assert!((lo..=hi).contains(&fell));
            seen[(fell - lo) as usize] = true;
        }
        assert!(seen.iter().all(|seen| *seen), "{lo}..{hi}");
    }
}

#[test]
fn draws_follow_the_weights() {
    let mut dice = Fair(8);
    let mut seen = [0; 3];
    for _ in 0..60_000 {
        match dice.draw(Drawing { domain: DomainId(0), site: None }, &[(4, 1), (5, 2), (7, 3)]) {
            Some(4) => seen[0] += 1,
            Some(5) => seen[1] += 1,
            Some(7) => seen[2] += 1,
            other => panic!("{other:?} has no weight"),
        }
    }
    // Six classes of one weight: the shares of 60,000 within four spreads.
    assert!((9_600..10_400).contains(&seen[0]) && (29_500..30_500).contains(&seen[2]), "{seen:?}");
}
