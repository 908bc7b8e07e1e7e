//! A game with its errata in it, as plain texts.
//!
//! In: the texts of a game, errata among them. Out: each text as it counts, without errata; what stands beside errata in
//! their files stays there; lines for the ledger. Promises: comments and everything that no errata touch stay as they are;
//! examples that do not hold are gone, and heads of examples name no errata.

use super::errata::Errata;
use super::overlay::{over, text::taken_out};
use crate::diag::Place;
use crate::source::{FileId, Sources};
use wgr_grammar::ast::{self, EditKind, ItemKind};
use wgr_grammar::{Parsed, Span, parse};

/// A game that errata are baked into.
pub struct Baked {
    /// Texts that hold nothing but errata are empty.
    pub texts: Vec<(FileId, String)>,
    /// Cases that house rules brought, with what they say.
    pub cases: Vec<(String, String)>,
}

impl Baked {
    /// The ledger with a line for each case that the errata bring.
    pub fn ledger(&self, text: &str) -> String {
        let head: Vec<&str> = text.lines().next().unwrap_or_default().split('\t').map(str::trim).collect();
        let mut with = text.to_owned();
        for (case, says) in &self.cases {
            if !with.ends_with('\n') {
                with.push('\n');
            }
            let section = case.split('#').next().unwrap_or(case);
            let cell = |column: &&str| match *column {
                "id" => case.replacen('#', ".", 1),
                "section" => section.to_owned(),
                "statement" => says.clone(),
                "kind" => "house rule".to_owned(),
                _ => String::new(),
            };
            with.push_str(&head.iter().map(cell).collect::<Vec<String>>().join("\t"));
            with.push('\n');
        }
        with
    }
}

/// Bakes the errata of a game into its texts.
pub fn baked(sources: &Sources) -> Baked {
    let parsed: Vec<(FileId, Parsed)> = sources.iter().map(|(file, source)| (file, parse(&source.text))).collect();
    let files: Vec<(FileId, &ast::File)> = parsed.iter().map(|(file, parsed)| (*file, &*parsed.file)).collect();
    let overlay = over(sources, &files, &mut |_, _, text| parse(text));
    let now = overlay.sources(sources);
    let texts = files.iter().zip(overlay.files(&files)).map(|((written, _), (file, tree))| {
        let text = now.get(file).map_or("", |source| source.text.as_str());
        let aside = |example: &ast::Example| {
            let at = now.written(Place::new(file, example.title.span));
            overlay.aside.iter().any(|aside| aside.at == at)
        };
        let mut gone: Vec<Span> = Vec::new();
        for item in &tree.items {
            match &item.kind {
                ItemKind::Errata(_) => gone.push(taken_out(text, item.span)),
                ItemKind::Example(example) if aside(example) => gone.push(taken_out(text, item.span)),
                ItemKind::Example(example) => {
                    gone.extend(example.under.iter().map(|under| with_blank(text, under.span)))
                }
                _ => {}
            }
        }
        (*written, without(text, gone))
    });
    let texts = texts.collect();
    let mut errata =
        Errata { sources, files: &files, titles: Vec::new(), heads: Vec::new(), aside: Vec::new(), told: Vec::new() };
    let mut cases = Vec::new();
    for line in errata.lines() {
        if let EditKind::Case { cases: own, says } = &line.edit.kind {
            cases.extend(own.iter().map(|case| (case.text.clone(), says.text.clone())));
        }
    }
    Baked { texts, cases }
}

/// With one blank before it.
fn with_blank(text: &str, span: Span) -> Span {
    let before = Span { start: 0, end: span.start }.of(text);
    Span { start: before.trim_end_matches([' ', '\t']).len() as u32, end: span.end }
}

fn without(text: &str, mut gone: Vec<Span>) -> String {
    gone.sort();
    let (mut out, mut from) = (String::with_capacity(text.len()), 0);
    for span in gone {
        out.push_str(Span { start: from, end: span.start.max(from) }.of(text));
        from = from.max(span.end);
    }
    out.push_str(Span { start: from, end: text.len() as u32 }.of(text));
    out
}
