//! Generated row queries: the lowered code gives what the formulas of `runtime/src/ir/rows.rs` give, read
//! literally.

use proptest::prelude::*;
use wgr_runtime::ir::*;

use crate::build::{Query, site};
use crate::{lowered, run};

const UNITS: i64 = 4;

#[derive(Clone, Debug)]
struct Plan {
    kind: u8,
    bound: bool,
    /// Which of the rows before are named, as bits.
    names: u8,
    value: i64,
}

#[derive(Clone, Debug)]
struct Case {
    answer: bool,
    rows: Vec<Plan>,
    rulings: Vec<(usize, usize)>,
    /// By row, the units for which it is on; bit 0 for a row without binder.
    on: Vec<u8>,
}

/// The rows as they stand, with the family of each: the row whose units it is judged for.
struct Model {
    rows: Vec<Row>,
    family: Vec<Option<usize>>,
    on: Vec<u8>,
    rulings: Vec<Ruling>,
}

fn cases() -> impl Strategy<Value = Case> {
    let plan = (0u8..5, any::<bool>(), any::<u8>(), 1i64..4).prop_map(|(kind, bound, names, value)| Plan {
        kind,
        bound,
        names,
        value,
    });
    let rulings = prop::collection::vec((0usize..6, 0usize..6), 0..3);
    (any::<bool>(), prop::collection::vec(plan, 1..7), rulings, prop::collection::vec(0u8..16, 6))
        .prop_map(|(answer, rows, rulings, on)| Case { answer, rows, rulings, on })
}

fn build(case: &Case) -> (Query, Model) {
    let op = if case.answer { StageOp::Answer } else { StageOp::Sum };
    let mut q = Query::new(Type::int(-999, 999), &[op]);
    let (mut family, mut vars): (Vec<Option<usize>>, Vec<LocalId>) = (vec![], vec![]);
    for (n, plan) in case.rows.iter().enumerate() {
        let named: Vec<RowIx> = (0..n).filter(|p| plan.names >> p & 1 == 1).map(RowIx::new).collect();
        let kind = match (plan.kind, &named[..]) {
            (_, []) | (0, _) => RowKind::Base,
            (1 | 2, [first, ..]) => {
                let plain = named.iter().all(|p| family[p.index()].is_none());
                RowKind::Over { parents: if plain { named } else { vec![*first] }, even: false }
            }
            (3, _) => RowKind::Over { parents: named, even: true },
            _ => RowKind::Waive(named),
        };
        let mine = match &kind {
            RowKind::Over { parents, even: false } => family[parents[0].index()],
            RowKind::Base | RowKind::Otherwise | RowKind::Over { .. } | RowKind::Waive(_) => plan.bound.then_some(n),
        };
        let (var, set) = q.units(&format!("u{n}"));
        vars.push(var);
        family.push(mine);
        let guard = match mine {
            Some(owner) => q.flag(vars[owner], n as i64),
            None => q.on(n as i64),
        };
        let binders = if mine == Some(n) { vec![(var, set)] } else { vec![] };
        let waives = matches!(kind, RowKind::Waive(_));
        let value = (!waives).then(|| q.number(plan.value, 1));
        q.push(0, kind, binders, Some(guard), value);
    }
    for (over, under) in &case.rulings {
        let known = |r: usize| r < q.rows.rows.len() && !matches!(q.rows.rows[r].kind, RowKind::Waive(_));
        // Against the direction of `over`, so that nothing beats itself.
        if over > under && known(*over) && known(*under) {
            let site = site(&mut q.program, "ruling");
            q.rows.rulings.push(Ruling { site, over: RowIx::new(*over), under: RowIx::new(*under) });
        }
    }
    let model = Model { rows: q.rows.rows.clone(), family, on: case.on.clone(), rulings: q.rows.rulings.clone() };
    (q, model)
}

impl Model {
    fn bindings(&self, row: usize) -> Vec<i64> {
        if self.family[row].is_some() { (0..UNITS).collect() } else { vec![0] }
    }

    fn some(&self, row: usize) -> bool {
        self.bindings(row).into_iter().any(|u| self.applies(row, u))
    }

    fn applies(&self, row: usize, unit: i64) -> bool {
        let here = self.on[row] >> unit & 1 == 1
            && match &self.rows[row].kind {
                RowKind::Over { parents, even: false } => parents.iter().any(|p| self.applies(p.index(), unit)),
                RowKind::Base | RowKind::Otherwise | RowKind::Over { .. } | RowKind::Waive(_) => true,
            };
        let waives = |w: usize| matches!(&self.rows[w].kind, RowKind::Waive(t) if t.contains(&RowIx::new(row)));
        here && !(0..self.rows.len()).any(|w| waives(w) && self.some(w))
    }

    fn descends(&self, child: usize, from: usize) -> bool {
        match &self.rows[child].kind {
            RowKind::Over { parents, .. } => {
                parents.iter().any(|p| p.index() == from || self.descends(p.index(), from))
            }
            RowKind::Base | RowKind::Otherwise | RowKind::Waive(_) => false,
        }
    }

    fn wins(&self, row: usize, unit: i64) -> bool {
        let beaten = (0..self.rows.len())
            .filter(|d| self.descends(*d, row))
            .any(|d| if self.family[d] == self.family[row] { self.applies(d, unit) } else { self.some(d) });
        let ruled = self.rulings.iter().any(|r| r.under.index() == row && self.some(r.over.index()));
        self.applies(row, unit) && !beaten && !ruled
    }

    fn answer(&self, case: &Case) -> String {
        let answers = |r: &usize| self.rows[*r].value.is_some();
        let winners = (0..self.rows.len()).filter(answers);
        let amounts: Vec<i64> = winners
            .flat_map(|r| self.bindings(r).into_iter().filter(move |u| self.wins(r, *u)).map(move |_| r))
            .map(|r| case.rows[r].value)
            .collect();
        match (case.answer, amounts.first()) {
            (false, _) => amounts.iter().sum::<i64>().to_string(),
            (true, None) => "Gap".into(),
            (true, Some(first)) if amounts.iter().all(|a| a == first) => first.to_string(),
            (true, Some(_)) => "Clash".into(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn lowered_rows_answer_as_their_formulas(case in cases()) {
        let (query, model) = build(&case);
        let places = (0..case.rows.len()).flat_map(|r| model.bindings(r).into_iter().map(move |u| (r, u)));
        let on: Vec<(usize, i64)> = places.filter(|(r, u)| case.on[*r] >> u & 1 == 1).collect();
        let plain: Vec<i64> = on.iter().filter(|(r, _)| model.family[*r].is_none()).map(|(r, _)| *r as i64).collect();
        let bound = on.iter().filter(|(r, _)| model.family[*r].is_some());
        let flags: Vec<(i64, i64)> = bound.map(|(r, u)| (*u, *r as i64)).collect();
        let (got, _) = run(&lowered(query), &plain, &flags);
        let got = got.split(' ').next().unwrap_or("");
        prop_assert_eq!(got, model.answer(&case));
    }
}
