//! The sheet in its forms: lines, Markdown, a page that prints, JSON.

use super::{Example, Odds, Said, Sheet, Sort, Told};
use crate::html::{HEAD, escaped};
use crate::out::Out;
use crate::tell::counted;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use wgr_compiler::ErrataHead;

const STYLE: &str = "<style>body{font:16px/1.5 Georgia,serif;max-width:46rem;margin:2rem auto;padding:0 1rem}\
h1{margin-bottom:0}h2{font-size:1.1rem;border-bottom:1px solid #999;margin:1.6rem 0 .4rem}h3{font-size:1rem;margin:1rem 0 0}\
p{margin:.2rem 0}.at,.read,.source{color:#555;font-size:.85em}code,pre{font:.9em/1.4 ui-monospace,monospace}pre{margin:.2rem 0 .2rem 1rem;white-space:pre-wrap}\
del{color:#a00;text-decoration:none}ins{color:#060;text-decoration:none}\
@media print{body{margin:0;max-width:none}h2,h3{break-after:avoid}article{break-inside:avoid}}</style>";

/// What it is about, and its lines.
type Entry = (String, Vec<String>);

/// More who read it are counted.
const MOST_READERS: usize = 6;
/// More whose odds were not counted, for the same reason, are counted.
const MOST_UNCOUNTED: usize = 3;

impl Told {
    /// `7.5 "Forest", when`
    fn head(&self) -> String {
        let part = self.change.part.map_or_else(String::new, |part| format!(", {part}"));
        format!("{}{part}", self.change.what)
    }

    /// What becomes of it, in a word.
    fn becomes(&self) -> &'static str {
        match (&self.change.was, &self.change.now) {
            (Some(_), None) => "gone",
            (None, _) => "new",
            (Some(_), Some(_)) => "",
        }
    }

    fn bare<'w>(&self, words: &'w Option<String>) -> Option<&'w str> {
        let words = words.as_deref()?;
        let bare = words.strip_prefix(self.change.what.as_str()).map(str::trim_start);
        Some(bare.filter(|bare| !bare.is_empty()).unwrap_or(words))
    }

    /// Its words before and after, each with its mark; what it is called stands above them.
    fn words(&self) -> Vec<(&'static str, &str)> {
        let (was, now) = (self.bare(&self.change.was), self.bare(&self.change.now));
        let (was, now) = (was.map(|words| ("was", words)), now.map(|words| ("now", words)));
        was.into_iter().chain(now).collect()
    }

    /// Who names it, and what rests on those.
    fn read_by(&self) -> Vec<String> {
        let listed = |all: &[String]| {
            let mut listed = all.iter().take(MOST_READERS).cloned().collect::<Vec<String>>().join("; ");
            if all.len() > MOST_READERS {
                listed.push_str(&format!("; and {} more", all.len() - MOST_READERS));
            }
            listed
        };
        let mut lines = Vec::new();
        if !self.change.readers.is_empty() {
            lines.push(format!("read by {}", listed(&self.change.readers)));
        }
        if !self.change.beyond.is_empty() {
            lines.push(format!("through them {}", listed(&self.change.beyond)));
        }
        lines
    }

    fn by(&self, sheet: &Sheet) -> String {
        if sheet.errata.len() < 2 || self.change.by.is_empty() {
            return String::new();
        }
        let titles: Vec<String> = self.change.by.iter().map(|title| format!("\"{title}\"")).collect();
        format!(", by {}", titles.join(" and "))
    }
}

impl Sheet {
    /// Changes of one item, those together that the same read.
    fn groups(&self) -> Vec<&[Told]> {
        self.changes.chunk_by(|one, next| one.change.item == next.change.item).collect()
    }

    /// Where the same read what comes next, they are told there.
    fn read_by(group: &[Told], at: usize) -> Vec<String> {
        let own = group[at].read_by();
        if group.get(at + 1).is_some_and(|next| next.read_by() == own) { Vec::new() } else { own }
    }

    /// What is counted, a battle each; then what is not, by the reason. Each under its heading: what it is, and its lines.
    fn battles(&self) -> Vec<(&'static str, Vec<Entry>)> {
        let told = self.odds.iter().filter(|odds| odds.uncounted().is_none());
        let told = told.map(|odds| (format!("{}{}", called(&odds.title, &odds.cases), odds.place()), odds.lines()));
        let mut open: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for odds in &self.odds {
            if let Some(why) = odds.uncounted() {
                open.entry(why).or_default().push(format!("  \"{}\"{}", odds.title, odds.place()));
            }
        }
        let open = open.into_iter().map(|(why, mut which)| {
            let head = format!("{}: {why}", counted(which.len(), "battle"));
            if which.len() > MOST_UNCOUNTED {
                let more = which.len() - MOST_UNCOUNTED;
                which.truncate(MOST_UNCOUNTED);
                which.push(format!("  and {more} more"));
            }
            (head, which)
        });
        let both = [("odds that change", told.collect()), ("odds that were not counted", open.collect::<Vec<_>>())];
        both.into_iter().filter(|(_, battles)| !battles.is_empty()).collect()
    }

    /// What is a line each, under its heading.
    fn lists(&self) -> Vec<(&'static str, Vec<String>)> {
        let words: Vec<String> = self.words.iter().map(Said::line).collect();
        let both = [("words that are new", words), ("what is not proved any more", self.unproved.clone())];
        both.into_iter().filter(|(_, lines)| !lines.is_empty()).collect()
    }

    fn examples_of(&self, sort: Sort) -> Vec<&Example> {
        self.examples.iter().filter(|example| example.sort == sort).collect()
    }

    fn sum(&self) -> String {
        let mut parts = vec![match self.changes.len() {
            0 => "nothing printed is another".to_owned(),
            count => counted(count, "change"),
        }];
        if self.bare {
            return parts.remove(0);
        }
        for sort in Sort::ALL {
            match self.examples_of(sort).len() {
                0 => {}
                count => parts.push(format!("{} {}", counted(count, "example"), verb(sort, count))),
            }
        }
        match self.odds.iter().filter(|odds| odds.uncounted().is_none()).count() {
            0 => {}
            1 => parts.push("1 battle has other odds".to_owned()),
            count => parts.push(format!("{count} battles have other odds")),
        }
        parts.push(format!("{} as before", self.same));
        if self.listed > 0 {
            parts.push(format!("{} too, but for rows that do not apply", self.listed));
        }
        parts.join("; ")
    }

    /// Where a change is written, and by whom, where that is told.
    fn place(&self, told: &Told) -> Option<String> {
        (!self.bare).then(|| format!("{}{}", told.at, told.by(self)))
    }

    /// Those who read what the same read, where that is told.
    fn readers(&self, group: &[Told], at: usize) -> Vec<String> {
        if self.bare { Vec::new() } else { Sheet::read_by(group, at) }
    }

    fn errata_lines(&self) -> Vec<String> {
        self.errata.iter().map(ErrataHead::told).collect()
    }

    pub(super) fn text(&self, out: &mut Out) {
        out.line(&self.title);
        self.errata_lines().iter().for_each(|line| out.line(&format!("with {line}")));
        for group in self.groups() {
            out.line("");
            out.line(&group[0].change.item);
            for (at, told) in group.iter().enumerate() {
                let becomes = told.becomes();
                let what = if told.change.what == told.change.item { "" } else { told.change.what.as_str() };
                let part = told.change.part.unwrap_or_default();
                let words: Vec<&str> = [becomes, what, part].into_iter().filter(|word| !word.is_empty()).collect();
                let head = if words.is_empty() { "changed".to_owned() } else { words.join(" ") };
                let place = self.place(told).map_or_else(String::new, |place| format!(" ({place})"));
                out.line(&format!("  {head}{place}"));
                told.says.iter().for_each(|said| out.line(&format!("      {}", said.line())));
                for (mark, words) in told.words() {
                    let mut marks = std::iter::once(mark).chain(std::iter::repeat("   "));
                    words.lines().zip(&mut marks).for_each(|(line, mark)| out.line(&format!("      {mark}  {line}")));
                }
                self.readers(group, at).iter().for_each(|line| out.line(&format!("    {line}")));
            }
        }
        for (heading, lines) in self.lists() {
            out.line("");
            out.line(heading);
            lines.iter().for_each(|line| out.line(&format!("  {line}")));
        }
        for sort in Sort::ALL {
            let examples = self.examples_of(sort);
            if !examples.is_empty() {
                out.line("");
                out.line(&format!("examples that {}", sort.word()));
            }
            for example in examples {
                out.line(&format!("  {}", example.called()));
                example.because.iter().for_each(|because| out.line(&format!("      {because}")));
                example.lines.iter().for_each(|line| out.line(&format!("    {line}")));
            }
        }
        for (heading, battles) in self.battles() {
            out.line("");
            out.line(heading);
            for (what, lines) in battles {
                out.line(&format!("  {what}"));
                lines.iter().for_each(|line| out.line(&format!("    {line}")));
            }
        }
        out.line("");
        out.line(&self.sum());
    }

    pub(super) fn markdown(&self, out: &mut Out) {
        out.line(&format!("# {}", self.title));
        self.errata_lines().iter().for_each(|line| out.lines(&format!("\nWith {line}.")));
        for group in self.groups() {
            out.lines(&format!("\n## {}\n", group[0].change.item));
            for (at, told) in group.iter().enumerate() {
                let becomes = if told.becomes().is_empty() { String::new() } else { format!(" {}", told.becomes()) };
                let place = self.place(told).map_or_else(String::new, |place| format!(" ({place})"));
                out.lines(&format!("**{}**{becomes}{place}\n\n", told.head()));
                told.says.iter().for_each(|said| out.lines(&format!("> {}\n\n", said.line())));
                out.line("```");
                for (mark, words) in told.words() {
                    let mut marks = std::iter::once(mark).chain(std::iter::repeat("   "));
                    words.lines().zip(&mut marks).for_each(|(line, mark)| out.line(&format!("{mark}  {line}")));
                }
                out.lines("```\n");
                let read = self.readers(group, at);
                if !read.is_empty() {
                    out.lines(&format!("{}\n", read.join(", ")));
                }
            }
        }
        for (heading, lines) in self.lists() {
            out.lines(&format!("\n## {}\n", capital(heading)));
            lines.iter().for_each(|line| out.line(&format!("- {line}")));
        }
        for sort in Sort::ALL {
            let examples = self.examples_of(sort);
            if !examples.is_empty() {
                out.lines(&format!("\n## Examples that {}\n", sort.word()));
            }
            for example in examples {
                let because = example.because.as_ref().map_or_else(String::new, |because| format!(": {because}"));
                out.lines(&format!("- {}{because}\n", example.called()));
                if !example.lines.is_empty() {
                    out.line("  ```");
                    example.lines.iter().for_each(|line| out.line(&format!("  {line}")));
                    out.lines("  ```\n");
                }
            }
        }
        for (heading, battles) in self.battles() {
            out.lines(&format!("\n## {}\n", capital(heading)));
            for (what, lines) in battles {
                out.lines(&format!("- {what}\n\n  ```"));
                lines.iter().for_each(|line| out.line(line));
                out.lines("  ```\n");
            }
        }
        out.lines(&format!("\n{}.", self.sum()));
    }

    pub(super) fn html(&self, out: &mut Out) {
        let title = escaped(&self.title);
        out.lines(&format!("{HEAD}<title>{title}: errata</title>{STYLE}</head><body>\n<h1>{title}</h1>"));
        for line in self.errata_lines() {
            out.line(&format!("<p class=\"source\">with {}</p>", escaped(&line)));
        }
        for group in self.groups() {
            out.line(&format!("<h2>{}</h2>", escaped(&group[0].change.item)));
            for (at, told) in group.iter().enumerate() {
                let (head, becomes) = (escaped(&told.head()), told.becomes());
                let place = escaped(&self.place(told).unwrap_or_default());
                out.line(&format!("<article><h3>{head} {becomes} <span class=\"at\">{place}</span></h3>"));
                told.says.iter().for_each(|said| out.line(&format!("<p>{}</p>", escaped(&said.line()))));
                for (mark, words) in told.words() {
                    let tag = if mark == "was" { "del" } else { "ins" };
                    out.lines(&format!("<pre>{mark}  <{tag}>{}</{tag}></pre>", escaped(words)));
                }
                let read = self.readers(group, at);
                read.iter().for_each(|line| out.line(&format!("<p class=\"read\">{}</p>", escaped(line))));
                out.line("</article>");
            }
        }
        for (heading, lines) in self.lists() {
            out.line(&format!("<h2>{}</h2>", escaped(heading)));
            lines.iter().for_each(|line| out.line(&format!("<p>{}</p>", escaped(line))));
        }
        for sort in Sort::ALL {
            let examples = self.examples_of(sort);
            if !examples.is_empty() {
                out.line(&format!("<h2>Examples that {}</h2>", sort.word()));
            }
            for example in examples {
                out.line(&format!("<article><h3>{}</h3>", escaped(&example.called())));
                example.because.iter().for_each(|because| out.line(&format!("<p>{}</p>", escaped(because))));
                if !example.lines.is_empty() {
                    let marked = example.lines.iter().map(|line| marked(line)).collect::<Vec<String>>().join("\n");
                    out.lines(&format!("<pre>{marked}</pre>"));
                }
                out.line("</article>");
            }
        }
        for (heading, battles) in self.battles() {
            out.line(&format!("<h2>{}</h2>", escaped(heading)));
            for (what, lines) in battles {
                out.lines(&format!("<article><h3>{}</h3>\n<pre>", escaped(&what)));
                out.lines(&format!("{}</pre></article>", escaped(&lines.join("\n"))));
            }
        }
        out.lines(&format!("<p class=\"source\">{}</p>\n</body></html>", escaped(&self.sum())));
    }

    pub(super) fn json(&self) -> Value {
        let errata = self
            .errata
            .iter()
            .map(|head| json!({ "title": head.title, "kind": head.kind, "source": head.source, "date": head.date }));
        let errata: Vec<Value> = errata.collect();
        let changes = self.changes.iter().map(|told| {
            let change = &told.change;
            json!({
                "item": change.item, "what": change.what, "part": change.part, "was": change.was, "now": change.now,
                "cases": told.says.iter().map(|said| json!({ "case": said.case, "words": said.words })).collect::<Vec<Value>>(),
                "at": told.at, "by": change.by, "read_by": change.readers, "through_them": change.beyond,
            })
        });
        let examples = self.examples.iter().map(|example| {
            json!({
                "example": example.title, "cases": example.cases, "is": example.sort.key(), "because": example.because,
                "lines": example.lines,
            })
        });
        json!({
            "game": self.title, "errata": errata, "changes": changes.collect::<Vec<Value>>(),
            "words": self.words.iter().map(|said| json!({ "case": said.case, "words": said.words })).collect::<Vec<Value>>(),
            "not_proved_any_more": self.unproved, "examples": examples.collect::<Vec<Value>>(),
            "odds": self.odds.iter().map(Odds::json).collect::<Vec<Value>>(),
            "as_before_but_for_rows_that_do_not_apply": self.listed, "as_before": self.same,
        })
    }
}

impl Sort {
    fn key(self) -> &'static str {
        match self {
            Sort::Otherwise => "otherwise",
            Sort::Fails => "fails",
            Sort::Aside => "aside",
            Sort::New => "new",
        }
    }
}

/// As the sum says it of one or of several.
fn verb(sort: Sort, count: usize) -> &'static str {
    match (sort, count) {
        (Sort::Otherwise, 1) => "comes out otherwise",
        (Sort::Fails, 1) => "holds no more",
        (Sort::Aside, 1) => "is set aside",
        (Sort::New, 1) => "is new",
        (_, _) => sort.word(),
    }
}

/// A line that is gone or new, for a page.
fn marked(line: &str) -> String {
    let line = escaped(line);
    match line.chars().next() {
        Some('-') => format!("<del>{line}</del>"),
        Some('+') => format!("<ins>{line}</ins>"),
        Some(_) | None => line,
    }
}

impl Example {
    fn called(&self) -> String {
        called(&self.title, &self.cases)
    }
}

/// `"Two against a wood" (7.7#b)`
fn called(title: &str, cases: &[String]) -> String {
    let cases = if cases.is_empty() { String::new() } else { format!(" ({})", cases.join(", ")) };
    format!("\"{title}\"{cases}")
}

/// As a heading begins.
fn capital(heading: &str) -> String {
    let mut letters = heading.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
