//! Runs of the binary, and programs and places for them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program that asks, rolls and draws, and ends in several ways.
pub(crate) const PATROL: &str = r#"wgr-ir 1
program "Patrol"
enum Side { Red, Blue }
enum Chit { black, white }
enum Post { p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, p15 }
sides Side

cell bag[Chit]: int 0..9 cup
cell at: opt Post
cell seen: int 0..9

procedure main() -> int 0..9 {
    bag[Chit.black] := 6
    bag[Chit.white] := 3
    repeat turn: int 0..8 times 9 {
        ask Side.Red @4.1 "Where the patrol goes" start {
            each p: Post in all Post when at <> p as to {
                at := p
                draw x: Chit from bag @4.2 "What it meets" otherwise { return seen }
                if x = Chit.white { seen := seen + 1 }
            }
            one home { end seen }
        }
        ask Side.Blue @5.1 "Whether it is shot at" {
            one shoot { roll d: int 1..6 @5.2 "Fire" if d >= 5 { end 9 } }
            one wait { }
        }
    }
    return seen
}
main main
"#;

/// A program whose rule `4.1` faults where it is answered with `go`.
pub(crate) const FAULTY: &str = r#"wgr-ir 1
program "Faulty"
enum Side { Red, Blue }
sides Side
cell full: int 0..1
procedure main() -> int 0..1 {
    ask Side.Red @4.1 "Fill it" start {
        one go { roll d: int 1..6 fail @4.7,4.8 "It cannot be filled" }
        one leave { full := 1 }
    }
    return full
}
main main
"#;

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
