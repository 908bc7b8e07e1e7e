//! `supposing .., COND`: the state is copied, this is done, the condition is asked there, the copy is forgotten.

use crate::diag::says;
use crate::hir;
use crate::limits::MOST_CASES;
use crate::translate::builder::{ErrorReported, Made};
use crate::translate::reader::Reader;
use crate::translate::ty::Ty;
use wgr_grammar::Span;
use wgr_grammar::ast::{self, Quantifier};
use wgr_runtime::ir::Quantifier as How;

impl Reader<'_, '_> {
    pub(crate) fn supposing(&mut self, supposing: &ast::Supposing, span: Span) -> Made<hir::Expr> {
        let how = match (supposing.cases, supposing.budget, supposing.beyond) {
            (None, _, _) => How::Plain,
            (Some(which), Some(budget), Some(over)) => {
                if budget > MOST_CASES {
                    let at = self.place(span);
                    return Err(self.tell(says::too_many_cases(MOST_CASES, at)));
                }
                let budget = budget.max(1);
                match which {
                    Quantifier::Every => How::Every { budget, over },
                    Quantifier::Any | Quantifier::No => How::Some { budget, over },
                }
            }
            (Some(_), _, _) => {
                let at = self.place(span);
                return Err(self.tell(says::supposing_without_bound(at)));
            }
        };
        let (mut what, mut done) = (hir::Block::new(), Ok(()));
        for stmt in &supposing.what {
            if self.statement(stmt, &mut what).is_err() {
                done = Err(ErrorReported);
            }
        }
        let cond = self.read_cond(&supposing.cond)?.expr;
        done?;
        let supposing = hir::Supposing { how, what, cond };
        Ok(hir::Expr::new(hir::Kind::Supposing(Box::new(supposing)), Ty::YesNo, self.place(span)))
    }
}
