//! Does an action without a limit use something up, so that it cannot be taken for ever?
//!
//! Out: surely, perhaps, or not at all. It uses something up where it counts, removes, spends or performs, and where it
//! writes what its `where` or its opening pick reads. Writing what its `where` asks for is nothing new: `u.hit becomes no` where `not it.hit`.

use super::action::opening;
use crate::translate::world::{ActionDef, Entry, ProcedureDef, World};
use std::cell::Cell;
use std::collections::BTreeSet;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Compare, Count, Expr, ExprKind, StmtKind as Said, VerdictKind};

pub(super) enum Progress {
    Surely,
    /// On some way through it nothing is used up.
    Perhaps,
    /// With what it writes although it is so already.
    Never(Option<Span>),
}

/// What an action without a limit uses up.
pub(super) fn of(world: &World<'_>, action: &ast::Action) -> Progress {
    let mut read = BTreeSet::new();
    for such in action.params.iter().filter_map(|param| param.such.as_ref()) {
        world.read_by(such, &mut read);
    }
    // An opening pick of somebody says as much.
    let picked = opening(&action.body).into_iter().map(|(_, picks)| picks);
    let picked: Vec<&ast::Picks> = picked.filter(|picks| picks.count.bounds().0.is_some_and(is_somebody)).collect();
    picked.iter().flat_map(|picks| &picks.tiers).for_each(|tier| world.read_by(&tier.set, &mut read));
    // A row that could not be read may ask for what it writes.
    let unread = |word: &&str| match world.entry(word) {
        Some(Entry::Rows(index)) => world.rows.get(index).is_some_and(|def| {
            def.lacks_rows || def.rows.iter().any(|row| matches!(row.row.verdict.kind, VerdictKind::Broken))
        }),
        Some(_) | None => false,
    };
    if read.iter().any(unread) {
        return Progress::Surely;
    }
    let anybody = picked.is_empty() && action.params.iter().all(|param| param.such.is_none());
    let own = world.actions.iter().find(|def| std::ptr::eq(def.ast, action));
    let look = Look { world, action, own, read, anybody, depth: Cell::new(0) };
    if !uses_something_up(&action.body) && !look.closes(&action.body) {
        return Progress::Never(look.nothing_new(&action.body));
    }
    let quiet = look.quiet(&action.body);
    if quiet.falls || quiet.ends { Progress::Perhaps } else { Progress::Surely }
}

fn is_somebody(least: &Expr) -> bool {
    super::stmt::written(least) != Some(0)
}

/// At any depth.
fn uses_something_up(block: &ast::Block) -> bool {
    let any = |block: &Option<ast::Block>| block.as_ref().is_some_and(uses_something_up);
    block.stmts.iter().any(|stmt| match &stmt.kind {
        Said::Perform { .. } => true,
        Said::Step(block) | Said::ForEach { block, .. } | Said::Repeat { block, .. } => uses_something_up(block),
        Said::Order { block, .. } => uses_something_up(block),
        Said::May { block, other, .. } => uses_something_up(block) || any(other),
        Said::If { then, other, .. } => uses_something_up(then) || any(other),
        Said::Depending { arms, .. } => arms.iter().any(|arm| uses_something_up(&arm.block)),
        kind => is_used_up(kind),
    })
}

/// A statement that uses something up whatever the `where` reads.
fn is_used_up(kind: &Said) -> bool {
    match kind {
        Said::Gains { .. } | Said::Loses { .. } | Said::Remove(_) | Said::Replace { .. } | Said::Spend(_) => true,
        // Nothing is started behind it.
        Said::GameOver(_) => true,
        // What could not be read may be a limit.
        Said::Broken | Said::Hole(_) => true,
        _ => false,
    }
}

/// Ways on which nothing is used up: to the end of a block, or out of the action.
#[derive(Clone, Copy, Default)]
struct Ways {
    falls: bool,
    ends: bool,
}

impl Ways {
    const ON: Ways = Ways { falls: true, ends: false };

    fn or(self, other: Ways) -> Ways {
        Ways { falls: self.falls || other.falls, ends: self.ends || other.ends }
    }
}

struct Look<'l, 'a> {
    world: &'l World<'a>,
    action: &'l ast::Action,
    own: Option<&'l ActionDef<'a>>,
    /// What its `where` reads.
    read: BTreeSet<&'l str>,
    /// No `where` says whom it is about.
    anybody: bool,
    /// Procedures within procedures that are looked into; some call each other in a circle, which is told elsewhere.
    depth: Cell<u32>,
}

/// So many procedures deep is looked.
const DEEPEST: u32 = 6;

impl Look<'_, '_> {
    /// Does it write something that its `where` looks at, whatever happens in it?
    fn closes(&self, block: &ast::Block) -> bool {
        block.stmts.iter().any(|stmt| match &stmt.kind {
            Said::Step(inner) => self.closes(inner),
            kind => self.writes_what_is_read(kind),
        })
    }

    fn writes_what_is_read(&self, kind: &Said) -> bool {
        match kind {
            Said::Becomes { place, value } => {
                written(place).is_some_and(|name| self.read.contains(name)) && !self.is_so(place, value)
            }
            Said::Goes { to, .. } => match &to.kind {
                ExprKind::Name(name) if matches!(self.world.entry(&name.text), Some(Entry::Box(_))) => {
                    !self.read.contains(name.text.as_str())
                }
                _ => self.read.contains("hex") || self.read.contains("box"),
            },
            _ => false,
        }
    }

    /// The first write of something that is so already.
    fn nothing_new(&self, block: &ast::Block) -> Option<Span> {
        block.stmts.iter().find_map(|stmt| match &stmt.kind {
            Said::Step(inner) => self.nothing_new(inner),
            Said::Becomes { place, value } => self.is_so(place, value).then_some(stmt.span),
            _ => None,
        })
    }

    /// Could the action not have begun if the place held anything else than this value?
    fn is_so(&self, place: &Expr, value: &Expr) -> bool {
        self.action.params.iter().any(|param| {
            let Some(such) = &param.such else { return false };
            let it = |of: &str| of == "it" || of == param.name.text;
            holds(such, &|part| is_place(part, place, &it), value) == Some(false)
        })
    }

    fn quiet(&self, block: &ast::Block) -> Ways {
        let mut ways = Ways::ON;
        for stmt in &block.stmts {
            let one = self.quiet_in(&stmt.kind);
            ways = Ways { falls: one.falls, ends: ways.ends || one.ends };
            if !ways.falls {
                break;
            }
        }
        ways
    }

    /// A round for each member: where a `where` says what the action is about, somebody is meant to be there.
    fn if_nobody(&self, round: Ways) -> Ways {
        if self.anybody { round.or(Ways::ON) } else { round }
    }

    fn quiet_else(&self, block: Option<&ast::Block>) -> Ways {
        block.map_or(Ways::ON, |block| self.quiet(block))
    }

    fn quiet_in(&self, kind: &Said) -> Ways {
        if is_used_up(kind) || self.writes_what_is_read(kind) {
            return Ways::default();
        }
        match kind {
            Said::End(what) if what.text == "repeat" => Ways::ON,
            Said::End(_) => Ways { falls: false, ends: true },
            Said::Moves(_) if self.read.contains("hex") => Ways::default(),
            Said::Perform { name, .. } => match self.world.performed(&name.text, self.own) {
                Some(index) => {
                    let def = self.world.procedures.get(index).filter(|_| self.depth.get() < DEEPEST);
                    self.depth.set(self.depth.get() + 1);
                    let own = |def: &ProcedureDef<'_>| self.quiet(&def.ast.body);
                    let deep = def.map_or(Ways::default(), |def| {
                        let others = self.world.procedures_instead(&def.name);
                        let others = others.filter_map(|at| self.world.procedures.get(at));
                        others.fold(own(def), |ways, other| ways.or(own(other)))
                    });
                    self.depth.set(self.depth.get() - 1);
                    Ways { falls: deep.falls || deep.ends, ends: false }
                }
                None => Ways::default(),
            },
            Said::Step(block) => self.quiet(block),
            Said::ForEach { block, .. } | Said::Repeat { block, .. } | Said::Order { block, .. } => {
                self.if_nobody(self.quiet(block))
            }
            Said::Draw { count: Count::UpTo(_), .. } => Ways::ON,
            Said::Draw { other, .. } => other.as_ref().map_or(Ways::default(), |other| self.quiet(other)),
            Said::May { block, other, .. } | Said::If { then: block, other, .. } => {
                self.quiet(block).or(self.quiet_else(other.as_ref()))
            }
            Said::Chooses(choose) => {
                let arms = choose.arms.iter().map(|arm| self.quiet(&arm.block));
                let other = choose.otherwise.iter().map(|other| self.quiet(other));
                arms.chain(other).fold(Ways::default(), Ways::or)
            }
            Said::Depending { arms, .. } => {
                arms.iter().map(|arm| self.quiet(&arm.block)).fold(Ways::default(), Ways::or)
            }
            Said::Picks(picks) => {
                let ends = self.anybody && picks.otherwise.as_ref().is_some_and(|other| self.quiet(other).ends);
                Ways { falls: true, ends }
            }
            _ => Ways::ON,
        }
    }
}

/// The name of a field or state that a place belongs to.
fn written(place: &Expr) -> Option<&str> {
    match &place.kind {
        ExprKind::Field(_, name) | ExprKind::Name(name) | ExprKind::Call(name, _) => Some(&name.text),
        _ => None,
    }
}

/// `it.hit` in the `where` is `u.hit` in the action of `u`.
fn is_place(part: &Expr, place: &Expr, it: &dyn Fn(&str) -> bool) -> bool {
    match (&part.kind, &place.kind) {
        (ExprKind::Name(part), ExprKind::Name(place)) => part.text == place.text,
        (ExprKind::Field(of, part), ExprKind::Field(piece, place)) if part.text == place.text => {
            matches!((&of.kind, &piece.kind), (ExprKind::Name(of), ExprKind::Name(piece))
                if of.text == piece.text || it(&of.text) && it(&piece.text))
        }
        _ => false,
    }
}

/// Whether a condition holds where the place holds anything but this value; none: that depends.
fn holds(cond: &Expr, is_place: &dyn Fn(&Expr) -> bool, value: &Expr) -> Option<bool> {
    let is_value = |what: &Expr| if alike(what, value) { Some(false) } else { opposite(what, value).then_some(true) };
    match &cond.kind {
        ExprKind::And(a, b) => match (holds(a, is_place, value), holds(b, is_place, value)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ExprKind::Or(a, b) => match (holds(a, is_place, value), holds(b, is_place, value)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        ExprKind::Not(inner) => holds(inner, is_place, value).map(|so| !so),
        ExprKind::Compare(Compare::Is, place, what) if is_place(place) => is_value(what),
        ExprKind::Compare(Compare::IsNot, place, what) if is_place(place) => is_value(what).map(|so| !so),
        _ if is_place(cond) => match value.kind {
            ExprKind::Yes => Some(false),
            ExprKind::No => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// The same word or number.
fn alike(one: &Expr, other: &Expr) -> bool {
    match (&one.kind, &other.kind) {
        (ExprKind::Yes, ExprKind::Yes) | (ExprKind::No, ExprKind::No) | (ExprKind::None, ExprKind::None) => true,
        (ExprKind::Number(one), ExprKind::Number(other)) => one == other,
        (ExprKind::Name(one), ExprKind::Name(other)) => one.text == other.text,
        _ => false,
    }
}

fn opposite(one: &Expr, other: &Expr) -> bool {
    matches!((&one.kind, &other.kind), (ExprKind::Yes, ExprKind::No) | (ExprKind::No, ExprKind::Yes))
}
