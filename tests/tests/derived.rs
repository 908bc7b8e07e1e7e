//! What a value is made of, with all that stands behind it: each file of `suite/derived` is of one kind of rule and says
//! in its first lines what is asked of it. Traces of examples tell the rows alone, so this is what holds the rest.

use wgr_runtime::engine::{Engine, Seat, Why};
use wgr_tests::rules::{checked, is_to_be_mended, names, playable, suite, text};

/// Asks what the comment lines of a text say: `why NAME(ARG, ..)`, `answer OPTION`, `why ask`.
fn asked(source: &str, engine: &mut Engine) -> String {
    let mut told = Vec::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("// ")) {
        if let Some(option) = line.strip_prefix("answer ") {
            let at = engine.prompt().and_then(|prompt| prompt.called(option).ok());
            let at = at.unwrap_or_else(|| panic!("`{option}` is not offered"));
            assert_eq!(engine.answer(at).ok(), Some(None), "{option}");
        } else if line == "why ask" {
            let trees = engine.from_seat(Seat::Referee).why_ask().unwrap_or_else(|_| panic!("the referee sees all"));
            told.push(trees.iter().map(Why::to_string).collect::<Vec<String>>().join("\n"));
        } else if let Some(question) = line.strip_prefix("why ") {
            let (name, args) = question.trim_end_matches(')').split_once('(').unwrap_or((question, ""));
            let args: Vec<&str> = args.split(", ").filter(|arg| !arg.is_empty()).collect();
            let game = engine.game();
            let query = game.program().func_named(name).unwrap_or_else(|| panic!("no query `{name}`"));
            let args = game.args_named(query, &args).unwrap_or_else(|what| panic!("{question}: {what}"));
            told.push(engine.from_seat(Seat::Referee).why(query, &args).to_string());
        }
    }
    told.join("\n\n")
}

#[test]
fn each_kind_of_rule_tells_what_its_answers_are_made_of() {
    let folder = suite("derived");
    let kinds = names(&folder);
    assert_eq!(kinds, ["courses", "exceptions", "modifiers", "tables", "waivers"]);
    for kind in kinds {
        let source = text(&folder.join(format!("{kind}.wgr"))).unwrap_or_default();
        let checked = checked(&format!("{kind}.wgr"), &source, None);
        let wrong: Vec<&str> =
            checked.messages.iter().filter(|one| is_to_be_mended(one)).map(|told| told.title.as_str()).collect();
        assert!(wrong.is_empty(), "{kind}: {wrong:?}");
        let compiled = checked.compiled.unwrap_or_else(|| panic!("{kind} checks"));
        let game = playable(&compiled);
        let told = asked(&source, &mut Engine::new(&game, 1));
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../snap/derived");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(kind.as_str(), format!("{source}\n{told}\n")));
    }
}
