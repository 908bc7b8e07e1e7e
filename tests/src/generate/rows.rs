//! Row queries: every kind of stage, exceptions of exceptions, waivers, binders, groups and rulings.
//!
//! A row names only rows before it, so nothing goes round in a circle.

use super::build::Maker;
use super::numbers::den;
use wgr_runtime::ir::{
    Body, ExprId, FuncId, FuncKind, Group, GroupOp, HEX, LocalId, Row, RowIx, RowKind, Rows, Ruling, Scalar, Stage,
    StageIx, StageOp, Type, What,
};

/// The rows so far.
#[derive(Default)]
struct Draft {
    rows: Rows,
    /// For each row the names that it is judged with, and whether it may be named by an exception.
    bound: Vec<Vec<LocalId>>,
}

impl Maker {
    pub(super) fn row_query(&mut self) -> FuncId {
        let mut params = Vec::new();
        if self.rng.chance(60) {
            params.push(self.member(self.world.unit()));
        }
        if self.world.board && self.rng.chance(25) {
            params.push(self.member(HEX));
        }
        self.begin(&params);
        let mut draft = Draft::default();
        let ret = match self.rng.below(5) {
            0 => self.permit(&mut draft),
            1 => self.only_answer(&mut draft),
            _ => self.stages(&mut draft),
        };
        self.finish(FuncKind::Query, Some(ret), Body::Rows(draft.rows))
    }

    fn permit(&mut self, draft: &mut Draft) -> Type {
        let op = if self.rng.chance(50) { StageOp::All } else { StageOp::Any };
        self.stage(draft, op, Type::BOOL);
        Type::BOOL
    }

    fn only_answer(&mut self, draft: &mut Draft) -> Type {
        let ty = if self.rng.chance(40) { self.member(self.world.side()) } else { Type::int(-2, 6) };
        self.stage(draft, StageOp::Answer, ty);
        ty
    }

    fn stages(&mut self, draft: &mut Draft) -> Type {
        let halves = Type::Scalar(Scalar { what: What::Int { den: 2 }, lo: -5, hi: 6 });
        let mut fractions = false;
        for at in 0..1 + self.rng.below(3) {
            let (op, ty) = match self.rng.below(6) {
                0 | 1 if at == 0 => (StageOp::Answer, Type::int(-2, 6)),
                2 if at > 0 => (StageOp::Largest, Type::int(-3, 2)),
                3 if at > 0 => (StageOp::Smallest, Type::int(2, 9)),
                4 => (StageOp::Product, Type::int(0, 2)),
                _ if self.rng.chance(30) => (StageOp::Sum, halves),
                _ => (StageOp::Sum, Type::int(-2, 3)),
            };
            fractions |= ty.scalar().is_some_and(|scalar| den(scalar) > 1);
            self.stage(draft, op, ty);
        }
        if fractions || self.rng.chance(10) {
            let op = if self.rng.chance(50) { StageOp::RoundDown } else { StageOp::RoundUp };
            draft.rows.stages.push(Stage { name: None, op, groups: Vec::new() });
        }
        Type::int(-99, 2_000)
    }

    /// A stage with its rows.
    fn stage(&mut self, draft: &mut Draft, op: StageOp, ty: Type) {
        let stage = StageIx::new(draft.rows.stages.len());
        let first = draft.rows.rows.len();
        let numbers = matches!(op, StageOp::Sum | StageOp::Product | StageOp::Largest | StageOp::Smallest);
        let groups = if numbers && self.rng.chance(30) { vec![self.group()] } else { Vec::new() };
        let grouped = !groups.is_empty();
        let name = if self.rng.chance(50) { Some(format!("Stage {}", stage.index())) } else { None };
        draft.rows.stages.push(Stage { name, op, groups });
        for _ in 0..1 + self.rng.below(2) {
            self.base(draft, (stage, op), ty, None);
        }
        if op == StageOp::Answer && self.rng.chance(85) {
            let value = Some(self.value(ty, 1));
            self.row(draft, (stage, None), RowKind::Otherwise, Vec::new(), (None, value));
        }
        self.exceptions(draft, (stage, first), ty);
        // The rows of a group stand last in their stage.
        if grouped {
            for _ in 0..1 + self.rng.below(2) {
                self.base(draft, (stage, op), ty, Some(0));
            }
        }
        self.rulings(draft, first, op);
    }

    fn group(&mut self) -> Group {
        let op = [GroupOp::Sum, GroupOp::Largest, GroupOp::Smallest, GroupOp::Once][self.rng.below(4)];
        Group { name: "Group".to_owned(), op }
    }

    fn base(&mut self, draft: &mut Draft, (stage, op): (StageIx, StageOp), ty: Type, group: Option<u32>) {
        // Rows that must agree differ soon enough without binders.
        let agree = op == StageOp::Answer || group.is_some();
        let binders = if self.rng.chance(if agree { 12 } else { 45 }) { 1 + self.rng.below(2) } else { 0 };
        self.inside(|maker| {
            let binders = maker.binders(binders);
            let guard = if maker.rng.chance(70) { Some(maker.yes(2)) } else { None };
            let value = Some(maker.value(ty, 1));
            maker.row(draft, (stage, group), RowKind::Base, binders, (guard, value));
        });
    }

    /// Declares binders, which are in scope from then on.
    fn binders(&mut self, count: usize) -> Vec<(LocalId, ExprId)> {
        let mut binders = Vec::new();
        for _ in 0..count {
            let domain = if self.rng.chance(70) { self.world.unit() } else { self.world.side() };
            let over = self.set(domain, 1);
            binders.push((self.name(self.member(domain)), over));
        }
        binders
    }

    fn row(
        &mut self,
        draft: &mut Draft,
        (stage, group): (StageIx, Option<u32>),
        kind: RowKind,
        binders: Vec<(LocalId, ExprId)>,
        (guard, value): (Option<ExprId>, Option<ExprId>),
    ) {
        let bound = match &kind {
            RowKind::Over { parents, even: false } => {
                parents.first().map_or_else(Vec::new, |parent| draft.bound[parent.index()].clone())
            }
            RowKind::Over { .. } | RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => {
                binders.iter().map(|(local, _)| *local).collect()
            }
        };
        let (label, site) = (format!("r{}", draft.rows.rows.len()), self.site());
        draft.rows.rows.push(Row { label, site, stage, group, kind, binders, guard, value });
        draft.bound.push(bound);
    }

    /// Exceptions and waivers to rows of this stage.
    fn exceptions(&mut self, draft: &mut Draft, (stage, first): (StageIx, usize), ty: Type) {
        for _ in 0..self.rng.below(4) {
            let named: Vec<usize> = (first..draft.rows.rows.len())
                .filter(|at| matches!(draft.rows.rows[*at].kind, RowKind::Base | RowKind::Over { .. }))
                .collect();
            match self.rng.below(4) {
                0 | 1 => self.over(draft, stage, ty, &named),
                2 => self.even(draft, stage, ty, &named),
                _ => self.waiver(draft, stage, first),
            }
        }
    }

    fn over(&mut self, draft: &mut Draft, stage: StageIx, ty: Type, named: &[usize]) {
        let Some(parent) = self.rng.pick(named) else { return };
        let mut parents = vec![RowIx::new(parent)];
        let free: Vec<usize> =
            named.iter().copied().filter(|at| *at != parent && draft.bound[*at].is_empty()).collect();
        if draft.bound[parent].is_empty()
            && self.rng.chance(25)
            && let Some(second) = self.rng.pick(&free)
        {
            parents.push(RowIx::new(second));
        }
        let (bound, group) = (draft.bound[parent].clone(), draft.rows.rows[parent].group);
        self.inside(|maker| {
            maker.scope.extend(bound);
            let guard = if maker.rng.chance(80) { Some(maker.yes(1)) } else { None };
            let value = Some(maker.value(ty, 1));
            maker.row(draft, (stage, group), RowKind::Over { parents, even: false }, Vec::new(), (guard, value));
        });
    }

    fn even(&mut self, draft: &mut Draft, stage: StageIx, ty: Type, named: &[usize]) {
        let Some(parent) = self.rng.pick(named) else { return };
        let parents = vec![RowIx::new(parent)];
        let binders = usize::from(self.rng.chance(40));
        self.inside(|maker| {
            let binders = maker.binders(binders);
            let guard = Some(maker.yes(1));
            let value = Some(maker.value(ty, 1));
            maker.row(draft, (stage, None), RowKind::Over { parents, even: true }, binders, (guard, value));
        });
    }

    fn waiver(&mut self, draft: &mut Draft, stage: StageIx, first: usize) {
        let named: Vec<usize> =
            (first..draft.rows.rows.len()).filter(|at| draft.rows.rows[*at].kind != RowKind::Otherwise).collect();
        let mut waived: Vec<RowIx> = Vec::new();
        for _ in 0..1 + self.rng.below(2) {
            waived.extend(self.rng.pick(&named).map(RowIx::new).filter(|row| !waived.contains(row)));
        }
        let binders = usize::from(self.rng.chance(40));
        self.inside(|maker| {
            let binders = maker.binders(binders);
            let guard = Some(maker.yes(1));
            maker.row(draft, (stage, None), RowKind::Waive(waived), binders, (guard, None));
        });
    }

    /// A later row rules over an earlier one. In an answer nearly every pair needs it.
    fn rulings(&mut self, draft: &mut Draft, first: usize, op: StageOp) {
        let rows: Vec<usize> = (first..draft.rows.rows.len())
            .filter(|at| matches!(draft.rows.rows[*at].kind, RowKind::Base | RowKind::Over { .. }))
            .collect();
        for (at, over) in rows.iter().enumerate() {
            for under in &rows[..at] {
                if self.rng.chance(if op == StageOp::Answer { 92 } else { 12 }) {
                    let site = self.site();
                    draft.rows.rulings.push(Ruling { site, over: RowIx::new(*over), under: RowIx::new(*under) });
                }
            }
        }
    }
}
