//! The map at a terminal. In: a game as a seat sees it, how much room there is, and what matters. Out: lines of signs.
//!
//! A hex is two lines: its number and the letter of its ground, and who stands there, else what the place is called. At its
//! right edge stands what lies on the sides there: `~` a river, `=` a bridge, `/`, `\`, `|`, `-` a road. Neighbours touch:
//! columns of flat tops stand half a hex apart, which is one line; rows of pointy tops half a cell.

use super::ink::{Ink, Sign, of_sides, signs};
use super::spaced;
use crate::picture::{Land, Spot};
use std::collections::{BTreeMap, BTreeSet};
use wgr_compiler::looks::Looks;
use wgr_compiler::looks::words::{Cover, Line};
use wgr_runtime::board::{Board, BoardSpec, Dir, Hex, Top};
use wgr_runtime::engine::{Game, Sight, View, stacks};

/// Letters a hex is wide, with what lies at its right edge and a blank.
const LEAST_WIDE: usize = 10;
const MOST_WIDE: usize = 16;
/// Where there is not room for all.
const MOST_WIDE_OF_MANY: usize = 11;
/// At the right edge.
const EDGE: usize = 2;
const HIGH: usize = 2;
/// Fewer hexes are no map.
const LEAST_HEXES: usize = 5;

/// Letters and lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Room {
    pub(crate) wide: usize,
    pub(crate) high: usize,
}

/// What is to be shown.
#[derive(Clone, Default, Debug)]
pub(crate) struct Shows {
    /// Nothing where all is, however large.
    pub(crate) room: Option<Room>,
    /// Hexes that matter: they are in the middle where not all has room.
    pub(crate) about: BTreeSet<i64>,
    /// Where something is other than it was.
    pub(crate) changed: BTreeSet<i64>,
}

/// The map, or the part of it around what matters; nothing where the game has none.
pub(crate) fn sheet(game: &Game, looks: &Looks, view: &View, shows: &Shows) -> Vec<Vec<Sign>> {
    let (Some(board), Some(spec), Some(land)) = (game.board(), &game.program().board, Land::new(game, looks)) else {
        return Vec::new();
    };
    let stacks: BTreeMap<i64, Vec<String>> = stacks(game, view.state()).into_iter().collect();
    let most = if shows.room.is_some() { MOST_WIDE_OF_MANY } else { MOST_WIDE };
    let longest = stacks.values().map(|stack| letters(&whole(stack))).max().unwrap_or(0);
    let numbers = board.hexes().map(|hex| letters(&board.name(hex))).max().unwrap_or(0);
    // The number, a mark, the letter, what lies above, what lies at the right.
    let least = LEAST_WIDE.max(numbers + 4 + EDGE);
    let wide = (longest + EDGE).clamp(least, most.max(least));
    // Half of it is where the next row begins.
    let wide = if spec.top == Top::Pointy { wide.next_multiple_of(2) } else { wide };
    let sheet = Sheet { game, board, spec, looks, letters: lettered(game, looks, board), stacks, wide };
    let (across, down) = sheet.part(shows);
    let mut page = Page::default();
    let mut cut: Vec<String> = Vec::new();
    let edges = Edges::of(&land, board);
    let inks = of_sides(looks);
    let is_shown = |hex: &Hex| {
        let spot = Spot::of(board, spec, *hex);
        across.contains(&spot.across) && down.contains(&spot.down)
    };
    for hex in board.hexes().filter(is_shown) {
        let (x, y) = sheet.corner(hex, (across.start, down.start));
        sheet.number(&mut page, hex, (x, y), shows);
        sheet.who(&mut page, hex, (x, y + 1), &inks, &mut cut);
        edges.put(&mut page, hex, spec.top, (x, y), wide);
    }
    let mut lines = page.lines;
    lines.extend(cut.into_iter().map(|line| signs(&line, None, false)));
    lines.extend(sheet.legend(&edges, &inks, shows.room.map_or(usize::MAX, |room| room.wide)));
    let whole_map =
        usize::from(across.end - across.start) * usize::from(down.end - down.start) >= usize::from(board.count());
    if !whole_map {
        let told = "a part of the map: `map HEX` shows what is around a hex, `map all` the whole";
        lines.push(signs(told, Some(Ink::Faint), false));
    }
    lines
}

struct Sheet<'g> {
    game: &'g Game,
    board: &'g Board,
    spec: &'g BoardSpec,
    looks: &'g Looks,
    /// By member of the ground: its letter and its colour.
    letters: BTreeMap<i64, (char, Option<Ink>)>,
    stacks: BTreeMap<i64, Vec<String>>,
    wide: usize,
}

type Span = std::ops::Range<u16>;

impl Sheet<'_> {
    /// Which columns and which rows have room.
    fn part(&self, shows: &Shows) -> (Span, Span) {
        let spots = || self.board.hexes().map(|hex| Spot::of(self.board, self.spec, hex));
        let columns = spots().map(|spot| spot.across + 1).max().unwrap_or(1);
        let rows = spots().map(|spot| spot.down + 1).max().unwrap_or(1);
        let Some(room) = shows.room else { return (0..columns, 0..rows) };
        let (half_wide, half_high) = match self.spec.top {
            Top::Flat => (0, 1),
            Top::Pointy => (self.wide / 2, 0),
        };
        let fit_across = (room.wide.saturating_sub(half_wide) / self.wide).max(LEAST_HEXES);
        let fit_down = (room.high.saturating_sub(half_high) / HIGH).max(LEAST_HEXES);
        let about: Vec<Spot> = self.matters(shows);
        let across: Vec<u16> = about.iter().map(|spot| spot.across).collect();
        let down: Vec<u16> = about.iter().map(|spot| spot.down).collect();
        (around(&across, columns, fit_across), around(&down, rows, fit_down))
    }

    /// What is to be in the middle: what is said, else all who stand somewhere.
    fn matters(&self, shows: &Shows) -> Vec<Spot> {
        let all: Vec<i64> = if shows.about.is_empty() {
            self.stacks.keys().copied().collect()
        } else {
            shows.about.iter().copied().collect()
        };
        let hexes = all.into_iter().filter_map(|hex| self.board.hex(u16::try_from(hex).ok()?));
        hexes.map(|hex| Spot::of(self.board, self.spec, hex)).collect()
    }

    /// Where a hex begins.
    fn corner(&self, hex: Hex, first: (u16, u16)) -> (usize, usize) {
        let Spot { across, down, shifted } = Spot::of(self.board, self.spec, hex);
        let (x, y) = (usize::from(across - first.0) * self.wide, usize::from(down - first.1) * HIGH);
        let half = usize::from(shifted);
        match self.spec.top {
            Top::Flat => (x, y + half * HIGH / 2),
            Top::Pointy => (x + half * self.wide / 2, y),
        }
    }

    fn number(&self, page: &mut Page, hex: Hex, (x, y): (usize, usize), shows: &Shows) {
        let id = i64::from(hex.id());
        let name = self.board.name(hex);
        let changed = shows.changed.contains(&id);
        page.put(x, y, &signs(&name, if changed { None } else { Some(Ink::Faint) }, changed));
        let behind = x + letters(&name);
        if changed {
            page.put(behind, y, &signs("*", Some(Ink::Yellow), true));
        }
        if let Some((letter, ink)) = self.ground(id) {
            page.put(behind + 1, y, &signs(&letter.to_string(), ink, false));
        }
    }

    fn ground(&self, hex: i64) -> Option<(char, Option<Ink>)> {
        let ground = self.looks.map.as_ref()?.grounds.first()?;
        let member = self.game.program().table(ground.table).data.get(usize::try_from(hex).ok()?)?;
        self.letters.get(member).copied()
    }

    /// Who stands there; else what the place is called.
    fn who(&self, page: &mut Page, hex: Hex, (x, y): (usize, usize), inks: &[Ink], cut: &mut Vec<String>) {
        let id = i64::from(hex.id());
        let room = match self.spec.top {
            Top::Flat => self.wide - EDGE,
            Top::Pointy => self.wide - EDGE - 1,
        };
        if let Some(stack) = self.stacks.get(&id) {
            let first = stack.first().and_then(|name| self.looks.counters.iter().find(|counter| counter.name == *name));
            let ink = first.and_then(|counter| inks.get(counter.side)).copied();
            return page.put(x, y, &signs(&short(stack, room, cut), ink, true));
        }
        let places = self.looks.map.iter().flat_map(|map| &map.places);
        if let Some((name, _)) = places.into_iter().find(|(_, at)| *at == id) {
            let name: String = spaced(name).chars().take(room).collect();
            page.put(x, y, &signs(&name, Some(Ink::Cyan), false));
        }
    }

    /// What the letters and signs mean.
    fn legend(&self, edges: &Edges, inks: &[Ink], wide: usize) -> Vec<Vec<Sign>> {
        let mut line: Vec<Sign> = Vec::new();
        if let Some(ground) = self.looks.map.as_ref().and_then(|map| map.grounds.first()) {
            for (member, (letter, ink)) in &self.letters {
                let name = usize::try_from(*member).ok().and_then(|at| ground.members.get(at));
                line.extend(signs(&letter.to_string(), *ink, false));
                line.extend(signs(&format!(" {}, ", name.map_or("", |named| &named.name)), None, false));
            }
        }
        for (sign, (name, ink)) in &edges.names {
            line.extend(signs(sign, *ink, false));
            line.extend(signs(&format!(" {name}, "), None, false));
        }
        if !self.stacks.is_empty() {
            for (side, ink) in self.looks.sides.iter().zip(inks) {
                line.extend(signs(&side.read(), Some(*ink), true));
                line.extend(signs(", ", None, false));
            }
        }
        line.extend(signs("`hex NUMBER` tells all about one", Some(Ink::Faint), false));
        wrapped(&line, wide)
    }
}

/// Behind a comma and a blank where it is too long.
fn wrapped(line: &[Sign], wide: usize) -> Vec<Vec<Sign>> {
    let mut lines: Vec<Vec<Sign>> = vec![Vec::new()];
    for part in line.split_inclusive(|sign| sign.letter == ',') {
        let part = if lines.last().is_some_and(Vec::is_empty) { part.trim_blanks() } else { part };
        match lines.last_mut() {
            Some(last) if last.is_empty() || last.len() + part.len() <= wide => last.extend_from_slice(part),
            _ => lines.push(part.trim_blanks().to_vec()),
        }
    }
    lines
}

trait Trim {
    fn trim_blanks(&self) -> &[Sign];
}

impl Trim for [Sign] {
    fn trim_blanks(&self) -> &[Sign] {
        let blanks = self.iter().take_while(|sign| sign.letter == ' ').count();
        &self[blanks..]
    }
}

/// So many of all, with these in the middle.
fn around(wanted: &[u16], all: u16, fit: usize) -> Span {
    let fit = u16::try_from(fit).unwrap_or(u16::MAX);
    if fit >= all {
        return 0..all;
    }
    let (least, most) = (wanted.iter().copied().min().unwrap_or(0), wanted.iter().copied().max().unwrap_or(all - 1));
    // Where they do not all fit, in the middle of most of them.
    let middle = if most - least < fit {
        (least + most) / 2
    } else {
        let mut sorted = wanted.to_vec();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or(0)
    };
    let start = middle.saturating_sub(fit / 2).min(all - fit);
    start..start + fit
}

/// The letter of each member of the ground, `.` for the commonest, in the colour of what covers it.
fn lettered(game: &Game, looks: &Looks, board: &Board) -> BTreeMap<i64, (char, Option<Ink>)> {
    let mut letters: BTreeMap<i64, (char, Option<Ink>)> = BTreeMap::new();
    let Some(ground) = looks.map.as_ref().and_then(|map| map.grounds.first()) else { return letters };
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    let data = &game.program().table(ground.table).data;
    board.hexes().filter_map(|hex| data.get(hex.index())).for_each(|member| *counts.entry(*member).or_default() += 1);
    let commonest = counts.iter().max_by_key(|(_, count)| **count).map(|(member, _)| *member);
    for member in counts.keys() {
        let Some(named) = usize::try_from(*member).ok().and_then(|at| ground.members.get(at)) else { continue };
        let style = looks.style(named);
        let ink = style.covers.last().and_then(|cover| ink_of(*cover)).or(style.line.and_then(ink_of_line));
        let free = |letter: &char| letter.is_alphanumeric() && !letters.values().any(|(taken, _)| taken == letter);
        let others = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        let letter =
            named.name.chars().chain(named.name.to_uppercase().chars()).chain(others).find(free).unwrap_or('?');
        letters.insert(*member, (if Some(*member) == commonest { '.' } else { letter }, ink));
    }
    letters
}

fn ink_of(cover: Cover) -> Option<Ink> {
    match cover {
        Cover::Clear | Cover::Bank => None,
        Cover::Water | Cover::Marsh => Some(Ink::Blue),
        Cover::Sand | Cover::Field | Cover::Rough | Cover::Hills | Cover::Mountains | Cover::Trench => {
            Some(Ink::Yellow)
        }
        Cover::Woods => Some(Ink::Green),
        Cover::Village | Cover::Town | Cover::City | Cover::Fort | Cover::Depot => Some(Ink::Red),
    }
}

fn ink_of_line(line: Line) -> Option<Ink> {
    match line {
        Line::River | Line::Stream | Line::Ford => Some(Ink::Blue),
        Line::Slope | Line::Cliff | Line::Bridge | Line::Road | Line::Track => Some(Ink::Yellow),
        Line::Wall | Line::Border => Some(Ink::Red),
        Line::Rail => Some(Ink::Faint),
    }
}

/// What lies on the sides of hexes and leads over them, each side from the hex that has it at its right or above.
struct Edges {
    lines: BTreeMap<(Hex, Dir), Line>,
    names: BTreeMap<String, (String, Option<Ink>)>,
}

/// What is shown of two on one side.
fn rank(line: Line) -> u8 {
    match line {
        Line::Bridge | Line::Ford => 0,
        Line::River | Line::Stream => 1,
        Line::Wall | Line::Cliff | Line::Slope => 2,
        Line::Rail => 3,
        Line::Road => 4,
        Line::Track => 5,
        Line::Border => 6,
    }
}

impl Edges {
    fn of(land: &Land<'_>, board: &Board) -> Edges {
        let (mut lines, mut names) = (BTreeMap::new(), BTreeMap::new());
        for (name, drawn) in land.lines() {
            let sign = if drawn.line.leads_through() && drawn.line != Line::Rail {
                "/".to_owned()
            } else {
                sign(drawn.line, 0).to_string()
            };
            let named: &mut (String, Option<Ink>) =
                names.entry(sign).or_insert_with(|| (String::new(), ink_of_line(drawn.line)));
            if !named.0.split(" or ").any(|known| known == name) {
                named.0 = if named.0.is_empty() { name } else { format!("{} or {name}", named.0) };
            }
            for (hex, dir) in &drawn.sides {
                let here = (*hex, *dir);
                let other = board.neighbour(*hex, *dir).map(|other| (other, dir.opposite()));
                for at in [Some(here), other].into_iter().flatten() {
                    let known = lines.entry(at).or_insert(drawn.line);
                    if rank(drawn.line) < rank(*known) {
                        *known = drawn.line;
                    }
                }
            }
        }
        Edges { lines, names }
    }

    fn put(&self, page: &mut Page, hex: Hex, top: Top, (x, y): (usize, usize), wide: usize) {
        for dir in Dir::ALL {
            let Some(line) = self.lines.get(&(hex, dir)) else { continue };
            // Where the sides of a hex are that are told with it, and which way a road leads there.
            let (down, back, way) = match (top, dir.index()) {
                (Top::Flat, 0) => (0, 2, 0),
                (Top::Flat, 1) | (Top::Pointy, 0) => (0, if top == Top::Flat { 1 } else { 2 }, 1),
                (Top::Flat, 2) => (1, 1, 2),
                (Top::Pointy, 1) => (0, 1, 3),
                (Top::Pointy, 2) => (1, 2, 2),
                (Top::Flat | Top::Pointy, _) => continue,
            };
            let sign = Sign { letter: sign(*line, way), ink: ink_of_line(*line), bold: false };
            page.put(x + wide + 1 - EDGE - back, y + down, &[sign]);
        }
    }
}

/// Ways: up, up to the right, down to the right, to the right.
fn sign(line: Line, way: usize) -> char {
    match line {
        Line::River | Line::Stream => '~',
        Line::Bridge | Line::Ford => '=',
        Line::Slope | Line::Cliff => '^',
        Line::Wall => '#',
        Line::Border => ':',
        Line::Rail => '+',
        Line::Road | Line::Track => ['|', '/', '\\', '-'][way.min(3)],
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

/// The first of a stack, and how many more.
fn whole(stack: &[String]) -> String {
    let first = stack.first().map_or("", String::as_str);
    let more = if stack.len() > 1 { format!("+{}", stack.len() - 1) } else { String::new() };
    format!("{first}{more}")
}

/// The same in so much room: `RIC1a+2`. A name that is too long gets a number, under which it stands below the map.
fn short(stack: &[String], room: usize, cut: &mut Vec<String>) -> String {
    let whole = whole(stack);
    let Some(first) = stack.first().filter(|_| letters(&whole) > room) else { return whole };
    let more = &whole[first.len()..];
    let number = format!("~{}", cut.len() + 1);
    let left = room.saturating_sub(letters(more) + letters(&number));
    let name: String = first.chars().take(left).collect();
    cut.push(format!("{name}{number} {first}"));
    format!("{name}{number}{more}")
}

#[derive(Default)]
struct Page {
    lines: Vec<Vec<Sign>>,
}

impl Page {
    /// Hexes come in any order; a line grows as it is needed.
    fn put(&mut self, x: usize, y: usize, text: &[Sign]) {
        if self.lines.len() <= y {
            self.lines.resize(y + 1, Vec::new());
        }
        let line = &mut self.lines[y];
        let end = x + text.len();
        if line.len() < end {
            line.resize(end, Sign::BLANK);
        }
        line[x..end].copy_from_slice(text);
    }
}

#[cfg(test)]
mod tests {
    use super::super::ink::{coloured, plain};
    use super::{BTreeSet, Room, Shows, sheet};
    use crate::playable::{Purpose, begun, load_game};
    use std::path::Path;
    use wgr_runtime::engine::{Seat, View};
    use wgr_runtime::ir::HEX;

    /// The lines of a map in so much room, around a hex and with a mark at it.
    fn shown((game, scenario): (&str, &str), room: Option<Room>, hex: &str) -> (Vec<String>, Vec<String>) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(game);
        let playable = load_game(&path, Purpose::Play, &[], None).unwrap();
        let engine = begun(&playable, 1, Some(scenario), None).unwrap();
        let view = View::of(&playable.game, engine.state(), Seat::Referee);
        let hexes = BTreeSet::from([playable.game.member_named(HEX, hex).unwrap()]);
        let shows = Shows { room, about: hexes.clone(), changed: hexes };
        let lines = sheet(&playable.game, &playable.looks, &view, &shows);
        (lines.iter().map(|line| plain(line)).collect(), lines.iter().map(|line| coloured(line)).collect())
    }

    #[test]
    fn the_whole_map_where_there_is_room() {
        let (plain, coloured) = shown(("tests/suite/script/skirmish.wgr", "wood"), None, "0303");
        assert!(plain.contains(&"0101 .              0301 .              0501 .".to_owned()), "{plain:?}");
        assert!(plain.contains(&"0103 .    RIC1b     0303*w              0503 .".to_owned()), "{plain:?}");
        let without: Vec<String> = coloured.iter().map(|line| bare(line)).collect();
        assert_eq!(without, plain, "colours are all that differs");
        assert!(coloured.iter().any(|line| line.contains("\u{1b}[0;1;")), "{coloured:?}");
    }

    #[test]
    fn a_part_around_what_matters_where_there_is_not() {
        let room = Room { wide: 60, high: 20 };
        let (plain, _) = shown(("games/fleur-au-fusil", "basic"), Some(room), "1511");
        let map: Vec<&String> = plain.iter().take_while(|line| !line.contains("plain")).collect();
        assert!(map.len() <= room.high && map.iter().all(|line| line.chars().count() <= room.wide), "{plain:?}");
        assert!(map.iter().any(|line| line.contains("1511*")), "{plain:?}");
        assert!(!map.iter().any(|line| line.contains("0101")), "{plain:?}");
        assert!(plain.iter().any(|line| line.starts_with("a part of the map")), "{plain:?}");
    }

    /// Without what turns colours on and off.
    fn bare(line: &str) -> String {
        let mut parts = line.split('\u{1b}');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
    }
}
