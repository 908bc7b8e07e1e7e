//! `wgr test --errata`: what errata change lies apart.

use crate::one_gun;
use crate::run::{file, fine, folder, held, run};
use std::path::Path;

const REST: &str = r#"value range(u: Gun): 0..9 { 5.2 "As printed" = 3 }
scenario apart "Apart" { 0101: B1 }
example "At rest" of 5.1 at apart { when rest B1 by Blue }
example "How far" of 5.2 at apart { expect range(B1) >= 1 from "As printed" }
"#;

const ERRATA: &str = r#"errata "Far" to "Small" language 1 source "the editors" {
    amend 5.2 "As printed" was = 3 now = 5
}
example "Further" of 5.2 at apart { expect range(B1) is 5 from "As printed" 5 }
"#;

#[test]
fn traces_that_errata_change_lie_in_a_folder_of_their_own() {
    let folder = folder("traces_that_errata_change");
    file(&folder, "game.wgr", one_gun(REST));
    std::fs::create_dir(folder.join("errata")).unwrap();
    file(&folder.join("errata"), "far.wgr", ERRATA);
    let game = folder.display().to_string();
    let snap = |name: &str| folder.join("snap").join(name).display().to_string();
    let is_there = |name: &str| Path::new(&snap(name)).exists();

    fine(&["test", &game, "--accept"]);
    let plain = held(&snap("how_far.snap"));
    let first = run(&["test", &game, "--errata", "far"]);
    assert!(first.code == 1 && first.out.contains("traces: 1 new, 1 changed"), "{}", first.out);
    assert!(is_there("with-far/how_far.snap.new") && !is_there("how_far.snap.new"), "{}", first.out);

    fine(&["test", &game, "--errata", "far", "--accept"]);
    assert!(is_there("with-far/how_far.snap") && is_there("with-far/further.snap"));
    assert!(!is_there("with-far/at_rest.snap"), "what is the same lies there once");
    assert_eq!(held(&snap("how_far.snap")), plain, "the game without errata keeps its own");

    // Both are green now, one after the other.
    assert!(!fine(&["test", &game]).contains("errata"));
    let again = fine(&["test", &game, "--errata", "far"]);
    assert!(again.contains("fine    How far (5.2)\n          another than without errata: "), "{again}");
    assert!(again.contains("3 examples fine, 2 of them other than without errata\n"), "{again}");

    // What errata change no more is told, and goes when that is accepted.
    file(&folder, "game.wgr", one_gun(&REST.replace("= 3", "= 5")));
    file(&folder.join("errata"), "far.wgr", ERRATA.replace("was = 3 now = 5", "was = 5 now = 5"));
    fine(&["test", &game, "--accept"]);
    fine(&["test", &game, "--errata", "far", "--accept"]);
    assert!(!is_there("with-far/how_far.snap") && is_there("with-far/further.snap"));
}
