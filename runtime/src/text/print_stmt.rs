//! Statements, one a line; those of searches, rays and marks stand in [`print_kernel`](super::print_kernel).

use super::print::{MOST_DEPTH, Printer};
use crate::ir::{Arm, Ask, Block, ExprId, FaultText, LocalId, Look, Stmt, StmtKind, Write};

impl Printer<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        let open = self.scope.len();
        self.open_block(block);
        self.scope.truncate(open);
    }

    /// A block whose names stay known behind it.
    pub(super) fn open_block(&mut self, block: &Block) {
        self.put("{");
        self.block_rest(block);
    }

    /// What follows the `{`.
    pub(super) fn block_rest(&mut self, block: &Block) {
        if self.depth >= MOST_DEPTH {
            return self.put(" .. }");
        }
        self.depth += 1;
        self.braces(&block.0, Self::stmt);
        self.depth -= 1;
    }

    /// A block in which these names are known.
    pub(super) fn block_with(&mut self, names: &[LocalId], block: &Block) {
        let open = self.scope.len();
        self.scope.extend(names);
        self.put(" ");
        self.open_block(block);
        self.scope.truncate(open);
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Let { local, value, fresh } => self.let_stmt(*local, *value, *fresh),
            StmtKind::Set(write) => self.write(write),
            StmtKind::Together(writes) => {
                self.put("together {");
                self.braces(writes, Self::write);
            }
            StmtKind::If { cond, then, other } => self.if_stmt(*cond, then, other),
            StmtKind::For { var, over, body, rest: _ } => {
                self.put("for ");
                self.declaration(*var);
                self.clause(" in ", Some(*over));
                self.block_with(&[*var], body);
            }
            StmtKind::Repeat { var, times, body, until: _ } => {
                self.put("repeat ");
                self.declaration(*var);
                self.clause(" times ", Some(*times));
                self.block_with(&[*var], body);
            }
            StmtKind::Loop { most, body, count: _ } => {
                self.put(&format!("loop at most {most}"));
                self.block_with(&[], body);
            }
            StmtKind::Break => self.put("break"),
            StmtKind::Ask(ask) => self.ask(ask),
            StmtKind::Roll { into, site } => {
                self.put("roll ");
                self.declaration(*into);
                self.site_if_any(*site);
                self.open(*into);
            }
            StmtKind::Draw { into, cup, site, otherwise } => {
                self.put("draw ");
                self.declaration(*into);
                self.put(" from ");
                self.put(self.world.cell_name(*cup));
                self.site_if_any(*site);
                self.open(*into);
                if !otherwise.0.is_empty() {
                    self.put(" otherwise ");
                    self.block(otherwise);
                }
            }
            StmtKind::Reveal { cell, index, to } => {
                self.put("reveal ");
                self.place(*cell, index);
                self.clause(" to ", Some(*to));
            }
            StmtKind::Seal => self.put("seal"),
            StmtKind::Settle { by } => self.clause("settle by ", Some(*by)),
            StmtKind::Look(Look::Known) => self.put("settle known"),
            StmtKind::Look(Look::Endings) => self.put("settle endings"),
            StmtKind::Look(Look::AtOnce) => self.put("settle once"),
            StmtKind::End(value) => self.clause("end ", Some(*value)),
            StmtKind::Over(value) => self.clause("over ", Some(*value)),
            StmtKind::Fail { site, text } => {
                let word = match text {
                    FaultText::Gap => "gap ",
                    FaultText::Clash => "clash ",
                    FaultText::Rule => "",
                    FaultText::Hole => "hole ",
                };
                self.put(&format!("fail {word}{}", self.world.site(*site)));
            }
            StmtKind::Call { into, fresh, func, args } => {
                self.put("call ");
                self.target(*into, *fresh);
                self.call(self.world.func_name(*func), args);
                self.open_fresh(*into, *fresh);
            }
            StmtKind::Return(value) => {
                self.put("return");
                self.clause(" ", *value);
            }
            StmtKind::Erase(value) => self.clause("erase ", Some(*value)),
            StmtKind::Swap { old, new } => {
                self.clause("swap ", Some(*old));
                self.clause(" for ", Some(*new));
            }
            StmtKind::Search(search) => self.search(search),
            StmtKind::Ray { from, to, one, two, tie, body, rest: _ } => {
                self.ray([*one, *two, *tie], *from, *to, body);
            }
            StmtKind::Offer(offer) => self.offer(offer),
            StmtKind::Mark { site, what, value } => self.mark(*site, *what, *value),
        }
    }

    fn site_if_any(&mut self, site: Option<crate::ir::SiteId>) {
        if let Some(site) = site {
            self.put(&format!(" {}", self.world.site(site)));
        }
    }

    fn let_stmt(&mut self, local: LocalId, value: ExprId, fresh: bool) {
        if fresh && !self.lifted.contains(&local) {
            self.put("let ");
            self.declaration(local);
            self.clause(" = ", Some(value));
            self.open(local);
        } else {
            self.local(local);
            self.clause(" := ", Some(value));
        }
    }

    /// `x: T = ` or `x := ` of a call.
    fn target(&mut self, into: Option<LocalId>, fresh: bool) {
        let Some(local) = into else { return };
        if fresh && !self.lifted.contains(&local) {
            self.declaration(local);
            self.put(" = ");
        } else {
            self.local(local);
            self.put(" := ");
        }
    }

    fn open_fresh(&mut self, into: Option<LocalId>, fresh: bool) {
        if let Some(local) = into
            && fresh
            && !self.lifted.contains(&local)
        {
            self.open(local);
        }
    }

    fn write(&mut self, write: &Write) {
        let name = self.world.cell_name(write.cell);
        if write.index.is_empty() && !name.contains('.') {
            self.global(name);
        } else {
            self.place(write.cell, &write.index);
        }
        self.clause(" := ", Some(write.value));
    }

    fn if_stmt(&mut self, cond: ExprId, then: &Block, other: &Block) {
        self.clause("if ", Some(cond));
        self.put(" ");
        self.block(then);
        let mut other = other;
        while let Some(Stmt { kind: StmtKind::If { cond, then, other: next }, .. }) = Self::only_if(other) {
            self.clause(" else if ", Some(*cond));
            self.put(" ");
            self.block(then);
            other = next;
        }
        if !other.0.is_empty() {
            self.put(" else ");
            self.block(other);
        }
    }

    fn ask(&mut self, ask: &Ask) {
        self.clause("ask ", Some(ask.by));
        self.put(&format!(" {}", self.world.site(ask.site)));
        self.put(if ask.start { " start" } else { "" });
        self.put(if ask.order { " order {" } else { " {" });
        self.indent += 1;
        for arm in &ask.arms {
            self.line();
            self.arm(arm);
        }
        if let Some(otherwise) = &ask.otherwise {
            self.line();
            self.put("otherwise ");
            self.block(otherwise);
        }
        self.close();
    }

    fn arm(&mut self, arm: &Arm) {
        let open = self.scope.len();
        if let Some((var, over)) = arm.each {
            self.put("each ");
            self.declaration(var);
            self.clause(" in ", Some(over));
            self.open(var);
            self.clause(" when ", arm.guard);
            self.put(&format!(" as {} ", arm.name));
        } else {
            self.put(&format!("one {}", arm.name));
            self.clause(" when ", arm.guard);
            self.put(" ");
        }
        self.block(&arm.body);
        self.scope.truncate(open);
    }
}
