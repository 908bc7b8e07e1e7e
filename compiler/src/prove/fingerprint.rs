//! Fingerprints: equal functions that lead to equal definitions, places and tables have equal ones, wherever they
//! stand in the text and in the lists of the program. 128 bits, in the order of the program; nothing is allocated
//! for a node.

use wgr_runtime::ir::{
    Body, Cell, Expr, FaultText, Func, FuncId, Judge, LocalId, Pieces, Program, Role, RowKind, Scalar, SearchOut,
    Shared, SiteId, Stmt, StmtKind, Table, TableId, Type, What, walk,
};
use wgr_runtime::side_by_side::by_weight;
use wgr_runtime::verify::{Since, Verified};

use super::finding::Assumption;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

pub(crate) type Fingerprint = u128;

/// Numbers in, one number out; the order counts.
#[derive(Clone, Copy)]
struct Mix(u64, u64);

impl Mix {
    fn new(seed: u64) -> Mix {
        Mix(seed ^ 0x9E37_79B9_7F4A_7C15, seed.rotate_left(32) ^ 0xC2B2_AE3D_27D4_EB4F)
    }

    fn put(&mut self, word: u64) {
        // Multiply and fold, with two multipliers: see <https://github.com/wangyi-fudan/wyhash>.
        let fold = |a: u64, b: u64| {
            let wide = u128::from(a) * u128::from(b);
            (wide as u64) ^ ((wide >> 64) as u64)
        };
        self.0 = fold(self.0 ^ word, 0xA076_1D64_78BD_642F).wrapping_add(word.rotate_left(17));
        self.1 = fold(self.1.wrapping_add(word), 0xE703_7ED1_A0B4_28DB) ^ self.0.rotate_left(29);
    }

    fn int(&mut self, value: i64) {
        self.put(value as u64);
    }

    fn text(&mut self, text: &str) {
        self.put(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            self.put(part.iter().fold(0, |word, byte| (word << 8) | u64::from(*byte)));
        }
    }

    fn print(&mut self, print: Fingerprint) {
        self.put(print as u64);
        self.put((print >> 64) as u64);
    }

    fn scalar(&mut self, ty: Scalar) {
        match ty.what {
            What::Int { den } => self.put(u64::from(den)),
            What::Bool => self.put(1 << 40),
            What::Id(domain) => self.put((2 << 40) + u64::from(domain.0)),
        }
        self.int(ty.lo);
        self.int(ty.hi);
    }

    fn ty(&mut self, ty: Type) {
        match ty {
            Type::Scalar(scalar) => self.scalar(scalar),
            Type::Set(domain) => self.put((3 << 40) + u64::from(domain.0)),
        }
    }

    fn done(self) -> Fingerprint {
        (u128::from(self.0) << 64) | u128::from(self.1)
    }
}

/// Of a function in which one thing was changed: which one.
pub(crate) fn changed(print: Fingerprint, which: usize) -> Fingerprint {
    let mut mix = Mix::new(12);
    mix.print(print);
    mix.put(which as u64);
    mix.done()
}

/// What functions say by themselves, of the last program.
#[derive(Default)]
pub(crate) struct Memory {
    world: Fingerprint,
    own: Pieces<Arc<Own>>,
    tables: Tables,
}

/// Tables, and the fingerprint of each.
#[derive(Default)]
struct Tables {
    of: Shared<Table>,
    prints: Vec<Fingerprint>,
}

/// What a function says, but for what it names: that stands beside it, in order.
struct Own {
    print: Fingerprint,
    names: Vec<Named>,
}

/// What is looked up when all is known.
#[derive(Clone, Copy)]
enum Named {
    Func(FuncId),
    Table(TableId),
    Site(SiteId),
}

impl Memory {
    /// The same as [`prints`]; what is as it was is not read again. `since` speaks of the last program that came here.
    pub(crate) fn prints(
        &mut self,
        program: &Program,
        verified: &Verified,
        assumptions: &[Assumption],
        since: &Since,
    ) -> Vec<Fingerprint> {
        let known = since.knows();
        if !known {
            self.world = world(program);
        }
        if !known || !self.tables.of.is(&program.tables) {
            let prints = program.tables.iter().map(|table| of_table(table, self.world)).collect();
            self.tables = Tables { of: program.tables.clone(), prints };
        }
        let parts = Parts { cells: program.cells.iter().map(|cell| of_cell(cell, self.world)).collect() };
        let new: Vec<FuncId> = since.others(program).collect();
        let world = self.world;
        let own = |id: FuncId| Arc::new(parts.own(program.func(id), world));
        self.own.truncate(program.funcs.len());
        let read = by_weight(&new, |id| program.func(id).exprs.len(), own);
        new.iter().zip(read).for_each(|(id, own)| self.own.put(id.index(), own));
        whole(program, verified, assumptions, (&self.own, &self.tables.prints))
    }
}

/// The fingerprint of each function, by what was assumed.
pub(crate) fn prints(program: &Program, verified: &Verified, assumptions: &[Assumption]) -> Vec<Fingerprint> {
    Memory::default().prints(program, verified, assumptions, &Since::default())
}

/// For whoever remembers nothing: each function is told from all others, whatever it says.
pub(crate) fn apart(program: &Program) -> Vec<Fingerprint> {
    (0..program.funcs.len()).map(|at| at as Fingerprint).collect()
}

/// With what each names, callees first.
fn whole(
    program: &Program,
    verified: &Verified,
    assumptions: &[Assumption],
    (own, tables): (&Pieces<Arc<Own>>, &[Fingerprint]),
) -> Vec<Fingerprint> {
    let mut funcs: Vec<Fingerprint> = vec![0; program.funcs.len()];
    for id in verified.order.iter() {
        let Own { print, names } = &*own[id.index()];
        let mut mix = Mix::new(11);
        mix.print(*print);
        for named in names {
            match named {
                Named::Func(func) => mix.print(funcs.get(func.index()).copied().unwrap_or(0)),
                Named::Table(table) => mix.print(tables[table.index()]),
                Named::Site(site) => mix.text(&program.site(*site).title),
            }
        }
        funcs[id.index()] = mix.done();
    }
    let of = |func: FuncId| funcs.get(func.index()).copied().unwrap_or(0);
    // Lists are long, and few.
    let mut lists: Vec<(&Arc<[u32]>, Fingerprint)> = Vec::new();
    let mut assumed = Mix::new(7);
    let mut mixed: Vec<Mix> = vec![Mix::new(8); funcs.len()];
    for assumption in assumptions {
        match assumption {
            Assumption::Never { a, b } => [a, b].into_iter().for_each(|func| assumed.print(of(*func))),
            Assumption::Within { cell, lo, hi } => {
                [i64::from(cell.0), *lo, *hi].into_iter().for_each(|part| assumed.put(part as u64));
            }
            Assumption::Held { cell } => assumed.text(&program.cell(*cell).name),
            Assumption::AtLeast { func, least } => {
                if let Some(mix) = mixed.get_mut(func.index()) {
                    mix.put(9);
                    mix.int(*least);
                }
            }
            Assumption::Decides { func, cond } => {
                if let Some(mix) = mixed.get_mut(func.index()) {
                    mix.put((10 << 32) + u64::from(cond.0));
                }
            }
            Assumption::Given { func, holds } => {
                if let Some(mix) = mixed.get_mut(func.index()) {
                    mix.print(of(*holds));
                }
            }
            Assumption::Among { func, param, members } => {
                if let Some(mix) = mixed.get_mut(func.index()) {
                    let known = lists.iter().find(|(list, _)| Arc::ptr_eq(list, members)).map(|(_, print)| *print);
                    let print = known.unwrap_or_else(|| {
                        let print = of_list(members);
                        lists.push((members, print));
                        print
                    });
                    mix.put((u64::from(param.0) << 32) + members.len() as u64);
                    mix.print(print);
                }
            }
        }
    }
    let assumed = assumed.done();
    let each = mixed.into_iter().zip(&funcs);
    each.map(|(mut mix, print)| {
        mix.print(*print);
        mix.print(assumed);
        mix.done()
    })
    .collect()
}

fn of_list(members: &[u32]) -> Fingerprint {
    let mut mix = Mix::new(13);
    members.iter().for_each(|member| mix.put(u64::from(*member)));
    mix.done()
}

/// The map, and who there is.
fn world(program: &Program) -> Fingerprint {
    let mut mix = Mix::new(1);
    mix.text(&format!("{:?}", program.board));
    for domain in &program.domains {
        mix.text(&domain.name);
        mix.put(u64::from(domain.size));
        domain.members.iter().for_each(|member| mix.text(member));
    }
    for kind in &program.kinds {
        [kind.domain.0, kind.first, kind.last].into_iter().for_each(|part| mix.put(u64::from(part)));
    }
    mix.done()
}

fn of_table(table: &Table, world: Fingerprint) -> Fingerprint {
    let mut mix = Mix::new(2);
    mix.print(world);
    mix.text(&table.name);
    table.index.iter().for_each(|index| mix.scalar(*index));
    mix.scalar(table.value);
    table.data.iter().for_each(|value| mix.int(*value));
    mix.done()
}

fn of_cell(cell: &Cell, world: Fingerprint) -> Fingerprint {
    let mut mix = Mix::new(3);
    mix.print(world);
    mix.text(&cell.name);
    cell.index.iter().for_each(|index| mix.scalar(*index));
    mix.ty(cell.value);
    mix.put(u64::from(cell.role == Role::Game));
    mix.put(cell.sparse.map_or(0, |most| u64::from(most) + 1));
    mix.done()
}

/// A function while it is read. What it names goes beside the rest.
struct Reading {
    mix: Mix,
    names: Vec<Named>,
}

impl Deref for Reading {
    type Target = Mix;

    fn deref(&self) -> &Mix {
        &self.mix
    }
}

impl DerefMut for Reading {
    fn deref_mut(&mut self) -> &mut Mix {
        &mut self.mix
    }
}

/// How functions are read.
struct Parts {
    cells: Vec<Fingerprint>,
}

impl Parts {
    fn own(&self, func: &Func, world: Fingerprint) -> Own {
        let mut mix = Reading { mix: Mix::new(4), names: Vec::new() };
        mix.print(world);
        mix.text(&func.name);
        mix.put(u64::from(func.params));
        func.ret.iter().for_each(|ret| mix.ty(*ret));
        for local in &func.locals {
            mix.text(&local.name);
            mix.ty(local.ty);
        }
        self.body(func, &mut mix);
        // Each node says how many there are below it, so that no two trees read the same.
        walk::walk_func(func, &mut |node| match node {
            walk::Node::Expr(id, expr) => {
                mix.put(u64::from(id.0));
                self.expr(expr, &mut mix);
            }
            walk::Node::Stmt(stmt) => self.stmt(stmt, &mut mix),
        });
        Own { print: mix.mix.done(), names: mix.names }
    }

    fn body(&self, func: &Func, mix: &mut Reading) {
        match &func.body {
            Body::Code(block) => mix.put(block.0.len() as u64),
            Body::Rows(rows) => {
                for stage in &rows.stages {
                    mix.put(16 + stage.op as u64);
                    stage.groups.iter().for_each(|group| mix.put(group.op as u64));
                }
                for row in &rows.rows {
                    mix.names.push(Named::Site(row.site));
                    mix.put(u64::from(row.stage.0));
                    mix.put(row.group.map_or(0, |group| u64::from(group) + 1));
                    let (kind, named) = match &row.kind {
                        RowKind::Base => (0, &[][..]),
                        RowKind::Otherwise => (1, &[][..]),
                        RowKind::Over { parents, even } => (2 + u64::from(*even), parents.as_slice()),
                        RowKind::Waive(named) => (4, named.as_slice()),
                    };
                    mix.put(kind + 8 * named.len() as u64);
                    named.iter().for_each(|row| mix.put(u64::from(row.0)));
                    mix.put(
                        row.binders.len() as u64 * 4
                            + 2 * u64::from(row.guard.is_some())
                            + u64::from(row.value.is_some()),
                    );
                    row.binders.iter().for_each(|(local, _)| mix.put(u64::from(local.0)));
                }
                for ruling in &rows.rulings {
                    mix.put((u64::from(ruling.over.0) << 32) + u64::from(ruling.under.0));
                }
            }
            Body::Limits(limits) => {
                mix.put((1 << 32) + u64::from(limits.it.0));
                for limit in &limits.limits {
                    let has = |part: bool, bit: u64| u64::from(part) * bit;
                    mix.put(has(limit.lo.is_some(), 1) + has(limit.hi.is_some(), 2) + has(limit.weight.is_some(), 4));
                }
                mix.put(u64::from(limits.alike.is_some()));
            }
            Body::Goods(goods) => mix.put((2 << 32) + u64::from(goods.it.0)),
        }
    }

    fn expr(&self, expr: &Expr, mix: &mut Reading) {
        // Ids of expressions are numbers within the function, so they tell the tree.
        let mut parts = Mix::new(5);
        walk::expr_parts(expr, &mut |part| parts.put(u64::from(part.0)));
        mix.print(parts.done());
        match expr {
            Expr::Literal { value, ty } => {
                mix.int(*value);
                mix.scalar(*ty);
            }
            Expr::None(domain) => mix.put((1 << 32) + u64::from(domain.0)),
            Expr::Empty(domain) => mix.put((2 << 32) + u64::from(domain.0)),
            Expr::All(domain) => mix.put((3 << 32) + u64::from(domain.0)),
            Expr::Kind(kind) => mix.put((4 << 32) + u64::from(kind.0)),
            Expr::Local(local) => mix.put((5 << 32) + u64::from(local.0)),
            Expr::Cell(cell, _) => mix.print(self.cells[cell.index()]),
            Expr::Peek { cell, .. } => {
                mix.put(6 << 32);
                mix.print(self.cells[cell.index()]);
            }
            Expr::Table(table, _) => mix.names.push(Named::Table(*table)),
            Expr::Unary(op, _) => mix.put((7 << 32) + *op as u64),
            Expr::Binary(op, ..) => mix.put((8 << 32) + *op as u64),
            Expr::If(..) => mix.put(9 << 32),
            Expr::Call(func, _) => mix.names.push(Named::Func(*func)),
            Expr::Fold(fold) => {
                let has = u64::from(fold.guard.is_some()) + 2 * u64::from(fold.value.is_some());
                mix.put((10 << 32) + ((fold.op as u64) << 8) + has);
                mix.put(u64::from(fold.var.0));
            }
            Expr::Board(op, _) => mix.put((11 << 32) + *op as u64),
            Expr::Extend { limits: func, .. } => self.called(12, *func, mix),
            Expr::Complete { limits: func, .. } => self.called(13, *func, mix),
            Expr::Buyable { goods: func, .. } => self.called(14, *func, mix),
            Expr::Spendable { goods: func, .. } => self.called(15, *func, mix),
            Expr::Suppose(suppose) => {
                mix.put((16 << 32) + suppose.body.0.len() as u64);
                mix.text(&format!("{:?}", suppose.how));
            }
        }
    }

    fn called(&self, what: u64, func: FuncId, mix: &mut Reading) {
        mix.put(what << 32);
        mix.names.push(Named::Func(func));
    }

    fn stmt(&self, stmt: &Stmt, mix: &mut Reading) {
        let mut parts = Mix::new(6);
        walk::stmt_parts(&stmt.kind, &mut |part| parts.put(u64::from(part.0)));
        walk::stmt_blocks(&stmt.kind, &mut |block| parts.put((1 << 32) + block.0.len() as u64));
        walk::binds(stmt).into_iter().for_each(|local| parts.put((2 << 32) + u64::from(local.0)));
        mix.print(parts.done());
        let local = |local: &LocalId| u64::from(local.0);
        match &stmt.kind {
            StmtKind::Let { local: to, .. } => mix.put((1 << 32) + local(to)),
            StmtKind::Set(write) => {
                mix.put(2 << 32);
                mix.print(self.cells[write.cell.index()]);
            }
            StmtKind::Together(writes) => {
                mix.put((3 << 32) + writes.len() as u64);
                writes.iter().for_each(|write| mix.print(self.cells[write.cell.index()]));
            }
            StmtKind::If { .. } => mix.put(4 << 32),
            StmtKind::For { .. } => mix.put(5 << 32),
            StmtKind::Repeat { .. } => mix.put(6 << 32),
            StmtKind::Loop { most, .. } => mix.put((7 << 32) + u64::from(*most)),
            StmtKind::Break => mix.put(8 << 32),
            StmtKind::Ask(ask) => mix.put((9 << 32) + ask.arms.len() as u64),
            StmtKind::Roll { .. } => mix.put(10 << 32),
            StmtKind::Draw { cup, .. } => {
                mix.put(11 << 32);
                mix.print(self.cells[cup.index()]);
            }
            StmtKind::Reveal { cell, .. } => {
                mix.put(12 << 32);
                mix.print(self.cells[cell.index()]);
            }
            StmtKind::Seal => mix.put(13 << 32),
            StmtKind::Settle { .. } => mix.put(14 << 32),
            StmtKind::Look(look) => mix.put((25 << 32) + *look as u64),
            StmtKind::End(_) => mix.put(15 << 32),
            StmtKind::Over(_) => mix.put((15 << 32) + 1),
            StmtKind::Fail { text, .. } => mix.put(
                (16 << 32)
                    + match text {
                        FaultText::Gap => 0,
                        FaultText::Clash => 1,
                        FaultText::Rule => 2,
                        FaultText::Hole => 3,
                    },
            ),
            StmtKind::Call { func, .. } => self.called(17, *func, mix),
            StmtKind::Return(_) => mix.put(18 << 32),
            StmtKind::Erase(_) => mix.put(19 << 32),
            StmtKind::Swap { .. } => mix.put(20 << 32),
            StmtKind::Search(search) => {
                mix.put((21 << 32) + search.mode as u64 + (u64::from(search.each.is_some()) << 8));
                if let Judge::Table(table) = search.judge {
                    mix.names.push(Named::Table(table));
                }
                search.outs.iter().for_each(|(out, _)| mix.put(out_number(out)));
            }
            StmtKind::Ray { .. } => mix.put(22 << 32),
            StmtKind::Offer(offer) => {
                let has = [offer.most, offer.carry, offer.stop, offer.pass, offer.blocked]
                    .map(|part| u64::from(part.is_some()));
                let has = has.into_iter().fold(offer.counts.len() as u64, |all, part| all * 2 + part);
                mix.put((23 << 32) + has);
            }
            StmtKind::Mark { .. } => mix.put(24 << 32),
        }
    }
}

fn out_number(out: &SearchOut) -> u64 {
    match out {
        SearchOut::Ends => 0,
        SearchOut::First => 1,
        SearchOut::Through => 2,
        SearchOut::Open => 3,
        SearchOut::BestFirst => 4,
        SearchOut::BestThrough => 5,
        SearchOut::Least(which) => 16 + u64::from(*which),
        SearchOut::CostTo(_) => 6,
    }
}
