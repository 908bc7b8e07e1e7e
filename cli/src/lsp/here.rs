//! What is known where the cursor stands: the item, the names that it reads, what the words before the cursor are. In: a
//! text up to the cursor, and the names as they were read last. The text may be another one by now, so that all is found by
//! its words and nothing by its place.

#![expect(clippy::wildcard_enum_match_arm, reason = "few sorts of names matter to each question")]

use wgr_compiler::{Names, Sort, Symbol, Typed};
use wgr_grammar::{ITEMS, Token, TokenKind, is_reserved, tokens};

pub(super) fn is_of_name(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// The item in which the cursor stands.
#[derive(Default)]
pub(super) struct Item {
    /// As symbols say what they belong to: `value odds`.
    pub(super) called: String,
    pub(super) keyword: String,
    pub(super) name: String,
    /// The action whose names it reads.
    within: Option<String>,
    /// Up to the cursor.
    pub(super) text: String,
}

impl Item {
    pub(super) fn around(text: &str) -> Item {
        let mut end = text.len();
        loop {
            let start = text.get(..end).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
            let line = text.get(start..).unwrap_or_default().split('\n').next().unwrap_or_default();
            let keyword = line.split(|sign: char| !sign.is_ascii_alphabetic()).next().unwrap_or_default();
            if ITEMS.iter().any(|word| word.text == keyword) {
                let item = text.get(start..).unwrap_or_default();
                return Item { text: item.to_owned(), ..Item::of(line, keyword) };
            }
            if start == 0 {
                return Item::default();
            }
            end = start - 1;
        }
    }

    fn of(head: &str, keyword: &str) -> Item {
        let rest = head.get(keyword.len()..).unwrap_or_default().trim_start();
        let name: String = if rest.starts_with('"') {
            rest.split_inclusive('"').take(2).collect()
        } else {
            rest.chars().take_while(|sign| is_of_name(*sign)).collect()
        };
        let mut within = head.split_once(" within ").map(|(_, rest)| rest);
        if keyword == "action" {
            within = Some(&name);
        }
        let word = |text: &str| text.chars().take_while(|sign| is_of_name(*sign)).collect();
        let within = within.map(word);
        let called = format!("{keyword} {name}");
        Item { called, keyword: keyword.to_owned(), name: name.clone(), within, text: String::new() }
    }

    /// Is a name of this item in scope there?
    pub(super) fn reads(&self, symbol: &Symbol) -> bool {
        let own = symbol.of == self.called;
        let of_target = self.keyword == "also" && symbol.of.split(' ').nth(1) == Some(self.name.as_str());
        let kept = || match (&self.within, symbol.of.strip_prefix("action ")) {
            (Some(within), Some(action)) => within == action,
            // An example reads what actions keep.
            (None, Some(_)) => self.keyword == "example" && symbol.sort == Sort::Kept,
            (_, None) => false,
        };
        match symbol.sort {
            Sort::Local | Sort::Stage => own,
            Sort::Parameter => own || of_target || kept(),
            Sort::Role | Sort::Kept => own || kept(),
            _ => false,
        }
    }
}

pub(super) struct Here<'g> {
    pub(super) names: &'g Names,
    pub(super) item: &'g Item,
}

impl Here<'_> {
    /// What an expression that ends a text is: a name, a call, a look-up, a field of one.
    pub(super) fn typed(&self, text: &str) -> Option<Typed> {
        let text = text.trim_end();
        let mut end = text.len();
        for (open, close) in [('(', ')'), ('[', ']')] {
            if text.ends_with(close) {
                let mut depth = 0;
                end = text.char_indices().rev().find_map(|(at, sign)| {
                    depth += i32::from(sign == close) - i32::from(sign == open);
                    (depth == 0).then_some(at)
                })?;
            }
        }
        let text = text.get(..end)?;
        let start = text
            .rfind(|sign: char| !is_of_name(sign))
            .map_or(0, |at| at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        let name = text.get(start..)?;
        let before = text.get(..start)?.trim_end();
        if let Some(of) = before.strip_suffix('.') {
            let of = self.typed(of)?;
            return match name {
                "hex" => Some(Typed { text: "Hex".to_owned(), hex: true, ..Typed::default() }),
                "side" => Some(Typed { text: "Side".to_owned(), side: true, ..Typed::default() }),
                _ => self.names.fields(&of).find(|field| field.name == name).map(|field| field.typed.clone()),
            };
        }
        match name {
            "phasing" | "acting" => return Some(Typed { text: "Side".to_owned(), side: true, ..Typed::default() }),
            "phase" => return Some(Typed { text: "Phase".to_owned(), ..Typed::default() }),
            "it" => return self.piece_before(before),
            _ => {}
        }
        let all = || self.names.symbols().map(|(_, symbol)| symbol).filter(|symbol| symbol.name == name);
        let own = all().filter(|symbol| self.item.reads(symbol)).last();
        let found = own.map(|symbol| symbol.typed.clone()).or_else(|| self.typed_now(name));
        found.or_else(|| all().find(|symbol| has_value(symbol.sort)).map(|symbol| symbol.typed.clone()))
    }

    /// What a line that is not read yet gives this name to: `any r in regiments`, `u: Regiment`.
    fn typed_now(&self, name: &str) -> Option<Typed> {
        let given = self.given_now();
        let (_, rest) = given.into_iter().rev().find(|(known, _)| *known == name)?;
        let line = rest.split('\n').next().unwrap_or_default();
        line.split(|sign: char| !is_of_name(sign)).filter(|word| !word.is_empty()).find_map(|word| self.kind(word))
    }

    /// Names that the text before the cursor gives, and what stands behind each.
    pub(super) fn given_now(&self) -> Vec<(&str, &str)> {
        let text = self.item.text.as_str();
        let words: Vec<Token> = tokens(text).into_iter().filter(|token| token.kind != TokenKind::Space).collect();
        let said = |at: usize| words.get(at).map_or("", |token| token.span.of(text));
        let mut found = Vec::new();
        for (at, token) in words.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Word) {
            let binds = at > 0 && matches!(said(at - 1), "any" | "every" | "no" | "each") && said(at + 1) == "in";
            let typed = said(at + 1) == ":" && at > 0 && matches!(said(at - 1), "(" | "," | "keeps");
            let picked = at > 0 && said(at - 1) == "as";
            if binds || typed || picked {
                found.push((token.span.of(text), text.get(token.span.end as usize..).unwrap_or_default()));
            }
        }
        found
    }

    /// The piece or kind that a word names, by its name or its nouns.
    fn kind(&self, word: &str) -> Option<Typed> {
        let of_word = |symbol: &&Symbol| match symbol.sort {
            Sort::Kind => {
                let lower = symbol.name.to_lowercase();
                symbol.name == word || lower == word || word.strip_suffix('s') == Some(lower.as_str())
            }
            Sort::Noun => symbol.name == word,
            _ => false,
        };
        self.names.symbols().map(|(_, symbol)| symbol).find(of_word).map(|symbol| symbol.typed.clone())
    }

    /// `it` is one of what was named last before `where`, or a parameter's own.
    fn piece_before(&self, before: &str) -> Option<Typed> {
        before.rsplit(|sign: char| !is_of_name(sign)).filter(|word| !word.is_empty()).find_map(|word| self.kind(word))
    }

    /// The call in which a text ends: what is called, and how many arguments stand before.
    pub(super) fn call<'t>(&self, text: &'t str) -> Option<(&Symbol, usize, &'t str)> {
        let (mut depth, mut before) = (0, 0);
        for (at, sign) in text.char_indices().rev() {
            match sign {
                ')' | ']' => depth += 1,
                '(' | '[' if depth > 0 => depth -= 1,
                '(' | '[' => {
                    let called = text.get(..at)?;
                    let start = called.trim_end_matches(is_of_name).len();
                    let name = called.get(start..)?;
                    let all = self.names.symbols().map(|(_, symbol)| symbol).filter(|symbol| symbol.name == name);
                    let asked = |sort: Sort| {
                        has_value(sort) || matches!(sort, Sort::Procedure | Sort::Purchase) || sort == Sort::Action
                    };
                    let symbol = all.into_iter().find(|symbol| asked(symbol.sort)).filter(|_| !is_reserved(name))?;
                    return Some((symbol, before, name));
                }
                ',' if depth == 0 => before += 1,
                '{' | '}' | ';' | '"' => return None,
                _ => {}
            }
        }
        None
    }

    /// What something is asked about, in order.
    pub(super) fn parameters<'n>(&'n self, of: &'n str) -> impl Iterator<Item = &'n Symbol> {
        let own = move |symbol: &&Symbol| {
            symbol.sort == Sort::Parameter && symbol.of.split(' ').nth(1) == Some(of) && !symbol.of.starts_with("also ")
        };
        self.names.symbols().map(|(_, symbol)| symbol).filter(own)
    }
}

pub(super) const ROWS: &[Sort] =
    &[Sort::Value, Sort::Fact, Sort::Permit, Sort::Zone, Sort::Course, Sort::Path, Sort::Knowledge, Sort::Obligation];

/// May it stand in an expression?
pub(super) fn has_value(sort: Sort) -> bool {
    ROWS.contains(&sort)
        || matches!(
            sort,
            Sort::Side
                | Sort::Member
                | Sort::Counter
                | Sort::State
                | Sort::Run
                | Sort::Table
                | Sort::Feature
                | Sort::Spot
                | Sort::Measure
                | Sort::Die
        )
}
