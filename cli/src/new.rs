//! `wgr new`: a folder with a small game in it.
//!
//! In: a path where nothing is yet. Out: the files of `cli/template`, the game called as the folder is. Promises: what
//! is there already is never touched; the new game checks, tests and plays.

use crate::args::New;
use crate::exit::{Exit, Failure};
use crate::files;
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

pub(crate) fn new(args: &New, out: &mut Out) -> Result<Exit, Failure> {
    let folder = &args.name;
    let title = title(folder)?;
    if folder.exists() {
        let shown = folder.display();
        return Err(Failure::bad_use(format!(
            "{shown}: this is there already and stays as it is: name another folder"
        )));
    }
    for (name, text) in FILES {
        let path = folder.join(name);
        files::make_folder(path.parent().unwrap_or(folder))?;
        files::keep(&path, "new game", &text.replace(TITLE, &title))?;
    }
    let shown = folder.display();
    out.line(&format!("{shown}: a game called \"{title}\", {} files; now:", FILES.len()));
    for (verb, what) in [
        ("check", "is something wrong with its rules?"),
        ("test", "do its examples come out as they say?"),
        ("play", "play it; `help` tells what can be typed"),
    ] {
        out.line(&format!(
            "    {:<width$}   # {what}",
            format!("wgr {verb} {shown}"),
            width = 11 + shown.to_string().len()
        ));
    }
    Ok(Exit::Fine)
}

/// `river_crossing` is called "River crossing".
fn title(folder: &Path) -> Result<String, Failure> {
    let name = folder.file_name().map(|name| name.to_string_lossy().replace(['_', '-'], " "));
    let fine = |name: &String| name.chars().any(char::is_alphanumeric) && !name.contains(['"', '\\']);
    let Some(name) = name.filter(fine) else {
        let shown = folder.display();
        return Err(Failure::bad_use(format!(
            "`{shown}` is no name for a game: give it letters, like `wgr new river`"
        )));
    };
    let mut letters = name.trim().chars();
    Ok(letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect()))
}
