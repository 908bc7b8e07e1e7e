//! A workspace says what a first check says, whatever was edited before.

use wgr_compiler::{Checked, Sources, Starts, Workspace, check_from, names as names_of};
use wgr_tests::rules::{names, suite, text};
use wgr_tests::shipped::{all, errata, shipped};

/// Edits for each text.
const EDITS: u32 = 24;
/// Edits for each game that is shipped.
const EDITS_OF_A_GAME: u32 = 4;
/// Edits of its examples.
const EDITS_OF_EXAMPLES: u32 = 6;
/// Edits of its rules, data and scenes.
const EDITS_OF_RULES: u32 = 4;

/// Numbers that are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// A line goes, comes twice, trades places with another, or has another digit or word.
fn edit(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (at, other) = (dice.below(lines.len()), dice.below(lines.len()));
    match dice.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.swap(at, other),
        3 => lines[at] = lines[at].replace(['1', '2', '3'], "4"),
        4 => lines[at] = lines[at].replace("fog", "snow"),
        5 => lines[at] = format!("{} # so it is", lines[at]),
        6 => lines.insert(at, String::new()),
        _ => {
            let line = &lines[at];
            let cut = line.char_indices().map(|(byte, _)| byte).nth(dice.below(line.chars().count())).unwrap_or(0);
            lines[at] = format!("{}x{}", &line[..cut], &line[cut..]);
        }
    }
    lines.join("\n") + "\n"
}

#[track_caller]
fn same(known: &Checked, fresh: &Checked, round: u32, text: &str) {
    let program = |checked: &Checked| checked.compiled.as_ref().map(|compiled| compiled.program.clone());
    assert_eq!(known.diagnostics, fresh.diagnostics, "after edit {round}:\n{text}");
    assert_eq!(known.open, fresh.open, "after edit {round}:\n{text}");
    assert_eq!(known.counts, fresh.counts, "after edit {round}:\n{text}");
    let scripts = |checked: &Checked| checked.compiled.as_ref().map(|compiled| compiled.scripts.clone());
    assert!(scripts(known) == scripts(fresh), "other examples after edit {round}:\n{text}");
    assert!(program(known) == program(fresh), "another program after edit {round}:\n{text}");
    let verified = |checked: &Checked| checked.compiled.as_ref().map(|compiled| compiled.verified.clone());
    assert!(verified(known) == verified(fresh), "verified otherwise after edit {round}:\n{text}");
}

#[test]
fn after_any_edit_the_same_is_said() {
    let folder = suite("language");
    let texts: Vec<String> =
        names(&folder).iter().filter_map(|name| text(&folder.join(format!("{name}.wgr")))).collect();
    assert!(texts.len() > 3);
    let mut dice = Dice(7);
    for first in texts {
        let mut workspace = Workspace::default();
        let mut now = first.clone();
        for round in 0..EDITS {
            let mut sources = Sources::new();
            sources.add("game.wgr", now.clone());
            // A second file that comes and goes.
            if round % 3 == 0 {
                sources.add("more.wgr", "value more: 0..3 {\n    99.1 \"Always\" = 1\n}\n");
            }
            let known = workspace.check(&sources, None, Starts::Scenarios);
            let fresh = check_from(&sources, None, Starts::Scenarios);
            same(&known, &fresh, round, &now);
            // Every fifth edit is taken back.
            now = if round % 5 == 4 { first.clone() } else { edit(&now, &mut dice) };
        }
    }
}

/// Of a whole game an edit touches little, so most of it is remembered: each game as it is shipped, its errata and house rules
/// among its texts or not, edited somewhere, a second time somewhere else, and put back.
#[test]
fn after_any_edit_of_a_game_the_same_is_said() {
    let mut dice = Dice(11);
    for game in all() {
        let texts = shipped(&game);
        let ledger = texts.sources().1;
        let mut workspace = Workspace::default();
        let mut files = texts.files.clone();
        let beside = errata(&game);
        for round in 0..EDITS_OF_A_GAME {
            let mut sources = Sources::new();
            // Errata come and go.
            let more = if round % 4 == 2 { &beside[..] } else { &[] };
            if more.is_empty() {
                texts.beside.iter().for_each(|(title, called)| sources.lies_beside(title, called));
            }
            for (path, text) in files.iter().chain(more) {
                sources.add(path.clone(), text.clone());
            }
            let what = format!("`{game}`");
            // An editor asks for names too; `test` and `check` begin at scenes, `play` at scenarios.
            if round % 2 == 0 {
                let fresh = check_from(&sources, ledger.as_ref(), Starts::ScenesToo);
                same(&workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo), &fresh, round, &what);
                assert_eq!(workspace.names(), names_of(&sources, ledger.as_ref()), "{what}: names after edit {round}");
            } else {
                let known = workspace.check(&sources, ledger.as_ref(), Starts::Scenarios);
                same(&known, &check_from(&sources, ledger.as_ref(), Starts::Scenarios), round, &what);
            }
            if round % 3 == 2 {
                files = texts.files.clone();
            } else {
                let at = dice.below(files.len());
                files[at].1 = edit(&files[at].1, &mut dice);
            }
        }
    }
}

/// Where nothing but examples is edited, all else that was read stands: it is kept once the same rules were seen a second time.
/// Edits are made in the midst of examples, one at the end of any text; some are taken back, and some come on top of others.
#[test]
fn after_any_edit_of_examples_the_same_is_said() {
    let mut dice = Dice(23);
    let mut edited = 0;
    for game in all() {
        let texts = shipped(&game);
        let ledger = texts.sources().1;
        let with_examples: Vec<usize> = (0..texts.files.len()).filter(|at| of_examples(&texts.files[*at].1)).collect();
        if with_examples.is_empty() {
            continue;
        }
        let mut workspace = Workspace::default();
        let (sources, _) = texts.sources();
        (0..2).for_each(|_| drop(workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo)));
        let mut files = texts.files.clone();
        for round in 0..EDITS_OF_EXAMPLES {
            let mut at = with_examples[dice.below(with_examples.len())];
            if round == 3 {
                // What stands last in some text, a rule for the most part.
                at = dice.below(files.len());
                files[at].1 = last_line_but_one_twice(&files[at].1);
            } else {
                files[at].1 = edit_of_an_example(&files[at].1, &mut dice);
            }
            let (sources, _) = texts.with_texts(files.clone()).sources();
            let what = format!("`{game}`, `{}`", files[at].0);
            let fresh = check_from(&sources, ledger.as_ref(), Starts::ScenesToo);
            same(&workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo), &fresh, round, &what);
            assert_eq!(workspace.names(), names_of(&sources, ledger.as_ref()), "{what}: names after edit {round}");
            edited += 1;
            if round % 3 == 2 || round == 3 {
                files[at].1.clone_from(&texts.files[at].1);
            }
        }
    }
    assert!(edited > 60, "{edited} edits");
}

/// Where rules, data and scenes are edited, examples stand as long as what they rest on is as it was. Most edits leave a game that
/// checks; some lay a line more before all that follows; an example is edited between two of them.
#[test]
fn after_any_edit_of_rules_the_same_is_said() {
    edits_of_rules(EDITS_OF_RULES, 31, edit_of_a_rule);
}

/// Where conditions and amounts of rows are edited, all else stands.
#[test]
fn after_any_edit_within_rows_the_same_is_said() {
    edits_of_rules(EDITS_OF_RULES, 41, edit_within_rows);
}

/// Where remarks are edited, all stands.
#[test]
fn after_any_edit_of_remarks_the_same_is_said() {
    edits_of_rules(EDITS_OF_RULES, 47, edit_of_a_remark);
}

/// The same for long; for whoever changes what is remembered.
#[test]
#[ignore = "takes minutes"]
fn after_many_edits_of_rules_the_same_is_said() {
    edits_of_rules(120, 37, edit_of_a_rule);
}

/// The same for long; for whoever changes what is remembered.
#[test]
#[ignore = "takes minutes"]
fn after_many_edits_within_rows_the_same_is_said() {
    edits_of_rules(120, 43, edit_within_rows);
}

fn edits_of_rules(rounds: u32, seed: u64, edit: fn(&str, &mut Dice) -> String) {
    let mut dice = Dice(seed);
    let (mut edited, mut whole) = (0, 0);
    for game in all() {
        let texts = shipped(&game);
        let ledger = texts.sources().1;
        let mut workspace = Workspace::default();
        drop(workspace.check(&texts.sources().0, ledger.as_ref(), Starts::ScenesToo));
        let mut files = texts.files.clone();
        for round in 0..rounds {
            let example = round % 4 == 3;
            let fits = |at: &usize| !example || of_examples(&texts.files[*at].1);
            let fitting: Vec<usize> = (0..files.len()).filter(fits).collect();
            let Some(at) = fitting.get(dice.below(fitting.len())).copied() else { continue };
            let now = if example { edit_of_an_example(&files[at].1, &mut dice) } else { edit(&files[at].1, &mut dice) };
            let before = std::mem::replace(&mut files[at].1, now);
            let (sources, _) = texts.with_texts(files.clone()).sources();
            let what = format!("`{game}`, `{}`", files[at].0);
            let fresh = check_from(&sources, ledger.as_ref(), Starts::ScenesToo);
            same(&workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo), &fresh, round, &what);
            if round % 2 == 0 {
                assert_eq!(workspace.names(), names_of(&sources, ledger.as_ref()), "{what}: names after edit {round}");
            }
            (edited, whole) = (edited + 1, whole + u32::from(fresh.compiled.is_some()));
            // What is wrong is put right, as an author does, and now and then all of it.
            if fresh.compiled.is_none() && round % 5 != 4 {
                files[at].1 = before;
            } else if round % 5 == 4 {
                files.clone_from(&texts.files);
            }
        }
    }
    assert!(edited > 60 && whole * 3 > edited, "{edited} edits, {whole} that left a game whole");
}

/// Whether an action may be taken for ever, and in which order states are taken, is found out through rows of other items: a word
/// that comes or goes there counts, wherever else it stands in the item; so does a row that cannot be read any more.
#[test]
fn what_is_read_through_rows_is_read_again() {
    let folder = suite("edits");
    let base = text(&folder.join("through_rows.wgr")).unwrap();
    let put = |text: &str, was: &str, is: &str| {
        assert_eq!(text.matches(was).count(), 1, "{was}");
        text.replace(was, is)
    };
    let once = |text: &str, phase: &str| {
        put(text, &format!("{phase} {{\n    3."), &format!("{phase} {{\n    once per phase for each u\n    3."))
    };
    let (march, shell) = (once(&base, "during combat"), once(&base, "during movement"));
    let neither = once(&march, "during movement");
    let late = "1.2 \"Late\"     yes   when turn > 2";
    let able = "when any hit where it.allowance > 3";
    let zone = put(&march, "where open(it)", "where it in danger(u)");
    let taken = put(
        &neither,
        "set of Division\n",
        "set of Division at start of movement = divisions of Allied where able(it)\n",
    );
    let taken = put(&taken, "hit becomes divisions of phasing at u.hex", "spent becomes 3");
    let carried = format!("{neither}example \"Late\" of 1.22 at november {{\n    expect open(Sedan) is no\n}}\n");
    let pairs = [
        (put(&march, late, "1.2 \"Late\"     yes   when adjacent(hex, Sedan)"), march.clone()),
        (put(&shell, able, "when u in hit and any hit where it.allowance > 3"), shell.clone()),
        (put(&zone, "at 1   when turn > 2", "at 1   when adjacent(hex, Sedan)"), zone.clone()),
        (taken.clone(), put(&taken, able, "when u in hit and any hit where it.allowance > 3")),
        (carried.clone(), put(&carried, late, "1.2 \"Late\"     yes   when trun > 2")),
    ];
    for (one, other) in pairs {
        let mut workspace = Workspace::default();
        for (round, text) in [&one, &one, &other, &one, &other, &one].into_iter().enumerate() {
            let mut sources = Sources::new();
            sources.add("game.wgr", text.clone());
            let known = workspace.check(&sources, None, Starts::ScenesToo);
            same(&known, &check_from(&sources, None, Starts::ScenesToo), round as u32, text);
        }
    }
}

/// What nobody uses, titles that examples name, and words that the whole game is asked for, after edits of which some have all read
/// again and some do not. Each step puts one text in the place of another, in the file that ends so.
#[test]
fn what_hangs_on_the_whole_game_is_told_anew() {
    let thing =
        "value thing(u: Combatant): 0..9 {\n    \"A\" = 1 when u.steps > 1\n    \"B\" = 2 when u.steps < 2\n}\n";
    let uses = "fact uses(u: Combatant) otherwise no { \"x\" yes when thing(u) > 1 }\n";
    let end = "// A stand-in: who has more steps left\n";
    let moved = "expect not ID.moved\n}\nexample \"A pontoon is laid";
    let usage: [&[[&str; 3]]; 5] = [
        &[["victory.wgr", end, thing], ["victory.wgr", thing, end]],
        &[["victory.wgr", end, thing], ["victory.wgr", thing, &format!("// a line\n{thing}")]],
        &[
            ["victory.wgr", end, thing],
            ["victory.wgr", "u.steps < 2", "u.steps < 3"],
            ["victory.wgr", "value thing", &format!("{uses}value thing")],
            ["victory.wgr", "u.steps < 3", "u.steps < 2"],
        ],
        &[["11_movement.wgr", moved, &moved.replacen("not ID.moved", "acting is German", 1)]],
        &[["11_movement.wgr", moved, &moved.replacen("ID.moved", "ID.covered", 1)]],
    ];
    let games = usage.into_iter().map(|steps| ("hard-rules/11_usage_limits", steps));
    let title: &[[&str; 3]] = &[["rules/08_support.wgr", "\"Foot artillery\"", "\"Foot artillery, limbered\""]];
    for (game, steps) in games.chain([("fleur-au-fusil", title)]) {
        let texts = shipped(game);
        let ledger = texts.sources().1;
        let (mut workspace, mut files) = (Workspace::default(), texts.files.clone());
        let back: Vec<[&str; 3]> = steps.iter().rev().map(|[file, was, is]| [*file, *is, *was]).collect();
        let all = std::iter::once(None).chain(steps.iter().map(Some)).chain(back.iter().map(Some));
        for (round, step) in all.enumerate() {
            if let Some([file, was, is]) = step {
                let found = files.iter_mut().find(|(path, text)| path.ends_with(file) && text.contains(was));
                let (_, text) = found.unwrap_or_else(|| panic!("{game}, {file}: {was}"));
                *text = text.replacen(was, is, 1);
            }
            let (sources, _) = texts.with_texts(files.clone()).sources();
            let known = workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo);
            same(&known, &check_from(&sources, ledger.as_ref(), Starts::ScenesToo), round as u32, game);
        }
    }
}

/// `refused march U to H` is asked of the course along which the action moves: without its move, and with it again.
#[test]
fn a_move_that_goes_and_comes_back_is_asked_again() {
    let texts = shipped("fleur-au-fusil");
    let ledger = texts.sources().1;
    let mut workspace = Workspace::default();
    let moves = |line: &str| line.contains(" moves u along ");
    assert!(texts.files.iter().any(|(path, text)| path.ends_with("06_movement.wgr") && text.lines().any(moves)));
    for round in 0..4 {
        let mut files = texts.files.clone();
        for (path, text) in &mut files {
            if round % 2 == 1 && path.ends_with("06_movement.wgr") {
                *text = text
                    .lines()
                    .map(|line| if moves(line) { "\n" } else { line }.trim_end().to_owned() + "\n")
                    .collect();
            }
        }
        let (sources, _) = texts.with_texts(files).sources();
        let known = workspace.check(&sources, ledger.as_ref(), Starts::ScenesToo);
        same(&known, &check_from(&sources, ledger.as_ref(), Starts::ScenesToo), round, "the move of La fleur");
    }
}

/// In a line that belongs to no example: another number, another word, a line of it twice, away, behind a remark or a blank line.
fn edit_of_a_rule(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut head = "";
    let mut rules: Vec<usize> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.starts_with(|sign: char| sign.is_ascii_lowercase()) {
            head = line;
        }
        if !line.trim().is_empty() && !head.starts_with("example ") {
            rules.push(at);
        }
    }
    let Some(at) = rules.get(dice.below(rules.len())).copied() else {
        return format!("{text}\n// so it is\n");
    };
    match dice.below(12) {
        0 | 1 => lines[at] = another_number(&lines[at], dice),
        2 => lines[at] = lines[at].replacen(" when ", " unless ", 1),
        3 => lines[at] = lines[at].replacen(" and ", " or ", 1),
        4 => lines[at] = lines[at].replacen("\" ", "x\" ", 1),
        5 => lines.insert(at, lines[at].clone()),
        6 => drop(lines.remove(at)),
        7 => lines.insert(at, "    // so it is".to_owned()),
        8 => lines.insert(at, String::new()),
        9 => lines[at].push_str(" // so it is"),
        10 => lines[at] = lines[at].replacen(" + ", " - ", 1).replacen(" = ", " =  ", 1),
        _ => {
            let line = &lines[at];
            let cut = line.char_indices().map(|(byte, _)| byte).nth(dice.below(line.chars().count())).unwrap_or(0);
            lines[at] = format!("{}x{}", &line[..cut], &line[cut..]);
        }
    }
    lines.join("\n") + "\n"
}

/// In the clauses or the amount of a row: another number, another comparison, `or` for `and`, another name of the same text, a
/// name that nobody knows, blanks.
fn edit_within_rows(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut head = "";
    let mut rows: Vec<usize> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if line.starts_with(|sign: char| sign.is_ascii_lowercase()) {
            head = line;
        }
        let of_rows = ["value ", "fact ", "permit ", "zone "].iter().any(|word| head.starts_with(word));
        if of_rows && line.starts_with(' ') && line.contains("\" ") {
            rows.push(at);
        }
    }
    let Some(at) = rows.get(dice.below(rows.len())).copied() else { return another_number(text, dice) };
    let Some(title) = lines[at].rfind('"') else { return text.to_owned() };
    let (said, clauses) = lines[at].split_at(title + 1);
    let is_name = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let names: Vec<&str> = text.split(|sign| !is_name(sign)).filter(|word| word.len() > 3).collect();
    let clauses = match dice.below(8) {
        0 | 1 => another_number(clauses, dice),
        2 => clauses.replacen(" and ", " or ", 1),
        3 => clauses.replacen(" >= ", " <= ", 1).replacen(" = ", " - ", 1),
        4 => clauses.replacen(" is ", " is not ", 1),
        5 => format!("{clauses} when true_of_nobody(1)"),
        6 => clauses.replacen(' ', "   ", 1),
        _ => {
            let own: Vec<&str> = clauses.split(|sign| !is_name(sign)).filter(|word| word.len() > 3).collect();
            match (own.get(dice.below(own.len())), names.get(dice.below(names.len()))) {
                (Some(own), Some(other)) => clauses.replacen(own, other, 1),
                _ => clauses.to_owned(),
            }
        }
    };
    lines[at] = format!("{said}{clauses}");
    lines.join("\n") + "\n"
}

/// A remark comes, goes, or says something else; now and then one that is shown with its item, or something that only looks like one.
fn edit_of_a_remark(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let with: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains("//")).collect();
    let any = dice.below(lines.len());
    let at = with.get(dice.below(with.len())).copied().filter(|_| dice.below(3) > 0).unwrap_or(any);
    let Some(line) = lines.get_mut(at) else { return text.to_owned() };
    let before = line.find("//").unwrap_or(line.len());
    *line = match dice.below(8) {
        0 | 1 => format!("{line} // so it is"),
        2 => line.split_at(before).0.to_owned(),
        3 => format!("{}  // {}", line.split_at(before).0, dice.below(100)),
        4 => line.replacen("// ", "//   ", 1),
        5 => format!("{line}  "),
        6 => line.replacen('"', "\"// ", 1),
        _ => line.replacen("// ", "/// ", 1),
    };
    lines.join("\n") + "\n"
}

/// One of its digits is another.
fn another_number(line: &str, dice: &mut Dice) -> String {
    let digits: Vec<usize> = line.char_indices().filter(|(_, sign)| sign.is_ascii_digit()).map(|(at, _)| at).collect();
    let Some(at) = digits.get(dice.below(digits.len())).copied() else { return line.to_owned() };
    let digit = if &line[at..=at] == "2" { "1" } else { "2" };
    format!("{}{digit}{}", &line[..at], &line[at + 1..])
}

fn last_line_but_one_twice(text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let at = lines.len().saturating_sub(2);
    lines.insert(at, lines[at]);
    lines.join("\n") + "\n"
}

fn of_examples(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("example "))
}

/// Another number or word in a line of an example, a line of it twice, without its last sign, or with a remark.
fn edit_of_an_example(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let within = |at: &usize| {
        let head = lines[..*at].iter().rev().find(|line| !line.starts_with([' ', '}']) && !line.is_empty());
        lines[*at].starts_with(' ') && head.is_some_and(|head| head.starts_with("example "))
    };
    let steps: Vec<usize> = (0..lines.len()).filter(within).collect();
    let at = steps[dice.below(steps.len())];
    match dice.below(6) {
        0 => lines[at] = lines[at].replace(['1', '2', '3'], "4"),
        1 => lines[at] = lines[at].replace("is", "is not"),
        2 => lines.insert(at, lines[at].clone()),
        3 => drop(lines[at].pop()),
        4 => lines[at].push_str(" // so it is"),
        _ => lines[at].push('x'),
    }
    lines.join("\n") + "\n"
}

/// What remembers may be made on one thread and asked on another, as an editor's server does.
#[test]
fn a_workspace_may_go_to_another_thread() {
    fn may_go<T: Send>(_: &T) {}
    may_go(&Workspace::default());
}
