//! What is offered, as a list with numbers: what is done, and by hex who can do it. A hex says what it is and who stands there.

use super::{hex_told, whereabouts};
use std::collections::BTreeMap;
use wgr_compiler::looks::Looks;
use wgr_runtime::engine::{Game, Prompt, View, stacks};
use wgr_runtime::ir::HEX;

/// More than these stand several on a line.
const LINE_EACH: usize = 6;

/// The number of an option, and its member.
type Numbered<'p> = (usize, Option<&'p str>);

/// Lines no wider than that, as far as the names allow.
pub(crate) fn listed(game: &Game, looks: &Looks, view: &View, prompt: &Prompt, width: usize) -> Vec<String> {
    let about = About { game, looks, stands: whereabouts(game, looks, view), stacks: by_hex(game, view) };
    if prompt.count() <= LINE_EACH {
        let each = prompt.options().iter().enumerate().map(|(at, offered)| {
            let told = offered.member().and_then(|member| about.told(member));
            format!("{:>3} {}{}", at + 1, offered.name, told.map_or(String::new(), |told| format!("  {told}")))
        });
        return each.collect();
    }
    // What is done, in the order in which it is offered.
    let mut arms: Vec<(&str, Vec<Numbered<'_>>)> = Vec::new();
    for (at, offered) in prompt.options().iter().enumerate() {
        let option = (at + 1, offered.member());
        match arms.iter_mut().find(|(arm, _)| *arm == offered.arm()) {
            Some((_, options)) => options.push(option),
            None => arms.push((offered.arm(), vec![option])),
        }
    }
    let wide = arms.iter().map(|(arm, _)| arm.chars().count()).max().unwrap_or(0);
    arms.iter().flat_map(|(arm, options)| wrapped(&format!("  {arm:<wide$}  "), &about.parts(options), width)).collect()
}

struct About<'g> {
    game: &'g Game,
    looks: &'g Looks,
    stands: BTreeMap<String, String>,
    stacks: BTreeMap<i64, Vec<String>>,
}

impl About<'_> {
    /// What is known of a member: where it stands; of a hex its name, its ground, who stands there.
    fn told(&self, member: &str) -> Option<String> {
        if let Some(place) = self.stands.get(member) {
            return Some(format!("at {place}"));
        }
        self.hex(member).map(|(_, told)| told)
    }

    /// A hex as it is called, and what is there.
    fn hex(&self, member: &str) -> Option<(String, String)> {
        self.game.board()?;
        let hex = self.game.member_named(HEX, member)?;
        let called = hex_told(self.game, self.looks, hex);
        let name = called.strip_prefix(member).unwrap_or("").trim().to_owned();
        let ground = self.looks.map.as_ref().and_then(|map| map.grounds.first()).and_then(|ground| {
            let member = self.game.program().table(ground.table).data.get(usize::try_from(hex).ok()?)?;
            ground.members.get(usize::try_from(*member).ok()?)
        });
        let stack = self.stacks.get(&hex).map_or(String::new(), |names| names.join(" "));
        let parts = [name, ground.map_or(String::new(), |ground| ground.name.replace('_', " ")), stack];
        let told = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<String>>().join(", ");
        Some((called, told))
    }

    /// `1024: 1 RIC1a, 2 RIC1b`; what stands nowhere comes alone.
    fn parts(&self, options: &[Numbered<'_>]) -> Vec<String> {
        let mut groups: Vec<(Option<&str>, Vec<String>)> = Vec::new();
        for (number, member) in options {
            let place = member.and_then(|member| self.stands.get(member)).map(String::as_str);
            let one = match (member, member.and_then(|member| self.hex(member))) {
                (None, _) => number.to_string(),
                (Some(member), Some((_, told))) if !told.is_empty() => format!("{number} {member} ({told})"),
                (Some(member), _) => format!("{number} {member}"),
            };
            match groups.iter_mut().find(|(known, _)| place.is_some() && *known == place) {
                Some((_, all)) => all.push(one),
                None => groups.push((place, vec![one])),
            }
        }
        let each = groups.into_iter().map(|(place, all)| {
            let place = place.map_or(String::new(), |place| format!("{place}: "));
            format!("{place}{}", all.join(", "))
        });
        each.collect()
    }
}

fn by_hex(game: &Game, view: &View) -> BTreeMap<i64, Vec<String>> {
    use wgr_runtime::engine::Sight;
    stacks(game, view.state()).into_iter().collect()
}

/// Parts with `; ` between them, on as many lines as it takes.
fn wrapped(begins: &str, parts: &[String], width: usize) -> Vec<String> {
    let indent = begins.chars().count();
    let mut lines: Vec<String> = Vec::new();
    let mut line = begins.to_owned();
    for (at, part) in parts.iter().enumerate() {
        let more = if at + 1 < parts.len() { ";" } else { "" };
        for (nth, word) in part.split_inclusive(", ").enumerate() {
            let gap = if nth == 0 && line.chars().count() > indent { " " } else { "" };
            if line.chars().count() > indent && line.chars().count() + word.chars().count() + 2 > width {
                lines.push(line.trim_end().to_owned());
                line = format!("{}{word}", " ".repeat(indent));
            } else {
                line.push_str(gap);
                line.push_str(word);
            }
        }
        line.push_str(more);
    }
    lines.push(line.trim_end().to_owned());
    lines
}
