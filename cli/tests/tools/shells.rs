//! Completions and the manual.

use crate::run::{fine, refused};

#[test]
fn every_verb_is_completed_and_in_the_manual() {
    let help = fine(&["--help"]);
    let verbs: Vec<&str> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        // A long description goes on in the next line.
        .filter(|line| !line.starts_with("   "))
        .map(|line| line.split_whitespace().next().unwrap())
        .filter(|verb| *verb != "help")
        .collect();
    assert!(verbs.len() >= 15, "{help}");
    let manual = fine(&["man"]);
    for shell in ["bash", "zsh", "fish"] {
        let script = fine(&["completions", shell]);
        for verb in &verbs {
            assert!(script.contains(verb), "{shell} knows no `{verb}`");
        }
    }
    for verb in verbs {
        assert!(manual.contains(&format!(".TH wgr-{verb}")), "the manual has no page of `{verb}`");
        assert!(fine(&[verb, "--help"]).contains("Exit codes:"), "{verb}");
    }
    refused(&["completions", "tcsh"], 2, "possible values");
}
