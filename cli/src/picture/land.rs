//! The printed map: ground, what covers it, rivers on the sides of hexes, roads through their middles, names, numbers.

use super::lines::Drawn;
use super::plane::{Plane, SIDE};
use super::svg::Svg;
use std::collections::{BTreeMap, BTreeSet};
use wgr_compiler::looks::words::{Colour, Cover, Line, Style};
use wgr_compiler::looks::{Feature, Ground, Looks, Named, Sheet};
use wgr_runtime::board::{Dir, Hex, Side};
use wgr_runtime::engine::Game;
use wgr_runtime::ir::TableId;

/// The foot of a place's name below the middle of its hex, and how high its letters are.
const NAME_AT: i32 = SIDE - 8;
const NAME_HIGH: i32 = 12;
pub(super) const PAPER: Colour = Colour(0xf3, 0xee, 0xd8);
/// Ground of which no word is known, in the order in which it is declared.
const UNKNOWN: [Colour; 5] = [
    Colour(0xea, 0xdd, 0xb8),
    Colour(0xdd, 0xe6, 0xcb),
    Colour(0xea, 0xd6, 0xce),
    Colour(0xd5, 0xe0, 0xe6),
    Colour(0xe3, 0xdb, 0xe8),
];

pub(crate) struct Land<'g> {
    game: &'g Game,
    looks: &'g Looks,
    sheet: &'g Sheet,
    pub(super) plane: Plane<'g>,
}

/// Something on the map that the legend explains.
pub(super) struct Explained {
    pub(super) text: String,
    pub(super) shown: Shown,
}

pub(super) enum Shown {
    Ground(Style, Colour),
    Line(Line, Option<Colour>),
}

/// What a hex is painted with, if it is another colour than paper.
pub(super) fn paint(style: &Style) -> Option<Colour> {
    if style.colour.is_some() {
        return style.colour;
    }
    let has = |cover: Cover| style.covers.contains(&cover);
    if has(Cover::Woods) && (has(Cover::Hills) || has(Cover::Mountains)) {
        return Some(Colour(0xb4, 0xbd, 0x83));
    }
    style.covers.iter().find_map(|cover| match cover {
        Cover::Water => Some(Colour(0xa3, 0xc8, 0xe0)),
        Cover::Bank => Some(Colour(0xe9, 0xe2, 0xb4)),
        Cover::Sand => Some(Colour(0xee, 0xdc, 0xa6)),
        Cover::Field => Some(Colour(0xee, 0xe3, 0x9e)),
        Cover::Marsh => Some(Colour(0xcf, 0xde, 0xc4)),
        Cover::Rough => Some(Colour(0xdd, 0xd2, 0xb6)),
        Cover::Hills => Some(Colour(0xe7, 0xd3, 0xa2)),
        Cover::Mountains => Some(Colour(0xcf, 0xb6, 0x91)),
        Cover::Woods => Some(Colour(0xbc, 0xd2, 0x98)),
        Cover::City => Some(Colour(0xe2, 0xd6, 0xc8)),
        Cover::Clear => Some(PAPER),
        // To be seen round the counter that hides the houses.
        Cover::Village | Cover::Town => Some(Colour(0xe6, 0xd8, 0xc4)),
        Cover::Trench | Cover::Fort | Cover::Depot => None,
    })
}

/// What is drawn into a hex for what covers it.
pub(super) fn drawing(cover: Cover) -> Option<&'static str> {
    match cover {
        Cover::Clear | Cover::Bank => None,
        Cover::Water => Some("water"),
        Cover::Sand => Some("sand"),
        Cover::Field => Some("field"),
        Cover::Marsh => Some("marsh"),
        Cover::Rough => Some("rough"),
        Cover::Hills => Some("hills"),
        Cover::Mountains => Some("mountains"),
        Cover::Woods => Some("woods"),
        Cover::Trench => Some("trench"),
        Cover::Village => Some("village"),
        Cover::Town => Some("town"),
        Cover::City => Some("city"),
        Cover::Fort => Some("fort"),
        Cover::Depot => Some("depot"),
    }
}

/// So many drawings there are of one cover, so that no two neighbours look alike.
const WOODS: u16 = 3;

/// What lies between two hexes looks so where its name does not say it.
fn line_of(style: &Style, unsaid: Line) -> Line {
    const LINES: [(&[Cover], Line); 3] = [
        (&[Cover::Water], Line::River),
        (&[Cover::Hills, Cover::Mountains], Line::Slope),
        (&[Cover::Trench, Cover::Fort], Line::Wall),
    ];
    let of = |cover: &Cover| LINES.iter().find(|(covers, _)| covers.contains(cover)).map(|(_, line)| *line);
    let covered = style.covers.iter().find_map(of);
    style.line.or(covered).unwrap_or(unsaid)
}

impl<'g> Land<'g> {
    pub(crate) fn new(game: &'g Game, looks: &'g Looks) -> Option<Land<'g>> {
        let (board, spec) = (game.board()?, game.program().board.as_ref()?);
        Some(Land { game, looks, sheet: looks.map.as_ref()?, plane: Plane::new(board, spec) })
    }

    fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        self.plane.board.hexes()
    }

    fn says(&self, table: TableId, at: u16) -> i64 {
        self.game.program().table(table).data.get(usize::from(at)).copied().unwrap_or(0)
    }

    /// The hexes of which it is so.
    fn those(&self, feature: &Feature) -> BTreeSet<Hex> {
        self.hexes().filter(|hex| self.says(feature.table, hex.id()) == 1).collect()
    }

    /// The sides of which it is so, each as its first hex and the way from there.
    fn sides(&self, feature: &Feature) -> Vec<(Hex, Dir)> {
        let board = self.plane.board;
        let is_so = |side: &Side| self.says(feature.table, side.id()) == 1;
        let all = (0..board.side_count()).filter_map(|id| board.side_at(id)).filter(is_so);
        let looking = |side: Side| {
            let (hex, other) = board.side_hexes(side);
            Some((hex, board.dir_to(hex, other?)?))
        };
        all.filter_map(looking).collect()
    }

    /// Steps from one hex to its neighbour of which it is so.
    fn steps(&self, feature: &Feature) -> Vec<(Hex, Dir)> {
        let table = &self.game.program().table(feature.table).data;
        let all = self.hexes().flat_map(|hex| Dir::ALL.into_iter().map(move |dir| (hex, dir)));
        all.filter(|(hex, dir)| table.get(hex.index() * Dir::ALL.len() + dir.index()) == Some(&1)).collect()
    }

    /// What covers hexes by the names of what they are, and what is painted there.
    fn members<'a>(&'a self, ground: &'a Ground) -> Vec<(&'a Named, Style, Colour)> {
        let mut unknown = UNKNOWN.into_iter().cycle();
        let style = |named: &'a Named| {
            let style = self.looks.style(named);
            let nothing_known = style.colour.is_none() && style.covers.is_empty() && style.line.is_none();
            // The first that is declared is what most maps are.
            let is_first = ground.members.first() == Some(named);
            let own = if nothing_known && !is_first { unknown.next() } else { None };
            let colour = own.or(paint(&style)).unwrap_or(PAPER);
            (named, style, colour)
        };
        ground.members.iter().map(style).collect()
    }

    /// All but names; which hexes are built on.
    pub(super) fn draw(&self, svg: &mut Svg) -> BTreeSet<Hex> {
        let mut over: Vec<(Hex, &'static str)> = Vec::new();
        self.draw_grounds(svg, &mut over);
        self.draw_areas(svg, &mut over);
        let middles =
            |what: &dyn Fn(&'static str) -> bool| over.iter().filter(|(_, name)| what(name)).copied().collect();
        let is_built = |name: &'static str| matches!(name, "village" | "town" | "city" | "fort" | "depot" | "trench");
        let below: Vec<(Hex, &'static str)> = middles(&|name| !is_built(name));
        self.draw_covers(svg, &below);
        svg.open("g", &[("class", &"grid")]);
        self.hexes().for_each(|hex| svg.copy("hex", self.plane.middle(hex)));
        svg.close();
        self.draw_lines(svg);
        let above: Vec<(Hex, &'static str)> = middles(&is_built);
        self.draw_covers(svg, &above);
        for hex in self.hexes() {
            svg.text(self.plane.middle(hex).by(0, 10 - SIDE), "number", &self.plane.board.name(hex));
        }
        above.iter().map(|(hex, _)| *hex).collect()
    }

    /// Names of places with their hexes.
    fn names(&self) -> impl Iterator<Item = (&'g str, Hex)> + '_ {
        let hex = |at: i64| u16::try_from(at).ok().and_then(|hex| self.plane.board.hex(hex));
        self.sheet.places.iter().filter_map(move |(name, at)| Some((name.as_str(), hex(*at)?)))
    }

    /// Where the name of a place begins below the middle of its hex.
    pub(super) fn name_below(&self, hex: Hex) -> Option<i32> {
        self.names().any(|(_, named)| named == hex).then_some(NAME_AT - NAME_HIGH)
    }

    pub(super) fn draw_names(&self, svg: &mut Svg, built: &BTreeSet<Hex>) {
        for (name, hex) in self.names() {
            let class = if built.contains(&hex) { "place" } else { "spot" };
            let at = self.plane.middle(hex).by(0, NAME_AT);
            // Not every program that shows pictures draws the edge of a letter below it.
            svg.text(at, &format!("{class} halo"), &spaced(name));
            svg.text(at, class, &spaced(name));
        }
    }

    fn draw_grounds(&self, svg: &mut Svg, over: &mut Vec<(Hex, &'static str)>) {
        for (at, ground) in self.sheet.grounds.iter().enumerate() {
            let members = self.members(ground);
            let mut painted: BTreeMap<Colour, Vec<Hex>> = BTreeMap::new();
            for hex in self.hexes() {
                let member = usize::try_from(self.says(ground.table, hex.id())).ok();
                let Some((_, style, colour)) = member.and_then(|member| members.get(member)) else { continue };
                if at == 0 {
                    painted.entry(*colour).or_default().push(hex);
                }
                over.extend(style.covers.iter().filter_map(|cover| drawing(*cover)).map(|name| (hex, name)));
            }
            for (colour, hexes) in painted {
                svg.open("g", &[("fill", &colour)]);
                hexes.iter().for_each(|hex| svg.copy("hex", self.plane.middle(*hex)));
                svg.close();
            }
        }
        if self.sheet.grounds.is_empty() {
            svg.open("g", &[("fill", &PAPER)]);
            self.hexes().for_each(|hex| svg.copy("hex", self.plane.middle(hex)));
            svg.close();
        }
    }

    fn draw_areas(&self, svg: &mut Svg, over: &mut Vec<(Hex, &'static str)>) {
        for (feature, style) in self.areas() {
            let hexes = self.those(feature);
            if let Some(colour) = paint(&style).filter(|_| !is_line(feature, &style)) {
                svg.open("g", &[("fill", &colour), ("fill-opacity", &"0.6")]);
                hexes.iter().for_each(|hex| svg.copy("hex", self.plane.middle(*hex)));
                svg.close();
            }
            if !is_line(feature, &style) {
                let drawn = style.covers.iter().filter_map(|cover| drawing(*cover));
                drawn.for_each(|name| over.extend(hexes.iter().map(|hex| (*hex, name))));
            }
        }
    }

    /// Those of which words are known.
    fn areas(&self) -> impl Iterator<Item = (&'g Feature, Style)> {
        let all = self.sheet.areas.iter().map(|feature| (feature, self.looks.style(&feature.named)));
        all.filter(|(feature, style)| {
            let is_drawn = style.colour.is_some() || !style.covers.is_empty() || is_line(feature, style);
            !style.hidden && is_drawn
        })
    }

    fn draw_covers(&self, svg: &mut Svg, over: &[(Hex, &'static str)]) {
        for (hex, name) in over {
            let at = self.plane.middle(*hex);
            match *name {
                "woods" => svg.copy(&format!("woods{}", hex.id() % WOODS), at),
                name => svg.copy(name, at),
            }
        }
    }

    fn draw_lines(&self, svg: &mut Svg) {
        let mut drawn: Vec<Drawn> = self.lines().into_iter().map(|(_, drawn)| drawn).collect();
        drawn.sort_by_key(|drawn| drawn.line);
        drawn.iter().for_each(|drawn| drawn.draw(&self.plane, svg));
    }

    /// What lies on the sides of hexes, crosses them or leads through hexes, with its name.
    pub(crate) fn lines(&self) -> Vec<(String, Drawn)> {
        let mut all: Vec<(String, Drawn)> = Vec::new();
        let features = self.sheet.sides.iter().map(|feature| (feature, Line::Border, self.sides(feature)));
        let steps = self.sheet.steps.iter().map(|feature| (feature, Line::Slope, self.steps(feature)));
        for (feature, unsaid, sides) in features.chain(steps) {
            let style = self.looks.style(&feature.named);
            let line = line_of(&style, unsaid);
            if !style.hidden {
                let drawn = Drawn { line, colour: style.colour, sides, through: line.leads_through() };
                all.push((feature.named.read(), drawn));
            }
        }
        for (feature, style) in self.areas().filter(|(feature, style)| is_line(feature, style)) {
            let sides = self.joined(&self.those(feature));
            let line = style.line.filter(|line| line.leads_through()).unwrap_or(Line::Wall);
            all.push((feature.named.read(), Drawn { line, colour: style.colour, sides, through: true }));
        }
        for ground in &self.sheet.grounds {
            for (member, (named, style, _)) in self.members(ground).iter().enumerate() {
                let Some(line) = style.line.filter(|_| style.covers.is_empty()) else { continue };
                let here = |hex: &Hex| usize::try_from(self.says(ground.table, hex.id())) == Ok(member);
                let sides = self.joined(&self.hexes().filter(here).collect());
                all.push((named.read(), Drawn { line, colour: style.colour, sides, through: true }));
            }
        }
        all
    }

    /// The steps that join these hexes into a line: of three that all touch, two steps.
    fn joined(&self, hexes: &BTreeSet<Hex>) -> Vec<(Hex, Dir)> {
        let board = self.plane.board;
        let beside = |hex: Hex| Dir::ALL.into_iter().filter_map(move |dir| Some((dir, board.neighbour(hex, dir)?)));
        let between = |hex: Hex, other: Hex| {
            let mut thirds = beside(hex).map(|(_, third)| third).filter(|third| hexes.contains(third));
            thirds.any(|third| hex < third && third < other && board.dir_to(third, other).is_some())
        };
        let mut joined = Vec::new();
        for hex in hexes {
            let others = beside(*hex).filter(|(_, other)| other > hex && hexes.contains(other));
            joined.extend(others.filter(|(_, other)| !between(*hex, *other)).map(|(dir, _)| (*hex, dir)));
        }
        joined
    }

    /// What stands on this map, for those who look at it for the first time.
    pub(super) fn explained(&self) -> Vec<Explained> {
        let mut all = Vec::new();
        for ground in &self.sheet.grounds {
            let there: BTreeSet<i64> = self.hexes().map(|hex| self.says(ground.table, hex.id())).collect();
            for (member, (named, style, colour)) in self.members(ground).into_iter().enumerate() {
                let shown = match style.line {
                    Some(line) if style.covers.is_empty() => Shown::Line(line, style.colour),
                    Some(_) | None => Shown::Ground(style, colour),
                };
                if i64::try_from(member).is_ok_and(|member| there.contains(&member)) {
                    all.push(Explained { text: named.read(), shown });
                }
            }
        }
        for (feature, style) in self.areas() {
            let shown = match style.line.filter(|_| is_line(feature, &style)) {
                Some(line) => Shown::Line(line, style.colour),
                None if is_line(feature, &style) => Shown::Line(Line::Wall, style.colour),
                None => Shown::Ground(style.clone(), paint(&style).unwrap_or(PAPER)),
            };
            all.push(Explained { text: feature.named.read(), shown });
        }
        let sides = self.sheet.sides.iter().map(|feature| (feature, Line::Border));
        for (feature, unsaid) in sides.chain(self.sheet.steps.iter().map(|feature| (feature, Line::Slope))) {
            let style = self.looks.style(&feature.named);
            if !style.hidden {
                let shown = Shown::Line(line_of(&style, unsaid), style.colour);
                all.push(Explained { text: feature.named.read(), shown });
            }
        }
        all
    }
}

/// Hexes in an order may be a line through them.
fn is_line(feature: &Feature, style: &Style) -> bool {
    let leads = style.line.is_some_and(Line::leads_through) || style.covers == [Cover::Trench];
    feature.in_order && leads
}

/// `Le Chesne` for `LeChesne`.
pub(crate) fn spaced(name: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for sign in name.chars() {
        if sign == '_' || before.is_lowercase() && sign.is_uppercase() {
            out.push(' ');
        }
        if sign != '_' {
            out.push(sign);
        }
        before = sign;
    }
    out
}
