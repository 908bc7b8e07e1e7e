//! Limits: what each counts, for whom, and where the count is kept. In: limits that stand as items, in actions and behind
//! `may`. Out: a cell and the functions of each, still without bodies (`play/limits.rs`).

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::called::{WITHIN_LIMITS, uses};
use crate::translate::declare::counters::member;
use crate::translate::ty::{Noun, Ty};
use crate::translate::walk;
use crate::translate::world::{AtATime, Entry, LimitDef, LimitFuncs, PHASE, SIDE, Stored, Use};
use wgr_grammar::ast::{self, ExprKind, ItemKind, StmtKind};
use wgr_runtime::engine::Called;
use wgr_runtime::ir::{FuncKind, Role, Type};

/// What a limit counts within, beside the phases and runs of the game.
const PERIODS: [&str; 4] = ["phase", "turn", "player turn", "game"];

/// No use is counted further.
const MOST_USES: i64 = 9_999;

pub(super) fn declare(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        // What is refused is told where it is refused.
        match &item.kind {
            ItemKind::Action(action) => {
                for limit in &action.limits {
                    let _ = line(builder, file, action, limit);
                }
            }
            ItemKind::Limit(limit) => {
                let _ = self::item(builder, file, limit);
            }
            _ => {}
        }
        walk::statements(item, &mut |stmt| {
            if let StmtKind::May { by, often: Some(often), .. } = &stmt.kind {
                let _ = question(builder, file, stmt, (by, often));
            }
        });
    }
    twice(builder);
}

/// A limit as far as it was read.
struct Found<'a> {
    file: FileId,
    name: String,
    cases: &'a [ast::Case],
    title: Option<&'a ast::Text>,
    by: Option<&'a ast::Expr>,
    often: &'a ast::HowOften,
    on: Vec<Use>,
    /// Of what each has a count of its own, and by which name the bound may ask for it.
    each: Option<(String, Ty)>,
    by_side: bool,
    within: Option<usize>,
}

/// A line of an action.
fn line<'a>(builder: &mut Builder<'a>, file: FileId, action: &'a ast::Action, limit: &'a ast::Limit) -> Made<()> {
    let Some(Entry::Action(index)) = builder.world.entry(&action.name.text) else { return Err(ErrorReported) };
    if limit.often.per.is_none() {
        return Err(builder.tell(says::nothing_lies(Place::new(file, limit.often.span))));
    }
    let each = match &limit.often.each {
        None => None,
        Some(each) => Some(param(builder, file, each, index)?),
    };
    let by_side = each.is_none() && both_may_start(builder, action, limit.often.within());
    let position = each.as_ref().map(|(position, ..)| *position);
    for case in &limit.cases {
        builder.cite(file, case);
    }
    made(
        builder,
        Found {
            file,
            name: action.name.text.clone(),
            cases: if limit.cases.is_empty() { &action.cases } else { &limit.cases },
            title: limit.title.as_ref(),
            by: None,
            often: &limit.often,
            on: vec![Use::Action(index, position)],
            each: each.map(|(_, name, ty)| (name, ty)),
            by_side,
            within: None,
        },
    )
}

/// `limit on prepare by German: 6 at a time`: of a marker.
fn at_a_time<'a>(builder: &mut Builder<'a>, file: FileId, limit: &'a ast::Limit) -> Made<()> {
    let at = Place::new(file, limit.often.span);
    let used = match &*limit.on {
        [used] => used,
        [_, second, ..] => {
            return Err(builder.tell(says::one_marker_each(&second.name.text, Place::new(file, second.name.span))));
        }
        [] => return Err(builder.tell(says::nothing_lies(at))),
    };
    let (name, place) = (&used.name.text, Place::new(file, used.name.span));
    let found = builder.world.fields.iter().filter(|_| used.of.is_none()).find_map(|def| {
        let marker = def.marker.filter(|_| def.name == *name)?;
        if let Stored::Cell(cell) = def.stored { Some((marker, def.pieces, cell)) } else { None }
    });
    let Some((marker, kinds, cell)) = found else {
        let known = builder.world.fields.iter().filter(|def| def.marker.is_some()).map(|def| def.name.clone());
        let known: Vec<String> = known.collect();
        return Err(builder.tell(says::at_a_time_of_no_marker(name, &known, place)));
    };
    for case in &limit.cases {
        builder.cite(file, case);
    }
    let by = match &limit.by {
        None => None,
        Some(by) => {
            let side = match &by.side.kind {
                ExprKind::Name(name) => member(builder, Noun::Enum(SIDE), &name.text),
                _ => None,
            };
            let Some(side) = side else {
                return Err(builder.tell(says::markers_of_a_side(Place::new(file, by.side.span))));
            };
            Some(side)
        }
    };
    if crate::translate::play::written(&limit.often.most).is_some_and(|most| most < 1) {
        return Err(builder.tell(says::limit_of_none(name, Place::new(file, limit.often.most.span))));
    }
    let before = builder
        .world
        .at_a_time
        .iter()
        .find(|known| known.cell == cell && (known.by == by || known.by.is_none() || by.is_none()));
    if let Some(first) = before {
        return Err(builder.tell(says::limited_twice(name, at, first.at)));
    }
    let params = vec![("it".to_owned(), builder.ir_type(Ty::One(Noun::Piece(kinds))))];
    let count = builder.ir_type(Ty::COUNT);
    let mut query =
        |what: &str, ret| builder.declare(&format!("{name}_{what}"), FuncKind::Query, params.clone(), Some(ret), at);
    let (within_limits, most, lie) = (query("within_limits", Type::BOOL), query("most", count), query("lie", count));
    builder.told_as.insert(within_limits, Called::new(name.clone(), WITHIN_LIMITS));
    builder.told_as.insert(lie, Called::new(format!("{name} markers that lie"), ""));
    let limit = AtATime { file, ast: limit, marker, kinds, cell, by, within_limits, most, lie, at };
    builder.world.at_a_time.push(limit);
    Ok(())
}

/// The parameter that `for each` names: its place, its name, what it is.
fn param(builder: &Builder<'_>, file: FileId, each: &ast::ForEachOne, action: usize) -> Made<(usize, String, Ty)> {
    let Some(def) = builder.world.actions.get(action) else { return Err(ErrorReported) };
    let Some(name) = &each.name else {
        let first = def.params.first().map(|param| param.name.as_str());
        return Err(builder.tell(says::limit_for_each_of_what(&def.name, first, Place::new(file, each.span))));
    };
    let found = def.params.iter().position(|param| param.name == name.text);
    match found.and_then(|at| Some((at, def.params.get(at)?))) {
        Some((at, param)) => Ok((at, param.name.clone(), param.ty)),
        None => {
            let names: Vec<String> = def.params.iter().map(|param| param.name.clone()).collect();
            Err(builder.tell(says::unknown_name("parameter", &name.text, &names, Place::new(file, name.span))))
        }
    }
}

/// `limit on march, guns of attack by Blue: ..`
fn item<'a>(builder: &mut Builder<'a>, file: FileId, limit: &'a ast::Limit) -> Made<()> {
    if limit.often.per.is_none() {
        return at_a_time(builder, file, limit);
    }
    let (mut on, mut names, mut counted) = (Vec::new(), Vec::new(), Counted::default());
    let mut done = Ok(());
    for used in &limit.on {
        let of = used.of.as_ref().map(|of| format!(" of {}", of.text));
        names.push(format!("{}{}", used.name.text, of.unwrap_or_default()));
        let one = match &used.of {
            None => of_action(builder, file, used, limit, &mut counted),
            Some(action) => of_kept(builder, file, (used, action), limit, &mut counted),
        };
        match one {
            Ok(one) => on.push(one),
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    done?;
    let by = limit.by.as_ref().map(|by| &by.side);
    let by_side = by.is_some() || counted.each.is_none() && counted.both_sides;
    for case in &limit.cases {
        builder.cite(file, case);
    }
    let cases = match &*limit.cases {
        [] => counted.cases.unwrap_or(&limit.cases),
        own => own,
    };
    made(
        builder,
        Found {
            file,
            name: names.join(", "),
            cases,
            title: limit.title.as_ref(),
            by,
            often: &limit.often,
            on,
            each: counted.each,
            by_side,
            within: counted.within.flatten(),
        },
    )
}

/// What the uses of one limit have in common.
#[derive(Default)]
struct Counted<'a> {
    each: Option<(String, Ty)>,
    both_sides: bool,
    /// All of them stand within this action, or not in one.
    within: Option<Option<usize>>,
    /// Of the first action that has any.
    cases: Option<&'a [ast::Case]>,
}

impl Counted<'_> {
    /// Each use counts for the same sort of thing.
    fn counts(&mut self, builder: &Builder<'_>, name: &str, ty: Ty, at: Place) -> Made<()> {
        match &mut self.each {
            None => self.each = Some((name.to_owned(), ty)),
            Some((_, before)) => match (before.noun(), ty.noun()) {
                (Some(Noun::Piece(one)), Some(Noun::Piece(other))) => *before = Ty::One(Noun::Piece(one.or(other))),
                (one, other) if one == other => {}
                _ => {
                    let names = [*before, ty].map(|ty| builder.world.ty_name(ty));
                    return Err(builder.tell(says::limit_of_two_sorts(&names[0], &names[1], at)));
                }
            },
        }
        Ok(())
    }

    fn stands(&mut self, within: Option<usize>) {
        let all = *self.within.get_or_insert(within) == within;
        self.within = Some(within.filter(|_| all));
    }
}

fn of_action<'a>(
    builder: &Builder<'a>,
    file: FileId,
    used: &ast::Used,
    limit: &ast::Limit,
    counted: &mut Counted<'a>,
) -> Made<Use> {
    let at = Place::new(file, used.name.span);
    let index = match builder.world.entry(&used.name.text) {
        Some(Entry::Action(index)) => index,
        Some(Entry::Broken) => return Err(ErrorReported),
        Some(Entry::Procedure(_)) => return Err(builder.tell(says::limit_on_procedure(&used.name.text, at))),
        Some(_) | None => {
            let known: Vec<String> = builder.world.actions.iter().map(|def| def.name.clone()).collect();
            let keeper = builder
                .world
                .actions
                .iter()
                .find(|def| def.kept.iter().any(|kept| !kept.given && kept.name == used.name.text));
            let marker = builder.world.fields.iter().any(|def| def.marker.is_some() && def.name == used.name.text);
            return Err(builder.tell(match keeper {
                _ if marker => says::marker_in_a_period(&used.name.text, at),
                Some(action) => says::limit_on_kept(&used.name.text, &action.name, at),
                None => says::unknown_name("action", &used.name.text, &known, at),
            }));
        }
    };
    let Some(action) = builder.world.actions.get(index).map(|def| def.ast) else { return Err(ErrorReported) };
    let position = match &limit.often.each {
        None => None,
        Some(each) => {
            let (position, name, ty) = param(builder, file, each, index)?;
            counted.counts(builder, &name, ty, at)?;
            Some(position)
        }
    };
    counted.both_sides |= both_may_start(builder, action, limit.often.within());
    counted.stands(None);
    counted.cases = counted.cases.or(Some(action.cases.as_slice()).filter(|cases| !cases.is_empty()));
    Ok(Use::Action(index, position))
}

fn of_kept<'a>(
    builder: &Builder<'a>,
    file: FileId,
    (used, of): (&ast::Used, &ast::Name),
    limit: &ast::Limit,
    counted: &mut Counted<'a>,
) -> Made<Use> {
    let at = Place::new(file, used.name.span);
    let Some(Entry::Action(index)) = builder.world.entry(&of.text) else {
        let known: Vec<String> = builder.world.actions.iter().map(|def| def.name.clone()).collect();
        let unknown = says::unknown_name("action", &of.text, &known, Place::new(file, of.span));
        return Err(match builder.world.entry(&of.text) {
            Some(Entry::Broken) => ErrorReported,
            _ => builder.tell(unknown),
        });
    };
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let Some(kept) = def.kept.iter().find(|kept| kept.name == used.name.text) else {
        let known: Vec<String> = def.kept.iter().filter(|kept| !kept.given).map(|kept| kept.name.clone()).collect();
        return Err(builder.tell(says::unknown_name("kept name", &used.name.text, &known, at)));
    };
    let Some(noun) = kept.ty.noun().filter(|_| !kept.given) else {
        return Err(builder.tell(says::limit_on_what_is_not_picked(&used.name.text, &of.text, kept.given, at)));
    };
    if let Some(each) = &limit.often.each {
        let name = each.name.as_ref().map_or("it", |name| name.text.as_str());
        counted.counts(builder, name, Ty::One(noun), at)?;
    }
    counted.both_sides = true;
    counted.stands(Some(index));
    counted.cases = counted.cases.or(Some(def.ast.cases.as_slice()).filter(|cases| !cases.is_empty()));
    Ok(Use::Kept(kept.cell))
}

/// `German may once per game { .. }`
fn question<'a>(
    builder: &mut Builder<'a>,
    file: FileId,
    stmt: &'a ast::Stmt,
    (by, often): (&'a ast::Expr, &'a ast::HowOften),
) -> Made<()> {
    if often.per.is_none() {
        return Err(builder.tell(says::nothing_lies(Place::new(file, often.span))));
    }
    let each = match &often.each {
        None => None,
        Some(ast::ForEachOne { name: Some(name), .. }) => {
            Some((name.text.clone(), Ty::One(Noun::Piece(builder.world.all_pieces()))))
        }
        Some(each) => return Err(builder.tell(says::question_for_each_of_what(Place::new(file, each.span)))),
    };
    let by_side = each.is_none() && !names_side(builder, by);
    let name = stmt.title.as_ref().map_or_else(|| "this question".to_owned(), |title| title.text.clone());
    let title = stmt.title.as_ref();
    let at = Place::new(file, stmt.span);
    made(
        builder,
        Found {
            file,
            name,
            cases: &stmt.cases,
            title,
            by: None,
            often,
            on: vec![Use::Question(at)],
            each,
            by_side,
            within: None,
        },
    )
}

fn names_side(builder: &Builder<'_>, by: &ast::Expr) -> bool {
    matches!(&by.kind, ExprKind::Name(name) if member(builder, Noun::Enum(SIDE), &name.text).is_some())
}

/// May both sides start the action before its count is forgotten? Then each has a count of its own.
fn both_may_start(builder: &Builder<'_>, action: &ast::Action, per: &str) -> bool {
    let of_phasing = action.by.as_ref().is_none_or(|by| crate::translate::play::is_phasing(&by.side));
    let of_one_side = action.by.as_ref().is_some_and(|by| names_side(builder, &by.side));
    match per {
        _ if of_one_side => false,
        "player turn" | "phase" => !of_phasing,
        _ => true,
    }
}

fn made<'a>(builder: &mut Builder<'a>, found: Found<'a>) -> Made<()> {
    let Found { file, name, cases, title, by, often, on, each, by_side, within } = found;
    let at = Place::new(file, often.span);
    // Where so many lie at a time was told before.
    let Some(per) = &often.per else { return Err(ErrorReported) };
    let mut known: Vec<String> = PERIODS.iter().map(|period| (*period).to_owned()).collect();
    known.extend(builder.world.runs.iter().map(|run| run.name.clone()));
    known.extend(builder.world.enums.get(PHASE).into_iter().flat_map(|def| def.members.clone()));
    if !known.contains(&per.text) {
        let at = Place::new(file, per.span);
        return Err(builder.tell(says::unknown_name("period", &per.text, &known, at)));
    }
    let written = crate::translate::play::written(&often.most);
    let out_of_range = Place::new(file, often.most.span);
    match written {
        Some(most) if most < 1 => return Err(builder.tell(says::limit_of_none(&name, out_of_range))),
        Some(most) if most > MOST_USES => {
            return Err(builder.tell(says::limit_of_too_many(&name, MOST_USES, out_of_range)));
        }
        Some(_) | None => {}
    }
    let words = builder.sources.said(at);
    let title = title.map_or(words, |title| title.text.clone());
    let params = LimitDef::params(by_side, each.as_ref());
    let params: Vec<(String, Type)> = params.into_iter().map(|(name, ty)| (name, builder.ir_type(ty))).collect();
    let index = params.iter().filter_map(|(_, ty)| ty.scalar()).collect();
    let first = match &*on {
        [Use::Question(_), ..] => "answer",
        _ => name.split([',', ' ']).next().unwrap_or(&name),
    };
    let cell = builder.cell(&format!("{first}_used"), index, Type::int(0, written.unwrap_or(MOST_USES)), Role::Game);
    let count = builder.ir_type(Ty::COUNT);
    let mut query =
        |what: &str, ret| builder.declare(&format!("{first}_{what}"), FuncKind::Query, params.clone(), Some(ret), at);
    let (within_limits, most, used) = (query("within_limits", Type::BOOL), query("most", count), query("uses", count));
    let counts = builder.declare(&format!("count_{first}"), FuncKind::Effect, params, None, at);
    builder.told_as.insert(within_limits, Called::new(name.clone(), WITHIN_LIMITS));
    builder.told_as.insert(used, Called::new(uses(&name, &per.text), ""));
    let funcs = LimitFuncs { within_limits, most, used, counts };
    let cases = cases.to_vec();
    builder.world.limits.push(LimitDef {
        file,
        at,
        name,
        cases,
        title,
        by,
        often,
        on,
        each,
        by_side,
        within,
        cell,
        funcs,
    });
    Ok(())
}

/// Two limits that count the same: one of them never counts.
fn twice(builder: &mut Builder<'_>) {
    let all = &builder.world.limits;
    let same = |one: &LimitDef<'_>, other: &LimitDef<'_>| {
        one.on == other.on
            && one.often.within() == other.often.within()
            && one.each.is_some() == other.each.is_some()
            && one.by.map(|by| builder.sources.said(Place::new(one.file, by.span)))
                == other.by.map(|by| builder.sources.said(Place::new(other.file, by.span)))
    };
    let mut told = Vec::new();
    for (at, later) in all.iter().enumerate() {
        let first = all.iter().take(at).find(|first| same(first, later));
        if let Some(first) = first {
            told.push(says::limited_twice(&later.name, later.at, first.at));
        }
    }
    for what in told {
        builder.tell(what);
    }
}
