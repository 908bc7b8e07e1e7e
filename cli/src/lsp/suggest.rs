//! What may be typed next. In: a text up to the cursor, and the game as it was read last. Out: words, the likeliest first.
//! Titles stand between quotes, cases where the book is cited, fields behind a dot, members where a list is compared
//! with, and behind `perform`, `during`, `by` and their like what can stand there alone; elsewhere all that has a value.

#![expect(clippy::wildcard_enum_match_arm, reason = "few sorts of names fit where something is wanted")]

use super::games::Game;
use super::here::{Here, Item, ROWS, has_value, is_of_name};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Position, Range, TextEdit};
use std::collections::BTreeSet;
use wgr_compiler::looks::{self, Spot};
use wgr_compiler::{Sort, Symbol, Typed};
use wgr_grammar::{ITEMS, RESERVED, Token, TokenKind, WordEntry, tokens};

/// `text` ends at the cursor, which stands at `at`.
pub(crate) fn suggest(text: &str, at: Position, game: &Game) -> Vec<CompletionItem> {
    let line = text.rsplit('\n').next().unwrap_or_default();
    let words: Vec<Token> = tokens(line).into_iter().filter(|token| token.kind != TokenKind::Space).collect();
    if words.iter().any(|token| token.kind == TokenKind::Comment) {
        return Vec::new();
    }
    let item = Item::around(text);
    let typed = line.trim_end_matches(is_of_name);
    let here = Here { names: game.names(), item: &item };
    if let Some(open) = words.iter().find(|token| token.kind == TokenKind::UnclosedString) {
        return here.titles(line.get(..open.span.start as usize).unwrap_or_default().trim_end());
    }
    let cited = line.trim_end_matches(|sign: char| sign.is_alphanumeric() || "_.#".contains(sign));
    let case = line.get(cited.len()..).unwrap_or_default();
    if case.starts_with(|sign: char| sign.is_ascii_digit()) {
        return if cites(cited) { cases(game, case, at) } else { here.hexes() };
    }
    if case.starts_with(|sign: char| sign.is_ascii_uppercase()) && cites(cited) {
        let found = cases(game, case, at);
        // Else it is a name that begins with a capital.
        if !found.is_empty() {
            return found;
        }
    }
    if let Some(of) = typed.strip_suffix('.') {
        return here.fields(of);
    }
    if item.keyword == "look" && !typed.is_empty() {
        return here.looks(typed);
    }
    if typed.is_empty() {
        return ITEMS.iter().map(|word| known(word, "0")).collect();
    }
    here.fitting(typed.trim_end())
}

/// Does a case stand here: at the beginning of a line, or behind a word that cites one?
fn cites(before: &str) -> bool {
    let mut rest = before.trim_end();
    while let Some(list) = rest.strip_suffix(',') {
        rest = list.trim_end_matches(|sign: char| sign.is_alphanumeric() || "_.#,".contains(sign)).trim_end();
    }
    let first = before.split_whitespace().next().unwrap_or_default();
    match rest.rsplit(' ').next().unwrap_or_default() {
        "" | "answer" | "amend" | "remove" => true,
        "of" => first == "example",
        "on" => first == "ruling",
        "by" => first == "refused",
        _ => false,
    }
}

impl Here<'_> {
    fn all(&self, rank: &str, wanted: impl Fn(&Symbol) -> bool) -> Vec<CompletionItem> {
        let mut seen = BTreeSet::new();
        let found = self.names.symbols().map(|(_, symbol)| symbol).filter(|symbol| wanted(symbol));
        found.filter(|symbol| seen.insert(symbol.name.as_str())).map(|symbol| one(symbol, rank)).collect()
    }

    /// Titles, as far as what stands before says whose.
    fn titles(&self, before: &str) -> Vec<CompletionItem> {
        let mut rest = before;
        // Lists of titles, some with amounts.
        while let Some(at) = rest.rfind('"').filter(|_| rest.ends_with([',', '"'])) {
            let Some(open) = rest.get(..at).and_then(|before| before.rfind('"')) else { break };
            rest = rest.get(..open).unwrap_or_default().trim_end().trim_end_matches(',').trim_end();
        }
        let last = rest.rsplit(' ').next().unwrap_or_default();
        let begins = rest.trim_start();
        let row = |symbol: &Symbol| symbol.sort == Sort::Row;
        // No row names itself.
        let own = |symbol: &Symbol| rest.contains(&format!("\"{}\"", symbol.name));
        let in_rows = |symbol: &Symbol, name: &str| symbol.of.split(' ').nth(1) == Some(name);
        let of = |name: &str| self.all("0", |symbol| row(symbol) && in_rows(symbol, name) && !own(symbol));
        let sorts = |sorts: &[Sort]| self.all("0", |symbol| sorts.contains(&symbol.sort));
        match (last, self.item.keyword.as_str()) {
            ("to", _) if rest.ends_with("exception to") => of(&self.item.name),
            // `"Woods" applies` in a condition.
            ("waives" | "when" | "unless" | "and" | "or" | "not" | "if", _) => of(&self.item.name),
            ("from", "example") => {
                let asked = begins.trim_start_matches("expect").trim_start();
                let asked: String = asked.chars().take_while(|sign| is_of_name(*sign)).collect();
                let own = of(&asked);
                if own.is_empty() { sorts(&[Sort::Row]) } else { own }
            }
            ("after", _) | ("aside", "errata") => sorts(&[Sort::Example]),
            ("with" | "without", "example") => sorts(&[Sort::Errata]),
            ("answer", _) => sorts(&[Sort::Statement]),
            ("allow", _) => sorts(&[Sort::Row, Sort::Statement]),
            ("over" | "requires" | "excludes", "errata") => sorts(&[Sort::Errata]),
            ("over", "ruling") => sorts(&[Sort::Row]),
            (_, "errata") if begins.starts_with("amend") || begins.starts_with("remove") => sorts(&[Sort::Row]),
            _ => Vec::new(),
        }
    }

    fn hexes(&self) -> Vec<CompletionItem> {
        self.all("0", |symbol| symbol.sort == Sort::Spot)
    }

    /// The fields of what stands before the dot.
    fn fields(&self, of: &str) -> Vec<CompletionItem> {
        let Some(typed) = self.typed(of) else { return Vec::new() };
        let mut found: Vec<CompletionItem> = self.names.fields(&typed).map(|symbol| one(symbol, "0")).collect();
        if typed.pieces != 0 {
            let given =
                [("hex", "where it stands"), ("side", "whose it is"), ("covered", "another counter lies on it")];
            found.extend(given.map(|(word, means)| plain(word, CompletionItemKind::FIELD, means, "1")));
        }
        found
    }

    /// In a `look`: what is drawn, then what it looks like, then what stands where on a counter.
    fn looks(&self, before: &str) -> Vec<CompletionItem> {
        let words = before.trim_start();
        if words.is_empty() {
            let drawn = [Sort::Side, Sort::Member, Sort::Kind, Sort::Feature, Sort::Field, Sort::Marker, Sort::State];
            let mut found = self.all("0", |symbol| drawn.contains(&symbol.sort));
            found.extend(self.all("1", |symbol| symbol.sort == Sort::Counter));
            return found;
        }
        let part = words.rsplit(',').next().unwrap_or_default();
        if part.contains(':') {
            let shown = [Sort::Field, Sort::Value];
            return self.all("0", |symbol| shown.contains(&symbol.sort));
        }
        let spots = Spot::ALL
            .into_iter()
            .map(|spot| plain(&format!("{}:", spot.word()), CompletionItemKind::KEYWORD, "a place on a counter", "1"));
        let like = looks::words::known().map(|word| plain(word, CompletionItemKind::COLOR, "what it looks like", "0"));
        if words.contains(',') { spots.collect() } else { like.chain(spots).collect() }
    }

    /// What the words before the cursor leave room for.
    fn fitting(&self, before: &str) -> Vec<CompletionItem> {
        let mut words = before.rsplit(|sign: char| sign.is_whitespace() || sign == '(' || sign == ',');
        let (last, one_before) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let first = before.split_whitespace().next().unwrap_or_default();
        let only = |sorts: &[Sort]| self.all("0", |symbol| sorts.contains(&symbol.sort));
        let example = self.item.keyword == "example";
        let sides = || only(&[Sort::Side]);
        match last {
            "perform" => return only(&[Sort::Procedure]),
            "during" => return only(&[Sort::Phase]),
            "also" => return only(ROWS),
            "in" if matches!(first, "scene") => return only(&[Sort::Phase]),
            "in" if matches!(first, "also" | "victory") => return only(&[Sort::Scenario, Sort::Option]),
            "with" if first == "scene" => return only(&[Sort::Scenario, Sort::Option]),
            "without" if first == "scene" => return only(&[Sort::Option]),
            "of" if matches!(first, "scene" | "on") => return sides(),
            "of" if one_before == "end" && first != "limit" => return only(&[Sort::Phase, Sort::Run]),
            "of" if one_before == "number" && before.ends_with("any number of") => return only(&[Sort::Action]),
            "of" if one_before == "set" => return self.types(),
            "by" if example => return sides(),
            "turns" if one_before == "player" => return sides(),
            "order" if first == "order" => return sides(),
            "when" | "refused" if example => return only(&[Sort::Action]),
            "to" if example && first == "on" => return only(&[Sort::Phase]),
            "at" if example && first == "example" => return only(&[Sort::Scenario, Sort::Scene]),
            "end" => return only(&[Sort::Action, Sort::Run]),
            "roll" if !example => return only(&[Sort::Die]),
            "draw" if example => return only(&[Sort::Counter]),
            "ruling" if first != "ruling" => return only(&[Sort::Ruling]),
            "from" if first == "draw" => return only(&[Sort::Box]),
            "within" if ITEMS.iter().any(|word| word.text == first) => return only(&[Sort::Action]),
            ":" if !example => return self.types(),
            _ => {}
        }
        if last.ends_with(':') && self.declares(first, last) {
            return self.types();
        }
        let mut found = self.compared(before, last);
        found.extend(self.arguments(before));
        found.extend(self.all("1", |symbol| self.item.reads(symbol)));
        let given = self.given_now().into_iter().map(|(name, _)| plain(name, CompletionItemKind::VARIABLE, "", "1"));
        found.extend(given);
        found.extend(self.all("2", |symbol| has_value(symbol.sort) || matches!(symbol.sort, Sort::Kind | Sort::Noun)));
        found.extend(RESERVED.iter().map(|word| known(word, "3")));
        let mut seen = BTreeSet::new();
        found.retain(|item| seen.insert(item.label.clone()));
        found
    }

    /// `u: `, `lead: `: a name is given with its type; an example's answers stand behind a colon too.
    fn declares(&self, first: &str, last: &str) -> bool {
        let name = last.trim_end_matches(':');
        let word = !name.is_empty() && name.chars().all(is_of_name);
        let any = matches!(first, "any" | "every" | "no");
        let item = self.item.keyword.as_str();
        let head = matches!(item, "value" | "fact" | "permit" | "state" | "action" | "procedure" | "piece" | "never");
        word && !any && head && (first == item || matches!(first, "keeps" | "printed" | "state" | "flags"))
    }

    /// Members of what is compared with, or written.
    fn compared(&self, before: &str, last: &str) -> Vec<CompletionItem> {
        let left = match last {
            "is" | "becomes" | "=" | "in" => before.strip_suffix(last),
            "not" => before.strip_suffix("is not"),
            _ => None,
        };
        let typed = left.and_then(|left| self.typed(left));
        typed.map(|typed| self.of_type(&typed, last != "becomes")).unwrap_or_default()
    }

    /// What an argument may be that ends behind a bracket or a comma.
    fn arguments(&self, before: &str) -> Vec<CompletionItem> {
        let wanted = || {
            let (_, at, name) = self.call(before)?;
            self.parameters(name).nth(at).map(|parameter| parameter.typed.clone())
        };
        let typed = if before.ends_with(['(', ',', '[']) { wanted() } else { None };
        typed.map(|typed| self.of_type(&typed, false)).unwrap_or_default()
    }

    fn of_type(&self, typed: &Typed, or_kind: bool) -> Vec<CompletionItem> {
        let mut found = Vec::new();
        if let Some(list) = typed.of {
            found.extend(self.names.members(list).map(|member| one(member, "0")));
        }
        if typed.side {
            found.extend(self.all("0", |symbol| symbol.sort == Sort::Side));
        }
        let fits = |symbol: &Symbol| symbol.typed.pieces != 0 && symbol.typed.pieces & !typed.pieces == 0;
        if typed.pieces != 0 && !or_kind {
            found.extend(self.all("0", |symbol| self.item.reads(symbol) && fits(symbol)));
        }
        if typed.pieces != 0 && or_kind {
            found.extend(self.all("0", |symbol| symbol.sort == Sort::Kind && symbol.typed.pieces & typed.pieces != 0));
        }
        if typed.hex {
            found.extend(self.all("0", |symbol| self.item.reads(symbol) && symbol.typed.hex));
            found.extend(self.hexes());
        }
        match typed.text.as_str() {
            "Phase" => found.extend(self.all("0", |symbol| symbol.sort == Sort::Phase)),
            "yes/no" => found.extend(["yes", "no"].map(|word| plain(word, CompletionItemKind::KEYWORD, "", "0"))),
            _ => {}
        }
        found
    }

    fn types(&self) -> Vec<CompletionItem> {
        let mut found =
            self.all("0", |symbol| matches!(symbol.sort, Sort::Enum | Sort::Kind | Sort::Scale | Sort::Notation));
        let given = ["Side", "Hex", "Hexside", "Direction", "Phase", "yes/no", "set of"];
        found.extend(given.map(|word| plain(word, CompletionItemKind::STRUCT, "", "1")));
        found
    }
}

fn known(word: &WordEntry, rank: &str) -> CompletionItem {
    plain(word.text, CompletionItemKind::KEYWORD, word.meaning, rank)
}

fn plain(label: &str, kind: CompletionItemKind, detail: &str, rank: &str) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        sort_text: Some(format!("{rank}{label}")),
        ..CompletionItem::default()
    }
}

fn one(symbol: &Symbol, rank: &str) -> CompletionItem {
    let typed = if symbol.typed.text.is_empty() { String::new() } else { format!(": {}", symbol.typed.text) };
    let of = if symbol.of.is_empty() { String::new() } else { format!(" of {}", symbol.of) };
    let detail = format!("{}{typed}{of}", symbol.sort.called());
    plain(&symbol.name, kind(symbol.sort), &detail, rank)
}

/// What the protocol has that comes nearest.
fn kind(sort: Sort) -> CompletionItemKind {
    match sort {
        Sort::Field | Sort::Marker | Sort::Part => CompletionItemKind::FIELD,
        Sort::Member | Sort::Side | Sort::Phase => CompletionItemKind::ENUM_MEMBER,
        Sort::Enum | Sort::Scale | Sort::Notation => CompletionItemKind::ENUM,
        Sort::Kind | Sort::Noun => CompletionItemKind::CLASS,
        Sort::Value | Sort::Fact | Sort::Permit | Sort::Zone | Sort::Course | Sort::Path | Sort::Table => {
            CompletionItemKind::FUNCTION
        }
        Sort::Action | Sort::Procedure | Sort::Purchase => CompletionItemKind::METHOD,
        Sort::Local | Sort::Parameter | Sort::Role | Sort::Kept | Sort::State | Sort::Box => {
            CompletionItemKind::VARIABLE
        }
        Sort::Measure => CompletionItemKind::UNIT,
        sort if sort.is_title() => CompletionItemKind::REFERENCE,
        _ => CompletionItemKind::VALUE,
    }
}

/// The cases of the ledger that begin so, each with what the book says there; without a ledger those that are cited.
fn cases(game: &Game, word: &str, at: Position) -> Vec<CompletionItem> {
    // Digits, letters and dots are one unit each, so this is where the word begins.
    let start = Position { character: at.character.saturating_sub(word.chars().count() as u32), ..at };
    let one = |case: &str, says: &str| {
        let edit = TextEdit { range: Range { start, end: at }, new_text: case.to_owned() };
        let text_edit = Some(CompletionTextEdit::Edit(edit));
        CompletionItem { text_edit, ..plain(case, CompletionItemKind::CONSTANT, says, "0") }
    };
    match game.loaded.as_ref().and_then(|loaded| loaded.ledger.as_ref()) {
        Some(ledger) => {
            let fits = ledger.lines().iter().filter(|line| line.case.starts_with(word));
            fits.map(|line| one(&line.case, &line.statement)).collect()
        }
        None => {
            let cited = game.names().symbols().map(|(_, symbol)| symbol).filter(|symbol| symbol.sort == Sort::Case);
            // The one that is typed is cited by that alone.
            cited
                .filter(|case| case.name.starts_with(word) && case.name != word)
                .map(|case| one(&case.name, ""))
                .collect()
        }
    }
}
