//! Fields: what stands behind a dot, and what is said where nothing of that name does.

use super::builder::{ErrorReported, Made};
use super::noted::Meant;
use super::play::Turns;
use super::reader::Reader;
use super::ty::{Kinds, Noun, Ty};
use super::world::{Entry, Of, SIDE, Stored};
use crate::diag::{Diagnostic, nearest, says};
use crate::hir::{Expr, Kind};
use wgr_grammar::Span;
use wgr_grammar::ast;

impl Reader<'_, '_> {
    pub(crate) fn field(&mut self, of: &ast::Expr, name: &ast::Name) -> Made<Expr> {
        let term = self.read_expr(of, None)?;
        let piece = matches!(term.ty, Ty::One(Noun::Piece(_)) | Ty::Maybe(Noun::Piece(_)) | Ty::Notation(_));
        if let Some(told) = self.point_for_comma(Span { start: of.span.end, end: name.span.end }).filter(|_| !piece) {
            return Err(self.tell(told));
        }
        let at = self.place(name.span);
        if let Ty::Notation(notation) = term.ty {
            let fields = self.m.world.notations.get(notation).map(|def| def.fields.clone()).unwrap_or_default();
            return match fields.iter().enumerate().find(|(_, (field, ..))| *field == name.text) {
                Some((part, (_, ty, table))) => {
                    self.note(name.span, Meant::Part(notation, part));
                    Ok(Expr::new(Kind::Printed(*table, vec![term]), *ty, at))
                }
                None => {
                    let names: Vec<String> = fields.into_iter().map(|(name, ..)| name).collect();
                    Err(self.tell(says::unknown_name("field", &name.text, &names, at)))
                }
            };
        }
        let (Ty::One(Noun::Piece(kinds)) | Ty::Maybe(Noun::Piece(kinds))) = term.ty else {
            let found = self.m.world.ty_name(term.ty);
            if term.ty == Ty::One(Noun::Hex)
                && matches!(self.m.world.entry(&name.text), Some(Entry::Feature(_) | Entry::Rows(_)))
            {
                let (hex, whole) =
                    (self.m.sources.text(self.place(of.span)).to_owned(), self.place(of.span.to(name.span)));
                return Err(self.tell(says::asked_of_a_hex(&name.text, &hex, whole)));
            }
            let text = self.m.sources.text(self.place(of.span));
            if term.ty.is_number() {
                return Err(self.tell(says::number_with_field(text, &name.text, at)));
            }
            if let (Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex), "hex") | (Ty::One(Noun::Enum(SIDE)), "side") =
                (term.ty, name.text.as_str())
            {
                let dot = self.place(Span { start: of.span.end, end: name.span.end });
                return Err(self.tell(says::is_it_already(text, &found, &name.text, dot)));
            }
            if let Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex) = term.ty {
                let asked = self.asked_of(|ty| matches!(ty, Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex)));
                return Err(self.tell(says::no_field_of_a_hex(&name.text, text, &asked, at)));
            }
            if let Some(Noun::Enum(list)) = term.ty.noun().filter(|_| self.m.world.members.contains_key(&name.text)) {
                let whole = self.place(of.span.to(name.span));
                if self.member_of(list, &name.text).is_some() {
                    return Err(self.tell(says::value_behind_a_dot(text, &name.text, &found, whole)));
                }
            }
            return Err(self.tell(says::no_fields(&found, &name.text, at)));
        };
        let whole = matches!(term.ty, Ty::One(_));
        let piece = if whole { term } else { self.asked_for(term, of)? };
        match name.text.as_str() {
            "box" if let Some(open) = self.m.world.open_boxes => {
                let lies = Ty::Maybe(Noun::Enum(open.noun));
                Ok(Expr::new(Kind::Stored(open.cell, vec![piece]), lies, at))
            }
            "hex" if self.m.board.is_some() => Ok(Expr::new(Kind::HexOf(Box::new(piece)), Ty::One(Noun::Hex), at)),
            "covered" if self.m.stack.is_some() => Ok(Expr::new(Kind::Covered(Box::new(piece)), Ty::YesNo, at)),
            "side" => Ok(Expr::new(Kind::SideOf(Box::new(piece)), Ty::One(Noun::Enum(SIDE)), at)),
            _ => {
                let field = self.field_of(kinds, name, of)?;
                let Some(def) = self.m.world.fields.get(field) else { return Err(ErrorReported) };
                let (stored, ty) = (def.stored, def.ty);
                let prints = self.m.world.prints.as_ref();
                let drawn = def.drawn.filter(|_| prints.is_some_and(|prints| !kinds.and(prints.kinds).is_empty()));
                let kind = match (stored, drawn) {
                    (_, Some(drawn)) => Kind::Asked(drawn.func, vec![piece]),
                    (Stored::Table(table), None) => Kind::Printed(table, vec![piece]),
                    (Stored::Cell(cell), None) => Kind::Stored(cell, vec![piece]),
                };
                Ok(Expr::new(kind, ty, at))
            }
        }
    }

    /// `German. French`, `u.hex. foe.hex`: a point with a blank behind it stands for a comma.
    pub(crate) fn point_for_comma(&self, within: Span) -> Option<Diagnostic> {
        let text = self.m.sources.text(self.place(within));
        let at = text.find(". ")? + within.start as usize;
        let (left, right) = text.split_once(". ")?;
        let own = |sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == '.');
        let next = right.trim_start().split(own).next().unwrap_or_default();
        let before = match left.rsplit(own).next().unwrap_or_default() {
            "" => self.before(within).rsplit(own).next().unwrap_or_default(),
            before => before,
        };
        let dot = self.place(Span::new(at, at + 1));
        Some(says::point_for_comma(&format!("{before}, {next}"), dot))
    }

    /// The field of this name that all these kinds have.
    pub(crate) fn field_of(&mut self, kinds: Kinds, name: &ast::Name, of: &ast::Expr) -> Made<usize> {
        let world = &self.m.world;
        let named = || world.fields.iter().enumerate().filter(|(_, field)| field.name == name.text);
        if let Some((at, _)) = named().find(|(_, field)| kinds.within(field.pieces)) {
            self.note(name.span, Meant::Field(at));
            return Ok(at);
        }
        let having = named().fold(Kinds::default(), |all, (_, field)| all.or(field.pieces));
        if world.is_broken(kinds.without(having)) {
            return Err(ErrorReported);
        }
        let at = self.place(name.span);
        if having.is_empty() {
            let known = world.fields.iter().filter(|field| !field.pieces.and(kinds).is_empty());
            let mut known: Vec<String> =
                known.map(|field| field.name.clone()).filter(|name| !name.starts_with(' ')).collect();
            known.extend(["hex".to_owned(), "side".to_owned()]);
            let text = self.m.sources.text(self.place(of.span));
            let near = nearest(&name.text, known.iter().map(String::as_str));
            if let Some(right) = self.field_beside(kinds, text).filter(|_| near.is_empty()) {
                let whole = self.place(of.span.to(name.span));
                return Err(self.tell(says::field_beside(&name.text, &right, whole)));
            }
            let told = match self.asked_and_no_field(kinds, name, of) {
                Some(told) if nearest(&name.text, known.iter().map(String::as_str)).is_empty() => told,
                Some(_) | None => says::unknown_name("field", &name.text, &known, at),
            };
            return Err(self.tell(told));
        }
        let (has, lacks) = (having, kinds.without(having));
        if lacks.is_empty() {
            let several = named().filter(|(_, field)| !field.pieces.and(kinds).is_empty());
            let several: Vec<_> = several.map(|(_, field)| (world.kinds_name(field.pieces), field.at)).collect();
            return Err(self.tell(says::field_differs(&name.text, &several, at)));
        }
        let subject = self.m.sources.text(self.place(of.span)).to_owned();
        let (kind, other) = (world.kinds_name(has), world.kinds_name(lacks));
        let test = world.kind_of(has).map(|kind| kind.name.clone());
        if kinds.and(having).is_empty() {
            let own = world.fields.iter().filter(|field| kinds.within(field.pieces) && !field.name.starts_with(' '));
            let own: Vec<String> = own.map(|field| field.name.clone()).collect();
            let told = says::field_of_another_kind((&name.text, &subject), (&kind, &other), &own, at);
            return Err(self.tell(told.mismatch(self.place(of.span), other, kind)));
        }
        let head = self.is_of_the_head(of);
        let test = (kind.as_str(), test.as_deref());
        let told = says::field_of_wrong_kind((&name.text, &subject), test, &other, head, at);
        Err(self.tell(told.mismatch(self.place(of.span), self.m.world.kinds_name(kinds), &kind)))
    }

    /// What is asked of one such thing, with brackets: features of the map, values, facts.
    fn asked_of(&self, is: impl Fn(Ty) -> bool) -> Vec<String> {
        let world = &self.m.world;
        let features = world.features.iter().filter(|def| def.of == Of::Hexes && is(Ty::One(Noun::Hex)));
        let features = features.map(|def| def.name.clone());
        let rows = world.rows.iter().filter(|def| {
            matches!(def.params.as_slice(), [param] if is(param.ty))
                && def.step.is_none()
                && def.asked_within().is_none_or(|action| self.within == Some(action))
        });
        features.chain(rows.map(|def| def.name.clone())).filter(|name| !name.starts_with(' ')).collect()
    }

    /// `foe.power`, where `power` is a value of a piece; `u.terrain`, where it is asked of a hex.
    fn asked_and_no_field(&self, kinds: Kinds, name: &ast::Name, of: &ast::Expr) -> Option<Diagnostic> {
        let text = self.m.sources.text(self.place(of.span));
        let piece = |ty: Ty| matches!(ty, Ty::One(Noun::Piece(own)) | Ty::Maybe(Noun::Piece(own)) if kinds.within(own));
        let hex = |ty: Ty| matches!(ty, Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex));
        let (of_a_piece, of_a_hex) = (self.asked_of(piece), self.asked_of(hex));
        let meant = |known: &[String]| {
            let same = known.iter().find(|known| **known == name.text);
            let near = || nearest(&name.text, known.iter().map(String::as_str)).first().map(|near| (*near).to_owned());
            same.cloned().or_else(near)
        };
        let right = match (meant(&of_a_piece), meant(&of_a_hex)) {
            (Some(meant), _) => format!("{meant}({text})"),
            (None, Some(meant)) => format!("{meant}({text}.hex)"),
            (None, None) => return None,
        };
        Some(says::asked_and_no_field(&name.text, &right, self.place(of.span.to(name.span))))
    }

    /// Every word that could stand here, for "did you mean".
    pub(crate) fn names_here(&self) -> Vec<String> {
        let scope = self.scope.iter().map(|bound| bound.name.clone());
        let action = self.within.and_then(|at| self.m.world.actions.get(at));
        let kept = action.iter().flat_map(|action| &action.kept).map(|kept| kept.name.trim_start().to_owned());
        // Nobody reads a scene among rules.
        let names = self.m.world.names.iter();
        let items = names.filter(|(_, (entry, _))| !matches!(entry, Entry::Scene(_))).map(|(name, _)| name.clone());
        let members = self.m.world.members.keys().cloned();
        scope.chain(kept).chain(items).chain(members).collect()
    }

    /// Those of these names that are near, and of them those that fit, where there are some.
    pub(crate) fn near_here<'n>(&self, text: &str, known: &'n [String], want: Option<Ty>) -> Vec<&'n str> {
        // What every game has, too.
        let own = ["phasing", "phase"].into_iter().chain((self.m.turns != Turns::Unknown).then_some("turn"));
        let own = own.chain(self.acting.then_some("acting"));
        let near = nearest(text, known.iter().map(String::as_str).chain(own));
        let fits = |name: &&str| want.zip(self.type_of_name(name)).is_some_and(|(want, found)| found.goes_with(want));
        let fitting: Vec<&str> = near.iter().copied().filter(fits).collect();
        if fitting.is_empty() { near } else { fitting }
    }

    /// What a name alone stands for here, as far as it is known without reading more.
    pub(crate) fn type_of_name(&self, name: &str) -> Option<Ty> {
        if let Some(bound) = self.bound(name) {
            return Some(bound.ty);
        }
        if let Some(kept) = self.kept(name) {
            return Some(kept.ty);
        }
        let world = &self.m.world;
        match name {
            "phasing" | "acting" => return Some(Ty::One(Noun::Enum(SIDE))),
            "turn" => return Some(self.m.turns.ty()),
            _ => {}
        }
        match world.entry(name) {
            Some(Entry::Spot(_)) => Some(Ty::One(Noun::Hex)),
            Some(Entry::Counter(counter)) => {
                let piece = world.counters.get(counter)?.piece;
                Some(Ty::One(Noun::Piece(Kinds::of(piece))))
            }
            Some(Entry::Pieces(kind)) => Some(Ty::Set(Noun::Piece(world.kinds.get(kind)?.kinds))),
            Some(Entry::Box(_)) => world.open_boxes.map(|open| Ty::One(Noun::Enum(open.noun))),
            Some(Entry::Run(run)) => world.runs.get(run).map(|def| def.ty),
            Some(Entry::Rows(rows)) => world.rows.get(rows).filter(|def| def.params.is_empty()).map(|def| def.result),
            Some(Entry::Feature(at)) if world.features.get(at)?.in_order.is_some() => Some(Ty::Set(Noun::Hex)),
            Some(_) => None,
            None => {
                let (list, _) = world.members.get(name)?.first()?;
                Some(Ty::One(Noun::Enum(*list)))
            }
        }
    }

    /// Names that fit the wanted type and are nearly what is written, a capital letter for a small one.
    pub(crate) fn fitting(&self, text: &str, want: Ty) -> Vec<String> {
        let known = self.names_here();
        let near = nearest(text, known.iter().map(String::as_str));
        let fits = |name: &&&str| self.type_of_name(name).is_some_and(|found| found.goes_with(want));
        near.iter().filter(fits).map(|name| (*name).to_owned()).collect()
    }
}
