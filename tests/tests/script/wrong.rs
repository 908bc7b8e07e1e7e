//! What is wrong with an example, and what its author is told to type.

use crate::{SKIRMISH, compiled};
use wgr_runtime::script::{Report, run};
use wgr_tests::rules::playable;

/// Divides by nothing where nobody has lost a step.
const SHARE: &str = "value share(u: Unit): 0..9 { 8.1 \"A share\" = 6 / (3 - u.steps) rounded down }\n";

/// What is played where these examples stand behind the skirmish.
fn played(examples: &str) -> Vec<Report> {
    let compiled = compiled(&format!("{}{SHARE}{examples}", without_examples()));
    run(&playable(&compiled), &compiled.scripts)
}

fn without_examples() -> &'static str {
    &SKIRMISH[..SKIRMISH.find("example ").unwrap()]
}

/// The steps of one example in the wood.
fn one(steps: &str) -> String {
    format!("example \"T\" of 7.1#a at wood {{\n{steps}\n}}\n")
}

fn told(steps: &str) -> String {
    let report = played(&one(steps)).remove(0);
    let at = report.steps.last().map(|step| step.text.clone()).unwrap_or_default();
    let Some(failure) = report.failure else { return format!("{at}\n  holds") };
    let mut lines = vec![at, format!("  {}", failure.what)];
    lines.extend(failure.expected.iter().map(|line| format!("  expected: {line}")));
    lines.extend(failure.found.iter().map(|line| format!("  found: {line}")));
    lines.push(format!("  help: {}", failure.help));
    lines.join("\n")
}

const ATTACK: &str = "when attack 0303 by French";
const LEAD: &str = "answer 7.7#a by French: RIC1a";
const JOIN: &str = "answer 7.7#b by French: RIC1b";
const NAMED: &str = "answer 7.7#c by German: IR23a";

fn steps(steps: &[&str]) -> String {
    steps.join("\n")
}

/// What the law says no of is another hex on the ways of the move.
#[test]
fn what_the_law_says_of_another_hex_refuses_nothing() {
    let text = include_str!("../../suite/play/laws.wgr");
    let rules = &text[..text.find("example ").unwrap()];
    let played = |by: &str| {
        let example = format!("example \"T\" of {by} at line {{ refused march U2 to 0201 by {by} }}\n");
        let compiled = compiled(&format!("{rules}{example}"));
        run(&playable(&compiled), &compiled.scripts).remove(0)
    };
    assert!(played("6.1#b").failure.is_none());
    let found = played("9.8#a").failure.expect("no American is refused by the bank there").found.join("\n");
    assert!(found.contains("6.1#b") && !found.contains("9.8#a"), "{found}");
}

#[test]
fn every_slip_is_told_with_what_to_type() {
    let cases: Vec<(&str, String)> = vec![
        ("an ask is left out", steps(&[ATTACK, LEAD, NAMED])),
        ("a die is left out", steps(&[ATTACK, LEAD, JOIN, NAMED, "when pass by French"])),
        ("the last die is left out", steps(&[ATTACK, LEAD, JOIN, NAMED])),
        ("a die too many", steps(&[ATTACK, LEAD, JOIN, NAMED, "roll 3, 4"])),
        ("a face that is none", steps(&[ATTACK, LEAD, JOIN, NAMED, "roll 7"])),
        ("an answer that is not offered", steps(&[ATTACK, "answer 7.7#a by French: Ch3"])),
        ("an answer too many", steps(&[ATTACK, LEAD, "answer 7.7#b by French: RIC1b, done, Ch3"])),
        ("an action that is not offered", "when attack 0404 by French".to_owned()),
        ("an action within another", steps(&[ATTACK, "when march RIC1a by French"])),
        ("a march to where it may not go", steps(&["when march RIC1a by French", "answer 6.2 by French: 0303"])),
        ("refused what is offered", "refused attack 0303 by 7.1#c".to_owned()),
        ("refused by another row", "refused attack 0404 by 7.1#d".to_owned()),
        ("what is not so", steps(&[ATTACK, LEAD, JOIN, NAMED, "expect drm is 2"])),
        (
            "rows that are others",
            steps(&[
                ATTACK,
                LEAD,
                JOIN,
                NAMED,
                "expect drm is 1 from \"Quality of the attacker\" +2, \"Wood\" -1, \"Out of the wood\"",
            ]),
        ),
        ("a value that faults", "expect share(RIC1a) is 1".to_owned()),
        ("an ask in the middle is left open", steps(&[ATTACK])),
        ("refused is a hex, and nobody is asked for one", steps(&[ATTACK, "refused 0404 by 7.7#a"])),
        ("a value that faults while somebody is asked", steps(&[ATTACK, "expect share(RIC1a) is 1"])),
    ];
    let text: Vec<String> = cases.into_iter().map(|(name, steps)| format!("{name}: {}", told(&steps))).collect();
    insta::with_settings!({ snapshot_path => "../../snap/script", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("wrong", text.join("\n\n"));
    });
}

#[test]
fn what_needs_not_be_said_may_be_left_out_or_said() {
    let lost = "expect drm is 1 from \"Quality of the attacker\" 1, \"Further attackers\" 1, \"Wood\" - 1";
    let said = "answer 7.7#b by French: RIC1b, done";
    for joined in [JOIN, said] {
        let report = played(&one(&steps(&[ATTACK, LEAD, joined, NAMED, lost, "roll 3"]))).remove(0);
        assert!(report.failure.is_none(), "{:#?}", report.failure);
    }
}

#[test]
fn an_example_behind_one_that_fails_fails() {
    let reports = played(
        "example \"A\" of 7.1#a at wood { roll 3 }\nexample \"B\" of 7.1#a after \"A\" { expect RIC1a.steps is 3 }\n",
    );
    let told: Vec<String> = reports.iter().map(|report| report.failure.clone().unwrap().what).collect();
    assert_eq!(told, ["`roll 3`: no die falls here", "it continues \"A\", which fails"]);
}

#[test]
fn examples_in_a_circle_are_told() {
    let examples = "example \"C\" of 7.1#a after \"D\" { when pass by French }\nexample \"D\" of 7.1#a after \"C\" { when pass by French }\n";
    for report in played(examples) {
        assert_eq!(report.failure.unwrap().what, "it continues itself by way of others");
    }
}
