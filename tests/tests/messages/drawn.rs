//! One story in all formats, and what a drawing must withstand.

use crate::place;
use proptest::prelude::*;
use wgr_compiler::diag::{Code, Diagnostic, Place, Severity, tidy};
use wgr_compiler::{FileId, Format, Look, Sources, render};
use wgr_grammar::Span;

const MOVEMENT: &str = "\
course marching(u: Unit) 6 spends allowance(u) {
    6.5 \"Marsh\"  cost = 2 MP   when terrain(there) is marsh
    6.7 \"Frost\"  cost = 1 MP   when weather is frost
    6.8 \"Guns\"   stop          when u is Gun
}
";
const WEATHER: &str = "state weather: Weather = mud\nvalue wet: 0..3 {\n    5.1 \"Rain\" = 2 when weather == rain\n}\n";

fn texts() -> (Sources, FileId, FileId) {
    let mut sources = Sources::new();
    let movement = sources.add("rules/06_movement.wgr", MOVEMENT);
    let weather = sources.add("rules/05_weather.wgr", WEATHER);
    (sources, movement, weather)
}

fn story(sources: &Sources, movement: FileId, weather: FileId) -> Vec<Diagnostic> {
    let equals = place(sources, weather, "==");
    let mut all = vec![
        Diagnostic::wrong(
            Code::Clash,
            "6.7 \"Frost\" and 6.8 \"Guns\" can both apply, and nothing says which one wins",
        )
        .at(place(sources, movement, "cost = 1 MP"), "says 1 MP")
        .at(place(sources, movement, "stop"), "says stop")
        .at(place(sources, weather, "weather: Weather"), "is frost when it happens")
        .why("for example: a horse-drawn gun enters marsh in frost (3 of 448 situations)")
        .help(
            "say which: `6.8 \"Guns\" .. exception to \"Frost\"`, or the other way round, or `ruling Q-1 on 6.7, 6.8 \
             \"Frost\" over \"Guns\" by \"who\" because \"why\"`",
        )
        .related(
            Diagnostic::note(Code::Clash, "6.5 \"Marsh\" counts beside both of them")
                .at(place(sources, movement, "6.5 \"Marsh\""), ""),
        ),
        Diagnostic::wrong(Code::Syntax, "`==` means nothing here").at(equals, "").help("write `is`").fix(
            "write `is`",
            true,
            vec![(equals, "is".to_owned())],
        ),
        Diagnostic::note(Code::NeverApplies, "6.5 \"Marsh\" can never apply")
            .at(place(sources, movement, "6.5 \"Marsh\""), "")
            .same(place(sources, movement, "6.7 \"Frost\""), "6.7")
            .same(place(sources, movement, "6.8 \"Guns\""), ""),
        Diagnostic::wrong(Code::NoGame, "nothing says which game these rules are of")
            .help("begin `game.wgr` with `game \"Title\" { .. }`"),
    ];
    tidy(&mut all);
    all
}

fn locked(name: &str, format: Format, look: Look) {
    let (sources, movement, weather) = texts();
    let drawn = render(&sources, &story(&sources, movement, weather), format, look);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snap/messages");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, drawn));
}

#[test]
fn full() {
    locked("full", Format::Full, Look::PLAIN);
}

#[test]
fn full_in_ascii_and_narrow() {
    locked("ascii", Format::Full, Look { colour: false, unicode: false, width: 50 });
}

#[test]
fn short() {
    locked("short", Format::Short, Look::PLAIN);
}

#[test]
fn narrated() {
    locked("narrated", Format::Narrated, Look::PLAIN);
}

#[test]
fn json_holds_everything() {
    let (sources, movement, weather) = texts();
    let story = story(&sources, movement, weather);
    let drawn = render(&sources, &story, Format::Json, Look::PLAIN);
    let objects: Vec<serde_json::Value> = drawn.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), story.len());
    let clash = objects.iter().find(|object| object["code"] == "clash").unwrap();
    assert_eq!(clash["answer"], "wrong");
    assert_eq!(clash["labels"][0]["path"], "rules/06_movement.wgr");
    assert_eq!((&clash["labels"][0]["line"], &clash["labels"][0]["column"]), (&3.into(), &18.into()));
    assert_eq!((&clash["labels"][0]["end_line"], &clash["labels"][0]["end_column"]), (&3.into(), &29.into()));
    assert_eq!(clash["labels"][2]["path"], "rules/05_weather.wgr");
    assert_eq!(clash["related"][0]["title"], "6.5 \"Marsh\" counts beside both of them");
    let syntax = objects.iter().find(|object| object["code"] == "syntax").unwrap();
    let edit = &syntax["fix"]["edits"][0];
    assert_eq!((&syntax["fix"]["certain"], &edit["text"]), (&true.into(), &"is".into()));
    let (start, end) = (edit["start"].as_u64().unwrap() as usize, edit["end"].as_u64().unwrap() as usize);
    assert_eq!(&WEATHER[start..end], "==");
    assert_eq!(clash["same"].as_array().map(Vec::len), Some(0));
    let never = objects.iter().find(|object| object["code"] == "never-applies").unwrap();
    assert_eq!((&never["same"][0]["text"], &never["same"][1]["line"]), (&"6.7".into(), &4.into()));
}

#[test]
fn nothing_is_drawn_as_nothing() {
    for format in [Format::Full, Format::Short, Format::Json, Format::Narrated] {
        assert_eq!(render(&Sources::new(), &[], format, Look::PLAIN), "");
    }
}

#[test]
fn colours_only_colour() {
    let (sources, movement, weather) = texts();
    let story = story(&sources, movement, weather);
    let plain = render(&sources, &story, Format::Full, Look::PLAIN);
    let coloured = render(&sources, &story, Format::Full, Look { colour: true, ..Look::PLAIN });
    assert!(coloured.contains("\u{1b}["));
    assert_eq!(without_colours(&coloured), plain);
}

fn without_colours(text: &str) -> String {
    let mut out = String::new();
    for (at, part) in text.split("\u{1b}[").enumerate() {
        out.push_str(if at == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    let lines: Vec<&str> = out.lines().map(str::trim_end).collect();
    lines.join("\n") + "\n"
}

#[test]
fn no_file_speaks_to_the_terminal() {
    let evil = "a \u{1b}[2J\u{7} \u{9b}2J \u{202e}txet \r over\u{85}\r\nnext\tline";
    let mut sources = Sources::new();
    let file = sources.add("evil\u{1b}[2J.wgr", evil);
    let message = Diagnostic::wrong(Code::Syntax, "a \u{1b}[2J")
        .at(Place::new(file, Span::new(0, evil.len())), "\u{1b}[2J")
        .why("\u{7}")
        .help("\u{9b}");
    for format in [Format::Full, Format::Short, Format::Json, Format::Narrated] {
        let drawn = render(&sources, std::slice::from_ref(&message), format, Look::PLAIN);
        let moves = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t' | '\r');
        let json = format == Format::Json;
        assert!(!drawn.contains(moves) || json && !drawn.contains('\u{1b}'), "{format:?}: {drawn:?}");
        assert!(!drawn.contains('\u{202e}'), "{format:?}");
    }
}

proptest! {
    /// Whatever the text and the places: there is a drawing, and it holds the headline.
    #[test]
    fn every_place_can_be_drawn(
        text in "[a-zé\t \n\r\u{1f3b2}]{0,60}",
        places in prop::collection::vec((0_u32..70, 0_u32..70, 0_u32..3), 0..5),
        severity in prop::sample::select(vec![Severity::Wrong, Severity::NotProved, Severity::Note]),
    ) {
        let mut sources = Sources::new();
        sources.add("a.wgr", text.as_str());
        sources.add("b.wgr", "second\nfile\n");
        let mut message = Diagnostic::new(Code::Gap, severity, "headline");
        for (start, end, file) in places {
            message = message.at(Place::new(FileId(file), Span { start, end }), "label");
        }
        for format in [Format::Full, Format::Short, Format::Json, Format::Narrated] {
            for look in [Look::PLAIN, Look { colour: true, unicode: false, width: 0 }] {
                let drawn = render(&sources, std::slice::from_ref(&message), format, look);
                prop_assert!(drawn.contains("headline") && drawn.ends_with('\n') && !drawn.contains("Failed"), "{}", drawn);
            }
        }
    }
}
