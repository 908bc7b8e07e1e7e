//! Which scenario is meant: by its name, by the printed case that it carries, by its title, or by its place in the list.
//!
//! In: what was typed behind `--scenario`, or where a game asks for it. Out: the game with that scenario begun, or the
//! option that is meant. Promises: names go before cases, cases before titles and titles before places, so what is typed
//! means one thing; who is not understood is told all that there is.

use crate::exit::Failure;
use crate::playable::Playable;
use crate::tell::went_wrong;
use wgr_compiler::Scenario;
use wgr_runtime::engine::{Engine, Prompt};

/// Without a scenario there is nothing to play.
pub(crate) fn there_is_one(playable: &Playable) -> Result<(), Failure> {
    if !playable.scenarios.is_empty() {
        return Ok(());
    }
    let what = "there is no scenario, so there is nothing to play: write `scenario start \"The start\" { .. }`";
    Err(Failure::bad_use(what))
}

/// A scenario is an option of the game's first ask. A game with one scenario does not ask, unless it has scenes to begin with.
pub(crate) fn take(engine: &mut Engine, playable: &Playable, typed: &str) -> Result<(), Failure> {
    let is_offered = |prompt: &&Prompt| {
        let offers = |scenario: &Scenario| prompt.options().iter().any(|option| option.name == scenario.name);
        playable.scenarios.iter().all(offers)
    };
    let prompt = engine.prompt().filter(is_offered).filter(|_| engine.log().is_empty());
    let asks = prompt.is_some();
    let offered = Offered::of(prompt, &playable.scenarios);
    let option = match prompt.map(|prompt| prompt.called(typed)) {
        Some(Ok(option)) => option,
        Some(Err(_)) | None => offered.meant(typed).map_err(Failure::bad_use)?,
    };
    if !asks {
        return Ok(());
    }
    match engine.answer(option) {
        Ok(None) => Ok(()),
        Ok(Some(fault)) => Err(Failure::wrong(format!("`{typed}` cannot begin: {}", went_wrong(playable, &fault)))),
        Err(refused) => Err(Failure::bad_use(refused.to_string())),
    }
}

/// Where the game asks which scenario: what is offered, as readers know it. None at every other question.
pub(crate) fn choice<'p>(engine: &Engine, playable: &'p Playable) -> Option<Offered<'p>> {
    let prompt = engine.prompt().filter(|_| engine.log().is_empty() && playable.scenarios.len() > 1)?;
    Some(Offered::of(Some(prompt), &playable.scenarios))
}

/// The name of the scenario that is meant; none where nothing is called so.
pub(crate) fn named(playable: &Playable, typed: &str) -> Result<Option<String>, Failure> {
    let offered = Offered::of(None, &playable.scenarios);
    let found = offered.found(typed).map_err(Failure::bad_use)?;
    Ok(found.map(|at| offered.names[at].clone()))
}

/// What there is to choose from, in the order in which it is offered.
pub(crate) struct Offered<'p> {
    names: Vec<String>,
    scenarios: &'p [Scenario],
}

impl<'p> Offered<'p> {
    fn of(prompt: Option<&Prompt>, scenarios: &'p [Scenario]) -> Offered<'p> {
        let names = match prompt {
            Some(prompt) => prompt.options().iter().map(|option| option.name.clone()).collect(),
            None => scenarios.iter().map(|scenario| scenario.name.clone()).collect(),
        };
        Offered { names, scenarios }
    }

    /// The place of what was typed.
    pub(crate) fn meant(&self, typed: &str) -> Result<usize, String> {
        self.found(typed)?.ok_or_else(|| match self.names.as_slice() {
            [] => format!("there is no scenario `{typed}`: the game asks nothing at its beginning"),
            _ => format!("there is no scenario `{typed}`: the game begins with {}", self.told(0..self.names.len())),
        })
    }

    /// The same; none where nothing is called so.
    fn found(&self, typed: &str) -> Result<Option<usize>, String> {
        let places = || 0..self.names.len();
        if let Some(named) = places().find(|&at| self.names[at] == typed) {
            return Ok(Some(named));
        }
        let of_case = |at: &usize| self.cases(*at).any(|case| case == typed || section(case) == typed);
        let place = typed.parse::<usize>().ok().filter(|place| (1..=self.names.len()).contains(place));
        let of_title = |at: &usize| self.titles(*at).any(|title| title.to_lowercase() == typed.to_lowercase());
        let mut found: Vec<usize> = places().filter(of_case).collect();
        if found.is_empty() {
            found = places().filter(of_title).collect();
        }
        match found.as_slice() {
            [one] => Ok(Some(*one)),
            [] => Ok(place.map(|place| place - 1)),
            several => {
                let told = self.told(several.iter().copied());
                Err(format!("several scenarios are of {typed}: name one of them: {told}"))
            }
        }
    }

    fn cases(&self, at: usize) -> impl Iterator<Item = &str> {
        let own = self.scenarios.iter().filter(move |scenario| scenario.name == self.names[at]);
        own.flat_map(|scenario| scenario.cases.iter().map(String::as_str))
    }

    fn titles(&self, at: usize) -> impl Iterator<Item = &str> {
        let own = self.scenarios.iter().filter(move |scenario| scenario.name == self.names[at]);
        own.filter_map(|scenario| scenario.title.as_deref())
    }

    /// How each is shown: `basic  12.1 "Six in the morning"`.
    pub(crate) fn shown(&self) -> Vec<String> {
        let one = |at: usize| {
            let titles = self.titles(at).map(|title| format!("\"{title}\""));
            [self.names[at].clone()]
                .into_iter()
                .chain(self.sections(at))
                .chain(titles)
                .collect::<Vec<String>>()
                .join(" ")
        };
        (0..self.names.len()).map(one).collect()
    }

    /// Its printed numbers, each once.
    fn sections(&self, at: usize) -> Option<String> {
        let mut sections: Vec<&str> = self.cases(at).map(section).collect();
        sections.dedup();
        (!sections.is_empty()).then(|| sections.join(", "))
    }

    /// `1 basic (12.1) | 2 wachenfeld (12.2)`
    fn told(&self, places: impl Iterator<Item = usize>) -> String {
        let one = |at: usize| {
            let cases = self.sections(at).map_or(String::new(), |sections| format!(" ({sections})"));
            format!("{} {}{cases}", at + 1, self.names[at])
        };
        places.map(one).collect::<Vec<String>>().join(" | ")
    }
}

/// The printed number of a case: `12.1` of `12.1#a`.
fn section(case: &str) -> &str {
    case.split('#').next().unwrap_or(case)
}
