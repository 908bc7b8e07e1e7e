//! `wgr test --review`: traces that are not as they were accepted, one after the other, and what somebody says of each.
//!
//! In: what is pending, and what is typed. Out: each example as it is written, what changed in what it does, and what
//! became of it. Promises: nothing is accepted that was not shown, unless all that are left are; where the input ends,
//! what is left stays pending.

use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::Playable;
use crate::snap::{Held, Snap, gone};
use crate::tell::counted;
use crate::test::line;
use crate::typed;
use std::io::BufRead;
use std::path::PathBuf;
use wgr_grammar::ast::ItemKind;
use wgr_runtime::script::Report;

const HELP: &str = "a accepts it, r rejects it, s skips it, A accepts all that are left, q leaves them";

/// Something to be decided.
pub(crate) enum Pending<'w> {
    Trace {
        report: &'w Report,
        snap: &'w Snap,
        held: &'w Held,
    },
    /// An accepted trace of an example that is no longer there; to accept that is to remove it.
    LeftOver(PathBuf),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Accept,
    Reject,
    Skip,
    AcceptAll,
    Quit,
}

#[derive(Default)]
struct Counts {
    accepted: usize,
    rejected: usize,
    skipped: usize,
}

/// What is pending, where nobody can be asked about it.
pub(crate) fn list(pending: &[Pending<'_>], out: &mut Out) -> Exit {
    if pending.is_empty() {
        return nothing(out);
    }
    for one in pending {
        out.line(&one.head());
    }
    let count = counted(pending.len(), "trace");
    out.line(&format!("{count} pending: review at a terminal, or `--accept` takes all as they are"));
    Exit::Wrong
}

/// Each is shown, and what is typed decides.
pub(crate) fn talk(
    playable: &Playable,
    pending: &[Pending<'_>],
    input: &mut dyn BufRead,
    out: &mut Out,
) -> Result<Exit, Failure> {
    if pending.is_empty() {
        return Ok(nothing(out));
    }
    let mut counts = Counts::default();
    let mut for_all = None;
    for (at, one) in pending.iter().enumerate() {
        let verdict = match for_all {
            Some(verdict) => verdict,
            None => {
                one.show(playable, out)?;
                asked(&format!("{} of {}", at + 1, pending.len()), input, out)
            }
        };
        match verdict {
            Verdict::Accept | Verdict::AcceptAll => (counts.accepted += 1, one.accept()?).1,
            Verdict::Reject => (counts.rejected += 1, one.reject()?).1,
            Verdict::Skip | Verdict::Quit => (counts.skipped += 1, one.pend()?).1,
        }
        if matches!(verdict, Verdict::AcceptAll | Verdict::Quit) {
            for_all = Some(verdict);
        }
    }
    let Counts { accepted, rejected, skipped } = counts;
    out.line(&format!("{accepted} accepted, {rejected} rejected, {skipped} left as they were"));
    Ok(if rejected + skipped == 0 { Exit::Fine } else { Exit::Wrong })
}

fn nothing(out: &mut Out) -> Exit {
    out.line("nothing is pending: every trace is as it was accepted");
    Exit::Fine
}

/// Until something is typed that is a verdict.
fn asked(which: &str, input: &mut dyn BufRead, out: &mut Out) -> Verdict {
    loop {
        out.wait(&format!("{which}: accept, reject, skip, Accept all, quit (a/r/s/A/q) > "));
        let Some(typed) = typed::line(input) else { return Verdict::Quit };
        match typed.trim() {
            "a" | "accept" => return Verdict::Accept,
            "r" | "reject" => return Verdict::Reject,
            "s" | "skip" => return Verdict::Skip,
            "A" => return Verdict::AcceptAll,
            "q" | "quit" => return Verdict::Quit,
            _ => out.line(HELP),
        }
    }
}

impl Pending<'_> {
    /// `changed Two against a wood (7.7#b)`
    fn head(&self) -> String {
        match self {
            Pending::Trace { report, held: Held::New, .. } => line("new", report),
            Pending::Trace { report, .. } => line("changed", report),
            Pending::LeftOver(path) => format!("gone    {}: no example is called so", path.display()),
        }
    }

    fn show(&self, playable: &Playable, out: &mut Out) -> Result<(), Failure> {
        out.line("");
        out.line(&self.head());
        match self {
            Pending::Trace { report, snap, .. } => {
                source(playable, report, out);
                out.line(&format!("--- {}", snap.path().display()));
                snap.changes()?.iter().for_each(|line| out.line(line));
            }
            Pending::LeftOver(path) => out.line(&format!("accepted, {} is removed", path.display())),
        }
        Ok(())
    }

    fn accept(&self) -> Result<(), Failure> {
        match self {
            Pending::Trace { snap, held, .. } => snap.accept(held),
            Pending::LeftOver(path) => gone(path),
        }
    }

    fn reject(&self) -> Result<(), Failure> {
        match self {
            Pending::Trace { snap, .. } => snap.reject(),
            Pending::LeftOver(_) => Ok(()),
        }
    }

    fn pend(&self) -> Result<(), Failure> {
        match self {
            Pending::Trace { snap, held, .. } => snap.pend(held),
            Pending::LeftOver(_) => Ok(()),
        }
    }
}

/// The example as its author wrote it.
fn source(playable: &Playable, report: &Report, out: &mut Out) {
    let sources = &playable.sources;
    for (file, source) in sources.iter() {
        for item in &wgr_grammar::parse(&source.text).file.items {
            if matches!(&item.kind, ItemKind::Example(example) if example.title.text == report.title) {
                let (line, _) = sources.line_column(file, item.span.start);
                out.line(&format!("--- {}:{line}", source.path));
                out.lines(item.span.of(&source.text));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::args::{Cli, Verb};
    use crate::exit::Exit;
    use crate::out::Out;
    use crate::test::tested;
    use clap::Parser;
    use std::cell::RefCell;
    use std::io::Write;
    use std::path::{Path, PathBuf};
    use std::rc::Rc;

    const GAME: &str = r#"game "Small" {
    sides Blue, Red
    hexes CCRR flat, odd columns half a hex south, columns 1..3, rows 1..3
}
piece Gun "gun" { state laid: 0..9 = 0 }
order Blue {
    Gun
        B1
}
action lay(u: Gun of phasing) 5.3 during movement { once per phase for each u; u.laid gains 2 }
sequence 2.0 { turns 1..1 { player turns Blue { phase movement { any number of lay } } } }
scenario apart "Side by side" { 0101: B1 }
example "Laid" of 5.3 at apart { when lay B1 by Blue }
example "Laid again" of 5.3 at apart { when lay B1 by Blue }
example "Not laid" of 5.3 at apart { when pass by Blue }
"#;

    #[derive(Clone, Default)]
    struct Said(Rc<RefCell<Vec<u8>>>);

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    /// A game in a folder of the test's own; gone with it.
    struct Table {
        folder: PathBuf,
    }

    impl Table {
        /// All traces are accepted, and then the rule is another.
        fn new(test: &str) -> Table {
            let folder = std::env::temp_dir().join(format!("wgr-review-{test}-{}", std::process::id()));
            std::fs::create_dir_all(&folder).unwrap();
            let table = Table { folder };
            table.write("small.wgr", GAME);
            assert_eq!(table.run(&["--accept"], None).0, Exit::Fine);
            table.write("small.wgr", &GAME.replace("gains 2", "gains 3"));
            table
        }

        fn write(&self, name: &str, text: &str) {
            std::fs::write(self.folder.join(name), text).unwrap();
        }

        fn run(&self, args: &[&str], typed: Option<&str>) -> (Exit, String) {
            let game = self.folder.display().to_string();
            let line = [&["wgr", "test", game.as_str()], args].concat();
            let Verb::Test(args) = Cli::parse_from(line).verb else { panic!("no test") };
            let said = Said::default();
            let mut typed = typed.map(str::as_bytes);
            let input = typed.as_mut().map(|typed| typed as &mut dyn std::io::BufRead);
            let exit = tested(&args, None, input, &mut Out::terminal(said.clone())).unwrap();
            let said = String::from_utf8(said.0.borrow().clone()).unwrap();
            (exit, said.replace(&game, "GAME"))
        }

        fn trace(&self, name: &str) -> String {
            std::fs::read_to_string(self.folder.join("snap").join(name)).unwrap()
        }

        fn is_there(&self, name: &str) -> bool {
            Path::exists(&self.folder.join("snap").join(name))
        }
    }

    impl Drop for Table {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn each_is_shown_with_its_example_and_what_changed() {
        let table = Table::new("shown");
        let (exit, said) = table.run(&["--review"], Some("a\nmoon\nr\n"));
        assert_eq!(exit, Exit::Wrong, "one is rejected");
        let shown = "
changed Laid (5.3)
--- GAME/small.wgr:13
example \"Laid\" of 5.3 at apart { when lay B1 by Blue }
--- GAME/snap/laid.snap
";
        assert!(said.starts_with(shown), "{said}");
        assert!(said.contains("\n-       B1.laid 0 -> 2\n+       B1.laid 0 -> 3\n"), "{said}");
        assert!(said.contains("2 of 2: accept, reject, skip, Accept all, quit (a/r/s/A/q) > "), "{said}");
        assert!(said.contains("a accepts it, r rejects it"), "{said}");
        assert!(said.ends_with("1 accepted, 1 rejected, 0 left as they were\n"), "{said}");
        assert!(table.trace("laid.snap").contains("0 -> 3") && table.trace("laid_again.snap").contains("0 -> 2"));
        assert!(!table.is_there("laid_again.snap.new"), "what is rejected is not kept");
    }

    #[test]
    fn all_that_are_left_are_accepted() {
        let table = Table::new("all");
        table.write("snap/gone.snap", "---\nwgr: trace 1\nsource: x\n---\nx\n");
        let (exit, said) = table.run(&["--review"], Some("A\n"));
        assert_eq!(exit, Exit::Fine, "{said}");
        assert!(said.ends_with("3 accepted, 0 rejected, 0 left as they were\n"), "{said}");
        assert!(!said.contains("Laid again") && !table.is_there("gone.snap"));
        let (exit, said) = table.run(&["--review"], Some(""));
        assert_eq!((exit, said.as_str()), (Exit::Fine, "nothing is pending: every trace is as it was accepted\n"));
    }

    #[test]
    fn what_is_left_stays_pending() {
        for typed in ["s\nq\n", "s\n", ""] {
            let table = Table::new("left");
            let (exit, said) = table.run(&["--review"], Some(typed));
            assert_eq!(exit, Exit::Wrong);
            assert!(said.ends_with("0 accepted, 0 rejected, 2 left as they were\n"), "{said}");
            assert!(table.trace("laid.snap").contains("0 -> 2") && table.trace("laid.snap.new").contains("0 -> 3"));
        }
    }

    #[test]
    fn where_nobody_can_be_asked_nothing_is_changed() {
        let table = Table::new("listed");
        let (exit, said) = table.run(&["--review"], None);
        assert_eq!(exit, Exit::Wrong);
        let list = "changed Laid (5.3)\nchanged Laid again (5.3)\n\
            2 traces pending: review at a terminal, or `--accept` takes all as they are\n";
        assert_eq!(said, list);
        assert!(table.trace("laid.snap").contains("0 -> 2") && !table.is_there("laid.snap.new"));
    }
}
