//! What a side is shown at the terminal: nothing of what it may not know, whatever is typed.

use crate::run::{file, fine, folder, held, refused};
use crate::typed::typed;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/suite/seats/unseen_orders.wgr");
/// What is printed on counters, and what is ordered: these words stand nowhere else.
const SECRETS: [&str; 9] = ["wren", "heron", "kite", "lurk", "pounce", "vanish", "sit", "ambush", "scatter"];

/// Everything that can be typed, at every ask of a game.
const ALL: &str =
    "state\nmap\nhex 0101\nlog\nwhy\nwhy seen band_1 Blue\nwhy may_probe 0101\nwhy not 0101\nodds\nundo\n1\n";

#[test]
fn a_side_is_shown_nothing_that_it_may_not_know() {
    for seed in ["1", "2", "3", "4", "5"] {
        let ran = typed(&["play", GAME, "--side", "Blue", "--seed", seed], ALL.repeat(12));
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{}", ran.out);
        assert!(ran.out.contains("Red: Where? (3.4) > ") && ran.out.contains("a draw, unseen"), "{}", ran.out);
        for line in ran.out.lines() {
            let told = SECRETS
                .iter()
                .any(|secret| line.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == *secret));
            assert!(!told, "seed {seed}: {line}");
        }
    }
}

const ASKED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/suite/seats/the_other_is_asked.wgr");

/// Red plans in secret, and only where he lies in ambush there is a phase in which he forgets it.
const AMBUSH: &str = r#"game "Hid" {
    edition "sample"   language 1
    sides   Blue, Red
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
enum Plan { wait, ambush }
piece Man "man" plural men { printed strength: 1..6   state plan: Plan = wait }
order Blue { Man  strength
    B1 1 }
order Red { Man  strength
    R1 1 }
knowledge secret(m: Man, eyes: Side) hides plan otherwise yes { 1.1 "Not the enemy's" no when eyes is enemy of m.side }
scenario field "In the field" {
    0101: B1
    0404: R1
}
action set_plan by Red during planning {
    once per phase
    2.3  "Which?"    Red chooses {
        "Ambush"  { R1.plan becomes ambush }
        "Wait"    { R1.plan becomes wait }
    }
}
action go by Blue during moving {
    once per phase
    3.1  "Whither"   B1 goes to 0202
}
sequence {
    turns 1..2 {
        phase planning { any number of set_plan }
        if R1.plan is ambush { phase springing 4.1 "Springing" { 4.1 "He forgets" R1.plan becomes wait } }
        player turns Blue, Red { phase moving { any number of go } }
    }
}
victory { 9.1  "Nobody"  = draw otherwise }
"#;

#[test]
fn a_phase_that_hangs_on_what_is_hidden_is_told_to_nobody_who_does_not_see_it() {
    let game = file(&folder("a_phase_that_hangs"), "hid.wgr", AMBUSH);
    let told = |seed: u32, side: &str| fine(&["run", &game, "--seed", &seed.to_string(), "--side", side]);
    let springs = |side: &str| (1..=12).filter(|seed| told(*seed, side).contains("Springing")).count();
    assert_eq!(springs("Blue"), 0);
    assert!((1..12).contains(&springs("referee")));
}

/// What R1 is worth is read before the first question, and once more where it is another behind that, and only then shown.
const READ_AND_CHANGED: &str = r#"game "Hid" {
    edition "sample"   language 1
    sides   Blue, Red
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Man "man" plural men { state strength: 1..6 = 1  flags shown, hit }
order Blue {
    Man
        B1
}
order Red {
    Man
        R1
}
knowledge known(m: Man, eyes: Side) hides strength otherwise yes {
    1.1 "It has not fought yet"   no   when eyes is enemy of m.side and not m.shown
}
scenario meeting "They meet" {
    0101: B1 (strength 3)
    0201: R1 (strength STRENGTH)
}
procedure begin {
    3.1  "A die"             roll white
    3.2  "Both together"     if white + R1.strength > 1 { B1.hit becomes yes }
}
action fight during combat {
    once per phase
    keeps n: 0..20 = 0
    2.2  "Reckoned"          n becomes R1.strength
    2.3  "Weaker"            R1.strength becomes 1
    1.1  "Now it is seen"    R1.shown becomes yes
    2.4  "Go on?"            Blue may { B1.hit becomes yes }
    2.5  "One die"           roll white
    2.6  "It is hit"         if white + n > 1 { R1.hit becomes yes }
    2.7  "Used up"           n loses 1
}
sequence {
    turns 1..2 {
        phase start { perform begin }
        player turns Blue, Red { phase combat { any number of fight } }
    }
}
victory { 9.1 "D" = draw otherwise }
"#;

#[test]
fn what_was_read_while_it_was_hidden_is_not_told() {
    let folder = folder("what_was_read_while_hidden");
    let told = |strength: &str, seed: u32, side: &str| {
        let game = file(&folder, "read.wgr", READ_AND_CHANGED.replace("STRENGTH", strength));
        fine(&["run", &game, "--seed", &seed.to_string(), "--side", side])
    };
    let mut fights = 0;
    for seed in 1..8 {
        let [one, other] = ["5", "2"].map(|strength| told(strength, seed, "Blue"));
        assert_eq!(one, other);
        fights += usize::from(one.contains("R1: strength 1"));
        assert_ne!(told("5", seed, "referee"), told("2", seed, "referee"));
    }
    assert!(fights > 2, "{fights}");
}

#[test]
fn nobody_answers_for_the_other_side() {
    for chair in [&["--side", "Blue"][..], &[]] {
        for line in ["poke yes R1 south", "poke yes R1 zzz", "poke yes zzz", "poke, yes, pick R2"] {
            let args = [&["play", ASKED, "--seed", "2"], chair].concat();
            let ran = typed(&args, format!("{line}\nlog\nquit\n"));
            assert!(ran.out.contains("now Red is asked"), "{line}: {}", ran.out);
            for secret in ["pick R1", "pick R2", "south", "Red at"] {
                assert!(!ran.out.contains(secret), "{line}: {secret}: {}", ran.out);
            }
        }
    }
    // The referee answers for everybody.
    let ran = typed(&["play", ASKED, "--seed", "2", "--side", "referee"], "poke yes R1 south\nlog\nquit\n");
    assert!(ran.out.contains("4. Red: Which way? (2.3) > south\n"), "{}", ran.out);
    // Where nothing came into play, nobody has seen what it might have been.
    let ran = typed(&["play", ASKED, "--seed", "2", "--side", "Blue"], "quit\n");
    assert!(ran.out.contains("B1 comes to 0101\n") && !ran.out.contains("north"), "{}", ran.out);
}

#[test]
fn the_referee_is_shown_all() {
    let ran = typed(&["play", GAME, "--side", "referee", "--seed", "1"], "1\n1\n1\nlog\nstate\n");
    assert!(ran.out.contains(" drawn: One by one, unseen (3.3)"), "{}", ran.out);
    assert!(ran.out.contains("you are the referee"), "{}", ran.out);
    assert!(SECRETS[..3].iter().any(|print| ran.out.contains(&format!(" {print}"))), "{}", ran.out);
}

#[test]
fn a_notebook_that_cannot_be_kept_leaves_no_save_beside_it() {
    let folder = folder("no_save_beside");
    let rules = folder.join("order.wgr");
    std::fs::write(&rules, "game \"X\" { }\n").unwrap();
    let ran = typed(&["play", GAME, "--side", "Blue", "--seed", "1"], format!("save {}\n", rules.display()));
    assert!(ran.out.contains("is there and stays as it is"), "{}", ran.out);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn nobody_reads_counters_out_of_the_save_of_a_game_that_hides_something() {
    let save = folder("nobody_reads_counters").join("s").display().to_string();
    typed(&["play", GAME, "--side", "referee", "--seed", "1"], format!("1\n1\n1\nsave {save}\n"));
    let text = held(&save);
    let states = text.split("\"state\": \"").skip(1).map(|rest| rest.split('"').next().unwrap());
    let sealed = |state: &str| state.len() > 40 && state.bytes().all(|digit| digit.is_ascii_hexdigit());
    assert!(states.clone().count() >= 2 && states.clone().all(sealed), "{:?}", states.collect::<Vec<_>>());
}

#[test]
fn what_is_taken_out_of_a_save_is_for_somebody() {
    let save = folder("out_of_a_save").join("s").display().to_string();
    let kept = typed(&["play", GAME, "--side", "referee", "--seed", "1"], format!("1\n1\n1\nsave {save}\n"));
    assert!(kept.out.contains("kept in "), "{}", kept.out);
    let why = ["why", GAME, "may_probe", "0101", "--at", &save];
    refused(&why, 2, "say for whom: --side Blue, --side Red or --side referee");
    refused(&["run", GAME, "--load", &save], 2, "say for whom");
    let told = |side: &str| typed(&[&why[..], &["--side", side]].concat(), "").out;
    assert!(told("referee").contains("\"Too strong\""), "{}", told("referee"));
    assert_eq!(told("Blue"), "may_probe(0101) = rests on what Blue may not know\n");
}

#[test]
fn a_real_game_has_dice_that_nobody_can_foresee() {
    let saves: Vec<String> =
        (1..=6).map(|nth| folder(&format!("real_{nth}")).join("s").display().to_string()).collect();
    for path in &saves {
        let ran = typed(&["play", GAME, "--side", "referee"], format!("1\n1\n1\nsave {path}\n"));
        assert!(!ran.out.contains("seed"), "{}", ran.out);
    }
    assert!(saves.iter().any(|other| held(other) != held(&saves[0])));
    let again = |save: &str| typed(&["play", GAME, "--side", "referee", "--load", save], "pass\n1\n".repeat(12)).out;
    // One cup may have prints of one sort left, and then nothing can fall otherwise.
    let falls = |save: &String| {
        let first = again(save);
        (0..6).any(|_| again(save) != first)
    };
    assert!(saves.iter().any(falls), "a save tells what falls: {}", again(&saves[0]));
    let trial = typed(&["play", GAME, "--seed", "7"], "");
    assert!(trial.out.contains(", a trial with seed 7: its dice can be foreseen"), "{}", trial.out);
}

#[test]
fn a_side_takes_back_its_own_answers_alone() {
    let blue = typed(&["play", GAME, "--side", "Blue", "--seed", "2"], "undo\n");
    assert!(
        blue.out.contains("Red has answered since: what another side did is not taken back")
            || blue.out.contains("nothing can be taken back"),
        "{}",
        blue.out
    );
}

#[test]
fn a_side_keeps_a_notebook_and_the_referee_the_game() {
    let book = folder("a_notebook").join("book").display().to_string();
    let save = format!("{book}.referee");
    let blue = ["play", GAME, "--side", "Blue"];
    let said = typed(&[&blue[..], &["--seed", "2"]].concat(), format!("1\n1\nstate\nsave {book}\n")).out;
    assert!(
        said.contains(&format!("your notebook is kept in {book}; the game goes on from the referee's save, {save}")),
        "{said}"
    );
    for text in [held(&book), held(&save)] {
        assert!(
            !SECRETS.iter().any(|secret| text.contains(&format!(" {secret}")) || text.contains(&format!("\"{secret}"))),
            "{text}"
        );
    }
    refused(&[&blue[..], &["--load", &book]].concat(), 2, "notebook");
    refused(&["run", GAME, "--side", "referee", "--load", &book], 2, "notebook");
    let on = typed(&[&blue[..], &["--load", &save]].concat(), "state\nlog\n");
    assert_eq!(on.code, 0, "{}", on.err);
    assert!(on.out.contains("a draw, unseen") && !on.out.contains("drew "), "{}", on.out);
}

/// A fort whose strength Blue does not see: `feel` goes by it, `walk` does not.
const FORT: &str = r#"game "Fort" {
    edition "sample"   language 1
    sides   Blue, Red
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Scout "scout" { state tired: yes/no = no }
piece Fort "fort" { state walls: 0..6 = 4 }
order Blue {
    Scout
        B1
}
order Red {
    Fort
        R1
}
knowledge known(u: Fort, eyes: Side) hides walls 6.6 otherwise yes {
    6.6  "Only its own side"  no   when eyes is enemy of u.side
}
action feel(u: Scout of phasing) 7.0 during scouting {
    once per phase
    if any f in forts: f.walls > 3 {
        7.1 "Press on?" phasing chooses {
            "Press" { u.tired becomes yes }
            "Halt" { }
        }
    }
    7.2 "Come back?" phasing chooses {
        "Back" { }
        "Stay" { u.tired becomes yes }
    }
}
action walk(u: Scout of phasing) 8.0 during scouting {
    once per phase
    8.1 "Which way?" phasing chooses {
        "North" { }
        "South" { u.tired becomes yes }
    }
    8.2 "How far?" phasing chooses {
        "Near" { }
        "Far" { u.tired becomes yes }
    }
}
sequence 1.0 { turns 1..2 { player turns Blue, Red { phase scouting { any number of feel, walk } } } }
victory { 9.1 "Nobody wins" = draw }
scenario plain "The plain" {
    0101: B1
    0404: R1
}
"#;

#[test]
fn an_answer_of_which_something_hidden_came_is_not_taken_back() {
    let game = file(&folder("something_hidden_came"), "fort.wgr", FORT);
    for seat in [&["--side", "Blue"][..], &["--side", "referee"], &[]] {
        let told = |lines: &str| typed(&[&["play", &game, "--seed", "1"], seat].concat(), lines).out;
        const STANDS: &str = "an answer of Blue stands: what came of it rests on what Blue may not know";
        for lines in ["feel B1\nundo\n", "feel B1\nabandon\n", "feel B1\npress\nundo\n", "feel B1 nonsense\nundo\n"] {
            assert!(told(lines).contains(STANDS), "{lines}: {}", told(lines));
        }
        for lines in ["walk B1\nundo\n", "walk B1\nnorth\nundo 2\n", "walk B1\nnorth\nabandon\n"] {
            let told = told(lines);
            assert!(!told.contains("cannot be") && told.matches("walk B1").count() > 1, "{lines}: {told}");
        }
    }
}
