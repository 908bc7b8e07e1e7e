//! Nobody tries an answer, learns what is hidden from it, and takes it back: an answer of which something hidden came stands.

use super::back::names;
use wgr_runtime::engine::{Engine, Game, Refused, load};
use wgr_tests::harness::must;

const SEALED: Refused = Refused::NothingToUndo { asked: 1, possible: 0 };

fn tried() -> Game {
    must(include_str!("../../suite/laws/tried.ir"))
}

/// After these answers; taken up from a save, the game stands just so.
fn after(game: &Game, picks: &[&str]) -> [Engine; 2] {
    let mut engine = Engine::new(game, 1);
    picks.iter().for_each(|pick| assert_eq!(engine.pick(pick), Ok(None), "{pick}"));
    let again = load(game, &engine.save().unwrap()).unwrap();
    [engine, again]
}

/// The last of these answers can neither be taken back nor given up with its action.
fn stands(picks: &[&str]) {
    let game = tried();
    for mut engine in after(&game, picks) {
        let (state, asked) = (engine.state().clone(), names(&engine));
        assert_eq!(engine.undo(1), Err(SEALED), "{picks:?}");
        assert_eq!(engine.undo_own(1, 0), Err(SEALED), "{picks:?}");
        assert_eq!(engine.abandon(), Err(Refused::NothingToAbandon), "{picks:?}");
        assert_eq!((engine.state(), names(&engine)), (&state, asked), "{picks:?}");
    }
}

/// So many of these answers can be taken back, and no more.
fn goes_back(picks: &[&str], count: usize) {
    let game = tried();
    for engine in after(&game, picks) {
        assert!(engine.stands().is_none(), "{picks:?}");
        assert_eq!(engine.fork().undo(count), Ok(()), "{picks:?}");
        assert_eq!(
            engine.fork().undo(count + 1),
            Err(Refused::NothingToUndo { asked: count + 1, possible: count }),
            "{picks:?}"
        );
    }
}

#[test]
fn an_ask_that_came_of_a_hidden_place_seals_the_answer_before_it() {
    stands(&["probe"]);
    let game = tried();
    let [engine, _] = after(&game, &["probe"]);
    assert_eq!(
        engine.stands().map(|rests| rests.told_of_answer(&game)).as_deref(),
        Some("an answer of Red stands: what came of it rests on what Red may not know")
    );
}

#[test]
fn a_die_that_did_not_come_seals_the_answer_before_it() {
    stands(&["shell"]);
}

#[test]
fn what_an_action_has_read_seals_its_later_answers() {
    stands(&["measure"]);
    stands(&["measure", "scouts"]);
    stands(&["measure", "scouts", "dig"]);
    stands(&["probe", "again"]);
}

#[test]
fn where_nothing_hidden_was_read_answers_are_taken_back() {
    goes_back(&["march", "near"], 2);
    let game = tried();
    for mut engine in after(&game, &["march", "near"]) {
        assert_eq!(engine.abandon(), Ok(()));
        assert!(engine.log().is_empty());
    }
}

#[test]
fn what_one_action_has_read_is_nothing_to_the_next() {
    goes_back(&["probe", "again", "hold", "rest", "march", "near"], 2);
}

#[test]
fn who_sees_a_place_may_take_back_what_came_of_it() {
    goes_back(&["wait", "train", "harder"], 2);
    let game = tried();
    for mut engine in after(&game, &["wait", "train", "harder"]) {
        assert_eq!(engine.abandon_own(1), Ok(()));
    }
}

/// Several answers at once are not taken back either because of a slip in a later one.
#[test]
fn a_slip_behind_such_an_answer_does_not_take_it_back() {
    let game = tried();
    let mut engine = Engine::new(&game, 1);
    let Err(Refused::Atom { at: 1, sealed: true, .. }) = engine.pick_all(&["probe", "nonsense"]) else {
        panic!("the second part is no answer")
    };
    assert_eq!(names(&engine), ["again", "enough"]);
    let mut engine = Engine::new(&game, 1);
    let Err(Refused::Atom { at: 1, sealed: false, .. }) = engine.pick_all(&["march", "nonsense"]) else {
        panic!("the second part is no answer")
    };
    assert!(engine.log().is_empty());
}
