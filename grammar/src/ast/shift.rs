//! Moves a tree along its text. In: a tree and how far. Out: the same tree with every place there.
//!
//! All fields and members are named, so that one that is added cannot be forgotten. Distances are added modulo the
//! whole range of places, so that a tree can be moved back too.

use super::{
    Action, Allow, Also, Arm, Asked, Beside, Beyond, Block, BoxItem, By, Case, Choose, Clause, Count, Counter,
    CounterGroup, Die, Edit, EditKind, Entry, EnumItem, Errata, ErrataKind, Example, ExampleKind, ExampleStep, Expect,
    ExpectPart, Expr, ExprKind, Field, ForEachOne, Game, Grid, GridRow, Group, HexFormat, Hole, HowOften, Item,
    ItemKind, Keep, Key, KindItem, Layer, Leaves, Limit, Look, LookLine, LookPlace, Map, MapLine, Marker, Measure,
    Member, Moment, Moves, Name, Never, Notation, NotationPart, Occasion, OptionItem, Order, Param, Passage, Passing,
    PathFrom, Phrase, Picks, PieceItem, Places, Procedure, Purchase, Role, Row, Rows, RulingItem, Scale, Scene,
    SceneLine, SceneUnit, Sequence, Series, SpanOf, Spend, StageRef, State, Stmt, StmtKind, SuchThat, Supposing, Table,
    TableHead, TableLine, Text, Thing, Tier, TypeKind, TypeRef, UnderErrata, Until, Used, Values, Verdict, VerdictKind,
    Whenever, Which, Words,
};
use crate::fault::SyntaxFault;
use crate::mended::{Mend, Pieces, Put};
use crate::span::Span;

pub(crate) trait Shift {
    fn shift(&mut self, far: Far<'_>);
}

/// How far a tree is moved.
#[derive(Clone, Copy)]
pub(crate) enum Far<'m> {
    /// All of it so far.
    By(u32),
    /// From a text that was mended to the one that is written.
    Back(&'m Pieces),
}

impl Shift for Span {
    fn shift(&mut self, far: Far<'_>) {
        match far {
            Far::By(by) => {
                self.start = self.start.wrapping_add(by);
                self.end = self.end.wrapping_add(by);
            }
            Far::Back(pieces) => *self = pieces.written(*self),
        }
    }
}

impl<T: Shift> Shift for Box<T> {
    fn shift(&mut self, far: Far<'_>) {
        self.as_mut().shift(far);
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, far: Far<'_>) {
        self.iter_mut().for_each(|it| it.shift(far));
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, far: Far<'_>) {
        self.iter_mut().for_each(|it| it.shift(far));
    }
}

impl<A: Shift, B: Shift> Shift for (A, B) {
    fn shift(&mut self, far: Far<'_>) {
        self.0.shift(far);
        self.1.shift(far);
    }
}

/// The fields with places; behind the semicolon those without.
macro_rules! shifts {
    ($($name:ident { $($field:ident),* $(; $($still:ident),*)? })*) => {
        $(impl Shift for $name {
            fn shift(&mut self, far: Far<'_>) {
                let $name { $($field,)* $($($still: _,)*)? } = self;
                $($field.shift(far);)*
            }
        })*
    };
}

shifts! {
    Name { span; text }
    Text { span; text }
    Case { span; text }
    Expr { span, kind }
    Phrase { noun, of, at, among, other_than, such; relation }
    Supposing { what, cond; cases, budget, beyond }
    Row { span, cases, title, stage, verdict, clauses; group, doc }
    StageRef { name }
    Verdict { span, kind }
    Block { span, stmts }
    Stmt { span, cases, title, kind, ruling, provisional }
    Places { by, var, set, count, hexes, otherwise }
    Picks { by, count, tiers, into, such_that, otherwise }
    Tier { set }
    SuchThat { span, cases, title, least, most, weight, alike }
    Choose { by, arms, otherwise }
    Arm { span, cases, title, ranges, when, block }
    Values { from, to }
    Moves { by, who, along, hexes, gone, each_hex; }
    Spend { by, pool, on, fairly, then; must, once }
    Item { span, head, kind, words; doc, meaning }
    Series { title, edition }
    Hole { name, params, result, members, why; kind }
    Game { title, series, edition, language, sides, dice, hexes, charts }
    Die { name, span, at; count, faces }
    HexFormat { span; column_first, dotted, flat, odd_shifted, columns, rows, west, north }
    Measure { name, title; den }
    Scale { name, measure, cases, steps; below, above }
    EnumItem { name, title, within, cases, members; ordered }
    Member { span, name, params, title, cases, of, body }
    PieceItem { name, title, plural, cases, fields; broken }
    Field { span, name, ty, start, until, cases; kind }
    Until { phases }
    Marker { name, title, cases, on, until, provisional }
    Look { lines }
    LookLine { span, name, words, places }
    LookPlace { at, fields }
    KindItem { name, title, plural, cases, of }
    State { name, params, ty, taken, start, until, cases }
    Param { name, ty, of, such }
    TypeRef { span, kind }
    Leaves { span, at, performs, args }
    Rows { name, params, within, result, layer, cases, stages, otherwise, by, during, always, like, spends, remembers, enters, leaves, hides, from, groups, rows; kind }
    BoxItem { name, title, cases, of; unseen, removed }
    PathFrom { span, from, to, within; ray, inner }
    Group { name, stage; op }
    Also { target, layer, groups, rows }
    By { span, side }
    Layer { span, any }
    OptionItem { name, title, cases; usual }
    Table { name, cases, down, across, heads_of, gives, beyond, provisional, heads, lines, body }
    Beyond { span; edge, last }
    TableHead { span, cases, of, labels }
    TableLine { span, cases, words }
    Notation { name, parts }
    Purchase { name, params, cases, costs, up_to, body }
    Limit { span, cases, title, on, by, often }
    Used { name, of }
    HowOften { span, most, per, each }
    ForEachOne { span, name }
    Action { name, title, params, cases, layer, in_place, by, during, limits, roles, keeps, body }
    Role { name, who }
    Keep { name, ty, start; each_side }
    Procedure { name, params, result, within, layer, in_place, cases, body }
    Whenever { cases, title, layer, during, at_once, when, each, by, at_most, body }
    Moment { span, of; start }
    SpanOf { name, about }
    Entry { who, set, hex }
    Sequence { cases, body }
    Map { title, provisional, lines }
    Grid { span, feature, ty, key, columns, rows }
    Key { letter, member }
    GridRow { span, number, letters }
    Order { side, provisional, groups }
    CounterGroup { span, piece, columns, counters }
    Counter { span, name, words; copies }
    Scene { name, title, cases, like, phase, printing, side, with, without, provisional, lines; scenario }
    SceneUnit { span, name, with; copies }
    Example { title, cases, under, at, after, steps }
    UnderErrata { span, errata; without }
    ExampleStep { span, kind }
    Expect { cond, from }
    ExpectPart { title, times, amount }
    RulingItem { name, cases, question, over, by, because }
    Never { params, what, with, why }
    Allow { at, why; what }
    Errata { title, to, language, kind, source, date, requires, excludes, edits }
    ErrataKind { span; sort }
    Edit { span, kind, over }
    Thing { span, cases, title, of, labels, field }
    Passage { span, words }
    Beside { what; after }
}

impl Shift for SyntaxFault {
    fn shift(&mut self, far: Far<'_>) {
        let SyntaxFault { span, kind: _, mends } = self;
        span.shift(far);
        mends.shift(far);
    }
}

impl Shift for Mend {
    fn shift(&mut self, far: Far<'_>) {
        let Mend { how: _, span, put } = self;
        span.shift(far);
        put.shift(far);
    }
}

impl Shift for Put {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            Put::There(span) => span.shift(far),
            Put::New(_) => {}
        }
    }
}

impl Shift for Words {
    fn shift(&mut self, far: Far<'_>) {
        self.words.iter_mut().for_each(|word| word.at.shift(far));
    }
}

impl Shift for ExprKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            ExprKind::Unit(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Name(it) => it.shift(far),
            ExprKind::Field(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Call(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Given(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Lookup(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Phrase(it) => it.shift(far),
            ExprKind::List(it) => it.shift(far),
            ExprKind::Range(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Not(it) => it.shift(far),
            ExprKind::And(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Or(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Compare(_, b, c) => {
                b.shift(far);
                c.shift(far);
            }
            ExprKind::In { member, set, negated: _ } => {
                member.shift(far);
                set.shift(far);
            }
            ExprKind::Negative(it) => it.shift(far),
            ExprKind::Arithmetic(_, b, c) => {
                b.shift(far);
                c.shift(far);
            }
            ExprKind::Rounded(a, _) => a.shift(far),
            ExprKind::Against(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            ExprKind::Quantified { which: _, var, set, cond } => {
                var.shift(far);
                set.shift(far);
                cond.shift(far);
            }
            ExprKind::Exists { which: _, set } => set.shift(far),
            ExprKind::NumberOf(it) => it.shift(far),
            ExprKind::Total { which: _, value, var, set, otherwise } => {
                value.shift(far);
                var.shift(far);
                set.shift(far);
                otherwise.shift(far);
            }
            ExprKind::Hexes { within: _, distance, centre } => {
                distance.shift(far);
                centre.shift(far);
            }
            ExprKind::Applies(it) => it.shift(far),
            ExprKind::Supposing(it) => it.shift(far),
            ExprKind::Number(_) | ExprKind::Yes | ExprKind::No | ExprKind::None | ExprKind::Broken => {}
        }
    }
}

impl Shift for Occasion {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            Occasion::Becomes(it) => it.shift(far),
            Occasion::At(it) => it.shift(far),
            Occasion::Enters(it) => it.shift(far),
        }
    }
}

impl Shift for VerdictKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            VerdictKind::Equals(it) => it.shift(far),
            VerdictKind::Plus(it) => it.shift(far),
            VerdictKind::Minus(it) => it.shift(far),
            VerdictKind::Times(it) => it.shift(far),
            VerdictKind::AtLeast(it) => it.shift(far),
            VerdictKind::AtMost(it) => it.shift(far),
            VerdictKind::Needs(it) => it.shift(far),
            VerdictKind::Remembers(it) => it.shift(far),
            VerdictKind::From { source, within: _, distance } => {
                source.shift(far);
                distance.shift(far);
            }
            VerdictKind::Best(it) => it.shift(far),
            VerdictKind::Hole(it) => it.shift(far),
            VerdictKind::Rounded(_)
            | VerdictKind::Yes
            | VerdictKind::No
            | VerdictKind::Stop
            | VerdictKind::Pass
            | VerdictKind::Off
            | VerdictKind::Avoid
            | VerdictKind::Blocked
            | VerdictKind::Duty(_)
            | VerdictKind::Open
            | VerdictKind::Waives
            | VerdictKind::ByConstruction
            | VerdictKind::Broken => {}
        }
    }
}

impl Shift for Clause {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            Clause::When(it) => it.shift(far),
            Clause::Unless(it) => it.shift(far),
            Clause::EvenWhen(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            Clause::ForEach(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            Clause::ExceptionTo(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            Clause::Waives(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            Clause::Otherwise(it) => it.shift(far),
            Clause::Ruling(it) => it.shift(far),
            Clause::Provisional(it) => it.shift(far),
        }
    }
}

impl Shift for StmtKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            StmtKind::Becomes { place, value } => {
                place.shift(far);
                value.shift(far);
            }
            StmtKind::Gains { place, amount } => {
                place.shift(far);
                amount.shift(far);
            }
            StmtKind::Loses { place, amount } => {
                place.shift(far);
                amount.shift(far);
            }
            StmtKind::Goes { who, to, otherwise } => {
                who.shift(far);
                to.shift(far);
                otherwise.shift(far);
            }
            StmtKind::Remove(it) => it.shift(far),
            StmtKind::Replace { old, new, otherwise } => {
                old.shift(far);
                new.shift(far);
                otherwise.shift(far);
            }
            StmtKind::Draw { count, from, var, block, other } => {
                count.shift(far);
                from.shift(far);
                var.shift(far);
                block.shift(far);
                other.shift(far);
            }
            StmtKind::Roll(it) => it.shift(far),
            StmtKind::Picks(it) => it.shift(far),
            StmtKind::PicksNumber { by, bounds, into, otherwise } => {
                by.shift(far);
                bounds.shift(far);
                into.shift(far);
                otherwise.shift(far);
            }
            StmtKind::Places(it) => it.shift(far),
            StmtKind::May { by, often, block, other } => {
                by.shift(far);
                often.shift(far);
                block.shift(far);
                other.shift(far);
            }
            StmtKind::Chooses(it) => it.shift(far),
            StmtKind::Spend(it) => it.shift(far),
            StmtKind::Moves(it) => it.shift(far),
            StmtKind::Order { by, var, set, block } => {
                by.shift(far);
                var.shift(far);
                set.shift(far);
                block.shift(far);
            }
            StmtKind::Answer(it) => it.shift(far),
            StmtKind::Perform { name, args, cell: _, into } => {
                name.shift(far);
                args.shift(far);
                into.shift(far);
            }
            StmtKind::If { cond, then, other } => {
                cond.shift(far);
                then.shift(far);
                other.shift(far);
            }
            StmtKind::ForEach { var, set, block } => {
                var.shift(far);
                set.shift(far);
                block.shift(far);
            }
            StmtKind::Repeat { most, cond, block } => {
                most.shift(far);
                cond.shift(far);
                block.shift(far);
            }
            StmtKind::Depending { on, arms } => {
                on.shift(far);
                arms.shift(far);
            }
            StmtKind::End(it) => it.shift(far),
            StmtKind::GameOver(it) => it.shift(far),
            StmtKind::Step(it) => it.shift(far),
            StmtKind::Phase { name, block } => {
                name.shift(far);
                block.shift(far);
            }
            StmtKind::Turns { which, block } => {
                which.shift(far);
                block.shift(far);
            }
            StmtKind::Run { name, which, block } => {
                name.shift(far);
                which.shift(far);
                block.shift(far);
            }
            StmtKind::PlayerTurns { sides, block } => {
                sides.shift(far);
                block.shift(far);
            }
            StmtKind::Offers { count, actions } => {
                count.shift(far);
                actions.shift(far);
            }
            StmtKind::InTurn { sides, passing, block } => {
                sides.shift(far);
                if let Some(Passing::One(name)) = passing {
                    name.shift(far);
                }
                block.shift(far);
            }
            StmtKind::Hole(it) => it.shift(far),
            StmtKind::Settles | StmtKind::ByConstruction | StmtKind::Broken => {}
        }
    }
}

impl Shift for Count {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            Count::Exactly(it) => it.shift(far),
            Count::Between(a, b) => {
                a.shift(far);
                b.shift(far);
            }
            Count::OrMore(it) => it.shift(far),
            Count::UpTo(it) => it.shift(far),
            Count::Any => {}
        }
    }
}

impl Shift for ItemKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            ItemKind::Game(it) => it.shift(far),
            ItemKind::Measure(it) => it.shift(far),
            ItemKind::Box(it) => it.shift(far),
            ItemKind::Option(it) => it.shift(far),
            ItemKind::Series(it) => it.shift(far),
            ItemKind::Hole(it) => it.shift(far),
            ItemKind::Scale(it) => it.shift(far),
            ItemKind::Enum(it) => it.shift(far),
            ItemKind::Piece(it) => it.shift(far),
            ItemKind::Marker(it) => it.shift(far),
            ItemKind::Kind(it) => it.shift(far),
            ItemKind::State(it) => it.shift(far),
            ItemKind::Rows(it) => it.shift(far),
            ItemKind::Also(it) => it.shift(far),
            ItemKind::Table(it) => it.shift(far),
            ItemKind::Notation(it) => it.shift(far),
            ItemKind::Purchase(it) => it.shift(far),
            ItemKind::Limit(it) => it.shift(far),
            ItemKind::Action(it) => it.shift(far),
            ItemKind::Procedure(it) => it.shift(far),
            ItemKind::Whenever(it) => it.shift(far),
            ItemKind::Sequence(it) => it.shift(far),
            ItemKind::Map(it) => it.shift(far),
            ItemKind::Look(it) => it.shift(far),
            ItemKind::Order(it) => it.shift(far),
            ItemKind::Scene(it) => it.shift(far),
            ItemKind::Example(it) => it.shift(far),
            ItemKind::Ruling(it) => it.shift(far),
            ItemKind::Never(it) => it.shift(far),
            ItemKind::Allow(it) => it.shift(far),
            ItemKind::Errata(it) => it.shift(far),
            ItemKind::Broken { keyword: _, name } => name.shift(far),
        }
    }
}

impl Shift for TypeKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            TypeKind::Range { from, to, measure } => {
                from.shift(far);
                to.shift(far);
                measure.shift(far);
            }
            TypeKind::Named(it) => it.shift(far),
            TypeKind::Set(it) => it.shift(far),
            TypeKind::Maybe(it) => it.shift(far),
            TypeKind::YesNo | TypeKind::Broken => {}
        }
    }
}

impl Shift for NotationPart {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            NotationPart::Number { letters, field, measure, optional: _ } => {
                letters.shift(far);
                field.shift(far);
                measure.shift(far);
            }
            NotationPart::Mark { field, letters } => {
                field.shift(far);
                letters.shift(far);
            }
        }
    }
}

impl Shift for MapLine {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            MapLine::Grid(it) => it.shift(far),
            MapLine::Hexes { span, feature, in_order: _, runs } => {
                span.shift(far);
                feature.shift(far);
                runs.shift(far);
            }
            MapLine::Hexsides { span, feature, directed: _, chains } => {
                span.shift(far);
                feature.shift(far);
                chains.shift(far);
            }
            MapLine::Place { span, name, hex } => {
                span.shift(far);
                name.shift(far);
                hex.shift(far);
            }
            MapLine::Broken(it) => it.shift(far),
        }
    }
}

impl Shift for SceneLine {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            SceneLine::Place { span, hex, units } => {
                span.shift(far);
                hex.shift(far);
                units.shift(far);
            }
            SceneLine::Turns { span, cases, title, from, to } => {
                span.shift(far);
                cases.shift(far);
                title.shift(far);
                from.shift(far);
                to.shift(far);
            }
            SceneLine::State { span, name, args, value } => {
                span.shift(far);
                name.shift(far);
                args.shift(far);
                value.shift(far);
            }
            SceneLine::Broken(it) => it.shift(far),
        }
    }
}

impl Shift for ExampleKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            ExampleKind::When { action, args, by } => {
                action.shift(far);
                args.shift(far);
                by.shift(far);
            }
            ExampleKind::Answer { to, by, colon: _, with } => {
                match to {
                    Asked::Cases(cases) => cases.shift(far),
                    Asked::Title(title) => title.shift(far),
                }
                by.shift(far);
                with.shift(far);
            }
            ExampleKind::OnTo { phase, printing, side } => {
                printing.shift(far);
                phase.shift(far);
                side.shift(far);
            }
            ExampleKind::Over { result, from } => {
                result.shift(far);
                from.shift(far);
            }
            ExampleKind::Roll(it) => it.shift(far),
            ExampleKind::Draw(it) => it.shift(far),
            ExampleKind::Expect(it) => it.shift(far),
            ExampleKind::Refused { action, args, to, by } => {
                action.shift(far);
                args.shift(far);
                to.shift(far);
                by.shift(far);
            }
            ExampleKind::Broken => {}
        }
    }
}

impl Shift for Which {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            Which::Cell(labels) => labels.shift(far),
            Which::Field(name) => name.shift(far),
            Which::Who(hex, name) => {
                hex.shift(far);
                name.shift(far);
            }
        }
    }
}

impl Shift for EditKind {
    fn shift(&mut self, far: Far<'_>) {
        match self {
            EditKind::Amend { cases, title, was, now } => {
                cases.shift(far);
                title.shift(far);
                was.shift(far);
                now.shift(far);
            }
            EditKind::AmendWord { of, which, was, now } => {
                of.shift(far);
                which.shift(far);
                was.shift(far);
                now.shift(far);
            }
            EditKind::Add { to, row } => {
                to.shift(far);
                row.shift(far);
            }
            EditKind::AmendPart { what, part, was, now } => {
                what.shift(far);
                part.shift(far);
                was.shift(far);
                now.shift(far);
            }
            EditKind::AddLine { to, beside, line } => {
                to.shift(far);
                beside.shift(far);
                line.shift(far);
            }
            EditKind::RemoveThing { what, part } => {
                what.shift(far);
                part.shift(far);
            }
            EditKind::Remove { cases, title } => {
                cases.shift(far);
                title.shift(far);
            }
            EditKind::Case { cases, says } => {
                cases.shift(far);
                says.shift(far);
            }
            EditKind::SetAside { title, because } => {
                title.shift(far);
                because.shift(far);
            }
            EditKind::Broken => {}
        }
    }
}
