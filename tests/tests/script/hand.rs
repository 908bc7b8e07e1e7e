//! A game led by hand: it stands before each die and draw, options are called as people call them, and what changed is
//! told in words.

use crate::{SKIRMISH, game};
use wgr_runtime::engine::{Engine, Refused, Status, Wanted, changes, standing, why_ask, why_ask_about};
use wgr_tests::harness::must;

const CUP: &str = r#"wgr-ir 1
program "Cup"
enum Side { Red, Blue }
enum Chit { black, white }
sides Side
cell bag[Chit]: int 0..9 cup
cell seen: set Chit
procedure main() -> int 0..9 {
    bag[Chit.black] := 1
    bag[Chit.white] := 1
    repeat turn: int 0..1 times 2 {
        draw x: Chit from bag @4.2 "What comes" otherwise { return 0 }
        seen := seen | single(x)
        roll d: int 1..6 @4.3 "How far"
        ask Side.Red @4.4 "On?" { one yes { } one no { end d } }
    }
    return 9
}
main main
"#;

#[test]
fn nothing_falls_by_itself() {
    let game = must(CUP);
    let mut engine = Engine::by_hand(&game);
    assert_eq!(engine.status(), &Status::AwaitingChance { wants: Wanted::Draw });
    let before = engine.state().clone();
    for refused in [engine.roll(3), engine.draw("green"), engine.pick("yes")] {
        assert!(refused.is_err());
        assert_eq!((engine.state(), engine.log().len()), (&before, 0), "what cannot fall changes nothing");
    }
    assert_eq!(engine.draw("white"), Ok(None));
    assert_eq!(changes(&game, &before, engine.state()), ["white.bag 1 -> 0", "seen +white"]);
    assert_eq!(engine.status(), &Status::AwaitingChance { wants: Wanted::Roll { lo: 1, hi: 6 } });
    assert_eq!(engine.roll(7), Err(Refused::CannotFall { fell: "7".to_owned(), wants: Wanted::Roll { lo: 1, hi: 6 } }));
    // A fork stands where its game stands, and goes its own way.
    let mut fork = engine.fork();
    assert_eq!((fork.roll(2), engine.roll(6)), (Ok(None), Ok(None)));
    assert_ne!(fork.state(), engine.state(), "the die is remembered");
    assert_eq!(engine.pick("yes"), Ok(None));
    // What was drawn is drawn no more.
    assert!(matches!(engine.draw("white"), Err(Refused::CannotFall { .. })));
    assert_eq!((engine.draw("black"), engine.roll(5), engine.pick("no")), (Ok(None), Ok(None), Ok(None)));
    assert_eq!(engine.status(), &Status::Over(5));
    assert_eq!(engine.roll(1), Err(Refused::NoDie));
    // The game that was led is a game like any other.
    let again = wgr_runtime::engine::replay(&game, &engine.replay().unwrap()).unwrap();
    assert_eq!(again.state(), engine.state());
}

#[test]
fn options_are_called_as_people_call_them() {
    let game = game(SKIRMISH);
    let mut engine = Engine::by_hand(&game);
    assert_eq!(engine.pick_all(&["wood"]), Ok(None));
    let prompt = engine.prompt().unwrap();
    assert_eq!(prompt.offered(), "march RIC1a, RIC1b, Ch3 | attack 0303 | pass");
    assert_eq!(prompt.called("march Ch3"), prompt.called("Ch3"));
    assert_eq!(prompt.called("attack"), prompt.called("0303"), "an arm with one member");
    assert!(matches!(prompt.called("march"), Err(Refused::SeveralOptions { options, .. }) if options.len() == 3));
    assert!(prompt.called("0404").is_err());
    // All of it or none of it.
    let before = engine.state().clone();
    assert!(engine.pick_all(&["attack", "0303", "RIC1a", "Ch3"]).is_err());
    assert_eq!((engine.state(), engine.log().len()), (&before, 1));
    assert_eq!(engine.pick_all(&["attack", "0303", "RIC1a", "RIC1b"]), Ok(None));
    let only: Vec<&str> = engine.only().iter().map(|only| only.name.as_str()).collect();
    assert_eq!(only, ["done"], "nobody else could join");
    assert_eq!(engine.prompt().unwrap().offered(), "pick IR23a, IR23b");
}

const SET: &str = r#"wgr-ir 1
program "Set"
enum Side { Red, Blue }
enum Man { ann, bob, cid, dan }
sides Side
cell first: set Man
cell order: int 0..9
limits crew() for m: Man { limit 1..3 }
procedure main() -> int 0..9 {
    let chosen: set Man = empty Man
    repeat round: int 0..9 times 9 {
        ask Side.Red @1.1 "Who?" {
            each m: Man in extend crew() chosen chosen from all Man as pick {
                chosen := chosen | single(m)
            }
            one done when complete crew() chosen chosen { break }
            otherwise { break }
        }
    }
    first := chosen
    ask Side.Red @1.2 "Who leads?" { each m: Man in chosen as lead { order := 1 } otherwise { } }
    ask Side.Red @1.3 "Who follows?" { each m: Man in chosen as lead { order := order + 2 } otherwise { } }
    return order
}
main main
"#;

#[test]
fn members_of_a_set_are_told_in_any_order() {
    let game = must(SET);
    let led = |words: &[&str]| {
        let mut engine = Engine::by_hand(&game);
        let told = engine.pick_all(words);
        (told, engine.state().clone(), engine.log().to_vec())
    };
    let straight = led(&["ann", "cid", "done"]);
    assert_eq!(straight.0, Ok(None));
    assert_eq!(led(&["cid", "ann", "done"]).1, straight.1);
    assert_eq!(led(&["bob", "ann", "cid"]).1, led(&["ann", "bob", "cid"]).1);
    // Behind `done` each word is an answer of its own.
    let (told, _, log) = led(&["cid", "ann", "done", "cid", "ann"]);
    let said: Vec<String> = log.iter().map(|entry| format!("{entry:?}")).collect();
    assert_eq!((told, log.len()), (Ok(None), 5), "{said:?}");
    // Whom nobody offers is refused, and nothing of it counts.
    let (told, _, log) = led(&["cid", "eve", "ann"]);
    assert!(told.is_err() && log.is_empty(), "{log:?}");
}

#[test]
fn a_pick_is_put_back_and_the_others_stand() {
    let game = must(SET);
    let mut engine = Engine::by_hand(&game);
    let nothing = |name: &str| Refused::NotPicked { name: name.to_owned(), picks: vec![] };
    assert_eq!(engine.put_back("ann"), Err(nothing("ann")));
    assert_eq!(engine.pick_all(&["cid", "ann"]), Ok(None));
    let offered = |engine: &Engine| engine.prompt().unwrap().offered();
    assert_eq!(offered(&engine), "pick bob, dan | done");
    assert_eq!(engine.put_back("cid"), Ok(()));
    assert_eq!((offered(&engine).as_str(), engine.log().len()), ("pick bob, cid, dan | done", 1));
    let picks = vec!["pick ann".to_owned()];
    assert_eq!(engine.put_back("cid"), Err(Refused::NotPicked { name: "cid".to_owned(), picks }));
    assert_eq!(engine.put_back("pick ann"), Ok(()));
    assert_eq!(offered(&engine), "pick ann, bob, cid, dan", "it is not complete with nobody");
    // The choice is over: what was picked there is taken back by `undo` alone.
    assert_eq!(engine.pick_all(&["bob", "ann", "done"]), Ok(None));
    assert_eq!(engine.put_back("ann"), Err(nothing("ann")));
}

#[test]
fn reasons_behind_an_ask_are_those_of_its_options() {
    let game = game(SKIRMISH);
    let mut engine = Engine::by_hand(&game);
    engine.pick("wood").unwrap();
    let before = engine.state().clone();
    let trees = why_ask(&game, engine.state());
    assert_eq!(engine.state(), &before);
    let asked: Vec<&str> = trees.iter().map(|tree| tree.question.as_str()).collect();
    assert!(asked.contains(&"may_march(RIC1a)") && asked.contains(&"may_be_attacked(0303)"), "{asked:?}");
    let about = why_ask_about(&game, engine.state(), "0303");
    let offered = engine.prompt().unwrap().called("0303").is_ok();
    let said = about.iter().find(|why| why.question == "may_be_attacked(0303)").unwrap();
    assert_eq!(said.answer.as_deref() == Some("yes"), offered);
    assert!(about.iter().all(|why| why.args.iter().any(|arg| arg == "0303")));
}

#[test]
fn where_everything_stands_is_told_hex_by_hex() {
    let game = game(SKIRMISH);
    let mut engine = Engine::by_hand(&game);
    let empty = engine.state().clone();
    engine.pick("wood").unwrap();
    let told = standing(&game, engine.state());
    assert_eq!(told[..3], ["0203: RIC1b", "0302: RIC1a", "0303: IR23a, IR23b"]);
    let changed = changes(&game, &empty, engine.state());
    assert!(changed.contains(&"IR23a: none -> 0303".to_owned()) && changed.contains(&"RIC1b.steps 1 -> 2".to_owned()));
    assert!(changes(&game, engine.state(), engine.state()).is_empty());
    // What many places share is told once.
    engine.pick_all(&["march", "Ch3", "stop", "march", "RIC1a", "stop", "march", "RIC1b", "stop"]).unwrap();
    let moved = changes(&game, &empty, engine.state());
    assert_eq!(moved.iter().filter(|line| line.contains("moved")).count(), 3, "{moved:?}");
}
