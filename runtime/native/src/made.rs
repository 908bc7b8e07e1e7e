//! Functions made, and run.

use crate::compile::{Common, Compiled};
use crate::frame::{self, Frame};
use crate::translate::Names;
use crate::{NotMade, Wishes};
use cranelift_codegen::ir::{AbiParam, Signature, types};
use cranelift_codegen::settings::Configurable;
use cranelift_codegen::{isa::OwnedTargetIsa, settings};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Linkage, Module, default_libcall_names};
use std::mem::ManuallyDrop;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use wgr_runtime::exec::blocks::Body;
use wgr_runtime::exec::{Host, Native, Rules};

/// frame, registers, set words, work, and of functions that may be entered in several places: where.
type Entered = extern "C" fn(*mut Frame<'_, '_>, *mut i64, *mut u64, u64, u64) -> u64;

/// Native code of one game.
pub struct Made {
    module: ManuallyDrop<JITModule>,
    /// For each op, where it is entered.
    entries: Vec<Option<(Entered, u32)>>,
    /// By function, its last op.
    returns: Vec<u32>,
    whose: Vec<u32>,
    functions: usize,
    bytes: usize,
    ran: AtomicU64,
    helped: AtomicU64,
    /// What the code reads: it must not go before the code does.
    _read: Arc<dyn Send + Sync>,
}

// SAFETY: a module is not `Sync` for it can be added to, which nobody does once it is made. Its code is only read, and what
// it works on comes with each call.
unsafe impl Sync for Made {}

impl Drop for Made {
    fn drop(&mut self) {
        // SAFETY: the module is taken once, here. Whoever runs its code holds a reference to `self`, so nobody does.
        unsafe { ManuallyDrop::take(&mut self.module).free_memory() };
    }
}

impl Made {
    /// How many ops were run natively so far, if they are counted.
    pub fn ran(&self) -> u64 {
        self.ran.load(Ordering::Relaxed)
    }

    /// How many of them the machine ran for native code: what is not plain.
    pub fn helped(&self) -> u64 {
        self.helped.load(Ordering::Relaxed)
    }
}

impl Native for Made {
    fn enters(&self, op: u32) -> bool {
        self.entries.get(op as usize).is_some_and(Option::is_some)
    }

    fn run(&self, host: &mut Host<'_>, op: u32) {
        let Some((enter, which)) = self.entries[op as usize] else { return };
        let work = host.work();
        let mut frame = Frame::new(host);
        let (regs, sets) = frame.windows();
        let left = enter(&raw mut frame, regs, sets, work, u64::from(which));
        if let Some(what) = frame.broke.take() {
            resume_unwind(what);
        }
        if left != 0 {
            // It has run to its end: the op that returns is the interpreter's.
            frame.op = u64::from(self.returns[self.whose[op as usize] as usize]);
            frame.work = left;
        }
        if frame.count != 0 {
            self.ran.fetch_add(frame.count, Ordering::Relaxed);
            self.helped.fetch_add(frame.helped, Ordering::Relaxed);
        }
        frame.tell();
    }

    fn size(&self) -> (usize, usize) {
        (self.functions, self.bytes)
    }
}

fn isa() -> Result<OwnedTargetIsa, NotMade> {
    let mut flags = settings::builder();
    let set = [
        ("opt_level", "speed"),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        ("enable_verifier", "false"),
    ];
    for (name, value) in set {
        flags.set(name, value).map_err(|error| NotMade(format!("Cranelift: {error}")))?;
    }
    let host = cranelift_native::builder().map_err(|what| NotMade(format!("this machine is not known: {what}")))?;
    host.finish(settings::Flags::new(flags)).map_err(|error| NotMade(format!("Cranelift: {error}")))
}

/// All functions of these rules.
///
/// # Errors
/// Where there is no Cranelift for this machine, or it takes a function for wrong.
pub fn make(rules: &Rules, wishes: Wishes) -> Result<Made, NotMade> {
    let blocks = rules.blocks();
    let mut builder = JITBuilder::with_isa(isa()?, default_libcall_names());
    builder.symbol("op", frame::op as *const u8);
    builder.symbol("recall", frame::recall as *const u8);
    builder.symbol("keep", frame::keep as *const u8);
    builder.symbol("recall_number", frame::recall_number as *const u8);
    builder.symbol("keep_number", frame::keep_number as *const u8);
    builder.symbol("wrong", frame::wrong as *const u8);
    builder.symbol("roll", frame::roll as *const u8);
    builder.symbol("plain_next", frame::plain_next as *const u8);
    builder.symbol("plain_offer", frame::plain_offer as *const u8);
    builder.symbol("search_next", frame::search_next as *const u8);
    builder.symbol("search_offer", frame::search_offer as *const u8);
    builder.symbol("option", frame::option as *const u8);
    builder.symbol("rays", frame::rays as *const u8);
    builder.symbol("leave_rays", frame::leave_rays as *const u8);
    builder.symbol("divide", frame::divide as *const u8);
    builder.symbol("filter_cell", frame::filter_cell as *const u8);
    builder.symbol("filter_near", frame::filter_near as *const u8);
    builder.symbol("all_hold", frame::all_hold as *const u8);
    builder.symbol("unite", frame::unite as *const u8);
    builder.symbol("intersect", frame::intersect as *const u8);
    builder.symbol("take_out", frame::take_out as *const u8);
    builder.symbol("copy_words", frame::copy_words as *const u8);
    builder.symbol("take_lowest", frame::take_lowest as *const u8);
    let mut module = JITModule::new(builder);
    let refused = |error: &dyn std::fmt::Display| NotMade(format!("Cranelift: {error}"));
    let call_conv = module.target_config().default_call_conv;
    let signature = |params: usize, returns: usize| Signature {
        params: vec![AbiParam::new(types::I64); params],
        returns: vec![AbiParam::new(types::I64); returns],
        call_conv,
    };
    let (plain, resumed) = (signature(4, 1), signature(5, 1));
    let mut helper = |(name, params, returns): (&str, usize, usize)| {
        let signature = signature(params, returns);
        module.declare_function(name, Linkage::Import, &signature).map_err(|error| refused(&error))
    };
    let mut names = Names {
        op: helper(("op", 5, 1))?,
        recall: helper(("recall", 6, 1))?,
        keep: helper(("keep", 5, 0))?,
        recall_number: helper(("recall_number", 5, 1))?,
        keep_number: helper(("keep_number", 3, 0))?,
        wrong: helper(("wrong", 2, 0))?,
        roll: helper(("roll", 3, 1))?,
        plain_next: helper(("plain_next", 1, 1))?,
        plain_offer: helper(("plain_offer", 4, 0))?,
        search_next: helper(("search_next", 1, 1))?,
        search_offer: helper(("search_offer", 5, 0))?,
        option: helper(("option", 3, 0))?,
        rays: helper(("rays", 1, 1))?,
        leave_rays: helper(("leave_rays", 2, 0))?,
        divide: helper(("divide", 2, 1))?,
        filter_cell: helper(("filter_cell", 4, 0))?,
        filter_near: helper(("filter_near", 4, 0))?,
        all_hold: helper(("all_hold", 3, 1))?,
        unite: helper(("unite", 4, 0))?,
        intersect: helper(("intersect", 4, 0))?,
        take_out: helper(("take_out", 4, 0))?,
        copy_words: helper(("copy_words", 3, 0))?,
        take_lowest: helper(("take_lowest", 2, 1))?,
        functions: vec![None; blocks.bodies.len()],
        reciprocals: crate::arithmetic::RECIPROCALS.as_ptr() as i64,
    };
    for body in blocks.bodies.iter().flatten() {
        let signature = if body.is_plain() { &plain } else { &resumed };
        let name = format!("f{}", body.func);
        let id = module.declare_function(&name, Linkage::Local, signature).map_err(|e| refused(&e))?;
        names.functions[body.func as usize] = Some(id);
    }
    let bodies: Vec<&Body> = blocks.bodies.iter().flatten().collect();
    let common =
        Common { declared: module.declarations(), isa: module.isa(), names: &names, rules, wishes, plain, resumed };
    let compiled = common.compile(&bodies)?;
    let size = (compiled.len(), compiled.iter().map(|compiled| compiled.code.len()).sum());
    for Compiled { id, code, alignment, relocs } in compiled {
        module.define_function_bytes(id, alignment, &code, &relocs).map_err(|error| refused(&error))?;
    }
    module.finalize_definitions().map_err(|error| refused(&error))?;
    Ok(of(module, &names, &blocks.bodies, size, rules))
}

fn of(
    module: JITModule,
    names: &Names,
    bodies: &[Option<Body>],
    (functions, bytes): (usize, usize),
    rules: &Rules,
) -> Made {
    let ops = bodies.iter().flatten().map(|body| body.last + 1).max().unwrap_or(0) as usize;
    let mut entries = vec![None; ops];
    let (mut whose, mut returns) = (vec![0; ops], vec![0; bodies.len()]);
    for body in bodies.iter().flatten() {
        let Some(id): Option<FuncId> = names.functions[body.func as usize] else { continue };
        let code = module.get_finalized_function(id);
        // SAFETY: this is where the code of a function begins that was made with the parameters of `Entered`; those with
        // four take the fifth for nothing, which the calling convention of C allows.
        let enter = unsafe { std::mem::transmute::<*const u8, Entered>(code) };
        returns[body.func as usize] = body.last;
        for (which, (op, _)) in body.entries.iter().enumerate() {
            entries[*op as usize] = Some((enter, which as u32));
            whose[*op as usize] = body.func;
        }
    }
    let read = rules.read_by_native();
    Made {
        module: ManuallyDrop::new(module),
        entries,
        returns,
        whose,
        functions,
        bytes,
        ran: AtomicU64::new(0),
        helped: AtomicU64::new(0),
        _read: read,
    }
}
