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
fn a_slip_is_forgiven() {
    assert_eq!(fine(&["explain", " Clash"]), fine(&["explain", "clash"]));
    refused(&["explain", "clahs"], 2, "called `clahs`: did you mean `clash`?");
    refused(&["explain", "zanzibar"], 2, "`wgr explain` alone lists all codes");
}
