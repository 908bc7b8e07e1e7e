//! `scenario b "B" like a { .. }`: the lines of another set-up count, too.
//!
//! In: a set-up. Out: the lines of the one that it is like, and of those that that one is like, with the file of each; told
//! where there is none. Promises: what a line of its own says of the same hex, box, counter or state takes their place.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::world::Entry;
use std::borrow::Cow;
use wgr_grammar::ast::{Name, Scene, SceneLine, SceneUnit};
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
            let own = || {
                let places = theirs().filter_map(|line| match line {
                    SceneLine::Place { units, .. } => Some(units),
                    _ => None,
                });
                places.flatten().map(|unit| unit.name.text.as_str())
            };
            let is_laid = |one: &usize| own().any(|name| builder.world.counters_called(name).contains(one));
            // Of several that are alike those stay of whom nothing is said.
            let left = |unit: &SceneUnit| -> Vec<SceneUnit> {
                let called = builder.world.counters_called(&unit.name.text);
                let stay: Vec<usize> = called.iter().copied().filter(|one| !is_laid(one)).collect();
                if own().any(|name| name == unit.name.text) || stay.is_empty() && !called.is_empty() {
                    return Vec::new();
                }
                if stay.len() == called.len() {
                    return vec![unit.clone()];
                }
                let named = stay.iter().filter_map(|one| builder.world.counters.get(*one));
                let alone = |text: String| {
                    let name = Name { text, ..unit.name.clone() };
                    SceneUnit { name, copies: None, ..unit.clone() }
                };
                named.map(|def| alone(def.name.clone())).collect()
            };
            let stay: Vec<SceneUnit> = units.iter().flat_map(left).collect();
            if stay == *units {
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
