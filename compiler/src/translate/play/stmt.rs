//! Statements: changes of the state, chance, branches, repeats. Those that ask stand in `asks.rs` and `moves.rs`.

use super::moves::MoveSaid;
use crate::diag::says;
use crate::limits::MOST_ROUNDS;
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::types::ratio;
use crate::translate::world::{Entry, Stored};
use crate::translate::writer::{Lines, Writer};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, StmtKind as Said};
use wgr_runtime::ir::{
    BinaryOp, Block, CellId, Expr, ExprId, FaultText, LocalId, Scalar, SiteId, StmtKind, Type, UnaryOp, What, Write,
};

/// A place that can be written: a cell and its indices.
pub(super) struct Target {
    pub(super) cell: CellId,
    pub(super) index: Vec<ExprId>,
    pub(super) ty: Ty,
}

impl Writer<'_, '_> {
    /// A block with names of its own.
    pub(super) fn block(&mut self, block: &ast::Block) -> Made<Block> {
        self.within_scope(|writer| {
            let mut lines = Lines::default();
            writer.lines(block, &mut lines)?;
            Ok(lines.block())
        })
    }

    /// Each statement in turn; one that is refused is told, and the rest is still looked at.
    pub(super) fn lines(&mut self, block: &ast::Block, lines: &mut Lines) -> Made<()> {
        let mut done = self.forgets(block);
        if self.is_on_the_way() {
            return done.and(self.on_the_way(block, lines));
        }
        for stmt in &block.stmts {
            if self.statement(stmt, lines).is_err() {
                done = Err(ErrorReported);
            }
        }
        done
    }

    /// `lost(u) becomes yes; remove u`: a piece is as it was at the start once it is removed, so the first is for nothing.
    fn forgets(&mut self, block: &ast::Block) -> Made<()> {
        let mut written: Vec<(&str, Span)> = Vec::new();
        let mut done = Ok(());
        for stmt in &block.stmts {
            match &stmt.kind {
                Said::Becomes { place, .. } => written.extend(about(place).map(|piece| (piece, place.span))),
                Said::Remove(who) => {
                    let gone = if let ExprKind::Name(name) = &who.kind { name.text.as_str() } else { "" };
                    if let Some((piece, span)) = written.iter().find(|(piece, _)| *piece == gone) {
                        let (at, removed) = (self.place(*span), self.place(stmt.span));
                        self.tell(says::written_and_forgotten(piece, at, removed));
                        done = Err(ErrorReported);
                    }
                    written.clear();
                }
                // Whatever else is done may read what was written.
                _ => written.clear(),
            }
        }
        done
    }

    /// Where this statement is printed.
    pub(super) fn site(&mut self, stmt: &ast::Stmt, otherwise: &str) -> SiteId {
        let title = stmt.title.as_ref().map_or(otherwise, |title| title.text.as_str());
        self.m.site(self.file, &stmt.cases, title)
    }

    pub(super) fn statement(&mut self, stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        self.stand(stmt.span);
        for case in &stmt.cases {
            self.m.cite(self.file, case);
        }
        if let Some(ruling) = &stmt.ruling {
            self.m.used_rulings.insert(ruling.text.clone());
        }
        let done = self.said(stmt, lines);
        if matches!(
            stmt.kind,
            Said::Becomes { .. }
                | Said::Gains { .. }
                | Said::Loses { .. }
                | Said::Goes { .. }
                | Said::Remove(_)
                | Said::Replace { .. }
                | Said::GiveBack { .. }
        ) {
            self.look_for_endings(lines);
        }
        done
    }

    fn said(&mut self, stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        if self.m.misplaced.contains(&self.place(stmt.span)) {
            return Err(ErrorReported);
        }
        match &stmt.kind {
            Said::Becomes { place, value } => self.becomes(place, value, lines),
            Said::Gains { place, amount } => self.counts(place, amount, BinaryOp::Add, lines),
            Said::Loses { place, amount } => self.counts(place, amount, BinaryOp::Sub, lines),
            Said::Goes { who, to } => self.goes(who, to, lines),
            Said::Remove(who) => self.remove(who, lines),
            Said::Replace { old, new, otherwise } => self.replace(old, new, otherwise.as_ref(), lines),
            Said::Draw { var, cup, block, other } => self.draw(var, cup, (block, other.as_ref()), stmt, lines),
            Said::GiveBack { who, cup } => self.give_back(who, cup, lines),
            Said::Roll(dice) => self.roll(dice, stmt, lines),
            Said::Picks(picks) => {
                let done = self.picks(picks, stmt, lines);
                if let (Err(ErrorReported), ExprKind::Name(name)) = (&done, &picks.into.kind) {
                    self.refused.insert(name.text.clone());
                }
                done
            }
            Said::May { by, block, other } => self.may(by, block, other.as_ref(), stmt, lines),
            Said::Chooses(choose) => self.chooses(choose, stmt, lines),
            Said::Spend(spend) => self.spend(spend, stmt, lines),
            Said::Moves { by, who, along, hexes, each_hex } => {
                let how = MoveSaid { by, who, along, hexes: hexes.as_deref(), each_hex: each_hex.as_ref() };
                self.moves(&how, stmt, lines)
            }
            Said::Order { by, var, set, block } => self.in_order(by, var, set, block, stmt, lines),
            Said::Perform { name, args } => self.perform(name, args, stmt, lines),
            Said::If { cond, then, other } => self.branch(cond, then, other.as_ref(), stmt, lines),
            Said::ForEach { var, set, block } => self.for_each(var, set, block, lines),
            Said::Repeat { most, cond, block } => self.repeat(most, cond.as_ref(), block, stmt, lines),
            Said::Depending { on, arms } => self.depending(on, arms, stmt, lines),
            Said::End(what) => self.end(what, lines),
            Said::GameOver(result) => {
                let outcome = Ty::One(Noun::Enum(crate::translate::world::OUTCOME));
                let result = self.expr_as(result, outcome)?;
                lines.0.push(self.stmt(StmtKind::End(result)));
                Ok(())
            }
            Said::Step(block) => {
                self.lines(block, lines)?;
                self.settle_once_begun(lines);
                Ok(())
            }
            Said::Phase { name, .. } => self.phase(name, lines),
            Said::Turns { count, block } => self.turns(count, block, lines),
            Said::PlayerTurns { sides, block } => self.player_turns(sides, block, lines),
            Said::AnyNumberOf(actions) => self.any_number_of(actions, stmt, lines),
            Said::Settles => {
                self.settle(lines);
                Ok(())
            }
            Said::ByConstruction => Ok(()),
            Said::Hole(why) => {
                let at = self.place(stmt.span);
                self.m.holes.push((at, why.text.clone()));
                let title = format!("not there: {}", why.text);
                let site = self.m.site(self.file, &stmt.cases, &title);
                lines.0.push(self.stmt(StmtKind::Fail { site, text: FaultText::Hole }));
                Ok(())
            }
            Said::Broken => Err(ErrorReported),
        }
    }

    pub(super) fn set_local(&mut self, local: LocalId, value: ExprId, fresh: bool, lines: &mut Lines) {
        let stmt = self.stmt(StmtKind::Let { local, value, fresh });
        lines.0.push(stmt);
    }

    pub(super) fn set_cell(&mut self, cell: CellId, index: Vec<ExprId>, value: ExprId, lines: &mut Lines) {
        let stmt = self.stmt(StmtKind::Set(Write { cell, index, value }));
        lines.0.push(stmt);
    }

    /// The place that an expression names.
    pub(super) fn target(&mut self, place: &ast::Expr) -> Made<Target> {
        self.stand(place.span);
        match &place.kind {
            ExprKind::Field(of, name) => {
                let term = self.expr(of, None)?;
                let Some(kinds) = term.ty.kinds().filter(|_| !matches!(term.ty, Ty::Set(_))) else {
                    let (found, at) = (self.m.world.ty_name(term.ty), self.place(of.span));
                    return Err(self.tell(says::wrong_type(&found, "one piece", at)));
                };
                if name.text == "hex" {
                    let at = self.place(place.span);
                    return Err(self.tell(says::goes_instead(at)));
                }
                let field = self.field_of(kinds, name, of)?;
                let Some(def) = self.m.world.fields.get(field) else { return Err(ErrorReported) };
                match def.stored {
                    // What is printed on a drawn counter stays there.
                    Stored::Cell(cell) if self.m.world.prints.as_ref().is_some_and(|prints| prints.cell == cell) => {
                        let at = self.place(name.span);
                        Err(self.tell(says::printed_stays(&name.text, at)))
                    }
                    Stored::Cell(cell) => {
                        let ty = def.ty;
                        let piece = self.one_piece(term);
                        Ok(Target { cell, index: vec![piece], ty })
                    }
                    Stored::Table(_) => {
                        let at = self.place(name.span);
                        Err(self.tell(says::printed_stays(&name.text, at)))
                    }
                }
            }
            ExprKind::Name(name) => self.named_target(name, &[], place),
            ExprKind::Call(name, args) => self.named_target(name, args, place),
            ExprKind::Phrase(phrase) => {
                let each = self.kept(&phrase.noun.text).filter(|kept| kept.each_side).map(|kept| (kept.cell, kept.ty));
                match (each, &phrase.of) {
                    (Some((cell, ty)), Some(of)) => {
                        let side = Ty::One(Noun::Enum(crate::translate::world::SIDE));
                        let index = vec![self.expr_as(of, side)?];
                        Ok(Target { cell, index, ty })
                    }
                    _ => self.no_place(place),
                }
            }
            _ => self.no_place(place),
        }
    }

    fn no_place(&mut self, place: &ast::Expr) -> Made<Target> {
        let at = self.place(place.span);
        Err(self.tell(says::no_place(at)))
    }

    fn one_piece(&mut self, term: crate::translate::writer::Term) -> ExprId {
        match term.ty {
            Ty::Maybe(_) => self.unary(UnaryOp::The, term.id),
            _ => term.id,
        }
    }

    fn named_target(&mut self, name: &ast::Name, args: &[ast::Expr], place: &ast::Expr) -> Made<Target> {
        if let Some(kept) = self.kept(&name.text)
            && self.bound(&name.text).is_none()
        {
            let (cell, ty, each, given) = (kept.cell, kept.ty, kept.each_side, kept.given);
            let at = self.place(name.span);
            if each {
                return Err(self.tell(says::kept_for_each_side(&name.text, at)));
            }
            if given {
                return Err(self.tell(says::given_stays(&name.text, at)));
            }
            return Ok(Target { cell, index: Vec::new(), ty });
        }
        if let Some(Entry::State(index)) = self.m.world.entry(&name.text) {
            let Some(def) = self.m.world.states.get(index) else { return Err(ErrorReported) };
            let (cell, ty) = (def.cell, def.ty);
            let wants: Vec<Ty> = def.params.iter().map(|param| param.ty).collect();
            let index = self.args(&name.text, &wants, args, place.span)?;
            return Ok(Target { cell, index, ty });
        }
        if self.m.world.entry(&name.text) == Some(Entry::Broken) {
            return Err(ErrorReported);
        }
        // A name that is known but cannot be written, or not known at all.
        if self.bound(&name.text).is_some() || self.m.world.entry(&name.text).is_some() {
            return self.no_place(place);
        }
        let known = self.names_here();
        let at = self.place(name.span);
        Err(self.tell(says::unknown_name("state", &name.text, &known, at)))
    }

    fn becomes(&mut self, place: &ast::Expr, value: &ast::Expr, lines: &mut Lines) -> Made<()> {
        let target = self.target(place);
        let want = target.as_ref().map(|target| target.ty);
        let value_id = match want {
            Ok(want) => self.expr_as(value, want),
            Err(ErrorReported) => return Err(ErrorReported),
        };
        let (target, value_id) = (target?, value_id?);
        self.stand(place.span);
        self.pool(place, value, lines)?;
        self.set_cell(target.cell, target.index, value_id, lines);
        Ok(())
    }

    /// `gains`, `loses`: numbers by an amount, sets by members.
    fn counts(&mut self, place: &ast::Expr, amount: &ast::Expr, op: BinaryOp, lines: &mut Lines) -> Made<()> {
        let target = self.target(place)?;
        let before = self.expr(place, None)?;
        let value = match target.ty {
            Ty::Number { .. } | Ty::Step(_) => {
                let want = match target.ty {
                    Ty::Step(scale) => {
                        let measure = self.m.world.scales.get(scale).map_or(Unit::Any, |def| Unit::Of(def.measure));
                        Ty::Number { unit: measure, den: 1 }
                    }
                    other => other,
                };
                let amount = self.expr_as(amount, want)?;
                self.binary(op, before.id, amount)
            }
            Ty::Set(_) => {
                let members = self.expr_as(amount, target.ty)?;
                let op = if op == BinaryOp::Add { BinaryOp::Union } else { BinaryOp::Minus };
                self.binary(op, before.id, members)
            }
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(place.span));
                return Err(self.tell(says::wrong_type(&found, "a number or a set", at)));
            }
        };
        self.stand(place.span);
        self.set_cell(target.cell, target.index, value, lines);
        Ok(())
    }

    fn goes(&mut self, who: &ast::Expr, to: &ast::Expr, lines: &mut Lines) -> Made<()> {
        let at = self.place(who.span);
        if self.m.board.is_none() {
            return Err(self.m.tell_no_board(at));
        }
        let term = self.expr(who, None)?;
        if term.ty.kinds().is_none() {
            let found = self.m.world.ty_name(term.ty);
            return Err(self.tell(says::wrong_type(&found, "pieces", at)));
        }
        let hex = self.expr_as(to, Ty::One(Noun::Hex))?;
        self.stand(who.span);
        // Of what may be none nobody goes, as nobody is removed.
        let over = match term.ty {
            Ty::Set(_) => term.id,
            Ty::Maybe(_) => self.unary(UnaryOp::Single, term.id),
            _ => {
                self.lay_on(term.id, hex, lines);
                return Ok(());
            }
        };
        let ir = self.m.ir_type(Ty::One(Noun::Hex));
        let goal = self.local(" goal", ir, false);
        self.set_local(goal, hex, true, lines);
        self.each_of(over, term.ty, lines, |writer, var, lines| {
            let (piece, goal) = (writer.get(var), writer.get(goal));
            writer.lay_on(piece, goal, lines);
        });
        Ok(())
    }

    fn remove(&mut self, who: &ast::Expr, lines: &mut Lines) -> Made<()> {
        let term = self.set(who)?;
        if term.ty.kinds().is_none() {
            let (found, at) = (self.m.world.ty_name(term.ty), self.place(who.span));
            return Err(self.tell(says::wrong_type(&found, "pieces", at)));
        }
        self.stand(who.span);
        self.each_of(term.id, term.ty, lines, |writer, var, lines| {
            writer.erase(var, lines);
        });
        Ok(())
    }

    /// Off the map a counter is as it was at the start: so it may come back, and equal positions are equal.
    pub(super) fn erase(&mut self, piece: LocalId, lines: &mut Lines) {
        self.lift(piece, lines);
        let gone = self.get(piece);
        lines.0.push(self.stmt(StmtKind::Erase(gone)));
        if let Some(func) = self.m.begin_piece {
            let args = vec![self.get(piece)];
            lines.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func, args }));
        }
    }

    /// Others come where it stood. Where nobody is left to come it stays, and what stands behind `otherwise` is done.
    fn replace(
        &mut self,
        old: &ast::Expr,
        new: &ast::Expr,
        otherwise: Option<&ast::Block>,
        lines: &mut Lines,
    ) -> Made<()> {
        let surely = matches!(self.read_expr(new, None)?.ty, Ty::One(_));
        let Some(otherwise) = otherwise else {
            if surely {
                return self.replace_by(old, new, lines);
            }
            let at = self.place(new.span);
            return Err(self.tell(says::replaced_by_nobody(at)));
        };
        let come = self.set(new)?;
        let number = self.unary(UnaryOp::Size, come.id);
        let none = self.number(0, 1);
        let cond = self.binary(BinaryOp::Gt, number, none);
        let mut then = Lines::default();
        self.replace_by(old, new, &mut then)?;
        let other = self.block(otherwise)?;
        lines.0.push(self.stmt(StmtKind::If { cond, then: then.block(), other }));
        Ok(())
    }

    fn replace_by(&mut self, old: &ast::Expr, new: &ast::Expr, lines: &mut Lines) -> Made<()> {
        let all = Noun::Piece(self.m.world.all_pieces());
        let before = self.expr_as(old, Ty::One(all))?;
        let ir = self.m.ir_type(Ty::One(all));
        let gone = self.local(" replaced", ir, false);
        self.set_local(gone, before, true, lines);
        let after = self.expr_as(new, Ty::Set(all))?;
        if self.m.board.is_some() {
            let (cell, over) = (self.m.place, self.expr_as(new, Ty::Set(all))?);
            self.each_of(over, Ty::Set(all), lines, |writer, var, lines| {
                let (piece, old) = (writer.get(var), writer.get(gone));
                let hex = writer.read(cell, vec![old]);
                writer.lay_on(piece, hex, lines);
            });
        }
        let old = self.get(gone);
        lines.0.push(self.stmt(StmtKind::Swap { old, new: after }));
        self.erase(gone, lines);
        Ok(())
    }

    fn roll(&mut self, dice: &[ast::Name], stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let site = self.site(stmt, "a die");
        for name in dice {
            let at = self.place(name.span);
            let Some(Entry::Die(index)) = self.m.world.entry(&name.text) else {
                if self.m.world.entry(&name.text) == Some(Entry::Broken) {
                    return Err(ErrorReported);
                }
                let known: Vec<String> = self.m.world.dice.iter().map(|die| die.name.text.clone()).collect();
                return Err(self.tell(says::unknown_name("die", &name.text, &known, at)));
            };
            let Some(die) = self.m.world.dice.get(index) else { return Err(ErrorReported) };
            let (count, faces) = (i64::from(die.count.max(1)), i64::from(die.faces.max(2)));
            let mut sum: Option<ExprId> = None;
            for _ in 0..count {
                let into = self.local(&format!(" {}", name.text), Type::int(1, faces), false);
                lines.0.push(self.stmt(StmtKind::Roll { into, site: Some(site) }));
                let face = self.get(into);
                sum = Some(sum.map_or(face, |before| self.binary(BinaryOp::Add, before, face)));
            }
            let Some(sum) = sum else { return Err(ErrorReported) };
            let local = self.bind(&name.text, Ty::COUNT, Type::int(count, count * faces), at, false);
            self.set_local(local, sum, true, lines);
        }
        Ok(())
    }

    fn perform(&mut self, name: &ast::Name, args: &[ast::Expr], stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let at = self.place(name.span);
        let index = match self.m.world.entry(&name.text) {
            Some(Entry::Procedure(index)) => index,
            Some(Entry::Broken) => return Err(ErrorReported),
            Some(_) | None => {
                let known: Vec<String> = self.m.world.procedures.iter().map(|def| def.name.clone()).collect();
                return Err(self.tell(says::unknown_name("procedure", &name.text, &known, at)));
            }
        };
        let Some(def) = self.m.world.procedures.get(index) else { return Err(ErrorReported) };
        let (func, within) = (def.func, def.within);
        let wants: Vec<Ty> = def.params.iter().map(|param| param.ty).collect();
        if let Some(action) = within
            && self.within != Some(action)
        {
            let action = self.m.world.actions.get(action).map_or("", |def| def.name.as_str()).to_owned();
            return Err(self.tell(says::asked_outside(&name.text, &action, at)));
        }
        let args = self.args(&name.text, &wants, args, stmt.span)?;
        lines.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func, args }));
        Ok(())
    }

    fn branch(
        &mut self,
        cond: &ast::Expr,
        then: &ast::Block,
        other: Option<&ast::Block>,
        stmt: &ast::Stmt,
        lines: &mut Lines,
    ) -> Made<()> {
        let span = cond.span;
        let cond = self.cond(cond);
        let (yes, no) = cond.as_ref().map(|cond| (cond.yes.clone(), cond.no.clone())).unwrap_or_default();
        let first = then;
        let then = self.given(&yes, |writer| writer.block(then));
        let other = match other {
            Some(other) => self.given(&no, |writer| writer.block(other)),
            None => Ok(Block::default()),
        };
        let (cond, then, other) = (cond?.expr, then?, other?);
        self.decides(cond, span, stmt.title.as_ref());
        self.stand(span);
        let cond = self.or_leads_to(cond, first);
        lines.0.push(self.stmt(StmtKind::If { cond, then, other }));
        Ok(())
    }

    /// With a condition: while it holds, and a round beyond the bound is a fault. Without: just so often.
    fn repeat(
        &mut self,
        most: &ast::Expr,
        cond: Option<&ast::Expr>,
        block: &ast::Block,
        stmt: &ast::Stmt,
        lines: &mut Lines,
    ) -> Made<()> {
        let Some(cond) = cond else { return self.so_often(most, block, stmt, lines) };
        let rounds = self.m.constant(self.file, most, 1)?;
        let Some(rounds) = u32::try_from(rounds).ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds)) else {
            let at = self.place(most.span);
            return Err(self.tell(says::rounds(MOST_ROUNDS, at)));
        };
        if !changes_something(block) {
            let at = self.place(stmt.span);
            return Err(self.tell(says::never_left(at)));
        }
        let begins = self.cond(cond)?.expr;
        let begins = self.or_not_begun(begins);
        let mut body = Lines::default();
        body.0.extend(self.repeated(|writer| writer.block(block))?.0);
        // Asked behind the last round too: only who would need one more is beyond the bound.
        self.stand(stmt.span);
        let goes_on = self.cond(cond)?.expr;
        let over = self.unary(UnaryOp::Not, goes_on);
        let leave = self.stmt(StmtKind::Break);
        body.0.push(self.stmt(StmtKind::If { cond: over, then: Block(vec![leave]), other: Block::default() }));
        let count = self.local(" round", Type::int(0, i64::from(rounds)), true);
        let rounds = self.stmt(StmtKind::Loop { most: rounds, count, body: body.block() });
        lines.0.push(self.stmt(StmtKind::If { cond: begins, then: Block(vec![rounds]), other: Block::default() }));
        Ok(())
    }

    fn so_often(&mut self, times: &ast::Expr, block: &ast::Block, stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let term = self.expr(times, None)?;
        let (_, den) = self.must_be_number(term.ty, times)?;
        if self.range_of(term.id).0 > i64::from(MOST_ROUNDS) * i64::from(den) {
            let at = self.place(times.span);
            return Err(self.tell(says::rounds(MOST_ROUNDS, at)));
        }
        let body = self.repeated(|writer| writer.block(block))?;
        self.stand(stmt.span);
        let count = Type::int(0, i64::from(MOST_ROUNDS));
        let (var, until) = (self.local(" round", count, false), self.local(" until", count, true));
        lines.0.push(self.stmt(StmtKind::Repeat { var, until, times: term.id, body }));
        Ok(())
    }

    /// `end repeat` leaves the innermost repeat, `end attack` the action.
    fn end(&mut self, what: &ast::Name, lines: &mut Lines) -> Made<()> {
        if what.text == "repeat" {
            return self.end_repeat(what.span, lines);
        }
        let own = self.ends.clone();
        if own.as_deref() == Some(what.text.as_str()) {
            lines.0.push(self.stmt(StmtKind::Return(None)));
            return Ok(());
        }
        let at = self.place(what.span);
        Err(self.tell(says::nothing_to_end(&what.text, own.as_deref(), at)))
    }

    /// Results by the value they depend on: every value has its arm, and only one.
    fn depending(&mut self, on: &ast::Expr, arms: &[ast::Arm], stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let term = self.expr(on, None)?;
        let (_, den) = self.must_be_number(term.ty, on)?;
        let range = self.range_of(term.id);
        let ir = Type::Scalar(Scalar { what: What::Int { den }, lo: range.0, hi: range.1 });
        let value = self.local(" value", ir, false);
        self.set_local(value, term.id, true, lines);
        let mut spans: Vec<(i64, i64, &ast::Arm)> = Vec::new();
        let mut done = Ok(());
        let mut chain: Vec<(ExprId, Block)> = Vec::new();
        for arm in arms {
            for case in &arm.cases {
                self.m.cite(self.file, case);
            }
            match self.arm(arm, den, range, value, &mut spans) {
                Ok(made) => chain.push(made),
                Err(ErrorReported) => done = Err(ErrorReported),
            }
        }
        done?;
        self.covered(&mut spans, range, den, stmt)?;
        let shown = says::span(Scalar { what: What::Int { den }, lo: range.0, hi: range.1 });
        for arm in arms {
            let mut own = spans.iter().filter(|(_, _, of)| std::ptr::eq(*of, arm)).peekable();
            if own.peek().is_some() && own.all(|(from, to, _)| *to < range.0 || *from > range.1) {
                let title = arm.title.as_ref().map_or("", |title| title.text.as_str());
                let end = arm.block.span.start.max(arm.span.start);
                let at = self.place(Span { start: arm.span.start, end });
                self.m.notes.push(says::no_value_comes(title, &shown, at));
            }
        }
        let mut other = Block::default();
        for (cond, then) in chain.into_iter().rev() {
            self.stand(stmt.span);
            let branch = self.stmt(StmtKind::If { cond, then, other });
            other = Block(vec![branch]);
        }
        lines.0.extend(other.0);
        Ok(())
    }

    fn arm<'s>(
        &mut self,
        arm: &'s ast::Arm,
        den: u32,
        range: (i64, i64),
        value: LocalId,
        spans: &mut Vec<(i64, i64, &'s ast::Arm)>,
    ) -> Made<(ExprId, Block)> {
        let mut any: Option<ExprId> = None;
        for values in &arm.ranges {
            let mut bound = |expr: &Option<ast::Expr>, open: i64| match expr {
                Some(expr) => self.m.constant(self.file, expr, den),
                None => Ok(open),
            };
            let (from, to) = (bound(&values.from, i64::MIN)?, bound(&values.to, i64::MAX)?);
            spans.push((from.max(range.0.min(from)), to, arm));
            self.stand(arm.span);
            let mut both = Vec::new();
            for (limit, open, op) in [(from, i64::MIN, BinaryOp::Ge), (to, i64::MAX, BinaryOp::Le)] {
                if limit != open {
                    let (value, limit) = (self.get(value), self.number(limit, den));
                    both.push(self.binary(op, value, limit));
                }
            }
            let one = match self.all_of(both) {
                Some(one) => one,
                None => self.truth(true),
            };
            any = Some(any.map_or(one, |before| self.binary(BinaryOp::Or, before, one)));
        }
        let block = self.block(&arm.block)?;
        let Some(cond) = any else {
            let at = self.place(arm.span);
            return Err(self.tell(says::arm_without_values(at)));
        };
        Ok((cond, block))
    }

    fn covered(
        &mut self,
        spans: &mut [(i64, i64, &ast::Arm)],
        range: (i64, i64),
        den: u32,
        stmt: &ast::Stmt,
    ) -> Made<()> {
        spans.sort_by_key(|(from, to, _)| (*from, *to));
        let show = |raw: i64| if den == 1 { raw.to_string() } else { format!("{raw}/{den}") };
        let mut next = range.0;
        let mut last: Option<&ast::Arm> = None;
        for (from, to, arm) in spans.iter() {
            if let Some(before) = last
                && *from < next
            {
                let (at, first) = (self.place(arm.span), self.place(before.span));
                return Err(self.tell(says::two_arms(&show(*from), at, first)));
            }
            if *from > next && next <= range.1 {
                let at = self.place(stmt.span);
                return Err(self.tell(says::no_arm(&show(next), at)));
            }
            next = next.max(to.saturating_add(1));
            last = Some(arm);
        }
        if next <= range.1 {
            let at = self.place(stmt.span);
            return Err(self.tell(says::no_arm(&show(next), at)));
        }
        Ok(())
    }

    /// The values that an expression can have, as far as its parts say it.
    pub(crate) fn range_of(&self, id: ExprId) -> (i64, i64) {
        const FAR: (i64, i64) = (-(1 << 20), 1 << 20);
        let of = |ty: Type| ty.scalar().map_or(FAR, |scalar| (scalar.lo, scalar.hi));
        let Some(node) = self.func.exprs.get(id.index()) else { return FAR };
        match &node.expr {
            Expr::Literal { value, .. } => (*value, *value),
            Expr::Local(local) => self.func.locals.get(local.index()).map_or(FAR, |local| of(local.ty)),
            Expr::Cell(cell, _) => self.m.program.cells.get(cell.index()).map_or(FAR, |cell| of(cell.value)),
            Expr::Table(table, _) => {
                self.m.program.tables.get(table.index()).map_or(FAR, |table| (table.value.lo, table.value.hi))
            }
            Expr::Call(func, _) => self.m.program.funcs.get(func.index()).and_then(|func| func.ret).map_or(FAR, of),
            Expr::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (self.range_of(*a), self.range_of(*b));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Expr::Binary(BinaryOp::Sub, a, b) => {
                let (a, b) = (self.range_of(*a), self.range_of(*b));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            _ => FAR,
        }
    }
}

/// The one piece that a place is about: `u` in `u.lost`, in `lost(u)`.
fn about(place: &ast::Expr) -> Option<&str> {
    let of = match &place.kind {
        ExprKind::Field(of, _) => of,
        ExprKind::Call(_, args) => args.first()?,
        _ => return None,
    };
    if let ExprKind::Name(name) = &of.kind { Some(&name.text) } else { None }
}

/// Does a block do anything that its condition could see, or leave the repeat?
fn changes_something(block: &ast::Block) -> bool {
    let any = |block: &Option<ast::Block>| block.as_ref().is_some_and(changes_something);
    block.stmts.iter().any(|stmt| match &stmt.kind {
        Said::If { then, other, .. } => changes_something(then) || any(other),
        Said::May { block, other, .. } => changes_something(block) || any(other),
        Said::Step(block) | Said::ForEach { block, .. } | Said::Order { block, .. } | Said::Repeat { block, .. } => {
            changes_something(block)
        }
        Said::Depending { arms, .. } => arms.iter().any(|arm| changes_something(&arm.block)),
        Said::Roll(_) | Said::ByConstruction | Said::Hole(_) | Said::Broken => false,
        _ => true,
    })
}

/// Is this number written out?
pub(super) fn written(expr: &ast::Expr) -> Option<i64> {
    match ratio(expr) {
        Some((value, 1)) => Some(value),
        Some(_) | None => None,
    }
}
