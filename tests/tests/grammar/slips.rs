//! Every slip with what is told of it: the line, a caret under what is wrong, the kind of the fault.

use super::locked;
use wgr_grammar::{Parsed, parse};
use wgr_tests::dump::dump;

const SLIPS: &str = include_str!("../../suite/grammar/slips.txt");

/// The source with each fault under its line.
fn told(text: &str) -> String {
    let Parsed { file: _, faults } = parse(text);
    let mut out = String::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        out.push_str(&format!("    {}\n", line.trim_end()));
        for fault in &faults {
            let (from, to) = (fault.span.start as usize, fault.span.end as usize);
            if from < start || from >= end {
                continue;
            }
            let before = text[start..from].chars().count();
            let wide = text[from..to.min(end)].trim_end().chars().count().max(1);
            out.push_str(&format!("    {}{}\n    {:?}\n", " ".repeat(before), "^".repeat(wide), fault.kind));
        }
        start = end;
    }
    out
}

#[test]
fn every_slip_is_told_as_what_it_is() {
    let mut out = String::new();
    for slip in SLIPS.split("====\n") {
        let (what, text) = slip.split_once('\n').unwrap();
        out.push_str(&format!("# {what}\n\n{}\n", told(text)));
    }
    locked("slips", "each slip: its source with the faults under their lines", &out);
}

fn slip(what: &str) -> &'static str {
    let slip = SLIPS.split("====\n").find_map(|slip| slip.strip_prefix(what)?.split_once('\n'));
    slip.unwrap_or_else(|| panic!("no slip `{what}`")).1
}

#[test]
fn six_mistakes_are_six_faults() {
    assert_eq!(parse(slip("six mistakes in one file")).faults.len(), 6);
}

/// One fault for each brace or line that is wrong, and what follows is read.
#[test]
fn one_mistake_is_one_fault_and_the_rest_goes_on() {
    for what in
        ["an unclosed brace", "a brace too many within", "a brace too many behind", "a word that begins no item"]
    {
        let parsed = parse(slip(what));
        assert_eq!(parsed.faults.len(), 1, "{what}: {:?}", parsed.faults);
        assert!(dump(&parsed.file).contains("(measure step 1)"), "{what}");
    }
}

#[test]
fn what_is_broken_keeps_its_name() {
    let dumped = dump(&parse(slip("a head that is broken")).file);
    assert_eq!(dumped, "(broken \"value\" strength)\n(broken \"action\" attack)\n");
    let dumped = dump(&parse(slip("a title and no answer")).file);
    assert!(dumped.contains("(row (cases 6.1) \"A\" (broken))") && dumped.contains("(do (cases 6.3) \"C\" (broken))"));
}
