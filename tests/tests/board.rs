//! The board: facts out of published games, and laws over random boards.
//!
//! Facts are printed numbers that the rulebooks name, so a misread numbering shows up as a wrong neighbour. Laws
//! run over both tops, both parities, both orders and all four ways of counting.

use proptest::prelude::*;
use std::cmp::Ordering;
use std::ops::RangeInclusive;
use wgr_runtime::board::{Board, BoardSpec, ColumnsRun, Dir, Hex, Order, Parity, RayStep, RowsRun, Top};

fn marne() -> BoardSpec {
    BoardSpec {
        top: Top::Flat,
        columns: 1..=36,
        rows: 1..=24,
        order: Order::ColumnRow,
        dot: true,
        columns_run: ColumnsRun::East,
        rows_run: RowsRun::South,
        shifted: Parity::Even,
        without: Vec::new(),
    }
}

fn fleur() -> BoardSpec {
    BoardSpec { columns: 1..=22, rows: 1..=28, dot: false, shifted: Parity::Odd, ..marne() }
}

fn soissons() -> BoardSpec {
    let (top, order) = (Top::Pointy, Order::RowColumn);
    BoardSpec { top, order, columns: 1..=20, rows: 1..=25, dot: false, ..marne() }
}

fn first_blood() -> BoardSpec {
    let (columns_run, rows_run) = (ColumnsRun::West, RowsRun::North);
    BoardSpec { columns: 10..=42, rows: 0..=42, columns_run, rows_run, dot: false, ..marne() }
}

fn without(names: &[&str], spec: BoardSpec) -> BoardSpec {
    BoardSpec { without: names.iter().map(|&name| name.to_owned()).collect(), ..spec }
}

fn board(spec: BoardSpec) -> Board {
    Board::new(&spec).expect("the specification is a board")
}

fn hex(board: &Board, name: &str) -> Hex {
    board.by_name(name).expect("the hex is on the map")
}

fn distance(board: &Board, a: &str, b: &str) -> u16 {
    board.distance(hex(board, a), hex(board, b))
}

fn names(board: &Board, hexes: impl Iterator<Item = Hex>) -> String {
    hexes.map(|hex| board.name(hex)).collect::<Vec<_>>().join(" ")
}

fn around(board: &Board, name: &str) -> String {
    let hex = hex(board, name);
    names(board, Dir::ALL.into_iter().filter_map(|dir| board.neighbour(hex, dir)))
}

fn ray(board: &Board, a: &str, b: &str) -> String {
    let shown = |step| match step {
        RayStep::One(hex) => board.name(hex),
        RayStep::Tie(a, Some(b)) => format!("{}|{}", board.name(a), board.name(b)),
        RayStep::Tie(a, None) => format!("{}|", board.name(a)),
        RayStep::Off => "off".to_owned(),
    };
    board.ray(hex(board, a), hex(board, b)).map(shown).collect::<Vec<_>>().join(" ")
}

fn fault(spec: BoardSpec) -> String {
    Board::new(&spec).expect_err("the specification is no board").what
}

#[test]
fn marne_columns_stand_half_a_hex_south_if_even() {
    let board = board(marne());
    assert_eq!(around(&board, "10.09"), "10.08 11.09 11.10 10.10 09.10 09.09");
    assert_eq!(distance(&board, "10.09", "09.11"), 2);
    assert_eq!(distance(&board, "10.09", "11.11"), 2);
}

#[test]
fn fleur_columns_stand_half_a_hex_south_if_odd() {
    assert_eq!(around(&board(fleur()), "1226"), "1225 1325 1326 1227 1126 1125");
}

#[test]
fn soissons_rows_stand_half_a_hex_east_if_even() {
    let board = board(soissons());
    assert_eq!(around(&board, "1005"), "0906 1006 1106 1105 1004 0905");
    assert_eq!(around(&board, "0905"), "0805 0906 1005 1004 0904 0804");
    assert_eq!(distance(&board, "1508", "1607"), 1);
    assert_eq!(distance(&board, "0507", "0606"), 1);
    assert_eq!(distance(&board, "1210", "0812"), 4);
    assert_eq!(distance(&board, "1210", "0914"), 5);
    assert_eq!(distance(&board, "1008", "0812"), 5);
    let east = board.dir_by_name("E").expect("pointy tops have an east");
    assert_eq!(names(&board, board.line(hex(&board, "1216"), east)), "1217 1218 1219 1220");
}

#[test]
fn first_blood_counts_west_and_north() {
    let board = board(first_blood());
    for (a, b) in [("4232", "4131"), ("4131", "4032"), ("4032", "3931")] {
        assert_eq!(distance(&board, a, b), 1);
    }
    assert_eq!(distance(&board, "2236", "2232"), 4);
    assert_eq!(distance(&board, "2236", "2034"), 3);
    assert_eq!(around(&board, "4132"), "4133 4033 4032 4131 4232 4233");
}

#[test]
fn first_blood_lines_run_through_hexes_and_along_hexsides() {
    let board = board(first_blood());
    assert_eq!(ray(&board, "2717", "2518"), "2717 2618 2518");
    assert_eq!(ray(&board, "2821", "3124"), "2821 2921 2922 3023 3024 3124");
    assert_eq!(ray(&board, "2921", "3124"), "2921 2922|3022 3023 3024|3123 3124");
    assert_eq!(ray(&board, "3124", "2921"), "3124 3024|3123 3023 2922|3022 2921");
    assert_eq!(ray(&board, "2236", "2236"), "2236");
}

#[test]
fn a_line_through_a_corner_leaves_out_the_hex_it_only_touches() {
    // A third of the way lies the corner of 06.05, 07.05 and 07.06; the line goes on into 07.06 and never
    // enters 07.05. The second half is the first one turned about.
    let line = ray(&board(marne()), "05.05", "10.06");
    assert_eq!(line, "05.05 06.05 07.06 08.05 09.06 10.06");
}

#[test]
fn a_line_nearly_along_sides_may_cross_more_hexes_than_its_distance() {
    // Half-way the line changes from row 02 to row 03 across the side between 18.02 and 18.03.
    let board = board(marne());
    let (a, b) = (hex(&board, "02.02"), hex(&board, "34.03"));
    assert_eq!((board.distance(a, b), board.ray(a, b).count()), (32, 34));
}

#[test]
fn a_line_says_where_it_leaves_the_map() {
    let board = board(without(&["04.01", "03.02"], marne()));
    assert_eq!(ray(&board, "01.01", "03.01"), "01.01 02.01| 03.01");
    assert_eq!(ray(&board, "03.01", "05.01"), "03.01 off 05.01");
    assert_eq!(ray(&board, "03.01", "03.03"), "03.01 off 03.03");
}

#[test]
fn missing_hexes_are_stepped_over_and_do_not_shorten() {
    let board = board(without(&["05.04", "05.06"], marne()));
    let centre = hex(&board, "05.05");
    assert_eq!(around(&board, "05.05"), "06.04 06.05 04.05 04.04");
    assert_eq!(names(&board, board.ring(centre, 1)), "06.04 06.05 04.05 04.04");
    assert_eq!(names(&board, board.disc(centre, 1)), "04.04 04.05 05.05 06.04 06.05");
    assert_eq!(names(&board, board.line(centre, Dir::ALL[0])), "05.03 05.02 05.01");
    assert_eq!(distance(&board, "05.03", "05.07"), 4);
}

#[test]
fn sides_are_named_by_their_hexes_or_by_hex_and_direction() {
    let board = board(marne());
    let side = board.side_between(hex(&board, "06.16"), hex(&board, "06.15"));
    assert_eq!(side.map(|side| board.side_name(side)), Some("06.15/06.16".to_owned()));
    for name in ["06.15/06.16", "06.16/06.15", "06.15/S", "06.16/N"] {
        assert_eq!(board.side_by_name(name), side);
    }
    let border = board.side_by_name("06.01/N").expect("a hex owns its northern side");
    assert_eq!(board.side_hexes(border), (hex(&board, "06.01"), None));
    assert_eq!(board.side_name(border), "06.01/N");
    assert_eq!(board.side_words(border), "06.01-north");
    assert_eq!(board.side_by_words("06.16-06.15").map(|side| board.side_words(side)).as_deref(), Some("06.15-06.16"));
    assert_eq!(board.side_by_name("06.24/S"), None);
    assert_eq!(board.side_by_name("06.15/06.17"), None);
}

#[test]
fn names_are_read_only_as_printed() {
    let dotted = board(marne());
    for wrong in ["", "6.15", "0615", "06.150", "+6.15", "06,15", "37.01", "00.01", "0é.15"] {
        assert_eq!(dotted.by_name(wrong), None, "{wrong}");
    }
    let wide = board(BoardSpec { columns: 95..=120, rows: 1..=9, ..fleur() });
    assert_eq!(names(&wide, wide.hexes().take(2)), "095001 095002");
}

#[test]
fn every_fault_says_what_to_type() {
    let one = BoardSpec { columns: 1..=1, rows: 1..=1, ..fleur() };
    let cases = [
        (BoardSpec { columns: RangeInclusive::new(22, 1), ..fleur() }, "Type columns 1 to 22"),
        (BoardSpec { rows: 1..=1000, ..fleur() }, "Type a last number of 999 or less."),
        (BoardSpec { columns: 1..=200, rows: 1..=100, ..fleur() }, "are 20000 hexes"),
        (without(&["2301"], fleur()), "Type a number as printed, from 0101 to 2228"),
        (without(&["0101", "0101"], fleur()), "Delete one of the two."),
        (without(&["0101"], one), "Delete the numbers of the hexes that are on it."),
    ];
    for (spec, part) in cases {
        let what = fault(spec);
        assert!(what.contains(part), "{what}");
    }
}

prop_compose! {
    fn any_spec()(
        flags in any::<[bool; 6]>(), column in 0..12u16, wide in 0..9u16, row in 0..12u16, high in 0..9u16,
    ) -> BoardSpec {
        let [flat, first, dot, east, south, even] = flags;
        BoardSpec {
            top: if flat { Top::Flat } else { Top::Pointy },
            columns: column..=column + wide,
            rows: row..=row + high,
            order: if first { Order::ColumnRow } else { Order::RowColumn },
            dot,
            columns_run: if east { ColumnsRun::East } else { ColumnsRun::West },
            rows_run: if south { RowsRun::South } else { RowsRun::North },
            shifted: if even { Parity::Even } else { Parity::Odd },
            without: Vec::new(),
        }
    }
}

/// A board with about a quarter of its hexes missing, but never the first one.
fn with_holes() -> impl Strategy<Value = (BoardSpec, Board)> {
    (any_spec(), prop::collection::vec(0..4u8, 81)).prop_map(|(spec, dice)| {
        let full = board(spec.clone());
        let missing = full.hexes().skip(1).zip(dice).filter(|&(_, die)| die == 0);
        let spec = BoardSpec { without: missing.map(|(hex, _)| full.name(hex)).collect(), ..spec };
        let holed = board(spec.clone());
        (spec, holed)
    })
}

fn steps_from(board: &Board, start: Hex) -> Vec<Option<u16>> {
    let mut steps = vec![None; usize::from(board.count())];
    steps[start.index()] = Some(0);
    let mut queue = vec![start];
    for k in 1.. {
        queue = queue.iter().flat_map(|&hex| Dir::ALL.map(|dir| board.neighbour(hex, dir))).flatten().collect();
        queue.retain(|hex| steps[hex.index()].is_none());
        if queue.is_empty() {
            break;
        }
        queue.iter().for_each(|hex| steps[hex.index()] = Some(k));
    }
    steps
}

/// The centre of a hex in lanes and half hexes, worked out anew from what the specification says.
fn centre(spec: &BoardSpec, board: &Board, hex: Hex) -> (i64, i64) {
    let (column, row) = (i64::from(board.column(hex)), i64::from(board.row(hex)));
    let x = if spec.columns_run == ColumnsRun::East { column } else { -column };
    let y = if spec.rows_run == RowsRun::South { row } else { -row };
    match spec.top {
        Top::Flat => (x, 2 * y + i64::from(spec.shifted.holds(board.column(hex)))),
        Top::Pointy => (y, 2 * x + i64::from(spec.shifted.holds(board.row(hex)))),
    }
}

/// The part of the line, from where to where in fractions of it, that is nearest to this centre; and whether all
/// of it is as near to another one. Found from the six bisectors, not from corners as the board does.
fn part(c: (i64, i64), a: (i64, i64), b: (i64, i64)) -> Option<((i64, i64), bool)> {
    let dot = |p: (i64, i64), q: (i64, i64)| 3 * p.0 * q.0 + p.1 * q.1;
    let less = |p: (i64, i64), q: (i64, i64)| (p.0 * q.1).cmp(&(q.0 * p.1)) == Ordering::Less;
    let (mut from, mut to, mut shared) = ((0, 1), (1, 1), false);
    for n in [(0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1)] {
        // Nearer to c than to c + n, at the fraction t: slope * t <= room.
        let (slope, room) = (2 * dot((b.0 - a.0, b.1 - a.1), n), 4 - 2 * dot((a.0 - c.0, a.1 - c.1), n));
        let limit = (room * slope.signum(), slope.abs());
        match slope.signum() {
            1 if less(limit, to) => to = limit,
            -1 if less(from, limit) => from = limit,
            0 if room < 0 => return None,
            0 if room == 0 => shared = true,
            _ => {}
        }
    }
    less(from, to).then_some((from, shared))
}

/// The hexes of a step.
fn hexes(step: RayStep) -> Vec<Hex> {
    match step {
        RayStep::One(hex) => vec![hex],
        RayStep::Tie(hex, other) => [Some(hex), other].into_iter().flatten().collect(),
        RayStep::Off => vec![],
    }
}

/// The steps of a ray by brute force over all hexes of the map; steps off the map are not seen.
fn ray_by_bisectors(spec: &BoardSpec, board: &Board, a: Hex, b: Hex) -> Vec<RayStep> {
    let (from, to) = (centre(spec, board, a), centre(spec, board, b));
    let seen = |hex| part(centre(spec, board, hex), from, to).map(|(at, shared)| (at, hex, shared));
    let mut parts: Vec<_> = board.hexes().filter_map(seen).collect();
    parts.sort_by(|(p, ..), (q, ..)| (p.0 * q.1).cmp(&(q.0 * p.1)));
    let same = |p: (i64, i64), q: (i64, i64)| p.0 * q.1 == q.0 * p.1;
    let faces = parts.chunk_by(|p, q| same(p.0, q.0)).map(|faces| match faces {
        [(_, hex, false)] => RayStep::One(*hex),
        [(_, hex, true)] => RayStep::Tie(*hex, None),
        [(_, low, true), (_, high, true)] => RayStep::Tie(*low, Some(*high)),
        _ => panic!("no three hexes share a part of a line"),
    });
    faces.collect()
}

proptest! {
    #[test]
    fn neighbours_look_back((_, board) in with_holes()) {
        for hex in board.hexes() {
            for dir in Dir::ALL {
                let Some(next) = board.neighbour(hex, dir) else { continue };
                prop_assert_eq!(board.neighbour(next, dir.opposite()), Some(hex));
                prop_assert_eq!(board.dir_to(hex, next), Some(dir));
                prop_assert_eq!(board.distance(hex, next), 1);
            }
        }
    }

    #[test]
    fn distance_is_the_shortest_walk_on_a_full_map(spec in any_spec(), pick: prop::sample::Index) {
        let board = board(spec);
        let start = *pick.get(&board.hexes().collect::<Vec<_>>());
        let steps = steps_from(&board, start);
        for hex in board.hexes() {
            prop_assert_eq!(steps[hex.index()], Some(board.distance(start, hex)));
        }
    }

    #[test]
    fn no_two_hexes_are_farther_apart_than_the_specification_says((spec, holed) in with_holes()) {
        let full = BoardSpec { without: vec![], ..spec };
        let most = |board: &Board| {
            let pairs = board.hexes().flat_map(|a| board.hexes().map(move |b| (a, b)));
            pairs.map(|(a, b)| board.distance(a, b)).max()
        };
        prop_assert_eq!(most(&board(full.clone())), Some(full.farthest()));
        prop_assert!(most(&holed) <= Some(full.farthest()));
    }

    #[test]
    fn rings_share_out_the_map((_, board) in with_holes(), pick: prop::sample::Index) {
        let all: Vec<_> = board.hexes().collect();
        let centre = *pick.get(&all);
        let mut met = Vec::new();
        for k in 0..=30 {
            let ring: Vec<_> = board.ring(centre, k).collect();
            prop_assert!(ring.iter().all(|&hex| board.distance(centre, hex) == k));
            met.extend(ring);
            met.sort();
            prop_assert_eq!(&met, &board.disc(centre, k).collect::<Vec<_>>());
        }
        prop_assert_eq!(met, all);
    }

    #[test]
    fn a_ring_well_inside_the_map_is_whole_and_clockwise(spec in any_spec(), pick: prop::sample::Index) {
        let board = board(spec);
        let centre = *pick.get(&board.hexes().collect::<Vec<_>>());
        let on_the_edge = |hex: &Hex| board.neighbours()[hex.index()].contains(&u16::MAX);
        let inside = board.hexes().filter(on_the_edge).map(|hex| board.distance(centre, hex)).min().unwrap_or(0);
        for k in 1..=inside {
            let ring: Vec<_> = board.ring(centre, k).collect();
            prop_assert_eq!(ring.len(), 6 * usize::from(k));
            prop_assert!(ring.windows(2).all(|pair| board.distance(pair[0], pair[1]) == 1));
            let corners = Dir::ALL.map(|dir| board.line(centre, dir).nth(usize::from(k) - 1));
            let turning: Vec<_> = ring.iter().step_by(usize::from(k)).map(|&hex| Some(hex)).collect();
            prop_assert_eq!(turning, corners);
        }
    }

    #[test]
    fn names_and_ids_ascend_together((spec, board) in with_holes()) {
        let names: Vec<_> = board.hexes().map(|hex| board.name(hex)).collect();
        prop_assert!(names.is_sorted());
        for (hex, name) in board.hexes().zip(&names) {
            prop_assert_eq!(board.by_name(name), Some(hex));
            prop_assert_eq!(board.hex(hex.id()), Some(hex));
        }
        prop_assert!(spec.without.iter().all(|name| board.by_name(name).is_none()));
        prop_assert_eq!(board.hex(board.count()), None);
    }

    #[test]
    fn both_hexes_know_a_side_by_one_id((_, board) in with_holes()) {
        for hex in board.hexes() {
            for dir in Dir::ALL {
                let (side, next) = (board.side(hex, dir), board.neighbour(hex, dir));
                prop_assert_eq!(side.is_none(), next.is_none() && dir.number() >= 3);
                let Some(next) = next else { continue };
                prop_assert_eq!(side, board.side(next, dir.opposite()));
                prop_assert_eq!(side, board.side_between(next, hex));
                let faces = side.map(|side| board.side_hexes(side));
                prop_assert_eq!(faces, Some((hex.min(next), Some(hex.max(next)))));
            }
        }
        for side in (0..board.side_count()).filter_map(|id| board.side_at(id)) {
            prop_assert_eq!(board.side_by_name(&board.side_name(side)), Some(side));
            prop_assert_eq!(board.side_by_words(&board.side_words(side)), Some(side));
        }
    }

    #[test]
    fn a_ray_is_the_line_exactly((spec, board) in with_holes(), picks: [prop::sample::Index; 2]) {
        let all: Vec<_> = board.hexes().collect();
        let [a, b] = picks.map(|pick| *pick.get(&all));
        let on_map: Vec<_> = board.ray(a, b).filter(|&step| step != RayStep::Off).collect();
        prop_assert_eq!(on_map, ray_by_bisectors(&spec, &board, a, b));
    }

    #[test]
    fn a_ray_is_the_same_backwards_and_has_no_gap(spec in any_spec(), picks: [prop::sample::Index; 2]) {
        let board = board(spec);
        let all: Vec<_> = board.hexes().collect();
        let [a, b] = picks.map(|pick| *pick.get(&all));
        let steps: Vec<_> = board.ray(a, b).collect();
        let mut back: Vec<_> = board.ray(b, a).collect();
        back.reverse();
        prop_assert_eq!(&steps, &back);
        prop_assert_eq!((steps.first(), steps.last()), (Some(&RayStep::One(a)), Some(&RayStep::One(b))));
        prop_assert!(steps.len() > usize::from(board.distance(a, b)));
        for pair in steps.windows(2) {
            let touch = |p: &Hex| hexes(pair[1]).iter().all(|q| board.distance(*p, *q) == 1);
            prop_assert!(hexes(pair[0]).iter().all(touch));
        }
        if steps.iter().any(|&step| matches!(step, RayStep::Tie(..))) {
            prop_assert_eq!(steps.len(), usize::from(board.distance(a, b)) + 1);
        }
    }
}
