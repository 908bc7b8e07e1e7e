//! Text to tree: every form and what it is read as, every slip and what is told, and what holds for any text at all.

#[path = "grammar/bounds.rs"]
mod bounds;
#[path = "grammar/cited.rs"]
mod cited;
#[path = "grammar/forms.rs"]
mod forms;
#[path = "grammar/laws.rs"]
mod laws;
#[path = "grammar/mended.rs"]
mod mended;
#[path = "grammar/slips.rs"]
mod slips;
#[path = "grammar/words.rs"]
mod words;

use insta::{Settings, assert_snapshot};

/// Lock a text with what came of it.
fn locked(name: &str, what: &str, text: &str) {
    let mut settings = Settings::clone_current();
    settings.set_snapshot_path("../snap/grammar");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(what);
    settings.bind(|| assert_snapshot!(name, text));
}

/// The pages of La fleur au fusil: what people write.
const PAGES: [(&str, &str); 12] = [
    ("game", include_str!("../../games/fleur-au-fusil/game.wgr")),
    ("map", include_str!("../../games/fleur-au-fusil/map.wgr")),
    ("rulings", include_str!("../../games/fleur-au-fusil/rulings.wgr")),
    ("units", include_str!("../../games/fleur-au-fusil/rules/01_units.wgr")),
    ("zones", include_str!("../../games/fleur-au-fusil/rules/03_zones.wgr")),
    ("stacking", include_str!("../../games/fleur-au-fusil/rules/04_stacking.wgr")),
    ("movement", include_str!("../../games/fleur-au-fusil/rules/06_movement.wgr")),
    ("combat", include_str!("../../games/fleur-au-fusil/rules/07_combat.wgr")),
    ("order", include_str!("../../games/fleur-au-fusil/order/French.wgr")),
    ("errata", include_str!("../../games/fleur-au-fusil/errata/first-printing.wgr")),
    ("examples", include_str!("../../games/fleur-au-fusil/examples/07_combat.wgr")),
    ("table", include_str!("../../games/fleur-au-fusil/tables/movement.wgr")),
];

/// Every form once.
const FORMS: [(&str, &str); 6] = [
    ("cases", include_str!("../suite/grammar/cases.wgr")),
    ("declared", include_str!("../suite/grammar/declared.wgr")),
    ("rows", include_str!("../suite/grammar/rows.wgr")),
    ("expressions", include_str!("../suite/grammar/expressions.wgr")),
    ("done", include_str!("../suite/grammar/done.wgr")),
    ("printed", include_str!("../suite/grammar/printed.wgr")),
];

/// All of these.
fn texts() -> impl Iterator<Item = &'static str> {
    PAGES.into_iter().chain(FORMS).map(|(_, text)| text)
}
