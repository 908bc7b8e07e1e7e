//! Bad input: whatever is in a file, it is taken up or refused with a message, and what is taken up can be played.

use serde_json::{Value, json};
use wgr_runtime::engine::{Engine, load, replay, sealed};
use wgr_tests::fuzz;
use wgr_tests::fuzz::{drill, drilled};
use wgr_tests::harness::must;

/// Every place in a JSON value, as a path.
fn places(value: &Value, path: &str, out: &mut Vec<String>) {
    out.push(path.to_owned());
    match value {
        Value::Object(map) => map.iter().for_each(|(key, inner)| places(inner, &format!("{path}/{key}"), out)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, inner)| places(inner, &format!("{path}/{at}"), out));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The text of a file that was changed: its head first, as wgr writes it, and a checksum that fits.
pub(super) fn remade(mut file: Value) -> String {
    let Value::Object(kept) = &mut file else { return file.to_string() };
    let mut head = |key: &str| kept.remove(key).map(|value| format!("\n  \"{key}\": {value},")).unwrap_or_default();
    let head = [head("wgr"), head("checksum")].concat();
    sealed(&format!("{}\n", format!("{file:#}").replacen('{', &format!("{{{head}"), 1)))
}

/// The file with one value changed, for each value and each change.
fn changes(text: &str, mut each: impl FnMut(&str, String)) {
    let file: Value = serde_json::from_str(text).unwrap();
    let mut paths = Vec::new();
    places(&file, "", &mut paths);
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1),
        json!(u64::MAX),
        json!(""),
        json!("0"),
        json!("ffffffffffffffff*3"),
        json!("0*18446744073709551615"),
        json!("none"),
        json!([]),
        json!({}),
    ];
    for path in &paths {
        for value in &values {
            let mut changed = file.clone();
            if let Some(place) = changed.pointer_mut(path) {
                *place = value.clone();
            }
            each(path, remade(changed));
        }
    }
}

#[test]
fn a_save_with_any_value_changed_is_refused_or_played() {
    let mut loaded = 0;
    changes(&drilled().save().unwrap(), |path, text| match load(drill(), &text) {
        Ok(engine) => {
            loaded += 1;
            (0..3).for_each(|seed| fuzz::play_on(engine.fork(), seed, 20, 1));
        }
        Err(error) => assert!(!error.what.is_empty(), "{path}"),
    });
    assert!(loaded > 5, "{loaded}");
}

#[test]
fn a_replay_with_any_value_changed_is_refused_or_played() {
    changes(&drilled().replay().unwrap(), |path, text| match replay(drill(), &text) {
        Ok(engine) => fuzz::play_on(engine, 1, 20, 1),
        Err(error) => assert!(!error.to_string().is_empty(), "{path}"),
    });
}

#[test]
fn no_flipped_bit_is_taken() {
    let (save, replayed) = (drilled().save().unwrap(), drilled().replay().unwrap());
    for at in 0..save.len() * 8 {
        let Some(text) = flipped(&save, at) else { continue };
        assert!(load(drill(), &text).is_err(), "bit {at} of the save");
    }
    for at in 0..replayed.len() * 8 {
        let Some(text) = flipped(&replayed, at) else { continue };
        assert!(replay(drill(), &text).is_err(), "bit {at} of the replay");
    }
}

/// The text with one bit turned over; none where it is no text any more, which is refused before it is read.
fn flipped(text: &str, bit: usize) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    bytes[bit / 8] ^= 1 << (bit % 8);
    String::from_utf8(bytes).ok()
}

#[test]
fn a_file_cut_anywhere_is_refused() {
    let (save, replayed) = (drilled().save().unwrap(), drilled().replay().unwrap());
    for at in 0..save.len() {
        assert!(load(drill(), &save[..at]).is_err(), "cut at {at}");
    }
    for at in 0..replayed.len() {
        assert!(replay(drill(), &replayed[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn a_bad_save_is_told_exactly() {
    let good = drilled().save().unwrap();
    // What is changed by hand gets a checksum that fits.
    let change = |path: &str, value: Value| {
        let mut file: Value = serde_json::from_str(&good).unwrap();
        // Its log is sealed, for the game hides something; an open one is read too.
        file.as_object_mut().unwrap().remove("sealed");
        file["log"] = serde_json::to_value(drilled().log()).unwrap();
        *file.pointer_mut(path).unwrap() = value;
        remade(file)
    };
    let corner = must(include_str!("../../suite/laws/corner.ir"));
    let other_rules = must(&include_str!("../../suite/laws/drill.ir").replace("at most 30", "at most 29"));
    let foreign = Engine::new(&corner, 1).save().unwrap();
    let older = Engine::new(&other_rules, 1).save().unwrap();
    let half = good[..good.len() / 2].to_owned();
    let cases = [
        ("of another game", foreign, "this save is of `Corner`, and the game is `Drill`"),
        (
            "of other rules",
            older,
            "this save was made with other rules of `Drill`: each rule says the same: a scene was added or taken \
             away, rules stand in another order, or another wgr reads them: play it with the rules it was made with",
        ),
        (
            "of another version",
            change("/wgr", json!("save 4")),
            "this save has format 4, and this wgr reads format 3: take the wgr that wrote it",
        ),
        ("empty", String::new(), "this is no save: there is nothing in the file"),
        (
            "a word more",
            change("/state", json!("0*9999")),
            "`state`: it has more than the 6 words of this game's state",
        ),
        ("no word", change("/state", json!("1 x")), "`state`: `x` is no hexadecimal word"),
        ("few words", change("/state", json!("0 0")), "`state`: the state has 2 words; this game's has 6"),
        ("at a die", change("/dice", json!("seven")), "`dice`: it is not a number of 16 hexadecimal digits"),
        ("a long seal", change("/seal/log", json!(99)), "`seal`: it stands after 99 log entries and there are 6"),
        (
            "a dice number cut short",
            change("/dice", json!("xyz")),
            "`dice`: it is not a number of 16 hexadecimal digits",
        ),
        (
            "a savepoint before the seal",
            change("/savepoint/log", json!(0)),
            "`savepoint`: it stands after 0 log entries, before the seal after 5",
        ),
        (
            "a savepoint at the end",
            change("/savepoint/log", json!(6)),
            "`savepoint`: no answer follows it, at entry 7 of the log",
        ),
        ("another answer", change("/log/5/pick", json!("march b")), "`state`: the log leads to another one"),
        ("no such answer", change("/log/5/pick", json!("fly")), "`log`: entry 6 cannot be answered: Red at 1.1: fly"),
        (
            "a number for a name",
            change("/log/5/by", json!(-9)),
            "36:3: this is no save that can be read: data did not match any variant of untagged enum Entry",
        ),
        ("cut in half", half, "this save is cut short: 532 of 1092 bytes are there: take another copy of it"),
    ];
    let mut wrong = Vec::new();
    for (name, text, want) in cases {
        let got = load(drill(), &text).err().map_or_else(|| "it loads".to_owned(), |error| error.to_string());
        if got != want {
            wrong.push(format!("{name}\n  want {want}\n  got  {got}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
