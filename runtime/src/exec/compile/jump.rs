//! Which ops jump, and where to: far ones name an op, near ones tell how far it is from the next.

use super::Op;

/// Where a jump says that it leads.
enum Leads<'o> {
    Far(&'o mut u32),
    Near(&'o mut i16),
}

impl Op {
    #[expect(clippy::wildcard_enum_match_arm, reason = "no other op jumps")]
    fn leads(&mut self) -> Option<Leads<'_>> {
        match self {
            Op::Jump { to }
            | Op::Back { to }
            | Op::JumpIf { to, .. }
            | Op::JumpUnless { to, .. }
            | Op::SearchNext { to, .. }
            | Op::FieldBegin { to, .. }
            | Op::PlainNext { to, .. } => Some(Leads::Far(to)),
            Op::JumpLt { off, .. }
            | Op::JumpLe { off, .. }
            | Op::JumpEq { off, .. }
            | Op::JumpNe { off, .. }
            | Op::JumpTableIf { off, .. }
            | Op::JumpTableUnless { off, .. }
            | Op::JumpLtI { off, .. }
            | Op::JumpGeI { off, .. }
            | Op::JumpEqI { off, .. }
            | Op::JumpNeI { off, .. }
            | Op::CountTo { off, .. }
            | Op::CountNext { off, .. }
            | Op::Next { off, .. }
            | Op::Draw { off, .. }
            | Op::RayNext { off, .. } => Some(Leads::Near(off)),
            _ => None,
        }
    }

    /// Where a jump that stands at `at` leads.
    pub(in crate::exec) fn target(mut self, at: usize) -> Option<u32> {
        match self.leads()? {
            Leads::Far(to) => Some(*to),
            Leads::Near(off) => u32::try_from(at as i64 + 1 + i64::from(*off)).ok(),
        }
    }

    /// Let a jump that stands at `at` lead there; says whether it can jump that far.
    pub(super) fn aim(&mut self, at: usize, target: u32) -> bool {
        match self.leads() {
            Some(Leads::Far(to)) => *to = target,
            Some(Leads::Near(off)) => match i16::try_from(i64::from(target) - at as i64 - 1) {
                Ok(near) => *off = near,
                Err(_) => return false,
            },
            None => return false,
        }
        true
    }
}
