//! Which turns there are: numbers from one to another, or the members of an enum in order; and which of them a scenario plays.

use crate::diag::{Diagnostic, Place, nearest, says};
use crate::hir;
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::{Noun, Ty};
use crate::translate::types::ratio;
use crate::translate::walk;
use crate::translate::world::Entry;
use std::ops::RangeInclusive;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Count, ExprKind, ItemKind, SceneLine, StmtKind as Said};
use wgr_runtime::ir::Type;

/// No game has more turns.
pub(crate) const MOST_TURNS: i64 = 999;

/// All turns of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Turns {
    Numbered {
        first: i64,
        last: i64,
        /// Does the sequence say how many?
        told: bool,
    },
    /// Members of an enum.
    Named(usize),
    /// Of an enum that is not there or has no order, which is told when the sequence is read.
    Unknown,
}

impl Turns {
    pub(crate) const UNTOLD: Turns = Turns::Numbered { first: 1, last: MOST_TURNS, told: false };

    /// As far as they are written rightly; what is not is told when the sequence is read.
    pub(crate) fn of_game(builder: &Builder<'_>) -> Turns {
        let mut found: Option<(i64, i64)> = None;
        for (_, which) in all(builder) {
            match (written(builder, which), found) {
                (Ok(hir::Turns::Named(Noun::Enum(index))), None) => return Turns::Named(index),
                (Ok(hir::Turns::Numbered(from, to)), before) => {
                    let (first, last) = before.unwrap_or((from, from));
                    found = Some((first.min(from), last.max(to.unwrap_or(MOST_TURNS))));
                }
                (Err(_), None) if matches!(which, Count::Exactly(one) if matches!(one.kind, ExprKind::Name(_))) => {
                    return Turns::Unknown;
                }
                (Ok(hir::Turns::Named(_)) | Err(_), _) => {}
            }
        }
        found.map_or(Turns::UNTOLD, |(first, last)| Turns::Numbered { first, last, told: true })
    }

    pub(crate) fn ty(self) -> Ty {
        match self {
            Turns::Numbered { .. } | Turns::Unknown => Ty::COUNT,
            Turns::Named(index) => Ty::One(Noun::Enum(index)),
        }
    }

    pub(crate) fn ir(self, builder: &Builder<'_>) -> Type {
        match self {
            // Where there is one turn alone, code that no game comes to counts on to another. A turn is told where it is not 0.
            Turns::Numbered { last, .. } => Type::int(0, last + 1),
            Turns::Named(_) => builder.ir_type(self.ty()),
            Turns::Unknown => Turns::UNTOLD.ir(builder),
        }
    }

    /// The numbers that the sequence says.
    pub(crate) fn numbers(self) -> Option<RangeInclusive<i64>> {
        match self {
            Turns::Numbered { first, last, told: true } => Some(first..=last),
            Turns::Numbered { told: false, .. } | Turns::Named(_) | Turns::Unknown => None,
        }
    }
}

/// Every `turns` of the sequence, in order.
fn all<'a>(builder: &Builder<'a>) -> Vec<(FileId, &'a Count)> {
    let mut found = Vec::new();
    for (file, item) in builder.items() {
        let ItemKind::Sequence(sequence) = &item.kind else { continue };
        walk::block(&sequence.body, &mut |stmt| {
            if let Said::Turns { which, .. } = &stmt.kind
                && !builder.misplaced.contains(&Place::new(file, stmt.span))
            {
                found.push((file, which));
            }
        });
    }
    found
}

/// The turns that have a phase, as far as they have numbers; none where it stands outside of turns as well.
pub(super) fn of_phase(builder: &Builder<'_>, phase: &str) -> Option<Vec<(i64, Option<i64>)>> {
    let (mut found, mut within, mut everywhere) = (Vec::new(), 0, 0);
    for (_, item) in builder.items() {
        let ItemKind::Sequence(sequence) = &item.kind else { continue };
        everywhere += super::way::phases_named(&builder.world, &sequence.body, phase);
        walk::block(&sequence.body, &mut |stmt| {
            let Said::Turns { which, block } = &stmt.kind else { return };
            let times = super::way::phases_named(&builder.world, block, phase);
            if times > 0
                && let Ok(hir::Turns::Numbered(from, to)) = written(builder, which)
            {
                within += times;
                found.push((from, to));
            }
        });
    }
    (within == everywhere && within > 0).then_some(found)
}

/// The turn of a scene, where it is said by a number.
pub(super) fn of_scene(scene: &ast::Scene) -> Option<(i64, Span)> {
    scene.lines.iter().find_map(|line| match line {
        ast::SceneLine::State { name, value, .. } if name.text == "turn" => Some((number(value).ok()?, value.span)),
        _ => None,
    })
}

/// The scenario that a scene names, and the first and the last turn that it plays, where it says so: numbers, or members.
pub(super) fn of_scenario(builder: &Builder<'_>, scene: &ast::Scene) -> Option<(String, (i64, i64))> {
    let all = builder.world.scenes.iter().map(|(_, scene)| *scene);
    let called = |name: &ast::Name| all.clone().find(|other| other.name.text == name.text);
    let scenario = scene.with.iter().chain(&scene.like).filter_map(called).find(|other| other.scenario)?;
    Some((scenario.name.text.clone(), played_in(builder, scenario)?))
}

/// The first and the last turn that a scenario plays, where it says so.
fn played_in(builder: &Builder<'_>, scenario: &ast::Scene) -> Option<(i64, i64)> {
    let all = builder.world.scenes.iter().map(|(_, scene)| *scene);
    let called = |name: &ast::Name| all.clone().find(|other| other.name.text == name.text);
    let number = |expr: &ast::Expr| match (builder.turns, &expr.kind) {
        (Turns::Named(index), ExprKind::Name(name)) => builder.world.member_of(index, &name.text),
        (Turns::Numbered { .. }, _) => number(expr).ok(),
        (Turns::Named(_) | Turns::Unknown, _) => None,
    };
    let (mut of, mut seen) = (scenario, vec![scenario.name.text.as_str()]);
    loop {
        let said = of.lines.iter().find_map(|line| match line {
            SceneLine::Turns { from, to, .. } => Some((from, to)),
            _ => None,
        });
        if let Some((from, to)) = said {
            return Some((number(from)?, number(to)?));
        }
        // It is taken over from one that this is like.
        of = of.like.as_ref().and_then(called).filter(|like| !seen.contains(&like.name.text.as_str()))?;
        seen.push(&of.name.text);
    }
}

/// What is wrong with the turns of a block.
pub(super) enum Wrong {
    /// It could not be read, which has been told.
    Told,
    /// `turns 6`
    LastAlone(i64, Span),
    /// `turns last_turn`, `turns 1..last_turn`
    NotWritten(Span),
    /// None, or more than there ever are.
    NoTurns(Span),
    /// The last stands before the first.
    Backwards([i64; 2], Span),
    TooMany(Span),
    /// An enum that is not in order.
    Unordered(String, Span),
    /// No name at all, and enums whose names are near.
    Unknown(String, Vec<String>, Span),
}

/// Which turns a block plays.
pub(super) fn written(builder: &Builder<'_>, which: &Count) -> Result<hir::Turns, Wrong> {
    match which {
        Count::Between(from, to) => numbered(from, Some(to)),
        Count::OrMore(from) => numbered(from, None),
        Count::Exactly(one) => match &one.kind {
            ExprKind::Name(name) => named(builder, name),
            _ => number(one).and_then(|last| Err(Wrong::LastAlone(last, one.span))),
        },
        Count::UpTo(_) | Count::Any => Err(Wrong::Told),
    }
}

fn numbered(from: &ast::Expr, to: Option<&ast::Expr>) -> Result<hir::Turns, Wrong> {
    let (first, last) = (number(from)?, to.map(number).transpose()?);
    let end = to.unwrap_or(from).span;
    if first < 1 || last.is_some_and(|last| last < 1) {
        return Err(Wrong::NoTurns(end));
    }
    if let Some(last) = last.filter(|last| *last < first) {
        return Err(Wrong::Backwards([first, last], end));
    }
    if last.unwrap_or(first) > MOST_TURNS { Err(Wrong::TooMany(end)) } else { Ok(hir::Turns::Numbered(first, last)) }
}

fn number(expr: &ast::Expr) -> Result<i64, Wrong> {
    match ratio(expr) {
        Some((number, 1)) => Ok(number),
        None if matches!(expr.kind, ExprKind::Broken) => Err(Wrong::Told),
        Some(_) | None => Err(Wrong::NotWritten(expr.span)),
    }
}

fn named(builder: &Builder<'_>, name: &ast::Name) -> Result<hir::Turns, Wrong> {
    match builder.world.entry(&name.text) {
        Some(Entry::Enum(index)) => match builder.world.enums.get(index) {
            Some(def) if def.ordered => Ok(hir::Turns::Named(Noun::Enum(index))),
            _ => Err(Wrong::Unordered(name.text.clone(), name.span)),
        },
        Some(Entry::Broken) => Err(Wrong::Told),
        Some(_) => Err(Wrong::NotWritten(name.span)),
        None => {
            let enums = builder.items().filter_map(|(_, item)| match &item.kind {
                ItemKind::Enum(def) => Some(def.name.text.as_str()),
                _ => None,
            });
            let near: Vec<String> = nearest(&name.text, enums).into_iter().map(str::to_owned).collect();
            Err(if near.is_empty() {
                Wrong::NotWritten(name.span)
            } else {
                Wrong::Unknown(name.text.clone(), near, name.span)
            })
        }
    }
}

fn told(wrong: &Wrong, file: FileId) -> Option<Diagnostic> {
    let at = |span: &Span| Place::new(file, *span);
    match wrong {
        Wrong::Told => None,
        Wrong::LastAlone(last, span) if *last < 1 => Some(says::no_turns(at(span))),
        Wrong::LastAlone(last, span) => Some(says::last_turn_alone(*last, at(span))),
        Wrong::NotWritten(span) => Some(says::turns_not_written(at(span))),
        Wrong::NoTurns(span) => Some(says::no_turns(at(span))),
        Wrong::Backwards(turns, span) => {
            let [from, to] = turns.map(|turn| turn.to_string());
            Some(says::turns_backwards([&from, &to], at(span)))
        }
        Wrong::TooMany(span) => Some(says::too_many_turns(MOST_TURNS, at(span))),
        Wrong::Unknown(name, near, span) => Some(says::unknown_name("enum", name, near, at(span))),
        Wrong::Unordered(name, span) => Some(says::turns_without_order(name, at(span))),
    }
}

/// Turns without a turn, turns that are over when they begin, and turns that nobody plays.
pub(super) fn counted(builder: &mut Builder<'_>) {
    let (branches, mut before): (bool, Option<(hir::Turns, Place)>) = (in_branches(builder), None);
    for (file, which) in all(builder) {
        let at = Place::new(file, span(which));
        let now = match written(builder, which) {
            Ok(now) => now,
            Err(wrong) => {
                if let Some(what) = told(&wrong, file) {
                    builder.tell(what);
                }
                continue;
            }
        };
        if let Some((first, place)) = before
            && let Some(what) = follows(first, now, branches, at, place)
        {
            builder.tell(what);
        }
        if matches!(now, hir::Turns::Numbered(_, None)) && !ends(builder) {
            builder.tell(says::turns_without_end(at));
        }
        before = Some((now, at));
    }
}

/// What is wrong with turns that stand behind others, or in another branch.
fn follows(first: hir::Turns, now: hir::Turns, branches: bool, at: Place, before: Place) -> Option<Diagnostic> {
    match (first, now) {
        (hir::Turns::Numbered(..), hir::Turns::Numbered(..)) if branches => None,
        (hir::Turns::Named(one), hir::Turns::Named(other)) if branches && one == other => None,
        (hir::Turns::Numbered(_, Some(last)), hir::Turns::Numbered(from, _)) if from == last + 1 => None,
        (hir::Turns::Numbered(_, Some(last)), hir::Turns::Numbered(..)) => {
            Some(says::turns_out_of_order(last, at, before))
        }
        _ => Some(says::turns_never_played(at, before)),
    }
}

fn span(which: &Count) -> Span {
    match which {
        Count::Between(from, to) => Span { start: from.span.start, end: to.span.end },
        Count::Exactly(one) | Count::OrMore(one) | Count::UpTo(one) => one.span,
        Count::Any => Span::default(),
    }
}

/// Does any rule end the game?
fn ends(builder: &Builder<'_>) -> bool {
    let mut found = false;
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| found |= matches!(stmt.kind, Said::GameOver(_) | Said::Hole(_)));
    }
    found
}

/// Of `if long { turns 1..10 { } } else { turns 1..6 { } }` only one is played.
fn in_branches(builder: &Builder<'_>) -> bool {
    let mut found = false;
    for (_, item) in builder.items() {
        walk::statements(item, &mut |stmt| {
            if let Said::If { then, other, .. } = &stmt.kind {
                for block in std::iter::once(then).chain(other) {
                    walk::block(block, &mut |inner| found |= matches!(inner.kind, Said::Turns { .. }));
                }
            }
        });
    }
    found
}

/// What is said where a scene is not over with the last turn of a scenario: it names none, and so plays the turns of all.
pub(crate) fn plays_on(builder: &Builder<'_>, scene: &ast::Scene) -> Option<String> {
    let all = builder.world.scenes.iter().map(|(_, scene)| *scene);
    let named = |name: &ast::Name| all.clone().any(|other| other.scenario && other.name.text == name.text);
    if scene.scenario || scene.with.iter().chain(&scene.like).any(named) {
        return None;
    }
    let (phase, side) = (scene.phase.as_ref()?, scene.side.as_ref()?);
    let turn = of_scene(scene).map(|(turn, _)| turn);
    let fits = |of: &&ast::Scene| {
        played_in(builder, of).is_some_and(|(first, last)| turn.is_none_or(|turn| (first..=last).contains(&turn)))
    };
    let mut fitting = all.clone().filter(|other| other.scenario).filter(fits).map(|of| of.name.text.as_str());
    let (first, others) = (fitting.next()?, fitting.map(|name| format!(", or `with {name}`")).collect::<String>());
    let printing = scene.printing.as_ref().map(|title| format!(" \"{}\"", title.text)).unwrap_or_default();
    let (scene, phase, side) = (&scene.name.text, &phase.text, &side.text);
    Some(format!(
        "`{scene}` names no scenario, so it ends behind the last turn of the sequence: for the end of a scenario name it, \
         `scene {scene} in {phase}{printing} of {side} with {first}`{others}"
    ))
}

/// Does a scenario play some of the turns only?
pub(crate) fn narrowed(builder: &Builder<'_>) -> bool {
    builder.items().any(|(_, item)| match &item.kind {
        ItemKind::Scene(scene) => scene.lines.iter().any(|line| matches!(line, SceneLine::Turns { .. })),
        _ => false,
    })
}

impl Reader<'_, '_> {
    /// A turn that the sequence has, by its number or its name; and its place among them.
    pub(super) fn one_turn(&mut self, turn: &ast::Expr) -> Made<(hir::Expr, i64)> {
        let (at, file, turns) = (self.place(turn.span), self.file, self.m.turns);
        if turns == Turns::Unknown {
            return Err(ErrorReported);
        }
        let read = self.read_as(turn, turns.ty())?;
        if let hir::Kind::Member(_, member) = read.kind {
            return Ok((read, member));
        }
        let Turns::Numbered { first, last, .. } = turns else { return Err(self.tell(says::no_constant(at))) };
        let wanted = self.m.constant(file, turn, 1)?;
        if wanted < first || wanted > last {
            return Err(self.tell(says::no_such_turn(wanted, first, last, at)));
        }
        Ok((read, wanted))
    }

    /// The last turn of all, as it is written.
    pub(super) fn last_of_all(&self) -> Option<String> {
        match self.m.turns {
            Turns::Numbered { last, told, .. } => told.then(|| last.to_string()),
            Turns::Named(index) => self.m.world.enums.get(index).and_then(|def| def.members.last().cloned()),
            Turns::Unknown => None,
        }
    }

    /// `turns 2..7` in a scenario.
    pub(super) fn turns_of_scenario(&mut self, from: &ast::Expr, to: &ast::Expr) -> Made<[hir::Expr; 2]> {
        if self.m.turns == Turns::UNTOLD {
            // What could not be read has been told.
            if !all(self.m).is_empty() {
                return Err(ErrorReported);
            }
            let at = self.place(from.span);
            return Err(self.tell(says::turns_of_no_sequence(at)));
        }
        let (first, last) = (self.one_turn(from), self.one_turn(to));
        let ((from, first), (to, last)) = (first?, last?);
        if last < first {
            let at = to.at;
            return Err(self.tell(says::turns_backwards([from.at, to.at].map(|at| self.m.sources.text(at)), at)));
        }
        Ok([from, to])
    }
}
