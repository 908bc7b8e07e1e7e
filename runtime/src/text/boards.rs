//! The board in the text: its line in the header, and the printed names of hexes, directions and hexsides.
//! The only file here that knows the shape of a board.

use super::lexer::Tok;
use super::read::{Parse, Reader};
use crate::board::{Board, BoardSpec, ColumnsRun, Dir, Order, Parity, RowsRun, Top};
use crate::ir::{DIR, Domain, DomainId, EDGE, HEX};
use std::fmt::Write;

const BOARD: &str = "board flat column-row columns 1..8 rows 1..8 numbers east south shifted odd";

/// The first domains of a program with a board.
pub(super) const DOMAINS: [(&str, DomainId); 3] = [("hex", HEX), ("dir", DIR), ("edge", EDGE)];

impl Reader<'_> {
    pub(super) fn board_spec(&mut self) -> Parse<BoardSpec> {
        let top = match self.expect_one_of(&["flat", "pointy"], BOARD)? {
            "flat" => Top::Flat,
            _ => Top::Pointy,
        };
        let first = self.expect_one_of(&["column", "row"], BOARD)?;
        self.expect_sign("-", BOARD)?;
        self.expect_word(if first == "column" { "row" } else { "column" }, BOARD)?;
        let order = if first == "column" { Order::ColumnRow } else { Order::RowColumn };
        let dot = self.eat_word("dot");
        self.expect_word("columns", BOARD)?;
        let columns = self.axis()?;
        self.expect_word("rows", BOARD)?;
        let rows = self.axis()?;
        self.expect_word("numbers", BOARD)?;
        let columns_run = match self.expect_one_of(&["east", "west"], BOARD)? {
            "east" => ColumnsRun::East,
            _ => ColumnsRun::West,
        };
        let rows_run = match self.expect_one_of(&["south", "north"], BOARD)? {
            "south" => RowsRun::South,
            _ => RowsRun::North,
        };
        self.expect_word("shifted", BOARD)?;
        let shifted = match self.expect_one_of(&["even", "odd"], BOARD)? {
            "even" => Parity::Even,
            _ => Parity::Odd,
        };
        let without = if self.eat_word("without") { self.without()? } else { Vec::new() };
        Ok(BoardSpec {
            top,
            columns: columns.0..=columns.1,
            rows: rows.0..=rows.1,
            order,
            dot,
            columns_run,
            rows_run,
            shifted,
            without,
        })
    }

    fn axis(&mut self) -> Parse<(u16, u16)> {
        let most = u64::from(u16::MAX);
        let first = self.count("the first number", most, "columns 1..8")?;
        self.expect_sign("..", "columns 1..8")?;
        Ok((first, self.count("the last number", most, "columns 1..8")?))
    }

    /// Printed numbers: `0615`, `06.15`, or any in quotes.
    fn without(&mut self) -> Parse<Vec<String>> {
        let like = "without { 01.01 08.08 }";
        self.expect_sign("{", like)?;
        let mut names = Vec::new();
        while !self.eat_sign("}") {
            let mut name = match self.tok() {
                Tok::Text(text) => text.clone(),
                Tok::Number(_) => self.digits(),
                Tok::Word(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => {
                    return Err(self.expected("the printed number of a hex or `}`", like));
                }
            };
            self.advance();
            if self.is_sign(".") && matches!(self.tok_at(1), Tok::Number(_)) {
                self.advance();
                name = format!("{name}.{}", self.digits());
                self.advance();
            }
            names.push(name);
        }
        Ok(names)
    }

    fn digits(&self) -> String {
        self.tokens.get(self.next).map_or_else(String::new, |token| token.text.to_owned())
    }
}

/// The domains that a board declares; without a board (its specification is wrong) they have no members.
pub(super) fn domains(board: Option<&Board>) -> [Domain; 3] {
    let size = |domain| match domain {
        _ if domain == DIR => 6,
        _ if domain == HEX => board.map_or(0, |board| u32::from(board.count())),
        _ => board.map_or(0, |board| u32::from(board.side_count())),
    };
    DOMAINS.map(|(name, domain)| Domain { name: name.to_owned(), members: Vec::new(), size: size(domain) })
}

/// The member of one of the board's domains with this printed name.
pub(super) fn member(board: &Board, domain: DomainId, name: &str) -> Option<i64> {
    match domain {
        DIR => board.dir_by_name(name).map(|dir| i64::from(dir.number())),
        EDGE => board.side_by_name(name).map(|side| i64::from(side.id())),
        _ => board.by_name(name).map(|hex| i64::from(hex.id())),
    }
}

/// The printed name of a member of one of the board's domains.
pub(super) fn member_name(board: &Board, domain: DomainId, member: i64) -> Option<String> {
    let id = u16::try_from(member).ok()?;
    match domain {
        DIR => Some(board.dir_name(Dir::new(u8::try_from(member).ok()?)?).to_owned()),
        EDGE => Some(board.side_name(board.side_at(id)?)),
        _ => Some(board.name(board.hex(id)?)),
    }
}

/// Two members' names as a message shows them.
pub(super) fn sample(board: &Board, domain: DomainId) -> String {
    let name = |member| member_name(board, domain, member).unwrap_or_default();
    match domain {
        DIR => format!("a direction is one of {}", Dir::ALL.map(|dir| board.dir_name(dir)).join(" ")),
        EDGE => format!("a hexside is two adjacent hexes, like `edge\"{}\"`", name(0)),
        _ => {
            format!("hexes go from `hex\"{}\"` to `hex\"{}\"`", name(0), name(i64::from(board.count()) - 1))
        }
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
