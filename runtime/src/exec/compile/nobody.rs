//! Where nobody is left. Rows that speak of units begin with a set of them and sift it row by row: whom a zone comes from, less
//! those whose zone does not reach there. Where that set is empty, all that is made of it is, too, and the answer can be told
//! at once. So the set is looked at as soon as it is found.
//!
//! What is passed over must not be able to fault, and there must be some walks in it: looking costs something where somebody is left.

use super::{FuncCompiler, Op, Pass, Patch, Result};
use crate::ir::{BinaryOp, Expr, ExprId, Fold, FoldOp, LocalId, Scalar, Stmt, StmtKind, Type, UnaryOp, walk};

/// Where statements lead to.
enum Leads {
    On,
    Answer(i64),
}

/// Looking whether anybody is left is worth so many walks.
const FEW_WALKS: u32 = 2;

/// What is known of a query's names behind an empty set.
struct Nobody<'c, 'a> {
    compiler: &'c FuncCompiler<'a>,
    empty: Vec<LocalId>,
    /// The first has the members of the second.
    same: Option<(LocalId, LocalId)>,
    values: Vec<(LocalId, i64)>,
    /// How many walks need not be made.
    walks: u32,
}

impl FuncCompiler<'_> {
    /// A new set was just found, and these statements come next; names with these values are not written yet.
    pub(super) fn leave_where_empty(&mut self, stmt: &Stmt, below: &[Stmt], values: Vec<(LocalId, i64)>) -> Result<()> {
        let StmtKind::Let { local, fresh: true, .. } = stmt.kind else { return Ok(()) };
        let Type::Set(domain) = self.func.local(local).ty else { return Ok(()) };
        if self.known.writes[local.index()] != 1 || !self.plans.passes.has(Pass::Nobody) {
            return Ok(());
        }
        let mut nobody = Nobody { compiler: self, empty: vec![local], same: None, values: values.clone(), walks: 0 };
        let Some(Leads::Answer(answer)) = nobody.follow(below) else { return Ok(()) };
        if nobody.walks < FEW_WALKS || self.is_sifted_next(local, below, values) {
            return Ok(());
        }
        let mark = self.mark();
        let (s, d) = (self.set_of(local)?, self.temp());
        self.emit(Op::SetSize { w: Self::w(domain), d, s });
        let some = Patch(self.emit(Op::JumpIf { a: d, to: 0 }));
        self.answer_with(answer, false)?;
        self.release(mark);
        self.patch(some)
    }

    /// A row whose condition is the same for all takes all out, or none: `off when terrain(hex) is forest`. Where it takes all out,
    /// nobody is left, and the answer is told; else its set is empty. Gives whether that is what the statement says, done so.
    pub(super) fn leave_where_all(&mut self, stmt: &Stmt, below: &[Stmt], values: Vec<(LocalId, i64)>) -> Result<bool> {
        let StmtKind::Let { local, value, fresh: true } = stmt.kind else { return Ok(false) };
        let Type::Set(domain) = self.func.local(local).ty else { return Ok(false) };
        let Expr::Fold(Fold { op: FoldOp::Filter, var, over, guard: Some(guard), .. }) = self.func.expr(value) else {
            return Ok(false);
        };
        let Expr::Local(whole) = self.func.expr(*over) else { return Ok(false) };
        let once = [local, *whole].iter().all(|set| self.known.writes[set.index()] == 1);
        let is_same = !walk::free_locals(self.func, *guard).contains(var) && self.text().expr(*guard);
        if !once || !is_same || !self.holds_members(*var, domain) || !self.plans.passes.has(Pass::Nobody) {
            return Ok(false);
        }
        let mut nobody = Nobody { compiler: self, empty: vec![], same: Some((local, *whole)), values, walks: 0 };
        let Some(Leads::Answer(answer)) = nobody.follow(below) else { return Ok(false) };
        let mark = self.mark();
        let no = self.unless(*guard)?;
        self.answer_with(answer, false)?;
        self.release(mark);
        self.patch_all(no)?;
        let d = self.declare_set(local)?;
        self.emit(Op::SetEmpty { w: Self::w(domain), d });
        Ok(true)
    }

    /// Does the next statement sift the set further, so that looking behind that tells more?
    fn is_sifted_next(&self, local: LocalId, below: &[Stmt], values: Vec<(LocalId, i64)>) -> bool {
        let Some((Stmt { kind: StmtKind::Let { local: next, value, fresh: true }, .. }, behind)) = below.split_first()
        else {
            return false;
        };
        let Expr::Fold(Fold { op: FoldOp::Filter, over, .. }) = self.func.expr(*value) else { return false };
        let is_of_it = matches!(self.func.expr(*over), Expr::Local(over) if *over == local);
        let mut nobody = Nobody { compiler: self, empty: vec![*next], same: None, values, walks: 0 };
        is_of_it
            && nobody.follow(behind).is_some_and(|leads| matches!(leads, Leads::Answer(_)))
            && nobody.walks >= FEW_WALKS
    }
}

impl Nobody<'_, '_> {
    /// Where the statements lead to, if all that they go by is written out and none of them can fault.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn follow(&mut self, stmts: &[Stmt]) -> Option<Leads> {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Mark { .. } => {}
                StmtKind::Let { local, value, .. } => self.declare(stmt, *local, *value)?,
                StmtKind::If { cond, then, other } => {
                    let taken = if self.value(*cond)? == 1 { then } else { other };
                    if let Leads::Answer(answer) = self.follow(&taken.0)? {
                        return Some(Leads::Answer(answer));
                    }
                }
                StmtKind::For { var, over, body, .. } if self.compiler.is_idle(body) => {
                    let domain = self.compiler.domain_of(*over).ok()?;
                    let is_safe = self.is_safe(*over) && self.compiler.holds_members(*var, domain);
                    (is_safe || self.is_empty(*over)).then_some(())?;
                }
                StmtKind::For { over, .. } => {
                    self.walks += 1;
                    self.is_empty(*over).then_some(())?;
                }
                StmtKind::Return(Some(value)) => {
                    let place = self.compiler.func.ret?.scalar()?;
                    let is_plain = self.is_counted_as(*value, place) && self.compiler.scalar(*value).ok()?.fits(place);
                    return self.value(*value).filter(|_| is_plain).map(Leads::Answer);
                }
                _ => return None,
            }
        }
        Some(Leads::On)
    }

    fn is_counted_as(&self, value: ExprId, place: Scalar) -> bool {
        self.compiler.scalar(value).is_ok_and(|from| from.what == place.what)
    }

    fn declare(&mut self, stmt: &Stmt, local: LocalId, value: ExprId) -> Option<()> {
        self.values.retain(|(name, _)| *name != local);
        self.empty.retain(|name| *name != local);
        walk::walk_expr(self.compiler.func, value, &mut |node| {
            self.walks += u32::from(matches!(node, walk::Node::Expr(_, Expr::Fold(_))));
        });
        match self.compiler.func.local(local).ty {
            Type::Set(_) if self.is_empty(value) => self.empty.push(local),
            Type::Scalar(place) if self.value(value).is_some() && self.is_counted_as(value, place) => {
                let value = self.value(value)?;
                self.values.push((local, value));
            }
            Type::Set(_) | Type::Scalar(_) => {
                self.compiler.text().stmts(std::slice::from_ref(stmt)).then_some(())?;
            }
        }
        Some(())
    }

    /// The value, where it is known and finding it cannot fault.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn value(&self, id: ExprId) -> Option<i64> {
        match self.compiler.func.expr(id) {
            Expr::Literal { value, .. } => Some(*value),
            Expr::Local(local) => {
                let known = self.values.iter().find(|(name, _)| name == local).map(|(_, value)| *value);
                known.or_else(|| self.compiler.constant_of(*local))
            }
            Expr::Unary(UnaryOp::Not, a) => self.value(*a).map(|value| 1 - value),
            Expr::Binary(BinaryOp::And, a, b) => match self.value(*a)? {
                0 => Some(0),
                _ => self.value(*b),
            },
            Expr::Binary(BinaryOp::Or, a, b) => match self.value(*a)? {
                0 => self.value(*b),
                _ => Some(1),
            },
            Expr::Unary(UnaryOp::Size, set) if self.is_empty(*set) => Some(0),
            Expr::Fold(fold) if self.is_empty(fold.over) => match fold.op {
                FoldOp::Any | FoldOp::Count | FoldOp::Sum => Some(0),
                FoldOp::Every => Some(1),
                FoldOp::Least | FoldOp::Most | FoldOp::Filter | FoldOp::Gather => None,
            },
            _ => None,
        }
    }

    /// Surely empty, and finding it cannot fault.
    #[expect(clippy::wildcard_enum_match_arm, reason = "of everything else nothing is known")]
    fn is_empty(&self, set: ExprId) -> bool {
        match self.compiler.func.expr(set) {
            Expr::Empty(_) => true,
            Expr::Local(local) => self.empty.contains(local),
            Expr::Binary(BinaryOp::Union, a, b) => self.is_empty(*a) && self.is_empty(*b),
            Expr::Binary(BinaryOp::Minus, a, b) => self.is_safe(*b) && (self.is_empty(*a) || self.holds_all(*b, *a)),
            Expr::Binary(BinaryOp::Inter, a, b) => {
                self.is_empty(*a) && self.is_safe(*b) || self.is_empty(*b) && self.is_safe(*a)
            }
            Expr::Fold(Fold { op: FoldOp::Filter, over, .. }) => self.is_empty(*over),
            _ => false,
        }
    }

    /// Surely all members of the other, a name, are among these.
    fn holds_all(&self, set: ExprId, other: ExprId) -> bool {
        let Expr::Local(other_name) = self.compiler.func.expr(other) else { return false };
        if let Expr::Binary(BinaryOp::Union, a, b) = self.compiler.func.expr(set) {
            return self.holds_all(*a, other) || self.holds_all(*b, other);
        }
        let Expr::Local(name) = self.compiler.func.expr(set) else { return false };
        name == other_name || self.same == Some((*name, *other_name))
    }

    fn is_safe(&self, set: ExprId) -> bool {
        self.is_empty(set) || self.compiler.text().expr(set)
    }
}
