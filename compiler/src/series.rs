//! Where the series of a game lies. In: the text of a file. Out: the folder that a `game` in it names, as it is written:
//! from the folder of the game.

use wgr_grammar::ast::ItemKind;

/// The folder of the series, where this text is the head of a game that is of one.
pub fn series_of(text: &str) -> Option<String> {
    // Most files are no head of a game: they are not read twice.
    if !text.contains("series") {
        return None;
    }
    wgr_grammar::parse(text).into_items().into_iter().find_map(|item| {
        let ItemKind::Game(game) = item.kind else { return None };
        game.series.map(|(_, at)| at.text)
    })
}
