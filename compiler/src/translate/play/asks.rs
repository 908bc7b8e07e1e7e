//! Statements that ask: picks, may, chooses, spending. Each offers only what can be completed.

use crate::diag::{Place, says};
use crate::hir::{self, Expr, Into, Kind, Limit, Limits, Offered, Picked, StmtKind, Way};
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::in_play::named;
use crate::translate::reader::{About, Bound, Given, Reader};
use crate::translate::ty::{Noun, Ty, Unit};
use crate::translate::types::ratio;
use crate::translate::walk::expressions;
use crate::translate::world::{Entry, LimitDef, SIDE};
use wgr_grammar::ast::{self, Count, ExprKind, SuchThat};
use wgr_runtime::ir::Type;

/// How many a pick gives.
fn picked(picks: &ast::Picks) -> Picked {
    let written = super::stmt::written;
    match &picks.count {
        Count::Exactly(count) if written(count) == Some(1) && picks.such_that.is_empty() => Picked::One,
        Count::Between(from, to) if written(from) == Some(0) && written(to) == Some(1) => Picked::OneOrNone,
        Count::UpTo(to) if written(to) == Some(1) => Picked::OneOrNone,
        Count::Exactly(_) | Count::Between(..) | Count::OrMore(_) | Count::UpTo(_) | Count::Any => Picked::Many,
    }
}

impl Reader<'_, '_> {
    pub(crate) fn read_asker(&mut self, by: &ast::Expr) -> Made<Expr> {
        self.read_as(by, Ty::One(Noun::Enum(SIDE)))
    }

    /// The candidates: the first tier that has any; and what they are.
    fn candidates(&mut self, picks: &ast::Picks) -> Made<(Vec<Offered>, Noun)> {
        let mut tiers = Vec::new();
        let mut all: Option<Noun> = None;
        for tier in &picks.tiers {
            let set = self.read_set(&tier.set)?;
            let Some(noun) = set.ty.noun() else { return Err(ErrorReported) };
            all = Some(match all {
                None => noun,
                Some(first) if !first.alike(noun) => {
                    let names = (self.m.world.ty_name(set.ty), self.m.world.ty_name(Ty::Set(first)));
                    let at = self.place(tier.set.span);
                    return Err(self.tell(says::wrong_type(&names.0, &names.1, at)));
                }
                Some(first) => match (first, noun) {
                    (Noun::Piece(a), Noun::Piece(b)) => Noun::Piece(a.or(b)),
                    _ => first,
                },
            });
            tiers.push(self.offered(&tier.set, set, noun));
        }
        Ok((tiers, all.ok_or(ErrorReported)?))
    }

    /// A name behind `as` that is given there: nothing is kept under it.
    pub(super) fn new_name_of<'s>(&self, into: &'s ast::Expr) -> Option<&'s ast::Name> {
        let ExprKind::Name(name) = &into.kind else { return None };
        let is_state = matches!(self.m.world.entry(&name.text), Some(Entry::State(_)));
        (self.kept(&name.text).is_none() && !is_state).then_some(name)
    }

    fn into(&mut self, picks: &ast::Picks, noun: Noun, picked: Picked) -> Made<Into> {
        if let ast::ExprKind::Phrase(phrase) = &picks.into.kind
            && phrase.such.is_some()
        {
            let at = self.place(picks.into.span);
            return Err(self.tell(says::where_behind_as(at)));
        }
        let many = picked == Picked::Many;
        let span = picks.into.span;
        if let Some(name) = self.new_name_of(&picks.into) {
            let at = self.fresh_name(name)?;
            let falls_through = picks.otherwise.as_ref().is_some_and(|block| !super::stmt::leads_away(block));
            let ty = match picked {
                Picked::One if falls_through => Ty::Maybe(noun),
                Picked::One => Ty::One(noun),
                Picked::OneOrNone => Ty::Maybe(noun),
                Picked::Many => Ty::Set(noun),
            };
            let ir = self.m.ir_type(if many { ty } else { Ty::Maybe(noun) });
            let local = self.bind(&name.text, ty, ir, at);
            if matches!(ty, Ty::Maybe(_)) {
                self.perhaps.insert(local);
            }
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
        let held = self.m.program.cells.get(target.cell.index()).and_then(|cell| cell.value.scalar());
        let always_one = held.is_some_and(|held| !held.is_opt());
        if always_one && (picks.otherwise.is_some() || picked == Picked::OneOrNone) {
            let at = self.place(span);
            let (name, ty) = (self.m.sources.text(at).to_owned(), self.m.world.ty_name(target.ty));
            return Err(self.tell(says::pick_may_be_none(&name, &ty, at)));
        }
        // Whatever comes of it, the name has a value from here on.
        Ok(Into::Place(target, !always_one))
    }

    /// `picks a regiment`, `picks one regiment`
    fn number_of_picks(&mut self, count: &Count) -> Made<()> {
        let Count::Exactly(ast::Expr { kind: ExprKind::Name(word), .. }) = count else { return Ok(()) };
        let article = ["a", "an", "one", "the", "some"].contains(&word.text.as_str());
        if !article || self.bound(&word.text).is_some() || self.m.world.entry(&word.text).is_some() {
            return Ok(());
        }
        let at = self.place(word.span);
        Err(self.tell(says::how_many_in_words(&word.text, at)))
    }

    pub(super) fn picks(&mut self, picks: &ast::Picks, stmt: &ast::Stmt) -> Made<StmtKind> {
        let site = self.site(stmt, "Who?");
        let by = self.read_asker(&picks.by)?;
        self.number_of_picks(&picks.count)?;
        let passed = self.passing.take();
        let (tiers, noun) = self.candidates(picks)?;
        let picked = picked(picks);
        let otherwise = match &picks.otherwise {
            Some(block) if picked == Picked::One => Some(hir::Round { body: self.read_block(block)?, left: None }),
            // Several are picked in a loop of their own.
            Some(block) => Some(self.looped(|reader| reader.read_block(block))?),
            None => None,
        };
        if otherwise.is_none() && self.may_be_empty(picks) && !self.guarded.contains(&stmt.span) {
            let at = self.place(stmt.span);
            let limited = super::action::named_pick(picks)
                .filter(|name| self.within.is_some_and(|action| super::limits::is_on_kept(self.m, action, name)));
            return Err(self.tell(match limited {
                Some(name) => says::limited_pick_of_nobody(name, at),
                None => says::pick_of_nobody(at),
            }));
        }
        let into = self.into(picks, noun, picked)?;
        if let ExprKind::Name(name) = &picks.into.kind
            && picks.tiers.iter().any(|tier| self.absent_meant(&tier.set))
        {
            self.absent.insert(name.text.clone());
        }
        self.asks_for_itself(picks)?;
        let laid = self.limits_of_pick(&into);
        let limited = self.limited(&laid, &picks.by, noun, self.place(stmt.span))?;
        let limits = if picked == Picked::One { None } else { Some(self.limits(picks, noun, &laid)?) };
        let picks = hir::Picks { site, by, tiers, noun, picked, into, otherwise, limits, limited, passed };
        Ok(StmtKind::Picks(Box::new(picks)))
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

    /// The count and the conditions. They get every name in scope as a parameter.
    fn limits(&mut self, picks: &ast::Picks, noun: Noun, laid: &[LimitDef<'_>]) -> Made<Limits> {
        let captured: Vec<Bound> = self.captured();
        let given = captured.iter().filter_map(|bound| {
            let ir = self.binders.get(bound.local.0)?.ir;
            Some(Given { name: bound.name.clone(), ty: Some(bound.ty), ir })
        });
        let given = given.collect();
        let at = self.place(picks.into.span);
        let (within, file) = (self.within, self.file);
        let unasked = captured.iter().map(|bound| self.is_unasked(About::Local(bound.local)));
        let unasked: Vec<bool> = unasked.collect();
        let mut reader = Reader::new(self.m, file, given, at);
        let inner = reader.scope.iter().map(|bound| bound.local).zip(unasked);
        reader.perhaps = inner.filter_map(|(local, unasked)| unasked.then_some(local)).collect();
        reader.within = within;
        let ir = reader.m.ir_type(Ty::One(noun));
        let it = reader.bind("it", Ty::One(noun), ir, at);
        let (mut limits, alike) = reader.limit_rows(picks)?;
        for limit in laid.iter().filter(|limit| limit.each.is_none()) {
            limits.push(reader.left_of(limit, &picks.by, at)?);
        }
        let binders = reader.binders;
        Ok(Limits { captured: captured.iter().map(|bound| bound.local).collect(), binders, it, limits, alike, at })
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

    fn limit_rows(&mut self, picks: &ast::Picks) -> Made<(Vec<Limit>, Option<Expr>)> {
        let (least, most) = picks.count.bounds();
        let mut number = |bound: Option<&ast::Expr>| bound.map(|expr| self.read_as(expr, Ty::COUNT)).transpose();
        let (least, most) = (number(least)?, number(most)?);
        self.some_number_fits(picks)?;
        let mut limits = vec![Limit { least, most, weight: None }];
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
        let (least, most) = picks.count.bounds();
        let (least, most) = (least.map(place), most.map(place));
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

    fn such_that(&mut self, such: &SuchThat) -> Made<(Option<Limit>, Option<Expr>)> {
        for case in &such.cases {
            self.m.cite(self.file, case);
        }
        if let Some(alike) = &such.alike {
            return Ok((None, Some(self.read_expr(alike, None)?)));
        }
        let weight = match &such.weight {
            Some(weight) => Some(self.read_expr(weight, None)?),
            None => None,
        };
        let want = weight.as_ref().map(|weight| weight.ty).filter(|ty| ty.is_number()).unwrap_or(Ty::COUNT);
        let mut bound = |expr: &Option<ast::Expr>| match expr {
            Some(expr) => self.read_as(expr, want).map(Some),
            None => Ok(None),
        };
        let (least, most) = (bound(&such.least)?, bound(&such.most)?);
        Ok((Some(Limit { least, most, weight }), None))
    }

    pub(super) fn may(
        &mut self,
        (by, often): (&ast::Expr, Option<&ast::HowOften>),
        block: &ast::Block,
        other: Option<&ast::Block>,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let site = self.site(stmt, "May it be?");
        let limit = often.map(|often| self.of_question(by, often, self.place(stmt.span))).transpose()?;
        let by = self.read_asker(by)?;
        let left = self.left_for(block)?;
        let passes =
            self.passing.take().map(|passed| hir::Stmt { kind: StmtKind::Passes(passed), at: self.place(stmt.span) });
        let yes = self.read_block(block);
        let no = match other {
            Some(other) => self.read_block(other),
            None => Ok(hir::Block::new()),
        };
        let no = no.map(|no| passes.into_iter().chain(no).collect());
        let (asked_when, counts) = limit.unzip();
        let asked_when = all_of(asked_when.into_iter().chain(left).collect());
        let yes = counts.into_iter().chain(yes?).collect();
        let way = |name: &str, block| Way { name: name.to_owned(), when: None, block };
        let ways = vec![way("yes", yes), way("no", no?)];
        Ok(StmtKind::Choose { site, by, ways, asked_when, otherwise: None })
    }

    /// Of each marker that a way surely lays on what has a name before: is one left? Else the way is not offered.
    fn left_for(&mut self, block: &ast::Block) -> Made<Vec<Expr>> {
        let known = |name: &str| self.bound(name).is_some() || self.kept(name).is_some_and(|kept| !kept.each_side);
        let places: Vec<&ast::Expr> = super::action::laid(block, &known).into_iter().map(|(_, place)| place).collect();
        let mut left = Vec::new();
        for place in places {
            let none = self.none_left(place, |reader| reader.piece_of(place))?;
            left.extend(none.into_iter().map(|(_, none)| {
                let at = none.at;
                Expr::new(Kind::Not(Box::new(none)), Ty::YesNo, at)
            }));
        }
        Ok(left)
    }

    pub(super) fn chooses(&mut self, choose: &ast::Choose, stmt: &ast::Stmt) -> Made<StmtKind> {
        let site = self.site(stmt, "Which?");
        let by = self.read_asker(&choose.by)?;
        let mut ways: Vec<Way> = Vec::new();
        let mut done = Ok(());
        for arm in &choose.arms {
            for case in &arm.cases {
                self.m.cite(self.file, case);
            }
            let when = match &arm.when {
                Some(cond) => self.read_cond(cond).map(Some),
                None => Ok(None),
            };
            let left = self.left_for(&arm.block)?;
            let read = when.as_ref().ok().and_then(|cond| cond.as_ref());
            let known = arm.when.as_ref().map(|cond| self.known_if(true, read, cond)).unwrap_or_default();
            let block = self.given(&known, |reader| reader.read_block(&arm.block));
            let title = arm.title.as_ref().map_or("", |title| title.text.as_str());
            let name = option_name(title, ways.len());
            match (when, block) {
                (Ok(when), Ok(block)) => {
                    let when = all_of(when.map(|cond| cond.expr).into_iter().chain(left).collect());
                    ways.push(Way { name, when, block });
                }
                _ => done = Err(ErrorReported),
            }
        }
        let otherwise = match &choose.otherwise {
            Some(block) => Some(self.read_block(block)?),
            None => None,
        };
        done?;
        if otherwise.is_none() && ways.iter().all(|way| way.when.is_some()) {
            let at = self.place(stmt.span);
            return Err(self.tell(says::choice_of_nothing(at)));
        }
        Ok(StmtKind::Choose { site, by, ways, asked_when: None, otherwise })
    }

    /// Points on goods, hit by hit: `must` until no more can be spent, `may` until the side stops.
    pub(super) fn spend(&mut self, spend: &ast::Spend, stmt: &ast::Stmt) -> Made<StmtKind> {
        let site = self.site(stmt, "On what?");
        let by = self.read_asker(&spend.by)?;
        let pool = self.target(&spend.pool)?;
        let points = self.read_expr(&spend.pool, None)?;
        let counted = self.must_be_number(points.ty, &spend.pool)?;
        let mut on: Vec<hir::Goods> = Vec::new();
        for (purchase, set) in &spend.on {
            on.push(self.goods(purchase, set, counted)?);
        }
        if let Some(span) = spend.fairly {
            let at = self.place(span);
            if spend.once {
                return Err(self.tell(says::once_is_no_round(at)));
            }
            if let Some((instead, _)) = spend.on.get(1) {
                let instead = self.place(instead.span);
                return Err(self.tell(says::each_once_of_one_kind(at, instead)));
            }
            if let Some(first) = on.first() {
                let paid = (first.name.clone(), first.from.noun);
                self.m.said().fairly.insert((pool.cell, first.goods), paid);
            }
        }
        let then = spend.then.as_ref().map(|then| self.looped(|reader| reader.read_block(then))).transpose()?;
        let (once, must, fairly) = (spend.once, spend.must, spend.fairly.is_some());
        Ok(StmtKind::Spend(Box::new(hir::Spend { site, by, on, pool, points, then, once, must, fairly })))
    }

    /// What is bought, and of whom.
    fn goods(&mut self, purchase: &ast::Name, set: &ast::Expr, (unit, den): (Unit, u32)) -> Made<hir::Goods> {
        let at = self.place(purchase.span);
        let Some(Entry::Purchase(index)) = self.m.world.entry(&purchase.text) else {
            let known: Vec<String> = self.m.world.purchases.iter().map(|def| def.name.clone()).collect();
            return Err(self.tell(says::unknown_name("purchase", &purchase.text, &known, at)));
        };
        let Some(def) = self.m.world.purchases.get(index) else { return Err(ErrorReported) };
        let (name, goods, effect, costs) = (def.name.clone(), def.goods, def.effect, def.ast.costs.clone());
        let param = def.params.first().cloned().ok_or(ErrorReported)?;
        let purchase_file = def.file;
        let read = self.read_set(set)?;
        let Some(noun) = read.ty.noun() else { return Err(ErrorReported) };
        let from = self.still_offered(set, read, noun);
        let ir = self.m.ir_type(Ty::One(noun));
        let bought = self.binder(" bought", ir);
        let file = std::mem::replace(&mut self.file, purchase_file);
        let price = self.within_scope(|reader| {
            reader.scope.push(Bound { name: param.name.clone(), local: bought, ty: param.ty, at });
            reader.read_as(&costs, Ty::Number { unit, den })
        });
        self.file = file;
        Ok(hir::Goods { name, goods, effect, from, bought, price: price? })
    }

    /// `picks a number in 1..2 as extra`
    pub(super) fn picks_number(
        &mut self,
        (by, into): (&ast::Expr, &ast::Expr),
        (from, to): &(ast::Expr, ast::Expr),
        otherwise: Option<&ast::Block>,
        stmt: &ast::Stmt,
    ) -> Made<StmtKind> {
        let site = self.site(stmt, "How many?");
        let by = self.read_asker(by)?;
        let (low, high) = (self.read_as(from, Ty::COUNT)?, self.read_as(to, Ty::COUNT)?);
        let written = match (whole(from), whole(to)) {
            (Some(least), Some(most)) => Some((least, most)),
            _ => None,
        };
        let at = self.place(into.span);
        if let (Some(_), Some(_)) = (written, otherwise) {
            return Err(self.tell(says::there_is_always_a_number(self.place(stmt.span))));
        }
        if let (None, None) = (written, otherwise) {
            return Err(self.tell(says::perhaps_no_number(self.place(stmt.span))));
        }
        let otherwise = otherwise.map(|block| self.read_block(block)).transpose()?;
        if let ExprKind::Name(name) = &into.kind
            && self.kept(&name.text).is_none()
            && !matches!(self.m.world.entry(&name.text), Some(Entry::State(_)))
        {
            let Some((least, most)) = written else {
                return Err(self.tell(says::number_without_a_place(&name.text, at)));
            };
            self.some_numbers((least, most), stmt)?;
            let at = self.fresh_name(name)?;
            let into = Into::Name(self.bind(&name.text, Ty::COUNT, Type::int(least, most), at));
            let picks = hir::PicksNumber { site, by, least, most, bounds: None, into, otherwise };
            return Ok(StmtKind::PicksNumber(Box::new(picks)));
        }
        let target = self.target(into)?;
        let Ty::Number { unit: Unit::Plain | Unit::Any, den: 1 } = target.ty else {
            let found = self.m.world.ty_name(target.ty);
            return Err(self.tell(says::wrong_type("a number", &found, at)));
        };
        let held = self.m.program.cells.get(target.cell.index()).and_then(|cell| cell.value.scalar());
        let Some(held) = held else { return Err(ErrorReported) };
        let (least, most) = written.unwrap_or((held.lo, held.hi));
        self.some_numbers((least, most), stmt)?;
        if least < held.lo || most > held.hi {
            return Err(self.tell(says::number_beyond_its_place((least, most), (held.lo, held.hi), at)));
        }
        let bounds = written.is_none().then_some([low, high]);
        let into = Into::Place(target, false);
        let picks = hir::PicksNumber { site, by, least, most, bounds, into, otherwise };
        Ok(StmtKind::PicksNumber(Box::new(picks)))
    }

    fn some_numbers(&mut self, (least, most): (i64, i64), stmt: &ast::Stmt) -> Made<()> {
        let many = most - least + 1;
        if least < 0 || !(1..=MOST_NUMBERS).contains(&many) {
            let at = self.place(stmt.span);
            return Err(self.tell(says::numbers_to_pick((least, most), MOST_NUMBERS, at)));
        }
        Ok(())
    }
}

/// No question has more numbers than this for answers.
const MOST_NUMBERS: i64 = 100;

/// A whole number as it stands in the text.
fn whole(expr: &ast::Expr) -> Option<i64> {
    ratio(expr).and_then(|(value, den)| (den == 1).then_some(value))
}

/// What an answer is called: the title's words.
pub(crate) fn option_name(title: &str, at: usize) -> String {
    let letters = title.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    let name: String = letters.collect::<String>().trim_matches('_').to_owned();
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) { format!("way{}", at + 1) } else { name }
}

/// All of these, if there are any.
fn all_of(conditions: Vec<Expr>) -> Option<Expr> {
    conditions.into_iter().reduce(|all, one| {
        let at = one.at;
        Expr::new(Kind::And(Box::new([all, one])), Ty::YesNo, at)
    })
}
