//! How things look, by the words of the trade. In: words, those of a `look` or those of which a name is made. Out: a
//! [`Style`]. One list for both: to say how a thing looks is to say what it might as well be called.

use Cover::*;
use Line::*;
use Meaning as M;
use Symbol::*;

/// What covers a hex. Several may: wooded hills.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cover {
    Clear,
    Water,
    Bank,
    Sand,
    Field,
    Marsh,
    Rough,
    Hills,
    Mountains,
    Woods,
    Trench,
    Village,
    Town,
    City,
    Fort,
    Depot,
}

/// What is drawn as a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Line {
    River,
    Stream,
    Slope,
    Cliff,
    Wall,
    Border,
    Road,
    Track,
    Rail,
    Bridge,
    Ford,
}

impl Line {
    /// Does it lead through the hexes that it joins? Others lie on the side between two, or cross it.
    pub fn leads_through(self) -> bool {
        matches!(self, Line::Road | Line::Track | Line::Rail)
    }
}

/// What stands in the box of a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symbol {
    Infantry,
    Cavalry,
    Artillery,
    Headquarters,
    Armour,
    Engineers,
    Weapons,
    Air,
    Naval,
    Supply,
    Leader,
    Fire,
}

/// What stands over the box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Size {
    Section,
    Platoon,
    Company,
    Battalion,
    Regiment,
    Brigade,
    Division,
    Corps,
    Army,
}

impl Size {
    pub fn mark(self) -> &'static str {
        match self {
            Size::Section => "••",
            Size::Platoon => "•••",
            Size::Company => "I",
            Size::Battalion => "II",
            Size::Regiment => "III",
            Size::Brigade => "X",
            Size::Division => "XX",
            Size::Corps => "XXX",
            Size::Army => "XXXX",
        }
    }
}

/// Red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    /// Nearer to white, so many of four quarters.
    #[must_use]
    pub fn lighter(self, quarters: u16) -> Colour {
        self.towards(255, quarters)
    }

    #[must_use]
    pub fn darker(self, quarters: u16) -> Colour {
        self.towards(0, quarters)
    }

    fn towards(self, end: u16, quarters: u16) -> Colour {
        let quarters = quarters.min(4);
        let near = |part: u8| {
            let between = (u16::from(part) * (4 - quarters) + end * quarters) / 4;
            u8::try_from(between).unwrap_or(u8::MAX)
        };
        Colour(near(self.0), near(self.1), near(self.2))
    }

    /// Is dark ink hard to read on it?
    pub fn is_dark(self) -> bool {
        u32::from(self.0) * 3 + u32::from(self.1) * 6 + u32::from(self.2) < 1300
    }
}

impl std::fmt::Display for Colour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// How a thing looks, as far as words say it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Style {
    pub colour: Option<Colour>,
    pub covers: Vec<Cover>,
    pub line: Option<Line>,
    pub symbol: Option<Symbol>,
    pub size: Option<Size>,
    /// It is not drawn.
    pub hidden: bool,
    /// What becomes of it is not told.
    pub untold: bool,
}

/// What one word says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    Cover(Cover),
    Line(Line),
    Symbol(Symbol),
    Size(Size),
    Colour(Colour),
    /// The next colour is so much lighter, or darker.
    Light,
    Dark,
    Undrawn,
    Untold,
}

/// Each word, in the order of the alphabet, and what it says.
const WORDS: [(&str, Meaning); 149] = [
    ("air", M::Symbol(Air)),
    ("aircraft", M::Symbol(Air)),
    ("american", M::Colour(OLIVE)),
    ("armor", M::Symbol(Armour)),
    ("armour", M::Symbol(Armour)),
    ("army", M::Size(Size::Army)),
    ("art", M::Symbol(Artillery)),
    ("artillery", M::Symbol(Artillery)),
    ("austrian", M::Colour(Colour(0xd9, 0xd9, 0xc8))),
    ("bank", M::Cover(Bank)),
    ("barrage", M::Symbol(Fire)),
    ("battalion", M::Size(Size::Battalion)),
    ("battery", M::Symbol(Artillery)),
    ("black", M::Colour(Colour(0x33, 0x33, 0x33))),
    ("blue", M::Colour(Colour(0x5b, 0x8d, 0xc9))),
    ("bombardment", M::Symbol(Fire)),
    ("border", M::Line(Border)),
    ("bridge", M::Line(Bridge)),
    ("brigade", M::Size(Size::Brigade)),
    ("british", M::Colour(Colour(0xc9, 0xa9, 0x6b))),
    ("brook", M::Line(Stream)),
    ("brown", M::Colour(Colour(0x96, 0x6b, 0x40))),
    ("canal", M::Line(River)),
    ("cav", M::Symbol(Cavalry)),
    ("cavalry", M::Symbol(Cavalry)),
    ("city", M::Cover(City)),
    ("clear", M::Cover(Clear)),
    ("cliff", M::Line(Cliff)),
    ("commander", M::Symbol(Leader)),
    ("company", M::Size(Size::Company)),
    ("confederate", M::Colour(GREY)),
    ("corps", M::Size(Size::Corps)),
    ("crest", M::Line(Slope)),
    ("crop", M::Cover(Field)),
    ("dark", M::Dark),
    ("depot", M::Cover(Depot)),
    ("desert", M::Cover(Sand)),
    ("division", M::Size(Size::Division)),
    ("dragoon", M::Symbol(Cavalry)),
    ("emplacement", M::Symbol(Weapons)),
    ("engineer", M::Symbol(Engineers)),
    ("escarpment", M::Line(Cliff)),
    ("field", M::Cover(Field)),
    ("fire", M::Symbol(Fire)),
    ("fleet", M::Symbol(Naval)),
    ("foot", M::Symbol(Infantry)),
    ("ford", M::Line(Ford)),
    ("forest", M::Cover(Woods)),
    ("fort", M::Cover(Fort)),
    ("fortification", M::Cover(Trench)),
    ("fortress", M::Cover(Fort)),
    ("french", M::Colour(Colour(0x86, 0xa9, 0xd8))),
    ("general", M::Symbol(Leader)),
    ("german", M::Colour(Colour(0xa3, 0xab, 0x98))),
    ("green", M::Colour(Colour(0x7f, 0xa8, 0x62))),
    ("grenadier", M::Symbol(Infantry)),
    ("grey", M::Colour(GREY)),
    ("gun", M::Symbol(Artillery)),
    ("headquarter", M::Symbol(Headquarters)),
    ("hedge", M::Line(Wall)),
    ("height", M::Cover(Hills)),
    ("highway", M::Line(Road)),
    ("hill", M::Cover(Hills)),
    ("horse", M::Symbol(Cavalry)),
    ("howitzer", M::Symbol(Artillery)),
    ("hq", M::Symbol(Headquarters)),
    ("hussar", M::Symbol(Cavalry)),
    ("inf", M::Symbol(Infantry)),
    ("infantry", M::Symbol(Infantry)),
    ("italian", M::Colour(Colour(0xa9, 0xb8, 0x6f))),
    ("japanese", M::Colour(Colour(0xe0, 0xb4, 0x4c))),
    ("khaki", M::Colour(Colour(0xc9, 0xb9, 0x82))),
    ("lake", M::Cover(Water)),
    ("leader", M::Symbol(Leader)),
    ("light", M::Light),
    ("marsh", M::Cover(Marsh)),
    ("militia", M::Symbol(Infantry)),
    ("mortar", M::Symbol(Artillery)),
    ("mountain", M::Cover(Mountains)),
    ("mud", M::Cover(Marsh)),
    ("naval", M::Symbol(Naval)),
    ("ocean", M::Cover(Water)),
    ("olive", M::Colour(OLIVE)),
    ("open", M::Cover(Clear)),
    ("orange", M::Colour(Colour(0xe0, 0x8e, 0x45))),
    ("orchard", M::Cover(Woods)),
    ("panzer", M::Symbol(Armour)),
    ("pasture", M::Cover(Clear)),
    ("path", M::Line(Track)),
    ("pink", M::Colour(Colour(0xe3, 0xa3, 0xb4))),
    ("pioneer", M::Symbol(Engineers)),
    ("plain", M::Cover(Clear)),
    ("plane", M::Symbol(Air)),
    ("platoon", M::Size(Size::Platoon)),
    ("polish", M::Colour(Colour(0xd8, 0x9a, 0x9a))),
    ("pontoon", M::Line(Bridge)),
    ("position", M::Cover(Trench)),
    ("prussian", M::Colour(Colour(0x5d, 0x73, 0x99))),
    ("purple", M::Colour(Colour(0x92, 0x76, 0xb0))),
    ("rail", M::Line(Rail)),
    ("railroad", M::Line(Rail)),
    ("railway", M::Line(Rail)),
    ("red", M::Colour(Colour(0xd1, 0x5b, 0x4e))),
    ("regiment", M::Size(Size::Regiment)),
    ("ridge", M::Cover(Hills)),
    ("rifle", M::Symbol(Infantry)),
    ("rise", M::Cover(Hills)),
    ("river", M::Line(River)),
    ("riverbank", M::Cover(Bank)),
    ("road", M::Line(Road)),
    ("rough", M::Cover(Rough)),
    ("russian", M::Colour(Colour(0x7d, 0x9f, 0x6d))),
    ("sand", M::Cover(Sand)),
    ("sapper", M::Symbol(Engineers)),
    ("sea", M::Cover(Water)),
    ("section", M::Size(Size::Section)),
    ("ship", M::Symbol(Naval)),
    ("shore", M::Cover(Bank)),
    ("slope", M::Line(Slope)),
    ("soviet", M::Colour(Colour(0xb9, 0x84, 0x5c))),
    ("squad", M::Size(Size::Section)),
    ("squadron", M::Size(Size::Company)),
    ("staff", M::Symbol(Headquarters)),
    ("storm", M::Symbol(Infantry)),
    ("stormtroop", M::Symbol(Infantry)),
    ("stosstruppen", M::Symbol(Infantry)),
    ("stream", M::Line(Stream)),
    ("supply", M::Symbol(Supply)),
    ("swamp", M::Cover(Marsh)),
    ("tan", M::Colour(Colour(0xd8, 0xbd, 0x8a))),
    ("tank", M::Symbol(Armour)),
    ("town", M::Cover(Town)),
    ("track", M::Line(Track)),
    ("trail", M::Line(Track)),
    ("trench", M::Cover(Trench)),
    ("turkish", M::Colour(Colour(0xc7, 0x8d, 0x6f))),
    ("undrawn", M::Undrawn),
    ("union", M::Colour(Colour(0x5b, 0x8d, 0xc9))),
    ("untold", M::Untold),
    ("us", M::Colour(OLIVE)),
    ("village", M::Cover(Village)),
    ("wagon", M::Symbol(Supply)),
    ("wall", M::Line(Wall)),
    ("water", M::Cover(Water)),
    ("weapon", M::Symbol(Weapons)),
    ("white", M::Colour(Colour(0xf4, 0xf2, 0xea))),
    ("wood", M::Cover(Woods)),
    ("wooded", M::Cover(Woods)),
    ("yellow", M::Colour(Colour(0xe8, 0xcf, 0x5a))),
];

const OLIVE: Colour = Colour(0xa8, 0xa8, 0x6a);
const GREY: Colour = Colour(0xa9, 0xab, 0xab);

/// What a word says; `hills` says what `hill` says.
pub fn meaning(word: &str) -> Option<Meaning> {
    let word = word.to_lowercase();
    let find = |text: &str| WORDS.binary_search_by(|(known, _)| (*known).cmp(text)).ok().map(|at| WORDS[at].1);
    find(&word).or_else(|| find(word.strip_suffix('s')?)).or_else(|| find(&format!("{}y", word.strip_suffix("ies")?)))
}

/// All words that say something.
pub fn known() -> impl Iterator<Item = &'static str> {
    WORDS.iter().map(|(word, _)| *word)
}

/// What these words say together. Of two symbols, sizes, lines or colours the last counts.
pub fn style<'w>(words: impl IntoIterator<Item = &'w str>) -> Style {
    let mut style = Style::default();
    let mut shade = None;
    for said in words.into_iter().filter_map(meaning) {
        match said {
            Meaning::Cover(cover) if style.covers.contains(&cover) => {}
            Meaning::Cover(cover) => style.covers.push(cover),
            Meaning::Line(line) => style.line = Some(line),
            Meaning::Symbol(symbol) => style.symbol = Some(symbol),
            Meaning::Size(size) => style.size = Some(size),
            Meaning::Colour(colour) => {
                style.colour = Some(match shade.take() {
                    Some(Meaning::Light) => colour.lighter(2),
                    Some(_) => colour.darker(1),
                    None => colour,
                });
            }
            Meaning::Light | Meaning::Dark => shade = Some(said),
            Meaning::Undrawn => (style.hidden, style.untold) = (true, true),
            Meaning::Untold => style.untold = true,
        }
    }
    style.covers.sort_unstable();
    style
}

/// The words of a name: `wooded_hills`, `LeChesne`, `Marne riverbank`.
pub fn words_of(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for sign in name.chars() {
        let begins = sign.is_alphabetic() && (!before.is_alphabetic() || before.is_lowercase() && sign.is_uppercase());
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| sign.is_alphabetic()) {
            word.push(sign);
        }
        before = sign;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::{Cover, Meaning, Size, Symbol, WORDS, meaning, style, words_of};

    #[test]
    fn words_stand_in_order() {
        assert!(WORDS.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn a_name_says_what_its_words_say() {
        let of = |name: &str| style(words_of(name).iter().map(String::as_str));
        assert_eq!(of("wooded_hills").covers, [Cover::Hills, Cover::Woods]);
        assert_eq!(
            (of("infantry battalion").symbol, of("infantry battalion").size),
            (Some(Symbol::Infantry), Some(Size::Battalion))
        );
        assert_eq!(of("LeChesne"), super::Style::default());
        assert_eq!(meaning("batteries"), Some(Meaning::Symbol(Symbol::Artillery)));
    }
}
