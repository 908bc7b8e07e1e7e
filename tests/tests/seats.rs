//! The promise of seats: what a seat may not know changes nothing that it is shown, to the byte. Held to over the games that
//! hide something, at the asks of random games, for every side: in the states that could stand in place of the one that
//! stands, and after answers and draws that could have been others.

use std::collections::BTreeSet;
use std::fmt::Write;
use wgr_compiler::{Starts, check_from};
use wgr_runtime::engine::{
    Engine, Entry, Game, Happened, Heard, Seat, Sight, Status, View, WithReasons, happened_openly, load, stacks,
    standing,
};
use wgr_runtime::exec::{Fair, Generator};
use wgr_runtime::ir::{Cell, CellId, FuncKind, NONE, Role, Type, What};
use wgr_runtime::state::State;
use wgr_tests::rules::{checked, playable, suite, text};
use wgr_tests::shipped::shipped;

/// Questions put to every query at every ask.
const ASKED: usize = 3;

fn orders() -> Game {
    let text = text(&suite("seats").join("unseen_orders.wgr")).unwrap();
    playable(&checked("suite/seats/unseen_orders.wgr", &text, None).compiled.unwrap())
}

/// The sample of the page.
fn ridges() -> Game {
    let page = suite("../../docs/language").join("knowledge.md");
    let page = text(&page).unwrap();
    let sample = page.split("```wgr\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    playable(&checked("knowledge.wgr", sample, None).compiled.unwrap())
}

fn fog() -> Game {
    game("hard-rules/16_cup_and_fog")
}

fn game(name: &str) -> Game {
    let (sources, ledger) = shipped(name).sources();
    playable(&check_from(&sources, ledger.as_ref(), Starts::Scenarios).compiled.unwrap())
}

/// What the sides hear of a random game, each at its seat.
fn heard(game: &Game, answers: u32) -> Vec<Vec<Heard>> {
    let (mut engine, mut chance) = (Engine::new(game, 4), Fair(4));
    for _ in 0..answers {
        let Some(count) = engine.prompt().map(|prompt| prompt.count()) else { break };
        engine.answer(chance.below(count as u64) as usize).unwrap();
    }
    (0..sides(game)).map(|side| engine.from_seat(Seat::Side(side)).log()).collect()
}

fn sides(game: &Game) -> i64 {
    game.program().sides.map_or(0, |sides| i64::from(game.program().domain(sides).size))
}

/// Everything that a seat is shown, as text.
fn shown(engine: &Engine, seat: Seat, mut chance: Fair) -> String {
    let (game, seated) = (engine.game(), engine.from_seat(seat));
    let view = seated.view();
    let mut out = format!("{:?}\n{:?}\n{:?}\n", seated.asked(), seated.result(), seated.may_count());
    if let Some(prompt) = seated.prompt() {
        prompt.options().iter().for_each(|option| writeln!(out, "{}", option.name).unwrap());
    }
    seated.log().iter().for_each(|heard| writeln!(out, "{heard}").unwrap());
    standing(game, &view).iter().for_each(|line| writeln!(out, "{line}").unwrap());
    writeln!(out, "{:?}", stacks(game, view.state())).unwrap();
    match seated.why_ask() {
        Ok(trees) => trees.iter().for_each(|tree| writeln!(out, "{tree}").unwrap()),
        Err(rests) => out.push_str(&rests.told(game)),
    }
    for (at, func) in game.program().funcs.iter().enumerate() {
        if func.kind != FuncKind::Query || func.param_types().any(|ty| ty.scalar().is_none()) {
            continue;
        }
        for _ in 0..ASKED {
            let args: Vec<i64> = func
                .param_types()
                .filter_map(Type::scalar)
                .map(|scalar| scalar.lo + chance.below(scalar.span()) as i64)
                .collect();
            writeln!(out, "{}", seated.why(wgr_runtime::ir::FuncId::new(at), &args)).unwrap();
        }
    }
    out.push_str(&seated.notebook().unwrap());
    out
}

/// Where two states differ in what may be hidden.
fn differing(game: &Game, [one, other]: [&State; 2]) -> Vec<(CellId, u32)> {
    let all = game.program().cells.iter().enumerate().filter(|(_, cell)| cell.hidden.is_some());
    let all = all.filter(|(_, cell)| cell.value.scalar().is_some()).map(|(at, _)| CellId::new(at));
    let elements = |cell: CellId| (0..game.layout().place(cell).count).map(move |element| (cell, element));
    let differs = |(cell, element): &(CellId, u32)| {
        let place = game.layout().place(*cell);
        one.get(place, *element) != other.get(place, *element)
    };
    all.flat_map(elements).filter(differs).collect()
}

/// What a seat is told in its order of an answer, up to the first of those places that becomes open.
fn told_in_order(before: &Engine, entries: &[Entry], seat: Seat, hidden: &[(CellId, u32)]) -> String {
    let game = before.game();
    let Some(known) = before.as_known(seat) else { return String::new() };
    let (mut out, mut is_open) = (String::new(), false);
    let is_of_pieces = |cell: &Cell| cell.role == Role::Game && !cell.index.is_empty() && cell.value.scalar().is_some();
    let losses = game.program().cells.iter().enumerate().filter(|(_, cell)| is_of_pieces(cell));
    let losses: Vec<CellId> = losses.map(|(at, _)| CellId::new(at)).collect();
    happened_openly(
        (game, WithReasons { left: &|_| true, losses: &losses }, &known),
        before.state(),
        entries,
        &mut |view, what| {
            let unseen = |(cell, element): &(CellId, u32)| view.unseen().is_some_and(|all| all.holds(*cell, *element));
            is_open |= !hidden.iter().all(unseen);
            if is_open {
                return;
            }
            match what {
                Happened::Wrote { places, one, before, is_loss } => {
                    writeln!(out, "{places:?} {one:?} {is_loss}").unwrap();
                    before.iter().for_each(|asked| writeln!(out, "{} {}", asked.happened, asked.why).unwrap());
                }
                Happened::Leads { site, before } => {
                    writeln!(out, "leads {}", game.program().site(site).short()).unwrap();
                    before.iter().for_each(|asked| writeln!(out, "{} {}", asked.happened, asked.why).unwrap());
                }
                Happened::Left { places, before } | Happened::Ended { places, before } => {
                    writeln!(out, "left {places:?}").unwrap();
                    before.iter().for_each(|asked| writeln!(out, "{} {}", asked.happened, asked.why).unwrap());
                }
                Happened::Way { site, is_so, in_all } => {
                    writeln!(out, "{} {is_so} {in_all:?}", game.program().site(site).short()).unwrap();
                }
                Happened::Alone(only) => writeln!(out, "{only:?}").unwrap(),
                Happened::Drew { drew, .. } => writeln!(out, "{drew}").unwrap(),
                Happened::Rolled(with) => {
                    writeln!(out, "{} {:?}", with.die, with.about).unwrap();
                    let asked = with.before.iter().chain(&with.behind);
                    asked.for_each(|asked| writeln!(out, "{} {}", asked.happened, asked.why).unwrap());
                }
            }
            writeln!(out, "{:?}", view.state()).unwrap();
        },
    );
    out
}

/// The same of the answer that is called so.
fn told_of(before: &Engine, option: &str, seat: Seat, hidden: &[(CellId, u32)]) -> Option<String> {
    let (mut engine, logged) = (before.fork(), before.log().len());
    let option = engine.prompt()?.options().iter().position(|offered| offered.name == option)?;
    engine.answer(option).ok()?;
    Some(told_in_order(before, &engine.log()[logged..], seat, hidden))
}

/// A state that differs only in what the side does not see: among what it does not see of a cup and of what came out of it,
/// everything may lie everywhere; any other hidden place may hold anything.
fn another(game: &Game, state: &State, side: i64, chance: &mut Fair) -> State {
    let view = View::of(game, state, Seat::Side(side));
    let unseen = view.unseen().unwrap();
    let mut other = state.clone();
    for (at, cell) in game.program().cells.iter().enumerate().filter(|(_, cell)| cell.hidden.is_some()) {
        let (id, Type::Scalar(range)) = (CellId::new(at), cell.value) else { continue };
        let place = game.layout().place(id);
        let elements: Vec<u32> = (0..place.count).filter(|element| unseen.holds(id, *element)).collect();
        match cup_of(game, range.what) {
            Some(cup) => {
                let cup = game.layout().place(cup);
                let drawn: Vec<u32> = elements.into_iter().filter(|at| state.get(place, *at) != NONE).collect();
                let mut pool: Vec<i64> = drawn.iter().map(|at| state.get(place, *at)).collect();
                for print in 0..cup.count {
                    let count = state.get(cup, print);
                    pool.extend(std::iter::repeat_n(i64::from(print), count as usize));
                    other.set(cup, print, 0).unwrap();
                }
                for last in (1..pool.len()).rev() {
                    pool.swap(last, chance.below(last as u64 + 1) as usize);
                }
                for element in drawn {
                    other.set(place, element, pool.pop().unwrap()).unwrap();
                }
                for print in pool {
                    other.set(cup, print as u32, other.get(cup, print as u32) + 1).unwrap();
                }
            }
            None => {
                for element in elements {
                    other.set(place, element, range.lo + chance.below(range.span()) as i64).unwrap();
                }
            }
        }
    }
    other
}

/// The cup out of which such things come.
fn cup_of(game: &Game, what: What) -> Option<CellId> {
    let cells = game.program().cells.iter();
    let is_one = |cell: &wgr_runtime::ir::Cell| cell.role == Role::Cup && cell.index.iter().any(|of| of.what == what);
    cells.into_iter().position(is_one).map(CellId::new)
}

/// Does it stand at the same ask, of the same side?
fn alike(one: &Engine, other: &Engine) -> bool {
    one.from_seat(Seat::Referee).asked() == other.from_seat(Seat::Referee).asked()
}

/// What a side is told that types words where another side is asked; nothing where it is asked itself, for what its own
/// answer leads to is compared where answers are.
fn refused(mut engine: Engine, side: i64) -> String {
    if engine.from_seat(Seat::Side(side)).prompt().is_some() {
        return String::new();
    }
    let words = ["nonsense", "1", "done"].map(|word| engine.pick_all_own(&[word], side));
    format!("{words:?}")
}

/// How often something was compared; it has to be often.
#[derive(Default, Debug)]
struct Compared {
    states: usize,
    answers: usize,
    /// What was told in its order.
    in_order: usize,
}

fn play(game: &Game, seeds: std::ops::Range<u64>, most: usize, each: usize) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        let (mut chance, mut engine) = (Fair(!seed), Engine::new(game, seed));
        for nth in 0..most {
            let Some(prompt) = engine.prompt() else { break };
            let option = chance.below(prompt.count() as u64) as usize;
            if nth % each == 0 {
                (0..sides(game)).for_each(|side| compare(&engine, side, option, &mut chance, &mut compared));
            }
            assert_eq!(engine.answer(option), Ok(None), "seed {seed}");
        }
    }
    compared
}

fn compare(engine: &Engine, side: i64, option: usize, chance: &mut Fair, compared: &mut Compared) {
    let (game, seat) = (engine.game(), Seat::Side(side));
    let questions = Fair(chance.below(1 << 40));
    let other = another(game, engine.state(), side, chance);
    let (here, there) = (engine.as_if(engine.state().clone()), engine.as_if(other));
    if here.state() != there.state() && alike(&here, &there) {
        compared.states += 1;
        assert_eq!(
            shown(&here, seat, questions.clone()),
            shown(&there, seat, questions.clone()),
            "{}",
            seat.name(game)
        );
        let picked = here.prompt().and_then(|prompt| prompt.option(option).map(|offered| offered.name));
        let hidden = differing(game, [here.state(), there.state()]);
        let told = picked.and_then(|picked| {
            Some([told_of(&here, &picked, seat, &hidden)?, told_of(&there, &picked, seat, &hidden)?])
        });
        if let Some([one, other]) = told {
            compared.in_order += usize::from(!one.is_empty());
            assert_eq!(one, other, "{}", seat.name(game));
        }
        assert_eq!(refused(here, side), refused(there, side), "{}", seat.name(game));
    }
    // Another side answers, and something is drawn: as it does, and as it might.
    let prompt = engine.prompt().unwrap();
    let (mut one, mut two) = (engine.fork(), engine.fork());
    let other = if prompt.side == side { option } else { chance.below(prompt.count() as u64) as usize };
    two.stir(chance.below(1 << 40));
    if one.answer(option) != Ok(None) || two.answer(other) != Ok(None) {
        return;
    }
    // Answers that everybody hears may lead elsewhere.
    let logged = engine.log().len();
    let said = |engine: &Engine| Heard::of(game, &engine.log()[logged], seat);
    if said(&one) != said(&two) {
        return;
    }
    let fell = |engine: &Engine| -> Vec<Entry> {
        engine.log().iter().filter(|entry| matches!(entry, Entry::Roll { .. })).cloned().collect()
    };
    let differs = one.state() != two.state();
    let over = |engine: &Engine| matches!(engine.status(), Status::Over(_));
    let sees = |engine: &Engine| View::of(game, engine.state(), seat);
    if differs && alike(&one, &two) && over(&one) == over(&two) && fell(&one) == fell(&two) && sees(&one) == sees(&two)
    {
        compared.answers += 1;
        let told = [&one, &two].map(|engine| &engine.log()[logged..]);
        let hidden = differing(game, [one.state(), two.state()]);
        let told = told.map(|entries| told_in_order(engine, entries, seat, &hidden));
        assert_eq!(told[0], told[1], "{}", seat.name(game));
        assert_eq!(shown(&one, seat, questions.clone()), shown(&two, seat, questions), "{}", seat.name(game));
    }
}

#[test]
fn unseen_orders_are_not_told() {
    let compared = play(&orders(), 1..9, 40, 1);
    assert!(compared.states > 100 && compared.answers > 10, "{compared:?}");
}

#[test]
fn what_lies_in_a_stack_is_not_told() {
    let compared = play(&ridges(), 1..80, 20, 1);
    assert!(compared.states > 40, "{compared:?}");
}

#[test]
fn the_container_and_the_fog_tell_nothing() {
    let compared = play(&fog(), 1..4, 120, 6);
    assert!(compared.states > 20 && compared.in_order > 10, "{compared:?}");
}

/// As long as nothing is looked at that a side does not see, it is told what comes of an answer in its order.
#[test]
fn an_order_that_is_told_tells_nothing() {
    let compared = play(&game("first-blood"), 7..8, 260, 12);
    assert!(compared.states > 10 && compared.in_order > 5, "{compared:?}");
}

/// What a fight shows before its die is known from there on: its figures are told, and what else is hidden stays so.
#[test]
fn what_is_shown_on_the_way_is_known_from_there_on() {
    let text = text(&suite("seats").join("shown_in_a_fight.wgr")).unwrap();
    let game = playable(&checked("suite/seats/shown_in_a_fight.wgr", &text, None).compiled.unwrap());
    let mut engine = Engine::new(&game, 3);
    ["fight", "pick B2"].iter().for_each(|pick| assert_eq!(engine.pick(pick), Ok(None)));
    let told = told_of(&engine, "pick R1", Seat::Side(0), &[]).unwrap();
    assert!(told.contains("fire(R1) = 6") && told.contains("fire(B2) = 3"), "{told}");
    let other = another(&game, engine.state(), 0, &mut Fair(1));
    let hidden = differing(&game, [engine.state(), &other]);
    let told = told_of(&engine, "pick R1", Seat::Side(0), &hidden).unwrap();
    assert!(!told.contains("fire"), "{told}");
    let compared = play(&game, 1..30, 20, 1);
    assert!(compared.states > 20 && compared.in_order > 10, "{compared:?}");
}

/// That something is drawn is told, and only what it is may be unseen: so are the dice told, and the answers, that lead to it.
#[test]
fn what_only_leads_to_a_draw_is_told() {
    for game in [fog(), game("first-blood")] {
        for heard in heard(&game, 300) {
            let untold = |heard: &&Heard| matches!(heard, Heard::Rolled { .. } | Heard::Answered { .. });
            assert_eq!(heard.iter().filter(untold).count(), 0);
            assert!(heard.iter().filter(|heard| matches!(heard, Heard::Drew)).count() > 20);
            assert!(heard.iter().any(|heard| matches!(heard, Heard::Told(Entry::Roll { .. }))));
        }
    }
}

/// A die that decides what a hidden place holds is told to nobody, as a number or by a branch.
#[test]
fn a_die_that_decides_something_hidden_is_not_told() {
    let text = text(&suite("seats").join("unseen_dice.wgr")).unwrap();
    let game = playable(&checked("suite/seats/unseen_dice.wgr", &text, None).compiled.unwrap());
    for heard in heard(&game, 40) {
        let unseen = |heard: &Heard| if let Heard::Rolled { at, .. } = heard { Some(at.clone()) } else { None };
        let unseen: BTreeSet<String> = heard.iter().filter_map(unseen).collect();
        assert_eq!(unseen, BTreeSet::from(["5.1".to_owned(), "5.2".to_owned()]));
        assert!(heard.iter().any(|heard| matches!(heard, Heard::Told(Entry::Roll { .. }))));
    }
}

/// By whatever detour an answer or a die comes to a hidden place, it is not told: through a procedure and a kept name, or by what
/// becomes of a piece that all saw drawn.
#[test]
fn no_detour_tells_what_is_hidden() {
    let text = text(&suite("seats").join("unseen_plans.wgr")).unwrap();
    let game = playable(&checked("suite/seats/unseen_plans.wgr", &text, None).compiled.unwrap());
    let secret = ["5.1", "5.3", "5.5"];
    let mut unseen: BTreeSet<String> = BTreeSet::new();
    for heard in heard(&game, 40).swap_remove(0) {
        match heard {
            Heard::Told(Entry::Answer { ask: at, .. } | Entry::Roll { at, .. }) => {
                assert!(!secret.contains(&at.as_str()), "{at} is told");
            }
            Heard::Answered { ask: at, .. } | Heard::Rolled { at, .. } => _ = unseen.insert(at),
            Heard::Told(Entry::Draw { .. }) | Heard::Drew | Heard::Saw(_) => {}
        }
    }
    assert!(secret.iter().all(|at| unseen.contains(*at)), "{unseen:?}");
}

/// How far a game can be taken back is judged late where nobody asks; whoever takes up a save asks after each answer.
#[test]
fn what_is_judged_late_is_judged_alike() {
    let mut taken_back = 0;
    for game in [orders(), ridges(), fog()] {
        for seed in 1..4 {
            let (mut late, mut at_once, mut chance) = (Engine::new(&game, seed), Engine::new(&game, seed), Fair(seed));
            for answers in 1..150 {
                let Some(count) = late.prompt().map(|prompt| prompt.count()) else { break };
                let option = chance.below(count as u64) as usize;
                assert_eq!(late.answer(option), at_once.answer(option), "seed {seed}");
                at_once = load(&game, &at_once.save().unwrap()).unwrap();
                if answers % 7 == 0 {
                    assert_eq!(late.save(), at_once.save(), "seed {seed}, {answers} answers");
                    let (mut here, mut there) = (late.fork(), at_once.fork());
                    let undone = here.undo(1);
                    assert_eq!(undone, there.undo(1), "seed {seed}, {answers} answers");
                    assert_eq!(here.save(), there.save(), "seed {seed}, {answers} answers");
                    taken_back += usize::from(undone.is_ok());
                }
            }
        }
    }
    assert!(taken_back > 20, "{taken_back}");
}

/// Words behind the last answer that is one's own are refused, and what they are refused by tells nothing: not what is
/// offered there, not what it rests on.
#[test]
fn a_line_goes_no_further_than_its_own_side_is_asked() {
    let text = text(&suite("seats").join("the_other_is_asked.wgr")).unwrap();
    let game = playable(&checked("suite/seats/the_other_is_asked.wgr", &text, None).compiled.unwrap());
    let (engine, mut chance, mut differ) = (Engine::new(&game, 2), Fair(7), 0);
    for _ in 0..20 {
        let (mut here, mut there) = (engine.fork(), engine.as_if(another(&game, engine.state(), 0, &mut chance)));
        differ += usize::from(here.state() != there.state());
        for words in [&["poke", "yes", "R1", "south"][..], &["poke", "yes", "zzz"], &["poke", "yes", "done"]] {
            let before = here.state().clone();
            let told = [here.pick_all_own(words, 0), there.pick_all_own(words, 0)];
            assert_eq!(told[0], told[1], "{words:?}");
            let said = told[0].clone().unwrap_err().to_string();
            assert!(said.contains("now Red is asked") && !said.contains("R2"), "{said}");
            assert_eq!(here.state(), &before, "nothing was done");
            assert_eq!(shown(&here, Seat::Side(0), Fair(3)), shown(&there, Seat::Side(0), Fair(3)));
        }
    }
    assert!(differ > 10, "{differ}");
}

/// A side hears what it answers itself, and sees what it draws.
#[test]
fn who_may_see_is_told() {
    let game = orders();
    let mut engine = Engine::new(&game, 3);
    let red = Seat::Side(1);
    while !matches!(engine.prompt(), Some(prompt) if prompt.options().iter().any(|option| option.name.starts_with("command")))
    {
        assert_eq!(engine.answer(0), Ok(None));
    }
    assert_eq!(engine.answer(0), Ok(None));
    assert_eq!(engine.pick("ambush"), Ok(None));
    let told = |seat| {
        let log = engine.from_seat(seat).log();
        log.iter().map(|heard| format!("{heard}\n")).collect::<String>()
    };
    let (red, blue) = (told(red), told(Seat::Side(0)));
    assert!(red.contains("Red at 5.1: ambush\n") && red.contains("seen: band_1.print "), "{red}");
    assert!(blue.contains("Red at 5.1: has answered\n") && blue.contains("a draw, unseen\n"), "{blue}");
    assert!(!blue.contains("ambush") && !blue.contains("seen: "), "{blue}");
}
