//! Items: the header, and the heads of everything that the program declares. Bodies are skipped here.

use super::lexer::Tok;
use super::read::{Global, Parse, Reader, Stop};
use super::{boards, names};
use crate::board::Board;
use crate::ir::{CellId, Domain, DomainId, FuncId, Hidden, Kind, KindId, Pos, Role, Trigger};

/// A function named before it was declared.
pub(super) struct Fix<'a> {
    name: &'a str,
    at: Pos,
    place: Place,
}

enum Place {
    Main,
    Keep(CellId),
    Sees { cell: CellId, shown: CellId },
    Watch(usize),
    Run(usize),
    By(usize),
}

const ITEMS: [&str; 13] = [
    "board",
    "enum",
    "sides",
    "kind",
    "table",
    "cell",
    "trigger",
    "main",
    "query",
    "effect",
    "procedure",
    "limits",
    "goods",
];

impl<'a> Reader<'a> {
    pub(super) fn items(&mut self) {
        if self.title().is_err() {
            self.recover(0);
        }
        while *self.tok() != Tok::End {
            let start = self.next;
            if self.item().is_err() {
                self.recover(start);
            }
        }
    }

    fn title(&mut self) -> Parse<()> {
        let like = "wgr-ir 1 program \"A skirmish\"";
        self.expect_word("wgr", like)?;
        self.expect_sign("-", like)?;
        self.expect_word("ir", like)?;
        let at = self.pos();
        let version: u32 = self.count("the version", u64::from(u32::MAX), like)?;
        if version != 1 {
            self.fault(at, format!("this is version {version} of the text, and version 1 is read here"));
        }
        self.expect_word("program", like)?;
        self.program.title = self.string("the program's title", like)?;
        Ok(())
    }

    fn item(&mut self) -> Parse<()> {
        let at = self.pos();
        match self.eat_one_of(&ITEMS) {
            Some("board") => self.board_item(at),
            Some("enum") => self.enum_item(),
            Some("sides") => self.sides_item(at),
            Some("kind") => self.kind_item(),
            Some("table") => self.table_item(),
            Some("cell") => self.cell_item(),
            Some("trigger") => self.trigger_item(at),
            Some("main") => self.main_item(at),
            Some(word) => self.func_item(at, word),
            None => {
                let found = self.found();
                let near = match self.tok() {
                    Tok::Word(word) => names::did_you_mean(word, ITEMS.into_iter()),
                    Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) | Tok::End => String::new(),
                };
                let what = format!("no item begins with {found}{near}; items begin with {}", ITEMS.join(", "));
                Err(self.fault(at, what))
            }
        }
    }

    /// Goes on to the next item: a word that begins one, first on its line, outside braces; or in column 1
    /// with the look of an item, for then braces are missing.
    fn recover(&mut self, start: usize) {
        let stopped = self.next;
        let mut depth = 0_i64;
        self.next = start;
        loop {
            match self.tok() {
                Tok::End => return,
                Tok::Sign("{") => depth += 1,
                Tok::Sign("}") => depth = (depth - 1).max(0),
                Tok::Word(word) if self.next > start && self.next >= stopped && ITEMS.contains(word) => {
                    if (depth == 0 && self.is_first()) || self.is_head() {
                        return;
                    }
                }
                Tok::Word(_) | Tok::Number(_) | Tok::Text(_) | Tok::Cases(_) | Tok::Sign(_) => {}
            }
            self.advance();
        }
    }

    fn is_first(&self) -> bool {
        self.tokens.get(self.next).is_some_and(|token| token.first)
    }

    /// Does this look like an item, whatever the braces say?
    pub(super) fn is_head(&self) -> bool {
        let Tok::Word(word) = *self.tok() else { return false };
        if self.pos().column != 1 {
            return false;
        }
        let named = matches!(self.tok_at(1), Tok::Word(_));
        let then = |signs: &[&str]| named && signs.iter().any(|sign| self.is_sign_at(2, sign));
        match word {
            "query" | "effect" | "procedure" | "limits" | "goods" => then(&["("]),
            "table" => then(&["["]),
            "cell" => then(&["[", ":"]),
            "enum" => then(&["{"]),
            "kind" => named && matches!(self.tok_at(2), Tok::Word("of")),
            "trigger" => named && matches!(self.tok_at(2), Tok::Cases(_)),
            _ => ITEMS.contains(&word) && named,
        }
    }

    fn board_item(&mut self, at: Pos) -> Parse<()> {
        let spec = self.board_spec();
        if self.program.board.is_some() || !self.program.domains.is_empty() {
            return Err(self.fault(at, "a program has one `board`, before every `enum`; move it up or delete it"));
        }
        match spec.as_ref().map(Board::new) {
            Ok(Ok(board)) => self.board = Some(board),
            Ok(Err(error)) => drop(self.fault(at, error.to_string())),
            Err(Stop) => {}
        }
        self.program.domains.extend(boards::domains(self.board.as_ref()));
        for (name, domain) in boards::DOMAINS {
            self.declare(name, Global::Domain(domain), at)?;
        }
        self.program.board = Some(spec?);
        Ok(())
    }

    fn enum_item(&mut self) -> Parse<()> {
        let like = "enum Side { German, Allied }";
        let at = self.pos();
        let name = self.name("an enum", like)?;
        let domain = DomainId::new(self.program.domains.len());
        self.program.domains.push(Domain { name: name.to_owned(), members: Vec::new(), size: 0 });
        self.declare(name, Global::Domain(domain), at)?;
        let members = self.members(like);
        if members.is_err() {
            self.broken.insert(name);
        }
        let members: Vec<String> = members?;
        let declared = &mut self.program.domains[domain.index()];
        declared.size = u32::try_from(members.len()).unwrap_or(u32::MAX);
        declared.members = members;
        Ok(())
    }

    fn members(&mut self, like: &str) -> Parse<Vec<String>> {
        self.expect_sign("{", like)?;
        let mut known = std::collections::BTreeSet::new();
        let mut members = Vec::new();
        loop {
            let at = self.pos();
            let member = self.member_word(like)?;
            if names::VALUES.contains(&member.as_str()) {
                self.fault(at, format!("`{member}` says something else in tables; try `{member}_1`"));
            } else if member.is_empty() {
                self.fault(at, "a member has a name; write one between the quotes");
            } else if !known.insert(member.clone()) {
                self.fault(at, format!("the member `{member}` stands here twice; delete one of the two"));
            }
            members.push(member);
            if self.eat_sign("}") {
                return Ok(members);
            }
            if !self.eat_sign(",") {
                return Err(self.expected("`,` or `}`", like));
            }
        }
    }

    fn sides_item(&mut self, at: Pos) -> Parse<()> {
        let sides = self.domain("sides Side")?;
        if self.program.sides.is_some() {
            return Err(self.fault(at, "`sides` is said twice; delete one of the two"));
        }
        self.program.sides = sides;
        Ok(())
    }

    fn kind_item(&mut self) -> Parse<()> {
        let like = "kind Infantry of Unit ir1..ir23";
        let at = self.pos();
        let name = self.name("a kind", like)?;
        let rest = self.kind_rest(like);
        if !matches!(rest, Ok(Some(_))) {
            self.broken.insert(name);
        }
        let Some((domain, first, last)) = rest? else { return Ok(()) };
        let kind = KindId::new(self.program.kinds.len());
        self.program.kinds.push(Kind { name: name.to_owned(), domain, first, last });
        self.declare(name, Global::Kind(kind), at)
    }

    fn kind_rest(&mut self, like: &str) -> Parse<Option<(DomainId, u32, u32)>> {
        self.expect_word("of", like)?;
        let domain = self.domain(like)?;
        let at = self.pos();
        let first = self.kind_end(domain, like)?;
        self.expect_sign("..", like)?;
        let last = self.kind_end(domain, like)?;
        let (Some(domain), Some(first), Some(last)) = (domain, first, last) else { return Ok(None) };
        if first > last {
            self.fault(at, "the first member of the kind stands behind the last in its enum; swap the two");
            return Ok(None);
        }
        Ok(Some((domain, first, last)))
    }

    fn kind_end(&mut self, domain: Option<DomainId>, like: &str) -> Parse<Option<u32>> {
        let found = self.member_here(domain, like)?;
        Ok(found.and_then(|member| u32::try_from(member).ok()))
    }

    fn trigger_item(&mut self, at: Pos) -> Parse<()> {
        let like = "trigger falls @7.1 \"The town falls\" watch fallen run fall by owner at most 20";
        let name = self.name("a trigger", like)?;
        if self.program.triggers.iter().any(|trigger| trigger.name == name) {
            self.fault(at, format!("the trigger `{name}` is declared twice; give one of the two another name"));
        }
        let site = self.site(like)?;
        let index = self.program.triggers.len();
        for (word, place) in [("watch", Place::Watch(index)), ("run", Place::Run(index)), ("by", Place::By(index))] {
            self.expect_word(word, like)?;
            self.func_later(place, like)?;
        }
        self.expect_word("at", like)?;
        self.expect_word("most", like)?;
        let most = self.count("the most runs in one settle", u64::from(u32::MAX), like)?;
        let none = FuncId::new(0);
        self.program.triggers.push(Trigger { name: name.to_owned(), site, watch: none, run: none, by: none, most, at });
        Ok(())
    }

    fn main_item(&mut self, at: Pos) -> Parse<()> {
        if self.program.main.is_some() || self.fixes.iter().any(|fix| matches!(fix.place, Place::Main)) {
            self.fault(at, "`main` is said twice; delete one of the two");
        }
        self.func_later(Place::Main, "main play")
    }

    pub(super) fn keep_later(&mut self, cell: CellId, like: &str) -> Parse<()> {
        self.func_later(Place::Keep(cell), like)
    }

    pub(super) fn sees_later(&mut self, cell: CellId, shown: CellId, like: &str) -> Parse<()> {
        self.func_later(Place::Sees { cell, shown }, like)
    }

    fn func_later(&mut self, place: Place, like: &str) -> Parse<()> {
        let at = self.pos();
        let name = self.name("a function's name", like)?;
        self.fixes.push(Fix { name, at, place });
        Ok(())
    }

    pub(super) fn put_fixes(&mut self) {
        for fix in std::mem::take(&mut self.fixes) {
            if let Some(func) = self.func_named(fix.name, fix.at) {
                self.put_fix(&fix.place, func);
            }
        }
    }

    fn put_fix(&mut self, place: &Place, func: FuncId) {
        let program = &mut self.program;
        match *place {
            Place::Main => program.main = Some(func),
            Place::Keep(cell) => program.cells[cell.index()].role = Role::Keep(func),
            Place::Sees { cell, shown } => program.cells[cell.index()].hidden = Some(Hidden { sees: func, shown }),
            // A trigger that is broken behind its names is not in the list.
            Place::Watch(index) => drop(program.triggers.get_mut(index).map(|trigger| trigger.watch = func)),
            Place::Run(index) => drop(program.triggers.get_mut(index).map(|trigger| trigger.run = func)),
            Place::By(index) => drop(program.triggers.get_mut(index).map(|trigger| trigger.by = func)),
        }
    }
}
