//! Set-ups and the beginning of everything: what is where when a scenario or scene begins, and the ask that chooses one.

use super::like;
use super::sequence::{goals_everywhere, no_such_phase};
use super::way::Goal;
use crate::diag::{Diagnostic, Place, says};
use crate::hir::{self, Kind, Start, Stmt, StmtKind as Said, Target};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::declare::{MOST_ALIKE, side_named};
use crate::translate::reader::Reader;
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::world::{Entry, OUTCOME, PHASE, SCENARIO, SIDE, Stored};
use crate::translate::writer::{Lines, Writer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, RowsKind, SceneLine};
use wgr_runtime::bug;
use wgr_runtime::ir::{
    Arm, Ask, Block, Body, Expr, ExprId, FuncId, FuncKind, LocalId, Look, Scalar, Site, StmtKind, Type, What,
};

/// Which beginnings the program offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starts {
    /// What players are offered.
    Scenarios,
    /// Scenes too, for examples.
    ScenesToo,
}

/// What everything is at the start.
pub(super) fn starts(builder: &mut Builder<'_>) -> hir::Starts {
    let fields = (0..builder.world.fields.len()).map(|at| field_starts(builder, at)).collect();
    let states = (0..builder.world.states.len()).map(|at| state_start(builder, at).ok()).collect();
    hir::Starts { fields, states }
}

/// A field, for all kinds of which something is said. What is refused has been told.
fn field_starts(builder: &mut Builder<'_>, at: usize) -> Vec<Start> {
    let Some(field) = builder.world.fields.get(at) else { bug!("no field {at}") };
    let (ty, place, starts) = (field.ty, field.at, field.starts.clone());
    let mut found = Vec::new();
    for (kinds, start, file) in starts {
        let mut reader = Reader::open(builder, file, place);
        let piece = Ty::One(Noun::Piece(kinds));
        let ir = reader.m.ir_type(piece);
        let of = vec![reader.bind("it", piece, ir, place)];
        if let Ok(value) = start.map(|start| reader.read_as(start, ty)).transpose() {
            found.push(Start { kinds, of, value, binders: reader.binders });
        }
    }
    found
}

/// A state, at every index.
fn state_start(builder: &mut Builder<'_>, at: usize) -> Made<Start> {
    let Some(state) = builder.world.states.get(at) else { bug!("no state {at}") };
    let (ty, start, params, taken) = (state.ty, state.start, state.params.clone(), state.taken);
    let (file, place) = (state.file, Place::new(state.file, Span::default()));
    let stage = super::taken::stage(builder, taken);
    let mut reader = Reader::open(builder, file, place);
    reader.stage = stage;
    let of = params.iter().map(|param| reader.bind(&param.name, param.ty, param.ir, param.at)).collect();
    let value = start.map(|start| reader.read_as(start, ty)).transpose()?;
    Ok(Start { kinds: Kinds::default(), of, value, binders: reader.binders })
}

impl Writer<'_, '_> {
    /// A field as it is at the start, on every counter that has it.
    pub(crate) fn begin_field(&mut self, at: usize, lines: &mut Lines) {
        let Some(field) = self.m.world.fields.get(at) else { bug!("no field {at}") };
        let noun = Noun::Piece(field.pieces);
        self.on_every_counter(noun, lines, |writer, var, body| writer.begin_field_of(at, var, body));
    }

    fn on_every_counter(&mut self, noun: Noun, lines: &mut Lines, what: impl FnOnce(&mut Self, LocalId, &mut Lines)) {
        let counters = self.m.counters;
        let over = self.add(Expr::All(counters));
        let one = self.m.ir_type(Ty::One(noun));
        let var = self.local(" each", one, false);
        let rest = self.local(" rest", Type::Set(counters), true);
        let mut body = Lines::default();
        what(self, var, &mut body);
        lines.0.push(self.stmt(StmtKind::For { var, rest, over, body: body.block() }));
    }

    /// The field of this counter as it is at the start, if it has the field.
    fn begin_field_of(&mut self, at: usize, var: LocalId, lines: &mut Lines) {
        let Some(field) = self.m.world.fields.get(at) else { bug!("no field {at}") };
        let (ir, Stored::Cell(cell)) = (field.ir, field.stored) else { return };
        let starts = self.m.starts.clone();
        for start in starts.fields.get(at).into_iter().flatten() {
            let value = self.with_binders(&start.binders, |writer| {
                start.of.iter().for_each(|it| writer.is_kept_in(*it, var));
                writer.emit_start(start.value.as_ref(), ir)
            });
            let mut body = Lines::default();
            let piece = self.get(var);
            self.set_cell(cell, vec![piece], value, &mut body);
            lines.0.extend(self.only_kinds(start.kinds, var, body).0);
        }
    }

    /// Only for counters of these kinds.
    fn only_kinds(&mut self, kinds: Kinds, var: LocalId, body: Lines) -> Block {
        if kinds == self.m.world.all_pieces() {
            return body.block();
        }
        match self.is_one_of(var, kinds) {
            Some(cond) => Block(vec![self.stmt(StmtKind::If { cond, then: body.block(), other: Block::default() })]),
            None => Block::default(),
        }
    }

    /// Is the counter of one of these kinds? Nothing to ask where it is of any.
    pub(crate) fn is_one_of(&mut self, counter: LocalId, kinds: Kinds) -> Option<ExprId> {
        if kinds == self.m.world.all_pieces() {
            return None;
        }
        let mut cond = None;
        for piece in kinds.each() {
            let table = self.m.world.kind_of(Kinds::of(piece)).map(|kind| kind.table);
            let Some(table) = table else { continue };
            let one = self.get(counter);
            let test = self.look(table, vec![one]);
            cond = Some(cond.map_or(test, |before| self.binary(wgr_runtime::ir::BinaryOp::Or, before, test)));
        }
        cond
    }

    /// A state as it is at the start, at every index. What is taken as something begins is nothing until then.
    pub(crate) fn begin_state(&mut self, at: usize, lines: &mut Lines) {
        let Some(state) = self.m.world.states.get(at) else { bug!("no state {at}") };
        if state.taken.is_empty() {
            self.at_every_index(at, lines, |_, _, body| body);
        }
    }

    /// What a state begins with, at every index; `only` says where.
    pub(super) fn at_every_index(
        &mut self,
        at: usize,
        lines: &mut Lines,
        only: impl FnOnce(&mut Self, &[LocalId], Lines) -> Lines,
    ) {
        let Some(state) = self.m.world.states.get(at) else { bug!("no state {at}") };
        let (cell, ir, params) = (state.cell, state.ir, state.params.clone());
        let starts = self.m.starts.clone();
        // What is refused has been told.
        let Some(start) = starts.states.get(at).and_then(Option::as_ref) else { return };
        let (locals, value) = self.with_binders(&start.binders, |writer| {
            let locals: Vec<LocalId> = start.of.iter().map(|local| writer.new_slot(*local)).collect();
            (locals, writer.emit_start(start.value.as_ref(), ir))
        });
        let index = locals.iter().map(|local| self.get(*local)).collect();
        let mut body = Lines::default();
        self.set_cell(cell, index, value, &mut body);
        let mut body = only(self, &locals, body);
        for (param, local) in params.iter().zip(locals).rev() {
            let Some(noun) = param.ty.noun() else { return };
            let domain = self.m.domain_of(noun);
            let over = self.add(Expr::All(domain));
            let rest = self.local(" rest", Type::Set(domain), true);
            let inner = std::mem::take(&mut body).block();
            let stmt = self.stmt(StmtKind::For { var: local, rest, over, body: inner });
            body.0.push(stmt);
        }
        lines.0.extend(body.0);
    }

    /// What something is at the start; of what nothing is said, the least.
    pub(super) fn emit_start(&mut self, start: Option<&hir::Expr>, ir: Type) -> ExprId {
        match (start, ir) {
            (Some(start), _) => self.emit(start),
            (None, Type::Set(domain)) => self.add(Expr::Empty(domain)),
            (None, Type::Scalar(Scalar { what: What::Id(domain), .. }))
                if ir.scalar().is_some_and(|scalar| scalar.is_opt()) =>
            {
                self.add(Expr::None(domain))
            }
            (None, Type::Scalar(scalar)) => {
                let zero = scalar.zero();
                self.add(Expr::Literal { value: zero, ty: Scalar { what: scalar.what, lo: zero, hi: zero } })
            }
        }
    }
}

impl Reader<'_, '_> {
    fn scene_line(&mut self, line: &SceneLine, scenario: bool, lines: &mut hir::Block) -> Made<()> {
        match line {
            SceneLine::Place { hex, units, .. } if let Some(index) = self.named_box(hex) => {
                let mut done = Ok(());
                for unit in units {
                    if self.scene_unit(unit, Spot::Box(index, hex), units, lines).is_err() {
                        done = Err(ErrorReported);
                    }
                }
                done
            }
            SceneLine::Place { hex, units, .. } if self.is_no_place(hex) => {
                let value = units.first().map_or("..", |unit| unit.name.text.as_str());
                Err(self.tell(says::colon_of_a_state(&hex.text, value, self.place(hex.span))))
            }
            SceneLine::Place { hex, units, .. } => {
                let number = ast::Expr { span: hex.span, kind: ast::ExprKind::Number(hex.text.clone()) };
                let spot = self.m.world.entry(&hex.text);
                let place = match spot {
                    Some(Entry::Spot(_)) => ast::Expr { span: hex.span, kind: ast::ExprKind::Name(hex.clone()) },
                    _ => number,
                };
                let mut done = Ok(());
                for unit in units {
                    if self.scene_unit(unit, Spot::Hex(&place), units, lines).is_err() {
                        done = Err(ErrorReported);
                    }
                }
                done
            }
            SceneLine::Turns { from, to, span, .. } => {
                let at = self.place(*span);
                if !scenario {
                    return Err(self.tell(says::turns_of_a_scene(at)));
                }
                let ends = self.turns_of_scenario(from, to)?;
                let ty = self.m.turns.ty();
                for (cell, value) in [Some(self.m.turn), self.m.last_turn].into_iter().flatten().zip(ends) {
                    lines.push(Stmt { kind: Said::Keep(Target { cell, index: Vec::new(), ty, at }, value), at });
                }
                Ok(())
            }
            SceneLine::State { name, args, value, .. } if args.is_empty() && name.text == "turn" => {
                let at = self.place(name.span);
                let (turn, _) = self.one_turn(value)?;
                if scenario {
                    let (last, line) = (self.last_of_all(), Span { start: name.span.start, end: value.span.end });
                    let first = self.m.sources.text(self.place(value.span)).to_owned();
                    return Err(self.tell(says::turn_of_a_scenario(&first, last.as_deref(), self.place(line))));
                }
                let target = Target { cell: self.m.turn, index: Vec::new(), ty: self.m.turns.ty(), at };
                lines.push(Stmt { kind: Said::Keep(target, turn), at });
                Ok(())
            }
            SceneLine::State { name, args, value, .. }
                if args.is_empty() && matches!(self.m.world.entry(&name.text), Some(Entry::Run(_))) =>
            {
                let (target, value) = self.run_of_scene(name, value, scenario)?;
                lines.push(Stmt { kind: Said::Keep(target, value), at: self.place(name.span) });
                Ok(())
            }
            SceneLine::State { name, args, value, .. } => {
                let at = self.place(name.span);
                let kind = match args.as_slice() {
                    [] => ast::ExprKind::Name(name.clone()),
                    args => ast::ExprKind::Call(name.clone(), args.to_vec()),
                };
                let target = self.target(&ast::Expr { span: name.span, kind })?;
                if let Some(of) = target.index.iter().find(|of| !is_printed(of)) {
                    return Err(self.tell(says::state_of_what(&name.text, of.at)));
                }
                let value = self.read_as(value, target.ty)?;
                lines.push(Stmt { kind: Said::Keep(target, value), at });
                Ok(())
            }
            SceneLine::Broken(_) => Err(ErrorReported),
        }
    }

    /// `turn: 3`: a state, where a hex stands.
    fn is_no_place(&self, hex: &ast::Name) -> bool {
        matches!(hex.text.as_str(), "turn" | "phase") || matches!(self.m.world.entry(&hex.text), Some(Entry::State(_)))
    }

    /// A counter, or all copies of one, with what differs from the start.
    fn scene_unit(
        &mut self,
        unit: &ast::SceneUnit,
        place: Spot<'_>,
        beside: &[ast::SceneUnit],
        lines: &mut hir::Block,
    ) -> Made<()> {
        let at = self.place(unit.name.span);
        let named = self.m.world.counters_called(&unit.name.text).to_vec();
        if let (true, Some(print)) = (named.is_empty(), print_named(self.m, &unit.name.text)) {
            let Some(piece) = self.m.world.prints.as_ref().and_then(|prints| prints.lines.get(print)) else {
                return Err(ErrorReported);
            };
            let piece = piece.piece;
            let ir = self.m.ir_type(Ty::One(Noun::Piece(Kinds::of(piece))));
            for _ in 0..unit.copies.unwrap_or(1).min(MOST_ALIKE) {
                let counter = self.binder(" laid", ir);
                lines.push(Stmt { kind: Said::Take { print, counter }, at });
                self.lay((unit, beside), piece, place, lines, || Kind::Local(counter))?;
            }
            return Ok(());
        }
        if let (Some(_), [first, ..]) = (unit.copies, named.as_slice()) {
            let name = self.m.world.counters.get(*first).map_or("", |def| def.name.as_str()).to_owned();
            return Err(self.tell(says::copies_laid(&unit.name.text, &name, at)));
        }
        if named.is_empty() {
            let prints = self.m.world.prints.iter().flat_map(|prints| &prints.lines).map(|print| print.name.clone());
            let known: Vec<String> = self.m.world.counters.iter().map(|def| def.name.clone()).chain(prints).collect();
            let told = self.m.copies_in_a_name(&unit.name.text);
            return Err(self.tell(told.unwrap_or_else(|| says::unknown_name("counter", &unit.name.text, &known, at))));
        }
        for counter in named {
            let Some(piece) = self.m.world.counters.get(counter).map(|def| def.piece) else { continue };
            let noun = Noun::Piece(Kinds::of(piece));
            self.lay((unit, beside), piece, place, lines, || Kind::Member(noun, counter as i64))?;
        }
        Ok(())
    }

    /// A counter in its hex or box, with what differs from the start.
    fn lay(
        &mut self,
        (unit, beside): (&ast::SceneUnit, &[ast::SceneUnit]),
        piece: usize,
        place: Spot<'_>,
        lines: &mut hir::Block,
        counter: impl Fn() -> Kind,
    ) -> Made<()> {
        let at = self.place(unit.name.span);
        let one = || hir::Expr::new(counter(), Ty::One(Noun::Piece(Kinds::of(piece))), at);
        match place {
            Spot::Hex(place) => {
                let hex = self.read_as(place, Ty::One(Noun::Hex))?;
                lines.push(Stmt { kind: Said::Lay { piece: one(), hex }, at });
            }
            Spot::Box(index, name) => lines.push(self.laid_in_a_box(one(), piece, (index, name))?),
        }
        for (field, value) in &unit.with {
            let of = ast::Expr { span: unit.name.span, kind: ast::ExprKind::Name(unit.name.clone()) };
            if let Some(told) = self.value_alone(Kinds::of(piece), field) {
                return Err(self.tell(told));
            }
            let index = self.field_of(Kinds::of(piece), field, &of)?;
            let Some(def) = self.m.world.fields.get(index) else { return Err(ErrorReported) };
            let (stored, ty) = (def.stored, def.ty);
            let print = self.m.world.prints.as_ref().map(|prints| Stored::Cell(prints.cell));
            let (Stored::Cell(cell), false) = (stored, print == Some(stored)) else {
                let at = self.place(field.span);
                return Err(self.tell(says::printed_stays(&field.text, at)));
            };
            self.laid_with_bearer((field, value), cell, beside)?;
            let value = self.read_as(value, ty)?;
            lines.push(Stmt { kind: Said::Keep(Target { cell, index: vec![one()], ty, at }, value), at });
        }
        Ok(())
    }
}

/// Where a set-up lays counters.
#[derive(Clone, Copy)]
enum Spot<'s> {
    Hex(&'s ast::Expr),
    Box(usize, &'s ast::Name),
}

/// `begin_piece(it)`: everything about a counter is as at the start. So it is when the game begins, and once it is removed.
pub(super) fn begin_piece(builder: &mut Builder<'_>) -> Option<FuncId> {
    let at = builder.world.counters.first()?.at;
    let ty = Ty::One(Noun::Piece(builder.world.all_pieces()));
    let params = vec![("it".to_owned(), builder.ir_type(ty))];
    let func = builder.declare("begin_piece", FuncKind::Effect, params, None, at);
    let mut writer = Writer::open(builder, func, at);
    let mut lines = Lines::default();
    for field in 0..writer.m.world.fields.len() {
        writer.begin_field_of(field, LocalId(0), &mut lines);
    }
    writer.done(Body::Code(lines.block()));
    Some(func)
}

/// `begin_game()`: every counter and every state is as at the start.
fn begin_game(builder: &mut Builder<'_>) -> Option<FuncId> {
    let at = builder.world.scenes.first().map(|(file, scene)| Place::new(*file, scene.name.span))?;
    let func = builder.declare("begin_game", FuncKind::Effect, Vec::new(), None, at);
    let mut writer = Writer::open(builder, func, at);
    let mut lines = Lines::default();
    writer.begin_boxes(&mut lines);
    if let Some(begin) = writer.m.begin_piece {
        let all = Noun::Piece(writer.m.world.all_pieces());
        writer.on_every_counter(all, &mut lines, |writer, var, body| {
            let args = vec![writer.get(var)];
            body.0.push(writer.stmt(StmtKind::Call { into: None, fresh: false, func: begin, args }));
        });
    }
    for state in 0..writer.m.world.states.len() {
        writer.begin_state(state, &mut lines);
    }
    writer.done(Body::Code(lines.block()));
    Some(func)
}

/// A procedure for each set-up.
fn setups(builder: &mut Builder<'_>) -> Vec<FuncId> {
    let begin = begin_game(builder);
    let mut made = Vec::new();
    for index in 0..builder.world.scenes.len() {
        let Some((file, scene)) = builder.world.scenes.get(index).copied() else { continue };
        for case in &scene.cases {
            builder.cite(file, case);
        }
        for line in &scene.lines {
            if let SceneLine::Turns { cases, .. } = line {
                cases.iter().for_each(|case| builder.cite(file, case));
            }
        }
        let like = like::lines(builder, file, scene);
        laid_once(builder, file, scene, &like);
        said_once(builder, file, scene);
        let at = Place::new(file, scene.name.span);
        let func = builder.declare(&format!("setup_{}", scene.name.text), FuncKind::Procedure, Vec::new(), None, at);
        let mut reader = Reader::open(builder, file, at);
        let mut lines = hir::Block::new();
        let keep = |cell, ty, kind| {
            let target = Target { cell, index: Vec::new(), ty, at };
            Stmt { kind: Said::Keep(target, hir::Expr::new(kind, ty, at)), at }
        };
        let names = [&scene.name].into_iter().filter(|_| scene.scenario).chain(&scene.with).chain(&scene.like);
        if let Some(member) = names.into_iter().find_map(|name| reader.member_of(SCENARIO, &name.text)) {
            let noun = Noun::Enum(SCENARIO);
            lines.push(keep(reader.m.scenario, Ty::One(noun), Kind::Member(noun, member)));
        }
        // Of a scenario players are asked.
        for option in reader.m.world.options.iter().filter(|_| !scene.scenario) {
            let named = |names: &[ast::Name]| names.iter().any(|name| name.text == option.ast.name.text);
            let is_in = named(&scene.with) || option.ast.usual && !named(&scene.without);
            lines.push(keep(option.cell, Ty::YesNo, Kind::Truth(is_in)));
        }
        lines.extend(begin.map(|begin| Stmt { kind: Said::Perform(begin, Vec::new(), None), at }));
        // What is refused has been told; the other lines still count.
        for (file, line) in &like {
            let own = std::mem::replace(&mut reader.file, *file);
            let _ = reader.scene_line(line, scene.scenario, &mut lines);
            reader.file = own;
        }
        for line in scene.lines.iter().filter(|line| scene.like.is_none() || !like::leaves_empty(line)) {
            let _ = reader.scene_line(line, scene.scenario, &mut lines);
        }
        let binders = reader.binders;
        builder.has_read(func, binders, hir::Body::Code(lines), at);
        made.push(func);
    }
    made
}

/// The print of that name, by its number.
fn print_named(builder: &Builder<'_>, name: &str) -> Option<usize> {
    builder.world.prints.as_ref()?.lines.iter().position(|print| print.name == name)
}

/// A counter lies in one place; `RIC1` stands for all of its counters.
fn laid_once(builder: &mut Builder<'_>, file: FileId, scene: &ast::Scene, like: &[(FileId, Cow<'_, ast::SceneLine>)]) {
    let mut laid: BTreeMap<usize, Place> = BTreeMap::new();
    let mut prints: Vec<(usize, Place)> = Vec::new();
    let like = like.iter().map(|(file, line)| (*file, line.as_ref()));
    for (file, line) in like.chain(scene.lines.iter().map(|line| (file, line))) {
        let SceneLine::Place { units, .. } = line else { continue };
        for unit in units {
            let at = Place::new(file, unit.name.span);
            if let Some(print) = print_named(builder, &unit.name.text) {
                let copies = unit.copies.unwrap_or(1).min(MOST_ALIKE);
                prints.extend((0..copies).map(|_| (print, at)));
                continue;
            }
            let twice = builder.world.counters_called(&unit.name.text).iter().find_map(|one| laid.insert(*one, at));
            if let Some(first) = twice {
                builder.tell(says::laid_twice(&unit.name.text, at, first));
            }
        }
    }
    let Some(known) = &builder.world.prints else { return };
    let over = known.lines.iter().enumerate().filter_map(|(print, def)| {
        let beyond = prints.iter().filter(|(laid, _)| *laid == print).nth(def.count as usize);
        beyond.map(|(_, at)| says::laid_too_often(&def.name, def.count, *at))
    });
    let over: Vec<Diagnostic> = over.collect();
    builder.said().told.extend(over);
}

/// What is there before anything is laid out: a hex, a counter, a member, a number.
fn is_printed(of: &hir::Expr) -> bool {
    match &of.kind {
        Kind::Number { .. } | Kind::Truth(_) | Kind::Member(..) => true,
        Kind::Between(ends) => ends.iter().all(is_printed),
        Kind::Surely(inner) => is_printed(inner),
        _ => false,
    }
}

/// A state, the turn, the turns that are played: each is said by one line.
fn said_once(builder: &mut Builder<'_>, file: FileId, scene: &ast::Scene) {
    let mut said: BTreeMap<String, Place> = BTreeMap::new();
    for line in &scene.lines {
        let (name, span) = match line {
            SceneLine::Turns { span, .. } => ("turns".to_owned(), *span),
            SceneLine::State { name, args, .. } => {
                let args = args.iter().map(|arg| builder.sources.text(Place::new(file, arg.span)));
                let args = args.collect::<Vec<_>>().join(", ");
                (if args.is_empty() { name.text.clone() } else { format!("{}({args})", name.text) }, name.span)
            }
            SceneLine::Place { .. } | SceneLine::Broken(_) => continue,
        };
        let at = Place::new(file, span);
        if let Some(first) = said.insert(name.clone(), at) {
            builder.tell(says::said_twice_in_a_scene(&name, at, first));
        }
    }
}

/// The sequence of play as a procedure, if there is one.
fn sequence(builder: &mut Builder<'_>) -> Option<FuncId> {
    let items: Vec<(FileId, &ast::Sequence, Place)> = builder
        .items()
        .filter_map(|(file, item)| match &item.kind {
            ItemKind::Sequence(sequence) => Some((file, sequence, Place::new(file, item.head))),
            _ => None,
        })
        .collect();
    let ((file, sequence, at), rest) = items.split_first()?;
    if let Some((_, _, again)) = rest.first() {
        let what = says::second_sequence(*again, *at);
        builder.tell(what);
    }
    let func = builder.declare("sequence", FuncKind::Procedure, Vec::new(), None, *at);
    let mut reader = Reader::open(builder, *file, *at);
    reader.stage = Some(super::Stage { phase: None, of_a_side: false, on_the_way: true, runs: Vec::new() });
    let mut lines = hir::Block::new();
    // What is refused has been told.
    let _ = reader.read_lines(&sequence.body, &mut lines);
    reader.told_if_missed(&sequence.body, *at, &mut lines);
    let binders = reader.binders;
    builder.has_read(func, binders, hir::Body::Code(lines), *at);
    Some(func)
}

/// `main`: which beginning, then the game, then who has won.
pub(super) fn main(builder: &mut Builder<'_>, starts: Starts) {
    let setups = setups(builder);
    builder.setups.clone_from(&setups);
    let sequence = sequence(builder);
    let victory = builder.world.rows.iter().find(|def| def.ast.kind == RowsKind::Victory).map(|def| def.func);
    let nowhere = Place::new(FileId(0), wgr_grammar::Span::new(0, 0));
    let ending = builder.ir_type(builder.world.ending());
    let func = builder.declare("main", FuncKind::Procedure, Vec::new(), Some(ending), nowhere);
    let mut beginnings = Vec::new();
    let mut phases = BTreeMap::new();
    for ((file, scene), setup) in builder.world.scenes.clone().into_iter().zip(setups) {
        if !scene.scenario && starts == Starts::Scenarios {
            continue;
        }
        let at = Place::new(file, scene.name.span);
        let begins = if scene.scenario { Ok(None) } else { begins_in(builder, file, scene, &mut phases).map(Some) };
        // What is refused has been told.
        beginnings.extend(begins.map(|begins| (scene.name.text.clone(), setup, begins, at)));
    }
    let mut writer = Writer::open(builder, func, nowhere);
    let arms = beginnings.into_iter().map(|(name, setup, begins, at)| {
        writer.stand_at(at);
        let body = begin(&mut writer, setup, begins, sequence, victory);
        Arm { name, each: None, guard: None, body }
    });
    let arms: Vec<Arm> = arms.collect();
    let site = writer.m.intern_site(Site { cases: Vec::new(), title: "Which game?".to_owned() });
    let mut lines = Lines::default();
    if !arms.is_empty() {
        let by = writer.member(Noun::Enum(SIDE), 0);
        let ask = writer.stmt(StmtKind::Ask(Ask { by, site, start: false, order: false, arms, otherwise: None }));
        lines.0.push(ask);
    }
    let draw = draw(&mut writer);
    lines.0.push(writer.stmt(StmtKind::Return(Some(draw))));
    writer.done(Body::Code(lines.block()));
    builder.program.main = Some(func);
}

/// How a game ends of which nothing says who has won. With grades no game comes to it, for then something says it.
fn draw(writer: &mut Writer<'_, '_>) -> ExprId {
    let outcome = writer.m.world.outcome;
    let draw = if outcome == OUTCOME { writer.m.world.member_of(OUTCOME, "draw") } else { Some(0) };
    let Some(draw) = draw else { bug!("no outcome is a draw") };
    writer.member(Noun::Enum(outcome), draw)
}

fn begin(
    writer: &mut Writer<'_, '_>,
    setup: FuncId,
    begins: Option<Begins>,
    sequence: Option<FuncId>,
    victory: Option<FuncId>,
) -> Block {
    let mut lines = Lines::default();
    let (turn, first) = (writer.m.turn, writer.first_turn_of_all());
    writer.set_cell(turn, Vec::new(), first, &mut lines);
    // A scenario may play fewer; its own lines say so.
    if let Some(last) = writer.m.last_turn {
        let of_scenario = begins.as_ref().and_then(|begins| begins.last_turn);
        let turn = match of_scenario {
            Some(turn) => writer.turn(turn),
            None => writer.last_turn_of_all(),
        };
        writer.set_cell(last, Vec::new(), turn, &mut lines);
    }
    if begins.is_none() {
        which_options(writer, &mut lines);
    }
    writer.do_call(setup, Vec::new(), &mut lines);
    let (first, yes) = (writer.m.first_turn, writer.truth(true));
    writer.set_cell(first, Vec::new(), yes, &mut lines);
    if let Some(Begins { phase, side, printing, last_turn: _ }) = begins {
        if let (Some(printing), Some((_, from))) = (printing, writer.m.printing) {
            let which = writer.number(printing, 1);
            writer.set_cell(from, Vec::new(), which, &mut lines);
        }
        let (phase, side) = ((Noun::Enum(PHASE), phase), (Noun::Enum(SIDE), side));
        let m = &writer.m;
        let all = [(m.from_phase, phase), (m.from_side, side), (m.phasing, side), (m.phase, phase)];
        for (cell, (noun, member)) in all {
            let value = writer.member(noun, member);
            writer.set_cell(cell, Vec::new(), value, &mut lines);
        }
    }
    writer.take_all(&mut lines);
    // No rule acts while a game is laid out: what is so then has not become so.
    writer.look_at_rules(Look::Known, &mut lines);
    if let Some(sequence) = sequence {
        writer.do_call(sequence, Vec::new(), &mut lines);
    }
    let result = match victory {
        Some(victory) => writer.call(victory, Vec::new()),
        None => draw(writer),
    };
    lines.0.push(writer.stmt(StmtKind::Return(Some(result))));
    lines.block()
}

/// Which options are in is asked before a scenario is laid out.
fn which_options(writer: &mut Writer<'_, '_>, lines: &mut Lines) {
    for option in writer.m.world.options.clone() {
        writer.stand_at(Place::new(option.file, option.ast.name.span));
        let cases = option.ast.cases.iter().map(|case| case.text.clone()).collect();
        let title = option.ast.title.as_ref().map_or(&option.ast.name.text, |title| &title.text);
        let site = writer.m.intern_site(Site { cases, title: format!("With {title}?") });
        let arms = [("yes", true), ("no", false)].map(|(name, is_in)| {
            let mut body = Lines::default();
            let value = writer.truth(is_in);
            writer.set_cell(option.cell, Vec::new(), value, &mut body);
            Arm { name: name.to_owned(), each: None, guard: None, body: body.block() }
        });
        let by = writer.member(Noun::Enum(SIDE), 0);
        let ask = writer.stmt(StmtKind::Ask(Ask {
            by,
            site,
            start: false,
            order: false,
            arms: arms.into(),
            otherwise: None,
        }));
        lines.0.push(ask);
    }
}

/// Where a scene begins.
struct Begins {
    phase: i64,
    side: i64,
    /// Of a phase that is printed under several titles: in which one.
    printing: Option<i64>,
    /// The last turn that its scenario plays, where it names one that says so.
    last_turn: Option<i64>,
}

/// Where a phase stands in the sequence, whose it is there, and in which turns.
struct InSequence {
    goals: Vec<Goal>,
    turns: Option<Vec<(i64, Option<i64>)>>,
}

/// A scene begins in a phase of a side. `phases`: those that were looked for before.
fn begins_in<'a>(
    builder: &mut Builder<'_>,
    file: FileId,
    scene: &'a ast::Scene,
    phases: &mut BTreeMap<&'a str, InSequence>,
) -> Made<Begins> {
    let at = Place::new(file, scene.name.span);
    let (Some(phase), Some(side)) = (&scene.phase, &scene.side) else {
        return Err(builder.tell(says::scene_without_phase(at)));
    };
    let Some(member) = side_named(builder, file, side) else { return Err(ErrorReported) };
    let Some(index) = builder.world.member_of(PHASE, &phase.text) else {
        let known: Vec<String> = builder.phases.keys().cloned().collect();
        let at = Place::new(file, phase.span);
        return Err(no_such_phase(builder, &phase.text, &known, at));
    };
    let found = phases.entry(&phase.text).or_insert_with(|| InSequence {
        goals: goals_everywhere(builder, &phase.text),
        turns: super::turns::of_phase(builder, &phase.text),
    });
    has_that_phase(builder, file, (&found.goals, phase), side)?;
    in_that_turn(builder, file, scene, (found, phase))?;
    super::runs::in_that_run(builder, file, scene, phase)?;
    let printing = printing(builder, file, (phase, scene.printing.as_ref(), &side.text), &found.goals)?;
    let last_turn = super::turns::of_scenario(builder, scene).map(|(_, (_, last))| last);
    Ok(Begins { phase: index, side: member as i64, printing, last_turn })
}

/// A phase belongs to the turns in whose block it stands.
fn in_that_turn(
    builder: &mut Builder<'_>,
    file: FileId,
    scene: &ast::Scene,
    (found, phase): (&InSequence, &ast::Name),
) -> Made<()> {
    let said = super::turns::of_scene(scene);
    let Some(numbers) = builder.turns.numbers() else { return Ok(()) };
    if let (Some((scenario, (first, last))), Some((turn, span))) = (super::turns::of_scenario(builder, scene), said)
        && numbers.contains(&turn)
        && !(first..=last).contains(&turn)
    {
        let at = Place::new(file, span);
        return Err(builder.tell(says::turn_of_another_scenario(turn, &scenario, (first, last), at)));
    }
    let Some(all) = &found.turns else { return Ok(()) };
    let turn = said.map_or(*numbers.start(), |(turn, _)| turn);
    // A turn that the game does not have is told where it stands.
    if !numbers.contains(&turn) || all.iter().any(|(from, to)| *from <= turn && to.is_none_or(|to| turn <= to)) {
        return Ok(());
    }
    let at = Place::new(file, phase.span);
    let line = said.map(|(_, span)| Place::new(file, span));
    Err(builder.tell(says::phase_of_other_turns(&phase.text, turn, all, at, line)))
}

/// In player turns a phase belongs to the sides that have it.
fn has_that_phase(
    builder: &mut Builder<'_>,
    file: FileId,
    (goals, phase): (&[Goal], &ast::Name),
    side: &ast::Name,
) -> Made<()> {
    if goals.is_empty() {
        // It stands where it has no meaning, which has been told.
        return Err(ErrorReported);
    }
    if goals.iter().any(|goal| goal.is_of(&side.text)) {
        return Ok(());
    }
    if let Some(at) = crate::translate::idle::lists_of_turns(builder, &side.text) {
        // Each scene of that side says the same.
        return Err(builder.tell(says::scenes_without_a_turn(&side.text, builder.sources.text(at), at)));
    }
    let mut sides: Vec<String> = goals.iter().flat_map(Goal::sides).cloned().collect();
    sides.dedup();
    Err(builder.tell(says::phase_of_others(&phase.text, &side.text, &sides, Place::new(file, side.span))))
}

/// Which of several phases of one name it begins in: the one of that title, or the only one of that side.
fn printing(
    builder: &Builder<'_>,
    file: FileId,
    (phase, said, side): (&ast::Name, Option<&ast::Text>, &str),
    goals: &[Goal],
) -> Made<Option<i64>> {
    let mut titles: Vec<Option<&str>> = goals.iter().filter(|goal| goal.is_of(side)).map(Goal::title).collect();
    titles.dedup();
    let title = match (said, titles.as_slice()) {
        (None, [only]) => *only,
        (Some(said), _) if titles.contains(&Some(said.text.as_str())) => Some(said.text.as_str()),
        (_, all) => {
            let at = Place::new(file, said.map_or(phase.span, |said| said.span));
            let known: Vec<&str> = all.iter().copied().flatten().collect();
            return Err(builder.tell(says::which_printing(
                &phase.text,
                said.map(|said| said.text.as_str()),
                &known,
                at,
            )));
        }
    };
    Ok(builder.world.printing(&phase.text, title))
}
