//! Every line of every ledger can be cited as it is, wherever cases stand.

#![expect(clippy::wildcard_enum_match_arm, reason = "the text that is read here has few kinds of items")]

use wgr_compiler::{Ledger, Sources};
use wgr_grammar::ast::ItemKind;
use wgr_grammar::{is_case, parse};
use wgr_tests::rules::{below, text};

/// The ledgers of the games in this tree, by their paths.
fn ledgers() -> Vec<(String, String)> {
    let games = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let paths = below(&games, "tsv").into_iter().filter(|path| path.ends_with("ledger.tsv"));
    paths.map(|path| (path.display().to_string(), text(&path).unwrap())).collect()
}

#[test]
fn every_line_of_the_ledgers_is_a_case() {
    let (mut wrong, mut lines) = (Vec::new(), 0);
    for (path, text) in ledgers() {
        let mut sources = Sources::new();
        let file = sources.add_beside("ledger.tsv", text);
        let (ledger, told) = Ledger::read(&sources, file);
        wrong.extend(told.iter().map(|message| format!("{path}: {}", message.title)));
        for line in ledger.lines() {
            lines += 1;
            let case = &line.case;
            let cited = is_case(case) && cited(case).iter().all(|read| read == case);
            if !cited || ledger.said(case) != Some(line) {
                wrong.push(format!("{path}: {case}"));
            }
        }
    }
    assert!(lines > 2_900, "{lines}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is read where this case stands in a head, behind a range, before a title, in a table, an answer.
fn cited(case: &str) -> Vec<String> {
    let text = format!(
        "state event: 0..1 {case} = 1\nfact f {case} {{ {case} \"A\" yes }}\n\
         table t {case} : 0..1 gives 0..1 {{\n    {case}  1  0\n}}\n\
         procedure p {{ {case} \"A\" x becomes 1 }}\nexample \"E\" of {case} at s {{ answer {case} by US: x }}\n"
    );
    let parsed = parse(&text);
    let mut found: Vec<String> = parsed.faults.iter().map(|fault| format!("{:?}", fault.kind)).collect();
    for item in &parsed.file.items {
        let cases = match &item.kind {
            ItemKind::State(state) => state.cases.clone(),
            ItemKind::Rows(rows) => [&rows.cases[..], &rows.rows[0].cases].concat(),
            // A number alone is a word of the table.
            ItemKind::Table(table) if case.contains('#') => [&table.cases[..], &table.lines[0].cases].concat(),
            ItemKind::Table(table) => table.cases.clone(),
            ItemKind::Procedure(procedure) => procedure.body.stmts[0].cases.clone(),
            ItemKind::Example(example) => example.cases.clone(),
            other => panic!("{other:?}"),
        };
        found.extend(cases.into_iter().map(|case| case.text));
    }
    found
}
