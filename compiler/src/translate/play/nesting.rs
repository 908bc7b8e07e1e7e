//! What may stand within what in the sequence of play. Promises: exactly the table of `docs/language/sequence.md`;
//! whatever stands elsewhere is told, and never left out in silence.

use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::builder::Builder;
use crate::translate::walk;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, ItemKind, StmtKind as Said};

/// A part of the sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Turns,
    Run,
    PlayerTurns,
    Phase,
    Offer,
}

/// What stands around it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Around {
    Turns,
    Run,
    PlayerTurns,
    Phase,
    /// `if`, and a `step` with its title.
    If,
    Repeat,
    /// `for each`, `depending on`, and all other statements that have a block.
    Each,
}

/// A line of the table: what may stand around a part. An offer wants a phase besides.
const MAY_STAND_IN: [(Part, &[Around]); 5] = [
    (Part::Turns, &[Around::If]),
    (Part::Run, &[Around::Turns, Around::Run, Around::PlayerTurns, Around::If]),
    (Part::PlayerTurns, &[Around::Turns, Around::Run, Around::If]),
    (Part::Phase, &[Around::Turns, Around::Run, Around::PlayerTurns, Around::If]),
    (
        Part::Offer,
        &[Around::Turns, Around::Run, Around::PlayerTurns, Around::Phase, Around::If, Around::Repeat, Around::Each],
    ),
];

fn part(kind: &Said) -> Option<Part> {
    match kind {
        Said::Turns { .. } => Some(Part::Turns),
        Said::Run { .. } => Some(Part::Run),
        Said::PlayerTurns { .. } => Some(Part::PlayerTurns),
        Said::Phase { .. } => Some(Part::Phase),
        Said::Offers { .. } => Some(Part::Offer),
        _ => None,
    }
}

fn around(kind: &Said) -> Around {
    match kind {
        Said::Turns { .. } => Around::Turns,
        Said::Run { .. } => Around::Run,
        Said::PlayerTurns { .. } => Around::PlayerTurns,
        Said::Phase { .. } => Around::Phase,
        Said::If { .. } | Said::Step(_) => Around::If,
        Said::Repeat { .. } => Around::Repeat,
        _ => Around::Each,
    }
}

impl Part {
    fn word(self) -> &'static str {
        match self {
            Part::Turns => "turns",
            Part::Run => "a run",
            Part::PlayerTurns => "player turns",
            Part::Phase => "a phase",
            Part::Offer => "`any number of`",
        }
    }

    /// What to type instead.
    fn help(self, around: Option<Around>) -> &'static str {
        match (self, around) {
            (_, None) => {
                "write it in the `sequence`; an item holds what is done there: `phase movement { perform march_all }`"
            }
            (Part::Turns, Some(_)) => {
                "the turns of a game are counted once: what comes several times in a turn stands in a run: `run operation in 1..3 { .. }`"
            }
            (Part::PlayerTurns, Some(Around::PlayerTurns)) => {
                "close the braces of the first before the second begins; what the other side does in a turn is an action `by enemy of phasing`"
            }
            (Part::PlayerTurns, Some(Around::Phase)) => {
                "player turns stand round phases; within one both sides are asked by `in turn Blue, Red { .. }`, with actions `by acting`"
            }
            (Part::Phase, Some(Around::Phase)) => "write a part of a phase as `step 2.4 \"Its title\" { .. }`",
            (Part::Offer, _) => "put a phase around it: `phase movement { any number of march }`",
            (Part::PlayerTurns | Part::Phase, Some(Around::Repeat)) => {
                "what comes several times in a turn stands in a run, which ends early by `end operation`: `run operation in 1..3 { phase fire { .. } }`"
            }
            (Part::Run, Some(Around::Phase)) => {
                "a run stands round phases: `run operation in 1..3 { phase fire { .. } }`; within a phase write `repeat at most 3 { .. }`"
            }
            (Part::Run | Part::PlayerTurns | Part::Phase, Some(_)) => {
                "it may stand in turns, in a run, in `if`: `run operation in 1..3 { phase fire { .. } }`"
            }
        }
    }
}

impl Around {
    fn word(self) -> &'static str {
        match self {
            Around::Turns => "turns",
            Around::Run => "a run",
            Around::PlayerTurns => "player turns",
            Around::Phase => "a phase",
            Around::If => "an `if`",
            Around::Repeat => "a `repeat`",
            Around::Each => "this statement",
        }
    }
}

/// Tells every part that stands where it has no meaning, and keeps in mind which they are.
pub(super) fn held(builder: &mut Builder<'_>) {
    let mut told: Vec<(Place, Diagnostic)> = Vec::new();
    for (file, item) in builder.items() {
        match &item.kind {
            ItemKind::Sequence(sequence) => in_sequence(file, &sequence.body, &mut Vec::new(), &mut told),
            _ => {
                let mut end = 0;
                walk::statements(item, &mut |stmt| {
                    // What stands in it goes with it.
                    if let (Some(part), true) = (part(&stmt.kind), stmt.span.start >= end) {
                        end = stmt.span.end;
                        let what = says::not_in_sequence(part.word(), part.help(None), head(file, stmt));
                        told.push((Place::new(file, stmt.span), what));
                    }
                });
            }
        }
    }
    for (at, what) in told {
        builder.misplaced.insert(at);
        builder.tell(what);
    }
}

fn in_sequence<'a>(
    file: FileId,
    block: &'a ast::Block,
    outer: &mut Vec<(Around, &'a ast::Stmt)>,
    told: &mut Vec<(Place, Diagnostic)>,
) {
    for stmt in &block.stmts {
        if let Some(part) = part(&stmt.kind)
            && let Some(what) = refused(file, part, stmt, outer)
        {
            told.push((Place::new(file, stmt.span), what));
            continue;
        }
        outer.push((around(&stmt.kind), stmt));
        walk::blocks(&stmt.kind, &mut |inner| in_sequence(file, inner, outer, told));
        outer.pop();
    }
}

fn refused(file: FileId, part: Part, stmt: &ast::Stmt, outer: &[(Around, &ast::Stmt)]) -> Option<Diagnostic> {
    let at = head(file, stmt);
    let may = MAY_STAND_IN.iter().find(|(of, _)| *of == part).map_or(&[] as &[Around], |(_, may)| may);
    if let Some((around, first)) = outer.iter().rev().find(|(around, _)| !may.contains(around)) {
        let first = head(file, first);
        return Some(says::misplaced(part.word(), around.word(), part.help(Some(*around)), at, first));
    }
    let lacks_phase = part == Part::Offer && !outer.iter().any(|(around, _)| *around == Around::Phase);
    lacks_phase.then(|| says::offered_without_phase(part.help(Some(Around::Turns)), at))
}

/// The statement without its block.
fn head(file: FileId, stmt: &ast::Stmt) -> Place {
    let mut end = stmt.span.end;
    walk::blocks(&stmt.kind, &mut |block| end = end.min(block.span.start));
    Place::new(file, Span { start: stmt.span.start, end: end.max(stmt.span.start) })
}
