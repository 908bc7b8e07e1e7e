//! What is said of a name that does not fit what is wanted beside it: a member of a list, pieces, what has such a value.
//!
//! In: the name, and the type that stands on the other side. Out: the message, or what leads to such a value. Promises: members
//! are those of the list that is asked; a field or a feature that is named has such a value.

use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::world::{Entry, OUTCOME, PHASE, SCENARIO, SIDE};
use crate::diag::{Diagnostic, nearest, says};
use wgr_grammar::ast::{self, ExprKind, RowsKind};

/// More than these are no help.
const MOST_NAMED: usize = 8;

impl Reader<'_, '_> {
    /// What a name or a list of names beside something says that it is: `Terrain`, of `wood` or `[wood, village]`.
    pub(crate) fn beside_of(&self, expr: &ast::Expr) -> Option<Noun> {
        let name = match &expr.kind {
            ExprKind::Name(name) => name,
            ExprKind::List(all) => return self.beside_of(all.first()?),
            _ => return None,
        };
        if self.bound(&name.text).is_some() || self.m.world.entry(&name.text).is_some() {
            return None;
        }
        match self.m.world.members.get(&name.text)?.as_slice() {
            [(list, _)] if ![SCENARIO, OUTCOME].contains(list) => Some(Noun::Enum(*list)),
            _ => None,
        }
    }

    /// `u.class in [colonial, light]`: the field of these pieces that has such values.
    pub(crate) fn field_beside(&self, kinds: super::ty::Kinds, of: &str) -> Option<String> {
        let noun = self.beside.filter(|noun| *noun != Noun::Enum(SIDE))?;
        match (self.field_with(kinds, noun), self.feature_with(noun)) {
            (Some(field), _) => Some(format!("{of}.{field}")),
            (None, Some(feature)) => Some(format!("{feature}({of}.hex)")),
            (None, None) => None,
        }
    }

    /// `ground(h) is wood`: what is asked of a hex and has such values.
    pub(crate) fn feature_beside(&self, args: &[ast::Expr]) -> Option<String> {
        let [of] = args else { return None };
        let feature = self.feature_with(self.beside?)?;
        Some(format!("{feature}({})", self.m.sources.text(self.place(of.span))))
    }

    /// `wood(there)`: a value of what is asked of a hex, asked itself.
    pub(crate) fn member_called(&self, name: &ast::Name, args: &[ast::Expr]) -> Option<String> {
        let [of] = args else { return None };
        let [(list, _)] = self.m.world.members.get(&name.text)?.as_slice() else { return None };
        let text = self.m.sources.text(self.place(of.span));
        let piece = match &of.kind {
            ExprKind::Name(name) => match self.type_of_name(&name.text).and_then(Ty::noun) {
                Some(Noun::Piece(kinds)) => Some(kinds),
                Some(Noun::Enum(_) | Noun::Hex | Noun::Hexside | Noun::Direction) | None => None,
            },
            _ => None,
        };
        let noun = Noun::Enum(*list);
        match piece {
            Some(kinds) => self.field_with(kinds, noun).map(|field| format!("{text}.{field} is {}", name.text)),
            None => self.feature_with(noun).map(|feature| format!("{feature}({text}) is {}", name.text)),
        }
    }

    /// Is this something that cannot be one of this list, as it stands?
    pub(crate) fn is_no_member(&self, list: usize, entry: Entry) -> bool {
        let own = |ty: Ty| ty.noun() == Some(Noun::Enum(list));
        list != PHASE
            && match entry {
                Entry::Rows(at) => {
                    self.m.world.rows.get(at).is_some_and(|def| !own(def.result) && !def.params.is_empty())
                }
                Entry::State(at) => {
                    self.m.world.states.get(at).is_some_and(|def| !own(def.ty) && !def.params.is_empty())
                }
                Entry::Feature(at) => {
                    self.m.world.features.get(at).is_some_and(|def| !own(def.ty) && def.in_order.is_none())
                }
                Entry::Table(_)
                | Entry::Measure(_)
                | Entry::Scale(_)
                | Entry::Notation(_)
                | Entry::Purchase(_)
                | Entry::Action(_)
                | Entry::Procedure(_)
                | Entry::Die(_) => true,
                Entry::Enum(_)
                | Entry::Kind(_)
                | Entry::Pieces(_)
                | Entry::Box(_)
                | Entry::Scene(_)
                | Entry::Option(_)
                | Entry::Spot(_)
                | Entry::Phase(_)
                | Entry::Run(_)
                | Entry::Counter(_)
                | Entry::Broken => false,
            }
    }

    /// `terrain(h) is town`, `u.status is in_command`: a member of this list is wanted.
    pub(crate) fn no_member(&self, list: usize, name: &ast::Name) -> Option<Diagnostic> {
        let def = self.m.world.enums.get(list)?;
        let at = self.place(name.span);
        let parts = |known: &str| known.split('_').any(|part| part == name.text);
        let near = nearest(&name.text, def.members.iter().map(String::as_str));
        let part = || def.members.iter().map(String::as_str).filter(|known| parts(known)).collect::<Vec<&str>>();
        let near = if near.is_empty() { part() } else { near };
        let entry = self.m.world.entry(&name.text);
        let is = entry.map(|entry| self.called_as(entry));
        let own = |ty: &Ty| matches!(ty, Ty::One(noun) | Ty::Maybe(noun) if *noun == Noun::Enum(list));
        let given = self.given_here().into_iter().filter(|(_, ty)| own(ty)).map(|(name, _)| name);
        let few = def.members.get(..MOST_NAMED).unwrap_or(&def.members);
        let mut known: Vec<String> = few.iter().cloned().chain(given).map(|name| format!("`{name}`")).collect();
        if few.len() < def.members.len() {
            known.push("..".to_owned());
        }
        let alone = entry.and_then(|entry| self.asked_alone(&name.text, entry));
        Some(says::no_member((&name.text, is), &def.name, (&near, &known), alone.as_deref(), at))
    }

    /// "a fact"
    fn called_as(&self, entry: Entry) -> &'static str {
        let Entry::Rows(at) = entry else {
            return if matches!(entry, Entry::Feature(_)) { "drawn in the map" } else { entry.what() };
        };
        match self.m.world.rows.get(at).map(|def| def.ast.kind) {
            Some(RowsKind::Fact) => "a fact",
            Some(RowsKind::Value | RowsKind::Victory) => "a value",
            Some(RowsKind::Permit) => "a permit",
            Some(RowsKind::Zone) => "a zone",
            Some(RowsKind::Course) => "a course",
            Some(RowsKind::Path) => "a path",
            Some(RowsKind::Knowledge | RowsKind::Obligation) | None => entry.what(),
        }
    }

    /// `in_command(u)`: a condition of its own, asked of what has a name here.
    fn asked_alone(&self, name: &str, entry: Entry) -> Option<String> {
        let (param, yes_no) = match entry {
            Entry::Rows(at) => {
                let def = self.m.world.rows.get(at)?;
                let [param] = def.params.as_slice() else { return None };
                (param.ty, def.result == Ty::YesNo)
            }
            Entry::Feature(at) => (Ty::One(Noun::Hex), self.m.world.features.get(at)?.ty == Ty::YesNo),
            _ => return None,
        };
        let fits = |ty: &Ty| ty.noun().zip(param.noun()).is_some_and(|(own, wanted)| own.alike(wanted));
        let (of, _) = self.given_here().into_iter().find(|(_, ty)| fits(ty)).filter(|_| yes_no)?;
        Some(format!("{name}({of})"))
    }

    /// `units of phasing`, where pieces have another noun.
    pub(crate) fn no_such_pieces(&self, noun: &ast::Name) -> Option<Diagnostic> {
        let text = noun.text.as_str();
        let known = self.bound(text).is_some() || self.kept(text).is_some() || self.m.world.entry(text).is_some();
        let other = says::is_of_another_language(text) || says::is_of_somebody(text);
        if other || matches!(text, "enemy" | "friendly" | "it") {
            return None;
        }
        if known || self.refused.contains(text) || self.m.world.members.contains_key(text) {
            return None;
        }
        if text == "hex" && self.m.board.is_some() {
            return Some(self.one_hex(noun));
        }
        if let Some(told) = self.title_of_a_piece(text, self.place(noun.span)) {
            return Some(told);
        }
        let pieces = |entry: Entry| matches!(entry, Entry::Pieces(_));
        let nouns = self.m.world.names.iter().filter(|(_, (entry, _))| pieces(*entry)).map(|(name, _)| name.as_str());
        let nouns: Vec<&str> = nouns.collect();
        let every = self.every_noun(&nouns);
        (!nouns.is_empty() && nearest(text, self.names_here().iter().map(String::as_str)).is_empty())
            .then(|| says::no_such_pieces(text, &every, self.place(noun.span)))
    }

    /// `to any hex where ..`, `number of hex where ..`
    fn one_hex(&self, noun: &ast::Name) -> Diagnostic {
        let before = self.before(noun.span).trim_end();
        let taken = ["to any", "to each", "to every", "to all", "from any", "from each"];
        let word = taken.iter().find(|words| before.ends_with(*words)).and_then(|words| words.split(' ').next_back());
        let start = word.map_or(noun.span.start, |word| (before.len() - word.len()) as u32);
        says::one_hex(word, self.place(wgr_grammar::Span { start, end: noun.span.end }))
    }

    /// The plural of each sort of pieces; first what means most of them.
    fn every_noun(&self, nouns: &[&str]) -> Vec<String> {
        let kinds = |name: &str| match self.m.world.entry(name) {
            Some(Entry::Pieces(kind)) => self.m.world.kinds.get(kind).map(|kind| kind.kinds),
            _ => None,
        };
        let mut plural: Vec<(usize, String)> = Vec::new();
        for name in nouns.iter().filter(|name| name.ends_with('s') || nouns.len() == 1) {
            let many = kinds(name).map_or(0, |kinds| kinds.each().count());
            plural.push((many, (*name).to_owned()));
        }
        plural.sort_by(|one, other| (other.0, &one.1).cmp(&(one.0, &other.1)));
        plural.into_iter().map(|(_, name)| name).collect()
    }
}
