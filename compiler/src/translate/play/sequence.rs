//! The sequence of play: turns, player turns, phases.

use super::turns;
use super::way::{Goal, Stage, goals_of_player_turns, named_side};
use crate::diag::{Diagnostic, Place, nearest, says};
use crate::hir::{self, StmtKind};
use crate::source::FileId;
use crate::translate::builder::{Builder, ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::walk;
use crate::translate::world::{Entry, PHASE};
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, StmtKind as Said};
use wgr_runtime::engine::Called;
use wgr_runtime::ir::{FuncId, FuncKind};

/// Is it somebody's turn whenever this phase is played?
pub(super) fn is_of_a_side(builder: &Builder<'_>, phase: &str) -> bool {
    goals_everywhere(builder, phase).iter().all(Goal::is_of_a_side)
}

/// Wherever a phase of this name stands.
pub(crate) fn goals_everywhere(builder: &Builder<'_>, phase: &str) -> Vec<Goal> {
    let goals = builder.items().filter_map(|(_, item)| match &item.kind {
        ItemKind::Sequence(sequence) => Some(super::way::goals_of_phase(&builder.world, &sequence.body, phase)),
        _ => None,
    });
    goals.flatten().collect()
}

/// Is this a phase of the game?
pub(super) fn known_phase(builder: &Builder<'_>, name: &str) -> bool {
    builder.world.member_of(PHASE, name).is_some()
}

/// Nothing of the sequence is called so. Where a line of it could not be read, that may be it, and that is what is told.
pub(crate) fn no_such_phase(builder: &Builder<'_>, name: &str, known: &[String], at: Place) -> ErrorReported {
    let mut is_broken = false;
    for (_, item) in builder.items() {
        if matches!(&item.kind, ItemKind::Sequence(_)) {
            walk::statements(item, &mut |stmt| is_broken |= stmt.kind == Said::Broken);
        }
    }
    if is_broken {
        return ErrorReported;
    }
    let told = phase_of_the_sequence(builder, name).unwrap_or_else(|| says::unknown_name("phase", name, known, at));
    builder.tell(told)
}

/// Where several name a phase that the sequence has not: is it the sequence that is odd? It may call it nearly so, and
/// nothing else does; or it lacks it, and with it what is offered there.
fn phase_of_the_sequence(builder: &Builder<'_>, name: &str) -> Option<Diagnostic> {
    let (file, item, sequence) = builder.items().find_map(|(file, item)| match &item.kind {
        ItemKind::Sequence(sequence) => Some((file, item, sequence)),
        _ => None,
    })?;
    let (mut phases, mut offered): (Vec<&ast::Name>, Vec<&str>) = (Vec::new(), Vec::new());
    walk::statements(item, &mut |stmt| match &stmt.kind {
        Said::Phase { name, .. } => phases.push(name),
        Said::Offers { actions, .. } => offered.extend(actions.iter().map(|name| name.text.as_str())),
        _ => {}
    });
    let named = phases_named(builder);
    let so_often = |phase: &str| named.iter().filter(|named| **named == phase).count();
    let near = nearest(name, phases.iter().map(|phase| phase.text.as_str()));
    if let [near] = near.as_slice() {
        let phase = phases.iter().find(|phase| phase.text == *near)?;
        let odd = so_often(name) > 1 && so_often(near) == 0;
        return odd.then(|| says::phase_misnamed(near, name, Place::new(file, phase.span)));
    }
    // The name of another one stands in its place.
    let again = |at: usize| phases.iter().take(at).any(|first| phases.get(at).is_some_and(|p| p.text == first.text));
    let twice: Vec<&&ast::Name> = (0..phases.len()).filter(|at| again(*at)).filter_map(|at| phases.get(at)).collect();
    if let ([twice], [], true) = (twice.as_slice(), near.as_slice(), so_often(name) > 1) {
        return Some(says::phase_twice(&twice.text, name, Place::new(file, twice.span)));
    }
    let left: Vec<&str> = builder
        .items()
        .filter_map(|(_, item)| match &item.kind {
            ItemKind::Action(action) => {
                let there = action.during.iter().any(|phase| phase.text == name) && action.in_place.is_none();
                Some(action.name.text.as_str()).filter(|action| there && !offered.contains(action))
            }
            _ => None,
        })
        .collect();
    let at = Span { start: item.span.start, end: sequence.body.span.start };
    (near.is_empty() && !left.is_empty() && !phases.is_empty())
        .then(|| says::phase_left_out(name, &left, Place::new(file, at)))
}

/// Every phase that something outside of the sequence names.
fn phases_named<'b>(builder: &'b Builder<'_>) -> Vec<&'b str> {
    let mut named: Vec<&str> = Vec::new();
    for (_, item) in builder.items() {
        match &item.kind {
            ItemKind::Action(action) => named.extend(action.during.iter().map(|phase| phase.text.as_str())),
            ItemKind::Whenever(rule) => named.extend(rule.during.iter().map(|phase| phase.text.as_str())),
            ItemKind::Rows(rows) => named.extend(rows.during.iter().map(|phase| phase.text.as_str())),
            ItemKind::Scene(scene) => named.extend(scene.phase.iter().map(|phase| phase.text.as_str())),
            _ => {}
        }
    }
    let fields = builder.world.fields.iter().filter_map(|field| field.until);
    let until = fields.chain(builder.world.states.iter().filter_map(|state| state.until));
    named.extend(until.flat_map(|until| &until.phases).map(|phase| phase.text.as_str()));
    named
}

/// A phase as it stands in the sequence.
struct Found<'a> {
    file: FileId,
    stmt: &'a ast::Stmt,
    name: &'a ast::Name,
    block: &'a ast::Block,
    of_a_side: bool,
    /// The runs around it.
    runs: Vec<usize>,
}

/// A procedure for each phase, so that a scene can begin with any of them.
pub(super) fn phases(builder: &mut Builder<'_>) {
    let mut found: Vec<Found<'_>> = Vec::new();
    for (file, item) in builder.items() {
        if let ItemKind::Sequence(sequence) = &item.kind {
            for case in &sequence.cases {
                builder.cite(file, case);
            }
            collect(builder, (file, &sequence.body), (false, &[]), &mut found);
        }
    }
    told_apart(builder, &found);
    let mut made: Vec<(Found<'_>, FuncId)> = Vec::new();
    for one in found {
        let at = Place::new(one.file, one.name.span);
        let func = builder.declare(&format!("phase_{}", one.name.text), FuncKind::Procedure, Vec::new(), None, at);
        builder.told_as.insert(func, Called::new(format!("phase {}", one.name.text), ""));
        builder.phases.insert(one.name.text.clone(), func);
        builder.printed_phases.insert(at, func);
        made.push((one, func));
    }
    for (one, func) in made {
        phase(builder, &one, func);
    }
}

/// Phases of one name are told apart by their titles and sides.
fn told_apart(builder: &mut Builder<'_>, found: &[Found<'_>]) {
    let title = |one: &Found<'_>| one.stmt.title.as_ref().map(|title| title.text.clone());
    for (nth, one) in found.iter().enumerate() {
        // Goals stand in the order of the phases.
        let goals = goals_everywhere(builder, &one.name.text);
        let alike = |other: &&Found<'_>| other.name.text == one.name.text;
        let own = found.iter().take(nth).filter(alike).count();
        let before = found.iter().take(nth).filter(alike).zip(&goals);
        let Some(goal) = goals.get(own) else { continue };
        let mut twice = before.filter(|(other, first)| title(other) == title(one) && goal.meets(first));
        if let Some((first, _)) = twice.next() {
            let (at, first) = (Place::new(one.file, one.name.span), Place::new(first.file, first.name.span));
            builder.tell(says::two_printings_alike(&one.name.text, title(one).as_deref(), at, first));
        }
    }
}

/// `during` and `until end of` name phases of the sequence, the second actions and procedures, too. A game that has none yet, or one that cannot be read whole,
/// is not held to them.
pub(super) fn named(builder: &mut Builder<'_>) {
    let mut known = builder.world.enums.get(PHASE).map(|def| def.members.clone()).unwrap_or_default();
    if known.is_empty() || builder.items().any(|(file, item)| sequence_is_broken(builder, file, item)) {
        return;
    }
    let mut wanted: Vec<(FileId, &ast::Name)> = Vec::new();
    for (file, item) in builder.items() {
        let during = match &item.kind {
            ItemKind::Action(action) => &action.during,
            ItemKind::Whenever(rule) => &rule.during,
            ItemKind::Rows(rows) => &rows.during,
            _ => continue,
        };
        wanted.extend(during.iter().map(|phase| (file, phase)));
    }
    let actions = wanted.len();
    let fields = builder.world.fields.iter().map(|field| (field.at.file, field.until));
    let states = builder.world.states.iter().map(|state| (state.file, state.until));
    for (file, until) in fields.chain(states) {
        wanted.extend(until.into_iter().flat_map(|until| &until.phases).map(|phase| (file, phase)));
    }
    let whole = wanted.len();
    wanted.extend(builder.world.states.iter().flat_map(|state| state.taken.iter().map(|phase| (state.file, phase))));
    for (index, (file, phase)) in wanted.into_iter().enumerate() {
        // What is given for a while may last until the turn ends.
        if index == actions {
            known.push("turn".to_owned());
            known.extend(builder.world.runs.iter().map(|run| run.name.clone()));
        }
        if known.contains(&phase.text) || index >= actions && phase.text == "player_turn" {
            continue;
        }
        let at = Place::new(file, phase.span);
        match builder.world.entry(&phase.text) {
            Some(Entry::Action(_) | Entry::Procedure(_)) if (actions..whole).contains(&index) => {}
            Some(Entry::Action(_)) if index >= whole => drop(builder.tell(says::lasts_no_phase(&phase.text, at))),
            _ => drop(no_such_phase(builder, &phase.text, &known, at)),
        }
    }
    flags_called_like_phases(builder, &known);
}

/// `fired until end of fire_1, fire_2` declares a flag `fire_2`: a phase is meant.
fn flags_called_like_phases(builder: &mut Builder<'_>, known: &[String]) {
    for (file, item) in builder.items() {
        let ItemKind::Piece(piece) = &item.kind else { continue };
        for pair in piece.fields.windows(2) {
            let [before, flag] = pair else { continue };
            let of_a_phase = before.until.as_ref().and_then(|until| until.phases.last());
            if let Some(phase) = of_a_phase
                && flag.kind == ast::FieldKind::Flag
                && flag.until.is_none()
                && known.contains(&flag.name.text)
            {
                let at = Place::new(file, flag.name.span);
                builder.tell(says::flag_for_a_phase(&flag.name.text, &phase.text, at));
            }
        }
    }
}

/// A phase in a line that could not be read has no name.
fn sequence_is_broken(builder: &Builder<'_>, file: FileId, item: &ast::Item) -> bool {
    if let ItemKind::Broken { .. } = &item.kind {
        return builder.sources.text(Place::new(file, item.span)).trim_start().starts_with("sequence");
    }
    let mut broken = false;
    if let ItemKind::Sequence(_) = &item.kind {
        walk::statements(item, &mut |stmt| broken |= matches!(stmt.kind, Said::Broken));
    }
    broken
}

fn collect<'a>(
    builder: &Builder<'_>,
    (file, block): (FileId, &'a ast::Block),
    (of_a_side, runs): (bool, &[usize]),
    found: &mut Vec<Found<'a>>,
) {
    for stmt in &block.stmts {
        if builder.misplaced.contains(&Place::new(file, stmt.span)) {
            continue;
        }
        if let Said::Phase { name, block } = &stmt.kind {
            found.push(Found { file, stmt, name, block, of_a_side, runs: runs.to_vec() });
        }
        let of_a_side = of_a_side || matches!(stmt.kind, Said::PlayerTurns { .. });
        let mut runs = runs.to_vec();
        if let Said::Run { name, .. } = &stmt.kind
            && let Some(Entry::Run(run)) = builder.world.entry(&name.text)
        {
            runs.push(run);
        }
        walk::blocks(&stmt.kind, &mut |inner| collect(builder, (file, inner), (of_a_side, &runs), found));
    }
}

fn phase(builder: &mut Builder<'_>, one: &Found<'_>, func: FuncId) {
    let (file, name, block) = (one.file, one.name, one.block);
    for case in &one.stmt.cases {
        builder.cite(file, case);
    }
    let at = Place::new(file, name.span);
    let mut reader = Reader::open(builder, file, at);
    reader.stage = Some(Stage {
        phase: Some(name.text.clone()),
        of_a_side: one.of_a_side,
        on_the_way: false,
        runs: one.runs.clone(),
    });
    let may_end = !reader.ended_within(block).is_empty();
    let mut body = hir::Block::new();
    // What is refused has been told; the rest of the phase still counts.
    let _ = reader.read_lines(block, &mut body);
    // Without sides a game has no phases, which has been told.
    let Some(member) = reader.member_of(PHASE, &name.text) else { return };
    let title = one.stmt.title.as_ref().map(|title| title.text.as_str());
    let printing = builder.world.printing(&name.text, title);
    let phase = |body| hir::Phase { name: name.text.clone(), member, printing, body };
    let (mut binders, mut body) = (reader.binders, body);
    // What ends a run leaves the phase, and the phase ends as it always does.
    if may_end {
        let itself = builder.declare(&format!("phase_{}_itself", name.text), FuncKind::Procedure, Vec::new(), None, at);
        builder.told_as.insert(itself, Called::new(format!("phase {}", name.text), ""));
        builder.has_read(itself, std::mem::take(&mut binders), hir::Body::Code(std::mem::take(&mut body)), at);
        body.push(hir::Stmt { kind: StmtKind::Perform(itself, Vec::new(), None), at });
    }
    builder.has_read(func, binders, hir::Body::Phase(phase(body)), at);
}

impl Reader<'_, '_> {
    pub(super) fn phase(&mut self, name: &ast::Name, block: &ast::Block) -> Made<StmtKind> {
        let Some(func) = self.m.printed_phases.get(&self.place(name.span)).copied() else { return Err(ErrorReported) };
        Ok(StmtKind::Phase(func, self.ended_within(block)))
    }

    /// `turns 1..6 { .. }`. What is wrong with them has been told.
    pub(super) fn turns(&mut self, which: &ast::Count, block: &ast::Block) -> Made<StmtKind> {
        let mut body = self.read_block(block)?;
        self.told_if_missed(block, self.place(block.span), &mut body);
        let which = turns::written(self.m, which).map_err(|_| ErrorReported)?;
        Ok(StmtKind::Turns { which, body })
    }

    /// The block is a procedure of its own, called for each side.
    pub(super) fn player_turns(&mut self, sides: &[ast::Expr], block: &ast::Block) -> Made<StmtKind> {
        let Some(stage) = self.stage.clone() else { return Err(ErrorReported) };
        let read = self.sides_with_turns(sides);
        let at = self.place(block.span);
        let mut inner = Reader::open(self.m, self.file, at);
        let mut body = hir::Block::new();
        inner.stage = Some(Stage { of_a_side: true, on_the_way: true, ..stage });
        inner.read_lines(block, &mut body)?;
        let binders = inner.binders;
        let goals = goals_of_player_turns(&self.m.world, sides, block);
        let ends = self.ended_within(block);
        let mut turns = Vec::new();
        for (side, said) in read?.into_iter().zip(sides) {
            let own: Vec<Goal> = match named_side(&self.m.world, said) {
                Some((name, _)) => goals.iter().filter_map(|goal| goal.of(name)).collect(),
                None => goals.clone(),
            };
            turns.push((side, self.read_goals(&own)));
        }
        Ok(StmtKind::PlayerTurns(Box::new(hir::PlayerTurns { body, binders, sides: turns, ends, at })))
    }

    /// Whose turns these are: different sides, whatever happens. Nobody is phasing before they begin.
    fn sides_with_turns(&mut self, sides: &[ast::Expr]) -> Made<Vec<hir::Expr>> {
        let mut phasing = None;
        let see = &mut |part: &ast::Expr| phasing = phasing.or(super::offers::is_phasing(part).then_some(part.span));
        sides.iter().for_each(|side| walk::expressions(side, see));
        if let Some(span) = phasing {
            let at = self.place(span);
            return Err(self.tell(says::phasing_before_turns(at)));
        }
        let read = sides.iter().map(|side| self.read_asker(side)).collect::<Made<Vec<hir::Expr>>>()?;
        for (nth, other) in sides.iter().enumerate() {
            let Some(one) = sides.iter().take(nth).find(|one| !self.differ(one, other)) else { continue };
            // One that is named twice is told for the whole list.
            if [one, other].iter().all(|side| named_side(&self.m.world, side).is_some()) {
                return Err(ErrorReported);
            }
            let (at, first) = (self.place(other.span), self.place(one.span));
            return Err(self.tell(says::may_be_one_side("player turns", at, first)));
        }
        Ok(read)
    }
}
