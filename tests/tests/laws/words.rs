//! Laws of the state's words: nothing stays of what is done, every state of play is accepted, stray bits are not.

use super::play::{Made, Walk, games, whole_game};
use wgr_runtime::exec::{Fair, Generator, Step};
use wgr_runtime::state::{Form, State};
use wgr_tests::oracle::Label;

#[test]
fn nothing_but_cells_is_left_when_a_game_is_over() {
    let mut over = 0;
    for made in games() {
        whole_game(made, 5, |walk, labels| {
            let Step::Over(_) = walk.step else { return };
            over += 1;
            let (words, layout) = (walk.state.words(), made.game.layout());
            assert!(walk.state.is_over());
            let frames = &words[layout.sections[5]..layout.sections[6]];
            assert!(frames.iter().all(|word| *word == 0), "seed {}, {labels:?}: {frames:x?}", made.seed);
            let (used, pending) = (used(made, None), &words[layout.sections[6]..layout.sections[7]]);
            assert!(words.iter().zip(&used).all(|(word, used)| word & !used == 0), "seed {}", made.seed);
            assert!(pending.iter().all(|word| *word == 0), "seed {}: something is still due", made.seed);
        });
    }
    assert!(over > 80, "{over}");
}

#[test]
fn every_state_of_play_is_accepted() {
    for made in games() {
        whole_game(made, 6, |walk, labels| {
            if matches!(walk.step, Step::Fault(_)) {
                return;
            }
            let words = walk.state.words().to_vec();
            let again = State::from_words(made.game.program(), made.game.layout(), words);
            assert_eq!(again.as_ref(), Ok(&walk.state), "seed {}, {labels:?}", made.seed);
        });
    }
}

#[test]
fn stray_bits_are_refused() {
    let mut refused = 0;
    for made in games() {
        whole_game(made, 7, |walk, labels| {
            if !matches!(walk.step, Step::Ask(_) | Step::Over(_)) {
                return;
            }
            let used = used(made, Some(walk));
            for bit in 0..walk.state.words().len() * 64 {
                if used[bit / 64] >> (bit % 64) & 1 == 1 {
                    continue;
                }
                let mut words = walk.state.words().to_vec();
                words[bit / 64] ^= 1 << (bit % 64);
                let stray = State::from_words(made.game.program(), made.game.layout(), words);
                assert!(stray.is_err(), "seed {}, {labels:?}: bit {bit} belongs to nothing", made.seed);
                refused += 1;
            }
        });
    }
    assert!(refused > 10_000, "{refused}");
}

#[test]
fn words_too_few_or_too_many_are_refused() {
    let made = &games()[0];
    let (program, layout) = (made.game.program(), made.game.layout());
    let words = State::zero(layout).words().to_vec();
    for count in [0, words.len() - 1, words.len() + 1] {
        let mut other = words.clone();
        other.resize(count, 0);
        let what = State::from_words(program, layout, other).unwrap_err();
        assert_eq!(what, format!("the state has {count} words; this game's has {}", words.len()));
    }
}

#[test]
fn a_state_with_any_bit_changed_is_refused_or_played() {
    let mut accepted = 0;
    for made in games() {
        let mut chance = Fair(made.seed);
        whole_game(made, 8, |walk, _| {
            if !matches!(walk.step, Step::Ask(_)) {
                return;
            }
            for _ in 0..100 {
                let mut words = walk.state.words().to_vec();
                for _ in 0..1 + chance.below(3) {
                    let at = chance.below(words.len() as u64) as usize;
                    words[at] ^= 1 << chance.below(64);
                }
                let Ok(state) = State::from_words(made.game.program(), made.game.layout(), words) else { continue };
                accepted += 1;
                let mut walk = Walk::at(&made.game, state);
                for _ in 0..20 {
                    let next: Vec<Label> = walk.labels();
                    let Some(label) = next.get(chance.below(next.len().max(1) as u64) as usize) else { break };
                    walk.take(*label);
                }
            }
        });
    }
    assert!(accepted > 500, "{accepted}");
}

/// The bits that cells and the header use, and, with a walk, the frames of what runs there.
fn used(made: &Made, walk: Option<&Walk>) -> Vec<u64> {
    let layout = made.game.layout();
    let mut used = vec![0; layout.words];
    used[0] = 1;
    used[1] = u64::MAX;
    for place in &layout.places {
        match place.form {
            Form::Packed { bit, width, .. } => (bit..bit + width * place.count).for_each(|bit| one(&mut used, bit)),
            Form::Sets { word, words, .. } => whole(&mut used, word, words * place.count),
            Form::Sparse { word, room, .. } => whole(&mut used, word, room),
        }
    }
    if walk.is_some() {
        // What runs is the machine's affair; only what no frame ever uses is stray there.
        let frames = &layout.frames;
        (frames.start..frames.end).for_each(|word| used[word] = u64::MAX);
    }
    used
}

fn one(used: &mut [u64], bit: u32) {
    used[(bit / 64) as usize] |= 1 << (bit % 64);
}

fn whole(used: &mut [u64], word: u32, words: u32) {
    used[word as usize..(word + words) as usize].fill(u64::MAX);
}

#[test]
fn frames_hold_only_what_runs() {
    // Words of frames of procedures that do not run are zero, and refused where they are not.
    for made in games() {
        whole_game(made, 9, |walk, labels| {
            if !matches!(walk.step, Step::Ask(_)) {
                return;
            }
            let layout = made.game.layout();
            let mut runs = vec![false; layout.words];
            let mut next = Some(made.game.main());
            while let Some(func) = next {
                let frame = &layout.frames.funcs[func.index()];
                frame.words.clone().for_each(|word| runs[word] = true);
                let pc = walk.state.words()[(frame.pc_bit / 64) as usize] >> (frame.pc_bit % 64) & 0xffff;
                next = frame.points.get((pc as usize).wrapping_sub(1)).and_then(|point| point.call);
            }
            for word in (layout.frames.start..layout.frames.end).filter(|word| !runs[*word]) {
                assert_eq!(walk.state.words()[word], 0, "seed {}, {labels:?}: word {word}", made.seed);
                let mut words = walk.state.words().to_vec();
                words[word] = 1;
                assert!(State::from_words(made.game.program(), layout, words).is_err(), "seed {}", made.seed);
            }
        });
    }
}
