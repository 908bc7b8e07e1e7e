//! What reads after one small change. In: the changes that the grammar found. Out: what was slipped, and what to write.

use super::super::{Code, Diagnostic, Mark, Place};
use super::Slip;
use super::clauses::meant_by;
use super::samples::called;
use wgr_grammar::{Context, How, Mend, Span, SyntaxFault, Token, TokenKind, tokens};

impl Slip<'_> {
    /// What is plain from the words alone, whatever was being read.
    pub(super) fn plain(&self, fault: &SyntaxFault) -> Option<Diagnostic> {
        let Some(mend) = fault.sure() else { return self.as_before(fault) };
        let (put, there) = (mend.text(self.text), mend.span.of(self.text));
        let at = |start: u32| Place::new(self.at.file, Span { start, end: mend.span.end });
        let told = |title: String, start: u32, label: &str| Diagnostic::wrong(Code::Syntax, title).at(at(start), label);
        match mend.how {
            How::Twice => Some(self.twice_there(mend.span, there.trim())),
            How::Turned => {
                let told = told("two words stand the wrong way round".to_owned(), mend.span.start, "these two");
                let put = put.split_whitespace().collect::<Vec<_>>().join(" ");
                let fix = (format!("write `{put}`"), self.written(mend));
                Some(told.help(&fix.0).fix(&fix.0, false, fix.1))
            }
            How::TooMany | How::Misspelt | How::Unquoted | How::Missing | How::Instead => None,
        }
    }

    /// In lines that are read word by word: the word before is the same.
    fn as_before(&self, fault: &SyntaxFault) -> Option<Diagnostic> {
        let word = fault.span.of(self.text);
        let line = self.text.get(..fault.span.start as usize)?.rsplit('\n').next()?;
        let before = line.trim_end_matches([' ', '\t']);
        let rest = before.strip_suffix(word)?;
        let whole = word.starts_with(char::is_alphabetic)
            && before.len() < line.len()
            && !rest.ends_with(|last: char| last.is_alphanumeric() || "_#.-".contains(last));
        let gap = (line.len() - before.len()) as u32;
        whole.then(|| self.twice_there(Span { start: fault.span.start - gap, end: fault.span.end }, word))
    }

    /// `again`: what is too many, with the blanks before it.
    fn twice_there(&self, again: Span, word: &str) -> Diagnostic {
        let at = |span: Span| Place::new(self.at.file, span);
        let second = Span { start: again.end - word.len() as u32, end: again.end };
        let told = Diagnostic::wrong(Code::Syntax, format!("`{word}` stands here twice"));
        let told = told.at(at(second), "the second of them").help("take one of them away");
        told.fix("take it away", true, vec![(at(again), String::new())])
    }

    /// A word that says nothing, with the blanks before it.
    pub(super) fn says_nothing(&self, mend: &Mend) -> Diagnostic {
        let word = mend.span.of(self.text).trim();
        let at = Place::new(self.at.file, Span { start: mend.span.end - word.len() as u32, end: mend.span.end });
        let told = Diagnostic::wrong(Code::Syntax, format!("`{word}` is a word too many here"));
        told.at(at, "nothing reads this").help("leave it out").fix("leave it out", true, self.written(mend))
    }

    /// A word of the language that is not written as it should be.
    pub(super) fn misspelt(&self, mends: &[Mend]) -> Option<Diagnostic> {
        let mend = mends.first().filter(|mend| mend.how == How::Misspelt)?;
        let word = mend.span.of(self.text);
        let at = Place::new(self.at.file, mend.span);
        (!self.declares(word)).then(|| meant_by(word, at, mend.text(self.text).trim()))
    }

    /// Nothing better is known than what would read.
    pub(super) fn mended(&self, context: Context, title: &str, mends: &[Mend]) -> Option<Diagnostic> {
        let [mend] = mends else { return None };
        if mend.how == How::TooMany {
            return Some(self.says_nothing(mend));
        }
        let word = mend.text(self.text);
        let (title, label) = match mend.how {
            How::Instead => (format!("`{}` does not fit here in {}", mend.span.of(self.text), called(context)), ""),
            How::Missing => (format!("{} is missing here", sign(word.trim())), "before this"),
            How::Unquoted => {
                ("words that are read as they are stand between quotation marks".to_owned(), "without them")
            }
            How::Twice | How::TooMany | How::Misspelt | How::Turned => (title.to_owned(), ""),
        };
        let help = match mend.how {
            How::Unquoted => format!("write `{word}`"),
            How::Twice | How::TooMany | How::Misspelt | How::Turned | How::Missing | How::Instead => {
                format!("write `{}`", self.around(mend))
            }
        };
        let at = if mend.how == How::Instead { Place::new(self.at.file, mend.span) } else { self.at };
        let mark = match mend.how {
            _ if self.at.span.start == self.at.span.end => Some(Mark::StopsTooSoon),
            How::Instead | How::Twice | How::TooMany | How::Misspelt | How::Turned => Some(Mark::DoesNotFit),
            How::Missing | How::Unquoted => None,
        };
        let told = Diagnostic { mark, ..Diagnostic::wrong(Code::Syntax, title) }.at(at, label);
        Some(told.help(&help).fix(&help, false, self.written(mend)))
    }

    fn written(&self, mend: &Mend) -> Vec<(Place, String)> {
        vec![(Place::new(self.at.file, mend.span), mend.text(self.text))]
    }

    /// What should be written, from what stands before to what stands behind, each of them whole: `terrain(h) is not clear`
    fn around(&self, mend: &Mend) -> String {
        let Span { start, end } = mend.span;
        let blank = |kind: TokenKind| matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
        let before = self.text.get(..start as usize).unwrap_or_default();
        let after = self.text.get(end as usize..).unwrap_or_default();
        let line = before.rfind('\n').map_or(0, |at| at + 1);
        let said = |text: &str| tokens(text).into_iter().filter(|token| !blank(token.kind)).collect::<Vec<_>>();
        let rest = after.lines().next().unwrap_or_default();
        let (mut last, next) = (said(before.get(line..).unwrap_or_default()), said(rest));
        last.reverse();
        let opens = [TokenKind::Open, TokenKind::OpenList];
        let closes = [TokenKind::Close, TokenKind::CloseList];
        let last = one_thing(&last, [closes, opens]).map(|token| token.span.start as usize + line);
        // `not` says nothing alone.
        let alone = next.first().is_some_and(|token| token.span.of(rest) == "not");
        let next = next.get(usize::from(alone)..).unwrap_or_default();
        let next = one_thing(next, [opens, closes]).map(|token| token.span.end as usize);
        let left = before.get(last.unwrap_or(start as usize)..).unwrap_or_default();
        let right = after.get(..next.unwrap_or(0)).unwrap_or_default();
        format!("{left}{}{right}", mend.text(self.text)).split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The last of these tokens that belongs to the first: `u.hex`, `river(here, there)`. They stand in the order in which they are looked
/// at; a bracket of the first sort begins what ends with one of the second.
fn one_thing(tokens: &[Token], [begins, ends]: [[TokenKind; 2]; 2]) -> Option<Token> {
    let (mut last, mut depth): (Option<Token>, u32) = (None, 0);
    for token in tokens.iter().copied() {
        let touches = last.is_none_or(|last| last.span.end == token.span.start || token.span.end == last.span.start);
        let parts = [TokenKind::Comma, TokenKind::Colon, TokenKind::Semicolon].contains(&token.kind);
        if depth == 0 && (!touches || last.is_some() && (parts || ends.contains(&token.kind))) {
            break;
        }
        if begins.contains(&token.kind) {
            depth += 1;
        } else if ends.contains(&token.kind) {
            depth = depth.saturating_sub(1);
        }
        last = Some(token);
    }
    last
}

/// A comma is better told by its name.
fn sign(word: &str) -> String {
    match word {
        "," => "a comma".to_owned(),
        ":" => "a colon".to_owned(),
        ";" => "a semicolon".to_owned(),
        word => format!("`{word}`"),
    }
}

/// The lines that are read as they are meant: what else is found there would be told of what nobody has written. Where a word is
/// added, what stands further in below may hang on it.
pub(crate) fn read_as_meant(text: &str, faults: &[SyntaxFault]) -> Vec<Span> {
    let lines = faults.iter().filter_map(SyntaxFault::sure).map(|mend| {
        let before = text.get(..mend.span.start as usize).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = text.get(start..).unwrap_or_default().split_inclusive('\n');
        let line = lines.next().unwrap_or_default();
        let indent = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
        let within = |below: &&str| below.trim().is_empty() || indent(below) > indent(line);
        let below = lines.take_while(|below| mend.how == How::Missing && within(below));
        let end = start + line.len() + below.map(str::len).sum::<usize>();
        Span::new(start, end.max(mend.span.end as usize))
    });
    lines.collect()
}
