//! Examples that are set aside: each is told with its reason, and tried. One that holds is set aside in vain.

use super::headed;
use crate::args::{Form, Test};
use crate::exit::Failure;
use crate::out::Out;
use crate::playable::{Playable, Purpose, load_game};
use crate::tell::{counted, where_it_is};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use wgr_compiler::{Aside, Starts, check_from};
use wgr_runtime::engine::Game;
use wgr_runtime::script::{Because, Report, Script, run_each};

/// Tells of one. Does it hold all the same?
pub(super) fn told(args: &Test, playable: &Playable, aside: &Aside, out: &mut Out) -> bool {
    let holds = holds(playable, aside);
    let at = where_it_is(&playable.sources, aside.said_at());
    let what = format!("it holds, and is set aside ({})", aside.because);
    let help = "take away what sets it aside: it shows nothing that these errata change";
    match args.format {
        Form::Full | Form::Narrated if holds => {
            out.line(&headed("FAILS", &aside.title, &aside.cases));
            out.line(&format!("  {at}: {what}"));
            out.line(&format!("    help: {help}"));
        }
        Form::Full | Form::Narrated => {
            out.line(&headed("aside", &aside.title, &aside.cases));
            out.line(&format!("          {}", aside.because));
        }
        Form::Short if holds => out.line(&format!("{at}: \"{}\": {what}; {help}", aside.title)),
        Form::Short => {}
        Form::Json => {
            let aside = json!({ "example": aside.title, "cases": aside.cases, "aside": aside.because, "holds": holds });
            out.line(&aside.to_string());
        }
    }
    holds
}

/// What may be typed where examples fail that hold without the errata: they may be meant to.
pub(super) fn offer(args: &Test, root: Option<&Path>, failing: &[String], out: &mut Out) -> Result<(), Failure> {
    let without = load_game(&args.game, Purpose::Test, &[], root)?;
    let mut hold = Vec::new();
    let is_meant = |at: usize| without.scripts.get(at).is_some_and(|script| failing.contains(&script.title));
    run_each(&without.game, &without.scripts, Because::Named, &is_meant, &mut |_, report| {
        hold.extend(report.failure.is_none().then_some(report.title));
    });
    if !hold.is_empty() {
        let (count, it) = (counted(hold.len(), "example"), if hold.len() == 1 { "it is" } else { "they are" });
        let verb = if hold.len() == 1 { "holds" } else { "hold" };
        out.line("");
        out.line(&format!(
            "{count} {verb} without these errata. If {it} not to hold any more, say so in them, each with its reason:"
        ));
        hold.iter().for_each(|title| out.line(&format!("    set aside \"{title}\" because \"..\"")));
    }
    Ok(())
}

/// Where an author says that it does not hold, it is played all the same. Where it cannot even be read, it does not.
fn holds(playable: &Playable, aside: &Aside) -> bool {
    tried(playable, aside).is_some_and(|report| report.failure.is_none())
}

/// How it goes as if nobody set it aside; none where that is not said, or where it cannot be read.
fn tried(playable: &Playable, aside: &Aside) -> Option<Report> {
    let (game, scripts) = taken_back(playable, aside)?;
    let at = scripts.iter().position(|script| script.title == aside.title)?;
    report_of(&game, &scripts, at)
}

/// The game, and its examples with this one among them.
pub(crate) fn taken_back(playable: &Playable, aside: &Aside) -> Option<(Game, Arc<[Script]>)> {
    let back = aside.taken_back(&playable.sources)?;
    let compiled = check_from(&back, playable.ledger.as_ref(), Starts::ScenesToo).compiled?;
    Some((compiled.game().ok()?, compiled.scripts))
}

/// How one of these examples goes.
pub(crate) fn report_of(game: &Game, scripts: &[Script], at: usize) -> Option<Report> {
    let mut found = None;
    run_each(game, scripts, Because::Named, &|other| other == at, &mut |_, report| found = Some(report));
    found
}
