//! Which statement may stand where: by the kind of the function, inside searches and suppositions, inside
//! loops. And what may be called how.

use super::messages::{self as say, Said};
use super::report::Report;
use crate::ir::walk::{body_parts, expr_block, expr_parts, stmt_blocks, stmt_parts};
use crate::ir::{Block, Body, Expr, ExprId, Func, FuncId, FuncKind, Judge, Offer, Program, SearchMode, Stmt, StmtKind};

pub(super) fn check(program: &Program, func: &Func, report: &mut Report) {
    let mut allowed = Allowed { program, func, report };
    let here = Here { may: func.kind, within: Within::Func, looped: false, ray: false, offers: None };
    if let Some(block) = func.body.code() {
        allowed.block(block, here);
    }
    body_parts(&func.body, &mut |part| allowed.expr(part));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Func,
    Search,
    Suppose,
}

/// Where a statement stands.
#[derive(Clone, Copy)]
struct Here {
    may: FuncKind,
    within: Within,
    looped: bool,
    /// Within a ray, whose place on its line no state has room for.
    ray: bool,
    offers: Option<SearchMode>,
}

struct Allowed<'a> {
    program: &'a Program,
    func: &'a Func,
    report: &'a mut Report,
}

/// The least kind of function that may hold a statement, and its name in a message.
fn needs(stmt: &StmtKind) -> (FuncKind, &'static str) {
    match stmt {
        StmtKind::Let { .. }
        | StmtKind::If { .. }
        | StmtKind::For { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Loop { .. }
        | StmtKind::Break
        | StmtKind::Fail { .. }
        | StmtKind::Return(_)
        | StmtKind::Search(_)
        | StmtKind::Ray { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => (FuncKind::Query, "this"),
        StmtKind::Set(_) => (FuncKind::Effect, "a write to the state"),
        StmtKind::Together(_) => (FuncKind::Effect, "`together`"),
        StmtKind::End(_) => (FuncKind::Effect, "`end`"),
        StmtKind::Over(_) => (FuncKind::Effect, "`over`"),
        StmtKind::Call { .. } => (FuncKind::Effect, "`call`"),
        StmtKind::Erase(_) => (FuncKind::Effect, "`erase`"),
        StmtKind::Swap { .. } => (FuncKind::Effect, "`swap`"),
        StmtKind::Ask(_) => (FuncKind::Procedure, "`ask`"),
        StmtKind::Roll { .. } => (FuncKind::Procedure, "`roll`"),
        StmtKind::Draw { .. } => (FuncKind::Procedure, "`draw`"),
        StmtKind::Reveal { .. } => (FuncKind::Procedure, "`reveal`"),
        StmtKind::Seal => (FuncKind::Procedure, "`seal`"),
        StmtKind::Settle { .. } => (FuncKind::Procedure, "`settle`"),
        StmtKind::Look(_) => (FuncKind::Effect, "`settle`"),
    }
}

/// May the game stand still here until somebody answers? Calls are looked at by whom they call.
fn stops(stmt: &StmtKind) -> bool {
    match stmt {
        StmtKind::Ask(_) | StmtKind::Roll { .. } | StmtKind::Draw { .. } | StmtKind::Settle { .. } => true,
        StmtKind::Look(_)
        | StmtKind::Let { .. }
        | StmtKind::Set(_)
        | StmtKind::Together(_)
        | StmtKind::If { .. }
        | StmtKind::For { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Loop { .. }
        | StmtKind::Break
        | StmtKind::Reveal { .. }
        | StmtKind::Seal
        | StmtKind::End(_)
        | StmtKind::Over(_)
        | StmtKind::Fail { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Search(_)
        | StmtKind::Ray { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => false,
    }
}

impl<'a> Allowed<'a> {
    fn block(&mut self, block: &'a Block, here: Here) {
        block.0.iter().for_each(|stmt| self.stmt(stmt, here));
    }

    fn stmt(&mut self, stmt: &'a Stmt, here: Here) {
        for what in self.faults(&stmt.kind, here) {
            self.report.say_in(self.func, stmt.at, what);
        }
        stmt_parts(&stmt.kind, &mut |part| self.expr(part));
        let inner = inner(&stmt.kind, here);
        stmt_blocks(&stmt.kind, &mut |block| self.block(block, inner));
    }

    fn faults(&self, stmt: &StmtKind, here: Here) -> Vec<Said> {
        let mut faults: Vec<Said> = Vec::new();
        let (kind, name) = needs(stmt);
        if kind > here.may {
            faults.push(match here.within {
                Within::Search => say::search_not_pure(name),
                Within::Func | Within::Suppose => say::not_allowed(name, here.may),
            });
        } else if here.ray && stops(stmt) {
            faults.push(say::ray_stands_still(name));
        }
        match stmt {
            StmtKind::Break if !here.looped => faults.push(say::break_outside().into()),
            StmtKind::Return(_) if here.within == Within::Search => faults.push(say::search_not_pure("`return`")),
            StmtKind::Return(_) if here.within == Within::Suppose => faults.push(say::leaves_suppose("return")),
            StmtKind::Offer(offer) => faults.extend(offer_fault(offer, here.offers).map(Said::from)),
            StmtKind::Call { func, .. } => faults.extend(self.call_fault(*func, here)),
            StmtKind::Break
            | StmtKind::Return(_)
            | StmtKind::Let { .. }
            | StmtKind::Set(_)
            | StmtKind::Together(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::Repeat { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Ask(_)
            | StmtKind::Roll { .. }
            | StmtKind::Draw { .. }
            | StmtKind::Reveal { .. }
            | StmtKind::Seal
            | StmtKind::Settle { .. }
            | StmtKind::Look(_)
            | StmtKind::End(_)
            | StmtKind::Over(_)
            | StmtKind::Fail { .. }
            | StmtKind::Erase(_)
            | StmtKind::Swap { .. }
            | StmtKind::Search(_)
            | StmtKind::Ray { .. }
            | StmtKind::Mark { .. } => {}
        }
        faults
    }

    fn call_fault(&self, callee: FuncId, here: Here) -> Option<Said> {
        let callee = self.program.func(callee);
        if callee.kind == FuncKind::Query {
            return Some(say::call_of_query(&callee.name).into());
        }
        if here.ray && callee.kind == FuncKind::Procedure && here.may == FuncKind::Procedure {
            return Some(say::ray_stands_still(&format!("a call of the procedure `{}`", callee.name)));
        }
        // That queries may call nothing is said already.
        (callee.kind > here.may && here.may != FuncKind::Query)
            .then(|| say::effect_calls_procedure(&callee.name).into())
    }

    fn expr(&mut self, id: ExprId) {
        let func = self.func;
        let expr = func.expr(id);
        if let Expr::Call(callee, _) = expr {
            let callee = self.program.func(*callee);
            if callee.kind != FuncKind::Query || matches!(callee.body, Body::Limits(_) | Body::Goods(_)) {
                self.report.say_expr(func, id, say::expr_calls_no_query(&callee.name));
            }
        }
        if let Some(block) = expr_block(expr) {
            let inside =
                Here { may: FuncKind::Procedure, within: Within::Suppose, looped: false, ray: false, offers: None };
            self.block(block, inside);
        }
        expr_parts(expr, &mut |part| self.expr(part));
    }
}

/// Where the blocks of a statement stand.
fn inner(stmt: &StmtKind, here: Here) -> Here {
    match stmt {
        StmtKind::For { .. } | StmtKind::Repeat { .. } | StmtKind::Loop { .. } => Here { looped: true, ..here },
        StmtKind::Ray { .. } => Here { looped: true, ray: true, ..here },
        StmtKind::Search(search) => {
            let offers = matches!(search.judge, Judge::Body { .. }).then_some(search.mode);
            Here { may: FuncKind::Query, within: Within::Search, looped: false, ray: false, offers }
        }
        StmtKind::Let { .. }
        | StmtKind::Set(_)
        | StmtKind::Together(_)
        | StmtKind::If { .. }
        | StmtKind::Break
        | StmtKind::Ask(_)
        | StmtKind::Roll { .. }
        | StmtKind::Draw { .. }
        | StmtKind::Reveal { .. }
        | StmtKind::Seal
        | StmtKind::Settle { .. }
        | StmtKind::Look(_)
        | StmtKind::End(_)
        | StmtKind::Over(_)
        | StmtKind::Fail { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return(_)
        | StmtKind::Erase(_)
        | StmtKind::Swap { .. }
        | StmtKind::Offer(_)
        | StmtKind::Mark { .. } => here,
    }
}

fn offer_fault(offer: &Offer, mode: Option<SearchMode>) -> Option<String> {
    let counts = offer.counts.len();
    match mode {
        None => Some(say::offer_outside()),
        Some(SearchMode::Reach) if counts != 1 => Some(say::offer_counts("one count", counts)),
        Some(SearchMode::Paths) if counts == 0 || counts > 3 => Some(say::offer_counts("one to three counts", counts)),
        Some(SearchMode::Reach | SearchMode::Paths) => None,
    }
}
