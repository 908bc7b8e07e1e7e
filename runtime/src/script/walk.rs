//! A game led by a script: one answer or die at a time, with everything that happens noted. In: a step. Out: events,
//! or what is wrong with the step. Every ask with more than one option and every die must be named by a step; what a
//! step names must be asked. An ask with a single option is answered without asking, and may be named too.

use super::report::{Event, Failure};
use super::step::{Arg, StepKind};
use crate::engine::{Engine, Game, Only, Prompt, Status, Watch, changes, standing, why_ask_about};
use crate::exec::Fault;
use crate::ir::SiteId;
use crate::state::State;
use std::collections::VecDeque;

/// Options that end a choice of several.
const CLOSING: [&str; 2] = ["done", "stop"];

pub(super) struct Walk<'g> {
    pub(super) game: &'g Game,
    pub(super) engine: Engine<'g>,
    watch: Watch<'g>,
    /// Answered without asking since the last answer or die, and not named by a step yet.
    only: VecDeque<Only>,
    /// The site that the last `answer` answered.
    answered: Option<SiteId>,
    /// The last thing begun was a pass, by this side.
    passed: Option<i64>,
    seen: State,
    events: Vec<Event>,
    pub(super) reasons: Because,
}

/// Which reasons are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Because {
    /// Those that a script names, for nothing else is told of them.
    Named,
    /// Also those behind what is expected or picked without a word about them; it takes twice as long and more.
    All,
}

pub(super) type Walked = Result<(), Failure>;

impl<'g> Walk<'g> {
    pub(super) fn new(game: &'g Game, reasons: Because) -> Walk<'g> {
        let engine = Engine::by_hand(game);
        let seen = engine.state().clone();
        let only = engine.only().iter().cloned().collect();
        Walk {
            game,
            engine,
            watch: Watch::new(game),
            only,
            answered: None,
            passed: None,
            seen,
            events: vec![],
            reasons,
        }
    }

    /// An independent walk from here on.
    pub(super) fn fork(&self) -> Walk<'g> {
        Walk {
            game: self.game,
            engine: self.engine.fork(),
            watch: Watch::new(self.game),
            only: self.only.clone(),
            answered: self.answered,
            passed: self.passed,
            seen: self.seen.clone(),
            events: vec![],
            reasons: self.reasons,
        }
    }

    pub(super) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(super) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The game's first ask is which scene; it may be the only one.
    pub(super) fn begin(&mut self, scene: &str) -> Walked {
        let told = |walk: &mut Walk<'g>| {
            walk.events.clear();
            for line in standing(walk.game, walk.engine.state()) {
                walk.events.push(Event::Stands(line));
            }
        };
        if let Some(at) = self.only.iter().position(|only| only.name == scene) {
            self.only.drain(..=at);
            told(self);
            return self.holds();
        }
        let option = self.engine.prompt().map(|prompt| prompt.called(scene));
        match option {
            Some(Ok(option)) => {
                self.pick(option, false)?;
                told(self);
                Ok(())
            }
            Some(Err(_)) | None => {
                Err(Failure::new(format!("there is no scene or scenario `{scene}`"), "name one that the game declares")
                    .found(self.stands()))
            }
        }
    }

    /// A choice of several is over when the next step speaks of something else.
    pub(super) fn close(&mut self, next: Option<&StepKind>) -> Walked {
        let Some(prompt) = self.engine.prompt().filter(|prompt| Some(prompt.site) == self.answered) else {
            return Ok(());
        };
        let goes_on = match next {
            Some(StepKind::Answer { case, title, .. }) => self.is_site(prompt.site, case, title.as_deref()),
            Some(
                StepKind::Start { .. }
                | StepKind::Roll(_)
                | StepKind::Draw(_)
                | StepKind::Expect { .. }
                | StepKind::Refused { .. },
            )
            | None => false,
        };
        let closing = prompt.options.iter().position(|offered| CLOSING.contains(&offered.name.as_str()));
        match closing {
            Some(option) if !goes_on => self.pick(option, true),
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn start(&mut self, action: &str, args: &[Arg]) -> Walked {
        self.answered = None;
        let names: Vec<String> = args.iter().map(|arg| self.game.value_name(arg.what, arg.value)).collect();
        let said = said(action, &names);
        let mut rest = names.as_slice();
        // A phase that passed by itself may be named with a `pass` of its own. But where the side that has just passed is
        // asked again, it is this phase that it passes, and none between.
        let prompt = self.engine.prompt().filter(|prompt| prompt.start);
        let side = prompt.map(|prompt| prompt.side).filter(|_| action == "pass");
        let before = std::mem::replace(&mut self.passed, side);
        let asked = side.is_some() && side == before;
        let only = self.only.iter().position(|only| begins(&only.name, action, rest).is_some());
        if let Some(at) = only.filter(|_| !asked) {
            let used = begins(&self.only[at].name, action, rest).unwrap_or(0);
            self.only.drain(..=at);
            rest = &rest[used..];
        } else {
            let Some(prompt) = self.engine.prompt().filter(|prompt| prompt.start) else {
                return Err(self.not_here(&format!("`{said}` cannot begin here")));
            };
            let Some((option, used)) = beginning(prompt, action, rest) else {
                return Err(self.not_offered(prompt, action, &said, rest));
            };
            self.pick(option, false)?;
            rest = &rest[used..];
        }
        for name in rest {
            self.answer_one(name, |prompt| !prompt.start, |_| true)
                .map_err(|failure| failure.expected(format!("`{name}` as a part of `{said}`")))?;
        }
        Ok(())
    }

    pub(super) fn answer(&mut self, case: &str, title: Option<&str>, names: &[String]) -> Walked {
        let game = self.game;
        // An ask that starts an action may carry the same case: it is not answered but begun.
        let fits = |site: SiteId, start: bool| !start && is_site(game, site, case, title);
        let last = names.len().saturating_sub(1);
        for (at, name) in names.iter().enumerate() {
            let asked = self.engine.prompt().is_some_and(|prompt| fits(prompt.site, prompt.start));
            if at == last && at > 0 && CLOSING.contains(&name.as_str()) && !asked && !self.was_only(name, fits) {
                // Nobody is left who could be chosen: it is said, and need not be.
                return Ok(());
            }
            if !asked && !self.was_only(name, fits) {
                let rule = title.map_or_else(|| case.to_owned(), |title| format!("{case} \"{title}\""));
                let what = match at {
                    0 => format!("{rule} is not asked here"),
                    _ => format!("{rule} is not asked again: `{name}` is too much"),
                };
                let mut failure = self.not_here(&what);
                if at > 0 {
                    failure.help = format!("leave `{name}` out");
                }
                return Err(self.answered_alone(failure, fits));
            }
            self.answer_one(name, |prompt| fits(prompt.site, prompt.start), |only| fits(only.site, only.start))?;
        }
        Ok(())
    }

    fn was_only(&self, name: &str, fits: impl Fn(SiteId, bool) -> bool) -> bool {
        self.only.iter().any(|only| fits(only.site, only.start) && is_called(&only.name, name))
    }

    /// An ask of this case may have been passed by, because only one thing could be answered.
    fn answered_alone(&self, failure: Failure, fits: impl Fn(SiteId, bool) -> bool) -> Failure {
        self.only.iter().filter(|only| fits(only.site, only.start)).fold(failure, |failure, only| {
            failure.found(format!("{} could only be answered with {}", self.game.rule_name(only.site), only.name))
        })
    }

    /// One atom: picked, or found among what was answered without asking.
    fn answer_one(&mut self, name: &str, here: impl Fn(&Prompt) -> bool, only: impl Fn(&Only) -> bool) -> Walked {
        let prompt = self.engine.prompt().filter(|prompt| here(prompt));
        if let Some(Ok(option)) = prompt.map(|prompt| prompt.called(name)) {
            self.answered = self.engine.prompt().map(|prompt| prompt.site);
            return self.pick(option, false);
        }
        if let Some(at) = self.only.iter().position(|taken| only(taken) && is_called(&taken.name, name)) {
            self.only.drain(..=at);
            return Ok(());
        }
        let Some(prompt) = prompt else { return Err(self.not_here(&format!("nobody is asked for `{name}`"))) };
        let why = match prompt.called(name) {
            Err(refused @ crate::engine::Refused::SeveralOptions { .. }) => refused.to_string(),
            Err(_) | Ok(_) => format!("`{name}` is not offered"),
        };
        let help = format!("write one of those that are offered, as in `{}`", self.to_type(prompt));
        Err(Failure::new(why, help).found(self.stands()))
    }

    pub(super) fn roll(&mut self, fell: i64) -> Walked {
        self.answered = None;
        let logged = self.engine.log().len();
        match self.engine.roll(fell) {
            Ok(fault) => self.went(logged, fault),
            Err(refused) => Err(self.no_such_fall(&format!("`roll {fell}`"), &refused.to_string())),
        }
    }

    pub(super) fn draw(&mut self, drew: &str) -> Walked {
        self.answered = None;
        let logged = self.engine.log().len();
        match self.engine.draw(drew) {
            Ok(fault) => self.went(logged, fault),
            Err(refused) => Err(self.no_such_fall(&format!("drawing `{drew}`"), &refused.to_string())),
        }
    }

    fn no_such_fall(&self, said: &str, why: &str) -> Failure {
        match self.engine.status() {
            Status::Dieless { wants } => {
                Failure::new(format!("{said} cannot be: {why}"), format!("write {wants}")).found(self.stands())
            }
            Status::Ask(_) | Status::Over(_) | Status::Stopped(_) => {
                let mut failure = self.not_here(&format!("{said}: no die falls here"));
                if self.engine.prompt().is_none_or(|prompt| prompt.start) {
                    failure.help = "leave it out".to_owned();
                }
                failure
            }
        }
    }

    /// An example ends where an action may begin, or with the game.
    pub(super) fn end(&self) -> Walked {
        match self.engine.status() {
            Status::Over(_) => Ok(()),
            Status::Ask(prompt) if prompt.start => Ok(()),
            Status::Ask(_) | Status::Dieless { .. } | Status::Stopped(_) => {
                Err(self.not_here("the example ends in the middle of something"))
            }
        }
    }

    fn pick(&mut self, option: usize, shown: bool) -> Walked {
        let Some((prompt, offered)) =
            self.engine.prompt().and_then(|prompt| prompt.options.get(option).map(|offered| (prompt, offered)))
        else {
            return Err(self.not_here("nothing is asked"));
        };
        let asked = Event::Asked {
            who: self.game.side_name(prompt.side),
            rule: self.game.rule_name(prompt.site),
            offered: prompt.offered(),
        };
        let picked = Event::Picked { name: offered.name.clone(), shown };
        // What starts an action is asked of everybody: that would take long, and says little about this one.
        let member = offered.member().filter(|_| self.reasons == Because::All && !prompt.start);
        let behind = member.map(|member| why_ask_about(self.game, self.engine.state(), member));
        self.events.extend(behind.map(Event::Behind));
        self.events.extend([asked, picked]);
        let logged = self.engine.log().len();
        match self.engine.answer(option) {
            Ok(fault) => self.went(logged, fault),
            Err(refused) => Err(self.not_here(&refused.to_string())),
        }
    }

    /// The game went on from an answer or a die: note what came of it.
    fn went(&mut self, logged: usize, fault: Option<Fault>) -> Walked {
        if let Some(fault) = fault {
            return Err(self.faulted(&fault));
        }
        let fell: Vec<Event> = self.engine.log()[logged.min(self.engine.log().len())..]
            .iter()
            .filter(|entry| !entry.is_answer())
            .map(|entry| Event::Fell(entry.to_string()))
            .collect();
        self.events.extend(fell);
        self.only = self.engine.only().iter().cloned().collect();
        for only in &self.only {
            let (who, rule) = (self.game.side_name(only.side), self.game.rule_name(only.site));
            self.events.push(Event::Only { who, rule, name: only.name.clone() });
        }
        for line in changes(self.game, &self.seen, self.engine.state()) {
            self.events.push(Event::Changed(line));
        }
        self.seen.copy_from(self.engine.state());
        if let Status::Over(value) = self.engine.status() {
            self.events.push(Event::Over(self.game.result_name(*value)));
        }
        self.holds()
    }

    /// What the rules take for granted must hold wherever an action may start.
    fn holds(&mut self) -> Walked {
        let Some(broken) = self.watch.look(&self.engine) else { return Ok(()) };
        let at = self.game.nevers().get(broken.never).map(|never| self.game.program().func(never.both[0]).at);
        let help = "mend the example or the rule that lets this come about, or take the `never` back";
        let mut failure = Failure::new(broken.told(self.game), help);
        failure.assumed = at;
        Err(failure)
    }

    fn faulted(&self, fault: &Fault) -> Failure {
        let rule = fault.site.map_or_else(
            || format!("`{}`", self.game.program().func(fault.func).name),
            |site| self.game.rule_name(site),
        );
        let help = format!("mend the rule: {rule}");
        Failure::new(format!("a rule faults: {} in {rule}", fault.code.name()), help)
    }

    /// `7.7#b "Who joins" asks French: join Ch3, Ch19 | done`
    pub(super) fn stands(&self) -> String {
        match self.engine.status() {
            Status::Ask(prompt) => {
                let (rule, who) = (self.game.rule_name(prompt.site), self.game.side_name(prompt.side));
                format!("{rule} asks {who}: {}", prompt.offered())
            }
            Status::Dieless { wants } => format!("the game waits for {wants}"),
            Status::Over(value) => format!("the game is over: {}", self.game.result_name(*value)),
            Status::Stopped(fault) => format!("the game stopped at a fault: {}", fault.code.name()),
        }
    }

    /// The step does not fit where the game stands: say what would.
    pub(super) fn not_here(&self, what: &str) -> Failure {
        let help = match self.engine.status() {
            Status::Ask(prompt) => format!("answer that first: add `{}`", self.to_type(prompt)),
            Status::Dieless { wants } => match wants {
                crate::engine::Wanted::Roll { .. } => "say how it falls: add `roll ..`".to_owned(),
                crate::engine::Wanted::Draw => "say what is drawn".to_owned(),
            },
            Status::Over(_) => "leave the step out, or let the game begin elsewhere".to_owned(),
            Status::Stopped(_) => "mend the rule that faults".to_owned(),
        };
        Failure::new(what, help).found(self.stands())
    }

    fn not_offered(&self, prompt: &Prompt, action: &str, said: &str, names: &[String]) -> Failure {
        let missing = names.first().map_or(action, String::as_str);
        let alike = prompt.options.iter().find(|offered| offered.arm() == action);
        let to_type = alike.map_or_else(|| self.to_type(prompt), |offered| format!("when {}", offered.name));
        let help = format!("write one of those that are offered, as in `{to_type}`, or `refused {said} by ..`");
        let failure = Failure::new(format!("`{said}` is not offered"), help).found(self.stands());
        let against = super::refused::against(self.game, self.engine.state(), missing);
        against.into_iter().fold(failure, |failure, row| failure.found(format!("against it: {row}")))
    }

    /// A step that fits an ask, with its first option.
    fn to_type(&self, prompt: &Prompt) -> String {
        let first = prompt.options.first();
        if prompt.start {
            return first.map_or("when ..".to_owned(), |first| format!("when {}", first.name));
        }
        let site = self.game.program().site(prompt.site);
        let case = site.cases.first().map_or("", String::as_str);
        format!("answer {case} {}", first.map_or("..", |first| first.member().unwrap_or(&first.name)))
    }

    fn is_site(&self, site: SiteId, case: &str, title: Option<&str>) -> bool {
        is_site(self.game, site, case, title)
    }
}

fn is_site(game: &Game, site: SiteId, case: &str, title: Option<&str>) -> bool {
    let site = game.program().site(site);
    site.cases.iter().any(|own| own == case) && title.is_none_or(|title| site.title == title)
}

/// Is the option called so, by its whole name, its member or its arm?
fn is_called(option: &str, name: &str) -> bool {
    option == name || option.split_once(' ').is_some_and(|(arm, member)| arm == name || member == name)
}

/// Does this option begin the action? Says how many of the arguments it takes.
pub(super) fn begins(option: &str, action: &str, args: &[String]) -> Option<usize> {
    if option == action {
        return Some(0);
    }
    let (arm, member) = option.split_once(' ')?;
    (arm == action && args.first().is_some_and(|first| first == member)).then_some(1)
}

/// The option that begins the action, and how many of the arguments it takes.
pub(super) fn beginning(prompt: &Prompt, action: &str, args: &[String]) -> Option<(usize, usize)> {
    let options = prompt.options.iter().enumerate();
    options
        .filter_map(|(at, offered)| begins(&offered.name, action, args).map(|used| (at, used)))
        .max_by_key(|found| found.1)
}

/// `march RIC1a 0405`
pub(super) fn said(action: &str, names: &[String]) -> String {
    [&[action.to_owned()], names].concat().join(" ")
}
