//! `wgr odds`.

use crate::run::{file, fine, folder, held, refused};
use crate::skirmish;

#[test]
fn outcomes_are_told_with_exact_odds() {
    let folder = folder("outcomes_with_odds");
    let game = skirmish(&folder);
    let said = fine(&["odds", &game, "two against", "--policy", "first"]);
    let told = "\
A skirmish at the edge of a wood: \"Two against a wood\", before its first die, the first option wherever somebody is asked
1/2   50.00%  0303.fought no -> yes
1/3   33.33%  IR23a: 0303 -> 0204, IR23a.steps 2 -> 1, 0303.fought no -> yes
1/6   16.67%  RIC1a.steps 3 -> 2, 0303.fought no -> yes
";
    assert_eq!(said, told);
}

#[test]
fn an_ask_on_the_way_needs_an_answer() {
    let folder = folder("an_ask_on_the_way");
    let game = skirmish(&folder);
    refused(
        &["odds", &game, "two against"],
        1,
        "7.9 \"Where do they go back to?\" asks French on the way, and nobody answers",
    );
    refused(&["odds", &game, "two against"], 1, "`--policy first`");
    refused(&["odds", &game, "and once more"], 1, "no die falls where this example leads");
    refused(&["odds", &game, "moon"], 2, "no example is called `moon`: there are \"Two against a wood\"");
    refused(&["odds", &game, "on"], 2, "`on` may be any of \"And once more\", \"Only one can lead\"");
    refused(&["odds", &game, "two against", "--policy", "first", "--most", "1"], 1, "--most allows more");
}

#[test]
fn what_comes_before_the_die_must_hold() {
    let folder = folder("before_the_die");
    let game = skirmish(&folder);
    let examples = held(&folder.join("skirmish.wgr").display().to_string());
    file(&folder, "skirmish.wgr", examples.replace("7.7#a by French: RIC1a", "7.7#a by French: Ch3"));
    refused(&["odds", &game, "two against"], 1, "`Ch3` is not offered");
}
