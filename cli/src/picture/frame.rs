//! The sheet: title, map, boxes below it, legend; and all of this as one picture.

use super::counter::{self, COUNTER};
use super::land::{self, Land, Shown as Ground};
use super::lines;
use super::sides;
use super::stand::{BoxShown, Shown, Standing, figures_by_spot};
use super::svg::{At, Svg};
use std::collections::BTreeSet;
use wgr_compiler::looks::words::Symbol;
use wgr_compiler::looks::{Looks, Spot};
use wgr_runtime::engine::Game;

const MARGIN: i32 = 40;
const HEAD: i32 = 84;
/// From one counter in a box to the next.
const PITCH: i32 = COUNTER + 12;
/// What has become of a counter hangs below it.
const ROW: i32 = PITCH + 14;
const BOX_HEAD: i32 = 26;
const GAP: i32 = 16;
/// A line of the legend.
const LINE: i32 = 64;
/// An entry of the legend: a picture and a text.
const ENTRY: i32 = 230;
/// So many lines of small letters fit beside a counter.
const MOST_LINES: usize = 5;
/// A sheet that is no wider has no room for title and legend.
const LEAST_WIDE: i32 = 2 * ENTRY;

/// How large a hex is in print: sides that lie opposite are as far apart as on most maps that are sold, 104 units.
const UNITS: i32 = 104;
const MILLIMETRES: i32 = 19;

pub(super) struct Sheet<'g> {
    pub(super) game: &'g Game,
    pub(super) looks: &'g Looks,
    pub(super) land: Land<'g>,
    pub(super) standing: Option<Standing>,
    /// Below the title: where the game stands, and for whom that is told.
    pub(super) told: Vec<String>,
}

impl Sheet<'_> {
    pub(super) fn drawn(&self) -> String {
        let (map_wide, map_high) = self.land.plane.size();
        let inner = map_wide.max(LEAST_WIDE);
        let boxes = self.boxes(inner);
        let legend = self.legend();
        let columns = (inner / ENTRY).max(1);
        let legend_high = LINE * rows(legend.len(), columns) + BOX_HEAD;
        let boxes_high = boxes.iter().map(|place| place.corner.y + place.size.1 + GAP).max().unwrap_or(0);
        let (wide, high) = (inner + 2 * MARGIN, HEAD + map_high + GAP + boxes_high + legend_high + MARGIN);
        let mut svg = Svg::default();
        let size = |units: i32| format!("{}mm", units * MILLIMETRES / UNITS);
        svg.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("width", &size(wide)),
                ("height", &size(high)),
                ("viewBox", &format!("0 0 {wide} {high}")),
            ],
        );
        svg.said("title", &[], &self.game.program().title);
        svg.raw(&format!("<style>\n{}</style>\n", include_str!("style.css")));
        self.definitions(&mut svg);
        svg.rect("sheet", At::default(), (wide, high), 0);
        svg.text(At::new(MARGIN, 44), "title", &self.game.program().title);
        let map = self.looks.map.as_ref().and_then(|map| map.title.clone());
        let below: Vec<String> = map.into_iter().chain(self.told.iter().cloned()).collect();
        svg.text(At::new(MARGIN, 68), "subtitle", &below.join(" · "));
        svg.open("g", &[("transform", &format!("translate({} {HEAD})", MARGIN + (inner - map_wide) / 2))]);
        let built = self.land.draw(&mut svg);
        if let Some(standing) = &self.standing {
            self.draw_states(&mut svg, standing);
            for (hex, stack) in &standing.stacks {
                if let Some(hex) = u16::try_from(*hex).ok().and_then(|hex| self.land.plane.board.hex(hex)) {
                    let name = self.land.name_below(hex);
                    counter::draw_stack(&mut svg, stack, self.land.plane.middle(hex), name);
                }
            }
        }
        self.land.draw_names(&mut svg, &built);
        svg.close();
        let top = HEAD + map_high + GAP;
        for place in &boxes {
            place.draw(&mut svg, At::new(MARGIN, top));
        }
        self.draw_legend(&mut svg, &legend, At::new(MARGIN, top + boxes_high), columns);
        svg.written()
    }

    /// What is drawn often is drawn once, under a name.
    fn definitions(&self, svg: &mut Svg) {
        svg.open("defs", &[]);
        svg.shape("path", &[("id", &"hex"), ("d", &self.land.plane.outline())]);
        svg.raw(include_str!("drawings.svg"));
        svg.close();
    }

    fn draw_states(&self, svg: &mut Svg, standing: &Standing) {
        let plane = &self.land.plane;
        let wide = COUNTER + 10;
        for (hex, tags) in &standing.hexes {
            let Some(hex) = u16::try_from(*hex).ok().and_then(|hex| plane.board.hex(hex)) else { continue };
            for (line, tag) in tags.iter().enumerate() {
                let down = 12 * i32::try_from(line).unwrap_or(0);
                counter::draw_tag(svg, &tag.text, tag.colour, plane.middle(hex).by(-wide / 2, 26 + down), wide);
            }
        }
        for (side, tags) in &standing.hexsides {
            let side = u16::try_from(*side).ok().and_then(|side| plane.board.side_at(side));
            let looked = side.and_then(|side| {
                let (hex, other) = plane.board.side_hexes(side);
                plane.board.dir_to(hex, other?).map(|dir| (hex, dir))
            });
            let Some((hex, dir)) = looked else { continue };
            for (line, tag) in tags.iter().enumerate() {
                let down = 12 * i32::try_from(line).unwrap_or(0);
                counter::draw_tag(svg, &tag.text, tag.colour, plane.middle_of_side(hex, dir).by(-22, down - 5), 44);
            }
        }
    }

    /// The boxes from left to right, as many in a line as there is room for.
    fn boxes(&self, inner: i32) -> Vec<Place<'_>> {
        let Some(standing) = &self.standing else { return Vec::new() };
        let mut places: Vec<Place<'_>> = Vec::new();
        let (mut at, mut line_high) = (At::default(), 0);
        for shown in &standing.boxes {
            let counters = shown.counters.len() + usize::from(shown.unseen > 0);
            let in_line = ((inner - GAP) / PITCH).max(1);
            let across = i32::try_from(counters).unwrap_or(i32::MAX).clamp(1, in_line);
            let text = 9 * i32::try_from(shown.title.chars().count()).unwrap_or(0) + 50;
            let wide = (across * PITCH + GAP).max(text.min(inner));
            let size = (wide, rows(counters, across).max(1) * ROW + BOX_HEAD);
            if at.x > 0 && at.x + wide > inner {
                at = At::new(0, at.y + line_high + GAP);
                line_high = 0;
            }
            places.push(Place { shown, corner: at, size, across, colour: sides::NOBODY });
            at = at.by(wide + GAP, 0);
            line_high = line_high.max(size.1);
        }
        places
    }
}

/// How many lines of so many it takes.
fn rows(count: usize, columns: i32) -> i32 {
    let count = i32::try_from(count).unwrap_or(i32::MAX - columns);
    (count + columns - 1) / columns
}

/// A box and where it is drawn.
struct Place<'s> {
    shown: &'s BoxShown,
    corner: At,
    size: (i32, i32),
    across: i32,
    colour: wgr_compiler::looks::words::Colour,
}

impl Place<'_> {
    fn draw(&self, svg: &mut Svg, origin: At) {
        let corner = origin.by(self.corner.x, self.corner.y);
        svg.rect("box", corner, self.size, 6);
        svg.text(corner.by(GAP / 2, 18), "box-title", &self.shown.title);
        let cell = |at: usize| {
            let at = i32::try_from(at).unwrap_or(0);
            corner.by(GAP / 2 + at % self.across * PITCH + 4, BOX_HEAD + at / self.across * ROW)
        };
        for (at, counter) in self.shown.counters.iter().enumerate() {
            counter::draw(svg, counter, cell(at), true);
        }
        if self.shown.unseen > 0 {
            let name = format!("{} left", self.shown.unseen);
            let back = Shown { name, colour: self.colour, face: None };
            counter::draw(svg, &back, cell(self.shown.counters.len()), true);
        }
    }
}

/// An entry of the legend.
enum Entry {
    Land(land::Explained),
    Side(String, wgr_compiler::looks::words::Colour),
    Branch(Symbol, String),
    Counter(Explained),
}

/// A counter, and what the figures are that stand on it and on all of these sorts.
struct Explained {
    sorts: Vec<String>,
    counter: Shown,
    figures: Vec<(Spot, String)>,
}

impl Sheet<'_> {
    fn legend(&self) -> Vec<Entry> {
        let mut all: Vec<Entry> = self.land.explained().into_iter().map(Entry::Land).collect();
        if let Some(standing) = &self.standing {
            let named = self.looks.sides.iter().zip(sides::colours(self.looks));
            all.extend(named.map(|(side, colour)| Entry::Side(side.read(), colour)));
            let stacks = standing.stacks.values().flatten();
            let shown = stacks.chain(standing.boxes.iter().flat_map(|one| &one.counters));
            let there: BTreeSet<Symbol> = shown.filter_map(|counter| counter.face.as_ref()?.symbol).collect();
            all.extend(there.into_iter().map(|symbol| Entry::Branch(symbol, words(symbol).to_owned())));
            all.extend(self.figures(standing));
        }
        all
    }

    /// Which figure of a counter is which: for each sort that is there, those together on which the same stands.
    fn figures(&self, standing: &Standing) -> Vec<Entry> {
        let stacks = standing.stacks.values().flatten();
        let mut seen: BTreeSet<usize> = BTreeSet::new();
        let mut all: Vec<Explained> = Vec::new();
        for counter in stacks.chain(standing.boxes.iter().flat_map(|one| &one.counters)) {
            let Some(face) = counter.face.as_ref().filter(|face| seen.insert(face.sort)) else { continue };
            let sort = &self.looks.sorts[face.sort];
            let figures = figures_by_spot(sort);
            match all.iter_mut().find(|known| known.figures == figures) {
                Some(known) => known.sorts.push(sort.named.read()),
                None if figures.is_empty() => {}
                None => all.push(Explained { sorts: vec![sort.named.read()], counter: counter.clone(), figures }),
            }
        }
        all.into_iter().map(Entry::Counter).collect()
    }

    fn draw_legend(&self, svg: &mut Svg, legend: &[Entry], origin: At, columns: i32) {
        for (at, entry) in legend.iter().enumerate() {
            let at = i32::try_from(at).unwrap_or(0);
            let corner = origin.by(at % columns * ENTRY, BOX_HEAD + at / columns * LINE);
            let middle = corner.by(34, LINE / 2 - 6);
            let text = match entry {
                Entry::Land(explained) => {
                    draw_explained(svg, &explained.shown, middle);
                    &explained.text
                }
                Entry::Side(name, colour) => {
                    svg.filled("counter", *colour, middle.by(-18, -18), (36, 36), 4);
                    name
                }
                Entry::Branch(symbol, text) => {
                    svg.copy(counter::drawing(*symbol), middle);
                    text
                }
                Entry::Counter(explained) => {
                    draw_figures(svg, explained, corner);
                    continue;
                }
            };
            counter::fitted(svg, corner.by(78, LINE / 2), "legend", text, (16, ENTRY - 84));
        }
    }
}

/// A counter, and beside it a line for each of its sorts and for each place on it.
fn draw_figures(svg: &mut Svg, explained: &Explained, corner: At) {
    counter::draw(svg, &explained.counter, corner.by(4, -4), false);
    let mut lines = explained.sorts.clone();
    while lines.len() > 1 && lines.len() + explained.figures.len() > MOST_LINES {
        let last = lines.pop().unwrap_or_default();
        lines.last_mut().into_iter().for_each(|line| *line = format!("{line}, {last}"));
    }
    lines.extend(explained.figures.iter().map(|(spot, what)| format!("{}: {what}", spot.word())));
    for (at, line) in lines.iter().enumerate() {
        let down = 4 + 12 * i32::try_from(at).unwrap_or(0);
        counter::fitted(svg, corner.by(78, down), "legend", line, (12, ENTRY - 84));
    }
}

fn draw_explained(svg: &mut Svg, shown: &Ground, middle: At) {
    match shown {
        Ground::Ground(style, colour) => {
            svg.open("g", &[("transform", &format!("translate({middle}) scale(0.5)"))]);
            svg.open("g", &[("fill", colour)]);
            svg.copy("hex", At::default());
            svg.close();
            for name in style.covers.iter().filter_map(|cover| land::drawing(*cover)) {
                svg.copy(if name == "woods" { "woods0" } else { name }, At::default());
            }
            svg.open("g", &[("class", &"grid")]);
            svg.copy("hex", At::default());
            svg.close();
            svg.close();
        }
        Ground::Line(line, colour) => {
            let (from, to) = (middle.by(-30, 6), middle.by(30, -6));
            lines::draw_path(svg, *line, *colour, &format!("M{from}L{to}"));
        }
    }
}

fn words(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "infantry",
        Symbol::Cavalry => "cavalry",
        Symbol::Artillery => "artillery",
        Symbol::Headquarters => "headquarters",
        Symbol::Armour => "tanks",
        Symbol::Engineers => "engineers",
        Symbol::Weapons => "heavy weapons",
        Symbol::Air => "aircraft",
        Symbol::Naval => "ships",
        Symbol::Supply => "supply",
        Symbol::Leader => "leaders",
        Symbol::Fire => "fire",
    }
}
