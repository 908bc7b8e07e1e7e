//! Functions to machine code, on all cores: each is compiled by itself. They come in their own order, whoever was done first.

use crate::translate::{Names, translate};
use crate::{NotMade, Wishes};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::Signature;
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::FunctionBuilderContext;
use cranelift_module::{FuncId, ModuleDeclarations, ModuleReloc};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};
use wgr_runtime::exec::Rules;
use wgr_runtime::exec::blocks::Body;

/// What all functions of a game have in common.
pub(crate) struct Common<'a> {
    pub(crate) declared: &'a ModuleDeclarations,
    pub(crate) isa: &'a dyn TargetIsa,
    pub(crate) names: &'a Names,
    pub(crate) rules: &'a Rules,
    pub(crate) wishes: Wishes,
    /// Of functions that are entered in one place, and of those that are entered in several.
    pub(crate) plain: Signature,
    pub(crate) resumed: Signature,
}

/// A function that was compiled, and what stands in it that is only known where it will lie.
pub(crate) struct Compiled {
    pub(crate) id: FuncId,
    pub(crate) code: Vec<u8>,
    pub(crate) alignment: u64,
    pub(crate) relocs: Vec<ModuleReloc>,
}

impl Common<'_> {
    /// All of them, or why the first cannot be that cannot.
    pub(crate) fn compile(&self, bodies: &[&Body]) -> Result<Vec<Compiled>, NotMade> {
        // The longest first: nobody is left with one at the end.
        let mut order: Vec<usize> = (0..bodies.len()).collect();
        order.sort_by_key(|nth| std::cmp::Reverse(bodies[*nth].blocks.len()));
        let next = AtomicUsize::new(0);
        let some = || {
            let (mut context, mut builder) = (Context::new(), FunctionBuilderContext::new());
            let mut compiled = Vec::new();
            while let Some(&nth) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                compiled.push((nth, self.one(bodies[nth], &mut context, &mut builder)));
                context.clear();
            }
            compiled
        };
        let threads = available_parallelism().map_or(1, NonZero::get).min(bodies.len());
        let mut all = scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(some)).collect();
            let mut all = some();
            for other in others {
                all.extend(other.join().unwrap_or_else(|what| resume_unwind(what)));
            }
            all
        });
        all.sort_by_key(|(nth, _)| *nth);
        all.into_iter().map(|(_, compiled)| compiled).collect()
    }

    fn one(
        &self,
        body: &Body,
        context: &mut Context,
        builder: &mut FunctionBuilderContext,
    ) -> Result<Compiled, NotMade> {
        let id = self.names.functions[body.func as usize];
        let id = id.ok_or_else(|| NotMade("a function without a name".to_owned()))?;
        if cfg!(debug_assertions)
            && let Err(wrong) = body.check()
        {
            return Err(NotMade(format!("function {}: {wrong}", body.func)));
        }
        context.func.signature = if body.is_plain() { self.plain.clone() } else { self.resumed.clone() };
        translate(self, body, &mut context.func, builder);
        let compiled = context.compile(self.isa, &mut ControlPlane::default());
        let compiled = compiled.map_err(|error| NotMade(format!("Cranelift: {:?}", error.inner)))?;
        if let Some(trap) = compiled.buffer.traps().first() {
            return Err(NotMade(format!("function {} could trap at {}: {}", body.func, trap.offset, trap.code)));
        }
        let alignment = u64::from(compiled.buffer.alignment)
            .max(self.isa.function_alignment().minimum.into())
            .max(self.isa.symbol_alignment());
        let (code, relocs) = (compiled.code_buffer().to_vec(), compiled.buffer.relocs().to_vec());
        let relocs = relocs.iter().map(|reloc| ModuleReloc::from_mach_reloc(reloc, &context.func, id)).collect();
        Ok(Compiled { id, code, alignment, relocs })
    }
}
