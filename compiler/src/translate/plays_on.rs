//! Examples that begin at a scene which names no scenario, where scenarios play some of the turns only.
//!
//! In: scripts as they were read, and the scenes. Out: the same, each with what is told where it was to be over.

use super::builder::Builder;
use super::play::{narrows_turns, plays_on};
use std::collections::BTreeMap;
use std::sync::Arc;
use wgr_runtime::script::Script;

/// Each with what is to be said where its scene plays on behind the last turn of a scenario.
pub(crate) fn that_play_on(builder: &Builder<'_>, scripts: &Arc<[Script]>) -> Arc<[Script]> {
    if !narrows_turns(builder) {
        return Arc::clone(scripts);
    }
    let scenes = builder.world.scenes.iter();
    let why: BTreeMap<&str, String> =
        scenes.filter_map(|(_, scene)| Some((scene.name.text.as_str(), plays_on(builder, scene)?))).collect();
    let beginning = |script: &Script| {
        let mut first = script;
        // A chain that goes round is told elsewhere.
        for _ in 0..scripts.len() {
            first = first.after.and_then(|before| scripts.get(before)).unwrap_or(first);
        }
        why.get(first.start.as_str()).cloned()
    };
    scripts.iter().map(|script| Script { plays_on: beginning(script), ..script.clone() }).collect()
}
