//! What the shapes of one board do alike: lock a transcript, list the options of an ask, read a cell by member.

use wgr_runtime::engine::Engine;
use wgr_tests::harness::Transcript;

/// Locks a transcript under `tests/snap/shapes/`, with the worked example's name and expectation.
pub(crate) fn lock(name: &str, example: &str, source: &str, played: &Transcript) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snap/shapes");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(example);
    let text = format!("{}\n\n{}", source.trim_end(), played.text());
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The items of a program that a snapshot needs, in the order of the program: those whose header begins so.
pub(crate) fn items(source: &str, names: &[&str]) -> String {
    let blocks: Vec<&str> = source.split("\n\n").collect();
    let wanted = |block: &&&str| {
        let header = block.lines().find(|line| !line.starts_with("//")).unwrap_or("");
        names.iter().any(|name| header.starts_with(name))
    };
    let kept: Vec<&str> = blocks.iter().filter(wanted).copied().collect();
    assert!(kept.len() >= names.len(), "an item of {names:?} is missing");
    kept.join("\n\n")
}

/// The options now on offer that begin with this word, without it.
pub(crate) fn offered(engine: &Engine, arm: &str) -> Vec<String> {
    let options = engine.prompt().map(|prompt| prompt.options().to_vec()).unwrap_or_default();
    let lead = format!("{arm} ");
    options.iter().filter_map(|option| option.name.strip_prefix(&lead)).map(str::to_owned).collect()
}

/// Is this on offer?
pub(crate) fn has(engine: &Engine, option: &str) -> bool {
    engine.prompt().is_some_and(|prompt| prompt.options().iter().any(|offered| offered.name == option))
}
