//! Sets: kinds of pieces in play and their adjuncts, hexes, what a side or role has, and folds over them.

use super::maker::{Made, Told};
use super::ty::{Kinds, Noun, Ty, Unit};
use super::world::{Entry, SIDE};
use super::writer::{Source, Term, Writer};
use crate::diag::{Place, says};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, ExprKind, Phrase, Relation, TotalOf};
use wgr_runtime::ir::{BinaryOp, BoardOp, Expr, ExprId, FoldOp, UnaryOp};

impl Writer<'_, '_> {
    /// A set as a value.
    pub(crate) fn set(&mut self, expr: &ast::Expr) -> Made<Term> {
        let before = self.scope.len();
        let at = self.place(expr.span);
        let source = self.source(expr, " each", at);
        self.scope.truncate(before);
        let source = source?;
        let ty = Ty::Set(source.noun);
        if source.guard.is_none() {
            return Ok(Term { id: source.over, ty });
        }
        Ok(Term { id: self.fold(FoldOp::Filter, source, None, None), ty })
    }

    /// What a fold over this set goes through. The name is in scope from here on: the caller ends its scope.
    pub(crate) fn source(&mut self, expr: &ast::Expr, name: &str, at: Place) -> Made<Source> {
        self.stand(expr.span);
        if let ExprKind::Phrase(phrase) = &expr.kind
            && self.is_filter(phrase)
        {
            return self.phrase_source(phrase, name, at);
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
            if pieces || noun.text == "hexes" && self.m.board.is_some() {
                return self.phrase_source(&all(noun), name, at);
            }
        }
        let term = self.expr(expr, None)?;
        let (over, noun) = match term.ty {
            Ty::Set(noun) => (term.id, noun),
            Ty::One(noun) | Ty::Maybe(noun) => (self.unary(UnaryOp::Single, term.id), noun),
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(expr.span));
                return Err(self.tell(says::no_set(&found, at)));
            }
        };
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.bind(name, Ty::One(noun), ir, at, false);
        Ok(Source { var, over, guard: None, noun })
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

    pub(crate) fn phrase(&mut self, phrase: &Phrase, span: Span) -> Made<Term> {
        if self.is_filter(phrase) {
            let whole = ast::Expr { span, kind: ExprKind::Phrase(Box::new(phrase.clone())) };
            return self.set(&whole);
        }
        let Some(of) = &phrase.of else { return self.name(&phrase.noun, None) };
        let side = Ty::One(Noun::Enum(SIDE));
        match phrase.noun.text.as_str() {
            "enemy" => {
                let of = self.expr_as(of, side)?;
                Ok(Term { id: self.other_side(of), ty: side })
            }
            "length" => self.length(of, span),
            name => {
                let kept = self.kept(name).map(|kept| (kept.cell, kept.ty, kept.each_side));
                match kept {
                    Some((cell, ty, true)) => {
                        let of = self.expr_as(of, side)?;
                        Ok(Term { id: self.read(cell, vec![of]), ty })
                    }
                    Some((_, _, false)) => {
                        let at = self.place(span);
                        Err(self.tell(says::kept_once(name, at)))
                    }
                    None => {
                        let known = self.names_here();
                        let at = self.place(phrase.noun.span);
                        Err(self.tell(says::unknown_name("name", name, &known, at)))
                    }
                }
            }
        }
    }

    fn phrase_source(&mut self, phrase: &Phrase, name: &str, at: Place) -> Made<Source> {
        let (base, kinds) = self.base(phrase)?;
        let noun = match base {
            Base::Pieces => Noun::Piece(kinds),
            Base::Set(term) => term.ty.noun().ok_or(Told)?,
        };
        let (over, whole) = match base {
            Base::Pieces => {
                let counters = self.m.counters;
                (self.add(Expr::All(counters)), true)
            }
            Base::Set(term) => (term.id, false),
        };
        let ir = self.m.ir_type(Ty::One(noun));
        let mut guards = Vec::new();
        let from = self.scope.len();
        let var = self.bind(name, Ty::One(noun), ir, at, false);
        if whole && !self.any_other_source(phrase) {
            self.kind_guard(var, kinds, &mut guards);
            if phrase.at.is_none() {
                let piece = self.get(var);
                guards.extend(self.is_in_play(piece));
            }
        } else if let Noun::Piece(had) = noun
            && !had.within(kinds)
        {
            self.kind_guard(var, kinds, &mut guards);
        }
        // The author's name is not in scope of the adjuncts; `it` is.
        let bound = self.scope.split_off(from);
        self.side_guard(phrase, var, &mut guards)?;
        self.adjuncts(phrase, var, noun, &mut guards)?;
        let narrowed = match noun {
            Noun::Piece(had) => Noun::Piece(had.and(kinds)),
            Noun::Enum(_) | Noun::Hex | Noun::Hexside | Noun::Direction => noun,
        };
        let such = match &phrase.such {
            Some(such) => self.such(phrase, such, var, narrowed, at)?,
            None => None,
        };
        guards.extend(such);
        self.scope.extend(bound.into_iter().map(|bound| super::writer::Bound { ty: Ty::One(narrowed), ..bound }));
        let guard = self.all_of(guards);
        Ok(Source { var, over, guard, noun: narrowed })
    }

    fn any_other_source(&self, phrase: &Phrase) -> bool {
        phrase.among.is_some()
    }

    fn kind_guard(&mut self, var: wgr_runtime::ir::LocalId, kinds: Kinds, guards: &mut Vec<ExprId>) {
        if kinds == self.m.world.all_pieces() {
            return;
        }
        if let Some(table) = self.m.world.kind_of(kinds).map(|kind| kind.table) {
            let piece = self.get(var);
            guards.push(self.look(table, vec![piece]));
        }
    }

    /// What the noun stands for before its adjuncts: all counters of a kind, or a set that something keeps.
    fn base(&mut self, phrase: &Phrase) -> Made<(Base, Kinds)> {
        let all = self.m.world.all_pieces();
        let noun = &phrase.noun;
        let kinds = match self.m.world.entry(&noun.text) {
            Some(Entry::Pieces(index)) => self.m.world.kinds.get(index).map(|kind| kind.kinds),
            _ => None,
        };
        if let Some(among) = &phrase.among {
            let term = self.expr(among, None)?;
            let Some(of) = term.ty.noun() else {
                let (found, at) = (self.m.world.ty_name(term.ty), self.place(among.span));
                return Err(self.tell(says::no_set(&found, at)));
            };
            let id = match term.ty {
                Ty::Set(_) => term.id,
                _ => self.unary(UnaryOp::Single, term.id),
            };
            let Some(kinds) = kinds else {
                if noun.text == "hexes" && of == Noun::Hex {
                    return Ok((Base::Set(Term { id, ty: Ty::Set(of) }), all));
                }
                let (known, at) = (self.m.world.kind_names(), self.place(noun.span));
                return Err(self.tell(says::unknown_name("kind", &noun.text, &known, at)));
            };
            return Ok((Base::Set(Term { id, ty: Ty::Set(of) }), kinds));
        }
        if let Some(kinds) = kinds
            && self.bound(&noun.text).is_none()
            && self.kept(&noun.text).is_none()
        {
            return Ok((Base::Pieces, kinds));
        }
        if noun.text == "hexes" && self.m.board.is_some() {
            let id = self.add(Expr::All(wgr_runtime::ir::HEX));
            return Ok((Base::Set(Term { id, ty: Ty::Set(Noun::Hex) }), all));
        }
        let term = self.kept_of(phrase)?;
        let id = match term.ty {
            Ty::Set(_) => term.id,
            Ty::One(_) | Ty::Maybe(_) => self.unary(UnaryOp::Single, term.id),
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(noun.span));
                return Err(self.tell(says::no_set(&found, at)));
            }
        };
        let ty = Ty::Set(term.ty.noun().ok_or(Told)?);
        Ok((Base::Set(Term { id, ty }), all))
    }

    /// `units of attacker` that an action keeps, `guns` that it keeps once, any name of a set.
    fn kept_of(&mut self, phrase: &Phrase) -> Made<Term> {
        let each = self.kept(&phrase.noun.text).filter(|kept| kept.each_side).map(|kept| (kept.cell, kept.ty));
        match (each, &phrase.of) {
            (Some((cell, ty)), Some(of)) => {
                let of = self.expr_as(of, Ty::One(Noun::Enum(SIDE)))?;
                Ok(Term { id: self.read(cell, vec![of]), ty })
            }
            (Some(_), None) => {
                let at = self.place(phrase.noun.span);
                Err(self.tell(says::kept_for_each_side(&phrase.noun.text, at)))
            }
            (None, _) => self.name(&phrase.noun, None),
        }
    }

    /// `of s`, `enemy .. of s`, `friendly .. of s`.
    fn side_guard(&mut self, phrase: &Phrase, var: wgr_runtime::ir::LocalId, guards: &mut Vec<ExprId>) -> Made<()> {
        let pieces = matches!(self.m.world.entry(&phrase.noun.text), Some(Entry::Pieces(_)));
        let of = match (&phrase.of, phrase.relation) {
            (Some(of), _) if pieces => of,
            (None, Some(_)) => {
                let at = self.place(phrase.noun.span);
                return Err(self.tell(says::enemy_of_whom(&phrase.noun.text, at)));
            }
            _ => return Ok(()),
        };
        let term = self.expr(of, Some(Ty::One(Noun::Enum(SIDE))))?;
        // `enemy units of u` is said of a piece's side.
        let side = match term.ty {
            Ty::One(Noun::Piece(_)) => {
                let table = self.m.side_of;
                self.look(table, vec![term.id])
            }
            _ => self.coerce(term, Ty::One(Noun::Enum(SIDE)), of)?,
        };
        let piece = self.get(var);
        let table = self.m.side_of;
        let own = self.look(table, vec![piece]);
        let op = if phrase.relation == Some(Relation::Enemy) { BinaryOp::Ne } else { BinaryOp::Eq };
        guards.push(self.binary(op, own, side));
        Ok(())
    }

    fn adjuncts(
        &mut self,
        phrase: &Phrase,
        var: wgr_runtime::ir::LocalId,
        noun: Noun,
        guards: &mut Vec<ExprId>,
    ) -> Made<()> {
        if let Some(at) = &phrase.at {
            let term = self.expr(at, Some(Ty::One(Noun::Hex)))?;
            self.stand(at.span);
            let piece = self.get(var);
            let stands = self.stands(piece);
            guards.push(match term.ty {
                Ty::Set(Noun::Hex) => {
                    let nowhere = self.nowhere();
                    let somewhere = self.binary(BinaryOp::Ne, stands, nowhere);
                    let piece = self.get(var);
                    let stands = self.stands(piece);
                    let within = self.binary(BinaryOp::In, stands, term.id);
                    self.binary(BinaryOp::And, somewhere, within)
                }
                Ty::Maybe(Noun::Hex) => {
                    let here = self.binary(BinaryOp::Eq, stands, term.id);
                    let piece = self.get(var);
                    let (stands, nowhere) = (self.stands(piece), self.nowhere());
                    let somewhere = self.binary(BinaryOp::Ne, stands, nowhere);
                    self.binary(BinaryOp::And, somewhere, here)
                }
                _ => {
                    let hex = self.coerce(term, Ty::One(Noun::Hex), at)?;
                    self.binary(BinaryOp::Eq, stands, hex)
                }
            });
        }
        if let Some(other) = &phrase.other_than {
            let term = self.expr(other, Some(Ty::One(noun)))?;
            let one = self.get(var);
            guards.push(match term.ty {
                Ty::Set(_) => {
                    let within = self.binary(BinaryOp::In, one, term.id);
                    self.unary(UnaryOp::Not, within)
                }
                _ => self.binary(BinaryOp::Ne, one, term.id),
            });
        }
        Ok(())
    }

    /// `where COND`, over `it`. `it.x is most` picks out the greatest of what is left without it.
    fn such(
        &mut self,
        phrase: &Phrase,
        such: &ast::Expr,
        var: wgr_runtime::ir::LocalId,
        noun: Noun,
        at: Place,
    ) -> Made<Option<ExprId>> {
        let (extreme, rest) = split_extreme(such);
        let ty = Ty::One(noun);
        let mut guards = Vec::new();
        let before = (self.scope.len(), self.narrowed.len());
        self.scope.push(super::writer::Bound { name: "it".to_owned(), local: var, ty, at });
        let mut done = Ok(());
        for cond in &rest {
            match self.cond(cond) {
                Ok(cond) => {
                    guards.push(cond.id);
                    self.narrowed.extend(cond.yes);
                }
                Err(Told) => done = Err(Told),
            }
        }
        if let (Some((value, most)), Ok(())) = (extreme, done) {
            let mine = self.expr(value, None)?;
            let scope = self.scope.split_off(before.0);
            let rest = rest.iter().copied().cloned().reduce(|a, b| {
                let span = a.span.to(b.span);
                ast::Expr { span, kind: ExprKind::And(Box::new(a), Box::new(b)) }
            });
            let base = Phrase { such: rest, ..phrase.clone() };
            let best = self.extreme_of(&base, value, most, at);
            self.scope.extend(scope);
            guards.push(self.binary(BinaryOp::Eq, mine.id, best?));
        }
        self.scope.truncate(before.0);
        self.narrowed.truncate(before.1);
        done.map(|()| self.all_of(guards))
    }

    fn extreme_of(&mut self, base: &Phrase, value: &ast::Expr, most: bool, at: Place) -> Made<ExprId> {
        let before = self.scope.len();
        let made = (|| {
            let source = self.phrase_source(base, "it", at)?;
            let value = self.expr(value, None)?;
            Ok((source, value))
        })();
        self.scope.truncate(before);
        let (source, value) = made?;
        let none = self.number(0, 1);
        let op = if most { FoldOp::Most } else { FoldOp::Least };
        Ok(self.fold(op, source, Some(value.id), Some(none)))
    }

    pub(crate) fn number_of(&mut self, set: &ast::Expr) -> Made<Term> {
        if let ast::ExprKind::Name(name) = &set.kind
            && let Some(Entry::Cup(cup)) = self.m.world.entry(&name.text)
        {
            let id = self.left_in(cup).unwrap_or_else(|| self.number(0, 1));
            return Ok(Term { id, ty: Ty::COUNT });
        }
        let before = self.scope.len();
        let at = self.place(set.span);
        let source = self.source(set, " each", at);
        self.scope.truncate(before);
        let source = source?;
        let id = match source.guard {
            None => self.unary(UnaryOp::Size, source.over),
            Some(_) => self.fold(FoldOp::Count, source, None, None),
        };
        Ok(Term { id, ty: Ty::COUNT })
    }

    pub(crate) fn total(
        &mut self,
        which: TotalOf,
        value: &ast::Expr,
        var: &ast::Name,
        set: &ast::Expr,
        otherwise: Option<&ast::Expr>,
        span: Span,
    ) -> Made<Term> {
        let at = self.fresh_name(var)?;
        let before = self.scope.len();
        let source = self.source(set, &var.text, at);
        let term = source.and_then(|source| Ok((source, self.expr(value, None)?)));
        self.scope.truncate(before);
        let (source, term) = term?;
        let (unit, den) = self.must_be_number(term, value)?;
        self.stand(span);
        let op = match which {
            TotalOf::Total => FoldOp::Sum,
            TotalOf::Least => FoldOp::Least,
            TotalOf::Greatest => FoldOp::Most,
        };
        let ty = Ty::Number { unit, den };
        let other = match (which, otherwise) {
            (TotalOf::Total, _) => None,
            (TotalOf::Least | TotalOf::Greatest, Some(other)) => Some(self.expr_as(other, ty)?),
            (TotalOf::Least | TotalOf::Greatest, None) => {
                let at = self.place(span);
                return Err(self.tell(says::extreme_of_nothing(at)));
            }
        };
        Ok(Term { id: self.fold(op, source, Some(term.id), other), ty })
    }

    pub(crate) fn hexes(&mut self, within: bool, distance: &ast::Expr, centre: &ast::Expr, span: Span) -> Made<Term> {
        let hex = self.m.world.measures.iter().position(|measure| measure.name == "hex");
        let Some(hex) = hex.filter(|_| self.m.board.is_some()) else {
            let at = self.place(span);
            return Err(self.m.tell_no_board(at));
        };
        let far = self.expr_as(distance, Ty::Number { unit: Unit::Of(hex), den: 1 })?;
        let centre = self.expr_as(centre, Ty::One(Noun::Hex))?;
        self.stand(span);
        let op = if within { BoardOp::Disc } else { BoardOp::Ring };
        Ok(Term { id: self.ask_board(op, vec![centre, far]), ty: Ty::Set(Noun::Hex) })
    }
}

enum Base {
    /// All counters.
    Pieces,
    Set(Term),
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
