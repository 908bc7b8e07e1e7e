//! How authors call what the program stores. In: a name as the IR has it, with what stands in its brackets, like
//! `Gun_range(g)` or `place(u)`. Out: what an author would write: `g.range`, `u.hex`.

use super::builder::Builder;
use super::ty::Kinds;
use super::world::Stored;
use std::collections::BTreeMap;
use wgr_runtime::ir::CellId;

#[derive(Clone, PartialEq, Eq, Debug)]
enum Word {
    /// `u.hex`
    Field(String),
    /// `u is Tank`, and the base pieces that are
    Kind(String, Kinds),
    /// `lead`, `weather`, `held(h)`
    Plain(String),
    /// `units of attacker`
    Each(String),
    /// Which scenario is played, and whether this option is in: no condition asks.
    Scenario,
    Option(String),
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Words {
    by_name: BTreeMap<String, Word>,
    /// The base pieces that have what is called so, where some have not.
    having: BTreeMap<String, Kinds>,
    /// Of a counter by its name: its piece.
    counters: BTreeMap<String, Kinds>,
}

impl Words {
    pub(super) fn of(builder: &Builder<'_>) -> Words {
        let (mut by_name, mut having) = (BTreeMap::new(), BTreeMap::new());
        let program = &builder.program;
        let cell = |id: CellId| program.cells.get(id.index()).map(|cell| cell.name.clone());
        let table = |id: wgr_runtime::ir::TableId| program.tables.get(id.index()).map(|table| table.name.clone());
        let mut keep = |name: Option<String>, word: Word| {
            if let Some(name) = name {
                by_name.insert(name, word);
            }
        };
        let world = &builder.world;
        for state in &world.states {
            keep(cell(state.cell), Word::Plain(state.name.clone()));
        }
        for def in &world.tables {
            keep(table(def.table), Word::Plain(def.name.clone()));
        }
        for feature in &world.features {
            keep(table(feature.table), Word::Plain(feature.name.clone()));
        }
        for kept in world.actions.iter().flat_map(|action| &action.kept) {
            let word = if kept.each_side { Word::Each } else { Word::Plain };
            keep(cell(kept.cell), word(kept.name.trim_start().to_owned()));
        }
        for field in &world.fields {
            let name = match field.stored {
                Stored::Table(id) => table(id),
                Stored::Cell(id) => cell(id),
            };
            if let Some(name) = &name {
                having.insert(name.clone(), field.pieces);
            }
            keep(name, Word::Field(field.name.clone()));
        }
        for (field, _, id) in world.notations.iter().flat_map(|def| &def.fields) {
            keep(table(*id), Word::Field(field.clone()));
        }
        if !world.pieces.is_empty() {
            for kind in &world.kinds {
                keep(table(kind.table), Word::Kind(kind.name.clone(), kind.kinds));
            }
            keep(table(builder.side_of), Word::Field("side".to_owned()));
            if builder.board.is_some() {
                keep(cell(builder.place), Word::Field("hex".to_owned()));
            }
        }
        let own = [(builder.phasing, "phasing"), (builder.turn, "turn"), (builder.phase, "phase")];
        for (id, name) in own.into_iter().chain(builder.acting.map(|acting| (acting, "acting"))) {
            keep(cell(id), Word::Plain(name.to_owned()));
        }
        for run in &world.runs {
            keep(cell(run.cell), Word::Plain(run.name.clone()));
        }
        keep(cell(builder.scenario), Word::Scenario);
        for option in &world.options {
            keep(cell(option.cell), Word::Option(option.ast.name.text.clone()));
        }
        for (func, called) in &super::called::vocabulary(builder).told {
            if let Some(func) = program.funcs.get(func.index()).filter(|func| func.name != called.name) {
                keep(Some(func.name.clone()), Word::Plain(called.name.clone()));
            }
        }
        for def in &world.procedures {
            if let Some(func) = program.funcs.get(def.func.index()).filter(|func| func.name != def.name) {
                keep(Some(func.name.clone()), Word::Plain(def.name.clone()));
            }
        }
        let counters = world.counters.iter().map(|counter| (counter.name.clone(), Kinds::of(counter.piece))).collect();
        Words { by_name, having, counters }
    }

    /// `Tank(u)`: of whom a kind is asked, and the pieces that are of it.
    pub(crate) fn kind(&self, text: &str) -> Option<(String, Kinds)> {
        let (name, of) = text.split_once('(')?;
        match self.by_name.get(name)? {
            Word::Kind(_, kinds) => Some((of.strip_suffix(')')?.to_owned(), *kinds)),
            Word::Field(_) | Word::Plain(_) | Word::Each(_) | Word::Scenario | Word::Option(_) => None,
        }
    }

    /// `arm(u)`: of whom it is asked, where this counter has nothing called so.
    pub(crate) fn lacks(&self, text: &str, counter: &str) -> Option<String> {
        let (name, of) = text.split_once('(')?;
        let (having, own) = (self.having.get(name)?, self.counters.get(counter)?);
        (!own.within(*having)).then(|| of.strip_suffix(')').map(str::to_owned)).flatten()
    }

    /// Where rows belong to scenarios and options, which no condition asks for: `in night`, `with air`, `without air`.
    pub(crate) fn laid(&self, name: &str, value: &str) -> Option<String> {
        match self.by_name.get(name)? {
            Word::Scenario => Some(format!("in {value}")),
            Word::Option(option) => Some(format!("{} {option}", if value == "yes" { "with" } else { "without" })),
            Word::Field(_) | Word::Kind(..) | Word::Plain(_) | Word::Each(_) => None,
        }
    }

    /// `terrain(place(u))` as an author writes it: `terrain(u.hex)`.
    pub(crate) fn say(&self, text: &str) -> String {
        // `u in attack_units(French)`
        if let Some((member, set)) = text.split_once(" in ") {
            return format!("{} in {}", self.say(member), self.say(set));
        }
        let (name, args) = match text.split_once('(') {
            Some((name, rest)) if rest.ends_with(')') => (name, split(rest.get(..rest.len() - 1).unwrap_or_default())),
            _ => (text, Vec::new()),
        };
        let args: Vec<String> = args.into_iter().map(|arg| self.say(arg)).collect();
        let called =
            |name: &str| if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) };
        match (self.by_name.get(name), args.as_slice()) {
            (Some(Word::Field(field)), [of]) => format!("{of}.{field}"),
            (Some(Word::Kind(kind, _)), [of]) => format!("{of} is {kind}"),
            (Some(Word::Each(name)), [of]) => format!("{name} of {of}"),
            (
                Some(
                    Word::Plain(name) | Word::Field(name) | Word::Kind(name, _) | Word::Each(name) | Word::Option(name),
                ),
                _,
            ) => called(name),
            (Some(Word::Scenario) | None, _) => called(name),
        }
    }
}

/// At the commas that stand in no brackets.
fn split(args: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for (at, letter) in args.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.extend(args.get(start..at).map(str::trim));
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.extend(args.get(start..).map(str::trim).filter(|last| !last.is_empty()));
    parts
}
