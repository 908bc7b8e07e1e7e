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
