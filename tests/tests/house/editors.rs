//! What editors are given: made from the word list, of the version of the workspace, and from no place of its own.

use super::look::text;
use wgr_tests::editors::{grammar, syntax};

#[test]
fn colours_are_what_the_word_list_says() {
    let written = [
        ("editors/vscode/syntaxes/wgr.tmLanguage.json", grammar(), "textmate"),
        ("editors/neovim/syntax/wgr.vim", syntax(), "vim_syntax"),
    ];
    for (path, made, example) in written {
        assert!(
            text(path) == made,
            "the words say something else: cargo run -p wgr-tests --example {example} > {path}"
        );
    }
}

fn json(path: &str) -> serde_json::Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn the_colours_are_json() {
    let grammar = json("editors/vscode/syntaxes/wgr.tmLanguage.json");
    assert_eq!(grammar["scopeName"], json("editors/vscode/package.json")["contributes"]["grammars"][0]["scopeName"]);
}

#[test]
fn the_extension_has_the_version_of_wgr() {
    for path in ["editors/vscode/package.json", "editors/vscode/package-lock.json"] {
        assert_eq!(json(path)["version"], env!("CARGO_PKG_VERSION"), "{path}");
    }
}

#[test]
fn packages_of_the_extension_are_pinned_and_come_from_wherever_npm_fetches() {
    let package = json("editors/vscode/package.json");
    for kind in ["dependencies", "devDependencies"] {
        for (name, version) in package[kind].as_object().unwrap() {
            let version = version.as_str().unwrap();
            assert!(version.starts_with(|first: char| first.is_ascii_digit()), "{name} is not pinned: {version}");
        }
    }
    let lock = json("editors/vscode/package-lock.json");
    let packages = lock["packages"].as_object().unwrap();
    assert!(packages.len() > 1);
    for (name, package) in packages {
        assert!(package.get("resolved").is_none(), "{name}: the lock file names the place that it was fetched from");
    }
}
