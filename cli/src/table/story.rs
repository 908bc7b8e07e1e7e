//! What came of an answer, in its order: under which phase, behind which die, by which rule. In: what is otherwise than it was,
//! what fell, and all that happened between. Out: lines.
//!
//! Promises: where pieces go, and what their numbers and lists come to, is told each time. What else is otherwise in the end is
//! told where it came to that; what was undone again is not. Figures that an action keeps of its dice are told as they are made,
//! though it forgets them. Where nobody may tell the order, all that fell comes first.

use super::Banner;
use super::banner::Turned;
use super::between::Between;
use super::carried::{Carried, Cause, Left};
use super::events::{Figure, Teller, by_rule, is_die, words};
use super::line::{Answer, Line, in_brackets, titled};
use super::part::{Each, Fell, Kept, Part, Way, When, dice, figure, rule_of};
use super::rule;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wgr_runtime::engine::{
    Changed, Entry, Happened, Heard, Only, Reckoned, Seat, Sight, View, Why, WithDie, came_to, changed_of,
};
use wgr_runtime::ir::{Cell, CellId, Pos, Role, SiteId, What};
use wgr_runtime::state::State;

/// More was reckoned of no die.
const RECKONED: usize = 12;
/// With the sums that they are made of.
const WITH_PARTS: usize = 24;

/// The sections of those cases, as they are told: `11.2.6, 12.5`.
fn sections(cases: &[String]) -> String {
    rule(cases, "")
}

pub(super) struct Story<'s, 'g> {
    teller: &'s Teller<'g>,
    carried: &'s Carried<'s>,
    /// What is otherwise than it was, and since when.
    all: &'s [Changed],
    when: Vec<Option<When>>,
    /// What is told each time that it changes.
    each_time: Vec<Each>,
    fell: Vec<&'s Heard>,
    /// The rule that asked.
    asked: BTreeSet<String>,
    /// Figures that actions keep; and results that go by a name. The others are told where a printed rule writes them.
    keeps: Vec<CellId>,
    names: Vec<CellId>,
    /// Figures are told each time, for something fell.
    rolls: bool,
    parts: Vec<Part<'s>>,
    moment: usize,
    /// At which moment this phase began.
    since: usize,
    /// What was reckoned and is of nothing that has been told.
    before: Vec<Reckoned>,
    /// Behind the moment before.
    stood: Option<View>,
    /// Where it began, and which states of pieces that came since have been told.
    began: Option<View>,
    laid_out: BTreeSet<(CellId, u32)>,
    turned: Option<Turned>,
    /// It was told how the game ends.
    has_ended: bool,
    /// Who is told: sees what he saw there, where that is not all.
    eyes: Option<&'s View>,
}

impl<'s, 'g> Story<'s, 'g> {
    pub(super) fn new(
        (teller, carried): (&'s Teller<'g>, &'s Carried<'s>),
        all: &'s [Changed],
        heard: &'s [Heard],
    ) -> Story<'s, 'g> {
        let asks = heard.iter().filter_map(|heard| {
            let Heard::Told(Entry::Answer { ask, .. }) = heard else { return None };
            Some(ask.split(',').map(str::to_owned).collect::<Vec<String>>())
        });
        let asked = asks.flat_map(|cases| sections(&cases).split(", ").map(str::to_owned).collect::<Vec<String>>());
        let rolls = heard.iter().any(is_die);
        let kept = |is_told: &dyn Fn(What) -> bool| -> Vec<CellId> {
            let is_told = |cell: &Cell| {
                matches!(cell.role, Role::Keep(_)) && cell.value.scalar().is_some_and(|of| is_told(of.what))
            };
            let cells = teller.game.program().cells.iter().enumerate().filter(|(_, cell)| is_told(cell));
            cells.map(|(at, _)| CellId::new(at)).collect()
        };
        Story {
            teller,
            carried,
            all,
            when: vec![None; all.len()],
            each_time: Vec::new(),
            fell: heard.iter().filter(|heard| !heard.is_answer()).collect(),
            asked: asked.collect(),
            keeps: kept(&|what| matches!(what, What::Int { .. })),
            names: kept(&|what| teller.is_of_authors(what)),
            rolls,
            parts: vec![Part::default()],
            moment: 0,
            since: 0,
            before: Vec::new(),
            stood: None,
            began: None,
            laid_out: BTreeSet::new(),
            turned: None,
            has_ended: false,
            eyes: None,
        }
    }

    /// The same told to somebody who sees so much; states are told as he sees them.
    pub(super) fn seen_by(self, eyes: &'s View) -> Story<'s, 'g> {
        Story { eyes: Some(eyes), ..self }
    }

    pub(super) fn goes_on_from(&mut self, seen: &impl Sight) {
        (self.stood, self.began) = (Some(View::taken(seen)), Some(View::taken(seen)));
    }

    /// Is it how a piece is laid out, if no printed rule says so? Behind a die it is something that happens to it.
    fn is_how_it_comes(&mut self, change: &Changed) -> bool {
        let is_out_at_first = self.began.as_ref().is_some_and(|began| self.teller.is_of_who_is_out(began, change));
        is_out_at_first
            && self.parts.iter().all(|part| part.dice.is_empty())
            && self.laid_out.insert((change.id, change.element))
    }

    pub(super) fn hears(&mut self, seen: &impl Sight, what: Happened<'_>, banner: &mut Banner) {
        self.moment += 1;
        match what {
            Happened::Wrote { places, one, before, is_loss } => {
                self.before.extend(before);
                if is_loss {
                    self.loses(banner);
                }
                // What an action keeps of a die stands with the die.
                let rolls = self.parts.last().is_some_and(|part| !part.dice.is_empty());
                if self.wrote(seen, (places, one), banner) && !rolls {
                    let before = self.since_the_die();
                    self.reckoned(before);
                }
            }
            Happened::Leads { site, before } => self.leads(site, before, banner),
            Happened::Way { site, is_so, in_all } => self.way((site, is_so, in_all), banner),
            Happened::Alone(only) => self.alone(&only, banner),
            Happened::Left { places, before } => self.left(places, before, banner),
            Happened::Ended { places, before } => self.ended(places, before, banner),
            Happened::Rolled(with) => {
                self.heading(banner);
                self.rolled(with);
            }
            Happened::Drew { drew, site } => {
                self.heading(banner);
                self.drew(drew, site);
            }
        }
    }

    /// Says whether it is a figure that an action keeps, and told.
    fn wrote(
        &mut self,
        seen: &impl Sight,
        (places, one): (&[Pos], Option<(CellId, u32)>),
        banner: &mut Banner,
    ) -> bool {
        let Some(before) = self.stood.take() else { return false };
        let between = Between { game: self.teller.game, before: &before, now: seen };
        let is_kept = self.tells(&between, (places, one), banner);
        self.stood = Some(if between.is_as_it_was() { before } else { View::taken(seen) });
        is_kept
    }

    /// Before a piece loses something: what was reckoned since something was told last is of that.
    fn loses(&mut self, banner: &mut Banner) {
        let (now, mut before) = (self.moment, self.since_the_die());
        let is_told_of = self.is_told_since_the_die();
        if let Some(part) = self.parts.iter_mut().rfind(|part| !part.dice.is_empty()) {
            if is_told_of.is_none() {
                let (of_this, of_the_next) =
                    of_the_next(&mut part.reckoned).into_iter().partition(|asked| asked.happened < now);
                before.extend::<Vec<Reckoned>>(of_this);
                if !of_the_next.is_empty() {
                    part.reckoned.push(of_the_next);
                }
            }
            part.until.get_or_insert(now);
        }
        before.retain(|asked| asked.happened >= self.since);
        let whys: Vec<&Why> = before.iter().map(|asked| &asked.why).collect();
        if !self.teller.reckoned(&whys).is_empty() {
            self.heading(banner);
            self.parts.push(Part { reckoned: vec![before], ..Part::default() });
        }
    }

    /// When something was told last behind the last die, or somebody else had to be picked, whichever was earlier.
    fn is_told_since_the_die(&self) -> Option<usize> {
        let part = self.parts.iter().rfind(|part| !part.dice.is_empty())?;
        let told = self.each_time.iter().map(|each| each.when.moment).filter(|moment| *moment > part.moment);
        [told.max(), part.until].into_iter().flatten().min()
    }

    /// What was reckoned from there on, up to now.
    fn since_the_die(&mut self) -> Vec<Reckoned> {
        let (now, mut before) = (self.moment, std::mem::take(&mut self.before));
        if let Some(from) = self.is_told_since_the_die()
            && let Some(part) = self.parts.iter_mut().rfind(|part| !part.dice.is_empty())
        {
            let is_of_this = |asked: &mut Reckoned| (from..now).contains(&asked.happened);
            let later = part.reckoned.iter_mut().flat_map(|all| all.extract_if(.., is_of_this));
            before.extend(later.collect::<Vec<Reckoned>>());
        }
        before
    }

    /// What was reckoned where no die falls.
    fn reckoned(&mut self, mut those: Vec<Reckoned>) {
        those.retain(|asked| asked.happened >= self.since);
        let at = self.parts.len() - 1;
        // Behind what has been told.
        if !those.is_empty() && self.each_time.iter().any(|each| each.when.part == at) {
            self.parts.push(Part::default());
        }
        if let Some(part) = self.parts.last_mut() {
            part.reckoned.push(those);
        }
    }

    fn tells(
        &mut self,
        between: &Between<'_, impl Sight>,
        (places, one): (&[Pos], Option<(CellId, u32)>),
        banner: &mut Banner,
    ) -> bool {
        let Between { game, before, now } = *between;
        let is_otherwise = !between.is_as_it_was();
        let Cause { cases, reason, own, is_printed, is_end, is_declared } = self.carried.cause(places);
        let changed_of = |those: &dyn Fn(CellId) -> bool| {
            if is_otherwise { changed_of(game, before, now, those) } else { Vec::new() }
        };
        if let Some(part) = self.parts.last_mut().filter(|part| !part.dice.is_empty() && !part.is_something) {
            let comes = is_printed || !is_end;
            part.is_something = comes && !changed_of(&|cell| self.teller.is_of_the_game(cell)).is_empty();
        }
        self.comes_to_a_phase(between, (places, one), banner);
        let looks = self.teller.looks;
        let differs = |cell: CellId, element: u32| between.differs(cell, element);
        let is_other = |cell: CellId| between.is_other(cell);
        let is_told =
            |change: &Changed| !self.teller.is_told_each_time(change.id) && differs(change.id, change.element);
        let came: Vec<usize> =
            self.all.iter().enumerate().filter(|(_, change)| is_told(change)).map(|(at, _)| at).collect();
        let steps = |cell: CellId| self.teller.is_told_each_time(cell) && (is_other(cell) || looks.place == Some(cell));
        let mut steps = changed_of(&steps);
        steps.retain(|change| !self.teller.is_of_who_is_out(now, change));
        for change in &mut steps {
            if !is_printed && self.is_how_it_comes(change) {
                change.from = None;
            }
        }
        let kept = self.kept(between, one, (is_printed, is_end));
        let by = sections(cases);
        let again = one.filter(|(cell, element)| !differs(*cell, *element));
        let again =
            again.filter(|(cell, _)| self.is_of_the_die(*cell, &by)).and_then(|one| came_to(game, now.state(), one));
        let is_reset = is_declared || is_end && !is_printed;
        // What becomes so and is no more so behind it, as a flag that goes with its phase, or what becomes so again of the game.
        let is_net = |change: &Changed| self.all.iter().any(|net| (net.id, net.element) == (change.id, change.element));
        let goes = |cell: CellId| self.teller.is_flag(cell) || self.teller.goes_by_itself(cell);
        let mut passing = changed_of(&|cell| goes(cell) && is_other(cell));
        let becomes = |change: &Changed| match self.teller.is_flag(change.id) {
            true => !is_end && change.to == Value::Bool(true),
            false => !is_reset,
        };
        passing.retain(|change| becomes(change) && !is_net(change));
        if [came.is_empty(), steps.is_empty(), kept.is_empty(), again.is_none(), passing.is_empty()] == [true; 5] {
            return false;
        }
        let is_kept = !kept.is_empty();
        self.heading(banner);
        let is_asked = by.split(", ").any(|section| self.asked.contains(section));
        let reason = (!reason.0.is_empty()).then(|| titled(reason.0, &sections(reason.1)));
        let by = if is_asked { String::new() } else { in_brackets(&by) };
        let because = reason.unwrap_or_else(|| by.clone());
        let when = When { part: self.parts.len() - 1, moment: self.moment, by, because, is_end, is_reset };
        came.into_iter().for_each(|at| self.when[at] = Some(when.clone()));
        steps.into_iter().chain(passing).for_each(|change| self.step(change, &when));
        let own = if own.0.is_empty() { String::new() } else { titled(own.0, &sections(own.1)) };
        kept.into_iter().for_each(|change| self.keep(Kept { change, moment: self.moment, by: own.clone() }));
        again
            .into_iter()
            .for_each(|change| self.each_time.push(Each { change, when: when.clone(), by_way_of: vec![] }));
        is_kept
    }

    /// What an action keeps, as this came to it.
    fn kept(
        &self,
        between: &Between<'_, impl Sight>,
        one: Option<(CellId, u32)>,
        (is_printed, is_end): (bool, bool),
    ) -> Vec<Changed> {
        let Between { game, before, now } = *between;
        // How a figure begins is nothing that happens.
        let rolled = self.parts.iter().any(|part| !part.dice.is_empty());
        let is_told = |cell: CellId| {
            let is_figure = self.keeps.contains(&cell);
            is_figure && (rolled || is_printed) || is_printed && self.names.contains(&cell)
        };
        let is_otherwise = !between.is_as_it_was();
        let kept = |those: &dyn Fn(CellId) -> bool| match is_otherwise {
            true => changed_of(game, before, now, |cell| those(cell) && between.is_other(cell)),
            false => Vec::new(),
        };
        let mut all = kept(&is_told);
        // What was there is used up, or added to.
        let used = kept(&|cell| self.keeps.contains(&cell) && !is_told(cell)).into_iter();
        all.extend(used.filter(|change| change.from.as_ref().and_then(Value::as_i64).is_some_and(|from| from != 0)));
        match one {
            Some((cell, element)) if between.differs(cell, element) => {
                // Of odds it is the first column.
                let is_nothing = self.keeps.contains(&cell) && now.state().get(game.layout().place(cell), element) == 0;
                let to_nothing = came_to(game, now.state(), (cell, element)).filter(|_| is_nothing);
                let from = || came_to(game, before.state(), (cell, element)).map(|before| before.to);
                all.extend(to_nothing.map(|change| Changed { from: from(), ..change }));
            }
            Some((cell, element)) if !is_end && is_told(cell) => {
                let behind_a_die = self.parts.last().is_some_and(|part| !part.dice.is_empty());
                all.extend(came_to(game, now.state(), (cell, element)).filter(|_| is_printed || behind_a_die));
            }
            Some(_) | None => {}
        }
        all
    }

    /// Where the game goes on to another turn, phase or side, or is said to stand in one as it begins.
    fn comes_to_a_phase(
        &mut self,
        between: &Between<'_, impl Sight>,
        (places, one): (&[Pos], Option<(CellId, u32)>),
        banner: &mut Banner,
    ) {
        let Some(now) = &self.teller.looks.now else { return };
        let comes_to = |cell: CellId| one == Some((cell, 0)) || between.differs(cell, 0);
        if !now.cells().any(comes_to) {
            return;
        }
        if now.cells().any(|cell| between.differs(cell, 0)) {
            self.since = self.moment;
            self.is_no_more_of_the_die();
        }
        // Also of a phase in which nothing happens: whoever tells it knows that nothing did.
        if self.turned.as_ref().is_some_and(|turned| turned.phase) {
            self.heading(banner);
        }
        let view = match self.eyes {
            Some(eyes) => eyes.with_the_same_eyes(self.teller.game, between.now.state()),
            None => View::of(self.teller.game, between.now.state(), Seat::Referee),
        };
        let (turn, phase) = (between.differs(now.turn, 0), comes_to(now.phase));
        let turned = Turned { view, turn, phase, title: self.carried.phase(places).to_owned() };
        let turned = turned.on(self.turned.take());
        banner.begins(self.teller.game, self.teller.looks, &turned.view, &turned.title);
        self.turned = Some(turned);
    }

    /// What is reckoned from here on is no matter of the last die.
    fn is_no_more_of_the_die(&mut self) {
        let now = self.moment;
        self.parts.last_mut().into_iter().for_each(|part| _ = part.until.get_or_insert(now));
    }

    /// Is it a state of the game, and written by the rule that rolled last? Then it is told although it is as it was.
    fn is_of_the_die(&self, cell: CellId, by: &str) -> bool {
        let last = self.parts.last().and_then(|part| part.dice.last());
        let rolls = last.and_then(|die| die.site).map(|site| self.teller.game.program().site(site));
        let rolls = rolls.map_or_else(String::new, |site| sections(&site.cases));
        self.teller.is_state(cell)
            && !rolls.is_empty()
            && rolls.split(", ").any(|section| by.split(", ").any(|by| by == section))
    }

    /// `F36: lost 1`; what goes on within a part by the same rule is told once, and so is a way.
    fn step(&mut self, change: Changed, when: &When) {
        let is_place = |change: &Changed| self.teller.looks.place == Some(change.id);
        // What two rules did to somebody is told of each.
        let is_told_why = self.teller.is_told_why(&change) && when.because != when.by;
        let goes_on = |each: &Each| {
            let is_by_the_same = !is_told_why || each.when.because == when.because;
            (each.when.part, &each.when.by) == (when.part, &when.by) && is_by_the_same
        };
        let of_same = |each: &Each| (each.change.id, each.change.element) == (change.id, change.element);
        let known = self.each_time.iter().rposition(of_same).filter(|at| {
            // Whoever goes on his way does so as long as nobody does anything else.
            let since = self.each_time.iter().skip(*at);
            since.clone().take(1).all(goes_on)
                && (!is_place(&change) || since.clone().all(|each| goes_on(each) && is_place(&each.change)))
        });
        match known.and_then(|at| self.each_time.get_mut(at)) {
            Some(each) => {
                let between = std::mem::replace(&mut each.change.to, change.to);
                each.by_way_of.push(between);
                let because = std::mem::take(&mut each.when.because);
                each.when = When { because, ..when.clone() };
            }
            None => self.each_time.push(Each { change, when: when.clone(), by_way_of: Vec::new() }),
        }
    }

    /// `hits: 3`, each figure once in a part by one rule.
    fn keep(&mut self, kept: Kept) {
        let Some(part) = self.parts.last_mut().filter(|_| !self.teller.is_untold(&kept.change.cell)) else { return };
        let of = |kept: &Kept| (kept.change.id, kept.change.element);
        match part.kept.iter_mut().rfind(|known| of(known) == of(&kept)) {
            Some(last) if kept.change.from.is_none() && last.change.to == kept.change.to => {}
            Some(last) if last.by == kept.by => last.change.to = kept.change.to,
            Some(_) | None => part.kept.push(kept),
        }
    }

    /// Something happens, and the game is elsewhere in its sequence than what was told last.
    fn heading(&mut self, banner: &mut Banner) {
        let Some(turned) = self.turned.take() else { return };
        let first = banner.heading(self.teller.game, (self.teller.looks, self.carried), &turned);
        if !first.is_empty() {
            self.parts.push(Part { first, ..Part::default() });
        }
    }

    /// Where somebody or something had to be picked and there was one only.
    fn alone(&mut self, only: &Only, banner: &mut Banner) {
        let Some((_, member)) = only.name.split_once(' ') else { return };
        self.heading(banner);
        self.is_no_more_of_the_die();
        let site = self.teller.game.program().site(only.site);
        let (side, by) = (self.teller.game.side_name(only.side), rule(&site.cases, &site.title));
        let only = Answer { is_only: true, ..Answer::new(format!("{side}: {by}"), Some(member.to_owned())) };
        self.parts.push(Part { first: vec![Line::Answer(only)], ..Part::default() });
    }

    /// What is printed beside the number that came out: `The attacker loses a step (CT)`; and what a die decides.
    fn way(&mut self, (way, is_so, in_all): (SiteId, bool, Option<i64>), banner: &mut Banner) {
        self.heading(banner);
        let site = self.teller.game.program().site(way);
        let (rule, by) = (rule(&site.cases, &site.title), in_brackets(&rule(&site.cases, "")));
        let of = in_all.map_or_else(String::new, |number| format!("{number} in all: "));
        let told = match is_so {
            true => format!("{of}{}{by}", site.title),
            false => format!("{of}{}? no{by}", site.title),
        };
        self.goes(Way { rule, is_so, told, is_left: false });
    }

    /// Why something ends, before the rest that is done then: `Below one to two (12.2.4)`, behind what was reckoned of it.
    fn leads(&mut self, site: SiteId, before: Vec<Reckoned>, banner: &mut Banner) {
        self.before.extend(before);
        self.loses(banner);
        self.heading(banner);
        let at = self.parts.len() - 1;
        if self.is_told_in(at) {
            self.parts.push(Part::default());
        }
        let site = self.teller.game.program().site(site);
        let rule = rule(&site.cases, &site.title);
        self.goes(Way { told: rule.clone(), rule, is_so: true, is_left: false });
        self.is_no_more_of_the_die();
    }

    fn goes(&mut self, way: Way) {
        if let Some(part) = self.parts.last_mut() {
            part.ways.push(way);
        }
    }

    /// Has anything been told of what came in this part?
    fn is_told_in(&self, part: usize) -> bool {
        if self.parts.get(part).is_some_and(|part| part.kept.iter().any(|kept| kept.was().is_some())) {
            return true;
        }
        let whens = self.when.iter().flatten().chain(self.each_time.iter().map(|each| &each.when));
        whens.into_iter().any(|when| when.part == part)
    }

    /// `that ends attack: Below one to two (12.2.4)`, behind what was reckoned on the way there.
    fn left(&mut self, places: &[Pos], mut before: Vec<Reckoned>, banner: &mut Banner) {
        let Some(Left { what, cases, title }) = self.carried.left(places) else { return };
        self.heading(banner);
        before.splice(0..0, std::mem::take(&mut self.before));
        self.reckoned(before);
        // Of an ask that nobody can answer.
        let nobody = if title.ends_with('?') { "nobody: " } else { "" };
        let by = rule(cases, title);
        // Told already, as what a die decided or as what led there: here again only where nothing has come of it.
        let is_this = |way: &Way| way.rule == by && !way.is_left;
        let known = self.parts.iter().rposition(|part| part.ways.last().is_some_and(is_this));
        let is_last = known.is_some_and(|at| at == self.parts.len() - 1 && !self.is_told_in(at));
        let last = self.parts.last_mut().filter(|_| is_last).and_then(|part| part.ways.pop());
        let known = known.and_then(|at| self.parts.get_mut(at)?.ways.last_mut());
        let why = match (last, known) {
            (Some(way), _) => way.told,
            // What it led to is told behind it.
            (None, Some(way)) => {
                way.is_left = true;
                return self.is_no_more_of_the_die();
            }
            (None, None) => format!("{nobody}{by}"),
        };
        let first = vec![Line::Event(format!("that ends {}: {why}", words(what)))];
        self.parts.push(Part { first, ..Part::default() });
        self.is_no_more_of_the_die();
    }

    /// `the game ends: The last turn is over (7.0)`, then by which row somebody has won, and the figures of that.
    fn ended(&mut self, places: &[Pos], before: Vec<Reckoned>, banner: &mut Banner) {
        self.has_ended = true;
        let over = self.carried.over(places).map(|(cases, title)| rule(cases, title));
        self.before.extend(before);
        let is_victory = |asked: &Reckoned| self.teller.is_victory(&asked.why);
        let mut asked: Vec<Reckoned> = self.before.extract_if(.., |asked| is_victory(asked)).collect();
        for part in &mut self.parts {
            asked.extend(part.reckoned.iter_mut().flat_map(|all| all.extract_if(.., |asked| is_victory(asked))));
        }
        let (rows, figures) = asked.last().map_or_else(Default::default, |asked| self.teller.won(&asked.why));
        if over.is_none() && rows.is_empty() {
            return;
        }
        self.heading(banner);
        let ends = over.map_or_else(String::new, |over| format!(": {over}"));
        let rows = rows.iter().map(|row| format!("  {row}"));
        let figures = figures.into_iter().map(|figure| format!("  {}{}", "  ".repeat(figure.depth), figure.line));
        let told = [format!("the game ends{ends}")].into_iter().chain(rows).chain(figures);
        self.parts.push(Part { first: told.map(Line::Event).collect(), ..Part::default() });
        self.is_no_more_of_the_die();
    }

    /// The game is over, and nobody said so: it takes too much work to go through it again with all its reasons. Then the row
    /// is told that alone can say what came out.
    pub(super) fn is_over(&mut self, (state, after): (&State, &View), result: i64, banner: &mut Banner) {
        let row = self.teller.looks.victory.filter(|_| !self.has_ended);
        let row = row.and_then(|victory| self.teller.game.only_row(state, victory, result));
        if let Some(row) = row {
            self.heading(banner);
            let score = banner.score(self.teller.game, self.teller.looks, after);
            let row = format!("  {}", rule(&row.cases, &row.title));
            let told = ["the game ends".to_owned(), row].into_iter().chain(score.iter().map(|one| format!("  {one}")));
            self.parts.push(Part { first: told.map(Line::Event).collect(), ..Part::default() });
        }
    }

    fn rolled(&mut self, WithDie { die, site, about, mut before, behind }: WithDie) {
        let Some(at) = self.fell.iter().position(|heard| is_die(heard)) else { return };
        let heard = self.fell.remove(at);
        let of = self.teller.piece_of(&about);
        let at = self.parts.len() - 1;
        let is_alone = !self.is_told_in(at);
        let goes_on = |part: &&mut Part<'_>| {
            let is_of = |last: &Fell<'_>| rule_of(last.heard) == rule_of(heard) && last.of == of;
            let same = part.dice.last().is_some_and(is_of);
            same && is_alone && part.kept.is_empty()
        };
        if let Some(last) = self.parts.iter_mut().rfind(|part| !part.dice.is_empty()) {
            // What was reckoned after somebody else had to be picked is no matter of the die before.
            if let Some(until) = last.until {
                let later =
                    last.reckoned.iter_mut().flat_map(|all| all.extract_if(.., |asked| asked.happened >= until));
                before.splice(0..0, later.collect::<Vec<Reckoned>>());
            }
            if last.dice.last().is_some_and(|last| rule_of(last.heard) == rule_of(heard)) {
                before.splice(0..0, of_the_next(&mut last.reckoned));
            }
        }
        before.splice(0..0, std::mem::take(&mut self.before));
        before.retain(|asked| asked.happened >= self.since);
        // What was reckoned between two dice of one rule is of the second alone: somebody else is hit by it.
        let whys: Vec<&Why> = before.iter().map(|asked| &asked.why).collect();
        let is_new = !self.teller.reckoned(&whys).is_empty();
        let goes_on = self.parts.last_mut().filter(|part| !is_new && goes_on(part));
        let (die, reckoned) = (Fell { heard, die, site, of: of.clone() }, [before, behind]);
        match goes_on {
            Some(part) => {
                part.dice.push(die);
                part.reckoned.extend(reckoned);
            }
            None => {
                let (dice, reckoned, moment) = (vec![die], reckoned.into(), self.moment);
                self.parts.push(Part { dice, reckoned, moment, ..Part::default() });
            }
        }
    }

    fn drew(&mut self, drew: &str, site: Option<SiteId>) {
        let Some(at) = self.fell.iter().position(|heard| matches!(heard, Heard::Told(Entry::Draw { .. }))) else {
            return;
        };
        self.fell.remove(at);
        let told = format!("{} drawn", words(drew));
        let told = match site {
            Some(site) => by_rule(told, self.teller.game.program().site(site)),
            None => told,
        };
        let first = vec![Line::Event(told)];
        self.parts.push(Part { first, is_draw: true, ..Part::default() });
    }

    /// The game went on to another phase, and no heading says so yet.
    pub(super) fn take_turned(&mut self) -> Option<Turned> {
        self.turned.take()
    }

    /// The sums of a die before all else, where there is more than anybody reads.
    fn figures(&self, part: &Part<'_>) -> Vec<String> {
        let is_of_it = |asked: &&Reckoned| part.until.is_none_or(|until| asked.happened < until);
        let each = part.reckoned.iter().flat_map(|batch| {
            let whys: Vec<&Why> = batch.iter().filter(is_of_it).map(|asked| &asked.why).collect();
            self.teller.reckoned(&whys)
        });
        let mut figures: Vec<Figure> = Vec::new();
        // What was reckoned again is what it came to last.
        each.for_each(|figure| match figures.iter_mut().find(|known| known.question == figure.question) {
            Some(known) => *known = Figure { depth: known.depth, ..figure },
            None => figures.push(figure),
        });
        let whole = |figure: &Figure| figure.depth == 0;
        let sums = figures.iter().filter(|figure| whole(figure) && figure.is_sum).count();
        let (mut most, mut others, mut is_told) = (RECKONED, RECKONED.saturating_sub(sums), false);
        figures.retain(|figure| {
            if whole(figure) {
                let room = if figure.is_sum { &mut most } else { &mut others };
                is_told = *room > 0;
                *room = room.saturating_sub(1);
            }
            is_told
        });
        let told = |figure: Figure| format!("  {}{}", "  ".repeat(figure.depth), figure.line);
        figures.into_iter().map(told).take(WITH_PARTS).collect()
    }

    /// `after`: how the game stands now; `is_done`: what was begun is done there, and the game goes on.
    pub(super) fn told(mut self, after: &View, is_done: bool) -> Vec<Line> {
        if !self.fell.is_empty() {
            let fell: Vec<String> = self.fell.iter().map(|heard| self.teller.fell(heard)).collect();
            let first = fell.chunk_by(|one, other| one == other).map(|same| Line::Event(times(same))).collect();
            self.parts.push(Part { first, ..Part::default() });
        }
        // Where nobody knows the order.
        let last = When { part: self.parts.len() - 1, moment: usize::MAX, ..When::default() };
        let rest = |those: &dyn Fn(CellId) -> bool| -> Vec<Changed> {
            match &self.stood {
                Some(before) => changed_of(self.teller.game, before, after, those),
                None => self.all.iter().filter(|change| those(change.id)).cloned().collect(),
            }
        };
        let steps = rest(&|cell| self.teller.is_told_each_time(cell));
        let kept = rest(&|cell| self.rolls && self.keeps.contains(&cell));
        let step = |change| Each { change, when: last.clone(), by_way_of: Vec::new() };
        self.each_time.extend(steps.into_iter().map(step));
        kept.into_iter().for_each(|change| self.keep(Kept { change, moment: usize::MAX, by: String::new() }));
        let mut groups = self.groups(&last);
        // Who is drawn is told one by one.
        let draws = self.parts.iter().any(|part| part.is_draw);
        let laid_out = self.teller.laid_out(self.all).filter(|_| !draws);
        let mut lines = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            lines.extend(part.first.iter().cloned());
            lines.extend(dice(self.teller, &part.dice).map(Line::Event));
            lines.extend(self.figures(part).into_iter().map(Line::Event));
            // What was used up is told in its order with what it paid for.
            let (used, kept): (Vec<&Kept>, Vec<&Kept>) = part.kept.iter().partition(|kept| kept.was().is_some());
            lines.extend(kept.into_iter().map(|kept| Line::Event(figure(kept))));
            lines.extend(part.ways.iter().map(|way| Line::Event(format!("  {}", way.told))));
            let events = groups.remove(&at).unwrap_or_default().into_iter().filter_map(|group| {
                let Group { same, by_way_of, who, by, moment } = group;
                Some((moment, self.teller.event((same, by_way_of), (&who, by), laid_out.is_some())?))
            });
            let used = used.into_iter().map(|kept| (kept.moment, Line::Event(figure(kept))));
            let mut events: Vec<(usize, Line)> = events.chain(used).collect();
            events.sort_by_key(|(moment, _)| *moment);
            let ends = match self.parts.get(at + 1) {
                Some(next) => next.first.iter().any(|line| matches!(line, Line::Heading(_))),
                None => is_done,
            };
            let is_refused = part.ways.iter().any(|way| !way.is_so);
            let is_silent = part.kept.is_empty() && !is_refused && events.is_empty();
            if ends && !part.dice.is_empty() && is_silent && !part.is_something {
                lines.push(Line::Event("  nothing comes of it".to_owned()));
            }
            lines.extend(events.into_iter().map(|(_, event)| event));
        }
        let laid = laid_out.map(|comes| format!("{comes} counters are laid out: `map` and `state` show where"));
        laid.map(Line::Event).into_iter().chain(lines).collect()
    }

    /// By part, in their order.
    fn groups<'a>(&'a self, last: &'a When) -> BTreeMap<usize, Vec<Group<'a>>> {
        let teller = self.teller;
        let at_once = self.all.iter().zip(&self.when).filter(|(change, _)| !teller.is_told_each_time(change.id));
        let at_once = at_once.map(|(change, when)| (change, when.as_ref().unwrap_or(last), &[][..]));
        // That a flag goes with its phase is nothing that happens.
        let goes =
            |change: &Changed, when: &When| when.is_end && change.to == Value::Bool(false) && teller.lasts(change.id);
        let is_laid_out = teller.laid_out(self.all).is_some();
        // Whoever is laid out is as he begins, and tells of himself what becomes of him later.
        let comes = |change: &Changed, when: &When| {
            if !is_laid_out && when.moment != usize::MAX {
                return false;
            }
            let arrives = self
                .each_time
                .iter()
                .find(|each| Some(each.change.id) == teller.looks.place && each.change.of.first() == change.of.first());
            let is_of_its_coming = arrives.is_none_or(|arrives| {
                when.part < arrives.when.part
                    || when.part == arrives.when.part && (when.because.is_empty() || when.moment <= arrives.when.moment)
            });
            teller.is_new(change, self.all) && is_of_its_coming
        };
        // That a state of the game goes with its phase is nothing that happens, either.
        let is_reset = |change: &Changed, when: &When| when.is_reset && teller.looks.lasting.contains(&change.id);
        // Who was taken up and put down again where he was has not gone anywhere.
        let is_same = |change: &Changed, by_way_of: &[Value]| {
            let is_place = Some(change.id) == teller.looks.place;
            change.from.as_ref() == Some(&change.to) && (!is_place || by_way_of.iter().all(Value::is_null))
        };
        let is_told = |(change, when, by_way_of): &(&Changed, &When, &[Value])| {
            !comes(change, when) && !goes(change, when) && !is_reset(change, when) && !is_same(change, by_way_of)
        };
        let each_time = self.each_time.iter().map(|each| (&each.change, &each.when, each.by_way_of.as_slice()));
        let mut those: Vec<(&Changed, &When, &[Value])> = at_once.chain(each_time).filter(is_told).collect();
        // Whoever goes somewhere is told first of those of which nobody knows when.
        those.sort_by_key(|(change, when, _)| (when.part, when.moment, Some(change.id) != teller.looks.place));
        let mut groups: BTreeMap<usize, Vec<Group<'a>>> = BTreeMap::new();
        for (change, when, by_way_of) in those {
            let who = change.of.first().map_or("", String::as_str);
            let by = if teller.is_told_why(change) { &when.because } else { &when.by };
            let of_part = groups.entry(when.part).or_default();
            let same =
                |group: &&mut Group<'a>| group.by == by && is_alike(group.same, change) && group.by_way_of == by_way_of;
            match of_part.iter_mut().rev().find(same).filter(|group| !group.who.contains(&who)) {
                Some(group) => group.who.push(who),
                None => of_part.push(Group { same: change, by_way_of, who: vec![who], by, moment: when.moment }),
            }
        }
        groups
    }
}

/// What was reckoned behind a die, and is of the next one: from where something is asked again that was asked on the way to it, of
/// somebody else.
fn of_the_next(reckoned: &mut [Vec<Reckoned>]) -> Vec<Reckoned> {
    let Some((behind, before)) = reckoned.split_last_mut() else { return Vec::new() };
    let is_again = |asked: &Reckoned| {
        let same = |known: &Reckoned| known.why.called == asked.why.called && known.why.args != asked.why.args;
        before.iter().flatten().any(same)
    };
    behind.iter().position(is_again).map_or(Vec::new(), |at| behind.split_off(at))
}

/// `a draw, unseen (30 times)`
fn times(same: &[String]) -> String {
    match same {
        [one] => one.clone(),
        _ => format!("{} ({} times)", same.first().map_or("", String::as_str), same.len()),
    }
}

/// Of whom the same is told.
struct Group<'a> {
    same: &'a Changed,
    by_way_of: &'a [Value],
    who: Vec<&'a str>,
    by: &'a str,
    /// When it came about, of the first of them.
    moment: usize,
}

fn is_alike(one: &Changed, other: &Changed) -> bool {
    (one.id, &one.from, &one.to, one.of.get(1..)) == (other.id, &other.from, &other.to, other.of.get(1..))
}
