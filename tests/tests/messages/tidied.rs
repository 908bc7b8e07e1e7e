//! One mistake, one message.

use crate::{nth, place};
use wgr_compiler::diag::{Code, Diagnostic, tidy};
use wgr_compiler::{FileId, Sources};

const TEXT: &str = "fogg = 1\nsnwo = 2\nfogg = 3\n";

fn texts() -> (Sources, FileId) {
    let mut sources = Sources::new();
    let file = sources.add("a.wgr", TEXT);
    (sources, file)
}

#[test]
fn messages_stand_in_the_order_of_the_text() {
    let (mut sources, file) = texts();
    let other = sources.add("b.wgr", "fogg");
    let say = |title: &str, at| Diagnostic::wrong(Code::UnknownName, title).at(at, "");
    let mut all = vec![
        say("in b", place(&sources, other, "fogg")),
        say("second", place(&sources, file, "snwo")),
        Diagnostic::wrong(Code::NoGame, "nowhere"),
        say("first", place(&sources, file, "fogg")),
    ];
    tidy(&mut all);
    let titles: Vec<&str> = all.iter().map(|message| message.title.as_str()).collect();
    assert_eq!(titles, ["nowhere", "first", "second", "in b"]);
}

#[test]
fn the_same_again_is_one_message_and_its_fix_mends_both() {
    let (sources, file) = texts();
    let say = |nth_time| {
        let at = nth(&sources, file, "fogg", nth_time);
        Diagnostic::wrong(Code::UnknownName, "no weather `fogg`").at(at, "").help("did you mean `fog`?").fix(
            "write `fog`",
            true,
            vec![(at, "fog".to_owned())],
        )
    };
    let mut all = vec![say(1), say(0), say(0)];
    tidy(&mut all);
    assert_eq!(all.len(), 1);
    assert_eq!(all[0].place(), Some(nth(&sources, file, "fogg", 0)));
    assert_eq!(all[0].same, [(nth(&sources, file, "fogg", 1), String::new())]);
    assert_eq!(all[0].fixes[0].edits.len(), 2);
}

#[test]
fn two_broken_lines_are_two_mistakes_even_if_little_can_be_said_of_them() {
    let (sources, file) = texts();
    let say = |what| Diagnostic::wrong(Code::Syntax, "this row stops too soon").at(place(&sources, file, what), "");
    let mut all = vec![say("fogg"), say("snwo")];
    tidy(&mut all);
    assert_eq!(all.len(), 2);
}

#[test]
fn what_is_proved_in_different_ways_is_said_apart() {
    let (sources, file) = texts();
    let say = |what, why: &str| {
        Diagnostic::wrong(Code::Gap, "`losses` has no answer").at(place(&sources, file, what), "").why(why)
    };
    let mut all = vec![say("fogg", "for example: in fog"), say("snwo", "for example: in snow")];
    tidy(&mut all);
    assert_eq!(all.len(), 2);
}
