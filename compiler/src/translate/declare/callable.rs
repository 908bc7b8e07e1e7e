//! States, actions with what they keep, procedures, purchases, and everything that rows answer.

use crate::diag::{Diagnostic, Place, says};
use crate::layers::{ItemAt, ResultPart, came_out, does, made};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::obligations;
use crate::translate::play::{Turns, declare_law, moments, narrows_turns, waits_for_a_moment};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::types::is_open;
use crate::translate::walk;
use crate::translate::world::{
    ActionDef, DutyFuncs, Entry, GroupDef, KeptDef, PHASE, ParamDef, ProcedureDef, PurchaseDef, RowDef, RowsDef,
    SCENARIO, SIDE, StateDef, StepFuncs, WayFuncs, beside_its_hexes,
};
use std::sync::Arc;
use wgr_grammar::ast::{self, ItemKind, RowsKind, VerdictKind};
use wgr_runtime::ir::{FuncKind, Role, Scalar, Type, What};

pub(super) fn declare(builder: &mut Builder<'_>) {
    game_cells(builder);
    for (file, item) in builder.items() {
        // What is refused is told where it is refused, and its name is known as broken.
        let (name, done) = match &item.kind {
            ItemKind::State(state) => (&state.name, self::state(builder, file, state)),
            ItemKind::Action(action) => (&action.name, self::action(builder, file, action)),
            _ => continue,
        };
        if done.is_err() && builder.world.entry(&name.text).is_none() {
            builder.name(file, name, Entry::Broken);
        }
    }
    let items = Arc::clone(&builder.items);
    for standing in items.iter().copied() {
        let (file, item) = (standing.file, standing.item);
        let (name, done) = match &item.kind {
            ItemKind::Procedure(procedure) => (&procedure.name, self::procedure(builder, file, procedure)),
            ItemKind::Purchase(purchase) => (&purchase.name, self::purchase(builder, file, purchase)),
            ItemKind::Rows(rows) => (&rows.name, self::rows(builder, standing, rows)),
            _ => continue,
        };
        if done.is_err() && builder.world.entry(&name.text).is_none() {
            builder.name(file, name, Entry::Broken);
        }
    }
}

/// Whose turn it is, which one, and which phase.
fn game_cells(builder: &mut Builder<'_>) {
    let side = builder.ir_type(Ty::One(Noun::Enum(SIDE)));
    builder.phasing = builder.cell("phasing", Vec::new(), side, Role::Game);
    // Who asks for the side that acts where nobody does is told so, and not that there is no such name.
    let mut in_turn = builder.items().any(|(_, item)| item.words.has("acting"));
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| in_turn |= matches!(stmt.kind, ast::StmtKind::InTurn { .. }));
    }
    if in_turn {
        builder.acting = Some(builder.cell("acting", Vec::new(), side, Role::Game));
    }
    builder.turns = Turns::of_game(builder);
    let turn = builder.turns.ir(builder);
    builder.turn = builder.cell("turn", Vec::new(), turn, Role::Game);
    if narrows_turns(builder) {
        builder.last_turn = Some(builder.cell("_last_turn", Vec::new(), turn, Role::Game));
    }
    let mut runs = 0;
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| runs += usize::from(matches!(stmt.kind, ast::StmtKind::Run { .. })));
    }
    let waits = |item: &ast::Item| matches!(&item.kind, ItemKind::Whenever(rule) if waits_for_a_moment(builder, rule));
    if builder.items().any(|(_, item)| waits(item)) {
        builder.moment = Some(builder.cell("_moment", Vec::new(), Type::int(0, moments(runs)), Role::Game));
    }
    builder.first_turn = builder.cell("_first_turn", Vec::new(), Type::BOOL, Role::Game);
    let phase = builder.ir_type(Ty::One(Noun::Enum(PHASE)));
    builder.phase = builder.cell("phase", Vec::new(), phase, Role::Game);
    builder.world.printings = printings(builder);
    if !builder.world.printings.is_empty() {
        let which = Type::int(0, builder.world.printings.len() as i64);
        let cells = ["printing", "_from_printing"].map(|name| builder.cell(name, Vec::new(), which, Role::Game));
        builder.printing = Some((cells[0], cells[1]));
    }
    let scenario = builder.ir_type(Ty::One(Noun::Enum(SCENARIO)));
    let from = builder.ir_type(Ty::Maybe(Noun::Enum(PHASE)));
    builder.from_phase = builder.cell("_from_phase", Vec::new(), from, Role::Game);
    builder.from_side = builder.cell("_from_side", Vec::new(), side, Role::Game);
    builder.scenario = builder.cell("scenario", Vec::new(), scenario, Role::Game);
    for at in 0..builder.world.options.len() {
        let Some(name) = builder.world.options.get(at).map(|option| option.ast.name.text.clone()) else { continue };
        let cell = builder.cell(&name, Vec::new(), Type::BOOL, Role::Game);
        builder.world.options.get_mut(at).into_iter().for_each(|option| option.cell = cell);
    }
}

/// Phases that are printed under several titles, in their order.
fn printings<'a>(builder: &Builder<'a>) -> Vec<(&'a str, Option<&'a str>)> {
    let mut all: Vec<(&'a str, Option<&'a str>)> = Vec::new();
    for (_, item) in builder.items() {
        let ItemKind::Sequence(sequence) = &item.kind else { continue };
        walk::block(&sequence.body, &mut |stmt| {
            if let ast::StmtKind::Phase { name, .. } = &stmt.kind {
                let one = (name.text.as_str(), stmt.title.as_ref().map(|title| title.text.as_str()));
                if !all.contains(&one) {
                    all.push(one);
                }
            }
        });
    }
    let several = |name: &str| all.iter().filter(|(other, _)| *other == name).count() > 1;
    all.iter().filter(|(name, _)| several(name)).copied().collect()
}

fn named_params(params: &[ParamDef<'_>]) -> Vec<(String, Type)> {
    params.iter().map(|param| (param.name.clone(), param.ir)).collect()
}

fn state<'a>(builder: &mut Builder<'a>, file: FileId, state: &'a ast::State) -> Made<()> {
    let at = Place::new(file, state.name.span);
    let params = builder.params(file, &state.params)?;
    let (ty, ir) = builder.type_ref(file, &state.ty)?;
    let mut index: Vec<Scalar> = Vec::new();
    if let Some(param) = state.params.iter().find(|param| is_open(&param.ty)) {
        return Err(builder.tell(says::counts_without_end(Place::new(file, param.ty.span))));
    }
    for param in &params {
        match param.ir {
            Type::Scalar(scalar) if scalar.lo >= 0 => index.push(scalar),
            Type::Scalar(_) | Type::Set(_) => return Err(builder.tell(says::no_index(&param.name, param.at))),
        }
    }
    if index.len() > 2 {
        return Err(builder.tell(says::too_many_indices(at)));
    }
    for case in &state.cases {
        builder.cite(file, case);
    }
    let cell = builder.cell(&state.name.text, index, ir, Role::Game);
    let (taken, start, until) = (state.taken.as_slice(), state.start.as_ref(), state.until.as_ref());
    let name = state.name.text.clone();
    builder.world.states.push(StateDef { name, params, ty, ir, cell, taken, start, until, file, at });
    builder.name(file, &state.name, Entry::State(builder.world.states.len() - 1));
    Ok(())
}

fn action<'a>(builder: &mut Builder<'a>, file: FileId, action: &'a ast::Action) -> Made<()> {
    let at = Place::new(file, action.name.span);
    for case in &action.cases {
        builder.cite(file, case);
    }
    let Ok(params) = builder.params(file, &action.params) else {
        let kept = action.keeps.iter().map(|keep| &keep.name);
        let given = action.params.iter().map(|param| &param.name).chain(action.roles.iter().map(|role| &role.name));
        builder.world.lost.extend(kept.chain(given).map(|name| name.text.clone()));
        return Err(ErrorReported);
    };
    let func = builder.declare(&action.name.text, FuncKind::Procedure, named_params(&params), None, at);
    let role = Role::Keep(func);
    let mut kept: Vec<KeptDef> = Vec::new();
    for param in &params {
        let cell = builder.cell(&format!("{}_{}", action.name.text, param.name), Vec::new(), opt(param.ir), role);
        let (name, ty) = (param.name.clone(), param.ty);
        kept.push(KeptDef { name, ty, cell, each_side: false, given: true, at: param.at });
    }
    let side = Ty::One(Noun::Enum(SIDE));
    for one in &action.roles {
        let ir = builder.ir_type(side);
        let cell = builder.cell(&format!("{}_{}", action.name.text, one.name.text), Vec::new(), ir, role);
        let at = Place::new(file, one.name.span);
        kept.push(KeptDef { name: one.name.text.clone(), ty: side, cell, each_side: false, given: true, at });
    }
    for keep in &action.keeps {
        let at = Place::new(file, keep.name.span);
        let _ = builder.no_word_of_the_game(&keep.name.text, at);
        // `ends of b` are those of a hexside.
        if keep.each_side && keep.name.text == "ends" && builder.board.is_some() {
            builder.tell(says::word_of_the_game("ends", at));
        }
        if let Some(first) = kept.iter().find(|known| known.name == keep.name.text) {
            let first = first.at;
            builder.tell(says::twice_named(&keep.name.text, at, first));
            continue;
        }
        // A noun means all such pieces, everywhere; a kept name would hide it in this action alone.
        if let Some((Entry::Pieces(_), first)) = builder.world.names.get(&keep.name.text).copied() {
            builder.tell(says::kept_hides_noun(&keep.name.text, at, first));
            continue;
        }
        let Ok((ty, ir)) = builder.type_ref(file, &keep.ty) else {
            builder.world.lost.insert(keep.name.text.clone());
            continue;
        };
        let index = if keep.each_side { vec![builder.member(Noun::Enum(SIDE))] } else { Vec::new() };
        let cell = builder.cell(&format!("{}_{}", action.name.text, keep.name.text), index, opt(ir), role);
        let (name, each_side) = (keep.name.text.clone(), keep.each_side);
        kept.push(KeptDef { name, ty, cell, each_side, given: false, at });
    }
    for (file, list) in results_within(builder, &action.name.text) {
        let Some(Entry::Enum(index)) = builder.world.entry(&list.name.text) else { continue };
        let (ty, at) = (Ty::One(Noun::Enum(index)), Place::new(file, list.name.span));
        let ir = opt(builder.ir_type(ty));
        let cell = builder.cell(&format!("{}_{}", action.name.text, list.name.text), Vec::new(), ir, role);
        kept.push(KeptDef { name: came_out(&list.name.text), ty, cell, each_side: false, given: false, at });
    }
    let name = action.name.text.clone();
    builder.world.actions.push(ActionDef { name, ast: action, file, params, kept, func });
    builder.name(file, &action.name, Entry::Action(builder.world.actions.len() - 1));
    Ok(())
}

/// The enums whose members do something within this action: it keeps what came out.
fn results_within<'a>(builder: &Builder<'a>, action: &str) -> Vec<(FileId, &'a ast::EnumItem)> {
    let within = |list: &ast::EnumItem| list.within.as_ref().is_some_and(|within| within.text == action);
    let lists = builder.items().filter_map(|(file, item)| match &item.kind {
        ItemKind::Enum(list) if within(list) => Some((file, list)),
        _ => None,
    });
    let lists: Vec<(FileId, &ast::EnumItem)> = lists.collect();
    if lists.is_empty() {
        return lists;
    }
    let done: Vec<&str> = builder
        .items()
        .filter_map(|(_, item)| match &item.kind {
            ItemKind::Procedure(procedure) if made(procedure) == Some(ResultPart::Ways) => {
                Some(procedure.name.text.as_str())
            }
            _ => None,
        })
        .collect();
    lists.into_iter().filter(|(_, list)| done.contains(&does(&list.name.text).as_str())).collect()
}

/// A kept member may be gone before the action ends.
fn opt(ir: Type) -> Type {
    match ir {
        Type::Scalar(scalar @ Scalar { what: What::Id(_), .. }) => {
            Type::Scalar(Scalar { lo: wgr_runtime::ir::NONE, ..scalar })
        }
        Type::Scalar(_) | Type::Set(_) => ir,
    }
}

fn procedure<'a>(builder: &mut Builder<'a>, file: FileId, procedure: &'a ast::Procedure) -> Made<()> {
    let at = Place::new(file, procedure.name.span);
    for case in &procedure.cases {
        builder.cite(file, case);
    }
    let params = builder.params(file, &procedure.params)?;
    let within = within(builder, file, procedure.within.as_ref())?;
    let result = procedure.result.as_ref().map(|ty| builder.type_ref(file, ty)).transpose()?;
    let ir = result.map(|(_, ir)| ir);
    let func = builder.declare(&procedure.name.text, FuncKind::Procedure, named_params(&params), ir, at);
    let name = procedure.name.text.clone();
    builder.world.procedures.push(ProcedureDef { name, ast: procedure, file, params, result, within, func });
    builder.name(file, &procedure.name, Entry::Procedure(builder.world.procedures.len() - 1));
    Ok(())
}

fn within(builder: &mut Builder<'_>, file: FileId, name: Option<&ast::Name>) -> Made<Option<usize>> {
    let Some(name) = name else { return Ok(None) };
    match builder.world.entry(&name.text) {
        Some(Entry::Action(at)) => Ok(Some(at)),
        Some(Entry::Broken) => Err(ErrorReported),
        Some(_) | None => {
            let names: Vec<String> = builder.world.actions.iter().map(|action| action.name.clone()).collect();
            Err(builder.tell(says::unknown_name("action", &name.text, &names, Place::new(file, name.span))))
        }
    }
}

fn purchase<'a>(builder: &mut Builder<'a>, file: FileId, purchase: &'a ast::Purchase) -> Made<()> {
    let at = Place::new(file, purchase.name.span);
    for case in &purchase.cases {
        builder.cite(file, case);
    }
    let params = builder.params(file, &purchase.params)?;
    let [param] = params.as_slice() else { return Err(builder.tell(says::one_parameter("purchase", at))) };
    let it = vec![(param.name.clone(), param.ir)];
    let goods = builder.declare(&purchase.name.text, FuncKind::Query, Vec::new(), Some(Type::int(0, 127)), at);
    let effect = builder.declare(&format!("buy_{}", purchase.name.text), FuncKind::Effect, it, None, at);
    let name = purchase.name.text.clone();
    builder.world.purchases.push(PurchaseDef { name, ast: purchase, file, params, goods, effect });
    builder.name(file, &purchase.name, Entry::Purchase(builder.world.purchases.len() - 1));
    Ok(())
}

/// What the head of rows says.
struct Head<'a> {
    params: Vec<ParamDef<'a>>,
    within: Option<usize>,
    result: Ty,
    ir: Type,
}

fn head<'a>(builder: &mut Builder<'a>, file: FileId, rows: &'a ast::Rows) -> Made<Head<'a>> {
    let at = Place::new(file, rows.name.span);
    for case in &rows.cases {
        builder.cite(file, case);
    }
    let params = builder.params(file, &rows.params)?;
    let within = within(builder, file, rows.within.as_ref())?;
    let (result, ir) = match (&rows.result, rows.kind) {
        (Some(ty), RowsKind::Value) => builder.type_ref(file, ty)?,
        (None, RowsKind::Value) => return Err(builder.tell(says::value_without_type(at))),
        (_, RowsKind::Victory) => {
            let ending = builder.world.ending();
            if let Some(ty) = &rows.result
                && builder.type_ref(file, ty)?.0 != ending
            {
                return Err(builder.tell(says::grades_are_an_enum(Place::new(file, ty.span))));
            }
            (ending, builder.ir_type(ending))
        }
        (_, RowsKind::Course) => course_points(builder, file, rows, at)?,
        (
            _,
            RowsKind::Fact
            | RowsKind::Permit
            | RowsKind::Knowledge
            | RowsKind::Zone
            | RowsKind::Path
            | RowsKind::Obligation,
        ) => (Ty::YesNo, Type::BOOL),
    };
    Ok(Head { params, within, result, ir })
}

/// Where each of its rows stands.
fn each_row<'a>(standing: ItemAt<'a>, rows: &'a ast::Rows) -> Arc<[RowDef<'a>]> {
    let each = rows.rows.iter().zip(standing.rows);
    each.map(|(row, at)| RowDef { file: at.file, layer: at.layer.as_ref(), row }).collect()
}

fn groups(rows: &ast::Rows) -> Vec<GroupDef> {
    rows.groups.iter().map(|group| GroupDef { group: group.clone() }).collect()
}

/// Rows whose head says what it said stand elsewhere, or say something else.
pub(in crate::translate) fn other_rows<'a>(
    builder: &mut Builder<'a>,
    (index, standing): (usize, ItemAt<'a>),
    rows: &'a ast::Rows,
) -> Made<()> {
    let Head { params, .. } = head(builder, standing.file, rows)?;
    let Some(def) = builder.world.rows.get_mut(index) else { return Err(ErrorReported) };
    (def.ast, def.file, def.params) = (rows, standing.file, params);
    (def.rows, def.groups) = (each_row(standing, rows), groups(rows));
    let name = builder.world.names.get_mut(&rows.name.text);
    name.into_iter().for_each(|(_, at)| *at = Place::new(standing.file, rows.name.span));
    Ok(())
}

fn rows<'a>(builder: &mut Builder<'a>, standing: ItemAt<'a>, rows: &'a ast::Rows) -> Made<()> {
    let file = standing.file;
    let at = Place::new(file, rows.name.span);
    let Head { params, within, result, ir } = head(builder, file, rows)?;
    let name = &rows.name.text;
    let mut list = named_params(&params);
    let (mut step, mut way, mut duty, mut memory) = (None, None, None, Vec::new());
    let func = match rows.kind {
        RowsKind::Value | RowsKind::Fact | RowsKind::Permit | RowsKind::Knowledge | RowsKind::Victory => {
            builder.declare(name, FuncKind::Query, list, Some(ir), at)
        }
        RowsKind::Obligation => {
            obligations::well_headed(builder, file, rows, &params)?;
            let mut one =
                |what: &str| builder.declare(&format!("{name}_{what}"), FuncKind::Query, list.clone(), Some(ir), at);
            let [owed, met, possible, forgiven] = ["owed", "met", "possible", "forgiven"].map(&mut one);
            duty = Some(DutyFuncs { owed, met, possible, forgiven });
            builder.declare(name, FuncKind::Query, list, Some(ir), at)
        }
        RowsKind::Zone => {
            list.push(("hex".to_owned(), board_hex(builder, at)?));
            builder.declare(name, FuncKind::Query, list, Some(ir), at)
        }
        RowsKind::Course | RowsKind::Path => {
            let hex = board_hex(builder, at)?;
            let ray = rows.from.as_ref().is_some_and(|from| from.ray);
            let mut judged = list.clone();
            let names: &[&str] = match (rows.kind, ray) {
                (RowsKind::Course, _) => &["start", "here", "there"],
                (_, true) => &["hex"],
                (_, false) => &["here", "there"],
            };
            judged.extend(names.iter().map(|name| ((*name).to_owned(), hex)));
            judged.extend(beside_its_hexes(rows).map(|name| (name.to_owned(), Type::BOOL)));
            let one = |builder: &mut Builder<'a>, what: &str, ir: Type| {
                builder.declare(&format!("{name}_{what}"), FuncKind::Query, judged.clone(), Some(ir), at)
            };
            if rows.kind == RowsKind::Course {
                let [bar, stop] = ["may_enter", "stops"].map(|what| one(builder, what, Type::BOOL));
                let (cost, pass) = (one(builder, "cost", ir), one(builder, "no_end", Type::BOOL));
                step = Some(StepFuncs { bar, cost, stop, pass });
                let remembered = rows.remembers.iter();
                memory = remembered.map(|name| one(builder, &format!("remembers_{}", name.text), Type::BOOL)).collect();
                cost
            } else {
                let [avoid, blocked] = ["may_cross", "is_cut"].map(|what| one(builder, what, Type::BOOL));
                let stops = rows.rows.iter().any(|row| matches!(row.verdict.kind, VerdictKind::Stop));
                let stop = stops.then(|| one(builder, "stops", Type::BOOL));
                // No best way comes to a hex twice.
                let hexes = builder.board.as_ref().map_or(0, |board| i64::from(board.count()));
                let far = Some(Type::int(-1, hexes - 1));
                let length = builder.declare(&format!("{name}_length"), FuncKind::Query, list.clone(), far, at);
                way = Some(WayFuncs { avoid, blocked, stop, length });
                builder.declare(name, FuncKind::Query, list, Some(ir), at)
            }
        }
    };
    builder.world.rows.push(RowsDef {
        name: name.clone(),
        ast: rows,
        file,
        params,
        within,
        result,
        func,
        step,
        way,
        duty,
        memory,
        rows: each_row(standing, rows),
        groups: groups(rows),
        lacks_rows: standing.lacks_rows,
        damaged: standing.lacks_rows,
    });
    let index = builder.world.rows.len() - 1;
    builder.name(file, &rows.name, Entry::Rows(index));
    match rows.always {
        Some(always) => declare_law(builder, index, Place::new(file, always)),
        None => Ok(()),
    }
}

fn board_hex(builder: &mut Builder<'_>, at: Place) -> Made<Type> {
    if builder.board.is_none() {
        return Err(builder.tell_no_board(at));
    }
    Ok(builder.ir_type(Ty::One(Noun::Hex)))
}

/// The points of a course are those that its `spends` counts.
fn course_points(builder: &mut Builder<'_>, file: FileId, rows: &ast::Rows, at: Place) -> Made<(Ty, Type)> {
    let Some(spends) = &rows.spends else { return Err(builder.tell(says::course_without_points(at))) };
    let unit = points_of(builder, file, spends)?.unwrap_or(Unit::Plain);
    if let Some(told) = spends_another_measure(builder, (file, rows), spends, unit) {
        return Err(builder.tell(told));
    }
    let den = builder.den(unit);
    Ok((Ty::Number { unit, den }, Type::Scalar(Scalar { what: What::Int { den }, lo: -10_000, hi: 10_000 })))
}

/// What an expression counts, before anything can be written: `allowance(u)` what that value does, `u.pace` what the
/// field does, `2 * pace(u)` the same. A plain number counts plain points.
fn points_of(builder: &mut Builder<'_>, file: FileId, expr: &ast::Expr) -> Made<Option<Unit>> {
    let unit = |ty: Ty| match ty {
        Ty::Number { unit, .. } => Some(unit),
        _ => None,
    };
    match &expr.kind {
        ast::ExprKind::Unit(_, name) => builder.unit(file, name).map(Some),
        ast::ExprKind::Call(name, _) | ast::ExprKind::Name(name) => {
            // What a value counts that could not be read, nobody knows.
            let broken = builder.items().any(|(_, item)| match &item.kind {
                ItemKind::Broken { name: Some(of), .. } => of.text == name.text,
                ItemKind::Rows(value) => value.name.text == name.text && value.result.is_none(),
                _ => false,
            });
            if broken {
                return Ok(Some(Unit::Any));
            }
            let declared = builder.items().find_map(|(of, item)| match &item.kind {
                ItemKind::Rows(value) if value.name.text == name.text => value.result.as_ref().map(|ty| (of, ty)),
                ItemKind::State(state) if state.name.text == name.text => Some((of, &state.ty)),
                _ => None,
            });
            let Some((of, ty)) = declared else { return Ok(None) };
            builder.type_ref(of, ty).map(|(ty, _)| unit(ty))
        }
        ast::ExprKind::Field(_, name) => {
            Ok(builder.world.fields.iter().find(|field| field.name == name.text).and_then(|field| unit(field.ty)))
        }
        // So many times what another counts is a plain number.
        ast::ExprKind::Arithmetic(ast::Operator::Over, _, by) if matches!(by.kind, ast::ExprKind::Unit(..)) => Ok(None),
        ast::ExprKind::Arithmetic(_, a, b) => match points_of(builder, file, a)? {
            Some(unit) => Ok(Some(unit)),
            None => points_of(builder, file, b),
        },
        ast::ExprKind::Rounded(inner, _) | ast::ExprKind::Negative(inner) => points_of(builder, file, inner),
        ast::ExprKind::Total { value, .. } => points_of(builder, file, value),
        _ => Ok(None),
    }
}

/// `spends u.strength`, of a course whose rows all cost MP: the field is odd, and no row.
fn spends_another_measure(
    builder: &mut Builder<'_>,
    (file, rows): (FileId, &ast::Rows),
    spends: &ast::Expr,
    unit: Unit,
) -> Option<Diagnostic> {
    let ast::ExprKind::Field(of, name) = &spends.kind else { return None };
    // One that nobody declared is told as such.
    builder.world.fields.iter().find(|field| field.name == name.text)?;
    let mut costs: Option<Unit> = None;
    for row in &rows.rows {
        let cost = match &row.verdict.kind {
            ast::VerdictKind::Equals(cost) | ast::VerdictKind::Plus(cost) | ast::VerdictKind::Minus(cost) => cost,
            _ => continue,
        };
        let counted = match &cost.kind {
            ast::ExprKind::Unit(_, measure) if builder.is_measure(&measure.text) => builder.unit(file, measure).ok()?,
            ast::ExprKind::Unit(..) | ast::ExprKind::Number(_) => return None,
            _ => continue,
        };
        if counted == unit || costs.is_some_and(|known| known != counted) {
            return None;
        }
        costs = Some(counted);
    }
    let Unit::Of(measure) = costs? else { return None };
    let text = builder.sources.text(Place::new(file, of.span));
    let fitting = builder.world.fields.iter().filter(|field| {
        matches!(field.ty, Ty::Number { unit: Unit::Of(own), .. } if own == measure) && !field.name.starts_with(' ')
    });
    let fitting: Vec<String> = fitting.map(|field| format!("{text}.{}", field.name)).collect();
    let measure = builder.world.measures.get(measure)?.many();
    let at = Place::new(file, spends.span);
    Some(says::spends_another_measure(&rows.name.text, &name.text, &measure, &fitting, at))
}
