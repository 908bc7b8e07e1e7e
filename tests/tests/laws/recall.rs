//! Laws of what a machine remembers: nobody can tell from its answers, from its faults or from the work it takes.

use super::play::{Made, Walk, games, make};
use wgr_runtime::exec::{Fair, Generator, Step};
use wgr_runtime::text::read;
use wgr_tests::agree::{Agreement, compare};

/// Queries that are asked again and again while what they read is written in every way there is.
const KEPT: &str = r#"wgr-ir 1
program "What is kept of queries"
enum Side { red, blue }
enum Unit { a, b, c, d }
sides Side

table side_of[Unit]: Side = { red red blue blue }

cell steps[Unit]: int 0..3
cell bands[Side]: set Unit
cell pairs[Unit]: int 0..3 sparse 3
cell beside[Unit, Unit]: bool
cell lead: opt Unit
cell cup[Unit]: int 0..2 cup
cell own: int 0..3 keep fight
cell told: int 0..996

query strong(s: Side) -> int 0..12 { return sum(u: Unit in all Unit when side_of[u] = s: steps[u]) }
query spent(s: Side) -> int 0..4 { return count(u: Unit in all Unit when side_of[u] = s and steps[u] = 0) }
query band(s: Side) -> set Unit { return filter(u: Unit in bands[s] when side_of[u] = s and not steps[u] = 0) }
query ties() -> int 0..12 { return sum(v: Unit in all Unit: pairs[v]) }
query near(u: Unit) -> int 0..4 { return count(v: Unit in all Unit when beside[u, v]) }
query led() -> bool { return any(u: Unit in all Unit when lead = u: steps[u] > 0) }
query held() -> int 0..8 { return sum(u: Unit in all Unit: cup[u]) }
query fought() -> int 0..12 { return sum(u: Unit in all Unit: own) }
query without(u: Unit) -> int 0..12 { return suppose { steps[u] := 0 } yields strong(side_of[u]) }
query some_way(s: Side) -> bool {
    return suppose some at most 20 else no { call weaken(s) } yields strong(s) = 2 and size(band(s)) = 1
}

query all_of_it() -> int 0..996 {
    let one: int 0..996 = (strong(Side.red) * 3 + strong(Side.blue) * 5 + spent(Side.red) * 7) mod 997
    let two: int 0..996 = (one * 2 + size(band(Side.red)) * 11 + size(band(Side.blue)) * 13) mod 997
    let three: int 0..996 = (two * 2 + ties() * 17 + near(Unit.b) * 19 + held() * 29 + fought() * 31) mod 997
    let four: int 0..996 = (three * 2 + without(Unit.a) * 37 + without(Unit.c) * 41 + strong(Side.red)) mod 997
    return (four + (if led() then 43 else 0) + (if some_way(Side.red) then 47 else 0)) mod 997
}

procedure weaken(s: Side) {
    repeat i: int 0..2 times 2 {
        ask s @1 "Who is weakened" {
            each u: Unit in all Unit when side_of[u] = s and steps[u] > 0 as weaken { steps[u] := steps[u] - 1 }
            one nobody { }
        }
    }
}

effect note() { told := (told * 5 + all_of_it()) mod 997 }

procedure fight() {
    own := 2
    call note()
    roll fell: int 1..3
    own := fell
    call note()
}

procedure main() -> int 0..996 {
    call note()
    for u: Unit in all Unit { steps[u] := 2 call note() }
    bands[Side.red] := single(Unit.a) | single(Unit.c)
    call note()
    bands[Side.blue] := all Unit
    call note()
    pairs[Unit.b] := 2
    call note()
    beside[Unit.b, Unit.d] := yes
    call note()
    together { steps[Unit.a] := 3 lead := Unit.b }
    call note()
    for u: Unit in all Unit { cup[u] := 1 }
    call note()
    draw u: Unit from cup otherwise { u := Unit.a }
    call note()
    call fight()
    call note()
    call weaken(Side.red)
    call note()
    swap Unit.c for single(Unit.a) | single(Unit.b)
    call note()
    call weaken(Side.blue)
    call note()
    erase Unit.b
    call note()
    return told
}
main main
"#;

fn kept() -> Made {
    make(0, read(KEPT).expect("it is a program")).expect("it keeps the invariants")
}

#[test]
fn answers_are_found_anew_when_what_they_read_is_written() {
    let made = kept();
    for seed in 0..40 {
        let outcome = compare(&made.program, seed, 40);
        assert!(matches!(outcome, Ok(Agreement::Over { .. })), "game {seed}: {outcome:?}");
    }
}

/// A warm machine remembers and has its options found; a cold one at every stop knows nothing.
fn warm_and_cold(made: &Made, chance: u64, work: u64) -> usize {
    let (mut warm, mut pick, mut stops) = (Walk::new(&made.game), Fair(chance), 0);
    warm.machine.set_work(work);
    loop {
        let labels = warm.labels();
        let Some(label) = labels.get(pick.below(labels.len().max(1) as u64) as usize) else { return stops };
        let mut cold = Walk::at(&made.game, warm.state.clone());
        assert_eq!(warm.stand(), cold.stand(), "seed {}, stop {stops}", made.seed);
        cold.machine.forget();
        cold.machine.set_work(work);
        cold.take(*label);
        warm.take(*label);
        assert_eq!(warm.stand(), cold.stand(), "seed {}, stop {stops}, {label:?}, work {work}", made.seed);
        assert!(matches!(warm.step, Step::Fault(_)) || warm.state == cold.state, "seed {}, stop {stops}, {label:?}", made.seed);
        stops += 1;
    }
}

#[test]
fn a_machine_that_remembers_does_what_one_does_that_does_not() {
    let most = wgr_runtime::exec::WORK;
    let own = kept();
    let stops: usize = games().iter().chain([&own]).map(|made| warm_and_cold(made, 11, most)).sum();
    assert!(stops > 500, "{stops}");
}

#[test]
fn the_bound_on_work_is_met_at_the_same_place() {
    let own = kept();
    (1..400).for_each(|work| {
        warm_and_cold(&own, work, work * 3);
    });
}
