//! How the house is looked at: its files in order of their paths, their text, and the little of TOML that is needed.

use std::path::{Path, PathBuf};

/// Folders with something of our own in them; what is missing is not there yet.
const ROOMS: [&str; 8] = ["grammar", "runtime", "compiler", "cli", "tests", "games", "docs", "editors"];

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[expect(clippy::disallowed_methods, reason = "the house is what lies in its folders")]
pub(crate) fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every file of a folder that ends in one of these, as paths from the root; what was built or fetched is left out.
pub(crate) fn files(folder: &str, ends: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![root().join(folder)];
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["target", "artifacts", "node_modules"].contains(&name.as_str()) {
                    open.push(path);
                }
            } else if ends.iter().any(|end| name.ends_with(end)) {
                let inside = path.strip_prefix(root()).unwrap();
                found.push(inside.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// The same in all rooms, and beside them.
pub(crate) fn everywhere(ends: &[&str]) -> Vec<String> {
    let beside = std::fs::read_dir(root()).unwrap().map(|entry| entry.unwrap());
    let beside = beside.filter(|entry| entry.path().is_file());
    let mut found: Vec<String> = beside.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    found.retain(|name| ends.iter().any(|end| name.ends_with(end)));
    found.extend(ROOMS.iter().flat_map(|room| files(room, ends)));
    found.sort();
    found
}

/// The code of a file: its lines with their numbers from 1, without comments that stand alone on a line.
pub(crate) fn code(path: &str) -> Vec<(usize, String)> {
    let lines = text(path);
    let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
    lines.map(|(at, line)| (at + 1, line.to_owned())).collect()
}

/// One line of a manifest's dependencies.
pub(crate) struct Dependency {
    pub(crate) name: String,
    /// What stands behind its name.
    pub(crate) says: String,
    /// The line above it is a comment.
    pub(crate) reasoned: bool,
}

/// All dependencies of a manifest, of whatever kind. Each stands on a line of its own: a section of its own for a
/// single one is told as a dependency that says nothing.
pub(crate) fn dependencies(manifest: &str) -> Vec<Dependency> {
    let manifest = text(manifest);
    let (mut found, mut inside, mut above) = (Vec::new(), false, "");
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[') {
            let section = section.trim_end_matches(']');
            inside = section.ends_with("dependencies");
            if let Some((_, name)) = section.split_once("dependencies.") {
                found.push(Dependency { name: name.to_owned(), says: String::new(), reasoned: false });
            }
        } else if inside
            && !line.starts_with('#')
            && let Some((name, says)) = line.split_once('=')
        {
            let (name, says) = match name.split_once('.') {
                Some((name, key)) => (name, format!("{key}={says}")),
                None => (name, says.to_owned()),
            };
            let (name, says) = (name.trim().to_owned(), says.replace(' ', ""));
            found.push(Dependency { name, says, reasoned: above.starts_with('#') });
        }
        above = line;
    }
    found
}
