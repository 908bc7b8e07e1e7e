//! Writes SVG. In: shapes with whole numbers, and texts as they come. Out: a text, the same for the same shapes; what has a
//! meaning in XML is escaped, and signs that XML may not hold are left out.

use std::fmt::Display;
use wgr_compiler::looks::words::Colour;

#[derive(Default)]
pub(crate) struct Svg {
    out: String,
    open: Vec<&'static str>,
}

/// A point of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct At {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

impl At {
    pub(crate) fn new(x: i32, y: i32) -> At {
        At { x, y }
    }

    pub(crate) fn by(self, x: i32, y: i32) -> At {
        At { x: self.x + x, y: self.y + y }
    }

    /// So many of so many parts of the way to another point.
    pub(crate) fn towards(self, other: At, parts: i32, of: i32) -> At {
        self.by((other.x - self.x) * parts / of, (other.y - self.y) * parts / of)
    }
}

impl Display for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.x, self.y)
    }
}

/// What a shape says of itself: its attributes, by name.
pub(crate) type Said<'a> = [(&'a str, &'a dyn Display)];

impl Svg {
    pub(crate) fn open(&mut self, name: &'static str, said: &Said<'_>) {
        self.begin(name, said);
        self.out.push_str(">\n");
        self.open.push(name);
    }

    pub(crate) fn close(&mut self) {
        let Some(name) = self.open.pop() else { wgr_runtime::bug!("nothing is open in this picture") };
        self.out.push_str(&format!("</{name}>\n"));
    }

    pub(crate) fn shape(&mut self, name: &str, said: &Said<'_>) {
        self.begin(name, said);
        self.out.push_str("/>\n");
    }

    /// Something that holds a text alone.
    pub(crate) fn said(&mut self, name: &str, said: &Said<'_>, text: &str) {
        self.begin(name, said);
        self.out.push_str(&format!(">{}</{name}>\n", escaped(text)));
    }

    pub(crate) fn text(&mut self, at: At, class: &str, text: &str) {
        self.said("text", &[("class", &class), ("x", &at.x), ("y", &at.y)], text);
    }

    pub(crate) fn rect(&mut self, class: &str, corner: At, size: (i32, i32), round: i32) {
        self.shape("rect", &[&[("class", &class as &dyn Display)], &tile(&corner, &size, &round)[..]].concat());
    }

    /// In a colour of its own.
    pub(crate) fn filled(&mut self, class: &str, colour: Colour, corner: At, size: (i32, i32), round: i32) {
        let style = format!("fill:{colour}");
        let said: [(&str, &dyn Display); 2] = [("class", &class), ("style", &style)];
        self.shape("rect", &[&said, &tile(&corner, &size, &round)[..]].concat());
    }

    pub(crate) fn path(&mut self, class: &str, lines: &str) {
        self.shape("path", &[("class", &class), ("d", &lines)]);
    }

    /// A copy of what was drawn under a name.
    pub(crate) fn copy(&mut self, name: &str, at: At) {
        self.shape("use", &[("href", &format!("#{name}")), ("x", &at.x), ("y", &at.y)]);
    }

    /// What is SVG already.
    pub(crate) fn raw(&mut self, text: &str) {
        self.out.push_str(text);
    }

    pub(crate) fn written(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn begin(&mut self, name: &str, said: &Said<'_>) {
        self.out.push_str(&format!("<{name}"));
        for (name, value) in said {
            self.out.push_str(&format!(" {name}=\"{}\"", escaped(&value.to_string())));
        }
    }
}

fn tile<'a>(corner: &'a At, size: &'a (i32, i32), round: &'a i32) -> [(&'static str, &'a dyn Display); 5] {
    [("x", &corner.x), ("y", &corner.y), ("width", &size.0), ("height", &size.1), ("rx", round)]
}

/// As XML has it.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if sign.is_control() => {}
            _ => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{At, Svg};

    #[test]
    fn no_text_becomes_a_shape() {
        let mut svg = Svg::default();
        svg.open("g", &[("id", &"\"><x>")]);
        svg.text(At::new(1, 2), "name", "</text><script> & \u{7}so on");
        let expected = "<g id=\"&quot;&gt;&lt;x&gt;\">\n\
            <text class=\"name\" x=\"1\" y=\"2\">&lt;/text&gt;&lt;script&gt; &amp; so on</text>\n</g>\n";
        assert_eq!(svg.written(), expected);
    }
}
