//! Errata that are wrong, each a file of `suite/overlays` beside the game and the ledger there: what a modder is told.
//!
//! The first lines of a file say what matters of its message: the words at which it stands, a part of what it says, and a part
//! of what it tells to type. All of it is kept beside the file in a snapshot. Each file gets one message, and is read with errata that
//! lie beside the game and do not count.

use std::path::PathBuf;
use wgr_compiler::diag::{Diagnostic, Severity, tidy};
use wgr_compiler::{Format, Ledger, Look, Sources, Starts, Workspace, render};
use wgr_tests::rules::{names, suite, text};

/// What matters of a message.
struct Matters {
    at: String,
    says: String,
    to_type: String,
}

impl Matters {
    /// Behind the first line, which says what the mistake is.
    fn of(name: &str, source: &str) -> Matters {
        let mut lines = source.lines().skip(1);
        let mut next = |word: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix("// ")).map(str::trim);
            let said = line.and_then(|line| line.strip_prefix(word)).map(|rest| rest.trim().to_owned());
            said.filter(|said| !said.is_empty())
                .unwrap_or_else(|| panic!("{name}: a line `// {word} ..` says what matters"))
        };
        Matters { at: next("at"), says: next("says"), to_type: next("type") }
    }

    /// What of it is not so.
    fn missed(&self, sources: &Sources, told: &[Diagnostic]) -> Option<String> {
        let [told] = told else { return Some(format!("{} messages", told.len())) };
        let place = told.place()?;
        let at = Some(sources.text(place)).filter(|at| !at.is_empty()).unwrap_or("(the end of the line)");
        let help = [told.help.join("\n"), told.fixes.iter().map(|fix| fix.what.clone()).collect()].concat();
        if at != self.at {
            return Some(format!("it stands at `{at}`"));
        }
        if !told.title.contains(&self.says) {
            return Some(format!("it says: {}", told.title));
        }
        (!help.contains(&self.to_type)).then(|| format!("it tells to type: {help}"))
    }
}

/// The game, the file and the ledger, with what is wrong.
fn told(workspace: &mut Workspace, file: Option<(&str, &str)>) -> (Sources, Vec<Diagnostic>) {
    let of = |name: &str| text(&suite("overlays").join(name)).unwrap();
    let mut sources = Sources::new();
    sources.add("game.wgr", of("game.wgr"));
    if let Some((path, text)) = file {
        sources.add(path, text);
    }
    sources.lies_beside("Deep snow", "snow");
    let file = sources.add_beside("ledger.tsv", of("ledger.tsv"));
    let (mut ledger, mut messages) = Ledger::read(&sources, file);
    messages.extend(ledger.take_in(&sources));
    messages.extend(workspace.check(&sources, Some(&ledger), Starts::ScenesToo).diagnostics);
    messages.retain(|told| told.severity == Severity::Wrong);
    tidy(&mut messages);
    (sources, messages)
}

#[test]
fn each_wrong_overlay_gets_the_message_that_a_modder_needs() {
    let (mut workspace, mut wrong) = (Workspace::default(), Vec::new());
    let plain = told(&mut workspace, None);
    assert_eq!(plain.1, [], "the game itself is right");
    let all: Vec<String> = names(&suite("overlays")).into_iter().filter(|name| name != "game").collect();
    assert!(all.len() >= 40, "{} files", all.len());
    for name in &all {
        let path = format!("{name}.wgr");
        let source = text(&suite("overlays").join(&path)).unwrap();
        let matters = Matters::of(name, &source);
        let (sources, messages) = told(&mut workspace, Some((&path, &source)));
        let drawn = render(&sources, &messages, Format::Full, Look::PLAIN);
        if let Some(missed) = matters.missed(&sources, &messages) {
            wrong.push(format!("== {name}: {missed}\n{drawn}"));
            continue;
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(PathBuf::from("../snap/overlays"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_str(), format!("{source}\n{drawn}")));
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), all.len(), wrong.join("\n"));
}
