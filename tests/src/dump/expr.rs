//! Expressions and types as s-expressions.

use super::{Dumper, Tree, list, many, name, some, text, word};
use wgr_grammar::ast::{
    Compare, Expr, ExprKind, Operator, Param, Phrase, Quantifier, Relation, Rounding, Supposing, TotalOf, TypeKind,
    TypeRef,
};

fn compare(how: Compare) -> &'static str {
    match how {
        Compare::Is => "is",
        Compare::IsNot => "is-not",
        Compare::Less => "<",
        Compare::AtMost => "<=",
        Compare::More => ">",
        Compare::AtLeast => ">=",
    }
}

fn operator(operator: Operator) -> &'static str {
    match operator {
        Operator::Plus => "+",
        Operator::Minus => "-",
        Operator::Times => "*",
        Operator::Over => "/",
    }
}

fn quantifier(which: Quantifier) -> &'static str {
    match which {
        Quantifier::Any => "any",
        Quantifier::Every => "every",
        Quantifier::No => "no",
    }
}

impl Dumper {
    pub(super) fn expr(&self, expr: &Expr) -> Tree {
        self.placed(expr.span, self.kind(&expr.kind))
    }

    pub(super) fn maybe(&self, head: &str, expr: Option<&Expr>) -> Tree {
        some(head, expr.map(|expr| self.expr(expr)))
    }

    pub(super) fn exprs(&self, head: &str, all: &[Expr]) -> Tree {
        some(head, all.iter().map(|expr| self.expr(expr)))
    }

    fn two(&self, head: &str, a: &Expr, b: &Expr) -> Tree {
        list(head, [self.expr(a), self.expr(b)])
    }

    fn kind(&self, kind: &ExprKind) -> Tree {
        match kind {
            ExprKind::Number(digits) => word(digits),
            ExprKind::Unit(amount, unit) => list("unit", [self.expr(amount), name(unit)]),
            ExprKind::Yes => word("yes"),
            ExprKind::No => word("no"),
            ExprKind::None => word("none"),
            ExprKind::Name(it) => name(it),
            ExprKind::Field(of, field) => list(".", [self.expr(of), name(field)]),
            ExprKind::Call(called, args) => self.called("call", name(called), args),
            ExprKind::Given(param, value) => list("given", [name(param), self.expr(value)]),
            ExprKind::Lookup(table, keys) => self.called("look-up", name(table), keys),
            ExprKind::Phrase(phrase) => self.phrase(phrase),
            ExprKind::List(all) => many("list", all.iter().map(|expr| self.expr(expr))),
            ExprKind::Range(a, b) => self.two("range", a, b),
            ExprKind::Not(a) => list("not", [self.expr(a)]),
            ExprKind::And(a, b) => self.two("and", a, b),
            ExprKind::Or(a, b) => self.two("or", a, b),
            ExprKind::Compare(how, a, b) => self.two(compare(*how), a, b),
            ExprKind::In { member, set, negated } => self.two(if *negated { "not-in" } else { "in" }, member, set),
            ExprKind::Negative(a) => list("negative", [self.expr(a)]),
            ExprKind::Arithmetic(how, a, b) => self.two(operator(*how), a, b),
            ExprKind::Rounded(a, Rounding::Down) => list("rounded-down", [self.expr(a)]),
            ExprKind::Rounded(a, Rounding::Up) => list("rounded-up", [self.expr(a)]),
            ExprKind::Against(a, b) => self.two("against", a, b),
            ExprKind::Quantified { which, var, set, cond } => {
                list(quantifier(*which), [name(var), self.expr(set), self.expr(cond)])
            }
            ExprKind::Exists { which, set } => list(quantifier(*which), [self.expr(set)]),
            ExprKind::NumberOf(set) => list("number-of", [self.expr(set)]),
            ExprKind::Total { which, value, var, set, otherwise } => {
                let head = match which {
                    TotalOf::Total => "total",
                    TotalOf::Least => "least",
                    TotalOf::Greatest => "greatest",
                };
                let otherwise = self.maybe("otherwise", otherwise.as_deref());
                list(head, [self.expr(value), name(var), self.expr(set), otherwise])
            }
            ExprKind::Hexes { within, distance, centre } => {
                self.two(if *within { "hexes-within" } else { "hexes-at" }, distance, centre)
            }
            ExprKind::Applies(row) => list("applies", [text(row)]),
            ExprKind::Supposing(supposing) => self.supposing(supposing),
            ExprKind::Broken => list("broken", []),
        }
    }

    fn called(&self, head: &str, what: Tree, args: &[Expr]) -> Tree {
        many(head, std::iter::once(what).chain(args.iter().map(|expr| self.expr(expr))))
    }

    fn phrase(&self, phrase: &Phrase) -> Tree {
        let Phrase { relation, noun, of, at, among, other_than, such } = phrase;
        let relation = match relation {
            Some(Relation::Enemy) => word("enemy"),
            Some(Relation::Friendly) => word("friendly"),
            Some(Relation::First) => word("first"),
            None => Tree::Absent,
        };
        let adjuncts = [
            self.maybe("of", of.as_ref()),
            self.maybe("at", at.as_ref()),
            self.maybe("among", among.as_ref()),
            self.maybe("other-than", other_than.as_ref()),
            self.maybe("where", such.as_ref()),
        ];
        many("phrase", [relation, name(noun)].into_iter().chain(adjuncts))
    }

    fn supposing(&self, supposing: &Supposing) -> Tree {
        let Supposing { what, cond, cases, budget, beyond } = supposing;
        let cases = cases.map_or(Tree::Absent, |which| list("in-cases", [word(quantifier(which))]));
        let budget = budget.map_or(Tree::Absent, |most| list("up-to", [Tree::Word(most.to_string())]));
        let beyond = beyond.map_or(Tree::Absent, |yes| list("beyond", [word(if yes { "yes" } else { "no" })]));
        let what = many("what", what.iter().map(|stmt| self.stmt(stmt)));
        list("supposing", [what, self.expr(cond), cases, budget, beyond])
    }

    pub(super) fn ty(&self, ty: &TypeRef) -> Tree {
        match &ty.kind {
            TypeKind::Range { from, to, measure } => {
                let to = to.as_ref().map_or_else(|| word("or-more"), |to| self.expr(to));
                list("range", [self.expr(from), to, measure.as_ref().map_or(Tree::Absent, name)])
            }
            TypeKind::YesNo => word("yes/no"),
            TypeKind::Named(ty) => name(ty),
            TypeKind::Set(of) => list("set", [name(of)]),
            TypeKind::Maybe(of) => list("maybe", [name(of)]),
            TypeKind::Broken => list("broken", []),
        }
    }

    pub(super) fn params(&self, params: &[Param]) -> Tree {
        some(
            "params",
            params.iter().map(|Param { name: param, ty, of, such }| {
                list(&param.text, [self.ty(ty), self.maybe("of", of.as_ref()), self.maybe("where", such.as_ref())])
            }),
        )
    }
}
