//! Causes first, and nothing that only rests on them.
//!
//! In: what all checks said, and the texts as they were read. Out: the same, each with its depth, without what is said
//! only because a head or a line elsewhere could not be read. Promises: at least one message stays of each mistake; what stands in the item
//! that is broken itself is never left out.

use super::{Code, Diagnostic, Fix, Label, Place, Severity};
use crate::source::{FileId, Sources};
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::{Span, ast};

/// Items by how much rests on them.
const DEPTHS: [&[&str]; 5] = [
    &["game", "series"],
    &["measure", "scale", "enum", "kind", "piece", "marker", "notation", "box", "option"],
    &["map", "order"],
    &["sequence"],
    &["scenario", "scene"],
];
const RULES: u8 = 4;
const SET_UPS: u8 = 5;
const EXAMPLES: u8 = 6;
const NOTES: u8 = 7;

/// An item as it is written.
pub(super) struct Item<'t> {
    file: FileId,
    start: usize,
    pub(super) text: &'t str,
}

impl<'t> Item<'t> {
    pub(super) fn word(&self) -> &'t str {
        self.text.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default()
    }

    /// Is this the place of its name, behind its first word?
    pub(super) fn is_named_at(&self, at: Place) -> bool {
        let start = (at.span.start as usize).checked_sub(self.start);
        let before = start.and_then(|start| self.text.get(..start)).map(str::trim);
        self.file == at.file && before.is_some_and(|before| before == self.word())
    }

    /// Its line that begins with this word.
    fn line(&self, word: &str) -> Option<Place> {
        let mut start = self.start;
        for line in self.text.split_inclusive('\n') {
            let said = line.trim();
            if said.split_whitespace().next() == Some(word) {
                let from = start + (line.len() - line.trim_start().len());
                return Some(Place::new(self.file, Span::new(from, from + said.len())));
            }
            start += line.len();
        }
        None
    }

    /// What is missing at its end is missing in it.
    fn holds(&self, at: Place) -> bool {
        self.file == at.file && (self.start..=self.start + self.text.len()).contains(&(at.span.start as usize))
    }

    fn depth(&self) -> u8 {
        match DEPTHS.iter().position(|items| items.contains(&self.word())) {
            Some(at) if at < RULES as usize => at as u8,
            Some(_) => SET_UPS,
            None if self.word() == "example" => EXAMPLES,
            None => RULES,
        }
    }
}

/// What could not be read, and what nobody knows because of it.
struct Lost<'t> {
    item: usize,
    names: BTreeSet<&'t str>,
    /// The whole item is not there, so nothing that names it can be judged.
    named: Option<&'t str>,
    /// Its first line is not.
    head: bool,
    /// The item itself uses these names, too.
    within: bool,
}

/// The items of all texts, by their places.
pub(super) struct Items<'t>(Vec<Item<'t>>);

impl<'t> Items<'t> {
    fn of(sources: &'t Sources, files: &[(FileId, &ast::File)]) -> Items<'t> {
        let of_file = |(file, read): &(FileId, &ast::File)| {
            let file = *file;
            let item = move |item: &ast::Item| {
                let text = sources.text(Place::new(file, item.span));
                Item { file, start: item.span.start as usize, text }
            };
            read.items.iter().map(item).collect::<Vec<_>>()
        };
        let mut items: Vec<Item<'t>> = files.iter().flat_map(of_file).collect();
        items.sort_by_key(|item| (item.file, item.start));
        Items(items)
    }

    pub(super) fn at(&self, at: Place) -> Option<usize> {
        let behind = self.0.partition_point(|item| (item.file, item.start) <= (at.file, at.span.start as usize));
        let last = behind.checked_sub(1)?;
        self.get(last).filter(|item| item.holds(at)).map(|_| last)
    }

    /// The line of the game that begins with this word.
    pub(super) fn line_of_the_game(&self, word: &str) -> Option<Place> {
        self.0.iter().filter(|item| item.word() == "game").find_map(|item| item.line(word))
    }

    pub(super) fn get(&self, item: usize) -> Option<&Item<'t>> {
        self.0.get(item)
    }

    pub(super) fn deepen(&self, all: &mut [Diagnostic]) {
        for told in all {
            told.depth = match (told.severity, told.code) {
                (Severity::Note, _) => NOTES,
                (_, Code::Syntax | Code::Unclosed | Code::UnknownItem | Code::File | Code::NoGame) => 0,
                _ => told.place().and_then(|at| self.get(self.at(at)?)).map_or(0, Item::depth),
            };
        }
    }
}

/// What was said, and `beside` it what is open: that is put in the same order, and none of it is left out.
pub(crate) fn arrange(
    sources: &Sources,
    files: &[(FileId, &ast::File)],
    all: &mut Vec<Diagnostic>,
    beside: &mut [Diagnostic],
) {
    if all.iter().chain(&*beside).all(|told| told.severity == Severity::Note) {
        all.iter_mut().chain(beside).for_each(|told| told.depth = NOTES);
        return;
    }
    turned(sources, all);
    let items = Items::of(sources, files);
    items.deepen(all);
    items.deepen(beside);
    missed_again(sources, all);
    if all.iter().any(|told| told.severity == Severity::Wrong) {
        // What is idle on a line that is wrong may be so because of that.
        let line = |told: &Diagnostic| told.place().map(|at| (at.file, sources.line_column(at.file, at.span.start).0));
        let wrong = all.iter().filter(|told| told.severity == Severity::Wrong).filter_map(line);
        let wrong: BTreeSet<(FileId, u32)> = wrong.collect();
        let idle = |told: &Diagnostic| {
            told.severity == Severity::Note && matches!(told.code, Code::NeverApplies | Code::AlwaysSo)
        };
        // So is what only the counters, tables and maps make idle, as long as they may be wrong; and a pick under another
        // name than the one that is kept.
        let printed = |told: &Diagnostic| told.title.contains("with these counters, tables and maps");
        let another = |told: &Diagnostic| {
            told.code == Code::Unused && told.title.ends_with("is picked here, and nothing reads it")
        };
        all.retain(|told| !another(told));
        all.retain(|told| !(idle(told) && (printed(told) || line(told).is_some_and(|line| wrong.contains(&line)))));
        leave_out(sources, &items, all);
        super::follows::leave_out(sources, &items, all);
    }
}

/// One name may be missed as several things, as a piece in the order and as a type in the rules: it is said alike, so that
/// it is one message.
fn missed_again(sources: &Sources, all: &mut [Diagnostic]) {
    let names = |told: &Diagnostic, at: Place| told.title.contains(&format!("`{}`", sources.text(at)));
    let mut first: BTreeMap<String, Diagnostic> = BTreeMap::new();
    for told in all.iter().filter(|told| told.code == Code::UnknownName) {
        let Some(at) = told.place().filter(|at| names(told, *at)) else { continue };
        let known = first.entry(sources.text(at).to_owned()).or_insert_with(|| told.clone());
        if (told.depth, told.place()) < (known.depth, known.place()) {
            *known = told.clone();
        }
    }
    for told in all.iter_mut().filter(|told| told.code == Code::UnknownName && told.labels.len() == 1) {
        let Some(at) = told.place().filter(|at| names(told, *at)) else { continue };
        let first = first
            .get(sources.text(at))
            .filter(|first| (&first.title, &first.help) != (&told.title, &told.help) && first.labels.len() == 1);
        let Some(first) = first else { continue };
        let here = Diagnostic { depth: told.depth, ..first.clone() };
        let places = here.labels.iter().map(|label| Label { at, ..label.clone() }).collect();
        let fixes = here.fixes.iter().map(|fix| {
            let edits = fix.edits.iter().map(|(_, text)| (at, text.clone())).collect();
            Fix { edits, ..fix.clone() }
        });
        *told = Diagnostic { labels: places, fixes: fixes.collect(), ..here.clone() };
    }
}

/// Two of one line that stand the wrong way round are one mistake.
fn turned(sources: &Sources, all: &mut Vec<Diagnostic>) {
    let types = |told: &Diagnostic| {
        let (wanted, found) =
            told.title.split_once(" is wanted here, and this is ").filter(|_| told.code == Code::WrongType)?;
        Some((wanted.to_owned(), found.to_owned(), told.place()?))
    };
    let line = |at: Place| (at.file, sources.line_column(at.file, at.span.start).0);
    let mut at = 0;
    while let Some((one, other)) = all.get(at).zip(all.get(at + 1)) {
        if let Some(((wanted, found, here), (other_wanted, other_found, there))) = types(one).zip(types(other))
            && wanted == other_found
            && (found == other_wanted || is_hex(&found, &other_wanted, sources.text(here)))
            && line(here) == line(there)
        {
            let texts = [there, here].map(|at| sources.text(at));
            let told = Diagnostic::wrong(Code::WrongType, "these two stand the wrong way round")
                .at(here, format!("here {wanted} is wanted"))
                .at(there, format!("and here {other_wanted}"))
                .help(format!("write `{}, {}`", texts[0], texts[1]));
            all.splice(at..at + 2, [told]);
        }
        at += 1;
    }
}

/// Where a hex is wanted, the number of one is a hex.
fn is_hex(found: &str, wanted: &str, text: &str) -> bool {
    found == "a number" && wanted == "Hex" && text.len() == 4 && text.bytes().all(|sign| sign.is_ascii_digit())
}

/// Whatever only rests on something else that is wrong.
fn leave_out(sources: &Sources, items: &Items<'_>, all: &mut Vec<Diagnostic>) {
    let item_of = |told: &Diagnostic| told.place().and_then(|at| items.at(at));
    let of_sides = |told: &&Diagnostic| {
        let item = item_of(told).and_then(|at| items.get(at)).zip(told.place());
        is_unread(told) && item.is_some_and(|(item, at)| line_of(item, at).0.trim_start().starts_with("sides"))
    };
    let unread_sides: BTreeSet<usize> = all.iter().filter(of_sides).filter_map(item_of).collect();
    copied(sources, items, all);
    let word = |at: usize| items.get(at).map_or("", Item::word);
    // What is taken for granted is not known where it could not be read.
    if all.iter().any(|told| told.severity == Severity::Wrong && item_of(told).is_some_and(|at| word(at) == "never")) {
        all.retain(|told| told.code != Code::Clash);
    }
    // That no rule carries a case may be because a rule was not read.
    if all.iter().any(is_unread) {
        all.retain(|told| told.code != Code::UnknownCase || told.severity != Severity::Note);
    }
    // Which pieces there are, and what is printed on them, is not known without the first line of one.
    let sorts = ["piece", "kind"];
    let no_sort = |told: &Diagnostic| {
        is_unread(told)
            && item_of(told)
                .and_then(|at| items.get(at))
                .zip(told.place())
                .is_some_and(|(item, at)| sorts.contains(&item.word()) && line_of(item, at).1 == 0)
    };
    if all.iter().any(no_sort) {
        all.retain(is_unread);
    }
    within_another(sources, items, all);
    unmeasured(sources, items, all);
    // Who they are is not known where their line was not read.
    all.retain(|told| {
        let item = item_of(told).filter(|item| told.code == Code::Syntax && unread_sides.contains(item));
        let line = item.and_then(|item| items.get(item)).zip(told.place()).map(|(item, at)| line_of(item, at));
        line.is_none_or(|(line, start)| start != 0 || line.trim_start().starts_with("sides"))
    });
    let no_game = items.0.iter().all(|item| item.word() != "game");
    let head = |told: &Diagnostic| in_head(told, item_of(told).and_then(|at| items.get(at)));
    let headless = all.iter().any(|told| no_game && told.code == Code::NoGame || head(told));
    if headless {
        all.retain(|told| told.depth == 0);
        return;
    }
    let lost: Vec<Lost<'_>> = all.iter().filter_map(|told| lost(told, item_of(told)?, items)).collect();
    let line = |told: &Diagnostic| told.place().map(|at| (at.file, sources.line_column(at.file, at.span.start).0));
    let at_head = |told: &Diagnostic| {
        let item = item_of(told).and_then(|at| items.get(at));
        item.zip(told.place()).is_some_and(|(item, at)| line_of(item, at).1 == 0)
    };
    // An action or a scene whose name is another's is not there, or the other is not.
    let taken = |at: Place| {
        let item =
            items.at(at).and_then(|at| items.get(at)).filter(|item| matches!(item.word(), "action" | "scene"))?;
        words(item.text).nth(1).filter(|name| *name == sources.text(at))
    };
    let twice = all.iter().filter(|told| told.code == Code::TwiceNamed);
    let two_sorts = twice.clone().filter(|told| told.title.contains("is the name of")).filter_map(Diagnostic::place);
    let two_sorts = two_sorts.map(|at| sources.text(at));
    let taken = twice.flat_map(|told| &told.labels).filter_map(|label| taken(label.at));
    let taken: BTreeSet<&str> = taken.chain(two_sorts).collect();
    // A piece that nobody declares, and what all such pieces would be called.
    let missing = all.iter().filter(|told| told.code == Code::UnknownName).filter_map(Diagnostic::place);
    let unread =
        lost.iter().filter(|lost| items.get(lost.item).is_some_and(|item| matches!(item.word(), "piece" | "kind")));
    let missing = missing.map(|at| sources.text(at)).chain(unread.filter_map(|lost| lost.named));
    let missing = missing.filter(|name| name.starts_with(char::is_uppercase));
    let plurals: BTreeSet<String> = missing.map(|name| format!("{}s", name.to_lowercase())).collect();
    let rests = |told: &Diagnostic| {
        let Some(at) = told.place() else { return false };
        let Some((item, text)) = items.at(at).and_then(|item| Some((item, items.get(item)?.text))) else {
            return false;
        };
        let named = sources.text(at);
        // One of several counters of a name has a letter behind it.
        let several = named.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(named);
        let of_order = |lost: &Lost<'_>| items.get(lost.item).is_some_and(|item| item.word() == "order");
        let unknown =
            matches!(told.code, Code::UnknownName | Code::UnknownCase | Code::NeverOffered | Code::NeverPlaced);
        let judged = matches!(told.code, Code::WrongType | Code::WrongMeasure | Code::WrongCount);
        let rests_on = |lost: &Lost<'_>| {
            (lost.item != item || lost.within)
                && (unknown && (lost.names.contains(named) || of_order(lost) && lost.names.contains(several))
                    || judged && lost.named.is_some_and(|named| words(text).any(|word| word == named)))
        };
        // What is asked by a name of two things is judged by the wrong one of them.
        let asked = named.split('(').next().unwrap_or(named);
        let of_two = (judged || told.code == Code::WrongKind) && taken.contains(asked);
        unknown && (taken.contains(named) || plurals.contains(named)) || of_two || lost.iter().any(rests_on)
    };
    let items_with = |codes: &[Code]| -> BTreeSet<usize> {
        let broken = all.iter().filter(|told| is_unread(told) || codes.contains(&told.code));
        broken.filter_map(item_of).collect()
    };
    let disorder = all.iter().filter(|told| {
        told.title.ends_with("of this drawing are out of order") || told.title.ends_with(" is drawn twice")
    });
    let in_disorder: BTreeSet<usize> = disorder.filter_map(item_of).collect();
    let unknown_items = items_with(&[Code::UnknownName]);
    let holds = |told: &Diagnostic, text: &str| {
        let item = item_of(told).and_then(|at| items.get(at)).zip(told.place());
        item.is_some_and(|(item, at)| line_of(item, at).0.contains(text))
    };
    let slips: Vec<&Diagnostic> = all.iter().filter(|told| is_unread(told) || told.code == Code::UnknownName).collect();
    let not_rolled = |told: &Diagnostic, of: Option<usize>| {
        let die = told.place().map_or("", |at| sources.text(at));
        slips.iter().any(|slip| item_of(slip) == of && (holds(slip, "roll") || holds(slip, &format!("{die} "))))
    };
    // The row that is missed may be the one that was not read, or stand where a name is declared twice.
    let row_not_read = |told: &Diagnostic, of: Option<usize>| {
        let title = told.place().map(|at| sources.text(at).trim_matches('"'));
        let Some(title) = title.filter(|_| told.code == Code::UnknownRow) else { return false };
        if !told.title.starts_with("there is no row") {
            return of.is_some_and(|of| unknown_items.contains(&of));
        }
        let not_read = |slip: &Diagnostic| is_unread(slip) && holds(slip, title);
        let twice = |slip: &Diagnostic| slip.code == Code::TwiceNamed && at_head(slip);
        all.iter().any(|slip| item_of(slip) == of && (not_read(slip) || twice(slip)))
    };
    // `t Town`: what the letter stands for is unknown, and told.
    let letter_not_read = |told: &Diagnostic, of: Option<usize>| {
        let letter = told.title.strip_prefix("the map does not explain its letter `");
        let letter = letter.and_then(|rest| rest.strip_suffix('`')).map(|letter| format!(" {letter} "));
        letter.is_some_and(|letter| {
            let drawn = |slip: &&&Diagnostic| holds(slip, " drawn ") && holds(slip, &letter);
            slips.iter().filter(drawn).any(|slip| item_of(slip) == of)
        })
    };
    let with_unread = items_with(&[]);
    let picks_not_read = |told: &Diagnostic, of: Option<usize>| {
        let name = told.place().map_or("", |at| sources.text(at));
        let picks = format!(" as {name}");
        told.title.ends_with("is read before it is written")
            && all.iter().any(|slip| is_unread(slip) && item_of(slip) == of && holds(slip, &picks))
    };
    let example_not_read = |told: &Diagnostic| {
        let title = told.place().map_or("", |at| sources.text(at));
        told.code == Code::Example
            && told.title.starts_with("there is no example")
            && all.iter().any(|slip| {
                let of = item_of(slip).filter(|of| word(*of) == "example" && is_unread(slip) && at_head(slip));
                of.and_then(|of| items.get(of))
                    .is_some_and(|item| item.text.lines().next().unwrap_or_default().contains(title))
            })
    };
    let unknown_heads: BTreeSet<usize> =
        all.iter().filter(|told| told.code == Code::UnknownName && at_head(told)).filter_map(item_of).collect();
    let unopened: BTreeSet<FileId> =
        lost.iter().filter(|lost| lost.head).filter_map(|lost| items.get(lost.item)).map(|item| item.file).collect();
    // Of an item without its first line the braces are no news; nor what a line does of which a part is not there.
    let unread: BTreeSet<(FileId, u32)> = all.iter().filter(|told| is_unread(told)).filter_map(line).collect();
    let at_line = |at: Place| (at.file, sources.line_column(at.file, at.span.start).0);
    let follows = |told: &Diagnostic| {
        let headless = |item: usize| lost.iter().any(|lost| lost.item == item && lost.head);
        let judged = matches!(
            told.code,
            Code::DeadEnd
                | Code::Gap
                | Code::NeverApplies
                | Code::AlwaysSo
                | Code::Unused
                | Code::Effect
                | Code::Sequence
        );
        // The row that is missed may be the one that was not read.
        let of = item_of(told);
        let stands_in = |items: &BTreeSet<usize>| of.is_some_and(|of| items.contains(&of));
        row_not_read(told, of)
            || picks_not_read(told, of)
            || example_not_read(told)
            || told.title.starts_with("nothing says what happens at") && stands_in(&with_unread)
            || told.code == Code::UnwrittenName && told.title.starts_with("the die") && not_rolled(told, of)
            || told.code == Code::MapShape && letter_not_read(told, of)
            || (told.title.ends_with(" hexes are not drawn") || told.title.starts_with("the map has no "))
                && stands_in(&in_disorder)
            || told.code == Code::WrongMeasure && stands_in(&unknown_heads)
            || told.code == Code::Gap
                && lost
                    .iter()
                    .any(|lost| lost.head && items.get(lost.item).is_some_and(|item| item.word() == "victory"))
            || told.code == Code::Unclosed
                && told.place().is_some_and(|at| unopened.contains(&at.file) && sources.text(at) == "}")
            || told.code == Code::Unclosed && item_of(told).is_some_and(headless) && !at_head(told)
            || judged && line(told).is_some_and(|line| unread.contains(&line))
            || told.code == Code::Clash && told.labels.iter().any(|label| unread.contains(&at_line(label.at)))
    };
    // The rows of a drawing whose first line was not understood.
    let mut drawn: BTreeMap<usize, Place> = BTreeMap::new();
    for told in all.iter().filter(|told| is_unread(told) && (holds(told, " drawn ") || told.title.contains("`drawn`")))
    {
        let Some((item, at)) = item_of(told).zip(told.place()) else { continue };
        if items.get(item).is_some_and(|of| of.word() == "map") {
            let first = drawn.entry(item).or_insert(at);
            *first = at.min(*first);
        }
    }
    let of_a_drawing = |told: &Diagnostic| {
        let Some((item, at)) = item_of(told).zip(told.place()) else { return false };
        let row = items
            .get(item)
            .is_some_and(|of| line_of(of, at).0.trim_start().starts_with(|sign: char| sign.is_ascii_digit()));
        row && drawn.get(&item).is_some_and(|first| *first < at)
    };
    let lines: BTreeSet<(FileId, u32)> = all.iter().filter(|told| rests(told)).filter_map(line).collect();
    let on_such_a_line = |told: &Diagnostic| {
        let judged = matches!(told.code, Code::WrongType | Code::WrongMeasure | Code::WrongCount | Code::UnknownName);
        judged && line(told).is_some_and(|line| lines.contains(&line))
    };
    let kept = |told: &Diagnostic| !follows(told) && !rests(told) && !on_such_a_line(told) && !of_a_drawing(told);
    let kept: Vec<bool> = all.iter().map(kept).collect();
    if kept.iter().any(|kept| *kept) {
        let mut kept = kept.into_iter();
        all.retain(|_| kept.next().unwrap_or(true));
    }
}

/// A file that was copied: all that it declares is declared twice, and that is one mistake.
fn copied(sources: &Sources, items: &Items<'_>, all: &mut Vec<Diagnostic>) {
    let mut first: BTreeMap<&str, FileId> = BTreeMap::new();
    let mut copies: BTreeMap<FileId, FileId> = BTreeMap::new();
    let files: BTreeSet<FileId> = items.0.iter().map(|item| item.file).collect();
    for file in files {
        let Some(text) = sources.get(file).map(|source| source.text.trim()) else { continue };
        if let Some(known) = first.get(text) {
            copies.insert(file, *known);
        } else {
            first.insert(text, file);
        }
    }
    for (copy, of) in copies {
        let both = |told: &Diagnostic| {
            let within = |file: FileId| told.labels.iter().any(|label| label.at.file == file);
            told.code == Code::TwiceNamed && within(copy) && within(of)
        };
        if all.iter().any(both) {
            all.retain(|told| !both(told));
            let at = |file| Place::new(file, wgr_grammar::Span { start: 0, end: 0 });
            let named = [copy, of].map(|file| sources.path(file));
            all.push(super::says::file_copied(named, at(copy), at(of)));
        }
    }
}

/// `value allowance(u: Regiment): 1..9 {`, whose rows count MP: each row, and each course that spends it, was told.
fn unmeasured(sources: &Sources, items: &Items<'_>, all: &mut Vec<Diagnostic>) {
    let measure = |told: &Diagnostic| {
        let rest = told.title.strip_prefix("a number without a measure stands where ")?;
        let measure = rest.strip_suffix(" count").filter(|_| told.labels.len() == 1)?;
        // The row itself counts it, so what is wanted there does not.
        let text = told.place().map_or("", |at| sources.text(at));
        text.ends_with(measure).then(|| measure.to_owned())
    };
    let value = |item: usize| {
        let own = items.get(item)?;
        let name = match own.word() {
            "value" => words(own.text).nth(1)?,
            "course" => *named_behind(own.text.lines().next()?, &["spends"]).first()?,
            _ => return None,
        };
        items.0.iter().find(|item| item.word() == "value" && words(item.text).nth(1) == Some(name))
    };
    let of = |told: &Diagnostic| told.place().and_then(|at| value(items.at(at)?));
    let mut heads: Vec<Diagnostic> = Vec::new();
    all.retain(|told| {
        let (Some(measure), Some(item)) = (measure(told), of(told)) else { return true };
        let head = item.text.lines().next().unwrap_or_default();
        let Some((start, range)) = bare_range(head) else { return true };
        let name = words(item.text).nth(1).unwrap_or_default();
        let span = wgr_grammar::Span::new(item.start + start, item.start + start + range.len());
        let told = super::says::range_without_measure(name, range, &measure, Place::new(item.file, span));
        if !heads.contains(&told) {
            heads.push(told);
        }
        false
    });
    all.extend(heads);
}

/// `1..9` behind the colon of a head, where no measure follows.
fn bare_range(head: &str) -> Option<(usize, &str)> {
    let dots = head.rfind("..")?;
    let number = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let before = head.get(..dots)?;
    let start = before.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '-').len();
    let end = dots + 2 + number(head.get(dots + 2..)?);
    let next = head.get(end..)?.trim_start();
    (!next.starts_with(char::is_alphabetic) || next.starts_with("within"))
        .then(|| head.get(start..end).map(|range| (start, range)))?
}

/// An item `within march` that reads what `attack` keeps: its head is the mistake, and all else rests on it.
fn within_another(sources: &Sources, items: &Items<'_>, all: &mut Vec<Diagnostic>) {
    let is_misplaced = |told: &Diagnostic| told.title.contains(" keeps, and this item is within ");
    let of = |told: &Diagnostic| told.place().and_then(|at| items.at(at));
    let misplaced: BTreeSet<usize> = all.iter().filter(|told| is_misplaced(told)).filter_map(of).collect();
    let name = |item: &usize| items.get(*item).and_then(|item| words(item.text).nth(1));
    let names: BTreeSet<&str> = misplaced.iter().filter_map(name).collect();
    let mut kept: BTreeSet<usize> = BTreeSet::new();
    all.retain(|told| {
        let Some(item) = of(told) else { return true };
        if misplaced.contains(&item) && matches!(told.code, Code::UnknownName | Code::WrongType | Code::WrongKind) {
            return is_misplaced(told) && kept.insert(item);
        }
        let named = told.place().map_or("", |at| sources.text(at));
        let asked = [" is asked outside of ", " and reads what "].iter().any(|words| told.title.contains(words));
        !(asked && names.contains(named.split(['(', '.']).next().unwrap_or_default()))
    });
    // A head that says it twice says nothing.
    let said_twice = |told: &Diagnostic| is_unread(told) && told.title.starts_with("`within` is said twice");
    let twice: BTreeSet<usize> = all.iter().filter(|told| said_twice(told)).filter_map(of).collect();
    all.retain(|told| !(is_misplaced(told) && of(told).is_some_and(|item| twice.contains(&item))));
}

pub(super) fn is_unread(told: &Diagnostic) -> bool {
    matches!(told.code, Code::Syntax | Code::Unclosed | Code::UnknownItem) && told.severity == Severity::Wrong
}

/// Is it the head of the game that cannot be read?
fn in_head(told: &Diagnostic, item: Option<&Item<'_>>) -> bool {
    let broken =
        matches!(told.code, Code::Syntax | Code::Unclosed | Code::MapShape) && told.severity == Severity::Wrong;
    let Some((item, at)) = item.zip(told.place()).filter(|(item, _)| item.word() == "game" && broken) else {
        return false;
    };
    let (line, _) = line_of(item, at);
    told.code == Code::MapShape || ["game", "hexes"].iter().any(|word| line.trim_start().starts_with(word))
}

/// What nobody knows because of this, if it is a cause.
fn lost<'t>(told: &Diagnostic, item: usize, items: &Items<'t>) -> Option<Lost<'t>> {
    if told.severity != Severity::Wrong {
        return None;
    }
    let (at, of) = (told.place()?, items.get(item)?);
    let (line, start) = line_of(of, at);
    let unread = is_unread(told);
    let declares = of.depth() < RULES;
    let shape = matches!(told.code, Code::UnknownName | Code::OrderShape | Code::MapShape | Code::TwiceNamed);
    let whole = unread && start == 0;
    let keeps = ["keep", "role"].iter().any(|word| line.trim_start().starts_with(word));
    // What was picked on a line that was not read, or where it goes on.
    let picked = if unread && !declares { named_behind(statement(of, start), &["as"]) } else { BTreeSet::new() };
    if !(unread || shape && (declares || keeps)) {
        return None;
    }
    // Of rules, what is declared stands in the first line.
    let heads = matches!(of.word(), "order" | "enum") && heads_others(of.text, line);
    let text = if declares && (whole || heads) { of.text } else { line };
    let cases = words(of.text).filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
    let mut names: BTreeSet<&str> = match of.word() {
        // A counter is named where its line begins.
        "order" => {
            let alone = of.text.lines().all(|line| line.starts_with("order") || heads_others(of.text, line));
            let lines = text.lines().filter(|line| alone || !heads_others(of.text, line));
            // `2x B1`: the count stands before the name.
            let counted = |word: &&str| word.starts_with(|sign: char| sign.is_ascii_digit());
            lines.filter_map(|line| words(line).find(|word| told.code != Code::OrderShape || !counted(word))).collect()
        }
        // `place Village 0909`, `place 0909 Village`, and `river: ..` without `hexsides`
        "map" => words(text).take(if text.trim_start().starts_with("place ") { 3 } else { 2 }).collect(),
        // What is rolled has its name from a line that was not read.
        "game" if line.trim_start().starts_with("dice") => {
            items.0.iter().flat_map(|item| named_behind(item.text, &["roll"])).collect()
        }
        // What opens a block takes along what stands in it.
        "sequence" => {
            let text = if line.trim_end().ends_with('{') { of.text } else { text };
            let cited = words(text).filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
            named_behind(text, &["phase"]).into_iter().chain(cited).collect()
        }
        _ if whole && !declares => cases.collect(),
        // `keeps men: set of Unit, result: Result`
        _ if !declares && keeps => {
            let sign = if line.contains('=') { '=' } else { ':' };
            let before = line.rsplit_once(sign).map_or(line, |(before, _)| before);
            before.split(sign).filter_map(|part| part.split_whitespace().next_back()).collect()
        }
        // A line of rules has cases, and names what is picked or kept.
        _ if !declares => {
            let cited = words(text).filter(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
            named_behind(text, &["as", "keeps", "each"]).into_iter().chain(cited).collect()
        }
        // Titles name nothing, and what a thing is of is declared elsewhere.
        _ => {
            let of = named_behind(text, &["of"]);
            let untitled = text.split('"').step_by(2).flat_map(words);
            untitled.filter(|word| !of.contains(word)).collect()
        }
    };
    let head = of.text.lines().next().unwrap_or_default();
    // A ruling is its head alone.
    let whole = whole || unread && of.word() == "ruling";
    let named = head.split([' ', '(', ':', '{']).filter(|word| !word.is_empty()).nth(1).filter(|_| whole);
    names.extend(named);
    // `morale = 5` in the first column
    names.extend(words(head).next().filter(|_| told.code == Code::UnknownItem));
    let within = keeps || !picked.is_empty();
    names.extend(picked);
    // What is not known itself is told wherever it stands.
    if let Some(itself) = of
        .text
        .get((at.span.start as usize).saturating_sub(of.start)..(at.span.end as usize).saturating_sub(of.start))
        .filter(|_| !unread)
    {
        names.remove(itself);
    }
    Some(Lost { item, names, named, head: unread && start == 0, within })
}

/// The line of an item that holds a place, and where in the item it begins.
pub(super) fn line_of<'t>(item: &Item<'t>, at: Place) -> (&'t str, usize) {
    let within = (at.span.start as usize).saturating_sub(item.start).min(item.text.len());
    let start = item.text.get(..within).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    (item.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default(), start)
}

/// From here to the end of the statement: the lines below it that stand further in go on with it.
fn statement<'t>(item: &Item<'t>, start: usize) -> &'t str {
    let text = item.text.get(start..).unwrap_or_default();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(text.lines().next().unwrap_or_default());
    let more = text.lines().skip(1).take_while(|line| depth(line) > own && !line.trim_start().starts_with('}'));
    let long: usize = text.lines().next().map_or(0, str::len) + more.map(|line| line.len() + 1).sum::<usize>();
    text.get(..long.min(text.len())).unwrap_or_default()
}

/// Is it the first line of an item, or one below which others stand further in?
fn heads_others(item: &str, line: &str) -> bool {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let inside = item.lines().skip(1).filter(|line| !line.trim().is_empty() && !line.starts_with('}'));
    inside.map(depth).min().is_none_or(|least| depth(line) <= least)
}

/// The words next to these.
fn named_behind<'t>(text: &'t str, before: &[&str]) -> BTreeSet<&'t str> {
    let pairs = words(text).zip(words(text).skip(1));
    pairs.filter(|(word, _)| before.contains(word)).map(|(_, name)| name).collect()
}

/// Words, numbers and cases.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let inside = |sign: char| sign.is_alphanumeric() || "_.#".contains(sign);
    text.split(move |sign: char| !inside(sign)).map(|word| word.trim_matches('.')).filter(|word| !word.is_empty())
}
