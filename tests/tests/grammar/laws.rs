//! What holds for any text: tokens tile it, nothing panics, the same tree whatever the blanks, the same when read again.

use super::texts;
use proptest::prelude::*;
use wgr_grammar::{Memory, TokenKind, parse, parse_again, shells, tokens};
use wgr_tests::dump::{dump, dump_with_spans};

fn tile(text: &str) {
    let mut end = 0;
    for token in tokens(text) {
        assert_eq!(token.span.start, end, "a gap before {token:?}");
        assert!(token.span.end > token.span.start, "{token:?} is empty");
        end = token.span.end;
    }
    assert_eq!(end as usize, text.len());
}

/// Whatever it is, it is read; places lie in the text, and where something is broken something is told.
fn sound(text: &str) {
    tile(text);
    let parsed = parse(text);
    for fault in &parsed.faults {
        let (start, end) = (fault.span.start as usize, fault.span.end as usize);
        assert!(text.get(start..end).is_some(), "{fault:?} lies outside");
    }
    assert!(parsed.faults.is_sorted_by_key(|fault| fault.span));
    if dump(&parsed.file).contains("(broken") {
        assert!(!parsed.faults.is_empty(), "something is broken and nothing is told:\n{text}");
    }
    shells(text);
}

/// A page with a piece of it cut out, doubled, or replaced by something that hurts.
fn changed() -> impl Strategy<Value = String> {
    let page = prop::sample::select(texts().collect::<Vec<_>>());
    let hurts = prop::sample::select(vec![
        "",
        "{",
        "}",
        "(",
        ")",
        "\"",
        "\n",
        "\n}",
        " = ",
        " when ",
        "[",
        "]",
        "not ",
        "#",
        ",",
        ";",
        "//",
        "é",
        "\u{0}",
        "\n\nvalue ",
        " 1.5 ",
        " else {",
        " otherwise { }",
        "otherwise",
        " for each u in ",
        " ..",
        "\r\n",
        "\t",
        "\u{2028}",
        "- ",
        " of of ",
    ]);
    (page, 0.0..1.0_f64, 0_usize..60, hurts).prop_map(|(page, part, length, hurts)| {
        let at = share(page.len(), part);
        let start = (0..=at).rev().find(|at| page.is_char_boundary(*at)).unwrap_or(0);
        let end = (start + length..=page.len()).find(|at| page.is_char_boundary(*at)).unwrap_or(page.len());
        format!("{}{hurts}{}", &page[..start], &page[end..])
    })
}

#[expect(clippy::float_arithmetic, reason = "proptest shrinks a share better than a number without a bound")]
fn share(length: usize, part: f64) -> usize {
    (length as f64 * part) as usize
}

/// Blanks that may stand where one stood.
fn blanks() -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(vec![" ", "  ", "\t", "   \t "]), 16)
}

/// Other blanks within lines, comments behind them, empty lines between items.
#[expect(clippy::wildcard_enum_match_arm, reason = "only blanks are changed")]
fn respaced(text: &str, blanks: &[&str], comments: bool) -> String {
    let all = tokens(text);
    let mut out = String::new();
    for (at, token) in all.iter().enumerate() {
        let begins = at == 0 || all[at - 1].kind == TokenKind::Newline;
        match token.kind {
            TokenKind::Space if !begins => out.push_str(blanks[at % blanks.len()]),
            // What stands behind `///` belongs to it.
            TokenKind::Newline if comments && (at == 0 || all[at - 1].kind != TokenKind::Comment) => {
                out.push_str(" // a word { or \" two\n")
            }
            TokenKind::Comment if comments && !token.span.of(text).starts_with("///") => {}
            _ => out.push_str(token.span.of(text)),
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}") {
        sound(&text);
    }

    #[test]
    fn any_signs_are_read(text in "[a-z0-9\"{}()\\[\\] \n.,;:#=+*/<>!&|-]{0,300}") {
        sound(&text);
        sound(&format!("fact f {{\n{text}\n}}\n"));
        sound(&format!("procedure f {{\n{text}\n}}\n"));
    }

    #[test]
    fn a_page_that_was_hurt_is_read(text in changed()) {
        sound(&text);
    }

    #[test]
    fn the_tree_is_the_same_whatever_the_blanks(blanks in blanks(), comments: bool, page in 0_usize..17) {
        let text = texts().nth(page).unwrap();
        let other = respaced(text, &blanks, comments);
        prop_assert_eq!(dump(&parse(text).file), dump(&parse(&other).file));
    }

    #[test]
    fn reading_again_is_reading(edits in prop::collection::vec(changed(), 1..4)) {
        let mut memory = Memory::default();
        for text in edits {
            prop_assert_eq!(parse_again(&mut memory, &text), &parse(&text));
            // And back to a page, then once more.
            let page = texts().next().unwrap();
            prop_assert_eq!(parse_again(&mut memory, page), &parse(page));
            prop_assert_eq!(parse_again(&mut memory, &text), &parse(&text));
        }
    }

    #[test]
    fn reading_an_edited_page_again_is_reading_it(page in 0_usize..17, edits in prop::collection::vec((0.0..1.0_f64, "[a-z }{\"\n]{0,3}"), 1..6)) {
        let mut text = texts().nth(page).unwrap().to_owned();
        let mut memory = Memory::default();
        parse_again(&mut memory, &text);
        for (part, insert) in edits {
            let at = share(text.len(), part);
            let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            text.insert_str(at, &insert);
            prop_assert_eq!(parse_again(&mut memory, &text), &parse(&text));
        }
    }

    /// Names, numbers, cases, strings, dice and rulings end for the grammar where a token of theirs ends.
    #[test]
    fn the_grammar_and_the_tokens_agree_where_words_end(name in "[A-Za-z_é][A-Za-z0-9_é]{0,6}", number in "([0-9]{1,3}|[A-Z]{1,3}[0-9]?)(\\.[0-9]{1,2}){0,2}",
        letters in "[a-z]{1,2}(\\.[a-z0-9])?(,[a-z]{1,2}(\\.[0-9]{1,2})?){0,2}", title in "[^@\"\\\\\n]{0,8}", rest in "[a-z0-9#.,:\"-]{0,3}") {
        let text = format!("fact f {{ {number}#{letters} \"{title}\" yes when {name} is {number}{rest} }}\n");
        let parsed = parse(&text);
        let ends: Vec<u32> = tokens(&text).iter().flat_map(|token| [token.span.start, token.span.end]).collect();
        if parsed.faults.is_empty() {
            let dumped = dump_with_spans(&parsed.file);
            for place in dumped.split('@').skip(1) {
                let end = place.find([' ', ')', '\n']).unwrap_or(place.len());
                let (from, to) = place[..end].split_once("..").unwrap();
                for place in [from, to] {
                    prop_assert!(ends.contains(&place.parse::<u32>().unwrap()), "{} is within a token of {}", place, text);
                }
            }
        }
    }
}

#[test]
fn texts_of_the_suite_are_tiled() {
    texts().for_each(tile);
}
