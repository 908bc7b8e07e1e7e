//! One function: blocks to Cranelift's instructions.
//!
//! Registers are variables; where the function is left, those that are read again are written to the machine's windows, in
//! cold blocks. What stands in the windows at other times is not looked at.

use crate::Wishes;
use crate::compile::Common;
use crate::frame::{BLOCKED, PASS, STOP, at};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, Type, Value, types};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Switch, Variable};
use cranelift_module::{FuncId, ModuleDeclarations};
use std::collections::BTreeMap;
use wgr_runtime::exec::Rules;
use wgr_runtime::exec::blocks::{Bin, Body, End, Inst, Operand, Range, Reg, Step};
use wgr_runtime::ir::NONE;

/// What functions of native code may call.
pub(crate) struct Names {
    pub(crate) op: FuncId,
    pub(crate) recall: FuncId,
    pub(crate) keep: FuncId,
    pub(crate) recall_number: FuncId,
    pub(crate) keep_number: FuncId,
    pub(crate) wrong: FuncId,
    pub(crate) roll: FuncId,
    pub(crate) plain_next: FuncId,
    pub(crate) plain_offer: FuncId,
    pub(crate) search_next: FuncId,
    pub(crate) search_offer: FuncId,
    pub(crate) option: FuncId,
    pub(crate) rays: FuncId,
    pub(crate) leave_rays: FuncId,
    pub(crate) divide: FuncId,
    pub(crate) filter_cell: FuncId,
    pub(crate) filter_near: FuncId,
    pub(crate) all_hold: FuncId,
    pub(crate) unite: FuncId,
    pub(crate) intersect: FuncId,
    pub(crate) take_out: FuncId,
    pub(crate) copy_words: FuncId,
    pub(crate) take_lowest: FuncId,
    pub(crate) functions: Vec<Option<FuncId>>,
    /// Where the table of reciprocals lies.
    pub(crate) reciprocals: i64,
}

pub(crate) fn translate(
    common: &Common<'_>,
    body: &Body,
    func: &mut ir::Function,
    context: &mut FunctionBuilderContext,
) {
    let Common { declared, names, rules, wishes, .. } = *common;
    let mut build = FunctionBuilder::new(func, context);
    let begin = build.create_block();
    build.append_block_params_for_function_params(begin);
    build.switch_to_block(begin);
    build.seal_block(begin);
    let params = build.block_params(begin).to_vec();
    let work = build.declare_var(types::I64);
    build.def_var(work, params[3]);
    let words = build.ins().load(types::I64, trusted(), params[0], at::WORDS);
    let blocks = body.blocks.iter().map(|_| build.create_block()).collect();
    let mut to = Translator {
        declared,
        build,
        body,
        names,
        rules,
        wishes,
        blocks,
        vars: BTreeMap::new(),
        frame: params[0],
        regs: params[1],
        sets: params[2],
        words,
        work,
        dice: None,
        rays: None,
        functions: BTreeMap::new(),
    };
    if crate::dice::rolls(body) {
        to.dice = Some(to.build.declare_var(types::I64));
        to.fetch_dice();
    }
    to.begin(params.get(4).copied());
    for (id, block) in body.blocks.iter().enumerate() {
        to.build.switch_to_block(to.blocks[id]);
        to.count(block.steps.len());
        for step in &block.steps {
            for inst in &step.insts {
                to.inst(inst, step);
            }
        }
        if let Some(last) = block.steps.last() {
            to.end(&block.end, last);
        }
    }
    to.build.seal_all_blocks();
    to.build.finalize(common.isa.frontend_config());
}

/// Memory of our own: it is there, and aligned.
pub(crate) fn trusted() -> MemFlagsData {
    MemFlagsData::trusted()
}

pub(crate) struct Translator<'a> {
    declared: &'a ModuleDeclarations,
    pub(crate) build: FunctionBuilder<'a>,
    body: &'a Body,
    pub(crate) names: &'a Names,
    pub(crate) rules: &'a Rules,
    wishes: Wishes,
    blocks: Vec<ir::Block>,
    vars: BTreeMap<Reg, Variable>,
    pub(crate) frame: Value,
    regs: Value,
    pub(crate) sets: Value,
    pub(crate) words: Value,
    work: Variable,
    /// The generator's number, of who rolls.
    pub(crate) dice: Option<Variable>,
    /// How many rays were being walked when the function began.
    rays: Option<Value>,
    functions: BTreeMap<FuncId, ir::FuncRef>,
}

impl Translator<'_> {
    /// Fetches what is read from where the function is entered, and goes there.
    fn begin(&mut self, which: Option<Value>) {
        if self.body.has_rays && self.body.is_plain() {
            self.rays = Some(self.call(self.names.rays, &[self.frame])[0]);
        }
        let body = self.body;
        let Some(which) = which else {
            self.fetch(&body.blocks[0].steps[0].live);
            self.build.ins().jump(self.blocks[0], &[]);
            return;
        };
        let stubs: Vec<ir::Block> = body.entries.iter().map(|_| self.build.create_block()).collect();
        let mut switch = Switch::new();
        for (nth, stub) in stubs.iter().enumerate().skip(1) {
            switch.set_entry(nth as u128, *stub);
        }
        switch.emit(&mut self.build, which, stubs[0]);
        for (stub, (_, block)) in stubs.iter().zip(&body.entries) {
            self.build.switch_to_block(*stub);
            self.build.seal_block(*stub);
            let step = &body.blocks[*block].steps[0];
            self.fetch(&step.live);
            for (reg, range) in body.granted.get(block).into_iter().flatten() {
                let value = self.get(*reg);
                let holds = self.within(value, range.lo, range.hi);
                self.unless_leave(holds, step);
            }
            self.build.ins().jump(self.blocks[*block], &[]);
        }
    }

    fn count(&mut self, ops: usize) {
        if !self.wishes.counts {
            return;
        }
        let before = self.build.ins().load(types::I64, trusted(), self.frame, at::COUNT);
        let ops = self.number(ops as i64);
        let now = self.build.ins().iadd(before, ops);
        self.build.ins().store(trusted(), now, self.frame, at::COUNT);
    }

    pub(crate) fn var(&mut self, reg: Reg) -> Variable {
        *self.vars.entry(reg).or_insert_with(|| self.build.declare_var(types::I64))
    }

    pub(crate) fn get(&mut self, reg: Reg) -> Value {
        let var = self.var(reg);
        self.build.use_var(var)
    }

    pub(crate) fn set(&mut self, reg: Reg, value: Value) {
        let var = self.var(reg);
        self.build.def_var(var, value);
    }

    pub(crate) fn number(&mut self, value: i64) -> Value {
        self.build.ins().iconst(types::I64, value)
    }

    fn operand(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => self.get(reg),
            Operand::Const(value) => self.number(value),
        }
    }

    pub(crate) fn compare(&mut self, how: IntCC, a: Value, b: i64) -> Value {
        let b = self.number(b);
        self.build.ins().icmp(how, a, b)
    }

    /// Registers into the machine's window, and out of it.
    fn keep(&mut self, regs: &[Reg]) {
        for &reg in regs {
            let value = self.get(reg);
            self.build.ins().store(trusted(), value, self.regs, reg as i32 * 8);
        }
    }

    fn fetch(&mut self, regs: &[Reg]) {
        for &reg in regs {
            let value = self.build.ins().load(types::I64, trusted(), self.regs, reg as i32 * 8);
            self.set(reg, value);
        }
    }

    pub(crate) fn call(&mut self, id: FuncId, args: &[Value]) -> Vec<Value> {
        let func = match self.functions.get(&id) {
            Some(func) => *func,
            None => {
                let func = self.declare(id);
                self.functions.insert(id, func);
                func
            }
        };
        let call = self.build.ins().call(func, args);
        self.build.inst_results(call).to_vec()
    }

    /// A function of the module, by the number that the module knows it by.
    fn declare(&mut self, id: FuncId) -> ir::FuncRef {
        let (of, func) = (self.declared.get_function_decl(id), &mut *self.build.func);
        let signature = func.import_signature(of.signature.clone());
        let name = ir::UserExternalName { namespace: 0, index: id.as_u32() };
        let name = ir::ExternalName::user(func.declare_imported_user_function(name));
        func.import_function(ir::ExtFuncData { name, signature, colocated: of.linkage.is_final(), patchable: false })
    }

    /// Go on where this holds; else the step is left to the interpreter.
    pub(crate) fn unless_leave(&mut self, holds: Value, step: &Step) {
        let (on, leave) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(holds, on, &[], leave, &[]);
        self.build.seal_block(leave);
        self.build.seal_block(on);
        self.build.set_cold_block(leave);
        self.build.switch_to_block(leave);
        self.leave(step);
        self.build.switch_to_block(on);
    }

    /// The same, where it is not sure.
    pub(crate) fn look(&mut self, sure: bool, step: &Step, holds: impl FnOnce(&mut Self) -> Value) {
        if !sure {
            let holds = holds(self);
            self.unless_leave(holds, step);
        } else if self.wishes.doubts {
            let holds = holds(self);
            let (on, wrong) = (self.build.create_block(), self.build.create_block());
            self.build.ins().brif(holds, on, &[], wrong, &[]);
            self.build.seal_block(wrong);
            self.build.switch_to_block(wrong);
            let op = self.number(i64::from(step.op));
            self.call(self.names.wrong, &[self.frame, op]);
            self.build.ins().jump(on, &[]);
            self.build.seal_block(on);
            self.build.switch_to_block(on);
        }
    }

    /// What a number is said to be within is looked at, if that is wished.
    fn doubt(&mut self, operand: Operand, within: Range, step: &Step) {
        if self.wishes.doubts && within != Range::ALL {
            let value = self.operand(operand);
            self.look(true, step, |this| this.within(value, within.lo, within.hi));
        }
    }

    /// Leave before this step.
    fn leave(&mut self, step: &Step) {
        self.keep(&step.live);
        let (op, work) = (self.number(i64::from(step.op)), self.build.use_var(self.work));
        self.build.ins().store(trusted(), op, self.frame, at::OP);
        self.build.ins().store(trusted(), work, self.frame, at::WORK);
        self.keep_dice();
        self.gone();
    }

    fn gone(&mut self) {
        let zero = self.number(0);
        self.build.ins().return_(&[zero]);
    }

    /// A block that is run where this holds, and one where it does not, which is gone on with.
    pub(crate) fn fork(&mut self, holds: Value) -> (ir::Block, ir::Block) {
        let (then, other) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(holds, then, &[], other, &[]);
        self.build.seal_block(then);
        self.build.seal_block(other);
        (then, other)
    }

    /// A block that is run where this holds, and the one behind it, which is still to be sealed.
    pub(crate) fn fork_open(&mut self, holds: Value) -> (ir::Block, ir::Block) {
        let (then, done) = (self.build.create_block(), self.build.create_block());
        self.build.ins().brif(holds, then, &[], done, &[]);
        self.build.seal_block(then);
        (then, done)
    }

    fn inst(&mut self, inst: &Inst, step: &Step) {
        match inst {
            Inst::Work { cost } => self.spend(i64::from(*cost), step),
            Inst::Move { d, a } => {
                let value = self.operand(*a);
                self.set(*d, value);
            }
            Inst::Bin { how, d, a, b, within } => {
                let first = self.operand(*a);
                self.doubt(*a, within[0], step);
                self.doubt(*b, within[1], step);
                let value = match *b {
                    Operand::Const(b) => self.by_number_within(*how, (first, within[0]), b),
                    Operand::Reg(b) => {
                        let second = self.get(b);
                        self.by_within(*how, (first, within[0]), (second, within[1]))
                    }
                };
                self.set(*d, value);
            }
            Inst::Check { a, lo, hi, sure, .. } => {
                let value = self.get(*a);
                self.look(*sure, step, |this| this.within(value, *lo, *hi));
            }
            Inst::CheckZero { a, sure } => {
                let value = self.get(*a);
                self.look(*sure, step, |this| this.compare(IntCC::NotEqual, value, 0));
            }
            Inst::Table { d, of } => {
                let value = self.entry(of, step);
                self.set(*d, value);
            }
            Inst::TableAdd { d, one, two } => {
                let mut sum = self.entry(one, step);
                if let Some(two) = two {
                    let two = self.entry(two, step);
                    sum = self.build.ins().iadd(sum, two);
                }
                let before = self.get(*d);
                let sum = self.build.ins().iadd(before, sum);
                self.set(*d, sum);
            }
            Inst::Element { d, a, first, span, second } => {
                let (a, b) = (self.get(*a), self.get(*d));
                let a = self.by_number(Bin::Sub, a, *first);
                let a = self.by_number(Bin::Mul, a, *span);
                let b = self.by_number(Bin::Sub, b, *second);
                let value = self.build.ins().iadd(a, b);
                self.set(*d, value);
            }
            Inst::Get { d, of } => {
                let value = self.field(of, step);
                self.set(*d, value);
            }
            Inst::Put { of, a, watched } => self.put(of, *a, *watched, step),
            Inst::Arg { slot, a } => {
                let value = self.get(*a);
                self.build.ins().store(trusted(), value, self.regs, *slot as i32 * 8);
            }
            Inst::Result { d, slot } => {
                let value = self.build.ins().load(types::I64, trusted(), self.regs, *slot as i32 * 8);
                self.set(*d, value);
            }
            Inst::Fill { d, words } => self.fill(*d, words),
            Inst::Copy { d, a, words } => self.copy((self.sets, *a), *d, *words),
            Inst::Sets { how, d, a, b, words } => self.join(*how, (*d, *a, *b), *words),
            Inst::GetSet { d, word, words, count, at, sure } => {
                self.get_set(*d, (*word, *words, *at), (*count, *sure), step);
            }
            Inst::Add { s, a, is } => self.add_member(*s, (*a, *is), self.body.words, step),
            Inst::Has { d, s, a } => self.has_member(*d, (*s, *a), self.body.words, step),
            Inst::Size { d, s, words } => self.size(*d, *s, *words),
            Inst::Low { d, s, words } => self.lowest(*d, *s, *words),
            Inst::High { d, s, words } => self.highest(*d, *s, *words),
            Inst::Same { d, a, b, words } => self.same(*d, (*a, *b), *words),
            Inst::Among { s, words, table, first, a, is } => self.among((*s, *words), *table, (*first, *a), *is),
            Inst::AmongCell { s, words, cell, a, is } => self.among_cell((*s, *words), *cell, *a, *is),
            Inst::AmongBeside { s, words, cell, a, held } => {
                self.among_beside((*s, *words), *cell, *a, (!held).then_some(step));
            }
            Inst::Between { d, a, b } => self.between(*d, (*a, *b)),
            Inst::Distance { d, a, b } => self.distance(*d, (*a, *b)),
            Inst::Near { d, a, b } => {
                let near = self.rules.board().map_or(&[][..], |board| board.neighbours());
                self.beside(near, *d, (*a, *b));
            }
            Inst::Side { d, a, b } => {
                let sides = self.rules.board().map_or(&[][..], |board| board.sides());
                self.beside(sides, *d, (*a, *b));
            }
            Inst::Roll { d, die, lo, hi, .. } => self.roll(*d, *die, (*lo, *hi), step),
            Inst::OfferPlain { cost, stop, pass } => {
                let cost = self.get(*cost);
                let [stop, pass] = [stop, pass].map(|flag| match flag {
                    Some(flag) => self.get(*flag),
                    None => self.number(0),
                });
                self.call(self.names.plain_offer, &[self.frame, cost, stop, pass]);
            }
            Inst::Offer { counts, carry, stop, pass, blocked } => {
                let counts = counts.map(|count| match count {
                    Some(count) => self.get(count),
                    None => self.number(0),
                });
                let mut flags = self.get(*carry);
                for (flag, bit) in [(stop, STOP), (pass, PASS), (blocked, BLOCKED)] {
                    let Some(flag) = flag else { continue };
                    let flag = self.get(*flag);
                    let flag = self.by_number(Bin::Mul, flag, 1 << bit);
                    flags = self.build.ins().iadd(flags, flag);
                }
                self.call(self.names.search_offer, &[self.frame, counts[0], counts[1], counts[2], flags]);
            }
            Inst::Option { arm, a } => {
                let arm = self.number(i64::from(*arm));
                let member = match a {
                    Some(a) => self.get(*a),
                    None => self.number(NONE),
                };
                self.call(self.names.option, &[self.frame, arm, member]);
            }
            Inst::Host { reads, writes } => {
                self.host(reads, step);
                self.fetch(writes);
            }
            Inst::Keep { query } => {
                let passes = self.passes(*query);
                let asks = self.compare(IntCC::Equal, passes, 0);
                let (then, done) = self.fork_open(asks);
                self.build.switch_to_block(then);
                let work = self.build.use_var(self.work);
                let (regs, sets) = self.callee();
                if self.rules.answers_numbers(*query) {
                    let value = self.load(types::I64, regs, 0);
                    self.call(self.names.keep_number, &[self.frame, value, work]);
                } else {
                    let query = self.number(i64::from(*query));
                    self.call(self.names.keep, &[self.frame, query, regs, sets, work]);
                }
                self.build.ins().jump(done, &[]);
                self.build.seal_block(done);
                self.build.switch_to_block(done);
            }
            Inst::Call { f, price } => self.call_function(*f, i64::from(*price), step),
        }
    }

    /// Is this kept query passed over?
    fn passes(&mut self, query: u16) -> Value {
        let passes = self.build.ins().load(types::I64, trusted(), self.frame, at::PASSES);
        let passes = self.load(types::I8, passes, i64::from(query));
        self.build.ins().uextend(types::I64, passes)
    }

    fn spend(&mut self, cost: i64, step: &Step) {
        let work = self.build.use_var(self.work);
        let holds = self.compare(IntCC::UnsignedGreaterThan, work, cost);
        self.unless_leave(holds, step);
        let left = self.by_number(Bin::Sub, work, cost);
        self.build.def_var(self.work, left);
    }

    /// The machine runs the op; gives what it gave, having taken over the work that is left if the op just goes on.
    pub(crate) fn host(&mut self, reads: &[Reg], step: &Step) -> Value {
        self.keep(reads);
        let which = self.number((i64::from(self.body.func) << 32) | i64::from(step.op));
        let work = self.build.use_var(self.work);
        self.keep_dice();
        let left = self.call(self.names.op, &[self.frame, which, self.regs, self.sets, work])[0];
        self.fetch_dice();
        // Stopped, it is left as if before: the interpreter has been told where it stands.
        self.unless_leave(left, step);
        self.build.def_var(self.work, left);
        left
    }

    /// The windows of whoever is called.
    fn callee(&mut self) -> (Value, Value) {
        let (regs, words) = (self.number(i64::from(self.body.regs) * 8), self.number(i64::from(self.body.words) * 8));
        (self.build.ins().iadd(self.regs, regs), self.build.ins().iadd(self.sets, words))
    }

    /// On where an answer of the query is kept, or where it is to be answered.
    fn recall(&mut self, query: u16, args: &[(i64, u64)], [found, on]: [ir::Block; 2]) {
        let passes = self.passes(query);
        let asks = self.build.create_block();
        self.build.ins().brif(passes, on, &[], asks, &[]);
        self.build.seal_block(asks);
        self.build.switch_to_block(asks);
        let (regs, sets) = self.callee();
        let mut key = self.number(0);
        for (nth, (least, stride)) in args.iter().enumerate() {
            let arg = self.load(types::I64, regs, nth as i64 * 8);
            let arg = self.by_number(Bin::Sub, arg, *least);
            let part = self.by_number(Bin::Mul, arg, *stride as i64);
            key = self.build.ins().iadd(key, part);
        }
        let (number, work) = (self.number(i64::from(query)), self.build.use_var(self.work));
        let left = match self.rules.answers_numbers(query) {
            true => self.call(self.names.recall_number, &[self.frame, number, key, regs, work])[0],
            false => self.call(self.names.recall, &[self.frame, number, key, regs, sets, work])[0],
        };
        let left_or_all = self.build.ins().select(left, left, work);
        self.build.def_var(self.work, left_or_all);
        self.build.ins().brif(left, found, &[], on, &[]);
    }

    fn call_function(&mut self, f: u32, price: i64, step: &Step) {
        let Some(id) = self.names.functions[f as usize] else { return };
        self.spend(price, step);
        let rays = match self.body.has_rays {
            true => Some(self.call(self.names.rays, &[self.frame])[0]),
            false => None,
        };
        let (regs, sets) = self.callee();
        let work = self.build.use_var(self.work);
        self.keep_dice();
        let left = self.call(id, &[self.frame, regs, sets, work])[0];
        self.fetch_dice();
        let (on, gone) = self.fork(left);
        self.build.set_cold_block(gone);
        self.build.switch_to_block(gone);
        self.keep(&step.live);
        let depth = self.build.ins().load(types::I64, trusted(), self.frame, at::DEPTH);
        let behind = self.by_number(Bin::Mul, depth, at::LEFT_SIZE);
        let record = self.build.ins().iadd(self.frame, behind);
        let calls = self.number((i64::from(step.op + 1) << 32) | i64::from(f));
        debug_assert_eq!(at::LEFT_BACK, 4);
        self.build.ins().store(trusted(), calls, record, at::INSIDE);
        let rays = rays.unwrap_or_else(|| self.number(-1));
        self.build.ins().store(trusted(), rays, record, at::INSIDE + at::LEFT_RAYS);
        let depth = self.by_number(Bin::Add, depth, 1);
        self.build.ins().store(trusted(), depth, self.frame, at::DEPTH);
        self.gone();
        self.build.switch_to_block(on);
        self.build.def_var(self.work, left);
    }

    fn end(&mut self, end: &End, step: &Step) {
        match end {
            End::Jump(to) => {
                self.build.ins().jump(self.blocks[*to], &[]);
            }
            End::If { then, other, always: Some(always), .. } if !self.wishes.doubts => {
                let to = if *always { then } else { other };
                self.build.ins().jump(self.blocks[*to], &[]);
            }
            End::If { how, a, b, then, other, always } => {
                let (a, b) = (self.operand(*a), self.operand(*b));
                let holds = self.build.ins().icmp(condition(*how), a, b);
                if let Some(always) = always {
                    let wide = self.build.ins().uextend(types::I64, holds);
                    self.look(true, step, |this| this.compare(IntCC::Equal, wide, i64::from(*always)));
                }
                self.build.ins().brif(holds, self.blocks[*then], &[], self.blocks[*other], &[]);
            }
            End::Next { d, s, words, on, none } => self.next(*d, (*s, *words), self.blocks[*on], self.blocks[*none]),
            End::Step { step: regs, plain, on, done } => {
                self.spend(1, step);
                let next = if *plain { self.names.plain_next } else { self.names.search_next };
                let found = self.call(next, &[self.frame])[0];
                let some = self.build.create_block();
                self.build.ins().brif(found, some, &[], self.blocks[*done], &[]);
                self.build.seal_block(some);
                self.build.switch_to_block(some);
                for (nth, reg) in regs.iter().enumerate() {
                    let value = self.build.ins().load(types::I32, trusted(), self.frame, at::STEP + nth as i32 * 4);
                    let value = self.build.ins().uextend(types::I64, value);
                    self.set(*reg, value);
                }
                self.build.ins().jump(self.blocks[*on], &[]);
            }
            End::Recall { query, args, found, on } => {
                let to = [self.blocks[*found], self.blocks[*on]];
                self.recall(*query, args, to);
            }
            End::Host { reads, writes, on, jump } => {
                let left = self.host(reads, step);
                self.fetch(writes);
                let jumps = self.compare(IntCC::SignedLessThan, left, 0);
                let turned = self.build.ins().ineg(left);
                let work = self.build.ins().select(jumps, turned, left);
                self.build.def_var(self.work, work);
                self.build.ins().brif(jumps, self.blocks[*jump], &[], self.blocks[*on], &[]);
            }
            End::Return { value, set } => {
                if let Some(value) = value {
                    let value = self.get(*value);
                    self.build.ins().store(trusted(), value, self.regs, 0);
                }
                if let Some((from, words)) = set {
                    self.copy((self.sets, *from), 0, *words);
                }
                if let Some(rays) = self.rays {
                    self.call(self.names.leave_rays, &[self.frame, rays]);
                }
                self.keep_dice();
                let work = self.build.use_var(self.work);
                self.build.ins().return_(&[work]);
            }
            End::Leave { .. } => self.leave(step),
        }
    }

    pub(crate) fn load(&mut self, ty: Type, from: Value, at: i64) -> Value {
        match i32::try_from(at) {
            Ok(at) => self.build.ins().load(ty, trusted(), from, at),
            Err(_) => {
                let at = self.number(at);
                let from = self.build.ins().iadd(from, at);
                self.build.ins().load(ty, trusted(), from, 0)
            }
        }
    }
}

pub(crate) fn condition(how: Bin) -> IntCC {
    match how {
        Bin::Eq => IntCC::Equal,
        Bin::Ne => IntCC::NotEqual,
        Bin::Le => IntCC::SignedLessThanOrEqual,
        Bin::Lt | Bin::Add | Bin::Sub | Bin::Mul | Bin::Min | Bin::Max | Bin::DivDown | Bin::DivUp | Bin::Mod => {
            IntCC::SignedLessThan
        }
    }
}
