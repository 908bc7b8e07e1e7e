//! The map at the terminal. In: a game and a state as the asked side sees it. Out: lines: each hex with its printed
//! number, the letter of its ground and who stands there, two lines a hex; and what is known of one hex.
//!
//! Neighbours touch: columns of flat tops stand half a hex apart, which is one line; rows of pointy tops half a cell.

use crate::picture::Spot;
use std::collections::BTreeMap;
use wgr_runtime::board::{Board, BoardSpec, Dir, Hex, Top};
use wgr_runtime::engine::{Game, stacks};
use wgr_runtime::ir::{DIR, EDGE, HEX, Table, What};
use wgr_runtime::state::State;

/// Letters a hex is wide, its gap to the next one with it; even, for half of it. As wide as what stands in it asks for.
const LEAST_WIDE: usize = 8;
const MOST_WIDE: usize = 16;
const HIGH: usize = 2;

/// The ground of the map: the first thing that is drawn of every hex.
struct Ground<'g> {
    table: &'g Table,
    /// The letter of each member; `.` for the commonest.
    letters: BTreeMap<i64, char>,
}

/// The whole map; nothing where the game has none.
pub(crate) fn drawn(game: &Game, state: &State) -> Vec<String> {
    let (Some(board), Some(spec)) = (game.board(), &game.program().board) else { return Vec::new() };
    let ground = ground(game, board);
    let stacks: BTreeMap<i64, Vec<String>> = stacks(game, state).into_iter().collect();
    let mut page = Page::default();
    let number = |hex: Hex| {
        let letter = ground.as_ref().and_then(|ground| ground.letter(i64::from(hex.id())));
        format!("{}{}", board.name(hex), letter.map_or(String::new(), |letter| format!(" {letter}")))
    };
    let stacked = stacks.values().map(|stack| letters(&whole(stack)));
    let most = board.hexes().map(|hex| letters(&number(hex))).chain(stacked).max().unwrap_or(0);
    let wide = (most + 1).next_multiple_of(2).clamp(LEAST_WIDE, MOST_WIDE);
    let mut cut: Vec<String> = Vec::new();
    for hex in board.hexes() {
        let (x, y) = corner(board, spec, hex, wide);
        page.put(x, y, &number(hex));
        if let Some(stack) = stacks.get(&i64::from(hex.id())) {
            page.put(x, y + 1, &short(stack, wide - 1, &mut cut));
        }
    }
    let mut lines = page.lines;
    lines.extend(cut);
    lines.extend(ground.map(|ground| ground.legend(game)));
    lines
}

/// Where a hex begins.
fn corner(board: &Board, spec: &BoardSpec, hex: Hex, wide: usize) -> (usize, usize) {
    let Spot { across, down, shifted } = Spot::of(board, spec, hex);
    let (x, y) = (usize::from(across) * wide, usize::from(down) * HIGH);
    let half = usize::from(shifted);
    match spec.top {
        Top::Flat => (x, y + half * HIGH / 2),
        Top::Pointy => (x + half * wide / 2, y),
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
    lines: Vec<String>,
}

impl Page {
    /// Hexes come in any order; a line grows as it is needed.
    fn put(&mut self, x: usize, y: usize, text: &str) {
        if self.lines.len() <= y {
            self.lines.resize(y + 1, String::new());
        }
        let line = &mut self.lines[y];
        let mut letters: Vec<char> = line.chars().collect();
        let end = x + text.chars().count();
        if letters.len() < end {
            letters.resize(end, ' ');
        }
        letters.splice(x..end, text.chars());
        *line = letters.into_iter().collect();
    }
}

/// The first table that gives each hex one of several named things.
fn ground<'g>(game: &'g Game, board: &Board) -> Option<Ground<'g>> {
    let of_hexes = |table: &&Table| {
        matches!(table.index.as_slice(), [index] if index.what == What::Id(HEX))
            && matches!(table.value.what, What::Id(domain) if domain != HEX && domain != EDGE && domain != DIR)
            && table.data.len() >= usize::from(board.count())
    };
    let table = game.program().tables.iter().find(of_hexes)?;
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    table.data.iter().for_each(|member| *counts.entry(*member).or_default() += 1);
    let commonest = counts.iter().max_by_key(|(_, count)| **count).map(|(member, _)| *member);
    let mut letters: BTreeMap<i64, char> = BTreeMap::new();
    for member in counts.keys() {
        if Some(*member) == commonest {
            letters.insert(*member, '.');
            continue;
        }
        let name = game.value_name(table.value.what, *member);
        let free = |letter: &char| letter.is_alphanumeric() && !letters.values().any(|taken| taken == letter);
        let others = ('a'..='z').chain('A'..='Z').chain('0'..='9');
        let letter = name.chars().chain(name.to_uppercase().chars()).chain(others).find(free).unwrap_or('?');
        letters.insert(*member, letter);
    }
    Some(Ground { table, letters })
}

impl Ground<'_> {
    fn member(&self, hex: i64) -> Option<i64> {
        self.table.data.get(usize::try_from(hex).ok()?).copied()
    }

    fn letter(&self, hex: i64) -> Option<char> {
        self.letters.get(&self.member(hex)?).copied()
    }

    fn legend(&self, game: &Game) -> String {
        let names: Vec<String> = self
            .letters
            .iter()
            .map(|(member, letter)| format!("{letter} {}", game.value_name(self.table.value.what, *member)))
            .collect();
        format!("{}; `hex NUMBER` tells all about one", names.join(", "))
    }
}

/// Everything about one hex: what is printed there, what its sides are, who stands there.
pub(crate) fn about(game: &Game, state: &State, name: &str) -> Result<Vec<String>, String> {
    let board = game.board().ok_or_else(|| "the game has no map".to_owned())?;
    let hex = board.by_name(name).ok_or_else(|| {
        let first = board.hexes().next().map_or(String::new(), |hex| board.name(hex));
        format!("no hex is called `{name}`: write its number as printed, like {first}")
    })?;
    let id = i64::from(hex.id());
    let mut lines = Vec::new();
    let tables = || game.program().tables.iter();
    for table in tables().filter(|table| matches!(table.index.as_slice(), [index] if index.what == What::Id(HEX))) {
        let value = usize::try_from(id).ok().and_then(|at| table.data.get(at)).copied().unwrap_or_default();
        match table.value.what {
            What::Bool if value == 1 => lines.push(table.name.clone()),
            What::Bool => {}
            what @ (What::Int { .. } | What::Id(_)) => {
                lines.push(format!("{} {}", table.name, game.value_name(what, value)))
            }
        }
    }
    for table in tables().filter(|table| matches!(table.index.as_slice(), [index] if index.what == What::Id(EDGE))) {
        let towards: Vec<&str> = Dir::ALL
            .into_iter()
            .filter(|dir| board.side(hex, *dir).is_some_and(|side| table.data.get(usize::from(side.id())) == Some(&1)))
            .map(|dir| board.dir_name(dir))
            .collect();
        if !towards.is_empty() {
            lines.push(format!("{} towards {}", table.name, towards.join(", ")));
        }
    }
    let here = stacks(game, state).into_iter().find(|(at, _)| *at == id);
    lines.push(here.map_or_else(|| "nobody is there".to_owned(), |(_, names)| names.join(", ")));
    Ok(lines)
}
