//! `wgr why`.

use crate::run::{fine, folder, refused};
use crate::skirmish;

#[test]
fn a_value_is_told_with_its_rows() {
    let folder = folder("a_value_with_its_rows");
    let game = skirmish(&folder);
    let said = fine(&["why", &game, "may_attack", "Ch3", "0303", "--at", "wood"]);
    let told = "\
may_attack(Ch3, 0303) = no
|- 7.1#a \"Only from the next hex\"  no
'- 7.1#b \"The last step stays where it is\"  no
";
    assert_eq!(said, told);
    let save = folder.join("s").display().to_string();
    fine(&["run", &game, "--scenario", "meeting", "--most", "0", "--save", &save]);
    assert!(fine(&["why", &game, "may_march", "Ch3", "--at", &save]).contains("6.1#a \"It is not in play\"  no"));
    refused(
        &["why", &game, "may", "Ch3"],
        2,
        "nothing is called `may`; there are may_attack, may_be_attacked, may_march",
    );
    refused(&["why", &game, "may_march"], 2, "`may_march` is asked about 1 thing, not 0");
    refused(&["why", &game, "may_march", "X"], 2, "`X` is no member of `Counter`");
}
