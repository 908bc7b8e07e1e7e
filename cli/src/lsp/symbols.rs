//! What a text is made of: its items, and below them whatever carries a case. In: a text, or the games that are known.
//! Out: the outline of a document, and what a search over all games finds.

use super::documents::Documents;
use super::games::Game;
use super::messages::Sheets;
use super::positions::{Encoding, Lines};
use lsp_types::{DocumentSymbol, Location, OneOf, SymbolKind, Uri, WorkspaceSymbol};
use wgr_compiler::{Carrier, Carries, Heading, Sources, outline};

/// More than anybody reads; an editor asks again when more is typed.
const MOST_FOUND: usize = 200;

pub(crate) fn of_document(text: &str, encoding: Encoding) -> Vec<DocumentSymbol> {
    let lines = Lines::new(text, encoding);
    let mut sources = Sources::new();
    sources.add("", text);
    let outline = outline(&sources);
    outline.headings.iter().map(|heading| item(&lines, heading, &outline.carriers)).collect()
}

/// An item with what carries a case in it; carriers stand in the order of their places.
fn item(lines: &Lines<'_>, heading: &Heading, carriers: &[Carrier]) -> DocumentSymbol {
    let (file, span) = (heading.at.file, heading.at.span);
    let first = carriers.partition_point(|carrier| (carrier.at.file, carrier.at.span.start) < (file, span.start));
    let within = |carrier: &&Carrier| carrier.at.file == file && carrier.at.span.end <= span.end;
    let inside = carriers.iter().skip(first).take_while(within);
    let (own, below): (Vec<&Carrier>, Vec<&Carrier>) = inside.partition(|carrier| carrier.at == heading.head);
    let cases: Vec<&str> = own.iter().flat_map(|own| own.cases.iter().map(String::as_str)).collect();
    let children = below.into_iter().map(|carrier| carried(lines, carrier)).collect();
    symbol(lines, &heading.called, &cases.join(", "), kind(&heading.called), (span, heading.head.span), children)
}

fn carried(lines: &Lines<'_>, carrier: &Carrier) -> DocumentSymbol {
    let kind = match carrier.sort {
        Carries::Row => SymbolKind::FIELD,
        Carries::Statement => SymbolKind::EVENT,
        Carries::Item => SymbolKind::PROPERTY,
        Carries::Construction | Carries::Hole => SymbolKind::NULL,
    };
    let cases = carrier.cases.join(", ");
    let name = if carrier.title == carrier.item { cases.clone() } else { format!("{cases} \"{}\"", carrier.title) };
    let span = carrier.at.span;
    symbol(lines, name.trim(), "", kind, (span, span), Vec::new())
}

#[expect(deprecated, reason = "the type has a field that nobody may fill, and no other way to be made")]
fn symbol(
    lines: &Lines<'_>,
    name: &str,
    detail: &str,
    kind: SymbolKind,
    (whole, head): (wgr_grammar::Span, wgr_grammar::Span),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        // Editors refuse a name without letters.
        name: if name.is_empty() { "?".to_owned() } else { name.to_owned() },
        detail: (!detail.is_empty()).then(|| detail.to_owned()),
        kind,
        tags: None,
        deprecated: None,
        range: lines.range(whole),
        selection_range: lines.range(head),
        children: (!children.is_empty()).then_some(children),
    }
}

/// What the protocol has that comes nearest.
fn kind(called: &str) -> SymbolKind {
    match called.split(' ').next().unwrap_or_default() {
        "game" | "series" => SymbolKind::PACKAGE,
        "piece" | "marker" => SymbolKind::CLASS,
        "kind" => SymbolKind::INTERFACE,
        "enum" | "scale" | "notation" => SymbolKind::ENUM,
        "state" | "box" => SymbolKind::VARIABLE,
        "measure" => SymbolKind::NUMBER,
        "fact" | "permit" | "knowledge" | "obligation" => SymbolKind::BOOLEAN,
        "table" | "order" | "purchase" => SymbolKind::ARRAY,
        "action" | "rule" => SymbolKind::EVENT,
        "procedure" | "sequence" => SymbolKind::METHOD,
        "map" | "scene" | "scenario" => SymbolKind::NAMESPACE,
        "ruling" | "never" | "allow" | "limit" | "errata" | "look" => SymbolKind::CONSTANT,
        "example" => SymbolKind::OBJECT,
        _ => SymbolKind::FUNCTION,
    }
}

/// Items, and what carries a case, whose name, title or case holds the words that are looked for.
pub(crate) fn of_games<'g>(
    games: impl Iterator<Item = &'g mut Game>,
    wanted: &str,
    documents: &Documents,
    encoding: Encoding,
) -> Vec<WorkspaceSymbol> {
    let wanted = wanted.to_lowercase();
    let mut found: Vec<WorkspaceSymbol> = Vec::new();
    for game in games {
        game.outline();
        let (Some(loaded), Some(outline)) = (&game.loaded, &game.outline) else { continue };
        let sheets = Sheets::new(loaded, documents, encoding);
        for heading in &outline.headings {
            let Some(sheet) = sheets.get(heading.at.file) else { continue };
            let item = item(&sheet.lines, heading, &outline.carriers);
            found.extend(hit(&item, None, &wanted, &sheet.uri));
            for child in item.children.as_deref().unwrap_or_default() {
                found.extend(hit(child, Some(&item.name), &wanted, &sheet.uri));
            }
            if found.len() >= MOST_FOUND {
                return found;
            }
        }
    }
    found
}

fn hit(symbol: &DocumentSymbol, container: Option<&str>, wanted: &str, uri: &Uri) -> Option<WorkspaceSymbol> {
    let detail = symbol.detail.as_deref().unwrap_or_default();
    let holds = |text: &str| text.to_lowercase().contains(wanted);
    (holds(&symbol.name) || holds(detail)).then(|| WorkspaceSymbol {
        name: symbol.name.clone(),
        kind: symbol.kind,
        tags: None,
        container_name: container.map(str::to_owned),
        location: OneOf::Left(Location { uri: uri.clone(), range: symbol.selection_range }),
        data: None,
    })
}
