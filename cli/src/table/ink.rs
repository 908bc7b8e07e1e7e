//! Colours of a terminal. In: signs, each with its ink. Out: a line that is safe to print: coloured, or the signs alone.

use crate::picture::colours;
use wgr_compiler::looks::Looks;
use wgr_compiler::looks::words::Colour;
use wgr_compiler::moves;

/// The six colours that every terminal has, and what is faint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ink {
    Red,
    Green,
    Yellow,
    Blue,
    Magenta,
    Cyan,
    Faint,
}

use Ink::{Blue, Cyan, Faint, Green, Magenta, Red, Yellow};

const ALL: [Ink; 6] = [Blue, Red, Green, Yellow, Magenta, Cyan];

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Red => "31",
            Green => "32",
            Yellow => "33",
            Blue => "34",
            Magenta => "35",
            Cyan => "36",
            Faint => "2",
        }
    }

    fn looks(self) -> Colour {
        match self {
            Red => Colour(0xd0, 0x50, 0x50),
            Green => Colour(0x60, 0xa0, 0x50),
            Yellow => Colour(0xc8, 0xb0, 0x50),
            Blue => Colour(0x60, 0x80, 0xd0),
            Magenta => Colour(0xb0, 0x60, 0xb0),
            Cyan => Colour(0x60, 0xc0, 0xc0),
            Faint => Colour(0xa0, 0xa0, 0xa0),
        }
    }
}

/// One sign of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sign {
    pub(crate) letter: char,
    pub(crate) ink: Option<Ink>,
    pub(crate) bold: bool,
}

impl Sign {
    pub(crate) const BLANK: Sign = Sign { letter: ' ', ink: None, bold: false };
}

pub(crate) fn plain(signs: &[Sign]) -> String {
    signs.iter().map(|sign| sign.letter).collect::<String>().trim_end().to_owned()
}

/// With the signs that turn colours on and off; what would move the cursor is left out.
pub(crate) fn coloured(signs: &[Sign]) -> String {
    let last = signs.iter().rposition(|sign| sign.letter != ' ').map_or(0, |at| at + 1);
    let mut line = String::new();
    let mut now = (None, false);
    for sign in &signs[..last] {
        let wanted = (sign.ink, sign.bold);
        if wanted != now && sign.letter != ' ' {
            line.push_str("\x1b[0");
            if sign.bold {
                line.push_str(";1");
            }
            if let Some(ink) = sign.ink {
                line.push(';');
                line.push_str(ink.code());
            }
            line.push('m');
            now = wanted;
        }
        line.push(if moves(sign.letter) { '?' } else { sign.letter });
    }
    if now != (None, false) {
        line.push_str("\x1b[0m");
    }
    line
}

/// A line in one ink.
pub(crate) fn signs(text: &str, ink: Option<Ink>, bold: bool) -> Vec<Sign> {
    text.chars().map(|letter| Sign { letter, ink, bold }).collect()
}

/// One for each side, as like its counters as can be; no two have the same one while there are enough.
pub(crate) fn of_sides(looks: &Looks) -> Vec<Ink> {
    let mut taken: Vec<Ink> = Vec::new();
    for colour in colours(looks) {
        let free = || ALL.into_iter().filter(|ink| !taken.contains(ink));
        let nearest = free().min_by_key(|ink| away(hue(ink.looks()), hue(colour)));
        taken.push(nearest.unwrap_or(Faint));
    }
    taken
}

/// What stands out of a colour: its parts without what is grey in them, as large as can be.
fn hue(Colour(red, green, blue): Colour) -> [i32; 3] {
    let parts = [red, green, blue].map(i32::from);
    let grey = parts.iter().copied().min().unwrap_or(0);
    let most = parts.iter().copied().max().unwrap_or(0) - grey;
    parts.map(|part| if most == 0 { 0 } else { (part - grey) * 255 / most })
}

fn away(one: [i32; 3], other: [i32; 3]) -> i32 {
    one.iter().zip(other).map(|(a, b)| (a - b) * (a - b)).sum()
}
