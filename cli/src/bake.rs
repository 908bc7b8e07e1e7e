//! `wgr bake`: a game with its errata in it, as plain files.
//!
//! In: a game, the errata that count, and a folder that is not there yet. Out: that folder: each text as the errata leave
//! it, what else their files hold in files of their names, the ledger with the cases that they bring. A series comes along in
//! `series/`. Promises: what is there already is never touched; nothing is written of a game that is refused.

use crate::args::Bake;
use crate::exit::{Exit, Failure};
use crate::files;
use crate::keep;
use crate::load::Loaded;
use crate::out::Out;
use crate::playable::{Purpose, compiled};
use crate::tell::counted;
use std::collections::BTreeMap;
use std::path::Path;
use wgr_compiler::{FileId, baked, series_of};

/// Where the files of a series come.
const SERIES: &str = "series";
const LEDGER: &str = "ledger.tsv";

pub(crate) fn bake(args: &Bake, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let into = &args.into;
    if into.symlink_metadata().is_ok() {
        let shown = into.display();
        return Err(Failure::bad_use(format!(
            "{shown}: this is there already and stays as it is: name another folder"
        )));
    }
    let (loaded, compiled) = compiled(&args.game, Purpose::Test, &args.errata, root)?;
    let baked = baked(&loaded.sources);
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for (file, text) in baked.texts.iter().filter(|(_, text)| !text.trim().is_empty()) {
        let mut name = name_of(&loaded, *file, &args.game);
        while texts.contains_key(&name) {
            name = format!("with_{name}");
        }
        // A series that lies in the game stays where it is.
        let series =
            series_of(text).filter(|at| !files::straight(&args.game.join(at)).starts_with(files::straight(&args.game)));
        let series = series.map(|at| text.replacen(&format!("\"{at}\""), &format!("\"{SERIES}\""), 1));
        texts.insert(name, series.unwrap_or_else(|| text.clone()));
    }
    if let Some(source) = loaded.ledger_at.as_ref().and_then(|(file, _)| loaded.sources.get(*file)) {
        texts.insert(LEDGER.to_owned(), baked.ledger(&source.text));
    }
    let texts: Vec<(&str, String)> = texts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    keep::folder(into, &texts)?;
    let changed = compiled.amended.len();
    out.line(&format!("{}: {}, {} baked in", into.display(), counted(texts.len(), "file"), counted(changed, "change")));
    Ok(Exit::Fine)
}

/// Where a text comes: as it lay in the game; a file of errata by its own name.
fn name_of(loaded: &Loaded, file: FileId, game: &Path) -> String {
    let path = loaded.paths.iter().find(|(known, _)| *known == file).map(|(_, path)| path.as_path());
    let path = path.unwrap_or(Path::new(loaded.sources.path(file)));
    let last = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let overlay = loaded.overlays.iter().any(|known| known == path);
    // A series is named from its game.
    match files::straight(path).strip_prefix(files::straight(game)) {
        _ if overlay => last,
        Ok(inside) if !inside.as_os_str().is_empty() => inside.display().to_string().replace('\\', "/"),
        // A game of one file.
        Ok(_) => last,
        Err(_) => format!("{SERIES}/{last}"),
    }
}
