//! The tutorials and the guide of modders, followed to the letter: every command is run, every file written and changed, as
//! the page says.
//!
//! In: `docs/tutorial.md`, `docs/evening.md`, `docs/modding.md`. A `console` block runs its `$` lines in one folder; `>` lines
//! are typed, the others must be what is seen, with `..` for any lines. `wgr PATH` writes a file (`tsv`, `text` as well),
//! `wgr PATH holds` must be found in one, `diff PATH` changes one. What the evening makes is kept in `docs/evening`.

use crate::run::{Ran, folder, held, wgr};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
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
    let (commands, files) = followed("tutorial", &folder("the_tutorial"));
    assert!(commands >= 12 && files >= 6, "{commands} commands, {files} files");
}

#[test]
fn the_guide_of_modders_does_what_it_says() {
    let (commands, files) = followed("modding", &folder("the_modding"));
    assert!(commands >= 12 && files >= 4, "{commands} commands, {files} files");
}

#[test]
fn a_designers_evening_does_what_it_says() {
    let made = folder("the_evening");
    let (commands, files) = followed("evening", &made);
    assert!(commands >= 25 && files >= 25, "{commands} commands, {files} files");
    let kept = PathBuf::from(docs("evening"));
    same(&below(&made.join("sainte-marie")), &below(&kept.join("sainte-marie")));
    let [drawn, shown] = [made.join("start.svg"), kept.join("sainte-marie.svg")].map(|path| text(&path));
    assert_eq!(drawn, shown, "docs/evening/sainte-marie.svg is not what `wgr map` draws");
}

fn docs(name: &str) -> String {
    format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    held(&path.display().to_string())
}

/// All files of a folder and of those in it, by their paths there.
fn below(top: &Path) -> BTreeMap<PathBuf, String> {
    let mut open = vec![top.to_owned()];
    let mut found = BTreeMap::new();
    while let Some(folder) = open.pop() {
        for path in std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(top).unwrap().to_owned(), text(&path));
            }
        }
    }
    found
}

fn same(made: &BTreeMap<PathBuf, String>, kept: &BTreeMap<PathBuf, String>) {
    let names = |files: &BTreeMap<PathBuf, String>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(made), names(kept), "files that docs/evening.md makes, and those that are kept");
    for (path, text) in made {
        assert_eq!(text, &kept[path], "docs/evening/sainte-marie/{} is not what the page makes", path.display());
    }
}

/// How many commands were run and files written or changed.
fn followed(name: &str, place: &Path) -> (usize, usize) {
    let page = held(&docs(&format!("{name}.md")));
    let (mut commands, mut files) = (0, 0);
    for (line, mark, body) in blocks(&page) {
        let path = mark.split(' ').nth(1).map(|path| place.join(path));
        match (mark.split(' ').next().unwrap(), path) {
            ("console", None) => commands += console(place, line, &body),
            ("wgr" | "tsv" | "text", Some(path)) if mark.ends_with(" holds") => {
                let (text, wanted) = (held(&path.display().to_string()), body.join("\n"));
                assert!(text.contains(&wanted), "line {line}: not in {}:\n{text}", path.display());
            }
            ("wgr" | "tsv", Some(path)) => {
                files += 1;
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
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
