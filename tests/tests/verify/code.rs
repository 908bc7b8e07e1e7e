//! Types, statements, asks, hidden information: invariants 25 to 42 and 53 to 58.

use super::broken::search;
use super::build::*;
use super::{right_func, wrong, wrong_func};
use wgr_runtime::ir::*;

fn fold(op: FoldOp, b: &mut Build, var: LocalId, value: ExprId) -> ExprId {
    let over = b.all(UNIT);
    b.e(Expr::Fold(Fold { op, var, over, guard: None, value: Some(value), other: None }))
}

// -- types

#[test]
fn i25_operators_get_what_they_work_on() {
    let eq = |a: fn(&mut Build) -> ExprId, c: fn(&mut Build) -> ExprId| {
        answer(Type::BOOL, move |b| {
            let (a, c) = (a(b), c(b));
            b.bin(BinaryOp::Eq, a, c)
        })
    };
    right_func(eq(|b| b.member(UNIT, 0), |b| b.e(Expr::None(UNIT))));
    right_func(eq(|b| b.num(1), |b| b.half(1)));
    wrong_func("not of one kind", eq(|b| b.member(UNIT, 0), |b| b.member(SIDE, 0)));
    wrong_func("not of one kind", eq(|b| b.num(1), |b| b.yes()));
    wrong_func("sets are not compared; write `size(s) = 0`", eq(|b| b.num(1), |b| b.all(UNIT)));
    wrong_func(
        "`Unit` and `Side` do not go together",
        answer(Type::BOOL, |b| {
            let (a, c) = (b.member(UNIT, 0), b.all(SIDE));
            b.bin(BinaryOp::In, a, c)
        }),
    );
    wrong_func(
        "yes or no is wanted here, this is int 1..1",
        answer(Type::BOOL, |b| {
            let one = b.num(1);
            b.un(UnaryOp::Not, one)
        }),
    );
    wrong_func(
        "yes or no is wanted",
        procedure(|b| vec![StmtKind::If { cond: b.num(1), then: block(vec![]), other: block(vec![]) }]),
    );
}

#[test]
fn i26_whole_numbers_where_wanted() {
    wrong_func(
        "a whole number is wanted",
        answer(Type::int(0, 9), |b| {
            let (a, c) = (b.half(3), b.num(2));
            b.bin(BinaryOp::Mod, a, c)
        }),
    );
}

#[test]
fn i27_ranges_stay_bounded() {
    wrong_func(
        "may leave -2^53..2^53",
        answer(Type::int(0, 9), |b| {
            let big = b.num(1 << 40);
            let more = b.num(1 << 40);
            b.bin(BinaryOp::Mul, big, more)
        }),
    );
}

#[test]
fn i28_divisors_may_be_something() {
    wrong_func(
        "always divides by zero",
        answer(Type::int(0, 9), |b| {
            let (a, zero) = (b.num(4), b.num(0));
            b.bin(BinaryOp::DivDown, a, zero)
        }),
    );
}

#[test]
fn i29_none_has_no_member() {
    wrong_func(
        "always none",
        answer(Type::Scalar(unit()), |b| {
            let none = b.e(Expr::None(UNIT));
            b.un(UnaryOp::The, none)
        }),
    );
}

#[test]
fn i30_literals_are_in_their_type() {
    wrong_func(
        "the literal 7 is not in the range",
        answer(Type::int(0, 9), |b| b.e(Expr::Literal { value: 7, ty: Scalar::int(0, 6) })),
    );
}

#[test]
fn i31_values_fit_in_kind() {
    wrong_func("the result is bool, this is Unit", answer(Type::BOOL, |b| b.member(UNIT, 1)));
    wrong_func(
        "the index of `steps` is Unit, this is Side",
        answer(Type::int(0, 3), |b| {
            let side = b.member(SIDE, 1);
            b.read(STEPS, &[side])
        }),
    );
    wrong_func(
        "counts in other parts",
        procedure(|b| {
            let half = b.half(1);
            vec![set(TURN, &[], half)]
        }),
    );
    right_func(procedure(|b| {
        let one = b.num(1);
        vec![set(HALVES, &[], one)]
    }));
}

#[test]
fn i32_values_fit_in_range() {
    wrong_func(
        "can never fit",
        procedure(|b| {
            let many = b.num(21);
            vec![set(TURN, &[], many)]
        }),
    );
    wrong_func("can never fit", answer(Type::Scalar(unit()), |b| b.e(Expr::None(UNIT))));
    // An opt goes into a plain place; that it is there is checked when it runs.
    right_func(answer(hex(), |b| {
        let who = b.member(UNIT, 0);
        b.read(PLACE, &[who])
    }));
}

#[test]
fn i33_choices_and_purchases() {
    let complete = |limits| {
        answer(Type::BOOL, move |b| {
            let args = if limits == PICKS { vec![b.num(1)] } else { vec![] };
            let chosen = b.all(UNIT);
            b.e(Expr::Complete { limits, args, chosen })
        })
    };
    right_func(complete(PICKS));
    wrong_func("`wares` is no limits", complete(WARES));
    let spend = |goods, pool: i64| {
        answer(Type::int(0, 300), move |b| {
            let args = if goods == PICKS { vec![b.num(1)] } else { vec![] };
            let (pool, from) = (b.num(pool), b.all(UNIT));
            b.e(Expr::Spendable { goods, args, pool, from })
        })
    };
    right_func(spend(WARES, 127));
    wrong_func("the pool is 128..128", spend(WARES, 128));
    wrong_func("`picks` is no goods", spend(PICKS, 3));
    wrong_func(
        "here is set Unit, this is set Side",
        answer(Type::BOOL, |b| {
            let (n, chosen) = (b.num(1), b.all(SIDE));
            b.e(Expr::Complete { limits: PICKS, args: vec![n], chosen })
        }),
    );
    wrong("counts numbers or yes/no", |p| {
        let Body::Limits(limits) = &p.funcs[PICKS.index()].body else { return };
        let weight = limits.limits[1].weight;
        if let Some(weight) = weight {
            p.funcs[PICKS.index()].exprs[weight.index()].expr = Expr::None(UNIT);
        }
    });
}

#[test]
fn i34_searches_are_judged_by_step() {
    right_func(search(SearchOut::Ends, Judge::Table(COSTS)));
    wrong_func("does not judge steps", search(SearchOut::Ends, Judge::Table(QUALITY)));
    wrong_func(
        "does not fit its loop",
        procedure(|b| {
            let count = b.hidden(Type::BOOL);
            vec![StmtKind::Loop { most: 9, count, body: block(vec![StmtKind::Break]) }]
        }),
    );
}

// -- statements

#[test]
fn i35_each_kind_does_its_own() {
    wrong_func(
        "a write to the state does not stand in a query",
        func(FuncKind::Query, Some(Type::BOOL), |b| {
            let (one, yes) = (b.num(1), b.yes());
            vec![set(TURN, &[], one), ret(yes)]
        }),
    );
    wrong_func("`seal` does not stand in an effect", func(FuncKind::Effect, None, |_| vec![StmtKind::Seal]));
    wrong_func(
        "`call` does not stand in a query",
        func(FuncKind::Query, Some(Type::BOOL), |b| {
            let (who, yes) = (b.member(UNIT, 1), b.yes());
            vec![StmtKind::Call { into: None, fresh: false, func: HURT, args: vec![who] }, ret(yes)]
        }),
    );
}

#[test]
fn i36_calls_go_where_they_may() {
    let from = |kind, callee| {
        func(kind, None, move |b| {
            let who = b.member(UNIT, 1);
            vec![StmtKind::Call { into: None, fresh: false, func: callee, args: vec![who] }]
        })
    };
    wrong_func("an effect does not call the procedure", from(FuncKind::Effect, ATTACK));
    wrong_func("`dead` is a query; name it", from(FuncKind::Procedure, DEAD));
    wrong_func(
        "an expression calls `wares`",
        procedure(|b| {
            let wares = b.call(WARES, &[]);
            vec![StmtKind::Mark { site: SITE, what: MarkWhat::Amount, value: wares }]
        }),
    );
}

#[test]
fn i37_every_way_has_a_result() {
    let query = |body: fn(&mut Build) -> Vec<StmtKind>| func(FuncKind::Query, Some(Type::BOOL), body);
    right_func(query(|b| {
        let (cond, yes) = (b.yes(), b.yes());
        vec![StmtKind::If { cond, then: block(vec![ret(yes)]), other: block(vec![fail()]) }]
    }));
    right_func(query(|b| {
        let count = b.hidden(Type::int(0, 5));
        vec![StmtKind::Loop { most: 5, count, body: block(vec![]) }]
    }));
    wrong_func(
        "ends without a result",
        query(|b| {
            let (cond, yes) = (b.yes(), b.yes());
            vec![StmtKind::If { cond, then: block(vec![ret(yes)]), other: block(vec![]) }]
        }),
    );
    wrong_func(
        "ends without a result",
        query(|b| {
            let count = b.hidden(Type::int(0, 5));
            vec![StmtKind::Loop { most: 5, count, body: block(vec![StmtKind::Break]) }]
        }),
    );
}

#[test]
fn i38_results_are_given_and_kept() {
    wrong_func("write `return` alone", procedure(|b| vec![ret(b.num(1))]));
    let empty = func(FuncKind::Procedure, Some(Type::BOOL), |_| vec![StmtKind::Return(None)]);
    wrong_func("its result is missing", empty);
    wrong_func(
        "`hurt` has no result to keep",
        procedure(|b| {
            let (into, who) = (b.local("x", Type::BOOL), b.member(UNIT, 0));
            vec![StmtKind::Call { into: Some(into), fresh: true, func: HURT, args: vec![who] }]
        }),
    );
}

#[test]
fn i39_breaks_and_returns_stay_inside() {
    wrong_func("there is none here", procedure(|_| vec![StmtKind::Break]));
    let supposed = |stmt: fn(&mut Build) -> StmtKind| {
        answer(Type::BOOL, move |b| {
            let (value, stmt) = (b.yes(), stmt(b));
            b.e(Expr::Suppose(Suppose { how: Quantifier::Plain, body: block(vec![stmt]), value }))
        })
    };
    wrong_func("does not leave a supposition", supposed(|b| ret(b.yes())));
    wrong_func("there is none here", supposed(|_| StmtKind::Break));
}

#[test]
fn i39_nobody_stands_still_in_a_ray() {
    let ray = |body: fn(&mut Build) -> Vec<StmtKind>| {
        procedure(move |b| {
            let [one, two] = ["one", "two"].map(|n| b.local(n, opt(id(HEX, 20))));
            let (tie, rest) = (b.local("tie", Type::BOOL), b.hidden(Type::int(0, 9)));
            let (from, to) = (b.member(HEX, 0), b.member(HEX, 1));
            let body = block(body(b));
            vec![StmtKind::Ray { from, to, one, two, tie, rest, body }]
        })
    };
    fn call(func: FuncId, b: &mut Build) -> StmtKind {
        let who = b.member(UNIT, 0);
        StmtKind::Call { into: None, fresh: false, func, args: vec![who] }
    }
    right_func(ray(|b| vec![call(HURT, b), StmtKind::Break]));
    wrong_func(
        "a call of the procedure `attack` does not stand in a `ray`",
        ray(|b| {
            let (cond, then) = (b.yes(), block(vec![call(ATTACK, b)]));
            vec![StmtKind::If { cond, then, other: block(vec![]) }]
        }),
    );
    wrong_func(
        "`roll` does not stand in a `ray`",
        ray(|b| vec![StmtKind::Roll { into: b.local("die", Type::int(1, 6)), site: None }]),
    );
}

fn judged(body: impl FnOnce(&mut Build) -> Vec<StmtKind>) -> Func {
    procedure(|b| {
        let [here, there] = ["here", "there"].map(|n| b.local(n, hex()));
        let dir = b.local("way", Type::Scalar(id(DIR, 6)));
        let [spent, steps, carried] = [1_048_575, 65_535, 15].map(|hi| b.local("n", Type::int(0, hi)));
        let found = b.local("found", Type::Set(HEX));
        let (from, budget) = (b.all(HEX), b.num(6));
        let body = block(body(b));
        vec![StmtKind::Search(Search {
            mode: SearchMode::Reach,
            from,
            to: None,
            budget: Some(budget),
            within: None,
            at_least_one: true,
            each: None,
            judge: Judge::Body { here, there, dir, spent, steps, carried, body },
            outs: vec![(SearchOut::Ends, found)],
        })]
    })
}

fn offer(counts: Vec<ExprId>) -> StmtKind {
    StmtKind::Offer(Offer { counts, most: None, carry: None, stop: None, pass: None, blocked: None })
}

#[test]
fn i40_offers_judge_steps() {
    right_func(judged(|b| vec![offer(vec![b.num(1)])]));
    wrong_func("takes one count, the offer has 2", judged(|b| vec![offer(vec![b.num(1), b.num(1)])]));
    wrong_func("there is none here", procedure(|b| vec![offer(vec![b.num(1)])]));
}

#[test]
fn i41_searches_are_pure() {
    wrong_func("a write to the state does not stand in a search", judged(|b| vec![set(TURN, &[], b.num(1))]));
    wrong_func("`return` does not stand in a search", judged(|_| vec![StmtKind::Return(None)]));
    wrong_func("there is none here", judged(|_| vec![StmtKind::Break]));
    wrong_func("a search writes `x`", {
        let mut func = judged(|b| {
            let (local, value) = (b.local("x", Type::int(0, 9)), b.num(2));
            vec![StmtKind::Let { local, value, fresh: false }]
        });
        let local = LocalId::new(func.locals.len() - 1);
        let value = func.add_expr(Expr::Literal { value: 1, ty: Scalar::int(1, 1) }, Pos::default());
        if let Body::Code(block) = &mut func.body {
            block.0.insert(0, Stmt { kind: declare(local, value), at: Pos::default() });
        }
        func
    });
}

#[test]
fn i42_locals_have_values_where_they_are_read() {
    let read = |x: LocalId, b: &mut Build| {
        let value = b.var(x.0);
        set(TURN, &[], value)
    };
    wrong_func(
        "`x` is not known here",
        procedure(|b| {
            let x = b.local("x", Type::int(0, 9));
            vec![read(x, b)]
        }),
    );
    wrong_func(
        "`x` is not known here",
        procedure(|b| {
            let x = b.local("x", Type::int(0, 9));
            let (cond, one) = (b.yes(), b.num(1));
            let then = block(vec![declare(x, one)]);
            vec![StmtKind::If { cond, then, other: block(vec![]) }, read(x, b)]
        }),
    );
    wrong_func(
        "`u` is not known here",
        answer(Type::int(0, 12), |b| {
            let u = b.local("u", Type::Scalar(unit()));
            let (inside, outside) = (b.var(u.0), b.var(u.0));
            let (a, c) = (b.read(STEPS, &[inside]), b.read(STEPS, &[outside]));
            let sum = fold(FoldOp::Sum, b, u, a);
            b.bin(BinaryOp::Add, sum, c)
        }),
    );
}

fn drawn(otherwise: fn(&mut Build, LocalId) -> Vec<StmtKind>) -> Func {
    procedure(move |b| {
        let x = b.local("x", Type::Scalar(unit()));
        let otherwise = block(otherwise(b, x));
        let (who, three) = (b.var(x.0), b.num(3));
        vec![StmtKind::Draw { into: x, cup: POT, site: None, otherwise }, set(STEPS, &[who], three)]
    })
}

#[test]
fn i42_a_draw_from_an_empty_cup_gives_nothing() {
    right_func(drawn(|_, _| vec![fail()]));
    right_func(drawn(|b, x| vec![StmtKind::Let { local: x, value: b.member(UNIT, 0), fresh: false }]));
    wrong_func("`x` has no value if the cup was empty", drawn(|b, _| vec![set(TURN, &[], b.num(0))]));
}

// -- asks, chance, hidden information

fn asking(arms: impl FnOnce(&mut Build) -> Vec<Arm>) -> Func {
    procedure(|b| {
        let by = b.member(SIDE, 0);
        let arms = arms(b);
        vec![StmtKind::Ask(ask(by, arms))]
    })
}

#[test]
fn i53_asks_have_options() {
    right_func(asking(|_| vec![arm("pass", None, None)]));
    wrong_func("an ask needs an arm", asking(|_| vec![]));
    wrong_func("two arms are called `pass`", asking(|_| vec![arm("pass", None, None), arm("pass", None, None)]));
    wrong_func("may have no option", asking(|b| vec![arm("pass", None, Some(b.yes()))]));
    wrong_func(
        "`u` is Unit, this is Side",
        asking(|b| {
            let (u, all) = (b.local("u", Type::Scalar(unit())), b.all(SIDE));
            vec![arm("with", Some((u, all)), None), arm("pass", None, None)]
        }),
    );
}

#[test]
fn i54_dice_have_faces() {
    let roll = |ty| {
        procedure(move |b| {
            let die = b.local("die", ty);
            vec![StmtKind::Roll { into: die, site: None }]
        })
    };
    right_func(roll(Type::Scalar(unit())));
    wrong_func("`die` is no die", roll(Type::BOOL));
    wrong_func("`die` is no die", roll(Type::int(1, 1001)));
    wrong_func("`die` is no die", roll(opt(unit())));
}

#[test]
fn i55_draws_are_from_cups() {
    let draw = |cup, otherwise: Vec<StmtKind>| {
        procedure(move |b| {
            let x = b.local("x", Type::Scalar(unit()));
            vec![StmtKind::Draw { into: x, cup, site: None, otherwise: block(otherwise) }]
        })
    };
    wrong_func("`steps` is no cup", draw(STEPS, vec![fail()]));
    wrong_func("write `otherwise` behind the draw", draw(POT, vec![]));
}

#[test]
fn i56_what_is_not_there_is_not_used() {
    wrong_func("no trigger to settle", procedure(|b| vec![StmtKind::Settle { by: b.member(SIDE, 0) }]));
    wrong_func(
        "`reveal` takes a hidden cell",
        procedure(|b| {
            let (who, to) = (b.member(UNIT, 0), b.member(SIDE, 0));
            vec![StmtKind::Reveal { cell: STEPS, index: vec![who], to }]
        }),
    );
}

/// `ask German { each u in all Unit when GUARD as with {} one pass {} }`
fn guarded(guard: impl FnOnce(&mut Build, LocalId) -> ExprId) -> Func {
    asking(|b| {
        let (u, all) = (b.local("u", Type::Scalar(unit())), b.all(UNIT));
        let guard = guard(b, u);
        vec![arm("with", Some((u, all)), Some(guard)), arm("pass", None, None)]
    })
}

fn peek(b: &mut Build, who: u32, viewer: i64) -> ExprId {
    let (who, viewer, other) = (b.var(who), b.member(SIDE, viewer), b.num(0));
    let seen = b.e(Expr::Peek { cell: PLAN, index: vec![who], viewer, other });
    let three = b.num(3);
    b.bin(BinaryOp::Eq, seen, three)
}

fn planned(b: &mut Build, who: ExprId) -> ExprId {
    let (plan, three) = (b.read(PLAN, &[who]), b.num(3));
    b.bin(BinaryOp::Eq, plan, three)
}

const SHOWS: &str = "the options `with` depend on `plan`, which is hidden; write `peek plan";

#[test]
fn i57_options_do_not_show_what_is_hidden() {
    right_func(guarded(|b, u| peek(b, u.0, 0)));
    wrong_func(
        SHOWS,
        guarded(|b, u| {
            let who = b.var(u.0);
            planned(b, who)
        }),
    );
}

#[test]
fn i57_nor_through_locals_and_branches() {
    wrong_func(
        SHOWS,
        procedure(|b| {
            let (x, u) = (b.local("x", Type::BOOL), b.local("u", Type::Scalar(unit())));
            let (no, who) = (b.e(Expr::Literal { value: 0, ty: Scalar::BOOL }), b.member(UNIT, 0));
            let (cond, yes) = (planned(b, who), b.yes());
            let then = block(vec![StmtKind::Let { local: x, value: yes, fresh: false }]);
            let (by, all, guard) = (b.member(SIDE, 0), b.all(UNIT), b.var(x.0));
            vec![
                declare(x, no),
                StmtKind::If { cond, then, other: block(vec![]) },
                StmtKind::Ask(ask(by, vec![arm("with", Some((u, all)), Some(guard)), arm("pass", None, None)])),
            ]
        }),
    );
}

#[test]
fn i57_nor_through_queries() {
    wrong(SHOWS, |p| {
        let mut b = Build::new("bold", FuncKind::Query, &[Type::Scalar(unit())], Some(Type::BOOL));
        let who = b.var(0);
        let (cond, yes, no) = (planned(&mut b, who), b.yes(), b.e(Expr::Literal { value: 0, ty: Scalar::BOOL }));
        let then = block(vec![ret(yes)]);
        p.funcs.push(b.code(vec![StmtKind::If { cond, then, other: block(vec![]) }, ret(no)]));
        p.funcs.push(guarded(|b, u| {
            let who = b.var(u.0);
            b.call(ADDED, &[who])
        }));
    });
}

#[test]
fn i57_nor_through_parameters() {
    wrong(SHOWS, |p| {
        let mut b = Build::new("asks", FuncKind::Procedure, &[Type::BOOL], None);
        let (u, all, by, guard) = (b.local("u", Type::Scalar(unit())), b.all(UNIT), b.member(SIDE, 0), b.var(0));
        let arms = vec![arm("with", Some((u, all)), Some(guard)), arm("pass", None, None)];
        p.funcs.push(b.code(vec![StmtKind::Ask(ask(by, arms))]));
        p.funcs.push(procedure(|b| {
            let who = b.member(UNIT, 0);
            let told = planned(b, who);
            vec![StmtKind::Call { into: None, fresh: false, func: ADDED, args: vec![told] }]
        }));
    });
}

#[test]
fn i58_peeks_in_arms_are_by_the_asked() {
    wrong_func("peek at `plan` by somebody else", guarded(|b, u| peek(b, u.0, 1)));
}
