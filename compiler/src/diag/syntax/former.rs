//! Forms that the language had once, and what says the same now.
//!
//! In: where a line could not be read. Out: the message that names the form of today, if it is one of those. Promises:
//! a fix only where there is exactly one new form; nothing here is told of what can be read.

use super::Slip;
use crate::diag::{Code, Diagnostic, Place};
use wgr_grammar::{Context, Span};

impl Slip<'_> {
    /// A line that was right once.
    pub(super) fn former(&self, context: Context, found: &str) -> Option<Diagnostic> {
        match context {
            Context::Statement => self.back_into_the_cup().or_else(|| self.draw_of_one()),
            Context::Line("map") if found == "-" => self.dash_of_hexes(),
            Context::Line("marker") if found == "pool" => Some(self.pool()),
            Context::Head(_)
            | Context::Line(_)
            | Context::Row(_)
            | Context::SuchThat
            | Context::Choice
            | Context::Arm
            | Context::Step
            | Context::Edit => None,
        }
    }

    /// `cup container "The container" of Storm`
    pub(super) fn cup(&self) -> Diagnostic {
        let told = self.error(Code::UnknownItem, "what is drawn from is a box whose counters nobody sees", "");
        let told = told.help("write `box NAME of PIECE, unseen`").former();
        let of = self.rest().split_once(" of ").map(|(head, of)| (head.len() + " of ".len(), of));
        let piece = of.and_then(|(start, of)| {
            let name = of.len() - of.trim_start_matches(|sign: char| sign.is_alphanumeric() || sign == '_').len();
            (name > 0).then_some(start + name)
        });
        let Some(end) = piece else { return told };
        let edits = vec![(self.at, "box".to_owned()), (self.behind(end, 0), ", unseen".to_owned())];
        told.fix("write it as a `box .., unseen`", true, edits)
    }

    /// `return u to container`
    fn back_into_the_cup(&self) -> Option<Diagnostic> {
        let before = self.before();
        let start = before.trim_end().strip_suffix("return")?.len();
        let (who, _) = self.rest().split_once(" to ")?;
        let simple = !who.is_empty() && who.chars().all(|sign| sign.is_alphanumeric() || "_.".contains(sign));
        let word = Place { span: Span { start: start as u32, ..self.at.span }, ..self.at };
        let word = Place { span: Span { end: self.at.span.start, ..word.span }, ..word };
        let told = self.error(Code::Syntax, "whoever goes back into a box goes there as to any other place", "");
        let told = told.help("write `u goes to container`").former();
        let edits = vec![(word, String::new()), (self.behind(who.len(), " to ".len()), " goes to ".to_owned())];
        Some(if simple { told.fix("write `goes to`", true, edits) } else { told })
    }

    /// `draw u from container { .. }`
    fn draw_of_one(&self) -> Option<Diagnostic> {
        let before = self.before().trim_end();
        let line = before.rsplit(['\n', ';', '{']).next()?;
        let (opened, drawn) =
            line.split_once("draw ").filter(|(opened, _)| !opened.ends_with(char::is_alphanumeric))?;
        let (name, cup) = drawn.split_once(" from ")?;
        let plain = |word: &str| !word.is_empty() && word.chars().all(|sign| sign.is_alphanumeric() || sign == '_');
        if !plain(name) || !plain(cup) || name.starts_with(|first: char| first.is_ascii_digit()) {
            return None;
        }
        let start = before.len() - line.len() + opened.len() + "draw ".len();
        let at = |from: usize, to: usize| Place { span: Span { start: from as u32, end: to as u32 }, ..self.at };
        let told = self.error(Code::Syntax, "a draw says how many are drawn, and then what they are called", "");
        let edits = vec![
            (at(start, start + name.len()), "1".to_owned()),
            (at(before.len(), before.len()), format!(" as {name}")),
        ];
        let right = format!("draw 1 from {cup} as {name}");
        Some(told.help(format!("write `{right}`")).fix(format!("write `{right}`"), true, edits).former())
    }

    /// `hexes marsh: 0301-0304`
    fn dash_of_hexes(&self) -> Option<Diagnostic> {
        let line = self.before().rsplit('\n').next()?;
        let numbers = |text: &str| text.starts_with(|sign: char| sign.is_ascii_digit());
        let last = line.rsplit([' ', ',']).next()?;
        let meant = line.trim_start().starts_with("hexes") && numbers(last) && numbers(&self.rest()[1..]);
        // `0402-0302-0403`: from neighbour to neighbour, as hexsides are.
        let chain = self.rest()[1..].split([',', '\n']).next().is_some_and(|rest| rest.contains('-'));
        let next = self.rest()[1..].split([',', '\n', ' ']).next().unwrap_or_default();
        if meant && (chain || are_side_by_side(last, next)) {
            let title = if chain { "a chain of hexes with dashes is one of hexsides" } else { "a hexside is no hex" };
            let start = self.at.span.start as usize - line.trim_start().len();
            let hexes = Place { span: Span::new(start, start + "hexes".len()), ..self.at };
            let help = "write `hexsides` in the place of `hexes` for what lies between two hexes";
            let told = self.error(Code::Syntax, title, "between two hexes that touch").help(help);
            let told = told.fix("write `hexsides`", false, vec![(hexes, "hexsides".to_owned())]);
            return Some(if chain {
                told
            } else {
                told.help(format!("a run of hexes has two dots: `{last}..{next}`"))
            });
        }
        let told = self.error(Code::Syntax, "a run of hexes is written with two dots", "");
        let told = told.why("a dash stands between the two hexes of a hexside").help("write `..`");
        meant.then(|| told.fix("write `..`", true, vec![(self.at, "..".to_owned())]).former())
    }

    /// `pool Blue 6, Red 4`
    fn pool(&self) -> Diagnostic {
        let told = self.error(Code::Syntax, "how many markers a side has is a limit on the action that lays them", "");
        told.help("write `limit on prepare by German: 6 at a time`").former()
    }

    pub(super) fn before(&self) -> &str {
        self.text.get(..self.at.span.start as usize).unwrap_or_default()
    }

    /// Of the line, from where it could not be read.
    fn rest(&self) -> &str {
        let rest = self.text.get(self.at.span.start as usize..).unwrap_or_default();
        rest.split(['\n', ';', '}']).next().unwrap_or_default()
    }

    /// So many letters behind where it could not be read, and so many long.
    fn behind(&self, start: usize, long: usize) -> Place {
        let start = self.at.span.start + start as u32;
        Place { span: Span { start, end: start + long as u32 }, ..self.at }
    }
}

/// `0303`, `0403`: do these numbers lie beside each other on most maps?
fn are_side_by_side(one: &str, other: &str) -> bool {
    let parts = |hex: &str| {
        let (column, row) = hex.split_at_checked(hex.len() / 2).filter(|_| hex.len().is_multiple_of(2))?;
        Some((column.parse::<u32>().ok()?, row.parse::<u32>().ok()?))
    };
    let near = |one: u32, other: u32| one.abs_diff(other) <= 1;
    let both = parts(one).zip(parts(other)).filter(|_| one != other);
    both.is_some_and(|(one, other)| near(one.0, other.0) && near(one.1, other.1) && one.0 != other.0)
}
