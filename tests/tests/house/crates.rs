//! Who knows whom, and what is pinned.

use super::look::{code, dependencies, files};

/// Each crate, and those of the house that it may depend on. What is not here is forbidden.
const EDGES: [(&str, &[&str]); 6] = [
    ("grammar", &[]),
    ("runtime", &[]),
    ("runtime/native", &["wgr-runtime"]),
    ("compiler", &["wgr-grammar", "wgr-runtime"]),
    ("cli", &["wgr-grammar", "wgr-runtime", "wgr-native", "wgr-compiler"]),
    ("tests", &["wgr-grammar", "wgr-runtime", "wgr-native", "wgr-compiler"]),
];

#[test]
fn crates_know_only_whom_they_may_know() {
    for (folder, allowed) in EDGES {
        for dependency in dependencies(&format!("{folder}/Cargo.toml")) {
            let ours = dependency.name.starts_with("wgr");
            let known = !ours || allowed.contains(&dependency.name.as_str());
            assert!(known, "{folder} must not know {}", dependency.name);
        }
    }
}

#[test]
fn every_member_of_the_workspace_has_its_edges_told_here() {
    let workspace = super::look::text("Cargo.toml");
    let members = workspace.lines().find_map(|line| line.strip_prefix("members = ")).unwrap();
    let mut told: Vec<&str> = EDGES.iter().map(|(folder, _)| *folder).collect();
    let mut named: Vec<&str> = members.split('"').skip(1).step_by(2).collect();
    told.sort_unstable();
    named.sort_unstable();
    assert_eq!(told, named);
}

#[test]
fn every_version_is_pinned_with_a_reason_and_in_one_place() {
    for dependency in dependencies("Cargo.toml").into_iter().chain(dependencies("tests/fuzz/Cargo.toml")) {
        if dependency.says.contains("path=") {
            continue;
        }
        assert!(dependency.says.contains("\"="), "{} is not pinned: write `=` and a version", dependency.name);
        assert!(dependency.reasoned, "{} has no reason: say in a comment above it what it is for", dependency.name);
    }
    for (folder, _) in EDGES {
        for dependency in dependencies(&format!("{folder}/Cargo.toml")) {
            let inherited = dependency.says.contains("workspace=true");
            assert!(inherited, "{folder}: {} takes its version from the workspace", dependency.name);
        }
    }
}

/// No line of code of a crate says this; `but` is the one file that may.
fn nowhere(folder: &str, what: &str, but: &str) {
    for path in files(&format!("{folder}/src"), &[".rs"]) {
        let said = code(&path).into_iter().find(|(_, line)| says(line, what));
        if let Some((line, _)) = said
            && path != but
        {
            panic!("{path}:{line}: {folder} must not say `{what}`");
        }
    }
}

/// The word, and not as the beginning of a longer one.
fn says(line: &str, what: &str) -> bool {
    line.match_indices(what)
        .any(|(at, _)| !line[at + what.len()..].starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}

#[test]
fn the_machine_knows_no_text_of_rules_and_text_knows_no_machine() {
    nowhere("runtime", ".wgr", "");
    nowhere("grammar", "wgr_runtime", "");
    for folder in ["grammar", "runtime", "compiler", "cli"] {
        nowhere(folder, "miette", "compiler/src/render.rs");
    }
}

/// The lints name functions; this names whole doors to the outside.
#[test]
fn nothing_below_cli_touches_the_outside_world() {
    for folder in ["grammar", "runtime", "compiler"] {
        for door in ["fs", "env", "io", "net", "process", "thread", "time"] {
            nowhere(folder, &format!("std::{door}"), "");
        }
    }
}

/// Whoever runs code that was just made must be read with care: it is two files.
#[test]
fn only_native_code_is_unsafe() {
    let may = ["runtime/native/src/frame.rs", "runtime/native/src/made.rs"];
    for folder in ["grammar", "runtime", "compiler", "cli", "tests"] {
        for path in files(folder, &[".rs"]).into_iter().filter(|path| !may.contains(&path.as_str())) {
            let said = code(&path).into_iter().find(|(_, line)| line.contains(&["uns", "afe {"].concat()));
            assert!(said.is_none(), "{path}: only {may:?} may be so");
        }
    }
}
