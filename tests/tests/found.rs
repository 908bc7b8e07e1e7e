//! Small files that once showed a mistake of ours: what played wrong, what was said to be fine and was not, what was said and
//! was not true, what broke the tools. The first line of each tells what is right; what happens is locked together with it.

use wgr_compiler::{Format, Look, render};
use wgr_tests::rules::{checked, failing, names, suite, text};

const FOLDERS: [&str; 4] = ["plays-wrong", "says-fine", "untrue", "attacks"];

#[test]
fn each_says_what_is_right_and_shows_what_happens() {
    let mut silent = Vec::new();
    for folder in FOLDERS {
        let place = suite("found").join(folder);
        let names = names(&place);
        assert!(!names.is_empty(), "suite/found/{folder} holds no files");
        for name in names {
            let source = text(&place.join(format!("{name}.wgr"))).unwrap();
            if !source.starts_with("// Right: ") {
                silent.push(format!("suite/found/{folder}/{name}.wgr"));
            }
            let mut happens = vec![source.clone()];
            let checked = checked(&format!("{name}.wgr"), &source, None);
            happens.push(render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN));
            if let Some(compiled) = checked.compiled.filter(|compiled| !compiled.scripts.is_empty()) {
                let failed = failing(&compiled);
                happens.push(format!(
                    "{} of {} examples hold",
                    compiled.scripts.len() - failed.len(),
                    compiled.scripts.len()
                ));
                for report in failed {
                    let what = report.failure.as_ref().map_or("", |failure| failure.what.as_str());
                    happens.push(format!("\"{}\": {what}", report.title));
                }
            }
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(format!("../snap/found/{folder}"));
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings.bind(|| insta::assert_snapshot!(name, happens.join("\n")));
        }
    }
    assert!(silent.is_empty(), "the first line does not say what is right:\n{}", silent.join("\n"));
}
