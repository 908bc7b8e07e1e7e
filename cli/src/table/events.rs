//! What came of an answer, in the words of the rules: who goes where, what is so of whom, what a die showed and what was
//! reckoned of it. In: how a seat saw the game before and after, and what it heard fall. Out: lines, in the order of `story`.
//!
//! Promises: what authors did not name is not told, nor what an action keeps for itself; nor the turn and the phase, which
//! the banner tells.

use super::by_phase::ByPhase;
use super::carried::Carried;
use super::line::{Line, So, Went, on_the_way};
use super::story::Story;
use super::{Banner, hex_told, rule};
use serde_json::Value;
use std::collections::BTreeMap;
use wgr_compiler::looks::{self, Field, Holds, Looks};
use wgr_runtime::engine::{
    Changed, Counts, Engine, Entry, Game, Group, Heard, HeldAt, How, Named, Plain, Questions, Seat, Seated, Sight,
    View, Why, WhyRow, WithReasons, changed, changes, changes_of, happened, stacks,
};
use wgr_runtime::ir::{Cell, CellId, DIR, EDGE, Expr, FuncId, HEX, NONE, Role, Site, Type, What};
use wgr_runtime::state::State;

/// So many figures of one rule have a line each.
const EACH: usize = 12;
/// So many sums are told of what somebody has won by.
const SUMS: usize = 12;
/// Of more names only how many they are is told.
const NAMED: usize = 30;
/// More than these come at once where a game is laid out.
const LAID_OUT: usize = 12;

/// Answers and what fell of them, and the state in which the first was given.
pub(crate) struct Given<'e> {
    pub(super) state: State,
    pub(super) entries: &'e [Entry],
    pub(super) seat: Seat,
    /// This seat may be told in which order all of it came about.
    is_ordered: bool,
    /// If it may not: what it knew, where it knew all that the rules remembered.
    pub(super) known: Option<View>,
}

impl Given<'_> {
    /// From before the game's beginning to where it stands first.
    pub(crate) fn beginning(engine: &Engine, seat: Seat) -> Given<'_> {
        let (state, is_ordered) = (State::zero(engine.game().layout()), engine.from_seat(seat).may_count().is_ok());
        let known = (!is_ordered).then(|| View::of(engine.game(), &state, seat));
        Given { state, entries: engine.log(), seat, is_ordered, known }
    }

    /// How it stood then.
    pub(crate) fn view(&self, game: &Game, seat: Seat) -> View {
        View::of(game, &self.state, seat)
    }

    pub(crate) fn of<'e>(before: &Engine, seat: Seat, entries: &'e [Entry]) -> Given<'e> {
        let is_ordered = before.from_seat(seat).may_count().is_ok();
        let known = if is_ordered { None } else { before.as_known(seat) };
        Given { state: before.state().clone(), entries, seat, is_ordered, known }
    }
}

pub(super) fn is_die(heard: &Heard) -> bool {
    matches!(heard, Heard::Told(Entry::Roll { .. }))
}

/// What the cells of a game are called by those who play it.
pub(crate) struct Teller<'g> {
    pub(super) game: &'g Game,
    pub(super) looks: &'g Looks,
    fields: BTreeMap<CellId, &'g Field>,
    states: BTreeMap<CellId, String>,
}

impl<'g> Teller<'g> {
    pub(crate) fn new(game: &'g Game, looks: &'g Looks) -> Teller<'g> {
        let mut fields = BTreeMap::new();
        for field in looks.sorts.iter().flat_map(|sort| &sort.states) {
            if let HeldAt::Cell(cell) = field.at {
                fields.insert(cell, field);
            }
        }
        let mut states = BTreeMap::new();
        for name in game.names() {
            let Some(Named::Held(all)) = game.named(name) else { continue };
            let cells = all.iter().filter_map(|held| if let HeldAt::Cell(cell) = held.at { Some(cell) } else { None });
            // Whoever is asked says who acts.
            let acting = looks.now.as_ref().and_then(|now| now.acting);
            cells.filter(|cell| !fields.contains_key(cell) && Some(*cell) != acting).for_each(|cell| {
                states.insert(cell, name.to_owned());
            });
        }
        Teller { game, looks, fields, states }
    }

    /// All that came of an answer; `given`: where it was given.
    pub(crate) fn came(
        &self,
        before: &View,
        after: &Seated<'_>,
        heard: &[Heard],
        given: &Given<'_>,
        (banner, carried): (&mut Banner, &Carried<'_>),
    ) -> Vec<Line> {
        let now = after.view();
        // A program that no author wrote goes by the names of its cells.
        if self.game.vocabulary_is_empty() {
            let fell = heard.iter().filter(|heard| !heard.is_answer()).map(|heard| self.fell(heard));
            return fell.chain(changes(self.game, before, &now)).map(Line::Event).collect();
        }
        let mut met = heard.first().map_or_else(Vec::new, |answer| self.met(before, answer));
        met.retain(|told| banner.meets(told));
        let mut lines: Vec<Line> = met.into_iter().map(Line::Event).collect();
        if !given.is_ordered {
            lines.extend(ByPhase::new((self, carried), before, heard).told(given, now, banner));
            return lines;
        }
        let all = self.otherwise(before, &now);
        let mut story = Story::new((self, carried), &all, heard);
        story.goes_on_from(&given.state);
        let reasons = WithReasons { left: &|places| carried.left(places).is_some(), losses: &self.losses() };
        happened((self.game, reasons), &given.state, given.entries, &mut |state, what| {
            story.hears(state, what, banner)
        });
        if let Some(result) = after.result() {
            story.is_over((&given.state, &now), result, banner);
        }
        lines.extend(story.told(&now, after.prompt().is_some_and(|prompt| prompt.start)));
        lines
    }

    /// Whom an answer goes against: `at 1226 Rossignol: IR23a, IR23b`, where it names a hex with pieces of another side.
    fn met(&self, before: &View, answer: &Heard) -> Vec<String> {
        let Heard::Told(Entry::Answer { by, pick, .. }) = answer else { return Vec::new() };
        let words: Vec<&str> = pick.split([' ', ',']).collect();
        // A step on the way of somebody.
        if words.first() == Some(&"to") {
            return Vec::new();
        }
        let is_another = |name: &String| self.side_of(before, name).is_some_and(|side| side.name != *by);
        let stacks = stacks(self.game, before.state()).into_iter();
        let there = stacks.filter(|(hex, _)| words.contains(&self.game.member_name(HEX, *hex).as_str()));
        let told = there.filter_map(|(hex, names)| {
            let others: Vec<&str> = names.iter().filter(|name| is_another(name)).map(String::as_str).collect();
            let at = hex_told(self.game, self.looks, hex);
            if others.is_empty() { None } else { Some(format!("at {at}: {}", listed(&others))) }
        });
        told.collect()
    }

    /// Of a counter that is drawn its print says it, for who sees that.
    fn side_of(&self, view: &View, name: &str) -> Option<&looks::Named> {
        let member = self.looks.counters.iter().position(|counter| counter.name == name)?;
        let own = self.looks.counters.get(member)?;
        let side = match self.looks.prints.as_ref().filter(|prints| prints.sorts.contains(&own.sort)) {
            None => own.side,
            Some(prints) => {
                let index = [i64::try_from(member).ok()?];
                let print = Questions::new(self.game, view).held(HeldAt::Cell(prints.cell), &index);
                let Some(Plain::Value(Value::String(print))) = print else { return None };
                prints.lines.iter().find(|line| line.name == print)?.side
            }
        };
        self.looks.sides.get(side)
    }

    /// Where pieces stand, and their numbers.
    pub(super) fn losses(&self) -> Vec<CellId> {
        let numbers = self.fields.keys().copied().filter(|cell| {
            let of = self.game.program().cell(*cell).value.scalar().map(|of| of.what);
            let is_told = self.fields.get(cell).is_some_and(|field| !self.looks.style(&field.named).untold);
            is_told && matches!(of, Some(What::Int { .. }))
        });
        self.looks.place.into_iter().chain(numbers).collect()
    }

    /// What is otherwise now and no heading tells. Who came into play was nothing before, and of who is out of play nothing is so.
    pub(super) fn otherwise(&self, before: &impl Sight, now: &impl Sight) -> Vec<Changed> {
        let mut all = changed(self.game, before, now);
        all.retain(|change| !self.is_now(change.id) && !self.is_of_who_is_out(now, change));
        all.iter_mut().filter(|change| self.is_of_who_is_out(before, change)).for_each(|change| change.from = None);
        all
    }

    /// Is it a state of a piece that is out of play there, as far as that is seen?
    pub(super) fn is_of_who_is_out(&self, there: &impl Sight, change: &Changed) -> bool {
        let is_out = |cell: CellId| {
            let is_seen = there.unseen().is_none_or(|unseen| !unseen.holds(cell, change.element));
            is_seen && there.state().get(self.game.layout().place(cell), change.element) == NONE
        };
        let is_state = self.fields.contains_key(&change.id);
        is_state && self.looks.place.is_some_and(is_out) && self.looks.lies.is_none_or(is_out)
    }

    /// What changed but for the turn and the phase, as traces tell it: `IR23a.steps 2 -> 1`; nothing of what authors did not
    /// name.
    pub(crate) fn changes(&self, before: &State, after: &State) -> Vec<String> {
        let is_told = |id: CellId, cell: &Cell| {
            let is_kept = matches!(cell.role, Role::Keep(_) | Role::Cup);
            self.game.vocabulary_is_empty() || self.is_of_the_game(id) || is_kept && !self.is_now(id)
        };
        changes_of(self.game, before, after, is_told)
    }

    /// A field, a state or a place, and not the turn or the phase.
    pub(super) fn is_of_the_game(&self, id: CellId) -> bool {
        let is_named = self.fields.contains_key(&id) || self.states.contains_key(&id);
        let is_place = [self.looks.place, self.looks.lies].contains(&Some(id));
        (is_named || is_place) && !self.is_now(id)
    }

    /// `4 rolled: One die, and all that is added (7.1)`
    pub(super) fn fell(&self, heard: &Heard) -> String {
        let Heard::Told(Entry::Roll { at, fell, .. }) = heard else { return heard.to_string() };
        self.rolled(&format!("{fell} rolled"), at)
    }

    /// The same of dice of one rule.
    pub(super) fn rolled(&self, fell: &str, at: &str) -> String {
        match self.site(at) {
            Some(site) => by_rule(fell.to_owned(), site),
            None if at.is_empty() => fell.to_owned(),
            None => format!("{fell}: {at}"),
        }
    }

    /// The first of these that is a piece.
    pub(super) fn piece_of(&self, about: &[(What, i64)]) -> Option<String> {
        let place = self.game.program().cell(self.looks.place?);
        let pieces = place.index.first()?.what;
        let (_, piece) = about.iter().find(|(what, piece)| *what == pieces && *piece != NONE)?;
        let What::Id(domain) = pieces else { return None };
        Some(self.game.member_name(domain, *piece))
    }

    /// Of what is called so in a log.
    pub(super) fn site(&self, at: &str) -> Option<&Site> {
        self.game.program().sites.iter().find(|site| !at.is_empty() && site.short() == at)
    }

    /// More than these come at once where a game is laid out.
    pub(super) fn laid_out(&self, all: &[Changed]) -> Option<usize> {
        let comes =
            all.iter().filter(|change| Some(change.id) == self.looks.place && self.hex(change.from.as_ref()).is_none());
        Some(comes.count()).filter(|comes| *comes > LAID_OUT)
    }

    /// Is it told by the banner?
    fn is_now(&self, cell: CellId) -> bool {
        self.looks.now.as_ref().is_some_and(|now| now.cells().any(|one| one == cell))
    }

    /// Does somebody leave the map, or is his number or his state another? That is told with the title of what made it so.
    pub(super) fn is_told_why(&self, change: &Changed) -> bool {
        let is_word = |what: What| matches!(what, What::Int { .. }) || self.is_of_authors(what);
        match Some(change.id) == self.looks.place {
            true => self.hex(change.from.as_ref()).is_some() && self.hex(Some(&change.to)).is_none(),
            false => {
                let what = self.game.program().cell(change.id).value.scalar().map(|of| of.what);
                self.fields.contains_key(&change.id) && what.is_some_and(is_word)
            }
        }
    }

    /// Where a piece is, and what its numbers and its lists say; not that something is so of it, or no more.
    pub(super) fn is_told_each_time(&self, cell: CellId) -> bool {
        let is_number = || {
            let what = self.game.program().cell(cell).value.scalar().map(|scalar| scalar.what);
            self.is_state(cell) && !self.is_now(cell) && matches!(what, Some(What::Int { .. }))
        };
        self.looks.place == Some(cell) || self.fields.contains_key(&cell) && !self.is_flag(cell) || is_number()
    }

    /// Is something so of a piece, or not?
    pub(super) fn is_flag(&self, cell: CellId) -> bool {
        self.fields.get(&cell).is_some_and(|field| matches!(field.holds, Holds::YesNo))
    }

    /// The figures that rules made, each once, with the rows that count in them: `drm = 2: "Surplus" +3, "Forest" -1`; and what
    /// statements looked up: `crt(5, 3/1) = Ex`.
    pub(super) fn reckoned(&self, asked: &[&Why]) -> Vec<Figure> {
        let mut of_one: Vec<Vec<&Why>> = Vec::new();
        for why in asked.iter().copied().filter(|why| self.is_figure(why)) {
            match of_one.iter_mut().find(|of| of.first().is_some_and(|first| first.called == why.called)) {
                Some(of) => of.push(why),
                None => of_one.push(vec![why]),
            }
        }
        let told = |of: &Vec<&Why>| match of.as_slice() {
            of if of.len() > EACH => vec![several(of)],
            of => of.iter().flat_map(|why| self.with_parts(why)).collect(),
        };
        of_one.iter().flat_map(told).collect()
    }

    /// Is it asked who has won?
    pub(super) fn is_victory(&self, why: &Why) -> bool {
        why.query.is_some() && why.query == self.looks.victory
    }

    /// By which rows somebody has won, and the figures that this goes by.
    pub(super) fn won(&self, why: &Why) -> (Vec<String>, Vec<Figure>) {
        let rows = why.rows.iter().filter(|row| row.wins).map(|row| {
            let cases: Vec<String> = row.cases.split(',').map(|case| case.trim().to_owned()).collect();
            rule(&cases, &row.title)
        });
        let mut figures: Vec<Figure> = Vec::new();
        for score in why.because.iter().filter(|score| self.is_figure(score)) {
            let is_known = figures.iter().any(|known| known.question == score.question);
            figures.extend(self.with_parts(score).into_iter().filter(|_| !is_known));
        }
        figures.truncate(SUMS);
        (rows.collect(), figures)
    }

    fn is_figure(&self, why: &Why) -> bool {
        if self.is_untold(&why.called.name) {
            return false;
        }
        let is_told =
            |ty: Type| ty.scalar().is_some_and(|of| matches!(of.what, What::Int { .. }) || self.is_of_authors(of.what));
        match why.query {
            Some(query) => {
                self.game.program().func(query).ret.is_some_and(is_told)
                    && why.called.asks.is_empty()
                    && !self.is_fixed(query)
                    && why.rows.iter().any(|row| row.wins && row.amount.is_some())
            }
            None => why.answer.is_some(),
        }
    }

    /// A figure, and below it the sums that it is made of.
    fn with_parts(&self, why: &Why) -> Vec<Figure> {
        let mut parts = Vec::new();
        self.parts(why, 1, &mut parts);
        [self.one(why)].into_iter().chain(parts).collect()
    }

    fn parts(&self, why: &Why, depth: usize, parts: &mut Vec<Figure>) {
        for looked in &why.looked {
            if self.is_figure(looked) && parts.iter().all(|known| known.question != looked.question) {
                parts.push(Figure { depth, ..self.one(looked) });
            }
        }
        for inner in &why.because {
            let is_part = self.is_figure(inner) && is_made_of_several(inner);
            if is_part && parts.iter().all(|known| known.question != inner.question) {
                parts.push(Figure { depth, ..self.one(inner) });
            }
            self.parts(inner, depth + usize::from(is_part), parts);
        }
    }

    /// The same with what the answer is called, where that is a member of a list that is printed with a title.
    fn one(&self, why: &Why) -> Figure {
        let program = self.game.program();
        let of = match why.query {
            Some(query) => program.func(query).ret.and_then(Type::scalar).map(|of| of.what),
            None => program.tables.iter().find(|table| table.name == why.called.name).map(|table| table.value.what),
        };
        let title = why.answer.as_ref().and_then(|answer| {
            let What::Id(list) = of? else { return None };
            self.looks.titles.get(&(list, answer.clone()))
        });
        one(why, title.map(String::as_str))
    }

    /// Does it look at nothing that play changes: at no piece, no state that authors named, nothing that an action keeps, no
    /// other rule? Then it is as it is in the whole game, like the last turn of a scenario.
    fn is_fixed(&self, query: FuncId) -> bool {
        let program = self.game.program();
        let func = program.func(query);
        let looks = |expr: &Expr| {
            let of_a_cell = matches!(expr, Expr::Cell(cell, index) if !index.is_empty()
                || program.cell(*cell).role != Role::Game || self.is_state(*cell) || self.is_now(*cell));
            of_a_cell || matches!(expr, Expr::Call(..))
        };
        func.params == 0 && !func.exprs.iter().any(|node| looks(&node.expr))
    }

    /// A type whose members authors named, of which none is a counter or a side.
    pub(super) fn is_of_authors(&self, what: What) -> bool {
        let program = self.game.program();
        let counters = self.looks.place.and_then(|place| program.cell(place).index.first()).map(|index| index.what);
        let sides = program.sides.map(What::Id);
        let board = [HEX, DIR, EDGE].map(What::Id);
        matches!(what, What::Id(_)) && Some(what) != counters && Some(what) != sides && !board.contains(&what)
    }

    /// Is it something of the game that authors named?
    pub(super) fn is_state(&self, cell: CellId) -> bool {
        self.states.contains_key(&cell)
    }

    /// A state of the game that goes by itself, and is told where it is another in the end: no number.
    pub(super) fn goes_by_itself(&self, cell: CellId) -> bool {
        self.looks.lasting.contains(&cell) && self.is_state(cell) && !self.is_told_each_time(cell)
    }

    /// Does it go by itself, with a phase or whatever it lasts for?
    pub(super) fn lasts(&self, cell: CellId) -> bool {
        self.fields.get(&cell).is_some_and(|field| field.lasts)
    }

    /// What is so of these now that was not, by that rule.
    pub(super) fn event(
        &self,
        (same, by_way_of): (&Changed, &[Value]),
        (who, by): (&[&str], &str),
        is_laid_out: bool,
    ) -> Option<Line> {
        if Some(same.id) == self.looks.place {
            return self.went((same, by_way_of), (who, by), is_laid_out);
        }
        match (self.fields.get(&same.id), self.states.get(&same.id)) {
            (Some(field), _) => {
                let who = who.iter().map(|who| (*who).to_owned()).collect();
                Some(Line::So(So { who, is: self.field(field, same)?, by: by.to_owned() }))
            }
            (None, Some(name)) => Some(Line::Event(format!("{}{by}", self.state(name, same, who)?))),
            (None, None) => None,
        }
    }

    /// Who has just come is as he begins.
    pub(super) fn is_new(&self, change: &Changed, all: &[Changed]) -> bool {
        let comes = |other: &Changed| {
            Some(other.id) == self.looks.place
                && self.hex(other.from.as_ref()).is_none()
                && other.of.first() == change.of.first()
        };
        self.fields.contains_key(&change.id) && all.iter().any(comes)
    }

    /// Who stands elsewhere than before.
    fn went(
        &self,
        (same, by_way_of): (&Changed, &[Value]),
        (who, by): (&[&str], &str),
        is_laid_out: bool,
    ) -> Option<Line> {
        let (from, to) = (self.hex(same.from.as_ref()), self.hex(Some(&same.to)));
        let many = who.len() > 1;
        let who = listed(who);
        let verb = |one: &'static str, several: &'static str| if many { several } else { one };
        let between = by_way_of.iter().map(Some);
        let by_way_of: Vec<String> = between.filter_map(|at| self.hex(at).or_else(|| self.boxed(at))).collect();
        let told = match (from, to) {
            (None, Some(_)) if is_laid_out => return None,
            (Some(from), Some(to)) => {
                let (who, by) = (format!("{who} {}", verb("goes", "go")), by.to_owned());
                return Some(Line::Went(Went { who, from, by_way_of, to, by }));
            }
            (None, Some(to)) => match self.boxed(same.from.as_ref()) {
                Some(lay) => format!("{who} {} to {to} ({lay} before)", verb("comes", "come")),
                None => format!("{who} {} to {to}", verb("comes", "come")),
            },
            (Some(from), None) => match self.boxed(Some(&same.to)) {
                Some(lies) => format!("{who} {} {from}, {lies}", verb("leaves", "leave")),
                None => format!("{who} {} removed from {from}", verb("is", "are")),
            },
            (None, None) => format!("{who}: {}", self.boxed(Some(&same.to))?),
        };
        let by_way_of = if self.hex(Some(&same.to)).is_some() { by_way_of } else { Vec::new() };
        Some(Line::Event(format!("{told}{}{by}", on_the_way(&by_way_of))))
    }

    /// What is so of those of whom it is told.
    fn field(&self, field: &Field, change: &Changed) -> Option<String> {
        if self.looks.style(&field.named).untold {
            return None;
        }
        let name = field.named.read();
        let was = change.from.as_ref().filter(|from| !from.is_null());
        Some(match (&field.holds, &change.to) {
            (Holds::YesNo, Value::Bool(true)) => name,
            (Holds::YesNo, _) => format!("not {name} any more"),
            (holds, to) => {
                let told = |value: &Value| match (holds, value.as_str()) {
                    (Holds::Member(all), Some(name)) => {
                        all.iter().find(|one| one.name == name).map_or_else(|| text(value), looks::Named::read)
                    }
                    (_, _) => text(value),
                };
                let was = was.map_or(String::new(), |was| format!(" ({} before)", told(was)));
                // A word of the author's says by itself what is so.
                let of = self.game.program().cell(change.id).value.scalar().map(|of| of.what);
                let is_word = of.is_some_and(|of| self.is_of_authors(of)) && !to.is_null();
                let name = if is_word { String::new() } else { format!("{name} ") };
                format!("{name}{}{was}", told(to))
            }
        })
    }

    /// Does a look say so?
    pub(super) fn is_untold(&self, name: &str) -> bool {
        let named = looks::Named { name: name.to_owned(), title: None };
        self.looks.style(&named).untold
    }

    fn state(&self, name: &str, change: &Changed, of: &[&str]) -> Option<String> {
        if self.is_untold(name) {
            return None;
        }
        let of = if of.iter().all(|of| of.is_empty()) { None } else { Some(listed(of)) };
        let name = words(name);
        let told = match (&change.from, &change.to) {
            (from, Value::Array(to)) => {
                let from = from.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
                let only = |one: &[Value], other: &[Value]| {
                    one.iter().filter(|value| !other.contains(value)).map(text).collect::<Vec<String>>()
                };
                let (more, fewer) = (only(to, from), only(from, to));
                let told = |names: &[String], sign: &str| {
                    let names: Vec<&str> = names.iter().map(String::as_str).collect();
                    if names.is_empty() { String::new() } else { format!("{sign} {}", listed(&names)) }
                };
                let both = [told(&more, "with"), told(&fewer, "without")];
                both.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ")
            }
            (_, Value::Bool(is_so)) if of.is_some() => {
                let is_so = if *is_so { String::new() } else { "not ".to_owned() };
                return of.map(|of| format!("{of}: {is_so}{name}"));
            }
            (_, Value::Null) if of.is_some() => return of.map(|of| format!("{of}: no {name}")),
            (_, to) => text(to),
        };
        Some(match of {
            Some(of) => format!("{of}: {name} {told}"),
            None => format!("{name}: {told}"),
        })
    }

    fn hex(&self, value: Option<&Value>) -> Option<String> {
        let name = value?.as_str()?;
        self.game.board()?;
        Some(hex_told(self.game, self.looks, self.game.member_named(HEX, name)?))
    }

    /// The title of a box.
    fn boxed(&self, value: Option<&Value>) -> Option<String> {
        let name = value?.as_str()?;
        let one = self.looks.boxes.iter().find(|one| one.named.name == name);
        Some(one.map_or_else(|| name.to_owned(), |one| one.named.read()))
    }
}

/// `4 rolled: One die (7.1)`
pub(super) fn by_rule(told: String, site: &Site) -> String {
    let by = rule(&site.cases, &site.title);
    if by.is_empty() { told } else { format!("{told}: {by}") }
}

/// `A, B and 34 more`
pub(super) fn listed(names: &[&str]) -> String {
    match names.split_at_checked(NAMED) {
        Some((first, rest)) if rest.len() > 1 => format!("{} and {} more", first.join(", "), rest.len()),
        _ => names.join(", "),
    }
}

pub(super) fn words(name: &str) -> String {
    name.replace('_', " ")
}

pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::String(text) => words(text),
        Value::Array(all) => all.iter().map(text).collect::<Vec<String>>().join(", "),
        Value::Number(_) | Value::Object(_) => value.to_string(),
    }
}

/// `pontoon drm(G_VII)`: names of counters as they are.
pub(super) fn asked(question: &str) -> String {
    match question.split_once('(') {
        Some((name, of)) => format!("{}({of}", words(name)),
        None => words(question),
    }
}

/// `drm = 2: "Surplus" +3, "Forest" -1`
fn one(why: &Why, title: Option<&str>) -> Figure {
    let all = why.rows.iter().filter(|row| row.wins && row.amount.is_some());
    let is_sum = all.clone().count() != 1;
    let adds = all.clone().any(|row| row.counts.is_some_and(|counts| counts.how == How::Added));
    let is_idle = |row: &&WhyRow| {
        // Others are added to nothing.
        let is_nothing = adds && row.counts.is_some_and(|counts| counts.how == How::Is && counts.group.is_none());
        is_nothing && row.amount.as_deref() == Some("0")
            || row.counts.is_some_and(|counts| counts.says_nothing(row.amount.as_deref(), why.answer.as_deref()))
    };
    let rows: Vec<&WhyRow> = all.filter(|row| !is_idle(row)).collect();
    let is_said = |row: &WhyRow| row.amount == why.answer && row.counts.is_none_or(|counts| counts.how == How::Is);
    let of = match rows.as_slice() {
        [] => String::new(),
        // What the only row says is the answer.
        [row] if is_said(row) => format!(": \"{}\"", row.title),
        rows if rows.iter().all(|row| is_said(row)) => {
            let titles: Vec<String> = rows.iter().map(|row| format!("\"{}\"", row.title)).collect();
            format!(": {}", titles.join(", "))
        }
        _ => format!(": {}", counted(&rows)),
    };
    let title = title.map_or_else(String::new, |title| format!(", {title}"));
    let line = format!("{} = {}{title}{of}", asked(&why.question), words(why.answer.as_deref().unwrap_or("?")));
    Figure { question: why.question.clone(), line, is_sum, depth: 0 }
}

/// Does it say more than whatever asked for it: is something added in it, or do several rows count?
fn is_made_of_several(why: &Why) -> bool {
    let says = |row: &&WhyRow| {
        let is_idle = |counts: Counts| counts.says_nothing(row.amount.as_deref(), why.answer.as_deref());
        row.wins && row.amount.is_some() && !row.counts.is_some_and(is_idle)
    };
    let is_added = |row: &WhyRow| row.counts.is_some_and(|counts| counts.how == How::Added);
    let mut rows = why.rows.iter().filter(says);
    rows.next().is_some_and(|first| is_added(first) || rows.next().is_some())
}

/// `strength(B1) = 2, strength(B2) = 4, strength(B3) = 1 and 2 more`
fn several(of: &[&Why]) -> Figure {
    let told = |why: &&Why| format!("{} = {}", asked(&why.question), words(why.answer.as_deref().unwrap_or("?")));
    let each: Vec<String> = of.iter().map(told).collect();
    let each: Vec<&str> = each.iter().map(String::as_str).collect();
    let question = of.first().map_or(String::new(), |why| why.question.clone());
    Figure { question, line: listed(&each), is_sum: true, depth: 0 }
}

/// `"Surplus" +3, largest of "Forest" -1, "Town" -2`: each row by its title with what it says, and of whom.
pub(super) fn counted(rows: &[&WhyRow]) -> String {
    let group = |row: &WhyRow| row.counts.and_then(|counts| counts.group);
    let parts = rows.chunk_by(|one, other| group(one) == group(other)).map(|those| {
        let titles = those.chunk_by(|one, other| one.title == other.title).map(|those| {
            let each = those.iter().map(|row| {
                let of = if row.binding.is_empty() { String::new() } else { format!(" ({})", row.binding.join(", ")) };
                format!("{}{of}", row.counted().unwrap_or_default())
            });
            let title = those.first().map_or("", |row| row.title.as_str());
            format!("\"{title}\" {}", each.collect::<Vec<String>>().join(", "))
        });
        let of = match those.first().and_then(|row| group(row)) {
            Some((Group::Largest, _)) if those.len() > 1 => "largest of ",
            Some((Group::Smallest, _)) if those.len() > 1 => "smallest of ",
            Some((Group::Once, _)) if those.len() > 1 => "once ",
            Some(_) | None => "",
        };
        let titles = titles.collect::<Vec<String>>().join(", ");
        if of.is_empty() { titles } else { format!("{of}({titles})") }
    });
    parts.collect::<Vec<String>>().join(", ")
}

/// What a rule reckoned.
pub(super) struct Figure {
    pub(super) question: String,
    pub(super) line: String,
    /// Several rows count in it.
    pub(super) is_sum: bool,
    /// Of how many figures, one in the other, it is a part.
    pub(super) depth: usize,
}
