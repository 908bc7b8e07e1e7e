//! Errata through the whole of it: what a value is before and after, and what is known of what was changed.

use std::collections::BTreeSet;
use wgr_compiler::{Compiled, Ledger, Sources, Starts, Workspace, baked, check, check_from};
use wgr_runtime::engine::{Engine, Game, why};
use wgr_tests::rules::{failing, is_to_be_mended, names, suite, text};
use wgr_tests::shipped::{Shipped, all, errata, shipped};

const GAME: &str = r#"game "Small" { sides Red, Blue }

measure step

value losses(late: 0..9): 0..9 steps {
    7.1 "Always"        = 2 steps
    7.2 "Late"          + 1   when late > 3
    7.3, 8.1 "Very late" + 1   when late > 6
}
"#;

const FIRST: &str = r#"errata "First printing" to "Small" language 1 source "us" {
    amend 7.1 "Always" was = 02 now = 4
    add to losses 7.4 "Winter" + 1 when late > 8
}
"#;

const SECOND: &str = r#"errata "Second printing" to "Small" source "us" {
    amend 7.1 "Always" was = 4 steps now = 5 over "First printing"
    remove 8.1 "Very late"
}
"#;

/// What the value answers for 0, 4, 7 and 9, and what errata say of its first row.
fn answers(texts: &[&str]) -> (Vec<String>, Option<(String, Option<String>)>) {
    let mut sources = Sources::new();
    for (at, text) in texts.iter().enumerate() {
        sources.add(format!("{at}.wgr"), *text);
    }
    let checked = check_from(&sources, None, Starts::Scenarios);
    let titles: Vec<&str> = checked.diagnostics.iter().map(|told| told.title.as_str()).collect();
    assert!(titles.is_empty(), "{titles:?}");
    let compiled = checked.compiled.unwrap();
    let amended = compiled.amended(&["7.1".to_owned()], "Always");
    let amended = amended.map(|row| (row.errata.clone(), row.was.clone()));
    let game = Game::new(compiled.lowered().unwrap()).unwrap();
    let query = game.program().func_named("losses").unwrap();
    let engine = Engine::new(&game, 1);
    let ask = |late: i64| why(&game, engine.state(), query, &[late]).answer.unwrap();
    ([0, 4, 7, 9].map(ask).to_vec(), amended)
}

#[test]
fn a_value_is_what_the_last_printing_says() {
    assert_eq!(answers(&[GAME]), (vec!["2".into(), "3".into(), "4".into(), "4".into()], None));
    let first = Some(("First printing".to_owned(), Some("= 2 steps".to_owned())));
    assert_eq!(answers(&[GAME, FIRST]), (vec!["4".into(), "5".into(), "6".into(), "7".into()], first));
    let second = Some(("Second printing".to_owned(), Some("= 4".to_owned())));
    assert_eq!(answers(&[GAME, FIRST, SECOND]), (vec!["5".into(), "6".into(), "6".into(), "7".into()], second));
}

const CHARTS: &str = r#"game "Charts" { sides Red, Blue }

enum Arm { foot, horse }
piece Band { printed arm: Arm  printed attack: 0..9 }

order Red {
    Band    arm     attack
    r1      foot    3
    r2 x2   horse   6
}
table bonus : 1..3 by Arm gives 0..9 {
         foot   horse
    1,2  0      1
    3    2      4
}
value strength(late: 1..3): 0..30 {
    1.1 "All of it" = r1.attack + r2a.attack + r2b.attack + bonus[late, r2a.arm]
}
"#;

const MISPRINTS: &str = r#"errata "First printing" to "Charts" source "us" {
    amend bonus[1, 2, horse] was 1 now 2
    amend r2.attack was 06 now 5
}
"#;

const LATER: &str = r#"errata "Second printing" to "Charts" source "us" {
    amend bonus[1, 2, horse] was 2 now 3 over "First printing"
    amend r1.attack was 3 now 4
    amend r2.arm was horse now foot
}
"#;

fn strengths(texts: &[&str]) -> Vec<String> {
    let mut sources = Sources::new();
    texts.iter().enumerate().for_each(|(at, text)| {
        sources.add(format!("{at}.wgr"), *text);
    });
    let checked = check_from(&sources, None, Starts::Scenarios);
    let titles: Vec<&str> = checked.diagnostics.iter().map(|told| told.title.as_str()).collect();
    assert!(titles.is_empty(), "{titles:?}");
    let game = Game::new(checked.compiled.unwrap().lowered().unwrap()).unwrap();
    let query = game.program().func_named("strength").unwrap();
    let engine = Engine::new(&game, 1);
    [1, 3].map(|late| why(&game, engine.state(), query, &[late]).answer.unwrap()).to_vec()
}

#[test]
fn a_cell_and_a_counter_are_what_the_last_printing_says() {
    assert_eq!(strengths(&[CHARTS]), ["16", "19"]);
    assert_eq!(strengths(&[CHARTS, MISPRINTS]), ["15", "17"]);
    assert_eq!(strengths(&[CHARTS, MISPRINTS, LATER]), ["14", "16"]);
    assert_eq!(strengths(&[LATER, MISPRINTS, CHARTS]), ["14", "16"]);
}

const GROUPED: &str = r#"game "Charts" { sides Red, Blue }

enum Arm { foot, horse }
piece Band { printed arm: Arm  printed attack: 0..9 }

order Red {
    Band    arm     attack
    r1      foot    3
    r2 x2   horse   6
}
table bonus : 1..3 by Arm gives 0..9 {
          foot   horse
    1       2      4
    2,  3   0      1
}
table bearing : 1..2 by 0..20 of Arm gives 0..4 {
    foot:   0..4  5..20
    horse:  0..9  10..20
    1       0     1
    2       1     2
}
value strength(late: 1..3): 0..30 {
    "All of it"   = bonus[late, horse]
    "Its bearing" + bearing[1, horse, 10 + late]
}
allow bearing "the rest is not asked for here"
errata "First printing" to "Charts" source "us" {
    amend bonus[2, 3, horse] was 1 now 5
    amend bearing[1, horse, 10..20] was 1 now 3
    amend "Its bearing" was + bearing[1, horse, 10 + late] now + bearing[1, horse, 10 + late] + 10
}
"#;

const ONE_LABEL: &str = r#"errata "Second printing" to "Charts" source "us" {
    remove bonus[2, 3]
    add to bonus before bonus[2, 3] 2  0  1
    add to bonus before bonus[2, 3] 3  0  9
}
"#;

/// A cell of a line that lists labels, one of a column with a name under each head, a row without a case; then one label alone.
#[test]
fn what_is_printed_for_several_is_amended_for_all_or_for_one() {
    assert_eq!(strengths(&[GROUPED]), ["17", "18"]);
    let split = GROUPED.replace("    amend bonus[2, 3, horse] was 1 now 5\n", "");
    assert_eq!(strengths(&[&split, ONE_LABEL]), ["17", "22"]);
}

/// What the guide shows in its table stands in a file that is checked.
#[test]
fn every_line_of_the_guide_of_modders_is_checked() {
    let guide = text(&suite("..").join("../docs/modding.md")).unwrap();
    let (table, below) = guide.split_once("## 1. ").unwrap();
    let folder = suite("language");
    let files = names(&folder).into_iter().map(|name| text(&folder.join(format!("{name}.wgr"))).unwrap());
    let checked = files.chain([below.to_owned()]).collect::<Vec<String>>();
    let rows = table.lines().filter(|line| line.starts_with("| ")).skip(1);
    let lines = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect::<Vec<&str>>();
    let alone: Vec<&&str> = lines.iter().filter(|line| !checked.iter().any(|text| text.contains(**line))).collect();
    assert!(lines.len() >= 20 && alone.is_empty(), "{} lines; not in a file: {alone:?}", lines.len());
}

/// Every order of these.
fn orders<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    let [first, rest @ ..] = of else { return vec![Vec::new()] };
    let mut found = Vec::new();
    for order in orders(rest) {
        for at in 0..=order.len() {
            let mut order = order.clone();
            order.insert(at, *first);
            found.push(order);
        }
    }
    found
}

const HOUSE: &str = r#"also losses {
    9.1 "Tired"     + 1   when late > 5
}
also losses {
    9.2 "Fresh"     - 1   when late < 2
}
errata "House rules" to "Small" source "us" {
    add to losses 9.3 "Rested" - 1 when late < 1
    amend 9.1 "Tired" was + 1 now + 2
}
"#;

#[test]
fn the_order_of_files_means_nothing() {
    let found = answers(&[GAME, FIRST, SECOND, HOUSE]);
    for order in orders(&[GAME, FIRST, SECOND, HOUSE]) {
        assert_eq!(answers(&order), found);
    }
}

/// Three house rules that add to the same items, change what another one added, and say the same as another; they name each
/// other in their first lines.
const THREE: [&str; 3] = [
    r#"errata "One" to "Small" source "us" date "May 2015" correction {
    add to losses 9.4 "Mud" + 1 when late > 1
    amend 7.1 "Always" was = 2 steps now = 3 steps
    amend 7.2 "Late" when was late > 3 now late > 4
}
"#,
    r#"errata "Two" to "Small" source "us" excludes "Four" {
    add to losses 9.5 "Frost" - 1 when late > 2
    add to losses 9.4 "Mud" + 1 when late > 1
    amend 7.1 "Always" was = 2 steps now = 3 steps
}
"#,
    r#"errata "Three" to "Small" source "us" requires "One", "Two" {
    amend 9.4 "Mud" was + 1 now + 2
    amend 7.2 "Late" when was late > 4 now late > 5 over "One"
    remove 7.3 "Very late"
}
"#,
];

#[test]
fn the_order_of_files_changes_no_content() {
    let texts = [GAME, THREE[0], THREE[1], THREE[2]];
    let of = |texts: &[&str]| {
        let files: Vec<(String, String)> =
            texts.iter().map(|text| (format!("{}.wgr", text.len()), (*text).to_owned())).collect();
        content(&files, None)
    };
    let found = of(&texts);
    assert_eq!(found.2, BTreeSet::from(["\"Two\" excludes \"Four\", which is not here".to_owned()]));
    assert_eq!(found.1.len(), 7, "{:?}", found.1);
    for order in orders(&texts) {
        assert_eq!(of(&order), found);
    }
}

/// Four that do not fit beside each other: one excludes another, one requires what is not there, two go over each other, and two
/// are not what they call themselves.
const AT_ODDS: [&str; 4] = [
    r#"errata "One" to "Small" source "us" excludes "Two" requires "Four" {
    amend 7.1 "Always" was = 2 steps now = 3 steps over "Two"
}
"#,
    r#"errata "Two" to "Small" source "us" excludes "One" requires "Four" {
    amend 7.1 "Always" was = 2 steps now = 4 steps over "One"
}
"#,
    r#"errata "Three" to "Small" source "us" clarification requires "Nobody's" {
    amend 7.2 "Late" when was late > 3 now late > 4
}
"#,
    r#"errata "Four" to "Small" source "us" addition requires "One" {
    remove 7.3 "Very late"
}
"#,
];

#[test]
fn the_order_of_files_changes_no_message() {
    let of = |texts: &[&str]| {
        let mut sources = Sources::new();
        texts.iter().for_each(|text| {
            sources.add(format!("{}.wgr", text.len()), *text);
        });
        let told = check_from(&sources, None, Starts::Scenarios).diagnostics;
        let lines = told.iter().map(|told| {
            let places: BTreeSet<(&str, u32)> =
                told.labels.iter().map(|label| (sources.path(label.at.file), label.at.span.start)).collect();
            format!("{} {places:?}", told.title)
        });
        lines.collect::<BTreeSet<String>>()
    };
    let texts = [GAME, AT_ODDS[0], AT_ODDS[1], AT_ODDS[2], AT_ODDS[3]];
    let found = of(&texts);
    let wanted = [
        "\"Four\" is an addition, and changes what is printed",
        "\"One\" excludes \"Two\", and both count",
        "there are no errata \"Nobody's\"",
        "two errata require each other",
    ];
    assert!(found.len() == 4 && found.iter().zip(wanted).all(|(told, title)| told.starts_with(title)), "{found:#?}");
    for order in orders(&texts) {
        assert_eq!(of(&order), found);
    }
}

/// What a game is made of, what errata changed in it, and what is told of it.
fn content(files: &[(String, String)], ledger: Option<&String>) -> (String, BTreeSet<String>, BTreeSet<String>) {
    let mut sources = Sources::new();
    files.iter().for_each(|(path, text)| {
        sources.add(path, text.as_str());
    });
    let ledger = ledger.map(|text| {
        let file = sources.add_beside("ledger.tsv", text);
        let mut ledger = Ledger::read(&sources, file).0;
        assert_eq!(ledger.take_in(&sources), []);
        ledger
    });
    let checked = check_from(&sources, ledger.as_ref(), Starts::Scenarios);
    let compiled = checked.compiled.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics));
    let told = checked.diagnostics.iter().chain(&checked.open);
    let amended = compiled.amended.iter().map(|one| format!("{} {} {:?}", one.slot, one.errata, one.was));
    (
        format!("{:?}", compiled.beside().contents.rules),
        amended.collect(),
        told.map(|told| told.title.clone()).collect(),
    )
}

#[test]
fn a_game_in_another_order_of_files_has_the_same_content() {
    for game in all() {
        let (texts, ledger) = (shipped(&game).files, shipped(&game).ledger);
        let mut files: Vec<(String, String)> = texts.into_iter().chain(errata(&game)).collect();
        let found = content(&files, ledger.as_ref());
        files.reverse();
        assert_eq!(content(&files, ledger.as_ref()), found, "{game}");
        let middle = files.len() / 2;
        files.rotate_left(middle);
        assert_eq!(content(&files, ledger.as_ref()), found, "{game}");
    }
}

#[test]
fn errata_of_another_file_are_told_in_that_file() {
    let mut sources = Sources::new();
    sources.add("game.wgr", GAME);
    let text = FIRST.replace("now = 4", "now = fog");
    let file = sources.add("errata.wgr", text.clone());
    let told = Workspace::default().check(&sources, None, Starts::Scenarios).diagnostics;
    let places: Vec<_> = told.iter().filter_map(|told| told.place()).collect();
    assert_eq!(places.len(), 1);
    assert_eq!((places[0].file, sources.text(places[0])), (file, "fog"));
}

#[test]
fn whatever_lies_beside_a_game_holds_with_it() {
    let mut wrong = Vec::new();
    for name in all() {
        let game = shipped(&name);
        for (path, text) in errata(&name) {
            let (mut sources, _) = game.sources();
            sources.add(&path, text);
            let ledger = game.ledger.as_ref().map(|text| {
                let file = sources.add_beside("ledger.tsv", text);
                let mut ledger = Ledger::read(&sources, file).0;
                assert_eq!(ledger.take_in(&sources), []);
                ledger
            });
            let checked = check_from(&sources, ledger.as_ref(), Starts::ScenesToo);
            let told = checked.diagnostics.iter().filter(|told| is_to_be_mended(told)).map(|told| told.title.clone());
            wrong.extend(told.map(|title| format!("{name}, {path}: {title}")));
            let failing = checked.compiled.iter().flat_map(failing);
            wrong.extend(failing.map(|report| format!("{name}, {path}: \"{}\"", report.title)));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Files by path.
type Texts = Vec<(String, String)>;

/// The game with its errata, and baked: what each is made of, and its examples.
fn both(files: &[(String, String)], beside: &[(String, String)], ledger: Option<&String>) -> [Compiled; 2] {
    let mut sources = Sources::new();
    beside.iter().for_each(|(title, called)| sources.lies_beside(title, called));
    files.iter().for_each(|(path, text)| {
        sources.add(path, text.as_str());
    });
    let (mut plain, baked) = (Sources::new(), baked(&sources));
    for (file, text) in baked.texts.iter().filter(|(_, text)| !text.trim().is_empty()) {
        plain.add(sources.path(*file), text.as_str());
    }
    let with_cases = ledger.map(|text| baked.ledger(text));
    [(sources, ledger), (plain, with_cases.as_ref())].map(|(mut sources, ledger)| {
        let ledger = ledger.map(|text| {
            let file = sources.add_beside("ledger.tsv", text);
            let mut ledger = Ledger::read(&sources, file).0;
            assert_eq!(ledger.take_in(&sources), []);
            ledger
        });
        let checked = check(&sources, ledger.as_ref());
        checked.compiled.unwrap_or_else(|| panic!("{:#?}", checked.diagnostics))
    })
}

/// Those of a game one by one, and all of them together; and what the suites hold.
fn with_errata() -> Vec<(String, Texts, Shipped)> {
    let mut games: Vec<(String, Texts, Shipped)> = Vec::new();
    for game in all().into_iter().filter(|game| !errata(game).is_empty()) {
        let (shipped, overlays) = (shipped(&game), errata(&game));
        let with = |overlays: &[(String, String)]| shipped.files.iter().chain(overlays).cloned().collect::<Texts>();
        for one in &overlays {
            games.push((format!("{game}, {}", one.0), with(std::slice::from_ref(one)), shipped.clone()));
        }
        games.push((game.clone(), with(&overlays), shipped));
    }
    let folder = suite("play");
    for name in names(&folder) {
        let text = text(&folder.join(format!("{name}.wgr"))).unwrap();
        if text.contains("\nerrata ") {
            games.push((name.clone(), vec![(format!("{name}.wgr"), text)], Shipped::default()));
        }
    }
    games
}

#[test]
fn a_baked_game_is_what_it_is_with_its_errata() {
    let games = with_errata();
    assert!(games.len() >= 14, "{} games with errata", games.len());
    for (game, files, shipped) in games {
        let [with, plain] = both(&files, &shipped.beside, shipped.ledger.as_ref());
        assert_eq!(with.beside().contents.rules, plain.beside().contents.rules, "{game}");
        let hash = |of: &Compiled| of.game().unwrap().fingerprint();
        assert_eq!(hash(&with), hash(&plain), "{game}");
        let titles = |of: &Compiled| of.scripts.iter().map(|script| script.title.clone()).collect::<BTreeSet<String>>();
        assert_eq!(titles(&with), titles(&plain), "{game}");
        assert!(plain.aside.is_empty() && plain.amended.is_empty(), "{game}");
        // With all that lies beside a game at once an example may not hold: then it does not in the baked one.
        let failed = |of: &Compiled| failing(of).into_iter().map(|report| report.title).collect::<BTreeSet<String>>();
        assert_eq!(failed(&with), failed(&plain), "{game}");
    }
}
