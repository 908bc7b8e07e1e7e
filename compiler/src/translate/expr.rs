//! Expressions: names, fields, numbers with their measures, members, look-ups. What is read here is a tree of meaning
//! (`hir`); `emit` makes code of it.

use super::builder::{ErrorReported, Made};
use super::noted::Meant;
use super::play::{Turns, no_such_phase};
use super::reader::{About, Reader};
use super::ty::{Kinds, Noun, Ty, Unit};
use super::types::ratio;
use super::unlike::helped;
use super::world::{ARRIVING, ActionDef, ENTERING, Entry, Holds, LEAVING, OUTCOME, Of, PHASE, SCENARIO, SIDE};
use crate::diag::{Diagnostic, says};
use crate::hir::{Expr, Kind};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, Operator, Rounding};

impl Reader<'_, '_> {
    /// What an expression means; `want` says what the place where it stands would like, so that a number may be a hex and a
    /// word a member.
    pub(crate) fn read_expr(&mut self, expr: &ast::Expr, want: Option<Ty>) -> Made<Expr> {
        if let Some(step) = self.odds(expr, want)? {
            return Ok(step);
        }
        if want.and_then(Ty::noun) == Some(Noun::Hexside)
            && let ExprKind::Arithmetic(Operator::Minus, a, b) = &expr.kind
            && let (ExprKind::Number(_), ExprKind::Number(_)) = (&a.kind, &b.kind)
        {
            return self.side_between(a, b, expr.span);
        }
        let at = self.place(expr.span);
        match &expr.kind {
            ExprKind::Number(text) => self.digits(text, expr.span, want),
            ExprKind::Unit(value, measure) => self.with_unit(value, measure, expr.span, want),
            ExprKind::Yes => Ok(Expr::new(Kind::Truth(true), Ty::YesNo, at)),
            ExprKind::No => Ok(Expr::new(Kind::Truth(false), Ty::YesNo, at)),
            ExprKind::None => self.none(expr.span, want),
            ExprKind::Name(name) => self.name(name, want),
            ExprKind::Field(of, name) => self.field(of, name),
            ExprKind::Call(name, args) => self.called(name, args, expr.span),
            ExprKind::Lookup(name, args) => self.lookup(name, args, expr.span),
            // Only what has a head gives names.
            ExprKind::Given(name, _) => Err(self.tell(says::named_for_nothing(&name.text, self.place(name.span)))),
            ExprKind::List(items) => self.list(items, expr.span, want),
            ExprKind::Range(..) => Err(self.tell(says::range_alone(self.turn_before(at), at))),
            ExprKind::Negative(inner) => self.negative(inner, expr.span, want),
            ExprKind::Arithmetic(op, a, b) => self.arithmetic(*op, a, b, expr.span),
            ExprKind::Rounded(inner, rounding) => self.rounded(inner, *rounding, expr.span, want),
            // Books write odds without brackets: what is rounded is the ratio.
            ExprKind::Against(a, b) if let ExprKind::Rounded(b, how) = &b.kind => {
                self.rounded_ratio(a, b, *how, expr.span, want)
            }
            ExprKind::Against(..) => Err(self.tell(says::ratio_alone(at))),
            ExprKind::NumberOf(set) => self.number_of(set, expr.span),
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
            | ExprKind::Supposing(_) => Ok(self.read_cond(expr)?.expr),
            ExprKind::Broken => Err(ErrorReported),
        }
    }

    /// What an expression means that must fit a place of this type.
    pub(crate) fn read_as(&mut self, expr: &ast::Expr, want: Ty) -> Made<Expr> {
        let read = self.read_expr(expr, Some(want))?;
        self.fit(read, want, expr)
    }

    /// Make it fit a place: kinds, measures, one into a set.
    pub(crate) fn fit(&mut self, found: Expr, want: Ty, expr: &ast::Expr) -> Made<Expr> {
        let at = self.place(expr.span);
        match (found.ty, want) {
            (Ty::Number { unit, den }, Ty::Number { unit: wanted, den: finer }) => {
                self.same_unit(unit, wanted, expr.span, expr.span)?;
                if finer % den != 0 {
                    return Err(self.tell(says::needs_rounding(at)));
                }
                if matches!(expr.kind, ExprKind::Number(_)) {
                    self.m.said().noted.measured.push((at, wanted));
                }
                Ok(found)
            }
            (Ty::Nothing, want) if want == self.m.world.ending() => Err(self.tell(says::none_has_won(at))),
            (Ty::Nothing, Ty::One(Noun::Enum(list))) => Err(self.none_of_a_list(list, at)),
            (Ty::Nothing, _) | (Ty::YesNo, Ty::YesNo) => Ok(found),
            (Ty::Step(a), Ty::Step(b)) if a == b => Ok(found),
            (Ty::Notation(a), Ty::Notation(b)) if a == b => Ok(found),
            (Ty::One(a), Ty::Set(b)) | (Ty::Maybe(a), Ty::Set(b)) if a.alike(b) => {
                self.fits_kind(a, b, expr)?;
                Ok(Expr::new(Kind::Single(Box::new(found)), Ty::Set(a), at))
            }
            (Ty::One(a), Ty::One(b) | Ty::Maybe(b)) | (Ty::Maybe(a), Ty::Maybe(b)) | (Ty::Set(a), Ty::Set(b))
                if a.alike(b) =>
            {
                self.fits_kind(a, b, expr)?;
                Ok(found)
            }
            // Whoever is reckoned has won.
            (Ty::One(a) | Ty::Maybe(a), Ty::One(b)) if a == Noun::Enum(SIDE) && b == Noun::Enum(OUTCOME) => {
                Ok(Expr::new(Kind::HasWon(Box::new(found)), want, at))
            }
            // What may be none is looked at when it is used: a fault names the place.
            (Ty::Maybe(a), Ty::One(b)) if a.alike(b) => {
                self.fits_kind(a, b, expr)?;
                self.asked_for(found, expr)
            }
            _ => {
                let is = self.m.world.ty_name(found.ty);
                if want == self.m.world.ending() && want.noun() != Some(Noun::Enum(OUTCOME)) {
                    let grades = self.m.world.enums.get(self.m.world.outcome).map(|def| def.members.clone());
                    return Err(self.tell(says::grade_wanted(&is, &grades.unwrap_or_default(), at)));
                }
                if want.noun() == Some(Noun::Hexside) {
                    let asked = self.before(expr.span).strip_suffix('(').and_then(last_word);
                    let told = says::hexside_wanted((self.m.sources.text(at), &is), asked, at);
                    return Err(self.tell(told));
                }
                let text = self.m.sources.text(at);
                let hex = self.m.board.as_ref().and_then(|board| board.by_name(text));
                let joined = [" and", " or"].iter().any(|word| self.before(expr.span).ends_with(word));
                if want == Ty::YesNo && hex.is_some() && joined {
                    return Err(self.tell(says::hex_as_condition(text, at)));
                }
                Err(self.tell(self.other_type((found.ty, want), expr)))
            }
        }
    }

    /// What stands before this in its file.
    pub(crate) fn before(&self, span: Span) -> &str {
        let at = self.place(span);
        let text = self.m.sources.get(at.file).map_or("", |source| source.text.as_str());
        text.get(..span.start as usize).unwrap_or_default().trim_end()
    }

    fn fits_kind(&mut self, found: Noun, wanted: Noun, expr: &ast::Expr) -> Made<()> {
        if let (Noun::Piece(found), Noun::Piece(wanted)) = (found, wanted)
            && !found.within(wanted)
        {
            let at = self.place(expr.span);
            let (is, may) = (self.m.world.kinds_name(wanted), self.m.world.kinds_name(found.without(wanted)));
            let text = at.span.of(self.m.sources.get(at.file).map_or("", |source| &source.text)).to_owned();
            let never = found.and(wanted).is_empty();
            let found = self.m.world.kinds_name(found);
            let told = match never {
                true => says::another_kind(&text, &is, &found, at),
                false => says::wrong_kind(&text, &is, &may, at),
            };
            return Err(self.tell(told.mismatch(at, found, &is)));
        }
        Ok(())
    }

    /// One measure, or a number that takes on the other's.
    pub(crate) fn same_unit(&mut self, a: Unit, b: Unit, a_at: Span, b_at: Span) -> Made<Unit> {
        match (a, b) {
            (Unit::Any, other) | (other, Unit::Any) => Ok(other),
            (a, b) if a == b => Ok(a),
            (a, b) if let Some(told) = self.table_without_measure([(a, a_at), (b, b_at)]) => Err(self.tell(told)),
            (a, b) if let Some(told) = self.field_of_another_measure([a, b], [a_at, b_at]) => Err(self.tell(told)),
            (a, b) => {
                let name = |reader: &Self, unit| reader.m.world.ty_name(Ty::Number { unit, den: 1 });
                let (a, b) = (name(self, a), name(self, b));
                let (a_at, b_at) = (self.place(a_at), self.place(b_at));
                let told = says::wrong_measure(&a, &b, a_at, b_at).mismatch(a_at, &a, &b);
                let told = if a_at == b_at { told } else { told.mismatch(b_at, &b, &a) };
                let right = match (self.measured(a_at), self.measured(b_at)) {
                    (Some(number), Some(_)) if a_at == b_at => Some(format!("{number} {b}")),
                    (Some(number), None) => Some(format!("{number} {b}")),
                    (None, Some(number)) => Some(format!("{number} {a}")),
                    (Some(_), Some(_)) | (None, None) => None,
                };
                let counted = [&a, &b].iter().all(|measure| *measure != "a number");
                Err(self.tell(match right.filter(|_| counted) {
                    Some(right) => Diagnostic { help: vec![format!("write `{right}`")], ..told },
                    None => told,
                }))
            }
        }
    }

    fn digits(&mut self, text: &str, span: Span, want: Option<Ty>) -> Made<Expr> {
        let at = self.place(span);
        let is_hex = want.and_then(Ty::noun) == Some(Noun::Hex);
        let number = text.parse::<i64>().ok().filter(|value| *value < 1 << 40 && !is_hex);
        if let Some(value) = number {
            return Ok(Expr::new(Kind::Number { value, den: 1 }, Ty::COUNT, at));
        }
        // `31.19` is a hex of some maps, whatever is wanted.
        let hex = self.m.board.as_ref().and_then(|board| board.by_name(text)).map(|hex| i64::from(hex.id()));
        match hex {
            Some(hex) => {
                self.note(span, Meant::Hex(hex));
                Ok(Expr::new(Kind::Member(Noun::Hex, hex), Ty::One(Noun::Hex), at))
            }
            None if is_hex => Err(self.m.tell_no_hex(text, at)),
            None if matches!(want, Some(Ty::Step(_))) => Err(self.tell(says::odds_as_decimal(text, at))),
            None => Err(self.tell(says::no_number(text, at))),
        }
    }

    /// `0101-0102`: the hexside between two neighbours.
    fn side_between(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Expr> {
        let hex = Ty::One(Noun::Hex);
        let (one, other) = (self.read_as(a, hex)?, self.read_as(b, hex)?);
        let at = self.place(span);
        let ends = match (&one.kind, &other.kind) {
            (Kind::Member(_, one), Kind::Member(_, other)) => [one, other].map(|hex| u16::try_from(*hex).ok()),
            _ => [None, None],
        };
        let side = self.m.board.as_ref().and_then(|board| {
            let [one, other] = ends.map(|hex| board.hex(hex?));
            board.side_between(one?, other?)
        });
        match side {
            Some(side) => Ok(Expr::new(Kind::Member(Noun::Hexside, i64::from(side.id())), Ty::One(Noun::Hexside), at)),
            None => {
                let text = |of: &ast::Expr| self.m.sources.text(self.place(of.span)).to_owned();
                Err(self.tell(says::no_hexside(&text(a), &text(b), at)))
            }
        }
    }

    fn with_unit(&mut self, value: &ast::Expr, measure: &ast::Name, span: Span, want: Option<Ty>) -> Made<Expr> {
        let value_of = matches!(self.m.world.entry(&measure.text), Some(Entry::Rows(_) | Entry::State(_)));
        let named = value_of || self.bound(&measure.text).is_some() || self.kept(&measure.text).is_some();
        if named && !self.m.is_measure(&measure.text) {
            let (at, part) = (self.place(measure.span), self.m.sources.text(self.place(value.span)));
            return Err(self.tell(says::part_of_a_value(part, &measure.text, at)));
        }
        if let Some(told) = self.other_measure(value, measure, want) {
            return Err(self.tell(told));
        }
        let unit = self.m.unit(self.file, measure)?;
        let den = self.m.den(unit);
        if ratio(value).is_some() {
            let raw = self.m.counted(self.file, value, den, Some(&measure.text))?;
            // `1 MP` is a whole number, however fine points are counted: so a product with it stays as coarse as it can.
            let (value, den) = in_lowest_terms(raw, den);
            return Ok(Expr::new(Kind::Number { value, den }, Ty::Number { unit, den }, self.place(span)));
        }
        let value_read = self.read_expr(value, Some(Ty::Number { unit, den }))?;
        match value_read.ty {
            Ty::Number { unit: Unit::Any | Unit::Plain, den } => Ok(value_read.of(Ty::Number { unit, den })),
            Ty::Number { unit: other, .. } => {
                self.same_unit(other, unit, value.span, measure.span)?;
                Ok(value_read)
            }
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(value.span));
                Err(self.tell(says::wrong_type(&found, "a number", at)))
            }
        }
    }

    fn none(&mut self, span: Span, want: Option<Ty>) -> Made<Expr> {
        let at = self.place(span);
        match want.and_then(Ty::noun) {
            Some(noun) => {
                let set = matches!(want, Some(Ty::Set(_)));
                Ok(Expr::new(if set { Kind::Empty(noun) } else { Kind::None(noun) }, Ty::Nothing, at))
            }
            None if matches!(want, Some(Ty::Number { .. })) => Err(self.tell(says::number_is_never_none(at))),
            None => Err(self.tell(says::none_of_what(at))),
        }
    }

    pub(crate) fn name(&mut self, name: &ast::Name, want: Option<Ty>) -> Made<Expr> {
        if let Some(term) = self.local_name(name) {
            return Ok(term);
        }
        if let Some(Noun::Enum(index)) = want.and_then(Ty::noun)
            && let Some(member) = self.member_of(index, &name.text)
        {
            return Ok(self.of_enum(index, member, name.span));
        }
        if let Some(term) = self.game_name(name) {
            if name.text == "turn" && self.m.turns == Turns::Unknown {
                return Err(ErrorReported);
            }
            let phase = self.stage.as_ref().filter(|stage| !stage.of_a_side).and_then(|stage| stage.phase.clone());
            return match (name.text.as_str(), phase) {
                ("phasing", Some(phase)) => Err(self.tell(says::phasing_is_nobody(&phase, self.place(name.span)))),
                ("acting", _) if !self.acting => Err(self.tell(says::acting_is_nobody(self.place(name.span)))),
                _ => Ok(term),
            };
        }
        if want.and_then(Ty::noun) == Some(Noun::Enum(PHASE)) {
            self.no_other_phase(name)?;
        }
        if want.and_then(Ty::noun) == Some(Noun::Direction)
            && let Some(way) = self.direction(name)?
        {
            return Ok(way);
        }
        if let (Some(Noun::Enum(list)), Some(entry)) = (want.and_then(Ty::noun), self.m.world.entry(&name.text))
            && self.is_no_member(list, entry)
            && let Some(told) = self.no_member(list, name)
        {
            return Err(self.tell(told));
        }
        if let Some(entry) = self.m.world.entry(&name.text)
            && let Some(term) = self.item_name(name, entry)?
        {
            return Ok(term);
        }
        self.member_name(name, want)
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
        let at = self.place(name.span);
        Err(no_such_phase(self.m, &name.text, &known, at))
    }

    /// A name in scope, or kept by the action.
    fn local_name(&mut self, name: &ast::Name) -> Option<Expr> {
        let at = self.place(name.span);
        if let Some(bound) = self.bound(&name.text) {
            let (local, given) = (bound.local, bound.at);
            let ty = self.narrow(About::Local(local), bound.ty);
            self.note(name.span, Meant::Local(given));
            return Some(Expr::new(Kind::Local(local), ty, at));
        }
        let kept = self.kept(&name.text).filter(|kept| !kept.each_side)?;
        let (cell, given) = (kept.cell, kept.at);
        let ty = self.narrow(About::Cell(cell), kept.ty);
        self.note(name.span, Meant::Local(given));
        Some(Expr::new(Kind::Stored(cell, Vec::new()), ty, at))
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

    /// `phasing`, `turn`, `phase`: the game's own.
    fn game_name(&self, name: &ast::Name) -> Option<Expr> {
        let (cell, ty) = match name.text.as_str() {
            "acting" => (self.m.acting?, Ty::One(Noun::Enum(SIDE))),
            "phasing" => (self.m.phasing, Ty::One(Noun::Enum(SIDE))),
            "turn" => (self.m.turn, self.m.turns.ty()),
            "phase" => (self.m.phase, Ty::One(Noun::Enum(super::world::PHASE))),
            _ => return None,
        };
        Some(Expr::new(Kind::Stored(cell, Vec::new()), ty, self.place(name.span)))
    }

    fn item_name(&mut self, name: &ast::Name, entry: Entry) -> Made<Option<Expr>> {
        let at = self.place(name.span);
        if !matches!(entry, Entry::Scene(_) | Entry::Phase(_)) {
            self.note(name.span, Meant::Item);
        }
        let term = match entry {
            Entry::Pieces(_) => {
                let phrase = ast::Expr { span: name.span, kind: ExprKind::Name(name.clone()) };
                self.read_set(&phrase)?
            }
            Entry::Counter(counter) => {
                let piece = self.m.world.counters.get(counter).map_or(0, |def| def.piece);
                let noun = Noun::Piece(Kinds::of(piece));
                Expr::new(Kind::Member(noun, counter as i64), Ty::One(noun), at)
            }
            Entry::Feature(index) if self.m.world.features.get(index).is_some_and(|def| def.in_order.is_some()) => {
                self.listed(index, at)?
            }
            Entry::Box(index) => match self.m.world.boxes.get(index).map(|def| def.holds) {
                Some(Holds::Open { member, .. }) => {
                    let noun = self.m.world.open_boxes.map_or(Noun::Hex, |open| Noun::Enum(open.noun));
                    Expr::new(Kind::Member(noun, member), Ty::One(noun), at)
                }
                Some(Holds::Unseen { .. }) | None => return Err(self.unseen_inside(index, at)),
            },
            Entry::Spot(hex) => Expr::new(Kind::Member(Noun::Hex, hex), Ty::One(Noun::Hex), at),
            Entry::Run(run) => {
                let Some(def) = self.m.world.runs.get(run) else { return Err(ErrorReported) };
                Expr::new(Kind::Stored(def.cell, Vec::new()), def.ty, at)
            }
            Entry::State(_) | Entry::Rows(_) => return self.called(name, &[], name.span).map(Some),
            Entry::Broken => return Err(ErrorReported),
            Entry::Kind(kind) => {
                let kinds = self.m.world.kinds.get(kind).map(|kind| kind.kinds);
                let plural = kinds.and_then(|kinds| self.plural_of(kinds));
                return Err(self.tell(says::kind_alone(&name.text, plural.as_deref(), at)));
            }
            Entry::Enum(_) => return Err(self.tell(says::enum_alone(&name.text, at))),
            Entry::Scene(_) | Entry::Phase(_) => return Ok(None),
            Entry::Option(_) => return Err(self.tell(says::option_is_no_value(&name.text, at))),
            Entry::Feature(feature) => {
                let of = self.m.world.features.get(feature).map(|def| def.of);
                return Err(self.tell(says::feature_alone(&name.text, of == Some(Of::Hexes), at)));
            }
            Entry::Table(_) => return Err(self.tell(says::table_alone(&name.text, at))),
            Entry::Measure(_) => return Err(self.tell(says::measure_alone(&name.text, at))),
            Entry::Scale(_) | Entry::Notation(_) | Entry::Purchase(_) | Entry::Action(_) | Entry::Procedure(_) => {
                return Err(self.tell(says::not_a_value(&name.text, at)));
            }
            Entry::Die(_) => return Err(self.tell(says::die_not_fallen(&name.text, at))),
        };
        Ok(Some(term))
    }

    fn of_enum(&mut self, index: usize, member: i64, span: Span) -> Expr {
        self.note(span, Meant::Member(index, member));
        let noun = Noun::Enum(index);
        Expr::new(Kind::Member(noun, member), Ty::One(noun), self.place(span))
    }

    pub(crate) fn member_of(&self, index: usize, name: &str) -> Option<i64> {
        self.m.world.member_of(index, name)
    }

    /// A word that is a member of one enum; a side is a side before it is an outcome.
    fn member_name(&mut self, name: &ast::Name, want: Option<Ty>) -> Made<Expr> {
        let mut of: Vec<(usize, u32)> = self.m.world.members.get(&name.text).cloned().unwrap_or_default();
        of.retain(|(index, _)| *index != SCENARIO);
        let of: Vec<(usize, u32)> =
            if of.len() > 1 { of.into_iter().filter(|(index, _)| *index != OUTCOME).collect() } else { of };
        match of.as_slice() {
            [(index, member)] => Ok(self.of_enum(*index, i64::from(*member), name.span)),
            [] if self.refused.contains(&name.text) => Err(ErrorReported),
            [] if name.text == ARRIVING => match self.arriving {
                Some(arriving) => {
                    self.note(name.span, Meant::Word);
                    Ok(Expr::new(Kind::Truth(arriving), Ty::YesNo, self.place(name.span)))
                }
                None => Err(self.tell(says::arriving_nowhere(self.place(name.span)))),
            },
            [] if [ENTERING, LEAVING].contains(&name.text.as_str()) => {
                Err(self.tell(says::over_no_edge(&name.text, self.place(name.span))))
            }
            [] if name.text == "scenario" || self.member_of(SCENARIO, &name.text).is_some() => {
                Err(self.tell(says::scenario_is_no_value(self.place(name.span))))
            }
            [] => {
                let at = self.place(name.span);
                let actions = self.actions_with(&name.text);
                if !actions.is_empty() {
                    return Err(self.tell(says::name_of_an_action(&actions, at)));
                }
                Err(self.tell(self.unknown_here(name, want)))
            }
            several => {
                let enums = several.iter().filter_map(|(index, _)| self.m.world.enums.get(*index));
                let enums: Vec<String> = enums.map(|def| def.name.clone()).collect();
                Err(self.tell(says::member_of_several(&name.text, &enums, self.place(name.span))))
            }
        }
    }

    /// The actions that keep or pick something of this name, where none of them is asked within.
    fn actions_with(&self, name: &str) -> Vec<String> {
        let keeps = |action: &&ActionDef<'_>| action.kept.iter().any(|kept| kept.name == name);
        // What a letter alone stands for is a matter of each line.
        let told = self.within.is_none() && name.chars().count() > 1;
        let actions = self.m.world.actions.iter().filter(|_| told);
        actions.filter(keeps).map(|action| action.name.clone()).collect()
    }

    fn list(&mut self, items: &[ast::Expr], span: Span, want: Option<Ty>) -> Made<Expr> {
        let noun = want.and_then(Ty::noun);
        let mut all: Option<Expr> = None;
        for item in items {
            let want = all.as_ref().map(|term| term.ty).or(noun.map(Ty::One));
            let want = want.and_then(Ty::noun).map(Ty::One);
            let term = self.read_expr(item, want)?;
            let Some(found) = term.ty.noun() else {
                let (found, at) = (self.m.world.ty_name(term.ty), self.place(item.span));
                return Err(self.tell(says::no_set_of(&found, at)));
            };
            let (item_ty, single) = (term.ty, as_set(term, found));
            all = Some(match all {
                None => single,
                Some(before) => {
                    let Some(joined) = join(before.ty.noun(), found) else {
                        let names = (self.m.world.ty_name(before.ty), self.m.world.ty_name(item_ty));
                        let at = self.place(item.span);
                        return Err(self.tell(says::wrong_type(&names.1, &names.0, at)));
                    };
                    let at = self.place(span);
                    Expr::new(Kind::Union(Box::new([before, single])), Ty::Set(joined), at)
                }
            });
        }
        match all {
            Some(term) => Ok(term),
            None => self.none(span, want.and_then(Ty::noun).map(Ty::Set)),
        }
    }

    fn negative(&mut self, inner: &ast::Expr, span: Span, want: Option<Ty>) -> Made<Expr> {
        let term = self.read_expr(inner, want)?;
        self.must_be_number(term.ty, inner)?;
        let ty = term.ty;
        Ok(Expr::new(Kind::Negative(Box::new(term)), ty, self.place(span)))
    }

    pub(crate) fn must_be_number(&mut self, ty: Ty, expr: &ast::Expr) -> Made<(Unit, u32)> {
        match ty {
            Ty::Number { unit, den } => Ok((unit, den)),
            Ty::Step(scale) => {
                let measure = self.m.world.scales.get(scale).map_or(Unit::Any, |def| Unit::Of(def.measure));
                Ok((measure, 1))
            }
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(expr.span));
                let help = self.counted_otherwise((other, expr));
                Err(self.tell(helped(says::wrong_type(&found, "a number", at), help)))
            }
        }
    }

    fn arithmetic(&mut self, op: Operator, a: &ast::Expr, b: &ast::Expr, span: Span) -> Made<Expr> {
        let [from, taken] = [a, b].map(|part| self.m.sources.said(self.place(part.span)));
        let number = matches!(a.kind, ExprKind::Number(_));
        if op == Operator::Minus && from == taken && !number {
            return Err(self.tell(says::minus_itself(&from, self.place(span))));
        }
        let (left, right) = (self.read_expr(a, None)?, self.read_expr(b, None)?);
        let ((unit, den), (other, finer)) = (self.must_be_number(left.ty, a)?, self.must_be_number(right.ty, b)?);
        let at = self.place(span);
        let added = |left, right| {
            let both = Box::new([left, right]);
            if op == Operator::Plus { Kind::Plus(both) } else { Kind::Minus(both) }
        };
        // A shift along a scale leaves a step of that scale.
        if let (Ty::Step(scale), Operator::Plus | Operator::Minus) = (left.ty, op) {
            self.same_unit(unit, other, a.span, b.span)?;
            return Ok(Expr::new(added(left, right), Ty::Step(scale), at));
        }
        match op {
            Operator::Plus | Operator::Minus => {
                let unit = self.same_unit(unit, other, a.span, b.span)?;
                let ty = Ty::Number { unit, den: lcm(den, finer) };
                Ok(Expr::new(added(left, right), ty, at))
            }
            Operator::Times => {
                let unit = self.product_unit(unit, other, a, b)?;
                let ty = Ty::Number { unit, den: den * finer };
                Ok(Expr::new(Kind::Times(Box::new([left, right])), ty, at))
            }
            Operator::Over => match ratio(b) {
                Some((by, 1)) if (1..=60).contains(&by) => {
                    if let Some((num, 1)) = ratio(a) {
                        let ty = Ty::Number { unit, den: by as u32 };
                        return Ok(Expr::new(Kind::Number { value: num, den: by as u32 }, ty, at));
                    }
                    // `u.strength / 2` is so much strength, `u.strength / 2 points` how many times that is in it.
                    let unit = match &b.kind {
                        ExprKind::Unit(..) => {
                            self.same_unit(unit, other, a.span, b.span)?;
                            Unit::Plain
                        }
                        _ => unit,
                    };
                    let ty = Ty::Number { unit, den: den * by as u32 };
                    Ok(Expr::new(Kind::Part(Box::new(left), by as u32), ty, at))
                }
                Some(_) | None => Err(self.tell(says::ratio_alone(at))),
            },
        }
    }

    fn product_unit(&mut self, a: Unit, b: Unit, left: &ast::Expr, right: &ast::Expr) -> Made<Unit> {
        match (a, b) {
            (Unit::Of(_), Unit::Of(_)) => {
                let name = |reader: &Self, unit| reader.m.world.ty_name(Ty::Number { unit, den: 1 });
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

    fn rounded(&mut self, inner: &ast::Expr, rounding: Rounding, span: Span, want: Option<Ty>) -> Made<Expr> {
        if let Some((a, b)) = self.ratio_parts(inner) {
            return self.rounded_ratio(a, b, rounding, span, want);
        }
        let term = self.read_expr(inner, want)?;
        let (unit, _) = self.must_be_number(term.ty, inner)?;
        let ty = Ty::Number { unit, den: 1 };
        Ok(Expr::new(Kind::Rounded(Box::new(term), rounding), ty, self.place(span)))
    }

    fn rounded_ratio(
        &mut self,
        a: &ast::Expr,
        b: &ast::Expr,
        rounding: Rounding,
        span: Span,
        want: Option<Ty>,
    ) -> Made<Expr> {
        if let Some(scale) = self.scale_wanted(want) {
            return self.on_scale(scale, a, b, rounding, span);
        }
        let (left, right) = (self.read_expr(a, None)?, self.read_expr(b, None)?);
        let ((unit, _), (other, _)) = (self.must_be_number(left.ty, a)?, self.must_be_number(right.ty, b)?);
        let unit = match (unit, other) {
            (unit, Unit::Any | Unit::Plain) => unit,
            (unit, other) => {
                self.same_unit(unit, other, a.span, b.span)?;
                Unit::Plain
            }
        };
        let kind = Kind::Quotient(Box::new([left, right]), rounding);
        Ok(Expr::new(kind, Ty::Number { unit, den: 1 }, self.place(span)))
    }

    fn scale_wanted(&self, want: Option<Ty>) -> Option<usize> {
        match want {
            Some(Ty::Step(scale)) => Some(scale),
            // A game with one scale of odds knows what is meant.
            None if self.m.world.scales.len() == 1 => Some(0),
            _ => None,
        }
    }

    /// A ratio as the step of a scale.
    fn on_scale(&mut self, scale: usize, a: &ast::Expr, b: &ast::Expr, rounding: Rounding, span: Span) -> Made<Expr> {
        let (left, right) = (self.read_expr(a, None)?, self.read_expr(b, None)?);
        self.must_be_number(left.ty, a)?;
        self.must_be_number(right.ty, b)?;
        let sides = Box::new([left, right]);
        Ok(Expr::new(Kind::OnScale(scale, rounding, sides), Ty::Step(scale), self.place(span)))
    }
}

/// What may be none, taken to be there.
pub(crate) fn surely(found: Expr) -> Expr {
    let (ty, at) = (found.ty.noun().map_or(found.ty, Ty::One), found.at);
    Expr::new(Kind::Surely(Box::new(found)), ty, at)
}

/// A set as it is, of one a set of one.
pub(crate) fn as_set(found: Expr, noun: Noun) -> Expr {
    let at = found.at;
    match found.ty {
        Ty::Set(_) => found,
        _ => Expr::new(Kind::Single(Box::new(found)), Ty::Set(noun), at),
    }
}

/// A whole number without a measure, by which one divides exactly.
fn is_divisor(expr: &ast::Expr) -> bool {
    !matches!(expr.kind, ExprKind::Unit(..)) && ratio(expr).is_some_and(|(_, den)| den == 1)
}

fn lcm(a: u32, b: u32) -> u32 {
    a.max(1) / gcd(a.max(1), b.max(1)) * b.max(1)
}

fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn in_lowest_terms(value: i64, den: u32) -> (i64, u32) {
    // What is left of so great a number in `den`-ths is below `den`.
    let rest = value.rem_euclid(i64::from(den.max(1))) as u32;
    let by = gcd(den.max(1), rest);
    (value / i64::from(by), den / by)
}

/// What a set holds that has members of both.
fn join(a: Option<Noun>, b: Noun) -> Option<Noun> {
    match (a?, b) {
        (Noun::Piece(a), Noun::Piece(b)) => Some(Noun::Piece(a.or(b))),
        (a, b) if a == b => Some(a),
        _ => None,
    }
}

/// The word at the end of a text.
fn last_word(text: &str) -> Option<&str> {
    text.rsplit(|sign: char| !(sign.is_alphanumeric() || sign == '_')).next().filter(|word| !word.is_empty())
}
