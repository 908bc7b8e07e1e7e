//! Statements as s-expressions.

use super::{Dumper, Tree, cases, list, many, name, named, names, some, text, texts, title, word};
use wgr_grammar::ast::{
    Arm, Block, Choose, Count, Expr, Moves, Passing, Picks, Places, Spend, Stmt, StmtKind, SuchThat, Values,
};

impl Dumper {
    pub(super) fn stmt(&self, stmt: &Stmt) -> Tree {
        let Stmt { span, cases: found, title: called, kind, ruling, provisional } = stmt;
        let kind = self.doing(kind);
        let tree = if found.is_empty() && called.is_none() && ruling.is_none() && provisional.is_none() {
            kind
        } else {
            let tails = [named("ruling", ruling.as_ref()), texts("provisional", provisional.as_ref())];
            let [ruling, provisional] = tails;
            list("do", [cases(found), title(called.as_ref()), kind, ruling, provisional])
        };
        self.placed(*span, tree)
    }

    pub(super) fn block(&self, head: &str, block: &Block) -> Tree {
        many(head, block.stmts.iter().map(|stmt| self.stmt(stmt)))
    }

    pub(super) fn maybe_block(&self, head: &str, block: Option<&Block>) -> Tree {
        block.map_or(Tree::Absent, |block| self.block(head, block))
    }

    fn doing(&self, kind: &StmtKind) -> Tree {
        let two = |head, a: &Expr, b: &Expr| list(head, [self.expr(a), self.expr(b)]);
        match kind {
            StmtKind::Becomes { place, value } => two("becomes", place, value),
            StmtKind::Gains { place, amount } => two("gains", place, amount),
            StmtKind::Loses { place, amount } => two("loses", place, amount),
            StmtKind::Goes { who, to, otherwise } => {
                let other = otherwise.iter().map(|block| self.maybe_block("otherwise", Some(block)));
                many("goes", [self.expr(who), self.expr(to)].into_iter().chain(other))
            }
            StmtKind::Remove(who) => list("remove", [self.expr(who)]),
            StmtKind::Replace { old, new, otherwise } => {
                let other = self.maybe_block("otherwise", otherwise.as_ref());
                list("replace", [self.expr(old), self.expr(new), other])
            }
            StmtKind::Draw { count, from, var, block, other } => {
                let other = self.maybe_block("otherwise", other.as_ref());
                list("draw", [self.count(count), name(from), name(var), self.block("then", block), other])
            }
            StmtKind::Roll(dice) => many("roll", dice.iter().map(name)),
            StmtKind::Picks(picks) => self.picks(picks),
            StmtKind::PicksNumber { by, bounds, into, otherwise } => {
                let numbers = list("range", [self.expr(&bounds.0), self.expr(&bounds.1)]);
                let otherwise = self.maybe_block("otherwise", otherwise.as_ref());
                list("picks-number", [self.expr(by), numbers, list("as", [self.expr(into)]), otherwise])
            }
            StmtKind::May { by, often, block, other } => {
                let often = often.as_ref().map_or(Tree::Absent, |often| self.how_often(often));
                list("may", [self.expr(by), often, self.block("then", block), self.maybe_block("else", other.as_ref())])
            }
            StmtKind::Chooses(choose) => {
                let Choose { by, arms, otherwise } = choose.as_ref();
                let arms = arms.iter().map(|arm| self.arm(arm));
                let otherwise = self.maybe_block("otherwise", otherwise.as_ref());
                many("chooses", std::iter::once(self.expr(by)).chain(arms).chain([otherwise]))
            }
            StmtKind::Spend(spend) => self.spend(spend),
            StmtKind::Moves(moves) => {
                let Moves { by, who, along, hexes, gone, each_hex } = moves.as_ref();
                let hexes = hexes.as_ref().map_or(Tree::Absent, |count| list("hexes", [self.count(count)]));
                let each = self.maybe_block("each-hex", each_hex.as_ref());
                let (by, who, along) = (self.expr(by), self.expr(who), self.expr(along));
                list("moves", [by, who, along, hexes, self.maybe("as", gone.as_ref()), each])
            }
            StmtKind::Places(places) => {
                let Places { by, var, set, count, hexes, otherwise } = places.as_ref();
                let other = self.maybe_block("otherwise", otherwise.as_ref());
                let parts = [by, set, count, hexes].map(|expr| self.expr(expr));
                many("places", std::iter::once(name(var)).chain(parts).chain([other]))
            }
            StmtKind::Order { by, var, set, block } => {
                list("order", [self.expr(by), name(var), self.expr(set), self.block("each", block)])
            }
            StmtKind::Answer(value) => list("answer", [self.expr(value)]),
            StmtKind::Perform { name: called, args, cell, into } => {
                let into = into.iter().map(|into| list("as", [name(into)]));
                let args = args.iter().map(|expr| self.expr(expr));
                many(
                    if *cell { "perform-cell" } else { "perform" },
                    std::iter::once(name(called)).chain(args).chain(into),
                )
            }
            StmtKind::If { cond, then, other } => {
                list("if", [self.expr(cond), self.block("then", then), self.maybe_block("else", other.as_ref())])
            }
            StmtKind::ForEach { var, set, block } => {
                list("for-each", [name(var), self.expr(set), self.block("each", block)])
            }
            StmtKind::Repeat { most, cond, block } => {
                let cond = self.maybe("while", cond.as_ref());
                list("repeat", [list("at-most", [self.expr(most)]), cond, self.block("each", block)])
            }
            StmtKind::Depending { on, arms } => {
                many("depending-on", std::iter::once(self.expr(on)).chain(arms.iter().map(|arm| self.arm(arm))))
            }
            StmtKind::End(what) => list("end", [name(what)]),
            StmtKind::GameOver(who) => list("game-over", [who.as_ref().map_or(Tree::Absent, |who| self.expr(who))]),
            StmtKind::Step(block) => self.block("step", block),
            StmtKind::Phase { name: phase, block } => list("phase", [name(phase), self.block("then", block)]),
            StmtKind::Turns { which, block } => list("turns", [self.count(which), self.block("each", block)]),
            StmtKind::Run { name: run, which, block } => {
                list("run", [name(run), self.count(which), self.block("each", block)])
            }
            StmtKind::PlayerTurns { sides, block } => {
                let sides = sides.iter().map(|side| self.expr(side));
                many("player-turns", sides.chain([self.block("each", block)]))
            }
            StmtKind::Offers { count, actions } => list("offers", [self.count(count), names("of", actions)]),
            StmtKind::InTurn { sides, passing, block } => {
                let passing = passing.as_ref().map(|passing| match passing {
                    Passing::Both { in_a_row: false } => word("both-pass"),
                    Passing::Both { in_a_row: true } => word("both-pass-in-a-row"),
                    Passing::One(name) => list("one-passes", [self::name(name)]),
                });
                let sides = sides.iter().map(|side| self.expr(side));
                many("in-turn", sides.chain(passing).chain([self.block("each", block)]))
            }
            StmtKind::Settles => word("all-settles"),
            StmtKind::ByConstruction => word("by-construction"),
            StmtKind::Hole(why) => list("hole", [text(why)]),
            StmtKind::Broken => list("broken", []),
        }
    }

    fn picks(&self, picks: &Picks) -> Tree {
        let Picks { by, count, tiers, into, such_that, otherwise } = picks;
        let tiers = tiers.iter().map(|tier| list("from", [self.expr(&tier.set)]));
        let such = such_that.iter().map(|such| self.such(such));
        let head = [self.expr(by), self.count(count)];
        let rest = [list("as", [self.expr(into)])];
        let otherwise = [self.maybe_block("otherwise", otherwise.as_ref())];
        many("picks", head.into_iter().chain(tiers).chain(rest).chain(such).chain(otherwise))
    }

    fn count(&self, count: &Count) -> Tree {
        match count {
            Count::Exactly(n) => list("exactly", [self.expr(n)]),
            Count::Between(a, b) => list("between", [self.expr(a), self.expr(b)]),
            Count::OrMore(n) => list("or-more", [self.expr(n)]),
            Count::Any => word("any-number"),
            Count::UpTo(n) => list("up-to", [self.expr(n)]),
        }
    }

    fn such(&self, such: &SuchThat) -> Tree {
        let SuchThat { span: _, cases: found, title: called, least, most, weight, alike } = such;
        let parts = [
            cases(found),
            title(called.as_ref()),
            self.maybe("at-least", least.as_ref()),
            self.maybe("at-most", most.as_ref()),
            self.maybe("over", weight.as_ref()),
            self.maybe("alike", alike.as_ref()),
        ];
        list("such-that", parts)
    }

    fn arm(&self, arm: &Arm) -> Tree {
        let Arm { span: _, cases: found, title: called, ranges, when, block } = arm;
        let ranges = some("values", ranges.iter().map(|values| self.values(values)));
        let when = self.maybe("when", when.as_ref());
        list("way", [ranges, cases(found), title(called.as_ref()), when, self.block("then", block)])
    }

    fn values(&self, values: &Values) -> Tree {
        match (&values.from, &values.to) {
            (Some(a), Some(b)) if a == b => self.expr(a),
            (Some(a), Some(b)) => list("range", [self.expr(a), self.expr(b)]),
            (Some(a), None) => list("or-more", [self.expr(a)]),
            (None, Some(b)) => list("or-less", [self.expr(b)]),
            (None, None) => Tree::Absent,
        }
    }

    fn spend(&self, spend: &Spend) -> Tree {
        let Spend { by, must, pool, on, once, fairly, then } = spend;
        let how = [word(if *must { "must" } else { "may" }), word(if *once { "once" } else { "as-far-as-it-goes" })];
        let [must, once] = how;
        let then = self.maybe_block("then", then.as_ref());
        let fairly = if fairly.is_some() { word("each-once-before-any-twice") } else { Tree::Absent };
        let on = on.iter().flat_map(|(purchase, set)| [name(purchase), self.expr(set)]);
        many("spend", [self.expr(by), must, self.expr(pool)].into_iter().chain(on).chain([once, fairly, then]))
    }
}
