//! A game led by a script: one answer or die at a time, with everything that happens noted. In: a step. Out: events,
//! or what is wrong with the step. The game stands before every ask and every die, also before an ask that can be answered
//! in one way only, and goes on by a step that names it and its side. Only a choice that is over by itself is not asked, and a line
//! of the sequence of which nothing can be started is over where a step starts what stands behind it.

use super::report::{Event, Failure, Ground};
use super::step::{Arg, Asks, Within};
use crate::engine::{
    AllAsked, CLOSING, Came, Engine, Entry, Game, Offered, Only, Prompt, Refused, Status, Wanted, Watch, answer,
    changes, standing, why_ask_about,
};
use crate::exec::Fault;
use crate::ir::{FuncId, SiteId};
use crate::state::State;
use std::cell::OnceCell;
use std::sync::Arc;

/// The answer with which nothing more is started.
pub(super) const PASS: &str = "pass";

/// So many answers at most to where an example goes on by itself.
const FAR: usize = 10_000;
/// Who wants something behind more passes than that means something else.
const FEW_PASSES: usize = 4;

pub(super) struct Walk {
    pub(super) game: Game,
    pub(super) engine: Engine,
    watch: Watch,
    seen: State,
    events: Vec<Event>,
    /// The choices that were over by themselves with the last answer or die, and were not said to be.
    over: Vec<Only>,
    /// Who answered what in the line before, or before the die: what was over with it may be said to be.
    answered: Option<(i64, SiteId)>,
    here: Here,
    pub(super) reasons: Because,
}

/// Where the game stands: how it came there, and what was asked, once somebody wants to know.
#[derive(Clone, Default)]
struct Here {
    /// The stop before, and what led on from there; not told of what was drawn.
    came: Option<(State, Came)>,
    behind_ask: OnceCell<Arc<AllAsked>>,
    on_the_way: OnceCell<Arc<AllAsked>>,
}

impl Here {
    fn behind(before: &State, came: Came) -> Here {
        Here { came: Some((before.clone(), came)), ..Here::default() }
    }
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

impl Walk {
    pub(super) fn new(game: &Game, reasons: Because) -> Walk {
        let engine = Engine::by_hand(game);
        let seen = engine.state().clone();
        Walk {
            game: game.clone(),
            engine,
            watch: Watch::new(game),
            seen,
            events: vec![],
            over: vec![],
            answered: None,
            here: Here::default(),
            reasons,
        }
    }

    /// An independent walk from here on.
    pub(super) fn fork(&self) -> Walk {
        Walk {
            game: self.game.clone(),
            engine: self.engine.fork(),
            watch: Watch::new(&self.game),
            seen: self.seen.clone(),
            events: vec![],
            over: self.over.clone(),
            answered: self.answered,
            here: self.here.clone(),
            reasons: self.reasons,
        }
    }

    /// What is asked where the game stands.
    pub(super) fn all_asked_here(&self) -> Arc<AllAsked> {
        let asked = || Arc::new(AllAsked::behind_ask(&self.game, self.engine.state()));
        Arc::clone(self.here.behind_ask.get_or_init(asked))
    }

    /// What was asked on the way there from the stop before.
    pub(super) fn all_asked_on_the_way(&self) -> Arc<AllAsked> {
        let asked = || {
            let came = self.here.came.as_ref();
            came.map_or_else(AllAsked::default, |(from, came)| {
                AllAsked::on_the_way(&self.game, (from, *came), self.engine.state())
            })
        };
        Arc::clone(self.here.on_the_way.get_or_init(|| Arc::new(asked())))
    }

    pub(super) fn note(&mut self, event: Event) {
        self.events.push(event);
    }

    pub(super) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// The game's first ask is which scene; it may be the only one.
    pub(super) fn begin(&mut self, scene: &str) -> Walked {
        let option = self.engine.prompt().map(|prompt| prompt.called(scene));
        match option {
            Some(Ok(option)) => {
                self.pick(option)?;
                self.events.clear();
                for line in standing(&self.game, self.engine.state()) {
                    self.events.push(Event::Stands(line));
                }
                Ok(())
            }
            Some(Err(_)) | None => {
                Err(Failure::new(format!("there is no scene or scenario `{scene}`"), "name one that the game declares")
                    .found(self.stands()))
            }
        }
    }

    pub(super) fn start(&mut self, action: &str, args: &[Arg], by: &str) -> Walked {
        let names: Vec<String> = args.iter().map(|arg| self.game.value_name(arg.what, arg.value)).collect();
        let said = said(action, &names);
        self.answered = None;
        let begins = |there: &Walk| {
            let prompt = there.engine.prompt().filter(|prompt| prompt.start);
            prompt.is_some_and(|prompt| {
                there.game.side_name(prompt.side) == by && beginning(prompt, action, &names).is_some()
            })
        };
        self.past_what_is_over(begins)?;
        let Some(prompt) = self.engine.prompt().filter(|prompt| prompt.start) else {
            return Err(self.not_here(&format!("`{said}` cannot begin here")));
        };
        self.is_asked(prompt, by)?;
        let Some((option, used)) = beginning(prompt, action, &names) else {
            return Err(self.not_offered(prompt, action, &said, &names));
        };
        self.pick(option)?;
        for name in &names[used..] {
            let Some(prompt) = self.engine.prompt().filter(|prompt| !prompt.start) else {
                let what = format!("nobody is asked for `{name}`");
                return Err(self.not_here(&what).expected(format!("`{name}` as a part of `{said}`")));
            };
            self.is_asked(prompt, by)?;
            self.answer_one(name).map_err(|failure| failure.expected(format!("`{name}` as a part of `{said}`")))?;
        }
        Ok(())
    }

    /// Lines of the sequence of which nothing can be started are over, where behind them it is as it should be.
    fn past_what_is_over(&mut self, is_there: impl Fn(&Walk) -> bool) -> Walked {
        match self.passes_to(is_there, |prompt| prompt.count() == 1, FAR) {
            Some(passed) => (0..passed.len()).try_for_each(|_| self.pick(0)),
            None => Ok(()),
        }
    }

    /// Who passes, as long as that may be done and is to be, until it is as it should be. Nothing where it does not come to that.
    fn passes_to(
        &self,
        is_there: impl Fn(&Walk) -> bool,
        is_passed: impl Fn(&Prompt) -> bool,
        most: usize,
    ) -> Option<Vec<i64>> {
        let (mut probe, mut passed) = (self.fork(), Vec::new());
        while !is_there(&probe) {
            let prompt = probe.engine.prompt().filter(|prompt| prompt.start && is_passed(prompt))?;
            let pass = prompt.options().iter().position(|offered| offered.name == PASS)?;
            passed.push(prompt.side);
            if passed.len() > most || !matches!(probe.engine.answer(pass), Ok(None)) {
                return None;
            }
        }
        Some(passed)
    }

    /// Can nothing be started here?
    pub(super) fn only_passes(&self) -> bool {
        self.engine.prompt().is_some_and(|prompt| prompt.start && prompt.count() == 1)
    }

    /// `write `when pass by German` before this line`, where it would be as it should be behind that.
    pub(super) fn pass_first(&self, is_there: impl Fn(&Walk) -> bool) -> Option<String> {
        let passed = self.passes_to(is_there, |_| true, FEW_PASSES).filter(|passed| !passed.is_empty())?;
        let line = |side: &i64| format!("`when pass by {}`", self.game.side_name(*side));
        let lines = match passed.as_slice() {
            [first, others @ ..] if !others.is_empty() && others.iter().all(|other| other == first) => {
                format!("{} {} times", line(first), passed.len())
            }
            _ => passed.iter().map(line).collect::<Vec<String>>().join(", "),
        };
        Some(format!("write {lines} before this line"))
    }

    /// The side of a step must be the one that is asked.
    fn is_asked(&self, prompt: &Prompt, by: &str) -> Walked {
        let asked = self.game.side_name(prompt.side);
        if asked == by {
            return Ok(());
        }
        let what = format!("{} is asked of {asked}, not of {by}", self.game.rule_name(prompt.site));
        let help = format!("if the rules are right, write `by {asked}`");
        Err(Failure::new(what, help).found(self.stands()))
    }

    pub(super) fn answer(&mut self, rule: &Asks, names: &[String], by: &str) -> Walked {
        let game = &self.game.clone();
        // An ask that starts an action may carry the same case: it is not answered but begun.
        let fits = |prompt: &Prompt| !prompt.start && is_site(game, prompt.site, rule);
        let passes = [self.closing().unwrap_or_default().to_owned()];
        let names = if names.is_empty() { &passes } else { names };
        let mut last = None;
        let before = self.answered.take();
        let is_asked = |there: &Walk| there.engine.prompt().is_some_and(&fits);
        if names.first().is_some_and(|first| !CLOSING.contains(&first.as_str())) {
            self.past_what_is_over(is_asked)?;
        }
        for (at, name) in names.iter().enumerate() {
            let closes = CLOSING.contains(&name.as_str());
            if closes && self.ends_what_is_over(rule, name, by, at == 0) {
                self.answered = None;
                continue;
            }
            let asked = self.engine.prompt().filter(|prompt| fits(prompt));
            // A march that a step ended asks nothing more.
            let is_it = |(side, site): (i64, SiteId)| is_site(game, site, rule) && game.side_name(side) == by;
            if closes && at == 0 && asked.is_none() && before.is_some_and(is_it) {
                continue;
            }
            if closes && last.is_some_and(|last| asked.is_none_or(|prompt| prompt.site != last)) {
                // It is for the ask that was answered here, never for another one: that needs no end.
                self.answered = None;
                continue;
            }
            let Some(prompt) = asked else {
                let what = match at {
                    0 => format!("{} is not asked here", called(rule)),
                    _ => format!("{} is not asked again: `{name}` is too much", called(rule)),
                };
                let mut failure = self.not_here(&what);
                if at > 0 {
                    failure.help = format!("leave `{name}` out");
                } else if let Some((what, help)) = self.never_asked(rule) {
                    (failure.what, failure.help) = (what, help);
                } else if let Some(prompt) = self.engine.prompt().filter(|prompt| prompt.start) {
                    let begin = prompt.options().iter().find(|offered| offered.name != "pass");
                    let begin = begin.map_or_else(String::new, |offered| {
                        format!(
                            "write `{}` before this line, if that is what asks it; or ",
                            self.step_of(prompt, Some(offered))
                        )
                    });
                    failure.help = match self.pass_first(is_asked) {
                        Some(passes) => format!("{passes}: it is asked behind that"),
                        None => {
                            format!("{begin}take this line away, if the rules are right: nothing asks it here")
                        }
                    };
                }
                return Err(self.over_by_itself(failure, rule));
            };
            self.is_asked(prompt, by)?;
            last = Some(prompt.site);
            self.answered = Some((prompt.side, prompt.site));
            if name.is_empty() {
                let what = format!("{} cannot be passed", self.game.rule_name(prompt.site));
                let help = format!("say what is answered, as in `{}`", self.to_type(prompt));
                return Err(Failure::new(what, help).found(self.stands()));
            }
            self.answer_one(name)?;
        }
        Ok(())
    }

    /// What ends the choice that is asked, if it may be ended.
    fn closing(&self) -> Option<&str> {
        let mut options = self.engine.prompt()?.options().iter().map(|offered| offered.name.as_str());
        options.find(|name| CLOSING.contains(name))
    }

    /// A choice that was over by itself with the answer before: that it ends is said, and need not be. On a line of its
    /// own (`alone`) it is for the same question where that is asked anew.
    fn ends_what_is_over(&mut self, rule: &Asks, name: &str, by: &str, alone: bool) -> bool {
        let game = &self.game;
        let anew = self.engine.prompt().filter(|_| alone).map(|prompt| (prompt.side, prompt.site));
        let is_it = |only: &Only| {
            let is_called = only.name == name && is_site(game, only.site, rule);
            is_called && game.side_name(only.side) == by && anew != Some((only.side, only.site))
        };
        let found = self.over.iter().position(is_it);
        found.map(|at| self.over.remove(at)).is_some()
    }

    /// No ask of the game is called so: what is wrong with it, and how it is called where it is another.
    fn never_asked(&self, rule: &Asks) -> Option<(String, String)> {
        let program = self.game.program();
        let asks = || self.game.code().asked_at().map(|site| program.site(site));
        if self.game.code().asked_at().any(|site| is_site(&self.game, site, rule)) {
            return None;
        }
        let name = called(rule);
        let named_by_case = match rule {
            Asks::Title(title) => asks().find(|site| site.title == *title).and_then(|site| site.cases.first()),
            Asks::Cases(_) => None,
        };
        if let Some(case) = named_by_case {
            return Some((
                format!("{name} stands under {case}"),
                format!("name it by its case: `answer {case} by ..`"),
            ));
        }
        let is_there = |case: &String| program.sites.iter().any(|site| site.cases.contains(case));
        let what = match rule {
            Asks::Cases(cases) if cases.iter().all(is_there) => format!("nobody is asked anything by {name}"),
            Asks::Cases(_) | Asks::Title(_) => format!("no question of the game is called {name}"),
        };
        let help = self.engine.prompt().filter(|prompt| !prompt.start).map_or_else(
            || "name the case of a question, as it stands before `picks`, `chooses`, `may` or `moves`".to_owned(),
            |prompt| format!("what is asked here is answered by `{}`", self.to_go_on(prompt)),
        );
        Some((what, help))
    }

    /// The choice may have ended before this answer: it is full, or nobody is left to choose.
    fn over_by_itself(&self, mut failure: Failure, rule: &Asks) -> Failure {
        if self.engine.only().iter().any(|only| is_site(&self.game, only.site, rule)) {
            failure.help = "leave it out: nobody more could be chosen, and the choice was over".to_owned();
        }
        failure
    }

    /// One atom.
    fn answer_one(&mut self, name: &str) -> Walked {
        let Some(prompt) = self.engine.prompt() else { return Err(self.not_here("nothing is asked")) };
        let why = match prompt.called(name) {
            Ok(option) => return self.pick(option),
            Err(refused @ Refused::SeveralOptions { .. }) => refused.to_string(),
            Err(_) => format!("`{name}` is not offered"),
        };
        let help = format!("write one of those that are offered, as in `{}`", self.to_type(prompt));
        Err(Failure::new(why, help).found(self.stands()))
    }

    /// Through what can be answered in one way only, to where the query says yes; without one to the end of the game.
    pub(super) fn on_to(&mut self, there: Option<FuncId>, to: &str) -> Walked {
        if self.is_there(there) {
            return Err(
                Failure::new(format!("the game stands in {to} already"), "leave the line out").found(self.stands())
            );
        }
        for _ in 0..FAR {
            let is_only = self.engine.prompt().is_some_and(|prompt| prompt.count() == 1);
            if !is_only {
                let mut failure = self.not_here(&format!("the game does not go on to {to} by itself"));
                if let Some(first) = self.engine.prompt().map(|prompt| self.to_leave(prompt)) {
                    failure.help = format!("answer that first: write `{first}` before this line");
                }
                return Err(failure);
            }
            self.pick(0)?;
            if self.is_there(there) {
                return Ok(());
            }
        }
        let help = "name a phase, and of which side, that comes after this one";
        Err(Failure::new(format!("{to} has not come after {FAR} answers"), help).found(self.stands()))
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.engine.status(), Status::Over(_))
    }

    fn is_there(&self, there: Option<FuncId>) -> bool {
        let over = self.is_over();
        match there {
            None => over,
            Some(query) => !over && answer(&self.game, self.engine.state(), query, &[]).as_deref() == Some("yes"),
        }
    }

    /// The game is over, and so it ended.
    pub(super) fn over(&self, result: &str) -> Walked {
        let found = match self.engine.status() {
            Status::Over(value) => self.game.result_name(*value),
            Status::Ask(_) | Status::AwaitingChance { .. } | Status::Stopped(_) => {
                let help = self.open_here().map_or_else(
                    || "lead it to its end first: `on to the end`".to_owned(),
                    |first| {
                        format!("lead it to its end first: answer what is asked, as in `{first}`, then `on to the end`")
                    },
                );
                return Err(Failure::new("the game is not over here", help).found(self.stands()));
            }
        };
        if found == result {
            return Ok(());
        }
        Err(Failure::new("the game ends otherwise", "mend what is expected, or the rule behind it")
            .found(self.stands()))
    }

    /// A name that an action gives is asked while it runs.
    pub(super) fn still_within(&self, within: Option<&Within>) -> Walked {
        let runs = match self.engine.status() {
            Status::Ask(prompt) => !prompt.start,
            Status::AwaitingChance { .. } | Status::Stopped(_) => true,
            Status::Over(_) => false,
        };
        match within {
            Some(Within { action, name }) if !runs => {
                let what = format!("the {action} is over here: `{name}` is asked within {action}");
                let help = "expect it before the line that ends the action";
                Err(Failure::new(what, help).found(self.stands()))
            }
            Some(_) | None => Ok(()),
        }
    }

    pub(super) fn roll(&mut self, fell: i64) -> Walked {
        self.past_what_is_over(awaits_a_die)?;
        let logged = self.engine.log().len();
        self.here = Here::behind(self.engine.state(), Came::Fell(fell));
        match self.engine.roll(fell) {
            Ok(fault) => self.went(logged, fault),
            Err(refused) => Err(self.no_such_fall(&format!("`roll {fell}`"), &refused.to_string())),
        }
    }

    pub(super) fn draw(&mut self, drew: &str) -> Walked {
        let logged = self.engine.log().len();
        self.here = Here::default();
        match self.engine.draw(drew) {
            Ok(fault) => self.went(logged, fault),
            Err(refused) => Err(self.no_such_fall(&format!("drawing `{drew}`"), &refused.to_string())),
        }
    }

    fn no_such_fall(&self, said: &str, why: &str) -> Failure {
        match self.engine.status() {
            Status::AwaitingChance { wants } => {
                Failure::new(format!("{said} cannot be: {why}"), format!("write {wants}")).found(self.stands())
            }
            Status::Ask(_) | Status::Over(_) | Status::Stopped(_) => {
                let mut failure = self.not_here(&format!("{said}: no die falls here"));
                if self.engine.prompt().is_none_or(|prompt| prompt.start) && !self.only_passes() {
                    failure.help = match self.pass_first(awaits_a_die) {
                        Some(passes) => format!("{passes}: it falls behind that; or leave it out"),
                        None => "leave it out".to_owned(),
                    };
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
            Status::Ask(_) | Status::AwaitingChance { .. } | Status::Stopped(_) => {
                let mut failure = self.not_here("the example ends in the middle of something");
                let last = self.engine.prompt().map(|prompt| self.to_leave(prompt));
                if let Some(last) = last.or_else(|| self.open_here()) {
                    failure.help = format!("say how it goes on: write `{last}` behind this line");
                }
                Err(failure)
            }
        }
    }

    fn pick(&mut self, option: usize) -> Walked {
        let Some((prompt, offered)) =
            self.engine.prompt().and_then(|prompt| prompt.options().get(option).map(|offered| (prompt, offered)))
        else {
            return Err(self.not_here("nothing is asked"));
        };
        let (who, rule) = (self.game.side_name(prompt.side), self.game.rule_name(prompt.site));
        let name = offered.name.clone();
        let told = match prompt.count() {
            1 => vec![Event::Only { who, rule, name }],
            _ => vec![Event::Asked { who, rule, offered: prompt.offered() }, Event::Picked { name }],
        };
        // What starts an action is asked of everybody: that would take long, and says little about this one.
        let member = offered.member().filter(|_| self.reasons == Because::All && !prompt.start);
        let behind = member.map(|member| why_ask_about(&self.game, self.engine.state(), member));
        self.events.extend(behind.map(Event::Behind));
        self.events.extend(told);
        let logged = self.engine.log().len();
        self.here = Here::behind(self.engine.state(), Came::Answer(option));
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
        self.over = self.engine.only().to_vec();
        for only in &self.over {
            let (who, rule) = (self.game.side_name(only.side), self.game.rule_name(only.site));
            self.events.push(Event::Only { who, rule, name: only.name.clone() });
        }
        for line in changes(&self.game, &self.seen, self.engine.state()) {
            self.events.push(Event::Changed(line));
        }
        self.seen.copy_from(self.engine.state());
        if let Status::Over(value) = self.engine.status() {
            self.events.push(Event::Over(self.game.result_told(*value)));
        }
        self.holds()
    }

    /// What the rules take for granted must hold wherever an action may start.
    fn holds(&mut self) -> Walked {
        let Some(broken) = self.watch.look(&self.engine) else { return Ok(()) };
        let at = self.game.nevers().get(broken.never).map(|never| self.game.program().func(never.both[0]).at);
        let help = "mend the example or the rule that lets this come about, or take the `never` back";
        let mut failure = Failure::new(broken.told(&self.game), help);
        failure.ground = at.map(Ground::Assumed);
        Err(failure)
    }

    fn faulted(&self, fault: &Fault) -> Failure {
        super::faulted::failure(&self.game, fault, None)
    }

    pub(super) fn stands(&self) -> String {
        stands(&self.engine)
    }

    /// The step does not fit where the game stands: say what would.
    pub(super) fn not_here(&self, what: &str) -> Failure {
        let help = match self.engine.status() {
            Status::Ask(prompt) => format!("answer that first: write `{}` before this line", self.to_go_on(prompt)),
            Status::AwaitingChance { wants } => match wants {
                Wanted::Roll { .. } => "say how it falls: write `roll ..` before this line".to_owned(),
                Wanted::Draw => "say what is drawn: write `draw ..` before this line".to_owned(),
            },
            Status::Over(_) => "leave the step out, or let the game begin elsewhere".to_owned(),
            Status::Stopped(_) => "mend the rule that faults".to_owned(),
        };
        Failure::new(what, help).found(self.stands())
    }

    fn not_offered(&self, prompt: &Prompt, action: &str, said: &str, names: &[String]) -> Failure {
        let missing = names.first().map_or(action, String::as_str);
        let alike = prompt.options().iter().find(|offered| offered.arm() == action);
        let to_type = alike.map_or_else(
            || self.to_type(prompt),
            |offered| format!("when {} by {}", offered.name, self.game.side_name(prompt.side)),
        );
        let help = format!("write one of those that are offered, as in `{to_type}`, or `refused {said} by ..`");
        let failure = Failure::new(format!("`{said}` is not offered"), help).found(self.stands());
        let against = super::refused::against(self, missing);
        against.into_iter().fold(failure, |failure, row| failure.found(format!("against it: {row}")))
    }

    /// What would lead on from where the game stands in the middle of something, or before what can be answered in one way.
    pub(super) fn open_here(&self) -> Option<String> {
        match self.engine.status() {
            Status::Ask(prompt) if prompt.start && prompt.count() > 1 => None,
            Status::Ask(prompt) => Some(self.to_go_on(prompt)),
            Status::AwaitingChance { wants: Wanted::Roll { .. } } => Some("roll ..".to_owned()),
            Status::AwaitingChance { wants: Wanted::Draw } => Some("draw ..".to_owned()),
            Status::Over(_) | Status::Stopped(_) => None,
        }
    }

    /// A step that fits an ask, with its first option.
    fn to_type(&self, prompt: &Prompt) -> String {
        self.step_of(prompt, prompt.options().first())
    }

    /// A step that fits an ask: where part of a choice is made already, the one that ends it.
    fn to_go_on(&self, prompt: &Prompt) -> String {
        let (here, who) = (self.game.program().site(prompt.site).short(), self.game.side_name(prompt.side));
        let is_begun =
            matches!(self.engine.log().last(), Some(Entry::Answer { ask, by, .. }) if *ask == here && *by == who);
        let ends = prompt.options().iter().any(|offered| CLOSING.contains(&offered.name.as_str()));
        if is_begun && ends && !prompt.start { self.to_leave(prompt) } else { self.to_type(prompt) }
    }

    /// A step that leaves an ask: it passes or ends it where it can.
    fn to_leave(&self, prompt: &Prompt) -> String {
        let leaves = |offered: &&Offered| offered.name == "pass" || CLOSING.contains(&offered.name.as_str());
        self.step_of(prompt, prompt.options().iter().find(leaves).or(prompt.options().first()))
    }

    pub(super) fn step_of(&self, prompt: &Prompt, option: Option<&Offered>) -> String {
        let by = self.game.side_name(prompt.side);
        let Some(first) = option else { return "..".to_owned() };
        if prompt.start {
            return format!("when {} by {by}", first.name);
        }
        let site = self.game.program().site(prompt.site);
        let rule = site.cases.first().map_or_else(|| format!("\"{}\"", site.title), Clone::clone);
        match first.member() {
            None if CLOSING.contains(&first.name.as_str()) => format!("answer {rule} by {by} {}", first.name),
            member => format!("answer {rule} by {by}: {}", member.unwrap_or(&first.name)),
        }
    }
}

/// `7.7#b "Who joins" asks French: join Ch3, Ch19 | done`
pub fn stands(engine: &Engine) -> String {
    let game = engine.game();
    match engine.status() {
        Status::Ask(prompt) => {
            let (rule, who) = (game.rule_name(prompt.site), game.side_name(prompt.side));
            format!("{rule} asks {who}: {}", prompt.offered())
        }
        Status::AwaitingChance { wants } => {
            let wants = engine.waits_for().unwrap_or_else(|| wants.to_string());
            format!("the game waits for {wants}")
        }
        Status::Over(value) => format!("the game is over: {}", game.result_told(*value)),
        Status::Stopped(fault) => format!("the game stopped at a fault: {}", fault.code.name()),
    }
}

fn awaits_a_die(there: &Walk) -> bool {
    matches!(there.engine.status(), Status::AwaitingChance { wants: Wanted::Roll { .. } })
}

pub(super) fn is_site(game: &Game, site: SiteId, rule: &Asks) -> bool {
    let site = game.program().site(site);
    match rule {
        Asks::Cases(cases) => cases.iter().all(|case| site.cases.contains(case)),
        Asks::Title(title) => site.cases.is_empty() && site.title == *title,
    }
}

fn called(rule: &Asks) -> String {
    match rule {
        Asks::Cases(cases) => cases.join(", "),
        Asks::Title(title) => format!("\"{title}\""),
    }
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
    let options = prompt.options().iter().enumerate();
    options
        .filter_map(|(at, offered)| begins(&offered.name, action, args).map(|used| (at, used)))
        .max_by_key(|found| found.1)
}

/// `march RIC1a`, `lay_barrage FAR6a, 0717`
pub(super) fn said(action: &str, names: &[String]) -> String {
    format!("{action} {}", names.join(", ")).trim_end().to_owned()
}
