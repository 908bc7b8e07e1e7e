//! Files as text, and folders. What cannot be read is told with what to do about it; `keep.rs` writes.

use crate::exit::Failure;
use std::fs::{File, canonicalize, create_dir_all, metadata, read_dir, remove_file};
use std::io::{Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// No program, save or replay is longer.
const MOST_BYTES: u64 = 64 << 20;

/// The text of a file. `kind` is what it should hold: "program", "save", "replay".
pub(crate) fn read(path: &Path, kind: &str) -> Result<String, Failure> {
    let bytes = bytes(path, kind)?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
        Failure::bad_use(format!(
            "{}: this is no text: byte {} (line {line}) is not UTF-8. Name a {kind}, or store it as UTF-8",
            path.display(),
            at + 1
        ))
    })
}

fn bytes(path: &Path, kind: &str) -> Result<Vec<u8>, Failure> {
    let told = |error: Error| Failure::bad_use(format!("{}: {}", path.display(), unreadable(&error, kind)));
    // Looked at before it is opened: who opens a pipe waits for somebody to write.
    let there = metadata(path).map_err(told)?;
    if there.is_dir() {
        return Err(told(Error::from(ErrorKind::IsADirectory)));
    }
    if !there.is_file() {
        return Err(Failure::bad_use(format!(
            "{}: this is a pipe or a device, and no {kind}: take it away, or put a file there",
            path.display()
        )));
    }
    // One byte more than it is long, so that its end is found without room being made again.
    let mut bytes = Vec::with_capacity(there.len().min(MOST_BYTES) as usize + 1);
    File::open(path).map_err(told)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(told)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        return Err(Failure::bad_use(format!(
            "{}: it is longer than {most} MiB, which no {kind} is: name a {kind}",
            path.display()
        )));
    }
    Ok(bytes)
}

fn unreadable(error: &Error, kind: &str) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "the kinds are not ours, and there will be more")]
    match error.kind() {
        ErrorKind::NotFound => format!("there is no such file: look at the path of the {kind}"),
        ErrorKind::IsADirectory => format!("this is a folder: name a {kind} in it"),
        ErrorKind::PermissionDenied => format!("it may not be read: give yourself the right to read the {kind}"),
        _ => format!("it cannot be read ({error}): name another {kind}"),
    }
}

/// Do both paths lead to one file that is there?
pub(crate) fn same(one: &Path, other: &Path) -> bool {
    match (canonicalize(one), canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Err(_), Err(_)) => {
            // Files yet to be written are the same if they are called so in the same folder.
            let place = |path: &Path| {
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
                Some((canonicalize(folder).ok()?, path.file_name()?.to_owned()))
            };
            one == other || place(one).is_some_and(|at| place(other) == Some(at))
        }
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
    }
}

/// The same path without `..`, as editors name it.
pub(crate) fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if straight.file_name().is_some() => drop(straight.pop()),
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::ParentDir | Component::Normal(_) => {
                straight.push(part);
            }
        }
    }
    straight
}

/// A folder and those above it.
pub(crate) fn make_folder(path: &Path) -> Result<(), Failure> {
    create_dir_all(path).map_err(|error| {
        Failure::bad_use(format!("{}: the folder cannot be made ({error}): make it yourself", path.display()))
    })
}

/// What lies in a folder, by name; nothing where there is no folder.
pub(crate) fn listed(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    let told = |error: Error| Failure::bad_use(format!("{}: the folder cannot be read ({error})", path.display()));
    if !path.exists() {
        return Ok(vec![]);
    }
    let mut found = Vec::new();
    for entry in read_dir(path).map_err(told)? {
        found.push(entry.map_err(told)?.path());
    }
    found.sort();
    Ok(found)
}

pub(crate) fn remove(path: &Path) -> Result<(), Failure> {
    remove_file(path).map_err(|error| {
        Failure::bad_use(format!("{}: it cannot be removed ({error}): remove it yourself", path.display()))
    })
}
