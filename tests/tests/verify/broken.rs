//! Ids, shape, declarations, rows, calls: invariants 1 to 24 and 43 to 52.

use super::build::*;
use super::{right, right_func, wrong, wrong_func};
use wgr_runtime::ir::*;

// -- ids and shape

#[test]
fn i01_ids_name_something() {
    wrong("domain 9 is named", |p| p.kinds[0].domain = DomainId(9));
    wrong("function 99 is named", |p| p.main = Some(FuncId(99)));
    wrong_func("local 7 is named", answer(Type::BOOL, |b| b.var(7)));
    wrong_func("expression 5 is named", answer(Type::BOOL, |_| ExprId(5)));
    wrong_func("cell 77 is named", answer(Type::BOOL, |b| b.read(CellId(77), &[])));
    wrong_func("site 3 is named", procedure(|_| vec![StmtKind::Fail { site: SiteId(3), text: FaultText::Rule }]));
    wrong_func(
        "row 4 is named",
        rows(Type::BOOL, &[StageOp::Any], |_| vec![row("a", RowKind::Waive(vec![RowIx(4)]), None)]),
    );
}

#[test]
fn i02_counts_are_bounded() {
    wrong("65536 locals are too many", |p| {
        let local = p.funcs[5].locals[1].clone();
        p.funcs[5].locals = vec![local; 65_536];
    });
}

#[test]
fn i03_expressions_stand_in_one_place() {
    wrong_func(
        "stands in two places",
        answer(Type::int(0, 9), |b| {
            let one = b.num(1);
            b.bin(BinaryOp::Add, one, one)
        }),
    );
    wrong_func("stands in two places", answer(Type::BOOL, |b| b.un(UnaryOp::Not, ExprId(0))));
}

#[test]
fn i04_nesting_is_bounded() {
    let nested = |depth| {
        answer(Type::BOOL, move |b| {
            let yes = b.yes();
            (0..depth).fold(yes, |inner, _| b.un(UnaryOp::Not, inner))
        })
    };
    right_func(nested(60));
    wrong_func("more than 64 deep", nested(100));
    let blocks = |depth: u32| {
        procedure(move |b| {
            (0..depth)
                .fold(vec![], |inner, _| vec![StmtKind::If { cond: b.yes(), then: block(inner), other: block(vec![]) }])
        })
    };
    wrong_func("more than 64 deep", blocks(80));
}

#[test]
fn i05_arguments_are_counted() {
    wrong_func("`steps` takes 1 in brackets, not 0", answer(Type::int(0, 3), |b| b.read(STEPS, &[])));
    wrong_func("`dead` takes 1 in brackets, not 0", answer(Type::BOOL, |b| b.call(DEAD, &[])));
}

#[test]
fn i06_hidden_locals_stay_hidden() {
    wrong_func(
        "has no name for others",
        answer(Type::int(0, 3), |b| {
            let hidden = b.hidden(Type::int(0, 3));
            b.var(hidden.0)
        }),
    );
    wrong_func(
        "has to be a hidden local",
        procedure(|b| {
            let count = b.local("count", Type::int(0, 9));
            vec![StmtKind::Loop { most: 9, count, body: block(vec![StmtKind::Break]) }]
        }),
    );
}

#[test]
fn i07_locals_are_declared_once() {
    wrong_func(
        "declared in two places",
        procedure(|b| {
            let x = b.local("x", Type::int(0, 9));
            let (one, two) = (b.num(1), b.num(2));
            vec![declare(x, one), declare(x, two)]
        }),
    );
}

#[test]
fn i08_types_are_types() {
    wrong("holds nothing", |p| p.cells[TURN.index()].value = Type::int(3, 2));
    wrong("parts of zero", |p| p.cells[TURN.index()].value = parts(0, 2, 0));
    wrong("leaves", |p| p.cells[TURN.index()].value = Type::int(0, 1 << 54));
    wrong("leaves -1..3", |p| p.cells[TURN.index()].value = Type::Scalar(id(UNIT, 5)));
}

#[test]
fn i09_folds_and_searches_have_their_parts() {
    wrong_func(
        "this fold has a value and no `else`",
        answer(Type::int(0, 9), |b| {
            let var = b.local("u", Type::Scalar(unit()));
            let over = b.all(UNIT);
            b.e(Expr::Fold(Fold { op: FoldOp::Sum, var, over, guard: None, value: None, other: None }))
        }),
    );
    wrong_func("`search reach` answers", search(SearchOut::Open, Judge::Table(COSTS)));
}

pub(crate) fn search(out: SearchOut, judge: Judge) -> Func {
    procedure(|b| {
        let found = b.local("found", if matches!(out, SearchOut::Open) { Type::BOOL } else { Type::Set(HEX) });
        let (from, budget) = (b.all(HEX), b.num(6));
        vec![StmtKind::Search(Search {
            mode: SearchMode::Reach,
            from,
            to: None,
            budget: Some(budget),
            within: None,
            at_least_one: false,
            each: None,
            judge,
            outs: vec![(out, found)],
        })]
    })
}

// -- declarations

#[test]
fn i10_domains_have_members() {
    wrong("`Nobody` has 0 members", |p| {
        p.domains.push(Domain { name: "Nobody".into(), members: vec![], size: 0 });
    });
    wrong("has 3 names of members, but 4", |p| {
        p.domains[UNIT.index()].members.pop();
    });
}

#[test]
fn i11_the_board_brings_its_domains() {
    wrong("first three domains", |p| p.domains[0].name = "field".into());
    wrong("`dir` has six", |p| {
        p.domains[1].size = 7;
        p.tables[1].index[1] = id(DIR, 7);
        p.tables[1].data = vec![1; 140];
    });
    let ask = answer(Type::Set(HEX), |b| {
        let (here, one) = (b.member(HEX, 0), b.num(1));
        b.e(Expr::Board(BoardOp::Ring, vec![here, one]))
    });
    right_func(ask.clone());
    wrong("needs a board", |p| {
        p.board = None;
        let names = |n: u32| (0..n).map(|i| format!("m{i}")).collect();
        (0..3).for_each(|d| p.domains[d].members = names(p.domains[d].size));
        p.funcs.push(ask);
    });
}

#[test]
fn i12_sides_are_an_enum() {
    wrong("the sides are an enum, not `hex`", |p| {
        p.sides = Some(HEX);
        p.cells[PLAN.index()].hidden = None;
        p.cells[SHOWN.index()].name = "shown".into();
    });
    wrong("needs sides", |p| p.sides = None);
}

#[test]
fn i13_kinds_lie_in_their_domain() {
    wrong("kind `Foot` is not a run", |p| p.kinds[0].last = 4);
    wrong("kind `Foot` is not a run", |p| p.kinds[0].first = 2);
}

#[test]
fn i14_tables_are_full_and_in_range() {
    wrong("has 3 values, but 4 places", |p| {
        p.tables[0].data.pop();
    });
    wrong("holds 7", |p| p.tables[0].data[2] = 7);
    wrong("takes one or two", |p| {
        p.tables.push(Table { name: "t".into(), index: vec![], value: Scalar::BOOL, data: vec![0] });
    });
}

#[test]
fn i15_cells_have_sane_indices() {
    wrong("at most two", |p| p.cells[TURN.index()].index = vec![unit(); 3]);
    wrong("something else than members", |p| p.cells[TURN.index()].index = vec![Scalar::BOOL]);
    wrong("places; at most 1048576", |p| p.cells[TURN.index()].index = vec![Scalar::int(0, 2000); 2]);
}

#[test]
fn i16_sparse_cells_are_simple() {
    wrong("is sparse", |p| p.cells[STACK.index()].sparse = Some(3));
    wrong("is sparse", |p| p.cells[TURN.index()].sparse = Some(3));
}

#[test]
fn i17_cups_count_members() {
    wrong("counts members", |p| p.cells[POT.index()].value = Type::int(1, 4));
    wrong("counts members", |p| p.cells[TURN.index()].role = Role::Cup);
}

#[test]
fn i18_procedures_keep() {
    right(|p| p.cells[TURN.index()].role = Role::Keep(MAIN));
    wrong("which is no procedure", |p| p.cells[TURN.index()].role = Role::Keep(DEAD));
}

#[test]
fn i19_who_sees_is_told_by_a_query() {
    wrong("by which `plan` is seen, has to be", |p| {
        p.cells[PLAN.index()].hidden = Some(Hidden { sees: DEAD, shown: SHOWN });
    });
}

#[test]
fn i20_who_sees_is_told_openly() {
    wrong("which is hidden itself", |p| {
        let mut b = Build::new("s", FuncKind::Query, &[Type::Scalar(unit()), Type::Scalar(side())], Some(Type::BOOL));
        let (who, zero) = (b.var(0), b.num(0));
        let plan = b.read(PLAN, &[who]);
        let value = b.bin(BinaryOp::Eq, plan, zero);
        p.funcs[SEES.index()] = b.code(vec![ret(value)]);
    });
}

#[test]
fn i21_what_was_shown_fits() {
    wrong("what was revealed of `plan`", |p| {
        p.cells[SHOWN.index()].value = Type::int(0, 1);
    });
    wrong("`plan` has 2 indices; it takes at most one", |p| {
        let (plan, shown) = (p.cells[PLAN.index()].clone(), p.cells[SHOWN.index()].clone());
        p.cells[PLAN.index()] = Cell { index: vec![unit(), side()], ..plan };
        p.cells[SHOWN.index()] = Cell { index: vec![unit(), side()], ..shown };
    });
}

#[test]
fn i22_queries_answer() {
    wrong_func("a query answers something", func(FuncKind::Query, None, |_| vec![fail()]));
    wrong("rows belong to a query", |p| {
        let mut table = rows(Type::int(0, 3), &[StageOp::Sum], |_| vec![]);
        table.kind = FuncKind::Effect;
        p.funcs.push(table);
    });
    wrong("limits and goods only read", |p| p.funcs[PICKS.index()].kind = FuncKind::Effect);
}

#[test]
fn i23_main_is_a_procedure() {
    wrong("write `main NAME`", |p| p.main = None);
    wrong("main `dead` has to be", |p| p.main = Some(DEAD));
}

#[test]
fn i24_triggers_watch_run_and_order() {
    right(|p| p.triggers.push(trigger(HURT)));
    wrong("runs `dead`", |p| p.triggers.push(trigger(DEAD)));
    wrong("watches `owner`", |p| p.triggers.push(Trigger { watch: OWNER, ..trigger(HURT) }));
    wrong("is ordered by `dead`", |p| p.triggers.push(Trigger { by: DEAD, ..trigger(HURT) }));
    wrong("at most 0 times", |p| p.triggers.push(Trigger { most: 0, ..trigger(HURT) }));
}

// -- rows

fn two(ops: &[StageOp], kinds: [RowKind; 2], change: impl FnOnce(&mut Rows)) -> Func {
    let mut func = rows(Type::int(0, 9), ops, |b| {
        kinds
            .into_iter()
            .zip(["a", "b"])
            .map(|(kind, label)| {
                let value = b.num(2);
                row(label, kind, Some(value))
            })
            .collect()
    });
    change(the_rows(&mut func));
    func
}

fn over(parents: &[u32]) -> RowKind {
    RowKind::Over { parents: parents.iter().map(|p| RowIx(*p)).collect(), even: false }
}

const BASES: [RowKind; 2] = [RowKind::Base, RowKind::Base];

#[test]
fn rows_that_keep_the_rules_pass() {
    right_func(two(&[StageOp::Answer], [RowKind::Base, over(&[0])], |_| {}));
    right_func(two(&[StageOp::Answer, StageOp::Sum], [RowKind::Base, RowKind::Otherwise], |_| {}));
    right_func(two(&[StageOp::Product, StageOp::RoundDown], BASES, |_| {}));
}

#[test]
fn i43_stages_stand_in_order() {
    wrong_func("there is no stage", rows(Type::int(0, 3), &[], |_| vec![]));
    wrong_func("`answer` is the first stage", two(&[StageOp::Sum, StageOp::Answer], BASES, |_| {}));
    wrong_func("stand alone", rows(Type::BOOL, &[StageOp::All, StageOp::Any], |_| vec![]));
    wrong_func("stand alone", rows(Type::BOOL, &[StageOp::Sum, StageOp::All], |_| vec![]));
    wrong_func(
        "yes or no is wanted",
        rows(Type::BOOL, &[StageOp::All], |b| {
            let one = b.num(1);
            vec![row("a", RowKind::Base, Some(one))]
        }),
    );
    wrong_func(
        "one row at most",
        two(&[StageOp::Product, StageOp::RoundUp], BASES, |rows| {
            rows.rows.iter_mut().for_each(|row| row.stage = StageIx(1));
        }),
    );
    wrong_func(
        "can never fit",
        rows(Type::int(5, 9), &[StageOp::Answer], |b| {
            let one = b.num(1);
            vec![row("a", RowKind::Base, Some(one))]
        }),
    );
}

#[test]
fn i44_groups_and_otherwise() {
    let group = || Group { name: "g".into(), op: GroupOp::Once };
    right_func(two(&[StageOp::Sum], BASES, |rows| rows.stages[0].groups.push(group())));
    wrong_func("a group gives an amount", two(&[StageOp::Answer], BASES, |rows| rows.stages[0].groups.push(group())));
    wrong_func("group 0 is named", two(&[StageOp::Sum], BASES, |rows| rows.rows[0].group = Some(0)));
    wrong_func("is an `otherwise`", two(&[StageOp::Sum], [RowKind::Base, RowKind::Otherwise], |_| {}));
    right_func(two(&[StageOp::Answer], [RowKind::Otherwise, RowKind::Otherwise], |_| {}));
}

#[test]
fn i45_rows_have_values() {
    wrong_func("has no value", two(&[StageOp::Sum], BASES, |rows| rows.rows[0].value = None));
    wrong_func("so it has no value", two(&[StageOp::Sum], [RowKind::Base, RowKind::Waive(vec![RowIx(0)])], |_| {}));
    wrong_func("waives nothing", two(&[StageOp::Sum], [RowKind::Base, over(&[])], |_| {}));
}

#[test]
fn i46_over_rows_stand_with_their_parents() {
    let apart = two(&[StageOp::Answer, StageOp::Sum], [RowKind::Base, over(&[0])], |r| r.rows[1].stage = StageIx(1));
    wrong_func("judged with its parents", apart);
    let ruling = |over, under| Ruling { site: SITE, over: RowIx(over), under: RowIx(under) };
    wrong_func(
        "do not answer in one stage",
        two(&[StageOp::Answer, StageOp::Sum], BASES, |rows| {
            rows.rows[1].stage = StageIx(1);
            rows.rulings.push(ruling(0, 1));
        }),
    );
    let bound = |parents: &[u32]| {
        let parents = over(parents);
        rows(Type::int(0, 9), &[StageOp::Answer], |b| {
            let (u, all) = (b.local("u", Type::Scalar(unit())), b.all(UNIT));
            let (x, y, z, who) = (b.num(1), b.num(1), b.var(u.0), b.num(2));
            let steps = b.read(STEPS, &[z]);
            let mut base = row("a", RowKind::Base, Some(x));
            base.binders.push((u, all));
            let mut child = row("c", parents, Some(who));
            child.value = Some(steps);
            vec![base, row("b", RowKind::Base, Some(y)), child]
        })
    };
    right_func(bound(&[0]));
    wrong_func("one of which has binders", bound(&[0, 1]));
}

#[test]
fn i47_rows_form_no_circle() {
    wrong_func("is over itself", two(&[StageOp::Answer], [over(&[1]), over(&[0])], |_| {}));
    wrong_func(
        "by way of rulings",
        two(&[StageOp::Answer], BASES, |rows| {
            let ruling = |over, under| Ruling { site: SITE, over: RowIx(over), under: RowIx(under) };
            rows.rulings = vec![ruling(0, 1), ruling(1, 0)];
        }),
    );
}

// -- calls and suppositions

fn suppose(how: Quantifier, body: Vec<StmtKind>, b: &mut Build) -> ExprId {
    let value = b.yes();
    b.e(Expr::Suppose(Suppose { how, body: block(body), value }))
}

const EVERY: Quantifier = Quantifier::Every { budget: 100, over: false };

fn call(func: FuncId, args: Vec<ExprId>) -> StmtKind {
    StmtKind::Call { into: None, fresh: false, func, args }
}

#[test]
fn i48_calls_form_no_circle() {
    wrong("added -> added", |p| p.funcs.push(answer(Type::BOOL, |b| b.call(ADDED, &[]))));
    wrong("calls form a circle: picks -> added -> picks", |p| {
        p.funcs.push(answer(Type::BOOL, |b| {
            let (n, chosen) = (b.num(1), b.all(UNIT));
            b.e(Expr::Complete { limits: PICKS, args: vec![n], chosen })
        }));
        let alike = p.funcs[PICKS.index()].add_expr(Expr::Call(ADDED, vec![]), Pos::default());
        if let Body::Limits(limits) = &mut p.funcs[PICKS.index()].body {
            limits.alike = Some(alike);
        }
    });
}

#[test]
fn i49_suppositions_write_their_own_locals() {
    let writes = |outer: bool| {
        func(FuncKind::Query, Some(Type::BOOL), move |b| {
            let (x, y) = (b.local("x", Type::int(0, 9)), b.local("y", Type::int(0, 9)));
            let (one, two, three) = (b.num(1), b.num(2), b.num(3));
            let write = StmtKind::Let { local: if outer { x } else { y }, value: three, fresh: false };
            let supposed = suppose(Quantifier::Plain, vec![declare(y, two), write], b);
            vec![declare(x, one), ret(supposed)]
        })
    };
    right_func(writes(false));
    wrong_func("a supposition writes `x`", writes(true));
}

/// A query that supposes nothing but what it asks of the one before it, so many times.
fn supposing_tower(p: &mut Program, levels: usize) {
    for level in 0..levels {
        let below = FuncId::new(p.funcs.len() - 1);
        p.funcs.push(answer(Type::BOOL, |b| {
            let value = if level == 0 { b.yes() } else { b.call(below, &[]) };
            b.e(Expr::Suppose(Suppose { how: Quantifier::Plain, body: block(vec![]), value }))
        }));
        p.funcs[ADDED.index() + level].name = format!("level{level}");
    }
}

#[test]
fn i50_suppositions_nest_four_deep() {
    right(|p| supposing_tower(p, 4));
    wrong("nest 4 deep at most", |p| supposing_tower(p, 5));
    // One inside the other in one body counts as well.
    let tower = |levels: usize| {
        answer(Type::BOOL, move |b| {
            (0..levels).fold(b.yes(), |value, _| {
                b.e(Expr::Suppose(Suppose { how: Quantifier::Plain, body: block(vec![]), value }))
            })
        })
    };
    right_func(tower(4));
    wrong_func("nest 4 deep at most", tower(5));
}

/// What leads to a supposition that is too deep is not told again.
#[test]
fn i50_is_told_once() {
    let mut program = world();
    supposing_tower(&mut program, 7);
    let errors = wgr_runtime::verify::verify(&program).expect_err("too deep");
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn i51_suppositions_end_nothing() {
    wrong_func(
        "leads to `end`",
        answer(Type::BOOL, |b| {
            let zero = b.num(0);
            suppose(EVERY, vec![StmtKind::End(zero)], b)
        }),
    );
    wrong_func("leads to `seal`", answer(Type::BOOL, |b| suppose(EVERY, vec![StmtKind::Seal], b)));
}

#[test]
fn i52_plain_suppositions_ask_nothing() {
    let attacked = |how| {
        answer(Type::BOOL, move |b| {
            let who = b.member(UNIT, 0);
            suppose(how, vec![call(ATTACK, vec![who])], b)
        })
    };
    right_func(attacked(EVERY));
    wrong_func("leads to an ask, roll or draw", attacked(Quantifier::Plain));
    wrong_func("tries no way at all", attacked(Quantifier::Every { budget: 0, over: false }));
}

#[test]
fn i52_plain_suppositions_settle_where_no_side_has_a_say() {
    // Two that write the turn meet; each that hurts its own, and a handler that does nothing, meet nobody.
    let settles = |run: FuncId, how| {
        move |p: &mut Program| {
            p.funcs.push(answer(Type::BOOL, |b| {
                let by = b.member(SIDE, 0);
                suppose(how, vec![StmtKind::Settle { by }], b)
            }));
            p.funcs.push(Build::new("nothing", FuncKind::Effect, &[Type::Scalar(unit())], None).code(vec![]));
            let mut b = Build::new("chime", FuncKind::Effect, &[Type::Scalar(unit())], None);
            let one = b.num(1);
            p.funcs.push(b.code(vec![set(TURN, &[], one)]));
            p.triggers.push(trigger(run));
        }
    };
    let chime = FuncId(ADDED.0 + 2);
    right(settles(chime, EVERY));
    right(settles(FuncId(ADDED.0 + 1), Quantifier::Plain));
    right(settles(HURT, Quantifier::Plain));
    wrong("which trigger comes first", settles(chime, Quantifier::Plain));
    wrong("leads to an ask, roll or draw", settles(ATTACK, Quantifier::Plain));
}

// -- names

#[test]
fn i59_names_are_names_and_mean_one_thing() {
    wrong("a function cannot be called `2x`", |p| p.funcs[DEAD.index()].name = "2x".into());
    wrong("a function cannot be called `line`", |p| p.funcs[DEAD.index()].name = "line".into());
    wrong("a cell cannot be called `if`", |p| p.cells[TURN.index()].name = "if".into());
    wrong("a table cannot be called ``", |p| p.tables[0].name = String::new());
    wrong("a kind cannot be called `a b`", |p| p.kinds[0].name = "a b".into());
    wrong("a domain cannot be called `Un\\nit`", |p| p.domains[UNIT.index()].name = "Un\nit".into());
    wrong("`steps` is declared twice", |p| p.tables[0].name = "steps".into());
    wrong("`death` is declared twice", |p| p.triggers.extend([trigger(HURT), trigger(HURT)]));
    // Of locals only the printer cares.
    right(|p| p.funcs[ATTACK.index()].locals[1].name = "if".into());
}

#[test]
fn i60_members_arms_and_labels_are_words() {
    wrong("a member cannot be called `no`", |p| p.domains[UNIT.index()].members[0] = "no".into());
    wrong("`Unit` has the member `b` twice", |p| p.domains[UNIT.index()].members[0] = "b".into());
    wrong_func(
        "an arm cannot be called `a-b`",
        procedure(|b| {
            let by = b.member(SIDE, 0);
            vec![StmtKind::Ask(ask(by, vec![arm("a-b", None, None)]))]
        }),
    );
    wrong_func("a row cannot be called ``", two(&[StageOp::Sum], BASES, |rows| rows.rows[0].label = String::new()));
    wrong_func("two rows are labelled `a`", two(&[StageOp::Sum], BASES, |rows| rows.rows[1].label = "a".into()));
    wrong("has to be called `plan.shown`", |p| p.cells[SHOWN.index()].name = "seen".into());
}

#[test]
fn i61_cases_and_titles_can_be_said() {
    wrong("`7 1` is no case", |p| p.sites[0].cases[0] = "7 1".into());
    wrong("has a line break", |p| p.sites[0].title = "Wo\nods".into());
    wrong("has a line break", |p| p.title = "\n".into());
    let again = |p: &mut Program| {
        let woods = p.sites[0].clone();
        p.sites.push(woods);
    };
    wrong("the site `Woods` is there twice", again);
}
