//! A law of the hex: `permit may_stand(u: Unit, h: Hex) always { .. }` is asked wherever a piece comes to a hex.
//!
//! In: that permit. Out: a query of it for those who stay and one for those who pass, of any piece; asked in the steps of
//! moves, where a side places pieces, and behind `goes to`. A supposition does not ask it, nor does a printed set-up.

use crate::diag::{Place, says};
use crate::hir::{self, Expr, Kind};
use crate::source::FileId;
use crate::translate::builder::{Builder, Made};
use crate::translate::ty::{Kinds, Noun, Ty};
use crate::translate::writer::{Lines, Writer};
use wgr_grammar::ast::RowsKind;
use wgr_runtime::ir::{
    Block, Body, Expr as IrExpr, ExprId, FaultText, FuncId, FuncKind, LocalId, Quantifier, StmtKind as Code, Suppose,
    Type,
};

/// What is asked wherever a piece comes to a hex.
#[derive(Clone, Debug)]
pub(crate) struct Law {
    /// By its place among the rows.
    pub(crate) item: usize,
    /// The rows of those who only pass; those of who stays are the permit's own.
    pub(crate) passing: FuncId,
    /// Of any piece: may it stay, may it pass?
    pub(crate) stays: FuncId,
    passes: FuncId,
    /// The same, if these others stood there, too.
    stays_with: FuncId,
    passes_with: FuncId,
    cases: Vec<String>,
    name: String,
    at: Place,
}

const IT: LocalId = LocalId(0);
const TO: LocalId = LocalId(1);
const OTHERS: LocalId = LocalId(2);

pub(crate) fn declare(builder: &mut Builder<'_>, item: usize, at: Place) -> Made<()> {
    let Some(def) = builder.world.rows.get(item) else { return Ok(()) };
    let (ast, name, func, params) = (def.ast, def.name.clone(), def.func, def.params.clone());
    let of = match params.as_slice() {
        [piece, hex] if ast.kind == RowsKind::Permit && hex.ty == Ty::One(Noun::Hex) => match piece.ty {
            Ty::One(Noun::Piece(kinds)) => Some(kinds),
            _ => None,
        },
        _ => None,
    };
    let Some(kinds) = of else { return Err(builder.tell(says::law_of_what(at))) };
    if let Some(law) = &builder.law {
        let first = law.at;
        return Err(builder.tell(says::second_law(at, first)));
    }
    let own = params.iter().map(|param| (param.name.clone(), param.ir)).collect();
    let head = Place::new(def_file(builder, item), ast.name.span);
    let passing = builder.declare(&format!("{name}_in_passing"), FuncKind::Query, own, Some(Type::BOOL), head);
    let any = [
        ("it".to_owned(), builder.ir_type(Ty::One(Noun::Piece(builder.world.all_pieces())))),
        ("to".to_owned(), builder.ir_type(Ty::One(Noun::Hex))),
    ];
    let with = ("others".to_owned(), Type::Set(builder.counters));
    let mut query = |what: &str, together: bool| {
        let params = any.iter().cloned().chain(together.then(|| with.clone())).collect();
        builder.declare(&format!("{name}_{what}"), FuncKind::Query, params, Some(Type::BOOL), head)
    };
    let (stays, passes) = (query("stays", false), query("passes", false));
    let (stays_with, passes_with) = (query("stays_with", true), query("passes_with", true));
    for (any, law) in [(stays, func), (passes, passing)] {
        Writer::open(builder, any, head).lawful(law, kinds);
    }
    for (with, any) in [(stays_with, stays), (passes_with, passes)] {
        Writer::open(builder, with, head).lawful_together(any);
    }
    let cases = ast.cases.iter().map(|case| case.text.clone()).collect();
    builder.law = Some(Law { item, passing, stays, passes, stays_with, passes_with, cases, name, at });
    Ok(())
}

fn def_file(builder: &Builder<'_>, item: usize) -> FileId {
    builder.world.rows.get(item).map_or(FileId(0), |def| def.file)
}

impl Law {
    /// Does it let this piece stay in this hex?
    pub(crate) fn asked(&self, piece: Expr, hex: Expr) -> Expr {
        let at = hex.at;
        Expr::new(Kind::Asked(self.stays, vec![piece, hex]), Ty::YesNo, at)
    }
}

impl Writer<'_, '_> {
    /// Of whom the law says nothing it allows all.
    fn lawful(mut self, law: FuncId, kinds: Kinds) {
        let args = [IT, TO].map(|local| self.get(local)).to_vec();
        let asked = self.call(law, args);
        let value = match self.is_one_of(IT, kinds) {
            Some(its) => {
                let yes = self.truth(true);
                self.add(IrExpr::If(its, asked, yes))
            }
            None => asked,
        };
        let back = self.stmt(Code::Return(Some(value)));
        self.done(Body::Code(Block(vec![back])));
    }

    fn lawful_together(mut self, any: FuncId) {
        let over = self.get(OTHERS);
        let all = Ty::Set(Noun::Piece(self.m.world.all_pieces()));
        let mut lines = Lines::default();
        self.each_of(over, all, &mut lines, |writer, var, lines| {
            let (one, to) = (writer.get(var), writer.get(TO));
            writer.set_down(one, to, lines);
        });
        let args = [IT, TO].map(|local| self.get(local)).to_vec();
        let value = self.call(any, args);
        let suppose = Suppose { how: Quantifier::Plain, body: lines.block(), value };
        let value = self.add(IrExpr::Suppose(suppose));
        let back = self.stmt(Code::Return(Some(value)));
        self.done(Body::Code(Block(vec![back])));
    }

    /// May it stay there; may it pass? None where no law says anything.
    pub(crate) fn law(&mut self, arriving: bool, piece: LocalId, hex: LocalId) -> Option<ExprId> {
        let law = self.m.law.as_ref()?;
        let func = if arriving { law.stays } else { law.passes };
        let args = [piece, hex].map(|local| self.get(local)).to_vec();
        Some(self.call(func, args))
    }

    /// The same of one of those who go together: the others would stand there as well.
    pub(crate) fn law_together(
        &mut self,
        arriving: bool,
        [piece, hex]: [LocalId; 2],
        others: impl FnOnce(&mut Self) -> ExprId,
    ) -> Option<ExprId> {
        let law = self.m.law.as_ref()?;
        let func = if arriving { law.stays_with } else { law.passes_with };
        let others = others(self);
        let args = vec![self.get(piece), self.get(hex), others];
        Some(self.call(func, args))
    }

    /// Both, where there is a second one.
    pub(crate) fn and_law(&mut self, cond: ExprId, law: Option<ExprId>) -> ExprId {
        match law {
            Some(law) => self.binary(wgr_runtime::ir::BinaryOp::And, cond, law),
            None => cond,
        }
    }

    /// Either no halt, or none that the law allows.
    pub(crate) fn or_no_law(&mut self, pass: ExprId, law: Option<ExprId>) -> ExprId {
        match law {
            Some(law) => {
                let not = self.unary(wgr_runtime::ir::UnaryOp::Not, law);
                self.binary(wgr_runtime::ir::BinaryOp::Or, pass, not)
            }
            None => pass,
        }
    }

    /// A fault where the law does not let the piece stay in the hex.
    pub(crate) fn held_to_the_law(&mut self, piece: LocalId, hex: LocalId, lines: &mut Lines) {
        let Some(law) = self.law(true, piece, hex) else { return };
        let Some(site) = self.m.law.as_ref().map(|law| hir::Site {
            cases: law.cases.clone(),
            title: format!("{} forbids that a piece stands there", law.name),
        }) else {
            return;
        };
        let cond = self.unary(wgr_runtime::ir::UnaryOp::Not, law);
        let site = self.emit_site(&site);
        let fail = self.stmt(Code::Fail { site, text: FaultText::Rule });
        lines.0.push(self.stmt(Code::If { cond, then: Block(vec![fail]), other: Block::default() }));
    }
}
