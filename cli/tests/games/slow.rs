//! A game of the size of a big one: the same answers lead to the same state, however fast.

use crate::run::fine;

#[test]
fn its_answers_lead_where_they_led() {
    let game = format!("{}/../tests/slow/soissons", env!("CARGO_MANIFEST_DIR"));
    let answers = format!("{game}/answers.json");
    let replayed = fine(&["run", &game, "--replay", &answers]);
    let played = fine(&["run", &game, "--games", "1", "--seed", "1", "--most", "60"]);
    let states = played.lines().find(|line| line.starts_with("last states")).unwrap();
    let led = format!("{}\n{states}\n", replayed.trim_end().replace(&format!("{answers}: "), ""));
    let before = std::fs::read_to_string(format!("{game}/last.txt")).unwrap();
    assert_eq!(led, before, "changed on purpose? then write last.txt anew");
}

/// Nobody is asked where a row has said no already, and one search tells of all goals: 4.9 million and 0.29 million before.
#[test]
fn few_are_asked() {
    let game = format!("{}/../tests/slow/soissons", env!("CARGO_MANIFEST_DIR"));
    let asked = fine(&["run", &game, "--games", "1", "--seed", "1", "--most", "60", "--profile", "--format", "json"]);
    let told: serde_json::Value = serde_json::from_str(&asked).unwrap();
    let items = told["profile"]["items"].as_array().unwrap();
    let times = |name: &str| items.iter().find(|item| item["item"] == name).and_then(|item| item["times"].as_u64());
    let (threat, ways) = (times("zone threat").unwrap(), times("path way_to").unwrap());
    assert!(threat < 500_000 && ways < 50_000, "{threat} and {ways}");
}
