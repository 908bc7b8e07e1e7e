//! States, actions with what they keep, procedures, purchases, and everything that rows answer.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::declare::counters::member;
use crate::translate::maker::{Made, Maker, Told};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::walk;
use crate::translate::world::{
    ActionDef, Entry, GroupDef, KeptDef, LimitDef, OUTCOME, PHASE, ParamDef, ProcedureDef, PurchaseDef, RowDef,
    RowsDef, SCENARIO, SIDE, StateDef, StepFuncs,
};
use wgr_grammar::ast::{self, ItemKind, RowsKind};
use wgr_runtime::ir::{FuncKind, Role, Scalar, Type, What};

pub(super) fn declare(maker: &mut Maker<'_>) {
    game_cells(maker);
    for (file, item) in maker.items() {
        // What is refused is told where it is refused, and its name is known as broken.
        let (name, done) = match &item.kind {
            ItemKind::State(state) => (&state.name, self::state(maker, file, state)),
            ItemKind::Action(action) => (&action.name, self::action(maker, file, action)),
            _ => continue,
        };
        if done.is_err() && maker.world.entry(&name.text).is_none() {
            maker.name(file, name, Entry::Broken);
        }
    }
    for (file, item) in maker.items() {
        let (name, done) = match &item.kind {
            ItemKind::Procedure(procedure) => (&procedure.name, self::procedure(maker, file, procedure)),
            ItemKind::Purchase(purchase) => (&purchase.name, self::purchase(maker, file, purchase)),
            ItemKind::Rows(rows) => (&rows.name, self::rows(maker, file, rows)),
            _ => continue,
        };
        if done.is_err() && maker.world.entry(&name.text).is_none() {
            maker.name(file, name, Entry::Broken);
        }
    }
    also(maker);
    limited(maker);
}

/// Whose turn it is, which one, and which phase.
fn game_cells(maker: &mut Maker<'_>) {
    let side = maker.ir_type(Ty::One(Noun::Enum(SIDE)));
    maker.phasing = maker.cell("phasing", Vec::new(), side, Role::Game);
    maker.turn = maker.cell("turn", Vec::new(), Type::int(0, 999), Role::Game);
    maker.first_turn = maker.cell("_first_turn", Vec::new(), Type::BOOL, Role::Game);
    let phase = maker.ir_type(Ty::One(Noun::Enum(PHASE)));
    maker.phase = maker.cell("phase", Vec::new(), phase, Role::Game);
    let scenario = maker.ir_type(Ty::One(Noun::Enum(SCENARIO)));
    let from = maker.ir_type(Ty::Maybe(Noun::Enum(PHASE)));
    maker.from_phase = maker.cell("_from_phase", Vec::new(), from, Role::Game);
    maker.from_side = maker.cell("_from_side", Vec::new(), side, Role::Game);
    maker.scenario = maker.cell("scenario", Vec::new(), scenario, Role::Game);
}

fn named_params(params: &[ParamDef<'_>]) -> Vec<(String, Type)> {
    params.iter().map(|param| (param.name.clone(), param.ir)).collect()
}

fn state<'a>(maker: &mut Maker<'a>, file: FileId, state: &'a ast::State) -> Made<()> {
    let at = Place::new(file, state.name.span);
    let params = maker.params(file, &state.params)?;
    let (ty, ir) = maker.type_ref(file, &state.ty)?;
    let mut index: Vec<Scalar> = Vec::new();
    for param in &params {
        match param.ir {
            Type::Scalar(scalar) if scalar.lo >= 0 => index.push(scalar),
            Type::Scalar(_) | Type::Set(_) => return Err(maker.tell(says::no_index(&param.name, param.at))),
        }
    }
    if index.len() > 2 {
        return Err(maker.tell(says::too_many_indices(at)));
    }
    for case in &state.cases {
        maker.cite(file, case);
    }
    let cell = maker.cell(&state.name.text, index, ir, Role::Game);
    let (start, until) = (state.start.as_ref(), state.until.as_ref());
    maker.world.states.push(StateDef { name: state.name.text.clone(), params, ty, ir, cell, start, until, file });
    maker.name(file, &state.name, Entry::State(maker.world.states.len() - 1));
    Ok(())
}

fn action<'a>(maker: &mut Maker<'a>, file: FileId, action: &'a ast::Action) -> Made<()> {
    let at = Place::new(file, action.name.span);
    for case in &action.cases {
        maker.cite(file, case);
    }
    let params = maker.params(file, &action.params)?;
    let func = maker.declare(&action.name.text, FuncKind::Procedure, named_params(&params), None, at);
    let role = Role::Keep(func);
    let mut kept: Vec<KeptDef> = Vec::new();
    for param in &params {
        let cell = maker.cell(&format!("{}_{}", action.name.text, param.name), Vec::new(), opt(param.ir), role);
        let (name, ty) = (param.name.clone(), param.ty);
        kept.push(KeptDef { name, ty, cell, each_side: false, given: true, at: param.at });
    }
    let side = Ty::One(Noun::Enum(SIDE));
    for one in &action.roles {
        let ir = maker.ir_type(side);
        let cell = maker.cell(&format!("{}_{}", action.name.text, one.name.text), Vec::new(), ir, role);
        let at = Place::new(file, one.name.span);
        kept.push(KeptDef { name: one.name.text.clone(), ty: side, cell, each_side: false, given: true, at });
    }
    for keep in &action.keeps {
        let at = Place::new(file, keep.name.span);
        if let Some(first) = kept.iter().find(|known| known.name == keep.name.text) {
            let first = first.at;
            maker.tell(says::twice_named(&keep.name.text, at, first));
            continue;
        }
        // A noun means all such pieces, everywhere; a kept name would hide it in this action alone.
        if let Some((Entry::Pieces(_), first)) = maker.world.names.get(&keep.name.text).copied() {
            maker.tell(says::kept_hides_noun(&keep.name.text, at, first));
            continue;
        }
        let Ok((ty, ir)) = maker.type_ref(file, &keep.ty) else { continue };
        let index = if keep.each_side { vec![maker.member(Noun::Enum(SIDE))] } else { Vec::new() };
        let cell = maker.cell(&format!("{}_{}", action.name.text, keep.name.text), index, opt(ir), role);
        let (name, each_side) = (keep.name.text.clone(), keep.each_side);
        kept.push(KeptDef { name, ty, cell, each_side, given: false, at });
    }
    let limits = limits(maker, file, action, &params);
    let name = action.name.text.clone();
    maker.world.actions.push(ActionDef { name, ast: action, file, params, kept, func, limits });
    maker.name(file, &action.name, Entry::Action(maker.world.actions.len() - 1));
    Ok(())
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

/// Limits of an action: its own, and those that items lay upon it.
fn limits<'a>(
    maker: &mut Maker<'a>,
    file: FileId,
    action: &'a ast::Action,
    params: &[ParamDef<'a>],
) -> Vec<LimitDef<'a>> {
    let outside = maker.items().filter_map(|(file, item)| match &item.kind {
        ItemKind::Limit(limit) if limit.action.as_ref().is_some_and(|name| name.text == action.name.text) => {
            Some((file, limit))
        }
        _ => None,
    });
    let all: Vec<(FileId, &ast::Limit)> = action.limits.iter().map(|limit| (file, limit)).chain(outside).collect();
    let mut made = Vec::new();
    for (file, limit) in all {
        for case in &limit.cases {
            maker.cite(file, case);
        }
        let each = match &limit.each {
            None => None,
            Some(name) => match params.iter().position(|param| param.name == name.text) {
                Some(at) => Some(at),
                None => {
                    let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
                    let at = Place::new(file, name.span);
                    maker.tell(says::unknown_name("parameter", &name.text, &names, at));
                    continue;
                }
            },
        };
        if maker.constant(file, &limit.most, 1).is_ok_and(|most| most < 1) {
            let at = Place::new(file, limit.most.span);
            maker.tell(says::limit_of_none(&action.name.text, at));
        }
        let by_side = each.is_none() && both_may_start(maker, action, &limit.per.text);
        let counted = each.and_then(|at| params.get(at)).and_then(|param| param.ir.scalar());
        let index = counted.or(by_side.then(|| maker.member(Noun::Enum(SIDE)))).into_iter().collect();
        let cell = maker.cell(&format!("{}_used", action.name.text), index, Type::int(0, 255), Role::Game);
        made.push(LimitDef { ast: limit, file, cell, each, by_side });
    }
    made
}

/// May both sides start the action before its count is forgotten? Then each has a count of its own.
fn both_may_start(maker: &Maker<'_>, action: &ast::Action, per: &str) -> bool {
    let said = action.by.as_ref().and_then(|by| match &by.kind {
        ast::ExprKind::Name(name) => Some(name.text.as_str()),
        _ => None,
    });
    let of_phasing = action.by.is_none() || said == Some("phasing");
    let of_one_side = said.is_some_and(|name| member(maker, Noun::Enum(SIDE), name).is_some());
    let in_turns_of_a_phase = || {
        let mut found = false;
        for (_, item) in maker.items() {
            walk::statements(item, &mut |stmt| {
                if let ast::StmtKind::Phase { block, .. } = &stmt.kind {
                    walk::block(block, &mut |inner| found |= matches!(inner.kind, ast::StmtKind::PlayerTurns { .. }));
                }
            });
        }
        found
    };
    match per {
        _ if of_one_side => false,
        "player turn" => !of_phasing,
        "phase" => !of_phasing || in_turns_of_a_phase(),
        _ => true,
    }
}

/// A limit is laid upon an action.
fn limited(maker: &mut Maker<'_>) {
    for (file, item) in maker.items() {
        let ItemKind::Limit(limit) = &item.kind else { continue };
        let Some(name) = &limit.action else { continue };
        let at = Place::new(file, name.span);
        let what = match maker.world.entry(&name.text) {
            Some(Entry::Action(_) | Entry::Broken) => continue,
            Some(Entry::Procedure(_)) => says::limit_on_procedure(&name.text, at),
            Some(_) | None => {
                let known: Vec<String> = maker.world.actions.iter().map(|def| def.name.clone()).collect();
                says::unknown_name("action", &name.text, &known, at)
            }
        };
        maker.tell(what);
    }
}

fn procedure<'a>(maker: &mut Maker<'a>, file: FileId, procedure: &'a ast::Procedure) -> Made<()> {
    let at = Place::new(file, procedure.name.span);
    for case in &procedure.cases {
        maker.cite(file, case);
    }
    let params = maker.params(file, &procedure.params)?;
    let within = within(maker, file, procedure.within.as_ref())?;
    let func = maker.declare(&procedure.name.text, FuncKind::Procedure, named_params(&params), None, at);
    let name = procedure.name.text.clone();
    maker.world.procedures.push(ProcedureDef { name, ast: procedure, file, params, within, func });
    maker.name(file, &procedure.name, Entry::Procedure(maker.world.procedures.len() - 1));
    Ok(())
}

fn within(maker: &mut Maker<'_>, file: FileId, name: Option<&ast::Name>) -> Made<Option<usize>> {
    let Some(name) = name else { return Ok(None) };
    match maker.world.entry(&name.text) {
        Some(Entry::Action(at)) => Ok(Some(at)),
        Some(Entry::Broken) => Err(Told),
        Some(_) | None => {
            let names: Vec<String> = maker.world.actions.iter().map(|action| action.name.clone()).collect();
            Err(maker.tell(says::unknown_name("action", &name.text, &names, Place::new(file, name.span))))
        }
    }
}

fn purchase<'a>(maker: &mut Maker<'a>, file: FileId, purchase: &'a ast::Purchase) -> Made<()> {
    let at = Place::new(file, purchase.name.span);
    for case in &purchase.cases {
        maker.cite(file, case);
    }
    let params = maker.params(file, &purchase.params)?;
    let [param] = params.as_slice() else { return Err(maker.tell(says::one_parameter("purchase", at))) };
    let it = vec![(param.name.clone(), param.ir)];
    let goods = maker.declare(&purchase.name.text, FuncKind::Query, Vec::new(), Some(Type::int(0, 127)), at);
    let effect = maker.declare(&format!("buy_{}", purchase.name.text), FuncKind::Effect, it, None, at);
    let name = purchase.name.text.clone();
    maker.world.purchases.push(PurchaseDef { name, ast: purchase, file, params, goods, effect });
    maker.name(file, &purchase.name, Entry::Purchase(maker.world.purchases.len() - 1));
    Ok(())
}

fn rows<'a>(maker: &mut Maker<'a>, file: FileId, rows: &'a ast::Rows) -> Made<()> {
    let at = Place::new(file, rows.name.span);
    for case in &rows.cases {
        maker.cite(file, case);
    }
    let params = maker.params(file, &rows.params)?;
    let within = within(maker, file, rows.within.as_ref())?;
    let (result, ir) = match (&rows.result, rows.kind) {
        (Some(ty), RowsKind::Value) => maker.type_ref(file, ty)?,
        (None, RowsKind::Value) => return Err(maker.tell(says::value_without_type(at))),
        (_, RowsKind::Victory) => {
            let outcome = Ty::One(Noun::Enum(OUTCOME));
            (outcome, maker.ir_type(outcome))
        }
        (_, RowsKind::Course) => course_points(maker, file, rows, at)?,
        (_, RowsKind::Fact | RowsKind::Permit | RowsKind::Knowledge | RowsKind::Zone | RowsKind::Path) => {
            (Ty::YesNo, Type::BOOL)
        }
    };
    let name = &rows.name.text;
    let mut list = named_params(&params);
    let (mut step, mut length) = (None, None);
    let func = match rows.kind {
        RowsKind::Value | RowsKind::Fact | RowsKind::Permit | RowsKind::Knowledge | RowsKind::Victory => {
            maker.declare(name, FuncKind::Query, list, Some(ir), at)
        }
        RowsKind::Zone => {
            list.push(("hex".to_owned(), board_hex(maker, at)?));
            maker.declare(name, FuncKind::Query, list, Some(ir), at)
        }
        RowsKind::Course | RowsKind::Path => {
            let hex = board_hex(maker, at)?;
            let ray = rows.from.as_ref().is_some_and(|from| from.ray);
            let mut judged = list.clone();
            let names: &[&str] = match (rows.kind, ray) {
                (RowsKind::Course, _) => &["start", "here", "there"],
                (_, true) => &["hex"],
                (_, false) => &["here", "there"],
            };
            judged.extend(names.iter().map(|name| ((*name).to_owned(), hex)));
            let one = |maker: &mut Maker<'a>, what: &str, ir: Type| {
                maker.declare(&format!("{name}_{what}"), FuncKind::Query, judged.clone(), Some(ir), at)
            };
            let course = rows.kind == RowsKind::Course;
            let bar = one(maker, if course { "may_enter" } else { "may_cross" }, Type::BOOL);
            let stop = one(maker, if course { "stops" } else { "is_cut" }, Type::BOOL);
            // A path counts in its search and ends where it leads.
            let (cost, pass) =
                if course { (one(maker, "cost", ir), one(maker, "no_end", Type::BOOL)) } else { (stop, stop) };
            step = Some(StepFuncs { bar, cost, stop, pass });
            if course {
                cost
            } else {
                length = Some(maker.declare(
                    &format!("{name}_length"),
                    FuncKind::Query,
                    list.clone(),
                    Some(Type::int(-1, 1 << 16)),
                    at,
                ));
                maker.declare(name, FuncKind::Query, list, Some(ir), at)
            }
        }
    };
    let own =
        rows.rows.iter().map(|row| RowDef { file, verdict_file: file, row: row.clone(), overlay: None }).collect();
    let groups = rows.groups.iter().map(|group| GroupDef { group: group.clone() }).collect();
    maker.world.rows.push(RowsDef {
        name: name.clone(),
        ast: rows,
        file,
        params,
        within,
        result,
        func,
        step,
        length,
        rows: own,
        groups,
        damaged: false,
    });
    maker.name(file, &rows.name, Entry::Rows(maker.world.rows.len() - 1));
    Ok(())
}

fn board_hex(maker: &mut Maker<'_>, at: Place) -> Made<Type> {
    if maker.board.is_none() {
        return Err(maker.tell_no_board(at));
    }
    Ok(maker.ir_type(Ty::One(Noun::Hex)))
}

/// The points of a course are those that its `spends` counts.
fn course_points(maker: &mut Maker<'_>, file: FileId, rows: &ast::Rows, at: Place) -> Made<(Ty, Type)> {
    let Some(spends) = &rows.spends else { return Err(maker.tell(says::course_without_points(at))) };
    let unit = points_of(maker, file, spends)?.unwrap_or(Unit::Plain);
    let den = maker.den(unit);
    Ok((Ty::Number { unit, den }, Type::Scalar(Scalar { what: What::Int { den }, lo: -10_000, hi: 10_000 })))
}

/// What an expression counts, before anything can be written: `allowance(u)` what that value does, `u.pace` what the
/// field does, `2 * pace(u)` the same. A plain number counts plain points.
fn points_of(maker: &mut Maker<'_>, file: FileId, expr: &ast::Expr) -> Made<Option<Unit>> {
    let unit = |ty: Ty| match ty {
        Ty::Number { unit, .. } => Some(unit),
        _ => None,
    };
    match &expr.kind {
        ast::ExprKind::Unit(_, name) => maker.unit(file, name).map(Some),
        ast::ExprKind::Call(name, _) | ast::ExprKind::Name(name) => {
            let declared = maker.items().find_map(|(of, item)| match &item.kind {
                ItemKind::Rows(value) if value.name.text == name.text => value.result.as_ref().map(|ty| (of, ty)),
                ItemKind::State(state) if state.name.text == name.text => Some((of, &state.ty)),
                _ => None,
            });
            let Some((of, ty)) = declared else { return Ok(None) };
            maker.type_ref(of, ty).map(|(ty, _)| unit(ty))
        }
        ast::ExprKind::Field(_, name) => {
            Ok(maker.world.fields.iter().find(|field| field.name == name.text).and_then(|field| unit(field.ty)))
        }
        // So many times what another counts is a plain number.
        ast::ExprKind::Arithmetic(ast::Operator::Over, _, by) if matches!(by.kind, ast::ExprKind::Unit(..)) => Ok(None),
        ast::ExprKind::Arithmetic(_, a, b) => match points_of(maker, file, a)? {
            Some(unit) => Ok(Some(unit)),
            None => points_of(maker, file, b),
        },
        ast::ExprKind::Rounded(inner, _) | ast::ExprKind::Negative(inner) => points_of(maker, file, inner),
        ast::ExprKind::Total { value, .. } => points_of(maker, file, value),
        _ => Ok(None),
    }
}

/// Rows that stand in another chapter.
fn also(maker: &mut Maker<'_>) {
    for (file, item) in maker.items() {
        let ItemKind::Also(also) = &item.kind else { continue };
        match maker.world.entry(&also.target.text) {
            Some(Entry::Rows(at)) => {
                let Some(def) = maker.world.rows.get_mut(at) else { continue };
                let offset = def.groups.len() as u32;
                def.groups.extend(also.groups.iter().map(|group| GroupDef { group: group.clone() }));
                def.rows.extend(also.rows.iter().map(|row| {
                    let mut row = row.clone();
                    row.group = row.group.map(|group| group + offset);
                    RowDef { file, verdict_file: file, row, overlay: None }
                }));
            }
            Some(Entry::Broken) => {}
            Some(_) | None => {
                let names: Vec<String> = maker.world.rows.iter().map(|rows| rows.name.clone()).collect();
                let at = Place::new(file, also.target.span);
                maker.tell(says::unknown_name("value, fact or permit", &also.target.text, &names, at));
            }
        }
    }
}
