//! The procedure that settles: each round it looks at every watched condition, in the order of the triggers,
//! members ascending; what was not true when last looked at and is now is due. With nothing due it returns;
//! else one handler that is due runs, and the next round begins.
//!
//! Which one: a handler that ends the game, if one is due; two that end it with different results fail (`look`). Else the
//! first that commutes with all that is due; else one side picks, that which `by` names for all that is due, else the
//! side named by the `settle` (`choose`). More runs of one trigger than its `most` fail at its site, so the bound of the
//! loop itself is never what ends it.

use std::collections::BTreeSet;

use wgr_runtime::ir::{
    BinaryOp, Block, Body, Cell, CellId, DomainId, Expr, ExprId, FaultText, Func, FuncId, FuncKind, Kind, KindId,
    LocalId, Look, NONE, Pos, Program, Role, Scalar, Site, SiteId, Stmt, StmtKind, TextError, Trigger, Type, UnaryOp,
    What, Write,
};

use super::Made;
use super::arrived::{Arrived, arrived};
use crate::lower::build::{Emit, fresh_name};
use wgr_runtime::verify::Waiting;

/// A trigger and what is kept for it.
pub(super) struct Due {
    /// Its number among the triggers.
    pub(super) at: usize,
    pub(super) trigger: Trigger,
    /// The members it is watched for; absent where it is watched once.
    pub(super) members: Option<Members>,
    pub(super) pending: CellId,
    /// What was so when it was looked at last; of arrivals nothing is.
    pub(super) truth: Option<CellId>,
    pub(super) on: Option<Arrived>,
}

#[derive(Clone, Copy)]
pub(super) struct Members {
    pub(super) param: Scalar,
    pub(super) domain: DomainId,
    /// Where it is not the whole domain.
    pub(super) kind: Option<KindId>,
}

/// Locals of the driver for one trigger.
#[derive(Clone, Copy)]
pub(super) struct Locals {
    /// Runs so far in this settle.
    pub(super) runs: LocalId,
    /// What is due: a set, or yes/no.
    pub(super) waiting: LocalId,
    /// What runs next: a member or none, or yes/no.
    pub(super) pick: LocalId,
}

/// Two endings that contradict each other, by their triggers, and where that is told.
pub(super) type Rivals = (usize, usize, SiteId);

pub(super) struct Driver<'a> {
    pub(super) emit: Emit<'a>,
    pub(super) picker: LocalId,
    pub(super) side: Scalar,
    pub(super) waiting: &'a Waiting,
    pub(super) rivals: Vec<Rivals>,
}

pub(super) fn add_driver(
    program: &mut Program,
    waiting: &Waiting,
    looks: &[Look],
    names: &mut BTreeSet<String>,
) -> Result<Made, TextError> {
    let sides =
        program.sides.ok_or_else(|| TextError::new(Pos::default(), "`settle` names a side, and there are none"))?;
    let side = program.member(sides);
    let all = program.triggers.clone();
    let due = all.into_iter().enumerate().map(|(at, t)| prepare(program, (at, t), names));
    let due = due.collect::<Result<Vec<_>, _>>()?;
    let (now, due): (Vec<Due>, Vec<Due>) = due.into_iter().partition(|due| due.trigger.at_once);
    let name = fresh_name("settle_due", |n| names.contains(n));
    names.insert(name.clone());
    let site = ask_site(program, &due);
    let rivals = rivals(program, waiting);
    let mut found = Vec::new();
    let at_once = if now.is_empty() { None } else { Some(add_at_once(program, waiting, (&now, side, &rivals), names)) };
    found.extend(at_once.map(|func| (Look::AtOnce, func)));
    let mut emit = Emit::new(empty(name, FuncKind::Procedure, 1), names);
    let picker = emit.local("picker", Type::Scalar(side));
    let mut driver = Driver { emit, picker, side, waiting, rivals };
    let code = driver.code(&due, site, at_once);
    let mut func = driver.emit.func;
    func.body = Body::Code(Block(code));
    program.funcs.push(func);
    let made = FuncId::new(program.funcs.len() - 1);
    let all: Vec<Due> = now.into_iter().chain(due).collect();
    for look in looks.iter().filter(|look| **look != Look::AtOnce) {
        let name = fresh_name(Driver::name_of(*look), |n| names.contains(n));
        names.insert(name.clone());
        let emit = Emit::new(empty(name, FuncKind::Effect, 0), names);
        let mut driver = Driver { emit, picker, side, waiting, rivals: Vec::new() };
        let code = driver.look(*look, &all);
        let mut func = driver.emit.func;
        func.body = Body::Code(Block(code));
        program.funcs.push(func);
        found.push((*look, FuncId::new(program.funcs.len() - 1)));
    }
    Ok(Made { driver: made, looks: found })
}

/// The effect that does what is at once: nobody is asked, and nothing is settled in it.
fn add_at_once(
    program: &mut Program,
    waiting: &Waiting,
    (now, side, rivals): (&[Due], Scalar, &[Rivals]),
    names: &mut BTreeSet<String>,
) -> FuncId {
    let name = fresh_name(Driver::name_of(Look::AtOnce), |n| names.contains(n));
    names.insert(name.clone());
    let emit = Emit::new(empty(name, FuncKind::Effect, 0), names);
    let mut driver = Driver { emit, picker: LocalId::new(0), side, waiting, rivals: rivals.to_vec() };
    let code = driver.code(now, None, None);
    let mut func = driver.emit.func;
    func.body = Body::Code(Block(code));
    program.funcs.push(func);
    FuncId::new(program.funcs.len() - 1)
}

fn empty(name: String, kind: FuncKind, params: u32) -> Func {
    let (locals, exprs, body) = (Vec::new(), Vec::new(), Body::Code(Block::default()));
    Func { name, kind, params, ret: None, locals, exprs, body, at: Pos::default() }
}

/// Endings with different results, and the place where two of them fail: it names both.
fn rivals(program: &mut Program, waiting: &Waiting) -> Vec<Rivals> {
    let mut found = Vec::new();
    for (i, j) in &waiting.contradictions {
        let [a, b] = [i, j].map(|at| program.triggers[*at].site);
        let (a, b) = (program.site(a).clone(), program.site(b).clone());
        found.push((*i, *j, program.intern_site(both(a, b))));
    }
    found
}

/// The cases of both, and their titles.
fn both(a: Site, b: Site) -> Site {
    let title = format!("{} / {}", a.title, b.title);
    let mut cases = a.cases;
    cases.extend(b.cases);
    cases.dedup();
    Site { cases, title }
}

/// Cells for a trigger, and the members it is watched for.
fn prepare(
    program: &mut Program,
    (at, trigger): (usize, Trigger),
    names: &mut BTreeSet<String>,
) -> Result<Due, TextError> {
    let param = program.func(trigger.watch).param_types().next();
    let members = match param {
        None => None,
        Some(Type::Scalar(param @ Scalar { what: What::Id(domain), lo: 0.., .. })) => {
            Some(Members { param, domain, kind: kind_of(program, param, domain, &trigger.name, names) })
        }
        Some(Type::Scalar(_) | Type::Set(_)) => {
            return Err(TextError::new(trigger.at, format!("trigger `{}` is watched for members", trigger.name)));
        }
    };
    let index: Vec<Scalar> = members.iter().map(|m| m.param).collect();
    let pending = add_cell(program, &format!("due_{}", trigger.name), &index, Role::Pending, names);
    let on = trigger.on.zip(members).map(|(on, members)| Arrived::of(program, on, members.domain));
    let truth = match on {
        Some(_) => None,
        None => Some(add_cell(program, &format!("held_{}", trigger.name), &index, Role::Truth, names)),
    };
    Ok(Due { at, trigger, members, pending, truth, on })
}

fn add_cell(program: &mut Program, name: &str, index: &[Scalar], role: Role, names: &mut BTreeSet<String>) -> CellId {
    let name = fresh_name(name, |n| names.contains(n));
    names.insert(name.clone());
    program.cells.push(Cell { name, index: index.to_vec(), value: Type::BOOL, role, sparse: None, hidden: None });
    CellId::new(program.cells.len() - 1)
}

/// The kind of just these members, made if there is none; nothing for a whole domain.
fn kind_of(
    program: &mut Program,
    param: Scalar,
    domain: DomainId,
    name: &str,
    names: &mut BTreeSet<String>,
) -> Option<KindId> {
    if param == program.member(domain) {
        return None;
    }
    let ends = |k: &Kind| (k.domain, i64::from(k.first), i64::from(k.last));
    if let Some(found) = program.kinds.iter().position(|k| ends(k) == (domain, param.lo, param.hi)) {
        return Some(KindId::new(found));
    }
    let name = fresh_name(&format!("watched_{name}"), |n| names.contains(n));
    names.insert(name.clone());
    // Members of a domain: below its size, which is a u32.
    program.kinds.push(Kind { name, domain, first: param.lo as u32, last: param.hi as u32 });
    Some(KindId::new(program.kinds.len() - 1))
}

/// The site of the question which handler comes first; none without triggers.
fn ask_site(program: &mut Program, due: &[Due]) -> Option<SiteId> {
    if let [only] = due {
        return Some(only.trigger.site);
    }
    let mut cases: Vec<String> = Vec::new();
    for case in due.iter().flat_map(|d| &program.site(d.trigger.site).cases) {
        if !cases.contains(case) {
            cases.push(case.clone());
        }
    }
    let site = Site { cases, title: "What is due at once".into() };
    (!due.is_empty()).then(|| program.intern_site(site))
}

impl Driver<'_> {
    /// `ask`: the site of the question which one comes first. `first`: what does all that is at once.
    fn code(&mut self, due: &[Due], ask: Option<SiteId>, first: Option<FuncId>) -> Vec<Stmt> {
        let mut out = Vec::new();
        let at_once = first.map(|first| self.emit.call(first, Vec::new()));
        if due.is_empty() {
            out.extend(at_once);
            return out;
        }
        let locals: Vec<Locals> = due.iter().map(|d| self.locals(d, &mut out)).collect();
        let arrived: Vec<(Arrived, LocalId)> =
            arrived(due).into_iter().map(|on| (on, self.nobody_came(on, &mut out))).collect();
        let mut round: Vec<Stmt> = at_once.into_iter().collect();
        due.iter().filter(|d| !self.waiting.ends(d.at)).for_each(|d| self.refresh(d, &mut round));
        self.refresh_endings(&due.iter().collect::<Vec<&Due>>(), &mut round);
        for (on, came) in &arrived {
            self.note_arrived(*on, *came, &mut round);
        }
        for (d, l) in due.iter().zip(&locals) {
            self.collect(d, *l, &mut round);
        }
        let all: Vec<(&Due, Locals)> = due.iter().zip(locals).collect();
        self.leave_if_none(&all, &arrived, &mut round);
        self.next(&all, ask, &mut round);
        for (d, l) in &all {
            let run = self.run(d, *l);
            round.push(run);
        }
        let most = due.iter().map(|d| d.trigger.most.saturating_add(1)).fold(2, u32::saturating_add);
        out.push(self.emit.rounds(most, round));
        out
    }

    pub(super) fn name(&self, what: &str, due: &Due) -> String {
        format!("{what}_{}", due.trigger.name)
    }

    fn locals(&mut self, due: &Due, out: &mut Vec<Stmt>) -> Locals {
        self.emit.at = due.trigger.at;
        let none = self.emit.number(0);
        let runs = self.emit.declare(out, &self.name("runs", due), Type::int(0, i64::from(due.trigger.most)), none);
        let (waiting, pick) = match due.members {
            Some(m) => (Type::Set(m.domain), Type::Scalar(Scalar { lo: NONE, ..m.param })),
            None => (Type::BOOL, Type::BOOL),
        };
        let waiting = self.emit.local(&self.name("waiting", due), waiting);
        Locals { runs, waiting, pick: self.emit.local(&self.name("pick", due), pick) }
    }

    pub(super) fn members(&mut self, m: Members) -> ExprId {
        self.emit.expr(match m.kind {
            Some(kind) => Expr::Kind(kind),
            None => Expr::All(m.domain),
        })
    }

    pub(super) fn index(&mut self, member: Option<LocalId>) -> Vec<ExprId> {
        member.into_iter().map(|m| self.emit.get(m)).collect()
    }

    pub(super) fn set(&mut self, cell: CellId, member: Option<LocalId>, value: ExprId) -> Stmt {
        let index = self.index(member);
        self.emit.write(Write { cell, index, value })
    }

    /// now = watch; what became true is due; what is true is kept.
    pub(super) fn refresh(&mut self, due: &Due, out: &mut Vec<Stmt>) {
        self.emit.at = due.trigger.at;
        let member = due.members.map(|m| self.emit.local(&self.name("each", due), Type::Scalar(m.param)));
        let mut body = Vec::new();
        let args = self.index(member);
        let watch = self.emit.expr(Expr::Call(due.trigger.watch, args));
        let Some(truth) = due.truth else {
            let yes = self.emit.truth(true);
            let queue = self.set(due.pending, member, yes);
            let come = self.emit.when(watch, vec![queue], Vec::new());
            out.extend(self.each_arrived(due, member, come));
            return;
        };
        let now = self.emit.declare(&mut body, &self.name("now", due), Type::BOOL, watch);
        let index = self.index(member);
        let held = self.emit.expr(Expr::Cell(truth, index));
        let new = self.emit.not(held);
        let holds = self.emit.get(now);
        let mut became = self.emit.binary(BinaryOp::And, holds, new);
        if let Some(only) = due.trigger.only {
            let args = self.index(member);
            let now = self.emit.expr(Expr::Call(only, args));
            became = self.emit.binary(BinaryOp::And, became, now);
        }
        let yes = self.emit.truth(true);
        let queue = self.set(due.pending, member, yes);
        body.push(self.emit.when(became, vec![queue], Vec::new()));
        let holds = self.emit.get(now);
        let keep = self.set(truth, member, holds);
        body.push(keep);
        match (due.members, member) {
            (Some(m), Some(member)) => {
                let over = self.members(m);
                out.push(self.emit.each(member, m.domain, over, body));
            }
            (Some(_) | None, _) => out.extend(body),
        }
    }

    /// Declares what is due and, as yet, nothing picked.
    fn collect(&mut self, due: &Due, locals: Locals, out: &mut Vec<Stmt>) {
        self.emit.at = due.trigger.at;
        let (waiting, nothing) = match due.members {
            Some(m) => {
                let var = self.emit.local(&self.name("each", due), Type::Scalar(m.param));
                let index = self.index(Some(var));
                let pending = self.emit.expr(Expr::Cell(due.pending, index));
                let over = self.members(m);
                (self.emit.filter(var, over, pending), self.emit.expr(Expr::None(m.domain)))
            }
            None => (self.emit.expr(Expr::Cell(due.pending, Vec::new())), self.emit.truth(false)),
        };
        for (local, value) in [(locals.waiting, waiting), (locals.pick, nothing)] {
            out.push(self.emit.stmt(StmtKind::Let { local, value, fresh: true }));
        }
    }

    pub(super) fn is_waiting(&mut self, due: &Due, locals: Locals) -> ExprId {
        match due.members {
            Some(_) => self.emit.not_empty(locals.waiting),
            None => self.emit.get(locals.waiting),
        }
    }

    fn leave_if_none(&mut self, all: &[(&Due, Locals)], arrived: &[(Arrived, LocalId)], out: &mut Vec<Stmt>) {
        let waiting: Vec<ExprId> = all.iter().map(|(d, l)| self.is_waiting(d, *l)).collect();
        let Some(any) = self.emit.chain(BinaryOp::Or, waiting) else { return };
        let none = self.emit.not(any);
        let mut leaves = Vec::new();
        for (on, came) in arrived {
            let came = self.emit.get(*came);
            leaves.push(self.forget_from(*on, came));
        }
        leaves.push(self.emit.stmt(StmtKind::Return(None)));
        out.push(self.emit.when(none, leaves, Vec::new()));
    }

    /// Runs the handler if it was picked: no longer due, one run more, the call.
    fn run(&mut self, due: &Due, locals: Locals) -> Stmt {
        self.emit.at = due.trigger.at;
        let mut body = Vec::new();
        let pick = self.emit.get(locals.pick);
        let (cond, member) = match due.members {
            Some(m) => {
                let none = self.emit.expr(Expr::None(m.domain));
                let cond = self.emit.binary(BinaryOp::Ne, pick, none);
                let pick = self.emit.get(locals.pick);
                let the = self.emit.unary(UnaryOp::The, pick);
                let name = self.name("runs_for", due);
                (cond, Some(self.emit.declare(&mut body, &name, Type::Scalar(m.param), the)))
            }
            None => (pick, None),
        };
        let no = self.emit.truth(false);
        let done = self.set(due.pending, member, no);
        body.push(done);
        let (runs, most) = (self.emit.get(locals.runs), self.emit.number(i64::from(due.trigger.most)));
        let over = self.emit.binary(BinaryOp::Ge, runs, most);
        let fail = self.emit.fail(due.trigger.site, FaultText::Rule);
        body.push(self.emit.when(over, vec![fail], Vec::new()));
        let (runs, one) = (self.emit.get(locals.runs), self.emit.number(1));
        let more = self.emit.binary(BinaryOp::Add, runs, one);
        body.push(self.emit.assign(locals.runs, more));
        let args = self.index(member);
        body.push(self.emit.call(due.trigger.run, args));
        self.emit.when(cond, body, Vec::new())
    }
}
