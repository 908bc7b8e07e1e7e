//! Rows that say nothing, or more than can be; a victory of one side; tables that end before what is looked up in them.
//!
//! In: a game in which nothing is wrong. Out: notes, and as wrong what faults wherever it counts. Promises: each is certain by
//! the words of the text alone, whatever is played.

use super::builder::Builder;
use super::kept::parts;
use super::rows::called;
use super::ty::Kinds;
use super::types::ratio;
use super::walk;
use super::world::{Axis, Entry, OUTCOME, RowDef, RowsDef, SIDE, Stored};
use crate::diag::says::{RowName, RowSaid};
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Clause, Compare, ExprKind, ItemKind, RowsKind, StmtKind, VerdictKind};
use wgr_runtime::board::{Dir, Hex};
use wgr_runtime::ir::walk::{Node, expr_parts, walk_func};
use wgr_runtime::ir::{BinaryOp, Body, Expr, ExprId, Func, FuncId, Program, Row, Scalar, StageOp, TableId, Type, What};

/// A row as messages call it.
pub(super) fn row_name(def: &RowDef<'_>) -> RowName {
    let title = def.row.title.as_ref().map_or_else(String::new, |title| title.text.clone());
    RowName {
        called: called(def.row),
        title,
        at: def.verdict_at(),
        answers_at: def.verdict_at(),
        said: RowSaid::default(),
    }
}

/// What hangs on the words of the texts alone, and not on the numbers in rows.
pub(crate) fn by_words(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let ruled = titles_ruled(builder);
    let mut told: Vec<Diagnostic> = builder.world.rows.iter().flat_map(|def| same_anyway(def, &ruled)).collect();
    told.extend(one_side_wins(builder));
    told.extend(builder.world.rows.iter().filter_map(|def| all_say_the_same(builder, def)));
    told.extend(builder.world.rows.iter().filter_map(|def| always_wins(builder, def, &ruled)));
    told.extend(builder.world.rows.iter().flat_map(passes_of_here));
    told.extend(builder.world.rows.iter().flat_map(|def| titled_for_another(builder, def)));
    told.extend(beyond_a_table(builder));
    told.extend(builder.world.rows.iter().flat_map(|def| prints_beyond(builder, def)));
    told.extend(builder.items().flat_map(|(file, item)| used_when_gone(builder, file, item)));
    told
}

/// What hangs on numbers, too.
pub(crate) fn notes(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let mut told = super::between::notes(builder);
    told.extend(super::said_twice::notes(builder, &titles_ruled(builder)));
    told.extend(builder.world.rows.iter().filter(|def| !def.damaged).flat_map(|def| leads_out(builder, def)));
    told.extend(builder.world.rows.iter().filter(|def| !def.damaged).flat_map(|def| bounds_out(builder, def)));
    let most = Most { builder, apart: OnceCell::new() };
    told.extend(builder.world.rows.iter().flat_map(|def| most.less_than_a_row_asks(def)));
    told
}

// Rows of the same answer.

/// Rows that answer as the item does anyway, and that lift no other row.
fn same_anyway(def: &RowsDef<'_>, ruled: &BTreeSet<&str>) -> Vec<Diagnostic> {
    if !matches!(def.ast.kind, RowsKind::Fact | RowsKind::Permit) || def.lacks_rows {
        return Vec::new();
    }
    let anyway = match (&def.ast.otherwise, def.ast.kind) {
        (Some(said), _) => matches!(said.kind, ExprKind::Yes),
        (None, kind) => kind == RowsKind::Permit,
    };
    let Some(named) = named_elsewhere(def) else { return Vec::new() };
    let same = def.rows.iter().filter(|row| match row.row.verdict.kind {
        VerdictKind::Yes => anyway,
        VerdictKind::No => !anyway,
        _ => false,
    });
    let plain = same.filter(|row| {
        let lifts = |clause: &Clause| {
            matches!(clause, Clause::ExceptionTo(..) | Clause::Waives(..) | Clause::Otherwise(_) | Clause::EvenWhen(..))
        };
        let title = row.row.title.as_ref().map_or("", |title| title.text.as_str());
        !row.row.clauses.iter().any(lifts) && !named.contains(title) && !ruled.contains(title)
    });
    let answer = if anyway { "yes" } else { "no" };
    plain.map(|row| says::same_anyway(&row_name(row), &def.name, answer, row.verdict_at())).collect()
}

/// Titles that rulings name.
fn titles_ruled<'b>(builder: &'b Builder<'_>) -> BTreeSet<&'b str> {
    let mut ruled: BTreeSet<&str> = BTreeSet::new();
    for (_, item) in builder.items() {
        if let ItemKind::Ruling(ruling) = &item.kind {
            let over = ruling.over.iter().flat_map(|(one, other)| [one, other]);
            ruled.extend(over.map(|title| title.text.as_str()));
        }
    }
    ruled
}

/// Titles that rows of the item and their conditions name; none where a condition supposes something, for nobody looked into
/// that.
pub(super) fn named_elsewhere<'a>(def: &'a RowsDef<'_>) -> Option<BTreeSet<&'a str>> {
    let mut named: BTreeSet<&str> = BTreeSet::new();
    let mut supposes = false;
    for row in def.rows.iter() {
        for clause in &row.row.clauses {
            if let Clause::ExceptionTo(titles, _) | Clause::Waives(titles, _) = clause {
                named.extend(titles.iter().map(|title| title.text.as_str()));
            }
        }
        for (expr, _) in parts(row) {
            walk::expressions(expr, &mut |within| match &within.kind {
                ExprKind::Applies(title) => _ = named.insert(&title.text),
                ExprKind::Supposing(_) => supposes = true,
                _ => {}
            });
        }
    }
    (!supposes).then_some(named)
}

// Rows of something else than they say.

/// Every word of its conditions and its answer that can be a name.
fn names_of(row: &RowDef<'_>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (expr, _) in parts(row) {
        walk::expressions(expr, &mut |within| {
            if let ExprKind::Name(name) = &within.kind {
                names.insert(name.text.clone());
            }
        });
    }
    names
}

/// `pass when number of (regiments at here) >= 2`: whether a move may end there, asked of the hex that it leaves.
fn passes_of_here(def: &RowsDef<'_>) -> Vec<Diagnostic> {
    if def.ast.kind != RowsKind::Course {
        return Vec::new();
    }
    let odd = |row: &&RowDef<'_>| {
        let names = names_of(row);
        matches!(row.row.verdict.kind, VerdictKind::Pass) && names.contains("here") && !names.contains("there")
    };
    def.rows.iter().filter(odd).map(|row| says::passes_of_here(&row_name(row))).collect()
}

/// `6.1 "German: the east" yes when s is French`: what it asks is of the other side, which has a row of its own.
fn titled_for_another(builder: &Builder<'_>, def: &RowsDef<'_>) -> Vec<Diagnostic> {
    let Some(sides) = builder.world.enums.get(SIDE).map(|def| &def.members) else { return Vec::new() };
    let of_whom = |row: &RowDef<'_>| {
        let title = row.row.title.as_ref()?.text.split_once(':')?.0;
        sides.iter().find(|side| *side == title)
    };
    let odd = |row: &RowDef<'_>| {
        let own = of_whom(row)?;
        let names = names_of(row);
        let other = sides.iter().find(|side| names.contains(*side))?;
        let has_its_own = def.rows.iter().any(|row| of_whom(row) == Some(other));
        (has_its_own && !names.contains(own)).then(|| says::titled_for_another(&row_name(row), own, other))
    };
    def.rows.iter().filter_map(odd).collect()
}

// Who wins.

/// The side that no row of `victory` names, where rows name the other one.
fn one_side_wins(builder: &Builder<'_>) -> Option<Diagnostic> {
    if builder.world.outcome != OUTCOME {
        return None;
    }
    let mut over = false;
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| over |= matches!(&stmt.kind, StmtKind::GameOver(Some(_))));
    }
    let sides = builder.world.enums.get(SIDE).map(|def| def.members.clone())?;
    let rows = builder.world.rows.iter().filter(|def| def.ast.kind == RowsKind::Victory);
    let rows: Vec<&RowDef<'_>> = rows.flat_map(|def| def.rows.iter()).collect();
    let mut named: Vec<(&str, Place)> = Vec::new();
    for row in rows.iter().filter(|_| !over) {
        match &row.row.verdict.kind {
            VerdictKind::Equals(ast::Expr { kind: ExprKind::Name(name), .. }) if sides.contains(&name.text) => {
                named.push((&name.text, row.verdict_at()));
            }
            VerdictKind::Equals(ast::Expr { kind: ExprKind::Name(name), .. }) if name.text == "draw" => {}
            _ => return None,
        }
    }
    let (first, _) = named.first()?;
    let (_, last) = named.last()?;
    let other = sides.iter().find(|side| *side != first)?;
    (named.len() > 1 && named.iter().all(|(side, _)| side == first)).then(|| says::can_never_win(other, *last))
}

/// A victory whose rows say all the same: its conditions decide nothing. Where nothing else ends the game, it is told of the side
/// that never wins.
fn all_say_the_same(builder: &Builder<'_>, def: &RowsDef<'_>) -> Option<Diagnostic> {
    if def.ast.kind != RowsKind::Victory || def.lacks_rows || one_side_wins(builder).is_some() {
        return None;
    }
    fn answer<'r>(row: &'r RowDef<'_>) -> Option<&'r str> {
        match &row.row.verdict.kind {
            VerdictKind::Equals(ast::Expr { kind: ExprKind::Name(name), .. }) => Some(&name.text),
            _ => None,
        }
    }
    let (first, last) = (def.rows.first()?, def.rows.last()?);
    let who = answer(first).filter(|_| def.rows.len() > 1)?;
    let same = def.rows.iter().all(|row| row.layer.is_none() && answer(row) == Some(who));
    same.then(|| says::all_say_the_same(who, last.verdict_at()))
}

/// A row of `victory` without a condition, where others have one and answer otherwise: both count at once, if no row and no ruling
/// says which goes over which.
fn always_wins(builder: &Builder<'_>, def: &RowsDef<'_>, ruled: &BTreeSet<&str>) -> Option<Diagnostic> {
    if def.ast.kind != RowsKind::Victory || def.lacks_rows {
        return None;
    }
    let plain = |clause: &Clause| {
        matches!(clause, Clause::When(_) | Clause::Unless(_) | Clause::Ruling(_) | Clause::Provisional(_))
    };
    let of_all = |row: &RowDef<'_>| {
        let title = row.row.title.as_ref().is_some_and(|title| ruled.contains(title.text.as_str()));
        let answers = matches!(row.row.verdict.kind, VerdictKind::Equals(_));
        answers && !title && row.layer.is_none() && row.row.clauses.iter().all(plain)
    };
    if !def.rows.iter().all(of_all) {
        return None;
    }
    let is_guarded =
        |row: &&RowDef<'_>| row.row.clauses.iter().any(|clause| matches!(clause, Clause::When(_) | Clause::Unless(_)));
    let free = def.rows.iter().find(|row| !is_guarded(row))?;
    let answer = |row: &RowDef<'_>| builder.sources.text(row.verdict_at());
    let other = def.rows.iter().find(|row| is_guarded(row) && answer(row) != answer(free))?;
    Some(says::always_wins(&row_name(free), &row_name(other), free.verdict_at()))
}

// Sums that leave their range.

/// Rows of a value with amounts that stand in the text: with this one it is outside, whatever the others add.
fn leads_out(builder: &Builder<'_>, def: &RowsDef<'_>) -> Vec<Diagnostic> {
    let Some(Type::Scalar(range)) = builder.program.func(def.func).ret else { return Vec::new() };
    let What::Int { den } = range.what else { return Vec::new() };
    let plain = def.ast.stages.is_empty() && def.groups.is_empty() && !def.lacks_rows;
    if def.ast.kind != RowsKind::Value || !plain {
        return Vec::new();
    }
    let (mut bases, mut sums) = (Vec::new(), Vec::new());
    let guarded =
        |row: &RowDef<'_>| row.row.clauses.iter().any(|clause| matches!(clause, Clause::When(_) | Clause::Unless(_)));
    // Where a row counts, none of the bases may, if each has a condition.
    let mut always = false;
    for row in def.rows.iter() {
        let each = row
            .row
            .clauses
            .iter()
            .any(|clause| matches!(clause, Clause::ForEach(..) | Clause::ExceptionTo(..) | Clause::Waives(..)));
        match (&row.row.verdict.kind, added(&row.row.verdict.kind, den)) {
            (VerdictKind::Equals(_), Some(amount)) => {
                always |= !guarded(row);
                bases.push(amount);
            }
            (VerdictKind::Plus(_) | VerdictKind::Minus(_), Some(amount)) if !each => sums.push((row, amount)),
            _ => return Vec::new(),
        }
    }
    let base = (bases.iter().min().copied().unwrap_or(0), bases.iter().max().copied().unwrap_or(0));
    let with = |at: usize| {
        let others = sums.iter().enumerate().filter(|(other, _)| *other != at);
        let own = sums.get(at).map_or(0, |(_, amount)| *amount);
        others
            .fold((base.0 + own, base.1 + own), |(lo, hi), (_, (_, amount))| (lo + amount.min(&0), hi + amount.max(&0)))
    };
    let told = (0..sums.len()).filter_map(|at| {
        let (lo, hi) = with(at);
        let (row, _) = sums.get(at).filter(|(row, _)| always || !guarded(row))?;
        let answer = says::span(Scalar { lo, hi, ..range });
        let answer = if lo == hi { answer.split("..").next().unwrap_or_default().to_owned() } else { answer };
        let out = hi < range.lo || range.hi < lo;
        out.then(|| says::leads_out(&row_name(row), &def.name, [&answer, &says::span(range)], row.verdict_at()))
    });
    told.collect()
}

/// Rows that bound a value by what lies outside of its range: where one counts, nothing brings it back.
fn bounds_out(builder: &Builder<'_>, def: &RowsDef<'_>) -> Vec<Diagnostic> {
    let Some(Type::Scalar(range)) = builder.program.func(def.func).ret else { return Vec::new() };
    let What::Int { den } = range.what else { return Vec::new() };
    let plain = def.ast.kind == RowsKind::Value && def.ast.stages.is_empty() && !def.lacks_rows;
    let bound = |row: &RowDef<'_>| match &row.row.verdict.kind {
        VerdictKind::AtLeast(expr) => Some((true, amount(expr, den))),
        VerdictKind::AtMost(expr) => Some((false, amount(expr, den))),
        _ => None,
    };
    let bounds: Vec<(&RowDef<'_>, (bool, Option<i64>))> =
        def.rows.iter().filter(|_| plain).filter_map(|row| Some((row, bound(row)?))).collect();
    let out = bounds.iter().filter_map(|(row, (least, amount))| {
        let amount = (*amount)?;
        // A bound of the other sort may bring it back.
        let alone = bounds.iter().all(|(_, (other, _))| other == least);
        let beyond = if *least { amount > range.hi } else { amount < range.lo };
        let answer = says::span(Scalar { lo: amount, hi: amount, ..range });
        let answer = answer.split("..").next().unwrap_or_default().to_owned();
        let told =
            || says::bounds_out((&row_name(row), *least), &def.name, [&answer, &says::span(range)], row.verdict_at());
        (alone && beyond).then(told)
    });
    out.collect()
}

/// What the row answers or adds, where that stands in the text.
fn added(verdict: &VerdictKind, den: u32) -> Option<i64> {
    match verdict {
        VerdictKind::Equals(expr) | VerdictKind::Plus(expr) => amount(expr, den),
        VerdictKind::Minus(expr) => amount(expr, den).map(|amount| -amount),
        _ => None,
    }
}

/// A number that stands in the text, in parts of this size.
fn amount(expr: &ast::Expr, den: u32) -> Option<i64> {
    let (number, of) = ratio(expr)?;
    let raw = number.checked_mul(i64::from(den))?;
    (of != 0 && raw % of == 0).then(|| raw / of)
}

// Tables.

/// Look-ups by a die of more faces than the table has lines or columns.
fn beyond_a_table(builder: &Builder<'_>) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for (file, item) in builder.items() {
        walk::outermost(item, &mut |block| {
            in_block((builder, file, item), block, &mut BTreeSet::new(), &mut told);
        });
    }
    told
}

/// `rolled`: dice that fell in this block, and that nothing has asked since.
fn in_block<'a>(
    of: (&Builder<'_>, FileId, &ast::Item),
    block: &'a ast::Block,
    rolled: &mut BTreeSet<&'a str>,
    told: &mut Vec<Diagnostic>,
) {
    let (builder, file, item) = of;
    for stmt in &block.stmts {
        let asked = |die: &str| {
            let spans = item.words.get(die).map_or(&[][..], |word| word.at.as_slice());
            spans.iter().filter(|span| stmt.span.holds(**span)).count()
        };
        match &stmt.kind {
            StmtKind::Roll(dice) => rolled.extend(dice.iter().map(|die| die.text.as_str())),
            StmtKind::Step(block) => in_block(of, block, rolled, told),
            kind => {
                // Whatever leads there: what falls there and is looked up there is as it falls.
                walk::blocks(kind, &mut |block| in_block(of, block, &mut BTreeSet::new(), told));
                let free = |die: &str| rolled.contains(die) && asked(die) == 1;
                if let StmtKind::Perform { name, args, cell: true, .. } = kind {
                    told.extend(looked_up(builder, file, name, args, &free));
                }
                for own in own_expressions(kind) {
                    walk::expressions(own, &mut |expr| {
                        if let ExprKind::Lookup(table, args) = &expr.kind {
                            told.extend(looked_up(builder, file, table, args, &free));
                        }
                    });
                }
                // Where a statement that asks it may lead away, some of its faces do not come to the next.
                let leaves = || ["end", "answer", "over"].iter().any(|word| asked(word) > 0);
                rolled.retain(|die| asked(die) == 0 || !leaves());
            }
        }
    }
}

/// What is reckoned before anything else of the statement.
fn own_expressions(kind: &StmtKind) -> Vec<&ast::Expr> {
    match kind {
        StmtKind::Becomes { value, .. } => vec![value],
        StmtKind::Gains { amount, .. } | StmtKind::Loses { amount, .. } => vec![amount],
        StmtKind::If { cond, .. } => vec![cond],
        StmtKind::Depending { on, .. } => vec![on],
        _ => Vec::new(),
    }
}

fn looked_up(
    builder: &Builder<'_>,
    file: FileId,
    table: &ast::Name,
    args: &[ast::Expr],
    free: &dyn Fn(&str) -> bool,
) -> Option<Diagnostic> {
    let Some(Entry::Table(index)) = builder.world.entry(&table.text) else { return None };
    let def = builder.world.tables.get(index)?;
    args.iter().zip(&def.axes).enumerate().find_map(|(at, (arg, axis))| {
        let ExprKind::Name(name) = &arg.kind else { return None };
        let Some(Entry::Die(die)) = builder.world.entry(&name.text).filter(|_| free(&name.text)) else { return None };
        let die = builder.world.dice.get(die)?;
        let (least, most) = (i64::from(die.count), i64::from(die.count) * i64::from(die.faces));
        let face = beyond((least, most), axis)?;
        let what = if at == 0 { "line" } else { "column" };
        Some(says::die_beyond(&def.name, &name.text, what, face, Place::new(file, arg.span)))
    })
}

/// The first number of these beyond the labels.
fn beyond((least, most): (i64, i64), axis: &Axis) -> Option<i64> {
    let below = (least < axis.lo && !axis.open_low).then_some(least);
    below.or_else(|| (axis.hi < most && !axis.open_high).then_some(axis.hi.max(least - 1) + 1))
}

/// Rows that look up what is printed on counters, in a table that is narrower.
fn prints_beyond(builder: &Builder<'_>, def: &RowsDef<'_>) -> Vec<Diagnostic> {
    let mut told: Vec<Diagnostic> = Vec::new();
    // A row with a condition may ask of counters that the table has; so may what stands over it.
    let mut over = def.rows.iter().flat_map(|row| &row.row.clauses);
    let plain = over.all(|clause| !matches!(clause, Clause::ExceptionTo(..) | Clause::Waives(..)));
    let kept_away = |row: &RowDef<'_>| {
        let guard = |clause: &Clause| !matches!(clause, Clause::Ruling(_) | Clause::Provisional(_));
        !plain || row.row.clauses.iter().any(guard)
    };
    for row in def.rows.iter().filter(|row| !kept_away(row)) {
        let (VerdictKind::Equals(amount) | VerdictKind::Plus(amount) | VerdictKind::Minus(amount)) =
            &row.row.verdict.kind
        else {
            continue;
        };
        walk::expressions(amount, &mut |expr| {
            if let ExprKind::Lookup(table, args) = &expr.kind {
                told.extend(print_beyond(builder, row.file, table, args));
            }
        });
    }
    told
}

fn print_beyond(builder: &Builder<'_>, file: FileId, table: &ast::Name, args: &[ast::Expr]) -> Option<Diagnostic> {
    let Some(Entry::Table(index)) = builder.world.entry(&table.text) else { return None };
    let def = builder.world.tables.get(index)?;
    args.iter().zip(&def.axes).enumerate().find_map(|(at, (arg, axis))| {
        let ExprKind::Field(_, name) = &arg.kind else { return None };
        let mut fields = builder.world.fields.iter().filter(|field| field.name == name.text);
        let field = fields.next().filter(|_| fields.next().is_none())?;
        let (Stored::Table(printed), Type::Scalar(range)) = (field.stored, field.ir) else { return None };
        let What::Int { den: 1 } = range.what else { return None };
        let number = beyond((range.lo, range.hi), axis).filter(|_| !compared(&builder.program, printed))?;
        let what = if at == 0 { "line" } else { "column" };
        let (number, range) = (number.to_string(), says::span(range));
        let at = Place::new(file, arg.span);
        Some(says::print_beyond(&def.name, &name.text, what, [&number, &range], at))
    })
}

/// Do the rules compare what is printed here with anything? Then that may keep the rest away.
fn compared(program: &Program, printed: TableId) -> bool {
    let shows = showing(program, printed);
    program.funcs.iter().any(|func| {
        let mut compares = false;
        walk_func(func, &mut |node| {
            if let Node::Expr(_, Expr::Binary(how, one, other)) = node {
                let tells = matches!(
                    how,
                    BinaryOp::Eq
                        | BinaryOp::Ne
                        | BinaryOp::Lt
                        | BinaryOp::Le
                        | BinaryOp::Gt
                        | BinaryOp::Ge
                        | BinaryOp::In
                );
                compares |= tells && [*one, *other].iter().any(|side| reads(func, *side, printed, &shows));
            }
        });
        compares
    })
}

/// Queries that answer with what is printed there, as it is.
fn showing(program: &Program, printed: TableId) -> BTreeSet<FuncId> {
    let mut shows: BTreeSet<FuncId> = BTreeSet::new();
    loop {
        let before = shows.len();
        for (at, func) in program.funcs.iter().enumerate() {
            let Body::Rows(rows) = &func.body else { continue };
            let plain = |value: ExprId| match func.expr(value) {
                Expr::Table(table, _) => *table == printed,
                Expr::Call(asked, _) => shows.contains(asked),
                _ => false,
            };
            let answers =
                |row: &&Row| rows.stages.get(row.stage.index()).is_some_and(|stage| stage.op == StageOp::Answer);
            if rows.rows.iter().filter(answers).filter_map(|row| row.value).any(plain) {
                shows.insert(FuncId::new(at));
            }
        }
        if shows.len() == before {
            return shows;
        }
    }
}

/// Does it read what is printed there? What is looked up by it is something else.
fn reads(func: &Func, expr: ExprId, printed: TableId, shows: &BTreeSet<FuncId>) -> bool {
    match func.expr(expr) {
        Expr::Table(table, _) => *table == printed,
        Expr::Call(asked, _) => shows.contains(asked),
        other => {
            let mut found = false;
            expr_parts(other, &mut |part| found |= reads(func, part, printed, shows));
            found
        }
    }
}

// More than there is.

/// The most that there can be.
struct Most<'b, 'a> {
    builder: &'b Builder<'a>,
    /// How far apart two hexes of the map lie.
    apart: OnceCell<Option<i64>>,
}

impl Most<'_, '_> {
    /// Rows that ask for a distance beyond the map, or for more counters than the order of battle has.
    fn less_than_a_row_asks(&self, def: &RowsDef<'_>) -> Vec<Diagnostic> {
        let rows = def.rows.iter().filter(|row| {
            row.row
                .clauses
                .iter()
                .any(|clause| matches!(clause, Clause::When(condition) if self.is_less_than(condition)))
        });
        rows.map(|row| says::never_applies_here(&row_name(row))).collect()
    }

    /// Is one of the things joined by `and` more than can be?
    fn is_less_than(&self, condition: &ast::Expr) -> bool {
        match &condition.kind {
            ExprKind::And(a, b) => self.is_less_than(a) || self.is_less_than(b),
            ExprKind::Compare(how, subject, number) => {
                let number = if let ExprKind::Unit(number, _) = &number.kind { number } else { number };
                let (Some((number, 1)), Some(most)) = (ratio(number), self.of(subject)) else { return false };
                match how {
                    Compare::Is | Compare::AtLeast => number > most,
                    Compare::More => number >= most,
                    Compare::IsNot | Compare::Less | Compare::AtMost => false,
                }
            }
            _ => false,
        }
    }

    /// How far apart two hexes can lie; how many pieces of a kind there are.
    fn of(&self, subject: &ast::Expr) -> Option<i64> {
        let world = &self.builder.world;
        match &subject.kind {
            ExprKind::Call(name, _) if name.text == "distance" => *self.apart.get_or_init(|| self.apart()),
            ExprKind::NumberOf(set) => {
                let noun = match &set.kind {
                    ExprKind::Phrase(phrase) => &phrase.noun,
                    ExprKind::Name(name) => name,
                    _ => return None,
                };
                let Some(Entry::Pieces(kind)) = world.entry(&noun.text) else { return None };
                let kinds = world.kinds.get(kind)?.kinds;
                let of = world.counters.iter().filter(|counter| Kinds::of(counter.piece).within(kinds));
                Some(of.count() as i64)
            }
            _ => None,
        }
    }

    /// No two hexes lie further apart than two of the rim.
    fn apart(&self) -> Option<i64> {
        let board = self.builder.board.as_ref()?;
        let on_the_rim = |hex: &Hex| Dir::ALL.iter().any(|dir| board.neighbour(*hex, *dir).is_none());
        let rim: Vec<Hex> = board.hexes().filter(on_the_rim).collect();
        let others = |at: usize| rim.iter().skip(at);
        let far = |(at, one): (usize, &Hex)| others(at).map(|other| i64::from(board.distance(*one, *other))).max();
        rim.iter().enumerate().filter_map(far).max()
    }
}

// Pieces that have left play.

/// A kept piece that is removed, and of which the same block says something behind that.
fn used_when_gone(builder: &Builder<'_>, file: FileId, item: &ast::Item) -> Vec<Diagnostic> {
    let ItemKind::Action(action) = &item.kind else { return Vec::new() };
    let one = |name: &str| {
        let keep = action.keeps.iter().find(|keep| keep.name.text == name);
        keep.is_some_and(|keep| match &keep.ty.kind {
            ast::TypeKind::Named(kind) => matches!(builder.world.entry(&kind.text), Some(Entry::Kind(_))),
            _ => false,
        })
    };
    let mut told = Vec::new();
    let mut see = |block: &ast::Block| {
        let mut gone: Option<(&ast::Name, Place)> = None;
        for stmt in &block.stmts {
            // What is performed may give the name to another piece.
            let mut performs = matches!(stmt.kind, StmtKind::Perform { .. });
            walk::blocks(&stmt.kind, &mut |inner| {
                walk::block(inner, &mut |stmt| performs |= matches!(stmt.kind, StmtKind::Perform { .. }));
            });
            if performs {
                gone = None;
            }
            if let Some((name, at)) = gone {
                let spans = item.words.get(&name.text).map_or(&[][..], |word| word.at.as_slice());
                if let Some(span) = spans.iter().find(|span| stmt.span.holds(**span)) {
                    let used = matches!(&stmt.kind, StmtKind::Becomes { place, .. } if matches!(&place.kind, ExprKind::Field(..)))
                        || matches!(stmt.kind, StmtKind::Goes { .. } | StmtKind::Remove(_));
                    if used && !matches!(stmt.kind, StmtKind::Remove(_)) {
                        let goes = matches!(stmt.kind, StmtKind::Goes { .. });
                        told.push(says::used_when_gone(&name.text, goes, Place::new(file, *span), at));
                    }
                    gone = None;
                }
            }
            if let StmtKind::Remove(ast::Expr { kind: ExprKind::Name(name), .. }) = &stmt.kind
                && one(&name.text)
            {
                gone = Some((name, Place::new(file, stmt.span)));
            }
        }
    };
    see(&action.body);
    walk::block(&action.body, &mut |stmt| walk::blocks(&stmt.kind, &mut |block| see(block)));
    told
}
