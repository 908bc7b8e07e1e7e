//! The shipped machine and the oracle agree on values, cells, asks and faults.

use wgr_compiler::Starts;
use wgr_runtime::ir::walk::{Node, walk_block, walk_func};
use wgr_runtime::ir::{Expr, Program};
use wgr_tests::agree::{Agreement, compare};
use wgr_tests::generate::generate;
use wgr_tests::ir_text::read;
use wgr_tests::rules::{checked, names, suite, text};
use wgr_tests::shipped::{all, shipped};

/// More on request: `AGREE_PROGRAMS=20000 cargo test -p wgr-tests --test agree --release`.
fn programs() -> u64 {
    option_env!("AGREE_PROGRAMS").and_then(|n| n.parse().ok()).unwrap_or(400)
}

#[test]
fn machine_and_oracle_agree_on_generated_programs() {
    let (mut over, mut faults, mut refused, mut long, mut nested) = (0, 0, 0, 0, 0);
    let mut wrong = Vec::new();
    for seed in 0..programs() {
        let program = generate(seed);
        nested += u64::from(nests(&program));
        for game in 0..2 {
            match compare(&program, seed * 2 + game, 40) {
                Ok(Agreement::Over { .. }) => over += 1,
                Ok(Agreement::Fault { .. }) => faults += 1,
                Ok(Agreement::Refused) => refused += 1,
                Ok(Agreement::Long) => long += 1,
                Ok(Agreement::BeyondTheOracle { labels }) => {
                    panic!("game {game} of {seed}: beyond the oracle after {labels}")
                }
                Err(what) => wrong.push(format!("seed {seed}, game {game}: {what}")),
            }
        }
    }
    println!("{over} over, {faults} faults, {refused} refused, {long} long, {} wrong", wrong.len());
    println!("{nested} with suppositions inside each other");
    assert!(wrong.is_empty(), "{} differ, first: {}", wrong.len(), wrong[..wrong.len().min(3)].join("\n\n"));
    // The generator must not drift into programs that say nothing.
    assert!(over > faults && faults > 0 && refused * 5 < over);
    assert!(nested * 5 > programs());
}

/// Does a supposition stand in another, in one function?
fn nests(program: &Program) -> bool {
    let mut found = false;
    for func in &program.funcs {
        walk_func(func, &mut |node| {
            let Node::Expr(_, Expr::Suppose(suppose)) = node else { return };
            walk_block(func, &suppose.body, &mut |inner| found |= matches!(inner, Node::Expr(_, Expr::Suppose(_))));
        });
    }
    found
}

/// What books ask for, and bigger than what is generated.
#[test]
fn machine_and_oracle_agree_on_a_shape() {
    let program = read(include_str!("../suite/shapes/06_attack_obligation.ir"));
    for seed in 0..12 {
        let outcome = compare(&program, seed, 40);
        assert!(matches!(outcome, Ok(Agreement::Over { .. })), "game {seed}: {outcome:?}");
    }
}

/// In these the oracle can go on for some answers alone, for then it would do more work than any rule may: up to there
/// they are compared.
const TOO_LONG: [&str; 3] =
    ["hard-rules/06_command_paths", "hard-rules/07_zones_by_purpose", "hard-rules/08_emergency_fallback"];

/// Rules as the compiler translates them: the games of `suite/play` and the hard rules.
#[test]
fn machine_and_oracle_agree_on_rules() {
    let small = names(&suite("play")).into_iter().map(|name| {
        let text = text(&suite("play").join(format!("{name}.wgr"))).unwrap();
        (checked(&name, &text, None).compiled, name)
    });
    let hard = all().into_iter().filter(|name| name.starts_with("hard-rules"));
    let hard = hard.map(|name| (shipped(&name).check(Starts::Scenarios).compiled, name));
    let (mut over, mut long, mut beyond) = (0, 0, Vec::new());
    for (compiled, name) in small.chain(hard) {
        let program = compiled.expect("it checks").program;
        for seed in 0..2 {
            match compare(&program, seed, 20) {
                Ok(Agreement::Over { .. } | Agreement::Fault { .. }) => over += 1,
                Ok(Agreement::Long) => long += 1,
                Ok(Agreement::BeyondTheOracle { labels }) if labels > 0 && TOO_LONG.contains(&name.as_str()) => {
                    beyond.push((name.clone(), labels));
                }
                other => panic!("{name}, game {seed}: {other:?}"),
            }
        }
    }
    println!("{over} over, {long} longer than 20 answers and dice; the oracle could not go on in {beyond:?}");
    assert!(over > 20 && long > 40, "{over} over, {long} long");
}
