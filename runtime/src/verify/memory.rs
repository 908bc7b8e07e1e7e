//! A program verified again after an edit: what was found of a function is kept as long as the function and all that it
//! looks at are as they were. What is said is the same with a memory and without.
//!
//! A function looks at declarations, at the heads of what it calls, at what those read and write. So what is kept goes by
//! the whole of the program before: its declarations are the same, or nothing is known. Only programs that keep all
//! invariants are kept, so whoever is the same has nothing wrong with it. Places and numbers of sites are looked at by
//! messages alone.

use super::alike::alike;
use super::effects::Facts;
use super::waiting::Watched;
use super::{Examined, Verified, examine};
use crate::ir::{Body, Func, FuncId, Pieces, Program, TextError, Type};
use std::sync::Arc;

/// What was found of the last program that kept all invariants.
#[derive(Default)]
pub struct Memory {
    last: Option<Last>,
}

/// A program that keeps all invariants, and what of it is as it was.
pub struct Again {
    pub program: Arc<Program>,
    pub verified: Arc<Verified>,
    pub since: Since,
}

/// What is as it was in the program before, by function: what it says, and each declaration and head that it looks at.
/// Tables may hold other values, and sites other titles.
#[derive(Clone, Debug, Default)]
pub struct Since {
    same: Vec<bool>,
    /// The same, wherever it stands in the texts and among the sites.
    alike: Vec<bool>,
    /// Those that are not.
    new: Vec<FuncId>,
    /// The names of all functions and tables are as they were, by their places in the lists.
    names: bool,
    sites: bool,
    tables: bool,
}

impl Since {
    fn all_is_new(program: &Program) -> Since {
        Since { new: (0..program.funcs.len()).map(FuncId::new).collect(), ..Since::default() }
    }

    pub fn is_same(&self, func: FuncId) -> bool {
        self.same.get(func.index()).copied().unwrap_or(false)
    }

    /// Those that are not.
    pub fn others(&self, program: &Program) -> impl Iterator<Item = FuncId> {
        let all = (0..program.funcs.len()).map(FuncId::new);
        all.filter(|func| !self.is_same(*func))
    }

    /// Are map, domains, kinds and cells as they were?
    pub fn knows(&self) -> bool {
        !self.same.is_empty()
    }
}

/// What is kept of a program.
pub(super) struct Last {
    pub(super) program: Arc<Program>,
    pub(super) verified: Arc<Verified>,
    pub(super) own: Pieces<Arc<Own>>,
    /// What all functions keep.
    bits: u64,
    pub(super) rounds: Vec<Round>,
    pub(super) watched: Watched,
}

/// What one function says by itself.
pub(super) struct Own {
    /// In their order, each once.
    pub(super) callees: Box<[FuncId]>,
    pub(super) settles: bool,
    pub(super) supposes: bool,
    /// What it keeps, counted generously.
    pub(super) bits: u64,
}

/// What is found of functions one by one.
pub(super) struct Each {
    pub(super) types: Pieces<Arc<[Type]>>,
    pub(super) own: Pieces<Arc<Own>>,
    /// What all of them keep.
    pub(super) bits: u64,
}

impl Each {
    /// Of a function that is new, in the order of their numbers.
    pub(super) fn put(&mut self, at: usize, types: Arc<[Type]>, own: Arc<Own>) {
        let before = self.own.get(at).map_or(0, |own| own.bits);
        self.bits = self.bits.saturating_add(own.bits).saturating_sub(before);
        self.types.put(at, types);
        self.own.put(at, own);
    }
}

/// What functions do where a settle does this.
pub(super) struct Round {
    pub(super) settled: [Facts; 3],
    pub(super) facts: Arc<[Arc<Facts>]>,
    /// Functions that reveal something.
    pub(super) reveals: Arc<[FuncId]>,
}

/// What is known while a program is looked at.
pub(super) struct Known<'m> {
    last: Option<&'m Last>,
    pub(super) since: Since,
}

impl Known<'_> {
    /// All is new.
    pub(super) fn nothing(program: &Program) -> Known<'static> {
        Known { last: None, since: Since::all_is_new(program) }
    }

    pub(super) fn last(&self) -> Option<&Last> {
        self.last
    }

    /// Is it as it was, but for where it stands?
    pub(super) fn is_alike(&self, func: FuncId) -> bool {
        self.since.alike.get(func.index()).copied().unwrap_or(false)
    }

    /// Those that are not, in their order.
    pub(super) fn new_ones(&self) -> &[FuncId] {
        &self.since.new
    }

    /// What was found of functions one by one; of those that are new it does not hold.
    pub(super) fn each(&self, program: &Program) -> Each {
        let Some(last) = self.last.filter(|_| self.since.knows()) else {
            return Each { types: Pieces::default(), own: Pieces::default(), bits: 0 };
        };
        let count = program.funcs.len();
        let gone = (count..last.own.len()).filter_map(|at| last.own.get(at)).map(|own| own.bits);
        let bits = gone.fold(last.bits, u64::saturating_sub);
        let mut each = Each { types: last.verified.types.clone(), own: last.own.clone(), bits };
        each.types.truncate(count);
        each.own.truncate(count);
        each
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
    pub(super) fn order(&self, own: &Pieces<Arc<Own>>) -> Option<&Arc<[FuncId]>> {
        let last = self.last?;
        let alike = |at: usize| last.own[at].callees == own[at].callees;
        (last.own.len() == own.len() && last.own.apart(own).all(alike)).then_some(&last.verified.order)
    }

    /// What functions did in this round, if a settle did the same.
    pub(super) fn round(&self, at: usize, settled: [&Facts; 3]) -> Option<&Round> {
        let round = self.last?.rounds.get(at)?;
        (round.settled.each_ref() == settled).then_some(round)
    }
}

impl Memory {
    /// The same as [`verify`](super::verify) finds; only what is new since the last program is looked at.
    /// A program that is refused comes back.
    pub fn verify(&mut self, program: Program) -> Result<Again, (Box<Program>, Vec<TextError>)> {
        let since = self.last.as_ref().map_or_else(|| Since::all_is_new(&program), |last| since(last, &program));
        let known = Known { last: self.last.as_ref(), since };
        match examine(&program, &known) {
            Ok(Examined { verified, own, bits, rounds, watched }) => {
                let since = known.since;
                let (program, verified) = (Arc::new(program), Arc::new(verified));
                self.last =
                    Some(Last { program: program.clone(), verified: verified.clone(), own, bits, rounds, watched });
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
        return Since::all_is_new(now);
    }
    let (count, sites) = (now.funcs.len(), now.sites.len());
    let both = before.funcs.len().min(count);
    let stands = |at: usize| (before.funcs.get(at), now.funcs.get(at));
    let mut same = vec![true; both];
    before.funcs.differ(&now.funcs).for_each(|at| same[at] = false);
    let mut alike = same.clone();
    let mut other_heads = vec![false; before.funcs.len()];
    other_heads.iter_mut().skip(both).for_each(|gone| *gone = true);
    // Where there are fewer sites, one that is the same may name one that is gone.
    let all = before.sites.len() > sites;
    for at in (0..both).filter(|at| all || !same[*at]) {
        if let (Some(was), Some(is)) = stands(at) {
            alike[at] = self::alike(was, is, sites);
            other_heads[at] = !alike[at] && !same_head(was, is);
        }
    }
    if other_heads.contains(&true) {
        let callees = |own: &Own| own.callees.iter().any(|callee| other_heads.get(callee.index()) == Some(&true));
        let calls_others = last.own.iter().map(|own| callees(own));
        alike.iter_mut().zip(calls_others).for_each(|(alike, others)| *alike &= !others);
    }
    same.iter_mut().zip(&alike).for_each(|(same, alike)| *same &= alike);
    alike.resize(count, false);
    same.resize(count, false);
    let new = (0..count).filter(|at| !alike[*at]).map(FuncId::new).collect();
    let is_called_so = |at: usize| matches!(stands(at), (Some(was), Some(is)) if was.name == is.name);
    let names = before.title == now.title
        && before.funcs.len() == count
        && before.funcs.apart(&now.funcs).all(is_called_so)
        && before.tables.len() == now.tables.len()
        && (tables || before.tables.iter().zip(&now.tables).all(|(before, now)| before.name == now.name));
    Since { same, alike, new, names, sites: before.sites == now.sites, tables }
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
