//! The board in the text: its line in the header, and the printed names of hexes, directions and hexsides.

use crate::board::{Board, BoardSpec, ColumnsRun, Dir, Order, Parity, RowsRun, Top};
use crate::ir::{DIR, DomainId, EDGE, HEX};
use std::fmt::Write;

/// The first domains of a program with a board.
pub const BOARD_DOMAINS: [(&str, DomainId); 3] = [("hex", HEX), ("dir", DIR), ("edge", EDGE)];

/// The printed name of a member of one of the board's domains.
pub(super) fn member_name(board: &Board, domain: DomainId, member: i64) -> Option<String> {
    let id = u16::try_from(member).ok()?;
    match domain {
        DIR => Some(board.dir_name(Dir::new(u8::try_from(member).ok()?)?).to_owned()),
        EDGE => Some(board.side_name(board.side_at(id)?)),
        _ => Some(board.name(board.hex(id)?)),
    }
}

pub(super) fn print(spec: &BoardSpec) -> String {
    let top = match spec.top {
        Top::Flat => "flat",
        Top::Pointy => "pointy",
    };
    let order = match spec.order {
        Order::ColumnRow => "column-row",
        Order::RowColumn => "row-column",
    };
    let columns = match spec.columns_run {
        ColumnsRun::East => "east",
        ColumnsRun::West => "west",
    };
    let rows = match spec.rows_run {
        RowsRun::South => "south",
        RowsRun::North => "north",
    };
    let shifted = match spec.shifted {
        Parity::Even => "even",
        Parity::Odd => "odd",
    };
    let dot = if spec.dot { " dot" } else { "" };
    let ((c1, c2), (r1, r2)) = ((spec.columns.start(), spec.columns.end()), (spec.rows.start(), spec.rows.end()));
    let mut out = format!(
        "board {top} {order}{dot} columns {c1}..{c2} rows {r1}..{r2} numbers {columns} {rows} shifted {shifted}"
    );
    if !spec.without.is_empty() {
        out.push_str(" without {");
        for name in &spec.without {
            // Writing to a `String` never fails.
            let _ =
                if is_printed(name) { write!(out, " {name}") } else { write!(out, " {}", super::print::quoted(name)) };
        }
        out.push_str(" }");
    }
    out
}

/// Digits, or digits, a dot and digits, as the lexer reads them back.
fn is_printed(name: &str) -> bool {
    let number = |text: &str| (1..=9).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    match name.split_once('.') {
        Some((first, second)) => number(first) && number(second),
        None => number(name),
    }
}
