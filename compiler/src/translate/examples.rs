//! Examples: from what the author expects to a script that the machine can follow.
//!
//! Each condition becomes a query without parameters, each refusal a query of the action's parameters that asks the
//! rows behind it. In: the trees. Out: scripts, in the order of the files; one that cannot be read is left out.

use super::builder::{Builder, ErrorReported, Made};
use super::called::WITHIN_REACH;
use super::play::no_such_phase;
use super::reader::{Given, Reader};
use super::ty::{Kinds, Noun, Ty};
use super::walk::{self, expressions};
use super::world::{Entry, Holds, PHASE, ParamDef, SIDE, beside_its_hexes};
use crate::diag::{Place, nearest, says};
use crate::hir::{self, Kind};
use crate::layers::Aside;
use crate::source::FileId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_grammar::ast::{self, Compare, ExampleKind, ExprKind, ItemKind, StmtKind as Said, VerdictKind};
use wgr_runtime::bug;
use wgr_runtime::engine::{Called, Counted};
use wgr_runtime::ir::{FuncId, FuncKind, RowKind, Stage, StageIx, StageOp, Type, What};
use wgr_runtime::script::{Arg, Asks, Course, Part, Permit, Reasons, Script, ScriptStep, StepKind, Within};

/// All examples of the game that are not set aside.
pub(crate) fn played<'a>(builder: &Builder<'a>, aside: &[Aside]) -> Vec<(FileId, &'a ast::Example)> {
    let sources = builder.sources;
    let is_aside = |file: FileId, example: &ast::Example| {
        let at = sources.written(Place::new(file, example.title.span));
        aside.iter().any(|aside| aside.at == at)
    };
    let played = builder.items().filter_map(|(file, item)| match &item.kind {
        ItemKind::Example(example) if !is_aside(file, example) => Some((file, example)),
        _ => None,
    });
    played.collect()
}

/// Examples while they are read, one after the other.
pub(crate) struct Examples<'e, 'a> {
    all: &'e [(FileId, &'a ast::Example)],
    titles: BTreeMap<&'a str, usize>,
    scenes: BTreeSet<&'a str>,
    seen: BTreeMap<&'a str, Place>,
    /// Names of rows that only a running action gives, and which action that is.
    inside: BTreeMap<String, usize>,
    /// So many are read.
    read: usize,
}

impl<'e, 'a> Examples<'e, 'a> {
    pub(crate) fn new(builder: &Builder<'a>, all: &'e [(FileId, &'a ast::Example)]) -> Self {
        let titles = all.iter().enumerate().map(|(at, (_, example))| (example.title.text.as_str(), at)).collect();
        let scenes = builder.world.scenes.iter().map(|(_, scene)| scene.name.text.as_str()).collect();
        let rows = builder.world.rows.iter().enumerate();
        let inside = rows.filter_map(|(index, def)| {
            let action = def.asked_within()?;
            let named = builder.world.entry(&def.name) == Some(Entry::Rows(index));
            named.then(|| (def.name.clone(), action))
        });
        Examples { all, titles, scenes, seen: BTreeMap::new(), inside: inside.collect(), read: 0 }
    }

    /// The next one: the example that it goes on from, and the action that had begun there. A second one of its title is told.
    pub(crate) fn next(&mut self, builder: &Builder<'_>) -> Option<(Place, GoesOn)> {
        let (file, example) = self.all.get(self.read)?;
        let at = Place::new(*file, example.title.span);
        if let Some(first) = self.seen.insert(&example.title.text, at) {
            builder.tell(says::two_examples(&example.title.text, at, first));
        }
        let before = example.after.as_ref().and_then(|after| self.titles.get(after.text.as_str()).copied());
        let begun = self.begun_before(builder, example);
        Some((at, GoesOn { before, begun }))
    }

    /// Reads the next one.
    pub(crate) fn read(&mut self, builder: &mut Builder<'_>, goes_on: GoesOn) -> Script {
        let Some((file, example)) = self.all.get(self.read) else { bug!("there is no example to read") };
        let (scenes, inside) = (&self.scenes, &self.inside);
        let mut reader = InExample { file: *file, scenes, inside, within: goes_on.begun };
        let script = reader.example(builder, example, goes_on.before);
        self.is_read();
        script
    }

    /// The next one was read.
    pub(crate) fn is_read(&mut self) {
        self.read += 1;
    }

    /// The action that was begun last in those behind which this one goes on.
    fn begun_before(&self, builder: &Builder<'_>, example: &ast::Example) -> Option<usize> {
        let mut after = example.after.as_ref();
        // A chain that goes round is told elsewhere.
        for _ in self.all {
            let (_, before) = self.all.get(*self.titles.get(after?.text.as_str())?)?;
            let begun = before.steps.iter().rev().find_map(|step| match &step.kind {
                ExampleKind::When { action, .. } => match builder.world.entry(&action.text) {
                    Some(Entry::Action(index)) => Some(index),
                    Some(_) | None => None,
                },
                _ => None,
            });
            if begun.is_some() {
                return begun;
            }
            after = before.after.as_ref();
        }
        None
    }
}

/// The example that one goes on from, and the action that had begun there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GoesOn {
    before: Option<usize>,
    begun: Option<usize>,
}

/// How an example is read.
struct InExample<'s> {
    file: FileId,
    /// The scenes at which it may begin.
    scenes: &'s BTreeSet<&'s str>,
    /// Names of rows that only a running action gives.
    inside: &'s BTreeMap<String, usize>,
    /// The action whose names the expectations may read: the last one begun.
    within: Option<usize>,
}

impl InExample<'_> {
    fn example(&mut self, builder: &mut Builder<'_>, example: &ast::Example, before: Option<usize>) -> Script {
        for case in &example.cases {
            builder.cite(self.file, case);
        }
        // What is wrong with its beginning is told; its steps are still looked at.
        let start = self.start(builder, example, before).unwrap_or_default();
        if example.steps.is_empty() {
            let what = says::example_of_nothing(Place::new(self.file, example.title.span));
            builder.tell(what);
        }
        let mut steps = Vec::new();
        for step in &example.steps {
            let at = Place::new(self.file, step.span);
            if let Ok(kind) = self.step(builder, step, at) {
                let text = builder.sources.said(at);
                steps.push(ScriptStep { at: builder.sources.pos(at), text, kind });
            }
        }
        let cases = example.cases.iter().map(|case| case.text.clone()).collect();
        let source = builder.sources.path(self.file).to_owned();
        let (title, plays_on) = (example.title.text.clone(), None);
        Script { title, cases, source, start, after: before, plays_on, steps: steps.into() }
    }

    fn start(&self, builder: &mut Builder<'_>, example: &ast::Example, before: Option<usize>) -> Made<String> {
        let at = Place::new(self.file, example.title.span);
        match (&example.at, &example.after) {
            (Some(scene), None) => {
                if self.scenes.contains(scene.text.as_str()) {
                    return Ok(scene.text.clone());
                }
                let known: Vec<String> =
                    builder.world.scenes.iter().map(|(_, scene)| scene.name.text.clone()).collect();
                Err(builder.tell(says::unknown_name("scene", &scene.text, &known, Place::new(self.file, scene.span))))
            }
            (None, Some(after)) if before.is_none() => {
                let titles: Vec<&str> = builder
                    .items()
                    .filter_map(|(_, item)| match &item.kind {
                        ItemKind::Example(other) => Some(other.title.text.as_str()),
                        _ => None,
                    })
                    .collect();
                Err(builder.tell(says::unknown_example(
                    &after.text,
                    "go on from",
                    &titles,
                    Place::new(self.file, after.span),
                )))
            }
            (None, Some(_)) => Ok(String::new()),
            (None, None) | (Some(_), Some(_)) => Err(builder.tell(says::example_without_start(at))),
        }
    }

    fn step(&mut self, builder: &mut Builder<'_>, step: &ast::ExampleStep, at: Place) -> Made<StepKind> {
        match &step.kind {
            ExampleKind::When { action, args, by } => {
                let sides = builder.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
                if sides.contains(&action.text) {
                    let rest: Vec<&str> =
                        args.iter().map(|arg| builder.sources.text(Place::new(self.file, arg.span))).collect();
                    let first = rest.first().copied().unwrap_or_default();
                    let actions = builder.world.actions.iter().map(|def| def.name.as_str());
                    let near = crate::diag::nearest(first, actions.clone()).first().copied();
                    let meant = actions.clone().find(|name| *name == first).or(near).unwrap_or("attack").to_owned();
                    self.within = builder.world.actions.iter().position(|def| def.name == meant);
                    let rest = rest.get(1..).unwrap_or_default().join(" ");
                    let at = Place::new(self.file, action.span);
                    return Err(builder.tell(says::side_before_action(&action.text, &meant, &rest, at)));
                }
                let by = self.by(builder, by.as_ref(), at);
                if action.text == "pass" && args.is_empty() {
                    return Ok(StepKind::Start { action: "pass".to_owned(), args: Vec::new(), by: by? });
                }
                let index = self.action(builder, action)?;
                self.within = Some(index);
                let args = self.args(builder, index, args, at)?;
                Ok(StepKind::Start { action: action.text.clone(), args, by: by? })
            }
            ExampleKind::Answer { to, by, colon, with } => {
                let rule = match to {
                    ast::Asked::Cases(cases) => {
                        cases.iter().for_each(|case| builder.cite(self.file, case));
                        Asks::Cases(cases.iter().map(|case| case.text.clone()).collect())
                    }
                    ast::Asked::Title(title) => Asks::Title(title.text.clone()),
                };
                let by = self.by(builder, by.as_ref(), at)?;
                if let Some(told) = with.iter().find_map(|name| self.no_such_counter(builder, name)) {
                    return Err(builder.tell(told));
                }
                let names: Vec<String> = with.iter().map(|name| self.said(builder, name)).collect();
                let ends = matches!(names.as_slice(), [one] if one == "done" || one == "stop");
                if *colon == (ends || names.is_empty()) {
                    return Err(builder.tell(says::answer_without_colon(*colon, &names, at)));
                }
                Ok(StepKind::Answer { rule, names, by })
            }
            ExampleKind::OnTo { phase, printing, side } => {
                self.on_to(builder, (phase.as_ref(), printing.as_ref()), side.as_ref(), at)
            }
            ExampleKind::Over { result, from } => self.over(builder, result, from.as_deref(), at),
            ExampleKind::Roll(faces) => {
                let faces: Made<Vec<i64>> = faces.iter().map(|face| builder.constant(self.file, face, 1)).collect();
                Ok(StepKind::Roll(faces?))
            }
            ExampleKind::Draw(drawn) => self.draws(builder, drawn),
            ExampleKind::Expect(expect) => self.expect(builder, expect, at),
            ExampleKind::Refused { action, args, to, by } => {
                builder.cite(self.file, by);
                if args.is_empty() && to.is_empty() && is_answer(builder, &action.text) {
                    return Ok(StepKind::Withheld { answer: action.text.clone(), by_case: by.text.clone() });
                }
                let index = self.action(builder, action)?;
                self.refused(builder, index, args, to, by, at)
            }
            ExampleKind::Broken => Err(ErrorReported),
        }
    }

    /// The side of a step; who answers is said everywhere.
    fn by(&self, builder: &mut Builder<'_>, by: Option<&ast::Name>, at: Place) -> Made<String> {
        let sides = builder.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
        match by {
            Some(by) if sides.contains(&by.text) => Ok(by.text.clone()),
            Some(by) => Err(builder.tell(says::unknown_name("side", &by.text, &sides, Place::new(self.file, by.span)))),
            None => {
                let text = builder.sources.text(at).to_owned();
                Err(builder.tell(says::step_without_side(&text, &sides, at)))
            }
        }
    }

    /// `answer 3.5 by Blue: B3a`: nothing is called so anywhere, and a counter is called nearly so.
    fn no_such_counter(&self, builder: &Builder<'_>, said: &ast::Expr) -> Option<crate::diag::Diagnostic> {
        let ast::ExprKind::Name(name) = &said.kind else { return None };
        let text = name.text.as_str();
        let world = &builder.world;
        let known = world.entry(text).is_some()
            || world.members.contains_key(text)
            || !world.counters_called(text).is_empty()
            || builder.board.as_ref().is_some_and(|board| board.by_name(text).is_some());
        let of_rules = |item: &ast::Item| !matches!(item.kind, ItemKind::Example(_)) && item.words.has(text);
        if known || !text.starts_with(char::is_uppercase) || builder.written().any(|(_, item)| of_rules(item)) {
            return None;
        }
        let counters: Vec<String> = world.counters.iter().map(|def| def.name.clone()).collect();
        let near = !crate::diag::nearest(text, counters.iter().map(String::as_str)).is_empty();
        near.then(|| says::unknown_name("counter", text, &counters, Place::new(self.file, name.span)))
    }

    /// A name as it is answered: a place stands for its hex, and a hexside may be named from either end.
    fn said(&self, builder: &Builder<'_>, name: &ast::Expr) -> String {
        let text = builder.sources.said(Place::new(self.file, name.span));
        let board = builder.board.as_ref();
        if let Some(side) = board.and_then(|board| Some(board.side_words(board.side_by_words(&text)?))) {
            return side;
        }
        let Some(Entry::Spot(hex)) = builder.world.entry(&text) else { return text };
        let hex = builder.board.as_ref().zip(u16::try_from(hex).ok()).and_then(|(board, hex)| board.hex(hex));
        hex.zip(builder.board.as_ref()).map_or(text, |(hex, board)| board.name(hex))
    }

    fn on_to(
        &self,
        builder: &mut Builder<'_>,
        (phase, printing): (Option<&ast::Name>, Option<&ast::Text>),
        side: Option<&ast::Name>,
        at: Place,
    ) -> Made<StepKind> {
        let Some(phase) = phase else { return Ok(StepKind::OnTo { there: None, to: "the end".to_owned() }) };
        let phases = builder.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
        if !phases.contains(&phase.text) {
            let place = Place::new(self.file, phase.span);
            return Err(no_such_phase(builder, &phase.text, &phases, place));
        }
        let of = side.map(|side| self.by(builder, Some(side), at)).transpose()?;
        let which = printing.map(|title| self.printing(builder, phase, title)).transpose()?.flatten();
        let called = printing.map_or_else(|| phase.text.clone(), |title| format!("{} \"{}\"", phase.text, title.text));
        let to = of.map_or_else(|| called.clone(), |side| format!("{called} of {side}"));
        let [_, _, there] = QUERIES;
        let there = self.query(builder, there, at, |reader| {
            let mut all = Vec::new();
            for (cell, of, name) in [(reader.m.phase, PHASE, Some(phase)), (reader.m.phasing, SIDE, side)] {
                let Some(name) = name else { continue };
                let (noun, member) = (Noun::Enum(of), reader.member_of(of, &name.text).ok_or(ErrorReported)?);
                let one = |kind| hir::Expr::new(kind, Ty::One(noun), at);
                let both = Box::new([one(Kind::Stored(cell, Vec::new())), one(Kind::Member(noun, member))]);
                all.push(hir::Expr::new(Kind::Compare(Compare::Is, both), Ty::YesNo, at));
            }
            if let (Some(which), Some((cell, _))) = (which, reader.m.printing) {
                let one = |kind| hir::Expr::new(kind, Ty::COUNT, at);
                let both = Box::new([one(Kind::Stored(cell, Vec::new())), one(Kind::Number { value: which, den: 1 })]);
                all.push(hir::Expr::new(Kind::Compare(Compare::Is, both), Ty::YesNo, at));
            }
            Ok((hir::Expr::new(Kind::EveryOne(all), Ty::YesNo, at), Type::BOOL))
        })?;
        Ok(StepKind::OnTo { there: Some(there), to })
    }

    /// Which of several phases of one name has this title; none where there is only one.
    fn printing(&self, builder: &Builder<'_>, phase: &ast::Name, title: &ast::Text) -> Made<Option<i64>> {
        let goals = super::play::goals_everywhere(builder, &phase.text);
        if goals.iter().any(|goal| goal.title() == Some(title.text.as_str())) {
            return Ok(builder.world.printing(&phase.text, Some(&title.text)));
        }
        let mut known: Vec<&str> = goals.iter().filter_map(|goal| goal.title()).collect();
        known.dedup();
        let at = Place::new(self.file, title.span);
        Err(builder.tell(says::which_printing(&phase.text, Some(&title.text), &known, at)))
    }

    fn over(
        &self,
        builder: &mut Builder<'_>,
        result: &ast::Name,
        from: Option<&[ast::ExpectPart]>,
        at: Place,
    ) -> Made<StepKind> {
        let known = builder.world.enums.get(builder.world.outcome).map(|def| def.members.clone()).unwrap_or_default();
        if !known.contains(&result.text) {
            let at = Place::new(self.file, result.span);
            return Err(builder.tell(says::unknown_name("result", &result.text, &known, at)));
        }
        let victory = builder.world.rows.iter().find(|def| def.ast.kind == ast::RowsKind::Victory).map(|def| def.func);
        let from = match (from, victory) {
            (None, _) => None,
            (Some(from), Some(why_of)) => {
                super::titles::known(builder, self.file, from, Some(why_of))?;
                let parts = self.parts(builder, from);
                Some(Reasons { why_of, parts: Some(parts), bounds: Vec::new() })
            }
            (Some(_), None) => {
                let victory = |item: &ast::Item| matches!(&item.kind, ItemKind::Rows(rows) if rows.kind == ast::RowsKind::Victory);
                // One that could not be read has been told.
                let none = !builder.items().any(|(_, item)| victory(item));
                return Err(if none { builder.tell(says::from_of_nothing(at)) } else { ErrorReported });
            }
        };
        Ok(StepKind::Over { result: result.text.clone(), from })
    }

    /// What comes out of a box: of an unseen one by its print.
    fn draws(&self, builder: &mut Builder<'_>, drawn: &[ast::Name]) -> Made<StepKind> {
        let world = &builder.world;
        let prints = world.prints.iter().flat_map(|prints| &prints.lines).map(|print| print.name.clone());
        let open = world.boxes.iter().filter(|def| matches!(def.holds, Holds::Open { .. }));
        let kinds = open.fold(Kinds::default(), |all, def| all.or(def.kinds));
        let lie = world.counters.iter().filter(|def| Kinds::of(def.piece).within(kinds)).map(|def| def.name.clone());
        let known: Vec<String> = prints.chain(lie).collect();
        if let Some(name) = drawn.iter().find(|name| !known.contains(&name.text)) {
            let at = Place::new(self.file, name.span);
            return Err(builder.tell(says::unknown_name("counter", &name.text, &known, at)));
        }
        Ok(StepKind::Draw(drawn.iter().map(|name| name.text.clone()).collect()))
    }

    fn action(&self, builder: &mut Builder<'_>, name: &ast::Name) -> Made<usize> {
        match builder.world.entry(&name.text) {
            Some(Entry::Action(index)) => Ok(index),
            Some(Entry::Broken) => Err(ErrorReported),
            Some(_) | None => {
                let known: Vec<String> = builder.world.actions.iter().map(|def| def.name.clone()).collect();
                Err(builder.tell(says::unknown_name("action", &name.text, &known, Place::new(self.file, name.span))))
            }
        }
    }

    /// Arguments as they are written: counters, hexes, members.
    fn args(&self, builder: &mut Builder<'_>, action: usize, args: &[ast::Expr], at: Place) -> Made<Vec<Arg>> {
        let Some(def) = builder.world.actions.get(action) else { return Err(ErrorReported) };
        let (params, name) = (def.params.clone(), def.name.clone());
        if params.len() != args.len() {
            let little = args.iter().find(|arg| {
                let word = builder.sources.text(Place::new(self.file, arg.span));
                ["on", "at", "to", "against", "with", "from", "the", "into"].contains(&word)
            });
            if let Some(little) = little {
                let at = Place::new(self.file, little.span);
                return Err(builder.tell(says::little_word(builder.sources.text(at), &name, at)));
            }
            let wanted: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
            return Err(builder.tell(says::wrong_count_of_step(&name, &wanted, args.len(), at)));
        }
        params.iter().zip(args).map(|(param, arg)| self.arg(builder, param.ty, arg)).collect()
    }

    fn arg(&self, builder: &mut Builder<'_>, ty: Ty, arg: &ast::Expr) -> Made<Arg> {
        let at = Place::new(self.file, arg.span);
        let text = builder.sources.said(at);
        let noun = ty.noun().ok_or(ErrorReported)?;
        match super::declare::member_named(builder, noun, &text) {
            Some(value) => Ok(Arg { value, what: What::Id(builder.domain_of(noun)) }),
            None => {
                let known = match noun {
                    Noun::Piece(_) => builder.world.counters.iter().map(|def| def.name.clone()).collect(),
                    _ => Vec::new(),
                };
                let of = builder.world.noun_name(noun);
                let told = builder.copies_in_a_name(&text);
                Err(builder.tell(told.unwrap_or_else(|| says::no_such_value(&text, &of, &known, at))))
            }
        }
    }

    /// A query without parameters that returns one expression.
    fn query(
        &self,
        builder: &mut Builder<'_>,
        name: &str,
        at: Place,
        read: impl FnOnce(&mut Reader<'_, '_>) -> Made<(hir::Expr, Type)>,
    ) -> Made<FuncId> {
        let func = builder.declare_query(name, Vec::new(), Type::BOOL, at);
        let mut reader = Reader::open(builder, self.file, at);
        reader.within = self.within;
        let read = read(&mut reader);
        let done = read.as_ref().map(|_| func).map_err(|_| ErrorReported);
        let binders = reader.binders;
        // What is left of it must still be a query.
        let (value, ty) = read.unwrap_or_else(|_| (no(at), Type::BOOL));
        if let Some(func) = builder.program.funcs.get_mut(func.index()) {
            func.ret = Some(ty);
        }
        builder.has_read(func, binders, hir::Body::Answer(value), at);
        done
    }

    fn expect(&self, builder: &mut Builder<'_>, expect: &ast::Expect, at: Place) -> Made<StepKind> {
        let [expected, shown, _] = QUERIES;
        let elsewhere = self.asked_elsewhere(builder, &expect.cond).map(|(name, action)| {
            builder.tell(says::expected_outside(&name.text, &action, Place::new(self.file, name.span)))
        });
        let query = self.query(builder, expected, at, |reader| match elsewhere {
            Some(told) => Err(told),
            None => Ok((reader.read_cond(&expect.cond)?.expr, Type::BOOL)),
        });
        let asked = match &expect.cond.kind {
            ExprKind::Compare(_, left, _) => Some(&**left),
            ExprKind::Call(..) => Some(&expect.cond),
            _ => None,
        };
        let value = match (asked, &query) {
            (Some(asked), Ok(_)) => self.shown(builder, asked, at),
            // An example has as many queries whether or not they could be read.
            (Some(_), Err(_)) => self.query(builder, shown, at, |_| Err(ErrorReported)),
            (None, _) => Err(ErrorReported),
        };
        let query = query?;
        let text = asked.map(|asked| builder.sources.said(Place::new(self.file, asked.span)));
        let shown: Vec<(String, FuncId)> = text.zip(value.ok()).into_iter().collect();
        let within = self.asked_within(builder, &expect.cond);
        let Some(from) = &expect.from else {
            return Ok(StepKind::Expect { query, shown, from: None, within });
        };
        let (Some(asked), Some((_, why_of))) = (asked, shown.first()) else {
            return Err(builder.tell(says::from_of_nothing(at)));
        };
        let why_of = *why_of;
        let rows = match &asked.kind {
            ExprKind::Name(name) | ExprKind::Call(name, _) => match builder.world.entry(&name.text) {
                Some(Entry::Rows(index)) => builder.world.rows.get(index).map(|def| def.func),
                _ => None,
            },
            _ => None,
        };
        super::titles::known(builder, self.file, from, rows)?;
        let parts = Some(self.parts(builder, from));
        let from = Some(Reasons { why_of, parts, bounds: bounds(builder, asked) });
        Ok(StepKind::Expect { query, shown, from, within })
    }

    fn parts(&self, builder: &mut Builder<'_>, from: &[ast::ExpectPart]) -> Vec<Part> {
        let part = |part: &ast::ExpectPart| {
            let amount = part.amount.as_ref().map(|amount| self.amount(builder, amount));
            Part { title: part.title.text.clone(), amount }
        };
        from.iter().map(part).collect()
    }

    /// The first name in it that rows within another action give than the one that was begun last.
    fn asked_elsewhere<'e>(&self, builder: &Builder<'_>, cond: &'e ast::Expr) -> Option<(&'e ast::Name, String)> {
        let mut found = None;
        expressions(cond, &mut |part| {
            let (ExprKind::Name(name) | ExprKind::Call(name, _)) = &part.kind else { return };
            let action = self.inside.get(&name.text).filter(|action| self.within != Some(**action));
            if let (None, Some(action)) = (&found, action.and_then(|action| builder.world.actions.get(*action))) {
                found = Some((name, action.name.clone()));
            }
        });
        found
    }

    /// The first name in it that only the running action gives: one that it keeps, or rows within it.
    fn asked_within(&self, builder: &Builder<'_>, cond: &ast::Expr) -> Option<Within> {
        let action = builder.world.actions.get(self.within?)?;
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
            is_kept || self.inside.get(*name).copied() == self.within
        });
        found.map(|name| Within { action: action.name.clone(), name: name.to_owned() })
    }

    /// What is shown of an expectation: the value; of a set, whether the one whom the query is asked about is in it.
    fn shown(&self, builder: &mut Builder<'_>, asked: &ast::Expr, at: Place) -> Made<FuncId> {
        let member = Given { name: "member".to_owned(), ty: None, ir: Type::BOOL };
        let mut reader = Reader::new(builder, self.file, vec![member], at);
        reader.within = self.within;
        let [_, shown, _] = QUERIES;
        let Ok(read) = reader.read_expr(asked, None) else {
            return self.query(builder, shown, at, |_| Err(ErrorReported));
        };
        let mut binders = reader.binders;
        let mut params = Vec::new();
        let (value, ret) = match read.ty {
            Ty::Set(noun) => {
                let (one, ir) = (Ty::One(noun), builder.ir_type(Ty::One(noun)));
                params.push(("member".to_owned(), ir));
                binders.iter_mut().take(1).for_each(|member| member.ir = ir);
                let member = hir::Expr::new(Kind::Local(hir::Local(0)), one, at);
                (hir::Expr::new(Kind::In(Box::new([member, read])), Ty::YesNo, at), Type::BOOL)
            }
            // Where a piece is out of play, that is what is shown.
            Ty::One(noun) => (read, builder.ir_type(Ty::Maybe(noun))),
            ty => (read, builder.ir_type(ty)),
        };
        let func = builder.declare_query(shown, params, ret, at);
        if let Ty::Step(scale) = value.ty {
            builder.along.insert(Counted::Answer(func), scale);
        }
        builder.has_read(func, binders, hir::Body::Answer(value), at);
        Ok(func)
    }

    /// An amount as the reasons show it, without its measure.
    fn amount(&self, builder: &Builder<'_>, amount: &ast::Expr) -> String {
        match &amount.kind {
            ExprKind::Unit(number, _) => self.amount(builder, number),
            ExprKind::Negative(inner) => format!("-{}", self.amount(builder, inner)),
            _ => builder.sources.text(Place::new(self.file, amount.span)).trim_start_matches('+').to_owned(),
        }
    }

    fn refused(
        &self,
        builder: &mut Builder<'_>,
        action: usize,
        args: &[ast::Expr],
        to: &[ast::Expr],
        by: &ast::Case,
        at: Place,
    ) -> Made<StepKind> {
        let mut all = self.args(builder, action, args, at)?;
        let Some(def) = builder.world.actions.get(action) else { return Err(ErrorReported) };
        let (name, params) = (def.name.clone(), def.params.clone());
        let body = &def.ast.body;
        let moves = move_of(body);
        let file = def.file;
        let can = builder.can.get(&action).copied();
        for hex in to {
            all.push(self.arg(builder, Ty::One(Noun::Hex), hex)?);
        }
        let values: Vec<i64> = all.iter().map(|arg| arg.value).collect();
        let permit = match (to, moves) {
            ([], _) => can.map(|query| Permit { query, args: values, course: None }),
            ([_], Some((who, along))) => {
                let (query, course) = step_asked(builder, file, &params, who, along, at)?;
                Some(Permit { query, args: values, course: Some(course) })
            }
            _ => None,
        };
        Ok(StepKind::Refused { action: name, args: all, by_case: by.text.clone(), permit })
    }
}

/// Is it no action, but something that is picked?
fn is_answer(builder: &Builder<'_>, name: &str) -> bool {
    let pieces = Noun::Piece(builder.world.all_pieces());
    let of = |noun| super::declare::member_named(builder, noun, name).is_some();
    let of_itself = ["pass", "done", "stop"].contains(&name) || of(pieces) || of(Noun::Hex);
    builder.world.entry(name).is_none_or(|entry| !matches!(entry, Entry::Action(_))) && of_itself
}

/// What queries of examples are called: what is expected, the value that is shown of it, is the play there?
const QUERIES: [&str; 3] = ["expected", "shown", "there"];

/// Queries of examples are called by their place in the program: what one is called rests on no other.
pub(crate) fn by_number(name: &str, at: usize) -> String {
    format!("{name}_{at}")
}

/// The place in the program that a query of an example would have by its name.
pub(crate) fn number_of_query(name: &str) -> Option<usize> {
    let (query, number) = name.rsplit_once('_')?;
    if QUERIES.contains(&query) { number.parse().ok() } else { None }
}

/// What a query of an example may be called in this place of the program.
pub(crate) fn queries_at(at: usize) -> [String; 3] {
    QUERIES.map(|name| by_number(name, at))
}

fn no(at: Place) -> hir::Expr {
    hir::Expr::new(Kind::Truth(false), Ty::YesNo, at)
}

/// The titles of what says *at least* or *at most* in the value that is asked.
fn bounds(builder: &Builder<'_>, asked: &ast::Expr) -> Vec<String> {
    let (ExprKind::Name(name) | ExprKind::Call(name, _)) = &asked.kind else { return Vec::new() };
    let Some(Entry::Rows(index)) = builder.world.entry(&name.text) else { return Vec::new() };
    let rows = builder.world.rows.get(index).into_iter().flat_map(|def| def.rows.iter());
    let bounds = rows.filter(|def| matches!(def.row.verdict.kind, VerdictKind::AtLeast(_) | VerdictKind::AtMost(_)));
    bounds.filter_map(|def| Some(def.row.title.as_ref()?.text.clone())).collect()
}

/// The move in an action's body: who moves, along what.
pub(crate) fn move_of(block: &ast::Block) -> Option<(&ast::Expr, &ast::Expr)> {
    block.stmts.iter().find_map(|stmt| match &stmt.kind {
        Said::Moves(moves) => Some((&moves.who, &moves.along)),
        Said::Step(block) => move_of(block),
        Said::If { then, other, .. } => move_of(then).or_else(|| other.as_ref().and_then(move_of)),
        _ => None,
    })
}

/// A query of the action's parameters and a hex: may the piece step there, and do its points reach so far? With it, the
/// questions that the course is asked.
fn step_asked(
    builder: &mut Builder<'_>,
    file: FileId,
    params: &[ParamDef<'_>],
    who: &ast::Expr,
    along: &ast::Expr,
    at: Place,
) -> Made<(FuncId, Course)> {
    let (ExprKind::Call(name, _) | ExprKind::Name(name)) = &along.kind else { return Err(ErrorReported) };
    if let ExprKind::Name(who) = &who.kind
        && params.iter().all(|param| param.name != who.text)
        && builder.world.entry(&who.text).is_none()
    {
        return Err(builder.tell(says::refused_to_whom(&who.text, at)));
    }
    let Some(Entry::Rows(index)) = builder.world.entry(&name.text) else { return Err(ErrorReported) };
    let Some(def) = builder.world.rows.get(index) else { return Err(ErrorReported) };
    let (own, cases, course) = (def.file, def.ast.cases.clone(), def.name.clone());
    let hex = Ty::One(Noun::Hex);
    let mut typed: Vec<(String, Type)> = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let mut named: Vec<(String, Ty)> = params.iter().map(|param| (param.name.clone(), param.ty)).collect();
    typed.push((" goal".to_owned(), builder.ir_type(hex)));
    named.push((" goal".to_owned(), hex));
    let goal = hir::Local(params.len());
    let far = builder.declare("in_reach", FuncKind::Query, typed.clone(), Some(Type::BOOL), at);
    let mut reader = Reader::of_func(builder, file, far, &named, at);
    let read = reader.course(who, along)?;
    if matches!(read.piece.ty, Ty::Set(_)) {
        return Err(reader.tell(says::refused_to_a_group(at)));
    }
    let read = Arc::new(read);
    let binders = reader.binders;
    builder.has_read(far, binders.clone(), hir::Body::InReach(read.clone(), goal), at);
    let reach = reach_row(builder, own, &cases, (far, &named), &typed, at);
    builder.told_as.insert(reach, Called::new(course, WITHIN_REACH));
    // The rows of the step itself, then those of the whole way.
    let func = builder.declare("step_asked", FuncKind::Query, typed, Some(Type::BOOL), at);
    let def = builder.world.rows.get(read.course).ok_or(ErrorReported)?;
    let (step, beside) = (def.step.ok_or(ErrorReported)?, beside_its_hexes(def.ast).count());
    builder.has_read(func, binders, hir::Body::StepAsked { course: read, goal, reach }, at);
    let law = builder.law.as_ref().and_then(|law| Some([builder.world.rows.get(law.item)?.func, law.passing]));
    let laws = law.map_or_else(Vec::new, Vec::from);
    let course =
        Course { asks: vec![step.bar, step.cost, step.stop, step.pass], no_end: step.pass, reach, beside, laws };
    Ok((func, course))
}

/// A row in the name of the course: its points do not reach.
fn reach_row(
    builder: &mut Builder<'_>,
    file: FileId,
    cases: &[ast::Case],
    (far, named): (FuncId, &[(String, Ty)]),
    typed: &[(String, Type)],
    at: Place,
) -> FuncId {
    let func = builder.declare("reach_asked", FuncKind::Query, typed.to_vec(), Some(Type::BOOL), at);
    let mut reader = Reader::of_func(builder, file, func, named, at);
    let site = reader.site_of(cases, "Beyond its points");
    let args = reader.scope.iter().map(|bound| hir::Expr::new(Kind::Local(bound.local), bound.ty, at)).collect();
    let yes_no = |kind| hir::Expr::new(kind, Ty::YesNo, at);
    let near = yes_no(Kind::Asked(far, args));
    let row = hir::Row {
        label: "beyond".to_owned(),
        site,
        stage: StageIx::new(0),
        group: None,
        kind: RowKind::Base,
        each: Vec::new(),
        when: vec![yes_no(Kind::Not(Box::new(near)))],
        value: Some(yes_no(Kind::Truth(false))),
        layer: None,
        along: None,
        rounds: false,
        at,
    };
    let stages = vec![Stage { name: None, op: StageOp::All, groups: Vec::new() }];
    let rows = hir::Rows { stages, rows: vec![row], rulings: Vec::new() };
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Rows(rows), at);
    func
}

/// Cases of examples that no rule carries. With a ledger an example may also show a line of the book that needs no rule;
/// what the ledger lacks is told where it is cited.
pub(crate) fn cited(builder: &mut Builder<'_>, carried: &BTreeSet<String>) {
    if builder.ledger.is_some() {
        return;
    }
    // What could not be translated carries its cases all the same.
    let mut written: BTreeSet<&str> = carried.iter().map(String::as_str).collect();
    for def in &builder.world.rows {
        written.extend(def.rows.iter().flat_map(|row| &row.row.cases).map(|case| case.text.as_str()));
    }
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| written.extend(stmt.cases.iter().map(|case| case.text.as_str())));
    }
    let of_one = |case: &str| {
        // `7.2` holds `7.2.1` and `7.2#a`: a part begins with the whole and a sign.
        let ends = case.match_indices(['#', '.']).map(|(end, _)| end).chain([case.len()]);
        let mut wholes = ends.filter_map(|end| case.get(..end));
        let has_part = |sign: char| {
            let from = format!("{case}{sign}");
            written.range(from.as_str()..).next().is_some_and(|known| known.starts_with(&from))
        };
        wholes.any(|whole| written.contains(whole)) || ['#', '.'].into_iter().any(has_part)
    };
    let mut told = Vec::new();
    for (file, item) in builder.items() {
        let ast::ItemKind::Example(example) = &item.kind else { continue };
        for case in example.cases.iter().filter(|case| !of_one(&case.text)) {
            let near: Vec<&str> = nearest(&case.text, carried.iter().map(String::as_str));
            told.push(says::carried_by_none(&case.text, &near, Place::new(file, case.span)));
        }
    }
    told.into_iter().for_each(|what| {
        builder.tell(what);
    });
}
