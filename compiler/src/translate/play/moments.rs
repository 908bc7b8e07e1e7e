//! Rules that act at a moment: `rule 4.0#b "Too many in a hex" at end of movement { .. }`, `at end of march(u)`.
//!
//! In: the rules of the game. Out: where a phase or a turn begins or ends, a rule that waits for just that, so that a
//! side orders those that are due together; where an action or procedure ends, a call behind all that it does.

use super::action::{name_of, who_orders};
use super::sequence::known_phase;
use super::taken::stage;
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Stmt, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{Entry, PHASE, ParamDef};
use wgr_grammar::ast::{self, Compare, ItemKind, Occasion};
use wgr_runtime::bug;
use wgr_runtime::ir::{FuncId, FuncKind, Trigger, Type};

/// A rule that acts at the end of an action or procedure.
#[derive(Clone, Debug)]
pub(crate) struct AtEnd {
    /// Of which one.
    of: String,
    run: FuncId,
    /// How many of its parameters the rule speaks of.
    about: usize,
    at: Place,
}

/// A rule that waits for the beginning or the end of these.
#[derive(Clone, Debug)]
pub(crate) struct Waits {
    pub(crate) run: FuncId,
    pub(crate) of: Vec<String>,
}

/// What begins or ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lasting {
    Phase,
    Turn,
    PlayerTurn,
    /// By its place among the runs.
    Run(usize),
}

impl Lasting {
    fn named(builder: &Builder<'_>, name: &str) -> Lasting {
        match (name, builder.world.entry(name)) {
            ("turn", _) => Lasting::Turn,
            ("player_turn", _) => Lasting::PlayerTurn,
            (_, Some(Entry::Run(run))) => Lasting::Run(run),
            _ => Lasting::Phase,
        }
    }

    /// The number of the moment, as the game remembers it while its rules act.
    pub(crate) fn moment(self, start: bool) -> i64 {
        let end = match self {
            Lasting::Phase => 1,
            Lasting::Turn => 3,
            Lasting::PlayerTurn => 5,
            Lasting::Run(run) => 7 + 2 * run as i64,
        };
        end + i64::from(start)
    }
}

/// The last of them.
pub(crate) fn moments(runs: usize) -> i64 {
    6 + 2 * runs as i64
}

/// Is this `phase`, `turn`, `player_turn`, a run or a phase of the game?
fn lasts(builder: &Builder<'_>, name: &str) -> bool {
    let run = matches!(builder.world.entry(name), Some(Entry::Run(_)));
    run || matches!(name, "phase" | "turn" | "player_turn") || known_phase(builder, name)
}

/// May the rule wait for a moment that is told? Where it names an action or a procedure, it is called there.
pub(crate) fn waits_for_a_moment(builder: &Builder<'_>, rule: &ast::Whenever) -> bool {
    let Occasion::At(moment) = &rule.when else { return false };
    let is_done = |name: &str| {
        builder.items().any(|(_, item)| match &item.kind {
            ItemKind::Action(action) => action.name.text == name,
            ItemKind::Procedure(procedure) => procedure.name.text == name,
            _ => false,
        })
    };
    moment.of.iter().all(|of| of.about.is_empty() && !is_done(&of.name.text))
}

/// Does any rule act when this begins or ends?
pub(crate) fn is_awaited(builder: &Builder<'_>, lasting: Lasting, name: &str, start: bool) -> bool {
    builder.items().any(|(_, item)| match &item.kind {
        ItemKind::Whenever(ast::Whenever { when: Occasion::At(moment), .. }) if moment.start == start => {
            moment.of.iter().any(|of| of.name.text == name || lasting == Lasting::Phase && of.name.text == "phase")
        }
        _ => false,
    })
}

/// A rule at one or several moments.
pub(super) fn rule(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever, moment: &ast::Moment) -> Made<()> {
    let at = Place::new(file, rule.title.span);
    if let Some(most) = &rule.at_most {
        return Err(builder.tell(says::happens_once(Place::new(file, most.span))));
    }
    if let Some(during) = rule.during.first() {
        return Err(builder.tell(says::moment_during(&during.text, Place::new(file, during.span))));
    }
    let phases = moment.of.iter().filter(|of| lasts(builder, &of.name.text)).count();
    match phases {
        0 => at_ends(builder, file, rule, moment),
        _ if phases == moment.of.len() => waits(builder, file, rule, moment),
        _ => Err(builder.tell(says::moments_of_two_sorts(Place::new(file, moment.span), at))),
    }
}

/// Where a phase or turn begins or ends: it waits for that, once each time.
fn waits(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever, moment: &ast::Moment) -> Made<()> {
    let at = Place::new(file, rule.title.span);
    if let Some(of) = moment.of.iter().find(|of| !of.about.is_empty()) {
        return Err(builder.tell(says::phase_is_about_nobody(&of.name.text, Place::new(file, of.name.span))));
    }
    let site = builder.site(file, &rule.cases, &rule.title.text);
    let name = name_of(builder, file, rule)?;
    let watch = builder.declare(&format!("{name}_watch"), FuncKind::Query, Vec::new(), Some(Type::BOOL), at);
    let now = is_now(builder, moment, at);
    let reader = Reader::of_func(builder, file, watch, &[], at);
    let now = match &rule.layer {
        Some(layer) => Expr::new(Kind::And(Box::new([reader.in_layer(layer, file)?, now])), Ty::YesNo, at),
        None => now,
    };
    builder.has_read(watch, Vec::new(), hir::Body::Answer(now), at);
    let run = builder.declare(&format!("{name}_run"), FuncKind::Procedure, Vec::new(), None, at);
    let names: Vec<ast::Name> = moment.of.iter().map(|of| of.name.clone()).collect();
    let stage = stage(builder, &names);
    let mut reader = Reader::of_func(builder, file, run, &[], at);
    reader.stage = stage;
    let lines = body(&mut reader, rule)?;
    let binders = reader.binders;
    builder.has_read(run, binders, hir::Body::Code(lines), at);
    let by = who_orders(builder, (file, rule, &name), &[])?;
    let at = builder.sources.pos(at);
    builder.waits.push(Waits { run, of: names.into_iter().map(|name| name.text).collect() });
    builder.program.triggers.push(Trigger {
        name,
        site,
        watch,
        on: None,
        only: None,
        run,
        by,
        at_once: false,
        most: 1,
        at,
    });
    Ok(())
}

/// Is it one of these moments?
fn is_now(builder: &Builder<'_>, moment: &ast::Moment, at: Place) -> Expr {
    let Some(cell) = builder.moment else { bug!("a rule waits for a moment that nobody tells") };
    let yes_no = |kind| Expr::new(kind, Ty::YesNo, at);
    let each = moment.of.iter().map(|of| {
        let now = Expr::new(Kind::Stored(cell, Vec::new()), Ty::COUNT, at);
        let number = Lasting::named(builder, &of.name.text).moment(moment.start);
        let number = Expr::new(Kind::Number { value: number, den: 1 }, Ty::COUNT, at);
        let now = yes_no(Kind::Compare(Compare::Is, Box::new([now, number])));
        let Some(phase) = builder.world.member_of(PHASE, &of.name.text) else { return now };
        let ty = Ty::One(Noun::Enum(PHASE));
        let on = Expr::new(Kind::Stored(builder.phase, Vec::new()), ty, at);
        let this = Expr::new(Kind::Member(Noun::Enum(PHASE), phase), ty, at);
        yes_no(Kind::And(Box::new([now, yes_no(Kind::Compare(Compare::Is, Box::new([on, this])))])))
    });
    let either = |a, b| yes_no(Kind::Or(Box::new([a, b])));
    each.reduce(either).unwrap_or_else(|| yes_no(Kind::Truth(false)))
}

/// What the rule does, for each of its members if it has some.
pub(super) fn body(reader: &mut Reader<'_, '_>, rule: &ast::Whenever) -> Made<hir::Block> {
    let Some((var, set)) = &rule.each else { return reader.read_block(&rule.body) };
    let at = reader.place(set.span);
    let kind = reader.for_each(var, set, &rule.body)?;
    Ok(vec![Stmt { kind, at }])
}

/// Where actions or procedures end: called behind all that they do.
fn at_ends(builder: &mut Builder<'_>, file: FileId, rule: &ast::Whenever, moment: &ast::Moment) -> Made<()> {
    let at = Place::new(file, rule.title.span);
    if let Some(by) = &rule.by {
        return Err(builder.tell(says::one_rule_at_an_end(Place::new(file, by.span))));
    }
    let mut about: Vec<(String, Ty)> = Vec::new();
    let mut ends: Vec<AtEnd> = Vec::new();
    for (nth, of) in moment.of.iter().enumerate() {
        let place = Place::new(file, of.name.span);
        let params: Vec<Ty> = match builder.world.entry(&of.name.text) {
            Some(Entry::Action(at)) => types(builder.world.actions.get(at).map(|def| &def.params)),
            Some(Entry::Procedure(at)) => types(builder.world.procedures.get(at).map(|def| &def.params)),
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(entry) => {
                let phases = builder.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
                return Err(builder.tell(says::never_ends(&of.name.text, entry.what(), &phases, place)));
            }
            None => return Err(lasts_nothing(builder, of, place)),
        };
        if moment.start {
            return Err(builder.tell(says::starts_by_its_first_line(&of.name.text, place)));
        }
        if of.about.len() > params.len() {
            return Err(builder.tell(says::wrong_count(&of.name.text, params.len(), of.about.len(), place)));
        }
        let own: Vec<(String, Ty)> = of.about.iter().map(|name| name.text.clone()).zip(params).collect();
        if nth == 0 {
            about = own;
        } else if let Some(joined) = joined(&about, &own) {
            about = joined;
        } else {
            return Err(builder.tell(says::ends_about_others(&of.name.text, place, at)));
        }
        if let Some(other) = builder.at_ends.iter().chain(&ends).find(|end| end.of == of.name.text) {
            let first = other.at;
            return Err(builder.tell(says::two_rules_at_an_end(&of.name.text, place, first)));
        }
        ends.push(AtEnd { of: of.name.text.clone(), run: FuncId(0), about: of.about.len(), at: place });
    }
    builder.site(file, &rule.cases, &rule.title.text);
    let name = name_of(builder, file, rule)?;
    let typed: Vec<(String, Type)> = about.iter().map(|(name, ty)| (name.clone(), builder.ir_type(*ty))).collect();
    let run = builder.declare(&format!("{name}_run"), FuncKind::Procedure, typed, None, at);
    let mut reader = Reader::of_func(builder, file, run, &about, at);
    let mut lines = body(&mut reader, rule)?;
    if let Some(layer) = &rule.layer {
        let cond = reader.in_layer(layer, file)?;
        let decides = hir::Decides { at: cond.at, about: rule.title.text.clone() };
        let kind = StmtKind::If { told: None, cond, then: lines, other: hir::Block::new(), decides, leads_to: None };
        lines = vec![Stmt { kind, at }];
    }
    let binders = reader.binders;
    builder.has_read(run, binders, hir::Body::Code(lines), at);
    builder.at_ends.extend(ends.into_iter().map(|end| AtEnd { run, ..end }));
    Ok(())
}

fn lasts_nothing(builder: &mut Builder<'_>, of: &ast::SpanOf, at: Place) -> ErrorReported {
    let phases = builder.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
    let actions = builder.world.actions.iter().map(|def| def.name.clone());
    let procedures = builder.world.procedures.iter().map(|def| def.name.clone());
    let own = ["phase", "turn", "player_turn"].map(str::to_owned);
    let known: Vec<String> = phases.into_iter().chain(own).chain(actions).chain(procedures).collect();
    builder.tell(says::unknown_name("phase, action or procedure", &of.name.text, &known, at))
}

fn types(params: Option<&Vec<ParamDef<'_>>>) -> Vec<Ty> {
    params.into_iter().flatten().map(|param| param.ty).collect()
}

/// The same names of both, pieces of the kinds of both; none where they speak of different things.
fn joined(one: &[(String, Ty)], other: &[(String, Ty)]) -> Option<Vec<(String, Ty)>> {
    if one.len() != other.len() {
        return None;
    }
    let both = one.iter().zip(other).map(|((name, ty), (also, other))| {
        let ty = match (ty, other) {
            (Ty::One(Noun::Piece(kinds)), Ty::One(Noun::Piece(more))) => Ty::One(Noun::Piece(kinds.or(*more))),
            _ if ty == other => *ty,
            _ => return None,
        };
        (name == also).then(|| (name.clone(), ty))
    });
    both.collect()
}

/// What is done; and behind it, if a rule acts at its end, that rule. `lines` may leave what they stand in: then they are a
/// procedure of their own.
pub(super) fn with_its_end(
    builder: &mut Builder<'_>,
    (name, func, at): (&str, FuncId, Place),
    params: &[(String, Ty)],
    (binders, lines): (Vec<hir::Binder>, hir::Block),
) {
    let end = builder.at_ends.iter().find(|end| end.of == name).cloned();
    if end.is_none() && !something_lasts_until(builder, name) {
        builder.has_read(func, binders, hir::Body::Code(lines), at);
        return;
    }
    let typed = params.iter().map(|(name, ty)| (name.clone(), builder.ir_type(*ty))).collect();
    let answer = builder.program.func(func).ret;
    let inner = builder.declare(&format!("{name}_itself"), FuncKind::Procedure, typed, answer, at);
    let own = binders.iter().take(params.len()).cloned().collect();
    builder.has_read(inner, binders, hir::Body::Code(lines), at);
    let (name, rule) = (name.to_owned(), end.map(|end| (end.run, end.about)));
    builder.has_read(func, own, hir::Body::WithItsEnd { itself: inner, name, rule }, at);
}

/// `state halted: yes/no = no until end of retreat`
fn something_lasts_until(builder: &Builder<'_>, name: &str) -> bool {
    let states = builder.world.states.iter().filter_map(|state| state.until);
    let fields = builder.world.fields.iter().filter_map(|field| field.until);
    states.chain(fields).any(|until| until.phases.iter().any(|phase| phase.text == name))
}
