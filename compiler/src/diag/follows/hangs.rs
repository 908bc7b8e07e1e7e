//! What hangs on a name that is not there, or is there twice: one message for all of it.

use super::{Told, is_unread, line_of};
use crate::diag::{Code, Diagnostic, Label, Mark, Place, Severity, says};
use std::collections::{BTreeMap, BTreeSet};

/// So many hexes may each be a slip of its own.
const MOST_HEXES: usize = 8;

impl Told<'_, '_> {
    pub(super) fn hangs(&mut self) {
        self.fields_not_read();
        self.fields_missed();
        self.columns_missed();
        self.an_item_twice();
        self.one_twice_and_one_missed();
        self.an_order_twice();
        self.copies_missed();
        self.hexes_behind_a_slip();
        self.hexes_missed();
        self.neighbours_missed();
        if self.any(|told| told.is(&Mark::ErrataToOther)) {
            self.all.retain(|told| !told.is(&Mark::NoErrata));
        }
    }

    /// What a line of a piece declares is missed wherever it is asked, if that line was not understood.
    fn fields_not_read(&mut self) {
        let mut lost: BTreeSet<&str> = BTreeSet::new();
        let sorts = ["piece", "kind", "marker"];
        for told in self.all.iter().filter(|told| is_unread(told) && sorts.contains(&self.word(told))) {
            let line = self.item(told).and_then(|at| self.items.get(at)).zip(told.place());
            let Some((line, _)) = line.map(|(item, at)| line_of(item, at)) else { continue };
            let words = line.split(|sign: char| !(sign.is_alphanumeric() || sign == '_'));
            lost.extend(words.filter(|word| !word.is_empty()));
        }
        self.all.retain(|told| field_missed(told).is_none_or(|field| !lost.contains(field)));
    }

    /// One field that pieces lack is one mistake, wherever it is asked for or printed.
    fn fields_missed(&mut self) {
        self.fold_alike(|told| field_missed(told).or(column_missed(told)).map(str::to_owned));
    }

    /// The first of those with the same key stays, and names the places of the others.
    fn fold_alike(&mut self, key: impl Fn(&Diagnostic) -> Option<String>) {
        let order = |told: &Diagnostic| (told.depth, told.place());
        let mut first: BTreeMap<String, usize> = BTreeMap::new();
        for (at, told) in self.all.iter().enumerate() {
            let Some(key) = key(told) else { continue };
            let known = first.entry(key).or_insert(at);
            if self.all.get(*known).is_some_and(|known| order(told) < order(known)) {
                *known = at;
            }
        }
        let mut more: BTreeMap<usize, Vec<Place>> = BTreeMap::new();
        let mut out = Vec::new();
        for (at, told) in self.all.iter().enumerate() {
            let of = key(told).and_then(|key| first.get(&key).copied()).filter(|first| *first != at);
            out.push(of.is_some());
            more.entry(of.unwrap_or(at)).or_default().extend(of.and_then(|_| told.place()));
        }
        for (at, told) in self.all.iter_mut().enumerate() {
            let own = told.place();
            let places = more.remove(&at).unwrap_or_default();
            let known: BTreeSet<Place> = told.same.iter().map(|(at, _)| *at).chain(own).collect();
            let new: BTreeSet<Place> = places.into_iter().filter(|at| !known.contains(at)).collect();
            told.same.extend(new.into_iter().map(|at| (at, String::new())));
            told.same.sort();
        }
        self.drop_these(out);
    }

    /// Several columns of one line that are of no field: the line that declares them is not there.
    fn columns_missed(&mut self) {
        let mut lines: BTreeMap<super::Line, Vec<(String, Place)>> = BTreeMap::new();
        let mut used: BTreeMap<super::Line, Vec<(Place, String)>> = BTreeMap::new();
        for told in &*self.all {
            // What is nearly called so is a slip of its own.
            let name = column_missed(told).filter(|_| told.fixes.is_empty());
            let (Some(name), Some(line), Some(at)) = (name, self.line(told), told.place()) else { continue };
            lines.entry(line).or_default().push((name.to_owned(), at));
            used.entry(line).or_default().extend(told.same.iter().cloned());
        }
        lines.retain(|_, columns| columns.len() > 1);
        let of = lines.keys().copied().collect();
        self.drop_on(&of, |told| column_missed(told).is_some() && told.fixes.is_empty());
        for (line, columns) in lines {
            let names: Vec<String> = columns.iter().map(|(name, _)| name.clone()).collect();
            let Some((_, at)) = columns.first() else { continue };
            let mut told = says::no_printed_fields(&names, *at);
            told.same = used.remove(&line).unwrap_or_default();
            told.same.sort();
            self.all.push(told);
        }
        self.items.deepen(self.all);
    }

    /// Where that many hexes are not on the map, the head numbers them otherwise than the rest, or says another size.
    fn hexes_missed(&mut self) {
        let missed = self.all.iter().filter(|told| told.is(&Mark::NoHex)).filter_map(Diagnostic::place);
        let named: BTreeSet<&str> = missed.map(|at| self.sources.text(at)).collect();
        let Some(head) = self.items.line_of_the_game("hexes").filter(|_| named.len() > MOST_HEXES) else { return };
        let hex = Mark::NoValue("Hex".to_owned());
        self.all.retain(|told| !told.is(&hex));
        self.fold_alike(|told| told.is(&Mark::NoHex).then(String::new));
        for told in self.all.iter_mut().filter(|told| told.is(&Mark::NoHex)) {
            if let Some(at) = told.place() {
                *told =
                    says::hexes_missed(self.sources.text(at), named.len(), head, at, std::mem::take(&mut told.same));
            }
        }
        self.items.deepen(self.all);
    }

    /// Where that many hexes are no neighbours, the head says another half of the columns to lie lower.
    fn neighbours_missed(&mut self) {
        let missed = |told: &Diagnostic| told.is(&Mark::NoNeighbours);
        let count = self.all.iter().filter(|told| missed(told)).count();
        let Some(head) = self.items.line_of_the_game("hexes").filter(|_| count > MOST_HEXES) else { return };
        self.fold_alike(|told| missed(told).then(String::new));
        for told in self.all.iter_mut().filter(|told| missed(told)) {
            if let Some(at) = told.place() {
                *told = says::neighbours_missed(self.sources.text(at), count, head, at, std::mem::take(&mut told.same));
            }
        }
        self.items.deepen(self.all);
    }

    /// What the second one declares and claims was there in the first; its own slips are told.
    fn an_item_twice(&mut self) {
        let second = |told: &Diagnostic| {
            let item = self.item(told).and_then(|at| self.items.get(at)).zip(told.place());
            told.is(&Mark::TwoSequences)
                || told.is(&Mark::DeclaredTwice) && item.is_some_and(|(item, at)| item.is_named_at(at))
        };
        let of = self.items(second);
        let whole: Vec<bool> = self.all.iter().map(second).collect();
        let mut whole = whole.into_iter();
        let out = self.all.iter().map(|told| {
            let itself = whole.next().unwrap_or(false);
            let own = matches!(told.code, Code::Syntax | Code::UnknownName | Code::WrongType | Code::WrongKind);
            !itself && !own && self.item(told).is_some_and(|item| of.contains(&item))
        });
        self.drop_these(out.collect());
    }

    /// One name is there twice and another one nowhere, and nothing else is wrong: the one got the name of the other.
    fn one_twice_and_one_missed(&mut self) {
        let missed = |told: &Diagnostic| told.code == Code::UnknownName;
        let wrong = || self.all.iter().filter(|told| told.severity == Severity::Wrong);
        let names: BTreeSet<&str> =
            wrong().filter(|told| missed(told)).filter_map(Diagnostic::place).map(|at| self.sources.text(at)).collect();
        let first = wrong().filter(|told| missed(told)).filter_map(Diagnostic::place).min();
        let others: Vec<&Diagnostic> = wrong().filter(|told| !missed(told)).collect();
        let ([name], Some(at), [twice]) = (&names.into_iter().collect::<Vec<_>>()[..], first, &others[..]) else {
            return;
        };
        if twice.code != Code::TwiceNamed {
            return;
        }
        let (text, help) =
            (format!("and nothing is called `{name}`"), format!("if one of the two is `{name}`, write it so"));
        self.all.retain(|told| told.severity != Severity::Wrong || !missed(told));
        if let Some(told) = self.all.iter_mut().find(|told| told.severity == Severity::Wrong) {
            told.labels.push(Label { at, text });
            told.help.insert(0, help);
        }
    }

    /// Counters that all stand in one order, and in another one too.
    fn an_order_twice(&mut self) {
        let mut orders: BTreeMap<usize, Vec<(Place, Place)>> = BTreeMap::new();
        for told in self.all.iter().filter(|told| told.code == Code::TwiceNamed && self.word(told) == "order") {
            let (Some(item), [again, first]) = (self.item(told), told.labels.as_slice()) else { continue };
            orders.entry(item).or_default().push((again.at, first.at));
        }
        orders.retain(|_, counters| counters.len() > 2);
        let of = orders.keys().copied().collect();
        self.drop_in(&of, |told| told.code == Code::TwiceNamed);
        for counters in orders.into_values() {
            let Some((at, first)) = counters.first() else { continue };
            self.all.push(says::counters_twice(self.sources.text(*at), counters.len(), *at, *first));
        }
        self.items.deepen(self.all);
    }

    /// `UL x3` is `ULa`, `ULb` and `ULc`: where nobody knows one, nobody knows the others.
    fn copies_missed(&mut self) {
        let missed = |told: &Diagnostic| {
            let named = matches!(told.mark, Some(Mark::NoCounter | Mark::NoName)) && told.code == Code::UnknownName;
            told.place().filter(|_| named).map(|at| self.sources.text(at).to_owned())
        };
        let counter = |told: &Diagnostic| missed(told).filter(|_| told.is(&Mark::NoCounter));
        let bases: BTreeSet<String> =
            self.all.iter().filter_map(counter).flat_map(|name| [base(&name).to_owned(), name]).collect();
        let key = |told: &Diagnostic| {
            let name = missed(told)?;
            let own = base(&name);
            [own, name.as_str()].into_iter().find(|base| bases.contains(*base)).map(str::to_owned)
        };
        let keys: Vec<Option<String>> = self.all.iter().map(key).collect();
        let found: BTreeMap<Option<Place>, String> =
            self.all.iter().zip(keys).filter_map(|(told, key)| Some((told.place(), key?))).collect();
        self.fold_alike(|told| {
            matches!(told.mark, Some(Mark::NoCounter | Mark::NoName)).then(|| found.get(&told.place()).cloned())?
        });
    }

    /// `march U1 to 04.02`: what stands where a hex is wanted is known only if the rest of the line is.
    fn hexes_behind_a_slip(&mut self) {
        let slip = |told: &Diagnostic| told.severity == Severity::Wrong && told.code != Code::WrongType;
        let of = self.items(|told| slip(told) && self.word(told) == "example");
        self.drop_in(&of, |told| told.is(&Mark::Decimal));
    }
}

/// The field that it misses.
fn field_missed(told: &Diagnostic) -> Option<&str> {
    if let Some(Mark::NoField(field)) = &told.mark { Some(field) } else { None }
}

/// The name above a column that is no field's.
fn column_missed(told: &Diagnostic) -> Option<&str> {
    if let Some(Mark::NoColumnOf(name)) = &told.mark { Some(name) } else { None }
}

/// `UL` of `ULa`, `storm` of `storm_104`
fn base(name: &str) -> &str {
    let numbered = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    if let Some(base) = numbered.strip_suffix('_') {
        return base;
    }
    let mut letters = name.chars();
    let last = letters.next_back();
    if last.is_some_and(|last| last.is_ascii_lowercase()) && letters.as_str().len() > 1 {
        letters.as_str()
    } else {
        name
    }
}
