//! A game is a handle and an engine owns what it plays: both go to other threads, and outlive whoever made them.

use wgr_runtime::engine::{Engine, Game};
use wgr_tests::fuzz::drill;

fn moves<T: Send + Sync + 'static>() {}

#[test]
fn an_engine_goes_on_elsewhere() {
    moves::<Game>();
    moves::<Engine>();
    let engine = {
        let game = drill().clone();
        Engine::new(&game, 7)
    };
    let fork = engine.fork();
    let played = |mut engine: Engine| {
        for name in ["march b", "far", "probe"] {
            assert_eq!(engine.pick(name), Ok(None));
        }
        engine.save().unwrap()
    };
    let there = std::thread::spawn(move || played(fork)).join().unwrap();
    assert_eq!(there, played(engine));
}
