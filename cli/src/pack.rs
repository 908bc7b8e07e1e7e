//! `wgr pack` and `wgr unpack`: a game with its errata and house rules as one file to send.
//!
//! In: a game that checks and whose examples hold, or a pack. Out: the other one. A pack is a text: a head, then each file
//! with its path, its length and its checksum. Promises: what is unpacked is what was packed, to the byte; a pack that is
//! cut short, damaged or made up is told so and nothing of it is written; its paths lead nowhere but into the new folder,
//! and only to files of a game; what is there already is never touched.

use crate::args::{Pack, Unpack};
use crate::exit::{Exit, Failure};
use crate::files;
use crate::keep;
use crate::load::{Loaded, load, overlays_in};
use crate::new::typed;
use crate::out::Out;
use crate::playable::{Purpose, load_game};
use crate::root::{MARKER, Open};
use crate::snap::Place;
use crate::tell::{counted, with};
use std::collections::BTreeMap;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};
use wgr_compiler::errata_of;
use wgr_runtime::script::{Because, run_each};

/// The first line; another version will have another number.
const HEAD: &str = "wgr: pack 1";
/// No game has more files, with its traces.
const MOST_FILES: usize = 10_000;
/// What a game's folder holds; nothing else is packed, and nothing else comes out.
const ENDINGS: [&str; 4] = ["wgr", "tsv", "md", "snap"];
/// Folders within folders, and letters of a path.
const DEEPEST: usize = 16;
const LONGEST_PATH: usize = 240;

/// What is in a pack.
struct Packed {
    title: String,
    /// The folder of the game in it; `.` where it is the top.
    game: String,
    /// The errata that it was packed with, by their paths.
    with: Vec<String>,
    /// By path.
    files: BTreeMap<String, String>,
}

pub(crate) fn pack(args: &Pack, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let shown = args.game.display();
    if !args.game.is_dir() {
        return Err(Failure::bad_use(format!("{shown}: this is no folder: name the folder of a game")));
    }
    let playable = load_game(&args.game, Purpose::Test, &args.errata, root)?;
    let mut failing: Vec<String> = Vec::new();
    run_each(&playable.game, &playable.scripts, Because::Named, &|_| true, &mut |_, report| {
        failing.extend(report.failure.is_some().then_some(report.title));
    });
    if let Some(first) = failing.first() {
        let (count, errata) = (counted(failing.len(), "example"), with(&args.errata));
        let verb = if failing.len() == 1 { "fails" } else { "fail" };
        return Err(Failure::wrong(format!(
            "{shown}: {count} {verb}, \"{first}\" first, and nothing is packed: `wgr test {shown}{errata}` tells why"
        )));
    }
    let loaded = load(&args.game, &args.errata, root)?;
    let traces = [Place::new(playable.snap.clone(), &[]), Place::new(playable.snap.clone(), &playable.overlays)];
    let packed = gathered(&args.game, &loaded, &traces, playable.game.program().title.clone())?;
    let text = packed.text();
    keep::fresh(&args.to, "pack", &text)?;
    let errata = if packed.with.is_empty() { String::new() } else { format!(" with {}", packed.with.join(", ")) };
    out.line(&format!(
        "{}: \"{}\"{errata}, {}, {}",
        args.to.display(),
        packed.title,
        counted(packed.files.len(), "file"),
        counted(text.len(), "byte")
    ));
    Ok(Exit::Fine)
}

pub(crate) fn unpack(args: &Unpack, out: &mut Out) -> Result<Exit, Failure> {
    let text = files::read(&args.pack, "pack")?;
    let packed = Packed::read(&text)
        .map_err(|what| Failure::bad_use(format!("{}: {what}: nothing is unpacked", args.pack.display())))?;
    let folder = &args.folder;
    if folder.symlink_metadata().is_ok() {
        let shown = folder.display();
        return Err(Failure::bad_use(format!(
            "{shown}: this is there already and stays as it is: name another folder"
        )));
    }
    let texts: Vec<(&str, String)> = packed.files.iter().map(|(path, text)| (path.as_str(), text.clone())).collect();
    keep::folder(folder, &texts)?;
    let shown = typed(folder);
    out.line(&format!("{shown}: \"{}\", {}, each as it was packed; now:", packed.title, counted(texts.len(), "file")));
    let game = if packed.game == "." { folder.clone() } else { folder.join(&packed.game) };
    let errata: Vec<PathBuf> =
        packed.with.iter().filter_map(|path| Path::new(path).file_stem()).map(PathBuf::from).collect();
    for verb in ["check", "play"] {
        out.line(&format!("    wgr {verb} {}{}", typed(&game), with(&errata)));
    }
    Ok(Exit::Fine)
}

/// All that belongs to a game, by the paths that it has in the pack.
fn gathered(game: &Path, loaded: &Loaded, traces: &[Place], title: String) -> Result<Packed, Failure> {
    let real = |path: &Path| {
        canonicalize(path).map_err(|error| Failure::bad_use(format!("{}: it cannot be read ({error})", path.display())))
    };
    let folder = real(game)?;
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    let (mut overlays, mut top) = (Vec::new(), folder.clone());
    for (file, path) in loaded.paths.iter().chain(&loaded.ledger_at) {
        let text = loaded.sources.get(*file).map_or_else(String::new, |source| source.text.clone());
        let mut at = real(path)?;
        if loaded.overlays.contains(path) {
            // What lies elsewhere comes to lie beside the game.
            if !at.starts_with(&folder) {
                at = folder.join("house").join(at.file_name().unwrap_or_default());
            }
            overlays.push(at.clone());
        }
        while !at.starts_with(&top) {
            let Some(above) = top.parent() else { break };
            top = above.to_owned();
        }
        found.push((at, text));
    }
    // What the texts name has to be there, though it does not count.
    let mut others: Vec<(PathBuf, String)> = Vec::new();
    for path in overlays_in(game, &Open::new()) {
        let at = real(&path)?;
        if at.starts_with(&folder) && !found.iter().any(|(known, _)| *known == at) {
            others.push((at, files::read(&path, "file of rules")?));
        }
    }
    let is_named = |found: &[(PathBuf, String)], title: &str| {
        let title = format!("\"{title}\"");
        found.iter().any(|(_, text)| text.contains(&title))
    };
    while let Some(at) =
        others.iter().position(|(_, text)| errata_of(text).iter().any(|head| is_named(&found, &head.title)))
    {
        found.push(others.swap_remove(at));
    }
    let pages = files::listed(game)?.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut beside: Vec<PathBuf> = pages.collect();
    for place in traces {
        let all = files::listed(&place.folder)?;
        beside.extend(all.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "snap")));
    }
    for path in beside {
        let at = real(&path)?;
        if at.starts_with(&folder) && !found.iter().any(|(known, _)| *known == at) {
            found.push((at, files::read(&path, "file of a game")?));
        }
    }
    let named = |path: &Path| {
        let inside = path.strip_prefix(&top).unwrap_or(path);
        inside.display().to_string().replace('\\', "/")
    };
    let mut packed = Packed { title, game: named(&folder), with: Vec::new(), files: BTreeMap::new() };
    packed.with = overlays.iter().map(|path| named(path)).collect();
    if packed.game.is_empty() {
        ".".clone_into(&mut packed.game);
    } else {
        packed.files.insert(MARKER.to_owned(), String::new());
    }
    for (path, text) in found {
        let path = named(&path);
        unsafe_path(&path)
            .map_or(Ok(()), |what| Err(Failure::bad_use(format!("{path}: {what}: call it otherwise"))))?;
        if packed.files.insert(path.clone(), text).is_some() {
            return Err(Failure::bad_use(format!("{path}: two files would be called so: give one another name")));
        }
    }
    Ok(packed)
}

impl Packed {
    fn text(&self) -> String {
        let mut body = String::new();
        for (path, text) in &self.files {
            body.push_str(&format!("--- {} {:08x} {path}\n{text}\n", text.len(), crc32fast::hash(text.as_bytes())));
        }
        let with: String = self.with.iter().map(|path| format!("with {path}\n")).collect();
        let (count, sum) = (self.files.len(), crc32fast::hash(body.as_bytes()));
        format!("{HEAD}\ntitle {}\ngame {}\n{with}files {count} {sum:08x}\n\n{body}", self.title, self.game)
    }

    /// The other way round; or what is wrong.
    fn read(text: &str) -> Result<Packed, String> {
        let (head, body) = text.split_once("\n\n").unwrap_or((text, ""));
        let mut lines = head.lines();
        match lines.next() {
            Some(HEAD) => {}
            Some(line) if line.starts_with("wgr: pack ") => {
                return Err("this pack was made by another wgr: take the wgr that made it".to_owned());
            }
            Some(_) | None => return Err(format!("this is no pack: a pack begins with `{HEAD}`")),
        }
        let damaged = |what: &str| format!("this pack is damaged, {what}: take another copy of it");
        let mut packed = Packed { title: String::new(), game: String::new(), with: Vec::new(), files: BTreeMap::new() };
        let mut sums: Option<(usize, &str)> = None;
        for line in lines {
            match line.split_once(' ').ok_or_else(|| damaged("its head cannot be read"))? {
                ("title", title) => title.clone_into(&mut packed.title),
                ("game", game) => game.clone_into(&mut packed.game),
                ("with", path) => packed.with.push(path.to_owned()),
                ("files", sum) => sums = sum.split_once(' ').and_then(|(count, sum)| Some((count.parse().ok()?, sum))),
                _ => return Err(damaged("its head cannot be read")),
            }
        }
        let (count, sum) = sums.ok_or_else(|| damaged("its head cannot be read"))?;
        if count > MOST_FILES {
            return Err(format!("this pack has {count} files, and no game has more than {MOST_FILES}"));
        }
        if format!("{:08x}", crc32fast::hash(body.as_bytes())) != sum {
            return Err(damaged("or somebody changed it"));
        }
        let mut rest = body;
        while !rest.is_empty() {
            rest = packed.file(rest).map_err(|what| what.unwrap_or_else(|| damaged("a file in it cannot be read")))?;
        }
        if packed.files.len() != count {
            return Err(damaged("it has not as many files as it says"));
        }
        if let Some(path) = packed.with.iter().find(|path| !packed.files.contains_key(*path)) {
            return Err(damaged(&format!("`{path}` is not in it")));
        }
        let inside = if packed.game == "." { String::new() } else { format!("{}/", packed.game) };
        if !packed.files.keys().any(|path| path.starts_with(&inside)) {
            return Err(damaged(&format!("no file lies in `{}`", packed.game)));
        }
        Ok(packed)
    }

    /// The file that begins here; what stands behind it. What is wrong, where it is not damaged alone.
    fn file<'t>(&mut self, text: &'t str) -> Result<&'t str, Option<String>> {
        let (head, rest) = text.split_once('\n').ok_or(None)?;
        let mut words = head.strip_prefix("--- ").ok_or(None)?.splitn(3, ' ');
        let (length, sum, path) = (words.next().ok_or(None)?, words.next().ok_or(None)?, words.next().ok_or(None)?);
        if let Some(what) = unsafe_path(path) {
            return Err(Some(format!("`{path}` in this pack {what}")));
        }
        let length: usize = length.parse().map_err(|_| None)?;
        let held = rest.get(..length).ok_or(None)?;
        let behind = rest.get(length..).and_then(|rest| rest.strip_prefix('\n')).ok_or(None)?;
        if format!("{:08x}", crc32fast::hash(held.as_bytes())) != sum {
            return Err(Some(format!("`{path}` in this pack is not as it was packed: take another copy of it")));
        }
        let same = |known: &&String| known.to_lowercase() == path.to_lowercase();
        if let Some(known) = self.files.keys().find(same) {
            return Err(Some(format!("`{path}` in this pack would go over `{known}`")));
        }
        self.files.insert(path.to_owned(), held.to_owned());
        Ok(behind)
    }
}

/// Why a path may not stand in a pack.
fn unsafe_path(path: &str) -> Option<&'static str> {
    const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];
    let strange = |sign: char| sign.is_control() || "\\:*?\"<>|".contains(sign);
    let parts: Vec<&str> = path.split('/').collect();
    let leads_out = |part: &&str| part.is_empty() || part.starts_with('.') || part.ends_with(['.', ' ']);
    // Some systems have devices of these names in every folder.
    let device = |part: &&str| {
        let stem = part.split('.').next().unwrap_or_default().to_lowercase();
        DEVICES.contains(&stem.trim_end_matches(|sign: char| sign.is_ascii_digit()))
    };
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str());
    if parts.iter().any(leads_out) {
        Some("leads out of its folder, or to something hidden")
    } else if path.len() > LONGEST_PATH || parts.len() > DEEPEST {
        Some("is too long for a path")
    } else if path.contains(strange) || parts.iter().any(device) {
        Some("is no name that every system takes")
    } else if path != MARKER && !ending.is_some_and(|ending| ENDINGS.contains(&ending)) {
        Some("is no file of a game")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{Packed, unsafe_path};
    use std::collections::BTreeMap;

    fn packed() -> Packed {
        let files = [("game.wgr", "game \"G\" { }\n--- no head\n"), ("house/é.wgr", ""), ("ledger.tsv", "\n\n")];
        let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        Packed {
            title: "G".to_owned(),
            game: ".".to_owned(),
            with: vec!["house/é.wgr".to_owned()],
            files: files.into(),
        }
    }

    fn wrong(text: &str) -> String {
        Packed::read(text).err().unwrap_or_else(|| panic!("this is read: {text}"))
    }

    #[test]
    fn what_is_read_is_what_was_packed() {
        let (was, read) = (packed(), Packed::read(&packed().text()).unwrap_or_else(|what| panic!("{what}")));
        assert_eq!((was.title, was.game, was.with, was.files), (read.title, read.game, read.with, read.files));
    }

    #[test]
    fn no_byte_may_be_another_or_missing() {
        let text = packed().text();
        let start = text.find("files ").unwrap();
        for at in start..text.len() {
            if let (true, Some(cut)) = (text.is_char_boundary(at), text.get(..at)) {
                assert!(Packed::read(cut).is_err(), "{cut}");
            }
            if let Some(letter) = text.get(at..=at).filter(|letter| *letter != "~") {
                let other = format!("{}~{}", &text[..at], &text[at + letter.len()..]);
                assert!(Packed::read(&other).is_err(), "{other}");
            }
        }
    }

    #[test]
    fn a_path_stays_in_its_folder() {
        for path in [
            "",
            "/etc/x.wgr",
            "../x.wgr",
            "a/../../x.wgr",
            "a//x.wgr",
            "./x.wgr",
            ".git/x.wgr",
            "a\\x.wgr",
            "c:/x.wgr",
            "nul.wgr",
            "a/COM1.wgr",
            "x.exe",
            "x",
            "wgr.root/x",
            "x.wgr ",
            "a\u{1b}.wgr",
        ] {
            assert!(unsafe_path(path).is_some(), "{path}");
            let files = BTreeMap::from([(path.to_owned(), String::new())]);
            assert!(Packed::read(&Packed { files, with: vec![], ..packed() }.text()).is_err(), "{path}");
        }
        for path in ["game.wgr", "rules/07_combat.wgr", "house/snap/mud/a.snap", "wgr.root", "order/Français.wgr"] {
            assert_eq!(unsafe_path(path), None, "{path}");
        }
    }

    #[test]
    fn what_no_game_holds_is_told() {
        let text = packed().text();
        assert!(wrong("").contains("this is no pack"));
        assert!(wrong(&text.replace("pack 1", "pack 2")).contains("made by another wgr"));
        assert!(wrong(&text.replace("files 3 ", "files 30000 ")).contains("no game has more"));
        assert!(wrong(&text.replace("with house", "with mouse")).contains("is not in it"));
        let mut twice = packed();
        twice.files.insert("GAME.wgr".to_owned(), String::new());
        assert!(wrong(&twice.text()).contains("would go over"));
    }
}
