//! Statements that ask: picks, may, chooses, the order of several, spending. Each offers only what can be completed.

use crate::diag::{Place, says};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::named;
use crate::translate::ty::{Noun, Ty};
use crate::translate::walk::expressions;
use crate::translate::world::{Entry, SIDE};
use crate::translate::writer::{Bound, Lines, Writer};
use wgr_grammar::ast::{self, Count, ExprKind, SuchThat};
use wgr_runtime::ir::{
    Arm, Ask, BinaryOp, Block, Body, CellId, Expr, ExprId, FuncId, FuncKind, Limit, Limits, LocalId, SiteId, StmtKind,
    Type, UnaryOp,
};

/// Where the answer of a pick goes.
enum Into {
    Cell(CellId, Vec<ExprId>, Ty),
    /// A name that the pick gives.
    Name(LocalId),
}

/// How many a pick gives: it decides what the name behind `as` is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Picked {
    One,
    /// `0 or 1`: one, or none.
    OneOrNone,
    Many,
}

impl Picked {
    fn of(picks: &ast::Picks) -> Picked {
        let written = super::stmt::written;
        match &picks.count {
            Count::Exactly(count) if written(count) == Some(1) && picks.such_that.is_empty() => Picked::One,
            Count::Between(from, to) if written(from) == Some(0) && written(to) == Some(1) => Picked::OneOrNone,
            Count::UpTo(to) if written(to) == Some(1) => Picked::OneOrNone,
            Count::Exactly(_) | Count::Between(..) | Count::OrMore(_) | Count::UpTo(_) | Count::Any => Picked::Many,
        }
    }
}

impl Writer<'_, '_> {
    pub(super) fn asker(&mut self, by: &ast::Expr) -> Made<ExprId> {
        self.expr_as(by, Ty::One(Noun::Enum(SIDE)))
    }

    pub(super) fn way(&self, name: &str, each: Option<(LocalId, ExprId)>, guard: Option<ExprId>, body: Block) -> Arm {
        Arm { name: name.to_owned(), each, guard, body }
    }

    pub(super) fn ask(
        &mut self,
        by: ExprId,
        site: SiteId,
        arms: Vec<Arm>,
        otherwise: Option<Block>,
        lines: &mut Lines,
    ) {
        let ask = Ask { by, site, start: false, arms, otherwise };
        let stmt = self.stmt(StmtKind::Ask(ask));
        lines.0.push(stmt);
    }

    /// The candidates: the first tier that has any.
    fn candidates(&mut self, picks: &ast::Picks, lines: &mut Lines) -> Made<(LocalId, Ty)> {
        let mut found: Option<(LocalId, Ty)> = None;
        for tier in &picks.tiers {
            let term = self.set(&tier.set)?;
            let Some(noun) = term.ty.noun() else { return Err(ErrorReported) };
            let offered = self.offered(&tier.set, term.id, noun);
            match found {
                None => {
                    let local = self.local(" candidates", Type::Set(self.m.domain_of(noun)), false);
                    self.set_local(local, offered, true, lines);
                    found = Some((local, Ty::Set(noun)));
                }
                Some((local, ty)) => {
                    if !ty.noun().is_some_and(|first| first.alike(noun)) {
                        let names = (self.m.world.ty_name(term.ty), self.m.world.ty_name(ty));
                        let at = self.place(tier.set.span);
                        return Err(self.tell(says::wrong_type(&names.0, &names.1, at)));
                    }
                    let before = self.get(local);
                    let size = self.unary(UnaryOp::Size, before);
                    let none = self.number(0, 1);
                    let cond = self.binary(BinaryOp::Eq, size, none);
                    let mut then = Lines::default();
                    self.set_local(local, offered, false, &mut then);
                    lines.0.push(self.stmt(StmtKind::If { cond, then: then.block(), other: Block::default() }));
                    if let (Some(Noun::Piece(a)), Noun::Piece(b)) = (ty.noun(), noun) {
                        found = Some((local, Ty::Set(Noun::Piece(a.or(b)))));
                    }
                }
            }
        }
        found.ok_or(ErrorReported)
    }

    fn into(&mut self, picks: &ast::Picks, noun: Noun, picked: Picked, lines: &mut Lines) -> Made<Into> {
        let many = picked == Picked::Many;
        let span = picks.into.span;
        if let ExprKind::Name(name) = &picks.into.kind
            && self.kept(&name.text).is_none()
            && !matches!(self.m.world.entry(&name.text), Some(Entry::State(_)))
        {
            let at = self.fresh_name(name)?;
            let ty = match picked {
                Picked::One => Ty::One(noun),
                Picked::OneOrNone => Ty::Maybe(noun),
                Picked::Many => Ty::Set(noun),
            };
            let ir = self.m.ir_type(if many { ty } else { Ty::Maybe(noun) });
            let nothing = self.nothing(noun, many);
            let local = self.bind(&name.text, ty, ir, at, false);
            self.set_local(local, nothing, true, lines);
            return Ok(Into::Name(local));
        }
        let target = self.target(&picks.into)?;
        let fits = match (target.ty, many) {
            (Ty::Set(of), _) => of.alike(noun),
            (Ty::One(of) | Ty::Maybe(of), false) => of.alike(noun),
            _ => false,
        };
        let narrow = match (target.ty.noun(), noun) {
            (Some(Noun::Piece(wanted)), Noun::Piece(found)) => found.within(wanted),
            _ => true,
        };
        if !fits || !narrow {
            let found = self.m.world.ty_name(if many { Ty::Set(noun) } else { Ty::One(noun) });
            let (wanted, at) = (self.m.world.ty_name(target.ty), self.place(span));
            return Err(self.tell(says::wrong_type(&found, &wanted, at)));
        }
        // Whatever comes of it, the name has a value from here on.
        let set = matches!(target.ty, Ty::Set(_));
        let held = self.m.program.cells.get(target.cell.index()).and_then(|cell| cell.value.scalar());
        if held.is_some_and(|held| !held.is_opt()) {
            if picks.otherwise.is_some() || picked == Picked::OneOrNone {
                let (name, ty) = (self.m.sources.text(self.place(span)).to_owned(), self.m.world.ty_name(target.ty));
                let at = self.place(span);
                return Err(self.tell(says::pick_may_be_none(&name, &ty, at)));
            }
            return Ok(Into::Cell(target.cell, target.index, target.ty));
        }
        let nothing = self.nothing(noun, set);
        let index = self.target(&picks.into)?.index;
        self.set_cell(target.cell, index, nothing, lines);
        Ok(Into::Cell(target.cell, target.index, target.ty))
    }

    fn nothing(&mut self, noun: Noun, many: bool) -> ExprId {
        let domain = self.m.domain_of(noun);
        self.add(if many { Expr::Empty(domain) } else { Expr::None(domain) })
    }

    fn put(&mut self, into: Into, value: ExprId, many: bool, lines: &mut Lines) {
        match into {
            Into::Name(local) => self.set_local(local, value, false, lines),
            Into::Cell(cell, index, ty) => {
                let value = match ty {
                    Ty::Set(_) if !many => self.unary(UnaryOp::Single, value),
                    _ => value,
                };
                self.set_cell(cell, index, value, lines);
            }
        }
    }

    pub(super) fn picks(&mut self, picks: &ast::Picks, stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let site = self.site(stmt, "Who?");
        let by = self.asker(&picks.by)?;
        let (candidates, ty) = self.candidates(picks, lines)?;
        let noun = ty.noun().ok_or(ErrorReported)?;
        let picked = Picked::of(picks);
        // Several are picked in a loop of their own.
        let (otherwise, left) = match &picks.otherwise {
            Some(block) if picked == Picked::One => (Some(self.block(block)?), None),
            Some(block) => {
                let (done, left) = self.looped(|writer| writer.block(block));
                (Some(done?), left)
            }
            None => (None, None),
        };
        if otherwise.is_none() && self.may_be_empty(picks) && !self.guarded.contains(&stmt.span) {
            let at = self.place(stmt.span);
            return Err(self.tell(says::pick_of_nobody(at)));
        }
        let into = self.into(picks, noun, picked, lines)?;
        if let ExprKind::Name(name) = &picks.into.kind
            && picks.tiers.iter().any(|tier| self.absent_meant(&tier.set))
        {
            self.absent.insert(name.text.clone());
        }
        self.asks_for_itself(picks)?;
        if picked == Picked::One {
            self.pick_one(by, site, candidates, noun, into, otherwise, lines);
            return Ok(());
        }
        self.pick_many(picks, by, site, candidates, noun, into, (otherwise, left), lines)
    }

    /// What is being picked has no members before it is picked: `such that` cannot read it.
    fn asks_for_itself(&mut self, picks: &ast::Picks) -> Made<()> {
        let Some(name) = named(&picks.into) else { return Ok(()) };
        let mut found = None;
        for such in &picks.such_that {
            for part in [&such.least, &such.most, &such.weight, &such.alike].into_iter().flatten() {
                expressions(part, &mut |part| {
                    if matches!(part.kind, ExprKind::Name(_) | ExprKind::Phrase(_)) && named(part) == Some(name) {
                        found.get_or_insert(part.span);
                    }
                });
            }
        }
        let Some(span) = found else { return Ok(()) };
        let at = self.place(span);
        Err(self.tell(says::pick_asks_for_itself(name, at)))
    }

    /// May it be that there is no answer, not even nobody?
    fn may_be_empty(&self, picks: &ast::Picks) -> bool {
        let least = match &picks.count {
            Count::Exactly(count) => super::stmt::written(count),
            Count::Between(from, _) | Count::OrMore(from) => super::stmt::written(from),
            Count::Any | Count::UpTo(_) => Some(0),
        };
        least != Some(0) || picks.such_that.iter().any(|such| such.least.is_some())
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one statement, read by one caller")]
    fn pick_one(
        &mut self,
        by: ExprId,
        site: SiteId,
        candidates: LocalId,
        noun: Noun,
        into: Into,
        otherwise: Option<Block>,
        lines: &mut Lines,
    ) {
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" picked", ir, false);
        let from = self.get(candidates);
        let value = self.get(var);
        let mut body = Lines::default();
        self.put(into, value, false, &mut body);
        let arm = self.way("pick", Some((var, from)), None, body.block());
        self.ask(by, site, vec![arm], Some(otherwise.unwrap_or_default()), lines);
    }

    /// One after the other in any order, until it is done; only what can still be completed is offered.
    #[expect(clippy::too_many_arguments, reason = "the parts of one statement, read by one caller")]
    fn pick_many(
        &mut self,
        picks: &ast::Picks,
        by: ExprId,
        site: SiteId,
        candidates: LocalId,
        noun: Noun,
        into: Into,
        (otherwise, left): (Option<Block>, Option<LocalId>),
        lines: &mut Lines,
    ) -> Made<()> {
        let domain = self.m.domain_of(noun);
        let set = Type::Set(domain);
        let (limits, args) = self.limits(picks, noun)?;
        let chosen = self.local(" chosen", set, false);
        let empty = self.add(Expr::Empty(domain));
        self.set_local(chosen, empty, true, lines);
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" picked", ir, false);
        let mut add = Lines::default();
        let (so_far, one) = (self.get(chosen), self.get(var));
        let one = self.unary(UnaryOp::Single, one);
        let more = self.binary(BinaryOp::Union, so_far, one);
        self.set_local(chosen, more, false, &mut add);
        let reads = |writer: &mut Self| args.iter().map(|local| writer.get(*local)).collect::<Vec<ExprId>>();
        let (given, so_far, from) = (reads(self), self.get(chosen), self.get(candidates));
        let offered = self.add(Expr::Extend { limits, args: given, chosen: so_far, from });
        let (given, so_far) = (reads(self), self.get(chosen));
        let complete = self.add(Expr::Complete { limits, args: given, chosen: so_far });
        let leave = self.stmt(StmtKind::Break);
        let mut nobody = otherwise.unwrap_or_default();
        nobody.0.push(self.stmt(StmtKind::Break));
        let arms = vec![
            self.way("pick", Some((var, offered)), None, add.block()),
            self.way("done", None, Some(complete), Block(vec![leave])),
        ];
        let mut body = Lines::default();
        self.ask(by, site, arms, Some(nobody), &mut body);
        let most = self.m.program.domains.get(domain.index()).map_or(1, |domain| domain.size) + 1;
        let count = self.local(" round", Type::int(0, i64::from(most)), true);
        self.push_loop(StmtKind::Loop { most, count, body: body.block() }, left, lines);
        let value = self.get(chosen);
        let set = match &into {
            Into::Cell(_, _, ty) => matches!(ty, Ty::Set(_)),
            Into::Name(_) => Picked::of(picks) == Picked::Many,
        };
        // Of none the lowest is none.
        let value = if set { value } else { self.unary(UnaryOp::Lowest, value) };
        self.put(into, value, true, lines);
        Ok(())
    }

    /// A `limits` function for the count and the conditions. It gets every name in scope as a parameter.
    fn limits(&mut self, picks: &ast::Picks, noun: Noun) -> Made<(FuncId, Vec<LocalId>)> {
        let captured: Vec<Bound> = self.captured();
        let params: Vec<(String, Type)> =
            captured.iter().map(|bound| (bound.name.clone(), self.func.local(bound.local).ty)).collect();
        let named: Vec<(String, Ty)> = captured.iter().map(|bound| (bound.name.clone(), bound.ty)).collect();
        let at = self.place(picks.into.span);
        let func = self.m.declare("limits", FuncKind::Query, params, Some(Type::BOOL), at);
        let (within, file) = (self.within, self.file);
        let mut writer = Writer::open(self.m, file, func, &named, at);
        writer.within = within;
        let ir = writer.m.ir_type(Ty::One(noun));
        let it = writer.bind("it", Ty::One(noun), ir, at, false);
        let made = writer.limit_rows(picks, it);
        let (limits, alike) = made?;
        writer.done(Body::Limits(Limits { it, limits, alike }));
        Ok((func, captured.into_iter().map(|bound| bound.local).collect()))
    }

    /// The names in scope that have values, each once; the innermost of a name.
    fn captured(&self) -> Vec<Bound> {
        let mut found: Vec<Bound> = Vec::new();
        for bound in self.scope.iter().rev() {
            if !found.iter().any(|known| known.name == bound.name) && bound.name != "it" {
                found.push(bound.clone());
            }
        }
        found.reverse();
        found
    }

    fn limit_rows(&mut self, picks: &ast::Picks, _it: LocalId) -> Made<(Vec<Limit>, Option<ExprId>)> {
        let number = |writer: &mut Self, expr: &ast::Expr| writer.expr_as(expr, Ty::COUNT);
        let (lo, hi) = match &picks.count {
            Count::Exactly(count) => (Some(number(self, count)?), Some(number(self, count)?)),
            Count::Between(from, to) => (Some(number(self, from)?), Some(number(self, to)?)),
            Count::OrMore(from) => (Some(number(self, from)?), None),
            Count::UpTo(to) => (None, Some(number(self, to)?)),
            Count::Any => (None, None),
        };
        self.some_number_fits(picks)?;
        let mut limits = vec![Limit { lo, hi, weight: None }];
        let mut alike = None;
        for such in &picks.such_that {
            match self.such_that(such)? {
                (Some(limit), _) => limits.push(limit),
                (None, Some(key)) if alike.is_none() => alike = Some(key),
                _ => {
                    let at = self.place(such.span);
                    return Err(self.tell(says::alike_once(at)));
                }
            }
        }
        Ok((limits, alike))
    }

    /// `at least 5 where it.guards` and `at most 3 where it.guards` ask for what is never there; told where both numbers
    /// are written out.
    fn some_number_fits(&mut self, picks: &ast::Picks) -> Made<()> {
        let written = super::stmt::written;
        let place = |expr: &ast::Expr| (written(expr), self.place(expr.span));
        let (least, most) = match &picks.count {
            Count::Exactly(count) => (Some(place(count)), Some(place(count))),
            Count::Between(from, to) => (Some(place(from)), Some(place(to))),
            Count::OrMore(from) => (Some(place(from)), None),
            Count::UpTo(to) => (None, Some(place(to))),
            Count::Any => (None, None),
        };
        let mut bounds = vec![(None, least, most)];
        for such in picks.such_that.iter().filter(|such| such.alike.is_none()) {
            let words = |weight: &ast::Expr| self.m.sources.text(self.place(weight.span)).split_whitespace().collect();
            let of: Option<Vec<&str>> = such.weight.as_ref().map(words);
            bounds.push((of, such.least.as_ref().map(place), such.most.as_ref().map(place)));
        }
        let known = |bound: &Option<(Option<i64>, Place)>| bound.and_then(|(number, at)| Some((number?, at)));
        let empty = bounds.iter().enumerate().find_map(|(at, (of, least, _))| {
            let (least, here) = known(least)?;
            bounds.iter().enumerate().find_map(|(other, (by, _, most))| {
                let (most, there) = known(most).filter(|(most, _)| *most < least && by == of)?;
                Some((least, most, here, if at == other { here } else { there }))
            })
        });
        match empty {
            Some((least, most, at, other)) => Err(self.tell(says::pick_of_no_number(least, most, at, other))),
            None => Ok(()),
        }
    }

    fn such_that(&mut self, such: &SuchThat) -> Made<(Option<Limit>, Option<ExprId>)> {
        for case in &such.cases {
            self.m.cite(self.file, case);
        }
        self.stand(such.span);
        if let Some(alike) = &such.alike {
            return Ok((None, Some(self.expr(alike, None)?.id)));
        }
        let weight = match &such.weight {
            Some(weight) => Some(self.expr(weight, None)?),
            None => None,
        };
        let want = weight.map(|term| term.ty).filter(|ty| ty.is_number()).unwrap_or(Ty::COUNT);
        let mut bound = |expr: &Option<ast::Expr>| match expr {
            Some(expr) => self.expr_as(expr, want).map(Some),
            None => Ok(None),
        };
        let (lo, hi) = (bound(&such.least)?, bound(&such.most)?);
        Ok((Some(Limit { lo, hi, weight: weight.map(|term| term.id) }), None))
    }

    pub(super) fn may(
        &mut self,
        by: &ast::Expr,
        block: &ast::Block,
        other: Option<&ast::Block>,
        stmt: &ast::Stmt,
        lines: &mut Lines,
    ) -> Made<()> {
        let site = self.site(stmt, "May it be?");
        let by = self.asker(by)?;
        let yes = self.block(block);
        let no = match other {
            Some(other) => self.block(other),
            None => Ok(Block::default()),
        };
        let arms = vec![self.way("yes", None, None, yes?), self.way("no", None, None, no?)];
        self.ask(by, site, arms, None, lines);
        Ok(())
    }

    pub(super) fn chooses(&mut self, choose: &ast::Choose, stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let site = self.site(stmt, "Which?");
        let by = self.asker(&choose.by)?;
        let mut arms: Vec<Arm> = Vec::new();
        let mut done = Ok(());
        for arm in &choose.arms {
            for case in &arm.cases {
                self.m.cite(self.file, case);
            }
            let guard = match &arm.when {
                Some(cond) => self.cond(cond).map(|cond| Some((cond.expr, cond.yes))),
                None => Ok(None),
            };
            let known = guard.as_ref().ok().and_then(|guard| guard.as_ref()).map(|(_, yes)| yes.clone());
            let block = self.given(&known.unwrap_or_default(), |writer| writer.block(&arm.block));
            let title = arm.title.as_ref().map_or("", |title| title.text.as_str());
            let name = option_name(title, arms.len());
            match (guard, block) {
                (Ok(guard), Ok(block)) => arms.push(self.way(&name, None, guard.map(|(id, _)| id), block)),
                _ => done = Err(ErrorReported),
            }
        }
        let otherwise = match &choose.otherwise {
            Some(block) => Some(self.block(block)?),
            None => None,
        };
        done?;
        if otherwise.is_none() && arms.iter().all(|arm| arm.guard.is_some()) {
            let at = self.place(stmt.span);
            return Err(self.tell(says::choice_of_nothing(at)));
        }
        self.ask(by, site, arms, otherwise, lines);
        Ok(())
    }

    /// Points on goods, hit by hit: `must` until no more can be spent, `may` until the side stops.
    pub(super) fn spend(&mut self, spend: &ast::Spend, stmt: &ast::Stmt, lines: &mut Lines) -> Made<()> {
        let site = self.site(stmt, "On what?");
        let at = self.place(spend.purchase.span);
        let Some(Entry::Purchase(index)) = self.m.world.entry(&spend.purchase.text) else {
            let known: Vec<String> = self.m.world.purchases.iter().map(|def| def.name.clone()).collect();
            return Err(self.tell(says::unknown_name("purchase", &spend.purchase.text, &known, at)));
        };
        let Some(def) = self.m.world.purchases.get(index) else { return Err(ErrorReported) };
        let (goods, effect, price) = (def.goods, def.effect, def.ast.costs.clone());
        let param = def.params.first().cloned().ok_or(ErrorReported)?;
        let purchase_file = def.file;
        let by = self.asker(&spend.by)?;
        let term = self.set(&spend.set)?;
        let Some(noun) = term.ty.noun() else { return Err(ErrorReported) };
        let domain = self.m.domain_of(noun);
        let from = self.local(" goods", Type::Set(domain), false);
        self.set_local(from, term.id, true, lines);
        let maybe = self.m.ir_type(Ty::Maybe(noun));
        let last = self.local(" last", maybe, false);
        let nothing = self.add(Expr::None(domain));
        self.set_local(last, nothing, true, lines);
        let ir = self.m.ir_type(Ty::One(noun));
        let var = self.local(" bought", ir, false);
        let mut body = Lines::default();
        // The pool pays first: the price may change with what is bought.
        let target = self.target(&spend.pool)?;
        let before = self.expr(&spend.pool, None)?;
        let unit = self.must_be_number(before.ty, &spend.pool)?;
        let file = self.file;
        let paid = self.within_scope(|writer| {
            writer.file = purchase_file;
            writer.scope.push(Bound { name: param.name.clone(), local: var, ty: param.ty, at });
            writer.expr_as(&price, Ty::Number { unit: unit.0, den: unit.1 })
        });
        self.file = file;
        let paid = paid?;
        let left = self.binary(BinaryOp::Sub, before.id, paid);
        self.set_cell(target.cell, target.index, left, &mut body);
        let one = self.get(var);
        body.0.push(self.stmt(StmtKind::Call { into: None, fresh: false, func: effect, args: vec![one] }));
        let one = self.get(var);
        self.set_local(last, one, false, &mut body);
        let mut left_early = None;
        if let Some(then) = &spend.then {
            let (done, left) = self.looped(|writer| writer.block(then));
            body.0.extend(done?.0);
            left_early = left;
        }
        if spend.once {
            body.0.push(self.stmt(StmtKind::Break));
        }
        let pool = self.expr(&spend.pool, None)?;
        let (from, last) = (self.get(from), self.get(last));
        let from = self.still_offered(&spend.set, from, noun);
        let offered = self.add(Expr::Buyable { goods, args: Vec::new(), pool: pool.id, from, last });
        let mut arms = vec![self.way("buy", Some((var, offered)), None, body.block())];
        let leave = self.stmt(StmtKind::Break);
        if !spend.must {
            let stop = self.stmt(StmtKind::Break);
            arms.push(self.way("stop", None, None, Block(vec![stop])));
        }
        let mut round = Lines::default();
        self.ask(by, site, arms, Some(Block(vec![leave])), &mut round);
        const MOST: u32 = 128;
        let count = self.local(" round", Type::int(0, i64::from(MOST)), true);
        self.push_loop(StmtKind::Loop { most: MOST, count, body: round.block() }, left_early, lines);
        Ok(())
    }
}

/// What an answer is called: the title's words.
pub(super) fn option_name(title: &str, at: usize) -> String {
    let letters = title.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    let name: String = letters.collect::<String>().trim_matches('_').to_owned();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) { format!("way{}", at + 1) } else { name }
}
