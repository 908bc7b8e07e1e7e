//! `never A with B`: what the rows may count on.
//!
//! In: the world. Out: two yes/no queries for each such item, and what its author says of it. Where an item has one
//! condition only, the other is always yes.

use super::maker::{Made, Maker};
use super::ty::Ty;
use super::world::ParamDef;
use super::writer::Writer;
use crate::diag::Place;
use crate::prove::Assumption;
use crate::source::FileId;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::ir::{Block, Body, FuncId, FuncKind, StmtKind, Type};

/// All assumptions of a game that could be read.
pub(crate) fn define(maker: &mut Maker<'_>) -> Vec<Assumption> {
    let mut found = Vec::new();
    for (file, item) in maker.items() {
        if let ItemKind::Never(never) = &item.kind
            && let Ok(assumption) = one(maker, file, never)
        {
            found.push(assumption);
        }
    }
    found
}

fn one<'a>(maker: &mut Maker<'a>, file: FileId, never: &'a ast::Never) -> Made<Assumption> {
    let params = maker.params(file, &never.params)?;
    let a = query(maker, file, &params, Some(&never.what), never);
    let b = query(maker, file, &params, never.with.as_ref(), never);
    Ok(Assumption { a: a?, b: b? })
}

fn query<'a>(
    maker: &mut Maker<'a>,
    file: FileId,
    params: &[ParamDef<'a>],
    cond: Option<&ast::Expr>,
    never: &ast::Never,
) -> Made<FuncId> {
    let at = Place::new(file, cond.map_or(never.why.span, |cond| cond.span));
    let list = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let func = maker.declare("never", FuncKind::Query, list, Some(Type::BOOL), at);
    let names: Vec<(String, Ty)> = params.iter().map(|param| (param.name.clone(), param.ty)).collect();
    let mut writer = Writer::open(maker, file, func, &names, at);
    let made = match cond {
        Some(cond) => writer.cond(cond).map(|cond| cond.id),
        None => Ok(writer.truth(true)),
    };
    let value = made.unwrap_or_else(|_| writer.truth(true));
    let back = writer.stmt(StmtKind::Return(Some(value)));
    let func = writer.done(Body::Code(Block(vec![back])));
    made.map(|_| func)
}
