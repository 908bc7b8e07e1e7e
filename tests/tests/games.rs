//! Every game that is shipped: it checks, its examples come out, random games of it end without a fault, and a save at
//! every ask goes on to the same end.

use std::collections::BTreeSet;
use wgr_compiler::Starts;
use wgr_runtime::engine::{Engine, load, stacks};
use wgr_runtime::ir::What;
use wgr_tests::bot::Bot;
use wgr_tests::rules::{failing, is_to_be_mended, playable};
use wgr_tests::shipped::{Shipped, all, shipped};

/// No game goes on for longer.
const MOST_ANSWERS: usize = 20_000;
/// Random games of each.
const GAMES: u64 = 3;

/// Does this with each game and names those in which it panics or gives an error.
fn each(what: impl Fn(&Shipped) -> Result<(), String>) {
    let games = all();
    assert!(!games.is_empty(), "games are there");
    let failed: Vec<String> =
        games.iter().filter_map(|name| what(&shipped(name)).err().map(|error| format!("{name}: {error}"))).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn it_checks_and_its_examples_come_out() {
    each(|game| {
        let checked = game.check(Starts::ScenesToo);
        let wrong: Vec<&str> =
            checked.diagnostics.iter().filter(|one| is_to_be_mended(one)).map(|told| told.title.as_str()).collect();
        let Some(compiled) = checked.compiled.filter(|_| wrong.is_empty()) else { return Err(wrong.join("; ")) };
        let failing = failing(&compiled);
        let titles: Vec<String> =
            failing.iter().map(|report| format!("{}: {:?}", report.title, report.failure)).collect();
        if titles.is_empty() { Ok(()) } else { Err(titles.join("; ")) }
    });
}

#[test]
fn random_games_end_without_a_fault() {
    each(|game| {
        let compiled = game.check(Starts::Scenarios).compiled.ok_or("it does not check")?;
        let game = playable(&compiled);
        for seed in 0..GAMES {
            let [first, again] = [(); 2].map(|()| {
                let mut engine = Engine::new(&game, seed);
                Bot::new(seed).play(&mut engine, MOST_ANSWERS);
                engine.state().hash()
            });
            if first != again {
                return Err(format!("seed {seed} does not lead to the same end twice"));
            }
        }
        Ok(())
    });
}

#[test]
fn saved_and_loaded_at_every_ask_it_goes_on_to_the_same_end() {
    each(|game| {
        let compiled = game.check(Starts::Scenarios).compiled.ok_or("it does not check")?;
        let game = playable(&compiled);
        // The shortest of them, for a save holds all that was answered before it.
        let played = (0..GAMES).map(|seed| {
            let mut straight = Engine::new(&game, seed);
            (Bot::new(seed).play(&mut straight, MOST_ANSWERS), seed, straight)
        });
        let (answers, seed, straight) = played.min_by_key(|(answers, ..)| *answers).ok_or("no game was played")?;
        // Whoever goes on is the one that was loaded: what a save forgets is missing from then on.
        let (mut bot, mut engine) = (Bot::new(seed), Engine::new(&game, seed));
        for at in 0..answers {
            let text = engine.save().map_err(|error| format!("answer {at}: {error}"))?;
            engine = load(&game, &text).map_err(|error| format!("answer {at}: {error}"))?;
            bot.answer(&mut engine);
        }
        if engine.state().words() == straight.state().words() {
            Ok(())
        } else {
            Err("saved and loaded it goes another way".to_owned())
        }
    });
}

/// Random games of each in which every ask is looked at.
const LOOKED_AT: u64 = 8;

#[test]
fn nothing_out_of_play_is_offered_unless_its_rule_asks_for_it() {
    each(|shipped| {
        let compiled = shipped.check(Starts::Scenarios).compiled.ok_or("it does not check")?;
        let game = playable(&compiled);
        for seed in 0..LOOKED_AT {
            let (mut bot, mut engine) = (Bot::new(seed), Engine::new(&game, seed));
            loop {
                if let Some(what) = offered_out_of_play(shipped, &engine) {
                    return Err(format!("seed {seed}: {what}"));
                }
                if !bot.answer(&mut engine) {
                    break;
                }
            }
        }
        Ok(())
    });
}

/// The first piece offered that stands nowhere, by an action or statement that asks neither for such pieces nor for a box.
fn offered_out_of_play(shipped: &Shipped, engine: &Engine) -> Option<String> {
    let (game, prompt) = (engine.game(), engine.prompt()?);
    let place = game.program().cells.iter().find(|cell| cell.name == "place")?;
    let What::Id(counters) = place.index.first()?.what else { return None };
    let stand: BTreeSet<String> = stacks(game, engine.state()).into_iter().flat_map(|(_, names)| names).collect();
    let title = game.rule_name(prompt.site);
    prompt.options().iter().find_map(|option| {
        let name = option.member()?;
        if game.member_named(counters, name).is_none() || stand.contains(name) {
            return None;
        }
        let boxes: Vec<&str> = shipped.files.iter().flat_map(|(_, text)| items(text)).filter_map(box_named).collect();
        let asks = |word: &str| {
            let asked = |item: &str| item.contains(word) && asks_for_those_off_the_map(item, &boxes);
            shipped.files.iter().any(|(_, text)| items(text).any(asked))
        };
        let quoted = title.split('"').nth(1).map(|title| format!("\"{title}\""));
        let meant = asks(&format!("action {}(", option.arm())) || quoted.is_some_and(|title| asks(&title));
        (!meant).then(|| format!("{title} offers {name}, which is out of play"))
    })
}

/// The items of a file: each begins at the left edge.
fn items(text: &str) -> impl Iterator<Item = &str> {
    let begins = |at: &usize| text[*at..].starts_with(|c: char| c.is_ascii_alphabetic());
    let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
    let mut starts: Vec<usize> = line_starts.filter(begins).collect();
    starts.push(text.len());
    let pairs: Vec<(usize, usize)> = starts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    pairs.into_iter().map(|(from, to)| &text[from..to])
}

fn asks_for_those_off_the_map(item: &str, boxes: &[&str]) -> bool {
    let at_a_box =
        boxes.iter().any(|name| item.contains(&format!(" at {name} ")) || item.contains(&format!(" at [{name}")));
    at_a_box || ["at none", "hex is none", ".box is ", ".box in "].iter().any(|said| item.contains(said))
}

/// `box at_hand "at hand" of Bombardment`
fn box_named(item: &str) -> Option<&str> {
    item.strip_prefix("box ")?.split_whitespace().next()
}
