//! What the verifier finds out about sound programs: types with ranges, order, cells read and written.

use super::build::*;
use super::{right, right_func};
use wgr_runtime::ir::*;
use wgr_runtime::verify::Cells;

/// The type of the last expression of a query that answers it; the place is wide enough for all.
#[track_caller]
fn ty(value: impl FnOnce(&mut Build) -> ExprId) -> Type {
    let mut build = Build::new("added", FuncKind::Query, &[], None);
    let value = value(&mut build);
    let fits = |ty| {
        let mut func = build.0.clone();
        func.ret = Some(ty);
        Build(func).code(vec![ret(value)])
    };
    let mut program = world();
    program.funcs.push(fits(parts(-(1 << 53), 1 << 53, 12)));
    let verified = wgr_runtime::verify::verify(&program).unwrap_or_else(|e| panic!("{}", e[0]));
    verified.types[ADDED.index()][value.index()]
}

fn between(b: &mut Build, lo: i64, hi: i64) -> ExprId {
    b.e(Expr::Literal { value: lo, ty: Scalar::int(lo, hi) })
}

fn binary(op: BinaryOp, a: (i64, i64), c: (i64, i64)) -> Type {
    ty(|b| {
        let (a, c) = (between(b, a.0, a.1), between(b, c.0, c.1));
        b.bin(op, a, c)
    })
}

#[test]
fn arithmetic_follows_ranges() {
    assert_eq!(binary(BinaryOp::Add, (1, 3), (-2, 5)), Type::int(-1, 8));
    assert_eq!(binary(BinaryOp::Sub, (1, 3), (-2, 5)), Type::int(-4, 5));
    assert_eq!(binary(BinaryOp::Mul, (-3, 2), (-5, 4)), Type::int(-12, 15));
    assert_eq!(binary(BinaryOp::DivDown, (-7, 7), (2, 3)), Type::int(-4, 3));
    assert_eq!(binary(BinaryOp::DivUp, (-7, 7), (2, 3)), Type::int(-3, 4));
    assert_eq!(binary(BinaryOp::DivDown, (1, 6), (-2, 3)), Type::int(-6, 6));
    assert_eq!(binary(BinaryOp::Mod, (0, 3), (10, 20)), Type::int(0, 3));
    assert_eq!(binary(BinaryOp::Mod, (-3, 30), (-4, 6)), Type::int(-3, 5));
    assert_eq!(binary(BinaryOp::Min, (0, 9), (2, 4)), Type::int(0, 4));
    assert_eq!(binary(BinaryOp::Max, (0, 9), (2, 4)), Type::int(2, 9));
}

#[test]
fn every_quotient_and_remainder_is_in_its_range() {
    for (a, c) in [((-7, 5), (-3, 4)), ((2, 9), (-5, -2)), ((-9, -1), (0, 3)), ((0, 0), (-1, 1))] {
        let range = |op| binary(op, a, c).scalar().map_or((0, 0), |s| (s.lo, s.hi));
        let (down, up, rest) = (range(BinaryOp::DivDown), range(BinaryOp::DivUp), range(BinaryOp::Mod));
        for (x, y) in (a.0..=a.1).flat_map(|x| (c.0..=c.1).map(move |y| (x, y))).filter(|(_, y)| *y != 0) {
            let exact = x % y == 0;
            let floor = if exact || (x < 0) == (y < 0) { x / y } else { x / y - 1 };
            let ceil = if exact { floor } else { floor + 1 };
            assert!(down.0 <= floor && floor <= down.1, "{x} div {y}");
            assert!(up.0 <= ceil && ceil <= up.1, "{x} divup {y}");
            assert!(rest.0 <= x - y * floor && x - y * floor <= rest.1, "{x} mod {y}");
        }
    }
}

#[test]
fn fractions_come_to_one_measure() {
    let mixed = |op| {
        ty(move |b| {
            let (a, c) =
                (b.half(3), b.e(Expr::Literal { value: 1, ty: Scalar { what: What::Int { den: 3 }, lo: 1, hi: 2 } }));
            b.bin(op, a, c)
        })
    };
    assert_eq!(mixed(BinaryOp::Add), parts(11, 13, 6));
    assert_eq!(mixed(BinaryOp::Mul), parts(3, 6, 6));
    assert_eq!(mixed(BinaryOp::DivDown), Type::int(2, 4));
    assert_eq!(
        ty(|b| {
            let a = b.half(3);
            b.un(UnaryOp::Down, a)
        }),
        Type::int(1, 1)
    );
    assert_eq!(
        ty(|b| {
            let a = b.half(-3);
            b.un(UnaryOp::Up, a)
        }),
        Type::int(-1, -1)
    );
}

#[test]
fn folds_follow_ranges() {
    let fold = |op, lo, hi| {
        ty(move |b| {
            let (var, over) = (b.local("u", Type::Scalar(unit())), b.all(UNIT));
            let (value, nine) = (between(b, lo, hi), b.num(9));
            let (value, other) = match op {
                FoldOp::Count => (None, None),
                FoldOp::Least => (Some(value), Some(nine)),
                FoldOp::Sum | FoldOp::Any | FoldOp::Every | FoldOp::Most | FoldOp::Filter | FoldOp::Gather => {
                    (Some(value), None)
                }
            };
            b.e(Expr::Fold(Fold { op, var, over, guard: None, value, other }))
        })
    };
    assert_eq!(fold(FoldOp::Sum, 1, 3), Type::int(0, 12));
    assert_eq!(fold(FoldOp::Sum, -1, 3), Type::int(-4, 12));
    assert_eq!(fold(FoldOp::Count, 0, 0), Type::int(0, 4));
    assert_eq!(fold(FoldOp::Least, 1, 3), Type::int(1, 9));
}

fn cells(of: &[CellId]) -> Cells {
    of.iter().copied().collect()
}

#[test]
fn callees_come_first_and_cells_add_up() {
    let (program, verified) = right(|_| {});
    let place = |f: FuncId| verified.order.iter().position(|g| *g == f);
    assert!(place(HURT) < place(ATTACK) && place(ATTACK) < place(MAIN));
    assert_eq!(verified.order.len(), program.funcs.len());
    assert_eq!(*verified.reads(MAIN), cells(&[STEPS]));
    assert_eq!(*verified.writes(MAIN), cells(&[STEPS]));
    assert_eq!(*verified.writes(DEAD), cells(&[]));
    assert!(!verified.has_rows && !verified.has_settle && !verified.waiting.order_matters());
}

#[test]
fn erasing_writes_all_that_has_to_do_with_the_member() {
    let (_, verified) = right_func(procedure(|b| vec![StmtKind::Erase(b.member(UNIT, 0))]));
    assert_eq!(*verified.writes(ADDED), cells(&[PLACE, STEPS, POT, PLAN, SHOWN, STACK]));
    let (_, verified) = right_func(procedure(|b| vec![StmtKind::Swap { old: b.member(UNIT, 0), new: b.all(UNIT) }]));
    assert_eq!(*verified.writes(ADDED), cells(&[STACK]));
}

#[test]
fn what_a_supposition_writes_is_forgotten() {
    let (_, verified) = right_func(answer(Type::BOOL, |b| {
        let (who, value) = (b.member(UNIT, 0), b.yes());
        let body = block(vec![StmtKind::Call { into: None, fresh: false, func: HURT, args: vec![who] }]);
        b.e(Expr::Suppose(Suppose { how: Quantifier::Plain, body, value }))
    }));
    assert_eq!(*verified.reads(ADDED), cells(&[STEPS]));
    assert_eq!(*verified.writes(ADDED), cells(&[]));
}

#[test]
fn a_settle_does_what_its_triggers_do() {
    let (_, verified) = right(|p| {
        p.triggers.push(trigger(HURT));
        p.funcs.push(procedure(|b| vec![StmtKind::Settle { by: b.member(SIDE, 0) }]));
    });
    assert!(verified.has_settle);
    assert_eq!(*verified.writes(ADDED), cells(&[STEPS]));
}

/// `chain` is a handler that settles: the settle in `main` does what all handlers do, and so may `chain`.
#[test]
fn handlers_may_settle() {
    let (program, verified) = right(|p| {
        let mut b = Build::new("chain", FuncKind::Procedure, &[Type::Scalar(unit())], None);
        let (by, one) = (b.member(SIDE, 0), b.num(1));
        p.funcs.push(b.code(vec![set(TURN, &[], one), StmtKind::Settle { by }]));
        p.funcs.push(procedure(|b| {
            vec![StmtKind::Call { into: None, fresh: false, func: ADDED, args: vec![b.member(UNIT, 0)] }]
        }));
        p.funcs[ADDED.index() + 1].name = "caller".into();
        p.funcs.push(answer(Type::BOOL, |b| {
            let (by, value) = (b.member(SIDE, 0), b.yes());
            let how = Quantifier::Some { budget: 9, over: false };
            b.e(Expr::Suppose(Suppose { how, body: block(vec![StmtKind::Settle { by }]), value }))
        }));
        p.triggers = vec![trigger(ADDED), Trigger { name: "other".into(), ..trigger(HURT) }];
    });
    let [chain, caller, query] = [0, 1, 2].map(|n| FuncId::new(ADDED.index() + n));
    for func in [chain, caller] {
        assert_eq!(*verified.writes(func), cells(&[TURN, STEPS]));
        assert_eq!(*verified.reads(func), cells(&[STEPS]));
    }
    assert_eq!(*verified.writes(query), cells(&[]));
    assert_eq!(*verified.reads(query), cells(&[STEPS]));
    assert_eq!(*verified.writes(HURT), cells(&[STEPS]));
    assert!(verified.has_settle && verified.waiting.order_matters());
    let lowered = wgr_compiler::lower(&program, &verified).unwrap();
    let again = wgr_runtime::verify::verify(&lowered).unwrap();
    assert!(!again.has_settle && verified.writes(chain).iter().all(|cell| again.writes(chain).holds(cell)));
}

/// What a supposed settle may have changed depends on what the triggers watch.
#[test]
fn what_a_supposed_settle_reads_may_show() {
    let mut program = world();
    program.funcs.push(procedure(|b| {
        let (by, asked, zero) = (b.member(SIDE, 0), b.member(SIDE, 0), b.num(0));
        let turn = b.read(TURN, &[]);
        let value = b.bin(BinaryOp::Eq, turn, zero);
        let body = block(vec![StmtKind::Settle { by }]);
        let guard = b.e(Expr::Suppose(Suppose { how: Quantifier::Plain, body, value }));
        vec![StmtKind::Ask(ask(asked, vec![arm("go", None, Some(guard)), arm("pass", None, None)]))]
    }));
    program.funcs.push(Build::new("nothing", FuncKind::Effect, &[Type::Scalar(unit())], None).code(vec![]));
    let mut b = Build::new("planned", FuncKind::Query, &[Type::Scalar(unit())], Some(Type::BOOL));
    let (who, zero) = (b.var(0), b.num(0));
    let plan = b.read(PLAN, &[who]);
    let none = b.bin(BinaryOp::Eq, plan, zero);
    program.funcs.push(b.code(vec![ret(none)]));
    program.triggers = vec![Trigger { watch: FuncId(ADDED.0 + 2), ..trigger(FuncId(ADDED.0 + 1)) }];
    let errors = wgr_runtime::verify::verify(&program).unwrap_err();
    assert!(errors.len() == 1 && errors[0].what.contains("the options `go` depend on `plan`"), "{errors:?}");
}

#[test]
fn handlers_commute_or_not() {
    let matters = |run: FuncId| {
        right(|p| {
            let mut b = Build::new("quiet", FuncKind::Effect, &[Type::Scalar(unit())], None);
            let one = b.num(1);
            p.funcs.push(b.code(vec![set(TURN, &[], one)]));
            p.funcs.push(Build::new("nothing", FuncKind::Effect, &[Type::Scalar(unit())], None).code(vec![]));
            p.triggers.push(trigger(run));
        })
        .1
        .waiting
        .order_matters()
    };
    // Two of one trigger meet in the same cell; where each hurts its own they do not, nor does who writes nothing; dice do
    // not commute.
    assert!(!matters(HURT));
    assert!(matters(ADDED));
    assert!(matters(ATTACK));
    assert!(!matters(FuncId(ADDED.0 + 1)));
}

#[test]
fn a_trigger_without_members_is_due_once() {
    let (_, verified) = right(|p| {
        p.funcs.push(answer(Type::BOOL, |b| b.yes()));
        p.funcs.push(func(FuncKind::Effect, None, |b| vec![set(TURN, &[], b.num(1))]));
        p.funcs.push(answer(Type::Scalar(side()), |b| b.member(SIDE, 0)));
        let [watch, run, by] = [0, 1, 2].map(|i| FuncId(ADDED.0 + i));
        p.funcs[watch.index()].name = "watch_it".into();
        p.funcs[run.index()].name = "run_it".into();
        p.triggers.push(Trigger { watch, by, ..trigger(run) });
    });
    assert!(!verified.waiting.order_matters());
}
