//! Items: the header, tables, cells, triggers, and the heads of functions.

use super::boards;
use super::print::{Printer, World, member_text, quoted};
use super::print_type::{scalar, ty};
use crate::ir::{
    Arrivals, Block, Body, Cell, FuncKind, Goods, Limits, LocalId, Obligations, Role, Scalar, Stmt, StmtKind, Table,
    What,
};

/// Where lists of words are broken.
const WIDTH: usize = 100;

impl World<'_> {
    /// Everything before the functions.
    pub(super) fn items(&self) -> String {
        let program = self.program;
        let mut out = format!("wgr-ir 1\nprogram {}\n", quoted(&program.title));
        if let Some(spec) = &program.board {
            out.push_str(&boards::print(spec));
            out.push('\n');
        }
        let declared = if program.board.is_some() { boards::BOARD_DOMAINS.len() } else { 0 };
        for domain in program.domains.iter().skip(declared) {
            let members: Vec<String> = domain.members.iter().map(|name| member_text(name)).collect();
            out.push_str(&list(&format!("enum {} {{", domain.name), &members, ","));
        }
        if let Some(sides) = program.sides {
            out.push_str(&format!("sides {}\n", self.domain_name(sides)));
        }
        for kind in &program.kinds {
            let end = |member: u32| self.member(kind.domain, i64::from(member), true);
            let (first, last) = (end(kind.first), end(kind.last));
            out.push_str(&format!("kind {} of {} {first}..{last}\n", kind.name, self.domain_name(kind.domain)));
        }
        for table in &program.tables {
            out.push('\n');
            self.table(table, &mut out);
        }
        self.cells(&mut out);
        out
    }

    /// Everything behind the functions.
    pub(super) fn ending(&self) -> String {
        let mut out = String::new();
        for trigger in &self.program.triggers {
            out.push_str(&format!(
                "\ntrigger {} {} watch {}{}{} run {} by {} at most {}{}\n",
                trigger.name,
                self.site(trigger.site),
                self.func_name(trigger.watch),
                self.arrivals(trigger.on),
                trigger.only.map_or_else(String::new, |only| format!(" only {}", self.func_name(only))),
                self.func_name(trigger.run),
                self.func_name(trigger.by),
                trigger.most,
                if trigger.at_once { " at once" } else { "" }
            ));
        }
        if let Some(Obligations { binds, broken }) = self.program.obligations {
            out.push_str(&format!("\nobligations {} broken {}\n", self.func_name(binds), self.func_name(broken)));
        }
        if let Some(main) = self.program.main {
            out.push_str(&format!("\nmain {}\n", self.func_name(main)));
        }
        out
    }

    fn arrivals(&self, on: Option<Arrivals>) -> String {
        let Some(Arrivals { who, from }) = on else { return String::new() };
        let [who, from] = [who, from].map(|cell| &self.program.cell(cell).name);
        format!(" on {who} from {from}")
    }

    fn indices(&self, index: &[Scalar]) -> String {
        index.iter().map(|index| scalar(self.program, *index)).collect::<Vec<_>>().join(", ")
    }

    /// A line for each value of the first of two indices.
    fn table(&self, table: &Table, out: &mut String) {
        let head =
            format!("table {}[{}]: {} = {{", table.name, self.indices(&table.index), scalar(self.program, table.value));
        let values: Vec<String> = table.data.iter().map(|value| self.value(table.value, *value)).collect();
        match table.index[..] {
            [_, second] => {
                let wide = usize::try_from(second.span()).unwrap_or(usize::MAX).max(1);
                out.push_str(&head);
                values.chunks(wide).for_each(|row| wrap(out, row, ""));
                out.push_str("\n}\n");
            }
            _ => out.push_str(&list(&head, &values, "")),
        }
    }

    fn value(&self, ty: Scalar, value: i64) -> String {
        match ty.what {
            What::Bool => if value == 0 { "no" } else { "yes" }.to_owned(),
            What::Int { den: 1 } => value.to_string(),
            What::Int { den } => format!("{value}/{den}"),
            What::Id(domain) => self.member(domain, value, true),
        }
    }

    fn cells(&self, out: &mut String) {
        let shown: Vec<_> =
            self.program.cells.iter().filter_map(|cell| cell.hidden).map(|hidden| hidden.shown).collect();
        for (index, cell) in self.program.cells.iter().enumerate() {
            if index == 0 {
                out.push('\n');
            }
            if !shown.iter().any(|shown| shown.index() == index) {
                out.push_str(&self.cell(cell));
            }
        }
    }

    fn cell(&self, cell: &Cell) -> String {
        let mut out = format!("cell {}", cell.name);
        if !cell.index.is_empty() {
            out.push_str(&format!("[{}]", self.indices(&cell.index)));
        }
        out.push_str(&format!(": {}", ty(self.program, cell.value)));
        if let Some(most) = cell.sparse {
            out.push_str(&format!(" sparse {most}"));
        }
        match cell.role {
            Role::Game => {}
            Role::Keep(func) => out.push_str(&format!(" keep {}", self.func_name(func))),
            Role::Cup => out.push_str(" cup"),
            Role::Pending => out.push_str(" pending"),
            Role::Truth => out.push_str(" truth"),
        }
        if let Some(hidden) = cell.hidden {
            out.push_str(&format!(" seen by {}", self.func_name(hidden.sees)));
        }
        out.push('\n');
        out
    }
}

/// Words on one line, or on as many as they need.
fn list(head: &str, words: &[String], between: &str) -> String {
    let line = words.join(&format!("{between} "));
    if head.len() + line.len() < WIDTH {
        return format!("{head} {line} }}\n");
    }
    let mut out = head.to_owned();
    wrap(&mut out, words, between);
    out.push_str("\n}\n");
    out
}

fn wrap(out: &mut String, words: &[String], between: &str) {
    let mut wide = WIDTH;
    for (index, word) in words.iter().enumerate() {
        let ending = if index + 1 < words.len() { between } else { "" };
        if index == 0 || wide + word.len() >= WIDTH {
            out.push_str("\n    ");
            wide = 4;
        } else {
            out.push(' ');
        }
        out.push_str(word);
        out.push_str(ending);
        wide += word.len() + 2;
    }
}

impl Printer<'_> {
    pub(super) fn function(&mut self) {
        let func = self.func;
        let word = match (&func.body, func.kind) {
            (Body::Limits(_), _) => "limits",
            (Body::Goods(_), _) => "goods",
            (Body::Code(_) | Body::Rows(_), FuncKind::Query) => "query",
            (Body::Code(_) | Body::Rows(_), FuncKind::Effect) => "effect",
            (Body::Code(_) | Body::Rows(_), FuncKind::Procedure) => "procedure",
        };
        self.put(word);
        self.put(" ");
        self.put(&func.name);
        self.put("(");
        for index in 0..func.locals.len().min(func.params as usize) {
            if index > 0 {
                self.put(", ");
            }
            let local = LocalId::new(index);
            if self.scope.iter().any(|other| self.names.of(*other) == self.names.of(local)) {
                self.hiding.insert(local);
            }
            self.declaration(local);
            self.open(local);
        }
        self.put(")");
        if let (Some(ret), Body::Code(_) | Body::Rows(_)) = (func.ret, &func.body) {
            self.put(&format!(" -> {}", ty(self.world.program, ret)));
        }
        match &func.body {
            Body::Code(block) => self.whole(block),
            Body::Rows(rows) => self.rows(rows),
            Body::Limits(limits) => self.limits(limits),
            Body::Goods(goods) => self.goods(goods),
        }
        self.put("\n");
    }

    /// The body of a function, headed by the locals that are needed beyond their blocks.
    fn whole(&mut self, block: &Block) {
        let lifted: Vec<LocalId> = self.lifted.iter().copied().collect();
        if lifted.is_empty() {
            self.put(" ");
            return self.block(block);
        }
        self.put(" {");
        self.indent += 1;
        for local in lifted {
            self.line();
            self.put("let ");
            self.declaration(local);
            let zero = self.zero(local);
            self.put(&format!(" = {zero}"));
            self.open(local);
        }
        self.indent -= 1;
        self.block_rest(block);
    }

    fn zero(&self, local: LocalId) -> String {
        use crate::ir::Type;
        match self.func.locals.get(local.index()).map(|local| local.ty) {
            None => "?".to_owned(),
            Some(Type::Set(domain)) => format!("empty {}", self.world.domain_name(domain)),
            Some(Type::Scalar(ty)) => match ty.what {
                What::Bool => "no".to_owned(),
                What::Int { den: 1 } => 0.clamp(ty.lo, ty.hi.max(ty.lo)).to_string(),
                What::Int { den } => format!("{}/{den}", 0.clamp(ty.lo, ty.hi.max(ty.lo))),
                What::Id(domain) => self.world.member(domain, ty.lo, false),
            },
        }
    }

    fn limits(&mut self, limits: &Limits) {
        self.put(" for ");
        self.declaration(limits.it);
        self.open(limits.it);
        self.put(" {");
        self.indent += 1;
        for limit in &limits.limits {
            self.line();
            self.put("limit ");
            limit.lo.into_iter().for_each(|lo| self.expr(lo));
            self.put("..");
            limit.hi.into_iter().for_each(|hi| self.expr(hi));
            self.clause(" of ", limit.weight);
        }
        if let Some(alike) = limits.alike {
            self.line();
            self.put("alike ");
            self.expr(alike);
        }
        self.close();
    }

    fn goods(&mut self, goods: &Goods) {
        self.put(" for ");
        self.declaration(goods.it);
        self.open(goods.it);
        self.put(" { price ");
        self.expr(goods.price);
        self.put(" up to ");
        self.expr(goods.up_to);
        self.put(" }");
    }

    /// A chain of `else if` is one statement inside another in the IR, and one line after another here.
    pub(super) fn only_if(block: &Block) -> Option<&Stmt> {
        match &block.0[..] {
            [stmt] if matches!(stmt.kind, StmtKind::If { .. }) => Some(stmt),
            _ => None,
        }
    }
}
