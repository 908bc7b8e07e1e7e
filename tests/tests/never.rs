//! What the rules take for granted is held to while it is played: at each ask that starts an action, and at the end.

use wgr_compiler::diag::Severity;
use wgr_runtime::engine::{Beside, Broken, Engine, Game, Watch};
use wgr_runtime::script::{Ground, run};
use wgr_tests::rules::{checked, playable};

const GAME: &str = r#"game "Small" {
    sides Blue, Red
    hexes CCRR flat, odd columns half a hex south, columns 1..3, rows 1..3
}
piece Gun "gun" { state laid: 0..9 = 0 }
piece Cart "cart" { state load: 0..9 = 0 }
order Blue {
    Gun
        B1
    Cart
        BC
}
order Red {
    Gun
        R1
}
never (h: Hex) any guns of Blue at h with any guns of Red at h "the sides do not share a hex"
never (u: Gun) u.laid > 1 "a gun is laid once"
action step(u: Gun of phasing) 5.1 during movement {
    once per phase for each u
    5.2  "Whereto?"   phasing picks 1 hexes where adjacent(u.hex, it) as aim otherwise { end step }
    u goes to aim
}
action load(u: Cart of phasing) 5.4 during movement { once per phase for each u; u.load gains 5 }
action lay(u: Gun of phasing) 5.3 during movement { once per phase for each u; u.laid gains 2 }
sequence 2.0 { turns 1..1 { player turns Blue, Red { phase movement { any number of step, lay, load } } } }
scene apart "Side by side" in movement of Blue {
    0101: B1, BC
    0201: R1
}
scene far "Far from each other" in movement of Blue {
    0101: B1
    0301: R1
}
example "Beside each other" of 5.2, 5.4 at apart {
    when   load BC by Blue
    when   step B1 by Blue
    answer 5.2 by Blue: 0102
}
example "Into each other" of 5.2 at apart {
    when   step B1 by Blue
    answer 5.2 by Blue: 0201
}
example "Laid twice" of 5.3 at apart { when lay B1 by Blue }
"#;

#[test]
fn an_example_fails_where_a_never_does_not_hold() {
    let checked = checked("small.wgr", GAME, None);
    let compiled = checked.compiled.unwrap_or_else(|| panic!("{:?}", checked.messages));
    let reports = run(&playable(&compiled), &compiled.scripts);
    let told: Vec<String> = reports
        .iter()
        .map(|report| {
            let failure = report.failure.as_ref();
            let place = failure.and_then(|wrong| match wrong.ground? {
                Ground::Assumed(at) => checked.sources.place(at),
                Ground::Fault(..) => None,
            });
            let line = place.map_or(0, |place| checked.sources.line_column(place.file, place.span.start).0);
            format!("{}, {line}", failure.map_or("fine", |wrong| &wrong.what))
        })
        .collect();
    assert_eq!(
        told,
        [
            "fine, 0",
            "\"the sides do not share a hex\" does not hold: h 0201, 17",
            "\"a gun is laid once\" does not hold: u B1, 18",
        ]
    );
}

#[test]
fn a_scene_that_is_laid_out_against_it_is_wrong() {
    let mixed = format!("{GAME}scene mixed \"In one hex\" in movement of Blue {{ 0101: B1, R1 }}\n");
    let checked = checked("small.wgr", &mixed, None);
    let wrong = checked.messages.iter().find(|message| message.severity == Severity::Wrong).unwrap();
    assert_eq!(wrong.title, "the scene mixed is laid out against a `never`");
    assert_eq!(wrong.why, ["\"the sides do not share a hex\" does not hold: h 0101"]);
    assert!(checked.compiled.is_none());
    // In which phase it begins counts.
    for (phase, wrong) in [("movement", true), ("rest", false)] {
        let rests = GAME
            .replace("phase movement {", "phase rest { }; phase movement {")
            .replace("never (u: Gun) u.laid > 1", "never (u: Gun) phase is movement and u.laid is 3");
        let scene = format!("{rests}scene laid \"Laid\" in {phase} of Blue {{ 0101: B1 (laid 3) }}\n");
        let checked = wgr_tests::rules::checked("small.wgr", &scene, None);
        let told = checked.messages.iter().any(|message| message.severity == Severity::Wrong);
        assert_eq!(told, wrong, "{phase}: {:?}", checked.messages);
    }
}

#[test]
fn it_is_looked_for_where_an_action_may_start() {
    let compiled = checked("small.wgr", GAME, None).compiled.unwrap();
    let game = playable(&compiled);
    let mut engine = Engine::new(&game, 1);
    let mut watch = Watch::new(&game);
    let mut take = |name: &str, engine: &mut Engine| {
        let option = engine.prompt().unwrap().called(name).unwrap();
        assert_eq!(engine.answer(option), Ok(None));
        watch.look(engine)
    };
    assert_eq!(take("apart", &mut engine), None);
    assert_eq!(take("step B1", &mut engine), None);
    let shared = Broken { never: 0, members: vec!["h 0201".to_owned()] };
    assert_eq!(take("pick 0201", &mut engine), Some(shared));
    // A game that takes nothing for granted has nothing to look for.
    let beside = Beside { nevers: vec![], ..compiled.beside() };
    let free = Game::told(compiled.lowered().unwrap(), beside).unwrap();
    assert_eq!(Watch::new(&free).look(&engine), None);
}
