//! Which options are in: asked behind the scenario, one after the other, in the order of the rules.
//!
//! In: what was typed behind `--option` and `--without`. Out: the game with these questions answered. Promises: an option that
//! nobody knows is told with those that there are, before anything is answered.

use crate::args::Options;
use crate::exit::Failure;
use crate::playable::Playable;
use crate::scenario;
use crate::tell::went_wrong;
use wgr_runtime::engine::Engine;

impl Options {
    pub(crate) fn are_named(&self) -> bool {
        !self.option.is_empty() || !self.without.is_empty()
    }
}

/// As they are named; those that are not, as usual.
pub(crate) fn take(engine: &mut Engine, playable: &Playable, options: &Options) -> Result<(), Failure> {
    let known = |typed: &&String| playable.options.iter().any(|option| option.name == **typed);
    let named = || options.option.iter().chain(&options.without);
    if let Some(typed) = named().find(|typed| !known(typed)) {
        return Err(Failure::bad_use(no_such(playable, typed)));
    }
    if let Some(both) = options.option.iter().find(|typed| options.without.contains(typed)) {
        return Err(Failure::bad_use(format!("`{both}` stands behind `--option` and behind `--without`")));
    }
    if scenario::choice(engine, playable).is_some() {
        let typed: Vec<&str> = named().map(String::as_str).collect();
        let what =
            format!("options are taken in with a scenario: name it by `--scenario`, beside {}", typed.join(", "));
        return Err(Failure::bad_use(what));
    }
    for option in &playable.options {
        let is_in = options.option.contains(&option.name) || option.usual && !options.without.contains(&option.name);
        answer(engine, playable, &option.name, is_in)?;
    }
    Ok(())
}

fn answer(engine: &mut Engine, playable: &Playable, name: &str, is_in: bool) -> Result<(), Failure> {
    let faults = |what: &str| Failure::wrong(format!("`{name}` cannot be taken in or left out: {what}"));
    let prompt = engine.prompt().ok_or_else(|| faults("nothing is asked"))?;
    let option = prompt.called(if is_in { "yes" } else { "no" }).map_err(|refused| faults(&refused.to_string()))?;
    match engine.answer(option) {
        Ok(None) => Ok(()),
        Ok(Some(fault)) => Err(faults(&went_wrong(playable, &fault))),
        Err(refused) => Err(Failure::bad_use(refused.to_string())),
    }
}

fn no_such(playable: &Playable, typed: &str) -> String {
    if playable.options.is_empty() {
        return format!("there is no option `{typed}`: the game has none");
    }
    let all: Vec<String> = playable
        .options
        .iter()
        .map(|option| match &option.title {
            Some(title) => format!("{} \"{title}\"", option.name),
            None => option.name.clone(),
        })
        .collect();
    format!("there is no option `{typed}`: the game has {}", all.join(" | "))
}
