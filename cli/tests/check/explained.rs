//! `wgr explain`.

use crate::run::{fine, refused};

#[test]
fn every_code_has_a_page() {
    let list = fine(&["explain"]);
    assert!(list.lines().count() > 30);
    for line in list.lines() {
        let code = line.split("  ").next().unwrap().trim();
        let page = fine(&["explain", code]);
        assert!(page.starts_with(&format!("# {code}\n")) && page.contains("Wrong:"), "{code}: {page}");
    }
}

#[test]
fn words_of_the_language_are_explained() {
    assert!(fine(&["explain", "unless"]).contains("no name can be called so"));
    assert!(!fine(&["explain", "value"]).contains("no name can be called so"));
    // A word of a row and an item: both.
    assert_eq!(fine(&["explain", "ruling"]).lines().count(), 2);
    refused(&["explain", "unles"], 2, "did you mean `unless`?");
}

#[test]
fn a_slip_is_forgiven() {
    assert_eq!(fine(&["explain", " Clash"]), fine(&["explain", "clash"]));
    refused(&["explain", "clahs"], 2, "called `clahs`: did you mean `clash`?");
    refused(&["explain", "zanzibar"], 2, "`wgr explain` alone lists all codes");
}
