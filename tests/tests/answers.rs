//! What a check answers: each file of `suite/answers` says in its first line what it shows; the messages are locked
//! together with it.

use wgr_compiler::{Format, Look, render};
use wgr_tests::rules::{checked, names, suite, text};

#[test]
fn each_file_is_answered_as_it_says() {
    let folder = suite("answers");
    let all = names(&folder);
    for name in &all {
        let source = text(&folder.join(format!("{name}.wgr"))).unwrap();
        assert!(source.starts_with("// "), "{name}: its first line says what is right");
        let checked = checked(&format!("{name}.wgr"), &source, None);
        let drawn = render(&checked.sources, &checked.messages, Format::Full, Look::PLAIN);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snap/answers");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), format!("{source}\n{drawn}")));
    }
    assert!(!all.is_empty());
}
