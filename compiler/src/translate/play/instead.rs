//! `procedure aimed in air in place of fire`, `action lay in place of bombard`: what holds in the place of another.
//!
//! In: the game's actions and procedures. Out: an action that another stands in the place of is not offered where that one
//! may be, and the other is offered where the first is named; a procedure performs the one in its place. Told: a place of
//! nothing, of another sort, asked about others; two that may stand in one place in one game. Promises: without `in NAME`
//! it always holds.

use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Local, Stmt, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use crate::translate::world::{Entry, ParamDef};
use wgr_grammar::ast;

/// Tells what cannot stand in the place of what it names.
pub(super) fn check(builder: &mut Builder<'_>) {
    for at in 0..builder.world.procedures.len() {
        let Some(def) = builder.world.procedures.get(at) else { continue };
        let (file, ast) = (def.file, def.ast);
        let Some(of) = &ast.in_place else {
            if let Some(layer) = &ast.layer {
                builder.tell(says::procedure_of_a_layer(&ast.name.text, Place::new(file, layer.span)));
            }
            continue;
        };
        // ErrorReported where it is wrong.
        let _ = procedure(builder, at, of);
        together(builder, (file, of, ast.layer.as_ref()), at, procedure_in_place);
    }
    for at in 0..builder.world.actions.len() {
        let Some(def) = builder.world.actions.get(at) else { continue };
        let (file, ast) = (def.file, def.ast);
        let Some(of) = &ast.in_place else { continue };
        let place = Place::new(file, of.span);
        match builder.world.entry(&of.text) {
            Some(Entry::Action(index)) if index != at => {}
            Some(Entry::Broken) => {}
            Some(entry) => drop(builder.tell(says::in_place_of_what("action", entry.what(), place))),
            None => {
                let known: Vec<String> = builder.world.actions.iter().map(|def| def.name.clone()).collect();
                builder.tell(says::unknown_name("action", &of.text, &known, place));
            }
        }
        together(builder, (file, of, ast.layer.as_ref()), at, action_in_place);
    }
}

type InPlace<'a> = (FileId, &'a ast::Name, Option<&'a ast::Layer>);

fn procedure_in_place<'a>(builder: &Builder<'a>, at: usize) -> Option<InPlace<'a>> {
    let def = builder.world.procedures.get(at)?;
    Some((def.file, def.ast.in_place.as_ref()?, def.ast.layer.as_ref()))
}

fn action_in_place<'a>(builder: &Builder<'a>, at: usize) -> Option<InPlace<'a>> {
    let def = builder.world.actions.get(at)?;
    Some((def.file, def.ast.in_place.as_ref()?, def.ast.layer.as_ref()))
}

/// Two that may hold in one game.
fn together(
    builder: &mut Builder<'_>,
    (file, of, layer): InPlace<'_>,
    at: usize,
    other: for<'a> fn(&Builder<'a>, usize) -> Option<InPlace<'a>>,
) {
    let meets = |one: Option<&ast::Layer>| match (one, layer) {
        (Some(one), Some(layer)) => builder.may_meet(one, layer),
        (None, _) | (_, None) => true,
    };
    let first = (0..at).filter_map(|before| other(builder, before));
    let first = first.into_iter().find(|(_, name, layer)| name.text == of.text && meets(*layer));
    if let Some((first_file, first, _)) = first {
        let (at, first) = (Place::new(file, of.span), Place::new(first_file, first.span));
        builder.tell(says::two_in_one_place(&of.text, at, first));
    }
}

/// It is asked about the same, answers the same, and reads no names that the other may not.
fn procedure(builder: &mut Builder<'_>, own: usize, of: &ast::Name) -> Made<()> {
    let Some(def) = builder.world.procedures.get(own) else { return Err(ErrorReported) };
    let at = Place::new(def.file, of.span);
    let other = match builder.world.entry(&of.text) {
        Some(Entry::Procedure(index)) if index != own => index,
        Some(Entry::Broken) => return Err(ErrorReported),
        Some(entry) => return Err(builder.tell(says::in_place_of_what("procedure", entry.what(), at))),
        None => {
            let known: Vec<String> = builder.world.procedures.iter().map(|def| def.name.clone()).collect();
            return Err(builder.tell(says::unknown_name("procedure", &of.text, &known, at)));
        }
    };
    let Some(other) = builder.world.procedures.get(other) else { return Err(ErrorReported) };
    let same = |(one, other): (&ParamDef<'_>, &ParamDef<'_>)| {
        one.name == other.name && one.ty == other.ty && one.ir == other.ir
    };
    let first = Place::new(other.file, other.ast.name.span);
    let alike = def.params.len() == other.params.len()
        && def.params.iter().zip(&other.params).all(same)
        && def.result == other.result;
    if !alike {
        return Err(builder.tell(says::in_place_of_others(&of.text, at, first)));
    }
    if let Some(within) = def.within.filter(|_| def.within != other.within) {
        let action = builder.world.actions.get(within).map_or("", |def| def.name.as_str()).to_owned();
        return Err(builder.tell(says::in_place_of_another_action(&of.text, &action, at, first)));
    }
    Ok(())
}

impl Builder<'_> {
    /// The actions that stand in the place of these, and those that stand in theirs, where they are named.
    pub(super) fn offered_instead(&self, actions: &[ast::Name]) -> Vec<ast::Name> {
        let mut all: Vec<ast::Name> = actions.to_vec();
        let mut at = 0;
        while let Some(name) = all.get(at).cloned() {
            let others = self.world.actions.iter();
            let others = others.filter(|def| def.ast.in_place.as_ref().is_some_and(|of| of.text == name.text));
            for other in others.map(|def| &def.name) {
                if all.iter().all(|known| known.text != *other) {
                    all.push(ast::Name { text: other.clone(), span: name.span });
                }
            }
            at += 1;
        }
        all.split_off(actions.len())
    }
}

impl Reader<'_, '_> {
    /// None of the actions in the place of this one may be offered.
    pub(super) fn nobody_instead(&self, action: &str) -> Made<Vec<Expr>> {
        let others = self.m.world.actions.iter();
        let others = others.filter(|def| def.ast.in_place.as_ref().is_some_and(|of| of.text == action));
        let each = others.map(|def| {
            let at = Place::new(def.file, def.ast.name.span);
            let holds = self.holds_instead(def.ast.layer.as_ref(), def.file, at)?;
            Ok(Expr::new(Kind::Not(Box::new(holds)), Ty::YesNo, at))
        });
        each.collect()
    }

    fn holds_instead(&self, layer: Option<&ast::Layer>, file: FileId, at: Place) -> Made<Expr> {
        match layer {
            Some(layer) => self.in_layer(layer, file),
            None => Ok(Expr::new(Kind::Truth(true), Ty::YesNo, at)),
        }
    }

    /// What a procedure does, or the one in its place.
    pub(super) fn or_instead(&mut self, procedure: usize, block: hir::Block) -> hir::Block {
        let Some(def) = self.m.world.procedures.get(procedure) else { return block };
        let (params, result, name) = (def.params.clone(), def.result, def.name.clone());
        let others: Vec<usize> = self.m.world.procedures_instead(&name).collect();
        let mut other = block;
        for index in others {
            let Some(def) = self.m.world.procedures.get(index) else { continue };
            let (func, file, layer) = (def.func, def.file, def.ast.layer.clone());
            let at = Place::new(file, def.ast.name.span);
            if !def.params.iter().map(|param| param.ir).eq(params.iter().map(|param| param.ir)) || def.result != result
            {
                continue;
            }
            let Ok(cond) = self.holds_instead(layer.as_ref(), file, at) else { continue };
            let given =
                params.iter().enumerate().map(|(at, param)| Expr::new(Kind::Local(Local(at)), param.ty, param.at));
            let given: Vec<Expr> = given.collect();
            let answer = result.map(|(ty, ir)| (ty, self.binder(" answer", ir)));
            let mut then = vec![Stmt { kind: StmtKind::Perform(func, given, answer.map(|(_, local)| local)), at }];
            if let Some((ty, local)) = answer {
                then.push(Stmt { kind: StmtKind::Answer(Expr::new(Kind::Local(local), ty, at)), at });
            }
            let decides = hir::Decides { at, about: name.clone() };
            other = vec![Stmt { kind: StmtKind::If { told: None, cond, then, other, decides, leads_to: None }, at }];
        }
        other
    }
}
