//! A program verified again after an edit: what was found of a function is kept as long as the function and all that it
//! looks at are as they were. What is said is the same with a memory and without.
//!
//! A function looks at declarations, at the heads of what it calls, at what those read and write. So what is kept goes by
//! the whole of the program before: its declarations are the same, or nothing is known. Only programs that keep all
//! invariants are kept, so whoever is the same has nothing wrong with it. Places and numbers of sites are looked at by
//! messages alone.

use super::alike::alike;
use super::effects::Facts;
use super::{Verified, examine};
use crate::ir::{Body, Func, FuncId, Program, TextError, Type};
use std::sync::Arc;

/// What was found of the last program that kept all invariants.
#[derive(Default)]
pub struct Memory {
    last: Option<Last>,
}

/// A program that keeps all invariants, and what of it is as it was.
pub struct Again {
    pub program: Arc<Program>,
    pub verified: Verified,
    pub since: Since,
}

/// What is as it was in the program before, by function: what it says, and each declaration and head that it looks at.
/// Tables may hold other values, and sites other titles.
#[derive(Clone, Debug, Default)]
pub struct Since {
    same: Vec<bool>,
    /// The same, wherever it stands in the texts and among the sites.
    alike: Vec<bool>,
    /// The names of all functions and tables are as they were, by their places in the lists.
    names: bool,
    sites: bool,
    tables: bool,
}

impl Since {
    pub fn is_same(&self, func: FuncId) -> bool {
        self.same.get(func.index()).copied().unwrap_or(false)
    }

    /// Are map, domains, kinds and cells as they were?
    pub fn knows(&self) -> bool {
        !self.same.is_empty()
    }
}

/// What is kept of a program.
pub(super) struct Last {
    program: Arc<Program>,
    pub(super) types: Vec<Arc<[Type]>>,
    pub(super) own: Vec<Arc<Own>>,
    pub(super) order: Vec<FuncId>,
    pub(super) rounds: Vec<Round>,
}

/// What one function says by itself.
pub(super) struct Own {
    /// In their order, each once.
    pub(super) callees: Box<[FuncId]>,
    pub(super) settles: bool,
}

/// What functions do where a settle does this.
pub(super) struct Round {
    pub(super) settled: [Facts; 3],
    pub(super) facts: Vec<Arc<Facts>>,
}

/// What is known while a program is looked at.
pub(super) struct Known<'m> {
    last: Option<&'m Last>,
    pub(super) since: Since,
}

impl Known<'_> {
    pub(super) fn nothing() -> Known<'static> {
        Known { last: None, since: Since::default() }
    }

    /// What is known of a function, if it is as it was.
    pub(super) fn of<T>(&self, func: FuncId, part: impl FnOnce(&Last) -> Option<&T>) -> Option<&T> {
        self.last.filter(|_| self.is_alike(func)).and_then(part)
    }

    /// Is it as it was, but for where it stands?
    pub(super) fn is_alike(&self, func: FuncId) -> bool {
        self.since.alike.get(func.index()).copied().unwrap_or(false)
    }

    /// Is each name outside functions as it was, but for those of triggers?
    pub(super) fn names(&self) -> bool {
        self.since.names
    }

    pub(super) fn sites(&self) -> bool {
        self.since.sites
    }

    /// Is all that is printed what it was?
    pub(super) fn tables(&self) -> bool {
        self.since.tables
    }

    /// The order of calls, if nobody calls somebody else than before.
    pub(super) fn order(&self, own: &[Arc<Own>]) -> Option<&[FuncId]> {
        let last = self.last?;
        let alike = |(a, b): (&Arc<Own>, &Arc<Own>)| Arc::ptr_eq(a, b) || a.callees == b.callees;
        (last.own.len() == own.len() && last.own.iter().zip(own).all(alike)).then_some(&last.order)
    }

    /// What functions did in this round, if a settle did the same.
    pub(super) fn round(&self, at: usize, settled: [&Facts; 3]) -> Option<&[Arc<Facts>]> {
        let round = self.last?.rounds.get(at)?;
        (round.settled.each_ref() == settled).then_some(&round.facts)
    }
}

impl Memory {
    /// The same as [`verify`](super::verify) finds; only what is new since the last program is looked at.
    /// A program that is refused comes back.
    pub fn verify(&mut self, program: Program) -> Result<Again, (Box<Program>, Vec<TextError>)> {
        let since = self.last.as_ref().map_or_else(Since::default, |last| since(last, &program));
        let known = Known { last: self.last.as_ref(), since };
        match examine(&program, &known) {
            Ok((verified, own, rounds)) => {
                let since = known.since;
                let program = Arc::new(program);
                let (types, order) = (verified.types.clone(), verified.order.clone());
                self.last = Some(Last { program: program.clone(), types, own, order, rounds });
                Ok(Again { program, verified, since })
            }
            Err(errors) => Err((Box::new(program), errors)),
        }
    }
}

/// What is as it was.
fn since(last: &Last, now: &Program) -> Since {
    let before = &*last.program;
    let heads = |program: &Program| {
        let ends = program.main.and_then(|main| program.funcs.get(main.index())).map(|main| main.ret);
        (program.sides, program.triggers.is_empty(), ends)
    };
    let tables = before.tables.is(&now.tables);
    let mut heads_of_tables = before.tables.iter().zip(&now.tables);
    let declared = before.board == now.board
        && before.domains == now.domains
        && before.kinds == now.kinds
        && before.cells == now.cells
        && heads(before) == heads(now)
        && before.tables.len() <= now.tables.len()
        && (tables || heads_of_tables.all(|(before, now)| (&before.index, before.value) == (&now.index, now.value)));
    if !declared {
        return Since::default();
    }
    let equal: Vec<bool> = before.funcs.alike(&now.funcs).collect();
    let both = || before.funcs.iter().zip(&now.funcs).zip(&equal);
    let sites = now.sites.len();
    // Where there are fewer, it may name one that is gone.
    let there = before.sites.len() <= sites;
    let says: Vec<bool> = both().map(|((before, now), equal)| *equal && there || alike(before, now, sites)).collect();
    let heads: Vec<bool> =
        both().zip(&says).map(|(((before, now), _), says)| *says || same_head(before, now)).collect();
    let calls_the_same = |own: &Own| own.callees.iter().all(|callee| heads.get(callee.index()) == Some(&true));
    let calls: Vec<bool> = last.own.iter().map(|own| calls_the_same(own)).collect();
    let and_calls = |which: &mut dyn Iterator<Item = bool>| -> Vec<bool> {
        let which = which.zip(&calls).map(|(stands, calls)| stands && *calls);
        which.chain(std::iter::repeat(false)).take(now.funcs.len()).collect()
    };
    let same = and_calls(&mut equal.iter().zip(&says).map(|(equal, says)| *equal && *says));
    let alike = and_calls(&mut says.iter().copied());
    let names = before.title == now.title
        && before.funcs.len() == now.funcs.len()
        && before
            .funcs
            .iter()
            .zip(&now.funcs)
            .zip(&equal)
            .all(|((before, now), equal)| *equal || before.name == now.name)
        && before.tables.len() == now.tables.len()
        && (tables || before.tables.iter().zip(&now.tables).all(|(before, now)| before.name == now.name));
    Since { same, alike, names, sites: before.sites == now.sites, tables }
}

/// Do callers see the same?
fn same_head(before: &Func, now: &Func) -> bool {
    let params = |func: &Func| func.param_types().collect::<Vec<Type>>();
    // What is chosen from is seen by whoever has it judged.
    let chosen = |func: &Func| match &func.body {
        Body::Code(_) => (0, None),
        Body::Rows(_) => (1, None),
        Body::Limits(limits) => (2, func.locals.get(limits.it.index()).map(|it| it.ty)),
        Body::Goods(goods) => (3, func.locals.get(goods.it.index()).map(|it| it.ty)),
    };
    let head = |func: &Func| (func.kind, func.params, func.ret, params(func), chosen(func));
    head(before) == head(now)
}
