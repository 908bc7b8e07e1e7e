//! A game ready to be played. In: a verified program without rows and settles. Out: board, layout and code
//! beside it, and the names of everything that a person may say or read.

use super::names::plain;
use crate::board::Board;
use crate::exec::Code;
use crate::ir::{DIR, DomainId, EDGE, FuncId, HEX, NONE, Program, TextError, What};
use crate::state::Layout;
use crate::text::print;
use crate::verify::{Verified, verify};

pub struct Game {
    program: Program,
    verified: Verified,
    board: Option<Board>,
    layout: Layout,
    code: Code,
    /// The same with marks, for explaining.
    marked: Code,
    main: FuncId,
    fingerprint: u64,
}

impl Game {
    /// Take a lowered program; everything that could be wrong with it is told by place.
    pub fn new(program: Program) -> Result<Game, Vec<TextError>> {
        let verified = verify(&program)?;
        let one = |what: &str| vec![TextError::new(Default::default(), what)];
        let main = program.main.ok_or_else(|| one("the program has no `main`: add `main NAME` for the procedure that is the game"))?;
        if verified.has_rows || verified.has_settle {
            return Err(one("the program still has rows or settles: lower it before it is played"));
        }
        let board = match &program.board {
            Some(spec) => Some(Board::new(spec).map_err(|error| one(&error.what))?),
            None => None,
        };
        let layout = Layout::new(&program);
        let code = Code::compile(&program, &verified.types, &layout, false).map_err(|error| vec![error])?;
        let marked = Code::compile(&program, &verified.types, &layout, true).map_err(|error| vec![error])?;
        let fingerprint = fingerprint(&print(&program));
        Ok(Game { program, verified, board, layout, code, marked, main, fingerprint })
    }

    pub fn program(&self) -> &Program {
        &self.program
    }
    pub fn verified(&self) -> &Verified {
        &self.verified
    }
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
    }
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
    pub fn code(&self) -> &Code {
        &self.code
    }
    pub(super) fn marked(&self) -> &Code {
        &self.marked
    }
    pub fn main(&self) -> FuncId {
        self.main
    }

    /// The same for two programs only if they say the same: saves and replays carry it.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// What a member is called; "none" for none.
    pub fn member_name(&self, domain: DomainId, member: i64) -> String {
        if member == NONE {
            return "none".to_owned();
        }
        let name = match (&self.board, domain) {
            (Some(board), HEX) => number(member).and_then(|id| board.hex(id)).map(|hex| board.name(hex)),
            (Some(board), EDGE) => number(member).and_then(|id| board.side_at(id)).map(|side| board.side_name(side)),
            (Some(board), DIR) => {
                u8::try_from(member).ok().and_then(crate::board::Dir::new).map(|dir| board.dir_name(dir).to_owned())
            }
            (Some(_) | None, _) => {
                usize::try_from(member).ok().and_then(|at| self.program.domain(domain).members.get(at).cloned())
            }
        };
        name.unwrap_or_else(|| member.to_string())
    }

    /// The member called so.
    pub fn member_named(&self, domain: DomainId, name: &str) -> Option<i64> {
        match (&self.board, domain) {
            (Some(board), HEX) => board.by_name(name).map(|hex| i64::from(hex.id())),
            (Some(board), EDGE) => board.side_by_name(name).map(|side| i64::from(side.id())),
            (Some(board), DIR) => board.dir_by_name(name).map(|dir| i64::from(dir.number())),
            (Some(_) | None, _) => {
                self.program.domain(domain).members.iter().position(|member| member == name).map(|at| at as i64)
            }
        }
    }

    /// A raw value as a reader writes it: a fraction, yes or no, a member's name.
    pub fn value_name(&self, what: What, value: i64) -> String {
        match what {
            What::Int { den } => plain(value, den),
            What::Bool => if value == 1 { "yes" } else { "no" }.to_owned(),
            What::Id(domain) => self.member_name(domain, value),
        }
    }

    pub fn side_name(&self, side: i64) -> String {
        match self.program.sides {
            Some(sides) => self.member_name(sides, side),
            None => side.to_string(),
        }
    }
}

fn number(member: i64) -> Option<u16> {
    u16::try_from(member).ok()
}

fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
