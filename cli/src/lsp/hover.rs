//! What a place means, in words. In: a game as it was read last, its outline, and a place in an open file. Out: what
//! stands there, how it is declared, what the book says of its cases, who shows it. A word of the language is told in a line.

use super::games::{Game, Which};
use super::meant::{Read, shown};
use super::server::Server;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, TextDocumentPositionParams};
use wgr_compiler::diag::Place;
use wgr_compiler::{Heading, LedgerLine, Mark, Outline, Sort, Symbol, SymbolId};
use wgr_grammar::{ITEMS, Span, TokenKind, meaning, tokens};

/// More lines than these are read where they stand.
const MOST_LINES: usize = 14;
const MOST_NAMED: usize = 6;

pub(crate) fn hover(server: &Server, which: &Which, game: &Game, at: &TextDocumentPositionParams) -> Option<Hover> {
    let read = Read::of(server, game)?;
    let told = Told { read: &read, outline: game.outline.as_ref()?, which };
    let (span, file, parts) = match read.mark(at) {
        Some(mark) => (mark.at.span, mark.at.file, told.symbol(mark)?),
        None => {
            let (file, offset) = read.offset(&at.text_document.uri, at.position)?;
            let (span, said) = word(read.sheets.get(file)?.lines.text, offset)?;
            (span, file, vec![said])
        }
    };
    let value = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: Some(read.sheets.get(file)?.lines.range(span)) })
}

/// A word of the language, and what it means.
fn word(text: &str, offset: u32) -> Option<(Span, String)> {
    let start = text.get(..offset as usize)?.rfind('\n').map_or(0, |at| at + 1);
    let line = text.get(start..)?.split('\n').next().unwrap_or_default();
    let at = offset - start as u32;
    let token = tokens(line).into_iter().find(|token| token.span.start <= at && at <= token.span.end)?;
    let said = token.span.of(line);
    let begins = token.span.start == 0;
    let entry = ITEMS.iter().find(|entry| begins && entry.text == said).or_else(|| meaning(said));
    let entry = entry.filter(|_| token.kind == TokenKind::Word)?;
    let span = Span { start: token.span.start + start as u32, end: token.span.end + start as u32 };
    Some((span, format!("`{}`: {}", entry.text, entry.meaning)))
}

struct Told<'r, 's> {
    read: &'r Read<'s>,
    outline: &'r Outline,
    which: &'r Which,
}

fn code(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    if text.lines().count() > MOST_LINES {
        lines.push("    ..");
    }
    format!("```wgr\n{}\n```", lines.join("\n"))
}

impl Told<'_, '_> {
    fn symbol(&self, mark: Mark) -> Option<Vec<String>> {
        let symbol = self.read.symbol(mark)?;
        let mut parts = vec![headline(symbol)];
        if symbol.sort == Sort::Case {
            parts.extend(self.case(&symbol.name));
            parts.push(self.carriers(mark));
            parts.push(self.examples(&[mark.symbol]));
        }
        if let Some(shown) = symbol.shown {
            let text = self.read.loaded.sources.text(shown);
            parts.push(self.notes(shown));
            if !matches!(symbol.sort, Sort::Local | Sort::Role | Sort::Stage) {
                parts.push(code(text.trim_end().trim_end_matches('{').trim_end()));
            }
            parts.push(self.rows(symbol));
            let cases = self.cases_in(shown);
            let named = cases.iter().filter_map(|id| self.read.names.symbol(*id));
            parts.extend(named.flat_map(|case| self.case(&case.name)));
            // An example shows a row that it names by its title or its case.
            if symbol.sort.is_title() {
                let shows: Vec<SymbolId> = cases.into_iter().chain([mark.symbol]).collect();
                parts.push(self.examples(&shows));
            }
            if !mark.declares {
                parts.push(self.place(symbol.declared.first().copied()));
            }
        }
        parts.push(format!("Page: {}", page(symbol.sort)));
        Some(parts)
    }

    /// `rules/07_combat.wgr:12`
    fn place(&self, at: Option<Place>) -> String {
        let found = at.and_then(|at| {
            let sheet = self.read.sheets.get(at.file)?;
            Some(format!("{}:{}", shown(self.which, &sheet.path), sheet.lines.line_of(at.span.start) + 1))
        });
        found.map_or_else(String::new, |place| format!("Declared at `{place}`."))
    }

    /// The notes of the designer above it.
    fn notes(&self, at: Place) -> String {
        let Some(sheet) = self.read.sheets.get(at.file) else { return String::new() };
        let first = sheet.lines.line_of(at.span.start);
        let above = (0..first).rev().map(|line| sheet.lines.line(line).trim());
        let mut notes: Vec<&str> = above.map_while(|line| line.strip_prefix("///")).map(str::trim).collect();
        notes.reverse();
        notes.join(" ")
    }

    /// What answers: the rows of a value, as they are written, those of other chapters too.
    fn rows(&self, symbol: &Symbol) -> String {
        let answers = matches!(
            symbol.sort,
            Sort::Value
                | Sort::Fact
                | Sort::Permit
                | Sort::Zone
                | Sort::Course
                | Sort::Path
                | Sort::Knowledge
                | Sort::Obligation
        );
        if !answers {
            return String::new();
        }
        let own = [format!("{} {}", symbol.sort.called(), symbol.name), format!("also {}", symbol.name)];
        let rows = self.read.names.symbols().filter(|(_, row)| row.sort == Sort::Row && own.contains(&row.of));
        let lines: Vec<String> = rows
            .filter_map(|(_, row)| {
                let text = self.read.loaded.sources.text(row.shown?);
                Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
            })
            .collect();
        if lines.is_empty() { String::new() } else { code(&lines.join("\n")) }
    }

    /// The cases that stand in the first line of something.
    fn cases_in(&self, shown: Place) -> Vec<SymbolId> {
        let marks = self.read.names.marks_in(shown.file);
        let first = marks.partition_point(|mark| mark.at.span.start < shown.span.start);
        let near = marks.iter().skip(first).take_while(|mark| shown.holds(mark.at));
        let is_case = |mark: &&Mark| self.read.symbol(**mark).is_some_and(|symbol| symbol.sort == Sort::Case);
        near.take(MOST_NAMED).filter(is_case).map(|mark| mark.symbol).collect()
    }

    /// What the book says there, and who decided what it leaves open.
    fn case(&self, case: &str) -> Vec<String> {
        let ledger = self.read.loaded.ledger.as_ref();
        let lines = ledger.map(|ledger| ledger.cited(case)).unwrap_or_default();
        let told = |line: &&LedgerLine| {
            let aside = line.aside.as_ref().map(|(what, why)| format!(" ({what}: {why})")).unwrap_or_default();
            format!("**{}** {}{aside}", line.case, line.statement)
        };
        let mut parts: Vec<String> = lines.iter().take(MOST_NAMED).map(told).collect();
        let rulings = self.outline.rulings.iter().filter(|ruling| ruling.cases.iter().any(|known| known == case));
        parts.extend(
            rulings.map(|ruling| {
                format!("Ruling {} by {}: {} {}", ruling.name, ruling.by, ruling.question, ruling.because)
            }),
        );
        parts
    }

    /// The rows, statements and items that carry a case.
    fn carriers(&self, mark: Mark) -> String {
        let Some(symbol) = self.read.symbol(mark) else { return String::new() };
        let carry = self.outline.carriers.iter().filter(|carrier| carrier.cases.contains(&symbol.name));
        let named: Vec<String> = carry
            .map(|carrier| match carrier.title == carrier.item {
                true => format!("`{}`", carrier.item),
                false => format!("\"{}\" of `{}`", carrier.title, carrier.item),
            })
            .collect();
        listed("Carried by", &named)
    }

    /// The examples that name one of these.
    fn examples(&self, of: &[SymbolId]) -> String {
        let is_example = |heading: &&Heading| heading.called.starts_with("example ");
        let shows = |heading: &&Heading| {
            let mut marks = of.iter().flat_map(|symbol| self.read.names.marks_of(*symbol));
            marks.any(|mark| heading.at.holds(mark.at))
        };
        let found = self.outline.headings.iter().filter(is_example).filter(shows);
        let named: Vec<String> =
            found.map(|heading| heading.called.trim_start_matches("example ").to_owned()).collect();
        listed("Shown by", &named)
    }
}

fn listed(what: &str, named: &[String]) -> String {
    if named.is_empty() {
        return String::new();
    }
    let more = named.len().saturating_sub(MOST_NAMED);
    let shown = named.get(..named.len().min(MOST_NAMED)).unwrap_or_default().join(", ");
    if more > 0 { format!("{what} {shown} and {more} more.") } else { format!("{what} {shown}.") }
}

fn headline(symbol: &Symbol) -> String {
    let name = if symbol.sort.is_title() { format!("\"{}\"", symbol.name) } else { format!("`{}`", symbol.name) };
    let typed = if symbol.typed.text.is_empty()
        || matches!(symbol.sort, Sort::Kind | Sort::Noun | Sort::Member | Sort::Parameter | Sort::Kept)
    {
        String::new()
    } else {
        format!(": {}", symbol.typed.text)
    };
    let of = if symbol.of.is_empty() { String::new() } else { format!(" of {}", symbol.of) };
    format!("**{}** {name}{typed}{of}", symbol.sort.called())
}

/// As it lies in the repository.
fn page(sort: Sort) -> String {
    match sort.page().strip_prefix("../") {
        Some(page) => format!("docs/{page}.md"),
        None => format!("docs/language/{}.md", sort.page()),
    }
}
