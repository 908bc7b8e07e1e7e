//! What the judgement of a step rests on. In: the body that judges it. Out: which places of the state it reads of those alone who
//! stand near the step, and how near; which it reads wherever they are; and what it goes by of who asks.
//!
//! Who stands near is told by the text: `place[u] = there`, `distance(place[u]!, there) = 1`, a member of a ring round it. A guard
//! holds for none but those for whom each of its conditions holds, so with one such condition all that it asks, it asks of them
//! alone. What is not understood is not guessed at: then nothing is said.

use super::Plans;
use crate::ir::{
    BinaryOp, Block, BoardOp, CellId, Expr, ExprId, Fold, FoldOp, Func, FuncId, HEX, LocalId, Program, Scalar,
    StmtKind, TableId, Type, UnaryOp, What,
};
use std::collections::{BTreeMap, BTreeSet};

/// Who stands farther away is not near.
const FARTHEST: i64 = 3;
/// Queries that ask queries are looked through so far.
const DEEPEST: usize = 12;
/// A judgement of more parts is not looked into.
const MOST_PARTS: u32 = 4_000;

/// The two ends of a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum End {
    Here,
    There,
}

/// How a place of the state tells near which hex it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Near {
    /// It is the place of the hex that it is asked for.
    Index,
    /// It holds the hex.
    Value,
}

/// What of who asks decides how a step is judged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Trait {
    /// What the name stands for.
    Whole(LocalId),
    /// What is printed of it there.
    Printed(TableId, LocalId),
}

impl Trait {
    /// Of which name.
    pub(super) fn local(self) -> LocalId {
        let (Trait::Whole(local) | Trait::Printed(_, local)) = self;
        local
    }
}

#[derive(Default)]
pub(super) struct Vicinity {
    /// By place: how far it is from each end of the step at the most.
    pub(super) near: BTreeMap<CellId, (Near, BTreeMap<End, i64>)>,
    /// Places that are read wherever they are.
    pub(super) far: BTreeSet<CellId>,
    pub(super) traits: BTreeSet<Trait>,
}

/// What is known of a value, or of each member of a set.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Stands {
    /// A hex so near to this end.
    Hex(End, i64),
    /// Somebody for whom this place holds such a hex.
    Who(CellId, End, i64),
    /// A name that stands around the search.
    Asker(LocalId),
    Anywhere,
}

struct Reader<'a> {
    program: &'a Program,
    plans: &'a Plans<'a>,
    found: Vicinity,
    /// How many parts of the text were read, and through how many queries more it may be looked.
    parts: u32,
    depth: usize,
}

/// A function while it is read: what its names stand for, and what it answers.
struct Names<'a> {
    id: FuncId,
    func: &'a Func,
    types: &'a [Type],
    all: Vec<Stands>,
    answer: Option<Stands>,
}

impl<'a> Names<'a> {
    fn of(plans: &'a Plans<'a>, id: FuncId, all: Vec<Stands>) -> Names<'a> {
        let at = id.index();
        Names { id, func: &plans.mir.funcs[at], types: &plans.mir.types[at], all, answer: None }
    }

    /// It is surely a hex, and no place that holds none is like it. A place is read as a hex only of those for whom it holds one.
    fn is_there(&self, hex: ExprId) -> bool {
        let may_be_none = self.types[hex.index()].scalar().is_some_and(Scalar::is_opt);
        !may_be_none || matches!(self.func.expr(hex), Expr::Cell(..))
    }

    fn hi(&self, expr: ExprId) -> Option<i64> {
        self.types[expr.index()].scalar().map(|ty| ty.hi)
    }
}

impl Vicinity {
    /// Of the body that judges steps from `here` to `there` in a search of this function.
    pub(super) fn of_steps(
        program: &Program,
        plans: &Plans<'_>,
        func: FuncId,
        [here, there, dir]: [LocalId; 3],
        body: &Block,
    ) -> Option<Vicinity> {
        let mut reader = Reader::of(program, plans);
        let mut names = reader.askers(func);
        names.all[here.index()] = Stands::Hex(End::Here, 0);
        names.all[there.index()] = Stands::Hex(End::There, 0);
        names.all[dir.index()] = Stands::Anywhere;
        reader.block(&mut names, body)?;
        let Vicinity { near, far, .. } = &mut reader.found;
        near.retain(|cell, _| !far.contains(cell));
        Some(reader.found)
    }

    /// What of who asks decides this value of the same function.
    pub(super) fn traits_of(
        program: &Program,
        plans: &Plans<'_>,
        func: FuncId,
        value: ExprId,
    ) -> Option<BTreeSet<Trait>> {
        let mut reader = Reader::of(program, plans);
        let mut names = reader.askers(func);
        reader.value(&mut names, value)?;
        Some(reader.found.traits)
    }
}

impl<'a> Reader<'a> {
    fn of(program: &'a Program, plans: &'a Plans<'a>) -> Reader<'a> {
        Reader { program, plans, found: Vicinity::default(), parts: 0, depth: DEEPEST }
    }

    fn askers(&self, func: FuncId) -> Names<'a> {
        let count = self.plans.mir.funcs[func.index()].locals.len();
        Names::of(self.plans, func, (0..count).map(|at| Stands::Asker(LocalId::new(at))).collect())
    }

    /// It matters which one it is.
    fn by_value(&mut self, stands: Stands) {
        if let Stands::Asker(local) = stands {
            self.found.traits.insert(Trait::Whole(local));
        }
    }

    fn block(&mut self, names: &mut Names<'a>, block: &Block) -> Option<()> {
        for stmt in &block.0 {
            self.stmt(names, &stmt.kind)?;
        }
        Some(())
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "what else a query does is not looked into")]
    fn stmt(&mut self, names: &mut Names<'a>, stmt: &StmtKind) -> Option<()> {
        match stmt {
            StmtKind::Mark { .. } | StmtKind::Fail { .. } | StmtKind::Break | StmtKind::Return(None) => {}
            StmtKind::Let { local, value, .. } => {
                let stands = self.expr(names, *value)?;
                let is_written_once = self.plans.known[names.id.index()].writes[local.index()] == 1;
                names.all[local.index()] = if is_written_once {
                    stands
                } else {
                    self.by_value(stands);
                    Stands::Anywhere
                };
            }
            StmtKind::If { cond, then, other } => {
                self.value(names, *cond)?;
                self.block(names, then)?;
                self.block(names, other)?;
            }
            StmtKind::For { var, over, body, .. } => {
                let each = self.expr(names, *over)?;
                names.all[var.index()] = each;
                self.block(names, body)?;
            }
            StmtKind::Return(Some(value)) => {
                let stands = self.expr(names, *value)?;
                names.answer = Some(match names.answer {
                    Some(other) => self.either(stands, other),
                    None => stands,
                });
            }
            StmtKind::Offer(offer) => {
                for &count in &offer.counts {
                    self.value(names, count)?;
                }
                if let Some(blocked) = offer.blocked {
                    self.value(names, blocked)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// It is read, and it matters what it is.
    fn value(&mut self, names: &mut Names<'a>, id: ExprId) -> Option<()> {
        let stands = self.expr(names, id)?;
        self.by_value(stands);
        Some(())
    }

    fn values(&mut self, names: &mut Names<'a>, ids: &[ExprId]) -> Option<Stands> {
        ids.iter().try_for_each(|id| self.value(names, *id))?;
        Some(Stands::Anywhere)
    }

    /// One of the two.
    fn either(&mut self, a: Stands, b: Stands) -> Stands {
        match (a, b) {
            (Stands::Hex(end, far), Stands::Hex(other, farther)) if end == other => Stands::Hex(end, far.max(farther)),
            (Stands::Who(cell, end, far), Stands::Who(same, other, farther)) if (cell, end) == (same, other) => {
                Stands::Who(cell, end, far.max(farther))
            }
            (Stands::Asker(one), Stands::Asker(other)) if one == other => a,
            (a, b) => {
                self.by_value(a);
                self.by_value(b);
                Stands::Anywhere
            }
        }
    }

    fn expr(&mut self, names: &mut Names<'a>, id: ExprId) -> Option<Stands> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return None;
        }
        let func = names.func;
        Some(match func.expr(id) {
            Expr::Literal { .. } | Expr::None(_) | Expr::Empty(_) | Expr::All(_) | Expr::Kind(_) => Stands::Anywhere,
            Expr::Local(local) => self.named(names, *local),
            Expr::Cell(cell, index) => self.cell(names, *cell, index)?,
            Expr::Table(table, index) => match index.as_slice() {
                [only] => match self.expr(names, *only)? {
                    Stands::Asker(local) => {
                        self.found.traits.insert(Trait::Printed(*table, local));
                        Stands::Anywhere
                    }
                    Stands::Hex(..) | Stands::Who(..) | Stands::Anywhere => Stands::Anywhere,
                },
                index => self.values(names, index)?,
            },
            Expr::Unary(UnaryOp::The | UnaryOp::Single | UnaryOp::Lowest | UnaryOp::Highest, a) => {
                self.expr(names, *a)?
            }
            Expr::Unary(UnaryOp::Not | UnaryOp::Neg | UnaryOp::Down | UnaryOp::Up | UnaryOp::Size, a) => {
                self.values(names, &[*a])?
            }
            Expr::Binary(BinaryOp::Union, a, b) => {
                let (a, b) = (self.expr(names, *a)?, self.expr(names, *b)?);
                self.either(a, b)
            }
            Expr::Binary(_, a, b) => self.values(names, &[*a, *b])?,
            Expr::If(cond, a, b) => {
                self.value(names, *cond)?;
                let (a, b) = (self.expr(names, *a)?, self.expr(names, *b)?);
                self.either(a, b)
            }
            Expr::Call(callee, args) => self.call(names, *callee, args)?,
            Expr::Fold(fold) => self.fold(names, fold)?,
            Expr::Board(op, args) => self.board(names, *op, args)?,
            Expr::Peek { .. }
            | Expr::Extend { .. }
            | Expr::Complete { .. }
            | Expr::Buyable { .. }
            | Expr::Spendable { .. }
            | Expr::Suppose(_) => return None,
        })
    }

    /// Whose set it is matters to all that is asked of its members.
    fn named(&mut self, names: &Names<'a>, local: LocalId) -> Stands {
        let stands = names.all[local.index()];
        match names.func.local(local).ty {
            Type::Set(_) if matches!(stands, Stands::Asker(_)) => {
                self.by_value(stands);
                Stands::Anywhere
            }
            Type::Set(_) | Type::Scalar(_) => stands,
        }
    }

    fn cell(&mut self, names: &mut Names<'a>, cell: CellId, index: &[ExprId]) -> Option<Stands> {
        let [only] = index else {
            self.found.far.insert(cell);
            return self.values(names, index);
        };
        match self.expr(names, *only)? {
            Stands::Hex(end, far) => self.is_near(cell, Near::Index, (end, far)),
            Stands::Who(held, end, far) if held == cell => {
                self.is_near(cell, Near::Value, (end, far));
                return Some(Stands::Hex(end, far));
            }
            other @ (Stands::Who(..) | Stands::Asker(_) | Stands::Anywhere) => {
                self.by_value(other);
                self.found.far.insert(cell);
            }
        }
        Some(Stands::Anywhere)
    }

    fn is_near(&mut self, cell: CellId, near: Near, (end, far): (End, i64)) {
        let (before, reach) = self.found.near.entry(cell).or_insert_with(|| (near, BTreeMap::new()));
        let is_hexes = self.program.cell(cell).index.first().is_some_and(|index| index.what == What::Id(HEX));
        if *before != near || far > FARTHEST || is_hexes != (near == Near::Index) {
            self.found.far.insert(cell);
            return;
        }
        let reach = reach.entry(end).or_insert(far);
        *reach = (*reach).max(far);
    }

    fn call(&mut self, names: &mut Names<'a>, callee: FuncId, args: &[ExprId]) -> Option<Stands> {
        let mut all = Vec::with_capacity(args.len());
        for &arg in args {
            all.push(self.expr(names, arg)?);
        }
        let func = &self.plans.mir.funcs[callee.index()];
        all.resize(func.locals.len(), Stands::Anywhere);
        let mut inner = Names::of(self.plans, callee, all);
        self.depth = self.depth.checked_sub(1)?;
        self.block(&mut inner, func.body.code()?)?;
        self.depth += 1;
        inner.answer
    }

    fn fold(&mut self, names: &mut Names<'a>, fold: &Fold) -> Option<Stands> {
        let over = self.expr(names, fold.over)?;
        names.all[fold.var.index()] = Stands::Anywhere;
        let each = match fold.guard {
            Some(guard) if over == Stands::Anywhere => self.told_by(names, fold.var, guard)?,
            Some(_) | None => over,
        };
        names.all[fold.var.index()] = each;
        if let Some(guard) = fold.guard {
            self.value(names, guard)?;
        }
        let value = match fold.value {
            Some(of_each) => self.expr(names, of_each)?,
            None => Stands::Anywhere,
        };
        if let Some(other) = fold.other {
            self.value(names, other)?;
        }
        match fold.op {
            FoldOp::Filter => Some(each),
            FoldOp::Gather => Some(value),
            FoldOp::Sum | FoldOp::Count | FoldOp::Any | FoldOp::Every | FoldOp::Least | FoldOp::Most => {
                self.by_value(value);
                Some(Stands::Anywhere)
            }
        }
    }

    /// Where those stand for whom all conditions of the guard hold.
    fn told_by(&mut self, names: &mut Names<'a>, var: LocalId, guard: ExprId) -> Option<Stands> {
        if let Expr::Binary(BinaryOp::And, a, b) = names.func.expr(guard) {
            let first = self.told_by(names, var, *a)?;
            return if first == Stands::Anywhere { self.told_by(names, var, *b) } else { Some(first) };
        }
        let Some((subject, (hex, far))) = compared(names, guard) else { return Some(Stands::Anywhere) };
        for (subject, hex) in [(subject, hex), (hex, subject)] {
            let Some(held) = held_by(names.func, var, subject) else { continue };
            if let Stands::Hex(end, near) = self.expr(names, hex)?
                && names.is_there(hex)
            {
                return Some(match held {
                    Some(cell) => Stands::Who(cell, end, near + far),
                    None => Stands::Hex(end, near + far),
                });
            }
        }
        Some(Stands::Anywhere)
    }

    fn board(&mut self, names: &mut Names<'a>, op: BoardOp, args: &[ExprId]) -> Option<Stands> {
        match (op, args) {
            (BoardOp::Neighbour, [hex, dir]) => {
                self.value(names, *dir)?;
                self.around(names, *hex, Some(1))
            }
            (BoardOp::Ring | BoardOp::Disc, [hex, far]) => {
                self.value(names, *far)?;
                let far = names.hi(*far);
                self.around(names, *hex, far)
            }
            (_, args) => self.values(names, args),
        }
    }

    /// What is at most so far from a hex.
    fn around(&mut self, names: &mut Names<'a>, hex: ExprId, far: Option<i64>) -> Option<Stands> {
        Some(match (self.expr(names, hex)?, far) {
            (Stands::Hex(end, near), Some(far)) => Stands::Hex(end, near.saturating_add(far.max(0))),
            (other, _) => {
                self.by_value(other);
                Stands::Anywhere
            }
        })
    }
}

/// A condition that holds for nothing that is farther apart than so: the two things.
#[expect(clippy::wildcard_enum_match_arm, reason = "every other condition may hold however far away")]
fn compared(names: &Names<'_>, condition: ExprId) -> Option<(ExprId, (ExprId, i64))> {
    let Expr::Binary(op, a, b) = names.func.expr(condition) else { return None };
    let board = |id: &ExprId| match names.func.expr(*id) {
        Expr::Board(op, args) => match args.as_slice() {
            [a, b] => Some((*op, *a, *b)),
            _ => None,
        },
        _ => None,
    };
    let is_none = |id: &ExprId| matches!(names.func.expr(*id), Expr::None(_));
    match op {
        BinaryOp::Eq | BinaryOp::Le | BinaryOp::Lt if board(a).is_some_and(|(op, ..)| op == BoardOp::Distance) => {
            let (_, one, other) = board(a)?;
            Some((one, (other, names.hi(*b)?)))
        }
        BinaryOp::Eq | BinaryOp::Ge | BinaryOp::Gt if board(b).is_some_and(|(op, ..)| op == BoardOp::Distance) => {
            let (_, one, other) = board(b)?;
            Some((one, (other, names.hi(*a)?)))
        }
        BinaryOp::Ne => {
            let (asked, none) = if is_none(b) { (a, b) } else { (b, a) };
            let (op, one, other) = board(asked)?;
            let beside = matches!(op, BoardOp::Between | BoardOp::Toward) && is_none(none);
            beside.then_some((one, (other, 1)))
        }
        BinaryOp::Eq | BinaryOp::In => Some((*a, (*b, 0))),
        _ => None,
    }
}

/// Is it the member itself, or what a place holds for it?
#[expect(clippy::wildcard_enum_match_arm, reason = "nothing else is either")]
fn held_by(func: &Func, var: LocalId, subject: ExprId) -> Option<Option<CellId>> {
    let is_var = |id: ExprId| matches!(func.expr(id), Expr::Local(local) if *local == var);
    let subject = match func.expr(subject) {
        Expr::Unary(UnaryOp::The, inner) => *inner,
        _ => subject,
    };
    if is_var(subject) {
        return Some(None);
    }
    match func.expr(subject) {
        Expr::Cell(cell, index) => match index.as_slice() {
            [only] if is_var(*only) => Some(Some(*cell)),
            _ => None,
        },
        _ => None,
    }
}
