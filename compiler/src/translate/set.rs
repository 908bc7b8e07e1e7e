//! Sets: kinds of pieces in play and their adjuncts, hexes, what a side or role has, and folds over them.

use super::builder::{ErrorReported, Made};
use super::expr::{as_set, surely};
use super::noted::Meant;
use super::reader::{Bound, Reader};
use super::ty::{Kinds, Noun, Ty, Unit};
use super::world::{Entry, OpenBoxes, SIDE};
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Local, Over};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, ExprKind, Phrase, Relation, TotalOf};

impl Reader<'_, '_> {
    /// A set as a value.
    pub(crate) fn read_set(&mut self, expr: &ast::Expr) -> Made<Expr> {
        let before = self.scope.len();
        let at = self.place(expr.span);
        let source = self.read_source(expr, " each", at);
        self.scope.truncate(before);
        let source = source?;
        let ty = Ty::Set(source.noun);
        Ok(Expr::new(Kind::Set(Box::new(source)), ty, at))
    }

    /// What is gone through. The name is in scope from here on: the caller ends its scope.
    pub(crate) fn read_source(&mut self, expr: &ast::Expr, name: &str, at: Place) -> Made<hir::Source> {
        if let ExprKind::Phrase(phrase) = &expr.kind
            && self.is_filter(phrase)
        {
            return self.phrase_source(phrase, name, at);
        }
        if let ExprKind::Name(name) = &expr.kind
            && let Some(index) = self.named_box(name)
        {
            return Err(self.box_is_no_set(index, expr));
        }
        if let ExprKind::Name(noun) = &expr.kind
            && self.bound(&noun.text).is_none()
            && self.kept(&noun.text).is_none_or(|kept| kept.each_side)
        {
            let all = |noun: &ast::Name| Phrase {
                relation: None,
                noun: noun.clone(),
                of: None,
                at: None,
                among: None,
                other_than: None,
                such: None,
            };
            let pieces = matches!(self.m.world.entry(&noun.text), Some(Entry::Pieces(_)));
            if pieces || matches!(noun.text.as_str(), "hexes" | "hexsides") && self.m.board.is_some() {
                return self.phrase_source(&all(noun), name, at);
            }
        }
        let members = if let ExprKind::Name(name) = &expr.kind { self.every_member(name) } else { None };
        let read = members.map_or_else(|| self.read_expr(expr, None), Ok)?;
        let Some(noun) = read.ty.noun() else {
            let (found, at) = (self.m.world.ty_name(read.ty), self.place(expr.span));
            return Err(self.tell(says::no_set(&found, at)));
        };
        let over = Over::Set(as_set(read, noun));
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.bind(name, Ty::One(noun), ir, at);
        Ok(hir::Source { var, over, guards: Vec::new(), noun, at: self.place(expr.span) })
    }

    /// The members of an enum, where a set is gone through.
    fn every_member(&mut self, name: &ast::Name) -> Option<Expr> {
        if self.bound(&name.text).is_some() || self.kept(&name.text).is_some() {
            return None;
        }
        let (index, meant) = match self.m.world.entry(&name.text) {
            Some(Entry::Enum(index)) => (index, Meant::Item),
            None if name.text == "Side" => (SIDE, Meant::Word),
            Some(_) | None => return None,
        };
        let (noun, at) = (Noun::Enum(index), self.place(name.span));
        let members = self.m.world.enums.get(index)?.members.len() as i64;
        let one = |member| as_set(Expr::new(Kind::Member(noun, member), Ty::One(noun), at), noun);
        let join = |all, one| Expr::new(Kind::Union(Box::new([all, one])), Ty::Set(noun), at);
        let all = (0..members).map(one).reduce(join)?;
        self.note(name.span, meant);
        Some(all)
    }

    /// A noun with adjuncts that filter, not `lead of attacker` or `length of p`.
    fn is_filter(&self, phrase: &Phrase) -> bool {
        let filters = phrase.at.is_some()
            || phrase.among.is_some()
            || phrase.other_than.is_some()
            || phrase.such.is_some()
            || phrase.relation.is_some();
        let noun = &phrase.noun.text;
        filters || matches!(self.m.world.entry(noun), Some(Entry::Pieces(_))) && self.kept(noun).is_none()
    }

    pub(crate) fn phrase(&mut self, phrase: &Phrase, span: Span) -> Made<Expr> {
        let at = self.place(span);
        if self.is_filter(phrase) {
            let whole = ast::Expr { span, kind: ExprKind::Phrase(Box::new(phrase.clone())) };
            return self.read_set(&whole);
        }
        let Some(of) = &phrase.of else { return self.name(&phrase.noun, None) };
        let side = Ty::One(Noun::Enum(SIDE));
        match phrase.noun.text.as_str() {
            "enemy" => {
                let of = self.read_as(of, side)?;
                Ok(Expr::new(Kind::OtherSide(Box::new(of)), side, at))
            }
            "length" => self.length(of, span),
            "hexes" if self.m.board.is_some() => self.hexes_of(None, of),
            "ends" if self.m.board.is_some() => {
                let side = self.read_as(of, Ty::One(Noun::Hexside))?;
                Ok(Expr::new(Kind::EndsOf(Box::new(side)), Ty::Set(Noun::Hex), at))
            }
            name => {
                let kept = self.kept(name).map(|kept| (kept.cell, kept.ty, kept.each_side, kept.at));
                match kept {
                    Some((cell, ty, true, given)) => {
                        self.note(phrase.noun.span, Meant::Local(given));
                        let of = self.read_as(of, side)?;
                        Ok(Expr::new(Kind::Stored(cell, vec![of]), ty, at))
                    }
                    Some((_, _, false, _)) => Err(self.tell(says::kept_once(name, at))),
                    None => {
                        let told = self.of_what(&phrase.noun, of);
                        Err(self.tell(told.unwrap_or_else(|| self.unknown_here(&phrase.noun, None))))
                    }
                }
            }
        }
    }

    fn phrase_source(&mut self, phrase: &Phrase, name: &str, at: Place) -> Made<hir::Source> {
        let (base, kinds) = self.base(phrase)?;
        let whole = matches!(base, Over::Counters);
        let noun = match &base {
            Over::Counters => Noun::Piece(kinds),
            Over::Hexes => Noun::Hex,
            Over::Hexsides => Noun::Hexside,
            Over::Set(set) => set.ty.noun().ok_or(ErrorReported)?,
        };
        let ir = self.m.ir_type(Ty::One(noun));
        let mut guards = Vec::new();
        let from = self.scope.len();
        let var = self.bind(name, Ty::One(noun), ir, at);
        let each = Each { var, noun, at: self.place(phrase.noun.span) };
        if matches!(base, Over::Hexsides) {
            guards.push(each.yes_no(Kind::Inner(Box::new(each.get()))));
        }
        if whole {
            self.kind_guard(each, kinds, &mut guards);
            if phrase.at.is_none() && self.m.board.is_some() {
                guards.push(each.on_map());
            }
        } else if let Noun::Piece(had) = noun
            && !had.within(kinds)
        {
            self.kind_guard(each, kinds, &mut guards);
        }
        // The author's name is not in scope of the adjuncts; `it` is.
        let bound = self.scope.split_off(from);
        self.side_guard(phrase, each, &mut guards)?;
        self.adjuncts(phrase, each, &mut guards)?;
        let narrowed = match noun {
            Noun::Piece(had) => Noun::Piece(had.and(kinds)),
            Noun::Enum(_) | Noun::Hex | Noun::Hexside | Noun::Direction => noun,
        };
        if let Some(such) = &phrase.such {
            guards.extend(self.such(phrase, such, Each { noun: narrowed, ..each }, at)?);
        }
        self.scope.extend(bound.into_iter().map(|bound| Bound { ty: Ty::One(narrowed), ..bound }));
        Ok(hir::Source { var, over: base, guards, noun: narrowed, at: each.at })
    }

    fn kind_guard(&mut self, each: Each, kinds: Kinds, guards: &mut Vec<Expr>) {
        if kinds == self.m.world.all_pieces() {
            return;
        }
        if let Some(table) = self.m.world.kind_of(kinds).map(|kind| kind.table) {
            guards.push(each.yes_no(Kind::Printed(table, vec![each.get()])));
        }
    }

    /// What the noun stands for before its adjuncts: all counters of a kind, or a set that something keeps.
    fn base(&mut self, phrase: &Phrase) -> Made<(Over, Kinds)> {
        let all = self.m.world.all_pieces();
        let noun = &phrase.noun;
        let kinds = match self.m.world.entry(&noun.text) {
            Some(Entry::Pieces(index)) => self.m.world.kinds.get(index).map(|kind| kind.kinds),
            _ => None,
        };
        if let Some(among) = &phrase.among {
            let read = self.read_expr(among, None)?;
            let Some(of) = read.ty.noun() else {
                let (found, at) = (self.m.world.ty_name(read.ty), self.place(among.span));
                return Err(self.tell(says::no_set(&found, at)));
            };
            let set = as_set(read, of);
            self.note(noun.span, Meant::Item);
            let Some(kinds) = kinds else {
                if (noun.text == "hexes" && of == Noun::Hex) || (noun.text == "hexsides" && of == Noun::Hexside) {
                    return Ok((Over::Set(set), all));
                }
                let (known, at) = (self.m.world.kind_names(), self.place(noun.span));
                return Err(self.tell(says::unknown_name("kind", &noun.text, &known, at)));
            };
            return Ok((Over::Set(set), kinds));
        }
        if let Some(kinds) = kinds
            && self.bound(&noun.text).is_none()
            && self.kept(&noun.text).is_none()
        {
            self.note(noun.span, Meant::Item);
            return Ok((Over::Counters, kinds));
        }
        if noun.text == "hexes" && self.m.board.is_some() {
            let over = match &phrase.of {
                Some(of) => Over::Set(self.hexes_of(phrase.relation, of)?),
                None => Over::Hexes,
            };
            return Ok((over, all));
        }
        if noun.text == "hexsides" && self.m.board.is_some() {
            if let Some(of) = &phrase.of {
                let at = self.place(of.span);
                return Err(self.tell(says::hexsides_of(at)));
            }
            return Ok((Over::Hexsides, all));
        }
        let members = if phrase.of.is_none() { self.every_member(noun) } else { None };
        let read = members.map_or_else(|| self.kept_of(phrase), Ok)?;
        let Some(of) = read.ty.noun() else {
            let (found, at) = (self.m.world.ty_name(read.ty), self.place(noun.span));
            return Err(self.tell(says::no_set(&found, at)));
        };
        Ok((Over::Set(as_set(read, of)), all))
    }

    /// `units of attacker` that an action keeps, `guns` that it keeps once, any name of a set.
    fn kept_of(&mut self, phrase: &Phrase) -> Made<Expr> {
        let each = self.kept(&phrase.noun.text).filter(|kept| kept.each_side).map(|kept| (kept.cell, kept.ty, kept.at));
        let at = self.place(phrase.noun.span);
        match (each, &phrase.of) {
            (Some((cell, ty, given)), Some(of)) => {
                self.note(phrase.noun.span, Meant::Local(given));
                let of = self.read_as(of, Ty::One(Noun::Enum(SIDE)))?;
                Ok(Expr::new(Kind::Stored(cell, vec![of]), ty, at))
            }
            (Some(_), None) => Err(self.tell(says::kept_for_each_side(&phrase.noun.text, at))),
            (None, _) => match self.no_such_pieces(&phrase.noun) {
                Some(told) => Err(self.tell(told)),
                None => self.name(&phrase.noun, None),
            },
        }
    }

    /// `of s`, `enemy .. of s`, `friendly .. of s`.
    fn side_guard(&mut self, phrase: &Phrase, each: Each, guards: &mut Vec<Expr>) -> Made<()> {
        let pieces = matches!(self.m.world.entry(&phrase.noun.text), Some(Entry::Pieces(_)));
        let of = match (&phrase.of, phrase.relation) {
            (_, Some(Relation::First)) if phrase.noun.text != "hexes" || phrase.of.is_none() => {
                let at = self.place(phrase.noun.span);
                return Err(self.tell(says::first_of_what(&phrase.noun.text, at)));
            }
            (Some(of), _) if pieces => of,
            (None, Some(_)) => {
                let at = self.place(phrase.noun.span);
                return Err(self.tell(says::enemy_of_whom(&phrase.noun.text, at)));
            }
            _ => return Ok(()),
        };
        let side = Ty::One(Noun::Enum(SIDE));
        let read = self.read_expr(of, Some(side))?;
        // `enemy units of u` is said of a piece's side.
        let whose = match read.ty {
            Ty::One(Noun::Piece(_)) => {
                let at = read.at;
                Expr::new(Kind::SideOf(Box::new(read)), side, at)
            }
            _ => self.fit(read, side, of)?,
        };
        let how = if phrase.relation == Some(Relation::Enemy) { Compare::IsNot } else { Compare::Is };
        let own = Expr::new(Kind::SideOf(Box::new(each.get())), side, each.at);
        guards.push(each.compare(how, own, whose));
        Ok(())
    }

    fn adjuncts(&mut self, phrase: &Phrase, each: Each, guards: &mut Vec<Expr>) -> Made<()> {
        if let Some(at) = &phrase.at {
            let read = self.read_expr(at, Some(Ty::One(Noun::Hex)))?;
            let each = Each { at: self.place(at.span), ..each };
            let both = |a, b| each.yes_no(Kind::And(Box::new([a, b])));
            let lies = self.m.world.open_boxes.map(|open| (each.lies(open), Noun::Enum(open.noun)));
            guards.push(match (read.ty, lies) {
                (Ty::Set(noun), Some((lies, of))) if noun == of => {
                    let there = each.yes_no(Kind::In(Box::new([surely(lies), read])));
                    let lies = self.m.world.open_boxes.map(|open| each.lies(open)).ok_or(ErrorReported)?;
                    both(each.not_none(lies, of), there)
                }
                (Ty::One(noun), Some((lies, of))) if noun == of => each.compare(Compare::Is, lies, read),
                (Ty::Nothing, Some((lies, of))) if self.m.board.is_some() => {
                    let nowhere = each.not_none(lies, of);
                    both(each.compare(Compare::Is, each.stands(), read), each.yes_no(Kind::Not(Box::new(nowhere))))
                }
                (Ty::Set(Noun::Hex), _) => both(each.on_map(), each.yes_no(Kind::In(Box::new([each.stands(), read])))),
                (Ty::Maybe(Noun::Hex), _) => {
                    let here = each.compare(Compare::Is, each.stands(), read);
                    both(each.on_map(), here)
                }
                _ => {
                    let hex = self.fit(read, Ty::One(Noun::Hex), at)?;
                    each.compare(Compare::Is, each.stands(), hex)
                }
            });
        }
        if let Some(other) = &phrase.other_than {
            let read = self.read_expr(other, Some(Ty::One(each.noun)))?;
            guards.push(match read.ty {
                Ty::Set(_) => {
                    let within = each.yes_no(Kind::In(Box::new([each.get(), read])));
                    each.yes_no(Kind::Not(Box::new(within)))
                }
                _ => each.compare(Compare::IsNot, each.get(), read),
            });
        }
        Ok(())
    }

    /// `where COND`, over `it`. `it.x is most` picks out the greatest of what is left without it.
    fn such(&mut self, phrase: &Phrase, such: &ast::Expr, each: Each, at: Place) -> Made<Option<Expr>> {
        let (extreme, rest) = split_extreme(such);
        let mut guards = Vec::new();
        let before = (self.scope.len(), self.narrowed.len());
        self.scope.push(Bound { name: "it".to_owned(), local: each.var, ty: Ty::One(each.noun), at });
        let mut done = Ok(());
        for cond in &rest {
            match self.read_cond(cond) {
                Ok(cond) => {
                    guards.push(cond.expr);
                    self.narrowed.extend(cond.yes);
                }
                Err(ErrorReported) => {
                    self.narrowed.extend(self.known_if(true, None, cond));
                    done = Err(ErrorReported);
                }
            }
        }
        if let (Some((value, most)), Ok(())) = (extreme, done) {
            let mine = self.read_expr(value, None)?;
            let scope = self.scope.split_off(before.0);
            let rest = rest.iter().copied().cloned().reduce(|a, b| {
                let span = a.span.to(b.span);
                ast::Expr { span, kind: ExprKind::And(Box::new(a), Box::new(b)) }
            });
            let base = Phrase { such: rest, ..phrase.clone() };
            let best = self.extreme_of(&base, value, most, at);
            self.scope.extend(scope);
            guards.push(each.compare(Compare::Is, mine, best?));
        }
        self.scope.truncate(before.0);
        self.narrowed.truncate(before.1);
        done.map(|()| guards.into_iter().reduce(|a, b| each.yes_no(Kind::And(Box::new([a, b])))))
    }

    fn extreme_of(&mut self, base: &Phrase, value: &ast::Expr, most: bool, at: Place) -> Made<Expr> {
        let before = self.scope.len();
        let made = (|| {
            let source = self.phrase_source(base, "it", at)?;
            let value = self.read_expr(value, None)?;
            Ok((source, value))
        })();
        self.scope.truncate(before);
        let (source, value) = made?;
        let (ty, at) = (value.ty, value.at);
        let none = Expr::new(Kind::Number { value: 0, den: 1 }, Ty::COUNT, at);
        let which = if most { TotalOf::Greatest } else { TotalOf::Least };
        let (over, value, otherwise) = (Box::new(source), Box::new(value), Some(Box::new(none)));
        Ok(Expr::new(Kind::Total { which, over, value, otherwise }, ty, at))
    }

    /// The hexes of a list as a set.
    pub(crate) fn listed(&mut self, feature: usize, at: Place) -> Made<Expr> {
        let Some(def) = self.m.world.features.get(feature) else { return Err(ErrorReported) };
        let table = def.table;
        let ir = self.m.ir_type(Ty::One(Noun::Hex));
        let each = Each { var: self.binder(" hex", ir), noun: Noun::Hex, at };
        let guards = vec![each.yes_no(Kind::Printed(table, vec![each.get()]))];
        let source = hir::Source { var: each.var, over: Over::Hexes, guards, noun: Noun::Hex, at };
        Ok(Expr::new(Kind::Set(Box::new(source)), Ty::Set(Noun::Hex), at))
    }

    pub(crate) fn number_of(&mut self, set: &ast::Expr, span: Span) -> Made<Expr> {
        let at = self.place(span);
        if let Some(left) = self.left_in(set)? {
            return Ok(left);
        }
        let before = self.scope.len();
        let set_at = self.place(set.span);
        let source = self.read_source(set, " each", set_at);
        self.scope.truncate(before);
        Ok(Expr::new(Kind::Size(Box::new(source?)), Ty::COUNT, at))
    }

    pub(crate) fn total(
        &mut self,
        which: TotalOf,
        value: &ast::Expr,
        var: &ast::Name,
        set: &ast::Expr,
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Made<Expr> {
        let var_at = self.fresh_name(var)?;
        let before = self.scope.len();
        let source = self.read_source(set, &var.text, var_at);
        let read = source.and_then(|source| Ok((source, self.read_expr(value, None)?)));
        self.scope.truncate(before);
        let (source, read) = read?;
        let (unit, den) = self.must_be_number(read.ty, value)?;
        let (ty, at) = (Ty::Number { unit, den }, self.place(span));
        let otherwise = match (which, otherwise) {
            (TotalOf::Total, _) => None,
            (TotalOf::Least | TotalOf::Greatest, Some(other)) => Some(Box::new(self.read_as(other, ty)?)),
            (TotalOf::Least | TotalOf::Greatest, None) => {
                return Err(self.tell(says::extreme_of_nothing(at)));
            }
        };
        let (over, value) = (Box::new(source), Box::new(read));
        Ok(Expr::new(Kind::Total { which, over, value, otherwise }, ty, at))
    }

    pub(crate) fn hexes(&mut self, within: bool, distance: &ast::Expr, centre: &ast::Expr, span: Span) -> Made<Expr> {
        let hex = self.m.world.measures.iter().position(|measure| measure.name == "hex");
        let at = self.place(span);
        let Some(hex) = hex.filter(|_| self.m.board.is_some()) else {
            return Err(self.m.tell_no_board(at));
        };
        let distance = Box::new(self.read_as(distance, Ty::Number { unit: Unit::Of(hex), den: 1 })?);
        let centre = Box::new(self.read_as(centre, Ty::One(Noun::Hex))?);
        Ok(Expr::new(Kind::Hexes { within, centre, distance }, Ty::Set(Noun::Hex), at))
    }
}

/// Whom a source goes through: one after the other in `var`.
#[derive(Clone, Copy)]
struct Each {
    var: Local,
    noun: Noun,
    at: Place,
}

impl Each {
    fn get(self) -> Expr {
        Expr::new(Kind::Local(self.var), Ty::One(self.noun), self.at)
    }

    fn stands(self) -> Expr {
        Expr::new(Kind::HexOf(Box::new(self.get())), Ty::One(Noun::Hex), self.at)
    }

    fn on_map(self) -> Expr {
        self.not_none(self.stands(), Noun::Hex)
    }

    /// In which box it lies.
    fn lies(self, open: OpenBoxes) -> Expr {
        Expr::new(Kind::Stored(open.cell, vec![self.get()]), Ty::Maybe(Noun::Enum(open.noun)), self.at)
    }

    fn not_none(self, what: Expr, noun: Noun) -> Expr {
        let none = Expr::new(Kind::None(noun), Ty::Nothing, self.at);
        self.compare(Compare::IsNot, what, none)
    }

    fn compare(self, how: Compare, a: Expr, b: Expr) -> Expr {
        self.yes_no(Kind::Compare(how, Box::new([a, b])))
    }

    fn yes_no(self, kind: Kind) -> Expr {
        Expr::new(kind, Ty::YesNo, self.at)
    }
}

/// `.. and it.x is most`: the extreme apart from the other conditions.
fn split_extreme(such: &ast::Expr) -> (Option<(&ast::Expr, bool)>, Vec<&ast::Expr>) {
    let mut open = vec![such];
    let (mut extreme, mut rest) = (None, Vec::new());
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::And(a, b) => {
                open.push(b);
                open.push(a);
            }
            ExprKind::Compare(Compare::Is, value, word) => match &word.kind {
                ExprKind::Name(name) if name.text == "most" => extreme = Some((&**value, true)),
                ExprKind::Name(name) if name.text == "least" => extreme = Some((&**value, false)),
                _ => rest.push(expr),
            },
            _ => rest.push(expr),
        }
    }
    (extreme, rest)
}
