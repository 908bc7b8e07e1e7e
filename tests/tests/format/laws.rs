//! What holds of every text: it reads as before, nothing is lost, and twice is once.

use proptest::prelude::*;
use std::path::Path;
use wgr_grammar::{format, parse};
use wgr_tests::dump::dump;
use wgr_tests::rules::{below, fenced, text};

/// All that is no blank, in order; `;` where a line ends is a blank too.
fn letters(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace() && *letter != ';' && *letter != '\u{feff}').collect()
}

/// The laws, of one text; what breaks them is told.
fn broken(text: &str) -> Option<String> {
    let once = format(text);
    if format(&once) != once {
        return Some(format!("twice is not once:\n{once}"));
    }
    if letters(&once) != letters(text) {
        return Some(format!("something is lost:\n{once}"));
    }
    let (before, after) = (parse(text), parse(&once));
    if dump(&before.file) != dump(&after.file) || before.faults.len() != after.faults.len() {
        return Some(format!("it reads otherwise:\n{once}"));
    }
    None
}

/// The shipped games, the template, and all that the suite holds, right and wrong.
fn corpus() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["games", "cli/template", "tests/suite"].map(|folder| root.join(folder));
    let files = folders.iter().flat_map(|folder| below(folder, "wgr"));
    let mut found: Vec<(String, String)> =
        files.filter_map(|path| Some((path.display().to_string(), text(&path)?))).collect();
    for path in below(&root.join("docs/language"), "md") {
        let page = text(&path).unwrap_or_default();
        let samples = fenced(&page, "wgr").into_iter().chain(fenced(&page, "wgr fragment"));
        found.extend(samples.map(|(line, sample)| (format!("{}:{line}", path.display()), sample.to_owned())));
    }
    found
}

#[test]
fn every_text_there_is_keeps_the_laws() {
    let corpus = corpus();
    assert!(corpus.len() > 200, "{} texts", corpus.len());
    for (name, text) in corpus {
        assert_eq!(broken(&text), None, "{name}");
    }
}

/// Without any columns, what is laid out still is a game that reads the same.
#[test]
fn texts_without_any_blanks_to_spare_keep_the_laws() {
    for (name, text) in corpus() {
        let flat: Vec<String> =
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        let flat = flat.join("\n");
        assert_eq!(broken(&flat), None, "{name}");
    }
}

/// Pieces that stand in rules, put together as nobody would.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "value drm: -9..9 {",
        "action a {",
        "example \"E\" of 1 at s {",
        "order French {",
        "table t : A by B gives 1 {",
        "map \"M\" {",
        "}",
        "{",
        "(",
        ")",
        "[",
        "]",
        "\n",
        "\n",
        "\n    ",
        "\n\t",
        "  ",
        " ",
        "7.5#a",
        "7#a,b",
        "CT#c",
        ",",
        ";",
        "\"Title\"",
        "\"",
        "+ 1",
        "= 2",
        "no",
        "when x",
        "unless y",
        "ruling Q-1",
        "exception to \"A\"",
        "and z",
        "or",
        "for each u in s",
        "otherwise",
        "// note",
        "/// doc",
        "hexes terrain: T drawn . plain",
        "01  .  .  w",
        "x3",
        "\r\n",
        "picks 1 u as v",
        "expect a is 1",
        "\u{feff}",
        "§",
        "é",
        "as",
        "even when",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn made_up_texts_keep_the_laws(text in pieces()) {
        prop_assert_eq!(broken(&text), None);
    }

    #[test]
    fn any_letters_keep_the_laws(text in any::<String>()) {
        prop_assert_eq!(broken(&text), None);
    }
}
