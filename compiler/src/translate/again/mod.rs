//! A game that is read again. Examples that are as they were stand, as long as what they rest on is as it was: `base` says
//! what that is. And where nothing but examples has changed, what was read and written of all else stands, too.
//!
//! In: the game's declarations, read anew, and what stood. Out: the builder as reading all of it would leave it, or
//! nothing: then all of it is read. Promises: what an example that changed takes part in beside its own queries (a question
//! that others share, something supposed, another number of queries) is never taken from what stood.

mod base;
mod example;
mod heard;
mod moved;
mod rows;

use super::builder::{Builder, Said};
use super::emit::{self, Added};
use super::examples::{self, Examples, GoesOn};
use super::play::Starts;
use super::rulings::Unsettled;
use crate::callees::Callees;
use crate::diag::{Diagnostic, Place, Severity};
use crate::ledger::Ledger;
use crate::prove::Assumption;
use crate::source::FileId;
use base::Base;
use example::{Head, Known, Written, read, stand_alone, with_all_around};
pub(crate) use heard::Marks;
use heard::{Extent, Heard};
use moved::Moved;
use rows::Edit;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use wgr_grammar::ast::{self, ItemKind};
use wgr_grammar::{Span, TokenKind};
use wgr_runtime::bug;
use wgr_runtime::engine::{Counted, Never};
use wgr_runtime::ir::{FuncId, Pos};
use wgr_runtime::script::Script;

/// What stood when the game was read before.
#[derive(Default)]
pub(crate) struct Stands {
    ledger: Option<Ledger>,
    /// The examples, and what they rest on.
    kept: Option<Kept>,
    /// What the last game rested on. All of it is not kept before that is seen a second time: who edits a rule changes it at each
    /// key.
    last: Option<Ground<'static>>,
    stood: Option<Stood>,
    /// Whom the functions of the last game call.
    pub(crate) callees: Callees,
}

/// Examples that were read, and what those rest on that may last.
struct Kept {
    base: Base,
    examples: Vec<Known>,
}

/// Where more is other, it is another game.
const MOST_EDITED: usize = 4;

/// Everything that reading rests on beside the ledger but what examples say: all other texts, the titles of the examples.
pub(crate) struct Ground<'t> {
    starts: Starts,
    paths: Vec<Cow<'t, str>>,
    lie_beside: Cow<'t, [(String, String)]>,
    /// Each item that is no example: what stands there, and where; a line that grew moves what is behind it in its file.
    items: Vec<(Pos, Cow<'t, str>)>,
    places: Vec<Place>,
    /// How far each begins behind the text that is kept of it.
    leads: Vec<u32>,
    titles: Vec<Cow<'t, str>>,
}

/// Items that are others than they were.
pub(crate) struct Edits {
    rows: Vec<Edit>,
    /// Of these only remarks are others.
    remarks: Vec<usize>,
}

impl Edits {
    fn items(&self) -> Vec<usize> {
        self.rows.iter().map(|edit| edit.item).chain(self.remarks.iter().copied()).collect()
    }
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
    /// Where parts end in what was told and noted before examples were read.
    marks: Marks,
    /// Functions that added something to the program for others to use.
    shared: BTreeSet<FuncId>,
    /// How many functions, tables and cells are declared.
    declared: (usize, usize, usize),
}

/// What is read once all rows, statements and examples are.
#[derive(Clone)]
pub(crate) struct Rest {
    pub(crate) nevers: Vec<(Assumption, Never, Place)>,
    pub(crate) unsettled: Vec<Unsettled>,
}

impl<'t> Ground<'t> {
    /// None where errata changed the texts: then it is not known where each part of them is written.
    pub(crate) fn of(
        builder: &Builder<'t>,
        starts: Starts,
        examples: &[(FileId, &'t ast::Example)],
    ) -> Option<Ground<'t>> {
        let sources = builder.sources;
        let (mut items, mut places, mut leads) = (Vec::new(), Vec::new(), Vec::new());
        for (file, tree) in builder.files {
            if sources.is_amended(*file) {
                return None;
            }
            for (item, all) in with_all_around(sources, *file, tree) {
                if !matches!(item.kind, ItemKind::Example(_)) {
                    let at = Place::new(*file, item.span);
                    items.push((sources.pos(at), Cow::Borrowed(sources.text(Place::new(*file, all)))));
                    places.push(at);
                    leads.push(item.span.start.wrapping_sub(all.start));
                }
            }
        }
        Some(Ground {
            starts,
            paths: sources.iter().map(|(_, source)| Cow::Borrowed(source.path.as_str())).collect(),
            lie_beside: Cow::Borrowed(sources.lie_beside()),
            items,
            places,
            leads,
            titles: examples.iter().map(|(_, example)| Cow::Borrowed(example.title.text.as_str())).collect(),
        })
    }

    /// Wherever each item stands in its line.
    fn is(&self, other: &Ground<'_>) -> bool {
        self.edited(other).is_some_and(|edited| edited.is_empty())
    }

    /// The few items that say something else in the same line; none where more is other.
    fn edited(&self, now: &Ground<'_>) -> Option<Vec<usize>> {
        let Ground { starts, paths, lie_beside, items, places, leads: _, titles } = self;
        let files = |places: &[Place]| places.iter().map(|at| at.file).collect::<Vec<FileId>>();
        let is = *starts == now.starts
            && *paths == now.paths
            && *lie_beside == now.lie_beside
            && *titles == now.titles
            && items.len() == now.items.len()
            && files(places) == files(&now.places);
        let mut edited = Vec::new();
        for (at, (was, is)) in items.iter().zip(&now.items).enumerate().filter(|_| is) {
            if was.0 != is.0 || edited.len() > MOST_EDITED {
                return None;
            }
            if was.1 != is.1 {
                edited.push(at);
            }
        }
        is.then_some(edited)
    }

    fn kept(self) -> Ground<'static> {
        let own = |text: Cow<'t, str>| Cow::Owned(text.into_owned());
        Ground {
            starts: self.starts,
            paths: self.paths.into_iter().map(own).collect(),
            lie_beside: Cow::Owned(self.lie_beside.into_owned()),
            items: self.items.into_iter().map(|(at, text)| (at, own(text))).collect(),
            places: self.places,
            leads: self.leads,
            titles: self.titles.into_iter().map(own).collect(),
        }
    }
}

/// Does the same stand in each line, but for remarks? What stands above an item and is shown with it is no remark.
fn same_code(was: &str, is: &str) -> bool {
    code(was) == code(is)
}

/// The lines of a text without their remarks.
fn code(text: &str) -> Vec<&str> {
    let (mut lines, mut from, mut to) = (Vec::new(), 0, 0);
    let line = |from: u32, to: u32| text.get(from as usize..to as usize).unwrap_or_default().trim_end();
    for token in wgr_grammar::tokens(text) {
        let Span { start, end } = token.span;
        match token.kind {
            TokenKind::Newline => {
                lines.push(line(from, to));
                (from, to) = (end, end);
            }
            TokenKind::Comment if !text.get(start as usize..).is_some_and(|rest| rest.starts_with("///")) => {}
            _ => to = end,
        }
    }
    lines.push(line(from, to));
    lines
}

/// Notes what is read, so that it may stand.
pub(crate) struct Notes<'a> {
    /// All of it is to stand: what it rests on, what had been told and noted before examples were read, and where parts end there.
    all: Option<(Ground<'static>, Said, Marks)>,
    told: usize,
    carried: BTreeSet<String>,
    base: Base,
    /// Where names that actions keep have moved to.
    moved: BTreeMap<Place, Place>,
    /// The examples that rested on the same base, in their order.
    before: std::vec::IntoIter<Known>,
    written: BTreeMap<Place, Written<'a>>,
    examples: Vec<Known>,
    behind: Option<Extent>,
}

impl Stands {
    /// Which rows and remarks are others than those that stood, if all else is the same. Then declarations and these rows are
    /// enough.
    pub(crate) fn edits(&self, ground: &Ground<'_>, builder: &Builder<'_>) -> Option<Edits> {
        let stood = self.stood.as_ref()?;
        let remarks_alone = |item: &usize| match (stood.ground.items.get(*item), ground.items.get(*item)) {
            (Some((_, was)), Some((_, is))) => same_code(was, is),
            (Some(_) | None, _) => false,
        };
        let (remarks, edited): (Vec<usize>, Vec<usize>) =
            stood.ground.edited(ground)?.into_iter().partition(remarks_alone);
        let rows = rows::edits(stood, builder, (ground, &edited))?;
        Some(Edits { rows, remarks })
    }

    /// With another ledger nothing stands.
    pub(crate) fn rests_on(&mut self, ledger: Option<&Ledger>) {
        if self.ledger.as_ref() != ledger {
            *self = Stands { ledger: ledger.cloned(), ..Stands::default() };
        }
    }

    /// All but declarations and edited rows is taken from what stood; nothing, where that cannot be.
    pub(crate) fn again<'a>(
        &mut self,
        builder: &mut Builder<'a>,
        (ground, examples): (&Ground<'_>, &[(FileId, &'a ast::Example)]),
        (told, edits): (&[Diagnostic], &Edits),
    ) -> Option<(Vec<Script>, Rest)> {
        let mut stood = self.stood.take()?;
        let written = example::written(builder);
        stood.stands(builder, (ground, examples, &written), (told.len(), edits))?;
        let stood = self.stood.insert(stood);
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
            let written = written.get(&at)?;
            if known.is(written, goes_on, first) {
                known.heard.again(&mut builder.said());
                reader.is_read();
            } else {
                let new = changed(builder, &mut reader, written.head(goes_on, first), known, stood.rules)?;
                for at in first..new.end {
                    stood.builder.program.funcs.share(at, &builder.program.funcs);
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

    /// All of it is read, and none of its examples: what comes of them is noted.
    pub(crate) fn notes<'a>(
        &mut self,
        ground: Option<Ground<'_>>,
        builder: &Builder<'a>,
        (told, marks): (usize, Marks),
    ) -> Notes<'a> {
        let whole = builder.said().told.iter().all(|told| told.severity != Severity::Wrong);
        let again = |ground: &Ground<'_>| self.last.as_ref().is_some_and(|last| last.is(ground));
        let all = match ground {
            Some(ground) if whole || again(&ground) => Some((ground.kept(), builder.said().clone(), marks)),
            ground => {
                self.last = ground.map(Ground::kept);
                None
            }
        };
        let kept = self.kept.take();
        let (before, mut examples) = kept.map_or((None, Vec::new()), |kept| (Some(kept.base), kept.examples));
        let base::Laid { base, moved, is_as_before } = Base::laid(builder, before);
        if !is_as_before {
            examples.clear();
        }
        Notes {
            all,
            told,
            carried: builder.said().claimed.clone(),
            base,
            moved,
            before: examples.into_iter(),
            written: example::written(builder),
            examples: Vec::new(),
            behind: None,
        }
    }

    /// All functions are written; `added`: those that added something beside their bodies.
    pub(crate) fn keep(
        &mut self,
        notes: Notes<'_>,
        builder: &Builder<'_>,
        (added, rest): (&Added, &Rest),
        declared: (usize, usize, usize),
    ) {
        let Notes { all, told, carried, base, moved: _, before: _, written, mut examples, behind } = notes;
        let Some(behind) = behind else { bug!("examples that were not read to the end") };
        let trees: BTreeMap<Place, &ast::Example> = written.values().map(|one| (one.place, one.tree)).collect();
        let lasts = base.has_domains_of(&builder.program);
        for known in examples.iter_mut().filter(|known| known.lasts.is_none()) {
            let Some(tree) = trees.get(&known.head.place) else { bug!("an example without a text") };
            known.may_last(builder, tree, &base, added);
            if !lasts {
                known.lasts = None;
            }
        }
        if let Some((ground, before, marks)) = all {
            let behind = Heard::since(behind, &builder.said());
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
                rules: base.rules(),
                carried,
                examples: examples.clone(),
                behind,
                rest: rest.clone(),
                marks: marks.without(told),
                shared: added.shared.clone(),
                declared,
            });
        }
        self.kept = Some(Kept { base, examples });
    }
}

impl Stood {
    /// The builder stands as this did, its edited rows as they are written now.
    fn stands<'a>(
        &mut self,
        builder: &mut Builder<'a>,
        (ground, examples, written): (&Ground<'_>, &[(FileId, &'a ast::Example)], &BTreeMap<Place, Written<'a>>),
        (told, edits): (usize, &Edits),
    ) -> Option<()> {
        let edited = edits.items();
        if edits.rows.is_empty() {
            self.moves((ground, &edited), examples, written)?;
            builder.stands_as(&self.builder);
            return Some(());
        }
        self.without(&edits.rows);
        self.moves((ground, &edited), examples, written)?;
        let declared = Heard::behind(told, std::mem::take(&mut *builder.said()));
        builder.stands_as(&self.builder);
        self.reads(builder, &edits.rows, declared)
    }

    /// What stands behind a line that grew or shrank, in the same line and column as before, has moved with it.
    fn moves(
        &mut self,
        (ground, edited): (&Ground<'_>, &[usize]),
        examples: &[(FileId, &ast::Example)],
        written: &BTreeMap<Place, Written<'_>>,
    ) -> Option<()> {
        let mut moved = Moved::default();
        for (item, (before, now)) in self.ground.places.iter().zip(&ground.places).enumerate() {
            if edited.contains(&item) {
                moved.is_edited(item, &self.ground, ground);
            } else {
                moved.stands(*before, *now);
            }
        }
        self.ground.places.clone_from(&ground.places);
        self.ground.leads.clone_from(&ground.leads);
        for item in edited {
            if let (Some(was), Some(is)) = (self.ground.items.get_mut(*item), ground.items.get(*item)) {
                *was = (is.0, Cow::Owned(is.1.to_string()));
            }
        }
        for (known, (file, example)) in self.examples.iter_mut().zip(examples) {
            let Some(now) = written.get(&Place::new(*file, example.title.span)) else { continue };
            // Another one is read again.
            if known.head.at == now.at && known.head.text == now.text {
                moved.stands(known.head.place, now.place);
                known.head.place = now.place;
            }
        }
        let Some(mut moved) = moved.ordered() else { return Some(()) };
        let see = &mut |at: &mut Place| moved.place(at);
        self.builder.each_place(see);
        self.behind.each_place(see);
        self.examples.iter_mut().for_each(|known| known.heard.each_place(see));
        self.rest.nevers.iter_mut().for_each(|(_, _, at)| see(at));
        self.rest.unsettled.iter_mut().for_each(|one| see(&mut one.at));
        (!moved.is_lost).then_some(())
    }
}

impl Notes<'_> {
    /// The next example: as it was, or read anew.
    pub(crate) fn example(
        &mut self,
        builder: &mut Builder<'_>,
        reader: &mut Examples<'_, '_>,
        (at, goes_on): (Place, GoesOn),
    ) -> Script {
        let first = builder.program.funcs.len();
        let Some(written) = self.written.get(&at) else { bug!("an example without a text") };
        let path = builder.sources.path(at.file);
        let stood = self.before.next().filter(|known| known.is(written, goes_on, first) && known.script.source == path);
        let known = match stood.and_then(|known| Some((known.lasts.clone()?, known))) {
            Some((funcs, mut known)) => {
                known.moves(written.place, &self.moved);
                known.again(builder, funcs);
                reader.is_read();
                known
            }
            None => read(builder, reader, written.head(goes_on, first)),
        };
        let script = known.script.clone();
        self.examples.push(known);
        script
    }

    /// All examples are read.
    pub(crate) fn behind(&mut self, builder: &Builder<'_>) {
        self.behind = Some(Extent::of(&builder.said()));
    }
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
    builder.program.funcs.append(behind);
    let added = emit::functions(builder);
    (known.alone && stand_alone(builder, own, rules, &added)).then_some(known)
}
