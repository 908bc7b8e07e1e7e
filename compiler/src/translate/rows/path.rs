//! Paths: a search over steps, or a line of sight, asked whether it is open and how long it is.

use crate::diag::{Place, says};
use crate::translate::builder::{Builder, ErrorReported};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::writer::{Lines, Writer};
use wgr_grammar::ast::{self, ExprKind, VerdictKind};
use wgr_runtime::ir::{
    BinaryOp, Block, Body, Expr, ExprId, FuncId, Judge, LocalId, Offer, Search, SearchMode, SearchOut, Stmt, StmtKind,
    Type, UnaryOp,
};

/// The most that a search carries and counts, as the IR has them.
const SPENT: Type = Type::int(0, 1_048_575);
const STEPS: Type = Type::int(0, 65_535);
const CARRIED: Type = Type::int(0, 15);

/// The two queries of a path: is it open, and how long is the best way?
pub(super) fn define(builder: &mut Builder<'_>, index: usize, params: &[(String, Ty)], at: Place) {
    let Some(def) = builder.world.rows.get(index) else { return };
    let (file, func, length, from) = (def.file, def.func, def.length, def.ast.from.as_ref());
    let Some(from) = from else {
        let what = says::path_without_ends(at);
        builder.tell(what);
        return;
    };
    for (func, out) in [(Some(func), Out::Open), (length, Out::Length)] {
        let Some(func) = func else { continue };
        let mut writer = Writer::open(builder, file, func, params, at);
        let body = if from.ray { ray(&mut writer, index, from, out) } else { search(&mut writer, index, from, out) };
        match body {
            Ok(block) => {
                writer.done(Body::Code(block));
            }
            Err(ErrorReported) => super::damage(builder, index),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Out {
    Open,
    Length,
}

fn reads(writer: &mut Writer<'_, '_>, count: usize) -> Vec<ExprId> {
    (0..count).map(|at| writer.get(LocalId::new(at))).collect()
}

/// The step query `func` of the path's parameters and these hexes.
fn judged(writer: &mut Writer<'_, '_>, func: FuncId, params: usize, hexes: &[LocalId]) -> ExprId {
    let mut args = reads(writer, params);
    args.extend(hexes.iter().map(|hex| writer.get(*hex)));
    writer.call(func, args)
}

fn search(writer: &mut Writer<'_, '_>, index: usize, from: &ast::PathFrom, out: Out) -> Result<Block, ErrorReported> {
    let Some(def) = writer.m.world.rows.get(index) else { return Err(ErrorReported) };
    let (Some(step), params) = (def.step, def.params.len()) else { return Err(ErrorReported) };
    let best: Vec<_> = def
        .rows
        .iter()
        .filter_map(|def| match &def.row.verdict.kind {
            VerdictKind::Best(expr) => Some((def.file, expr.clone())),
            _ => None,
        })
        .collect();
    let start = writer.set(&from.from)?;
    hexes_only(writer, start.ty, &from.from)?;
    let goal = writer.expr_as(&from.to, Ty::Set(Noun::Hex))?;
    let within = within(writer, from)?;
    let hex = writer.m.ir_type(Ty::One(Noun::Hex));
    let dir = writer.m.ir_type(Ty::One(Noun::Direction));
    let at = writer.place(from.span);
    let names = writer.scope.len();
    let here = writer.bind("here", Ty::One(Noun::Hex), hex, at);
    let there = writer.bind("there", Ty::One(Noun::Hex), hex, at);
    let [here, there] = [here, there].map(|local| writer.new_slot(local));
    let [dir, spent, steps, carried] = [(" dir", dir), (" spent", SPENT), (" steps", STEPS), (" carried", CARRIED)]
        .map(|(name, ty)| writer.local(name, ty, false));
    writer.stand(from.span);
    let counts = counts(writer, &best);
    writer.scope.truncate(names);
    let counts = counts?;
    let blocked = Some(judged(writer, step.stop, params, &[here, there]));
    let offer = writer.stmt(StmtKind::Offer(Offer { counts, carry: None, stop: None, pass: None, blocked }));
    let cond = judged(writer, step.bar, params, &[here, there]);
    let judge = writer.stmt(StmtKind::If { cond, then: Block(vec![offer]), other: Block::default() });
    let (what, ty) = match out {
        Out::Open => (SearchOut::Open, Type::BOOL),
        Out::Length => (SearchOut::Least(0), Type::int(-1, 1_048_575)),
    };
    let result = writer.local(" found", ty, false);
    let body = Block(vec![judge]);
    let search = Search {
        mode: SearchMode::Paths,
        from: start.id,
        to: Some(goal),
        budget: None,
        within,
        at_least_one: false,
        judge: Judge::Body { here, there, dir, spent, steps, carried, body },
        outs: vec![(what, result)],
    };
    let mut lines = Lines::default();
    lines.0.push(writer.stmt(StmtKind::Search(search)));
    let found = writer.get(result);
    lines.0.push(writer.stmt(StmtKind::Return(Some(found))));
    Ok(lines.block())
}

fn hexes_only(writer: &mut Writer<'_, '_>, ty: Ty, expr: &ast::Expr) -> Result<(), ErrorReported> {
    if ty.noun() == Some(Noun::Hex) {
        return Ok(());
    }
    let (found, at) = (writer.m.world.ty_name(ty), writer.place(expr.span));
    Err(writer.tell(says::wrong_type(&found, "Hex", at)))
}

fn within(writer: &mut Writer<'_, '_>, from: &ast::PathFrom) -> Result<Option<ExprId>, ErrorReported> {
    let Some(within) = &from.within else { return Ok(None) };
    // `within radius(u) hexes` measures a plain number too.
    let within = match &within.kind {
        ExprKind::Unit(inner, unit) if unit.text.starts_with("hex") => inner,
        _ => within,
    };
    let term = writer.expr(within, None)?;
    let (unit, _) = writer.must_be_number(term.ty, within)?;
    let hexes = writer.m.world.measures.iter().position(|measure| measure.name == "hex").map_or(Unit::Any, Unit::Of);
    if unit != Unit::Plain {
        writer.same_unit(unit, hexes, within.span, within.span)?;
    }
    Ok(Some(term.id))
}

/// What the best way has least of: hexes where no row says anything else.
fn counts(
    writer: &mut Writer<'_, '_>,
    best: &[(crate::source::FileId, ast::Expr)],
) -> Result<Vec<ExprId>, ErrorReported> {
    let file = writer.file;
    let mut counts = Vec::new();
    for (of, expr) in best {
        writer.file = *of;
        counts.push(match &expr.kind {
            ExprKind::Name(name) if name.text == "hexes" => Ok(writer.number(1, 1)),
            _ => writer.expr_as(expr, Ty::COUNT),
        });
    }
    writer.file = file;
    let mut counts = counts.into_iter().collect::<Result<Vec<ExprId>, ErrorReported>>()?;
    if counts.is_empty() {
        counts.push(writer.number(1, 1));
    }
    if counts.len() > 3 {
        let at = writer.place(best.last().map(|(_, expr)| expr.span).unwrap_or_default());
        return Err(writer.tell(says::too_many_counts(at)));
    }
    Ok(counts)
}

/// A straight line: cut by a hex that blocks it; on a hexside by both, where a row says so, else by either.
fn ray(writer: &mut Writer<'_, '_>, index: usize, from: &ast::PathFrom, out: Out) -> Result<Block, ErrorReported> {
    let Some(def) = writer.m.world.rows.get(index) else { return Err(ErrorReported) };
    let (Some(step), params) = (def.step, def.params.len()) else { return Err(ErrorReported) };
    let lenient = def.rows.iter().any(|def| matches!(def.row.verdict.kind, VerdictKind::Open));
    let one_hex = Ty::One(Noun::Hex);
    let hex = writer.m.ir_type(one_hex);
    let maybe = writer.m.ir_type(Ty::Maybe(Noun::Hex));
    let (start, goal) = (writer.local(" from", hex, false), writer.local(" to", hex, false));
    let mut lines = Lines::default();
    for (local, expr) in [(start, &from.from), (goal, &from.to)] {
        let value = writer.expr_as(expr, one_hex)?;
        lines.0.push(writer.stmt(StmtKind::Let { local, value, fresh: true }));
    }
    let far = |writer: &mut Writer<'_, '_>| {
        let (a, b) = (writer.get(start), writer.get(goal));
        writer.distance(a, b)
    };
    if let Some(within) = within(writer, from)? {
        let far = far(writer);
        let cond = writer.binary(BinaryOp::Gt, far, within);
        lines.0.push(answer(writer, cond, out));
    }
    let cut = writer.local(" cut", Type::BOOL, false);
    let no = writer.truth(false);
    lines.0.push(writer.stmt(StmtKind::Let { local: cut, value: no, fresh: true }));
    let [one, two] = [" one", " two"].map(|name| writer.local(name, maybe, false));
    let tie = writer.local(" tie", Type::BOOL, false);
    let rest = writer.local(" rest", Type::Set(wgr_runtime::ir::HEX), true);
    let first = blocks(writer, one, step.stop, params, from.inner.then_some((start, goal)));
    let second = blocks(writer, two, step.stop, params, from.inner.then_some((start, goal)));
    let on_side = writer.get(tie);
    let op = if lenient { BinaryOp::And } else { BinaryOp::Or };
    let on_side_blocked = writer.binary(op, first, second);
    let alone = blocks(writer, one, step.stop, params, from.inner.then_some((start, goal)));
    let cond = writer.add(Expr::If(on_side, on_side_blocked, alone));
    let yes = writer.truth(true);
    let set = writer.stmt(StmtKind::Let { local: cut, value: yes, fresh: false });
    let judge = writer.stmt(StmtKind::If { cond, then: Block(vec![set]), other: Block::default() });
    let (a, b) = (writer.get(start), writer.get(goal));
    let body = Block(vec![judge]);
    lines.0.push(writer.stmt(StmtKind::Ray { from: a, to: b, one, two, tie, rest, body }));
    let was_cut = writer.get(cut);
    lines.0.push(answer(writer, was_cut, out));
    let value = match out {
        Out::Open => writer.truth(true),
        Out::Length => far(writer),
    };
    lines.0.push(writer.stmt(StmtKind::Return(Some(value))));
    Ok(lines.block())
}

/// Where this holds there is no line.
fn answer(writer: &mut Writer<'_, '_>, cond: ExprId, out: Out) -> Stmt {
    let value = match out {
        Out::Open => writer.truth(false),
        Out::Length => writer.number(-1, 1),
    };
    let back = writer.stmt(StmtKind::Return(Some(value)));
    writer.stmt(StmtKind::If { cond, then: Block(vec![back]), other: Block::default() })
}

/// Does this hex of the line block it? Its ends do not where only inner hexes count; off the map nothing does.
fn blocks(
    writer: &mut Writer<'_, '_>,
    hex: LocalId,
    func: FuncId,
    params: usize,
    ends: Option<(LocalId, LocalId)>,
) -> ExprId {
    let mut args = reads(writer, params);
    let here = writer.get(hex);
    args.push(writer.unary(UnaryOp::The, here));
    let mut all = writer.call(func, args);
    for end in ends.into_iter().flat_map(|(a, b)| [a, b]) {
        let (here, end) = (writer.get(hex), writer.get(end));
        let apart = writer.binary(BinaryOp::Ne, here, end);
        all = writer.binary(BinaryOp::And, apart, all);
    }
    let (here, nowhere) = (writer.get(hex), writer.nowhere());
    let there = writer.binary(BinaryOp::Ne, here, nowhere);
    writer.binary(BinaryOp::And, there, all)
}
