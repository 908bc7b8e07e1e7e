//! The text form of the IR: what is printed is read back, and no program makes the printer panic.

use wgr_runtime::ir::{
    BinaryOp, Block, Body, Cell, CellId, Domain, DomainId, Expr, ExprId, Func, FuncId, FuncKind, LocalId, Pos, Program,
    Role, Scalar, Stmt, StmtKind, Table, TableId, Type, What, Write,
};
use wgr_runtime::text;
use wgr_runtime::verify::verify;
use wgr_tests::ir_text::read;

const EVERY: &str = include_str!("../suite/ir/every_construct.ir");

/// Everything of a program but its positions.
fn meaning(program: &Program) -> String {
    let all = format!("{program:?}");
    let mut parts = all.split("Pos { line: ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    out
}

/// Reads, prints, reads: the same program; prints: the same text.
fn round_trip(program: &Program) -> String {
    let printed = text::print(program);
    let again = read(&printed);
    assert_eq!(meaning(&again), meaning(program), "{printed}");
    assert_eq!(text::print(&again), printed);
    printed
}

/// The manual is read from where it lies.
#[test]
fn the_sample_in_the_manual_is_a_program() {
    #[expect(clippy::disallowed_methods, reason = "the manual is no part of any crate")]
    let manual = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/ir.md")).unwrap();
    let sample = read(manual.split("```\n").nth(1).unwrap());
    round_trip(&sample);
    assert_eq!(verify(&sample).err(), None);
}

#[test]
fn every_construct_is_printed_as_it_stands_in_its_file() {
    assert_eq!(round_trip(&read(EVERY)), EVERY);
}

#[test]
fn the_file_of_every_construct_has_every_word_of_the_grammar() {
    let words = "wgr ir program board row column dot columns rows numbers without shifted enum sides kind of table \
        cell sparse keep cup pending truth seen by trigger watch run at most main bool int opt set query effect \
        procedure limits limit alike goods price up to for let together if else repeat times loop break ask start each \
        when as one otherwise roll draw from reveal seal settle call return end fail gap clash erase swap search reach \
        paths budget within least step table ends first through open best_first best_through least1 least2 least3 cost \
        offer carry stop pass blocked ray mark bind here applies wins amount then or and not in div divup mod yes no \
        none empty all sum count any every filter gather down min max size lowest highest single neighbour edge between \
        toward opposite distance ring disc line row_of edge_low edge_high peek extend chosen complete buyable pool last \
        spendable suppose yields some answer product largest smallest round group once over even waives ruling";
    let known: Vec<&str> = EVERY.split(|c: char| c != '_' && !c.is_alphanumeric()).collect();
    let missing: Vec<&str> = words.split_whitespace().filter(|word| !known.contains(word)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn other_spellings_mean_the_same() {
    let loose = "wgr-ir 1 program\"A\"board flat row-column columns 1..3 rows 1..2 numbers west south shifted even
        without{\"0101\"} // a remark
        main go table t[int 0..1]:int 0..8/4={1/2 3} table h[int 0..1]: hex = { \"0102\" hex \"0203\" }
        procedure go()->int 0..9{let x:int 0..9=((1)+(2*(3)))if(x>1){x:=0}else{if(x=0){x:=1}}return x}";
    let tidy = "wgr-ir 1
program \"A\"
board flat row-column columns 1..3 rows 1..2 numbers west south shifted even without { 0101 }

table t[int 0..1]: int 0..8/4 = { 2/4 3/4 }

table h[int 0..1]: hex = { hex\"0102\" hex\"0203\" }

procedure go() -> int 0..9 {
    let x: int 0..9 = 1 + 2 * 3
    if x > 1 {
        x := 0
    } else if x = 0 {
        x := 1
    }
    return x
}

main go
";
    assert_eq!(round_trip(&read(loose)), tidy);
}

#[test]
fn a_long_chain_is_read_back() {
    let sum = " + 1".repeat(300);
    let arms = " else if x = 1 { x := 0 }".repeat(300);
    let text = format!(
        "wgr-ir 1 program \"Long\" query go() -> int 0..999 {{ let x: int 0..999 = 0{sum} if x = 0 {{ }}{arms} return x }}"
    );
    round_trip(&read(&text));
}

fn blank(funcs: Vec<Func>) -> Program {
    let side = Domain { name: "Side".to_owned(), members: vec!["German".to_owned(), "Allied".to_owned()], size: 2 };
    Program { title: "By hand".to_owned(), domains: vec![side], funcs: funcs.into(), ..Program::default() }
}

fn func(name: &str) -> Func {
    Func {
        name: name.to_owned(),
        kind: FuncKind::Effect,
        params: 0,
        ret: None,
        locals: Vec::new(),
        exprs: Vec::new(),
        body: Body::Code(Block::default()),
        at: Pos::default(),
    }
}

fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, at: Pos::default() }
}

fn number(func: &mut Func, value: i64) -> ExprId {
    func.add_expr(Expr::Literal { value, ty: Scalar::int(value, value) }, Pos::default())
}

#[test]
fn shadowing_keeps_its_names_where_nothing_is_hidden() {
    let text = "wgr-ir 1 program \"S\" cell x: int 0..9 query q() -> int 0..9 {
        let y: int 0..9 = x if y = 1 { let y: int 0..9 = y let y: int 0..9 = y + 1 return y } let x: int 0..9 = x + 1 return x + y }";
    let printed = round_trip(&read(text));
    assert!(printed.contains("let y: int 0..9 = y + 1") && !printed.contains('_'), "{printed}");
}

#[test]
fn locals_that_would_hide_others_get_another_name() {
    let mut f = func("f");
    let ty = Type::int(0, 9);
    let names = ["x", "x", "", "if", "steps", "2 x"];
    let locals: Vec<LocalId> = names.iter().map(|name| f.add_local(*name, ty, false)).collect();
    let mut body = Vec::new();
    for &local in &locals {
        let value = number(&mut f, 1);
        body.push(stmt(StmtKind::Let { local, value, fresh: true }));
    }
    for &local in &locals {
        let value = f.add_expr(Expr::Local(local), Pos::default());
        body.push(stmt(StmtKind::Set(Write { cell: CellId(0), index: Vec::new(), value })));
    }
    f.body = Body::Code(Block(body));
    let mut program = blank(vec![f]);
    program.cells.push(Cell {
        name: "steps".to_owned(),
        index: Vec::new(),
        value: ty,
        role: Role::Game,
        sparse: None,
        hidden: None,
    });
    let printed = text::print(&program);
    let wanted = "effect f() {
    let x: int 0..9 = 1
    let x_2: int 0..9 = 1
    let v_2: int 0..9 = 1
    let if_2: int 0..9 = 1
    let steps_2: int 0..9 = 1
    let v2x_2: int 0..9 = 1
    steps := x
    steps := x_2
    steps := v_2
    steps := if_2
    steps := steps_2
    steps := v2x_2
}
";
    assert!(printed.ends_with(wanted), "{printed}");
    let again = read(&printed);
    assert_eq!(text::print(&again), printed);
    assert_eq!(again.funcs[0].exprs.len(), program.funcs[0].exprs.len());
}

#[test]
fn a_local_used_beyond_its_block_is_declared_at_the_top() {
    let mut f = func("f");
    let local = f.add_local("x", Type::int(2, 9), false);
    let (value, cond) = (number(&mut f, 3), number(&mut f, 1));
    let inner = stmt(StmtKind::Let { local, value, fresh: true });
    let read_it = f.add_expr(Expr::Local(local), Pos::default());
    f.body = Body::Code(Block(vec![
        stmt(StmtKind::If { cond, then: Block(vec![inner]), other: Block::default() }),
        stmt(StmtKind::End(read_it)),
    ]));
    let printed = text::print(&blank(vec![f]));
    assert!(
        printed.ends_with("{\n    let x: int 2..9 = 2\n    if 1 {\n        x := 3\n    }\n    end x\n}\n"),
        "{printed}"
    );
    round_trip(&read(&printed));
}

#[test]
fn programs_that_make_no_sense_are_printed_all_the_same() {
    let mut f = func("f");
    let far = ExprId(99);
    // A sum of itself, and everything out of its range.
    let loops = f.add_expr(Expr::Binary(BinaryOp::Add, ExprId(0), ExprId(0)), Pos::default());
    let lost = f.add_expr(Expr::Call(FuncId(7), vec![far, loops]), Pos::default());
    let member = Scalar { what: What::Id(DomainId(5)), lo: 9, hi: 9 };
    let literal = f.add_expr(Expr::Literal { value: i64::MIN, ty: member }, Pos::default());
    f.params = 9;
    f.body = Body::Code(Block(vec![
        stmt(StmtKind::Let { local: LocalId(50), value: lost, fresh: true }),
        stmt(StmtKind::Let { local: LocalId(51), value: literal, fresh: false }),
        stmt(StmtKind::Set(Write { cell: CellId(3), index: vec![far], value: far })),
        stmt(StmtKind::Return(Some(f.add_expr(Expr::Table(TableId(3), Vec::new()), Pos::default())))),
    ]));
    let mut program = blank(vec![f]);
    program.sides = Some(DomainId(8));
    program.main = Some(FuncId(5));
    program.tables.push(Table {
        name: "t".to_owned(),
        index: Vec::new(),
        value: Scalar { what: What::Id(DomainId(0)), lo: -5, hi: 70 },
        data: vec![-3, -1, 0, 60],
    });
    assert!(!text::print(&program).is_empty());
}

#[test]
fn what_is_too_deep_is_cut_when_printed() {
    let mut f = func("f");
    let mut value = number(&mut f, 1);
    let mut body = Block::default();
    for _ in 0..3_000 {
        value = f.add_expr(Expr::If(value, value, value), Pos::default());
        let cond = number(&mut f, 1);
        body = Block(vec![stmt(StmtKind::Loop { most: 1, count: LocalId(0), body }), stmt(StmtKind::End(cond))]);
    }
    body.0.push(stmt(StmtKind::End(value)));
    f.body = Body::Code(body);
    let printed = text::print(&blank(vec![f]));
    assert!(printed.contains("end ..") && printed.len() < 10_000_000, "{}", printed.len());
}

/// Whatever the verifier accepts has names that can be said; what is lowered has, too.
#[test]
fn what_is_accepted_is_read_back() {
    let said = |program: &Program| {
        let printed = text::print(program);
        assert_eq!(text::print(&read(&printed)), printed);
    };
    let mut accepted = 0;
    for seed in 0..200 {
        let program = wgr_tests::generate::generate(seed);
        let Ok(verified) = verify(&program) else { continue };
        said(&program);
        said(&wgr_compiler::lower(&program, &verified).unwrap());
        accepted += 1;
    }
    assert!(accepted > 100, "{accepted}");
}
