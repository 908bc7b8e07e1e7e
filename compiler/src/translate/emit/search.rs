//! What all searches share: the names of the step that is asked about, and the hexes that may still be entered.

use crate::translate::ty::{Noun, Ty};
use crate::translate::writer::Writer;
use wgr_runtime::ir::{BinaryOp, Block, ExprId, Judge, LocalId, Type};

/// The most that a search carries and counts, as the IR has them.
const SPENT: Type = Type::int(0, 1_048_575);
const STEPS: Type = Type::int(0, 65_535);
const CARRIED: Type = Type::int(0, 15);

/// The names of a step that a search asks about.
#[derive(Clone, Copy)]
pub(super) struct StepNames {
    pub(super) hexes: [LocalId; 2],
    dir: LocalId,
    spent: LocalId,
    steps: LocalId,
    pub(super) carried: LocalId,
}

impl StepNames {
    /// The step is judged by this.
    pub(super) fn judged_by(self, body: Block) -> Judge {
        let StepNames { hexes: [here, there], dir, spent, steps, carried } = self;
        Judge::Body { here, there, dir, spent, steps, carried, body }
    }
}

impl Writer<'_, '_> {
    /// Of a step between hexes that a path's author names.
    pub(super) fn step_between(&mut self, hexes: [LocalId; 2]) -> StepNames {
        let dir = self.m.ir_type(Ty::One(Noun::Direction));
        let [dir, spent, steps, carried] = [(" dir", dir), (" spent", SPENT), (" steps", STEPS), (" carried", CARRIED)]
            .map(|(name, ty)| self.local(name, ty, false));
        StepNames { hexes, dir, spent, steps, carried }
    }

    /// Of a step of a move.
    pub(super) fn step_of_a_move(&mut self) -> StepNames {
        let hex = self.m.ir_type(Ty::One(Noun::Hex));
        let hexes = [" from", " there"].map(|name| self.local(name, hex, false));
        self.step_between(hexes)
    }

    /// So many hexes may still be entered, where so many may be and so many were.
    pub(super) fn hexes_left(&mut self, (most, gone): (LocalId, LocalId)) -> ExprId {
        let (most, gone) = (self.get(most), self.get(gone));
        let left = self.binary(BinaryOp::Sub, most, gone);
        let nothing = self.number(0, 1);
        self.binary(BinaryOp::Max, left, nothing)
    }
}
