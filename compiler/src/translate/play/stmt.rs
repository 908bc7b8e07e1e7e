//! Statements: changes of the state, chance, branches, repeats. Those that ask stand in `asks.rs` and `moves.rs`.

use super::boxes::Drawn;
use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind, Stmt, StmtKind, Target};
use crate::limits::MOST_ROUNDS;
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Kinds, Noun, Ty, Unit};
use crate::translate::types::ratio;
use crate::translate::unlike::helped;
use crate::translate::walk;
use crate::translate::world::{Entry, Stored};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ExprKind, StmtKind as Said};
use wgr_runtime::ir::{Scalar, TableId, Type, What};

impl Reader<'_, '_> {
    /// A block with names of its own.
    pub(crate) fn read_block(&mut self, block: &ast::Block) -> Made<hir::Block> {
        let around = std::mem::replace(&mut self.outside, self.scope.len());
        let read = self.within_scope(|reader| {
            let mut lines = hir::Block::new();
            reader.read_lines(block, &mut lines)?;
            Ok(lines)
        });
        self.outside = around;
        read
    }

    /// A field of a piece that `remove` puts into a box: there it stays as it is.
    fn stays_in_a_box(&self, place: &ast::Expr) -> bool {
        let ExprKind::Field(_, name) = &place.kind else { return false };
        let world = &self.m.world;
        let removed =
            world.boxes.iter().filter(|def| def.ast.removed).fold(Kinds::default(), |all, def| all.or(def.kinds));
        let mut kept = world.fields.iter().filter(|field| field.name == name.text && field.with.is_none());
        kept.any(|field| !field.pieces.and(removed).is_empty())
    }

    /// Each statement in turn; one that is refused is told, and the rest is still looked at.
    pub(crate) fn read_lines(&mut self, block: &ast::Block, lines: &mut hir::Block) -> Made<()> {
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
                Said::Becomes { place, .. } if !self.stays_in_a_box(place) => {
                    written.extend(about(place).map(|piece| (piece, place.span)));
                }
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
    pub(super) fn site(&mut self, stmt: &ast::Stmt, otherwise: &str) -> hir::Site {
        if stmt.cases.is_empty()
            && stmt.title.is_none()
            && let Some(asked) = self.asked_as.take()
        {
            let title = asked.title.as_ref().map_or(otherwise, |title| title.text.as_str()).to_owned();
            return hir::Site { cases: asked.cases.iter().map(|case| case.text.clone()).collect(), title };
        }
        let title = stmt.title.as_ref().map_or(otherwise, |title| title.text.as_str());
        self.site_of(&stmt.cases, title)
    }

    pub(crate) fn site_of(&mut self, cases: &[ast::Case], title: &str) -> hir::Site {
        for case in cases {
            self.m.cite(self.file, case);
        }
        let cases = cases.iter().map(|case| case.text.clone()).collect();
        hir::Site { cases, title: title.to_owned() }
    }

    pub(super) fn statement(&mut self, stmt: &ast::Stmt, lines: &mut hir::Block) -> Made<()> {
        for case in &stmt.cases {
            self.m.cite(self.file, case);
        }
        if let Some(ruling) = &stmt.ruling {
            self.m.said().used_rulings.insert(ruling.text.clone());
        }
        let at = self.place(stmt.span);
        if let Some(kinds) = self.of_each(stmt)? {
            lines.extend(kinds.into_iter().map(|kind| Stmt { kind, at }));
            return Ok(());
        }
        if let Some(kind) = self.said(stmt)? {
            lines.push(Stmt { kind, at });
        }
        Ok(())
    }

    /// What a statement does; nothing of one that holds by itself.
    fn said(&mut self, stmt: &ast::Stmt) -> Made<Option<StmtKind>> {
        if self.m.misplaced.contains(&self.place(stmt.span)) {
            return Err(ErrorReported);
        }
        let kind = match &stmt.kind {
            Said::Becomes { place, value } => self.becomes(place, value)?,
            Said::Gains { place, amount } => self.counts(place, amount, true)?,
            Said::Loses { place, amount } => self.counts(place, amount, false)?,
            Said::Goes { who, to, otherwise } => self.goes(who, to, otherwise.as_ref())?,
            Said::Remove(who) => self.remove(who)?,
            Said::Replace { old, new, otherwise } => self.replace(old, new, otherwise.as_ref())?,
            Said::Draw { count, from, var, block, other } => {
                self.draw(Drawn { count, from, var }, block, other.as_ref(), stmt)?
            }
            Said::Roll(dice) => self.roll(dice, stmt)?,
            Said::Picks(picks) => {
                let done = self.picks(picks, stmt);
                if let (Err(ErrorReported), ExprKind::Name(name)) = (&done, &picks.into.kind) {
                    self.refused.insert(name.text.clone());
                }
                done?
            }
            Said::PicksNumber { by, bounds, into, otherwise } => {
                let done = self.picks_number((by, into), bounds, otherwise.as_ref(), stmt);
                if let (Err(ErrorReported), ExprKind::Name(name)) = (&done, &into.kind) {
                    self.refused.insert(name.text.clone());
                }
                done?
            }
            Said::May { by, often, block, other } => self.may((by, often.as_deref()), block, other.as_ref(), stmt)?,
            Said::Chooses(choose) => self.chooses(choose, stmt)?,
            Said::Spend(spend) => self.spend(spend, stmt)?,
            Said::Moves(moves) => {
                let done = self.moves(moves, stmt);
                if let (Err(ErrorReported), Some(ExprKind::Name(name))) =
                    (&done, moves.gone.as_ref().map(|gone| &gone.kind))
                {
                    self.refused.insert(name.text.clone());
                }
                done?
            }
            Said::Places(places) => self.places(places, stmt)?,
            Said::Order { by, var, set, block } => self.in_order(by, var, set, block, stmt)?,
            Said::Perform { name, args, cell, into } => {
                self.perform((name, into.as_ref()), (args, *cell), stmt.span)?
            }
            Said::Answer(value) => self.answer(value, stmt)?,
            Said::If { cond, then, other } => self.branch(cond, then, other.as_ref(), stmt)?,
            Said::ForEach { var, set, block } => self.for_each(var, set, block)?,
            Said::Repeat { most, cond, block } => self.repeat(most, cond.as_ref(), block, stmt)?,
            Said::Depending { on, arms } => self.depending(on, arms, stmt)?,
            Said::End(what) => self.end(what)?,
            Said::GameOver(result) => {
                let ending = self.m.world.ending();
                StmtKind::GameOver(match result {
                    Some(result) => self.read_as(result, ending)?,
                    None => self.has_won(ending, stmt)?,
                })
            }
            Said::Step(block) => {
                let mut body = hir::Block::new();
                self.read_lines(block, &mut body)?;
                StmtKind::Step { body, on_the_way: self.is_on_the_way() }
            }
            Said::Phase { name, block } => self.phase(name, block)?,
            Said::Turns { which, block } => self.turns(which, block)?,
            Said::Run { name, which, block } => self.run(name, which, block)?,
            Said::PlayerTurns { sides, block } => self.player_turns(sides, block)?,
            Said::InTurn { sides, passing, block } => self.in_turn(sides, passing.as_ref(), block, stmt)?,
            Said::Offers { count, actions } => self.offers(count, actions, stmt)?,
            Said::Settles => StmtKind::Settles,
            Said::ByConstruction => return Ok(None),
            Said::Hole(why) => {
                let at = self.place(stmt.span);
                self.m.said().holes.push((at, why.text.clone()));
                let title = format!("not there: {}", why.text);
                StmtKind::Hole(self.site_of(&stmt.cases, &title))
            }
            Said::Broken => return Err(ErrorReported),
        };
        Ok(Some(kind))
    }

    /// The place that an expression names.
    pub(super) fn target(&mut self, place: &ast::Expr) -> Made<Target> {
        let at = self.place(place.span);
        match &place.kind {
            ExprKind::Field(of, name) => {
                let piece = self.read_expr(of, None)?;
                let Some(kinds) = piece.ty.kinds().filter(|_| !matches!(piece.ty, Ty::Set(_))) else {
                    let (found, at) = (self.m.world.ty_name(piece.ty), self.place(of.span));
                    return Err(self.tell(says::wrong_type(&found, "one piece", at)));
                };
                self.field_target((piece, kinds), (of, name), at)
            }
            ExprKind::Name(name) => self.named_target(name, &[], place),
            ExprKind::Call(name, args) => self.named_target(name, args, place),
            ExprKind::Phrase(phrase) => {
                let each = self.kept(&phrase.noun.text).filter(|kept| kept.each_side).map(|kept| (kept.cell, kept.ty));
                match (each, &phrase.of) {
                    (Some((cell, ty)), Some(of)) => {
                        let side = Ty::One(Noun::Enum(crate::translate::world::SIDE));
                        let index = vec![self.read_as(of, side)?];
                        Ok(Target { cell, index, ty, at })
                    }
                    _ => self.no_place(place),
                }
            }
            _ => self.no_place(place),
        }
    }

    /// A field of this piece, which is said so.
    pub(super) fn field_target(
        &mut self,
        (piece, kinds): (Expr, Kinds),
        (of, name): (&ast::Expr, &ast::Name),
        at: Place,
    ) -> Made<Target> {
        if name.text == "hex" || name.text == "box" && self.m.world.open_boxes.is_some() {
            return Err(self.tell(says::goes_instead(at)));
        }
        let field = self.field_of(kinds, name, of)?;
        let Some(def) = self.m.world.fields.get(field) else { return Err(ErrorReported) };
        let printed = self.m.world.prints.as_ref();
        match def.stored {
            // What is printed on a drawn counter stays there.
            Stored::Cell(cell) if printed.is_none_or(|prints| prints.cell != cell) => {
                let ty = def.ty;
                let piece = if matches!(piece.ty, Ty::Maybe(_)) { self.asked_for(piece, of)? } else { piece };
                Ok(Target { cell, index: vec![piece], ty, at })
            }
            Stored::Cell(_) | Stored::Table(_) => {
                let at = self.place(name.span);
                Err(self.tell(says::printed_stays(&name.text, at)))
            }
        }
    }

    fn no_place(&mut self, place: &ast::Expr) -> Made<Target> {
        let at = self.place(place.span);
        Err(self.tell(says::no_place(at)))
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
            let at = self.place(place.span);
            return Ok(Target { cell, index: Vec::new(), ty, at });
        }
        if let Some(Entry::State(index)) = self.m.world.entry(&name.text) {
            let Some(def) = self.m.world.states.get(index) else { return Err(ErrorReported) };
            let (cell, ty, params) = (def.cell, def.ty, def.params.clone());
            if let Some(moment) = def.taken.first() {
                let at = self.place(name.span);
                return Err(self.tell(says::taken_is_not_written(&name.text, &moment.text, at)));
            }
            let index = self.read_given(&name.text, &params, args, place.span)?;
            return Ok(Target { cell, index, ty, at: self.place(place.span) });
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

    fn becomes(&mut self, place: &ast::Expr, value: &ast::Expr) -> Made<StmtKind> {
        let to = self.target(place)?;
        if !matches!(value.kind, ExprKind::None) {
            self.is_picked_alone(&to)?;
        }
        let value_read = self.read_as(value, to.ty);
        if let (Err(ErrorReported), Some(declared)) = (&value_read, self.declared_at(place)) {
            self.m.against(declared, self.place(value.span));
        }
        let value_read = value_read?;
        let beyond = match &value.kind {
            ExprKind::No => Vec::new(),
            _ => self.none_left(place, |reader| reader.piece_of(place))?,
        };
        Ok(StmtKind::Set { to, value: value_read, beyond, anew: true })
    }

    /// Where the state or the field of a place is declared.
    fn declared_at(&self, place: &ast::Expr) -> Option<Place> {
        let state = match &place.kind {
            ExprKind::Name(name) | ExprKind::Call(name, _) => &name.text,
            ExprKind::Field(_, name) => {
                let field = self.m.world.fields.iter().find(|field| field.name == name.text);
                return field.map(|field| field.at);
            }
            _ => return None,
        };
        self.m.world.names.get(state).map(|(_, at)| *at)
    }

    /// `gains`, `loses`: numbers by an amount, sets by members.
    fn counts(&mut self, place: &ast::Expr, amount: &ast::Expr, more: bool) -> Made<StmtKind> {
        let to = self.target(place)?;
        if more {
            self.is_picked_alone(&to)?;
        }
        let before = self.read_expr(place, None)?;
        let want = self.counted_as(to.ty, place)?;
        let amount = self.read_as(amount, want)?;
        Ok(StmtKind::Set { value: changed_by(before, amount, to.ty, more), to, beyond: Vec::new(), anew: false })
    }

    /// What a place of this type gains or loses.
    pub(super) fn counted_as(&mut self, ty: Ty, place: &ast::Expr) -> Made<Ty> {
        match ty {
            Ty::Step(scale) => {
                let measure = self.m.world.scales.get(scale).map_or(Unit::Any, |def| Unit::Of(def.measure));
                Ok(Ty::Number { unit: measure, den: 1 })
            }
            Ty::Number { .. } | Ty::Set(_) => Ok(ty),
            Ty::YesNo => {
                let at = self.place(place.span);
                Err(self.tell(says::yes_gained(self.m.sources.text(at), at)))
            }
            other => {
                let (found, at) = (self.m.world.ty_name(other), self.place(place.span));
                Err(self.tell(says::wrong_type(&found, "a number or a set", at)))
            }
        }
    }

    fn goes(&mut self, said: &ast::Expr, to: &ast::Expr, otherwise: Option<&ast::Block>) -> Made<StmtKind> {
        let at = self.place(said.span);
        let who = self.read_expr(said, None)?;
        if who.ty.kinds().is_none() {
            let found = self.m.world.ty_name(who.ty);
            return Err(self.tell(says::wrong_type(&found, "pieces", at)));
        }
        let there = self.place(to.span);
        if let Some(into) = self.put_in(said, &who, to)? {
            if let Some(otherwise) = otherwise {
                let at = self.place(otherwise.span);
                return Err(self.tell(says::always_room(at)));
            }
            return Ok(StmtKind::PutIn { who, into });
        }
        if self.m.board.is_none() {
            return Err(self.m.tell_no_board(at));
        }
        if matches!(to.kind, ExprKind::None) {
            let who = self.m.sources.text(at).to_owned();
            return Err(self.tell(says::goes_nowhere(&who, there)));
        }
        if let Some(told) = self.goes_where_it_is(said, to) {
            return Err(self.tell(told));
        }
        self.moves_by_itself(&who, said, false)?;
        let Some(otherwise) = otherwise else {
            let read = self.read_expr(to, Some(Ty::One(Noun::Hex)))?;
            if matches!(read.kind, Kind::Toward(_)) {
                return Err(self.tell(says::off_the_map(there)));
            }
            let to = self.fit(read, Ty::One(Noun::Hex), to)?;
            return Ok(StmtKind::Goes { who, to, otherwise: None });
        };
        let to = self.read_as(to, Ty::Maybe(Noun::Hex))?;
        // A law of the hex may say no of any.
        if matches!(to.ty, Ty::One(_)) && self.m.law.is_none() {
            return Err(self.tell(says::always_a_hex(there)));
        }
        let otherwise = self.read_block(otherwise)?;
        Ok(StmtKind::Goes { who, to, otherwise: Some(otherwise) })
    }

    /// `first goes to first.hex`
    fn goes_where_it_is(&self, who: &ast::Expr, to: &ast::Expr) -> Option<crate::diag::Diagnostic> {
        let [who, there] = [who, to].map(|expr| self.m.sources.text(self.place(expr.span)));
        let own = matches!(&to.kind, ExprKind::Field(..)) && there.strip_suffix(".hex") == Some(who);
        let hexes = self
            .given_here()
            .into_iter()
            .filter(|(_, ty)| matches!(ty, Ty::One(Noun::Hex) | Ty::Maybe(Noun::Hex)))
            .map(|(name, _)| name);
        own.then(|| says::goes_where_it_is(who, &hexes.collect::<Vec<String>>(), self.place(to.span)))
    }

    fn remove(&mut self, who: &ast::Expr) -> Made<StmtKind> {
        let read = self.read_set(who)?;
        if read.ty.kinds().is_none() {
            let (found, at) = (self.m.world.ty_name(read.ty), self.place(who.span));
            let told = says::wrong_type(&found, "pieces", at);
            let text = self.m.sources.text(at);
            let state = match &who.kind {
                ExprKind::Call(name, _) | ExprKind::Name(name) => self.m.world.entry(&name.text),
                _ => None,
            };
            let state = matches!(state, Some(Entry::State(_)));
            let help = state.then(|| format!("what stands in a state is taken away by `{text} becomes none`"));
            return Err(self.tell(helped(told, help)));
        }
        Ok(StmtKind::Remove(read))
    }

    /// Others come where it stood. Where nobody is left to come it stays, and what stands behind `otherwise` is done.
    fn replace(&mut self, old: &ast::Expr, new: &ast::Expr, otherwise: Option<&ast::Block>) -> Made<StmtKind> {
        let comes = self.read_expr(new, None)?.ty;
        // A picked name was asked before.
        let asked = self.about(new).is_some_and(|about| self.is_there(about));
        let surely = matches!(comes, Ty::One(_)) || matches!(comes, Ty::Maybe(_)) && asked;
        let come = match otherwise {
            Some(_) => Some(self.read_set(new)?),
            None if surely => None,
            None => {
                let at = self.place(new.span);
                return Err(self.tell(says::replaced_by_nobody(at)));
            }
        };
        let all = Noun::Piece(self.m.world.all_pieces());
        let old = self.read_as(old, Ty::One(all))?;
        let new = self.read_as(new, Ty::Set(all))?;
        let block = otherwise.map(|block| self.read_block(block)).transpose()?;
        Ok(StmtKind::Replace { old, new, otherwise: come.zip(block) })
    }

    fn roll(&mut self, dice: &[ast::Name], stmt: &ast::Stmt) -> Made<StmtKind> {
        let site = self.site(stmt, "a die");
        let mut rolled = Vec::new();
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
            let before = self.fell_outside(&name.text);
            let sum = before.unwrap_or_else(|| self.bind(&name.text, Ty::COUNT, Type::int(count, count * faces), at));
            self.fallen.insert(sum);
            rolled.push(hir::Die { sum, again: before.is_some(), name: name.text.clone(), count, faces });
        }
        Ok(StmtKind::Roll { site, dice: rolled })
    }

    fn branch(
        &mut self,
        cond: &ast::Expr,
        then: &ast::Block,
        other: Option<&ast::Block>,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let read = self.read_cond(cond);
        let [yes, no] = [true, false].map(|holds| self.known_if(holds, read.as_ref().ok(), cond));
        let (leads_to, said) = (self.leads_to(then), (then, other));
        let then = self.given(&yes, |reader| reader.read_block(then));
        let other = match other {
            Some(other) => self.given(&no, |reader| reader.read_block(other)),
            None => Ok(hir::Block::new()),
        };
        if leads_away(said.0) {
            self.known_from_here(no);
        }
        if said.1.is_some_and(leads_away) {
            self.known_from_here(yes);
        }
        let (read, then, other) = (read?.expr, then?, other?);
        let decides = self.deciding(cond, stmt.title.as_ref());
        let told = self.decided(cond, said.0, stmt);
        Ok(StmtKind::If { told, cond: read, then, other, decides, leads_to })
    }

    /// A condition that is meant to decide something.
    fn deciding(&self, cond: &ast::Expr, title: Option<&ast::Text>) -> hir::Decides {
        let at = self.place(cond.span);
        let about = title.map_or_else(|| self.m.sources.text(at), |title| title.text.as_str()).to_owned();
        hir::Decides { at, about }
    }

    /// With a condition: while it holds, and a round beyond the bound is a fault. Without: just so often.
    fn repeat(
        &mut self,
        most: &ast::Expr,
        cond: Option<&ast::Expr>,
        block: &ast::Block,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let Some(cond) = cond else { return self.so_often(most, block) };
        let rounds = self.m.constant(self.file, most, 1)?;
        let Some(rounds) = u32::try_from(rounds).ok().filter(|rounds| (1..=MOST_ROUNDS).contains(rounds)) else {
            let at = self.place(most.span);
            return Err(self.tell(says::rounds(MOST_ROUNDS, at)));
        };
        if !changes_something(block) {
            let at = self.place(stmt.span);
            let mut rolls = false;
            walk::block(block, &mut |stmt| rolls |= matches!(stmt.kind, ast::StmtKind::Roll(_)));
            return Err(self.tell(says::never_left(rolls, at)));
        }
        let begins = self.read_cond(cond)?.expr;
        let body = self.repeated(|reader| reader.read_block(block))?;
        // Asked behind the last round too: only who would need one more is beyond the bound.
        let goes_on = self.read_cond(cond)?.expr;
        let decides = self.deciding(cond, None);
        Ok(StmtKind::Repeat { most: rounds, begins, body, goes_on, decides })
    }

    fn so_often(&mut self, times: &ast::Expr, block: &ast::Block) -> Made<StmtKind> {
        let times = self.rounds_of(times)?;
        let body = self.repeated(|reader| reader.read_block(block))?;
        Ok(StmtKind::Times { times, body })
    }

    /// A number of rounds.
    pub(super) fn rounds_of(&mut self, times: &ast::Expr) -> Made<Expr> {
        let read = self.read_expr(times, None)?;
        let (_, den) = self.must_be_number(read.ty, times)?;
        if self.range_of(&read).0 > i64::from(MOST_ROUNDS) * i64::from(den) {
            let at = self.place(times.span);
            return Err(self.tell(says::rounds(MOST_ROUNDS, at)));
        }
        Ok(read)
    }

    /// `end repeat` leaves the innermost repeat, `end attack` the action.
    fn end(&mut self, what: &ast::Name) -> Made<StmtKind> {
        if what.text == "repeat" {
            return self.end_repeat(what.span);
        }
        if let Some(Entry::Run(run)) = self.m.world.entry(&what.text) {
            return self.end_run(run, what);
        }
        let own = self.ends.clone();
        if own.as_deref() == Some(what.text.as_str()) {
            return Ok(StmtKind::End);
        }
        let at = self.place(what.span);
        Err(self.tell(says::nothing_to_end(&what.text, own.as_deref(), at)))
    }

    /// Results by the value they depend on: every value has its arm, and only one.
    fn depending(&mut self, on: &ast::Expr, arms: &[ast::Arm], stmt: &ast::Stmt) -> Made<StmtKind> {
        let value = self.read_expr(on, None)?;
        if let Ty::One(Noun::Enum(_)) = value.ty {
            let (of, at) = (self.m.world.ty_name(value.ty), self.place(on.span));
            let text = self.m.sources.text(at).to_owned();
            return Err(self.tell(says::depending_on_members(&text, &of, at)));
        }
        let (_, den) = self.must_be_number(value.ty, on)?;
        let range = self.range_of(&value);
        let mut spans: Vec<(i64, i64, &ast::Arm)> = Vec::new();
        let mut done = Ok(());
        let mut read = Vec::new();
        for arm in arms {
            for case in &arm.cases {
                self.m.cite(self.file, case);
            }
            match self.arm(arm, den, range, &mut spans) {
                Ok(made) => read.push(made),
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
                self.m.said().notes.push(says::no_value_comes(title, &shown, at));
            }
        }
        Ok(StmtKind::Depending { value, den, range, arms: read })
    }

    fn arm<'s>(
        &mut self,
        arm: &'s ast::Arm,
        den: u32,
        range: (i64, i64),
        spans: &mut Vec<(i64, i64, &'s ast::Arm)>,
    ) -> Made<hir::Values> {
        let mut ranges = Vec::new();
        for values in &arm.ranges {
            let bound = |expr: &Option<ast::Expr>| match expr {
                Some(expr) if matches!(expr.kind, ExprKind::Name(_)) => {
                    Err(self.m.tell(says::line_without_numbers(self.place(expr.span))))
                }
                Some(expr) => self.m.constant(self.file, expr, den).map(Some),
                None => Ok(None),
            };
            let (from, to) = (bound(&values.from)?, bound(&values.to)?);
            let (first, last) = (from.unwrap_or(i64::MIN), to.unwrap_or(i64::MAX));
            spans.push((first.max(range.0.min(first)), last, arm));
            ranges.push((from, to));
        }
        let block = self.read_block(&arm.block)?;
        let at = self.place(arm.span);
        if ranges.is_empty() {
            return Err(self.tell(says::arm_without_values(at)));
        }
        let site = arm.title.as_ref().map(|title| self.site_of(&arm.cases, &title.text));
        Ok(hir::Values { site, ranges, block, at })
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
                let missing = missing(spans, range).map(|(from, to)| range_shown(&show, from, to));
                return Err(self.tell(says::two_arms(&show(*from), missing.as_deref(), at, first)));
            }
            if *from > next && next <= range.1 {
                let at = self.place(stmt.span);
                let gap = range_shown(&show, next, (*from - 1).min(range.1));
                return Err(self.tell(says::no_arm(&show(next), &gap, at)));
            }
            next = next.max(to.saturating_add(1));
            last = Some(arm);
        }
        if next <= range.1 {
            let at = self.place(stmt.span);
            return Err(self.tell(says::no_arm(&show(next), &range_shown(&show, next, range.1), at)));
        }
        Ok(())
    }

    /// `game over` alone: as `victory` says.
    fn has_won(&mut self, ending: Ty, stmt: &ast::Stmt) -> Made<Expr> {
        let victory = self.m.world.rows.iter().find(|def| def.ast.kind == ast::RowsKind::Victory);
        let at = self.place(stmt.span);
        match victory {
            Some(def) => Ok(Expr::new(Kind::Asked(def.func, Vec::new()), ending, at)),
            None if self.m.items().any(|(_, item)| is_victory(&item.kind)) => Err(ErrorReported),
            None => Err(self.tell(says::over_without_victory(at))),
        }
    }

    /// The values that an expression can have, as far as its parts say it.
    pub(crate) fn range_of(&self, expr: &Expr) -> (i64, i64) {
        const FAR: (i64, i64) = (-(1 << 20), 1 << 20);
        let of = |ty: Type| ty.scalar().map_or(FAR, |scalar| (scalar.lo, scalar.hi));
        let program = &self.m.program;
        let printed =
            |table: TableId| program.tables.get(table.index()).map_or(FAR, |table| (table.value.lo, table.value.hi));
        match &expr.kind {
            Kind::Number { value, .. } => (*value, *value),
            Kind::Local(local) => self.binders.get(local.0).map_or(FAR, |binder| of(binder.ir)),
            Kind::Stored(cell, _) => program.cells.get(cell.index()).map_or(FAR, |cell| of(cell.value)),
            Kind::Asked(func, _) => program.funcs.get(func.index()).and_then(|func| func.ret).map_or(FAR, of),
            Kind::Printed(table, _) => printed(*table),
            Kind::LookedUp(index, _) => self.m.world.tables.get(*index).map_or(FAR, |def| printed(def.table)),
            Kind::Plus(both) => {
                let (a, b) = (self.range_of(&both[0]), self.range_of(&both[1]));
                (a.0.saturating_add(b.0), a.1.saturating_add(b.1))
            }
            Kind::Minus(both) => {
                let (a, b) = (self.range_of(&both[0]), self.range_of(&both[1]));
                (a.0.saturating_sub(b.1), a.1.saturating_sub(b.0))
            }
            _ => FAR,
        }
    }
}

/// What a place of this type holds when it has gained or lost so much.
pub(super) fn changed_by(before: Expr, amount: Expr, ty: Ty, more: bool) -> Expr {
    let (at, both) = (amount.at, Box::new([before, amount]));
    let kind = match (ty, more) {
        (Ty::Set(_), true) => Kind::Union(both),
        (Ty::Set(_), false) => Kind::Without(both),
        (_, true) => Kind::Plus(both),
        (_, false) => Kind::Minus(both),
    };
    Expr::new(kind, ty, at)
}

/// Also one that could not be read.
fn is_victory(kind: &ast::ItemKind) -> bool {
    match kind {
        ast::ItemKind::Rows(rows) => rows.kind == ast::RowsKind::Victory,
        ast::ItemKind::Broken { keyword, .. } => keyword == "victory",
        _ => false,
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

/// Does nothing go on behind this block?
pub(super) fn leads_away(block: &ast::Block) -> bool {
    block.stmts.iter().any(|stmt| match &stmt.kind {
        Said::End(_) | Said::Answer(_) | Said::GameOver(_) | Said::Hole(_) | Said::Broken => true,
        Said::If { then, other, .. } => leads_away(then) && other.as_ref().is_some_and(leads_away),
        Said::May { block, other, .. } => leads_away(block) && other.as_ref().is_some_and(leads_away),
        Said::Step(block) => leads_away(block),
        Said::Depending { arms, .. } => arms.iter().all(|arm| leads_away(&arm.block)),
        _ => false,
    })
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
pub(crate) fn written(expr: &ast::Expr) -> Option<i64> {
    match ratio(expr) {
        Some((value, 1)) => Some(value),
        Some(_) | None => None,
    }
}

/// The first numbers of the range that no line names.
fn missing(spans: &[(i64, i64, &ast::Arm)], range: (i64, i64)) -> Option<(i64, i64)> {
    let mut next = range.0;
    for (from, to, _) in spans {
        if *from > next {
            return Some((next, (*from - 1).min(range.1))).filter(|_| next <= range.1);
        }
        next = next.max(to.saturating_add(1));
    }
    (next <= range.1).then_some((next, range.1))
}

/// `4`, `4..11`
fn range_shown(show: &dyn Fn(i64) -> String, from: i64, to: i64) -> String {
    if from == to { show(from) } else { format!("{}..{}", show(from), show(to)) }
}
