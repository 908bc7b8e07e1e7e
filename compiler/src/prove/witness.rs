//! A situation in words: what each name stands for, and what is printed and held where the rows look.

use super::eval::Atom;
use super::eval::{Eval, Out, Room, Said};
use super::facts::Facts;
use super::finding::{Laid, Witness};
use super::inline::{Bound, Scope};
use super::term::{Term, TermId, Terms};
use std::collections::BTreeSet;
use wgr_runtime::board::{Board, Dir};
use wgr_runtime::ir::{BoardOp, CellId, DIR, DomainId, EDGE, HEX, NONE, Program, Role, Scalar, What};

/// What is told of one situation at most.
const MOST: usize = 12;

/// The situation, as far as it bears on the goal; `given`: what always holds of the parameters.
pub(super) fn witness(
    (terms, facts, params): (&Terms, &Facts<'_>, &Scope),
    (goal, given): (TermId, TermId),
    said: &[Said],
    (matching, of): (u64, u64),
) -> Witness {
    let mut eval = situation(terms, facts, said);
    let below = terms.below(&[goal]);
    let mut told: Vec<(String, String)> = Vec::new();
    for vars in [true, false] {
        for id in &below {
            let wanted = match terms.get(*id) {
                Term::Var(_) => vars,
                Term::Cell(..) | Term::Table(..) | Term::Holds(..) | Term::Board(..) => !vars,
                Term::Const(_)
                | Term::Unknown(_)
                | Term::Not(_)
                | Term::Neg(_)
                | Term::Round(..)
                | Term::Binary(..)
                | Term::If(..)
                | Term::Narrow(_)
                | Term::Within(..)
                | Term::Fail => false,
            };
            if let (true, Some(name), Out::Is(value)) = (wanted, text(terms, facts, *id), eval.eval(*id)) {
                let fact = (name, shown(facts, terms.ty(*id), value));
                if told.len() < MOST && !told.contains(&fact) {
                    told.push(fact);
                }
            }
        }
    }
    let mut laid = laid(terms, facts, params, said);
    laid.held = rests_on_places(terms, &[goal, given], said);
    Witness { facts: told, matching, of, laid }
}

/// Is anything said of a place that is asked here?
fn rests_on_places(terms: &Terms, asked: &[TermId], said: &[Said]) -> bool {
    let places: BTreeSet<CellId> = terms.below(asked).into_iter().filter_map(|id| place_of(terms, id)).collect();
    said.iter().any(|one| match one.atom {
        Atom::Cell(cell, _) | Atom::Holds(cell, _, _) => places.contains(&cell),
        Atom::Var(_) | Atom::Unknown(_) => false,
    })
}

fn place_of(terms: &Terms, id: TermId) -> Option<CellId> {
    let (Term::Cell(cell, _) | Term::Holds(cell, ..)) = terms.get(id) else { return None };
    Some(*cell)
}

/// What was said, as numbers; of what is unknown nothing.
fn laid(terms: &Terms, facts: &Facts<'_>, params: &Scope, said: &[Said]) -> Laid {
    let mut laid = Laid::default();
    for one in said {
        match one.atom {
            Atom::Var(var) => {
                let stands = |bound: &Bound| matches!(bound, Bound::Term(term) if matches!(terms.get(*term), Term::Var(known) if *known == var));
                let param = params.names.iter().find(|(_, bound)| stands(bound));
                laid.params.extend(param.map(|(local, _)| (*local, one.value)));
            }
            Atom::Cell(cell, place) => {
                laid.keeps |= facts.program.cell(cell).role != Role::Game;
                laid.cells.push(placed(facts, cell, place, one.value));
            }
            Atom::Holds(cell, place, member) => {
                laid.keeps |= facts.program.cell(cell).role != Role::Game;
                if one.value != 0 {
                    laid.members.push(placed(facts, cell, place, member));
                }
            }
            Atom::Unknown(_) => {}
        }
    }
    laid
}

fn placed(facts: &Facts<'_>, cell: CellId, place: [i64; 2], value: i64) -> (String, Vec<i64>, i64) {
    let cell = facts.program.cell(cell);
    (cell.name.clone(), place.into_iter().take(cell.index.len()).collect(), value)
}

/// What a term is in this situation, in words.
pub(super) fn amount(terms: &Terms, facts: &Facts<'_>, id: TermId, said: &[Said]) -> String {
    match situation(terms, facts, said).eval(id) {
        Out::Is(value) => shown(facts, terms.ty(id), value),
        Out::Need(..) | Out::Fails => text(terms, facts, id).unwrap_or_else(|| "another amount".to_owned()),
    }
}

fn situation<'a, 'p>(terms: &'a Terms, facts: &'a Facts<'p>, said: &[Said]) -> Eval<'a, 'p> {
    let mut eval = Eval::new(terms, facts, true, Room::default());
    said.iter().for_each(|said| eval.say(*said));
    eval
}

/// On what it depends: the names of these, each once.
pub(super) fn names(terms: &Terms, facts: &Facts<'_>, on: &[TermId]) -> String {
    let mut names: Vec<String> = Vec::new();
    for id in on {
        let name = text(terms, facts, *id).unwrap_or_else(|| "a longer expression".to_owned());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(3);
    names.join(", ")
}

/// As an author would write it; none for what is no name and no look-up.
fn text(terms: &Terms, facts: &Facts<'_>, id: TermId) -> Option<String> {
    let called = |name: &str, args: &[TermId]| {
        let args: Option<Vec<String>> = args.iter().map(|arg| text(terms, facts, *arg)).collect();
        Some(if args.as_ref()?.is_empty() { name.to_owned() } else { format!("{name}({})", args?.join(", ")) })
    };
    match terms.get(id) {
        Term::Const(value) => Some(shown(facts, terms.ty(id), *value)),
        Term::Var(var) => Some(terms.var(*var).name.clone()),
        Term::Unknown(unknown) => Some(terms.unknown_name(*unknown).to_owned()),
        Term::Cell(cell, index) => called(&facts.program.cell(*cell).name, index),
        Term::Table(table, index) => called(&facts.program.table(*table).name, index),
        Term::Board(op, args) => called(board_name(*op), args),
        Term::Holds(cell, index, member) => {
            let (set, member) = (called(&facts.program.cell(*cell).name, index)?, text(terms, facts, *member)?);
            Some(format!("{member} in {set}"))
        }
        Term::Narrow(a) => text(terms, facts, *a),
        Term::Not(_)
        | Term::Neg(_)
        | Term::Round(..)
        | Term::Binary(..)
        | Term::If(..)
        | Term::Within(..)
        | Term::Fail => None,
    }
}

fn board_name(op: BoardOp) -> &'static str {
    match op {
        BoardOp::Neighbour => "neighbour",
        BoardOp::Edge => "edge",
        BoardOp::Between => "between",
        BoardOp::Toward => "toward",
        BoardOp::Opposite => "opposite",
        BoardOp::Distance => "distance",
        BoardOp::Ring => "ring",
        BoardOp::Disc => "disc",
        BoardOp::Line => "line",
        BoardOp::Column => "column",
        BoardOp::Row => "row",
        BoardOp::EdgeLow => "edge_low",
        BoardOp::EdgeHigh => "edge_high",
    }
}

/// A value of this type, as it is printed.
fn shown(facts: &Facts<'_>, ty: Scalar, value: i64) -> String {
    match ty.what {
        What::Bool => if value == 0 { "no" } else { "yes" }.to_owned(),
        What::Int { den } => fraction(value, i64::from(den)),
        What::Id(_) if value == NONE => "none".to_owned(),
        What::Id(domain) => member(facts.program, facts.board(), domain, value),
    }
}

fn fraction(value: i64, den: i64) -> String {
    let (mut a, mut b) = (value.unsigned_abs().max(1), den.unsigned_abs().max(1));
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let by = i64::try_from(a).unwrap_or(1);
    let by = if value == 0 { den.max(1) } else { by };
    if den / by <= 1 { (value / by).to_string() } else { format!("{}/{}", value / by, den / by) }
}

fn member(program: &Program, board: Option<&Board>, domain: DomainId, value: i64) -> String {
    let printed = board.and_then(|board| match domain {
        HEX => u16::try_from(value).ok().and_then(|id| board.hex(id)).map(|hex| board.name(hex)),
        EDGE => u16::try_from(value).ok().and_then(|id| board.side_at(id)).map(|side| board.side_words(side)),
        DIR => u8::try_from(value).ok().and_then(Dir::new).map(|dir| board.dir_word(dir).to_owned()),
        _ => None,
    });
    let named = || usize::try_from(value).ok().and_then(|at| program.domain(domain).members.get(at).cloned());
    printed.or_else(named).unwrap_or_else(|| value.to_string())
}
