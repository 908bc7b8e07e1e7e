//! What is wrong with an example, and what its author is told to type.

use crate::{GAME, scripts};
use wgr_runtime::script::{Report, run};
use wgr_tests::harness::must;

/// The steps of one example at the scene in the wood.
fn played(steps: &str) -> Report {
    let game = must(GAME);
    let text = format!(r#"{{ "examples": [ {{ "title": "T", "at": "wood", "steps": [ {steps} ] }} ] }}"#);
    run(&game, &scripts(&game, &text)).remove(0)
}

fn told(steps: &str) -> String {
    let report = played(steps);
    let at = report.steps.last().map(|step| step.text.clone()).unwrap_or_default();
    let Some(failure) = report.failure else { return format!("{at}\n  holds") };
    let mut lines = vec![at, format!("  {}", failure.what)];
    lines.extend(failure.expected.iter().map(|line| format!("  expected: {line}")));
    lines.extend(failure.found.iter().map(|line| format!("  found: {line}")));
    lines.push(format!("  help: {}", failure.help));
    lines.join("\n")
}

const ATTACK: &str = r#"{ "when": "attack", "args": ["0303"], "by": "French" }"#;
const LEAD: &str = r#"{ "answer": "7.7#a", "by": "French", "with": ["RIC1a"] }"#;
const JOIN: &str = r#"{ "answer": "7.7#b", "by": "French", "with": ["RIC1b"] }"#;
const NAMED: &str = r#"{ "answer": "7.7#c", "by": "German", "with": ["IR23a"] }"#;

fn steps(steps: &[&str]) -> String {
    steps.join(", ")
}

#[test]
fn every_slip_is_told_with_what_to_type() {
    let expect = r#"{ "expect": "drm_is_1", "shown": { "drm": "drm" }, "from": "drm", "rows": {"#;
    let cases: Vec<(&str, String)> = vec![
        ("an ask is left out", steps(&[ATTACK, LEAD, r#"{ "answer": "7.7#c", "by": "German", "with": ["IR23a"] }"#])),
        ("a die is left out", steps(&[ATTACK, LEAD, JOIN, NAMED, r#"{ "when": "pass", "by": "French" }"#])),
        ("the last die is left out", steps(&[ATTACK, LEAD, JOIN, NAMED])),
        ("a die too many", steps(&[ATTACK, LEAD, JOIN, NAMED, r#"{ "roll": [3, 4] }"#])),
        ("a face that is none", steps(&[ATTACK, LEAD, JOIN, NAMED, r#"{ "roll": [7] }"#])),
        (
            "an answer that is not offered",
            steps(&[ATTACK, r#"{ "answer": "7.7#a", "by": "French", "with": ["Ch3"] }"#]),
        ),
        (
            "an answer too many",
            steps(&[ATTACK, LEAD, r#"{ "answer": "7.7#b", "by": "French", "with": ["RIC1b", "done", "Ch3"] }"#]),
        ),
        ("an action that is not offered", r#"{ "when": "attack", "args": ["0404"], "by": "French" }"#.to_owned()),
        ("an action within another", steps(&[ATTACK, r#"{ "when": "march", "args": ["RIC1a"], "by": "French" }"#])),
        (
            "a march to where it may not go",
            r#"{ "when": "march", "args": ["RIC1a", "0303"], "by": "French" }"#.to_owned(),
        ),
        ("refused what is offered", r#"{ "refused": "attack", "args": ["0303"], "by": "7.1#c" }"#.to_owned()),
        ("refused by another row", r#"{ "refused": "attack", "args": ["0404"], "by": "7.1#d" }"#.to_owned()),
        (
            "refused by another row of a permit",
            r#"{ "refused": "attack", "args": ["0404"], "by": "7.1#d", "permit": ["may_be_attacked", "0404"] }"#
                .to_owned(),
        ),
        (
            "what is not so",
            steps(&[
                ATTACK,
                LEAD,
                JOIN,
                NAMED,
                r#"{ "expect": "drm_is_2", "shown": { "drm": "drm" }, "from": "drm" }"#,
            ]),
        ),
        (
            "rows that are others",
            steps(&[
                ATTACK,
                LEAD,
                JOIN,
                NAMED,
                &format!(r#"{expect} "Quality of the attacker": "+2", "Wood": "-1", "Sun": "+1" }} }}"#),
            ]),
        ),
        ("a value that faults", r#"{ "expect": "faulty", "shown": {} }"#.to_owned()),
        ("an ask in the middle is left open", steps(&[ATTACK])),
        ("the name of an arm that has many", r#"{ "when": "march", "by": "French" }"#.to_owned()),
    ];
    let text: Vec<String> = cases.into_iter().map(|(name, steps)| format!("{name}: {}", told(&steps))).collect();
    insta::with_settings!({ snapshot_path => "../../snap/script", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("wrong", text.join("\n\n"));
    });
}

#[test]
fn what_needs_not_be_said_may_be_left_out_or_said() {
    let lost = r#"{ "expect": "drm_is_1", "from": "drm", "rows": { "Quality of the attacker": null, "Further attackers": "1", "Wood": "- 1" } }"#;
    let said = r#"{ "answer": "7.7#b", "by": "French", "with": ["RIC1b", "done"] }"#;
    let roll = r#"{ "roll": [3] }"#;
    for report in [
        played(&steps(&[ATTACK, LEAD, JOIN, NAMED, lost, roll])),
        played(&steps(&[ATTACK, LEAD, said, NAMED, lost, roll])),
    ] {
        assert!(report.failure.is_none(), "{:#?}", report.failure);
    }
}

#[test]
fn a_scene_that_is_none_and_circles_are_told() {
    let game = must(GAME);
    let text = r#"{ "examples": [
        { "title": "A", "at": "ford", "steps": [] },
        { "title": "B", "after": "A", "steps": [] },
        { "title": "C", "after": "D", "steps": [] },
        { "title": "D", "after": "C", "steps": [] } ] }"#;
    let reports = run(&game, &scripts(&game, text));
    let told: Vec<String> = reports.iter().map(|report| report.failure.clone().unwrap().what).collect();
    assert_eq!(
        told,
        [
            "there is no scene or scenario `ford`",
            "it continues \"A\", which fails",
            "it continues itself by way of others",
            "it continues itself by way of others"
        ]
    );
}
