//! The order of arithmetic: one base, then all `+ -`, then all `*`, then bounds, unless the item names its stages.

use super::Part;
use crate::diag::{Diagnostic, Place, says};
use crate::source::FileId;
use crate::translate::world::GroupDef;
use wgr_grammar::ast::{self, Rounding, VerdictKind};
use wgr_runtime::ir::{Group, GroupOp, Stage, StageIx, StageOp};

/// Stages in the order in which they turned up; `finish` puts them in the order in which they count.
pub(super) struct Plan {
    stages: Vec<(Rank, Stage)>,
    names: Vec<String>,
    groups: Vec<GroupDef>,
    /// Where each group went.
    placed: Vec<Option<(StageIx, u32)>>,
    /// What a step costs: rows of a course, which has no stages with names.
    is_cost: bool,
}

/// Where a stage stands among the others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Base,
    Named(usize, Within),
    Sum,
    Product,
    Rounded,
    Least,
    Most,
}

/// Where within a stage that the item names: its bounds count right behind it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Within {
    Changes,
    Rounded,
    Least,
    Most,
}

impl Plan {
    pub(super) fn new(part: Part, names: &[ast::Name], groups: Vec<GroupDef>) -> Plan {
        let only = match part {
            Part::Value | Part::Which | Part::Cost => None,
            Part::Fact | Part::Zone | Part::Stop | Part::Pass | Part::Blocked | Part::Duty(_) | Part::Remembers => {
                Some(StageOp::Any)
            }
            Part::Permit | Part::Bar | Part::Avoid => Some(StageOp::All),
        };
        let stage = |op| (Rank::Base, Stage { name: None, op, groups: Vec::new() });
        let placed = vec![None; groups.len()];
        let names = names.iter().map(|name| name.text.clone()).collect();
        Plan { stages: only.map(stage).into_iter().collect(), names, groups, placed, is_cost: part == Part::Cost }
    }

    /// The stage of a row that is no exception.
    pub(super) fn stage(&mut self, def: &crate::translate::world::RowDef<'_>) -> Result<StageIx, Box<Diagnostic>> {
        let at = def.verdict_at();
        let (rank, op) = match (&def.row.verdict.kind, &def.row.stage) {
            (VerdictKind::Equals(_) | VerdictKind::Hole(_), None) => (Rank::Base, StageOp::Answer),
            (VerdictKind::Plus(_) | VerdictKind::Minus(_), None) => (Rank::Sum, StageOp::Sum),
            (VerdictKind::Times(_), None) => (Rank::Product, StageOp::Product),
            (VerdictKind::Rounded(how), None) => (Rank::Rounded, rounding(*how)),
            (VerdictKind::AtLeast(_), None) => (Rank::Least, StageOp::Largest),
            (VerdictKind::AtMost(_), None) => (Rank::Most, StageOp::Smallest),
            (kind, Some(stage)) => {
                let index = self.named(def.file, stage)?;
                let (within, op) = match kind {
                    VerdictKind::AtLeast(_) => (Within::Least, StageOp::Largest),
                    VerdictKind::AtMost(_) => (Within::Most, StageOp::Smallest),
                    VerdictKind::Times(_) => (Within::Changes, StageOp::Product),
                    VerdictKind::Rounded(how) => (Within::Rounded, rounding(*how)),
                    VerdictKind::Plus(_) | VerdictKind::Minus(_) | VerdictKind::Waives => {
                        (Within::Changes, StageOp::Sum)
                    }
                    VerdictKind::Equals(_)
                    | VerdictKind::Yes
                    | VerdictKind::No
                    | VerdictKind::Needs(_)
                    | VerdictKind::Stop
                    | VerdictKind::Pass
                    | VerdictKind::From { .. }
                    | VerdictKind::Off
                    | VerdictKind::Avoid
                    | VerdictKind::Blocked
                    | VerdictKind::Duty(_)
                    | VerdictKind::Remembers(_)
                    | VerdictKind::Best(_)
                    | VerdictKind::Open
                    | VerdictKind::ByConstruction
                    | VerdictKind::Hole(_)
                    | VerdictKind::Broken => return Err(Box::new(says::no_change_in_a_stage(&stage.name.text, at))),
                };
                (Rank::Named(index, within), op)
            }
            // The only stage there is.
            (_, None) => return Ok(StageIx::new(0)),
        };
        let mixed = matches!(rank, Rank::Sum) && self.has(&Rank::Product)
            || matches!(rank, Rank::Product) && self.has(&Rank::Sum);
        if mixed {
            return Err(Box::new(says::mixed_arithmetic(self.is_cost, at)));
        }
        if !self.names.is_empty() && matches!(rank, Rank::Sum | Rank::Product) {
            return Err(Box::new(says::stage_not_named(&self.names, at)));
        }
        self.find(rank, op, at)
    }

    /// Which of the stages of the item it is.
    pub(super) fn named(&self, file: FileId, stage: &ast::StageRef) -> Result<usize, Box<Diagnostic>> {
        let (name, at) = (stage.name.text.as_str(), Place::new(file, stage.name.span));
        let known = self.names.iter().position(|known| known == name);
        known.ok_or_else(|| {
            Box::new(match (name, self.names.as_slice()) {
                ("cost", _) => says::cost_in_a_value(at),
                (_, []) => says::no_stages(name, at),
                (_, names) => says::unknown_name("stage", name, names, at),
            })
        })
    }

    fn has(&self, rank: &Rank) -> bool {
        self.stages.iter().any(|(known, _)| known == rank)
    }

    fn find(&mut self, rank: Rank, op: StageOp, at: Place) -> Result<StageIx, Box<Diagnostic>> {
        // Its rows would each round what the other has rounded.
        if matches!(rank, Rank::Rounded | Rank::Named(_, Within::Rounded)) && self.has(&rank) {
            return Err(Box::new(says::rounded_twice(at)));
        }
        if let Some((index, (_, stage))) = self.stages.iter().enumerate().find(|(_, (known, _))| *known == rank) {
            return if stage.op == op {
                Ok(StageIx::new(index))
            } else {
                Err(Box::new(says::mixed_arithmetic(self.is_cost, at)))
            };
        }
        let name = match &rank {
            Rank::Named(index, Within::Changes) => self.names.get(*index).cloned(),
            Rank::Named(_, Within::Rounded | Within::Least | Within::Most)
            | Rank::Base
            | Rank::Sum
            | Rank::Product
            | Rank::Rounded
            | Rank::Least
            | Rank::Most => None,
        };
        self.stages.push((rank, Stage { name, op, groups: Vec::new() }));
        Ok(StageIx::new(self.stages.len() - 1))
    }

    /// The place of a row's group within its stage.
    pub(super) fn group(&mut self, group: u32, stage: StageIx) -> Option<u32> {
        let placed = self.placed.get(group as usize).copied().flatten();
        if let Some((of, index)) = placed {
            return (of == stage).then_some(index);
        }
        let def = &self.groups.get(group as usize)?.group;
        let op = match def.op {
            ast::GroupOp::Sum => GroupOp::Sum,
            ast::GroupOp::Largest => GroupOp::Largest,
            ast::GroupOp::Smallest => GroupOp::Smallest,
            ast::GroupOp::Once => GroupOp::Once,
        };
        let made = Group { name: def.name.text.clone(), op };
        let (_, stage_def) = self.stages.get_mut(stage.index())?;
        stage_def.groups.push(made);
        let index = stage_def.groups.len() as u32 - 1;
        if let Some(slot) = self.placed.get_mut(group as usize) {
            *slot = Some((stage, index));
        }
        Some(index)
    }

    /// The stages in order, and for each as it turned up where it went. An item without rows sums up nothing.
    pub(super) fn finish(self) -> (Vec<Stage>, Vec<StageIx>) {
        let mut order: Vec<usize> = (0..self.stages.len()).collect();
        order.sort_by(|a, b| self.rank(*a).cmp(&self.rank(*b)));
        let mut went = vec![StageIx::new(0); order.len()];
        for (to, from) in order.iter().enumerate() {
            if let Some(slot) = went.get_mut(*from) {
                *slot = StageIx::new(to);
            }
        }
        let mut stages: Vec<Stage> =
            order.iter().filter_map(|at| self.stages.get(*at)).map(|(_, stage)| stage.clone()).collect();
        if stages.is_empty() {
            stages.push(Stage { name: None, op: StageOp::Sum, groups: Vec::new() });
        }
        (stages, went)
    }

    fn rank(&self, at: usize) -> Option<&Rank> {
        self.stages.get(at).map(|(rank, _)| rank)
    }
}

fn rounding(how: Rounding) -> StageOp {
    match how {
        Rounding::Down => StageOp::RoundDown,
        Rounding::Up => StageOp::RoundUp,
    }
}
