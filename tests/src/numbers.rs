//! Programs that count: whoever finds out which numbers a register may hold, and leaves out what cannot fail, must hold against
//! them. In comes a seed; out comes a program with tables, packed cells, loops that count up and down, dice, branches on ends of
//! ranges, and division by what may be nothing. Many of them fault: what is out of its place by one is what they are for.

use crate::generate::rng::Rng;

/// No number goes beyond this; the verifier would refuse it at some point.
const WIDE: i64 = 1 << 44;
/// Ends that something hangs on: of dividing by multiplying, of packed cells, of signs.
const ENDS: [i64; 18] =
    [-65, -64, -7, -1, 0, 1, 2, 5, 7, 8, 63, 64, 1023, 1024, (1 << 20) - 1, 1 << 20, (1 << 31) - 1, 1 << 31];
const MOST_STATEMENTS: usize = 60;

/// A number in the text, and what it may be.
type Number = (String, i64, i64);

struct Place {
    name: String,
    index: Option<(i64, i64)>,
    second: Option<(i64, i64)>,
    lo: i64,
    hi: i64,
}

struct Writer {
    rng: Rng,
    tables: Vec<Place>,
    cells: Vec<Place>,
    /// Locals in scope; those that may be written stand in front of `fixed`.
    locals: Vec<Place>,
    /// Who counts a loop is written by nobody else.
    fixed: Vec<String>,
    names: usize,
    statements: usize,
    text: String,
}

/// The program of this seed.
#[must_use]
pub fn counts(seed: u64) -> String {
    let mut writer = Writer {
        rng: Rng::new(seed ^ 0x006e_756d_6265_7273),
        tables: vec![],
        cells: vec![],
        locals: vec![],
        fixed: vec![],
        names: 0,
        statements: 0,
        text: format!("wgr-ir 1\nprogram \"Numbers {seed}\"\nenum Side {{ one, other }}\nsides Side\n"),
    };
    writer.declare();
    let helper = writer.helper();
    writer.text.push_str(&helper);
    writer.text.push_str("procedure main() -> int -1000000000..1000000000 {\n");
    for _ in 0..4 {
        writer.declare_local(1);
    }
    writer.block(1, 14);
    let (result, ..) = writer.number(2);
    writer.text.push_str(&format!("    return min(1000000000, max(-1000000000, {result}))\n}}\nmain main\n"));
    writer.text
}

impl Writer {
    fn name(&mut self, of: &str) -> String {
        self.names += 1;
        format!("{of}{}", self.names)
    }

    fn range(&mut self, most: i64) -> (i64, i64) {
        let ends: Vec<i64> = ENDS.into_iter().filter(|end| end.abs() <= most).collect();
        let one = self.rng.pick(&ends).unwrap_or(0) + self.rng.between(-1, 1);
        let other = self.rng.pick(&ends).unwrap_or(1);
        (one.min(other), one.max(other))
    }

    fn declare(&mut self) {
        for nth in 0..4 {
            let index = self.range(64);
            let second = (nth > 1).then(|| self.range(8));
            let (lo, hi) = self.range(if nth == 0 { 1 << 31 } else { 64 });
            let entries = (index.1 - index.0 + 1) * second.map_or(1, |second| second.1 - second.0 + 1);
            let entries: Vec<String> = (0..entries)
                .map(|_| if self.rng.chance(20) { self.one_of(lo, hi) } else { self.rng.between(lo, hi) }.to_string())
                .collect();
            let (name, of) = (self.name("t"), second.map_or_else(String::new, |(lo, hi)| format!(", int {lo}..{hi}")));
            self.text.push_str(&format!(
                "table {name}[int {}..{}{of}]: int {lo}..{hi} = {{ {} }}\n",
                index.0,
                index.1,
                entries.join(" ")
            ));
            self.tables.push(Place { name, index: Some(index), second, lo, hi });
        }
        for nth in 0..4 {
            let index = (nth > 0).then(|| self.range(8));
            let (lo, hi) = self.range(if nth % 2 == 0 { 1 << 31 } else { 64 });
            let (lo, hi) = (lo.min(0), hi.max(0));
            let name = self.name("c");
            let of = index.map_or_else(String::new, |(lo, hi)| format!("[int {lo}..{hi}]"));
            self.text.push_str(&format!("cell {name}{of}: int {lo}..{hi}\n"));
            self.cells.push(Place { name, index, second: None, lo, hi });
        }
    }

    fn one_of(&mut self, lo: i64, hi: i64) -> i64 {
        if self.rng.chance(50) { lo } else { hi }
    }

    /// A query that native code calls, whose arguments are all that is known of them.
    fn helper(&mut self) -> String {
        let (a, b) = (self.range(1 << 20), self.range(64));
        for (name, (lo, hi)) in [("a", a), ("b", b)] {
            self.locals.push(Place { name: name.to_owned(), index: None, second: None, lo, hi });
        }
        let (value, lo, hi) = self.number(3);
        self.locals.clear();
        let text = format!(
            "query helper(a: int {}..{}, b: int {}..{}) -> int {lo}..{hi} {{\n    return {value}\n}}\n",
            a.0, a.1, b.0, b.1
        );
        self.tables.push(Place { name: "helper".to_owned(), index: Some(a), second: Some(b), lo, hi });
        text
    }

    fn line(&mut self, depth: usize, text: &str) {
        self.text.push_str(&"    ".repeat(depth));
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn declare_local(&mut self, depth: usize) {
        let (lo, hi) = self.range(1 << 31);
        let (value, ..) = self.number_for(lo, hi, 2);
        let name = self.name("v");
        self.line(depth, &format!("let {name}: int {lo}..{hi} = {value}"));
        self.locals.push(Place { name, index: None, second: None, lo, hi });
    }

    fn block(&mut self, depth: usize, most: usize) {
        let (locals, fixed) = (self.locals.len(), self.fixed.len());
        for _ in 0..1 + self.rng.below(most) {
            self.statement(depth);
        }
        self.locals.truncate(locals);
        self.fixed.truncate(fixed);
    }

    fn statement(&mut self, depth: usize) {
        self.statements += 1;
        let deep = depth > 4 || self.statements > MOST_STATEMENTS;
        match self.rng.below(if deep { 5 } else { 9 }) {
            0 => self.declare_local(depth),
            1 | 2 => self.assign(depth),
            3 => self.put(depth),
            4 => {
                let (lo, hi) = self.range(64);
                let name = self.name("d");
                self.line(depth, &format!("roll {name}: int {lo}..{hi}"));
                self.locals.push(Place { name, index: None, second: None, lo, hi });
            }
            5 | 6 => {
                let cond = self.cond();
                self.line(depth, &format!("if {cond} {{"));
                self.block(depth + 1, 4);
                if self.rng.chance(50) {
                    self.line(depth, "} else {");
                    self.block(depth + 1, 4);
                }
                self.line(depth, "}");
            }
            7 => {
                let most = self.rng.pick(&[1, 3, 8, 64]).unwrap_or(3);
                let (times, ..) = self.clamped(0, most, 1);
                let name = self.name("i");
                self.line(depth, &format!("repeat {name}: int 0..{} times {times} {{", most - 1));
                self.locals.push(Place { name: name.clone(), index: None, second: None, lo: 0, hi: most - 1 });
                self.fixed.push(name);
                self.block(depth + 1, 5);
                self.locals.pop();
                self.fixed.pop();
                self.line(depth, "}");
            }
            _ => {
                let most = 1 + self.rng.below(9);
                self.line(depth, &format!("loop at most {most} {{"));
                self.block(depth + 1, 4);
                let cond = self.cond();
                self.line(depth + 1, &format!("if {cond} {{"));
                self.line(depth + 2, "break");
                self.line(depth + 1, "}");
                self.line(depth, "}");
            }
        }
    }

    /// Often by a little more or less than it was: that grows round by round.
    fn assign(&mut self, depth: usize) {
        let free: Vec<usize> =
            (0..self.locals.len()).filter(|at| !self.fixed.contains(&self.locals[*at].name)).collect();
        let Some(at) = self.rng.pick(&free) else { return };
        let Place { name, lo, hi, .. } = &self.locals[at];
        let (name, lo, hi) = (name.clone(), *lo, *hi);
        let value = match self.rng.below(4) {
            0 if hi - lo > 3 => {
                let by = self.rng.between(-3, 3);
                format!("{name} + {by}")
            }
            1 if hi - lo > 3 => {
                let by = self.rng.between(1, 3);
                format!("min({hi}, {name} + {by})")
            }
            _ => self.number_for(lo, hi, 2).0,
        };
        self.line(depth, &format!("{name} := {value}"));
    }

    fn put(&mut self, depth: usize) {
        let at = self.rng.below(self.cells.len());
        let Place { name, index, lo, hi, .. } = &self.cells[at];
        let (name, index, lo, hi) = (name.clone(), *index, *lo, *hi);
        let index = index.map_or_else(String::new, |(lo, hi)| format!("[{}]", self.number_for(lo, hi, 1).0));
        let (value, ..) = self.number_for(lo, hi, 2);
        self.line(depth, &format!("{name}{index} := {value}"));
    }

    fn cond(&mut self) -> String {
        let (a, lo, hi) = self.number(1);
        let sign = self.rng.pick(&["<", "<=", ">", ">=", "=", "<>"]).unwrap_or("<");
        let b = match self.rng.below(3) {
            0 => self.number(1).0,
            1 => self.one_of(lo, hi).to_string(),
            _ => (self.one_of(lo, hi) + self.rng.between(-1, 1)).to_string(),
        };
        format!("{a} {sign} {b}")
    }

    /// A number for this place; now and then of one that is too wide for it.
    fn number_for(&mut self, lo: i64, hi: i64, depth: usize) -> Number {
        let number = self.number(depth);
        let meets = number.1 <= hi && lo <= number.2;
        if meets && self.rng.chance(3) { number } else { Writer::within(number, lo, hi) }
    }

    fn clamped(&mut self, lo: i64, hi: i64, depth: usize) -> Number {
        let number = self.number(depth);
        Writer::within(number, lo, hi)
    }

    fn within((value, least, most): Number, lo: i64, hi: i64) -> Number {
        if lo <= least && most <= hi {
            return (value, least, most);
        }
        (format!("min({hi}, max({lo}, {value}))"), least.clamp(lo, hi), most.clamp(lo, hi))
    }

    fn number(&mut self, depth: usize) -> Number {
        let number = if depth == 0 { self.atom() } else { self.sum(depth - 1) };
        Writer::within(number, -WIDE, WIDE)
    }

    fn atom(&mut self) -> Number {
        if self.locals.is_empty() || self.rng.chance(20) {
            let value = self.rng.pick(&ENDS).unwrap_or(1);
            return (value.to_string(), value, value);
        }
        let at = self.rng.below(self.locals.len());
        let Place { name, lo, hi, .. } = &self.locals[at];
        (name.clone(), *lo, *hi)
    }

    fn look_up(&mut self, depth: usize, of_table: bool) -> Number {
        let from = if of_table { &self.tables } else { &self.cells };
        let at = self.rng.below(from.len());
        let from = if of_table { &self.tables } else { &self.cells };
        let Place { name, index, second, lo, hi } = &from[at];
        let (name, indexes, lo, hi) = (name.clone(), [*index, *second], *lo, *hi);
        let indexes: Vec<String> =
            indexes.into_iter().flatten().map(|(lo, hi)| self.number_for(lo, hi, depth).0).collect();
        let text = match (indexes.as_slice(), name.as_str()) {
            ([], _) => name,
            (_, "helper") => format!("helper({})", indexes.join(", ")),
            _ => format!("{name}[{}]", indexes.join(", ")),
        };
        (text, lo, hi)
    }

    fn sum(&mut self, depth: usize) -> Number {
        match self.rng.below(10) {
            0 | 1 => self.look_up(depth, true),
            2 => self.look_up(depth, false),
            3 | 4 => self.ratio(depth),
            _ => {
                let (a, b) = (self.number(depth), self.number(depth));
                let (low, high) = (a.1.min(b.1), a.2.max(b.2));
                match self.rng.below(5) {
                    0 => (format!("({} + {})", a.0, b.0), a.1 + b.1, a.2 + b.2),
                    1 => (format!("({} - {})", a.0, b.0), a.1 - b.2, a.2 - b.1),
                    2 => (format!("min({}, {})", a.0, b.0), low, a.2.min(b.2)),
                    3 => (format!("max({}, {})", a.0, b.0), a.1.max(b.1), high),
                    _ => {
                        let (a, b) = (Writer::within(a, -(1 << 32), 1 << 32), Writer::within(b, -64, 64));
                        let ends = [a.1 * b.1, a.1 * b.2, a.2 * b.1, a.2 * b.2];
                        let (lo, hi) = (ends.into_iter().min(), ends.into_iter().max());
                        (format!("({} * {})", a.0, b.0), lo.unwrap_or(0), hi.unwrap_or(0))
                    }
                }
            }
        }
    }

    /// Divisors are numbers, or what may be nothing.
    fn ratio(&mut self, depth: usize) -> Number {
        let a = self.number(depth);
        let b = match self.rng.below(3) {
            0 => {
                let by = self.rng.pick(&[1, 2, 3, 6, 7, 10, 64, 100, 1023, 32_767, 32_768]).unwrap_or(2);
                (by.to_string(), by, by)
            }
            1 => self.clamped(1, 1 << 20, depth),
            _ => self.clamped(-8, 1025, depth),
        };
        if b.1 == 0 && b.2 == 0 {
            return a;
        }
        let most = a.1.abs().max(a.2.abs());
        match self.rng.below(3) {
            0 => (format!("({} div {})", a.0, b.0), -most - 1, most + 1),
            1 => (format!("({} divup {})", a.0, b.0), -most - 1, most + 1),
            _ => {
                let ends = b.1.abs().max(b.2.abs());
                (format!("({} mod {})", a.0, b.0), if b.1 < 0 { -ends } else { 0 }, ends)
            }
        }
    }
}
