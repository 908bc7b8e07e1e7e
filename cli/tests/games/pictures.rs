//! `wgr map`: what is drawn, for whom, and what is answered where nothing can be.

use crate::run::{file, fine, folder, refused};
use crate::skirmish;
use crate::test::games_below;
use serde_json::{Value, json};
use std::path::Path;

/// The picture that these words ask for.
fn drawn(folder: &Path, words: &[&str]) -> String {
    let path = folder.join("drawn.svg").display().to_string();
    fine(&[&["map"], words, &["-o", &path]].concat());
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn a_position_is_drawn() {
    let folder = folder("a_position_is_drawn");
    let game = skirmish(&folder);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../driving");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let map = drawn(&folder, &[&game]);
    let whole = drawn(&folder, &[&game, "--at", "1"]);
    assert!(map.len() < whole.len() && !map.contains("class=\"counter\""), "{map}");
    settings.bind(|| insta::assert_snapshot!("picture", whole));
}

#[test]
fn every_game_that_is_shipped_is_drawn_with_its_first_scenario() {
    let folder = folder("every_game_is_drawn");
    let mut games = Vec::new();
    games_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../games"), &mut games);
    assert!(!games.is_empty());
    for game in games {
        let printed = drawn(&folder, &[&game]);
        let laid_out = drawn(&folder, &[&game, "--at", "1"]);
        for picture in [&printed, &laid_out] {
            assert!(picture.starts_with("<!-- wgr: picture 1 -->\n<svg ") && picture.ends_with("</svg>\n"), "{game}");
            assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count(), "{game}");
        }
        assert_eq!(laid_out, drawn(&folder, &[&game, "--at", "1"]), "{game}: the same bytes each time");
    }
}

#[test]
fn what_a_side_does_not_see_is_not_in_its_picture() {
    let folder = folder("what_a_side_does_not_see");
    let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/first-blood").display().to_string();
    let said = fine(&["ask", &game, "--at", "Five rolled, two come", "--position"]);
    let mut position: Value = serde_json::from_str(&said).unwrap();
    let one = file(&folder, "one.json", said);
    assert_eq!(position["cells"]["print"]["stormtroop_111"], json!("company"), "{position}");
    position["cells"]["print"]["stormtroop_111"] = json!("squad");
    let other = file(&folder, "other.json", position.to_string());
    let [seen, too] = [&one, &other].map(|at| drawn(&folder, &[&game, "--at", at, "--side", "US"]));
    assert_eq!(seen, too);
    let [all, differs] = [&one, &other].map(|at| drawn(&folder, &[&game, "--at", at, "--side", "referee"]));
    assert_ne!(all, differs);
}

/// The sample of the page: words for ground, lines and counters, and what stands where.
#[test]
fn what_its_author_says_goes_before_what_names_say() {
    let folder = folder("what_its_author_says");
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/language/look.md")).unwrap();
    let sample = page.split("```wgr\n").nth(1).unwrap().split("```").next().unwrap();
    let scenario = "sequence { turns 1..1 { player turns Blue, Red { phase day { } } } }\nvictory { 1 \"Nobody\" = draw otherwise }\n\
        scenario start \"Start\" 1 {\n    0101: B1, B2\n    0303: R1\n}\n";
    let said = file(&folder, "said.wgr", format!("{sample}{scenario}"));
    let silent = sample.split("look {").next().unwrap();
    let silent = file(&folder, "silent.wgr", format!("{silent}{scenario}"));
    let [map, other] = [&said, &silent].map(|game| drawn(&folder, &[game, "--at", "start"]));
    let count = |text: &str, what: &str| text.matches(what).count();
    // On three counters and the one in the legend: morale beside the box, three steps as dots, two figures in the place of
    // three; a staff.
    assert_eq!((count(&map, "class=\"beside"), count(&map, "class=\"pip")), (4, 12), "{map}");
    let told = |picture: &str, line: &str| assert!(picture.contains(&format!(">{line}</text>")), "{picture}");
    ["left: morale", "below: in attack-defence", "dots: steps"].iter().for_each(|line| told(&map, line));
    assert!(map.contains(">4-5<") && other.contains(">4-5-3<"), "{map}");
    assert!(map.contains("href=\"#headquarters\"") && !other.contains("href=\"#headquarters\""), "{map}");
    assert!(map.contains("href=\"#woods") && !other.contains("href=\"#woods"), "{map}");
    assert!(map.contains("class=\"stream\"") && other.contains("class=\"border\""), "{map}");
}

#[test]
fn a_picture_takes_the_place_of_a_picture_alone() {
    let folder = folder("a_picture_takes_the_place");
    let game = skirmish(&folder);
    let own = file(&folder, "own.svg", "<svg/>");
    refused(&["map", &game, "-o", &own], 2, "a file that wgr did not write as a picture is there and stays as it is");
    refused(&["map", &game, "--at", "nowhere", "-o", "x.svg"], 2, "`nowhere` is no scene, scenario, example or file");
    refused(&["map", &game], 2, "--out <FILE>");
    let text = "game \"Bare\" { sides Blue, Red }\nstate n: 0..9 = 0\naction count 1 during day { once per game\n n becomes 1 }\n\
        sequence { turns 1..1 { player turns Blue, Red { phase day 1 { any number of count } } } }\n\
        victory { 1 \"Nobody\" = draw otherwise }\n";
    let bare = file(&folder, "bare.wgr", text);
    refused(&["map", &bare, "-o", "x.svg"], 2, "the game has no map, so there is nothing to draw");
}

#[test]
fn each_word_that_says_how_a_thing_looks_stands_on_the_page() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pictures.md")).unwrap();
    let words: Vec<&str> = page.split(|sign: char| !sign.is_alphanumeric()).collect();
    for word in wgr_compiler::looks::words::known() {
        assert!(words.contains(&word), "{word}");
    }
}
