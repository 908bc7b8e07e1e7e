//! Types as authors write them: `0..3 steps`, `yes/no`, `set of Infantry`, `Side or none`.

use super::builder::{Builder, Made};
use super::ty::{Noun, Ty, Unit};
use super::world::{Entry, ParamDef};
use crate::diag::{Place, nearest, says};
use crate::limits::{MOST_NUMBER, MOST_OPEN};
use crate::source::FileId;
use wgr_grammar::ast::{self, ExprKind, TypeKind};
use wgr_runtime::ir::{Scalar, Type, What};

/// Words for types that every game has.
pub(crate) const BUILT_IN: [&str; 5] = ["Side", "Hex", "Hexside", "Direction", "Phase"];

impl<'a> Builder<'a> {
    /// What a type says, for the checks here and for the IR.
    pub(crate) fn type_ref(&self, file: FileId, ty: &ast::TypeRef) -> Made<(Ty, Type)> {
        let at = Place::new(file, ty.span);
        match &ty.kind {
            TypeKind::YesNo => Ok((Ty::YesNo, Type::BOOL)),
            TypeKind::Range { from, to, measure } => self.range(file, from, to.as_ref(), measure.as_ref(), at),
            TypeKind::Named(name) => {
                let ty = self.named(file, name)?;
                Ok((ty, self.ir_type(ty)))
            }
            TypeKind::Set(name) => match self.named(file, name)? {
                Ty::One(noun) => Ok((Ty::Set(noun), self.ir_type(Ty::Set(noun)))),
                other => Err(self.tell(says::no_set_of(&self.world.ty_name(other), at))),
            },
            TypeKind::Maybe(name) => match self.named(file, name)? {
                Ty::One(noun) => Ok((Ty::Maybe(noun), self.ir_type(Ty::Maybe(noun)))),
                other => Err(self.tell(says::no_set_of(&self.world.ty_name(other), at))),
            },
            TypeKind::Broken => Err(super::builder::ErrorReported),
        }
    }

    fn range(
        &self,
        file: FileId,
        from: &ast::Expr,
        to: Option<&ast::Expr>,
        measure: Option<&ast::Name>,
        at: Place,
    ) -> Made<(Ty, Type)> {
        let unit = match measure {
            Some(name) => self.unit(file, name)?,
            None => Unit::Plain,
        };
        let den = self.den(unit);
        let lo = self.constant(file, from, den)?;
        let hi = match to {
            Some(to) => self.constant(file, to, den)?,
            None => MOST_OPEN * i64::from(den),
        };
        if lo > hi {
            return Err(self.tell(says::range_upside_down(lo, hi, at)));
        }
        Ok((Ty::Number { unit, den }, Type::Scalar(Scalar { what: What::Int { den }, lo, hi })))
    }

    pub(crate) fn is_measure(&self, name: &str) -> bool {
        let ends = [Some(name), name.strip_suffix('s'), name.strip_suffix("es")];
        ends.into_iter().flatten().any(|word| self.world.measures.iter().any(|measure| measure.name == word))
    }

    /// The measure of this name, with or without an `s` at its end.
    pub(crate) fn unit(&self, file: FileId, name: &ast::Name) -> Made<Unit> {
        let singular = |word: &str| self.world.measures.iter().position(|measure| measure.name == word);
        let short = name.text.strip_suffix("es").and_then(singular);
        let found = singular(&name.text).or_else(|| name.text.strip_suffix('s').and_then(singular)).or(short);
        match found {
            Some(measure) => Ok(Unit::Of(measure)),
            None => {
                let names: Vec<String> = self.world.measures.iter().map(|measure| measure.name.clone()).collect();
                Err(self.tell(says::unknown_name("measure", &name.text, &names, Place::new(file, name.span))))
            }
        }
    }

    /// A whole number or fraction that stands in the text, in `den`-ths.
    pub(crate) fn constant(&self, file: FileId, expr: &ast::Expr, den: u32) -> Made<i64> {
        let measure = if let ExprKind::Unit(_, measure) = &expr.kind { Some(measure.text.as_str()) } else { None };
        self.counted(file, expr, den, measure)
    }

    /// The same of a measure that is known.
    pub(crate) fn counted(&self, file: FileId, expr: &ast::Expr, den: u32, measure: Option<&str>) -> Made<i64> {
        let at = Place::new(file, expr.span);
        if let ExprKind::Number(text) = &expr.kind
            && text.parse::<i64>().is_err()
        {
            return Err(self.tell(says::no_number(text, at)));
        }
        let Some((num, of)) = ratio(expr) else { return Err(self.tell(says::no_constant(at))) };
        match num.checked_mul(i64::from(den)) {
            Some(num) if of != 0 && num % of == 0 && (num / of).unsigned_abs() <= MOST_NUMBER as u64 => Ok(num / of),
            Some(num) if of != 0 && num % of == 0 => Err(self.tell(says::too_big(MOST_NUMBER, at))),
            Some(num) if of != 0 && num % of != 0 => Err(self.tell(says::too_fine(den, measure, at))),
            Some(_) | None => Err(self.tell(says::no_constant(at))),
        }
    }

    pub(crate) fn named(&self, file: FileId, name: &ast::Name) -> Made<Ty> {
        let board = self.board.is_some();
        match name.text.as_str() {
            "Side" => return Ok(Ty::One(Noun::Enum(super::world::SIDE))),
            "Phase" => return Ok(Ty::One(Noun::Enum(super::world::PHASE))),
            "Hex" if board => return Ok(Ty::One(Noun::Hex)),
            "Hexside" if board => return Ok(Ty::One(Noun::Hexside)),
            "Direction" if board => return Ok(Ty::One(Noun::Direction)),
            _ => {}
        }
        let at = Place::new(file, name.span);
        match self.world.entry(&name.text) {
            Some(Entry::Enum(index)) => Ok(Ty::One(Noun::Enum(index))),
            Some(Entry::Kind(index)) => {
                let kinds = self.world.kinds.get(index).map(|kind| kind.kinds).unwrap_or_default();
                Ok(Ty::One(Noun::Piece(kinds)))
            }
            Some(Entry::Scale(index)) => Ok(Ty::Step(index)),
            Some(Entry::Notation(index)) => Ok(Ty::Notation(index)),
            Some(Entry::Broken) => Err(super::builder::ErrorReported),
            Some(_) => Err(self.tell(says::no_type(&name.text, at))),
            None if ["Hex", "Hexside", "Direction"].contains(&name.text.as_str()) => Err(self.tell_no_board(at)),
            None => {
                let names = self.type_names();
                let mut alone = self.world.names.iter().filter(|(known, (entry, _))| {
                    matches!(entry, Entry::Enum(_) | Entry::Scale(_) | Entry::Notation(_))
                        && self.times_named(known) == 1
                });
                Err(self.tell(match alone.next() {
                    Some((odd, (_, declared))) if nearest(&name.text, names.iter().map(String::as_str)).is_empty() => {
                        says::misnamed("type", odd, &name.text, *declared)
                    }
                    Some(_) | None => says::unknown_name("type", &name.text, &names, at),
                }))
            }
        }
    }

    fn type_names(&self) -> Vec<String> {
        let of =
            |entry: &Entry| matches!(entry, Entry::Enum(_) | Entry::Kind(_) | Entry::Scale(_) | Entry::Notation(_));
        let named = self.world.names.iter().filter(|(_, (entry, _))| of(entry)).map(|(name, _)| name.clone());
        named.chain(BUILT_IN.iter().map(|word| (*word).to_owned())).collect()
    }

    pub(crate) fn params(&self, file: FileId, params: &'a [ast::Param]) -> Made<Vec<ParamDef<'a>>> {
        let mut made: Vec<ParamDef<'a>> = Vec::new();
        for param in params {
            let (ty, ir) = self.type_ref(file, &param.ty)?;
            let at = Place::new(file, param.name.span);
            if let Some(first) = made.iter().find(|known| known.name == param.name.text) {
                return Err(self.tell(says::twice_named(&param.name.text, at, first.at)));
            }
            self.no_word_of_the_game(&param.name.text, at)?;
            let (of, such) = (param.of.as_ref(), param.such.as_ref());
            made.push(ParamDef { name: param.name.text.clone(), ty, ir, of, such, at });
        }
        Ok(made)
    }
}

/// `0 or more`
pub(crate) fn is_open(ty: &ast::TypeRef) -> bool {
    matches!(ty.kind, TypeKind::Range { to: None, .. })
}

/// A number, negative number or fraction as it stands in the text.
pub(crate) fn ratio(expr: &ast::Expr) -> Option<(i64, i64)> {
    match &expr.kind {
        ExprKind::Number(text) => text.parse().ok().map(|value| (value, 1)),
        ExprKind::Negative(inner) => ratio(inner).map(|(num, den)| (-num, den)),
        ExprKind::Unit(inner, _) => ratio(inner),
        ExprKind::Arithmetic(ast::Operator::Over, a, b) => match (ratio(a)?, ratio(b)?) {
            ((num, 1), (den, 1)) if den > 0 => Some((num, den)),
            _ => None,
        },
        _ => None,
    }
}
