//! A call with too few or too many arguments: which one is missing, and what could stand for it; which one is too many.
//!
//! In: the parameters of a head, and what was written. Out: the calls that could be meant. Promises: nothing is offered where
//! more than one parameter could be the missing one.

use super::arguments::NAMED_FROM;
use super::builder::Made;
use super::reader::Reader;
use super::ty::{Noun, Ty};
use super::world::{ParamDef, SIDE};
use crate::diag::says::Miscount;
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, ExprKind};

/// More are not offered.
const OFFERED: usize = 3;

impl Reader<'_, '_> {
    /// What was meant, where that can be known. What is wrong with an argument itself is told first.
    pub(super) fn miscounted(
        &mut self,
        name: &str,
        params: &[ParamDef<'_>],
        args: &[ast::Expr],
    ) -> Made<Option<Miscount>> {
        // Whoever writes names knows what he leaves out; and `none` is of no type of its own.
        if args.iter().any(|arg| matches!(arg.kind, ExprKind::Given(..) | ExprKind::None)) {
            return Ok(None);
        }
        let mut given = Vec::new();
        for arg in args {
            let text = self.m.sources.said(self.place(arg.span));
            given.push((text, self.read_expr(arg, None)?.ty));
        }
        let wanted: Vec<Ty> = params.iter().map(|param| param.ty).collect();
        let found: Vec<Ty> = given.iter().map(|(_, ty)| *ty).collect();
        if found.len() < wanted.len() {
            let Some(stands) = only_way(&found, &wanted, &fits) else { return Ok(None) };
            let missing: Vec<usize> = (0..params.len()).filter(|at| !stands.contains(at)).collect();
            let [missing] = missing.as_slice() else { return Ok(None) };
            let Some(param) = params.get(*missing) else { return Ok(None) };
            let texts: Vec<String> = given.into_iter().map(|(text, _)| text).collect();
            let offered = self.could_stand(param, &texts);
            let calls = offered.into_iter().map(|one| {
                let mut all = texts.clone();
                all.insert(*missing, one);
                format!("{name}({})", written(params, &all).join(", "))
            });
            let calls = calls.collect();
            return Ok(Some(Miscount::Missing { what: self.m.world.ty_name(param.ty).to_lowercase(), calls }));
        }
        let Some(stands) = only_way(&wanted, &found, &|param, arg| fits(arg, param)) else { return Ok(None) };
        let is_kept = |at: &usize| stands.contains(at);
        let kept: Vec<String> = stands.iter().filter_map(|at| given.get(*at)).map(|(text, _)| text.clone()).collect();
        let kept = written(params, &kept);
        let call = if kept.is_empty() { name.to_owned() } else { format!("{name}({})", kept.join(", ")) };
        let over = (0..given.len()).filter(|at| !is_kept(at)).filter_map(|at| given.get(at));
        let over: Vec<String> = over.map(|(text, _)| text.clone()).collect();
        Ok(Some(Miscount::Over { which: over, call }))
    }

    /// What could stand for a parameter here: a name of its own, the only one of its sort, a side.
    fn could_stand(&self, param: &ParamDef<'_>, given: &[String]) -> Vec<String> {
        let is_free = |name: &str| !name.starts_with(' ') && !given.iter().any(|text| text == name);
        let fitting = self.scope.iter().rev().filter(|bound| is_free(&bound.name) && fits(bound.ty, param.ty));
        let mut fitting: Vec<&str> = fitting.map(|bound| bound.name.as_str()).collect();
        if fitting.contains(&param.name.as_str()) {
            return vec![param.name.clone()];
        }
        let mut met = BTreeSet::new();
        fitting.retain(|name| met.insert(*name));
        if !fitting.is_empty() || param.ty != Ty::One(Noun::Enum(SIDE)) {
            fitting.truncate(OFFERED);
            return fitting.into_iter().map(str::to_owned).collect();
        }
        let piece = self.scope.iter().rev().find(|bound| matches!(bound.ty, Ty::One(Noun::Piece(_))));
        if let Some(piece) = piece.filter(|piece| !piece.name.starts_with(' ')) {
            return vec![format!("{}.side", piece.name), format!("enemy of {}.side", piece.name)];
        }
        let sides = self.m.world.enums.get(SIDE).map_or(&[][..], |sides| sides.members.as_slice());
        if sides.len() > OFFERED { Vec::new() } else { sides.to_vec() }
    }
}

/// As they stand between the brackets: of many each bears its name.
fn written(params: &[ParamDef<'_>], given: &[String]) -> Vec<String> {
    let each = params.iter().zip(given).map(|(param, text)| match params.len() {
        NAMED_FROM.. if *text != param.name => format!("{}: {text}", param.name),
        _ => text.clone(),
    });
    each.collect()
}

/// May it stand where that is wanted, whoever it is?
fn fits(ty: Ty, wanted: Ty) -> bool {
    match (ty, wanted) {
        (
            Ty::One(Noun::Piece(is)) | Ty::Maybe(Noun::Piece(is)),
            Ty::One(Noun::Piece(of)) | Ty::Maybe(Noun::Piece(of)),
        ) => is.within(of) && !matches!((ty, wanted), (Ty::Maybe(_), Ty::One(_))),
        (Ty::Maybe(_), Ty::One(_)) => false,
        (ty, wanted) => ty.goes_with(wanted),
    }
}

/// Where the few stand among the many, in their order; none where they can stand in no or in several ways: as far to the left as
/// may be and as far to the right are one way only then.
fn only_way(few: &[Ty], many: &[Ty], fits: &dyn Fn(Ty, Ty) -> bool) -> Option<Vec<usize>> {
    let (mut left, mut from) = (Vec::new(), 0);
    for one in few {
        let at = from + many.get(from..)?.iter().position(|other| fits(*one, *other))?;
        left.push(at);
        from = at + 1;
    }
    let (mut right, mut to) = (Vec::new(), many.len());
    for one in few.iter().rev() {
        to = many.get(..to)?.iter().rposition(|other| fits(*one, *other))?;
        right.push(to);
    }
    right.reverse();
    (left == right).then_some(left)
}
