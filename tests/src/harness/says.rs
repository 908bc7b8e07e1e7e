//! What a query answers, by names, for assertions beside a transcript.

use wgr_runtime::engine::{Game, why};
use wgr_runtime::ir::{Type, What};
use wgr_runtime::state::State;

/// The answer as a reader writes it; `fault CODE` where it has none.
///
/// # Panics
/// If there is no such query or argument, or it answers a set.
pub fn says(game: &Game, state: &State, query: &str, args: &[&str]) -> String {
    let id = game.program().func_named(query).unwrap_or_else(|| panic!("no query `{query}`"));
    let func = game.program().func(id);
    let values: Vec<i64> = args.iter().zip(func.param_types()).map(|(arg, ty)| value(game, ty, arg)).collect();
    why(game, state, id, &values).answer.unwrap_or_else(|| panic!("`{query}` answers a set"))
}

fn value(game: &Game, ty: Type, arg: &str) -> i64 {
    match ty {
        Type::Scalar(scalar) => match scalar.what {
            What::Id(domain) => game.member_named(domain, arg).unwrap_or_else(|| panic!("`{arg}` is no member")),
            What::Int { .. } | What::Bool => arg.parse().unwrap_or_else(|_| panic!("`{arg}` is no number")),
        },
        Type::Set(_) => panic!("no argument is a set"),
    }
}

/// A cell as a reader writes it.
///
/// # Panics
/// If there is no such cell.
pub fn holds(game: &Game, state: &State, cell: &str) -> String {
    let id = game.program().cell_named(cell).unwrap_or_else(|| panic!("no cell `{cell}`"));
    game.cell_text(state, id)
}
