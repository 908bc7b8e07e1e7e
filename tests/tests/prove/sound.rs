//! What is proved is true, and what is told happens: against the oracle, in every situation of small queries.

use super::make::{Made, Maker};
use std::collections::BTreeSet;
use wgr_compiler::{FindingKind, Memory, OpenWhat, Proof, Witness};
use wgr_runtime::ir::{Body, FuncId, Program, RowIx, Rows, SiteId};
use wgr_runtime::verify::Waiting;
use wgr_runtime::verify::verify;
use wgr_tests::ir_text::read;
use wgr_tests::oracle::{Code, Label, Outcome, run};

/// More on request: `PROVE_PROGRAMS=5000 cargo test -p wgr-tests --test prove --release`.
fn programs() -> u64 {
    option_env!("PROVE_PROGRAMS").and_then(|n| n.parse().ok()).unwrap_or(120)
}

/// One situation: what the dice said, and how it ended.
struct Situation {
    dice: Vec<i64>,
    end: Outcome,
}

/// None where a look-up can never fit: that is told by the verifier.
fn program(made: &Made) -> Option<(Program, Proof)> {
    let program = read(&made.text);
    let verified = match verify(&program) {
        Ok(verified) => verified,
        Err(errors) if errors.iter().all(|error| error.what.contains("can never fit")) => return None,
        Err(errors) => panic!("{errors:?}\n{}", made.text),
    };
    let proof = Memory::default().prove(&program, &verified, &[]);
    Some((program, proof))
}

fn situations(made: &Made, program: &Program) -> Vec<Situation> {
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for faces in &made.dice {
        all = all.iter().flat_map(|so_far| (0..*faces).map(|face| [so_far.as_slice(), &[face]].concat())).collect();
    }
    let end = |dice: &Vec<i64>| {
        let labels: Vec<Label> = dice.iter().map(|face| Label::Roll(*face)).collect();
        run(program, &Waiting::default(), &labels).outcome
    };
    all.into_iter().map(|dice| Situation { end: end(&dice), dice }).collect()
}

fn faults(situation: &Situation, code: Code) -> Option<SiteId> {
    match &situation.end {
        Outcome::Fault { code: found, site } if *found == code => *site,
        Outcome::Fault { .. } | Outcome::Over(_) => None,
        Outcome::Ask { .. } | Outcome::Roll { .. } | Outcome::Draw { .. } | Outcome::Bad(_) => {
            panic!("{:?}", situation.end)
        }
    }
}

fn member(name: &str) -> Option<i64> {
    ["a", "b", "c"].iter().chain(&["x", "y", "z"]).position(|known| *known == name).map(|at| at as i64 % 3)
}

/// Does the situation agree with everything in the witness that the dice say?
fn agrees(made: &Made, dice: &[i64], witness: &Witness) -> bool {
    let die = |says: &str| made.says.iter().position(|said| said == says).map(|at| dice[at]);
    let name_of = |word: &str| -> Option<String> {
        let unit = die(word).filter(|_| ["u", "v"].contains(&word)).map(|at| ["a", "b", "c"][at as usize].to_owned());
        unit.or_else(|| ["a", "b", "c"].contains(&word).then(|| word.to_owned()))
    };
    witness.facts.iter().all(|(name, value)| {
        let place = match (name.split_once(" in "), name.split_once('(')) {
            (Some((word, set)), _) => name_of(word).map(|unit| format!("{unit} in {set}")),
            (None, Some((cell, word))) => name_of(word.trim_end_matches(')')).map(|unit| format!("{cell}({unit})")),
            (None, None) => Some(name.clone()),
        };
        let Some(said) = place.and_then(|place| die(&place).map(|die| (place, die))) else { return true };
        let wanted = match value.as_str() {
            "yes" => 1,
            "no" | "none" => 0,
            word => match (word.parse::<i64>(), member(word)) {
                (Ok(number), _) => number,
                (Err(_), Some(at)) => at + i64::from(said.0.starts_with("at(")),
                (Err(_), None) => panic!("{name} is {value}"),
            },
        };
        said.1 == wanted
    })
}

fn rows(program: &Program) -> (FuncId, &Rows) {
    let id = program.func_named("q").unwrap();
    let Body::Rows(rows) = &program.func(id).body else { panic!("q has rows") };
    (id, rows)
}

#[derive(Default, Debug)]
struct Count {
    proved: u32,
    clashes: u32,
    gaps: u32,
    open: u32,
    idle: u32,
}

/// The findings of one query held against all its situations.
fn hold(made: &Made, count: &mut Count) {
    let (program, proof) = program(made).unwrap_or_else(|| panic!("{}", made.text));
    let (id, rows) = rows(&program);
    let all = situations(made, &program);
    let site = |row: &RowIx| rows.rows[row.index()].site;
    let sites: BTreeSet<SiteId> = rows.rows.iter().map(|row| row.site).collect();
    let clashed: BTreeSet<SiteId> = all.iter().filter_map(|s| faults(s, Code::Clash)).collect();
    let gap = |s: &Situation| faults(s, Code::Gap).is_some_and(|site| sites.contains(&site));
    let (mut blamed, mut gap_told) = (BTreeSet::new(), false);
    for finding in proof.findings.iter().filter(|finding| finding.func == id) {
        let told = format!("{finding:?}\n{}", made.text);
        match &finding.kind {
            FindingKind::Clash { a, b, witness, .. } => {
                count.clashes += 1;
                blamed.extend([site(a), site(b)]);
                let here = |s: &&Situation| agrees(made, &s.dice, witness);
                let clashes = |s: &Situation| faults(s, Code::Clash).is_some_and(|site| sites.contains(&site));
                let happens = all.iter().filter(here).any(clashes);
                // The guard of a row with binders that fails for everybody is judged first; that is not looked at.
                let failing = |line: &str| line.contains(" for k") && line.contains("]!]");
                let masked = |s: &Situation| matches!(s.end, Outcome::Fault { code: Code::Range, .. });
                let masked = made.text.lines().any(failing) && all.iter().filter(here).any(masked);
                assert!(happens || masked, "this clashes nowhere: {told}");
            }
            FindingKind::Gap { witness } => {
                count.gaps += 1;
                gap_told = true;
                assert!(all.iter().filter(|s| agrees(made, &s.dice, witness)).any(gap), "no gap there: {told}");
            }
            FindingKind::Open { what: OpenWhat::Clash { a, b, .. }, .. } => {
                count.open += 1;
                blamed.extend([site(a), site(b)]);
            }
            FindingKind::Open { what: OpenWhat::Gap, .. } => {
                count.open += 1;
                gap_told = true;
            }
            FindingKind::Idle { row, .. } => {
                count.idle += 1;
                never_wins(made, rows, *row, &told);
            }
            FindingKind::Same { .. }
            | FindingKind::Always { .. }
            | FindingKind::Relies { .. }
            | FindingKind::Decided { .. }
            | FindingKind::Beyond { .. }
            | FindingKind::OpenBeyond { .. }
            | FindingKind::TableHole { .. }
            | FindingKind::OpenLook { .. } => {}
        }
    }
    for site in clashed.intersection(&sites) {
        assert!(blamed.contains(site), "{:?} clashes and nothing is said\n{}", program.site(*site), made.text);
    }
    assert!(gap_told || !all.iter().any(gap), "there is a gap and nothing is said\n{}", made.text);
    count.proved += proof.proved;
}

/// The row's amount is made to fail; that must never be seen. Waivers have none.
fn never_wins(made: &Made, rows: &Rows, row: RowIx, told: &str) {
    let label = format!("row {} ", rows.rows[row.index()].label);
    let Some(line) = made.text.lines().find(|line| line.trim_start().starts_with(&label)) else { panic!("{told}") };
    let Some(amount) = made.amounts.iter().find(|amount| line.contains(amount.as_str())) else { return };
    let broken = line.replace(amount.as_str(), "(1 div zero)");
    let made = Made {
        text: made.text.replace(line, &broken),
        dice: made.dice.clone(),
        says: made.says.clone(),
        amounts: Vec::new(),
    };
    let program = read(&made.text);
    let failed = |s: &Situation| matches!(s.end, Outcome::Fault { code: Code::Zero, .. });
    assert!(!situations(&made, &program).iter().any(failed), "it applies: {told}");
}

#[test]
fn what_is_said_of_rows_is_true_in_every_situation() {
    let mut count = Count::default();
    for seed in 0..programs() {
        hold(&Maker::new(seed, false).rows(), &mut count);
    }
    println!("{count:?}");
    // The generator must not drift into programs of which nothing is said.
    assert!(
        count.proved > 50 && count.clashes > 20 && count.gaps > 10 && count.idle > 5 && count.open > 5,
        "{count:?}"
    );
    assert!(count.open < count.proved, "{count:?}");
}

#[test]
fn what_is_said_of_look_ups_is_true_in_every_situation() {
    let (mut held, mut left, mut open) = (0, 0, 0);
    for seed in 0..programs() {
        let made = Maker::new(seed, true).look();
        let Some((program, proof)) = program(&made) else { continue };
        let id = program.func_named("q").unwrap();
        let all = situations(&made, &program);
        let leaves = |s: &Situation| matches!(s.end, Outcome::Fault { code: Code::Range, .. });
        let ours: Vec<_> = proof.findings.iter().filter(|finding| finding.func == id).collect();
        for finding in &ours {
            match &finding.kind {
                FindingKind::TableHole { witness, .. } => {
                    left += 1;
                    let here = |s: &&Situation| agrees(&made, &s.dice, witness);
                    assert!(all.iter().filter(here).any(leaves), "it does not leave: {finding:?}\n{}", made.text);
                }
                FindingKind::OpenLook { .. } => open += 1,
                FindingKind::Clash { .. }
                | FindingKind::Gap { .. }
                | FindingKind::Open { .. }
                | FindingKind::Relies { .. }
                | FindingKind::Beyond { .. }
                | FindingKind::OpenBeyond { .. }
                | FindingKind::Same { .. }
                | FindingKind::Idle { .. }
                | FindingKind::Decided { .. }
                | FindingKind::Always { .. } => {}
            }
        }
        if ours.is_empty() {
            held += 1;
            assert!(!all.iter().any(leaves), "it leaves and nothing is said\n{}", made.text);
        }
    }
    println!("{held} held, {left} left, {open} open");
    assert!(held > 10 && left > 10 && open < left + held);
}
