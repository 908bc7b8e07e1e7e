//! `scenario b "B" like a { .. }`: the lines of another set-up count, too.
//!
//! In: a set-up. Out: the lines of the one that it is like, and of those that that one is like, with the file of each; told
//! where there is none. Promises: what a line of its own says of the same hex, box, counter or state takes their place.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::world::Entry;
use std::borrow::Cow;
use wgr_grammar::ast::{Scene, SceneLine};
use wgr_grammar::placeless;

pub(super) type Lines<'a> = Vec<(FileId, Cow<'a, SceneLine>)>;

pub(super) fn lines<'a>(builder: &Builder<'a>, file: FileId, scene: &'a Scene) -> Lines<'a> {
    let (mut found, mut below, mut seen): (Lines<'a>, _, _) =
        (Vec::new(), (file, scene), vec![scene.name.text.as_str()]);
    // The nearest first: what it says goes over what it is like.
    let mut above = vec![scene];
    while let Some(like) = &below.1.like {
        let at = Place::new(below.0, like.span);
        let scenes = &builder.world.scenes;
        let Some(next) = scenes.iter().find(|(_, other)| other.name.text == like.text).copied() else {
            let known: Vec<String> = scenes.iter().map(|(_, other)| other.name.text.clone()).collect();
            // What is wrong with one that this is like is told there.
            if above.len() == 1 {
                builder.tell(says::unknown_name("scenario or scene", &like.text, &known, at));
            }
            break;
        };
        if seen.contains(&next.1.name.text.as_str()) {
            if above.len() == 1 || seen.first() == Some(&next.1.name.text.as_str()) {
                builder.tell(says::set_up_like_itself(&scene.name.text, Place::new(file, scene.name.span)));
            }
            break;
        }
        let left = next.1.lines.iter().filter_map(|line| left_of(builder, line, &above, scene.scenario));
        let left: Lines<'a> = left.map(|line| (next.0, line)).collect();
        found.splice(0..0, left);
        seen.push(&next.1.name.text);
        above.push(next.1);
        below = next;
    }
    found
}

/// `0304: none`: nobody stands there who stood there in the other set-up.
pub(super) fn leaves_empty(line: &SceneLine) -> bool {
    matches!(line, SceneLine::Place { units, .. } if matches!(units.as_slice(), [one] if one.name.text == "none"))
}

/// What of a line still counts below these set-ups.
fn left_of<'a>(
    builder: &Builder<'a>,
    line: &'a SceneLine,
    above: &[&Scene],
    scenario: bool,
) -> Option<Cow<'a, SceneLine>> {
    let theirs = || above.iter().flat_map(|scene| &scene.lines);
    match line {
        SceneLine::Place { span, hex, units } => {
            let hex_of = |name: &str| match builder.world.entry(name) {
                Some(Entry::Spot(hex)) => Some(hex),
                _ => builder.board.as_ref().and_then(|board| Some(i64::from(board.by_name(name)?.id()))),
            };
            let same = |other: &str| other == hex.text || hex_of(other).is_some() && hex_of(other) == hex_of(&hex.text);
            if theirs().any(|line| matches!(line, SceneLine::Place { hex, .. } if same(&hex.text))) {
                return None;
            }
            let laid = |name: &str| {
                let called = builder.world.counters_called(name);
                theirs().any(|line| {
                    let SceneLine::Place { units, .. } = line else { return false };
                    units.iter().any(|unit| {
                        let other = builder.world.counters_called(&unit.name.text);
                        unit.name.text == name || !called.is_empty() && called.iter().all(|one| other.contains(one))
                    })
                })
            };
            let stay: Vec<_> = units.iter().filter(|unit| !laid(&unit.name.text)).cloned().collect();
            if stay.len() == units.len() {
                return Some(Cow::Borrowed(line));
            }
            (!stay.is_empty()).then(|| Cow::Owned(SceneLine::Place { span: *span, hex: hex.clone(), units: stay }))
        }
        // Which turns are played is a scenario's affair, which one it is a scene's.
        SceneLine::Turns { .. } => {
            let said = theirs().any(|line| matches!(line, SceneLine::Turns { .. }));
            (scenario && !said).then_some(Cow::Borrowed(line))
        }
        SceneLine::State { name, args, .. } => {
            let begins = args.is_empty()
                && (name.text == "turn" || matches!(builder.world.entry(&name.text), Some(Entry::Run(_))));
            let said = theirs().any(|line| {
                matches!(line, SceneLine::State { name: own, args: own_args, .. }
                    if own.text == name.text && placeless(own_args) == placeless(args))
            });
            (!(said || begins && scenario)).then_some(Cow::Borrowed(line))
        }
        SceneLine::Broken(_) => None,
    }
}
