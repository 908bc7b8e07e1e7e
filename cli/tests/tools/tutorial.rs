//! The tutorial and the guide of modders, followed to the letter: every command is run, every file written and changed, as
//! the page says.
//!
//! In: `docs/tutorial.md`, `docs/modding.md`. A `console` block runs its `$` lines in one folder; `>` lines are typed, the others must be
//! what is seen, with `..` for any lines. `wgr PATH` writes a file, `wgr PATH holds` must be found in one, `diff PATH`
//! changes one.

use crate::run::{Ran, folder, held, wgr};
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// The blocks of the page: the line, what stands behind the marks, what is between them.
fn blocks(page: &str) -> Vec<(usize, String, Vec<String>)> {
    let mut found: Vec<(usize, String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for (at, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(mark) if !inside => {
                found.push((at + 1, mark.to_owned(), Vec::new()));
                inside = true;
            }
            Some(_) => inside = false,
            None if inside => found.last_mut().unwrap().2.push(line.to_owned()),
            None => {}
        }
    }
    assert!(!inside, "a block is never closed");
    found
}

#[test]
fn the_tutorial_does_what_it_says() {
    let (commands, files) = followed("tutorial");
    assert!(commands >= 12 && files >= 6, "{commands} commands, {files} files");
}

#[test]
fn the_guide_of_modders_does_what_it_says() {
    let (commands, files) = followed("modding");
    assert!(commands >= 12 && files >= 4, "{commands} commands, {files} files");
}

/// How many commands were run and files written or changed.
fn followed(name: &str) -> (usize, usize) {
    let page = held(&format!("{}/../docs/{name}.md", env!("CARGO_MANIFEST_DIR")));
    let place = folder(&format!("the_{name}"));
    let (mut commands, mut files) = (0, 0);
    for (line, mark, body) in blocks(&page) {
        let path = mark.split(' ').nth(1).map(|path| place.join(path));
        match (mark.split(' ').next().unwrap(), path) {
            ("console", None) => commands += console(&place, line, &body),
            ("wgr", Some(path)) if mark.ends_with(" holds") => {
                let (text, wanted) = (held(&path.display().to_string()), body.join("\n"));
                assert!(text.contains(&wanted), "line {line}: not in {}:\n{text}", path.display());
            }
            ("wgr", Some(path)) => {
                files += 1;
                std::fs::write(path, body.join("\n") + "\n").unwrap();
            }
            ("diff", Some(path)) => {
                files += 1;
                change(&path, line, &body);
            }
            _ => panic!("line {line}: nobody knows what to do with `{mark}`"),
        }
    }
    (commands, files)
}

/// Runs the commands of a block; how many there were.
fn console(place: &Path, line: usize, body: &[String]) -> usize {
    let starts: Vec<usize> = (0..body.len()).filter(|at| body[*at].starts_with("$ ")).collect();
    assert_eq!(starts.first(), Some(&0), "line {line}: a block begins with a command");
    for (nth, start) in starts.iter().enumerate() {
        let end = starts.get(nth + 1).copied().unwrap_or(body.len());
        let words: Vec<&str> = body[*start].split_whitespace().skip(1).collect();
        assert_eq!(words[0], "wgr", "line {line}: {}", body[*start]);
        let said = |typed: bool| body[start + 1..end].iter().filter(move |line| line.starts_with("> ") == typed);
        let typed: String = said(true).map(|line| format!("{}\n", &line[2..])).collect();
        let wanted: Vec<&str> = said(false).map(String::as_str).collect();
        let seen = ran(place, &words[1..], &typed);
        let lines: Vec<&str> = seen.lines().map(str::trim_end).collect();
        assert!(agree(&wanted, &lines), "line {}, `{}` says:\n{seen}", line + start + 1, body[*start]);
    }
    starts.len()
}

fn ran(place: &Path, args: &[&str], typed: &str) -> String {
    let mut command = wgr(args);
    let mut child =
        command.current_dir(place).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A command that reads nothing may be gone by now.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let ran: Ran = child.wait_with_output().unwrap().into();
    assert_eq!(ran.err, "");
    ran.out
}

/// Is this what is seen, `..` being any lines?
fn agree(wanted: &[&str], seen: &[&str]) -> bool {
    match wanted.split_first() {
        None => seen.is_empty(),
        Some((&"..", rest)) => (0..=seen.len()).any(|from| agree(rest, &seen[from..])),
        Some((first, rest)) => seen.split_first().is_some_and(|(line, seen)| line == first && agree(rest, seen)),
    }
}

/// Puts the `+` lines in the place of the `-` lines; others must stand there.
fn change(path: &Path, line: usize, body: &[String]) {
    let text = held(&path.display().to_string());
    let part = |signs: [char; 2]| -> String {
        let lines = body.iter().filter(|line| line.starts_with(signs));
        lines.map(|line| format!("{}\n", &line[1..])).collect()
    };
    let (was, now) = (part(['-', ' ']), part(['+', ' ']));
    assert_eq!(text.matches(&was).count(), 1, "line {line}: not once in {}:\n{text}\nwanted:\n{was}", path.display());
    std::fs::write(path, text.replacen(&was, &now, 1)).unwrap();
}
