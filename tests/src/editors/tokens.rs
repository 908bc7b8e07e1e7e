//! What the lexer says of every token, for colourings to be held to. In: all rules of this tree. Out: JSON.
//!
//! `{"scopes": [..], "groups": [..], "files": [{"path": .., "tokens": [length, scope, length, scope, ..]}, ..]}`: tokens tile their file, lengths are
//! counted in UTF-16, as editors count; a scope is its number in the list, and -1 where nothing is to be coloured; `groups` are
//! the same as Vim calls them.

use super::{SHADES, Shade, root};
use crate::rules::{below, text};
use wgr_grammar::{TokenKind, WordClass, meaning, shells, tokens};

/// Where there are rules, right and wrong.
const FOLDERS: [&str; 4] = ["games", "cli/template", "tests/suite", "editors/vscode/test"];

/// The shades of a text: of each token its length and its shade.
fn shades(text: &str) -> Vec<(usize, Option<Shade>)> {
    let items = shells(text).0;
    let starts: Vec<u32> = items.iter().filter(|shell| shell.keyword.is_some()).map(|shell| shell.span.start).collect();
    let shade = |kind: TokenKind, start: u32, said: &str| match kind {
        TokenKind::Comment => Some(Shade::Comment),
        TokenKind::String | TokenKind::UnclosedString => Some(Shade::String),
        TokenKind::Number | TokenKind::Section | TokenKind::Dice | TokenKind::Letters => Some(Shade::Number),
        TokenKind::Word if starts.binary_search(&start).is_ok() => Some(Shade::Word(WordClass::Item)),
        TokenKind::Word => meaning(said).map(|entry| Shade::Word(entry.class)),
        TokenKind::Space
        | TokenKind::Newline
        | TokenKind::Open
        | TokenKind::Close
        | TokenKind::OpenList
        | TokenKind::CloseList
        | TokenKind::OpenBrace
        | TokenKind::CloseBrace
        | TokenKind::Comma
        | TokenKind::Semicolon
        | TokenKind::Colon
        | TokenKind::Equals
        | TokenKind::Plus
        | TokenKind::Minus
        | TokenKind::Star
        | TokenKind::Slash
        | TokenKind::Dot
        | TokenKind::Dots
        | TokenKind::Less
        | TokenKind::AtMost
        | TokenKind::More
        | TokenKind::AtLeast
        | TokenKind::Question
        | TokenKind::Foreign
        | TokenKind::Unknown => None,
    };
    let told = tokens(text).into_iter().map(|token| {
        let said = token.span.of(text);
        (said.encode_utf16().count(), shade(token.kind, token.span.start, said))
    });
    told.collect()
}

/// Of all files with rules in this tree.
pub fn tokens_of_all() -> String {
    let number = |shade: Option<Shade>| {
        let at = shade.and_then(|shade| SHADES.iter().position(|known| *known == shade));
        at.map_or_else(|| "-1".to_owned(), |at| at.to_string())
    };
    let mut files = Vec::new();
    for path in FOLDERS.iter().flat_map(|folder| below(&root().join(folder), "wgr")) {
        let Some(text) = text(&path) else { continue };
        let shown = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        let tokens: Vec<String> =
            shades(&text).into_iter().map(|(length, shade)| format!("{length},{}", number(shade))).collect();
        files.push(format!("{{\"path\":\"{shown}\",\"tokens\":[{}]}}", tokens.join(",")));
    }
    let scopes = SHADES.map(|shade| format!("\"{}\"", shade.scope())).join(",");
    let groups = SHADES.map(|shade| format!("\"{}\"", shade.group().0)).join(",");
    format!("{{\"scopes\":[{scopes}],\"groups\":[{groups}],\"files\":[\n{}\n]}}\n", files.join(",\n"))
}
