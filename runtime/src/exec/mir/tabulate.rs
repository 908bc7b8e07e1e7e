//! Queries that read nothing but what is printed, answered beforehand: each becomes a table of its answers. `full_strength(u)`
//! or `home_edge(side, hex)` is then one look-up, and can be put to all members at once like any other printed data.
//!
//! One that faults for some argument stays a query, so that it faults when it is asked and not before. Rows and columns of the map
//! are tables, too.

use crate::board::{Board, Hex};
use crate::exec::chance::Stop;
use crate::exec::machine::{Machine, Step};
use crate::exec::rules::Rules;
use crate::ir::{BoardOp, Body, Expr, FuncId, FuncKind, HEX, Program, Scalar, StmtKind, Table, TableId, Type, What};
use crate::state::{Layout, State};
use crate::verify::Verified;

/// More answers than this would take longer to find than they are worth.
const MOST_ANSWERS: u64 = 1 << 14;
/// The same of all queries together, and the steps of work for one answer.
const MOST_TOGETHER: u64 = 1 << 17;
const MOST_WORK: u64 = 1 << 10;

/// The same program with such queries' answers among its tables, and their calls as look-ups. `rules` are the program's.
pub(in crate::exec) fn tabulated(program: &Program, verified: &Verified, rules: &Rules) -> Program {
    let mut new = program.clone();
    let mut machine = Machine::new(rules);
    machine.set_work(MOST_WORK);
    let mut tables = vec![None; program.funcs.len()];
    let mut together = 0;
    for &id in verified.order.iter() {
        if together < MOST_TOGETHER
            && verified.reads(id).is_empty()
            && let Some(table) = answers(program, &rules.layout, &mut machine, id)
        {
            together += table.data.len() as u64;
            tables[id.index()] = Some(TableId::new(new.tables.len()));
            new.tables.push(table);
        }
    }
    let lines = rules.board().and_then(|board| lines(board, &mut new.tables));
    for node in new.funcs.iter_mut().flat_map(|func| &mut func.exprs) {
        if let (Expr::Board(op @ (BoardOp::Row | BoardOp::Column), hex), Some((row, column))) = (&mut node.expr, lines)
        {
            node.expr = Expr::Table(if *op == BoardOp::Row { row } else { column }, std::mem::take(hex));
            continue;
        }
        if let Expr::Call(callee, args) = &mut node.expr
            && let Some(table) = tables[callee.index()]
        {
            node.expr = Expr::Table(table, std::mem::take(args));
        }
    }
    new
}

/// The row of each hex, and its column.
fn lines(board: &Board, tables: &mut Vec<Table>) -> Option<(TableId, TableId)> {
    let hexes: Vec<Hex> = board.hexes().collect();
    let last = i64::try_from(hexes.len()).ok()? - 1;
    let mut put = |name: &str, of: &dyn Fn(Hex) -> u16| {
        let data: Vec<i64> = hexes.iter().map(|hex| of(*hex).into()).collect();
        let (lo, hi) = (*data.iter().min()?, *data.iter().max()?);
        let index = vec![Scalar { what: What::Id(HEX), lo: 0, hi: last }];
        tables.push(Table { name: name.to_owned(), index, value: Scalar { what: What::Int { den: 1 }, lo, hi }, data });
        Some(TableId::new(tables.len() - 1))
    };
    put("rows_of_hexes", &|hex| board.row(hex)).zip(put("columns_of_hexes", &|hex| board.column(hex)))
}

/// The answers for all arguments, the last of them fastest.
fn answers(program: &Program, layout: &Layout, machine: &mut Machine, id: FuncId) -> Option<Table> {
    let func = program.func(id);
    let index: Vec<Scalar> = func.param_types().map(Type::scalar).collect::<Option<_>>()?;
    let value = func.ret?.scalar()?;
    let span = index.iter().try_fold(1_u64, |all, one| all.checked_mul(one.span()))?;
    if func.kind != FuncKind::Query || !matches!(index.len(), 1 | 2) || span > MOST_ANSWERS || is_look_up(program, id) {
        return None;
    }
    let mut state = State::zero(layout);
    let mut data = Vec::with_capacity(span as usize);
    let mut args: Vec<i64> = index.iter().map(|one| one.lo).collect();
    for _ in 0..span {
        let Step::Over(answer) = machine.call(&mut state, id, &args, &mut Stop) else { return None };
        data.push(answer);
        step(&mut args, &index);
    }
    Some(Table { name: format!("answers_of_{}", func.name), index, value, data })
}

/// The next arguments, the last of them fastest.
fn step(args: &mut [i64], index: &[Scalar]) {
    for (arg, one) in args.iter_mut().zip(index).rev() {
        if *arg < one.hi {
            *arg += 1;
            return;
        }
        *arg = one.lo;
    }
}

/// Nothing but a look-up, which is put in its place anyway.
fn is_look_up(program: &Program, id: FuncId) -> bool {
    let func = program.func(id);
    let Body::Code(block) = &func.body else { return true };
    let [only] = block.0.as_slice() else { return false };
    let StmtKind::Return(Some(value)) = only.kind else { return false };
    matches!(func.expr(value), Expr::Table(..) | Expr::Literal { .. } | Expr::Local(_))
}
