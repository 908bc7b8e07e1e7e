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

#[path = "shapes/01_hit_conversion.rs"]
mod hit_conversion;
#[path = "shapes/played.rs"]
mod played;
#[path = "shapes/07_replacement.rs"]
mod replacement;
#[path = "shapes/02_retreat_displacement.rs"]
mod retreat_displacement;
#[path = "shapes/supposing.rs"]
mod supposing;

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

#[path = "shapes/table.rs"]
mod table;

#[path = "shapes/03_zones_by_purpose.rs"]
mod s03_zones_by_purpose;

#[path = "shapes/04_emergency_fallback.rs"]
mod s04_emergency_fallback;

#[path = "shapes/05_unless_it_triggers.rs"]
mod s05_unless_it_triggers;

#[path = "shapes/06_attack_obligation.rs"]
mod s06_attack_obligation;
