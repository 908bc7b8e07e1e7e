//! `wgr explain`: the page of a code, the meaning of a word, what stands under a case.

use crate::args::Explain;
use crate::exit::{Exit, Failure};
use crate::load::load;
use crate::out::Out;
use crate::tell::where_it_is;
use std::path::{Path, PathBuf};
use wgr_compiler::diag::{Code, did_you_mean};
use wgr_compiler::looks;
use wgr_compiler::{Carrier, Ledger, LedgerLine, outline};
use wgr_grammar::{ITEMS, PLACED, RESERVED, WordClass, WordEntry, is_case, is_reserved};

pub(crate) fn run(args: &Explain, root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let Some(what) = &args.what else {
        list(out);
        return Ok(Exit::Fine);
    };
    let small = what.trim().to_lowercase();
    let code = Code::named(&small);
    if let Some(code) = code {
        code.page().lines().for_each(|line| out.line(line));
        return Ok(Exit::Fine);
    }
    if small == "limits" {
        out.lines(wgr_compiler::limits::PAGE);
        return Ok(Exit::Fine);
    }
    let mut lines = meanings(|text| text == small);
    if small == "look" {
        let known: Vec<&str> = looks::words::known().collect();
        lines.push(format!("what things may look like: {}", known.join(", ")));
    }
    if !lines.is_empty() {
        lines.iter().for_each(|line| out.line(line));
        return Ok(Exit::Fine);
    }
    let pages = pages(&small);
    if is_case(what.trim()) {
        let game = args.game.as_deref().unwrap_or(Path::new("."));
        let told = case(what.trim(), (game, &args.errata), root, out);
        // `CRT` may be either.
        if told.is_ok() || pages.is_empty() {
            return told;
        }
    }
    let drawn = looks::words::known().any(|word| word == small || small.strip_suffix('s') == Some(word));
    let other_forms = meanings(|text| root_of(text) == root_of(&small));
    if !pages.is_empty() || !other_forms.is_empty() || drawn {
        out.line(&format!("`{small}` is no word of the language."));
        other_forms.iter().for_each(|line| out.line(line));
        if drawn {
            out.line("What grounds, lines and counters are called, the game says itself (docs/language/enums.md); what is called so is drawn so (docs/language/look.md).");
        }
        if !pages.is_empty() {
            out.line("What one may want, and the page that says how:");
            pages.iter().for_each(|line| out.line(line));
        }
        return Ok(Exit::Fine);
    }
    let known = Code::ALL
        .iter()
        .map(|code| code.word())
        .chain(words().map(|entry| entry.text))
        .chain(PLACED.iter().chain(&NOTIONS).map(|(text, _)| *text))
        .chain(looks::words::known());
    let near = did_you_mean(&small, "code", known);
    let near = near.unwrap_or_else(|| "`wgr explain` alone lists all codes".to_owned());
    Err(Failure::bad_use(format!("no message, no word of the language and no case is called `{what}`: {near}")))
}

/// What these words mean: words of the language, words that are some in their place alone, notions.
fn meanings(is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let of_language = words().filter(|entry| is_meant(entry.text));
    let of_language = of_language.map(|entry| format!("{}: {}", entry.text, told(entry)));
    let placed = PLACED.iter().filter(|(text, _)| is_meant(text));
    let placed =
        placed.map(|(text, meaning)| format!("{text}: {meaning} (in its place alone; names may be called so)"));
    let notions = NOTIONS.iter().filter(|(text, _)| is_meant(text));
    of_language.chain(placed).chain(notions.map(|(text, meaning)| format!("{text}: {meaning}"))).collect()
}

/// What `halve`, `halved` and `halving` have in common, or `country` and `countries`. Of a short word nothing is left out.
fn root_of(word: &str) -> &str {
    const ENDS: [&str; 7] = ["ies", "ing", "ed", "es", "s", "e", "y"];
    let without = ENDS.iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    if without.len() < 3 { word.strip_suffix('s').unwrap_or(word) } else { without }
}

/// Names that every game has, and what `wgr` calls things when it tells of them.
const NOTIONS: [(&str, &str); 24] = [
    ("acting", "the side that is at it, where sides do something in turn (docs/language/sequence.md)"),
    ("adjacent", "`adjacent(a, b)`: are these two hexes beside each other? (docs/language/map-and-order.md)"),
    ("at once", "a rule that acts in the middle of what wakes it, not at its end (docs/language/moments.md)"),
    ("at_edge", "`at_edge(h, west)`: does this hex lie at that edge of the map? (docs/language/map-and-order.md)"),
    ("d6", "a die of six faces; dice are named in the head of the game: `dice white d6` (docs/language/asks.md)"),
    ("distance", "`distance(a, b)`: how many steps it is from one hex to another (docs/language/map-and-order.md)"),
    (
        "drawn",
        "on a map: its ground as a drawing, a letter for each hex, with a key below (docs/language/map-and-order.md)",
    ),
    ("error", "something is wrong: `wgr check` says what, and ends with 1"),
    ("fine", "nothing is wrong; what is not proved, and what is missing, is told with `--open`"),
    ("game over", "`game over: Red` ends the game; `game over: draw` without a winner (docs/language/victory.md)"),
    (
        "here",
        "in the rows of a course or a path: the hex that is left; `there` is the one that is entered (docs/language/courses.md)",
    ),
    ("hexsides", "on a map: what lies between two hexes, like a river (docs/language/map-and-order.md)"),
    ("it", "behind `where`: each of those who may be meant (docs/language/actions.md)"),
    (
        "not proved",
        "it could not be shown that it always holds; while a game is played it is watched (docs/language/what-check-answers.md)",
    ),
    (
        "note",
        "nothing that must be mended; whoever means it so writes `allow NAME \"why\"` (docs/language/what-check-answers.md)",
    ),
    ("phasing", "the side whose turn it is (docs/language/sequence.md)"),
    ("proved", "shown for every situation, not for those of the examples alone (docs/language/what-check-answers.md)"),
    ("ruling", "how somebody decided what the book leaves open, with who and why (docs/language/rulings.md)"),
    ("seed", "the number from which random dice and bots come: the same seed, the same game"),
    (
        "set aside",
        "a line of the book that needs no rule, with the reason; or an example that errata do away with (docs/ledger.md)",
    ),
    ("terrain", "`terrain(h)`: the ground of a hex as the map has it (docs/language/map-and-order.md)"),
    (
        "there",
        "in the rows of a course or a path: the hex that is entered; `here` is the one that is left (docs/language/courses.md)",
    ),
    (
        "trace",
        "all that an example does, line by line, kept beside it; `wgr test` tells where it is no more as it was (docs/language/scenes-and-examples.md)",
    ),
    ("wrong", "something must be mended: `wgr check` says what, and ends with 1"),
];

/// What one may want to do, and the page that says how.
const PAGES: &str = include_str!("../../docs/language/README.md");

/// The pages for a word of the trade: lines of the table *you want to | page* in which it stands.
fn pages(word: &str) -> Vec<String> {
    let says_so = |text: &str| {
        let words = text.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
        words.into_iter().any(|said| said == word || root_of(&said) == root_of(word))
    };
    let rows = PAGES.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    let told = rows.filter(|(wish, _)| says_so(wish)).map(|(wish, pages)| {
        let links = pages.split('(').skip(1).filter_map(|link| link.split_once(')')).map(|(path, _)| path);
        format!("  {wish}: {}", links.map(|path| format!("docs/language/{path}")).collect::<Vec<_>>().join(", "))
    });
    told.collect()
}

/// What the ledger says under a case, and everything that carries it.
fn case(case: &str, (game, errata): (&Path, &[PathBuf]), root: Option<&Path>, out: &mut Out) -> Result<Exit, Failure> {
    let loaded = load(game, errata, root)?;
    let outline = outline(&loaded.sources);
    let lines = loaded.ledger.as_ref().map_or_else(Vec::new, |ledger| ledger.cited(case));
    for line in &lines {
        let kind = if line.kind.is_empty() { String::new() } else { format!(" ({})", line.kind) };
        let path = loaded.sources.path(line.file);
        let file = path.rsplit('/').next().unwrap_or(path);
        out.line(&format!("{}: {}{kind}, {file}:{}", line.case, line.statement, line.line));
        if let Some((aside, reason)) = &line.aside {
            out.line(&format!("    set aside: {aside}; {reason}"));
        }
    }
    let meant = |cited: &str| is_meant(case, &lines, cited);
    let carriers: Vec<&Carrier> =
        outline.carriers.iter().filter(|carrier| carrier.cases.iter().any(|cited| meant(cited))).collect();
    for carrier in &carriers {
        let cases = carrier.cases.join(", ");
        let place = where_it_is(&loaded.sources, carrier.at);
        // The head of an item is called by the item.
        let own = carrier.title == carrier.item;
        let title = if own { String::new() } else { format!("\"{}\" in ", carrier.title) };
        out.line(&format!("  {cases} {title}{}, {place}", carrier.item));
    }
    let ruled = outline.rulings.iter().filter(|ruling| ruling.cases.iter().any(|cited| meant(cited)));
    for ruling in ruled {
        out.line(&format!("  ruling {}: {} {}: {}", ruling.name, ruling.question, ruling.by, ruling.because));
    }
    if lines.is_empty() && carriers.is_empty() {
        return Err(nothing_stands(game, case, loaded.ledger.as_ref()));
    }
    if carriers.is_empty() {
        out.line("  no rule carries it");
    }
    Ok(Exit::Fine)
}

/// Is a case that something carries meant by the one that was asked for? A section stands for all its lines, a line for
/// what claims its section.
pub(crate) fn is_meant(case: &str, lines: &[&LedgerLine], cited: &str) -> bool {
    cited == case
        || cited.strip_prefix(case).is_some_and(|rest| rest.starts_with('#'))
        || lines.iter().any(|line| line.case == cited || line.section == cited)
}

/// Neither the ledger nor a rule has such a case.
pub(crate) fn nothing_stands(game: &Path, case: &str, ledger: Option<&Ledger>) -> Failure {
    let near = ledger.map(|ledger| ledger.near(case).join(", ")).filter(|near| !near.is_empty());
    let near = near.map_or_else(|| "name another".to_owned(), |near| format!("there are {near}"));
    Failure::bad_use(format!("{}: nothing stands under the case `{case}`: {near}", game.display()))
}

/// Words that cannot be names, and those that open items; some are both.
fn words() -> impl Iterator<Item = &'static WordEntry> {
    RESERVED.iter().chain(&ITEMS)
}

/// What sort of word it is, what it means, whether it may be a name.
fn told(entry: &WordEntry) -> String {
    let sort = match entry.class {
        WordClass::Item => "opens an item in the first column",
        WordClass::Operator => "joins or binds what stands beside it",
        WordClass::Counting => "speaks of several at once",
        WordClass::Literal => "stands for itself",
        WordClass::Clause => "part of a row or of the first line of an item",
        WordClass::Statement => "the verb of a statement, or its beginning",
    };
    let name = if is_reserved(entry.text) { "; no name can be called so" } else { "" };
    format!("{} ({sort}{name})", entry.meaning)
}

fn list(out: &mut Out) {
    let widest = Code::ALL.iter().map(|code| code.word().len()).max().unwrap_or_default();
    for code in Code::ALL {
        out.line(&format!("{:widest$}  {}", code.word(), code.summary()));
    }
}
