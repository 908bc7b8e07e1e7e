//! Actions, procedures, purchases, triggers: their functions, and when an action is offered.

use crate::diag::{Place, says};
use crate::hir::Local;
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::called::WITHIN_LIMITS;
use crate::translate::in_play::where_none;
use crate::translate::reader::{Bound, Reader};
use crate::translate::ty::{Noun, Ty};
use crate::translate::walk::{expressions, statements};
use crate::translate::world::{LimitDef, ParamDef, SIDE};
use crate::translate::writer::{Lines, Writer};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, Count, ExprKind, ItemKind, StmtKind as Said};
use wgr_runtime::engine::Called;
use wgr_runtime::ir::{
    BinaryOp, Block, Body, ExprId, FoldOp, FuncId, FuncKind, Goods, LocalId, Row, RowKind, Rows, Stage, StageIx,
    StageOp, StmtKind, Trigger, Type, UnaryOp,
};

pub(super) fn named(params: &[ParamDef<'_>]) -> Vec<(String, Ty)> {
    params.iter().map(|param| (param.name.clone(), param.ty)).collect()
}

pub(super) fn procedures(builder: &mut Builder<'_>) {
    for index in 0..builder.world.procedures.len() {
        let Some(def) = builder.world.procedures.get(index) else { continue };
        let (ast, file, func, within, params) = (def.ast, def.file, def.func, def.within, named(&def.params));
        let at = Place::new(file, ast.name.span);
        let mut writer = Writer::open(builder, file, func, &params, at);
        writer.within = within;
        // A refused body stays empty; it has been told.
        if let Ok(block) = writer.block(&ast.body) {
            writer.done(Body::Code(block));
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
        let mut writer = Writer::open(builder, file, goods, &[], at);
        let ir = writer.m.ir_type(ty);
        let it = writer.bind(&name, ty, ir, at);
        let it = writer.new_slot(it);
        let price = writer.expr(&ast.costs, None);
        let up_to = writer.expr(&ast.up_to, None);
        if let (Ok(price), Ok(up_to)) = (price, up_to)
            && writer.must_be_number(price.ty, &ast.costs).is_ok()
            && writer.must_be_number(up_to.ty, &ast.up_to).is_ok()
        {
            writer.done(Body::Goods(Goods { it, price: price.id, up_to: up_to.id }));
        }
        let mut writer = Writer::open(builder, file, effect, &params, at);
        if let Ok(block) = writer.block(&ast.body) {
            writer.done(Body::Code(block));
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
                Said::Perform { name, .. } => known.contains(name.text.as_str()),
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
            }
        }
        if ending.len() == before {
            break;
        }
    }
    builder.items().filter(|(_, item)| matches!(item.kind, ItemKind::Whenever(_)) && ends(item, &ending)).count()
}

/// `rule .. whenever COND becomes yes`: a watch, a handler, and who orders several.
pub(super) fn triggers(builder: &mut Builder<'_>) {
    for (file, item) in builder.items() {
        let ItemKind::Whenever(rule) = &item.kind else { continue };
        // ErrorReported where it is wrong.
        let _ = trigger(builder, file, rule);
    }
}

fn trigger(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever) -> Made<()> {
    let at = Place::new(file, rule.title.span);
    let most = match &rule.at_most {
        Some(most) => builder.constant(file, most, 1)?,
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
    let typed: Vec<(String, Type)> = params.iter().map(|(name, ty)| (name.clone(), builder.ir_type(*ty))).collect();
    let watch = builder.declare(&format!("{name}_watch"), FuncKind::Query, typed.clone(), Some(Type::BOOL), at);
    let run = builder.declare(&format!("{name}_run"), FuncKind::Procedure, typed.clone(), None, at);
    let side = builder.ir_type(Ty::One(Noun::Enum(SIDE)));
    let by = builder.declare(&format!("{name}_by"), FuncKind::Query, typed, Some(side), at);
    let mut writer = Writer::open(builder, file, watch, &params, at);
    let belongs = match &each {
        Some((_, set, ty)) => {
            let set = writer.set(set)?;
            let _ = ty;
            let member = writer.get(LocalId(0));
            Some(writer.binary(BinaryOp::In, member, set.id))
        }
        None => None,
    };
    let cond = writer.cond(&rule.cond)?;
    let all = belongs.into_iter().chain([cond.expr]).collect();
    let value = writer.all_of(all);
    let back = writer.stmt(StmtKind::Return(value));
    writer.done(Body::Code(Block(vec![back])));
    let mut writer = Writer::open(builder, file, run, &params, at);
    writer.narrowed = cond.yes;
    let block = writer.block(&rule.body)?;
    writer.done(Body::Code(block));
    let mut writer = Writer::open(builder, file, by, &params, at);
    let who = match &rule.by {
        Some(by) => writer.asker(by)?,
        None => {
            let phasing = writer.m.phasing;
            writer.read(phasing, Vec::new())
        }
    };
    let back = writer.stmt(StmtKind::Return(Some(who)));
    writer.done(Body::Code(Block(vec![back])));
    let most = u32::try_from(most).unwrap_or(1).max(1);
    let at = builder.sources.pos(at);
    builder.program.triggers.push(Trigger { name, site, watch, run, by, most, at });
    Ok(())
}

/// What players type for a rule that is due: the words of its title, and its case where another has the same title.
fn name_of(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever) -> Made<String> {
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
    let limits = def.limits.clone();
    let given: Vec<_> = def.kept.iter().filter(|kept| kept.given).map(|kept| (kept.name.clone(), kept.cell)).collect();
    let at = Place::new(file, ast.name.span);
    asks_its_own(builder, index)?;
    let guards = opening(&ast.body);
    let can = offered(builder, index, &guards);
    if let Ok(can) = can {
        builder.can.insert(index, can);
    }
    if let Ok(Some(begins)) = begins(builder, index) {
        builder.begins.insert(index, begins);
    }
    let mut writer = Writer::open(builder, file, func, &params, at);
    let mut lines = Lines::default();
    // Its parameters and roles are names that other chapters may read.
    for (position, _) in params.iter().enumerate() {
        if let Some((_, cell)) = given.get(position) {
            let value = writer.get(LocalId::new(position));
            writer.set_cell(*cell, Vec::new(), value, &mut lines);
        }
    }
    for role in &ast.roles {
        let value = writer.asker(&role.who);
        let cell = given.iter().find(|(name, _)| *name == role.name.text).map(|(_, cell)| *cell);
        if let (Ok(value), Some(cell)) = (value, cell) {
            writer.set_cell(cell, Vec::new(), value, &mut lines);
        }
        writer.within = Some(index);
    }
    writer.within = Some(index);
    for keep in &ast.keeps {
        writer.begin_kept(keep, &mut lines);
    }
    for limit in &limits {
        let (Ok(place), Ok(read)) = (writer.counted_for(limit, ast), writer.counted_for(limit, ast)) else { continue };
        let before = writer.read(limit.cell, read);
        let step = writer.number(1, 1);
        let after = writer.binary(BinaryOp::Add, before, step);
        writer.set_cell(limit.cell, place, after, &mut lines);
    }
    writer.ends = Some(ast.name.text.clone());
    writer.guarded = guards.iter().map(|(stmt, _)| stmt.span).collect();
    let done = writer.lines(&ast.body, &mut lines);
    writer.done(Body::Code(lines.block()));
    done
}

/// `by` names a side, and one that is named outright is not asked about the pieces of whoever is phasing.
fn asks_its_own(builder: &mut Builder<'_>, index: usize) -> Made<()> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file) = (def.ast, def.file);
    let Some(by) = &ast.by else { return Ok(()) };
    let at = Place::new(file, by.span);
    let mut reader = Reader::open(builder, file, at);
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

impl Writer<'_, '_> {
    /// A kept name as it is when the action begins, if anything is said of it.
    fn begin_kept(&mut self, keep: &ast::Keep, lines: &mut Lines) {
        let Some(start) = &keep.start else { return };
        let Some(kept) = self.kept(&keep.name.text) else { return };
        let (cell, ty, each) = (kept.cell, kept.ty, kept.each_side);
        self.stand(keep.name.span);
        let sides = if each { self.m.world.enums.get(SIDE).map_or(0, |def| def.members.len()) } else { 1 };
        for side in 0..sides {
            // What is refused has been told.
            let Ok(value) = self.expr_as(start, ty) else { return };
            let index = if each { vec![self.member(Noun::Enum(SIDE), side as i64)] } else { Vec::new() };
            self.set_cell(cell, index, value, lines);
        }
    }
}

type Opening<'a> = (&'a ast::Stmt, &'a ast::Picks);

/// The picks with which an action opens, before it changes anything but its own names: what they need, the action needs.
fn opening(body: &ast::Block) -> Vec<Opening<'_>> {
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
    match &picks.into.kind {
        ExprKind::Name(name) => {
            named.insert(&name.text);
        }
        ExprKind::Phrase(phrase) => {
            named.insert(&phrase.noun.text);
        }
        _ => {}
    }
}

/// Markers that the action surely lays on its own parameters: without one left it is not offered.
fn laid<'a>(body: &'a ast::Block, params: &[ParamDef<'_>]) -> Vec<(&'a ast::Stmt, &'a ast::Expr)> {
    let mut found = Vec::new();
    for stmt in &body.stmts {
        match &stmt.kind {
            Said::Step(block) => found.extend(laid(block, params)),
            Said::Becomes { place, value } if !matches!(value.kind, ExprKind::No) => {
                if let ExprKind::Field(of, _) = &place.kind
                    && let ExprKind::Name(name) = &of.kind
                    && params.iter().any(|param| param.name == name.text)
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

/// The query that says whether an action is offered: its `where`, its limits, its phase, and what its opening needs.
fn offered(builder: &mut Builder<'_>, index: usize, guards: &[Opening<'_>]) -> Made<FuncId> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file, params) = (def.ast, def.file, def.params.clone());
    let at = Place::new(file, ast.name.span);
    let within_limits = within_limits(builder, index);
    let typed = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let func = builder.declare(&format!("can_{}", ast.name.text), FuncKind::Query, typed, Some(Type::BOOL), at);
    let mut writer = Writer::open(builder, file, func, &named(&params), at);
    let mut all: Vec<ExprId> = Vec::new();
    let mut lines = Lines::default();
    let mut done = Ok(());
    for (position, param) in params.iter().enumerate() {
        match writer.param_guard(position, param) {
            Ok(guards) => all.extend(guards),
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    match within_limits {
        Ok(Some(limits)) => {
            let args = (0..params.len()).map(|at| writer.get(LocalId::new(at))).collect();
            all.push(writer.call(limits, args));
        }
        Ok(None) => {}
        Err(ErrorReported) => done = Err(ErrorReported),
    }
    // Roles stand for sides before the action keeps them.
    for role in &ast.roles {
        let value = writer.asker(&role.who)?;
        let at = writer.place(role.name.span);
        let side = Ty::One(Noun::Enum(SIDE));
        let ir = writer.m.ir_type(side);
        let local = writer.bind(&role.name.text, side, ir, at);
        let slot = writer.new_slot(local);
        writer.set_local(slot, value, true, &mut lines);
    }
    for (_, picks) in guards {
        match writer.can_pick(picks) {
            Ok(Some(guard)) => all.push(guard),
            Ok(None) => {}
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    for (_, place) in laid(&ast.body, &params) {
        match writer.pools_of(place) {
            Ok(pools) => all.extend(pools.iter().map(|pool| {
                let empty = writer.is_empty(pool);
                writer.unary(UnaryOp::Not, empty)
            })),
            Err(ErrorReported) => done = Err(ErrorReported),
        }
    }
    done?;
    let value = match writer.all_of(all) {
        Some(value) => value,
        None => writer.truth(true),
    };
    let back = writer.stmt(StmtKind::Return(Some(value)));
    lines.0.push(back);
    Ok(writer.done(Body::Code(lines.block())))
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
    let mut writer = Writer::open(builder, file, func, &named(std::slice::from_ref(first)), at);
    let guards = writer.param_guard(0, first)?;
    let value = writer.all_of(guards).unwrap_or_else(|| writer.truth(true));
    let back = writer.stmt(StmtKind::Return(Some(value)));
    let mut lines = Lines::default();
    lines.0.push(back);
    Ok(Some(writer.done(Body::Code(lines.block()))))
}

/// The limits of an action as rows that refuse it, so that whoever asks why is told which; none if it has none.
fn within_limits(builder: &mut Builder<'_>, index: usize) -> Made<Option<FuncId>> {
    let Some(def) = builder.world.actions.get(index) else { return Err(ErrorReported) };
    let (ast, file, params, limits) = (def.ast, def.file, def.params.clone(), def.limits.clone());
    if limits.is_empty() {
        return Ok(None);
    }
    let at = Place::new(file, ast.name.span);
    let typed = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let name = format!("{}_within_limits", ast.name.text);
    let func = builder.declare(&name, FuncKind::Query, typed, Some(Type::BOOL), at);
    builder.told_as.insert(func, Called::new(ast.name.text.clone(), WITHIN_LIMITS));
    let mut writer = Writer::open(builder, file, func, &named(&params), at);
    let mut rows = Vec::new();
    for limit in &limits {
        rows.push(writer.limit_row(limit, ast)?);
    }
    let stages = vec![Stage { name: None, op: StageOp::All, groups: Vec::new() }];
    Ok(Some(writer.done(Body::Rows(Rows { stages, rows, rulings: Vec::new() }))))
}

impl Writer<'_, '_> {
    /// For which parameter a limit counts, or for which side.
    fn counted_for(&mut self, limit: &LimitDef<'_>, action: &ast::Action) -> Made<Vec<ExprId>> {
        if let Some(at) = limit.each {
            return Ok(vec![self.get(LocalId::new(at))]);
        }
        if !limit.by_side {
            return Ok(Vec::new());
        }
        let side = match &action.by {
            Some(by) => self.asker(by)?,
            None => {
                let phasing = self.m.phasing;
                self.read(phasing, Vec::new())
            }
        };
        Ok(vec![side])
    }

    /// `no` once it was used as often as it may be. Without a title of its own it goes by its words.
    fn limit_row(&mut self, limit: &LimitDef<'_>, action: &ast::Action) -> Made<Row> {
        let most = self.m.constant(limit.file, &limit.ast.most, 1)?;
        let place = self.counted_for(limit, action)?;
        let used = self.read(limit.cell, place);
        let most = self.number(most, 1);
        let guard = Some(self.binary(BinaryOp::Ge, used, most));
        let value = Some(self.truth(false));
        let words = self.m.sources.said(Place::new(limit.file, limit.ast.span));
        let title = limit.ast.title.as_ref().map_or(words, |title| title.text.clone());
        let cases = if limit.ast.cases.is_empty() { &action.cases } else { &limit.ast.cases };
        let site = self.m.site(limit.file, cases, &title);
        let label = self.m.fresh("limit");
        let (stage, group, kind, binders) = (StageIx::new(0), None, RowKind::Base, Vec::new());
        Ok(Row { label, site, stage, group, kind, binders, guard, value })
    }

    /// A parameter's kind, that it is in play, and its `where`.
    fn param_guard(&mut self, position: usize, param: &ParamDef<'_>) -> Made<Vec<ExprId>> {
        let (mut guards, local) = (Vec::new(), LocalId::new(position));
        if let Some(kinds) = param.ty.kinds() {
            if kinds != self.m.world.all_pieces()
                && let Some(table) = self.m.world.kind_of(kinds).map(|kind| kind.table)
            {
                let piece = self.get(local);
                guards.push(self.look(table, vec![piece]));
            }
            if !param.such.is_some_and(where_none) {
                let piece = self.get(local);
                guards.extend(self.is_in_play(piece));
            }
        }
        if let Some(of) = param.of {
            let side = self.asker(of)?;
            let piece = self.get(local);
            let table = self.m.side_of;
            let own = self.look(table, vec![piece]);
            guards.push(self.binary(BinaryOp::Eq, own, side));
        }
        if let Some(such) = param.such {
            let (name, ty, at) = ("it".to_owned(), param.ty, param.at);
            let cond = self.within_scope(|reader| {
                reader.scope.push(Bound { name, local: Local(position), ty, at });
                reader.read_cond(such)
            })?;
            guards.push(self.emit(&cond.expr));
        }
        Ok(guards)
    }

    /// Are there enough of those that an opening pick chooses from?
    fn can_pick(&mut self, picks: &ast::Picks) -> Made<Option<ExprId>> {
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
        let source = self.emit_source(&source?);
        match super::stmt::written(least) {
            Some(0) => Ok(None),
            Some(1) => Ok(Some(self.some(source))),
            _ => {
                let count = match source.guard {
                    None => self.unary(UnaryOp::Size, source.over),
                    Some(_) => self.fold(FoldOp::Count, source, None, None),
                };
                let least = self.expr_as(least, Ty::COUNT)?;
                Ok(Some(self.binary(BinaryOp::Ge, count, least)))
            }
        }
    }
}
