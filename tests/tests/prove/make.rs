//! Small row queries by chance, as IR text, with a game that first puts the state and the parameters where the dice
//! say: so every situation is a list of rolls. The same seed gives the same text.

/// Splitmix64: see <https://prng.di.unimi.it/splitmix64.c>.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

/// A text, and how many faces each of its dice has.
pub(crate) struct Made {
    pub(crate) text: String,
    pub(crate) dice: Vec<i64>,
    /// What each die says: the name of a parameter, or of a place `cell(member)`.
    pub(crate) says: Vec<String>,
    /// The amounts, so that one of them can be made to fail.
    pub(crate) amounts: Vec<String>,
}

/// The cells of one program; fewer of them, fewer situations.
#[derive(Clone, Copy)]
enum Part {
    Tired,
    Steps,
    At,
    Ready,
    Points,
}

const HEAD: &str = "wgr-ir 1
program \"By chance\"
enum Side { red, blue }
enum Unit { a, b, c }
enum Terr { x, y, z }
sides Side
kind Foot of Unit a..b
table kind_of[Unit]: Terr = { x y x }
table strong[Unit]: int 0..2 = { 1 2 1 }
table pair[Unit, Terr]: int 0..2 = { 0 1 0  1 2 0  0 1 0 }
table crt[int 1..2]: int 0..3 = { 1 3 }
cell tired: bool
cell steps[Unit]: int 0..2
cell at[Unit]: opt Terr
cell ready: set Unit
cell points: int 0..25
cell zero: int 0..1
query weak(k: Unit) -> bool { let s: int 0..2 = strong[k]  if s > 1 { return no } return not tired }
query band(k: Unit) -> set Unit { return filter(w: Unit in all Unit when strong[w] = strong[k]) }
query mood(k: Unit, p: Terr) -> int 0..9 rows {
    answer {
        row m0 @90.1 \"Fine\" = strong[k] when kind_of[k] = p
        row m1 @90.2 \"Bad\" over m0 = 2 when tired
        row m2 @90.3 \"Else\" otherwise = 0
    }
    sum { row m3 @90.4 \"Strong\" = 1 when strong[k] > 1 }
}
query odd(k: Unit) -> bool rows {
    any {
        row o0 @91.1 \"Odd\" = yes when strong[k] = 1
        row o1 @91.2 \"Not\" waives o0 when k in Foot
    }
}
";

pub(crate) struct Maker {
    rng: Rng,
    parts: Vec<Part>,
    /// Nothing that may fail.
    careful: bool,
    units: Vec<String>,
    amounts: Vec<String>,
}

impl Maker {
    pub(crate) fn new(seed: u64, careful: bool) -> Maker {
        let mut rng = Rng(seed);
        let choices = [vec![Part::Steps], vec![Part::Ready], vec![Part::At], vec![Part::Points], vec![Part::Ready]];
        let mut parts = rng.pick(&choices);
        // Definitions ask for it.
        parts.push(Part::Tired);
        Maker { rng, parts, careful, units: vec!["u".to_owned(), "v".to_owned()], amounts: Vec::new() }
    }

    fn unit(&mut self) -> String {
        if self.rng.chance(15) {
            format!("Unit.{}", self.rng.pick(&["a", "b", "c"]))
        } else {
            self.rng.pick(&self.units)
        }
    }

    fn terr(&mut self) -> String {
        match self.rng.below(4) {
            0 => format!("Terr.{}", self.rng.pick(&["x", "y", "z"])),
            1 => format!("kind_of[{}]", self.unit()),
            _ => "t".to_owned(),
        }
    }

    fn number(&mut self) -> String {
        let part = self.rng.pick(&self.parts.clone());
        match (self.rng.below(7), part) {
            (0, _) => format!("strong[{}]", self.unit()),
            (1, _) => format!("pair[{}, {}]", self.unit(), self.terr()),
            (2, _) => format!("mood({}, {})", self.unit(), self.terr()),
            (3, _) => format!("({} + {})", self.number(), self.rng.below(3)),
            (_, Part::Steps) => format!("steps[{}]", self.unit()),
            (_, Part::Points) => "points".to_owned(),
            (_, Part::Ready) => "size(ready)".to_owned(),
            (_, Part::Tired) => format!("(if {} then 1 else 2)", self.yes(0)),
            (_, Part::At) => format!("{}", self.rng.below(3)),
        }
    }

    pub(crate) fn yes(&mut self, depth: u32) -> String {
        if depth > 0 && self.rng.chance(55) {
            let (a, b) = (self.yes(depth - 1), self.yes(depth - 1));
            return match self.rng.below(4) {
                0 | 1 => format!("({a} and {b})"),
                2 => format!("({a} or {b})"),
                _ => format!("not ({a})"),
            };
        }
        let (u, part) = (self.unit(), self.rng.pick(&self.parts.clone()));
        match (self.rng.below(11), part) {
            (0, _) => format!("kind_of[{u}] = {}", self.terr()),
            (1, _) => format!("{} {} {}", self.number(), self.rng.pick(&["=", "<", ">=", "<>"]), self.rng.below(4)),
            (2, _) => format!("{u} = {}", self.unit()),
            (3, _) => format!("{u} in Foot"),
            (4, _) => format!("{}({u})", self.rng.pick(&["weak", "odd"])),
            (5, _) => format!("{u} in band({})", self.unit()),
            (_, Part::Tired) => "tired".to_owned(),
            (_, Part::Steps) => format!("steps[{u}] {} {}", self.rng.pick(&["=", "<", ">"]), self.rng.below(3)),
            (_, Part::Points) => format!("points {} {}", self.rng.pick(&["=", "<", ">"]), self.rng.below(24)),
            (6, Part::Ready) => format!("lowest(ready) = {u}"),
            (7, Part::Ready) => format!("any(w: Unit in ready: strong[w] < strong[{u}])"),
            (_, Part::Ready) => format!("{u} in ready"),
            (6, Part::At) => format!("at[{u}] = none Terr"),
            (7, Part::At) => format!("(at[{u}] <> none Terr and pair[{u}, at[{u}]!] > 0)"),
            (8, Part::At) if !self.careful => format!("pair[{u}, at[{u}]!] > 0"),
            (_, Part::At) => format!("at[{u}] = {}", self.terr()),
        }
    }

    fn set(&mut self) -> String {
        match self.rng.below(4) {
            0 if self.parts.iter().any(|part| matches!(part, Part::Ready)) => "ready".to_owned(),
            1 => "Foot".to_owned(),
            2 => format!("band({})", self.unit()),
            _ => format!("filter(w: Unit in all Unit when strong[w] > {})", self.rng.below(2)),
        }
    }

    fn amount(&mut self) -> String {
        let amount = if self.rng.chance(70) { format!("{}", 1 + self.rng.below(3)) } else { self.number() };
        let mark = format!("({amount} + 0 * {})", self.amounts.len() + 100);
        self.amounts.push(mark.clone());
        mark
    }

    fn when(&mut self, percent: usize) -> String {
        if self.rng.chance(percent) { format!(" when {}", self.yes(2)) } else { String::new() }
    }

    /// One row query, in an answer or in a group that counts once.
    pub(crate) fn rows(mut self) -> Made {
        let once = self.rng.chance(20);
        let mut rows = Vec::new();
        let mut bound = Vec::new();
        for at in 0..1 + self.rng.below(3) {
            let binds = self.rng.chance(25);
            let more = if self.rng.chance(30) { format!(", for x{at}: Side in all Side") } else { String::new() };
            let binder = if binds { format!(" for k: Unit in {}{more}", self.set()) } else { String::new() };
            bound.push(binds);
            self.units.extend(binds.then(|| "k".to_owned()));
            let (amount, when) = (self.amount(), self.when(90));
            self.units.truncate(2);
            // A name is declared once.
            let row = format!("row r{at} @{}.1 \"Rule {at}\"{binder} = {amount}{when}", at + 1);
            rows.push(rename(&row, &format!("k{at}")));
        }
        if !once && self.rng.chance(60) {
            let (amount, when) = (self.amount(), self.when(20));
            rows.push(format!("row other @20.1 \"Else\" otherwise = {amount}{when}"));
        }
        let bases = bound.len();
        for at in bases..bases + self.rng.below(4) {
            let parent = self.rng.below(bound.len());
            let kind = self.rng.below(5);
            // Those that beat and waive in all bindings may have their own.
            let far = kind >= 3 && self.rng.chance(40);
            let own = (bound[parent] && kind < 3) || far;
            let more = if self.rng.chance(30) { format!(", for x{at}: Side in all Side") } else { String::new() };
            let binder = if far { format!(" for k: Unit in {}{more}", self.set()) } else { String::new() };
            self.units.extend(own.then(|| "k".to_owned()));
            let (amount, when) = (self.amount(), self.when(85));
            self.units.truncate(2);
            let site = format!("row r{at} @{}.1 \"Rule {at}\"", at + 1);
            let root = if far { at } else { roots(&rows, parent) };
            let row = match kind {
                0..=2 => format!("{site} over r{parent} = {amount}{when}"),
                3 => format!("{site} even over r{parent}{binder} = {amount}{when}"),
                _ => format!("{site} waives r{parent}{binder}{when}"),
            };
            let row = rename(&row, &format!("k{root}"));
            // A waiver is waived seldom enough: nothing is named after it.
            if kind <= 3 && !(once && kind == 3) {
                bound.push(own);
                rows.push(row);
            } else if kind == 4 {
                rows.push(row.replace(&format!("row r{at} "), &format!("row w{at} ")));
                break;
            } else {
                break;
            }
        }
        let ruling = self.rng.chance(25) && bases > 1;
        let ruling = if ruling { "    ruling @R1 \"First\" r0 over r1\n" } else { "" };
        let rows = rows.iter().map(|row| format!("        {row}\n")).collect::<String>();
        let stage = if once {
            format!("    sum {{\n        group once \"one\" {{\n{rows}        }}\n    }}\n{ruling}")
        } else {
            format!("    answer {{\n{rows}    }}\n{ruling}")
        };
        let query = format!("query q(u: Unit, v: Unit, t: Terr) -> int -99..999 rows {{\n{stage}}}\n");
        self.made(&query)
    }

    /// A query that looks something up; nothing else in it may fail.
    pub(crate) fn look(mut self) -> Made {
        let (cond, index) = (self.yes(3), self.number());
        let (other, first) = (self.number(), self.yes(1));
        let look = match self.rng.below(3) {
            0 => format!("return if {cond} then crt[{index}] else {other}"),
            1 => format!("if {cond} {{ return {other} }} return crt[{index}]"),
            _ => format!("let n: int 0..99 = {index} if {first} and {cond} {{ return crt[n] }} return 0"),
        };
        let query = format!("query q(u: Unit, v: Unit, t: Terr) -> int -99..999 {{ {look} }}\n");
        self.made(&query)
    }

    fn made(self, query: &str) -> Made {
        let (mut dice, mut says, mut set) = (Vec::new(), Vec::new(), String::new());
        let mut die = |faces: i64, says_: String, put: String| {
            let name = format!("d{}", dice.len());
            set.push_str(&format!("    roll {name}: int 0..{}\n{}", faces - 1, put.replace("DIE", &name)));
            dice.push(faces);
            says.push(says_);
        };
        for (name, domain) in [("u", "Unit"), ("v", "Unit"), ("t", "Terr")] {
            let members: &[&str] = if domain == "Unit" { &["a", "b", "c"] } else { &["x", "y", "z"] };
            let [one, two, three] = [0, 1, 2].map(|at| format!("{domain}.{}", members[at]));
            let pick = format!("if DIE = 0 then {one} else if DIE = 1 then {two} else {three}");
            die(3, name.to_owned(), format!("    let {name}: {domain} = {pick}\n"));
        }
        for part in &self.parts {
            for unit in ["a", "b", "c"] {
                match part {
                    Part::Steps => die(3, format!("steps({unit})"), format!("    steps[Unit.{unit}] := DIE\n")),
                    Part::At => {
                        let pick = "if DIE = 0 then none Terr else if DIE = 1 then Terr.x else if DIE = 2 then Terr.y else Terr.z";
                        die(4, format!("at({unit})"), format!("    at[Unit.{unit}] := {pick}\n"));
                    }
                    Part::Ready => {
                        let put = format!("    if DIE = 1 {{ ready := ready | single(Unit.{unit}) }}\n");
                        die(2, format!("{unit} in ready"), put);
                    }
                    Part::Tired | Part::Points => {}
                }
            }
            match part {
                Part::Tired => die(2, "tired".to_owned(), "    tired := DIE = 1\n".to_owned()),
                Part::Points => die(26, "points".to_owned(), "    points := DIE\n".to_owned()),
                Part::Steps | Part::At | Part::Ready => {}
            }
        }
        let main = format!("procedure main() -> int -99..999 {{\n{set}    return q(u, v, t)\n}}\nmain main\n");
        Made { text: format!("{HEAD}{query}{main}"), dice, says, amounts: self.amounts }
    }
}

/// The row whose binder a row is judged under.
fn roots(rows: &[String], parent: usize) -> usize {
    let named = format!("row r{parent} ");
    let above = rows.iter().find(|row| row.starts_with(&named)).and_then(|row| row.split_once(" over r"));
    match above {
        Some((head, rest)) if !head.contains(" even") => {
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            roots(rows, digits.parse().unwrap())
        }
        Some(_) | None => parent,
    }
}

/// The word `k` as the binder's own name; definitions that have a `k` stand elsewhere.
fn rename(row: &str, name: &str) -> String {
    let mut out = String::new();
    let mut word = String::new();
    for letter in row.chars().chain([' ']) {
        if letter.is_alphanumeric() || letter == '_' {
            word.push(letter);
        } else {
            out.push_str(if word == "k" { name } else { &word });
            word.clear();
            out.push(letter);
        }
    }
    out.trim_end().to_owned()
}
