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
mod miscounted;
mod mismatch;
mod named;
mod never;
mod noted;
mod obligations;
mod play;
mod plays_on;
mod reader;
mod rows;
mod rulings;
mod said_twice;
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

pub(crate) use again::{GameTexts, Stands};
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
use crate::layers::{Amended, Aside};
use crate::looks::Looks;
use crate::names::Names;
use crate::prove::Assumption;
use crate::source::FileId;
use again::{Extent, Marks, Moved, Stood, Texts};
use builder::Builder;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_grammar::ast;
use wgr_runtime::engine::{Beside, Contents, Kept};
use wgr_runtime::ir::{CellId, FuncId, Program, TableId};
use wgr_runtime::script::Script;

/// A scenario or a scene, as it is laid out.
#[derive(Clone)]
pub(crate) struct SetUp {
    pub(crate) func: FuncId,
    pub(crate) name: String,
    pub(crate) at: Place,
    /// Of a scene: the phase and the side in which it begins.
    pub(crate) begins: Vec<(CellId, i64)>,
}

fn setups(builder: &Builder<'_>, starts: Starts) -> Arc<[SetUp]> {
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

/// What hangs on the words of the texts alone, and not on their numbers. Places in it are those of when all was read.
pub(crate) struct ByWords {
    setups: Arc<[SetUp]>,
    words: Arc<Words>,
    looks: Arc<Looks>,
    /// What is wrong with how things are to look.
    told: Vec<Diagnostic>,
    /// What never comes into play, once somebody asked.
    notes: Option<Vec<Diagnostic>>,
    /// What nobody uses, as it was told when all was read.
    unused: Option<Vec<Diagnostic>>,
}

impl ByWords {
    fn of(builder: &Builder<'_>, starts: Starts) -> ByWords {
        let before = builder.said().told.len();
        let (words, looks) = (Arc::new(Words::of(builder)), Arc::new(looks::looks(builder)));
        let told = builder.said().told.split_off(before);
        ByWords { setups: setups(builder, starts), words, looks, told, notes: None, unused: None }
    }
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
    pub(crate) setups: Arc<[SetUp]>,
    pub(crate) amended: Vec<Amended>,
    pub(crate) unsettled: Vec<Unsettled>,
    /// Names of rulings, and where each is declared.
    pub(crate) rulings: Vec<(String, Place)>,
    /// How authors call what the program stores.
    pub(crate) words: Arc<Words>,
    /// Examples, where the program begins at their scenes.
    pub(crate) scripts: Arc<[Script]>,
    /// Examples that are not played.
    pub(crate) aside: Vec<Aside>,
    pub(crate) scenarios: Vec<Scenario>,
    pub(crate) options: Vec<PlayOption>,
    /// What there is to draw.
    pub(crate) looks: Arc<Looks>,
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

    /// Every place is where it is now. No where one of them is lost.
    fn moves(&mut self, moved: &mut Moved) -> bool {
        let all = [&mut self.told, &mut self.notes, &mut self.unmet, &mut self.doubts];
        all.into_iter().flatten().for_each(|told| told.each_place(&mut |at| moved.place(at)));
        let rows = self.origins.iter_mut().map(|origin| &mut origin.rows);
        rows.for_each(|rows| {
            moved.each(rows, |row| &mut row.at, |row| row.at);
            moved.each(rows, |row| &mut row.answers_at, |row| row.answers_at);
        });
        moved.each(&mut self.setups, |set_up| &mut set_up.at, |set_up| set_up.at);
        let named = self.items.iter_mut().chain(&mut self.rulings).map(|(_, at)| at);
        let unsettled = self.unsettled.iter_mut().map(|one| &mut one.at);
        let branches = self.branches.iter_mut().map(|branch| &mut branch.at);
        let all = named.chain(unsettled).chain(branches).chain(&mut self.never_at);
        all.for_each(|at| moved.place(at));
        moved.is_whole()
    }
}

/// Translates a game, its texts as errata leave them. What stands of the last one is taken from there.
pub(crate) fn translate(game: GameTexts<'_>, stands: &mut Stands) -> Translated {
    stands.rests_on(game.ledger);
    let again = stands.standing.take().and_then(|mut standing| {
        let callees = &mut stands.callees;
        let (made, moved) = standing.with_dependent_mut(|texts, stood| {
            let mut moved = stood.again(texts, game)?;
            let mut made = translated(stood, game, callees);
            (moved.is_nothing() || made.moves(&mut moved)).then_some((made, moved))
        })?;
        Some((standing, made, moved))
    });
    stands.just_read = again.is_none();
    let (standing, made, moved) = again.unwrap_or_else(|| {
        let mut standing = stands.reads(game);
        let callees = &mut stands.callees;
        let made = standing.with_dependent_mut(|_, stood| translated(stood, game, callees));
        (standing, made, Moved::default())
    });
    stands.standing = Some(standing);
    (stands.moved, stands.wrong) = (moved, wrong(&made));
    made
}

impl Stands {
    /// What nobody uses, which hangs on the words of the texts alone.
    pub(crate) fn unused(&mut self, find: impl FnOnce() -> Vec<Diagnostic>) -> Vec<Diagnostic> {
        let Stands { standing, moved, just_read, .. } = self;
        let Some(standing) =
            standing.as_mut().filter(|standing| standing.with_dependent(|_, stood| stood.words_stand()))
        else {
            return find();
        };
        standing.with_dependent_mut(|_, stood| {
            let Some(by_words) = &mut stood.by_words else { return find() };
            if *just_read {
                return by_words.unused.insert(find()).clone();
            }
            let mut told = by_words.unused.clone();
            let each = told.iter_mut().flatten();
            each.for_each(|told| told.each_place(&mut |at| moved.place(at)));
            told.filter(|_| moved.is_whole()).unwrap_or_else(find)
        })
    }

    /// What every name stands for in the game that was read last.
    pub(crate) fn names(&self) -> Names {
        let Some(standing) = &self.standing else { return Names::default() };
        let named = |texts: &Texts, stood: &Stood<'_>| named::names((&stood.builder, &self.moved), &texts.replaced());
        let mut names = standing.with_dependent(named);
        names.wrong = self.wrong;
        names
    }
}

fn wrong(made: &Translated) -> usize {
    made.told.iter().filter(|told| told.severity == Severity::Wrong).count()
}

/// What a game means that was read. It stands as it did, for whatever is read of it again.
fn translated(stood: &mut Stood<'_>, game: GameTexts<'_>, callees: &mut Callees) -> Translated {
    let words_stand = stood.words_stand();
    let Stood { builder, scripts, rest, by_words, .. } = stood;
    let before = Extent::of(&builder.said());
    let mut program = builder.program.clone();
    let (mut assumptions, mut nevers, mut never_at) = (Vec::new(), Vec::new(), Vec::new());
    for (assumption, never, at) in &rest.nevers {
        assumptions.push(assumption.clone());
        nevers.push(never.clone());
        never_at.push(*at);
    }
    let mut other_words = None;
    let by_words = if words_stand { by_words } else { &mut other_words };
    let by_words = by_words.get_or_insert_with(|| ByWords::of(builder, game.starts));
    let ByWords { setups, words, looks, told, notes: told_by_words, unused: _ } = by_words;
    builder.said().told.extend(told.iter().cloned());
    obligations::known_to_all(builder);
    let watched: Vec<FuncId> = nevers.iter().flat_map(|never| never.both).collect();
    play::asked_outside(builder, &watched, callees);
    assumptions.extend(rest.given.iter().cloned());
    let rulings = builder.items().filter_map(|(file, item)| match &item.kind {
        ast::ItemKind::Ruling(ruling) => Some((ruling.name.text.clone(), Place::new(file, ruling.name.span))),
        _ => None,
    });
    let rulings = rulings.collect();
    let items =
        builder.world.rows.iter().map(|def| (def.name.clone(), Place::new(def.file, def.ast.name.span))).collect();
    let of_damaged = |origin: &&Origin| builder.world.rows.get(origin.item).is_none_or(|def| def.damaged);
    let damaged = builder.origins.iter().filter(of_damaged).map(|origin| origin.func).collect();
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
    let place = (builder.place, builder.counters);
    let mut vocabulary = called::vocabulary(builder);
    crate::apart::open(&mut program, place, &builder.apart, (&mut vocabulary.told, callees));
    let (scales, places) = (scales::shown(builder, &program), places(builder));
    let (grades, elsewhere) = (builder.world.grades.clone(), builder.elsewhere.clone());
    let contents = Contents::default();
    let beside = Beside { nevers, scales, kept, vocabulary, places, elsewhere, grades, contents };
    // Where something is wrong, nobody is told what never comes into play.
    let whole = builder.said().told.iter().all(|told| told.severity != Severity::Wrong);
    let notes = if whole { idle::notes(builder, told_by_words) } else { Vec::new() };
    let mut unmet = idle::unmet(builder);
    unmet.extend(builder.said().notes.iter().cloned());
    unmet.extend(builder.said().noted.unread());
    crate::viewpoint::open(&mut program);
    let told = builder.said().told.clone();
    let told = mismatch::at_their_cause(builder, told);
    let doubts = builder.said().doubts.clone();
    before.is_all(&mut builder.said());
    let (amended, aside) = (game.overlay.amended.clone(), game.overlay.aside.clone());
    Translated {
        program,
        told,
        origins: builder.origins.clone(),
        items,
        damaged,
        no_counters,
        assumptions,
        beside,
        never_at,
        setups: Arc::clone(setups),
        amended,
        unsettled: rest.unsettled.clone(),
        rulings,
        words: Arc::clone(words),
        scripts: plays_on::that_play_on(builder, scripts),
        aside,
        scenarios,
        options,
        looks: Arc::clone(looks),
        notes,
        unmet,
        doubts,
        branches: builder.branches.clone(),
        scale_ends,
    }
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
