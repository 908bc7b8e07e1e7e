//! `wgr diff`: what errata and house rules change, as a sheet of errata says it.

use crate::run::{file, fine, folder, refused, run};
use std::path::Path;

const GAME: &str = r#"game "Two ridges" {
    sides   Blue, Red
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
measure MP "movement point"
enum Arm { foot, horse }
piece Regiment "regiment" { printed arm: Arm  state moved: yes/no = no }
kind Unit "unit" = Regiment
order Blue {
    Regiment   arm
    b1         foot
    b2         horse
}
table bonus : 1..3 by Arm gives 0..4 MP {
         foot  horse
    1    0     1
    2    1     2
}
value allowance(u: Unit): 0..20 MP {
    6.1  "Foot"            = 4 MP   when u.arm is foot
    6.2  "Horse"           = 8 MP   when u.arm is horse
    6.3  "By the table"    + bonus[2, u.arm]
}
permit may_march(u: Unit) otherwise yes {
    6.4  "With points"     needs allowance(u) > 4 MP
    6.5  "Once"            no when u.moved
}
action march(u: Unit of phasing where may_march(it)) 6.5 during movement { u.moved becomes yes }
sequence 2.0 { turns 1..1 { player turns Blue { phase movement { any number of march } } } }
scenario ridge "Ridge" {
    0101: b1
    0102: b2
}
scene ride "A ride" in movement of Blue {
    0101: b1
    0102: b2
}
example "The allowance of horse" of 6.2 at ride {
    expect allowance(b2) >= 8 MP from "Horse", "By the table"
    when march b2 by Blue
}
example "Ten points" of 6.2 at ride { expect allowance(b2) is 10 MP }
example "The allowance of foot" of 6.1 at ride { expect allowance(b1) is 5 MP from "Foot" }
example "Foot marches" of 6.4 at ride { when march b1 by Blue }
"#;

const HOUSE: &str = r#"// Tired horses.
errata "Tired horses" to "Two ridges" source "our club" {
    case H.1 "In the heat"
    amend 6.2 "Horse" was = 8 MP now = 7 MP
    amend bonus[2, foot] was 1 now 0
    add to allowance H.1 "In the heat" - 1 MP when u.moved
    set aside "The allowance of foot" because "the table says otherwise"
    set aside "Foot marches" because "it has not enough points"
}
scenario heat "In the heat" {
    0101: b1
    0103: b2
}
example "In the heat" of H.1 at ride {
    when march b2 by Blue
    expect allowance(b2) is 8 MP from "Horse" 7 MP, "By the table" 2 MP, "In the heat" -1 MP
}
"#;

const TOLD: &str = r#"Two ridges
with "Tired horses", our club

table bonus
  bonus[2, foot] (house/tired.wgr:5)
      was  1
      now  0
    read by 6.3 "By the table" in value allowance
    through them permit may_march; action march; sequence

value allowance
  6.2 "Horse" (house/tired.wgr:4)
      was  = 8 MP
      now  = 7 MP
  new H.1 "In the heat" (house/tired.wgr:6)
      H.1: In the heat
      now  - 1 MP when u.moved
    read by 6.4 "With points" in permit may_march
    through them action march; sequence

scenario heat
  new (house/tired.wgr:10)
      now  "In the heat" {
               0101: b1
               0103: b2
           }

examples that come out otherwise
  "The allowance of horse" (6.2)
      expect allowance(b2) >= 8 MP from "Horse", "By the table"
    -   allowance(b2) = 10
    -   |- 6.2 "Horse"  8
    +   allowance(b2) = 9
    +   |- 6.2 "Horse"  7
      when march b2 by Blue
    -   Blue, "What next?" offers march b1

examples that hold no more
  "Ten points" (6.2)
      expect allowance(b2) is 10 MP
    +   allowance(b2) = 9
    +   |- 6.2 "Horse"  7
    +   |- 6.3 "By the table"  2

examples that are set aside
  "The allowance of foot" (6.1)
      set aside by "Tired horses": the table says otherwise
      expect allowance(b1) is 5 MP from "Foot"
    -   allowance(b1) = 5
    +   allowance(b1) = 4
    -   |- 6.3 "By the table"  1
    +   |- 6.3 "By the table"  0
  "Foot marches" (6.4)
      set aside by "Tired horses": it has not enough points
      when march b1 by Blue
    -   Blue, "What next?": march b1, b2 | pass
    -     > march b1
    -       b1.moved no -> yes
    +   "What next?" asks Blue: march b2 | pass
    +   against it: 6.4 "With points"

examples that are new
  "In the heat" (H.1)

4 changes; 1 example comes out otherwise; 1 example holds no more; 2 examples are set aside; 1 example is new; 0 as before
"#;

/// The game with its house rule, in a folder of the test's own.
fn ridges(test: &str) -> String {
    let folder = folder(test);
    file(&folder, "game.wgr", GAME);
    file(&folder, "house/tired.wgr", HOUSE);
    folder.display().to_string()
}

#[test]
fn a_sheet_says_what_changed_who_reads_it_and_which_examples() {
    let game = ridges("a_sheet_says");
    let told = fine(&["diff", &game, "--with", "tired"]);
    assert_eq!(told, TOLD);
}

#[test]
fn the_same_sheet_in_other_forms() {
    let game = ridges("the_same_sheet");
    let md = fine(&["diff", &game, "--with", "tired", "--format", "md"]);
    assert!(md.starts_with("# Two ridges\n\nWith \"Tired horses\", our club.\n\n## table bonus\n"), "{md}");
    assert!(md.contains("**6.2 \"Horse\"** (house/tired.wgr:4)\n\n```\nwas  = 8 MP\nnow  = 7 MP\n```\n"), "{md}");
    let page = fine(&["diff", &game, "--with", "tired", "--format", "html"]);
    assert!(page.starts_with("<!doctype html>\n") && !page.contains("\\n") && page.ends_with("</html>\n"), "{page}");
    assert!(page.contains("<pre>was  <del>= 8 MP</del></pre>\n<pre>now  <ins>= 7 MP</ins></pre>"), "{page}");
    let json = fine(&["diff", &game, "--with", "tired", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["changes"][1]["was"], "= 8 MP");
    assert_eq!(json["changes"][2]["by"], serde_json::json!(["Tired horses"]));
    assert_eq!(json["examples"][2]["is"], "aside");
}

#[test]
fn a_diff_needs_errata_that_check() {
    let game = ridges("a_diff_needs");
    refused(&["diff", &game], 2, "--with <FILE>");
    file(Path::new(&game), "house/stale.wgr", HOUSE.replace("= 8 MP now", "= 9 MP now"));
    refused(&["diff", &game, "--with", "stale"], 1, "stale.wgr:4:");
}

const ORIGINS: &str = r#"6.2 "Horse" in value allowance (game.wgr:21:5)
    = 7 MP  (house/tired.wgr:4:38, "Tired horses", our club)
        over = 8 MP  (as printed)
    when u.arm is horse  (game.wgr:21:42)
"#;

#[test]
fn who_says_where_each_part_comes_from() {
    let game = ridges("who_says_where");
    assert_eq!(fine(&["who", &game, "6.2", "--with", "tired"]), ORIGINS);
    let added = fine(&["who", &game, "H.1", "--with", "tired"]);
    assert!(
        added.starts_with(
            "H.1 \"In the heat\" in value allowance (house/tired.wgr:6:22, \"Tired horses\", our club)\n    - 1 MP\n"
        ),
        "{added}"
    );
    // Over an erratum goes a later one, and takes a row out.
    let later = r#"errata "Later" to "Two ridges" source "our club" {
    amend 6.2 "Horse" was = 7 MP now = 6 MP over "Tired horses"
    remove 6.5 "Once"
}
"#;
    file(Path::new(&game), "house/later.wgr", later);
    let both = ["--with", "tired", "--with", "later"];
    let over = fine(&[&["who", &game, "6.2"], &both[..]].concat());
    let told = "    = 6 MP  (house/later.wgr:2:38, \"Later\", our club)\n        over = 7 MP  (\"Tired horses\", our club)\n        over = 8 MP  (as printed)\n";
    assert!(over.contains(told), "{over}");
    let gone = fine(&[&["who", &game, "6.5"], &both[..]].concat());
    assert!(
        gone.ends_with("6.5 \"Once\" in permit may_march: gone by \"Later\", our club; stood in game.wgr:26\n"),
        "{gone}"
    );
    refused(&["who", &game, "99.1"], 2, "nothing stands under the case `99.1`");
}

const GUNS: &str = r#"game "Guns" {
    sides   Blue, Red
    dice    white d6
    hexes   CCRR flat, odd columns half a hex south, columns 1..4, rows 1..4
}
piece Gun "gun" plural guns { printed pace: 1..3  state fired: yes/no = no, steps: 0..3 = 3 }
order Blue {
    Gun   pace
    b1    1
}
order Red {
    Gun   pace
    r1    1
    r2    2
}
value hit: 1..9 {
    5.3  "From five on"   = 5
}
permit may_fire(u: Gun) otherwise yes {
    5.1  "Once"           no when u.fired
}
action shell(u: Gun of phasing where may_fire(it)) 5.2 during firing {
    u.fired becomes yes
    5.2  "One die"        roll white
    5.3  "A hit"          if white >= hit {
        5.4  "Who is hit" Red picks 1 guns of Red as lost otherwise { 5.4 "Nobody" hole "nobody is there" }
        5.5 "It loses" lost.steps loses 1
    }
}
sequence 2.0 { turns 1..1 { player turns Blue, Red { phase firing { any number of shell } } } }
scene battery "A battery" in firing of Blue {
    0101: b1
    0202: r1
    0203: r2
}
example "A shell" of 5.3 at battery {
    expect hit is 5
    when   shell b1 by Blue
    roll   6
    answer 5.4 by Red: r2
    expect r2.steps is 2
}
example "A miss" of 5.3 at battery {
    when   shell b1 by Blue
    roll   1
    expect r1.steps is 3
}
example "Into the void" of 5.3 at void {
    when   shell b1 by Blue
    roll   2
}
scene void "Nobody there" in firing of Blue { 0101: b1 }
scenario start "The start" {
    0101: b1
    0202: r1, r2
}
"#;

const HEAVY: &str = r#"errata "Heavy guns" to "Guns" language 1 correction source "our club" date "May 2015" {
    amend 5.3 "From five on" was = 5 now = 4
}
"#;

const ODDS: &str = r#"
odds that change
  "A shell" (5.3), before `roll 6`
      with the answers of the example
      2/3 -> 1/2  66.67% -> 50.00%  nothing changes
      1/3 -> 1/2  33.33% -> 50.00%  r2.steps 3 -> 2
  "A miss" (5.3), before `roll 1`
      with the first option wherever somebody is asked
      2/3 -> 1/2  66.67% -> 50.00%  nothing changes
      1/3 -> 1/2  33.33% -> 50.00%  r1.steps 3 -> 2

odds that were not counted
  1 battle: the rules leave open what happens on the way
      "Into the void", before `roll 2`

1 change; 1 example holds no more; 2 battles have other odds; 2 as before
"#;

#[test]
fn odds_that_change_are_told_before_and_after() {
    let folder = folder("odds_that_change");
    file(&folder, "game.wgr", GUNS);
    file(&folder, "house/heavy.wgr", HEAVY);
    let game = folder.display().to_string();
    let told = fine(&["diff", &game, "--with", "heavy"]);
    assert!(told.starts_with("Guns\nwith \"Heavy guns\", correction of May 2015, our club\n"), "{told}");
    assert!(told.ends_with(ODDS), "{told}");
    let json = fine(&["diff", &game, "--with", "heavy", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let head = serde_json::json!({
        "title": "Heavy guns", "kind": "correction", "source": "our club", "date": "May 2015"
    });
    assert_eq!(json["errata"][0], head);
    let outcome = serde_json::json!({ "what": "r2.steps 3 -> 2", "was": "1/3", "now": "1/2" });
    assert_eq!(json["odds"][0]["outcomes"][1], outcome);
    assert_eq!(json["odds"][0]["answered"], "with the answers of the example");
    assert_eq!(json["odds"][2]["not_counted"], "the rules leave open what happens on the way");
    let md = fine(&["diff", &game, "--with", "heavy", "--format", "md"]);
    assert!(md.contains("- \"A shell\" (5.3), before `roll 6`\n\n  ```\n  with the answers of the example\n"), "{md}");
    let html = fine(&["diff", &game, "--with", "heavy", "--format", "html"]);
    assert!(html.contains("<h2>odds that change</h2>") && html.contains("r2.steps 3 -&gt; 2"), "{html}");
    let who = fine(&["who", &game, "5.3", "--with", "heavy"]);
    assert!(who.contains("\"Heavy guns\", correction of May 2015, our club)\n        over = 5  (as printed)"), "{who}");
}

#[test]
fn what_errata_require_is_named_as_it_is_typed() {
    let folder = folder("what_errata_require");
    file(&folder, "game.wgr", GUNS);
    file(&folder, "house/heavy.wgr", HEAVY);
    let head = "errata \"Heavier guns\" to \"Guns\" language 1 requires \"Heavy guns\"";
    let text = head.to_owned() + " {\n    amend 5.3 \"From five on\" was = 4 now = 3 over \"Heavy guns\"\n}\n";
    file(&folder, "house/heavier.wgr", text);
    let game = folder.display().to_string();
    let alone = run(&["check", &game, "--with", "heavier", "--format", "short"]);
    assert!(alone.code == 1 && alone.out.contains("let it count, too: `--with heavy`"), "{}{}", alone.out, alone.err);
    fine(&["check", &game, "--with", "heavier", "--with", "heavy"]);
    let played = fine(&["run", &game, "--with", "heavy", "--seed", "1", "--most", "1"]);
    assert!(played.starts_with("Guns, with \"Heavy guns\" (correction), seed 1\n"), "{played}");
}
