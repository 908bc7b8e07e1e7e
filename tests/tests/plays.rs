//! Small whole games of `suite/play`: each checks without a word, and its examples come out as they say.

use wgr_compiler::{Format, Look, render};
use wgr_runtime::script::Report;
use wgr_tests::rules::{checked, failing, is_to_be_mended, names, suite, text};

#[test]
fn every_game_checks_and_plays_as_its_examples_say() {
    let (folder, mut wrong, mut examples) = (suite("play"), Vec::new(), 0);
    for name in names(&folder) {
        let text = text(&folder.join(format!("{name}.wgr"))).unwrap();
        let mut checked = checked(&format!("suite/play/{name}.wgr"), &text, None);
        checked.messages.retain(is_to_be_mended);
        wrong.push(render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN));
        let Some(compiled) = checked.compiled else { continue };
        examples += compiled.scripts.len();
        wrong.extend(failing(&compiled).iter().map(|report| told(&name, report)));
    }
    assert_eq!(wrong.concat(), "");
    assert!(examples >= 5, "{examples} examples");
}

fn told(name: &str, report: &Report) -> String {
    let what = report.failure.as_ref().map_or("", |failure| failure.what.as_str());
    let step = report.steps.last().map_or("", |step| step.text.as_str());
    format!("suite/play/{name}.wgr: \"{}\": `{step}`: {what}\n", report.title)
}
