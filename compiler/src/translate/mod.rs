//! From syntax trees to the program: what a game's items mean.
//!
//! In: the trees of all files, in order, and the ledger. Out: [`Translated`]: an IR program whose row queries are still
//! rows, and everything that is wrong, each mistake once. What cannot be translated is left out, and the rest goes on.
//!
//! Items are read as they count, with errata laid in (`layers`). `declare` names everything. `rows` and `play` read what
//! rows, actions and the sequence mean, each with a `Reader`; `emit` makes the program's code of it, with a `Writer` a
//! function. `rulings` and `never` read what is said about rules.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "trees and types have many forms and most places care for two or three; each form has one place that lists all"
)]

mod again;
mod arguments;
mod between;
mod builder;
mod call;
mod called;
mod compass;
mod cond;
mod declare;
mod emit;
mod examples;
mod expr;
mod fields;
mod helpers;
mod hidden;
mod idle;
mod idle_rows;
mod in_play;
mod kept;
mod layer;
mod look;
mod looks;
mod named;
mod never;
mod noted;
mod obligations;
mod play;
mod reader;
mod rows;
mod rulings;
mod scales;
mod set;
mod titles;
mod ty;
mod types;
mod unknown;
mod unlike;
mod walk;
mod wanted;
mod words;
mod world;
mod writer;

pub(crate) use again::Stands;
pub use play::Starts;
pub(crate) use play::{is_step_limit, option_name};
pub(crate) use rows::Origin;
pub use rulings::Unsettled;
pub(crate) use ty::{Kinds, Noun, Ty};
pub(crate) use types::ratio;
pub(crate) use walk::{blocks, outermost, statements};
pub(crate) use words::Words;
pub(crate) use writer::Branch;

use crate::callees::Callees;
use crate::compiled::{PlayOption, Scenario};
use crate::diag::{Diagnostic, Place, Severity};
use crate::layers::{Amended, Aside, Laid, Overlay};
use crate::ledger::Ledger;
use crate::looks::Looks;
use crate::names::Names;
use crate::prove::Assumption;
use crate::source::{FileId, Sources};
use again::{Ground, Marks, Rest};
use builder::{Builder, Said};
use examples::Examples;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast;
use wgr_runtime::engine::{Beside, Contents, Kept};
use wgr_runtime::ir::{CellId, FuncId, Program, Table, TableId};
use wgr_runtime::script::Script;

/// A scenario or a scene, as it is laid out.
pub(crate) struct SetUp {
    pub(crate) func: FuncId,
    pub(crate) name: String,
    pub(crate) at: Place,
    /// Of a scene: the phase and the side in which it begins.
    pub(crate) begins: Vec<(CellId, i64)>,
}

fn setups(builder: &Builder<'_>, starts: Starts) -> Vec<SetUp> {
    let scenes = builder.world.scenes.iter().zip(&builder.setups);
    let laid = scenes.filter(|((_, scene), _)| scene.scenario || starts == Starts::ScenesToo);
    let member = |of: usize, name: &ast::Name| {
        let members = &builder.world.enums.get(of)?.members;
        members.iter().position(|member| *member == name.text).map(|at| at as i64)
    };
    let one = |((file, scene), func): (&(FileId, &ast::Scene), &FuncId)| {
        let phase = scene.phase.as_ref().and_then(|phase| Some((builder.phase, member(world::PHASE, phase)?)));
        let side = scene.side.as_ref().and_then(|side| Some((builder.phasing, member(world::SIDE, side)?)));
        SetUp {
            func: *func,
            name: format!("{} {}", if scene.scenario { "scenario" } else { "scene" }, scene.name.text),
            at: Place::new(*file, scene.name.span),
            begins: phase.into_iter().chain(side).collect(),
        }
    };
    laid.map(one).collect()
}

/// What a game's texts mean.
pub(crate) struct Translated {
    /// Whole only if nothing told is an error.
    pub(crate) program: Program,
    pub(crate) told: Vec<Diagnostic>,
    /// Where rows stand, by query.
    pub(crate) origins: Vec<Origin>,
    /// By item of rows: its name, where that stands.
    pub(crate) items: Vec<(String, Place)>,
    /// Queries that lack a row which could not be translated.
    pub(crate) damaged: BTreeSet<FuncId>,
    /// There is no order of battle yet.
    pub(crate) no_counters: bool,
    pub(crate) assumptions: Vec<Assumption>,
    /// What the machine is told beside the program, but for the parts of the rules. Of the assumptions it has those that play is
    /// held to.
    pub(crate) beside: Beside,
    /// Where each `never` stands.
    pub(crate) never_at: Vec<Place>,
    /// What lays out each scenario, its name and where it stands.
    pub(crate) setups: Vec<SetUp>,
    pub(crate) amended: Vec<Amended>,
    pub(crate) unsettled: Vec<Unsettled>,
    /// Names of rulings, and where each is declared.
    pub(crate) rulings: Vec<(String, Place)>,
    /// How authors call what the program stores.
    pub(crate) words: Words,
    /// Examples, where the program begins at their scenes.
    pub(crate) scripts: Vec<Script>,
    /// Examples that are not played.
    pub(crate) aside: Vec<Aside>,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) options: Vec<PlayOption>,
    /// What there is to draw.
    pub(crate) looks: Looks,
    /// What never comes into play, as far as all else is as it stands here.
    pub(crate) notes: Vec<Diagnostic>,
    /// Lines that no roll comes to, as far as nothing else is wrong.
    pub(crate) unmet: Vec<Diagnostic>,
    /// What is not proved of actions, and watched in play.
    pub(crate) doubts: Vec<Diagnostic>,
    /// Conditions of statements.
    pub(crate) branches: Vec<Branch>,
    /// By scale: its name, and the look-up that its closed ends ask.
    pub(crate) scale_ends: Vec<(String, TableId)>,
}

impl Translated {
    /// Nothing is wrong, as far as was looked.
    pub(crate) fn whole(&self) -> bool {
        self.told.iter().all(|told| told.severity != Severity::Wrong)
    }
}

/// A game that was read, of which nobody has asked yet what its names stand for.
pub(crate) struct Unnamed<'a> {
    builder: Builder<'a>,
    /// How much was wrong.
    wrong: usize,
}

impl<'a> Unnamed<'a> {
    /// What every name stands for. `replaced`: items as they were before errata changed them.
    pub(crate) fn names(mut self, replaced: &[(FileId, &'a ast::Item)]) -> Names {
        let mut names = named::names(&mut self.builder, replaced);
        names.wrong = self.wrong;
        names
    }
}

/// Reads all that a game's texts say beside what they declare, and writes it.
fn anew<'a>(
    builder: &mut Builder<'a>,
    (starts, examples, told): (Starts, &[(FileId, &'a ast::Example)], usize),
    (ground, known): (Option<Ground<'a>>, Option<&mut Stands>),
) -> (Vec<Script>, Rest) {
    let program = &builder.program;
    let declared = (program.funcs.len(), program.tables.len(), program.cells.len());
    // Rows ask it too: `supposing .. and all settles`.
    builder.has_triggers = builder.items().any(|(_, item)| {
        matches!(&item.kind, ast::ItemKind::Whenever(rule)
            if matches!(rule.when, ast::Occasion::Becomes(_) | ast::Occasion::Enters(_)) || play::waits_for_a_moment(builder, rule))
    });
    let at_once = |item: &ast::Item| matches!(&item.kind, ast::ItemKind::Whenever(rule) if rule.at_once.is_some());
    builder.is_at_once = builder.items().any(|(_, item)| at_once(item));
    builder.endings = play::endings(builder);
    let mut marks = rows::define(builder);
    obligations::together(builder);
    hidden::define(builder);
    play::define(builder, starts);
    obligations::somebody_is_asked(builder);
    marks.ends(&builder.said());
    kept::check(builder);
    marks.ends(&builder.said());
    let carried = builder.said().claimed.clone();
    let mut noted = known.map(|known| (known.notes(ground, builder, (told, marks)), known));
    let mut reader = Examples::new(builder, examples);
    let mut scripts = Vec::with_capacity(examples.len());
    while let Some((at, goes_on)) = reader.next(builder) {
        scripts.push(match &mut noted {
            Some((notes, _)) => notes.example(builder, &mut reader, (at, goes_on)),
            None => reader.read(builder, goes_on),
        });
    }
    examples::cited(builder, &carried);
    noted.iter_mut().for_each(|(notes, _)| notes.behind(builder));
    let nevers = never::define(builder);
    rulings::check(builder);
    let mut unsettled = rulings::unsettled(builder);
    unsettled.iter_mut().for_each(|one| one.at = builder.sources.written(one.at));
    let rest = Rest { nevers, unsettled };
    // All is read: what is told from here on is who comes to what.
    let added = emit::functions(builder);
    if let Some((notes, known)) = noted {
        known.keep(notes, builder, (&added, &rest), declared);
    }
    (scripts, rest)
}

/// Translates a game, its texts as errata leave them, laid out by `lay`.
pub(crate) fn translate<'a>(
    sources: &'a Sources,
    (files, laid): (&'a [(FileId, &'a ast::File)], &'a Laid<'a>),
    overlay: &Overlay<'_>,
    ledger: Option<&'a Ledger>,
    starts: Starts,
    mut known: Option<&mut Stands>,
) -> (Translated, Unnamed<'a>) {
    let (amended, aside) = (overlay.amended.clone(), overlay.aside.clone());
    let told: Vec<Diagnostic> = laid.told.iter().chain(&overlay.told).cloned().collect();
    let declared = || {
        let mut builder = Builder::new(sources, (files, &laid.items), ledger);
        builder.said().told.clone_from(&told);
        declare::declare(&mut builder);
        builder
    };
    let mut builder = declared();
    let examples = if starts == Starts::ScenesToo { examples::played(&builder, &aside) } else { Vec::new() };
    let (mut ground, mut again, mut tried) = (None, None, false);
    if let Some(known) = known.as_deref_mut() {
        known.rests_on(ledger);
        ground = Ground::of(&builder, starts, &examples);
        if let Some(ground) = &ground
            && let Some(edits) = known.edits(ground, &builder)
        {
            again = known.again(&mut builder, (ground, &examples), (&told, &edits));
            tried = true;
        }
    }
    let (scripts, rest) = again.unwrap_or_else(|| {
        if tried {
            builder = declared();
        }
        anew(&mut builder, (starts, &examples, told.len()), (ground, known.as_deref_mut()))
    });
    let (mut assumptions, mut nevers, mut never_at) = (Vec::new(), Vec::new(), Vec::new());
    for (assumption, never, at) in rest.nevers {
        assumptions.push(assumption);
        nevers.push(never);
        never_at.push(at);
    }
    let unsettled = rest.unsettled;
    let setups = setups(&builder, starts);
    obligations::known_to_all(&mut builder);
    let watched: Vec<FuncId> = nevers.iter().flat_map(|never| never.both).collect();
    let mut own = Callees::default();
    let callees = known.map_or(&mut own, |known| &mut known.callees);
    play::asked_outside(&mut builder, &watched, callees);
    assumptions.extend(never::given(&mut builder));
    let rulings = builder.items().filter_map(|(file, item)| match &item.kind {
        ast::ItemKind::Ruling(ruling) => Some((ruling.name.text.clone(), Place::new(file, ruling.name.span))),
        _ => None,
    });
    let rulings = rulings.collect();
    let items =
        builder.world.rows.iter().map(|def| (def.name.clone(), Place::new(def.file, def.ast.name.span))).collect();
    let of_damaged = |origin: &&Origin| builder.world.rows.get(origin.item).is_none_or(|def| def.damaged);
    let damaged = builder.origins.iter().filter(of_damaged).map(|origin| origin.func).collect();
    let words = Words::of(&builder);
    let actions = builder.world.actions.iter();
    let kept = actions
        .flat_map(|action| {
            action
                .kept
                .iter()
                .map(|kept| (kept.cell, Kept { name: kept.name.trim_start().to_owned(), action: action.name.clone() }))
        })
        .collect();
    let scale_ends = builder.world.scales.iter().map(|scale| (scale.name.clone(), scale.ends)).collect();
    let scenes = builder.world.scenes.iter().filter(|(_, scene)| scene.scenario);
    let scenarios = scenes.map(|(_, scene)| Scenario {
        name: scene.name.text.clone(),
        title: scene.title.as_ref().map(|title| title.text.clone()),
        cases: scene.cases.iter().map(|case| case.text.clone()).collect(),
    });
    let scenarios = scenarios.collect();
    let options = builder.world.options.iter().map(|option| PlayOption {
        name: option.ast.name.text.clone(),
        title: option.ast.title.as_ref().map(|title| title.text.clone()),
        usual: option.ast.usual,
    });
    let options = options.collect();
    let no_counters = !builder.world.pieces.is_empty()
        && builder.items().all(|(_, item)| !matches!(item.kind, wgr_grammar::ast::ItemKind::Order(_)));
    let (place, questions) = ((builder.place, builder.counters), std::mem::take(&mut builder.apart));
    let mut vocabulary = called::vocabulary(&builder);
    crate::apart::open(&mut builder.program, place, &questions, (&mut vocabulary.told, callees));
    let (scales, vocabulary, places) = (scales::shown(&builder), vocabulary, places(&builder));
    let (grades, elsewhere) = (builder.world.grades.clone(), std::mem::take(&mut builder.elsewhere));
    let contents = Contents::default();
    let looks = looks::looks(&builder);
    let beside = Beside { nevers, scales, kept, vocabulary, places, elsewhere, grades, contents };
    // Where something is wrong, nobody is told what never comes into play.
    let whole = builder.said().told.iter().all(|told| told.severity != Severity::Wrong);
    let notes = if whole { idle::notes(&builder) } else { Vec::new() };
    let mut unmet = idle::unmet(&builder);
    unmet.append(&mut builder.said().notes);
    unmet.extend(builder.said().noted.unread());
    crate::viewpoint::open(&mut builder.program);
    let program = std::mem::take(&mut builder.program);
    // Hints show what tables give.
    let heads = program.tables.iter().map(|Table { name, index, value, .. }| Table {
        name: name.clone(),
        index: index.clone(),
        value: *value,
        data: Vec::new(),
    });
    builder.program.tables = heads.collect();
    let (origins, branches) = (std::mem::take(&mut builder.origins), std::mem::take(&mut builder.branches));
    let (told, doubts) = {
        let Said { told, doubts, .. } = &mut *builder.said();
        (std::mem::take(told), std::mem::take(doubts))
    };
    let wrong = told.iter().filter(|told| told.severity == Severity::Wrong).count();
    let translated = Translated {
        program,
        told,
        origins,
        items,
        damaged,
        no_counters,
        assumptions,
        beside,
        never_at,
        setups,
        amended,
        unsettled,
        rulings,
        words,
        scripts,
        aside,
        scenarios,
        options,
        looks,
        notes,
        unmet,
        doubts,
        branches,
        scale_ends,
    };
    (translated, Unnamed { builder, wrong })
}

/// Hexes that have a name of their own.
fn places(builder: &Builder<'_>) -> BTreeMap<String, i64> {
    let maps =
        builder.items().filter_map(|(_, item)| if let ast::ItemKind::Map(map) = &item.kind { Some(map) } else { None });
    let lines = maps.flat_map(|map| &map.lines);
    let names = lines.filter_map(|line| if let ast::MapLine::Place { name, .. } = line { Some(name) } else { None });
    let spot = |name: &ast::Name| match builder.world.entry(&name.text) {
        Some(world::Entry::Spot(hex)) => Some((name.text.clone(), hex)),
        Some(_) | None => None,
    };
    names.filter_map(spot).collect()
}
