//! The interpreter and native code do the same: on generated programs, on the suite, on whole games.

use wgr_compiler::Starts;
use wgr_native::Made;
use wgr_runtime::exec::WORK;
use wgr_runtime::verify::verify;
use wgr_tests::engines::{Abreast, Twins};
use wgr_tests::generate::generate;
use wgr_tests::harness::made_of;
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
        let twins = Twins::of(|| made_of(&program, &verified).unwrap()).unwrap();
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
        let twins = Twins::of(|| playable(&compiled)).unwrap_or_else(|what| panic!("{name}: {what}"));
        for (game, work) in [WORK, WORK, 500, 5_000].into_iter().enumerate() {
            twins.play(game as u64, 60, work).unwrap_or_else(|what| panic!("{name}, work {work}: {what}"));
        }
    }
}

#[test]
fn they_agree_on_whole_games_and_native_code_does_most_of_it() {
    for name in all() {
        let compiled = shipped(&name).check(Starts::Scenarios).compiled.expect("it checks");
        let twins = Twins::of(|| playable(&compiled)).unwrap_or_else(|what| panic!("{name}: {what}"));
        let played: Vec<Abreast> = (1..3)
            .map(|seed| twins.play(seed, 400, WORK).unwrap_or_else(|what| panic!("{name}, {seed}: {what}")))
            .collect();
        let (natively, helped) = shares(&played, &twins.made);
        println!("{name}: {natively} % natively, of which {helped} % are ops that native code asks the machine for");
        assert!(natively >= 90 && natively - helped >= 65, "{name}: {natively} % natively, {helped} % by the machine");
        twins.play(4, 200, 20_000).unwrap_or_else(|what| panic!("{name}, little work: {what}"));
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
