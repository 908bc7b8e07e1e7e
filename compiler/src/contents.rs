//! The parts of a game's rules by name, each with a hash of what it means: what a save keeps to say later which rules
//! are others. In: the files as they were read. Out: [`Contents`]. Promises: comments, blanks and the places of items
//! count for nothing; scenes and examples are no rules.

use crate::compiled::Scenario;
use crate::outline::{called, cases_of};
use std::sync::Arc;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::engine::Contents;

pub(crate) fn contents(files: &[Arc<ast::File>], scenarios: &[Scenario]) -> Contents {
    let scenarios = scenarios.iter().map(|scenario| scenario.name.clone()).collect();
    let mut contents = Contents { scenarios, ..Contents::default() };
    let mut parts: Vec<(String, &ast::Item)> = Vec::new();
    for items in files.iter().map(|tree| &tree.items) {
        for item in items.iter().filter(|item| is_rule(&item.kind)) {
            if let ItemKind::Errata(errata) = &item.kind {
                contents.errata.push(errata.title.text.clone());
                continue;
            }
            let cases: Vec<&str> = cases_of(item).iter().map(|case| case.text.as_str()).collect();
            let name = format!("{} {}", called(item), cases.join(","));
            parts.push((name.trim_end().to_owned(), item));
        }
    }
    // Parts of one name are one, in whatever order their files are read.
    let says = |item: &ast::Item| wgr_grammar::placeless(item);
    parts.sort_by(|(a, one), (b, other)| a.cmp(b).then_with(|| says(one).cmp(&says(other))));
    parts.iter().for_each(|(name, item)| contents.add(name, item.meaning(), || says(item)));
    contents.errata.sort();
    contents.errata.dedup();
    contents
}

#[expect(clippy::wildcard_enum_match_arm, reason = "everything else is a rule")]
fn is_rule(kind: &ItemKind) -> bool {
    match kind {
        ItemKind::Scene(scene) => scene.scenario,
        ItemKind::Example(_) => false,
        _ => true,
    }
}
