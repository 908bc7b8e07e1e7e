//! Is a block of words a state of this layout? In: words from a save. Out: yes, or what is wrong and where.
//! Everything that runs on a state relies on this: values within their ranges, unused bits zero, sparse
//! entries ascending, and frames that are a chain of calls standing at points.

use super::{Coded, Form, Layout, PC_WIDTH, Place, Slot, State, pack};
use crate::ir::{FuncId, Program};

impl State {
    pub fn from_words(program: &Program, layout: &Layout, words: Vec<u64>) -> Result<State, String> {
        if words.len() != layout.words {
            return Err(format!("the state has {} words; this game's has {}", words.len(), layout.words));
        }
        let state = State { words: words.into_boxed_slice() };
        let mut used = vec![0_u64; layout.words];
        header(&state, &mut used, program)?;
        for (cell, place) in program.cells.iter().zip(&layout.places) {
            check_cell(&state, place, &mut used).map_err(|what| format!("cell `{}`: {what}", cell.name))?;
        }
        check_frames(&state, program, layout, &mut used)?;
        for (at, (word, used)) in state.words.iter().zip(&used).enumerate() {
            if word & !used != 0 {
                return Err(format!("word {at} has bits that belong to nothing"));
            }
        }
        Ok(state)
    }
}

fn header(state: &State, used: &mut [u64], program: &Program) -> Result<(), String> {
    used[0] |= 1;
    used[1] = u64::MAX;
    let span = program.main.and_then(|m| program.func(m).ret).and_then(|t| t.scalar()).map_or(1, |s| s.span());
    let (over, result) = (state.is_over(), state.words[1]);
    if result >= span.max(1) || (!over && result != 0) {
        return Err("the result is none of this game's".to_owned());
    }
    Ok(())
}

fn claim(used: &mut [u64], bit: u32, width: u32) {
    let old = pack::get(used, bit, width);
    pack::set(used, bit, width, old | (u64::MAX >> (64 - width)));
}

fn field(state: &State, bit: u32, width: u32, code: Coded) -> Result<(), String> {
    let bits = pack::get(&state.words, bit, width);
    if code.holds(bits) { Ok(()) } else { Err(format!("the bits {bits:x} are no value of {}..{}", code.lo, code.hi)) }
}

fn set_words_ok(words: &[u64], size: u32) -> Result<(), String> {
    let last = size % 64;
    if last != 0 && words.last().is_some_and(|w| w >> last != 0) {
        return Err(format!("a set names a member beyond its {size}"));
    }
    Ok(())
}

fn check_cell(state: &State, place: &Place, used: &mut [u64]) -> Result<(), String> {
    match place.form {
        Form::Packed { bit, width, code } => {
            for k in 0..place.count {
                claim(used, bit + k * width, width);
                field(state, bit + k * width, width, code)?;
            }
        }
        Form::Sets { word, words, size } => {
            for k in 0..place.count {
                used[(word + k * words) as usize..][..words as usize].fill(u64::MAX);
                set_words_ok(state.members(place, k), size)?;
            }
        }
        Form::Sparse { word, room, code } => {
            used[word as usize..][..room as usize].fill(u64::MAX);
            let entries = &state.words[word as usize..][..room as usize];
            let mut last = 0;
            let mut ended = false;
            for &entry in entries {
                if entry == 0 {
                    ended = true;
                    continue;
                }
                let (key, value) = (entry >> 32, entry & 0xffff_ffff);
                if ended || key <= last || key > u64::from(place.count) || value == 0 || !code.holds(value) {
                    return Err("its entries are not in order or not in range".to_owned());
                }
                last = key;
            }
        }
    }
    Ok(())
}

/// From main inwards: each frame stands at a point, and a point that is a call leads to the next frame.
fn check_frames(state: &State, program: &Program, layout: &Layout, used: &mut [u64]) -> Result<(), String> {
    let mut next: Option<FuncId> = program.main;
    let mut top = true;
    while let Some(func) = next {
        let frame = &layout.frames.funcs[func.index()];
        if frame.points.is_empty() {
            break;
        }
        claim(used, frame.pc_bit, PC_WIDTH);
        let pc = pack::get(&state.words, frame.pc_bit, PC_WIDTH) as usize;
        let name = &program.func(func).name;
        if pc == 0 && top {
            break;
        }
        let Some(point) = pc.checked_sub(1).and_then(|at| frame.points.get(at)) else {
            return Err(format!("`{name}` stands at point {pc}, and it has {}", frame.points.len()));
        };
        if state.is_over() {
            return Err(format!("the game is over, yet `{name}` still runs"));
        }
        for local in &point.live {
            let what = |why| format!("`{}` of `{name}`: {why}", program.func(func).local(*local).name);
            match frame.slots[local] {
                Slot::Packed { bit, width, code } => {
                    claim(used, bit, width);
                    field(state, bit, width, code).map_err(what)?;
                }
                Slot::Set { word, words, size } => {
                    let range = word as usize..(word + words) as usize;
                    used[range.clone()].fill(u64::MAX);
                    set_words_ok(&state.words[range], size).map_err(what)?;
                }
            }
        }
        next = point.call;
        top = false;
    }
    Ok(())
}
