//! Generated programs run through the oracle: every run ends, none is ill-formed, most end without a fault.

use std::collections::BTreeMap;
use wgr_runtime::ir::Program;
use wgr_runtime::verify::{Waiting, verify};
use wgr_tests::generate::generate;
use wgr_tests::oracle::{Label, Outcome, Run, run};

/// The labels that a run is short of are drawn by a chance of their own.
fn play(program: &Program, seed: u64) -> (Run, Vec<Label>) {
    let (mut labels, mut chance) = (Vec::new(), seed | 1);
    loop {
        let run = run(program, &waiting(program), &labels);
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = |n: usize| (chance >> 33) as usize % n.max(1);
        match &run.outcome {
            Outcome::Ask { options, .. } => labels.push(Label::Answer(pick(options.len()))),
            Outcome::Roll { lo, hi } => labels.push(Label::Roll(lo + pick((hi - lo + 1) as usize) as i64)),
            Outcome::Draw { weights } => labels.push(Label::Draw(weights[pick(weights.len())].0)),
            Outcome::Over(_) | Outcome::Fault { .. } | Outcome::Bad(_) => return (run, labels),
        }
        assert!(labels.len() < 500, "seed {seed}: a game without end");
    }
}

fn waiting(program: &Program) -> Waiting {
    verify(program).map(|found| found.waiting).unwrap_or_default()
}

#[test]
fn generated_programs_run_to_the_end() {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut asked = Vec::new();
    let mut refused = Vec::new();
    for seed in 0..300 {
        let program = generate(seed);
        if let Err(errors) = verify(&program) {
            refused.push(format!("seed {seed}: {}", errors[0]));
            continue;
        }
        let (run, labels) = play(&program, seed);
        asked.push(labels.len());
        let end = match run.outcome {
            Outcome::Over(_) => "over".to_owned(),
            Outcome::Fault { code, .. } => format!("{code:?}"),
            Outcome::Bad(what) => format!("seed {seed}: {what}"),
            Outcome::Ask { .. } | Outcome::Roll { .. } | Outcome::Draw { .. } => unreachable!("played to the end"),
        };
        *ends.entry(end).or_default() += 1;
    }
    asked.sort_unstable();
    let (half, most) = (asked[asked.len() / 2], asked[asked.len() - 1]);
    println!("{ends:?}, {} refused, labels: median {half}, most {most}", refused.len());
    assert!(refused.len() < 90, "{refused:?}");
    let bad: Vec<&String> = ends.keys().filter(|end| end.starts_with("seed")).collect();
    assert!(bad.is_empty(), "{bad:?}");
    assert!(ends.get("over").copied().unwrap_or(0) > 200, "{ends:?}");
}

#[test]
fn the_same_seed_and_labels_give_the_same_run() {
    for seed in 0..30 {
        assert_eq!(generate(seed), generate(seed));
        let (first, labels) = play(&generate(seed), seed);
        assert_eq!(run(&generate(seed), &waiting(&generate(seed)), &labels), first);
    }
}
