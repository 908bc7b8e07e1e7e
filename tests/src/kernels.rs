//! Programs that benches measure beside plain Rust: their data are made by rules, so that both sides have the same.
//! Where `{..}` stands for the data of a table, it is put in here.

use crate::generate::rng::Rng;
use crate::harness::must;
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Order, Parity, RowsRun, Top};
use wgr_runtime::engine::Game;
use wgr_runtime::exec::Generator;

/// The published benchmark: 64 battles cycled, one combat each round, the steps lost added up.
const COMBAT: &str = r#"wgr-ir 1
program "The combat kernel"
enum Side { attacker, defender }
sides Side

table first[int 0..63]: int 3..6 = {..}
table second[int 0..63]: int 3..7 = {..}
table third[int 0..63]: int 3..5 = {..}
table fourth[int 0..63]: int 4..9 = {..}
table river[int 0..63]: bool = {..}
table town[int 0..63]: bool = {..}
table defence[int 0..63]: int 4..8 = {..}
table morale[int 0..63]: int -1..1 = {..}
table support[int 0..63]: int -1..2 = {..}
table ground[int 0..63]: int -2..2 = {..}
table defender_hits[int 2..12, int 0..7]: int 0..8 = {..}
table attacker_hits[int 2..12, int 0..7]: int 0..4 = {..}

procedure combats(times: int 0..100000000) -> int 0..1000000000 {
    let lost: int 0..1000000000 = 0
    repeat i: int 0..99999999 times times {
        let b: int 0..63 = i mod 64
        let attack: int 1..27 = first[b] + second[b] + third[b] + fourth[b]
        if river[b] {
            attack := attack div 2
        }
        let held: int 4..16 = defence[b]
        if town[b] {
            held := held * 2
        }
        let column: int 0..7 = min(7, max(0, min(7, attack div held) + morale[b] + support[b] + ground[b]))
        roll white: int 1..6
        roll red: int 1..6
        let sum: int 2..12 = white + red
        lost := lost + min(3, defender_hits[sum, column] div 3) + min(2, attacker_hits[sum, column] div 2)
    }
    return lost
}

procedure main() -> int 0..1000000000 {
    call lost: int 0..1000000000 = combats(1000000)
    return lost
}
main main
"#;

/// Reach and paths on a map by chance, with zones that stop.
const REACH: &str = r#"wgr-ir 1
program "Reach and paths on 60 x 40 hexes"
board flat column-row columns 1..60 rows 1..40 numbers east south shifted even
enum Side { German, Allied }
enum Terrain { clear, woods, hills, lake }
sides Side

table terrain[hex]: Terrain = {..}
table ground[Terrain]: int 0..4 = { 2 3 4 0 }
table river[edge]: bool = {..}
table road[edge]: bool = {..}
table zone[hex]: bool = {..}
table costs[hex, dir]: int 0..255 = {..}

query judged(start: hex, points: int 0..60) -> int 0..2400 {
    search reach from single(start) budget points
        step here there dir spent steps carried {
            let side: edge = edge(here, dir)!
            if road[side] {
                offer 1 stop zone[there]
            } else if terrain[there] <> Terrain.lake {
                offer ground[terrain[there]] + (if river[side] then 2 else 0) stop zone[there]
            }
        }
        -> ends reached
    return size(reached)
}

query cached(start: hex, points: int 0..60) -> int 0..2400 {
    search reach from single(start) budget points table costs -> ends reached
    return size(reached)
}

query supply(start: hex) -> int -1..10000 {
    search paths from single(start) to filter(h: hex in all hex when column(h) = 1)
        step here there dir spent steps carried {
            if terrain[there] <> Terrain.lake {
                offer if zone[there] then 1 else 0, 1
            }
        }
        -> least1 zones, least2 hexes
    return zones * 100 + hexes
}

procedure main() -> int 0..1 {
    return 0
}
main main
"#;

const SPEND: &str = r#"wgr-ir 1
program "Spending on 24 goods"
enum Side { German, Allied }
enum Good { g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, g10, g11, g12, g13, g14, g15, g16, g17, g18, g19, g20, g21, g22, g23 }
sides Side
table price[Good]: int 2..4 = { 2 3 4 2 3 4 2 3 4 2 3 4 2 3 4 2 3 4 2 3 4 2 3 4 }
table most[Good]: int 1..4 = { 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 1 2 3 4 }

goods wares() for it: Good { price price[it] up to most[it] }

query options(points: int 0..60) -> int 0..60 {
    return spendable wares() pool points from all Good
}

procedure main() -> int 0..1 {
    return 0
}
main main
"#;

/// The text with these data in its tables, one after the other.
fn filled(text: &str, tables: &[Vec<String>]) -> Game {
    let mut parts = text.split("{..}");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for (data, part) in tables.iter().zip(parts.by_ref()) {
        whole.push_str(&format!("{{ {} }}{part}", data.join(" ")));
    }
    assert_eq!(parts.next(), None, "a table has no data");
    must(&whole)
}

/// Xorshift 13, 17, 5 on 32 bits and a product instead of a remainder: the published kernel's dice. Not fair
/// to the last bit: 65,536 is no multiple of six.
pub struct Xorshift32(pub u32);

impl Generator for Xorshift32 {
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (u64::from(self.0 >> 16) * bound) >> 16
    }
}

/// The combat kernel; `combats(1000000)` with the published dice loses 1,436,540 steps.
///
/// # Panics
/// Never: the program is a good one.
#[must_use]
pub fn combat() -> Game {
    let battles = |of: fn(i64) -> i64| (0..64).map(|i| of(i).to_string()).collect();
    let yes_no = |of: fn(i64) -> bool| (0..64).map(|i| word(of(i))).collect();
    let hits =
        |of: fn(i64, i64) -> i64| (0..11).flat_map(|row| (0..8).map(move |col| of(row, col).to_string())).collect();
    filled(
        COMBAT,
        &[
            battles(|i| 3 + i % 4),
            battles(|i| 3 + 3 * i % 5),
            battles(|i| 3 + i % 3),
            battles(|i| 9 - i % 6),
            yes_no(|i| i % 4 == 0),
            yes_no(|i| i % 3 == 0),
            battles(|i| 4 + i % 5),
            battles(|i| 1 - i % 3),
            battles(|i| 2 - i % 4),
            battles(|i| 2 - i % 5),
            hits(|row, col| (row + 2 * col) / 3),
            hits(|row, col| (17 - row - col) / 4),
        ],
    )
}

fn word(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// Searches on 60 x 40 hexes: `judged` and `cached` from a hex with points, `supply` to the first column.
///
/// # Panics
/// Never: the program is a good one.
#[must_use]
pub fn reach() -> Game {
    let board = Board::new(&BoardSpec {
        top: Top::Flat,
        columns: 1..=60,
        rows: 1..=40,
        order: Order::ColumnRow,
        dot: false,
        columns_run: ColumnsRun::East,
        rows_run: RowsRun::South,
        shifted: Parity::Even,
        without: Vec::new(),
    });
    let board = board.unwrap_or_else(|error| panic!("{error}"));
    let mut chance = Rng::new(1918);
    // Of twenty hexes twelve are clear, four woods, three hills, one a lake.
    let terrain: Vec<usize> = (0..board.count()).map(|_| by_share(chance.below(20))).collect();
    let mut sides = |percent: usize| -> Vec<bool> { (0..board.side_count()).map(|_| chance.chance(percent)).collect() };
    let (river, road) = (sides(12), sides(8));
    let zone: Vec<bool> = (0..board.count()).map(|_| chance.chance(6)).collect();
    let mut costs = Vec::new();
    for (there, side) in board.neighbours().iter().flatten().zip(board.sides().iter().flatten()) {
        let off = *there == u16::MAX;
        let cost = match terrain.get(usize::from(*there)) {
            Some(_) if !off && road[usize::from(*side)] => 1,
            Some(ground) if !off && *ground < 3 => 2 + ground + if river[usize::from(*side)] { 2 } else { 0 },
            _ => 255,
        };
        costs.push(cost.to_string());
    }
    let words = |of: &[bool]| of.iter().map(|yes| word(*yes)).collect();
    let names = ["clear", "woods", "hills", "lake"];
    let terrain = terrain.into_iter().map(|ground| names[ground].to_owned()).collect();
    filled(REACH, &[terrain, words(&river), words(&road), words(&zone), costs])
}

fn by_share(twentieth: usize) -> usize {
    match twentieth {
        0..12 => 0,
        12..16 => 1,
        16..19 => 2,
        _ => 3,
    }
}

/// `options(points)`: how much of the points 24 goods can take.
#[must_use]
pub fn spend() -> Game {
    must(SPEND)
}
