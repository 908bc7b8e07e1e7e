//! Code of statements: changes of the state, chance, branches, repeats.

use crate::diag::Place;
use crate::hir::{self, Local, Site, Stmt, StmtKind};
use crate::limits::MOST_ROUNDS;
use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::{Lines, Source, Writer};
use wgr_runtime::ir::{
    self, BinaryOp, Block, CellId, ExprId, FaultText, FoldOp, LocalId, Look, MarkWhat, Scalar, SiteId,
    StmtKind as Code, Type, UnaryOp, What, Write,
};

impl Writer<'_, '_> {
    pub(super) fn emit_block(&mut self, block: &hir::Block) -> Block {
        let mut lines = Lines::default();
        self.emit_lines(block, &mut lines);
        lines.block()
    }

    pub(crate) fn emit_lines(&mut self, block: &hir::Block, lines: &mut Lines) {
        for stmt in block {
            self.emit_stmt(stmt, lines);
        }
    }

    pub(super) fn emit_stmt(&mut self, stmt: &Stmt, lines: &mut Lines) {
        let at = stmt.at;
        self.stand_at(at);
        match &stmt.kind {
            StmtKind::Set { to, value, beyond, anew } => {
                let value = self.emit(value);
                self.stand_at(to.at);
                for (site, cond) in beyond {
                    let (site, cond) = (self.emit_site(site), self.emit(cond));
                    let fail = self.stmt(Code::Fail { site, text: FaultText::Rule });
                    lines.0.push(self.stmt(Code::If { cond, then: Block(vec![fail]), other: Block::default() }));
                }
                self.set_place(to, value, lines);
                if *anew {
                    self.nobody_has_paid(to, lines);
                }
                self.changed(lines);
            }
            StmtKind::Goes { who, to, otherwise: None } => {
                let hex = self.emit(to);
                // A name that a pick left without anybody is no way off the map.
                let hex = self.surely(hex);
                self.goes(who, hex, lines);
                self.changed(lines);
            }
            StmtKind::Goes { who, to, otherwise: Some(otherwise) } => {
                let hex = self.emit(to);
                let ir = self.m.ir_type(Ty::Maybe(Noun::Hex));
                let goal = self.local(" goal", ir, false);
                self.set_local(goal, hex, true, lines);
                let (hex, none) = (self.get(goal), self.nowhere());
                let cond = self.binary(BinaryOp::Ne, hex, none);
                let cond = match self.lawful_for_all(who, goal) {
                    Some(law) => self.binary(BinaryOp::And, cond, law),
                    None => cond,
                };
                let mut then = Lines::default();
                let hex = self.get(goal);
                let hex = self.unary(UnaryOp::The, hex);
                self.goes(who, hex, &mut then);
                self.changed(&mut then);
                let other = self.emit_block(otherwise);
                self.stand_at(at);
                lines.0.push(self.stmt(Code::If { cond, then: then.block(), other }));
            }
            StmtKind::Remove(who) => {
                let over = self.emit(who);
                let of = who.ty.kinds().unwrap_or_else(|| self.m.world.all_pieces());
                self.each_of(over, who.ty, lines, |writer, var, lines| writer.erase(var, of, lines));
                self.changed(lines);
            }
            StmtKind::Replace { old, new, otherwise } => {
                self.replace(old, new, otherwise.as_ref(), lines);
                self.changed(lines);
            }
            StmtKind::PutIn { who, into } => {
                self.put_in(who, *into, lines);
                self.changed(lines);
            }
            StmtKind::Roll { site, dice } => {
                let site = self.emit_site(site);
                dice.iter().for_each(|die| self.roll(die, site, lines));
            }
            StmtKind::Draw(draw) => self.draw(draw, lines),
            StmtKind::Perform(func, args, into) => {
                let args = self.emit_all(args);
                match into {
                    Some(into) => {
                        let into = self.new_slot(*into);
                        self.answer_of(*func, args, into, lines);
                    }
                    None => self.do_call(*func, args, lines),
                }
            }

            StmtKind::If { told, cond, then, other, decides, leads_to } => {
                let decided = self.emit(cond);
                let (mut then, mut other) = (self.emit_block(then), self.emit_block(other));
                if let Some(told) = told {
                    self.decided(told, (&mut then, &mut other));
                }
                self.decides(decided, decides);
                self.stand_at(cond.at);
                let cond = match leads_to {
                    Some(goals) => self.or_leads_to(decided, goals),
                    None => decided,
                };
                lines.0.push(self.stmt(Code::If { cond, then, other }));
            }
            StmtKind::Repeat { most, begins, body, goes_on, decides } => {
                let begins = self.emit(begins);
                self.decides(begins, decides);
                let mut round = Lines::default();
                self.emit_lines(body, &mut round);
                self.stand_at(at);
                let goes_on = self.emit(goes_on);
                let over = self.unary(UnaryOp::Not, goes_on);
                self.leave_if(over, &mut round);
                let count = self.local(" round", Type::int(0, i64::from(*most)), true);
                let rounds = self.stmt(Code::Loop { most: *most, count, body: round.block() });
                lines.0.push(self.stmt(Code::If { cond: begins, then: Block(vec![rounds]), other: Block::default() }));
            }
            StmtKind::Times { times, body } => {
                let times = self.emit(times);
                let body = self.emit_block(body);
                self.stand_at(at);
                let count = Type::int(0, i64::from(MOST_ROUNDS));
                let (var, until) = (self.local(" round", count, false), self.local(" until", count, true));
                lines.0.push(self.stmt(Code::Repeat { var, until, times, body }));
            }
            StmtKind::EndRepeat(left) => {
                for local in left {
                    let (slot, yes) = (self.slot(*local), self.truth(true));
                    self.set_local(slot, yes, false, lines);
                }
                lines.0.push(self.stmt(Code::Break));
            }
            StmtKind::End => lines.0.push(self.stmt(Code::Return(None))),
            StmtKind::GameOver(result) => {
                let result = self.emit(result);
                let at_once = self.m.at_once.contains(&self.id());
                lines.0.push(self.stmt(if at_once { Code::Over(result) } else { Code::End(result) }));
            }
            StmtKind::Depending { value, den, range, arms } => {
                let value = self.emit(value);
                self.depending(value, (*den, *range), arms, at, lines);
            }
            StmtKind::ForEach(each) if !self.as_one && does_one_thing(&each.round.body) => {
                self.as_one = true;
                self.for_each(each, lines);
                self.as_one = false;
                self.changed(lines);
            }
            StmtKind::ForEach(each) => self.for_each(each, lines),
            StmtKind::Picks(picks) => self.picks(picks, lines),
            StmtKind::PicksNumber(picks) => self.picks_number(picks, lines),
            StmtKind::Choose { site, by, ways, asked_when: None, otherwise } => {
                self.choose(site, by, ways, otherwise.as_ref(), lines);
            }
            StmtKind::Choose { site, by, ways, asked_when: Some(asked), otherwise } => {
                let mut then = Lines::default();
                let cond = self.emit(asked);
                self.choose(site, by, ways, otherwise.as_ref(), &mut then);
                let other = ways.last().map(|way| self.emit_block(&way.block)).unwrap_or_default();
                lines.0.push(self.stmt(Code::If { cond, then: then.block(), other }));
            }
            StmtKind::Spend(spend) => self.spend(spend, lines),
            StmtKind::Moves(moves) => self.moves(moves, at, lines),
            StmtKind::Order(order) => self.in_order(order, at, lines),
            StmtKind::Step { body, on_the_way } => {
                self.emit_lines(body, lines);
                if *on_the_way {
                    self.settle_once_begun(lines);
                } else {
                    self.settle(lines);
                }
            }
            StmtKind::Turns { which, body } => self.turns(*which, body, lines),
            StmtKind::Run(run) => self.run(run, lines),
            StmtKind::EndRun(over) => {
                let yes = self.truth(true);
                self.set_cell(*over, Vec::new(), yes, lines);
                lines.0.push(self.stmt(Code::Return(None)));
            }
            StmtKind::Phase(func, ends) => {
                self.do_call(*func, Vec::new(), lines);
                self.leave_if_ended(ends, lines);
            }
            StmtKind::PlayerTurns(turns) => self.player_turns(turns, lines),
            StmtKind::Offers(offers) => self.offers(offers, lines),
            StmtKind::InTurn(sides) => self.in_turn(sides, lines),
            StmtKind::Passes(passed) => {
                let (passed, yes) = (self.slot(*passed), self.truth(true));
                self.set_local(passed, yes, false, lines);
            }
            StmtKind::Settles => self.settle(lines),
            StmtKind::Hole(site) => {
                let site = self.emit_site(site);
                lines.0.push(self.stmt(Code::Fail { site, text: FaultText::Hole }));
            }
            StmtKind::Keep(to, value) => {
                let index = self.emit_all(&to.index);
                let value = self.emit(value);
                self.stand_at(to.at);
                self.set_cell(to.cell, index, value, lines);
            }
            StmtKind::Lay { piece, hex } => {
                let (hex, piece) = (self.emit(hex), self.emit(piece));
                self.set_down(piece, hex, lines);
            }
            StmtKind::Take { print, counter } => self.take(*print, *counter, lines),
            StmtKind::Name(local, value) => {
                let value = self.emit(value);
                let slot = self.new_slot(*local);
                self.set_local(slot, value, true, lines);
            }
            StmtKind::Answer(value) => {
                let value = self.emit(value);
                lines.0.push(self.stmt(Code::Return(Some(value))));
            }
            StmtKind::PassedOver { stmts, names } => self.passed_over(stmts, names, lines),
            StmtKind::Missed(goals) => self.missed(goals, lines),
            StmtKind::Begins { goals, stmt } => self.begins(goals, stmt, lines),
        }
    }

    pub(crate) fn emit_site(&mut self, site: &Site) -> SiteId {
        let Site { cases, title } = site.clone();
        self.m.intern_site(ir::Site { cases, title })
    }

    pub(crate) fn set_local(&mut self, local: LocalId, value: ExprId, fresh: bool, lines: &mut Lines) {
        let stmt = self.stmt(Code::Let { local, value, fresh });
        lines.0.push(stmt);
    }

    pub(crate) fn set_cell(&mut self, cell: CellId, index: Vec<ExprId>, value: ExprId, lines: &mut Lines) {
        let stmt = self.stmt(Code::Set(Write { cell, index, value }));
        lines.0.push(stmt);
    }

    /// Leaves the loop where this holds.
    pub(super) fn leave_if(&mut self, cond: ExprId, lines: &mut Lines) {
        let leave = self.stmt(Code::Break);
        lines.0.push(self.stmt(Code::If { cond, then: Block(vec![leave]), other: Block::default() }));
    }

    /// A loop, and behind it the way out of what it stands in, where `end repeat` may leave both.
    pub(super) fn push_loop(&mut self, round: Code, left: Option<Local>, lines: &mut Lines) {
        let Some(left) = left else {
            lines.0.push(self.stmt(round));
            return;
        };
        let (left, no) = (self.slot(left), self.truth(false));
        self.set_local(left, no, true, lines);
        lines.0.push(self.stmt(round));
        let cond = self.get(left);
        self.leave_if(cond, lines);
    }

    fn goes(&mut self, who: &hir::Expr, hex: ExprId, lines: &mut Lines) {
        let pieces = self.emit(who);
        self.stand_at(who.at);
        // Of what may be none nobody goes, as nobody is removed.
        let over = match who.ty {
            Ty::Set(_) => pieces,
            Ty::Maybe(_) => self.unary(UnaryOp::Single, pieces),
            _ if !self.asks_the_law() => {
                self.lay_on(pieces, hex, lines);
                return;
            }
            _ => self.unary(UnaryOp::Single, pieces),
        };
        let ir = self.m.ir_type(Ty::One(Noun::Hex));
        let goal = self.local(" goal", ir, false);
        self.set_local(goal, hex, true, lines);
        self.each_of(over, who.ty, lines, |writer, var, lines| {
            if writer.asks_the_law() {
                writer.held_to_the_law(var, goal, lines);
            }
            let (piece, goal) = (writer.get(var), writer.get(goal));
            writer.lay_on(piece, goal, lines);
        });
    }

    /// A supposition may suppose what is forbidden.
    fn asks_the_law(&self) -> bool {
        self.m.law.is_some() && !self.supposed
    }

    /// Does the law let each of them stay there, with the others?
    fn lawful_for_all(&mut self, who: &hir::Expr, goal: LocalId) -> Option<ExprId> {
        if !self.asks_the_law() {
            return None;
        }
        let all = |writer: &mut Self| {
            let pieces = writer.emit(who);
            if matches!(who.ty, Ty::Set(_)) { pieces } else { writer.unary(UnaryOp::Single, pieces) }
        };
        let over = all(self);
        let ir = self.m.ir_type(Ty::One(Noun::Piece(self.m.world.all_pieces())));
        let var = self.local(" one", ir, false);
        let law = self.law_together(true, [var, goal], |writer| {
            let (pieces, one) = (all(writer), writer.get(var));
            let one = writer.unary(UnaryOp::Single, one);
            writer.binary(BinaryOp::Minus, pieces, one)
        })?;
        Some(self.fold(FoldOp::Every, Source { var, over, guard: None }, Some(law), None))
    }

    fn replace(
        &mut self,
        old: &hir::Expr,
        new: &hir::Expr,
        otherwise: Option<&(hir::Expr, hir::Block)>,
        lines: &mut Lines,
    ) {
        let Some((come, otherwise)) = otherwise else { return self.replace_by(old, new, lines) };
        let come = self.emit(come);
        let number = self.unary(UnaryOp::Size, come);
        let none = self.number(0, 1);
        let cond = self.binary(BinaryOp::Gt, number, none);
        let mut then = Lines::default();
        self.replace_by(old, new, &mut then);
        let other = self.emit_block(otherwise);
        lines.0.push(self.stmt(Code::If { cond, then: then.block(), other }));
    }

    fn replace_by(&mut self, old: &hir::Expr, new: &hir::Expr, lines: &mut Lines) {
        let all = Noun::Piece(self.m.world.all_pieces());
        let before = self.emit(old);
        let ir = self.m.ir_type(Ty::One(all));
        let gone = self.local(" replaced", ir, false);
        self.set_local(gone, before, true, lines);
        let after = self.emit(new);
        if self.m.board.is_some() {
            let (cell, over) = (self.m.place, self.emit(new));
            self.each_of(over, Ty::Set(all), lines, |writer, var, lines| {
                let (piece, old) = (writer.get(var), writer.get(gone));
                let hex = writer.read(cell, vec![old]);
                writer.set_down(piece, hex, lines);
            });
        }
        let one = self.get(gone);
        lines.0.push(self.stmt(Code::Swap { old: one, new: after }));
        let of = old.ty.kinds().unwrap_or_else(|| self.m.world.all_pieces());
        self.erase(gone, of, lines);
    }

    fn roll(&mut self, die: &hir::Die, site: SiteId, lines: &mut Lines) {
        let mut sum: Option<ExprId> = None;
        for _ in 0..die.count {
            let into = self.local(&format!(" {}", die.name), Type::int(1, die.faces), false);
            lines.0.push(self.stmt(Code::Roll { into, site: Some(site) }));
            let face = self.get(into);
            sum = Some(sum.map_or(face, |before| self.binary(BinaryOp::Add, before, face)));
        }
        let sum = sum.unwrap_or_else(|| self.number(0, 1));
        let local = if die.again { self.slot(die.sum) } else { self.new_slot(die.sum) };
        self.set_local(local, sum, !die.again, lines);
    }

    /// Results by the value they depend on.
    fn depending(
        &mut self,
        on: ExprId,
        (den, (lo, hi)): (u32, (i64, i64)),
        arms: &[hir::Values],
        at: Place,
        lines: &mut Lines,
    ) {
        let ir = Type::Scalar(Scalar { what: What::Int { den }, lo, hi });
        let value = self.local(" value", ir, false);
        self.set_local(value, on, true, lines);
        let mut chain: Vec<(ExprId, Block)> = Vec::new();
        for arm in arms {
            let mut any: Option<ExprId> = None;
            for (from, to) in &arm.ranges {
                self.stand_at(arm.at);
                let mut both = Vec::new();
                for (limit, op) in [(from, BinaryOp::Ge), (to, BinaryOp::Le)] {
                    if let Some(limit) = limit {
                        let (value, limit) = (self.get(value), self.number(*limit, den));
                        both.push(self.binary(op, value, limit));
                    }
                }
                let one = self.all_of(both).unwrap_or_else(|| self.truth(true));
                any = Some(any.map_or(one, |before| self.binary(BinaryOp::Or, before, one)));
            }
            let mut block = self.emit_block(&arm.block);
            if let Some(site) = &arm.site {
                self.stand_at(arm.at);
                self.takes_way(site, true, &mut block);
            }
            let cond = any.unwrap_or_else(|| self.truth(false));
            chain.push((cond, block));
        }
        let mut other = Block::default();
        for (cond, then) in chain.into_iter().rev() {
            self.stand_at(at);
            let branch = self.stmt(Code::If { cond, then, other });
            other = Block(vec![branch]);
        }
        lines.0.extend(other.0);
    }

    /// Told first of all in that block.
    fn takes_way(&mut self, site: &Site, is_so: bool, block: &mut Block) {
        let value = self.truth(is_so);
        self.marks((site, MarkWhat::Way, value), block);
    }

    fn marks(&mut self, (site, what, value): (&Site, MarkWhat, ExprId), block: &mut Block) {
        let site = self.emit_site(site);
        block.0.insert(0, self.stmt(Code::Mark { site, what, value }));
    }

    /// What a die decides, and what came to it; or what ends something, before all else that is done then.
    fn decided(&mut self, told: &hir::Decided, (then, other): (&mut Block, &mut Block)) {
        match &told.how {
            hir::How::ByADie { in_all } => {
                for (is_so, block) in [(true, then), (false, other)] {
                    self.takes_way(&told.site, is_so, block);
                    if let Some(in_all) = in_all {
                        let value = self.emit(in_all);
                        self.marks((&told.site, MarkWhat::InAll, value), block);
                    }
                }
            }
            hir::How::Leads => {
                let so = self.truth(true);
                self.marks((&told.site, MarkWhat::Leads, so), then);
            }
        }
    }

    // What is watched.

    /// What is watched is looked at, and nothing is done.
    pub(crate) fn look_at_rules(&mut self, look: Look, lines: &mut Lines) {
        if self.m.has_triggers {
            lines.0.push(self.stmt(Code::Look(look)));
        }
    }

    /// Something has changed. What is at once is done now, unless it is part of what is done to several; which ending
    /// came first is seen, where there are several.
    fn changed(&mut self, lines: &mut Lines) {
        if self.m.is_at_once && !self.as_one {
            self.look_at_rules(Look::AtOnce, lines);
        }
        if self.m.endings > 1 {
            self.look_at_rules(Look::Endings, lines);
        }
    }

    /// Whatever became true by what was done is dealt with now.
    pub(crate) fn settle(&mut self, lines: &mut Lines) {
        if !self.m.has_triggers {
            return;
        }
        let phasing = self.m.phasing;
        let by = self.read(phasing, Vec::new());
        lines.0.push(self.stmt(Code::Settle { by }));
    }
}

/// Is nobody asked in it, and does nothing fall? What is done so to each of several is done to all at a time.
fn does_one_thing(block: &hir::Block) -> bool {
    block.iter().all(|stmt| match &stmt.kind {
        StmtKind::Set { .. } | StmtKind::Remove(_) | StmtKind::PutIn { .. } | StmtKind::Name(..) => true,
        StmtKind::Goes { otherwise, .. } => otherwise.iter().all(does_one_thing),
        StmtKind::Replace { otherwise, .. } => otherwise.iter().all(|(_, block)| does_one_thing(block)),
        StmtKind::If { then, other, .. } => does_one_thing(then) && does_one_thing(other),
        StmtKind::ForEach(each) => does_one_thing(&each.round.body),
        _ => false,
    })
}
