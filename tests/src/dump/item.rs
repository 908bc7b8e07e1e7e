//! Items as s-expressions.

use super::{Dumper, Tree, cases, doc, flag, list, many, name, named, names, quoted, some, text, texts, title, word};
use wgr_grammar::ast::{
    Action, Asked, CounterGroup, Edge, Edit, EditKind, Example, ExampleKind, ExpectPart, Field, FieldKind, ForEachOne,
    Game, Grid, HexFormat, HoleKind, HowOften, Item, ItemKind, Layer, Leaves, Limit, LookLine, LookPlace, Map, MapLine,
    Member, NotationPart, Occasion, Order, PathFrom, Rows, RowsKind, RulingItem, Scene, SceneLine, Table, Text, Thing,
    UnderErrata, Until, Used, Whenever, Which,
};

fn number(value: u32) -> Tree {
    Tree::Word(value.to_string())
}

fn until(until: Option<&Until>) -> Tree {
    until.map_or(Tree::Absent, |until| names("until-end-of", &until.phases))
}

fn layer(layer: Option<&Layer>) -> Tree {
    layer.map_or(Tree::Absent, |layer| names("layer", &layer.any))
}

impl Dumper {
    pub(super) fn item(&self, item: &Item) -> Tree {
        let mut tree = self.item_kind(&item.kind);
        if let (Tree::List(parts), false) = (&mut tree, item.doc.is_empty()) {
            parts.insert(1, doc(&item.doc));
        }
        self.placed(item.span, tree)
    }

    fn item_kind(&self, kind: &ItemKind) -> Tree {
        match kind {
            ItemKind::Game(game) => self.game(game),
            ItemKind::Series(it) => list("series", [text(&it.title), texts("edition", it.edition.as_ref())]),
            ItemKind::Hole(it) => {
                let kind = match it.kind {
                    HoleKind::Enum => "enum",
                    HoleKind::Value => "value",
                    HoleKind::Fact => "fact",
                    HoleKind::Permit => "permit",
                };
                let gives = some("gives", it.result.as_ref().map(|ty| self.ty(ty)));
                let members = names("members", &it.members);
                list("hole", [word(kind), name(&it.name), self.params(&it.params), gives, members, text(&it.why)])
            }
            ItemKind::Option(it) => {
                let usual = if it.usual { word("usual") } else { Tree::Absent };
                list("option", [name(&it.name), title(it.title.as_ref()), cases(&it.cases), usual])
            }
            ItemKind::Box(it) => {
                let flag = |is_so: bool, text: &str| if is_so { word(text) } else { Tree::Absent };
                let (unseen, removed) = (flag(it.unseen, "unseen"), flag(it.removed, "for-the-removed"));
                list("box", [name(&it.name), title(it.title.as_ref()), cases(&it.cases), name(&it.of), unseen, removed])
            }
            ItemKind::Measure(it) => list("measure", [name(&it.name), title(it.title.as_ref()), number(it.den)]),
            ItemKind::Scale(it) => {
                let head = [name(&it.name), list("by", [name(&it.measure)]), cases(&it.cases)];
                let ends = [flag("below", it.below), self.exprs("steps", &it.steps), flag("above", it.above)];
                many("scale", head.into_iter().chain(ends))
            }
            ItemKind::Enum(it) => {
                let each = it.members.iter().map(|member| match member {
                    Member { span: _, name: called, params, title: None, cases, of: None, body: None }
                        if cases.is_empty() && params.is_empty() =>
                    {
                        name(called)
                    }
                    Member { span: _, name: called, params, title: title_, cases: found, of, body } => {
                        let parts = [name(called), title(title_.as_ref()), cases(found), named("of", of.as_ref())];
                        let params = if params.is_empty() { Tree::Absent } else { self.params(params) };
                        let body = self.maybe_block("does", body.as_ref());
                        many("member", parts.into_iter().chain([params, body]))
                    }
                });
                let head = [name(&it.name), title(it.title.as_ref()), flag("in-order", it.ordered), cases(&it.cases)];
                let within = named("within", it.within.as_ref());
                many("enum", head.into_iter().chain([within, many("members", each)]))
            }
            ItemKind::Piece(it) => {
                let head =
                    [name(&it.name), title(it.title.as_ref()), named("plural", it.plural.as_ref()), cases(&it.cases)];
                many("piece", head.into_iter().chain(it.fields.iter().map(|field| self.field(field))))
            }
            ItemKind::Marker(it) => {
                let head = [name(&it.name), title(it.title.as_ref()), cases(&it.cases), names("on", &it.on)];
                let rest = [until(it.until.as_ref()), texts("provisional", it.provisional.as_ref())];
                many("marker", head.into_iter().chain(rest))
            }
            ItemKind::Kind(it) => {
                let plural = named("plural", it.plural.as_ref());
                list("kind", [name(&it.name), title(it.title.as_ref()), plural, cases(&it.cases), names("of", &it.of)])
            }
            ItemKind::State(it) => {
                let start = self.maybe("=", it.start.as_ref());
                let head = [name(&it.name), self.params(&it.params), self.ty(&it.ty)];
                let taken = names("at-start-of", &it.taken);
                let rest = [taken, start, until(it.until.as_ref()), cases(&it.cases)];
                many("state", head.into_iter().chain(rest))
            }
            ItemKind::Rows(rows) => self.rows_item(rows),
            ItemKind::Also(it) => many(
                "also",
                [name(&it.target), layer(it.layer.as_ref())].into_iter().chain(self.rows(&it.groups, &it.rows)),
            ),
            ItemKind::Table(table) => self.table(table),
            ItemKind::Notation(it) => {
                many("notation", std::iter::once(name(&it.name)).chain(it.parts.iter().map(notation_part)))
            }
            ItemKind::Purchase(it) => {
                let head = [name(&it.name), self.params(&it.params), cases(&it.cases)];
                let costs = [list("costs", [self.expr(&it.costs)]), list("up-to", [self.expr(&it.up_to)])];
                many("purchase", head.into_iter().chain(costs).chain([self.block("then", &it.body)]))
            }
            ItemKind::Limit(limit) => self.limit(limit),
            ItemKind::Action(action) => self.action(action),
            ItemKind::Procedure(it) => {
                let within = named("within", it.within.as_ref());
                let body = self.block("then", &it.body);
                let answers = it.result.iter().map(|ty| list("answers", [self.ty(ty)]));
                let head = [name(&it.name), self.params(&it.params)].into_iter().chain(answers);
                let instead = [layer(it.layer.as_ref()), named("in-place-of", it.in_place.as_ref())];
                many("procedure", head.chain([within]).chain(instead).chain([cases(&it.cases), body]))
            }
            ItemKind::Whenever(rule) => self.whenever(rule),
            ItemKind::Sequence(it) => list("sequence", [cases(&it.cases), self.block("then", &it.body)]),
            ItemKind::Map(map) => self.map(map),
            ItemKind::Look(look) => {
                let place = |place: &LookPlace| list("at", [name(&place.at), names("shows", &place.fields)]);
                let line = |line: &LookLine| {
                    let head = [name(&line.name), names("like", &line.words)];
                    self.placed(line.span, many("line", head.into_iter().chain(line.places.iter().map(place))))
                };
                many("look", look.lines.iter().map(line))
            }
            ItemKind::Order(order) => self.order(order),
            ItemKind::Scene(scene) => self.scene(scene),
            ItemKind::Example(example) => self.example(example),
            ItemKind::Ruling(ruling) => self.ruling(ruling),
            ItemKind::Never(it) => {
                let with = self.maybe("with", it.with.as_ref());
                list("never", [self.params(&it.params), self.expr(&it.what), with, text(&it.why)])
            }
            ItemKind::Allow(it) => list("allow", [Tree::Word(quoted(&it.what)), text(&it.why)]),
            ItemKind::Errata(it) => {
                let head = [text(&it.title), list("to", [text(&it.to)]), self.maybe("language", it.language.as_ref())];
                let kind = it.kind.map_or(Tree::Absent, |kind| Tree::Word(kind.sort.word().to_owned()));
                let printed = [kind, texts("source", it.source.as_ref()), texts("date", it.date.as_ref())];
                let listed = |name: &str, all: &[Text]| {
                    if all.is_empty() { Tree::Absent } else { many(name, all.iter().map(text)) }
                };
                let beside = [listed("requires", &it.requires), listed("excludes", &it.excludes)];
                many(
                    "errata",
                    head.into_iter().chain(printed).chain(beside).chain(it.edits.iter().map(|edit| self.edit(edit))),
                )
            }
            ItemKind::Broken { keyword, name: called } => {
                list("broken", [Tree::Word(quoted(keyword)), called.as_ref().map_or(Tree::Absent, name)])
            }
        }
    }

    fn game(&self, game: &Game) -> Tree {
        let Game { title: called, series, edition, language, sides, dice, hexes, charts } = game;
        let dice = dice.iter().map(|die| list("die", [name(&die.name), number(die.count), number(die.faces)]));
        let charts = charts.iter().map(|(chart, called)| list("chart", [name(chart), text(called)]));
        let head =
            [title(called.as_ref()), texts("edition", edition.as_ref()), self.maybe("language", language.as_ref())];
        let series = series.as_ref();
        let series = series.map_or(Tree::Absent, |(called, at)| list("series", [text(called), text(at)]));
        let sides = [series, names("sides", sides)];
        let tail = [hexes.as_ref().map_or(Tree::Absent, hex_format)];
        many("game", head.into_iter().chain(sides).chain(dice).chain(tail).chain(charts))
    }

    fn field(&self, field: &Field) -> Tree {
        let Field { span: _, kind, name: called, ty, start, until: end, cases: cited } = field;
        let head = match kind {
            FieldKind::Printed => "printed",
            FieldKind::State => "state",
            FieldKind::Flag => "flag",
            FieldKind::With { one_each: false } => "with",
            FieldKind::With { one_each: true } => "with-one-each",
        };
        let parts = [name(called), self.ty(ty), self.maybe("=", start.as_ref()), until(end.as_ref()), cases(cited)];
        list(head, parts)
    }

    fn leaves(&self, leaves: &Leaves) -> Tree {
        let Leaves { span: _, at, performs, args } = leaves;
        let args = args.iter().map(|arg| self.expr(arg));
        many("leaves", [self.expr(at), name(performs)].into_iter().chain(args))
    }

    fn rows_item(&self, item: &Rows) -> Tree {
        let Rows {
            kind,
            name: called,
            params,
            within,
            result,
            layer: of_layer,
            cases: found,
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
        } = item;
        let head = match kind {
            RowsKind::Value => "value",
            RowsKind::Fact => "fact",
            RowsKind::Permit => "permit",
            RowsKind::Zone => "zone",
            RowsKind::Course => "course",
            RowsKind::Path => "path",
            RowsKind::Knowledge => "knowledge",
            RowsKind::Obligation => "obligation",
            RowsKind::Victory => "victory",
        };
        let parts = [
            flag(&called.text, *kind != RowsKind::Victory),
            self.params(params),
            named("within", within.as_ref()),
            some("gives", result.as_ref().map(|ty| self.ty(ty))),
            layer(of_layer.as_ref()),
            cases(found),
            names("stages", stages),
            flag("always", always.is_some()),
            self.maybe("otherwise", otherwise.as_ref()),
            self.maybe("by", by.as_ref().map(|by| &by.side)),
            names("during", during),
            named("like", like.as_ref()),
            self.maybe("spends", spends.as_ref()),
            names("remembers", remembers),
            self.maybe("enters", enters.as_deref()),
            leaves.as_ref().map_or(Tree::Absent, |leaves| self.leaves(leaves)),
            names("hides", hides),
            from.as_ref().map_or(Tree::Absent, |from| self.path_from(from)),
        ];
        many(head, parts.into_iter().chain(self.rows(groups, rows)))
    }

    fn behind(&self, parts: Option<&[ExpectPart]>) -> Tree {
        let row = |part: &ExpectPart| {
            let amount = part.amount.as_ref().map_or(Tree::Absent, |amount| self.expr(amount));
            list("row", [text(&part.title), flag("times", part.times.is_some()), amount])
        };
        parts.map_or(Tree::Absent, |parts| many("from", parts.iter().map(row)))
    }

    fn path_from(&self, path: &PathFrom) -> Tree {
        let PathFrom { span: _, from, to, ray, inner, within } = path;
        let within = self.maybe("within", within.as_ref());
        let (ray, inner) = (flag("by-ray", *ray), flag("inner-hexes-only", *inner));
        list("from", [self.expr(from), list("to", [self.expr(to)]), ray, inner, within])
    }

    fn table(&self, table: &Table) -> Tree {
        let Table {
            name: called,
            cases: found,
            down,
            across,
            heads_of,
            gives,
            beyond,
            provisional,
            heads,
            lines,
            body: _,
        } = table;
        let types = [
            list("down", [self.ty(down)]),
            some("across", across.as_ref().map(|ty| self.ty(ty))),
            some("of", heads_of.as_ref().map(|ty| self.ty(ty))),
            list("gives", [self.ty(gives)]),
        ];
        let beyond = beyond.iter().map(|beyond| {
            let edge = match beyond.edge {
                Edge::Left => "left",
                Edge::Right => "right",
                Edge::Top => "top",
                Edge::Bottom => "bottom",
            };
            list("beyond", [word(edge), word(if beyond.last { "last" } else { "error" })])
        });
        let heads = heads.iter().map(|head| {
            let words = head.of.iter().chain(&head.labels).map(|it| Tree::Word(quoted(&it.text)));
            many("line", std::iter::once(cases(&head.cases)).chain(words))
        });
        let lines = lines.iter().map(|line| {
            many(
                "line",
                std::iter::once(cases(&line.cases)).chain(line.words.iter().map(|it| Tree::Word(quoted(&it.text)))),
            )
        });
        let head = [name(called), cases(found)].into_iter().chain(types).chain(beyond);
        many("table", head.chain([texts("provisional", provisional.as_ref())]).chain(heads).chain(lines))
    }

    fn limit(&self, limit: &Limit) -> Tree {
        let Limit { span: _, cases: found, title: called, on, by, often } = limit;
        let on = on.iter().map(|Used { name: used, of }| list("on", [name(used), named("of", of.as_ref())]));
        let by = self.maybe("by", by.as_ref().map(|by| &by.side));
        let head = [cases(found), title(called.as_ref())];
        many("limit", head.into_iter().chain(on).chain([by, self.how_often(often)]))
    }

    pub(super) fn how_often(&self, often: &HowOften) -> Tree {
        let HowOften { span: _, most, per, each } = often;
        let each = match each {
            None => Tree::Absent,
            Some(ForEachOne { span: _, name: of }) => list("for-each", [named("of", of.as_ref())]),
        };
        list(
            "often",
            [
                self.expr(most),
                per.as_ref().map_or_else(|| word("at-a-time"), |per| list("per", [Tree::Word(quoted(&per.text))])),
                each,
            ],
        )
    }

    fn action(&self, action: &Action) -> Tree {
        let Action {
            name: called,
            title: printed,
            params,
            cases: found,
            layer: of_layer,
            in_place,
            by,
            during,
            limits,
            roles,
            keeps,
            body,
        } = action;
        let head = [
            name(called),
            title(printed.as_ref()),
            self.params(params),
            layer(of_layer.as_ref()),
            named("in-place-of", in_place.as_ref()),
            cases(found),
            self.maybe("by", by.as_ref().map(|by| &by.side)),
            names("during", during),
        ];
        let limits = limits.iter().map(|limit| self.limit(limit));
        let roles = roles.iter().map(|role| list("role", [name(&role.name), self.expr(&role.who)]));
        let keeps = keeps.iter().map(|keep| {
            let start = self.maybe("=", keep.start.as_ref());
            list("keep", [flag("each-side", keep.each_side), name(&keep.name), self.ty(&keep.ty), start])
        });
        many("action", head.into_iter().chain(limits).chain(roles).chain(keeps).chain([self.block("then", body)]))
    }

    fn whenever(&self, rule: &Whenever) -> Tree {
        let Whenever { cases: found, title: called, layer: of_layer, during, at_once, when, each, by, at_most, body } =
            rule;
        let each = each.as_ref().map_or(Tree::Absent, |(var, set)| list("for-each", [name(var), self.expr(set)]));
        let when = match when {
            Occasion::Becomes(cond) => list("whenever", [self.expr(cond)]),
            Occasion::Enters(entry) => list("enters", [name(&entry.who), self.expr(&entry.set), name(&entry.hex)]),
            Occasion::At(moment) => {
                let of = moment.of.iter().map(|of| many(&of.name.text, of.about.iter().map(name)));
                many(if moment.start { "at-start-of" } else { "at-end-of" }, of)
            }
        };
        let parts = [
            cases(found),
            text(called),
            layer(of_layer.as_ref()),
            names("during", during),
            flag("at-once", at_once.is_some()),
            when,
            each,
            self.maybe("by", by.as_ref()),
            self.maybe("at-most", at_most.as_ref()),
            self.block("then", body),
        ];
        list("rule", parts)
    }

    fn map(&self, map: &Map) -> Tree {
        let head = [title(map.title.as_ref()), texts("provisional", map.provisional.as_ref())];
        many("map", head.into_iter().chain(map.lines.iter().map(map_line)))
    }

    fn order(&self, order: &Order) -> Tree {
        let head = [name(&order.side), texts("provisional", order.provisional.as_ref())];
        many("order", head.into_iter().chain(order.groups.iter().map(counters)))
    }

    fn scene(&self, scene: &Scene) -> Tree {
        let Scene {
            scenario,
            name: called,
            title: printed,
            cases: found,
            like,
            phase,
            printing,
            side,
            with,
            without,
            provisional,
            lines,
        } = scene;
        let head = [
            name(called),
            title(printed.as_ref()),
            cases(found),
            named("like", like.as_ref()),
            named("in", phase.as_ref()),
            texts("printing", printing.as_ref()),
            named("of", side.as_ref()),
            some("with", with.iter().map(name)),
            some("without", without.iter().map(name)),
            texts("provisional", provisional.as_ref()),
        ];
        let lines = lines.iter().map(|line| self.scene_line(line));
        many(if *scenario { "scenario" } else { "scene" }, head.into_iter().chain(lines))
    }

    fn scene_line(&self, line: &SceneLine) -> Tree {
        match line {
            SceneLine::Place { span: _, hex, units } => {
                let units = units.iter().map(|unit| {
                    let with = unit.with.iter().map(|(field, value)| list(&field.text, [self.expr(value)]));
                    let copies = some("copies", unit.copies.map(number));
                    if unit.with.is_empty() && unit.copies.is_none() {
                        name(&unit.name)
                    } else {
                        many(&unit.name.text, std::iter::once(copies).chain(with))
                    }
                });
                many("place", std::iter::once(name(hex)).chain(units))
            }
            SceneLine::Turns { span: _, cases: found, title, from, to } => {
                let label = [cases(found), texts("title", title.as_ref())];
                many("turns", label.into_iter().chain([self.expr(from), self.expr(to)]))
            }
            SceneLine::State { span: _, name: state, args, value } => {
                let said = args.iter().chain([value]).map(|it| self.expr(it));
                many("state", std::iter::once(name(state)).chain(said))
            }
            SceneLine::Broken(_) => list("broken", []),
        }
    }

    fn example(&self, example: &Example) -> Tree {
        let Example { title: called, cases: found, under, at, after, steps } = example;
        let under = under.iter().map(|under| {
            let UnderErrata { span: _, without, errata } = under;
            many(if *without { "without" } else { "with" }, errata.iter().map(text))
        });
        let from = [named("at", at.as_ref()), texts("after", after.as_ref())];
        let head = [text(called), cases(found)].into_iter().chain(under).chain(from);
        many("example", head.chain(steps.iter().map(|step| self.step(&step.kind))))
    }

    fn step(&self, step: &ExampleKind) -> Tree {
        match step {
            ExampleKind::When { action, args, by } => {
                let head = [name(action), named("by", by.as_ref())];
                many("when", head.into_iter().chain(args.iter().map(|expr| self.expr(expr))))
            }
            ExampleKind::Answer { to, by, colon, with } => {
                let to = match to {
                    Asked::Cases(asked) => cases(asked),
                    Asked::Title(title) => text(title),
                };
                let said = if *colon { word(":") } else { Tree::Absent };
                let head = [to, named("by", by.as_ref()), said];
                many("answer", head.into_iter().chain(with.iter().map(|expr| self.expr(expr))))
            }
            ExampleKind::OnTo { phase, printing, side } => list(
                "on-to",
                [named("phase", phase.as_ref()), texts("title", printing.as_ref()), named("of", side.as_ref())],
            ),
            ExampleKind::Over { result, from } => list("over", [name(result), self.behind(from.as_deref())]),
            ExampleKind::Draw(drawn) => many("draw", drawn.iter().map(name)),
            ExampleKind::Roll(faces) => many("roll", faces.iter().map(|expr| self.expr(expr))),
            ExampleKind::Expect(expect) => {
                list("expect", [self.expr(&expect.cond), self.behind(expect.from.as_deref())])
            }
            ExampleKind::Refused { action, args, to, by } => {
                let head = [name(action), self.exprs("with", args), self.exprs("to", to)];
                many("refused", head.into_iter().chain([list("by", [word(&by.text)])]))
            }
            ExampleKind::Broken => list("broken", []),
        }
    }

    fn ruling(&self, ruling: &RulingItem) -> Tree {
        let RulingItem { name: called, cases: found, question, over, by, because } = ruling;
        let over = over.as_ref().map_or(Tree::Absent, |(a, b)| list("over", [text(a), text(b)]));
        let reason = [list("by", [text(by)]), list("because", [text(because)])];
        let head = [name(called), cases(found), title(question.as_ref()), over];
        many("ruling", head.into_iter().chain(reason))
    }

    fn edit(&self, edit: &Edit) -> Tree {
        let over = texts("over", edit.over.as_ref());
        match &edit.kind {
            EditKind::Amend { cases: found, title: called, was, now } => {
                let was = list("was", [self.verdict(was)]);
                list("amend", [cases(found), text(called), was, list("now", [self.verdict(now)]), over])
            }
            EditKind::AmendWord { of, which, was, now } => {
                let which = match which {
                    Which::Cell(labels) => names("cell", labels),
                    Which::Field(field) => named("field", Some(field)),
                    Which::Who(hex, who) => list("who", [name(hex), name(who)]),
                };
                let (was, now) = (named("was", Some(was)), named("now", Some(now)));
                list("amend-word", [name(of), which, was, now, over])
            }
            EditKind::Add { to, row } => list("add", [name(to), self.row(row), over]),
            EditKind::AmendPart { what, part, was, now } => {
                let (was, now) = (names("was", &was.words), names("now", &now.words));
                list("amend-part", [thing(what), name(part), was, now, over])
            }
            EditKind::AddLine { to, beside, line } => {
                let beside = beside.as_ref().map_or(Tree::Absent, |beside| {
                    list(if beside.after { "after" } else { "before" }, [thing(&beside.what)])
                });
                list("add-line", [thing(to), beside, names("line", &line.words), over])
            }
            EditKind::RemoveThing { what, part } => {
                list("remove-thing", [thing(what), named("part", part.as_ref()), over])
            }
            EditKind::Remove { cases: found, title: called } => list("remove", [cases(found), text(called), over]),
            EditKind::Case { cases: found, says } => list("case", [cases(found), text(says)]),
            EditKind::SetAside { title, because } => {
                list("set-aside", [text(title), list("because", [text(because)]), over])
            }
            EditKind::Broken => list("broken", []),
        }
    }
}

fn thing(thing: &Thing) -> Tree {
    let Thing { span: _, cases: found, title: called, of, labels, field } = thing;
    let labels = if labels.is_empty() { Tree::Absent } else { names("labels", labels) };
    let (of, field) = (named("of", of.as_ref()), named("field", field.as_ref()));
    list("thing", [cases(found), title(called.as_ref()), of, labels, field])
}

fn hex_format(format: &HexFormat) -> Tree {
    let HexFormat { span: _, column_first, dotted, flat, odd_shifted, columns, rows, west, north } = format;
    let bounds = |head, (from, to): (u32, u32)| list(head, [number(from), number(to)]);
    let parts = [
        word(if *column_first { "column-first" } else { "row-first" }),
        flag("dotted", *dotted),
        word(if *flat { "flat" } else { "pointy" }),
        word(if *odd_shifted { "odd-shifted" } else { "even-shifted" }),
        bounds("columns", *columns),
        bounds("rows", *rows),
        flag("numbers-west", *west),
        flag("numbers-north", *north),
    ];
    list("hexes", parts)
}

fn notation_part(part: &NotationPart) -> Tree {
    match part {
        NotationPart::Number { letters, field, measure, optional } => {
            let letters = letters.as_ref().map_or(Tree::Absent, text);
            let optional = if *optional { word("optional") } else { Tree::Absent };
            list("number", [letters, name(field), name(measure), optional])
        }
        NotationPart::Mark { field, letters } => list("mark", [text(letters), name(field)]),
    }
}

fn map_line(line: &MapLine) -> Tree {
    match line {
        MapLine::Grid(grid) => grid_of(grid),
        MapLine::Hexes { span: _, feature, in_order, runs } => {
            let run = |run: &Vec<wgr_grammar::ast::Name>| {
                if let [one] = run.as_slice() { name(one) } else { names("run", run) }
            };
            let what = if *in_order { "hexes in order" } else { "hexes" };
            many(what, std::iter::once(name(feature)).chain(runs.iter().map(run)))
        }
        MapLine::Hexsides { span: _, feature, directed, chains } => {
            let what = if *directed { "hexsides directed" } else { "hexsides" };
            many(what, std::iter::once(name(feature)).chain(chains.iter().map(|chain| names("chain", chain))))
        }
        MapLine::Place { span: _, name: place, hex } => list("place", [name(place), name(hex)]),
        MapLine::Broken(_) => list("broken", []),
    }
}

fn grid_of(grid: &Grid) -> Tree {
    let key = grid.key.iter().map(|key| list(&key.letter.text, [name(&key.member)]));
    let rows = grid.rows.iter().map(|row| names("row", &[std::slice::from_ref(&row.number), &row.letters].concat()));
    let head = [name(&grid.feature), name(&grid.ty), some("key", key), names("columns", &grid.columns)];
    many("grid", head.into_iter().chain(rows))
}

fn counters(group: &CounterGroup) -> Tree {
    let counters = group.counters.iter().map(|counter| {
        let copies = counter.copies.map_or(Tree::Absent, |copies| Tree::Word(format!("x{copies}")));
        many(&counter.name.text, std::iter::once(copies).chain(counter.words.iter().map(name)))
    });
    many("counters", [name(&group.piece), names("columns", &group.columns)].into_iter().chain(counters))
}
