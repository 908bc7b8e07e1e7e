//! Messages of real files in all formats, and `--fix`.

use crate::run::{fine, held, run};
use crate::{GAME, game};

const SLIPS: &str = "value losses: 0..3 {\n    \
    7.1 \"Fog\"   = 2   when turn == 3\n    \
    7.2 \"Snow\"  = 1   when turn == 4\n    \
    7.3 \"Other\" = 0   otherwise\n}\n";

#[test]
fn certain_slips_are_mended_in_the_file() {
    let root = game("certain_slips", &[("game.wgr", GAME), ("rules/07.wgr", SLIPS)]);
    let path = root.display().to_string();
    let rules = root.join("rules/07.wgr").display().to_string();
    let before = run(&["check", &path]);
    assert_eq!(before.code, 1);
    assert!(before.out.contains("(`wgr check --fix` does it)"), "{}", before.out);
    assert_eq!(held(&rules), SLIPS, "without --fix nothing is written");
    let ran = run(&["check", &path, "--fix"]);
    assert!(ran.code == 0 && ran.out.starts_with(&format!("{path}: fine: 2 files")), "{}", ran.out);
    assert!(ran.err.contains(&format!("wgr: {rules}: mended")), "{}", ran.err);
    assert_eq!(held(&rules), SLIPS.replace("==", "is"));
    assert_eq!(fine(&["check", &path, "--fix"]), ran.out);
}

#[test]
fn what_is_not_certain_stays_and_is_told() {
    let text = "valeu losses: 0..3 {\n    7.1 \"Always\" = 2\n}\n";
    let root = game("what_is_not_certain", &[("game.wgr", GAME), ("rules.wgr", text)]);
    let ran = run(&["check", &root.display().to_string(), "--fix"]);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
    assert!(ran.out.contains("did you mean `value`?"), "{}", ran.out);
    assert_eq!(held(&root.join("rules.wgr").display().to_string()), text);
}

#[test]
fn each_format_tells_each_mistake() {
    let text = "valeu losses: 0..3 {\n    7.1 \"Always\" = 2\n}\n";
    let root = game("each_format", &[("game.wgr", GAME), ("rules.wgr", text)]);
    let path = root.display().to_string();
    let rules = root.join("rules.wgr").display().to_string();
    let said = |format: &str| {
        let ran = run(&["check", &path, "--format", format]);
        assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{format}");
        assert!(!ran.out.contains('\u{1b}'), "no colours where no terminal listens");
        ran.out
    };
    let short =
        format!("{rules}:1:1: wrong[unknown-item]: no item begins with `valeu` (help: did you mean `value`?)\n");
    assert_eq!(said("short"), short);
    let full = said("full");
    assert!(full.contains("wrong[unknown-item]: no item begins with `valeu`") && full.is_ascii(), "{full}");
    assert!(full.ends_with(&format!("\n{path}: 1 wrong, 1 proved\n")), "{full}");
    let json = said("json");
    assert!(json.starts_with("{\"code\":\"unknown-item\"") && json.lines().count() == 1, "{json}");
    assert!(said("narrated").starts_with("Wrong, unknown-item: no item begins with `valeu`."));
}
