//! What is known of one hex: what is printed there, what lies at its sides, who stands there.

use wgr_runtime::board::Dir;
use wgr_runtime::engine::{Game, stacks};
use wgr_runtime::ir::{EDGE, HEX, What};
use wgr_runtime::state::State;

/// Everything about one hex: what is printed there, what its sides are, who stands there.
pub(crate) fn about(game: &Game, state: &State, name: &str) -> Result<Vec<String>, String> {
    let board = game.board().ok_or_else(|| "the game has no map".to_owned())?;
    let hex = board.by_name(name).ok_or_else(|| {
        let first = board.hexes().next().map_or(String::new(), |hex| board.name(hex));
        format!("no hex is called `{name}`: write its number as printed, like {first}")
    })?;
    let id = i64::from(hex.id());
    let mut lines = Vec::new();
    let tables = || game.program().tables.iter();
    for table in tables().filter(|table| matches!(table.index.as_slice(), [index] if index.what == What::Id(HEX))) {
        let value = usize::try_from(id).ok().and_then(|at| table.data.get(at)).copied().unwrap_or_default();
        match table.value.what {
            What::Bool if value == 1 => lines.push(table.name.clone()),
            What::Bool => {}
            what @ (What::Int { .. } | What::Id(_)) => {
                lines.push(format!("{} {}", table.name, game.value_name(what, value)))
            }
        }
    }
    for table in tables().filter(|table| matches!(table.index.as_slice(), [index] if index.what == What::Id(EDGE))) {
        let towards: Vec<&str> = Dir::ALL
            .into_iter()
            .filter(|dir| board.side(hex, *dir).is_some_and(|side| table.data.get(usize::from(side.id())) == Some(&1)))
            .map(|dir| board.dir_name(dir))
            .collect();
        if !towards.is_empty() {
            lines.push(format!("{} towards {}", table.name, towards.join(", ")));
        }
    }
    let here = stacks(game, state).into_iter().find(|(at, _)| *at == id);
    lines.push(here.map_or_else(|| "nobody is there".to_owned(), |(_, names)| names.join(", ")));
    Ok(lines)
}
