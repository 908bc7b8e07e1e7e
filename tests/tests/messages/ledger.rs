//! The ledger of a book.

use wgr_compiler::diag::{Code, Diagnostic};
use wgr_compiler::{Ledger, Sources};

const TEXT: &str = "id\tsection\tkind\tstatement\tdata\tnote\n\
    7.a\t7\tcombat\tUnits fight.\t-\t-\n\
    7.8.a\t7.8\tcombat\tSeveral hexes may join.\t-\t-\n\
    7.8.b\t7.8\tcombat\tNot past enemies.\t-\t-\n\
    7.8.1.a\t7.8.1\tcombat\tDeeper.\t-\t-\n\
    12.1.a\t12.1\tscenario\tThe small battle.\t-\t-\n\
    \n\
    MT.g\tMT\tmovement\tA river costs more.\tcost=4\t-\n";

fn read(text: &str) -> (Ledger, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let file = sources.add_beside("ledger.tsv", text);
    Ledger::read(&sources, file)
}

#[test]
fn cases_are_cited_with_their_letter_or_bare() {
    let (ledger, told) = read(TEXT);
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(ledger.lines().len(), 6);
    assert_eq!(ledger.line("7.8#b").unwrap().statement, "Not past enemies.");
    assert_eq!(ledger.line("MT#g").unwrap().line, 8);
    assert_eq!(ledger.line("MT#g").unwrap().kind, "movement");
    assert_eq!(ledger.cited("7.8").len(), 2);
    assert_eq!(ledger.cited("7.8#a").len(), 1);
    for case in ["7.8#a", "7.8", "MT", "MT#g", "7", "12", "7.8.1#a"] {
        assert!(ledger.has(case), "{case}");
    }
    for case in ["7.8#c", "7.8.b", "7.9", "1", "MT#a", "", "#", "7.8#", "T"] {
        assert!(!ledger.has(case), "{case}");
    }
}

#[test]
fn lines_have_parts_and_sections_words_in_capitals() {
    let (ledger, told) = read("id\tsection\tstatement\nB.4.c.2\tB.4\tx\nB.4.bb\tB.4\tx\nG\tG\tx\nS1.t\tS1\tx\n");
    assert!(told.is_empty(), "{told:?}");
    let cases: Vec<&str> = ledger.lines().iter().map(|line| line.case.as_str()).collect();
    assert_eq!(cases, ["B.4#c.2", "B.4#bb", "G", "S1#t"]);
    let (_, told) =
        read("id\tsection\tstatement\nb.4.c\tb.4\tx\nScene.a\tScene\tx\n7.a.\t7\tx\n7.a,b\t7\tx\n7.2.a\t7\tx\n");
    assert_eq!(told.len(), 5, "{told:?}");
}

#[test]
fn a_case_says_its_own_line_or_the_only_one_of_its_section() {
    let (ledger, _) = read(TEXT);
    let said = |case: &str| ledger.said(case).map(|line| line.case.as_str());
    assert_eq!(said("7.8#b"), Some("7.8#b"));
    assert_eq!(said("MT"), Some("MT#g"));
    assert_eq!((said("7.8"), said("7"), said("9")), (None, Some("7#a"), None));
}

#[test]
fn near_cases_are_of_the_section_if_it_is_there() {
    let (ledger, _) = read(TEXT);
    assert_eq!(ledger.near("7.8#q"), ["7.8#a", "7.8#b"]);
    assert_eq!(ledger.near("7.88#a"), ["7.8#a"]);
    assert_eq!(ledger.near("7.88#q"), ["7.8"]);
    assert_eq!(ledger.near("12#a"), ["12.1"]);
    assert!(ledger.near("99.99.99").is_empty());
}

#[test]
fn a_line_that_cannot_be_read_is_told_and_the_others_count() {
    let (ledger, told) = read("id\tsection\tstatement\n7.8.a\t7.9\tx\n7.8\n7.8.B\t7.8\tx\n7.8.c\t7.8\tfine\n");
    assert_eq!(ledger.lines().len(), 1);
    let titles: Vec<&str> = told.iter().map(|message| message.title.as_str()).collect();
    let cannot = |id: &str| format!("the ledger's line `{id}` cannot be read");
    assert_eq!(titles, [cannot("7.8.a"), cannot("7.8"), cannot("7.8.B")]);
    assert!(ledger.has("7.8#c"));
}

#[test]
fn two_lines_with_one_id_are_told() {
    let (ledger, told) = read("id\tsection\tstatement\n7.8.a\t7.8\tfirst\n7.8.a\t7.8\tsecond\n");
    assert_eq!(ledger.line("7.8#a").unwrap().statement, "first");
    assert_eq!((told.len(), told[0].code, told[0].labels.len()), (1, Code::TwiceNamed, 2));
}

#[test]
fn a_ledger_without_its_first_line_is_told_once() {
    for text in ["", "7.8.a\t7.8\tcombat\tx\n7.8.b\t7.8\tcombat\tx\n"] {
        let (ledger, told) = read(text);
        assert!(ledger.lines().is_empty() && !ledger.counts(), "no case is held against it");
        assert_eq!((told.len(), told[0].code), (1, Code::File), "{text}");
    }
}
