//! The sequence of play: turns, player turns, phases, and the asks with which actions begin.

use crate::diag::{Place, says};
use crate::source::FileId;
use crate::translate::maker::{Made, Maker, Told};
use crate::translate::ty::{Noun, Ty};
use crate::translate::world::{Entry, PHASE, SIDE, Stored};
use crate::translate::writer::{Lines, Writer};
use std::collections::BTreeSet;
use wgr_grammar::ast::{self, ItemKind, StmtKind as Said};
use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, Body, Expr, ExprId, FoldOp, FuncId, FuncKind, LocalId, StmtKind, Type,
};

/// A procedure for each phase, so that a scene can begin with any of them.
pub(super) fn phases(maker: &mut Maker<'_>) {
    let mut found: Vec<(FileId, &ast::Stmt)> = Vec::new();
    for (file, item) in maker.items() {
        if let ItemKind::Sequence(sequence) = &item.kind {
            for case in &sequence.cases {
                maker.cite(file, case);
            }
            collect(file, &sequence.body, &mut found);
        }
    }
    let mut made: Vec<(FileId, &ast::Stmt, FuncId)> = Vec::new();
    for (file, stmt) in found {
        let Said::Phase { name, .. } = &stmt.kind else { continue };
        let at = Place::new(file, name.span);
        let func = maker.declare(&format!("phase_{}", name.text), FuncKind::Procedure, Vec::new(), None, at);
        maker.phases.insert(name.text.clone(), func);
        made.push((file, stmt, func));
    }
    for (file, stmt, func) in made {
        phase(maker, file, stmt, func);
    }
}

/// `during` and `until end of` name phases of the sequence. A game that has none yet, or one that cannot be read whole,
/// is not held to them.
pub(super) fn named(maker: &mut Maker<'_>) {
    let mut known = maker.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
    if known.is_empty() || maker.items().any(|(file, item)| sequence_is_broken(maker, file, item)) {
        return;
    }
    let mut wanted: Vec<(FileId, &ast::Name)> = Vec::new();
    for (file, item) in maker.items() {
        if let ItemKind::Action(action) = &item.kind {
            wanted.extend(action.during.iter().map(|phase| (file, phase)));
        }
    }
    let actions = wanted.len();
    wanted.extend(maker.world.fields.iter().filter_map(|field| Some((field.at.file, &field.until?.phase))));
    wanted.extend(maker.world.states.iter().filter_map(|state| Some((state.file, &state.until?.phase))));
    for (index, (file, phase)) in wanted.into_iter().enumerate() {
        // What is given for a while may last until the turn ends.
        if index == actions {
            known.push("turn".to_owned());
        }
        let is_known = known.contains(&phase.text) || index >= actions && phase.text == "player_turn";
        if !is_known {
            maker.tell(says::unknown_name("phase", &phase.text, &known, Place::new(file, phase.span)));
        }
    }
}

/// What a limit counts within.
const PERIODS: [&str; 4] = ["phase", "turn", "player turn", "game"];

/// `once per phase`: there is nothing else that a limit could be counted in.
pub(super) fn periods(maker: &mut Maker<'_>) {
    let mut wanted: Vec<(FileId, &ast::Name)> = Vec::new();
    for (file, item) in maker.items() {
        match &item.kind {
            ItemKind::Action(action) => wanted.extend(action.limits.iter().map(|limit| (file, &limit.per))),
            ItemKind::Limit(limit) => wanted.push((file, &limit.per)),
            _ => {}
        }
    }
    let known: Vec<String> = PERIODS.iter().map(|period| (*period).to_owned()).collect();
    for (file, per) in wanted {
        if !PERIODS.contains(&per.text.as_str()) {
            maker.tell(says::unknown_name("period", &per.text, &known, Place::new(file, per.span)));
        }
    }
}

/// A phase in a line that could not be read has no name.
fn sequence_is_broken(maker: &Maker<'_>, file: FileId, item: &ast::Item) -> bool {
    if let ItemKind::Broken { .. } = &item.kind {
        return maker.sources.text(Place::new(file, item.span)).trim_start().starts_with("sequence");
    }
    let mut broken = false;
    if let ItemKind::Sequence(_) = &item.kind {
        crate::translate::walk::statements(item, &mut |stmt| broken |= matches!(stmt.kind, Said::Broken));
    }
    broken
}

fn collect<'a>(file: FileId, block: &'a ast::Block, found: &mut Vec<(FileId, &'a ast::Stmt)>) {
    for stmt in &block.stmts {
        match &stmt.kind {
            Said::Phase { block, .. } => {
                found.push((file, stmt));
                collect(file, block, found);
            }
            Said::Turns { block, .. } | Said::PlayerTurns { block, .. } | Said::Step(block) => {
                collect(file, block, found);
            }
            _ => {}
        }
    }
}

fn phase(maker: &mut Maker<'_>, file: FileId, stmt: &ast::Stmt, func: FuncId) {
    let Said::Phase { name, block } = &stmt.kind else { return };
    for case in &stmt.cases {
        maker.cite(file, case);
    }
    let at = Place::new(file, name.span);
    let mut writer = Writer::open(maker, file, func, &[], at);
    let mut lines = Lines::default();
    let index = writer.member_of(PHASE, &name.text).unwrap_or_default();
    let (cell, value) = (writer.m.phase, writer.member(Noun::Enum(PHASE), index));
    writer.set_cell(cell, Vec::new(), value, &mut lines);
    let (from, none) = (writer.m.from_phase, {
        let domain = writer.m.domain_of(Noun::Enum(PHASE));
        writer.add(Expr::None(domain))
    });
    writer.set_cell(from, Vec::new(), none, &mut lines);
    writer.forget_uses("phase", &mut lines);
    // What is refused has been told; the rest of the phase still counts.
    let _ = writer.lines(block, &mut lines);
    writer.settle(&mut lines);
    writer.ends_of(&name.text, &mut lines);
    writer.done(Body::Code(lines.block()));
}

impl<'a> Writer<'_, 'a> {
    pub(super) fn phase(&mut self, name: &ast::Name, lines: &mut Lines) -> Made<()> {
        let Some(func) = self.m.phases.get(&name.text).copied() else { return Err(Told) };
        let index = self.member_of(PHASE, &name.text).unwrap_or_default();
        let cond = self.has_begun(index);
        let call = self.stmt(StmtKind::Call { into: None, fresh: false, func, args: Vec::new() });
        lines.0.push(self.stmt(StmtKind::If { cond, then: Block(vec![call]), other: Block::default() }));
        Ok(())
    }

    /// A scene begins in the middle of a turn: what comes before its phase is passed over.
    fn has_begun(&mut self, phase: i64) -> ExprId {
        let (from, side, phasing) = (self.m.from_phase, self.m.from_side, self.m.phasing);
        let (begins, none) = (self.read(from, Vec::new()), {
            let domain = self.m.domain_of(Noun::Enum(PHASE));
            self.add(Expr::None(domain))
        });
        let begun = self.binary(BinaryOp::Eq, begins, none);
        let (begins, here) = (self.read(from, Vec::new()), self.member(Noun::Enum(PHASE), phase));
        let this_phase = self.binary(BinaryOp::Eq, begins, here);
        let (side, phasing) = (self.read(side, Vec::new()), self.read(phasing, Vec::new()));
        let this_side = self.binary(BinaryOp::Eq, side, phasing);
        let now = self.binary(BinaryOp::And, this_phase, this_side);
        self.binary(BinaryOp::Or, begun, now)
    }

    /// Counts of uses begin anew.
    fn forget_uses(&mut self, per: &str, lines: &mut Lines) {
        let limits: Vec<_> = self.m.world.actions.iter().flat_map(|action| action.limits.iter().cloned()).collect();
        for limit in limits.iter().filter(|limit| limit.ast.per.text == per) {
            let index = self.m.program.cells.get(limit.cell.index()).map(|cell| cell.index.clone()).unwrap_or_default();
            let none = |writer: &mut Self| writer.number(0, 1);
            match index.first() {
                None => {
                    let value = none(self);
                    self.set_cell(limit.cell, Vec::new(), value, lines);
                }
                Some(scalar) => {
                    let wgr_runtime::ir::What::Id(domain) = scalar.what else { continue };
                    let over = self.add(wgr_runtime::ir::Expr::All(domain));
                    let var = self.local(" each", Type::Scalar(*scalar), false);
                    let rest = self.local(" rest", Type::Set(domain), true);
                    let mut body = Lines::default();
                    let (one, value) = (self.get(var), none(self));
                    self.set_cell(limit.cell, vec![one], value, &mut body);
                    let stmt = self.stmt(StmtKind::For { var, rest, over, body: body.block() });
                    lines.0.push(stmt);
                }
            }
        }
    }

    /// `until end of movement`: what lasts until here becomes what it was at the start.
    pub(super) fn ends_of(&mut self, what: &str, lines: &mut Lines) {
        let fields: Vec<(usize, wgr_runtime::ir::CellId)> = self
            .m
            .world
            .fields
            .iter()
            .enumerate()
            .filter(|(_, field)| field.until.is_some_and(|until| until.phase.text == what))
            .filter_map(|(at, field)| match field.stored {
                Stored::Cell(cell) => Some((at, cell)),
                Stored::Table(_) => None,
            })
            .collect();
        for (at, _) in fields {
            self.begin_field(at, lines);
        }
        let states = (0..self.m.world.states.len())
            .filter(|at| {
                let state = self.m.world.states.get(*at);
                state.and_then(|state| state.until).is_some_and(|until| until.phase.text == what)
            })
            .collect::<Vec<usize>>();
        for at in states {
            self.begin_state(at, lines);
        }
    }

    /// `turns last_turn { .. }`
    pub(super) fn turns(&mut self, count: &ast::Expr, block: &ast::Block, lines: &mut Lines) -> Made<()> {
        let turn = self.m.turn;
        let mut body = Lines::default();
        let (now, last) = (self.read(turn, Vec::new()), self.expr_as(count, Ty::COUNT)?);
        let cond = self.binary(BinaryOp::Ge, now, last);
        let leave = self.stmt(StmtKind::Break);
        body.0.push(self.stmt(StmtKind::If { cond, then: Block(vec![leave]), other: Block::default() }));
        let (now, one) = (self.read(turn, Vec::new()), self.number(1, 1));
        let next = self.binary(BinaryOp::Add, now, one);
        self.set_cell(turn, Vec::new(), next, &mut body);
        self.forget_uses("turn", &mut body);
        let inner = self.block(block)?;
        body.0.extend(inner.0);
        self.ends_of("turn", &mut body);
        const MOST: u32 = 1000;
        let round = self.local(" round", Type::int(0, i64::from(MOST)), true);
        lines.0.push(self.stmt(StmtKind::Loop { most: MOST, count: round, body: body.block() }));
        Ok(())
    }

    /// The block is a procedure of its own, called for each side.
    pub(super) fn player_turns(&mut self, sides: &[ast::Name], block: &ast::Block, lines: &mut Lines) -> Made<()> {
        let at = self.place(block.span);
        let func = self.m.declare("player_turn", FuncKind::Procedure, Vec::new(), None, at);
        let file = self.file;
        let mut inner = Writer::open(self.m, file, func, &[], at);
        let mut body = Lines::default();
        inner.forget_uses("player turn", &mut body);
        let done = inner.lines(block, &mut body);
        inner.ends_of("player_turn", &mut body);
        inner.done(Body::Code(body.block()));
        done?;
        for side in sides {
            let Some(member) = self.member_of(SIDE, &side.text) else {
                let known = self.m.world.enums.get(SIDE).map(|def| def.members.clone()).unwrap_or_default();
                let at = self.place(side.span);
                return Err(self.tell(says::unknown_name("side", &side.text, &known, at)));
            };
            let (phasing, value) = (self.m.phasing, self.member(Noun::Enum(SIDE), member));
            self.set_cell(phasing, Vec::new(), value, lines);
            lines.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func, args: Vec::new() }));
        }
        Ok(())
    }

    /// The phasing side starts actions until it passes.
    pub(super) fn any_number_of(&mut self, actions: &[ast::Name], stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let mut arms = Vec::new();
        let mut done = Ok(());
        for name in actions {
            match self.start_arm(name) {
                Ok(arm) => arms.push(arm),
                Err(Told) => done = Err(Told),
            }
        }
        done?;
        self.stand(stmt.span);
        let site = self.site(stmt, "What next?");
        let leave = self.stmt(StmtKind::Break);
        arms.push(Arm { name: "pass".to_owned(), each: None, guard: None, body: Block(vec![leave]) });
        let phasing = self.m.phasing;
        let by = self.read(phasing, Vec::new());
        let ask = self.stmt(StmtKind::Ask(Ask { by, site, start: true, arms, otherwise: None }));
        const MOST: u32 = 10_000;
        let round = self.local(" round", Type::int(0, i64::from(MOST)), true);
        lines.0.push(self.stmt(StmtKind::Loop { most: MOST, count: round, body: Block(vec![ask]) }));
        Ok(())
    }

    /// One arm for an action; further parameters are asked one after the other.
    fn start_arm(&mut self, name: &ast::Name) -> Made<Arm> {
        let at = self.place(name.span);
        let index = match self.m.world.entry(&name.text) {
            Some(Entry::Action(index)) => index,
            Some(Entry::Broken) => return Err(Told),
            Some(_) | None => {
                let known: Vec<String> = self.m.world.actions.iter().map(|def| def.name.clone()).collect();
                return Err(self.tell(says::unknown_name("action", &name.text, &known, at)));
            }
        };
        let Some(def) = self.m.world.actions.get(index) else { return Err(Told) };
        let (func, ast, file, params) = (def.func, def.ast, def.file, def.params.clone());
        // Told where the action is written.
        let Some(can) = self.m.can.get(&index).copied() else { return Err(Told) };
        if ast.limits.is_empty() && def.limits.is_empty() && !uses_something_up(&ast.body) && !self.closes(ast) {
            let place = Place::new(file, ast.name.span);
            return Err(self.tell(says::uses_nothing_up(&name.text, at, place)));
        }
        let mut chosen: Vec<LocalId> = Vec::new();
        let Some(first) = params.first() else {
            let guard = Some(self.call(can, Vec::new()));
            let body = self.start(func, &chosen);
            return Ok(Arm { name: name.text.clone(), each: None, guard, body });
        };
        let var = self.local(&format!(" {}", first.name), first.ir, false);
        chosen.push(var);
        let over = self.domain_set(first.ty, name.span)?;
        let begins = self.m.begins.get(&index).copied().map(|begins| {
            let first = self.get(var);
            self.call(begins, vec![first])
        });
        let possible = self.possible(can, &chosen, &params, name)?;
        let guard = match begins {
            Some(begins) => self.binary(BinaryOp::And, begins, possible),
            None => possible,
        };
        let body = self.next_param(func, can, &params, &mut chosen, name)?;
        Ok(Arm { name: name.text.clone(), each: Some((var, over)), guard: Some(guard), body })
    }

    /// Does the action write something that its `where` looks at, so that it may close the way behind it?
    fn closes(&self, action: &ast::Action) -> bool {
        let mut read = BTreeSet::new();
        for such in action.params.iter().filter_map(|param| param.such.as_ref()) {
            self.m.world.read_by(such, &mut read);
        }
        let mut written = BTreeSet::new();
        written_in(&action.body, &mut written);
        !read.is_disjoint(&written)
    }

    fn start(&mut self, func: FuncId, chosen: &[LocalId]) -> Block {
        let args = chosen.iter().map(|local| self.get(*local)).collect();
        let mut lines = Lines::default();
        lines.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func, args }));
        self.settle(&mut lines);
        lines.block()
    }

    /// Is there a way to choose the parameters that are left?
    fn possible(
        &mut self,
        can: FuncId,
        chosen: &[LocalId],
        params: &[crate::translate::world::ParamDef<'a>],
        name: &ast::Name,
    ) -> Made<ExprId> {
        let Some(next) = params.get(chosen.len()) else {
            let args = chosen.iter().map(|local| self.get(*local)).collect();
            return Ok(self.call(can, args));
        };
        let var = self.local(&format!(" {}", next.name), next.ir, false);
        let over = self.domain_set(next.ty, name.span)?;
        let mut more = chosen.to_vec();
        more.push(var);
        let value = self.possible(can, &more, params, name)?;
        let Some(noun) = next.ty.noun() else { return Err(Told) };
        let source = crate::translate::writer::Source { var, over, guard: None, noun };
        Ok(self.fold(FoldOp::Any, source, Some(value), None))
    }

    fn next_param(
        &mut self,
        func: FuncId,
        can: FuncId,
        params: &[crate::translate::world::ParamDef<'a>],
        chosen: &mut Vec<LocalId>,
        name: &ast::Name,
    ) -> Made<Block> {
        let Some(next) = params.get(chosen.len()) else { return Ok(self.start(func, chosen)) };
        let var = self.local(&format!(" {}", next.name), next.ir, false);
        let over = self.domain_set(next.ty, name.span)?;
        chosen.push(var);
        let guard = Some(self.possible(can, chosen, params, name)?);
        let body = self.next_param(func, can, params, chosen, name)?;
        let phasing = self.m.phasing;
        let by = self.read(phasing, Vec::new());
        let file = self.file;
        let site = self.m.site(file, &[], &format!("{}: {}?", name.text, next.name));
        let arm = Arm { name: next.name.clone(), each: Some((var, over)), guard, body };
        let mut lines = Lines::default();
        self.ask(by, site, vec![arm], Some(Block::default()), &mut lines);
        Ok(lines.block())
    }
}

/// Without a limit an action must change the state somehow, or it could be taken for ever.
fn uses_something_up(block: &ast::Block) -> bool {
    let any = |block: &Option<ast::Block>| block.as_ref().is_some_and(uses_something_up);
    block.stmts.iter().any(|stmt| match &stmt.kind {
        Said::Gains { .. } | Said::Loses { .. } | Said::Remove(_) | Said::Replace { .. } | Said::Spend(_) => true,
        Said::Perform { .. } => true,
        // What could not be read may be a limit.
        Said::Broken | Said::Hole(_) => true,
        Said::Step(block) | Said::ForEach { block, .. } | Said::Repeat { block, .. } => uses_something_up(block),
        Said::Order { block, .. } => uses_something_up(block),
        Said::May { block, other, .. } => uses_something_up(block) || any(other),
        Said::If { then, other, .. } => uses_something_up(then) || any(other),
        Said::Depending { arms, .. } => arms.iter().any(|arm| uses_something_up(&arm.block)),
        _ => false,
    })
}

/// The names of fields and states that a block writes whatever happens in it.
fn written_in<'b>(block: &'b ast::Block, names: &mut BTreeSet<&'b str>) {
    for stmt in &block.stmts {
        match &stmt.kind {
            Said::Step(inner) => written_in(inner, names),
            Said::Becomes { place, .. } => match &place.kind {
                ast::ExprKind::Field(_, name) | ast::ExprKind::Name(name) | ast::ExprKind::Call(name, _) => {
                    names.insert(&name.text);
                }
                _ => {}
            },
            Said::Goes { .. } => {
                names.insert("hex");
            }
            _ => {}
        }
    }
}
