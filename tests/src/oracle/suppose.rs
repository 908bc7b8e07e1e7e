//! Suppositions: copy everything, run the body in the ways its asks and dice may fall, until one decides, ask the
//! value, put back.

use super::value::{Frame, Val, World};
use super::{Label, Machine, Outcome, Res, bad};
use wgr_runtime::ir::{Quantifier, Suppose};

/// All that a supposition may disturb.
struct Before {
    world: World,
    names: Vec<Option<Val>>,
    settling: bool,
    done_at_once: bool,
    labels: Vec<Label>,
    used: usize,
    depth: u32,
    offer: Option<super::kernels::Offered>,
}

/// How one way through the body ended.
enum Way {
    /// The value there.
    Done(Val),
    /// It asks: the labels that may come next.
    Branch(Vec<Label>),
}

impl<'p> Machine<'p> {
    pub(super) fn suppose(&mut self, frame: &mut Frame<'p>, what: &'p Suppose) -> Res<Val> {
        let before = Before {
            world: self.world.clone(),
            names: frame.names(),
            settling: self.settling,
            done_at_once: self.done_at_once,
            labels: self.labels.clone(),
            used: self.used,
            depth: self.depth,
            offer: self.offer.clone(),
        };
        self.supposing += 1;
        let result = match what.how {
            Quantifier::Plain => self.plainly(frame, what, &before),
            Quantifier::Every { budget, over } => self.quantified(frame, what, &before, (budget, over), false),
            Quantifier::Some { budget, over } => self.quantified(frame, what, &before, (budget, over), true),
        };
        // A fault inside is a fault of the whole run: the state is then that of before, too.
        self.supposing -= 1;
        self.back(frame, &before);
        self.labels = before.labels;
        self.used = before.used;
        result
    }

    fn back(&mut self, frame: &mut Frame<'p>, before: &Before) {
        self.world = before.world.clone();
        frame.restore(before.names.clone());
        self.settling = before.settling;
        self.done_at_once = before.done_at_once;
        self.depth = before.depth;
        self.offer = before.offer.clone();
    }

    fn plainly(&mut self, frame: &mut Frame<'p>, what: &'p Suppose, before: &Before) -> Res<Val> {
        match self.way(frame, what, before, Vec::new())? {
            Way::Done(value) => Ok(value),
            Way::Branch(_) => bad("a plain supposition that asks"),
        }
    }

    /// The ways in order; the first that says `decides` ends it. Where `budget` ways have not decided and there are
    /// more, the answer is `over`.
    fn quantified(
        &mut self,
        frame: &mut Frame<'p>,
        what: &'p Suppose,
        before: &Before,
        (budget, over): (u32, bool),
        decides: bool,
    ) -> Res<Val> {
        let mut todo: Vec<Vec<Label>> = vec![Vec::new()];
        let mut tried = 0;
        while let Some(prefix) = todo.pop() {
            if tried >= budget {
                return Ok(Val::bool(over));
            }
            match self.way(frame, what, before, prefix.clone())? {
                Way::Done(value) => {
                    tried += 1;
                    if value.truth()? == decides {
                        return Ok(Val::bool(decides));
                    }
                }
                Way::Branch(labels) => {
                    for label in labels.into_iter().rev() {
                        let mut longer = prefix.clone();
                        longer.push(label);
                        todo.push(longer);
                    }
                }
            }
        }
        Ok(Val::bool(!decides))
    }

    /// Runs the body anew with these labels.
    fn way(&mut self, frame: &mut Frame<'p>, what: &'p Suppose, before: &Before, labels: Vec<Label>) -> Res<Way> {
        self.back(frame, before);
        (self.labels, self.used) = (labels, 0);
        if let Err(stop) = self.block(frame, &what.body) {
            match *stop {
                Outcome::Over(_) => self.depth = before.depth,
                Outcome::Ask { options, .. } => {
                    return Ok(Way::Branch((0..options.len()).map(Label::Answer).collect()));
                }
                Outcome::Roll { lo, hi } => return Ok(Way::Branch((lo..=hi).map(Label::Roll).collect())),
                Outcome::Draw { weights } => {
                    return Ok(Way::Branch(weights.into_iter().map(|(member, _)| Label::Draw(member)).collect()));
                }
                Outcome::Fault { .. } | Outcome::Bad(_) => return Err(stop),
            }
        }
        self.eval(frame, what.value).map(Way::Done)
    }
}
