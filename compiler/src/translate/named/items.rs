//! The names that items hold, each read as its place says.

use super::Namer;
use super::book::Key;
use crate::diag::Place;
use crate::layers::{self, ResultPart};
use crate::names::Sort;
use crate::source::FileId;
use crate::translate::declare::member_named;
use crate::translate::ty::{Kinds, Noun, Ty, Unit};
use crate::translate::world::{Entry, FieldDef, PHASE, SIDE, Stored};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, MapLine, NotationPart, Occasion, SceneLine, TypeKind};

impl<'a> Namer<'_, 'a> {
    // What items name.

    pub(super) fn item(&mut self, item: &'a ast::Item) {
        (self.item, self.within, self.rows) = (crate::outline::called(item), None, None);
        self.scope.clear();
        self.seen.clear();
        self.cases(crate::outline::cases_of(item));
        match &item.kind {
            ItemKind::Game(game) => {
                if let Some((title, _)) = &game.series {
                    self.title(title, None);
                }
            }
            ItemKind::Series(_) | ItemKind::Measure(_) | ItemKind::Option(_) | ItemKind::Broken { .. } => {}
            ItemKind::Enum(list) => {
                self.within_action(list.within.as_ref());
                list.members.iter().for_each(|member| {
                    self.cases(&member.cases);
                    self.by(member.of.as_ref());
                    self.within_scope(|reader| {
                        reader.params(&member.params);
                        member.body.iter().for_each(|body| reader.block(body));
                    });
                });
            }
            ItemKind::Hole(hole) => self.hole(hole),
            ItemKind::Scale(scale) => self.measure(&scale.measure),
            ItemKind::Piece(piece) => piece.fields.iter().for_each(|field| {
                self.type_ref(&field.ty);
                self.start(field.start.as_ref(), field.until.as_ref(), self.ty_of(&field.ty));
            }),
            ItemKind::Marker(marker) => {
                marker.on.iter().for_each(|name| self.item_name(name));
                self.start(None, marker.until.as_ref(), None);
            }
            ItemKind::Kind(kind) => kind.of.iter().for_each(|name| self.item_name(name)),
            ItemKind::State(state) => {
                self.params(&state.params);
                self.type_ref(&state.ty);
                state.taken.iter().for_each(|phase| self.phase(phase));
                self.start(state.start.as_ref(), state.until.as_ref(), self.ty_of(&state.ty));
            }
            ItemKind::Box(it) => self.item_name(&it.of),
            ItemKind::Rows(rows) => self.rows_item(rows),
            ItemKind::Also(also) => self.also(also),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Notation(notation) => {
                for part in &notation.parts {
                    if let NotationPart::Number { measure, .. } = part {
                        self.measure(measure);
                    }
                }
            }
            ItemKind::Purchase(purchase) => {
                self.params(&purchase.params);
                self.expr(&purchase.costs);
                self.expr(&purchase.up_to);
                self.block(&purchase.body);
            }
            ItemKind::Limit(limit) => self.limit(limit),
            ItemKind::Action(action) => {
                self.layer(action.layer.as_ref());
                action.in_place.iter().for_each(|name| self.item_name(name));
                self.action(action);
            }
            ItemKind::Procedure(procedure) if layers::made(procedure) == Some(ResultPart::Ways) => {}
            ItemKind::Procedure(procedure) => {
                self.params(&procedure.params);
                procedure.result.iter().for_each(|result| self.type_ref(result));
                self.within_action(procedure.within.as_ref());
                self.layer(procedure.layer.as_ref());
                procedure.in_place.iter().for_each(|name| self.item_name(name));
                self.block(&procedure.body);
            }
            ItemKind::Whenever(rule) => {
                self.layer(rule.layer.as_ref());
                rule.during.iter().for_each(|phase| self.phase(phase));
                match &rule.when {
                    Occasion::At(moment) => self.moment(moment),
                    Occasion::Enters(entry) => {
                        self.expr(&entry.set);
                        self.give(&entry.who, Sort::Local);
                        self.give(&entry.hex, Sort::Local);
                    }
                    Occasion::Becomes(_) => {}
                }
                if let Some((name, set)) = &rule.each {
                    self.expr(set);
                    self.give(name, Sort::Local);
                }
                if let Occasion::Becomes(cond) = &rule.when {
                    self.expr(cond);
                }
                rule.by.iter().chain(&rule.at_most).for_each(|expr| self.expr(expr));
                self.block(&rule.body);
            }
            ItemKind::Sequence(sequence) => self.block(&sequence.body),
            ItemKind::Map(map) => map.lines.iter().for_each(|line| self.map_line(line)),
            ItemKind::Look(look) => self.look(look),
            ItemKind::Order(order) => self.order(order),
            ItemKind::Scene(scene) => self.scene(scene),
            ItemKind::Example(example) => self.example(example),
            ItemKind::Ruling(ruling) => {
                self.cases(&ruling.cases);
                if let Some((over, under)) = &ruling.over {
                    let rows = self.rows_with([over, under]);
                    self.title(over, rows);
                    self.title(under, rows);
                }
            }
            ItemKind::Never(never) => {
                self.params(&never.params);
                self.expr(&never.what);
                never.with.iter().for_each(|with| self.expr(with));
            }
            ItemKind::Allow(allow) => self.allow(allow),
            ItemKind::Errata(errata) => self.errata(errata),
        }
    }

    fn start(&mut self, start: Option<&'a ast::Expr>, until: Option<&'a ast::Until>, ty: Option<Ty>) {
        if let Some(start) = start {
            self.wanted(start, ty);
        }
        for phase in until.into_iter().flat_map(|until| &until.phases) {
            self.phase(phase);
        }
    }

    /// What begins or ends there, and the names that it gives.
    fn moment(&mut self, moment: &'a ast::Moment) {
        for (nth, of) in moment.of.iter().enumerate() {
            match self.builder.world.entry(&of.name.text) {
                Some(Entry::Action(_) | Entry::Procedure(_)) => self.item_name(&of.name),
                _ => self.phase(&of.name),
            }
            for name in &of.about {
                if nth == 0 { self.give(name, Sort::Local) } else { self.word(name, None) }
            }
        }
    }

    pub(super) fn within_action(&mut self, name: Option<&'a ast::Name>) {
        let Some(name) = name else { return };
        self.item_name(name);
        if let Some(Entry::Action(at)) = self.builder.world.entry(&name.text) {
            self.within = Some(at);
        }
    }

    fn hole(&mut self, hole: &'a ast::Hole) {
        self.params(&hole.params);
        if let Some(result) = &hole.result {
            self.type_ref(result);
        }
        if self.builder.world.entry(&hole.name.text).is_some() {
            self.item_name(&hole.name);
        }
        if let Some(Entry::Enum(list)) = self.builder.world.entry(&hole.name.text) {
            hole.members.iter().for_each(|member| self.of_list(list, member));
        }
    }

    fn limit(&mut self, limit: &'a ast::Limit) {
        self.cases(&limit.cases);
        self.within_scope(|reader| {
            limit.on.iter().for_each(|used| reader.used(used));
            limit.by.iter().for_each(|by| reader.expr(&by.side));
            reader.how_often(&limit.often);
        });
        if let Some(name) = limit.often.each.as_ref().and_then(|each| each.name.as_ref()) {
            let named = limit.on.iter().filter_map(|used| self.param_of(used, &name.text)).collect();
            self.book.alike(named);
        }
    }

    /// The action of that name.
    fn action_named(&self, name: &str) -> Option<(FileId, &'a ast::Action)> {
        self.builder.written().find_map(|(file, item)| match &item.kind {
            ItemKind::Action(def) if def.name.text == name => Some((file, def)),
            _ => None,
        })
    }

    /// The parameter of a used action that bears this name.
    fn param_of(&self, used: &ast::Used, name: &str) -> Option<Key<'a>> {
        let (file, def) = self.action_named(&used.name.text).filter(|_| used.of.is_none())?;
        let param = def.params.iter().find(|param| param.name.text == name)?;
        Some(Key::At(Place::new(file, param.name.span)))
    }

    /// An action with its parameters, or a name that it keeps.
    fn used(&mut self, used: &'a ast::Used) {
        let Some(of) = &used.of else {
            let fields = &self.builder.world.fields;
            if let Some(at) = fields.iter().position(|def| def.marker.is_some() && def.name == used.name.text) {
                self.mark(used.name.span, Key::Field(at));
                return;
            }
            self.item_name(&used.name);
            if let Some((file, def)) = self.action_named(&used.name.text) {
                self.bring_params(&def.params, file);
            }
            return;
        };
        self.within_action(Some(of));
        self.unknown(&used.name);
    }

    pub(super) fn how_often(&mut self, often: &'a ast::HowOften) {
        if let Some(name) = often.each.as_ref().and_then(|each| each.name.as_ref()) {
            self.unknown(name);
        }
        self.expr(&often.most);
    }

    fn action(&mut self, action: &'a ast::Action) {
        if let Some(Entry::Action(at)) = self.builder.world.entry(&action.name.text) {
            self.within = Some(at);
        }
        self.params(&action.params);
        for role in &action.roles {
            self.expr(&role.who);
            let at = self.place(role.name.span);
            self.given.insert(at, Ty::One(Noun::Enum(SIDE)));
            self.give(&role.name, Sort::Role);
        }
        for keep in &action.keeps {
            self.type_ref(&keep.ty);
            if let Some(start) = &keep.start {
                self.wanted(start, self.ty_of(&keep.ty));
            }
            self.give_typed(&keep.name, Sort::Kept, &keep.ty);
        }
        if let Some(by) = &action.by {
            self.expr(&by.side);
        }
        action.during.iter().for_each(|phase| self.phase(phase));
        action.limits.iter().for_each(|limit| self.limit(limit));
        self.block(&action.body);
    }

    fn map_line(&mut self, line: &'a MapLine) {
        match line {
            MapLine::Grid(grid) => {
                self.type_name(&grid.ty);
                if let Some(Entry::Enum(list)) = self.builder.world.entry(&grid.ty.text) {
                    grid.key.iter().for_each(|key| self.of_list(list, &key.member));
                }
            }
            MapLine::Hexes { runs: all, .. } | MapLine::Hexsides { chains: all, .. } => {
                all.iter().flatten().for_each(|name| self.hex_named(name));
            }
            MapLine::Place { hex, .. } => self.hex_named(hex),
            MapLine::Broken(_) => {}
        }
    }

    fn order(&mut self, order: &'a ast::Order) {
        self.side(&order.side);
        for group in &order.groups {
            self.item_name(&group.piece);
            let piece = self.builder.world.pieces.iter().position(|piece| piece.name == group.piece.text);
            let columns: Vec<Option<usize>> = group.columns.iter().map(|column| self.printed(piece, column)).collect();
            for counter in &group.counters {
                for (word, field) in counter.words.iter().zip(&columns) {
                    let ty = field.and_then(|at| self.builder.world.fields.get(at)).map(|field| field.ty);
                    self.word(word, ty);
                }
            }
        }
    }

    /// What a line is about, and the fields, states and values that stand on a counter; its other words are those of looks.
    fn look(&mut self, look: &'a ast::Look) {
        for line in &look.lines {
            let entry = self.builder.world.entry(&line.name.text);
            let named = self.field_where(&line.name.text, |_| true).filter(|_| entry.is_none());
            let is_drawn = matches!(entry, Some(Entry::State(_) | Entry::Rows(_) | Entry::Table(_)));
            match (named, self.kept_anywhere(&line.name.text).filter(|_| !is_drawn)) {
                (Some(at), _) => self.mark(line.name.span, Key::Field(at)),
                (None, Some(kept)) => self.mark(line.name.span, kept),
                (None, None) => self.unknown(&line.name),
            }
            let kinds = match self.builder.world.entry(&line.name.text) {
                Some(Entry::Kind(at)) => self.builder.world.kinds.get(at).map(|kind| kind.kinds),
                Some(Entry::Counter(at)) => self.builder.world.counters.get(at).map(|def| Kinds::of(def.piece)),
                Some(_) | None => None,
            };
            for name in line.places.iter().flat_map(|place| &place.fields) {
                let fits = |field: &FieldDef<'_>| kinds.is_some_and(|kinds| !kinds.and(field.pieces).is_empty());
                match self.field_where(&name.text, fits) {
                    Some(at) => self.mark(name.span, Key::Field(at)),
                    None => self.unknown(name),
                }
            }
        }
    }

    fn field_where(&self, name: &str, fits: impl Fn(&FieldDef<'_>) -> bool) -> Option<usize> {
        self.builder.world.fields.iter().position(|field| field.name == name && fits(field))
    }

    /// The printed field of a piece.
    fn printed(&mut self, piece: Option<usize>, column: &'a ast::Name) -> Option<usize> {
        let found = self.builder.world.fields.iter().position(|field| {
            field.name == column.text
                && piece.is_some_and(|piece| Kinds::of(piece).within(field.pieces))
                && matches!(field.stored, Stored::Table(_))
        });
        if let Some(at) = found {
            self.mark(column.span, Key::Field(at));
        }
        found
    }

    /// A printed word: a member, a hex, a counter.
    fn word(&mut self, word: &'a ast::Name, ty: Option<Ty>) {
        match ty {
            Some(Ty::One(noun) | Ty::Maybe(noun)) => drop(self.noun_named(noun, word.span, &word.text)),
            Some(_) => {}
            None => self.unknown(word),
        }
    }

    fn table(&mut self, table: &'a ast::Table) {
        self.type_ref(&table.down);
        [&table.across, &table.heads_of].into_iter().flatten().for_each(|ty| self.type_ref(ty));
        self.type_ref(&table.gives);
        let [down, gives] = [&table.down, &table.gives].map(|ty| self.ty_of(ty));
        let [across, heads_of] = [&table.across, &table.heads_of].map(|ty| self.ty_of(ty.as_ref()?));
        for head in &table.heads {
            self.cases(&head.cases);
            head.of.iter().for_each(|word| self.label(word, heads_of));
            head.labels.iter().for_each(|word| self.label(word, across));
        }
        let columns = table.heads.first().map_or(1, |head| head.labels.len());
        for line in &table.lines {
            self.cases(&line.cases);
            let at = line.words.len().saturating_sub(columns);
            let (labels, entries) = line.words.split_at(at);
            labels.iter().for_each(|word| self.label(word, down));
            entries.iter().for_each(|word| self.word(word, gives));
        }
    }

    /// The cell of a table or the field of a counter, and what is printed there, before and after.
    pub(super) fn word_amended(&mut self, of: &'a ast::Name, which: &'a ast::Which, words: [&'a ast::Name; 2]) {
        let builder = self.builder;
        let ty = match which {
            ast::Which::Cell(labels) => {
                self.item_name(of);
                let table = builder.written().find_map(|(_, item)| match &item.kind {
                    ItemKind::Table(table) if table.name.text == of.text => Some(table),
                    _ => None,
                });
                let Some(table) = table else { return };
                let [down, gives] = [&table.down, &table.gives].map(|ty| self.ty_of(ty));
                let beside = [&table.heads_of, &table.across].into_iter().flatten().map(|ty| self.ty_of(ty));
                let beside: Vec<Option<Ty>> = beside.collect();
                let of_line = labels.len().saturating_sub(beside.len());
                let types = std::iter::repeat_n(down, of_line).chain(beside);
                for (label, ty) in labels.iter().zip(types) {
                    self.label(label, ty);
                }
                gives
            }
            ast::Which::Field(field) => {
                self.counter(of);
                let piece = self.piece_of(&of.text);
                let at = self.printed(piece, field);
                at.and_then(|at| builder.world.fields.get(at)).map(|field| field.ty)
            }
            ast::Which::Who(_, who) => {
                self.counter(who);
                return;
            }
        };
        words.into_iter().for_each(|word| self.word(word, ty));
    }

    /// `plain,wood`: several labels in one word.
    fn label(&mut self, word: &'a ast::Name, ty: Option<Ty>) {
        let Some(Ty::One(noun)) = ty else { return };
        let mut start = word.span.start;
        for part in word.text.split(',') {
            let (end, name) = (start + part.len() as u32, part.trim());
            let start_of_name = end - part.trim_start().len() as u32;
            self.noun_named(noun, Span { start: start_of_name, end: start_of_name + name.len() as u32 }, name);
            start = end + 1;
        }
    }

    fn scene(&mut self, scene: &'a ast::Scene) {
        if let Some(phase) = &scene.phase {
            self.phase_titled(phase, scene.printing.as_ref());
        }
        if let Some(side) = &scene.side {
            self.side(side);
        }
        scene.with.iter().chain(&scene.without).for_each(|name| self.scenario_or_option(name));
        scene.like.iter().for_each(|name| self.item_name(name));
        for line in &scene.lines {
            match line {
                SceneLine::Place { hex, units, .. } => {
                    if matches!(self.builder.world.entry(&hex.text), Some(Entry::Box(_))) {
                        self.item_name(hex);
                    } else if hex.text.starts_with(|sign: char| sign.is_ascii_digit())
                        || self.global(&hex.text).is_some()
                    {
                        self.hex_named(hex);
                    } else {
                        self.unknown(hex);
                    }
                    for unit in units {
                        self.counter(&unit.name);
                        let piece = self.piece_of(&unit.name.text);
                        for (field, value) in &unit.with {
                            let ty = self.field_named(piece, field);
                            self.wanted(value, ty);
                        }
                    }
                }
                SceneLine::Turns { from, to, .. } => {
                    let ty = Some(self.builder.turns.ty());
                    self.wanted(from, ty);
                    self.wanted(to, ty);
                }
                SceneLine::State { name, args, value, .. } => {
                    args.iter().for_each(|arg| self.expr(arg));
                    let ty = match self.builder.world.entry(&name.text) {
                        Some(Entry::State(at)) => self.builder.world.states.get(at).map(|state| state.ty),
                        Some(Entry::Run(at)) => self.builder.world.runs.get(at).map(|run| run.ty),
                        _ if name.text == "turn" => Some(self.builder.turns.ty()),
                        _ => None,
                    };
                    match self.builder.world.entry(&name.text) {
                        Some(Entry::State(_) | Entry::Run(_)) => self.item_name(name),
                        _ => self.unknown(name),
                    }
                    self.wanted(value, ty);
                }
                SceneLine::Broken(_) => {}
            }
        }
    }

    /// A counter by its name, one of several copies, or all of them.
    pub(super) fn counter(&mut self, name: &'a ast::Name) {
        match self.counter_key(&name.text) {
            Some(key) => self.mark(name.span, key),
            None => self.unknown(name),
        }
    }

    pub(super) fn counter_key(&self, text: &str) -> Option<Key<'a>> {
        let world = &self.builder.world;
        let named = world.names.get(text);
        if let Some((Entry::Counter(_), at)) = named {
            return Some(Key::At(*at));
        }
        if let Some(print) = world.prints.iter().flat_map(|prints| &prints.lines).find(|print| print.name == text) {
            return Some(Key::At(print.at));
        }
        if named.is_some() {
            return None;
        }
        // A name with copies stands for all of them.
        match world.names.get(&format!("{text}a")) {
            Some((Entry::Counter(_), at)) => Some(Key::At(*at)),
            Some(_) | None => None,
        }
    }

    fn piece_of(&self, text: &str) -> Option<usize> {
        let world = &self.builder.world;
        let counter = |text: &str| match world.entry(text) {
            Some(Entry::Counter(at)) => world.counters.get(at).map(|def| def.piece),
            _ => None,
        };
        let print = || world.prints.iter().flat_map(|prints| &prints.lines).find(|print| print.name == text);
        counter(text).or_else(|| counter(&format!("{text}a"))).or_else(|| print().map(|print| print.piece))
    }

    /// A field of a piece that stands there without it.
    fn field_named(&mut self, piece: Option<usize>, name: &'a ast::Name) -> Option<Ty> {
        let fields = self.builder.world.fields.iter().enumerate().filter(|(_, field)| field.name == name.text);
        let own = |kinds: Kinds| piece.is_none_or(|piece| Kinds::of(piece).within(kinds));
        let found: Vec<(usize, Ty)> =
            fields.filter(|(_, field)| own(field.pieces)).map(|(at, field)| (at, field.ty)).collect();
        match found.as_slice() {
            [] => None,
            [(at, ty)] => {
                self.mark(name.span, Key::Field(*at));
                Some(*ty)
            }
            [(at, ty), ..] => {
                self.guess(name.span, Key::Field(*at));
                Some(*ty)
            }
        }
    }

    fn allow(&mut self, allow: &'a ast::Allow) {
        let quoted = self.builder.sources.text(self.place(allow.at)).starts_with('"');
        let found: Vec<Key<'a>> = if quoted {
            let all = self.titles.get(allow.what.as_str()).into_iter().flatten();
            all.map(|titled| Key::At(titled.at)).collect()
        } else {
            let mut found = self.guessed(&allow.what);
            let fields = self.builder.world.fields.iter().enumerate();
            found.extend(fields.filter(|(_, field)| field.name == allow.what).map(|(at, _)| Key::Field(at)));
            found
        };
        match found.as_slice() {
            [] => {}
            [one] => self.mark(allow.at, *one),
            [first, ..] => self.guess(allow.at, *first),
        }
    }

    /// What a type as it is written is; nothing for what is none.
    pub(super) fn ty_of(&self, ty: &ast::TypeRef) -> Option<Ty> {
        let noun = |name: &ast::Name| match self.named_type(&name.text)? {
            Ty::One(noun) => Some(noun),
            _ => None,
        };
        match &ty.kind {
            TypeKind::YesNo => Some(Ty::YesNo),
            TypeKind::Range { measure, .. } => {
                let unit = measure.as_ref().and_then(|name| self.unit(&name.text));
                Some(Ty::Number { unit: unit.unwrap_or(Unit::Plain), den: 1 })
            }
            TypeKind::Named(name) => self.named_type(&name.text),
            TypeKind::Set(name) => noun(name).map(Ty::Set),
            TypeKind::Maybe(name) => noun(name).map(Ty::Maybe),
            TypeKind::Broken => None,
        }
    }

    fn unit(&self, text: &str) -> Option<Unit> {
        let measures = &self.builder.world.measures;
        let ends = [Some(text), text.strip_suffix('s'), text.strip_suffix("es")];
        let found = ends.into_iter().flatten().find_map(|word| measures.iter().position(|known| known.name == word));
        found.map(Unit::Of)
    }

    fn named_type(&self, text: &str) -> Option<Ty> {
        Some(match text {
            "Side" => Ty::One(Noun::Enum(SIDE)),
            "Phase" => Ty::One(Noun::Enum(PHASE)),
            "Hex" => Ty::One(Noun::Hex),
            "Hexside" => Ty::One(Noun::Hexside),
            "Direction" => Ty::One(Noun::Direction),
            _ => match self.builder.world.entry(text)? {
                Entry::Enum(at) => Ty::One(Noun::Enum(at)),
                Entry::Kind(at) => Ty::One(Noun::Piece(self.builder.world.kinds.get(at)?.kinds)),
                Entry::Scale(at) => Ty::Step(at),
                Entry::Notation(at) => Ty::Notation(at),
                Entry::Measure(at) => Ty::Number { unit: Unit::Of(at), den: 1 },
                _ => return None,
            },
        })
    }

    /// Does a hex go by this number?
    pub(super) fn hex_of(&self, text: &str) -> Option<i64> {
        member_named(self.builder, Noun::Hex, text)
    }
}

/// Where an item of this name stands.
pub(super) fn place_of(file: FileId, name: &ast::Name) -> Place {
    Place::new(file, name.span)
}
