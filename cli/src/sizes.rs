//! `wgr sizes`: where the bytes of a state go, by section, cell and frame.

use crate::args::{Print, Sizes};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Playable, Purpose, load_game};
use crate::tell::counted;
use serde_json::{Value, json};
use std::path::Path;
use wgr_runtime::state::{Form, Layout, Place, SECTIONS};

const WORD: usize = 8;

/// A cell, or what a procedure keeps while it stands still.
struct Part {
    name: String,
    /// `96 of 4 bits`
    what: String,
    /// In eighths of a byte: many cells share one.
    bits: usize,
}

pub(crate) fn sizes(args: &Sizes, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let playable = load_game(&args.looked.game, Purpose::Play, &args.looked.errata, root)?;
    let layout = playable.game.layout();
    let (cells, frames) = (cells(&playable), frames(&playable));
    match args.looked.format {
        Print::Json => {
            let sections: Vec<Value> =
                sections(layout).map(|(name, bytes)| json!({ "section": name, "bytes": bytes })).collect();
            let said = json!({ "bytes": layout.words * WORD, "sections": sections, "cells": as_json(&cells),
                "frames": as_json(&frames) });
            out.line(&said.to_string());
        }
        Print::Text => {
            let title = &playable.game.program().title;
            out.line(&format!("{title}: a state has {}", counted(layout.words * WORD, "byte")));
            for (name, bytes) in sections(layout).filter(|(_, bytes)| *bytes > 0) {
                out.line(&format!("{bytes:>8}  {name}"));
            }
            parts("cells, the largest first:", &cells, out);
            parts("frames, where a procedure stands while somebody is asked (some share their place):", &frames, out);
        }
    }
    Ok(Exit::Fine)
}

fn sections(layout: &Layout) -> impl Iterator<Item = (&'static str, usize)> {
    SECTIONS.into_iter().zip(layout.sections.windows(2).map(|ends| (ends[1] - ends[0]) * WORD))
}

fn cells(playable: &Playable) -> Vec<Part> {
    let cells = playable.game.program().cells.iter().zip(&playable.game.layout().places);
    let mut parts: Vec<Part> = cells.map(|(cell, place)| part(&cell.name, place)).collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.bits));
    parts
}

fn part(name: &str, place: &Place) -> Part {
    let count = place.count as usize;
    let (what, bits) = match place.form {
        Form::Packed { width, .. } => {
            (format!("{count} of {}", counted(width as usize, "bit")), count * width as usize)
        }
        Form::Sets { words, size, .. } => {
            (format!("{} of {size} members", counted(count, "set")), count * words as usize * WORD * 8)
        }
        Form::Sparse { room, .. } => (format!("room for {room} of {count}"), room as usize * WORD * 8),
    };
    Part { name: name.to_owned(), what, bits }
}

fn frames(playable: &Playable) -> Vec<Part> {
    let frames = playable.game.program().funcs.iter().zip(&playable.game.layout().frames.funcs);
    let mut parts: Vec<Part> = frames
        .filter(|(_, frame)| !frame.words.is_empty())
        .map(|(func, frame)| Part {
            name: func.name.clone(),
            what: format!("{} kept at {}", counted(frame.slots.len(), "value"), counted(frame.points.len(), "stop")),
            bits: frame.words.len() * WORD * 8,
        })
        .collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.bits));
    parts
}

/// Bytes with their eighths where they are not whole: `3.5`.
fn bytes(bits: usize) -> String {
    let (whole, rest) = (bits / 8, bits % 8);
    if rest == 0 {
        whole.to_string()
    } else {
        format!("{whole}.{}", (rest * 1000 / 8).to_string().trim_end_matches('0'))
    }
}

fn parts(head: &str, parts: &[Part], out: &mut Out) {
    if parts.is_empty() {
        return;
    }
    out.line("");
    out.line(head);
    let wide = parts.iter().map(|part| part.name.chars().count()).max().unwrap_or(0);
    for part in parts {
        out.line(&format!("{:>8}  {:<wide$}  {}", bytes(part.bits), part.name, part.what));
    }
}

fn as_json(parts: &[Part]) -> Vec<Value> {
    parts.iter().map(|part| json!({ "name": part.name, "what": part.what, "bits": part.bits })).collect()
}
