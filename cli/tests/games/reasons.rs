//! What an example says of rows, held to the rows themselves.

use crate::run::{file, fine, folder, refused, run};

const GAME: &str = r#"game "Small" {
    sides Blue, Red
    hexes CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Regiment "regiment" {
    state tired: yes/no = no
    state dug_in: yes/no = no
}
order Blue {
    Regiment
        B1
        B2
}
order Red {
    Regiment
        R1
}
value worth(u: Regiment): 0..9 {
    4.1  "As printed"          = 3
    4.2  "Tired"               - 2                when u.tired
    4.3  "Dug in"              + 1                when u.dug_in
    4.4  "No trench helps"     waives "Dug in"    when u.tired
    4.5  "Nobody is helpless"  at least 2
    4.6  "Nobody is a giant"   at most 3
}
permit may_rest(u: Regiment) otherwise yes {
    5.1  "Only in a trench"    no   when not covered(u)
    5.3  "Not the enemy"       no   when u.side is not phasing
}
fact covered(u: Regiment) otherwise no { 5.2  "A trench covers it"   yes   when u.dug_in }
measure MP
course marching(u: Regiment) 6.0 spends 2 MP {
    6.1  "A hex"               cost = 1 MP
    6.2  "The enemy is there"  no     when any enemy regiments of u.side at there
    6.3  "Beside the enemy"    stop   when any h in hexes at 1 from there: any enemy regiments of u.side at h
    6.4  "Another is there"    pass   when any regiments of u.side at there
}
action rest(u: Regiment of phasing where may_rest(it)) 2.1 during movement { once per phase for each u; u.tired becomes no }
action march(u: Regiment of phasing) 2.1 during movement {
    once per phase for each u
    6.1  "Where to?"  phasing moves u along marching(u)
}
sequence 2.0 { turns 1..1 { player turns Blue, Red { phase movement { 2.1 "What now?" any number of rest, march } } } }
scene field "A field" in movement of Blue {
    0101: B1 (tired yes, dug_in yes)
    0103: B2
    0104: R1
}
"#;

/// The last line of what `wgr test` says of an example with these steps, and the failure.
fn tried(test: &str, steps: &str) -> String {
    let folder = folder(test);
    let game = file(&folder, "small.wgr", format!("{GAME}example \"E\" of 4.1 at field {{\n{steps}\n}}\n"));
    let ran = run(&["test", &game, "--accept"]);
    assert_eq!(ran.err, "", "{}", ran.out);
    ran.out
}

#[test]
fn waivers_may_be_named_and_bounds_that_do_not_bite_need_not_be() {
    for fine in [
        "expect worth(B1) is 2 from \"As printed\" 3, \"Tired\" -2, \"Nobody is helpless\" 2",
        "expect worth(B1) is 2 from \"As printed\" 3, \"Tired\" -2, \"Nobody is helpless\" 2, \"No trench helps\"",
        "expect worth(B2) is 3 from \"As printed\" 3",
        "expect worth(B2) is 3 from \"As printed\" 3, \"Nobody is a giant\" 3",
    ] {
        let said = tried("waivers_may_be_named", fine);
        assert!(said.contains("1 example fine"), "{fine}: {said}");
    }
    for (wrong, told) in [
        (
            "expect worth(B1) is 2 from \"As printed\" 3, \"Tired\" -2",
            "\"Nobody is helpless\" counts 2, and is not named",
        ),
        ("expect worth(B2) is 3 from \"As printed\" 3, \"No trench helps\"", "\"No trench helps\" does not count"),
        ("expect worth(B2) is 3 from \"As printed\" 3, \"Tired\"", "\"Tired\" does not count"),
    ] {
        let said = tried("waivers_may_not", wrong);
        assert!(said.contains(told), "{wrong}: {said}");
    }
}

#[test]
fn only_a_row_that_says_no_refuses() {
    let said = tried("only_a_row_that_says_no", "refused rest B2 by 5.1\nrefused march B1 to 0103 by 6.4");
    assert!(said.contains("1 example fine"), "{said}");
    // What is asked on the way counts, and refuses nothing.
    let said = tried("a_row_on_the_way", "refused march B1 to 0104 by 6.1");
    assert!(said.contains("is refused, but not by 6.1"), "{said}");
}

#[test]
fn an_answer_begins_no_action() {
    let said = tried("an_answer_begins_no_action", "answer 2.1 by Blue: march, B1");
    assert!(said.contains("2.1 is not asked here") && said.contains("write `when "), "{said}");
}

#[test]
fn what_is_expected_and_where_somebody_goes_counts_for_the_ledger() {
    let folder = folder("what_counts_for_the_ledger");
    let steps = "expect worth(B1) is 2\n    when march B1 by Blue\n    answer 6.1 by Blue: 0201, 0202, stop";
    file(&folder, "game.wgr", format!("{GAME}example \"E\" of 2.1 at field {{\n    {steps}\n}}\n"));
    let cases = [
        "2.0", "2.1", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "5.1", "5.2", "5.3", "6.0", "6.1", "6.2", "6.3", "6.4",
    ];
    let line = |case: &&str| format!("{case}\t{case}\trule\tRule {case}.\t-\t-\t-\t-\n");
    let ledger: String = cases.iter().map(line).collect();
    file(&folder, "ledger.tsv", format!("id\tsection\tkind\tstatement\tdata\tnote\taside\treason\n{ledger}"));
    let open = fine(&["cover", &folder.display().to_string(), "--list", "unexercised"]);
    let open: Vec<&str> = open.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(open, ["2.0", "4.3", "5.1", "5.2", "5.3", "6.0", "6.2", "6.3", "6.4"]);
}

#[test]
fn why_of_a_course_is_about_one_step() {
    let folder = folder("why_of_a_course");
    let scenario = "scenario field \"A field\" {\n    0101: B1\n    0103: B2\n    0104: R1\n}\n";
    let text =
        GAME.replace("scene field \"A field\" in movement of Blue {", "scene shown \"A field\" in movement of Blue {");
    let game = file(&folder, "small.wgr", format!("{text}{scenario}"));
    let said = fine(&["why", &game, "marching", "B1", "0101", "0102"]);
    let told = "\
marching B1 0101 0102: may the step be made? = yes
'- did not apply: 6.2 \"The enemy is there\"
marching B1 0101 0102: what does it cost? = 1
'- 6.1 \"A hex\"  1
marching B1 0101 0102: does the move end there? = no
'- did not apply: 6.3 \"Beside the enemy\"
marching B1 0101 0102: is it forbidden to end there? = no
'- did not apply: 6.4 \"Another is there\"
";
    assert_eq!(said, told);
    let barred = fine(&["why", &game, "marching", "B2", "0103", "0104"]);
    assert_eq!(barred, "marching B2 0103 0104: may the step be made? = no\n'- 6.2 \"The enemy is there\"  no\n");
    let whole = "`marching` is a course: ask about one step of it, from a hex to the next";
    refused(&["why", &game, "marching", "B1"], 2, whole);
    let nothing = "nothing is called `marching_cost`; there are march, marching\n";
    refused(&["why", &game, "marching_cost", "B1", "0101", "0101", "0102"], 2, nothing);
}

/// The game where Blue may march.
fn field(test: &str) -> String {
    let scenario = "scenario field \"A field\" {\n    0101: B1 (tired yes)\n    0103: B2\n    0104: R1\n}\n";
    let text = GAME.replace("scene field \"A field\"", "scene shown \"A field\"");
    file(&folder(test), "small.wgr", format!("{text}{scenario}"))
}

#[test]
fn why_of_an_action_is_about_those_it_is_for_and_where_it_leads() {
    let game = field("why_of_an_action");
    let begins = "march B1: may it begin? = yes\n";
    let limits =
        "'- march(B1): is it within its limits? = yes\n   '- did not apply: 2.1 \"once per phase for each u\"\n";
    assert_eq!(fine(&["why", &game, "march", "B1"]), format!("{begins}{limits}it is offered here\n"));
    assert_eq!(fine(&["why", &game, "not", "march", "B1", "to", "0102"]), format!("{begins}0102 is offered to it\n"));
    let by = fine(&["why", &game, "march", "B1", "to", "0301"]);
    assert_eq!(by, format!("{begins}0301 is offered to it by way of 0201\n"));
    // Where nothing stands for it, the row that says no is told.
    let taken = "\
march B2: may it begin? = yes
0104 is not offered to it: barred by 6.2 \"The enemy is there\"
  marching(B2, 0103, 0103, 0104): may the step be made? = no
  '- 6.2 \"The enemy is there\"  no
";
    assert_eq!(fine(&["why", &game, "march", "B2", "to", "0104"]), taken);
    let far = fine(&["why", &game, "march", "B1", "to", "0404"]);
    assert_eq!(
        far,
        format!("{begins}0404 is not offered to it, and no rule speaks against it: it is too far away for it\n")
    );
    assert_eq!(fine(&["why", &game, "march", "B1", "to", "9999"]), format!("{begins}the map has no hex 9999\n"));
    let head = "march(u: Regiment of phasing)";
    let other = "'- no row says no; what is not so stands at its head, or its first choice finds nobody: ";
    assert_eq!(fine(&["why", &game, "march", "R1"]), format!("march R1: may it begin? = no\n{other}{head}\n"));
    let trench = "\
rest B1: may it begin? = no
'- may_rest(B1) = no
   |- 5.1 \"Only in a trench\"  no
   |- did not apply: 5.3 \"Not the enemy\"
   '- covered(B1) = no
      '- did not apply: 5.2 \"A trench covers it\"
";
    assert_eq!(fine(&["why", &game, "rest", "B1"]), trench);
    refused(
        &["why", &game, "march"],
        2,
        &format!("`march` is an action, {head}: say all that it is about, like `why march B1`"),
    );
    refused(&["why", &game, "march", "X"], 2, "`X` is no member of");
}

#[test]
fn why_of_a_state_is_what_it_holds() {
    let game = field("why_of_a_state");
    assert_eq!(fine(&["why", &game, "tired", "B1"]), "tired(B1) = yes\n'- a state, as play has left it\n");
    assert_eq!(fine(&["why", &game, "turn"]), "turn = 1\n'- a state, as play has left it\n");
    refused(&["why", &game, "tired"], 2, "`tired` is a state, as play has left it: ask for it like `why tired B1`");
    refused(&["why", &game, "R1"], 2, "no rule was asked about `R1` here: ask one, like `why NAME R1`");
}

#[test]
fn only_names_of_the_rules_are_told() {
    let game = field("only_names_of_the_rules");
    let all = "covered, dug_in, march, marching, may_rest, phasing, rest, tired, turn, worth\n";
    refused(&["why", &game, "moon"], 2, &format!("nothing is called `moon`; there are {all}"));
    for machine in ["can_march", "march_within_limits", "main", "begin_game", "marching_may_enter"] {
        refused(&["why", &game, machine], 2, &format!("nothing is called `{machine}`"));
    }
}
