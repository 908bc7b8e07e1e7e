//! The interpreter and native code do the same: on generated programs, on the suite, on whole games.

use wgr_compiler::Starts;
use wgr_native::Made;
use wgr_runtime::exec::blocks::{Entry, Inst};
use wgr_runtime::exec::chance::{MIX, MIX_LAST, STRIDE};
use wgr_runtime::exec::{Fair, Generator, WORK};
use wgr_runtime::verify::verify;
use wgr_tests::engines::{Abreast, Twins};
use wgr_tests::generate::generate;
use wgr_tests::harness::{game, made_of, must};
use wgr_tests::kernels::combat;
use wgr_tests::numbers::counts;
use wgr_tests::rules::{checked, names, playable, suite, text};
use wgr_tests::shipped::{all, shipped};

/// More on request: `ENGINES_PROGRAMS=20000 cargo test -p wgr-tests --test engines --release`.
fn programs() -> u64 {
    option_env!("ENGINES_PROGRAMS").and_then(|n| n.parse().ok()).unwrap_or(200)
}

#[test]
fn they_agree_on_generated_programs() {
    let (mut over, mut faults, mut labels) = (0, 0, 0);
    for seed in 0..programs() {
        let program = generate(seed);
        let Ok(verified) = verify(&program) else { continue };
        let twins = Twins::of(|| made_of(&program, &verified).unwrap(), seed % 2 == 0).unwrap();
        // With little work, too, so that it ends in the middle of things.
        for (game, work) in [WORK, 40, 300, 2_000].into_iter().enumerate() {
            let played = twins.play(seed * 4 + game as u64, 60, work);
            let played = played.unwrap_or_else(|what| panic!("seed {seed}, work {work}: {what}"));
            over += u64::from(played.over);
            faults += u64::from(played.fault);
            labels += played.labels;
        }
    }
    println!("{over} over, {faults} faults, {labels} labels");
    assert!(over > programs() / 4 && faults > 0);
}

/// What is sure is left out by the one, and looked at by the other.
#[test]
fn they_agree_on_programs_that_count() {
    let (mut all, mut over, mut faults) = (0, 0, 0);
    for seed in 0..programs() {
        let text = counts(seed);
        if game(&text).is_err() {
            continue;
        }
        all += 1;
        for doubts in [false, true] {
            let twins = Twins::of(|| must(&text), doubts).unwrap();
            for (nth, work) in [20_000, 20_000, 2_000, 300, 40].into_iter().enumerate() {
                let played = twins.play(seed * 5 + nth as u64, 60, work);
                let played = played.unwrap_or_else(|what| panic!("seed {seed}, work {work}: {what}\n{text}"));
                over += u64::from(played.over);
                faults += u64::from(played.fault);
            }
        }
    }
    println!("of {} programs {all}, {over} over, {faults} faults", programs());
    assert!(all > programs() / 2 && over > all && faults > all);
}

/// The first die has the most faces that one may have.
const DICE: &str = r#"wgr-ir 1
program "Dice of all sizes"
enum Side { one, other }
sides Side

procedure main() -> int 0..1000000 {
    let sum: int 0..1000000 = 0
    repeat i: int 0..19999 times 20000 {
        roll wide: int 1..1000
        roll only: int 3..3
        roll coin: int 0..1
        roll low: int -3..3
        roll ten: int 1..10
        roll hundred: int -100..-1
        sum := (sum + only * coin + low * ten - hundred + wide) mod 1000000
    }
    return sum
}
main main
"#;

/// The number of a generator whose next one comes out as this when it is mixed.
fn before(mixed: u64) -> u64 {
    let unfold = |number: u64, down: u32| (0..64).fold(number, |found, _| number ^ (found >> down));
    // An odd number times its inverse is one; each round doubles the bits that are right.
    let inverse = |by: u64| (0..6).fold(by, |found, _| found.wrapping_mul(2_u64.wrapping_sub(by.wrapping_mul(found))));
    let number = MIX
        .into_iter()
        .rev()
        .fold(unfold(mixed, MIX_LAST), |number, (down, by)| unfold(number.wrapping_mul(inverse(by)), down));
    number.wrapping_sub(STRIDE)
}

/// Native code rolls those of a bare generator itself.
#[test]
fn the_same_dice_fall() {
    let twins = Twins::of(|| must(DICE), false).unwrap();
    for seed in [1, 2, 5, 7] {
        let played = twins.play(seed, 2, WORK).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
        assert!(played.over);
        // And where there is no more work in the middle of it.
        twins.play(seed, 2, 1_000 + seed).unwrap_or_else(|what| panic!("seed {seed}, little work: {what}"));
    }
    // Of these the first number is thrown away.
    let thrown = (0..616).map(|nth| before(u64::MAX - nth));
    let thrown: Vec<u64> = thrown.filter(|seed| seed % 2 == 1 && seed % 3 != 0).take(8).collect();
    assert_eq!(thrown.len(), 8);
    for seed in thrown {
        let mut dice = Fair(seed);
        dice.below(1000);
        assert_eq!(dice.0, seed.wrapping_add(STRIDE.wrapping_mul(2)), "two numbers were asked for");
        twins.play(seed, 2, WORK).unwrap_or_else(|what| panic!("seed {seed}: {what}"));
    }
    // Whoever is asked for each die stops there, and what is known is looked at where native code goes on.
    twins.play(3, 600, WORK).unwrap_or_else(|what| panic!("{what}"));
}

/// The combat kernel looks up without looking, but for what may outgrow its place.
#[test]
fn look_ups_of_the_kernel_are_sure() {
    let blocks = combat().rules().blocks();
    let body = blocks.bodies.iter().flatten().next().expect("the kernel is made");
    let insts = || body.blocks.iter().flat_map(|block| &block.steps).flat_map(|step| &step.insts);
    let sure = |entry: &Entry| assert!(entry.sure, "{entry:?}");
    for inst in insts() {
        if let Inst::Table { of, .. } = inst {
            sure(of);
        } else if let Inst::TableAdd { one, two, .. } = inst {
            [Some(one), two.as_ref()].into_iter().flatten().for_each(sure);
        }
    }
    assert_eq!(insts().filter(|inst| matches!(inst, Inst::Check { sure: false, .. })).count(), 1, "{body}");
    // It may be entered at either die, where what was found is looked at.
    assert_eq!(body.granted.values().filter(|granted| !granted.is_empty()).count(), 2, "{body}");
}

/// Of a hundred ops so many were run natively, and so many of those by the machine, which native code asked.
fn shares(played: &[Abreast], made: &Made) -> (u64, u64) {
    let interpreted: u64 = played.iter().map(|played| played.interpreted).sum();
    let all = (made.ran() + interpreted).max(1);
    (made.ran() * 100 / all, made.helped() * 100 / all)
}

#[test]
fn they_agree_on_the_suite() {
    for name in names(&suite("play")) {
        let text = text(&suite("play").join(format!("{name}.wgr"))).unwrap();
        let compiled = checked(&name, &text, None).compiled.expect("it checks");
        let twins = Twins::of(|| playable(&compiled), true).unwrap_or_else(|what| panic!("{name}: {what}"));
        for (game, work) in [WORK, WORK, 500, 5_000].into_iter().enumerate() {
            twins.play(game as u64, 60, work).unwrap_or_else(|what| panic!("{name}, work {work}: {what}"));
        }
    }
}

#[test]
fn they_agree_on_whole_games_and_native_code_does_most_of_it() {
    for name in all() {
        let compiled = shipped(&name).check(Starts::Scenarios).compiled.expect("it checks");
        let twins = Twins::of(|| playable(&compiled), false).unwrap_or_else(|what| panic!("{name}: {what}"));
        let played: Vec<Abreast> = (1..3)
            .map(|seed| twins.play(seed, 400, WORK).unwrap_or_else(|what| panic!("{name}, {seed}: {what}")))
            .collect();
        let (natively, helped) = shares(&played, &twins.made);
        println!("{name}: {natively} % natively, of which {helped} % are ops that native code asks the machine for");
        assert!(natively >= 90 && natively - helped >= 65, "{name}: {natively} % natively, {helped} % by the machine");
        twins.play(4, 200, 20_000).unwrap_or_else(|what| panic!("{name}, little work: {what}"));
        // And once with a look at everything that is sure.
        let twins = Twins::of(|| playable(&compiled), true).unwrap_or_else(|what| panic!("{name}: {what}"));
        twins.play(5, 300, WORK).unwrap_or_else(|what| panic!("{name}, in doubt: {what}"));
    }
}

/// What native code is made from holds what it promises, and can be read.
#[test]
fn blocks_are_what_they_promise() {
    for name in all() {
        let compiled = shipped(&name).check(Starts::Scenarios).compiled.expect("it checks");
        let blocks = playable(&compiled).rules().blocks();
        let bodies: Vec<_> = blocks.bodies.iter().flatten().collect();
        assert!(bodies.iter().any(|body| body.is_plain()) && bodies.iter().any(|body| !body.is_plain()), "{name}");
        for body in bodies {
            assert_eq!(body.check(), Ok(()), "{name}, function {}", body.func);
            let printed = body.to_string();
            let told = printed.lines().filter(|line| line.starts_with("block ")).count();
            assert_eq!(told, body.blocks.len(), "{printed}");
        }
    }
}
