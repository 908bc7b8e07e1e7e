//! Expressions: names, fields, numbers with their measures, members, look-ups.

use super::maker::{Made, Told};
use super::ty::{Kinds, Noun, Ty, Unit};
use super::types::ratio;
use super::world::{Entry, OUTCOME, PHASE, SIDE, Stored};
use super::writer::{About, Term, Writer};
use crate::diag::says;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, Operator, Rounding};
use wgr_runtime::ir::{BinaryOp, BoardOp, Expr, ExprId, TableId, UnaryOp};

impl Writer<'_, '_> {
    /// An expression; `want` says what the place where it stands would like, so that a number may be a hex and a word
    /// a member.
    pub(crate) fn expr(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Made<Term> {
        self.stand(expr.span);
        if let Some(step) = self.odds(expr, want)? {
            return Ok(step);
        }
        match &expr.kind {
            ExprKind::Number(text) => self.digits(text, expr.span, want),
            ExprKind::Unit(value, measure) => self.with_unit(value, measure),
            ExprKind::Yes => Ok(Term { id: self.truth(true), ty: Ty::YesNo }),
            ExprKind::No => Ok(Term { id: self.truth(false), ty: Ty::YesNo }),
            ExprKind::None => self.none(expr.span, want),
            ExprKind::Name(name) => self.name(name, want),
            ExprKind::Field(of, name) => self.field(of, name),
            ExprKind::Call(name, args) => self.called(name, args, expr.span),
            ExprKind::Lookup(name, args) => self.lookup(name, args, expr.span),
            ExprKind::List(items) => self.list(items, expr.span, want),
            ExprKind::Range(..) => Err(self.tell(says::range_alone(self.place(expr.span)))),
            ExprKind::Negative(inner) => self.negative(inner, want),
            ExprKind::Arithmetic(op, a, b) => self.arithmetic(*op, a, b, expr.span),
            ExprKind::Rounded(inner, rounding) => self.rounded(inner, *rounding, expr.span, want),
            // Books write odds without brackets: what is rounded is the ratio.
            ExprKind::Against(a, b) if let ExprKind::Rounded(b, how) = &b.kind => {
                self.rounded_ratio(a, b, *how, expr.span, want)
            }
            ExprKind::Against(..) => Err(self.tell(says::ratio_alone(self.place(expr.span)))),
            ExprKind::NumberOf(set) => self.number_of(set),
            ExprKind::Total { which, value, var, set, otherwise } => {
                self.total(*which, value, var, set, otherwise.as_deref(), expr.span)
            }
            ExprKind::Hexes { within, distance, centre } => self.hexes(*within, distance, centre, expr.span),
            ExprKind::Phrase(phrase) => self.phrase(phrase, expr.span),
            ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Compare(..)
            | ExprKind::In { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::Exists { .. }
            | ExprKind::Applies(_)
            | ExprKind::Supposing(_) => Ok(Term { id: self.cond(expr)?.id, ty: Ty::YesNo }),
            ExprKind::Broken => Err(Told),
        }
    }

    /// An expression that must fit a place of this type.
    pub(crate) fn expr_as(&mut self, expr: &ast::Expr, want: Ty) -> Made<ExprId> {
        let term = self.expr(expr, Some(want))?;
        self.coerce(term, want, expr)
    }

    /// Make a term fit a place: kinds, measures, one into a set.
    pub(crate) fn coerce(&mut self, term: Term, want: Ty, expr: &ast::Expr) -> Made<ExprId> {
        let at = self.place(expr.span);
        let refuse = |writer: &mut Self| {
            let (found, wanted) = (writer.m.world.ty_name(term.ty), writer.m.world.ty_name(want));
            writer.tell(says::wrong_type(&found, &wanted, at))
        };
        match (term.ty, want) {
            (Ty::Number { unit, den }, Ty::Number { unit: wanted, den: finer }) => {
                self.same_unit(unit, wanted, expr.span, expr.span)?;
                if finer % den != 0 {
                    return Err(self.tell(says::needs_rounding(at)));
                }
                Ok(term.id)
            }
            (Ty::Nothing, _) | (Ty::YesNo, Ty::YesNo) => Ok(term.id),
            (Ty::Step(a), Ty::Step(b)) if a == b => Ok(term.id),
            (Ty::Notation(a), Ty::Notation(b)) if a == b => Ok(term.id),
            (Ty::One(a), Ty::Set(b)) | (Ty::Maybe(a), Ty::Set(b)) if a.alike(b) => {
                self.fits_kind(a, b, expr)?;
                Ok(self.unary(UnaryOp::Single, term.id))
            }
            (Ty::One(a), Ty::One(b) | Ty::Maybe(b)) | (Ty::Maybe(a), Ty::Maybe(b)) | (Ty::Set(a), Ty::Set(b))
                if a.alike(b) =>
            {
                self.fits_kind(a, b, expr)?;
                Ok(term.id)
            }
            // What may be none is looked at when it is used: a fault names the place.
            (Ty::Maybe(a), Ty::One(b)) if a.alike(b) => {
                self.fits_kind(a, b, expr)?;
                Ok(self.unary(UnaryOp::The, term.id))
            }
            _ => Err(refuse(self)),
        }
    }

    fn fits_kind(&mut self, found: Noun, wanted: Noun, expr: &ast::Expr) -> Made<()> {
        if let (Noun::Piece(found), Noun::Piece(wanted)) = (found, wanted)
            && !found.within(wanted)
        {
            let at = self.place(expr.span);
            let (is, may) = (self.m.world.kinds_name(wanted), self.m.world.kinds_name(found.without(wanted)));
            let text = at.span.of(self.m.sources.get(at.file).map_or("", |source| &source.text)).to_owned();
            return Err(self.tell(says::wrong_kind(&text, &is, &may, at)));
        }
        Ok(())
    }

    /// One measure, or a number that takes on the other's.
    pub(crate) fn same_unit(&mut self, a: Unit, b: Unit, a_at: Span, b_at: Span) -> Made<Unit> {
        match (a, b) {
            (Unit::Any, other) | (other, Unit::Any) => Ok(other),
            (a, b) if a == b => Ok(a),
            (a, b) => {
                let name = |writer: &Self, unit| writer.m.world.ty_name(Ty::Number { unit, den: 1 });
                let (a, b) = (name(self, a), name(self, b));
                let (a_at, b_at) = (self.place(a_at), self.place(b_at));
                Err(self.tell(says::wrong_measure(&a, &b, a_at, b_at)))
            }
        }
    }

    fn digits(&mut self, text: &str, span: Span, want: Option<Ty>) -> Made<Term> {
        let at = self.place(span);
        if want.and_then(Ty::noun) == Some(Noun::Hex) {
            let board = self.m.board.as_ref();
            let hex = board.and_then(|board| board.by_name(text)).map(|hex| i64::from(hex.id()));
            return match hex {
                Some(hex) => Ok(Term { id: self.member(Noun::Hex, hex), ty: Ty::One(Noun::Hex) }),
                None => Err(self.m.tell_no_hex(text, at)),
            };
        }
        match text.parse::<i64>() {
            Ok(value) if value < 1 << 40 => Ok(Term { id: self.number(value, 1), ty: Ty::COUNT }),
            Ok(_) | Err(_) => Err(self.tell(says::no_number(text, at))),
        }
    }

    fn with_unit(&mut self, value: &ast::Expr, measure: &ast::Name) -> Made<Term> {
        let unit = self.m.unit(self.file, measure)?;
        let den = self.m.den(unit);
        if ratio(value).is_some() {
            let raw = self.m.counted(self.file, value, den, Some(&measure.text))?;
            return Ok(Term { id: self.number(raw, den), ty: Ty::Number { unit, den } });
        }
        let term = self.expr(value, Some(Ty::Number { unit, den }))?;
        match term.ty {
            Ty::Number { unit: Unit::Any | Unit::Plain, den } => Ok(Term { id: term.id, ty: Ty::Number { unit, den } }),
            Ty::Number { unit: other, .. } => {
                self.same_unit(other, unit, value.span, measure.span)?;
                Ok(term)
            }
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(value.span));
                Err(self.tell(says::wrong_type(&found, "a number", at)))
            }
        }
    }

    fn none(&mut self, span: Span, want: Option<Ty>) -> Made<Term> {
        match want.and_then(Ty::noun) {
            Some(noun) => {
                let domain = self.m.domain_of(noun);
                let set = matches!(want, Some(Ty::Set(_)));
                let id = self.add(if set { Expr::Empty(domain) } else { Expr::None(domain) });
                Ok(Term { id, ty: Ty::Nothing })
            }
            None => Err(self.tell(says::none_of_what(self.place(span)))),
        }
    }

    pub(crate) fn name(&mut self, name: &ast::Name, want: Option<Ty>) -> Made<Term> {
        if let Some(term) = self.local_name(&name.text) {
            return Ok(term);
        }
        if let Some(Noun::Enum(index)) = want.and_then(Ty::noun)
            && let Some(member) = self.member_of(index, &name.text)
        {
            return Ok(Term { id: self.member(Noun::Enum(index), member), ty: Ty::One(Noun::Enum(index)) });
        }
        if let Some(term) = self.game_name(&name.text) {
            return Ok(term);
        }
        if want.and_then(Ty::noun) == Some(Noun::Enum(PHASE)) {
            self.no_other_phase(name)?;
        }
        if let Some(entry) = self.m.world.entry(&name.text)
            && let Some(term) = self.item_name(name, entry)?
        {
            return Ok(term);
        }
        self.member_name(name)
    }

    /// Where a phase is wanted, only what is asked without a word more can stand for one.
    fn no_other_phase(&mut self, name: &ast::Name) -> Made<()> {
        let asked = match self.m.world.entry(&name.text) {
            Some(Entry::State(_) | Entry::Broken) => true,
            Some(Entry::Rows(index)) => self.m.world.rows.get(index).is_some_and(|def| def.result.noun().is_some()),
            _ => self.refused.contains(&name.text),
        };
        let known = self.m.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
        if asked || known.is_empty() {
            return Ok(());
        }
        Err(self.tell(says::unknown_name("phase", &name.text, &known, self.place(name.span))))
    }

    /// A name in scope, or kept by the action.
    fn local_name(&mut self, name: &str) -> Option<Term> {
        if let Some(bound) = self.bound(name) {
            let (local, ty) = (bound.local, bound.ty);
            let ty = self.narrow(About::Local(local), ty);
            return Some(Term { id: self.get(local), ty });
        }
        let kept = self.kept(name).filter(|kept| !kept.each_side).map(|kept| (kept.cell, kept.ty));
        let (cell, ty) = kept?;
        let ty = self.narrow(About::Cell(cell), ty);
        Some(Term { id: self.read(cell, Vec::new()), ty })
    }

    pub(crate) fn kept(&self, name: &str) -> Option<&super::world::KeptDef> {
        let action = self.m.world.actions.get(self.within?)?;
        action.kept.iter().find(|kept| kept.name == name)
    }

    fn narrow(&self, about: About, ty: Ty) -> Ty {
        let narrower = |noun: Noun| match noun {
            Noun::Piece(kinds) => Noun::Piece(self.known(about, kinds)),
            Noun::Enum(_) | Noun::Hex | Noun::Hexside | Noun::Direction => noun,
        };
        match ty {
            Ty::One(noun) => Ty::One(narrower(noun)),
            Ty::Maybe(noun) => Ty::Maybe(narrower(noun)),
            _ => ty,
        }
    }

    /// `phasing`, `turn`, `phase`, `scenario`: the game's own.
    fn game_name(&mut self, name: &str) -> Option<Term> {
        let (cell, ty) = match name {
            "phasing" => (self.m.phasing, Ty::One(Noun::Enum(SIDE))),
            "turn" => (self.m.turn, Ty::COUNT),
            "phase" => (self.m.phase, Ty::One(Noun::Enum(super::world::PHASE))),
            "scenario" => (self.m.scenario, Ty::One(Noun::Enum(super::world::SCENARIO))),
            _ => return None,
        };
        Some(Term { id: self.read(cell, Vec::new()), ty })
    }

    fn item_name(&mut self, name: &ast::Name, entry: Entry) -> Made<Option<Term>> {
        let at = self.place(name.span);
        let term = match entry {
            Entry::Pieces(_) => {
                let phrase = ast::Expr { span: name.span, kind: ExprKind::Name(name.clone()) };
                self.set(&phrase)?
            }
            Entry::Counter(counter) => {
                let piece = self.m.world.counters.get(counter).map_or(0, |def| def.piece);
                let noun = Noun::Piece(Kinds::of(piece));
                Term { id: self.member(noun, counter as i64), ty: Ty::One(noun) }
            }
            Entry::Spot(hex) => Term { id: self.member(Noun::Hex, hex), ty: Ty::One(Noun::Hex) },
            Entry::State(_) | Entry::Rows(_) => return self.called(name, &[], name.span).map(Some),
            Entry::Broken => return Err(Told),
            Entry::Kind(_) => return Err(self.tell(says::kind_alone(&name.text, at))),
            Entry::Enum(_) => return Err(self.tell(says::enum_alone(&name.text, at))),
            Entry::Scene(_) | Entry::Phase(_) => return Ok(None),
            Entry::Measure(_)
            | Entry::Cup(_)
            | Entry::Scale(_)
            | Entry::Table(_)
            | Entry::Notation(_)
            | Entry::Purchase(_)
            | Entry::Action(_)
            | Entry::Procedure(_)
            | Entry::Feature(_)
            | Entry::Die(_) => return Err(self.tell(says::not_a_value(&name.text, at))),
        };
        Ok(Some(term))
    }

    pub(crate) fn member_of(&self, index: usize, name: &str) -> Option<i64> {
        let members = self.m.world.members.get(name)?;
        members.iter().find(|(of, _)| *of == index).map(|(_, member)| i64::from(*member))
    }

    /// A word that is a member of one enum; a side is a side before it is an outcome.
    fn member_name(&mut self, name: &ast::Name) -> Made<Term> {
        let of: Vec<(usize, u32)> = self.m.world.members.get(&name.text).cloned().unwrap_or_default();
        let of: Vec<(usize, u32)> =
            if of.len() > 1 { of.into_iter().filter(|(index, _)| *index != OUTCOME).collect() } else { of };
        match of.as_slice() {
            [(index, member)] => {
                let noun = Noun::Enum(*index);
                Ok(Term { id: self.member(noun, i64::from(*member)), ty: Ty::One(noun) })
            }
            [] if self.refused.contains(&name.text) => Err(Told),
            [] => {
                let known = self.names_here();
                Err(self.tell(says::unknown_name("name", &name.text, &known, self.place(name.span))))
            }
            several => {
                let enums = several.iter().filter_map(|(index, _)| self.m.world.enums.get(*index));
                let enums: Vec<String> = enums.map(|def| def.name.clone()).collect();
                Err(self.tell(says::member_of_several(&name.text, &enums, self.place(name.span))))
            }
        }
    }

    /// Every word that could stand here, for "did you mean".
    pub(crate) fn names_here(&self) -> Vec<String> {
        let scope = self.scope.iter().map(|bound| bound.name.clone());
        let action = self.within.and_then(|at| self.m.world.actions.get(at));
        let kept = action.iter().flat_map(|action| &action.kept).map(|kept| kept.name.clone());
        let items = self.m.world.names.keys().cloned();
        let members = self.m.world.members.keys().cloned();
        scope.chain(kept).chain(items).chain(members).collect()
    }

    pub(crate) fn field(&mut self, of: &ast::Expr, name: &ast::Name) -> Made<Term> {
        let term = self.expr(of, None)?;
        self.stand(name.span);
        let at = self.place(name.span);
        if let Ty::Notation(notation) = term.ty {
            let fields = self.m.world.notations.get(notation).map(|def| def.fields.clone()).unwrap_or_default();
            return match fields.iter().find(|(field, ..)| *field == name.text) {
                Some((_, ty, table)) => Ok(Term { id: self.look(*table, vec![term.id]), ty: *ty }),
                None => {
                    let names: Vec<String> = fields.into_iter().map(|(name, ..)| name).collect();
                    Err(self.tell(says::unknown_name("field", &name.text, &names, at)))
                }
            };
        }
        let (Ty::One(Noun::Piece(kinds)) | Ty::Maybe(Noun::Piece(kinds))) = term.ty else {
            let found = self.m.world.ty_name(term.ty);
            return Err(self.tell(says::no_fields(&found, &name.text, at)));
        };
        let whole = matches!(term.ty, Ty::One(_));
        let piece = if whole { term.id } else { self.unary(UnaryOp::The, term.id) };
        match name.text.as_str() {
            "hex" if self.m.board.is_some() => Ok(Term { id: self.stands(piece), ty: Ty::One(Noun::Hex) }),
            "covered" if self.m.stack.is_some() => Ok(Term { id: self.is_covered(piece), ty: Ty::YesNo }),
            "side" => {
                let table = self.m.side_of;
                Ok(Term { id: self.look(table, vec![piece]), ty: Ty::One(Noun::Enum(SIDE)) })
            }
            _ => {
                let field = self.field_of(kinds, name, of)?;
                let Some(def) = self.m.world.fields.get(field) else { return Err(Told) };
                let (stored, ty) = (def.stored, def.ty);
                let prints = self.m.world.prints.as_ref();
                let drawn = def.drawn.filter(|_| prints.is_some_and(|prints| !kinds.and(prints.kinds).is_empty()));
                let id = match (stored, drawn) {
                    (_, Some(drawn)) => self.call(drawn.func, vec![piece]),
                    (Stored::Table(table), None) => self.look(table, vec![piece]),
                    (Stored::Cell(cell), None) => self.read(cell, vec![piece]),
                };
                Ok(Term { id, ty })
            }
        }
    }

    /// The field of this name that all these kinds have.
    pub(crate) fn field_of(&mut self, kinds: Kinds, name: &ast::Name, of: &ast::Expr) -> Made<usize> {
        let world = &self.m.world;
        let named = || world.fields.iter().enumerate().filter(|(_, field)| field.name == name.text);
        if let Some((at, _)) = named().find(|(_, field)| kinds.within(field.pieces)) {
            return Ok(at);
        }
        let having = named().fold(Kinds::default(), |all, (_, field)| all.or(field.pieces));
        if world.is_broken(kinds.without(having)) {
            return Err(Told);
        }
        let at = self.place(name.span);
        if having.is_empty() {
            let known = world.fields.iter().filter(|field| !field.pieces.and(kinds).is_empty());
            let mut known: Vec<String> = known.map(|field| field.name.clone()).collect();
            known.extend(["hex".to_owned(), "side".to_owned()]);
            return Err(self.tell(says::unknown_name("field", &name.text, &known, at)));
        }
        let subject = self.m.sources.text(self.place(of.span)).to_owned();
        let (has, lacks) = (having, kinds.without(having));
        let (kind, other) = (world.kinds_name(has), world.kinds_name(lacks));
        let test = world.kind_of(has).map(|kind| kind.name.clone());
        Err(self.tell(says::field_of_wrong_kind(&name.text, &subject, (&kind, test.as_deref()), &other, at)))
    }

    fn list(&mut self, items: &[ast::Expr], span: Span, want: Option<Ty>) -> Made<Term> {
        let noun = want.and_then(Ty::noun);
        let mut all: Option<Term> = None;
        for item in items {
            let want = all.map(|term: Term| term.ty).or(noun.map(Ty::One));
            let want = want.and_then(Ty::noun).map(Ty::One);
            let term = self.expr(item, want)?;
            let Some(found) = term.ty.noun() else {
                let (found, at) = (self.m.world.ty_name(term.ty), self.place(item.span));
                return Err(self.tell(says::no_set_of(&found, at)));
            };
            let single = match term.ty {
                Ty::Set(_) => term.id,
                _ => self.unary(UnaryOp::Single, term.id),
            };
            all = Some(match all {
                None => Term { id: single, ty: Ty::Set(found) },
                Some(before) => {
                    let Some(joined) = join(before.ty.noun(), found) else {
                        let names = (self.m.world.ty_name(before.ty), self.m.world.ty_name(term.ty));
                        let at = self.place(item.span);
                        return Err(self.tell(says::wrong_type(&names.1, &names.0, at)));
                    };
                    Term { id: self.binary(BinaryOp::Union, before.id, single), ty: Ty::Set(joined) }
                }
            });
        }
        match all {
            Some(term) => Ok(term),
            None => self.none(span, want.and_then(Ty::noun).map(Ty::Set)),
        }
    }

    /// `enemy of s`: the other side.
    pub(crate) fn other_side(&mut self, side: ExprId) -> ExprId {
        let count = self.m.world.enums.get(SIDE).map_or(0, |def| def.members.len());
        // Two sides: the one that this one is not.
        let first = self.member(Noun::Enum(SIDE), 0);
        let second = self.member(Noun::Enum(SIDE), i64::from(count > 1));
        let again = self.member(Noun::Enum(SIDE), 0);
        let is_first = self.binary(BinaryOp::Eq, side, first);
        self.add(Expr::If(is_first, second, again))
    }

    pub(crate) fn distance(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ask_board(BoardOp::Distance, vec![a, b])
    }

    fn negative(&mut self, inner: &ast::Expr, want: Option<Ty>) -> Made<Term> {
        let term = self.expr(inner, want)?;
        self.must_be_number(term, inner)?;
        Ok(Term { id: self.unary(UnaryOp::Neg, term.id), ty: term.ty })
    }

    pub(crate) fn must_be_number(&mut self, term: Term, expr: &ast::Expr) -> Made<(Unit, u32)> {
        match term.ty {
            Ty::Number { unit, den } => Ok((unit, den)),
            Ty::Step(scale) => {
                let measure = self.m.world.scales.get(scale).map_or(Unit::Any, |def| Unit::Of(def.measure));
                Ok((measure, 1))
            }
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(expr.span));
                Err(self.tell(says::wrong_type(&found, "a number", at)))
            }
        }
    }

    fn arithmetic(&mut self, op: Operator, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Term> {
        let (left, right) = (self.expr(a, None)?, self.expr(b, None)?);
        let ((unit, den), (other, finer)) = (self.must_be_number(left, a)?, self.must_be_number(right, b)?);
        self.stand(span);
        // A shift along a scale leaves a step of that scale.
        if let (Ty::Step(scale), Operator::Plus | Operator::Minus) = (left.ty, op) {
            self.same_unit(unit, other, a.span, b.span)?;
            let op = if op == Operator::Plus { BinaryOp::Add } else { BinaryOp::Sub };
            return Ok(Term { id: self.binary(op, left.id, right.id), ty: Ty::Step(scale) });
        }
        match op {
            Operator::Plus | Operator::Minus => {
                let unit = self.same_unit(unit, other, a.span, b.span)?;
                let op = if op == Operator::Plus { BinaryOp::Add } else { BinaryOp::Sub };
                let ty = Ty::Number { unit, den: lcm(den, finer) };
                Ok(Term { id: self.binary(op, left.id, right.id), ty })
            }
            Operator::Times => {
                let unit = self.product_unit(unit, other, a, b)?;
                let ty = Ty::Number { unit, den: den * finer };
                Ok(Term { id: self.binary(BinaryOp::Mul, left.id, right.id), ty })
            }
            Operator::Over => match ratio(b) {
                Some((by, 1)) if (1..=60).contains(&by) => {
                    if let Some((num, 1)) = ratio(a) {
                        let ty = Ty::Number { unit, den: by as u32 };
                        return Ok(Term { id: self.number(num, by as u32), ty });
                    }
                    let part = self.number(1, by as u32);
                    // `u.strength / 2` is so much strength, `u.strength / 2 points` how many times that is in it.
                    let unit = match &b.kind {
                        ExprKind::Unit(..) => {
                            self.same_unit(unit, other, a.span, b.span)?;
                            Unit::Plain
                        }
                        _ => unit,
                    };
                    let ty = Ty::Number { unit, den: den * by as u32 };
                    Ok(Term { id: self.binary(BinaryOp::Mul, left.id, part), ty })
                }
                Some(_) | None => Err(self.tell(says::ratio_alone(self.place(span)))),
            },
        }
    }

    fn product_unit(&mut self, a: Unit, b: Unit, left: &ast::Expr, right: &ast::Expr) -> Made<Unit> {
        match (a, b) {
            (Unit::Of(_), Unit::Of(_)) => {
                let name = |writer: &Self, unit| writer.m.world.ty_name(Ty::Number { unit, den: 1 });
                let (a, b) = (name(self, a), name(self, b));
                let (a_at, b_at) = (self.place(left.span), self.place(right.span));
                Err(self.tell(says::product_of_measures(&a, &b, a_at, b_at)))
            }
            (unit @ Unit::Of(_), _) | (_, unit @ Unit::Of(_)) => Ok(unit),
            (Unit::Plain, _) | (_, Unit::Plain) => Ok(Unit::Plain),
            (Unit::Any, Unit::Any) => Ok(Unit::Any),
        }
    }

    /// The two sides of a ratio: `a against b`, or `a / b` that is no plain fraction.
    pub(crate) fn ratio_parts<'e>(&self, expr: &'e ast::Expr) -> Option<(&'e ast::Expr, &'e ast::Expr)> {
        match &expr.kind {
            ExprKind::Against(a, b) => Some((a, b)),
            ExprKind::Arithmetic(Operator::Over, a, b) if !is_divisor(b) => Some((a, b)),
            _ => None,
        }
    }

    fn rounded(&mut self, inner: &ast::Expr, rounding: Rounding, span: Span, want: Option<Ty>) -> Made<Term> {
        if let Some((a, b)) = self.ratio_parts(inner) {
            return self.rounded_ratio(a, b, rounding, span, want);
        }
        let term = self.expr(inner, want)?;
        let (unit, _) = self.must_be_number(term, inner)?;
        self.stand(span);
        let op = match rounding {
            Rounding::Down => UnaryOp::Down,
            Rounding::Up => UnaryOp::Up,
        };
        Ok(Term { id: self.unary(op, term.id), ty: Ty::Number { unit, den: 1 } })
    }

    fn rounded_ratio(
        &mut self,
        a: &ast::Expr,
        b: &ast::Expr,
        rounding: Rounding,
        span: Span,
        want: Option<Ty>,
    ) -> Made<Term> {
        if let Some(scale) = self.scale_wanted(want) {
            return self.on_scale(scale, a, b, rounding, span);
        }
        let (left, right) = (self.expr(a, None)?, self.expr(b, None)?);
        let ((unit, _), (other, _)) = (self.must_be_number(left, a)?, self.must_be_number(right, b)?);
        self.stand(span);
        let unit = match (unit, other) {
            (unit, Unit::Any | Unit::Plain) => unit,
            (unit, other) => {
                self.same_unit(unit, other, a.span, b.span)?;
                Unit::Plain
            }
        };
        let op = match rounding {
            Rounding::Down => BinaryOp::DivDown,
            Rounding::Up => BinaryOp::DivUp,
        };
        Ok(Term { id: self.binary(op, left.id, right.id), ty: Ty::Number { unit, den: 1 } })
    }

    fn scale_wanted(&self, want: Option<Ty>) -> Option<usize> {
        match want {
            Some(Ty::Step(scale)) => Some(scale),
            // A game with one scale of odds knows what is meant.
            None if self.m.world.scales.len() == 1 => Some(0),
            _ => None,
        }
    }

    /// The step of a scale that a ratio reaches: rounded down the last one not above it, rounded up the first not below.
    /// Beyond the printed steps it goes on by whole numbers, `4/1`, `5/1`, as far as numbers do; where an end is not
    /// open for that, a ratio that comes to lie there has no step, and is a fault.
    fn on_scale(&mut self, scale: usize, a: &ast::Expr, b: &ast::Expr, rounding: Rounding, span: Span) -> Made<Term> {
        let Some(def) = self.m.world.scales.get(scale) else { return Err(Told) };
        let (steps, below, above, ends) = (def.steps.clone(), def.below, def.above, def.ends);
        let mut sum: Option<ExprId> = None;
        // Down: how many steps above the first are reached. Up: how many below the last are passed.
        let compared = match rounding {
            Rounding::Down => steps.get(1..),
            Rounding::Up => steps.get(..steps.len().saturating_sub(1)),
        };
        for (num, den) in compared.unwrap_or_default() {
            let (left, right) = self.ratio_terms(a, b)?;
            self.stand(span);
            let (den, num) = (self.number(*den, 1), self.number(*num, 1));
            let left = self.binary(BinaryOp::Mul, left, den);
            let right = self.binary(BinaryOp::Mul, right, num);
            let op = match rounding {
                Rounding::Down => BinaryOp::Ge,
                Rounding::Up => BinaryOp::Gt,
            };
            let reached = self.binary(op, left, right);
            let (one, none) = (self.number(1, 1), self.number(0, 1));
            let step = self.add(Expr::If(reached, one, none));
            sum = Some(match sum {
                None => step,
                Some(before) => self.binary(BinaryOp::Add, before, step),
            });
        }
        let printed = sum.unwrap_or_else(|| self.number(0, 1));
        let (up, down) = match rounding {
            Rounding::Down => (BinaryOp::DivDown, BinaryOp::DivUp),
            Rounding::Up => (BinaryOp::DivUp, BinaryOp::DivDown),
        };
        let (first, last) = (steps.first().copied().ok_or(Told)?, steps.last().copied().ok_or(Told)?);
        let (left, right) = self.ratio_terms(a, b)?;
        self.stand(span);
        let over = self.beyond_end((left, right), up, last, (!above).then_some(ends));
        let (left, right) = self.ratio_terms(a, b)?;
        self.stand(span);
        let under = self.beyond_end((right, left), down, (first.1, first.0), (!below).then_some(ends));
        let high = self.binary(BinaryOp::Add, printed, over);
        Ok(Term { id: self.binary(BinaryOp::Sub, high, under), ty: Ty::Step(scale) })
    }

    fn ratio_terms(&mut self, a: &ast::Expr, b: &ast::Expr) -> Made<(ExprId, ExprId)> {
        let (left, right) = (self.expr(a, None)?, self.expr(b, None)?);
        self.must_be_number(left, a)?;
        self.must_be_number(right, b)?;
        Ok((left.id, right.id))
    }

    /// How many whole steps a ratio lies beyond the end of a scale, nought where it does not; looked up in `closed`,
    /// which has nought only.
    fn beyond_end(
        &mut self,
        (num, den): (ExprId, ExprId),
        divided: BinaryOp,
        end: (i64, i64),
        closed: Option<TableId>,
    ) -> ExprId {
        // An end that is no whole number is a closed one: beyond it is whatever its rounding passes.
        let by = self.number(end.1, 1);
        let num = self.binary(BinaryOp::Mul, num, by);
        let whole = self.binary(divided, num, den);
        let end = self.number(end.0, 1);
        let beyond = self.binary(BinaryOp::Sub, whole, end);
        let none = self.number(0, 1);
        let beyond = self.binary(BinaryOp::Max, beyond, none);
        match closed {
            Some(ends) => self.look(ends, vec![beyond]),
            None => beyond,
        }
    }
}

/// A whole number without a measure, by which one divides exactly.
fn is_divisor(expr: &ast::Expr) -> bool {
    !matches!(expr.kind, ExprKind::Unit(..)) && ratio(expr).is_some_and(|(_, den)| den == 1)
}

fn lcm(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a.max(1), b.max(1));
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a.max(1) / x * b.max(1)
}

/// What a set holds that has members of both.
fn join(a: Option<Noun>, b: Noun) -> Option<Noun> {
    match (a?, b) {
        (Noun::Piece(a), Noun::Piece(b)) => Some(Noun::Piece(a.or(b))),
        (a, b) if a == b => Some(a),
        _ => None,
    }
}
