//! Who reads and writes which registers.

use super::{End, Inst, Operand, Reg};
use crate::exec::code::{ChooseOut, Code, OutCode, SpendOut};
use crate::exec::op::{NO_REG, Op};

/// Reads and writes, in one list each.
#[derive(Default)]
pub(super) struct Access {
    pub(super) reads: Vec<Reg>,
    pub(super) writes: Vec<Reg>,
}

impl Access {
    fn read(&mut self, regs: impl IntoIterator<Item = u16>) {
        self.reads.extend(regs.into_iter().filter(|reg| *reg != NO_REG).map(Reg::from));
    }

    fn write(&mut self, regs: impl IntoIterator<Item = u16>) {
        self.writes.extend(regs.into_iter().filter(|reg| *reg != NO_REG).map(Reg::from));
    }

    fn operand(&mut self, operand: Operand) {
        if let Operand::Reg(reg) = operand {
            self.reads.push(reg);
        }
    }

    /// Of an op that the machine runs.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "the other ops name no register, or are no affair of the machine"
    )]
    pub(super) fn of_host(code: &Code, op: Op) -> Access {
        let mut of = Access::default();
        match op {
            Op::GetAt { d, at, .. } => {
                of.read([at]);
                of.write([d]);
            }
            Op::Set0 { a, .. } | Op::FillCell { a, .. } => of.read([a]),
            Op::Set1 { i, a, .. } => of.read([i, a]),
            Op::SetAt { at, a, .. } => of.read([at, a]),
            Op::GetSet { at, .. } | Op::PutSet { at, .. } => of.read([at]),
            Op::SetSize { d, .. } | Op::SetLow { d, .. } | Op::SetHigh { d, .. } | Op::SetEq { d, .. } => of.write([d]),
            Op::FilterTable { a, .. }
            | Op::FilterTableNot { a, .. }
            | Op::FilterCell { a, .. }
            | Op::FilterCellNot { a, .. }
            | Op::FilterBeside { a, .. }
            | Op::FilterNear { a, .. } => of.read([a]),
            Op::FilterRow { a, .. } | Op::FilterRowNot { a, .. } => of.read([a, a + 1]),
            Op::Next { d, .. } => of.write([d]),
            Op::AskBegin { by } => of.read([by]),
            Op::OptionOf { a, .. } | Op::End { a } | Op::Over { a } | Op::Erase { a, .. } | Op::Swap { a, .. } => {
                of.read([a]);
            }
            Op::AskEnd { ask } => {
                of.write(code.asks[usize::from(ask)].arms.iter().filter_map(|arm| arm.member.map(|(reg, _)| reg)));
            }
            Op::Draw { m, .. } => of.write([code.draws[usize::from(m)].d]),
            Op::Between { d, a, b } | Op::Distance { d, a, b } | Op::Board2 { d, a, b, .. } => {
                of.read([a, b]);
                of.write([d]);
            }
            Op::Board1 { d, a, .. } => {
                of.read([a]);
                of.write([d]);
            }
            Op::BoardSet { a, b, .. } | Op::RayBegin { a, b } => of.read([a, b]),
            Op::PlainBegin { m } | Op::SearchBegin { m } => {
                let search = &code.searches[usize::from(m)];
                of.read(search.budget.into_iter().chain(search.within));
            }
            Op::FieldBegin { m, .. } | Op::FieldEnd { m } => {
                let field = code.searches[usize::from(m)].field.iter();
                of.read(field.flat_map(|field| field.key.iter().map(|(reg, ..)| *reg)));
            }
            Op::HomewardBegin { m } => {
                let homeward = code.searches[usize::from(m)].homeward.iter();
                of.read(homeward.flat_map(|homeward| homeward.key.iter().map(|(reg, ..)| *reg)));
            }
            Op::SearchNext { m, .. } => {
                let search = &code.searches[usize::from(m)];
                of.write(search.step.iter().copied().chain(search.each.map(|(_, _, member)| member)));
            }
            Op::Offer { m, at } => {
                let search = &code.searches[usize::from(m)];
                let offer = &search.offers[usize::from(at)];
                of.read(offer.counts.iter().flatten().copied().chain(offer.most).chain(offer.carry));
                of.read([search.step[5]].into_iter().chain(offer.stop).chain(offer.pass).chain(offer.blocked));
            }
            Op::SearchEnd { m } => {
                for &(out, at) in &code.searches[usize::from(m)].outs {
                    match out {
                        OutCode::Cost(hex) => {
                            of.read([hex]);
                            of.write([at]);
                        }
                        OutCode::Open | OutCode::Least(_) => of.write([at]),
                        OutCode::Ends
                        | OutCode::First
                        | OutCode::Through
                        | OutCode::BestFirst
                        | OutCode::BestThrough => {}
                    }
                }
            }
            Op::RayNext { m, .. } => {
                let ray = &code.rays[usize::from(m)];
                of.write([ray.one, ray.two, ray.tie]);
            }
            Op::ChooseBegin { m } => {
                let bounds = &code.chooses[usize::from(m)].bounds;
                of.read(bounds.iter().flat_map(|(lo, hi)| lo.iter().chain(hi)).copied());
            }
            Op::ChoosePush { m } => {
                let choose = &code.chooses[usize::from(m)];
                of.read(choose.weights.iter().flatten().copied().chain(choose.alike).chain([choose.member]));
            }
            Op::ChooseEnd { m } => {
                if let ChooseOut::Complete(reg) = code.chooses[usize::from(m)].out {
                    of.write([reg]);
                }
            }
            Op::SpendBegin { m } => of.read([code.spends[usize::from(m)].pool]),
            Op::SpendPush { m } => {
                let spend = &code.spends[usize::from(m)];
                of.read([spend.member, spend.price, spend.up_to]);
            }
            Op::SpendEnd { m } => match code.spends[usize::from(m)].out {
                SpendOut::Offered { last, .. } => of.read(last),
                SpendOut::Most(reg) => of.write([reg]),
            },
            Op::SupposeEnd { m, a } => {
                of.read([a]);
                of.write([code.supposes[usize::from(m)].d]);
            }
            _ => {}
        }
        of
    }

    pub(super) fn of_inst(inst: &Inst) -> Access {
        let mut of = Access::default();
        match inst {
            Inst::Work { .. }
            | Inst::Fill { .. }
            | Inst::Copy { .. }
            | Inst::Sets { .. }
            | Inst::Keep { .. }
            | Inst::Call { .. } => {}
            Inst::Move { d, a } => {
                of.operand(*a);
                of.writes.push(*d);
            }
            Inst::Bin { d, a, b, .. } => {
                of.operand(*a);
                of.operand(*b);
                of.writes.push(*d);
            }
            Inst::Check { a, named, .. } => of.reads.extend([*a].into_iter().chain(*named)),
            Inst::CheckZero { a, .. } | Inst::Arg { a, .. } | Inst::Add { a, .. } => of.reads.push(*a),
            Inst::Table { d, of: entry } => {
                of.reads.extend([entry.a].into_iter().chain(entry.b));
                of.writes.push(*d);
            }
            Inst::TableAdd { d, one, two } => {
                of.reads.extend([*d, one.a].into_iter().chain(two.map(|two| two.a)));
                of.writes.push(*d);
            }
            Inst::Element { d, a, .. } => {
                of.reads.extend([*d, *a]);
                of.writes.push(*d);
            }
            Inst::Get { d, of: field } => {
                of.reads.extend(field.at.map(|(reg, _)| reg));
                of.writes.push(*d);
            }
            Inst::Put { of: field, a, .. } => of.reads.extend(field.at.map(|(reg, _)| reg).into_iter().chain([*a])),
            Inst::Result { d, .. } | Inst::Size { d, .. } | Inst::Low { d, .. } | Inst::High { d, .. } => {
                of.writes.push(*d);
            }
            Inst::Same { d, .. } => of.writes.push(*d),
            Inst::GetSet { at, .. } => of.reads.push(*at),
            Inst::Has { d, a, .. } => {
                of.reads.push(*a);
                of.writes.push(*d);
            }
            Inst::Among { first, a, .. } => of.reads.extend(first.iter().chain([a])),
            Inst::AmongCell { a, .. } | Inst::AmongBeside { a, .. } => of.reads.push(*a),
            Inst::Distance { d, a, b }
            | Inst::Near { d, a, b }
            | Inst::Side { d, a, b }
            | Inst::Between { d, a, b } => {
                of.reads.extend([*a, *b]);
                of.writes.push(*d);
            }
            Inst::Roll { d, kept, .. } => {
                of.reads.extend(kept);
                of.writes.push(*d);
            }
            Inst::OfferPlain { cost, stop, pass } => of.reads.extend([*cost].into_iter().chain(*stop).chain(*pass)),
            Inst::Offer { counts, carry, stop, pass, blocked } => {
                of.reads.extend(counts.iter().chain([stop, pass, blocked]).flatten().chain([carry]));
            }
            Inst::Option { a, .. } => of.reads.extend(a),
            Inst::Host { reads, writes } => {
                of.reads.extend(reads);
                of.writes.extend(writes);
            }
        }
        of
    }

    pub(super) fn of_end(end: &End) -> Access {
        let mut of = Access::default();
        match end {
            End::Jump(_) | End::Recall { .. } => {}
            End::If { a, b, .. } => {
                of.operand(*a);
                of.operand(*b);
            }
            End::Next { d, .. } => of.writes.push(*d),
            End::Step { step, .. } => of.writes.extend(step),
            End::Host { reads, writes, .. } => {
                of.reads.extend(reads);
                of.writes.extend(writes);
            }
            End::Return { value, .. } => of.reads.extend(value),
            End::Leave { reads, .. } => of.reads.extend(reads),
        }
        of
    }
}

impl End {
    pub fn leads(&self) -> Vec<super::BlockId> {
        match self {
            End::Jump(to) => vec![*to],
            End::If { then, other, .. } => vec![*then, *other],
            End::Next { on, none, .. } => vec![*on, *none],
            End::Step { on, done, .. } => vec![*on, *done],
            End::Host { on, jump, .. } => vec![*on, *jump],
            End::Recall { found, on, .. } => vec![*found, *on],
            End::Return { .. } => vec![],
            End::Leave { on, .. } => on.clone(),
        }
    }
}
