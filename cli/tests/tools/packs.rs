//! House rules begun beside a game; a game with them packed, and unpacked elsewhere.

use crate::run::{file, fine, folder, held, refused, run};
use crate::{all_files, new_game};
use std::path::Path;

/// A new game with a house rule that changes it, and with the trace of that.
fn walls(test: &str) -> String {
    let game = new_game(test);
    fine(&["new", "walls", "--errata", &game]);
    let path = format!("{game}/house/walls.wgr");
    let rule = "    amend 3.10 \"In the village\" was - 1 now - 2\n    set aside \"Two against the village\" because \"it is two\"\n";
    std::fs::write(&path, held(&path).replace("}\n", &format!("{rule}}}\n"))).unwrap();
    game
}

#[test]
fn house_rules_begin_as_a_file_that_checks() {
    let game = new_game("house_rules_begin");
    let told = fine(&["new", "high-walls", "--errata", &game]);
    assert!(told.starts_with(&format!("{game}/house/high-walls.wgr: house rules called \"High walls\"")), "{told}");
    let text = held(&format!("{game}/house/high-walls.wgr"));
    assert!(text.contains("// amend 3.10 \"In the village\" was - 1 now - 2\n"), "{text}");
    for verb in ["check", "test"] {
        fine(&[verb, &game, "--with", "high-walls"]);
    }
    assert!(fine(&["diff", &game, "--with", "high-walls"]).contains("nothing printed is another; 3 as before"));
    refused(&["new", "high-walls", "--errata", &game], 2, "something is there already and stays as it is");
    refused(&["new", "../high", "--errata", &game], 2, "is no name for house rules");
    fine(&["new", "--errata", &game]);
    fine(&["check", &game, "--with", "house-rules"]);
    // Both may count, so each has a case of its own.
    fine(&["check", &game, "--with", "house-rules", "--with", "high-walls"]);
    assert!(held(&format!("{game}/house/house-rules.wgr")).contains("    case H.2 \""));
    file(Path::new(&game), "errata/may.wgr", held(&format!("{game}/house/house-rules.wgr")));
    refused(&["new", "may", "--errata", &game], 2, "errata/may.wgr: this is called `may` already");
    // Each line that stands there as a comment may be used.
    let used = text.replace("    // amend 3.10", "    amend 3.10");
    file(Path::new(&game), "house/high-walls.wgr", used);
    fine(&["check", &game, "--with", "high-walls"]);
}

#[test]
fn what_is_unpacked_is_what_was_packed() {
    let game = walls("what_is_unpacked");
    let place = Path::new(&game).parent().unwrap().to_owned();
    let (pack, other) = (place.join("walls.pack").display().to_string(), place.join("other").display().to_string());
    let packed = fine(&["pack", &game, "--with", "walls", "-o", &pack]);
    assert!(packed.contains("\"First game\" with house/walls.wgr, 13 files, "), "{packed}");
    let told = fine(&["unpack", &pack, &other]);
    assert!(told.contains(&format!("    wgr play {other} --with walls\n")), "{told}");
    let below = |folder: &str| -> Vec<(String, Vec<u8>)> {
        let all = all_files(Path::new(folder)).into_iter();
        all.map(|(path, held)| (path.strip_prefix(folder).unwrap().display().to_string(), held)).collect()
    };
    assert_eq!(below(&game), below(&other));
    fine(&["test", &other, "--with", "walls", "--games", "0"]);

    // What is there already is never touched, and a pack that is not whole leaves nothing.
    refused(&["pack", &game, "-o", &pack], 2, "something is there already and stays as it is");
    refused(&["unpack", &pack, &other], 2, "this is there already and stays as it is");
    let bad = file(&place, "bad.pack", held(&pack).replace("The village", "The willage").replacen("- 2", "- 3", 1));
    let third = place.join("third").display().to_string();
    refused(&["unpack", &bad, &third], 2, "this pack is damaged");
    refused(&["unpack", &format!("{game}/game.wgr"), &third], 2, "this is no pack");
    assert!(!Path::new(&third).exists());
}

#[test]
fn a_game_whose_examples_fail_is_not_packed() {
    let game = walls("a_game_whose_examples");
    let path = format!("{game}/house/walls.wgr");
    let text = held(&path);
    let without: Vec<&str> = text.lines().filter(|line| !line.contains("    set aside \"Two")).collect();
    std::fs::write(&path, without.join("\n") + "\n").unwrap();
    let pack = format!("{game}.pack");
    let told = "\"Two against the village\" first, and nothing is packed: `wgr test ";
    refused(&["pack", &game, "--with", "walls", "-o", &pack], 1, told);
    assert!(!Path::new(&pack).exists());
}

/// What an example names has to be there, though it does not count.
#[test]
fn errata_that_examples_name_are_packed() {
    let game = walls("errata_that_examples_name");
    let path = format!("{game}/examples/3_combat.wgr");
    let text = held(&path).replace("of 3.8 after", "of 3.8 without \"Walls\" after");
    std::fs::write(&path, text).unwrap();
    let (pack, other) = (format!("{game}.pack"), format!("{game}_other"));
    let packed = fine(&["pack", &game, "-o", &pack]);
    assert!(packed.contains("\"First game\", 13 files, "), "{packed}");
    fine(&["unpack", &pack, &other]);
    fine(&["check", &other]);
}

/// Whoever breaks examples of the game is offered what sets them aside.
#[test]
fn examples_that_errata_break_are_offered_to_be_set_aside() {
    let game = walls("examples_that_errata_break");
    let path = format!("{game}/house/walls.wgr");
    let text = held(&path);
    let without: Vec<&str> = text.lines().filter(|line| !line.contains("    set aside \"Two")).collect();
    std::fs::write(&path, without.join("\n") + "\n").unwrap();
    let told = "If they are not to hold any more, say so in them, each with its reason:\n    set aside \"Two against the village\" because \"..\"\n";
    let said = run(&["test", &game, "--with", "walls", "--games", "0"]);
    assert!(said.code == 1 && said.out.contains(told), "{}", said.out);
    assert!(!run(&["test", &game, "--games", "0"]).out.contains("set aside"));
}

/// The game in a folder of its own is the game with its errata.
#[test]
fn a_baked_game_takes_its_series_along() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/meuse-argonne");
    let baked = folder("a_baked_game").join("amended").display().to_string();
    fine(&["bake", game, "--with", "autumn-mud", "-o", &baked]);
    let told = fine(&["check", &baked]);
    assert!(told.contains(": fine: ") && Path::new(&baked).join("series/series.wgr").is_file(), "{told}");
}

/// The order of files means nothing, for those that go on behind others neither.
#[test]
fn an_example_may_stand_in_a_file_before_the_one_it_goes_on_behind() {
    let game = new_game("an_example_before");
    let text = "example \"At the same odds\" of 3.9 after \"Two against the village\" {\n    expect odds is 0 from \"The attacker\" +4, \"Each defender\" -3, \"In the village\" -1\n}\n";
    for name in ["examples/1_first.wgr", "examples/9_last.wgr"] {
        let path = file(Path::new(&game), name, text);
        fine(&["check", &game]);
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_series_of_a_game_is_packed_with_it() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/meuse-argonne");
    let place = folder("the_series_of_a_game");
    let (pack, other) = (place.join("p.pack").display().to_string(), place.join("other").display().to_string());
    fine(&["pack", game, "--with", "2015-10-27", "-o", &pack]);
    let told = fine(&["unpack", &pack, &other]);
    assert!(told.contains(&format!("wgr check {other}/meuse-argonne --with 2015-10-27\n")), "{told}");
    fine(&["check", &format!("{other}/meuse-argonne"), "--with", "2015-10-27"]);
}
