//! What a name stands for: items by their names, locals by the block that declares them.

use super::names::did_you_mean;
use super::read::{Global, Parse, Reader};
use super::read_cursor::shorten;
use super::{boards, lexer::Tok};
use crate::ir::{DomainId, FuncId, LocalId, Pos, Type};

impl Global {
    fn what(self) -> &'static str {
        match self {
            Global::Domain(_) => "a domain",
            Global::Kind(_) => "a kind",
            Global::Table(_) => "a table",
            Global::Cell(_) => "a cell",
            Global::Func(_) => "a function",
        }
    }
}

impl<'a> Reader<'a> {
    /// Every name outside functions is there once.
    pub(super) fn declare(&mut self, name: &str, global: Global, at: Pos) -> Parse<()> {
        if let Some(&(other, place)) = self.globals.get(name) {
            let what = format!(
                "`{name}` is {} already (line {}, column {}); give one of the two another name",
                other.what(),
                place.line,
                place.column
            );
            self.fault(at, what);
        } else {
            self.globals.insert(name.to_owned(), (global, at));
        }
        Ok(())
    }

    pub(super) fn global(&self, name: &str) -> Option<Global> {
        self.globals.get(name).map(|&(global, _)| global)
    }

    /// Says once that a name is not known, unless its item is broken.
    pub(super) fn unknown(&mut self, name: &'a str, at: Pos, what: &str, known: impl Fn(Global) -> bool) {
        if self.broken.contains(name) {
            return;
        }
        let found = self.global(name);
        // Looking for near names takes longest, and nobody reads so many messages.
        let near = if self.errors.len() >= super::read::MOST_ERRORS {
            String::new()
        } else {
            let globals = self.globals.iter().filter(|(_, (global, _))| known(*global)).map(|(name, _)| name.as_str());
            let locals = self.work.scope.iter().map(|&(name, _)| name).filter(|_| what == VALUE);
            did_you_mean(name, globals.chain(locals))
        };
        let message = match found {
            Some(found) => format!("`{name}` is {}, and {what} is expected here{near}", found.what()),
            None => format!("{} is not declared{near}", quote(what, name)),
        };
        self.fault(at, message);
        // Once is enough; a local may be unknown in another function as well.
        if self.broken.insert(name) && what == VALUE {
            self.work.poisoned.push(name);
        }
    }

    pub(super) fn func_named(&mut self, name: &'a str, at: Pos) -> Option<FuncId> {
        match self.global(name) {
            Some(Global::Func(func)) => Some(func),
            _ => {
                self.unknown(name, at, "a function", |global| matches!(global, Global::Func(_)));
                None
            }
        }
    }

    /// Calls name a function by a word that stands here.
    pub(super) fn func(&mut self, like: &str) -> Parse<FuncId> {
        let at = self.pos();
        let name = self.name("a function", like)?;
        Ok(self.func_named(name, at).unwrap_or(FuncId::new(0)))
    }

    /// A domain's name; nothing if there is none of this name, which is recorded.
    pub(super) fn domain(&mut self, like: &str) -> Parse<Option<DomainId>> {
        let at = self.pos();
        let name = self.name("a domain", like)?;
        match self.global(name) {
            Some(Global::Domain(domain)) => Ok(Some(domain)),
            _ => {
                self.unknown_domain(name, at, "a domain");
                Ok(None)
            }
        }
    }

    pub(super) fn unknown_domain(&mut self, name: &'a str, at: Pos, what: &str) {
        if boards::DOMAINS.iter().any(|&(board, _)| board == name) && self.global(name).is_none() {
            if !self.broken.contains(name) {
                self.fault(at, format!("`{name}` needs a board; declare it with `board` before it is used"));
                self.broken.extend(boards::DOMAINS.map(|(name, _)| name));
            }
        } else if self.global(name).is_none() && self.is_declared_later(name) {
            self.fault(at, format!("`{name}` is declared further down; move its line above this one"));
            self.broken.insert(name);
        } else {
            self.unknown(name, at, what, |global| matches!(global, Global::Domain(_)));
        }
    }

    fn is_declared_later(&self, name: &str) -> bool {
        let rest = self.tokens.get(self.next..).unwrap_or_default();
        rest.windows(2).any(|pair| {
            matches!(pair[0].tok, Tok::Word("enum" | "kind")) && matches!(pair[1].tok, Tok::Word(word) if word == name)
        })
    }

    /// A member by its bare name; for the board's domains as `hex"06.15"` or `"06.15"`.
    pub(super) fn member_here(&mut self, domain: Option<DomainId>, like: &str) -> Parse<Option<i64>> {
        let on_board = domain.is_none_or(|domain| boards::DOMAINS.iter().any(|&(_, of)| of == domain));
        if let (Tok::Word(word), Tok::Text(_)) = (self.tok(), self.tok_at(1))
            && on_board
            && boards::DOMAINS.iter().any(|(name, _)| name == word)
        {
            self.advance();
        }
        let at = self.pos();
        if let (Tok::Text(text), true) = (self.tok(), on_board) {
            let text = text.clone();
            self.advance();
            return Ok(domain.and_then(|domain| self.printed_member(domain, &text, at)));
        }
        let name = self.member_word(like)?;
        Ok(domain.and_then(|domain| self.member_named(domain, &name, at)))
    }

    /// A member's name: a word, or in quotes what is none, like `"A0D1*"`.
    pub(super) fn member_word(&mut self, like: &str) -> Parse<String> {
        if let Tok::Text(text) = self.tok() {
            let text = text.clone();
            self.advance();
            return Ok(text);
        }
        self.word("a member's name", like).map(str::to_owned)
    }

    pub(super) fn member_named(&mut self, domain: DomainId, name: &str, at: Pos) -> Option<i64> {
        let declared = self.program.domains.get(domain.index())?;
        if let Some(index) = declared.members.iter().position(|member| member == name) {
            return i64::try_from(index).ok();
        }
        if self.broken.contains(declared.name.as_str()) {
            return None;
        }
        let what = if declared.members.is_empty() {
            let sample = self.board.as_ref().map_or_else(String::new, |board| boards::sample(board, domain));
            format!("`{}` has no members with names; {sample}", declared.name)
        } else {
            let near = did_you_mean(name, declared.members.iter().map(String::as_str));
            let few = if declared.members.len() <= 8 {
                format!("; its members are {}", declared.members.join(", "))
            } else {
                String::new()
            };
            format!("`{}` has no member `{}`{near}{few}", declared.name, shorten(name))
        };
        self.fault(at, what);
        None
    }

    pub(super) fn printed_member(&mut self, domain: DomainId, text: &str, at: Pos) -> Option<i64> {
        let declared = self.program.domains.get(domain.index())?;
        let Some(board) = &self.board else {
            // A board that is wrong has been told.
            if self.program.board.is_none() && !self.broken.contains(declared.name.as_str()) {
                self.fault(at, format!("`{}` is no domain of a board; write the member without quotes", declared.name));
            }
            return None;
        };
        if !boards::DOMAINS.iter().any(|&(_, of)| of == domain) {
            let what = format!("`{}` is no domain of the board; write the member without quotes", declared.name);
            self.fault(at, what);
            return None;
        }
        let found = boards::member(board, domain, text);
        if found.is_none() {
            let sample = boards::sample(board, domain);
            let name = boards::DOMAINS[domain.index()].0;
            self.fault(at, format!("the board has no {name} `{}`; {sample}", shorten(text)));
        }
        found
    }

    /// A new local, not visible yet.
    pub(super) fn add_local(&mut self, name: &str, ty: Type, hidden: bool) -> LocalId {
        self.work.func.add_local(name, ty, hidden)
    }

    /// From here to the end of the block, the name is this local.
    pub(super) fn open(&mut self, name: &'a str, local: LocalId) {
        self.work.scope.push((name, local));
    }

    pub(super) fn local(&self, name: &str) -> Option<LocalId> {
        self.work.scope.iter().rev().find(|(known, _)| *known == name).map(|&(_, local)| local)
    }
}

/// What is looked for where any value may stand.
pub(super) const VALUE: &str = "a value";

fn quote(what: &str, name: &str) -> String {
    match what {
        VALUE => format!("`{}`", shorten(name)),
        _ => format!("{} `{}`", what.replace("a ", "the "), shorten(name)),
    }
}
