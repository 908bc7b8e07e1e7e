//! What is told of one game, and of many.

use crate::run::wgr;
use crate::run::{file, fine, folder, run};
use crate::small::{FAULTY, PATROL};
use crate::typed::typed;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

#[test]
fn a_game_is_told_as_it_goes() {
    let path = file(&folder("a_game_is_told"), "patrol.wgr", PATROL);
    let said = fine(&["run", &path, "--seed", "3", "--most", "2"]);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "Patrol, seed 3");
    // Where it is laid out, no phase has begun.
    assert_eq!(lines[1], "      P comes to 0101");
    assert_eq!(lines[2], "== turn 1, walking, seen 0 ==");
    assert!(lines[3].starts_with("1. Red: Where the patrol goes (4.1) > walk "), "{said}");
    assert!(lines[4].starts_with("      P goes from 0101 to "), "{said}");
    assert!(lines[5].ends_with(" drawn: What it meets (4.2)"), "{said}");
    assert!(lines[6].starts_with("2. Blue: Is it shot at? (5.1) > "), "{said}");
    assert_eq!(*lines.last().unwrap(), "not over after 2 answers; --most lets it go on");
    let whole = fine(&["run", &path, "--seed", "3"]);
    assert!(whole.starts_with(said.split_once("not over").unwrap().0), "{whole}");
    assert!(whole.lines().last().unwrap().starts_with("over after "), "{whole}");
    assert_eq!(whole, fine(&["run", &path, "--seed", "3"]), "a seed is a game");
    assert_ne!(whole, fine(&["run", &path, "--seed", "5"]).replace("seed 5", "seed 3"));
}

/// Two men who fight, behind a phase in which nobody is asked.
const BATTLE: &str = r#"game "Battle" {
    edition "sample"   language 1
    sides   Blue, Red
    dice    white d6, green d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Man "man" plural men { state steps: 0..4 = 4   flags tired until end of turn }
order Blue { Man
    B1 }
order Red { Man
    R1 }
state rain: 0..6 = 0
state wet: yes/no = no
procedure hurt(u: Man) 6.1 { u.steps loses 1 }
action fight(u: Man of phasing where not it.tired) 4.1 during battle {
    keeps  sum: 0..12
    4.2  "Both dice"    roll white, green
    sum becomes white + green
    u.tired becomes yes
    4.3  "A step"       for each foe in men of enemy of phasing { perform hurt(foe) }
    4.4  "Another"      for each foe in men of enemy of phasing { perform hurt(foe) }
}
sequence 1.0 {
    turns 1..1 {
        phase weather_roll 2.0 "Weather" {
            2.1  "It rains"   rain becomes 3
            2.2  "All is wet" wet becomes yes
        }
        player turns Blue, Red {
            phase battle 4.0 "Battle" { any number of fight }
        }
        phase evening 5.0 "Evening" {
            5.1  "It dries"   wet becomes no
        }
    }
}
victory { 9  "Nobody"  = draw otherwise }
scenario field "In the field" {
    0101: B1
    0102: R1
}
"#;

/// Phases in which nobody is asked, dice of one rule, what is kept of them, each loss with the rule that brings it.
#[test]
fn all_is_told_in_its_order() {
    let path = file(&folder("all_is_told_in_its_order"), "battle.wgr", BATTLE);
    let fought =
        (1..).map(|seed| fine(&["run", &path, "--seed", &seed.to_string()])).find(|said| said.contains("> fight B1"));
    let said = fought.unwrap();
    let (begins, fight) = said.split_once(" > fight B1\n").unwrap();
    let is_told = |line: &&str| !line.contains(" comes to ");
    let begins: Vec<&str> = begins.lines().skip(1).filter(is_told).take(4).collect();
    let weather = ["== turn 1, Weather ==", "      rain: 3 (2.1)", "      wet: yes (2.2)"];
    assert_eq!(begins[..3], weather, "{said}");
    assert_eq!(begins[3], "== turn 1, Battle, Blue ==", "{said}");
    let lines: Vec<&str> = fight.lines().take(5).collect();
    let dice =
        lines[0].strip_prefix("      white ").and_then(|rest| rest.strip_suffix(" rolled for B1: Both dice (4.2)"));
    let (white, green) = dice.and_then(|dice| dice.split_once(", green ")).unwrap();
    let sum: i64 = [white, green].iter().map(|die| die.parse::<i64>().unwrap()).sum();
    assert_eq!(lines[1], format!("        sum: {sum}"));
    let rest = [
        "      B1: tired (4.1)",
        "      R1: steps 3 (4 before): A step (4.3)",
        "      R1: steps 2 (3 before): Another (4.4)",
    ];
    assert_eq!(lines[2..], rest, "{said}");
    assert!(
        fight.contains(
            "\n== turn 1, Evening ==\n      wet: no (5.1)\n      the game ends\n        Nobody (9)\nover after "
        ),
        "{said}"
    );
}

/// A game that rolls for the weather and fires once; whoever has fired is ready again as the phase ends.
const GUNS: &str = r#"game "Guns" {
    edition "sample"   language 1
    sides   Blue, Red
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
enum Sky { fair, rain }
enum Effect { nothing, hit }
piece Gun "gun" plural guns { flags fired until end of fight }
order Blue { Gun
    B1 }
order Red { Gun
    R1 }
state sky: Sky = fair
table crt 4.3 : 1..6 gives Effect {
    1..5  nothing
    6     hit
}
action fire(u: Gun of phasing where not it.fired) 4.1 during fight {
    keeps  result: 0..1 = 0, effect: Effect = nothing
    4.1  "He has fired"  u.fired becomes yes
    4.2  "One die"       roll white
    result becomes 0
    4.3  "What it did"   effect becomes crt[white]
}
sequence 1.0 {
    turns 1..1 {
        phase weather_roll 2.0 "Weather" {
            2.1  "One die"        roll white
            2.1  "It stays fair"  sky becomes fair
        }
        player turns Blue, Red {
            phase fight 4.0 "Fight" { any number of fire }
        }
    }
}
victory { 9  "Nobody"  = draw otherwise }
scenario field "In the field" {
    0101: B1
    0102: R1
}
"#;

#[test]
fn what_comes_to_what_it_was_is_told() {
    let path = file(&folder("what_comes_to_what_it_was"), "guns.wgr", GUNS);
    let ran =
        (1..).map(|seed| fine(&["run", &path, "--seed", &seed.to_string()])).find(|said| said.contains("> fire B1"));
    let said = ran.unwrap();
    assert!(said.contains(" rolled: One die (2.1)\n      sky: fair (2.1)\n"), "{said}");
    let (_, fire) = said.split_once(" > fire B1\n").unwrap();
    let lines: Vec<&str> = fire.lines().take(5).collect();
    assert_eq!(lines[0], "      B1: fired (4.1)", "{said}");
    let white =
        lines[1].strip_prefix("      ").and_then(|line| line.strip_suffix(" rolled for B1: One die (4.2)")).unwrap();
    let effect = if white == "6" { "hit" } else { "nothing" };
    let told = [
        format!("        crt({white}) = {effect}"),
        "        result: 0".to_owned(),
        format!("        effect: {effect}"),
    ];
    assert_eq!(lines[2..], told, "{said}");
}

/// Guns are drawn from a box; one that is too weak is called off, and one whose die is too low does nothing.
const SORTIES: &str = r#"game "Sorties" {
    edition "sample"   language 1
    sides   Blue, Red
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Gun "gun" plural guns { printed strength: 1..9   flags silenced }
order Blue { Gun  strength
    B1  1
    B2  5 }
order Red { Gun  strength
    R1  2 }
box reserve "In reserve" of Gun
value force(u: Gun): 0..20 {
    4.2  "As printed"   = u.strength
    largest of "ground" {
        4.3  "By the wood"  + 1   when u.strength > 4
        4.4  "Uphill"       + 2   when u.strength > 4
    }
    4.5  "Tired"         - 1   when u.strength < 2
    4.6  "Never below"   at least 0
    4.7  "Never above"   at most 9
}
action sortie(u: Gun of Blue where it.hex is not none) by Blue 4.0 during raid {
    keeps  weight: 0..20 = 0
    4.1  "How strong"             weight becomes force(u)
    4.8  "Too weak: called off"   if weight < 1 { end sortie }
    4.9  "One die"                roll white
    4.10 "A six silences"         if white is 6 { (guns of Red).silenced becomes yes }
    4.11 "With help"              if any g in guns of Blue: white + g.strength >= 11 { (guns of Red).silenced becomes yes }
    4.12 "Nine in all"            if white + u.strength >= 9 { (guns of Red).silenced becomes yes }
}
sequence 1.0 {
    turns 1..2 {
        phase arrivals 2.0 "Arrivals" { 2.1  "One by one"  draw up to 2 from reserve as u { u goes to 0101 } }
        phase raid 3.0 "Raid" { 2 of sortie }
    }
}
limit 4.0 "Once each" on sortie: once per phase for each u
victory { 9  "Nobody"  = draw otherwise }
scenario field "In the field" {
    reserve: B1, B2
    0104: R1
}
"#;

#[test]
fn draws_bounds_and_ends_are_told() {
    let path = file(&folder("draws_bounds_and_ends"), "sorties.wgr", SORTIES);
    let ran = (1..60).map(|seed| fine(&["run", &path, "--seed", &seed.to_string()]));
    let mut those = ran.filter(|said| said.contains("> sortie B1") && said.contains("A six silences? no (4.10)"));
    let said = those.next().unwrap();
    assert!(said.contains(" drawn: One by one (2.1)\n      B"), "{said}");
    let (_, raid) = said.split_once(" > sortie B1\n").unwrap();
    let lines: Vec<&str> = raid.lines().take(3).collect();
    let told =
        ["        force(B1) = 0: \"As printed\" 1, \"Tired\" -1, \"Never below\" at least 0", "        weight: 0"];
    assert_eq!(lines[..2], told, "{said}");
    assert_eq!(lines[2], "      that ends sortie: Too weak: called off (4.8)", "{said}");
    let figure = "        force(B2) = 7: \"As printed\" 5, largest of (\"By the wood\" +1, \"Uphill\" +2)";
    assert!(raid.lines().any(|line| line == figure), "{said}");
    assert!(raid.contains(" rolled for B2: One die (4.9)\n        A six silences"), "{said}");
    assert!(raid.contains("        With help? no (4.11)\n") && raid.contains(" in all: Nine in all"), "{said}");
}

/// Red has a plan that Blue does not see, and does something by it.
const PLANS: &str = r#"game "Plans" {
    edition "sample"   language 1
    sides   Blue, Red
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
enum Plan { north, south }
state tally: 0..6 = 0
piece Man "man" plural men { state plan: Plan = north, seen: 0..6 = 0   flags tired until end of resting }
order Blue { Man
    B1 }
order Red { Man
    R1
    R2 }
knowledge secret(m: Man, eyes: Side) hides plan otherwise yes { 1.1  "Not the enemy's"  no when eyes is enemy of m.side }
action poke(u: Man of Red) by Red during planning {
    once per phase for each u
    2.1  "Seen"  u.seen gains 1
    perform twice(u)
    2.2  "Ends"  if u.seen > 0 { end poke }
    2.3  "More"  tally gains 1
}
procedure twice(u: Man) {
    2.4  "Once"   if u.seen > 0 { end twice }
    2.5  "Twice"  tally gains 1
}
sequence 3.0 {
    turns 1..2 {
        player turns Red, Blue {
            phase planning 3.1 "Planning" {
                if phasing is Red {
                    3.2  "Which?"  Red picks 1 men of Red as c otherwise { }
                    if c is not none { c.plan becomes south }
                    any number of poke
                    if c is R1 {
                        3.3  "Up"    tally becomes 3
                        3.4  "Die"   roll white
                        3.5  "Down"  tally becomes 0
                    } else { 3.4  "Die"  roll white }
                }
            }
            phase resting 3.6 "Resting" {
                if phasing is Red {
                    3.7  "Up"    if R1.plan is south { tally becomes 5 } else { tally becomes 2 }
                    3.8  "Down"  tally becomes 0
                    3.9  "Tired" R1.tired becomes yes
                }
            }
            phase after 4.0 "After" { 4.1  "Blue says"  Blue may { B1.seen gains 1 } }
        }
    }
}
victory { 9  "Nobody"  = draw otherwise }
scenario field "In the field" {
    0101: B1
    0404: R1
    0304: R2
}
"#;

/// A name of the sequence outlives an action; a phase is told behind a procedure that was left early.
#[test]
fn a_hidden_plan_changes_no_line() {
    let path = file(&folder("a_hidden_plan"), "plans.wgr", PLANS);
    let played = |pick: &str, seat: &[&str]| {
        let all: Vec<&str> = ["play", &path, "--seed", "3"].into_iter().chain(seat.iter().copied()).collect();
        typed(&all, format!("{pick}\npoke R1\npass\nno\nlog\nquit\n")).out
    };
    let [one, other] = ["R1", "R2"].map(|pick| played(pick, &[]));
    assert!(one.contains("R1: seen 1 (0 before)") && one.contains(" rolled: Die (3.4)"), "{one}");
    assert_eq!(one, other);
    let [one, other] = ["R1", "R2"].map(|pick| played(pick, &["--side", "referee"]));
    assert!(one.contains("tally: 3") && !other.contains("tally: 3"), "the referee sees the difference: {one}");
}

#[test]
fn the_log_tells_the_game_again() {
    let path = file(&folder("the_log_tells"), "guns.wgr", GUNS);
    let played = typed(&["play", &path, "--seed", "4"], "fire B1\npass\nlog\nquit\n").out;
    let (first, again) = played.split_once("\n1. Blue: What next? > fire B1\n").unwrap();
    let of_fire = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("      ") && !line.contains("come"));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    let told = of_fire(first);
    let retold = of_fire(again);
    assert!(!retold.is_empty() && retold.iter().all(|line| told.contains(line)), "{played}");
    assert!(again.contains("\n2. "), "{played}");
}

#[test]
fn a_fault_is_told_by_rule_and_place() {
    let path = file(&folder("a_fault_is_told"), "faulty.wgr", FAULTY);
    let ran = (1..).map(|seed| run(&["run", &path, "--seed", &seed.to_string()])).find(|ran| ran.code != 0).unwrap();
    let told = format!("HOLE in go by 4.7,4.8 \"not there: the page is torn\" at {path}:");
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains(&format!(" > go\n      FAULT {told}")), "{}", ran.out);
    assert!(ran.err.contains(&told) && ran.err.lines().count() == 1, "{}", ran.err);
}

#[test]
fn many_games_are_counted() {
    let folder = folder("many_games_are_counted");
    let path = file(&folder, "patrol.wgr", PATROL);
    let said = fine(&["run", &path, "--games", "60", "--seed", "7"]);
    let mut lines = said.lines();
    assert_eq!(lines.next(), Some("Patrol, games with seeds 7 to 66: 60"));
    let over = lines.filter_map(|line| line.trim_start().split_once("  over: "));
    let counts = over.map(|(count, _)| count.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 60, "{said}");
    let cut = fine(&["run", &path, "--games", "9", "--most", "0"]);
    let told = "Patrol, games with seeds 1 to 9: 9\n9  not over after 0 answers (first: seed 1)\nanswers a game: 0.0 (0 to 0)\n";
    assert!(cut.starts_with(told), "{cut}");

    let faulty = file(&folder, "faulty.wgr", FAULTY);
    let ran = run(&["run", &faulty, "--games", "40"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let told = ran.out.lines().find(|line| line.contains("FAULT HOLE in go by 4.7,4.8")).unwrap();
    let seed = told.rsplit_once("seed ").unwrap().1.trim_end_matches(')');
    assert!(ran.err.contains(&format!("--seed {seed}`")), "{}", ran.err);
    assert_eq!(run(&["run", &faulty, "--seed", seed]).code, 1, "the seed that is named shows the fault");
    assert!(ran.out.contains("  over: draw\n"), "{}", ran.out);
}

#[test]
fn no_engine_and_no_number_of_threads_changes_what_is_told() {
    let path = file(&folder("no_engine_changes"), "patrol.wgr", PATROL);
    let told = |more: &[&str]| fine(&[&["run", &path, "--games", "9", "--seed", "2"], more].concat());
    let one = told(&["--engine", "interp", "--threads", "1"]);
    assert!(one.contains("last states: "), "{one}");
    for engine in ["auto", "interp", "native"] {
        for threads in ["1", "2", "5", "40"] {
            assert_eq!(one, told(&["--engine", engine, "--threads", threads]), "{engine}, {threads}");
        }
    }
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let path = file(&folder("a_reader_that_has_gone"), "patrol.wgr", PATROL);
    for args in [&["run", &path][..], &["run", &path, "--games", "9"], &["run", "--help"]] {
        let mut child = wgr(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let code = child.wait().unwrap().code();
        let said: Vec<String> = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap).collect();
        assert_eq!((code, said), (Some(0), vec![]), "{args:?}");
    }
}

#[test]
fn help_tells_flags_and_exit_codes() {
    let said = fine(&["run", "--help"]);
    for flag in ["--seed", "--most", "--games", "--save", "--load", "--log", "--replay", "Exit codes"] {
        assert!(said.contains(flag), "{flag}");
    }
    assert!(fine(&["--help"]).contains("Exit codes"));
}

/// What was told falsely once: figures that two rules use up in turn, steps that two rules of one section take, states that
/// begin anew and states that phases write, ways and removals, what ends by a rule and what ends with the last turn.
#[test]
fn games_that_were_told_falsely() {
    for name in ["used_up", "by_two_rules", "as_it_lasts"] {
        let path = format!("tests/told/{name}.wgr");
        let said = fine(&["run", &path, "--seed", "1"]);
        let text = std::fs::read_to_string(&path).unwrap();
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_snapshot_path("../told");
        settings.bind(|| insta::assert_snapshot!(name, format!("{text}\n> wgr run --seed 1\n{said}")));
    }
}
