//! Where the transcripts of the shapes are locked.

use insta::{Settings, assert_snapshot};

/// Lock a transcript under its own name; `what` is the worked example and what it expects.
pub(crate) fn locked(name: &str, what: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("../../snap/shapes");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(what);
    settings.bind(|| assert_snapshot!(name, text));
}

/// The lines of a program from the one that begins with `from` to the next that is only `}`: the rule that a
/// transcript plays, to stand above it.
pub(crate) fn part(program: &str, from: &str) -> String {
    let lines = program.lines().skip_while(|line| !line.starts_with(from));
    let mut out: Vec<&str> = Vec::new();
    for line in lines {
        out.push(line);
        if line == "}" {
            break;
        }
    }
    out.join("\n")
}
