//! Actions, procedures, purchases, triggers: their functions, and when an action is offered.

use super::answers::well_answered;
use super::in_turn::is_acting;
use super::moments::with_its_end;
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Local, Stmt, StmtKind, Target};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::in_play::where_absent;
use crate::translate::reader::{Bound, Reader};
use crate::translate::ty::{Noun, Ty};
use crate::translate::walk::{expressions, statements};
use crate::translate::world::{PHASE, ParamDef, SIDE};
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, Count, ExprKind, ItemKind, Occasion, StmtKind as Said};
use wgr_runtime::ir::{CellId, FuncId, FuncKind, Trigger, Type};

pub(super) fn named(params: &[ParamDef<'_>]) -> Vec<(String, Ty)> {
    params.iter().map(|param| (param.name.clone(), param.ty)).collect()
}

pub(super) fn procedures(builder: &mut Builder<'_>) {
    for index in 0..builder.world.procedures.len() {
        let Some(def) = builder.world.procedures.get(index) else { continue };
        let (ast, file, func, within, params) = (def.ast, def.file, def.func, def.within, named(&def.params));
        let (at, answers) = (Place::new(file, ast.name.span), def.result.map(|(ty, _)| ty));
        // It is performed in its action alone, so who acts there acts here.
        let by = within.and_then(|index| builder.world.actions.get(index)).and_then(|def| def.ast.by.as_ref());
        let acting = by.is_some_and(|by| is_acting(&by.side));
        let mut reader = Reader::of_func(builder, file, func, &params, at);
        (reader.within, reader.acting) = (within, acting);
        reader.answers = answers;
        // One that answers is left with its answer.
        reader.ends = answers.is_none().then(|| ast.name.text.clone());
        // A refused body stays empty; it has been told.
        if let Ok(block) = reader.read_block(&ast.body)
            && well_answered(reader.m, file, ast).is_ok()
        {
            let block = reader.or_instead(index, block);
            let binders = reader.binders;
            with_its_end(builder, (&ast.name.text, func, at), &params, (binders, block));
        }
    }
}

pub(super) fn purchases(builder: &mut Builder<'_>) {
    for index in 0..builder.world.purchases.len() {
        let Some(def) = builder.world.purchases.get(index) else { continue };
        let (ast, file, goods, effect) = (def.ast, def.file, def.goods, def.effect);
        let params = named(&def.params);
        let Some((name, ty)) = params.first().cloned() else { continue };
        let at = Place::new(file, ast.name.span);
        let mut reader = Reader::of_func(builder, file, goods, &[], at);
        let ir = reader.m.ir_type(ty);
        let it = reader.bind(&name, ty, ir, at);
        let price = reader.read_expr(&ast.costs, None);
        let up_to = reader.read_expr(&ast.up_to, None);
        if let (Ok(price), Ok(up_to)) = (price, up_to)
            && reader.must_be_number(price.ty, &ast.costs).is_ok()
            && reader.must_be_number(up_to.ty, &ast.up_to).is_ok()
        {
            let binders = reader.binders;
            builder.has_read(goods, binders, hir::Body::Goods { it, price, up_to }, at);
        }
        let mut reader = Reader::of_func(builder, file, effect, &params, at);
        if let Ok(block) = reader.read_block(&ast.body) {
            let binders = reader.binders;
            builder.has_read(effect, binders, hir::Body::Code(block), at);
        }
    }
}

/// How many `whenever` rules end the game, in their own words or in what they perform.
pub(crate) fn endings(builder: &Builder<'_>) -> usize {
    let mut ending: BTreeSet<&str> = BTreeSet::new();
    let ends = |item: &ast::Item, known: &BTreeSet<&str>| {
        let mut found = false;
        statements(item, &mut |stmt| {
            found |= match &stmt.kind {
                Said::GameOver(_) => true,
                Said::Perform { name, .. } => {
                    let action = builder.world.actions.iter().find(|def| Some(def.name.as_str()) == within_of(item));
                    let performed = builder.world.performed(&name.text, action);
                    let performed = performed.and_then(|index| builder.world.procedures.get(index));
                    performed.is_some_and(|def| known.contains(def.name.as_str()))
                }
                _ => false,
            };
        });
        found
    };
    loop {
        let before = ending.len();
        for (_, item) in builder.items() {
            if let ItemKind::Procedure(procedure) = &item.kind
                && ends(item, &ending)
            {
                ending.insert(&procedure.name.text);
                ending.extend(procedure.in_place.iter().map(|name| name.text.as_str()));
            }
        }
        if ending.len() == before {
            break;
        }
    }
    builder.items().filter(|(_, item)| matches!(item.kind, ItemKind::Whenever(_)) && ends(item, &ending)).count()
}

/// The action whose names an item reads.
fn within_of(item: &ast::Item) -> Option<&str> {
    match &item.kind {
        ItemKind::Action(action) => Some(&action.name.text),
        ItemKind::Procedure(procedure) => procedure.within.as_ref().map(|name| name.text.as_str()),
        _ => None,
    }
}

/// `rule .. whenever COND becomes yes`: a watch, a handler, and who orders several; and rules that act at a moment.
pub(super) fn triggers(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Whenever(rule) = &item.kind else { continue };
        // ErrorReported where it is wrong.
        let _ = trigger(builder, file, rule);
    }
}

/// How often a rule may act at once: once, or more often.
pub(super) fn most_times(builder: &Builder<'_>, file: FileId, most: &ast::Expr) -> Made<i64> {
    match builder.constant(file, most, 1)? {
        none if none < 1 => Err(builder.tell(says::rule_of_none(none, Place::new(file, most.span)))),
        most => Ok(most),
    }
}

fn trigger(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever) -> Made<()> {
    let at = Place::new(file, rule.title.span);
    if let Some(at_once) = rule.at_once {
        only_at_once(builder, file, rule, at_once)?;
    }
    let cond = match &rule.when {
        Occasion::Becomes(cond) => cond,
        Occasion::At(moment) => return super::moments::rule(builder, file, rule, moment),
        Occasion::Enters(entry) => return super::entries::rule(builder, file, rule, entry),
    };
    let most = match &rule.at_most {
        Some(most) => most_times(builder, file, most)?,
        None => return Err(builder.tell(says::rule_without_bound(at))),
    };
    let site = builder.site(file, &rule.cases, &rule.title.text);
    let name = name_of(builder, file, rule)?;
    // The members of the set are watched, one by one; whether each still belongs to it is part of the condition.
    let each = match &rule.each {
        None => None,
        Some((var, set)) => Some((var, set, member_type(builder, file, set)?)),
    };
    let params: Vec<(String, Ty)> = each.iter().map(|(var, _, ty)| (var.text.clone(), *ty)).collect();
    let typed = typed(builder, &params);
    let watch = builder.declare(&format!("{name}_watch"), FuncKind::Query, typed.clone(), Some(Type::BOOL), at);
    let kind = if rule.at_once.is_some() { FuncKind::Effect } else { FuncKind::Procedure };
    let run = builder.declare(&format!("{name}_run"), kind, typed.clone(), None, at);
    let mut reader = Reader::of_func(builder, file, watch, &params, at);
    let belongs = match &each {
        Some((_, set, ty)) => {
            let set = reader.read_set(set)?;
            let place = set.at;
            let member = Expr::new(Kind::Local(Local(0)), *ty, place);
            Some(Expr::new(Kind::In(Box::new([member, set])), Ty::YesNo, place))
        }
        None => None,
    };
    let cond = reader.read_cond(cond)?;
    let holds = match belongs {
        Some(belongs) => {
            let place = cond.expr.at;
            Expr::new(Kind::And(Box::new([belongs, cond.expr])), Ty::YesNo, place)
        }
        None => cond.expr,
    };
    let holds = match &rule.layer {
        Some(layer) => {
            let place = holds.at;
            Expr::new(Kind::And(Box::new([reader.in_layer(layer, file)?, holds])), Ty::YesNo, place)
        }
        None => holds,
    };
    let binders = reader.binders;
    builder.has_read(watch, binders, hir::Body::Answer(holds), at);
    let mut reader = Reader::of_func(builder, file, run, &params, at);
    reader.narrowed = cond.yes;
    let block = reader.read_block(&rule.body)?;
    let binders = reader.binders;
    builder.has_read(run, binders, hir::Body::Code(block), at);
    let by = who_orders(builder, (file, rule, &name), &params)?;
    let during = during(&mut Reader::open(builder, file, at), rule);
    let only = during.map(|during| {
        let only = builder.declare(&format!("{name}_only"), FuncKind::Query, typed, Some(Type::BOOL), at);
        builder.has_read(
            only,
            Reader::of_func(builder, file, only, &params, at).binders,
            hir::Body::Answer(during),
            at,
        );
        only
    });
    let most = u32::try_from(most).unwrap_or(1).max(1);
    let at = builder.sources.pos(at);
    let at_once = rule.at_once.is_some();
    if at_once {
        builder.at_once.insert(run);
    }
    builder.program.triggers.push(Trigger { name, site, watch, on: None, only, run, by, at_once, most, at });
    Ok(())
}

/// Nobody is asked in the middle of a statement, and nothing falls there.
fn only_at_once(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever, at_once: Span) -> Made<()> {
    let at = Place::new(file, at_once);
    if let Occasion::Enters(entry) = &rule.when {
        return Err(builder.tell(says::at_once_as_it_enters(Place::new(file, entry.who.span), at)));
    }
    if let Some(by) = &rule.by {
        return Err(builder.tell(says::at_once_by(Place::new(file, by.span), at)));
    }
    let mut wrong = None;
    crate::translate::walk::block(&rule.body, &mut |stmt| {
        let does = match &stmt.kind {
            Said::Becomes { .. }
            | Said::Gains { .. }
            | Said::Loses { .. }
            | Said::Goes { .. }
            | Said::Remove(_)
            | Said::Replace { .. }
            | Said::If { .. }
            | Said::Depending { .. }
            | Said::ForEach { .. }
            | Said::Repeat { .. }
            | Said::GameOver(_)
            | Said::Hole(_) => return,
            Said::Roll(_) | Said::Draw { .. } => "something falls here",
            Said::Perform { .. } => "a procedure may ask somebody",
            Said::Step(_) => "behind a step other rules act",
            _ => "somebody is asked here",
        };
        wrong.get_or_insert((does, stmt.span));
    });
    match wrong {
        Some((does, span)) => Err(builder.tell(says::at_once_does(does, Place::new(file, span), at))),
        None => Ok(()),
    }
}

/// `during withdrawal`: is one of these phases on? None where the rule says none.
pub(super) fn during(reader: &mut Reader<'_, '_>, rule: &ast::Whenever) -> Option<Expr> {
    let at = reader.place(rule.during.first()?.span);
    let yes_no = |kind| Expr::new(kind, Ty::YesNo, at);
    // A phase that there is not has been told.
    let phases = rule.during.iter().filter_map(|name| reader.member_of(PHASE, &name.text));
    let each = phases.map(|phase| {
        let ty = Ty::One(Noun::Enum(PHASE));
        let on = Expr::new(Kind::Stored(reader.m.phase, Vec::new()), ty, at);
        let this = Expr::new(Kind::Member(Noun::Enum(PHASE), phase), ty, at);
        yes_no(Kind::Compare(Compare::Is, Box::new([on, this])))
    });
    each.reduce(|a, b| yes_no(Kind::Or(Box::new([a, b]))))
}

/// Who says which of several rules acts first: whoever is named, else the phasing side.
pub(super) fn who_orders(
    builder: &mut Builder<'_>,
    (file, rule, name): (FileId, &ast::Whenever, &str),
    params: &[(String, Ty)],
) -> Made<FuncId> {
    let at = Place::new(file, rule.title.span);
    let side = builder.ir_type(Ty::One(Noun::Enum(SIDE)));
    let typed = typed(builder, params);
    let by = builder.declare(&format!("{name}_by"), FuncKind::Query, typed, Some(side), at);
    let mut reader = Reader::of_func(builder, file, by, params, at);
    let who = match &rule.by {
        Some(by) => reader.read_asker(by)?,
        None => reader.phasing(at),
    };
    let binders = reader.binders;
    builder.has_read(by, binders, hir::Body::Answer(who), at);
    Ok(by)
}

pub(super) fn typed(builder: &Builder<'_>, params: &[(String, Ty)]) -> Vec<(String, Type)> {
    params.iter().map(|(name, ty)| (name.clone(), builder.ir_type(*ty))).collect()
}

/// What players type for a rule that is due: the words of its title, and its case where another has the same title.
pub(super) fn name_of(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever) -> Made<String> {
    let words = |rule: &ast::Whenever| super::asks::option_name(&rule.title.text, 0);
    let cases =
        |rule: &ast::Whenever| rule.cases.iter().map(|case| case.text.as_str()).collect::<Vec<&str>>().join("_");
    let own = words(rule);
    let alike: Vec<(FileId, &ast::Whenever)> = builder
        .items()
        .filter_map(|(file, item)| match &item.kind {
            ItemKind::Whenever(other) if words(other) == own => Some((file, other)),
            _ => None,
        })
        .collect();
    if alike.len() <= 1 {
        return Ok(if wgr_runtime::text::is_name(&own) { own } else { format!("{own}_") });
    }
    let mut before = alike.iter().take_while(|(_, other)| !std::ptr::eq(*other, rule));
    let same = before.find(|(_, other)| cases(other) == cases(rule)).copied();
    if let Some((other_file, other)) = same {
        let (at, first) = (Place::new(file, rule.title.span), Place::new(other_file, other.title.span));
        return Err(builder.tell(says::two_rules_alike(&rule.title.text, at, first)));
    }
    let case: String = cases(rule).chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    Ok(format!("{own}_{}", case.trim_end_matches('_')))
}

/// What the members of a set are.
fn member_type(builder: &mut Builder<'_>, file: FileId, set: &ast::Expr) -> Made<Ty> {
    let at = Place::new(file, set.span);
    let noun = Reader::open(builder, file, at).read_set(set)?.ty.noun().ok_or(ErrorReported)?;
    Ok(Ty::One(noun))
}

pub(super) fn actions(builder: &mut Builder<'_>) {
    for index in 0..builder.world.actions.len() {
        // ErrorReported where it is wrong.
        let _ = action(builder, index);
    }
}

fn action(builder: &mut Builder<'_>, index: usize) -> Made<()> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file, func, params) = (def.ast, def.file, def.func, named(&def.params));
    let given: Vec<_> = def.kept.iter().filter(|kept| kept.given).map(|kept| (kept.name.clone(), kept.cell)).collect();
    let at = Place::new(file, ast.name.span);
    asks_its_own(builder, index)?;
    let mut guards = opening(&ast.body);
    // What a limit leaves is known once the action runs.
    guards.retain(|(_, picks)| named_pick(picks).is_none_or(|name| !super::limits::is_on_kept(builder, index, name)));
    let can = offered(builder, index, &guards);
    if let Ok(can) = can {
        builder.can.insert(index, can);
    }
    if let Ok(Some(begins)) = begins(builder, index) {
        builder.begins.insert(index, begins);
    }
    let mut reader = of_action(builder, (file, ast), func, &params);
    let mut lines = hir::Block::new();
    // Its parameters and roles are names that other chapters may read.
    for (position, (_, ty)) in params.iter().enumerate() {
        if let Some((_, cell)) = given.get(position) {
            lines.push(keep(*cell, Expr::new(Kind::Local(Local(position)), *ty, at)));
        }
    }
    for role in &ast.roles {
        let value = reader.read_asker(&role.who);
        let cell = given.iter().find(|(name, _)| *name == role.name.text).map(|(_, cell)| *cell);
        if let (Ok(value), Some(cell)) = (value, cell) {
            lines.push(keep(cell, value));
        }
        reader.within = Some(index);
    }
    reader.within = Some(index);
    for one in &ast.keeps {
        reader.begin_kept(one, &mut lines);
    }
    // What is refused has been told.
    if let Ok(counts) = reader.count_start(index) {
        lines.extend(counts);
    }
    reader.ends = Some(ast.name.text.clone());
    reader.guarded = guards.iter().map(|(stmt, _)| stmt.span).collect();
    let done = reader.read_lines(&ast.body, &mut lines);
    let binders = reader.binders;
    with_its_end(builder, (&ast.name.text, func, at), &params, (binders, lines));
    done
}

/// A name that an action keeps, when it begins.
fn keep(cell: CellId, value: Expr) -> Stmt {
    let (ty, at) = (value.ty, value.at);
    Stmt { kind: StmtKind::Keep(Target { cell, index: Vec::new(), ty, at }, value), at }
}

/// `by` names a side, and one that is named outright is not asked about the pieces of whoever is phasing.
fn asks_its_own(builder: &mut Builder<'_>, index: usize) -> Made<()> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file) = (def.ast, def.file);
    let Some(ast::By { span, side: by }) = &ast.by else { return Ok(()) };
    let at = Place::new(file, by.span);
    if super::offers::is_phasing(by) {
        builder.tell(says::by_phasing_said(Place::new(file, *span)));
        return Ok(());
    }
    let mut reader = Reader::open(builder, file, at);
    reader.acting = is_acting(by);
    reader.read_asker(by)?;
    let ExprKind::Name(side) = &by.kind else { return Ok(()) };
    if reader.member_of(SIDE, &side.text).is_none() {
        return Ok(());
    }
    let of_phasing = ast.params.iter().find_map(|param| {
        let of = param.of.as_ref().filter(|of| super::offers::is_phasing(of))?;
        Some((&param.name.text, Place::new(file, of.span)))
    });
    match of_phasing {
        Some((name, of)) => Err(builder.tell(says::pieces_of_phasing(name, &side.text, of, at))),
        None => Ok(()),
    }
}

impl Reader<'_, '_> {
    /// The side whose turn it is.
    pub(super) fn phasing(&self, at: Place) -> Expr {
        Expr::new(Kind::Stored(self.m.phasing, Vec::new()), Ty::One(Noun::Enum(SIDE)), at)
    }

    /// A kept name as it is when the action begins, if anything is said of it.
    fn begin_kept(&mut self, keep: &ast::Keep, lines: &mut hir::Block) {
        let Some(start) = &keep.start else { return };
        let Some(kept) = self.kept(&keep.name.text) else { return };
        let (cell, ty, each) = (kept.cell, kept.ty, kept.each_side);
        let at = self.place(keep.name.span);
        let side = Ty::One(Noun::Enum(SIDE));
        let sides = if each { self.m.world.enums.get(SIDE).map_or(0, |def| def.members.len()) } else { 1 };
        for member in 0..sides {
            // What is refused has been told.
            let Ok(value) = self.read_as(start, ty) else { return };
            let member = Expr::new(Kind::Member(Noun::Enum(SIDE), member as i64), side, at);
            let index = if each { vec![member] } else { Vec::new() };
            lines.push(Stmt { kind: StmtKind::Keep(Target { cell, index, ty, at }, value), at });
        }
    }
}

type Opening<'a> = (&'a ast::Stmt, &'a ast::Picks);

/// The picks with which an action opens, before it changes anything but its own names: what they need, the action needs.
pub(super) fn opening(body: &ast::Block) -> Vec<Opening<'_>> {
    let mut found = Vec::new();
    let mut named: BTreeSet<&str> = BTreeSet::new();
    open_block(body, &mut found, &mut named);
    found
}

/// Does the opening go on behind this block?
fn open_block<'a>(block: &'a ast::Block, found: &mut Vec<Opening<'a>>, named: &mut BTreeSet<&'a str>) -> bool {
    for stmt in &block.stmts {
        let goes_on = match &stmt.kind {
            Said::Step(block) => open_block(block, found, named),
            Said::Picks(picks) => {
                let mut words = BTreeSet::new();
                picks.tiers.iter().for_each(|tier| words_of(&tier.set, &mut words));
                if picks.otherwise.is_none() && words.is_disjoint(named) && picks.tiers.len() == 1 {
                    found.push((stmt, picks));
                }
                named_by(picks, named);
                true
            }
            Said::Becomes { place, .. } => match &place.kind {
                ExprKind::Name(name) => {
                    named.insert(&name.text);
                    true
                }
                _ => false,
            },
            _ => false,
        };
        if !goes_on {
            return false;
        }
    }
    true
}

fn named_by<'a>(picks: &'a ast::Picks, named: &mut BTreeSet<&'a str>) {
    named.extend(named_pick(picks));
}

/// The name into which something is picked.
pub(super) fn named_pick(picks: &ast::Picks) -> Option<&str> {
    match &picks.into.kind {
        ExprKind::Name(name) => Some(&name.text),
        ExprKind::Phrase(phrase) => Some(&phrase.noun.text),
        _ => None,
    }
}

/// Markers that a body surely lays on what is known before it: without one left it is not offered.
pub(super) fn laid<'a>(body: &'a ast::Block, known: &dyn Fn(&str) -> bool) -> Vec<(&'a ast::Stmt, &'a ast::Expr)> {
    let mut found = Vec::new();
    for stmt in &body.stmts {
        match &stmt.kind {
            Said::Step(block) => found.extend(laid(block, known)),
            Said::Becomes { place, value } if !matches!(value.kind, ExprKind::No) => {
                if let ExprKind::Field(of, _) = &place.kind
                    && let ExprKind::Name(name) = &of.kind
                    && known(&name.text)
                {
                    found.push((stmt, place));
                }
            }
            _ => {}
        }
    }
    found
}

/// Every word that an expression mentions.
fn words_of<'a>(expr: &'a ast::Expr, words: &mut BTreeSet<&'a str>) {
    expressions(expr, &mut |part| match &part.kind {
        ExprKind::Name(name) => {
            words.insert(&name.text);
        }
        ExprKind::Phrase(phrase) => {
            words.insert(&phrase.noun.text);
        }
        ExprKind::Supposing(supposing) => words_of(&supposing.cond, words),
        _ => {}
    });
}

/// Whoever reads a part of an action: `acting` may be asked for where its head says `by acting`.
fn of_action<'m, 'a>(
    builder: &'m Builder<'a>,
    (file, ast): (FileId, &ast::Action),
    func: FuncId,
    params: &[(String, Ty)],
) -> Reader<'m, 'a> {
    let mut reader = Reader::of_func(builder, file, func, params, Place::new(file, ast.name.span));
    reader.acting = ast.by.as_ref().is_some_and(|by| is_acting(&by.side));
    reader
}

/// The query that says whether an action is offered: its `where`, its limits, its phase, and what its opening needs.
fn offered(builder: &mut Builder<'_>, index: usize, guards: &[Opening<'_>]) -> Made<FuncId> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file, params) = (def.ast, def.file, def.params.clone());
    let at = Place::new(file, ast.name.span);
    let typed = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let func = builder.declare(&format!("can_{}", ast.name.text), FuncKind::Query, typed, Some(Type::BOOL), at);
    let mut reader = of_action(builder, (file, ast), func, &named(&params));
    let mut all: Vec<Expr> = Vec::new();
    if let Some(layer) = &ast.layer {
        all.push(reader.in_layer(layer, file)?);
    }
    all.extend(reader.nobody_instead(&ast.name.text)?);
    let mut lines = hir::Block::new();
    let mut done = Ok(());
    for (position, param) in params.iter().enumerate() {
        match reader.param_guard(position, param) {
            Ok(guards) => all.extend(guards),
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    match reader.may_start(index) {
        Ok(limits) => all.extend(limits),
        Err(ErrorReported) => done = Err(ErrorReported),
    }
    // Roles stand for sides before the action keeps them.
    for role in &ast.roles {
        let value = reader.read_asker(&role.who)?;
        let place = reader.place(role.name.span);
        let side = Ty::One(Noun::Enum(SIDE));
        let ir = reader.m.ir_type(side);
        let local = reader.bind(&role.name.text, side, ir, place);
        lines.push(Stmt { kind: StmtKind::Name(local, value), at: place });
    }
    for (_, picks) in guards {
        match reader.can_pick(picks) {
            Ok(Some(guard)) => all.push(guard),
            Ok(None) => {}
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    for (_, place) in laid(&ast.body, &|name| params.iter().any(|param| param.name == name)) {
        match reader.none_left(place, |reader| reader.piece_of(place)) {
            Ok(none) => {
                all.extend(none.into_iter().map(|(_, none)| Expr::new(Kind::Not(Box::new(none)), Ty::YesNo, at)));
            }
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    done?;
    lines.push(Stmt { kind: StmtKind::Answer(every(all, at)), at });
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Code(lines), at);
    Ok(func)
}

/// All of these; yes where there are none.
fn every(all: Vec<Expr>, at: Place) -> Expr {
    let both = |a, b| Expr::new(Kind::And(Box::new([a, b])), Ty::YesNo, at);
    all.into_iter().reduce(both).unwrap_or_else(|| Expr::new(Kind::Truth(true), Ty::YesNo, at))
}

/// The query whether an action of several parameters may have this first one at all: asked once, before all the others
/// are tried with it. None where there are no others.
fn begins(builder: &mut Builder<'_>, index: usize) -> Made<Option<FuncId>> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file, params) = (def.ast, def.file, def.params.clone());
    let [first, _, ..] = params.as_slice() else { return Ok(None) };
    let at = Place::new(file, ast.name.span);
    let typed = vec![(first.name.clone(), first.ir)];
    let func = builder.declare(&format!("{}_begins", ast.name.text), FuncKind::Query, typed, Some(Type::BOOL), at);
    let mut reader = of_action(builder, (file, ast), func, &named(std::slice::from_ref(first)));
    let all = reader.param_guard(0, first)?;
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Answer(every(all, at)), at);
    Ok(Some(func))
}

impl Reader<'_, '_> {
    /// A parameter's kind, that it is in play, and its `where`.
    pub(crate) fn param_guard(&mut self, position: usize, param: &ParamDef<'_>) -> Made<Vec<Expr>> {
        let (mut guards, at, side) = (Vec::new(), param.at, Ty::One(Noun::Enum(SIDE)));
        let piece = || Expr::new(Kind::Local(Local(position)), param.ty, at);
        let yes_no = |kind| Expr::new(kind, Ty::YesNo, at);
        if let Some(kinds) = param.ty.kinds() {
            if kinds != self.m.world.all_pieces()
                && let Some(table) = self.m.world.kind_of(kinds).map(|kind| kind.table)
            {
                guards.push(yes_no(Kind::Printed(table, vec![piece()])));
            }
            if !param.such.is_some_and(|such| where_absent(&self.m.world, such)) && self.m.board.is_some() {
                let stands = Expr::new(Kind::HexOf(Box::new(piece())), Ty::One(Noun::Hex), at);
                let nowhere = Expr::new(Kind::None(Noun::Hex), Ty::Nothing, at);
                guards.push(yes_no(Kind::Compare(Compare::IsNot, Box::new([stands, nowhere]))));
            }
        }
        if param.ty == Ty::One(Noun::Hexside) {
            guards.push(yes_no(Kind::Inner(Box::new(piece()))));
        }
        if let Some(of) = param.of {
            let whose = self.read_asker(of)?;
            let own = Expr::new(Kind::SideOf(Box::new(piece())), side, at);
            guards.push(yes_no(Kind::Compare(Compare::Is, Box::new([own, whose]))));
        }
        if let Some(such) = param.such {
            let (name, ty) = ("it".to_owned(), param.ty);
            let cond = self.within_scope(|reader| {
                reader.scope.push(Bound { name, local: Local(position), ty, at });
                reader.read_cond(such)
            })?;
            guards.push(cond.expr);
        }
        Ok(guards)
    }

    /// Are there enough of those that an opening pick chooses from?
    fn can_pick(&mut self, picks: &ast::Picks) -> Made<Option<Expr>> {
        let least = match &picks.count {
            Count::Exactly(count) => count,
            Count::Between(from, _) | Count::OrMore(from) => from,
            Count::Any | Count::UpTo(_) => return Ok(None),
        };
        let Some(tier) = picks.tiers.first() else { return Ok(None) };
        let before = self.scope.len();
        let at = self.place(tier.set.span);
        let source = self.read_source(&tier.set, " each", at);
        self.scope.truncate(before);
        let source = Box::new(source?);
        match super::stmt::written(least) {
            Some(0) => Ok(None),
            Some(1) => Ok(Some(Expr::new(Kind::Any(source, None), Ty::YesNo, at))),
            _ => {
                let count = Expr::new(Kind::Size(source), Ty::COUNT, at);
                let least = self.read_as(least, Ty::COUNT)?;
                let enough = Kind::Compare(Compare::AtLeast, Box::new([count, least]));
                Ok(Some(Expr::new(enough, Ty::YesNo, at)))
            }
        }
    }
}
