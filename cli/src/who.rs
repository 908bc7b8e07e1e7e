//! `wgr who`: where each part of a rule comes from, the book or errata, and who goes over whom.

use crate::args::{Print, Who};
use crate::exit::{Exit, Failure};
use crate::explain::{is_meant, nothing_stands};
use crate::out::Out;
use crate::playable::{Playable, Purpose, load_game};
use crate::tell::where_it_is;
use serde_json::{Value, json};
use std::path::Path;
use wgr_compiler::{Change, ErrataHead, LedgerLine, Origin, OriginPart, changes, origins};

pub(crate) fn who(args: &Who, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let (looked, case) = (&args.looked, args.case.trim());
    let with = load_game(&looked.game, Purpose::Test, &looked.errata, root)?;
    let lines = with.ledger.as_ref().map_or_else(Vec::new, |ledger| ledger.cited(case));
    let meant = |cited: &str| is_meant(case, &lines, cited);
    let origins = origins(&with.sources, &meant);
    let gone = if looked.errata.is_empty() {
        Vec::new()
    } else {
        let without = load_game(&looked.game, Purpose::Test, &[], root)?;
        let changes = changes(&without.sources, &with.sources, with.ledger.as_ref());
        let is_gone = |change: &Change| change.now.is_none() && change.cases.iter().any(|case| meant(case));
        changes.into_iter().filter(is_gone).collect()
    };
    if lines.is_empty() && origins.is_empty() && gone.is_empty() {
        return Err(nothing_stands(&looked.game, case, with.ledger.as_ref()));
    }
    let told = Told { with: &with };
    match looked.format {
        Print::Text => told.text(&lines, &origins, &gone, out),
        Print::Json => out.line(&told.json(&lines, &origins, &gone).to_string()),
    }
    Ok(Exit::Fine)
}

struct Told<'t> {
    with: &'t Playable,
}

impl Told<'_> {
    /// The title of errata as a sheet says it: `"May 2015", the publisher`.
    fn errata(&self, title: &str) -> String {
        let head = self.with.errata.iter().find(|head| head.title == title);
        head.map_or_else(|| format!("\"{title}\""), ErrataHead::told)
    }

    fn at(&self, at: wgr_compiler::diag::Place) -> String {
        self.with.named(&where_it_is(&self.with.sources, at)).to_owned()
    }

    fn text(&self, lines: &[&LedgerLine], origins: &[Origin], gone: &[Change], out: &mut Out) {
        for line in lines {
            let file = self.with.named(self.with.sources.path(line.file));
            out.line(&format!("{}: {} ({file}:{})", line.case, line.statement, line.line));
        }
        for origin in origins {
            let by = origin.by.as_ref().map_or_else(String::new, |title| format!(", {}", self.errata(title)));
            let of = if origin.what == origin.item { String::new() } else { format!(" in {}", origin.item) };
            out.line(&format!("{}{of} ({}{by})", origin.what, self.at(origin.at)));
            origin.parts.iter().for_each(|part| self.part(origin, part, out));
        }
        for change in gone {
            let titles: Vec<String> = change.by.iter().map(|title| self.errata(title)).collect();
            let by = if titles.is_empty() { String::new() } else { format!(" by {}", titles.join(", ")) };
            let (path, line) = change.stood.as_ref().map_or(("", 0), |(path, line)| (path.as_str(), *line));
            out.line(&format!(
                "{} in {}: gone{by}; stood in {}:{line}",
                change.what,
                change.item,
                self.with.named(path)
            ));
        }
        if origins.is_empty() && gone.is_empty() {
            out.line("  no rule carries it");
        }
    }

    fn part(&self, origin: &Origin, part: &OriginPart, out: &mut Out) {
        // Some words say themselves which part they are.
        let name = part.part.as_ref().filter(|name| !part.words.starts_with(name.as_str()));
        let name = name.map_or_else(String::new, |name| format!("{name} "));
        let at = self.at(part.at);
        let place = match part.over.first() {
            Some((title, _)) => format!("{at}, {}", self.errata(title)),
            None if origin.by.is_some() => return out.line(&format!("    {name}{}", part.words)),
            None => at,
        };
        out.line(&format!("    {name}{}  ({place})", part.words));
        // Each stood until the one above went over it.
        let before = part.over.iter().skip(1).map(|(title, _)| self.errata(title));
        let stood = before.chain(std::iter::once("as printed".to_owned()));
        for ((_, was), whose) in part.over.iter().zip(stood) {
            was.iter().for_each(|was| out.line(&format!("        over {was}  ({whose})")));
        }
    }

    fn json(&self, lines: &[&LedgerLine], origins: &[Origin], gone: &[Change]) -> Value {
        let lines = lines.iter().map(|line| json!({ "case": line.case, "statement": line.statement }));
        let origins = origins.iter().map(|origin| {
            let parts = origin.parts.iter().map(|part| {
                let over = part.over.iter().map(|(title, was)| json!({ "by": title, "was": was }));
                json!({
                    "part": part.part, "words": part.words, "at": self.at(part.at), "over": over.collect::<Vec<Value>>(),
                })
            });
            json!({
                "what": origin.what, "item": origin.item, "at": self.at(origin.at), "by": origin.by,
                "parts": parts.collect::<Vec<Value>>(),
            })
        });
        let gone = gone
            .iter()
            .map(|change| json!({ "what": change.what, "item": change.item, "was": change.was, "by": change.by }));
        json!({
            "lines": lines.collect::<Vec<Value>>(), "carried_by": origins.collect::<Vec<Value>>(),
            "gone": gone.collect::<Vec<Value>>(),
        })
    }
}
