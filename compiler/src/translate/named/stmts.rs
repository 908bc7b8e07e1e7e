//! Names in statements, and in the steps of examples.

use super::Namer;
use super::book::Key;
use crate::names::Sort;
use crate::translate::ty::Ty;
use crate::translate::world::Entry;
use wgr_grammar::ast::{self, Asked, Count, ExampleKind, ExprKind, StmtKind};

impl<'a> Namer<'_, 'a> {
    pub(super) fn block(&mut self, block: &'a ast::Block) {
        self.within_scope(|reader| block.stmts.iter().for_each(|stmt| reader.stmt(stmt)));
    }

    fn arm(&mut self, arm: &'a ast::Arm) {
        self.cases(&arm.cases);
        for values in &arm.ranges {
            values.from.iter().chain(&values.to).for_each(|value| self.expr(value));
        }
        arm.when.iter().for_each(|when| self.expr(when));
        self.block(&arm.block);
    }

    pub(super) fn stmt(&mut self, stmt: &'a ast::Stmt) {
        self.cases(&stmt.cases);
        if let Some(ruling) = &stmt.ruling {
            self.ruling(ruling);
        }
        match &stmt.kind {
            StmtKind::Becomes { place, value: other }
            | StmtKind::Gains { place, amount: other }
            | StmtKind::Loses { place, amount: other } => {
                match &place.kind {
                    ExprKind::Name(name) if matches!(self.builder.world.entry(&name.text), Some(Entry::State(_))) => {
                        self.item_name(name);
                    }
                    _ => self.expr(place),
                }
                self.expr(other);
            }
            StmtKind::Remove(who) => self.expr(who),
            StmtKind::GameOver(result) => result.iter().for_each(|result| self.expr(result)),
            StmtKind::Replace { old, new, otherwise } | StmtKind::Goes { who: old, to: new, otherwise } => {
                self.expr(old);
                self.expr(new);
                otherwise.iter().for_each(|block| self.block(block));
            }
            StmtKind::Draw { count, from, var, block, other } => {
                self.count(count);
                self.item_name(from);
                self.within_scope(|reader| {
                    reader.give(var, Sort::Local);
                    reader.block(block);
                });
                other.iter().for_each(|block| self.block(block));
            }
            StmtKind::Roll(dice) => {
                for die in dice {
                    self.item_name(die);
                    if let Some(key) = self.global(&die.text) {
                        self.bring(&die.text, key);
                    }
                }
            }
            StmtKind::Picks(picks) => self.picks(picks),
            StmtKind::PicksNumber { by, bounds, into, otherwise } => {
                [by, &bounds.0, &bounds.1].into_iter().for_each(|expr| self.expr(expr));
                otherwise.iter().for_each(|block| self.block(block));
                self.into(into);
            }
            StmtKind::May { by, often, block, other } => {
                self.expr(by);
                often.iter().for_each(|often| self.how_often(often));
                self.block(block);
                other.iter().for_each(|block| self.block(block));
            }
            StmtKind::Chooses(choose) => {
                self.expr(&choose.by);
                choose.arms.iter().for_each(|arm| self.arm(arm));
                choose.otherwise.iter().for_each(|block| self.block(block));
            }
            StmtKind::Spend(spend) => {
                self.expr(&spend.by);
                self.expr(&spend.pool);
                for (purchase, set) in &spend.on {
                    self.item_name(purchase);
                    self.expr(set);
                }
                spend.then.iter().for_each(|block| self.block(block));
            }
            StmtKind::Moves(moves) => {
                [&moves.by, &moves.who, &moves.along].into_iter().for_each(|part| self.expr(part));
                moves.hexes.iter().for_each(|count| self.count(count));
                moves.gone.iter().for_each(|gone| self.into(gone));
                moves.each_hex.iter().for_each(|block| self.block(block));
            }
            StmtKind::Order { by, var, set, block } => {
                self.expr(by);
                self.each(var, set, block);
            }
            StmtKind::Places(places) => self.places(places),
            StmtKind::ForEach { var, set, block } => self.each(var, set, block),
            StmtKind::Perform { name, args, cell: _, into } => {
                self.item_name(name);
                self.arguments(name, args);
                into.iter().for_each(|into| self.give(into, Sort::Local));
            }
            StmtKind::Answer(value) => self.expr(value),
            StmtKind::If { cond, then, other } => {
                self.expr(cond);
                self.block(then);
                other.iter().for_each(|block| self.block(block));
            }
            StmtKind::Repeat { most, cond, block } => {
                self.expr(most);
                cond.iter().for_each(|cond| self.expr(cond));
                self.block(block);
            }
            StmtKind::Depending { on, arms } => {
                self.expr(on);
                arms.iter().for_each(|arm| self.arm(arm));
            }
            // `end repeat` leaves no action.
            StmtKind::End(name) if name.text == "repeat" => {}
            StmtKind::End(name) => self.item_name(name),
            // What one step gives a name to, those behind it read.
            StmtKind::Step(block) => block.stmts.iter().for_each(|stmt| self.stmt(stmt)),
            StmtKind::Phase { block, .. } => self.block(block),
            StmtKind::Turns { which, block } => {
                self.count(which);
                self.block(block);
            }
            StmtKind::Run { which, block, .. } => {
                self.count(which);
                self.block(block);
            }
            StmtKind::PlayerTurns { sides, block } => {
                sides.iter().for_each(|side| self.expr(side));
                self.block(block);
            }
            StmtKind::InTurn { sides, passing, block } => {
                sides.iter().for_each(|side| self.expr(side));
                self.block(block);
                if let Some(ast::Passing::One(name)) = passing {
                    self.give(name, Sort::Local);
                }
            }
            StmtKind::Offers { count, actions } => {
                self.count(count);
                actions.iter().for_each(|action| self.item_name(action));
            }
            StmtKind::Settles | StmtKind::ByConstruction | StmtKind::Hole(_) | StmtKind::Broken => {}
        }
    }

    fn each(&mut self, var: &'a ast::Name, set: &'a ast::Expr, block: &'a ast::Block) {
        self.expr(set);
        self.within_scope(|reader| {
            reader.give(var, Sort::Local);
            reader.block(block);
        });
    }

    fn places(&mut self, places: &'a ast::Places) {
        self.expr(&places.by);
        self.expr(&places.set);
        self.within_scope(|reader| {
            reader.give(&places.var, Sort::Local);
            reader.expr(&places.hexes);
            places.otherwise.iter().for_each(|block| reader.block(block));
        });
    }

    fn count(&mut self, count: &'a Count) {
        match count {
            Count::Exactly(count) | Count::OrMore(count) | Count::UpTo(count) => self.expr(count),
            Count::Between(from, to) => {
                self.expr(from);
                self.expr(to);
            }
            Count::Any => {}
        }
    }

    fn picks(&mut self, picks: &'a ast::Picks) {
        self.expr(&picks.by);
        self.count(&picks.count);
        picks.tiers.iter().for_each(|tier| self.expr(&tier.set));
        self.into(&picks.into);
        for such in &picks.such_that {
            self.cases(&such.cases);
            let parts = [&such.least, &such.most, &such.weight, &such.alike];
            parts.into_iter().flatten().for_each(|part| self.expr(part));
        }
        picks.otherwise.iter().for_each(|block| self.block(block));
    }

    /// What stands behind `as`: a name that is given, or a place that is written.
    fn into(&mut self, into: &'a ast::Expr) {
        match &into.kind {
            ExprKind::Name(name)
                if self.kept(&name.text).is_none()
                    && !matches!(self.builder.world.entry(&name.text), Some(Entry::State(_))) =>
            {
                self.give(name, Sort::Local);
            }
            _ => self.expr(into),
        }
    }

    pub(super) fn example(&mut self, example: &'a ast::Example) {
        self.cases(&example.cases);
        example.under.iter().flat_map(|under| &under.errata).for_each(|errata| self.title(errata, None));
        if let Some(at) = &example.at {
            self.item_name(at);
        }
        if let Some(after) = &example.after {
            self.example_titled(after);
            self.within = self.begun.get(after.text.as_str()).copied().flatten();
        }
        example.steps.iter().for_each(|step| self.step(step));
        self.begun.insert(&example.title.text, self.within);
    }

    /// The example behind which one goes on, or that errata set aside.
    pub(super) fn example_titled(&mut self, title: &'a ast::Text) {
        let all = self.titles.get(title.text.as_str()).into_iter().flatten();
        let found =
            all.copied().find(|titled| self.book.sort(Key::At(titled.at)).is_some_and(|sort| sort == Sort::Example));
        if let Some(titled) = found {
            self.mark(title.span, Key::At(titled.at));
        }
    }

    pub(super) fn by(&mut self, by: Option<&'a ast::Name>) {
        if let Some(by) = by {
            self.side(by);
        }
    }

    fn begins(&mut self, action: &'a ast::Name, args: &'a [ast::Expr]) {
        if action.text == "pass" && args.is_empty() {
            return self.given_by_the_language(action.span, "pass");
        }
        self.item_name(action);
        let Some(Entry::Action(at)) = self.builder.world.entry(&action.text) else {
            return args.iter().for_each(|arg| self.answer(arg, None));
        };
        let params: Vec<Ty> =
            self.builder.world.actions.get(at).iter().flat_map(|def| &def.params).map(|param| param.ty).collect();
        for (at, arg) in args.iter().enumerate() {
            match (&arg.kind, params.get(at).and_then(|ty| ty.noun())) {
                (ExprKind::Name(name), Some(noun)) => {
                    if !self.noun_named(noun, name.span, &name.text) {
                        self.answer(arg, None);
                    }
                }
                _ => self.answer(arg, None),
            }
        }
    }

    fn step(&mut self, step: &'a ast::ExampleStep) {
        match &step.kind {
            ExampleKind::When { action, args, by } => {
                self.by(by.as_ref());
                if let Some(Entry::Action(at)) = self.builder.world.entry(&action.text) {
                    self.within = Some(at);
                }
                self.begins(action, args);
            }
            ExampleKind::Answer { to, by, with, .. } => {
                match to {
                    Asked::Cases(cases) => self.cases(cases),
                    Asked::Title(title) => self.title(title, None),
                }
                self.by(by.as_ref());
                with.iter().for_each(|said| self.answer(said, Some(to)));
            }
            ExampleKind::OnTo { phase, printing, side } => {
                if let Some(phase) = phase {
                    self.phase_titled(phase, printing.as_ref());
                }
                self.by(side.as_ref());
            }
            ExampleKind::Over { result, from } => {
                match self.member(self.builder.world.outcome, &result.text) {
                    Some(key) => self.mark(result.span, key),
                    None => self.given_by_the_language(result.span, &result.text),
                }
                self.parts(from.as_ref(), Some("victory"));
            }
            ExampleKind::Roll(faces) => faces.iter().for_each(|face| self.expr(face)),
            ExampleKind::Draw(drawn) => drawn.iter().for_each(|name| self.counter(name)),
            ExampleKind::Expect(expect) => {
                self.expr(&expect.cond);
                let asked = self.asked(&expect.cond);
                self.parts(expect.from.as_ref(), asked);
            }
            ExampleKind::Refused { action, args, to, by } => {
                match self.builder.world.entry(&action.text) {
                    Some(Entry::Action(_)) => self.begins(action, args),
                    _ if args.is_empty() => self.unknown(action),
                    _ => self.begins(action, args),
                }
                to.iter().for_each(|hex| self.answer(hex, None));
                self.case(by);
            }
            ExampleKind::Broken => {}
        }
    }

    fn parts(&mut self, from: Option<&'a Vec<ast::ExpectPart>>, of: Option<&'a str>) {
        let rows = of.and_then(|of| self.rows_named(of));
        let result = rows.and_then(|(_, rows)| rows.result.as_ref()).and_then(|ty| self.ty_of(ty));
        for part in from.into_iter().flatten() {
            self.title(&part.title, of);
            part.amount.iter().for_each(|amount| self.wanted(amount, result));
        }
    }

    /// The rows whose value is expected.
    fn asked(&self, cond: &'a ast::Expr) -> Option<&'a str> {
        let asked = match &cond.kind {
            ExprKind::Compare(_, left, _) => left,
            _ => cond,
        };
        match &asked.kind {
            ExprKind::Name(name) | ExprKind::Call(name, _) => Some(name.text.as_str()),
            _ => None,
        }
    }
}
