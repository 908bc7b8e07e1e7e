//! `wgr mutate`: what nobody would notice.

use crate::run::{fine, folder, refused, run};
use crate::{one_gun, skirmish};
use serde_json::Value;

#[test]
fn what_no_example_notices_is_told_by_its_rule() {
    let folder = folder("what_no_example_notices");
    let game = skirmish(&folder);
    let said = fine(&["mutate", &game]).replace(&game, "skirmish.wgr");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../driving");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("mutants", said));
}

#[test]
fn a_program_and_a_browser_are_told_the_same() {
    let folder = folder("mutants_for_programs");
    let game = skirmish(&folder);
    let said = fine(&["mutate", &game, "--of", "drm", "--format", "json"]);
    let told: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (sums, each) = told.split_last().unwrap();
    for word in ["assertion", "trace", "nothing", "check"] {
        let count = each.iter().filter(|mutant| mutant["noticed"] == word).count();
        assert_eq!(sums[word], count, "{word}: {said}");
    }
    assert!(each.iter().all(|mutant| mutant["item"] == "value drm"), "{said}");
    let page = fine(&["mutate", &game, "--of", "drm", "--format", "html"]);
    assert!(page.matches("<tr class=").count() == each.len() + 4 && page.contains("&quot;Wood&quot;"), "{page}");
    assert_eq!(run(&["mutate", &game, "--of", "7.2", "--least", "99"]).code, 1);
    assert_eq!(run(&["mutate", &game, "--of", "7.2", "--least", "1"]).code, 0);
}

#[test]
fn without_examples_nothing_could_notice() {
    let folder = folder("without_examples");
    let game = crate::run::file(&folder, "small.wgr", one_gun("scenario start { 0101: B1 }\n"));
    refused(&["mutate", &game], 2, "the game has no examples, so nothing could notice anything");
    let skirmish = skirmish(&folder);
    refused(&["mutate", &skirmish, "--of", "17.4"], 2, "there is nothing that could be said otherwise");
}
