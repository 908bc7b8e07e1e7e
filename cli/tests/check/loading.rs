//! What is a game, and what is said where there is none.

use crate::run::{file, fine, folder, refused, run};
use crate::{GAME, game};

const LEDGER: &str = "id\tsection\tkind\tstatement\n7.1.a\t7.1\tcombat\tUnits fight.\n";
/// Reading it is a mistake that everybody sees: it is no item.
const BROKEN: &str = "broken on purpose\n";

#[test]
fn a_folder_is_a_game_and_so_is_a_file() {
    let root =
        game("a_folder_is_a_game", &[("game.wgr", GAME), ("rules/07.wgr", "measure step\n"), ("README.md", "x")]);
    let path = root.display().to_string();
    assert_eq!(fine(&["check", &path]), format!("{path}: fine: 2 files\n"));
    let single = root.join("game.wgr").display().to_string();
    assert_eq!(fine(&["check", &single]), format!("{single}: fine: 1 file\n"));
    assert_eq!(fine(&["check", &path, &single]).lines().count(), 2);
    assert_eq!(fine(&["check", &path, "--format", "short"]), "");
    assert_eq!(fine(&["check", &path, "--format", "json"]), "");
}

#[test]
fn errata_and_house_rules_count_only_where_named() {
    let files = [
        ("game.wgr", GAME),
        ("errata/vv69.wgr", BROKEN),
        ("house/quick.wgr", "otherwise broken\n"),
        (".git/x.wgr", BROKEN),
    ];
    let root = game("errata_and_house_rules", &files);
    let path = root.display().to_string();
    assert_eq!(fine(&["check", &path]), format!("{path}: fine: 1 file\n"));
    let by_path = root.join("errata/vv69.wgr").display().to_string();
    for named in ["vv69", "vv69.wgr", "errata/vv69.wgr", &by_path] {
        let ran = run(&["check", &path, "--with", named, "--format", "short"]);
        assert_eq!((ran.code, ran.out.lines().count()), (1, 1), "{named}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("errata/vv69.wgr:1:1: wrong[unknown-item]"), "{named}: {}", ran.out);
    }
    let both = run(&["check", &path, "--with", "vv69", "quick", "--format", "short"]);
    assert_eq!(both.out.lines().count(), 2, "{}", both.out);
    refused(&["check", &path, "--with", "vv96"], 2, "vv96: there are no such errata: did you mean `vv69`?");
    let option =
        "air: there are no such errata: write `quick` or `vv69`; an option of the game is chosen by `--option air`";
    refused(&["check", &path, "--with", "air"], 2, option);
}

#[test]
fn files_come_in_the_order_of_their_paths() {
    let files = [("b.wgr", BROKEN), ("a/z.wgr", BROKEN), ("c.wgr", BROKEN), ("game.wgr", GAME)];
    let root = game("files_come_in_order", &files);
    let ran = run(&["check", &root.display().to_string(), "--format", "json"]);
    let places: Vec<&str> = ran.out.split("\"path\":\"").skip(1).filter_map(|part| part.split('"').next()).collect();
    let names: Vec<&str> = places.iter().map(|path| path.rsplit_once('/').unwrap().1).collect();
    // Equal mistakes are one message, whose places stand in order.
    let mut first = names.clone();
    first.dedup();
    assert_eq!(first, ["z.wgr", "b.wgr", "c.wgr"], "{}", ran.out);
    assert_eq!(ran.code, 1);
}

#[test]
fn a_ledger_is_read_and_its_own_mistakes_are_told() {
    let root = game("a_ledger_is_read", &[("game.wgr", GAME), ("ledger.tsv", LEDGER)]);
    let path = root.display().to_string();
    assert_eq!(fine(&["check", &path]), format!("{path}: fine: 1 file\n"));
    file(&root, "ledger.tsv", format!("{LEDGER}7.1.a\t7.1\tcombat\tAgain.\n"));
    let ran = run(&["check", &path, "--format", "short"]);
    assert!(ran.out.contains("ledger.tsv:3:1: wrong[twice-named]: the ledger has two lines `7.1.a`"), "{}", ran.out);
    assert_eq!((ran.code, ran.err.as_str()), (1, ""));
}

#[test]
fn what_is_no_game_is_told_with_what_to_do() {
    let root = folder("what_is_no_game");
    let path = root.display().to_string();
    refused(&["check", &path], 2, "no file of rules is in this folder: name the folder of a game");
    let missing = root.join("not_there").display().to_string();
    refused(&["check", &missing], 2, "there is no such file: look at the path of the game");
    refused(&["check", &file(&root, "game.ir", "wgr-ir 1")], 2, "this is no file of rules: name a `.wgr` file");
    refused(&["check", &file(&root, "notes.txt", "x")], 2, "this is no file of rules: name a `.wgr` file");
    refused(&["check"], 2, "PATH");
    refused(&["check", &path, "--format", "loud"], 2, "loud");
}

#[test]
fn everything_that_cannot_be_read_is_told_at_once() {
    let root = game("everything_that_cannot_be_read", &[("game.wgr", GAME)]);
    file(&root, "a.wgr", b"fine\n\xff\xfe");
    file(&root, "b.wgr", b"\xc3");
    std::fs::create_dir_all(root.join("folder.wgr")).unwrap();
    let ran = run(&["check", &root.display().to_string()]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    let lines: Vec<&str> = ran.err.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.err);
    assert!(lines[0].contains("a.wgr: this is no text: byte 6 (line 2) is not UTF-8"), "{}", lines[0]);
    assert!(lines[1].contains("b.wgr: this is no text: byte 1 (line 1) is not UTF-8"), "{}", lines[1]);
}

#[test]
fn a_game_that_cannot_be_read_does_not_keep_the_next_from_being_checked() {
    let root = game("does_not_keep_the_next", &[("good/game.wgr", GAME), ("bad/notes.txt", "x")]);
    let (good, bad) = (root.join("good").display().to_string(), root.join("bad").display().to_string());
    let ran = run(&["check", &bad, &good]);
    assert_eq!((ran.code, ran.out), (2, format!("{good}: fine: 1 file\n")));
    assert!(ran.err.contains("bad"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_folder_that_leads_into_itself_is_no_trap() {
    let root = game("leads_into_itself", &[("game.wgr", GAME)]);
    std::os::unix::fs::symlink(&root, root.join("again")).unwrap();
    let path = root.display().to_string();
    refused(&["check", &path], 2, "again: this folder is a link: put the folder itself there");
}
