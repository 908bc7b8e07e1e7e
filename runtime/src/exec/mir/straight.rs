//! Queries that say in steps what one expression says. Rows name their conditions, then what they come to, then go by that; where
//! one row decides, or several that all say the same, that is one expression:
//!
//! ```text
//! let here = tired[u]                                  let amount = pace[u]
//! let verdict = no                                     let answer = 0
//! if here { verdict := yes }                           answer := amount
//! return verdict              is  return tired[u]      return answer         is  return pace[u]
//! ```
//!
//! Then it can be put in the place of its calls (`splice.rs`), and conditions on it can be put to all members at once. A query that
//! does not become one expression stays as it is. What may fault is found where it was found before, behind the same things.

use super::Mir;
use super::known::Known;
use super::safe::{Safe, Text};
use crate::ir::{
    BinaryOp, Block, Body, Expr, ExprId, ExprNode, Func, FuncId, FuncKind, Program, Scalar, Stmt, StmtKind, Type,
    UnaryOp, What, walk,
};

/// Longer ones are no expression that is put anywhere.
const MOST_STATEMENTS: usize = 24;

/// The query as one expression, if it is one.
pub(super) fn tell(program: &Program, mir: &mut Mir<'_>, id: FuncId, safe: &[Safe]) {
    let func = &*mir.funcs[id.index()];
    let Some(block) = func.body.code().filter(|_| func.kind == FuncKind::Query) else { return };
    if block.0.len() < 2 || walk::all_stmts(block).len() > 3 * MOST_STATEMENTS {
        return;
    }
    let mut straight = Straight {
        id,
        program,
        safe,
        func: func.clone(),
        types: mir.types[id.index()].to_vec(),
        origins: mir.origins[id.index()].clone(),
    };
    if straight.is_one_expression() {
        mir.funcs[id.index()] = std::borrow::Cow::Owned(straight.func);
        mir.types[id.index()] = straight.types.into();
        mir.origins[id.index()] = straight.origins;
    }
}

/// One query while it is tried.
struct Straight<'a> {
    id: FuncId,
    program: &'a Program,
    safe: &'a [Safe],
    func: Func,
    types: Vec<Type>,
    origins: Vec<FuncId>,
}

impl Straight<'_> {
    fn is_one_expression(&mut self) -> bool {
        loop {
            let Some(block) = self.func.body.code() else { return false };
            let known = Known::of(&self.func, false);
            let text = Text::of(self.program, (&self.func, &self.types), self.safe, &known);
            let plain = text.read_alone(taken(&self.func, &known, &block.0)).0;
            let is_one = matches!(plain.as_slice(), [Stmt { kind: StmtKind::Return(Some(_)), .. }]);
            let goes_on = !is_one && plain.len() <= MOST_STATEMENTS;
            self.func.body = Body::Code(Block(plain.clone()));
            if !goes_on {
                return is_one;
            }
            let known = Known::of(&self.func, false);
            let new = self.verdict(&known, &plain).or_else(|| self.handed_on(&known, &plain));
            let Some(new) = new else { return false };
            self.func.body = Body::Code(Block(new));
        }
    }

    /// Rows that all say the same: `if a { verdict := yes } if b { verdict := yes } return verdict` is `return a or b`.
    #[expect(clippy::wildcard_enum_match_arm, reason = "whatever else happens on the way is no expression")]
    fn verdict(&mut self, known: &Known, stmts: &[Stmt]) -> Option<Vec<Stmt>> {
        let (last, before) = stmts.split_last()?;
        let StmtKind::Return(Some(told)) = last.kind else { return None };
        let verdict = self.func.name_of(told).filter(|verdict| known.reads[verdict.index()] == 1)?;
        let begins =
            before.iter().position(|stmt| matches!(stmt.kind, StmtKind::Let { local, .. } if local == verdict))?;
        let StmtKind::Let { value: first, fresh: true, .. } = before[begins].kind else { return None };
        let else_is = yes_or_no(&self.func, first)?;
        let (mut left, mut conditions) = (before[..begins].to_vec(), Vec::new());
        for stmt in &before[begins + 1..] {
            match &stmt.kind {
                StmtKind::Let { local, .. } if *local != verdict => left.push(stmt.clone()),
                StmtKind::If { cond, then, other } if other.0.is_empty() => {
                    let [Stmt { kind: StmtKind::Let { local, value, .. }, .. }] = then.0.as_slice() else {
                        return None;
                    };
                    let says_so = *local == verdict && yes_or_no(&self.func, *value)? != else_is;
                    // It comes to the same at the end.
                    let stays = self.func.name_of(*cond).is_some_and(|cond| known.writes[cond.index()] == 1);
                    (says_so && stays).then(|| conditions.push(*cond))?;
                }
                _ => return None,
            }
        }
        let mut any = conditions.into_iter();
        let first = any.next()?;
        let any = any.fold(first, |a, b| self.put(Expr::Binary(BinaryOp::Or, a, b), last));
        let answer = if else_is { self.put(Expr::Unary(UnaryOp::Not, any), last) } else { any };
        left.push(Stmt { kind: StmtKind::Return(Some(answer)), at: last.at });
        Some(left)
    }

    /// The last name before the answer, that is read there alone: what it stands for takes its place.
    fn handed_on(&mut self, known: &Known, stmts: &[Stmt]) -> Option<Vec<Stmt>> {
        let (last, before) = stmts.split_last()?;
        let (given, before) = before.split_last()?;
        let StmtKind::Return(Some(answer)) = last.kind else { return None };
        let StmtKind::Let { local, value, .. } = given.kind else { return None };
        let fits = match (self.types[value.index()], self.func.local(local).ty) {
            (Type::Scalar(from), Type::Scalar(place)) => from.what == place.what && from.fits(place),
            (from, place) => from == place,
        };
        // Not even by itself: `total := total + amount`.
        if known.reads[local.index()] != 1 {
            return None;
        }
        let mut place = None;
        walk::walk_expr(&self.func, answer, &mut |node| match node {
            walk::Node::Expr(id, Expr::Local(read)) if *read == local => place = Some(id),
            walk::Node::Expr(..) | walk::Node::Stmt(_) => {}
        });
        let place = place?;
        let is_safe = Text::of(self.program, (&self.func, &self.types), self.safe, known).expr(value);
        if !fits || !self.is_asked_there(answer, place, is_safe)? {
            return None;
        }
        // Whatever else it was given is never read.
        let others = |stmt: &&Stmt| !matches!(stmt.kind, StmtKind::Let { local: other, .. } if other == local);
        let mut left: Vec<Stmt> = before.iter().filter(others).cloned().collect();
        let literals = before.iter().filter(|stmt| !others(stmt)).all(|stmt| {
            matches!(stmt.kind, StmtKind::Let { value, .. } if matches!(self.func.expr(value), Expr::Literal { .. } | Expr::Empty(_)))
        });
        let (node, ty, origin) =
            (self.func.exprs[value.index()].clone(), self.types[value.index()], self.origins[value.index()]);
        (self.func.exprs[place.index()], self.types[place.index()], self.origins[place.index()]) = (node, ty, origin);
        left.push(last.clone());
        literals.then_some(left)
    }

    /// Is that place asked whenever the expression is, once, and before all that may fault? What cannot fault may also be asked
    /// behind other things, or not at all. Nothing where it is asked again and again.
    fn is_asked_there(&self, whole: ExprId, place: ExprId, is_safe: bool) -> Option<bool> {
        if whole == place {
            return Some(true);
        }
        let within = |part: ExprId| {
            let mut found = false;
            walk::walk_expr(&self.func, part, &mut |node| {
                found |= matches!(node, walk::Node::Expr(id, _) if id == place)
            });
            found
        };
        let parts = walk::parts_asked_once(self.func.expr(whole));
        let at = parts.iter().position(|part| within(*part))?;
        if at > 0 && !is_safe {
            return Some(false);
        }
        self.is_asked_there(parts[at], place, is_safe)
    }

    fn put(&mut self, expr: Expr, told: &Stmt) -> ExprId {
        self.func.exprs.push(ExprNode { expr, at: told.at });
        self.types.push(Type::Scalar(Scalar { what: What::Bool, lo: 0, hi: 1 }));
        self.origins.push(self.id);
        ExprId::new(self.func.exprs.len() - 1)
    }
}

/// The statements without what only tells, and with the branch that is taken in the place of those where that is written out.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other statement stays")]
fn taken(func: &Func, known: &Known, stmts: &[Stmt]) -> Vec<Stmt> {
    let mut left = Vec::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Mark { .. } => {}
            StmtKind::If { cond, then, other } => match decided(func, known, *cond) {
                Some(holds) => left.extend(taken(func, known, if holds { &then.0 } else { &other.0 })),
                None => {
                    let (then, other) = (Block(taken(func, known, &then.0)), Block(taken(func, known, &other.0)));
                    left.push(Stmt { kind: StmtKind::If { cond: *cond, then, other }, at: stmt.at });
                }
            },
            _ => left.push(stmt.clone()),
        }
    }
    left
}

#[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
fn decided(func: &Func, known: &Known, cond: ExprId) -> Option<bool> {
    match func.expr(cond) {
        Expr::Literal { value, .. } => Some(*value == 1),
        Expr::Local(local) => known.constant(*local).map(|value| value == 1),
        Expr::Unary(UnaryOp::Not, inner) => decided(func, known, *inner).map(|holds| !holds),
        _ => None,
    }
}

fn yes_or_no(func: &Func, id: ExprId) -> Option<bool> {
    let Expr::Literal { value, ty: Scalar { what: What::Bool, .. } } = func.expr(id) else { return None };
    Some(*value == 1)
}
