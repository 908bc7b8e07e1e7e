//! What a line should say that cannot be read: found where one small change makes it read, and then the item is read with it.

use wgr_grammar::ast::Item;
use wgr_grammar::{How, Mend, Parsed, TokenKind, parse, placeless, tokens};
use wgr_tests::shipped::{SLICE, shipped};

const MENDED: &str = include_str!("../../suite/grammar/mended.txt");

/// The text with all that is sure.
fn mended(text: &str, parsed: &Parsed) -> String {
    let mut sure: Vec<&Mend> = parsed.faults.iter().filter_map(|fault| fault.sure()).collect();
    sure.sort_by_key(|mend| mend.span);
    let mut out = text.to_owned();
    for mend in sure.iter().rev() {
        out.replace_range(mend.span.start as usize..mend.span.end as usize, &mend.text(text));
    }
    out
}

/// What items say, wherever it stands; of their words as they are written nothing.
fn says(items: &[Item]) -> Vec<Vec<u8>> {
    items.iter().map(|item| placeless(&item.kind)).collect()
}

/// Names in a tree with the places that they have there.
fn names(items: &[Item]) -> Vec<(String, usize, usize)> {
    let said = format!("{items:?}");
    let parts = said.split("Name { text: \"").skip(1).map(|part| {
        let (name, rest) = part.split_once("\", span: Span { start: ").unwrap();
        let (start, rest) = rest.split_once(", end: ").unwrap();
        let (end, _) = rest.split_once(' ').unwrap();
        (name.to_owned(), start.parse().unwrap(), end.parse().unwrap())
    });
    parts.collect()
}

/// Each name stands where the tree says, if it does so in the text that was meant. A name in which a word stands twice goes over
/// both.
fn stand_there((wrong, as_written): (&str, &Parsed), (right, as_meant): (&str, &Parsed)) {
    let (now, meant) = (names(&as_written.file.items), names(&as_meant.file.items));
    assert_eq!(now.len(), meant.len());
    for ((name, start, end), (_, from, to)) in now.iter().zip(meant) {
        let stands = wrong.get(*start..*end) == Some(name) || right.get(from..to) != Some(name);
        let sure = as_written.faults.iter().filter_map(|fault| fault.sure());
        let over = sure.clone().any(|mend| *start < mend.span.start as usize && mend.span.end as usize <= *end);
        assert!(stands || over, "{name} at {start}..{end} of\n{wrong}");
    }
}

#[test]
fn what_is_slipped_is_read_as_it_is_meant() {
    for one in MENDED.split("====\n") {
        let (what, texts) = one.split_once('\n').unwrap();
        let (wrong, right) = texts.split_once("----\n").unwrap();
        let (as_written, as_meant) = (parse(wrong), parse(right));
        assert!(as_written.faults.len() > as_meant.faults.len(), "{what}");
        assert_eq!(mended(wrong, &as_written), right, "{what}: {:?}", as_written.faults);
        // What errata say is read as it is written.
        if !wrong.starts_with("errata") {
            assert_eq!(says(&as_written.file.items), says(&as_meant.file.items), "{what}");
            stand_there((wrong, &as_written), (right, &as_meant));
        }
    }
}

/// Wherever a word stands twice and cannot be read so, one of them is taken away, and all is read as before.
#[test]
fn a_word_twice_changes_nothing_else() {
    let (mut tried, mut read) = (0, 0);
    for (_, text) in shipped(SLICE).files.iter().filter(|(path, _)| path.starts_with("rules")) {
        let before = parse(text);
        let words = tokens(text).into_iter().filter(|token| token.kind == TokenKind::Word).step_by(23);
        for word in words {
            let said = word.span.of(text);
            let twice = format!("{} {said}{}", &text[..word.span.end as usize], &text[word.span.end as usize..]);
            let now = parse(&twice);
            tried += usize::from(!now.faults.is_empty());
            let sure = now.faults.iter().filter_map(|fault| fault.sure());
            if sure.clone().count() == 1 && sure.clone().all(|mend| mend.how == How::Twice) {
                read += 1;
                assert_eq!(says(&now.file.items), says(&before.file.items), "{said} twice");
                stand_there((&twice, &now), (text, &before));
            }
        }
    }
    assert!(tried > 100 && read * 4 > tried * 3, "{read} of {tried}");
}

/// An item that is full of slips is not looked through to its end.
#[test]
fn of_an_item_the_first_lines_are_mended() {
    let text = format!("fact pinned(u: Unit) otherwise no {{\n{}}}\n", "    \"A\" yes wehn u.hit\n".repeat(300));
    let parsed = parse(&text);
    assert_eq!(parsed.faults.len(), 300);
    assert_eq!(parsed.faults.iter().filter(|fault| !fault.mends.is_empty()).count(), 8);
}

/// What stands in the place of something else is told, and not read.
#[test]
fn what_should_stand_there_instead() {
    for (wrong, right) in [
        ("expect R2,hex is none", "expect R2.hex is none"),
        ("expect crt[1. clear] is D2", "expect crt[1, clear] is D2"),
        ("expect points in 1...6", "expect points in 1..6"),
        ("expect steps(US4) is 2 of \"All four\" 2", "expect steps(US4) is 2 from \"All four\" 2"),
    ] {
        let item = |line: &str| format!("example \"A\" of 1.1 at b {{\n    {line}\n}}\n");
        let text = item(wrong);
        let parsed = parse(&text);
        let [fault] = parsed.faults.as_slice() else { panic!("{wrong}: {:?}", parsed.faults) };
        let [mend] = fault.mends.as_slice() else { panic!("{wrong}: {fault:?}") };
        assert_eq!((mend.how, fault.sure()), (How::Instead, None), "{wrong}");
        let mut text = text.clone();
        text.replace_range(mend.span.start as usize..mend.span.end as usize, &mend.text(&item(wrong)));
        assert_eq!(text, item(right));
    }
}
