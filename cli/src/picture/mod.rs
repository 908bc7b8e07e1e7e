//! `wgr map`: a picture of a map, or of a position on it.
//!
//! In: a game, where it stands, and for whom that is drawn. Out: SVG, the same bytes for whoever sees the same.
//! All that stands somewhere is read through a [`View`], so that no picture tells what its
//! seat does not see.

mod counter;
mod frame;
mod land;
mod lines;
mod plane;
mod sides;
mod stand;
mod svg;

use crate::args::Picture;
use crate::at;
use crate::exit::{Exit, Failure};
use crate::keep;
use crate::out::Out;
use crate::playable::Playable;
use frame::Sheet;
pub(crate) use land::{Land, spaced};
pub(crate) use plane::Spot;
pub(crate) use sides::colours;
use stand::standing;
pub(crate) use stand::{now, phase, turn};
use std::path::Path;
use wgr_compiler::looks::Looks;
use wgr_compiler::{Phase, outline};
use wgr_runtime::engine::{Game, Seat, Sort, View};

pub(crate) fn map(args: &Picture, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    if args.to.extension().is_none_or(|ending| !ending.eq_ignore_ascii_case("svg")) {
        let named = args.to.with_extension("svg");
        return Err(Failure::bad_use(format!(
            "{}: a picture is written as SVG, which other programs turn into what you want: write `{}`",
            args.to.display(),
            named.display()
        )));
    }
    keep::may_keep(&args.to, Sort::Picture)?;
    let stands = at::stands(&args.stands, root, None)?;
    let seat = stands.seat(args.stands.side.as_deref())?;
    let (game, looks) = (&stands.playable.game, &stands.playable.looks);
    let view = args.stands.at.is_some().then(|| View::of(game, stands.engine.state(), seat));
    let start = stands.start.as_deref().filter(|_| view.is_some()).map(|start| titled(&stands.playable, start));
    let phases = outline(&stands.playable.sources).phases;
    let drawn = drawn(game, looks, view.as_ref(), start, &phases).ok_or_else(|| {
        Failure::bad_use("the game has no map, so there is nothing to draw: `hexes` in the head of the game begins one")
    })?;
    keep::own(&args.to, Sort::Picture, &drawn)?;
    let for_whom = if seat == Seat::Referee { String::new() } else { format!(", as {} sees it", seat.name(game)) };
    out.line(&format!("{}: {}{for_whom}", args.to.display(), game.program().title));
    Ok(Exit::Fine)
}

/// What a scenario or a scene is called.
fn titled(playable: &Playable, start: &str) -> String {
    let scenario = playable.scenarios.iter().find(|scenario| scenario.name == start);
    scenario.and_then(|scenario| scenario.title.clone()).unwrap_or_else(|| spaced(start))
}

/// A phase by its title, where all of its name have the same.
fn phase_titled(phases: &[Phase], name: &str) -> String {
    let mut titles = phases.iter().filter(|phase| phase.name == name).map(|phase| &phase.title);
    let first = titles.next().filter(|first| titles.all(|title| title == *first));
    first.map_or_else(|| name.to_owned(), String::clone)
}

/// The map of a game, with a position on it if there is one; none where the game has no map.
fn drawn(game: &Game, looks: &Looks, view: Option<&View>, start: Option<String>, phases: &[Phase]) -> Option<String> {
    use wgr_runtime::engine::Sight;
    let land = Land::new(game, looks)?;
    let standing = view.map(|view| standing(game, looks, view));
    let mut told: Vec<String> = start.into_iter().collect();
    told.extend(standing.iter().flat_map(|standing| &standing.now).map(|now| phase_titled(phases, now)));
    if let Some(view) = view.filter(|view| view.seat() != Seat::Referee) {
        told.push(format!("as {} sees it", view.seat().name(game)));
    }
    let sheet = Sheet { game, looks, land, standing, told };
    Some(format!("<!-- wgr: {} -->\n{}", Sort::Picture.head(), sheet.drawn()))
}
