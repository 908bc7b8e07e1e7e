//! Runs within a turn: which there are, and from where to where each counts.

use super::super::builder::{Builder, ErrorReported, Made};
use super::super::ty::{Noun, Ty};
use super::super::types::ratio;
use super::super::walk;
use super::super::world::{Entry, MOST_RUNS, RunDef};
use crate::diag::{Place, says};
use crate::source::FileId;
use wgr_grammar::ast::{self, Count, ExprKind, ItemKind, StmtKind};
use wgr_runtime::ir::{Role, Type};

/// A place for which one runs, and one for whether one runs. What bounds them is declared before.
pub(super) fn declare(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Sequence(sequence) = &item.kind else { continue };
        let mut found = Vec::new();
        walk::block(&sequence.body, &mut |stmt| {
            if let StmtKind::Run { name, which, block } = &stmt.kind {
                found.push((name, which, block));
            }
        });
        for (name, which, block) in found {
            if run(builder, file, (name, which, block)).is_err() && builder.world.entry(&name.text).is_none() {
                builder.name(file, name, Entry::Broken);
            }
        }
    }
}

fn run<'a>(
    builder: &mut Builder<'a>,
    file: FileId,
    (name, which, block): (&'a ast::Name, &'a Count, &'a ast::Block),
) -> Made<()> {
    let at = Place::new(file, name.span);
    let (ty, ir, first) = bounds(builder, file, which, at)?;
    let cell = builder.cell(&name.text, Vec::new(), ir, Role::Game);
    let hi = ir.scalar().map_or(0, |scalar| scalar.hi);
    let mut ended = false;
    walk::block(block, &mut |stmt| ended |= matches!(&stmt.kind, StmtKind::End(what) if what.text == name.text));
    let over = ended.then(|| builder.cell(&format!("_over_{}", name.text), Vec::new(), Type::BOOL, Role::Game));
    let (name_text, func) = (name.text.clone(), None);
    builder.world.runs.push(RunDef { name: name_text, ty, first, hi, cell, over, func, block, at });
    builder.name(file, name, Entry::Run(builder.world.runs.len() - 1));
    Ok(())
}

/// What it counts, how that is kept, and the first.
fn bounds(builder: &Builder<'_>, file: FileId, which: &Count, at: Place) -> Made<(Ty, Type, i64)> {
    match which {
        Count::Between(from, to) => {
            let first = builder.constant(file, from, 1)?;
            let end = Place::new(file, to.span);
            let Some(last) = last(builder, to) else { return Err(builder.tell(says::run_to_what(end))) };
            if first < 0 || first > last {
                return Err(builder.tell(says::runs_of_none(end)));
            }
            if last > MOST_RUNS {
                return Err(builder.tell(says::too_many_runs(MOST_RUNS, end)));
            }
            Ok((Ty::COUNT, Type::int(first, last), first))
        }
        Count::Exactly(one) => {
            let of = Place::new(file, one.span);
            let ExprKind::Name(list) = &one.kind else { return Err(builder.tell(says::run_in_what(of))) };
            let index = match builder.world.entry(&list.text) {
                Some(Entry::Enum(index)) => index,
                Some(Entry::Broken) => return Err(ErrorReported),
                Some(_) | None => return Err(builder.tell(says::run_in_what(of))),
            };
            let ty = Ty::One(Noun::Enum(index));
            Ok((ty, builder.ir_type(ty), 0))
        }
        Count::OrMore(_) | Count::UpTo(_) | Count::Any => Err(builder.tell(says::run_in_what(at))),
    }
}

/// The last that may be: a number, or the most that a state or value may be.
fn last(builder: &Builder<'_>, to: &ast::Expr) -> Option<i64> {
    let ExprKind::Name(name) = &to.kind else {
        return ratio(to).and_then(|(number, den)| (den == 1).then_some(number));
    };
    let ir = match builder.world.entry(&name.text)? {
        Entry::State(at) => builder.world.states.get(at).filter(|def| def.params.is_empty())?.ir,
        Entry::Rows(at) => {
            let def = builder.world.rows.get(at).filter(|def| def.params.is_empty())?;
            builder.program.func(def.func).ret?
        }
        _ => return None,
    };
    matches!(ir, Type::Scalar(scalar) if matches!(scalar.what, wgr_runtime::ir::What::Int { den: 1 }))
        .then(|| ir.scalar().map(|scalar| scalar.hi))?
}
