//! What stands where, as a seat sees it: the counters of a position, as data for whoever draws them.
//!
//! Promises: all that is read is read through the eyes of the seat, so what it does not see is not here.

use super::sides;
use serde_json::Value;
use std::collections::BTreeMap;
use wgr_compiler::looks::words::{Colour, Size, Style, Symbol, words_of};
use wgr_compiler::looks::{Counter, Field, Held, Holds, Looks, Named, Sort, Spot};
use wgr_runtime::engine::{Game, HeldAt, Plain, Questions, Sight, View};
use wgr_runtime::ir::{CellId, NONE};

/// Words of what is printed and is no figure: when and where a counter comes, what it belongs to.
const NO_FIGURES: [&str; 16] = [
    "arrival",
    "arrives",
    "brigade",
    "comes",
    "corps",
    "counter",
    "division",
    "enters",
    "entry",
    "formation",
    "id",
    "number",
    "regiment",
    "start",
    "starts",
    "turn",
];
/// More do not fit into a row.
const MOST_FIGURES: usize = 4;
/// What is more than that is written as a number.
pub(super) const MOST_PIPS: i64 = 6;

/// A counter as it lies there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shown {
    pub(super) name: String,
    pub(super) colour: Colour,
    /// None where it lies face down.
    pub(super) face: Option<Face>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Face {
    /// Which piece of the rules it is, by its number in [`Looks::sorts`].
    pub(super) sort: usize,
    pub(super) symbol: Option<Symbol>,
    pub(super) size: Option<Size>,
    /// Under the box of its branch, and beside it.
    pub(super) figures: Vec<String>,
    pub(super) left: Vec<String>,
    pub(super) right: Vec<String>,
    /// Steps that are left, a dot each.
    pub(super) pips: i64,
    pub(super) tags: Vec<Tag>,
}

/// A state that is to be seen: `depleted`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Tag {
    pub(super) text: String,
    pub(super) colour: Option<Colour>,
}

pub(super) struct BoxShown {
    pub(super) title: String,
    pub(super) counters: Vec<Shown>,
    /// So many lie there, and nobody sees which.
    pub(super) unseen: i64,
}

pub(super) struct Standing {
    /// By hex: who lies lowest first.
    pub(super) stacks: BTreeMap<i64, Vec<Shown>>,
    pub(super) boxes: Vec<BoxShown>,
    /// By hex and by hexside: what is the case there.
    pub(super) hexes: BTreeMap<i64, Vec<Tag>>,
    pub(super) hexsides: BTreeMap<i64, Vec<Tag>>,
    pub(super) now: Vec<String>,
}

pub(super) fn standing(game: &Game, looks: &Looks, view: &View) -> Standing {
    let colours = sides::colours(looks);
    let mut reader = Reader { game, looks, view, colours, asked: Questions::new(game, view) };
    let mut stacks: BTreeMap<i64, Vec<Shown>> = BTreeMap::new();
    let mut lying: BTreeMap<i64, Vec<Shown>> = BTreeMap::new();
    for member in reader.lowest_first() {
        let (on, lies) = (reader.scalar(looks.place, member), reader.scalar(looks.lies, member));
        if on != NONE {
            stacks.entry(on).or_default().push(reader.counter(member));
        } else if lies != NONE {
            lying.entry(lies).or_default().push(reader.counter(member));
        }
    }
    let boxes = looks.boxes.iter().map(|one| BoxShown {
        title: one.named.read(),
        counters: match one.holds {
            Held::Open(number) => lying.remove(&number).unwrap_or_default(),
            Held::Unseen(_) => Vec::new(),
        },
        unseen: match one.holds {
            Held::Open(_) => 0,
            Held::Unseen(cell) => reader.how_many(cell),
        },
    });
    let boxes = boxes.collect();
    let hexes = reader.tags_of(&looks.of_hexes);
    let hexsides = reader.tags_of(&looks.of_hexsides);
    Standing { stacks, boxes, hexes, hexsides, now: now(game, looks, view) }
}

struct Reader<'g> {
    game: &'g Game,
    looks: &'g Looks,
    view: &'g View,
    colours: Vec<Colour>,
    asked: Questions<'g, View>,
}

impl Reader<'_> {
    fn scalar(&self, cell: Option<CellId>, member: usize) -> i64 {
        let Some(cell) = cell else { return NONE };
        let place = self.game.layout().place(cell);
        let is_seen = |element: &u32| !self.view.unseen().is_some_and(|unseen| unseen.holds(cell, *element));
        let element = u32::try_from(member).ok().filter(is_seen);
        element.map_or(NONE, |element| self.view.state().get(place, element))
    }

    fn how_many(&self, cell: CellId) -> i64 {
        let place = self.game.layout().place(cell);
        (0..place.count).map(|element| self.view.state().get(place, element)).sum()
    }

    /// All counters, those that lie on others behind them where the rules know who does.
    fn lowest_first(&self) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.looks.counters.len()).collect();
        if self.looks.above.is_some() {
            all.sort_by_key(|member| std::cmp::Reverse(self.scalar(self.looks.above, *member)));
        }
        all
    }

    fn held(&mut self, at: HeldAt, member: i64) -> Option<Plain> {
        self.asked.held(at, &[member])
    }

    fn counter(&mut self, member: usize) -> Shown {
        let own = &self.looks.counters[member];
        let print = self.looks.prints.as_ref().filter(|prints| prints.sorts.contains(&own.sort));
        let Some(prints) = print else { return self.face_up(member, own, &own.name, own.name.clone()) };
        let drawn = match self.held(HeldAt::Cell(prints.cell), member as i64) {
            Some(Plain::Value(Value::String(name))) => prints.lines.iter().find(|line| line.name == name),
            _ => None,
        };
        match drawn {
            Some(print) => {
                let as_printed = Counter { name: own.name.clone(), ..print.clone() };
                self.face_up(member, &as_printed, &print.name, print.name.replace('_', " "))
            }
            None => Shown { name: own.name.clone(), colour: self.colour(own.side), face: None },
        }
    }

    fn colour(&self, side: usize) -> Colour {
        self.colours.get(side).copied().unwrap_or(sides::NOBODY)
    }

    /// `line` is how its line of the order of battle is called.
    fn face_up(&mut self, member: usize, own: &Counter, line: &str, name: String) -> Shown {
        let looks = self.looks;
        let sort = &looks.sorts[own.sort];
        let style = self.style(sort, member, line);
        let mut face = Face {
            sort: own.sort,
            symbol: style.symbol,
            size: style.size,
            figures: self.figures(sort, member as i64),
            left: self.at_spot(sort, Spot::Left, member as i64).unwrap_or_default(),
            right: self.at_spot(sort, Spot::Right, member as i64).unwrap_or_default(),
            pips: self.pips(sort, member as i64),
            tags: Vec::new(),
        };
        // Which print it bears is its name already.
        let print = looks.prints.as_ref().map(|prints| HeldAt::Cell(prints.cell));
        let is_told = |field: &&Field| Some(field.at) != print && !is_dots(sort, field) && !is_placed(sort, field);
        for field in sort.states.iter().filter(is_told) {
            let Some(Plain::Value(value)) = self.held(field.at, member as i64) else { continue };
            face.tags.extend(tag(looks, field, &value));
        }
        Shown { name, colour: style.colour.unwrap_or(self.colour(own.side)), face: Some(face) }
    }

    /// As the counter itself is said to look; else as its sort looks; where that says no branch, as what is printed on it says.
    fn style(&mut self, sort: &Sort, member: usize, line: &str) -> Style {
        let mut style = self.looks.style(&sort.named);
        let unsaid = style.symbol.is_none();
        for field in sort.printed.iter().filter(|field| matches!(field.holds, Holds::Member(_))) {
            let Some(Plain::Value(Value::String(name))) = self.held(field.at, member as i64) else { continue };
            let said = self.looks.said(&name);
            // Which colours are meant, nobody guesses: `light` infantry is not pale.
            style.colour = style.colour.or(said.as_ref().and_then(|said| said.colour));
            if unsaid {
                let own = said.unwrap_or_else(|| self.looks.style(&Named { name, title: None }));
                style.symbol = style.symbol.or(own.symbol);
                style.size = style.size.or(own.size);
            }
        }
        if let Some(said) = self.looks.said(line) {
            style.symbol = said.symbol.or(style.symbol);
            style.size = said.size.or(style.size);
            style.colour = said.colour.or(style.colour);
        }
        // Most are that, and no book says so.
        let is_of_size = style.size.is_some_and(|size| size > Size::Section);
        style.symbol = style.symbol.or(is_of_size.then_some(Symbol::Infantry));
        style
    }

    /// What its author puts there.
    fn at_spot(&mut self, sort: &Sort, spot: Spot, member: i64) -> Option<Vec<String>> {
        let (_, fields) = sort.spots.iter().find(|(known, _)| *known == spot)?;
        Some(fields.iter().filter_map(|field| self.figure(field, member)).collect())
    }

    /// Under the box: as said; else what is printed on it and stands nowhere else.
    fn figures(&mut self, sort: &Sort, member: i64) -> Vec<String> {
        if let Some(said) = self.at_spot(sort, Spot::Below, member) {
            return said;
        }
        let fields: Vec<&Field> = figures_of(sort).collect();
        fields.into_iter().filter_map(|field| self.figure(field, member)).collect()
    }

    /// A dot for each step, or for what is said.
    fn pips(&mut self, sort: &Sort, member: i64) -> i64 {
        let Some(field) = dots_of(sort) else { return 0 };
        match self.held(field.at, member) {
            Some(Plain::Value(Value::Number(steps))) => steps.as_i64().unwrap_or(0),
            _ => 0,
        }
    }

    fn figure(&mut self, field: &Field, member: i64) -> Option<String> {
        Some(match self.held(field.at, member)? {
            Plain::Value(Value::Null) => "-".to_owned(),
            Plain::Value(Value::String(text)) => text,
            Plain::Value(value) => value.to_string(),
            Plain::Hidden => "?".to_owned(),
            Plain::Fault(_) => "-".to_owned(),
        })
    }

    fn tags_of(&mut self, fields: &[Field]) -> BTreeMap<i64, Vec<Tag>> {
        let mut tags: BTreeMap<i64, Vec<Tag>> = BTreeMap::new();
        for field in fields {
            let HeldAt::Cell(cell) = field.at else { continue };
            for element in 0..self.game.layout().place(cell).count {
                let at = i64::from(element);
                if let Some(Plain::Value(value)) = self.held(field.at, at)
                    && let Some(tag) = tag(self.looks, field, &value)
                {
                    tags.entry(at).or_default().push(tag);
                }
            }
        }
        tags
    }
}

/// The turn alone, if there is one.
pub(crate) fn turn(game: &Game, looks: &Looks, view: &View) -> Option<String> {
    let now = looks.now.as_ref()?;
    which(&mut Questions::new(game, view), "turn", now.turn)
}

/// The phase alone, by its name.
pub(crate) fn phase(game: &Game, looks: &Looks, view: &View) -> Option<String> {
    let now = looks.now.as_ref()?;
    which(&mut Questions::new(game, view), "", now.phase)
}

/// `turn 3`, or a name. Before the first turn there is none; and in some phases nobody is phasing.
fn which(asked: &mut Questions<'_, View>, name: &str, cell: CellId) -> Option<String> {
    match asked.held(HeldAt::Cell(cell), &[]) {
        Some(Plain::Value(Value::Number(number))) if number.as_i64() != Some(0) => Some(format!("{name} {number}")),
        Some(Plain::Value(Value::String(member))) => Some(member),
        Some(Plain::Value(_) | Plain::Hidden | Plain::Fault(_)) | None => None,
    }
}

/// `turn 3`, `operation 2`, `movement`, `French`.
pub(crate) fn now(game: &Game, looks: &Looks, view: &View) -> Vec<String> {
    let Some(now) = &looks.now else { return Vec::new() };
    let mut asked = Questions::new(game, view);
    let phase = view.state().get(game.layout().place(now.phase), 0);
    let runs = now.runs.iter().filter(|run| run.phases.contains(&phase)).map(|run| (run.named.name.as_str(), run.cell));
    let phasing = Some(("", now.phasing)).filter(|_| !now.of_nobody.contains(&phase));
    let all = [("turn", now.turn)].into_iter().chain(runs).chain([("", now.phase)]).chain(phasing);
    all.filter_map(|(name, cell)| which(&mut asked, name, cell)).collect()
}

/// Does its author say where it stands?
fn is_placed(sort: &Sort, field: &Field) -> bool {
    sort.spots.iter().any(|(_, fields)| fields.iter().any(|known| known.at == field.at))
}

/// Steps are dots, unless something else is.
fn is_dots(sort: &Sort, field: &Field) -> bool {
    let other = sort.spots.iter().any(|(spot, _)| *spot == Spot::Dots);
    matches!(field.named.name.as_str(), "steps" | "step")
        && field.holds == Holds::Number
        && !other
        && !is_placed(sort, field)
}

/// A dot for each step, or for what is said.
fn dots_of(sort: &Sort) -> Option<&Field> {
    let said = sort.spots.iter().filter(|(spot, _)| *spot == Spot::Dots).flat_map(|(_, fields)| fields);
    said.chain(sort.states.iter().filter(|field| is_dots(sort, field))).next()
}

/// What the figures on counters of a sort are, by the place where they stand.
pub(super) fn figures_by_spot(sort: &Sort) -> Vec<(Spot, String)> {
    let read = |fields: Vec<&Field>| fields.iter().map(|field| field.named.read()).collect::<Vec<String>>().join("-");
    let said =
        |spot: Spot| sort.spots.iter().find(|(known, _)| *known == spot).map(|(_, fields)| fields.iter().collect());
    let on = |spot: Spot| {
        let fields: Vec<&Field> = match spot {
            Spot::Left | Spot::Right => said(spot).unwrap_or_default(),
            Spot::Below => said(spot).unwrap_or_else(|| figures_of(sort).collect()),
            Spot::Dots => dots_of(sort).into_iter().collect(),
        };
        (spot, read(fields))
    };
    [Spot::Left, Spot::Right, Spot::Below, Spot::Dots]
        .map(on)
        .into_iter()
        .filter(|(_, read)| !read.is_empty())
        .collect()
}

/// What stands on counters of a sort: all numbers printed on them that are no dates and no names.
fn figures_of(sort: &Sort) -> impl Iterator<Item = &Field> {
    let is_figure = |field: &&Field| {
        let words = words_of(&field.named.name);
        let is_number = matches!(field.holds, Holds::Number) && !is_placed(sort, field);
        is_number && !words.iter().any(|word| NO_FIGURES.contains(&word.as_str()))
    };
    sort.printed.iter().filter(is_figure).take(MOST_FIGURES)
}

/// What is to be seen of a state: that it is so, which it is unless it is the first of all, how many.
fn tag(looks: &Looks, field: &Field, value: &Value) -> Option<Tag> {
    let own = looks.style(&field.named);
    if own.hidden {
        return None;
    }
    let (text, colour) = match (&field.holds, value) {
        (Holds::YesNo, Value::Bool(true)) => (field.named.read(), own.colour),
        (Holds::Number, Value::Number(number)) if number.as_i64() != Some(0) => {
            (format!("{} {number}", field.named.read()), own.colour)
        }
        (Holds::Member(members), Value::String(name)) => {
            let (at, member) = members.iter().enumerate().find(|(_, member)| member.name == *name)?;
            if at == 0 {
                return None;
            }
            (member.read(), own.colour)
        }
        _ => return None,
    };
    Some(Tag { text, colour })
}
