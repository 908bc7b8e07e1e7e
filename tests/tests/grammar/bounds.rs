//! Texts made to hurt: long, deep, unbalanced. Each is read, soon, with few faults.

use wgr_grammar::{FaultKind, MOST_NESTED, Parsed, parse};
use wgr_tests::dump::dump;

const MUCH: usize = 1 << 20;

fn kinds(text: &str) -> Vec<FaultKind> {
    parse(text).faults.into_iter().map(|fault| fault.kind).collect()
}

#[test]
fn a_million_brackets_are_one_fault() {
    assert_eq!(kinds(&"(".repeat(MUCH)), [FaultKind::UnknownItem { word: "(".to_owned() }]);
    assert_eq!(kinds(&format!("fact f {{ \"A\" yes when {} }}", "(".repeat(MUCH))), [FaultKind::TooDeep]);
    assert_eq!(kinds(&format!("fact f {{ \"A\" yes when a{} }}", ")".repeat(MUCH))), [FaultKind::StrayBracket]);
}

#[test]
fn a_million_braces_are_one_fault() {
    assert_eq!(kinds(&format!("procedure f {{ {}", "if a {".repeat(MUCH / 6))), [FaultKind::TooDeep]);
    // That the first of them has no words before it is another mistake.
    assert_eq!(kinds(&format!("procedure f {}", "{".repeat(MUCH))), [FaultKind::UnwantedBlock, FaultKind::TooDeep]);
    assert_eq!(kinds(&"{".repeat(MUCH)), [FaultKind::UnknownItem { word: "{".to_owned() }]);
    assert_eq!(kinds(&"}".repeat(MUCH)), [FaultKind::StrayBrace]);
    assert_eq!(kinds(&format!("fact f {{ }}{}", "}".repeat(MUCH))), [FaultKind::StrayBrace]);
    assert_eq!(kinds(&format!("fact f {{\n{}", " }\n".repeat(MUCH / 4))), [FaultKind::StrayBrace]);
}

#[test]
fn chains_are_too_deep_before_they_hurt() {
    for link in ["not ", "- ", "a.", "any a in b: ", "number of ", "lead of ", "no ", "supposing perform x, "] {
        let text = format!("fact f {{ \"A\" yes when {}a }}", link.repeat(MUCH / link.len()));
        assert_eq!(kinds(&text), [FaultKind::TooDeep], "{link}");
    }
    // Side by side they are not deep; a million of them are still one fault.
    for link in ["a and ", "a or ", "a + "] {
        let text = |links: usize| format!("fact f {{ \"A\" yes when {}a }}", link.repeat(links));
        assert_eq!(kinds(&text(1_000)), [], "{link}");
        assert_eq!(kinds(&text(MUCH / link.len())), [FaultKind::TooLong], "{link}");
    }
    let elses = format!("procedure f {{ if a {{ }} {} }}", "else if b { } ".repeat(MUCH / 16));
    assert_eq!(kinds(&elses), [FaultKind::TooDeep]);
}

/// As deep as may be is read, printed, copied and dropped.
#[test]
fn the_deepest_is_no_trouble() {
    let levels = MOST_NESTED as usize - 1;
    for link in ["not ", "a and ", "a + ", "lead of ", "number of "] {
        let text = format!("fact f {{ \"A\" yes when {}a }}", link.repeat(levels));
        let Parsed { file, faults } = parse(&text);
        assert_eq!(faults, [], "{link}");
        assert!(dump(&file.clone()).len() > levels);
    }
    let blocks =
        format!("procedure f {}{}", "{ if a ".repeat(levels), "{ x becomes 1 }".to_owned() + &"}".repeat(levels));
    let parsed = parse(&blocks);
    assert_eq!(parsed.faults, []);
    assert!(dump(&parsed.file).len() > levels);
}

#[test]
fn long_lines_and_many_lines_are_read_in_time() {
    let lines = "    6.1 \"A\" yes when u.lost > 2 and u is Tank\n".repeat(MUCH / 200);
    assert_eq!(kinds(&format!("fact f {{\n{lines}}}\n")), []);
    let broken = "    6.1 \"A\" yes when when\n".repeat(1000);
    assert_eq!(kinds(&format!("fact f {{\n{broken}}}\n")).len(), 1000);
    let statements = "x becomes 1; ".repeat(MUCH / 64);
    assert_eq!(kinds(&format!("procedure f {{ {statements} }}\n")), []);
    let members = "member, ".repeat(MUCH / 32);
    assert_eq!(kinds(&format!("enum E {{ {members} }}\n")), []);
    assert_eq!(kinds(&format!("value f(u: Hex{}", "\n".repeat(MUCH))).len(), 1);
    assert_eq!(kinds(&format!("fact f {{ \"A\" yes when ({}a) }}", "\n  ".repeat(MUCH / 4))), []);
    assert_eq!(kinds(&"\"".repeat(MUCH)).len(), 1);
    assert_eq!(kinds(&"valeu\n".repeat(1000)).len(), 1000);
}
