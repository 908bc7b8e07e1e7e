//! A game that was read, and what of it is read again after an edit.
//!
//! In: the texts and trees of a game, and what stood. Out: what reading all of it would leave. Where a few rows say
//! something else, or examples do, these alone are read; else all is, and examples that are as they were stand as long
//! as what they rest on is as it was (`base` says what that is). Promises: what was read keeps the places that it had when all was read;
//! whoever tells something moves them to where they are now (`moved`). What an example that changed takes part in beside its own
//! queries (a question that others share, something supposed, another number of queries) is never taken from what stood.

mod base;
mod edits;
mod example;
mod heard;
mod moved;
mod rows;
mod texts;

use super::builder::Builder;
use super::emit::{self, Added};
use super::examples::{self, Examples, GoesOn};
use super::play::Starts;
use super::rulings::{self, Unsettled};
use super::{ByWords, declare, hidden, kept, never, obligations, play};
use crate::callees::Callees;
use crate::diag::Place;
use crate::layers::{Overlay, lay};
use crate::ledger::Ledger;
use crate::prove::Assumption;
use crate::source::{FileId, Sources};
use base::Base;
use example::{Known, Written, read, with_all_around};
pub(crate) use heard::Extent;
pub(crate) use heard::Marks;
pub(crate) use moved::Moved;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
pub(super) use texts::Texts;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind};
use wgr_runtime::bug;
use wgr_runtime::engine::Never;
use wgr_runtime::ir::{FuncId, Pos};
use wgr_runtime::script::Script;

/// The texts of a game and their trees, as they count.
#[derive(Clone, Copy)]
pub(crate) struct GameTexts<'g> {
    pub(crate) sources: &'g Sources,
    pub(crate) trees: &'g [(FileId, Arc<ast::File>)],
    pub(crate) overlay: &'g Overlay<'g>,
    pub(crate) ledger: Option<&'g Ledger>,
    pub(crate) starts: Starts,
}

/// What stood when the game was read before.
#[derive(Default)]
pub(crate) struct Stands {
    /// Nothing is kept for the next time: the game is read once.
    pub(crate) once: bool,
    ledger: Option<Arc<Ledger>>,
    /// The examples, and what they rest on.
    kept: Option<Kept>,
    pub(super) standing: Option<Standing>,
    /// All of it was read, and nothing stood; else where its places are now.
    pub(super) just_read: bool,
    pub(super) moved: Moved,
    /// How much was wrong.
    pub(super) wrong: usize,
    /// Whom the functions of the last game call.
    pub(crate) callees: Callees,
}

/// Examples that were read, and what those rest on that may last.
struct Kept {
    base: Base,
    examples: Vec<Known>,
}

self_cell::self_cell!(
    /// A game that was read, with the texts that it was read from.
    pub(crate) struct Standing {
        owner: Texts,
        #[not_covariant]
        dependent: Stood,
    }
);

/// A game that was read, all its functions written.
pub(crate) struct Stood<'a> {
    pub(super) builder: Builder<'a>,
    pub(super) scripts: Arc<[Script]>,
    pub(super) rest: Rest,
    pub(super) by_words: Option<ByWords>,
    /// What is needed to read some of it again; none where errata changed the texts: then it is not known where each part of them
    /// is written.
    keeps: Option<Keeps<'a>>,
}

/// What is read once all rows, statements and examples are.
pub(crate) struct Rest {
    pub(crate) nevers: Vec<(Assumption, Never, Place)>,
    pub(crate) unsettled: Vec<Unsettled>,
    /// What is so by the form of the game.
    pub(crate) given: Vec<Assumption>,
}

/// What of a game is needed to read some of it again.
struct Keeps<'a> {
    starts: Starts,
    items: Vec<Stand<'a>>,
    /// Those that are played, and the titles of those that are not.
    examples: Vec<(FileId, &'a ast::Example)>,
    aside: Vec<String>,
    /// What came of each example.
    known: Vec<Known>,
    /// How many functions there were before those of examples.
    rules: usize,
    /// Cases that rules carry.
    carried: BTreeSet<String>,
    /// Where parts end in what was told and noted.
    marks: Marks,
    /// Functions that added something to the program for others to use.
    shared: BTreeSet<FuncId>,
    /// How many functions, tables and cells are declared.
    declared: (usize, usize, usize),
}

/// An item as it is written, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Stand<'a> {
    pub(super) item: &'a ast::Item,
    /// In the lines of the game.
    pub(super) at: Pos,
    /// Where it stood when all was read, and where its tree is read from: a later text of its file.
    first: Spot,
    pub(super) now: Spot,
    /// It says what it said then, but for numbers.
    words_stand: bool,
}

/// Where an item stands in a text, and how far all goes that decides how it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) file: FileId,
    item: Span,
    all: Span,
}

impl Spot {
    fn place(self) -> Place {
        Place::new(self.file, self.item)
    }

    fn all(self) -> Place {
        Place::new(self.file, self.all)
    }
}

impl Stood<'_> {
    /// Do the texts say what they said when all was read, but for numbers?
    pub(super) fn words_stand(&self) -> bool {
        self.keeps.as_ref().is_none_or(|keeps| keeps.items.iter().all(|stand| stand.words_stand))
    }
}

impl<'a> Stand<'a> {
    fn written(&self, sources: &'a Sources, tree: &'a ast::Example) -> Written<'a> {
        Written { place: self.now.place(), at: self.at, text: sources.text(self.now.all()), tree }
    }
}

impl Stands {
    /// For a game that is read once.
    pub(crate) fn once() -> Stands {
        Stands { once: true, ..Stands::default() }
    }

    /// With another ledger nothing stands.
    pub(super) fn rests_on(&mut self, ledger: Option<&Ledger>) {
        if self.ledger.as_deref() != ledger {
            *self = Stands { once: self.once, ledger: ledger.cloned().map(Arc::new), ..Stands::default() };
        }
    }

    /// All of it is read.
    pub(super) fn reads(&mut self, game: GameTexts<'_>) -> Standing {
        let (texts, kept) = (Texts::of(game, self.ledger.clone()), (!self.once).then_some(&mut self.kept));
        Standing::new(texts, |texts| Stood::of(texts, game, kept))
    }
}

impl<'a> Stood<'a> {
    /// All that the texts say is read, and written. `known`: examples that were read before; and what is needed to read some of it
    /// again is kept.
    fn of(texts: &'a Texts, game: GameTexts<'_>, known: Option<&mut Option<Kept>>) -> Stood<'a> {
        let GameTexts { overlay, starts, .. } = game;
        let sources = texts.sources();
        let written: Arc<[(FileId, &ast::Item)]> = texts.written().collect();
        let laid = lay(&written);
        let items = laid.items.into_iter().map(|laid| texts.keep(laid)).collect();
        let mut builder = Builder::new(sources, (written, items), texts.ledger());
        builder.said().told.extend(laid.told.into_iter().chain(overlay.told.iter().cloned()));
        declare::declare(&mut builder);
        let played = if starts == Starts::ScenesToo { examples::played(&builder, &overlay.aside) } else { Vec::new() };
        let program = &builder.program;
        let declared = (program.funcs.len(), program.tables.len(), program.cells.len());
        let mut marks = rules(&mut builder, starts);
        let carried = builder.said().claimed.clone();
        let items: Vec<Stand<'a>> = if known.is_some() { texts.stands() } else { Vec::new() };
        let mut notes = known.map(|known| (Notes::of(known.take(), &builder, &items), known));
        let mut reader = Examples::new(&builder, &played);
        let mut scripts = Vec::with_capacity(played.len());
        while let Some((at, goes_on)) = reader.next(&builder) {
            scripts.push(match &mut notes {
                Some((notes, _)) => notes.example(&mut builder, &mut reader, (at, goes_on)),
                None => reader.read(&mut builder, goes_on),
            });
            marks.example_ends(&builder.said());
        }
        examples::cited(&mut builder, &carried);
        marks.ends(&builder.said());
        let nevers = never::define(&mut builder);
        rulings::check(&mut builder);
        let mut unsettled = rulings::unsettled(&builder);
        unsettled.iter_mut().for_each(|one| one.at = sources.written(one.at));
        // All is read: what is told from here on is who comes to what.
        let added = emit::functions(&mut builder);
        let keeps = notes.and_then(|(notes, kept)| {
            let (base, examples) = notes.keep(&builder, &added);
            let whole_texts = overlay.amended.is_empty() && overlay.told.is_empty() && !texts.are_amended();
            let rules = base.rules();
            let keeps = whole_texts.then(|| Keeps {
                starts,
                items,
                examples: played,
                aside: overlay.aside.iter().map(|aside| aside.title.clone()).collect(),
                known: examples.clone(),
                rules,
                carried,
                marks,
                shared: added.shared,
                declared,
            });
            *kept = Some(Kept { base, examples });
            keeps
        });
        let given = never::given(&mut builder);
        Stood { builder, scripts: scripts.into(), rest: Rest { nevers, unsettled, given }, by_words: None, keeps }
    }
}

/// Reads all rules and set-ups; where what was told and noted of each part ends.
fn rules(builder: &mut Builder<'_>, starts: Starts) -> Marks {
    // Rows ask it too: `supposing .. and all settles`.
    builder.has_triggers = builder.items().any(|(_, item)| {
        matches!(&item.kind, ItemKind::Whenever(rule)
            if matches!(rule.when, ast::Occasion::Becomes(_) | ast::Occasion::Enters(_)) || play::waits_for_a_moment(builder, rule))
    });
    let at_once = |item: &ast::Item| matches!(&item.kind, ItemKind::Whenever(rule) if rule.at_once.is_some());
    builder.is_at_once = builder.items().any(|(_, item)| at_once(item));
    builder.endings = play::endings(builder);
    let mut marks = super::rows::define(builder);
    obligations::together(builder);
    hidden::define(builder);
    play::define(builder, starts);
    obligations::somebody_is_asked(builder);
    marks.ends(&builder.said());
    kept::check(builder);
    marks.ends(&builder.said());
    marks
}

/// Notes what comes of examples, so that it may stand.
struct Notes<'a> {
    base: Base,
    /// Where names that actions keep have moved to.
    moved: BTreeMap<Place, Place>,
    /// The examples that rested on the same base, in their order.
    before: std::vec::IntoIter<Known>,
    written: BTreeMap<Place, Written<'a>>,
    examples: Vec<Known>,
}

impl<'a> Notes<'a> {
    /// All of it is read, and none of its examples.
    fn of(kept: Option<Kept>, builder: &Builder<'a>, items: &[Stand<'a>]) -> Notes<'a> {
        let (before, mut examples) = kept.map_or((None, Vec::new()), |kept| (Some(kept.base), kept.examples));
        let base::Laid { base, moved, is_as_before } = Base::laid(builder, before);
        if !is_as_before {
            examples.clear();
        }
        let written = example::written(builder.sources, items);
        Notes { base, moved, before: examples.into_iter(), written, examples: Vec::new() }
    }

    /// The next example: as it was, or read anew.
    fn example(
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

    /// All functions are written; `added`: those that added something beside their bodies.
    fn keep(self, builder: &Builder<'_>, added: &Added) -> (Base, Vec<Known>) {
        let Notes { base, moved: _, before: _, written, mut examples } = self;
        let trees: BTreeMap<Place, &ast::Example> = written.values().map(|one| (one.place, one.tree)).collect();
        let lasts = base.has_domains_of(&builder.program);
        for known in examples.iter_mut().filter(|known| known.lasts.is_none()) {
            let Some(tree) = trees.get(&known.head.place) else { bug!("an example without a text") };
            known.may_last(builder, tree, &base, added);
            if !lasts {
                known.lasts = None;
            }
        }
        (base, examples)
    }
}
