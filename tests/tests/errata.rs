//! Errata through the whole of it: what a value is before and after, and what is known of what was changed.

use wgr_compiler::{Sources, Starts, Workspace, check_from};
use wgr_runtime::engine::{Engine, Game, why};

const GAME: &str = r#"game "Small" { sides Red, Blue }

measure step

value losses(late: 0..9): 0..9 steps {
    7.1 "Always"        = 2 steps
    7.2 "Late"          + 1   when late > 3
    7.3, 8.1 "Very late" + 1   when late > 6
}
"#;

const FIRST: &str = r#"errata "First printing" to "Small" language 1 source "us" {
    amend 7.1 "Always" was = 02 now = 4
    add to losses 7.4 "Winter" + 1 when late > 8
}
"#;

const SECOND: &str = r#"errata "Second printing" to "Small" source "us" {
    amend 7.1 "Always" was = 4 steps now = 5 over "First printing"
    remove 8.1 "Very late"
}
"#;

/// What the value answers for 0, 4, 7 and 9, and what errata say of its first row.
fn answers(texts: &[&str]) -> (Vec<String>, Option<(String, Option<String>)>) {
    let mut sources = Sources::new();
    for (at, text) in texts.iter().enumerate() {
        sources.add(format!("{at}.wgr"), *text);
    }
    let checked = check_from(&sources, None, Starts::Scenarios);
    let titles: Vec<&str> = checked.diagnostics.iter().map(|told| told.title.as_str()).collect();
    assert!(titles.is_empty(), "{titles:?}");
    let compiled = checked.compiled.unwrap();
    let amended = compiled.amended(&["7.1".to_owned()], "Always");
    let amended = amended.map(|row| (row.errata.clone(), row.was.clone()));
    let game = Game::new(compiled.lowered().unwrap()).unwrap();
    let query = game.program().func_named("losses").unwrap();
    let engine = Engine::new(&game, 1);
    let ask = |late: i64| why(&game, engine.state(), query, &[late]).answer.unwrap();
    ([0, 4, 7, 9].map(ask).to_vec(), amended)
}

#[test]
fn a_value_is_what_the_last_printing_says() {
    assert_eq!(answers(&[GAME]), (vec!["2".into(), "3".into(), "4".into(), "4".into()], None));
    let first = Some(("First printing".to_owned(), Some("= 2 steps".to_owned())));
    assert_eq!(answers(&[GAME, FIRST]), (vec!["4".into(), "5".into(), "6".into(), "7".into()], first));
    let second = Some(("Second printing".to_owned(), Some("= 4".to_owned())));
    assert_eq!(answers(&[GAME, FIRST, SECOND]), (vec!["5".into(), "6".into(), "6".into(), "7".into()], second));
}

#[test]
fn the_order_of_files_means_nothing() {
    assert_eq!(answers(&[SECOND, FIRST, GAME]), answers(&[GAME, FIRST, SECOND]));
}

#[test]
fn errata_of_another_file_are_told_in_that_file() {
    let mut sources = Sources::new();
    sources.add("game.wgr", GAME);
    let text = FIRST.replace("now = 4", "now = fog");
    let file = sources.add("errata.wgr", text.clone());
    let told = Workspace::default().check(&sources, None, Starts::Scenarios).diagnostics;
    let places: Vec<_> = told.iter().filter_map(|told| told.place()).collect();
    assert_eq!(places.len(), 1);
    assert_eq!((places[0].file, sources.text(places[0])), (file, "fog"));
}
