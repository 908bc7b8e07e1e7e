//! `wgr new --errata`: a file of house rules beside a game, to begin with.
//!
//! In: a game that checks. Out: a file in its `house/` that checks as it is, with a case of its own, and with what errata
//! may say in comments, about a row of this game. Promises: what is there already is never touched.

use super::{title, typed};
use crate::exit::{Exit, Failure};
use crate::files::{self, make_folder};
use crate::keep;
use crate::load::overlays_in;
use crate::out::Out;
use crate::playable::{Playable, Purpose, load_game};
use crate::root::Open;
use std::path::{Path, PathBuf};
use wgr_compiler::{Ledger, Sources};
use wgr_grammar::ast::{Game, ItemKind, RowsKind, VerdictKind};

/// What the file is called where nobody says.
const NAME: &str = "house-rules";

pub(super) fn begin(game: &Path, name: Option<&Path>, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let name = name.unwrap_or(Path::new(NAME)).with_extension("");
    if name.components().count() != 1 {
        let shown = name.display();
        return Err(Failure::bad_use(format!("`{shown}` is no name for house rules: give it letters, like `mud`")));
    }
    let title = title(&name)?;
    if !game.is_dir() {
        let shown = game.display();
        return Err(Failure::bad_use(format!("{shown}: house rules lie beside a game: name the folder of a game")));
    }
    let playable = load_game(game, Purpose::Play, &[], root)?;
    let beside = overlays_in(game, &Open::new());
    let path = game.join("house").join(&name).with_extension("wgr");
    if let Some(same) = beside.iter().find(|known| **known != path && known.file_stem() == name.file_name()) {
        return Err(Failure::bad_use(format!(
            "{}: this is called `{}` already: give the new rules another name",
            same.display(),
            name.display()
        )));
    }
    let case = case(&playable, &beside)?;
    let text = text(&playable, &title, &case, &name.display().to_string(), &typed(game));
    make_folder(&game.join("house"))?;
    keep::fresh(&path, "file of rules", &text)?;
    let (path, game, name) = (typed(&path), typed(game), typed(&name));
    out.line(&format!("{path}: house rules called \"{title}\", to be written; now:"));
    for verb in ["check", "test", "diff"] {
        out.line(&format!("    wgr {verb} {game} --with {name}"));
    }
    Ok(Exit::Fine)
}

fn text(playable: &Playable, title: &str, case: &str, name: &str, game: &str) -> String {
    let head = head(&playable.sources);
    let language = head.as_ref().and_then(|head| head.language.as_ref()).map_or("", |_| "language 1 ");
    let to = &playable.game.program().title;
    let (amended, added) = match row(&playable.sources) {
        Some(row) => (
            format!("amend {} was {} now {}", row.called, row.verdict, row.other),
            format!("add to {} {case} \"A further row\" {} when ..", row.item, row.verdict),
        ),
        None => ("amend CASE \"Title\" was .. now ..".to_owned(), format!("add to NAME {case} \"A further row\" ..")),
    };
    format!(
        "// House rules for \"{to}\". What they change: wgr diff {game} --with {name}
// A publisher's errata say in their head what they are and of when, too: `correction source \"the publisher\" date \"May 2015\"`.
errata \"{title}\" to \"{to}\" {language}source \"a house rule\" {{
    case {case} \"Say here, in your words, what the rule is.\"
    // What stands printed, and what stands there with this rule; any row by its case and title:
    // {amended}
    // A further row:
    // {added}
    // An example of the game that does not hold with this rule; `wgr diff` names them:
    // set aside \"The title of an example\" because \"why it does not hold any more\"
}}
"
    )
}

fn head(sources: &Sources) -> Option<Game> {
    let mut items = sources.iter().flat_map(|(_, source)| wgr_grammar::parse(&source.text).into_items());
    items.find_map(|item| if let ItemKind::Game(game) = item.kind { Some(game) } else { None })
}

/// The first case of a letter that the book has nothing under, and that no other house rule of the game has: they may count
/// together.
fn case(playable: &Playable, beside: &[PathBuf]) -> Result<String, Failure> {
    let ledger = playable.ledger.as_ref();
    let is_free = |letter: &char| {
        let section = letter.to_string();
        let below = format!("{section}.");
        ledger.is_none_or(|ledger| {
            ledger.lines().iter().all(|line| line.section != section && !line.section.starts_with(&below))
        })
    };
    let letter = std::iter::once('H').chain('A'..='Z').find(is_free).unwrap_or('H');
    let mut texts = Sources::new();
    for path in beside {
        texts.add(path.display().to_string(), files::read(path, "file of rules")?);
    }
    let mut own = Ledger::default();
    own.take_in(&texts);
    let mut number = 1;
    while own.has(&format!("{letter}.{number}")) {
        number += 1;
    }
    Ok(format!("{letter}.{number}"))
}

/// A row that says something of its own.
struct Sample {
    item: String,
    /// `3.9 "The attacker"`
    called: String,
    verdict: String,
    /// The same with another number.
    other: String,
}

fn row(sources: &Sources) -> Option<Sample> {
    for (_, source) in sources.iter() {
        for item in wgr_grammar::parse(&source.text).into_items() {
            let ItemKind::Rows(rows) = item.kind else { continue };
            if rows.kind != RowsKind::Value {
                continue;
            }
            for row in &rows.rows {
                let (Some(title), Some(case)) = (&row.title, row.cases.first()) else { continue };
                let verdict = row.verdict.span.of(&source.text).trim();
                let plain = matches!(row.verdict.kind, VerdictKind::Plus(_) | VerdictKind::Minus(_));
                let number = verdict.trim_start_matches(['+', '-', ' ']);
                if let (true, Ok(amount)) = (plain, number.parse::<u32>()) {
                    let called = format!("{} \"{}\"", case.text, title.text);
                    let other = verdict.replace(number, &amount.saturating_add(1).to_string());
                    return Some(Sample { item: rows.name.text.clone(), called, verdict: verdict.to_owned(), other });
                }
            }
        }
    }
    None
}
