//! `wgr rulings`: what is not from the rulebook. Rulings with what carries them, provisional things, holes.

use crate::args::{Print, Rulings};
use crate::exit::{Exit, Failure};
use crate::out::Out;
use crate::playable::{Purpose, compiled};
use crate::tell::{counted, where_it_is};
use serde_json::{Value, json};
use std::path::Path;
use wgr_compiler::{Carrier, Outline, Ruling, Sources, Unsettled, outline};

pub(crate) fn rulings(args: &Rulings, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let (loaded, compiled) = compiled(&args.looked.game, Purpose::Test, &args.looked.errata, root)?;
    let outline = outline(&loaded.sources);
    let told = Told { sources: &loaded.sources, outline: &outline };
    match args.looked.format {
        Print::Json => {
            let rulings: Vec<Value> = outline.rulings.iter().map(|ruling| told.as_json(ruling)).collect();
            let unsettled: Vec<Value> = compiled.unsettled.iter().map(|one| unsettled_as_json(&told, one)).collect();
            out.line(&json!({ "rulings": rulings, "unsettled": unsettled }).to_string());
        }
        Print::Text => {
            outline.rulings.iter().for_each(|ruling| told.ruling(ruling, out));
            let (holes, provisional): (Vec<&Unsettled>, Vec<&Unsettled>) =
                compiled.unsettled.iter().partition(|one| one.hole);
            told.unsettled("provisional, until it is known", &provisional, out);
            told.unsettled("holes: play stops there", &holes, out);
            out.line(&format!(
                "{}, {} provisional, {}",
                counted(outline.rulings.len(), "ruling"),
                provisional.len(),
                counted(holes.len(), "hole")
            ));
        }
    }
    Ok(Exit::Fine)
}

struct Told<'t> {
    sources: &'t Sources,
    outline: &'t Outline,
}

impl Told<'_> {
    fn carriers(&self, ruling: &Ruling) -> impl Iterator<Item = &Carrier> {
        let name = ruling.name.clone();
        self.outline.carriers.iter().filter(move |carrier| carrier.ruling.as_ref() == Some(&name))
    }

    fn ruling(&self, ruling: &Ruling, out: &mut Out) {
        out.line(&format!("{} on {}: {}", ruling.name, ruling.cases.join(", "), ruling.question));
        if let Some((over, under)) = &ruling.over {
            out.line(&format!("    \"{over}\" goes before \"{under}\""));
        }
        out.line(&format!("    {}: {}", ruling.by, ruling.because));
        for carrier in self.carriers(ruling) {
            let cases = carrier.cases.join(", ");
            let gap = if cases.is_empty() { "" } else { " " };
            let place = where_it_is(self.sources, carrier.at);
            out.line(&format!("    carried by {cases}{gap}\"{}\" in {} ({place})", carrier.title, carrier.item));
        }
        out.line("");
    }

    fn unsettled(&self, what: &str, those: &[&Unsettled], out: &mut Out) {
        if those.is_empty() {
            return;
        }
        out.line(&format!("{what}:"));
        for one in those {
            out.line(&format!("    {}: {} ({})", one.what, one.ground, where_it_is(self.sources, one.at)));
        }
        out.line("");
    }

    fn as_json(&self, ruling: &Ruling) -> Value {
        let carriers: Vec<Value> = self
            .carriers(ruling)
            .map(|carrier| {
                json!({ "cases": carrier.cases, "title": carrier.title, "item": carrier.item,
                    "place": where_it_is(self.sources, carrier.at) })
            })
            .collect();
        json!({
            "name": ruling.name, "cases": ruling.cases, "question": ruling.question, "over": ruling.over,
            "by": ruling.by, "because": ruling.because, "place": where_it_is(self.sources, ruling.at),
            "carried_by": carriers,
        })
    }
}

fn unsettled_as_json(told: &Told<'_>, one: &Unsettled) -> Value {
    json!({ "what": one.what, "ground": one.ground, "hole": one.hole, "place": where_it_is(told.sources, one.at) })
}
