//! First Blood 3.6, 6.1, 6.5: a container that nobody looks into, stacks of which the enemy sees the top.

use crate::locked::{locked, part};
use wgr_runtime::engine::{Entry, Game, Refused, Seat, Sight, View};
use wgr_runtime::state::State;
use wgr_tests::harness::{Transcript, game as read_game, holds, must, says};

const PROGRAM: &str = include_str!("../../suite/shapes/09_cup_and_fog.ir");
const US: i64 = 0;
const GERMAN: i64 = 1;

/// The first counters out of the container, each line a stack that the tests build; the rest is small fry.
const DRAWS: [&str; 30] = [
    "f2", "f3", "f4", "f6", "f5", "f8", "f8", "f1", "f1", "f1", "f1", "f1", "f1", "f2", "f2", "f2", "f2", "f2", "f3",
    "f3", "f3", "f3", "f3", "f4", "f4", "f4", "f4", "f4", "f4", "f4",
];

/// The US side stands at 4128, 4029, 3928 and, with its guns, 4027; the Germans have drawn.
fn set_up(game: &Game, draws: &[&str]) -> Transcript {
    let mut t = Transcript::new(game);
    t.drawn(draws);
    silently(&mut t, &["on 4128", "on 4029", "on 3928", "on 4027"]);
    t
}

/// Play on without writing down what is asked.
fn silently(t: &mut Transcript, picks: &[&str]) {
    for pick in picks {
        assert_eq!(t.engine.pick(pick), Ok(None), "{pick}");
    }
}

fn options(t: &Transcript) -> Vec<String> {
    t.engine.prompt().map(|prompt| prompt.options().iter().map(|o| o.name.clone()).collect()).unwrap_or_default()
}

fn offers(t: &Transcript, name: &str) -> bool {
    options(t).iter().any(|option| option == name)
}

/// What a side sees of a few counters: their strengths, 0 where it sees nothing.
fn seen(game: &Game, state: &State, side: i64, units: &[&str]) -> Vec<String> {
    let text = holds(game, View::of(game, state, Seat::Side(side)).state(), "strength");
    let strength = |unit: &&str| {
        let item = text.split(", ").find(|item| item.starts_with(&format!("{unit} ")));
        item.map_or("0".to_owned(), |item| item[unit.len() + 1..].to_owned())
    };
    units.iter().map(strength).collect()
}

fn say_seen(t: &mut Transcript, game: &Game, units: &[&str]) {
    for (side, name) in [(GERMAN, "German"), (US, "US")] {
        let strengths = seen(game, t.engine.state(), side, units);
        let items: Vec<String> =
            units.iter().zip(strengths).map(|(unit, strength)| format!("{unit} {strength}")).collect();
        t.say(&format!("  {name} sees {}", items.join(", ")));
    }
}

const REFUSED_BEHIND_A_SEAL: Refused = Refused::NothingToUndo { asked: 1, possible: 0 };

#[test]
fn the_riverbank_fills_in_the_order_of_the_draw() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    t.say(&part(PROGRAM, "procedure next_counter")).say("").say(&part(PROGRAM, "procedure german_set_up")).say("");
    t.drawn(&DRAWS);
    silently(&mut t, &["on 4128", "on 4028", "on 3928"]);
    let undrawn = t.engine.state().clone();
    t.pick("on 4027").cells(&["container", "place", "strength"]);
    // One draw after another and nobody was asked anything in between (3.6#b, c, e, g).
    let drew: Vec<String> = t.engine.log()[4..]
        .iter()
        .map(|entry| match entry {
            Entry::Draw { drew } => drew.clone(),
            Entry::Answer { .. } | Entry::Roll { .. } => panic!("not a draw: {entry}"),
        })
        .collect();
    assert_eq!(drew, DRAWS);
    let place = holds(&game, t.engine.state(), "place");
    for stands in ["g01 4232", "g02 4131", "g03 4032", "g04 3931", "g30 2342"] {
        assert!(place.split(", ").any(|item| item == stands), "{stands}");
    }
    assert_eq!(holds(&game, t.engine.state(), "container"), "f4 1, f5 3, f6 3, f8 2");
    // Both sides look at what was drawn (3.6#f): nothing lies on it.
    assert_eq!(seen(&game, t.engine.state(), US, &["g01", "g06", "g30"]), ["2", "8", "4"]);
    let sees = |side| View::of(&game, t.engine.state(), Seat::Side(side)).state().clone();
    assert_eq!(sees(US), sees(GERMAN));
    // A draw seals: the US side cannot take its last unit back now that it knows what came.
    assert_eq!(t.engine.undo(1), Err(REFUSED_BEHIND_A_SEAL));
    assert_eq!(t.engine.abandon(), Err(Refused::NothingToAbandon));
    assert_ne!(*t.engine.state(), undrawn);
    locked("09_fog_draws", "3.6: thirty draws, one to a hex, from 4232 to 2342; a draw seals", t.text());
}

#[test]
fn sixteen_factors_stack_and_seventeen_do_not_even_in_passing() {
    let game = must(PROGRAM);
    let mut draws = DRAWS;
    draws[..7].copy_from_slice(&["f8", "f8", "f1", "f2", "f3", "f4", "f6"]);
    draws[7] = "f5";
    let mut t = set_up(&game, &draws);
    t.say(&part(PROGRAM, "query may_stack")).say("").say(&part(PROGRAM, "query load")).say("");
    silently(&mut t, &["move g01"]);
    t.pick("to 4131").cell("above");
    assert_eq!(says(&game, t.engine.state(), "load", &["g01", "4131", "German"]), "16");
    silently(&mut t, &["stop", "move g03"]);
    assert!(!offers(&t, "to 4131") && offers(&t, "to 4031"), "{:?}", options(&t));
    t.ask().why("may_enter", &["g03", "4131", "German"]);
    assert_eq!(says(&game, t.engine.state(), "may_stack", &["g03", "4131", "German", "1"]), "no");
    // Who lies below leaves alone (6.2), and then there is room.
    silently(&mut t, &["stop", "move g02", "to 4130"]);
    t.cell("above");
    silently(&mut t, &["stop"]);
    assert_eq!(says(&game, t.engine.state(), "may_stack", &["g03", "4131", "German", "0"]), "yes");
    locked("09_fog_sixteen", "FB-T19: 16 factors legal, 17 illegal even in passing", t.text());
}

#[test]
fn infantry_passes_through_an_emplacement_and_never_stops_there() {
    let game = must(PROGRAM);
    let mut t = Transcript::new(&game);
    t.drawn(&DRAWS);
    silently(&mut t, &["on 4128", "on 4027", "on 3928", "on 4028", "end_movement", "move us1"]);
    t.say("the guns stand at 4028").ask();
    assert!(offers(&t, "to 4028"));
    t.pick("to 4028").ask();
    assert!(!offers(&t, "stop"));
    t.why("may_stack", &["us1", "4028", "US", "1"]).why("may_stack", &["us1", "4028", "US", "0"]);
    // Back and once more with a single point left: what would have to end there is not offered.
    t.picks(&["to 4128", "to 4127"]).ask();
    assert!(!offers(&t, "to 4028") && offers(&t, "stop"), "{:?}", options(&t));
    locked("09_fog_emplacement", "FB-T19 [6.1.d]: through an emplacement's hex legal, stop illegal", t.text());
}

/// Three Germans in 4130, F2 below, F3, F4 on top, and end of movement.
fn three_in_a_stack(t: &mut Transcript) {
    silently(t, &["move g01", "to 4231", "to 4130", "stop", "move g02", "to 4130", "stop"]);
    silently(t, &["move g03", "to 4031", "to 4130", "stop", "end_movement"]);
}

#[test]
fn fire_at_the_stack_opens_it_and_thirteen_t_plays() {
    let game = must(PROGRAM);
    let mut t = set_up(&game, &DRAWS);
    t.say(&part(PROGRAM, "query sees")).say("").say(&part(PROGRAM, "procedure fire(")).say("");
    let stack = ["g01", "g02", "g03"];
    three_in_a_stack(&mut t);
    t.cell("above");
    say_seen(&mut t, &game, &stack);
    assert_eq!(seen(&game, t.engine.state(), US, &stack), ["0", "0", "4"]);
    assert_eq!(seen(&game, t.engine.state(), GERMAN, &stack), ["2", "3", "4"]);
    // us1 fires at two hexes: 4 against 2 is 2:1, a kill on 1 or 2.
    t.dice("1..6", &[1, 3, 2]).why("range_of", &["us1"]).why("odds", &["4", "4130"]);
    t.pick("fire_at 4130");
    assert_eq!(t.engine.undo(1), Ok(()), "the target can be taken back as long as nobody looked");
    t.picks(&["fire_at 4130", "with us1", "together"]);
    say_seen(&mut t, &game, &stack);
    assert_eq!(seen(&game, t.engine.state(), US, &stack), ["2", "3", "4"]);
    assert_eq!(t.engine.undo(1), Err(REFUSED_BEHIND_A_SEAL), "a reveal seals");
    t.picks(&["against g01", "against g02"]).ask().cells(&["place", "carnage", "lost", "strength.shown"]);
    say_seen(&mut t, &game, &stack);
    assert_eq!(holds(&game, t.engine.state(), "lost"), "2");
    assert_eq!(holds(&game, t.engine.state(), "carnage"), "4130 2");
    assert_eq!(holds(&game, t.engine.state(), "above"), "-");
    locked(
        "09_fog_fire",
        "FB-T13: three units at 2:1, dice 1, 3, 2: two eliminated, one stays; 6.5: open only while fired at",
        t.text(),
    );
}

#[test]
fn a_stack_that_holds_is_closed_again() {
    let game = must(PROGRAM);
    let mut t = set_up(&game, &DRAWS);
    let stack = ["g01", "g02", "g03"];
    three_in_a_stack(&mut t);
    let before = View::of(&game, t.engine.state(), Seat::Side(US));
    t.dice("1..6", &[6, 6, 6]);
    silently(&mut t, &["fire_at 4130", "with us1", "together", "against g03"]);
    assert_eq!(seen(&game, t.engine.state(), US, &stack), ["2", "3", "4"]);
    silently(&mut t, &["against g01"]);
    assert_eq!(seen(&game, t.engine.state(), US, &stack), ["0", "0", "4"]);
    assert_eq!(holds(&game, t.engine.state(), "strength.shown"), "-");
    // Nothing else is in range, the phase is over: the US side sees what it saw.
    assert_eq!(View::of(&game, t.engine.state(), Seat::Side(US)), before);
}

#[test]
fn to_uncover_a_counter_seals_and_to_cover_one_does_not() {
    let game = must(PROGRAM);
    let mut t = set_up(&game, &DRAWS);
    let two = ["g01", "g02"];
    silently(&mut t, &["move g01", "to 4231", "to 4130", "stop", "move g02"]);
    let alone = t.engine.state().clone();
    t.pick("to 4130").cell("above");
    say_seen(&mut t, &game, &two);
    assert_eq!(seen(&game, t.engine.state(), US, &two), ["0", "3"]);
    assert_eq!(t.engine.undo(1), Ok(()), "covering shows nobody anything");
    assert_eq!(*t.engine.state(), alone);
    // What was seen before the step was taken back is seen after it: no seal in the next step.
    silently(&mut t, &["to 4031"]);
    assert_eq!(t.engine.undo(6), Ok(()), "all of the phase");
    silently(&mut t, &["move g01", "to 4231", "to 4130", "stop", "move g02", "to 4130"]);
    t.pick("to 4129").cell("above");
    say_seen(&mut t, &game, &two);
    assert_eq!(seen(&game, t.engine.state(), US, &two), ["2", "3"]);
    assert_eq!(t.engine.undo(1), Err(REFUSED_BEHIND_A_SEAL), "the top unit left and the one below is seen");
    assert_eq!(t.engine.abandon(), Err(Refused::NothingToAbandon));
    t.pick("stop");
    locked("09_fog_uncover", "6.5.a: covering can be taken back, uncovering cannot", t.text());
}

/// A move given up covers nothing: the side sees what it saw, and the next step seals nothing.
#[test]
fn an_abandoned_move_leaves_everybody_seeing_what_they_saw() {
    let game = must(PROGRAM);
    let mut t = set_up(&game, &DRAWS);
    silently(&mut t, &["move g01", "to 4231", "to 4130", "stop", "move g02", "to 4130"]);
    assert_eq!(t.engine.abandon(), Ok(()));
    silently(&mut t, &["move g03", "to 4031"]);
    assert_eq!(t.engine.undo(6), Ok(()));
}

/// Two games that differ in which of two counters lies under which other one.
fn exchanged(game: &Game) -> [Transcript; 2] {
    let mut other = DRAWS;
    other.swap(0, 3);
    [&DRAWS, &other].map(|draws| {
        let mut t = set_up(game, draws);
        silently(&mut t, &["move g01", "to 4231", "to 4130", "stop", "move g02", "to 4130", "stop"]);
        silently(
            &mut t,
            &["move g03", "to 4031", "stop", "move g04", "to 3930", "stop", "move g05", "to 3831", "to 3930", "stop"],
        );
        t
    })
}

/// Would this show what lies below, or be another option in the other game?
fn tells(pick: &str) -> bool {
    ["4130", "3930", " g01", " g02", " g04", " g05"].iter().any(|word| pick.ends_with(word))
}

#[test]
fn what_the_us_side_cannot_see_changes_nothing_for_it() {
    let game = must(PROGRAM);
    let mut pair = exchanged(&game);
    let states = |pair: &[Transcript; 2]| [pair[0].engine.state().clone(), pair[1].engine.state().clone()];
    let [a, b] = states(&pair);
    assert_ne!(a, b);
    assert_eq!(seen(&game, &a, GERMAN, &["g01", "g02", "g04", "g05"]), ["2", "3", "6", "5"]);
    assert_eq!(seen(&game, &b, GERMAN, &["g01", "g02", "g04", "g05"]), ["6", "3", "2", "5"]);
    // While the Germans move, their view and what they may do differ; the US view does not.
    assert_ne!(View::of(&game, &a, Seat::Side(GERMAN)), View::of(&game, &b, Seat::Side(GERMAN)));
    assert_eq!(View::of(&game, &a, Seat::Side(US)), View::of(&game, &b, Seat::Side(US)));
    assert!(says(&game, &a, "load", &["g06", "4130", "German"]) != says(&game, &b, "load", &["g06", "4130", "German"]));
    for t in &mut pair {
        silently(t, &["end_movement"]);
    }
    // Fire at others, movement, the reinforcements of turn 2: the same asks, options and views all the way.
    let mut luck = 7_u64;
    for step in 0..400 {
        assert_eq!(pair[0].engine.prompt(), pair[1].engine.prompt(), "step {step}");
        let Some(prompt) = pair[0].engine.prompt() else { break };
        let open: Vec<String> = prompt.options().iter().map(|o| o.name.clone()).filter(|name| !tells(name)).collect();
        luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let pick = open[(luck >> 33) as usize % open.len()].clone();
        for t in &mut pair {
            silently(t, &[&pick]);
        }
        let [a, b] = states(&pair);
        assert_eq!(View::of(&game, &a, Seat::Side(US)), View::of(&game, &b, Seat::Side(US)), "{pick}");
        assert_ne!(a, b);
    }
    assert_eq!(pair[0].engine.prompt(), None);
    // The pile that is fired at is another in the two games, and now both sides know.
    let mut pair = exchanged(&game);
    for t in &mut pair {
        silently(t, &["end_movement", "fire_at 4130", "with us1"]);
    }
    assert_eq!(pair[0].engine.prompt(), pair[1].engine.prompt());
    for t in &mut pair {
        silently(t, &["together"]);
    }
    let [a, b] = states(&pair);
    assert_eq!(seen(&game, &a, US, &["g01", "g04"]), ["2", "0"]);
    assert_eq!(seen(&game, &b, US, &["g01", "g04"]), ["6", "0"]);
}

#[test]
fn fourteen_are_thrown_and_nine_are_left() {
    let game = must(PROGRAM);
    let mut t = set_up(&game, &DRAWS);
    silently(&mut t, &["end_movement"]);
    t.say(&part(PROGRAM, "procedure reinforce")).say("");
    t.dice("1..6", &[5, 4, 3, 2]).drawn(&["f8", "f8", "f4", "f5", "f5", "f5", "f6", "f6", "f6"]);
    t.pick("end_movement").cells(&["container", "drawn"]);
    // F8 is in hand and everybody sees it; wherever there are 8 or fewer factors it may come in.
    assert_eq!(seen(&game, t.engine.state(), US, &["g31"]), ["8"]);
    assert_eq!(options(&t).len(), 30);
    t.pick("at 3731").cell("above");
    assert_eq!(seen(&game, t.engine.state(), US, &["g06", "g31", "g32"]), ["0", "8", "8"]);
    assert!(!offers(&t, "at 3731") && offers(&t, "at 3632"), "{:?}", options(&t));
    silently(&mut t, &["at 3632", "at 4232", "at 4232", "at 4232", "at 4131", "at 4131"]);
    assert!(!offers(&t, "at 4232"), "2, 4, 5 and 5 are 16");
    assert!(!offers(&t, "at 4131"), "3, 5 and 6 are 14, and 6 is in hand");
    silently(&mut t, &["at 4032"]);
    t.pick("at 3432").cells(&["container", "drawn"]).ask();
    assert_eq!(holds(&game, t.engine.state(), "container"), "-");
    assert_eq!(holds(&game, t.engine.state(), "drawn"), "39");
    locked("09_fog_nine_left", "FB-T17: 4d6 = 14 with 9 units left: 9 enter", t.text());
}

#[test]
fn guards_may_peek_with_the_eyes_of_the_one_who_is_asked() {
    let direct = PROGRAM.replace("load(u!, h, Side.German) <= 16 as at", "strength[u!] <= 16 as at");
    let own = PROGRAM
        .replace("load(u!, h, Side.German) <= 16 as at", "(peek strength[u!] by Side.German else 0) <= 16 as at");
    let other = own.replace("(peek strength[u!] by Side.German else 0)", "(peek strength[u!] by Side.US else 0)");
    must(&own);
    for (leak, name) in [(direct, "hidden"), (other, "peek")] {
        let errors = read_game(&leak).err().unwrap_or_default();
        assert!(errors.iter().any(|error| error.what.contains(name)), "{name}: {errors:?}");
    }
    // The same through a query, with the enemy's eyes.
    let through = PROGRAM.replace("load(u!, h, Side.German) <= 16 as at", "load(u!, h, Side.US) <= 16 as at");
    assert!(read_game(&through).is_err(), "through a query");
}
