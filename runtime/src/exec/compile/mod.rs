//! From the IR to register code. In: a verified program without rows and settles, the type of every
//! expression, the layout. Out: [`Code`]. It promises that the ops it emits check every narrowing that the
//! types do not prove, in the order of the text, so that a fault is the same fault in every executor.

mod ask;
mod branch;
mod bulk;
mod cheap;
mod compare;
mod decided;
mod each;
mod expr;
mod fields;
mod homeward;
mod inline;
mod jump;
mod kernel;
mod nobody;
mod recall;
mod set;
mod sink;
mod stmt;
mod tables;
mod thread;
mod vicinity;

use super::code::*;
use super::mir::narrow::Narrowed;
use super::mir::{Known, Mir, Pass, Passes, Shortened, Used, look_up, safe, tabulated};
use super::op::{NO_REG, Op, Reg, SetReg};
use super::rules::Rules;
use crate::board::Board;
use crate::ir::{
    Block, CellId, DomainId, ExprId, Fold, Func, FuncId, LocalId, MarkWhat, NONE, Pos, Program, Role, Scalar, SiteId,
    StmtKind, TableId, TextError, Type, What,
};
use crate::state::{Layout, suspending};
use crate::verify::Verified;
use cheap::Costs;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use tables::{cell_code, domain_code, table_code};

/// Set ops name a domain in eight bits.
const MOST_DOMAINS: usize = 255;
/// Registers and set words of all functions together: 128 MiB.
const MOST_REGISTERS: usize = 1 << 24;

/// Ops name things by 16 bits.
fn numbered(count: usize, what: &str) -> Result<()> {
    if count <= usize::from(u16::MAX) {
        return Ok(());
    }
    Err(TextError::new(Pos::default(), format!("{count} {what}; at most 65,535 can be told apart: split the program")))
}

type Result<T> = std::result::Result<T, TextError>;

impl Code {
    /// What is played, made by these passes.
    pub(crate) fn compile(
        program: &Program,
        verified: &Verified,
        layout: &Arc<Layout>,
        board: Option<&Arc<Board>>,
        passes: Passes,
    ) -> Result<Code> {
        let printed = Code::with_tables(program, verified, layout, board, passes)?;
        Code::of(&printed, verified, layout, Made::Plain(passes), |_| true)
    }

    /// With more tables, and fewer things to reckon.
    fn with_tables<'p>(
        program: &'p Program,
        verified: &Verified,
        layout: &Arc<Layout>,
        board: Option<&Arc<Board>>,
        passes: Passes,
    ) -> Result<Cow<'p, Program>> {
        let mut shorter = Cow::Borrowed(program);
        if passes.has(Pass::Tabulate) {
            // What reads no state calls nothing that does.
            let code = Code::of(program, verified, layout, Made::Plain(passes), |id| verified.reads(id).is_empty())?;
            shorter = Cow::Owned(tabulated(program, verified, &Rules::new(code, layout, board)));
        }
        if passes.has(Pass::Reckoned) {
            look_up(shorter.to_mut(), verified);
        }
        Ok(shorter)
    }

    /// The same, made at once and played slower: for what is asked a few times.
    pub(crate) fn for_a_trial(program: &Program, verified: &Verified, layout: &Layout) -> Result<Code> {
        Code::of(program, verified, layout, Made::Plain(Passes::ALL), |_| true)
    }

    /// The same with marks, for explaining.
    pub(crate) fn explaining(program: &Program, verified: &Verified, layout: &Layout) -> Result<Code> {
        Code::of(program, verified, layout, Made::Telling, |_| true)
    }

    /// The tree of which plain code is made, as a program.
    pub(crate) fn tree(
        program: &Program,
        verified: &Verified,
        layout: &Arc<Layout>,
        board: Option<&Arc<Board>>,
        passes: Passes,
    ) -> Result<Program> {
        let printed = Code::with_tables(program, verified, layout, board, passes)?;
        let (code, _) = Code::planned(&printed, verified, layout, Made::Plain(passes))?;
        Ok(Shortened::of(&printed, verified, &code, passes, |_| true).program())
    }

    /// No function is compiled yet; it is decided whose answers are kept.
    fn planned(program: &Program, verified: &Verified, layout: &Layout, made: Made) -> Result<(Code, Used)> {
        let mut code = Code::empty(program, layout, made.explains())?;
        let used = Used::of(program, verified, made.explains());
        match made.passes().has(Pass::Recall) {
            true => code.plan_recalls(program, verified, &used),
            false => code.recalled = vec![None; program.funcs.len()],
        }
        Ok((code, used))
    }

    /// Of those functions; the others give no answer.
    fn of(
        program: &Program,
        verified: &Verified,
        layout: &Layout,
        made: Made,
        those: impl Fn(FuncId) -> bool,
    ) -> Result<Code> {
        let (mut code, used) = Code::planned(program, verified, layout, made)?;
        let passes = made.passes();
        let suspends = suspending(program);
        let Shortened { mir, known, safe, narrowed } = Shortened::of(program, verified, &code, passes, &those);
        let plans = Plans {
            passes,
            inlines: inline::plan(&mir, |id| !passes.has(Pass::Inline) || code.recalled[id.index()].is_some()),
            safe,
            known,
            mir,
            narrowed,
            used,
            costs: Costs::unknown(program.funcs.len()),
        };
        for index in 0..program.funcs.len() {
            let id = FuncId::new(index);
            if program.func(id).body.code().is_some() && those(id) {
                FuncCompiler::new(program, id, &plans, &suspends, &mut code).run()?;
            } else {
                code.funcs.push(FuncCode::nowhere());
            }
        }
        code.check_numbers()?;
        Ok(code)
    }

    /// Ops carry numbers of 16 bits: whatever an op names, there are no more of it than these can tell.
    fn check_numbers(&self) -> Result<()> {
        for (count, what) in [
            (self.wide.len(), "constants"),
            (self.asks.len(), "asks"),
            (self.draws.len(), "draws"),
            (self.searches.len(), "searches"),
            (self.searches.iter().map(|search| search.offers.len()).max().unwrap_or(0), "offers in a search"),
            (self.rays.len(), "rays"),
            (self.chooses.len(), "choices"),
            (self.spends.len(), "spends"),
            (self.supposes.len(), "suppositions"),
            (self.marks.len(), "marks"),
            (self.asks.iter().map(|ask| ask.arms.len()).max().unwrap_or(0), "arms in an ask"),
            (self.funcs.iter().map(|func| func.resume.len()).max().unwrap_or(0), "points in a procedure"),
        ] {
            numbered(count, what)?;
        }
        let registers: usize = self.funcs.iter().map(|f| usize::from(f.regs) + usize::from(f.words)).sum();
        if registers > MOST_REGISTERS {
            return Err(TextError::new(
                Pos::default(),
                "the functions together have too many locals; split the program",
            ));
        }
        Ok(())
    }

    fn empty(program: &Program, layout: &Layout, explains: bool) -> Result<Code> {
        if program.domains.len() > MOST_DOMAINS {
            return Err(TextError::new(Pos::default(), "more than 255 domains; join some enums"));
        }
        for (count, what) in
            [(program.funcs.len(), "functions"), (program.tables.len(), "tables"), (program.cells.len(), "cells")]
        {
            numbered(count, what)?;
        }
        let mut data = Vec::new();
        let tables = program.tables.iter().map(|table| table_code(program, table, &mut data)).collect();
        Ok(Code {
            // Where those begin that have no code of their own.
            ops: vec![Op::Fault { code: FaultCode::Gap as u8, site: 0 }],
            at: vec![Pos::default()],
            whose: vec![FuncId(0)],
            funcs: vec![],
            wide: vec![],
            ranges: vec![],
            dice: vec![],
            die_names: vec![],
            die_about: vec![],
            tables,
            data,
            cells: (0..program.cells.len()).map(|c| cell_code(layout, CellId::new(c))).collect(),
            domains: (0..program.domains.len()).map(|d| domain_code(program, DomainId::new(d))).collect(),
            asks: vec![],
            obligations: program.obligations,
            draws: vec![],
            searches: vec![],
            costs: BTreeMap::new(),
            rays: vec![],
            chooses: vec![],
            spends: vec![],
            supposes: vec![],
            marks: vec![],
            recalled: vec![],
            recalls: vec![],
            recall_words: 0,
            inverted: vec![],
            watchers: 0,
            near: vec![],
            homes: 0,
            near_watcher: None,
            explains,
            checks: BTreeMap::new(),
        })
    }
}

/// The work of a call ..
const CALL: u32 = 4;
/// .. and ops of a function that is called for one more unit of it: a long one cannot hide in a short loop.
const OPS_A_UNIT: u32 = 64;
/// A longer query is not compiled twice.
const MOST_OPS_TWICE: u32 = 2_000;

impl FuncCode {
    /// Rows, limits and goods have no code of their own: who asks them all the same gets no answer.
    fn nowhere() -> FuncCode {
        FuncCode {
            entry: 0,
            price: 1,
            regs: 0,
            words: 0,
            homes: vec![],
            resume: vec![],
            saves: vec![],
            kept: vec![],
            result: Returns::Nothing,
            params: vec![],
            tells: Tells::default(),
        }
    }
}

/// What a value is made ready for.
#[derive(Clone, Copy)]
enum Aim {
    Cell(CellId, Whose),
    Param(FuncId, usize),
    /// What the text that is compiled answers.
    Answer,
    Local(LocalId),
    /// An index of a look-up, by its place.
    Index(TableId, usize),
    Nowhere,
}

/// A jump whose target is not known yet.
#[derive(Clone, Copy)]
struct Patch(usize);

/// Where one jumps if these cells of parameters hold something.
type Sure<'a> = (Patch, &'a [(CellId, LocalId)]);

/// What code is made for, and by which passes.
#[derive(Clone, Copy)]
enum Made {
    /// To be played.
    Plain(Passes),
    /// With marks: it tells what it does, and so leaves nothing out and puts nothing in another place.
    Telling,
}

impl Made {
    fn passes(self) -> Passes {
        match self {
            Made::Plain(passes) => passes,
            Made::Telling => Passes::NONE.with(Pass::Recall).with(Pass::Bulk).with(Pass::Thread),
        }
    }

    fn explains(self) -> bool {
        matches!(self, Made::Telling)
    }
}

/// What is decided of all functions before the first is compiled.
struct Plans<'a> {
    passes: Passes,
    mir: Mir<'a>,
    /// Compiled in place of their calls.
    inlines: Vec<bool>,
    /// Never fault.
    safe: Vec<safe::Safe>,
    known: Vec<Known>,
    /// By function; nothing where everything is told.
    narrowed: Vec<Narrowed>,
    used: Used,
    costs: Costs,
}

/// Compiles one function. Locals and temporaries are given registers as they come into scope and give them
/// back as the scope ends.
struct FuncCompiler<'a> {
    program: &'a Program,
    func: &'a Func,
    id: FuncId,
    types: &'a [Type],
    origins: &'a [FuncId],
    /// In whose text stands what is compiled.
    origin: FuncId,
    entry: u32,
    plans: &'a Plans<'a>,
    /// Queries that are compiled in place of their calls, one inside the other.
    answers: Vec<inline::Answer>,
    suspends: &'a [bool],
    code: &'a mut Code,
    homes: Vec<Option<Home>>,
    known: &'a Known,
    /// Cells of parameters that hold something where what is compiled runs.
    given: &'a [(CellId, LocalId)],
    narrowing: Option<&'a Narrowed>,
    next_reg: u32,
    most_regs: u32,
    next_word: u32,
    most_words: u32,
    at: Pos,
    /// Inside a supposition's body.
    supposing: bool,
    resume: Vec<u32>,
    breaks: Vec<Vec<Patch>>,
    /// Of whom each loop over members is, round what is compiled.
    rounds: Vec<LocalId>,
    /// Code index of the search whose body is being compiled.
    searches: Vec<usize>,
    kept: Vec<CellId>,
    /// Found once for all members of what is walked: it stands in these registers.
    once: Vec<(ExprId, Reg)>,
    /// Yes or no, asked where the name is read.
    in_place: Vec<(LocalId, ExprId)>,
}

impl<'a> FuncCompiler<'a> {
    fn new(program: &'a Program, id: FuncId, plans: &'a Plans<'a>, suspends: &'a [bool], code: &'a mut Code) -> Self {
        let func = &plans.mir.funcs[id.index()];
        let kept = (0..program.cells.len()).map(CellId::new).filter(|&c| program.cell(c).role == Role::Keep(id));
        FuncCompiler {
            program,
            func,
            id,
            types: &plans.mir.types[id.index()],
            origins: &plans.mir.origins[id.index()],
            origin: id,
            entry: 0,
            plans,
            answers: vec![],
            suspends,
            homes: vec![None; func.locals.len()],
            known: &plans.known[id.index()],
            given: &[],
            narrowing: plans.narrowed.get(id.index()),
            code,
            next_reg: 0,
            most_regs: 0,
            next_word: 0,
            most_words: 0,
            at: func.at,
            supposing: false,
            resume: vec![],
            breaks: vec![],
            rounds: vec![],
            searches: vec![],
            kept: kept.collect(),
            once: vec![],
            in_place: vec![],
        }
    }

    fn run(mut self) -> Result<()> {
        let entry = self.code.ops.len() as u32;
        self.entry = entry;
        let marked = self.code.marks.len();
        // A result comes back in the first register or the first words.
        match self.func.ret {
            Some(Type::Set(domain)) => self.most_words = self.words_of(domain),
            Some(Type::Scalar(_)) | None => self.most_regs = 1,
        }
        let params: Vec<Home> = (0..self.func.params).map(|p| self.home(LocalId(p))).collect::<Result<_>>()?;
        if !self.kept.is_empty() {
            self.emit(Op::ZeroKept { f: self.id.0 as u16 });
        }
        if self.code.explains {
            self.emit(Op::Enter { f: self.id.0 as u16 });
        }
        let Some(block) = self.func.body.code() else { return Ok(()) };
        let sure = self.where_sure()?;
        self.text_of(block)?;
        if let Some((jump, needs)) = sure {
            let slow = self.here() - entry;
            if slow <= MOST_OPS_TWICE {
                self.patch(jump)?;
                self.given = needs;
                self.text_of(block)?;
                self.given = &[];
            } else {
                self.patch_to(jump, jump.0 as u32 + 1)?;
            }
        }
        if self.plans.passes.has(Pass::Thread) {
            self.thread_jumps();
        }
        let result = match self.func.ret {
            None => Returns::Nothing,
            Some(Type::Scalar(scalar)) => Returns::Scalar { lo: scalar.lo },
            Some(Type::Set(domain)) => Returns::Set { words: self.words_of(domain) as u16 },
        };
        if self.most_regs > 60_000 || self.most_words > 60_000 || self.code.ops.len() as u32 - entry > 4_000_000 {
            return self.refuse("is too long; split it");
        }
        let tells = Tells {
            rows: self.code.marks[marked..].iter().any(|mark| mark.what == MarkWhat::Here),
            way: block.0.iter().any(|stmt| matches!(stmt.kind, StmtKind::Search(_))),
        };
        let price = CALL + (self.code.ops.len() as u32 - entry) / OPS_A_UNIT;
        self.code.funcs.push(FuncCode {
            entry,
            price,
            regs: self.most_regs as u16,
            words: self.most_words as u16,
            homes: self.homes,
            resume: self.resume,
            saves: vec![],
            kept: self.kept,
            result,
            params,
            tells,
        });
        Ok(())
    }

    fn text_of(&mut self, block: &Block) -> Result<()> {
        self.block(block)?;
        self.leave();
        self.emit(Op::Return);
        Ok(())
    }

    /// A kept query that never faults where cells of its parameters hold something is compiled twice: as it stands, and as it may be
    /// where they do. Gives the jump to the second.
    fn where_sure(&mut self) -> Result<Option<Sure<'a>>> {
        let plans = self.plans;
        let needs = plans.safe[self.id.index()].as_deref().unwrap_or_default();
        let may_ask = needs.iter().all(|(cell, local)| {
            let index = self.program.cell(*cell).index.first();
            let fits = index.zip(self.func.local(*local).ty.scalar()).is_some_and(|(place, ty)| ty.fits(*place));
            fits && self.code.cells[cell.index()].packed
        });
        if self.code.explains || needs.is_empty() || !may_ask || self.code.recalled[self.id.index()].is_none() {
            return Ok(None);
        }
        let mark = self.mark();
        let (held, none) = (self.temp(), self.temp());
        self.constant(none, NONE);
        let mut unsure = Vec::new();
        for (cell, local) in needs {
            let a = self.reg_of(*local)?;
            self.emit(Op::Get1 { d: held, c: cell.0 as u16, a });
            self.emit(Op::Eq { d: held, a: held, b: none });
            unsure.push(Patch(self.emit(Op::JumpIf { a: held, to: 0 })));
        }
        let sure = self.jump();
        self.patch_all(unsure)?;
        self.release(mark);
        Ok(Some((sure, needs)))
    }

    /// Compile in the names of `other`, whose parameters stand in `homes`.
    fn within(
        &mut self,
        other: FuncId,
        homes: Vec<Option<Home>>,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let plans = self.plans;
        let at = other.index();
        let homes = std::mem::replace(&mut self.homes, homes);
        let once = std::mem::take(&mut self.once);
        let in_place = std::mem::take(&mut self.in_place);
        let outer = (self.func, self.types, self.origins, self.known, self.narrowing);
        let given = std::mem::take(&mut self.given);
        let place = (self.at, std::mem::replace(&mut self.origin, other));
        (self.func, self.types) = (&plans.mir.funcs[at], &plans.mir.types[at]);
        (self.origins, self.known) = (&plans.mir.origins[at], &plans.known[at]);
        self.narrowing = plans.narrowed.get(at);
        body(self)?;
        (self.func, self.types, self.origins, self.known, self.narrowing) = outer;
        (self.at, self.origin) = place;
        (self.homes, self.once, self.in_place, self.given) = (homes, once, in_place, given);
        Ok(())
    }

    /// Who is asked in the place of the members of `over`, and what.
    fn narrowed_to(&self, over: ExprId, guard: Option<ExprId>) -> (ExprId, Option<ExprId>) {
        match guard.and_then(|guard| self.narrowing?.get(&guard)) {
            Some(narrow) => (narrow.over, narrow.guard),
            None => (over, guard),
        }
    }

    /// The same fold over fewer members.
    fn narrowed<'f>(&self, fold: &'f Fold) -> Cow<'f, Fold> {
        let (over, guard) = self.narrowed_to(fold.over, fold.guard);
        match (over, guard) == (fold.over, fold.guard) {
            true => Cow::Borrowed(fold),
            false => Cow::Owned(Fold { over, guard, ..fold.clone() }),
        }
    }

    /// The text that is compiled, to ask what of it can fault.
    fn text(&self) -> safe::Text<'_> {
        safe::Text::of(self.program, (self.func, self.types), &self.plans.safe, self.known).given(self.given)
    }

    /// What stands before every return.
    fn leave(&mut self) {
        if !self.kept.is_empty() {
            self.emit(Op::ZeroKept { f: self.id.0 as u16 });
        }
    }

    fn refuse<T>(&self, what: &str) -> Result<T> {
        Err(TextError::new(self.at, format!("`{}` {what}", self.func.name)))
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.at.push(self.at);
        self.code.whose.push(self.origin);
        self.code.ops.len() - 1
    }

    fn here(&self) -> u32 {
        self.code.ops.len() as u32
    }

    fn temp(&mut self) -> Reg {
        let reg = self.next_reg;
        self.next_reg += 1;
        self.most_regs = self.most_regs.max(self.next_reg);
        // Beyond the window the function is refused as a whole in `run`.
        reg.min(60_001) as Reg
    }

    fn temp_set(&mut self, domain: DomainId) -> SetReg {
        let words = self.words_of(domain);
        let at = self.next_word;
        self.next_word += words;
        self.most_words = self.most_words.max(self.next_word);
        at.min(60_001) as SetReg
    }

    fn words_of(&self, domain: DomainId) -> u32 {
        u32::from(self.code.domains[domain.index()].words)
    }

    /// Registers taken from here on are given back by `release`.
    fn mark(&self) -> (u32, u32) {
        (self.next_reg, self.next_word)
    }

    fn release(&mut self, mark: (u32, u32)) {
        (self.next_reg, self.next_word) = mark;
    }

    /// The place of a local, taken when first asked for.
    fn home(&mut self, local: LocalId) -> Result<Home> {
        let fresh = match self.func.local(local).ty {
            Type::Scalar(_) => Home::Reg(self.temp()),
            Type::Set(domain) => Home::Set { at: self.temp_set(domain), words: self.words_of(domain) as u16 },
        };
        self.homes[local.index()] = Some(fresh);
        Ok(fresh)
    }

    /// Where a declared local stands.
    fn found(&self, local: LocalId) -> Result<Home> {
        match self.homes[local.index()] {
            Some(home) => Ok(home),
            None => self.refuse("reads a name before it is declared"),
        }
    }

    fn reg_of(&self, local: LocalId) -> Result<Reg> {
        match self.found(local)? {
            Home::Reg(reg) => Ok(reg),
            Home::Set { .. } => self.refuse("uses a set as a number"),
        }
    }

    fn set_of(&self, local: LocalId) -> Result<SetReg> {
        match self.found(local)? {
            Home::Set { at, .. } => Ok(at),
            Home::Reg(_) => self.refuse("uses a number as a set"),
        }
    }

    /// Declare a local and give its register.
    fn declare_reg(&mut self, local: LocalId) -> Result<Reg> {
        self.home(local)?;
        self.reg_of(local)
    }

    fn declare_set(&mut self, local: LocalId) -> Result<SetReg> {
        self.home(local)?;
        self.set_of(local)
    }

    fn ty(&self, expr: ExprId) -> Type {
        self.types[expr.index()]
    }

    fn scalar(&self, expr: ExprId) -> Result<Scalar> {
        match self.ty(expr) {
            Type::Scalar(scalar) => Ok(scalar),
            Type::Set(_) => self.refuse("uses a set as a number"),
        }
    }

    fn domain_of(&self, expr: ExprId) -> Result<DomainId> {
        match self.ty(expr) {
            Type::Set(domain) => Ok(domain),
            Type::Scalar(_) => self.refuse("uses a number as a set"),
        }
    }

    /// Domain number as ops carry it.
    fn w(domain: DomainId) -> u8 {
        domain.0 as u8
    }

    fn constant(&mut self, d: Reg, value: i64) {
        match i32::try_from(value) {
            Ok(v) => self.emit(Op::Const { d, v }),
            Err(_) => {
                self.code.wide.push(value);
                let k = (self.code.wide.len() - 1) as u16;
                self.emit(Op::Wide { d, k })
            }
        };
    }

    fn range(&mut self, lo: i64, hi: i64) -> Result<u16> {
        let found = self.code.ranges.iter().position(|r| *r == (lo, hi));
        let at = found.unwrap_or_else(|| {
            self.code.ranges.push((lo, hi));
            self.code.ranges.len() - 1
        });
        u16::try_from(at).or_else(|_| self.refuse("brings the program beyond 65,536 different ranges"))
    }

    /// Make `reg`, of type `from`, a value of the place `to`: bring it to the place's denominator and check
    /// what the types do not prove. Gives the register that holds it.
    fn narrow(&mut self, reg: Reg, from: Scalar, to: Scalar, aim: Aim) -> Result<Reg> {
        let (reg, from) = self.bring_to(reg, from, to.what)?;
        if !from.fits(to) {
            let k = self.range(to.lo, to.hi)?;
            let op = self.emit(Op::Check { a: reg, k });
            let (goes, of) = match aim {
                Aim::Cell(cell, of) => (Goes::Cell(cell), of),
                Aim::Param(func, at) => (Goes::Param(func, at), Whose::Only),
                Aim::Answer => (Goes::Answer(self.origin), Whose::Only),
                Aim::Local(local) => (Goes::Local(self.func.local(local).name.clone()), Whose::Only),
                Aim::Index(table, at) => (Goes::Index(table, at), Whose::Only),
                Aim::Nowhere => (Goes::Nowhere, Whose::Only),
            };
            self.code.checks.insert(op as u32, CheckCode { goes, what: to.what, of });
        }
        Ok(reg)
    }

    /// A number counted in other parts.
    fn bring_to(&mut self, reg: Reg, from: Scalar, what: What) -> Result<(Reg, Scalar)> {
        let (What::Int { den: old }, What::Int { den: new }) = (from.what, what) else {
            return Ok((reg, from));
        };
        if old == new {
            return Ok((reg, from));
        }
        let factor = i64::from(new / old.max(1));
        let d = self.temp();
        self.times(d, reg, factor);
        Ok((d, Scalar { what, lo: from.lo * factor, hi: from.hi * factor }))
    }

    fn times(&mut self, d: Reg, a: Reg, factor: i64) {
        match i16::try_from(factor) {
            Ok(i) => {
                self.emit(Op::MulI { d, a, i });
            }
            Err(_) => {
                let b = self.temp();
                self.constant(b, factor);
                self.emit(Op::Mul { d, a, b });
            }
        }
    }

    fn jump(&mut self) -> Patch {
        Patch(self.emit(Op::Jump { to: 0 }))
    }

    /// Let a jump lead to the next op.
    fn patch(&mut self, patch: Patch) -> Result<()> {
        let target = self.here();
        self.patch_to(patch, target)
    }

    fn patch_all(&mut self, patches: Vec<Patch>) -> Result<()> {
        patches.into_iter().try_for_each(|patch| self.patch(patch))
    }

    fn patch_to(&mut self, Patch(at): Patch, target: u32) -> Result<()> {
        if self.code.ops[at].aim(at, target) { Ok(()) } else { self.refuse("is too long; split it") }
    }

    fn site(&self, site: SiteId) -> u32 {
        site.0 + 1
    }
}
