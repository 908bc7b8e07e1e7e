//! Examples: from what the author expects to a script that the machine can follow.
//!
//! Each condition becomes a query without parameters, each refusal a query of the action's parameters that asks the
//! rows behind it. In: the trees. Out: scripts, in the order of the files; one that cannot be read is left out.

use super::called::WITHIN_REACH;
use super::maker::{Made, Maker, Told};
use super::ty::{Noun, Ty};
use super::walk::expressions;
use super::world::{Entry, OUTCOME, PHASE, ParamDef, SIDE};
use super::writer::{Lines, Writer};
use crate::diag::{Place, nearest, says};
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{self, ExampleKind, ExprKind, ItemKind, StmtKind as Said, VerdictKind};
use wgr_runtime::engine::{Called, Counted};
use wgr_runtime::ir::{
    BinaryOp, Block, Body, Expr, ExprId, FuncId, FuncKind, LocalId, Row, RowKind, Rows, SearchOut, Stage, StageIx,
    StageOp, StmtKind, Type, UnaryOp, What,
};
use wgr_runtime::script::{Arg, Asks, Course, Part, Permit, Reasons, Script, ScriptStep, StepKind, Within};

/// No move costs more points.
const MOST_SPENT: i64 = 1_048_575;

/// All examples of the game.
pub(crate) fn scripts(maker: &mut Maker<'_>) -> Vec<Script> {
    let examples: Vec<(FileId, &ast::Example)> = maker
        .items()
        .filter_map(|(file, item)| match &item.kind {
            ItemKind::Example(example) => Some((file, example)),
            _ => None,
        })
        .collect();
    let titles: BTreeMap<&str, usize> =
        examples.iter().enumerate().map(|(at, (_, example))| (example.title.text.as_str(), at)).collect();
    let mut seen: BTreeMap<&str, Place> = BTreeMap::new();
    let mut within: Vec<Option<usize>> = Vec::new();
    let mut made = Vec::new();
    for (file, example) in &examples {
        let at = Place::new(*file, example.title.span);
        if let Some(first) = seen.insert(&example.title.text, at) {
            let what = says::twice_titled(&example.title.text, at, first);
            maker.tell(what);
        }
        let before = example.after.as_ref().and_then(|after| titles.get(after.text.as_str()).copied());
        let mut reader = Reader { file: *file, within: before.and_then(|at| within.get(at).copied().flatten()) };
        let script = reader.example(maker, example, before);
        within.push(reader.within);
        made.push(script);
    }
    made
}

struct Reader {
    file: FileId,
    /// The action whose names the expectations may read: the last one begun.
    within: Option<usize>,
}

impl Reader {
    fn example(&mut self, maker: &mut Maker<'_>, example: &ast::Example, before: Option<usize>) -> Script {
        for case in &example.cases {
            maker.cite(self.file, case);
        }
        // What is wrong with its beginning is told; its steps are still looked at.
        let start = self.start(maker, example, before).unwrap_or_default();
        if example.steps.is_empty() {
            let what = says::example_of_nothing(Place::new(self.file, example.title.span));
            maker.tell(what);
        }
        let mut steps = Vec::new();
        for step in &example.steps {
            let at = Place::new(self.file, step.span);
            if let Ok(kind) = self.step(maker, step, at) {
                let text = maker.sources.said(at);
                steps.push(ScriptStep { at: maker.sources.pos(at), text, kind });
            }
        }
        let cases = example.cases.iter().map(|case| case.text.clone()).collect();
        let source = maker.sources.path(self.file).to_owned();
        Script { title: example.title.text.clone(), cases, source, start, after: before, steps }
    }

    fn start(&self, maker: &mut Maker<'_>, example: &ast::Example, before: Option<usize>) -> Made<String> {
        let at = Place::new(self.file, example.title.span);
        match (&example.at, &example.after) {
            (Some(scene), None) => {
                let known: Vec<String> = maker.world.scenes.iter().map(|(_, scene)| scene.name.text.clone()).collect();
                if known.contains(&scene.text) {
                    return Ok(scene.text.clone());
                }
                Err(maker.tell(says::unknown_name("scene", &scene.text, &known, Place::new(self.file, scene.span))))
            }
            (None, Some(after)) if before.is_none() => {
                Err(maker.tell(says::unknown_example(&after.text, Place::new(self.file, after.span))))
            }
            (None, Some(_)) => Ok(String::new()),
            (None, None) | (Some(_), Some(_)) => Err(maker.tell(says::example_without_start(at))),
        }
    }

    fn step(&mut self, maker: &mut Maker<'_>, step: &ast::ExampleStep, at: Place) -> Made<StepKind> {
        match &step.kind {
            ExampleKind::When { action, args, by } => {
                let by = self.by(maker, by.as_ref(), at);
                if action.text == "pass" && args.is_empty() {
                    return Ok(StepKind::Start { action: "pass".to_owned(), args: Vec::new(), by: by? });
                }
                let index = self.action(maker, action)?;
                self.within = Some(index);
                let args = self.args(maker, index, args, at)?;
                Ok(StepKind::Start { action: action.text.clone(), args, by: by? })
            }
            ExampleKind::Answer { to, by, colon, with } => {
                let rule = match to {
                    ast::Asked::Case(case) => {
                        maker.cite(self.file, case);
                        Asks::Case(case.text.clone())
                    }
                    ast::Asked::Title(title) => Asks::Title(title.text.clone()),
                };
                let by = self.by(maker, by.as_ref(), at)?;
                let names: Vec<String> = with.iter().map(|name| self.said(maker, name)).collect();
                let ends = matches!(names.as_slice(), [one] if one == "done" || one == "stop");
                if *colon == (ends || names.is_empty()) {
                    return Err(maker.tell(says::answer_without_colon(*colon, &names, at)));
                }
                Ok(StepKind::Answer { rule, names, by })
            }
            ExampleKind::OnTo { phase, side } => self.on_to(maker, phase.as_ref(), side.as_ref(), at),
            ExampleKind::Over(result) => self.over(maker, result),
            ExampleKind::Roll(faces) => {
                let faces: Made<Vec<i64>> = faces.iter().map(|face| maker.constant(self.file, face, 1)).collect();
                Ok(StepKind::Roll(faces?))
            }
            ExampleKind::Draw(drawn) => self.draws(maker, drawn),
            ExampleKind::Expect(expect) => self.expect(maker, expect, at),
            ExampleKind::Refused { action, args, to, by } => {
                maker.cite(self.file, by);
                let index = self.action(maker, action)?;
                self.refused(maker, index, args, to, by, at)
            }
            ExampleKind::Broken => Err(Told),
        }
    }

    /// The side of a step; who answers is said everywhere.
    fn by(&self, maker: &mut Maker<'_>, by: Option<&ast::Name>, at: Place) -> Made<String> {
        let sides = maker.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
        match by {
            Some(by) if sides.contains(&by.text) => Ok(by.text.clone()),
            Some(by) => Err(maker.tell(says::unknown_name("side", &by.text, &sides, Place::new(self.file, by.span)))),
            None => {
                let text = maker.sources.text(at).to_owned();
                Err(maker.tell(says::step_without_side(&text, &sides, at)))
            }
        }
    }

    /// A name as it is answered: a place stands for its hex.
    fn said(&self, maker: &Maker<'_>, name: &ast::Expr) -> String {
        let text = maker.sources.said(Place::new(self.file, name.span));
        let Some(Entry::Spot(hex)) = maker.world.entry(&text) else { return text };
        let hex = maker.board.as_ref().zip(u16::try_from(hex).ok()).and_then(|(board, hex)| board.hex(hex));
        hex.zip(maker.board.as_ref()).map_or(text, |(hex, board)| board.name(hex))
    }

    fn on_to(
        &self,
        maker: &mut Maker<'_>,
        phase: Option<&ast::Name>,
        side: Option<&ast::Name>,
        at: Place,
    ) -> Made<StepKind> {
        let Some(phase) = phase else { return Ok(StepKind::OnTo { there: None, to: "the end".to_owned() }) };
        let phases = maker.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
        if !phases.contains(&phase.text) {
            let place = Place::new(self.file, phase.span);
            return Err(maker.tell(says::unknown_name("phase", &phase.text, &phases, place)));
        }
        let of = side.map(|side| self.by(maker, Some(side), at)).transpose()?;
        let to = of.map_or_else(|| phase.text.clone(), |side| format!("{} of {side}", phase.text));
        let there = self.query(maker, "there", at, |writer| {
            let mut all = Vec::new();
            for (cell, of, name) in [(writer.m.phase, PHASE, Some(phase)), (writer.m.phasing, SIDE, side)] {
                let Some(name) = name else { continue };
                let def = writer.m.world.enums.get(of).ok_or(Told)?;
                let member = def.members.iter().position(|member| *member == name.text).ok_or(Told)? as i64;
                let (is, wanted) = (writer.read(cell, Vec::new()), writer.member(Noun::Enum(of), member));
                all.push(writer.binary(BinaryOp::Eq, is, wanted));
            }
            let all = every_one(writer, all).ok_or(Told)?;
            Ok((all, Type::BOOL))
        })?;
        Ok(StepKind::OnTo { there: Some(there), to })
    }

    fn over(&self, maker: &mut Maker<'_>, result: &ast::Name) -> Made<StepKind> {
        let known = maker.world.enums.get(OUTCOME).map(|def| def.members.clone()).unwrap_or_default();
        if known.contains(&result.text) {
            return Ok(StepKind::Over(result.text.clone()));
        }
        Err(maker.tell(says::unknown_name("result", &result.text, &known, Place::new(self.file, result.span))))
    }

    /// What comes out of a cup, by its prints.
    fn draws(&self, maker: &mut Maker<'_>, drawn: &[ast::Name]) -> Made<StepKind> {
        let prints = maker.world.prints.iter().flat_map(|prints| &prints.lines);
        let known: Vec<String> = prints.map(|print| print.name.clone()).collect();
        if let Some(name) = drawn.iter().find(|name| !known.contains(&name.text)) {
            return Err(maker.tell(says::unknown_name("print", &name.text, &known, Place::new(self.file, name.span))));
        }
        Ok(StepKind::Draw(drawn.iter().map(|name| name.text.clone()).collect()))
    }

    fn action(&self, maker: &mut Maker<'_>, name: &ast::Name) -> Made<usize> {
        match maker.world.entry(&name.text) {
            Some(Entry::Action(index)) => Ok(index),
            Some(Entry::Broken) => Err(Told),
            Some(_) | None => {
                let known: Vec<String> = maker.world.actions.iter().map(|def| def.name.clone()).collect();
                Err(maker.tell(says::unknown_name("action", &name.text, &known, Place::new(self.file, name.span))))
            }
        }
    }

    /// Arguments as they are written: counters, hexes, members.
    fn args(&self, maker: &mut Maker<'_>, action: usize, args: &[ast::Expr], at: Place) -> Made<Vec<Arg>> {
        let Some(def) = maker.world.actions.get(action) else { return Err(Told) };
        let (params, name) = (def.params.clone(), def.name.clone());
        if params.len() != args.len() {
            let wanted: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
            return Err(maker.tell(says::wrong_count_of_step(&name, &wanted, args.len(), at)));
        }
        params.iter().zip(args).map(|(param, arg)| self.arg(maker, param.ty, arg)).collect()
    }

    fn arg(&self, maker: &mut Maker<'_>, ty: Ty, arg: &ast::Expr) -> Made<Arg> {
        let at = Place::new(self.file, arg.span);
        let text = maker.sources.said(at);
        let noun = ty.noun().ok_or(Told)?;
        match super::declare::member_named(maker, noun, &text) {
            Some(value) => Ok(Arg { value, what: What::Id(maker.domain_of(noun)) }),
            None => {
                let known = match noun {
                    Noun::Piece(_) => maker.world.counters.iter().map(|def| def.name.clone()).collect(),
                    _ => Vec::new(),
                };
                let of = maker.world.noun_name(noun);
                Err(maker.tell(says::no_such_value(&text, &of, &known, at)))
            }
        }
    }

    /// A query without parameters that returns one expression.
    fn query(
        &self,
        maker: &mut Maker<'_>,
        name: &str,
        at: Place,
        write: impl FnOnce(&mut Writer<'_, '_>) -> Made<(ExprId, Type)>,
    ) -> Made<FuncId> {
        let func = maker.declare(name, FuncKind::Query, Vec::new(), Some(Type::BOOL), at);
        let mut writer = Writer::open(maker, self.file, func, &[], at);
        writer.within = self.within;
        let written = write(&mut writer);
        let (value, ty) = match written {
            Ok(written) => written,
            // What is left of it must still be a query.
            Err(Told) => (writer.truth(false), Type::BOOL),
        };
        writer.func.ret = Some(ty);
        let back = writer.stmt(StmtKind::Return(Some(value)));
        writer.done(Body::Code(Block(vec![back])));
        written.map(|_| func)
    }

    fn expect(&self, maker: &mut Maker<'_>, expect: &ast::Expect, at: Place) -> Made<StepKind> {
        if let Some((name, action)) = self.asked_elsewhere(maker, &expect.cond) {
            return Err(maker.tell(says::expected_outside(&name.text, &action, Place::new(self.file, name.span))));
        }
        let query = self.query(maker, "expected", at, |writer| Ok((writer.cond(&expect.cond)?.expr, Type::BOOL)))?;
        let mut shown = Vec::new();
        let asked = match &expect.cond.kind {
            ExprKind::Compare(_, left, _) => Some(&**left),
            ExprKind::Call(..) => Some(&expect.cond),
            _ => None,
        };
        if let Some(asked) = asked {
            let text = maker.sources.said(Place::new(self.file, asked.span));
            let value = match self.set_of(maker, asked, at) {
                Some(noun) => self.has_member(maker, noun, asked, at),
                None => self.value_shown(maker, asked, at),
            };
            if let Ok(value) = value {
                shown.push((text, value));
            }
        }
        let within = self.asked_within(maker, &expect.cond);
        let Some(from) = &expect.from else {
            return Ok(StepKind::Expect { query, shown, from: None, within });
        };
        let (Some(asked), Some((_, why_of))) = (asked, shown.first()) else {
            return Err(maker.tell(says::from_of_nothing(at)));
        };
        let why_of = *why_of;
        let parts = from.iter().map(|part| {
            let amount = part.amount.as_ref().map(|amount| self.amount(maker, amount));
            Part { title: part.title.text.clone(), amount }
        });
        let parts = Some(parts.collect());
        let from = Some(Reasons { why_of, parts, bounds: bounds(maker, asked) });
        Ok(StepKind::Expect { query, shown, from, within })
    }

    /// The first name in it that rows within another action give than the one that was begun last.
    fn asked_elsewhere<'e>(&self, maker: &Maker<'_>, cond: &'e ast::Expr) -> Option<(&'e ast::Name, String)> {
        let mut found = None;
        expressions(cond, &mut |part| {
            let (ExprKind::Name(name) | ExprKind::Call(name, _)) = &part.kind else { return };
            let Some(Entry::Rows(index)) = maker.world.entry(&name.text) else { return };
            let within = maker.world.rows.get(index).and_then(|def| def.within);
            let action = within.filter(|action| self.within != Some(*action));
            if let (None, Some(action)) = (&found, action.and_then(|action| maker.world.actions.get(action))) {
                found = Some((name, action.name.clone()));
            }
        });
        found
    }

    /// The first name in it that only the running action gives: one that it keeps, or rows within it.
    fn asked_within(&self, maker: &Maker<'_>, cond: &ast::Expr) -> Option<Within> {
        let action = maker.world.actions.get(self.within?)?;
        let (mut bound, mut read) = (Vec::new(), Vec::new());
        expressions(cond, &mut |part| {
            if let ExprKind::Name(name) | ExprKind::Call(name, _) = &part.kind {
                read.push(name.text.as_str());
            }
            if let ExprKind::Quantified { var, .. } | ExprKind::Total { var, .. } = &part.kind {
                bound.push(var.text.as_str());
            }
        });
        let found = read.into_iter().filter(|name| !bound.contains(name)).find(|name| {
            let is_kept = action.kept.iter().any(|kept| kept.name == *name);
            let is_within = match maker.world.entry(name) {
                Some(Entry::Rows(index)) => maker.world.rows.get(index).is_some_and(|def| def.within == self.within),
                Some(_) | None => false,
            };
            is_kept || is_within
        });
        found.map(|name| Within { action: action.name.clone(), name: name.to_owned() })
    }

    fn value_shown(&self, maker: &mut Maker<'_>, asked: &ast::Expr, at: Place) -> Made<FuncId> {
        self.query(maker, "shown", at, |writer| {
            let term = writer.expr(asked, None)?;
            if let Ty::Step(scale) = term.ty {
                let func = writer.id();
                writer.m.along.insert(Counted::Answer(func), scale);
            }
            // Where a piece is out of play, that is what is shown.
            let ty = if let Ty::One(noun) = term.ty { Ty::Maybe(noun) } else { term.ty };
            Ok((term.id, writer.m.ir_type(ty)))
        })
    }

    /// What a set holds, found out by writing it once for nobody; nothing for what is no set.
    fn set_of(&self, maker: &mut Maker<'_>, asked: &ast::Expr, at: Place) -> Option<Noun> {
        let mut writer = Writer::scratch(maker, self.file, at);
        writer.within = self.within;
        match writer.expr(asked, None).ok()?.ty {
            Ty::Set(noun) => Some(noun),
            _ => None,
        }
    }

    /// Is the one whom the query is asked about in this set?
    fn has_member(&self, maker: &mut Maker<'_>, noun: Noun, asked: &ast::Expr, at: Place) -> Made<FuncId> {
        let ir = maker.ir_type(Ty::One(noun));
        let params = vec![("member".to_owned(), ir)];
        let func = maker.declare("shown", FuncKind::Query, params, Some(Type::BOOL), at);
        let mut writer = Writer::open(maker, self.file, func, &[], at);
        writer.within = self.within;
        let written = writer.expr(asked, None).map(|term| {
            let member = writer.get(LocalId(0));
            writer.binary(BinaryOp::In, member, term.id)
        });
        let value = written.unwrap_or_else(|_| writer.truth(false));
        let back = writer.stmt(StmtKind::Return(Some(value)));
        writer.done(Body::Code(Block(vec![back])));
        written.map(|_| func)
    }

    /// An amount as the reasons show it, without its measure.
    fn amount(&self, maker: &Maker<'_>, amount: &ast::Expr) -> String {
        match &amount.kind {
            ExprKind::Unit(number, _) => self.amount(maker, number),
            ExprKind::Negative(inner) => format!("-{}", self.amount(maker, inner)),
            _ => maker.sources.text(Place::new(self.file, amount.span)).trim_start_matches('+').to_owned(),
        }
    }

    fn refused(
        &self,
        maker: &mut Maker<'_>,
        action: usize,
        args: &[ast::Expr],
        to: &[ast::Expr],
        by: &ast::Case,
        at: Place,
    ) -> Made<StepKind> {
        let mut all = self.args(maker, action, args, at)?;
        let Some(def) = maker.world.actions.get(action) else { return Err(Told) };
        let (name, params) = (def.name.clone(), def.params.clone());
        let body = &def.ast.body;
        let moves = move_of(body);
        let file = def.file;
        let can = maker.can.get(&action).copied();
        for hex in to {
            all.push(self.arg(maker, Ty::One(Noun::Hex), hex)?);
        }
        let values: Vec<i64> = all.iter().map(|arg| arg.value).collect();
        let permit = match (to, moves) {
            ([], _) => can.map(|query| Permit { query, args: values, course: None }),
            ([_], Some((who, along))) => {
                let (query, course) = step_asked(maker, file, &params, who, along, at)?;
                Some(Permit { query, args: values, course: Some(course) })
            }
            _ => None,
        };
        Ok(StepKind::Refused { action: name, args: all, by_case: by.text.clone(), permit })
    }
}

/// The titles of what says *at least* or *at most* in the value that is asked.
fn bounds(maker: &Maker<'_>, asked: &ast::Expr) -> Vec<String> {
    let (ExprKind::Name(name) | ExprKind::Call(name, _)) = &asked.kind else { return Vec::new() };
    let Some(Entry::Rows(index)) = maker.world.entry(&name.text) else { return Vec::new() };
    let rows = maker.world.rows.get(index).into_iter().flat_map(|def| &def.rows);
    let bounds = rows.filter(|def| matches!(def.row.verdict.kind, VerdictKind::AtLeast(_) | VerdictKind::AtMost(_)));
    bounds.filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect()
}

/// The move in an action's body: who moves, along what.
fn move_of(block: &ast::Block) -> Option<(&ast::Expr, &ast::Expr)> {
    block.stmts.iter().find_map(|stmt| match &stmt.kind {
        Said::Moves { who, along, .. } => Some((who, along)),
        Said::Step(block) => move_of(block),
        Said::If { then, other, .. } => move_of(then).or_else(|| other.as_ref().and_then(move_of)),
        _ => None,
    })
}

/// A query of the action's parameters and a hex: may the piece step there, and do its points reach so far? With it, the
/// questions that the course is asked.
fn step_asked(
    maker: &mut Maker<'_>,
    file: FileId,
    params: &[ParamDef<'_>],
    who: &ast::Expr,
    along: &ast::Expr,
    at: Place,
) -> Made<(FuncId, Course)> {
    let ExprKind::Call(name, _) = &along.kind else { return Err(Told) };
    let Some(Entry::Rows(index)) = maker.world.entry(&name.text) else { return Err(Told) };
    let Some(def) = maker.world.rows.get(index) else { return Err(Told) };
    let (own, cases, course) = (def.file, def.ast.cases.clone(), def.name.clone());
    let hex = Ty::One(Noun::Hex);
    let mut typed: Vec<(String, Type)> = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let mut named: Vec<(String, Ty)> = params.iter().map(|param| (param.name.clone(), param.ty)).collect();
    typed.push((" goal".to_owned(), maker.ir_type(hex)));
    named.push((" goal".to_owned(), hex));
    let goal = LocalId::new(params.len());
    let far = maker.declare("in_reach", FuncKind::Query, typed.clone(), Some(Type::BOOL), at);
    let mut writer = Writer::open(maker, file, far, &named, at);
    let mut lines = Lines::default();
    let made = writer.begin_move(who, along, &mut lines)?;
    // Also where it may only pass: that it may not end there is another reason.
    let (goal_read, spent) = (writer.get(goal), writer.local(" points", Type::int(-1, MOST_SPENT), false));
    lines.0.push(writer.reach(&made, (SearchOut::CostTo(goal_read), spent)));
    let (spent, none) = (writer.get(spent), writer.number(0, 1));
    let reached = writer.binary(BinaryOp::Ge, spent, none);
    lines.0.push(writer.stmt(StmtKind::Return(Some(reached))));
    writer.done(Body::Code(lines.block()));
    let reach = reach_row(maker, own, &cases, far, &typed, at);
    maker.told_as.insert(reach, Called::new(course, WITHIN_REACH));
    // The rows of the step itself, then those of the whole way.
    let func = maker.declare("step_asked", FuncKind::Query, typed, Some(Type::BOOL), at);
    let mut writer = Writer::open(maker, file, func, &named, at);
    let mut lines = Lines::default();
    let made = writer.begin_move(who, along, &mut lines)?;
    let mut asked: Vec<ExprId> =
        [made.step.bar, made.step.pass].map(|func| writer.judged(&made, func, [made.here, goal])).to_vec();
    let values = (0..=params.len()).map(|at| writer.get(LocalId::new(at))).collect();
    asked.push(writer.call(reach, values));
    // Every one is asked, so that each tells its reasons: `and` would leave off at the first no.
    let value = every_one(&mut writer, asked);
    lines.0.push(writer.stmt(StmtKind::Return(value)));
    let step = made.step;
    let course = Course { asks: vec![step.bar, step.cost, step.stop, step.pass], no_end: step.pass };
    Ok((writer.done(Body::Code(lines.block())), course))
}

/// All yes, where each is asked whatever the others say.
fn every_one(writer: &mut Writer<'_, '_>, asked: Vec<ExprId>) -> Option<ExprId> {
    let yes = asked.into_iter().map(|one| {
        let (full, none) = (writer.number(1, 1), writer.number(0, 1));
        writer.add(Expr::If(one, full, none))
    });
    let yes: Vec<ExprId> = yes.collect();
    let count = yes.len() as i64;
    let sum = yes.into_iter().reduce(|a, b| writer.binary(BinaryOp::Add, a, b))?;
    let all = writer.number(count, 1);
    Some(writer.binary(BinaryOp::Eq, sum, all))
}

/// A row in the name of the course: its points do not reach.
fn reach_row(
    maker: &mut Maker<'_>,
    file: FileId,
    cases: &[ast::Case],
    far: FuncId,
    typed: &[(String, Type)],
    at: Place,
) -> FuncId {
    let func = maker.declare("reach_asked", FuncKind::Query, typed.to_vec(), Some(Type::BOOL), at);
    let site = maker.site(file, cases, "Beyond its points");
    let mut writer = Writer::open(maker, file, func, &[], at);
    let args = (0..typed.len()).map(|at| writer.get(LocalId::new(at))).collect();
    let near = writer.call(far, args);
    let guard = Some(writer.unary(UnaryOp::Not, near));
    let value = Some(writer.truth(false));
    let row = Row {
        label: "beyond".to_owned(),
        site,
        stage: StageIx::new(0),
        group: None,
        kind: RowKind::Base,
        binders: Vec::new(),
        guard,
        value,
    };
    let stages = vec![Stage { name: None, op: StageOp::All, groups: Vec::new() }];
    writer.done(Body::Rows(Rows { stages, rows: vec![row], rulings: Vec::new() }))
}

/// Cases of examples that no rule carries. With a ledger an example may also show a line of the book that needs no rule;
/// what the ledger lacks is told where it is cited.
pub(crate) fn cited(maker: &mut Maker<'_>, carried: &BTreeSet<String>) {
    if maker.ledger.is_some() {
        return;
    }
    let of_one = |case: &str| {
        let within = |inner: &str, outer: &str| {
            inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['#', '.']))
        };
        carried.iter().any(|known| within(known, case) || within(case, known))
    };
    let mut told = Vec::new();
    for (file, item) in maker.items() {
        let ast::ItemKind::Example(example) = &item.kind else { continue };
        for case in example.cases.iter().filter(|case| !of_one(&case.text)) {
            let near: Vec<&str> = nearest(&case.text, carried.iter().map(String::as_str));
            told.push(says::carried_by_none(&case.text, &near, Place::new(file, case.span)));
        }
    }
    told.into_iter().for_each(|what| {
        maker.tell(what);
    });
}
