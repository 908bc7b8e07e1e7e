//! A program that the verifier accepts, from one that may have holes where the text is wrong.
//!
//! In: what was translated. Out: the verified program for the prover. Promises: of a whole game it is the program
//! itself, and whatever the verifier still refuses is told in an author's words; of a broken one everything that cannot
//! be trusted is a fault, so that nothing is proved or refuted by it, and the rest stays as it is.

use crate::diag::{Code, Diagnostic, Place, says};
use crate::lower::walk::each_callee;
use crate::prove::Assumption;
use crate::source::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wgr_runtime::ir::walk::{Node, calls, node_table, walk_func};
use wgr_runtime::ir::{
    Block, Body, Breach, Cell, FaultText, Func, FuncId, FuncKind, Funcs, Pos, Program, Role, Scalar, Shared, Site,
    SiteId, Stmt, StmtKind, Table, TableId, TextError, Type, What,
};
use wgr_runtime::verify::{Again, Memory, Since, Verified};

/// What can be looked at before anything is played.
pub(crate) struct Prepared {
    pub(crate) program: Arc<Program>,
    pub(crate) verified: Arc<Verified>,
    /// What is as it was when such a program was looked at last.
    pub(crate) since: Since,
    /// Queries of which less is known than their text says, for something they ask is broken.
    pub(crate) doubtful: BTreeSet<FuncId>,
}

/// Of a whole game; or what the machine refuses of it.
pub(crate) fn whole(known: &mut Memory, sources: &Sources, program: Program) -> Result<Prepared, Vec<Diagnostic>> {
    match known.verify(program) {
        Ok(Again { program, verified, since }) => Ok(Prepared { program, verified, since, doubtful: BTreeSet::new() }),
        Err((program, errors)) => Err(match circle(sources, &program) {
            Some(told) => vec![told],
            None => errors.iter().map(|error| refused(sources, &program, error)).collect(),
        }),
    }
}

/// So often is a program looked at again without what the verifier refused of it.
const MOST_ROUNDS: usize = 4;

/// Of a broken game: only its queries, and of those only what was read. `damaged`: queries that lack a row.
pub(crate) fn broken(
    known: &mut Memory,
    mut program: Program,
    damaged: &BTreeSet<FuncId>,
    assumptions: &[Assumption],
) -> Option<Prepared> {
    let site = program.intern_site(not_there());
    let mut gone: BTreeSet<FuncId> = BTreeSet::new();
    program.triggers.clear();
    for at in 0..program.funcs.len() {
        let Some(func) = program.funcs.get_mut(at) else { continue };
        let played = func.kind != FuncKind::Query;
        let empty = matches!(&func.body, Body::Code(block) if block.0.is_empty());
        if played || empty {
            leave_out(func, site);
        }
        // Whoever supposes that something is played asks what is not there.
        if played || empty || settles(func) {
            gone.insert(FuncId::new(at));
        }
    }
    main(&mut program, site);
    for _ in 0..MOST_ROUNDS {
        let errors = match known.verify(program) {
            Ok(Again { program, verified, since }) => {
                let doubtful = doubtful(&program, damaged, &gone, assumptions);
                return Some(Prepared { program, verified, since, doubtful });
            }
            Err((refused, errors)) => {
                program = *refused;
                errors
            }
        };
        let found = circle_of(&program).unwrap_or_else(|| holders(&program, &errors));
        if found.is_empty() {
            return None;
        }
        for id in found {
            gone.insert(id);
            program.funcs.get_mut(id.index()).into_iter().for_each(|func| leave_out(func, site));
        }
    }
    None
}

/// Some functions of a program, as a program.
pub(crate) struct Few {
    pub(crate) program: Program,
    ids: BTreeMap<FuncId, FuncId>,
}

impl Few {
    /// What a function is called here; none for those that are left out.
    pub(crate) fn id(&self, whole: FuncId) -> Option<FuncId> {
        self.ids.get(&whole).copied()
    }
}

/// These functions and what they ask; everything else keeps its id. What a cell names beside them is a fault, and so is what
/// supposes that all settles: no rule acts here by itself. Tables that they look nothing up in stand there empty.
pub(crate) fn only(program: &Program, asked: &BTreeSet<FuncId>) -> Few {
    let mut kept = asked.clone();
    let mut todo: Vec<FuncId> = asked.iter().copied().collect();
    while let Some(id) = todo.pop() {
        todo.extend(calls(program, program.func(id)).into_iter().filter(|called| kept.insert(*called)));
    }
    let named = |cell: &Cell| {
        let keeps = match cell.role {
            Role::Keep(by) => Some(by),
            Role::Game | Role::Cup | Role::Pending | Role::Truth => None,
        };
        keeps.into_iter().chain(cell.hidden.map(|hidden| hidden.sees))
    };
    let all: BTreeSet<FuncId> = kept.iter().copied().chain(program.cells.iter().flat_map(named)).collect();
    let ids: BTreeMap<FuncId, FuncId> = all.iter().enumerate().map(|(at, id)| (*id, FuncId::new(at))).collect();
    let few = |id: &mut FuncId| ids.get(id).into_iter().for_each(|few| *id = *few);
    let mut cells = program.cells.clone();
    for cell in &mut cells {
        if let Role::Keep(by) = &mut cell.role {
            few(by);
        }
        cell.hidden.iter_mut().for_each(|hidden| few(&mut hidden.sees));
    }
    let mut part = Program {
        title: program.title.clone(),
        board: program.board.clone(),
        domains: program.domains.clone(),
        kinds: program.kinds.clone(),
        sides: program.sides,
        sites: program.sites.clone(),
        tables: Shared::default(),
        cells,
        funcs: Funcs::default(),
        triggers: vec![],
        obligations: None,
        main: program.main.and_then(|main| ids.get(&main).copied()),
    };
    let site = part.intern_site(not_there());
    let mut looked_up: BTreeSet<TableId> = BTreeSet::new();
    part.funcs.extend(all.iter().map(|id| {
        let mut func = program.func(*id).clone();
        if kept.contains(id) && !settles(&func) {
            each_callee(&mut func, few);
            walk_func(&func, &mut |node| looked_up.extend(node_table(node)));
        } else {
            leave_out(&mut func, site)
        }
        func
    }));
    let tables = program.tables.iter().enumerate();
    let tables =
        tables.map(
            |(at, table)| {
                if looked_up.contains(&TableId::new(at)) { table.clone() } else { empty(table.name.clone()) }
            },
        );
    part.tables = tables.collect();
    main(&mut part, site);
    Few { program: part, ids }
}

/// A table in which nothing is looked up.
fn empty(name: String) -> Table {
    let only = Scalar { lo: 0, hi: 0, what: What::Int { den: 1 } };
    Table { name, index: vec![only], value: only, data: vec![0] }
}

fn not_there() -> Site {
    Site { cases: Vec::new(), title: "not there".to_owned() }
}

/// A function that is a fault.
fn leave_out(func: &mut Func, site: SiteId) {
    let fail = Stmt { kind: StmtKind::Fail { site, text: FaultText::Rule }, at: func.at };
    func.exprs.clear();
    func.locals.truncate(func.params as usize);
    func.body = Body::Code(Block(vec![fail]));
}

/// Some procedure has to be the game.
fn main(program: &mut Program, site: SiteId) {
    if program.main.is_some() {
        return;
    }
    let ret = Some(wgr_runtime::ir::Type::BOOL);
    let (kind, at) = (FuncKind::Procedure, Pos::default());
    let (locals, exprs, body) = (Vec::new(), Vec::new(), Body::Code(Block::default()));
    let mut func = Func { name: " main".to_owned(), kind, params: 0, ret, locals, exprs, body, at };
    func.name = "no_game".to_owned();
    leave_out(&mut func, site);
    program.funcs.push(func);
    program.main = Some(FuncId::new(program.funcs.len() - 1));
}

/// Does it suppose that all settles?
fn settles(func: &Func) -> bool {
    let mut found = false;
    walk_func(func, &mut |node| {
        found |= matches!(node, Node::Stmt(stmt) if matches!(stmt.kind, StmtKind::Settle { .. }))
    });
    found
}

/// The functions in which something is wrong.
fn holders(program: &Program, errors: &[TextError]) -> Vec<FuncId> {
    let fails = |func: &Func| matches!(&func.body, Body::Code(block) if block.0.len() == 1 && func.exprs.is_empty());
    let found: BTreeSet<FuncId> = errors.iter().filter_map(|error| error.func).collect();
    found.into_iter().filter(|id| program.funcs.get(id.index()).is_some_and(|func| !fails(func))).collect()
}

/// Whatever asks something that is broken, by whatever way, or is asked only where that says yes.
fn doubtful(
    program: &Program,
    damaged: &BTreeSet<FuncId>,
    gone: &BTreeSet<FuncId>,
    assumptions: &[Assumption],
) -> BTreeSet<FuncId> {
    let mut askers: Vec<Vec<FuncId>> = vec![Vec::new(); program.funcs.len()];
    for (at, func) in program.funcs.iter().enumerate() {
        for asked in calls(program, func) {
            askers.get_mut(asked.index()).into_iter().for_each(|askers| askers.push(FuncId::new(at)));
        }
    }
    for assumption in assumptions {
        if let Assumption::Given { func, holds } = assumption {
            askers.get_mut(holds.index()).into_iter().for_each(|askers| askers.push(*func));
        }
    }
    let mut found: BTreeSet<FuncId> = gone.clone();
    let mut open: Vec<FuncId> = gone.union(damaged).copied().collect();
    while let Some(bad) = open.pop() {
        let askers = askers.get(bad.index()).map_or(&[][..], Vec::as_slice);
        open.extend(askers.iter().copied().filter(|asker| found.insert(*asker)));
    }
    found
}

fn circle(sources: &Sources, program: &Program) -> Option<Diagnostic> {
    let circle = circle_of(program)?;
    let funcs: Vec<&Func> = circle.iter().filter_map(|id| program.funcs.get(id.index())).collect();
    let mut names: Vec<String> = Vec::new();
    for func in &funcs {
        let name = sources.place(func.at).map_or_else(|| func.name.clone(), |at| sources.text(at).to_owned());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let at = funcs.iter().find_map(|func| sources.place(func.at))?;
    Some(says::asked_in_circle(&names, at))
}

/// Functions that call each other in a circle.
fn circle_of(program: &Program) -> Option<Vec<FuncId>> {
    let known = |id: &FuncId| id.index() < program.funcs.len();
    let asks: Vec<BTreeSet<FuncId>> =
        program.funcs.iter().map(|func| calls(program, func).into_iter().filter(known).collect()).collect();
    let mut open: Vec<bool> = vec![true; asks.len()];
    loop {
        let before = open.iter().filter(|open| **open).count();
        for at in 0..asks.len() {
            let waits = asks.get(at).is_some_and(|asked| asked.iter().any(|id| open.get(id.index()) == Some(&true)));
            if let Some(slot) = open.get_mut(at)
                && *slot
            {
                *slot = waits;
            }
        }
        if open.iter().filter(|open| **open).count() == before {
            break;
        }
    }
    let mut path: Vec<FuncId> = Vec::new();
    let mut next = open.iter().position(|open| *open).map(FuncId::new);
    while let Some(at) = next {
        if let Some(start) = path.iter().position(|id| *id == at) {
            return Some(path.split_off(start));
        }
        path.push(at);
        next = asks.get(at.index())?.iter().copied().find(|id| open.get(id.index()) == Some(&true));
    }
    None
}

/// `u.steps loses 2`, where that can never be: it is told of what changes.
fn changed_beyond(sources: &Sources, (wanted, found): (Type, Type), at: Option<Place>) -> Option<Diagnostic> {
    let at = at?;
    let text = sources.get(at.file)?.text.get(..at.span.start as usize)?;
    let mut words = text.lines().next_back()?.split_whitespace().rev();
    let changes = words.next().filter(|word| matches!(*word, "loses" | "gains"))?;
    let what = words.next()?;
    let (wanted, found) = (in_whole_numbers(wanted)?, in_whole_numbers(found)?);
    Some(says::changed_beyond(what, changes, [found, wanted], at))
}

/// What never fits, in whole numbers; others are counted in parts that nobody wrote.
fn never_fits(wanted: Type, found: Type) -> Option<String> {
    let (wanted, found) = (in_whole_numbers(wanted)?, in_whole_numbers(found)?);
    Some(format!("this is {}, and only {} fits here", says::reached(found), says::span(wanted)))
}

fn in_whole_numbers(ty: Type) -> Option<Scalar> {
    ty.scalar().filter(|scalar| scalar.what == What::Int { den: 1 })
}

/// What the verifier refuses although every line was read, as an author would hear it.
fn refused(sources: &Sources, program: &Program, error: &TextError) -> Diagnostic {
    if error.breach == Some(Breach::NotSupposed)
        && let Some(told) = crate::supposed::why_not(sources, program, error.at)
    {
        return told;
    }
    let at = sources.place(error.at);
    let Some(breach) = error.breach else {
        let title = format!("this cannot be played as it is written: {}", error.what);
        return says::refused(Code::WrongType, &title, "write it in another way", at);
    };
    let (code, title, help) = match breach {
        Breach::DividesByZero => {
            (Code::OutOfRange, "this always divides by zero", "divide by something that can be another number than 0")
        }
        Breach::AlwaysNone => {
            (Code::WrongType, "this is always none, so it has nothing", "ask it of something that may be there")
        }
        Breach::WithoutEnd => (
            Code::OutOfRange,
            "the numbers here may grow without end",
            "give its parts narrower ranges where they are declared",
        ),
        Breach::NeverFits { wanted, found } => {
            if let Some(told) = changed_beyond(sources, (wanted, found), at) {
                return told;
            }
            let title = never_fits(wanted, found);
            let title = title.as_deref().unwrap_or("this never fits the range that is wanted here");
            let help = "write a number within the range, or widen the range where it is declared";
            return says::refused(Code::OutOfRange, title, help, at);
        }
        Breach::NotWhole => (
            Code::WrongType,
            "a fraction cannot stand where a whole number is wanted",
            "say how it is rounded: `(..) rounded down` or `(..) rounded up`",
        ),
        Breach::NoValue => {
            (Code::UnwrittenName, "this may be read before it is written", "write it on every way that leads here")
        }
        Breach::NoOption => {
            (Code::DeadEnd, "this question may have no answer", "say what happens then: `otherwise { .. }`")
        }
        Breach::SuppositionsTooDeep => {
            let help = "say the innermost one as a condition on the board, without `supposing`";
            (Code::Effect, "too many suppositions stand inside each other", help)
        }
        Breach::NotSupposed => {
            (Code::Effect, "this cannot be supposed", "suppose something that asks nobody and ends nothing")
        }
        Breach::NothingHappensHere => {
            (Code::Effect, "nothing may happen here", "do it in a statement of an action or a procedure")
        }
        Breach::StateTooBig => {
            (Code::OutOfRange, "the game keeps more than the machine can hold", "keep a state for fewer things")
        }
        Breach::NestedTooDeep => {
            (Code::Syntax, "this is nested too deeply", "give a part of it a name: make it a value or a procedure")
        }
    };
    says::refused(code, title, help, at)
}
