//! A game that is read again when nothing but examples of it has changed since: what was read and written of all else
//! stands, and so does every example that is as it was.
//!
//! In: the game's declarations, read anew, and what stood. Out: the builder as reading all of it would leave it, or
//! nothing: then all of it is read. Promises: what an example that changed takes part in beside its own queries (a question
//! that others share, something supposed, another number of queries) is never taken from what stood.

use super::builder::{Builder, Said};
use super::emit;
use super::examples::{self, Examples, GoesOn};
use super::noted::Noted;
use super::play::Starts;
use super::rulings::Unsettled;
use crate::diag::{Diagnostic, Place};
use crate::ledger::Ledger;
use crate::prove::Assumption;
use crate::source::{FileId, Sources};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::bug;
use wgr_runtime::engine::{Counted, Never};
use wgr_runtime::ir::walk::calls;
use wgr_runtime::ir::{Body, Expr, Func, FuncId, Pos, Program, StmtKind};
use wgr_runtime::script::Script;

/// What stood when the same rules were read before.
#[derive(Default)]
pub(crate) struct Stands {
    /// What the last game rested on. Nothing is kept before that is seen a second time: who edits a rule changes it at each key.
    last: Option<Ground<'static>>,
    stood: Option<Stood>,
}

/// Everything that reading rests on but what examples say: all other texts, the ledger, the titles of the examples.
pub(crate) struct Ground<'t> {
    starts: Starts,
    ledger: Option<Cow<'t, Ledger>>,
    paths: Vec<Cow<'t, str>>,
    lie_beside: Cow<'t, [(String, String)]>,
    /// Each item that is no example: what stands there, and where; a line that grew moves what is behind it in its file.
    items: Vec<(Pos, Cow<'t, str>)>,
    places: Vec<Place>,
    titles: Vec<Cow<'t, str>>,
}

/// A game that was read, all its functions written.
struct Stood {
    ground: Ground<'static>,
    /// Without its texts and what they declare. What was told and noted is that before examples were read.
    builder: Builder<'static>,
    /// By item of rows: something in it could not be read.
    damaged: Vec<bool>,
    /// By run: what one is.
    runs: Vec<Option<FuncId>>,
    /// How many functions there were before those of examples.
    rules: usize,
    carried: BTreeSet<String>,
    examples: Vec<Known>,
    behind: Heard,
    rest: Rest,
}

/// An example, and what came of reading it.
struct Known {
    head: Head,
    /// The end of its functions.
    end: usize,
    /// Nothing came of it but its own queries.
    alone: bool,
    heard: Heard,
    along: Vec<(FuncId, usize)>,
    script: Script,
}

/// What an example says, and what it goes on from.
struct Head {
    place: Place,
    at: Pos,
    /// Its text, with all around it.
    text: String,
    goes_on: GoesOn,
    /// Its first function.
    first: usize,
}

/// What is read once all rows, statements and examples are.
#[derive(Clone)]
pub(crate) struct Rest {
    pub(crate) nevers: Vec<(Assumption, Never, Place)>,
    pub(crate) unsettled: Vec<Unsettled>,
}

/// How far one look-up can go, down and across.
type LookUp = Vec<(i64, i64)>;

/// What is told and noted while something is read.
#[derive(Clone)]
struct Heard {
    told: Vec<Diagnostic>,
    noted: Noted,
    looked: Vec<(usize, Vec<LookUp>)>,
}

/// How much there was of that before.
struct SoFar {
    lists: [usize; 5],
    looked: BTreeMap<usize, usize>,
}

impl SoFar {
    fn of(said: &Said) -> SoFar {
        let noted = &said.noted;
        SoFar {
            lists: [said.told.len(), noted.meant.len(), noted.given.len(), noted.each.len(), noted.measured.len()],
            looked: said.looked.iter().map(|(table, looked)| (*table, looked.len())).collect(),
        }
    }

    fn since(&self, said: &Said) -> Heard {
        fn rest<T: Clone>(all: &[T], from: usize) -> Vec<T> {
            all.get(from..).unwrap_or_default().to_vec()
        }
        let [told, meant, given, each, measured] = self.lists;
        let looked = said.looked.iter().map(|(table, looked)| {
            let from = self.looked.get(table).copied().unwrap_or(0);
            (*table, rest(looked, from))
        });
        Heard {
            told: rest(&said.told, told),
            noted: Noted {
                meant: rest(&said.noted.meant, meant),
                given: rest(&said.noted.given, given),
                each: rest(&said.noted.each, each),
                measured: rest(&said.noted.measured, measured),
            },
            looked: looked.filter(|(_, looked)| !looked.is_empty()).collect(),
        }
    }
}

impl Heard {
    fn each_place(&mut self, see: &mut dyn FnMut(&mut Place)) {
        self.told.iter_mut().for_each(|told| told.each_place(see));
        self.noted.each_place(see);
    }

    fn again(&self, said: &mut Said) {
        said.told.extend(self.told.iter().cloned());
        said.noted.again(&self.noted);
        for (table, looked) in &self.looked {
            said.looked.entry(*table).or_default().extend(looked.iter().cloned());
        }
    }
}

impl<'t> Ground<'t> {
    /// None where errata changed the texts: then it is not known where each part of them is written.
    pub(crate) fn of(
        builder: &Builder<'t>,
        starts: Starts,
        examples: &[(FileId, &'t ast::Example)],
    ) -> Option<Ground<'t>> {
        let sources = builder.sources;
        let (mut items, mut places) = (Vec::new(), Vec::new());
        for (file, tree) in builder.files {
            if sources.is_amended(*file) {
                return None;
            }
            for (item, all) in with_all_around(sources, *file, tree) {
                if !matches!(item.kind, ItemKind::Example(_)) {
                    let at = Place::new(*file, item.span);
                    items.push((sources.pos(at), Cow::Borrowed(sources.text(Place::new(*file, all)))));
                    places.push(at);
                }
            }
        }
        Some(Ground {
            starts,
            ledger: builder.ledger.map(Cow::Borrowed),
            paths: sources.iter().map(|(_, source)| Cow::Borrowed(source.path.as_str())).collect(),
            lie_beside: Cow::Borrowed(sources.lie_beside()),
            items,
            places,
            titles: examples.iter().map(|(_, example)| Cow::Borrowed(example.title.text.as_str())).collect(),
        })
    }

    /// Wherever each item stands in its line.
    fn is(&self, other: &Ground<'_>) -> bool {
        let Ground { starts, ledger, paths, lie_beside, items, places, titles } = self;
        let files = |places: &[Place]| places.iter().map(|at| at.file).collect::<Vec<FileId>>();
        *starts == other.starts
            && *ledger == other.ledger
            && *paths == other.paths
            && *lie_beside == other.lie_beside
            && *items == other.items
            && *titles == other.titles
            && files(places) == files(&other.places)
    }

    fn kept(self) -> Ground<'static> {
        let own = |text: Cow<'t, str>| Cow::Owned(text.into_owned());
        Ground {
            starts: self.starts,
            ledger: self.ledger.map(|ledger| Cow::Owned(ledger.into_owned())),
            paths: self.paths.into_iter().map(own).collect(),
            lie_beside: Cow::Owned(self.lie_beside.into_owned()),
            items: self.items.into_iter().map(|(at, text)| (at, own(text))).collect(),
            places: self.places,
            titles: self.titles.into_iter().map(own).collect(),
        }
    }
}

/// Each item, and the text from the item before it to the next: nothing else decides how it is read.
fn with_all_around<'t>(
    sources: &Sources,
    file: FileId,
    tree: &'t ast::File,
) -> impl Iterator<Item = (&'t ast::Item, Span)> {
    let length = sources.get(file).map_or(0, |source| source.text.len() as u32);
    let ends = std::iter::once(0).chain(tree.items.iter().map(|item| item.span.end));
    let starts = tree.items.iter().skip(1).map(|item| item.span.start).chain([length]);
    let around = ends.zip(starts).zip(&tree.items);
    around.map(|((end, start), item)| (item, Span { start: end.min(item.span.start), end: start.max(item.span.end) }))
}

/// Of each example, by the place of its title: where it stands, and its text with all around it.
fn texts<'a>(builder: &Builder<'a>) -> BTreeMap<Place, (Place, Pos, &'a str)> {
    let mut found = BTreeMap::new();
    let sources = builder.sources;
    for (file, tree) in builder.files {
        for (item, all) in with_all_around(sources, *file, tree) {
            if let ItemKind::Example(example) = &item.kind {
                let place = Place::new(*file, item.span);
                let text = sources.text(Place::new(*file, all));
                found.insert(Place::new(*file, example.title.span), (place, sources.pos(place), text));
            }
        }
    }
    found
}

/// Notes what is read, so that it may stand.
pub(crate) struct Notes<'a> {
    ground: Ground<'static>,
    told: usize,
    carried: BTreeSet<String>,
    rules: usize,
    before: Said,
    texts: BTreeMap<Place, (Place, Pos, &'a str)>,
    examples: Vec<Known>,
    behind: Option<SoFar>,
}

impl Stands {
    /// Did the same stand before? Then the declarations are enough.
    pub(crate) fn has(&self, ground: &Ground<'_>) -> bool {
        self.stood.as_ref().is_some_and(|stood| stood.ground.is(ground))
    }

    /// All but declarations is taken from what stood; nothing, where that cannot be.
    pub(crate) fn again<'a>(
        &mut self,
        builder: &mut Builder<'a>,
        (ground, examples): (&Ground<'_>, &[(FileId, &'a ast::Example)]),
        told: &[Diagnostic],
    ) -> Option<(Vec<Script>, Rest)> {
        let stood = self.stood.as_mut()?;
        let texts = texts(builder);
        stood.moves(ground, examples, &texts);
        builder.stands_as(&stood.builder);
        builder.said().told.splice(0..0, told.iter().cloned());
        for (def, damaged) in builder.world.rows.iter_mut().zip(&stood.damaged) {
            def.damaged = *damaged;
        }
        for (run, func) in builder.world.runs.iter_mut().zip(&stood.runs) {
            run.func = *func;
        }
        let mut reader = Examples::new(builder, examples);
        let mut scripts = Vec::with_capacity(examples.len());
        let mut first = stood.rules;
        for known in &mut stood.examples {
            let (at, goes_on) = reader.next(builder)?;
            let (place, stands, text) = *texts.get(&at)?;
            let head = &known.head;
            if (head.at, head.goes_on, head.first) == (stands, goes_on, first) && head.text == text {
                known.heard.again(&mut builder.said());
                reader.is_read();
            } else {
                let head = Head { place, at: stands, text: text.to_owned(), goes_on, first };
                let new = changed(builder, &mut reader, head, known, stood.rules)?;
                for at in first..new.end {
                    let slot = stood.builder.program.funcs.get_mut(at);
                    slot.zip(builder.program.funcs.get(at)).into_iter().for_each(|(slot, func)| slot.clone_from(func));
                }
                for (func, _) in &known.along {
                    stood.builder.along.remove(&Counted::Answer(*func));
                }
                stood.builder.along.extend(new.along.iter().map(|(func, scale)| (Counted::Answer(*func), *scale)));
                *known = new;
            }
            scripts.push(known.script.clone());
            first = known.end;
        }
        examples::cited(builder, &stood.carried);
        stood.behind.again(&mut builder.said());
        Some((scripts, stood.rest.clone()))
    }

    /// All of it is read. Is it noted what comes of it?
    pub(crate) fn notes<'a>(
        &mut self,
        ground: Option<Ground<'_>>,
        builder: &Builder<'a>,
        told: usize,
    ) -> Option<Notes<'a>> {
        let ground = ground?;
        if !self.last.as_ref().is_some_and(|last| last.is(&ground)) {
            self.last = Some(ground.kept());
            return None;
        }
        let said = builder.said();
        Some(Notes {
            ground: ground.kept(),
            told,
            carried: said.claimed.clone(),
            rules: builder.program.funcs.len(),
            before: said.clone(),
            texts: texts(builder),
            examples: Vec::new(),
            behind: None,
        })
    }

    /// All functions are written; `apart`: those that added something to the program beside themselves.
    pub(crate) fn keep(&mut self, notes: Notes<'_>, builder: &Builder<'_>, apart: &BTreeSet<FuncId>, rest: &Rest) {
        let Notes { ground, told, carried, rules, before, texts: _, mut examples, behind } = notes;
        let Some(behind) = behind.map(|behind| behind.since(&builder.said())) else { return };
        for known in &mut examples {
            known.alone = known.alone && stand_alone(builder, known.head.first..known.end, rules, apart);
        }
        let stood = builder.to_stand();
        let mut said = stood.said();
        said.told = before.told.get(told..).unwrap_or_default().to_vec();
        said.noted = before.noted;
        said.looked = before.looked;
        drop(said);
        self.stood = Some(Stood {
            ground,
            builder: stood,
            damaged: builder.world.rows.iter().map(|def| def.damaged).collect(),
            runs: builder.world.runs.iter().map(|run| run.func).collect(),
            rules,
            carried,
            examples,
            behind,
            rest: rest.clone(),
        });
    }
}

impl Stood {
    /// What stands behind a line that grew or shrank, in the same line and column as before, has moved with it.
    fn moves(
        &mut self,
        ground: &Ground<'_>,
        examples: &[(FileId, &ast::Example)],
        texts: &BTreeMap<Place, (Place, Pos, &str)>,
    ) {
        let mut moved = Moved::default();
        for (before, now) in self.ground.places.iter_mut().zip(&ground.places) {
            moved.stands(*before, *now);
            *before = *now;
        }
        for (known, (file, example)) in self.examples.iter_mut().zip(examples) {
            let Some((now, at, text)) = texts.get(&Place::new(*file, example.title.span)) else { continue };
            // Another one is read again.
            if known.head.at == *at && known.head.text == *text {
                moved.stands(known.head.place, *now);
                known.head.place = *now;
            }
        }
        if !moved.any {
            return;
        }
        moved.items.values_mut().for_each(|items| items.sort_unstable());
        let see = &mut |at: &mut Place| moved.place(at);
        self.builder.each_place(see);
        self.behind.each_place(see);
        self.examples.iter_mut().for_each(|known| known.heard.each_place(see));
        self.rest.nevers.iter_mut().for_each(|(_, _, at)| see(at));
        self.rest.unsettled.iter_mut().for_each(|one| see(&mut one.at));
    }
}

/// Where items stood, by file: their ends, their starts, and where each begins now.
#[derive(Default)]
struct Moved {
    items: BTreeMap<FileId, Vec<(u32, u32, u32)>>,
    any: bool,
}

impl Moved {
    fn stands(&mut self, before: Place, now: Place) {
        self.any |= before != now;
        self.items.entry(before.file).or_default().push((before.span.end, before.span.start, now.span.start));
    }

    /// A place within an item, or in what is said above it.
    fn place(&self, at: &mut Place) {
        let Some(items) = self.items.get(&at.file) else { return };
        let nth = items.partition_point(|(end, ..)| *end < at.span.start);
        let Some((_, before, now)) = items.get(nth) else { return };
        let moved = |offset: u32| offset.wrapping_add(now.wrapping_sub(*before));
        at.span = Span { start: moved(at.span.start), end: moved(at.span.end) };
    }
}

impl Notes<'_> {
    /// Reads the next example, and notes what comes of it.
    pub(crate) fn example(
        &mut self,
        builder: &mut Builder<'_>,
        reader: &mut Examples<'_, '_>,
        (at, goes_on): (Place, GoesOn),
    ) -> Script {
        let first = builder.program.funcs.len();
        let Some((place, stands, text)) = self.texts.get(&at).copied() else { bug!("an example without a text") };
        let head = Head { place, at: stands, text: text.to_owned(), goes_on, first };
        let known = read(builder, reader, head);
        let script = known.script.clone();
        self.examples.push(known);
        script
    }

    /// All examples are read.
    pub(crate) fn behind(&mut self, builder: &Builder<'_>) {
        self.behind = Some(SoFar::of(&builder.said()));
    }
}

/// Reads an example.
fn read(builder: &mut Builder<'_>, reader: &mut Examples<'_, '_>, head: Head) -> Known {
    let so_far = SoFar::of(&builder.said());
    let others = others(builder);
    let counted = builder.along.len();
    let script = reader.read(builder, head.goes_on);
    let end = builder.program.funcs.len();
    let heard = so_far.since(&builder.said());
    let scale = |id: usize| {
        let func = FuncId::new(id);
        builder.along.get(&Counted::Answer(func)).map(|scale| (func, *scale))
    };
    let along: Vec<(FuncId, usize)> = (head.first..end).filter_map(scale).collect();
    let alone = self::others(builder) == others && builder.along.len() == counted + along.len();
    Known { head, end, alone, heard, along, script }
}

/// How much there is of what no example that stands alone adds to.
fn others(builder: &Builder<'_>) -> [usize; 7] {
    let said = builder.said();
    let Said { told: _, noted: _, claimed: _, holes, used_rulings, looked: _, fairly, notes, lists, doubts } = &*said;
    let of_the_game = [holes.len(), used_rulings.len(), fairly.len(), notes.len(), lists.len(), doubts.len()];
    let [holes, rulings, fairly, notes, lists, doubts] = of_the_game;
    [holes, rulings, fairly, notes, lists, doubts, builder.told_as.len()]
}

/// An example that is another than it was: its functions take the place of those that it had. None where that cannot be.
fn changed(
    builder: &mut Builder<'_>,
    reader: &mut Examples<'_, '_>,
    head: Head,
    before: &Known,
    rules: usize,
) -> Option<Known> {
    let own = head.first..before.end;
    if !before.alone || before.head.first != head.first {
        return None;
    }
    let mut gone = builder.program.funcs.split_off(own.start);
    let behind = gone.split_off(own.len().min(gone.len()));
    builder.gives_up(gone.iter().map(|func| func.name.as_str()));
    for id in own.clone() {
        builder.along.remove(&Counted::Answer(FuncId::new(id)));
    }
    let known = read(builder, reader, head);
    if known.end != own.end {
        return None;
    }
    builder.program.funcs.extend(behind);
    let apart = emit::functions(builder);
    (known.alone && stand_alone(builder, own, rules, &apart)).then_some(known)
}

/// Does each of them ask nothing but what was there before examples were, and what is of the same example?
fn stand_alone(builder: &Builder<'_>, own: std::ops::Range<usize>, rules: usize, apart: &BTreeSet<FuncId>) -> bool {
    let called = |called: FuncId| called.index() < rules || own.contains(&called.index());
    own.clone().all(|id| {
        let func = builder.program.func(FuncId::new(id));
        !apart.contains(&FuncId::new(id))
            && examples::queries_at(id).contains(&func.name)
            && stands_alone(&builder.program, func, called)
    })
}

/// One answer, and nothing supposed in it.
fn stands_alone(program: &Program, func: &Func, known: impl Fn(FuncId) -> bool) -> bool {
    let Body::Code(block) = &func.body else { return false };
    let answers = matches!(block.0.as_slice(), [one] if matches!(one.kind, StmtKind::Return(_)));
    let supposes = func.exprs.iter().any(|node| matches!(node.expr, Expr::Suppose(_)));
    answers && !supposes && calls(program, func).into_iter().all(known)
}
