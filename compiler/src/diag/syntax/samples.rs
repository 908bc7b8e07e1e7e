//! What is right: for everything that a line can be read as, a rule in a few words and two examples.
//!
//! Promises: every example can be read by the grammar as what it is an example of (`tests/tests/messages/slips.rs`). What
//! opens braces ends with `{`.

use wgr_grammar::Context;

/// The rule, and two right lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    pub context: Context,
    pub rule: &'static str,
    pub right: [&'static str; 2],
}

const fn head(keyword: &'static str, rule: &'static str, right: [&'static str; 2]) -> Sample {
    Sample { context: Context::Head(keyword), rule, right }
}

const fn line(keyword: &'static str, rule: &'static str, right: [&'static str; 2]) -> Sample {
    Sample { context: Context::Line(keyword), rule, right }
}

const fn row(keyword: &'static str, rule: &'static str, right: [&'static str; 2]) -> Sample {
    Sample { context: Context::Row(keyword), rule, right }
}

const ROW: &str = "a case and a title open a row, then comes its answer";

const HEADS: [Sample; 38] = [
    head("game", "a game has a title", ["game \"La fleur au fusil\" {", "game \"Soissons 1918\" {"]),
    head("measure", "a measure has a name", ["measure step", "measure MP \"movement point\" in halves"]),
    head(
        "scale",
        "a scale names its measure and its steps",
        ["scale odds by column { 1/2, 1/1, 2/1 }", "scale ratio by column 12.2.4 { 1/1, 3/2, 2/1 }"],
    ),
    head(
        "enum",
        "an enum has a name and members",
        ["enum Terrain { plain, hill, forest }", "enum Morale in order { broken, shaken, steady }"],
    ),
    head("piece", "a piece has a name", ["piece Gun {", "piece Infantry \"infantry battalion\" plural infantry 1#a {"]),
    head("marker", "a marker has a name", ["marker pinned {", "marker out_of_command \"Out of command\" 9.2#b {"]),
    head(
        "kind",
        "a kind has a name and says what belongs to it",
        ["kind Unit = Infantry or Gun", "kind Combatant \"combat unit\" = Infantry or Cavalry"],
    ),
    head(
        "state",
        "a state has a name, a type and a start",
        ["state weather: Weather = mud", "state held(h: Hex): Side or none"],
    ),
    head(
        "value",
        "a value has a name and a type",
        ["value strength(u: Unit): 0..9 {", "value drm within attack: -9..9 7.1#b {"],
    ),
    head(
        "box",
        "a box has a name and a piece or kind",
        ["box lost \"eliminated\" 11.3 of Unit, for the removed", "box container of Storm, unseen"],
    ),
    head(
        "knowledge",
        "knowledge is of a piece and of the side that looks",
        [
            "knowledge seen(u: Unit, eyes: Side) 6.5 otherwise yes {",
            "knowledge known(u: Unit, eyes: Side) hides order {",
        ],
    ),
    head(
        "obligation",
        "an obligation is about each piece of a kind, or each hex, and says in which phases it is owed",
        [
            "obligation answered(u: Unit of enemy of phasing) 16.1 during combat {",
            "obligation goes_back(u: Unit) 13.3 by enemy of phasing during movement {",
        ],
    ),
    head("series", "a series has a title", ["series \"Fire & Movement\" {", "series \"Fire & Movement\""]),
    head(
        "hole",
        "a hole says what a game of the series writes, and why",
        ["hole value limit(h: Hex): 1..9 \"by terrain\"", "hole enum Terrain \"of its map\" { clear, wood }"],
    ),
    head("fact", "a fact has a name", ["fact pinned(h: Hex) 7.6 {", "fact dug_in(u: Unit) otherwise no {"]),
    head(
        "permit",
        "a permit has a name",
        ["permit can_move(u: Unit) 6 {", "permit can_attack(h: Hex) otherwise yes {"],
    ),
    head("zone", "a zone has a name and a side", ["zone zoc(s: Side) {", "zone zoc(s: Side) 3.1 {"]),
    head(
        "course",
        "a course has a name, a unit, and what it spends",
        ["course marching(u: Unit) spends allowance(u) {", "course marching(u: Unit) 6 spends 9 MP {"],
    ),
    head("path", "a path has a name", ["path supply(u: Unit) {", "path sight(h: Hex, k: Hex) 8.2 {"]),
    head(
        "victory",
        "the word stands alone, or with the enum of its grades and a case",
        ["victory {", "victory: Grade 11.2 {"],
    ),
    head("also", "it names what it adds rows to", ["also drm {", "also marching {"]),
    head(
        "table",
        "a table says what its lines and columns are and what it gives",
        ["table losses : 1..6 gives Loss {", "table move_cost 6#d : Terrain by Arm gives 1..5 MP {"],
    ),
    head(
        "notation",
        "a notation says which letters stand for what",
        ["notation Loss = \"A\" attacker: hit \"D\" defender: hit", "notation Hits = \"H\" hits: hit star: \"*\"?"],
    ),
    head(
        "option",
        "an option has a name, a title and a case",
        ["option air \"Aircraft\" 17.0#a, usual", "option balance \"Play balance\" 13.1#a"],
    ),
    head(
        "purchase",
        "a purchase says what it costs and how often it can be bought",
        ["purchase a_step(u: Unit) costs 1 up to u.steps {", "purchase a_step(u: Unit) 7.7#j costs 2 hits up to 1 {"],
    ),
    head(
        "limit",
        "a limit says on which action, how often and per what",
        ["limit 6#a \"One march\" on march: 1 per phase", "limit 7.1 \"Once each\" on attack: 1 per turn for each u"],
    ),
    head(
        "action",
        "an action has a name, and says by whom and when",
        ["action rest by German during movement {", "action march(u: Unit of phasing) 6 during movement {"],
    ),
    head(
        "procedure",
        "a procedure has a name",
        ["procedure lose_step(u: Unit) 1#t {", "procedure retreat(who: Side) within attack {"],
    ),
    head(
        "rule",
        "a rule has a case, a title, and says what sets it off",
        [
            "rule 4.3 \"Too many\" whenever crowded becomes yes, by phasing, at most 3 times {",
            "rule 4.4 \"Too many in a hex\" at end of movement, for each h in hexes {",
        ],
    ),
    head("sequence", "the word stands alone or with a case", ["sequence {", "sequence 2#d {"]),
    head("map", "a map may have a title", ["map {", "map \"The small board\" {"]),
    head("look", "the word stands alone", ["look {", "look { marne water }"]),
    head("order", "an order of battle names its side", ["order French {", "order German {"]),
    head(
        "scene",
        "a scene has a name and says in which phase of whom it is",
        ["scene t01 in combat of French {", "scene t02 \"A wood attacked\" in combat of German {"],
    ),
    head(
        "scenario",
        "a scenario has a name and a title",
        ["scenario small \"The small battle\" {", "scenario long \"The whole day\" 12.1 {"],
    ),
    head(
        "example",
        "an example has a title, a case and a scene",
        ["example \"Three against two\" of 7.8#g at t01 {", "example \"By road\" of MT#a at t02 {"],
    ),
    head(
        "ruling",
        "a ruling has a name, a case, who gave it and why",
        [
            "ruling Q-8 on 8.2 \"Which hex?\" by \"the editors\" because \"the chart says so\"",
            "ruling Q-9 on 6.7, 6.8 \"Frost\" over \"Guns\" by \"us\" because \"it is printed later\"",
        ],
    ),
    head(
        "never",
        "it says what never happens, and why",
        [
            "never (u: Unit) u.moved with u.fired \"a gun does not do both\"",
            "never (h: Hex) number of units at h > 9 \"nine is the most\"",
        ],
    ),
];

const ERRATA: Sample = head(
    "errata",
    "it has a title and says to which game it belongs",
    [
        "errata \"VV 69\" to \"La fleur au fusil\" language 1 source \"the publisher\" {",
        "errata \"House rules\" to \"Soissons 1918\" language 1 source \"us\" {",
    ],
);

const LINES: [Sample; 12] = [
    line("game", "a line of a game begins with its word", ["sides French, German", "dice white d6"]),
    line("series", "a series has an edition", ["edition \"of 2010\"", "language 1"]),
    line("scale", "the steps stand in a row with commas", ["1/2, 1/1, 2/1", "1/1, 3/2, 2/1"]),
    line("enum", "the members stand in a row with commas", ["plain, hill, forest", "broken, shaken, steady"]),
    line(
        "piece",
        "a line of a piece says printed, state or flags",
        ["printed arm: Arm, heavy: yes/no", "state steps: 0..3 steps = 2 steps"],
    ),
    line("marker", "a line of a marker begins with its word", ["on Unit", "until end of combat"]),
    line("table", "a line of a table is what is printed, word by word", ["CT#a 1 -1 0 2", "forest 3 5"]),
    line("map", "first comes what the grid shows, then its rows", ["hexes camp: 0101, 0305", "place Rossignol 0304"]),
    line(
        "look",
        "first comes the name, then what it looks like, then what stands where on a counter",
        ["forest dark green woods", "Battalion infantry battalion, below: attack defence, left: steps"],
    ),
    line(
        "order",
        "first comes the piece with its columns, then a counter each line",
        ["Gun formation heavy", "RAC3 x3 brigade_1 no"],
    ),
    line("scene", "a line says where what stands, or what a state is", ["0404: IR23a, IR23b (steps 1)", "turn 3"]),
    line("scenario", "a line says where what stands, or what a state is", ["0404: IR23a, IR23b (steps 1)", "turn 3"]),
];

const ROWS: [Sample; 10] = [
    row(
        "knowledge",
        ROW,
        ["6.5 \"Only the top\" no when u.covered", "6.6 \"In reach\" yes exception to \"Only the top\" when near(u)"],
    ),
    row(
        "value",
        ROW,
        ["6.5 \"Marsh\" = 3 when terrain(there) is marsh", "6.10 \"Rivers\" + 1 when river(here, there)"],
    ),
    row(
        "fact",
        ROW,
        ["7.6#a \"Pinned\" yes when any enemy units of s at h", "7.6#b \"Free\" no when road(here, there)"],
    ),
    row(
        "obligation",
        ROW,
        ["4.1#b \"Beside the enemy\" owed when beside_him(u)", "4.1#b \"It has attacked\" met when u.attacked"],
    ),
    row("permit", ROW, ["6#g \"In command\" yes when u.steps > 0", "6#k \"Guns fire\" no when u is Gun and u.moved"]),
    row(
        "zone",
        ROW,
        [
            "3.1#a \"The six hexes\" from units of s to hexes at 1",
            "3.2#b \"Not into forest\" off when terrain(hex) is forest",
        ],
    ),
    row(
        "course",
        ROW,
        [
            "MT#b \"Plain\" cost = 2 MP when terrain(there) is plain",
            "3.1#b \"Into an enemy zone\" stop when there in zoc(enemy of u.side)",
        ],
    ),
    row(
        "path",
        ROW,
        [
            "9.1#a \"Not through the enemy\" blocked when there in zoc(enemy of u.side)",
            "8.2#b \"Woods\" blocked when terrain(there) is forest",
        ],
    ),
    row(
        "victory",
        ROW,
        ["11.2 \"The bridge\" = French when held(0304) is French", "11.3 \"Neither\" = draw otherwise"],
    ),
    row("also", ROW, ["6.5 \"Marsh\" = 3 when terrain(there) is marsh", "6.10 \"Rivers\" + 1 when river(here, there)"]),
];

const REST: [Sample; 6] = [
    Sample {
        context: Context::Statement,
        rule: "a statement says what happens",
        right: ["1#t \"A step is lost\" u.steps loses 1 step", "if u.steps is 0 { remove u }"],
    },
    Sample {
        context: Context::SuchThat,
        rule: "each line says how many there are of what",
        right: ["7.8#c \"Guns\" at most 1 where it is Gun", "all alike in it.formation"],
    },
    Sample {
        context: Context::Choice,
        rule: "each way has a title and what it does",
        right: ["7.1 \"Fire\" { roll white }", "\"Wait\" when u.moved { }"],
    },
    Sample {
        context: Context::Arm,
        rule: "each line has its numbers and what they do",
        right: ["1 or less CT#a \"Attacker loses a step\" { perform take_loss(attacker) }", "3, 4 \"Nothing\" { }"],
    },
    Sample {
        context: Context::Step,
        rule: "a step says what is started, answered, rolled or expected",
        right: ["when attack 0404", "expect drm is 1"],
    },
    Sample {
        context: Context::Edit,
        rule: "an erratum amends, adds, removes or sets aside",
        right: ["amend 6.5 \"Marsh\" was = 2 now = 3", "remove 17.7 \"Gas\""],
    },
];

/// Every sample there is.
pub fn all() -> impl Iterator<Item = &'static Sample> {
    HEADS.iter().chain([&ERRATA]).chain(&LINES).chain(&ROWS).chain(&REST)
}

/// The keywords of items.
pub(crate) fn keywords() -> Vec<&'static str> {
    let words = HEADS.iter().chain([&ERRATA]).filter_map(|sample| match sample.context {
        Context::Head(keyword) => Some(keyword),
        Context::Line(_)
        | Context::Row(_)
        | Context::Statement
        | Context::SuchThat
        | Context::Choice
        | Context::Arm
        | Context::Step
        | Context::Edit => None,
    });
    words.collect()
}

/// The sample of a context; rows of an item without one of its own are like those of a value.
pub(crate) fn of(context: Context) -> &'static Sample {
    let value = ROWS.iter().find(|row| row.context == Context::Row("value"));
    all().find(|sample| sample.context == context).or(value).unwrap_or(&ERRATA)
}

/// How people call it: "this row", "the first line of this value".
pub(crate) fn called(context: Context) -> String {
    match context {
        Context::Head(keyword) => format!("the first line of this `{keyword}`"),
        Context::Line(keyword) => format!("this line of the `{keyword}`"),
        Context::Row(_) => "this row".to_owned(),
        Context::Statement => "this statement".to_owned(),
        Context::SuchThat => "this condition of `such that`".to_owned(),
        Context::Choice => "this way of choosing".to_owned(),
        Context::Arm => "this line of `depending on`".to_owned(),
        Context::Step => "this step of the example".to_owned(),
        Context::Edit => "this line of the errata".to_owned(),
    }
}
