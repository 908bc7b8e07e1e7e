//! Everything that an item prints, each thing with its slot.
//!
//! In: an item, and how the game numbers its hexes. Out: its slots in the order of the text, each with its place and
//! what it says. All fields of the trees are named, so that one that is added cannot be forgotten.

mod errata;
mod scene;
mod table;

use super::slot::{Slot, VERDICT, Which, called, texts};
use std::collections::BTreeMap;
use wgr_grammar::ast::{
    Action, Allow, Also, Arm, Block, BoxItem, Case, Clause, Counter, CounterGroup, Die, EnumItem, Example, Field, Game,
    Grid, GridRow, Group, HexFormat, Hole, HowOften, Item, ItemKind, Keep, Key, KindItem, Layer, Limit, Look, LookLine,
    Map, MapLine, Marker, Measure, Member, Name, Never, Notation, NotationPart, Occasion, OptionItem, Order, Param,
    PieceItem, Procedure, Purchase, Role, Row, Rows, RulingItem, Scale, Sequence, Series, State, Stmt, StmtKind,
    SuchThat, Text, UnderErrata, Until, Whenever,
};
use wgr_grammar::{Span, placeless};

/// Something printed.
#[derive(Clone)]
pub(super) struct Printed<'t> {
    pub(super) slot: Slot,
    pub(super) span: Span,
    says: &'t dyn Says,
}

impl Printed<'_> {
    /// What it says, as bytes, wherever it stands.
    pub(super) fn says(&self) -> Vec<u8> {
        self.says.says()
    }
}

/// What a tree says, wherever it stands.
trait Says {
    fn says(&self) -> Vec<u8>;
}

impl<T: std::hash::Hash> Says for T {
    fn says(&self) -> Vec<u8> {
        placeless(self)
    }
}

/// All that an item prints. Things of one name have one slot; see [`told_apart`].
pub(super) fn printed<'t>(item: &'t Item, hexes: Option<&HexFormat>) -> Vec<Printed<'t>> {
    let mut lister = Lister { head: item.head, hexes, found: Vec::new() };
    lister.item(item);
    lister.found
}

/// The slots of all that a game prints: things of one name are told apart by what they say, and where they say the same
/// by a number, for then it means nothing which is which.
pub(super) fn told_apart<T>(mut all: Vec<(Printed<'_>, T)>) -> Vec<(Slot, Span, T)> {
    let mut often: BTreeMap<Slot, usize> = BTreeMap::new();
    for (one, _) in &all {
        *often.entry(one.slot.clone()).or_default() += 1;
    }
    let mut met: BTreeMap<Slot, usize> = BTreeMap::new();
    let told = all.drain(..).map(|(one, with)| {
        let slot = if often.get(&one.slot) > Some(&1) {
            let says = hash(&one.says.says());
            let nth = met.entry(one.slot.twin(says, 0)).or_default();
            *nth += 1;
            one.slot.twin(says, *nth - 1)
        } else {
            one.slot
        };
        (slot, one.span, with)
    });
    told.collect()
}

/// FNV-1a
fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

struct Lister<'t, 'h> {
    /// Where parts of the head stand that have no place of their own.
    head: Span,
    hexes: Option<&'h HexFormat>,
    found: Vec<Printed<'t>>,
}

impl<'t> Lister<'t, '_> {
    fn put<T: std::hash::Hash>(&mut self, slot: Slot, span: Span, says: &'t T) {
        self.found.push(Printed { slot, span, says });
    }

    fn maybe<T: std::hash::Hash>(&mut self, slot: Slot, span: Span, says: Option<&'t T>) {
        if let Some(says) = says {
            self.put(slot, span, says);
        }
    }

    fn title(&mut self, of: &Slot, title: Option<&'t Text>) {
        if let Some(title) = title {
            self.put(of.part("title"), title.span, title);
        }
    }

    fn cases(&mut self, of: &Slot, cases: &'t Vec<Case>) {
        if let (Some(first), Some(last)) = (cases.first(), cases.last()) {
            self.put(of.part("cases"), first.span.to(last.span), cases);
        }
    }

    fn names(&mut self, slot: Slot, names: &'t Vec<Name>) {
        if let Some(span) = spans(names) {
            self.put(slot, span, names);
        }
    }

    fn name(&mut self, slot: Slot, name: Option<&'t Name>) {
        if let Some(name) = name {
            self.put(slot, name.span, name);
        }
    }

    fn params(&mut self, of: &Slot, params: &'t Vec<Param>) {
        if let (Some(first), Some(last)) = (params.first(), params.last()) {
            self.put(of.part("parameters"), first.name.span.to(last.ty.span), params);
        }
    }

    fn until(&mut self, of: &Slot, until: Option<&'t Until>) {
        if let Some(Until { phases }) = until {
            self.names(of.part("until"), phases);
        }
    }
}

fn spans(names: &[Name]) -> Option<Span> {
    Some(names.first()?.span.to(names.last()?.span))
}

/// Items.
impl<'t> Lister<'t, '_> {
    fn item(&mut self, item: &'t Item) {
        let Item { span, head: _, doc: _, words: _, kind, meaning: _ } = item;
        match kind {
            ItemKind::Game(it) => self.game(*span, it),
            ItemKind::Series(it) => self.series(*span, it),
            ItemKind::Hole(it) => self.hole(*span, it),
            ItemKind::Measure(it) => self.measure(*span, it),
            ItemKind::Scale(it) => self.scale(*span, it),
            ItemKind::Enum(it) => self.members(*span, it),
            ItemKind::Piece(it) => self.piece(*span, it),
            ItemKind::Marker(it) => self.marker(*span, it),
            ItemKind::Kind(it) => self.kind(*span, it),
            ItemKind::State(it) => self.state(*span, it),
            ItemKind::Box(it) => self.box_item(*span, it),
            ItemKind::Option(it) => self.option(*span, it),
            ItemKind::Rows(it) => self.rows(*span, it),
            ItemKind::Also(Also { target, layer, groups, rows }) => {
                self.layer(&Slot::whole(&target.text), layer.as_ref());
                self.rows_of(&target.text, groups, rows);
            }
            ItemKind::Table(it) => self.table(*span, it),
            ItemKind::Notation(it) => self.notation(*span, it),
            ItemKind::Purchase(it) => self.purchase(*span, it),
            ItemKind::Limit(it) => self.limit(&Slot::of_limit(it), it),
            ItemKind::Action(it) => self.action(*span, it),
            ItemKind::Procedure(it) => self.procedure(*span, it),
            ItemKind::Whenever(it) => self.whenever(*span, it),
            ItemKind::Sequence(it) => self.sequence(*span, it),
            ItemKind::Map(it) => self.map(*span, it),
            ItemKind::Look(it) => self.look(*span, it),
            ItemKind::Order(it) => self.order(*span, it),
            ItemKind::Scene(it) => self.scene(*span, it),
            ItemKind::Example(it) => self.example(*span, it),
            ItemKind::Ruling(it) => self.ruling(*span, it),
            ItemKind::Never(it) => self.never(*span, it),
            ItemKind::Allow(it) => self.allow(*span, it),
            ItemKind::Errata(it) => self.errata(*span, it),
            // Nothing of it is known.
            ItemKind::Broken { keyword: _, name: _ } => {}
        }
    }

    fn game(&mut self, span: Span, it: &'t Game) {
        let of = Slot::whole("game");
        let Game { title, series, edition, language, sides, dice, hexes, charts } = it;
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        if let Some(both @ (series, at)) = series {
            self.put(of.part("series"), series.span.to(at.span), both);
        }
        self.maybe(of.part("edition"), edition.as_ref().map_or(self.head, |text| text.span), edition.as_ref());
        self.maybe(of.part("language"), language.as_ref().map_or(self.head, |expr| expr.span), language.as_ref());
        for side in sides {
            self.put(Slot::word("game", &side.text), side.span, side);
        }
        for die in dice {
            let Die { name, count: _, faces: _, span, at } = die;
            let of = Slot::whole(&name.text);
            self.put(of.clone(), *span, die);
            self.put(of.part("range"), *at, die);
        }
        if let Some(format) = hexes {
            self.put(of.part("hexes"), format.span, format);
        }
        for chart in charts {
            self.put(Slot::word("game", &chart.0.text), chart.0.span.to(chart.1.span), chart);
        }
    }

    fn series(&mut self, span: Span, it: &'t Series) {
        let of = Slot::whole("series");
        let Series { title, edition } = it;
        self.put(of.clone(), span, it);
        self.title(&of, Some(title));
        self.maybe(of.part("edition"), edition.as_ref().map_or(span, |text| text.span), edition.as_ref());
    }

    fn hole(&mut self, span: Span, it: &'t Hole) {
        let Hole { kind: _, name, params, result, members, why } = it;
        let of = Slot::whole(&format!("hole {}", name.text));
        self.put(of.clone(), span, it);
        self.params(&of, params);
        self.maybe(of.part("range"), result.as_ref().map_or(span, |ty| ty.span), result.as_ref());
        for member in members {
            self.put(Slot::word(of.of(), &member.text), member.span, member);
        }
        self.put(of.part("why"), why.span, why);
    }

    fn measure(&mut self, span: Span, it: &'t Measure) {
        let Measure { name, title, den: _ } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
    }

    fn scale(&mut self, span: Span, it: &'t Scale) {
        let Scale { name, measure, cases, steps, below: _, above: _ } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.put(of.part("by"), measure.span, measure);
        self.cases(&of, cases);
        if let (Some(first), Some(last)) = (steps.first(), steps.last()) {
            self.put(of.part("steps"), first.span.to(last.span), steps);
        }
    }

    fn members(&mut self, span: Span, it: &'t EnumItem) {
        let EnumItem { name, title, ordered: _, within, cases, members } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.name(of.part("within"), within.as_ref());
        self.cases(&of, cases);
        for member in members {
            let Member { span, name: called, params, title, cases, of: winner, body } = member;
            let of = Slot::word(&name.text, &called.text);
            self.put(of.clone(), *span, member);
            self.params(&of, params);
            self.title(&of, title.as_ref());
            self.cases(&of, cases);
            self.name(of.part("of"), winner.as_ref());
            body.iter().for_each(|body| self.block(&format!("{} {}", name.text, called.text), body));
        }
    }

    fn piece(&mut self, span: Span, it: &'t PieceItem) {
        let PieceItem { name, title, plural, cases, fields, broken: _ } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.name(of.part("plural"), plural.as_ref());
        self.cases(&of, cases);
        for field in fields {
            let Field { span, kind: _, name: called, ty, start, until, cases } = field;
            let of = Slot::word(&name.text, &called.text);
            self.put(of.clone(), *span, field);
            self.put(of.part("range"), ty.span, ty);
            self.maybe(of.part("start"), start.as_ref().map_or(*span, |expr| expr.span), start.as_ref());
            self.until(&of, until.as_ref());
            self.cases(&of, cases);
        }
    }

    fn marker(&mut self, span: Span, it: &'t Marker) {
        let Marker { name, title, cases, on, until, provisional } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.cases(&of, cases);
        self.names(of.part("on"), on);
        self.until(&of, until.as_ref());
        self.provisional(&of, provisional.as_ref());
    }

    fn look(&mut self, span: Span, it: &'t Look) {
        let Look { lines } = it;
        self.put(Slot::whole("look"), span, it);
        for line in lines {
            let LookLine { span, name, words: _, places: _ } = line;
            let of = Slot::word("look", &name.text);
            self.put(of.clone(), *span, line);
            self.put(of.part("line"), Span { start: name.span.end, end: span.end }, line);
        }
    }

    fn provisional(&mut self, of: &Slot, ground: Option<&'t Text>) {
        if let Some(ground) = ground {
            self.put(of.part("provisional"), ground.span, ground);
        }
    }

    fn kind(&mut self, span: Span, it: &'t KindItem) {
        let KindItem { name, title, plural, cases, of: kinds } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.name(of.part("plural"), plural.as_ref());
        self.cases(&of, cases);
        self.names(of.part("of"), kinds);
    }

    fn state(&mut self, span: Span, it: &'t State) {
        let State { name, params, ty, taken, start, until, cases } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.params(&of, params);
        self.put(of.part("range"), ty.span, ty);
        self.names(of.part("at start"), taken);
        self.maybe(of.part("start"), start.as_ref().map_or(span, |expr| expr.span), start.as_ref());
        self.until(&of, until.as_ref());
        self.cases(&of, cases);
    }

    fn option(&mut self, span: Span, it: &'t OptionItem) {
        let OptionItem { name, title, cases, usual: _ } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.cases(&of, cases);
    }

    fn box_item(&mut self, span: Span, it: &'t BoxItem) {
        let BoxItem { name, title, cases, of: kind, unseen: _, removed: _ } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.cases(&of, cases);
        self.put(of.part("of"), kind.span, kind);
    }

    fn notation(&mut self, span: Span, it: &'t Notation) {
        let Notation { name, parts } = it;
        self.put(Slot::whole(&name.text), span, it);
        for part in parts {
            let (field, end) = match part {
                NotationPart::Number { letters: _, field, measure, optional: _ } => (field, measure.span),
                NotationPart::Mark { field, letters } => (field, letters.span),
            };
            self.put(Slot::word(&name.text, &field.text), field.span.to(end), part);
        }
    }

    fn purchase(&mut self, span: Span, it: &'t Purchase) {
        let Purchase { name, params, cases, costs, up_to, body } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.params(&of, params);
        self.cases(&of, cases);
        self.put(of.part("costs"), costs.span, costs);
        self.put(of.part("up to"), up_to.span, up_to);
        self.block(&name.text, body);
    }

    fn layer(&mut self, of: &Slot, layer: Option<&'t Layer>) {
        layer.into_iter().for_each(|layer| self.put(of.part("in"), layer.span, layer));
    }

    /// An item of its own, or a line of an action.
    fn limit(&mut self, of: &Slot, limit: &'t Limit) {
        let Limit { span, cases, title, on, by, often } = limit;
        self.put(of.clone(), *span, limit);
        self.title(of, title.as_ref());
        self.cases(of, cases);
        if let (Some(first), Some(last)) = (on.first(), on.last()) {
            let end = last.of.as_ref().unwrap_or(&last.name);
            self.put(of.part("on"), first.name.span.to(end.span), on);
        }
        by.iter().for_each(|by| self.put(of.part("by"), by.span, by));
        let HowOften { span: _, most, per, each } = often;
        self.put(of.part("most"), most.span, most);
        per.iter().for_each(|per| self.put(of.part("per"), per.span, per));
        each.iter().for_each(|each| self.put(of.part("for each"), each.span, each));
    }

    fn action(&mut self, span: Span, it: &'t Action) {
        let Action { name, title, params, cases, layer, in_place, by, during, limits, roles, keeps, body } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.params(&of, params);
        self.cases(&of, cases);
        self.maybe(of.part("by"), by.as_ref().map_or(span, |by| by.span), by.as_ref());
        self.names(of.part("during"), during);
        self.layer(&of, layer.as_ref());
        self.name(of.part("in place of"), in_place.as_ref());
        for limit in limits {
            let labelled = !limit.cases.is_empty() || limit.title.is_some();
            let slot = if labelled {
                Slot::labelled(&name.text, &limit.cases, limit.title.as_ref())
            } else {
                Slot::word(&name.text, "limit")
            };
            self.limit(&slot, limit);
        }
        for role in roles {
            let Role { name: called, who } = role;
            self.put(Slot::word(&name.text, &called.text), called.span.to(who.span), role);
        }
        for keep in keeps {
            let Keep { each_side: _, name: called, ty, start } = keep;
            let of = Slot::word(&name.text, &called.text);
            self.put(of.clone(), called.span.to(ty.span), keep);
            self.put(of.part("range"), ty.span, ty);
            self.maybe(of.part("start"), start.as_ref().map_or(span, |expr| expr.span), start.as_ref());
        }
        self.block(&name.text, body);
    }

    fn procedure(&mut self, span: Span, it: &'t Procedure) {
        let Procedure { name, params, result, within, layer, in_place, cases, body } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.params(&of, params);
        self.maybe(of.part("result"), result.as_ref().map_or(span, |ty| ty.span), result.as_ref());
        self.name(of.part("within"), within.as_ref());
        self.layer(&of, layer.as_ref());
        self.name(of.part("in place of"), in_place.as_ref());
        self.cases(&of, cases);
        self.block(&name.text, body);
    }

    fn whenever(&mut self, span: Span, it: &'t Whenever) {
        let Whenever { cases, title, layer, during, at_once, when, each, by, at_most, body } = it;
        let of = Slot::whole(&format!("rule {}", called(&texts(cases), Some(&title.text))));
        self.put(of.clone(), span, it);
        self.title(&of, Some(title));
        self.cases(&of, cases);
        self.layer(&of, layer.as_ref());
        self.names(of.part("during"), during);
        if let Some(at_once) = at_once {
            self.put(of.part("at once"), *at_once, at_once);
        }
        match when {
            Occasion::Becomes(cond) => self.put(of.part("whenever"), cond.span, cond),
            Occasion::At(moment) => self.put(of.part("at"), moment.span, moment),
            Occasion::Enters(entry) => self.put(of.part("whenever"), entry.who.span.to(entry.hex.span), entry),
        }
        if let Some(both @ (name, set)) = each {
            self.put(of.part("for each"), name.span.to(set.span), both);
        }
        self.maybe(of.part("by"), by.as_ref().map_or(span, |by| by.span), by.as_ref());
        self.maybe(of.part("at most"), at_most.as_ref().map_or(span, |most| most.span), at_most.as_ref());
        self.block(of.of(), body);
    }

    fn sequence(&mut self, span: Span, it: &'t Sequence) {
        let Sequence { cases, body } = it;
        let of = Slot::whole("sequence");
        self.put(of.clone(), span, it);
        self.cases(&of, cases);
        self.block("sequence", body);
    }

    fn example(&mut self, span: Span, it: &'t Example) {
        let Example { title, cases, under, at, after, steps: _ } = it;
        let of = Slot::whole(&format!("example \"{}\"", title.text));
        self.put(of.clone(), span, it);
        self.title(&of, Some(title));
        self.cases(&of, cases);
        for under in under {
            let UnderErrata { span, without, errata: _ } = under;
            self.put(of.part(if *without { "without" } else { "with" }), *span, under);
        }
        self.name(of.part("at"), at.as_ref());
        self.maybe(of.part("after"), after.as_ref().map_or(span, |text| text.span), after.as_ref());
    }

    fn ruling(&mut self, span: Span, it: &'t RulingItem) {
        let RulingItem { name, cases, question, over, by, because } = it;
        let of = Slot::whole(&format!("ruling {}", name.text));
        self.put(of.clone(), span, it);
        self.cases(&of, cases);
        self.title(&of, question.as_ref());
        if let Some(both @ (over, under)) = over {
            self.put(of.part("over"), over.span.to(under.span), both);
        }
        self.put(of.part("by"), by.span, by);
        self.put(of.part("because"), because.span, because);
    }

    fn never(&mut self, span: Span, it: &'t Never) {
        let Never { params, what, with, why } = it;
        let of = Slot::whole(&format!("never \"{}\"", why.text));
        self.put(of.clone(), span, it);
        self.params(&of, params);
        self.put(of.part("what"), what.span, what);
        self.maybe(of.part("with"), with.as_ref().map_or(span, |with| with.span), with.as_ref());
    }

    fn allow(&mut self, span: Span, it: &'t Allow) {
        let Allow { what, at: _, why } = it;
        let of = Slot::whole(&format!("allow {what}"));
        self.put(of.clone(), span, it);
        self.put(of.part("why"), why.span, why);
    }
}

/// Rows.
impl<'t> Lister<'t, '_> {
    fn rows(&mut self, span: Span, it: &'t Rows) {
        let Rows {
            kind: _,
            name,
            params,
            within,
            result,
            layer,
            cases,
            stages,
            otherwise,
            by,
            during,
            always,
            like,
            spends,
            remembers,
            enters,
            leaves,
            hides,
            from,
            groups,
            rows,
        } = it;
        let of = Slot::whole(&name.text);
        self.put(of.clone(), span, it);
        self.params(&of, params);
        self.name(of.part("within"), within.as_ref());
        self.maybe(of.part("range"), result.as_ref().map_or(span, |ty| ty.span), result.as_ref());
        self.layer(&of, layer.as_ref());
        self.cases(&of, cases);
        self.names(of.part("stages"), stages);
        match always {
            Some(always) => self.put(of.part("always"), *always, always),
            None => {
                self.maybe(of.part("otherwise"), otherwise.as_ref().map_or(span, |expr| expr.span), otherwise.as_ref());
            }
        }
        self.maybe(of.part("by"), by.as_ref().map_or(span, |by| by.span), by.as_deref());
        self.names(of.part("during"), during);
        self.name(of.part("like"), like.as_ref());
        self.maybe(of.part("spends"), spends.as_ref().map_or(span, |expr| expr.span), spends.as_ref());
        self.names(of.part("remembers"), remembers);
        self.maybe(of.part("enters"), enters.as_ref().map_or(span, |expr| expr.span), enters.as_deref());
        self.maybe(of.part("leaves"), leaves.as_ref().map_or(span, |leaves| leaves.span), leaves.as_deref());
        self.names(of.part("hides"), hides);
        self.maybe(of.part("from"), from.as_ref().map_or(span, |from| from.span), from.as_ref());
        self.rows_of(&name.text, groups, rows);
    }

    fn rows_of(&mut self, of: &str, groups: &'t [Group], rows: &'t [Row]) {
        for group in groups {
            let Group { name, op: _, stage: _ } = group;
            self.put(Slot::new(of, Which::Group(name.text.clone())), name.span, group);
        }
        for row in rows {
            self.row(of, row);
        }
    }

    fn row(&mut self, of: &str, row: &'t Row) {
        let Row { span, cases, title, stage, verdict, clauses, group: _, doc: _ } = row;
        let of = Slot::row(of, row);
        self.put(of.clone(), *span, row);
        self.cases(&of, cases);
        self.title(&of, title.as_ref());
        if let Some(stage) = stage {
            self.put(of.part("stage"), stage.name.span, stage);
        }
        // What waives says nothing else.
        if verdict.span.start < verdict.span.end {
            self.put(of.part(VERDICT), verdict.span, verdict);
        }
        for clause in clauses {
            let (part, span) = match clause {
                Clause::When(expr) => ("when", expr.span),
                Clause::Unless(expr) => ("unless", expr.span),
                Clause::EvenWhen(span, _) => ("even when", *span),
                Clause::ForEach(name, set) => ("for each", name.span.to(set.span)),
                Clause::ExceptionTo(_, span) => ("exception to", *span),
                Clause::Waives(_, span) => ("waives", *span),
                Clause::Otherwise(span) => ("otherwise", *span),
                Clause::Ruling(name) => ("ruling", name.span),
                Clause::Provisional(text) => ("provisional", text.span),
            };
            self.put(of.part(part), span, clause);
        }
    }
}

/// Statements.
impl<'t> Lister<'t, '_> {
    fn block(&mut self, of: &str, block: &'t Block) {
        for stmt in &block.stmts {
            self.stmt(of, stmt);
        }
    }

    /// What has neither case, title nor name belongs to what it stands in.
    fn stmt(&mut self, of: &str, stmt: &'t Stmt) {
        let Stmt { span, cases, title, kind, ruling: _, provisional: _ } = stmt;
        let slot = match kind {
            StmtKind::Phase { name, block: _ } => {
                let title = title.as_ref().map(|title| title.text.clone());
                Some(Slot::new(of, Which::Phase(name.text.clone(), title)))
            }
            _ => self.label(of, cases, title.as_ref(), *span, stmt),
        };
        if let StmtKind::Phase { .. } = kind
            && let Some(slot) = &slot
        {
            self.put(slot.clone(), *span, stmt);
        }
        if let Some(slot) = &slot {
            self.cases(slot, cases);
            self.title(slot, title.as_ref());
        }
        match kind {
            StmtKind::Chooses(choose) => self.arms(of, &choose.arms),
            StmtKind::Depending { on: _, arms } => self.arms(of, arms),
            StmtKind::Picks(picks) => {
                for such in &picks.such_that {
                    let SuchThat { span, cases, title, least: _, most: _, weight: _, alike: _ } = such;
                    self.label(of, cases, title.as_ref(), *span, such);
                }
            }
            _ => {}
        }
        crate::translate::blocks(kind, &mut |block| self.block(of, block));
    }

    fn arms(&mut self, of: &str, arms: &'t [Arm]) {
        for arm in arms {
            let Arm { span, cases, title, ranges: _, when: _, block: _ } = arm;
            self.label(of, cases, title.as_ref(), *span, arm);
        }
    }

    fn label<T: std::hash::Hash>(
        &mut self,
        of: &str,
        cases: &'t [Case],
        title: Option<&'t Text>,
        span: Span,
        says: &'t T,
    ) -> Option<Slot> {
        if cases.is_empty() && title.is_none() {
            return None;
        }
        let slot = Slot::labelled(of, cases, title);
        self.put(slot.clone(), span, says);
        Some(slot)
    }
}

/// Maps, orders of battle, set-ups.
impl<'t> Lister<'t, '_> {
    fn map(&mut self, span: Span, it: &'t Map) {
        let Map { title, provisional, lines } = it;
        let of = Slot::whole("map");
        self.put(of.clone(), span, it);
        self.title(&of, title.as_ref());
        self.provisional(&of, provisional.as_ref());
        for line in lines {
            match line {
                MapLine::Grid(grid) => self.grid(grid),
                MapLine::Hexes { span, feature, in_order: _, runs } => {
                    self.put(Slot::whole(&feature.text), *span, line);
                    for run in runs {
                        if let Some(span) = spans(run) {
                            let numbers = run.iter().map(|name| name.text.as_str()).collect::<Vec<&str>>().join("..");
                            self.put(Slot::new(&feature.text, Which::At(vec![numbers], None)), span, run);
                        }
                    }
                }
                MapLine::Hexsides { span, feature, directed, chains } => {
                    self.put(Slot::whole(&feature.text), *span, line);
                    for pair in chains.iter().flat_map(|chain| chain.array_windows::<2>()) {
                        let [a, b] = pair;
                        let (low, high) = if *directed || a.text < b.text { (a, b) } else { (b, a) };
                        let sign = if *directed { ">" } else { "-" };
                        let side = format!("{}{sign}{}", low.text, high.text);
                        self.put(Slot::new(&feature.text, Which::At(vec![side], None)), a.span.to(b.span), pair);
                    }
                }
                MapLine::Place { span, name, hex } => {
                    self.put(Slot::whole(&name.text), *span, line);
                    self.put(Slot::whole(&name.text).part("at"), hex.span, hex);
                }
                MapLine::Broken(_) => {}
            }
        }
    }

    fn grid(&mut self, grid: &'t Grid) {
        let Grid { span, feature, ty, key, columns, rows } = grid;
        let of = Slot::whole(&feature.text);
        self.put(of.clone(), *span, grid);
        self.put(of.part("range"), ty.span, ty);
        for one in key {
            let Key { letter, member } = one;
            self.put(Slot::word(&feature.text, &member.text), letter.span.to(member.span), one);
        }
        for row in rows {
            let GridRow { span: _, number, letters } = row;
            for (column, letter) in columns.iter().zip(letters) {
                let hex = self.hex(&column.text, &number.text);
                self.put(Slot::new(&feature.text, Which::At(vec![hex], None)), letter.span, letter);
            }
        }
    }

    /// A hex of a drawing, as the game numbers it.
    fn hex(&self, column: &str, row: &str) -> String {
        let dot = if self.hexes.is_some_and(|format| format.dotted) { "." } else { "" };
        match self.hexes {
            Some(format) if !format.column_first => format!("{row}{dot}{column}"),
            Some(_) | None => format!("{column}{dot}{row}"),
        }
    }

    fn order(&mut self, span: Span, it: &'t Order) {
        let Order { side, provisional, groups } = it;
        let of = Slot::whole(&format!("order {}", side.text));
        self.put(of.clone(), span, it);
        self.provisional(&of, provisional.as_ref());
        for group in groups {
            let CounterGroup { span: _, piece, columns, counters } = group;
            self.names(Slot::word(of.of(), &piece.text), columns);
            for counter in counters {
                let Counter { span, name, copies: _, words } = counter;
                self.put(Slot::whole(&name.text), *span, counter);
                for (column, word) in columns.iter().zip(words) {
                    self.put(Slot::word(&name.text, &column.text), word.span, word);
                }
                for flag in words.iter().skip(columns.len()) {
                    self.put(Slot::word(&name.text, &flag.text), flag.span, flag);
                }
            }
        }
    }
}
