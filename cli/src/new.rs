//! `wgr new`: a folder with a small game in it, or house rules beside a game (`overlay.rs`).
//!
//! In: a path where nothing is yet. Out: the files of `cli/template`, the game called as the folder is. Promises: what
//! is there already is never touched; all files are there or none; the new game checks, tests and plays.

mod overlay;

use crate::args::New;
use crate::exit::{Exit, Failure};
use crate::keep;
use crate::out::Out;
use std::path::Path;

/// How the template calls its game.
const TITLE: &str = "The village";

/// The files of the template: where they go, what they hold.
const FILES: [(&str, &str); 12] = [
    ("README.md", include_str!("../template/README.md")),
    ("game.wgr", include_str!("../template/game.wgr")),
    ("map.wgr", include_str!("../template/map.wgr")),
    ("order.wgr", include_str!("../template/order.wgr")),
    ("scenario.wgr", include_str!("../template/scenario.wgr")),
    ("rules/1_sequence.wgr", include_str!("../template/rules/1_sequence.wgr")),
    ("rules/2_movement.wgr", include_str!("../template/rules/2_movement.wgr")),
    ("rules/3_combat.wgr", include_str!("../template/rules/3_combat.wgr")),
    ("examples/3_combat.wgr", include_str!("../template/examples/3_combat.wgr")),
    ("snap/a_one_is_paid_for.snap", include_str!("../template/snap/a_one_is_paid_for.snap")),
    ("snap/a_six_drives_them_off.snap", include_str!("../template/snap/a_six_drives_them_off.snap")),
    ("snap/two_against_the_village.snap", include_str!("../template/snap/two_against_the_village.snap")),
];

pub(crate) fn new(args: &New, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    match (&args.errata, &args.name) {
        (Some(game), name) => overlay::begin(game, name.as_deref(), root, out),
        (None, Some(folder)) => game(folder, out),
        (None, None) => Err(Failure::bad_use("name the folder of the new game: `wgr new river`")),
    }
}

fn game(folder: &Path, out: &mut Out) -> Result<Exit, Failure> {
    let title = title(folder)?;
    if folder.symlink_metadata().is_ok() {
        let shown = folder.display();
        return Err(Failure::bad_use(format!(
            "{shown}: this is there already and stays as it is: name another folder"
        )));
    }
    let texts = FILES.map(|(name, text)| (name, text.replace(TITLE, &title)));
    keep::folder(folder, &texts)?;
    let shown = typed(folder);
    out.line(&format!("{shown}: a game called \"{title}\", {} files; now:", FILES.len()));
    for (verb, what) in [
        ("check", "is something wrong with its rules?"),
        ("test", "do its examples come out as they say?"),
        ("play", "play it; `help` tells what can be typed"),
    ] {
        out.line(&format!("    {:<width$}   # {what}", format!("wgr {verb} {shown}"), width = 11 + shown.len()));
    }
    Ok(Exit::Fine)
}

/// What no title can hold: quotes, and signs that nobody sees and that order a terminal about.
fn unsaid(sign: char) -> bool {
    let unseen =
        matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    matches!(sign, '"' | '\\') || sign.is_control() || unseen
}

/// A path as a shell takes it.
pub(crate) fn typed(path: &Path) -> String {
    let shown = path.display().to_string();
    let plain = shown.chars().all(|sign| sign.is_alphanumeric() || "/._-+:,@~\\".contains(sign));
    if plain { shown } else { format!("'{}'", shown.replace('\'', "'\\''")) }
}

/// `river_crossing` is called "River crossing".
fn title(folder: &Path) -> Result<String, Failure> {
    let name = folder.file_name().map(|name| name.to_string_lossy().replace(['_', '-'], " "));
    let fine = |name: &String| name.chars().any(char::is_alphanumeric) && !name.contains(unsaid);
    let Some(name) = name.filter(fine) else {
        let shown = folder.display();
        return Err(Failure::bad_use(format!(
            "`{shown}` is no name for a game: give it letters, like `wgr new river`"
        )));
    };
    let mut letters = name.trim().chars();
    Ok(letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect()))
}
