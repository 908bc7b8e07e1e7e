//! Lowering: row queries and `settle` as plain code give what their formulas say.

#[path = "lower/build.rs"]
mod build;
#[path = "lower/eval.rs"]
mod eval;
#[path = "lower/formula.rs"]
mod formula;
#[path = "lower/settle.rs"]
mod settle;

use build::{Query, UNIT, even, over};
use eval::{Stop, Value, World};
use wgr_compiler::lower;
use wgr_runtime::ir::*;
use wgr_runtime::verify::{Verified, verify};

/// What the query answers with these switches on, as text.
fn answer(query: &Lowered, on: &[i64]) -> String {
    run(query, on, &[]).0
}

struct Lowered(Program);

fn lowered(query: Query) -> Lowered {
    let program = query.done();
    let verified = verify(&program).unwrap();
    let lowered = lower(&program, &verified).unwrap();
    let again = verify(&lowered).unwrap();
    assert!(!again.has_rows && !again.has_settle);
    assert!(lowered.funcs.iter().all(|f| matches!(f.body, Body::Code(_))));
    assert_eq!(program.funcs.len(), lowered.funcs.len());
    for (before, after) in program.funcs.iter().zip(&lowered.funcs) {
        assert_eq!(before.name, after.name);
        assert_eq!(before.exprs[..], after.exprs[..before.exprs.len()]);
        assert_eq!(before.locals[..], after.locals[..before.locals.len()]);
    }
    assert_eq!(lower(&program, &verified).unwrap(), lowered);
    Lowered(lowered)
}

fn run(query: &Lowered, on: &[i64], flags: &[(i64, i64)]) -> (String, Vec<String>) {
    let mut world = World::new(&query.0);
    world.cells.extend(on.iter().map(|n| ((CellId(0), vec![*n]), 1)));
    world.cells.extend(flags.iter().map(|(u, n)| ((CellId(1), vec![*u, *n]), 1)));
    let shown = match world.call(FuncId(0), vec![]) {
        Ok(Some(Value::Number(raw, 1))) => raw.to_string(),
        Ok(Some(Value::Number(raw, den))) => format!("{raw}/{den}"),
        Err(Stop::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    };
    (shown, world.marks)
}

fn flagged(query: &Lowered, flags: &[(i64, i64)]) -> String {
    run(query, &[], flags).0
}

const WIDE: Type = Type::int(-1000, 1000);

#[test]
fn an_exception_to_an_exception_applies_only_where_its_parent_does() {
    let mut q = Query::new(WIDE, &[StageOp::Answer]);
    let base = q.row(0, RowKind::Base, Some((10, 1)));
    let first = q.row(0, over(&[base]), Some((20, 1)));
    q.row(0, over(&[first]), Some((30, 1)));
    let q = lowered(q);
    assert_eq!(answer(&q, &[0]), "10");
    assert_eq!(answer(&q, &[0, 1]), "20");
    assert_eq!(answer(&q, &[0, 1, 2]), "30");
    assert_eq!(answer(&q, &[0, 2]), "10");
    assert_eq!(answer(&q, &[1, 2]), "Gap r0");
}

#[test]
fn a_waiver_revives_what_the_waived_row_replaced() {
    let mut q = Query::new(WIDE, &[StageOp::Answer]);
    let base = q.row(0, RowKind::Base, Some((10, 1)));
    let first = q.row(0, over(&[base]), Some((20, 1)));
    q.row(0, over(&[first]), Some((30, 1)));
    let waiver = q.row(0, RowKind::Waive(vec![first]), None);
    q.row(0, RowKind::Waive(vec![waiver]), None);
    let q = lowered(q);
    assert_eq!(answer(&q, &[0, 1, 2]), "30");
    assert_eq!(answer(&q, &[0, 1, 2, 3]), "10");
    assert_eq!(answer(&q, &[0, 1, 2, 3, 4]), "30");
}

#[test]
fn two_exceptions_clash_in_the_name_of_the_later_unless_one_is_ruled_over() {
    for ruled in [false, true] {
        let mut q = Query::new(WIDE, &[StageOp::Answer]);
        let base = q.row(0, RowKind::Base, Some((10, 1)));
        let one = q.row(0, over(&[base]), Some((20, 1)));
        let two = q.row(0, over(&[base]), Some((30, 1)));
        q.row(0, over(&[base]), Some((20, 1)));
        q.row(0, RowKind::Otherwise, Some((7, 1)));
        if ruled {
            let site = build::site(&mut q.program, "ruling");
            q.rows.rulings.push(Ruling { site, over: one, under: two });
        }
        let q = lowered(q);
        assert_eq!(answer(&q, &[0, 1, 2]), if ruled { "20" } else { "Clash r2" });
        assert_eq!(answer(&q, &[0, 1, 3]), "20");
        assert_eq!(answer(&q, &[0, 2]), "30");
        assert_eq!(answer(&q, &[4]), "7");
        assert_eq!(answer(&q, &[0, 4]), "10");
        assert_eq!(answer(&q, &[1, 2]), "Gap r0");
    }
}

#[test]
fn an_amount_is_evaluated_only_where_the_row_wins() {
    let mut q = Query::new(WIDE, &[StageOp::Sum]);
    let (one, guard) = (q.number(1, 1), q.on(0));
    // Zero, but the verifier does not know it.
    let zero = q.ranged(0, 1);
    let broken = q.expr(Expr::Binary(BinaryOp::DivDown, one, zero));
    let base = q.push(0, RowKind::Base, vec![], Some(guard), Some(broken));
    q.row(0, over(&[base]), Some((3, 1)));
    let q = lowered(q);
    assert_eq!(answer(&q, &[]), "0");
    assert_eq!(answer(&q, &[0]), "zero");
    assert_eq!(answer(&q, &[0, 1]), "3");
}

#[test]
fn stages_work_on_the_result_in_turn() {
    use StageOp::*;
    let mut q = Query::new(WIDE, &[Answer, Sum, Product, RoundDown, Largest, Smallest]);
    for (stage, value) in [(0, (5, 1)), (1, (3, 2)), (2, (1, 2)), (2, (3, 1)), (4, (4, 1)), (5, (9, 1))] {
        q.row(stage, RowKind::Base, Some(value));
    }
    let q = lowered(q);
    assert_eq!(answer(&q, &[0]), "5");
    assert_eq!(answer(&q, &[0, 1]), "6");
    assert_eq!(answer(&q, &[0, 1, 2]), "3");
    assert_eq!(answer(&q, &[0, 1, 2, 3]), "9");
    assert_eq!(answer(&q, &[0, 1, 2, 4]), "4");
    assert_eq!(answer(&q, &[0, 1, 3, 5]), "9");
    assert_eq!(answer(&q, &[1]), "Gap r0");
}

#[test]
fn the_first_amount_starts_a_largest_and_a_product_starts_with_one() {
    let halves = Type::Scalar(Scalar { what: What::Int { den: 4 }, lo: -99, hi: 99 });
    let mut q = Query::new(WIDE, &[StageOp::Smallest, StageOp::Largest]);
    q.row(0, RowKind::Base, Some((5, 1)));
    q.row(0, RowKind::Base, Some((3, 1)));
    q.row(1, RowKind::Base, Some((-2, 1)));
    let q = lowered(q);
    assert_eq!(answer(&q, &[0]), "5");
    assert_eq!(answer(&q, &[0, 1]), "3");
    assert_eq!(answer(&q, &[2]), "-2");
    assert_eq!(answer(&q, &[]), "0");
    let mut q = Query::new(halves, &[StageOp::Product]);
    q.row(0, RowKind::Base, Some((3, 2)));
    q.row(0, RowKind::Base, Some((1, 2)));
    let q = lowered(q);
    assert_eq!(answer(&q, &[]), "4/4");
    assert_eq!(answer(&q, &[0]), "6/4");
    assert_eq!(answer(&q, &[0, 1]), "3/4");
}

#[test]
fn a_permit_falls_with_one_no_and_a_fact_stands_with_one_yes() {
    for (op, none, one) in [(StageOp::All, "1", "0"), (StageOp::Any, "0", "1")] {
        let mut q = Query::new(Type::BOOL, &[op]);
        for n in 0..2 {
            let ty = Scalar { lo: 0, hi: 0, ..Scalar::BOOL };
            let value = i64::from(op == StageOp::Any);
            let ty = Scalar { lo: value, hi: value, ..ty };
            let (guard, value) = (q.on(n), q.expr(Expr::Literal { value, ty }));
            q.push(0, RowKind::Base, vec![], Some(guard), Some(value));
        }
        let q = lowered(q);
        assert_eq!(answer(&q, &[]), none);
        assert_eq!(answer(&q, &[1]), one);
    }
}

#[test]
fn a_group_counts_once() {
    for (op, both) in
        [(GroupOp::Sum, "8"), (GroupOp::Largest, "6"), (GroupOp::Smallest, "3"), (GroupOp::Once, "Clash r1")]
    {
        let mut q = Query::new(WIDE, &[StageOp::Sum]);
        q.rows.stages[0].groups.push(Group { name: "woods".into(), op });
        for value in [2, 5, 1] {
            q.row(0, RowKind::Base, Some((value, 1)));
        }
        q.rows.rows[0].group = Some(0);
        q.rows.rows[1].group = Some(0);
        let q = lowered(q);
        assert_eq!(answer(&q, &[2]), "1", "{op:?}");
        assert_eq!(answer(&q, &[0, 2]), "3", "{op:?}");
        assert_eq!(answer(&q, &[0, 1, 2]), both, "{op:?}");
    }
}

/// r0: each unit with flag 0 counts 1; r1 over it: with flag 1 it counts 10; r2 even, with its own binder:
/// any unit with flag 2 counts 100 instead of all; r3 waives r1 if any unit has flag 3.
fn families(outer: bool) -> Lowered {
    let mut q = Query::new(WIDE, &[StageOp::Sum]);
    let binders = |q: &mut Query, names: [&str; 2]| {
        let inner = q.units(names[0]);
        let mut all = vec![inner];
        if outer {
            // An outer binder over one unit only changes nothing.
            let (var, _) = q.units(names[1]);
            let zero = Scalar { what: What::Id(UNIT), lo: 0, hi: 0 };
            let zero = q.expr(Expr::Literal { value: 0, ty: zero });
            let set = q.expr(Expr::Unary(UnaryOp::Single, zero));
            all.insert(0, (var, set));
        }
        (inner.0, all)
    };
    let (u, all) = binders(&mut q, ["u", "a"]);
    let (guard, value) = (q.flag(u, 0), q.number(1, 1));
    let base = q.push(0, RowKind::Base, all, Some(guard), Some(value));
    let (guard, value) = (q.flag(u, 1), q.number(10, 1));
    let exception = q.push(0, over(&[base]), vec![], Some(guard), Some(value));
    let (v, all) = binders(&mut q, ["v", "b"]);
    let (guard, value) = (q.flag(v, 2), q.number(100, 1));
    q.push(0, even(&[base]), all, Some(guard), Some(value));
    let (w, all) = binders(&mut q, ["w", "c"]);
    let guard = q.flag(w, 3);
    q.push(0, RowKind::Waive(vec![exception]), all, Some(guard), None);
    lowered(q)
}

#[test]
fn rows_are_judged_in_each_binding_of_their_family() {
    let q = families(false);
    assert_eq!(flagged(&q, &[]), "0");
    assert_eq!(flagged(&q, &[(0, 0), (2, 0)]), "2");
    assert_eq!(flagged(&q, &[(0, 0), (2, 0), (2, 1), (3, 1)]), "11");
    // An even row beats the base in all bindings, the exception stays: nothing is over it.
    assert_eq!(flagged(&q, &[(0, 0), (2, 0), (3, 2)]), "100");
    assert_eq!(flagged(&q, &[(0, 0), (2, 0), (2, 1), (3, 2)]), "110");
    // A waiver that applies for some unit waives for all.
    assert_eq!(flagged(&q, &[(0, 0), (2, 0), (2, 1), (3, 3)]), "2");
}

#[test]
fn several_binders_mean_the_same() {
    let (one, two) = (families(false), families(true));
    for bits in 0..1u32 << 8 {
        let flags: Vec<(i64, i64)> = (0..8).filter(|b| bits >> b & 1 == 1).map(|b| (b % 2, b / 2)).collect();
        assert_eq!(flagged(&one, &flags), flagged(&two, &flags), "{flags:?}");
    }
}

#[test]
fn marks_tell_every_row_in_every_binding() {
    let (_, marks) = run(&families(false), &[], &[(0, 0), (1, 0), (1, 1)]);
    let of = |site: &str| {
        let mine = marks.iter().filter_map(|m| m.strip_prefix(site)).map(str::trim);
        mine.collect::<Vec<_>>().join(", ")
    };
    let lost = |unit| format!("Bind {unit}, Here 0, Applies 0, Wins 0");
    assert_eq!(
        of("r0"),
        format!(
            "Bind 1, Here 1, Applies 1, Wins 0, {}, {}, Bind 0, Here 1, Applies 1, Wins 1, Amount 1",
            lost(2),
            lost(3)
        )
    );
    assert!(of("r1").ends_with("Bind 1, Here 1, Applies 1, Wins 1, Amount 10"));
    assert_eq!(of("r3").matches("Here 0, Applies 0").count(), 4);
}

#[test]
fn rows_over_rows_with_different_bindings_are_refused() {
    let mut q = Query::new(WIDE, &[StageOp::Sum]);
    let plain = q.row(0, RowKind::Base, Some((1, 1)));
    let (u, set) = q.units("u");
    let value = q.number(1, 1);
    let bound = q.push(0, RowKind::Base, vec![(u, set)], None, Some(value));
    q.row(0, over(&[plain, bound]), Some((2, 1)));
    let program = q.done();
    // The verifier refuses it too; whoever does not ask it must not get wrong code.
    let types = [[Type::BOOL; 20]; 2].map(|types| types.as_slice().into()).into_iter().collect();
    let verified = Verified { types, has_rows: true, ..Verified::default() };
    assert!(verify(&program).is_err());
    let errors = lower(&program, &verified).unwrap_err();
    assert!(errors[0].what.contains("different bindings"), "{errors:?}");
}
