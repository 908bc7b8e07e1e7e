//! The shipped machine and the oracle agree on values, cells, asks and faults.

use wgr_runtime::ir::walk::{Node, walk_block, walk_func};
use wgr_runtime::ir::{Expr, Program};
use wgr_tests::agree::{Agreement, compare};
use wgr_tests::generate::generate;

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

/// The shapes are what books ask for, and bigger than what is generated. Those that search for ways are too big for
/// the oracle, which walks every one of them.
#[test]
fn machine_and_oracle_agree_on_shapes() {
    let zones = include_str!("../suite/shapes/03_zones_by_purpose.ir");
    let obligation = include_str!("../suite/shapes/06_attack_obligation.ir");
    for (shape, games) in [(zones, 2), (obligation, 12)] {
        let program = wgr_tests::ir_text::read(shape);
        for seed in 0..games {
            let outcome = compare(&program, seed, 40);
            assert!(matches!(outcome, Ok(Agreement::Over { .. })), "{}, game {seed}: {outcome:?}", program.title);
        }
    }
}
