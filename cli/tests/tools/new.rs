//! `wgr new`: the game that everybody begins with.

use crate::run::{fine, folder, held, refused};
use crate::{all_files, new_game};

#[test]
fn a_new_game_checks_tests_plays_and_is_laid_out() {
    let game = new_game("a_new_game_checks");
    assert!(held(&format!("{game}/game.wgr")).starts_with("game \"First game\" {\n"));
    let checked = fine(&["check", &game]);
    assert!(checked.starts_with(&format!("{game}: fine: ")), "{checked}");
    let tested = fine(&["test", &game]);
    let end = "3 examples fine\n20 random games fine: 1 scenario, seeds 1 to 20\n";
    assert!(tested.ends_with(end), "{tested}");
    assert!(fine(&["fmt", &game, "--check"]).ends_with(", nothing to do\n"));
    let ran = fine(&["run", &game, "--games", "40"]);
    assert!(ran.contains("no fault: yes\nno dead end: yes\nall end: yes\n"), "{ran}");
    for result in ["over: Blue", "over: Red", "over: draw"] {
        assert!(ran.contains(result), "nobody gets to `{result}` in 40 games: {ran}");
    }
    let played = fine(&["play", &game]);
    assert!(played.contains("nobody types: bots play\n") && played.contains("\nover: "), "{played}");
}

#[test]
fn what_is_there_stays_as_it_is() {
    let game = new_game("what_is_there_stays");
    let before = all_files(game.as_ref());
    refused(&["new", &game], 2, "this is there already and stays as it is");
    assert_eq!(all_files(game.as_ref()), before);
    let folder = folder("no_name_for_a_game");
    refused(&["new", &format!("{}/..", folder.display())], 2, "is no name for a game");
    for name in ["a\"b", "x\ny", "a\\b", "a\tb", "river\u{202e}", "\u{feff}river"] {
        refused(&["new", &format!("{}/{name}", folder.display())], 2, "is no name for a game");
    }
    assert!(all_files(&folder).is_empty());
}

#[test]
fn a_name_that_needs_quotes_is_told_in_quotes() {
    let game = folder("a_name_in_quotes").join("the marsh's edge").display().to_string();
    let said = fine(&["new", &game]);
    assert!(said.contains("wgr check '") && said.contains("/the marsh'\\''s edge'"), "{said}");
    assert!(held(&format!("{game}/game.wgr")).starts_with("game \"The marsh's edge\" {\n"));
    assert!(fine(&["check", &game]).contains(": fine: "));
}
