//! The shapes that the core must carry, each a small program played with the figures of its rulebook.

#[path = "shapes/locked.rs"]
mod locked;
#[path = "shapes/random.rs"]
mod random;
#[path = "shapes/s08_command_lines.rs"]
mod s08_command_lines;
#[path = "shapes/s09_cup_and_fog.rs"]
mod s09_cup_and_fog;

use wgr_tests::harness::{Transcript, must};
#[test]
fn smoke() {
    let game = must(include_str!("../suite/shapes/00_smoke.ir"));
    let mut t = Transcript::new(&game);
    t.dice("1..6", &[5, 2])
        .pick("hit a")
        .pick("yes_please")
        .why("strength", &["a", "2"])
        .pick("hit b")
        .pick("never")
        .cells(&["place", "lost"])
        .pick("pass")
        .ask();
    println!("{}", t.text());
    println!("{}", t.engine.save().unwrap());
    println!("{}", t.engine.replay().unwrap());
    let again = wgr_runtime::engine::replay(&game, &t.engine.replay().unwrap()).unwrap();
    assert_eq!(again.state(), t.engine.state());
}
