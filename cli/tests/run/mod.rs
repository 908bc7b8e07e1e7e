//! Runs of the binary, and places for them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of a test's own, with nothing in it.
pub(crate) fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file in it.
pub(crate) fn file(folder: &Path, name: &str, held: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, held).unwrap();
    path.display().to_string()
}

pub(crate) fn held(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

pub(crate) fn wgr(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wgr"));
    command.args(args);
    command
}

/// What a run said and how it ended.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
    }
}

pub(crate) fn run(args: &[&str]) -> Ran {
    wgr(args).output().unwrap().into()
}

/// A run that must be fine and say nothing on the standard error; what it said.
#[track_caller]
pub(crate) fn fine(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}: {}", ran.out);
    ran.out
}

/// A run that must be refused: the exit code, and its one message.
#[track_caller]
pub(crate) fn refused(args: &[&str], code: i32, said: &str) {
    let ran = run(args);
    assert!(!ran.err.contains("panicked"), "{args:?}: {}", ran.err);
    assert!(ran.code == code && ran.err.contains(said), "{args:?}: {}, not {code} and `{said}`: {}", ran.code, ran.err);
}
