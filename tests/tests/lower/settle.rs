//! `settle` as a call: what became true runs once, in order, and no `settle` within a handler is left.

use wgr_compiler::lower;
use wgr_runtime::ir::*;
use wgr_runtime::verify::{Verified, Waiting, verify};

use crate::build::{UNIT, func, program, site};
use crate::eval::{Stop, World};

const ON: CellId = CellId(0);
const FLAG: CellId = CellId(1);
const ALARM: u32 = 5;

/// Funcs by number: 0 main, 1 `alarm` (watch), 2 `quiet` (its handler), 3 `owner`, 4 `hurt(u)` (watch),
/// 5 `heal(u)` (its handler), 6 `owner_of(u)`, 7 `helper`, called by `heal`. If `nested`, heal and helper settle.
struct Game {
    program: Program,
}

fn literal(func: &mut Func, value: i64, what: What) -> ExprId {
    func.add_expr(Expr::Literal { value, ty: Scalar { what, lo: value, hi: value } }, Pos::default())
}

fn index(func: &mut Func, n: i64) -> ExprId {
    literal(func, n, What::Int { den: 1 })
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, at: Pos::default() }
}

fn set(func: &mut Func, cell: CellId, at: &[ExprId], value: bool) -> Stmt {
    let value = literal(func, i64::from(value), What::Bool);
    stmt(StmtKind::Set(Write { cell, index: at.to_vec(), value }))
}

fn settle(func: &mut Func, side: i64) -> Stmt {
    let by = literal(func, side, What::Id(crate::build::SIDE));
    stmt(StmtKind::Settle { by })
}

fn returns(mut func: Func, make: impl FnOnce(&mut Func) -> ExprId) -> Func {
    let value = make(&mut func);
    func.body = Body::Code(Block(vec![stmt(StmtKind::Return(Some(value)))]));
    func
}

fn with_unit(mut func: Func, program: &Program) -> Func {
    func.params = 1;
    // Only the pieces 1..=2 are watched.
    func.add_local("u", Type::Scalar(Scalar { lo: 1, hi: 2, ..program.member(UNIT) }), false);
    func
}

fn game(most: u32, nested: bool) -> Game {
    use FuncKind::*;
    let mut p = program();
    let empty = || Body::Code(Block::default());
    let side = Type::Scalar(p.member(crate::build::SIDE));
    let mut main = func("main", Procedure, Some(Type::int(0, 0)), empty());
    let zero = index(&mut main, 0);
    main.body = Body::Code(Block(vec![settle(&mut main, 1), stmt(StmtKind::Return(Some(zero)))]));
    let alarm = returns(func("alarm", Query, Some(Type::BOOL), empty()), |f| {
        let n = index(f, i64::from(ALARM));
        f.add_expr(Expr::Cell(ON, vec![n]), Pos::default())
    });
    let mut quiet = func("quiet", Effect, None, empty());
    let n = index(&mut quiet, i64::from(ALARM));
    quiet.body = Body::Code(Block(vec![set(&mut quiet, ON, &[n], false)]));
    let owner = returns(func("owner", Query, Some(side), empty()), |f| literal(f, 0, What::Id(crate::build::SIDE)));
    let hurt = returns(with_unit(func("hurt", Query, Some(Type::BOOL), empty()), &p), |f| {
        let (u, n) = (f.add_expr(Expr::Local(LocalId(0)), Pos::default()), index(f, 0));
        f.add_expr(Expr::Cell(FLAG, vec![u, n]), Pos::default())
    });
    let mut heal = with_unit(func("heal", Procedure, None, empty()), &p);
    let (u, n) = (heal.add_expr(Expr::Local(LocalId(0)), Pos::default()), index(&mut heal, 0));
    let heals = set(&mut heal, FLAG, &[u, n], false);
    let help = stmt(StmtKind::Call { into: None, fresh: false, func: FuncId(7), args: vec![] });
    let settles = nested.then(|| settle(&mut heal, 0));
    heal.body = Body::Code(Block([heals].into_iter().chain(settles).chain([help]).collect()));
    let owner_of = returns(with_unit(func("owner_of", Query, Some(side), empty()), &p), |f| {
        // Piece 1 is of side 0, piece 2 of side 1.
        let u = f.add_expr(Expr::Local(LocalId(0)), Pos::default());
        let one = literal(f, 1, What::Id(UNIT));
        let first = f.add_expr(Expr::Binary(BinaryOp::Eq, u, one), Pos::default());
        let (a, b) = (literal(f, 0, What::Id(crate::build::SIDE)), literal(f, 1, What::Id(crate::build::SIDE)));
        f.add_expr(Expr::If(first, a, b), Pos::default())
    });
    let mut helper = func("helper", Procedure, None, empty());
    let n = index(&mut helper, i64::from(ALARM));
    let raises = set(&mut helper, ON, &[n], true);
    let settles = nested.then(|| settle(&mut helper, 0));
    helper.body = Body::Code(Block([raises].into_iter().chain(settles).collect()));
    p.funcs = vec![main, alarm, quiet, owner, hurt, heal, owner_of, helper].into();
    p.main = Some(FuncId(0));
    for (name, first) in [("fire", 1), ("wound", 4)] {
        let site = site(&mut p, name);
        let [watch, run, by] = [first, first + 1, first + 2].map(FuncId);
        p.triggers.push(Trigger {
            name: name.into(),
            site,
            watch,
            on: None,
            only: None,
            run,
            by,
            at_once: false,
            most,
            at: Pos::default(),
        });
    }
    Game { program: p }
}

struct Played {
    outcome: String,
    /// Handlers that ran.
    ran: Vec<String>,
    asked: Vec<String>,
}

/// What the verifier finds, but with a say in the order or without one; it refuses a `settle` without triggers.
fn facts(program: &Program, order_matters: bool) -> Verified {
    let pairs = (0..program.triggers.len()).flat_map(|j| (0..=j).map(move |i| (i, j)));
    let clashes = pairs.filter(|_| order_matters).collect();
    let waiting = Waiting { clashes, ..Waiting::default() };
    let hand = Verified { has_settle: true, ..Verified::default() };
    let found = if program.triggers.is_empty() { hand } else { verify(program).unwrap() };
    Verified { waiting, ..found }
}

fn play(game: &Game, order_matters: bool, places: &[(CellId, &[i64])]) -> Played {
    let lowered = lower(&game.program, &facts(&game.program, order_matters)).unwrap();
    assert!(!verify(&lowered).unwrap().has_settle);
    assert!(lowered.triggers.is_empty());
    assert!(!format!("{lowered:?}").contains("Settle"));
    let mut world = World::new(&lowered);
    world.cells.extend(places.iter().map(|(cell, at)| ((*cell, at.to_vec()), 1)));
    let outcome = match world.call(FuncId(0), vec![]) {
        Ok(Some(_)) => "done".into(),
        Err(Stop::Fault(fault)) => fault,
        other => panic!("{other:?}"),
    };
    let handlers = ["quiet", "heal", "helper"];
    let ran = world.called.into_iter().filter(|c| handlers.iter().any(|h| c.starts_with(h))).collect();
    Played { outcome, ran, asked: world.asked }
}

#[test]
fn handlers_run_in_order_until_nothing_is_due() {
    for (nested, due) in [(false, ""), (true, "_due")] {
        let played = play(&game(9, nested), false, &[(FLAG, &[1, 0]), (FLAG, &[2, 0]), (FLAG, &[3, 0])]);
        // Piece 3 is not watched. The helper raises the alarm again: found after the handler that raised it.
        let heal = |u| [format!("heal{due} {u}"), format!("helper{due}"), "quiet".into()];
        assert_eq!(played.ran, [heal(1), heal(2)].concat());
        assert_eq!((played.outcome.as_str(), played.asked.len()), ("done", 0));
    }
}

#[test]
fn where_the_order_matters_the_owner_of_all_or_the_side_of_the_settle_picks() {
    let played = play(&game(9, false), true, &[(FLAG, &[1, 0]), (ON, &[5])]);
    assert_eq!(played.asked, ["0: fire wound1"]);
    let played = play(&game(9, false), true, &[(FLAG, &[1, 0]), (FLAG, &[2, 0])]);
    // The last option is taken: piece 2, whose handler raises the alarm, due beside piece 1 of the same owner.
    assert_eq!(played.asked, ["1: wound1 wound2", "0: fire wound1"]);
    assert_eq!(played.ran.last().unwrap(), "quiet");
    let played = play(&game(9, false), true, &[(FLAG, &[2, 0])]);
    assert!(played.asked.is_empty());
}

#[test]
fn too_many_runs_fail_at_the_trigger() {
    let played = play(&game(1, false), false, &[(FLAG, &[1, 0]), (FLAG, &[2, 0])]);
    assert_eq!(played.outcome, "Rule wound");
    let played = play(&game(1, false), false, &[(FLAG, &[1, 0])]);
    assert_eq!(played.outcome, "done");
}

#[test]
fn functions_keep_their_ids_and_only_loud_ones_are_there_twice() {
    let game = game(2, true);
    let lowered = lower(&game.program, &facts(&game.program, false)).unwrap();
    let names: Vec<&str> = lowered.funcs.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names[8..], ["heal_due", "helper_due", "settle_due"]);
    assert!(game.program.funcs.iter().zip(&names).all(|(f, n)| f.name == *n));
    let cells: Vec<(&str, Role)> = lowered.cells[2..].iter().map(|c| (c.name.as_str(), c.role)).collect();
    let (p, t) = (Role::Pending, Role::Truth);
    assert_eq!(cells, [("due_fire", p), ("held_fire", t), ("due_wound", p), ("held_wound", t)]);
}

#[test]
fn a_cell_kept_by_a_function_that_would_be_there_twice_is_refused() {
    let mut game = game(2, true);
    game.program.cells[0].role = Role::Keep(FuncId(7));
    let errors = lower(&game.program, &verify(&game.program).unwrap()).unwrap_err();
    let what = &errors[0].what;
    assert!(what.starts_with("`helper` settles, can be reached from a handler, and keeps `on`"), "{what}");
    assert!(what.ends_with("take the `settle` or the cell out of it"), "{what}");
}

#[test]
fn without_triggers_a_settle_does_nothing() {
    let mut game = game(2, true);
    game.program.triggers.clear();
    let played = play(&game, true, &[(ON, &[5])]);
    assert_eq!((played.outcome.as_str(), played.ran.len()), ("done", 0));
}
