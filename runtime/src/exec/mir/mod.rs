//! The tree that code is made of: the lowered program, made shorter. In: a verified program without rows and settles. Out:
//! [`Mir`], the same functions in the same words (`ir`), so that the verifier and the printer of programs serve it as well, and
//! what is known of them. The interpreter's ops are compiled from it (`exec/compile`), and native code from those.
//!
//! Each way of making it shorter is a [`Pass`] and has a file of its own. It promises that no answer, no fault and no order of
//! faults changes, whichever of them are left out: `tests/tests/passes.rs` holds it to that, and has the verifier read what each
//! of them leaves. What each gains: `cargo bench -p wgr-tests --bench passes`, `docs/performance.md`.

mod apart;
pub(super) mod asked;
mod given;
mod joined;
mod known;
pub(super) mod narrow;
mod once;
mod passes;
mod ranges;
mod reckoned;
pub(super) mod safe;
mod sieve;
mod splice;
mod straight;
mod sure;
mod tabulate;
mod through;
mod unfailing;
mod used;

use super::code::Code;
use crate::ir::{ExprId, ExprNode, Func, FuncId, Local, LocalId, Program, Type};
use crate::verify::Verified;
pub(super) use known::Known;
use narrow::Narrowed;
pub use passes::{Pass, Passes};
pub(super) use reckoned::look_up;
use safe::Safe;
use std::borrow::Cow;
pub(super) use tabulate::tabulated;
pub(super) use used::Used;

/// The functions as they are compiled, and of each expression its type and the function in whose text it stands.
pub(super) struct Mir<'p> {
    program: &'p Program,
    /// Those of the program, until something is put into one.
    pub(super) funcs: Vec<Cow<'p, Func>>,
    pub(super) types: Vec<Cow<'p, [Type]>>,
    pub(super) origins: Vec<Vec<FuncId>>,
}

/// The tree, and what is known of each function.
pub(super) struct Shortened<'p> {
    pub(super) mir: Mir<'p>,
    pub(super) known: Vec<Known>,
    /// Never fault.
    pub(super) safe: Vec<Safe>,
    /// Nothing where nobody is passed over.
    pub(super) narrowed: Vec<Narrowed>,
}

impl<'p> Shortened<'p> {
    /// By these passes, in their order. `those`: of which candidates are narrowed.
    pub(super) fn of(
        program: &'p Program,
        verified: &'p Verified,
        code: &Code,
        passes: Passes,
        those: impl Fn(FuncId) -> bool,
    ) -> Shortened<'p> {
        let mut mir = Mir::as_lowered(program, verified);
        let (nothing, nowhere) = (vec![None; program.funcs.len()], vec![None; program.funcs.len()]);
        if passes.has(Pass::Unfailing) {
            let mut known: Vec<Known> = mir.funcs.iter().map(|func| Known::of(func, false)).collect();
            let unfailing = safe::unfailing(program, &mir, &known, &nowhere);
            unfailing::shorten(program, &mut mir, &mut known, (&nothing, &unfailing));
        }
        if passes.has(Pass::Given) {
            given::once(program, &mut mir, &nothing);
        }
        if passes.has(Pass::Sure) {
            sure::tell(program, verified, &mut mir);
        }
        if passes.has(Pass::Splice) {
            let is_kept = |id: FuncId| code.recalled[id.index()].is_some();
            let straight = |mir: &mut Mir<'p>, id| {
                if passes.has(Pass::Straight) {
                    straight::tell(program, mir, id, &nothing);
                }
            };
            splice::short_queries(&mut mir, verified, is_kept, straight);
        }
        if passes.has(Pass::Once) {
            once::ask(program, &mut mir);
        }
        let mut known: Vec<Known> = mir.funcs.iter().map(|func| Known::of(func, code.explains)).collect();
        let safe::Plan { safe, only } = safe::plan(program, verified, &mir, &known);
        if passes.has(Pass::Unfailing) {
            // More rows are seen to be apart where queries stand in the place of their calls.
            let unfailing = safe::unfailing(program, &mir, &known, &only);
            unfailing::shorten(program, &mut mir, &mut known, (&safe, &unfailing));
        }
        if passes.has(Pass::Joined) {
            joined::join(program, &mut mir, &mut known, &safe);
        }
        let before = narrow::Before { program, code, safe: &safe, known: &known };
        let narrowed = if passes.has(Pass::Narrow) { narrow::plan(before, &mut mir, &those) } else { vec![] };
        known.iter_mut().zip(&mir.funcs).for_each(|(known, func)| known.make_room(func));
        Shortened { mir, known, safe, narrowed }
    }

    /// The tree as a program of its own, to be printed and verified.
    pub(super) fn program(&self) -> Program {
        let funcs = self.mir.funcs.iter().map(|func| func.clone().into_owned());
        Program { funcs: funcs.collect(), ..self.mir.program.clone() }
    }
}

impl<'p> Mir<'p> {
    fn as_lowered(program: &'p Program, verified: &'p Verified) -> Self {
        let own = |(at, func): (usize, &Func)| vec![FuncId::new(at); func.exprs.len()];
        Mir {
            program,
            funcs: program.funcs.iter().map(Cow::Borrowed).collect(),
            types: verified.types.iter().map(|types| Cow::Borrowed(&**types)).collect(),
            origins: program.funcs.iter().enumerate().map(own).collect(),
        }
    }

    fn push(&mut self, func: FuncId, node: ExprNode, ty: Type, origin: FuncId) -> ExprId {
        let at = func.index();
        self.funcs[at].to_mut().exprs.push(node);
        self.types[at].to_mut().push(ty);
        self.origins[at].push(origin);
        ExprId::new(self.funcs[at].exprs.len() - 1)
    }

    /// One more name in a function.
    fn declare(&mut self, func: FuncId, local: Local) -> LocalId {
        let locals = &mut self.funcs[func.index()].to_mut().locals;
        locals.push(local);
        LocalId::new(locals.len() - 1)
    }
}
